//! The cells that code names: all must be there, even for modules that are not validated.

use crate::code::{
    Arg, AtomicCode, ChooseCode, Code, ComputeCode, EachCode, Edge, FlowCode, ImageCall, MemoryCode, Numbers,
    QueryCode, Slot, SpecialCode, TexelPointer, WaveCode,
};

/// One more than the last of the given number of cells.
fn end(slot: Slot, count: u32) -> u64 {
    if count == 0 { 0 } else { u64::from(slot) + u64::from(count) }
}

/// One more than the last cell of numbers.
fn numbers(numbers: Numbers) -> u64 {
    end(numbers.slot, numbers.count)
}

fn moves(moves: &[(Slot, Slot)]) -> u64 {
    moves.iter().map(|(to, from)| end(*to.max(from), 1)).max().unwrap_or(0)
}

fn edge(edge: &Edge) -> u64 {
    moves(&edge.moves)
}

fn most(ends: impl IntoIterator<Item = u64>) -> u64 {
    ends.into_iter().max().unwrap_or(0)
}

/// One more than the last cell that an instruction names.
pub(crate) fn of(code: &Code) -> u64 {
    match code {
        Code::Compute(code) => compute(code),
        Code::Memory(code) => memory(code),
        Code::Flow(code) => flow(code),
        Code::Wave(WaveCode { op, dst, count, src, other, .. }) => {
            let other = other.map_or(0, |(slot, _)| end(slot, 1));
            most([end(*dst, op.results(*count)), end(*src, *count), other])
        }
        Code::Image(call) => image(call),
        Code::Query(code) => {
            let QueryCode { query, scene, operands, dst, count, .. } = &**code;
            let scene = scene.map_or(0, |slot| end(slot, 1));
            most(operands.iter().map(|slot| end(*slot, 1)).chain([end(*query, 2), end(*dst, *count), scene]))
        }
        Code::Print { values, .. } => most(values.iter().map(|(value, ..)| numbers(*value))),
        Code::Clock { dst, count } => end(*dst, *count),
        Code::WaveBarrier(_) | Code::MemoryBarrier(_) | Code::Section { .. } | Code::Demote => 0,
    }
}

fn compute(code: &ComputeCode) -> u64 {
    match code {
        ComputeCode::Each(EachCode { count, dst, args, .. }) => {
            let arg = |Arg { slot, step }: &Arg| end(*slot, if *step == 0 { 1 } else { *count });
            most(args.iter().map(arg).chain([end(*dst, *count)]))
        }
        ComputeCode::Call { count, dst, args, .. } => most([*dst, args[0], args[1]].map(|slot| end(slot, *count))),
        ComputeCode::Products { dst, sums, .. } => {
            let factors = sums.iter().flatten().map(|(a, b)| end(*a.max(b), 1));
            most(factors.chain([end(*dst, sums.len() as u32)]))
        }
        ComputeCode::Special(SpecialCode { dst, results, args, .. }) => {
            most(args.iter().map(|(slot, count)| end(*slot, *count)).chain([end(*dst, *results)]))
        }
        ComputeCode::Moves(all) => moves(all),
        ComputeCode::Repack { count, results, src, dst, .. } => end(*src, *count).max(end(*dst, *results)),
        ComputeCode::ExtractDynamic { dst, src, count, index, .. } => {
            most([end(*dst, 1), end(*src, *count), end(*index, 1)])
        }
        ComputeCode::InsertDynamic { dst, src, count, value, index, .. } => {
            most([end(*dst, *count), end(*src, *count), end(*value, 1), end(*index, 1)])
        }
    }
}

fn memory(code: &MemoryCode) -> u64 {
    match code {
        MemoryCode::Chain { dst, base, steps, .. } => {
            let offsets = steps.iter().filter_map(|step| step.bytes).map(|(slot, _)| end(slot, 1));
            most(steps.iter().map(|step| end(step.index, 1)).chain(offsets).chain([end(*dst, 2), end(*base, 2)]))
        }
        MemoryCode::Choose(ChooseCode { dst, base, index, .. }) => most([end(*dst, 2), end(*base, 2), end(*index, 1)]),
        MemoryCode::Load { dst, pointer, layout, .. } => end(*dst, layout.pieces.len() as u32).max(end(*pointer, 2)),
        MemoryCode::LoadHandle { dst, pointer, cells, .. } => end(*dst, *cells).max(end(*pointer, 2)),
        MemoryCode::Store { src, pointer, layout, .. } => end(*src, layout.pieces.len() as u32).max(end(*pointer, 2)),
        MemoryCode::LoadCells { dst, src, cells } | MemoryCode::StoreCells { dst, src, cells } => {
            end(*dst.max(src), cells.layout.pieces.len() as u32)
        }
        MemoryCode::DeclareCells { dst, cells } => end(*dst, cells.layout.pieces.len() as u32),
        MemoryCode::Declare { init, .. } => {
            init.as_ref().map_or(0, |(slot, layout)| end(*slot, layout.pieces.len() as u32))
        }
        MemoryCode::ArrayLength { dst, pointer, .. } => end(*dst, 1).max(end(*pointer, 2)),
        MemoryCode::TexelPointer(TexelPointer { dst, image, coords, .. }) => {
            most([end(*dst, 2), end(*image, 1), numbers(*coords)])
        }
        MemoryCode::Atomic(AtomicCode { dst, pointer, value, compare, .. }) => {
            let others = [dst, value, compare].into_iter().flatten().map(|slot| end(*slot, 1));
            most(others.chain([end(*pointer, 2)]))
        }
        MemoryCode::PtrToInt { dst, src } | MemoryCode::IntToPtr { dst, src } => end(*dst.max(src), 1),
        MemoryCode::PtrEqual { dst, a, b, .. } => most([end(*dst, 1), end(*a, 2), end(*b, 2)]),
    }
}

fn flow(code: &FlowCode) -> u64 {
    match code {
        FlowCode::Jump(way) => edge(way),
        FlowCode::Branch { condition, yes, no } => most([end(*condition, 1), edge(yes), edge(no)]),
        FlowCode::Switch { selector, cases, default } => {
            most(cases.iter().map(|(_, way)| edge(way)).chain([end(*selector, 1), edge(default)]))
        }
        FlowCode::Return { moves: all } | FlowCode::Enter { moves: all, .. } => moves(all),
        FlowCode::Barrier(_) | FlowCode::End | FlowCode::Unreachable => 0,
    }
}

fn image(call: &ImageCall) -> u64 {
    let operands = call.operands.iter().map(|(_, operand)| numbers(*operand));
    let others = [end(call.dst, call.skip + call.count), end(call.image, 1)];
    let sampler = call.sampler.map_or(0, |slot| end(slot, 1));
    most(operands.chain(others).chain(call.coords.map(numbers)).chain([sampler]))
}
