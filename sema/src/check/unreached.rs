//! Bodies that no entry point reaches, apart from the module. They are checked for their errors alone, which another thread
//! can do while the module is completed and the stages behind take it.
//!
//! Few of them change anything that the module has. Where one does, or has an error, the whole unit has to be checked in
//! sequence: what comes of it depends on no thread.

use crate::check::state::Checker;
use crate::check::state::declarations::Declarations;
use crate::check::state::resources::Resources;
use crate::check::unit::entry::EntryCandidate;
use crate::hir::expr::{Expr, ExprKind};
use crate::hir::ty::SpirvType;
use crate::hir::{Body, Global, GlobalId, Module};
use crate::options::Options;
use base::diag::Sink;
use base::ids::{Arena, Map};
use base::intern::Interner;
use base::source::SourceMap;
use frontend::ast::Ast;

/// The bodies of a unit that no entry point reaches, with all that they may mention.
#[derive(Debug)]
pub struct Unreached<'a> {
    ast: &'a Ast,
    sources: &'a SourceMap,
    options: &'a Options,
    names: Interner,
    sink: Sink,
    tables: Module,
    decls: Declarations,
    resources: Resources,
    per_vertex: bool,
}

impl<'a> Unreached<'a> {
    /// Completes the module of a unit whose reachable bodies are checked, and leaves the other bodies. `None` after an error.
    pub(super) fn part(
        mut checker: Checker<'_>,
        entries: &[EntryCandidate],
        ast: &'a Ast,
        sources: &'a SourceMap,
        options: &'a Options,
    ) -> Option<(Module, Unreached<'a>)> {
        // Declarations refer to globals as they are before they are settled.
        let (globals, init) = (checker.module.globals.clone(), texts(&checker.module.init));
        let globals_block = checker.resources.globals_block;
        let instances = checker.decls.instances.count;
        checker.reached.dead_globals = Some(0..0);
        checker.complete(entries, checker.reached.order.len());
        if !checker.sink.has_errors() {
            checker.lay_out_buffers(0);
        }
        let Checker { names, sink, module, decls, resources, per_vertex, .. } = checker;
        // Completing the module may have instantiated templates, whose static variables are globals.
        if sink.has_errors() || decls.instances.count != instances {
            return None;
        }
        let resources = Resources { requests: Vec::new(), globals_block, ..resources };
        let (names, sink, tables) = (names.clone(), sink.with_same_policy(), tables(&module, globals, init));
        Some((module, Unreached { ast, sources, options, names, sink, tables, decls, resources, per_vertex }))
    }

    /// Checks them, and returns the messages. `None` if the whole unit has to be checked in sequence.
    pub fn check(mut self) -> Option<Sink> {
        let mut checker = Checker::new(self.ast, self.sources, &mut self.names, self.options, &mut self.sink);
        checker.per_vertex = self.per_vertex;
        checker.module = self.tables;
        checker.decls = self.decls;
        checker.resources = self.resources;
        let is_apart = checker.check_apart();
        (is_apart && !self.sink.has_errors()).then_some(self.sink)
    }
}

/// Initialisers without their values, which bodies have no need of, but for those of texts.
fn texts(init: &Body) -> Body {
    let mut texts = Body::default();
    texts.exprs.reserve(init.exprs.len());
    for (_, expr) in init.exprs.iter() {
        let kind = if let ExprKind::String(text) = expr.kind { ExprKind::String(text) } else { ExprKind::Undef };
        texts.exprs.alloc(Expr { kind, ..*expr });
    }
    texts
}

/// The parts of a module that bodies mention. What they may add to a module is empty.
fn tables(module: &Module, globals: Arena<Global>, init: Body) -> Module {
    Module {
        types: module.types.clone(),
        structs: module.structs.clone(),
        enums: module.enums.clone(),
        constants: module.constants.clone(),
        globals,
        init,
        spirv_types: module.spirv_types.clone(),
        spirv_definitions: module.spirv_definitions.clone(),
        shader_model: module.shader_model,
        native_16bit: module.native_16bit,
        ieee_strict: module.ieee_strict,
        unordered_not_equal: module.unordered_not_equal,
        ..Module::default()
    }
}

/// The state after the reached bodies, as far as unreached ones may change it.
struct Before {
    types: usize,
    structs: usize,
    incomplete: usize,
    globals: usize,
    init: usize,
    used: usize,
    aliased: usize,
    used_through_alias: bool,
    definitions: Map<u32, SpirvType>,
}

impl Checker<'_> {
    /// Checks unreached bodies on tables of their own. Returns whether they change nothing of the module, and nothing is wrong
    /// with what they add to it.
    fn check_apart(&mut self) -> bool {
        let before = self.before();
        self.check_unreached();
        self.check_static_members(0);
        self.check_numbered_types();
        let count = self.sink.count();
        if before.types != self.module.types.len() || before.init != self.module.init.exprs.len() {
            self.lay_out_buffers(before.types);
        }
        self.sink.count() == count && !self.changes(&before)
    }

    fn before(&self) -> Before {
        let (module, counters) = (&self.module, &self.resources.counters);
        Before {
            types: module.types.len(),
            structs: module.structs.len(),
            incomplete: self.incomplete(module.structs.len()),
            globals: module.globals.len(),
            init: module.init.exprs.len(),
            used: counters.used.len(),
            aliased: counters.aliased.len(),
            used_through_alias: counters.used_through_alias,
            definitions: module.spirv_definitions.clone(),
        }
    }

    /// The number of incomplete structs among the first ones.
    fn incomplete(&self, count: usize) -> usize {
        self.decls.structs.iter().take(count).filter(|(_, known)| !known.complete).count()
    }

    /// Returns whether the module would not be the same with what was checked since.
    fn changes(&self, before: &Before) -> bool {
        let (module, counters) = (&self.module, &self.resources.counters);
        let names_more = |globals: &[GlobalId], count: usize| {
            let (known, new) = globals.split_at(count);
            new.iter().any(|global| global.index() < before.globals && !known.contains(global))
        };
        let counts_more = counters.used_through_alias != before.used_through_alias
            || names_more(&counters.used, before.used)
            || counters.used_through_alias && names_more(&counters.aliased, before.aliased);
        let requires_more = !module.requirements.is_empty() || !module.type_requirements.is_empty();
        let lies_badly = module.misaligned.is_some() || module.straddling.is_some();
        counts_more
            || requires_more
            || lies_badly
            || module.spells_modes
            || module.spirv_definitions != before.definitions
            || self.incomplete(before.structs) != before.incomplete
    }
}
