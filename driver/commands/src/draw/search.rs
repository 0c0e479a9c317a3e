//! The search for an invocation of a draw, whose packet is kept.
//!
//! It must not know what becomes of it.

use launch::kernels::resources::{Bound, Resource};
use runner::stages::rows::Stage as Kind;
use runner::stages::{Invocation, Invocations, Stage, Work};

/// The invocation that is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// A pixel, of a primitive or of the last one that is shaded there.
    Pixel([u32; 2], Option<u32>),
    /// The first pixel of a primitive.
    Primitive(u32),
    /// A vertex and its instance.
    Vertex(u32, u32),
}

impl Wish {
    pub(super) fn stage(self) -> Kind {
        match self {
            Wish::Pixel(..) | Wish::Primitive(_) => Kind::Pixel,
            Wish::Vertex(..) => Kind::Vertex,
        }
    }

    fn is(self, invocation: Invocation) -> bool {
        match (self, invocation) {
            (Wish::Pixel(pixel, wanted), Invocation::Pixel { at, primitive, is_kept: true }) => {
                at == pixel && wanted.is_none_or(|wanted| wanted == primitive)
            }
            (Wish::Primitive(wanted), Invocation::Pixel { primitive, is_kept: true, .. }) => primitive == wanted,
            (Wish::Vertex(vertex, instance), found) => found == Invocation::Vertex(vertex, instance),
            (Wish::Pixel(..) | Wish::Primitive(_), Invocation::Pixel { .. } | Invocation::Vertex(..)) => false,
        }
    }

    /// Returns whether a later invocation may be the one.
    fn is_last(self) -> bool {
        matches!(self, Wish::Pixel(..))
    }

    pub(super) fn missing(self) -> String {
        match self {
            Wish::Pixel([x, y], None) => format!("pixel ({x},{y}) is not shaded"),
            Wish::Pixel([x, y], Some(primitive)) => format!("pixel ({x},{y}) of primitive {primitive} is not shaded"),
            Wish::Primitive(primitive) => format!("no pixel of primitive {primitive} is shaded"),
            Wish::Vertex(vertex, instance) => format!("vertex {vertex} of instance {instance} is not drawn"),
        }
    }
}

/// The search for an invocation.
#[derive(Debug)]
pub(super) struct Sought {
    wish: Wish,
    pub(super) found: Option<Found>,
}

/// The packet of an invocation.
#[derive(Debug)]
pub(super) struct Found {
    /// The number of the stage.
    pub(super) stage: usize,
    pub(super) rows: Vec<u32>,
    pub(super) lane: u32,
    pub(super) names: Vec<String>,
    /// The resources as they were.
    pub(super) bound: Vec<(String, Resource)>,
}

impl Sought {
    pub(super) fn new(wish: Wish) -> Self {
        Sought { wish, found: None }
    }

    /// The lane of the invocation in what is to be run.
    fn lane(&self, stage: &Stage, work: &Work<'_>, invocations: &Invocations<'_>) -> Option<usize> {
        let lanes = stage.interface().lanes as usize;
        if stage.interface().stage != self.wish.stage() {
            return None;
        }
        let is_it = |lane: &usize| (invocations.what)(*lane).is_some_and(|found| self.wish.is(found));
        (0..work.packets() * lanes).find(is_it)
    }

    /// Keeps the packet of the invocation, if it is there.
    pub(super) fn look<'b>(
        &mut self,
        number: usize,
        stage: &Stage,
        work: &Work<'_>,
        invocations: &Invocations<'_>,
        bound: impl Iterator<Item = &'b Bound>,
    ) {
        if self.is_done() {
            return;
        }
        let Some(at) = self.lane(stage, work, invocations) else { return };
        let lanes = stage.interface().lanes as usize;
        let first = at / lanes * lanes;
        let name = |lane: usize| match (invocations.what)(lane) {
            Some(_) => (invocations.name)(lane),
            None => "no invocation".to_owned(),
        };
        self.found = Some(Found {
            stage: number,
            rows: work.packet(at / lanes).to_vec(),
            lane: (at % lanes) as u32,
            names: (first..first + lanes).map(name).collect(),
            bound: bound.map(|bound| (bound.name.clone(), bound.resource.clone())).collect(),
        });
    }

    /// Returns whether what is to be run has to be: vertices, what others see, and the packets of the pixel.
    pub(super) fn runs(&self, stage: &Stage, work: &Work<'_>, invocations: &Invocations<'_>) -> bool {
        let is_other = stage.interface().stage != Kind::Pixel && self.wish.stage() == Kind::Pixel;
        is_other
            || !self.is_done()
                && (stage.interface().modes.writes_memory || self.lane(stage, work, invocations).is_some())
    }

    /// Returns whether the search is at its end.
    pub(super) fn is_done(&self) -> bool {
        self.found.is_some() && !self.wish.is_last()
    }
}
