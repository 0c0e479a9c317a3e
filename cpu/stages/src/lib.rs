//! Stages of draws, ray pipelines ([`rays`]) and nodes of work graphs ([`nodes`]) as compute kernels, and kernels without
//! cooperative types ([`cooperative`]) and without implicit levels of detail ([`quads`]), and kernels that tell whether a checked
//! run may have findings ([`screening`]): words of a module in, words of a module out.
//!
//! [`convert`] makes a compute shader of an entry point of another stage. A workgroup is a *packet* of invocations. What the
//! stage gets from the fixed functions before it, and gives to those behind it, are *rows* of two buffers: a word per
//! invocation of the packet, a row per component. [`Interface`] says which rows there are. This crate knows no HLSL, no IR, no
//! engine, no rasteriser and no files.
//!
//! # Why the module is rewritten
//!
//! Both engines run compute shaders, and must give the same bits. Stages that became kernels inside of each engine would be
//! written twice, and each would need packets, masks and rows in its caller. As words of a compute shader a stage needs
//! neither: races, uninitialized values and bounds are checked, lanes are vectors, code is cached, deadlines and `printf`
//! work as they do for every other kernel, and kernels of compute shaders do not change at all. The rows of a packet are an
//! element of the buffer, so that the lowering can tell that no access leaves it, and checks none.
//!
//! # What becomes of a stage
//!
//! | in the stage | in the kernel |
//! |---|---|
//! | variables of the storage classes Input and Output | private variables, which the new entry point loads from rows and stores to rows (`wrapper.rs`) |
//! | quads | four neighbouring invocations of a packet, as derivatives of compute shaders have them |
//! | helper invocations | invocations whose *kept* flag is false, a private variable that the mask row sets |
//! | `OpDemoteToHelperInvocation` | a store of false to the flag |
//! | `OpKill`, `OpTerminateInvocation` | what they were: the row of the flag keeps its zero |
//! | stores, atomic operations, image writes, `printf`, and operations of subgroups but for those of quads | the same under the flag; elsewhere their results are 0 (`rewrite/guards.rs`) |
//! | samples with an implicit level | samples with the derivatives of the coordinates, scaled by the bias (`rewrite/levels.rs`) |
//! | workgroups of hull, amplification and mesh shaders | the same workgroups; their outputs are memory of the group, copied to rows of the group at its end (`wrapper/groups.rs`) |
//! | critical sections of pixels | nothing: the fixed functions never run two invocations of a pixel at once, and keep their order |
//! | `OpEmitVertex` | a call of a function that copies the outputs to the next rows of the invocation (`wrapper/emits.rs`) |
//! | inputs at other places of a pixel, and of each vertex | computed from rows with the values of the corners (`rewrite/evaluate.rs`); rows of the vertices |
//! | `OpImageQueryLod` | the level of the derivatives (`rewrite/levels.rs`), as a query with four coordinates: the level is the first one |
//! | built-in variables | rows by a table (`builtins.rs`), or what compute shaders have |
#![forbid(unsafe_code)]

mod builtins;
mod code;
mod convert;
pub mod cooperative;
mod error;
mod interface;
mod layout;
mod lines;
pub mod nodes;
pub mod quads;
pub mod rays;
mod rewrite;
mod rows;
pub mod screening;
mod shape;
mod types;
mod unread;
mod visibility;
mod words;
mod wrapper;

pub use convert::{Converted, convert, entry_points};
pub use rows::{
    At, Domain, EMITTED, Feedback, Interface, Interpolation, Kind, MESHED, Modes, Place, Row, Sampling, Shape, Spacing,
    Stage, Tessellation,
};

/// The descriptor set of the two buffers of rows.
pub use abi::ROWS_SET;
/// The binding of the buffer with the rows of inputs.
pub const INPUTS: u32 = 0;
/// The binding of the buffer with the rows of outputs.
pub const OUTPUTS: u32 = 1;
/// In the mask row of the inputs: the invocation runs.
pub const RUNS: u32 = 1;
/// In the mask row of the inputs: its effects count. An invocation that runs without is a helper.
pub const KEPT: u32 = 2;
/// In the mask row of the inputs, where checks need it: the invocation is a helper whose perspective is far outside of the
/// primitive.
pub const STRAYS: u32 = 4;

/// The rows of [`Place::Evaluation`].
pub const EVALUATION: u32 = 32;

/// Options of a conversion.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The number of invocations in a packet; a multiple of four.
    pub lanes: u32,
    /// True if sums of products are not contracted, and estimates are not used: the results are the same on every processor.
    pub exact: bool,
    /// True if the kernel tells checks where critical sections begin and end, which invocations are helpers
    /// (`OpDemoteToHelperInvocation`), and, by another one of these, which of them have gone without a result.
    pub checked: bool,
    /// True if inputs with perspective have no values in helpers that stray ([`STRAYS`]).
    pub strays: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { lanes: 32, exact: true, checked: false, strays: false }
    }
}
