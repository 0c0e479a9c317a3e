//! Draws for programs in other languages: the settings of the command, with the shaders, vertices and contents that the
//! caller has in memory.

use super::bound::Given;
use super::sources::{self, Input};
use super::{Draw, has_pixel, wanted};
use crate::launches;
use crate::running;
use arguments::draw::DrawArguments;
use check::{Checks, Report};
use clap::Parser;
use frontend::preprocess::IncludeHandler;
use launch::drawing;
use launch::drawing::mesh::Mesh;
use launch::drawing::target::Target;
use launch::kernels::contents::Contents;
use launch::kernels::scenes::{Attributes, Part};
use launch::kernels::{Clock, Problem, checked};
use library::Failure;

/// A draw that a program requests.
pub struct DrawRequest<'r> {
    /// The arguments, as those of the command, without files; compiler options are behind `--`.
    pub arguments: Vec<String>,
    /// The shaders.
    pub shaders: DrawnShaders<'r>,
    /// The vertices, for a vertex shader that reads them.
    pub mesh: Option<DrawnMesh>,
    /// What is bound to the stages, by name.
    pub bindings: Vec<(String, Contents)>,
    /// The push constants.
    pub push: Option<Contents>,
}

/// The shaders of a draw.
#[derive(Clone, Copy)]
pub enum DrawnShaders<'r> {
    /// HLSL under the name of a file.
    Text {
        /// The name, for messages and as the base of includes.
        name: &'r str,
        /// The text.
        text: &'r str,
        /// The files that it includes.
        files: &'r (dyn IncludeHandler + Sync),
    },
    /// A module.
    Module(&'r [u32]),
}

/// Triangles and the attributes of their vertices: as many of each as positions, or none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DrawnMesh {
    /// `POSITION`.
    pub positions: Vec<[f32; 3]>,
    /// The vertices of each triangle.
    pub triangles: Vec<[u32; 3]>,
    /// `NORMAL`; the means of the faces around a position when there are none.
    pub normals: Vec<[f32; 3]>,
    /// `TEXCOORD`.
    pub coordinates: Vec<[f32; 2]>,
    /// `COLOR`.
    pub colors: Vec<[f32; 3]>,
}

impl DrawnMesh {
    /// Reads a Wavefront OBJ file. Coordinates count from the upper edge of a picture, as in Direct3D.
    ///
    /// # Errors
    /// At the first line that is not understood.
    pub fn parse(text: &str) -> Result<Self, String> {
        let Part { vertices: positions, indices: triangles, attributes, .. } = Mesh::parse(text)?.into_part();
        let Attributes { normals, coordinates, colors } = attributes;
        Ok(DrawnMesh { positions, triangles, normals, coordinates, colors })
    }
}

/// A target after the draw.
#[derive(Clone, Debug)]
pub struct DrawnTarget {
    /// The name of the output (`SV_Target0`).
    pub name: String,
    /// The name of its format.
    pub format: &'static str,
    /// The width and the height.
    pub size: [u32; 2],
    /// The type of the numbers: `f32`, `u32` or `i32`.
    pub element: &'static str,
    /// Four numbers of 32 bits for each texel, in rows.
    pub numbers: Vec<u8>,
    /// The texels as colors of 8 bits, as files have them.
    pub rgba: Vec<u8>,
}

/// What a draw has done.
#[derive(Debug)]
pub struct Drawing {
    /// The targets, by their numbers.
    pub targets: Vec<DrawnTarget>,
    /// What shaders have printed, and the history of the requested pixel.
    pub printed: String,
    /// The blocks of constants that have been filled in, and the compiler's warnings.
    pub notes: Vec<String>,
    /// The findings of checks.
    pub report: Option<(Report, Checks)>,
}

/// The reason why there is no picture.
#[derive(Debug)]
pub enum NotDrawn {
    /// A shader does not compile.
    Compile(Box<Failure>),
    /// Anything else.
    Other(String),
}

impl From<Problem> for NotDrawn {
    fn from(problem: Problem) -> Self {
        match problem {
            Problem::Compile(failure) => NotDrawn::Compile(failure),
            problem @ (Problem::Run(_) | Problem::Other(_)) => NotDrawn::Other(problem.to_string()),
        }
    }
}

impl From<runner::Error> for NotDrawn {
    fn from(error: runner::Error) -> Self {
        NotDrawn::Other(error.to_string())
    }
}

impl From<String> for NotDrawn {
    fn from(text: String) -> Self {
        NotDrawn::Other(text)
    }
}

/// The arguments of a command. Its file is in memory.
#[derive(Parser)]
struct Line<A: clap::Args> {
    #[command(flatten)]
    arguments: A,
}

/// Reads arguments as those of a command, for shaders that are in memory.
///
/// # Errors
/// When the command has no such arguments.
pub(crate) fn line_of<A: clap::Args>(command: &str, arguments: Vec<String>) -> Result<A, String> {
    let line = [command.to_owned(), "shaders".to_owned()].into_iter().chain(arguments);
    Ok(Line::try_parse_from(line).map_err(|error| text_of(&error.to_string()))?.arguments)
}

/// Draws a frame.
///
/// # Errors
/// When a setting is not one of the command's, a shader does not compile, something does not fit, or the draw does not end.
pub fn draw(request: DrawRequest<'_>) -> Result<Drawing, NotDrawn> {
    let DrawRequest { arguments, shaders, mesh, bindings, push } = request;
    let arguments: DrawArguments = line_of("draw", arguments)?;
    has_pixel(&arguments)?;
    if !arguments.stream_out.is_empty() {
        return Err(NotDrawn::Other("'--stream-out' is only available in the command".to_owned()));
    }
    let clock = Clock::start(arguments.running.deadline);
    let input = match shaders {
        DrawnShaders::Text { name, text, files } => Input::Text(name, text, files),
        DrawnShaders::Module(words) => Input::Module(words),
    };
    let checks = running::checks(&arguments.running.checks)?;
    let mut own = arguments.options.clone();
    if checks.is_some() {
        own.extend(checked::OPTIONS.map(str::to_owned));
    }
    let mut sources = sources::read(input, &wanted(&arguments), &own)?;
    let mut notes: Vec<String> =
        Some(std::mem::take(&mut sources.warnings)).filter(|text| !text.is_empty()).into_iter().collect();
    drawing::stages::linked(&sources.origins()).map_err(|misfit| misfit.to_string())?;
    let options = launches::options(&arguments.running, "draw", &sources.modules(), &clock)?;
    let mut draw = Draw::new((&arguments, input), sources, Given { bindings, push }, options, clock)?;
    draw.checks = checks;
    draw.mesh = mesh.map(made).transpose()?;
    draw.prepare()?;
    let drawn = draw.picture(arguments.frames.start)?;
    notes.extend(draw.resources.notes());
    let targets = drawn.iter().map(shown).collect::<Result<_, _>>()?;
    let printed = std::mem::take(&mut draw.resources.printed);
    Ok(Drawing { targets, printed, notes, report: draw.resources.report.take().zip(draw.checks) })
}

/// A message of the command line without what is about the command.
fn text_of(error: &str) -> String {
    let text = error.strip_prefix("error: ").unwrap_or(error);
    text.lines().next().unwrap_or(text).to_owned()
}

fn made(mesh: DrawnMesh) -> Result<Mesh, String> {
    let DrawnMesh { positions, triangles, normals, coordinates, colors } = mesh;
    let count = positions.len();
    if let Some(index) = triangles.iter().flatten().find(|index| **index as usize >= count) {
        return Err(format!("the mesh has no vertex {index}"));
    }
    let lengths = [("normals", normals.len()), ("coordinates", coordinates.len()), ("colors", colors.len())];
    if let Some((name, length)) = lengths.into_iter().find(|(_, length)| ![0, count].contains(length)) {
        return Err(format!("the mesh has {count} positions and {length} {name}"));
    }
    Mesh::of_parts(&[Part::new(positions, triangles, Attributes { normals, coordinates, colors })])
}

/// A target as a program gets it.
fn shown(target: &Target) -> Result<DrawnTarget, String> {
    let (element, numbers) = target.numbers();
    let rgba = target.image()?.to_rgba8();
    Ok(DrawnTarget { name: target.name(), format: target.format.name(), size: target.size(), element, numbers, rgba })
}
