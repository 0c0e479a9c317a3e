//! Declarations of templates: where their names go, their specialisations, and members that are defined outside.

use crate::check::call::Arguments;
use crate::check::state::Checker;
use crate::check::state::ids::ScopeId;
use crate::check::state::scopes::{Entity, Want};
use crate::check::state::templates::{Instance, Template, TemplateKind};
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
            return self.alias_template(params, item, name, span, scope, owner);
        }
        let Some((path, kind)) = self.templated_name(item) else {
            self.report(node.span, InvalidDeclaration { what: "this declaration cannot be a template".to_owned() });
            return;
        };
        if self.ast.paths[path].count > 1 {
            return self.out_of_line_template(params, item, path);
        }
        let segment = *self.ast.path_name(path);
        if matches!(kind, TemplateKind::Class | TemplateKind::Variable) && segment.args.is_some() {
            return self.specialise_class(params, item, path, scope);
        }
        if params.is_empty() {
            return self.full_specialisation(item, path, scope);
        }
        let Some(name) = self.template_name(&segment) else { return };
        let template = Template {
            name,
            span: segment.span,
            params,
            item,
            kind,
            scope,
            owner,
            partial: Vec::new(),
            members: Vec::new(),
            instances: Default::default(),
            order: self.decls.position,
        };
        self.enter_template(template, scope);
    }

    fn alias_template(
        &mut self,
        params: List<TemplateParam>,
        item: ItemId,
        name: Symbol,
        span: Span,
        scope: ScopeId,
        owner: Option<StructId>,
    ) {
        let template = Template {
            name,
            span,
            params,
            item,
            kind: TemplateKind::Alias,
            scope,
            owner,
            partial: Vec::new(),
            members: Vec::new(),
            instances: Default::default(),
            order: self.decls.position,
        };
        self.enter_template(template, scope);
    }

    fn template_name(&mut self, segment: &ast::Segment) -> Option<Symbol> {
        match segment.name {
            ast::SegmentName::Ident(name) => Some(name),
            ast::SegmentName::Operator(op) => Some(self.operator_name(op)),
            ast::SegmentName::Decltype(_) => None,
        }
    }

    fn enter_template(&mut self, template: Template, scope: ScopeId) {
        let (name, span, kind) = (template.name, template.span, template.kind);
        if kind == TemplateKind::Function {
            let id = self.decls.templates.alloc(template);
            let overloads = self.overloads_in(scope, name, span);
            self.decls.scopes.overloads[overloads].templates.push(id);
            return;
        }
        let previous = self.decls.scopes.own(scope, name).ty.or(self.decls.scopes.own(scope, name).value);
        if let Some((Entity::Template(old), previous)) = previous {
            let forward = self.is_forward_declaration(self.decls.templates[old].item);
            if !forward && !self.is_forward_declaration(template.item) {
                return self.redefinition(name, span, previous);
            }
            if forward {
                self.decls.templates[old].params = template.params;
                self.decls.templates[old].item = template.item;
            }
            return;
        }
        let id = self.decls.templates.alloc(template);
        match kind {
            TemplateKind::Variable => self.decls.scopes.bind_value(scope, name, Entity::Template(id), span),
            TemplateKind::Class | TemplateKind::Alias | TemplateKind::Function => {
                self.decls.scopes.bind_type(scope, name, Entity::Template(id), span)
            }
        };
    }

    /// The name that a templated item declares, and what it is.
    fn templated_name(&self, item: ItemId) -> Option<(PathId, TemplateKind)> {
        match self.ast.items[item].kind {
            ItemKind::Function(function) => Some((self.ast.functions[function].name, TemplateKind::Function)),
            ItemKind::Variables(variables) => self.templated_variables(&variables),
            ItemKind::Template { item, .. } => self.templated_name(item),
            _ => None,
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

    /// The path of an alias template: aliases have a plain name, for which no path exists in the tree.
    fn alias_name(&self, item: ItemId) -> Option<(Symbol, Span)> {
        match self.ast.items[item].kind {
            ItemKind::Alias { name, name_span, .. } => Some((name, name_span)),
            _ => None,
        }
    }

    /// Whether a templated item only announces a struct or function.
    fn is_forward_declaration(&self, item: ItemId) -> bool {
        match self.ast.items[item].kind {
            ItemKind::Variables(variables) => {
                matches!(self.ast.types[variables.ty].kind, TypeKind::Elaborated(_)) && variables.declarators.is_empty()
            }
            ItemKind::Function(function) => self.ast.functions[function].body.is_none(),
            _ => false,
        }
    }

    /// `template<> struct S<int> {…};`, `template<typename T> struct S<T[3]> {…};`
    fn specialise_class(&mut self, params: List<TemplateParam>, item: ItemId, path: PathId, scope: ScopeId) {
        let segment = *self.ast.path_name(path);
        let (Some(name), Some(args)) = (self.segment_ident(&segment), segment.args) else { return };
        let found = self.decls.scopes.lookup(scope, name, Want::Any);
        let Some(Entity::Template(template)) = found.map(|found| found.entity) else {
            let name = self.text(name);
            self.report(segment.span, NotATemplate { name });
            return;
        };
        if !params.is_empty() {
            self.decls.templates[template].partial.push((params, args, item));
            return;
        }
        self.frame.scope = scope;
        let Some(args) = self.template_args(args) else { return };
        let Some(args) = self.complete_args(template, args, segment.span) else { return };
        let known = self.decls.templates[template].instances.get(&args).copied();
        match known {
            // It has been named when it was only announced.
            Some(Instance::Type(ty)) if let Some(id) = self.announced(ty) => self.fill_instance(id, item),
            _ => drop(self.decls.templates[template].instances.insert(args, Instance::Specialised(item))),
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
            self.decls.scopes.lookup(scope, name, Want::Any).map(|found| found.entity)
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
        let args = Arguments { exprs: Short::new(), types };
        for template in self.decls.scopes.overloads[overloads].templates.clone() {
            if let Some(deduced) = self.deduce(template, &explicit, &args) {
                info.template = Some(template);
                let id = self.decls.add_function(info);
                self.decls.templates[template].instances.insert(deduced, Instance::Function(id));
                return;
            }
        }
        let name = self.text(name);
        self.report(segment.span, NotATemplate { name });
    }

    /// `template<typename T> T S<T>::f() {…}`
    fn out_of_line_template(&mut self, params: List<TemplateParam>, item: ItemId, path: PathId) {
        let node = self.ast.paths[path];
        let owner = self.ast.segments[base::ids::Id::new(node.first.raw() + node.count - 2)];
        let Some(name) = self.segment_ident(&owner) else { return };
        let found = self.lookup(name, Want::Type);
        match found.map(|found| found.entity) {
            Some(Entity::Template(template)) => {
                self.decls.templates[template].members.push((params, item));
            }
            Some(Entity::Type(ty)) => self.out_of_line_member_template(ty, params, item, path),
            _ => self.report_missing(None, name, owner.span, true),
        }
    }

    /// A function template that is a member of a plain struct gets its body.
    fn out_of_line_member_template(&mut self, ty: TypeId, params: List<TemplateParam>, item: ItemId, path: PathId) {
        let Type::Struct(id) = self.module.types[ty] else { return };
        let scope = self.decls.structs[id].scope;
        let segment = *self.ast.path_name(path);
        let Some(name) = self.segment_ident(&segment) else { return };
        if let Some((Entity::Functions(overloads), _)) = self.decls.scopes.own(scope, name).value
            && let Some(&template) = self.decls.scopes.overloads[overloads].templates.first()
        {
            self.decls.templates[template].item = item;
            self.decls.templates[template].params = params;
            return;
        }
        self.report_missing(Some(scope), name, segment.span, false);
    }

    pub(crate) fn explicit_instantiation(&mut self, item: ItemId) {
        if let ItemKind::Variables(variables) = self.ast.items[item].kind {
            self.ast_type(variables.ty);
        }
    }
}
