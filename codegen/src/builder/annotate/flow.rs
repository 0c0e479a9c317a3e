//! How values flow through the finished functions of a module: from operands to results, through variables, and
//! between functions and their callers.
//!
//! The flow is a graph. Its nodes are values and the contents of variables; an edge says which part of one comes from which
//! part of the other. Marks are spread along the edges: forwards, by all edges, which [`Flow`] finds in one walk over the
//! words, or back, where the edges of most instructions are found when a mark gets to them. It knows no decoration.

use super::dependence::{self, Dependence};
use super::part::Part;
use super::program::{Place, Program};
use crate::builder::grammar;
use crate::builder::inst::instructions;
use rustc_hash::FxHashSet;
use spirv::{Op, Word};

/// Something that a value is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    /// The result of an instruction; of a function, what it returns. Of a pointer, the resource that it points into.
    Value(Word),
    /// The place of a pointer within its variable or resource.
    Offset(Word),
    /// The contents of a variable; of a parameter, those that the caller has put there.
    Content(Word),
    /// What a function stores through a parameter.
    Written(Word),
}

impl Node {
    fn id(self) -> Word {
        let (Node::Value(id) | Node::Offset(id) | Node::Content(id) | Node::Written(id)) = self;
        id
    }

    /// The number of a node: those of an id are beside each other.
    fn number(self) -> usize {
        let (id, kind) = match self {
            Node::Value(id) => (id, 0),
            Node::Offset(id) => (id, 1),
            Node::Content(id) => (id, 2),
            Node::Written(id) => (id, 3),
        };
        id as usize * 4 + kind
    }
}

/// How the parts of the two ends of an edge correspond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Map {
    /// Each part comes from the same part.
    Same,
    /// Each part comes from all parts.
    All,
    /// The whole becomes a part.
    Into(Part),
    /// The part becomes the whole.
    OutOf(Part),
}

impl Map {
    /// The part at the end that comes from a part at the start.
    fn forwards(self, part: Part) -> Option<Part> {
        match self {
            Map::Same => Some(part),
            Map::All => Some(Part::WHOLE),
            Map::Into(into) => Some(into),
            Map::OutOf(from) => from.overlaps(part).then_some(Part::WHOLE),
        }
    }

    /// The part at the start that a part at the end comes from.
    fn back(self, part: Part) -> Option<Part> {
        match self {
            Map::Same => Some(part),
            Map::All => Some(Part::WHOLE),
            Map::Into(into) => into.overlaps(part).then_some(Part::WHOLE),
            Map::OutOf(from) => Some(from),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    from: Node,
    to: Node,
    map: Map,
}

/// Which flow counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Follows {
    /// Numbers that results are computed from.
    Numbers,
    /// Everything that results depend on: conditions and addresses as well.
    Everything,
}

/// The flow of values in a module.
#[derive(Debug)]
pub(super) struct Flow {
    edges: Vec<Edge>,
}

/// The marked parts of nodes.
#[derive(Debug, Default)]
pub(super) struct Marks {
    /// The marks of nodes, by their numbers.
    nodes: Vec<Mark>,
    /// The marked parts of nodes that are not marked as a whole.
    parts: FxHashSet<(Node, Part)>,
}

/// What is marked of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Nothing,
    Parts,
    Whole,
}

impl Marks {
    /// Returns whether any part of a node is marked.
    pub(super) fn has(&self, node: Node) -> bool {
        self.nodes.get(node.number()).is_some_and(|mark| *mark != Mark::Nothing)
    }

    /// Marks a part of a node; returns whether that is new.
    fn add(&mut self, node: Node, part: Part) -> bool {
        let number = node.number();
        if number >= self.nodes.len() {
            self.nodes.resize((number + 1).max(2 * self.nodes.len()), Mark::Nothing);
        }
        let mark = &mut self.nodes[number];
        if *mark == Mark::Whole {
            return false;
        }
        *mark = if part == Part::WHOLE { Mark::Whole } else { Mark::Parts };
        part == Part::WHOLE || self.parts.insert((node, part))
    }
}

impl Flow {
    /// The flow in the functions of a program.
    pub(super) fn new(program: &Program<'_>, follows: Follows) -> Self {
        // An instruction has four words or more, and an edge for most operands.
        let mut walk = Walk { program, follows, function: 0, edges: Vec::with_capacity(program.words.len() / 2) };
        for (_, _, inst) in instructions(program.words) {
            walk.visit(inst);
        }
        Flow { edges: walk.edges }
    }

    /// Spreads marks as far as values flow.
    pub(super) fn spread(&self, seeds: impl IntoIterator<Item = (Node, Part)>) -> Marks {
        let adjacent = Adjacent::new(&self.edges);
        let mut spreading = Spreading::new(seeds);
        while let Some((node, part)) = spreading.open.pop() {
            for at in adjacent.of(node) {
                let Edge { to, map, .. } = self.edges[at];
                spreading.mark(to, map.forwards(part));
            }
        }
        spreading.marks
    }
}

/// The number of marks for which edges are found without order.
const FEW: usize = 16;

/// Spreads marks back to all that flows into them. There are few seeds, and the edges of most instructions are not needed.
pub(super) fn spread_back(
    program: &Program<'_>,
    follows: Follows,
    seeds: impl IntoIterator<Item = (Node, Part)>,
) -> Marks {
    let mut walk = Walk { program, follows, function: 0, edges: Vec::new() };
    // By id: the position of the instruction whose result it is, plus one.
    let mut definitions: Vec<u32> = Vec::new();
    for (op, at, inst) in instructions(program.words) {
        if leads_elsewhere(op) {
            walk.visit(inst);
        } else if grammar::shape(op).result_at() == Some(2) {
            let id = inst[2] as usize;
            if id >= definitions.len() {
                definitions.resize((id + 1).max(2 * definitions.len()), 0);
            }
            definitions[id] = at as u32 + 1;
        }
    }
    let mut elsewhere = std::mem::take(&mut walk.edges);
    let mut spreading = Spreading::new(seeds);
    let mut followed = 0;
    while let Some((node, part)) = spreading.open.pop() {
        followed += 1;
        if followed == FEW {
            elsewhere.sort_unstable_by_key(|edge| edge.to.number());
        }
        let into = if followed < FEW {
            &elsewhere[..]
        } else {
            let first = elsewhere.partition_point(|edge| edge.to.number() < node.number());
            let behind = elsewhere.partition_point(|edge| edge.to.number() <= node.number());
            &elsewhere[first..behind]
        };
        walk.edges.clear();
        if let Some(&at) = definitions.get(node.id() as usize)
            && at != 0
        {
            let (_, _, inst) = instructions(&program.words[at as usize - 1..]).next().expect("it was there before");
            walk.visit(inst);
        }
        let into = into.iter().chain(&walk.edges).filter(|edge| edge.to == node);
        into.for_each(|edge| spreading.mark(edge.from, edge.map.back(part)));
    }
    spreading.marks
}

/// Returns whether an instruction lets values flow into something besides its result.
fn leads_elsewhere(op: u16) -> bool {
    [Op::Function, Op::FunctionCall, Op::ReturnValue, Op::Store].iter().any(|&other| other as u16 == op)
}

/// Marks, and those whose edges have not been followed yet.
struct Spreading {
    marks: Marks,
    open: Vec<(Node, Part)>,
}

impl Spreading {
    fn new(seeds: impl IntoIterator<Item = (Node, Part)>) -> Self {
        let mut spreading = Spreading { marks: Marks::default(), open: Vec::new() };
        seeds.into_iter().for_each(|(node, part)| spreading.mark(node, Some(part)));
        spreading
    }

    fn mark(&mut self, node: Node, part: Option<Part>) {
        if let Some(part) = part
            && self.marks.add(node, part)
        {
            self.open.push((node, part));
        }
    }
}

/// The edges that leave each node, as lists.
struct Adjacent {
    /// The number of the first edge of each node plus one, by number of the node; 0 for none.
    first: Vec<u32>,
    /// The number of the next edge of the same node plus one, by number of the edge; 0 for none.
    next: Vec<u32>,
}

impl Adjacent {
    fn new(edges: &[Edge]) -> Self {
        let start = |edge: &Edge| edge.from.number();
        let count = edges.iter().map(start).max().map_or(0, |last| last + 1);
        let (mut first, mut next) = (vec![0; count], vec![0; edges.len()]);
        // From the last one on, so that lists are in the order of the edges.
        for (at, edge) in edges.iter().enumerate().rev() {
            next[at] = std::mem::replace(&mut first[start(edge)], at as u32 + 1);
        }
        Adjacent { first, next }
    }

    /// The numbers of the edges that leave a node.
    fn of(&self, node: Node) -> impl Iterator<Item = usize> {
        let first = self.first.get(node.number()).copied().unwrap_or(0);
        let number = |edge: u32| edge.checked_sub(1).map(|edge| edge as usize);
        std::iter::successors(number(first), move |&edge| number(self.next[edge]))
    }
}

/// The walk that finds the edges.
struct Walk<'a> {
    program: &'a Program<'a>,
    follows: Follows,
    /// The current function.
    function: Word,
    edges: Vec<Edge>,
}

impl Walk<'_> {
    fn edge(&mut self, from: Node, to: Node, map: Map) {
        self.edges.push(Edge { from, to, map });
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn visit(&mut self, inst: &[Word]) {
        match Op::from_u32(inst[0] & 0xFFFF).unwrap_or(Op::Nop) {
            Op::Function => self.function = inst[2],
            Op::FunctionCall => self.call(inst),
            Op::ReturnValue => self.edge(Node::Value(inst[1]), Node::Value(self.function), Map::Same),
            Op::Load => self.load(inst),
            Op::Store => self.store(inst),
            Op::CompositeExtract => {
                let map = inst.get(4).map_or(Map::Same, |&part| Map::OutOf(Part::number(part)));
                self.edge(Node::Value(inst[3]), Node::Value(inst[2]), map);
            }
            Op::CompositeInsert => {
                let map = inst.get(5).map_or(Map::Same, |&part| Map::Into(Part::number(part)));
                self.edge(Node::Value(inst[3]), Node::Value(inst[2]), map);
                self.edge(Node::Value(inst[4]), Node::Value(inst[2]), Map::Same);
            }
            Op::CompositeConstruct => self.construct(inst),
            op => {
                if self.program.is_chain(inst[0]) {
                    return self.chain(inst);
                }
                self.depend(inst, &dependence::of(op, inst));
            }
        }
    }

    fn depend(&mut self, inst: &[Word], dependence: &Dependence<'_>) {
        let map = if dependence.by_component { Map::Same } else { Map::All };
        for &operand in dependence.numbers {
            self.edge(Node::Value(operand), Node::Value(inst[2]), map);
        }
        if self.follows == Follows::Numbers {
            return;
        }
        for &operand in dependence.others {
            self.edge(Node::Value(operand), Node::Value(inst[2]), Map::All);
        }
        for &pointer in dependence.pointers {
            self.edge(Node::Value(pointer), Node::Value(inst[2]), Map::All);
            self.edge(Node::Offset(pointer), Node::Value(inst[2]), Map::All);
        }
    }

    fn construct(&mut self, inst: &[Word]) {
        let parts = &inst[3..];
        let is_by_part = self.program.parts_of(inst[1]).is_none_or(|count| count as usize == parts.len());
        for (number, &part) in (0..).zip(parts) {
            let map = if is_by_part { Map::Into(Part::number(number)) } else { Map::All };
            self.edge(Node::Value(part), Node::Value(inst[2]), map);
        }
    }

    fn load(&mut self, inst: &[Word]) {
        let (result, pointer) = (Node::Value(inst[2]), inst[3]);
        if self.follows == Follows::Everything {
            self.edge(Node::Value(pointer), result, Map::All);
            self.edge(Node::Offset(pointer), result, Map::All);
        }
        let place = self.program.place(pointer);
        if self.program.is_remembered(place.root) {
            self.read(place, result);
        }
    }

    /// Adds the flow from the memory at a place into a node.
    fn read(&mut self, place: Place, into: Node) {
        let map = place.part.map_or(Map::Same, Map::OutOf);
        self.edge(Node::Content(place.root), into, map);
        if self.program.is_parameter(place.root) {
            self.edge(Node::Written(place.root), into, map);
        }
    }

    /// A node flows into what is at a place.
    fn write(&mut self, from: Node, place: Place) {
        let map = place.part.map_or(Map::Same, Map::Into);
        let content = match self.program.is_parameter(place.root) {
            true => Node::Written(place.root),
            false => Node::Content(place.root),
        };
        self.edge(from, content, map);
    }

    fn store(&mut self, inst: &[Word]) {
        self.write(Node::Value(inst[2]), self.program.place(inst[1]));
    }

    fn call(&mut self, inst: &[Word]) {
        let callee = inst[3];
        self.edge(Node::Value(callee), Node::Value(inst[2]), Map::Same);
        for (&arg, &param) in inst[4..].iter().zip(self.program.parameters(callee)) {
            self.edge(Node::Value(arg), Node::Value(param), Map::Same);
            self.edge(Node::Offset(arg), Node::Offset(param), Map::Same);
            let place = self.program.place(arg);
            self.read(place, Node::Content(param));
            self.write(Node::Written(param), place);
        }
    }

    /// A pointer into something: an index selects a resource, or a place within one.
    fn chain(&mut self, inst: &[Word]) {
        if self.follows == Follows::Numbers {
            return;
        }
        let (result, base) = (inst[2], self.program.base_of(inst));
        self.edge(Node::Value(base), Node::Value(result), Map::Same);
        self.edge(Node::Offset(base), Node::Offset(result), Map::Same);
        for (index, selects) in self.program.indices_of(inst) {
            let to = if selects { Node::Value(result) } else { Node::Offset(result) };
            self.edge(Node::Value(index), to, Map::All);
        }
    }
}
