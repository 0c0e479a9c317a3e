//! Types: their parts, their sizes, and where they may be used.

use crate::index::access::Access;
use crate::index::facts::Facts;
use crate::index::fault::{Check, Fault, blame, ensure};
use crate::index::module::Module;
use crate::index::site::Site;
use crate::index::types::Ty;
use crate::index::uses::Uses;
use base::ids::Set;
use isa::Class;
use isa::capabilities;
use rustc_hash::FxHashMap;
use spirv::{AddressingModel, Capability, Decoration, ExecutionMode, Op, Scope, StorageClass};

/// Limits of SPIR-V.
const MAX_MEMBERS: usize = 16_383;
const MAX_DEPTH: u32 = 255;
const MAX_ARGUMENTS: usize = 255;

/// Types declared so far.
#[derive(Default)]
pub(crate) struct Declared {
    /// Types that are equal when their operands are, by opcode and operands.
    unique: Set<(Op, Vec<u32>)>,
    /// The nesting depth of structs.
    depths: FxHashMap<u32, u32>,
}

impl Declared {
    /// The rules of one type.
    pub(crate) fn check(&mut self, site: &Site<'_, '_>) -> Check {
        let inst = site.inst;
        if inst.op == Op::TypeForwardPointer {
            return forward_pointer(site);
        }
        if !isa::class(inst.op).is_type() {
            return Ok(());
        }
        self.unique(site)?;
        match inst.op {
            Op::TypeInt => int(site),
            Op::TypeFloat => float(site),
            Op::TypeVector => vector(site),
            Op::TypeVectorIdEXT => long_vector(site),
            Op::TypeMatrix => matrix(site),
            Op::TypeArray => array(site),
            Op::TypeRuntimeArray => elements(site),
            Op::TypeStruct => self.structure(site),
            Op::TypePointer => pointer(site),
            Op::TypeUntypedPointerKHR => untyped_pointer(site),
            Op::TypeFunction => function(site),
            Op::TypeImage => crate::rules::image_types::declare(site),
            Op::TypeSampledImage => sampled_image(site),
            Op::TypeCooperativeMatrixKHR | Op::TypeCooperativeMatrixNV => cooperative_matrix(site),
            _ => Ok(()),
        }
    }

    /// Non-aggregate types are declared once: equal operands make equal types.
    fn unique(&mut self, site: &Site<'_, '_>) -> Check {
        use Op::*;
        let inst = site.inst;
        let may_repeat = matches!(
            inst.op,
            TypeArray | TypeRuntimeArray | TypeStruct | TypePointer | TypeUntypedPointerKHR | TypeNodePayloadArrayAMDX
        );
        if may_repeat || site.has_extension("SPV_VALIDATOR_ignore_type_decl_unique") {
            return Ok(());
        }
        let words = inst.operands.iter().map(|operand| match crate::index::access::id_of(Some(operand)) {
            0 => crate::index::access::literal_of(Some(operand)),
            id => id,
        });
        let is_new = self.unique.insert((inst.op, words.collect()));
        ensure!(is_new, "duplicate type declaration: Op{:?}", inst.op);
        Ok(())
    }

    fn structure(&mut self, site: &Site<'_, '_>) -> Check {
        let id = site.inst.result_id();
        let count = site.count();
        ensure!(count <= MAX_MEMBERS, "struct has {count} members, more than {MAX_MEMBERS}");
        let mut depth = 0;
        for at in 0..count {
            let member = site.inst.id(at);
            ensure!(member != id, "struct contains itself");
            ensure!(isa::class(site.op(member)).is_type(), "member {at} of a struct is not a type");
            ensure!(site.ty(member) != Ty::Void, "member {at} of a struct is of type void");
            if site.ty(member) == Ty::Struct {
                depth = depth.max(self.depths.get(&member).copied().unwrap_or(0));
                let has_builtins = has_builtin_members(site, member);
                ensure!(!has_builtins, "a struct with built-in members is member of another one");
            }
            runtime_member(site, id, member, at + 1 == count)?;
        }
        self.depths.insert(id, depth + 1);
        ensure!(depth < MAX_DEPTH, "structs are nested deeper than {MAX_DEPTH}");
        let is_block = site.is_decorated(id, Decoration::Block) || site.is_decorated(id, Decoration::BufferBlock);
        let nests = is_block && site.members(id).any(|member| site.holds(member, Facts::BLOCK));
        ensure!(!nests, "a block contains another block");
        builtin_members(site, id, count)?;
        opaque_members(site, id)
    }
}

fn has_builtin_members(module: &Module<'_>, ty: u32) -> bool {
    module.decorations(ty).iter().any(|one| one.kind == Decoration::BuiltIn && one.member.is_some())
}

fn runtime_member(site: &Site<'_, '_>, id: u32, member: u32, is_last: bool) -> Check {
    if !site.is_vulkan() || !matches!(site.ty(member), Ty::RuntimeArray { .. }) {
        return Ok(());
    }
    ensure!(
        is_last,
        vuid "StandaloneSpirv-OpTypeRuntimeArray-04680",
        "a runtime array is not the last member of its struct"
    );
    let is_block = site.is_decorated(id, Decoration::Block) || site.is_decorated(id, Decoration::BufferBlock);
    ensure!(
        is_block,
        vuid "StandaloneSpirv-OpTypeRuntimeArray-04680",
        "a struct with a runtime array is not a block"
    );
    Ok(())
}

fn builtin_members(site: &Site<'_, '_>, id: u32, count: usize) -> Check {
    let builtins: Set<u32> = site
        .decorations(id)
        .iter()
        .filter(|one| one.kind == Decoration::BuiltIn)
        .filter_map(|one| one.member)
        .collect();
    let all = builtins.is_empty() || builtins.len() == count;
    ensure!(all, "struct mixes built-in and other members");
    Ok(())
}

/// Vulkan allows no images, samplers and similar ones as members: they could not be bound.
fn opaque_members(site: &Site<'_, '_>, id: u32) -> Check {
    // Of hit objects the extension says so, and devices are lost.
    let holds_hits = site.members(id).any(|member| site.holds(member, Facts::HIT_OBJECT));
    ensure!(
        !holds_hits || site.options.before_legalisation,
        vuid "StandaloneSpirv-None-04667",
        "struct has a hit object as a member"
    );
    let is_free = !site.is_vulkan() || site.options.before_legalisation || site.has(Capability::BindlessTextureNV);
    let has_opaque = site
        .members(id)
        .any(|member| is_opaque(site.ty(site.strip_arrays(member)), site.op(site.strip_arrays(member))));
    ensure!(
        is_free || !has_opaque,
        vuid "StandaloneSpirv-None-04667",
        "struct has an opaque member"
    );
    Ok(())
}

fn is_opaque(ty: Ty, op: Op) -> bool {
    matches!(ty, Ty::Image | Ty::Sampler | Ty::SampledImage { .. } | Ty::AccelerationStructure) || op == Op::TypeOpaque
}

fn int(site: &Site<'_, '_>) -> Check {
    use Capability::*;
    let (width, sign) = (site.inst.literal(0), site.inst.literal(1));
    let is_there = match width {
        32 => true,
        8 | 16 | 64 => capabilities::of_int(width).is_some_and(|one| site.has(one)) || site.has_small_storage(width),
        4 => site.has_any(&[Int4TypeINTEL, ArbitraryPrecisionIntegersALTERA]),
        _ => width != 0 && site.has(ArbitraryPrecisionIntegersALTERA),
    };
    ensure!(is_there, "{width}-bit integer type is not supported, or requires a capability");
    ensure!(sign <= 1, "signedness of an integer type is not 0 or 1");
    ensure!(!site.has(Kernel) || sign == 0, "an integer type is signed in a module for kernels");
    Ok(())
}

fn float(site: &Site<'_, '_>) -> Check {
    use Capability::*;
    let (width, has_encoding) = (site.inst.literal(0), site.count() > 1);
    let is_there = match width {
        32 => true,
        16 if has_encoding => true,
        16 => {
            site.has_any(&[Float16, Float16Buffer])
                || site.has_small_storage(16)
                || site.has_extension("SPV_AMD_gpu_shader_half_float")
                || site.has_extension("SPV_AMD_gpu_shader_half_float_fetch")
        }
        8 => has_encoding && site.has(Float8EXT),
        64 => site.has(Float64),
        _ => false,
    };
    ensure!(is_there, "{width}-bit floating-point type is not supported, or requires a capability");
    ensure!(
        !has_encoding || is_encoding(site.inst.value(1), width),
        "floating-point encoding does not have {width} bits"
    );
    Ok(())
}

/// Returns whether a floating-point encoding has this width.
fn is_encoding(encoding: u32, width: u32) -> bool {
    use spirv::FPEncoding::*;
    match spirv::FPEncoding::from_u32(encoding) {
        Some(BFloat16KHR) => width == 16,
        Some(Float8E4M3EXT | Float8E5M2EXT | Float8UnsignedE8M0EXT | MXInt8EXT) => width == 8,
        Some(Float6E2M3EXT | Float6E3M2EXT) => width == 6,
        Some(Float4E2M1EXT) => width == 4,
        None => false,
    }
}

fn vector(site: &Site<'_, '_>) -> Check {
    let elem = site.ty(site.inst.id(0));
    let is_scalar = matches!(elem, Ty::Bool | Ty::Int { .. } | Ty::Float { .. });
    let is_pointer = matches!(elem, Ty::Pointer { .. }) && site.has(Capability::MaskedGatherScatterINTEL);
    ensure!(is_scalar || is_pointer, "vector component type is not a scalar");
    let count = site.inst.literal(1);
    let is_there = match count {
        2..=4 => true,
        8 | 16 => site.has_any(&[Capability::Vector16, Capability::LongVectorEXT]),
        _ => count > 0 && site.has(Capability::LongVectorEXT),
    };
    ensure!(is_there, "vector of {count} components is not supported, or requires a capability");
    Ok(())
}

fn long_vector(site: &Site<'_, '_>) -> Check {
    let elem = site.ty(site.inst.id(0));
    let is_number = matches!(elem, Ty::Int { .. } | Ty::Float { .. });
    let is_scalar = is_number || elem == Ty::Bool && site.has(Capability::LongVectorEXT);
    ensure!(is_scalar, "vector component type is not a scalar");
    let count = site.inst.id(1);
    ensure!(isa::class(site.op(count)).is_constant(), "the size of a vector is not a constant");
    ensure!(site.is_int_of(site.type_of(count), 32), "the size of a vector is not an integer of 32 bits");
    ensure!(site.constant(count) != Some(0), "a vector has no components");
    Ok(())
}

fn matrix(site: &Site<'_, '_>) -> Check {
    let Ty::Vector { elem, count: rows } = site.ty(site.inst.id(0)) else {
        return Err(Fault::new(None, "the columns of a matrix are not vectors"));
    };
    ensure!((2..=4).contains(&rows), "matrix has {rows} rows, expected 2 to 4");
    ensure!(site.is_float_scalar(elem), "matrix component type is not floating-point");
    let count = site.inst.literal(1);
    ensure!((2..=4).contains(&count), "matrix has {count} columns, expected 2 to 4");
    Ok(())
}

fn elements(site: &Site<'_, '_>) -> Check {
    let elem = site.inst.id(0);
    ensure!(isa::class(site.op(elem)).is_type(), "array element type is not a type");
    ensure!(site.ty(elem) != Ty::Void, "the elements of an array are of type void");
    let is_block = site.is_decorated(elem, Decoration::Block) || site.is_decorated(elem, Decoration::BufferBlock);
    let has_stride = site.is_decorated(site.inst.result_id(), Decoration::ArrayStride);
    let is_odd = site.has(Capability::Shader) && is_block && has_stride;
    ensure!(!is_odd, "an array of blocks has a stride");
    ensure!(
        !site.is_vulkan() || !matches!(site.ty(elem), Ty::RuntimeArray { .. }),
        vuid "StandaloneSpirv-OpTypeRuntimeArray-04680",
        "the elements of an array are runtime arrays"
    );
    Ok(())
}

fn array(site: &Site<'_, '_>) -> Check {
    elements(site)?;
    let length = site.inst.id(1);
    ensure!(isa::class(site.op(length)).is_constant(), "the length of an array is not a constant");
    let Ty::Int { signed, .. } = site.ty_of(length) else {
        return Err(Fault::new(None, "the length of an array is not an integer"));
    };
    let value = site.default_value(length);
    let is_positive = value.is_none_or(|value| value > 0 || !signed && value != 0);
    ensure!(is_positive, "the length of an array is not at least 1");
    Ok(())
}

fn pointer(site: &Site<'_, '_>) -> Check {
    let pointee = site.inst.id(1);
    let class = site.inst.value(0);
    ensure!(isa::class(site.op(pointee)).is_type(), "pointee type is not a type");
    if site.op(pointee) == Op::TypeFunction {
        let is_there = site.has(Capability::FunctionPointersINTEL);
        ensure!(is_there, "a pointer points to a function");
    }
    if class == StorageClass::UniformConstant as u32
        && let Some(image) = site.image(pointee)
    {
        ensure!(image.sampled != 0 || !site.is_vulkan(), vuid "StandaloneSpirv-OpTypeImage-04657",
            "image in UniformConstant memory has an unknown Sampled operand");
    }
    let is_in_memory = !matches!(StorageClass::from_u32(class), Some(StorageClass::Function | StorageClass::Private));
    ensure!(
        !is_in_memory || !site.holds(pointee, Facts::HIT_OBJECT),
        "a pointer to a hit object is neither of the storage class Function nor of Private"
    );
    Ok(())
}

fn untyped_pointer(site: &Site<'_, '_>) -> Check {
    if !site.is_vulkan() {
        return Ok(());
    }
    let class = StorageClass::from_u32(site.inst.value(0)).unwrap_or(StorageClass::Function);
    match class {
        StorageClass::Workgroup => {
            let is_there = site.has(Capability::WorkgroupMemoryExplicitLayoutKHR);
            ensure!(is_there, "untyped pointers to shared memory require WorkgroupMemoryExplicitLayoutKHR");
        }
        StorageClass::StorageBuffer
        | StorageClass::PhysicalStorageBuffer
        | StorageClass::Uniform
        | StorageClass::PushConstant => {}
        StorageClass::UniformConstant | StorageClass::Image => {
            let is_there = site.has(Capability::DescriptorHeapEXT);
            ensure!(is_there, "untyped pointers to descriptors require DescriptorHeapEXT");
        }
        _ => {
            return Err(Fault::new(
                Some("VUID-StandaloneSpirv-OpTypeUntypedPointerKHR-11417"),
                "untyped pointer to memory without an explicit layout",
            ));
        }
    }
    Ok(())
}

fn function(site: &Site<'_, '_>) -> Check {
    let result = site.inst.id(0);
    ensure!(isa::class(site.op(result)).is_type(), "return type is not a type");
    let count = site.count().saturating_sub(1);
    ensure!(count <= MAX_ARGUMENTS, "function has {count} parameters, more than {MAX_ARGUMENTS}");
    for at in 1..site.count() {
        let parameter = site.inst.id(at);
        ensure!(isa::class(site.op(parameter)).is_type(), "parameter type is not a type");
        ensure!(site.ty(parameter) != Ty::Void, "a parameter is of type void");
    }
    Ok(())
}

fn forward_pointer(site: &Site<'_, '_>) -> Check {
    let pointer = site.inst.id(0);
    let Some((class, pointee)) = site.pointer(pointer) else {
        return Err(Fault::new(None, "operand of OpTypeForwardPointer is not a pointer type"));
    };
    ensure!(
        class as u32 == site.inst.value(1),
        "storage class of OpTypeForwardPointer does not match the pointer type"
    );
    ensure!(site.ty(pointee) == Ty::Struct, "OpTypeForwardPointer for a pointer that does not point to a struct");
    ensure!(
        !site.is_vulkan() || class == StorageClass::PhysicalStorageBuffer,
        vuid "StandaloneSpirv-OpTypeForwardPointer-04711",
        "OpTypeForwardPointer for a pointer of a storage class other than PhysicalStorageBuffer"
    );
    Ok(())
}

fn sampled_image(site: &Site<'_, '_>) -> Check {
    let Some(image) = site.image(site.inst.id(0)) else {
        return Err(Fault::new(None, "image type of a sampled image is not an image"));
    };
    ensure!(image.sampled < 2, "image type of a sampled image is a storage image");
    let is_old = !site.has_version(6);
    ensure!(is_old || image.dim != spirv::Dim::DimBuffer, "image type of a sampled image is a texel buffer");
    let is_fit = image.dim != spirv::Dim::DimSubpassData;
    ensure!(is_fit, "image type of a sampled image is an input attachment");
    Ok(())
}

fn cooperative_matrix(site: &Site<'_, '_>) -> Check {
    let elem = site.inst.id(0);
    let is_number = site.is_int_scalar(elem) || site.is_float_scalar(elem);
    ensure!(is_number, "cooperative matrix component type is not numeric");
    if let Ty::Float { encoding: Some(_), width } = site.ty(elem) {
        let needed = match width {
            16 => Capability::BFloat16CooperativeMatrixKHR,
            _ => Capability::Float8CooperativeMatrixEXT,
        };
        ensure!(site.has(needed), "a cooperative matrix of this component type requires {needed:?}");
    }
    for at in 1..site.count() {
        let part = site.inst.id(at);
        let is_known = site.is_int_scalar(site.type_of(part)) && isa::class(site.op(part)).is_constant();
        ensure!(is_known, "operand of a cooperative matrix type is not a constant integer");
    }
    matrix_scope(site)
}

/// The scope of a cooperative matrix is a subgroup, or a workgroup of known size.
fn matrix_scope(site: &Site<'_, '_>) -> Check {
    let scope = site.constant(site.inst.id(1)).and_then(|scope| Scope::from_u32(scope as u32));
    ensure!(
        matches!(scope, None | Some(Scope::Workgroup | Scope::Subgroup)),
        vuid "StandaloneSpirv-Scope-12243",
        "the scope of a cooperative matrix is neither Workgroup nor Subgroup"
    );
    if scope != Some(Scope::Workgroup) {
        return Ok(());
    }
    for entry in &site.program.entries {
        let size = site.program.mode(site, entry.function, ExecutionMode::LocalSize);
        let size = size.or_else(|| site.program.mode(site, entry.function, ExecutionMode::LocalSizeId));
        ensure!(size.is_some(), "workgroup-scope cooperative matrix requires LocalSize or LocalSizeId");
        let mut parts =
            size.map_or(&[][..], |size| size.params(1)).iter().map(|part| crate::index::access::id_of(Some(part)));
        let is_early = parts.all(|part| part == 0 || site.position(part).is_some_and(|at| at < site.at));
        ensure!(is_early, "workgroup-scope cooperative matrix precedes a constant of LocalSizeId");
    }
    Ok(())
}

/// Function types are used by functions alone.
pub(crate) fn function_type_uses(site: &Site<'_, '_>, uses: Uses) -> Check {
    let inst = site.inst;
    if !uses.function_type && site.op(inst.type_id()) != Op::TypeFunction {
        return Ok(());
    }
    let is_free = inst.op == Op::Function
        || matches!(isa::class(inst.op), Class::Annotation | Class::Debug)
        || crate::index::sets::is_non_semantic(site, inst);
    if is_free || site.has(Capability::FunctionPointersINTEL) && inst.op == Op::TypePointer {
        return Ok(());
    }
    blame(Err(Fault::new(None, "a function type is used outside of functions")), site.at)
}

/// The size of physical addresses.
pub(crate) fn pointer_size(module: &Module<'_>) -> u32 {
    match module.addressing {
        AddressingModel::Physical32 => 4,
        AddressingModel::Logical | AddressingModel::Physical64 | AddressingModel::PhysicalStorageBuffer64 => 8,
    }
}
