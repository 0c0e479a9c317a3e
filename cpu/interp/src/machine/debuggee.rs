//! A run that halts where a debugger wants, shows its state, and can be copied, so that one can go back to it.

use super::groups::Course;
use super::hooks::{Halt, Hooks, Watched};
use super::{Machine, lent_bytes};
use crate::code::{Code, FlowCode, Pc, Pointer, SHARED};
use crate::host::{End, Host, Inputs, Outcome};
use crate::lanes::Lane;
use crate::names::{Global, Inlined, Names, Scope, Spot, Variable};
use crate::ray_calls::{RayCall, Rays};
use crate::state::{Kernel, Run, Strand, Wave, lanes};
use crate::value::{At, Item, Scalar};
use check::races::Races;
use check::{Check, Place};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A run under a debugger.
pub struct Debuggee {
    pub(crate) machine: Machine<'static>,
    pub(super) course: Course,
    end: Option<End>,
    /// The shaders of the ray pipeline that the kernel was made of.
    pub(super) rays: Option<Arc<Rays>>,
}

impl std::fmt::Debug for Debuggee {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Debuggee").field("steps", &self.machine.steps).finish_non_exhaustive()
    }
}

/// The position of a lane.
#[derive(Clone, Debug)]
pub struct Whereabouts {
    /// The instruction that it is at, then those of the calls around it, the innermost first.
    pub frames: Vec<u32>,
    /// The lanes that go the same way, one bit each.
    pub lanes: u128,
    /// True if it waits at a barrier of the group.
    pub waits: bool,
}

impl Debuggee {
    /// The start of a run of a kernel that was read with names.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn new(kernel: Kernel, inputs: Inputs, host: Box<dyn Host>) -> Result<Self, End> {
        let mut machine = Machine::new(kernel, inputs, BTreeMap::new(), host);
        machine.hooks = Some(Box::default());
        let course = machine.course()?;
        Ok(Debuggee { machine, course, end: None, rays: None })
    }

    /// A copy of the run, if its host can be copied.
    pub fn duplicate(&self) -> Option<Self> {
        let rays = self.rays.clone();
        Some(Debuggee { machine: self.machine.duplicate()?, course: self.course.clone(), end: self.end, rays })
    }

    /// About how many bytes a copy takes.
    pub fn bytes(&self) -> usize {
        let waves = self.course.now.iter().flat_map(|resident| &resident.waves);
        let own: usize = waves.map(|wave| wave.cells.bytes() + 16 * wave.undefined.len() + wave.local.bytes()).sum();
        let images = (0..self.machine.kernel.info.slots).filter_map(|slot| self.machine.host.image_bytes(slot));
        let images: usize = images.map(<[u8]>::len).sum();
        let races = self.machine.races.as_ref().map_or(0, Races::bytes);
        own + lent_bytes(&self.machine.buffers) + 2 * self.machine.now.shared.len() + images + races
    }

    /// Says what the run halts for: instructions, memory, checks.
    pub fn halt_at(&mut self, stops: Vec<bool>, watched: Vec<Watched>, caught: Vec<Check>) {
        let hooks = self.hooks();
        (hooks.stops, hooks.watched, hooks.caught) = (stops, watched, caught);
    }

    /// Says that the run goes on from where it is, also where it would halt there.
    pub fn resume(&mut self) {
        let steps = self.machine.steps;
        self.hooks().resumed_at = Some(steps);
    }

    /// Says that the run may halt where it is.
    pub fn stay(&mut self) {
        self.hooks().resumed_at = None;
    }

    /// Goes on for the given number of steps at most.
    pub fn advance(&mut self, steps: u64) -> Halt {
        if let Some(end) = self.end {
            return Halt::Ended(end);
        }
        let until = self.machine.steps.saturating_add(steps);
        let hooks = self.hooks();
        (hooks.pause_at, hooks.halt) = (until, None);
        self.end = self.machine.advance(&mut self.course);
        match (self.hooks().halt.take(), self.end) {
            // What is found at the very end is in the report.
            (_, Some(end)) => Halt::Ended(end),
            (Some(halt), None) => halt,
            (None, None) => Halt::Steps,
        }
    }

    /// Ends the run. The results are in the inputs that come back.
    pub fn finish(self) -> (Inputs, Outcome) {
        let end = self.end.unwrap_or(End::Stopped);
        self.machine.finish(end)
    }

    /// The host.
    pub fn host(&self) -> &dyn Host {
        self.machine.host.as_ref()
    }

    /// The number of steps until which lines have been printed, also by a run that this one repeats.
    pub fn printed_until(&self) -> u64 {
        self.machine.hooks.as_ref().map_or(0, |hooks| hooks.printed_until)
    }

    /// Says until which step lines have been printed before.
    pub fn was_printed_until(&mut self, steps: u64) {
        self.hooks().printed_until = steps;
    }

    fn hooks(&mut self) -> &mut Hooks {
        self.machine.hooks.get_or_insert_default()
    }

    pub(super) fn names(&self) -> &Names {
        &self.machine.kernel.names
    }

    /// The number of steps so far: the time of the run.
    pub fn steps(&self) -> u64 {
        self.machine.steps
    }

    /// The reason why the run has ended, if it has.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The number of the current group along each axis.
    pub fn group(&self) -> [u32; 3] {
        self.machine.now.id
    }

    /// The number of a group's threads along each axis.
    pub fn group_size(&self) -> [u32; 3] {
        self.machine.kernel.info.local_size
    }

    /// The number of waves of the current group; none before the first begins.
    pub fn waves(&self) -> u32 {
        self.course.now.as_ref().map_or(0, |resident| resident.waves.len() as u32)
    }

    pub(crate) fn wave(&self, wave: u32) -> Option<&Wave> {
        self.course.now.as_ref()?.waves.get(wave as usize)
    }

    /// The wave that is about to go on.
    pub fn running(&self) -> Option<u32> {
        self.course.slice.wave.map(|(wave, _)| wave as u32)
    }

    /// The lanes that a wave has, and those of them that have not ended.
    pub fn lanes(&self, wave: u32) -> (u128, u128) {
        self.wave(wave).map_or((0, 0), |wave| (wave.lanes, wave.living()))
    }

    /// The number in its group of a lane's thread along each axis.
    pub fn thread(&self, lane: Lane) -> [u32; 3] {
        let number = |wave: &Wave| Machine::thread_number(wave, lane.lane as usize);
        self.wave(lane.wave).map_or([0; 3], |wave| self.machine.local_id(number(wave)))
    }

    /// The lane of a thread of the current group.
    pub fn lane_of(&self, thread: [u32; 3]) -> Option<Lane> {
        let waves = &self.course.now.as_ref()?.waves;
        let all = waves.iter().flat_map(|wave| lanes(wave.lanes).map(move |lane| (wave, lane)));
        let mut found = all.filter(|(wave, lane)| self.machine.local_id(Machine::thread_number(wave, *lane)) == thread);
        found.next().map(|(wave, lane)| wave.lane(lane))
    }

    /// The position of a lane, unless it has ended.
    pub fn whereabouts(&self, lane: Lane) -> Option<Whereabouts> {
        let strand = self.strand(lane)?;
        let calls = strand.stack.iter().rev().map(|back| back.saturating_sub(1));
        let frames = std::iter::once(strand.pc).chain(calls).collect();
        Some(Whereabouts { frames, lanes: strand.mask, waits: strand.run == Run::Waiting })
    }

    fn strand(&self, lane: Lane) -> Option<&Strand> {
        self.wave(lane.wave)?.strands.iter().find(|strand| strand.mask >> lane.lane.min(127) & 1 == 1)
    }

    /// The number of instructions.
    pub fn instructions(&self) -> u32 {
        self.machine.kernel.program.code.len() as u32
    }

    /// The place of an instruction in the source.
    pub fn place(&self, pc: u32) -> Option<Place> {
        self.machine.kernel.program.sites.get(pc as usize)?.place
    }

    /// The function that an instruction belongs to, by its number.
    pub fn function(&self, pc: u32) -> Option<u32> {
        self.machine.kernel.program.sites.get(pc as usize).map(|site| site.function)
    }

    /// The name of a function.
    pub fn function_name(&self, function: u32) -> &str {
        self.machine.kernel.program.functions.get(function as usize).map_or("", |name| name)
    }

    /// Returns whether a function of the source that runs has a name.
    pub fn has_function(&self, name: &str) -> bool {
        self.machine.kernel.program.functions.iter().any(|own| **own == *name)
    }

    /// Returns whether an instruction calls a function.
    pub fn is_call(&self, pc: u32) -> bool {
        matches!(self.machine.kernel.program.code.get(pc as usize), Some(Code::Flow(FlowCode::Enter { .. })))
    }

    /// The text of a file, if the module has it.
    pub fn text(&self, file: u32) -> Option<&str> {
        self.names().texts.get(&file).map(String::as_str)
    }

    /// The names of the files that places are in.
    pub fn files(&self) -> &[String] {
        &self.machine.kernel.program.files
    }

    /// The scope of an instruction.
    pub fn spot(&self, pc: u32) -> Spot {
        self.names().spot(pc)
    }

    /// A scope by its number.
    pub fn scope(&self, scope: u32) -> Option<&Scope> {
        self.names().scopes.get(scope as usize)
    }

    /// A call by its number that was replaced by the callee's code.
    pub fn inlined(&self, inlined: u32) -> Option<Inlined> {
        self.names().inlined.get(inlined as usize).copied()
    }

    /// The variables of the source that are known at an instruction, the innermost ones first; in code that was inlined, those
    /// of the call.
    pub fn variables(&self, pc: u32, spot: Spot) -> Vec<&Variable> {
        let function = self.function(pc);
        let mut found: Vec<&Variable> = Vec::new();
        let mut scope = spot.scope;
        for _ in 0..self.names().scopes.len() {
            let Some(own) = scope else { break };
            let is_it = |variable: &&Variable| {
                let is_here = (variable.spot.scope, variable.spot.inlined) == (Some(own), spot.inlined);
                is_here && Some(variable.function) == function && variable.since <= pc
            };
            // Of the values that a variable has had one after the other, the last one.
            for variable in self.names().variables.iter().rev().filter(is_it) {
                if !found.iter().any(|known| known.name == variable.name && known.spot == variable.spot) {
                    found.push(variable);
                }
            }
            scope = self.scope(own).filter(|scope| scope.function.is_none()).and_then(|scope| scope.parent);
        }
        found
    }

    /// The variables of the module.
    pub fn globals(&self) -> &[Global] {
        &self.names().globals
    }

    /// The value of a variable in a lane, for a call of a ray pipeline if it is one.
    pub fn item(&self, variable: &Variable, lane: Lane, ray: Option<RayCall>) -> Option<Item> {
        if let Some(kept) = ray.and_then(|ray| self.kept(variable.id, lane, ray)) {
            return Some(kept);
        }
        match variable.is_pointer {
            true => self.pointed(variable.ty, variable.slot, lane),
            false => Some(Item::new(variable.ty, At::Cells(variable.slot))),
        }
    }

    /// The value of a module-scope variable in a lane, for a call of a ray pipeline if it is one.
    pub fn global_item(&self, global: &Global, lane: Lane, ray: Option<RayCall>) -> Option<Item> {
        if let Some(kept) = ray.and_then(|ray| self.kept(global.id, lane, ray)) {
            return Some(kept);
        }
        self.pointed(global.ty, global.slot, lane)
    }

    pub(super) fn pointed(&self, ty: u32, slot: u32, lane: Lane) -> Option<Item> {
        let wave = self.wave(lane.wave)?;
        let lane = (lane.lane as usize).min(wave.width.saturating_sub(1));
        let Pointer { object, offset } = wave.pointer(slot, lane);
        Some(self.machine.unwrapped(Item::new(ty, At::Memory { object, offset })))
    }

    /// Memory that holds an item which all threads see, to watch it.
    pub fn watched(&self, item: &Item, reads: bool, writes: bool) -> Option<Watched> {
        let At::Memory { object, offset } = item.at else { return None };
        let bytes = self.machine.kernel.types.size(item.ty, item.shape).ok().filter(|bytes| *bytes > 0)?;
        let is_shared = object == SHARED || crate::code::class(object).is_some();
        is_shared.then_some(Watched { object, offset, bytes, reads, writes })
    }

    /// The number that an item is for a lane.
    pub fn scalar(&mut self, item: &Item, lane: Lane) -> Option<Scalar> {
        let waves = self.course.now.as_ref().map(|resident| &resident.waves)?;
        self.machine.scalar(item, waves.get(lane.wave as usize)?, lane.lane as usize)
    }

    /// Gives an item another number.
    pub fn set_scalar(&mut self, item: &Item, lane: Lane, value: u64) -> bool {
        let Some(resident) = &mut self.course.now else { return false };
        let Some(wave) = resident.waves.get_mut(lane.wave as usize) else { return false };
        self.machine.set_scalar(item, wave, lane.lane as usize, value)
    }
}

/// The instructions before which lanes stop: those of these numbers.
pub fn stops(count: u32, pcs: impl Iterator<Item = Pc>) -> Vec<bool> {
    let mut stops = vec![false; count as usize];
    for pc in pcs {
        if let Some(stop) = stops.get_mut(pc as usize) {
            *stop = true;
        }
    }
    stops
}
