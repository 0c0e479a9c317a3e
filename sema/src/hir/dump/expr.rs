//! Expressions and constants as text.

use super::{Printer, local_text};
use crate::hir::Body;
use crate::hir::dump::Problem;
use crate::hir::expr::{
    Arg, BinaryOp, Category, Constant, ConstantId, ConstantValue, Conversion, ExprId, ExprKind, ParamMode, UnaryOp,
};
use crate::hir::ty::{ElemClass, Type};
use crate::hir::walk::post_order;

/// Composites are printed to this depth.
const MAX_NESTING: u32 = 3;
/// So many parts of a composite are printed.
const MAX_PARTS: usize = 16;

impl Printer<'_> {
    /// Prints the expression, its operands before it, and returns how to refer to it.
    pub(super) fn exprs(&mut self, body: &Body, root: ExprId, indent: usize) -> String {
        for expr in post_order(body, root) {
            let node = &body.exprs[expr];
            let place = if node.category == Category::Place { "&" } else { "" };
            let text = self.expr(&node.kind);
            let ty = self.ty(node.ty);
            self.line(indent, &format!("%{}: {place}{ty} = {text}", expr.raw()));
            self.problems_at(Some(expr), indent);
        }
        format!("%{}", root.raw())
    }

    /// Prints the problems of an expression, or those of a body as a whole.
    pub(super) fn problems_at(&mut self, expr: Option<ExprId>, indent: usize) {
        let (problems, place): (&[Problem], _) = (self.problems, self.place);
        for problem in problems.iter().filter(|problem| problem.place == place && problem.expr == expr) {
            self.line(indent, &format!("^ error: {}", problem.text));
        }
    }

    fn expr(&self, kind: &ExprKind) -> String {
        let e = |expr: &ExprId| format!("%{}", expr.raw());
        match kind {
            ExprKind::Constant(constant) => format!("constant {}", self.constant(*constant)),
            ExprKind::SpecConstant(global) => format!("spec {}", self.global(*global)),
            ExprKind::String(text) => format!("string {:?}", self.name(*text)),
            ExprKind::Undef => "undef".to_owned(),
            ExprKind::Local(local) => format!("local {}", local_text(*local)),
            ExprKind::Global(global) => format!("global {}", self.global(*global)),
            ExprKind::Load(place) => format!("load {}", e(place)),
            ExprKind::Member { base, field } => format!("member {}.{field}", e(base)),
            ExprKind::Index { base, index } => format!("index {}[{}]", e(base), e(index)),
            ExprKind::ResourceElement { object, index, level } => {
                let level = level.as_ref().map_or_else(String::new, |level| format!(" level {}", e(level)));
                format!("element {}[{}]{level}", e(object), e(index))
            }
            ExprKind::Swizzle { base, components } => {
                let letters: String = components.as_slice().iter().map(|&index| letter(index)).collect();
                format!("swizzle {}.{letters}", e(base))
            }
            ExprKind::MatrixSwizzle { base, elements } => {
                let places: String =
                    elements.as_slice().iter().map(|(row, column)| format!("_m{row}{column}")).collect();
                format!("swizzle {}.{places}", e(base))
            }
            ExprKind::Unary { op, operand } => format!("{} {}", unary_name(*op), e(operand)),
            ExprKind::IncDec { increment, prefix, place } => {
                let op = if *increment { "++" } else { "--" };
                if *prefix { format!("{op}{}", e(place)) } else { format!("{}{op}", e(place)) }
            }
            ExprKind::Binary { op, lhs, rhs } => format!("{} {}, {}", binary_name(*op), e(lhs), e(rhs)),
            ExprKind::ShortCircuit { and, lhs, rhs } => {
                format!("{} {} {}", e(lhs), if *and { "&&" } else { "||" }, e(rhs))
            }
            ExprKind::Ternary { condition, then, otherwise } => {
                format!("{} ? {} : {}", e(condition), e(then), e(otherwise))
            }
            ExprKind::Select { condition, then, otherwise } => {
                format!("select {}, {}, {}", e(condition), e(then), e(otherwise))
            }
            ExprKind::Assign { place, value } => format!("assign {}, {}", e(place), e(value)),
            ExprKind::CompoundAssign { op, place, value, compute } => {
                format!("assign {} {}, {} in {}", binary_name(*op), e(place), e(value), self.ty(*compute))
            }
            ExprKind::Comma { lhs, rhs } => format!("comma {}, {}", e(lhs), e(rhs)),
            ExprKind::Convert { conversion, operand } => format!("{} {}", conversion_name(*conversion), e(operand)),
            ExprKind::Construct { parts } => {
                let parts: Vec<String> = parts.iter().map(e).collect();
                format!("construct {}", parts.join(", "))
            }
            ExprKind::Call { function, object, args } => {
                let object = object.as_ref().map_or_else(String::new, |object| format!("{}.", e(object)));
                format!("call {object}{}({})", self.function_name(*function), self.args(args))
            }
            ExprKind::Intrinsic { intrinsic, args } => format!("{}({})", intrinsic.name, self.args(args)),
            ExprKind::Method { method, object, args } => {
                format!("{}.{}({})", e(object), method.name, self.args(args))
            }
        }
    }

    fn args(&self, args: &[Arg]) -> String {
        let texts: Vec<String> = args.iter().map(|arg| self.arg(arg)).collect();
        texts.join(", ")
    }

    fn arg(&self, arg: &Arg) -> String {
        let steps = |steps: &[(Conversion, _)], word: &str| {
            let texts = steps.iter().map(|&(step, ty)| format!(" {word} {} {}", conversion_name(step), self.ty(ty)));
            texts.collect::<String>()
        };
        let conversions = steps(&arg.copy_in, "in") + &steps(&arg.copy_out, "back");
        let apart = if arg.apart { " apart" } else { "" };
        format!("{}%{}{conversions}{apart}", mode_text(arg.mode), arg.expr.raw())
    }

    /// The value of a constant.
    pub(super) fn constant(&self, id: ConstantId) -> String {
        if id.index() >= self.module.constants.len() {
            return "<unknown>".to_owned();
        }
        self.constant_value(&self.module.constants[id], MAX_NESTING)
    }

    fn constant_value(&self, constant: &Constant, depth: u32) -> String {
        let signed = match self.module.ty(constant.ty) {
            Type::Scalar(elem) => elem.class() == ElemClass::SInt,
            Type::Enum(id) => self.module.enums[id].base.class() == ElemClass::SInt,
            _ => false,
        };
        match &constant.value {
            ConstantValue::Bool(value) => value.to_string(),
            ConstantValue::Int(bits) if signed => (*bits as i64).to_string(),
            ConstantValue::Int(bits) => bits.to_string(),
            ConstantValue::Float(bits) => format!("{:?}", f64::from_bits(*bits)),
            ConstantValue::Zero => "zero".to_owned(),
            ConstantValue::Composite(_) if depth == 0 => "{...}".to_owned(),
            ConstantValue::Composite(parts) => {
                let shown = parts.iter().take(MAX_PARTS);
                let mut texts: Vec<String> =
                    shown.map(|&part| self.constant_value(&self.module.constants[part], depth - 1)).collect();
                if parts.len() > MAX_PARTS {
                    texts.push("...".to_owned());
                }
                format!("{{{}}}", texts.join(", "))
            }
        }
    }
}

fn letter(component: u8) -> char {
    ['x', 'y', 'z', 'w'].get(usize::from(component)).copied().unwrap_or('?')
}

pub(super) fn mode_text(mode: ParamMode) -> String {
    match mode {
        ParamMode::In => "",
        ParamMode::Out => "out ",
        ParamMode::InOut => "inout ",
        ParamMode::Reference => "ref ",
    }
    .to_owned()
}

const fn unary_name(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Neg => "neg",
        UnaryOp::BitNot => "bitnot",
        UnaryOp::Not => "not",
    }
}

const fn binary_name(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "add",
        BinaryOp::Sub => "sub",
        BinaryOp::Mul => "mul",
        BinaryOp::Div => "div",
        BinaryOp::Rem => "rem",
        BinaryOp::Shl => "shl",
        BinaryOp::Shr => "shr",
        BinaryOp::BitAnd => "bitand",
        BinaryOp::BitOr => "bitor",
        BinaryOp::BitXor => "bitxor",
        BinaryOp::Lt => "lt",
        BinaryOp::Gt => "gt",
        BinaryOp::Le => "le",
        BinaryOp::Ge => "ge",
        BinaryOp::Eq => "eq",
        BinaryOp::Ne => "ne",
        BinaryOp::And => "and",
        BinaryOp::Or => "or",
    }
}

const fn conversion_name(conversion: Conversion) -> &'static str {
    match conversion {
        Conversion::Numeric => "convert",
        Conversion::Splat => "splat",
        Conversion::Truncate => "truncate",
        Conversion::Reshape => "reshape",
        Conversion::Flat => "flatten",
        Conversion::ToBase => "base",
        Conversion::BlockValue => "content",
        Conversion::AsBlock => "block",
    }
}
