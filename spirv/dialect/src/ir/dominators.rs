//! Immediate dominators of a graph, by Lengauer and Tarjan.
//!
//! Nodes are numbers. The work grows with the edges and the logarithm of the nodes, whatever the graph: iterative
//! algorithms are quadratic where loops have many entries. Small graphs for which one pass is enough, as most are, take
//! that.

/// No node.
pub const NONE: u32 = u32::MAX;
/// Graphs with this many nodes are small: the path from each node to the root may be walked for each edge.
const FEW: usize = 64;

/// As [`immediate`], for nodes that are all reachable and numbered in reverse post-order.
pub fn immediate_in_order<'g>(count: usize, next: impl Fn(u32) -> &'g [u32]) -> Vec<u32> {
    let by_one_pass = if count <= FEW { one_pass(count, &next) } else { None };
    by_one_pass.unwrap_or_else(|| immediate(count, next))
}

/// The result of one pass in reverse post-order. `None` where a back edge would change it, as in an irreducible graph.
fn one_pass<'g>(count: usize, next: &impl Fn(u32) -> &'g [u32]) -> Option<Vec<u32>> {
    let mut found = vec![NONE; count];
    for node in 0..count as u32 {
        for target in next(node).iter().copied().filter(|target| *target != 0) {
            let known = found[target as usize];
            let common = if known == NONE { node } else { common(&found, known, node) };
            if target <= node && common != known {
                return None;
            }
            found[target as usize] = common;
        }
    }
    Some(found)
}

/// The nearest common ancestor of two nodes.
fn common(found: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        let later = if a > b { &mut a } else { &mut b };
        *later = found[*later as usize];
    }
    a
}

/// The immediate dominator of each of `count` nodes, with node 0 as the root; [`NONE`] for node 0 itself and for
/// unreachable nodes.
pub fn immediate<'g>(count: usize, next: impl Fn(u32) -> &'g [u32]) -> Vec<u32> {
    let mut found = vec![NONE; count];
    if count == 0 {
        return found;
    }
    let walk = Walk::new(count, &next);
    let sources = walk.sources(&next);
    let closest = Forest::new(walk.parent).closest(&sources);
    for (at, node) in walk.nodes.iter().enumerate().skip(1) {
        found[*node as usize] = walk.nodes[closest[at] as usize];
    }
    found
}

/// A depth-first search. From here on nodes are named by their preorder numbers.
struct Walk {
    nodes: Vec<u32>,
    /// The preorder number of each node, or [`NONE`].
    place: Vec<u32>,
    /// The parent of each node in the tree.
    parent: Vec<u32>,
}

impl Walk {
    fn new<'g>(count: usize, next: &impl Fn(u32) -> &'g [u32]) -> Walk {
        let mut walk = Walk { nodes: Vec::new(), place: vec![NONE; count], parent: Vec::new() };
        let mut open: Vec<(u32, u32, usize)> = vec![(walk.enter(0, 0), 0, 0)];
        while let Some((at, node, taken)) = open.last_mut() {
            let (at, target) = (*at, next(*node).get(*taken).copied());
            *taken += 1;
            match target {
                None => drop(open.pop()),
                Some(target) if walk.place[target as usize] == NONE => open.push((walk.enter(target, at), target, 0)),
                Some(_) => {}
            }
        }
        walk
    }

    fn enter(&mut self, node: u32, parent: u32) -> u32 {
        let at = self.nodes.len() as u32;
        self.place[node as usize] = at;
        self.nodes.push(node);
        self.parent.push(parent);
        at
    }

    /// The predecessors of each node, as one list with the start of each part.
    fn sources<'g>(&self, next: &impl Fn(u32) -> &'g [u32]) -> Sources {
        let mut starts = vec![0u32; self.nodes.len() + 1];
        let targets = |node: &u32| next(*node).iter().map(|target| self.place[*target as usize] as usize);
        for target in self.nodes.iter().flat_map(targets) {
            starts[target + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut free = starts.clone();
        let mut from = vec![0; starts.last().map_or(0, |end| *end as usize)];
        for (at, node) in self.nodes.iter().enumerate() {
            for target in targets(node) {
                from[free[target] as usize] = at as u32;
                free[target] += 1;
            }
        }
        Sources { starts, from }
    }
}

struct Sources {
    starts: Vec<u32>,
    from: Vec<u32>,
}

impl Sources {
    fn of(&self, at: usize) -> &[u32] {
        &self.from[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

/// The forest of the nodes that have been processed, from the last to the first.
struct Forest {
    parent: Vec<u32>,
    /// An ancestor in the forest.
    above: Vec<u32>,
    /// The node with the least semidominator on the path up to `above`.
    least: Vec<u32>,
    /// The semidominators.
    semi: Vec<u32>,
}

impl Forest {
    fn new(parent: Vec<u32>) -> Forest {
        let places: Vec<u32> = (0..parent.len() as u32).collect();
        Forest { above: vec![NONE; parent.len()], least: places.clone(), semi: places, parent }
    }

    /// The immediate dominators of all nodes.
    fn closest(mut self, sources: &Sources) -> Vec<u32> {
        let count = self.parent.len();
        let mut closest = vec![0u32; count];
        // The nodes that wait for their dominator at their semidominator: a list linked through `waits`.
        let (mut first, mut waits) = (vec![NONE; count], vec![NONE; count]);
        for at in (1..count).rev() {
            for from in sources.of(at) {
                let least = self.least_above(*from);
                self.semi[at] = self.semi[at].min(self.semi[least as usize]);
            }
            let semi = self.semi[at] as usize;
            waits[at] = std::mem::replace(&mut first[semi], at as u32);
            let parent = self.parent[at];
            self.above[at] = parent;
            let mut waiting = std::mem::replace(&mut first[parent as usize], NONE);
            while waiting != NONE {
                let least = self.least_above(waiting);
                let is_less = self.semi[least as usize] < self.semi[waiting as usize];
                closest[waiting as usize] = if is_less { least } else { parent };
                waiting = waits[waiting as usize];
            }
        }
        for at in 1..count {
            if closest[at] != self.semi[at] {
                closest[at] = closest[closest[at] as usize];
            }
        }
        closest
    }

    /// The node with the least semidominator on the path from a node to the root of its tree, without the root.
    /// Compresses the path.
    fn least_above(&mut self, place: u32) -> u32 {
        let mut way = Vec::new();
        let mut at = place as usize;
        while self.above[at] != NONE && self.above[self.above[at] as usize] != NONE {
            way.push(at);
            at = self.above[at] as usize;
        }
        for at in way.into_iter().rev() {
            let above = self.above[at] as usize;
            if self.semi[self.least[above] as usize] < self.semi[self.least[at] as usize] {
                self.least[at] = self.least[above];
            }
            self.above[at] = self.above[above];
        }
        self.least[place as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(graph: &[Vec<u32>]) -> Vec<u32> {
        immediate(graph.len(), |node| &graph[node as usize])
    }

    /// Dominators by definition: the nodes without which a node is unreachable.
    fn by_definition(graph: &[Vec<u32>]) -> Vec<u32> {
        let reached = |without: Option<u32>| {
            let (mut seen, mut stack) = (vec![false; graph.len()], vec![0u32]);
            while let Some(node) = stack.pop().filter(|_| without != Some(0)) {
                if Some(node) != without && !std::mem::replace(&mut seen[node as usize], true) {
                    stack.extend(&graph[node as usize]);
                }
            }
            seen
        };
        let all = reached(None);
        let without: Vec<Vec<bool>> = (0..graph.len() as u32).map(|node| reached(Some(node))).collect();
        let dominators = |node: usize| {
            let is_dominator = |above: &usize| *above != node && all[node] && !without[*above][node];
            (0..graph.len()).filter(is_dominator).collect::<Vec<usize>>()
        };
        // The immediate dominator has the most dominators itself.
        let closest = |node| dominators(node).into_iter().max_by_key(|above| dominators(*above).len());
        (0..graph.len()).map(|node| closest(node).map_or(NONE, |above| above as u32)).collect()
    }

    #[test]
    fn small_graphs_have_the_dominators_of_the_definition() {
        let mut state = 1u64;
        let mut below = |limit: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % limit
        };
        for _ in 0..2000 {
            let count = 1 + below(12);
            let graph: Vec<Vec<u32>> =
                (0..count).map(|_| (0..below(4)).map(|_| below(count) as u32).collect()).collect();
            assert_eq!(of(&graph), by_definition(&graph), "{graph:?}");
            let graph = in_order(&graph);
            let found = immediate_in_order(graph.len(), |node| &graph[node as usize]);
            assert_eq!(found, by_definition(&graph), "{graph:?}");
        }
    }

    /// The reachable part of a graph, its nodes in reverse post-order.
    fn in_order(graph: &[Vec<u32>]) -> Vec<Vec<u32>> {
        fn visit(graph: &[Vec<u32>], node: u32, seen: &mut Vec<bool>, order: &mut Vec<u32>) {
            if !std::mem::replace(&mut seen[node as usize], true) {
                graph[node as usize].iter().for_each(|next| visit(graph, *next, seen, order));
                order.push(node);
            }
        }
        let mut order = Vec::new();
        visit(graph, 0, &mut vec![false; graph.len()], &mut order);
        order.reverse();
        let place = |node: &u32| order.iter().position(|other| other == node).unwrap() as u32;
        order.iter().map(|node| graph[*node as usize].iter().map(place).collect()).collect()
    }

    #[test]
    fn one_pass_is_enough_unless_a_loop_has_two_entries() {
        let take = |graph: &[Vec<u32>]| one_pass(graph.len(), &|node: u32| &graph[node as usize][..]);
        assert_eq!(take(&[vec![1], vec![2, 3], vec![1], vec![]]), Some(vec![NONE, 0, 1, 1]));
        // 2 is entered from 3, which is entered from 0.
        assert_eq!(take(&[vec![1, 3], vec![2], vec![3], vec![2]]), None);
    }

    #[test]
    fn no_graph_takes_long() {
        const COUNT: u32 = 200_000;
        let chain: Vec<Vec<u32>> = (1..=COUNT).map(|next| vec![next % COUNT]).collect();
        assert_eq!(of(&chain)[COUNT as usize - 1], COUNT - 2);
        // Two chains with edges between them everywhere, so that no loop has a single entry.
        let ladder = |node: u32| match node {
            0 => vec![1, 2],
            _ => {
                [node + 2, node ^ 3, node.saturating_sub(2)].into_iter().filter(|to| (1..COUNT).contains(to)).collect()
            }
        };
        let ladder: Vec<Vec<u32>> = (0..COUNT).map(ladder).collect();
        assert!(of(&ladder).iter().skip(1).all(|parent| *parent != NONE));
    }
}
