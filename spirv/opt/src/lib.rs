//! Passes on the SPIR-V dialect: from modules as a front end emits them to small ones that drivers accept.
//!
//! [`optimise`] runs the list of passes. They work on structured functions, where every construct has a single entry
//! and a single exit: dominance is nesting, and a call can be replaced by the ops of a block. This crate knows no HLSL,
//! no words and no command line.
#![warn(clippy::wildcard_enum_match_arm)]

mod copy;
mod debug;
mod edit;
mod error;
mod facts;
mod options;
mod passes;
mod rules;

use dialect::diagnostics::{Code, Error, Result};
use dialect::ir::{Module, OpId};
use dialect::spirv::{structurize, verify};
use facts::handles::Scope;
use passes::{
    adce, convert_to_sampled_image, copy_propagate_arrays, descriptor_scalar_replacement, fixups,
    flatten_descriptor_arrays, global_dce, gvn, inline, interlock_placement, interpolate_fixup, legal,
    load_store_elimination, mem2reg, private_to_local, reduce_load_size, replace_desc_array_access, settle_resources,
    split_phis, sroa, trim_capabilities, vector_dce,
};
use spirv::Op;

pub use options::{Level, Options};

/// A pass.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// The name.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
    work: Work,
}

/// The function of a pass.
#[derive(Clone, Copy, Debug)]
enum Work {
    Plain(fn(&mut Module)),
    /// Reads the options.
    Asked(fn(&mut Module, &Options)),
    /// Can be restricted to a part of the module.
    Scoped(fn(&mut Module, Scope)),
    /// The same, and fails if the module grows beyond a limit.
    Growing(fn(&mut Module, Scope) -> Result<()>),
    /// Reads the options, and may be unable to do what they ask.
    Checked(fn(&mut Module, &Options) -> Result<()>),
}

/// All passes.
pub const PASSES: &[Pass] = &[
    Pass {
        name: "global-dce",
        doc: "Drops functions, variables and declarations that no entry point reaches.",
        work: Work::Asked(global_dce::reach),
    },
    Pass { name: "inline", doc: "Inlines calls.", work: Work::Growing(inline::inline) },
    Pass {
        name: "private-to-local",
        doc: "Moves variables that only one entry point uses into its function.",
        work: Work::Scoped(private_to_local::localise),
    },
    Pass {
        name: "sroa",
        doc: "Splits variables of structs, arrays and matrices into variables of their parts.",
        work: Work::Scoped(sroa::split),
    },
    Pass { name: "mem2reg", doc: "Promotes local variables to values.", work: Work::Scoped(mem2reg::promote) },
    Pass {
        name: "split-phis",
        doc: "Splits structs and arrays selected by control flow, if only parts are read.",
        work: Work::Plain(split_phis::split),
    },
    Pass {
        name: "gvn",
        doc: "Numbers values globally, folds constants, simplifies control flow and unrolls loops.",
        work: Work::Plain(gvn::number),
    },
    Pass {
        name: "gvn-no-unroll",
        doc: "Like `gvn`, but does not unroll loops only because of `[unroll]`.",
        work: Work::Plain(gvn::settle),
    },
    Pass {
        name: "copy-propagate-arrays",
        doc: "Replaces local copies of read-only memory by that memory.",
        work: Work::Plain(copy_propagate_arrays::forward),
    },
    Pass {
        name: "settle-resources",
        doc: "Repeats gvn, sroa and mem2reg while variables hold resources.",
        work: Work::Plain(settle_resources::settle),
    },
    Pass {
        name: "load-store-elimination",
        doc: "Removes redundant loads and stores.",
        work: Work::Plain(load_store_elimination::reuse),
    },
    Pass {
        name: "replace-desc-array-access",
        doc: "Replaces dynamic indices into split arrays of resources by switches.",
        work: Work::Checked(replace_desc_array_access::choose),
    },
    Pass {
        name: "descriptor-scalar-replacement",
        doc: "Splits structs of resources into variables of their members, and arrays on request.",
        work: Work::Checked(descriptor_scalar_replacement::split),
    },
    Pass {
        name: "flatten-descriptor-arrays",
        doc: "Flattens nested arrays of resources.",
        work: Work::Plain(flatten_descriptor_arrays::join),
    },
    Pass {
        name: "interpolate-fixup",
        doc: "Applies interpolation functions to inputs instead of loaded values.",
        work: Work::Plain(interpolate_fixup::address),
    },
    Pass {
        name: "reduce-load-size",
        doc: "Loads only the parts of structs and arrays that are used, on request.",
        work: Work::Asked(reduce_load_size::narrow),
    },
    Pass {
        name: "convert-to-sampled-image",
        doc: "Combines a texture and its sampler into one variable, on request.",
        work: Work::Asked(convert_to_sampled_image::combine),
    },
    Pass {
        name: "vector-dce",
        doc: "Removes unused parts of vectors and other composites.",
        work: Work::Plain(vector_dce::demand),
    },
    Pass { name: "adce", doc: "Removes ops, branches and results without effect.", work: Work::Plain(adce::remove) },
    Pass {
        name: "interlock-placement",
        doc: "Merges the critical sections of a fragment shader.",
        work: Work::Plain(interlock_placement::place),
    },
    Pass {
        name: "spread-volatile-semantics",
        doc: "Makes loads of built-ins volatile if they may change during an invocation.",
        work: Work::Plain(fixups::mark_volatile),
    },
    Pass {
        name: "fix-func-call-param",
        doc: "Copies arguments of remaining calls to whole variables.",
        work: Work::Plain(fixups::fix_calls),
    },
    Pass {
        name: "trim-capabilities",
        doc: "Removes unused capabilities and extensions.",
        work: Work::Plain(trim_capabilities::trim),
    },
];

/// The order of a full run. Unreachable functions go first, since they need no work. Variables become values before
/// anything examines values. The second round sees what the first one has decided about loops: after unrolling, an
/// index that selects a variable or an element is a constant in each iteration. Copies go before arrays of resources
/// are split, which may be copied as well.
pub const ALL: &[&str] = &[
    "global-dce",
    "inline",
    "global-dce",
    "private-to-local",
    "sroa",
    "mem2reg",
    "split-phis",
    "gvn",
    "adce",
    "copy-propagate-arrays",
    "replace-desc-array-access",
    "descriptor-scalar-replacement",
    "flatten-descriptor-arrays",
    "sroa",
    "mem2reg",
    "split-phis",
    "settle-resources",
    "load-store-elimination",
    "gvn-no-unroll",
    "interpolate-fixup",
    "reduce-load-size",
    "convert-to-sampled-image",
    "vector-dce",
    "adce",
    "interlock-placement",
    "fix-func-call-param",
    "global-dce",
    "spread-volatile-semantics",
    "trim-capabilities",
];

/// Optimises a module. Its functions have regions afterwards.
///
/// # Errors
/// When the module breaks rules that passes rely on, or grows beyond a limit.
pub fn optimise(module: &mut Module, options: &Options) -> Result<()> {
    prepare(module, options)?;
    let is_done = match options.level {
        Level::Legal => legal::legalise(module, options)?,
        Level::Full => false,
    };
    if !is_done {
        apply(module, options, ALL)?;
    }
    debug::unfold(module);
    Ok(())
}

/// Runs the passes with these names.
///
/// # Errors
/// As [`optimise`]; and when there is no pass with a name.
pub fn run(module: &mut Module, options: &Options, names: &[&str]) -> Result<()> {
    prepare(module, options)?;
    apply(module, options, names)?;
    debug::unfold(module);
    Ok(())
}

/// Structurises a module and checks what passes rely on.
fn prepare(module: &mut Module, options: &Options) -> Result<()> {
    if !options.is_vouched_for || cfg!(debug_assertions) {
        let finding = verify::verify(module).into_iter().find(|finding| {
            let is_wide = options.is_unchecked && edit::is_extended(module, finding.op);
            !is_wide && !is_for_passes(module, finding.op)
        });
        if let Some(finding) = finding {
            return Err(finding.error);
        }
    }
    debug::fold(module);
    structurize::structurize(module)
}

fn apply(module: &mut Module, options: &Options, names: &[&str]) -> Result<()> {
    for name in names {
        let Some(pass) = PASSES.iter().find(|pass| pass.name == *name) else {
            return Err(Error::in_module(Code::UnknownName, format!("unknown pass '{name}'")));
        };
        match pass.work {
            Work::Plain(work) => work(module),
            Work::Asked(work) => work(module, options),
            Work::Scoped(work) => work(module, Scope::Everything),
            Work::Growing(work) => work(module, Scope::Everything)?,
            Work::Checked(work) => work(module, options)?,
        }
    }
    Ok(())
}

/// Returns whether an op may break rules until passes have run: front ends pass resources as values and pointers of
/// other storage classes as arguments, which inlining and promotion make legal.
fn is_for_passes(module: &Module, op: OpId) -> bool {
    matches!(edit::core(module, op), Some(Op::FunctionCall | Op::Store))
}
