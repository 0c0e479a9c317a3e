//! The unit as a whole: what is entered, which bodies are checked when, and what is put together at the end.

mod entry;
mod layouts;

use crate::bindings::Request;
use crate::check::state::scopes::{Entity, FnId, Want};
use crate::check::state::{Checker, EntryCandidate};
use crate::diagnostics::{AmbiguousEntry, AttributePlace, MissingBody, MissingEntry, Recursion, TooManyCalls};
use crate::hir::expr::ExprKind;
use crate::hir::ty::{StructuredKind, Type, TypeId};
use crate::hir::{Body, FunctionId, Global, GlobalAttributes, GlobalId, GlobalKind};
use base::ids::{Arena, Id};
use base::source::Span;
use frontend::ast::{ExprKind as AstExprKind, Literal, PrefixKind};
use frontend::language::Stage;
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

impl Checker<'_> {
    /// Checks everything.
    pub(super) fn check_unit(&mut self) {
        self.items(self.ast.root, self.scopes.file);
        self.finish_globals_block();
        let entries = self.find_entries();
        for entry in &entries {
            self.reach(entry.function);
            if let Some(patch_constant) = self.patch_constant(entry) {
                self.reach(patch_constant);
            }
        }
        self.check_reached();
        let reached = self.reached.len();
        self.check_unreached();
        self.check_recursion();
        if self.sink.has_errors() {
            return;
        }
        self.gather_requirements(reached);
        self.check_numbered_types();
        self.move_functions(reached);
        self.module.aliased_counters = self.counts_alias;
        self.add_counters();
        self.finish(&entries);
    }

    /// Puts a function into the queue when this is the first time that something reaches it.
    pub(super) fn reach(&mut self, function: FnId) -> FunctionId {
        if let Some(id) = self.functions[function].hir {
            return id;
        }
        let id = Id::new(self.reached.len() as u32);
        self.functions[function].hir = Some(id);
        self.reached.push(function);
        self.queue.push_back(function);
        id
    }

    fn check_reached(&mut self) {
        while let Some(function) = self.queue.pop_front() {
            if self.sink.limit_reached() {
                return;
            }
            self.check_function(function);
        }
    }

    /// Bodies that nothing reaches are checked for their errors; what they declare is taken back afterwards.
    fn check_unreached(&mut self) {
        let globals = self.module.globals.len();
        let init = self.module.init.exprs.len();
        let defined = std::mem::take(&mut self.defined);
        self.dead = true;
        for function in defined {
            if !self.functions[function].checked {
                self.reach(function);
                self.check_reached();
            }
        }
        debug_assert!(self.module.init.exprs.len() >= init);
        self.dead_globals = globals..self.module.globals.len();
    }

    fn move_functions(&mut self, count: usize) {
        let mut functions = Arena::new();
        let mut built = std::mem::take(&mut self.built).into_iter().peekable();
        for index in 0..count {
            let id = Id::new(index as u32);
            match built.next_if(|(of, _)| *of == id) {
                Some((_, function)) => {
                    functions.alloc(function);
                }
                None => {
                    let info = &self.functions[self.reached[index]];
                    let (span, name) = (info.span, self.names.resolve(info.name).to_owned());
                    self.sink.report(span, MissingBody { name });
                }
            }
        }
        self.module.functions = functions;
    }

    /// Finds calls that lead back to their function. The walk keeps its own stack.
    fn check_recursion(&mut self) {
        let mut edges: FxHashMap<FnId, Vec<(FnId, Span)>> = FxHashMap::default();
        for &(from, to, span) in &self.calls {
            edges.entry(from).or_default().push((to, span));
        }
        let mut done: FxHashMap<FnId, Calls> = FxHashMap::default();
        for start in self.reached.clone() {
            self.walk_calls(start, &edges, &mut done);
        }
    }

    /// Notes what the calls below a function come to. Where that is too much, this function is to blame unless one that
    /// it calls is already.
    fn count_calls(
        &mut self,
        function: FnId,
        edges: &FxHashMap<FnId, Vec<(FnId, Span)>>,
        done: &mut FxHashMap<FnId, Calls>,
    ) {
        let below = edges.get(&function).map_or(&[][..], Vec::as_slice);
        let below = || below.iter().filter_map(|(to, _)| done.get(to));
        let calls = below().fold(Calls { count: 1, depth: 1 }, |sum, calls| Calls {
            count: sum.count.saturating_add(calls.count),
            depth: sum.depth.max(calls.depth + 1),
        });
        if calls.is_too_much() && !below().any(|calls| calls.is_too_much()) {
            let info = &self.functions[function];
            let (span, name) = (info.span, self.names.resolve(info.name).to_owned());
            self.sink.report(span, TooManyCalls { name, limit: MAX_CALLS.to_string() });
        }
        done.insert(function, calls);
    }

    fn walk_calls(
        &mut self,
        start: FnId,
        edges: &FxHashMap<FnId, Vec<(FnId, Span)>>,
        done: &mut FxHashMap<FnId, Calls>,
    ) {
        let mut path: Vec<(FnId, usize)> = Vec::new();
        let mut on_path: FxHashSet<FnId> = FxHashSet::default();
        if !done.contains_key(&start) {
            path.push((start, 0));
            on_path.insert(start);
        }
        while let Some((function, next)) = path.last_mut() {
            let called = edges.get(function).and_then(|calls| calls.get(*next)).copied();
            *next += 1;
            match called {
                Some((to, span)) if on_path.contains(&to) => {
                    let name = self.names.resolve(self.functions[to].name).to_owned();
                    if self.recursive.insert(to) {
                        self.sink.report(span, Recursion { name });
                    }
                }
                Some((to, _)) if !done.contains_key(&to) => {
                    path.push((to, 0));
                    on_path.insert(to);
                }
                Some(_) => {}
                None => {
                    let function = *function;
                    self.count_calls(function, edges, done);
                    let function = &function;
                    on_path.remove(function);
                    path.pop();
                }
            }
        }
    }

    fn find_entries(&mut self) -> Vec<EntryCandidate> {
        if self.options.profile.stage == Stage::Library {
            return self.library_entries();
        }
        let Some(name) = self.names.lookup(&self.options.entry) else { return self.missing_entry() };
        let Some(found) = self.scopes.member(self.scopes.file, name, Want::Any) else { return self.missing_entry() };
        let Entity::Functions(overloads) = found.entity else { return self.missing_entry() };
        let with_body: Vec<FnId> = self.scopes.overloads[overloads]
            .functions
            .iter()
            .copied()
            .filter(|&function| self.functions[function].has_body)
            .collect();
        match *with_body {
            [] => self.missing_entry(),
            [function] => vec![EntryCandidate { function, stage: self.options.profile.stage }],
            [_, second, ..] => self.ambiguous_entry(with_body[0], second),
        }
    }

    fn missing_entry(&mut self) -> Vec<EntryCandidate> {
        let name = self.options.entry.clone();
        self.report(Span::NONE, MissingEntry { name });
        Vec::new()
    }

    fn ambiguous_entry(&mut self, first: FnId, second: FnId) -> Vec<EntryCandidate> {
        let (first, second) = (self.functions[first].span, self.functions[second].span);
        let name = self.options.entry.clone();
        self.report(second, AmbiguousEntry { name }).note_at(first, "another one is here");
        Vec::new()
    }

    fn library_entries(&mut self) -> Vec<EntryCandidate> {
        let defined = self.defined.clone();
        let mut entries = Vec::new();
        for function in defined {
            if let Some(stage) = self.stage_attribute(function) {
                let info = &self.functions[function];
                if info.owner.is_some() && !info.is_static {
                    self.report(info.span, AttributePlace { name: "shader".to_owned() })
                        .note("a method needs an object");
                    continue;
                }
                let is_same =
                    |entry: &&EntryCandidate| entry.stage == stage && self.functions[entry.function].name == info.name;
                if let Some(other) = entries.iter().find(is_same) {
                    let (name, previous) = (self.text(info.name), self.functions[other.function].span);
                    self.report(info.span, AmbiguousEntry { name }).note_at(previous, "another one is here");
                    continue;
                }
                entries.push(EntryCandidate { function, stage });
            } else if self.functions[function].exported {
                self.exported.push(function);
            }
        }
        for function in self.exported.clone() {
            self.reach(function);
        }
        entries
    }

    /// The stage that `[shader("…")]` names.
    fn stage_attribute(&self, function: FnId) -> Option<Stage> {
        let shader = self.names.lookup("shader")?;
        let text = self.string_attribute(function, shader)?;
        Stage::from_attribute(&text)
    }

    /// The string in `[name("string")]` of a function.
    pub(super) fn string_attribute(&self, function: FnId, name: base::intern::Symbol) -> Option<String> {
        let node = &self.ast.functions[self.functions[function].ast];
        self.ast.ids(node.prefixes).find_map(|id| {
            let PrefixKind::Attribute(attribute) = self.ast.prefixes[id].kind else { return None };
            let attribute = &self.ast.attributes[attribute];
            if attribute.name != name {
                return None;
            }
            let first = self.ast.ids(attribute.args?).next()?;
            match self.ast.exprs[first].kind {
                AstExprKind::Literal(Literal::Str(text)) => Some(self.names.resolve(text).to_owned()),
                _ => None,
            }
        })
    }

    /// Adds the counters of structured buffers, each before its buffer, and renumbers the globals.
    fn add_counters(&mut self) {
        let needs: Vec<GlobalId> = self
            .module
            .globals
            .ids()
            .filter(|&id| !self.dead_globals.contains(&id.index()) && self.needs_counter(id))
            .collect();
        if needs.is_empty() && self.dead_globals.is_empty() {
            return;
        }
        let needs: FxHashSet<GlobalId> = needs.into_iter().collect();
        let old = std::mem::take(&mut self.module.globals);
        let mut renumbered: Vec<GlobalId> = Vec::with_capacity(old.len());
        let mut counters: FxHashMap<GlobalId, GlobalId> = FxHashMap::default();
        for (id, global) in old.iter() {
            if self.dead_globals.contains(&id.index()) {
                renumbered.push(Id::new(0));
                continue;
            }
            let mut global = global.clone();
            if needs.contains(&id) {
                let counter = self.counter_of(&global);
                let counter = self.module.globals.alloc(counter);
                counters.insert(id, counter);
                global.attributes.counter = Some(counter);
            }
            renumbered.push(self.module.globals.alloc(global));
        }
        self.renumber_globals(&renumbered);
        self.add_counter_requests(&renumbered, &counters);
    }

    fn counter_of(&mut self, buffer: &Global) -> Global {
        let name = format!("counter.var.{}", self.names.resolve(buffer.name));
        let name = self.names.intern(&name);
        Global {
            name,
            ty: buffer.ty,
            span: buffer.span,
            kind: GlobalKind::Counter,
            attributes: GlobalAttributes::default(),
        }
    }

    fn needs_counter(&self, id: GlobalId) -> bool {
        let ty = self.module.element_of_arrays(self.module.globals[id].ty);
        let Type::StructuredBuffer { kind, .. } = self.module.types[ty] else { return false };
        match kind {
            StructuredKind::AppendStructuredBuffer | StructuredKind::ConsumeStructuredBuffer => true,
            StructuredKind::RWStructuredBuffer | StructuredKind::RasterizerOrderedStructuredBuffer => {
                self.counted.contains(&id) || (self.counts_alias && self.aliased.contains(&id))
            }
            StructuredKind::StructuredBuffer => false,
        }
    }

    fn renumber_globals(&mut self, renumbered: &[GlobalId]) {
        renumber_body(&mut self.module.init, renumbered);
        for id in self.module.functions.ids() {
            renumber_body(&mut self.module.functions[id].body, renumbered);
        }
        self.requests.retain(|request| !self.dead_globals.contains(&request.global.index()));
        for request in &mut self.requests {
            request.global = renumbered[request.global.index()];
        }
        self.globals_block = self.globals_block.map(|id| renumbered[id.index()]);
    }

    /// Counters that their buffers always have follow them; those that exist because they are used come at the end, in
    /// the order of their use.
    fn add_counter_requests(&mut self, renumbered: &[GlobalId], counters: &FxHashMap<GlobalId, GlobalId>) {
        let by_buffer: FxHashMap<GlobalId, GlobalId> =
            counters.iter().map(|(&old, &counter)| (renumbered[old.index()], counter)).collect();
        let requests = std::mem::take(&mut self.requests);
        let mut counted: Vec<(usize, Request)> = Vec::new();
        for request in requests {
            let counter = by_buffer.get(&request.global).map(|&counter| Request {
                global: counter,
                class: None,
                counter: Some(self.counter_bindings.get(&request.span).copied()),
                ..request.clone()
            });
            let first_use = self.counted.iter().position(|&id| renumbered[id.index()] == request.global);
            let always = self.always_counts(self.module.globals[request.global].ty);
            self.requests.push(request);
            // A counter that only some buffers of a kind have is bound when it is used for the first time.
            match counter {
                Some(counter) if always => self.requests.push(counter),
                Some(counter) => counted.push((first_use.unwrap_or(usize::MAX), counter)),
                None => {}
            }
        }
        counted.sort_by_key(|&(first_use, _)| first_use);
        self.requests.extend(counted.into_iter().map(|(_, counter)| counter));
    }

    /// Whether buffers of the type always have a counter.
    fn always_counts(&self, ty: TypeId) -> bool {
        match self.module.types[ty] {
            Type::Array(elem, _) | Type::RuntimeArray(elem) => self.always_counts(elem),
            Type::StructuredBuffer { kind, .. } => {
                matches!(kind, StructuredKind::AppendStructuredBuffer | StructuredKind::ConsumeStructuredBuffer)
            }
            _ => false,
        }
    }

    fn finish(&mut self, entries: &[EntryCandidate]) {
        let requests = std::mem::take(&mut self.requests);
        crate::bindings::assign(&mut self.module, &requests, self.options, self.sink);
        self.build_entry_points(entries);
    }
}

fn renumber_body(body: &mut Body, renumbered: &[GlobalId]) {
    for id in body.exprs.ids() {
        match &mut body.exprs[id].kind {
            ExprKind::Global(global) | ExprKind::SpecConstant(global) => *global = renumbered[global.index()],
            _ => {}
        }
    }
    for id in body.stmts.ids() {
        if let crate::hir::stmt::StmtKind::StaticInit { global, guard, .. } = &mut body.stmts[id].kind {
            *global = renumbered[global.index()];
            *guard = renumbered[guard.index()];
        }
    }
}
