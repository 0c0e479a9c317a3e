//! Expressions and constants as text.

use super::Printer;
use crate::hir::Body;
use crate::hir::dump::Problem;
use crate::hir::expr::{
    Arg, BinaryOp, Category, Constant, ConstantId, ConstantValue, Conversion, ExprId, ExprKind, ParamMode, UnaryOp,
};
use crate::hir::ty::{ElemClass, Type, TypeId};
use crate::hir::walk::post_order;
use base::digits::Digits;
use std::fmt::{self, Write};

/// The depth to which composites are printed.
const MAX_NESTING: u32 = 3;
/// The number of parts of a composite that are printed.
const MAX_PARTS: usize = 16;

/// A reference to an expression.
struct Ref(ExprId);

impl fmt::Display for Ref {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("%")?;
        f.write_str(Digits::of(self.0.raw()).as_str())
    }
}

impl Printer<'_> {
    /// Prints the expression after its operands, and returns a reference to it.
    pub(super) fn exprs(&mut self, body: &Body, root: ExprId, indent: usize) -> String {
        for expr in post_order(body, root) {
            let node = &body.exprs[expr];
            self.indent(indent);
            self.put_ref(expr);
            self.out.push_str(if node.category == Category::Place { ": &" } else { ": " });
            self.put_type(node.ty);
            self.out.push_str(" = ");
            // Writing to a string does not fail.
            let _ = self.expr(&node.kind);
            self.out.push('\n');
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

    fn put_ref(&mut self, expr: ExprId) {
        self.out.push('%');
        self.out.push_str(Digits::of(expr.raw()).as_str());
    }

    /// A word with its operands.
    fn put_operation(&mut self, word: &str, operands: &[ExprId]) -> fmt::Result {
        self.out.push_str(word);
        for (at, operand) in operands.iter().enumerate() {
            self.out.push_str(if at == 0 { " " } else { ", " });
            self.put_ref(*operand);
        }
        Ok(())
    }

    /// The name of a type, which is cached.
    fn put_type(&mut self, ty: TypeId) {
        if !self.types.contains_key(&ty) {
            let name = self.ty(ty);
            self.types.insert(ty, name);
        }
        self.out.push_str(&self.types[&ty]);
    }

    fn expr(&mut self, kind: &ExprKind) -> std::fmt::Result {
        let e = |expr: &ExprId| Ref(*expr);
        match kind {
            ExprKind::Constant(constant) => write!(self.out, "constant {}", self.constant(*constant)),
            ExprKind::SpecConstant(global) => write!(self.out, "spec {}", self.global(*global)),
            ExprKind::String(text) => write!(self.out, "string {:?}", self.name(*text)),
            ExprKind::Undef => self.out.write_str("undef"),
            ExprKind::Local(local) => write!(self.out, "local ${}", Digits::of(local.raw()).as_str()),
            ExprKind::Global(global) => write!(self.out, "global {}", self.global(*global)),
            ExprKind::Load(place) => self.put_operation("load", &[*place]),
            ExprKind::Member { base, field } => write!(self.out, "member {}.{field}", e(base)),
            ExprKind::Index { base, index } => write!(self.out, "index {}[{}]", e(base), e(index)),
            ExprKind::ResourceElement { object, index, level } => {
                let level = level.as_ref().map_or_else(String::new, |level| format!(" level {}", e(level)));
                write!(self.out, "element {}[{}]{level}", e(object), e(index))
            }
            ExprKind::Swizzle { base, components } => {
                let letters: String = components.as_slice().iter().map(|&index| letter(index)).collect();
                write!(self.out, "swizzle {}.{letters}", e(base))
            }
            ExprKind::MatrixSwizzle { base, elements } => {
                let places: String =
                    elements.as_slice().iter().map(|(row, column)| format!("_m{row}{column}")).collect();
                write!(self.out, "swizzle {}.{places}", e(base))
            }
            ExprKind::Unary { op, operand } => self.put_operation(unary_name(*op), &[*operand]),
            ExprKind::IncDec { increment, prefix, place } => {
                let op = if *increment { "++" } else { "--" };
                if *prefix { write!(self.out, "{op}{}", e(place)) } else { write!(self.out, "{}{op}", e(place)) }
            }
            ExprKind::Binary { op, lhs, rhs } => self.put_operation(binary_name(*op), &[*lhs, *rhs]),
            ExprKind::ShortCircuit { and, lhs, rhs } => {
                write!(self.out, "{} {} {}", e(lhs), if *and { "&&" } else { "||" }, e(rhs))
            }
            ExprKind::Ternary { condition, then, otherwise } => {
                write!(self.out, "{} ? {} : {}", e(condition), e(then), e(otherwise))
            }
            ExprKind::Select { condition, then, otherwise } => {
                self.put_operation("select", &[*condition, *then, *otherwise])
            }
            ExprKind::Assign { place, value } => self.put_operation("assign", &[*place, *value]),
            ExprKind::CompoundAssign { op, place, value, compute } => {
                write!(self.out, "assign {} {}, {} in {}", binary_name(*op), e(place), e(value), self.ty(*compute))
            }
            ExprKind::Comma { lhs, rhs } => self.put_operation("comma", &[*lhs, *rhs]),
            ExprKind::Convert { conversion, operand } => self.put_operation(conversion_name(*conversion), &[*operand]),
            ExprKind::Construct { parts } => {
                let parts: Vec<String> = parts.iter().map(|part| e(part).to_string()).collect();
                write!(self.out, "construct {}", parts.join(", "))
            }
            ExprKind::Call { function, object, args } => {
                let object = object.as_ref().map_or_else(String::new, |object| format!("{}.", e(object)));
                write!(self.out, "call {object}{}({})", self.function_name(*function), self.args(args))
            }
            ExprKind::Intrinsic { intrinsic, args } => write!(self.out, "{}({})", intrinsic.name, self.args(args)),
            ExprKind::Method { method, object, args, .. } => {
                write!(self.out, "{}.{}({})", e(object), method.name, self.args(args))
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
            Type::Error
            | Type::Void
            | Type::String
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::Array(..)
            | Type::RuntimeArray(_)
            | Type::Struct(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => false,
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
        Conversion::Bits => "bits",
        Conversion::ToBase => "base",
        Conversion::BlockValue => "content",
        Conversion::AsBlock => "block",
        Conversion::Discard => "discard",
    }
}
