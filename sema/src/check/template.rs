//! Templates: specialisations, deduction of arguments, instances.

mod declare;
mod deduce;

use crate::check::call::Arguments;
use crate::check::state::functions::FnInfo;
use crate::check::state::ids::{FnId, ScopeId, TemplateId};
use crate::check::state::scopes::{Entity, ScopeKind};
use crate::check::state::templates::{Instance, Template, TemplateArg, TemplateKind};
use crate::check::state::{Checker, MAX_INSTANCES, MAX_INSTANTIATION_DEPTH, MAX_NESTED_INSTANCES};
use crate::check::template::deduce::Deduction;
use crate::diagnostics::{InstantiationTooDeep, TooManyInstances, WrongTemplateArgument, WrongTemplateArgumentCount};
use crate::hir::ty::{StructId, Type, TypeId};
use base::intern::Symbol;
use base::source::Span;
use frontend::ast::{self, ItemId, ItemKind, List, TemplateParam, TemplateParamKind, TypeKind};

impl Checker<'_> {
    /// The instance of a class template inside of which the checker stands.
    pub(super) fn current_instance(&mut self, template: TemplateId) -> Option<TypeId> {
        let mut scope = Some(self.frame.scope);
        while let Some(id) = scope {
            if let ScopeKind::Struct(id) = self.decls.scopes.get(id).kind
                && self.decls.structs[id].instance.as_ref().is_some_and(|(of, _)| *of == template)
            {
                return Some(self.intern(Type::Struct(id)));
            }
            scope = self.decls.scopes.get(id).parent;
        }
        None
    }

    /// The type that a class or alias template makes of arguments.
    pub(super) fn instantiate_type(&mut self, template: TemplateId, args: List<ast::Expr>, span: Span) -> TypeId {
        let Some(args) = self.template_args(args) else { return self.common.error };
        let Some(args) = self.complete_args(template, args, span) else { return self.common.error };
        match self.instance(template, args, span) {
            Some(Instance::Type(ty)) => ty,
            Some(Instance::Function(_) | Instance::Entity(_) | Instance::Specialised(_)) | None => self.common.error,
        }
    }

    /// What a variable template makes of arguments.
    pub(super) fn instantiate_variable(
        &mut self,
        template: TemplateId,
        args: List<ast::Expr>,
        span: Span,
    ) -> Option<Entity> {
        let args = self.template_args(args)?;
        let args = self.complete_args(template, args, span)?;
        match self.instance(template, args, span)? {
            Instance::Entity(entity) => Some(entity),
            Instance::Type(_) | Instance::Function(_) | Instance::Specialised(_) => None,
        }
    }

    /// Whether every parameter has a default argument.
    pub(super) fn needs_no_arguments(&self, template: TemplateId) -> bool {
        self.ast.ids(self.decls.templates[template].params).all(|param| match self.ast.template_params[param].kind {
            TemplateParamKind::Type(default) => default.is_some(),
            TemplateParamKind::Value(_, default) => default.is_some(),
            TemplateParamKind::Template => false,
        })
    }

    /// Fills in default arguments and checks number and sorts.
    fn complete_args(
        &mut self,
        template: TemplateId,
        mut args: Vec<TemplateArg>,
        span: Span,
    ) -> Option<Vec<TemplateArg>> {
        let params: Vec<_> = self.ast.ids(self.decls.templates[template].params).collect();
        if args.len() > params.len() {
            self.wrong_template_count(template, params.len(), args.len(), span);
            return None;
        }
        let given = args.len();
        for (position, &param) in params.iter().enumerate() {
            let node = self.ast.template_params[param];
            if position >= given {
                let Some(arg) = self.default_arg(template, &args, &node) else {
                    self.wrong_template_count(template, params.len(), given, span);
                    return None;
                };
                args.push(arg);
            }
            args[position] = self.checked_arg(template, &args, position, &node, span)?;
        }
        Some(args)
    }

    fn wrong_template_count(&mut self, template: TemplateId, expected: usize, found: usize, span: Span) {
        let name = self.text(self.decls.templates[template].name);
        let (expected, found) = (expected.to_string(), found.to_string());
        self.report(span, WrongTemplateArgumentCount { name, expected, found });
    }

    pub(super) fn default_arg(
        &mut self,
        template: TemplateId,
        args: &[TemplateArg],
        param: &TemplateParam,
    ) -> Option<TemplateArg> {
        let scope = self.bind_args(template, self.decls.templates[template].params, args);
        match param.kind {
            TemplateParamKind::Type(Some(ty)) => {
                let made = self.apart(scope, |checker| checker.ast_type(ty));
                (made != self.common.error).then_some(TemplateArg::Type(made))
            }
            TemplateParamKind::Value(_, Some(value)) => {
                let made = self.apart(scope, |checker| checker.constant_expr(value));
                made.flatten().map(TemplateArg::Value)
            }
            TemplateParamKind::Type(None) | TemplateParamKind::Value(_, None) | TemplateParamKind::Template => None,
        }
    }

    /// An argument of the right sort, values converted to their parameter's type.
    fn checked_arg(
        &mut self,
        template: TemplateId,
        args: &[TemplateArg],
        position: usize,
        param: &TemplateParam,
        span: Span,
    ) -> Option<TemplateArg> {
        let expected = match (args[position], param.kind) {
            (TemplateArg::Type(_), TemplateParamKind::Type(_)) => return Some(args[position]),
            (TemplateArg::Template(_), TemplateParamKind::Template) => return Some(args[position]),
            (TemplateArg::Value(value), TemplateParamKind::Value(ty, _)) => {
                let scope = self.bind_args(template, self.decls.templates[template].params, &args[..position]);
                let ty = self.apart(scope, |checker| checker.ast_type(ty));
                return self.fold_convert(value, ty).map(TemplateArg::Value).or(Some(args[position]));
            }
            (_, TemplateParamKind::Type(_)) => "a type",
            (_, TemplateParamKind::Value(..)) => "a constant",
            (_, TemplateParamKind::Template) => "a template",
        };
        let name = self.text(self.decls.templates[template].name);
        self.report(span, WrongTemplateArgument { name, expected: expected.to_owned() });
        None
    }

    /// A scope in which the parameters stand for arguments.
    pub(super) fn bind_args(
        &mut self,
        template: TemplateId,
        params: List<TemplateParam>,
        args: &[TemplateArg],
    ) -> ScopeId {
        let outer = self.decls.templates[template].scope;
        let scope = self.decls.scopes.open(outer, ScopeKind::Parameters, Symbol::EMPTY);
        self.bind_in(scope, params, args);
        scope
    }

    fn bind_in(&mut self, scope: ScopeId, params: List<TemplateParam>, args: &[TemplateArg]) {
        let params: Vec<_> = self.ast.ids(params).collect();
        for (&param, &arg) in params.iter().zip(args) {
            let node = self.ast.template_params[param];
            match arg {
                TemplateArg::Type(ty) => self.decls.scopes.bind_type(scope, node.name, Entity::Type(ty), node.span),
                TemplateArg::Template(of) => {
                    self.decls.scopes.bind_type(scope, node.name, Entity::Template(of), node.span)
                }
                TemplateArg::Value(value) => {
                    self.decls.scopes.bind_value(scope, node.name, Entity::Constant(value), node.span)
                }
            };
        }
    }

    /// What a template has made of arguments, made now when it has not been yet.
    fn instance(&mut self, template: TemplateId, args: Vec<TemplateArg>, span: Span) -> Option<Instance> {
        let known = self.decls.templates[template].instances.get(&args).copied();
        match known {
            Some(Instance::Type(ty)) if self.announced(ty).is_none() => return known,
            Some(Instance::Function(_) | Instance::Entity(_)) => return known,
            Some(Instance::Type(_) | Instance::Specialised(_)) | None => {}
        }
        if !self.enter_instance(template, span) {
            self.decls.templates[template].instances.insert(args, Instance::Type(self.common.error));
            return None;
        }
        let made = match known {
            Some(Instance::Type(ty)) => {
                self.complete_instance(ty);
                known
            }
            Some(Instance::Specialised(item)) => self.make_instance(template, args, Some(item)),
            Some(_) | None => self.make_instance(template, args, None),
        };
        self.leave_instance();
        made
    }

    /// Begins to make an instance, unless there are too many of them or too many around this one, which is reported.
    fn enter_instance(&mut self, template: TemplateId, span: Span) -> bool {
        let instances = &mut self.decls.instances;
        if instances.count >= MAX_INSTANCES {
            self.report(span, TooManyInstances { limit: MAX_INSTANCES.to_string() });
            return false;
        }
        if instances.nested >= MAX_NESTED_INSTANCES || instances.depth >= MAX_INSTANTIATION_DEPTH {
            let name = self.text(self.decls.templates[template].name);
            self.report(span, InstantiationTooDeep { name });
            return false;
        }
        instances.count += 1;
        instances.nested += 1;
        instances.depth += 1;
        true
    }

    fn leave_instance(&mut self) {
        self.decls.instances.nested -= 1;
        self.decls.instances.depth -= 1;
    }

    fn make_instance(
        &mut self,
        template: TemplateId,
        args: Vec<TemplateArg>,
        item: Option<ItemId>,
    ) -> Option<Instance> {
        let (item, params, bound) = match item {
            Some(item) => (item, List::EMPTY, Vec::new()),
            None => self.best_partial(template, &args),
        };
        let scope = self.bind_args(template, params, &bound);
        match self.decls.templates[template].kind {
            TemplateKind::Class => self.make_class(template, args, item, scope),
            TemplateKind::Alias => {
                let ItemKind::Alias { ty, prefixes, .. } = self.ast.items[item].kind else { return None };
                let ty = self.apart(scope, |checker| checker.ast_type(ty));
                self.type_requirements(ty, prefixes);
                let made = Instance::Type(ty);
                self.decls.templates[template].instances.insert(args, made);
                Some(made)
            }
            TemplateKind::Variable => self.make_variable(template, args, item, scope),
            TemplateKind::Function => None,
        }
    }

    /// The partial specialisation that fits, the most specialised of several, or the template itself.
    fn best_partial(
        &mut self,
        template: TemplateId,
        args: &[TemplateArg],
    ) -> (ItemId, List<TemplateParam>, Vec<TemplateArg>) {
        let mut best = None;
        for (params, patterns, item) in self.decls.templates[template].partial.clone() {
            let Some(bound) = self.match_partial(template, params, patterns, args) else { continue };
            let detail = self.detail(params, patterns);
            if best.as_ref().is_none_or(|(known, _)| detail >= *known) {
                best = Some((detail, (item, params, bound)));
            }
        }
        let Template { item, params, .. } = self.decls.templates[template];
        best.map_or_else(|| (item, params, args.to_vec()), |(_, found)| found)
    }

    /// What the parameters of a partial specialisation stand for, if its patterns fit the arguments. Patterns that
    /// compute something of parameters say nothing about them. Once the others have bound all, each pattern must come to
    /// its argument: deduction alone takes scalars for vectors, as calls do.
    fn match_partial(
        &mut self,
        template: TemplateId,
        params: List<TemplateParam>,
        patterns: List<ast::Expr>,
        args: &[TemplateArg],
    ) -> Option<Vec<TemplateArg>> {
        let outer = self.decls.templates[template].scope;
        let mut deduction = Deduction::new(self, params);
        if patterns.len() != args.len() {
            return None;
        }
        let pairs: Vec<_> = self.ast.ids(patterns).zip(args.iter().copied()).collect();
        for &(pattern, arg) in &pairs {
            if !self.computes(&deduction, pattern) && !self.match_arg(&mut deduction, pattern, arg, outer) {
                return None;
            }
        }
        let bound = deduction.complete()?;
        let scope = self.bind_args(template, params, &bound);
        pairs.into_iter().all(|(pattern, arg)| self.is_made_of(pattern, arg, scope)).then_some(bound)
    }

    fn is_made_of(&mut self, pattern: ast::ExprId, arg: TemplateArg, scope: ScopeId) -> bool {
        let made = self.substituted(|checker| checker.apart(scope, |checker| checker.template_arg(pattern)));
        match (made, arg) {
            (Some(TemplateArg::Value(made)), TemplateArg::Value(arg)) => self.integer(made) == self.integer(arg),
            (made, arg) => made == Some(arg),
        }
    }

    fn make_class(
        &mut self,
        template: TemplateId,
        args: Vec<TemplateArg>,
        item: ItemId,
        scope: ScopeId,
    ) -> Option<Instance> {
        let outer = self.decls.templates[template].scope;
        let name = self.decls.templates[template].name;
        let path = self.type_path_in(outer, name);
        let (id, ty) = self.new_struct(path, self.decls.templates[template].span, scope, false);
        self.decls.structs[id].instance = Some((template, args.clone()));
        self.decls.structs[id].announced = true;
        self.decls.templates[template].instances.insert(args, Instance::Type(ty));
        self.fill_instance(id, item);
        Some(Instance::Type(ty))
    }

    /// The struct that stands for an instance of a class template of which there was only an announcement.
    fn announced(&self, ty: TypeId) -> Option<StructId> {
        let Type::Struct(id) = self.module.types[ty] else { return None };
        self.decls.structs[id].announced.then_some(id)
    }

    /// Gives an instance of a class template its members, if it has none and the template has been defined since.
    pub(super) fn complete_instance(&mut self, ty: TypeId) {
        let Some(id) = self.announced(ty) else { return };
        let Some((template, args)) = self.decls.structs[id].instance.clone() else { return };
        let (item, params, bound) = self.best_partial(template, &args);
        if let Some(scope) = self.decls.scopes.get(self.decls.structs[id].scope).parent {
            self.bind_in(scope, params, &bound);
        }
        self.fill_instance(id, item);
    }

    /// Enters the members of an instance, if the item has some.
    pub(super) fn fill_instance(&mut self, id: StructId, item: ItemId) {
        let ItemKind::Variables(variables) = self.ast.items[item].kind else { return };
        let TypeKind::Struct(node) = self.ast.types[variables.ty].kind else { return };
        self.decls.structs[id].announced = false;
        let Some((template, args)) = self.decls.structs[id].instance.clone() else { return };
        let node = self.ast.structs[node];
        let (order, scope) = (self.decls.position, self.decls.scopes.get(self.decls.structs[id].scope).parent);
        self.apart(scope.unwrap_or(self.decls.scopes.file), |checker| checker.fill_struct(id, &node, false));
        self.decls.position = order;
        self.define_template_members(template, id, &args, item);
    }

    /// Members that are defined outside of the class template.
    fn define_template_members(&mut self, template: TemplateId, id: StructId, args: &[TemplateArg], of: ItemId) {
        let target = self.decls.structs[id].scope;
        let is_plain = of == self.decls.templates[template].item;
        for (params, item) in self.decls.templates[template].members.clone() {
            // The members of the template are none of its specialisations, and the other way round.
            let patterns = self.owner_patterns(item);
            let belongs = match params.is_empty() {
                true => self.ast.ids(patterns).zip(args).all(|(pattern, &arg)| self.is_made_of(pattern, arg, target)),
                false => is_plain == (self.detail(params, patterns).0 == 0),
            };
            if !belongs {
                continue;
            }
            self.bind_in(target, params, args);
            match self.ast.items[item].kind {
                ItemKind::Function(function) => {
                    let info = self.apart(target, |checker| checker.function_info(function, target, Some(id)));
                    if let Some(info) = info {
                        self.define_in(target, info);
                    }
                }
                ItemKind::Variables(variables) => self.define_template_static(&variables, target),
                _ => {}
            }
        }
    }

    /// What stands in the angle brackets of the class whose member an item defines.
    fn owner_patterns(&self, item: ItemId) -> List<ast::Expr> {
        let path = match self.ast.items[item].kind {
            ItemKind::Function(function) => Some(self.ast.functions[function].name),
            ItemKind::Variables(variables) => {
                self.ast.ids(variables.declarators).next().and_then(|id| self.ast.declarators[id].name)
            }
            _ => None,
        };
        let owner = path.and_then(|path| self.ast.path_segments(path).rev().nth(1));
        owner.and_then(|owner| owner.args).unwrap_or_default()
    }

    fn define_template_static(&mut self, variables: &ast::Variables, target: ScopeId) {
        let declarators: Vec<_> = self.ast.ids(variables.declarators).collect();
        for id in declarators {
            let declarator = self.ast.declarators[id];
            let Some(path) = declarator.name else { continue };
            let segment = *self.ast.path_name(path);
            let Some(name) = self.segment_ident(&segment) else { continue };
            if let Some((Entity::Global(global), _)) = self.decls.scopes.own(target, name).value {
                self.define_static(global, declarator.init, target);
            }
        }
    }

    fn make_variable(
        &mut self,
        template: TemplateId,
        args: Vec<TemplateArg>,
        item: ItemId,
        scope: ScopeId,
    ) -> Option<Instance> {
        let ItemKind::Variables(variables) = self.ast.items[item].kind else { return None };
        let name = self.decls.templates[template].name;
        self.apart(scope, |checker| checker.global_variables(&variables, scope, Span::NONE));
        let (entity, _) = self.decls.scopes.own(scope, name).value?;
        self.decls.templates[template].instances.insert(args, Instance::Entity(entity));
        Some(Instance::Entity(entity))
    }

    /// The function that a template makes for a call; nothing when the template does not fit it.
    pub(super) fn instantiate_function(
        &mut self,
        template: TemplateId,
        explicit: &[TemplateArg],
        args: &Arguments,
        span: Span,
    ) -> Option<FnId> {
        let deduced = self.deduce(template, explicit, args)?;
        match self.decls.templates[template].instances.get(&deduced) {
            Some(Instance::Function(function)) => return Some(*function),
            Some(_) => return None,
            None => {}
        }
        if !self.enter_instance(template, span) {
            return None;
        }
        let made = self.make_function(template, deduced);
        self.leave_instance();
        made
    }

    /// What arguments make of a part of a template. Failures take the candidate away; they are no errors.
    fn substituted<T>(&mut self, make: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let outer = std::mem::take(self.sink);
        let made = make(self);
        let failed = std::mem::replace(self.sink, outer).has_errors();
        made.filter(|_| !failed)
    }

    fn make_function(&mut self, template: TemplateId, args: Vec<TemplateArg>) -> Option<FnId> {
        let Template { item, params, owner, scope: outer, .. } = self.decls.templates[template];
        let ItemKind::Function(function) = self.ast.items[item].kind else { return None };
        let scope = self.bind_args(template, params, &args);
        let mut info: FnInfo =
            self.substituted(|checker| checker.apart(scope, |checker| checker.function_info(function, scope, owner)))?;
        let name = info.name;
        info.path = self.path_in(outer, name);
        info.template = Some(template);
        info.order = self.decls.templates[template].order;
        info.sees = self.frame.sees.max(self.decls.position);
        let id = self.decls.add_function(info);
        self.decls.templates[template].instances.insert(args, Instance::Function(id));
        Some(id)
    }
}
