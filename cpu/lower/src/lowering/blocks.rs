//! Blocks of memory that the host lends for physical addresses: each address is looked up before it is used.

use super::place::Memory;
use super::state::Lowering;
use crate::error::{Result, invalid};
use crate::layout::Shape;
use abi::{Block, DispatchCtx};
use dialect::ir::{Successor, TypeId, ValueId};
use dialect::llvm::build::Builder;
use dialect::llvm::enums::IntPredicate;
use dialect::llvm::ops::Opcode;
use dialect::llvm::types;
use std::mem::offset_of;

/// The name of the function that looks addresses up.
const FIND: &str = "find_block";

impl Lowering<'_> {
    /// The memory that an address leads to.
    pub(super) fn found(&mut self, address: ValueId, ty: TypeId) -> Result<Memory> {
        self.needs.blocks = true;
        let ctx = self.env()?.ctx;
        let b = &mut self.b;
        let (ptr, i64) = (b.ptr(), b.int(64));
        let block = types::structure(&mut b.module.ctx, &[ptr, i64, i64]);
        let Some(block) = b.call(FIND, &[ctx, address], block) else { return invalid("a lookup has no result") };
        let [base, limit, number] = [0, 1, 2].map(|index| b.extract_value(block, index));
        let offset = b.binary(Opcode::Sub, address, number);
        Ok(Memory {
            base,
            offset,
            limit: Some(limit),
            room: 0,
            shape: Shape::of(ty),
            own: None,
            stride: None,
            series: None,
            is_volatile: false,
            has_groups: false,
        })
    }
}

/// Begins the function that looks addresses up and writes it: the block that holds an address, or an empty one at 0.
pub(crate) fn emit_find(b: &mut Builder) {
    let (ptr, i32, i64) = (b.ptr(), b.int(32), b.int(64));
    let block = types::structure(&mut b.module.ctx, &[ptr, i64, i64]);
    let args = b.begin(FIND, &[ptr, i64], block, true);
    b.passthrough(&["nounwind"]);
    let (ctx, address) = (args[0], args[1]);
    let field = |b: &mut Builder, of: ValueId, offset: usize, ty: TypeId| {
        let at = b.gep_const(of, offset as u64);
        let value = b.load(at, ty, 4);
        b.mark_invariant(value);
        value
    };
    let blocks = field(b, ctx, offset_of!(DispatchCtx, blocks), ptr);
    let count = field(b, ctx, offset_of!(DispatchCtx, block_count), i32);
    let count = b.cast(Opcode::ZExt, count, i64);
    let (head, body, next) = (b.new_block(&[i64]), b.new_block(&[]), b.new_block(&[]));
    let (hit, miss) = (b.new_block(&[]), b.new_block(&[]));
    let (zero, one, size) = (b.i64(0), b.i64(1), b.i64(size_of::<Block>() as u64));
    b.br(head, &[zero]);

    b.block = head;
    let index = b.args(head)[0];
    let more = b.icmp(IntPredicate::Ult, index, count);
    b.cond_br(more, Successor::new(body), Successor::new(miss));

    b.block = body;
    let offset = b.mul(index, size);
    let at = b.gep(blocks, offset);
    let base = field(b, at, offset_of!(Block, base), ptr);
    let bytes = field(b, at, offset_of!(Block, bytes), i64);
    let number = field(b, at, offset_of!(Block, number), i64);
    let inside = b.binary(Opcode::Sub, address, number);
    let holds = b.icmp(IntPredicate::Ult, inside, bytes);
    b.cond_br(holds, Successor::new(hit), Successor::new(next));

    b.block = next;
    let following = b.add(index, one);
    b.br(head, &[following]);

    b.block = hit;
    let result = b.aggregate(block, &[base, bytes, number]);
    b.ret(Some(result));

    b.block = miss;
    let null = b.zero(ptr);
    let result = b.aggregate(block, &[null, zero, zero]);
    b.ret(Some(result));
}
