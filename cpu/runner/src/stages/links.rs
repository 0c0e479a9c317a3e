//! Links of the last stage that makes vertices and a pixel shader: which row is which value of the fixed functions.
//!
//! It must not know how a stage runs, or what is drawn.

use super::row_of;
use super::rows::{At, BuiltIn, Interface, Interpolation, Kind, Place, Row, Sampling};
use crate::error::Error;
use abi::LowerError;
use raster::{DepthOutput, Input, Outputs, Part, PixelFacts, PixelRow};

/// The last stage in front of the fixed functions, for which vertices have values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Last<'l> {
    /// The rows of a vertex, and behind them those of its primitive.
    pub(super) rows: &'l [Row],
    /// The number of those of a vertex.
    pub(super) own: usize,
    /// The name of the stage.
    pub(super) stage: &'static str,
}

/// The links between the stages while they are made.
pub(super) struct Links<'l> {
    last: Last<'l>,
    /// The row of the last stage's outputs for each component that is passed on.
    pub(super) passed: Vec<usize>,
    pub(super) inputs: Vec<Input>,
    /// The rows of the pixel shader's inputs.
    pub(super) rows: Vec<PixelRow>,
}

impl<'l> Links<'l> {
    /// Links the inputs of a pixel shader.
    ///
    /// # Errors
    /// When the last stage does not write one of them, or it is not computed.
    pub(super) fn new(last: Last<'l>, rows: &[Row]) -> Result<Self, Error> {
        let mut links = Links { last, passed: Vec::new(), inputs: Vec::new(), rows: Vec::new() };
        for row in rows {
            let before = links.inputs.len();
            let mut source = links.source(row)?;
            // An input at samples makes the shader run for each, whether it is read or not.
            if !row.is_read && row.sampling != Sampling::Sample {
                links.passed.truncate(before);
                links.inputs.truncate(before);
                source = PixelRow::Unread;
            }
            links.rows.push(source);
        }
        Ok(links)
    }

    /// The source of an input of the pixel shader.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn source(&mut self, row: &Row) -> Result<PixelRow, Error> {
        Ok(match row.place {
            Place::Mask | Place::Payload(_) | Place::Count(_) => PixelRow::Mask,
            Place::Evaluation(word) => PixelRow::Evaluation(word as usize),
            Place::Location { .. } => match row.at {
                At::Corner(corner) => self.corner(row, corner as usize)?,
                At::Invocation | At::Vertex(_) => self.input(row)?,
            },
            Place::Builtin(BuiltIn::BaryCoordKHR | BuiltIn::BaryCoordNoPerspKHR, part) => self.weight(row, part),
            Place::Builtin(builtin, part) => match builtin {
                BuiltIn::ClipDistance | BuiltIn::CullDistance => self.input(row)?,
                BuiltIn::FragCoord => match part {
                    0 | 1 => PixelRow::Position(part as usize),
                    2 => PixelRow::Depth,
                    _ => PixelRow::Rhw,
                },
                BuiltIn::PointCoord => PixelRow::Point(part.min(1) as usize),
                BuiltIn::FrontFacing => PixelRow::Front,
                BuiltIn::SampleId => PixelRow::Sample,
                BuiltIn::SamplePosition => PixelRow::SamplePosition(part.min(1) as usize),
                BuiltIn::SampleMask => PixelRow::Coverage,
                // The number in the call, unless a stage gives another one.
                BuiltIn::PrimitiveId if !self.last.rows.iter().any(|own| own.place == row.place) => PixelRow::Primitive,
                BuiltIn::PrimitiveId => self.input(row)?,
                BuiltIn::ViewportIndex => PixelRow::Viewport,
                BuiltIn::Layer => PixelRow::Layer,
                BuiltIn::FullyCoveredEXT => PixelRow::FullyCovered,
                BuiltIn::FragSizeEXT | BuiltIn::FragInvocationCountEXT => PixelRow::Word(1),
                BuiltIn::ViewIndex => PixelRow::View,
                BuiltIn::DeviceIndex | BuiltIn::ShadingRateKHR => PixelRow::Word(0),
                other => {
                    let why = "not computed by draws on the CPU".to_owned();
                    return Err(Error::Lower(LowerError::Unsupported(format!("the builtin {other:?}"), why)));
                }
            },
        })
    }

    /// A component that the last stage writes at the same place.
    fn input(&mut self, row: &Row) -> Result<PixelRow, Error> {
        let Some(output) = self.last.rows.iter().position(|output| output.place == row.place) else {
            return Err(not_written(row, self.last.stage));
        };
        let place = place_of(row.sampling);
        let interpolation = if output < self.last.own { row.interpolation } else { Interpolation::Flat };
        let input = match (row.at, interpolation) {
            (At::Vertex(vertex), _) => Input::Vertex(vertex as usize),
            (At::Invocation | At::Corner(_), Interpolation::Flat) => Input::Flat,
            (At::Invocation | At::Corner(_), Interpolation::Smooth) => Input::Smooth(place),
            (At::Invocation | At::Corner(_), Interpolation::NoPerspective) => Input::Linear(place),
        };
        Ok(self.pass(output, input))
    }

    fn pass(&mut self, output: usize, input: Input) -> PixelRow {
        self.passed.push(output);
        self.inputs.push(input);
        PixelRow::Input(self.inputs.len() - 1)
    }

    /// The weight of a vertex. The vertices' values do not matter.
    fn weight(&mut self, row: &Row, vertex: u32) -> PixelRow {
        let is_linear = matches!(row.place, Place::Builtin(BuiltIn::BaryCoordNoPerspKHR, _));
        let is_smooth = !is_linear && row.interpolation != Interpolation::NoPerspective;
        self.pass(0, Input::Weight { vertex: vertex as usize, is_smooth, place: place_of(row.sampling) })
    }

    /// A component at a corner of what is drawn of the primitive: one that is passed on for the same place.
    fn corner(&mut self, row: &Row, corner: usize) -> Result<PixelRow, Error> {
        let PixelRow::Input(input) = self.input(&Row { at: At::Invocation, ..row.clone() })? else {
            return Ok(PixelRow::Word(0));
        };
        Ok(PixelRow::Corner { input, corner })
    }
}

fn place_of(sampling: Sampling) -> raster::Place {
    match sampling {
        Sampling::Center => raster::Place::Center,
        Sampling::Centroid => raster::Place::Centroid,
        Sampling::Sample => raster::Place::Sample,
    }
}

/// The error of an input that the stage in front does not write.
pub(super) fn not_written(row: &Row, by: &'static str) -> Error {
    let (place, name) = (row.place, row.name.to_string());
    Error::NotWritten { by, name, place: spelled(place) }
}

/// A place in words.
fn spelled(place: Place) -> String {
    match place {
        Place::Location { location, component, .. } => format!("location {location}, component {component}"),
        Place::Builtin(builtin, part) => format!("{builtin:?}[{part}]"),
        Place::Payload(word) => format!("word {word} of the payload"),
        Place::Mask | Place::Count(_) | Place::Evaluation(_) => String::new(),
    }
}

/// The rows of the last stage's outputs that the fixed functions read.
#[derive(Clone, Debug)]
pub(super) struct VertexRows {
    /// None where nothing is drawn.
    pub(super) position: Option<[usize; 4]>,
    pub(super) distances: Vec<usize>,
    pub(super) point_size: Option<usize>,
    pub(super) viewport: Option<usize>,
    pub(super) layer: Option<usize>,
}

/// Finds the rows that the fixed functions read.
///
/// # Errors
/// When there is no position, and it is needed.
pub(super) fn outputs(last: Last<'_>, needs_position: bool) -> Result<VertexRows, Error> {
    let row = |builtin: BuiltIn, part: u32| row_of(last.rows, builtin, part);
    let position: Option<Vec<usize>> = (0..4).map(|part| row(BuiltIn::Position, part)).collect();
    let position = position.and_then(|rows| rows.try_into().ok());
    if position.is_none() && needs_position {
        return Err(Error::NoPosition { by: last.stage });
    }
    let all = |builtin: BuiltIn| (0..).map_while(move |part| row(builtin, part));
    Ok(VertexRows {
        position,
        distances: all(BuiltIn::ClipDistance).chain(all(BuiltIn::CullDistance)).collect(),
        point_size: row(BuiltIn::PointSize, 0),
        viewport: row(BuiltIn::ViewportIndex, 0),
        layer: row(BuiltIn::Layer, 0),
    })
}

/// A color among a pixel shader's outputs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Color {
    pub(super) location: u32,
    pub(super) index: u32,
    pub(super) parts: [Part; 4],
}

/// The colors of a pixel shader, those for blending with two sources behind their first ones.
pub(super) fn colors(outputs: &[Row]) -> Vec<Color> {
    let mut colors: Vec<Color> = Vec::new();
    for (at, row) in outputs.iter().enumerate() {
        let Place::Location { location, component, index } = row.place else { continue };
        let is_it = |color: &Color| (color.location, color.index) == (location, index);
        let number = colors.iter().position(is_it).unwrap_or_else(|| {
            let opaque = if row.kind == Kind::Float { 1f32.to_bits() } else { 1 };
            let zero = Part::Word(0);
            colors.push(Color { location, index, parts: [zero, zero, zero, Part::Word(opaque)] });
            colors.len() - 1
        });
        colors[number].parts[component.min(3) as usize] = Part::Row(at);
    }
    colors.sort_by_key(|color| (color.location, color.index));
    colors
}

/// The rows of a pixel shader's outputs.
pub(super) fn pixel_outputs(interface: &Interface, colors: &[Color]) -> Outputs {
    let row = |builtin: BuiltIn| row_of(&interface.outputs, builtin, 0);
    Outputs {
        rows: interface.outputs.len(),
        kept: Some(0),
        colors: colors.iter().map(|color| color.parts).collect(),
        depth: row(BuiltIn::FragDepth),
        stencil: row(BuiltIn::FragStencilRefEXT),
        coverage: row(BuiltIn::SampleMask),
    }
}

/// The facts about a pixel shader that decide when tests run.
pub(super) fn facts(interface: &Interface) -> PixelFacts {
    let writes = |builtin: BuiltIn| row_of(&interface.outputs, builtin, 0).is_some();
    let modes = interface.modes;
    PixelFacts {
        discards: modes.discards,
        depth: match writes(BuiltIn::FragDepth) {
            false => DepthOutput::None,
            true if modes.depth_greater => DepthOutput::Greater,
            true if modes.depth_less => DepthOutput::Less,
            true => DepthOutput::Any,
        },
        stencil: writes(BuiltIn::FragStencilRefEXT),
        coverage: writes(BuiltIn::SampleMask),
        writes_memory: modes.writes_memory,
        ordered: modes.ordered,
        early: modes.early_tests,
    }
}
