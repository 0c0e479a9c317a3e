//! Dispatches that the interpreter runs: what it is lent, and what becomes of the results.

use super::bound::{self, LentBindings};
use super::{Checking, Dispatch};
use crate::error::Error;
use crate::grid::Abort;
use crate::image::runtime;
use crate::printed::Collected;
use abi::{Access, Binding, ImageArgs, ImageFunction};
use base::clock::Moment;
use check::Orders;
use interp::{End, Extent, Host, ImageFormat, Inputs, Kernel, Outcome};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use trace::Scene;

/// The host of the interpreter.
struct Lender<'a, 'b> {
    bindings: &'a LentBindings<'b>,
    printed: Option<&'a Collected>,
    abort: &'a Abort,
    start: Moment,
    deadline: Option<Duration>,
    is_late: bool,
}

impl Host for Lender<'_, '_> {
    fn image(&mut self, function: ImageFunction, image: u32, sampler: Option<u32>, args: &ImageArgs) -> [u32; 4] {
        let sampler = sampler.and_then(|slot| self.bindings.samplers.get(&slot).copied());
        runtime::answer(function, self.bindings.views.get(&image), sampler, args)
    }

    fn extent(&self, image: u32, level: u32) -> Option<Extent> {
        let view = self.bindings.views.get(&image)?;
        let size = view.levels.get(level as usize)?.size;
        Some(Extent { size, layers: view.layers, levels: view.levels.len() as u32 })
    }

    fn format(&self, image: u32) -> Option<ImageFormat> {
        let format = self.bindings.views.get(&image)?.format;
        Some(ImageFormat { number: format.spirv(), components: format.channels as u32 })
    }

    fn has_sampler(&self, sampler: u32) -> bool {
        self.bindings.samplers.contains_key(&sampler)
    }

    fn scene(&self, scene: u32) -> Option<Arc<Scene>> {
        self.bindings.scenes.get(&scene).map(Arc::clone)
    }

    fn print(&mut self, format: u32, group: [u32; 3], invocation: u32, words: &[u64]) {
        if let Some(printed) = self.printed {
            printed.print(format, group, invocation, words);
        }
    }

    fn is_over(&mut self) -> bool {
        self.is_late = self.deadline.is_some_and(|deadline| self.start.elapsed() >= deadline);
        self.is_late || self.abort.take()
    }
}

impl Dispatch<'_> {
    /// Runs groups in the interpreter, whose findings are in the report afterwards.
    pub(super) fn interpret(
        &mut self,
        kernel: &Kernel,
        checking: &Checking,
        groups: [u32; 3],
        start: Moment,
    ) -> Result<(), Error> {
        let module = self.module.clone();
        let inputs = self.inputs(checking, groups);
        let written = |slot: usize| {
            let has_it =
                |binding: &Binding| (binding.slot..binding.slot.saturating_add(binding.count)).contains(&(slot as u32));
            module.info().bindings.iter().any(|binding| binding.access != Access::Read && has_it(binding))
        };
        let may_change = |slot: usize| written(slot) || self.marks.contains_key(&slot);
        let mut bindings = bound::lent(&module.compiled.literals, &mut self.slots, may_change)?;
        let buffers = std::mem::take(&mut bindings.buffers);
        let orders = self.orders.as_deref_mut().map(std::mem::take).unwrap_or_default();
        let overlaps = self.overlaps.as_deref_mut().map(std::mem::take);
        let inputs = Inputs { orders, overlaps, ..inputs };
        let formats = kernel.formats();
        let printed = (!formats.is_empty()).then(|| Collected::new(Arc::from(formats)));
        let mut host = Lender {
            bindings: &bindings,
            printed: printed.as_ref(),
            abort: &self.abort,
            start,
            deadline: self.deadline,
            is_late: false,
        };
        let (mut inputs, outcome) = kernel.run(inputs, buffers, &mut host);
        let is_late = host.is_late;
        drop(bindings);
        if let Some(orders) = self.orders.as_deref_mut() {
            *orders = std::mem::take(&mut inputs.orders);
        }
        if let (Some(own), Some(overlaps)) = (self.overlaps.as_deref_mut(), inputs.overlaps.take()) {
            *own = overlaps;
        }
        self.take_back(&mut inputs);
        self.printed = printed.map_or_else(Default::default, |printed| printed.finish());
        self.take_outcome(outcome, is_late)
    }

    /// The inputs but for the buffers.
    pub(super) fn inputs(&self, checking: &Checking, groups: [u32; 3]) -> Inputs {
        Inputs {
            buffers: BTreeMap::new(),
            marks: self.marks.iter().map(|(slot, marks)| (*slot as u32, (**marks).clone())).collect(),
            push: self.push.to_vec(),
            blocks: self.memory.iter().map(|(number, bytes)| (*number, bytes.to_vec())).collect(),
            groups,
            base: self.base,
            checks: checking.checks.clone(),
            counts: checking.counts,
            schedule: checking.schedule,
            orders: Orders::default(),
            resident: checking.resident,
            only: checking.only,
            max_steps: checking.max_steps,
            outputs: self.outputs.clone(),
            overlaps: None,
        }
    }

    /// Brings memory and marks back.
    pub(super) fn take_back(&mut self, inputs: &mut Inputs) {
        for (number, bytes) in &mut self.memory {
            if let Some(block) = inputs.blocks.get(number) {
                bytes.copy_from_slice(block);
            }
        }
        for (slot, marks) in &mut self.marks {
            if let Some(own) = inputs.marks.remove(&(*slot as u32)) {
                **marks = own;
            }
        }
    }

    /// Keeps what a run has found.
    pub(super) fn take_outcome(&mut self, outcome: Outcome, is_late: bool) -> Result<(), Error> {
        self.report = Some(outcome.report);
        self.writes = Some(outcome.writes);
        self.coverage = outcome.coverage;
        match outcome.end {
            End::Finished | End::Repeated => Ok(()),
            End::Stopped if is_late => Err(Error::Deadline),
            End::Stopped => Err(Error::Stopped),
            End::Endless => Err(Error::Endless),
            End::NoMemory(bytes) => Err(Error::NoMemory { bytes }),
        }
    }
}
