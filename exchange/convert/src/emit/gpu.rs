//! Numbers of invocations, workgroups and subgroups, and barriers.

use super::Emitter;
use crate::tree::{Fact, Node};
use dialect::diagnostics::Result;
use dialect::ir::{Attr, Type, TypeId, ValueId};
use dialect::spirv::attrs;
use dialect::spirv::enums::Kind;
use dialect::spirv::ops;
use dialect::spirv::types::{Length, SpirvType};
use spirv::{BuiltIn, MemorySemantics, Op, Scope, StorageClass};

/// `gpu.thread_id`.
pub(crate) fn thread(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    component(emit, node, BuiltIn::LocalInvocationId)
}

/// `gpu.block_id`.
pub(crate) fn block(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    component(emit, node, BuiltIn::WorkgroupId)
}

/// `gpu.global_id`.
pub(crate) fn global(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    component(emit, node, BuiltIn::GlobalInvocationId)
}

/// `gpu.grid_dim`.
pub(crate) fn blocks(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    component(emit, node, BuiltIn::NumWorkgroups)
}

/// `gpu.block_dim`: what the entry point says, or else the built-in value, which only kernels may read.
pub(crate) fn threads(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let at = emit.dimension(node)?;
    let ty = emit.result_type(node, 0)?;
    if let Some(size) = emit.workgroup {
        let value = emit.int(u64::from(size[at as usize]), ty);
        emit.give(node, &[value]);
        return Ok(());
    }
    if !emit.target.is_kernel {
        return emit.error("the function has no workgroup size, which is a constant in shaders");
    }
    component(emit, node, BuiltIn::WorkgroupSize)
}

/// `gpu.lane_id`.
pub(crate) fn lane(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let ty = emit.result_type(node, 0)?;
    let value = emit.lane_id(ty)?;
    emit.give(node, &[value]);
    Ok(())
}

/// `gpu.subgroup_id`.
pub(crate) fn subgroup(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    scalar(emit, node, BuiltIn::SubgroupId)
}

/// `gpu.num_subgroups`.
pub(crate) fn subgroups(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    scalar(emit, node, BuiltIn::NumSubgroups)
}

/// `gpu.subgroup_size`.
pub(crate) fn subgroup_size(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    scalar(emit, node, BuiltIn::SubgroupSize)
}

/// `gpu.barrier`: all memory that a workgroup shares.
pub(crate) fn barrier(emit: &mut Emitter<'_>, _: &Node) -> Result<()> {
    let global = match emit.target.is_kernel {
        true => MemorySemantics::CROSS_WORKGROUP_MEMORY,
        false => MemorySemantics::UNIFORM_MEMORY,
    };
    let semantics = MemorySemantics::ACQUIRE_RELEASE | MemorySemantics::WORKGROUP_MEMORY | global;
    let scope = emit.enumerant(Kind::Scope, Scope::Workgroup as u32);
    let semantics = emit.enumerant(Kind::MemorySemantics, semantics.bits());
    let op = emit.op(ops::core(Op::ControlBarrier), &[]);
    emit.module[op].attrs = [(attrs::SCOPE, scope), (attrs::SCOPE_2, scope), (attrs::SEMANTICS, semantics)].into();
    Ok(())
}

/// `gpu.printf` of kernels: the format is a constant with a zero at its end.
pub(crate) fn print(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let Some(text) = node.word("format") else { return emit.error("the op has no format") };
    if !emit.target.is_kernel {
        return emit.error("'gpu.printf' is supported in kernels only");
    }
    let bytes: Vec<u8> = text.bytes().chain([0]).collect();
    let byte = emit.module.ctx.int(8);
    let parts: Vec<_> =
        bytes.iter().map(|bits| emit.module.ctx.attr(Attr::Int { bits: u64::from(*bits), ty: byte })).collect();
    let array = SpirvType::Array { elem: byte, len: Length::Const(bytes.len() as u64), stride: None };
    let array = emit.module.ctx.ty(Type::Spirv(array));
    let ctx = &mut emit.module.ctx;
    let pair = [(attrs::VALUE, ctx.attr(Attr::Array(parts.into()))), (attrs::TYPE, ctx.attr(Attr::Type(array)))];
    let constant = ctx.attr(Attr::Dict(pair.into()));
    let pointer = emit.pointer(array, StorageClass::UniformConstant);
    let name = format!("__format__{}", emit.globals.len());
    let symbol = emit.global(&name, pointer, Some((attrs::INITIALIZER, constant)));
    if let Some(op) = emit.globals.last().copied() {
        let unit = emit.module.ctx.attr(Attr::Unit);
        emit.module[op].set_attr("constant", unit);
    }
    let whole = emit.address(symbol, pointer);
    let first = emit.pointer(byte, StorageClass::UniformConstant);
    let first = emit.value(Op::Bitcast, &[whole], first);
    let operands: Vec<ValueId> =
        std::iter::once(Ok(first)).chain(node.operands.iter().map(|value| emit.of(*value))).collect::<Result<_>>()?;
    let int = emit.module.ctx.int(32);
    emit.extended(("", "printf"), &operands, int)?;
    Ok(())
}

fn component(emit: &mut Emitter<'_>, node: &Node, builtin: BuiltIn) -> Result<()> {
    let at = emit.dimension(node)?;
    let ty = emit.result_type(node, 0)?;
    let elem = emit.builtin_int();
    let vector = emit.module.ctx.vector(elem, 3);
    let whole = emit.builtin(builtin, vector);
    let value = emit.extract(whole, at, elem);
    let value = emit.resized(value, ty);
    emit.give(node, &[value]);
    Ok(())
}

fn scalar(emit: &mut Emitter<'_>, node: &Node, builtin: BuiltIn) -> Result<()> {
    let ty = emit.result_type(node, 0)?;
    let own = emit.module.ctx.int(32);
    let value = emit.builtin(builtin, own);
    let value = emit.resized(value, ty);
    emit.give(node, &[value]);
    Ok(())
}

impl Emitter<'_> {
    /// The type of a component of the built-in vectors.
    fn builtin_int(&mut self) -> TypeId {
        let width = if self.target.is_kernel { self.target.index } else { 32 };
        self.module.ctx.int(width)
    }

    /// The dimension that an op names.
    fn dimension(&self, node: &Node) -> Result<u64> {
        let word = match node.fact("dimension") {
            Some(Fact::Word(word)) => word.trim_start_matches("#gpu<dim ").trim_end_matches('>'),
            _ => "",
        };
        match ["x", "y", "z"].iter().position(|name| *name == word) {
            Some(at) => Ok(at as u64),
            None => self.error("the dimensions are x, y and z"),
        }
    }

    pub(super) fn lane_id(&mut self, ty: TypeId) -> Result<ValueId> {
        let own = self.module.ctx.int(32);
        let value = self.builtin(BuiltIn::SubgroupLocalInvocationId, own);
        Ok(self.resized(value, ty))
    }

    /// An unsigned number in another width.
    fn resized(&mut self, value: ValueId, ty: TypeId) -> ValueId {
        match self.type_of(value) == ty {
            true => value,
            false => self.value(Op::UConvert, &[value], ty),
        }
    }

    /// The value of a built-in variable, which is declared on its first use.
    fn builtin(&mut self, builtin: BuiltIn, ty: TypeId) -> ValueId {
        let pointer = self.pointer(ty, StorageClass::Input);
        let symbol = match self.builtins.get(&(builtin as u32)) {
            Some(name) => self.module.ctx.symbol_attr(*name),
            None => {
                let (number, kind) = (builtin as u32, Kind::BuiltIn);
                let name = format!("__builtin__{}__", kind.table().text(number));
                let fact = self.enumerant(kind, number);
                let symbol = self.global(&name, pointer, Some((kind.table().snake, fact)));
                let name = self.module.ctx.name(&name);
                self.builtins.insert(number, name);
                symbol
            }
        };
        let address = self.address(symbol, pointer);
        self.value(Op::Load, &[address], ty)
    }
}
