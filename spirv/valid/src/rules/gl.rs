//! The instructions of `GLSL.std.450`: the shapes of their operands and results.

use crate::index::access::Access;
use crate::index::fault::{Check, ensure};
use crate::index::program::Stages;
use crate::index::sets;
use crate::index::site::{Rule, Site};
use crate::index::types::Ty;
use dialect::spirv::decode::ExtSet;
use spirv::{GlslStd450Op, Op, StorageClass};

/// The shape of an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Floats, all of the result type.
    Floats,
    /// Floats, all of the result type: halves or of 32 bits.
    Transcendental,
    /// Integers of the shape and width of the result.
    Ints,
    /// Integers of the shape and width of the result, of 32 bits.
    Bits,
    /// This many floats packed into a 32-bit integer.
    Pack(u32),
    /// A 32-bit integer unpacked into this many floats.
    Unpack(u32),
    /// A scalar computed from vectors, such as a length.
    Measure,
    /// Has rules of its own.
    Other,
}

fn shape(op: GlslStd450Op) -> Shape {
    use GlslStd450Op::*;
    match op {
        Round | RoundEven | FAbs | Trunc | FSign | Floor | Ceil | Fract | Sqrt | InverseSqrt | FMin | FMax | FClamp
        | FMix | Step | SmoothStep | Fma | Normalize | FaceForward | Reflect | NMin | NMax | NClamp => Shape::Floats,
        Radians | Degrees | Sin | Cos | Tan | Asin | Acos | Atan | Sinh | Cosh | Tanh | Asinh | Acosh | Atanh | Exp
        | Exp2 | Log | Log2 | Atan2 | Pow => Shape::Transcendental,
        SAbs | SSign | UMin | SMin | UMax | SMax | UClamp | SClamp | FindILsb => Shape::Ints,
        FindUMsb | FindSMsb => Shape::Bits,
        PackSnorm4x8 | PackUnorm4x8 => Shape::Pack(4),
        PackSnorm2x16 | PackUnorm2x16 | PackHalf2x16 => Shape::Pack(2),
        UnpackSnorm4x8 | UnpackUnorm4x8 => Shape::Unpack(4),
        UnpackSnorm2x16 | UnpackUnorm2x16 | UnpackHalf2x16 => Shape::Unpack(2),
        Length | Distance => Shape::Measure,
        IMix
        | Determinant
        | MatrixInverse
        | Modf
        | ModfStruct
        | Frexp
        | FrexpStruct
        | Ldexp
        | PackDouble2x32
        | UnpackDouble2x32
        | Cross
        | Refract
        | InterpolateAtCentroid
        | InterpolateAtSample
        | InterpolateAtOffset => Shape::Other,
    }
}

/// The rules of one extended instruction.
pub(crate) fn rule(op: Op) -> Option<Rule> {
    match op {
        Op::ExtInstImport => Some(import),
        Op::ExtInstWithForwardRefsKHR => Some(|site| {
            let is_free = !sets::semantic(site, site.inst);
            ensure!(is_free, "OpExtInstWithForwardRefsKHR requires a non-semantic instruction");
            Ok(())
        }),
        Op::ExtInst => Some(extended),
        _ => None,
    }
}

fn import(site: &Site<'_, '_>) -> Check {
    let name = site.inst.text(0);
    let is_free =
        !name.starts_with("NonSemantic.") || site.has_version(6) || site.has_extension("SPV_KHR_non_semantic_info");
    ensure!(is_free, "the set '{name}' requires SPV_KHR_non_semantic_info");
    let version = name.strip_prefix("NonSemantic.Shader.DebugInfo.");
    let is_known = version.is_none_or(|version| version.parse::<u32>().is_ok_and(|version| version >= 100));
    ensure!(is_known, "unknown version of the instruction set '{name}'");
    Ok(())
}

fn extended(site: &Site<'_, '_>) -> Check {
    match sets::set(site, site.inst) {
        Some(ExtSet::Gl) => {}
        Some(ExtSet::NonSemantic) => {
            ensure!(
                site.result() == Ty::Void || site.result() == Ty::None,
                "non-semantic instruction is not of type void"
            );
            return Ok(());
        }
        Some(ExtSet::Cl | ExtSet::DebugInfo | ExtSet::Vendor(_)) | None => return Ok(()),
    }
    let Some(op) = GlslStd450Op::from_u32(site.inst.literal(1)) else { return Ok(()) };
    let needed = dialect::spirv::ops::by_gl(site.inst.literal(1)).map_or(&[][..], |row| row.capabilities);
    ensure!(needed.is_empty() || site.has_any(needed), "{op:?} requires one of {needed:?}");
    let fits = match shape(op) {
        Shape::Floats => site.is_float(site.result_type()) && all_same(site),
        Shape::Transcendental => {
            let width = site.width(site.result_type());
            site.is_float(site.result_type()) && matches!(width, 16 | 32) && all_same(site)
        }
        Shape::Ints => ints(site),
        Shape::Bits => ints(site) && site.width(site.result_type()) == 32,
        Shape::Pack(count) => site.is_int_of(site.result_type(), 32) && floats(site, argument(site, 0), count),
        Shape::Unpack(count) => floats(site, site.result_type(), count) && site.is_int_of(argument(site, 0), 32),
        Shape::Measure => measure(site),
        Shape::Other => return other(site, op),
    };
    ensure!(fits, "invalid operand or result types of {op:?}");
    Ok(())
}

/// The type of an argument.
fn argument(site: &Site<'_, '_>, at: usize) -> u32 {
    site.operand_type(at + 2)
}

fn all_same(site: &Site<'_, '_>) -> bool {
    (2..site.count()).all(|at| site.operand_type(at) == site.result_type())
}

fn ints(site: &Site<'_, '_>) -> bool {
    let result = site.result_type();
    let alike = |ty: u32| {
        site.is_int(ty) && site.components(ty) == site.components(result) && site.width(ty) == site.width(result)
    };
    site.is_int(result) && (2..site.count()).all(|at| alike(site.operand_type(at)))
}

fn floats(site: &Site<'_, '_>, ty: u32, count: u32) -> bool {
    site.is_float(ty) && site.components(ty) == count && site.width(ty) == 32
}

fn measure(site: &Site<'_, '_>) -> bool {
    let result = site.result_type();
    let of = |ty: u32| site.is_float(ty) && site.scalar(ty) == result;
    let first = argument(site, 0);
    let alike = |ty: u32| of(ty) && site.components(ty) == site.components(first);
    site.is_float_scalar(result) && (2..site.count()).all(|at| alike(site.operand_type(at)))
}

/// Returns whether a type can hold the exponents of these floats.
fn exponents(site: &Site<'_, '_>, ty: u32, floats: u32) -> bool {
    let small = site.has_extension("SPV_AMD_gpu_shader_int16") && site.width(ty) == 16;
    site.is_int(ty) && (site.width(ty) == 32 || small) && site.components(ty) == site.components(floats)
}

fn other(site: &Site<'_, '_>, op: GlslStd450Op) -> Check {
    use GlslStd450Op::*;
    let (result, first) = (site.result_type(), argument(site, 0));
    let pointee = |at: usize| site.pointer(argument(site, at)).map_or(0, |(_, pointee)| pointee);
    let pair = || {
        let members: Vec<u32> = site.members(result).collect();
        if let [left, right] = members.as_slice() { Some((*left, *right)) } else { None }
    };
    let square = |ty: u32| matches!(site.ty(ty), Ty::Matrix { column, count } if site.components(column) == count);
    let fits = match op {
        Determinant => square(first) && site.scalar(first) == result,
        MatrixInverse => square(result) && first == result,
        Modf => site.is_float(result) && first == result && pointee(1) == result,
        ModfStruct => pair().is_some_and(|(left, right)| site.is_float(left) && left == right && first == left),
        Frexp => site.is_float(result) && first == result && exponents(site, pointee(1), result),
        FrexpStruct => {
            pair().is_some_and(|(left, right)| site.is_float(left) && exponents(site, right, left) && first == left)
        }
        Ldexp => {
            let exponent = argument(site, 1);
            let alike = site.is_int(exponent) && site.components(exponent) == site.components(result);
            site.is_float(result) && first == result && alike
        }
        PackDouble2x32 => site.is_float_of(result, 64) && is_int_pair(site, first),
        UnpackDouble2x32 => is_int_pair(site, result) && site.is_float_of(first, 64),
        Cross => site.is_float(result) && site.components(result) == 3 && all_same(site),
        Refract => {
            let is_same = first == result && argument(site, 1) == result;
            site.is_float(result) && is_same && site.is_float_scalar(argument(site, 2))
        }
        InterpolateAtCentroid | InterpolateAtSample | InterpolateAtOffset => return interpolate(site, op),
        _ => true,
    };
    ensure!(fits, "invalid operand or result types of {op:?}");
    Ok(())
}

fn is_int_pair(site: &Site<'_, '_>, ty: u32) -> bool {
    site.is_int(ty) && site.components(ty) == 2 && site.width(ty) == 32
}

fn interpolate(site: &Site<'_, '_>, op: GlslStd450Op) -> Check {
    site.only_in(Stages::FRAGMENT, "interpolation")?;
    let result = site.result_type();
    let half = site.has_extension("SPV_AMD_gpu_shader_half_float") && site.width(result) == 16;
    let is_float = site.is_float(result) && (site.width(result) == 32 || half);
    ensure!(is_float, "result of {op:?} is not a float of 32 bits");
    let Some((class, pointee)) = site.pointer(argument(site, 0)) else {
        let is_free = site.options.before_legalisation;
        ensure!(is_free, "operand of {op:?} is not a pointer");
        return Ok(());
    };
    ensure!(pointee == result, "pointee type of the operand of {op:?} does not match its result");
    let is_input = class == StorageClass::Input || site.options.before_legalisation;
    ensure!(is_input, "operand of {op:?} is not an input");
    if site.count() > 3 {
        let extra = argument(site, 1);
        let fits = match op {
            GlslStd450Op::InterpolateAtSample => site.is_int_of(extra, 32),
            _ => site.is_float(extra) && site.components(extra) == 2 && (site.width(extra) == 32 || half),
        };
        ensure!(fits, "the second argument of {op:?} is of the wrong type");
    }
    Ok(())
}
