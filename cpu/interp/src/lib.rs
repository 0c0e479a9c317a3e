//! An interpreter of compute shaders that examines every rule of a run.
//!
//! [`Kernel`] is an entry point of a module as code on rows of cells, one cell per lane of a wave. Waves run in lockstep
//! with masks: lanes that part are strands, which meet again because the one that is furthest behind goes first. Memory is
//! the host's; images stay with the host, which is requested texels. This crate knows no HLSL, no LLVM, no files and
//! no threads. Steps and memory have budgets.
//!
//! # How a shader is interpreted
//!
//! `interp` runs modules without LLVM, also where there is none, as in wasm32, and is the engine of checked runs
//! (`docs/tables/checks.md`). It reads decoded words, not the dialect: unstructured blocks, lines and calls are there as they were
//! written, and nothing must be legal for LLVM. Functions stay functions. Each value has rows of cells, one cell per lane of the
//! wave; there is no recursion, so that all frames are static.
//!
//! Cells are rows of 32 bits, with the high halves of larger numbers apart (`cells.rs`). Most instructions have a quick form
//! (`quick.rs`), which they take as long as their operands have values and nothing is to be reported.
//!
//! Blocks are ordered so that those of a construct precede its merge block (`read/order.rs`). Lanes that part become
//! *strands*, and the strand that is furthest behind goes first: this is maximal reconvergence, as in compiled kernels. (Place,
//! calls, iterations of loops) is the dynamic instance by which barriers are compared. A strand that comes round a loop to the same
//! state waits for a write of another thread; if no thread can continue, the loop is infinite.
//!
//! Both engines give the same bits if the lowering is told to be exact (`run --exact`) or the module forbids contraction;
//! otherwise compiled code may contract products and sums, and use estimates (`cpu/lower/src/lib.rs`). Elementary functions have one source: `cpu/abi/src/math/rows.rs` is written against a trait that
//! emits ops in one implementation and computes in the other. Sums and products are in the order of the lowering. What SPIR-V
//! leaves undefined is what the lowering makes of it. The suite's programs, the modules of other compilers and the shaders run in
//! both (`interpreted::` in the tests).
//!
//! Buffers are lent; a debugger has copies, which go back at the end. Images stay with the runner, which the interpreter asks through the trait `Host`
//! (`cpu/runner/src/interface/interpreter_run.rs`): the same functions that kernels call, behind safe references. So the image code needed
//! no crate of its own. `lower::kernel_info` says what an entry point wants bound, without making code.
//!
//! Checks look at code without passes, since these move accesses across conditions and drop others. Races are found by a shadow
//! of sixteen bytes for each four (`cpu/check/src/races/cells.rs`): a word for the last write and a word for the reads since. A word
//! names an *epoch*, which represents a group between two of its barriers, a thread and an instruction by small numbers; what has no
//! room in it is not remembered. Two readers represent all of one instruction, since what conflicts with any conflicts with one
//! of them; reads of several instructions have a list. Clocks are sparse and appear only with atomic operations. What barriers
//! and atomic operations hand on (`cpu/check/src/races/order.rs`) is kept by how far it reaches and by whom, and for each kind of
//! memory apart; where a module has no scope smaller than the device, which is what HLSL makes, that is one clock for a place. Under
//! Vulkan's rules a module of its memory model must say what is not private, available and visible. Wherever the shadow lacks room it may miss a
//! race; it invents none. Where a module says that its source is HLSL, the amount of a shift is checked before the mask that
//! compilers put around it, and the offset of a byte address buffer before it becomes an index of words. Compiled code
//! finds nothing itself: the interpreter checks a billion lane operations a second and starts in 3 ms, where LLVM takes longer to load than most
//! checked runs last, and each finding would have to be explained by a run in the interpreter all the same. But it tells that there is
//! nothing to find (`cpu/stages/src/screening.rs`), which is what most long runs come to.
//!
//! Who has written what is a bit for each byte (`cpu/interp/src/bits.rs`) of groupshared memory and of the bindings that ask for it,
//! and a mask of lanes for each byte of a lane's own memory, which lies by word and lane, so that lanes that read one variable read
//! a row (`cpu/interp/src/local.rs`). A variable that nothing but loads and stores at fixed places accesses lives in cells, as values
//! do, and most loads of it copy nothing (`cpu/interp/src/read/variables.rs`); under a debugger all variables are in memory. The marks of bindings go from dispatch to dispatch. What depends on the size of waves or on the
//! order of threads is found by comparing the results of runs (`driver/launch/src/kernels/run_differences.rs`): a taint analysis of
//! the results of atomic operations would report every append buffer, while a comparison reports only results that differ.
//!
//! A debugger stops the same machine between two instructions (`cpu/interp/src/machine/hooks.rs`, one test of an `Option` each without
//! a debugger) and copies it: with the number of steps as time, any earlier state is a copy and the steps after it
//! (`cpu/debug/src/timeline.rs`). A pause leaves the order of waves and strands as it is. Names come from the debug information of the module
//! (`cpu/interp/src/read/names.rs`), values are items, typed places that have parts (`cpu/interp/src/machine/values.rs`), and a statement is
//! what the largest range of positions around an instruction holds (`cpu/debug/src/code.rs`). Expressions of users are parsed by the
//! front end and evaluated on the tree, since a condition is asked for each lane and must not change the run.
//!
//! A run is a function of module, input, size of waves and schedule (`cpu/check/src/schedule.rs`). In order a group runs until it ends
//! or waits for others, and only then the next one begins (`cpu/interp/src/machine/groups.rs`); a seed runs a few groups alternately, and
//! of these a wave at a time for up to 2^12 instructions. Where all orders are tried (`cpu/check/src/orders.rs`, dynamic partial-order
//! reduction), it is chosen anew behind each access to memory that others see (`cpu/interp/src/machine/orders.rs`), and each run begins
//! from the start with the choices of the one before up to where it goes another way: the state of a run is large, and runs are
//! short. The lanes of a wave always run in lockstep: races among them are found
//! without another order, since the detector goes by what is ordered, not by what happened.
#![forbid(unsafe_code)]
#![warn(clippy::wildcard_enum_match_arm)]

mod bits;
mod cells;
mod code;
mod compute;
mod counts;
mod error;
mod extent;
pub mod host;
mod lanes;
mod local;
mod machine;
mod names;
mod query_types;
mod quick;
mod ray_calls;
mod read;
mod rows;
mod state;
mod types;
mod value;

pub use error::Refused;
pub use host::{
    End, Extent, Host, ImageFormat, Inputs, LastWrites, Marks, Memory, Outcome, Output, OutputKind, Outputs, Stray,
    Written,
};
pub use read::places;
pub use state::Kernel;

/// Runs under a debugger.
pub mod debug {
    pub use crate::lanes::Lane;
    pub use crate::machine::debuggee::{Debuggee, Whereabouts, stops};
    pub use crate::machine::hooks::{Halt, Watched};
    pub use crate::names::{Global, Inlined, Scope, Spot, Variable};
    pub use crate::ray_calls::{RayCall, RayScope};
    pub use crate::value::{Item, Kind, Number, Scalar};
}
