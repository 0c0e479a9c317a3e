//! Inputs at other places of a pixel: computed by the functions of the primitive, as the rasterizer computes them.
//!
//! All numbers are in double precision, in the order in which the rasterizer has them, so that the result has the same bits.

use super::Rewriter;
use crate::EVALUATION;
use crate::error::{Result, unsupported};
use crate::interface::Found;
use crate::lines;
use crate::rows::Interpolation;
use crate::types::Types;
use crate::words::{self, Ids};
use dialect::spirv::access::Access;
use dialect::spirv::decode::{ExtSet, Inst};
use dialect::spirv::index::Index;
use spirv::{GlslStd450Op as GLOp, Op, StorageClass};

/// The place of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Centroid,
    Sample,
    Offset,
}

/// The words of [`Place::Evaluation`](crate::Place::Evaluation): the center, the centroid, the places of samples.
const CENTER: u32 = 20;
const CENTROID: u32 = 22;
const SAMPLES: u32 = 24;

/// Variables with what inputs are evaluated by.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    /// In the order of [`Found::evaluated`].
    pub(crate) inputs: Vec<Source>,
    pub(crate) words: Option<Words>,
}

/// The variables of an input.
#[derive(Debug)]
pub(crate) struct Source {
    id: u32,
    /// The values at the three corners.
    pub(crate) corners: [u32; 3],
    interpolation: Interpolation,
}

/// The variable with the words that are not of an input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words {
    pub(crate) variable: u32,
    /// The type of its value.
    pub(crate) ty: u32,
}

impl Sources {
    pub(crate) fn new(found: &Found, ids: &mut Ids, types: &mut Types) -> Sources {
        let inputs = found.evaluated.iter().map(|own| {
            let corners = [(); 3].map(|()| types.private(ids, own.ty));
            Source { id: own.id, corners, interpolation: own.interpolation }
        });
        let inputs: Vec<Source> = inputs.collect();
        let words = found.evaluation.map(|_| {
            let (uint, count) = (types.uint(ids), types.number(ids, EVALUATION));
            let ty = types.declare(ids, Op::TypeArray, &[uint, count]);
            Words { variable: types.private(ids, ty), ty }
        });
        Sources { inputs, words }
    }

    /// The ids of the variables.
    pub(crate) fn variables(&self) -> impl Iterator<Item = u32> + '_ {
        let words = self.words.iter().map(|words| words.variable);
        self.inputs.iter().flat_map(|source| source.corners).chain(words)
    }
}

/// The kind of evaluation that an instruction is, if it is one.
pub(super) fn kind(index: &Index<'_>, inst: &Inst) -> Option<Kind> {
    if lines::set_of(index, inst.id(0)) != Some(ExtSet::Gl) {
        return None;
    }
    let kinds = [
        (GLOp::InterpolateAtCentroid, Kind::Centroid),
        (GLOp::InterpolateAtSample, Kind::Sample),
        (GLOp::InterpolateAtOffset, Kind::Offset),
    ];
    let own = GLOp::from_u32(inst.literal(1))?;
    kinds.iter().find(|(op, _)| *op == own).map(|(_, kind)| *kind)
}

/// The variables that a module evaluates at other places.
pub(crate) fn variables(index: &Index<'_>) -> Vec<u32> {
    let insts = index.insts[index.globals..].iter();
    let evaluations = insts.filter(|inst| inst.op == Op::ExtInst && kind(index, inst).is_some());
    let mut found: Vec<u32> = evaluations.filter_map(|inst| Some(path(index, inst.id(2))?.0)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// The variable that a pointer is into, and the indices.
fn path(index: &Index<'_>, pointer: u32) -> Option<(u32, Vec<u32>)> {
    let (mut at, mut indices) = (pointer, Vec::new());
    loop {
        let def = index.def(at)?;
        match def.op {
            Op::Variable => return Some((at, indices)),
            Op::AccessChain | Op::InBoundsAccessChain => {
                let own: Vec<u32> = def.ids_from(1).collect();
                indices.splice(0..0, own);
                at = def.id(0);
            }
            Op::CopyObject => at = def.id(0),
            _ => return None,
        }
    }
}

/// The functions of a primitive as numbers in double precision.
struct Functions {
    /// The factors of x and y, and the constant, of two weights.
    weights: [[u32; 3]; 2],
    inverse: u32,
    rhw: [u32; 3],
}

impl Rewriter<'_, '_> {
    /// Writes the evaluation of an input at another place.
    pub(super) fn evaluate(&mut self, inst: &Inst) -> Result<()> {
        let sources = self.sources;
        let found = path(self.index, inst.id(2));
        let source = found.as_ref().and_then(|(id, _)| sources.inputs.iter().find(|own| own.id == *id));
        let (Some(source), Some((_, indices)), Some(words)) = (source, found.as_ref(), sources.words) else {
            return unsupported(inst, "an evaluation at another place", "what is evaluated is not an input");
        };
        let ty = inst.type_id();
        if source.interpolation == Interpolation::Flat {
            words::push(&mut self.out, Op::Load, &[ty, inst.result_id(), inst.id(2)]);
            return Ok(());
        }
        let Some(kind) = kind(self.index, inst) else { return Ok(()) };
        let corners = source.corners.map(|variable| self.load_at(variable, indices, ty));
        let point = self.point(kind, inst.ids_from(3).next(), words);
        let weights = self.weights(point, words, source.interpolation == Interpolation::Smooth);
        let def = self.index.def(ty).filter(|def| def.op == Op::TypeVector);
        let (scalar, count) = def.map_or((ty, 1), |def| (def.id(0), def.literal(1)));
        let parts: Vec<u32> = (0..count)
            .map(|component| {
                let of = |own: &mut Self, value: u32| match def {
                    Some(_) => own.add(Op::CompositeExtract, scalar, &[value, component]),
                    None => value,
                };
                let values = corners.map(|value| of(self, value));
                self.mixed(values, weights, scalar)
            })
            .collect();
        let op = if def.is_some() { Op::CompositeConstruct } else { Op::CopyObject };
        words::push(&mut self.out, op, &[&[ty, inst.result_id()], &parts[..]].concat());
        Ok(())
    }

    fn add(&mut self, op: Op, ty: u32, operands: &[u32]) -> u32 {
        words::value(&mut self.out, self.ids, op, ty, operands)
    }

    fn double(&mut self) -> u32 {
        self.types.get(self.ids, Op::TypeFloat, &[64])
    }

    fn load_at(&mut self, variable: u32, indices: &[u32], ty: u32) -> u32 {
        let pointer = self.types.pointer(self.ids, StorageClass::Private, ty);
        let place = match indices {
            [] => variable,
            _ => self.add(Op::AccessChain, pointer, &[&[variable], indices].concat()),
        };
        self.add(Op::Load, ty, &[place])
    }

    /// A word of the primitive or the pixel, by its number, which is an id.
    fn word_at(&mut self, words: Words, number: u32) -> u32 {
        let uint = self.types.uint(self.ids);
        self.load_at(words.variable, &[number], uint)
    }

    fn word(&mut self, words: Words, number: u32) -> u32 {
        let number = self.types.number(self.ids, number);
        self.word_at(words, number)
    }

    /// The point along both axes, as integers of the grid.
    fn point(&mut self, kind: Kind, operand: Option<u32>, words: Words) -> [u32; 2] {
        let (int, uint) = (self.types.int(self.ids, 32, true), self.types.uint(self.ids));
        match (kind, operand) {
            (Kind::Sample, Some(sample)) => {
                // The places of two samples are in a word.
                let sample = self.add(Op::Bitcast, uint, &[sample]);
                let of = |own: &mut Self, value: u32| own.types.number(own.ids, value);
                let [one, last, first, sixteen] = [1, 15, SAMPLES, 16].map(|value| of(self, value));
                let sample = self.add(Op::BitwiseAnd, uint, &[sample, last]);
                let half = self.add(Op::ShiftRightLogical, uint, &[sample, one]);
                let number = self.add(Op::IAdd, uint, &[half, first]);
                let word = self.word_at(words, number);
                let is_odd = self.add(Op::BitwiseAnd, uint, &[sample, one]);
                let shift = self.add(Op::IMul, uint, &[is_odd, sixteen]);
                let both = self.add(Op::ShiftRightLogical, uint, &[word, shift]);
                let [eight, byte, center] = [8, 255, 128].map(|value| of(self, value));
                let y = self.add(Op::ShiftRightLogical, uint, &[both, eight]);
                let places = [both, y].map(|value| self.add(Op::BitwiseAnd, uint, &[value, byte]));
                [0, 1].map(|axis: usize| {
                    let middle = self.word(words, CENTER + axis as u32);
                    let corner = self.add(Op::ISub, uint, &[middle, center]);
                    let place = self.add(Op::IAdd, uint, &[corner, places[axis]]);
                    self.add(Op::Bitcast, int, &[place])
                })
            }
            (Kind::Offset, Some(offset)) => {
                let float = self.types.float(self.ids);
                let scale = self.types.constant(self.ids, Op::Constant, float, &[256f32.to_bits()]);
                [0, 1].map(|axis: u32| {
                    let part = self.add(Op::CompositeExtract, float, &[offset, axis]);
                    let scaled = self.add(Op::FMul, float, &[part, scale]);
                    let rounded = self.add(Op::ExtInst, float, &[self.glsl, GLOp::RoundEven as u32, scaled]);
                    let steps = self.add(Op::ConvertFToS, int, &[rounded]);
                    let middle = self.word(words, CENTER + axis);
                    let middle = self.add(Op::Bitcast, int, &[middle]);
                    self.add(Op::IAdd, int, &[middle, steps])
                })
            }
            (Kind::Centroid | Kind::Sample | Kind::Offset, _) => [0, 1].map(|axis: u32| {
                let word = self.word(words, CENTROID + axis);
                self.add(Op::Bitcast, int, &[word])
            }),
        }
    }

    fn functions_of(&mut self, words: Words) -> Functions {
        let (uint, double) = (self.types.uint(self.ids), self.double());
        let pair = self.types.vector(self.ids, uint, 2);
        let mut next = 0..20u32;
        let mut number = || {
            let halves = [(); 2].map(|()| next.next().unwrap_or(0)).map(|at| self.word(words, at));
            let both = self.add(Op::CompositeConstruct, pair, &halves);
            self.add(Op::Bitcast, double, &[both])
        };
        Functions {
            weights: [[(); 3]; 2].map(|parts| parts.map(|()| number())),
            inverse: number(),
            rhw: [(); 3].map(|()| number()),
        }
    }

    /// The weights of the second and the third corner at a point, rounded to single precision, in double precision.
    fn weights(&mut self, point: [u32; 2], words: Words, is_smooth: bool) -> [u32; 2] {
        let double = self.double();
        let all = self.functions_of(words);
        let [x, y] = point.map(|part| self.add(Op::ConvertSToF, double, &[part]));
        let linear = all.weights.map(|[by_x, by_y, constant]| {
            let [x, y] = [(by_x, x), (by_y, y)].map(|(factor, part)| self.add(Op::FMul, double, &[factor, part]));
            let sum = self.add(Op::FAdd, double, &[x, y]);
            let sum = self.add(Op::FAdd, double, &[sum, constant]);
            self.add(Op::FMul, double, &[sum, all.inverse])
        });
        let weights = if is_smooth { self.perspective(linear, all.rhw) } else { linear };
        let float = self.types.float(self.ids);
        weights.map(|weight| {
            let narrow = self.add(Op::FConvert, float, &[weight]);
            self.add(Op::FConvert, double, &[narrow])
        })
    }

    /// Weights in space for weights on the screen.
    fn perspective(&mut self, [second, third]: [u32; 2], [a, b, c]: [u32; 3]) -> [u32; 2] {
        let (double, bool) = (self.double(), self.types.bool(self.ids));
        let one = 1f64.to_bits();
        let one = self.types.constant(self.ids, Op::Constant, double, &[one as u32, (one >> 32) as u32]);
        let rest = self.add(Op::FSub, double, &[one, second]);
        let first = self.add(Op::FSub, double, &[rest, third]);
        let parts = [(first, a), (second, b), (third, c)];
        let [first, by_b, by_c] = parts.map(|(weight, rhw)| self.add(Op::FMul, double, &[weight, rhw]));
        let sum = self.add(Op::FAdd, double, &[first, by_b]);
        let sum = self.add(Op::FAdd, double, &[sum, by_c]);
        let are_equal = [(a, b), (b, c)].map(|(one, other)| self.add(Op::FOrdEqual, bool, &[one, other]));
        let is_flat = self.add(Op::LogicalAnd, bool, &are_equal);
        [(second, by_b), (third, by_c)].map(|(linear, part)| {
            let smooth = self.add(Op::FDiv, double, &[part, sum]);
            self.add(Op::Select, double, &[is_flat, linear, smooth])
        })
    }

    /// The value between three. A constant keeps its bits.
    fn mixed(&mut self, values: [u32; 3], weights: [u32; 2], ty: u32) -> u32 {
        let (float, double) = (self.types.float(self.ids), self.double());
        let wide = values.map(|value| self.add(Op::FConvert, double, &[value]));
        let mut sum = wide[0];
        for (value, weight) in wide[1..].iter().zip(weights) {
            let difference = self.add(Op::FSub, double, &[*value, wide[0]]);
            let part = self.add(Op::FMul, double, &[weight, difference]);
            sum = self.add(Op::FAdd, double, &[sum, part]);
        }
        let rounded = self.add(Op::FConvert, float, &[sum]);
        let value = if ty == float { rounded } else { self.add(Op::FConvert, ty, &[rounded]) };
        let bool = self.types.bool(self.ids);
        let are_equal = [1, 2].map(|corner: usize| self.add(Op::FOrdEqual, bool, &[values[0], values[corner]]));
        let is_constant = self.add(Op::LogicalAnd, bool, &are_equal);
        self.add(Op::Select, ty, &[is_constant, values[0], value])
    }
}
