//! The globals of the output: counters beside their buffers, without those of dead functions.

use crate::bindings::Request;
use crate::check::state::Checker;
use crate::diagnostics::{HeapCounter, UndefinedStatic};
use crate::hir::expr::ExprKind;
use crate::hir::stmt::StmtKind;
use crate::hir::ty::{Object, StructuredKind, Type, TypeId};
use crate::hir::{Body, Global, GlobalAttributes, GlobalId, GlobalKind};
use base::ids::Id;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

impl Checker<'_> {
    /// Inserts the counters of structured buffers before their buffers, drops dead globals and renumbers the others.
    pub(crate) fn settle_globals(&mut self, dead: &Range<usize>) {
        let needs: Vec<GlobalId> =
            self.module.globals.ids().filter(|&id| !dead.contains(&id.index()) && self.needs_counter(id)).collect();
        if needs.is_empty() && dead.is_empty() {
            return;
        }
        let needs: FxHashSet<GlobalId> = needs.into_iter().collect();
        let old = std::mem::take(&mut self.module.globals);
        let mut renumbered: Vec<GlobalId> = Vec::with_capacity(old.len());
        let mut counters: FxHashMap<GlobalId, GlobalId> = FxHashMap::default();
        for (id, global) in old.iter() {
            if dead.contains(&id.index()) {
                renumbered.push(Id::new(0));
                continue;
            }
            let mut global = global.clone();
            if needs.contains(&id) && matches!(global.kind, GlobalKind::Heap { .. }) {
                self.sink.report(global.span, HeapCounter {});
            } else if needs.contains(&id) {
                let counter = self.counter_of(&global);
                let counter = self.module.globals.alloc(counter);
                counters.insert(id, counter);
                global.attributes.counter = Some(counter);
            }
            renumbered.push(self.module.globals.alloc(global));
        }
        self.renumber_globals(&renumbered, dead);
        self.add_counter_requests(&renumbered, &counters);
    }

    /// Checks that reachable functions use defined static members only.
    pub(crate) fn check_static_members(&mut self, reached: usize) {
        if self.decls.undefined.is_empty() {
            return;
        }
        let bodies = self.reached.built.iter().filter(|(id, _)| id.index() < reached).map(|(_, it)| &it.body);
        for (_, expr) in bodies.chain([&self.module.init]).flat_map(|body| body.exprs.iter()) {
            let ExprKind::Global(global) = expr.kind else { continue };
            // Each is reported once.
            if self.decls.undefined.remove(&global) {
                let Global { name, span: declared, .. } = self.module.globals[global];
                let name = self.names.resolve(name).to_owned();
                self.sink.report(expr.span, UndefinedStatic { name }).note_at(declared, "declared here");
            }
        }
    }

    fn counter_of(&mut self, buffer: &Global) -> Global {
        // Without namespaces, as buffers are named in modules.
        let own = self.names.resolve(buffer.name);
        let name = format!("counter.var.{}", own.rsplit("::").next().unwrap_or(own));
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
        let Type::Object(Object::StructuredBuffer { kind, .. }) = self.module.types[ty] else { return false };
        match kind {
            StructuredKind::AppendStructuredBuffer | StructuredKind::ConsumeStructuredBuffer => true,
            StructuredKind::RWStructuredBuffer | StructuredKind::RasterizerOrderedStructuredBuffer => {
                self.resources.counters.used.contains(&id)
                    || (self.resources.counters.used_through_alias && self.resources.counters.aliased.contains(&id))
            }
            StructuredKind::StructuredBuffer => false,
        }
    }

    fn renumber_globals(&mut self, renumbered: &[GlobalId], dead: &Range<usize>) {
        renumber_body(&mut self.module.init, renumbered);
        for id in self.module.functions.ids() {
            renumber_body(&mut self.module.functions[id].body, renumbered);
        }
        self.resources.requests.retain(|request| !dead.contains(&request.global.index()));
        for request in &mut self.resources.requests {
            request.global = renumbered[request.global.index()];
        }
        self.resources.globals_block = self.resources.globals_block.map(|id| renumbered[id.index()]);
    }

    /// Implicit counters follow their buffers; those that exist because they are used come last, in the order of their
    /// use.
    fn add_counter_requests(&mut self, renumbered: &[GlobalId], counters: &FxHashMap<GlobalId, GlobalId>) {
        let by_buffer: FxHashMap<GlobalId, GlobalId> =
            counters.iter().map(|(&old, &counter)| (renumbered[old.index()], counter)).collect();
        let requests = std::mem::take(&mut self.resources.requests);
        let mut counted: Vec<(usize, Request)> = Vec::new();
        for request in requests {
            let counter = by_buffer.get(&request.global).map(|&counter| Request {
                global: counter,
                class: None,
                counter: Some(self.resources.counters.bindings.get(&request.span).copied()),
                ..request.clone()
            });
            let first_use =
                self.resources.counters.used.iter().position(|&id| renumbered[id.index()] == request.global);
            let always = self.always_counts(self.module.globals[request.global].ty);
            self.resources.requests.push(request);
            // A counter that only some buffers of a kind have is bound at its first use.
            match counter {
                Some(counter) if always => self.resources.requests.push(counter),
                Some(counter) => counted.push((first_use.unwrap_or(usize::MAX), counter)),
                None => {}
            }
        }
        counted.sort_by_key(|&(first_use, _)| first_use);
        self.resources.requests.extend(counted.into_iter().map(|(_, counter)| counter));
    }

    /// Returns whether buffers of the type always have a counter.
    fn always_counts(&self, ty: TypeId) -> bool {
        match self.module.types[ty] {
            Type::Array(elem, _) | Type::RuntimeArray(elem) => self.always_counts(elem),
            Type::Object(Object::StructuredBuffer { kind, .. }) => {
                matches!(kind, StructuredKind::AppendStructuredBuffer | StructuredKind::ConsumeStructuredBuffer)
            }
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::Struct(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => false,
        }
    }
}

fn renumber_body(body: &mut Body, renumbered: &[GlobalId]) {
    for id in body.exprs.ids() {
        if let ExprKind::Global(global) | ExprKind::SpecConstant(global) = &mut body.exprs[id].kind {
            *global = renumbered[global.index()]
        }
    }
    for id in body.stmts.ids() {
        if let StmtKind::StaticInit { global, guard, .. } = &mut body.stmts[id].kind {
            *global = renumbered[global.index()];
            *guard = renumbered[guard.index()];
        }
    }
}
