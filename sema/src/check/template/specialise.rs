//! Selection of partial specialisations.

use super::{Chosen, Deduction};
use crate::check::state::Checker;
use crate::check::state::ids::{FnId, ScopeId, TemplateId};
use crate::check::state::templates::{Head, Partial, Template, TemplateArg};
use frontend::ast::{self, List};

impl Checker<'_> {
    /// The matching partial specialisation, the most specialised of several, or the primary template.
    pub(super) fn best_partial(&mut self, template: TemplateId, args: &[TemplateArg]) -> Chosen {
        let mut best = None;
        for Partial { head, patterns, item } in self.decls.templates[template].partial.clone() {
            let Some(bound) = self.match_partial(template, &head, patterns, args) else { continue };
            let detail = self.detail(head.params, patterns);
            if best.as_ref().is_none_or(|(known, _)| detail >= *known) {
                best = Some((detail, Chosen { item, head, bound }));
            }
        }
        let Template { item, head, .. } = self.decls.templates[template];
        best.map_or_else(|| Chosen { item, head, bound: args.to_vec() }, |(_, found)| found)
    }

    /// The arguments of a partial specialisation, if its patterns match those of the template. Non-deduced patterns are
    /// compared at the end by substitution: deduction alone accepts scalars for vectors, as calls do.
    pub(super) fn match_partial(
        &mut self,
        template: TemplateId,
        head: &Head,
        patterns: List<ast::Expr>,
        args: &[TemplateArg],
    ) -> Option<Vec<TemplateArg>> {
        let pairs: Vec<_> = self.ast.ids(patterns).zip(args.iter().copied()).collect();
        // Omitted arguments of a specialisation are the default ones.
        let is_default = |checker: &mut Self, position: usize| {
            let default = checker.substituted(|checker| checker.default_arg(template, &args[..position], position));
            default == Some(args[position])
        };
        if patterns.len() > args.len() || !(patterns.len()..args.len()).all(|position| is_default(self, position)) {
            return None;
        }
        let mut deduction = Deduction::new(self, head.params);
        for &(pattern, arg) in &pairs {
            if !self.computes(&deduction, pattern) && !self.match_arg(&mut deduction, pattern, arg, head.scope) {
                return None;
            }
        }
        let bound = deduction.complete()?;
        let scope = self.bind_args(head, &bound);
        pairs.into_iter().all(|(pattern, arg)| self.is_made_of(pattern, arg, scope)).then_some(bound)
    }

    /// Among instances of different function templates, the one with the most specialised template.
    pub(crate) fn most_specialised(&self, instances: &[FnId]) -> Option<FnId> {
        let mut ranked = Vec::new();
        for &id in instances {
            let template = self.decls.functions[id].template?;
            let function = &self.ast.functions[self.decls.functions[id].ast];
            let types = function.params.iter().map(|param| param.ty);
            ranked.push((self.detail_of_types(self.decls.templates[template].head.params, types), id));
        }
        ranked.sort_by_key(|&(detail, _)| std::cmp::Reverse(detail));
        match ranked[..] {
            [(first, id), (second, _), ..] if first > second => Some(id),
            _ => None,
        }
    }

    /// Returns whether a pattern equals an argument after substitution.
    pub(super) fn is_made_of(&mut self, pattern: ast::ExprId, arg: TemplateArg, scope: ScopeId) -> bool {
        let is_template = matches!(arg, TemplateArg::Template(_));
        let made = self.substituted(|checker| {
            checker.apart(scope, |checker| match checker.template_named(pattern).filter(|_| is_template) {
                Some(template) => Some(TemplateArg::Template(template)),
                None => checker.template_arg(pattern),
            })
        });
        match (made, arg) {
            (Some(TemplateArg::Value(made)), TemplateArg::Value(arg)) => self.integer(made) == self.integer(arg),
            (made, arg) => made == Some(arg),
        }
    }
}
