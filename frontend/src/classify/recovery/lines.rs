//! Repairs at the start of a line: a statement has ended, a body has ended, or one has begun without its brace.

use super::super::frame::FrameKind;
use super::super::scope::ScopeId;
use super::super::terminal::Kind;
use super::super::{PendingBody, lookahead};
use super::statements::Progress;
use super::{Mender, OpenBrace};
use crate::ast::StructTag;
use crate::token::{Token, TokenFlags, TokenKind, closing_bracket};
use base::source::Span;

/// The range of the search for the end of a body.
const BODY_WINDOW: usize = 4096;

/// The range of the search for the end of the parameters of a function.
const HEAD_WINDOW: usize = 256;

impl Mender<'_, '_> {
    /// Mends before the first token of a line.
    pub(super) fn at_line_start(&mut self, at: usize) {
        if self.previous() == Kind::Dot || (self.previous() == Kind::ColonColon && !self.is_at_start()) {
            self.insert(Kind::Ident);
        }
        self.close_lost_brackets(at);
        self.end_bodies(at);
        if self.frame_kind().holds_declarations() {
            self.end_statement(at);
            self.begin_lost_body(at);
        }
        if self.starts_operand(at) {
            self.separate(at);
        }
    }

    /// Returns whether a statement or item starts with the keyword at `at`.
    pub(super) fn starts_by_keyword(&self, at: usize) -> bool {
        self.classifier.keyword(at).is_some_and(|kind| kind.starts_statement() || kind.starts_declaration())
    }

    /// Returns whether an operand or a declaration starts at `at`.
    fn starts_operand(&self, at: usize) -> bool {
        let is_literal = matches!(self.kind(at), TokenKind::Number | TokenKind::Str | TokenKind::Char);
        is_literal || self.classifier.is_name(at)
    }

    // Bodies that have ended.

    /// Closes the bodies whose lines are further to the right than this one.
    fn end_bodies(&mut self, at: usize) {
        while self.classifier.frames.len() > 1 && !self.frame_kind().is_inline() {
            self.follow_braces();
            if !self.has_ended(at) {
                return;
            }
            if self.frame_kind().holds_declarations() {
                if !self.is_at_start() {
                    self.finish_statement();
                }
            } else if self.previous() != Kind::Comma {
                self.complete_operand();
            }
            let is_type = matches!(self.frame_kind(), FrameKind::Members | FrameKind::Enum);
            let brace = self.missing(TokenKind::RBrace);
            self.classifier.close_brace(brace);
            if is_type && self.kind(at) != TokenKind::Semicolon {
                self.classifier.insert_semicolon();
            }
        }
    }

    fn follow_braces(&mut self) {
        self.braces.truncate(self.classifier.frames.len());
    }

    /// Returns whether the innermost body must have ended before this line.
    fn has_ended(&mut self, at: usize) -> bool {
        let column = self.column;
        let is_end = self.kind(at) == TokenKind::RBrace;
        let is_label = matches!(self.classifier.keyword(at), Some(Kind::Case | Kind::Default | Kind::Access));
        let is_file = self.frame_kind() == FrameKind::File;
        let Some(brace) = self.braces.last_mut() else { return false };
        if !is_end && brace.is_indented.is_none() {
            // Only namespaces are written without indentation.
            brace.is_indented = Some(!is_file || column > brace.column);
        }
        let is_left = column < brace.column || (column == brace.column && !is_end && !is_label);
        is_left && brace.is_indented != Some(false)
    }

    // Statements that have ended.

    /// Ends the statement if the line that starts at `at` cannot belong to it, or begins its body if its brace is missing.
    fn end_statement(&mut self, at: usize) {
        if self.is_at_start() {
            let is_end = matches!(self.kind(at), TokenKind::Semicolon | TokenKind::Comma);
            if self.previous() == Kind::RBrace && self.classifier.frame().after_type_body && !is_end {
                self.classifier.insert_semicolon();
            }
            return;
        }
        if matches!(self.previous(), Kind::If | Kind::For | Kind::While | Kind::Switch) {
            if self.kind(at) == TokenKind::LParen {
                return;
            }
            self.complete_head();
        }
        match self.progress() {
            Progress::Nothing | Progress::OpenHead(_) => {}
            Progress::Head(head) => self.after_head(at, head),
            Progress::Label => self.end_label(),
            Progress::Begun(kind) => self.after_begun(at, kind),
        }
    }

    /// A line after `if (…)` or its kin.
    fn after_head(&mut self, at: usize, head: Kind) {
        let is_inside = self.column > self.statement_column;
        let is_else_if = head == Kind::Else && self.classifier.keyword(at) == Some(Kind::If);
        let is_label = matches!(self.classifier.keyword(at), Some(Kind::Case | Kind::Default));
        match self.kind(at) {
            TokenKind::LBrace => {}
            _ if head == Kind::Switch && is_label => self.open_block(),
            _ if is_inside && self.body_ends_at(at, self.statement_column) => self.open_block(),
            TokenKind::RBrace => self.end_with_semicolon(),
            _ if !is_inside && !is_else_if => self.end_with_semicolon(),
            _ => {}
        }
    }

    fn open_block(&mut self) {
        let brace = self.missing(TokenKind::LBrace);
        self.classifier.open_function_block(brace.span);
        self.classifier.emit(brace, Kind::LBrace);
        self.classifier.statement_start = self.classifier.out.len();
        self.opened_before_line(brace.span);
    }

    /// Inserts the `{` behind the head of a function.
    pub(super) fn put_body_brace(&mut self, at: usize) {
        if self.classifier.function.params.is_some() && self.classifier.body_is_missing(at) {
            let place = self.classifier.after_previous();
            self.classifier.insert_body_brace();
            self.opened_before_line(place);
        }
    }

    /// Notes the column of a brace that belongs to the line before.
    fn opened_before_line(&mut self, open: Span) {
        self.braces.truncate(self.classifier.frames.len() - 1);
        self.braces.push(OpenBrace { open, column: self.statement_column, is_indented: Some(true) });
    }

    /// Returns whether the first line from `at` on that is not further to the right than `column` starts with a `}` there: it
    /// ends a body whose brace is missing.
    fn body_ends_at(&mut self, at: usize, column: u32) -> bool {
        for index in at..self.classifier.tokens.len().min(at + BODY_WINDOW) {
            if !self.has_patience() {
                return false;
            }
            let token = self.classifier.tokens[index];
            if !token.flags.has(TokenFlags::LINE_START) {
                continue;
            }
            let found = self.column_of(index);
            if found <= column {
                return found == column && token.kind == TokenKind::RBrace;
            }
        }
        false
    }

    /// Begins a body whose head or brace is missing: its lines are further to the right than what is around, and a `}`
    /// follows that ends it.
    fn begin_lost_body(&mut self, at: usize) {
        let frame = self.frame_kind();
        let starts = match self.progress() {
            Progress::Nothing => self.kind(at) != TokenKind::LBrace && !self.starts_function(at),
            Progress::Begun(Kind::Type | Kind::Ident) => {
                let frame = self.classifier.frame();
                frame.kind == FrameKind::File && self.classifier.function.params.is_none() && !frame.in_initializer
            }
            _ => false,
        };
        if !starts {
            return;
        }
        let Some((column, is_type)) = self.end_of_lost_body(at) else { return };
        if frame == FrameKind::Block {
            self.put_loop_head();
            self.open_block();
        } else if frame == FrameKind::File && !is_type {
            self.put_function_head();
        } else if frame == FrameKind::File {
            self.put_struct_head();
        }
        if let Some(brace) = self.braces.last_mut() {
            brace.column = column;
        }
    }

    /// The column of the `}` that ends the lines from `at` on, if it belongs to none of the bodies that are open, and whether a
    /// `;` follows it.
    fn end_of_lost_body(&mut self, at: usize) -> Option<(u32, bool)> {
        let outer = self.braces.last().map_or(0, |brace| if self.braces.len() > 1 { brace.column } else { 0 });
        let end = match self.lines_end {
            Some((column, from, end)) if column == self.column && (from..end).contains(&at) => end,
            _ => self.end_of_lines(at),
        };
        self.lines_end = Some((self.column, at, end));
        let column = self.column_of(end);
        let is_end = self.kind(end) == TokenKind::RBrace && column > outer && column < self.column;
        is_end.then(|| (column, self.kind(end + 1) == TokenKind::Semicolon))
    }

    /// The first line behind `at` that is less far to the right.
    fn end_of_lines(&mut self, at: usize) -> usize {
        for index in at..self.classifier.tokens.len().min(at + BODY_WINDOW) {
            let starts_line = self.classifier.tokens[index].flags.has(TokenFlags::LINE_START);
            if !self.has_patience() || (starts_line && self.column_of(index) < self.column) {
                return index;
            }
        }
        at
    }

    fn column_of(&self, at: usize) -> u32 {
        let token = self.classifier.tokens.get(at);
        token.and_then(|token| self.classifier.sources.start_of(token.span)).map_or(1, |(_, _, column)| column)
    }

    /// Inserts the head of a loop: unlike one of another statement, it allows all statements in its body.
    fn put_loop_head(&mut self) {
        self.insert(Kind::For);
        self.complete_head();
    }

    /// Returns whether a function without its type starts at `at`.
    fn starts_function(&self, at: usize) -> bool {
        let is_call = self.frame_kind() != FrameKind::Block && self.classifier.is_name(at);
        if !is_call || self.kind(at + 1) != TokenKind::LParen {
            return false;
        }
        let limit = self.classifier.tokens.len().min(at + HEAD_WINDOW);
        let tokens = &self.classifier.tokens[..limit];
        let end = closing_bracket(tokens, at + 1, TokenKind::LParen, TokenKind::RParen);
        end.is_some_and(|end| matches!(self.kind(end + 1), TokenKind::LBrace | TokenKind::Colon))
    }

    /// Inserts what the head of a function lacks, and the brace behind it.
    fn put_function_head(&mut self) {
        if self.progress() == Progress::Nothing {
            self.insert(Kind::Type);
        }
        if matches!(self.previous(), Kind::Type | Kind::RAngle(_)) {
            self.insert(Kind::Ident);
        }
        self.put_parameters();
        self.close_bracket();
        self.open_block();
    }

    /// Inserts a struct without a name, and the brace of its body.
    fn put_struct_head(&mut self) {
        if !self.is_at_start() {
            self.finish_statement();
        }
        self.insert(Kind::Struct(StructTag::Struct));
        self.open_type_body(0, Kind::Struct(StructTag::Struct));
    }

    /// A line after the start of an expression, a declaration or an item.
    fn after_begun(&mut self, at: usize, kind: Kind) {
        let is_inside = self.column > self.statement_column;
        let goes_on = matches!(self.kind(at), TokenKind::LBrace | TokenKind::Colon);
        let is_type_head = matches!(kind, Kind::Struct(_) | Kind::Enum | Kind::Buffer(_) | Kind::Namespace);
        if is_type_head
            && (self.classifier.function.body.is_some() || self.classifier.last.is_elaborated || self.follows_keyword())
        {
            if self.kind(at) == TokenKind::LBrace {
                if matches!(self.previous(), Kind::Buffer(_) | Kind::Colon) {
                    self.complete_operand();
                }
            } else if is_inside && !goes_on {
                self.open_type_body(at, kind);
            } else if !goes_on {
                self.finish_statement();
            }
            return;
        }
        if self.frame_kind().holds_items() && self.classifier.function.params.is_some() {
            if self.previous() == Kind::Colon {
                self.insert(Kind::Ident);
            }
            if !goes_on && !is_inside {
                self.finish_statement();
            }
            return;
        }
        if self.ends_before(at) {
            self.finish_statement();
        }
    }

    fn follows_keyword(&self) -> bool {
        matches!(self.previous(), Kind::Struct(_) | Kind::Enum | Kind::Buffer(_) | Kind::Namespace)
    }

    /// The body of a struct, an enumeration, a cbuffer or a namespace begins without its brace.
    fn open_type_body(&mut self, at: usize, kind: Kind) {
        self.complete_operand();
        if self.classifier.function.body.is_none() {
            let frame = match kind {
                Kind::Struct(_) => FrameKind::Members,
                Kind::Enum => FrameKind::Enum,
                _ => FrameKind::File,
            };
            let scope = self.classifier.scopes.open(self.classifier.scopes.current);
            if self.previous() == Kind::Ident && frame != FrameKind::File && at > 0 {
                self.classifier.declare_type(at - 1, scope);
            }
            let scope = if frame == FrameKind::Members { scope } else { ScopeId::NONE };
            self.classifier.function.body = Some(PendingBody { frame, scope });
        }
        self.classifier.last.is_elaborated = false;
        let brace = self.missing(TokenKind::LBrace);
        self.open_pending_body(brace);
        self.opened_before_line(brace.span);
    }

    /// Opens the body that the classifier awaits.
    pub(super) fn open_pending_body(&mut self, brace: Token) {
        let Some(body) = self.classifier.function.body.take() else { return };
        self.classifier.open_body(brace, body);
        self.classifier.emit(brace, Kind::LBrace);
        self.classifier.statement_start = self.classifier.out.len();
    }

    /// Returns whether the statement has ended before the line that starts at `at`.
    fn ends_before(&self, at: usize) -> bool {
        let kind = self.kind(at);
        if kind == TokenKind::RBrace || self.starts_by_keyword(at) {
            return true;
        }
        if kind == TokenKind::LBrace {
            return !matches!(self.previous(), Kind::Assign | Kind::Comma);
        }
        if continues(kind) {
            return false;
        }
        self.column <= self.statement_column || (self.follows_operand() && self.starts_operand(at))
    }
}

/// Returns whether a token at the start of a line belongs to what precedes.
fn continues(kind: TokenKind) -> bool {
    lookahead::follows_value_only(kind) && !matches!(kind, TokenKind::PlusPlus | TokenKind::MinusMinus)
        || matches!(
            kind,
            TokenKind::RParen
                | TokenKind::RBracket
                | TokenKind::Comma
                | TokenKind::Semicolon
                | TokenKind::Colon
                | TokenKind::Lt
                | TokenKind::Gt
        )
}
