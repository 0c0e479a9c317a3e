//! Names, operands and types that are missing before what cannot follow without them.

use super::super::frame::FrameKind;
use super::super::lookahead::{is_binary, is_compound_assignment};
use super::super::scope::{Entity, ScopeId};
use super::super::terminal::{AngleKind, Kind};
use super::Mender;
use super::statements::Progress;
use crate::token::{TokenFlags, TokenKind};

/// The range of the backward search for the start of a type.
const PATH_WINDOW: usize = 64;

/// Returns whether an operand ends with this terminal, if that is not an operator.
fn ends_operand(kind: Kind) -> bool {
    matches!(kind, Kind::Ident | Kind::Literal(_) | Kind::RParen | Kind::RBracket)
}

/// Returns whether this is an operator that needs an operand before it, whatever that is.
fn needs_left_operand(kind: TokenKind) -> bool {
    let is_sign = matches!(kind, TokenKind::Plus | TokenKind::Minus);
    let is_other = matches!(kind, TokenKind::Eq | TokenKind::Question | TokenKind::Lt | TokenKind::Gt);
    is_other || (!is_sign && (is_binary(kind) || is_compound_assignment(kind)))
}

impl Mender<'_, '_> {
    /// Mends before a token in any place of its line; returns whether the token is left out.
    pub(super) fn before_token(&mut self, at: usize, starts_line: bool) -> bool {
        let kind = self.kind(at);
        let is_word_head = matches!(self.previous(), Kind::If | Kind::For | Kind::While | Kind::Switch);
        if is_word_head && kind == TokenKind::Dot {
            return true;
        }
        if is_word_head && kind != TokenKind::LParen {
            self.put_parenthesis();
        }
        match kind {
            TokenKind::RParen | TokenKind::RBracket => self.before_bracket(at),
            TokenKind::Comma if matches!(self.previous(), Kind::LParen | Kind::LBrace) => {
                self.insert(if self.classifier.frame().is_params { Kind::Type } else { Kind::Ident });
            }
            TokenKind::Comma => self.complete_operand(),
            TokenKind::Semicolon => self.before_semicolon(),
            TokenKind::RBrace => self.before_brace(),
            TokenKind::LBrace => self.before_body(),
            TokenKind::Colon if self.classifier.frame().conditionals > 0 => self.complete_operand(),
            TokenKind::Dot => return self.is_stray_dot(),
            TokenKind::LParen => self.before_parenthesis(),
            TokenKind::Ident | TokenKind::Number | TokenKind::Str | TokenKind::Char => {
                self.before_name(at);
                if !starts_line {
                    self.separate(at);
                }
            }
            _ if needs_left_operand(kind) && self.awaits_left_operand() => self.insert(Kind::Ident),
            _ if matches!(self.previous(), Kind::Dot | Kind::ColonColon) => self.insert(Kind::Ident),
            _ => {}
        }
        false
    }

    /// Returns whether an operand ends with the last terminal.
    pub(super) fn follows_operand(&self) -> bool {
        match self.previous() {
            Kind::RParen => !self.ends_cast() && !self.ends_head(),
            Kind::IncDec(_) => self.is_postfix(),
            kind => ends_operand(kind),
        }
    }

    /// Returns whether the last terminal ends `if (…)` or its kin.
    fn ends_head(&self) -> bool {
        matches!(self.word_of_call(), Some(Kind::If | Kind::For | Kind::While | Kind::Switch))
    }

    /// What precedes the parenthesis that the last terminal closes.
    fn word_of_call(&self) -> Option<Kind> {
        let before = self.opening_paren()?.checked_sub(1)?;
        Some(self.classifier.out[before].kind)
    }

    /// The head of a `for` is one statement, although there are `;` in it.
    pub(super) fn join_head(&mut self) {
        let open = if self.previous() == Kind::RParen { self.opening_paren() } else { None };
        let word = open.and_then(|open| open.checked_sub(1));
        if let Some(word) = word.filter(|&word| self.classifier.out[word].kind == Kind::For) {
            self.classifier.statement_start = self.classifier.statement_start.min(word);
        }
    }

    /// The parenthesis that the last terminal closes.
    fn opening_paren(&self) -> Option<usize> {
        let mut depth = 0_usize;
        for (index, terminal) in self.classifier.out.iter().enumerate().rev().take(PATH_WINDOW) {
            match terminal.kind {
                Kind::RParen => depth += 1,
                Kind::LParen if depth == 1 => return Some(index),
                Kind::LParen => depth -= 1,
                _ => {}
            }
        }
        None
    }

    /// Returns whether the last terminal ends `(type)` before its operand.
    fn ends_cast(&self) -> bool {
        let Some(open) = self.opening_paren() else { return false };
        let out = &self.classifier.out;
        let is_type = matches!(out[out.len() - 2].kind, Kind::Type | Kind::RAngle(AngleKind::Args));
        let before = open.checked_sub(1).map(|before| out[before].kind);
        let is_call = matches!(
            before,
            Some(Kind::Ident | Kind::Type | Kind::RAngle(_) | Kind::OperatorName(_) | Kind::RParen | Kind::RBracket)
        );
        is_type && !is_call
    }

    /// Returns whether a dot belongs to nothing: there is no value before it.
    fn is_stray_dot(&mut self) -> bool {
        let Some(last) = self.classifier.out.last().copied() else { return true };
        let is_member = self.classifier.before_previous() == Some(Kind::Dot);
        let binding = self.classifier.scopes.lookup(last.symbol);
        let is_type = binding.is_some_and(|binding| matches!(binding.entity, Entity::Type | Entity::TypeTemplate));
        if last.kind == Kind::Ident && is_type && !is_member {
            // The dot made the classifier think that it is a value.
            self.retype_last(Kind::Type);
            return true;
        }
        self.declares() || self.is_in_attribute() || self.follows_declared() || !self.follows_operand()
    }

    /// Returns whether declarations are here, and no value.
    fn declares(&self) -> bool {
        let frame = self.classifier.frame();
        (frame.kind.holds_items() || frame.is_params) && !frame.in_initializer
    }

    /// Returns whether the innermost bracket is an attribute's.
    fn is_in_attribute(&self) -> bool {
        let frame = self.classifier.frame();
        let start = self.statement().first().map(|first| first.span);
        frame.kind == FrameKind::Bracket && start == Some(frame.open)
    }

    /// Before a `(`: what it belongs to may be missing.
    fn before_parenthesis(&mut self) {
        let frame = self.classifier.frame();
        let declares = frame.kind.holds_items() && !frame.in_initializer;
        match self.previous() {
            Kind::Dot | Kind::ColonColon => self.insert(Kind::Ident),
            Kind::LBracket if self.is_in_attribute() => self.insert(Kind::Ident),
            Kind::Type | Kind::RAngle(_) if declares => {
                self.classifier.frame_mut().in_declaration = true;
                self.insert(Kind::Ident);
            }
            _ => {}
        }
    }

    /// Before a word: a name before a keyword, and what a declaration lacks.
    fn before_name(&mut self, at: usize) {
        let awaits_name = matches!(self.previous(), Kind::Dot | Kind::ColonColon);
        if awaits_name && self.starts_by_keyword(at) {
            self.insert(Kind::Ident);
        }
        if self.is_in_attribute() && self.previous() == Kind::Ident {
            self.put_parenthesis();
        }
        if self.declares() && self.classifier.is_name(at) && self.classifier.function.head.is_none() {
            self.before_declared_name(at);
        }
    }

    /// Inserts the type before a declared name, the `:` behind one, or the `(` of parameters.
    fn before_declared_name(&mut self, at: usize) {
        let binding = self.classifier.scopes.lookup(self.classifier.tokens[at].symbol);
        let is_type = binding.is_some_and(|binding| matches!(binding.entity, Entity::Type | Entity::TypeTemplate));
        let is_params = self.classifier.frame().is_params;
        let starts = if is_params {
            matches!(self.previous(), Kind::LParen | Kind::Comma | Kind::Modifier(_))
        } else {
            self.progress() == Progress::Nothing
        };
        let is_declared = match self.kind(at + 1) {
            TokenKind::LParen => !is_params,
            TokenKind::Colon => true,
            _ => false,
        };
        if starts && is_declared && !is_type {
            self.insert(Kind::Type);
            self.classifier.last.type_scope = ScopeId::NONE;
            return;
        }
        let starts_line = self.classifier.tokens[at].flags.has(TokenFlags::LINE_START);
        let is_head = self.previous() == Kind::RParen && self.classifier.function.params.is_some();
        if is_head && !starts_line && matches!(self.kind(at + 1), TokenKind::LBrace | TokenKind::Semicolon) {
            self.put_colon();
        }
        if !self.follows_declared() {
            return;
        }
        if is_type && !is_params {
            self.put_parameters();
        } else if !is_type {
            self.put_colon();
        }
    }

    /// Returns whether the last terminal is a name that is declared, behind its type.
    fn follows_declared(&self) -> bool {
        let before = self.classifier.before_previous();
        self.previous() == Kind::Ident && matches!(before, Some(Kind::Type | Kind::RAngle(AngleKind::Args)))
    }

    /// Inserts the `:` before a semantic.
    fn put_colon(&mut self) {
        self.insert(Kind::Colon);
        self.classifier.last.is_annotation_colon = true;
    }

    /// Opens the parameters of a function without their parenthesis.
    pub(super) fn put_parameters(&mut self) {
        self.classifier.frame_mut().in_declaration = true;
        self.put_parenthesis();
    }

    fn put_parenthesis(&mut self) {
        let open = self.missing(TokenKind::LParen);
        self.classifier.open_paren(open);
    }

    /// Returns whether an operator here lacks what precedes it.
    fn awaits_left_operand(&self) -> bool {
        let follows_operator = matches!(
            self.previous(),
            Kind::Binary(_)
                | Kind::Additive(_)
                | Kind::Unary(_)
                | Kind::Assign
                | Kind::CompoundAssign(_)
                | Kind::LParen
                | Kind::LBracket
                | Kind::Comma
                | Kind::Return
        );
        let frame = self.classifier.frame();
        let is_start = matches!(self.previous(), Kind::Semicolon | Kind::LBrace | Kind::RBrace);
        follows_operator || (is_start && (frame.kind == FrameKind::Block || frame.is_for))
    }

    /// Puts a comma between two operands side by side.
    pub(super) fn separate(&mut self, at: usize) {
        if !self.follows_operand() || self.classifier.keyword(at).is_some() {
            return;
        }
        let frame = self.classifier.frame();
        let separates = match frame.kind {
            FrameKind::Paren | FrameKind::Init => true,
            FrameKind::Enum => self.previous() != Kind::RBracket,
            FrameKind::Block => {
                let is_name = self.previous() == Kind::Ident && self.classifier.before_previous() != Some(Kind::Dot);
                frame.in_initializer && !is_name
            }
            FrameKind::File | FrameKind::Members | FrameKind::Bracket | FrameKind::Args | FrameKind::Params => false,
        };
        let holds_values = matches!(frame.kind, FrameKind::Paren | FrameKind::Block) && !frame.is_params;
        if self.follows_declared() && holds_values {
            self.classifier.frame_mut().in_initializer = true;
            self.insert(Kind::Assign);
        } else if frame.is_for && self.semicolons_of_for() + self.semicolons_ahead(at) < 2 {
            let semicolon = self.missing(TokenKind::Semicolon);
            self.classifier.semicolon(semicolon);
        } else if separates {
            self.classifier.last.is_elaborated = false;
            self.classifier.frame_mut().in_initializer = false;
            self.classifier.insert(Kind::Comma);
        }
    }

    fn before_bracket(&mut self, at: usize) {
        let wanted = if self.kind(at) == TokenKind::RParen { FrameKind::Paren } else { FrameKind::Bracket };
        let open = self.open_brackets();
        let inner = self.classifier.frames.iter().rev().take(open).position(|frame| frame.kind == wanted);
        let Some(inner) = inner else { return };
        if inner > 0 && self.classifier.closes_innermost(self.kind(at + 1)) {
            return;
        }
        for _ in 0..inner {
            self.close_bracket();
        }
        self.complete_operand();
        self.complete_conditional();
        if self.classifier.frame().is_for {
            self.complete_for();
        }
    }

    fn before_semicolon(&mut self) {
        while self.frame_kind().is_inline() && !self.classifier.frame().is_for {
            self.close_bracket();
        }
        self.complete_operand();
        self.complete_conditional();
        if self.frame_kind() == FrameKind::Paren {
            return;
        }
        match self.progress() {
            Progress::OpenHead(_) => self.complete_head(),
            Progress::Label => self.end_label(),
            Progress::Nothing | Progress::Head(_) | Progress::Begun(_) => {}
        }
    }

    fn before_brace(&mut self) {
        while self.frame_kind().is_inline() {
            self.close_bracket();
        }
        if self.frame_kind().holds_declarations() {
            if !self.is_at_start() {
                self.finish_statement();
            }
        } else if self.previous() != Kind::Comma {
            self.complete_operand();
            self.complete_conditional();
        }
    }

    /// Before a `{`.
    fn before_body(&mut self) {
        let starts_list = matches!(self.previous(), Kind::Assign | Kind::LParen | Kind::Comma | Kind::Return);
        let is_head = matches!(self.progress(), Progress::OpenHead(_));
        if self.frame_kind() == FrameKind::Init || (starts_list && !is_head && !self.classifier.frame().is_params) {
            return;
        }
        while self.frame_kind().is_inline() {
            self.close_bracket();
        }
        if matches!(self.previous(), Kind::Colon) && self.classifier.frame().kind.holds_items() {
            self.insert(Kind::Ident);
        }
        if is_head && matches!(self.progress(), Progress::OpenHead(_)) {
            self.complete_head();
        }
    }

    /// Inserts the name, operand or type without which the last terminal cannot end anything.
    pub(super) fn complete_operand(&mut self) {
        match self.previous() {
            Kind::Dot
            | Kind::ColonColon
            | Kind::Binary(_)
            | Kind::Additive(_)
            | Kind::Unary(_)
            | Kind::CompoundAssign(_)
            | Kind::Question
            | Kind::Case => self.insert(Kind::Ident),
            Kind::Assign => self.insert(if self.is_alias() { Kind::Type } else { Kind::Ident }),
            Kind::Comma => self.insert(if self.classifier.frame().is_params { Kind::Type } else { Kind::Ident }),
            Kind::BaseColon | Kind::LAngle => self.insert(Kind::Type),
            Kind::IncDec(_) if !self.is_postfix() => self.insert(Kind::Ident),
            Kind::Colon if !self.is_at_start() && self.progress() != Progress::Nothing => self.insert(Kind::Ident),
            Kind::LParen if self.awaits_operand() => self.insert(Kind::Ident),
            Kind::LBracket if !self.is_length() => self.insert(Kind::Ident),
            // A name before the next line, which the classifier took for the type of what is declared there.
            Kind::Type if self.is_unknown_value() => self.retype_last(Kind::Ident),
            Kind::Type | Kind::RAngle(AngleKind::Args) if self.is_type_as_operand() => {
                self.insert(Kind::LParen);
                self.insert(Kind::RParen);
            }
            Kind::RParen if self.ends_cast() => self.insert(Kind::Ident),
            Kind::If | Kind::For | Kind::While | Kind::Switch => self.complete_head(),
            Kind::Buffer(_) => self.insert(Kind::Ident),
            // The type of a parameter whose name is missing.
            Kind::Ident if self.classifier.frame().is_params && self.starts_param() => self.retype_last(Kind::Type),
            _ => {}
        }
    }

    /// `a ? b` without its colon.
    pub(super) fn complete_conditional(&mut self) {
        while self.classifier.frame().conditionals > 0 {
            self.classifier.frame_mut().conditionals -= 1;
            self.insert(Kind::Colon);
            self.insert(Kind::Ident);
        }
    }

    /// `if`, `for` or another head without parentheses.
    pub(super) fn complete_head(&mut self) {
        if !matches!(self.previous(), Kind::If | Kind::For | Kind::While | Kind::Switch) {
            return;
        }
        self.put_parenthesis();
        self.close_bracket();
    }

    /// `for (…)` with too few `;`.
    pub(super) fn complete_for(&mut self) {
        for _ in self.semicolons_of_for()..2 {
            self.insert(Kind::Semicolon);
        }
    }

    /// Returns whether the last name is declared nowhere, in brackets that hold values.
    fn is_unknown_value(&self) -> bool {
        let frame = self.classifier.frame();
        let holds_values = matches!(frame.kind, FrameKind::Paren | FrameKind::Bracket) && !frame.is_params;
        let last = self.classifier.out.last();
        holds_values && last.is_some_and(|last| self.classifier.scopes.lookup(last.symbol).is_none())
    }

    /// Returns whether the last terminal is the first one of a parameter.
    fn starts_param(&self) -> bool {
        matches!(self.classifier.before_previous(), Some(Kind::LParen | Kind::Comma | Kind::Modifier(_)))
    }

    fn is_alias(&self) -> bool {
        self.statement().first().is_some_and(|first| first.kind == Kind::Using)
    }

    fn is_postfix(&self) -> bool {
        self.classifier.before_previous().is_some_and(ends_operand)
    }

    /// Returns whether something has to be in the parentheses that open last.
    fn awaits_operand(&self) -> bool {
        let is_call = matches!(
            self.classifier.before_previous(),
            Some(
                Kind::Ident
                    | Kind::Type
                    | Kind::RAngle(_)
                    | Kind::OperatorName(_)
                    | Kind::RParen
                    | Kind::RBracket
                    | Kind::For
            )
        );
        !is_call && !self.classifier.frame().is_params
    }

    /// Returns whether the bracket that opens last may be empty: it belongs to a declarator.
    fn is_length(&self) -> bool {
        let frames = &self.classifier.frames;
        let outer = frames.len().checked_sub(2).map(|outer| &frames[outer]);
        outer.is_some_and(|outer| (outer.in_declaration || outer.is_params) && !outer.in_initializer)
    }

    /// Returns whether the last terminal ends a type where only a value can stand.
    fn is_type_as_operand(&self) -> bool {
        let mut angles = 0_usize;
        for terminal in self.classifier.out.iter().rev().take(PATH_WINDOW) {
            match terminal.kind {
                Kind::RAngle(_) => angles += 1,
                Kind::LAngle => angles = angles.saturating_sub(1),
                Kind::Type | Kind::ColonColon | Kind::Ident => {}
                _ if angles > 0 => {}
                Kind::Binary(_)
                | Kind::Additive(_)
                | Kind::Unary(_)
                | Kind::CompoundAssign(_)
                | Kind::Question
                | Kind::Return => return true,
                Kind::Assign => return !self.is_alias(),
                _ => return false,
            }
        }
        false
    }
}
