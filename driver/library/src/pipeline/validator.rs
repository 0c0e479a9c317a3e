//! Validation by this compiler's rules, those of SPIRV-Tools, or both, so that each is a check of the other.

use crate::options::settings::{Options, Validator};
use crate::pipeline::spirv_tools::{self, BlockLayout, Listing, Rules, Violation};
use crate::pipeline::stage_options;
use base::target::{KernelTarget, TargetEnv};
use dialect::spirv::decode::{Header, Inst};
use spirv::{Capability, Op};
use valid::Environment;

/// The words before the first instruction.
const HEADER_WORDS: usize = 5;

/// The result of one validator.
enum Verdict {
    Valid,
    Invalid(Violation),
    /// The module uses something that the validator does not know.
    Unknown,
}

/// A module as instructions.
pub(crate) type Decoded = (Header, Vec<Inst>);

/// Checks a module, which may have been decoded for another stage as well.
///
/// # Errors
/// The first rule that it breaks; or that two validators do not agree.
pub fn validate(
    words: &[u32],
    decoded: Option<&Decoded>,
    environment: TargetEnv,
    rules: Rules,
    validator: Validator,
) -> Result<(), Violation> {
    let rules = Rules { is_library: is_library(words), ..rules };
    let others = || spirv_tools::validate(words, environment, rules);
    judge(words, validator, || own(words, decoded, environment, rules), others)
}

/// Checks a module of kernels.
///
/// # Errors
/// As for [`validate`].
pub fn validate_kernels(words: &[u32], target: &KernelTarget, validator: Validator) -> Result<(), Violation> {
    let own = || match Environment::from_name(target.name) {
        Some(environment) => verdict(words, None, &valid::Options::new(environment)),
        None => Verdict::Unknown,
    };
    judge(words, validator, own, || spirv_tools::validate_kernels(words, target))
}

/// Returns whether a module is for linking.
fn is_library(words: &[u32]) -> bool {
    let mut rest = words.get(HEADER_WORDS..).unwrap_or_default();
    while let [first, capability, tail @ ..] = rest
        && *first == (2 << 16 | Op::Capability as u32)
    {
        if *capability == Capability::Linkage as u32 {
            return true;
        }
        rest = tail;
    }
    false
}

/// The beginning of SPIRV-Tools' message for a module with a newer capability. They stop there.
const NEWER: &str = "Invalid capability operand: ";

fn judge(
    words: &[u32],
    validator: Validator,
    own: impl Fn() -> Verdict,
    others: impl Fn() -> Result<(), Violation>,
) -> Result<(), Violation> {
    match validator {
        Validator::SpirvTools => others(),
        Validator::Own => match own() {
            Verdict::Valid => Ok(()),
            Verdict::Invalid(violation) => Err(violation),
            Verdict::Unknown if spirv_tools::AVAILABLE => others(),
            Verdict::Unknown => Ok(()),
        },
        Validator::Both => match (own(), others()) {
            (Verdict::Unknown, verdict) => verdict,
            (Verdict::Valid, Ok(())) => same_listings(words),
            (Verdict::Invalid(violation), Err(_)) => Err(violation),
            (Verdict::Valid, Err(violation)) if violation.message.starts_with(NEWER) => Ok(()),
            (Verdict::Valid, Err(violation)) => Err(disagreement("SPIRV-Tools reject the module", violation)),
            (Verdict::Invalid(violation), Ok(())) => Err(disagreement("SPIRV-Tools accept the module", violation)),
        },
    }
}

/// Checks that both disassemblers print a module the same, in the most detailed forms.
fn same_listings(words: &[u32]) -> Result<(), Violation> {
    let named = Listing::default();
    let numbered = Listing { raw_ids: true, byte_offsets: true, colour: true };
    for form in [named, numbered] {
        let (own, others) = (spirv_tools::listing(words, form), spirv_tools::disassemble(words, form));
        let lines = |text: Result<String, String>| text.unwrap_or_else(|error| error);
        let (own, others) = (lines(own), lines(others));
        if !spirv_tools::are_same(&own, &others, form) {
            let first = own.lines().zip(others.lines()).find(|(own, other)| own != other).unwrap_or_default();
            let message = format!("disassemblers disagree: '{}' is '{}' in SPIRV-Tools", first.0, first.1);
            return Err(Violation { message, instruction: None });
        }
    }
    Ok(())
}

fn disagreement(who: &str, violation: Violation) -> Violation {
    Violation { message: format!("validators disagree, {who}: {}", violation.message), ..violation }
}

fn own(words: &[u32], decoded: Option<&Decoded>, environment: TargetEnv, rules: Rules) -> Verdict {
    let mut options = valid::Options::new(environment.into());
    if rules.is_library {
        options.environment.api = valid::environment::Api::Universal;
    }
    options.before_legalisation = rules.before_legalisation;
    options.max_bound = rules.max_id.unwrap_or(options.max_bound);
    // The caller decides about alignments of addresses (`vk::RawBufferLoad`).
    options.allow_any_alignment = true;
    options.layout = match rules.layout {
        BlockLayout::Relaxed => valid::BlockLayout::Relaxed,
        BlockLayout::Strict => valid::BlockLayout::Standard,
        BlockLayout::Scalar => valid::BlockLayout::Scalar,
    };
    verdict(words, decoded, &options)
}

/// Checks a module that was read from a text, for the environment that the options name, or by the rules of SPIR-V alone.
///
/// # Errors
/// As for [`validate`].
pub(crate) fn validate_read(words: &[u32], options: &Options) -> Result<(), Violation> {
    let named = options.environment().filter(|_| options.target_env.is_some() && !options.takes_kernels());
    match named {
        Some(environment) => {
            validate(words, None, environment, stage_options::rules(options, false), options.optimise.validator)
        }
        None => violation(words, &lenient(Environment::UNIVERSAL)).map_or(Ok(()), Err),
    }
}

/// Checks a module of an earlier run by the rules for a new one.
///
/// # Errors
/// As for [`validate`].
pub fn validate_stored(words: &[u32], options: &Options) -> Result<(), Violation> {
    let environment = options.environment().unwrap_or_default();
    validate(words, None, environment, stage_options::rules(options, false), options.optimise.validator)
}

/// Checks the result of a command, which then tells how to do without.
///
/// # Errors
/// The first rule that it breaks, with the instruction.
pub fn validate_result(words: &[u32], environment: Environment, before_legalisation: bool) -> Result<(), String> {
    let options = valid::Options { before_legalisation, ..lenient(environment) };
    let Err(found) = valid::validate(words, &options) else { return Ok(()) };
    if found.is_unknown {
        return Ok(());
    }
    let place = found.offset.map_or_else(String::new, |offset| format!(" (at byte {offset})"));
    Err(format!("invalid result: {found}{place}; use --no-validate to write it anyway"))
}

/// Rules that devices may relax are left to the user, who knows the device.
fn lenient(environment: Environment) -> valid::Options {
    valid::Options {
        layout: valid::BlockLayout::Scalar,
        scalar_workgroup_layout: true,
        allow_local_size_id: true,
        allow_offset_operand: true,
        allow_any_alignment: true,
        ..valid::Options::new(environment)
    }
}

fn violation(words: &[u32], options: &valid::Options) -> Option<Violation> {
    match verdict(words, None, options) {
        Verdict::Invalid(violation) => Some(violation),
        Verdict::Valid | Verdict::Unknown => None,
    }
}

fn verdict(words: &[u32], decoded: Option<&Decoded>, options: &valid::Options) -> Verdict {
    let checked = match decoded {
        Some((header, insts)) => valid::validate_decoded(*header, insts, options),
        None => valid::validate(words, options),
    };
    match checked {
        Ok(()) => Verdict::Valid,
        Err(found) if found.is_unknown => Verdict::Unknown,
        Err(found) => Verdict::Invalid(Violation { message: found.to_string(), instruction: found.instruction }),
    }
}
