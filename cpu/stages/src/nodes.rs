//! Nodes of work graphs as compute kernels: the nodes of a module in, words of a kernel for each out.
//!
//! [`nodes`] reads the graph, [`convert`] makes a kernel of one node. A *unit* of it is a workgroup, or an invocation of a node
//! that is launched by threads, of which [`PACKED`] are a workgroup. The host says which records each unit has, and takes those
//! that it has made; nothing here knows queues.
//!
//! # What becomes of a node
//!
//! | in the node | in the kernel |
//! |---|---|
//! | arrays of records | the number of their first record in a buffer (`functions.rs`) |
//! | `OpAllocateNodePayloadsAMDX` | a call of a function that takes records of the unit, and logs who has taken them (`state.rs`) |
//! | `OpEnqueueNodePayloadsAMDX` | a count in the log |
//! | `OpIsNodePayloadValidAMDX` | a look at the table of targets |
//! | `OpFinishWritingNodePayloadAMDX` | a count of the groups of a record |
//! | numbers of workgroups, remaining levels of recursion | private variables, which get what the unit says (`convert.rs`) |
//! | the node's name | what its entry point is called, unless the caller knows better: modules do not tell it |

mod convert;
mod functions;
mod graph;
mod reach;
mod state;

pub use graph::{NodeGrid, NodeLaunch, NodeOutput, NodeRecords, WorkNode};

use abi::LowerError;
use dialect::spirv::decode;
use dialect::spirv::index::Index;

/// The binding of the table of targets, in the set of rows: the number of units, a word that is not used, and for each output
/// where its targets begin in this table and how many there are. A target is one of [`NO_TARGET`], [`TARGET`], [`ITSELF`].
pub const TARGETS: u32 = 0;
/// The binding of the units, [`UNIT_WORDS`] each.
pub const UNITS: u32 = 1;
/// The binding of the log: [`Kernel::log_words`] for each unit.
pub const LOG: u32 = 2;
/// The binding of the counts of groups that have finished a record.
pub const FINISHED: u32 = 3;
/// The binding of the records that the units have.
pub const INPUT: u32 = 4;
/// The first binding of the records that they make, in the order of the outputs.
pub const MADE: u32 = 5;

/// The words of the table of targets before its outputs.
pub const TARGET_WORDS: u32 = 2;
/// An output has no node there.
pub const NO_TARGET: u32 = 0;
/// It has one.
pub const TARGET: u32 = 1;
/// It is the node that writes it: there is one while levels of recursion remain.
pub const ITSELF: u32 = 2;

/// The words of a unit: the number of its first record, how many it has, its workgroup in the grid, the levels of recursion
/// that remain, the workgroups of the grid, and one that is not used.
pub const UNIT_WORDS: u32 = 8;

/// The words of a unit's log before its counters: how often it has requested more records than it may make, the number of an
/// instruction that did plus one, and the most that one requested.
pub const LOG_WORDS: u32 = 3;
/// The words of what is logged for a record where an allocation begins: the output plus one, the index of the node, how many
/// records there are, the invocation, the number among the allocations of this invocation, how often they were enqueued, and
/// the number of the instruction.
pub const SLOT_WORDS: u32 = 7;

/// The invocations of a workgroup of a node that is launched by threads.
pub const PACKED: u32 = 32;

/// The most records that the outputs of a unit have together.
pub const MOST_RECORDS: u32 = 1 << 16;

/// An instruction that allocates records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeSite {
    /// Its offset in the module.
    pub word: u32,
    /// The output.
    pub output: usize,
    /// True if the invocations of a workgroup allocate together.
    pub is_of_group: bool,
}

/// A node as a kernel.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// The words of the module, whose only entry point is the kernel, with the name of the node's.
    pub words: Vec<u32>,
    /// True if a unit is an invocation.
    pub is_packed: bool,
    /// The words of the log of a unit.
    pub log_words: u32,
    /// Of each output the words of a unit's log before those of its records.
    pub slots: Vec<u32>,
    /// The instructions that allocate records.
    pub sites: Vec<NodeSite>,
    /// The offsets of instructions in these words, and in those of the module.
    origins: Vec<(u32, u32)>,
}

impl Kernel {
    /// The offset in the module of what became the instruction at an offset of the words.
    pub fn origin(&self, word: u32) -> Option<u32> {
        let behind = self.origins.partition_point(|(new, _)| *new <= word);
        behind.checked_sub(1).map(|at| self.origins[at].1)
    }
}

/// The nodes of a module, in order.
///
/// # Errors
/// When the words are not a module, or a node is not one that is run.
pub fn nodes(words: &[u32]) -> dialect::diagnostics::Result<Result<Vec<WorkNode>, LowerError>> {
    let (header, insts) = decode::decode(words)?;
    let index = Index::new(header, &insts);
    Ok(graph::read(&index))
}

/// Returns whether functions that are not entry points have the objects of nodes; no conversion takes such modules.
///
/// # Errors
/// When the words are not a module.
pub fn are_passed_on(words: &[u32]) -> dialect::diagnostics::Result<bool> {
    let (header, insts) = decode::decode(words)?;
    Ok(reach::are_passed_on(&Index::new(header, &insts)))
}

/// Converts a node of a module; `None` if there is none with this entry point. Sums of products of an exact kernel are not
/// contracted.
///
/// # Errors
/// When the words are not a module, or the node has something that is not run.
pub fn convert(
    words: &[u32],
    entry: &str,
    is_exact: bool,
) -> dialect::diagnostics::Result<Option<Result<Kernel, LowerError>>> {
    let (header, insts) = decode::decode(words)?;
    let index = Index::new(header, &insts);
    Ok(convert::convert(words, &index, entry, is_exact).transpose())
}
