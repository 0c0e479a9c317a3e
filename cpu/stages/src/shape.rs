//! The execution modes of a stage between vertex and pixel shaders: sizes of groups, what it makes, how patches are cut.
//!
//! It must not know rows.

use crate::error::{Result, unsupported};
use crate::rows::{Domain, Shape, Spacing, Stage, Tessellation};
use dialect::spirv::access::{self, Access};
use dialect::spirv::decode::Inst;
use dialect::spirv::index::Index;
use spirv::{ExecutionMode, Op};

/// The most control points of a patch, vertices and primitives of a meshlet, and vertices of a geometry shader.
const MOST_POINTS: u32 = 32;
const MOST_MADE: u32 = 256;
const MOST_EMITTED: u32 = 1024;
/// The most threads of a group.
const MOST_THREADS: u64 = 1024;
/// The most invocations of a geometry shader for a primitive.
const MOST_INSTANCES: u32 = 127;

/// Reads the modes of an entry point.
///
/// # Errors
/// When a number is a specialization constant, or beyond what Direct3D and Vulkan allow.
pub(crate) fn of(index: &Index<'_>, point: &Inst, stage: Stage) -> Result<Shape> {
    let mut shape = Shape { threads: [1; 3], invocations: 1, ..Shape::default() };
    let modes = index.insts[..index.globals].iter();
    let modes = modes.filter(|inst| matches!(inst.op, Op::ExecutionMode | Op::ExecutionModeId));
    for inst in modes.filter(|inst| inst.id(0) == point.id(1)) {
        let Some(mode) = ExecutionMode::from_u32(inst.value(1)) else { continue };
        if mode == ExecutionMode::LocalSizeId {
            for (axis, own) in shape.threads.iter_mut().enumerate() {
                let size = index.def(access::id_of(inst.params(1).get(axis))).filter(|size| size.op == Op::Constant);
                let Some(size) = size else {
                    return unsupported(inst, "the size of the group", "it is a specialization constant");
                };
                *own = size.literal(0);
            }
        }
        note(&mut shape, stage, mode, inst);
    }
    if stage == Stage::Hull {
        shape.threads = [shape.vertices, 1, 1];
    }
    check(&shape, stage, point)?;
    Ok(shape)
}

/// Notes a mode.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn note(shape: &mut Shape, stage: Stage, mode: ExecutionMode, inst: &Inst) {
    let number = |at: usize| access::literal_of(inst.params(1).get(at));
    let Tessellation { domain, spacing, is_clockwise, makes_points } = &mut shape.tessellation;
    match mode {
        ExecutionMode::LocalSize => shape.threads = [number(0), number(1), number(2)],
        ExecutionMode::OutputVertices => shape.vertices = number(0),
        ExecutionMode::OutputPrimitivesEXT => shape.primitives = number(0),
        ExecutionMode::Invocations => shape.invocations = number(0),
        ExecutionMode::OutputPoints => shape.corners = 1,
        ExecutionMode::OutputLinesEXT | ExecutionMode::OutputLineStrip => shape.corners = 2,
        ExecutionMode::OutputTrianglesEXT | ExecutionMode::OutputTriangleStrip => shape.corners = 3,
        ExecutionMode::InputPoints => shape.taken = 1,
        ExecutionMode::InputLines => shape.taken = 2,
        ExecutionMode::InputLinesAdjacency => shape.taken = 4,
        ExecutionMode::InputTrianglesAdjacency => shape.taken = 6,
        ExecutionMode::Triangles if stage == Stage::Geometry => shape.taken = 3,
        ExecutionMode::Isolines => *domain = Some(Domain::Isolines),
        ExecutionMode::Triangles => *domain = Some(Domain::Triangles),
        ExecutionMode::Quads => *domain = Some(Domain::Quads),
        ExecutionMode::SpacingEqual => *spacing = Some(Spacing::Equal),
        ExecutionMode::SpacingFractionalEven => *spacing = Some(Spacing::FractionalEven),
        ExecutionMode::SpacingFractionalOdd => *spacing = Some(Spacing::FractionalOdd),
        ExecutionMode::VertexOrderCw => *is_clockwise = Some(true),
        ExecutionMode::VertexOrderCcw => *is_clockwise = Some(false),
        ExecutionMode::PointMode => *makes_points = true,
        _ => {}
    }
}

/// Checks what sizes of memory follow from.
fn check(shape: &Shape, stage: Stage, point: &Inst) -> Result<()> {
    let threads = shape.threads.iter().map(|size| u64::from(*size)).try_fold(1, u64::checked_mul);
    let most = match stage {
        Stage::Hull => MOST_POINTS,
        Stage::Mesh => MOST_MADE,
        Stage::Geometry => MOST_EMITTED,
        Stage::Vertex | Stage::Domain | Stage::Amplification | Stage::Pixel => return Ok(()),
    };
    let problem = match () {
        () if shape.vertices > most => format!("{} vertices are more than {most}", shape.vertices),
        () if stage == Stage::Hull && shape.vertices == 0 => "no control points".to_owned(),
        () if shape.primitives > MOST_MADE => format!("{} primitives are more than {MOST_MADE}", shape.primitives),
        () if shape.invocations > MOST_INSTANCES => {
            format!("{} instances are more than {MOST_INSTANCES}", shape.invocations)
        }
        () if threads.is_none_or(|threads| threads > MOST_THREADS) => {
            format!("a group has more than {MOST_THREADS} threads")
        }
        () => return Ok(()),
    };
    unsupported(point, format!("the {} shader", stage.name()), problem)
}
