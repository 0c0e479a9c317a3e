//! The includes of other frameworks for tests in HLSL, written for the assertions of this compiler.
//!
//! A file with tests for HLSLInterpreter or ShaderTestFramework gets them instead of those that belong to the frameworks,
//! which need their own hosts.

use crate::files::reading::Disk;
use frontend::preprocess::IncludeHandler;
use std::sync::Arc;

/// The ends of paths, in small letters, with the texts.
const HEADERS: [(&str, &str); 2] = [
    ("/hlsltest.hlsl", include_str!("../../headers/tests/HLSLTest.hlsl")),
    ("/test/stf/shadertestframework.hlsli", include_str!("../../headers/tests/ShaderTestFramework.hlsli")),
];

/// Serves these includes; all other files are on the disk.
pub(super) struct WithFrameworks;

impl IncludeHandler for WithFrameworks {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        let whole = format!("/{}", path.trim_start_matches('/').to_ascii_lowercase());
        let own = HEADERS.iter().find(|(end, _)| whole.ends_with(end));
        own.map_or_else(|| Disk.load(path), |(_, text)| Some(Arc::from(*text)))
    }

    fn nearest(&self, path: &str) -> Option<String> {
        Disk.nearest(path)
    }

    fn is_same(&self, one: &str, other: &str) -> bool {
        Disk.is_same(one, other)
    }

    fn advice(&self) -> Option<&'static str> {
        Disk.advice()
    }
}
