//! Compute shaders of Vulkan made into kernels of OpenCL and Level Zero.
//!
//! [`convert`] takes a module of the SPIR-V dialect from the flavour that Vulkan has (logical addressing, GLSL.std.450) to
//! the one that kernels have (physical addressing, OpenCL.std), whichever compiler made it. The arguments of a kernel are
//! described by [`Kernel`]. This crate knows no HLSL, no LLVM IR, no internals of passes, and no command line.
//!
//! # How a shader becomes a kernel
//!
//! `kernel` takes a module through the passes of `opt`, so that an entry point is one function in which most variables are
//! values, and then walks over it once. Each pointer of the shader has a *place* (`place.rs`): bytes behind an argument, with
//! an offset that access chains add to; memory of a workgroup or an invocation, with a pointer of its own; a built-in; an
//! image. Loads and stores are split where the layout is the host's (`memory.rs`). All other instructions are kept with other
//! types, or rewritten by a row of a table: `rewrite.rs` has the instructions, `math.rs` the functions. `uniform.rs` finds
//! uniform values and uniform control flow first: only there are OpenCL's subgroup operations defined. `module.rs` rewrites
//! declarations, and `compose.rs` makes composites in the form that older consumers read.

mod arguments;
mod bits;
mod compose;
mod error;
mod existing_arguments;
mod images;
mod math;
mod matrix;
mod memory;
mod module;
mod place;
mod requirements;
mod rewrite;
mod state;
mod sync;
mod types;
mod uniform;
mod uses;
mod waves;

pub use arguments::{Argument, ArgumentKind, Kernel};
pub use error::{Error, Line, Result};
pub use existing_arguments::kernels as given_kernels;

use arguments::{Arguments, Variable};
use base::ids::Set;
use base::intern::Symbol;
use base::target::Waves;
use dialect::ir::{Attr, Module, OpId, Type, walk};
use dialect::spirv::enums::Kind;
use dialect::spirv::{attrs, facts, host};
use error::refuse;
use requirements::Needs;
use rustc_hash::FxHashSet;
use spirv::{ExecutionModel, FunctionControl, StorageClass};
use state::{Facts, Rewriter};
use types::Types;
use uniform::Uniform;
use uses::Uses;

/// Options of a conversion.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The version of the module, major and minor.
    pub version: (u8, u8),
    /// The wave operations of the target.
    pub waves: Waves,
    /// A kernel may read and write one image.
    pub read_write_images: bool,
    /// Unused resources are arguments too.
    pub keep_bindings: bool,
    /// Elements of arrays of resources are arguments of their own.
    pub flatten_arrays: bool,
}

/// The most arguments that a function may have.
const MAX_ARGUMENTS: usize = 255;

/// Checks for a module that already holds kernels, or is a library for them.
pub fn is_of_kernels(module: &Module) -> bool {
    let model = facts::number_of(module, module.root, Kind::MemoryModel.table().snake);
    model == Some(spirv::MemoryModel::OpenCL as u64)
        || host::entry_points(module).iter().any(|entry| entry.model == ExecutionModel::Kernel)
}

/// Makes kernels of the compute shaders of a module.
///
/// # Errors
/// When something in the module has no kernel form, with its place.
pub fn convert(source: &Module, options: &Options) -> Result<(Module, Vec<Kernel>)> {
    let mut module = source.clone();
    refuse_other_stages(&module)?;
    inline_everything(&mut module);
    let Options { keep_bindings, flatten_arrays, .. } = *options;
    let passes = opt::Options { keep_bindings, flatten_arrays, ..opt::Options::default() };
    opt::optimise(&mut module, &passes)?;
    let (mut types, mut needs) = (Types::default(), Needs::default());
    let mut kernels: Vec<Kernel> = Vec::new();
    let (mut done, mut exact) = (Set::default(), Set::default());
    let symbols = facts::symbols(&module);
    for entry in host::entry_points(&module) {
        let Some(function) = symbols.get(&entry.function).copied() else { continue };
        if !done.insert(function) {
            return refuse(format!("two entry points, one of them '{}', have the same function", entry.name));
        }
        if is_exact(&module, function) {
            exact.insert(entry.function);
        }
        let arguments = kernel(&mut module, &mut types, &mut needs, function, entry.local_size, options)?;
        kernels.push(Kernel { name: entry.name, local_size: entry.local_size, arguments });
    }
    module::declare(&mut module, &mut types, &needs, options.version, &exact)?;
    opt::run(&mut module, &passes, &["sroa", "mem2reg", "gvn", "adce"])?;
    compose::expand(&mut module);
    Ok((module, kernels))
}

fn refuse_other_stages(module: &Module) -> Result<()> {
    let entries = host::entry_points(module);
    if entries.is_empty() {
        return refuse("the module has no entry point");
    }
    let is_chosen = |op: &&OpId| {
        let builtin = facts::number_of(module, **op, Kind::BuiltIn.table().snake);
        builtin == Some(spirv::BuiltIn::WorkgroupSize as u64) && facts::name_of(module, **op).is_some()
    };
    if let Some(op) = module.top_ops().iter().find(is_chosen) {
        let refused = refuse("specialized workgroup sizes are not supported in kernels");
        return refused.map_err(|error| error.at(module, *op));
    }
    match entries.into_iter().find(|entry| entry.model != ExecutionModel::GLCompute) {
        Some(entry) => {
            let message =
                format!("'{}' is not a compute shader; other stages are not supported in kernels", entry.name);
            refuse(message).map_err(|error| error.at(module, entry.op))
        }
        None => Ok(()),
    }
}

/// A kernel is one function: what must not be inlined is inlined all the same.
fn inline_everything(module: &mut Module) {
    let name = Kind::FunctionControl.table().snake;
    for op in module.top_ops().to_vec() {
        if let Some(control) = facts::number_of(module, op, name) {
            let control = control as u32 & !FunctionControl::DONT_INLINE.bits();
            let attr = module.ctx.enum_attr(Kind::FunctionControl.id(), control);
            module[op].set_attr(name, attr);
        }
    }
}

/// Checks for a function without contraction: products and sums are rounded separately.
fn is_exact(module: &Module, function: OpId) -> bool {
    walk::ops_in(module, function).into_iter().any(|op| module.attr(op, "no_contraction").is_some())
}

/// Makes a kernel of a function.
fn kernel(
    module: &mut Module,
    types: &mut Types,
    needs: &mut Needs,
    function: OpId,
    local_size: Option<[u32; 3]>,
    options: &Options,
) -> Result<Vec<Argument>> {
    let Some(region) = module[function].regions.first().copied() else { return refuse("an entry point has no body") };
    let entry = module[region].blocks[0];
    let (uses, uniform) = (Uses::of(module, function), Uniform::of(module, function));
    let variables = resources(module, &uses, options.keep_bindings);
    let (waves, read_write_images) = (options.waves, options.read_write_images);
    let facts = Facts { waves, read_write_images, local_size, uniform, uses };
    let mut rewriter = Rewriter::new(module, types, needs, facts);
    let mut arguments = Arguments::new(entry);
    let (push, variables): (Vec<Variable>, Vec<Variable>) =
        variables.into_iter().partition(|variable| variable.storage == StorageClass::PushConstant);
    arguments.add_all(&mut rewriter, variables)?;
    for variable in &push {
        let made = arguments.push_constants(&mut rewriter, variable);
        let place = made.map_err(|error| error.at(rewriter.module, variable.op))?;
        rewriter.privates.insert(variable.name, place);
    }
    rewriter.function(region)?;
    let count = arguments.list.len();
    if count > MAX_ARGUMENTS {
        let message = format!("kernel has {count} arguments; the limit of SPIR-V is {MAX_ARGUMENTS}");
        return refuse(message).map_err(|error| error.at(module, function));
    }
    let result = module.ctx.none();
    let ty = module.ctx.ty(Type::Function { params: arguments.types.into(), result });
    let ty = module.ctx.attr(Attr::Type(ty));
    module[function].set_attr(attrs::TYPE, ty);
    refuse_lost(module, function)?;
    Ok(arguments.list)
}

/// Refuses what takes a pointer for a number: places that are not values any more have gone.
fn refuse_lost(module: &Module, function: OpId) -> Result<()> {
    let ops = walk::ops_in(module, function);
    let kept: FxHashSet<OpId> = ops.iter().copied().collect();
    for op in ops {
        let mut defining = module[op].uses().filter_map(|value| module.defining_op(value));
        if defining.any(|defining| !kept.contains(&defining)) {
            return refuse("pointer used as a number").map_err(|error| error.at(module, op));
        }
    }
    Ok(())
}

/// The variables that the host fills.
fn resources(module: &Module, uses: &Uses, keep: bool) -> Vec<Variable> {
    let is_resource = |storage: StorageClass| {
        matches!(
            storage,
            StorageClass::Uniform
                | StorageClass::StorageBuffer
                | StorageClass::UniformConstant
                | StorageClass::PushConstant
        )
    };
    let mut found = Vec::new();
    for (op, ty, storage) in host::variables(module) {
        let name: Option<Symbol> = facts::name_of(module, op);
        let Some(name) = name.filter(|name| keep || uses.variables.contains(name)) else { continue };
        if is_resource(storage) {
            found.push(Variable { op, name, ty, storage });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use spirv::{AddressingModel, Decoration, ExecutionMode, MemoryModel, Op};

    /// A compute shader that stores in a buffer a number shifted by what has this id: %8 is a number, %9 the buffer.
    fn shader(other: u32) -> Result<(Module, Vec<Kernel>)> {
        let main = u32::from_le_bytes(*b"main");
        let buffer = StorageClass::StorageBuffer as u32;
        let insts: [(Op, &[u32]); 22] = [
            (Op::Capability, &[spirv::Capability::Shader as u32]),
            (Op::MemoryModel, &[AddressingModel::Logical as u32, MemoryModel::GLSL450 as u32]),
            (Op::EntryPoint, &[ExecutionModel::GLCompute as u32, 1, main, 0]),
            (Op::ExecutionMode, &[1, ExecutionMode::LocalSize as u32, 1, 1, 1]),
            (Op::Name, &[9, u32::from_le_bytes(*b"out\0")]),
            (Op::Decorate, &[6, Decoration::Block as u32]),
            (Op::MemberDecorate, &[6, 0, Decoration::Offset as u32, 0]),
            (Op::Decorate, &[9, Decoration::DescriptorSet as u32, 0]),
            (Op::Decorate, &[9, Decoration::Binding as u32, 0]),
            (Op::TypeVoid, &[2]),
            (Op::TypeFunction, &[3, 2]),
            (Op::TypeInt, &[4, 32, 0]),
            (Op::TypePointer, &[5, buffer, 4]),
            (Op::TypeStruct, &[6, 4]),
            (Op::TypePointer, &[7, buffer, 6]),
            (Op::Constant, &[4, 8, 0]),
            (Op::Variable, &[7, 9, buffer]),
            (Op::Function, &[2, 1, 0, 3]),
            (Op::Label, &[10]),
            (Op::AccessChain, &[5, 11, 9, 8]),
            (Op::Load, &[4, 12, 11]),
            (Op::ShiftLeftLogical, &[4, 13, 12, other]),
        ];
        let end: [(Op, &[u32]); 3] = [(Op::Store, &[11, 13]), (Op::Return, &[]), (Op::FunctionEnd, &[])];
        let mut words = vec![0x0723_0203, 0x0001_0300, 0, 14, 0];
        for (op, operands) in insts.iter().chain(&end) {
            words.push((operands.len() as u32 + 1) << 16 | *op as u32);
            words.extend_from_slice(operands);
        }
        let module = dialect::spirv::read::read(&words)?;
        let options = Options {
            version: (1, 2),
            waves: Waves::Whole,
            read_write_images: true,
            keep_bindings: false,
            flatten_arrays: false,
        };
        convert(&module, &options)
    }

    #[test]
    fn pointers_are_no_numbers() {
        assert_eq!(shader(12).map(|(_, kernels)| kernels[0].arguments.len()), Ok(2));
        let refused = shader(9).map(|(_, kernels)| kernels).expect_err("a buffer is not a distance");
        assert_eq!(refused.message, "pointer used as a number");
    }
}
