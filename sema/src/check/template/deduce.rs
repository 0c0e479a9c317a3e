//! Template argument deduction, from the types of a call's arguments or from a specialisation's pattern.

use crate::check::call::Arguments;
use crate::check::state::declarations::{Conflict, Mismatch, MismatchReason};
use crate::check::state::ids::{ScopeId, TemplateId};
use crate::check::state::scopes::{Entity, Want};
use crate::check::state::templates::{Head, Template, TemplateArg, TemplateKind};
use crate::check::state::{Checker, MAX_NESTED_INSTANCES};
use crate::convert;
use crate::hir::expr::{ConstantId, ConstantValue};
use crate::hir::ty::{Node, Object, StructId, Type, TypeId};
use base::intern::Symbol;
use base::source::Span;
use frontend::ast::{self, ExprKind, ItemKind, List, PathId, TemplateParam, TemplateParamKind, TypeKind};
use std::cmp::Reverse;

/// The templates that a message lists.
const MOST_MISMATCHES: usize = 8;

impl Checker<'_> {
    /// Deduces the arguments of a function template from a call.
    pub(crate) fn deduce(
        &mut self,
        template: TemplateId,
        explicit: &[TemplateArg],
        args: &Arguments,
    ) -> Option<Vec<TemplateArg>> {
        let ItemKind::Function(function) = self.ast.items[self.decls.templates[template].item].kind else {
            return None;
        };
        let Head { params, scope: outer, .. } = self.decls.templates[template].head;
        let node = &self.ast.functions[function];
        let required = node.params.iter().filter(|p| self.ast.declarators[p.declarator].init.is_none()).count();
        if args.types.len() > node.params.len() || args.types.len() < required || explicit.len() > params.len() {
            self.note_mismatch(template, args, MismatchReason::Count);
            return None;
        }
        let mut deduction = Deduction::new(self, params);
        for (slot, &arg) in deduction.args.iter_mut().zip(explicit) {
            *slot = Some(arg);
        }
        deduction.fixed = explicit.len();
        for (position, (param, &arg)) in node.params.iter().zip(&args.types).enumerate() {
            let dims = self.ast.declarators[param.declarator].dims;
            if !self.match_declared(&mut deduction, param.ty, dims, arg, outer) {
                self.note_mismatch(template, args, MismatchReason::Argument(position));
                let template = self.decls.templates[template].name;
                let conflict = deduction.conflict.map(|(param, types)| Conflict { template, param, types });
                self.decls.instances.conflict = conflict.or(self.decls.instances.conflict);
                return None;
            }
        }
        let filled = self.fill_defaults(template, &mut deduction);
        let missing = deduction.args.iter().position(Option::is_none);
        if let Some(&name) = missing.and_then(|at| deduction.names.get(at)).filter(|&&name| name != Symbol::EMPTY) {
            self.note_mismatch(template, args, MismatchReason::Undetermined(name));
        }
        filled?;
        let mut complete = deduction.complete()?;
        for position in 0..complete.len() {
            let param = self.ast.ids(params).nth(position)?;
            if let (TemplateArg::Value(value), TemplateParamKind::Value(ty, _)) =
                (complete[position], self.ast.template_params[param].kind)
            {
                let head = self.decls.templates[template].head;
                let scope = self.bind_args(&head, &complete[..position]);
                let ty = self.substituted(|checker| Some(checker.apart(scope, |checker| checker.ast_type(ty))))?;
                complete[position] = TemplateArg::Value(self.fold_convert(value, ty).unwrap_or(value));
            }
        }
        Some(complete)
    }

    /// Notes why a template does not match, for the message that none does.
    fn note_mismatch(&mut self, template: TemplateId, args: &Arguments, reason: MismatchReason) {
        let mismatches = &mut self.decls.instances.mismatches;
        if mismatches.len() == MOST_MISMATCHES {
            mismatches.pop_front();
        }
        mismatches.push_back(Mismatch { template, types: args.types.to_vec(), reason });
    }

    /// The templates that do not match a call, and why.
    pub(crate) fn mismatches(&mut self, name: Symbol, args: &Arguments) -> Vec<(Span, String)> {
        let noted = std::mem::take(&mut self.decls.instances.mismatches);
        let of_call = noted
            .into_iter()
            .filter(|it| self.decls.templates[it.template].name == name && it.types[..] == args.types[..]);
        let mut notes: Vec<(Span, String)> = Vec::new();
        for Mismatch { template, reason, .. } in of_call {
            let note = (self.decls.templates[template].span, self.why_no_instance(template, reason, args));
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
        notes
    }

    fn why_no_instance(&self, template: TemplateId, reason: MismatchReason, args: &Arguments) -> String {
        let ItemKind::Function(function) = self.ast.items[self.decls.templates[template].item].kind else {
            return "candidate template ignored".to_owned();
        };
        let params = &self.ast.functions[function].params;
        let why = match reason {
            MismatchReason::Argument(at) => {
                let param = params.get(at).map_or("", |param| self.sources.text(self.ast.types[param.ty].span));
                let found = args.types.get(at).map(|&arg| self.type_name(arg)).unwrap_or_default();
                format!("'{param}' does not match '{found}'")
            }
            MismatchReason::Undetermined(name) => {
                format!("cannot deduce template argument '{}'", self.names.resolve(name))
            }
            MismatchReason::Count if params.len() == args.types.len() => {
                "there are too many template arguments".to_owned()
            }
            MismatchReason::Count => {
                let (wanted, found) = (params.len(), args.types.len());
                format!("it takes {wanted} arguments, not {found}")
            }
        };
        format!("candidate template ignored: {why}")
    }

    fn fill_defaults(&mut self, template: TemplateId, deduction: &mut Deduction) -> Option<()> {
        for position in 0..deduction.args.len() {
            if deduction.args[position].is_some() {
                continue;
            }
            let known: Option<Vec<TemplateArg>> = deduction.args[..position].iter().copied().collect();
            let known = known?;
            let default = self.substituted(|checker| checker.default_arg(template, &known, position));
            deduction.args[position] = Some(default?);
        }
        Some(())
    }

    /// Matches a parameter as declared, dimensions included, against the type of an argument.
    fn match_declared(
        &mut self,
        deduction: &mut Deduction,
        ty: ast::TypeId,
        dims: List<ast::Dim>,
        mut arg: TypeId,
        scope: ScopeId,
    ) -> bool {
        let ast = self.ast;
        for dim in ast.ids(dims) {
            let Type::Array(elem, length) = self.module.types[arg] else { return true };
            if self.ast.dim(dim).is_some_and(|dim| !self.match_length(deduction, dim, length, scope)) {
                return false;
            }
            arg = elem;
        }
        self.match_type(deduction, ty, arg, scope)
    }

    /// Matches the length of an array. One that is computed from parameters is a non-deduced context: the types are
    /// compared once all parameters are bound.
    fn match_length(&mut self, deduction: &mut Deduction, dim: ast::ExprId, length: u32, scope: ScopeId) -> bool {
        let is_name = matches!(self.ast.exprs[dim].kind, ExprKind::Path(_));
        if !is_name && self.is_computed(deduction, dim) {
            return true;
        }
        let value = self.uint_constant(length);
        self.match_arg(deduction, dim, TemplateArg::Value(value), scope)
    }

    /// Returns whether the value of an expression may depend on a parameter.
    fn is_computed(&self, deduction: &Deduction, expr: ast::ExprId) -> bool {
        let mut stack = vec![expr];
        while let Some(expr) = stack.pop() {
            match self.ast.exprs[expr].kind {
                ExprKind::Literal(_) => {}
                ExprKind::Path(path) => {
                    if self.simple_name(path).is_none_or(|name| deduction.position(name).is_some()) {
                        return true;
                    }
                }
                ExprKind::Unary(_, operand) => stack.push(operand),
                ExprKind::Binary { lhs, rhs, .. } => stack.extend([lhs, rhs]),
                ExprKind::Ternary(condition, then, otherwise) => stack.extend([condition, then, otherwise]),
                ExprKind::Error
                | ExprKind::Prefix(..)
                | ExprKind::Postfix(..)
                | ExprKind::Assign { .. }
                | ExprKind::Comma(..)
                | ExprKind::Cast(..)
                | ExprKind::Call(..)
                | ExprKind::Construct(..)
                | ExprKind::Index(..)
                | ExprKind::Member(..)
                | ExprKind::InitList(_)
                | ExprKind::TypeArg(_)
                | ExprKind::StateBlock => return true,
            }
        }
        false
    }

    fn uint_constant(&mut self, value: u32) -> ConstantId {
        self.intern_constant(self.common.uint, ConstantValue::Int(value.into()))
    }

    /// Matches a pattern of template arguments against an argument. Patterns without parameters are compared only if
    /// `exact` types matter, in specialisations.
    pub(crate) fn match_arg(
        &mut self,
        deduction: &mut Deduction,
        pattern: ast::ExprId,
        arg: TemplateArg,
        scope: ScopeId,
    ) -> bool {
        match (self.ast.exprs[pattern].kind, arg) {
            (ExprKind::TypeArg(ty), TemplateArg::Type(arg)) => {
                if self.mentions_parameter(deduction, ty) {
                    return self.match_type(deduction, ty, arg, scope);
                }
                self.substituted(|checker| Some(checker.apart(scope, |checker| checker.ast_type(ty)))) == Some(arg)
            }
            (ExprKind::TypeArg(ty), TemplateArg::Template(_) | TemplateArg::Value(_)) => {
                match self.parameter_of_type(deduction, ty) {
                    Some(position) => deduction.bind(position, arg),
                    // A template by its name is compared once all parameters are bound.
                    None => matches!(arg, TemplateArg::Template(_)),
                }
            }
            (ExprKind::Path(path), _) => match self.simple_name(path).and_then(|name| deduction.position(name)) {
                Some(position) => deduction.bind_value(self, position, arg),
                None => self.same_value(pattern, arg, scope),
            },
            _ => self.same_value(pattern, arg, scope),
        }
    }

    fn same_value(&mut self, pattern: ast::ExprId, arg: TemplateArg, scope: ScopeId) -> bool {
        let TemplateArg::Value(arg) = arg else { return false };
        // Non-deduced contexts are compared once all parameters are bound.
        let pattern = self.substituted(|checker| checker.apart(scope, |checker| checker.constant_expr(pattern)));
        match pattern.flatten() {
            Some(pattern) => self.integer(pattern) == self.integer(arg),
            None => false,
        }
    }

    /// Returns whether a pattern is a non-deduced context: it computes from parameters.
    pub(crate) fn computes(&self, deduction: &Deduction, pattern: ast::ExprId) -> bool {
        match self.ast.exprs[pattern].kind {
            ExprKind::TypeArg(ty) => {
                if let TypeKind::Path(path) = self.ast.types[ty].kind {
                    let name = self.ast.path_name(path);
                    (self.ast.paths[path].count > 1 && name.args.is_none())
                        || matches!(name.name, ast::SegmentName::Decltype(_))
                } else {
                    false
                }
            }
            ExprKind::Path(path) => match self.simple_name(path) {
                Some(name) => deduction.position(name).is_none(),
                None => true,
            },
            ExprKind::Error
            | ExprKind::Literal(_)
            | ExprKind::Unary(..)
            | ExprKind::Prefix(..)
            | ExprKind::Postfix(..)
            | ExprKind::Binary { .. }
            | ExprKind::Assign { .. }
            | ExprKind::Ternary(..)
            | ExprKind::Comma(..)
            | ExprKind::Cast(..)
            | ExprKind::Call(..)
            | ExprKind::Construct(..)
            | ExprKind::Index(..)
            | ExprKind::Member(..)
            | ExprKind::InitList(_)
            | ExprKind::StateBlock => true,
        }
    }

    /// The specificity of patterns: the number of their parts that are not parameters, and few open parameters. A
    /// special case of another pattern is more specific.
    pub(crate) fn detail(&self, params: List<TemplateParam>, patterns: List<ast::Expr>) -> (usize, Reverse<usize>) {
        (self.said(params, self.ast.ids(patterns).collect(), Vec::new()), Reverse(params.len()))
    }

    /// The specificity of the types of parameters.
    pub(crate) fn detail_of_types(
        &self,
        params: List<TemplateParam>,
        types: impl Iterator<Item = ast::TypeId>,
    ) -> (usize, Reverse<usize>) {
        (self.said(params, Vec::new(), types.collect()), Reverse(params.len()))
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the other types have no parts")]
    fn said(&self, params: List<TemplateParam>, mut exprs: Vec<ast::ExprId>, mut types: Vec<ast::TypeId>) -> usize {
        let deduction = Deduction::new(self, params);
        let mut said = 0;
        loop {
            if let Some(ty) = types.pop() {
                let dims = self.ast.types[ty].dims;
                said += dims.len();
                exprs.extend(self.ast.ids(dims).filter_map(|dim| self.ast.dim(dim)));
                if self.parameter_of_type(&deduction, ty).is_some() {
                    continue;
                }
                said += 1;
                let TypeKind::Path(path) = self.ast.types[ty].kind else { continue };
                for segment in self.ast.path_segments(path) {
                    exprs.extend(self.ast.ids(segment.args.unwrap_or_default()));
                }
                continue;
            }
            let Some(pattern) = exprs.pop() else { return said };
            match self.ast.exprs[pattern].kind {
                ExprKind::TypeArg(ty) => types.push(ty),
                ExprKind::Path(path)
                    if self.simple_name(path).is_some_and(|name| deduction.position(name).is_some()) => {}
                _ => said += 1,
            }
        }
    }

    fn parameter_of_type(&self, deduction: &Deduction, ty: ast::TypeId) -> Option<usize> {
        if let TypeKind::Path(path) = self.ast.types[ty].kind
            && self.ast.path_name(path).args.is_none()
        {
            self.simple_name(path).and_then(|name| deduction.position(name))
        } else {
            None
        }
    }

    /// Returns whether a type as written may depend on a parameter. Any expression in it counts.
    fn mentions_parameter(&self, deduction: &Deduction, ty: ast::TypeId) -> bool {
        let mut stack = vec![ty];
        while let Some(ty) = stack.pop() {
            if !self.ast.types[ty].dims.is_empty() || self.parameter_of_type(deduction, ty).is_some() {
                return true;
            }
            let TypeKind::Path(path) = self.ast.types[ty].kind else { continue };
            for segment in self.ast.path_segments(path) {
                if self.segment_ident(segment).is_none_or(|name| deduction.position(name).is_some()) {
                    return true;
                }
                for arg in self.ast.ids(segment.args.unwrap_or_default()) {
                    match self.ast.exprs[arg].kind {
                        ExprKind::TypeArg(inner) => stack.push(inner),
                        ExprKind::Literal(_) => {}
                        ExprKind::Error
                        | ExprKind::Path(_)
                        | ExprKind::Unary(..)
                        | ExprKind::Prefix(..)
                        | ExprKind::Postfix(..)
                        | ExprKind::Binary { .. }
                        | ExprKind::Assign { .. }
                        | ExprKind::Ternary(..)
                        | ExprKind::Comma(..)
                        | ExprKind::Cast(..)
                        | ExprKind::Call(..)
                        | ExprKind::Construct(..)
                        | ExprKind::Index(..)
                        | ExprKind::Member(..)
                        | ExprKind::InitList(_)
                        | ExprKind::StateBlock => return true,
                    }
                }
            }
        }
        false
    }

    /// Matches a type of the source against a type. Types without parameters match everything: overload resolution
    /// decides about their conversions. The depth is that of the written type, which the parser limits.
    fn match_type(&mut self, deduction: &mut Deduction, ty: ast::TypeId, arg: TypeId, scope: ScopeId) -> bool {
        let node = self.ast.types[ty];
        if !node.dims.is_empty() {
            let mut arg = arg;
            for dim in self.ast.ids(node.dims).collect::<Vec<_>>() {
                let Type::Array(elem, length) = self.module.types[arg] else { return false };
                if self.ast.dim(dim).is_some_and(|dim| !self.match_length(deduction, dim, length, scope)) {
                    return false;
                }
                arg = elem;
            }
            let TypeKind::Path(path) = node.kind else { return true };
            return self.match_path(deduction, path, arg, scope);
        }
        match node.kind {
            TypeKind::Path(path) | TypeKind::Elaborated(path) => self.match_path(deduction, path, arg, scope),
            TypeKind::Error | TypeKind::Struct(_) | TypeKind::Enum(_) => true,
        }
    }

    fn match_path(&mut self, deduction: &mut Deduction, path: PathId, arg: TypeId, scope: ScopeId) -> bool {
        let segment = *self.ast.path_name(path);
        let Some(name) = self.segment_ident(&segment) else { return true };
        if segment.args.is_none() && self.ast.paths[path].count == 1 {
            let Some(position) = deduction.position(name) else { return true };
            let arg = convert::concrete(&mut self.module, arg);
            return deduction.bind(position, TemplateArg::Type(arg));
        }
        let Some(patterns) = segment.args else { return true };
        if let (Some(position), 1) = (deduction.position(name), self.ast.paths[path].count) {
            return self.match_instance(deduction, position, patterns, arg, scope);
        }
        let parts = match self.alias_named(path, scope) {
            Some(alias) => self.parts_of_alias(alias, arg),
            None => self.parts_of(arg, name),
        };
        let Some(parts) = parts else { return true };
        self.match_parts(deduction, patterns, &parts, scope)
    }

    /// Matches `C<T>`, where `C` is a parameter, against an instance of a class template.
    fn match_instance(
        &mut self,
        deduction: &mut Deduction,
        position: usize,
        patterns: List<ast::Expr>,
        arg: TypeId,
        scope: ScopeId,
    ) -> bool {
        let Type::Struct(id) = self.module.types[arg] else { return false };
        let Some((template, parts)) = self.decls.structs[id].instance.clone() else { return false };
        deduction.bind(position, TemplateArg::Template(template))
            && self.match_parts(deduction, patterns, &parts, scope)
    }

    fn match_parts(
        &mut self,
        deduction: &mut Deduction,
        patterns: List<ast::Expr>,
        parts: &[TemplateArg],
        scope: ScopeId,
    ) -> bool {
        let patterns: Vec<ast::ExprId> = self.ast.ids(patterns).collect();
        patterns.iter().zip(parts).all(|(&pattern, &part)| {
            self.computes(deduction, pattern) || self.match_arg(deduction, pattern, part, scope)
        })
    }

    /// The alias template that a path names.
    fn alias_named(&mut self, path: PathId, scope: ScopeId) -> Option<TemplateId> {
        let found = self.apart(scope, |checker| {
            let within = checker.qualifier(path).ok()?;
            let name = checker.segment_ident(checker.ast.path_name(path))?;
            match within {
                Some(within) => checker.decls.scopes.member(within, name, Want::Type),
                None => checker.lookup(name, Want::Type),
            }
        });
        if let Entity::Template(template) = found?.entity
            && self.decls.templates[template].kind == TemplateKind::Alias
        {
            Some(template)
        } else {
            None
        }
    }

    /// The arguments with which an alias template makes a type. Aliases may refer to each other, even in a cycle.
    fn parts_of_alias(&mut self, alias: TemplateId, arg: TypeId) -> Option<Vec<TemplateArg>> {
        let Template { head: Head { params, scope, .. }, item, .. } = self.decls.templates[alias];
        let ItemKind::Alias { ty, .. } = self.ast.items[item].kind else { return None };
        if self.decls.instances.nested >= MAX_NESTED_INSTANCES {
            return None;
        }
        self.decls.instances.nested += 1;
        let mut inner = Deduction::new(self, params);
        let matches = self.match_type(&mut inner, ty, arg, scope);
        self.decls.instances.nested -= 1;
        inner.complete().filter(|_| matches)
    }

    /// The arguments of the template that made a type, if it has this name.
    fn parts_of(&mut self, ty: TypeId, name: Symbol) -> Option<Vec<TemplateArg>> {
        let word = self.names.resolve(name).to_owned();
        match (self.module.types[ty], word.as_str()) {
            (Type::Vector(elem, size), "vector") => {
                let (elem, size) = (self.intern(Type::Scalar(elem)), self.uint_constant(size.into()));
                Some(vec![TemplateArg::Type(elem), TemplateArg::Value(size)])
            }
            (Type::Scalar(elem), "vector") => {
                let elem = self.intern(Type::Scalar(convert::concrete_scalar(elem)));
                let one = self.uint_constant(1);
                Some(vec![TemplateArg::Type(elem), TemplateArg::Value(one)])
            }
            (Type::Matrix { elem, rows, columns }, "matrix") => {
                let elem = self.intern(Type::Scalar(elem));
                let (rows, columns) = (self.uint_constant(rows.into()), self.uint_constant(columns.into()));
                Some(vec![TemplateArg::Type(elem), TemplateArg::Value(rows), TemplateArg::Value(columns)])
            }
            (Type::Object(Object::StructuredBuffer { elem, .. }), _)
            | (
                Type::Object(Object::ConstantBuffer(elem) | Object::TextureBuffer(elem)) | Type::BufferPointer(elem, _),
                _,
            )
            | (Type::Object(Object::Stream(_, elem)), _)
            | (Type::Object(Object::Node(Node { record: elem, .. })), _) => Some(vec![TemplateArg::Type(elem)]),
            (Type::Object(Object::RayQuery(flags, query)), _) => {
                Some([flags, query].map(|bits| TemplateArg::Value(self.uint_constant(bits))).into())
            }
            (Type::Object(Object::Texture(texture)), _) => Some(vec![TemplateArg::Type(texture.elem)]),
            (Type::Object(Object::Patch(_, elem, count)), _) => {
                let count = self.uint_constant(count);
                Some(vec![TemplateArg::Type(elem), TemplateArg::Value(count)])
            }
            (Type::Spirv(_) | Type::Object(Object::Spirv(_)) | Type::Transient(_), word) => {
                self.spelled_parts(ty, word)
            }
            (Type::Struct(id), _) => {
                let instance = self.instances_of(id).find(|(of, _)| self.decls.templates[*of].name == name);
                instance.map(|(_, args)| args.clone())
            }
            _ => None,
        }
    }
}

impl Checker<'_> {
    /// The class template instances among a struct and its bases.
    fn instances_of(&self, id: StructId) -> impl Iterator<Item = &(TemplateId, Vec<TemplateArg>)> {
        let base = |&id: &StructId| self.decls.structs[id].base;
        std::iter::successors(Some(id), base).filter_map(|id| self.decls.structs[id].instance.as_ref())
    }
}

/// The parameters of a template with the arguments deduced so far.
pub(crate) struct Deduction {
    names: Vec<Symbol>,
    args: Vec<Option<TemplateArg>>,
    /// The number of explicit arguments, which deduction does not contradict.
    fixed: usize,
    /// A parameter that would be two types.
    conflict: Option<(Symbol, [TypeId; 2])>,
}

impl Deduction {
    pub(crate) fn new(checker: &Checker<'_>, params: List<TemplateParam>) -> Self {
        let names: Vec<Symbol> = checker.ast.ids(params).map(|param| checker.ast.template_params[param].name).collect();
        let args = vec![None; names.len()];
        Deduction { names, args, fixed: 0, conflict: None }
    }

    fn position(&self, name: Symbol) -> Option<usize> {
        self.names.iter().position(|&known| known == name)
    }

    fn bind(&mut self, position: usize, arg: TemplateArg) -> bool {
        match self.args[position] {
            Some(known) => {
                let fits = position < self.fixed || known == arg;
                if let (false, TemplateArg::Type(known), TemplateArg::Type(arg)) = (fits, known, arg) {
                    self.conflict = Some((self.names[position], [known, arg]));
                }
                fits
            }
            None => {
                self.args[position] = Some(arg);
                true
            }
        }
    }

    /// Values of different integer types are equal if their numbers are.
    fn bind_value(&mut self, checker: &Checker<'_>, position: usize, arg: TemplateArg) -> bool {
        match (self.args[position], arg) {
            (Some(TemplateArg::Value(known)), TemplateArg::Value(arg)) => {
                position < self.fixed || checker.integer(known) == checker.integer(arg)
            }
            _ => self.bind(position, arg),
        }
    }

    pub(crate) fn complete(self) -> Option<Vec<TemplateArg>> {
        self.args.into_iter().collect()
    }
}
