//! The state of an import: the module under construction, and the functions that it has.

use super::attachments;
use super::by_value;
use super::output::{Global, Output, Target};
use crate::error::{Result, refuse};
use base::ids::Set;
use base::intern::Symbol;
use dialect::ir::{Attr, Module, OpId, Type, TypeId};
use dialect::llvm::ops::{self, Form};
use dialect::spirv::facts;
use rustc_hash::FxHashMap;
use spirv::Capability;

/// A function of the module.
#[derive(Clone)]
pub(super) struct Callee {
    pub(super) op: OpId,
    /// Its name in the new module, if it has a body.
    pub(super) name: Option<Symbol>,
    pub(super) params: Vec<TypeId>,
    pub(super) result: TypeId,
    pub(super) is_kernel: bool,
}

/// The builtins that a function reads, and the functions that it calls, by their names in the new module.
#[derive(Default)]
pub(super) struct Uses {
    pub(super) builtins: Set<Symbol>,
    pub(super) calls: Set<Symbol>,
}

/// The state of importing a module.
pub(super) struct Import<'m> {
    pub(super) module: &'m Module,
    /// The new module.
    pub(super) out: Output,
    pub(super) functions: FxHashMap<Symbol, Callee>,
    /// The variables of the module, by name.
    pub(super) variables: FxHashMap<Symbol, Global>,
    /// Those that are still to be made.
    pub(super) unmade: FxHashMap<Symbol, OpId>,
    /// The number of variables that are being made for the initial value of another one.
    pub(super) depth: usize,
    /// The types that are known to hold booleans, or none.
    pub(super) truths: FxHashMap<TypeId, bool>,
    /// What the variables have become.
    pub(super) declared: FxHashMap<Symbol, Target>,
    pub(super) builtins: FxHashMap<u32, Global>,
    pub(super) spec_constants: FxHashMap<u32, Global>,
    /// Functions that are declared and not known are functions of other modules.
    pub(super) takes_imports: bool,
    /// Of each function that is imported, by its name in the new module.
    pub(super) uses: FxHashMap<Symbol, Uses>,
}

impl<'m> Import<'m> {
    pub(super) fn new(module: &'m Module, version: (u8, u8), takes_imports: bool) -> Result<Self> {
        let triple = match module.attr(module.root, ops::TRIPLE).map(|attr| &module.ctx[attr]) {
            Some(Attr::Str(text)) => text.split('-').next().unwrap_or_default().to_owned(),
            _ => String::new(),
        };
        let is_32 = match triple.trim_end_matches(|c: char| c == 'v' || c == '.' || c.is_ascii_digit()) {
            _ if ["spir64", "spirv64"].iter().any(|name| triple.starts_with(name)) => false,
            "spir" | "spirv" => true,
            // Nothing is said of a module without a triple.
            "" if triple.is_empty() => false,
            _ => return refuse(format!("the target is '{triple}', and not spir or spir64")),
        };
        let mut import = Import {
            module,
            out: Output::new(is_32, version),
            functions: FxHashMap::default(),
            variables: FxHashMap::default(),
            unmade: FxHashMap::default(),
            depth: 0,
            truths: FxHashMap::default(),
            declared: FxHashMap::default(),
            builtins: FxHashMap::default(),
            spec_constants: FxHashMap::default(),
            takes_imports: takes_imports || lists_linkage(module),
            uses: FxHashMap::default(),
        };
        for op in module.top_ops() {
            import.index(*op);
        }
        Ok(import)
    }

    pub(super) fn is_function(&self, op: OpId) -> bool {
        ops::row(self.module, op).is_some_and(|row| row.form == Form::Func)
    }

    fn index(&mut self, op: OpId) {
        let module = self.module;
        let (Some(name), true) = (facts::symbol_of(module, op, ops::SYM_NAME), self.is_function(op)) else { return };
        let ty = facts::type_of(module, op, ops::FUNCTION_TYPE).map(|ty| &module.ctx[ty]);
        let Some(Type::Function { params, result }) = ty else { return };
        let own = (!module[op].regions.is_empty()).then(|| self.out.named(module.ctx.str(name)));
        let is_kernel = by_value::is_kernel(module, op);
        let callee = Callee { op, name: own, params: params.to_vec(), result: *result, is_kernel };
        self.functions.insert(name, callee);
    }
}

/// Returns whether `!spirv.Capability` lists `Linkage`.
fn lists_linkage(module: &Module) -> bool {
    let nodes = attachments::nodes(module, module.root, "spirv.Capability").unwrap_or_default();
    let listed = nodes.iter().flat_map(|node| attachments::parts(module, *node));
    listed.into_iter().any(|part| facts::number(module, *part) == Some(u64::from(Capability::Linkage as u32)))
}
