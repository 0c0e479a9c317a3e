//! The outputs of a stage with the names that messages have for them, for checks.
//!
//! It must not know how a stage runs.

use super::rows::{BuiltIn, Interface, Place, Row, Stage as Kind};
use interp::{Output, OutputKind};

/// Names the outputs of a stage. What another stage reads of a vertex shader is not known yet: all of it counts. Stages whose
/// invocations have several vertices, or share their outputs, are not checked.
pub(super) fn of(interface: &Interface) -> Vec<Output> {
    match interface.stage {
        Kind::Vertex | Kind::Domain | Kind::Pixel => {}
        Kind::Hull | Kind::Geometry | Kind::Amplification | Kind::Mesh => return Vec::new(),
    }
    let rows = &interface.outputs;
    rows.iter().map(|row| Output { name: name(row, rows), kind: kind(row, interface.stage) }).collect()
}

fn kind(row: &Row, stage: Kind) -> OutputKind {
    match (row.place, stage) {
        (Place::Mask, _) => OutputKind::Mask,
        (Place::Builtin(BuiltIn::Position, _), _) => OutputKind::Position,
        (Place::Location { .. }, Kind::Pixel) => OutputKind::Target,
        (Place::Location { .. } | Place::Builtin(..), _) => OutputKind::Passed,
        (Place::Evaluation(_) | Place::Payload(_) | Place::Count(_), _) => OutputKind::Unread,
    }
}

/// The semantic, and the component where there are several.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn name(row: &Row, rows: &[Row]) -> String {
    let own = match row.place {
        Place::Builtin(builtin, _) => match builtin {
            BuiltIn::Position => "SV_Position".to_owned(),
            BuiltIn::FragDepth => "SV_Depth".to_owned(),
            BuiltIn::ClipDistance => "SV_ClipDistance".to_owned(),
            BuiltIn::CullDistance => "SV_CullDistance".to_owned(),
            BuiltIn::SampleMask => "SV_Coverage".to_owned(),
            BuiltIn::FragStencilRefEXT => "SV_StencilRef".to_owned(),
            other => format!("{other:?}"),
        },
        Place::Location { location, .. } if row.name.is_empty() => format!("location {location}"),
        Place::Location { .. } | Place::Mask | Place::Evaluation(_) | Place::Payload(_) | Place::Count(_) => {
            row.name.to_string()
        }
    };
    let is_one = !rows.iter().any(|other| other.name == row.name && other.component != row.component);
    match "xyzw".chars().nth(row.component as usize) {
        Some(component) if !is_one => format!("{own}.{component}"),
        _ => own,
    }
}
