//! The rows of a stage: what the host fills in, and what it reads.

use spirv::{BuiltIn, ExecutionModel};
use std::sync::Arc;

/// A stage that can be converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// A vertex shader.
    Vertex,
    /// A hull shader with its patch constant function: a workgroup per patch.
    Hull,
    /// A domain shader.
    Domain,
    /// A geometry shader: an invocation per primitive and instance.
    Geometry,
    /// An amplification shader.
    Amplification,
    /// A mesh shader.
    Mesh,
    /// A pixel shader.
    Pixel,
}

impl Stage {
    /// The stage of an execution model.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    pub fn of(model: ExecutionModel) -> Option<Stage> {
        match model {
            ExecutionModel::Vertex => Some(Stage::Vertex),
            ExecutionModel::TessellationControl => Some(Stage::Hull),
            ExecutionModel::TessellationEvaluation => Some(Stage::Domain),
            ExecutionModel::Geometry => Some(Stage::Geometry),
            ExecutionModel::TaskEXT => Some(Stage::Amplification),
            ExecutionModel::MeshEXT => Some(Stage::Mesh),
            ExecutionModel::Fragment => Some(Stage::Pixel),
            _ => None,
        }
    }

    /// The name for messages.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Vertex => "vertex",
            Stage::Hull => "hull",
            Stage::Domain => "domain",
            Stage::Geometry => "geometry",
            Stage::Amplification => "amplification",
            Stage::Mesh => "mesh",
            Stage::Pixel => "pixel",
        }
    }

    /// Returns whether its invocations are workgroups that share their outputs.
    pub fn is_group(self) -> bool {
        match self {
            Stage::Hull | Stage::Amplification | Stage::Mesh => true,
            Stage::Vertex | Stage::Domain | Stage::Geometry | Stage::Pixel => false,
        }
    }
}

/// The meaning of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// The first row of both buffers: [`RUNS`](crate::RUNS), [`KEPT`](crate::KEPT) and [`STRAYS`](crate::STRAYS) for inputs; for outputs 1 where the
    /// invocation has ended with effects that count.
    Mask,
    /// A component of a built-in variable.
    Builtin(BuiltIn, u32),
    /// A component of a variable with a location.
    Location {
        /// The location.
        location: u32,
        /// The component, 0 to 3.
        component: u32,
        /// The index of a colour for blending with two sources.
        index: u32,
    },
    /// A word of the payload between an amplification and a mesh shader.
    Payload(u32),
    /// A number of groups that an amplification shader starts, or of vertices and of primitives that a mesh shader makes.
    Count(u32),
    /// A word of what inputs are evaluated at other places of the pixel by: the functions of the primitive, and points. They are
    /// [`EVALUATION`](crate::EVALUATION) rows.
    Evaluation(u32),
}

/// The point at which a row has the value of an input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum At {
    /// The point of the invocation, with interpolation.
    #[default]
    Invocation,
    /// A vertex of the primitive.
    Vertex(u32),
    /// A vertex of the clipped primitive, from which `EvaluateAttribute…` interpolates.
    Corner(u32),
}

/// The kind of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// 0 or 1.
    Bool,
    /// A signed integer; rows have its bits.
    Sint,
    /// An unsigned integer.
    Uint,
    /// A floating-point number. Those of 16 bits are 32 bits wide in rows.
    Float,
}

/// How an input of a pixel shader is interpolated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Interpolation {
    /// With perspective.
    #[default]
    Smooth,
    /// Linearly in the window.
    NoPerspective,
    /// Not at all.
    Flat,
}

/// Where an input of a pixel shader is interpolated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sampling {
    /// At the centre of the pixel.
    #[default]
    Center,
    /// In the covered part of the pixel.
    Centroid,
    /// At the sample, for which the shader runs once each.
    Sample,
}

/// A row: a word of each invocation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its meaning.
    pub place: Place,
    /// The kind of the number.
    pub kind: Kind,
    /// The bits of the number in the shader. One of 64 bits has two rows.
    pub bits: u32,
    /// The word of the number in this row: 0, or 1 for the upper one of 64 bits.
    pub part: u32,
    /// The interpolation.
    pub interpolation: Interpolation,
    /// The place of the interpolation.
    pub sampling: Sampling,
    /// The value that the row has.
    pub at: At,
    /// The semantic or the name of the variable; empty if the module does not tell.
    pub name: Arc<str>,
    /// The component among all of the variable.
    pub component: u32,
    /// The vertex of the primitive or the control point of the patch that it belongs to; 0 for all else.
    pub vertex: u32,
    /// True for what a patch has once.
    pub is_patch: bool,
    /// False for a component of an input that the shader does not read: the row may have any words.
    pub is_read: bool,
    /// Where the module says that a buffer takes it.
    pub feedback: Option<Feedback>,
}

/// The place of a word in a buffer that takes vertices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Feedback {
    /// The stream.
    pub stream: u32,
    /// The number of the buffer.
    pub buffer: u32,
    /// The bytes from a vertex to the next one.
    pub stride: u32,
    /// The offset in a vertex.
    pub offset: u32,
}

impl Row {
    /// The row of the mask.
    pub(crate) fn mask() -> Row {
        Row::of_word(Place::Mask)
    }

    /// A row of words that are not the shader's.
    pub(crate) fn of_word(place: Place) -> Row {
        Row {
            place,
            kind: Kind::Uint,
            bits: 32,
            part: 0,
            interpolation: Interpolation::Flat,
            sampling: Sampling::Center,
            at: At::Invocation,
            name: Arc::from(""),
            component: 0,
            vertex: 0,
            is_patch: false,
            is_read: true,
            feedback: None,
        }
    }
}

/// Facts of a pixel shader about the tests around it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modes {
    /// True if depth and stencil are tested before the shader runs, whatever it does.
    pub early_tests: bool,
    /// True if it may discard its pixel.
    pub discards: bool,
    /// True if it may write memory that others see.
    pub writes_memory: bool,
    /// True if its invocations for a pixel have critical sections, which run one after the other.
    pub ordered: bool,
    /// True if it runs once for each sample.
    pub per_sample: bool,
    /// True if the depth that it writes is not less than the primitive's.
    pub depth_greater: bool,
    /// True if it is not greater.
    pub depth_less: bool,
    /// True if the origin of its pixel coordinates is at the lower left.
    pub from_below: bool,
    /// True if its pixel coordinates are integers.
    pub whole_pixels: bool,
}

/// The interface of a converted stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interface {
    /// The stage.
    pub stage: Stage,
    /// The entry point.
    pub entry: String,
    /// The number of invocations in a packet.
    pub lanes: u32,
    /// The rows of inputs. Row `r` of invocation `i` of packet `p` is word `(p * rows + r) * lanes + i` of the buffer.
    pub inputs: Vec<Row>,
    /// The rows of outputs.
    pub outputs: Vec<Row>,
    /// Facts about the stage.
    pub modes: Modes,
    /// What it takes and makes beside rows; all zeros for vertex and pixel shaders.
    pub shape: Shape,
}

/// What a stage between vertex and pixel shaders takes and makes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// The size of a workgroup along each axis.
    pub threads: [u32; 3],
    /// The most vertices that an invocation of a geometry shader or a group of a mesh shader makes, or the control points
    /// of a hull shader's patch.
    pub vertices: u32,
    /// The most primitives that a group of a mesh shader makes.
    pub primitives: u32,
    /// The vertices of a primitive that it makes: 1 to 3.
    pub corners: u32,
    /// The vertices of a primitive that a geometry shader takes.
    pub taken: u32,
    /// The invocations of a geometry shader for a primitive.
    pub invocations: u32,
    /// The rows of a primitive that a mesh shader makes; those of its indices come first.
    pub primitive: Vec<Row>,
    /// How patches are tessellated, as far as this stage says it.
    pub tessellation: Tessellation,
}

/// The modes of hull and domain shaders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tessellation {
    /// The domain.
    pub domain: Option<Domain>,
    /// The partitioning.
    pub spacing: Option<Spacing>,
    /// True if triangles are clockwise.
    pub is_clockwise: Option<bool>,
    /// True if points are made instead of lines and triangles.
    pub makes_points: bool,
}

/// The domain of a patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Domain {
    /// Lines.
    Isolines,
    /// A triangle.
    Triangles,
    /// A square.
    Quads,
}

/// The partitioning of a patch's edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spacing {
    /// Equal parts. Powers of two have their factors rounded by the shader.
    Equal,
    /// Fractional, to even numbers.
    FractionalEven,
    /// Fractional, to odd numbers.
    FractionalOdd,
}

/// The rows in front of the vertices of a geometry shader's invocation: the mask and the number of vertices.
pub const EMITTED: usize = 2;
/// The rows in front of the vertices of a mesh shader's group: the mask and the numbers of vertices and primitives.
pub const MESHED: usize = 3;

impl Interface {
    /// The rows of the buffer of outputs.
    ///
    /// An invocation of a geometry shader has [`EMITTED`] rows, and then for each vertex, and for one vertex more, the rows
    /// of [`Interface::outputs`]; in that of the mask the first bit is set where a strip begins, and the others are the
    /// stream. A group of a mesh shader has [`MESHED`] rows, the rows of each vertex, and those of each primitive.
    pub fn output_rows(&self) -> usize {
        let (own, shape) = (self.outputs.len(), &self.shape);
        match self.stage {
            Stage::Geometry => EMITTED + (shape.vertices as usize + 1) * own,
            Stage::Mesh => MESHED + shape.vertices as usize * own + shape.primitives as usize * shape.primitive.len(),
            Stage::Vertex | Stage::Hull | Stage::Domain | Stage::Amplification | Stage::Pixel => own,
        }
    }

    /// The number of packets for this many invocations.
    pub fn packets(&self, invocations: usize) -> usize {
        invocations.div_ceil(self.lanes as usize)
    }

    /// The position of a word in a buffer with this many rows.
    pub fn word(&self, rows: usize, row: usize, invocation: usize) -> usize {
        let lanes = self.lanes as usize;
        (invocation / lanes * rows + row) * lanes + invocation % lanes
    }
}
