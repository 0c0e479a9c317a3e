//! `ProcessQuadTessFactorsAvg` and similar functions: tessellation factors as a partitioning takes them.

use crate::builder::num::Num;
use crate::emitter::Emitter;
use crate::emitter::intrinsics::call::Call;
use sema::hir::ty::Scalar;
use sema::tables::intrinsics::Tessellation;
use spirv::{ExecutionMode, GlslStd450Op as Glsl, Op, Word};

/// The range of factors, and whether they are rounded.
#[derive(Clone, Copy)]
struct Partitioning {
    least: f64,
    most: f64,
    is_whole: bool,
}

impl Partitioning {
    const WHOLE: Partitioning = Partitioning { least: 1.0, most: 64.0, is_whole: true };
    const ODD: Partitioning = Partitioning { least: 1.0, most: 63.0, is_whole: false };
    const EVEN: Partitioning = Partitioning { least: 2.0, most: 64.0, is_whole: false };

    /// Odd factors below three are taken from the edges alone.
    fn is_odd(self) -> bool {
        !self.is_whole && self.least < 2.0
    }
}

impl Emitter<'_> {
    /// The factors of edges and inside, by the partitioning of the entry point.
    pub(crate) fn tessellation_call(&mut self, reduction: Tessellation, call: Call<'_>) -> Word {
        let partitioning = self.partitioning();
        if reduction == Tessellation::Lines {
            let [detail, density, ..] = call.args else { return 0 };
            for (at, factor) in [detail, density].into_iter().enumerate() {
                let num = self.num_of(factor.expr);
                let value = self.expr(factor.expr);
                let value = self.clamped(partitioning, num, value);
                let value = self.rounded(partitioning, num, value);
                self.write_factor(call, 2 + at, value, num);
            }
            return 0;
        }
        let (edges_num, scale_num) = (self.num_of(call.args[0].expr), self.num_of(call.args[1].expr));
        let (edges, scale) = (self.expr(call.args[0].expr), self.expr(call.args[1].expr));
        let outer = self.clamped(partitioning, edges_num, edges);
        let outer = self.rounded(partitioning, edges_num, outer);
        let [zero, one] = [0.0, 1.0].map(|limit| self.spv.constant_num(scale_num, limit));
        let scale = self.spv.glsl_num(Glsl::NMax, scale_num, &[scale, zero]);
        let scale = self.spv.glsl_num(Glsl::NMin, scale_num, &[scale, one]);
        let least = self.spv.constant_num(edges_num, 1.0);
        let clean = self.spv.glsl_num(Glsl::NMax, edges_num, &[edges, least]);
        let inside = self.reduced(reduction, edges_num, clean, scale_num);
        let inside = self.spv.op_num(Op::FMul, scale_num, &[inside, scale]);
        let exact = self.clamped(partitioning, scale_num, inside);
        let whole = self.rounded(partitioning, scale_num, exact);
        let [exact, whole] = match partitioning.is_odd() {
            true => self.odd_inside(reduction, edges_num, clean, scale_num, [exact, whole]),
            false => [exact, whole],
        };
        self.write_factor(call, 2, outer, edges_num);
        self.write_inside(call, 3, whole, scale_num);
        self.write_inside(call, 4, exact, scale_num);
        0
    }

    /// The partitioning of the hull shader that is emitted, or of the first one.
    fn partitioning(&self) -> Partitioning {
        let entry = self.entry().or_else(|| self.module.entry_points.first());
        let has =
            |wanted: ExecutionMode| entry.is_some_and(|entry| entry.modes.iter().any(|(mode, _)| *mode == wanted));
        if has(ExecutionMode::SpacingFractionalOdd) {
            Partitioning::ODD
        } else if has(ExecutionMode::SpacingFractionalEven) {
            Partitioning::EVEN
        } else {
            Partitioning::WHOLE
        }
    }

    /// In the range of the partitioning; what is not a number becomes the least factor.
    fn clamped(&mut self, partitioning: Partitioning, num: Num, value: Word) -> Word {
        let [least, most] = [partitioning.least, partitioning.most].map(|limit| self.spv.constant_num(num, limit));
        let value = self.spv.glsl_num(Glsl::NMax, num, &[value, least]);
        self.spv.glsl_num(Glsl::NMin, num, &[value, most])
    }

    fn rounded(&mut self, partitioning: Partitioning, num: Num, value: Word) -> Word {
        if partitioning.is_whole { self.spv.glsl_num(Glsl::Ceil, num, &[value]) } else { value }
    }

    /// One factor from all edges, or two from two edges each.
    fn reduced(&mut self, reduction: Tessellation, edges_num: Num, edges: Word, to: Num) -> Word {
        let edges = self.spv.components(edges_num, edges);
        let of_each = edges.len() / to.columns as usize;
        let parts: Vec<Word> = edges.chunks(of_each).map(|edges| self.reduced_to_one(reduction, edges)).collect();
        self.spv.construct_vector(Scalar::Float, &parts)
    }

    fn reduced_to_one(&mut self, reduction: Tessellation, edges: &[Word]) -> Word {
        let float = Num::scalar(Scalar::Float);
        let mut join = |one: Word, other: Word| match reduction {
            Tessellation::Average | Tessellation::Lines => self.spv.op_num(Op::FAdd, float, &[one, other]),
            Tessellation::Greatest => self.spv.glsl_num(Glsl::NMax, float, &[one, other]),
            Tessellation::Least => self.spv.glsl_num(Glsl::NMin, float, &[one, other]),
        };
        let joined = match *edges {
            [a, b, c, d] => {
                let (first, second) = (join(a, b), join(c, d));
                join(first, second)
            }
            [first, ref others @ ..] => others.iter().fold(first, |one, other| join(one, *other)),
            [] => return self.spv.constant_float(0.0),
        };
        if reduction != Tessellation::Average {
            return joined;
        }
        let part = self.spv.constant_float(1.0 / edges.len() as f32);
        self.spv.op_num(Op::FMul, float, &[joined, part])
    }

    /// Odd factors below three: the edges say them without the scale, at most three.
    fn odd_inside(
        &mut self,
        reduction: Tessellation,
        edges_num: Num,
        edges: Word,
        num: Num,
        factors: [Word; 2],
    ) -> [Word; 2] {
        let other = match reduction {
            Tessellation::Greatest => Tessellation::Greatest,
            Tessellation::Average | Tessellation::Least | Tessellation::Lines => Tessellation::Average,
        };
        let three = self.spv.constant_num(num, 3.0);
        let plain = self.reduced(other, edges_num, edges, num);
        let plain = self.clamped(Partitioning::ODD, num, plain);
        let plain = self.spv.glsl_num(Glsl::NMin, num, &[plain, three]);
        let bool = num.with_elem(Scalar::Bool);
        let is_small = self.spv.op_num(Op::FOrdLessThan, bool, &[factors[1], three]);
        let factors = factors.map(|factor| self.spv.op_num(Op::Select, num, &[is_small, plain, factor]));
        if num.is_scalar() {
            return factors;
        }
        factors.map(|factor| {
            let [x, y] = [0, 1].map(|at| self.spv.component(num, factor, at));
            let greater = self.spv.glsl_num(Glsl::NMax, Num::scalar(Scalar::Float), &[x, y]);
            let both = self.spv.construct_vector(Scalar::Float, &[greater, greater]);
            let both = self.spv.glsl_num(Glsl::NMin, num, &[both, three]);
            let is_small = self.spv.op_num(Op::FOrdLessThan, bool, &[factor, three]);
            self.spv.op_num(Op::Select, num, &[is_small, both, factor])
        })
    }

    /// Writes the factors of the inside: a quad has two even where one was computed.
    fn write_inside(&mut self, call: Call<'_>, at: usize, value: Word, num: Num) {
        let wanted = self.num_of_type(call.args[at].ty);
        let value = match num.is_scalar() && !wanted.is_scalar() {
            true => self.spv.construct_vector(Scalar::Float, &vec![value; wanted.columns as usize]),
            false => value,
        };
        let num = Num { columns: wanted.columns, ..num };
        self.write_factor(call, at, value, num);
    }

    fn write_factor(&mut self, call: Call<'_>, at: usize, value: Word, num: Num) {
        let place = self.out_place(&call.args[at]);
        self.write_arg(&call.args[at], &place, value, num);
    }
}
