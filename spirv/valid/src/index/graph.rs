//! The control-flow graph of a function: successors, reachability, dominators.
//!
//! It knows nothing of rules. Blocks are numbered in their order in the function, from 0, the entry block.

use dialect::ir::dominators;

/// No block.
pub(crate) const NONE: u32 = dominators::NONE;

/// Lists of blocks, one per block.
#[derive(Default)]
pub(crate) struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// Adds the list of the next block.
    pub(crate) fn push(&mut self, items: impl Iterator<Item = u32>) {
        self.starts.push(self.items.len() as u32);
        self.items.extend(items);
    }

    /// The list of a block.
    pub(crate) fn of(&self, block: u32) -> &[u32] {
        let start = self.starts[block as usize] as usize;
        let end = self.starts.get(block as usize + 1).map_or(self.items.len(), |end| *end as usize);
        &self.items[start..end]
    }

    /// The number of blocks.
    pub(crate) fn len(&self) -> usize {
        self.starts.len()
    }

    /// The reversed edges.
    pub(crate) fn reversed(&self) -> Lists {
        let count = self.len();
        let mut starts = vec![0u32; count + 1];
        for item in &self.items {
            starts[*item as usize + 1] += 1;
        }
        for at in 0..count {
            starts[at + 1] += starts[at];
        }
        let mut next = starts.clone();
        let mut items = vec![0; self.items.len()];
        for from in 0..count as u32 {
            for to in self.of(from) {
                items[next[*to as usize] as usize] = from;
                next[*to as usize] += 1;
            }
        }
        starts.pop();
        Lists { starts, items }
    }
}

/// A depth-first search from the entry block.
pub(crate) struct Order {
    /// The reachable blocks in reverse post-order.
    pub(crate) blocks: Vec<u32>,
    /// The position of each block in that order, or [`NONE`].
    pub(crate) place: Vec<u32>,
    /// The edges to a block that was still open: back edges.
    pub(crate) back: Vec<(u32, u32)>,
}

impl Order {
    /// Searches a graph.
    pub(crate) fn new(successors: &Lists) -> Order {
        let count = successors.len();
        let (mut state, mut post, mut back) = (vec![0u8; count], Vec::with_capacity(count), Vec::new());
        let mut stack: Vec<(u32, u32)> = Vec::new();
        if count > 0 {
            stack.push((0, 0));
            state[0] = 1;
        }
        while let Some((block, next)) = stack.last_mut() {
            let block = *block;
            let Some(&to) = successors.of(block).get(*next as usize) else {
                state[block as usize] = 2;
                post.push(block);
                stack.pop();
                continue;
            };
            *next += 1;
            match state[to as usize] {
                0 => {
                    state[to as usize] = 1;
                    stack.push((to, 0));
                }
                1 => back.push((block, to)),
                _ => {}
            }
        }
        post.reverse();
        let mut place = vec![NONE; count];
        for (at, block) in post.iter().enumerate() {
            place[*block as usize] = at as u32;
        }
        Order { blocks: post, place, back }
    }

    /// Returns whether a block is reachable.
    pub(crate) fn reaches(&self, block: u32) -> bool {
        self.place[block as usize] != NONE
    }
}

/// The dominator tree, with intervals over it for constant-time queries.
pub(crate) struct Dominators {
    /// The immediate dominator of each block, or [`NONE`].
    pub(crate) parent: Vec<u32>,
    enter: Vec<u32>,
    leave: Vec<u32>,
}

impl Dominators {
    /// The dominators of a graph, given its order.
    pub(crate) fn new(order: &Order, successors: &Lists) -> Dominators {
        let parent = dominators::immediate(successors.len(), |block| successors.of(block));
        let (enter, leave) = intervals(order, &parent);
        Dominators { parent, enter, leave }
    }

    /// Returns whether a block dominates another one, or is it. Unreachable blocks dominate nothing.
    pub(crate) fn dominates(&self, left: u32, right: u32) -> bool {
        let (left, right) = (left as usize, right as usize);
        self.enter[left] != NONE
            && self.enter[right] != NONE
            && self.enter[left] <= self.enter[right]
            && self.leave[right] <= self.leave[left]
    }
}

/// Entry and exit times of each block in a walk over the tree.
fn intervals(order: &Order, parent: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let count = parent.len();
    let (mut size, mut enter, mut leave) = (vec![1u32; count], vec![NONE; count], vec![NONE; count]);
    for block in order.blocks.iter().rev() {
        let own = size[*block as usize];
        if let Some(above) = size.get_mut(parent[*block as usize] as usize) {
            *above += own;
        }
    }
    let mut next = vec![0u32; count];
    for block in &order.blocks {
        let (at, above) = (*block as usize, parent[*block as usize]);
        let start = if above == NONE { 0 } else { next[above as usize] };
        if above != NONE {
            next[above as usize] += size[at];
        }
        enter[at] = start;
        leave[at] = start + size[at];
        next[at] = start + 1;
    }
    (enter, leave)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lists(edges: &[&[u32]]) -> Lists {
        let mut lists = Lists::default();
        edges.iter().for_each(|list| lists.push(list.iter().copied()));
        lists
    }

    #[test]
    fn dominators_of_a_loop_with_a_branch_and_an_unreachable_block() {
        // 0 -> 1; 1 -> 2, 5; 2 -> 3, 4; 3 -> 4; 4 -> 1; 6 -> 5
        let next = lists(&[&[1], &[2, 5], &[3, 4], &[4], &[1], &[], &[5]]);
        let order = Order::new(&next);
        assert_eq!(order.back, [(4, 1)]);
        assert!(!order.reaches(6));
        let dominators = Dominators::new(&order, &next);
        assert_eq!(dominators.parent, [NONE, 0, 1, 2, 2, 1, NONE]);
        assert!(dominators.dominates(1, 4) && dominators.dominates(4, 4));
        assert!(!dominators.dominates(3, 4) && !dominators.dominates(5, 1) && !dominators.dominates(6, 5));
    }

    #[test]
    fn a_long_chain_needs_no_deep_stack() {
        let count = 200_000;
        let mut next = Lists::default();
        for block in 0..count {
            next.push((block + 1 < count).then_some(block + 1).into_iter());
        }
        let order = Order::new(&next);
        let dominators = Dominators::new(&order, &next);
        assert!(dominators.dominates(0, count - 1));
    }
}
