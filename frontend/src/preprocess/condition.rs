//! The value of the expression after `#if` and `#elif`.
//!
//! Integers have 64 bits; where one operand is unsigned the operation is. A part whose value does not matter, such as
//! the right side of `0 && x`, is parsed but not evaluated.

use super::Preprocessor;
use super::directive::span_of;
use crate::ast::{IntSuffix, Literal};
use crate::diagnostics;
use crate::literal;
use crate::token::{Token, TokenFlags, TokenKind};
use base::source::Span;

/// The limit of nested parentheses and prefix operators.
const MAX_DEPTH: usize = 256;

/// A value of the preprocessor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Value {
    bits: u64,
    unsigned: bool,
}

impl Value {
    fn signed(value: i64) -> Value {
        Value { bits: value as u64, unsigned: false }
    }

    fn truth(value: bool) -> Value {
        Value::signed(i64::from(value))
    }

    fn is_true(self) -> bool {
        self.bits != 0
    }
}

/// Marks a condition that was reported as malformed.
struct Malformed;

type Evaluated = Result<Value, Malformed>;

/// Binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Op {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equal,
    NotEqual,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

impl Op {
    /// The precedence of the operator.
    fn strength(self) -> u8 {
        match self {
            Op::Or => 2,
            Op::And => 3,
            Op::BitOr => 4,
            Op::BitXor => 5,
            Op::BitAnd => 6,
            Op::Equal | Op::NotEqual => 7,
            Op::Less | Op::Greater | Op::LessEqual | Op::GreaterEqual => 8,
            Op::ShiftLeft | Op::ShiftRight => 9,
            Op::Add | Op::Subtract => 10,
            Op::Multiply | Op::Divide | Op::Remainder => 11,
        }
    }
}

/// The precedence of `?:`, below that of all binary operators.
const TERNARY: u8 = 1;

impl Preprocessor<'_> {
    /// Returns whether the condition after a directive holds. A malformed one does not.
    pub(super) fn condition(&mut self, directive: Token, tokens: &[Token]) -> bool {
        let outer = std::mem::replace(&mut self.in_condition, true);
        let tokens = self.expand_list(tokens.to_vec());
        self.in_condition = outer;
        if self.stopped {
            return false;
        }
        let mut evaluator = Evaluator { preprocessor: self, tokens: &tokens, next: 0, depth: 0, end: directive.span };
        let value = evaluator.expression(TERNARY, true).and_then(|value| evaluator.expect_end(value));
        value.is_ok_and(Value::is_true)
    }
}

struct Evaluator<'e, 'a> {
    preprocessor: &'e mut Preprocessor<'a>,
    tokens: &'e [Token],
    next: usize,
    depth: usize,
    /// The place to report that something is missing at the end.
    end: Span,
}

impl Evaluator<'_, '_> {
    fn kind(&self) -> TokenKind {
        self.tokens.get(self.next).map_or(TokenKind::Eof, |token| token.kind)
    }

    fn take(&mut self, kind: TokenKind) -> bool {
        let found = self.kind() == kind;
        self.next += usize::from(found);
        found
    }

    fn fail<T>(&mut self, problem: &str) -> Result<T, Malformed> {
        let span = self.tokens.get(self.next).map_or(self.end, |token| token.span);
        let message = diagnostics::InvalidCondition { problem: problem.to_owned() };
        self.preprocessor.sink.report(span, message);
        Err(Malformed)
    }

    fn expect_end(&mut self, value: Value) -> Evaluated {
        if self.kind() == TokenKind::Eof { Ok(value) } else { self.fail("unexpected text after the expression") }
    }

    /// An expression of operators of at least the precedence `least`. It is evaluated only when `live`.
    fn expression(&mut self, least: u8, live: bool) -> Evaluated {
        let mut left = self.unary(live)?;
        while let Some((op, length)) = self.operator() {
            if op.strength() < least {
                break;
            }
            let at = self.next;
            self.next += length;
            let short = match op {
                Op::And => !left.is_true(),
                Op::Or => left.is_true(),
                _ => false,
            };
            let live = live && !short;
            let right = self.expression(op.strength() + 1, live)?;
            left = self.apply(op, left, right, at, live)?;
        }
        if least <= TERNARY && self.take(TokenKind::Question) { self.choice(left, live) } else { Ok(left) }
    }

    /// The rest after `condition ?`.
    fn choice(&mut self, condition: Value, live: bool) -> Evaluated {
        self.enter()?;
        let first = self.expression(TERNARY, live && condition.is_true())?;
        if !self.take(TokenKind::Colon) {
            return self.fail("missing ':'");
        }
        let second = self.expression(TERNARY, live && !condition.is_true())?;
        self.depth -= 1;
        let chosen = if condition.is_true() { first } else { second };
        Ok(Value { unsigned: first.unsigned || second.unsigned, ..chosen })
    }

    fn enter(&mut self) -> Result<(), Malformed> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { self.fail("nesting too deep") } else { Ok(()) }
    }

    /// The next binary operator and the number of its tokens; `>` comes singly.
    fn operator(&self) -> Option<(Op, usize)> {
        let joint = self.tokens.get(self.next).is_some_and(|token| token.flags.has(TokenFlags::JOINT));
        let second = self.tokens.get(self.next + 1).filter(|_| joint).map(|token| token.kind);
        let op = match (self.kind(), second) {
            (TokenKind::Gt, Some(TokenKind::Gt)) => return Some((Op::ShiftRight, 2)),
            (TokenKind::Gt, Some(TokenKind::Eq)) => return Some((Op::GreaterEqual, 2)),
            (TokenKind::Gt, _) => Op::Greater,
            (TokenKind::PipePipe, _) => Op::Or,
            (TokenKind::AmpAmp, _) => Op::And,
            (TokenKind::Pipe, _) => Op::BitOr,
            (TokenKind::Caret, _) => Op::BitXor,
            (TokenKind::Amp, _) => Op::BitAnd,
            (TokenKind::EqEq, _) => Op::Equal,
            (TokenKind::NotEq, _) => Op::NotEqual,
            (TokenKind::Lt, _) => Op::Less,
            (TokenKind::Le, _) => Op::LessEqual,
            (TokenKind::Shl, _) => Op::ShiftLeft,
            (TokenKind::Plus, _) => Op::Add,
            (TokenKind::Minus, _) => Op::Subtract,
            (TokenKind::Star, _) => Op::Multiply,
            (TokenKind::Slash, _) => Op::Divide,
            (TokenKind::Percent, _) => Op::Remainder,
            _ => return None,
        };
        Some((op, 1))
    }

    fn unary(&mut self, live: bool) -> Evaluated {
        let operator = self.kind();
        if !matches!(operator, TokenKind::Plus | TokenKind::Minus | TokenKind::Not | TokenKind::Tilde) {
            return self.primary(live);
        }
        self.next += 1;
        self.enter()?;
        let value = self.unary(live)?;
        self.depth -= 1;
        Ok(match operator {
            TokenKind::Minus => Value { bits: value.bits.wrapping_neg(), ..value },
            TokenKind::Tilde => Value { bits: !value.bits, ..value },
            TokenKind::Not => Value::truth(!value.is_true()),
            _ => value,
        })
    }

    fn primary(&mut self, live: bool) -> Evaluated {
        let Some(&token) = self.tokens.get(self.next) else { return self.fail("missing value") };
        match token.kind {
            TokenKind::Ident => {
                self.next += 1;
                self.name(token, live)
            }
            TokenKind::Number | TokenKind::Char => self.literal(token),
            TokenKind::LParen => {
                self.next += 1;
                self.enter()?;
                let value = self.expression(TERNARY, live)?;
                self.depth -= 1;
                if self.take(TokenKind::RParen) { Ok(value) } else { self.fail("missing ')'") }
            }
            _ => self.fail("missing value"),
        }
    }

    fn literal(&mut self, token: Token) -> Evaluated {
        let text = self.preprocessor.sources.text(token.span);
        let read = if token.kind == TokenKind::Char { literal::character(text) } else { literal::number(text) };
        match read {
            Ok(Literal::Int { value, suffix, .. }) => {
                self.next += 1;
                let is_u = matches!(suffix, IntSuffix::U | IntSuffix::UL | IntSuffix::ULL);
                Ok(Value { bits: value, unsigned: is_u || value > i64::MAX as u64 })
            }
            Ok(Literal::Float { .. } | Literal::Bool(_) | Literal::Str(_)) => self.fail("non-integer number"),
            Err(error) => {
                error.report(token.span, self.preprocessor.sink);
                Err(Malformed)
            }
        }
    }

    /// `defined`, `true`, or any other name, which is 0.
    fn name(&mut self, token: Token, live: bool) -> Evaluated {
        if token.symbol == self.preprocessor.defined {
            return self.defined();
        }
        let text = self.preprocessor.names.resolve(token.symbol);
        if text == "true" {
            return Ok(Value::truth(true));
        }
        if live && self.kind() == TokenKind::LParen {
            let name = text.to_owned();
            self.preprocessor.sink.report(token.span, diagnostics::NoSuchFunctionMacro { name });
            return Err(Malformed);
        }
        Ok(Value::truth(false))
    }

    /// The operand of `defined`, with or without parentheses.
    fn defined(&mut self) -> Evaluated {
        let parenthesised = self.take(TokenKind::LParen);
        let Some(&name) = self.tokens.get(self.next).filter(|token| token.kind == TokenKind::Ident) else {
            return self.fail("missing name after 'defined'");
        };
        self.next += 1;
        if parenthesised && !self.take(TokenKind::RParen) {
            return self.fail("missing ')' after 'defined'");
        }
        let found = self.preprocessor.macros.find(name.symbol);
        if let Some(id) = found {
            self.preprocessor.note_use(name, id);
        }
        Ok(Value::truth(found.is_some()))
    }

    /// The value of an operation; `at` is the operator's token.
    fn apply(&mut self, op: Op, left: Value, right: Value, at: usize, live: bool) -> Evaluated {
        let divides = matches!(op, Op::Divide | Op::Remainder);
        if divides && right.bits == 0 {
            if live {
                let span = span_of(&self.tokens[at..self.next]);
                self.preprocessor.sink.report(span, diagnostics::ConditionDividesByZero {});
                return Err(Malformed);
            }
            return Ok(Value { bits: 0, unsigned: left.unsigned || right.unsigned });
        }
        Ok(compute(op, left, right))
    }
}

/// The value of an operation that is not a division by zero.
fn compute(op: Op, left: Value, right: Value) -> Value {
    let unsigned = left.unsigned || right.unsigned;
    let (a, b) = (left.bits, right.bits);
    let (x, y) = (a as i64, b as i64);
    let arithmetic = |of_unsigned: u64, of_signed: i64| Value {
        bits: if unsigned { of_unsigned } else { of_signed as u64 },
        unsigned,
    };
    let bits = |bits: u64| Value { bits, unsigned };
    match op {
        Op::Or => Value::truth(left.is_true() || right.is_true()),
        Op::And => Value::truth(left.is_true() && right.is_true()),
        Op::Equal => Value::truth(a == b),
        Op::NotEqual => Value::truth(a != b),
        Op::Less => Value::truth(if unsigned { a < b } else { x < y }),
        Op::Greater => Value::truth(if unsigned { a > b } else { x > y }),
        Op::LessEqual => Value::truth(if unsigned { a <= b } else { x <= y }),
        Op::GreaterEqual => Value::truth(if unsigned { a >= b } else { x >= y }),
        Op::BitOr => bits(a | b),
        Op::BitXor => bits(a ^ b),
        Op::BitAnd => bits(a & b),
        Op::Add => bits(a.wrapping_add(b)),
        Op::Subtract => bits(a.wrapping_sub(b)),
        Op::Multiply => bits(a.wrapping_mul(b)),
        Op::Divide => arithmetic(a.checked_div(b).unwrap_or(0), x.wrapping_div(if b == 0 { 1 } else { y })),
        Op::Remainder => arithmetic(a.checked_rem(b).unwrap_or(0), x.wrapping_rem(if b == 0 { 1 } else { y })),
        Op::ShiftLeft => shift(left, right, true),
        Op::ShiftRight => shift(left, right, false),
    }
}

/// A shift has the type of its left operand; a negative count shifts the other way.
fn shift(left: Value, right: Value, to_left: bool) -> Value {
    let negative = !right.unsigned && (right.bits as i64) < 0;
    let count = if negative { right.bits.wrapping_neg() } else { right.bits };
    let bits = match (to_left != negative, left.unsigned) {
        (true, _) => {
            if count < 64 {
                left.bits << count
            } else {
                0
            }
        }
        (false, true) => {
            if count < 64 {
                left.bits >> count
            } else {
                0
            }
        }
        (false, false) => (left.bits as i64 >> count.min(63)) as u64,
    };
    Value { bits, unsigned: left.unsigned }
}
