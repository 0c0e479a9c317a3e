//! Options of a file that no settings name: from its own words and its name.

use base::ids::Set;
use frontend::language::Stage;

/// The profile version that is taken where nothing names one.
const VERSION: &str = "6_6";

/// The comment in which a file may have options of its own.
const COMMENT: &str = "hlsl2spirv:";
/// The comment in which a file may have the arguments with which it is run.
const RUN_COMMENT: &str = "hlsl2spirv run:";
/// The number of lines in which these comments are looked for.
const HEAD: usize = 10;

/// The options in a comment of a file's first lines, as in `// hlsl2spirv: -T cs_6_6 -E main`.
pub(super) fn own_arguments(text: &str) -> Option<&str> {
    comment(text, COMMENT)
}

/// The arguments of a run in such a comment, as in `// hlsl2spirv run: --dispatch 4 --bind x=f32:1,2`.
pub(super) fn run_arguments(text: &str) -> Option<&str> {
    comment(text, RUN_COMMENT)
}

fn comment<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let mut comments = text.lines().take(HEAD).filter_map(|line| line.trim().strip_prefix("//"));
    comments.find_map(|comment| comment.trim_start().strip_prefix(name)).map(str::trim)
}

/// Returns whether a file looks like one that is compiled by itself.
pub(super) fn is_root(path: &str, text: &str) -> bool {
    own_arguments(text).is_some() || has_shader_attribute(text) || entry(path, text).is_some()
}

/// The command lines for a file, one for each entry point that can be seen: with `[numthreads]` there may be several.
///
/// The shader model is the one that is given, or a usual one.
pub(super) fn all_arguments(path: &str, text: &str, model: Option<&str>) -> Vec<Vec<String>> {
    let first = arguments(path, text, model.unwrap_or(VERSION));
    let Some(at) = first.iter().position(|argument| argument == "-E").map(|at| at + 1) else { return vec![first] };
    let groups: Vec<String> = functions_after(text, "numthreads").collect();
    if !groups.contains(&first[at]) {
        return vec![first];
    }
    let with_entry = |name: String| {
        let mut arguments = first.clone();
        arguments[at] = name;
        arguments
    };
    groups.into_iter().map(with_entry).collect()
}

/// The command line for a file.
fn arguments(path: &str, text: &str, version: &str) -> Vec<String> {
    let mut arguments = Vec::new();
    match entry(path, text).filter(|_| !has_shader_attribute(text)) {
        Some((stage, name)) => {
            arguments.extend(["-T".to_owned(), format!("{}_{version}", stage.row().profile), "-E".to_owned(), name]);
        }
        None => arguments.extend(["-T".to_owned(), format!("lib_{version}")]),
    }
    if ["16_t", "half"].iter().any(|word| text.contains(word)) {
        arguments.push("-enable-16bit-types".to_owned());
    }
    arguments.push("-fspv-target-env=vulkan1.3".to_owned());
    arguments
}

fn has_shader_attribute(text: &str) -> bool {
    text.contains("[shader(") || text.contains("[Shader(")
}

/// The stage and the name of the entry point.
fn entry(path: &str, text: &str) -> Option<(Stage, String)> {
    let stem = path.rsplit('/').next().unwrap_or(path);
    let stem = stem.split_once(".hlsl").map_or(stem, |(stem, _)| stem);
    let of_group = function_after(text, "numthreads");
    let stage = stage_of(stem).or_else(|| of_group.as_ref().map(|_| group_stage(text)))?;
    let named = [of_group.unwrap_or_default(), "main".to_owned(), stem.to_owned(), "Main".to_owned()];
    let name = named.into_iter().find(|name| defines(text, name))?;
    Some((stage, name))
}

/// The stage of a function with `[numthreads]`.
fn group_stage(text: &str) -> Stage {
    match () {
        () if text.contains("outputtopology") => Stage::Mesh,
        () if text.contains("DispatchMesh") => Stage::Amplification,
        () => Stage::Compute,
    }
}

/// Endings of names that say which stage a file is for.
const SUFFIXES: &[(&[&str], Stage)] = &[
    (&["vs", "vert", "vertex"], Stage::Vertex),
    (&["ps", "frag", "pixel", "fragment"], Stage::Pixel),
    (&["cs", "comp", "compute"], Stage::Compute),
    (&["gs", "geom", "geometry"], Stage::Geometry),
    (&["hs", "tesc", "hull"], Stage::Hull),
    (&["ds", "tese", "domain"], Stage::Domain),
    (&["ms", "mesh"], Stage::Mesh),
    (&["as", "task"], Stage::Amplification),
];

/// The stage that a name ends with: `blur.cs`, `blur_cs`, `blurCS`.
fn stage_of(stem: &str) -> Option<Stage> {
    let last = stem.rsplit(['.', '_', '-']).next().unwrap_or(stem);
    let is_apart = last.len() < stem.len();
    let find = |wanted: &str| SUFFIXES.iter().find(|(names, _)| names.contains(&wanted)).map(|(_, stage)| *stage);
    if let Some(stage) = find(&last.to_ascii_lowercase()).filter(|_| is_apart) {
        return Some(stage);
    }
    let (before, suffix) = stem.split_at_checked(stem.len().checked_sub(2)?)?;
    let is_suffix = suffix.bytes().all(|byte| byte.is_ascii_uppercase()) && !before.ends_with(char::is_uppercase);
    find(&suffix.to_ascii_lowercase()).filter(|_| is_suffix)
}

/// The name of the first function behind an attribute.
fn function_after(text: &str, attribute: &str) -> Option<String> {
    functions_after(text, attribute).next()
}

/// The names of the functions behind an attribute, each once.
fn functions_after(text: &str, attribute: &str) -> impl Iterator<Item = String> {
    let places = text.match_indices(attribute).filter(|(at, _)| text[..*at].trim_end().ends_with('['));
    let names = places.filter_map(|(at, _)| function_from(&text[at..]));
    let mut known = Set::default();
    names.filter(move |name| known.insert(name.clone()))
}

/// The name of the function whose attributes begin with this text.
fn function_from(text: &str) -> Option<String> {
    let mut rest = text.split_once(']')?.1;
    while let Some(inside) = rest.trim_start().strip_prefix('[') {
        rest = inside.split_once(']')?.1;
    }
    let head = rest.split_once('(')?.0.trim_end();
    let name = head.rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()?;
    (!name.is_empty()).then(|| name.to_owned())
}

/// Returns whether a text has a name with `(` behind it.
fn defines(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    !name.is_empty()
        && text
            .match_indices(name)
            .any(|(at, _)| !text[..at].ends_with(is_part) && text[at + name.len()..].trim_start().starts_with('('))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_attributes_say_what_a_file_is_for() {
        let guessed = |path: &str, text: &str| {
            arguments(path, text, VERSION)[1..].join(" ").replace(" -fspv-target-env=vulkan1.3", "")
        };
        assert_eq!(guessed("/a/blurCS.hlsl", "void main() {}"), "cs_6_6 -E main");
        assert_eq!(guessed("/a/sky.frag.hlsl", "float4 main() : SV_Target {}"), "ps_6_6 -E main");
        assert_eq!(
            guessed("/a/x.hlsl", "[numthreads(8, 8, 1)]\n[RootSignature(R)] void Blur(uint i) {}"),
            "cs_6_6 -E Blur"
        );
        assert_eq!(guessed("/a/x.hlsl", "[shader(\"raygeneration\")] void R() {}"), "lib_6_6");
        assert_eq!(guessed("/a/x.hlsl", "half f() { return 1; }"), "lib_6_6 -enable-16bit-types");
        assert_eq!(guessed("/a/PBS.hlsl", "float4 main() {}"), "lib_6_6");
        assert!(!is_root("/a/common.hlsli", "float f() { return domain(1); }"));
    }

    #[test]
    fn each_function_of_a_group_is_an_entry_point() {
        let text = "[numthreads(1, 1, 1)] void A() {} [numthreads(2, 1, 1)]\nvoid B() {}";
        let entries = all_arguments("/a/x.hlsl", text, None).into_iter().map(|arguments| arguments[3].clone());
        assert_eq!(entries.collect::<Vec<_>>(), ["A", "B"]);
        assert_eq!(all_arguments("/a/x.hlsl", "float f() { return 1; }", Some("6_8")).len(), 1);
    }

    #[test]
    fn a_comment_has_the_options_of_its_file() {
        assert_eq!(own_arguments("\n// hlsl2spirv: -T cs_6_0 -E a\nint x;"), Some("-T cs_6_0 -E a"));
        assert_eq!(own_arguments("int x;"), None);
        assert_eq!(run_arguments("// hlsl2spirv run: --dispatch 4"), Some("--dispatch 4"));
    }
}
