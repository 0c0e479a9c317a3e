//! From the SPIR-V dialect to LLVM IR: one workgroup per call, as the host expects it.
//!
//! The crate `abi` is the interface between compiled kernels and their host. `spmd` plans how a workgroup runs, `lowering` is
//! the state under construction, `spirv_to_llvm` has a pattern for each op, `emit` writes the functions. This crate
//! knows no HLSL, no words, and no LLVM library: its output is text.
//!
//! # How a workgroup runs
//!
//! `lower` inlines an entry point into one function and cuts it into *regions* at barriers, at wave operations, and at the
//! continue blocks of loops that contain such operations. A value that is live across regions has a slot in the *frame*, one
//! per lane, in scratch memory of the host. There are no coroutines and no threads inside of a workgroup.
//!
//! One by one, a region is a function that runs one lane and returns the region that the lane enters next; the kernel runs the
//! lanes of a wave through the lowest region that any of them can enter, so that lanes reconverge, and continues with the next
//! barrier when all wait. Operations of a whole workgroup are executed by its first wave.
//!
//! If a kernel allows it, and the options do not ask for lanes, the lanes of a wave run *together* instead: a wave is a vector
//! with a component per lane, and only barriers cut regions. The items of a region (a loop counts as one) form a sequence;
//! where lanes diverge, a *zone* begins; up to its post-dominator each item runs under the mask of the lanes that reach it;
//! everywhere else control just branches. Uniform values are computed once, as scalars. Patterns are the same for both ways:
//! whether an operand is a scalar or a vector of all lanes is a matter of the *mode*. A kernel that cannot run like that runs
//! as lanes.
//!
//! | in `cpu/lower/src/` | owns |
//! |---|---|
//! | `spmd/normalise.rs`, `members.rs`, `promote.rs`, `copies.rs` | one function per entry point: calls are inlined, variables become values, cooperative copies become loops |
//! | `spmd/unroll.rs` | loops around barriers with known iterations, each of which becomes code of its own |
//! | `spmd/barriers.rs` | barriers at which nothing goes from lane to lane, which are left out |
//! | `spmd/recompute.rs` | values across barriers that take a few operations on numbers of lanes and uniform values, which have no slot |
//! | `spmd/plan.rs` | the regions, their order, and the values that are live across them |
//! | `emit.rs` | the kernel and its regions as functions. If the lanes of each wave reach the ends of regions together, a wave has one state, and not one per lane |
//! | `spmd/uniform_regions.rs`, `emit/region_chain.rs` | workgroups with uniform control flow between regions: the kernel goes from region to region without a state, and passes uniform values once, in registers if there are enough |
//! | `spmd/flow.rs`, `variance.rs`, `width.rs` | zones; divergence analysis; when to use two or four times the native width: loops bound by latency, whose accesses stay contiguous, and samples |
//! | `lowering/components.rs` | vectors in patterns, of one lane or of all: arrays with a vector of all lanes per component, with element-wise arithmetic (`spirv/dialect/src/llvm/build/arrays.rs`) |
//! | `lowering/lockstep.rs`, `stack_slots.rs` | the mode; values used across blocks, and masks, in stack slots, which LLVM promotes |
//! | `lowering/series.rs` | contiguous accesses of lanes, whose indices are the lane number plus a uniform value: a row, addressed by the first lane's index; other accesses compare their indices at run time |
//! | `sink.rs` | what only unlikely blocks need, such as the addresses of lanes that are not contiguous, computed in them |
//! | `vector/piece.rs`, `neighbours.rs` | rows of elements of up to four numbers, strided rows, and consecutive words of a byte buffer that a block reads, as one vector access |
//! | `vector/atomic.rs`, `atomic_row.rs`, `serial_atomics.rs` | atomic operations of all lanes on one address, which are combined; on contiguous numbers of a buffer, which go to memory several at a time; on groupshared memory, which are plain reads and writes |
//! | `vector/strided.rs` | lanes one after the other in blocks that access groupshared memory at long strides, or at those known at run time only |
//! | `vector/lane_count.rs`, `lanes.rs` | regions in which only the first lanes are active, left to their waves; operations without a vector form, in a loop over the active lanes |
//! | `texture.rs` | functions of the module that read, write and sample texels for all lanes at once, one for each shape and kind of operation |
//! | `texture/bilinear.rs`, `block.rs`, `levels.rs` | bilinear samples of four-byte texels, the most common ones; those of contiguous lanes, which are inlined, and read two texels where the others have no weight; divergent levels, which only turn sizes and strides into vectors |
//! | `texture/rows.rs` | texels that contiguous lanes write, row by row |
//! | `emit/plain.rs` | a single function of a module, with parameters and a result in place of a workgroup |
//! | `lowering/pointers.rs` | pointers of kernels in memory, as numbers |
//! | `math.rs` | the code of elementary functions, the same for scalars and vectors, from `abi::math` |
//!
//! `lower` works on flat functions, blocks with branches and arguments: kernels of OpenCL have no constructs, and a barrier may
//! cut a construct in two. `opt` and `kernel` work on structured functions. Therefore three algorithms exist in two forms,
//! which share the facts about ops but not the walk. mem2reg: a construct returns values, whereas a flat function needs liveness
//! and block arguments at joins. Inlining: a callee with a single return is the ops of one block, whereas a flat callee splits
//! the block of its call. Uniformity: divergence follows regions, whereas here it follows zones, and also depends on which
//! lanes run at the same time. Operations on images, waves and memory have one form for single lanes and one for all lanes;
//! `spirv_to_llvm/serial.rs` says why.
//!
//! Masks are bits on processors with mask registers, elsewhere words (`spirv/dialect/src/llvm/build/masks.rs`).
//!
//! Bindings are examined when texels are accessed, once for all lanes: format, filters, and address modes. All ways to sample
//! accumulate in the order of the host's functions (`cpu/runner/src/image/`), so that results are bit-identical. Rare cases run
//! lane by lane in the host; 64-bit formats and images from 2 GiB on are detected at run time. `rsqrt` is one division where
//! lanes run one by one; where they run together it starts with the processor's estimate, if there is one
//! (`Options::estimates`), and is within 2 ULP, as Vulkan permits, unless the module forbids contraction.
//!
//! The host stores the lines that a shader prints by workgroup and invocation (`cpu/runner/src/printed.rs`), so that they come out
//! in a fixed order, and drops lines beyond the limit in that order, so that the same ones are always missing.
//!
//! LLVM compiles a kernel's IR to an object in memory, which is linked in a second step. A folder may cache objects across
//! processes (`cpu/runner/src/cache.rs`), each with the host's facts about its kernel (`cpu/runner/src/cached_kernel.rs`), so that nothing is
//! read or lowered again. The key covers everything that a kernel depends on: the module's words, the entry point and the
//! options, LLVM's version and the processor, and a hash of the sources of the runner and its dependencies, which
//! `cpu/runner/build.rs` computes. So a change of the lowering needs no version number, and programs that were built from the same
//! sources, wherever and however often, share a cache; the identity of an executable would separate them.
//!
//! Divisors are never zero, shifts are within the width, and the back edge of every loop checks a flag with which the host ends
//! a dispatch. The result is verified as a module of the LLVM dialect before anything else sees it.

mod adjacent;
mod checks;
mod constants;
pub mod docs;
mod emit;
mod error;
mod facts;
mod interface;
mod layout;
mod lowering;
mod math;
mod sink;
mod spirv_to_llvm;
mod spmd;
mod texture;
mod vector;
mod wave_op;

pub use dialect::llvm::build::Masks;

use abi::KernelInfo;
use abi::reason::Reason;
use dialect::ir::{BlockId, Module, OpId, walk};
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::{facts as module_facts, host};
use error::{LowerError, Result};
use facts::Cut;
use interface::Variable;
use layout::Layouts;
use lowering::storage::Storage;
use lowering::{Demands, Known, Lowering, Workgroup};
use spirv::{ExecutionMode, ExecutionModel};
use spmd::uniform_regions::UniformRegions;
use spmd::variance::{self, Lanes, Variance};
use std::rc::Rc;
use vector::Vectors;

/// The name of the kernel function in the compiled module.
pub const KERNEL_SYMBOL: &str = "kernel";
/// The limit of invocations in a workgroup.
const MAX_LANES: u32 = 4096;
/// The limit of lanes in a wave.
const MAX_WAVE: u32 = 128;

/// Options of the host.
#[derive(Clone, Debug)]
pub struct Options {
    /// The number of lanes in a wave, at most; a power of two. A smaller workgroup is one wave.
    pub wave: u32,
    /// The vector width in lanes where no op can observe waves; where one can, a wave is a vector. `None` runs lanes
    /// one by one.
    pub vector: Option<u32>,
    /// True if several vectors may run together where that pays.
    pub pairs: bool,
    /// True if loops around barriers are unrolled where that is faster: longer code.
    pub unrolls: bool,
    /// True if lanes may run one by one where that is faster.
    pub weighs: bool,
    /// The form of masks, which depends on the processor's mask registers.
    pub masks: Masks,
    /// True if the processor has an estimate of the reciprocal square root, to 11 bits at least.
    pub estimates: bool,
    /// True if neither contraction nor estimates are permitted: results are those of the interpreter to the bit.
    pub exact: bool,
    /// The limit in bytes of the processor's compare-and-exchange.
    pub step_bytes: u64,
    /// Values for specialisation constants, by number; the bits of each.
    pub spec_constants: Vec<(u32, u64)>,
    /// The size of a workgroup where the module leaves it to the host, as kernels of OpenCL may.
    pub local_size: [u32; 3],
    /// The bytes that pointers of kernels to memory of a workgroup lead to, by the names or the numbers of the parameters.
    pub group_memory: Vec<(String, u64)>,
    /// True if the kernel checks each access to memory with the host: for tests of the lowering.
    pub checked: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            wave: 32,
            vector: None,
            pairs: false,
            unrolls: false,
            weighs: false,
            masks: Masks::default(),
            estimates: false,
            exact: false,
            step_bytes: 8,
            spec_constants: Vec::new(),
            local_size: [1; 3],
            group_memory: Vec::new(),
            checked: false,
        }
    }
}

/// A kernel.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The module of the LLVM dialect.
    pub module: Module,
    /// Facts for the host.
    pub kernel: KernelInfo,
}

impl Lowered {
    /// Adds the reason why lanes run one by one.
    #[must_use]
    pub fn because(mut self, reason: Reason) -> Self {
        self.kernel.one_by_one = Some(reason);
        self
    }

    /// The module as LLVM IR text.
    pub fn llvm_ir(&self) -> String {
        text::llvm_ir::print(&self.module)
    }
}

/// The names of a module's compute entry points.
pub fn entry_points(module: &Module) -> Vec<String> {
    host::entry_points(module).into_iter().filter(is_compute).map(|entry| entry.name).collect()
}

fn is_compute(entry: &host::EntryPoint) -> bool {
    matches!(entry.model, ExecutionModel::GLCompute | ExecutionModel::Kernel)
}

/// Lowers an entry point of a module that was read from words and has flat blocks.
///
/// # Errors
/// When there is no such entry point, or it uses something that cannot run on the CPU.
pub fn compile_module(module: &Module, entry: &str, options: &Options) -> Result<Lowered> {
    let prepared = Prepared::new(module, entry, options)?;
    let reason = match options.vector {
        Some(lanes) => match prepared.vectors(options, lanes.clamp(1, MAX_WAVE).next_power_of_two()) {
            Ok(lowered) => return Ok(lowered),
            Err(reason) => reason,
        },
        None => Reason::Requested,
    };
    prepared.into_lanes(options, reason)
}

fn has_body(module: &Module, op: OpId) -> bool {
    let region = module[op].regions.first();
    let is_function = ops::code(module, op) == Some(Code::Mlir(Mlir::Func));
    is_function && region.is_some_and(|region| !module[*region].blocks.is_empty())
}

/// Lowers a function of a module that was read from words and has flat blocks. Its name stays.
///
/// # Errors
/// When there is no such function, or it has what only a kernel has: resources, builtins, barriers, operations of groups.
pub fn compile_function(module: &Module, name: &str, options: &Options) -> Result<Module> {
    let mut module = module.clone();
    constants::specialise(&mut module, &options.spec_constants);
    let is_it = |op: &OpId| {
        has_body(&module, *op) && module_facts::name_of(&module, *op).is_some_and(|own| module.ctx.str(own) == name)
    };
    let Some(func) = module.top_ops().iter().copied().find(is_it) else {
        return error::invalid(format!("there is no function '{name}' with a body"));
    };
    spmd::copies::expand(&mut module)?;
    spmd::normalise::flatten(&mut module, func)?;
    spmd::normalise::split(&mut module, func, Cut::Waves);
    let plan = spmd::plan::Plan::new(&module, func, Cut::Waves)?;
    if plan.regions.len() > 1 {
        return error::unsupported("spirv.func", "only a kernel has other invocations to wait for");
    }
    let constants = constants::Constants::new(&module);
    let layouts = Layouts::new(&module, &constants);
    let interface = interface::collect(&module, &layouts, func)?;
    let is_table = |(op, variable): &(OpId, Variable)| *variable == Variable::Private && interface.tables.contains(op);
    if !interface.variables.values().all(is_table) {
        return error::unsupported("spirv.func", "only a kernel has variables of the module");
    }
    let storage = Storage::new(&module, &layouts, &plan, &interface, func, 1, None)?;
    let is_large = |op: OpId| facts::is_variable(&module, op) && storage.variable_slot(op).is_some();
    if walk::ops_in(&module, func).into_iter().any(is_large) {
        return error::unsupported("spirv.func", "its variables exceed the stack");
    }
    let demands = Demands {
        is_exact: options.exact,
        is_checked: false,
        estimates: false,
        step_bytes: options.step_bytes,
        masks: options.masks,
    };
    let workgroup = Workgroup { local_size: [1; 3], wave: 1, has_quads: false };
    let (source, plan, layouts) = (&module, &plan, &layouts);
    let known = Known { source, layouts, plan, interface: &interface, storage: &storage, workgroup, demands };
    let mut lowering = Lowering::new(known);
    emit::function(&mut lowering, func, name)?;
    if lowering.needs.runtime || lowering.needs.blocks {
        return error::unsupported("spirv.func", "only a kernel has a host that it calls");
    }
    // The module is untrusted: what breaks its rules breaks those of the LLVM dialect too.
    dialect::llvm::verify::verify(&lowering.b.module).map_err(|error| LowerError::Invalid(error.message))?;
    Ok(lowering.b.module)
}

/// Facts about an entry point for engines without compiled code: how large its workgroups are, and what it wants
/// bound. Its lanes run in waves of the size that is requested; what concerns code alone is empty.
///
/// # Errors
/// As for [`compile_module`], as far as the interface of the entry point is concerned.
pub fn kernel_info(module: &Module, entry: &str, options: &Options) -> Result<KernelInfo> {
    let prepared = Prepared::new(module, entry, options)?;
    let constants = constants::Constants::new(&prepared.module);
    let local_size = local_size(&prepared.module, &constants, &prepared.point, options)?;
    let layouts = Layouts::new(&prepared.module, &constants);
    let interface = interface::collect(&prepared.module, &layouts, prepared.func)?;
    Ok(KernelInfo {
        one_by_one: Some(Reason::Requested),
        ..info(&prepared, &interface, local_size, wave_size(options))
    })
}

/// The facts about a kernel that do not depend on its code.
fn info(prepared: &Prepared, interface: &interface::Interface, local_size: [u32; 3], wave: u32) -> KernelInfo {
    KernelInfo {
        abi: abi::VERSION,
        entry: prepared.point.name.clone(),
        symbol: KERNEL_SYMBOL.to_owned(),
        local_size,
        wave,
        one_by_one: None,
        in_turn: Vec::new(),
        scratch_bytes: 0,
        groupshared_bytes: 0,
        barriers: 0,
        push_bytes: interface.push_bytes,
        slots: interface.slots,
        bindings: interface.bindings.clone(),
        literal_samplers: interface.literal_samplers(),
        builtins: interface.builtins.clone(),
        spec_constants: prepared.spec_constants.clone(),
        needs_runtime: false,
        formats: Vec::new(),
        checked: false,
    }
}

impl Prepared {
    /// Finds the entry point, and makes one flat function of it and what it calls.
    fn new(module: &Module, entry: &str, options: &Options) -> Result<Self> {
        let mut module = module.clone();
        let spec_constants = constants::specialise(&mut module, &options.spec_constants);
        let entries = host::entry_points(&module);
        let Some(point) = entries.into_iter().find(|point| point.name == entry && is_compute(point)) else {
            return Err(LowerError::NoEntryPoint(entry.to_owned(), entry_points(&module)));
        };
        let func = spmd::normalise::function(&module, &point)?;
        spmd::copies::expand(&mut module)?;
        spmd::arguments::to_variables(&mut module, func, &options.group_memory)?;
        spmd::normalise::flatten(&mut module, func)?;
        Ok(Prepared { module, point, func, spec_constants })
    }
}

/// A module with a single flat entry point, before the choice of how its lanes run.
struct Prepared {
    module: Module,
    point: host::EntryPoint,
    func: OpId,
    spec_constants: Vec<abi::SpecConstant>,
}

impl Prepared {
    /// A kernel whose lanes run one by one.
    fn into_lanes(mut self, options: &Options, reason: Reason) -> Result<Lowered> {
        spmd::normalise::split(&mut self.module, self.func, Cut::Waves);
        let constants = constants::Constants::new(&self.module);
        let parts = self.parts(&constants, options, Cut::Waves)?;
        let lanes: u32 = parts.local_size.iter().product();
        // Where no op can observe waves, the workgroup is one wave.
        let wave = match parts.plan.has_waves() || parts.interface.has_wave_builtins() {
            true => wave_size(options),
            false => lanes,
        };
        let storage =
            Storage::new(&self.module, &parts.layouts, &parts.plan, &parts.interface, self.func, lanes, None)?;
        self.emit(&parts, &storage, options, wave, None).map(|(lowered, _)| lowered.because(reason))
    }

    /// A kernel whose waves are vectors, of this width where no op can observe waves.
    fn vectors(&self, options: &Options, lanes: u32) -> std::result::Result<Lowered, Reason> {
        let mut module = self.module.clone();
        if options.unrolls {
            spmd::unroll::unroll(&mut module, self.func);
        }
        spmd::guards::join(&mut module, self.func);
        spmd::normalise::split(&mut module, self.func, Cut::Workgroups);
        let (point, spec_constants) = (self.point.clone(), self.spec_constants.clone());
        let mut prepared = Prepared { module, point, func: self.func, spec_constants };
        let has_barriers = |op: &OpId| facts::is_meeting(&prepared.module, *op, Cut::Workgroups);
        if walk::ops_in(&prepared.module, self.func).iter().any(has_barriers) {
            prepared.remove_barriers(options)?;
            prepared.recompute(options, lanes)?;
        }
        let last = prepared.accumulate(options, lanes)?;
        let constants = constants::Constants::new(&prepared.module);
        let parts = prepared.parts_of_vectors(&constants, options)?;
        let (has_waves, mut wave) = prepared.wave(&parts, options, lanes)?;
        let total: u32 = parts.local_size.iter().product();
        let mut variance = prepared.variance(&parts, wave)?;
        if options.pairs
            && !has_waves
            && let Some(wider) = prepared.wider(&parts, &variance, lanes, options.masks)?
        {
            (wave, variance) = wider;
        }
        let padded = total.next_multiple_of(wave);
        let mut uniform = if has_waves { None } else { prepared.uniform(&parts, &variance, padded) };
        if let Some(uniform) = &mut uniform {
            uniform.last = parts.plan.regions.iter().position(|region| Some(region.entry) == last);
        }
        let (layouts, plan, interface) = (&parts.layouts, &parts.plan, &parts.interface);
        let storage = Storage::new(&prepared.module, layouts, plan, interface, self.func, padded, uniform.as_ref());
        let storage = storage.map_err(Reason::Op)?;
        vector::check_variables(&prepared.module, self.func, &storage)?;
        let vectors = Vectors { variance: Rc::new(variance), uniform: uniform.map(Rc::new) };
        let (lowered, atomics) = prepared.emit(&parts, &storage, options, wave, Some(&vectors)).map_err(Reason::Op)?;
        let are_turns = || spmd::turns::are_most(&prepared.module, &parts.interface, &vectors.variance, &atomics);
        if options.weighs && !has_waves && are_turns() {
            return Err(Reason::Turns);
        }
        Ok(lowered)
    }

    /// More lanes than the native width, and their variance, if they pay.
    fn wider(
        &self,
        parts: &Parts<'_>,
        variance: &Variance,
        lanes: u32,
        masks: Masks,
    ) -> std::result::Result<Option<(u32, Variance)>, Reason> {
        let total: u32 = parts.local_size.iter().product();
        let multiples = spmd::width::multiples(&self.module, variance, self.has_quads(), masks);
        // Four vectors of which some lanes are idle would be more than there have to be.
        let fits = |wide: &u32| *wide <= total.min(MAX_WAVE) && (*wide == 2 * lanes || total.is_multiple_of(*wide));
        for wide in multiples.iter().map(|multiple| multiple * lanes).filter(fits) {
            let of_wide = self.variance(parts, wide)?;
            if spmd::width::is_worth(&self.module, &parts.interface, &of_wide, parts.local_size, wide) {
                return Ok(Some((wide, of_wide)));
            }
        }
        Ok(None)
    }

    /// Removes barriers at which no invocation has to wait, as far as the budget goes: each takes a walk over the kernel.
    fn remove_barriers(&mut self, options: &Options) -> std::result::Result<(), Reason> {
        /// The limit of barriers that are removed.
        const MOST_REMOVED: usize = 64;
        for _ in 0..MOST_REMOVED {
            let constants = constants::Constants::new(&self.module);
            let parts = self.parts_of_vectors(&constants, options)?;
            let lanes = self.lanes(&parts, 1);
            let (layouts, interface) = (&parts.layouts, &parts.interface);
            let found = spmd::barriers::needless(&self.module, self.func, layouts, interface, &parts.plan, lanes);
            let Some(barrier) = found else { return Ok(()) };
            drop(parts);
            self.module.detach(barrier);
        }
        Ok(())
    }

    /// Computes values again behind barriers where that takes less than places for all lanes.
    fn recompute(&mut self, options: &Options, lanes: u32) -> std::result::Result<(), Reason> {
        let constants = constants::Constants::new(&self.module);
        let parts = self.parts_of_vectors(&constants, options)?;
        if parts.plan.crossing.is_empty() {
            return Ok(());
        }
        let (_, wave) = self.wave(&parts, options, lanes)?;
        let variance = self.variance(&parts, wave)?;
        let again = spmd::recompute::find(&self.module, &parts.plan, &parts.interface, &variance);
        drop(parts);
        spmd::recompute::apply(&mut self.module, self.func, &again);
        Ok(())
    }

    /// Accumulates what all workgroups add to the same elements, where they all run the same regions; gives the block that
    /// follows the last workgroup.
    fn accumulate(&mut self, options: &Options, lanes: u32) -> std::result::Result<Option<BlockId>, Reason> {
        if options.checked || !spmd::accumulate::may_find(&self.module, self.func) {
            return Ok(None);
        }
        let constants = constants::Constants::new(&self.module);
        let parts = self.parts_of_vectors(&constants, options)?;
        let (has_waves, wave) = self.wave(&parts, options, lanes)?;
        let found = spmd::accumulate::find(&self.module, self.func, &parts.interface, self.lanes(&parts, wave));
        let is_split = parts.plan.regions.len() > 1;
        let fits = is_split || !spmd::accumulate::has_own_variables(&self.module, self.func, &parts.interface);
        let Some(found) = found.filter(|_| fits && !has_waves) else { return Ok(None) };
        let total: u32 = parts.local_size.iter().product();
        drop(parts);
        let (module, point, spec_constants) = (self.module.clone(), self.point.clone(), self.spec_constants.clone());
        let mut other = Prepared { module, point, func: self.func, spec_constants };
        let Some(last) = spmd::accumulate::apply(&mut other.module, self.func, &found, total) else { return Ok(None) };
        let constants = constants::Constants::new(&other.module);
        let parts = other.parts_of_vectors(&constants, options)?;
        // The width of vectors is chosen later.
        for wave in [wave, (2 * wave).min(MAX_WAVE)] {
            let variance = other.variance(&parts, wave)?;
            if other.uniform(&parts, &variance, total.next_multiple_of(wave)).is_none() {
                return Ok(None);
            }
        }
        drop(parts);
        *self = other;
        Ok(Some(last))
    }

    /// Collects the facts about a kernel whose waves are vectors.
    fn parts_of_vectors<'p>(
        &'p self,
        constants: &'p constants::Constants,
        options: &Options,
    ) -> std::result::Result<Parts<'p>, Reason> {
        let mut parts = self.parts(constants, options, Cut::Workgroups).map_err(Reason::Op)?;
        parts.plan.crossing.retain(|value| !variance::is_builtin(&self.module, &parts.interface, *value));
        Ok(parts)
    }

    /// Whether there are operations that observe waves, and the lanes of a wave.
    fn wave(&self, parts: &Parts<'_>, options: &Options, lanes: u32) -> std::result::Result<(bool, u32), Reason> {
        let total: u32 = parts.local_size.iter().product();
        let has_waves = vector::has_waves(&self.module, self.func, &parts.interface);
        let wave = if has_waves { wave_size(options) } else { lanes.min(total.next_power_of_two()) };
        match wave < vector::LEAST_LANES || total < vector::LEAST_LANES {
            true => Err(Reason::Few),
            false => Ok((has_waves, wave)),
        }
    }

    /// Finds the regions that all lanes of a workgroup run uniformly.
    fn uniform(&self, parts: &Parts<'_>, wave: &Variance, count: u32) -> Option<UniformRegions> {
        let lanes = Lanes { take_turns: true, ..self.lanes(parts, count) };
        let group = Variance::new(&self.module, &parts.plan, &parts.interface, lanes).ok()?;
        UniformRegions::new(&self.module, &parts.plan, &parts.interface, wave, &group, lanes)
    }

    /// Collects the facts about the kernel before code generation.
    fn parts<'p>(&'p self, constants: &'p constants::Constants, options: &Options, cut: Cut) -> Result<Parts<'p>> {
        let local_size = local_size(&self.module, constants, &self.point, options)?;
        let plan = spmd::plan::Plan::new(&self.module, self.func, cut)?;
        let layouts = Layouts::new(&self.module, constants);
        let interface = interface::collect(&self.module, &layouts, self.func)?;
        Ok(Parts { local_size, plan, layouts, interface })
    }

    /// Finds the values that differ between this many lanes.
    fn variance(&self, parts: &Parts<'_>, lanes: u32) -> std::result::Result<Variance, Reason> {
        Variance::new(&self.module, &parts.plan, &parts.interface, self.lanes(parts, lanes))
    }

    fn lanes(&self, parts: &Parts<'_>, count: u32) -> Lanes {
        Lanes { local_size: parts.local_size, count, has_quads: self.has_quads(), take_turns: false }
    }

    fn has_quads(&self) -> bool {
        constants::has_mode(&self.module, &self.point, ExecutionMode::DerivativeGroupQuadsKHR)
    }

    /// Generates the code; gives also the atomic operations at which lanes take turns.
    fn emit(
        &self,
        parts: &Parts<'_>,
        storage: &Storage,
        options: &Options,
        wave: u32,
        vectors: Option<&Vectors>,
    ) -> Result<(Lowered, Vec<OpId>)> {
        let Parts { local_size, plan, layouts, interface } = parts;
        let demands = Demands {
            is_exact: options.exact || constants::has_mode(&self.module, &self.point, ExecutionMode::ContractionOff),
            is_checked: options.checked,
            estimates: options.estimates,
            step_bytes: options.step_bytes,
            masks: options.masks,
        };
        let workgroup = Workgroup { local_size: *local_size, wave, has_quads: self.has_quads() };
        let source = &self.module;
        let mut lowering = Lowering::new(Known { source, layouts, plan, interface, storage, workgroup, demands });
        emit::emit(&mut lowering, KERNEL_SYMBOL, vectors)?;
        // The module is untrusted: what breaks its rules breaks those of the LLVM dialect too.
        dialect::llvm::verify::verify(&lowering.b.module).map_err(|error| LowerError::Invalid(error.message))?;
        let last = vectors.and_then(|vectors| vectors.uniform.as_ref()?.last);
        let kernel = KernelInfo {
            in_turn: lowering.in_turn,
            scratch_bytes: storage.scratch_bytes,
            groupshared_bytes: storage.groupshared_bytes,
            barriers: (plan.barriers() - usize::from(last.is_some())) as u32,
            needs_runtime: lowering.needs.runtime,
            formats: std::mem::take(&mut lowering.prints.formats),
            checked: options.checked,
            ..info(self, interface, *local_size, wave)
        };
        Ok((Lowered { module: lowering.b.module, kernel }, lowering.atomics_in_turn))
    }
}

/// Facts about a kernel before code generation.
struct Parts<'m> {
    local_size: [u32; 3],
    plan: spmd::plan::Plan,
    layouts: Layouts<'m>,
    interface: interface::Interface,
}

/// The number of lanes in a wave where ops can observe waves.
fn wave_size(options: &Options) -> u32 {
    options.wave.clamp(1, MAX_WAVE).next_power_of_two()
}

/// The size of a workgroup: that of the builtin constant if there is one, else the entry point's, else the host's.
fn local_size(
    module: &Module,
    constants: &constants::Constants,
    entry: &host::EntryPoint,
    options: &Options,
) -> Result<[u32; 3]> {
    let size = match constants::workgroup_size(module, constants, entry)? {
        Some(size) => size,
        None if entry.model == ExecutionModel::Kernel => options.local_size,
        None => return error::invalid("entry point has no workgroup size"),
    };
    let lanes = size.iter().fold(1u64, |lanes, extent| lanes.saturating_mul(u64::from(*extent)));
    if lanes == 0 || lanes > u64::from(MAX_LANES) {
        return Err(LowerError::TooLarge(format!("workgroup size {lanes} is out of range (1 to {MAX_LANES})")));
    }
    Ok(size)
}
