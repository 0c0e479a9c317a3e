//! The includes of other frameworks for tests in HLSL, written for the assertions of this compiler.
//!
//! A file with tests for HLSLInterpreter or ShaderTestFramework gets them instead of those that belong to the frameworks,
//! which need their own hosts. They also determine the language version of such a file.

use crate::files::reading::Disk;
use frontend::language::HlslVersion;
use frontend::preprocess::IncludeHandler;
use std::sync::Arc;

/// An include of a framework.
struct Header {
    /// The end of its path, in small letters.
    end: &'static str,
    text: &'static str,
    /// The language of files that include it.
    language: HlslVersion,
}

/// The includes.
const HEADERS: [Header; 2] = [
    Header {
        end: "/hlsltest.hlsl",
        text: include_str!("../../headers/tests/HLSLTest.hlsl"),
        language: HlslVersion::V2018,
    },
    Header {
        end: "/test/stf/shadertestframework.hlsli",
        text: include_str!("../../headers/tests/ShaderTestFramework.hlsli"),
        language: HlslVersion::V202x,
    },
];

/// The include that a path leads to.
fn header(path: &str) -> Option<&'static Header> {
    let whole = format!("/{}", path.trim_start_matches('/').to_ascii_lowercase());
    HEADERS.iter().find(|header| whole.ends_with(header.end))
}

/// The language of a file that includes one of them.
pub(super) fn language(text: &str) -> Option<HlslVersion> {
    let includes =
        text.lines().filter_map(|line| line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include"));
    let mut paths = includes.map(|path| path.trim().trim_matches(['"', '<', '>']));
    paths.find_map(header).map(|header| header.language)
}

/// Serves these includes; all other files are on the disk. It lists no folders, in which these includes would be missing.
pub(super) struct WithFrameworks;

impl IncludeHandler for WithFrameworks {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        header(path).map_or_else(|| Disk.load(path), |header| Some(Arc::from(header.text)))
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
