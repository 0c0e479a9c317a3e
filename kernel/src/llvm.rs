//! A module of kernels as LLVM IR: the representation of SPIR-V that LLVM's translator and its SPIR-V back end read.
//!
//! What LLVM has an instruction for is one; everything else is a call of a function whose mangled name says which
//! instruction of SPIR-V it is. Pointers are opaque, images and samplers are target types, so that LLVM 16 and later read
//! all of it, and LLVM 15 what has no images. It works on decoded instructions, in the order in which they stand.

mod body;
mod constants;
mod tables;

use crate::error::{Error, Result, refuse};
use crate::mangle::Param;
use base::ids::Map;
use dialect::spirv::decode::{self, Inst, Operand};
use rustc_hash::FxHashMap;
use spirv::{AddressingModel, Decoration, ExecutionMode, Op, StorageClass};
use std::fmt::Write;

/// What stands before everything else in modules with addresses of 64 bits, and of 32.
const LAYOUTS: [&str; 2] = [
    "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024",
    "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024",
];

/// The text of a module of kernels.
///
/// # Errors
/// When the words are no module of kernels, or it holds what has no form here.
pub fn llvm_text(words: &[u32]) -> Result<String> {
    let (_, insts) = decode::decode(words)?;
    let mut writer = Writer::new(&insts)?;
    writer.globals()?;
    let mut functions = String::new();
    let mut at = 0;
    while let Some(start) = insts[at..].iter().position(|inst| inst.op == Op::Function).map(|start| at + start) {
        let length = insts[start..].iter().position(|inst| inst.op == Op::FunctionEnd).unwrap_or(0);
        functions += &writer.function(&insts[start..=start + length])?;
        at = start + length + 1;
    }
    Ok(writer.finish(&functions))
}

/// The state of writing a module.
pub(crate) struct Writer<'i> {
    insts: &'i [Inst],
    defs: FxHashMap<u32, &'i Inst>,
    names: FxHashMap<u32, String>,
    /// The functions that are called, with their declarations.
    declared: Map<String, String>,
    globals: String,
    is_32: bool,
}

/// An error at an instruction.
fn at<T>(inst: &Inst, result: Result<T>) -> Result<T> {
    result.map_err(|error| Error { word: error.word.or(Some(inst.offset)), ..error })
}

fn id(operand: Option<&Operand>) -> u32 {
    match operand {
        Some(Operand::Id(id) | Operand::ConstantId(_, id)) => *id,
        _ => 0,
    }
}

fn number(operand: Option<&Operand>) -> u64 {
    match operand {
        Some(Operand::Literal(value) | Operand::Enum(_, value, _)) => u64::from(*value),
        Some(Operand::Number(value)) => *value,
        _ => 0,
    }
}

impl<'i> Writer<'i> {
    fn new(insts: &'i [Inst]) -> Result<Self> {
        let model = insts.iter().find(|inst| inst.op == Op::MemoryModel).map(|inst| number(inst.operands.first()));
        let is_32 = model == Some(AddressingModel::Physical32 as u64);
        if !is_32 && model != Some(AddressingModel::Physical64 as u64) {
            return refuse("only modules of kernels have a form in LLVM IR; -fspv-target-env=opencl2.1 makes one");
        }
        let defs: FxHashMap<u32, &Inst> = insts.iter().filter_map(|inst| Some((inst.result?, inst))).collect();
        let mut names = FxHashMap::default();
        for inst in insts.iter().filter(|inst| inst.op == Op::EntryPoint) {
            if let Some(Operand::Text(name)) = inst.operands.get(2) {
                names.insert(id(inst.operands.get(1)), name.clone());
            }
        }
        Ok(Writer { insts, defs, names, declared: Map::default(), globals: String::new(), is_32 })
    }

    fn def(&self, id: u32) -> Result<&'i Inst> {
        match self.defs.get(&id) {
            Some(inst) => Ok(inst),
            None => refuse(format!("%{id} is not defined")),
        }
    }

    fn finish(self, functions: &str) -> String {
        let (layout, triple) = (LAYOUTS[usize::from(self.is_32)], if self.is_32 { "spir" } else { "spir64" });
        let mut text = format!("target datalayout = \"{layout}\"\ntarget triple = \"{triple}-unknown-unknown\"\n\n");
        text += &self.globals;
        text += functions;
        for declaration in self.declared.values() {
            let _ = writeln!(text, "{declaration}");
        }
        text += "\nattributes #0 = { nounwind }\nattributes #1 = { convergent nounwind }\n\n";
        text + &self.metadata()
    }

    fn metadata(&self) -> String {
        let addressing = if self.is_32 { 1 } else { 2 };
        let mut nodes = vec![format!("!{{i32 {addressing}, i32 2}}")];
        let mut text = "!spirv.MemoryModel = !{!0}\n".to_owned();
        let mut modes = Vec::new();
        let mut contracts = true;
        for inst in self.insts.iter().filter(|inst| inst.op == Op::ExecutionMode) {
            let Some(Operand::Enum(_, mode, params)) = inst.operands.get(1) else { continue };
            contracts &= *mode != ExecutionMode::ContractionOff as u32;
            // The translator adds this mode itself, where contraction is not asked for.
            if *mode == ExecutionMode::ContractionOff as u32 {
                continue;
            }
            let name = self.names.get(&id(inst.operands.first())).cloned().unwrap_or_default();
            let params: String = params.iter().map(|param| format!(", i32 {}", number(Some(param)))).collect();
            modes.push(format!("!{}", nodes.len()));
            nodes.push(format!("!{{ptr @{}, i32 {mode}{params}}}", quoted(&name)));
        }
        if !modes.is_empty() {
            let _ = writeln!(text, "!spirv.ExecutionMode = !{{{}}}", modes.join(", "));
        }
        if contracts {
            text += "!opencl.enable.FP_CONTRACT = !{}\n";
        }
        for (number, node) in nodes.iter().enumerate() {
            let _ = writeln!(text, "!{number} = {node}");
        }
        text
    }

    /// The address space of a storage class.
    fn space(class: u64) -> Result<u32> {
        match StorageClass::from_u32(class as u32) {
            Some(StorageClass::Function) => Ok(0),
            Some(StorageClass::CrossWorkgroup) => Ok(1),
            Some(StorageClass::UniformConstant | StorageClass::Input) => Ok(2),
            Some(StorageClass::Workgroup) => Ok(3),
            Some(StorageClass::Generic) => Ok(4),
            _ => refuse("a storage class has no address space"),
        }
    }

    /// A type as text.
    pub(crate) fn ty(&self, ty: u32) -> Result<String> {
        let inst = self.def(ty)?;
        let first = || id(inst.operands.first());
        Ok(match inst.op {
            Op::TypeVoid => "void".to_owned(),
            Op::TypeBool => "i1".to_owned(),
            Op::TypeInt => format!("i{}", number(inst.operands.first())),
            Op::TypeFloat => match number(inst.operands.first()) {
                16 => "half".to_owned(),
                32 => "float".to_owned(),
                _ => "double".to_owned(),
            },
            Op::TypeVector => format!("<{} x {}>", number(inst.operands.get(1)), self.ty(first())?),
            Op::TypeArray => {
                let length = self.def(id(inst.operands.get(1)))?;
                format!("[{} x {}]", number(length.operands.first()), self.ty(first())?)
            }
            Op::TypeStruct => {
                let members: Vec<String> =
                    inst.operands.iter().map(|member| self.ty(id(Some(member)))).collect::<Result<_>>()?;
                format!("{{ {} }}", members.join(", "))
            }
            Op::TypePointer => pointer(Self::space(number(inst.operands.first()))?),
            Op::TypeSampler => "target(\"spirv.Sampler\")".to_owned(),
            Op::TypeImage => format!("target(\"spirv.Image\", {})", self.image(inst)?),
            Op::TypeSampledImage => {
                format!("target(\"spirv.SampledImage\", {})", self.image(self.def(first())?)?)
            }
            op => return refuse(format!("Op{op:?} has no form in LLVM IR")),
        })
    }

    fn image(&self, inst: &Inst) -> Result<String> {
        let sampled = self.ty(id(inst.operands.first()))?;
        let numbers: Vec<String> = inst.operands[1..].iter().map(|one| number(Some(one)).to_string()).collect();
        let access = if inst.operands.len() < 8 { ", 0" } else { "" };
        Ok(format!("{sampled}, {}{access}", numbers.join(", ")))
    }

    /// A type as names show it.
    fn param(&self, ty: u32) -> Result<Param> {
        let inst = self.def(ty)?;
        let first = || id(inst.operands.first());
        Ok(match inst.op {
            Op::TypePointer => {
                let space = Self::space(number(inst.operands.first()))?;
                Param::Pointer(space, Box::new(self.param(id(inst.operands.get(1)))?))
            }
            Op::TypeVector => Param::Vector(number(inst.operands.get(1)) as u32, self.letter(first())?),
            Op::TypeSampler => Param::Named("spirv.Sampler".replace('.', "_")),
            Op::TypeImage => Param::Named(self.image_name("__spirv_Image", inst)?),
            Op::TypeSampledImage => {
                let image = self.def(first())?;
                Param::Named(self.image_name("__spirv_SampledImage", image)?)
            }
            _ => Param::Scalar(self.letter(ty)?),
        })
    }

    fn image_name(&self, name: &str, inst: &Inst) -> Result<String> {
        let sampled = self.ty(id(inst.operands.first()))?;
        let numbers: String = inst.operands[1..].iter().map(|one| format!("_{}", number(Some(one)))).collect();
        Ok(format!("{name}__{sampled}{numbers}"))
    }

    fn letter(&self, ty: u32) -> Result<&'static str> {
        let inst = self.def(ty)?;
        Ok(match (inst.op, number(inst.operands.first())) {
            (Op::TypeBool, _) => "b",
            (Op::TypeInt, 8) => "c",
            (Op::TypeInt, 16) => "s",
            (Op::TypeInt, 32) => "i",
            (Op::TypeInt, _) => "l",
            (Op::TypeFloat, 16) => "Dh",
            (Op::TypeFloat, 32) => "f",
            (Op::TypeFloat, _) => "d",
            (op, _) => return refuse(format!("Op{op:?} is no parameter of a function")),
        })
    }

    /// A type at the end of a name: what tells functions apart by their results.
    fn suffix(&self, ty: u32) -> Result<String> {
        let inst = self.def(ty)?;
        let width = number(inst.operands.first());
        Ok(match inst.op {
            Op::TypeVector => format!("{}{}", self.suffix(id(inst.operands.first()))?, number(inst.operands.get(1))),
            Op::TypeBool => "bool".to_owned(),
            Op::TypeInt => ["char", "short", "int", "long"][(width.max(8).ilog2() as usize - 3).min(3)].to_owned(),
            Op::TypeFloat => ["half", "float", "double"][(width.max(16).ilog2() as usize - 4).min(2)].to_owned(),
            op => return refuse(format!("Op{op:?} is no result that tells functions apart")),
        })
    }

    /// The variables of the module.
    fn globals(&mut self) -> Result<()> {
        for inst in self.insts {
            if inst.op == Op::Function {
                break;
            }
            if inst.op == Op::Variable {
                at(inst, self.global(inst))?;
            }
        }
        Ok(())
    }

    fn global(&mut self, inst: &'i Inst) -> Result<()> {
        let class = number(inst.operands.first());
        if class == StorageClass::Input as u64 {
            return Ok(());
        }
        let space = Self::space(class)?;
        let pointee = self.pointee(inst.ty.unwrap_or(0))?;
        let name = format!("@v{}", inst.result.unwrap_or(0));
        let initial = match inst.operands.get(1) {
            Some(initial) => self.constant(id(Some(initial)))?,
            None => "undef".to_owned(),
        };
        let kind = if class == StorageClass::UniformConstant as u64 { "constant" } else { "global" };
        let ty = self.ty(pointee)?;
        let _ = writeln!(self.globals, "{name} = internal addrspace({space}) {kind} {ty} {initial}, align 16");
        Ok(())
    }

    /// What a pointer type points to.
    fn pointee(&self, pointer: u32) -> Result<u32> {
        Ok(id(self.def(pointer)?.operands.get(1)))
    }

    /// The builtin that a variable is.
    fn builtin(&self, variable: u32) -> Option<u32> {
        self.insts.iter().filter(|inst| inst.op == Op::Decorate).find_map(|inst| {
            let Some(Operand::Enum(_, kind, params)) = inst.operands.get(1) else { return None };
            let is_it = id(inst.operands.first()) == variable && *kind == Decoration::BuiltIn as u32;
            is_it.then(|| number(params.first()) as u32)
        })
    }
}

fn pointer(space: u32) -> String {
    if space == 0 { "ptr".to_owned() } else { format!("ptr addrspace({space})") }
}

/// A name, in quotes where LLVM wants that.
fn quoted(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._$".contains(c);
    match name.chars().all(is_plain) && !name.starts_with(|c: char| c.is_ascii_digit()) {
        true => name.to_owned(),
        false => {
            let escaped = |byte: u8| match byte {
                b' '..=b'~' if byte != b'"' && byte != b'\\' => char::from(byte).to_string(),
                byte => format!("\\{byte:02X}"),
            };
            format!("\"{}\"", name.bytes().map(escaped).collect::<String>())
        }
    }
}
