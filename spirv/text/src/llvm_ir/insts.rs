//! Instructions as LLVM IR spells them.

use super::Printer;
use dialect::ir::{Module, OpId, Successor, ValueId};
use dialect::llvm::enums::{self, BinOp, Enumerated, FastMath, FloatPredicate, IntPredicate, Ordering};
use dialect::llvm::ops::{self, Form, Opcode};
use dialect::llvm::types;
use dialect::spirv::facts;
use std::fmt::Write;

/// Returns whether an op is a constant, which is written at its uses.
pub(super) fn is_spelled_where_used(module: &Module, op: OpId) -> bool {
    ops::row(module, op).is_some_and(|row| matches!(row.form, Form::Constant | Form::Symbolic | Form::AddressOf))
}

impl Printer<'_> {
    /// The spelling of an op's enumerated attribute; empty if it has none.
    fn chosen<E: Enumerated>(&self, op: OpId, name: &str) -> &'static str {
        enums::value_of(self.module, op, name).map_or("", |value: E| value.text())
    }

    /// Writes the spelling of an op's enumerated attribute, followed by a space.
    fn put_chosen<E: Enumerated>(&mut self, op: OpId, name: &str) {
        let text = self.chosen::<E>(op, name);
        self.put(text);
        self.put(if text.is_empty() { "" } else { " " });
    }

    /// A line with an op, unless it is written at its uses.
    pub(super) fn op(&mut self, op: OpId) {
        let Some(row) = ops::row(self.module, op) else { return };
        if is_spelled_where_used(self.module, op) {
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
        self.place(self.module[op].loc);
        self.attached(op, ", ");
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
                self.liberties(op);
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
                self.put(if self.module.attr(op, ops::INBOUNDS).is_some() { "inbounds " } else { "" });
                match facts::type_of(self.module, op, ops::ELEM_TYPE) {
                    Some(elem) => self.ty(elem),
                    None => self.put("i8"),
                }
                self.put(", ");
                self.all_typed(operands);
            }
            Form::Shuffle => {
                self.all_typed(operands);
                self.put(", ");
                self.shuffle_mask(op);
            }
            Form::ExtractValue | Form::InsertValue => {
                self.all_typed(operands);
                types::positions(self.module, op).into_iter().for_each(|index| self.put_number(", ", index));
            }
            _ => self.memory(form, op),
        }
    }

    fn memory(&mut self, form: Form, op: OpId) {
        let align = facts::number_of(self.module, op, ops::ALIGNMENT).unwrap_or(1);
        let order = self.chosen::<Ordering>(op, ops::ORDERING);
        let between = if order.is_empty() { "" } else { " " };
        let atomic = if order.is_empty() { "" } else { " atomic" };
        let volatile = if self.module.attr(op, ops::VOLATILE).is_some() { " volatile" } else { "" };
        let _ = match (form, self.module[op].operands.as_slice()) {
            (Form::Alloca, _) => {
                self.put(" ");
                facts::type_of(self.module, op, ops::ELEM_TYPE).into_iter().for_each(|ty| self.ty(ty));
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
        let mask = facts::array_of(module, op, ops::MASK);
        self.put_number("<", mask.len() as u32);
        self.put(" x i32> ");
        let is_portable = self.portable.is_some();
        if !is_portable && mask.iter().all(|lane| facts::number(module, *lane) == Some(0)) {
            return self.put("zeroinitializer");
        }
        self.put("<");
        self.put_all(mask, ", ", |printer, lane| match facts::number(module, *lane) {
            Some(lane) => printer.put_number("i32 ", lane as u32),
            None => printer.put(if is_portable { "i32 undef" } else { "i32 poison" }),
        });
        self.put(">");
    }

    fn call(&mut self, form: Form, op: OpId) {
        let module = self.module;
        let operands = &module[op].operands[..];
        self.put("call ");
        self.put_chosen::<FastMath>(op, ops::FASTMATH);
        self.liberties(op);
        self.convention(op);
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
        self.told(op);
    }

    /// The fast-math flags, each followed by a space.
    fn liberties(&mut self, op: OpId) {
        let bits = facts::number_of(self.module, op, ops::LIBERTIES).unwrap_or(0) as u32;
        for word in enums::liberties(bits) {
            self.put(word);
            self.put(" ");
        }
    }

    /// Records the signature of an intrinsic, whose result and name are at the end of the text.
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
        self.label_of("label %", to.block);
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
                let cases = facts::array_of(module, op, ops::CASES).iter().zip(rest);
                self.put_all(cases, " ", |printer, (case, target)| {
                    printer.type_of(operands[0]);
                    printer.put(" ");
                    printer.constant(*case, module.type_of(operands[0]));
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
