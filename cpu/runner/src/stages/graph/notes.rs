//! What must not happen in a work graph, with how often it did.

use super::WorkGraph;
use super::units::{Unit, named};
use stages::nodes::NodeSite;
use std::collections::BTreeMap;

/// A problem of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GraphNoteKind {
    /// More records are requested than the output may have; the value is how many one call asked for.
    Limit,
    /// Records were allocated and not completed, so that they are lost; the value is their number.
    Incomplete,
    /// Records were completed more than once.
    Twice,
    /// The value is the index of a node that the graph does not have; the records are lost.
    NoNode,
    /// A node sends records to itself beyond its levels of recursion, which the value is; they are lost.
    Recursion,
    /// A record requests a larger grid than its node may have; it is lost.
    Grid,
}

/// A problem, how often it occurred and where first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphNote {
    /// The problem.
    pub kind: GraphNoteKind,
    /// How often it was.
    pub count: u32,
    /// The number of the node.
    pub node: usize,
    /// The first workgroup or invocation with it.
    pub first: String,
    /// The greatest value that is a part of it.
    pub value: u32,
    /// The output that it is about.
    pub output: Option<usize>,
    /// The offset of the instruction in the module that allocated the records.
    pub word: Option<u32>,
}

/// The notes of a run.
pub(super) struct Notes<'g> {
    graph: &'g WorkGraph,
    /// By node, kind and instruction.
    all: BTreeMap<(usize, GraphNoteKind, Option<u32>), GraphNote>,
}

impl<'g> Notes<'g> {
    pub(super) fn new(graph: &'g WorkGraph) -> Self {
        Notes { graph, all: BTreeMap::new() }
    }

    /// Notes a problem with a value of records that a unit of a node has allocated at an instruction.
    pub(super) fn add(
        &mut self,
        kind: GraphNoteKind,
        node: usize,
        unit: &Unit,
        site: Option<&NodeSite>,
        count: u32,
        value: u32,
    ) {
        let (word, output) = (site.map(|site| site.word), site.map(|site| site.output));
        let first = || named(&self.graph.nodes[node].node, unit, None);
        let new = || GraphNote { kind, count: 0, node, first: first(), value, output, word };
        let note = self.all.entry((node, kind, word)).or_insert_with(new);
        note.count = note.count.saturating_add(count);
        note.value = note.value.max(value);
    }

    /// Notes a grid that a node may not have.
    pub(super) fn grid(&mut self, node: usize, record: usize, [x, y, z]: [u32; 3]) {
        let kind = GraphNoteKind::Grid;
        let first = || format!("grid ({x},{y},{z}) of record {record} of '{}'", self.graph.nodes[node].node.name);
        let new = || GraphNote { kind, count: 0, node, first: first(), value: 0, output: None, word: None };
        self.all.entry((node, kind, None)).or_insert_with(new).count += 1;
    }

    /// All notes.
    pub(super) fn finish(self) -> Vec<GraphNote> {
        self.all.into_values().collect()
    }
}
