//! The history of a pixel: what was drawn there, and what became of it.
//!
//! It must not know how samples are tested or written.

use crate::output::Verdict;
use texels::Texel;

/// The fate of a sample of a primitive.
#[derive(Clone, Debug, PartialEq)]
pub enum Fate {
    /// A test failed: before the shader if `early`.
    Failed {
        /// The test.
        verdict: Verdict,
        /// Whether the shader had not run.
        early: bool,
    },
    /// The shader discarded it, or left it uncovered.
    Discarded,
    /// It was written: the colors of all targets before and after.
    Written(Vec<[Texel; 2]>),
}

/// What happened to a sample of the pixel.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The number of the primitive in its call.
    pub primitive: u32,
    /// The instance.
    pub instance: u32,
    /// The sample.
    pub sample: u32,
    /// The depth that was tested.
    pub depth: f32,
    /// What became of it.
    pub fate: Fate,
}

/// The pixel whose history is kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Watch {
    /// Column and row.
    pub pixel: [u32; 2],
    /// The layer.
    pub layer: u32,
    /// What happened, in order.
    pub entries: Vec<Entry>,
}

/// The largest number of entries of a history.
const MOST_ENTRIES: usize = 1 << 16;

impl Watch {
    /// The history of a pixel of the first layer.
    pub fn new(pixel: [u32; 2]) -> Self {
        Self { pixel, layer: 0, entries: Vec::new() }
    }

    pub(crate) fn push(&mut self, entry: Entry) {
        if self.entries.len() < MOST_ENTRIES {
            self.entries.push(entry);
        }
    }
}
