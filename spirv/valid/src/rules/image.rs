//! Images: the instructions that sample, read, write and query them, and their image operands.

use crate::index::access::{Access, id_of};
use crate::index::fault::{Check, Fault, ensure};
use crate::index::program::{Lacks, Stages};
use crate::index::site::{Rule, Site};
use crate::index::types::{ImageType, Ty};
use crate::index::uses::Uses;
use crate::rules::image_types::is_signed_format;
use dialect::spirv::decode::Operand;
use dialect::spirv::enums::Kind;
use isa::capabilities;
use spirv::{Capability, Dim, ImageFormat, ImageOperands, Op};

/// The kind of an image access.
#[derive(Clone, Copy, Default)]
struct Row {
    implicit: bool,
    explicit: bool,
    projective: bool,
    depth: bool,
    gather: bool,
    fetch: bool,
    read: bool,
    write: bool,
    sparse: bool,
}

/// The row of an instruction that accesses texels.
fn row(op: Op) -> Option<Row> {
    use Op::*;
    let none = Row::default();
    let implicit = Row { implicit: true, ..none };
    let explicit = Row { explicit: true, ..none };
    let gather = Row { gather: true, ..none };
    let fetch = Row { fetch: true, ..none };
    let read = Row { read: true, ..none };
    Some(match op {
        ImageSampleImplicitLod => implicit,
        ImageSampleExplicitLod => explicit,
        ImageSampleDrefImplicitLod => Row { depth: true, ..implicit },
        ImageSampleDrefExplicitLod => Row { depth: true, ..explicit },
        ImageSampleProjImplicitLod => Row { projective: true, ..implicit },
        ImageSampleProjExplicitLod => Row { projective: true, ..explicit },
        ImageSampleProjDrefImplicitLod => Row { projective: true, depth: true, ..implicit },
        ImageSampleProjDrefExplicitLod => Row { projective: true, depth: true, ..explicit },
        ImageGather => gather,
        ImageDrefGather => Row { depth: true, ..gather },
        ImageFetch => fetch,
        ImageRead => read,
        ImageWrite => Row { write: true, ..none },
        ImageSparseSampleImplicitLod => Row { sparse: true, ..implicit },
        ImageSparseSampleExplicitLod => Row { sparse: true, ..explicit },
        ImageSparseSampleDrefImplicitLod => Row { sparse: true, depth: true, ..implicit },
        ImageSparseSampleDrefExplicitLod => Row { sparse: true, depth: true, ..explicit },
        ImageSparseGather => Row { sparse: true, ..gather },
        ImageSparseDrefGather => Row { sparse: true, depth: true, ..gather },
        ImageSparseFetch => Row { sparse: true, ..fetch },
        ImageSparseRead => Row { sparse: true, ..read },
        _ => return None,
    })
}

/// The rules of instructions on images.
pub(crate) fn rule(op: Op) -> Option<Rule> {
    use Op::*;
    let rule: Rule = match op {
        _ if row(op).is_some() => |site| row(site.operation).map_or(Ok(()), |row| access(site, row)),
        SampledImage => sampled_image,
        Image => unwrap,
        ImageTexelPointer => texel_pointer,
        UntypedImageTexelPointerEXT => untyped_texel_pointer,
        ImageQueryFormat | ImageQueryOrder => |site| {
            ensure!(site.is_int_scalar(site.result_type()), "the result of the query is not an integer");
            image_operand(site, 0).map(|_| ())
        },
        ImageQuerySizeLod | ImageQuerySize => query_size,
        ImageQueryLod => query_lod,
        ImageQueryLevels | ImageQuerySamples => query_count,
        ImageSparseTexelsResident => |site| {
            ensure!(site.result() == Ty::Bool, "the result of OpImageSparseTexelsResident is not a boolean");
            ensure!(site.is_int_scalar(site.operand_type(0)), "the resident code is not an integer");
            Ok(())
        },
        ColorAttachmentReadEXT | DepthAttachmentReadEXT | StencilAttachmentReadEXT => {
            |site| site.only_in(Stages::FRAGMENT, "reading attachments")
        }
        _ => return None,
    };
    Some(rule)
}

/// The image type of an operand that is an image.
fn image_operand(site: &Site<'_, '_>, at: usize) -> Result<ImageType, Box<Fault>> {
    site.image(site.operand_type(at)).ok_or_else(|| Fault::new(None, "the operand is not an image"))
}

/// The image type of an operand that is a sampled image.
fn sampled_operand(site: &Site<'_, '_>, at: usize) -> Result<ImageType, Box<Fault>> {
    let ty = match site.operand(at) {
        Ty::SampledImage { image } => site.image(image),
        _ => None,
    };
    ty.ok_or_else(|| Fault::new(None, "the operand is not a sampled image"))
}

/// The texel type: without the residency code of sparse instructions.
fn texel_type(site: &Site<'_, '_>, sparse: bool) -> Result<u32, Box<Fault>> {
    if !sparse {
        return Ok(site.result_type());
    }
    let members: Vec<u32> = site.members(site.result_type()).collect();
    match members.as_slice() {
        [code, texel] if site.is_int_scalar(*code) => Ok(*texel),
        _ => Err(Fault::new(None, "the result is not a struct of an integer and a texel")),
    }
}

fn access(site: &Site<'_, '_>, row: Row) -> Check {
    let samples = row.implicit || row.explicit || row.gather;
    let image = if samples { sampled_operand(site, 0)? } else { image_operand(site, 0)? };
    if row.implicit {
        derivative(site, "sampling with an implicit level of detail")?;
    }
    if row.projective {
        let is_flat = matches!(image.dim, Dim::Dim1D | Dim::Dim2D | Dim::Dim3D | Dim::DimRect);
        ensure!(is_flat && !image.arrayed, "projective sampling of a cube or an array");
    }
    ensure!(!samples || !image.multisampled, "sampling of a multisampled image");
    if row.write {
        written_texel(site, &image)?;
    } else {
        read_texel(site, row, &image)?;
    }
    if row.read || row.write {
        storage(site, row, &image)?;
    }
    if row.fetch {
        ensure!(image.dim != Dim::DimCube, "texel fetch from a cube image");
        ensure!(image.sampled == 1, "texel fetch from a non-sampled image");
    }
    coordinate(site, row, &image, 1)?;
    if row.depth {
        depth(site, &image)?;
    }
    if row.gather {
        gather(site, row, &image)?;
    }
    operands(site, row, &image)
}

fn read_texel(site: &Site<'_, '_>, row: Row, image: &ImageType) -> Check {
    let texel = texel_type(site, row.sparse)?;
    let is_number = site.is_int(texel) || site.is_float(texel);
    let size = site.components(texel);
    ensure!(is_number, "texel type is not numeric");
    if row.depth && !row.gather {
        ensure!(size == 1, "result of a comparison is not a scalar");
    } else if row.read {
        ensure!(
            size == 4 || !site.is_vulkan(),
            vuid "StandaloneSpirv-Result-04780",
            "texel has {size} components, expected 4"
        );
    } else {
        ensure!(size == 4, "texel has {size} components, expected 4");
    }
    let is_open = site.ty(image.sampled_type) == Ty::Void && !row.depth;
    let fits = is_open || site.scalar(texel) == image.sampled_type;
    ensure!(fits, "texel component type does not match the sampled type");
    Ok(())
}

fn written_texel(site: &Site<'_, '_>, image: &ImageType) -> Check {
    let texel = site.operand_type(2);
    ensure!(site.is_int(texel) || site.is_float(texel), "texel type is not numeric");
    let is_open = site.ty(image.sampled_type) == Ty::Void;
    ensure!(
        is_open || site.scalar(texel) == image.sampled_type,
        "texel component type does not match the sampled type"
    );
    Ok(())
}

fn storage(site: &Site<'_, '_>, row: Row, image: &ImageType) -> Check {
    if image.dim == Dim::DimSubpassData {
        ensure!(row.read && !row.sparse, "write to, or sparse read of, an input attachment");
        site.only_in(Stages::FRAGMENT, "reading input attachments")?;
    }
    ensure!(image.dim != Dim::DimTileImageDataEXT, "read of or write to a tile image");
    ensure!(image.sampled != 1, "read of or write to a sampled image");
    if image.sampled == 2 {
        let needed = capabilities::of_dimension(image.dim, image.arrayed).map(|[of_storage, _]| of_storage);
        ensure!(
            needed.is_none_or(|needed| site.has(needed)),
            "access to an image of this dimension requires {needed:?}"
        );
        let is_many = image.multisampled && image.arrayed;
        ensure!(!is_many || site.has(Capability::ImageMSArray), "access to an array of samples requires ImageMSArray");
    }
    let is_unknown = image.format == ImageFormat::Unknown && image.dim != Dim::DimSubpassData;
    if site.is_vulkan() && is_unknown {
        let needed = match row.write {
            true => Capability::StorageImageWriteWithoutFormat,
            false => Capability::StorageImageReadWithoutFormat,
        };
        ensure!(site.has(needed), "access to an image without a format requires {needed:?}");
    }
    Ok(())
}

fn plane(dim: Dim) -> u32 {
    match dim {
        Dim::Dim1D | Dim::DimBuffer => 1,
        Dim::Dim2D | Dim::DimRect | Dim::DimSubpassData | Dim::DimTileImageDataEXT => 2,
        Dim::Dim3D | Dim::DimCube => 3,
    }
}

fn coordinate(site: &Site<'_, '_>, row: Row, image: &ImageType, at: usize) -> Check {
    let ty = site.operand_type(at);
    let takes_floats = !row.fetch;
    let takes_ints = row.fetch || row.read || row.write || row.explicit && !row.depth && !row.projective;
    let fits = takes_floats && site.is_float(ty) || takes_ints && site.is_int(ty);
    ensure!(fits, "coordinate component type is invalid");
    ensure!(site.width(ty) == 32, "coordinate components are not 32-bit");
    let is_face = image.dim == Dim::DimCube && (row.read || row.write);
    let needed = match is_face {
        true => 3,
        false => plane(image.dim) + u32::from(image.arrayed) + u32::from(row.projective),
    };
    let given = site.components(ty);
    ensure!(needed <= given, "coordinate has {given} components, expected at least {needed}");
    if image.dim == Dim::DimSubpassData {
        ensure!(
            is_zero(site, site.inst.id(at)),
            vuid "StandaloneSpirv-SubpassData-04660",
            "the coordinate of an input attachment is not (0, 0)"
        );
    }
    Ok(())
}

fn is_zero(site: &Site<'_, '_>, id: u32) -> bool {
    match site.def(id) {
        Some(inst) if inst.op == Op::ConstantNull => true,
        Some(inst) if inst.op == Op::ConstantComposite => {
            inst.operands.len() == 2 && inst.ids_from(0).all(|part| site.constant(part) == Some(0))
        }
        _ => false,
    }
}

fn depth(site: &Site<'_, '_>, image: &ImageType) -> Check {
    ensure!(site.is_float_of(site.operand_type(2), 32), "the reference is not a float of 32 bits");
    ensure!(
        !site.is_vulkan() || image.dim != Dim::Dim3D,
        vuid "StandaloneSpirv-OpImage-04777",
        "a comparison with a 3D image"
    );
    Ok(())
}

fn gather(site: &Site<'_, '_>, row: Row, image: &ImageType) -> Check {
    ensure!(
        matches!(image.dim, Dim::Dim2D | Dim::DimCube | Dim::DimRect),
        vuid "StandaloneSpirv-OpImage-04777",
        "gathering from an image that is neither 2D nor a cube"
    );
    if !row.depth {
        let component = site.inst.id(2);
        ensure!(site.is_int_of(site.type_of(component), 32), "the component is not an integer of 32 bits");
        ensure!(
            !site.is_vulkan() || isa::class(site.op(component)).is_constant(),
            vuid "StandaloneSpirv-OpImageGather-04664",
            "the component to gather is not a constant"
        );
    }
    Ok(())
}

/// Implicit derivatives exist where quads run together.
pub(crate) fn derivative(site: &Site<'_, '_>, what: &str) -> Check {
    let grouped = Stages::COMPUTE.or(Stages::MESH).or(Stages::TASK);
    site.only_in(Stages::FRAGMENT.or(grouped), what)?;
    let lacks = site.function.is_some_and(|function| function.lacks.has(Lacks::DERIVATIVE_GROUP));
    ensure!(!lacks, "{what} in a stage with workgroups requires an execution mode that groups its invocations");
    Ok(())
}

/// Image operands, in the order of their bits.
struct Given<'s> {
    mask: ImageOperands,
    params: std::slice::Iter<'s, Operand>,
}

impl Given<'_> {
    fn has(&self, bits: ImageOperands) -> bool {
        self.mask.intersects(bits)
    }

    /// The operand of a bit, or 0.
    fn take(&mut self) -> u32 {
        id_of(self.params.next())
    }
}

fn operands(site: &Site<'_, '_>, row: Row, image: &ImageType) -> Check {
    let (mask, params) = site.inst.find(Kind::ImageOperands).unwrap_or((0, &[]));
    let mut given = Given { mask: ImageOperands::from_bits_truncate(mask), params: params.iter() };
    ensure!(
        !image.multisampled || given.has(ImageOperands::SAMPLE),
        "access to a multisampled image without a Sample operand"
    );
    signs(site, row, image, &given)?;
    let offsets =
        ImageOperands::OFFSET | ImageOperands::CONST_OFFSET | ImageOperands::CONST_OFFSETS | ImageOperands::OFFSETS;
    ensure!((given.mask & offsets).bits().count_ones() <= 1, "more than one offset operand");
    if given.has(ImageOperands::BIAS) {
        let takes = row.implicit || row.gather && site.has(Capability::ImageGatherBiasLodAMD);
        ensure!(takes, "a bias without an implicit level of detail");
        float(site, given.take(), "the bias")?;
        has_levels(image, "a bias")?;
    }
    if given.has(ImageOperands::LOD) {
        level(site, row, image, &mut given)?;
    }
    if given.has(ImageOperands::GRAD) {
        ensure!(row.explicit, "derivatives without an explicit level of detail");
        for _ in 0..2 {
            let ty = site.type_of(given.take());
            let fits = site.is_float(ty) && site.width(ty) == 32 && site.components(ty) == plane(image.dim);
            ensure!(fits, "derivative does not have one float per dimension");
        }
    }
    offset(site, row, image, &mut given)?;
    if given.has(ImageOperands::SAMPLE) {
        ensure!(row.fetch || row.read || row.write, "Sample operand is not allowed for this instruction");
        ensure!(image.multisampled, "Sample operand for an image that is not multisampled");
        ensure!(site.is_int_of(site.type_of(given.take()), 32), "sample index is not a 32-bit integer");
    }
    if given.has(ImageOperands::MIN_LOD) {
        ensure!(row.implicit || given.has(ImageOperands::GRAD), "minimum LOD requires an implicit LOD or derivatives");
        float(site, given.take(), "the minimum LOD")?;
        has_levels(image, "a minimum LOD")?;
    }
    visibility(site, row, &mut given)
}

fn level(site: &Site<'_, '_>, row: Row, image: &ImageType, given: &mut Given<'_>) -> Check {
    let by_extension = row.gather && site.has(Capability::ImageGatherBiasLodAMD);
    let on_storage = (row.read || row.write) && site.has(Capability::ImageReadWriteLodAMD);
    ensure!(row.explicit || row.fetch || on_storage || by_extension, "Lod operand is not allowed for this instruction");
    ensure!(!given.has(ImageOperands::GRAD), "a level of detail and derivatives");
    let id = given.take();
    if row.explicit || by_extension {
        float(site, id, "the level of detail")?;
    } else {
        ensure!(site.is_int_of(site.type_of(id), 32), "the level is not an integer of 32 bits");
    }
    has_levels(image, "a level of detail")?;
    ensure!(!image.multisampled, "a level of detail of a multisampled image");
    Ok(())
}

fn float(site: &Site<'_, '_>, id: u32, what: &str) -> Check {
    ensure!(site.is_float_of(site.type_of(id), 32), "{what} is not a float of 32 bits");
    Ok(())
}

fn has_levels(image: &ImageType, what: &str) -> Check {
    let has = matches!(image.dim, Dim::Dim1D | Dim::Dim2D | Dim::Dim3D | Dim::DimCube);
    ensure!(has, "{what} for an image without levels");
    Ok(())
}

fn offset(site: &Site<'_, '_>, row: Row, image: &ImageType, given: &mut Given<'_>) -> Check {
    let fits = |ty: u32| site.is_int(ty) && site.width(ty) == 32 && site.components(ty) == plane(image.dim);
    if given.has(ImageOperands::CONST_OFFSET) {
        ensure!(image.dim != Dim::DimCube, "offset operand for a cube image");
        let is_odd = site.is_opencl() && matches!(site.inst.op, Op::ImageRead | Op::ImageSampleExplicitLod);
        ensure!(!is_odd, "offsets of image reads are not available in OpenCL");
        let id = given.take();
        ensure!(fits(site.type_of(id)), "offset does not have one integer per dimension");
        ensure!(isa::class(site.op(id)).is_constant(), "the constant offset is not a constant");
    }
    if given.has(ImageOperands::OFFSET) {
        ensure!(image.dim != Dim::DimCube, "offset operand for a cube image");
        ensure!(fits(site.type_of(given.take())), "offset does not have one integer per dimension");
        let is_free = !site.is_vulkan() || site.options.before_legalisation || site.options.allow_offset_operand;
        ensure!(
            is_free || row.gather,
            vuid "RuntimeSpirv-Offset-10213",
            "non-constant offset outside of a gather"
        );
    }
    if given.has(ImageOperands::CONST_OFFSETS) {
        ensure!(row.gather, "ConstOffsets operand outside of a gather");
        ensure!(image.dim != Dim::DimCube, "offsets operand for a cube image");
        let id = given.take();
        let Ty::Array { elem, length } = site.ty_of(id) else {
            return Err(Fault::new(None, "the offsets are not an array"));
        };
        let is_pair = site.is_int(elem) && site.width(elem) == 32 && site.components(elem) == 2;
        ensure!(is_pair && site.constant(length) == Some(4), "the offsets are not four pairs of integers");
        ensure!(isa::class(site.op(id)).is_constant(), "the constant offsets are not constants");
    }
    Ok(())
}

fn visibility(site: &Site<'_, '_>, row: Row, given: &mut Given<'_>) -> Check {
    let is_shared = given.has(ImageOperands::NON_PRIVATE_TEXEL);
    if given.has(ImageOperands::MAKE_TEXEL_AVAILABLE) {
        ensure!(row.write, "MakeTexelAvailable without a write");
        ensure!(is_shared, "MakeTexelAvailable requires NonPrivateTexel");
        crate::rules::scopes::memory_scope(site, given.take())?;
    }
    if given.has(ImageOperands::MAKE_TEXEL_VISIBLE) {
        ensure!(row.read, "MakeTexelVisible without a read");
        ensure!(is_shared, "MakeTexelVisible requires NonPrivateTexel");
        crate::rules::scopes::memory_scope(site, given.take())?;
    }
    Ok(())
}

fn signs(site: &Site<'_, '_>, row: Row, image: &ImageType, given: &Given<'_>) -> Check {
    let (extends_sign, extends_zero) = (given.has(ImageOperands::SIGN_EXTEND), given.has(ImageOperands::ZERO_EXTEND));
    if let Ty::Int { signed, .. } = site.ty(image.sampled_type)
        && site.is_vulkan()
        && image.format != ImageFormat::Unknown
    {
        let is_signed = extends_sign || signed && !extends_zero;
        let wanted = is_signed_format(image.format);
        ensure!(
            wanted == is_signed,
            vuid "StandaloneSpirv-Image-04965",
            "signedness of the image format does not match the sampled type"
        );
    }
    if !row.write && !row.sparse {
        let ty = site.result_type();
        ensure!(!extends_sign || site.is_int(ty), "SignExtend of a non-integer");
        ensure!(!extends_zero || site.is_unsigned(ty), "ZeroExtend of a non-unsigned integer");
    }
    Ok(())
}

fn sampled_image(site: &Site<'_, '_>) -> Check {
    let Ty::SampledImage { image: wanted } = site.result() else {
        return Err(Fault::new(None, "the result of OpSampledImage is not a sampled image"));
    };
    let image = image_operand(site, 0)?;
    let same = site.operand_type(0) == wanted || differs_in_depth_alone(site, site.operand_type(0), wanted);
    ensure!(same, "result type of OpSampledImage does not match its image");
    ensure!(
        !site.is_vulkan() || image.sampled == 1,
        vuid "StandaloneSpirv-OpTypeSampledImage-06671",
        "image operand of OpSampledImage is not a sampled image type"
    );
    ensure!(image.sampled < 2, "image operand of OpSampledImage is a storage image");
    ensure!(image.dim != Dim::DimSubpassData, "image operand of OpSampledImage is an input attachment");
    ensure!(site.operand(1) == Ty::Sampler, "operand of OpSampledImage is not a sampler");
    Ok(())
}

fn differs_in_depth_alone(site: &Site<'_, '_>, left: u32, right: u32) -> bool {
    let (Some(left), Some(right)) = (site.def(left), site.def(right)) else { return false };
    let is_same = |at: usize| left.operands.get(at) == right.operands.get(at);
    right.op == Op::TypeImage && (0..8).all(|at| at == 2 || is_same(at))
}

/// The users of `OpSampledImage`: it is not stored, passed on or selected.
pub(crate) fn sampled_image_uses(site: &Site<'_, '_>, uses: Uses) -> Check {
    if !uses.sampled_image {
        return Ok(());
    }
    use Op::*;
    let op = site.inst.op;
    let is_samples = row(op).is_some_and(|row| row.implicit || row.explicit || row.gather);
    let is_other = matches!(
        op,
        Image
            | ImageQueryLod
            | CopyObject
            | ImageSampleWeightedQCOM
            | ImageBoxFilterQCOM
            | ImageBlockMatchSSDQCOM
            | ImageBlockMatchSADQCOM
            | ImageBlockMatchWindowSADQCOM
            | ImageBlockMatchWindowSSDQCOM
            | ImageBlockMatchGatherSADQCOM
            | ImageBlockMatchGatherSSDQCOM
            | ImageSampleFootprintNV
            | Name
            | Decorate
            | DecorateId
            | GroupDecorate
            | DecorateString
    );
    let is_stored = op == Store && site.has(spirv::Capability::BindlessTextureNV);
    let is_chosen = op == Phi && site.options.before_legalisation;
    let is_free =
        is_samples || is_other || is_stored || is_chosen || crate::index::sets::is_non_semantic(site, site.inst);
    ensure!(is_free, "sampled image operand of Op{op:?}; it can only be sampled");
    let block = site.program.block_of(site.at);
    let is_near = |id: u32| site.position(id).and_then(|at| site.program.block_of(at)) == block;
    let all = site.inst.ids_from(0).filter(|id| site.op(*id) == SampledImage).all(is_near);
    ensure!(block.is_none() || all, "sampled image is used in a different block than its OpSampledImage");
    Ok(())
}

fn unwrap(site: &Site<'_, '_>) -> Check {
    let is_image = site.result() == Ty::Image;
    let fits = matches!(site.operand(0), Ty::SampledImage { image } if image == site.result_type());
    ensure!(is_image && fits, "result type of OpImage does not match the sampled image");
    Ok(())
}

fn texel_pointer(site: &Site<'_, '_>) -> Check {
    let Some((class, texel)) = site.pointer(site.result_type()) else {
        return Err(Fault::new(None, "the result of OpImageTexelPointer is not a pointer"));
    };
    ensure!(class == spirv::StorageClass::Image, "the result of OpImageTexelPointer is not of the storage class Image");
    let is_pair = site.has(Capability::AtomicFloat16VectorNV) && site.is_float(texel) && site.width(texel) == 16;
    let is_texel = matches!(site.ty(texel), Ty::Int { .. } | Ty::Float { .. } | Ty::Void) || is_pair;
    ensure!(is_texel, "the result of OpImageTexelPointer does not point to a number");
    let image = site.pointer(site.operand_type(0)).and_then(|(_, pointee)| site.image(pointee));
    let Some(image) = image else {
        return Err(Fault::new(None, "operand of OpImageTexelPointer is not a pointer to an image"));
    };
    ensure!(
        image.sampled_type == texel || is_pair,
        "pointee type of OpImageTexelPointer does not match the sampled type"
    );
    atomic_texel(site, &image, 1, is_pair)
}

fn untyped_texel_pointer(site: &Site<'_, '_>) -> Check {
    let class = site.class(site.result_type());
    let is_texel = class == Some(spirv::StorageClass::Image);
    ensure!(is_texel, "the result of OpUntypedImageTexelPointerEXT is not of the storage class Image");
    let is_untyped = matches!(site.operand(1), Ty::UntypedPointer { .. });
    ensure!(is_untyped, "operand of OpUntypedImageTexelPointerEXT is not an untyped pointer");
    let Some(image) = site.image(site.inst.id(0)) else {
        return Err(Fault::new(None, "type operand of OpUntypedImageTexelPointerEXT is not an image"));
    };
    atomic_texel(site, &image, 2, false)
}

/// A texel of an image; the operands from `at` on are its coordinate and sample.
fn atomic_texel(site: &Site<'_, '_>, image: &ImageType, at: usize, is_pair: bool) -> Check {
    let is_storage = !matches!(image.dim, Dim::DimSubpassData | Dim::DimTileImageDataEXT);
    ensure!(is_storage, "Op{:?} points into an attachment", site.inst.op);
    let coordinate = site.operand_type(at);
    let needed = plane(image.dim) + u32::from(image.arrayed && image.dim != Dim::DimCube);
    let fits = site.is_int(coordinate) && site.width(coordinate) == 32 && site.components(coordinate) == needed;
    ensure!(fits, "coordinate does not have {needed} 32-bit integer components");
    ensure!(site.is_int_scalar(site.operand_type(at + 1)), "sample index is not an integer");
    let is_first = site.constant(site.inst.id(at + 1)) == Some(0);
    ensure!(image.multisampled || is_first, "sample index of an image that is not multisampled is not 0");
    if site.is_vulkan() {
        use ImageFormat::*;
        let fits = matches!(image.format, R64i | R64ui | R32f | R32i | R32ui)
            || is_pair && matches!(image.format, Rg16f | Rgba16f);
        ensure!(
            fits,
            vuid "StandaloneSpirv-OpImageTexelPointer-04658",
            "image format does not support atomics"
        );
    }
    Ok(())
}

fn query_size(site: &Site<'_, '_>) -> Check {
    let by_level = site.inst.op == Op::ImageQuerySizeLod;
    ensure!(site.is_int(site.result_type()), "size is not of integers");
    let image = image_operand(site, 0)?;
    let has_levels = matches!(image.dim, Dim::Dim1D | Dim::Dim2D | Dim::Dim3D | Dim::DimCube);
    let size = match image.dim {
        Dim::DimCube => 2,
        dim => plane(dim),
    };
    let wanted = size + u32::from(image.arrayed);
    ensure!(site.components(site.result_type()) == wanted, "the size of this image has {wanted} components");
    if by_level {
        ensure!(has_levels && !image.multisampled, "level query of an image without mip levels");
        ensure!(
            !site.is_vulkan() || image.sampled == 1,
            vuid "StandaloneSpirv-OpImageQuerySizeLod-04659",
            "level size query of a non-sampled image"
        );
        ensure!(site.is_int_of(site.operand_type(1), 32), "the level is not an integer of 32 bits");
        return Ok(());
    }
    let is_known = has_levels || matches!(image.dim, Dim::DimBuffer | Dim::DimRect);
    ensure!(is_known, "size query of an attachment");
    let is_single = !has_levels || image.multisampled || image.sampled != 1;
    ensure!(is_single, "size query of an image with mip levels requires a level");
    Ok(())
}

fn query_lod(site: &Site<'_, '_>) -> Check {
    derivative(site, "OpImageQueryLod")?;
    let result = site.result_type();
    let is_pair = site.is_float(result) && site.components(result) == 2;
    ensure!(is_pair, "result of OpImageQueryLod is not a vector of two floats");
    let image = sampled_operand(site, 0)?;
    has_levels(&image, "a level of detail")?;
    let ty = site.operand_type(1);
    ensure!(site.is_float(ty) && site.width(ty) == 32, "coordinate is not of floats");
    let needed = plane(image.dim);
    ensure!(site.components(ty) >= needed, "the coordinate has fewer than {needed} components");
    Ok(())
}

fn query_count(site: &Site<'_, '_>) -> Check {
    ensure!(site.is_int_scalar(site.result_type()), "the result of the query is not an integer");
    let image = image_operand(site, 0)?;
    if site.inst.op == Op::ImageQueryLevels {
        has_levels(&image, "the number of levels")?;
        ensure!(
            !site.is_vulkan() || image.sampled == 1,
            vuid "StandaloneSpirv-OpImageQuerySizeLod-04659",
            "level count query of a non-sampled image"
        );
        return Ok(());
    }
    ensure!(image.dim == Dim::Dim2D && image.multisampled, "sample count query of an image that is not multisampled");
    Ok(())
}
