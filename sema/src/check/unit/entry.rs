//! Entry points: their functions, and the declarations for the stage interface.

use crate::attributes::Attributes;
use crate::check::state::Checker;
use crate::check::state::functions::ParamInfo;
use crate::check::state::ids::FnId;
use crate::check::state::scopes::{Entity, Want};
use crate::diagnostics::{
    AmbiguousEntry, AttributePlace, InvalidVariableType, MissingEntry, MissingPatchConstant, MissingStageAttribute,
    StageMismatch,
};
use crate::stage_io::{self, EntryDecl, ParamDecl, PatchConstantDecl, ReturnDecl};
use crate::tables::attributes::{Fact, Place};
use base::similar::{did_you_mean, nearest};
use base::source::Span;
use frontend::ast::{ExprKind, ItemKind, List, Literal, Prefix, PrefixKind};
use frontend::language::Stage;
use std::sync::Arc;

/// An entry function's declaration, for the stage interface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EntryCandidate {
    /// The function.
    pub(crate) function: FnId,
    /// The stage that it runs in.
    pub(crate) stage: frontend::language::Stage,
}

/// The limit of functions that a message lists, the last ones of the file first.
const MAX_LISTED: usize = 8;

impl Checker<'_> {
    /// Finds the entry functions.
    pub(crate) fn find_entries(&mut self) -> Vec<EntryCandidate> {
        if self.options.unit.profile.stage == Stage::Library {
            return self.library_entries();
        }
        let Some(name) = self.names.lookup(&self.options.unit.entry) else { return self.missing_entry() };
        let Some(found) = self.decls.scopes.member(self.decls.scopes.file, name, Want::Any) else {
            return self.missing_entry();
        };
        let Entity::Functions(overloads) = found.entity else { return self.missing_entry() };
        let with_body: Vec<FnId> = self.decls.scopes.overloads[overloads]
            .functions
            .iter()
            .copied()
            .filter(|&function| self.decls.functions[function].has_body)
            .collect();
        match *with_body {
            [] => self.missing_entry(),
            [function] => {
                let stage = self.options.unit.profile.stage;
                self.check_profile(function, stage);
                vec![EntryCandidate { function, stage }]
            }
            [_, second, ..] => self.ambiguous_entry(with_body[0], second),
        }
    }

    fn missing_entry(&mut self) -> Vec<EntryCandidate> {
        let name = self.options.unit.entry.clone();
        let known = self.functions_of_file();
        let near = nearest(&name, known.iter().map(|(name, _)| name.as_str()));
        let near = near.and_then(|near| known.iter().find(|(name, _)| name == near)).cloned();
        let diagnostic = self.report(Span::NONE, MissingEntry { name });
        match near {
            Some((near, span)) => {
                diagnostic.note_at(span, did_you_mean(&near));
            }
            None if !known.is_empty() => {
                let names: Vec<&str> = known.iter().rev().take(MAX_LISTED).map(|(name, _)| name.as_str()).collect();
                let more = if known.len() > MAX_LISTED { ", ..." } else { "" };
                diagnostic.note(format!("functions in this file: {}{more}; use -E to select one", names.join(", ")));
            }
            None => {}
        }
        Vec::new()
    }

    /// The functions with a body that could be entry points, in source order.
    fn functions_of_file(&self) -> Vec<(String, Span)> {
        let free = self.decls.defined.iter().map(|&function| &self.decls.functions[function]);
        let free = free.filter(|info| info.owner.is_none() && info.has_body && info.template.is_none());
        free.map(|info| (self.text(info.name), info.span)).collect()
    }

    fn ambiguous_entry(&mut self, first: FnId, second: FnId) -> Vec<EntryCandidate> {
        let (first, second) = (self.decls.functions[first].span, self.decls.functions[second].span);
        let name = self.options.unit.entry.clone();
        self.report(second, AmbiguousEntry { name }).note_at(first, "another definition is here");
        Vec::new()
    }

    /// Reports an entry point whose stage differs from the profile's.
    fn check_profile(&mut self, function: FnId, stage: Stage) {
        if let Some(said) = self.stage_attribute(function).filter(|&said| said != stage) {
            let (span, profile) = (self.decls.functions[function].span, self.options.unit.profile.to_string());
            self.report(span, StageMismatch { stage: said.row().attribute.to_owned(), profile });
        }
    }

    fn library_entries(&mut self) -> Vec<EntryCandidate> {
        let defined = self.decls.defined.clone();
        let (mut entries, mut exported) = (Vec::new(), Vec::new());
        for function in defined {
            if let Some(stage) = self.stage_attribute(function) {
                let info = &self.decls.functions[function];
                if info.owner.is_some() && !info.is_static {
                    self.report(info.span, AttributePlace { name: "shader".to_owned() })
                        .note("a method cannot be an entry point");
                    continue;
                }
                let is_same = |entry: &&EntryCandidate| {
                    entry.stage == stage && self.decls.functions[entry.function].name == info.name
                };
                if let Some(other) = entries.iter().find(is_same) {
                    let (name, previous) = (self.text(info.name), self.decls.functions[other.function].span);
                    self.report(info.span, AmbiguousEntry { name }).note_at(previous, "another definition is here");
                    continue;
                }
                entries.push(EntryCandidate { function, stage });
            } else if self.decls.functions[function].attributes.exported {
                exported.push(function);
            }
        }
        for function in exported {
            self.reach(function);
        }
        self.refuse_templates();
        entries
    }

    /// Reports templates of functions that are said to be entry points.
    fn refuse_templates(&mut self) {
        let marked = self.decls.templates.iter().filter_map(|(_, template)| {
            if let ItemKind::Function(function) = self.ast.items[template.item].kind {
                self.string_in(self.ast.functions[function].prefixes, "shader").map(|_| template.span)
            } else {
                None
            }
        });
        for span in marked.collect::<Vec<_>>() {
            self.report(span, AttributePlace { name: "shader".to_owned() }).note("a template cannot be an entry point");
        }
    }

    /// The stage of `[shader("…")]`.
    fn stage_attribute(&self, function: FnId) -> Option<Stage> {
        let text = self.string_attribute(function, "shader")?;
        Stage::from_attribute(&text)
    }

    /// The string in `[name("string")]` of a function.
    fn string_attribute(&self, function: FnId, name: &str) -> Option<String> {
        self.declarations(function).find_map(|prefixes| self.string_in(prefixes, name))
    }

    /// The string in `[name("string")]`.
    fn string_in(&self, prefixes: List<Prefix>, name: &str) -> Option<String> {
        self.ast.ids(prefixes).find_map(|id| {
            let PrefixKind::Attribute(attribute) = self.ast.prefixes[id].kind else { return None };
            let attribute = &self.ast.attributes[attribute];
            if attribute.scope.is_some() || !self.names.resolve(attribute.name).eq_ignore_ascii_case(name) {
                return None;
            }
            let first = self.ast.ids(attribute.args?).next()?;
            if let ExprKind::Literal(Literal::Str(text)) = self.ast.exprs[first].kind {
                Some(self.names.resolve(text).to_owned())
            } else {
                None
            }
        })
    }

    /// The prefixes of each declaration of a function, the definition first.
    fn declarations(&self, function: FnId) -> impl Iterator<Item = List<Prefix>> {
        let info = &self.decls.functions[function];
        std::iter::once(&info.ast).chain(&info.redeclared).map(|&id| self.ast.functions[id].prefixes)
    }

    /// The attributes of all declarations of a function. Where several say the same, the definition does, or the first.
    fn attributes_of(&mut self, function: FnId) -> Attributes {
        let declarations: Vec<_> = self.declarations(function).collect();
        let mut all = Attributes::default();
        for prefixes in declarations {
            let read = self.read_attributes(prefixes, Place::Function);
            let new: Vec<_> = read.list.into_iter().filter(|read| !all.has(read.fact)).collect();
            all.list.extend(new);
        }
        all
    }

    /// The patch-constant function of a hull shader.
    pub(crate) fn patch_constant(&mut self, entry: &EntryCandidate) -> Option<FnId> {
        if entry.stage != Stage::Hull {
            return None;
        }
        let attributes = self.attributes_of(entry.function);
        let Some(name) = attributes.find(Fact::PatchConstantFunc).and_then(|read| read.string(0)) else {
            let (span, stage) = (self.decls.functions[entry.function].span, entry.stage.row().attribute.to_owned());
            self.report(span, MissingStageAttribute { name: "patchconstantfunc".to_owned(), stage });
            return None;
        };
        let found = self.decls.scopes.member(self.decls.scopes.file, name, Want::Any);
        if let Some(Entity::Functions(overloads)) = found.map(|found| found.entity) {
            let functions = &self.decls.scopes.overloads[overloads].functions;
            if let Some(&function) = functions.iter().rev().find(|&&function| self.decls.functions[function].has_body) {
                return Some(function);
            }
        }
        let (span, name) = (self.decls.functions[entry.function].span, self.text(name));
        self.report(span, MissingPatchConstant { name });
        None
    }

    /// Makes the entry points once all functions are checked.
    pub(crate) fn build_entry_points(&mut self, entries: &[EntryCandidate]) {
        for entry in entries {
            let patch_constant = self.patch_constant(entry);
            self.build_entry_point(entry, patch_constant);
        }
    }

    /// Returns whether the parameters and the result of a function may cross the interfaces of its stage; reports those that
    /// may not.
    fn crosses_stages(&mut self, function: FnId) -> bool {
        let info = &self.decls.functions[function];
        let (params, ret, span) = (Arc::clone(&info.params), info.ret, info.span);
        let mut is_fit = self.fits_registers(ret, "results of entry points", span);
        for param in params.iter() {
            is_fit &= self.fits_registers(param.ty, "parameters of entry points", param.span);
        }
        is_fit
    }

    fn build_entry_point(&mut self, entry: &EntryCandidate, patch_constant: Option<FnId>) {
        let of_patch = patch_constant.is_none_or(|function| self.crosses_stages(function));
        if !self.crosses_stages(entry.function) || !of_patch {
            return;
        }
        let attributes = self.attributes_of(entry.function);
        let patch_constant = patch_constant.and_then(|function| {
            Some(PatchConstantDecl {
                function: self.decls.functions[function].hir?,
                params: self.param_decls(function, entry.stage),
                ret: self.return_decl(function),
            })
        });
        let Some(function) = self.decls.functions[entry.function].hir else { return };
        let name = match (&self.options.entry_name, self.options.unit.profile.stage) {
            (Some(name), stage) if stage != Stage::Library => self.names.intern(name),
            _ => self.decls.functions[entry.function].name,
        };
        let decl = EntryDecl {
            function,
            stage: entry.stage,
            name,
            span: self.decls.functions[entry.function].span,
            attributes: &attributes,
            params: self.param_decls(entry.function, entry.stage),
            ret: self.return_decl(entry.function),
            patch_constant,
        };
        let made = stage_io::build(&mut self.module, self.names, self.options, &decl, self.sink);
        self.module.entry_points.push(made);
    }

    fn param_decls(&mut self, function: FnId, stage: Stage) -> Vec<ParamDecl> {
        let params = Arc::clone(&self.decls.functions[function].params);
        let used = self.reached.used_params.get(&function).cloned().unwrap_or_default();
        let is_node = stage == Stage::Node;
        let decl = |(position, param): (usize, &ParamInfo)| ParamDecl {
            name: param.name,
            span: param.span,
            ty: self.variable_type(param),
            mode: param.mode,
            modifier: self.stage_modifier(param.prefixes),
            attributes: param.attributes.clone(),
            used: used.get(position).copied().unwrap_or(false),
            node_attributes: match is_node {
                true => self.read_attributes(param.prefixes, Place::Param),
                false => Attributes::default(),
            },
        };
        params.iter().enumerate().map(decl).collect()
    }

    fn return_decl(&mut self, function: FnId) -> ReturnDecl {
        let (ret, span) = (self.decls.functions[function].ret, self.decls.functions[function].span);
        if self.is_query(ret) {
            let (what, ty) = ("result of an entry point".to_owned(), self.type_name(ret));
            self.report(span, InvalidVariableType { what, ty });
        }
        let info = &self.decls.functions[function];
        ReturnDecl { ty: info.ret, attributes: info.ret_attributes.clone(), span: info.span }
    }
}
