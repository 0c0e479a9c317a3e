//! Spaces of combinations by what the preprocessor looks up: combinations that differ only in sets that it does not look up have
//! one result, and one of them is compiled for all.
//!
//! The choices of the sets that were looked up decide which set is looked up next. So the look-ups of all combinations form a
//! tree: a node is a set, an edge its choice, and a leaf a result. Must not know how a combination is compiled.

/// Combinations with the same choices of the sets that are looked up, and any of the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cube {
    /// The sets in the order in which they are looked up, with their choices.
    pub(crate) path: Box<[(usize, u32)]>,
}

impl Cube {
    /// The choice of each set; `None` for any.
    pub(crate) fn choices(&self, sets: usize) -> Vec<Option<u32>> {
        let mut choices = vec![None; sets];
        self.path.iter().for_each(|(set, choice)| choices[*set] = Some(*choice));
        choices
    }

    /// The combination that is compiled.
    pub(crate) fn representative(&self, sets: usize) -> Vec<u32> {
        self.choices(sets).into_iter().map(Option::unwrap_or_default).collect()
    }

    /// The number of combinations, for sets with these numbers of choices.
    pub(crate) fn count(&self, sizes: &[u64]) -> u64 {
        self.choices(sizes.len())
            .iter()
            .zip(sizes)
            .filter(|(choice, _)| choice.is_none())
            .map(|(_, size)| size)
            .product()
    }
}

/// The cubes of a space, for sets with these numbers of choices; `None` if there are more than the limit, or `look_up` gives up.
/// `look_up` compiles the representatives of cubes, and returns the sets that each looks up, in their order.
pub(crate) fn explore(
    sizes: &[u64],
    limit: usize,
    mut look_up: impl FnMut(&[Cube]) -> Option<Vec<Vec<usize>>>,
) -> Option<Vec<Cube>> {
    let mut found = Vec::new();
    let mut pending = vec![Cube { path: Box::default() }];
    while !pending.is_empty() {
        if found.len() + pending.len() > limit {
            return None;
        }
        let all = look_up(&pending)?;
        let mut others = Vec::new();
        for (cube, sets) in pending.into_iter().zip(all) {
            let mut path = cube.path.into_vec();
            for set in sets.into_iter().filter(|set| sizes[*set] > 1) {
                if path.iter().any(|(known, _)| *known == set) {
                    continue;
                }
                if (others.len() as u64).saturating_add(sizes[set]) > limit as u64 {
                    return None;
                }
                let other = |choice| Cube { path: path.iter().copied().chain([(set, choice)]).collect() };
                others.extend((1..sizes[set] as u32).map(other));
                path.push((set, 0));
            }
            found.push(Cube { path: path.into() });
        }
        pending = others;
    }
    Some(found)
}

/// The tree of the look-ups of a space.
pub(crate) struct Tree {
    nodes: Vec<Node>,
    sets: usize,
}

enum Node {
    /// The look-up of a set, and the node of each of its choices.
    LookUp { set: usize, next: Box<[usize]> },
    /// The result of a cube.
    End(usize),
}

/// Two choices of a set that lead to different results, with the choices of others that do not differ.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    pub(crate) one: u32,
    pub(crate) other: u32,
    pub(crate) with: Vec<Option<u32>>,
}

/// What is known of a search that may take too long.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Search {
    Found(Difference),
    Nothing,
    /// The limit of steps was reached before.
    Unfinished,
}

/// The limit of steps of one search.
const STEPS: u32 = 1 << 24;

impl Tree {
    /// The tree of these cubes, which are all of a space.
    pub(crate) fn new(sizes: &[u64], cubes: &[Cube]) -> Self {
        let mut nodes = vec![Node::End(usize::MAX)];
        for (number, cube) in cubes.iter().enumerate() {
            let mut at = 0;
            for &(set, choice) in &cube.path {
                if let Node::End(_) = nodes[at] {
                    let first = nodes.len();
                    let size = sizes[set] as usize;
                    nodes[at] = Node::LookUp { set, next: (first..first + size).collect() };
                    nodes.extend((0..size).map(|_| Node::End(usize::MAX)));
                }
                if let Node::LookUp { next, .. } = &nodes[at] {
                    at = next[choice as usize];
                }
            }
            nodes[at] = Node::End(number);
        }
        Tree { nodes, sets: sizes.len() }
    }

    /// Two combinations that differ in one set alone, in a pair of its choices, and have different results.
    pub(crate) fn difference(
        &self,
        set: usize,
        pairs: &[(u32, u32)],
        is_same: &dyn Fn(usize, usize) -> bool,
    ) -> Search {
        let mut walk = Walk { tree: self, is_same, known: vec![None; self.sets], steps: 0 };
        let found = walk.find(0, set, pairs);
        match (found, walk.steps > STEPS) {
            (Some(difference), _) => Search::Found(difference),
            (None, true) => Search::Unfinished,
            (None, false) => Search::Nothing,
        }
    }
}

/// A walk through two parts of a tree at once. Paths have at most 63 sets with several choices, so that recursion ends soon.
struct Walk<'a> {
    tree: &'a Tree,
    is_same: &'a dyn Fn(usize, usize) -> bool,
    known: Vec<Option<u32>>,
    steps: u32,
}

impl Walk<'_> {
    fn find(&mut self, at: usize, wanted: usize, pairs: &[(u32, u32)]) -> Option<Difference> {
        let tree = self.tree;
        let Node::LookUp { set, next } = &tree.nodes[at] else { return None };
        if *set == wanted {
            return pairs.iter().find_map(|&(one, other)| {
                let with = self.differ(next[one as usize], next[other as usize])?;
                Some(Difference { one, other, with })
            });
        }
        self.each_choice(*set, next, |walk, next| walk.find(next, wanted, pairs))
    }

    /// The choices with which two nodes lead to different results.
    fn differ(&mut self, one: usize, other: usize) -> Option<Vec<Option<u32>>> {
        self.steps += 1;
        if self.steps > STEPS {
            return None;
        }
        let tree = self.tree;
        match (&tree.nodes[one], &tree.nodes[other]) {
            (Node::LookUp { set, next }, _) => self.each_choice(*set, next, |walk, next| walk.differ(next, other)),
            (Node::End(_), Node::LookUp { set, next }) => {
                self.each_choice(*set, next, |walk, next| walk.differ(one, next))
            }
            (Node::End(one), Node::End(other)) => (!(self.is_same)(*one, *other)).then(|| self.known.clone()),
        }
    }

    /// Searches the subtree of the choice of a set that the walk has fixed, or else that of each choice in turn, until one has a
    /// result.
    fn each_choice<T>(
        &mut self,
        set: usize,
        next: &[usize],
        mut go_on: impl FnMut(&mut Self, usize) -> Option<T>,
    ) -> Option<T> {
        if let Some(choice) = self.known[set] {
            return go_on(self, next[choice as usize]);
        }
        let found = next.iter().enumerate().find_map(|(choice, next)| {
            self.known[set] = Some(choice as u32);
            go_on(self, *next)
        });
        self.known[set] = None;
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sets that a combination looks up, and its result: what B means depends on A, C has an effect in one case, D none.
    fn compiled(digits: &[u32]) -> (Vec<usize>, u32) {
        match (digits[0], digits[1]) {
            (0, _) => (vec![0, 3], 0),
            (1, 2) => (vec![0, 1, 2], 10 + digits[2]),
            (_, b) => (vec![0, 1, 3, 1], 20 + b),
        }
    }

    const SIZES: [u64; 6] = [3, 3, 2, 2, 1, 1 << 40];

    fn explored(limit: usize) -> Option<Vec<Cube>> {
        let look_up = |cube: &Cube| compiled(&cube.representative(SIZES.len())).0;
        explore(&SIZES, limit, |cubes| Some(cubes.iter().map(look_up).collect()))
    }

    #[test]
    fn cubes_are_all_of_a_space() {
        let cubes = explored(100).expect("a few cubes");
        let total: u64 = cubes.iter().map(|cube| cube.count(&SIZES)).sum();
        assert_eq!(total, SIZES.iter().product::<u64>());
        // (0, any) × D; (1, 2) × C; (1, 0 or 1) and (2, 0 to 2) × D.
        assert_eq!(cubes.len(), 2 + 2 + 4 + 6);
        assert_eq!((explored(cubes.len()).is_some(), explored(cubes.len() - 1)), (true, None));
        // Each combination is in the cube of its result.
        for digits in (0..36).map(|number| [number / 12, number / 4 % 3, number / 2 % 2, number % 2, 0, number * 77]) {
            let has = |cube: &&Cube| cube.path.iter().all(|(set, choice)| digits[*set] == *choice);
            let own: Vec<&Cube> = cubes.iter().filter(has).collect();
            assert_eq!(own.len(), 1, "{digits:?}");
            assert_eq!(compiled(&own[0].representative(SIZES.len())).1, compiled(&digits).1, "{digits:?}");
        }
    }

    #[test]
    fn effects_are_found_wherever_they_are() {
        let cubes = explored(100).expect("a few cubes");
        let results: Vec<u32> = cubes.iter().map(|cube| compiled(&cube.representative(SIZES.len())).1).collect();
        let tree = Tree::new(&SIZES, &cubes);
        let is_same = |one: usize, other: usize| results[one] == results[other];
        let search = |set, pairs: &[(u32, u32)]| tree.difference(set, pairs, &is_same);
        let mut with = vec![None; SIZES.len()];
        (with[0], with[1]) = (Some(1), Some(2));
        assert_eq!(search(2, &[(0, 1)]), Search::Found(Difference { one: 0, other: 1, with }));
        assert_eq!(search(3, &[(0, 1)]), Search::Nothing);
        assert!(matches!(search(1, &[(0, 1)]), Search::Found(_)));
        // 1 and 2 have the same results but where B is 2.
        let Search::Found(difference) = search(0, &[(1, 2)]) else { panic!("a difference") };
        assert_eq!(difference.with[1], Some(2));
    }
}
