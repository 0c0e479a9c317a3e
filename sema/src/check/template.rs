//! Templates: specialisations, deduction of arguments, instances.

mod declare;
mod deduce;
mod equivalence;
mod specialise;

use crate::check::call::Arguments;
use crate::check::state::functions::FnInfo;
use crate::check::state::ids::{FnId, ScopeId, TemplateId};
use crate::check::state::packing::Packing;
use crate::check::state::scopes::{Entity, ScopeKind};
use crate::check::state::templates::{Head, Instance, Template, TemplateArg, TemplateKind};
use crate::check::state::{Checker, MAX_INSTANCES, MAX_INSTANTIATION_DEPTH, MAX_NESTED_INSTANCES};
use crate::check::template::deduce::Deduction;
use crate::diagnostics::{InstantiationTooDeep, TooManyInstances, WrongTemplateArgument, WrongTemplateArgumentCount};
use crate::hir::display::Argument;
use crate::hir::ty::{StructId, Type, TypeId};
use base::source::Span;
use frontend::ast::{self, ItemId, ItemKind, List, TemplateParam, TemplateParamKind, TypeKind};

impl Checker<'_> {
    /// The instance of a class template that contains the current code.
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

    /// The type of a class or alias template for arguments.
    pub(super) fn instantiate_type(&mut self, template: TemplateId, args: List<ast::Expr>, span: Span) -> TypeId {
        let Some(args) = self.arguments_for(template, args) else { return self.common.error };
        let Some(args) = self.complete_args(template, args, span) else { return self.common.error };
        match self.instance(template, args, span) {
            Some(Instance::Type(ty)) => ty,
            Some(Instance::Function(_) | Instance::Entity(_) | Instance::Specialised(..)) | None => self.common.error,
        }
    }

    /// The entity of a variable template for arguments.
    pub(super) fn instantiate_variable(
        &mut self,
        template: TemplateId,
        args: List<ast::Expr>,
        span: Span,
    ) -> Option<Entity> {
        let args = self.arguments_for(template, args)?;
        let args = self.complete_args(template, args, span)?;
        match self.instance(template, args, span)? {
            Instance::Entity(entity) => Some(entity),
            Instance::Type(_) | Instance::Function(_) | Instance::Specialised(..) => None,
        }
    }

    /// Template arguments as written. The name of a class template denotes the template if its parameter is one, and
    /// otherwise, inside of the class, the current instance.
    fn arguments_for(&mut self, template: TemplateId, written: List<ast::Expr>) -> Option<Vec<TemplateArg>> {
        let mut args = self.template_args(written)?;
        let params = self.decls.templates[template].head.params;
        let ast = self.ast;
        for ((param, expr), arg) in ast.ids(params).zip(ast.ids(written)).zip(&mut args) {
            if let (TemplateParamKind::Template(_), TemplateArg::Type(_)) = (ast.template_params[param].kind, *arg)
                && let Some(named) = self.template_named(expr)
            {
                *arg = TemplateArg::Template(named);
            }
        }
        Some(args)
    }

    /// Returns whether every parameter has a default argument.
    pub(super) fn needs_no_arguments(&self, template: TemplateId) -> bool {
        (0..self.decls.templates[template].head.params.len())
            .all(|position| self.default_of(template, position).is_some())
    }

    /// The declaration with the default argument of a parameter, and that parameter.
    fn default_of(&self, template: TemplateId, position: usize) -> Option<(Head, TemplateParam)> {
        let template = &self.decls.templates[template];
        let with_default = |head: &Head| {
            let param = self.ast.template_params[self.ast.ids(head.params).nth(position)?];
            let has_default = match param.kind {
                TemplateParamKind::Type(default) | TemplateParamKind::Template(default) => default.is_some(),
                TemplateParamKind::Value(_, default) => default.is_some(),
            };
            has_default.then_some((*head, param))
        };
        std::iter::once(&template.head).chain(&template.others).find_map(with_default)
    }

    /// Fills in default arguments and checks the number and kinds.
    fn complete_args(
        &mut self,
        template: TemplateId,
        mut args: Vec<TemplateArg>,
        span: Span,
    ) -> Option<Vec<TemplateArg>> {
        let params: Vec<_> = self.ast.ids(self.decls.templates[template].head.params).collect();
        if args.len() > params.len() {
            self.wrong_template_count(template, params.len(), args.len(), span);
            return None;
        }
        let given = args.len();
        for (position, &param) in params.iter().enumerate() {
            let node = self.ast.template_params[param];
            if position >= given {
                let Some(arg) = self.default_arg(template, &args, position) else {
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
        let declared = self.decls.templates[template].span;
        self.report(span, WrongTemplateArgumentCount { name, expected, found }).declared_at(declared);
    }

    /// The default argument of a parameter, which may depend on the arguments before it.
    pub(super) fn default_arg(
        &mut self,
        template: TemplateId,
        args: &[TemplateArg],
        position: usize,
    ) -> Option<TemplateArg> {
        let (head, param) = self.default_of(template, position)?;
        let scope = self.bind_args(&head, args);
        match param.kind {
            TemplateParamKind::Type(Some(ty)) => {
                let made = self.apart(scope, |checker| checker.ast_type(ty));
                (made != self.common.error).then_some(TemplateArg::Type(made))
            }
            TemplateParamKind::Value(_, Some(value)) => {
                let made = self.apart(scope, |checker| checker.constant_expr(value));
                made.flatten().map(TemplateArg::Value)
            }
            TemplateParamKind::Template(Some(ty)) => {
                self.apart(scope, |checker| checker.template_of_type(ty)).map(TemplateArg::Template)
            }
            TemplateParamKind::Type(None) | TemplateParamKind::Value(_, None) | TemplateParamKind::Template(None) => {
                None
            }
        }
    }

    /// An argument of the right kind, values converted to their parameter's type.
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
            (TemplateArg::Template(_), TemplateParamKind::Template(_)) => return Some(args[position]),
            (TemplateArg::Value(value), TemplateParamKind::Value(ty, _)) => {
                let head = self.decls.templates[template].head;
                let scope = self.bind_args(&head, &args[..position]);
                let ty = self.apart(scope, |checker| checker.ast_type(ty));
                return self.fold_convert(value, ty).map(TemplateArg::Value).or(Some(args[position]));
            }
            (_, TemplateParamKind::Type(_)) => "a type",
            (_, TemplateParamKind::Value(..)) => "a constant",
            (_, TemplateParamKind::Template(_)) => "a template",
        };
        let (name, declared) = (self.text(self.decls.templates[template].name), self.decls.templates[template].span);
        self.report(span, WrongTemplateArgument { name, expected: expected.to_owned() }).declared_at(declared);
        None
    }

    /// A scope that binds the parameters of a declaration to arguments.
    pub(super) fn bind_args(&mut self, head: &Head, args: &[TemplateArg]) -> ScopeId {
        let scope = self.decls.scopes.open_arguments(head.scope, head.position);
        self.bind_in(scope, head.params, args);
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

    /// The template arguments of an instance, for its name.
    pub(super) fn template_arguments(&self, id: StructId) -> Option<Vec<Argument>> {
        let (_, args) = self.decls.structs.get(id)?.instance.as_ref()?;
        let named = |arg: &TemplateArg| match *arg {
            TemplateArg::Type(ty) => Argument::Type(ty),
            TemplateArg::Value(constant) => Argument::Value(constant),
            TemplateArg::Template(template) => Argument::Named(self.decls.templates[template].name),
        };
        Some(args.iter().map(named).collect())
    }

    /// The instance of a template for arguments, made on demand.
    fn instance(&mut self, template: TemplateId, args: Vec<TemplateArg>, span: Span) -> Option<Instance> {
        let known = self.decls.templates[template].instances.get(&args).copied();
        match known {
            Some(Instance::Type(ty)) if self.announced(ty).is_none() => return known,
            Some(Instance::Function(_) | Instance::Entity(_)) => return known,
            Some(Instance::Type(_) | Instance::Specialised(..)) | None => {}
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
            Some(Instance::Specialised(head, item)) => self.make_instance(template, args, Some((head, item))),
            Some(_) | None => self.make_instance(template, args, None),
        };
        self.leave_instance();
        made
    }

    /// Begins an instance, unless there are too many of them or too deep nesting, which is reported.
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
        instances.asked.push(span);
        true
    }

    fn leave_instance(&mut self) {
        self.decls.instances.nested -= 1;
        self.decls.instances.depth -= 1;
        self.decls.instances.asked.pop();
    }

    fn make_instance(
        &mut self,
        template: TemplateId,
        args: Vec<TemplateArg>,
        specialised: Option<(Head, ItemId)>,
    ) -> Option<Instance> {
        let chosen = match specialised {
            Some((head, item)) => Chosen { item, head, bound: Vec::new() },
            None => self.best_partial(template, &args),
        };
        let (item, scope) = (chosen.item, self.bind_args(&chosen.head, &chosen.bound));
        self.packed(chosen.head.packing, |checker| checker.make_in(scope, template, args, item))
    }

    fn make_in(
        &mut self,
        scope: ScopeId,
        template: TemplateId,
        args: Vec<TemplateArg>,
        item: ItemId,
    ) -> Option<Instance> {
        match self.decls.templates[template].kind {
            TemplateKind::Class => self.make_class(template, args, item, scope),
            TemplateKind::Alias => {
                let ItemKind::Alias { ty, prefixes, .. } = self.ast.items[item].kind else { return None };
                let ty = self.apart(scope, |checker| checker.ast_type(ty));
                self.type_requirements(ty, prefixes);
                let made = Instance::Type(ty);
                // The failure of a removed candidate says nothing about the next one.
                if ty != self.common.error || self.shelved.is_empty() {
                    self.decls.templates[template].instances.insert(args, made);
                }
                Some(made)
            }
            TemplateKind::Variable => self.make_variable(template, args, item, scope),
            TemplateKind::Function => None,
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

    /// The struct of an instance whose class template was only declared.
    fn announced(&self, ty: TypeId) -> Option<StructId> {
        let Type::Struct(id) = self.module.types[ty] else { return None };
        self.decls.structs[id].announced.then_some(id)
    }

    /// Declares the parts of an instance with the order of matrices at its template.
    fn packed<T>(&mut self, packing: Packing, make: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.decls.packing, packing);
        let made = make(self);
        self.decls.packing = outer;
        made
    }

    /// Adds the members of an instance of a class template that has been defined since.
    pub(super) fn complete_instance(&mut self, ty: TypeId) {
        let Some(id) = self.announced(ty) else { return };
        let Some((template, args)) = self.decls.structs[id].instance.clone() else { return };
        let Chosen { item, head, bound } = self.best_partial(template, &args);
        self.complete_with(id, &head, &bound, item);
    }

    /// Adds the members of an item, which may be written elsewhere, to an incomplete instance.
    pub(super) fn complete_with(&mut self, id: StructId, head: &Head, bound: &[TemplateArg], item: ItemId) {
        if let Some(scope) = self.decls.scopes.get(self.decls.structs[id].scope).parent {
            self.decls.scopes.move_arguments(scope, head.scope, head.position);
            self.bind_in(scope, head.params, bound);
        }
        self.packed(head.packing, |checker| checker.fill_instance(id, item));
    }

    /// Enters the members of an instance, if the item has some.
    pub(super) fn fill_instance(&mut self, id: StructId, item: ItemId) {
        let ItemKind::Variables(variables) = self.ast.items[item].kind else { return };
        let TypeKind::Struct(node) = self.ast.types[variables.ty].kind else { return };
        self.decls.structs[id].announced = false;
        let Some((template, args)) = self.decls.structs[id].instance.clone() else { return };
        let node = self.ast.structs[node];
        let scope = self.decls.scopes.get(self.decls.structs[id].scope).parent.unwrap_or(self.decls.scopes.file);
        // Its declarations are at the position of the template.
        let here = self.decls.scopes.position;
        self.decls.scopes.position = self.decls.scopes.get(scope).sees.unwrap_or(here);
        self.in_instance(|checker| {
            checker.apart(scope, |checker| checker.fill_struct(id, &node, false));
            checker.decls.scopes.position = here;
            checker.define_template_members(template, id, &args, item);
        });
    }

    /// Members that are defined outside of the class template.
    fn define_template_members(&mut self, template: TemplateId, id: StructId, args: &[TemplateArg], of: ItemId) {
        let target = self.decls.structs[id].scope;
        let is_plain = of == self.decls.templates[template].item;
        for (head, item) in self.decls.templates[template].members.clone() {
            // Members of the template are not members of its specialisations, and vice versa.
            let patterns = self.owner_patterns(item);
            let belongs = match head.params.is_empty() {
                true => self.ast.ids(patterns).zip(args).all(|(pattern, &arg)| self.is_made_of(pattern, arg, target)),
                false => is_plain == (self.detail(head.params, patterns).0 == 0),
            };
            if !belongs {
                continue;
            }
            let head = Head { scope: target, ..head };
            let bound = self.match_partial(template, &head, patterns, args).unwrap_or_else(|| args.to_vec());
            let scope = self.bind_args(&head, &bound);
            match self.ast.items[item].kind {
                ItemKind::Function(function) => {
                    let info = self.apart(scope, |checker| checker.function_info(function, scope, Some(id)));
                    if let Some(info) = info {
                        self.define_in(target, FnInfo { sees: head.position, packing: head.packing, ..info });
                    }
                }
                ItemKind::Variables(variables) => self.define_template_static(&variables, target, scope),
                ItemKind::Error
                | ItemKind::Empty
                | ItemKind::Namespace { .. }
                | ItemKind::Template { .. }
                | ItemKind::ExplicitInstantiation(_)
                | ItemKind::Alias { .. }
                | ItemKind::UsingNamespace(_)
                | ItemKind::Using(_)
                | ItemKind::Buffer(_)
                | ItemKind::Access
                | ItemKind::Effect
                | ItemKind::StaticAssert(_)
                | ItemKind::PackMatrix { .. } => {}
            }
        }
    }

    /// The template arguments of the class whose member an item defines.
    fn owner_patterns(&self, item: ItemId) -> List<ast::Expr> {
        let path = match self.ast.items[item].kind {
            ItemKind::Function(function) => Some(self.ast.functions[function].name),
            ItemKind::Variables(variables) => {
                self.ast.ids(variables.declarators).next().and_then(|id| self.ast.declarators[id].name)
            }
            ItemKind::Error
            | ItemKind::Empty
            | ItemKind::Namespace { .. }
            | ItemKind::Template { .. }
            | ItemKind::ExplicitInstantiation(_)
            | ItemKind::Alias { .. }
            | ItemKind::UsingNamespace(_)
            | ItemKind::Using(_)
            | ItemKind::Buffer(_)
            | ItemKind::Access
            | ItemKind::Effect
            | ItemKind::StaticAssert(_)
            | ItemKind::PackMatrix { .. } => None,
        };
        let owner = path.and_then(|path| self.ast.path_segments(path).rev().nth(1));
        owner.and_then(|owner| owner.args).unwrap_or_default()
    }

    fn define_template_static(&mut self, variables: &ast::Variables, target: ScopeId, scope: ScopeId) {
        let declarators: Vec<_> = self.ast.ids(variables.declarators).collect();
        for id in declarators {
            let declarator = self.ast.declarators[id];
            let Some(path) = declarator.name else { continue };
            let segment = *self.ast.path_name(path);
            let Some(name) = self.segment_ident(&segment) else { continue };
            if let Some((Entity::Global(global), _)) = self.decls.scopes.own(target, name).value {
                self.define_static(global, declarator.init, scope);
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
        self.in_instance(|checker| {
            checker.apart(scope, |checker| checker.global_variables(&variables, scope, Span::NONE));
        });
        let (entity, _) = self.decls.scopes.own(scope, name).value?;
        self.decls.templates[template].instances.insert(args, Instance::Entity(entity));
        Some(Instance::Entity(entity))
    }

    /// The instance of a function template for a call; `None` if the template does not match.
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

    /// Substitutes arguments into a part of a template. Failures remove the candidate (SFINAE); they are not errors.
    pub(super) fn substituted<T>(&mut self, make: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.shelved.push(std::mem::take(self.sink));
        let made = make(self);
        let outer = self.shelved.pop().unwrap_or_default();
        let failed = std::mem::replace(self.sink, outer).has_errors();
        made.filter(|_| !failed)
    }

    /// Makes an instance with its members. Errors in there are reported, even during substitution.
    fn in_instance<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let mut shelved = std::mem::take(&mut self.shelved);
        if let Some(first) = shelved.first_mut() {
            std::mem::swap(self.sink, first);
        }
        let made = make(self);
        if let Some(first) = shelved.first_mut() {
            std::mem::swap(self.sink, first);
        }
        self.shelved = shelved;
        made
    }

    fn make_function(&mut self, template: TemplateId, args: Vec<TemplateArg>) -> Option<FnId> {
        let Template { item, head, owner, scope: outer, order, .. } = self.decls.templates[template];
        let ItemKind::Function(function) = self.ast.items[item].kind else { return None };
        let scope = self.bind_args(&head, &args);
        let mut info: FnInfo =
            self.substituted(|checker| checker.apart(scope, |checker| checker.function_info(function, scope, owner)))?;
        let name = info.name;
        info.path = self.path_in(outer, name);
        info.template = Some(template);
        info.order = order;
        info.sees = head.position;
        info.packing = head.packing;
        let id = self.decls.add_function(info);
        self.decls.templates[template].instances.insert(args, Instance::Function(id));
        Some(id)
    }
}

/// The definition for an instance, with the arguments of its parameters.
pub(super) struct Chosen {
    pub(super) item: ItemId,
    pub(super) head: Head,
    pub(super) bound: Vec<TemplateArg>,
}
