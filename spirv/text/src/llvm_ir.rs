//! The LLVM dialect as LLVM IR text.
//!
//! Constants are written at their uses, block arguments become phis, intrinsics are declared as they are called. Code
//! for the host is in the syntax of LLVM 19 to 22, with the module's value numbers. [`print_portable`] writes syntax
//! that LLVM 15 reads too, numbers values in textual order, and writes source locations. Must not know where a module
//! comes from.

mod constants;
mod insts;
mod metadata;

use base::digits::Digits;
use base::ids::{Map, Set};
use dialect::ir::types::FloatKind;
use dialect::ir::{Attr, BlockId, Module, OpId, Type, TypeId, ValueId};
use dialect::llvm::ops::{self, Form};
use dialect::llvm::types::LlvmType;
use dialect::spirv::facts;
use metadata::Metadata;
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// Calling conventions by LLVM's numbers.
const CONVENTIONS: &[(u64, &str)] = &[(75, "spir_func "), (76, "spir_kernel ")];

/// Attribute groups of functions and calls.
const GROUPS: &[&[&str]] = &[&["nounwind"], &["convergent", "nounwind"]];

/// Prints a module of code for the host.
pub fn print(module: &Module) -> String {
    let mut printer = Printer { module, out: String::new(), intrinsics: Map::default(), portable: None };
    for op in module.top_ops() {
        printer.function(*op);
    }
    printer.declarations();
    printer.out.push_str("!0 = !{}\n");
    printer.out
}

/// Prints a module so that LLVM 15 and later read it; `None` if the text would be longer than `most` bytes.
pub fn print_portable(module: &Module, most: usize) -> Option<String> {
    let portable = Some(Portable { most, ..Portable::default() });
    let mut printer = Printer { module, out: String::new(), intrinsics: Map::default(), portable };
    printer.head();
    for op in module.top_ops() {
        match ops::row(module, *op).map(|row| row.form) {
            Some(Form::Global) => printer.global(*op),
            _ => printer.function(*op),
        }
        if printer.is_full() {
            return None;
        }
    }
    printer.declarations();
    printer.put("\n");
    for (number, group) in GROUPS.iter().enumerate() {
        let _ = writeln!(printer.out, "attributes #{number} = {{ {} }}", group.join(" "));
    }
    printer.put("\n");
    printer.lists();
    Some(printer.out)
}

struct Printer<'m> {
    module: &'m Module,
    out: String,
    /// The signatures of the intrinsics that are called, by name.
    intrinsics: Map<String, String>,
    portable: Option<Portable>,
}

/// The state of a portable text.
#[derive(Default)]
struct Portable {
    /// The limit of bytes.
    most: usize,
    /// The numbers of the current function's values and blocks, in textual order.
    values: FxHashMap<ValueId, u32>,
    blocks: FxHashMap<BlockId, u32>,
    metadata: Metadata,
}

/// A predecessor of a block, and the values that it passes.
type Incoming<'m> = (BlockId, &'m [ValueId]);

// A kernel may have a million lines, which are written before it runs: each piece is appended directly.
impl<'m> Printer<'m> {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Text followed by a number.
    fn put_number(&mut self, before: &str, number: u32) {
        self.out.push_str(before);
        self.out.push_str(Digits::of(number).as_str());
    }

    /// Items with a separator.
    fn put_all<T>(&mut self, items: impl IntoIterator<Item = T>, between: &str, mut put: impl FnMut(&mut Self, T)) {
        for (at, item) in items.into_iter().enumerate() {
            if at > 0 {
                self.out.push_str(between);
            }
            put(self, item);
        }
    }

    fn is_full(&self) -> bool {
        self.portable.as_ref().is_some_and(|portable| self.out.len() > portable.most)
    }

    /// The target, and the opaque structs that represent target types.
    fn head(&mut self) {
        let module = self.module;
        for (name, key) in [(ops::LAYOUT, "datalayout"), (ops::TRIPLE, "triple")] {
            if let Some(Attr::Str(text)) = module.attr(module.root, name).map(|attr| &module.ctx[attr]) {
                let _ = writeln!(self.out, "target {key} = \"{text}\"");
            }
        }
        self.put("\n");
        let names = module.ctx.types().filter_map(|(_, ty)| match ty {
            Type::Llvm(LlvmType::Opaque(name)) => Some(name),
            _ => None,
        });
        let names: Set<_> = names.collect();
        for name in names {
            let _ = writeln!(self.out, "%{name} = type opaque");
        }
    }

    fn declarations(&mut self) {
        for signature in self.intrinsics.values() {
            let _ = writeln!(self.out, "declare {signature}");
        }
    }

    fn global(&mut self, op: OpId) {
        let module = self.module;
        let Some(elem) = facts::type_of(module, op, ops::ELEM_TYPE) else { return };
        let name = facts::symbol_of(module, op, ops::SYM_NAME).map_or("", |name| module.ctx.str(name));
        self.put_name(name);
        let value = module.attr(op, ops::VALUE);
        self.put(match (value, module.attr(op, ops::INTERNAL)) {
            (None, _) => " = external",
            (Some(_), Some(_)) => " = internal",
            (Some(_), None) => " =",
        });
        let space = facts::number_of(module, op, ops::SPACE).unwrap_or(0);
        let kind = if module.attr(op, ops::CONSTANT).is_some() { "constant" } else { "global" };
        let _ = write!(self.out, " addrspace({space}) {kind} ");
        self.ty(elem);
        if let Some(value) = value {
            self.put(" ");
            self.constant(value, elem);
        }
        if let Some(align) = facts::number_of(module, op, ops::ALIGNMENT) {
            let _ = write!(self.out, ", align {align}");
        }
        self.attached(op, ", ");
        self.put("\n");
    }

    fn function(&mut self, op: OpId) {
        let module = self.module;
        let name = facts::symbol_of(module, op, ops::SYM_NAME).map_or("", |name| module.ctx.str(name));
        let ty = facts::type_of(module, op, ops::FUNCTION_TYPE).map(|ty| &module.ctx[ty]);
        let Some(Type::Function { params, result }) = ty else { return };
        let Some(region) = module[op].regions.first() else {
            self.put("declare ");
            self.convention(op);
            self.signature(*result, name, |printer| printer.types(params.iter().copied()));
            self.told(op);
            return self.put("\n");
        };
        let blocks = &module[*region].blocks;
        self.number(blocks);
        self.put("define ");
        self.put(if module.attr(op, ops::INTERNAL).is_some() { "internal " } else { "" });
        self.convention(op);
        self.signature(*result, name, |printer| printer.params(op, &module[blocks[0]].args));
        self.told(op);
        self.enter(op, name, blocks);
        self.attached(op, " ");
        self.put(" {\n");
        let incoming = incoming(module, blocks);
        for (at, block) in blocks.iter().enumerate() {
            self.block(*block, at == 0, incoming.get(block).map_or(&[], |incoming| incoming));
        }
        self.put(if self.portable.is_some() { "}\n\n\n" } else { "}\n" });
    }

    /// Numbers the values and blocks of a function in textual order.
    fn number(&mut self, blocks: &[BlockId]) {
        let module = self.module;
        let Some(portable) = &mut self.portable else { return };
        portable.values.clear();
        portable.blocks = blocks.iter().zip(1..).map(|(block, number)| (*block, number)).collect();
        for block in blocks {
            let results = module[*block].ops.iter().filter(|op| !insts::is_spelled_where_used(module, **op));
            let results = results.flat_map(|op| &module[*op].results);
            for value in module[*block].args.iter().chain(results) {
                portable.values.insert(*value, portable.values.len() as u32 + 1);
            }
        }
    }

    fn convention(&mut self, op: OpId) {
        let convention = facts::number_of(self.module, op, ops::CONVENTION);
        let found = CONVENTIONS.iter().find(|(number, _)| Some(*number) == convention);
        self.put(found.map_or("", |(_, text)| text));
    }

    /// The attributes of a function or a call, or the number of their group.
    fn told(&mut self, op: OpId) {
        let module = self.module;
        let texts = facts::array_of(module, op, ops::PASSTHROUGH).iter().filter_map(|attr| match &module.ctx[*attr] {
            Attr::Str(text) => Some(&**text),
            _ => None,
        });
        let texts: Vec<&str> = texts.collect();
        let is_told = |group: &[&str]| group.iter().all(|text| texts.contains(text));
        let group = GROUPS.iter().rposition(|group| self.portable.is_some() && is_told(group));
        let is_listed = |text: &str| group.is_some_and(|number| GROUPS[number].contains(&text));
        for text in texts.iter().filter(|text| !is_listed(text)) {
            self.put(" ");
            self.put(text);
        }
        if let Some(number) = group {
            self.put_number(" #", number as u32);
        }
    }

    fn params(&mut self, op: OpId, params: &[ValueId]) {
        let module = self.module;
        let by_value = facts::array_of(module, op, ops::BY_VALUE);
        self.put_all(params.iter().enumerate(), ", ", |printer, (at, param)| {
            printer.type_of(*param);
            if let Some(Attr::Array(copy)) = by_value.get(at).map(|attr| &module.ctx[*attr])
                && let Some(Attr::Type(ty)) = copy.first().map(|attr| &module.ctx[*attr])
            {
                printer.put(" byval(");
                printer.ty(*ty);
                printer.put(")");
            }
            printer.put(" ");
            printer.value(*param);
        });
    }

    fn signature(&mut self, result: TypeId, name: &str, params: impl FnOnce(&mut Self)) {
        self.ty(result);
        self.put(" ");
        self.put_name(name);
        self.put("(");
        params(self);
        self.put(")");
    }

    /// The name of a function or variable, in quotes where LLVM requires them.
    fn put_name(&mut self, name: &str) {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._$".contains(&byte);
        self.put("@");
        match name.bytes().all(is_plain) && !name.starts_with(|c: char| c.is_ascii_digit()) {
            true => self.put(name),
            false => {
                self.put("\"");
                self.put(&metadata::escaped(name));
                self.put("\"");
            }
        }
    }

    fn label_of(&mut self, before: &str, block: BlockId) {
        self.put(before);
        match &self.portable {
            Some(portable) => self.put_number("l", portable.blocks.get(&block).copied().unwrap_or(0)),
            None => self.put_number("b", block.raw()),
        }
    }

    fn block(&mut self, block: BlockId, is_entry: bool, incoming: &[Incoming<'m>]) {
        self.label_of("", block);
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
                printer.label_of(", %", *from);
                printer.put(" ]");
            });
            self.place(None);
            self.put("\n");
        }
        for op in &self.module[block].ops {
            self.op(*op);
            if self.is_full() {
                return;
            }
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
            Type::Llvm(LlvmType::PtrIn(space)) => {
                self.put_number("ptr addrspace(", *space);
                self.put(")");
            }
            Type::Llvm(LlvmType::PtrTo { pointee, space: 0 }) => {
                self.ty(*pointee);
                self.put("*");
            }
            Type::Llvm(LlvmType::PtrTo { pointee, space }) => {
                self.ty(*pointee);
                self.put_number(" addrspace(", *space);
                self.put(")*");
            }
            Type::Llvm(LlvmType::Opaque(name)) => {
                self.put("%");
                self.put(name);
            }
            Type::Llvm(LlvmType::Target { name, types, numbers }) => {
                let _ = write!(self.out, "target(\"{name}\"");
                for ty in types {
                    self.put(", ");
                    self.ty(*ty);
                }
                numbers.iter().for_each(|number| self.put_number(", ", *number));
                self.put(")");
            }
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

    /// A list of values after the type of the first one.
    fn typed_once(&mut self, values: &[ValueId]) {
        self.type_of(values[0]);
        self.put(" ");
        self.put_all(values, ", ", |printer, value| printer.value(*value));
    }

    /// A value as an operand: its name, or its constant.
    fn value(&mut self, value: ValueId) {
        let module = self.module;
        let op = module.defining_op(value);
        match op.and_then(|op| Some((op, ops::row(module, op)?))) {
            Some((_, row)) if row.form == Form::Symbolic => self.put(row.ir_name),
            Some((op, row)) if row.form == Form::AddressOf => self.symbol(op),
            Some((op, row)) if row.form == Form::Constant && module.attr(op, ops::VALUE).is_some() => {
                module.attr(op, ops::VALUE).into_iter().for_each(|attr| self.constant(attr, module.type_of(value)));
            }
            _ => match &self.portable {
                Some(portable) => self.put_number("%v", portable.values.get(&value).copied().unwrap_or(0)),
                None => self.put_number("%v", value.raw()),
            },
        }
    }

    fn symbol(&mut self, op: OpId) {
        let module = self.module;
        self.put_name(facts::symbol_of(module, op, ops::SYMBOL).map_or("", |name| module.ctx.str(name)));
    }
}

/// The predecessors of each block, one per edge.
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

#[cfg(test)]
mod tests {
    use super::*;
    use dialect::ir::Successor;
    use dialect::llvm::build::Builder;
    use dialect::llvm::enums::{IntPredicate, Intrinsic};

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
