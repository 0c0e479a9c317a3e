//! The bodies of functions as LLVM IR.

use super::tables::{BINARY, CALLS, COMPARISONS, Call};
use super::{Writer, at, id, number, quoted};
use crate::error::{Result, refuse};
use crate::mangle::{Param, mangle};
use dialect::spirv::decode::{Inst, Operand};
use dialect::spirv::enums::Kind;
use spirv::{BuiltIn, FPRoundingMode, FunctionControl, MemoryAccess, Op, OpenclStd100Op as CLOp, StorageClass};
use std::fmt::Write;

struct Body<'w, 'i> {
    writer: &'w mut Writer<'i>,
    out: String,
    fresh: u32,
    has_entry: bool,
}

impl<'i> Writer<'i> {
    /// A function.
    pub(super) fn function(&mut self, insts: &'i [Inst]) -> Result<String> {
        let head = &insts[0];
        let is_kernel = self.names.contains_key(&head.result.unwrap_or(0));
        let result = at(head, self.ty(head.ty.unwrap_or(0)))?;
        let params = insts.iter().filter(|inst| inst.op == Op::FunctionParameter);
        let params: Vec<String> = params
            .map(|param| Ok(format!("{} %v{}", self.ty(param.ty.unwrap_or(0))?, param.result.unwrap_or(0))))
            .collect::<Result<_>>()?;
        let name = self.function_name(head.result.unwrap_or(0));
        let convention = if is_kernel { "spir_kernel" } else { "spir_func" };
        let has_body = insts.iter().any(|inst| inst.op == Op::Label);
        if !has_body {
            return refuse("a function that is linked has no form here");
        }
        let inline = number(head.operands.first()) & u64::from(FunctionControl::DONT_INLINE.bits()) != 0;
        let attribute = if inline { " noinline" } else { "" };
        let mut body = Body { writer: self, out: String::new(), fresh: 0, has_entry: false };
        let _ = writeln!(body.out, "define {convention} {result} @{name}({}){attribute} #0 {{", params.join(", "));
        for inst in insts.iter().filter(|inst| inst.op != Op::FunctionParameter).skip(1) {
            at(inst, body.inst(inst))?;
            if inst.op == Op::Label && !std::mem::replace(&mut body.has_entry, true) {
                body.spec_constants()?;
            }
        }
        Ok(body.out)
    }

    fn function_name(&self, function: u32) -> String {
        self.names.get(&function).map_or_else(|| format!("f{function}"), |name| quoted(name))
    }
}

impl Body<'_, '_> {
    fn type_of(&self, value: u32) -> Result<u32> {
        Ok(self.writer.def(value)?.ty.unwrap_or(0))
    }

    fn is_pointer(&self, ty: u32) -> bool {
        self.writer.def(ty).is_ok_and(|inst| inst.op == Op::TypePointer)
    }

    /// A value without its type.
    fn value(&self, value: u32) -> Result<String> {
        let inst = self.writer.def(value)?;
        let first = id(inst.operands.first());
        match inst.op {
            Op::CopyObject => self.value(first),
            // Pointers do not say what they point to.
            Op::Bitcast if self.is_pointer(inst.ty.unwrap_or(0)) && self.is_pointer(self.type_of(first)?) => {
                self.value(first)
            }
            Op::Variable if number(inst.operands.first()) != StorageClass::Function as u64 => Ok(format!("@v{value}")),
            Op::SpecConstantOp | Op::SpecConstantComposite => {
                refuse("what is computed from specialisation constants before a kernel runs has no form here")
            }
            _ if self.writer.is_constant(value) => self.writer.constant(value),
            _ => Ok(format!("%v{value}")),
        }
    }

    /// A value behind its type.
    fn typed(&self, value: u32) -> Result<String> {
        Ok(format!("{} {}", self.writer.ty(self.type_of(value)?)?, self.value(value)?))
    }

    /// The type of a value, and the value.
    fn pair(&self, value: u32) -> Result<(String, String)> {
        Ok((self.writer.ty(self.type_of(value)?)?, self.value(value)?))
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "  {text}");
    }

    fn define(&mut self, inst: &Inst, text: &str) {
        let _ = writeln!(self.out, "  %v{} = {text}", inst.result.unwrap_or(0));
    }

    fn temporary(&mut self, text: &str) -> String {
        self.fresh += 1;
        let name = format!("%t{}", self.fresh);
        let _ = writeln!(self.out, "  {name} = {text}");
        name
    }

    fn inst(&mut self, inst: &Inst) -> Result<()> {
        let of = |at: usize| id(inst.operands.get(at));
        let (op, ty) = (inst.op, inst.ty.unwrap_or(0));
        if let Some((_, name)) = BINARY.iter().find(|(known, _)| *known == op) {
            let text = format!("{name} {}, {}", self.typed(of(0))?, self.value(of(1))?);
            self.define(inst, &text);
            return Ok(());
        }
        if let Some((_, name)) = COMPARISONS.iter().find(|(known, _)| *known == op) {
            let text = format!("{name} {}, {}", self.typed(of(0))?, self.value(of(1))?);
            self.define(inst, &text);
            return Ok(());
        }
        if let Some((_, call)) = CALLS.iter().find(|(known, _)| *known == op) {
            return self.instruction(inst, *call);
        }
        match op {
            Op::Label => {
                let _ = writeln!(self.out, "l{}:", inst.result.unwrap_or(0));
            }
            Op::FunctionEnd => self.out.push_str("}\n\n"),
            Op::Line | Op::NoLine | Op::SelectionMerge | Op::LoopMerge | Op::CopyObject | Op::Undef => {}
            Op::Return => self.line("ret void"),
            Op::ReturnValue => self.line(&format!("ret {}", self.typed(of(0))?)),
            Op::Unreachable => self.line("unreachable"),
            Op::Branch => self.line(&format!("br label %l{}", of(0))),
            Op::BranchConditional => {
                self.line(&format!("br i1 {}, label %l{}, label %l{}", self.value(of(0))?, of(1), of(2)));
            }
            Op::Switch => self.switch(inst)?,
            Op::Phi => self.phi(inst)?,
            Op::FNegate => self.define(inst, &format!("fneg {}", self.typed(of(0))?)),
            Op::SNegate => {
                let text = format!("sub {} zeroinitializer, {}", self.writer.ty(ty)?, self.value(of(0))?);
                self.define(inst, &text);
            }
            Op::Not | Op::LogicalNot => self.not(inst)?,
            Op::IsNan => {
                let text = format!("fcmp uno {}, {}", self.typed(of(0))?, self.value(of(0))?);
                self.define(inst, &text);
            }
            Op::Select => {
                let text = format!("select {}, {}, {}", self.typed(of(0))?, self.typed(of(1))?, self.typed(of(2))?);
                self.define(inst, &text);
            }
            Op::VectorTimesScalar => self.times_scalar(inst)?,
            Op::FunctionCall => self.call(inst)?,
            Op::ExtInst => self.extended(inst)?,
            Op::Bitcast if self.is_pointer(ty) && self.is_pointer(self.type_of(of(0))?) => {}
            _ if is_conversion(op) => self.convert(inst)?,
            _ => return self.composite_or_memory(inst),
        }
        Ok(())
    }

    fn composite_or_memory(&mut self, inst: &Inst) -> Result<()> {
        let of = |at: usize| id(inst.operands.get(at));
        match inst.op {
            Op::CompositeExtract => self.extract(inst),
            Op::CompositeInsert => self.insert(inst),
            Op::VectorShuffle => self.shuffle(inst),
            Op::VectorExtractDynamic => {
                let text = format!("extractelement {}, {}", self.typed(of(0))?, self.typed(of(1))?);
                self.define(inst, &text);
                Ok(())
            }
            Op::VectorInsertDynamic => {
                let text =
                    format!("insertelement {}, {}, {}", self.typed(of(0))?, self.typed(of(1))?, self.typed(of(2))?);
                self.define(inst, &text);
                Ok(())
            }
            Op::Variable => {
                let pointee = self.writer.ty(self.writer.pointee(inst.ty.unwrap_or(0))?)?;
                self.define(inst, &format!("alloca {pointee}, align 16"));
                match inst.operands.get(1) {
                    Some(initial) => {
                        let text =
                            format!("store {}, ptr %v{}", self.typed(id(Some(initial)))?, inst.result.unwrap_or(0));
                        self.line(&text);
                        Ok(())
                    }
                    None => Ok(()),
                }
            }
            Op::Load => self.load(inst),
            Op::Store => {
                let text = format!("{}, {}", self.typed(of(1))?, self.typed(of(0))?);
                let (volatile, align) = access(inst);
                self.line(&format!("store {volatile}{text}{align}"));
                Ok(())
            }
            Op::InBoundsPtrAccessChain | Op::PtrAccessChain | Op::InBoundsAccessChain | Op::AccessChain => {
                self.chain(inst)
            }
            op => refuse(format!("Op{op:?} has no form in LLVM IR here")),
        }
    }

    fn not(&mut self, inst: &Inst) -> Result<()> {
        let ty = inst.ty.unwrap_or(0);
        let text = self.writer.ty(ty)?;
        let scalar = self.writer.def(ty)?;
        let ones = match scalar.op {
            Op::TypeVector => {
                let elem = self.writer.ty(id(scalar.operands.first()))?;
                let one = if elem == "i1" { "true" } else { "-1" };
                let count = number(scalar.operands.get(1)) as usize;
                format!("<{}>", vec![format!("{elem} {one}"); count].join(", "))
            }
            Op::TypeBool => "true".to_owned(),
            _ => "-1".to_owned(),
        };
        let value = self.value(id(inst.operands.first()))?;
        self.define(inst, &format!("xor {text} {value}, {ones}"));
        Ok(())
    }

    fn switch(&mut self, inst: &Inst) -> Result<()> {
        let selector = id(inst.operands.first());
        let ty = self.writer.ty(self.type_of(selector)?)?;
        let mut text = format!("switch {ty} {}, label %l{} [", self.value(selector)?, id(inst.operands.get(1)));
        for case in inst.operands.get(2..).unwrap_or_default().chunks(2) {
            let _ = write!(text, " {ty} {}, label %l{}", number(case.first()), id(case.get(1)));
        }
        self.line(&(text + " ]"));
        Ok(())
    }

    fn phi(&mut self, inst: &Inst) -> Result<()> {
        let mut ways = Vec::new();
        for way in inst.operands.chunks(2) {
            ways.push(format!("[ {}, %l{} ]", self.value(id(way.first()))?, id(way.get(1))));
        }
        let text = format!("phi {} {}", self.writer.ty(inst.ty.unwrap_or(0))?, ways.join(", "));
        self.define(inst, &text);
        Ok(())
    }

    fn times_scalar(&mut self, inst: &Inst) -> Result<()> {
        let (vector, scalar) = (id(inst.operands.first()), id(inst.operands.get(1)));
        let ty = self.writer.ty(inst.ty.unwrap_or(0))?;
        let count = number(self.writer.def(inst.ty.unwrap_or(0))?.operands.get(1)) as usize;
        let factor = self.typed(scalar)?;
        let one = self.temporary(&format!("insertelement {ty} undef, {factor}, i32 0"));
        let zeros = format!("<{count} x i32> zeroinitializer");
        let all = self.temporary(&format!("shufflevector {ty} {one}, {ty} undef, {zeros}"));
        let text = format!("fmul {}, {all}", self.typed(vector)?);
        self.define(inst, &text);
        Ok(())
    }

    fn call(&mut self, inst: &Inst) -> Result<()> {
        let args: Vec<String> =
            inst.operands[1..].iter().map(|arg| self.typed(id(Some(arg)))).collect::<Result<_>>()?;
        let name = self.writer.function_name(id(inst.operands.first()));
        let result = self.writer.ty(inst.ty.unwrap_or(0))?;
        let text = format!("call spir_func {result} @{name}({})", args.join(", "));
        if result == "void" {
            self.line(&text)
        } else {
            self.define(inst, &text)
        }
        Ok(())
    }

    fn convert(&mut self, inst: &Inst) -> Result<()> {
        let value = id(inst.operands.first());
        let (from, to) = (self.type_of(value)?, inst.ty.unwrap_or(0));
        let result = inst.result.unwrap_or(0);
        if let Some(suffix) = self.conversion_suffix(result)? {
            let name = format!("__spirv_{:?}_R{}{suffix}", inst.op, self.writer.suffix(to)?);
            return self.mangled(inst, &name, &[self.pair(value)?], vec![self.writer.param(from)?], false);
        }
        let (narrow, wide) = (self.width(from)?, self.width(to)?);
        let name = match inst.op {
            Op::ConvertFToU => "fptoui",
            Op::ConvertFToS => "fptosi",
            Op::ConvertUToF => "uitofp",
            Op::ConvertSToF => "sitofp",
            Op::UConvert if wide > narrow => "zext",
            Op::SConvert if wide > narrow => "sext",
            Op::UConvert | Op::SConvert => "trunc",
            Op::FConvert if wide > narrow => "fpext",
            Op::FConvert => "fptrunc",
            Op::ConvertUToPtr => "inttoptr",
            Op::ConvertPtrToU => "ptrtoint",
            Op::PtrCastToGeneric | Op::GenericCastToPtr => "addrspacecast",
            _ => "bitcast",
        };
        let text = format!("{name} {} to {}", self.typed(value)?, self.writer.ty(to)?);
        self.define(inst, &text);
        Ok(())
    }

    /// What decorations of a conversion add to its name.
    fn conversion_suffix(&self, result: u32) -> Result<Option<String>> {
        let mut text = String::new();
        for inst in self.writer.insts.iter().filter(|inst| inst.op == Op::Decorate) {
            let Some(Operand::Enum(_, kind, params)) = inst.operands.get(1) else { continue };
            if id(inst.operands.first()) != result {
                continue;
            }
            match spirv::Decoration::from_u32(*kind) {
                Some(spirv::Decoration::SaturatedConversion) => text.insert_str(0, "_sat"),
                Some(spirv::Decoration::FPRoundingMode) => {
                    let mode = FPRoundingMode::from_u32(number(params.first()) as u32);
                    let Some(mode) = mode else { return refuse("a rounding mode that there is not") };
                    text += &format!("_{mode:?}").to_lowercase();
                }
                _ => {}
            }
        }
        Ok((!text.is_empty()).then_some(text))
    }

    fn width(&self, ty: u32) -> Result<u64> {
        let inst = self.writer.def(ty)?;
        match inst.op {
            Op::TypeVector => self.width(id(inst.operands.first())),
            _ => Ok(number(inst.operands.first())),
        }
    }

    /// Indices one after the other, with the type of what each leads to.
    fn extract(&mut self, inst: &Inst) -> Result<()> {
        let composite = id(inst.operands.first());
        let mut current = self.type_of(composite)?;
        let mut text = self.value(composite)?;
        let count = inst.operands.len();
        for (at, index) in inst.operands.iter().enumerate().skip(1) {
            let (own, index) = (self.writer.ty(current)?, number(Some(index)));
            let is_vector = self.writer.def(current)?.op == Op::TypeVector;
            let step = match is_vector {
                true => format!("extractelement {own} {text}, i32 {index}"),
                false => format!("extractvalue {own} {text}, {index}"),
            };
            current = self.part(current, index)?;
            if at + 1 == count {
                self.define(inst, &step);
            } else {
                text = self.temporary(&step);
            }
        }
        Ok(())
    }

    fn part(&self, ty: u32, index: u64) -> Result<u32> {
        let inst = self.writer.def(ty)?;
        Ok(match inst.op {
            Op::TypeStruct => id(inst.operands.get(index as usize)),
            _ => id(inst.operands.first()),
        })
    }

    fn insert(&mut self, inst: &Inst) -> Result<()> {
        let (part, composite) = (id(inst.operands.first()), id(inst.operands.get(1)));
        let indices: Vec<u64> = inst.operands[2..].iter().map(|index| number(Some(index))).collect();
        let ty = self.type_of(composite)?;
        let (whole, part) = (self.typed(composite)?, self.typed(part)?);
        let text = match (self.writer.def(ty)?.op, &indices[..]) {
            (Op::TypeVector, [index]) => format!("insertelement {whole}, {part}, i32 {index}"),
            _ => {
                let mut current = ty;
                for index in &indices {
                    if self.writer.def(current)?.op == Op::TypeVector {
                        return refuse("a component of a vector in a composite is put in as a whole here");
                    }
                    current = self.part(current, *index)?;
                }
                let indices: Vec<String> = indices.iter().map(u64::to_string).collect();
                format!("insertvalue {whole}, {part}, {}", indices.join(", "))
            }
        };
        self.define(inst, &text);
        Ok(())
    }

    fn shuffle(&mut self, inst: &Inst) -> Result<()> {
        let indices = inst.operands[2..].iter().map(|index| match number(Some(index)) {
            0xFFFF_FFFF => "i32 undef".to_owned(),
            index => format!("i32 {index}"),
        });
        let indices: Vec<String> = indices.collect();
        let (a, b) = (self.typed(id(inst.operands.first()))?, self.typed(id(inst.operands.get(1)))?);
        let text = format!("shufflevector {a}, {b}, <{} x i32> <{}>", indices.len(), indices.join(", "));
        self.define(inst, &text);
        Ok(())
    }

    fn load(&mut self, inst: &Inst) -> Result<()> {
        let pointer = id(inst.operands.first());
        let variable = self.writer.def(pointer)?;
        let ty = self.writer.ty(inst.ty.unwrap_or(0))?;
        if variable.op == Op::Variable && number(variable.operands.first()) == StorageClass::Input as u64 {
            return self.builtin(inst, pointer);
        }
        let (volatile, align) = access(inst);
        let text = format!("load {volatile}{ty}, {}{align}", self.typed(pointer)?);
        self.define(inst, &text);
        Ok(())
    }

    /// A builtin is a function: of a component where it is a vector.
    fn builtin(&mut self, inst: &Inst, variable: u32) -> Result<()> {
        let builtin = self.writer.builtin(variable).and_then(BuiltIn::from_u32);
        let Some(builtin) = builtin else { return refuse("an input that is no builtin") };
        let name = format!("__spirv_BuiltIn{builtin:?}");
        let ty = inst.ty.unwrap_or(0);
        let (whole, definition) = (self.writer.ty(ty)?, self.writer.def(ty)?);
        if definition.op != Op::TypeVector {
            return self.mangled(inst, &name, &[], Vec::new(), false);
        }
        let elem = self.writer.ty(id(definition.operands.first()))?;
        let symbol = mangle(&name, &[Param::Scalar("i")]);
        self.declare(&symbol, &elem, "i32", false);
        let count = number(definition.operands.get(1));
        let mut vector = "undef".to_owned();
        for at in 0..count {
            let part = self.temporary(&format!("call spir_func {elem} @{symbol}(i32 {at}) #0"));
            let text = format!("insertelement {whole} {vector}, {elem} {part}, i32 {at}");
            if at + 1 == count {
                self.define(inst, &text);
            } else {
                vector = self.temporary(&text);
            }
        }
        Ok(())
    }

    fn chain(&mut self, inst: &Inst) -> Result<()> {
        let base = id(inst.operands.first());
        let pointee = self.writer.ty(self.writer.pointee(self.type_of(base)?)?)?;
        let mut text = match inst.op {
            Op::InBoundsPtrAccessChain | Op::InBoundsAccessChain => "getelementptr inbounds ".to_owned(),
            _ => "getelementptr ".to_owned(),
        };
        let _ = write!(text, "{pointee}, {}", self.typed(base)?);
        if matches!(inst.op, Op::InBoundsAccessChain | Op::AccessChain) {
            text += ", i32 0";
        }
        for index in &inst.operands[1..] {
            let _ = write!(text, ", {}", self.typed(id(Some(index)))?);
        }
        self.define(inst, &text);
        Ok(())
    }

    /// The specialisation constants of the module: calls with their numbers and what holds without the application.
    fn spec_constants(&mut self) -> Result<()> {
        let insts = self.writer.insts;
        let is_one = |op: Op| matches!(op, Op::SpecConstant | Op::SpecConstantTrue | Op::SpecConstantFalse);
        for inst in insts.iter().filter(|inst| is_one(inst.op)) {
            let ty = inst.ty.unwrap_or(0);
            let default = match inst.op {
                Op::SpecConstantTrue => "true".to_owned(),
                Op::SpecConstantFalse => "false".to_owned(),
                _ => self.writer.scalar(ty, number(inst.operands.first()))?,
            };
            let decorations = insts.iter().filter(|one| one.op == Op::Decorate);
            let number = decorations.filter(|one| id(one.operands.first()) == inst.result.unwrap_or(0)).find_map(
                |one| match one.operands.get(1) {
                    Some(Operand::Enum(_, kind, params)) if *kind == spirv::Decoration::SpecId as u32 => {
                        Some(number(params.first()))
                    }
                    _ => None,
                },
            );
            let Some(number) = number else { return refuse("a specialisation constant has no number") };
            let args = [("i32".to_owned(), number.to_string()), (self.writer.ty(ty)?, default)];
            let params = vec![Param::Scalar("i"), self.writer.param(ty)?];
            self.mangled(inst, "__spirv_SpecConstant", &args, params, false)?;
        }
        Ok(())
    }

    // Calls of instructions.

    fn declare(&mut self, symbol: &str, result: &str, params: &str, convergent: bool) {
        let attributes = if convergent { 1 } else { 0 };
        let text = format!("declare spir_func {result} @{symbol}({params}) #{attributes}");
        self.writer.declared.entry(symbol.to_owned()).or_insert(text);
    }

    fn mangled(
        &mut self,
        inst: &Inst,
        name: &str,
        args: &[(String, String)],
        params: Vec<Param>,
        convergent: bool,
    ) -> Result<()> {
        let symbol = mangle(name, &params);
        let result = match inst.ty {
            Some(ty) => self.writer.ty(ty)?,
            None => "void".to_owned(),
        };
        let types: Vec<&str> = args.iter().map(|(ty, _)| ty.as_str()).collect();
        self.declare(&symbol, &result, &types.join(", "), convergent);
        let args: Vec<String> = args.iter().map(|(ty, value)| format!("{ty} {value}")).collect();
        let text = format!("call spir_func {result} @{symbol}({}) #{}", args.join(", "), i32::from(convergent));
        if result == "void" {
            self.line(&text)
        } else {
            self.define(inst, &text)
        }
        Ok(())
    }

    fn extended(&mut self, inst: &Inst) -> Result<()> {
        let Some(function) = CLOp::from_u32(number(inst.operands.get(1)) as u32) else {
            return refuse("a function of OpenCL that there is not");
        };
        let (mut args, mut params) = (Vec::new(), Vec::new());
        for operand in &inst.operands[2..] {
            let value = id(Some(operand));
            if value == 0 {
                args.push(("i32".to_owned(), number(Some(operand)).to_string()));
                params.push(Param::Scalar("i"));
                continue;
            }
            args.push(self.pair(value)?);
            params.push(self.writer.param(self.type_of(value)?)?);
        }
        self.mangled(inst, &format!("__spirv_ocl_{function:?}"), &args, params, false)
    }

    /// An instruction that is a call: numbers that are part of it are constants.
    fn instruction(&mut self, inst: &Inst, call: Call) -> Result<()> {
        let mut name = format!("__spirv_{:?}", inst.op);
        if let (Call::ByResult, Some(ty)) = (call, inst.ty) {
            name += &format!("_R{}", self.writer.suffix(ty)?);
        }
        let (mut args, mut params) = (Vec::new(), Vec::new());
        for operand in flattened(&inst.operands) {
            match operand {
                Operand::Id(_) | Operand::ConstantId(..) => {
                    let value = id(Some(operand));
                    args.push(self.pair(value)?);
                    params.push(self.writer.param(self.type_of(value)?)?);
                }
                _ => {
                    args.push(("i32".to_owned(), number(Some(operand)).to_string()));
                    params.push(Param::Scalar("i"));
                }
            }
        }
        self.mangled(inst, &name, &args, params, call == Call::Convergent)
    }
}

/// Operands, those of enumerated values behind them.
fn flattened(operands: &[Operand]) -> Vec<&Operand> {
    let mut all = Vec::new();
    for operand in operands {
        all.push(operand);
        if let Operand::Enum(_, _, params) = operand {
            all.extend(params);
        }
    }
    all
}

/// Whether an access is volatile, and its alignment.
fn access(inst: &Inst) -> (&'static str, String) {
    let found = inst.operands.iter().find_map(|operand| match operand {
        Operand::Enum(Kind::MemoryAccess, bits, params) => Some((*bits, params.first())),
        _ => None,
    });
    let Some((bits, align)) = found else { return ("", String::new()) };
    let volatile = if bits & MemoryAccess::VOLATILE.bits() != 0 { "volatile " } else { "" };
    let is_aligned = bits & MemoryAccess::ALIGNED.bits() != 0;
    (volatile, if is_aligned { format!(", align {}", number(align)) } else { String::new() })
}

fn is_conversion(op: Op) -> bool {
    matches!(
        op,
        Op::ConvertFToU
            | Op::ConvertFToS
            | Op::ConvertUToF
            | Op::ConvertSToF
            | Op::UConvert
            | Op::SConvert
            | Op::FConvert
            | Op::Bitcast
            | Op::ConvertUToPtr
            | Op::ConvertPtrToU
            | Op::PtrCastToGeneric
            | Op::GenericCastToPtr
    )
}
