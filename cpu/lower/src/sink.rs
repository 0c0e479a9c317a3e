//! Moves computations that only unlikely blocks need into them. What lanes need to access memory one by one is computed where the
//! access is lowered, but most accesses take the way of contiguous lanes.
//!
//! LLVM moves an op into the one block that uses it; here each of several blocks gets a copy, before LLVM would merge equal ones.
//! It knows the LLVM dialect alone.

use base::ids::{Map, Set};
use dialect::ir::{BlockId, Module, OpId, ValueId, walk};
use dialect::llvm::enums::{self, Intrinsic};
use dialect::llvm::ops::{self, Form, Opcode};

/// The limit of unlikely blocks with a copy of an op.
const MOST_COPIES: usize = 8;

/// Moves ops of a function with a body.
pub(crate) fn into_unlikely(module: &mut Module, func: OpId) {
    let Some(entry) = module[func].regions.first().and_then(|region| module[*region].blocks.first().copied()) else {
        return;
    };
    let order = walk::reverse_post_order(entry, |block| walk::successors(module, block));
    let unlikely = unlikely(module, &order);
    if unlikely.is_empty() {
        return;
    }
    let mut sinking = Sinking { users: users(module, &order), gone: Set::default(), starts: Map::default() };
    // A user comes later in this order than what it uses, so that it has already moved.
    for block in order.iter().rev().filter(|block| !unlikely.contains(*block)) {
        for op in module[*block].ops.clone().into_iter().rev() {
            if can_move(module, op) {
                sinking.sink(module, op, &unlikely);
            }
        }
        module[*block].ops.retain(|op| !sinking.gone.contains(op));
    }
    for (block, start) in sinking.starts {
        module[block].ops.splice(0..0, start.into_iter().rev());
    }
}

struct Sinking {
    /// The ops that use each value, also those that are gone.
    users: Map<ValueId, Vec<OpId>>,
    gone: Set<OpId>,
    /// The copies to insert at the start of each unlikely block, in reverse order.
    starts: Map<BlockId, Vec<OpId>>,
}

impl Sinking {
    /// Moves an op if all its users are in unlikely blocks.
    fn sink(&mut self, module: &mut Module, op: OpId, unlikely: &Set<BlockId>) {
        let [result] = module[op].results[..] else { return };
        let users: Vec<OpId> = self.users.get(&result).into_iter().flatten().copied().collect();
        let users: Vec<OpId> = users.into_iter().filter(|user| !self.gone.contains(user)).collect();
        let blocks: Set<BlockId> = users.iter().filter_map(|user| module[*user].block).collect();
        if blocks.len() > MOST_COPIES || !blocks.iter().all(|block| unlikely.contains(block)) {
            return;
        }
        for block in blocks {
            let copy = self.copy(module, op, block);
            for user in &users {
                if module[*user].block == Some(block) {
                    module[*user].uses_mut().filter(|used| **used == result).for_each(|used| *used = copy);
                }
            }
        }
        self.gone.insert(op);
    }

    /// Puts a copy of an op at the start of a block.
    fn copy(&mut self, module: &mut Module, op: OpId, block: BlockId) -> ValueId {
        let ty = module.type_of(module[op].results[0]);
        let mut copied = module[op].clone();
        (copied.results, copied.block) = (Default::default(), Some(block));
        let copy = module.ops.alloc(copied);
        for value in module[copy].operands.clone() {
            self.users.entry(value).or_default().push(copy);
        }
        self.starts.entry(block).or_default().push(copy);
        module.add_result(copy, ty)
    }
}

/// The blocks that are entered by an unlikely branch alone.
fn unlikely(module: &Module, order: &[BlockId]) -> Set<BlockId> {
    let mut entries: Map<BlockId, usize> = Map::default();
    for block in order {
        walk::successors(module, *block).for_each(|next| *entries.entry(next).or_default() += 1);
    }
    let target = |block: &BlockId| {
        let end = module.terminator(*block).filter(|end| module.attr(*end, ops::WEIGHTS).is_some())?;
        let [_, rare] = module[end].successors.as_slice() else { return None };
        (entries.get(&rare.block) == Some(&1)).then_some(rare.block)
    };
    order.iter().filter_map(target).collect()
}

fn users(module: &Module, order: &[BlockId]) -> Map<ValueId, Vec<OpId>> {
    let mut users: Map<ValueId, Vec<OpId>> = Map::default();
    for op in order.iter().flat_map(|block| &module[*block].ops) {
        for value in module[*op].uses() {
            users.entry(value).or_default().push(*op);
        }
    }
    users
}

/// Returns whether an op computes a value from its operands alone, whatever they are.
fn can_move(module: &Module, op: OpId) -> bool {
    let Some(row) = ops::row(module, op) else { return false };
    match row.form {
        Form::IntBinary => !matches!(row.op, Opcode::UDiv | Opcode::SDiv | Opcode::URem | Opcode::SRem),
        Form::IntCompare | Form::Cast(_) | Form::Select | Form::Gep => true,
        Form::ExtractElement | Form::InsertElement | Form::Shuffle => true,
        Form::Intrinsic => {
            let intrinsic = enums::value_of(module, op, ops::INTRINSIC);
            matches!(intrinsic, Some(Intrinsic::USubSat | Intrinsic::UMin | Intrinsic::UMax))
        }
        Form::FloatBinary
        | Form::FloatUnary
        | Form::FloatCompare
        | Form::Unary
        | Form::ExtractValue
        | Form::InsertValue => false,
        Form::Alloca | Form::Load | Form::Store | Form::AtomicRmw | Form::Cmpxchg | Form::Fence => false,
        Form::Constant | Form::Symbolic | Form::AddressOf => false,
        Form::Br | Form::CondBr | Form::Switch | Form::Return | Form::Unreachable => false,
        Form::Call | Form::CallPointer | Form::Func | Form::Global | Form::Module => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dialect::ir::Successor;
    use dialect::llvm::build::Builder;

    #[test]
    fn unlikely_blocks_get_copies_of_what_they_alone_need() {
        let mut b = Builder::new();
        let (ptr, word, bool) = (b.ptr(), b.int(32), b.module.ctx.bool());
        let args = b.begin("f", &[ptr, word, bool], word, false);
        let own = b.mul(args[1], args[1]);
        let both = b.add(own, args[1]);
        let shared = b.binary(Opcode::Xor, args[1], own);
        b.binary(Opcode::And, args[1], both);
        let mut rare = Vec::new();
        for _ in 0..2 {
            let [usual, unusual, next] = [(); 3].map(|()| b.new_block(&[]));
            b.likely(args[2], Successor::new(usual), Successor::new(unusual));
            b.block = usual;
            b.store(shared, args[0], 4);
            b.br(next, &[]);
            b.block = unusual;
            b.store(both, args[0], 4);
            b.store(shared, args[0], 4);
            b.br(next, &[]);
            b.block = next;
            rare.push(unusual);
        }
        b.ret(Some(own));
        into_unlikely(&mut b.module, b.func);
        b.finish();
        let text = text::llvm_ir::print(&b.module);
        assert_eq!(dialect::llvm::verify::verify(&b.module), Ok(()), "{text}");
        let count = |what: &str| text.matches(what).count();
        assert_eq!([count(" = mul "), count(" = add "), count(" = xor "), count(" = and ")], [1, 2, 1, 0], "{text}");
        assert!(rare.iter().all(|block| b.module[*block].ops.len() == 4), "{text}");
    }
}
