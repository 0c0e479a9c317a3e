//! Control-flow instructions one at a time: branches, merges, phis, returns, and those that end an invocation.

use crate::index::access::{Access, id_of};
use crate::index::fault::{Check, ensure};
use crate::index::program::{Lacks, Stages};
use crate::index::site::{Rule, Site};
use crate::index::types::Ty;
use dialect::spirv::decode::Operand;
use spirv::{AddressingModel, Capability, LoopControl, Op, StorageClass};

/// The rules of one instruction.
pub(crate) fn rule(op: Op) -> Option<Rule> {
    use Op::*;
    let rule: Rule = match op {
        Phi => phi,
        Branch => |site| label(site, 0),
        BranchConditional => conditional,
        Switch => switch,
        Return => |site| {
            let returns = site.function.map_or(Ty::Void, |function| site.ty(site.insts[function.first].type_id()));
            ensure!(returns == Ty::Void, "OpReturn in a function that returns a value");
            Ok(())
        },
        ReturnValue => return_value,
        LoopMerge => loop_merge,
        SelectionMerge => |site| {
            label(site, 0)?;
            let follows = site.next().is_some_and(|next| matches!(next.op, BranchConditional | Switch));
            ensure!(follows, "OpSelectionMerge does not precede OpBranchConditional or OpSwitch");
            Ok(())
        },
        Kill | TerminateInvocation | DemoteToHelperInvocation | IsHelperInvocationEXT => |site| {
            let gives = site.inst.op != IsHelperInvocationEXT || site.result() == Ty::Bool;
            ensure!(gives, "the result of OpIsHelperInvocationEXT is not a boolean");
            site.only_in(Stages::FRAGMENT, "an instruction for fragments")
        },
        AbortKHR => abort,
        IgnoreIntersectionKHR | TerminateRayKHR | IgnoreIntersectionNV | TerminateRayNV => {
            |site| site.only_in(Stages::ANY_HIT, "an instruction for any-hit shaders")
        }
        EmitVertex | EndPrimitive => |site| site.only_in(Stages::GEOMETRY, "an instruction for geometry shaders"),
        EmitStreamVertex | EndStreamPrimitive => |site| {
            site.only_in(Stages::GEOMETRY, "an instruction for geometry shaders")?;
            let stream = site.inst.id(0);
            let is_known = site.is_int_scalar(site.type_of(stream)) && isa::class(site.op(stream)).is_constant();
            ensure!(is_known, "the stream is not a constant integer");
            Ok(())
        },
        BeginInvocationInterlockEXT | EndInvocationInterlockEXT => |site| {
            site.only_in(Stages::FRAGMENT, "an instruction for fragments")?;
            let lacks = site.function.is_some_and(|function| function.lacks.has(Lacks::INTERLOCK));
            ensure!(!lacks, "an interlock requires an execution mode that orders invocations");
            Ok(())
        },
        DPdx | DPdy | Fwidth | DPdxFine | DPdyFine | FwidthFine | DPdxCoarse | DPdyCoarse | FwidthCoarse => {
            |site| derivative(site)
        }
        EmitMeshTasksEXT => mesh_tasks,
        SetMeshOutputsEXT => mesh_outputs,
        LifetimeStart | LifetimeStop => |site| {
            let is_local = site.class(site.operand_type(0)) == Some(StorageClass::Function);
            ensure!(is_local, "lifetime of a non-local variable");
            let is_known = site.inst.literal(1) == 0 || site.has(spirv::Capability::Addresses);
            ensure!(is_known, "the size of a lifetime requires Addresses");
            Ok(())
        },
        _ => return None,
    };
    Some(rule)
}

/// The message of an abort is of the type that is named, which the host can read.
fn abort(site: &Site<'_, '_>) -> Check {
    let (ty, message) = (site.inst.id(0), site.inst.id(1));
    let is_concrete = !matches!(site.ty(ty), Ty::None | Ty::Void) && !site.is_pointer(ty);
    ensure!(is_concrete, "the message type of OpAbortKHR has no values");
    ensure!(site.type_of(message) == ty, "the message of OpAbortKHR is not of its message type");
    Ok(())
}

fn label(site: &Site<'_, '_>, at: usize) -> Check {
    ensure!(site.op(site.inst.id(at)) == Op::Label, "operand of Op{:?} is not a label", site.inst.op);
    Ok(())
}

fn phi(site: &Site<'_, '_>) -> Check {
    let ty = site.result();
    ensure!(ty != Ty::Void, "a phi of type void");
    let is_value = site.addressing != AddressingModel::Logical || site.has(Capability::VariablePointersStorageBuffer);
    ensure!(is_value || !site.is_pointer(site.result_type()), "a phi of pointers requires variable pointers");
    let is_free = site.options.before_legalisation || site.has(Capability::BindlessTextureNV);
    let is_opaque = match ty {
        Ty::SampledImage { .. } => true,
        Ty::Image | Ty::Sampler => site.has(Capability::Shader),
        _ => false,
    };
    ensure!(is_free || !is_opaque, "a phi of images or samplers");
    let labels = site.inst.operands.chunks_exact(2).all(|pair| site.op(id_of(pair.get(1))) == Op::Label);
    ensure!(labels, "phi predecessor is not a label");
    Ok(())
}

fn conditional(site: &Site<'_, '_>) -> Check {
    let count = site.count();
    ensure!(matches!(count, 3 | 5), "conditional branch has one weight");
    ensure!(site.operand(0) == Ty::Bool, "branch condition is not a boolean");
    label(site, 1)?;
    label(site, 2)?;
    let differ = site.inst.id(1) != site.inst.id(2);
    ensure!(differ || !site.has_version(6), "conditional branch has one target");
    Ok(())
}

fn switch(site: &Site<'_, '_>) -> Check {
    let selector = site.operand_type(0);
    ensure!(site.is_int_scalar(selector), "switch selector is not an integer");
    label(site, 1)?;
    let count = site.count().saturating_sub(2) / 2;
    ensure!(count <= 16_383, "a switch has {count} cases, more than 16383");
    let Ty::Int { width, signed } = site.ty(selector) else { return Ok(()) };
    for at in (2..site.count()).step_by(2) {
        if let Operand::Number(bits) = site.inst.operands[at] {
            crate::rules::constants::literal(bits, width, signed)?;
        }
        label(site, at + 1)?;
    }
    Ok(())
}

fn return_value(site: &Site<'_, '_>) -> Check {
    let ty = site.operand_type(0);
    ensure!(!matches!(site.ty(ty), Ty::None | Ty::Void), "operand of OpReturnValue is not a value");
    let is_value = site.addressing != AddressingModel::Logical
        || site.has(Capability::VariablePointersStorageBuffer)
        || site.options.has_free_pointers();
    ensure!(is_value || !site.is_pointer(ty), "OpReturnValue returns a pointer in logical addressing");
    let wanted = site.function.map_or(0, |function| site.insts[function.first].type_id());
    ensure!(ty == wanted, "type of OpReturnValue does not match the function's return type");
    Ok(())
}

fn loop_merge(site: &Site<'_, '_>) -> Check {
    label(site, 0)?;
    label(site, 1)?;
    let (merge, target) = (site.inst.id(0), site.inst.id(1));
    let own = site.program.block_of(site.at).map_or(0, |block| site.program.blocks[block].label);
    ensure!(merge != own, "loop merge block is the loop header");
    ensure!(merge != target, "loop merge block is the continue target");
    let follows = site.next().is_some_and(|next| matches!(next.op, Op::Branch | Op::BranchConditional));
    ensure!(follows, "OpLoopMerge does not precede a branch");
    let control = LoopControl::from_bits_truncate(site.inst.value(2));
    let rolled = control.contains(LoopControl::DONT_UNROLL);
    let unrolls = LoopControl::UNROLL | LoopControl::PEEL_COUNT | LoopControl::PARTIAL_COUNT;
    ensure!(!rolled || !control.intersects(unrolls), "loop control has both Unroll and DontUnroll");
    if control.contains(LoopControl::ITERATION_MULTIPLE) {
        let before = [LoopControl::DEPENDENCY_LENGTH, LoopControl::MIN_ITERATIONS, LoopControl::MAX_ITERATIONS];
        let skipped = before.iter().filter(|bit| control.contains(**bit)).count();
        let multiple = crate::index::access::literal_of(site.inst.params(2).get(skipped));
        ensure!(multiple > 0, "IterationMultiple is 0");
    }
    Ok(())
}

fn derivative(site: &Site<'_, '_>) -> Check {
    let result = site.result_type();
    let half = site.has_extension("SPV_AMD_gpu_shader_half_float") && site.width(result) == 16;
    let is_encoded = matches!(site.ty(site.scalar(result)), Ty::Float { encoding: Some(_), .. });
    let fits = site.is_float(result) && !is_encoded && (site.width(result) == 32 || half);
    ensure!(fits, "derivative is not of 32-bit floats");
    ensure!(site.operand_type(0) == result, "type of a derivative does not match its operand");
    let grouped = Stages::COMPUTE.or(Stages::MESH).or(Stages::TASK);
    site.only_in(Stages::FRAGMENT.or(grouped), "a derivative")?;
    let lacks = site.function.is_some_and(|function| function.lacks.has(Lacks::DERIVATIVE_GROUP));
    let is_grouped = !lacks || !site.has_extension("SPV_KHR_compute_shader_derivatives");
    ensure!(
        is_grouped,
        "a derivative in a stage with workgroups requires an execution mode that groups its invocations"
    );
    Ok(())
}

fn is_count(site: &Site<'_, '_>, at: usize) -> bool {
    let ty = site.operand_type(at);
    site.is_int_of(ty, 32) && site.is_unsigned(ty)
}

fn mesh_tasks(site: &Site<'_, '_>) -> Check {
    site.only_in(Stages::TASK, "launching mesh shaders")?;
    ensure!((0..3).all(|at| is_count(site, at)), "group count is not a 32-bit unsigned integer");
    let Some(payload) = site.inst.operands.get(3) else { return Ok(()) };
    let is_payload = site
        .def(id_of(Some(payload)))
        .is_some_and(|def| def.op == Op::Variable && def.value(0) == StorageClass::TaskPayloadWorkgroupEXT as u32);
    ensure!(is_payload, "the payload is not a variable of the storage class TaskPayloadWorkgroupEXT");
    Ok(())
}

fn mesh_outputs(site: &Site<'_, '_>) -> Check {
    site.only_in(Stages::MESH, "setting the outputs of mesh shaders")?;
    ensure!((0..2).all(|at| is_count(site, at)), "output count is not a 32-bit unsigned integer");
    Ok(())
}

/// Instructions that must be first in a block.
pub(crate) struct Adjacent {
    /// True if a variable or a phi may come next.
    variables: bool,
    phis: bool,
    is_first_block: bool,
}

impl Default for Adjacent {
    fn default() -> Self {
        Adjacent { variables: false, phis: false, is_first_block: true }
    }
}

impl Adjacent {
    /// The rules for what comes first in a block. Instructions come in the order of the module.
    pub(crate) fn check(&mut self, site: &Site<'_, '_>) -> Check {
        use Op::*;
        match site.inst.op {
            Function | FunctionParameter => self.is_first_block = true,
            Label => {
                (self.variables, self.phis) = (self.is_first_block, !self.is_first_block);
                self.is_first_block = false;
            }
            Phi => ensure!(self.phis, "phi in the entry block, or after other instructions"),
            Variable | UntypedVariableKHR if site.function.is_some() => {
                ensure!(self.variables, "variable is not at the start of its function");
            }
            Line | NoLine => {}
            ExtInst | ExtInstWithForwardRefsKHR
                if crate::index::sets::debug_set(site, site.inst) == Some(crate::index::imports::DebugSet::OpenCl) => {}
            ExtInst if crate::index::sets::debug_set(site, site.inst).is_some() => self.phis = false,
            _ => (self.variables, self.phis) = (false, false),
        }
        Ok(())
    }
}
