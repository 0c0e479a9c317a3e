//! The functions that kernels call for images: from the operands of a kernel to a sample, a texel, a size.
//!
//! Descriptors are made by the host, but what a kernel passes is not trusted: nulls and images of another shape give
//! zeros. Nothing unwinds into compiled code; a panic ends the dispatch instead.
#![allow(unsafe_code, reason = "compiled code passes raw pointers")]

use super::channels;
use super::sample::{Lod, Request, Sampling};
use super::sampler::Sampler;
use super::view::{Dim, View};
use crate::aborted::ABORT_PANIC;
use crate::rays;
use crate::shadow::{self, Lent};
use abi::{Desc, DispatchCtx, ImageArgs, ImageFunction};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::Relaxed;
use texels::{Class, Texel};

/// The table that kernels get.
pub(crate) static RUNTIME: abi::Runtime = abi::Runtime {
    abi: abi::VERSION,
    reserved: 0,
    images: IMAGES,
    texel_address,
    query: rays::query,
    query_wave: rays::query_wave,
};

/// The validated operands of one call.
struct Call<'a> {
    view: &'a View<'a>,
    sampler: Option<&'a Sampler>,
    args: &'a ImageArgs,
}

/// Runs a function on the operands of a call. Without an image the result is zeros.
///
/// # Safety
/// The pointers are null or point to what their types say; descriptors are those that the host made.
unsafe fn call(
    ctx: *const DispatchCtx,
    image: *const Desc,
    sampler: *const Desc,
    args: *const ImageArgs,
    out: *mut Texel,
    run: impl FnOnce(&Call<'_>) -> Texel,
) {
    let result = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: the caller passes on what the kernel has given.
        let call = unsafe { operands(image, sampler, args) };
        call.map_or([0; 4], |call| run(&call))
    }));
    if result.is_err() {
        // SAFETY: the context and its flag live as long as the dispatch.
        if let Some(abort) = unsafe { ctx.as_ref().and_then(|ctx| ctx.abort.as_ref()) } {
            abort.store(ABORT_PANIC, Relaxed);
        }
    }
    if !out.is_null() {
        // SAFETY: a result that is wanted has room for four components.
        unsafe { out.write(result.unwrap_or([0; 4])) };
    }
}

/// # Safety
/// As for [`call`].
unsafe fn operands<'a>(image: *const Desc, sampler: *const Desc, args: *const ImageArgs) -> Option<Call<'a>> {
    // SAFETY: descriptors are the host's, whose images and samplers live as long as the dispatch.
    unsafe {
        let args = args.as_ref()?;
        let view = image.as_ref()?.image.cast::<View<'_>>().as_ref()?;
        let sampler = sampler.as_ref().and_then(|desc| desc.sampler.cast::<Sampler>().as_ref());
        (args.shape & abi::SHAPE_DIM == view.dim.abi() as u32).then_some(Call { view, sampler, args })
    }
}

impl Call<'_> {
    fn has(&self, flag: u32) -> bool {
        self.args.flags & flag != 0
    }

    fn float_if(&self, flag: u32, bits: u32) -> f32 {
        if self.has(flag) { f32::from_bits(bits) } else { 0.0 }
    }

    fn sampling(&self) -> Option<Sampling<'_>> {
        Some(Sampling { view: self.view, sampler: self.sampler? })
    }

    /// Levels to sample. Without derivatives, which compute shaders do not have, the finest level is the implicit one.
    fn request(&self) -> Request {
        let args = self.args;
        let lod = if self.has(abi::HAS_GRAD) {
            Lod::Gradient(args.ddx.map(f32::from_bits), args.ddy.map(f32::from_bits))
        } else {
            Lod::Level(self.float_if(abi::HAS_LOD | abi::HAS_BIAS, args.lod))
        };
        Request {
            coords: args.coords.map(f32::from_bits),
            lod,
            min_lod: self.float_if(abi::HAS_MIN_LOD, args.min_lod),
            offset: self.offset(),
            reference: self.has(abi::HAS_DREF).then(|| f32::from_bits(args.dref)),
        }
    }

    fn offset(&self) -> [i32; 3] {
        if self.has(abi::HAS_OFFSET) { self.args.offset.map(u32::cast_signed) } else { [0; 3] }
    }

    /// The level of an operation on texels.
    fn level(&self) -> usize {
        if self.has(abi::HAS_LOD) { self.args.lod as usize } else { 0 }
    }

    /// The layer and the texel in it at integer coordinates. Negative ones are larger than any image.
    fn texel(&self) -> (u32, [u32; 3]) {
        let offset = self.offset().map(i32::cast_unsigned);
        let coords = self.args.coords;
        let at = |axis: usize| coords[axis].wrapping_add(offset[axis]);
        let arrayed = self.args.shape & abi::SHAPE_ARRAYED != 0;
        match self.view.dim {
            Dim::D1 | Dim::Buffer => (if arrayed { coords[1] } else { 0 }, [at(0), 0, 0]),
            Dim::D2 => (if arrayed { coords[2] } else { 0 }, [at(0), at(1), 0]),
            // The faces of storage images are layers.
            Dim::Cube => (coords[2], [at(0), at(1), 0]),
            Dim::D3 => (0, [at(0), at(1), at(2)]),
        }
    }

    /// A texel as the shader's type wants it, when the format holds another one: by value, not by bits.
    fn as_wanted(&self, texel: Texel) -> Texel {
        self.view.format.class().convert(texel, self.wanted())
    }

    fn wanted(&self) -> Class {
        match (self.has(abi::TEXEL_SINT), self.has(abi::TEXEL_UINT), self.has(abi::TEXEL_WIDE)) {
            // The kernel does not specify the sign, so that of the image counts.
            (true, true, false) if self.view.format.class() != Class::Sint => Class::Uint,
            (true, _, false) => Class::Sint,
            (true, _, true) => Class::WideSint,
            (false, true, false) => Class::Uint,
            (false, true, true) => Class::WideUint,
            (false, false, _) => Class::Float,
        }
    }
}

/// Declares the functions on images, each as a safe one and as one that kernels call.
macro_rules! image_functions {
    ($($function:ident $name:ident($call:ident) $body:block)*) => {
        impl Call<'_> {
            $(fn $name(&self) -> Texel {
                let $call = self;
                $body
            })*

            fn run(&self, function: ImageFunction) -> Texel {
                match function {
                    $(ImageFunction::$function => self.$name(),)*
                }
            }
        }

        $(unsafe extern "C" fn $name(
            ctx: *const DispatchCtx,
            image: *const Desc,
            sampler: *const Desc,
            args: *const ImageArgs,
            out: *mut Texel,
        ) {
            // SAFETY: kernels pass what the layout that they share with the host demands.
            unsafe { call(ctx, image, sampler, args, out, |call| call.$name()) }
        })*

        /// The functions by their numbers; `Call::run` has them all, so none is missing here.
        const IMAGES: [abi::ImageFn; ImageFunction::COUNT] = {
            let mut functions: [abi::ImageFn; ImageFunction::COUNT] = [sample; ImageFunction::COUNT];
            $(functions[ImageFunction::$function as usize] = $name;)*
            functions
        };
    };
}

image_functions! {
    Sample sample(call) {
        call.sampling().map_or([0; 4], |sampling| call.as_wanted(sampling.sample(&call.request())))
    }
    Gather gather(call) {
        let offsets = call.args.offsets.map(|pair| pair.map(u32::cast_signed));
        let offsets = call.has(abi::HAS_OFFSETS).then_some(offsets);
        let component = call.args.component as usize;
        let gathered = call.sampling().map(|sampling| sampling.gather(&call.request(), component, offsets));
        gathered.map_or([0; 4], |texel| if call.has(abi::HAS_DREF) { texel } else { call.as_wanted(texel) })
    }
    Fetch fetch(call) {
        let (layer, at) = call.texel();
        call.as_wanted(call.view.load(call.level(), layer, at))
    }
    Read read(call) {
        let (layer, at) = call.texel();
        call.as_wanted(call.view.load(call.level(), layer, at))
    }
    Write write(call) {
        let (layer, at) = call.texel();
        let texel = call.wanted().convert(call.args.texel, call.view.format.class());
        call.view.store(call.level(), layer, at, texel);
        [0; 4]
    }
    Size size(call) {
        let Some(level) = call.view.levels.get(call.level()) else { return [0; 4] };
        let axes = call.view.dim.axes();
        let mut size = [level.size[0], level.size[1], level.size[2], 0];
        size[axes..].fill(0);
        if call.args.shape & abi::SHAPE_ARRAYED != 0 {
            size[axes] = if call.view.dim == Dim::Cube { call.view.layers / 6 } else { call.view.layers };
        }
        size
    }
    Facts facts(call) {
        let [ty, order] = channels::numbers(call.view.format);
        [call.view.levels.len() as u32, 1, ty, order]
    }
    Lod lod(call) {
        let (level, unlimited) = call.sampling().map_or((0.0, 0.0), |sampling| sampling.query(&call.request()));
        [level.to_bits(), unlimited.to_bits(), 0, 0]
    }
}

/// The result of one of these functions for whoever has the image at hand. Without an image, or for one of
/// another shape, that is zeros.
pub(crate) fn answer(
    function: ImageFunction,
    view: Option<&View<'_>>,
    sampler: Option<&Sampler>,
    args: &ImageArgs,
) -> Texel {
    let Some(view) = view.filter(|view| args.shape & abi::SHAPE_DIM == view.dim.abi() as u32) else { return [0; 4] };
    Call { view, sampler, args }.run(function)
}

unsafe extern "C" fn texel_address(ctx: *const DispatchCtx, image: *const Desc, args: *const ImageArgs) -> *mut u8 {
    // SAFETY: as for the other functions. Nothing that is called can panic: the layout checks every index.
    let call = unsafe { operands(image, std::ptr::null(), args) };
    let address = call.as_ref().and_then(|call| {
        let (layer, at) = call.texel();
        call.view.address(call.level(), layer, at, call.args.bytes)
    });
    // SAFETY: a context is alive as long as its dispatch.
    if let (Some(address), true, Some(call)) = (address, unsafe { shadow::is_checked(ctx) }, &call) {
        shadow::lend_texel(Lent::to_write(address, call.view.format.texel_bytes()));
    }
    address.unwrap_or(std::ptr::null_mut())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image::{Format, Image};
    use abi::ImageDim;
    use std::ptr;

    fn run(function: ImageFunction, view: Option<&View<'_>>, args: &ImageArgs) -> Texel {
        let image = Desc { image: view.map_or(ptr::null(), |view| ptr::from_ref(view).cast()), ..Desc::NULL };
        let sampler = Sampler::linear();
        let sampler = Desc { sampler: ptr::from_ref(&sampler).cast(), ..Desc::NULL };
        let mut out = [9; 4];
        // SAFETY: all of it is alive, and the context may be null.
        unsafe { IMAGES[function as usize](ptr::null(), &raw const image, &raw const sampler, args, &raw mut out) };
        out
    }

    #[test]
    fn texels_are_read_written_and_measured() {
        let mut image = Image::d2(Format::R32_UINT, 4, 2).unwrap().with_layers(3).unwrap();
        let view = image.view_mut();
        let shape = ImageDim::D2 as u32 | abi::SHAPE_ARRAYED;
        let args =
            ImageArgs { shape, flags: abi::TEXEL_UINT, coords: [3, 1, 2, 0], texel: [77, 0, 0, 0], ..ImageArgs::NONE };
        run(ImageFunction::Write, Some(&view), &args);
        assert_eq!(run(ImageFunction::Read, Some(&view), &args), [77, 0, 0, 1]);
        assert_eq!(run(ImageFunction::Size, Some(&view), &args), [4, 2, 3, 0]);
        assert_eq!(
            run(ImageFunction::Facts, Some(&view), &args),
            [1, 1, 12, 0],
            "one channel of unsigned integers of 32 bits"
        );
        let outside = ImageArgs { coords: [u32::MAX, 0, 0, 0], ..args };
        run(ImageFunction::Write, Some(&view), &outside);
        assert_eq!(run(ImageFunction::Read, Some(&view), &outside), [0; 4]);
        assert_eq!(image.texel(0, 2, [3, 1, 0])[0], 77);
    }

    #[test]
    fn addresses_are_those_of_texels_of_the_wanted_size() {
        let mut image = Image::d1(Format::R32_UINT, 3).unwrap();
        let view = image.view_mut();
        let desc = Desc { image: ptr::from_ref(&view).cast(), ..Desc::NULL };
        let address = |at: u32, bytes: u32| {
            let args = ImageArgs { shape: ImageDim::D1 as u32, coords: [at, 0, 0, 0], bytes, ..ImageArgs::NONE };
            // SAFETY: the descriptor and the operands are alive.
            unsafe { texel_address(ptr::null(), &raw const desc, &raw const args) }
        };
        assert!(!address(2, 4).is_null());
        assert!(address(3, 4).is_null() && address(2, 8).is_null());
    }

    #[test]
    fn wrong_operands_give_zeros() {
        let image = Image::d2(Format::R32_FLOAT, 4, 2).unwrap();
        let view = image.view();
        let functions = [
            ImageFunction::Sample,
            ImageFunction::Gather,
            ImageFunction::Fetch,
            ImageFunction::Read,
            ImageFunction::Size,
        ];
        for function in functions {
            assert_eq!(run(function, None, &ImageArgs::NONE), [0; 4]);
            assert_eq!(
                run(function, Some(&view), &ImageArgs { shape: ImageDim::D3 as u32, ..ImageArgs::NONE }),
                [0; 4]
            );
        }
        let desc = Desc { image: ptr::from_ref(&view).cast(), ..Desc::NULL };
        let args = ImageArgs { shape: ImageDim::D2 as u32, ..ImageArgs::NONE };
        // SAFETY: the descriptor and the operands are alive.
        let address = unsafe { texel_address(ptr::null(), &raw const desc, &raw const args) };
        assert!(address.is_null(), "a view that only reads has no address to write to");
    }

    #[test]
    fn a_sample_goes_through_the_sampler() {
        let mut image = Image::d2(Format::R32_FLOAT, 2, 1).unwrap();
        image.set_values(0, 0, &[1.0f32, 3.0]);
        let coords = [0.5f32, 0.5, 0.0, 0.0].map(f32::to_bits);
        let args = ImageArgs { shape: ImageDim::D2 as u32, coords, ..ImageArgs::NONE };
        assert_eq!(f32::from_bits(run(ImageFunction::Sample, Some(&image.view()), &args)[0]), 2.0);
    }
}
