//! What oneAPI Level Zero wants of kernels beyond what OpenCL does.

use crate::access::{Access, id_of};
use crate::environment::Api;
use crate::fault::{Check, Fault, blame, ensure};
use crate::module::Module;
use crate::program::Program;
use crate::site::Site;
use spirv::{AddressingModel, Capability, Op, Scope, StorageClass};

/// Capabilities that bring atomic operations on numbers.
const FLOAT_ATOMICS: &[Capability] = &[
    Capability::AtomicFloat16AddEXT,
    Capability::AtomicFloat32AddEXT,
    Capability::AtomicFloat64AddEXT,
    Capability::AtomicFloat16MinMaxEXT,
    Capability::AtomicFloat32MinMaxEXT,
    Capability::AtomicFloat64MinMaxEXT,
];

/// The rules of one instruction.
pub(crate) fn check(site: &Site<'_, '_>) -> Check {
    if site.env().api != Api::LevelZero {
        return Ok(());
    }
    match site.inst.op {
        Op::MemoryModel => ensure!(
            site.addressing == AddressingModel::Physical64,
            "Level Zero has addresses of 64 bits alone (Physical64)"
        ),
        Op::ExtInstImport => {
            let name = site.inst.text(0);
            let says_nothing = name.starts_with("NonSemantic.") || name.contains("DebugInfo");
            ensure!(name == "OpenCL.std" || says_nothing, "Level Zero has no instruction set but OpenCL.std");
        }
        op if is_within(op, Op::AtomicLoad, Op::AtomicXor) => atomic(site)?,
        op => execution_scope(site, op)?,
    }
    Ok(())
}

fn is_within(op: Op, first: Op, last: Op) -> bool {
    (first as u32..=last as u32).contains(&(op as u32))
}

/// Integers of 32 or 64 bits are atomic, numbers where an extension says so.
fn atomic(site: &Site<'_, '_>) -> Check {
    let ty = if site.inst.op == Op::AtomicStore { site.operand_type(3) } else { site.result_type() };
    let is_int = site.is_int_of(ty, 32) || site.is_int_of(ty, 64);
    let is_float = site.is_float_scalar(ty) && site.has_any(FLOAT_ATOMICS);
    ensure!(is_int || is_float, "an atomic operation of Level Zero is on integers of 32 or 64 bits");
    Ok(())
}

/// Workgroups and subgroups do something together; copies are the workgroup's.
fn execution_scope(site: &Site<'_, '_>, op: Op) -> Check {
    let copies = is_within(op, Op::GroupAsyncCopy, Op::GroupWaitEvents);
    let is_group = is_within(op, Op::GroupAll, Op::GroupSMax)
        || is_within(op, Op::GroupNonUniformElect, Op::GroupNonUniformQuadSwap)
        || is_within(op, Op::GroupIMulKHR, Op::GroupLogicalXorKHR);
    if !copies && !is_group && op != Op::ControlBarrier {
        return Ok(());
    }
    let scope = site.constant(id_of(site.inst.operands.first())).and_then(|scope| Scope::from_u32(scope as u32));
    let fits = match scope {
        Some(Scope::Workgroup) => true,
        Some(Scope::Subgroup) => !copies,
        // What only the application knows is its own business.
        None => true,
        Some(_) => false,
    };
    ensure!(fits, "Op{op:?} is executed by a whole workgroup or subgroup in Level Zero");
    Ok(())
}

/// The rules of a whole program: arguments of kernels, and calls.
pub(crate) fn finish(module: &Module<'_>, program: &Program<'_>) -> Check {
    if module.env().api != Api::LevelZero {
        return Ok(());
    }
    let recursive = program.recursive().into_iter().position(|is_recursive| is_recursive);
    if let Some(function) = recursive {
        let found = Fault::new(None, "functions of Level Zero do not call themselves, directly or not");
        return blame(Err(found), program.functions[function].first);
    }
    for entry in &program.entries {
        let function = module.def(entry.function);
        let ty = function.and_then(|function| module.def(function.id(1)));
        for param in ty.map_or(Vec::new(), |ty| ty.ids_from(1).collect()) {
            blame(argument(module, param), entry.at)?;
        }
    }
    Ok(())
}

fn argument(module: &Module<'_>, ty: u32) -> Check {
    match module.op(ty) {
        Op::TypeInt | Op::TypeVector | Op::TypeSampler | Op::TypeImage => {}
        Op::TypeFloat => ensure!(
            module.width(ty) == 16 || module.width(ty) == 32,
            "a number that Level Zero gives to a kernel has 16 or 32 bits"
        ),
        Op::TypeStruct => members(module, ty)?,
        Op::TypePointer => {
            let classes = [StorageClass::CrossWorkgroup, StorageClass::Workgroup, StorageClass::UniformConstant];
            let fits = module.class(ty).is_some_and(|class| classes.contains(&class));
            ensure!(fits, "a pointer that Level Zero gives to a kernel is of global, shared or constant memory");
        }
        op => return Err(Fault::new(None, format!("Level Zero gives no argument of Op{op:?} to a kernel"))),
    }
    Ok(())
}

/// What a struct that is an argument holds, structs in it included.
fn members(module: &Module<'_>, ty: u32) -> Check {
    let mut stack = vec![ty];
    while let Some(ty) = stack.pop() {
        for member in module.members(ty) {
            match module.op(member) {
                Op::TypeInt | Op::TypeFloat | Op::TypeVector | Op::TypePointer => {}
                Op::TypeStruct => stack.push(member),
                op => {
                    return Err(Fault::new(None, format!("a struct that is an argument of Level Zero holds Op{op:?}")));
                }
            }
        }
    }
    Ok(())
}
