//! Fills in the record of the analysis. Nothing happens here unless one is wanted.

use crate::check::state::Checker;
use crate::check::state::ids::FnId;
use crate::check::state::recorder::{Declared, Target};
use crate::check::state::scopes::{Entity, Found};
use crate::hir::display::{constant_text, type_name};
use crate::hir::expr::{ConstantId, ExprId};
use crate::hir::ty::{MAX_SHORT_VECTOR, StructId, Type, TypeId};
use crate::tables::methods::Objects;
use crate::trace::{Call, Declaration, Kind, Parameter, Trace, TypeInfo, Use};
use base::intern::Symbol;
use base::source::Span;
use frontend::ast;
use rustc_hash::FxHashSet;

impl Checker<'_> {
    /// Records what a name represents.
    #[inline]
    pub(super) fn note_name(&mut self, span: Span, name: Symbol, found: Found) {
        if self.recorder.is_some() {
            self.record_name(span, name, found);
        }
    }

    #[cold]
    fn record_name(&mut self, span: Span, name: Symbol, found: Found) {
        let target = match found.entity {
            Entity::Error => return,
            Entity::Functions(overloads) => {
                self.decls.scopes.overloads[overloads].functions.first().map(|&first| Target::Function(first))
            }
            Entity::Type(ty) => {
                if let Type::Struct(id) = self.module.types[ty]
                    && self.module.structs[id].name == self.type_path(found, name)
                {
                    Some(Target::Struct(id))
                } else {
                    None
                }
            }
            Entity::Template(_)
            | Entity::Namespace(_)
            | Entity::Global(_)
            | Entity::BlockMember(..)
            | Entity::Field(_)
            | Entity::NestedField(..)
            | Entity::Local(_)
            | Entity::Constant(_)
            | Entity::Text(_)
            | Entity::Heap(_) => None,
        };
        let Some(target) = target.or_else(|| self.declared_at(name, found).map(Target::At)) else { return };
        if let (Target::At(at), Some((kind, ty, value))) = (target, self.described(found.entity)) {
            self.record_declaration(at, Declared { name, kind, ty, value, owner: None });
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.uses.push((span, target));
        }
    }

    /// The qualified name that a struct of this name has if it is declared under it, and not an alias.
    fn type_path(&self, found: Found, name: Symbol) -> Symbol {
        let Some(scope) = found.scope else { return name };
        let outer = self.names.resolve(self.decls.scopes.get(scope).path);
        if outer.is_empty() {
            return name;
        }
        self.names.lookup(&format!("{outer}::{}", self.names.resolve(name))).unwrap_or(name)
    }

    /// The position of the name in the declaration of an entity.
    fn declared_at(&self, name: Symbol, found: Found) -> Option<u32> {
        let names = match found.scope {
            Some(scope) => self.decls.scopes.own(scope, name),
            None => self.frame.locals.own(name),
        };
        let meanings = [names.value, names.ty].into_iter().flatten();
        let (_, span) = meanings.into_iter().find(|(entity, _)| *entity == found.entity)?;
        (!span.is_none()).then_some(span.lo)
    }

    fn described(&self, entity: Entity) -> Option<(Kind, Option<TypeId>, Option<ConstantId>)> {
        match entity {
            Entity::Type(ty) => {
                let kind = if matches!(self.module.types[ty], Type::Enum(_)) { Kind::Enum } else { Kind::Alias };
                Some((kind, Some(ty), None))
            }
            Entity::Template(_) => Some((Kind::Template, None, None)),
            Entity::Namespace(_) => Some((Kind::Namespace, None, None)),
            Entity::Constant(constant) => {
                let ty = self.module.constants[constant].ty;
                let kind =
                    if matches!(self.module.types[ty], Type::Enum(_)) { Kind::EnumMember } else { Kind::Constant };
                Some((kind, Some(ty), Some(constant)))
            }
            Entity::Error
            | Entity::Global(_)
            | Entity::BlockMember(..)
            | Entity::Field(_)
            | Entity::NestedField(..)
            | Entity::Local(_)
            | Entity::Text(_)
            | Entity::Heap(_)
            | Entity::Functions(_) => None,
        }
    }

    fn record_declaration(&mut self, at: u32, declared: Declared) {
        if let Some(recorder) = &mut self.recorder {
            recorder.declarations.entry(at).or_insert(declared);
        }
    }

    /// Records the type of an expression.
    #[inline]
    pub(super) fn note_type(&mut self, id: ast::ExprId, result: ExprId) {
        if self.recorder.is_some() && !self.is_error(result) {
            let (span, ty) = (self.ast.exprs[id].span, self.ty(result));
            if let Some(recorder) = &mut self.recorder {
                recorder.values.push((span, ty));
            }
        }
    }

    /// Records a conversion that loses something.
    pub(super) fn note_loss(&mut self, span: Span, to: TypeId) {
        if let Some(recorder) = &mut self.recorder {
            recorder.lossy.push((span, to));
        }
    }

    /// Records a call.
    pub(super) fn note_call(&mut self, span: Span, function: FnId, args: &[ExprId]) {
        if self.recorder.is_none() {
            return;
        }
        let args = args.iter().map(|&arg| self.span(arg)).collect();
        let caller = self.frame.function;
        if let Some(recorder) = &mut self.recorder {
            recorder.uses.push((span, Target::Function(function)));
            recorder.calls.push((span, function, caller, args));
        }
    }

    /// Records the variables of the function that was checked; the first ones are its parameters.
    pub(super) fn note_locals(&mut self, function: FnId, params: usize) {
        if self.recorder.is_none() {
            return;
        }
        let has_this = usize::from(self.frame.this.is_some());
        let locals: Vec<(Symbol, Span, TypeId)> =
            self.frame.body.locals.iter().map(|(_, local)| (local.name, local.span, local.ty)).collect();
        for (index, (name, span, ty)) in locals.into_iter().enumerate().skip(has_this) {
            let kind = if index < params + has_this { Kind::Parameter } else { Kind::Local };
            if name != Symbol::EMPTY && !span.is_none() {
                self.record_declaration(
                    span.lo,
                    Declared { name, kind, ty: Some(ty), value: None, owner: Some(function) },
                );
            }
        }
    }

    /// The record, completed by all that is declared.
    pub(super) fn finish_trace(&mut self) -> Trace {
        let recorder = *self.recorder.take().unwrap_or_default();
        let mut trace = Trace::default();
        let mut types = Types::default();
        for (at, it) in &recorder.declarations {
            let value = it.value.map(|value| constant_text(&self.module, value));
            let owner = it.owner.map(|owner| self.decls.functions[owner].span.lo);
            let ty = it.ty.map(|ty| types.number(ty));
            declare(&mut trace, Declaration { ty, value, owner, ..self.declaration(*at, it.name, it.kind) });
        }
        // A constant buffer and its struct have one name, which is the buffer's.
        self.declare_globals(&mut trace, &mut types);
        self.declare_structs(&mut trace, &mut types);
        self.declare_functions(&mut trace, &mut types);
        let calls = recorder.calls.iter();
        let chosen: FxHashSet<(Span, FnId)> = calls.clone().map(|(span, callee, ..)| (*span, *callee)).collect();
        let called: FxHashSet<Span> = calls.map(|(span, ..)| *span).collect();
        // A name of overloads was looked up before one of them was chosen.
        let is_meant = |span: Span, target: Target| match target {
            Target::Function(id) => !called.contains(&span) || chosen.contains(&(span, id)),
            Target::At(_) | Target::Struct(_) => true,
        };
        for (span, target) in recorder.uses.into_iter().filter(|(span, target)| is_meant(*span, *target)) {
            let declaration = match target {
                Target::At(at) => at,
                Target::Function(id) => self.decls.functions[id].span.lo,
                Target::Struct(id) => self.module.structs[id].span.lo,
            };
            trace.uses.push(Use { span, declaration, declares: false });
        }
        trace.values = recorder.values.into_iter().map(|(span, ty)| (span, types.number(ty))).collect();
        trace.lossy = recorder.lossy.into_iter().map(|(span, ty)| (span, types.number(ty))).collect();
        for (span, callee, caller, args) in recorder.calls {
            let callee = self.decls.functions[callee].span.lo;
            let caller = caller.map(|caller| self.decls.functions[caller].span.lo);
            trace.calls.push(Call { span, callee, caller, args });
        }
        trace.types = types.known.iter().map(|&ty| self.type_info(ty)).collect();
        trace
    }

    /// The declaration of a name at a position, without what is not known of all.
    fn declaration(&self, at: u32, name: Symbol, kind: Kind) -> Declaration {
        let span = Span::new(at, at + self.names.resolve(name).len() as u32);
        Declaration { span, name, kind, ty: None, value: None, owner: None, params: Vec::new() }
    }

    fn declare_structs(&self, trace: &mut Trace, types: &mut Types) {
        for (_, of) in self.module.structs.iter().filter(|(_, of)| !of.span.is_none()) {
            let name = self.last_name(of.name);
            if name != Symbol::EMPTY && self.is_spelled(of.span.lo, name) {
                declare(trace, self.declaration(of.span.lo, name, Kind::Struct));
            }
            for field in of.fields.iter().filter(|field| field.name != Symbol::EMPTY && !field.span.is_none()) {
                let ty = Some(types.number(field.ty));
                let declaration = self.declaration(field.span.lo, field.name, Kind::Field);
                declare(trace, Declaration { ty, owner: Some(of.span.lo), ..declaration });
            }
        }
    }

    fn declare_globals(&self, trace: &mut Trace, types: &mut Types) {
        for (id, global) in self.module.globals.iter().filter(|(_, global)| !global.span.is_none()) {
            let name = self.last_name(global.name);
            if name == Symbol::EMPTY || !self.is_spelled(global.span.lo, name) {
                continue;
            }
            let value = self.decls.values.get(&id).map(|&value| constant_text(&self.module, value));
            let ty = Some(types.number(global.ty));
            declare(trace, Declaration { ty, value, ..self.declaration(global.span.lo, name, Kind::Global) });
        }
    }

    fn declare_functions(&self, trace: &mut Trace, types: &mut Types) {
        for (_, info) in self.decls.functions.iter() {
            let kind = if info.owner.is_some() { Kind::Method } else { Kind::Function };
            let owner = info.owner.map(|owner| self.module.structs[owner].span.lo);
            let ty = Some(types.number(info.ret));
            declare(trace, Declaration { ty, owner, ..self.declaration(info.span.lo, info.name, kind) });
            let params = info.params.iter().map(|param| Parameter {
                name: param.name,
                mode: param.mode,
                ty: types.number(param.ty),
                is_optional: param.default.is_some(),
            });
            let params = params.collect();
            if let Some(declared) = trace.declarations.get_mut(&info.span.lo) {
                declared.params = params;
            }
            for param in info.params.iter().filter(|param| param.name != Symbol::EMPTY) {
                let ty = Some(types.number(param.ty));
                let declaration = self.declaration(param.span.lo, param.name, Kind::Parameter);
                declare(trace, Declaration { ty, owner: Some(info.span.lo), ..declaration });
            }
            for &other in info.redeclared.iter().chain([&info.ast]) {
                let segment = self.ast.path_name(self.ast.functions[other].name);
                trace.uses.push(Use { span: segment.span, declaration: info.span.lo, declares: true });
            }
        }
    }

    /// The part of a qualified name after the last `::`.
    fn last_name(&self, path: Symbol) -> Symbol {
        let text = self.names.resolve(path);
        let last = text.rsplit([':', '.']).next().unwrap_or(text);
        if last.len() == text.len() { path } else { self.names.lookup(last).unwrap_or(Symbol::EMPTY) }
    }

    /// Returns whether a name is at a position.
    fn is_spelled(&self, at: u32, name: Symbol) -> bool {
        let name = self.names.resolve(name);
        self.sources.text(Span::new(at, at + name.len() as u32)) == name
    }

    fn type_info(&self, ty: TypeId) -> TypeInfo {
        let components = match self.module.types[ty] {
            Type::Scalar(_) => 1,
            Type::Vector(_, size @ 1..=MAX_SHORT_VECTOR) => size as u8,
            Type::Error
            | Type::Void
            | Type::String
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::Array(..)
            | Type::RuntimeArray(_)
            | Type::Struct(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => 0,
        };
        let mut info = TypeInfo {
            name: type_name(&self.module, self.names, ty),
            components,
            objects: Objects::of(self.module.types[ty]),
            ..TypeInfo::default()
        };
        if let Some(id) = self.module.struct_behind(ty) {
            info.declaration = Some(self.module.structs[id].span.lo).filter(|lo| *lo != u32::MAX);
            info.members = self.members(id);
        }
        info
    }

    /// The positions of the names of a struct's members, its bases' included.
    fn members(&self, id: StructId) -> Vec<u32> {
        let (mut all, mut at, mut seen) = (Vec::new(), Some(id), Vec::new());
        while let Some(id) = at.filter(|id| !seen.contains(id)) {
            seen.push(id);
            let fields = self.module.structs[id].fields.iter();
            all.extend(fields.filter(|field| field.name != Symbol::EMPTY).map(|field| field.span.lo));
            let methods = self.decls.scopes.own_functions(self.decls.structs[id].scope);
            all.extend(methods.iter().map(|&method| self.decls.functions[method].span.lo));
            at = self.decls.structs[id].base;
        }
        all
    }
}

/// Enters a declaration, unless there is one at its position.
fn declare(trace: &mut Trace, declaration: Declaration) {
    let (span, at) = (declaration.span, declaration.span.lo);
    trace.uses.push(Use { span, declaration: at, declares: true });
    trace.declarations.entry(at).or_insert(declaration);
}

/// Numbers for types.
#[derive(Default)]
struct Types {
    known: Vec<TypeId>,
    numbers: rustc_hash::FxHashMap<TypeId, usize>,
}

impl Types {
    fn number(&mut self, ty: TypeId) -> usize {
        *self.numbers.entry(ty).or_insert_with(|| {
            self.known.push(ty);
            self.known.len() - 1
        })
    }
}
