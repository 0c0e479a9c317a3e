//! The words of a screened kernel as far as they are written: values, tests, and what they find.

use crate::code::Code;
use dialect::spirv::access::Access;
use spirv::{GlslStd450Op as Gl, Op, StorageClass};

/// The kind of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    Bool,
    Int { bits: u32, signed: bool },
    Float { bits: u32 },
}

/// A scalar or a vector type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) scalar: Scalar,
    /// The type of a component.
    pub(super) component: u32,
    /// The number of components.
    pub(super) count: u32,
}

/// The variables of a screened kernel.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Own {
    /// True if something was found.
    pub(super) found: u32,
    /// True if an atomic operation ran.
    pub(super) atomic: u32,
    /// The functions of GLSL.
    pub(super) glsl: u32,
}

/// Writes values and tests.
pub(super) struct Writer<'m> {
    pub(super) code: Code<'m>,
    pub(super) own: Own,
}

impl Writer<'_> {
    /// The shape of a type, if it is a scalar or a vector.
    pub(super) fn shape(&self, ty: u32) -> Option<Shape> {
        let own = self.code.index.def(ty)?;
        let (component, count) = if own.op == Op::TypeVector { (own.id(0), own.literal(1)) } else { (ty, 1) };
        let inst = self.code.index.def(component)?;
        let scalar = match inst.op {
            Op::TypeBool => Scalar::Bool,
            Op::TypeInt => Scalar::Int { bits: inst.literal(0), signed: inst.literal(1) == 1 },
            Op::TypeFloat => Scalar::Float { bits: inst.literal(0) },
            _ => return None,
        };
        Some(Shape { scalar, component, count })
    }

    /// The type of an id.
    pub(super) fn type_of(&self, id: u32) -> u32 {
        self.code.index.def(id).map_or(0, Access::type_id)
    }

    /// The type of as many truths.
    fn truths(&mut self, count: u32) -> u32 {
        let bool = self.code.bool();
        if count == 1 { bool } else { self.code.vector(bool, count) }
    }

    /// A comparison of each component.
    pub(super) fn compare(&mut self, op: Op, count: u32, operands: &[u32]) -> u32 {
        let ty = self.truths(count);
        self.code.value(op, ty, operands)
    }

    /// Reports where one of some truths holds.
    pub(super) fn report_any(&mut self, count: u32, truths: u32) {
        let bool = self.code.bool();
        let any = if count == 1 { truths } else { self.code.value(Op::Any, bool, &[truths]) };
        self.report(any);
    }

    /// Reports where something holds.
    pub(super) fn report(&mut self, truth: u32) {
        let bool = self.code.bool();
        let before = self.code.load(bool, self.own.found);
        let now = self.code.value(Op::LogicalOr, bool, &[before, truth]);
        self.code.store(self.own.found, now);
    }

    /// Constants of one number, as many as a shape has components.
    fn splat(&mut self, shape: Shape, words: &[u32]) -> u32 {
        let ids = &mut self.code.ids;
        let one = self.code.types.constant(ids, Op::Constant, shape.component, words);
        if shape.count == 1 {
            return one;
        }
        let ty = self.code.types.vector(ids, shape.component, shape.count);
        self.code.types.constant(ids, Op::ConstantComposite, ty, &vec![one; shape.count as usize])
    }

    /// An integer in each component.
    pub(super) fn integer(&mut self, shape: Shape, value: i64) -> u32 {
        let (bits, signed) = match shape.scalar {
            Scalar::Int { bits, signed } => (bits, signed),
            Scalar::Bool | Scalar::Float { .. } => (32, false),
        };
        let own = if signed || bits >= 32 { value } else { value & ((1 << bits) - 1) };
        if bits > 32 { self.splat(shape, &[own as u32, (own >> 32) as u32]) } else { self.splat(shape, &[own as u32]) }
    }

    /// A floating-point number in each component.
    pub(super) fn float(&mut self, shape: Shape, value: f64) -> u32 {
        if shape.scalar == (Scalar::Float { bits: 64 }) {
            let bits = value.to_bits();
            return self.splat(shape, &[bits as u32, (bits >> 32) as u32]);
        }
        self.splat(shape, &[(value as f32).to_bits()])
    }

    /// The magnitudes of numbers of a type.
    pub(super) fn magnitude(&mut self, ty: u32, value: u32) -> u32 {
        let glsl = self.own.glsl;
        self.code.value(Op::ExtInst, ty, &[glsl, Gl::FAbs as u32, value])
    }

    /// A binary op on unsigned integers.
    pub(super) fn uint(&mut self, op: Op, a: u32, b: u32) -> u32 {
        let ty = self.code.uint();
        self.code.value(op, ty, &[a, b])
    }

    /// A binary op with a truth as its result.
    pub(super) fn truth(&mut self, op: Op, a: u32, b: u32) -> u32 {
        let ty = self.code.bool();
        self.code.value(op, ty, &[a, b])
    }

    /// One of two unsigned integers.
    pub(super) fn select(&mut self, condition: u32, yes: u32, no: u32) -> u32 {
        let ty = self.code.uint();
        self.code.value(Op::Select, ty, &[condition, yes, no])
    }

    /// A variable of the function, whose declaration is added to words.
    pub(super) fn local(&mut self, out: &mut Vec<u32>, ty: u32, initial: Option<u32>) -> u32 {
        let pointer = self.code.pointer(StorageClass::Function, ty);
        let operands: Vec<u32> = [StorageClass::Function as u32].into_iter().chain(initial).collect();
        crate::words::value(out, &mut self.code.ids, Op::Variable, pointer, &operands)
    }

    /// A buffer of words at a binding of [`super::SET`].
    pub(super) fn buffer(&mut self, binding: u32) -> u32 {
        let uint = self.code.uint();
        self.code.buffer_in(super::SET, uint, 4, binding)
    }
}
