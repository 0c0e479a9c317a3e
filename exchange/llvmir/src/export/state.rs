//! The state of an export, and how it reads operands.

use super::names;
use crate::error::{Result, refuse};
use base::intern::Symbol;
use dialect::ir::{Attr, AttrId, OpId, TypeId};
use dialect::llvm::build::Builder;
use dialect::spirv::access::id_of;
use dialect::spirv::decode::{Header, Inst, Operand};
use dialect::spirv::index::Index;
use rustc_hash::FxHashMap;
use spirv::{AddressingModel, Decoration, Op};

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

/// The state of an export: the module of the LLVM dialect under construction, and facts about the SPIR-V module.
pub(super) struct Export<'i> {
    /// Where ids are defined.
    pub(super) index: Index<'i>,
    /// The names of kernels.
    pub(super) kernels: FxHashMap<u32, String>,
    /// The names of functions and variables.
    pub(super) names: FxHashMap<u32, String>,
    pub(super) spelling: Spelling,
    pub(super) decorations: FxHashMap<u32, Vec<&'i Inst>>,
    pub(super) is_32: bool,
    pub(super) builder: Builder,
    pub(super) types: FxHashMap<u32, TypeId>,
    /// The number of texts of annotations so far.
    pub(super) texts: usize,
}

/// An error at an instruction.
pub(super) fn at<T>(inst: &Inst, result: Result<T>) -> Result<T> {
    result.map_err(|error| error.at_word(Some(inst.offset)))
}

/// The number that an operand is, or 0.
pub(super) fn number(operand: Option<&Operand>) -> u64 {
    match operand {
        Some(Operand::Literal(value) | Operand::Enum(_, value, _)) => u64::from(*value),
        Some(Operand::Number(value)) => *value,
        _ => 0,
    }
}

impl<'i> Export<'i> {
    pub(super) fn new(header: Header, insts: &'i [Inst], spelling: Spelling) -> Result<Self> {
        let model = insts.iter().find(|inst| inst.op == Op::MemoryModel).map(|inst| number(inst.operands.first()));
        let is_32 = model == Some(AddressingModel::Physical32 as u64);
        if !is_32 && model != Some(AddressingModel::Physical64 as u64) {
            return refuse("only kernel modules can be exported to LLVM IR; use -fspv-target-env=opencl2.1");
        }
        let is_long = |inst: &Inst| inst.op == Op::TypeVector && number(inst.operands.get(1)) > MAX_LANES;
        if insts.iter().any(is_long) {
            return refuse(format!("kernels have no vectors of more than {MAX_LANES} components"));
        }
        let mut kernels = FxHashMap::default();
        for inst in insts.iter().filter(|inst| inst.op == Op::EntryPoint) {
            if let Some(Operand::Text(name)) = inst.operands.get(2) {
                kernels.insert(id_of(inst.operands.get(1)), name.to_string());
            }
        }
        let mut decorations: FxHashMap<u32, Vec<&Inst>> = FxHashMap::default();
        for inst in insts.iter().filter(|inst| matches!(inst.op, Op::Decorate | Op::DecorateString)) {
            decorations.entry(id_of(inst.operands.first())).or_default().push(inst);
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
            texts: 0,
        })
    }

    /// The instruction that defines an id.
    pub(super) fn def(&self, id: u32) -> Result<&'i Inst> {
        match self.index.def(id) {
            Some(inst) => Ok(inst),
            None => refuse(format!("%{id} is not defined")),
        }
    }

    /// The decorations of an id.
    pub(super) fn decorations(&self, id: u32) -> &[&'i Inst] {
        self.decorations.get(&id).map_or(&[], Vec::as_slice)
    }

    /// The name of a function or a variable.
    pub(super) fn name(&self, id: u32) -> Result<&str> {
        match self.names.get(&id) {
            Some(name) => Ok(name),
            None => refuse(format!("%{id} is neither a function nor a variable")),
        }
    }

    /// The symbol of a function or a variable.
    pub(super) fn symbol(&mut self, id: u32) -> Result<Symbol> {
        let name = self.name(id)?.to_owned();
        Ok(self.builder.module.ctx.name(&name))
    }

    /// Sets an attribute of an op.
    pub(super) fn set(&mut self, op: OpId, name: &'static str, attr: Attr) {
        let attr = self.builder.module.ctx.attr(attr);
        self.builder.module[op].set_attr(name, attr);
    }

    /// A text as an attribute.
    pub(super) fn text(&mut self, text: &str) -> AttrId {
        self.builder.module.ctx.str_attr(text)
    }

    /// The builtin that a variable is.
    pub(super) fn builtin(&self, variable: u32) -> Option<u32> {
        self.decorations(variable).iter().find_map(|inst| {
            let Some(Operand::Enum(_, kind, params)) = inst.operands.get(1) else { return None };
            (*kind == Decoration::BuiltIn as u32).then(|| number(params.first()) as u32)
        })
    }
}
