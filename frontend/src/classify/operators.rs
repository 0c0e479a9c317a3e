//! Operators: those of several tokens, those that HLSL lacks, and the meaning of each token.

use super::Classifier;
use super::frame::FrameKind;
use super::lookahead::Angle;
use super::terminal::{Additive, AngleKind, Kind, LiteralKind, Terminal};
use crate::ast::{BinaryOp, IncDec, OverloadedOp, UnaryOp};
use crate::diagnostics;
use crate::token::{Token, TokenKind};
use crate::words::Word;

/// The word before a label that is jumped to.
const GOTO: &str = "goto";

/// The meaning of a token that neither is a part of a longer operator or literal nor may be in a wrong place.
#[inline(always)]
pub(super) fn kind_anywhere(kind: TokenKind) -> Option<Kind> {
    match kind {
        TokenKind::Eq => Some(Kind::Assign),
        TokenKind::Comma => Some(Kind::Comma),
        TokenKind::Number | TokenKind::Dot | TokenKind::Plus | TokenKind::Minus | TokenKind::Slash | TokenKind::Not => {
            fixed_kind(kind)
        }
        _ => None,
    }
}

/// The meaning of a token in any context; `None` for tokens whose meaning depends on it.
#[inline]
fn fixed_kind(kind: TokenKind) -> Option<Kind> {
    Some(match kind {
        TokenKind::Number => Kind::Literal(LiteralKind::Number),
        TokenKind::Char => Kind::Literal(LiteralKind::Char),
        TokenKind::Str | TokenKind::Unterminated => Kind::Literal(LiteralKind::Str),
        TokenKind::Dot | TokenKind::Arrow => Kind::Dot,
        TokenKind::PlusEq => Kind::CompoundAssign(BinaryOp::Add),
        TokenKind::MinusEq => Kind::CompoundAssign(BinaryOp::Sub),
        TokenKind::StarEq => Kind::CompoundAssign(BinaryOp::Mul),
        TokenKind::SlashEq => Kind::CompoundAssign(BinaryOp::Div),
        TokenKind::PercentEq => Kind::CompoundAssign(BinaryOp::Rem),
        TokenKind::AmpEq => Kind::CompoundAssign(BinaryOp::BitAnd),
        TokenKind::PipeEq => Kind::CompoundAssign(BinaryOp::BitOr),
        TokenKind::CaretEq => Kind::CompoundAssign(BinaryOp::BitXor),
        TokenKind::ShlEq => Kind::CompoundAssign(BinaryOp::Shl),
        TokenKind::Plus => Kind::Additive(Additive::Plus),
        TokenKind::Minus => Kind::Additive(Additive::Minus),
        TokenKind::Star => Kind::Binary(BinaryOp::Mul),
        TokenKind::Slash => Kind::Binary(BinaryOp::Div),
        TokenKind::Percent => Kind::Binary(BinaryOp::Rem),
        TokenKind::Amp => Kind::Binary(BinaryOp::BitAnd),
        TokenKind::Pipe => Kind::Binary(BinaryOp::BitOr),
        TokenKind::Caret => Kind::Binary(BinaryOp::BitXor),
        TokenKind::Shl => Kind::Binary(BinaryOp::Shl),
        TokenKind::Lt => Kind::Binary(BinaryOp::Lt),
        TokenKind::Gt => Kind::Binary(BinaryOp::Gt),
        TokenKind::Le => Kind::Binary(BinaryOp::Le),
        TokenKind::EqEq => Kind::Binary(BinaryOp::Eq),
        TokenKind::NotEq => Kind::Binary(BinaryOp::Ne),
        TokenKind::AmpAmp => Kind::Binary(BinaryOp::And),
        TokenKind::PipePipe => Kind::Binary(BinaryOp::Or),
        TokenKind::Not => Kind::Unary(UnaryOp::Not),
        TokenKind::Tilde => Kind::Unary(UnaryOp::BitNot),
        TokenKind::PlusPlus => Kind::IncDec(IncDec::Inc),
        TokenKind::MinusMinus => Kind::IncDec(IncDec::Dec),
        TokenKind::Ident
        | TokenKind::LParen
        | TokenKind::RParen
        | TokenKind::LBracket
        | TokenKind::RBracket
        | TokenKind::LBrace
        | TokenKind::RBrace
        | TokenKind::Semicolon
        | TokenKind::Comma
        | TokenKind::Colon
        | TokenKind::ColonColon
        | TokenKind::Ellipsis
        | TokenKind::Question
        | TokenKind::Eq
        | TokenKind::Hash
        | TokenKind::HashHash
        | TokenKind::PackRowMajor
        | TokenKind::PackColumnMajor
        | TokenKind::UnterminatedComment
        | TokenKind::Unknown
        | TokenKind::Eof => return None,
    })
}

/// The overloaded operator for the meaning of the tokens between `operator` and its parameters.
fn overloaded(kind: Kind) -> Option<OverloadedOp> {
    match kind {
        Kind::Binary(op) => Some(OverloadedOp::Binary(op)),
        Kind::Additive(Additive::Plus) => Some(OverloadedOp::Binary(BinaryOp::Add)),
        Kind::Additive(Additive::Minus) => Some(OverloadedOp::Binary(BinaryOp::Sub)),
        Kind::CompoundAssign(op) => Some(OverloadedOp::Assign(Some(op))),
        Kind::Assign => Some(OverloadedOp::Assign(None)),
        Kind::Unary(op) => Some(OverloadedOp::Unary(op)),
        Kind::IncDec(op) => Some(OverloadedOp::IncDec(op)),
        _ => None,
    }
}

/// HLSL's replacement of a C++ word.
fn instead_of_reserved(word: &str) -> Option<&'static str> {
    Some(match word {
        "static_cast" | "const_cast" | "dynamic_cast" => "use 'int(x)' or '(int)x' for conversions",
        "reinterpret_cast" => "use 'asfloat', 'asint' or 'asuint' to reinterpret bits",
        GOTO => "use 'break' or 'return' to leave loops",
        "new" | "delete" => "HLSL has no dynamic allocation; use arrays of fixed length",
        "signed" => "'int' is signed by default",
        "public" | "private" | "protected" => "all members are public",
        "try" | "catch" | "throw" => "HLSL has no exceptions",
        _ => return None,
    })
}

impl Classifier<'_> {
    /// A token that is an operator or a literal everywhere, or that HLSL does not have.
    pub(super) fn operator(&mut self, at: usize, token: Token) {
        match token.kind {
            TokenKind::Arrow => self.report(token.span, diagnostics::NoArrow {}),
            TokenKind::Ellipsis => {
                self.report(token.span, diagnostics::NoEllipsis {});
                // The list ends before it.
                self.out.pop_if(|last| last.kind == Kind::Comma);
            }
            TokenKind::Hash | TokenKind::HashHash => {
                let found = format!("'{}'", self.sources.text(token.span));
                self.report(token.span, diagnostics::Unexpected { found });
            }
            TokenKind::Star | TokenKind::Amp | TokenKind::AmpAmp if self.is_pointer(at) => {
                self.report(token.span, diagnostics::NoPointers {});
                return;
            }
            _ => {}
        }
        if let Some(kind) = fixed_kind(token.kind) {
            self.emit(token, kind);
        }
    }

    /// Returns whether `*` or `&` is in a declarator: right after a type.
    fn is_pointer(&self, at: usize) -> bool {
        let ahead = self.kind(at + 1);
        let declares = self.is_name(at + 1)
            || matches!(ahead, TokenKind::Comma | TokenKind::RParen | TokenKind::Gt | TokenKind::Star | TokenKind::Amp);
        declares && self.follows_type() && !self.follows_value_template()
    }

    /// Returns whether the last terminal ends a variable or function template with its arguments, and no type.
    fn follows_value_template(&self) -> bool {
        let mut angles = 0_usize;
        for terminal in self.out.iter().rev() {
            match terminal.kind {
                Kind::RAngle(_) => angles += 1,
                Kind::LAngle => angles = angles.saturating_sub(1),
                kind if angles == 0 => return kind == Kind::Ident,
                _ => {}
            }
        }
        false
    }

    /// `<` is an operator, opens template arguments, or opens an effect annotation.
    pub(super) fn less(&mut self, at: usize) -> usize {
        let token = self.tokens[at];
        if self.last.angle_at == Some(at) {
            self.last.angle_at = None;
            let scope = self.last.type_scope;
            self.open(FrameKind::Args, token, Kind::LAngle);
            self.frame_mut().template_scope = scope;
        } else if let Some(end) = self.annotation_end(at) {
            let span = token.span.to(self.tokens[end].span);
            self.report_effect("an annotation", token.span);
            self.out.push(Terminal { kind: Kind::EffectAnnotation, symbol: token.symbol, span });
            return end + 1;
        } else {
            self.emit(token, Kind::Binary(BinaryOp::Lt));
        }
        at + 1
    }

    /// `>` closes template arguments, or is the start of an operator.
    pub(super) fn greater(&mut self, at: usize) -> usize {
        let token = self.tokens[at];
        let before_eq = self.kind(at + 1) == TokenKind::Eq && self.is_joint(at);
        if matches!(self.frame().kind, FrameKind::Args | FrameKind::Params) && !before_eq {
            self.close_angle(token);
            return at + 1;
        }
        let (kind, count) = self.joined_greater(at);
        let span = token.span.to(self.tokens[at + count - 1].span);
        self.out.push(Terminal { kind, symbol: token.symbol, span });
        at + count
    }

    fn close_angle(&mut self, token: Token) {
        let frame = self.pop_frame();
        if frame.kind == FrameKind::Args {
            self.last.type_scope = frame.template_scope;
            self.emit(token, Kind::RAngle(AngleKind::Args));
        } else {
            self.last.is_template_keyword = false;
            self.emit(token, Kind::RAngle(AngleKind::Params));
        }
    }

    /// The operator that starts with the `>` at `at`, and the number of its tokens.
    fn joined_greater(&self, at: usize) -> (Kind, usize) {
        let next = if self.is_joint(at) { self.kind(at + 1) } else { TokenKind::Eof };
        match next {
            TokenKind::Gt if self.is_joint(at + 1) && self.kind(at + 2) == TokenKind::Eq => {
                (Kind::CompoundAssign(BinaryOp::Shr), 3)
            }
            TokenKind::Gt => (Kind::Binary(BinaryOp::Shr), 2),
            TokenKind::Eq => (Kind::Binary(BinaryOp::Ge), 2),
            _ => (Kind::Binary(BinaryOp::Gt), 1),
        }
    }

    /// `operator` and the overloaded operator become one terminal.
    pub(super) fn operator_name(&mut self, at: usize) -> usize {
        let start = self.tokens[at].span;
        self.needs_2021(start, "operator overloading");
        let (op, end) = self.overloaded_operator(at + 1);
        let Some(op) = op else {
            self.report(start, diagnostics::Expected { what: "an operator".into(), place: " after 'operator'".into() });
            return at + 1;
        };
        if op == OverloadedOp::Convert {
            return self.conversion_operator(at);
        }
        self.last.is_elaborated = false;
        // `object.operator()<T>(x)` names a template.
        std::mem::take(&mut self.last.is_template_keyword);
        if matches!(self.previous(), Kind::Dot) && self.kind(end) == TokenKind::Lt {
            self.last.angle_at = Some(end);
        }
        let span = start.to(self.tokens[end - 1].span);
        self.out.push(Terminal { kind: Kind::OperatorName(op), symbol: self.tokens[at].symbol, span });
        end
    }

    /// The overloaded operator at `at`, and the index after it.
    fn overloaded_operator(&self, at: usize) -> (Option<OverloadedOp>, usize) {
        match (self.kind(at), self.kind(at + 1)) {
            (TokenKind::LParen, TokenKind::RParen) => (Some(OverloadedOp::Call), at + 2),
            (TokenKind::LBracket, TokenKind::RBracket) => (Some(OverloadedOp::Subscript), at + 2),
            (TokenKind::Eq, _) => (Some(OverloadedOp::Assign(None)), at + 1),
            (TokenKind::Gt, _) => {
                let (kind, count) = self.joined_greater(at);
                (overloaded(kind), at + count)
            }
            (TokenKind::Ident, _) => (Some(OverloadedOp::Convert), at + 1),
            (kind, _) => (fixed_kind(kind).and_then(overloaded), at + 1),
        }
    }

    /// `operator T()` reads like a function of type `T`: the type is put before the name.
    fn conversion_operator(&mut self, at: usize) -> usize {
        let token = self.tokens[at];
        let mut name = self.take_qualifier();
        let kind = Kind::OperatorName(OverloadedOp::Convert);
        name.push(Terminal { kind, symbol: token.symbol, span: token.span });
        if let Some(end) = self.type_end(at + 1).filter(|&end| end > at + 2) {
            self.conversion = Some((name, end));
            return at + 1;
        }
        self.emit(self.tokens[at + 1], Kind::Type);
        self.out.extend(name);
        at + 2
    }

    /// Takes back the qualifier `S<T>::` before the name of a member that is defined outside of its struct.
    fn take_qualifier(&mut self) -> Vec<Terminal> {
        if !matches!(self.previous(), Kind::ColonColon) {
            return Vec::new();
        }
        let mut angles = 0_usize;
        let is_part = |terminal: &&Terminal| match terminal.kind {
            Kind::RAngle(AngleKind::Args) => {
                angles += 1;
                true
            }
            Kind::LAngle if angles > 0 => {
                angles -= 1;
                true
            }
            Kind::ColonColon | Kind::Ident | Kind::Type => true,
            _ => angles > 0,
        };
        let count = self.out[self.statement_start..].iter().rev().take_while(is_part).count();
        self.last.qualified = None;
        self.out.split_off(self.out.len() - count)
    }

    /// The index of the parenthesis behind the type at `at`.
    fn type_end(&self, mut at: usize) -> Option<usize> {
        loop {
            if !self.is_name(at) {
                return None;
            }
            at += 1;
            if self.kind(at) == TokenKind::Lt {
                at = self.matching_angle(at, Angle::Known)? + 1;
            }
            match self.kind(at) {
                TokenKind::ColonColon => at += 1,
                TokenKind::LParen => return Some(at),
                _ => return None,
            }
        }
    }

    /// Puts the name of a conversion operator behind its type, where that ends at `at`.
    pub(super) fn end_conversion(&mut self, at: usize) {
        let Some((name, _)) = self.conversion.take_if(|(_, end)| *end == at) else { return };
        if let Some(last) = self.out.last_mut().filter(|last| last.kind == Kind::Ident) {
            last.kind = Kind::Type;
        }
        self.last.is_elaborated = false;
        self.out.extend(name);
    }

    /// Returns whether a statement's label is at `at`. It is left out: the `goto` is reported, whether before or behind it.
    pub(super) fn is_label(&mut self, at: usize) -> bool {
        let may_be = self.kind(at + 1) == TokenKind::Colon
            && self.out.len() == self.statement_start
            && self.frame().kind == FrameKind::Block;
        if !may_be {
            return false;
        }
        let (tokens, names) = (self.tokens, &self.names);
        let targets = || {
            let is_jump = |two: &&[Token]| two[0].kind == TokenKind::Ident && names.resolve(two[0].symbol) == GOTO;
            tokens.windows(2).filter(is_jump).map(|two| two[1].symbol).collect()
        };
        self.labels.get_or_insert_with(targets).contains(&self.tokens[at].symbol)
    }

    /// A C++ word that HLSL lacks: reported once, then treated as its closest equivalent.
    pub(super) fn reserved(&mut self, at: usize) -> usize {
        let token = self.tokens[at];
        let word = self.names.resolve(token.symbol).to_owned();
        match word.as_str() {
            "union" => {
                let next = self.struct_keyword(at, Kind::Struct(crate::ast::StructTag::Struct));
                self.report(token.span, diagnostics::ReservedWord { word });
                return next;
            }
            // `goto label;` reads like a declaration.
            GOTO => self.emit(token, Kind::Type),
            "catch" => self.emit(token, Kind::Ident),
            "static_cast" | "const_cast" | "dynamic_cast" | "reinterpret_cast" | "typeid" => {
                if self.kind(at + 1) == TokenKind::Lt && self.matching_angle(at + 1, Angle::Known).is_some() {
                    self.last.angle_at = Some(at + 1);
                }
                self.emit(token, Kind::Ident);
            }
            // The others precede something that can be read without them.
            _ => {}
        }
        self.report_reserved(token);
        at + 1
    }

    pub(super) fn report_reserved(&mut self, token: Token) {
        let word = self.names.resolve(token.symbol).to_owned();
        let advice = instead_of_reserved(&word);
        let report = self.sink.report(token.span, diagnostics::ReservedWord { word });
        if let Some(advice) = advice {
            report.note_at(token.span, advice);
        }
    }

    /// Returns whether the word at `at` starts a type by itself.
    pub(super) fn is_builtin_type(&self, at: usize) -> bool {
        matches!(self.class(at), Word::Type | Word::TypeTemplate)
    }
}
