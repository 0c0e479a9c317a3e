//! Images and samplers, by OpenCL's names.

use super::calls::{Call, Made};
use super::function::Body;
use super::output::{Global, Shape};
use super::state::Import;
use crate::error::{Result, refuse};
use crate::tables::LITERAL_SAMPLER;
use dialect::ir::{TypeId, ValueId};
use dialect::spirv::operands::Arg;
use spirv::{Capability, ImageOperands, Op, SamplerAddressingMode, SamplerFilterMode};

/// Size queries with the component of the size that each returns; nothing for all of them.
const QUERIES: &[(&str, Option<u32>)] = &[
    ("get_image_width", Some(0)),
    ("get_image_height", Some(1)),
    ("get_image_depth", Some(2)),
    ("get_image_dim", None),
];

/// OpenCL's numbers of the first channel type and the first channel order, which are 0 in SPIR-V.
const FIRST_CHANNEL_TYPE: u32 = 0x10D0;
const FIRST_CHANNEL_ORDER: u32 = 0x10B0;

/// The names of these functions.
pub(super) fn names() -> Vec<String> {
    let queries = QUERIES.iter().map(|(name, _)| (*name).to_owned());
    let kinds =
        ["f", "i", "ui", "h"].iter().flat_map(|kind| [format!("read_image{kind}"), format!("write_image{kind}")]);
    let formats = ["get_image_channel_data_type", "get_image_channel_order"].map(str::to_owned);
    queries.chain(kinds).chain(formats).collect()
}

impl Import<'_> {
    /// A sampler by its bits. Without a filter it takes the nearest texel.
    pub(super) fn literal_sampler(&mut self, ty: TypeId, bits: u32) -> Result<Global> {
        let Some(addressing) = SamplerAddressingMode::from_u32(bits >> 1 & 7) else {
            return refuse("a sampler has no such addressing mode");
        };
        let Some(filter) = SamplerFilterMode::from_u32((bits >> 4 & 3).saturating_sub(1)) else {
            return refuse("a sampler has no such filter");
        };
        self.out.capabilities.push(Capability::LiteralSampler as u32);
        Ok(self.out.sampler_constant(ty, addressing, bits & 1 != 0, filter))
    }
}

impl Body<'_, '_> {
    /// A call of one of these functions.
    pub(super) fn of_images(&mut self, call: &Call<'_>) -> Result<Made> {
        match call.name {
            LITERAL_SAMPLER => return self.sampler(call).map(|made| Some(Some(made))),
            "read_imagef" | "read_imagei" | "read_imageui" | "read_imageh" => {
                return self.read_image(call).map(|made| Some(Some(made)));
            }
            "write_imagef" | "write_imagei" | "write_imageui" | "write_imageh" => {
                let args = self.args(call)?;
                match args.as_slice() {
                    [image, coordinate, texel] => self.effect(Op::ImageWrite, &[*image, *coordinate, *texel]),
                    [image, coordinate, level, texel] => {
                        let lod = Arg::Word(ImageOperands::LOD.bits());
                        let operands = [*image, *coordinate, *texel].map(Arg::Value);
                        let operands: Vec<Arg> = operands.into_iter().chain([lod, Arg::Value(*level)]).collect();
                        self.effect(Op::ImageWrite, &operands);
                    }
                    _ => return refuse("an image, a place, perhaps a level, and a texel are expected"),
                }
                return Ok(Some(None));
            }
            "get_image_channel_data_type" => return self.query(call, Op::ImageQueryFormat, FIRST_CHANNEL_TYPE),
            "get_image_channel_order" => return self.query(call, Op::ImageQueryOrder, FIRST_CHANNEL_ORDER),
            _ => {}
        }
        match QUERIES.iter().find(|(known, _)| *known == call.name) {
            Some((_, part)) => self.size(call, *part).map(|made| Some(Some(made))),
            None => Ok(None),
        }
    }

    fn query(&mut self, call: &Call<'_>, op: Op, first: u32) -> Result<Made> {
        let image = self.arg(call, 0)?;
        let (number, first) = (self.make(op, call.ty, &[image]), self.constant(call.ty, first.into()));
        Ok(Some(Some(self.make(Op::IAdd, call.ty, &[number, first]))))
    }

    /// A literal sampler, by its bits.
    fn sampler(&mut self, call: &Call<'_>) -> Result<ValueId> {
        let bits = self.known(call, 0)?;
        let ty = self.import.out.sampler();
        let sampler = self.import.literal_sampler(ty, bits)?;
        Ok(self.global(sampler))
    }

    fn read_image(&mut self, call: &Call<'_>) -> Result<ValueId> {
        let args = self.args(call)?;
        match args.as_slice() {
            [image, coordinate] => Ok(self.make(Op::ImageRead, call.ty, &[*image, *coordinate])),
            [image, sampler, coordinate, level @ ..] if level.len() <= 1 => {
                let ty = self.import.out.sampled_image(self.type_of(*image));
                let sampled = self.make(Op::SampledImage, ty, &[*image, *sampler]);
                let float = self.import.out.float(32);
                let zero = self.constant(float, 0);
                let level = level.first().copied().unwrap_or(zero);
                let lod = Arg::Word(ImageOperands::LOD.bits());
                let operands = [sampled.into(), Arg::Value(*coordinate), lod, level.into()];
                Ok(self.make(Op::ImageSampleExplicitLod, call.ty, &operands))
            }
            [image, sampler, coordinate, gradients @ ..] => {
                let Some(gradients) = self.gradients(gradients) else {
                    return refuse("an image is read at a level or with two gradients");
                };
                let ty = self.import.out.sampled_image(self.type_of(*image));
                let sampled = self.make(Op::SampledImage, ty, &[*image, *sampler]);
                let operands: Vec<Arg> = [sampled.into(), (*coordinate).into()].into_iter().chain(gradients).collect();
                Ok(self.make(Op::ImageSampleExplicitLod, call.ty, &operands))
            }
            _ => refuse("an image and a place are expected"),
        }
    }

    /// The size of an image, or a part of it.
    fn size(&mut self, call: &Call<'_>, part: Option<u32>) -> Result<ValueId> {
        let image = self.arg(call, 0)?;
        let int = self.import.out.int(32);
        let Some((parts, has_levels)) = self.import.out.image_size(self.type_of(image)) else {
            return refuse("it is not an image");
        };
        let ty = if parts == 1 { int } else { self.import.out.vector(int, parts) };
        let zero = self.u32(0);
        let whole = match has_levels {
            true => self.make(Op::ImageQuerySizeLod, ty, &[image, zero]),
            false => self.make(Op::ImageQuerySize, ty, &[image]),
        };
        let Shape::Vector(..) = self.import.out.shape(ty) else { return Ok(whole) };
        Ok(match part {
            Some(part) if part < parts => self.make(Op::CompositeExtract, int, &[whole.into(), Arg::Word(part)]),
            Some(_) => return refuse("the image has no such size"),
            // The size of what has three dimensions is a vector of four.
            None if self.type_of(whole) == call.ty => whole,
            None => {
                let lanes = [0, 1, if parts > 2 { 2 } else { u32::MAX }, u32::MAX].map(Arg::Word);
                let count = if let Shape::Vector(_, len) = self.import.out.shape(call.ty) { len } else { 2 };
                let operands: Vec<Arg> =
                    [whole.into(); 2].into_iter().chain(lanes.into_iter().take(count as usize)).collect();
                self.make(Op::VectorShuffle, call.ty, &operands)
            }
        })
    }
}
