//! The stage of a function, from its attributes, its signature and its name.
//!
//! Owns the tables of what belongs to which stage. Must not know how texts are divided, options and the command line.

use super::outline::{Function, Outline, Struct, Value};
use frontend::language::Stage;
use std::collections::BTreeMap;

/// Structs by name, those of included files among them.
#[derive(Debug, Default)]
pub(super) struct Structs(BTreeMap<String, Members>);

/// The semantics of a struct's members, and the types of those that have none.
#[derive(Clone, Debug, Default)]
struct Members {
    semantics: Vec<String>,
    kinds: Vec<String>,
}

impl Structs {
    /// Adds the structs of a file; those that are known stay.
    pub(super) fn add(&mut self, outline: &Outline<'_>) {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        for (name, Struct { semantics, kinds }) in &outline.structs {
            let members = || Members { semantics: owned(semantics), kinds: owned(kinds) };
            self.0.entry((*name).to_owned()).or_insert_with(members);
        }
    }

    /// Returns whether a file without includes declares all that a function takes and returns.
    pub(super) fn know(&self, function: &Function<'_>) -> bool {
        let values = function.parameters.iter().chain([&function.result]);
        let mut open = values.filter(|value| value.semantic.is_none()).map(|value| value.kind);
        open.all(|kind| self.0.contains_key(kind) || kind.starts_with(|c: char| c.is_ascii_lowercase()))
    }

    /// Adds the semantics of a value, in small letters and without an index.
    fn semantics_of(&self, value: &Value<'_>, out: &mut Vec<String>) {
        match value.semantic {
            Some(semantic) => out.push(plain(semantic)),
            None => self.semantics_of_struct(value.kind, MOST_LEVELS, out),
        }
    }

    fn semantics_of_struct(&self, name: &str, levels: usize, out: &mut Vec<String>) {
        let Some(members) = self.0.get(name).filter(|_| levels > 0) else { return };
        out.extend(members.semantics.iter().map(|semantic| plain(semantic)));
        for kind in members.kinds.iter().take(MOST_KINDS) {
            self.semantics_of_struct(kind, levels - 1, out);
        }
    }
}

/// The limit of structs within each other, and of those in one, that semantics are looked for in.
const MOST_LEVELS: usize = 4;
const MOST_KINDS: usize = 16;

/// A semantic in small letters and without its index.
fn plain(semantic: &str) -> String {
    semantic.trim_end_matches(|c: char| c.is_ascii_digit()).to_ascii_lowercase()
}

/// Attributes that belong to one stage alone, the most telling first.
const ATTRIBUTES: &[(&str, Stage)] = &[
    ("outputcontrolpoints", Stage::Hull),
    ("patchconstantfunc", Stage::Hull),
    ("maxtessfactor", Stage::Hull),
    ("maxvertexcount", Stage::Geometry),
    ("instance", Stage::Geometry),
    ("domain", Stage::Domain),
    ("earlydepthstencil", Stage::Pixel),
];

/// The attribute of functions that run in groups.
const GROUPS: &str = "numthreads";
/// The attribute that says the stage of a function in a library.
pub(super) const SHADER: &str = "shader";

/// The stage that the attributes of a function say.
pub(super) fn of_attributes(function: &Function<'_>) -> Option<Stage> {
    let has = |wanted: &str| function.attributes.iter().any(|name| name.eq_ignore_ascii_case(wanted));
    if has(GROUPS) {
        return Some(match () {
            () if has("outputtopology") => Stage::Mesh,
            () if function.calls.contains("DispatchMesh") => Stage::Amplification,
            () => Stage::Compute,
        });
    }
    ATTRIBUTES.iter().find(|(name, _)| has(name)).map(|(_, stage)| *stage)
}

/// Semantics that a function of one stage alone has among its outputs, the most telling first.
const OUTPUTS: &[(&str, Option<Stage>)] = &[
    // A function for the constants of a patch is not an entry point.
    ("sv_tessfactor", None),
    ("sv_insidetessfactor", None),
    ("sv_target", Some(Stage::Pixel)),
    ("sv_depth", Some(Stage::Pixel)),
    ("sv_depthgreaterequal", Some(Stage::Pixel)),
    ("sv_depthlessequal", Some(Stage::Pixel)),
    ("sv_stencilref", Some(Stage::Pixel)),
    ("sv_coverage", Some(Stage::Pixel)),
    ("sv_position", Some(Stage::Vertex)),
];

/// Semantics that a function of one stage alone has among its inputs, the most telling first.
const INPUTS: &[(&str, Stage)] = &[
    ("sv_outputcontrolpointid", Stage::Hull),
    ("sv_domainlocation", Stage::Domain),
    ("sv_gsinstanceid", Stage::Geometry),
    ("sv_dispatchthreadid", Stage::Compute),
    ("sv_groupid", Stage::Compute),
    ("sv_groupindex", Stage::Compute),
    ("sv_groupthreadid", Stage::Compute),
    ("sv_vertexid", Stage::Vertex),
    ("sv_startvertexlocation", Stage::Vertex),
    ("sv_startinstancelocation", Stage::Vertex),
    ("sv_isfrontface", Stage::Pixel),
    ("sv_sampleindex", Stage::Pixel),
    ("sv_barycentrics", Stage::Pixel),
    ("sv_coverage", Stage::Pixel),
    ("sv_position", Stage::Pixel),
    ("sv_instanceid", Stage::Vertex),
];

/// Semantics of Direct3D 9 that a result of one value has in one stage alone.
const RESULTS: &[(&str, Stage)] = &[("color", Stage::Pixel), ("depth", Stage::Pixel), ("position", Stage::Vertex)];

/// Types that geometry shaders alone take.
const STREAMS: &[&str] = &["PointStream", "LineStream", "TriangleStream"];

/// The stage that the signature of a function says.
pub(super) fn of_signature(function: &Function<'_>, structs: &Structs) -> Option<Stage> {
    if function.parameters.iter().any(|value| STREAMS.contains(&value.kind)) {
        return Some(Stage::Geometry);
    }
    let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
    for value in function.parameters.iter().chain([&function.result]) {
        if value.is_in {
            structs.semantics_of(value, &mut inputs);
        }
        if value.is_out {
            structs.semantics_of(value, &mut outputs);
        }
    }
    let has = |all: &[String], wanted: &str| all.iter().any(|one| one == wanted);
    // Before others: outputs of a stage are inputs of the next one.
    if let Some((_, stage)) = INPUTS.iter().take(3).find(|(name, _)| has(&inputs, name)) {
        return Some(*stage);
    }
    if let Some((_, stage)) = OUTPUTS.iter().find(|(name, _)| has(&outputs, name)) {
        return *stage;
    }
    let result = function.result.semantic.map(plain);
    let of_result = RESULTS.iter().find(|(name, _)| result.as_deref() == Some(name));
    let found = of_result.or_else(|| INPUTS.iter().find(|(name, _)| has(&inputs, name))).map(|(_, stage)| *stage);
    found.or_else(|| of_function_name(function.name).filter(|_| !inputs.is_empty() || !outputs.is_empty()))
}

/// Parts of names that say which stage something is for.
const NAMES: &[(&[&str], Stage)] = &[
    (&["vs", "vert", "vertex"], Stage::Vertex),
    (&["ps", "frag", "pixel", "fragment"], Stage::Pixel),
    (&["cs", "comp", "compute"], Stage::Compute),
    (&["gs", "geom", "geometry"], Stage::Geometry),
    (&["hs", "tesc", "hull"], Stage::Hull),
    (&["ds", "tese", "domain"], Stage::Domain),
    (&["ms", "mesh"], Stage::Mesh),
    (&["as", "task"], Stage::Amplification),
];

fn of_word(word: &str) -> Option<Stage> {
    let word = word.to_ascii_lowercase();
    NAMES.iter().find(|(names, _)| names.contains(&word.as_str())).map(|(_, stage)| *stage)
}

/// The stage that a name ends with: `blur.cs`, `blur_cs`, `blurCS`.
pub(super) fn of_file_name(stem: &str) -> Option<Stage> {
    let last = stem.rsplit(['.', '_', '-']).next().unwrap_or(stem);
    if let Some(stage) = of_word(last).filter(|_| last.len() < stem.len()) {
        return Some(stage);
    }
    let (before, suffix) = stem.split_at_checked(stem.len().checked_sub(2)?)?;
    let is_suffix = suffix.bytes().all(|byte| byte.is_ascii_uppercase()) && !before.ends_with(char::is_uppercase);
    of_word(suffix).filter(|_| is_suffix)
}

/// The stage that the name of a function is, begins or ends with: `VS`, `PSMain`, `main_vs`, `frag`.
fn of_function_name(name: &str) -> Option<Stage> {
    let begins = || {
        let (prefix, rest) = name.split_at_checked(2)?;
        let is_word = rest.starts_with(char::is_uppercase) && rest[1..].starts_with(|c: char| c.is_ascii_lowercase());
        let is_prefix = prefix.bytes().all(|byte| byte.is_ascii_uppercase()) && (is_word || rest.starts_with("main"));
        of_word(prefix).filter(|_| is_prefix)
    };
    let first = name.split('_').next().unwrap_or(name);
    of_word(name).or_else(|| of_word(first)).or_else(|| of_file_name(name)).or_else(begins)
}

#[cfg(test)]
mod tests {
    use super::super::outline::outline;
    use super::*;

    fn stage(text: &str) -> Option<Stage> {
        let outline = outline(text);
        let mut structs = Structs::default();
        structs.add(&outline);
        let function = outline.functions.last().expect("a function");
        of_attributes(function).or_else(|| of_signature(function, &structs))
    }

    #[test]
    fn signatures_tell_stages() {
        let io = "struct V { float4 p : SV_Position; float2 uv : TEXCOORD0; }; struct W { V v; float z : Z; };";
        for (text, expected) in [
            ("float4 main(V v) : SV_Target0 {}", Some(Stage::Pixel)),
            ("W anything(float3 p : POSITION) {}", Some(Stage::Vertex)),
            ("void a(uint i : SV_VertexID, out float4 p : SV_POSITION) {}", Some(Stage::Vertex)),
            ("void a(W w) {}", Some(Stage::Pixel)),
            ("float4 a(float2 uv : TEXCOORD) : COLOR0 {}", Some(Stage::Pixel)),
            ("float4 a(float4 p : POSITION) : POSITION {}", Some(Stage::Vertex)),
            ("[maxvertexcount(3)] void a(triangle V v[3], inout TriangleStream<V> s) {}", Some(Stage::Geometry)),
            ("[domain(\"tri\")] V a(float3 l : SV_DomainLocation) {}", Some(Stage::Domain)),
            ("[domain(\"tri\")] [outputcontrolpoints(3)] V a() {}", Some(Stage::Hull)),
            ("[NumThreads(8, 8, 1)] void a() {}", Some(Stage::Compute)),
            ("[numthreads(1, 1, 1)] void a() { DispatchMesh(1, 1, 1, p); }", Some(Stage::Amplification)),
            ("[outputtopology(\"line\")] [numthreads(1, 1, 1)] void a() {}", Some(Stage::Mesh)),
            ("void a(uint3 i : SV_DispatchThreadID) {}", Some(Stage::Compute)),
            ("struct C { float e[3] : SV_TessFactor; }; C patch() {}", None),
            ("float2 PSMain(float2 uv : UV) : UV {}", Some(Stage::Pixel)),
            ("float PSMain(float x) { return x; }", None),
            ("float4 shade(float3 n) { return 0; }", None),
        ] {
            assert_eq!(stage(&format!("{io}\n{text}")), expected, "{text}");
        }
    }

    #[test]
    fn names_tell_stages() {
        for (name, expected) in [
            ("blurCS", Some(Stage::Compute)),
            ("sky.frag", Some(Stage::Pixel)),
            ("sky_vs", Some(Stage::Vertex)),
            ("PBS", None),
            ("basis", None),
        ] {
            assert_eq!(of_file_name(name), expected, "{name}");
        }
        for (name, expected) in [
            ("VSMain", Some(Stage::Vertex)),
            ("ps_main", Some(Stage::Pixel)),
            ("frag", Some(Stage::Pixel)),
            ("CSM", None),
            ("PSNR", None),
        ] {
            assert_eq!(of_function_name(name), expected, "{name}");
        }
    }
}
