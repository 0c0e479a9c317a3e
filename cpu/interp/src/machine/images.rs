//! Images: the operands of an operation, lane by lane, for functions of the host.

use super::Machine;
use super::here::{Here, LaneAt};
use crate::code::{ImageCall, ImageOperand, Numbers, Pointer, TEXELS};
use crate::compute;
use crate::host::{Extent, ImageFormat, Marks};
use crate::state::{Mask, Touch, Wave, lanes};
use abi::{ImageArgs, ImageDim, ImageFunction};
use check::diagnostics as d;
use check::{Check, Rules};

/// A number as one of 32 bits, as the host wants it.
fn word(wave: &Wave, lane: usize, numbers: Numbers, at: u32, as_float: bool) -> u32 {
    let value = wave.get(numbers.slot + at, lane);
    match (numbers.float, as_float) {
        (true, _) if numbers.bits == 32 => value as u32,
        (true, _) => (compute::float(numbers.bits, value) as f32).to_bits(),
        (false, true) => (compute::signed(numbers.bits, value) as f32).to_bits(),
        (false, false) => compute::signed(numbers.bits, value) as u32,
    }
}

/// The first numbers as words; zeros behind them.
fn all<const N: usize>(wave: &Wave, lane: usize, numbers: Numbers, as_float: bool) -> [u32; N] {
    let mut words = [0; N];
    for (at, word_) in (0..numbers.count).zip(&mut words) {
        *word_ = word(wave, lane, numbers, at, as_float);
    }
    words
}

/// The axes of an image by its shape, without layers.
fn axes(shape: u32) -> usize {
    match shape & abi::SHAPE_DIM {
        dim if dim == ImageDim::D1 as u32 || dim == ImageDim::Buffer as u32 => 1,
        dim if dim == ImageDim::D3 as u32 => 3,
        _ => 2,
    }
}

/// The descriptor of a handle.
fn slot_of(handle: u64) -> Option<u32> {
    handle.checked_sub(1).and_then(|slot| u32::try_from(slot).ok())
}

/// The operands for a texel by its number in the finest level.
pub(super) fn args_of(number: u64, extent: Option<Extent>, shape: u32, flags: u32) -> ImageArgs {
    let [width, height, depth] = extent.map_or([1; 3], |extent| extent.size.map(u64::from));
    let (x, rest) = (number % width, number / width);
    let (y, rest) = (rest % height, rest / height);
    let (z, layer) = (rest % depth, rest / depth);
    let mut coords = [x as u32, y as u32, z as u32, 0];
    let axes = axes(shape);
    if axes < 3 {
        // Layers and faces follow the axes.
        coords[axes..].fill(0);
        coords[axes] = layer as u32;
    }
    ImageArgs { shape, flags, coords, ..ImageArgs::NONE }
}

impl Machine<'_> {
    /// The shape of the image that a descriptor holds, as the module declares it.
    pub(super) fn shape(&self, image: u32) -> u32 {
        let is_it =
            |binding: &&abi::Binding| (binding.slot..binding.slot.saturating_add(binding.count)).contains(&image);
        self.kernel.info.bindings.iter().find(is_it).and_then(|binding| binding.image).map_or(0, |(shape, _)| shape)
    }

    /// The number of a texel in a level, if it is in there.
    pub(super) fn texel(&self, handle: u64, shape: u32, at: [u32; 3], level: u32) -> Option<u64> {
        let Extent { size, layers, .. } = self.host.extent(u32::try_from(handle.checked_sub(1)?).ok()?, level)?;
        let axes = axes(shape);
        let is_layered = shape & abi::SHAPE_ARRAYED != 0 || shape & abi::SHAPE_DIM == ImageDim::Cube as u32;
        let layer = if is_layered && axes < 3 { at[axes] } else { 0 };
        let mut number = u64::from(layer);
        for axis in (0..3).rev() {
            let own = if axis < axes { at[axis] } else { 0 };
            if own >= size[axis] {
                return None;
            }
            number = number * u64::from(size[axis]) + u64::from(own);
        }
        (layer < layers).then_some(number)
    }

    pub(super) fn image(&mut self, wave: &mut Wave, here: Here, call: &ImageCall) {
        let Here { pc, mask } = here;
        self.same_descriptor(wave, here, call.image, call.quality.nonuniform);
        if let Some(sampler) =
            call.sampler.filter(|_| matches!(call.function, ImageFunction::Sample | ImageFunction::Gather))
        {
            self.same_descriptor(wave, here, sampler, call.quality.nonuniform);
        }
        if call.implicit && self.kernel.program.has_quads {
            self.whole_quads(wave, here, "implicit-LOD sample");
        }
        if let Some(coords) = call.coords {
            self.used(wave, here, coords.slot, coords.count, "texture coordinate");
        }
        if let Some((_, texel)) = call.operands.iter().find(|(operand, _)| *operand == ImageOperand::Texel) {
            self.used(wave, here, texel.slot, texel.count, "stored value");
        }
        let mut without = 0;
        let are_held = self.are_held(wave, mask, call);
        for lane in lanes(mask) {
            let args = arguments(wave, lane, call);
            let handle = wave.get(call.image, lane);
            let sampler = call.sampler.map(|slot| wave.get(slot, lane));
            if !are_held {
                self.held(wave, here.at(lane), handle, sampler.filter(|_| call.function.needs_sampler()));
            }
            if matches!(call.function, ImageFunction::Read | ImageFunction::Write) && self.formats.insert((pc, handle))
            {
                self.same_format(wave, here.at(lane), handle, call);
            }
            if matches!(call.function, ImageFunction::Fetch | ImageFunction::Read | ImageFunction::Write)
                && self.touch_texel(wave, here.at(lane), handle, call, &args)
            {
                without |= 1 << lane;
            }
            if matches!(call.function, ImageFunction::Sample | ImageFunction::Gather)
                && self.samples_nothing(wave, lane, handle)
            {
                without |= 1 << lane;
            }
            let descriptor = |handle: u64| u32::try_from(handle.wrapping_sub(1)).unwrap_or(u32::MAX);
            let found = self.host.image(call.function, descriptor(handle), sampler.map(descriptor), &args);
            results(wave, lane, call, found);
        }
        (call.dst..call.dst + call.skip + call.count).for_each(|slot| wave.mark(slot, mask, without));
    }

    /// Returns whether lanes use the same descriptors, and these are bound.
    fn are_held(&self, wave: &Wave, mask: Mask, call: &ImageCall) -> bool {
        let sampler = call.sampler.filter(|_| call.function.needs_sampler());
        wave.uniform(call.image, mask).is_some_and(|handle| self.has_image(handle))
            && sampler.is_none_or(|slot| wave.uniform(slot, mask).is_some_and(|handle| self.has_sampler(handle)))
    }

    fn has_image(&self, handle: u64) -> bool {
        slot_of(handle).is_some_and(|slot| self.host.extent(slot, 0).is_some())
    }

    fn has_sampler(&self, handle: u64) -> bool {
        slot_of(handle).is_some_and(|slot| self.host.has_sampler(slot))
    }

    /// Reports a descriptor that is used and not bound.
    fn held(&mut self, wave: &Wave, at: LaneAt, handle: u64, sampler: Option<u64>) {
        let has_image = self.has_image(handle);
        let has_sampler = sampler.is_none_or(|handle| self.has_sampler(handle));
        // A null handle has been reported where it was selected.
        if !has_image && handle != 0 {
            self.descriptor(wave, at, "access to an unbound image");
        } else if !has_sampler && sampler != Some(0) {
            self.descriptor(wave, at, "access to an unbound sampler");
        }
    }

    /// Reports an image of another format than the declared one, and texels with fewer components than theirs.
    fn same_format(&mut self, wave: &Wave, at: LaneAt, handle: u64, call: &ImageCall) {
        let Some(slot) = handle.checked_sub(1).and_then(|slot| u32::try_from(slot).ok()) else { return };
        let Some(ImageFormat { number, components }) = self.host.format(slot) else { return };
        let declared = call.ty.format;
        let of_texel =
            |(operand, texel): &(ImageOperand, Numbers)| (*operand == ImageOperand::Texel).then_some(texel.count);
        let written = call.operands.iter().find_map(of_texel).filter(|_| call.function == ImageFunction::Write);
        let name = self.binding_name(slot);
        let what = if declared != 0 && declared != number {
            format!(
                "image format mismatch: '{name}' is declared as {}, but the bound image is {}",
                format_name(declared),
                format_name(number)
            )
        } else if let Some(written) = written.filter(|count| *count < components && !self.defines_components()) {
            format!("write of {written} components to '{name}', whose texels have {components}")
        } else {
            return;
        };
        self.at_thread(wave, at, Check::Format, &d::Format { what });
    }

    /// Returns whether a texel may be written with fewer components than it has: Direct3D lets a shader declare fewer than a
    /// texture has.
    fn defines_components(&self) -> bool {
        self.inputs.checks.rules() == Rules::Hlsl
    }

    /// Notes an access to a texel. Returns whether it reads an uninitialized one.
    fn touch_texel(&mut self, wave: &mut Wave, at: LaneAt, handle: u64, call: &ImageCall, args: &ImageArgs) -> bool {
        let level = if args.flags & abi::HAS_LOD != 0 { args.lod } else { 0 };
        let [x, y, z, _] = args.coords;
        let mut texel = [x, y, z];
        for (axis, offset) in args.offset.iter().enumerate().take(axes(call.shape)) {
            texel[axis] = texel[axis].wrapping_add(*offset);
        }
        let writes = call.function == ImageFunction::Write;
        let Some(number) = self.texel(handle, call.shape, texel, level) else {
            let count = call.coords.map_or(0, |coords| coords.count);
            self.beyond_texture(wave, at, handle, &texel[..count.min(3) as usize], writes);
            return false;
        };
        let object = TEXELS + handle - 1;
        if writes {
            self.writes += 1;
            self.note_writer(object, at.pc);
        }
        if level == 0 {
            let touch = Touch {
                object,
                offset: 4 * number,
                bytes: 4,
                writes,
                atomic: None,
                coherent: call.quality.coherent,
                private: call.quality.private,
                same: false,
                change: None,
            };
            self.order(wave, at, touch);
        }
        let slot = (handle - 1) as u32;
        if !self.texels.contains_key(&slot) {
            return false;
        }
        let before = (0..level).filter_map(|level| self.host.extent(slot, level)).map(Extent::texels);
        let place = before.fold(number, u64::saturating_add) as usize;
        let Some(marks) = self.texels.get_mut(&slot) else { return false };
        if writes {
            marks.write(place, 1, false);
        }
        let has_none = marks.has_none(place, 1);
        if has_none {
            wave.unset[at.lane] = Some(Pointer { object, offset: 4 * number });
        }
        has_none
    }

    /// Returns whether a sample is one of an image that has not been written. Which texels it takes is not known
    /// here.
    fn samples_nothing(&self, wave: &mut Wave, lane: usize, handle: u64) -> bool {
        let slot = handle.checked_sub(1).and_then(|slot| u32::try_from(slot).ok());
        let is_empty = slot.and_then(|slot| self.texels.get(&slot)).is_some_and(Marks::has_nothing);
        if is_empty {
            wave.unset[lane] = Some(Pointer { object: TEXELS + handle - 1, offset: 0 });
        }
        is_empty
    }
}

/// The name of a format by its number in SPIR-V, as `[[vk::image_format]]` has it.
fn format_name(number: u32) -> String {
    spirv::ImageFormat::from_u32(number)
        .map_or_else(|| "none".to_owned(), |format| format!("{format:?}").to_lowercase())
}

/// The operands of a lane.
fn arguments(wave: &Wave, lane: usize, call: &ImageCall) -> ImageArgs {
    let mut args = ImageArgs { shape: call.shape, flags: call.flags, format: call.ty.format, ..ImageArgs::NONE };
    if let Some(coords) = call.coords {
        args.coords = all(wave, lane, coords, call.function.needs_sampler());
        if call.projected {
            let last = coords.count as usize - 1;
            let divisor = f32::from_bits(args.coords[last.min(3)]);
            args.coords = args.coords.map(|coord| (f32::from_bits(coord) / divisor).to_bits());
            args.coords[last.min(3)] = 0;
        }
    }
    for (operand, numbers) in &call.operands {
        let first = || word(wave, lane, *numbers, 0, false);
        match operand {
            ImageOperand::Lod | ImageOperand::Bias => args.lod = first(),
            ImageOperand::Ddx => args.ddx = all(wave, lane, *numbers, true),
            ImageOperand::Ddy => args.ddy = all(wave, lane, *numbers, true),
            ImageOperand::Offset => args.offset = all(wave, lane, *numbers, false),
            ImageOperand::Offsets => {
                let words: [u32; 8] = all(wave, lane, *numbers, false);
                args.offsets = [0, 1, 2, 3].map(|at| [words[2 * at], words[2 * at + 1]]);
            }
            ImageOperand::MinLod => args.min_lod = first(),
            ImageOperand::Sample => args.sample = first(),
            ImageOperand::Reference => args.dref = first(),
            ImageOperand::Component => args.component = first(),
            ImageOperand::Texel if call.flags & abi::TEXEL_WIDE != 0 => {
                let value = wave.get(numbers.slot, lane);
                args.texel = [value as u32, (value >> 32) as u32, 0, 0];
            }
            ImageOperand::Texel => args.texel = all(wave, lane, *numbers, false),
        }
    }
    args
}

/// Sets the cells of a result.
fn results(wave: &mut Wave, lane: usize, call: &ImageCall, found: [u32; 4]) {
    let (bits, is_float) = call.result;
    if call.skip == 1 {
        wave.set(call.dst, lane, 0);
    }
    let is_wide = call.flags & abi::TEXEL_WIDE != 0
        && matches!(
            call.function,
            ImageFunction::Fetch | ImageFunction::Read | ImageFunction::Sample | ImageFunction::Gather
        );
    for at in 0..call.count as usize {
        let word = found.get(call.start as usize + at).copied().unwrap_or(0);
        let value = match (is_float, bits) {
            _ if is_wide => [u64::from(found[0]) | u64::from(found[1]) << 32, 0, 0, 1][at.min(3)],
            (true, 32) | (false, 32) => word.into(),
            (true, bits) => compute::bits_of(bits, f32::from_bits(word).into()),
            (false, bits) => u64::from(word) & compute::mask(bits),
        };
        wave.set(call.dst + call.skip + at as u32, lane, value);
    }
}
