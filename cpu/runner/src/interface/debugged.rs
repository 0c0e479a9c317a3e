//! Dispatches under a debugger: their bindings are copies until the run has ended.

use super::bound;
use super::{Dispatch, Ready};
use crate::error::Error;
use crate::image::{Image, Sampler, runtime};
use crate::printed::{self, Line};
use abi::print::Format;
use abi::{ImageArgs, ImageFunction};
use interp::debug::Debuggee;
use interp::{End, Extent, Host, ImageFormat, Inputs};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use trace::Scene;

/// The lines that a shader under a debugger has printed and that have not been taken yet.
#[derive(Clone, Debug, Default)]
pub struct Lines(Rc<RefCell<Vec<Line>>>);

impl Lines {
    /// Takes them.
    pub fn take(&self) -> Vec<Line> {
        self.0.take()
    }
}

/// A host with images of its own.
#[derive(Clone)]
struct Owner {
    images: BTreeMap<u32, Image>,
    samplers: BTreeMap<u32, Sampler>,
    scenes: BTreeMap<u32, Arc<Scene>>,
    formats: Rc<[Format]>,
    lines: Lines,
}

impl Host for Owner {
    fn image(&mut self, function: ImageFunction, image: u32, sampler: Option<u32>, args: &ImageArgs) -> [u32; 4] {
        let sampler = sampler.and_then(|slot| self.samplers.get(&slot));
        runtime::answer(function, self.images.get_mut(&image).map(Image::view_mut).as_ref(), sampler, args)
    }

    fn extent(&self, image: u32, level: u32) -> Option<Extent> {
        let view = self.images.get(&image)?.view();
        let size = view.levels.get(level as usize)?.size;
        Some(Extent { size, layers: view.layers, levels: view.levels.len() as u32 })
    }

    fn format(&self, image: u32) -> Option<ImageFormat> {
        let format = self.images.get(&image)?.format();
        Some(ImageFormat { number: format.spirv(), components: format.channels as u32 })
    }

    fn has_sampler(&self, sampler: u32) -> bool {
        self.samplers.contains_key(&sampler)
    }

    fn scene(&self, scene: u32) -> Option<Arc<Scene>> {
        self.scenes.get(&scene).map(Arc::clone)
    }

    fn print(&mut self, format: u32, group: [u32; 3], invocation: u32, words: &[u64]) {
        let Some(format) = self.formats.get(format as usize) else { return };
        let text = printed::text_of(format, words);
        let line = |text: &str| Line { group, invocation, text: text.to_owned() };
        self.lines.0.borrow_mut().extend(text.lines().map(line));
    }

    fn is_over(&mut self) -> bool {
        false
    }

    fn duplicate(&self) -> Option<Box<dyn Host>> {
        Some(Box::new(self.clone()))
    }

    fn image_bytes(&self, image: u32) -> Option<&[u8]> {
        self.images.get(&image).map(Image::bytes)
    }
}

impl Dispatch<'_> {
    /// The start of a run of groups under a debugger, with the lines that it will print. The module must be one for the
    /// interpreter that keeps names.
    ///
    /// # Errors
    /// As for [`Dispatch::run`].
    #[doc(hidden)]
    pub fn debug(&mut self, groups: [u32; 3]) -> Result<(Debuggee, Lines), Error> {
        let module = self.prepare(groups)?;
        let Ready::Interpreted(kernel, checking) = &module.compiled.ready else { return Err(Error::Internal) };
        let inputs = self.inputs(checking, groups);
        let literals = &module.compiled.literals;
        let samplers = literals.iter().map(|(slot, sampler)| (*slot as u32, sampler.clone())).collect();
        let mut owned = bound::Owned { samplers, ..bound::Owned::default() };
        owned.take(&self.slots)?;
        let lines = Lines::default();
        let bound::Owned { buffers, images, samplers, scenes } = owned;
        let host = Owner { images, samplers, scenes, formats: kernel.formats().into(), lines: lines.clone() };
        let inputs = Inputs { buffers, ..inputs };
        match Debuggee::new(kernel.clone(), inputs, Box::new(host)) {
            Ok(debuggee) => Ok((debuggee, lines)),
            Err(End::NoMemory(bytes)) => Err(Error::NoMemory { bytes }),
            Err(_) => Err(Error::Internal),
        }
    }

    /// Takes the results of a run under a debugger: into what is bound, as [`Dispatch::run`] does.
    ///
    /// # Errors
    /// When the run has not come to its end.
    #[doc(hidden)]
    pub fn adopt(&mut self, debuggee: Debuggee) -> Result<(), Error> {
        for (slot, own) in &mut self.slots {
            if let Some(bytes) = debuggee.host().image_bytes(*slot as u32) {
                own.set_texels(bytes);
            }
        }
        let (mut inputs, outcome) = debuggee.finish();
        for (slot, own) in &mut self.slots {
            if let Some(bytes) = inputs.buffers.get(&(*slot as u32)) {
                own.set_bytes(bytes);
            }
        }
        self.take_back(&mut inputs);
        self.take_outcome(outcome, false)
    }
}
