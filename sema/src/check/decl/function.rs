//! Functions: declarations and definitions.

use crate::attributes::Attributes;
use crate::check::state::Checker;
use crate::check::state::functions::{Deduction, FnAttributes, FnInfo, ParamInfo};
use crate::check::state::ids::{FnId, ScopeId};
use crate::check::state::scopes::{Entity, OverloadsId, ScopeKind};
use crate::diagnostics::{
    AbstractType, ConflictingAttributes, ConstFunction, FunctionRedefinition, GroupsharedLinkage,
    InvalidOperatorOverload, InvalidVariableType, MissingDefault, MissingName, ModifierPlace, NoSuchDeclaration,
    ResultOverload, UnknownStage,
};
use crate::hir::ExtInstruction;
use crate::hir::expr::ParamMode;
use crate::hir::ty::{Object, StructId, Type, TypeId};
use crate::tables::attributes::{Fact, Place};
use base::intern::Symbol;
use base::similar::{did_you_mean, nearest};
use base::source::Span;
use frontend::ast::{self, BinaryOp, Modifier, OverloadedOp, SegmentName};
use frontend::language::{HlslVersion, STAGES, Stage};
use std::sync::Arc;

impl Checker<'_> {
    /// Enters a function of a file or namespace, or the definition of a member that was declared before.
    pub(crate) fn declare_function(&mut self, id: ast::FunctionId, scope: ScopeId) {
        let node = &self.ast.functions[id];
        if self.ast.paths[node.name].count > 1 {
            return self.define_member(id, scope);
        }
        if node.is_const {
            self.report(self.ast.path_name(node.name).span, ConstFunction {});
        }
        match self.ast.path_name(node.name).name {
            SegmentName::Operator(op) => self.declare_operator(id, op, scope),
            SegmentName::Ident(_) | SegmentName::Decltype(_) => {
                self.enter_function(id, scope, None);
            }
        }
    }

    /// Enters an operator outside of structs, which HLSL 202x has.
    fn declare_operator(&mut self, id: ast::FunctionId, op: OverloadedOp, scope: ScopeId) {
        let span = self.ast.path_name(self.ast.functions[id].name).span;
        let is_operation = matches!(op, OverloadedOp::Binary(_) | OverloadedOp::Unary(_));
        if self.options.version < HlslVersion::V202x || !is_operation {
            let why = "operators can only be overloaded as members of a struct".to_owned();
            self.report(span, InvalidOperatorOverload { why });
            return;
        }
        let Some(function) = self.enter_function(id, scope, None) else { return };
        let params = Arc::clone(&self.decls.functions[function].params);
        let is_own =
            |param: &ParamInfo| matches!(self.module.types[param.ty], Type::Struct(_) | Type::Enum(_) | Type::Error);
        if !params.iter().any(is_own) {
            let why = "at least one operand must be a struct or an enumeration".to_owned();
            self.report(span, InvalidOperatorOverload { why });
        }
        let (least, most) = match op {
            OverloadedOp::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::BitAnd) => (1, 2),
            OverloadedOp::Unary(_) => (1, 1),
            OverloadedOp::Binary(_)
            | OverloadedOp::Assign(_)
            | OverloadedOp::IncDec(_)
            | OverloadedOp::Call
            | OverloadedOp::Subscript
            | OverloadedOp::Convert => (2, 2),
        };
        if !(least..=most).contains(&params.len()) {
            let why = format!("expected {most} operands, found {}", params.len());
            self.report(span, InvalidOperatorOverload { why });
        }
        self.decls.has_free_operators = true;
    }

    /// The overloads of a name in a scope, made on demand.
    pub(crate) fn overloads_in(&mut self, scope: ScopeId, name: Symbol, span: Span) -> OverloadsId {
        match self.decls.scopes.own(scope, name).value {
            Some((Entity::Functions(overloads), _)) => overloads,
            previous => {
                if let Some((_, previous)) = previous {
                    self.redefinition(name, span, previous);
                }
                let overloads = self.decls.scopes.overloads.alloc(Default::default());
                self.decls.scopes.bind_value(scope, name, Entity::Functions(overloads), span);
                overloads
            }
        }
    }

    /// Enters a function under its unqualified name; merges it with an earlier declaration.
    pub(crate) fn enter_function(
        &mut self,
        id: ast::FunctionId,
        scope: ScopeId,
        owner: Option<StructId>,
    ) -> Option<FnId> {
        let mut info = self.function_info(id, scope, owner)?;
        // Methods see their whole struct, at whose position they are.
        info.order = if owner.is_some() { self.decls.scopes.position } else { self.decls.next_position() };
        info.sees = info.order;
        let overloads = self.overloads_in(scope, info.name, info.span);
        match self.declared_before(overloads, &info) {
            Some(old) if self.decls.functions[old].owner == info.owner => self.merge_function(old, info),
            Some(shown) => {
                self.decls.scopes.overloads[overloads].functions.retain(|&old| old != shown);
                Some(self.add_function(overloads, info))
            }
            None => Some(self.add_function(overloads, info)),
        }
    }

    /// The earlier function with the same parameters, which may be a base's that `using` has added.
    fn declared_before(&self, overloads: OverloadsId, info: &FnInfo) -> Option<FnId> {
        let functions = &self.decls.scopes.overloads[overloads].functions;
        functions.iter().copied().find(|&old| self.same_parameters(&self.decls.functions[old], info))
    }

    /// Adds functions of a base to the overloads of a struct; those with equal parameters are hidden.
    pub(crate) fn show_functions(&mut self, scope: ScopeId, name: Symbol, shown: OverloadsId, span: Span) {
        let overloads = self.overloads_in(scope, name, span);
        if overloads == shown {
            return;
        }
        let shown = &self.decls.scopes.overloads[shown];
        let (functions, templates) = (shown.functions.clone(), shown.templates.clone());
        for function in functions {
            if self.declared_before(overloads, &self.decls.functions[function]).is_none() {
                self.decls.scopes.overloads[overloads].functions.push(function);
            }
        }
        self.decls.scopes.overloads[overloads].templates.extend(templates);
    }

    fn add_function(&mut self, overloads: OverloadsId, info: FnInfo) -> FnId {
        let id = self.decls.add_function(info);
        self.decls.scopes.overloads[overloads].functions.push(id);
        id
    }

    fn same_parameters(&self, a: &FnInfo, b: &FnInfo) -> bool {
        a.params.len() == b.params.len()
            && a.is_const == b.is_const
            && a.params
                .iter()
                .zip(&*b.params)
                .all(|(a, b)| a.ty == b.ty && (a.mode == ParamMode::In) == (b.mode == ParamMode::In))
            && (self.options.version < HlslVersion::V202x || lies_alike(a, b))
    }

    fn merge_function(&mut self, old: FnId, new: FnInfo) -> Option<FnId> {
        let previous = self.decls.functions[old].span;
        let name = self.text(new.name);
        if self.decls.functions[old].has_body && new.has_body {
            self.report(new.span, FunctionRedefinition { name }).note_at(previous, "previous definition is here");
            return None;
        }
        if self.decls.functions[old].ret != new.ret {
            if new.ret != self.common.error && self.decls.functions[old].ret != self.common.error {
                self.report(new.span, ResultOverload { name }).note_at(previous, "previous declaration is here");
            }
            return None;
        }
        self.complete_function(old, new);
        Some(old)
    }

    /// Merges a later declaration into an earlier one.
    pub(crate) fn complete_function(&mut self, old: FnId, new: FnInfo) {
        let entry = &mut self.decls.functions[old];
        entry.redeclared.push(if new.has_body { entry.ast } else { new.ast });
        entry.attributes.extend(new.attributes);
        for (old, new) in Arc::make_mut(&mut entry.params).iter_mut().zip(&*new.params) {
            old.default = old.default.or(new.default);
        }
        if new.has_body {
            entry.ast = new.ast;
            entry.scope = new.scope;
            entry.has_body = true;
            entry.sees = new.sees;
            entry.span = new.span;
            entry.ret_attributes = new.ret_attributes;
            let defaults: Vec<_> = entry.params.iter().map(|param| param.default).collect();
            entry.params = new.params;
            for (param, default) in Arc::make_mut(&mut entry.params).iter_mut().zip(defaults) {
                param.default = default;
            }
            self.decls.defined.push(old);
        }
    }

    /// The properties of a function from its head.
    pub(crate) fn function_info(
        &mut self,
        id: ast::FunctionId,
        scope: ScopeId,
        owner: Option<StructId>,
    ) -> Option<FnInfo> {
        let node = &self.ast.functions[id];
        let outer = std::mem::replace(&mut self.frame.scope, scope);
        let segment = *self.ast.path_name(node.name);
        let is_conversion = matches!(segment.name, SegmentName::Operator(OverloadedOp::Convert));
        let is_explicit = self.has_modifier(node.prefixes, Modifier::Explicit);
        if is_explicit && !is_conversion {
            let (name, place) = ("explicit".to_owned(), "functions other than conversion operators".to_owned());
            self.report(segment.span, ModifierPlace { name, place });
        }
        let mut name = match segment.name {
            SegmentName::Ident(name) => name,
            SegmentName::Operator(op) => self.checked_operator_name(op, segment.span),
            SegmentName::Decltype(_) => Symbol::EMPTY,
        };
        let attributes = self.read_attributes(node.prefixes, Place::Function);
        self.check_modifiers(node.prefixes, Place::Function);
        self.check_stages(&attributes);
        let deduction = self.deduced_result(node.ret, segment.span);
        let ret = if deduction.is_some() { self.common.error } else { self.ast_type(node.ret) };
        let ret = self.modified_type(ret, node.prefixes);
        if is_conversion {
            // Each type has an operator of its own.
            let word = format!("operator {}", self.type_name(ret));
            name = self.names.intern(&word);
        }
        let params = match node.params.as_slice() {
            [single] if self.is_void_list(single) => Arc::default(),
            _ => self.params_of(node),
        };
        self.check_annotations(node.annotations, Place::Function);
        self.check_groupshared_params(node, &attributes, &params);
        let ret_attributes = self.field_attributes(node.prefixes, node.annotations, Place::Function);
        let path = self.path_in(scope, name);
        self.frame.scope = outer;
        let ret = self.check_result(ret, segment.span);
        let instruction = self.ext_instruction(&attributes, &params);
        Some(FnInfo {
            ast: id,
            redeclared: Vec::new(),
            scope,
            name,
            path,
            span: segment.span,
            owner,
            is_static: owner.is_some() && self.has_modifier(node.prefixes, Modifier::Static),
            is_const: node.is_const,
            params,
            ret,
            deduction: deduction.unwrap_or(Deduction::Known),
            ret_attributes,
            order: 0,
            packing: self.decls.packing,
            has_body: node.body.is_some(),
            sees: u32::MAX,
            hir: None,
            checked: false,
            template: None,
            depth: self.decls.instances.depth,
            local_types: Vec::new(),
            attributes: FnAttributes {
                instruction,
                type_def: attributes.find(Fact::ExtTypeDef).and_then(|read| Some((read.uint(0)?, read.uint(1)?))),
                requirements: self.requirements_of(&attributes),
                exported: self.has_modifier(node.prefixes, Modifier::Export),
                precise: self.has_modifier(node.prefixes, Modifier::Precise),
                nodiscard: attributes.has(Fact::NoDiscard),
                is_explicit,
                is_constexpr: self.has_modifier(node.prefixes, Modifier::Constexpr),
            },
        })
    }

    /// Reports unknown stages in `[shader("…")]`, and contradictions.
    fn check_stages(&mut self, attributes: &Attributes) {
        let mut first: Option<Stage> = None;
        for read in attributes.all(Fact::Shader) {
            let name = read.string(0).map_or(String::new(), |name| self.text(name));
            let Some(stage) = Stage::from_attribute(&name) else {
                self.unknown_stage(read.span, name);
                continue;
            };
            let previous = *first.get_or_insert(stage);
            if previous != stage {
                let [first, second] = [previous, stage].map(|stage| format!("shader(\"{}\")", stage.row().attribute));
                self.report(read.span, ConflictingAttributes { first, second });
            }
        }
    }

    fn unknown_stage(&mut self, span: Span, name: String) {
        let known = STAGES.iter().map(|row| row.attribute).filter(|known| !known.is_empty());
        let near = Stage::from_foreign_name(&name).map(|stage| stage.row().attribute);
        let near = near.or_else(|| nearest(&name, known.clone()));
        let known: Vec<&str> = known.collect();
        let report = self.report(span, UnknownStage { name });
        match near {
            Some(near) => report.note(did_you_mean(near)),
            None => report.note(format!("valid stages are {}", known.join(", "))),
        };
    }

    fn checked_operator_name(&mut self, op: OverloadedOp, span: Span) -> Symbol {
        let why = match op {
            OverloadedOp::Assign(_) => "assignment operators cannot be overloaded",
            OverloadedOp::IncDec(_) => "increment and decrement operators cannot be overloaded",
            OverloadedOp::Convert if self.options.version < HlslVersion::V202x => {
                "conversion operators require HLSL 202x (option '-HV 202x')"
            }
            OverloadedOp::Convert => "",
            OverloadedOp::Binary(_) | OverloadedOp::Unary(_) | OverloadedOp::Call | OverloadedOp::Subscript => "",
        };
        if !why.is_empty() {
            self.report(span, InvalidOperatorOverload { why: why.to_owned() });
        } else if !self.is_modern() {
            let why = "operator overloading requires HLSL 2021".to_owned();
            self.report(span, InvalidOperatorOverload { why });
        }
        self.operator_name(op)
    }

    pub(super) fn check_result(&mut self, ret: TypeId, span: Span) -> TypeId {
        let bad = match self.module.types[ret] {
            Type::Void => false,
            _ if self.has_no_values(self.innermost(ret)) => true,
            Type::RuntimeArray(_) | Type::Object(Object::Stream(..) | Object::Patch(..) | Object::Node(_)) => true,
            Type::Struct(id) => self.module.structs[id].is_interface,
            Type::Error
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::Array(..)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => false,
        };
        if !bad {
            return ret;
        }
        let ty = self.type_name(ret);
        self.report(span, InvalidVariableType { what: "result".to_owned(), ty });
        self.common.error
    }

    fn ext_instruction(&mut self, attributes: &Attributes, params: &[ParamInfo]) -> Option<ExtInstruction> {
        let read = attributes.find(Fact::ExtInstruction)?;
        let opcode = read.uint(0)?;
        let set = read.string(1).map(|set| self.text(set)).filter(|set| !set.is_empty());
        let prefixes: Vec<_> = params.iter().map(|param| param.prefixes).collect();
        let literal = prefixes
            .into_iter()
            .map(|prefixes| self.read_attributes(prefixes, Place::Param).has(Fact::ExtLiteral))
            .collect();
        Some(ExtInstruction { opcode, set, literal })
    }

    fn params_of(&mut self, node: &ast::Function) -> Arc<[ParamInfo]> {
        let mut needs_default = false;
        let info = |param| {
            let info = self.param_info(param);
            if needs_default && info.default.is_none() {
                let name = self.text(info.name);
                self.report(info.span, MissingDefault { name });
            }
            needs_default |= info.default.is_some();
            info
        };
        node.params.iter().map(info).collect()
    }

    /// A function with `groupshared` parameters has no code of its own to which one could link.
    fn check_groupshared_params(&mut self, node: &ast::Function, attributes: &Attributes, params: &[ParamInfo]) {
        let Some(param) = params.iter().find(|param| param.is_groupshared) else { return };
        if self.options.version < HlslVersion::V202x {
            return;
        }
        let is_exported = self.has_modifier(node.prefixes, Modifier::Export);
        let modifier = match (attributes.has(Fact::NoInline), is_exported) {
            (true, _) => "[noinline]",
            (false, true) => "export",
            (false, false) => return,
        };
        let (span, declared) = (self.ast.path_name(node.name).span, param.span);
        self.report(span, GroupsharedLinkage { modifier: modifier.to_owned() }).declared_at(declared);
    }

    /// `f(void)`
    fn is_void_list(&mut self, param: &ast::Param) -> bool {
        let declarator = &self.ast.declarators[param.declarator];
        declarator.name.is_none() && self.ast_type(param.ty) == self.common.void
    }

    fn param_info(&mut self, param: &ast::Param) -> ParamInfo {
        let declarator = self.ast.declarators[param.declarator];
        let name = declarator.name.and_then(|path| self.simple_name(path)).unwrap_or(Symbol::EMPTY);
        let ty = self.ast_type(param.ty);
        let ty = self.modified_type(ty, param.prefixes);
        let span = declarator.name.map_or(param.span, |path| self.ast.paths[path].span);
        let ty = self.with_dims_or(ty, declarator.dims, |checker, elem| {
            if checker.is_resource(elem) {
                return Some(checker.intern(Type::RuntimeArray(elem)));
            }
            checker.report(span, crate::diagnostics::ArrayLengthMissing {});
            None
        });
        let ty = self.check_param_type(ty, span);
        self.check_annotations(declarator.annotations, Place::Param);
        let mut attributes = self.field_attributes(param.prefixes, declarator.annotations, Place::Param);
        let mode = self.param_mode(param);
        attributes.per_vertex = mode == ParamMode::In && self.holds_vertices(&attributes);
        let is_groupshared = self.has_modifier(param.prefixes, Modifier::Groupshared);
        ParamInfo {
            name,
            span,
            ty,
            mode,
            is_groupshared,
            default: declarator.init,
            prefixes: param.prefixes,
            attributes,
        }
    }

    fn check_param_type(&mut self, ty: TypeId, span: Span) -> TypeId {
        let is_interface = matches!(self.module.types[ty], Type::Struct(id) if self.module.structs[id].is_interface);
        let is_no_value = self.has_no_values(self.innermost(ty));
        if !is_no_value && !is_interface {
            return ty;
        }
        let (declared, ty) = (self.declaration_of_type(ty), self.type_name(ty));
        match is_interface {
            true => self.report(span, AbstractType { ty }).declared_at(declared),
            false => self.report(span, InvalidVariableType { what: "parameter".to_owned(), ty }),
        };
        self.common.error
    }

    fn param_mode(&mut self, param: &ast::Param) -> ParamMode {
        if param.prefixes.is_empty() {
            return ParamMode::In;
        }
        self.check_modifiers(param.prefixes, Place::Param);
        let has = |modifier| self.has_modifier(param.prefixes, modifier);
        if has(Modifier::Groupshared) {
            return ParamMode::Reference;
        }
        let mode = match (has(Modifier::In), has(Modifier::Out), has(Modifier::InOut)) {
            (_, _, true) | (true, true, _) => ParamMode::InOut,
            (_, true, _) => ParamMode::Out,
            (_, false, false) => ParamMode::In,
        };
        if self.read_attributes(param.prefixes, Place::Param).has(Fact::ExtReference) {
            return ParamMode::Reference;
        }
        mode
    }

    /// `T S::f() {}` defines a declared member; `T ns::f() {}` a function of a namespace.
    fn define_member(&mut self, id: ast::FunctionId, scope: ScopeId) {
        let path = self.ast.functions[id].name;
        self.frame.scope = scope;
        let Ok(Some(target)) = self.qualifier(path) else { return };
        let owner = match self.decls.scopes.get(target).kind {
            ScopeKind::Struct(owner) => owner,
            ScopeKind::Namespace | ScopeKind::File => {
                self.enter_function(id, target, None);
                return;
            }
            ScopeKind::Enum | ScopeKind::Parameters => return,
        };
        let Some(mut info) = self.function_info(id, target, Some(owner)) else { return };
        info.sees = self.decls.next_position();
        self.define_in(target, info);
    }

    /// Defines the body of a declared member.
    pub(crate) fn define_in(&mut self, target: ScopeId, info: FnInfo) {
        let declared = match self.decls.scopes.own(target, info.name).value {
            Some((Entity::Functions(overloads), _)) => self.decls.scopes.overloads[overloads].functions.clone(),
            Some(_) | None => Vec::new(),
        };
        let same = declared.into_iter().find(|&old| self.same_parameters(&self.decls.functions[old], &info));
        let Some(old) = same else {
            let (name, scope) = (self.text(info.name), self.text(self.decls.scopes.get(target).path));
            let declared = if let ScopeKind::Struct(id) = self.decls.scopes.get(target).kind {
                self.module.structs[id].span
            } else {
                Span::NONE
            };
            self.report(info.span, NoSuchDeclaration { name, scope }).declared_at(declared);
            return;
        };
        self.merge_function(old, info);
    }

    /// Reports a declaration without a name.
    pub(crate) fn missing_name(&mut self, what: &str, span: Span) {
        self.report(span, MissingName { what: what.to_owned() });
    }
}

/// Returns whether two functions agree in `groupshared` parameters, which from HLSL 202x on distinguish overloads.
fn lies_alike(a: &FnInfo, b: &FnInfo) -> bool {
    a.params.iter().map(|param| param.is_groupshared).eq(b.params.iter().map(|param| param.is_groupshared))
}
