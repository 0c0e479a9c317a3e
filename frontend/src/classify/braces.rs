//! Brackets, the ends of statements, and repairs of missing ones.

use super::frame::{Frame, FrameKind};
use super::scope::ScopeId;
use super::terminal::{AngleKind, Kind, Terminal};
use super::{Classifier, PendingBody, Qualified};
use crate::ast::Modifier;
use crate::diagnostics;
use crate::token::{Token, TokenKind};
use crate::words::Word;
use base::intern::Symbol;
use base::source::Span;

/// The word for functions in messages.
const FUNCTION: &str = "function";

impl Classifier<'_> {
    pub(super) fn open(&mut self, frame: FrameKind, token: Token, kind: Kind) {
        self.push_frame(frame, token.span);
        self.emit(token, kind);
    }

    pub(super) fn open_paren(&mut self, token: Token) {
        let is_params = self.opens_params();
        let is_for = matches!(self.previous(), Kind::For);
        self.open(FrameKind::Paren, token, Kind::LParen);
        self.frame_mut().is_for = is_for;
        if is_params {
            let scope = self.scopes.open(self.scopes.current);
            self.scopes.add_base(scope, self.function.parent);
            self.function.parent = ScopeId::NONE;
            self.scopes.current = scope;
            self.frame_mut().is_params = true;
        }
    }

    /// Returns whether `(` opens the parameters of a function. Calls in initialisers and annotations look much like it.
    fn opens_params(&self) -> bool {
        let frame = self.frame();
        let Some(before) = self.before_previous() else { return false };
        if frame.in_initializer || before == Kind::Colon {
            return false;
        }
        let after_type = matches!(before, Kind::Type | Kind::RAngle(_));
        match self.previous() {
            Kind::Ident => {
                frame.in_declaration && (frame.kind.holds_items() || (frame.kind == FrameKind::Block && after_type))
            }
            Kind::OperatorName(_) => true,
            Kind::RAngle(_) => frame.in_declaration && frame.kind.holds_items(),
            _ => false,
        }
    }

    /// Closes parentheses or brackets, with unclosed ones inside of them.
    pub(super) fn close_inline(&mut self, at: usize, wanted: FrameKind, kind: Kind) {
        let (token, next) = (self.tokens[at], self.kind(at + 1));
        if self.frame().kind == wanted && (self.out.len() != self.statement_start || self.cut.is_empty()) {
            if self.frame().is_params {
                self.function.params = Some(self.scopes.current);
            }
            self.pop_frame();
            return self.emit(token, kind);
        }
        let inner = self.frames.iter().rev().take_while(|frame| frame.kind.is_inline() && frame.kind != wanted).count();
        let Some(index) = self.frames.len().checked_sub(inner + 1) else { return };
        // If the next token closes the innermost bracket, this one is superfluous; otherwise that bracket's closing is
        // missing.
        let is_extra = inner > 0 && self.closes_innermost(next);
        if self.out.len() == self.statement_start && self.cut.pop_if(|cut| *cut == wanted).is_some() {
            return;
        }
        if is_extra || self.frames[index].kind != wanted {
            if self.starts_after_macro() && self.cut.pop_if(|cut| *cut == wanted).is_some() {
                return;
            }
            let bracket = if wanted == FrameKind::Paren { ")" } else { "]" }.to_owned();
            self.report(token.span, diagnostics::Unmatched { bracket });
            return;
        }
        let frame = self.frames[index];
        if frame.is_params {
            self.function.params = Some(self.scopes.current);
        }
        self.scopes.current = frame.outer;
        self.frames.truncate(index);
        self.emit(token, kind);
    }

    /// Returns whether the `;` before this statement is a macro's, which is reported as such: `(PI * 2)` with a `PI` that
    /// ends in `;` has a closing bracket of its own behind it.
    fn starts_after_macro(&self) -> bool {
        let before = self.statement_start.checked_sub(1).and_then(|index| self.out.get(index));
        before.is_some_and(|end| end.kind == Kind::Semicolon && !self.sources.backtrace(end.span).is_empty())
    }

    pub(super) fn closes_innermost(&self, next: TokenKind) -> bool {
        matches!(
            (self.frame().kind, next),
            (FrameKind::Paren, TokenKind::RParen) | (FrameKind::Bracket, TokenKind::RBracket)
        )
    }

    pub(super) fn open_brace(&mut self, at: usize) -> usize {
        let token = self.tokens[at];
        if let Some(body) = self.function.body.take() {
            self.open_body(token, body);
        } else if self.opens_initializer() {
            self.push_frame(FrameKind::Init, token.span);
        } else if self.opens_state_block() {
            self.report_effect("a state block", token.span);
            return self.skip_block(at, Kind::StateBlock, at);
        } else if self.function.params.is_some() && self.frame().kind == FrameKind::Block {
            self.close_blocks_before(FUNCTION);
            self.open_function_block(token.span);
        } else {
            self.pop_inline_frames();
            self.open_function_block(token.span);
        }
        self.emit(token, Kind::LBrace);
        self.statement_start = self.out.len();
        at + 1
    }

    pub(super) fn open_body(&mut self, token: Token, body: PendingBody) {
        self.frame_mut().after_type_body = false;
        self.push_frame(body.frame, token.span);
        self.function.head = None;
        self.last.in_bases = false;
        if body.scope != ScopeId::NONE {
            self.scopes.current = body.scope;
            self.frame_mut().owns_scope = true;
        }
    }

    fn opens_initializer(&self) -> bool {
        let kind = self.frame().kind;
        matches!(self.previous(), Kind::Assign | Kind::Return)
            || kind == FrameKind::Init
            || (matches!(kind, FrameKind::Paren | FrameKind::Bracket | FrameKind::Args)
                && !matches!(self.previous(), Kind::RParen))
    }

    fn opens_state_block(&self) -> bool {
        let frame = self.frame();
        frame.in_declaration
            && !frame.in_initializer
            && self.function.params.is_none()
            && frame.kind.holds_declarations()
            && matches!(self.previous(), Kind::Ident | Kind::RBracket | Kind::RParen | Kind::EffectAnnotation)
    }

    /// Opens a block; after a function head the parameters are in scope.
    pub(super) fn open_function_block(&mut self, open: Span) {
        self.push_frame(FrameKind::Block, open);
        if let Some(params) = self.function.params.take() {
            self.scopes.current = params;
        }
    }

    /// Closes blocks at something that only occurs outside of functions: a `}` is missing before it.
    fn close_blocks_before(&mut self, what: &str) {
        let start = self.statement_start.min(self.out.len());
        let place = start.checked_sub(1).map_or(Span::new(0, 0), |index| self.out[index].span);
        let place = Span::new(place.hi, place.hi);
        let mut count = 0;
        let mut outermost = self.frame().open;
        while self.frames.len() > 1 && matches!(self.frame().kind, FrameKind::Block | FrameKind::Init) {
            outermost = self.pop_frame().open;
            count += 1;
        }
        let head = self.out.get(start).map_or(place, |first| first.span);
        if what == FUNCTION && self.indentation(head) > self.indentation(outermost) {
            self.sink.report(head, diagnostics::NestedFunction {}).note_at(outermost, "this body is not closed");
        } else {
            let message = diagnostics::Expected { what: "'}'".to_owned(), place: format!(" before the next {what}") };
            self.sink.report(place, message).note_at(outermost, "unclosed body starts here");
        }
        let brace = Terminal { kind: Kind::RBrace, symbol: Symbol::EMPTY, span: place };
        self.out.splice(start..start, std::iter::repeat_n(brace, count));
        self.statement_start = start + count;
    }

    /// The width of the white space with which the line of a place begins.
    fn indentation(&self, place: Span) -> usize {
        let Some(file) = self.sources.file_at(place.lo).map(|id| self.sources.file(id)) else { return 0 };
        let before = file.text().get(..(place.lo - file.base()) as usize).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        line.len() - line.trim_start().len()
    }

    pub(super) fn close_brace(&mut self, token: Token) {
        self.pop_inline_frames();
        if self.frames.len() > 1 {
            let closed = self.pop_frame();
            self.end_of_body(closed);
        }
        self.emit(token, Kind::RBrace);
        if self.frame().kind != FrameKind::Init {
            self.statement_start = self.out.len();
        }
    }

    fn end_of_body(&mut self, closed: Frame) {
        let is_type = matches!(closed.kind, FrameKind::Members | FrameKind::Enum);
        let frame = self.frame_mut();
        frame.after_type_body = is_type;
        if closed.kind == FrameKind::Init {
            return;
        }
        if !is_type {
            frame.end_declaration();
        }
        self.leave_templates();
    }

    pub(super) fn semicolon(&mut self, token: Token) {
        self.cut.clear();
        while self.frame().kind.is_inline() && !self.frame().is_for {
            let cut = self.pop_frame();
            self.cut.push(cut.kind);
        }
        self.cut.reverse();
        let frame = self.frame_mut();
        frame.conditionals = 0;
        frame.label = false;
        frame.after_type_body = false;
        frame.end_declaration();
        if frame.kind != FrameKind::Paren {
            self.function.params = None;
            self.function.body = None;
            self.leave_templates();
        }
        self.function.head = None;
        self.last.is_elaborated = false;
        self.last.in_bases = false;
        self.function.parent = ScopeId::NONE;
        self.last.is_template_keyword = false;
        self.emit(token, Kind::Semicolon);
        self.statement_start = self.out.len();
    }

    /// Leaves the scopes of templates whose declaration has ended.
    pub(super) fn leave_templates(&mut self) {
        while self.frame().templates > 0 && self.scopes.in_template() {
            self.scopes.leave();
            self.frame_mut().templates -= 1;
        }
    }

    pub(super) fn colon(&mut self, token: Token) {
        let kind = self.colon_kind();
        self.emit(token, kind);
    }

    fn colon_kind(&mut self) -> Kind {
        let frame = self.frame_mut();
        if frame.conditionals > 0 {
            frame.conditionals -= 1;
            return Kind::Colon;
        }
        if std::mem::take(&mut frame.label) {
            return Kind::Colon;
        }
        let lists_bases = match self.function.body {
            Some(body) => {
                body.frame == FrameKind::Enum || (body.frame == FrameKind::Members && body.scope != ScopeId::NONE)
            }
            None => false,
        };
        if lists_bases {
            self.last.in_bases = true;
            self.function.head = None;
            return Kind::BaseColon;
        }
        self.last.is_annotation_colon = true;
        Kind::Colon
    }

    pub(super) fn colon_colon(&mut self, token: Token) {
        match self.previous() {
            Kind::Ident | Kind::Type => {}
            Kind::RAngle(_) => self.last.qualified = Some(Qualified::Known(self.last.type_scope)),
            _ => self.last.qualified = Some(Qualified::Known(ScopeId::GLOBAL)),
        }
        self.emit(token, Kind::ColonColon);
    }

    // Repairs.

    /// Returns whether the body of a function lacks its `{`: a function head is followed by something that cannot
    /// follow it.
    pub(super) fn body_is_missing(&self, at: usize) -> bool {
        let head_ends = matches!(self.previous(), Kind::RParen)
            || (matches!(self.previous(), Kind::Ident) && self.before_previous() == Some(Kind::Colon));
        head_ends
            && self.frame().kind.holds_items()
            && !self.is_const_method(at)
            && !matches!(
                self.tokens[at].kind,
                TokenKind::LBrace
                    | TokenKind::Semicolon
                    | TokenKind::Colon
                    | TokenKind::LParen
                    | TokenKind::LBracket
                    | TokenKind::Lt
                    | TokenKind::Comma
                    | TokenKind::RBrace
                    | TokenKind::Eq
            )
    }

    /// Returns whether the token is the `const` of a C++ method.
    pub(super) fn is_const_method(&self, at: usize) -> bool {
        self.function.params.is_some()
            && matches!(self.previous(), Kind::RParen)
            && self.class(at) == Word::Modifier(Modifier::Const)
            && matches!(self.kind(at + 1), TokenKind::LBrace | TokenKind::Semicolon)
    }

    pub(super) fn insert_body_brace(&mut self) {
        self.report_missing("'{'", "the head of a function");
        let place = self.after_previous();
        self.insert(Kind::LBrace);
        self.open_function_block(place);
        self.statement_start = self.out.len();
    }

    /// Inserts the `;` after the body of a type.
    pub(super) fn insert_semicolon(&mut self) {
        self.report_missing("';'", "'}'");
        self.insert(Kind::Semicolon);
        let frame = self.frame_mut();
        frame.after_type_body = false;
        frame.in_declaration = false;
        self.statement_start = self.out.len();
        self.leave_templates();
    }

    /// Repairs before a keyword: none continues a declaration after the body of a type, and some never occur in a
    /// function.
    pub(super) fn repair_before_keyword(&mut self, kind: Kind) {
        if matches!(self.previous(), Kind::RBrace) && self.frame().after_type_body {
            self.insert_semicolon();
        }
        let is_outside = matches!(kind, Kind::Namespace | Kind::Template | Kind::Buffer(_));
        if is_outside && self.frame().kind == FrameKind::Block && self.out.len() == self.statement_start {
            self.close_blocks_before("declaration");
        }
    }

    /// At the end of the input: closes what is still open.
    pub(super) fn close_at_end(&mut self) {
        self.pop_inline_frames();
        if self.frames.len() > 1 {
            let open = self.frame().open;
            let place = self.after_previous();
            let message =
                diagnostics::Expected { what: "'}'".to_owned(), place: " at the end of the input".to_owned() };
            self.sink.report(place, message).note_at(open, "to match this '{'");
        }
        self.close_all();
    }

    /// Closes all open brackets without a message.
    pub(super) fn close_all(&mut self) {
        while self.frames.len() > 1 {
            let closed = self.pop_frame();
            let kind = match closed.kind {
                FrameKind::Paren => Kind::RParen,
                FrameKind::Bracket => Kind::RBracket,
                FrameKind::Args => Kind::RAngle(AngleKind::Args),
                FrameKind::Params => Kind::RAngle(AngleKind::Params),
                FrameKind::File | FrameKind::Members | FrameKind::Enum | FrameKind::Block | FrameKind::Init => {
                    Kind::RBrace
                }
            };
            self.insert(kind);
            if matches!(closed.kind, FrameKind::Members | FrameKind::Enum) {
                self.insert(Kind::Semicolon);
            }
        }
    }
}
