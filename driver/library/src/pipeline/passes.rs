//! The recipes of passes for a module, as flags of spirv-opt.
//!
//! Owns the order alone; running them is [`crate::pipeline::spirv_tools`]'s. One list, so that all passes share one parse of the
//! module.

pub mod names;

use crate::options::settings::{DebugSet, Options};

/// The passes that a module needs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Needs<'a> {
    /// It is not valid before it is legalised.
    pub legalisation: bool,
    /// Sets and bindings where a texture and a sampler become one variable.
    pub combined_samplers: &'a [(u32, u32)],
    /// Parts of it are SPIR-V from the source, which may break any rule.
    pub is_spelled: bool,
}

/// The passes for a module. Empty when nothing has to run.
pub(crate) fn recipe(options: &Options, needs: Needs<'_>) -> Vec<String> {
    let mut passes = Vec::new();
    if options.optimise.front_end_only {
        return passes;
    }
    if needs.legalisation || are_asked_for(options) {
        legalise(&mut passes, options, needs.combined_samplers);
    }
    match &options.optimise.config {
        Some(config) => passes.extend(config.iter().cloned()),
        None if options.optimise.level() > 0 => add(&mut passes, OPTIMISE),
        None => {}
    }
    if options.emission.debug.set == Some(DebugSet::Vulkan) {
        add(&mut passes, &["--fix-opextinst-opcodes"]);
    }
    add(&mut passes, TRIM);
    passes
}

/// Returns whether options ask for the effect of legalisation passes.
pub(crate) fn are_asked_for(options: &Options) -> bool {
    let optimise = &options.optimise;
    options.analysis.flatten_arrays || optimise.reduce_load_size || optimise.fix_call_arguments
}

/// Legalises code that relies on inlining: resources in variables, pointers as arguments.
const LEGALISE: &[&str] = &["--legalize-hlsl"];
/// An array of resources becomes one variable per element. The indices must be constants by then.
const FLATTEN_ARRAYS: &[&str] = &[
    "--replace-desc-array-access-using-var-index",
    "--eliminate-dead-code-aggressive",
    "--descriptor-array-scalar-replacement",
    "--eliminate-dead-code-aggressive",
];
/// A struct of resources becomes one variable per member.
const FLATTEN_STRUCTS: &[&str] = &["--descriptor-composite-scalar-replacement", "--eliminate-dead-code-aggressive"];
const REDUCE_LOADS: &[&str] = &["--reduce-load-size=1.1", "--eliminate-dead-code-aggressive"];
/// Ids are renumbered before built-ins are marked volatile, which the validator requires in ray tracing stages.
const FINISH_LEGALISATION: &[&str] = &["--compact-ids", "--spread-volatile-semantics"];
/// The front end declares the capabilities that it may need; this drops the unused ones.
const TRIM: &[&str] = &["--trim-capabilities"];
const OPTIMISE: &[&str] = &["-O", "--spread-volatile-semantics", "--compact-ids"];

/// Returns whether a pass of a recipe is the first part of legalisation.
pub(crate) fn legalises(pass: &str) -> bool {
    LEGALISE.contains(&pass)
}

fn legalise(passes: &mut Vec<String>, options: &Options, combined_samplers: &[(u32, u32)]) {
    add(passes, LEGALISE);
    if options.analysis.flatten_arrays {
        add(passes, FLATTEN_ARRAYS);
    }
    add(passes, FLATTEN_STRUCTS);
    if !combined_samplers.is_empty() {
        let places: Vec<String> = combined_samplers.iter().map(|(set, binding)| format!("{set}:{binding}")).collect();
        passes.push(format!("--convert-to-sampled-image={}", places.join(" ")));
        add(passes, &["--eliminate-dead-code-aggressive"]);
    }
    if options.optimise.reduce_load_size {
        add(passes, REDUCE_LOADS);
    }
    add(passes, FINISH_LEGALISATION);
    // The remaining calls are those of functions that must not be inlined; they take whole variables.
    add(passes, &["--fix-func-call-param"]);
}

fn add(passes: &mut Vec<String>, flags: &[&str]) {
    passes.extend(flags.iter().map(|&flag| flag.to_owned()));
}

/// All passes that a recipe can name.
#[cfg(all(test, feature = "spirv-tools"))]
pub(crate) fn every_pass_of_a_recipe() -> Vec<String> {
    let mut options = Options::default();
    options.analysis.flatten_arrays = true;
    options.optimise.reduce_load_size = true;
    options.optimise.fix_call_arguments = true;
    options.emission.debug.set = Some(DebugSet::Vulkan);
    recipe(&options, Needs { legalisation: true, combined_samplers: &[(0, 1), (2, 3)], is_spelled: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEGALISED: Needs<'_> = Needs { legalisation: true, combined_samplers: &[], is_spelled: false };

    #[test]
    fn the_front_end_module_stays_as_it_is() {
        let mut options = Options::default();
        options.optimise.front_end_only = true;
        assert!(recipe(&options, LEGALISED).is_empty());
    }

    #[test]
    fn level_zero_legalises_and_a_list_replaces_the_optimiser() {
        let mut options = Options::default();
        options.optimise.level = Some(0);
        assert_eq!(recipe(&options, Needs::default()), ["--trim-capabilities"]);
        assert_eq!(recipe(&options, LEGALISED)[0], "--legalize-hlsl");
        options.optimise.config = Some(vec!["--loop-unroll".to_owned()]);
        assert_eq!(recipe(&options, Needs::default()), ["--loop-unroll", "--trim-capabilities"]);
    }
}
