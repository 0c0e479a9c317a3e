//! Passes on the SPIR-V dialect: from modules as a front end emits them to small ones that drivers accept.
//!
//! [`optimise`] runs the list of passes. They work on structured functions, where every construct has a single entry
//! and a single exit: dominance is nesting, and a call can be replaced by the ops of a block. This crate knows no HLSL,
//! no words and no command line.
//!
//! # How the passes work
//!
//! `hlsl2spirv opt` takes a module of any compiler through the passes of `opt`. They work on structured functions, which makes
//! most of them simple: dominance is nesting; a callee has a single return, so that a call can be replaced by the ops of a
//! block; values that a construct changes are its results, so that mem2reg needs no dominance frontiers; and a construct
//! without effect is an op like others. One walk (`spirv/opt/src/passes/gvn.rs`) replaces operands, applies the peephole rules of
//! `spirv/opt/src/rules`, numbers values, takes known branches and merges blocks; running it before and after dead code elimination
//! is enough. Only constants that loops carry are found by iteration (`spirv/opt/src/passes/ccp.rs`). Rules are exact, except for products and sums with the constant
//! zero: HLSL lets the former be zero where the other factor is not finite, and the latter lose the sign of a zero, unless the source
//! says `precise` or `-Gis`. Functions without merge
//! instructions are left as they are but for dead code.
//!
//! Compilations go through them. `-Oconfig=` selects passes by their names, or by those of spirv-opt's passes
//! (`driver/library/src/pipeline/passes/names.rs`). The suite's programs with a dispatch, and the compute shaders under `shaders/`, run with and
//! without them and must give the same results.
//!
//! Without optimisation, a module that is not legal as emitted is legalised minimally (`spirv/opt/src/passes/legal.rs`): calls that
//! pass resources are inlined, variables that hold resources become values, and all else stays as written. Only modules that
//! are still not legal, because an index or an offset must become constant, go through all passes.
//!
//! Loads and stores that remain are eliminated where a value is available (`spirv/opt/src/passes/load_store_elimination.rs`): until
//! something may write there. Buffers may alias each other, and nothing is available at a loop header.
//!
//! A selection with short arms is if-converted. Loads are speculated if they read workgroup memory, not volatile and not shared
//! by the rules of Vulkan's memory model, at an index that is in bounds: an access out of bounds is undefined, and one in
//! bounds has no effect but its value, which is not selected unless requested. Upper bounds of indices follow from the
//! workgroup size, from the ops that compute them, from dominating conditions, and from earlier accesses
//! (`spirv/opt/src/passes/gvn/bounds.rs`). The size of buffers is unknown, so that loads from buffers stay under their conditions.
//!
//! The rules that passes rely on are verified before them (`spirv/dialect/src/spirv/verify.rs`); for emitted modules, unless the
//! source contains inline SPIR-V, only in builds with assertions.
//!
//! Debug information is carried along (`spirv/opt/src/debug.rs`): scopes and lines are part of an op's location, from which they are
//! written again (`read/lines.rs` and `write/places.rs` of the dialect), so that no pass has to handle them; a declaration is
//! an attribute of its variable; and the value of a variable is a note, an op that keeps nothing alive. Clones of a callee get
//! the location of their call once per scope.
//!
//! Inlining is planned before anything is cloned, callees first: which calls, and the size of each function. Then functions are
//! filled from the top, so that each op is cloned once per final place. A module may grow by a limited number of ops
//! (`MAX_GROWTH`); the error names the call that exceeds it.
//!
//! Structurisation makes numbers of exits, which branches behind the constructs test. Before a module is written, the ways that
//! end a selection are led past such tests (`spirv/dialect/src/spirv/structurize/exits.rs`), so that `if (c) { a(); break; }` tests `c`
//! once; no pass sees these edges, which lead out of regions.
//!
//! Two choices are unusual. There are no use lists: every pass is a walk over all ops, with the few uses that it needs in a
//! table of its own, which is linear and cannot become stale. And block arguments are pruned by the same marking that finds
//! dead ops, not when they are made.
//!
//! A module records the order of its declarations in the words (`spirv/dialect/src/ir/places.rs`), and is written in that order: a
//! module that passes do not change comes out as it went in, but for unreferenced declarations, with ids numbered in order of
//! appearance. New declarations come after the others, or right before their first use (`spirv/dialect/src/spirv/write.rs`).
#![warn(clippy::wildcard_enum_match_arm)]

mod copy;
mod debug;
mod edit;
mod error;
mod facts;
mod options;
mod passes;
mod rules;

use dialect::diagnostics::{self, Error, Result};
use dialect::ir::{Module, OpId};
use dialect::spirv::code::Code;
use dialect::spirv::{structurize, verify};
use facts::handles::Scope;
use passes::{
    adce, ccp, convert_to_sampled_image, copy_propagate_arrays, descriptor_scalar_replacement, fixups,
    flatten_descriptor_arrays, global_dce, gvn, hit_objects, index_resources, inline, interlock_placement,
    interpolate_fixup, legal, load_store_elimination, long_vectors, mem2reg, private_to_local, reduce_load_size,
    replace_desc_array_access, retype_buffers, settle_resources, split_phis, sroa, switch_to_ifs, trim_capabilities,
    vector_dce,
};
use spirv::Op;

pub use options::{Level, Options};
pub use passes::long_vectors::has_any as has_long_vectors;

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
    /// May be unable to do its work.
    Fallible(fn(&mut Module) -> Result<()>),
    /// Reads the options.
    Asked(fn(&mut Module, &Options)),
    /// Can be restricted to a part of the module.
    Scoped(fn(&mut Module, Scope)),
    /// Can be restricted to a part of the module, and fails if the module grows beyond a limit.
    Growing(fn(&mut Module, Scope) -> Result<()>),
    /// Reads the options, and may be unable to do what they ask.
    Checked(fn(&mut Module, &Options) -> Result<()>),
    /// Has something to do only if a module has such ops, which no pass makes where there are none.
    About(fn(Code) -> bool, fn(&mut Module)),
}

/// All passes.
pub const PASSES: &[Pass] = &[
    Pass {
        name: "split-long-vectors",
        doc: "Splits vectors of more than four components.",
        work: Work::Fallible(long_vectors::split),
    },
    Pass {
        name: "legalize-long-vectors",
        doc: "Splits them if the module does not declare the capability for them.",
        work: Work::Fallible(long_vectors::split_undeclared),
    },
    Pass {
        name: "global-dce",
        doc: "Drops functions, variables and declarations that no entry point reaches.",
        work: Work::Asked(global_dce::reach),
    },
    Pass {
        name: "hit-object-values",
        doc: "Makes values of hit objects, for the passes between this one and `hit-object-slots`.",
        work: Work::Plain(hit_objects::values::lift),
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
        name: "switch-to-ifs",
        doc: "Replaces switches of at most three cases by comparisons.",
        work: Work::Plain(switch_to_ifs::chain),
    },
    Pass {
        name: "ccp",
        doc: "Propagates constants through loops, without branches that these never take.",
        work: Work::About(ccp::is_subject, ccp::propagate),
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
        doc: "Repeats gvn, sroa and mem2reg while variables hold resources or texel offsets are not constant.",
        work: Work::Plain(settle_resources::settle),
    },
    Pass {
        name: "index-resources",
        doc: "Selects indices instead of resources of the same array.",
        work: Work::Plain(index_resources::select),
    },
    Pass {
        name: "retype-buffers",
        doc: "Replaces casts of pointers into buffers by variables of the other type.",
        work: Work::About(retype_buffers::is_subject, retype_buffers::retype),
    },
    Pass {
        name: "hit-object-slots",
        doc: "Gives hit objects variables, which are numbered where objects are copied.",
        work: Work::Fallible(hit_objects::slots::assign),
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
        work: Work::About(interpolate_fixup::is_subject, interpolate_fixup::address),
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
        work: Work::About(interlock_placement::is_subject, interlock_placement::place),
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
    "hit-object-values",
    "global-dce",
    "legalize-long-vectors",
    "inline",
    "global-dce",
    "private-to-local",
    "sroa",
    "mem2reg",
    "split-phis",
    "switch-to-ifs",
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
    "index-resources",
    "retype-buffers",
    "hit-object-slots",
    "load-store-elimination",
    "ccp",
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
        Level::Legal => {
            long_vectors::split_undeclared(module)?;
            legal::legalise(module, options)?
        }
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
    let codes = codes(module);
    for name in names {
        let Some(pass) = PASSES.iter().find(|pass| pass.name == *name) else {
            return Err(Error::in_module(diagnostics::Code::UnknownName, format!("unknown pass '{name}'")));
        };
        match pass.work {
            Work::Plain(work) => work(module),
            Work::Fallible(work) => work(module)?,
            Work::Asked(work) => work(module, options),
            Work::Scoped(work) => work(module, Scope::Everything),
            Work::Growing(work) => work(module, Scope::Everything)?,
            Work::Checked(work) => work(module, options)?,
            Work::About(is_subject, work) => {
                if codes.iter().any(|code| is_subject(*code)) {
                    work(module);
                }
            }
        }
    }
    Ok(())
}

/// The codes of all ops, each once.
fn codes(module: &Module) -> Vec<Code> {
    let (mut is_known, mut codes) = (Vec::new(), Vec::new());
    for (_, op) in module.ops.iter() {
        let row = op.info.index as usize;
        if row >= is_known.len() {
            is_known.resize(2 * row + 1, false);
        }
        if !std::mem::replace(&mut is_known[row], true) {
            codes.extend(op.info.code);
        }
    }
    codes
}

/// Returns whether an op may break rules until passes have run: front ends pass resources as values and pointers of
/// other storage classes as arguments, which inlining and promotion make legal.
fn is_for_passes(module: &Module, op: OpId) -> bool {
    matches!(edit::core(module, op), Some(Op::FunctionCall | Op::Store))
}
