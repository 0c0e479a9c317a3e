//! The LLVM dialect as LLVM IR text, in the part of the language that LLVM 19 to 22 read alike.
//!
//! Constants stand where they are used, block arguments become phis, intrinsics are declared as they are called. It must
//! not know where a module comes from.

use base::digits::Digits;
use base::ids::Map;
use dialect::ir::types::FloatKind;
use dialect::ir::{Attr, AttrId, BlockId, Module, OpId, Successor, Type, TypeId, ValueId};
use dialect::llvm::enums::{self, BinOp, Enumerated, FastMath, FloatPredicate, IntPredicate, Ordering};
use dialect::llvm::ops::{self, Form, Opcode};
use dialect::llvm::types::LlvmType;
use dialect::spirv::abi;
use std::fmt::Write;

/// Prints a module of the LLVM dialect.
pub fn print(module: &Module) -> String {
    let mut printer = Printer { module, out: String::new(), intrinsics: Map::default() };
    for op in module.top_ops() {
        printer.function(*op);
    }
    for signature in printer.intrinsics.values() {
        let _ = writeln!(printer.out, "declare {signature}");
    }
    printer.out.push_str("!0 = !{}\n");
    printer.out
}

struct Printer<'m> {
    module: &'m Module,
    out: String,
    /// The signatures of the intrinsics that are called, by name.
    intrinsics: Map<String, String>,
}

/// What a block's argument is on the way from one predecessor.
type Incoming<'m> = (BlockId, &'m [ValueId]);

// A kernel may have a million lines, which are written before it runs: each piece goes straight to the end of the text.
impl<'m> Printer<'m> {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// A letter or so, and a number.
    fn put_number(&mut self, before: &str, number: u32) {
        self.out.push_str(before);
        self.out.push_str(Digits::of(number).as_str());
    }

    /// Items with something between them.
    fn put_all<T>(&mut self, items: impl IntoIterator<Item = T>, between: &str, mut put: impl FnMut(&mut Self, T)) {
        for (at, item) in items.into_iter().enumerate() {
            if at > 0 {
                self.out.push_str(between);
            }
            put(self, item);
        }
    }

    fn function(&mut self, op: OpId) {
        let module = self.module;
        let name = abi::symbol_of(module, op, ops::SYM_NAME).map_or("", |name| module.ctx.str(name));
        let ty = abi::type_of(module, op, ops::FUNCTION_TYPE).map(|ty| &module.ctx[ty]);
        let Some(Type::Function { params, result }) = ty else { return };
        let Some(region) = module[op].regions.first() else {
            self.put("declare ");
            self.signature(*result, name, |printer| printer.types(params.iter().copied()));
            return self.put("\n");
        };
        let blocks = &module[*region].blocks;
        self.put("define ");
        self.put(if module.attr(op, ops::INTERNAL).is_some() { "internal " } else { "" });
        self.signature(*result, name, |printer| printer.all_typed(&module[blocks[0]].args));
        for attr in abi::array_of(module, op, ops::PASSTHROUGH) {
            if let Attr::Str(text) = &module.ctx[*attr] {
                self.put(" ");
                self.put(text);
            }
        }
        self.put(" {\n");
        let incoming = incoming(module, blocks);
        for (at, block) in blocks.iter().enumerate() {
            self.block(*block, at == 0, incoming.get(block).map_or(&[], |incoming| incoming));
        }
        self.put("}\n");
    }

    fn signature(&mut self, result: TypeId, name: &str, params: impl FnOnce(&mut Self)) {
        self.ty(result);
        self.put(" @");
        self.put(name);
        self.put("(");
        params(self);
        self.put(")");
    }

    fn block(&mut self, block: BlockId, is_entry: bool, incoming: &[Incoming<'m>]) {
        self.put_number("b", block.raw());
        self.put(":\n");
        let args = if is_entry { &[][..] } else { &self.module[block].args };
        for (index, arg) in args.iter().enumerate() {
            self.put("  ");
            self.value(*arg);
            self.put(" = phi ");
            self.type_of(*arg);
            self.put(" ");
            self.put_all(incoming, ", ", |printer, (from, args)| {
                printer.put("[ ");
                printer.value(args[index]);
                printer.put_number(", %b", from.raw());
                printer.put(" ]");
            });
            self.put("\n");
        }
        for op in &self.module[block].ops {
            self.op(*op);
        }
    }

    fn ty(&mut self, ty: TypeId) {
        let module = self.module;
        match &module.ctx[ty] {
            Type::None => self.put("void"),
            Type::Int { width, .. } => self.put_number("i", *width),
            Type::Float { width, kind } => self.put(match (kind, width) {
                (FloatKind::Bf16, _) => "bfloat",
                (_, 16) => "half",
                (_, 64) => "double",
                _ => "float",
            }),
            Type::Vector { elem, len } => {
                self.put_number("<", *len);
                self.put(" x ");
                self.ty(*elem);
                self.put(">");
            }
            Type::Llvm(LlvmType::Ptr) => self.put("ptr"),
            // Code for the host has neither.
            Type::Llvm(LlvmType::PtrIn(_) | LlvmType::Target { .. }) => self.put("void"),
            Type::Llvm(LlvmType::Array { elem, len }) => {
                let _ = write!(self.out, "[{len} x ");
                self.ty(*elem);
                self.put("]");
            }
            Type::Llvm(LlvmType::Struct(fields)) => {
                self.put("{ ");
                self.types(fields.iter().copied());
                self.put(" }");
            }
            Type::Function { .. } | Type::Spirv(_) => self.put("void"),
        }
    }

    fn types(&mut self, types: impl IntoIterator<Item = TypeId>) {
        self.put_all(types, ", ", Self::ty);
    }

    fn type_of(&mut self, value: ValueId) {
        self.ty(self.module.type_of(value));
    }

    fn result_type(&mut self, op: OpId) {
        if let Some(result) = self.module[op].results.first() {
            self.type_of(*result);
        }
    }

    fn typed(&mut self, value: ValueId) {
        self.type_of(value);
        self.put(" ");
        self.value(value);
    }

    fn all_typed(&mut self, values: &[ValueId]) {
        self.put_all(values, ", ", |printer, value| printer.typed(*value));
    }

    /// The type of the first value, and all values.
    fn typed_once(&mut self, values: &[ValueId]) {
        self.type_of(values[0]);
        self.put(" ");
        self.put_all(values, ", ", |printer, value| printer.value(*value));
    }

    /// A value as an operand: its name, or the constant that it is.
    fn value(&mut self, value: ValueId) {
        let module = self.module;
        let op = module.defining_op(value);
        match op.and_then(|op| Some((op, ops::row(module, op)?))) {
            Some((_, row)) if row.form == Form::Symbolic => self.put(row.ir_name),
            Some((op, row)) if row.form == Form::AddressOf => self.symbol(op),
            Some((op, row)) if row.form == Form::Constant && module.attr(op, ops::VALUE).is_some() => {
                module.attr(op, ops::VALUE).into_iter().for_each(|attr| self.constant(attr));
            }
            _ => self.put_number("%v", value.raw()),
        }
    }

    fn constant(&mut self, attr: AttrId) {
        let module = self.module;
        // Writing to a text does not fail.
        let _ = match &module.ctx[attr] {
            Attr::Int { bits, ty } => match module.ctx[*ty] {
                Type::Int { width: 1, .. } => write!(self.out, "{}", *bits != 0),
                Type::Int { width, .. } if width < 64 => {
                    write!(self.out, "{}", ((bits << (64 - width)) as i64) >> (64 - width))
                }
                _ => write!(self.out, "{}", *bits as i64),
            },
            Attr::Bool(value) => write!(self.out, "{value}"),
            Attr::Float { bits, ty } => match module.ctx[*ty] {
                Type::Float { width: 16, kind: FloatKind::Bf16 } => write!(self.out, "0xR{bits:04X}"),
                Type::Float { width: 16, .. } => write!(self.out, "0xH{bits:04X}"),
                Type::Float { width: 32, .. } => write!(self.out, "0x{:016X}", wide_bits(*bits as u32)),
                _ => write!(self.out, "0x{bits:016X}"),
            },
            Attr::Dense { elems, ty } => {
                self.elements(elems, module.ctx.scalar_of(*ty));
                Ok(())
            }
            Attr::Undef => write!(self.out, "poison"),
            _ => write!(self.out, "zeroinitializer"),
        };
    }

    fn elements(&mut self, elems: &[AttrId], scalar: TypeId) {
        let element = |printer: &mut Self, elem: &AttrId| {
            printer.ty(scalar);
            printer.put(" ");
            printer.constant(*elem);
        };
        if let Some(only) = elems.first().filter(|first| elems.iter().all(|elem| elem == *first)) {
            self.put("splat (");
            element(self, only);
            return self.put(")");
        }
        self.put("<");
        self.put_all(elems, ", ", element);
        self.put(">");
    }

    fn symbol(&mut self, op: OpId) {
        let module = self.module;
        self.put("@");
        self.put(abi::symbol_of(module, op, ops::SYMBOL).map_or("", |name| module.ctx.str(name)));
    }

    /// The spelling of what an op has chosen; nothing where it has no such choice.
    fn chosen<E: Enumerated>(&self, op: OpId, name: &str) -> &'static str {
        enums::value_of(self.module, op, name).map_or("", |value: E| value.text())
    }

    /// What an op has chosen, and a space.
    fn put_chosen<E: Enumerated>(&mut self, op: OpId, name: &str) {
        let text = self.chosen::<E>(op, name);
        self.put(text);
        self.put(if text.is_empty() { "" } else { " " });
    }

    fn op(&mut self, op: OpId) {
        let Some(row) = ops::row(self.module, op) else { return };
        if matches!(row.form, Form::Constant | Form::Symbolic | Form::AddressOf) {
            return;
        }
        self.put("  ");
        if let Some(result) = self.module[op].results.first() {
            self.value(*result);
            self.put(" = ");
        }
        match row.form {
            Form::Call | Form::CallPointer | Form::Intrinsic => self.call(row.form, op),
            _ if self.module[op].is_terminator() => self.end(row.form, op),
            _ => self.plain(row.op, row.form, op),
        }
        self.put("\n");
    }

    fn plain(&mut self, opcode: Opcode, form: Form, op: OpId) {
        let operands = &self.module[op].operands;
        self.put(opcode.row().ir_name);
        match form {
            Form::Alloca | Form::Load | Form::Store | Form::AtomicRmw | Form::Cmpxchg => {}
            _ => self.put(" "),
        }
        match form {
            Form::IntBinary => self.typed_once(operands),
            Form::FloatBinary => {
                self.put_chosen::<FastMath>(op, ops::FASTMATH);
                self.typed_once(operands);
            }
            Form::FloatUnary | Form::Unary | Form::Select | Form::ExtractElement | Form::InsertElement => {
                self.all_typed(operands);
            }
            Form::IntCompare => {
                self.put(self.chosen::<IntPredicate>(op, ops::PREDICATE));
                self.put(" ");
                self.typed_once(operands);
            }
            Form::FloatCompare => {
                self.put(self.chosen::<FloatPredicate>(op, ops::PREDICATE));
                self.put(" ");
                self.typed_once(operands);
            }
            Form::Cast(_) => {
                self.all_typed(operands);
                self.put(" to ");
                self.result_type(op);
            }
            Form::Gep => {
                self.put("i8, ");
                self.all_typed(operands);
            }
            Form::Shuffle => {
                self.all_typed(operands);
                self.put(", ");
                self.shuffle_mask(op);
            }
            Form::ExtractValue | Form::InsertValue => {
                self.all_typed(operands);
                let _ = write!(self.out, ", {}", abi::number_of(self.module, op, ops::POSITION).unwrap_or(0));
            }
            _ => self.memory(form, op),
        }
    }

    fn memory(&mut self, form: Form, op: OpId) {
        let align = abi::number_of(self.module, op, ops::ALIGNMENT).unwrap_or(1);
        let order = self.chosen::<Ordering>(op, ops::ORDERING);
        let between = if order.is_empty() { "" } else { " " };
        let atomic = if order.is_empty() { "" } else { " atomic" };
        let volatile = if self.module.attr(op, ops::VOLATILE).is_some() { " volatile" } else { "" };
        let _ = match (form, self.module[op].operands.as_slice()) {
            (Form::Alloca, _) => {
                self.put(" ");
                abi::type_of(self.module, op, ops::ELEM_TYPE).into_iter().for_each(|ty| self.ty(ty));
                write!(self.out, ", align {align}")
            }
            (Form::Load, [address]) => {
                let invariant = self.module.attr(op, ops::INVARIANT).map_or("", |_| ", !invariant.load !0");
                let _ = write!(self.out, "{atomic}{volatile} ");
                self.result_type(op);
                self.put(", ");
                self.typed(*address);
                write!(self.out, "{between}{order}, align {align}{invariant}")
            }
            (Form::Store, [value, address]) => {
                let _ = write!(self.out, "{atomic}{volatile} ");
                self.all_typed(&[*value, *address]);
                write!(self.out, "{between}{order}, align {align}")
            }
            (Form::AtomicRmw, operands) => {
                let _ = write!(self.out, " {} ", self.chosen::<BinOp>(op, ops::BIN_OP));
                self.all_typed(operands);
                write!(self.out, " {order}")
            }
            (Form::Cmpxchg, operands) => {
                self.put(" ");
                self.all_typed(operands);
                write!(self.out, " {order} {order}")
            }
            _ => write!(self.out, "{order}"),
        };
    }

    fn shuffle_mask(&mut self, op: OpId) {
        let module = self.module;
        let mask = abi::array_of(module, op, ops::MASK);
        self.put_number("<", mask.len() as u32);
        self.put(" x i32> ");
        if mask.iter().all(|lane| abi::number(module, *lane) == Some(0)) {
            return self.put("zeroinitializer");
        }
        self.put("<");
        self.put_all(mask, ", ", |printer, lane| match abi::number(module, *lane) {
            Some(lane) => printer.put_number("i32 ", lane as u32),
            None => printer.put("i32 poison"),
        });
        self.put(">");
    }

    fn call(&mut self, form: Form, op: OpId) {
        let module = self.module;
        let operands = &module[op].operands[..];
        self.put("call ");
        self.put_chosen::<FastMath>(op, ops::FASTMATH);
        let start = self.out.len();
        match module[op].results.first() {
            Some(result) => self.type_of(*result),
            None => self.put("void"),
        }
        self.put(" ");
        let name = self.out.len();
        let args = match form {
            Form::CallPointer => {
                self.value(operands[0]);
                &operands[1..]
            }
            Form::Intrinsic => {
                self.put("@");
                self.put(&enums::intrinsic_name(module, op).unwrap_or_default());
                operands
            }
            _ => {
                self.symbol(op);
                operands
            }
        };
        if form == Form::Intrinsic && !self.intrinsics.contains_key(&self.out[name..]) {
            self.declare(start, name, args);
        }
        self.put("(");
        self.all_typed(args);
        self.put(")");
    }

    /// Keeps the signature of an intrinsic, whose result and name stand at the end of the text.
    fn declare(&mut self, start: usize, name: usize, args: &[ValueId]) {
        let (callee, end) = (self.out[name..].to_owned(), self.out.len());
        self.put("(");
        self.types(args.iter().map(|arg| self.module.type_of(*arg)).collect::<Vec<_>>());
        self.put(")");
        let signature = self.out[start..].to_owned();
        self.out.truncate(end);
        self.intrinsics.insert(callee, signature);
    }

    fn label(&mut self, to: &Successor) {
        self.put_number("label %b", to.block.raw());
    }

    fn end(&mut self, form: Form, op: OpId) {
        let module = self.module;
        let (operands, targets) = (&module[op].operands, module[op].successors.as_slice());
        match (form, targets) {
            (Form::Br, [target]) => {
                self.put("br ");
                self.label(target);
            }
            (Form::CondBr, targets) => {
                self.put("br ");
                self.all_typed(operands);
                self.put(", ");
                self.put_all(targets, ", ", Self::label);
            }
            (Form::Switch, [default, rest @ ..]) => {
                self.put("switch ");
                self.all_typed(operands);
                self.put(", ");
                self.label(default);
                self.put(" [ ");
                let cases = abi::array_of(module, op, ops::CASES).iter().zip(rest);
                self.put_all(cases, " ", |printer, (case, target)| {
                    printer.type_of(operands[0]);
                    printer.put(" ");
                    printer.constant(*case);
                    printer.put(", ");
                    printer.label(target);
                });
                self.put(" ]");
            }
            (Form::Return, _) if operands.is_empty() => self.put("ret void"),
            (Form::Return, _) => {
                self.put("ret ");
                self.all_typed(operands);
            }
            _ => self.put("unreachable"),
        }
    }
}

/// For each block the ways into it, one per edge.
fn incoming<'m>(module: &'m Module, blocks: &[BlockId]) -> Map<BlockId, Vec<Incoming<'m>>> {
    let mut ways: Map<BlockId, Vec<Incoming<'m>>> = Map::default();
    for block in blocks {
        let Some(op) = module.terminator(*block) else { continue };
        for successor in &module[op].successors {
            ways.entry(successor.block).or_default().push((*block, &successor.args[..]));
        }
    }
    ways
}

/// A single's value as the bits of a double, which is how the text has it. The payload of a NaN is kept.
fn wide_bits(bits: u32) -> u64 {
    let value = f32::from_bits(bits);
    if value.is_nan() {
        let (sign, payload) = (u64::from(bits >> 31), u64::from(bits & 0x7F_FFFF));
        return sign << 63 | 0x7FF << 52 | payload << 29;
    }
    f64::from(value).to_bits()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dialect::llvm::build::Builder;
    use dialect::llvm::enums::Intrinsic;

    #[test]
    fn arguments_become_phis_and_constants_stand_where_they_are_used() {
        let mut b = Builder::new();
        let (i32, f32) = (b.int(32), b.float(32));
        let params = b.begin("f", &[i32, f32], f32, true);
        let (side, join) = (b.new_block(&[]), b.new_block(&[f32]));
        let zero = b.i32(0);
        let condition = b.icmp(IntPredicate::Eq, params[0], zero);
        let tenth = b.fconst(f32, 0.1);
        b.cond_br(condition, Successor::new(side), Successor { block: join, args: [tenth].into() });
        b.block = side;
        let root = b.math(Intrinsic::Sqrt, &[params[1]]);
        b.br(join, &[root]);
        b.block = join;
        let result = b.args(join)[0];
        b.ret(Some(result));
        b.finish();
        let text = print(&b.module);
        assert!(text.starts_with("define internal float @f(i32 %v0, float %v1) {"), "{text}");
        assert!(text.contains("phi float [ 0x3FB99999A0000000, %b1 ], [ %v"), "{text}");
        assert!(text.contains("declare float @llvm.sqrt.f32(float)"), "{text}");
    }
}
