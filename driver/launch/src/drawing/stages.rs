//! The stages of a draw: their names, how modules of them are compiled, whether they fit, and which topology they take.
//!
//! It must not know where shaders come from, or what is drawn with them.

use crate::drawing::state::Drawn;
use crate::kernels::ENVIRONMENT;
use frontend::language::Stage as Language;
use library::options::settings::Options;
use reflect::{EntryPoint, Reflection, Span, link};
use runner::stages::fixed::Topology;
use runner::stages::rows::Stage;
use runner::stages::{self, Pipeline};

/// The version of profiles where nothing else is said.
const VERSION: &str = "6_6";

/// The names of a stage.
#[derive(Debug)]
pub struct Row {
    /// The stage in a draw.
    pub stage: Stage,
    /// The stage in HLSL.
    pub language: Language,
    /// The first part of its profiles.
    prefix: &'static str,
    /// The option that names its entry point, and after two hyphens the field of a job that does.
    pub option: &'static str,
    /// True if it says where vertices are.
    has_positions: bool,
}

const fn row(stage: Stage, language: Language, prefix: &'static str, option: &'static str, has_positions: bool) -> Row {
    Row { stage, language, prefix, option, has_positions }
}

/// The stages in their order.
pub const ROWS: [Row; 7] = [
    row(Stage::Vertex, Language::Vertex, "vs", "--vertex", true),
    row(Stage::Hull, Language::Hull, "hs", "--hull", false),
    row(Stage::Domain, Language::Domain, "ds", "--domain", true),
    row(Stage::Geometry, Language::Geometry, "gs", "--geometry", true),
    row(Stage::Amplification, Language::Amplification, "as", "--amplification", false),
    row(Stage::Mesh, Language::Mesh, "ms", "--mesh", true),
    row(Stage::Pixel, Language::Pixel, "ps", "--pixel", false),
];

impl Row {
    /// The names of a stage.
    pub fn of(stage: Stage) -> &'static Row {
        // Each stage has a row: a test reads them all.
        ROWS.iter().find(|row| row.stage == stage).unwrap_or(&ROWS[0])
    }

    /// The field of a draw in a job that names the entry point.
    pub(crate) fn field(&self) -> &'static str {
        self.option.trim_start_matches('-')
    }

    /// The profile of the stage, in the version of another profile if there is one.
    pub fn profile(&self, other: Option<&str>) -> String {
        let version = other.and_then(|profile| profile.split_once('_')).map_or(VERSION, |(_, version)| version);
        format!("{}_{version}", self.prefix)
    }

    /// Sets the options of a compilation of the stage. Returns whether y points up in its clip space, if it has one.
    pub fn settle(&self, settings: &mut Options) -> Option<bool> {
        settings.target_env.get_or_insert_with(|| ENVIRONMENT.to_owned());
        if self.has_positions {
            return Some(!settings.analysis.invert_y);
        }
        // It is about positions of vertices.
        settings.analysis.invert_y = false;
        None
    }
}

/// The stages of a pipeline, found by what they are.
pub fn all(of: impl Fn(Stage) -> Option<stages::Stage>) -> stages::Stages {
    stages::Stages {
        vertex: of(Stage::Vertex),
        hull: of(Stage::Hull),
        domain: of(Stage::Domain),
        geometry: of(Stage::Geometry),
        amplification: of(Stage::Amplification),
        mesh: of(Stage::Mesh),
        pixel: of(Stage::Pixel),
        points: None,
    }
}

/// The source of a stage.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'o> {
    /// The stage of the shader.
    pub stage: Stage,
    /// The file that contains it.
    pub file: &'o str,
    /// The name of its entry point.
    pub entry: &'o str,
    /// The interface of its module.
    pub reflection: &'o Reflection,
}

impl<'o> Origin<'o> {
    /// What is known of the entry point.
    pub(crate) fn entry_point(&self) -> Option<&'o EntryPoint> {
        self.reflection.entry_points.iter().find(|entry| entry.name == self.entry)
    }

    /// The place of the entry point in the source, if it is known.
    pub(crate) fn span(&self) -> Option<&'o Span> {
        self.entry_point()?.hlsl.as_ref()?.span.as_ref()
    }

    fn linkable(&self) -> Result<link::Stage<'o>, String> {
        link::Stage::new(self.file, self.reflection, Some(self.entry))
    }

    /// The name of the entry point, with its place in the source if that is known.
    pub fn place(&self) -> String {
        match self.span() {
            Some(span) => format!("{} ({}:{})", self.entry, span.file, span.line),
            None => self.entry.to_owned(),
        }
    }
}

/// Stages that do not fit.
#[derive(Debug)]
pub struct Misfit {
    /// The errors, with the lines of both stages.
    pub errors: String,
    /// What does not fit.
    pub what: &'static str,
}

impl std::fmt::Display for Misfit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}\n{}", self.what, self.errors)
    }
}

/// Checks that stages fit, which are in their order.
///
/// # Errors
/// With what does not fit.
pub fn linked(origins: &[Origin<'_>]) -> Result<(), Misfit> {
    let what = match origins {
        [_, _] => "the vertex shader and the pixel shader do not fit",
        _ => "the shaders do not fit",
    };
    let all: Vec<_> =
        origins.iter().map(Origin::linkable).collect::<Result<_, _>>().map_err(|errors| Misfit { errors, what })?;
    if all.len() < 2 {
        return Ok(());
    }
    let pipeline = link::link(&all);
    // HLSL has no way to say in a pixel shader that an input is per primitive. Values pass either way here.
    let is_error = |finding: &&link::Finding| {
        finding.severity == link::Severity::Error && finding.kind != link::FindingKind::Primitive
    };
    let errors: Vec<String> =
        pipeline.findings.iter().filter(is_error).map(|finding| pipeline.message(finding)).collect();
    if errors.is_empty() { Ok(()) } else { Err(Misfit { errors: errors.join("\n"), what }) }
}

/// The topology of a draw: what the state says, else a list of what the geometry shader takes.
pub fn topology(setting: &Drawn, pipeline: &Pipeline) -> Topology {
    let taken = pipeline.taken().filter(|_| !setting.names_topology).and_then(list_of);
    taken.unwrap_or(setting.topology)
}

/// The topology of lists whose primitives have this many vertices.
fn list_of(vertices: u32) -> Option<Topology> {
    let lists = [
        (1, Topology::PointList),
        (2, Topology::LineList),
        (3, Topology::TriangleList),
        (4, Topology::LineListAdjacency),
        (6, Topology::TriangleListAdjacency),
    ];
    lists.iter().find(|(count, _)| *count == vertices).map(|(_, topology)| *topology)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_stage_has_its_row() {
        for row in &ROWS {
            assert_eq!(Row::of(row.stage).option, row.option);
        }
        assert_eq!(Row::of(Stage::Mesh).profile(Some("ps_6_5")), "ms_6_5");
        assert_eq!((Row::of(Stage::Hull).profile(None), Row::of(Stage::Hull).field()), ("hs_6_6".to_owned(), "hull"));
    }
}
