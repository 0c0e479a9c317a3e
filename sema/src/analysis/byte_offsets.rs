//! Offsets in byte-address buffers that are not a multiple of the size of what is read or written there.
//!
//! Of an offset the residue modulo 4 is computed, as far as it is known: `k * step + rest`, where `k` takes all values
//! from 0 on in the threads of a dispatch.

use crate::analysis::definitions::Definitions;
use crate::diagnostics::MisalignedAddress;
use crate::hir::expr::{BinaryOp, ExprId, ExprKind};
use crate::hir::ty::{Scalar, Type, TypeId};
use crate::hir::{Body, EntryPoint, LocalId, Module, StageTree};
use crate::tables::methods::{BufferMethod, Method, MethodKind};
use base::diag::Sink;
use base::ids::Set;
use spirv::BuiltIn;

/// Words have this alignment.
const WORD: u32 = 4;

/// The limit of operators that are examined for one offset.
const MOST_OPERATORS: u32 = 64;

/// Reports offsets that are misaligned for certain.
pub(crate) fn check(module: &Module, sink: &mut Sink) {
    for (id, function) in module.functions.iter() {
        let body = &function.body;
        let mut offsets = None;
        for (_, node) in body.exprs.iter() {
            let ExprKind::Method { method, args, .. } = &node.kind else { continue };
            let Some(offset) = args.first().filter(|_| takes_offset(method)) else { continue };
            let moved = args.get(1).map_or(node.ty, |value| value.ty);
            let align = alignment(module, if method.name.starts_with("Load") { node.ty } else { moved });
            let offsets = offsets.get_or_insert_with(|| Offsets {
                body,
                module,
                definitions: Definitions::of(body),
                counters: counters(module, id),
            });
            if offsets.residue(offset.expr, &mut { MOST_OPERATORS }).is_some_and(|residue| residue.is_misaligned(align))
            {
                sink.report(body.exprs[offset.expr].span, MisalignedAddress { align: align.to_string() });
            }
        }
    }
}

fn takes_offset(method: &Method) -> bool {
    matches!(
        method.kind,
        MethodKind::Buffer(BufferMethod::ByteLoad | BufferMethod::ByteStore | BufferMethod::Interlocked { .. })
    )
}

/// The alignment of what is read or written: that of its smallest scalar, at most a word.
fn alignment(module: &Module, ty: TypeId) -> u32 {
    let mut smallest = WORD;
    let mut types = vec![ty];
    let mut seen: Set<TypeId> = Set::default();
    while let Some(ty) = types.pop() {
        if !seen.insert(ty) {
            continue;
        }
        match module.ty(ty) {
            Type::Scalar(elem) | Type::Vector(elem, _) | Type::Matrix { elem, .. } => {
                smallest = smallest.min(bytes(module, elem));
            }
            Type::Array(elem, _) => types.push(elem),
            Type::Struct(id) => types.extend(module.structs[id].fields.iter().map(|field| field.ty)),
            Type::Error
            | Type::Void
            | Type::String
            | Type::RuntimeArray(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => {}
        }
    }
    smallest
}

fn bytes(module: &Module, elem: Scalar) -> u32 {
    elem.bits(module.native_16bit) / 8
}

/// The parameters of an entry function that are the numbers of its threads.
fn counters(module: &Module, function: crate::hir::FunctionId) -> Set<LocalId> {
    let entry = module.entry_points.iter().find(|entry| entry.function == function);
    let Some(entry) = entry.filter(|_| !chooses_threads(&module.functions[function].body)) else {
        return Set::default();
    };
    let params = module.functions[function].params.iter().zip(&entry.params);
    let is_counter = |tree: &StageTree| matches!(tree, StageTree::Leaf(variable) if counts_threads(entry, *variable));
    let counters = params.filter(|(_, param)| param.input.as_ref().is_some_and(is_counter));
    counters.map(|(param, _)| param.local).collect()
}

/// Returns whether a body may leave work to some threads, such as each fourth one.
fn chooses_threads(body: &Body) -> bool {
    let chooses = |kind: &ExprKind| {
        matches!(kind, ExprKind::Binary { op: BinaryOp::Rem | BinaryOp::BitAnd | BinaryOp::Eq | BinaryOp::Ne, .. })
    };
    body.exprs.iter().any(|(_, node)| chooses(&node.kind))
}

fn counts_threads(entry: &EntryPoint, variable: crate::hir::StageVariableId) -> bool {
    matches!(entry.variables[variable].builtin, Some(BuiltIn::GlobalInvocationId | BuiltIn::LocalInvocationIndex))
}

/// `k * step + rest` modulo a word.
#[derive(Clone, Copy, Debug)]
struct Residue {
    step: u32,
    rest: u32,
}

impl Residue {
    fn constant(value: u64) -> Self {
        Residue { step: 0, rest: (value % u64::from(WORD)) as u32 }
    }

    fn plus(self, other: Residue) -> Self {
        // Two counters may be any two numbers.
        let step = if self.step != 0 && other.step != 0 { 0 } else { self.step + other.step };
        Residue { step, rest: (self.rest + other.rest) % WORD }
    }

    fn times(self, factor: u32) -> Self {
        Residue { step: self.step * factor % WORD, rest: self.rest * factor % WORD }
    }

    /// Returns whether some thread accesses a misaligned address.
    fn is_misaligned(self, align: u32) -> bool {
        !self.step.is_multiple_of(align) || !self.rest.is_multiple_of(align)
    }
}

/// The offsets of a body.
struct Offsets<'a> {
    module: &'a Module,
    body: &'a Body,
    definitions: Definitions,
    counters: Set<LocalId>,
}

impl Offsets<'_> {
    /// The residue of an offset, if it is known.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the value of other expressions is unknown")]
    fn residue(&self, expr: ExprId, fuel: &mut u32) -> Option<Residue> {
        *fuel = fuel.checked_sub(1)?;
        let expr = self.definitions.source(self.body, expr);
        if let Some(value) = self.module.known_integer(self.body, expr) {
            return Some(Residue::constant(value));
        }
        match self.body.exprs[expr].kind {
            ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => {
                Some(self.residue(lhs, fuel)?.plus(self.residue(rhs, fuel)?))
            }
            ExprKind::Binary { op: BinaryOp::Mul, lhs, rhs } => {
                self.product(lhs, rhs, fuel).or_else(|| self.product(rhs, lhs, fuel))
            }
            ExprKind::Binary { op: BinaryOp::Shl, lhs, rhs } => {
                let count = self.module.known_integer(self.body, self.definitions.source(self.body, rhs))?;
                if count >= 2 { Some(Residue::constant(0)) } else { Some(self.residue(lhs, fuel)?.times(1 << count)) }
            }
            ExprKind::Load(place) => self.is_counter(place).then_some(Residue { step: 1, rest: 0 }),
            _ => None,
        }
    }

    fn product(&self, value: ExprId, factor: ExprId, fuel: &mut u32) -> Option<Residue> {
        let factor = self.module.known_integer(self.body, self.definitions.source(self.body, factor))?;
        let factor = (factor % u64::from(WORD)) as u32;
        if factor == 0 { Some(Residue::constant(0)) } else { Some(self.residue(value, fuel)?.times(factor)) }
    }

    /// Returns whether a place is the number of a thread along the first axis.
    fn is_counter(&self, place: ExprId) -> bool {
        let root = if let ExprKind::Swizzle { base, components } = &self.body.exprs[place].kind
            && components.as_slice() == [0]
        {
            *base
        } else {
            place
        };
        matches!(self.body.exprs[root].kind, ExprKind::Local(local) if self.counters.contains(&local))
    }
}
