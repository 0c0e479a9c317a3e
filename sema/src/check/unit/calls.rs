//! The call graph: recursion, and functions with too many calls.

use crate::check::state::Checker;
use crate::check::state::ids::FnId;
use crate::diagnostics::{Recursion, TooManyCalls};
use base::source::Span;
use rustc_hash::{FxHashMap, FxHashSet};

/// The limits of calls of a function when all are inlined, and of their nesting.
const MAX_CALLS: u64 = 100_000;
const MAX_CALL_DEPTH: u64 = 1024;

/// The number and depth of a function's inlined calls.
#[derive(Clone, Copy)]
struct Calls {
    count: u64,
    depth: u64,
}

impl Calls {
    fn is_too_much(self) -> bool {
        self.count > MAX_CALLS || self.depth > MAX_CALL_DEPTH
    }
}

/// A depth-first search of the graph.
#[derive(Default)]
struct Walk {
    /// The callees of each function, with the places of the calls.
    edges: FxHashMap<FnId, Vec<(FnId, Span)>>,
    /// Finished functions.
    done: FxHashMap<FnId, Calls>,
    /// Functions whose recursion was reported.
    recursive: FxHashSet<FnId>,
}

impl Walk {
    fn calls_of(&self, function: FnId) -> &[(FnId, Span)] {
        self.edges.get(&function).map_or(&[][..], Vec::as_slice)
    }

    /// The figures of a function's callees.
    fn below(&self, function: FnId) -> impl Iterator<Item = &Calls> {
        self.calls_of(function).iter().filter_map(|(to, _)| self.done.get(to))
    }
}

impl Checker<'_> {
    /// Finds recursion among the functions that entry points reach, which come first. The search has an explicit stack.
    pub(crate) fn check_recursion(&mut self, count: usize) {
        let mut walk = Walk::default();
        for &(from, to, span) in &self.reached.calls {
            walk.edges.entry(from).or_default().push((to, span));
        }
        let starts: Vec<FnId> = self.reached.order.iter().take(count).copied().collect();
        for start in starts {
            self.walk_calls(start, &mut walk);
        }
    }

    /// Counts the inlined calls of a function. If they are too many, it is reported unless a callee was.
    fn count_calls(&mut self, function: FnId, walk: &mut Walk) {
        let calls = walk.below(function).fold(Calls { count: 1, depth: 1 }, |sum, calls| Calls {
            count: sum.count.saturating_add(calls.count),
            depth: sum.depth.max(calls.depth + 1),
        });
        if calls.is_too_much() && !walk.below(function).any(|calls| calls.is_too_much()) {
            let info = &self.decls.functions[function];
            let (span, name) = (info.span, self.text(info.name));
            self.report(span, TooManyCalls { name, limit: MAX_CALLS.to_string() });
        }
        walk.done.insert(function, calls);
    }

    fn walk_calls(&mut self, start: FnId, walk: &mut Walk) {
        let mut path: Vec<(FnId, usize)> = Vec::new();
        let mut on_path: FxHashSet<FnId> = FxHashSet::default();
        if !walk.done.contains_key(&start) {
            path.push((start, 0));
            on_path.insert(start);
        }
        while let Some((function, next)) = path.last_mut() {
            let function = *function;
            let called = walk.calls_of(function).get(*next).copied();
            *next += 1;
            match called {
                Some((to, span)) if on_path.contains(&to) => {
                    if walk.recursive.insert(to) {
                        let (name, declared) =
                            (self.text(self.decls.functions[to].name), self.decls.functions[to].span);
                        self.report(span, Recursion { name }).declared_at(declared);
                    }
                }
                Some((to, _)) if !walk.done.contains_key(&to) => {
                    path.push((to, 0));
                    on_path.insert(to);
                }
                Some(_) => {}
                None => {
                    self.count_calls(function, walk);
                    on_path.remove(&function);
                    path.pop();
                }
            }
        }
    }
}
