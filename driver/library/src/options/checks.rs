//! Consistency of the settings, alone and together, before any source is read.

use crate::diagnostics as E;
use crate::options::OPTIONS;
use crate::options::setters::one_of;
use crate::options::settings::{DebugSet, DenormMode, Options, RegisterClass};
use base::diag::Sink;
use base::similar::nearest;
use base::source::Span;
use base::target::{ALL_OF_KHRONOS, EXTENSIONS, KERNEL_TARGETS, KernelTarget, TARGETS, TargetEnv};
use frontend::language::{HlslVersion, Profile, STAGES, Stage};
use spirv::grammar::{INSTRUCTION_TABLE, OperandKind, enumerants};

/// The newest shader model.
pub const NEWEST_MINOR: u32 = 10;

/// The target that the settings name, once it is known to exist.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    /// Stage and shader model.
    pub profile: Profile,
    /// The consumer of the module.
    pub environment: TargetEnv,
    /// The environment for which the module becomes a kernel.
    pub kernel: Option<&'static KernelTarget>,
}

/// Reports inconsistencies. `None` if the settings are unusable.
pub(crate) fn check(options: &Options, sink: &mut Sink) -> Option<Target> {
    let errors = sink.error_count();
    conflicts(options, sink);
    let profile = profile(options, sink);
    let environment = environment(options, sink);
    kernel_rules(options, sink);
    extensions(options, sink);
    debug_information(options, sink);
    output_form(options, sink);
    if let Some(profile) = profile {
        profile_rules(options, profile, sink);
    }
    let kernel = options.kernel_target();
    let target = Target { profile: profile?, environment: environment?, kernel };
    (sink.error_count() == errors).then_some(target)
}

/// The profile, promoted to shader model 6 if it is older. Also used by the preprocessor alone, which can do without.
pub(crate) fn profile(options: &Options, sink: &mut Sink) -> Option<Profile> {
    let Some(text) = options.profile.as_deref() else {
        sink.report(Span::NONE, E::MissingProfile {});
        return None;
    };
    let Ok(Profile { stage, major, minor }) = text.parse() else {
        let prefixes = STAGES.iter().map(|row| row.profile).filter(|prefix| !prefix.is_empty());
        let report = sink.report(Span::NONE, E::UnknownProfile { profile: text.to_owned() });
        report.note(format!("expected one of {} and a shader model, as in ps_6_0", one_of(prefixes)));
        return None;
    };
    if major < 6 {
        let promoted = format!("{}_6_0", stage.row().profile);
        sink.report(Span::NONE, E::PromotedProfile { profile: text.to_owned(), promoted });
        return Some(Profile { stage, major: 6, minor: 0 });
    }
    let known = minor <= NEWEST_MINOR || (stage == Stage::Library && minor == Profile::OFFLINE_MINOR);
    if major > 6 || !known || minor < stage.row().min_minor {
        let report = sink.report(Span::NONE, E::UnknownProfile { profile: text.to_owned() });
        let (prefix, lowest) = (stage.row().profile, stage.row().min_minor);
        report.note(format!("supported {prefix} profiles are {prefix}_6_{lowest} to {prefix}_6_{NEWEST_MINOR}"));
        return None;
    }
    Some(Profile { stage, major, minor })
}

/// Returns whether the target environment exists, the only requirement of a compiled module.
pub(crate) fn environment_exists(options: &Options, sink: &mut Sink) -> bool {
    environment(options, sink).is_some()
}

fn environment(options: &Options, sink: &mut Sink) -> Option<TargetEnv> {
    let found = options.environment();
    if found.is_none() {
        let name = options.target_env.clone().unwrap_or_default();
        let report = sink.report(Span::NONE, E::UnknownEnvironment { name });
        report.note(format!("allowed options are {}", one_of(environment_names())));
    }
    found
}

/// All target environments.
pub fn environment_names() -> impl Iterator<Item = &'static str> {
    TARGETS.iter().map(|row| row.name).chain(KERNEL_TARGETS.iter().map(|row| row.name))
}

/// All profiles of shader model 6.
pub fn profile_names() -> Vec<String> {
    let stages = STAGES.iter().filter(|row| !row.profile.is_empty());
    stages.flat_map(|row| (row.min_minor..=NEWEST_MINOR).map(|minor| format!("{}_6_{minor}", row.profile))).collect()
}

/// Options for kernels alone, and those that exclude kernels.
fn kernel_rules(options: &Options, sink: &mut Sink) {
    let kernel = options.kernel_target();
    let contradictions = [
        (options.optimise.front_end_only, "-fcgl"),
        (options.optimise.config.is_some(), "-Oconfig="),
        (options.emission.vulkan_memory_model, "-fspv-use-vulkan-memory-model"),
    ];
    for (_, first) in contradictions.into_iter().filter(|(given, _)| *given && kernel.is_some()) {
        let second = format!("-fspv-target-env={}", kernel.map_or("", |row| row.name));
        sink.report(Span::NONE, E::Conflict { first: first.to_owned(), second });
    }
}

/// Checks that allowed extensions exist: a misspelled one would allow nothing.
fn extensions(options: &Options, sink: &mut Sink) {
    for name in options.emission.allowed_extensions.iter().flatten() {
        if name == ALL_OF_KHRONOS || known_extensions().any(|known| known == name) {
            continue;
        }
        let near = nearest(name, known_extensions());
        let report = sink.report(Span::NONE, E::UnknownExtension { name: name.clone() });
        report.note(match near {
            Some(near) => format!("did you mean '{near}'?"),
            None => format!("{ALL_OF_KHRONOS} is for all extensions of Khronos"),
        });
    }
}

/// The extensions that a module of this compiler may use, and all others of the grammar.
fn known_extensions() -> impl Iterator<Item = &'static str> {
    let of_capabilities = enumerants(OperandKind::Capability).iter().flat_map(|row| row.extensions);
    let of_instructions = INSTRUCTION_TABLE.iter().flat_map(|row| row.extensions);
    EXTENSIONS.iter().chain(of_capabilities).chain(of_instructions).copied()
}

/// Warns that one debug set has less information.
fn debug_information(options: &Options, sink: &mut Sink) {
    if options.emission.debug.set == Some(DebugSet::OpenCl) {
        sink.report(Span::NONE, E::LesserDebugInfo { option: "-fspv-debug=rich".to_owned() });
    }
}

/// Warns once about options and names for DXIL without `-spirv`.
fn output_form(options: &Options, sink: &mut Sink) {
    if options.was_given("spirv") {
        return;
    }
    let is_container = |file: &&String| [".dxil", ".dxbc", ".cso"].iter().any(|end| file.ends_with(end));
    let what = match options.output.object.as_ref().filter(is_container) {
        Some(file) => format!("output name '{file}'"),
        None if OPTIONS.iter().any(|row| row.concerns_dxil() && options.was_given(row.names[0])) => {
            "an option".to_owned()
        }
        None => return,
    };
    sink.report(Span::NONE, E::SpirvAnyway { what });
}

/// Options that contradict each other.
fn conflicts(options: &Options, sink: &mut Sink) {
    let analysis = &options.analysis;
    let shift_option = analysis.shifts.first().map(|shift| format!("-fvk-{}-shift", letter(shift.class)));
    let given = |first, second| options.was_given(first) && options.was_given(second);
    let pairs = [
        (given("fvk-use-dx-layout", "fvk-use-gl-layout"), "-fvk-use-dx-layout", "-fvk-use-gl-layout"),
        (given("Zpr", "Zpc"), "-Zpr", "-Zpc"),
        (options.optimise.config.is_some() && options.optimise.level.is_some(), "-Oconfig=", "-O0 to -O3"),
        (
            shift_option.is_some() && !analysis.register_bindings.is_empty(),
            shift_option.as_deref().unwrap_or_default(),
            "-fvk-bind-register",
        ),
    ];
    for (_, first, second) in pairs.into_iter().filter(|(contradict, ..)| *contradict) {
        sink.report(Span::NONE, E::Conflict { first: first.to_owned(), second: second.to_owned() });
    }
    for shift in analysis.shifts.iter().filter(|shift| shift.space.is_none()) {
        if analysis.shifts.iter().filter(|other| other.class == shift.class).count() > 1 {
            let option = format!("-fvk-{}-shift", letter(shift.class));
            sink.report(Span::NONE, E::Conflict { first: format!("{option} with all"), second: option });
            return;
        }
    }
}

fn letter(class: RegisterClass) -> char {
    match class {
        RegisterClass::B => 'b',
        RegisterClass::T => 't',
        RegisterClass::S => 's',
        RegisterClass::U => 'u',
    }
}

/// Requirements of options on the profile.
fn profile_rules(options: &Options, profile: Profile, sink: &mut Sink) {
    let analysis = &options.analysis;
    let mut require = |missing: bool, option: &str, what: &str| {
        if missing {
            sink.report(Span::NONE, E::Requires { option: option.to_owned(), what: what.to_owned() });
        }
    };
    require(analysis.native_16bit && profile.minor < 2, "-enable-16bit-types", "shader model 6.2 or later");
    require(analysis.native_16bit && analysis.version < HlslVersion::V2018, "-enable-16bit-types", "-HV 2018 or later");
    let denorm = options.emission.denorm != DenormMode::Any;
    require(denorm && profile.minor < 2, "-denorm", "shader model 6.2 or later");
    let writes_position =
        matches!(profile.stage, Stage::Vertex | Stage::Domain | Stage::Geometry | Stage::Mesh | Stage::Library);
    if analysis.invert_y && !writes_position {
        sink.report(Span::NONE, E::InvertYStage { stage: profile.stage.row().attribute.to_owned() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(line: &str) -> Vec<&'static str> {
        let parsed = crate::options::args::parse(&line.split(' ').collect::<Vec<_>>());
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let mut sink = Sink::default();
        check(&parsed.options, &mut sink);
        sink.diagnostics().iter().map(|diagnostic| diagnostic.row.code).collect()
    }

    #[test]
    fn profiles_have_a_stage_and_a_shader_model() {
        for fine in ["ps_6_0", "cs_6_10", "lib_6_3", "lib_6_x", "ms_6_5"] {
            assert_eq!(codes(&format!("-T {fine}")), [""; 0], "{fine}");
        }
        for wrong in ["ps_6_11", "ms_6_0", "xs_6_0", "ps", "ps_6", "ps_6_0_0", "ps_7_0", "ps_6_x", "invalid", ""] {
            assert_eq!(codes(&format!("-T {wrong}")), ["E5101"], "{wrong}");
        }
        for old in ["vs_5_0", "ps_2_0", "ps_4_0_level_9_1"] {
            assert_eq!(codes(&format!("-T {old}")), ["W5002"], "{old}");
        }
        assert_eq!(codes("-E main"), ["E5007"]);
    }

    #[test]
    fn contradictions_are_reported() {
        let wrong = [
            ("-fvk-use-dx-layout -fvk-use-gl-layout", "E5005"),
            ("-Zpr -Zpc", "E5005"),
            ("-Oconfig=-O -O3", "E5005"),
            ("-fvk-t-shift 1 0 -fvk-bind-register t0 0 0 0", "E5005"),
            ("-fvk-t-shift 1 all -fvk-t-shift 2 0", "E5005"),
            ("-enable-16bit-types", "E5006"),
            ("-denorm preserve", "E5006"),
            ("-fvk-invert-y", "E5103"),
            ("-fspv-target-env=vulkan9", "E5102"),
            ("-fspv-extension=SPV_KHR_no_such", "W5170"),
            ("-fspv-debug=rich", "W5005"),
        ];
        for (line, code) in wrong {
            assert_eq!(codes(&format!("-T cs_6_0 {line}")), [code], "{line}");
        }
        assert_eq!(codes("-T cs_6_2 -enable-16bit-types -HV 2017"), ["E5006"]);
        assert_eq!(codes("-T cs_6_2 -enable-16bit-types -denorm any"), [""; 0]);
    }
}
