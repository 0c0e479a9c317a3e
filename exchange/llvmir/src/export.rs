//! A module of kernels as LLVM IR: the representation of SPIR-V that LLVM's translator and its SPIR-V back end read.
//!
//! An op for which LLVM has an instruction becomes that; everything else becomes a call of a function whose mangled
//! name names the SPIR-V instruction. Pointers are opaque, images and samplers are target types, so that LLVM 16 and
//! later read all of it, and LLVM 15 all but images. Decoded instructions become ops of the LLVM dialect, which prints
//! them.

mod annotations;
mod arguments;
mod arithmetic;
mod body;
mod calls;
mod constants;
mod function;
mod limits;
mod metadata;
mod names;
mod state;
mod types;

pub use state::Spelling;

use crate::error::Result;
use dialect::ir::{Attr, Module, OpId};
use dialect::llvm::{ops, verify};
use dialect::spirv::access::id_of;
use dialect::spirv::decode::{self, Inst};
use spirv::{Decoration, Op, StorageClass};
use state::{Export, at, number};

/// The data layouts of modules with 64-bit and with 32-bit addresses.
const LAYOUTS: [&str; 2] = [
    "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024",
    "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024",
];

/// The text of a module of kernels.
///
/// # Errors
/// When the words are not a module of kernels, or it holds what has no form here.
pub fn to_llvm(words: &[u32], spelling: Spelling) -> Result<String> {
    let module = module(words, spelling)?;
    verify::verify(&module)?;
    limits::within(text::llvm_ir::print_portable(&module, limits::MAX_TEXT))
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

impl<'i> Export<'i> {
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
            Some(initial) => self.constant(id_of(Some(initial)))?,
            None => self.builder.module.ctx.attr(Attr::Undef),
        };
        let op = self.builder.global(&name, elem, space);
        self.builder.module[op].set_attr(ops::VALUE, initial);
        let is_decorated = |wanted: Decoration| {
            let kinds = self.decorations(result).iter().map(|inst| number(inst.operands.get(1)));
            kinds.into_iter().any(|kind| kind == wanted as u64)
        };
        let is_constant = class == StorageClass::UniformConstant as u64 || is_decorated(Decoration::Constant);
        if !is_decorated(Decoration::LinkageAttributes) {
            self.set(op, ops::INTERNAL, Attr::Unit);
        }
        self.set(op, ops::ALIGNMENT, Attr::Literal(16));
        if is_constant {
            self.set(op, ops::CONSTANT, Attr::Unit);
        }
        self.attach_decorations(result, Some(op))
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
}
