//! The graph of calls: functions that lead back to themselves, and those whose calls come to too many.

use crate::check::state::Checker;
use crate::check::state::ids::FnId;
use crate::diagnostics::{Recursion, TooManyCalls};
use base::source::Span;
use rustc_hash::{FxHashMap, FxHashSet};

/// How many calls a function may come to when all are written out, as optimisers do, and how deeply they may nest.
const MAX_CALLS: u64 = 100_000;
const MAX_CALL_DEPTH: u64 = 1024;

/// What the calls below a function come to.
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

/// A walk through the graph.
#[derive(Default)]
struct Walk {
    /// What each function calls, and where.
    edges: FxHashMap<FnId, Vec<(FnId, Span)>>,
    /// The functions that need not be walked again.
    done: FxHashMap<FnId, Calls>,
    /// Those that have been reported to call themselves.
    recursive: FxHashSet<FnId>,
}

impl Walk {
    fn calls_of(&self, function: FnId) -> &[(FnId, Span)] {
        self.edges.get(&function).map_or(&[][..], Vec::as_slice)
    }

    /// What is known of the functions that a function calls.
    fn below(&self, function: FnId) -> impl Iterator<Item = &Calls> {
        self.calls_of(function).iter().filter_map(|(to, _)| self.done.get(to))
    }
}

impl Checker<'_> {
    /// Finds calls that lead back to their function, among the first functions that were reached: those that entry points
    /// lead to. The walk keeps its own stack.
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

    /// Notes what the calls below a function come to. Where that is too much, this function is to blame unless one that
    /// it calls is already.
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
                        let name = self.text(self.decls.functions[to].name);
                        self.report(span, Recursion { name });
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
