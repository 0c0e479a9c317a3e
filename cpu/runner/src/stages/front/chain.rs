//! Links of stages in front of the fixed functions: where the inputs of each come from.
//!
//! It must not know how a stage runs.

use crate::error::Error;
use crate::stages::links::not_written;
use crate::stages::rows::{BuiltIn, KEPT, Place, RUNS, Row};

/// Where a word of an input comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::stages) enum Source {
    /// One word for all invocations.
    Word(u32),
    /// A row of a vertex of the primitive or of the patch.
    Vertex {
        /// The row.
        row: usize,
        /// The vertex.
        vertex: usize,
    },
    /// A row of the patch.
    Patch(usize),
    /// The number of the primitive or of the patch.
    Primitive,
    /// The number of the invocation of a primitive.
    Instance,
    /// A coordinate in the domain.
    Coordinate(usize),
    /// The number of the group along an axis.
    Group(usize),
    /// The number of groups along an axis.
    Groups(usize),
    /// A word of the payload.
    Payload(usize),
    /// The number of the view.
    View,
}

/// The sources of inputs, where the stage in front has these rows. `points` are the control points of a patch.
///
/// # Errors
/// When the stage in front does not write one of them.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
pub(in crate::stages) fn sources(
    inputs: &[Row],
    before: &[Row],
    by: &'static str,
    points: u32,
) -> Result<Vec<Source>, Error> {
    let find = |row: &Row| before.iter().position(|own| own.place == row.place && own.is_patch == row.is_patch);
    let of_patch = |row: &Row| {
        let is_it = |own: &Row| (own.place, own.vertex, own.is_patch) == (row.place, row.vertex, row.is_patch);
        before.iter().position(is_it)
    };
    let has_patches = before.iter().any(|row| row.is_patch);
    let of_vertex = |row: &Row| match has_patches {
        true => of_patch(row).map(Source::Patch),
        false => find(row).map(|own| Source::Vertex { row: own, vertex: row.vertex as usize }),
    };
    let source = |row: &Row| {
        Ok(match row.place {
            Place::Mask => Source::Word(RUNS | KEPT),
            // Pixel shaders alone evaluate inputs at other places.
            Place::Count(_) | Place::Evaluation(_) => Source::Word(0),
            Place::Payload(word) => Source::Payload(word as usize),
            Place::Location { .. } => of_vertex(row).ok_or_else(|| not_written(row, by))?,
            Place::Builtin(builtin, part) => match builtin {
                BuiltIn::PrimitiveId => Source::Primitive,
                BuiltIn::ViewIndex => Source::View,
                BuiltIn::InvocationId => Source::Instance,
                BuiltIn::PatchVertices => Source::Word(points),
                BuiltIn::TessCoord => Source::Coordinate(part as usize),
                BuiltIn::WorkgroupId => Source::Group(part as usize),
                BuiltIn::NumWorkgroups => Source::Groups(part as usize),
                BuiltIn::TessLevelOuter | BuiltIn::TessLevelInner => match of_patch(row) {
                    Some(own) => Source::Patch(own),
                    None => Source::Word(0),
                },
                // Blocks have all of them, whether or not they are written.
                BuiltIn::Position => of_vertex(row).unwrap_or(Source::Word(0)),
                BuiltIn::PointSize => of_vertex(row).unwrap_or(Source::Word(1f32.to_bits())),
                BuiltIn::ClipDistance | BuiltIn::CullDistance => of_vertex(row).unwrap_or(Source::Word(0)),
                _ => Source::Word(0),
            },
        })
    };
    inputs.iter().map(source).collect()
}
