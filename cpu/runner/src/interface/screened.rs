//! Checked dispatches that compiled code runs first, as far as it can tell that there are no findings
//! ([`stages::screening`]). Where it cannot, and where it finds something, the interpreter runs them.

use super::bound::{Bound, Slot};
use super::{Checking, Dispatch, Engine, Module, Options, Place, Screens};
use crate::buffers::Bytes;
use crate::error::Error;
use abi::{Access, Binding, BindingKind, KernelInfo};
use base::clock::Moment;
use check::{Check, Report, Rules, Schedule};
use stages::screening::{self, Extent, Screened, Shadow, Word};
use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::time::Duration;

/// The steps of a run, each an instruction of a wave, from which on it is compiled: they take the interpreter longer than
/// LLVM takes for most kernels.
const WORTH_COMPILING: u64 = 1 << 17;

/// The most bytes of notes.
const MOST_NOTES: u64 = 1 << 30;

/// The time after which a kernel is taken to be endless, which the interpreter explains: where a run is long, and in tests.
const LONGEST: Duration = Duration::from_secs(60);
const LONGEST_OF_TESTS: Duration = Duration::from_secs(2);

/// The passes that make values of variables and inline calls: each instruction stays what it was.
const PASSES: [&str; 6] = ["global-dce", "inline", "global-dce", "private-to-local", "sroa", "mem2reg"];

/// An entry point of the interpreter that may be compiled.
#[derive(Debug)]
pub(super) struct Screening {
    words: Vec<u32>,
    options: Options,
    /// The kernel, or why there is none.
    kernel: OnceLock<Result<Kernel, String>>,
}

/// A screened kernel that is ready to run.
#[derive(Debug)]
struct Kernel {
    module: Module,
    screened: Screened,
}

/// How a screened run has ended.
enum End {
    /// There are no findings.
    Clean { has_atomics: bool },
    /// There may be some.
    Unknown,
}

impl Screening {
    /// The words of a module that the interpreter runs, with its options. `None` where findings are not all that is wanted.
    pub(super) fn new(words: &[u32], options: &Options, checking: &Checking) -> Option<Self> {
        let is_wanted = match checking.screens {
            Screens::Long => checking.max_steps == Checking::MAX_STEPS,
            Screens::All => true,
            Screens::None => false,
        };
        let is_usual = is_wanted
            && checking.schedule == Schedule::default()
            && !checking.counts
            && !checking.names
            && checking.only.is_none()
            && checking.checks != check::Checks::none()
            && !checking.checks.is_on(Check::BarrierUseless);
        let is_there = is_usual && !cfg!(target_family = "wasm");
        is_there.then(|| Screening { words: words.to_vec(), options: options.clone(), kernel: OnceLock::new() })
    }

    /// The kernel.
    ///
    /// # Errors
    /// Why there is none.
    fn kernel(&self, info: &KernelInfo) -> Result<&Kernel, &str> {
        let made = self.kernel.get_or_init(|| self.compile(info));
        made.as_ref().map_err(String::as_str)
    }

    fn compile(&self, info: &KernelInfo) -> Result<Kernel, String> {
        let host = self.options.host.with_one_thread().map_err(|error| error.to_string())?;
        let mut module = dialect::spirv::read::read(&self.words).map_err(|error| error.to_string())?;
        opt::run(&mut module, &opt::Options::default(), &PASSES).map_err(|error| error.to_string())?;
        dialect::spirv::structurize::thread_exits(&mut module);
        let words = dialect::spirv::write::write(&module).map_err(|error| error.to_string())?;
        let threads = info.local_size.iter().product();
        let screened = screening::convert(&words, &info.entry, threads).map_err(|error| error.to_string())?;
        let screened = screened.map_err(|error| error.to_string())?;
        let options = Options { engine: Engine::Compiled, host, exact: true, deadline: None, ..self.options.clone() };
        let module = Module::of_plain_words(&screened.words, &info.entry, &options);
        Ok(Kernel { module: module.map_err(|error| error.to_string())?, screened })
    }
}

impl Module {
    /// Returns whether compiled code may run checked dispatches first; `None` if the module is not checked.
    ///
    /// # Errors
    /// Why the interpreter alone runs them.
    #[doc(hidden)]
    pub fn screening(&self) -> Option<Result<(), &str>> {
        let screening = self.compiled.screening.as_ref()?;
        Some(screening.kernel(self.info()).map(|_| ()))
    }
}

impl Dispatch<'_> {
    /// Runs groups with all checks: by compiled code, if there is enough to do and it finds nothing, else by the interpreter.
    pub(super) fn examine(
        &mut self,
        kernel: &interp::Kernel,
        checking: &Checking,
        groups: [u32; 3],
        start: Moment,
    ) -> Result<(), Error> {
        let module = self.module.clone();
        let screening = module.compiled.screening.as_ref().filter(|_| self.is_plain(checking));
        let (Some(screening), Some(contents)) = (screening, self.copies(module.info())) else {
            return self.interpret(kernel, checking, groups, start);
        };
        let is_short = checking.screens != Screens::All && least_steps(kernel, module.info(), groups) < WORTH_COMPILING;
        if is_short && screening.kernel.get().is_none() {
            let probe = Checking { max_steps: WORTH_COMPILING, ..checking.clone() };
            match self.interpret(kernel, &probe, groups, start) {
                Err(Error::Endless) => self.restore(&contents),
                // It took no more steps than that.
                ended => return ended,
            }
        }
        let ended = match screening.kernel(module.info()) {
            Ok(screened) => {
                let longest = if checking.screens == Screens::All { LONGEST_OF_TESTS } else { LONGEST };
                self.screen(screened, groups, start, longest)
            }
            Err(_) => return self.interpret(kernel, checking, groups, start),
        };
        match ended {
            Ok(End::Clean { has_atomics }) => {
                self.keep(kernel.report_of_none(&checking.checks, has_atomics));
                Ok(())
            }
            Ok(End::Unknown) => {
                self.restore(&contents);
                self.interpret(kernel, checking, groups, start)
            }
            Err(error) => {
                self.keep(kernel.report_of_none(&checking.checks, true));
                Err(error)
            }
        }
    }

    /// Keeps the report of a run without findings.
    fn keep(&mut self, report: Report) {
        (self.report, self.writes, self.coverage) = (Some(report), None, None);
    }

    /// Returns whether the run needs nothing but findings, and each binding is there and of the declared format.
    fn is_plain(&self, checking: &Checking) -> bool {
        let is_usual = self.marks.is_empty()
            && self.memory.is_empty()
            && self.outputs.is_none()
            && self.overlaps.is_none()
            && self.base == [0; 3]
            && !self.gaps;
        let info = self.module.info();
        let has_format = |binding: &Binding| {
            let Some((_, declared)) = binding.image.filter(|_| is_written_image(binding)) else { return true };
            let image = self.slots.get(&(binding.slot as usize)).and_then(Slot::image);
            let is_same = image.is_some_and(|image| declared == 0 || image.format().spirv() == declared);
            is_same && checking.checks.rules() == Rules::Hlsl
        };
        let is_known = |binding: &Binding| binding.set != abi::ROWS_SET && binding.count == 1 && has_format(binding);
        is_usual && info.bindings.iter().all(is_known)
    }

    /// Copies of what the run may change, if there is room for them.
    fn copies(&mut self, info: &KernelInfo) -> Option<BTreeMap<usize, Bytes>> {
        let mut copies = BTreeMap::new();
        for binding in info.bindings.iter().filter(|binding| binding.access != Access::Read) {
            let slot = binding.slot as usize;
            if let Some(contents) = self.slots.get_mut(&slot).and_then(Slot::contents) {
                copies.insert(slot, Bytes::copy(contents).ok()?);
            }
        }
        Some(copies)
    }

    fn restore(&mut self, copies: &BTreeMap<usize, Bytes>) {
        for (slot, copy) in copies {
            if let Some(contents) = self.slots.get_mut(slot).and_then(Slot::contents) {
                contents.copy_from_slice(copy);
            }
        }
    }

    /// Runs a screened kernel.
    fn screen(&mut self, kernel: &Kernel, groups: [u32; 3], start: Moment, longest: Duration) -> Result<End, Error> {
        let Kernel { module, screened } = kernel;
        let rest = self.deadline.map(|deadline| deadline.saturating_sub(start.elapsed()));
        let Some(mut report) = header(screened, groups) else { return Ok(End::Unknown) };
        let Some(mut notes) = self.notes(&screened.shadows) else { return Ok(End::Unknown) };
        let own = self.module.clone();
        let mut run = module.dispatch();
        run.push = Bytes::from(&*self.push);
        run.abort = self.abort.clone();
        run.deadline = Some(rest.map_or(longest, |rest| rest.min(longest)));
        for (number, slot) in &mut self.slots {
            let known = own.info().bindings.iter().find(|binding| binding.slot as usize == *number);
            let place = known.map(|known| Place::from((known.set, known.binding)));
            if let Some(Ok(binding)) = place.map(|place| place.binding(module.info())) {
                run.slots.insert(binding.slot as usize, slot.lend());
            }
        }
        let buffers = screened.shadows.iter().map(|shadow| shadow.binding).zip(&mut notes);
        for (binding, bytes) in buffers.chain([(screening::REPORT, &mut report)]) {
            // A kernel that reports nothing has no such buffer.
            if let Ok(binding) = Place::from((screening::SET, binding)).binding(module.info()) {
                run.slots.entry(binding.slot as usize).or_default().set(Bound::Exclusive(bytes));
            }
        }
        match run.run(groups) {
            Ok(()) => {}
            Err(Error::Deadline) if rest.is_some_and(|rest| rest <= longest) => return Err(Error::Deadline),
            Err(Error::Stopped) => return Err(Error::Stopped),
            Err(_) => return Ok(End::Unknown),
        }
        drop(run);
        let is_set = |word: Word| report[4 * word as usize] != 0;
        Ok(match is_set(Word::Found) {
            true => End::Unknown,
            false => End::Clean { has_atomics: is_set(Word::Atomic) },
        })
    }

    /// The buffers of notes, of zeros; `None` if they are too large.
    fn notes(&self, shadows: &[Shadow]) -> Option<Vec<Bytes>> {
        let sizes: Vec<u64> = shadows.iter().map(|shadow| self.words(shadow.extent)).collect::<Option<_>>()?;
        let all = sizes.iter().try_fold(0u64, |sum, words| sum.checked_add(*words))?;
        if all > MOST_NOTES / 4 {
            return None;
        }
        sizes.into_iter().map(|words| Bytes::zeros(4 * words as usize).ok()).collect()
    }

    /// The words of notes about memory, and the one before.
    fn words(&self, extent: Extent) -> Option<u64> {
        let slot = |set: u32, binding: u32| {
            let binding = Place::from((set, binding)).binding(self.module.info()).ok()?;
            self.slots.get(&(binding.slot as usize))
        };
        let units = match extent {
            Extent::Words(words) => words,
            Extent::Buffer { set, binding, unit } => slot(set, binding)?.bytes()?.div_ceil(unit.into()),
            Extent::Image { set, binding } => {
                let image = slot(set, binding)?.image()?;
                image.size().iter().try_fold(u64::from(image.layers()), |all, size| all.checked_mul((*size).into()))?
            }
        };
        units.checked_add(1)
    }
}

/// The steps of a run in which each wave runs each instruction once: no run of a kernel without branches takes fewer.
fn least_steps(kernel: &interp::Kernel, info: &KernelInfo, groups: [u32; 3]) -> u64 {
    let waves = u64::from(info.local_size.iter().product::<u32>().div_ceil(info.wave.max(1)));
    let waves = groups.iter().fold(waves, |all, groups| all.saturating_mul((*groups).into()));
    waves.saturating_mul(kernel.instructions() as u64)
}

/// The words in which a kernel reports, with what it needs to number threads; `None` if there are too few numbers.
fn header(screened: &Screened, [x, y, z]: [u32; 3]) -> Option<Bytes> {
    let (layer, numbers) = (u64::from(x) * u64::from(y), u64::from(screened.numbers));
    let groups = layer.checked_mul(z.into())?.max(1);
    // The largest number represents threads of several workgroups.
    let phases = (u64::from(u32::MAX) - 1) / numbers.checked_mul(groups)?;
    let phases = if screened.has_phases { phases } else { phases.min(1) };
    let last = phases.checked_sub(1)? * numbers;
    let mut words = [0u32; screening::WORDS];
    for (word, value) in
        [(Word::Columns, u64::from(x)), (Word::Layer, layer), (Word::Numbers, phases * numbers), (Word::Last, last)]
    {
        words[word as usize] = u32::try_from(value).ok()?;
    }
    Bytes::copy(bytemuck::cast_slice(&words)).ok()
}

/// Returns whether a binding is an image that may be written.
fn is_written_image(binding: &Binding) -> bool {
    matches!(binding.kind, BindingKind::StorageImage | BindingKind::StorageTexelBuffer)
}
