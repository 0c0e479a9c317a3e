//! Trees of boxes whose nodes have eight children, and how they are built.
//!
//! A node is split where the sum of areas times numbers is least among sixteen places along each axis; the largest part of
//! what results is split again until there are eight. Where that makes no progress, and in deep nodes, halves are split off by
//! number, so that depth has a bound. One thread builds a tree, so that it is a function of its primitives.

use crate::bounds::Bounds;

/// The most primitives of a leaf.
pub(crate) const LEAF: usize = 4;
/// From this depth on, nodes are split by number.
const DEEP: u32 = 12;
/// The places along an axis where a node may be split.
const BINS: usize = 16;

/// A child of a node, or the root: a node or primitives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link(u32);

/// What a link leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Node(u32),
    /// The first primitive in the order of the tree, and the number of them; 0 for what is not there.
    Leaf {
        first: u32,
        count: u32,
    },
}

impl Link {
    pub(crate) const NOTHING: Link = Link::leaf(0, 0);

    #[inline]
    pub(crate) const fn leaf(first: u32, count: u32) -> Link {
        Link(1 << 31 | count << 28 | first)
    }

    #[inline]
    pub(crate) fn target(self) -> Target {
        match self.0 >> 31 {
            0 => Target::Node(self.0),
            _ => Target::Leaf { first: self.0 & ((1 << 28) - 1), count: self.0 >> 28 & 7 },
        }
    }
}

/// A node: the planes of its children's boxes by axis and side, and the children.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Node {
    pub(crate) planes: [[[f32; 8]; 2]; 3],
    pub(crate) children: [Link; 8],
    /// The children that are there, as bits.
    pub(crate) present: u32,
}

/// A tree.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
    pub(crate) root: Link,
    pub(crate) bounds: Bounds,
    /// The largest magnitude of a coordinate.
    pub(crate) extent: f32,
}

/// A primitive that is built in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    pub(crate) bounds: Bounds,
    /// Twice the centre of its box.
    centre: [f32; 3],
    /// The number of the primitive.
    pub(crate) number: u32,
}

impl Item {
    pub(crate) fn new(bounds: Bounds, number: u32) -> Item {
        Item { bounds, centre: bounds.centre(), number }
    }
}

/// A part of the primitives.
#[derive(Clone, Copy, Debug)]
struct Part {
    first: usize,
    count: usize,
    bounds: Bounds,
}

impl Tree {
    /// Builds the tree of primitives, and puts these into its order.
    pub(crate) fn new(items: &mut [Item]) -> Tree {
        let mut bounds = Bounds::EMPTY;
        items.iter().for_each(|item| bounds.join(&item.bounds));
        let mut tree = Tree {
            nodes: Vec::with_capacity(items.len() / 8 + 1),
            root: Link::NOTHING,
            bounds,
            extent: bounds.largest(),
        };
        let whole = Part { first: 0, count: items.len(), bounds };
        if items.len() <= LEAF {
            tree.root = Link::leaf(0, items.len() as u32);
            return tree;
        }
        tree.root = Link(0);
        tree.nodes.push(Node::EMPTY);
        let mut todo = vec![(whole, 0u32, 0u32)];
        while let Some((part, node, depth)) = todo.pop() {
            for (at, child) in parts(items, part, depth).into_iter().enumerate() {
                let link = if child.count <= LEAF {
                    Link::leaf(child.first as u32, child.count as u32)
                } else {
                    let number = tree.nodes.len() as u32;
                    tree.nodes.push(Node::EMPTY);
                    todo.push((child, number, depth + 1));
                    Link(number)
                };
                tree.nodes[node as usize].set(at, &child.bounds, link);
            }
        }
        tree
    }

    /// Gives leaves with something in them other first numbers, those that a function makes of their own and the counts.
    pub(crate) fn place_leaves(&mut self, mut place: impl FnMut(u32, u32) -> u32) {
        let mut placed = |link: &mut Link| match link.target() {
            Target::Leaf { first, count } if count > 0 => *link = Link::leaf(place(first, count), count),
            Target::Leaf { .. } | Target::Node(_) => {}
        };
        placed(&mut self.root);
        self.nodes.iter_mut().flat_map(|node| &mut node.children).for_each(placed);
    }

    #[inline]
    pub(crate) fn node(&self, number: u32) -> Option<&Node> {
        self.nodes.get(number as usize)
    }
}

impl Node {
    const EMPTY: Node =
        Node { planes: [[[f32::INFINITY; 8], [f32::NEG_INFINITY; 8]]; 3], children: [Link::NOTHING; 8], present: 0 };

    fn set(&mut self, at: usize, bounds: &Bounds, link: Link) {
        for axis in 0..3 {
            self.planes[axis][0][at] = bounds.min[axis];
            self.planes[axis][1][at] = bounds.max[axis];
        }
        self.children[at] = link;
        self.present |= u32::from(link != Link::NOTHING) << at;
    }
}

/// The parts that become the children of a node: eight at most.
fn parts(items: &mut [Item], whole: Part, depth: u32) -> Vec<Part> {
    let mut parts = Vec::with_capacity(8);
    parts.push(whole);
    while parts.len() < 8 {
        let is_large = |part: &&Part| part.count > LEAF;
        let area = |at: usize| parts[at].bounds.area();
        let largest = (0..parts.len()).filter(|at| is_large(&&parts[*at]));
        let largest = largest.reduce(|best, at| if area(at) > area(best) { at } else { best });
        let Some(at) = largest else { break };
        let (left, right) = split(items, parts[at], depth);
        parts[at] = left;
        parts.insert(at + 1, right);
    }
    parts
}

/// What is in a bin.
#[derive(Clone, Copy)]
struct Bin {
    bounds: Bounds,
    count: usize,
}

const NO_BIN: Bin = Bin { bounds: Bounds::EMPTY, count: 0 };

impl Bin {
    fn join(&mut self, other: &Bin) {
        self.bounds.join(&other.bounds);
        self.count += other.count;
    }

    fn cost(&self) -> f32 {
        self.bounds.area() * self.count.div_ceil(LEAF) as f32
    }
}

/// A way to split: the axis, the first bin on the right, and what is on both sides.
struct Cut {
    axis: usize,
    bin: usize,
    sides: [Bin; 2],
    cost: f32,
}

/// Splits a part of more than one primitive into two that have some.
fn split(items: &mut [Item], part: Part, depth: u32) -> (Part, Part) {
    let own = &mut items[part.first..part.first + part.count];
    let mut centres = Bounds::EMPTY;
    own.iter().for_each(|item| centres.add(item.centre));
    let scales = [0, 1, 2].map(|axis| {
        let extent = centres.max[axis] - centres.min[axis];
        let scale = BINS as f32 / extent;
        if extent > 0.0 && scale.is_finite() { Some(scale) } else { None }
    });
    let cut = if depth < DEEP { best_cut(own, &centres, scales) } else { None };
    let Some(cut) = cut else { return halves(own, part, &centres) };
    let scale = scales[cut.axis].unwrap_or(0.0);
    let count = partition(own, |item| bin(item, cut.axis, centres.min[cut.axis], scale) < cut.bin);
    let [left, right] = cut.sides;
    (
        Part { first: part.first, count, bounds: left.bounds },
        Part { first: part.first + count, count: part.count - count, bounds: right.bounds },
    )
}

#[inline]
fn bin(item: &Item, axis: usize, start: f32, scale: f32) -> usize {
    // A conversion of what is not a number, or not in range, gives a bin all the same.
    (((item.centre[axis] - start) * scale) as usize).min(BINS - 1)
}

fn best_cut(items: &[Item], centres: &Bounds, scales: [Option<f32>; 3]) -> Option<Cut> {
    let mut bins = [[NO_BIN; BINS]; 3];
    for item in items {
        for axis in 0..3 {
            let Some(scale) = scales[axis] else { continue };
            let bin = &mut bins[axis][bin(item, axis, centres.min[axis], scale)];
            bin.bounds.join(&item.bounds);
            bin.count += 1;
        }
    }
    let mut best: Option<Cut> = None;
    for (axis, bins) in bins.iter().enumerate().filter(|(axis, _)| scales[*axis].is_some()) {
        let mut rights = [NO_BIN; BINS];
        let mut right = NO_BIN;
        for at in (1..BINS).rev() {
            right.join(&bins[at]);
            rights[at] = right;
        }
        let mut left = NO_BIN;
        for at in 1..BINS {
            left.join(&bins[at - 1]);
            let right = rights[at];
            let cost = left.cost() + right.cost();
            if left.count > 0 && right.count > 0 && best.as_ref().is_none_or(|best| cost < best.cost) {
                best = Some(Cut { axis, bin: at, sides: [left, right], cost });
            }
        }
    }
    best
}

/// Moves the items for which something holds to the front, and returns how many they are. The order is a function of the input.
fn partition(items: &mut [Item], is_left: impl Fn(&Item) -> bool) -> usize {
    let (mut left, mut right) = (0, items.len());
    while left < right {
        if is_left(&items[left]) {
            left += 1;
        } else {
            right -= 1;
            items.swap(left, right);
        }
    }
    left
}

/// Two halves by the centres along the longest axis.
fn halves(items: &mut [Item], part: Part, centres: &Bounds) -> (Part, Part) {
    let extent = |axis: usize| centres.max[axis] - centres.min[axis];
    let axis = (1..3).fold(0, |best, axis| if extent(axis) > extent(best) { axis } else { best });
    let count = items.len() / 2;
    items.select_nth_unstable_by(count, |a, b| a.centre[axis].total_cmp(&b.centre[axis]).then(a.number.cmp(&b.number)));
    let half = |first: usize, items: &[Item]| {
        let mut bounds = Bounds::EMPTY;
        items.iter().for_each(|item| bounds.join(&item.bounds));
        Part { first: part.first + first, count: items.len(), bounds }
    };
    let (left, right) = items.split_at(count);
    (half(0, left), half(count, right))
}
