//! The LLVM dialect as text in the spelling of MLIR's `llvm` dialect.

use dialect::ir::{Attr, AttrId, BlockId, Def, Module, OpId, Successor, Type, TypeId, ValueId};
use dialect::llvm::enums::{self, BinOp, Enumerated, FastMath, FloatPredicate, IntPredicate, Intrinsic, Ordering};
use dialect::llvm::ops::{self, Form, Row};
use dialect::llvm::types::{self, LlvmType};
use dialect::spirv::facts;
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// Prints a module so that MLIR's tools accept it.
pub fn print(module: &Module) -> String {
    let mut out = "module {\n".to_owned();
    for op in module.top_ops() {
        let mut printer =
            Printer { module, out: String::new(), numbers: FxHashMap::default(), blocks: FxHashMap::default() };
        match ops::row(module, *op).map(|row| row.form) {
            Some(Form::Global) => printer.global(*op),
            _ => printer.function(*op),
        }
        out += &printer.out;
    }
    out + "}\n"
}

struct Printer<'m> {
    module: &'m Module,
    out: String,
    numbers: FxHashMap<ValueId, usize>,
    blocks: FxHashMap<BlockId, usize>,
}

impl Printer<'_> {
    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn global(&mut self, op: OpId) {
        let module = self.module;
        let name = facts::symbol_of(module, op, ops::SYM_NAME).map_or("", |name| module.ctx.str(name));
        let elem = facts::type_of(module, op, ops::ELEM_TYPE).map(|ty| self.ty(ty)).unwrap_or_default();
        let constant = if module.attr(op, ops::CONSTANT).is_some() { "constant " } else { "" };
        let space = facts::number_of(module, op, ops::SPACE).unwrap_or(0);
        let _ = writeln!(self.out, "  llvm.mlir.global {constant}@{name}() {{addr_space = {space} : i32}} : {elem}");
    }

    fn function(&mut self, op: OpId) {
        let module = self.module;
        let name = facts::symbol_of(module, op, ops::SYM_NAME).map_or("", |name| module.ctx.str(name));
        let ty = facts::type_of(module, op, ops::FUNCTION_TYPE).map(|ty| module.ctx[ty].clone());
        let Some(Type::Function { params, result }) = ty else { return };
        let linkage = if module.attr(op, ops::INTERNAL).is_some() { "internal " } else { "" };
        let _ = write!(self.out, "  llvm.func {linkage}@{name}(");
        let region = module[op].regions.first();
        let entry = region.map(|region| module[*region].blocks[0]);
        for (index, param) in params.iter().enumerate() {
            let separator = if index > 0 { ", " } else { "" };
            let name = entry.map(|entry| format!("{}: ", self.value(module[entry].args[index])));
            let _ = write!(self.out, "{separator}{}{}", name.unwrap_or_default(), self.ty(*param));
        }
        self.push(")");
        if module.ctx[result] != Type::None {
            let _ = write!(self.out, " -> {}", self.ty(result));
        }
        self.passthrough(op);
        let Some(region) = region else { return self.push("\n") };
        self.push(" {\n");
        for block in &module[*region].blocks {
            self.block(*block, Some(*block) == entry);
        }
        self.push("  }\n");
    }

    fn passthrough(&mut self, op: OpId) {
        let names: Vec<String> = facts::array_of(self.module, op, ops::PASSTHROUGH)
            .iter()
            .filter_map(|attr| match &self.module.ctx[*attr] {
                Attr::Str(text) if text.starts_with('"') => Some(format!("[{}]", text.replace('=', ", "))),
                Attr::Str(text) => Some(format!("\"{text}\"")),
                _ => None,
            })
            .collect();
        if !names.is_empty() {
            let _ = write!(self.out, " attributes {{passthrough = [{}]}}", names.join(", "));
        }
    }

    fn block(&mut self, block: BlockId, is_entry: bool) {
        if !is_entry {
            let label = self.label(block);
            let args = self.typed(&self.module[block].args.clone());
            let _ = if args.is_empty() {
                writeln!(self.out, "  {label}:")
            } else {
                writeln!(self.out, "  {label}({args}):")
            };
        }
        for op in &self.module[block].ops {
            self.push("    ");
            self.op(*op);
            self.push("\n");
        }
    }

    fn label(&mut self, block: BlockId) -> String {
        let next = self.blocks.len();
        format!("^bb{}", self.blocks.entry(block).or_insert(next))
    }

    fn value(&mut self, value: ValueId) -> String {
        let next = self.numbers.len();
        let prefix = match self.module[value].def {
            Def::Arg(..) => "arg",
            Def::Result(..) => "v",
        };
        format!("%{prefix}{}", self.numbers.entry(value).or_insert(next))
    }

    fn values(&mut self, values: &[ValueId]) -> String {
        values.iter().map(|value| self.value(*value)).collect::<Vec<_>>().join(", ")
    }

    fn typed(&mut self, values: &[ValueId]) -> String {
        let one = |value: &ValueId| {
            format!("{}: {}", self.value(*value), type_text(self.module, self.module.type_of(*value)))
        };
        values.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    fn ty(&self, ty: TypeId) -> String {
        type_text(self.module, ty)
    }

    fn type_of(&self, value: ValueId) -> String {
        self.ty(self.module.type_of(value))
    }

    fn types(&self, values: &[ValueId]) -> String {
        values.iter().map(|value| self.type_of(*value)).collect::<Vec<_>>().join(", ")
    }

    fn successor(&mut self, successor: &Successor) -> String {
        let label = self.label(successor.block);
        if successor.args.is_empty() {
            return label;
        }
        format!("{label}({} : {})", self.values(&successor.args), self.types(&successor.args))
    }

    /// The spelling of an op's enumerated attribute; empty if it has none.
    fn chosen<E: Enumerated>(&self, op: OpId, name: &str) -> &'static str {
        enums::value_of(self.module, op, name).map_or("", |value: E| value.text())
    }

    fn symbol(&self, op: OpId) -> &str {
        facts::symbol_of(self.module, op, ops::SYMBOL).map_or("", |name| self.module.ctx.str(name))
    }

    /// The remaining attributes of an op, in braces.
    fn dictionary(&self, op: OpId) -> String {
        let mut items = Vec::new();
        if let Some(align) = facts::number_of(self.module, op, ops::ALIGNMENT) {
            items.push(format!("alignment = {align} : i64"));
        }
        let flags = self.fast_math_flags(op);
        if !flags.is_empty() {
            items.push(format!("fastmathFlags = #llvm.fastmath<{}>", flags.join(", ")));
        }
        if items.is_empty() { String::new() } else { format!(" {{{}}}", items.join(", ")) }
    }

    fn fast_math_flags(&self, op: OpId) -> Vec<&'static str> {
        let mut flags: Vec<_> = self.chosen::<FastMath>(op, ops::FASTMATH).split_whitespace().collect();
        let bits = facts::number_of(self.module, op, ops::LIBERTIES).unwrap_or(0) as u32;
        flags.extend(enums::liberties(bits).filter(|flag| !flags.contains(flag)).collect::<Vec<_>>());
        flags
    }

    /// A keyword that an attribute adds before or after the operands.
    fn marked(&self, op: OpId, attr: &str, keyword: &'static str) -> &'static str {
        if self.module.attr(op, attr).is_some() { keyword } else { "" }
    }

    fn op(&mut self, op: OpId) {
        let Some(row) = ops::row(self.module, op) else { return };
        let data = &self.module[op];
        if let Some(result) = data.results.first() {
            let name = self.value(*result);
            let _ = write!(self.out, "{name} = ");
        }
        let result = data.results.first().map(|result| self.type_of(*result)).unwrap_or_default();
        let all = self.values(&data.operands);
        let name = row.info.name;
        let rest = self.dictionary(op);
        let first = data.operands.first().map(|value| self.type_of(*value)).unwrap_or_default();
        let text = match row.form {
            Form::IntBinary | Form::FloatBinary | Form::FloatUnary | Form::Unary => {
                format!("{name} {all}{rest} : {result}")
            }
            Form::IntCompare | Form::FloatCompare => {
                let predicate = match row.form {
                    Form::IntCompare => self.chosen::<IntPredicate>(op, ops::PREDICATE),
                    _ => self.chosen::<FloatPredicate>(op, ops::PREDICATE),
                };
                format!("{name} \"{predicate}\" {all} : {first}")
            }
            Form::Cast(_) => format!("{name} {all} : {first} to {result}"),
            Form::Select => format!("{name} {all} : {first}, {result}"),
            Form::Symbolic => format!("{name} : {result}"),
            Form::AddressOf => format!("{name} @{} : {result}", self.symbol(op)),
            Form::Constant => self.constant(op, &result),
            Form::Call | Form::CallPointer | Form::Intrinsic => self.call(row, op, &result),
            Form::Br | Form::CondBr | Form::Switch | Form::Return | Form::Unreachable => self.end(row, op),
            _ => self.memory_or_part(row, op, &result),
        };
        self.push(&text);
    }

    fn constant(&self, op: OpId, ty: &str) -> String {
        let Some(attr) = self.module.attr(op, ops::VALUE) else { return String::new() };
        let scalar = |attr: AttrId| scalar_text(self.module, attr);
        match &self.module.ctx[attr] {
            Attr::Dense { elems, .. } => {
                let elems: Vec<String> = elems.iter().map(|elem| scalar(*elem)).collect();
                format!("llvm.mlir.constant(dense<[{}]> : {ty}) : {ty}", elems.join(", "))
            }
            _ if ty == "i1" => {
                format!("llvm.mlir.constant({}) : i1", if scalar(attr) == "0" { "false" } else { "true" })
            }
            _ => format!("llvm.mlir.constant({} : {ty}) : {ty}", scalar(attr)),
        }
    }

    fn call(&mut self, row: &Row, op: OpId, result: &str) -> String {
        let operands = &self.module[op].operands;
        let args = if row.form == Form::CallPointer { &operands[1..] } else { &operands[..] };
        let result = if result.is_empty() { "()" } else { result };
        let rest = self.dictionary(op);
        let signature = format!("({}){rest} : ({}) -> {result}", self.values(args), self.types(args));
        match row.form {
            Form::Intrinsic => {
                if let Some(text) = self.masked(op) {
                    return text;
                }
                let name = enums::intrinsic_name(self.module, op).unwrap_or_default();
                format!("llvm.call_intrinsic \"{name}\"{signature}")
            }
            Form::CallPointer => {
                let signature =
                    format!("({}){rest} : !llvm.ptr, ({}) -> {result}", self.values(args), self.types(args));
                format!("llvm.call {}{signature}", self.value(operands[0]))
            }
            _ => format!("llvm.call @{}{signature}", self.symbol(op)),
        }
    }

    /// Masked accesses as MLIR's own ops: LLVM's intrinsics no longer have the alignment as an operand.
    fn masked(&mut self, op: OpId) -> Option<String> {
        let intrinsic = enums::value_of::<Intrinsic>(self.module, op, ops::INTRINSIC)?;
        let data = &self.module[op];
        let [first, second, third, fourth] = data.operands[..] else { return None };
        let alignment = |value| {
            let constant = self.module.defining_op(value)?;
            Some(format!("{{alignment = {} : i32}}", facts::number_of(self.module, constant, ops::VALUE)?))
        };
        let name = intrinsic.text();
        Some(match intrinsic {
            Intrinsic::MaskedLoad | Intrinsic::MaskedGather => {
                let alignment = alignment(second)?;
                let parts = [first, third, fourth];
                let (values, types) = (self.values(&parts), self.types(&parts));
                format!("llvm.intr.{name} {values} {alignment} : ({types}) -> {}", self.type_of(fourth))
            }
            Intrinsic::MaskedStore | Intrinsic::MaskedScatter => {
                let alignment = alignment(third)?;
                let values = self.values(&[first, second, fourth]);
                let types = self.types(&[first, fourth]);
                format!("llvm.intr.{name} {values} {alignment} : {types} into {}", self.type_of(second))
            }
            _ => return None,
        })
    }

    fn memory_or_part(&mut self, row: &Row, op: OpId, result: &str) -> String {
        let operands = self.module[op].operands.clone();
        let names: Vec<String> = operands.iter().map(|value| self.value(*value)).collect();
        let types: Vec<String> = operands.iter().map(|value| self.type_of(*value)).collect();
        let (name, rest) = (row.info.name, self.dictionary(op));
        let order = self.chosen::<Ordering>(op, ops::ORDERING);
        let atomic = if order.is_empty() { String::new() } else { format!(" atomic {order}") };
        let volatile = self.marked(op, ops::VOLATILE, "volatile ");
        let position: Vec<String> = types::positions(self.module, op).iter().map(u32::to_string).collect();
        let position = position.join(", ");
        let elem = facts::type_of(self.module, op, ops::ELEM_TYPE).map(|ty| self.ty(ty)).unwrap_or_default();
        match (row.form, names.as_slice()) {
            (Form::Alloca, [count]) => format!("{name} {count} x {elem}{rest} : ({}) -> {result}", types[0]),
            (Form::Gep, [base, indices @ ..]) => {
                let elem = if elem.is_empty() { "i8" } else { &elem };
                let inbounds = self.marked(op, ops::INBOUNDS, "inbounds ");
                format!("{name} {inbounds}{base}[{}] : ({}) -> {result}, {elem}", indices.join(", "), types.join(", "))
            }
            (Form::Load, [address]) => {
                let invariant = self.marked(op, ops::INVARIANT, " invariant");
                format!("{name} {volatile}{address}{atomic}{invariant}{rest} : {} -> {result}", types[0])
            }
            (Form::Store, [value, address]) => {
                format!("{name} {volatile}{value}, {address}{atomic}{rest} : {}", types.join(", "))
            }
            (Form::AtomicRmw, [address, value]) => {
                format!(
                    "{name} {} {address}, {value} {order} : {}",
                    spelled(self.chosen::<BinOp>(op, ops::BIN_OP)),
                    types.join(", ")
                )
            }
            (Form::Cmpxchg, [address, expected, new]) => {
                format!("{name} {address}, {expected}, {new} {order} {order} : {}, {}", types[0], types[1])
            }
            (Form::Fence, []) => format!("{name} {order}"),
            (Form::ExtractElement, [vector, index]) => {
                format!("{name} {vector}[{index} : {}] : {}", types[1], types[0])
            }
            (Form::InsertElement, [vector, value, index]) => {
                format!("{name} {value}, {vector}[{index} : {}] : {}", types[2], types[0])
            }
            (Form::Shuffle, [a, b]) => format!("{name} {a}, {b} [{}] : {}", self.mask(op), types[0]),
            (Form::ExtractValue, [aggregate]) => format!("{name} {aggregate}[{position}] : {}", types[0]),
            (Form::InsertValue, [aggregate, value]) => {
                format!("{name} {value}, {aggregate}[{position}] : {}", types[0])
            }
            _ => name.to_owned(),
        }
    }

    fn mask(&self, op: OpId) -> String {
        let lane = |attr: &AttrId| facts::number(self.module, *attr).map_or("-1".to_owned(), |lane| lane.to_string());
        facts::array_of(self.module, op, ops::MASK).iter().map(lane).collect::<Vec<_>>().join(", ")
    }

    fn end(&mut self, row: &Row, op: OpId) -> String {
        let data = &self.module[op];
        let all = self.values(&data.operands);
        let types = self.types(&data.operands);
        let targets: Vec<String> = data.successors.iter().map(|successor| self.successor(successor)).collect();
        let name = row.info.name;
        match (row.form, targets.as_slice()) {
            (Form::CondBr, targets) => format!("{name} {all}, {}", targets.join(", ")),
            (Form::Switch, [default, rest @ ..]) => {
                let cases = facts::array_of(self.module, op, ops::CASES);
                let one = |(case, target): (&AttrId, &String)| format!("{}: {target}", scalar_text(self.module, *case));
                let cases: Vec<String> = cases.iter().zip(rest).map(one).collect();
                format!("{name} {all} : {types}, {default} [{}]", cases.join(", "))
            }
            (Form::Br, [target]) => format!("{name} {target}"),
            (Form::Return, _) if !types.is_empty() => format!("{name} {all} : {types}"),
            _ => name.to_owned(),
        }
    }
}

/// MLIR's name of an atomic operation.
fn spelled(bin_op: &str) -> &str {
    match bin_op {
        "and" => "_and",
        "or" => "_or",
        "xor" => "_xor",
        other => other,
    }
}

fn scalar_text(module: &Module, attr: AttrId) -> String {
    match module.ctx[attr] {
        Attr::Int { bits, ty } => match module.ctx[ty] {
            Type::Int { width, .. } if width > 1 && width < 64 => {
                (((bits << (64 - width)) as i64) >> (64 - width)).to_string()
            }
            Type::Int { width: 64, .. } => (bits as i64).to_string(),
            _ => bits.to_string(),
        },
        Attr::Float { bits, ty } => match module.ctx[ty] {
            Type::Float { width, .. } => format!("0x{bits:0width$X}", width = width as usize / 4),
            _ => String::new(),
        },
        _ => String::new(),
    }
}

/// A type in the spelling of MLIR.
pub fn type_text(module: &Module, ty: TypeId) -> String {
    match &module.ctx[ty] {
        Type::None => "!llvm.void".to_owned(),
        Type::Int { width, .. } => format!("i{width}"),
        Type::Float { width, .. } => format!("f{width}"),
        Type::Vector { elem, len } => format!("vector<{len}x{}>", type_text(module, *elem)),
        Type::Llvm(LlvmType::Ptr) => "!llvm.ptr".to_owned(),
        Type::Llvm(LlvmType::PtrIn(space)) => format!("!llvm.ptr<{space}>"),
        // MLIR has no typed pointers.
        Type::Llvm(LlvmType::PtrTo { space: 0, .. }) => "!llvm.ptr".to_owned(),
        Type::Llvm(LlvmType::PtrTo { space, .. }) => format!("!llvm.ptr<{space}>"),
        Type::Llvm(LlvmType::Opaque(name)) => format!("!llvm.struct<\"{name}\", opaque>"),
        Type::Llvm(LlvmType::Target { name, types, numbers }) => {
            let types = types.iter().map(|ty| type_text(module, *ty));
            let parts: Vec<String> = types.chain(numbers.iter().map(u32::to_string)).collect();
            format!("!llvm.target<\"{name}\"{}>", parts.iter().map(|part| format!(", {part}")).collect::<String>())
        }
        Type::Llvm(LlvmType::Array { elem, len }) => format!("!llvm.array<{len} x {}>", inner(module, *elem)),
        Type::Llvm(LlvmType::Struct(fields)) => {
            let fields: Vec<String> = fields.iter().map(|field| inner(module, *field)).collect();
            format!("!llvm.struct<({})>", fields.join(", "))
        }
        Type::Function { .. } | Type::Spirv(_) => "<not a type of the dialect>".to_owned(),
    }
}

/// Inside of its own types the dialect omits its prefix.
fn inner(module: &Module, ty: TypeId) -> String {
    let text = type_text(module, ty);
    text.strip_prefix("!llvm.").map(str::to_owned).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llvm_ir;
    use dialect::llvm::build::Builder;
    use dialect::llvm::enums::{FAST, Intrinsic};
    use dialect::llvm::ops::Opcode;

    /// Both texts of a function without operands for the op under test but a pointer and a number.
    fn texts(fill: impl FnOnce(&mut Builder, ValueId, ValueId)) -> [String; 2] {
        let mut b = Builder::new();
        let (ptr, f32) = (b.ptr(), b.float(32));
        let params = b.begin("f", &[ptr, f32], f32, false);
        fill(&mut b, params[0], params[1]);
        b.ret(Some(params[1]));
        b.finish();
        [print(&b.module), llvm_ir::print(&b.module)]
    }

    fn mark(b: &mut Builder, value: ValueId, name: &'static str, attr: Attr) {
        let attr = b.module.ctx.attr(attr);
        let op = b.module.defining_op(value).expect("an op defines the value");
        b.module[op].set_attr(name, attr);
    }

    #[test]
    fn both_texts_have_the_attributes_of_an_op() {
        let [dialect, ir] = texts(|b, address, number| {
            let ty = b.type_of(number);
            let load = b.load(address, ty, 4);
            b.mark_volatile_value(load);
            let store = b.store(number, address, 4);
            b.mark_volatile(store);
            let load = b.load(address, ty, 4);
            b.mark_invariant(load);
            let bytes = b.i64(8);
            let moved = b.gep(address, bytes);
            mark(b, moved, ops::INBOUNDS, Attr::Unit);
            let sum = b.value(Opcode::FAdd, &[number, number], ty);
            mark(b, sum, ops::LIBERTIES, Attr::Literal(1 << 1 | 1 << 4));
            let sum = b.value(Opcode::FAdd, &[number, number], ty);
            mark(b, sum, ops::LIBERTIES, Attr::Literal(FAST.0));
            b.set_fastmath(Some(FastMath::Contract));
            b.math(Intrinsic::Sqrt, &[number]);
        });
        for wanted in [
            "llvm.load volatile %arg0 {alignment = 4 : i64} : !llvm.ptr -> f32",
            "llvm.store volatile %arg1, %arg0 {alignment = 4 : i64} : f32, !llvm.ptr",
            "llvm.load %arg0 invariant {alignment = 4 : i64}",
            "llvm.getelementptr inbounds %arg0[",
            "{fastmathFlags = #llvm.fastmath<nnan, arcp>} : f32",
            "{fastmathFlags = #llvm.fastmath<fast>} : f32",
            "\"llvm.sqrt.f32\"(%arg1) {fastmathFlags = #llvm.fastmath<contract>} : (f32) -> f32",
        ] {
            assert!(dialect.contains(wanted), "{wanted}\n{dialect}");
        }
        for wanted in [
            "load volatile float",
            "store volatile float",
            "!invariant.load",
            "getelementptr inbounds",
            "fadd nnan arcp float",
            "fadd fast float",
            "call contract float @llvm.sqrt.f32",
        ] {
            assert!(ir.contains(wanted), "{wanted}\n{ir}");
        }
    }
}
