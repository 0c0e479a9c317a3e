//! Constants: their types, their constituents, and the operations of specialisation constants.

use crate::index::access::Access;
use crate::index::facts::Facts;
use crate::index::fault::{Check, Fault, ensure};
use crate::index::site::{Rule, Site};
use crate::index::types::Ty;
use dialect::spirv::decode::Operand;
use spirv::{Decoration, Op};

/// The rules of constants, and of undefined values.
pub(crate) fn rule(op: Op) -> Option<Rule> {
    use Op::*;
    let rule: Rule = match op {
        ConstantTrue | ConstantFalse | SpecConstantTrue | SpecConstantFalse => |site| {
            ensure!(site.result() == Ty::Bool, "a boolean constant is not of boolean type");
            calculates(site, "constants")
        },
        Constant | SpecConstant => |site| number(site).and_then(|()| calculates(site, "constants")),
        ConstantComposite | SpecConstantComposite => {
            |site| composite(site).and_then(|()| calculates(site, "constants"))
        }
        ConstantCompositeReplicateEXT | SpecConstantCompositeReplicateEXT => {
            |site| replicate(site).and_then(|()| calculates(site, "constants"))
        }
        ConstantDataKHR => data,
        ConstantSampler => |site| {
            ensure!(site.result() == Ty::Sampler, "result of OpConstantSampler is not a sampler");
            calculates(site, "constants")
        },
        ConstantPipeStorage => |site| {
            let is_made = site.op(site.result_type()) == TypePipeStorage;
            ensure!(is_made, "OpConstantPipeStorage gives no storage of a pipe");
            Ok(())
        },
        ConstantNull => |site| {
            let is_nullable = !site.holds(site.result_type(), Facts::NOT_NULLABLE);
            ensure!(is_nullable && site.result() != Ty::None, "OpConstantNull: the type has no null value");
            calculates(site, "constants")
        },
        SpecConstantOp => |site| operation(site).and_then(|()| calculates(site, "constants")),
        Undef => |site| {
            ensure!(site.result() != Ty::Void, "type of OpUndef is void");
            calculates(site, "undefined values")
        },
        _ => return None,
    };
    Some(rule)
}

/// Small numbers need a capability for arithmetic.
fn calculates(site: &Site<'_, '_>, what: &str) -> Check {
    let is_small = site.holds_small(site.result_type()) && !site.is_pointer(site.result_type());
    ensure!(!is_small, "8-bit and 16-bit {what} require a capability for arithmetic");
    Ok(())
}

/// The unused high bits of a number must match the signedness of its type.
fn number(site: &Site<'_, '_>) -> Check {
    let (width, signed) = match site.result() {
        Ty::Int { width, signed } => (width, signed),
        Ty::Float { width, .. } => (width, false),
        _ => return Err(Fault::new(None, "type of OpConstant is not numeric")),
    };
    let Some(Operand::Number(bits)) = site.inst.operands.first() else { return Ok(()) };
    literal(*bits, width, signed)
}

/// Checks that the unused bits of a number's last word are zero or copies of the sign.
pub(crate) fn literal(bits: u64, width: u32, signed: bool) -> Check {
    let stored = width.div_ceil(32) * 32;
    if width == 0 || width.is_multiple_of(32) || stored > 64 {
        return Ok(());
    }
    let unused = (bits >> width) & ((1u64 << (stored - width)) - 1);
    let is_negative = signed && bits >> (width - 1) & 1 == 1;
    let wanted = if is_negative { (1u64 << (stored - width)) - 1 } else { 0 };
    ensure!(unused == wanted, "high-order bits of a {width}-bit constant are neither zero nor sign-extended");
    Ok(())
}

fn composite(site: &Site<'_, '_>) -> Check {
    let (op, result, count) = (site.inst.op, site.result_type(), site.count());
    let wanted: usize = match site.result() {
        Ty::Vector { count, .. } => count as usize,
        Ty::LongVector { count: 0, .. } => count,
        Ty::LongVector { count, .. } => count as usize,
        Ty::Matrix { count, .. } => count as usize,
        Ty::Array { length, .. } => site.array_length(length).map_or(count, |length| length as usize),
        Ty::Struct => site.members(result).len(),
        Ty::CooperativeMatrix { .. } => 1,
        // A tensor's parts depend on its lengths, which need not be known.
        _ if site.op(result) == Op::TypeTensorARM => {
            return (0..count).try_for_each(|at| constituent(site, site.inst.id(at)));
        }
        _ => return Err(Fault::new(None, "type of a composite constant is not a composite")),
    };
    ensure!(count == wanted, "composite constant has {count} constituents, expected {wanted}");
    for at in 0..count {
        let part = site.inst.id(at);
        constituent(site, part)?;
        ensure!(
            op == Op::SpecConstantComposite || !isa::class(site.op(part)).is_spec_constant(),
            "constituent of a constant is a specialization constant"
        );
        let member = match site.result() {
            Ty::Vector { elem, .. }
            | Ty::LongVector { elem, .. }
            | Ty::Array { elem, .. }
            | Ty::CooperativeMatrix { elem } => elem,
            Ty::Matrix { column, .. } => column,
            _ => site.member(result, at as u32),
        };
        ensure!(site.type_of(part) == member, "type of constituent {at} does not match the composite");
    }
    Ok(())
}

/// Data is an array of integers without a layout, and has as many words as these.
fn data(site: &Site<'_, '_>) -> Check {
    let ty = site.result_type();
    let Ty::Array { elem, length } = site.ty(ty) else {
        return Err(Fault::new(None, "the type of OpConstantDataKHR is not an array"));
    };
    ensure!(site.is_int_scalar(elem), "the elements of OpConstantDataKHR are not integers");
    ensure!(!site.has_decoration(ty, Decoration::ArrayStride), "the array of OpConstantDataKHR has a stride");
    if let Some(length) = site.array_length(length) {
        let wanted = (length * u64::from(site.width(elem))).div_ceil(32);
        let count = site.count();
        ensure!(count as u64 == wanted, "OpConstantDataKHR has {count} words, expected {wanted}");
    }
    calculates(site, "constants")
}

/// Constituents of a constant must be constants.
fn constituent(site: &Site<'_, '_>, id: u32) -> Check {
    let op = site.op(id);
    ensure!(isa::class(op).is_constant() || op == Op::Undef, "constituent %{id} is not a constant");
    Ok(())
}

fn replicate(site: &Site<'_, '_>) -> Check {
    let part = site.inst.id(0);
    constituent(site, part)?;
    let is_fixed =
        site.inst.op == Op::SpecConstantCompositeReplicateEXT || !isa::class(site.op(part)).is_spec_constant();
    ensure!(is_fixed, "constituent of a constant is a specialization constant");
    let ty = site.type_of(part);
    let fits = match site.result() {
        Ty::Vector { elem, .. }
        | Ty::LongVector { elem, .. }
        | Ty::Array { elem, .. }
        | Ty::CooperativeMatrix { elem } => elem == ty,
        Ty::Matrix { column, .. } => column == ty,
        Ty::Struct => site.members(site.result_type()).all(|member| member == ty),
        _ => false,
    };
    ensure!(fits, "value type does not match the constant's element type");
    Ok(())
}

/// Operations of specialisation constants, and the capabilities that some need.
fn operation(site: &Site<'_, '_>) -> Check {
    use Op::*;
    let Some(op) = Op::from_u32(site.inst.literal(0)) else { return Ok(()) };
    match op {
        QuantizeToF16 => ensure!(site.has(spirv::Capability::Shader), "OpQuantizeToF16 of constants requires Shader"),
        UConvert => {
            let is_there = site.has_version(4)
                || site.has(spirv::Capability::Kernel)
                || site.has_extension("SPV_AMD_gpu_shader_int16");
            ensure!(is_there, "OpUConvert of constants requires SPIR-V 1.4 or Kernel");
        }
        ConvertFToS
        | ConvertSToF
        | ConvertFToU
        | ConvertUToF
        | ConvertPtrToU
        | ConvertUToPtr
        | GenericCastToPtr
        | PtrCastToGeneric
        | Bitcast
        | FNegate
        | FAdd
        | FSub
        | FMul
        | FDiv
        | FRem
        | FMod
        | AccessChain
        | InBoundsAccessChain
        | PtrAccessChain
        | InBoundsPtrAccessChain
        | UntypedAccessChainKHR
        | UntypedInBoundsAccessChainKHR
        | UntypedPtrAccessChainKHR
        | UntypedInBoundsPtrAccessChainKHR => {
            ensure!(site.has(spirv::Capability::Kernel), "Op{op:?} of constants requires Kernel");
        }
        SConvert
        | FConvert
        | SNegate
        | Not
        | IAdd
        | ISub
        | IMul
        | UDiv
        | SDiv
        | UMod
        | SRem
        | SMod
        | ShiftRightLogical
        | ShiftRightArithmetic
        | ShiftLeftLogical
        | BitwiseOr
        | BitwiseXor
        | BitwiseAnd
        | VectorShuffle
        | CompositeExtract
        | CompositeInsert
        | LogicalOr
        | LogicalAnd
        | LogicalNot
        | LogicalEqual
        | LogicalNotEqual
        | Select
        | IEqual
        | INotEqual
        | ULessThan
        | SLessThan
        | UGreaterThan
        | SGreaterThan
        | ULessThanEqual
        | SLessThanEqual
        | UGreaterThanEqual
        | SGreaterThanEqual
        | CooperativeMatrixLengthKHR
        | CooperativeMatrixLengthNV => {}
        _ => return Err(Fault::new(None, format!("Op{op:?} is not allowed in OpSpecConstantOp"))),
    }
    crate::rules::cooperative::length(site, op, 1)?;
    let inner = Site { operation: op, skip: 1, ..*site };
    let rules = [crate::rules::shapes::rule(op), crate::rules::composites::rule(op), crate::rules::convert::rule(op)];
    rules.into_iter().flatten().try_for_each(|rule| rule(&inner))
}
