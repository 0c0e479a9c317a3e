//! Groups: which of them runs next, and how many have begun.
//!
//! A group runs until it ends or waits for others; then the next one begins. Where a seed chooses, a few of them run in
//! time slices.

use super::{MOST_BYTES, Machine};
use crate::code::{Pc, Pointer};
use crate::host::{End, Marks};
use crate::state::Wave;
use check::{Schedule, races};
use std::collections::BTreeMap;

/// The most groups that begin where the order is not the one of their numbers, in which some shaders may wait for others.
const MOST_RESIDENT: u64 = 256;

/// The state of a group but for its waves.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    pub(super) shared: Vec<u8>,
    /// The marks of the bytes of its memory.
    pub(super) marks: Marks,
    /// The instructions that have put uninitialized values into it and into the memory of lanes, by object and offset.
    pub(super) copies: BTreeMap<Pointer, Pc>,
    /// The number along each axis.
    pub(super) id: [u32; 3],
    /// True if its threads have come to different barriers: what follows from that is not a news.
    pub(super) has_parted: bool,
}

/// A group that has begun and does not run at the moment.
#[derive(Clone)]
pub(super) struct Resident {
    group: Group,
    pub(super) waves: Vec<Wave>,
    races: races::Group,
    /// The number of writes when it could not go on.
    stuck: Option<u64>,
}

/// Why a group does not run any more.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Pause {
    Finished,
    /// It waits for what others write.
    Stuck,
    /// The time slice has ended.
    Later,
    Over(End),
}

/// Groups that have begun, and those that have not.
#[derive(Clone)]
pub(super) struct Plan {
    pub(super) residents: Vec<Resident>,
    /// The memory of groups that have ended.
    spare: Vec<(Group, Vec<Wave>, races::Group)>,
    /// The number of the first group, of the next one, and the one behind the last.
    pub(super) first: u64,
    pub(super) begun: u64,
    pub(super) all: u64,
    /// The most groups that begin.
    pub(super) most: u64,
    /// The number of threads in a group, and of lanes in a wave.
    pub(super) threads: u32,
    pub(super) wave: u32,
}

/// A time slice of a wave.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TimeSlice {
    /// The number of slices before it since the group was examined.
    pub(super) number: usize,
    /// The wave, and the number of steps at which its slice ends; none where the slice has not begun.
    pub(super) wave: Option<(usize, u64)>,
    /// The strand that goes on where the run has paused.
    pub(super) strand: Option<usize>,
}

/// The progress of a run, between two instructions.
#[derive(Clone)]
pub(super) struct Course {
    plan: Plan,
    /// The current group. Its state is the machine's.
    pub(super) now: Option<Resident>,
    pub(super) slice: TimeSlice,
}

impl Machine<'_> {
    /// Runs all groups.
    pub(super) fn all(&mut self) -> End {
        match self.course() {
            Ok(mut course) if self.tries_all(&course.plan) => self.in_one_of_all_orders(&mut course.plan),
            // Without hooks nothing pauses.
            Ok(mut course) => self.advance(&mut course).unwrap_or(End::Stopped),
            Err(end) => end,
        }
    }

    /// The start of a run.
    pub(super) fn course(&self) -> Result<Course, End> {
        let program = &self.kernel.program;
        let threads: u32 = self.kernel.info.local_size.iter().product();
        let wave = self.kernel.info.wave.min(threads.next_power_of_two()).max(1);
        let cells = u64::from(program.slots) * u64::from(wave) * 8 + u64::from(program.slots) * 16;
        let bytes = (cells + u64::from(program.local_bytes) * u64::from(wave) * 2) * u64::from(threads.div_ceil(wave));
        if bytes > MOST_BYTES {
            return Err(End::NoMemory(bytes));
        }
        let most = match self.inputs.schedule {
            Schedule::Lockstep => self.inputs.resident.into(),
            Schedule::Reverse | Schedule::Random(_) | Schedule::All(_) => {
                MOST_RESIDENT.max(self.inputs.resident.into())
            }
        };
        let [columns, rows, layers] = self.inputs.groups.map(u64::from);
        let (first, all) = match self.inputs.only.map(|only| only.map(u64::from)) {
            None => (0, columns * rows * layers),
            Some([x, y, z]) if x < columns && y < rows && z < layers => {
                let number = (z * rows + y) * columns + x;
                (number, number + 1)
            }
            Some(_) => return Err(End::Finished),
        };
        let plan = Plan {
            residents: Vec::new(),
            spare: Vec::new(),
            first,
            begun: first,
            all,
            most: most.min(MOST_BYTES / bytes.max(1)).max(1),
            threads,
            wave,
        };
        Ok(Course { plan, now: None, slice: TimeSlice::default() })
    }

    /// Runs groups until all have ended, or the run pauses; then nothing comes back.
    pub(super) fn advance(&mut self, course: &mut Course) -> Option<End> {
        loop {
            let plan = &mut course.plan;
            if course.now.is_none() {
                let Some(mut next) = self.next(plan) else {
                    return Some(if plan.residents.is_empty() { End::Finished } else { self.all_stuck(plan) });
                };
                self.exchange(&mut next);
                course.now = Some(next);
            }
            let pause = self.group(&mut course.now.as_mut()?.waves, &mut course.slice)?;
            let mut resident = course.now.take()?;
            self.exchange(&mut resident);
            course.slice = TimeSlice::default();
            match pause {
                Pause::Over(end) => return Some(end),
                Pause::Finished => plan.spare.push((resident.group, resident.waves, resident.races)),
                Pause::Stuck | Pause::Later => {
                    resident.stuck = (pause == Pause::Stuck).then_some(self.writes);
                    plan.residents.push(resident);
                }
            }
        }
    }

    /// The group that runs next, if one can go on or begin.
    fn next(&mut self, plan: &mut Plan) -> Option<Resident> {
        let can_go_on = |resident: &Resident| resident.stuck != Some(self.writes);
        let ready: Vec<usize> = (0..plan.residents.len()).filter(|at| can_go_on(&plan.residents[*at])).collect();
        let wanted = match self.inputs.schedule {
            Schedule::Random(_) => u64::from(self.inputs.resident),
            Schedule::Lockstep | Schedule::Reverse | Schedule::All(_) => 1,
        };
        let count = plan.residents.len() as u64;
        if plan.begun < plan.all && count < plan.most && (ready.is_empty() || count < wanted) {
            return Some(self.begin(plan));
        }
        let at = if matches!(self.inputs.schedule, Schedule::Random(_)) && !ready.is_empty() {
            ready[self.choices.below(ready.len() as u64) as usize]
        } else {
            *ready.first()?
        };
        Some(plan.residents.remove(at))
    }

    /// The next group, at its start.
    pub(super) fn begin(&self, plan: &mut Plan) -> Resident {
        let (program, forms) = (&self.kernel.program, &self.kernel.forms);
        let number = match self.inputs.schedule {
            Schedule::Reverse => plan.first + plan.all - 1 - plan.begun,
            Schedule::Lockstep | Schedule::Random(_) | Schedule::All(_) => plan.begun,
        };
        plan.begun += 1;
        let (threads, width) = (plan.threads, plan.wave);
        let (mut group, mut waves, mut races) = plan.spare.pop().unwrap_or_else(|| {
            let shared = program.shared_bytes as usize;
            let mut marks = Marks { is_uninitialised: true, ..Marks::default() };
            marks.begin(shared);
            let group = Group { shared: vec![0; shared], marks, ..Group::default() };
            let wave =
                |number| Wave::new(program, forms, number, width as usize, (threads - number * width).min(width));
            (group, (0..threads.div_ceil(width)).map(wave).collect(), races::Group::new(0, threads))
        });
        let [columns, rows, _] = self.inputs.groups.map(u64::from);
        let at = [number % columns, number / columns % rows, number / columns / rows];
        group.id = [0, 1, 2].map(|axis| self.inputs.base[axis].wrapping_add(at[axis] as u32));
        group.has_parted = false;
        group.copies.clear();
        group.shared.fill(0);
        let shared = group.shared.len();
        group.marks.write(0, shared, true);
        for wave in &mut waves {
            wave.restart(program.start, forms);
            wave.strays = self.strays(number, wave.width);
            self.builtins(wave, group.id);
        }
        races.restart(number as u32);
        Resident { group, waves, races, stuck: None }
    }

    /// Makes a group the current one, or puts it back.
    pub(super) fn exchange(&mut self, resident: &mut Resident) {
        std::mem::swap(&mut self.now, &mut resident.group);
        if let Some(races) = &mut self.races {
            races.exchange(&mut resident.races);
        }
    }

    /// No thread can continue, and no other group can start.
    pub(super) fn all_stuck(&mut self, plan: &mut Plan) -> End {
        let Some(first) = plan.residents.first_mut() else { return End::Finished };
        self.exchange(first);
        self.stuck(&first.waves, plan.begun, plan.all);
        End::Endless
    }
}
