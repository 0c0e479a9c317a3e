//! The checks of `run`, `draw`, `trace` and `test`, and how their arguments are read.

/// The checks of `run` and `test`.
#[derive(clap::Args)]
pub struct CheckArguments {
    /// Check the shader while it runs, compiled without optimization: full, fast, memory, or names of checks,
    /// each optionally with =error, =warning, =note or =off [default: full]
    #[arg(long, value_name = "LIST", num_args = 0..=1, require_equals = true, default_missing_value = "full")]
    pub check: Option<String>,
    /// Rule set: hlsl, vulkan or vulkan-robust
    #[arg(long, value_name = "RULES", default_value = "hlsl", value_parser = rules, requires = "check")]
    pub rules: check::Rules,
    /// Order of groups and waves: lockstep (in order), reverse, random (by seed), or all distinguishable orders of threads
    /// or, with --wave, of waves
    #[arg(long, value_name = "ORDER", requires = "check")]
    pub schedule: Option<check::Schedule>,
    /// Run once for each seed of random orders: a number, or a range A..B
    #[arg(long, value_name = "A..B", value_parser = seeds, requires = "check")]
    pub seed: Option<Seeds>,
    /// Reproduce a finding
    #[arg(long, value_name = "TOKEN", requires = "check", conflicts_with_all = ["schedule", "seed", "wave"])]
    pub replay: Option<check::Trial>,
    /// Maximum number of concurrently running groups, if groups wait for others
    #[arg(long, value_name = "COUNT", default_value_t = runner::Checking::RESIDENT, hide_default_value = true, requires = "check")]
    pub resident: u32,
    /// Wave size, unless the shader specifies it: a power of two; with --check several, or all, and the
    /// shader runs once for each [default: 32]
    #[arg(long, value_name = "LANES", value_parser = waves)]
    pub wave: Option<Waves>,
    /// Maximum number of steps, each an instruction of a wave
    #[arg(long, value_name = "STEPS", default_value_t = runner::Checking::MAX_STEPS, hide_default_value = true)]
    pub max_steps: u64,
    /// Write line, function and branch coverage to a file, in lcov format
    #[arg(long, value_name = "FILE", requires = "check")]
    pub coverage: Option<String>,
    /// Write a per-line profile to a file, as JSON
    #[arg(long, value_name = "FILE", requires = "check")]
    pub profile: Option<String>,
    /// Execution engine: compiled (with LLVM) or interpreter
    #[arg(long, value_name = "ENGINE", value_parser = engine)]
    pub engine: Option<IsInterpreter>,
}

impl CheckArguments {
    /// The sizes of waves.
    pub fn waves(&self) -> &[u32] {
        match (&self.wave, self.schedule) {
            (Some(Waves(waves)), _) => waves,
            (None, Some(check::Schedule::All(_))) => &[1],
            (None, _) => &[32],
        }
    }
}

fn rules(text: &str) -> Result<check::Rules, String> {
    let known = check::Rules::NAMES.iter().find(|(name, _)| *name == text);
    known.map(|(_, rules)| *rules).ok_or_else(|| "expected hlsl, vulkan or vulkan-robust".to_owned())
}

/// Seeds.
#[derive(Clone, Debug)]
pub struct Seeds(pub std::ops::Range<u64>);

fn seeds(text: &str) -> Result<Seeds, String> {
    let number = |text: &str| text.parse::<u64>().ok();
    let range = match text.split_once("..") {
        Some((start, end)) => number(start).zip(number(end)).map(|(start, end)| start..end),
        None => number(text).and_then(|seed| Some(seed..seed.checked_add(1)?)),
    };
    let range = range.filter(|range| !range.is_empty());
    range.map(Seeds).ok_or_else(|| "expected a number, or a range such as 0..64".to_owned())
}

/// Numbers of lanes in a wave.
#[derive(Clone, Debug)]
pub struct Waves(pub Vec<u32>);

/// The sizes of waves of all devices there are.
const ALL_WAVES: [u32; 5] = [4, 8, 16, 32, 64];

fn waves(text: &str) -> Result<Waves, String> {
    match text {
        "all" => Ok(Waves(ALL_WAVES.to_vec())),
        _ => text.split(',').map(wave).collect::<Result<_, _>>().map(Waves),
    }
}

pub(crate) fn wave(text: &str) -> Result<u32, String> {
    let lanes = text.parse::<u32>().ok().filter(|lanes| lanes.is_power_of_two() && *lanes <= 128);
    lanes.ok_or_else(|| "expected a power of two, at most 128".to_owned())
}

/// True for the interpreter.
#[derive(Clone, Copy)]
pub struct IsInterpreter(pub bool);

fn engine(text: &str) -> Result<IsInterpreter, String> {
    match text {
        "compiled" => Ok(IsInterpreter(false)),
        "interpreter" => Ok(IsInterpreter(true)),
        _ => Err("expected compiled or interpreter".to_owned()),
    }
}
