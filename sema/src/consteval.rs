//! Compile-time evaluation of expressions.
//!
//! Integers wrap at their width, shift amounts are masked, floats are computed in double precision and rounded to their
//! type; an integer division by zero has no value. Constants of matrices list their elements row by row.

mod aggregate;
mod numbers;
#[cfg(test)]
mod tests;

pub use aggregate::{convert_constant, element};
pub use numbers::{from_numbers, to_numbers};

use crate::hir::expr::{Arg, BinaryOp, ConstantId, ExprId, ExprKind, ParamMode, UnaryOp};
use crate::hir::ty::{Type, TypeId};
use crate::hir::{Body, Module};
use crate::tables::fold::{Fold, Number};
use crate::tables::intrinsics::Intrinsic;
use numbers::{elem_of, to_number};

/// The extent of evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Operators on scalars, as DXC evaluates them everywhere.
    Scalars,
    /// Vectors, matrices, arrays and intrinsic functions too: where the language requires a constant.
    Everything,
}

/// Looks up the known value of a variable.
pub type Known<'a> = &'a dyn Fn(&ExprKind) -> Option<ConstantId>;

/// Evaluates an expression; `None` if it has no value at compile time.
pub fn fold(module: &mut Module, body: &Body, known: Known<'_>, effort: Effort, expr: ExprId) -> Option<ConstantId> {
    let mut folder = Folder { module, body, known, effort };
    folder.fold(expr, MAX_DEPTH)
}

/// Expressions that nest deeper than this have no value.
const MAX_DEPTH: u32 = 256;

struct Folder<'a> {
    module: &'a mut Module,
    body: &'a Body,
    known: Known<'a>,
    effort: Effort,
}

impl Folder<'_> {
    fn fold(&mut self, expr: ExprId, depth: u32) -> Option<ConstantId> {
        let depth = depth.checked_sub(1)?;
        let body = self.body;
        let node = &body.exprs[expr];
        if self.effort == Effort::Scalars && !self.is_scalar(node.ty) {
            return if let ExprKind::Constant(constant) = node.kind {
                Some(constant)
            } else {
                (self.known)(&node.kind)
            };
        }
        match &node.kind {
            ExprKind::Constant(constant) => Some(*constant),
            ExprKind::Local(_) | ExprKind::Global(_) => (self.known)(&node.kind),
            ExprKind::Load(place) => self.fold(*place, depth),
            ExprKind::Unary { op, operand } => {
                let operand = self.fold(*operand, depth)?;
                unary(self.module, *op, node.ty, operand)
            }
            ExprKind::Binary { op, lhs, rhs } => {
                let (lhs, rhs) = (self.fold(*lhs, depth)?, self.fold(*rhs, depth)?);
                binary(self.module, *op, node.ty, lhs, rhs)
            }
            ExprKind::ShortCircuit { and, lhs, rhs } => self.short_circuit(*and, *lhs, *rhs, depth),
            ExprKind::Ternary { condition, then, otherwise } => {
                let condition = self.fold(*condition, depth)?;
                let chosen = if is_true(self.module, condition)? { then } else { otherwise };
                self.fold(*chosen, depth)
            }
            ExprKind::Select { condition, then, otherwise } => {
                let parts = [self.fold(*condition, depth)?, self.fold(*then, depth)?, self.fold(*otherwise, depth)?];
                select(self.module, node.ty, parts)
            }
            ExprKind::Comma { lhs, rhs } => {
                self.fold(*lhs, depth)?;
                self.fold(*rhs, depth)
            }
            ExprKind::Convert { conversion, operand } => {
                let operand = self.fold(*operand, depth)?;
                convert_constant(self.module, *conversion, operand, node.ty)
            }
            ExprKind::Member { base, field } => {
                let base = self.fold(*base, depth)?;
                element(self.module, base, u64::from(*field))
            }
            ExprKind::Index { base, index } => {
                let (base, index) = (self.fold(*base, depth)?, self.fold(*index, depth)?);
                element(self.module, base, to_index(self.module, index)?)
            }
            ExprKind::Swizzle { base, components } => {
                let numbers = self.numbers(*base, depth)?;
                let chosen: Option<Vec<Number>> =
                    components.as_slice().iter().map(|&index| numbers.get(usize::from(index)).copied()).collect();
                from_numbers(self.module, node.ty, &chosen?)
            }
            ExprKind::MatrixSwizzle { base, elements } => {
                let columns = self.columns(*base)?;
                let numbers = self.numbers(*base, depth)?;
                let at = |&(row, column): &(u8, u8)| numbers.get(usize::from(row) * columns + usize::from(column));
                let chosen: Option<Vec<Number>> = elements.as_slice().iter().map(|place| at(place).copied()).collect();
                from_numbers(self.module, node.ty, &chosen?)
            }
            ExprKind::Construct { parts } => {
                let parts: Option<Vec<ConstantId>> = parts.iter().map(|&part| self.fold(part, depth)).collect();
                aggregate::construct(self.module, node.ty, &parts?)
            }
            ExprKind::Intrinsic { intrinsic, args } => self.intrinsic(intrinsic, args, node.ty, depth),
            ExprKind::SpecConstant(_)
            | ExprKind::String(_)
            | ExprKind::Undef
            | ExprKind::ResourceElement { .. }
            | ExprKind::IncDec { .. }
            | ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::Call { .. }
            | ExprKind::Method { .. } => None,
        }
    }

    fn is_scalar(&self, ty: TypeId) -> bool {
        matches!(self.module.ty(ty), Type::Scalar(_) | Type::Enum(_))
    }

    fn numbers(&mut self, expr: ExprId, depth: u32) -> Option<Vec<Number>> {
        let constant = self.fold(expr, depth)?;
        to_numbers(self.module, constant)
    }

    /// The number of columns of a matrix-valued expression.
    fn columns(&self, matrix: ExprId) -> Option<usize> {
        if let Type::Matrix { columns, .. } = self.module.ty(self.body.exprs[matrix].ty) {
            Some(usize::from(columns))
        } else {
            None
        }
    }

    fn short_circuit(&mut self, and: bool, lhs: ExprId, rhs: ExprId, depth: u32) -> Option<ConstantId> {
        let left = self.fold(lhs, depth)?;
        let decided = is_true(self.module, left)? != and;
        if decided { Some(left) } else { self.fold(rhs, depth) }
    }

    fn intrinsic(&mut self, row: &'static Intrinsic, args: &[Arg], ty: TypeId, depth: u32) -> Option<ConstantId> {
        let fold = row.fold.filter(|_| self.effort == Effort::Everything)?;
        let values: Option<Vec<ConstantId>> =
            args.iter().map(|arg| if arg.mode == ParamMode::In { self.fold(arg.expr, depth) } else { None }).collect();
        intrinsic(self.module, fold, &values?, ty)
    }
}

/// Returns whether a scalar constant is not zero.
fn is_true(module: &Module, constant: ConstantId) -> Option<bool> {
    match to_numbers(module, constant)?[..] {
        [number] => Some(number.is_true()),
        _ => None,
    }
}

fn to_index(module: &Module, constant: ConstantId) -> Option<u64> {
    match to_numbers(module, constant)?[..] {
        [Number::Int(index)] => u64::try_from(index).ok(),
        [Number::Bool(index)] => Some(u64::from(index)),
        _ => None,
    }
}

/// The value of a unary operator.
pub fn unary(module: &mut Module, op: UnaryOp, ty: TypeId, operand: ConstantId) -> Option<ConstantId> {
    if let Some(number) = to_number(module, operand) {
        return from_numbers(module, ty, &[unary_number(op, number)?]);
    }
    let numbers: Option<Vec<Number>> = to_numbers(module, operand)?.into_iter().map(|n| unary_number(op, n)).collect();
    from_numbers(module, ty, &numbers?)
}

fn unary_number(op: UnaryOp, operand: Number) -> Option<Number> {
    Some(match (op, operand) {
        (UnaryOp::Neg, Number::Int(value)) => Number::Int(-value),
        (UnaryOp::Neg, Number::Float(value)) => Number::Float(-value),
        (UnaryOp::BitNot, Number::Int(value)) => Number::Int(!value),
        (UnaryOp::Not, value) => Number::Bool(!value.is_true()),
        (UnaryOp::Neg | UnaryOp::BitNot, _) => return None,
    })
}

/// The value of a binary operator on operands of one type.
pub fn binary(module: &mut Module, op: BinaryOp, ty: TypeId, lhs: ConstantId, rhs: ConstantId) -> Option<ConstantId> {
    let elem = elem_of(module, module.constants[lhs].ty)?;
    let width = elem.bits(module.native_16bit);
    let unordered = module.unordered_not_equal && op == BinaryOp::Ne;
    let value = |a, b| match (a, b) {
        (Number::Float(a), Number::Float(b)) if unordered => Some(Number::Bool(a != b)),
        _ => binary_number(op, width, a, b),
    };
    if let (Some(left), Some(right)) = (to_number(module, lhs), to_number(module, rhs)) {
        return from_numbers(module, ty, &[value(left, right)?]);
    }
    let (left, right) = (to_numbers(module, lhs)?, to_numbers(module, rhs)?);
    if left.len() != right.len() {
        return None;
    }
    let numbers: Option<Vec<Number>> = left.into_iter().zip(right).map(|(a, b)| value(a, b)).collect();
    from_numbers(module, ty, &numbers?)
}

fn binary_number(op: BinaryOp, width: u32, lhs: Number, rhs: Number) -> Option<Number> {
    match (lhs, rhs) {
        (Number::Int(a), Number::Int(b)) => binary_int(op, width, a, b),
        (Number::Float(a), Number::Float(b)) => binary_float(op, a, b),
        (Number::Bool(a), Number::Bool(b)) => binary_bool(op, a, b),
        _ => None,
    }
}

fn binary_int(op: BinaryOp, width: u32, a: i128, b: i128) -> Option<Number> {
    let amount = || (b as u32) & (width - 1);
    Some(match op {
        BinaryOp::Add => Number::Int(a + b),
        BinaryOp::Sub => Number::Int(a - b),
        BinaryOp::Mul => Number::Int(a.wrapping_mul(b)),
        BinaryOp::Div => Number::Int(a.checked_div(b)?),
        BinaryOp::Rem => Number::Int(a.checked_rem(b)?),
        BinaryOp::Shl => Number::Int(a << amount()),
        BinaryOp::Shr => Number::Int(a >> amount()),
        BinaryOp::BitAnd => Number::Int(a & b),
        BinaryOp::BitOr => Number::Int(a | b),
        BinaryOp::BitXor => Number::Int(a ^ b),
        BinaryOp::Lt
        | BinaryOp::Gt
        | BinaryOp::Le
        | BinaryOp::Ge
        | BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::And
        | BinaryOp::Or => Number::Bool(compare(op, a.partial_cmp(&b))?),
    })
}

fn binary_float(op: BinaryOp, a: f64, b: f64) -> Option<Number> {
    Some(match op {
        BinaryOp::Add => Number::Float(a + b),
        BinaryOp::Sub => Number::Float(a - b),
        BinaryOp::Mul => Number::Float(a * b),
        BinaryOp::Div => Number::Float(a / b),
        BinaryOp::Rem => Number::Float(a % b),
        BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::BitAnd
        | BinaryOp::BitOr
        | BinaryOp::BitXor
        | BinaryOp::Lt
        | BinaryOp::Gt
        | BinaryOp::Le
        | BinaryOp::Ge
        | BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::And
        | BinaryOp::Or => Number::Bool(compare(op, a.partial_cmp(&b))?),
    })
}

fn binary_bool(op: BinaryOp, a: bool, b: bool) -> Option<Number> {
    Some(Number::Bool(match op {
        BinaryOp::And => a && b,
        BinaryOp::Or => a || b,
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::BitAnd
        | BinaryOp::BitOr
        | BinaryOp::BitXor
        | BinaryOp::Lt
        | BinaryOp::Gt
        | BinaryOp::Le
        | BinaryOp::Ge
        | BinaryOp::Eq
        | BinaryOp::Ne => compare(op, a.partial_cmp(&b))?,
    }))
}

/// Ordered comparison: false if an operand is NaN, even for `!=`.
fn compare(op: BinaryOp, order: Option<std::cmp::Ordering>) -> Option<bool> {
    let is = |test: fn(std::cmp::Ordering) -> bool| Some(order.is_some_and(test));
    match op {
        BinaryOp::Lt => is(std::cmp::Ordering::is_lt),
        BinaryOp::Gt => is(std::cmp::Ordering::is_gt),
        BinaryOp::Le => is(std::cmp::Ordering::is_le),
        BinaryOp::Ge => is(std::cmp::Ordering::is_ge),
        BinaryOp::Eq => is(std::cmp::Ordering::is_eq),
        BinaryOp::Ne => is(std::cmp::Ordering::is_ne),
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::BitAnd
        | BinaryOp::BitOr
        | BinaryOp::BitXor
        | BinaryOp::And
        | BinaryOp::Or => None,
    }
}

/// Component-wise selection; a scalar condition selects whole values.
fn select(module: &mut Module, ty: TypeId, parts: [ConstantId; 3]) -> Option<ConstantId> {
    let [condition, then, otherwise] = parts;
    let conditions = to_numbers(module, condition)?;
    if let [condition] = conditions[..] {
        return Some(if condition.is_true() { then } else { otherwise });
    }
    let (then, otherwise) = (to_numbers(module, then)?, to_numbers(module, otherwise)?);
    let sides = then.into_iter().zip(otherwise);
    let chosen: Vec<Number> = conditions.iter().zip(sides).map(|(c, (a, b))| if c.is_true() { a } else { b }).collect();
    from_numbers(module, ty, &chosen)
}

/// The value of an intrinsic function.
pub fn intrinsic(module: &mut Module, fold: Fold, args: &[ConstantId], ty: TypeId) -> Option<ConstantId> {
    let elem = args.first().and_then(|&arg| elem_of(module, module.constants[arg].ty))?;
    let width = elem.bits(module.native_16bit);
    let values: Option<Vec<Vec<Number>>> = args.iter().map(|&arg| to_numbers(module, arg)).collect();
    let values = values?;
    let numbers = match fold {
        Fold::Vector(function) => function(&values)?,
        Fold::Number(function) => by_component(&values, |numbers| function(numbers, width))?,
        Fold::Float(function) => by_component(&values, |numbers| {
            let floats: Vec<f64> = numbers.iter().map(|number| number.to_f64()).collect();
            function(&floats).map(Number::Float)
        })?,
    };
    from_numbers(module, ty, &numbers)
}

fn by_component(args: &[Vec<Number>], function: impl Fn(&[Number]) -> Option<Number>) -> Option<Vec<Number>> {
    let count = args.first()?.len();
    let at = |index: usize| args.iter().map(|arg| arg.get(index).copied()).collect::<Option<Vec<Number>>>();
    (0..count).map(|index| function(&at(index)?)).collect()
}
