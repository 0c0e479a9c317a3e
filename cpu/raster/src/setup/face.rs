//! Faces: which side of a polygon shows, and whether it is drawn.

use crate::geometry::SetupStatistics;
use crate::state::{Conservative, Cull, State, Winding};

/// Returns whether a polygon of this area shows its front, or none if it is dropped.
#[inline(always)]
pub(super) fn of_area(state: &State, area: i64, statistics: &mut SetupStatistics) -> Option<bool> {
    if area == 0 && state.conservative != Some(Conservative::Over) {
        statistics.degenerate += 1;
        return None;
    }
    // An area is positive where the corners go clockwise on the screen. Without one a triangle shows its back.
    let is_front = match state.front {
        Winding::Clockwise => area > 0,
        Winding::Counterclockwise => area < 0,
    };
    let dropped = match state.cull {
        Cull::None => false,
        Cull::Front => is_front,
        Cull::Back => !is_front,
    };
    statistics.culled += u64::from(dropped);
    (!dropped).then_some(is_front)
}
