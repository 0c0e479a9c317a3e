//! The entry points of a file and what they need, from the file's own words and its name.
//!
//! Owns the comments in a file's first lines, and which functions are taken for entry points. Must not know settings.

use super::outline::{Outline, outline};
use super::stages::{self, SHADER, Structs};
use base::ids::Set;
use frontend::language::Stage;
use frontend::preprocess::IncludeHandler;

/// The profile version that is taken where nothing names one.
pub(super) const VERSION: &str = "6_6";

/// The comment in which a file may have options of its own.
const COMMENT: &str = "hlsl2spirv:";
/// The comment in which a file may have the arguments with which it is run.
#[cfg(feature = "lsp")]
const RUN_COMMENT: &str = "hlsl2spirv run:";
/// The number of lines in which these comments are looked for.
const HEAD: usize = 10;

/// The options in a comment of a file's first lines, as in `// hlsl2spirv: -T cs_6_6 -E main`.
pub(super) fn own_arguments(text: &str) -> Option<&str> {
    comment(text, COMMENT)
}

/// The arguments of a run in such a comment, as in `// hlsl2spirv run: --dispatch 4 --bind x=f32:1,2`.
#[cfg(feature = "lsp")]
pub(crate) fn run_arguments(text: &str) -> Option<&str> {
    comment(text, RUN_COMMENT)
}

fn comment<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let mut comments = text.lines().take(HEAD).filter_map(|line| line.trim().strip_prefix("//"));
    comments.find_map(|comment| comment.trim_start().strip_prefix(name)).map(str::trim)
}

/// An entry point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) stage: Stage,
    /// The name; nothing for all that a library has.
    pub(super) name: Option<String>,
}

/// A place in which a file is read, for what it includes.
pub(super) struct Around<'a> {
    pub(super) path: &'a str,
    /// The folders of `-I`.
    pub(super) folders: &'a [String],
    pub(super) files: &'a dyn IncludeHandler,
}

/// A file's entry points.
#[derive(Clone, Debug, Default)]
pub(super) struct Guess {
    pub(super) entries: Vec<Entry>,
    /// Options that the text needs beside those of its stage.
    pub(super) options: Vec<String>,
}

/// The entry points that a file seems to have, in their order; none if it has none, or nothing says their stage.
pub(super) fn guess(text: &str, around: &Around<'_>) -> Guess {
    let outline = outline(text);
    let entries = entries(&outline, around);
    Guess { options: needs(&outline, &entries), entries }
}

fn entries(outline: &Outline<'_>, around: &Around<'_>) -> Vec<Entry> {
    let has_shader = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(SHADER));
    if outline.functions.iter().any(|function| has_shader(&function.attributes)) {
        return vec![Entry { stage: Stage::Library, name: None }];
    }
    let stem = stem(around.path);
    let of_file = stages::of_file_name(stem);
    let is_header = is_header(around.path);
    let mut structs: Option<Structs> = None;
    let (mut found, mut known) = (Vec::new(), Set::default());
    for function in &outline.functions {
        if function.is_template || outline.used.contains(function.name) || !known.insert(function.name) {
            continue;
        }
        let mut of_signature = || {
            let structs = structs.get_or_insert_with(|| {
                let mut structs = Structs::default();
                structs.add(outline);
                structs
            });
            if !structs.know(function) {
                add_included(outline, around, structs);
            }
            stages::of_signature(function, structs)
        };
        let of_names = of_file.filter(|_| ["main", "Main", stem].contains(&function.name));
        let stage = match stages::of_attributes(function) {
            // Three stages run in groups, and a name may tell them apart.
            Some(Stage::Compute) => of_file.filter(|stage| runs_in_groups(*stage)).or(Some(Stage::Compute)),
            Some(stage) => Some(stage),
            None if is_header => of_names,
            None => of_signature().or(of_names),
        };
        found.extend(stage.map(|stage| Entry { stage, name: Some(function.name.to_owned()) }));
    }
    found
}

fn runs_in_groups(stage: Stage) -> bool {
    matches!(stage, Stage::Compute | Stage::Mesh | Stage::Amplification)
}

/// The name of a file without its folder and from `.hlsl` on.
fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    let without = name.split_once(".hlsl").map(|(stem, _)| stem);
    without.or_else(|| name.rsplit_once('.').map(|(stem, _)| stem)).unwrap_or(name)
}

/// The endings of files that others include. Signatures alone make no entry points there.
const HEADERS: &[&str] = &["hlsli", "fxh", "h", "inl", "hpp"];

/// Returns whether a file is one that others include, by its name.
pub(crate) fn is_header(path: &str) -> bool {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    HEADERS.iter().any(|header| ending.eq_ignore_ascii_case(header))
}

/// The limit of included files that are looked through for structs.
const MOST_FILES: usize = 64;

/// Adds the structs of all files that a file includes.
fn add_included(outline: &Outline<'_>, around: &Around<'_>, structs: &mut Structs) {
    let owned = |outline: &Outline<'_>, path: &str| -> Vec<(String, String)> {
        outline.includes.iter().map(|include| (path.to_owned(), (*include).to_owned())).collect()
    };
    let mut open = owned(outline, around.path);
    let mut seen = Set::default();
    while let Some((from, include)) = open.pop() {
        let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
        let folders = std::iter::once(folder).chain(around.folders.iter().map(String::as_str));
        let paths =
            folders.map(|folder| if folder.is_empty() { include.clone() } else { format!("{folder}/{include}") });
        let mut loaded = paths.filter_map(|path| around.files.load(&path).map(|text| (path, text)));
        let Some((path, text)) = loaded.next() else { continue };
        if seen.len() == MOST_FILES || !seen.insert(path.clone()) {
            continue;
        }
        let included = super::outline::outline(&text);
        structs.add(&included);
        open.extend(owned(&included, &path));
    }
}

/// Returns whether a word of the text is of a kind.
type IsWord = fn(&str) -> bool;

/// Words with the first environment that supports what they denote.
const ENVIRONMENTS: &[(IsWord, &str)] = &[
    (|word| word.starts_with("RayQuery") || word == "RaytracingAccelerationStructure", RAYS),
    (|word| word == "TraceRay" || word == "ReportHit" || word == "CallShader", RAYS),
    (|word| word.starts_with("Wave") && word.len() > "Wave".len(), SUBGROUPS),
    (|word| word.starts_with("Quad") && word.len() > "Quad".len(), SUBGROUPS),
];
const SUBGROUPS: &str = "vulkan1.1";
const RAYS: &str = "vulkan1.2";

/// Options for what the words of a text need and a compilation does not have by itself.
fn needs(outline: &Outline<'_>, entries: &[Entry]) -> Vec<String> {
    let has = |is_such: &IsWord| outline.words.iter().any(|word| is_such(word));
    let mut options = Vec::new();
    if outline.words.iter().any(|word| word.starts_with("half") || word.contains("16_t")) {
        options.push("-enable-16bit-types".to_owned());
    }
    let is_new = |entry: &Entry| matches!(entry.stage, Stage::Mesh | Stage::Amplification);
    let of_stage = entries.iter().any(is_new).then_some(RAYS);
    let of_words = || ENVIRONMENTS.iter().find(|(is_such, _)| has(is_such)).map(|(_, name)| *name);
    options.extend(of_stage.or_else(of_words).map(|name| format!("-fspv-target-env={name}")));
    options
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    struct Files(&'static [(&'static str, &'static str)]);

    impl IncludeHandler for Files {
        fn load(&self, path: &str) -> Option<Arc<str>> {
            self.0.iter().find(|(name, _)| *name == path).map(|(_, text)| (*text).into())
        }
    }

    fn found(path: &str, text: &str) -> Vec<String> {
        let files = Files(&[
            ("/a/io.hlsli", "#include \"../b/base.hlsli\"\nstruct V { Base b; };"),
            ("/a/../b/base.hlsli", "struct Base { float4 p : SV_Position; };"),
        ]);
        let guess = guess(text, &Around { path, folders: &[], files: &files });
        let entry = |entry: Entry| format!("{} {}", entry.stage.row().profile, entry.name.unwrap_or_default());
        guess.entries.into_iter().map(entry).chain(guess.options).collect()
    }

    #[test]
    fn a_file_has_the_entry_points_that_its_words_and_its_name_tell() {
        assert_eq!(found("/a/blurCS.hlsl", "void main() {}"), ["cs main"]);
        assert_eq!(found("/a/x.hlsl", "float4 main() : SV_Target {}"), ["ps main"]);
        let both = "struct V { float4 p : SV_Position; }; V VSMain() {} float4 PSMain(V v) : SV_Target { return f(v); }\n\
            [numthreads(1, 1, 1)] void A() {} [numthreads(2, 1, 1)]\nvoid B() {}";
        assert_eq!(found("/a/x.hlsl", both), ["vs VSMain", "ps PSMain", "cs A", "cs B"]);
        assert_eq!(found("/a/x.hlsl", "#include \"io.hlsli\"\nV run(float3 p : P) {}"), ["vs run"]);
        assert_eq!(found("/a/x.hlsl", "[shader(\"raygeneration\")] void R() {}"), ["lib "]);
        assert_eq!(
            found("/a/mesh_as.hlsl", "[numthreads(1, 1, 1)] void A() {}"),
            ["as A", "-fspv-target-env=vulkan1.2"]
        );
    }

    #[test]
    fn what_has_no_stage_has_no_entry_point() {
        assert_eq!(found("/a/x.hlsl", "half f() { return 1; }"), ["-enable-16bit-types"]);
        assert!(found("/a/common.hlsli", "struct V { float4 p : SV_Position; }; V f(float3 p : P) {}").is_empty());
        assert!(found("/a/x.hlsl", "// [numthreads(1, 1, 1)] void f() {}\nfloat g(float x) { return x; }").is_empty());
        let called =
            "float4 shade(float3 n : N) : SV_Target {} float4 main(float3 n : N) : SV_Target { return shade(n); }";
        assert_eq!(found("/a/x.hlsl", called), ["ps main"]);
    }

    #[test]
    fn words_need_environments() {
        assert_eq!(
            found("/a/x.hlsl", "[numthreads(32, 1, 1)] void A() { o[0] = WaveActiveSum(1); }"),
            ["cs A", "-fspv-target-env=vulkan1.1"]
        );
    }

    #[test]
    fn a_comment_has_the_options_of_its_file() {
        assert_eq!(own_arguments("\n// hlsl2spirv: -T cs_6_0 -E a\nint x;"), Some("-T cs_6_0 -E a"));
        assert_eq!(own_arguments("int x;"), None);
        #[cfg(feature = "lsp")]
        assert_eq!(run_arguments("// hlsl2spirv run: --dispatch 4"), Some("--dispatch 4"));
    }
}
