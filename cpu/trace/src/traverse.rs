//! The traversal of a tree of eight-way nodes by one ray: what is still to be visited, and the next leaf.

use crate::bottom::Points;
use crate::ray::{Met, Slabs};
use crate::tree::{Link, Node, Target, Tree};
use crate::triangle::Sheared;

/// A part of the tree that is still to be visited.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Todo {
    pub(crate) link: Link,
    /// Where the ray enters it, in the measure of its tree.
    pub(crate) enter: f32,
}

/// A ray in the tree of an instance, or in that of the scene.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Level {
    pub(crate) slabs: Slabs,
    pub(crate) start: f32,
    pub(crate) reach: f32,
}

/// A test of the boxes of a node, as [`Slabs::eight`].
pub(crate) trait Eight: Fn(&Slabs, &Node, f32, f32) -> Met {}
impl<T: Fn(&Slabs, &Node, f32, f32) -> Met> Eight for T {}

/// A test of the triangles of a leaf, as [`Sheared::misses`].
pub(crate) trait Misses: Fn(&Sheared, &Points) -> u32 {}
impl<T: Fn(&Sheared, &Points) -> u32> Misses for T {}

/// The tests of what a tree holds, in the instructions of a processor.
pub(crate) struct Tests<E, M> {
    pub(crate) eight: E,
    pub(crate) misses: M,
}

/// Primitives in the order of a tree, and where the ray enters their box.
pub(crate) struct Leaf {
    pub(crate) first: u32,
    pub(crate) count: u32,
    pub(crate) enter: f32,
}

/// The next leaf of a tree that the ray reaches.
#[inline(always)]
pub(crate) fn next_leaf(
    todo: &mut Vec<Todo>,
    below: usize,
    tree: &Tree,
    level: &Level,
    eight: &impl Eight,
) -> Option<Leaf> {
    while todo.len() > below {
        let mut next = todo.pop()?;
        if next.enter > level.reach {
            continue;
        }
        loop {
            let number = match next.link.target() {
                Target::Leaf { count: 0, .. } => break,
                Target::Leaf { first, count } => return Some(Leaf { first, count, enter: next.enter }),
                Target::Node(number) => number,
            };
            let Some(node) = tree.node(number) else { break };
            let met = eight(&level.slabs, node, level.start, level.reach);
            let Some(nearest) = nearest(todo, &node.children, &met) else { break };
            next = nearest;
        }
    }
    None
}

/// The nearest child of those that the ray meets. The others are added to what is to be visited, the nearest last.
#[inline(always)]
pub(crate) fn nearest(todo: &mut Vec<Todo>, children: &[Link; 8], met: &Met) -> Option<Todo> {
    let (enters, mut left) = (&met.enters, met.boxes);
    if left == 0 {
        return None;
    }
    let mut child = || {
        let at = left.trailing_zeros() as usize % 8;
        left &= left - 1;
        (Todo { link: children[at], enter: enters[at] }, left != 0)
    };
    let (first, is_more) = child();
    if !is_more {
        return Some(first);
    }
    let (second, mut is_more) = child();
    let (near, far) = if second.enter < first.enter { (second, first) } else { (first, second) };
    todo.push(far);
    if !is_more {
        return Some(near);
    }
    let start = todo.len() - 1;
    todo.push(near);
    while is_more {
        let new;
        (new, is_more) = child();
        let mut place = todo.len();
        todo.push(new);
        while place > start && todo[place - 1].enter < new.enter {
            todo[place] = todo[place - 1];
            place -= 1;
        }
        todo[place] = new;
    }
    todo.pop()
}
