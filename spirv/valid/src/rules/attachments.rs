//! Tile and attachment reads, and the textures of image processing (`SPV_QCOM_image_processing`).

use crate::index::access::{Access, id_of};
use crate::index::fault::{Check, Fault, ensure};
use crate::index::module::Module;
use crate::index::program::Stages;
use crate::index::site::{Rule, Site};
use crate::index::types::Ty;
use spirv::{Capability, Decoration, Dim, Op};

/// The decorations that operands of an image processing instruction need: the operand's position, and whether its
/// sampler needs one too.
struct Row {
    operand: usize,
    texture: Decoration,
    has_sampler: bool,
}

const fn row(operand: usize, texture: Decoration, has_sampler: bool) -> Row {
    Row { operand, texture, has_sampler }
}

/// The textures of an image processing instruction.
fn rows(op: Op) -> Option<&'static [Row]> {
    use Decoration::{BlockMatchTextureQCOM as Match, WeightTextureQCOM as Weight};
    use Op::*;
    const WEIGHTS: &[Row] = &[row(2, Weight, false)];
    const BLOCKS: &[Row] = &[row(0, Match, false), row(2, Match, false)];
    const WINDOWS: &[Row] = &[row(0, Match, true), row(2, Match, true)];
    match op {
        ImageSampleWeightedQCOM => Some(WEIGHTS),
        ImageBlockMatchSSDQCOM
        | ImageBlockMatchSADQCOM
        | ImageBlockMatchGatherSSDQCOM
        | ImageBlockMatchGatherSADQCOM => Some(BLOCKS),
        ImageBlockMatchWindowSSDQCOM | ImageBlockMatchWindowSADQCOM => Some(WINDOWS),
        ImageBoxFilterQCOM => Some(&[]),
        _ => None,
    }
}

/// The rules of instructions that read attachments or process images.
pub(crate) fn rule(op: Op) -> Option<Rule> {
    let rule: Rule = match op {
        Op::ColorAttachmentReadEXT => color,
        Op::DepthAttachmentReadEXT => |site| {
            ensure!(site.is_float_of(site.result_type(), 32), "depth read result is not a 32-bit float");
            sample(site, 0)
        },
        Op::StencilAttachmentReadEXT => |site| {
            ensure!(site.is_int_of(site.result_type(), 32), "stencil read result is not a 32-bit integer");
            sample(site, 0)
        },
        _ if rows(op).is_some() => {
            |site| rows(site.operation).unwrap_or_default().iter().try_for_each(|row| decorated(site, row))
        }
        _ => return None,
    };
    Some(rule)
}

fn sample(site: &Site<'_, '_>, at: usize) -> Check {
    let is_number = site.count() <= at || site.is_int_of(site.operand_type(at), 32);
    ensure!(is_number, "sample index is not a 32-bit integer");
    site.only_in(Stages::FRAGMENT, "reading an attachment")
}

fn color(site: &Site<'_, '_>) -> Check {
    let result = site.result_type();
    ensure!(site.is_float(result) || site.is_int(result), "color read result is not numeric");
    let Some(image) = site.image(site.operand_type(0)) else {
        return Err(Fault::new(None, "color read from a non-image"));
    };
    let is_open = site.ty(image.sampled_type) == Ty::Void;
    let fits = is_open || site.scalar(result) == image.sampled_type;
    ensure!(fits, "color read result does not match the sampled type of its image");
    ensure!(image.dim == Dim::DimTileImageDataEXT, "color read from an image that is not an attachment");
    sample(site, 1)
}

/// The variables that a sampled image, or an image, was loaded from: the texture's, and the sampler's if it has one.
fn loaded(site: &Site<'_, '_>, id: u32) -> (u32, u32) {
    let from = |id: u32| site.def(id).filter(|def| def.op == Op::Load).map_or(0, |def| def.id(0));
    match site.def(id) {
        Some(def) if def.op == Op::SampledImage => (from(def.id(0)), from(def.id(1))),
        _ => (from(id), from(id)),
    }
}

fn decorated(site: &Site<'_, '_>, row: &Row) -> Check {
    let op = site.inst.op;
    let (texture, sampler) = loaded(site, site.inst.id(row.operand));
    let kind = row.texture;
    ensure!(site.has_decoration(texture, kind), "operand {} of Op{op:?} is not of type {kind:?}", row.operand + 1);
    let fits = !row.has_sampler || site.has_decoration(sampler, Decoration::BlockMatchSamplerQCOM);
    ensure!(fits, "the sampler of operand {} of Op{op:?} is not a BlockMatchSamplerQCOM", row.operand + 1);
    Ok(())
}

/// The rule of all instructions of a module, if it may have such textures.
pub(crate) fn for_all(module: &Module<'_>) -> Option<Rule> {
    let has_such = module.has_any(&[Capability::TextureSampleWeightedQCOM, Capability::TextureBlockMatchQCOM]);
    has_such.then_some(set_aside as Rule)
}

/// No other instruction samples textures decorated for image processing.
fn set_aside(site: &Site<'_, '_>) -> Check {
    use Decoration::{BlockMatchTextureQCOM, WeightTextureQCOM};
    if rows(site.inst.op).is_some() {
        return Ok(());
    }
    let is_sampled = |id: u32| matches!(site.ty_of(id), Ty::SampledImage { .. });
    for id in site.inst.operands.iter().map(|operand| id_of(Some(operand))).filter(|id| *id != 0 && is_sampled(*id)) {
        let (texture, _) = loaded(site, id);
        let is_free = texture == 0
            || !site
                .decorations(texture)
                .iter()
                .any(|one| matches!(one.kind, BlockMatchTextureQCOM | WeightTextureQCOM));
        ensure!(is_free, "Op{:?} uses a texture that is reserved for image processing", site.inst.op);
    }
    Ok(())
}
