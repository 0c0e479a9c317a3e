//! The settings as each stage wants to have them.

use crate::checks::Target;
use crate::passes::Needs;
use crate::settings::{Denorm, Options, RichDebug};
use crate::spirv_tools::BlockLayout;
use base::ids::Set;
use base::target::{ALL_OF_KHRONOS, EXTENSIONS};
use codegen::{DebugInfo, DebugLevel, DebugSet, DenormMode};
use frontend::parse::ParseOptions;
use frontend::preprocess::{Limits, PreprocessOptions};
use sema::options::LayoutChoice;

pub(super) fn preprocess(options: &Options, target: Target) -> PreprocessOptions {
    PreprocessOptions {
        macros: options.preprocess.macros.clone(),
        forced_includes: options.preprocess.forced_includes.clone(),
        include_directories: options.preprocess.include_dirs.clone(),
        version: options.language.version,
        profile: target.profile,
        enable_16_bit_types: options.language.native_16bit,
        spirv_version: target.environment.spirv_version(),
        legacy_macro_expansion: options.preprocess.legacy_expansion,
        ignore_line_directives: options.preprocess.ignore_line_directives,
        limits: Limits::default(),
    }
}

pub(super) fn parse(options: &Options) -> ParseOptions {
    ParseOptions { hlsl_version: options.language.version }
}

pub(super) fn check(options: &Options, target: Target) -> sema::options::Options {
    let (language, vulkan, spirv) = (&options.language, &options.vulkan, &options.spirv);
    sema::options::Options {
        version: language.version,
        profile: target.profile,
        entry: options.entry().to_owned(),
        entry_name: spirv.entry_name.clone(),
        target: target.environment,
        native_16bit: language.native_16bit,
        layout: layout(options),
        row_major: language.row_major,
        shifts: vulkan.shifts.clone(),
        auto_shift: vulkan.auto_shift,
        register_bindings: vulkan.register_bindings.clone(),
        globals_binding: vulkan.globals_binding,
        resource_heap: vulkan.resource_heap,
        sampler_heap: vulkan.sampler_heap,
        counter_heap: vulkan.counter_heap,
        default_set: language.auto_binding_space.unwrap_or(0),
        flatten_arrays: spirv.flatten_resource_arrays,
        io_order: vulkan.io_order,
        pack_optimized: vulkan.pack_optimised,
        invert_y: vulkan.invert_y,
        dx_position_w: vulkan.dx_position_w,
        nonzero_base_instance: vulkan.nonzero_base_instance,
        nonzero_base_vertex: vulkan.nonzero_base_vertex,
        ieee_strict: language.ieee_strict,
        unknown_image_format: spirv.unknown_image_format,
    }
}

fn layout(options: &Options) -> LayoutChoice {
    let vulkan = &options.vulkan;
    match (vulkan.dx_layout, vulkan.gl_layout, vulkan.scalar_layout) {
        (true, ..) => LayoutChoice::Dx,
        (false, true, _) => LayoutChoice::Gl,
        (false, false, true) => LayoutChoice::Scalar,
        (false, false, false) => LayoutChoice::Vulkan,
    }
}

/// The layout that the validator holds blocks to.
pub(super) fn block_layout(options: &Options) -> BlockLayout {
    match layout(options) {
        LayoutChoice::Vulkan => BlockLayout::Relaxed,
        LayoutChoice::Gl => BlockLayout::Strict,
        LayoutChoice::Dx | LayoutChoice::Scalar => BlockLayout::Scalar,
    }
}

pub(super) fn emit(options: &Options, target: Target) -> codegen::Options {
    let spirv = &options.spirv;
    codegen::Options {
        target: target.environment,
        allowed_extensions: allowed_extensions(&spirv.extensions),
        // Without SPIRV-Tools this is all there is of a module, and drivers refuse what they do not have.
        untrimmed_capabilities: options.optimise.front_end_only && cfg!(feature = "spirv-tools"),
        debug: debug_level(options),
        debug_info: debug_info(options),
        tool_notes: tool_notes(options),
        reflect: spirv.reflect,
        finite_math_only: options.language.finite_math_only,
        denorm: match options.language.denorm {
            None | Some(Denorm::Any) => DenormMode::Any,
            Some(Denorm::Preserve) => DenormMode::Preserve,
            Some(Denorm::FlushToZero) => DenormMode::FlushToZero,
        },
        vulkan_memory_model: spirv.vulkan_memory_model,
        maximal_reconvergence: spirv.maximal_reconvergence,
        raw_rows: spirv.raw_rows,
        unknown_image_format: spirv.unknown_image_format,
    }
}

/// What a module asks of the passes.
pub(super) fn needs(emitted: &codegen::Output) -> Needs<'_> {
    Needs {
        legalisation: emitted.needs_legalisation,
        vulkan_memory_model: emitted.vulkan_memory_model,
        combined_samplers: &emitted.combined_samplers,
    }
}

/// What the pieces of a text hold with `vulkan-with-source-test`, in bytes.
const SHORT_PIECE: usize = 48;

fn debug_info(options: &Options) -> Option<DebugInfo> {
    let debug = options.spirv.debug;
    Some(DebugInfo {
        set: match debug.rich? {
            RichDebug::OpenCl => DebugSet::OpenCl,
            RichDebug::Vulkan => DebugSet::Vulkan,
        },
        with_source: debug.source,
        text_limit: if debug.short_pieces { SHORT_PIECE } else { DebugInfo::MAX_TEXT },
        before_passes: !options.optimise.front_end_only
            && (options.optimise.level() > 0 || options.optimise.config.is_some()),
        splits_arrays: options.spirv.flatten_resource_arrays,
        compiler: compiler_name(),
        arguments: options.command_line.clone(),
    })
}

fn compiler_name() -> String {
    format!("hlsl2spirv {}", env!("CARGO_PKG_VERSION"))
}

/// The key of the second note is DXC's: debuggers look for it to compile a shader again. One set for debuggers has a
/// place for both.
fn tool_notes(options: &Options) -> Vec<String> {
    if !options.spirv.debug.tool || options.spirv.debug.rich == Some(RichDebug::Vulkan) {
        return Vec::new();
    }
    let mut notes = vec![compiler_name()];
    if !options.command_line.is_empty() {
        let input = options.input.as_deref().unwrap_or_default();
        notes.push(format!("dxc-cl-option: {input}{}", options.command_line));
    }
    notes
}

/// Nothing when all may be used.
fn allowed_extensions(named: &[String]) -> Option<Set<String>> {
    let of_khronos = |name: &&str| name.starts_with("SPV_KHR_");
    let all_of_khronos = || EXTENSIONS.iter().copied().filter(of_khronos).map(str::to_owned).collect::<Vec<_>>();
    let expand = |name: &String| if name == ALL_OF_KHRONOS { all_of_khronos() } else { vec![name.clone()] };
    (!named.is_empty()).then(|| named.iter().flat_map(expand).collect())
}

fn debug_level(options: &Options) -> DebugLevel {
    let debug = options.spirv.debug;
    match debug {
        _ if debug.line => DebugLevel::Line,
        _ if debug.source => DebugLevel::Source,
        _ if debug.file => DebugLevel::File,
        _ => DebugLevel::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{Effect, Group, OPTIONS, OptionRow, Shape};
    use frontend::language::{Profile, Stage};

    /// What no function of this file hands over: the driver prints or refuses, or asks the optimiser or the validator.
    const ELSEWHERE: &[&str] =
        &["-H", "-Zpc", "-default-linkage", "-fspv-print-all", "-fspv-preserve-bindings", "-fspv-preserve-interface"];
    /// What takes another option back, with that option.
    const UNDO: &[(&str, &str)] =
        &[("-fno-finite-math-only", "-ffinite-math-only"), ("-pack-prefix-stable", "-pack-optimized")];

    /// Values that differ from what holds without the option.
    fn values(row: &OptionRow) -> &'static [&'static str] {
        match row.names[0] {
            "HV" => &["2018"],
            "fspv-target-env=" => &["vulkan1.3"],
            "default-linkage" => &["internal"],
            "denorm" => &["ftz"],
            "auto-binding-space" => &["3"],
            "fvk-bind-register" => &["t0", "1", "2", "3"],
            "fvk-stage-io-order=" => &["alpha"],
            "fspv-extension=" => &["SPV_KHR_ray_query"],
            "fspv-debug=" => &["line"],
            _ if row.shape == Shape::Flag => &[""],
            _ if row.value.starts_with('<') && row.shape == Shape::Multi(2) => &["4", "5"],
            _ => &["own"],
        }
    }

    fn apply(options: &mut Options, row: &OptionRow) {
        let Effect::Works(set) = row.effect else { panic!("{} does not work", row.spelling()) };
        if let Err(expected) = set(options, values(row)) {
            panic!("{}: expected {expected}", row.spelling());
        }
    }

    /// All that the stages and the passes are given.
    fn handed_over(options: &Options) -> String {
        let environment = options.spirv.environment().expect("the environment has a name");
        let target = Target { profile: Profile { stage: Stage::Compute, major: 6, minor: 6 }, environment };
        let stages = (preprocess(options, target), parse(options), check(options, target), emit(options, target));
        let recipe = |legalisation| crate::passes::recipe(options, Needs { legalisation, ..Needs::default() });
        format!("{stages:?} {:?} {:?} {:?}", block_layout(options), recipe(false), recipe(true))
    }

    #[test]
    fn every_option_of_a_stage_reaches_it() {
        let groups = [Group::Preprocess, Group::Language, Group::Vulkan, Group::Spirv];
        let works = |row: &&OptionRow| groups.contains(&row.group) && matches!(row.effect, Effect::Works(_));
        for row in OPTIONS.iter().filter(works) {
            let spelling = row.spelling();
            let mut options = Options::default();
            if let Some((_, undone)) = UNDO.iter().find(|(name, _)| *name == spelling) {
                apply(&mut options, OPTIONS.iter().find(|row| row.spelling() == *undone).expect("the option exists"));
            }
            let before = handed_over(&options);
            apply(&mut options, row);
            let reaches = handed_over(&options) != before;
            assert_eq!(reaches, !ELSEWHERE.contains(&spelling.as_str()), "{spelling} reaches a stage: {reaches}");
        }
    }
}
