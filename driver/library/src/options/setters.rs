//! The setters of the rows of [`crate::options`]: values to settings.
//!
//! A setter that rejects its value returns what it expected; the parser of the command line makes the message.

use crate::options::settings::{
    Binding, BindingShift, CommandLineMacro, DebugInfo, DebugLevel, DebugSet, Emit, Format, HlslVersion, Information,
    LayoutChoice, Optimiser, Options, RegisterBinding, RegisterClass, Validator,
};

/// The result of a setter: nothing, or what it expected.
type Set = Result<(), String>;

/// Switches something on.
pub(crate) fn flag(target: &mut bool) -> Set {
    *target = true;
    Ok(())
}

/// `-fspv-use-descriptor-heap` and `-fspv-use-emulated-heap`: the last one counts.
pub(crate) fn heaps(options: &mut Options, native: bool) -> Set {
    options.analysis.native_heaps = native;
    Ok(())
}

/// Keeps the last text.
pub(crate) fn text(target: &mut Option<String>, values: &[&str]) -> Set {
    *target = Some(values[0].to_owned());
    Ok(())
}

/// Collects texts.
pub(crate) fn list(target: &mut Vec<String>, values: &[&str]) -> Set {
    target.extend(values.iter().map(|&value| value.to_owned()));
    Ok(())
}

/// Looks up a name.
pub(crate) fn choice<T: Copy>(names: &[(&str, T)], value: &str) -> Result<T, String> {
    let found = names.iter().find(|(name, _)| *name == value);
    found.map(|&(_, chosen)| chosen).ok_or_else(|| one_of(names.iter().map(|(name, _)| *name)))
}

/// `a, b or c`.
pub(crate) fn one_of<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<_> = names.into_iter().collect();
    match names.as_slice() {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// An unsigned number.
pub(crate) fn number(value: &str) -> Result<u32, String> {
    value.parse().map_err(|_| "a non-negative number".to_owned())
}

/// A hexadecimal number above zero, with or without `0x`.
pub(crate) fn hexadecimal(value: &str) -> Result<u32, String> {
    let digits = value.strip_prefix("0x").unwrap_or(value);
    match u32::from_str_radix(digits, 16) {
        Ok(number) if number > 0 => Ok(number),
        Ok(_) | Err(_) => Err("a positive hexadecimal number".to_owned()),
    }
}

pub(crate) fn information(options: &mut Options, what: Information) -> Set {
    options.information = Some(what);
    Ok(())
}

pub(crate) fn language_version(options: &mut Options, values: &[&str]) -> Set {
    options.analysis.version = choice(HlslVersion::NAMES, values[0])?;
    Ok(())
}

pub(crate) fn emit(options: &mut Options, values: &[&str]) -> Set {
    for value in values {
        let state = choice(Emit::NAMES, value)?;
        options.output.emit.push(state);
    }
    Ok(())
}

/// `--mlir-version`.
pub(crate) fn mlir_version(options: &mut Options, values: &[&str]) -> Set {
    options.output.own_dialect = match values[0] {
        "none" => true,
        version if version.parse() == Ok(dialect::spirv::mlir::NEWEST) => false,
        _ => return Err(format!("{} or none", dialect::spirv::mlir::NEWEST)),
    };
    Ok(())
}

/// `-MQ`.
pub(crate) fn quoted_target(options: &mut Options, values: &[&str]) -> Set {
    options.output.dependency_targets.push(crate::files::outputs::for_make(values[0]));
    Ok(())
}

pub(crate) fn define(options: &mut Options, values: &[&str]) -> Set {
    let (name, value) = match values[0].split_once('=') {
        Some((name, value)) => (name, Some(value.to_owned())),
        None => (values[0], None),
    };
    let starts_well = name.starts_with(|first: char| matches!(first, '_' | '$') || first.is_alphabetic());
    if !starts_well {
        return Err("a macro name".to_owned());
    }
    options.preprocess.macros.push(CommandLineMacro::Define(name.to_owned(), value));
    Ok(())
}

pub(crate) fn undefine(options: &mut Options, values: &[&str]) -> Set {
    options.preprocess.macros.push(CommandLineMacro::Undefine(values[0].to_owned()));
    Ok(())
}

pub(crate) fn shift(options: &mut Options, class: RegisterClass, values: &[&str]) -> Set {
    let amount = number(values[0])?;
    let space = match values[1] {
        "all" => None,
        space => Some(number(space).map_err(|expected| format!("{expected}, or all"))?),
    };
    options.analysis.shifts.push(BindingShift { class, amount, space });
    Ok(())
}

pub(crate) fn binding(target: &mut Option<Binding>, values: &[&str]) -> Set {
    *target = Some(Binding { binding: number(values[0])?, set: number(values[1])? });
    Ok(())
}

pub(crate) fn bind_register(options: &mut Options, values: &[&str]) -> Set {
    let expected = || "a register such as t0 or b12".to_owned();
    let mut letters = values[0].chars();
    let class = letters.next().map(|letter| letter.to_ascii_lowercase());
    let class = class.filter(|letter| "btsu".contains(*letter)).ok_or_else(expected)?;
    let number_of = number(letters.as_str()).map_err(|_| expected())?;
    let space = number(values[1])?;
    let binding = Binding { binding: number(values[2])?, set: number(values[3])? };
    options.analysis.register_bindings.push(RegisterBinding { class, number: number_of, space, binding });
    Ok(())
}

/// Collects extensions; several may be in one option, with commas between them.
pub(crate) fn extension(options: &mut Options, values: &[&str]) -> Set {
    let allowed = options.emission.allowed_extensions.get_or_insert_default();
    allowed.extend(values[0].split(',').map(|name| name.trim().to_owned()));
    Ok(())
}

/// Each kind implies those that it needs.
pub(crate) fn debug(options: &mut Options, values: &[&str]) -> Set {
    let none = DebugInfo::default();
    let at = |level| DebugInfo { level, ..none };
    let rich = |set, with_source| DebugInfo { set: Some(set), with_source, ..at(DebugLevel::Line) };
    let kinds = [
        ("file", at(DebugLevel::File)),
        ("source", DebugInfo { with_source: true, ..at(DebugLevel::Source) }),
        ("line", DebugInfo { with_source: true, ..at(DebugLevel::Line) }),
        ("tool", DebugInfo { tool: true, ..none }),
        ("rich", rich(DebugSet::OpenCl, false)),
        ("rich-with-source", rich(DebugSet::OpenCl, true)),
        ("vulkan", rich(DebugSet::Vulkan, false)),
        ("vulkan-with-source", rich(DebugSet::Vulkan, true)),
        ("vulkan-with-source-test", DebugInfo { short_pieces: true, ..rich(DebugSet::Vulkan, true) }),
    ];
    let kind = choice(&kinds, values[0])?;
    let before = if options.was_given(DEBUG) { options.emission.debug } else { none };
    options.emission.debug = DebugInfo {
        level: before.level.max(kind.level),
        with_source: before.with_source || kind.with_source,
        tool: before.tool || kind.tool,
        set: kind.set.or(before.set),
        short_pieces: before.short_pieces || kind.short_pieces,
    };
    Ok(())
}

/// The option with more detail than `-Zi`, which has precedence.
const DEBUG: &str = "fspv-debug=";

/// `-Zi`.
pub(crate) fn debug_info(options: &mut Options) -> Set {
    if !options.was_given(DEBUG) {
        let (level, with_source, tool) = (DebugLevel::Line, true, true);
        options.emission.debug = DebugInfo { level, with_source, tool, ..DebugInfo::default() };
    }
    Ok(())
}

/// The scalar layout gives way to the others, wherever they stand: some clients ask for it and for that of Direct3D.
pub(crate) fn layout(options: &mut Options, layout: LayoutChoice) -> Set {
    let gives_way = match options.analysis.layout {
        LayoutChoice::Gl | LayoutChoice::Dx => layout == LayoutChoice::Scalar,
        LayoutChoice::Vulkan | LayoutChoice::Scalar => false,
    };
    if !gives_way {
        options.analysis.layout = layout;
    }
    Ok(())
}

pub(crate) fn level(options: &mut Options, level: u8) -> Set {
    options.optimise.level = Some(level);
    Ok(())
}

pub(crate) fn optimiser(options: &mut Options, value: &str) -> Set {
    options.optimise.optimiser = Some(match value {
        "own" => Optimiser::Own,
        "spirv-tools" => Optimiser::SpirvTools,
        _ => return Err("own or spirv-tools".to_owned()),
    });
    Ok(())
}

pub(crate) fn validator(options: &mut Options, value: &str) -> Set {
    options.optimise.validator = match value {
        "own" => Validator::Own,
        "spirv-tools" => Validator::SpirvTools,
        "both" => Validator::Both,
        _ => return Err("own, spirv-tools or both".to_owned()),
    };
    Ok(())
}

pub(crate) fn config(options: &mut Options, values: &[&str]) -> Set {
    if options.optimise.config.is_some() {
        return Err("a single option with all passes".to_owned());
    }
    options.optimise.config = Some(values.iter().map(|&pass| pass.to_owned()).collect());
    Ok(())
}

pub(crate) fn format(options: &mut Options, values: &[&str]) -> Set {
    options.diagnostics.format = choice(Format::NAMES, values[0])?;
    Ok(())
}

/// `-W…`: the last word on a warning counts.
pub(crate) fn warning(options: &mut Options, values: &[&str]) -> Set {
    let diagnostics = &mut options.diagnostics;
    let policy = &mut diagnostics.policy;
    let (wanted, name) = match values[0].strip_prefix("no-") {
        Some(name) => (false, name),
        None => (true, values[0]),
    };
    match (name.strip_prefix("error="), name, wanted) {
        (Some(group), _, true) => {
            policy.disabled_groups.shift_remove(group);
            policy.warning_groups.shift_remove(group);
            policy.error_groups.insert(group.to_owned());
            diagnostics.named_groups.push(group.to_owned());
        }
        (Some(group), _, false) => {
            policy.error_groups.shift_remove(group);
            policy.warning_groups.insert(group.to_owned());
        }
        (None, "error", _) => policy.warnings_are_errors = wanted,
        (None, "everything", true) => {
            policy.enables_all = true;
            policy.disabled_groups.clear();
        }
        (None, "everything", false) => {
            policy.enables_all = false;
            policy.enabled_groups.clear();
            policy.error_groups.clear();
            // Some warnings have no group.
            let groups = crate::tables::warning_groups().chain([""]);
            policy.disabled_groups.extend(groups.map(str::to_owned));
        }
        (None, "all" | "extra" | "deprecated", _) => {}
        (None, group, true) => {
            policy.disabled_groups.shift_remove(group);
            policy.enabled_groups.insert(group.to_owned());
            diagnostics.named_groups.push(group.to_owned());
        }
        (None, group, false) => {
            policy.enabled_groups.shift_remove(group);
            policy.disabled_groups.insert(group.to_owned());
        }
    }
    Ok(())
}
