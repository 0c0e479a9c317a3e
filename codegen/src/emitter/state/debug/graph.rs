//! Debug information at the head of the module, before it is instructions: nodes that name each other.
//!
//! Owns the order in which nodes are written: each after what it needs, as the sets ask for, and where there is a
//! choice the last node that was made comes first, as readers of such modules expect it. Knows nothing of what the
//! nodes mean.

use base::ids::{Arena, Id};
use spirv::Word;

/// The instructions; the numbers that both sets have are the same in both.
pub(crate) use spirv::NonsemanticShaderDebuginfo100Op as Inst;

/// Identifies a [`Node`].
pub(crate) type NodeId = Id<Node>;

/// An operand of a node.
#[derive(Clone, Debug)]
pub(crate) enum Operand {
    /// The type of what the node describes.
    Type(NodeId),
    /// The scope that it is in.
    Scope(NodeId),
    /// Any other node, which is written before this one where that can be.
    Node(NodeId),
    /// A node that may come after this one.
    Later(NodeId),
    /// A result outside the graph: a variable, a function, a type.
    Id(Word),
    /// A variable of the module that passes may make a variable of a function.
    Movable(Word),
    /// A number, which each set writes in a way of its own.
    Number(u32),
    /// A number that is a constant in both.
    Constant(u32),
    /// A text.
    Text(String),
}

impl Operand {
    /// The node that has to be written before, and how urgently: what a thing is, where it is, and the rest.
    fn needs(&self) -> Option<(u8, NodeId)> {
        match *self {
            Operand::Type(node) => Some((0, node)),
            Operand::Scope(node) => Some((1, node)),
            Operand::Node(node) => Some((2, node)),
            Operand::Later(_)
            | Operand::Id(_)
            | Operand::Movable(_)
            | Operand::Number(_)
            | Operand::Constant(_)
            | Operand::Text(_) => None,
        }
    }
}

/// The groups of nodes, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Section {
    /// Sources, functions, scopes and variables.
    Program,
    /// Types.
    Types,
    /// Types with arguments.
    Templates,
    /// The arguments.
    TemplateParameters,
}

/// Where a node is among all of them before they are sorted: parts stand right after what they are part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    section: Section,
    at: u32,
    part: u32,
}

/// An instruction to be.
#[derive(Debug)]
pub(crate) struct Node {
    /// The result.
    pub(crate) id: Word,
    /// The instruction's number in the set.
    pub(crate) inst: Inst,
    /// The operands.
    pub(crate) operands: Vec<Operand>,
    /// Texts that follow in instructions of their own.
    pub(crate) continued: Vec<String>,
    rank: Rank,
}

impl Node {
    /// The nodes that have to be written before this one, in the order in which they are examined.
    fn needs(&self) -> Vec<NodeId> {
        let mut needs: Vec<(u8, NodeId)> = self.operands.iter().filter_map(Operand::needs).collect();
        needs.sort_by_key(|&(urgency, _)| urgency);
        needs.into_iter().map(|(_, node)| node).collect()
    }
}

/// All nodes.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    nodes: Arena<Node>,
}

impl Graph {
    /// Adds a node.
    pub(crate) fn add(&mut self, section: Section, id: Word, inst: Inst, operands: Vec<Operand>) -> NodeId {
        let rank = Rank { section, at: self.nodes.len() as u32, part: 0 };
        self.nodes.alloc(Node { id, inst, operands, continued: Vec::new(), rank })
    }

    /// Adds a node that is a part of another one.
    pub(crate) fn add_part(&mut self, whole: NodeId, id: Word, inst: Inst, operands: Vec<Operand>) -> NodeId {
        let rank = Rank { part: self.nodes.len() as u32, ..self.nodes[whole].rank };
        self.nodes.alloc(Node { id, inst, operands, continued: Vec::new(), rank })
    }

    /// A node.
    pub(crate) fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node]
    }

    /// A node that is still being made.
    pub(crate) fn node_mut(&mut self, node: NodeId) -> &mut Node {
        &mut self.nodes[node]
    }

    /// Names `none` where variables were named that passes may move.
    pub(crate) fn hide_movable(&mut self, none: NodeId) {
        for id in self.nodes.ids() {
            for operand in &mut self.nodes[id].operands {
                if matches!(operand, Operand::Movable(_)) {
                    *operand = Operand::Node(none);
                }
            }
        }
    }

    /// All nodes, each after what it needs.
    pub(crate) fn order(&self) -> Vec<NodeId> {
        let mut needed = vec![false; self.nodes.len()];
        for (_, node) in self.nodes.iter() {
            for other in node.needs() {
                needed[other.index()] = true;
            }
        }
        let mut ranked: Vec<NodeId> = self.nodes.ids().collect();
        ranked.sort_by_key(|&node| self.nodes[node].rank);
        let mut visited = vec![false; self.nodes.len()];
        let mut order = Vec::with_capacity(self.nodes.len());
        for &node in ranked.iter().rev().filter(|node| !needed[node.index()]) {
            self.visit(node, &mut visited, &mut order);
        }
        debug_assert_eq!(order.len(), self.nodes.len(), "no nodes need each other");
        order
    }

    fn visit(&self, root: NodeId, visited: &mut [bool], order: &mut Vec<NodeId>) {
        let mut path: Vec<(NodeId, std::vec::IntoIter<NodeId>)> = Vec::new();
        let mut next = Some(root);
        loop {
            if let Some(node) = next.filter(|node| !std::mem::replace(&mut visited[node.index()], true)) {
                path.push((node, self.nodes[node].needs().into_iter()));
            }
            let Some((node, needs)) = path.last_mut() else { return };
            next = needs.next();
            if next.is_none() {
                order.push(*node);
                path.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_stand_behind_what_they_need() {
        let mut graph = Graph::default();
        let mut add = |section, operands| graph.add(section, 0, Inst::DebugInfoNone, operands);
        let source = add(Section::Program, vec![]);
        let unit = add(Section::Program, vec![Operand::Node(source)]);
        let first = add(Section::Program, vec![Operand::Scope(unit)]);
        let ty = add(Section::Types, vec![]);
        let second = add(Section::Program, vec![Operand::Scope(unit), Operand::Type(ty)]);
        assert_eq!(graph.order(), [ty, source, unit, second, first]);
    }
}
