//! The includes of other frameworks for tests in HLSL, written for the assertions of this compiler.
//!
//! A file with tests for HLSLInterpreter or ShaderTestFramework gets them instead of those that belong to the frameworks,
//! which need their own hosts. They also determine the language version of such a file.

use frontend::language::HlslVersion;
use frontend::preprocess::IncludeHandler;
use library::files::reading::Disk;
use library::options::settings::CommandLineMacro;
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
const HEADERS: [Header; 3] = [
    Header {
        end: "/hlsltest.hlsl",
        text: include_str!("../../headers/tests/HLSLTest.hlsl"),
        language: HlslVersion::V2018,
    },
    Header {
        end: "/test/stf/shadertestframework.hlsli",
        text: include_str!("../../headers/tests/ShaderTestFramework.hlsli"),
        language: OF_LIBRARY,
    },
    Header {
        end: "/test/stf/frameworkresources.hlsli",
        text: include_str!("../../headers/tests/FrameworkResources.hlsli"),
        language: OF_LIBRARY,
    },
];

/// The language of ShaderTestFramework and its tests, with 16-bit types. They call methods that are not const on const objects,
/// which the draft of HLSL 202x refuses.
pub(super) const OF_LIBRARY: HlslVersion = HlslVersion::V2021;
/// The folder of includes by ShaderTestFramework's name, in small letters.
const LIBRARY: &str = "/test/";
/// What that framework's host defines, and what tells our include that its library is there.
const MACROS: [(&str, &str); 5] = [
    ("HLSL2SPIRV_TTL", "1"),
    ("READER_ID_FUNDAMENTAL", "1"),
    ("READER_ID_PER_THREAD_SCRATCH", "2"),
    ("TTL_ENABLE_STRINGS", "0"),
    ("TTL_STRING_MAX_LENGTH", "64"),
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
    let language = |path| {
        let of_library = is_below(path, LIBRARY).then_some(OF_LIBRARY);
        header(path).map(|header| header.language).or(of_library)
    };
    paths.find_map(language)
}

/// Returns whether a path is below a folder, whatever letters are small.
fn is_below(path: &str, folder: &str) -> bool {
    path.get(..folder.len()).is_some_and(|start| start.eq_ignore_ascii_case(folder))
}

/// A folder for includes whose path begins with a name: `/Test=third_party/stf/src/Shader`.
#[derive(Clone, Debug)]
pub(crate) struct Mapped {
    /// What paths begin with, with a slash at its end.
    name: String,
    /// The folder, with a slash at its end.
    folder: String,
}

impl Mapped {
    /// Reads `NAME=FOLDER`.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let parts = text.split_once('=').filter(|(name, folder)| name.len() > 1 && !folder.is_empty());
        let (name, folder) = parts.ok_or("expected PATH=FOLDER, such as /Shader=src/shaders")?;
        let [name, folder] = [name, folder].map(|part| format!("{}/", part.trim_end_matches('/')));
        match name.starts_with('/') {
            true => Ok(Mapped { name, folder }),
            false => Err("the path of includes begins with a slash, as in /Shader=src/shaders".to_owned()),
        }
    }

    /// The folder for an include, and the rest of its path.
    fn file<'p>(&self, path: &'p str) -> Option<(&str, &'p str)> {
        is_below(path, &self.name).then(|| (self.folder.as_str(), &path[self.name.len()..]))
    }
}

/// The macros of ShaderTestFramework's host that are not given, if the framework's own library is there.
pub(super) fn macros(mapped: &[Mapped], given: &[CommandLineMacro]) -> Vec<CommandLineMacro> {
    let has_library = mapped.iter().any(|mapped| mapped.name.eq_ignore_ascii_case(LIBRARY));
    let is_given = |name: &str| given.iter().any(|own| matches!(own, CommandLineMacro::Define(own, _) if own == name));
    let own = MACROS.iter().filter(|(name, _)| has_library && !is_given(name));
    own.map(|(name, value)| CommandLineMacro::Define((*name).to_owned(), Some((*value).to_owned()))).collect()
}

/// Serves these includes, and the files of mapped folders; all other files are on the disk. It lists no folders, in which
/// these includes would be missing.
pub(super) struct WithFrameworks<'m> {
    pub(super) mapped: &'m [Mapped],
}

impl WithFrameworks<'_> {
    /// The text of a file in a mapped folder. Names may differ in small and capital letters, as on Windows.
    fn mapped(&self, path: &str) -> Option<Arc<str>> {
        let (folder, rest) = self.mapped.iter().find_map(|mapped| mapped.file(path))?;
        Disk.load(&format!("{folder}{rest}")).or_else(|| {
            let mut found = folder.trim_end_matches('/').to_owned();
            for part in rest.split('/') {
                let names = Disk.names(&found)?;
                let own = names.iter().find(|name| name.eq_ignore_ascii_case(part))?;
                found = format!("{found}/{own}");
            }
            Disk.load(&found)
        })
    }
}

impl IncludeHandler for WithFrameworks<'_> {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        match header(path) {
            Some(header) => Some(Arc::from(header.text)),
            None => self.mapped(path).or_else(|| Disk.load(path)),
        }
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
