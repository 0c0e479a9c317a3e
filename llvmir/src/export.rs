//! A module of kernels as LLVM IR: the representation of SPIR-V that LLVM's translator and its SPIR-V back end read.
//!
//! An op for which LLVM has an instruction becomes that; everything else becomes a call of a function whose mangled
//! name names the SPIR-V instruction. Pointers are opaque, images and samplers are target types, so that LLVM 16 and
//! later read all of it, and LLVM 15 all but images. Decoded instructions become ops of the LLVM dialect, which prints
//! them.

mod arguments;
mod arithmetic;
mod body;
mod calls;
mod constants;
mod function;
mod limits;
mod metadata;
mod names;
mod types;

use crate::error::{Result, refuse};
use base::intern::Symbol;
use dialect::ir::{Attr, AttrId, Module, OpId, TypeId};
use dialect::llvm::build::Builder;
use dialect::llvm::{assembly, ops, verify};
use dialect::spirv::decode::{self, Header, Inst, Operand};
use dialect::spirv::index::Index;
use rustc_hash::FxHashMap;
use spirv::{AddressingModel, Decoration, Op, StorageClass};

/// The data layouts of modules with 64-bit and with 32-bit addresses.
const LAYOUTS: [&str; 2] = [
    "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024",
    "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024",
];

/// Spelling of pointers, images and samplers.
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
    let module = module(words, spelling)?;
    verify::verify(&module)?;
    limits::within(assembly::print_portable(&module, limits::MAX_TEXT))
}

/// A module of the LLVM dialect for a module of kernels.
fn module(words: &[u32], spelling: Spelling) -> Result<Module> {
    let (header, insts) = decode::decode(words)?;
    limits::check(&insts, spelling)?;
    let mut export = Export::new(header, &insts, spelling)?;
    export.target();
    export.opaque_types()?;
    export.globals()?;
    export.functions()?;
    export.attach_to_module(header.generator);
    Ok(export.finish())
}

/// The state of an export: the module of the LLVM dialect that grows, and facts about the SPIR-V module.
struct Export<'i> {
    /// Where ids are defined.
    index: Index<'i>,
    /// The names of kernels.
    kernels: FxHashMap<u32, String>,
    /// The names of functions and variables.
    names: FxHashMap<u32, String>,
    spelling: Spelling,
    decorations: FxHashMap<u32, Vec<&'i Inst>>,
    is_32: bool,
    builder: Builder,
    types: FxHashMap<u32, TypeId>,
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

impl<'i> Export<'i> {
    fn new(header: Header, insts: &'i [Inst], spelling: Spelling) -> Result<Self> {
        let model = insts.iter().find(|inst| inst.op == Op::MemoryModel).map(|inst| number(inst.operands.first()));
        let is_32 = model == Some(AddressingModel::Physical32 as u64);
        if !is_32 && model != Some(AddressingModel::Physical64 as u64) {
            return refuse("only modules of kernels have a form in LLVM IR; -fspv-target-env=opencl2.1 makes one");
        }
        let is_long = |inst: &Inst| inst.op == Op::TypeVector && number(inst.operands.get(1)) > MAX_LANES;
        if insts.iter().any(is_long) {
            return refuse(format!("kernels have no vectors of more than {MAX_LANES} components"));
        }
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
        Ok(Export {
            index: Index::new(header, insts),
            names: names::all(insts, &kernels),
            kernels,
            spelling,
            decorations,
            is_32,
            builder: Builder::new(),
            types: FxHashMap::default(),
        })
    }

    fn def(&self, id: u32) -> Result<&'i Inst> {
        match self.index.def(id) {
            Some(inst) => Ok(inst),
            None => refuse(format!("%{id} is not defined")),
        }
    }

    /// The decorations of an id.
    fn decorations(&self, id: u32) -> &[&'i Inst] {
        self.decorations.get(&id).map_or(&[], Vec::as_slice)
    }

    /// The name of a function or a variable.
    fn name(&self, id: u32) -> Result<&str> {
        match self.names.get(&id) {
            Some(name) => Ok(name),
            None => refuse(format!("%{id} is neither a function nor a variable")),
        }
    }

    fn symbol(&mut self, id: u32) -> Result<Symbol> {
        let name = self.name(id)?.to_owned();
        Ok(self.builder.module.ctx.name(&name))
    }

    fn set(&mut self, op: OpId, name: &'static str, attr: Attr) {
        let attr = self.builder.module.ctx.attr(attr);
        self.builder.module[op].set_attr(name, attr);
    }

    fn text(&mut self, text: &str) -> AttrId {
        self.builder.module.ctx.str_attr(text)
    }

    fn target(&mut self) {
        let (root, triple) = (self.builder.module.root, if self.is_32 { "spir" } else { "spir64" });
        self.set(root, ops::LAYOUT, Attr::Str(LAYOUTS[usize::from(self.is_32)].into()));
        if self.spelling == Spelling::Typed {
            self.set(root, ops::TYPED_POINTERS, Attr::Unit);
        }
        self.set(root, ops::TRIPLE, Attr::Str(format!("{triple}-unknown-unknown").into()));
    }

    /// The variables of the module.
    fn globals(&mut self) -> Result<()> {
        for inst in self.index.insts.iter().take_while(|inst| inst.op != Op::Function) {
            if inst.op == Op::Variable && number(inst.operands.first()) != StorageClass::Input as u64 {
                at(inst, self.global(inst))?;
            }
        }
        Ok(())
    }

    fn global(&mut self, inst: &'i Inst) -> Result<()> {
        let (class, result) = (number(inst.operands.first()), inst.result.unwrap_or(0));
        let space = Self::space(class)?;
        let elem = self.pointee(inst.ty.unwrap_or(0))?;
        let elem = self.ty(elem)?;
        let name = self.name(result)?.to_owned();
        let initial = match inst.operands.get(1) {
            Some(initial) => self.constant(id(Some(initial)))?,
            None => self.builder.module.ctx.attr(Attr::Undef),
        };
        let op = self.builder.global(&name, elem, space);
        self.builder.module[op].set_attr(ops::VALUE, initial);
        self.set(op, ops::INTERNAL, Attr::Unit);
        self.set(op, ops::ALIGNMENT, Attr::Literal(16));
        if class == StorageClass::UniformConstant as u64 {
            self.set(op, ops::CONSTANT, Attr::Unit);
        }
        if let Some(list) = self.decoration_list(result) {
            let list = self.list("spirv.Decorations", vec![list]);
            self.set(op, ops::METADATA, Attr::Array([list].into()));
        }
        Ok(())
    }

    /// The module, what it only declares after what it defines.
    fn finish(self) -> Module {
        let mut module = self.builder.module;
        let body = module.body();
        let all = std::mem::take(&mut module[body].ops);
        let is_defined = |op: &OpId| !module[*op].regions.is_empty() || module.attr(*op, ops::ELEM_TYPE).is_some();
        let (mut defined, declared): (Vec<OpId>, Vec<OpId>) = all.into_iter().partition(is_defined);
        defined.extend(declared);
        module[body].ops = defined;
        module
    }

    /// The builtin that a variable is.
    fn builtin(&self, variable: u32) -> Option<u32> {
        self.decorations(variable).iter().find_map(|inst| {
            let Some(Operand::Enum(_, kind, params)) = inst.operands.get(1) else { return None };
            (*kind == Decoration::BuiltIn as u32).then(|| number(params.first()) as u32)
        })
    }
}
