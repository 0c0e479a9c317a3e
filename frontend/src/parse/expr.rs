//! Expressions. Operators come as one flat sequence per expression and are folded on a stack of pending operators, so
//! that neither the grammar nor the parser's stack grows with precedence or length.

use super::report::Recovery;
use super::{Builder, MAX_DEPTH};
use crate::ast::{BinaryOp, Expr, ExprId, ExprKind, List, Literal, PathId, UnaryOp};
use crate::classify::terminal::{Additive, Kind, LiteralKind, Terminal};
use crate::diagnostics::PointlessFloat;
use crate::literal;
use base::source::Span;

/// An expression with its extent, enclosing parentheses included.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand {
    pub(crate) id: ExprId,
    pub(crate) span: Span,
}

/// The pending operators of one expression: their part of the stack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sequence {
    start: u32,
    len: u32,
}

/// An operator that is between operands.
#[derive(Clone, Copy, Debug)]
enum Infix {
    /// No operator: the first operand of a sequence.
    First,
    Binary(BinaryOp),
    Assign(Option<BinaryOp>),
    /// `? middle :`
    Conditional(ExprId),
}

/// An operator with its right operand, waiting to be folded into the one before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PendingOperator {
    infix: Infix,
    op_span: Span,
    rhs: Operand,
}

/// The number of values of numbers that are kept.
const KEPT_NUMBERS: usize = 128;

/// The precedence of right-associative operators.
const ASSIGNMENT: u8 = 1;

/// The precedence of an operator.
#[inline]
fn precedence(infix: Infix) -> u8 {
    match infix {
        Infix::First => 0,
        Infix::Assign(_) | Infix::Conditional(_) => ASSIGNMENT,
        Infix::Binary(op) => match op {
            BinaryOp::Or => 2,
            BinaryOp::And => 3,
            BinaryOp::BitOr => 4,
            BinaryOp::BitXor => 5,
            BinaryOp::BitAnd => 6,
            BinaryOp::Eq | BinaryOp::Ne => 7,
            BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge => 8,
            BinaryOp::Shl | BinaryOp::Shr => 9,
            BinaryOp::Add | BinaryOp::Sub => 10,
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => 11,
        },
    }
}

#[inline]
fn infix_of(kind: Kind) -> Infix {
    match kind {
        Kind::Binary(op) => Infix::Binary(op),
        Kind::Additive(Additive::Plus) => Infix::Binary(BinaryOp::Add),
        Kind::Additive(Additive::Minus) => Infix::Binary(BinaryOp::Sub),
        Kind::Assign => Infix::Assign(None),
        Kind::CompoundAssign(op) => Infix::Assign(Some(op)),
        other => unreachable!("the grammar gives an infix operator, not {other:?}"),
    }
}

impl Builder<'_> {
    /// Makes an expression; `below` is the depth of its deepest operand.
    #[inline]
    pub(super) fn expr(&mut self, span: Span, kind: ExprKind, below: u16) -> ExprId {
        self.watch.idle.set(0);
        let mut expr = Expr { span, kind };
        let mut depth = below + 1;
        if depth > MAX_DEPTH {
            self.report_depth(span, "an expression");
            expr.kind = ExprKind::Error;
            depth = 0;
        }
        self.expr_depths.push(depth);
        self.ast.exprs.alloc(expr)
    }

    #[inline]
    pub(super) fn operand(&mut self, span: Span, kind: ExprKind, below: u16) -> Operand {
        Operand { id: self.expr(span, kind, below), span }
    }

    #[inline]
    pub(super) fn depth(&self, id: ExprId) -> u16 {
        self.expr_depths.get(id.index()).copied().unwrap_or(0)
    }

    pub(super) fn depth_of_list(&self, list: List<Expr>) -> u16 {
        self.ast.ids(list).map(|id| self.depth(id)).max().unwrap_or(0)
    }

    // Sequences.

    #[inline]
    pub(crate) fn sequence(&mut self, first: Operand) -> Sequence {
        let start = self.operators.len() as u32;
        self.operators.push(PendingOperator { infix: Infix::First, op_span: first.span, rhs: first });
        Sequence { start, len: 1 }
    }

    #[inline]
    pub(crate) fn infix(&mut self, sequence: Sequence, operator: &Terminal, rhs: Operand) -> Sequence {
        self.push_operator(sequence, PendingOperator { infix: infix_of(operator.kind), op_span: operator.span, rhs })
    }

    pub(crate) fn conditional(&mut self, sequence: Sequence, middle: Operand, rhs: Operand) -> Sequence {
        let infix = Infix::Conditional(middle.id);
        self.push_operator(sequence, PendingOperator { infix, op_span: middle.span, rhs })
    }

    /// Adds an operator after folding those before it with a higher precedence.
    fn push_operator(&mut self, sequence: Sequence, operator: PendingOperator) -> Sequence {
        // Operators that recovery dropped may be on top.
        self.operators.truncate((sequence.start + sequence.len) as usize);
        let binds = precedence(operator.infix);
        while self.operators.len() as u32 > sequence.start + 1 {
            let before = precedence(self.operators[self.operators.len() - 1].infix);
            if before < binds || (before == binds && binds == ASSIGNMENT) {
                break;
            }
            self.fold_last();
        }
        self.operators.push(operator);
        Sequence { len: self.operators.len() as u32 - sequence.start, ..sequence }
    }

    /// Folds a whole sequence into one expression.
    pub(crate) fn fold(&mut self, sequence: Sequence) -> Operand {
        self.operators.truncate((sequence.start + sequence.len) as usize);
        while self.operators.len() as u32 > sequence.start + 1 {
            self.fold_last();
        }
        self.operators.pop().expect("a sequence has a first operand").rhs
    }

    /// Folds the last operator and its operands into one operand.
    fn fold_last(&mut self) {
        let PendingOperator { infix, op_span, rhs } = self.operators.pop().expect("an operator is pending");
        let lhs = self.operators.last().expect("a sequence has a first operand").rhs;
        let mut below = self.depth(lhs.id).max(self.depth(rhs.id));
        let kind = match infix {
            Infix::Binary(op) => ExprKind::Binary { op, op_span, lhs: lhs.id, rhs: rhs.id },
            Infix::Assign(op) => ExprKind::Assign { op, op_span, lhs: lhs.id, rhs: rhs.id },
            Infix::Conditional(middle) => {
                below = below.max(self.depth(middle));
                ExprKind::Ternary(lhs.id, middle, rhs.id)
            }
            Infix::First => unreachable!("the first operand of a sequence is never folded"),
        };
        let folded = self.operand(lhs.span.to(rhs.span), kind, below);
        if let Some(last) = self.operators.last_mut() {
            last.rhs = folded;
        }
    }

    pub(crate) fn comma(&mut self, lhs: Operand, rhs: Operand) -> Operand {
        let below = self.depth(lhs.id).max(self.depth(rhs.id));
        self.operand(lhs.span.to(rhs.span), ExprKind::Comma(lhs.id, rhs.id), below)
    }

    // Unary and postfix operators.

    pub(crate) fn unary(&mut self, operator: &Terminal, value: Operand) -> Operand {
        let kind = match operator.kind {
            Kind::Additive(Additive::Plus) => ExprKind::Unary(UnaryOp::Plus, value.id),
            Kind::Additive(Additive::Minus) => ExprKind::Unary(UnaryOp::Minus, value.id),
            Kind::Unary(op) => ExprKind::Unary(op, value.id),
            Kind::IncDec(op) => ExprKind::Prefix(op, value.id),
            other => unreachable!("the grammar gives a unary operator, not {other:?}"),
        };
        let below = self.depth(value.id);
        self.operand(operator.span.to(value.span), kind, below)
    }

    pub(crate) fn postfix(&mut self, value: Operand, operator: &Terminal) -> Operand {
        let Kind::IncDec(op) = operator.kind else { unreachable!("the grammar gives an increment") };
        let below = self.depth(value.id);
        self.operand(value.span.to(operator.span), ExprKind::Postfix(op, value.id), below)
    }

    pub(crate) fn member(&mut self, object: Operand, member: PathId) -> Operand {
        let span = object.span.to(self.ast.paths[member].span);
        let below = self.depth(object.id);
        self.operand(span, ExprKind::Member(object.id, member), below)
    }

    pub(crate) fn index(&mut self, object: Operand, index: Operand, end: &Terminal) -> Operand {
        let below = self.depth(object.id).max(self.depth(index.id));
        self.operand(object.span.to(end.span), ExprKind::Index(object.id, index.id), below)
    }

    pub(crate) fn call(&mut self, callee: Operand, args: List<Expr>, end: &Terminal) -> Operand {
        let below = self.depth(callee.id).max(self.depth_of_list(args));
        self.operand(callee.span.to(end.span), ExprKind::Call(callee.id, args), below)
    }

    // Primary expressions.

    #[inline]
    pub(crate) fn path_expr(&mut self, path: PathId) -> Operand {
        self.operand(self.ast.paths[path].span, ExprKind::Path(path), 0)
    }

    pub(crate) fn parenthesized(&mut self, open: &Terminal, inner: Operand, close: &Terminal) -> Operand {
        Operand { id: inner.id, span: open.span.to(close.span) }
    }

    pub(crate) fn literal(&mut self, token: &Terminal) -> Operand {
        let kind = self.literal_value(token).map_or(ExprKind::Error, ExprKind::Literal);
        self.operand(token.span, kind, 0)
    }

    /// The value of a literal; `None` when it is malformed, which is reported.
    fn literal_value(&mut self, token: &Terminal) -> Option<Literal> {
        let Kind::Literal(kind) = token.kind else { unreachable!("the grammar gives a literal") };
        let value = match kind {
            LiteralKind::True => Ok(Literal::Bool(true)),
            LiteralKind::False => Ok(Literal::Bool(false)),
            LiteralKind::Str => Ok(Literal::Str(token.symbol)),
            LiteralKind::Number => return self.number(token),
            LiteralKind::Char => literal::character(self.sources.text(token.span)),
        };
        value.map_err(|error| error.report(token.span, self.sink)).ok()
    }

    /// The value of a number. Few numbers are most of those of a text.
    fn number(&mut self, token: &Terminal) -> Option<Literal> {
        let place = token.symbol.raw() as usize % KEPT_NUMBERS;
        if let Some(&Some((symbol, value))) = self.numbers.get(place)
            && symbol == token.symbol
        {
            return Some(value);
        }
        match literal::number(self.names.resolve(token.symbol)) {
            Ok(value) => {
                if !self.suspect_number(token) {
                    self.numbers.resize(KEPT_NUMBERS, None);
                    self.numbers[place] = Some((token.symbol, value));
                }
                Some(value)
            }
            Err(error) => {
                error.report(token.span, self.sink);
                None
            }
        }
    }

    /// `1f`: returns whether it was reported.
    fn suspect_number(&mut self, token: &Terminal) -> bool {
        let text = self.names.resolve(token.symbol);
        if let [digits @ .., b'f' | b'F' | b'h' | b'H'] = text.as_bytes()
            && digits.iter().all(u8::is_ascii_digit)
        {
            let (digits, suffix) = text.split_at(digits.len());
            let instead = format!("{digits}.0{suffix}");
            let text = text.to_owned();
            self.sink.report(token.span, PointlessFloat { text }).fix(
                token.span,
                format!("write '{instead}'"),
                instead,
            );
            return true;
        }
        false
    }

    pub(crate) fn init_list(&mut self, open: &Terminal, values: List<Expr>, close: &Terminal) -> ExprId {
        let below = self.depth_of_list(values);
        self.expr(open.span.to(close.span), ExprKind::InitList(values), below)
    }

    pub(crate) fn error_init_list(&mut self, open: &Terminal, error: Recovery<'_>, close: &Terminal) -> ExprId {
        self.report(error);
        self.expr(open.span.to(close.span), ExprKind::Error, 0)
    }

    pub(crate) fn state_block(&mut self, token: &Terminal) -> ExprId {
        self.expr(token.span, ExprKind::StateBlock, 0)
    }
}
