//! Names: whether one is declared, a type, the start of template arguments or just a name.

use super::frame::FrameKind;
use super::lookahead::{Angle, follows_value_only, is_binary, is_compound_assignment};
use super::scope::{Binding, Entity, ScopeId};
use super::terminal::Kind;
use super::{Classifier, Qualified};
use crate::ast::Modifier;
use crate::diagnostics;
use crate::language::HlslVersion;
use crate::token::{Token, TokenKind, closing_bracket};
use crate::words::{Word, known};
use base::source::Span;

/// The range of the backward search for the head of a qualified name.
const PATH_WINDOW: usize = 256;

impl Classifier<'_> {
    /// The meaning of a name where most names are, by the rules of [`Classifier::name`] of which none looks further there:
    /// an operand, a member, a builtin type and what is declared with it.
    #[inline(never)]
    pub(super) fn usual_name(&mut self, at: usize, token: Token) -> Option<Kind> {
        let (class, frame) = (self.class(at), self.frame());
        let is_usual = self.function.head.is_none()
            && self.last.qualified_struct.is_none()
            && !self.last.is_annotation_colon
            && !self.last.in_bases
            && !self.scopes.is_tracked(token.symbol);
        if !is_usual || !matches!(class, Word::Name | Word::Type) || frame.kind == FrameKind::Enum {
            return None;
        }
        let next = self.kind(at + 1);
        let starts = match self.previous() {
            Kind::Comma => !frame.in_declaration,
            Kind::LParen
            | Kind::LBracket
            | Kind::LBrace
            | Kind::Semicolon
            | Kind::Assign
            | Kind::CompoundAssign(_)
            | Kind::Binary(_)
            | Kind::Additive(_)
            | Kind::Unary(_)
            | Kind::Return => true,
            Kind::Type if matches!(class, Word::Name) => return self.usual_declarator(next),
            Kind::Dot if next != TokenKind::Lt => {
                self.last.is_template_keyword = false;
                return Some(Kind::Ident);
            }
            _ => false,
        };
        if !starts || self.last.is_elaborated {
            return None;
        }
        let kind = match class {
            Word::Name if ends_value(next) => Kind::Ident,
            Word::Type if matches!(next, TokenKind::Ident | TokenKind::LParen | TokenKind::RParen) => {
                self.last.type_scope = ScopeId::NONE;
                Kind::Type
            }
            _ => return None,
        };
        self.last.is_template_keyword = false;
        Some(kind)
    }

    /// The meaning of a name behind a type, as [`Classifier::declarator`] has it of a name that nothing else has.
    #[inline]
    fn usual_declarator(&mut self, next: TokenKind) -> Option<Kind> {
        let in_template = self.scopes.in_template();
        let frame = self.frame_mut();
        if next == TokenKind::Colon || !may_follow_declarator(next) || frame.is_typedef || in_template {
            return None;
        }
        frame.after_type_body = false;
        frame.in_declaration |= frame.kind.holds_declarations();
        self.last.is_elaborated = false;
        Some(Kind::Ident)
    }

    /// Classifies a name; the rules are tried from the most specific place to the most general one.
    pub(super) fn name(&mut self, at: usize) -> usize {
        if matches!(self.previous(), Kind::Dot) {
            return self.member_name(at);
        }
        if self.last.qualified_struct == Some(at) {
            return self.qualified_struct_name(at);
        }
        if let Some(next) = self.head_name(at) {
            return next;
        }
        if let Some(next) = self.modifier(at) {
            return next;
        }
        if let Some(next) = self.effect(at) {
            return next;
        }
        if matches!(self.previous(), Kind::ColonColon) {
            return self.qualified_name(at);
        }
        let starts_enumerator = matches!(self.previous(), Kind::LBrace | Kind::Comma | Kind::RBracket);
        if self.frame().kind == FrameKind::Enum && starts_enumerator {
            self.emit(self.tokens[at], Kind::Ident);
            return at + 1;
        }
        self.end_type_body(at);
        self.plain_name(at)
    }

    fn plain_name(&mut self, at: usize) -> usize {
        let follows_type = self.follows_type();
        if follows_type && !self.declares_member_elsewhere(at) {
            return self.declarator(at);
        }
        if self.continues_declarators(at) {
            return self.declarator(at);
        }
        let binding = self.scopes.lookup(self.tokens[at].symbol);
        if follows_type {
            self.last.is_elaborated = false;
            self.frame_mut().in_declaration = true;
        }
        self.classified(at, binding, false)
    }

    /// After a dot every name is a member; `<` after it opens arguments only for known method templates.
    fn member_name(&mut self, at: usize) -> usize {
        let token = self.tokens[at];
        let after_keyword = std::mem::take(&mut self.last.is_template_keyword);
        if self.kind(at + 1) == TokenKind::Lt
            && (after_keyword || self.is_method_template(at) || self.lists_types(at + 1))
            && let Some(end) = self.matching_angle(at + 1, Angle::Guess)
            && self.kind(end + 1) == TokenKind::LParen
        {
            self.last.angle_at = Some(at + 1);
        }
        self.emit(token, Kind::Ident);
        at + 1
    }

    fn is_method_template(&self, at: usize) -> bool {
        self.method_templates.get(self.tokens[at].symbol.raw() as usize).is_some_and(|&is| is)
    }

    fn note_method_template(&mut self, at: usize) {
        let index = self.tokens[at].symbol.raw() as usize;
        if self.method_templates.len() <= index {
            self.method_templates.resize(index + 1, false);
        }
        self.method_templates[index] = true;
    }

    /// Words that modify the rest of a declaration.
    fn modifier(&mut self, at: usize) -> Option<usize> {
        let token = self.tokens[at];
        let modifier = match self.class(at) {
            Word::Modifier(modifier) => modifier,
            Word::Contextual(modifier) if self.modifies_next(at) => modifier,
            Word::Contextual(_) if token.symbol == known::UNSIGNED => {
                self.emit(token, Kind::Type);
                return Some(at + 1);
            }
            _ => return None,
        };
        if self.is_const_method(at) {
            match self.version {
                HlslVersion::V202x => self.emit(token, Kind::ConstMethod),
                HlslVersion::V2016 | HlslVersion::V2017 | HlslVersion::V2018 | HlslVersion::V2021 => {
                    self.report(token.span, diagnostics::NoConstMethods {});
                }
            }
            return Some(at + 1);
        }
        if modifier == Modifier::Typedef {
            self.frame_mut().is_typedef = true;
        }
        if matches!(modifier, Modifier::Uniform | Modifier::Shared) && self.version >= HlslVersion::V202x {
            let what = format!("'{}'", self.names.resolve(token.symbol));
            self.report_removed(&what, token.span);
        }
        self.check_modifier(token, modifier);
        self.emit(token, Kind::Modifier(modifier));
        Some(at + 1)
    }

    /// Returns whether a contextual word at `at` is a modifier: the rest of a declaration follows.
    fn modifies_next(&self, at: usize) -> bool {
        if self.tokens[at].symbol == known::UNSIGNED {
            // On either side of the type.
            let is_behind = matches!(self.previous(), Kind::Type);
            return self.is_name(at + 1) && (is_behind || self.is_builtin_type(at + 1));
        }
        let goes_on = matches!(
            self.keyword(at + 1),
            Some(Kind::Struct(_) | Kind::Typename | Kind::Enum | Kind::Buffer(_) | Kind::Template)
        );
        self.is_name(at + 1) || (goes_on && !self.follows_type())
    }

    /// Techniques, sampler states and objects of the old effect framework, which are skipped.
    fn effect(&mut self, at: usize) -> Option<usize> {
        let token = self.tokens[at];
        if token.symbol == known::SAMPLER_STATE && self.kind(at + 1) == TokenKind::LBrace {
            self.report_effect("a sampler state", token.span);
            return Some(self.skip_block(at, Kind::StateBlock, at + 1));
        }
        if matches!(self.class(at), Word::EffectObject | Word::Subobject) {
            return self.skip_object(at);
        }
        if self.class(at) != Word::Technique || !self.frame().kind.holds_items() || self.follows_type() {
            return None;
        }
        let mut brace = at + 1 + usize::from(self.is_name(at + 1));
        if self.kind(brace) == TokenKind::Lt {
            brace = closing_bracket(self.tokens, brace, TokenKind::Lt, TokenKind::Gt)? + 1;
        }
        if self.kind(brace) != TokenKind::LBrace {
            return None;
        }
        self.report_effect("a technique", token.span);
        let next = self.skip_block(at, Kind::Effect, brace);
        self.statement_start = self.out.len();
        Some(next)
    }

    /// The declaration of an object that Vulkan does not know, up to its `;`.
    fn skip_object(&mut self, at: usize) -> Option<usize> {
        // The source may declare a type of this name.
        let is_own = self.scopes.declared(self.tokens[at].symbol).is_some();
        let starts = self.frame().kind.holds_declarations() && self.out.len() == self.statement_start;
        if is_own || !starts || !self.is_name(at + 1) || self.kind(at + 2) == TokenKind::LParen {
            return None;
        }
        let end = self.declaration_end(at)?;
        if self.class(at) == Word::EffectObject {
            self.report_effect("an effect object", self.tokens[at].span);
        }
        const ALLOWS_MICROMAPS: &str = "RAYTRACING_PIPELINE_FLAG_ALLOW_OPACITY_MICROMAPS";
        let says_so = |at: usize| self.is_name(at) && self.names.resolve(self.tokens[at].symbol) == ALLOWS_MICROMAPS;
        self.allows_micromaps |= (at..end).any(says_so);
        self.emit(self.tokens[at], Kind::Effect);
        if let Some(terminal) = self.out.last_mut() {
            terminal.span = terminal.span.to(self.tokens[end].span);
        }
        self.statement_start = self.out.len();
        Some(end + 1)
    }

    pub(super) fn report_effect(&mut self, what: &str, span: Span) {
        if self.version >= HlslVersion::V202x {
            return self.report_removed(what, span);
        }
        self.report(span, diagnostics::EffectIgnored { what: what.to_owned() });
    }

    /// Reports what HLSL 202x has removed.
    pub(super) fn report_removed(&mut self, what: &str, span: Span) {
        self.report(span, diagnostics::Removed { what: what.to_owned() });
    }

    /// Returns whether the `interface` at `at` is the keyword of older versions: a name and a body follow.
    pub(super) fn declares_interface(&self, at: usize) -> bool {
        !self.follows_type()
            && self.is_name(at + 1)
            && matches!(self.kind(at + 2), TokenKind::LBrace | TokenKind::Colon | TokenKind::Semicolon)
    }

    fn qualified_name(&mut self, at: usize) -> usize {
        let name = self.tokens[at].symbol;
        let binding = match self.last.qualified.take() {
            Some(Qualified::Known(scope)) if scope != ScopeId::NONE => self.scopes.member(scope, name),
            Some(Qualified::Known(_) | Qualified::Unknown) | None => None,
        };
        self.classified(at, binding, true)
    }

    /// Repair: the `;` after the body of a struct is missing, and another declaration starts.
    fn end_type_body(&mut self, at: usize) {
        let follows_body = matches!(self.previous(), Kind::RBrace) && self.frame().after_type_body;
        if follows_body && self.is_type_before_name(at) {
            self.insert_semicolon();
        }
    }

    /// Returns whether a type that is known starts at `at`, and a name follows.
    fn is_type_before_name(&self, at: usize) -> bool {
        let Some(binding) = self.scopes.lookup(self.tokens[at].symbol) else { return false };
        match binding.entity {
            Entity::Type => self.is_name(at + 1),
            Entity::TypeTemplate if self.kind(at + 1) == TokenKind::Lt => {
                self.matching_angle(at + 1, Angle::Known).is_some_and(|end| self.is_name(end + 1))
            }
            Entity::TypeTemplate => self.is_name(at + 1),
            _ => false,
        }
    }

    /// Returns whether the name after a type is the class of a member that is defined here: `T S::f`, `T S<X>::f`.
    fn declares_member_elsewhere(&self, at: usize) -> bool {
        if self.kind(at + 1) == TokenKind::ColonColon {
            return true;
        }
        let is_template = || {
            let binding = self.scopes.lookup(self.tokens[at].symbol);
            binding.is_some_and(|binding| binding.entity == Entity::TypeTemplate)
        };
        self.kind(at + 1) == TokenKind::Lt
            && is_template()
            && self.matching_angle(at + 1, Angle::Guess).is_some_and(|end| self.kind(end + 1) == TokenKind::ColonColon)
    }

    /// Returns whether a comma before the name continues a list of declarators.
    fn continues_declarators(&self, at: usize) -> bool {
        matches!(self.previous(), Kind::Comma)
            && self.frame().in_declaration
            && self.frame().kind.holds_declarations()
            && matches!(
                self.kind(at + 1),
                TokenKind::Semicolon | TokenKind::Comma | TokenKind::Eq | TokenKind::LBracket | TokenKind::Colon
            )
    }

    /// A declared name, whatever it meant before.
    fn declarator(&mut self, at: usize) -> usize {
        let token = self.tokens[at];
        let next = self.kind(at + 1);
        self.last.is_elaborated = false;
        let frame = self.frame_mut();
        frame.after_type_body = false;
        frame.in_declaration |= frame.kind.holds_declarations();
        let (is_typedef, holds_items) = (frame.is_typedef, frame.kind.holds_items());
        if is_typedef {
            let inner = self.last.type_scope;
            let place = self.declaration_scope();
            self.scopes.bind(place, token.symbol, Binding { entity: Entity::Type, inner });
        } else if next == TokenKind::Lt && self.is_value_template(at) {
            self.last.angle_at = Some(at + 1);
        } else if holds_items && self.scopes.in_template() && self.declare_template(at, next) {
            // It is one now.
        } else if holds_items && next == TokenKind::LParen {
            self.declare_function(at);
        } else if may_follow_declarator(next) {
            self.declare_value(at);
        }
        self.emit(token, Kind::Ident);
        at + 1
    }

    fn is_value_template(&self, at: usize) -> bool {
        let binding = self.scopes.lookup(self.tokens[at].symbol);
        binding.is_some_and(|binding| matches!(binding.entity, Entity::FunctionTemplate | Entity::VariableTemplate))
    }

    /// Declares a function or variable template; returns whether it is one.
    fn declare_template(&mut self, at: usize, next: TokenKind) -> bool {
        let entity = match next {
            TokenKind::LParen | TokenKind::Lt => Entity::FunctionTemplate,
            TokenKind::Eq | TokenKind::Semicolon if !matches!(self.previous(), Kind::ColonColon) => {
                Entity::VariableTemplate
            }
            _ => return false,
        };
        let place = self.declaration_scope();
        self.scopes.bind(place, self.tokens[at].symbol, Binding { entity, inner: ScopeId::NONE });
        if entity == Entity::FunctionTemplate {
            self.note_method_template(at);
        }
        if next == TokenKind::Lt {
            self.last.angle_at = Some(at + 1);
        }
        true
    }

    /// A function hides a type of its name, but not a function template: those overload each other.
    fn declare_function(&mut self, at: usize) {
        let name = self.tokens[at].symbol;
        let overloads = || {
            let binding = self.scopes.lookup(name);
            binding.is_some_and(|binding| binding.entity == Entity::FunctionTemplate)
        };
        if self.scopes.is_tracked(name) && !overloads() {
            self.declare_value(at);
        }
    }

    /// Records a value where it can hide a type; other values need no entry.
    fn declare_value(&mut self, at: usize) {
        let name = self.tokens[at].symbol;
        if !self.scopes.is_tracked(name) && self.scopes.builtin(name).is_none() {
            return;
        }
        let place = match self.frame().kind {
            FrameKind::Paren | FrameKind::Params => self.scopes.current,
            _ => self.declaration_scope(),
        };
        self.scopes.bind_value(place, name);
    }

    /// A name that was looked up.
    fn classified(&mut self, at: usize, binding: Option<Binding>, is_qualified: bool) -> usize {
        if self.kind(at + 1) == TokenKind::ColonColon {
            return self.qualifier(at, binding);
        }
        let after_keyword = std::mem::take(&mut self.last.is_template_keyword);
        let Some(binding) = binding else { return self.unknown_name(at, is_qualified, after_keyword) };
        let next = self.kind(at + 1);
        let kind = match binding.entity {
            Entity::Type | Entity::TypeTemplate => return self.type_name(at, binding),
            Entity::FunctionTemplate => {
                if next == TokenKind::Lt && self.matching_angle(at + 1, Angle::Known).is_some() {
                    self.last.angle_at = Some(at + 1);
                }
                Kind::Ident
            }
            Entity::VariableTemplate => {
                if next == TokenKind::Lt {
                    self.last.angle_at = Some(at + 1);
                }
                Kind::Ident
            }
            Entity::Namespace => {
                if self.ends_using_namespace() {
                    self.scopes.add_base(self.scopes.current, binding.inner);
                }
                Kind::Ident
            }
            Entity::Value => Kind::Ident,
        };
        self.emit(self.tokens[at], kind);
        at + 1
    }

    /// Returns whether `using namespace`, perhaps with qualifiers, precedes a name.
    fn ends_using_namespace(&self) -> bool {
        let mut before = self.out.iter().rev().map(|terminal| terminal.kind);
        let first = before.find(|kind| !matches!(kind, Kind::Ident | Kind::ColonColon));
        first == Some(Kind::Namespace) && before.next() == Some(Kind::Using)
    }

    /// A name before `::`.
    fn qualifier(&mut self, at: usize, binding: Option<Binding>) -> usize {
        let is_type = binding.is_some_and(|binding| matches!(binding.entity, Entity::Type | Entity::TypeTemplate));
        let inner = binding.map(|binding| binding.inner);
        self.last.qualified = Some(inner.map_or(Qualified::Unknown, Qualified::Known));
        if is_type && self.frame().in_declaration {
            self.function.parent = inner.unwrap_or(ScopeId::NONE);
        }
        self.emit(self.tokens[at], if is_type { Kind::Type } else { Kind::Ident });
        at + 1
    }

    fn type_name(&mut self, at: usize, binding: Binding) -> usize {
        let next = self.kind(at + 1);
        self.last.type_scope = binding.inner;
        if self.names_base()
            && let Some(body) = self.function.body
            && body.frame == FrameKind::Members
        {
            self.scopes.add_base(body.scope, binding.inner);
        }
        if let Some(after) = self.skip_pointers(at) {
            self.emit(self.tokens[at], Kind::Type);
            return after;
        }
        let takes_args = binding.entity == Entity::TypeTemplate;
        if next == TokenKind::Lt && takes_args {
            self.last.angle_at = Some(at + 1);
        }
        let is_unnamed_param = next == TokenKind::Eq && (self.starts_param() || self.starts_template_param());
        let is_value = (follows_value_only(next) && !is_unnamed_param) || (next == TokenKind::Lt && !takes_args);
        self.emit(self.tokens[at], if is_value { Kind::Ident } else { Kind::Type });
        at + 1
    }

    /// `T *p` and `T &r` at the start of a declaration: reports the first sign and returns the index after them.
    fn skip_pointers(&mut self, at: usize) -> Option<usize> {
        let is_sign = |kind| matches!(kind, TokenKind::Star | TokenKind::Amp | TokenKind::AmpAmp);
        if !is_sign(self.kind(at + 1)) {
            return None;
        }
        let starts_param =
            self.frame().is_params && matches!(self.previous(), Kind::LParen | Kind::Comma | Kind::Modifier(_));
        let starts_declaration = self.frame().kind.holds_declarations() && self.at_statement_start();
        if !starts_param && !starts_declaration {
            return None;
        }
        let signs = (at + 1..self.tokens.len()).take_while(|&index| is_sign(self.kind(index))).count();
        let after = at + 1 + signs;
        let declares = if starts_param {
            self.is_name(after) || matches!(self.kind(after), TokenKind::Comma | TokenKind::RParen)
        } else {
            self.is_name(after) && may_follow_declarator(self.kind(after + 1))
        };
        if !declares {
            return None;
        }
        self.report(self.tokens[at + 1].span, diagnostics::NoPointers {});
        Some(after)
    }

    /// Returns whether the type of a parameter is expected.
    fn starts_param(&self) -> bool {
        self.frame().is_params && matches!(self.previous(), Kind::LParen | Kind::Comma | Kind::Modifier(_))
    }

    /// Returns whether a template parameter is expected.
    fn starts_template_param(&self) -> bool {
        self.frame().kind == FrameKind::Params
            && matches!(self.previous(), Kind::LAngle | Kind::Comma | Kind::Modifier(_))
    }

    /// A name that is declared nowhere. Reading `A b` as a declaration lets the analysis say that `A` is unknown.
    fn unknown_name(&mut self, at: usize, is_qualified: bool, after_keyword: bool) -> usize {
        let token = self.tokens[at];
        let next_modifies = matches!(self.class(at + 1), Word::Modifier(_));
        let starts_declaration = || self.frame().kind.holds_declarations() && self.at_statement_start();
        let may_open_args = self.kind(at + 1) == TokenKind::Lt
            && (is_qualified || after_keyword || self.lists_types(at + 1) || starts_declaration());
        let is_type = self.names_base()
            || (self.is_name(at + 1) && !next_modifies && !self.follows_operator())
            || (may_open_args && self.opens_unknown_args(at))
            || (is_qualified && self.last.angle_at.is_none() && self.follows_typename());
        self.emit(token, if is_type { Kind::Type } else { Kind::Ident });
        at + 1
    }

    /// Returns whether a name here is a base, and not part of a base's arguments.
    fn names_base(&self) -> bool {
        self.last.in_bases && !self.frame().kind.is_inline()
    }

    /// Returns whether an operand is expected: no declaration starts there.
    fn follows_operator(&self) -> bool {
        matches!(
            self.previous(),
            Kind::Assign
                | Kind::CompoundAssign(_)
                | Kind::Binary(_)
                | Kind::Additive(_)
                | Kind::Unary(_)
                | Kind::Question
                | Kind::Return
                | Kind::Case
        )
    }

    /// Returns whether `<` is followed by a bare type, which no comparison is.
    fn lists_types(&self, at: usize) -> bool {
        self.is_builtin_type(at + 1) && matches!(self.kind(at + 2), TokenKind::Gt | TokenKind::Comma)
    }

    /// Decides whether `<` after an unknown name opens template arguments, and whether the name is a type.
    fn opens_unknown_args(&mut self, at: usize) -> bool {
        let Some(end) = self.matching_angle(at + 1, Angle::Guess) else { return false };
        match self.kind(end + 1) {
            TokenKind::LParen => {
                self.last.angle_at = Some(at + 1);
                false
            }
            TokenKind::ColonColon | TokenKind::Comma | TokenKind::Gt => {
                self.last.angle_at = Some(at + 1);
                true
            }
            _ if self.is_name(end + 1) => {
                self.last.angle_at = Some(at + 1);
                true
            }
            _ => false,
        }
    }

    /// Returns whether the qualified name under way starts with `typename`.
    fn follows_typename(&self) -> bool {
        let mut angles = 0_usize;
        for terminal in self.out.iter().rev().take(PATH_WINDOW) {
            match terminal.kind {
                Kind::RAngle(_) => angles += 1,
                Kind::LAngle if angles == 0 => return false,
                Kind::LAngle => angles -= 1,
                Kind::Typename if angles == 0 => return true,
                Kind::ColonColon | Kind::Ident | Kind::Type => {}
                _ if angles > 0 => {}
                _ => return false,
            }
        }
        false
    }
}

/// Returns whether a token follows a name that is a value, unless the name is known for something else.
#[inline]
fn ends_value(kind: TokenKind) -> bool {
    is_binary(kind)
        || is_compound_assignment(kind)
        || matches!(
            kind,
            TokenKind::Dot
                | TokenKind::Eq
                | TokenKind::LParen
                | TokenKind::RParen
                | TokenKind::LBracket
                | TokenKind::RBracket
                | TokenKind::Comma
                | TokenKind::Semicolon
                | TokenKind::Question
        )
}

/// Returns whether a token can follow the name of a variable or parameter; otherwise the name hides no type.
#[inline]
fn may_follow_declarator(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Semicolon
            | TokenKind::Comma
            | TokenKind::Eq
            | TokenKind::LBracket
            | TokenKind::LParen
            | TokenKind::Colon
            | TokenKind::RParen
    )
}
