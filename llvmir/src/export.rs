//! A module of kernels as LLVM IR: the representation of SPIR-V that LLVM's translator and its SPIR-V back end read.
//!
//! What LLVM has an instruction for is one; everything else is a call of a function whose mangled name says which
//! instruction of SPIR-V it is. Pointers are opaque, images and samplers are target types, so that LLVM 16 and later read
//! all of it, and LLVM 15 what has no images. It works on decoded instructions, in the order in which they stand.

mod arguments;
mod arithmetic;
mod body;
mod calls;
mod constants;
mod debug;
mod limits;
mod metadata;
mod names;

use crate::error::{Result, refuse};
use crate::mangle::Param;
use base::ids::{Map, Set};
use debug::Places;
use dialect::spirv::decode::{self, Inst, Operand};
use metadata::Metadata;
use names::Names;
use rustc_hash::FxHashMap;
use spirv::{AddressingModel, Decoration, Op, StorageClass};
use std::fmt::Write;

/// What stands before everything else in modules with addresses of 64 bits, and of 32.
const LAYOUTS: [&str; 2] = [
    "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024",
    "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024",
];

/// How pointers, images and samplers are spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// Opaque pointers and target types, which LLVM 16 and later read, and LLVM 15 where there are no images.
    Opaque,
    /// Pointers with what they lead to and opaque structs, which LLVM 15 and earlier read.
    Typed,
}

/// Vectors have at most this many components: some are taken apart.
const MAX_LANES: u64 = 16;

/// The text of a module of kernels.
///
/// # Errors
/// When the words are no module of kernels, or it holds what has no form here.
pub fn to_llvm(words: &[u32], spelling: Spelling) -> Result<String> {
    let (header, insts) = decode::decode(words)?;
    limits::check(&insts, spelling)?;
    let mut writer = Writer::new(&insts, spelling)?;
    writer.metadata.module(&insts, header.generator);
    writer.globals()?;
    let mut functions = String::new();
    let mut at = 0;
    while let Some(start) = insts[at..].iter().position(|inst| inst.op == Op::Function).map(|start| at + start) {
        let length = insts[start..].iter().position(|inst| inst.op == Op::FunctionEnd).unwrap_or(0);
        functions += &writer.function(&insts[start..=start + length])?;
        limits::check_text(functions.len())?;
        at = start + length + 1;
    }
    Ok(writer.finish(&functions))
}

/// The state of writing a module.
pub(crate) struct Writer<'i> {
    insts: &'i [Inst],
    defs: FxHashMap<u32, &'i Inst>,
    /// Values that are others under another name: pointers that do not say what they lead to are the same as before.
    origins: FxHashMap<u32, u32>,
    /// The names of kernels.
    kernels: FxHashMap<u32, String>,
    names: Names,
    spelling: Spelling,
    metadata: Metadata,
    places: Places,
    /// How pointers to kernels are spelled, where they say what they point to.
    types_of_kernels: FxHashMap<u32, String>,
    decorations: FxHashMap<u32, Vec<&'i Inst>>,
    /// The functions that are called, with their declarations.
    declared: Map<String, String>,
    globals: String,
    is_32: bool,
}

/// What copies are copies of, and pointers that are taken for others where their spelling is the same.
fn origins(insts: &[Inst], defs: &FxHashMap<u32, &Inst>, spelling: Spelling) -> FxHashMap<u32, u32> {
    let mut origins = FxHashMap::default();
    let is_pointer = |ty: Option<u32>| ty.and_then(|ty| defs.get(&ty)).is_some_and(|inst| inst.op == Op::TypePointer);
    for inst in insts {
        let from = id(inst.operands.first());
        let is_same = match inst.op {
            Op::CopyObject => true,
            Op::Bitcast if spelling == Spelling::Opaque => {
                is_pointer(inst.ty) && is_pointer(defs.get(&from).and_then(|inst| inst.ty))
            }
            _ => false,
        };
        if let (true, Some(result)) = (is_same, inst.result) {
            origins.insert(result, origins.get(&from).copied().unwrap_or(from));
        }
    }
    origins
}

/// An error at an instruction.
fn at<T>(inst: &Inst, result: Result<T>) -> Result<T> {
    result.map_err(|error| error.at_word(Some(inst.offset)))
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
    fn new(insts: &'i [Inst], spelling: Spelling) -> Result<Self> {
        let model = insts.iter().find(|inst| inst.op == Op::MemoryModel).map(|inst| number(inst.operands.first()));
        let is_32 = model == Some(AddressingModel::Physical32 as u64);
        if !is_32 && model != Some(AddressingModel::Physical64 as u64) {
            return refuse("only modules of kernels have a form in LLVM IR; -fspv-target-env=opencl2.1 makes one");
        }
        let is_long = |inst: &Inst| inst.op == Op::TypeVector && number(inst.operands.get(1)) > MAX_LANES;
        if insts.iter().any(is_long) {
            return refuse(format!("kernels have no vectors of more than {MAX_LANES} components"));
        }
        let defs: FxHashMap<u32, &Inst> = insts.iter().filter_map(|inst| Some((inst.result?, inst))).collect();
        let mut kernels = FxHashMap::default();
        for inst in insts.iter().filter(|inst| inst.op == Op::EntryPoint) {
            if let Some(Operand::Text(name)) = inst.operands.get(2) {
                kernels.insert(id(inst.operands.get(1)), name.to_string());
            }
        }
        let mut decorations: FxHashMap<u32, Vec<&Inst>> = FxHashMap::default();
        for inst in insts.iter().filter(|inst| inst.op == Op::Decorate) {
            decorations.entry(id(inst.operands.first())).or_default().push(inst);
        }
        Ok(Writer {
            insts,
            origins: origins(insts, &defs, spelling),
            defs,
            names: Names::new(insts, &kernels),
            kernels,
            spelling,
            metadata: Metadata::default(),
            places: Places::default(),
            types_of_kernels: FxHashMap::default(),
            decorations,
            declared: Map::default(),
            globals: String::new(),
            is_32,
        })
    }

    fn def(&self, id: u32) -> Result<&'i Inst> {
        match self.defs.get(&id) {
            Some(inst) => Ok(inst),
            None => refuse(format!("%{id} is not defined")),
        }
    }

    /// Structs without members that stand for types which LLVM does not have, where these are spelled so.
    fn structs(&self) -> String {
        let is_it = |op: Op| matches!(op, Op::TypeSampler | Op::TypeEvent | Op::TypeImage | Op::TypeSampledImage);
        let types = self.insts.iter().filter(|inst| is_it(inst.op) && self.spelling == Spelling::Typed);
        let names = types.filter_map(|inst| self.ty(inst.result?).ok());
        let names: Set<String> = names.filter_map(|name| Some(name.split([' ', '*']).next()?.to_owned())).collect();
        names.iter().map(|name| format!("{name} = type opaque\n")).collect()
    }

    /// The decorations of an id.
    fn decorations(&self, id: u32) -> &[&'i Inst] {
        self.decorations.get(&id).map_or(&[], Vec::as_slice)
    }

    fn finish(mut self, functions: &str) -> String {
        let (layout, triple) = (LAYOUTS[usize::from(self.is_32)], if self.is_32 { "spir" } else { "spir64" });
        let mut text = format!("target datalayout = \"{layout}\"\ntarget triple = \"{triple}-unknown-unknown\"\n\n");
        text += &self.structs();
        text += &self.globals;
        text += functions;
        for declaration in self.declared.values() {
            let _ = writeln!(text, "{declaration}");
        }
        text += "\nattributes #0 = { nounwind }\nattributes #1 = { convergent nounwind }\n\n";
        self.metadata.modes(self.insts, &self.names, self.is_32, &self.types_of_kernels);
        text + &self.metadata.text()
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
            Op::TypePointer => {
                let space = Self::space(number(inst.operands.first()))?;
                match self.spelling {
                    Spelling::Opaque => pointer("ptr", space),
                    Spelling::Typed => pointer(&self.ty(id(inst.operands.get(1)))?, space) + "*",
                }
            }
            Op::TypeSampler => self.known_to_targets("Sampler", 2, None)?,
            Op::TypeEvent => self.known_to_targets("Event", 0, None)?,
            Op::TypeImage => self.known_to_targets("Image", 1, Some(inst))?,
            Op::TypeSampledImage => {
                let image = self.def(first())?;
                self.known_to_targets("SampledImage", 1, Some(image))?
            }
            op => return refuse(format!("Op{op:?} has no form in LLVM IR")),
        })
    }

    /// A type that only targets know: as such, or as a pointer to a struct of that name.
    fn known_to_targets(&self, name: &str, space: u32, image: Option<&Inst>) -> Result<String> {
        match (self.spelling, image) {
            (Spelling::Opaque, Some(image)) => Ok(format!("target(\"spirv.{name}\", {})", self.image(image)?)),
            (Spelling::Opaque, None) => Ok(format!("target(\"spirv.{name}\")")),
            (Spelling::Typed, Some(image)) => {
                Ok(pointer(&format!("%{}", self.image_name(&format!("spirv.{name}."), image)?), space) + "*")
            }
            (Spelling::Typed, None) => Ok(pointer(&format!("%spirv.{name}"), space) + "*"),
        }
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
            Op::TypeSampler => self.named("__spirv_Sampler".to_owned(), 2),
            Op::TypeEvent => self.named("__spirv_Event".to_owned(), 0),
            Op::TypeImage => self.named(self.image_name("__spirv_Image_", inst)?, 1),
            Op::TypeSampledImage => {
                let image = self.def(first())?;
                self.named(self.image_name("__spirv_SampledImage_", image)?, 1)
            }
            _ => Param::Scalar(self.letter(ty)?),
        })
    }

    /// A type by its name: where types are opaque structs, a pointer to one.
    fn named(&self, name: String, space: u32) -> Param {
        match self.spelling {
            Spelling::Opaque => Param::Named(name),
            Spelling::Typed => Param::Pointer(space, Box::new(Param::Named(name))),
        }
    }

    fn image_name(&self, name: &str, inst: &Inst) -> Result<String> {
        let sampled = self.ty(id(inst.operands.first()))?;
        let numbers: String = inst.operands[1..].iter().map(|one| format!("_{}", number(Some(one)))).collect();
        let access = if inst.operands.len() < 8 { "_0" } else { "" };
        Ok(format!("{name}_{sampled}{numbers}{access}"))
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
        let result = inst.result.unwrap_or(0);
        let name = self.names.of(result);
        let initial = match inst.operands.get(1) {
            Some(initial) => self.constant(id(Some(initial)))?,
            None => "undef".to_owned(),
        };
        let kind = if class == StorageClass::UniformConstant as u64 { "constant" } else { "global" };
        let ty = self.ty(pointee)?;
        let decorations = self.metadata.list(self.decorations.get(&result).map_or(&[], Vec::as_slice));
        let attached = decorations.map_or_else(String::new, |list| format!(", !spirv.Decorations !{list}"));
        let align = 16;
        let _ = writeln!(
            self.globals,
            "@{name} = internal addrspace({space}) {kind} {ty} {initial}, align {align}{attached}"
        );
        Ok(())
    }

    /// The alignment of a value in memory: a vector of three components has that of four.
    fn align(&self, ty: u32) -> Result<u64> {
        let inst = self.def(ty)?;
        let first = id(inst.operands.first());
        Ok(match inst.op {
            Op::TypeInt | Op::TypeFloat => (number(inst.operands.first()) / 8).max(1),
            Op::TypeVector => (self.align(first)? * number(inst.operands.get(1))).next_power_of_two(),
            Op::TypeArray => self.align(first)?,
            Op::TypeStruct => {
                let members = inst.operands.iter().map(|member| self.align(id(Some(member))));
                members.collect::<Result<Vec<u64>>>()?.into_iter().max().unwrap_or(1)
            }
            Op::TypePointer => {
                if self.is_32 {
                    4
                } else {
                    8
                }
            }
            _ => 1,
        })
    }

    /// What a pointer type points to.
    fn pointee(&self, pointer: u32) -> Result<u32> {
        Ok(id(self.def(pointer)?.operands.get(1)))
    }

    /// The builtin that a variable is.
    fn builtin(&self, variable: u32) -> Option<u32> {
        self.decorations(variable).iter().find_map(|inst| {
            let Some(Operand::Enum(_, kind, params)) = inst.operands.get(1) else { return None };
            (*kind == Decoration::BuiltIn as u32).then(|| number(params.first()) as u32)
        })
    }
}

fn pointer(to: &str, space: u32) -> String {
    if space == 0 { to.to_owned() } else { format!("{to} addrspace({space})") }
}
