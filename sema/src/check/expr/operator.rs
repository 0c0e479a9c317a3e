//! Operators: built-in ones on numbers, overloaded ones as method calls, assignments and assignability.

use super::conditional_lvalue::{Either, Write};
use crate::check::state::Checker;
use crate::check::state::functions::FnInfo;
use crate::check::state::ids::FnId;
use crate::convert::operators::{self, BinaryTypes, OperatorError};
use crate::diagnostics::{InvalidOperand, InvalidOperands, LiteralShift, NotAssignable, ScalarConditionNeeded};
use crate::hir::expr::{BinaryOp, ConstantValue, Conversion, ExprId, ExprKind, UnaryOp};
use crate::hir::ty::{Object, PatchKind, Scalar, StructId, Type, TypeId};
use crate::hir::{BlockKind, GlobalKind};
use crate::tables::methods::{MethodKind, NodeMethod};
use base::intern::Symbol;
use base::source::Span;
use frontend::ast::{self, OverloadedOp};
use frontend::language::HlslVersion;

/// Advice for an operand that operators do not take.
fn instead_of_operand(ty: Type) -> Option<&'static str> {
    match ty {
        Type::Object(Object::Texture(_)) => Some("a texture is read with 'Sample', 'Load' or [coordinates]"),
        Type::Object(Object::StructuredBuffer { .. }) => Some("elements of a buffer are read with [index]"),
        Type::Struct(_) => Some("operators work on the members of a struct, one by one"),
        Type::Error
        | Type::Void
        | Type::String
        | Type::Scalar(_)
        | Type::Vector(..)
        | Type::Matrix { .. }
        | Type::Array(..)
        | Type::RuntimeArray(_)
        | Type::Enum(_)
        | Type::Object(_)
        | Type::BufferPointer(..)
        | Type::Spirv(_)
        | Type::Transient(_) => None,
    }
}

/// The typed form of an operator; `&&` and `||` become the forms that evaluate both sides.
pub(crate) fn binary_op(op: ast::BinaryOp) -> BinaryOp {
    match op {
        ast::BinaryOp::Mul => BinaryOp::Mul,
        ast::BinaryOp::Div => BinaryOp::Div,
        ast::BinaryOp::Rem => BinaryOp::Rem,
        ast::BinaryOp::Add => BinaryOp::Add,
        ast::BinaryOp::Sub => BinaryOp::Sub,
        ast::BinaryOp::Shl => BinaryOp::Shl,
        ast::BinaryOp::Shr => BinaryOp::Shr,
        ast::BinaryOp::Lt => BinaryOp::Lt,
        ast::BinaryOp::Gt => BinaryOp::Gt,
        ast::BinaryOp::Le => BinaryOp::Le,
        ast::BinaryOp::Ge => BinaryOp::Ge,
        ast::BinaryOp::Eq => BinaryOp::Eq,
        ast::BinaryOp::Ne => BinaryOp::Ne,
        ast::BinaryOp::BitAnd => BinaryOp::BitAnd,
        ast::BinaryOp::BitXor => BinaryOp::BitXor,
        ast::BinaryOp::BitOr => BinaryOp::BitOr,
        ast::BinaryOp::And => BinaryOp::And,
        ast::BinaryOp::Or => BinaryOp::Or,
    }
}

/// The name of an overloaded operator, as the source has it; unary ones differ by their parameters.
fn operator_word(op: OverloadedOp) -> &'static str {
    match op {
        OverloadedOp::Binary(op) => match op {
            ast::BinaryOp::Mul => "operator*",
            ast::BinaryOp::Div => "operator/",
            ast::BinaryOp::Rem => "operator%",
            ast::BinaryOp::Add => "operator+",
            ast::BinaryOp::Sub => "operator-",
            ast::BinaryOp::Shl => "operator<<",
            ast::BinaryOp::Shr => "operator>>",
            ast::BinaryOp::Lt => "operator<",
            ast::BinaryOp::Gt => "operator>",
            ast::BinaryOp::Le => "operator<=",
            ast::BinaryOp::Ge => "operator>=",
            ast::BinaryOp::Eq => "operator==",
            ast::BinaryOp::Ne => "operator!=",
            ast::BinaryOp::BitAnd => "operator&",
            ast::BinaryOp::BitXor => "operator^",
            ast::BinaryOp::BitOr => "operator|",
            ast::BinaryOp::And => "operator&&",
            ast::BinaryOp::Or => "operator||",
        },
        OverloadedOp::Unary(op) => match op {
            ast::UnaryOp::Plus => "operator+",
            ast::UnaryOp::Minus => "operator-",
            ast::UnaryOp::Not => "operator!",
            ast::UnaryOp::BitNot => "operator~",
        },
        OverloadedOp::Call => "operator()",
        OverloadedOp::Subscript => "operator[]",
        OverloadedOp::Assign(_) => "operator=",
        OverloadedOp::IncDec(ast::IncDec::Inc) => "operator++",
        OverloadedOp::IncDec(ast::IncDec::Dec) => "operator--",
        OverloadedOp::Convert => "operator ",
    }
}

/// The names of operators in the output, without the word `operator`.
const OUTPUT_NAMES: &[(&str, &str)] = &[
    ("*", "Star"),
    ("/", "Slash"),
    ("%", "Percent"),
    ("+", "Plus"),
    ("-", "Minus"),
    ("<<", "LessLess"),
    (">>", "GreaterGreater"),
    ("<", "Less"),
    (">", "Greater"),
    ("<=", "LessEqual"),
    (">=", "GreaterEqual"),
    ("==", "EqualEqual"),
    ("!=", "ExclaimEqual"),
    ("&", "Amp"),
    ("^", "Caret"),
    ("|", "Pipe"),
    ("&&", "AmpAmp"),
    ("||", "PipePipe"),
    ("!", "Exclaim"),
    ("~", "Tilde"),
    ("()", "Call"),
    ("[]", "Subscript"),
    ("=", "Equal"),
    ("++", "PlusPlus"),
    ("--", "MinusMinus"),
];

/// The path of a function in the output, where an operator has a name of letters.
fn output_path(path: &str) -> Option<String> {
    let (scope, name) = path.rsplit_once("operator").filter(|(_, name)| is_operator(name))?;
    let known = OUTPUT_NAMES.iter().find(|(own, _)| *own == name);
    Some(format!("{scope}operator.{}", known.map_or(name.trim_start(), |(_, output)| output)))
}

/// Returns whether what follows the word `operator` makes it the name of one.
fn is_operator(name: &str) -> bool {
    name.starts_with(|first: char| !first.is_alphanumeric() && first != '_')
}

impl Checker<'_> {
    /// The name under which an overloaded operator is declared.
    pub(crate) fn operator_name(&mut self, op: OverloadedOp) -> Symbol {
        self.names.intern(operator_word(op))
    }

    /// The path of a function as the output has it.
    pub(crate) fn output_path(&mut self, function: FnId) -> Symbol {
        let FnInfo { name, path, .. } = self.decls.functions[function];
        if !self.is_operator_name(name) {
            return path;
        }
        match output_path(self.names.resolve(path)) {
            Some(output) => self.names.intern(&output),
            None => path,
        }
    }

    /// Returns whether a name is that of an operator.
    pub(crate) fn is_operator_name(&self, name: Symbol) -> bool {
        self.names.resolve(name).strip_prefix("operator").is_some_and(is_operator)
    }

    /// The struct whose operators may be called: that of a non-numeric operand.
    pub(crate) fn operator_struct(&self, expr: ExprId) -> Option<StructId> {
        self.module.struct_behind(self.ty(expr))
    }

    /// A binary operator on checked operands.
    pub(crate) fn binary(&mut self, op: ast::BinaryOp, op_span: Span, lhs: ExprId, rhs: ExprId, span: Span) -> ExprId {
        let typed = binary_op(op);
        if let Some(types) = self.types_of_scalars(typed, lhs, rhs) {
            return self.typed_binary(typed, types, [lhs, rhs], [lhs, rhs], op_span, span);
        }
        if self.is_error(lhs) || self.is_error(rhs) {
            return self.error(span);
        }
        if let Some(call) = self.free_operator_call(OverloadedOp::Binary(op), &[lhs, rhs], op_span, span) {
            return call;
        }
        if let Some(id) = self.operator_struct(lhs)
            && let Some(call) = self.operator_call(id, OverloadedOp::Binary(op), lhs, &[rhs], span)
        {
            return call;
        }
        let named = [lhs, rhs];
        let (lhs, rhs) = (self.operand(lhs), self.operand(rhs));
        let (lhs, rhs) = (self.load(lhs), self.load(rhs));
        if self.is_error(lhs) || self.is_error(rhs) {
            return self.error(span);
        }
        let (left, right) = (self.ty(lhs), self.ty(rhs));
        if let Some(compared) = self.compared_enums(typed, left, right) {
            let (lhs, rhs) = (self.cast(lhs, compared, span), self.cast(rhs, compared, span));
            return self.binary(op, op_span, lhs, rhs, span);
        }
        if left == right
            && let Type::Enum(id) = self.module.types[left]
            && !self.module.enums[id].scoped
            && !typed.has_bool_result()
        {
            // Operators on one enumeration keep its type; an `enum class` has none but `==` and `!=`.
            let int = self.common.int;
            let (lhs, rhs) = (self.cast(lhs, int, span), self.cast(rhs, int, span));
            let value = self.binary(op, op_span, lhs, rhs, span);
            return self.cast(value, left, span);
        }
        let types = match operators::binary(&mut self.module, self.options.version, typed, left, right) {
            Ok(types) => types,
            Err(why) => return self.invalid_operands(op.text(), op_span, left, right, why, span),
        };
        if types.literal_shift {
            self.report(op_span, LiteralShift {});
        }
        let (lhs, rhs) = (self.convert(lhs, types.operand), self.convert(rhs, types.operand));
        if self.is_error(lhs) || self.is_error(rhs) {
            return self.error(span);
        }
        self.typed_binary(typed, types, [lhs, rhs], named, op_span, span)
    }

    /// A binary operator on operands of its type; `named` are those that the source has.
    fn typed_binary(
        &mut self,
        typed: BinaryOp,
        types: BinaryTypes,
        [lhs, rhs]: [ExprId; 2],
        named: [ExprId; 2],
        op_span: Span,
        span: Span,
    ) -> ExprId {
        self.suspect_operand(typed, types.operand, rhs, op_span);
        self.suspect_nan(typed, types.operand, named, op_span);
        self.suspect_unsigned(typed, lhs, rhs, op_span);
        if let (Some(left), Some(right)) = (self.constant_of(lhs), self.constant_of(rhs))
            && let Some(folded) = self.fold_binary(typed, left, right, types.result)
        {
            return self.constant(folded, span);
        }
        if typed.is_comparison() && self.is_literal(types.operand) {
            let (lhs, rhs) = self.concrete_pair(lhs, rhs);
            return self.value(types.result, ExprKind::Binary { op: typed, lhs, rhs }, span);
        }
        if typed.is_logical() && self.is_modern() {
            let and = typed == BinaryOp::And;
            return self.value(types.result, ExprKind::ShortCircuit { and, lhs, rhs }, span);
        }
        self.value(types.result, ExprKind::Binary { op: typed, lhs, rhs }, span)
    }

    /// The integer type in which two values of one `enum class` are compared for equality, which have no order and no
    /// implicit conversions.
    fn compared_enums(&mut self, op: BinaryOp, left: TypeId, right: TypeId) -> Option<TypeId> {
        let Type::Enum(id) = self.module.types[left] else { return None };
        let scoped = &self.module.enums[id];
        if left != right || !scoped.scoped || !matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
            return None;
        }
        let base = scoped.base;
        Some(self.intern(Type::Scalar(base)))
    }

    fn is_literal(&self, ty: TypeId) -> bool {
        crate::convert::numeric_type(self.module.types[ty]).is_some_and(|(elem, _)| elem.is_literal())
    }

    fn invalid_operands(
        &mut self,
        op: &str,
        op_span: Span,
        left: TypeId,
        right: TypeId,
        why: OperatorError,
        span: Span,
    ) -> ExprId {
        if why == OperatorError::NotScalar && (op == "&&" || op == "||") {
            let instead = if op == "&&" { "and" } else { "or" };
            let what = format!("operands of '{op}'");
            self.report(op_span, ScalarConditionNeeded { what, instead: instead.to_owned() });
            return self.error(span);
        }
        let is_matrix = |ty: TypeId| matches!(self.module.types[ty], Type::Matrix { .. });
        let is_product = matches!(op, "*" | "*=") && (is_matrix(left) || is_matrix(right));
        let (lhs, rhs) = (self.type_name(left), self.type_name(right));
        let instead = [left, right].into_iter().find_map(|ty| instead_of_operand(self.module.types[ty]));
        let diagnostic = self.report(op_span, InvalidOperands { op: op.to_owned(), lhs, rhs });
        if let Some(instead) = instead {
            diagnostic.note_at(op_span, instead);
        } else if is_product {
            diagnostic.note_at(op_span, "'*' multiplies component-wise; use mul(a, b) for the matrix product");
        } else if let Some(reason) = reason(why) {
            diagnostic.note(reason);
        }
        self.error(span)
    }

    /// A unary operator on a checked operand.
    pub(crate) fn unary(&mut self, op: ast::UnaryOp, operand: ExprId, span: Span) -> ExprId {
        if self.is_error(operand) {
            return self.error(span);
        }
        let overloaded = match op {
            ast::UnaryOp::Plus => OverloadedOp::Binary(ast::BinaryOp::Add),
            ast::UnaryOp::Minus => OverloadedOp::Binary(ast::BinaryOp::Sub),
            ast::UnaryOp::Not | ast::UnaryOp::BitNot => OverloadedOp::Unary(op),
        };
        if let Some(call) = self.free_operator_call(overloaded, &[operand], span, span) {
            return call;
        }
        if let Some(id) = self.operator_struct(operand)
            && let Some(call) = self.operator_call(id, overloaded, operand, &[], span)
        {
            return call;
        }
        let operand = self.operand(operand);
        let operand = self.load(operand);
        if self.is_error(operand) {
            return operand;
        }
        let ty = self.ty(operand);
        let (typed, text) = match op {
            ast::UnaryOp::Plus => (None, "+"),
            ast::UnaryOp::Minus => (Some(UnaryOp::Neg), "-"),
            ast::UnaryOp::Not => (Some(UnaryOp::Not), "!"),
            ast::UnaryOp::BitNot => (Some(UnaryOp::BitNot), "~"),
        };
        let result = match operators::unary(&mut self.module, typed.unwrap_or(UnaryOp::Neg), ty) {
            Ok(result) => result,
            Err(why) => {
                let ty = self.type_name(ty);
                let diagnostic = self.report(span, InvalidOperand { op: text.to_owned(), ty });
                if let Some(reason) = reason(why) {
                    diagnostic.note(reason);
                }
                return self.error(span);
            }
        };
        let operand = self.convert(operand, result);
        let Some(op) = typed else { return operand };
        if let Some(constant) = self.constant_of(operand)
            && let Some(folded) = self.fold_unary(op, constant)
        {
            return self.constant(folded, span);
        }
        self.value(result, ExprKind::Unary { op, operand }, span)
    }

    /// `++` and `--`
    pub(crate) fn inc_dec(&mut self, op: ast::IncDec, prefix: bool, place: ExprId, span: Span) -> ExprId {
        let text = match op {
            ast::IncDec::Inc => "++",
            ast::IncDec::Dec => "--",
        };
        let either = self.assigned_either(place);
        if self.is_error(place) || either.is_none() && !self.check_assignable(place) {
            return self.error(span);
        }
        let ty = self.ty(place);
        match crate::convert::numeric_type(self.module.types[ty]) {
            Some((elem, _)) if elem != Scalar::Bool => {}
            Some(_) | None => {
                let ty = self.type_name(ty);
                self.report(span, InvalidOperand { op: text.to_owned(), ty });
                return self.error(span);
            }
        }
        let increment = op == ast::IncDec::Inc;
        if let Some(either) = either {
            return self.write_either(either, Write::Step { increment, prefix }, span);
        }
        let kind = ExprKind::IncDec { increment, prefix, place };
        if prefix { self.place(ty, kind, span) } else { self.value(ty, kind, span) }
    }

    /// The places of a conditional expression that is assigned to, which HLSL 202x allows.
    fn assigned_either(&mut self, place: ExprId) -> Option<Either> {
        if self.options.version >= HlslVersion::V202x { self.either_place(place) } else { None }
    }

    /// `lhs = rhs`, `lhs += rhs`
    pub(crate) fn assign(
        &mut self,
        op: Option<ast::BinaryOp>,
        op_span: Span,
        lhs: ExprId,
        rhs: ExprId,
        span: Span,
    ) -> ExprId {
        if self.is_error(lhs) || self.is_error(rhs) {
            return self.error(span);
        }
        let either = self.assigned_either(lhs);
        if either.is_none() && !self.check_assignable(lhs) {
            return self.error(span);
        }
        let ty = self.ty(lhs);
        let Some(op) = op else {
            let value = self.convert(rhs, ty);
            if self.is_error(value) {
                return value;
            }
            if let Some(either) = either {
                return self.write_either(either, Write::Assign { value }, span);
            }
            self.suspect_assignment(lhs, rhs, op_span);
            return self.place(ty, ExprKind::Assign { place: lhs, value }, span);
        };
        let rhs = self.operand(rhs);
        let rhs = self.load(rhs);
        let right = self.ty(rhs);
        let typed = binary_op(op);
        let compute = match operators::compound(&mut self.module, typed, ty, right) {
            Ok(compute) => compute,
            Err(why) => {
                let text = format!("{}=", op.text());
                return self.invalid_operands(&text, op_span, ty, right, why, span);
            }
        };
        let value = self.convert(rhs, compute);
        if self.is_error(value) {
            return value;
        }
        self.suspect_operand(typed, compute, value, op_span);
        if let Some(either) = either {
            return self.write_either(either, Write::Compound { op: typed, value, compute }, span);
        }
        self.place(ty, ExprKind::CompoundAssign { op: typed, place: lhs, value, compute }, span)
    }

    /// The known value of a scalar condition.
    pub(crate) fn known_condition(&self, condition: ExprId) -> Option<bool> {
        let known = self.constant_of(condition)?;
        matches!(self.type_of(condition), Type::Scalar(_)).then(|| self.is_true(known))
    }

    /// `c ? a : b`
    pub(crate) fn ternary(&mut self, condition: ExprId, then: ExprId, otherwise: ExprId, span: Span) -> ExprId {
        let condition = self.operand(condition);
        let (condition, then, otherwise) = (self.load(condition), self.load(then), self.load(otherwise));
        if self.is_error(condition) || self.is_error(then) || self.is_error(otherwise) {
            return self.error(span);
        }
        let (of_condition, left, right) = (self.ty(condition), self.ty(then), self.ty(otherwise));
        if [left, right].contains(&self.common.void) {
            return self.invalid_operands("?:", span, left, right, OperatorError::NotNumeric, span);
        }
        let version = self.options.version;
        let types = match operators::ternary(&mut self.module, version, of_condition, left, right, false) {
            Ok(types) => types,
            Err(OperatorError::NotScalar) => {
                let what = "condition of '?:'".to_owned();
                let at = self.span(condition);
                self.report(at, ScalarConditionNeeded { what, instead: "select".to_owned() });
                return self.error(span);
            }
            Err(why) => return self.invalid_operands("?:", span, left, right, why, span),
        };
        let condition = self.convert(condition, types.condition);
        let (then, otherwise) = (self.convert(then, types.result), self.convert(otherwise, types.result));
        if self.is_error(condition) || self.is_error(then) || self.is_error(otherwise) {
            return self.error(span);
        }
        if let (Some(chosen), Some(_), Some(_)) =
            (self.known_condition(condition), self.constant_of(then), self.constant_of(otherwise))
        {
            return if chosen { then } else { otherwise };
        }
        if !self.is_modern() {
            return self.value(types.result, ExprKind::Select { condition, then, otherwise }, span);
        }
        if matches!(self.module.types[types.result], Type::Object(Object::Sampler { .. }))
            && self.known_condition(condition).is_none()
        {
            return self.invalid_operands("?:", span, left, right, OperatorError::Samplers, span);
        }
        self.value(types.result, ExprKind::Ternary { condition, then, otherwise }, span)
    }

    /// `a, b`
    pub(crate) fn comma(&mut self, lhs: ExprId, rhs: ExprId, span: Span) -> ExprId {
        if self.is_error(lhs) || self.is_error(rhs) {
            return self.error(span);
        }
        let lhs = self.dropped(lhs);
        let rhs = self.load(rhs);
        let ty = self.ty(rhs);
        self.value(ty, ExprKind::Comma { lhs, rhs }, span)
    }

    /// Reports expressions that are not assignable.
    pub(crate) fn check_assignable(&mut self, expr: ExprId) -> bool {
        match self.why_not_assignable(expr) {
            None => true,
            Some(why) => {
                let (span, declared) = (self.span(expr), self.declaration_of(expr));
                let advice = self.advice_for_either(expr);
                let report = self.report(span, NotAssignable { why });
                if let Some(advice) = advice {
                    report.note(advice);
                }
                report.declared_at(declared);
                false
            }
        }
    }

    /// The reason why an expression is not assignable; `None` if it is.
    pub(crate) fn why_not_assignable(&self, expr: ExprId) -> Option<String> {
        if self.repeats(expr) {
            return Some("the swizzle repeats a component".to_owned());
        }
        if self.is_spelled_pointer(expr) {
            return Some("inline SPIR-V pointers are const".to_owned());
        }
        let (mut at, mut is_mutable) = (expr, false);
        loop {
            let node = &self.frame.body.exprs[at];
            if matches!(node.kind, ExprKind::Constant(_)) {
                return Some("it is a constant".to_owned());
            }
            if !self.is_place(at) {
                return Some("it is not an lvalue".to_owned());
            }
            at = match &node.kind {
                ExprKind::Local(local) => {
                    let name = self.frame.body.locals[*local].name;
                    let read_only = !is_mutable && self.frame.read_only.contains(local);
                    return read_only.then(|| format!("'{}' is const", self.names.resolve(name)));
                }
                ExprKind::Global(global) => return self.why_global_not_assignable(*global, at == expr),
                ExprKind::ResourceElement { object, .. } => return self.why_element_not_assignable(*object),
                ExprKind::Method { method, object, .. } if method.kind == MethodKind::Nodes(NodeMethod::Get) => {
                    return self.why_element_not_assignable(*object);
                }
                ExprKind::Member { base, .. } | ExprKind::Index { base, .. } => {
                    is_mutable |= self.is_mutable_member(&node.kind);
                    if self.type_of(*base).block_content().is_some() {
                        return Some("members of constant buffers are read-only".to_owned());
                    }
                    if let Type::Object(Object::Patch(PatchKind::Input, ..)) = self.type_of(*base) {
                        return Some("control points are read-only".to_owned());
                    }
                    *base
                }
                ExprKind::Swizzle { base, .. } | ExprKind::MatrixSwizzle { base, .. } => *base,
                ExprKind::Convert { conversion: Conversion::ToBase, operand } => *operand,
                ExprKind::IncDec { place, .. }
                | ExprKind::Assign { place, .. }
                | ExprKind::CompoundAssign { place, .. } => *place,
                ExprKind::Constant(_)
                | ExprKind::SpecConstant(_)
                | ExprKind::String(_)
                | ExprKind::Undef
                | ExprKind::Load(_)
                | ExprKind::Unary { .. }
                | ExprKind::Binary { .. }
                | ExprKind::ShortCircuit { .. }
                | ExprKind::Ternary { .. }
                | ExprKind::Select { .. }
                | ExprKind::Comma { .. }
                | ExprKind::Convert { .. }
                | ExprKind::Construct { .. }
                | ExprKind::Call { .. }
                | ExprKind::Intrinsic { .. }
                | ExprKind::Method { .. } => return None,
            };
        }
    }

    /// Returns whether a member is `mutable`.
    fn is_mutable_member(&self, place: &ExprKind) -> bool {
        let &ExprKind::Member { base, field } = place else { return false };
        let Type::Struct(id) = self.type_of(base) else { return false };
        self.module.structs[id].fields[field as usize].attributes.mutable
    }

    /// Returns whether the type is an `OpTypePointer`: variables cannot hold such pointers, but can be aliases of them.
    fn is_spelled_pointer(&self, expr: ExprId) -> bool {
        if let Type::Object(Object::Spirv(id)) = self.type_of(expr) {
            self.module.spirv_types[id].opcode == Some(spirv::Op::TypePointer as u32)
        } else {
            false
        }
    }

    fn why_global_not_assignable(&self, global: crate::hir::GlobalId, whole: bool) -> Option<String> {
        let global = self.global(global);
        let name = self.names.resolve(global.name);
        match global.kind {
            GlobalKind::Static { is_const: true, .. } => Some(format!("'{name}' is const")),
            GlobalKind::Static { .. } | GlobalKind::Groupshared | GlobalKind::Shared(_) => None,
            GlobalKind::Block { kind: BlockKind::Globals, .. } => {
                Some("uniforms are read-only; declare the global 'static' to make it writable".to_owned())
            }
            GlobalKind::Block { .. } => Some("members of constant buffers are read-only".to_owned()),
            GlobalKind::Resource { .. } | GlobalKind::Heap { .. } if whole => {
                Some(format!("resource '{name}' cannot be assigned"))
            }
            GlobalKind::Resource { .. } | GlobalKind::Heap { .. } => Some(format!("'{name}' is a resource")),
            GlobalKind::Counter | GlobalKind::SpecConstant { .. } => Some(format!("'{name}' is constant")),
            GlobalKind::ExtBuiltin { output, .. } => (!output).then(|| format!("'{name}' is an input")),
        }
    }

    fn why_element_not_assignable(&self, object: ExprId) -> Option<String> {
        if let Type::Object(Object::StructuredBuffer { elem, .. }) = self.type_of(object)
            && self.module.hit_objects(elem) != 0
        {
            return Some("a buffer cannot hold a 'dx::HitObject'".to_owned());
        }
        let writable = match self.type_of(object) {
            Type::Object(Object::Node(node)) => node.kind.is_writable(),
            Type::Object(object) => object.is_writable(),
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::Array(..)
            | Type::RuntimeArray(_)
            | Type::Struct(_)
            | Type::Enum(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => true,
        };
        let ty = self.type_name(self.ty(object));
        (!writable).then(|| format!("elements of '{ty}' are read-only"))
    }

    /// A literal `0` or `1` of `bool`.
    pub(crate) fn bool_constant(&mut self, value: bool, span: Span) -> ExprId {
        let constant = self.intern_constant(self.common.bool_, ConstantValue::Bool(value));
        self.constant(constant, span)
    }
}

fn reason(why: OperatorError) -> Option<&'static str> {
    match why {
        OperatorError::NotNumeric => None,
        OperatorError::NotInteger => Some("operands must be integers"),
        OperatorError::Shapes => Some("the numbers of components do not match"),
        OperatorError::NotScalar => Some("expected a scalar"),
        OperatorError::MinPrecisionDivision => Some("minimum-precision signed integers cannot be divided"),
        OperatorError::DoubleRemainder => Some("'%' does not support 'double'"),
        OperatorError::BoolAssignment => Some("compound assignment does not support 'bool'"),
        OperatorError::ConditionShape => Some("the condition has a different number of components"),
        OperatorError::Samplers => {
            Some("the sampler must be known at compile time; use an array of samplers and an index instead")
        }
    }
}
