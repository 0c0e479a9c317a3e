//! The checked build: generated code asks the host before each access whether the memory was lent to it.
//!
//! The host's function returns the address, or that of unused memory where the access is not allowed. The stack of a
//! function is lent where it begins and taken back where it returns. Tests use this build to check what the lowering takes
//! for granted; it does not know how addresses are computed.

use dialect::ir::{Module, OpId, Type, TypeId, ValueId};
use dialect::llvm::build::Builder;
use dialect::llvm::enums::{self, Intrinsic};
use dialect::llvm::ops::{self, Form};
use dialect::llvm::types::LlvmType;

/// An access of an op.
struct Access {
    /// The operand with the address.
    operand: usize,
    bytes: u64,
    /// The `ACCESS_` bits.
    way: u32,
}

/// Inserts a check before each access of the current function, which has all its blocks but is not finished yet.
pub(crate) fn instrument(b: &mut Builder) {
    let region = b.module[b.func].regions[0];
    let blocks = b.module[region].blocks.clone();
    let ctx = b.args(blocks[0])[0];
    let slots = b.stack_slots();
    for (at, block) in blocks.into_iter().enumerate() {
        let ops = std::mem::take(&mut b.module[block].ops);
        b.block = block;
        if at == 0 {
            slots.iter().for_each(|(address, ty)| lend(b, *address, *ty));
        }
        for op in ops {
            ask(b, ctx, op);
            if ops::row(&b.module, op).is_some_and(|row| row.form == Form::Return) && !slots.is_empty() {
                take_back(b, slots.len());
            }
            b.module.append(block, op);
        }
    }
}

fn lend(b: &mut Builder, address: ValueId, ty: TypeId) {
    let (bytes, void) = (bytes_of(&b.module, ty), b.module.ctx.none());
    let bytes = b.i64(bytes);
    b.call(abi::LEND, &[address, bytes], void);
}

fn take_back(b: &mut Builder, count: usize) {
    let (count, void) = (b.i32(count as u32), b.module.ctx.none());
    b.call(abi::TAKE_BACK, &[count], void);
}

/// Inserts the call before an op that accesses memory, and replaces the op's address by the result.
fn ask(b: &mut Builder, ctx: ValueId, op: OpId) {
    if let Some(masked) = masked(b, op) {
        return ask_each(b, ctx, op, &masked);
    }
    if is_whole_slot(b, op) {
        return;
    }
    let Some(Access { operand, bytes, way }) = access(b, op) else { return };
    let address = b.module[op].operands[operand];
    let (bytes, way, ptr) = (b.i64(bytes), b.i32(way), b.ptr());
    if let Some(answer) = b.call(abi::CHECK, &[ctx, address, bytes, way], ptr) {
        b.module[op].operands[operand] = answer;
    }
}

/// Returns whether an op reads or writes the whole of a stack slot, which needs no check: there are very many of these
/// before mem2reg.
fn is_whole_slot(b: &Builder, op: OpId) -> bool {
    let data = &b.module[op];
    let (address, ty) = match ops::row(&b.module, op).map(|row| row.form) {
        Some(Form::Load) => (data.operands[0], b.type_of(data.results[0])),
        Some(Form::Store) => (data.operands[1], b.type_of(data.operands[0])),
        _ => return false,
    };
    let Some(slot) = b.module.defining_op(address) else { return false };
    dialect::spirv::facts::type_of(&b.module, slot, ops::ELEM_TYPE) == Some(ty)
}

/// An access of the lanes of a wave.
struct Masked {
    addresses: usize,
    mask: ValueId,
    /// The type of what each lane reads or writes.
    scalar: TypeId,
    lanes: u32,
    way: u32,
    /// The check of an access with an address per lane.
    each: Intrinsic,
}

fn masked(b: &Builder, op: OpId) -> Option<Masked> {
    let operands = &b.module[op].operands;
    let (addresses, mask, way, each) = match enums::value_of(&b.module, op, ops::INTRINSIC)? {
        Intrinsic::MaskedLoad | Intrinsic::MaskedGather => (0, 2, abi::ACCESS_READ, Intrinsic::MaskedGather),
        Intrinsic::MaskedStore | Intrinsic::MaskedScatter => (1, 3, abi::ACCESS_WRITE, Intrinsic::MaskedScatter),
        _ => return None,
    };
    let vector = b.module[op].results.first().copied().unwrap_or(operands[0]);
    let ty = b.type_of(vector);
    let (scalar, lanes) = (b.module.ctx.scalar_of(ty), b.lanes(ty));
    Some(Masked { addresses, mask: operands[mask], scalar, lanes, way, each })
}

/// Checks the address of each active lane; inactive lanes check zero bytes of memory that is always readable.
fn ask_each(b: &mut Builder, ctx: ValueId, op: OpId, masked: &Masked) {
    let addresses = b.module[op].operands[masked.addresses];
    let is_row = b.lanes(b.type_of(addresses)) == 1;
    let size = bytes_of(&b.module, masked.scalar);
    let (ptr, zero, read) = (b.ptr(), b.i64(0), b.i32(abi::ACCESS_READ));
    let (bytes, way) = (b.i64(size), b.i32(masked.way));
    let mut answers = Vec::new();
    for lane in 0..masked.lanes {
        let holds = b.component(masked.mask, lane);
        let address = match is_row {
            true => b.gep_const(addresses, size * u64::from(lane)),
            false => b.component(addresses, lane),
        };
        let address = b.select(holds, address, ctx);
        let (bytes, way) = (b.select(holds, bytes, zero), b.select(holds, way, read));
        answers.extend(b.call(abi::CHECK, &[ctx, address, bytes, way], ptr));
    }
    let answers = b.vector(&answers);
    b.module[op].operands[masked.addresses] = answers;
    let attr = enums::attr(&mut b.module.ctx, masked.each);
    b.module[op].set_attr(ops::INTRINSIC, attr);
}

fn access(b: &Builder, op: OpId) -> Option<Access> {
    let operands = &b.module[op].operands;
    let of = |value: ValueId| bytes_of(&b.module, b.type_of(value));
    let both = abi::ACCESS_READ | abi::ACCESS_WRITE;
    match ops::row(&b.module, op)?.form {
        Form::Load => Some(Access { operand: 0, bytes: of(b.module[op].results[0]), way: abi::ACCESS_READ }),
        Form::Store => Some(Access { operand: 1, bytes: of(operands[0]), way: abi::ACCESS_WRITE }),
        Form::AtomicRmw | Form::Cmpxchg => Some(Access { operand: 0, bytes: of(operands[1]), way: both }),
        Form::Intrinsic => match enums::value_of(&b.module, op, ops::INTRINSIC) {
            Some(Intrinsic::Memset) => {
                Some(Access { operand: 0, bytes: b.const_of(operands[2])?, way: abi::ACCESS_WRITE })
            }
            _ => None,
        },
        Form::IntBinary
        | Form::FloatBinary
        | Form::FloatUnary
        | Form::Unary
        | Form::IntCompare
        | Form::FloatCompare
        | Form::Cast(_)
        | Form::Select
        | Form::Alloca
        | Form::Gep
        | Form::Fence
        | Form::ExtractElement
        | Form::InsertElement
        | Form::Shuffle
        | Form::ExtractValue
        | Form::InsertValue
        | Form::Constant
        | Form::Symbolic
        | Form::AddressOf
        | Form::Br
        | Form::CondBr
        | Form::Switch
        | Form::Return
        | Form::Unreachable
        | Form::Call
        | Form::CallPointer
        | Form::Func
        | Form::Global
        | Form::Module => None,
    }
}

/// The size of a value in memory, in bytes. The structs that are read and written hold addresses and 64-bit numbers.
fn bytes_of(module: &Module, ty: TypeId) -> u64 {
    match &module.ctx[ty] {
        Type::Int { width, .. } | Type::Float { width, .. } => u64::from(width.div_ceil(8)),
        Type::Vector { elem, len } => bytes_of(module, *elem) * u64::from(*len),
        Type::Llvm(LlvmType::Ptr | LlvmType::PtrIn(_)) => 8,
        Type::Llvm(LlvmType::Array { elem, len }) => bytes_of(module, *elem).saturating_mul(*len),
        Type::Llvm(LlvmType::Struct(fields)) => fields.iter().map(|field| bytes_of(module, *field)).sum(),
        Type::None
        | Type::Function { .. }
        | Type::Spirv(_)
        | Type::Llvm(LlvmType::Target { .. } | LlvmType::PtrTo { .. } | LlvmType::Opaque(_)) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_access_asks_and_the_stack_is_taken_back() {
        let mut b = Builder::new();
        let (ptr, word) = (b.ptr(), b.int(32));
        let args = b.begin("f", &[ptr, ptr], word, false);
        let bytes = dialect::llvm::types::array(&mut b.module.ctx, word, 4);
        let (slot, whole) = (b.alloca(bytes, 16), b.alloca(word, 4));
        let value = b.load(args[1], word, 4);
        b.store(value, slot, 4);
        b.store(value, whole, 4);
        b.ret(Some(value));
        instrument(&mut b);
        b.finish();
        let text = text::llvm_ir::print(&b.module);
        assert_eq!(dialect::llvm::verify::verify(&b.module), Ok(()), "{text}");
        let calls: Vec<&str> = text.lines().filter(|line| line.contains("call ")).map(str::trim).collect();
        let [lend, _, read, write, back] = calls.as_slice() else { panic!("{text}") };
        assert!(lend.starts_with("call void @shader_lend(ptr %v") && lend.ends_with(", i64 16)"), "{lend}");
        assert!(read.contains("@shader_check(ptr %v0, ptr %v1, i64 4, i32 1)"), "{read}");
        assert!(write.contains("@shader_check(ptr %v0, ptr %v") && write.ends_with("i64 4, i32 2)"), "{write}");
        assert_eq!(*back, "call void @shader_take_back(i32 2)");
    }

    #[test]
    fn lanes_ask_for_themselves() {
        let mut b = Builder::new();
        let (ptr, word, bool, void) = (b.ptr(), b.int(32), b.module.ctx.bool(), b.module.ctx.none());
        let truths = b.module.ctx.vector(bool, 4);
        let args = b.begin("f", &[ptr, ptr, truths], void, false);
        let words = b.module.ctx.vector(word, 4);
        let other = b.zero(words);
        let value = b.masked_load(args[1], 4, args[2], other);
        let counting = b.counting(word, 4);
        let addresses = b.geps(args[1], counting);
        b.masked_store(value, addresses, 4, args[2]);
        b.ret(None);
        instrument(&mut b);
        b.finish();
        let text = text::llvm_ir::print(&b.module);
        assert_eq!(dialect::llvm::verify::verify(&b.module), Ok(()), "{text}");
        let count = |what: &str| text.lines().filter(|line| line.contains("call ") && line.contains(what)).count();
        assert_eq!((count("@shader_check"), count("masked.gather"), count("masked.scatter")), (8, 1, 1), "{text}");
        assert_eq!((count("masked.load"), count("masked.store")), (0, 0), "{text}");
    }
}
