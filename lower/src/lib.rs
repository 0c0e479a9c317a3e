//! From the SPIR-V dialect to LLVM IR: one workgroup per call, as the host expects it.
//!
//! [`abi`] is what compiled kernels and their host agree on. [`spmd`] plans how a workgroup runs, `lowering` is the state
//! that grows, `spirv_to_llvm` has a pattern for each op, `emit` writes the functions, [`llvm_text`] prints the result. This crate knows no HLSL, no words, and no LLVM library: what it makes is
//! text.

pub mod abi;
mod checks;
mod constants;
pub mod docs;
mod emit;
mod error;
mod facts;
mod interface;
mod layout;
pub mod llvm_text;
mod lowering;
mod spirv_to_llvm;
pub mod spmd;

pub use error::{LowerError, Place};

use abi::KernelInfo;
use dialect::ir::Module;
use dialect::spirv::abi as module_abi;
use error::Result;
use layout::Layouts;
use lowering::storage::Storage;
use lowering::{Lowering, Workgroup};
use spirv::{ExecutionMode, ExecutionModel};

/// The name of the kernel function in the compiled module.
pub const KERNEL_SYMBOL: &str = "kernel";
/// A workgroup has at most this many invocations.
const MAX_LANES: u32 = 4096;
/// A wave has at most this many lanes.
const MAX_WAVE: u32 = 128;

/// What the host chooses.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many lanes a wave has, at most; a power of two. A smaller workgroup is one wave.
    pub wave: u32,
    /// Values for specialisation constants, by number; the bits of each.
    pub spec_constants: Vec<(u32, u64)>,
    /// The size of a workgroup where the module leaves it to the host, as kernels of OpenCL may.
    pub local_size: [u32; 3],
    /// Whether the kernel asks the host before each access to memory: for tests of the lowering.
    pub checked: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { wave: 32, spec_constants: Vec::new(), local_size: [1; 3], checked: false }
    }
}

/// A kernel.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The module of the LLVM dialect.
    pub module: Module,
    /// What the host needs to know.
    pub kernel: KernelInfo,
}

impl Lowered {
    /// The module as LLVM IR text.
    pub fn llvm_ir(&self) -> String {
        llvm_text::print(&self.module)
    }
}

/// The names of a module's compute entry points.
pub fn entry_points(module: &Module) -> Vec<String> {
    module_abi::entry_points(module).into_iter().filter(is_compute).map(|entry| entry.name).collect()
}

fn is_compute(entry: &module_abi::EntryPoint) -> bool {
    matches!(entry.model, ExecutionModel::GLCompute | ExecutionModel::Kernel)
}

/// Lowers an entry point of a module that was read from words and has flat blocks.
///
/// # Errors
/// When there is no such entry point, or it holds what cannot run on the CPU.
pub fn compile_module(module: &Module, entry: &str, options: &Options) -> Result<Lowered> {
    let mut module = module.clone();
    let spec_constants = constants::specialise(&mut module, &options.spec_constants);
    let entries = module_abi::entry_points(&module);
    let Some(point) = entries.iter().find(|point| point.name == entry && is_compute(point)) else {
        return Err(LowerError::NoEntryPoint(entry.to_owned(), entry_points(&module)));
    };
    let func = spmd::normalise::function(&module, point)?;
    spmd::arguments::to_variables(&mut module, func)?;
    spmd::normalise::normalise(&mut module, func)?;
    let constants = constants::Constants::new(&module);
    let local_size = local_size(&module, &constants, point, options)?;
    let lanes: u32 = local_size.iter().product();
    let plan = spmd::plan::Plan::new(&module, func)?;
    let layouts = Layouts::new(&module, &constants);
    let interface = interface::collect(&module, &layouts, func)?;
    // Where nothing tells waves apart, the workgroup is one.
    let wave = match plan.has_waves() || interface.has_wave_builtins() {
        true => options.wave.clamp(1, MAX_WAVE).next_power_of_two(),
        false => lanes,
    };
    let has_quads = constants::has_mode(&module, point, ExecutionMode::DerivativeGroupQuadsKHR);
    let is_exact = constants::has_mode(&module, point, ExecutionMode::ContractionOff);
    let workgroup = Workgroup { local_size, wave, has_quads };
    let storage = Storage::new(&module, &layouts, &plan, &interface, (func, lanes))?;
    let mut lowering = Lowering::new(&module, &layouts, &plan, &interface, (&storage, workgroup, is_exact));
    lowering.is_checked = options.checked;
    emit::emit(&mut lowering, KERNEL_SYMBOL)?;
    // The module may be anybody's: what breaks its rules breaks those of the LLVM dialect too.
    dialect::llvm::verify::verify(&lowering.b.module).map_err(|error| LowerError::Invalid(error.message))?;
    let kernel = KernelInfo {
        abi: abi::VERSION,
        entry: entry.to_owned(),
        symbol: KERNEL_SYMBOL.to_owned(),
        local_size,
        wave,
        scratch_bytes: storage.scratch_bytes,
        groupshared_bytes: storage.groupshared_bytes,
        barriers: plan.barriers() as u32,
        push_bytes: interface.push_bytes,
        slots: interface.slots,
        bindings: interface.bindings.clone(),
        builtins: interface.builtins.clone(),
        spec_constants,
        needs_runtime: lowering.needs.runtime,
        checked: options.checked,
    };
    Ok(Lowered { module: lowering.b.module, kernel })
}

/// The size of a workgroup: that of the builtin constant if there is one, else the entry point's, else the host's.
fn local_size(
    module: &Module,
    constants: &constants::Constants,
    entry: &module_abi::EntryPoint,
    options: &Options,
) -> Result<[u32; 3]> {
    let size = match constants::workgroup_size(module, constants, entry)? {
        Some(size) => size,
        None if entry.model == ExecutionModel::Kernel => options.local_size,
        None => return error::invalid("the entry point does not say how large its workgroups are"),
    };
    let lanes = size.iter().fold(1u64, |lanes, extent| lanes.saturating_mul(u64::from(*extent)));
    if lanes == 0 || lanes > u64::from(MAX_LANES) {
        return Err(LowerError::TooLarge(format!("its workgroups have {lanes} invocations, not 1 to {MAX_LANES}")));
    }
    Ok(size)
}
