//! The settings as each stage wants to have them.

use crate::checks::Target;
use crate::settings::Options;
use frontend::parse::ParseOptions;
use frontend::preprocess::{Limits, PreprocessOptions};

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
