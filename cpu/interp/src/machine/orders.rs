//! A run in one of all orders: after each access to memory that others see it is chosen anew which wave goes on.

use super::groups::Plan;
use super::{Machine, SliceResult};
use crate::code::{AtomicCode, AtomicOp};
use crate::compute::Op;
use crate::host::End;
use crate::state::{Run, Strand, Touch, Wave};
use check::Schedule;
use check::orders::{self, AccessKind, MOST_AGENTS};
use check::races::Class;

impl Machine<'_> {
    /// Returns whether the run is one of all orders, and small enough.
    pub(super) fn tries_all(&mut self, plan: &Plan) -> bool {
        if !matches!(self.inputs.schedule, Schedule::All(_)) || self.hooks.is_some() {
            return false;
        }
        let groups = plan.all - plan.first;
        let agents = groups.saturating_mul(plan.threads.div_ceil(plan.wave).into());
        if agents > MOST_AGENTS || groups > plan.most {
            self.inputs.orders.give_up();
            return false;
        }
        self.inputs.orders.begin(agents as usize);
        self.logs = Some(0);
        true
    }

    /// Runs all groups, all of which begin at once.
    pub(super) fn in_one_of_all_orders(&mut self, plan: &mut Plan) -> End {
        while plan.begun < plan.all {
            let next = self.begin(plan);
            plan.residents.push(next);
        }
        let waves = plan.threads.div_ceil(plan.wave);
        loop {
            let all = (0..).zip(plan.residents.iter().flat_map(|resident| &resident.waves));
            let enabled: Vec<u32> = all.filter(|(_, wave)| self.can_go_on(wave)).map(|(agent, _)| agent).collect();
            if enabled.is_empty() {
                let mut left = plan.residents.iter().flat_map(|resident| &resident.waves);
                let is_over = left.all(|wave| wave.strands.is_empty());
                return if is_over { End::Finished } else { self.all_stuck(plan) };
            }
            let Some(agent) = self.inputs.orders.choose(&enabled) else { return End::Repeated };
            let (group, wave) = ((agent / waves) as usize, (agent % waves) as usize);
            self.logs = Some(group as u32);
            self.exchange(&mut plan.residents[group]);
            let own = &mut plan.residents[group].waves;
            let went = self.step_of(&mut own[wave]);
            self.inputs.orders.end_step(agent);
            if went_on(&went) && have_come_to_a_barrier(own) {
                self.meet(own);
                let first = agent - agent % waves;
                self.inputs.orders.meet(first..first + waves);
            }
            self.exchange(&mut plan.residents[group]);
            if let SliceResult::Over(end) = went {
                return end;
            }
        }
    }

    fn can_go_on(&self, wave: &Wave) -> bool {
        wave.strands.iter().any(|strand| match strand.run {
            Run::Ready => true,
            Run::Spinning(writes) => writes != self.writes,
            Run::Waiting => false,
        })
    }

    /// Runs a wave until it has accessed memory that others see, or cannot go on.
    fn step_of(&mut self, wave: &mut Wave) -> SliceResult {
        self.wake(wave);
        loop {
            let went = self.wave(wave, self.steps + 1, &mut None);
            let is_ready = wave.strands.iter().any(|strand| strand.run == Run::Ready);
            if !went_on(&went) || !is_ready || self.inputs.orders.has_touched() {
                return went;
            }
        }
    }

    /// Notes an access of a lane where all orders are tried.
    pub(super) fn log(&mut self, class: Class, object: u32, touch: &Touch) {
        if let Some(group) = self.logs {
            // Each group has groupshared memory of its own.
            let owner = if class == Class::Group { group + 1 } else { 0 };
            let object = u64::from(owner) << 32 | u64::from(object);
            let kind = match touch.change {
                Some(number) => AccessKind::Commute(number),
                None if touch.writes => AccessKind::Write,
                None => AccessKind::Read,
            };
            self.inputs.orders.touch(orders::Access { object, offset: touch.offset, bytes: touch.bytes, kind });
        }
    }

    /// The number of an atomic operation that comes out the same in any order among others with this number: no one
    /// examines its result, and no barrier for memory passes on what it has seen.
    pub(super) fn change(&self, code: &AtomicCode) -> Option<u32> {
        let AtomicCode { op: AtomicOp::Each(op), dst: None, .. } = code else { return None };
        if self.kernel.program.has_fences {
            return None;
        }
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other ops may give another result in another order")]
        match op {
            Op::IAdd | Op::ISub => Some(0),
            Op::And => Some(1),
            Op::Or => Some(2),
            Op::Xor => Some(3),
            Op::UMin => Some(4),
            Op::UMax => Some(5),
            Op::SMin => Some(6),
            Op::SMax => Some(7),
            _ => None,
        }
    }
}

fn went_on(went: &SliceResult) -> bool {
    !matches!(went, SliceResult::Over(_))
}

/// Returns whether all strands of a group that are left wait at barriers.
fn have_come_to_a_barrier(waves: &[Wave]) -> bool {
    let strands = || waves.iter().flat_map(|wave| &wave.strands);
    let waits = |strand: &Strand| strand.run == Run::Waiting;
    strands().next().is_some() && strands().all(waits)
}
