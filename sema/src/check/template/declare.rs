//! Declarations of templates: scopes of their names, specialisations, and out-of-line members.

use crate::check::call::Arguments;
use crate::check::state::Checker;
use crate::check::state::functions::FnInfo;
use crate::check::state::ids::{ScopeId, TemplateId};
use crate::check::state::scopes::{Entity, OverloadsId, Want};
use crate::check::state::templates::{Head, Instance, Partial, Template, TemplateKind};
use crate::diagnostics::{InvalidDeclaration, NotATemplate, Unsupported};
use crate::hir::ty::{StructId, Type, TypeId};
use base::intern::Symbol;
use base::short::Short;
use base::source::Span;
use frontend::ast::{self, ItemId, ItemKind, List, PathId, TemplateParam, TypeKind, Variables};

impl Checker<'_> {
    /// Enters a template, or a specialisation of one.
    pub(crate) fn declare_template(
        &mut self,
        params: List<TemplateParam>,
        item: ItemId,
        scope: ScopeId,
        owner: Option<StructId>,
    ) {
        let node = self.ast.items[item];
        if !self.is_modern() {
            self.report(node.span, Unsupported { what: "templates before HLSL 2021".to_owned() });
            return;
        }
        if let Some((name, span)) = self.alias_name(item) {
            let head = self.head(params, scope);
            return self.new_template(head, item, name, span, TemplateKind::Alias, owner);
        }
        let Some((path, kind)) = self.templated_name(item) else {
            self.report(node.span, InvalidDeclaration { what: "this declaration cannot be a template".to_owned() });
            return;
        };
        let head = self.head(params, scope);
        if self.ast.paths[path].count > 1 || self.ast.paths[path].global {
            return self.out_of_line_template(head, item, path, kind);
        }
        let segment = *self.ast.path_name(path);
        if matches!(kind, TemplateKind::Class | TemplateKind::Variable) && segment.args.is_some() {
            return self.specialise_class(head, item, path, scope);
        }
        if params.is_empty() {
            return self.full_specialisation(item, path, scope);
        }
        let Some(name) = self.template_name(&segment) else { return };
        self.new_template(head, item, name, segment.span, kind, owner);
    }

    /// The head of a template that is declared here.
    fn head(&self, params: List<TemplateParam>, scope: ScopeId) -> Head {
        Head { params, scope, position: self.decls.scopes.position, packing: self.decls.packing }
    }

    fn new_template(
        &mut self,
        head: Head,
        item: ItemId,
        name: Symbol,
        span: Span,
        kind: TemplateKind,
        owner: Option<StructId>,
    ) {
        self.enter_template(Template {
            name,
            span,
            head,
            others: Vec::new(),
            item,
            kind,
            scope: head.scope,
            owner,
            partial: Vec::new(),
            members: Vec::new(),
            instances: Default::default(),
            order: self.decls.scopes.position,
        });
    }

    fn template_name(&mut self, segment: &ast::Segment) -> Option<Symbol> {
        match segment.name {
            ast::SegmentName::Ident(name) => Some(name),
            ast::SegmentName::Operator(op) => Some(self.operator_name(op)),
            ast::SegmentName::Decltype(_) => None,
        }
    }

    fn enter_template(&mut self, template: Template) {
        let (name, span, scope) = (template.name, template.span, template.scope);
        if template.kind == TemplateKind::Function {
            self.decls.has_free_operators |= template.owner.is_none() && self.is_operator_name(name);
            let overloads = self.overloads_in(scope, name, span);
            if let Some(old) = self.function_template_before(overloads, &template) {
                return self.merge_template(old, &template);
            }
            let id = self.decls.templates.alloc(template);
            self.decls.scopes.overloads[overloads].templates.push(id);
            return;
        }
        let previous = self.decls.scopes.own(scope, name).ty.or(self.decls.scopes.own(scope, name).value);
        if let Some((Entity::Template(old), previous)) = previous {
            return match self.may_repeat(old, &template) {
                true => self.merge_template(old, &template),
                false => self.redefinition(name, span, previous),
            };
        }
        let kind = template.kind;
        let id = self.decls.templates.alloc(template);
        let replaced = match kind {
            TemplateKind::Variable => self.decls.scopes.bind_value(scope, name, Entity::Template(id), span),
            TemplateKind::Class | TemplateKind::Alias | TemplateKind::Function => {
                self.decls.scopes.bind_type(scope, name, Entity::Template(id), span)
            }
        };
        if let Some((_, previous)) = replaced {
            self.redefinition(name, span, previous);
        }
    }

    /// The earlier declaration of a function template.
    fn function_template_before(&self, overloads: OverloadsId, new: &Template) -> Option<TemplateId> {
        let is_definition = !self.is_forward_declaration(new.item);
        self.decls.scopes.overloads[overloads].templates.iter().copied().find(|&old| {
            let old = &self.decls.templates[old];
            old.scope == new.scope
                && (!is_definition || self.is_forward_declaration(old.item))
                && self.are_equivalent([&old.head, &new.head], [old.item, new.item])
        })
    }

    /// Returns whether a class, alias or variable template may be redeclared like this.
    fn may_repeat(&self, old: TemplateId, new: &Template) -> bool {
        let old = &self.decls.templates[old];
        if matches!(new.kind, TemplateKind::Alias) {
            old.kind == TemplateKind::Alias && self.are_equivalent([&old.head, &new.head], [old.item, new.item])
        } else {
            self.is_forward_declaration(old.item) || self.is_forward_declaration(new.item)
        }
    }

    /// Merges another declaration into a template.
    fn merge_template(&mut self, old: TemplateId, new: &Template) {
        let defines = self.is_forward_declaration(self.decls.templates[old].item);
        let entry = &mut self.decls.templates[old];
        if !defines {
            entry.others.push(new.head);
            return;
        }
        entry.others.push(std::mem::replace(&mut entry.head, new.head));
        entry.item = new.item;
        if entry.kind == TemplateKind::Function {
            self.define_instances(old);
        }
    }

    /// Defines the instances of a function template that were used before its definition.
    fn define_instances(&mut self, template: TemplateId) {
        let Template { item, head, owner, .. } = self.decls.templates[template];
        let ItemKind::Function(function) = self.ast.items[item].kind else { return };
        let instances = self.decls.templates[template].instances.iter();
        let mut made: Vec<_> = instances
            .filter_map(|(args, &instance)| {
                if let Instance::Function(id) = instance
                    && !self.decls.functions[id].has_body
                {
                    Some((id, args.clone()))
                } else {
                    None
                }
            })
            .collect();
        made.sort_unstable_by_key(|&(id, _)| id);
        for (id, args) in made {
            let scope = self.bind_args(&head, &args);
            if let Some(info) = self.apart(scope, |checker| checker.function_info(function, scope, owner)) {
                self.complete_function(id, FnInfo { sees: head.position, ..info });
            }
        }
    }

    /// The name of a templated item, and its kind.
    fn templated_name(&self, item: ItemId) -> Option<(PathId, TemplateKind)> {
        match self.ast.items[item].kind {
            ItemKind::Function(function) => Some((self.ast.functions[function].name, TemplateKind::Function)),
            ItemKind::Variables(variables) => self.templated_variables(&variables),
            ItemKind::Template { item, .. } => self.templated_name(item),
            ItemKind::Error
            | ItemKind::Empty
            | ItemKind::Namespace { .. }
            | ItemKind::ExplicitInstantiation(_)
            | ItemKind::Alias { .. }
            | ItemKind::UsingNamespace(_)
            | ItemKind::Using(_)
            | ItemKind::Buffer(_)
            | ItemKind::Access
            | ItemKind::Effect
            | ItemKind::StaticAssert(_)
            | ItemKind::PackMatrix { .. } => None,
        }
    }

    fn templated_variables(&self, variables: &Variables) -> Option<(PathId, TemplateKind)> {
        match (self.ast.ids(variables.declarators).next(), self.ast.types[variables.ty].kind) {
            (Some(declarator), _) => Some((self.ast.declarators[declarator].name?, TemplateKind::Variable)),
            (None, TypeKind::Struct(id)) => Some((self.ast.structs[id].name?, TemplateKind::Class)),
            (None, TypeKind::Elaborated(path)) => Some((path, TemplateKind::Class)),
            (None, _) => None,
        }
    }

    /// The name of an alias template: aliases have an unqualified name, for which the tree has no path.
    fn alias_name(&self, item: ItemId) -> Option<(Symbol, Span)> {
        if let ItemKind::Alias { name, name_span, .. } = self.ast.items[item].kind {
            Some((name, name_span))
        } else {
            None
        }
    }

    /// Returns whether a templated item is a mere declaration of a struct or function.
    fn is_forward_declaration(&self, item: ItemId) -> bool {
        match self.ast.items[item].kind {
            ItemKind::Variables(variables) => {
                matches!(self.ast.types[variables.ty].kind, TypeKind::Elaborated(_)) && variables.declarators.is_empty()
            }
            ItemKind::Function(function) => self.ast.functions[function].body.is_none(),
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
            | ItemKind::PackMatrix { .. } => false,
        }
    }

    /// `template<> struct S<int> {…};`, `template<typename T> struct S<T[3]> {…};`. The template is looked up in the
    /// scope of the qualifiers, its arguments in that of the specialisation.
    fn specialise_class(&mut self, head: Head, item: ItemId, path: PathId, target: ScopeId) {
        let segment = *self.ast.path_name(path);
        let (Some(name), Some(args)) = (self.segment_ident(&segment), segment.args) else { return };
        let found = self.decls.scopes.lookup(target, name, Want::Any, u32::MAX).seen;
        let Some(Entity::Template(template)) = found.map(|found| found.entity) else {
            let name = self.text(name);
            self.report(segment.span, NotATemplate { name });
            return;
        };
        if !head.params.is_empty() {
            self.decls.templates[template].partial.push(Partial { head, patterns: args, item });
            return;
        }
        self.frame.scope = head.scope;
        let Some(args) = self.arguments_for(template, args) else { return };
        let Some(args) = self.complete_args(template, args, segment.span) else { return };
        let known = self.decls.templates[template].instances.get(&args).copied();
        match known {
            // It was used while it was only declared.
            Some(Instance::Type(ty)) if let Some(id) = self.announced(ty) => self.complete_with(id, &head, &[], item),
            _ => drop(self.decls.templates[template].instances.insert(args, Instance::Specialised(head, item))),
        }
    }

    /// `template<> float f<float>(float x) {…}`
    fn full_specialisation(&mut self, item: ItemId, path: PathId, scope: ScopeId) {
        let ItemKind::Function(function) = self.ast.items[item].kind else {
            let what = "this specialization is not supported".to_owned();
            self.report(self.ast.items[item].span, InvalidDeclaration { what });
            return;
        };
        let segment = *self.ast.path_name(path);
        let Some(name) = self.segment_ident(&segment) else { return };
        let Some(Entity::Functions(overloads)) =
            self.decls.scopes.lookup(scope, name, Want::Any, u32::MAX).seen.map(|found| found.entity)
        else {
            let name = self.text(name);
            self.report(segment.span, NotATemplate { name });
            return;
        };
        let Some(mut info) = self.function_info(function, scope, self.decls.scopes.enclosing_struct(scope)) else {
            return;
        };
        info.order = self.decls.next_position();
        info.sees = info.order;
        let explicit = match segment.args {
            Some(args) => match self.template_args(args) {
                Some(args) => args,
                None => return,
            },
            None => Vec::new(),
        };
        let types = info.params.iter().map(|param| param.ty).collect();
        let args = Arguments { exprs: Short::new(), types, commas: Vec::new() };
        for template in self.decls.scopes.overloads[overloads].templates.clone() {
            if let Some(deduced) = self.deduce(template, &explicit, &args) {
                info.template = Some(template);
                if let Some(&Instance::Function(id)) = self.decls.templates[template].instances.get(&deduced)
                    && !self.decls.functions[id].has_body
                {
                    return self.complete_function(id, info);
                }
                let id = self.decls.add_function(info);
                self.decls.templates[template].instances.insert(deduced, Instance::Function(id));
                return;
            }
        }
        let name = self.text(name);
        self.report(segment.span, NotATemplate { name });
    }

    /// `template<typename T> T S<T>::f() {…}`, `template<> struct n::S<int> {…};`
    fn out_of_line_template(&mut self, head: Head, item: ItemId, path: PathId, kind: TemplateKind) {
        let node = self.ast.paths[path];
        if node.count > 1 {
            let owner = self.ast.segments[base::ids::Id::new(node.first.raw() + node.count - 2)];
            let Ok(within) = self.outer_qualifier(path) else { return };
            let Ok(entity) = self.owner_entity(within, &owner) else { return };
            match entity {
                Entity::Template(template) if !head.params.is_empty() || owner.args.is_some() => {
                    return self.decls.templates[template].members.push((head, item));
                }
                Entity::Type(ty) if !head.params.is_empty() && kind == TemplateKind::Function => {
                    return self.out_of_line_member_template(ty, head, item, path);
                }
                Entity::Error
                | Entity::Type(_)
                | Entity::Template(_)
                | Entity::Namespace(_)
                | Entity::Global(_)
                | Entity::BlockMember(..)
                | Entity::Field(_)
                | Entity::NestedField(..)
                | Entity::Local(_)
                | Entity::Constant(_)
                | Entity::Text(_)
                | Entity::Heap(_)
                | Entity::Functions(_) => {}
            }
        }
        let Ok(Some(target)) = self.qualifier(path) else { return };
        let segment = *self.ast.path_name(path);
        match kind {
            TemplateKind::Class | TemplateKind::Variable if segment.args.is_some() => {
                self.specialise_class(Head { scope: target, ..head }, item, path, target);
            }
            TemplateKind::Function if head.params.is_empty() => self.full_specialisation(item, path, target),
            TemplateKind::Class | TemplateKind::Function | TemplateKind::Alias | TemplateKind::Variable => {
                let Some(name) = self.template_name(&segment) else { return };
                self.new_template(Head { scope: target, ..head }, item, name, segment.span, kind, None);
            }
        }
    }

    /// The scope for the class before the last `::` of a path; `None` if it is its first name.
    fn outer_qualifier(&mut self, path: PathId) -> Result<Option<ScopeId>, ()> {
        let node = self.ast.paths[path];
        self.qualifier_of(path, node.count - 2)
    }

    fn owner_entity(&mut self, within: Option<ScopeId>, owner: &ast::Segment) -> Result<Entity, ()> {
        let name = self.segment_ident(owner).ok_or(())?;
        self.segment_entity(within, name, owner.span)
    }

    /// Defines the body of a function template that is a member of a plain struct.
    fn out_of_line_member_template(&mut self, ty: TypeId, head: Head, item: ItemId, path: PathId) {
        let Type::Struct(id) = self.module.types[ty] else { return };
        let scope = self.decls.structs[id].scope;
        let segment = *self.ast.path_name(path);
        let Some(name) = self.segment_ident(&segment) else { return };
        if let Some((Entity::Functions(overloads), _)) = self.decls.scopes.own(scope, name).value
            && let Some(template) = self.member_template(overloads, &head, item)
        {
            let entry = &mut self.decls.templates[template];
            entry.item = item;
            entry.others.push(std::mem::replace(&mut entry.head, Head { scope, ..head }));
            return;
        }
        self.report_missing(Some(scope), name, segment.span, false);
    }

    /// The member template that an out-of-line definition belongs to: the equivalent one, or the first.
    fn member_template(&self, overloads: OverloadsId, head: &Head, item: ItemId) -> Option<TemplateId> {
        let declared = &self.decls.scopes.overloads[overloads].templates;
        let is_same = |&&template: &&TemplateId| {
            let known = &self.decls.templates[template];
            self.is_forward_declaration(known.item) && self.are_equivalent([&known.head, head], [known.item, item])
        };
        declared.iter().find(is_same).or(declared.first()).copied()
    }

    pub(crate) fn explicit_instantiation(&mut self, item: ItemId) {
        if let ItemKind::Variables(variables) = self.ast.items[item].kind {
            self.ast_type(variables.ty);
        }
    }
}
