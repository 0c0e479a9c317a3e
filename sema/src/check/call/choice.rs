//! Overload resolution for functions of the source, and the row of an intrinsic function.

use crate::check::call::Arguments;
use crate::check::state::Checker;
use crate::check::state::declarations::Conflict;
use crate::check::state::functions::ParamInfo;
use crate::check::state::ids::FnId;
use crate::check::state::scopes::OverloadsId;
use crate::check::state::templates::TemplateArg;
use crate::convert;
use crate::diagnostics::{AmbiguousCall, InvalidDeclaration, NoMatchingFunction};
use crate::hir::expr::{ExprId, ExprKind, ParamMode};
use crate::hir::ty::{Object, Type, TypeId};
use crate::hir::{BlockKind, Global, GlobalKind};
use crate::overload::{self, Call, Candidate, Choice, Ranking, TypeArguments};
use crate::tables::intrinsics::Intrinsic;
use base::intern::Symbol;
use base::source::Span;
use frontend::ast::{self, List};
use frontend::language::HlslVersion;
use std::borrow::Cow;
use std::sync::Arc;

impl Checker<'_> {
    /// Arguments with their declared types, for functions of the source: push constants have become structs.
    pub(super) fn as_declared<'a>(&mut self, args: &'a Arguments) -> Cow<'a, Arguments> {
        let is_other =
            |&expr: &ExprId| matches!(self.frame.body.exprs[expr].kind, ExprKind::Global(_) | ExprKind::String(_));
        if !args.exprs.iter().any(is_other) {
            return Cow::Borrowed(args);
        }
        let types = args.exprs.iter().zip(&args.types);
        let types = types.map(|(&expr, &ty)| self.pushed_buffer(expr).or_else(|| self.characters(expr)).unwrap_or(ty));
        let types = types.collect();
        Cow::Owned(Arguments { exprs: args.exprs.clone(), types, commas: Vec::new() })
    }

    /// The row of an intrinsic call, if there is one and the target supports it.
    pub(super) fn choose_intrinsic(
        &mut self,
        name: Symbol,
        type_args: TypeArguments,
        args: &Arguments,
        name_span: Span,
    ) -> Option<Choice<Intrinsic>> {
        let is_plain = type_args.ty.is_none() && type_args.align.is_none();
        if is_plain && let Some(choice) = self.choices.find(name, &args.types) {
            return self.check_availability(choice.row, name_span).then_some(choice);
        }
        let rows = self.intrinsics_named(name);
        let call = Call { names: self.names, version: self.options.version, type_args, args: &args.types };
        match overload::pick_intrinsic(&mut self.module, rows, &call) {
            Ok(choice) => {
                if is_plain {
                    self.choices.keep(name, &args.types, &choice);
                }
                self.check_availability(choice.row, name_span).then_some(choice)
            }
            Err(why) => {
                let text = self.text(name);
                self.overload_error(&text, why, args, name_span);
                None
            }
        }
    }

    /// The type of a string literal as an array: its characters, which are numbers, and a terminator.
    pub(crate) fn characters(&mut self, expr: ExprId) -> Option<TypeId> {
        let ExprKind::String(text) = self.frame.body.exprs[expr].kind else { return None };
        let length = u32::try_from(self.names.resolve(text).len()).ok()?.checked_add(1)?;
        Some(self.intern(Type::Array(self.common.int, length)))
    }

    /// A string literal as an array.
    pub(crate) fn text_array(&mut self, expr: ExprId) -> Option<ExprId> {
        let ty = self.characters(expr)?;
        let (ExprKind::String(text), span) = (&self.frame.body.exprs[expr].kind, self.span(expr)) else { return None };
        let mut bytes = self.names.resolve(*text).as_bytes().to_vec();
        bytes.push(0);
        let parts = bytes.into_iter().map(|byte| self.int(i64::from(byte as i8), span)).collect();
        Some(self.value(ty, ExprKind::Construct { parts }, span))
    }

    /// The `ConstantBuffer` type of the push constants, if an expression names them.
    pub(super) fn pushed_buffer(&mut self, expr: ExprId) -> Option<TypeId> {
        let ExprKind::Global(global) = self.frame.body.exprs[expr].kind else { return None };
        let Global { ty, kind, attributes, .. } = &self.module.globals[global];
        let is_pushed = matches!(kind, GlobalKind::Block { kind: BlockKind::PushConstant, .. });
        let buffer = Type::Object(Object::ConstantBuffer(*ty));
        (is_pushed && attributes.is_constant_buffer).then(|| self.intern(buffer))
    }

    /// The candidates of a call: functions declared up to the position `sees`, and instances of templates.
    pub(crate) fn candidates(
        &mut self,
        overloads: OverloadsId,
        explicit: Option<List<ast::Expr>>,
        args: &Arguments,
        sees: u32,
        span: Span,
    ) -> Vec<FnId> {
        let mut candidates: Vec<FnId> = Vec::new();
        if explicit.is_none() {
            let visible = |function: &&FnId| {
                let info = &self.decls.functions[**function];
                info.owner.is_some() || info.order <= sees
            };
            candidates.extend(self.decls.scopes.overloads[overloads].functions.iter().filter(visible));
        }
        let has_templates = !self.decls.scopes.overloads[overloads].templates.is_empty();
        if !has_templates || candidates.iter().any(|&function| self.takes_exactly(function, args)) {
            return candidates;
        }
        let explicit: Vec<TemplateArg> = match explicit.map(|explicit| self.template_args(explicit)) {
            Some(Some(explicit)) => explicit,
            Some(None) => return candidates,
            None => Vec::new(),
        };
        for template in self.decls.scopes.overloads[overloads].templates.clone() {
            let known = &self.decls.templates[template];
            if known.owner.is_none() && known.order > sees {
                continue;
            }
            if let Some(function) = self.instantiate_function(template, &explicit, args, span) {
                candidates.push(function);
            }
        }
        candidates
    }

    pub(super) fn takes_exactly(&self, function: FnId, args: &Arguments) -> bool {
        let params = &self.decls.functions[function].params;
        params.len() == args.types.len() && params.iter().zip(&args.types).all(|(param, &arg)| param.ty == arg)
    }

    pub(super) fn viable(&self, candidates: &[FnId], args: &Arguments) -> Option<Ranking> {
        // The usual case needs no ranking.
        if let Some(exact) = self.exact(candidates, args) {
            return Some(Ranking::Best(exact));
        }
        let candidates = candidates.iter().map(|&id| self.candidate(id));
        match overload::rank_functions(&self.module, self.options.version, candidates, &args.types) {
            Ranking::None => None,
            ranking @ (Ranking::Best(_) | Ranking::Ambiguous(_)) => Some(ranking),
        }
    }

    /// The place of the candidate whose parameters have the types of the arguments, if each other candidate would convert
    /// numbers, which ranks lower.
    fn exact(&self, candidates: &[FnId], args: &Arguments) -> Option<usize> {
        let exact = candidates.iter().position(|&function| self.takes_exactly(function, args))?;
        let is_ranked = self.options.version < HlslVersion::V202x;
        let mut others = candidates.iter().enumerate().filter(|(at, _)| *at != exact);
        others.all(|(_, &other)| is_ranked && self.converts_numbers(other, args)).then_some(exact)
    }

    /// Returns whether an argument and its parameter are numbers of different types, or differ in their count.
    fn converts_numbers(&self, function: FnId, args: &Arguments) -> bool {
        let mut pairs = self.decls.functions[function].params.iter().zip(&args.types);
        pairs.any(|(param, &arg)| {
            let numbers = convert::numeric(&self.module, param.ty).zip(convert::numeric(&self.module, arg));
            numbers.is_some_and(|((to, wanted), (from, given))| {
                to != from && !to.is_literal() && !from.is_literal() || wanted.count() != given.count()
            })
        })
    }

    fn candidate(&self, function: FnId) -> Candidate {
        let params = &self.decls.functions[function].params;
        Candidate {
            params: params.iter().map(|param| (param.mode, param.ty)).collect(),
            required: params.iter().filter(|param| param.default.is_none()).count(),
        }
    }

    /// The function that a call means; reports if there is none or several.
    pub(crate) fn choose(&mut self, candidates: &[FnId], name: Symbol, args: &Arguments, span: Span) -> Option<FnId> {
        let refusing = |&id: &FnId| self.wrongly_placed(id, args).is_some();
        if candidates.iter().any(refusing) {
            let fitting: Vec<FnId> = candidates.iter().copied().filter(|id| !refusing(id)).collect();
            let shown = if fitting.is_empty() { candidates } else { &fitting };
            return self.choose_among(&fitting, shown, name, args, span);
        }
        self.choose_among(candidates, candidates, name, args, span)
    }

    /// The function of `candidates` that a call means; `shown` are those that an error lists.
    fn choose_among(
        &mut self,
        candidates: &[FnId],
        shown: &[FnId],
        name: Symbol,
        args: &Arguments,
        span: Span,
    ) -> Option<FnId> {
        match self.viable(candidates, args) {
            Some(Ranking::Best(index)) => Some(candidates[index]),
            Some(Ranking::Ambiguous(indices)) => {
                let best: Vec<FnId> = indices.iter().map(|&index| candidates[index]).collect();
                self.prefer(&best, args).or_else(|| {
                    let name = self.text(name);
                    let notes = self.candidate_notes(&best);
                    let diagnostic = self.sink.report(span, AmbiguousCall { name });
                    for (at, note) in notes {
                        diagnostic.note_at(at, note);
                    }
                    None
                })
            }
            Some(Ranking::None) | None => {
                if let Some(function) = self.chosen_by_conversions(candidates, args) {
                    return Some(function);
                }
                let has_errors = |&id: &FnId| self.decls.functions[id].params.iter().any(|p| p.ty == self.common.error);
                if !shown.iter().any(has_errors) {
                    self.no_match(shown, name, args, span);
                }
                None
            }
        }
    }

    /// The only function that takes the arguments with the help of conversion operators.
    fn chosen_by_conversions(&mut self, candidates: &[FnId], args: &Arguments) -> Option<FnId> {
        if !self.decls.has_conversions {
            return None;
        }
        let mut taking = candidates.iter().copied().filter(|&function| self.takes_converted(function, args));
        let only = taking.next()?;
        taking.next().is_none().then_some(only)
    }

    /// Among equals, prefers functions over template instances and, before HLSL 202x, functions whose `groupshared`
    /// parameters match the arguments.
    fn prefer(&self, best: &[FnId], args: &Arguments) -> Option<FnId> {
        let mut same = best.iter().filter(|&&id| self.takes_where_it_lies(id, args));
        if let (Some(&only), None, false) = (same.next(), same.next(), self.options.version >= HlslVersion::V202x) {
            return Some(only);
        }
        let mut plain = best.iter().filter(|&&id| self.decls.functions[id].template.is_none());
        match (plain.next(), plain.next()) {
            (Some(&only), None) => return Some(only),
            (Some(_), Some(_)) => return None,
            (None, _) => {}
        }
        self.most_specialised(best)
    }

    /// Reports an argument that is a value where the parameter refers to the argument's own memory.
    pub(super) fn is_value_for_reference(&mut self, param: &ParamInfo, expr: ExprId) -> bool {
        let is_value = param.mode == ParamMode::Reference && !self.is_place(expr);
        if is_value {
            let what = format!("argument for groupshared parameter '{}' must be a variable", self.text(param.name));
            self.report(self.span(expr), InvalidDeclaration { what });
        }
        is_value
    }

    /// Reports a default argument that is not `groupshared` memory of exactly the type of its `groupshared` parameter.
    pub(super) fn is_default_elsewhere(&mut self, param: &ParamInfo, expr: ExprId) -> bool {
        let is_elsewhere = self.options.version >= HlslVersion::V202x && self.is_elsewhere(param, expr, self.ty(expr));
        if is_elsewhere {
            let (name, ty) = (self.text(param.name), self.type_name(param.ty));
            let what = format!("default argument for '{name}' must be a groupshared variable of type '{ty}'");
            self.report(self.span(expr), InvalidDeclaration { what });
        }
        is_elsewhere
    }

    /// Returns whether a parameter is `groupshared` and the argument not `groupshared` memory of exactly its type.
    fn is_elsewhere(&self, param: &ParamInfo, arg: ExprId, ty: TypeId) -> bool {
        param.is_groupshared && !(param.ty == ty && self.is_shared(arg))
    }

    /// Returns whether parameters are `groupshared` exactly where the arguments are.
    fn takes_where_it_lies(&self, function: FnId, args: &Arguments) -> bool {
        let params = &self.decls.functions[function].params;
        params.iter().zip(&args.exprs).all(|(param, &arg)| param.is_groupshared == self.is_shared(arg))
    }

    /// The first `groupshared` parameter whose argument is not `groupshared` memory of exactly its type.
    fn wrongly_placed(&self, function: FnId, args: &Arguments) -> Option<usize> {
        if self.options.version < HlslVersion::V202x {
            return None;
        }
        let params = self.decls.functions[function].params.iter();
        let mut pairs = params.zip(args.exprs.iter().zip(&args.types));
        pairs.position(|(param, (&expr, &ty))| self.is_elsewhere(param, expr, ty))
    }

    /// Returns whether a place is in groupshared memory.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions are not in groupshared memory")]
    fn is_shared(&self, mut place: ExprId) -> bool {
        loop {
            match self.frame.body.exprs[place].kind {
                ExprKind::Global(global) => {
                    return matches!(self.module.globals[global].kind, GlobalKind::Groupshared);
                }
                ExprKind::Local(local) => return self.frame.groupshared.contains(&local),
                ExprKind::Index { base, .. } | ExprKind::Member { base, .. } => place = base,
                _ => return false,
            }
        }
    }

    fn no_match(&mut self, candidates: &[FnId], name: Symbol, args: &Arguments, span: Span) {
        let mut notes = self.candidate_notes(candidates);
        for ((_, note), &candidate) in notes.iter_mut().zip(candidates) {
            if let Some(why) = self.why_not(candidate, args) {
                note.push_str(&why);
            }
        }
        let conflict = self.decls.instances.conflict.take().filter(|conflict| conflict.template == name);
        let conflict = conflict.map(|Conflict { param, types, .. }| {
            let [one, other] = types.map(|ty| self.type_name(ty));
            format!("conflicting types for template parameter '{}': '{one}' and '{other}'", self.text(param))
        });
        let mismatches = self.mismatches(name, args);
        if conflict.is_none() {
            notes.extend(mismatches);
        }
        let name = self.text(name);
        let diagnostic = self.sink.report(span, NoMatchingFunction { name });
        for (at, note) in notes {
            diagnostic.note_at(at, note);
        }
        if let Some(conflict) = conflict {
            diagnostic.note_at(span, conflict);
        }
    }

    /// The reason why a function does not match a call: the number of its arguments, or the first one that does not
    /// convert.
    fn why_not(&mut self, function: FnId, args: &Arguments) -> Option<String> {
        let params = Arc::clone(&self.decls.functions[function].params);
        let given = args.types.len();
        let needed = params.iter().filter(|param| param.default.is_none()).count();
        if given < needed || given > params.len() {
            let plural = if params.len() == 1 { "" } else { "s" };
            return Some(format!("; expected {} argument{plural}, found {given}", params.len()));
        }
        if let Some(index) = self.wrongly_placed(function, args) {
            let (name, ty) = (self.text(params[index].name), self.type_name(params[index].ty));
            return Some(format!("; parameter '{name}' requires a groupshared variable of type '{ty}'"));
        }
        let version = self.options.version;
        for (param, &arg) in params.iter().zip(&args.types) {
            let mut converts = |from, to| convert::implicit(&mut self.module, version, from, to).is_ok();
            let is_taken = param.mode == ParamMode::Out || converts(arg, param.ty);
            let is_given = !matches!(param.mode, ParamMode::Out | ParamMode::InOut) || converts(param.ty, arg);
            if !is_taken || !is_given {
                let (name, arg) = (self.text(param.name), self.type_name(arg));
                let verb = if is_taken { "to" } else { "from" };
                return Some(format!("; no conversion {verb} '{arg}' for parameter '{name}'"));
            }
        }
        None
    }

    fn candidate_notes(&self, candidates: &[FnId]) -> Vec<(Span, String)> {
        let notes = candidates.iter().take(8).map(|&id| {
            let info = &self.decls.functions[id];
            let params: Vec<String> = info
                .params
                .iter()
                .map(|param| format!("{}{}", mode_prefix(param.mode), self.type_name(param.ty)))
                .collect();
            let name = self.names.resolve(info.name);
            (info.span, format!("candidate: {} {name}({})", self.type_name(info.ret), params.join(", ")))
        });
        notes.collect()
    }
}

/// The keyword before a parameter's type.
const fn mode_prefix(mode: ParamMode) -> &'static str {
    match mode {
        ParamMode::In | ParamMode::Reference => "",
        ParamMode::Out => "out ",
        ParamMode::InOut => "inout ",
    }
}
