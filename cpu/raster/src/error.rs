//! Why a draw cannot be made, or was not finished.

use std::fmt;

/// Why a draw cannot be made, or was not finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// A number of lanes that packets cannot have.
    Lanes(usize),
    /// Too many clip and cull distances.
    Distances(usize),
    /// Too many colors.
    Colors(usize),
    /// A number of samples that is not supported.
    Samples(u32),
    /// Positions of samples that are not in the pixel, or of another number.
    SamplePositions,
    /// A size of targets that is not supported.
    Size([u32; 3]),
    /// The memory of targets cannot be allocated.
    Memory,
    /// Too many views.
    Views(usize),
    /// A view of a viewport, or of a layer, that is not there: its number, what it is of, and how many there are.
    View(usize, &'static str, u32),
    /// State without a target that it is about.
    NoTarget(&'static str),
    /// The hook for deadlines stopped the draw.
    Stopped,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lanes(lanes) => write!(f, "a packet cannot have {lanes} lanes"),
            Self::Distances(count) => write!(f, "{count} clip and cull distances; the limit is 8"),
            Self::Colors(count) => write!(f, "{count} color outputs; the limit is 8"),
            Self::Samples(count) => write!(f, "{count} samples per pixel are not supported: 1, 2, 4, 8 or 16 are"),
            Self::SamplePositions => write!(f, "the positions of samples do not fit their number or the pixel"),
            Self::Size([width, height, layers]) => {
                write!(f, "targets of {width}x{height} pixels and {layers} layers are not supported")
            }
            Self::Memory => write!(f, "the memory of the targets cannot be allocated"),
            Self::Views(count) => write!(f, "{count} views; the limit is {}", crate::state::MOST_VIEWS),
            Self::View(view, what, count) => write!(f, "view {view} has a {what} beyond the {count} of the draw"),
            Self::NoTarget(what) => write!(f, "{what} without a target that has it"),
            Self::Stopped => write!(f, "the draw was stopped"),
        }
    }
}

impl std::error::Error for Error {}
