//! The texts that are preprocessed before the main file: predefined macros and the command line's.

use super::builtin::quoted;
use super::{CommandLineMacro, Facts, PreprocessOptions};
use base::digits::Digits;
use std::fmt::Write;

/// The release of the compiler whose features this one offers; shaders ask for it.
const COMPILER_VERSION: &[(&str, u32)] = &[
    ("__DXC_VERSION_MAJOR", 1),
    ("__DXC_VERSION_MINOR", 9),
    ("__DXC_VERSION_RELEASE", 0),
    ("__DXC_VERSION_COMMITS", 15466),
];

/// Definitions of the predefined macros.
pub(super) fn predefined(of: &Facts) -> String {
    let profile = of.profile;
    let stage = profile.stage.row();
    let (spirv_major, spirv_minor) = of.spirv_version;
    let mut facts = vec![
        ("__hlsl_dx_compiler", 1),
        ("__HLSL_VERSION", of.version.number()),
        ("__SHADER_TARGET_STAGE", stage.number),
        ("__SHADER_TARGET_MAJOR", profile.major),
        ("__SHADER_TARGET_MINOR", profile.minor),
        ("__spirv__", 1),
        ("__SPIRV_MAJOR_VERSION__", u32::from(spirv_major)),
        ("__SPIRV_MINOR_VERSION__", u32::from(spirv_minor)),
    ];
    facts.extend_from_slice(COMPILER_VERSION);
    if of.native_16bit {
        facts.push(("__HLSL_ENABLE_16_BIT", 1));
    }
    let mut text = String::with_capacity(1024);
    for (name, value) in facts {
        define(&mut text, &[name], value);
    }
    for stage in crate::language::STAGES.iter().filter(|row| !row.macro_suffix.is_empty()) {
        define(&mut text, &["__SHADER_STAGE_", stage.macro_suffix], stage.number);
    }
    text
}

/// What `-D`, `-U` and `-include` stand for.
pub(super) fn command_line(options: &PreprocessOptions) -> String {
    let mut text = String::new();
    for option in &options.macros {
        match option {
            CommandLineMacro::Define(name, value) => {
                let value = value.as_deref().unwrap_or("1");
                line(&mut text, &format!("#define {name} {value}"));
            }
            CommandLineMacro::Undefine(name) => line(&mut text, &format!("#undef {name}")),
        }
    }
    for path in &options.forced_includes {
        line(&mut text, &format!("#include {}", quoted(&path.replace('\\', "/"))));
    }
    text
}

/// Adds the definition of a name, which comes in parts.
fn define(text: &mut String, name: &[&str], value: u32) {
    text.push_str("#define ");
    name.iter().for_each(|part| text.push_str(part));
    text.push(' ');
    text.push_str(Digits::of(value).as_str());
    text.push('\n');
}

/// Adds a line of which nothing can leak into the next one.
fn line(text: &mut String, content: &str) {
    let first = content.lines().next().unwrap_or("");
    writeln!(text, "{}", first.trim_end_matches('\\')).expect("writing to a string cannot fail");
}
