//! Elimination of functions, variables and declarations that no entry point reaches.

use crate::debug;
use crate::options::Options;
use base::ids::Set;
use base::intern::Symbol;
use dialect::ir::{Attr, AttrId, Module, NamedAttr, OpId, Type, TypeId, walk};
use dialect::spirv::debug::instruction;
use dialect::spirv::enums::{self, Kind};
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::types::{Length, SpirvType};
use dialect::spirv::{attrs, facts};
use rustc_hash::FxHashMap;
use spirv::{Decoration, Op, StorageClass};

/// Drops unreachable declarations, also from the interfaces of entry points.
pub(crate) fn reach(module: &mut Module, options: &Options) {
    let mut pass = Pass::new(module, options);
    pass.run();
    let live = pass.live;
    let is_live = |op: &OpId| facts::name_of(module, *op).is_none_or(|name| live.contains(&name));
    let is_mode_of_live = |op: &OpId| match ops::code(module, *op) {
        Some(Code::Core(Op::ExecutionMode | Op::ExecutionModeId)) => {
            facts::symbol_of(module, *op, attrs::SYMBOL).is_some_and(|name| live.contains(&name))
        }
        _ => true,
    };
    let mut kept = module.top_ops().to_vec();
    kept.retain(|op| is_live(op) && is_mode_of_live(op));
    for op in &kept {
        trim(module, *op, &live);
    }
    let body = module.body();
    module[body].ops = kept;
    debug::forget(module, |name| !live.contains(&name));
}

struct Pass<'m> {
    module: &'m Module,
    options: &'m Options,
    named: FxHashMap<Symbol, OpId>,
    live: Set<Symbol>,
    seen_attrs: Seen,
    seen_types: Seen,
    stack: Vec<OpId>,
}

/// A set of visited numbers.
#[derive(Default)]
struct Seen {
    marks: Vec<bool>,
}

impl Seen {
    fn has(&self, number: usize) -> bool {
        self.marks.get(number) == Some(&true)
    }

    /// Inserts a number; returns whether it is new.
    fn insert(&mut self, number: usize) -> bool {
        if number >= self.marks.len() {
            self.marks.resize((number + 1).max(2 * self.marks.len()), false);
        }
        !std::mem::replace(&mut self.marks[number], true)
    }
}

impl<'m> Pass<'m> {
    fn new(module: &'m Module, options: &'m Options) -> Self {
        let named = module.top_ops().iter().filter_map(|op| Some((facts::name_of(module, *op)?, *op))).collect();
        let (seen_attrs, seen_types) = (Seen::default(), Seen::default());
        Pass { module, options, named, live: Set::default(), seen_attrs, seen_types, stack: Vec::new() }
    }

    fn run(&mut self) {
        for op in self.module.top_ops() {
            match ops::code(self.module, *op) {
                Some(Code::Core(Op::EntryPoint)) => {
                    if let Some(name) = facts::symbol_of(self.module, *op, attrs::SYMBOL) {
                        self.name(name);
                    }
                    self.agreed(*op);
                }
                // An execution mode does not keep its function.
                Some(Code::Core(Op::ExecutionMode | Op::ExecutionModeId)) => {
                    let facts = self.module[*op].attrs.iter().filter(|(name, _)| *name != attrs::SYMBOL);
                    facts.for_each(|(_, attr)| self.attr(*attr));
                }
                Some(Code::Mlir(Mlir::ExtInst)) if instruction(self.module, *op).is_some() => self.note(*op),
                Some(Code::Mlir(Mlir::ExtInst) | Code::Core(_)) => self.op(*op),
                Some(Code::Mlir(Mlir::GlobalVariable)) if self.stays(*op) => self.op(*op),
                Some(Code::Mlir(Mlir::GlobalVariable | Mlir::Func)) if self.is_exported(*op) => {
                    facts::name_of(self.module, *op).into_iter().for_each(|name| self.name(name));
                }
                _ => {}
            }
        }
        while let Some(func) = self.stack.pop() {
            for op in walk::ops(self.module, func) {
                self.op(op);
            }
        }
    }

    /// Debug information does not keep functions and variables.
    fn note(&mut self, op: OpId) {
        self.live.extend(facts::name_of(self.module, op));
        for attr in facts::array_of(self.module, op, attrs::ARGS) {
            let named = if let Attr::Symbol(name) = self.module.ctx[*attr] {
                self.named.get(&name).and_then(|op| ops::code(self.module, *op))
            } else {
                None
            };
            if !matches!(named, Some(Code::Mlir(Mlir::Func | Mlir::GlobalVariable))) {
                self.attr(*attr);
            }
        }
    }

    /// Keeps interface variables that others rely on although nothing uses them: an output that the next stage may
    /// read, and the records that a node is launched with.
    fn agreed(&mut self, entry: OpId) {
        for attr in facts::array_of(self.module, entry, attrs::ARGS) {
            let Attr::Symbol(name) = self.module.ctx[*attr] else { continue };
            let ty = self.named.get(&name).and_then(|op| facts::type_of(self.module, *op, attrs::TYPE));
            let storage = ty.and_then(|ty| facts::storage_of(self.module, ty));
            if matches!(storage, Some(StorageClass::Output | StorageClass::NodePayloadAMDX)) {
                self.name(name);
            }
        }
    }

    /// Returns whether other modules may link to it.
    fn is_exported(&self, op: OpId) -> bool {
        let row = Kind::Decoration.table().get(Decoration::LinkageAttributes as u32);
        row.is_some_and(|row| self.module.attr(op, row.snake).is_some())
    }

    fn stays(&self, op: OpId) -> bool {
        let storage = facts::type_of(self.module, op, attrs::TYPE).and_then(|ty| facts::storage_of(self.module, ty));
        let is_interface = matches!(storage, Some(StorageClass::Input | StorageClass::Output));
        let has_binding = ["binding", "descriptor_set"].iter().any(|name| self.module.attr(op, name).is_some());
        (self.options.keep_interface && is_interface) || (self.options.keep_bindings && has_binding)
    }

    fn name(&mut self, name: Symbol) {
        if self.live.insert(name)
            && let Some(op) = self.named.get(&name)
        {
            self.stack.push(*op);
        }
    }

    fn op(&mut self, op: OpId) {
        let module = self.module;
        for (name, attr) in &module[op].attrs {
            // Most have been visited.
            if !self.seen_attrs.has(attr.index()) && enums::decoration(name).is_none() {
                self.attr(*attr);
            }
        }
        for value in &module[op].results {
            self.ty(module.type_of(*value));
        }
        for region in &module[op].regions {
            for arg in module[*region].blocks.iter().flat_map(|block| &module[*block].args) {
                self.ty(module.type_of(*arg));
            }
        }
    }

    fn attr(&mut self, attr: AttrId) {
        // Most hold no others.
        let mut stack = Vec::new();
        self.one_attr(attr, &mut stack);
        while let Some(attr) = stack.pop() {
            self.one_attr(attr, &mut stack);
        }
    }

    fn one_attr(&mut self, attr: AttrId, stack: &mut Vec<AttrId>) {
        if !self.seen_attrs.insert(attr.index()) {
            return;
        }
        match &self.module.ctx[attr] {
            Attr::Symbol(name) => self.name(*name),
            Attr::Type(ty) => self.ty(*ty),
            Attr::Array(items) | Attr::Enum { params: items, .. } => stack.extend(items.iter()),
            Attr::Dense { elems, .. } => stack.extend(elems.iter()),
            Attr::Dict(items) => stack.extend(items.iter().map(|(_, attr)| *attr)),
            Attr::Unit
            | Attr::Bool(_)
            | Attr::Int { .. }
            | Attr::Float { .. }
            | Attr::Literal(_)
            | Attr::Str(_)
            | Attr::Operand(_)
            | Attr::Null
            | Attr::Undef => {}
        }
    }

    /// Visits a type, which may name specialisation constants as lengths of its arrays.
    #[inline]
    fn ty(&mut self, ty: TypeId) {
        // Most have been visited.
        if !self.seen_types.has(ty.index()) {
            self.new_type(ty);
        }
    }

    fn new_type(&mut self, ty: TypeId) {
        let mut stack = vec![ty];
        while let Some(ty) = stack.pop() {
            if !self.seen_types.insert(ty.index()) {
                continue;
            }
            match &self.module.ctx[ty] {
                Type::Vector { elem, .. } => stack.push(*elem),
                Type::Function { params, result } => stack.extend(params.iter().chain([result])),
                Type::Spirv(spirv) => self.spirv_type(spirv, &mut stack),
                Type::None | Type::Int { .. } | Type::Float { .. } | Type::Llvm(_) => {}
            }
        }
    }

    fn spirv_type(&mut self, ty: &SpirvType, stack: &mut Vec<TypeId>) {
        match ty {
            SpirvType::Pointer { pointee, .. } => stack.push(*pointee),
            SpirvType::Array { elem, len, .. } => {
                stack.push(*elem);
                if let Length::Symbol(name) = len {
                    self.name(*name);
                }
            }
            SpirvType::RuntimeArray { elem, .. } => stack.push(*elem),
            SpirvType::Struct { members, .. } => stack.extend(members.iter().map(|member| member.ty)),
            SpirvType::Matrix { column, .. } => stack.push(*column),
            SpirvType::SampledImage(image) => stack.push(*image),
            SpirvType::Image(image) => stack.push(image.sampled),
            SpirvType::Other { params, decorations, .. } => {
                for param in params.iter().chain(decorations.iter().map(|(_, attr)| attr)) {
                    self.attr(*param);
                }
            }
            SpirvType::StructRef(_) | SpirvType::Sampler => {}
        }
    }
}

/// Drops what is gone from the interface of an entry point, and decorations that name it.
fn trim(module: &mut Module, op: OpId, live: &Set<Symbol>) {
    if ops::code(module, op) == Some(Code::Core(Op::EntryPoint)) {
        let mut listed = facts::array_of(module, op, attrs::ARGS).to_vec();
        listed.retain(|attr| matches!(module.ctx[*attr], Attr::Symbol(name) if live.contains(&name)));
        let listed = module.ctx.attr(Attr::Array(listed.into()));
        module[op].set_attr(attrs::ARGS, listed);
        return;
    }
    let names_dead = |attr: AttrId| match &module.ctx[attr] {
        Attr::Symbol(name) => !live.contains(name),
        Attr::Array(items) => {
            items.iter().any(|item| matches!(module.ctx[*item], Attr::Symbol(name) if !live.contains(&name)))
        }
        Attr::Unit
        | Attr::Bool(_)
        | Attr::Int { .. }
        | Attr::Float { .. }
        | Attr::Literal(_)
        | Attr::Str(_)
        | Attr::Type(_)
        | Attr::Dense { .. }
        | Attr::Enum { .. }
        | Attr::Dict(_)
        | Attr::Operand(_)
        | Attr::Null
        | Attr::Undef => false,
    };
    let goes = |(name, attr): &NamedAttr| names_dead(*attr) && enums::decoration(name).is_some();
    if module[op].attrs.iter().any(goes) {
        let mut kept = module[op].attrs.clone();
        kept.retain(|attr| !goes(attr));
        module[op].attrs = kept;
    }
}
