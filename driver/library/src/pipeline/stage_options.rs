//! The options of each stage: its own part of the settings, completed by those that depend on several settings.

use crate::options::checks::Target;
use crate::options::settings::{Analysis, Emission, LayoutChoice, Optimise, Optimiser, Options, PreprocessOptions};
use crate::pipeline::passes::Needs;
use crate::pipeline::spirv_tools::{BlockLayout, Preserve, Rules};
use codegen::Call;
use frontend::parse::ParseOptions;
use frontend::preprocess::Facts;
use sema::options::Unit;

pub(crate) fn preprocess(options: &Options, target: Target) -> PreprocessOptions {
    let facts = Facts {
        version: options.analysis.version,
        profile: target.profile,
        native_16bit: options.analysis.native_16bit,
        spirv_version: target.environment.spirv_version(),
        linear_algebra: linear_algebra(options),
    };
    let mut own = options.preprocess.clone();
    own.facts = facts;
    own
}

/// The extensions of linear algebra that may be used; the bits are known to `headers/dx/linalg.h`.
fn linear_algebra(options: &Options) -> u32 {
    if options.linear_algebra_in_loops {
        return LAYOUTS_OF_OUR_OWN;
    }
    let is_allowed = |name| options.emission.allowed_extensions.is_none() || options.emission.allows_extension(name);
    let bits = LINEAR_ALGEBRA.iter().enumerate();
    bits.fold(0, |all, (bit, name)| all | u32::from(is_allowed(name)) << bit)
}

/// The bit behind the extensions: there is no device with layouts of its own.
const LAYOUTS_OF_OUR_OWN: u32 = 1 << LINEAR_ALGEBRA.len();

const LINEAR_ALGEBRA: &[&str] = &[
    "SPV_KHR_cooperative_matrix",
    "SPV_EXT_cooperative_matrix_maintenance1",
    "SPV_NV_cooperative_matrix2",
    "SPV_NV_cooperative_vector",
    "SPV_EXT_shader_atomic_float_add",
];

pub(crate) fn parse(options: &Options) -> ParseOptions {
    ParseOptions { version: options.analysis.version }
}

pub(crate) fn check(options: &Options, target: Target) -> Analysis {
    let unit = Unit { profile: target.profile, entry: options.entry().to_owned(), target: target.environment };
    let mut own = options.analysis.clone();
    own.unit = unit;
    own
}

/// All settings that decide what parser and analysis say of a function's body, as text. The entry point's name does not.
pub(crate) fn seen_by_analysis(options: &Options, target: Target) -> String {
    let mut analysis = check(options, target);
    analysis.unit.entry = String::new();
    format!("{:?} {analysis:?} {:?}", parse(options), options.diagnostics.policy)
}

pub(crate) fn emit(options: &Options, target: Target) -> Emission {
    let optimise = &options.optimise;
    let call = Call {
        compiler: format!("hlsl2spirv {}", env!("CARGO_PKG_VERSION")),
        input: options.input.clone().unwrap_or_default(),
        arguments: options.command_line.clone(),
        has_passes: !optimise.front_end_only && (optimise.level() > 0 || optimise.config.is_some()),
        drops_unused: target.kernel.is_none() && drops_unused(optimise),
        flatten_arrays: options.analysis.flatten_arrays,
        untrimmed_capabilities: optimise.front_end_only,
    };
    let mut own = options.emission.clone();
    (own.target, own.call) = (target.environment, call);
    own
}

/// Returns whether all passes of our own run, without settings that keep resources or show the module before them.
fn drops_unused(optimise: &Optimise) -> bool {
    let runs_all = !optimise.front_end_only && optimise.level() > 0 && optimise.config.is_none();
    let is_own = optimise.optimiser != Some(Optimiser::SpirvTools);
    runs_all && is_own && !optimise.preserve_bindings && !optimise.print_all
}

/// The passes that a module needs.
pub(super) fn needs(emitted: &codegen::Output) -> Needs<'_> {
    Needs {
        legalisation: emitted.needs_legalisation,
        combined_samplers: &emitted.combined_samplers,
        is_spelled: !emitted.spelled.is_empty(),
    }
}

/// The options of our own passes.
pub(super) fn own_passes(options: &Options, needs: Needs<'_>) -> opt::Options {
    let optimise = &options.optimise;
    opt::Options {
        level: if optimise.level() == 0 { opt::Level::Legal } else { opt::Level::Full },
        keep_interface: optimise.preserve_interface,
        keep_bindings: optimise.preserve_bindings,
        flatten_arrays: options.analysis.flatten_arrays,
        reduce_loads: optimise.reduce_load_size,
        combined_samplers: needs.combined_samplers.to_vec(),
        is_vouched_for: !needs.is_spelled,
        is_unchecked: optimise.skip_validation,
    }
}

/// Declarations that SPIRV-Tools' passes must keep.
pub(super) fn preserve(options: &Options) -> Preserve {
    Preserve { interface: options.optimise.preserve_interface, bindings: options.optimise.preserve_bindings }
}

/// The options of the validator.
pub(crate) fn rules(options: &Options, before_legalisation: bool) -> Rules {
    let layout = match options.analysis.layout {
        LayoutChoice::Vulkan => BlockLayout::Relaxed,
        LayoutChoice::Gl => BlockLayout::Strict,
        LayoutChoice::Dx | LayoutChoice::Scalar => BlockLayout::Scalar,
    };
    Rules { layout, max_id: options.optimise.max_id, before_legalisation, is_library: false }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{Effect, OPTIONS, OptionRow, Shape};
    use base::diag::Sink;

    /// Options that repeat a default, and conflict with other options or values.
    const WITHOUT_EFFECT: &[&str] = &["-default-linkage", "-Zpc"];
    /// Options that revert another one or need it, with that option.
    const UNDO: &[(&str, &str)] = &[
        ("-fno-finite-math-only", "-ffinite-math-only"),
        ("-O1", "-O0"),
        ("-O2", "-O0"),
        ("-O3", "-O0"),
        ("-fdiagnostics-show-option", "-fno-diagnostics-show-option"),
        ("-fspv-use-emulated-heap", "-fspv-use-descriptor-heap"),
    ];

    /// Values other than the default.
    fn values(row: &OptionRow) -> &'static [&'static str] {
        match row.names[0] {
            "T" => &["lib_6_7"],
            "HV" => &["2018"],
            "fspv-target-env=" => &["vulkan1.3"],
            "emit=" => &["ast"],
            "mlir-version=" => &["none"],
            "default-linkage" => &["internal"],
            "denorm" => &["ftz"],
            "auto-binding-space" => &["3"],
            "fvk-bind-register" => &["t0", "1", "2", "3"],
            "fvk-stage-io-order=" => &["alpha"],
            "fspv-extension=" => &["SPV_KHR_ray_query"],
            "fspv-debug=" => &["line"],
            "fspv-max-id" => &["fff"],
            "fspv-validator=" => &["both"],
            "W" => &["no-conversion"],
            "fdiagnostics-format=" => &["json"],
            "fdiagnostics-color=" => &["always"],
            "ferror-limit=" => &["7"],
            _ => match row.shape {
                Shape::Flag => &[],
                Shape::Multi(2) => &["4", "5"],
                Shape::Multi(_) => panic!("which values has {}?", row.spelling()),
                Shape::Joined | Shape::Separate | Shape::JoinedOrSeparate | Shape::CommaJoined => &["own"],
            },
        }
    }

    fn on_command_line(row: &OptionRow) -> Vec<String> {
        let values = values(row);
        match row.shape {
            Shape::Joined | Shape::CommaJoined => vec![row.spelling() + values[0]],
            Shape::Flag | Shape::Separate | Shape::JoinedOrSeparate | Shape::Multi(_) => {
                [row.spelling()].into_iter().chain(values.iter().map(|&value| value.to_owned())).collect()
            }
        }
    }

    fn settings(words: &[String]) -> Options {
        let profile = ["-T", "lib_6_6"].map(str::to_owned);
        let parsed = crate::options::args::parse(&[&profile, words].concat());
        assert!(parsed.diagnostics.is_empty(), "{words:?}: {:?}", parsed.diagnostics);
        // Debug information contains the command line, which every option changes.
        Options { command_line: String::new(), ..parsed.options }
    }

    /// The options of all stages, the passes and the validator, and the driver's own settings.
    fn handed_over(options: &Options) -> String {
        let mut sink = Sink::default();
        let target = crate::options::checks::check(options, &mut sink);
        let target = target.unwrap_or_else(|| panic!("{:?}: {:?}", options.given, sink.diagnostics()));
        let stages = (preprocess(options, target), parse(options), check(options, target), emit(options, target));
        let recipe =
            |legalisation| crate::pipeline::passes::recipe(options, Needs { legalisation, ..Needs::default() });
        let passes = (recipe(false), recipe(true), own_passes(options, Needs::default()), preserve(options));
        let optimise = &options.optimise;
        let own = (
            optimise.optimiser,
            optimise.validator,
            optimise.skip_validation,
            optimise.print_all,
            optimise.time_report,
        );
        let command = (options.information, options.import_functions, &options.output, &options.diagnostics);
        format!("{stages:?} {passes:?} {:?} {own:?} {command:?}", rules(options, false))
    }

    #[test]
    fn every_option_with_an_effect_changes_the_options_of_a_stage() {
        for row in OPTIONS.iter().filter(|row| matches!(row.effect, Effect::Works(_))) {
            let spelling = row.spelling();
            let undone = UNDO.iter().find(|(name, _)| *name == spelling).map(|(_, undone)| (*undone).to_owned());
            let before: Vec<String> = undone.into_iter().collect();
            let after = [before.clone(), on_command_line(row)].concat();
            let changes = handed_over(&settings(&before)) != handed_over(&settings(&after));
            let excused = WITHOUT_EFFECT.contains(&spelling.as_str());
            assert_eq!(changes, !excused, "{spelling} changes what the caller gets: {changes}");
        }
    }
}
