//! Forms of instructions that take little time, as long as all of their operands have values and nothing is to be reported:
//! most do. What has no such form, or cannot take it at the moment, is run as usual, with the same results.

use crate::code::{
    ADDRESS, Arg, Code, ComputeCode, EachCode, Edge, FlowCode, LOCAL, MemoryCode, NOWHERE, Pc, Slot, Watch,
};
use crate::rows::{self, RowOp};
use rustc_hash::FxHashMap;

/// The form of an instruction.
#[derive(Clone, Copy)]
pub(crate) enum Quick {
    /// It has none.
    Unknown,
    /// Values that stay where they are.
    Stay(Stay),
    Copy {
        dst: Slot,
        src: Slot,
        count: u32,
    },
    Rows(QuickRows),
    /// A way on to a place further behind.
    Jump(Pc),
    Branch {
        condition: Slot,
        yes: Pc,
        no: Pc,
    },
    /// Steps from a pointer to an object that is always the same, whose number the result has from the start.
    Chain {
        dst: Slot,
        base: Slot,
    },
    Load {
        dst: Slot,
        pointer: Slot,
        object: u64,
    },
    Store {
        src: Slot,
        pointer: Slot,
        object: u64,
    },
}

/// The cells of values that stay where they are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stay {
    pub(crate) first: Slot,
    pub(crate) count: u32,
}

/// An op on rows.
#[derive(Clone, Copy)]
pub(crate) struct QuickRows {
    pub(crate) run: rows::Run,
    pub(crate) op: RowOp,
    pub(crate) dst: Slot,
    pub(crate) count: u32,
    pub(crate) args: [Arg; 3],
    pub(crate) watch: Watch,
}

impl QuickRows {
    /// The operands of a component.
    #[inline]
    pub(crate) fn slots(&self, part: u32) -> [Slot; 3] {
        self.args.map(|arg| arg.slot + arg.step * part)
    }
}

/// The forms of instructions, by their numbers, and the objects of pointers that always lead to the same one unless they lead
/// nowhere.
#[derive(Default)]
pub(crate) struct Forms {
    pub(crate) all: Vec<Quick>,
    /// Runs of instructions whose values stay where they are, and for each instruction where those from it on begin and end.
    stays: Vec<Stay>,
    ranges: Vec<(u32, u32)>,
    pub(crate) objects: Vec<(Slot, u64)>,
}

impl Forms {
    /// The cells of the instructions from one on whose values stay where they are.
    #[inline]
    pub(crate) fn stays(&self, pc: Pc) -> &[Stay] {
        let (start, end) = self.ranges[pc as usize];
        &self.stays[start as usize..end as usize]
    }
}

/// Finds the forms of code, with the cells that are the same in all lanes.
pub(crate) fn forms(code: &[Code], constants: &[(Slot, u64)]) -> Forms {
    let mut known: FxHashMap<Slot, u64> = constants.iter().copied().collect();
    let mut forms = Forms::default();
    for (pc, code) in (0..).zip(code) {
        let form = form(pc, code, &known);
        if let Quick::Chain { dst, base } = form
            && let Some(object) = known.get(&base).copied()
        {
            known.insert(dst, object);
            forms.objects.push((dst, object));
        }
        forms.all.push(form);
    }
    for pc in 0..forms.all.len() {
        let here = forms.stays.len() as u32;
        if let Quick::Stay(cells) = forms.all[pc] {
            forms.stays.push(cells);
        }
        forms.ranges.push((here, here));
    }
    // A run ends where the next instruction is none of it.
    let mut end = forms.stays.len() as u32;
    for pc in (0..forms.all.len()).rev() {
        if !matches!(forms.all[pc], Quick::Stay(_)) {
            end = forms.ranges[pc].0;
        }
        forms.ranges[pc].1 = end;
    }
    forms
}

fn form(pc: Pc, code: &Code, known: &FxHashMap<Slot, u64>) -> Quick {
    match code {
        Code::Compute(ComputeCode::Each(EachCode { op, count, dst, args, watch })) => match rows::run_of(*op) {
            Some(run) if args.iter().all(|arg| arg.slot < *dst) => {
                let args = [args[0], args[1], args[2]];
                Quick::Rows(QuickRows { run, op: *op, dst: *dst, count: *count, args, watch: *watch })
            }
            _ => Quick::Unknown,
        },
        Code::Compute(ComputeCode::Moves(moves)) => copy(moves),
        Code::Memory(MemoryCode::LoadCells { dst, src, cells }) => {
            let count = cells.layout.pieces.len() as u32;
            if dst == src {
                Quick::Stay(Stay { first: *src, count })
            } else {
                Quick::Copy { dst: *dst, src: *src, count }
            }
        }
        Code::Memory(MemoryCode::StoreCells { dst, src, cells }) => {
            let count = cells.layout.pieces.len() as u32;
            let is_apart = dst + count <= *src || src + count <= *dst;
            if is_apart { Quick::Copy { dst: *dst, src: *src, count } } else { Quick::Unknown }
        }
        Code::Memory(MemoryCode::Chain { dst, base, .. })
            if known.get(base).is_some_and(|object| is_other(*object)) =>
        {
            Quick::Chain { dst: *dst, base: *base }
        }
        Code::Memory(MemoryCode::Load { dst, pointer, local: None, .. }) => match known.get(pointer) {
            Some(object) if is_other(*object) => Quick::Load { dst: *dst, pointer: *pointer, object: *object },
            _ => Quick::Unknown,
        },
        Code::Memory(MemoryCode::Store { src, pointer, local: None, .. }) => match known.get(pointer) {
            Some(object) if is_other(*object) => Quick::Store { src: *src, pointer: *pointer, object: *object },
            _ => Quick::Unknown,
        },
        Code::Flow(FlowCode::Jump(Edge { target, moves })) if moves.is_empty() && *target > pc => Quick::Jump(*target),
        Code::Flow(FlowCode::Branch { condition, yes, no })
            if yes.moves.is_empty() && no.moves.is_empty() && yes.target > pc && no.target > pc =>
        {
            Quick::Branch { condition: *condition, yes: yes.target, no: no.target }
        }
        Code::Compute(_)
        | Code::Memory(_)
        | Code::Flow(_)
        | Code::Wave(_)
        | Code::Image(_)
        | Code::Query(_)
        | Code::Print { .. }
        | Code::Clock { .. }
        | Code::WaveBarrier(_)
        | Code::MemoryBarrier(_)
        | Code::Section { .. }
        | Code::Demote => Quick::Unknown,
    }
}

/// Returns whether an object is memory that has a size of its own and is not the lanes'.
fn is_other(object: u64) -> bool {
    object != LOCAL && object != ADDRESS && object != NOWHERE
}

/// Moves of cells that are one behind the other.
fn copy(moves: &[(Slot, Slot)]) -> Quick {
    let Some((dst, src)) = moves.first().copied() else { return Quick::Unknown };
    let count = moves.len() as u32;
    let is_apart = dst + count <= src || src + count <= dst;
    let are_neighbours = (0..).zip(moves).all(|(at, (to, from))| (*to, *from) == (dst + at, src + at));
    if is_apart && are_neighbours { Quick::Copy { dst, src, count } } else { Quick::Unknown }
}
