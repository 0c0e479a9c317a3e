//! Products and lengths of long vectors, which are sums over their pieces, and functions with two results.

use super::pieces::Splitter;
use super::shapes::{Form, Long, form_of};
use dialect::diagnostics::Result;
use dialect::ir::types::FloatKind;
use dialect::ir::{Attr, Attrs, OpId, Type, TypeId, ValueId, Values};
use dialect::spirv::facts;
use dialect::spirv::ops;
use dialect::spirv::types::{Member, SpirvType};
use spirv::{GlslStd450Op as G, Op};

impl Splitter<'_> {
    /// `OpDot`
    pub(super) fn dot_product(&mut self, op: OpId) {
        let attributes = self.module[op].attrs.clone();
        let [a, b] = [0, 1].map(|at| self.module[op].operands[at]);
        let (a, b) = (self.pieces(a), self.pieces(b));
        let elem = self.module.type_of(self.module[op].results[0]);
        let sum = self.dot(&a, &b, elem, &attributes);
        self.replace(op, sum);
    }

    fn dot(&mut self, a: &[ValueId], b: &[ValueId], elem: TypeId, attributes: &Attrs) -> ValueId {
        let products = a.iter().zip(b).map(|(a, b)| {
            let op = if self.is_scalar(*a) { Op::FMul } else { Op::Dot };
            self.emit(ops::core(op), [*a, *b], attributes, elem)
        });
        let products = products.collect();
        self.fold(products, Op::FAdd, attributes, elem)
    }

    fn is_scalar(&self, value: ValueId) -> bool {
        !matches!(self.module.ctx[self.module.type_of(value)], Type::Vector { .. })
    }

    /// A float constant.
    fn number(&mut self, value: f64, ty: TypeId) -> ValueId {
        let bits = match self.module.ctx[ty] {
            Type::Float { width: 64, .. } => value.to_bits(),
            Type::Float { width: 16, kind: FloatKind::Ieee } => u64::from(base::half::bits(value)),
            Type::None
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Vector { .. }
            | Type::Function { .. }
            | Type::Spirv(_)
            | Type::Llvm(_) => u64::from((value as f32).to_bits()),
        };
        let attr = self.module.ctx.attr(Attr::Float { bits, ty });
        self.pool.constant(self.module, attr, ty)
    }

    fn extended_op(&mut self, number: G, operands: impl Into<Values>, attributes: &Attrs, ty: TypeId) -> ValueId {
        let row = ops::by_gl(number as u32).expect("the table has all functions");
        self.emit(&row.info, operands, attributes, ty)
    }

    /// The product of each piece with a scalar.
    fn scaled(&mut self, pieces: &[ValueId], factor: ValueId, attributes: &Attrs) -> Vec<ValueId> {
        let scale = |piece: &ValueId| {
            let op = if self.is_scalar(*piece) { Op::FMul } else { Op::VectorTimesScalar };
            let ty = self.module.type_of(*piece);
            self.emit(ops::core(op), [*piece, factor], attributes, ty)
        };
        pieces.iter().map(scale).collect()
    }

    fn by_pieces(&mut self, op: Op, a: &[ValueId], b: &[ValueId], attributes: &Attrs) -> Vec<ValueId> {
        let apply = |(a, b): (&ValueId, &ValueId)| {
            let ty = self.module.type_of(*a);
            self.emit(ops::core(op), [*a, *b], attributes, ty)
        };
        a.iter().zip(b).map(apply).collect()
    }

    /// The functions of GLSL.std.450 whose components depend on all components of their operands.
    pub(super) fn geometry(&mut self, op: OpId, number: u32) {
        let attributes = self.module[op].attrs.clone();
        let operands = self.module[op].operands.clone();
        let Some(Long { elem, .. }) = self.long(operands[0]) else { return };
        let first = self.pieces(operands[0]);
        let second = operands.get(1).filter(|value| self.long(**value).is_some()).copied();
        let second = second.map(|value| self.pieces(value)).unwrap_or_default();
        match G::from_u32(number) {
            Some(G::Length) => {
                let length = self.length(&first, elem, &attributes);
                self.replace(op, length);
            }
            Some(G::Distance) => {
                let between = self.by_pieces(Op::FSub, &first, &second, &attributes);
                let length = self.length(&between, elem, &attributes);
                self.replace(op, length);
            }
            Some(G::Normalize) => {
                let length = self.length(&first, elem, &attributes);
                let divide = |piece: &ValueId| {
                    let ty = self.module.type_of(*piece);
                    let lengths = self.splat(length, ty);
                    self.emit(ops::core(Op::FDiv), [*piece, lengths], &attributes, ty)
                };
                let pieces = first.iter().map(divide).collect();
                self.define(op, pieces);
            }
            Some(G::FaceForward) => {
                let reference = self.pieces(operands[2]);
                let side = self.dot(&reference, &second, elem, &attributes);
                let [zero, one, minus] = [0.0, 1.0, -1.0].map(|number| self.number(number, elem));
                let sign = self.choice(side, zero, one, minus, elem);
                let pieces = self.scaled(&first, sign, &attributes);
                self.define(op, pieces);
            }
            Some(G::Reflect) => {
                let cosine = self.dot(&second, &first, elem, &attributes);
                let two = self.number(2.0, elem);
                let twice = self.emit(ops::core(Op::FMul), [two, cosine], &attributes, elem);
                let back = self.scaled(&second, twice, &attributes);
                let pieces = self.by_pieces(Op::FSub, &first, &back, &attributes);
                self.define(op, pieces);
            }
            Some(_) | None => {
                let pieces = self.refract(&first, &second, operands[2], elem, &attributes);
                self.define(op, pieces);
            }
        }
    }

    fn splat(&mut self, scalar: ValueId, ty: TypeId) -> ValueId {
        match self.module.ctx[ty] {
            Type::Vector { len, .. } => {
                self.core(Op::CompositeConstruct, vec![scalar; len as usize].into_iter().collect::<Values>(), ty)
            }
            Type::None
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Function { .. }
            | Type::Spirv(_)
            | Type::Llvm(_) => scalar,
        }
    }

    fn length(&mut self, pieces: &[ValueId], elem: TypeId, attributes: &Attrs) -> ValueId {
        let square = self.dot(pieces, pieces, elem, attributes);
        self.extended_op(G::Sqrt, [square], attributes, elem)
    }

    /// The first of two values where a number is less than a limit, else the second.
    fn choice(&mut self, number: ValueId, limit: ValueId, then: ValueId, otherwise: ValueId, ty: TypeId) -> ValueId {
        let bool = self.module.ctx.bool();
        let is_less = self.core(Op::FOrdLessThan, [number, limit], bool);
        self.core(Op::Select, [is_less, then, otherwise], ty)
    }

    /// `eta * I - (eta * dot(N, I) + sqrt(k)) * N`, or zero where `k = 1 - eta * eta * (1 - dot(N, I) * dot(N, I))` is negative.
    fn refract(
        &mut self,
        incident: &[ValueId],
        normal: &[ValueId],
        eta: ValueId,
        elem: TypeId,
        attributes: &Attrs,
    ) -> Vec<ValueId> {
        let [zero, one] = [0.0, 1.0].map(|number| self.number(number, elem));
        let arithmetic = |this: &mut Self, op, a, b| this.emit(ops::core(op), [a, b], attributes, elem);
        let cosine = self.dot(normal, incident, elem, attributes);
        let square = arithmetic(self, Op::FMul, cosine, cosine);
        let sine = arithmetic(self, Op::FSub, one, square);
        let eta_square = arithmetic(self, Op::FMul, eta, eta);
        let bent = arithmetic(self, Op::FMul, eta_square, sine);
        let rest = arithmetic(self, Op::FSub, one, bent);
        let root = self.extended_op(G::Sqrt, [rest], attributes, elem);
        let along = arithmetic(self, Op::FMul, eta, cosine);
        let along = arithmetic(self, Op::FAdd, along, root);
        let of_normal = self.choice(rest, zero, zero, along, elem);
        let of_incident = self.choice(rest, zero, zero, eta, elem);
        let incident = self.scaled(incident, of_incident, attributes);
        let normal = self.scaled(normal, of_normal, attributes);
        self.by_pieces(Op::FSub, &incident, &normal, attributes)
    }

    /// A struct of two pieces.
    pub(super) fn pair(&mut self, types: &[TypeId]) -> TypeId {
        let members = types.iter().map(|ty| Member { ty: *ty, offset: None, decorations: Vec::new() }).collect();
        self.module.ctx.ty(Type::Spirv(SpirvType::Struct { name: None, members, decorations: Vec::new() }))
    }

    /// `Modf` and `Frexp`, which store one result: the functions that return both do the work.
    pub(super) fn two_results(&mut self, op: OpId, number: u32) -> Result<()> {
        let [value, pointer] = [0, 1].map(|at| self.module[op].operands[at]);
        let (Some(long), Some((pointee, storage))) =
            (self.long(value), facts::pointer(self.module, self.module.type_of(pointer)))
        else {
            return self.refuse(op);
        };
        let Some(stored) = super::shapes::long(self.module, pointee) else { return self.refuse(op) };
        let function = if number == G::Modf as u32 { G::ModfStruct } else { G::FrexpStruct };
        let attributes = self.module[op].attrs.clone();
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for (at, piece) in (0..).zip(self.pieces(value)) {
            let types = [self.piece_type(long, at), self.piece_type(stored, at)];
            let pair = self.pair(&types);
            let both = self.extended_op(function, [piece], &attributes, pair);
            first.push(self.extract(both, &[0], types[0]));
            second.push(self.extract(both, &[1], types[1]));
        }
        let form: Form = form_of(storage);
        let whole = self.pack(&second, stored, form);
        self.effect(ops::core(Op::Store), [pointer, whole], &Attrs::new());
        self.define(op, first);
        Ok(())
    }
}
