//! The state of a draw together with the stages' interface and the targets' shape, verified.
//!
//! It must not know the contents of targets.

use crate::error::Error;
use crate::interface::{DepthOutput, Interface, Tests};
use crate::samples::Samples;
use crate::state::{DepthClamp, Factor, MOST_VIEWS, Provoking, State, Viewport};
use crate::target::Targets;
use texels::DepthFormat;

/// The fixed-function state of a draw, which set-up, rasterization and output merging read.
#[derive(Clone, Debug)]
pub struct Pipeline {
    pub(crate) state: State,
    pub(crate) interface: Interface,
    pub(crate) samples: Samples,
    /// The pixels of the targets.
    pub(crate) size: [u32; 2],
    pub(crate) layers: u32,
    pub(crate) depth_format: Option<DepthFormat>,
    pub(crate) tests: Tests,
    pub(crate) per_sample: bool,
    /// Whether the pixel shader has an effect.
    pub(crate) shades: bool,
}

impl Pipeline {
    /// A pipeline for targets of this shape.
    ///
    /// # Errors
    /// If the interface is impossible, or state is about a target that is not there.
    pub fn new(state: State, interface: Interface, targets: &Targets) -> Result<Self, Error> {
        interface.verify()?;
        let samples = Samples::new(targets.samples(), state.sample_positions.as_deref())?;
        let depth_format = targets.depth_format();
        if depth_format.is_none() && state.depth.is_some() {
            return Err(Error::NoTarget("a depth test"));
        }
        if depth_format.is_none() && state.depth_bounds.is_some() {
            return Err(Error::NoTarget("depth bounds"));
        }
        if !targets.has_stencil() && state.stencil.is_some() {
            return Err(Error::NoTarget("a stencil test"));
        }
        if state.views.len() > MOST_VIEWS {
            return Err(Error::Views(state.views.len()));
        }
        let (viewports, layers) = (state.viewports.len().max(1) as u32, targets.layers());
        for (number, view) in state.views.iter().enumerate() {
            if view.viewport >= viewports {
                return Err(Error::View(number, "viewport", viewports));
            }
            if view.layer >= layers {
                return Err(Error::View(number, "layer", layers));
            }
        }
        let pixel = interface.pixel;
        let writes = pixel.depth != DepthOutput::None || pixel.stencil || pixel.coverage;
        Ok(Self {
            tests: pixel.tests(state.alpha_to_coverage),
            per_sample: interface.runs_per_sample(),
            shades: !interface.outputs.colors.is_empty() || writes || pixel.discards || pixel.writes_memory,
            size: targets.size(),
            layers: targets.layers(),
            state,
            interface,
            samples,
            depth_format,
        })
    }

    /// The state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The vertex of a primitive that flat inputs come from.
    pub fn provoking(&self) -> Provoking {
        self.state.provoking
    }

    /// Returns whether a factor of the blending of a color is its alpha, or what is missing of it to 1.
    pub fn blends_by_alpha(&self, color: usize) -> bool {
        let is_alpha = |factor: Factor| {
            matches!(factor, Factor::SourceAlpha | Factor::InverseSourceAlpha | Factor::SourceAlphaSaturate)
        };
        let equations = self.state.blend.get(color).and_then(|blend| blend.equations);
        equations.is_some_and(|own| own.iter().any(|one| is_alpha(one.source) || is_alpha(one.destination)))
    }

    /// The least and the greatest depth that is tested, in a viewport.
    pub(crate) fn depths(&self, viewport: &Viewport) -> [f32; 2] {
        let (near, far) = (viewport.near, viewport.far);
        match self.state.depth_clamp {
            DepthClamp::Viewport => [near.min(far), near.max(far)],
            DepthClamp::Unit => [0.0, 1.0],
            DepthClamp::None => [f32::NEG_INFINITY, f32::INFINITY],
        }
    }

    /// A viewport; without any, that of the whole target.
    pub(crate) fn viewport(&self, number: u32) -> Viewport {
        self.state.viewports.get(number as usize).copied().unwrap_or_else(|| Viewport::of_size(self.size))
    }
}
