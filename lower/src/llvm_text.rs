//! The LLVM dialect as LLVM IR text, in the part of the language that LLVM 19 to 22 read alike.
//!
//! Constants stand where they are used, block arguments become phis, intrinsics are declared as they are called. It must
//! not know where a module comes from.

use base::ids::Map;
use dialect::ir::types::FloatKind;
use dialect::ir::{Attr, AttrId, BlockId, Module, OpId, Type, TypeId, ValueId};
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
type Incoming = (BlockId, Vec<ValueId>);

impl Printer<'_> {
    fn function(&mut self, op: OpId) {
        let module = self.module;
        let name = abi::symbol_of(module, op, ops::SYM_NAME).map_or("", |name| module.ctx.str(name));
        let ty = abi::type_of(module, op, ops::FUNCTION_TYPE).map(|ty| module.ctx[ty].clone());
        let Some(Type::Function { params, result }) = ty else { return };
        let Some(region) = module[op].regions.first() else {
            let params: Vec<String> = params.iter().map(|ty| self.ty(*ty)).collect();
            let _ = writeln!(self.out, "declare {} @{name}({})", self.ty(result), params.join(", "));
            return;
        };
        let blocks = &module[*region].blocks;
        let params: Vec<String> = module[blocks[0]].args.iter().map(|arg| self.typed(*arg)).collect();
        let linkage = if module.attr(op, ops::INTERNAL).is_some() { "internal " } else { "" };
        let _ = write!(self.out, "define {linkage}{} @{name}({})", self.ty(result), params.join(", "));
        for attr in abi::array_of(module, op, ops::PASSTHROUGH) {
            if let Attr::Str(text) = &module.ctx[*attr] {
                let _ = write!(self.out, " {text}");
            }
        }
        self.out.push_str(" {\n");
        let incoming = incoming(module, blocks);
        for (at, block) in blocks.iter().enumerate() {
            self.block(*block, at == 0, incoming.get(block).map_or(&[], |incoming| incoming));
        }
        self.out.push_str("}\n");
    }

    fn block(&mut self, block: BlockId, is_entry: bool, incoming: &[Incoming]) {
        let _ = writeln!(self.out, "b{}:", block.raw());
        let args = if is_entry { &[][..] } else { &self.module[block].args };
        for (index, arg) in args.iter().enumerate() {
            let ways: Vec<String> = incoming
                .iter()
                .map(|(from, args)| format!("[ {}, %b{} ]", self.value(args[index]), from.raw()))
                .collect();
            let _ = writeln!(self.out, "  {} = phi {} {}", self.value(*arg), self.type_of(*arg), ways.join(", "));
        }
        for op in &self.module[block].ops {
            self.op(*op);
        }
    }

    fn ty(&self, ty: TypeId) -> String {
        match &self.module.ctx[ty] {
            Type::None => "void".to_owned(),
            Type::Int { width, .. } => format!("i{width}"),
            Type::Float { width, kind } => match (kind, width) {
                (FloatKind::Bf16, _) => "bfloat".to_owned(),
                (_, 16) => "half".to_owned(),
                (_, 64) => "double".to_owned(),
                _ => "float".to_owned(),
            },
            Type::Vector { elem, len } => format!("<{len} x {}>", self.ty(*elem)),
            Type::Llvm(LlvmType::Ptr) => "ptr".to_owned(),
            // Code for the host has neither.
            Type::Llvm(LlvmType::PtrIn(_) | LlvmType::Target { .. }) => "void".to_owned(),
            Type::Llvm(LlvmType::Array { elem, len }) => format!("[{len} x {}]", self.ty(*elem)),
            Type::Llvm(LlvmType::Struct(fields)) => {
                let fields: Vec<String> = fields.iter().map(|field| self.ty(*field)).collect();
                format!("{{ {} }}", fields.join(", "))
            }
            Type::Function { .. } | Type::Spirv(_) => "void".to_owned(),
        }
    }

    fn type_of(&self, value: ValueId) -> String {
        self.ty(self.module.type_of(value))
    }

    fn typed(&self, value: ValueId) -> String {
        format!("{} {}", self.type_of(value), self.value(value))
    }

    fn all_typed(&self, values: &[ValueId]) -> String {
        values.iter().map(|value| self.typed(*value)).collect::<Vec<_>>().join(", ")
    }

    /// A value as an operand: its name, or the constant that it is.
    fn value(&self, value: ValueId) -> String {
        let named = || format!("%v{}", value.raw());
        let Some(op) = self.module.defining_op(value) else { return named() };
        let Some(row) = ops::row(self.module, op) else { return named() };
        match row.form {
            Form::Symbolic => row.ir_name.to_owned(),
            Form::AddressOf => format!("@{}", self.symbol(op)),
            Form::Constant => self.module.attr(op, ops::VALUE).map_or_else(named, |attr| self.constant(attr)),
            _ => named(),
        }
    }

    fn constant(&self, attr: AttrId) -> String {
        match &self.module.ctx[attr] {
            Attr::Int { bits, ty } => match self.module.ctx[*ty] {
                Type::Int { width: 1, .. } => if *bits == 0 { "false" } else { "true" }.to_owned(),
                Type::Int { width, .. } if width < 64 => (((bits << (64 - width)) as i64) >> (64 - width)).to_string(),
                _ => (*bits as i64).to_string(),
            },
            Attr::Bool(value) => value.to_string(),
            Attr::Float { bits, ty } => match self.module.ctx[*ty] {
                Type::Float { width: 16, kind: FloatKind::Bf16 } => format!("0xR{bits:04X}"),
                Type::Float { width: 16, .. } => format!("0xH{bits:04X}"),
                Type::Float { width: 32, .. } => format!("0x{:016X}", wide_bits(*bits as u32)),
                _ => format!("0x{bits:016X}"),
            },
            Attr::Dense { elems, ty } => {
                let scalar = self.ty(self.module.ctx.scalar_of(*ty));
                if let Some(only) = elems.first().filter(|first| elems.iter().all(|elem| elem == *first)) {
                    return format!("splat ({scalar} {})", self.constant(*only));
                }
                let elems: Vec<String> =
                    elems.iter().map(|elem| format!("{scalar} {}", self.constant(*elem))).collect();
                format!("<{}>", elems.join(", "))
            }
            Attr::Undef => "poison".to_owned(),
            _ => "zeroinitializer".to_owned(),
        }
    }

    fn symbol(&self, op: OpId) -> &str {
        abi::symbol_of(self.module, op, ops::SYMBOL).map_or("", |name| self.module.ctx.str(name))
    }

    /// The spelling of what an op has chosen; nothing where it has no such choice.
    fn chosen<E: Enumerated>(&self, op: OpId, name: &str) -> &'static str {
        enums::value_of(self.module, op, name).map_or("", |value: E| value.text())
    }

    fn op(&mut self, op: OpId) {
        let Some(row) = ops::row(self.module, op) else { return };
        if matches!(row.form, Form::Constant | Form::Symbolic | Form::AddressOf) {
            return;
        }
        let text = match row.form {
            Form::Call | Form::CallPointer | Form::Intrinsic => self.call(row.form, op),
            _ if self.module[op].is_terminator() => self.end(row.form, op),
            _ => self.plain(row.op, row.form, op),
        };
        self.out.push_str("  ");
        if let Some(result) = self.module[op].results.first() {
            let _ = write!(self.out, "{} = ", self.value(*result));
        }
        self.out.push_str(&text);
        self.out.push('\n');
    }

    fn plain(&self, opcode: Opcode, form: Form, op: OpId) -> String {
        let data = &self.module[op];
        let name = opcode.row().ir_name;
        let operands: Vec<String> = data.operands.iter().map(|value| self.value(*value)).collect();
        let types: Vec<String> = data.operands.iter().map(|value| self.type_of(*value)).collect();
        let all = self.all_typed(&data.operands);
        let result = data.results.first().map(|value| self.type_of(*value)).unwrap_or_default();
        let flags = format!("{} ", self.chosen::<FastMath>(op, ops::FASTMATH));
        let position = abi::number_of(self.module, op, ops::POSITION).unwrap_or(0);
        match form {
            Form::IntBinary => format!("{name} {} {}", types[0], operands.join(", ")),
            Form::FloatBinary => format!("{name} {}{} {}", flags.trim_start(), types[0], operands.join(", ")),
            Form::FloatUnary | Form::Unary | Form::Select | Form::ExtractElement | Form::InsertElement => {
                format!("{name} {all}")
            }
            Form::IntCompare => {
                let predicate = self.chosen::<IntPredicate>(op, ops::PREDICATE);
                format!("{name} {predicate} {} {}", types[0], operands.join(", "))
            }
            Form::FloatCompare => {
                let predicate = self.chosen::<FloatPredicate>(op, ops::PREDICATE);
                format!("{name} {predicate} {} {}", types[0], operands.join(", "))
            }
            Form::Cast(_) => format!("{name} {all} to {result}"),
            Form::Gep => format!("{name} i8, {all}"),
            Form::Shuffle => format!("{name} {all}, {}", self.shuffle_mask(op)),
            Form::ExtractValue | Form::InsertValue => format!("{name} {all}, {position}"),
            _ => self.memory(name, form, op, &result),
        }
    }

    fn memory(&self, name: &str, form: Form, op: OpId, result: &str) -> String {
        let align = abi::number_of(self.module, op, ops::ALIGNMENT).unwrap_or(1);
        let order = self.chosen::<Ordering>(op, ops::ORDERING);
        let (atomic, ordered) = if order.is_empty() { ("", String::new()) } else { (" atomic", format!(" {order}")) };
        let volatile = if self.module.attr(op, ops::VOLATILE).is_some() { " volatile" } else { "" };
        match (form, self.module[op].operands.as_slice()) {
            (Form::Alloca, _) => {
                let elem = abi::type_of(self.module, op, ops::ELEM_TYPE).map(|ty| self.ty(ty)).unwrap_or_default();
                format!("{name} {elem}, align {align}")
            }
            (Form::Load, [address]) => {
                let invariant = self.module.attr(op, ops::INVARIANT).map_or("", |_| ", !invariant.load !0");
                let address = self.typed(*address);
                format!("{name}{atomic}{volatile} {result}, {address}{ordered}, align {align}{invariant}")
            }
            (Form::Store, [value, address]) => {
                let operands = self.all_typed(&[*value, *address]);
                format!("{name}{atomic}{volatile} {operands}{ordered}, align {align}")
            }
            (Form::AtomicRmw, operands) => {
                format!("{name} {} {} {order}", self.chosen::<BinOp>(op, ops::BIN_OP), self.all_typed(operands))
            }
            (Form::Cmpxchg, operands) => format!("{name} {} {order} {order}", self.all_typed(operands)),
            _ => format!("{name} {order}"),
        }
    }

    fn shuffle_mask(&self, op: OpId) -> String {
        let lane = |attr: &AttrId| match abi::number(self.module, *attr) {
            Some(lane) => format!("i32 {lane}"),
            None => "i32 poison".to_owned(),
        };
        let mask = abi::array_of(self.module, op, ops::MASK);
        let lanes: Vec<String> = mask.iter().map(lane).collect();
        if lanes.iter().all(|lane| lane == "i32 0") {
            return format!("<{} x i32> zeroinitializer", lanes.len());
        }
        format!("<{} x i32> <{}>", lanes.len(), lanes.join(", "))
    }

    fn call(&mut self, form: Form, op: OpId) -> String {
        let data = &self.module[op];
        let result = data.results.first().map_or("void".to_owned(), |value| self.type_of(*value));
        let (callee, args) = match form {
            Form::CallPointer => (self.value(data.operands[0]), &data.operands[1..]),
            Form::Intrinsic => {
                (format!("@{}", enums::intrinsic_name(self.module, op).unwrap_or_default()), &data.operands[..])
            }
            _ => (format!("@{}", self.symbol(op)), &data.operands[..]),
        };
        if form == Form::Intrinsic {
            let types: Vec<String> = args.iter().map(|arg| self.type_of(*arg)).collect();
            let signature = format!("{result} {callee}({})", types.join(", "));
            self.intrinsics.insert(callee.clone(), signature);
        }
        let flags = format!("{} ", self.chosen::<FastMath>(op, ops::FASTMATH));
        format!("call {}{result} {callee}({})", flags.trim_start(), self.all_typed(args))
    }

    fn end(&self, form: Form, op: OpId) -> String {
        let data = &self.module[op];
        let labels: Vec<String> = data.successors.iter().map(|to| format!("label %b{}", to.block.raw())).collect();
        let operands = self.all_typed(&data.operands);
        match (form, labels.as_slice()) {
            (Form::Br, [target]) => format!("br {target}"),
            (Form::CondBr, targets) => format!("br {operands}, {}", targets.join(", ")),
            (Form::Switch, [default, rest @ ..]) => {
                let ty = self.type_of(data.operands[0]);
                let cases = abi::array_of(self.module, op, ops::CASES).iter().zip(rest);
                let cases: Vec<String> =
                    cases.map(|(case, target)| format!("{ty} {}, {target}", self.constant(*case))).collect();
                format!("switch {operands}, {default} [ {} ]", cases.join(" "))
            }
            (Form::Return, _) if operands.is_empty() => "ret void".to_owned(),
            (Form::Return, _) => format!("ret {operands}"),
            _ => "unreachable".to_owned(),
        }
    }
}

/// For each block the ways into it, one per edge.
fn incoming(module: &Module, blocks: &[BlockId]) -> Map<BlockId, Vec<Incoming>> {
    let mut ways: Map<BlockId, Vec<Incoming>> = Map::default();
    for block in blocks {
        let Some(op) = module.terminator(*block) else { continue };
        for successor in &module[op].successors {
            ways.entry(successor.block).or_default().push((*block, successor.args.clone()));
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
    use dialect::ir::Successor;
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
        b.cond_br(condition, Successor::new(side), Successor { block: join, args: vec![tenth] });
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
