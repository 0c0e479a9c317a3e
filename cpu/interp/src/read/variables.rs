//! Variables of functions that live in cells: those that nothing but loads and stores at fixed places accesses. Unoptimized
//! code has a load for each use of a variable, so a load whose result is used once, before the variable changes, needs no copy.

use super::{Reader, each_id, tables};
use crate::code::{Cells, Slot};
use crate::error::{Result, refuse};
use crate::types::{Layout, Shape, Type};
use dialect::spirv::access::Access;
use dialect::spirv::decode::{self, ExtSet, Inst};
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::{Op, StorageClass};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most cells of such a variable.
const MOST_CELLS: usize = 64;

/// The variables that live in cells.
#[derive(Default)]
pub(super) struct Variables {
    /// The first cell of each, by id.
    slots: FxHashMap<u32, Slot>,
    /// The loads whose results are where the variables are.
    in_place: FxHashSet<u32>,
    /// The first cell and the layout of each, by its place in the memory of lanes.
    places: BTreeMap<u64, (Slot, Arc<Layout>)>,
    /// All of their cells.
    pub(super) cells: std::ops::Range<Slot>,
}

/// A part of a variable that a pointer always leads to.
#[derive(Clone, Copy)]
struct Part {
    variable: u32,
    offset: u64,
    ty: u32,
    shape: Shape,
}

/// What is known about variables while they are examined.
#[derive(Default)]
struct Candidates {
    parts: FxHashMap<u32, Part>,
    layouts: FxHashMap<u32, Arc<Layout>>,
    /// In the order of the functions.
    order: Vec<u32>,
}

impl Candidates {
    /// A pointer is used otherwise.
    fn escapes(&mut self, id: u32) {
        if let Some(part) = self.parts.get(&id) {
            self.layouts.remove(&part.variable);
        }
    }
}

/// The number of the first cell of a value in a variable, if its cells are one behind the other there.
fn first_cell(variable: &Layout, offset: u64, value: &Layout) -> Option<usize> {
    let place = |piece: &crate::types::Piece| (offset + u64::from(piece.offset), piece.bytes);
    let start = place(value.pieces.first()?);
    let first = variable.pieces.iter().position(|piece| (u64::from(piece.offset), piece.bytes) == start)?;
    let own = variable.pieces.get(first..first + value.pieces.len())?;
    own.iter()
        .zip(value.pieces.iter())
        .all(|(own, piece)| (u64::from(own.offset), own.bytes) == place(piece))
        .then_some(first)
}

/// Returns whether code of an instruction reads all of its operands, and nothing behind it does: what is masked or
/// shifted is examined later as well, and what is not stored to a variable in cells counts as a value from then on.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn reads_at_once(inst: &Inst, stores_to_cells: bool) -> bool {
    match inst.op {
        Op::Store => stores_to_cells,
        Op::BitwiseAnd | Op::ShiftRightLogical => false,
        Op::AccessChain
        | Op::InBoundsAccessChain
        | Op::BranchConditional
        | Op::Switch
        | Op::Dot
        | Op::MatrixTimesVector
        | Op::VectorTimesMatrix
        | Op::MatrixTimesMatrix
        | Op::CompositeConstruct
        | Op::VectorShuffle
        | Op::ExtInst => true,
        op => tables::each(op).is_some(),
    }
}

impl Reader<'_> {
    /// Finds the variables of these functions, callees behind callers.
    pub(super) fn find_variables(&mut self, functions: &[u32]) -> Result<()> {
        let insts = self.index.insts;
        let mut candidates = Candidates::default();
        let mut counts = vec![0u8; self.index.header.bound as usize];
        for function in functions {
            for inst in &insts[self.functions[function].range.clone()] {
                if self.says_nothing(inst) {
                    continue;
                }
                each_id(&inst.operands, &mut |id| {
                    if let Some(count) = counts.get_mut(id as usize) {
                        *count = count.saturating_add(1);
                    }
                });
                self.examine(inst, &mut candidates);
            }
        }
        for function in functions {
            self.find_in_place(&insts[self.functions[function].range.clone()], &candidates, &counts);
        }
        let start = self.cells(0)?;
        for id in &candidates.order {
            if let Some(layout) = candidates.layouts.get(id) {
                let slot = self.cells(layout.pieces.len() as u32)?;
                self.variables.slots.insert(*id, slot);
            }
        }
        self.variables.cells = start..self.cells(0)?;
        Ok(())
    }

    /// Returns whether no code is made of an instruction.
    fn says_nothing(&self, inst: &Inst) -> bool {
        let set = |inst: &Inst| self.index.def(inst.id(0)).and_then(|set| decode::ext_set(set.text(0)));
        inst.op == Op::ExtInst
            && matches!(set(inst), Some(ExtSet::DebugInfo | ExtSet::NonSemantic))
            && self.index.def(inst.id(0)).is_none_or(|set| set.text(0) != "NonSemantic.DebugPrintf")
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn examine(&mut self, inst: &Inst, candidates: &mut Candidates) {
        match inst.op {
            Op::Variable => self.candidate(inst, candidates),
            Op::Load => self.access(inst.id(0), inst.type_id(), candidates),
            Op::Store => {
                candidates.escapes(inst.id(1));
                if let Some(ty) = candidates.parts.get(&inst.id(0)).map(|part| part.ty) {
                    self.access(inst.id(0), ty, candidates);
                }
            }
            Op::AccessChain | Op::InBoundsAccessChain => match self.constant_part(inst, candidates) {
                Some(part) => _ = candidates.parts.insert(inst.result_id(), part),
                None => candidates.escapes(inst.id(0)),
            },
            Op::FunctionCall => self.pass(inst, candidates),
            _ => each_id(&inst.operands, &mut |id| candidates.escapes(id)),
        }
    }

    fn candidate(&mut self, inst: &Inst, candidates: &mut Candidates) {
        let Type::Pointer { class: StorageClass::Function, to } = *self.types.get(inst.type_id()) else { return };
        let has_init = inst.ids_from(1).next().is_some();
        let Ok(layout) = self.layout(to, Shape::Packed) else { return };
        let is_small = layout.pieces.len() <= MOST_CELLS && !layout.pieces.is_empty();
        if has_init || !is_small || layout.pieces.iter().any(|piece| piece.bytes == 0) || self.has_handles(to) {
            return;
        }
        let variable = inst.result_id();
        candidates.parts.insert(variable, Part { variable, offset: 0, ty: to, shape: Shape::Packed });
        candidates.layouts.insert(variable, layout);
        candidates.order.push(variable);
    }

    /// Returns whether a value has parts that are not numbers.
    fn has_handles(&self, ty: u32) -> bool {
        match self.types.get(ty) {
            Type::Scalar(_) => false,
            Type::Vector { of, .. } | Type::Matrix { column: of, .. } | Type::Array { of, .. } => self.has_handles(*of),
            Type::Struct(members) => members.iter().any(|member| self.has_handles(member.ty)),
            Type::Void
            | Type::Runtime { .. }
            | Type::Pointer { .. }
            | Type::Image(_)
            | Type::Sampler
            | Type::SampledImage(_)
            | Type::Scene
            | Type::Query
            | Type::Other => true,
        }
    }

    /// A value of a type is loaded or stored through a pointer.
    fn access(&mut self, pointer: u32, ty: u32, candidates: &mut Candidates) {
        let Some(part) = candidates.parts.get(&pointer).copied() else { return };
        let own = self.layout(ty, part.shape);
        let fits = |variable: &Arc<Layout>| own.is_ok_and(|own| first_cell(variable, part.offset, &own).is_some());
        if !candidates.layouts.get(&part.variable).is_some_and(fits) {
            candidates.escapes(pointer);
        }
    }

    /// The part that a chain of constant indices leads to.
    fn constant_part(&self, inst: &Inst, candidates: &Candidates) -> Option<Part> {
        let mut part = *candidates.parts.get(&inst.id(0))?;
        for index in inst.ids_from(1) {
            let at = self.constant(index)?;
            let (offset, shape, ty) = match self.types.get(part.ty) {
                Type::Struct(members) => {
                    let at = usize::try_from(at).ok().filter(|at| *at < members.len())?;
                    let (offset, shape) = self.types.member(members, at).ok()?;
                    (offset, shape, members[at].ty)
                }
                Type::Vector { .. } | Type::Matrix { .. } | Type::Array { .. } => {
                    let (stride, shape) = self.types.step(part.ty, part.shape).ok()?;
                    let at = Some(at).filter(|at| *at < self.types.length(part.ty).into())?;
                    (at.saturating_mul(stride), shape, self.types.part(part.ty))
                }
                Type::Void
                | Type::Scalar(_)
                | Type::Runtime { .. }
                | Type::Pointer { .. }
                | Type::Image(_)
                | Type::Sampler
                | Type::SampledImage(_)
                | Type::Scene
                | Type::Query
                | Type::Other => return None,
            };
            part = Part { offset: part.offset.saturating_add(offset), shape, ty, ..part };
        }
        Some(part)
    }

    /// Arguments of the only call of a function are its parameters.
    fn pass(&self, call: &Inst, candidates: &mut Candidates) {
        let callee = self.functions.get(&call.id(0));
        let insts = callee.map_or(&[][..], |callee| &self.index.insts[callee.range.clone()]);
        let mut params = insts.iter().filter(|inst| inst.op == Op::FunctionParameter);
        for id in call.ids_from(1) {
            let param = params.next();
            match (candidates.parts.get(&id).copied(), param, callee.is_some_and(|callee| callee.has_one_call)) {
                (Some(part), Some(param), true) => {
                    candidates.parts.insert(param.result_id(), Part { shape: Shape::Packed, ..part });
                }
                _ => candidates.escapes(id),
            }
        }
    }

    /// Finds the loads of a function whose results are used once, at once, and before the variable changes.
    fn find_in_place(&mut self, insts: &[Inst], candidates: &Candidates, counts: &[u8]) {
        let in_cells = |pointer: u32| {
            let part = candidates.parts.get(&pointer)?;
            candidates.layouts.contains_key(&part.variable).then_some(part.variable)
        };
        let mut pending: FxHashSet<u32> = FxHashSet::default();
        let mut loads: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for inst in insts {
            if self.says_nothing(inst) {
                continue;
            }
            let reads_at_once = reads_at_once(inst, in_cells(inst.id(0)).is_some());
            each_id(&inst.operands, &mut |id| {
                if pending.remove(&id) && reads_at_once {
                    self.variables.in_place.insert(id);
                }
            });
            if matches!(inst.op, Op::Label | Op::FunctionCall) {
                pending.clear();
                loads.clear();
            } else if inst.op == Op::Store
                && let Some(variable) = in_cells(inst.id(0))
            {
                loads.remove(&variable).into_iter().flatten().for_each(|load| _ = pending.remove(&load));
            } else if inst.op == Op::Load
                && let Some(variable) = in_cells(inst.id(0))
                && counts.get(inst.result_id() as usize) == Some(&1)
            {
                pending.insert(inst.result_id());
                loads.entry(variable).or_default().push(inst.result_id());
            }
        }
    }

    /// The first cell of a variable of a function at a place, where it lives in cells from here on.
    pub(super) fn cells_of(&mut self, id: u32, offset: u64, ty: u32) -> Result<Option<(Slot, Cells)>> {
        let Some(slot) = self.variables.slots.get(&id).copied() else { return Ok(None) };
        let layout = self.layout(ty, Shape::Packed)?;
        self.variables.places.insert(offset, (slot, Arc::clone(&layout)));
        Ok(Some((slot, Cells { offset, layout })))
    }

    /// The place and the first cell of a value behind a pointer with an id, if it is in a variable that lives in cells.
    pub(super) fn in_cells(&mut self, pointer: Slot, ty: u32, id: u32) -> Result<Option<(Slot, Cells)>> {
        let Some(offset) = self.local_place(pointer) else { return Ok(None) };
        let found = self.variables.places.range(..=offset).next_back();
        let is_in = |start: u64, variable: &Layout| {
            variable.pieces.iter().any(|piece| start + u64::from(piece.offset) + u64::from(piece.bytes) > offset)
        };
        let found = found.filter(|(start, (_, variable))| is_in(**start, variable));
        let Some((start, (slot, variable))) = found.map(|(start, (slot, layout))| (*start, (*slot, layout.clone())))
        else {
            return Ok(None);
        };
        let layout = self.layout(ty, self.shape_of(id))?;
        // An empty variable has the place of the next one.
        if layout.pieces.is_empty() {
            return Ok(None);
        }
        match first_cell(&variable, offset - start, &layout) {
            Some(first) => Ok(Some((slot + first as Slot, Cells { offset, layout }))),
            None => refuse("access to a part of a variable as another type"),
        }
    }

    /// Returns whether the result of a load is where its variable is.
    pub(super) fn is_in_place(&self, load: u32) -> bool {
        self.variables.in_place.contains(&load)
    }
}
