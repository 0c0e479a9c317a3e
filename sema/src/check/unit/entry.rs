//! Entry points: what the declarations say, handed to the code that works out stage interfaces.

use crate::check::state::scopes::{Entity, FnId, Want};
use crate::check::state::{Checker, EntryCandidate, ParamInfo};
use crate::diagnostics::{MissingPatchConstant, MissingStageAttribute};
use crate::stage_io::{self, EntryDecl, ParamDecl, PatchConstantDecl, ReturnDecl};
use crate::tables::attributes::{Fact, Place};
use frontend::ast::{Modifier, PrefixKind};
use frontend::language::Stage;

impl Checker<'_> {
    /// The patch-constant function that a hull shader names.
    pub(crate) fn patch_constant(&mut self, entry: &EntryCandidate) -> Option<FnId> {
        if entry.stage != Stage::Hull {
            return None;
        }
        let prefixes = self.ast.functions[self.functions[entry.function].ast].prefixes;
        let attributes = self.read_attributes(prefixes, Place::Function);
        let Some(name) = attributes.find(Fact::PatchConstantFunc).and_then(|read| read.string(0)) else {
            let (span, stage) = (self.functions[entry.function].span, entry.stage.row().attribute.to_owned());
            self.report(span, MissingStageAttribute { name: "patchconstantfunc".to_owned(), stage });
            return None;
        };
        let found = self.scopes.member(self.scopes.file, name, Want::Any);
        if let Some(Entity::Functions(overloads)) = found.map(|found| found.entity) {
            let functions = &self.scopes.overloads[overloads].functions;
            if let Some(&function) = functions.iter().rev().find(|&&function| self.functions[function].has_body) {
                return Some(function);
            }
        }
        let (span, name) = (self.functions[entry.function].span, self.text(name));
        self.report(span, MissingPatchConstant { name });
        None
    }

    /// Makes the entry points once all functions are there.
    pub(crate) fn build_entry_points(&mut self, entries: &[EntryCandidate]) {
        for entry in entries {
            let patch_constant = self.patch_constant(entry);
            self.build_entry_point(entry, patch_constant);
        }
    }

    fn build_entry_point(&mut self, entry: &EntryCandidate, patch_constant: Option<FnId>) {
        let prefixes = self.ast.functions[self.functions[entry.function].ast].prefixes;
        let attributes = self.read_attributes(prefixes, Place::Function);
        let patch_constant = patch_constant.and_then(|function| {
            Some(PatchConstantDecl {
                function: self.functions[function].hir?,
                params: self.param_decls(function),
                ret: self.return_decl(function),
            })
        });
        let Some(function) = self.functions[entry.function].hir else { return };
        let name = match (&self.options.entry_name, self.options.profile.stage) {
            (Some(name), stage) if stage != Stage::Library => self.names.intern(name),
            _ => self.functions[entry.function].name,
        };
        let decl = EntryDecl {
            function,
            stage: entry.stage,
            name,
            span: self.functions[entry.function].span,
            attributes: &attributes,
            params: self.param_decls(entry.function),
            ret: self.return_decl(entry.function),
            patch_constant,
        };
        let made = stage_io::build(&mut self.module, self.names, self.options, &decl, self.sink);
        self.module.entry_points.push(made);
    }

    fn param_decls(&mut self, function: FnId) -> Vec<ParamDecl> {
        let params = self.functions[function].params.clone();
        let used = self.used_params.get(&function).cloned().unwrap_or_default();
        let decl = |(position, param): (usize, ParamInfo)| ParamDecl {
            name: param.name,
            span: param.span,
            ty: self.variable_type(&param),
            mode: param.mode,
            modifier: self.stage_modifier(param.prefixes),
            attributes: param.attributes,
            used: used.get(position).copied().unwrap_or(false),
        };
        params.into_iter().enumerate().map(decl).collect()
    }

    fn return_decl(&self, function: FnId) -> ReturnDecl {
        let info = &self.functions[function];
        ReturnDecl { ty: info.ret, attributes: info.ret_attributes.clone(), span: info.span }
    }

    /// `triangle`, `vertices`, `payload` and the like.
    fn stage_modifier(&self, prefixes: frontend::ast::List<frontend::ast::Prefix>) -> Option<Modifier> {
        self.ast.ids(prefixes).find_map(|id| match self.ast.prefixes[id].kind {
            PrefixKind::Modifier(
                modifier @ (Modifier::Point
                | Modifier::Line
                | Modifier::LineAdj
                | Modifier::Triangle
                | Modifier::TriangleAdj
                | Modifier::Indices
                | Modifier::Vertices
                | Modifier::Primitives
                | Modifier::Payload),
            ) => Some(modifier),
            PrefixKind::Modifier(_) | PrefixKind::Attribute(_) | PrefixKind::PackMatrix { .. } => None,
        })
    }
}
