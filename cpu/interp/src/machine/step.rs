//! Steps of a strand: control flow, and which part of the machine runs an instruction.

use super::Machine;
use super::here::Here;
use super::quick::Way;
use crate::code::{Code, Edge, FlowCode, Pc, Slot};
use crate::state::{Mask, Run, Strand, Wave, lanes};
use check::Check;
use check::races::Fence;
use std::ops::Range;
use std::sync::Arc;

impl Machine<'_> {
    /// Runs a strand until it ends, parts, waits, or others may have to go first. Returns whether it pauses before that.
    pub(super) fn strand(&mut self, wave: &mut Wave, at: usize, until: u64) -> bool {
        let (program, forms) = (Arc::clone(&self.kernel.program), Arc::clone(&self.kernel.forms));
        let is_alone = wave.strands.len() == 1;
        let is_watched = self.hooks.is_some() || self.counts.is_some();
        let Strand { mut pc, mask, .. } = wave.strands[at];
        while self.steps < until {
            if !is_watched {
                let stays = forms.stays(pc);
                if !stays.is_empty() && self.steps + (stays.len() as u64) < until && wave.are_defined(mask, stays) {
                    self.steps += stays.len() as u64;
                    pc += stays.len() as Pc;
                    wave.strands[at].pc = pc;
                }
                let (here, form, code) = (Here { pc, mask }, &forms.all[pc as usize], &program.code[pc as usize]);
                if let Some(next) = self.quickly(wave, Way { at, is_alone, here, form, code }) {
                    self.steps += 1;
                    pc = next;
                    wave.strands[at].pc = pc;
                    continue;
                }
            }
            if let Some(hooks) = &mut self.hooks
                && hooks.pauses(wave.number, pc, mask, self.steps)
            {
                return true;
            }
            self.steps += 1;
            if let Some(counts) = &mut self.counts {
                counts.step(pc, mask);
            }
            let here = Here { pc, mask };
            match &program.code[pc as usize] {
                Code::Flow(code) => {
                    if !self.flow(wave, at, code) || !is_alone {
                        return false;
                    }
                    pc = wave.strands[at].pc;
                    continue;
                }
                Code::Compute(code) => self.compute(wave, here, code),
                Code::Memory(code) => self.memory(wave, here, code),
                Code::Wave(code) => self.wave_op(wave, here, code),
                Code::Image(call) => self.image(wave, here, call),
                Code::Query(code) => self.query(wave, here, code),
                Code::Print { format, values } => self.print(wave, mask, *format, values),
                Code::Clock { dst, count } => self.clock(wave, mask, *dst..*dst + count),
                Code::WaveBarrier(fence) => self.wave_barrier(wave, mask, *fence),
                Code::MemoryBarrier(fence) => self.memory_barrier(wave, mask, *fence),
                Code::Demote => wave.demote(mask),
                Code::Section { begins } => self.section(wave, here, *begins),
            }
            pc += 1;
            wave.strands[at].pc = pc;
        }
        false
    }

    /// Decides where a strand goes on. Returns whether its lanes stay together and go on.
    fn flow(&mut self, wave: &mut Wave, at: usize, code: &FlowCode) -> bool {
        let Strand { pc, mask, .. } = wave.strands[at];
        match code {
            FlowCode::Jump(edge) => {
                self.go(wave, at, edge);
                wave.strands[at].run == Run::Ready
            }
            FlowCode::Branch { condition, yes, no } => self.branch(wave, at, *condition, yes, no),
            FlowCode::Switch { selector, cases, default } => self.switch(wave, at, *selector, cases, default),
            FlowCode::Enter { target, moves } => {
                wave.copy(mask, moves);
                let strand = &mut wave.strands[at];
                strand.stack.push(pc + 1);
                strand.pc = *target;
                true
            }
            FlowCode::Return { moves } => {
                wave.copy(mask, moves);
                let strand = &mut wave.strands[at];
                let depth = strand.stack.len();
                strand.iterations.retain(|iteration| iteration.depth < depth);
                if let Some(back) = strand.stack.pop() {
                    strand.pc = back;
                }
                true
            }
            FlowCode::End | FlowCode::Unreachable => {
                wave.strands.swap_remove(at);
                false
            }
            FlowCode::Barrier(_) => {
                wave.strands[at].run = Run::Waiting;
                false
            }
        }
    }

    /// Goes to a block.
    fn go(&mut self, wave: &mut Wave, at: usize, edge: &Edge) {
        let mask = wave.strands[at].mask;
        wave.copy(mask, &edge.moves);
        self.iterate(wave, at, edge.target);
        wave.strands[at].pc = edge.target;
    }

    /// Parts lanes by a condition. Returns whether they stay together.
    fn branch(&mut self, wave: &mut Wave, at: usize, condition: u32, yes: &Edge, no: &Edge) -> bool {
        let Strand { mask, pc, .. } = wave.strands[at];
        self.used(wave, Here { pc, mask }, condition, 1, "branch condition");
        let taken = wave.truths(condition) & mask;
        if let Some(counts) = &mut self.counts {
            counts.part(pc, [taken, mask & !taken].into_iter());
        }
        self.part(wave, at, [(taken, yes), (mask & !taken, no)].into_iter())
    }

    fn switch(&mut self, wave: &mut Wave, at: usize, selector: u32, cases: &[(u64, Edge)], default: &Edge) -> bool {
        let Strand { mask, pc, .. } = wave.strands[at];
        self.used(wave, Here { pc, mask }, selector, 1, "branch condition");
        let mut left = mask;
        let mut ways: Vec<(Mask, &Edge)> = Vec::new();
        for (value, edge) in cases {
            let taken = lanes(left).filter(|lane| wave.get(selector, *lane) == *value);
            let taken = taken.fold(0, |all, lane| all | 1 << lane);
            left &= !taken;
            ways.push((taken, edge));
        }
        ways.push((left, default));
        if let Some(counts) = &mut self.counts {
            counts.part(pc, ways.iter().map(|(mask, _)| *mask));
        }
        self.part(wave, at, ways.into_iter())
    }

    /// Sends lanes different ways. Returns whether all of them go the same.
    fn part<'e>(&mut self, wave: &mut Wave, at: usize, ways: impl Iterator<Item = (Mask, &'e Edge)>) -> bool {
        let mut ways = ways.filter(|(mask, _)| *mask != 0);
        let Some((first, edge)) = ways.next() else { return false };
        let rest: Vec<(Mask, &Edge)> = ways.collect();
        let others: Vec<usize> = rest
            .iter()
            .map(|(mask, _)| {
                wave.strands.push(Strand { mask: *mask, ..wave.strands[at].clone() });
                wave.strands.len() - 1
            })
            .collect();
        wave.strands[at].mask = first;
        self.go(wave, at, edge);
        for ((_, edge), at) in rest.iter().zip(others) {
            self.go(wave, at, edge);
        }
        rest.is_empty() && wave.strands[at].run == Run::Ready
    }

    fn memory_barrier(&mut self, wave: &Wave, mask: Mask, fence: Fence) {
        if let Some(races) = &mut self.races {
            lanes(mask).for_each(|lane| races.memory_barrier(Self::thread_number(wave, lane), fence));
        }
    }

    /// Time is the number of steps, so that a run is the same again.
    fn clock(&mut self, wave: &mut Wave, mask: Mask, slots: Range<Slot>) {
        for (at, slot) in slots.enumerate() {
            let time = if at == 0 { self.steps } else { 0 };
            lanes(mask).for_each(|lane| wave.set(slot, lane, time));
        }
        self.writes += 1;
    }

    /// Cells decide about something: they must have values.
    pub(super) fn used(&mut self, wave: &mut Wave, here: Here, slot: u32, count: u32, what: &str) {
        if !self.watches_values {
            return;
        }
        let undefined = (slot..slot + count).fold(0, |all, slot| all | wave.undefined[slot as usize]) & here.mask;
        // What a helper decides by a value that it does not have stays in it.
        let undefined = undefined & !(wave.without_result | wave.strays);
        if undefined != 0 {
            self.undefined_use(wave, Here { mask: undefined, ..here }, what);
            // Once is enough, but a variable has no value until it is stored to.
            let variables = &self.kernel.program.variables;
            let values = (slot..slot + count).filter(|slot| !variables.contains(slot));
            values.for_each(|slot| wave.mark(slot, undefined, 0));
        }
    }

    fn print(&mut self, wave: &Wave, mask: Mask, format: u32, values: &[(crate::code::Numbers, bool, Option<u32>)]) {
        if self.hooks.as_mut().is_some_and(|hooks| hooks.was_printed(self.steps)) {
            return;
        }
        let mut words = Vec::new();
        for lane in lanes(mask) {
            words.clear();
            for (numbers, signed, narrow) in values {
                for slot in numbers.slot..numbers.slot + numbers.count {
                    let value = wave.get(slot, lane);
                    words.push(match (numbers.float, narrow.filter(|bits| *bits < numbers.bits)) {
                        (true, _) => crate::compute::float(numbers.bits, value).to_bits(),
                        (false, narrow) => {
                            let bits = narrow.unwrap_or(numbers.bits);
                            let value = value & crate::compute::mask(bits);
                            match *signed && bits > 1 {
                                true => crate::compute::signed(bits, value).cast_unsigned(),
                                false => value,
                            }
                        }
                    });
                }
            }
            self.host.print(format, self.now.id, Self::thread_number(wave, lane), &words);
        }
    }

    /// Counts a finding of a check at an instruction if it is wanted.
    pub(super) fn wants(&self, check: Check) -> bool {
        self.inputs.checks.is_on(check)
    }
}
