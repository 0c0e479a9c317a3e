//! The bodies of functions as LLVM IR.

use super::debug::Subprogram;
use super::names::numbered;
use super::{Spelling, Writer, at, id, limits, number};
use crate::error::{Result, refuse};
use crate::mangle::Param;
use crate::tables::{BINARY, CALLS, COMPARISONS, is_conversion};
use base::ids::Set;
use dialect::spirv::decode::{Inst, Operand};
use dialect::spirv::enums::Kind;
use rustc_hash::FxHashMap;
use spirv::{BuiltIn, Decoration, FunctionControl, FunctionParameterAttribute, MemoryAccess, Op, StorageClass};
use std::fmt::Write;

pub(super) struct Body<'w, 'i> {
    pub(super) writer: &'w mut Writer<'i>,
    out: String,
    fresh: u32,
    has_entry: bool,
    /// The blocks that something leads to. The others are left out.
    reached: Set<u32>,
    /// What variables begin with, which is stored behind the last of them.
    initial: Vec<String>,
    /// For builtins that are vectors and of which components alone are read: the builtin's function.
    components: FxHashMap<u32, String>,
    subprogram: Option<Subprogram>,
    /// Where instructions stand, as it is written behind them.
    place: String,
}

impl<'i> Writer<'i> {
    /// What is said of a parameter that leads to a copy for the function.
    fn copied(&self, param: &Inst) -> Result<String> {
        let is_copy = |one: &&Inst| match one.operands.get(1) {
            Some(Operand::Enum(_, kind, params)) if *kind == Decoration::FuncParamAttr as u32 => {
                let by_value = FunctionParameterAttribute::ByVal as u32;
                matches!(params.first(), Some(Operand::Enum(_, value, _)) if *value == by_value)
            }
            _ => false,
        };
        if !self.decorations(param.result.unwrap_or(0)).iter().any(is_copy) {
            return Ok(String::new());
        }
        let pointee = self.def(param.ty.unwrap_or(0))?.operands.get(1);
        Ok(format!(" byval({})", self.ty(id(pointee))?))
    }

    /// A function.
    pub(super) fn function(&mut self, insts: &'i [Inst]) -> Result<String> {
        let head = &insts[0];
        let function = head.result.unwrap_or(0);
        let is_kernel = self.kernels.contains_key(&function);
        let result = at(head, self.ty(head.ty.unwrap_or(0)))?;
        let given: Vec<&Inst> = insts.iter().filter(|inst| inst.op == Op::FunctionParameter).collect();
        let types: Vec<String> = given.iter().map(|param| self.ty(param.ty.unwrap_or(0))).collect::<Result<_>>()?;
        let mut params = Vec::new();
        for (param, ty) in given.iter().zip(&types) {
            params.push(format!("{ty}{} %v{}", self.copied(param)?, param.result.unwrap_or(0)));
        }
        let name = self.names.of(function);
        if is_kernel && self.spelling == Spelling::Typed {
            self.types_of_kernels.insert(function, format!("{result} ({})*", types.join(", ")));
        }
        let convention = if is_kernel { "spir_kernel" } else { "spir_func" };
        let has_body = insts.iter().any(|inst| inst.op == Op::Label);
        if !has_body {
            return refuse("a function that is linked has no form here");
        }
        let inline = number(head.operands.first()) & u64::from(FunctionControl::DONT_INLINE.bits()) != 0;
        let attribute = if inline { " noinline" } else { "" };
        let attached = self.attached(&given, is_kernel)?;
        let subprogram = self.subprogram(insts, &name);
        let place = subprogram.as_ref().map_or_else(String::new, |one| format!(" !dbg !{}", one.node()));
        let components = self.components(insts);
        let mut body = Body {
            writer: self,
            out: String::new(),
            fresh: 0,
            has_entry: false,
            reached: reached(insts),
            initial: Vec::new(),
            components,
            subprogram,
            place: String::new(),
        };
        let params = params.join(", ");
        let _ = writeln!(body.out, "define {convention} {result} @{name}({params}){attribute} #0{place}{attached} {{");
        body.stand_at(None)?;
        let mut is_reached = true;
        for inst in insts.iter().filter(|inst| inst.op != Op::FunctionParameter).skip(1) {
            match inst.op {
                Op::Label => is_reached = body.reached.contains(&inst.result.unwrap_or(0)),
                Op::FunctionEnd => is_reached = true,
                _ => {}
            }
            if !is_reached {
                continue;
            }
            body.flush_initial(inst);
            at(inst, body.inst(inst).and_then(|()| limits::check_text(body.out.len())))?;
            if inst.op == Op::Label && !std::mem::replace(&mut body.has_entry, true) {
                body.spec_constants()?;
                body.literal_samplers()?;
            }
        }
        Ok(numbered(&body.out) + "\n")
    }

    /// What is said of the arguments of a function.
    fn attached(&mut self, params: &[&Inst], is_kernel: bool) -> Result<String> {
        let mut text = String::new();
        let lists: Vec<Option<usize>> = params
            .iter()
            .map(|param| {
                self.metadata.list(self.decorations.get(&param.result.unwrap_or(0)).map_or(&[], Vec::as_slice))
            })
            .collect();
        if lists.iter().any(Option::is_some) {
            let none = self.metadata.node("!{}".to_owned());
            let lists: Vec<String> = lists.iter().map(|list| format!("!{}", list.unwrap_or(none))).collect();
            let node = self.metadata.node(format!("!{{{}}}", lists.join(", ")));
            let _ = write!(text, " !spirv.ParameterDecorations !{node}");
        }
        if is_kernel {
            for (name, values) in self.arguments(params)? {
                let node = self.metadata.node(format!("!{{{}}}", values.join(", ")));
                let _ = write!(text, " !{name} !{node}");
            }
        }
        Ok(text)
    }

    /// The subprogram that a function is, where something in it has a place.
    fn subprogram(&mut self, insts: &[Inst], name: &str) -> Option<Subprogram> {
        let first = insts.iter().find(|inst| inst.op == Op::Line)?;
        let file = self.file(first);
        let name = name.trim_matches('"').to_owned();
        Some(self.places.begin(&mut self.metadata, &name, &file, number(first.operands.get(1))))
    }

    /// The file that an `OpLine` names.
    fn file(&self, line: &Inst) -> String {
        match self.defs.get(&id(line.operands.first())).and_then(|inst| inst.operands.first()) {
            Some(Operand::Text(text)) => text.to_string(),
            _ => String::new(),
        }
    }

    /// The loads of builtins that are vectors, where every use takes one component out.
    fn components(&self, insts: &[Inst]) -> FxHashMap<u32, String> {
        let mut found = FxHashMap::default();
        for inst in insts.iter().filter(|inst| inst.op == Op::Load) {
            let variable = id(inst.operands.first());
            let is_vector = self.def(inst.ty.unwrap_or(0)).is_ok_and(|ty| ty.op == Op::TypeVector);
            if let (true, Some(builtin)) = (is_vector, self.builtin(variable).and_then(BuiltIn::from_u32)) {
                found.insert(inst.result.unwrap_or(0), format!("__spirv_BuiltIn{builtin:?}"));
            }
        }
        for inst in insts {
            let takes_one = inst.op == Op::CompositeExtract && inst.operands.len() == 2;
            for operand in inst.operands.iter().filter(|_| !takes_one) {
                found.remove(&id(Some(operand)));
            }
        }
        found
    }
}

impl Body<'_, '_> {
    /// A value under another name: of its own type.
    pub(super) fn copy(&mut self, inst: &Inst) -> Result<()> {
        let value = self.typed(id(inst.operands.first()))?;
        self.define(inst, &format!("freeze {value}"));
        Ok(())
    }

    /// The alignment that a type has where nothing else is said.
    fn natural(&self, ty: u32) -> Result<String> {
        Ok(format!(", align {}", self.writer.align(ty)?))
    }

    /// Whether an access is volatile, and its alignment.
    fn access(&self, inst: &Inst, ty: u32) -> Result<(&'static str, String)> {
        let found = inst.operands.iter().find_map(|operand| match operand {
            Operand::Enum(Kind::MemoryAccess, bits, params) => Some((*bits, params.first())),
            _ => None,
        });
        let (bits, align) = found.unwrap_or((0, None));
        let volatile = if bits & MemoryAccess::VOLATILE.bits() != 0 { "volatile " } else { "" };
        let is_aligned = bits & MemoryAccess::ALIGNED.bits() != 0;
        Ok((volatile, if is_aligned { format!(", align {}", number(align)) } else { self.natural(ty)? }))
    }

    pub(super) fn type_of(&self, value: u32) -> Result<u32> {
        Ok(self.writer.def(value)?.ty.unwrap_or(0))
    }

    /// A value without its type.
    pub(super) fn value(&self, value: u32) -> Result<String> {
        let value = self.writer.origins.get(&value).copied().unwrap_or(value);
        let inst = self.writer.def(value)?;
        match inst.op {
            Op::Variable if number(inst.operands.first()) != StorageClass::Function as u64 => {
                Ok(format!("@{}", self.writer.names.of(value)))
            }
            Op::SpecConstantOp | Op::SpecConstantComposite => {
                refuse("what is computed from specialisation constants before a kernel runs has no form here")
            }
            _ if self.writer.is_constant(value) => self.writer.constant(value),
            _ => Ok(format!("%v{value}")),
        }
    }

    /// A value behind its type.
    pub(super) fn typed(&self, value: u32) -> Result<String> {
        Ok(format!("{} {}", self.writer.ty(self.type_of(value)?)?, self.value(value)?))
    }

    /// The type of a value, and the value.
    pub(super) fn pair(&self, value: u32) -> Result<(String, String)> {
        Ok((self.writer.ty(self.type_of(value)?)?, self.value(value)?))
    }

    pub(super) fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "  {text}{}", self.place);
    }

    pub(super) fn define(&mut self, inst: &Inst, text: &str) {
        let _ = writeln!(self.out, "  %v{} = {text}{}", inst.result.unwrap_or(0), self.place);
    }

    /// What follows stands there; nowhere in particular without a line.
    fn stand_at(&mut self, line: Option<&Inst>) -> Result<()> {
        let Some(subprogram) = &self.subprogram else { return Ok(()) };
        let file = line.map(|line| self.writer.file(line)).unwrap_or_default();
        let at = |at: usize| line.map_or(0, |line| number(line.operands.get(at)));
        let writer = &mut *self.writer;
        let node = subprogram.place(&mut writer.places, &mut writer.metadata, (&file, at(1), at(2)));
        self.place = format!(", !dbg !{node}");
        Ok(())
    }

    /// Stores what the variables begin with, once they are all there.
    fn flush_initial(&mut self, inst: &Inst) {
        if !matches!(inst.op, Op::Variable | Op::Label | Op::Line | Op::NoLine) {
            for text in std::mem::take(&mut self.initial) {
                self.line(&text);
            }
        }
    }

    pub(super) fn temporary(&mut self, text: &str) -> String {
        self.fresh += 1;
        let name = format!("%t{}", self.fresh);
        let _ = writeln!(self.out, "  {name} = {text}{}", self.place);
        name
    }

    fn inst(&mut self, inst: &Inst) -> Result<()> {
        let of = |at: usize| id(inst.operands.get(at));
        let (op, ty) = (inst.op, inst.ty.unwrap_or(0));
        if let Some((_, name)) = BINARY.iter().find(|(known, _)| *known == op) {
            let right = self.of_width(of(1), of(0))?;
            let text = format!("{name}{} {}, {right}", self.liberties(inst), self.typed(of(0))?);
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
                self.stand_at(None)?;
                let _ = writeln!(self.out, "l{}:", inst.result.unwrap_or(0));
            }
            Op::FunctionEnd => self.out.push_str("}\n\n"),
            Op::Line => self.stand_at(Some(inst))?,
            Op::NoLine => self.stand_at(None)?,
            Op::SelectionMerge | Op::LoopMerge | Op::CopyObject | Op::Undef => {}
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
                let zero = self.writer.zero(ty)?;
                let text = format!("sub {} {zero}, {}", self.writer.ty(ty)?, self.value(of(0))?);
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
            _ if inst.result.is_some_and(|result| self.writer.origins.contains_key(&result)) => {}
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
                        let (value, own) = (id(Some(initial)), inst.result.unwrap_or(0));
                        let (ty, align) = (self.writer.ty(inst.ty.unwrap_or(0))?, self.natural(self.type_of(value)?)?);
                        let text = format!("store {}, {ty} %v{own}{align}", self.typed(value)?);
                        self.initial.push(text);
                        Ok(())
                    }
                    None => Ok(()),
                }
            }
            Op::Load => self.load(inst),
            Op::CopyMemorySized => self.copy_bytes(inst),
            Op::Store => {
                let text = format!("{}, {}", self.typed(of(1))?, self.typed(of(0))?);
                let (volatile, align) = self.access(inst, self.type_of(of(1))?)?;
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
        for way in inst.operands.chunks(2).filter(|way| self.reached.contains(&id(way.get(1)))) {
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
        let zeros = vec!["i32 0"; count].join(", ");
        let all = self.temporary(&format!("shufflevector {ty} {one}, {ty} undef, <{count} x i32> <{zeros}>"));
        let text = format!("fmul {}, {all}", self.typed(vector)?);
        self.define(inst, &text);
        Ok(())
    }

    fn call(&mut self, inst: &Inst) -> Result<()> {
        let args: Vec<String> =
            inst.operands[1..].iter().map(|arg| self.typed(id(Some(arg)))).collect::<Result<_>>()?;
        let name = self.writer.names.of(id(inst.operands.first()));
        let result = self.writer.ty(inst.ty.unwrap_or(0))?;
        let text = format!("call spir_func {result} @{name}({})", args.join(", "));
        if result == "void" {
            self.line(&text)
        } else {
            self.define(inst, &text)
        }
        Ok(())
    }

    /// Indices one after the other, with the type of what each leads to.
    fn extract(&mut self, inst: &Inst) -> Result<()> {
        let composite = id(inst.operands.first());
        if let Some(builtin) = self.components.get(&composite).cloned() {
            let args = [("i32".to_owned(), number(inst.operands.get(1)).to_string())];
            return self.mangled(inst, &builtin, &args, vec![Param::Scalar("i")], false);
        }
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
            if self.components.contains_key(&inst.result.unwrap_or(0)) {
                return Ok(());
            }
            return self.builtin(inst, pointer);
        }
        let (volatile, align) = self.access(inst, inst.ty.unwrap_or(0))?;
        let text = format!("load {volatile}{ty}, {}{align}", self.typed(pointer)?);
        self.define(inst, &text);
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
}

/// The blocks of a function that something leads to.
fn reached(insts: &[Inst]) -> Set<u32> {
    let mut next: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    let (mut block, mut stack) = (0, Vec::new());
    for inst in insts {
        let of = |at: usize| id(inst.operands.get(at));
        match inst.op {
            Op::Label => {
                block = inst.result.unwrap_or(0);
                if stack.is_empty() {
                    stack.push(block);
                }
            }
            Op::Branch => next.entry(block).or_default().push(of(0)),
            Op::BranchConditional => next.entry(block).or_default().extend([of(1), of(2)]),
            Op::Switch => {
                let cases = inst.operands.get(2..).unwrap_or_default().chunks(2).map(|case| id(case.get(1)));
                next.entry(block).or_default().extend(cases.chain([of(1)]));
            }
            _ => {}
        }
    }
    let mut found = Set::default();
    while let Some(block) = stack.pop() {
        if found.insert(block) {
            stack.extend(next.get(&block).into_iter().flatten());
        }
    }
    found
}
