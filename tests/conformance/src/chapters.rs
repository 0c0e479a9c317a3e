//! One table of probes for each part of the language.

mod aggregates;
mod atomics;
mod bytes;
mod constants;
mod conversions;
mod counters;
mod eight_bits;
mod fields;
mod float_atomics;
mod flow;
mod images;
mod intrinsics;
mod language;
mod layouts;
mod linear;
mod literals;
mod long_vectors;
mod minimum;
mod operators;
mod order;
mod overloads;
mod packed;
mod parameters;
mod products;
mod random;
mod reported;
mod shapes;
mod shared;
mod spell;
mod swizzles;
mod textures;
mod waves;

pub use reported::{REPORTS, Report};

use crate::case::Probe;
use std::sync::Arc;

/// A part of the language.
#[derive(Clone, Copy, Debug)]
pub struct Chapter {
    /// The name on the command line.
    pub name: &'static str,
    /// The subject.
    pub title: &'static str,
    probes: fn() -> Vec<Probe>,
}

/// All chapters.
pub const CHAPTERS: &[Chapter] = &[
    Chapter { name: "literals", title: "Literals, their types and operators on them", probes: literals::probes },
    Chapter { name: "conversions", title: "Conversions of numbers", probes: conversions::probes },
    Chapter { name: "shapes", title: "Conversions of shapes", probes: shapes::probes },
    Chapter { name: "operators", title: "Operators over types and kinds of operands", probes: operators::probes },
    Chapter { name: "constants", title: "Operators on constants", probes: constants::probes },
    Chapter { name: "intrinsics", title: "Intrinsic functions, component by component", probes: intrinsics::probes },
    Chapter { name: "order", title: "Order of evaluation and short circuits", probes: order::probes },
    Chapter { name: "flow", title: "Control flow", probes: flow::probes },
    Chapter { name: "swizzles", title: "Swizzles, rows and elements", probes: swizzles::probes },
    Chapter { name: "layouts", title: "Layouts in memory", probes: layouts::probes },
    Chapter { name: "bytes", title: "Byte buffers", probes: bytes::probes },
    Chapter { name: "fields", title: "Bit-fields", probes: fields::probes },
    Chapter { name: "minimum", title: "Minimum precision", probes: minimum::probes },
    Chapter { name: "eight", title: "Integers of 8 bits", probes: eight_bits::probes },
    Chapter { name: "long", title: "Vectors of more than four components", probes: long_vectors::probes },
    Chapter { name: "linear", title: "Linear algebra", probes: linear::probes },
    Chapter { name: "parameters", title: "Parameters, copied in and out", probes: parameters::probes },
    Chapter { name: "aggregates", title: "Structs and arrays: lists, casts, copies", probes: aggregates::probes },
    Chapter { name: "products", title: "Functions of vectors and matrices", probes: products::probes },
    Chapter { name: "packed", title: "Functions of packed numbers", probes: packed::probes },
    Chapter { name: "atomics", title: "Atomic operations", probes: atomics::probes },
    Chapter { name: "floats", title: "Atomic operations on floats", probes: float_atomics::probes },
    Chapter { name: "counters", title: "Counters of structured buffers", probes: counters::probes },
    Chapter { name: "shared", title: "Groupshared memory and barriers", probes: shared::probes },
    Chapter { name: "textures", title: "Textures: load, sample, gather, compare", probes: textures::probes },
    Chapter { name: "images", title: "Storage images and typed buffers", probes: images::probes },
    Chapter { name: "waves", title: "Waves and quads", probes: waves::probes },
    Chapter { name: "overloads", title: "Overload resolution", probes: overloads::probes },
    Chapter { name: "language", title: "Declarations and names", probes: language::probes },
    Chapter { name: "reported", title: "Wrong values that were reported", probes: reported::probes },
];

impl Chapter {
    /// Each so-many-th probe, from one on.
    pub fn probes(&self, first: usize, every: usize) -> Vec<Arc<Probe>> {
        (self.probes)().into_iter().skip(first).step_by(every.max(1)).map(Arc::new).collect()
    }
}
