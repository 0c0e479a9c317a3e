//! Contents for a binding of any kind, for callers that know nothing of the kernel, such as fuzzers.

use crate::error::Error;
use crate::image::{Image, Sampler};
use crate::interface::{Dispatch, image_for};
use abi::{Binding, BindingKind};
use std::sync::Arc;
use trace::Scene;

/// Contents of a binding.
#[derive(Debug)]
pub struct Placeholder {
    place: (u32, u32),
    words: Vec<u32>,
    image: Option<Image>,
    sampler: Option<Sampler>,
    scene: Option<Arc<Scene>>,
}

impl Placeholder {
    /// A buffer of these words, an image of zeros of this size, a linear sampler, or both of the latter, or a triangle, as
    /// the binding needs. `None` if the image is too large.
    pub fn new(binding: &Binding, words: &[u32], size: [u32; 3]) -> Option<Self> {
        let place = (binding.set, binding.binding);
        let (has_words, has_image, has_sampler) = match binding.kind {
            BindingKind::UniformBuffer | BindingKind::StorageBuffer => (true, false, false),
            BindingKind::SampledImage
            | BindingKind::StorageImage
            | BindingKind::UniformTexelBuffer
            | BindingKind::StorageTexelBuffer => (false, true, false),
            BindingKind::Sampler => (false, false, true),
            BindingKind::CombinedImageSampler => (false, true, true),
            BindingKind::Scene => (false, false, false),
        };
        let scene = (binding.kind == BindingKind::Scene).then(|| Arc::new(Scene::triangle()));
        let image = if has_image { Some(image_for(binding, size, None).ok()??) } else { None };
        let words = if has_words { words.to_vec() } else { Vec::new() };
        Some(Placeholder { place, words, image, sampler: has_sampler.then(Sampler::linear), scene })
    }

    /// Binds it.
    ///
    /// # Errors
    /// When the kernel of the dispatch has no such binding.
    pub fn bind<'b>(&'b mut self, dispatch: &mut Dispatch<'b>) -> Result<(), Error> {
        if let Some(scene) = &self.scene {
            return dispatch.scene(self.place, scene).map(drop);
        }
        if let Some(sampler) = &self.sampler {
            dispatch.sampler(self.place, sampler.clone())?;
        }
        match &mut self.image {
            Some(image) => dispatch.image(self.place, image).map(drop),
            None if self.sampler.is_some() => Ok(()),
            None => dispatch.buffer_mut(self.place, &mut self.words).map(drop),
        }
    }
}
