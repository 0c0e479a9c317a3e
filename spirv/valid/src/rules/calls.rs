//! Functions and calls: their types, and the pointers that may be arguments.

use crate::index::access::Access;
use crate::index::fault::{Check, Fault, ensure};
use crate::index::site::{Rule, Site};
use crate::index::types::Ty;
use crate::index::uses::Uses;
use isa::Class;
use spirv::{AddressingModel, Capability, Op, StorageClass};

/// The rules of functions and calls.
pub(crate) fn rule(op: Op) -> Option<Rule> {
    match op {
        Op::Function => Some(function),
        Op::FunctionCall => Some(call),
        _ => None,
    }
}

/// Functions are not values: they are called, named, decorated and made entry points.
pub(crate) fn function_uses(site: &Site<'_, '_>, uses: Uses) -> Check {
    use Op::*;
    let op = site.inst.op;
    if !uses.function {
        return Ok(());
    }
    let is_free = matches!(isa::class(op), Class::Annotation | Class::Debug)
        || matches!(
            op,
            EntryPoint
                | ExecutionMode
                | ExecutionModeId
                | FunctionCall
                | EnqueueKernel
                | GetKernelNDrangeSubGroupCount
                | GetKernelNDrangeMaxSubGroupSize
                | GetKernelWorkGroupSize
                | GetKernelPreferredWorkGroupSizeMultiple
                | GetKernelLocalSizeForSubgroupCount
                | GetKernelMaxNumSubgroups
                | CooperativeMatrixPerElementOpNV
                | CooperativeMatrixReduceNV
                | CooperativeMatrixLoadTensorNV
                | ConstantFunctionPointerINTEL
                | ExtInst
                | ExtInstWithForwardRefsKHR
        );
    ensure!(is_free, "operand of Op{op:?} is a function");
    Ok(())
}

fn function(site: &Site<'_, '_>) -> Check {
    let Some(ty) = site.def(site.inst.id(1)).filter(|ty| ty.op == Op::TypeFunction) else {
        return Err(Fault::new(None, "function type is not OpTypeFunction"));
    };
    ensure!(ty.id(0) == site.result_type(), "result type of a function does not match its function type");
    Ok(())
}

fn is_logical(site: &Site<'_, '_>) -> bool {
    let has_values = matches!(site.addressing, AddressingModel::Logical | AddressingModel::PhysicalStorageBuffer64);
    has_values && !site.options.has_free_pointers()
}

fn call(site: &Site<'_, '_>) -> Check {
    let Some(callee) = site.def(site.inst.id(0)).filter(|callee| callee.op == Op::Function) else {
        return Err(Fault::new(None, "callee is not a function"));
    };
    ensure!(callee.type_id() == site.result_type(), "result type of a call does not match its function");
    if is_logical(site) {
        returned(site)?;
    }
    let Some(ty) = site.def(callee.id(1)).filter(|ty| ty.op == Op::TypeFunction) else {
        return Err(Fault::new(None, "type of the callee is not OpTypeFunction"));
    };
    let (given, wanted) = (site.count() - 1, ty.operands.len() - 1);
    ensure!(given == wanted, "call has {given} arguments, expected {wanted}");
    for at in 1..site.count() {
        argument(site, site.inst.id(at), ty.id(at))?;
    }
    Ok(())
}

/// Pointers that calls return are variable pointers.
fn returned(site: &Site<'_, '_>) -> Check {
    let fits = match site.class(site.result_type()) {
        None | Some(StorageClass::PhysicalStorageBuffer) => true,
        Some(StorageClass::StorageBuffer) => site.has(Capability::VariablePointersStorageBuffer),
        Some(StorageClass::Workgroup) => site.has(Capability::VariablePointers),
        Some(_) => false,
    };
    ensure!(fits, "a function returns a pointer that is not a value");
    Ok(())
}

fn argument(site: &Site<'_, '_>, argument: u32, wanted: u32) -> Check {
    let given = site.type_of(argument);
    let before = site.options.before_legalisation;
    ensure!(
        given == wanted || before && pointees_match(site, given, wanted),
        "argument type does not match the parameter"
    );
    let Some(class) = site.class(wanted).filter(|_| is_logical(site)) else { return Ok(()) };
    use StorageClass::*;
    let may_be_handed = match class {
        PhysicalStorageBuffer => return Ok(()),
        UniformConstant | Function | Private | Workgroup | AtomicCounter | TileImageEXT | ShaderRecordBufferKHR => true,
        StorageBuffer => site.has(Capability::VariablePointersStorageBuffer),
        _ => false,
    };
    ensure!(may_be_handed, "pointer argument of storage class {class:?}");
    let is_object = matches!(site.op(argument), Op::Variable | Op::UntypedVariableKHR | Op::FunctionParameter);
    let is_value = match class {
        StorageBuffer => site.has(Capability::VariablePointersStorageBuffer),
        Workgroup => site.has(Capability::VariablePointers),
        UniformConstant => true,
        _ => false,
    };
    ensure!(is_object || is_value || before, "pointer argument is not a memory object declaration");
    Ok(())
}

fn pointees_match(site: &Site<'_, '_>, given: u32, wanted: u32) -> bool {
    let (Ty::Pointer { pointee: left, .. }, Ty::Pointer { pointee: right, .. }) = (site.ty(given), site.ty(wanted))
    else {
        return false;
    };
    left == right || site.logically_match(left, right)
}
