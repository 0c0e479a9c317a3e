//! Passes on the SPIR-V dialect: from modules as a front end emits them to small ones that drivers accept.
//!
//! [`optimise`] runs the list of passes. They work on structured functions, where every construct has a single entry
//! and a single exit: dominance is nesting, and a call can be replaced by the ops of a block. This crate knows no HLSL,
//! no words and no command line.

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
    cases, combine, dead, demand, descriptors, finish, forward, inline, interlock, legal, narrow, nested, number,
    private, promote, reach, reuse, split, trim,
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
    Pass { name: "reach", doc: "Drops what no entry point reaches.", work: Work::Asked(reach::reach) },
    Pass {
        name: "inline",
        doc: "Puts what functions do in the place of their calls.",
        work: Work::Growing(inline::inline),
    },
    Pass {
        name: "private",
        doc: "Moves variables that one entry point alone uses into its function.",
        work: Work::Scoped(private::localise),
    },
    Pass {
        name: "split",
        doc: "Makes variables of parts out of variables of composites.",
        work: Work::Scoped(split::split),
    },
    Pass { name: "promote", doc: "Makes values out of variables.", work: Work::Scoped(promote::promote) },
    Pass {
        name: "number",
        doc: "Simplifies ops, computes each value once, and takes branches that are known.",
        work: Work::Plain(number::number),
    },
    Pass {
        name: "settle",
        doc: "As `number`, but unrolls no loop that merely asks for it.",
        work: Work::Plain(number::settle),
    },
    Pass {
        name: "forward",
        doc: "Reads memory that nothing writes instead of copies of it.",
        work: Work::Plain(forward::forward),
    },
    Pass {
        name: "reuse",
        doc: "Uses values again that memory holds, and drops stores that change nothing.",
        work: Work::Plain(reuse::reuse),
    },
    Pass {
        name: "cases",
        doc: "Makes choices out of accesses to resources by indices that are not known, where arrays are taken apart.",
        work: Work::Checked(cases::choose),
    },
    Pass {
        name: "descriptors",
        doc: "Makes variables of members out of structs of resources, and of arrays if asked.",
        work: Work::Checked(descriptors::split),
    },
    Pass {
        name: "nested",
        doc: "Makes one array out of arrays of arrays of resources.",
        work: Work::Plain(nested::join),
    },
    Pass {
        name: "narrow",
        doc: "Loads parts of structs and arrays instead of the whole, if asked.",
        work: Work::Asked(narrow::narrow),
    },
    Pass {
        name: "combine",
        doc: "Makes one variable of a texture and its sampler, where asked.",
        work: Work::Asked(combine::combine),
    },
    Pass {
        name: "demand",
        doc: "Puts no parts into vectors and other composites that nothing reads.",
        work: Work::Plain(demand::demand),
    },
    Pass { name: "dead", doc: "Removes what has no effect.", work: Work::Plain(dead::remove) },
    Pass {
        name: "interlock",
        doc: "Makes one of the sections that a rasteriser orders.",
        work: Work::Plain(interlock::place),
    },
    Pass {
        name: "volatile",
        doc: "Makes loads volatile of what changes while an invocation runs.",
        work: Work::Plain(finish::mark_volatile),
    },
    Pass { name: "calls", doc: "Lets calls that are left take whole variables.", work: Work::Plain(finish::fix_calls) },
    Pass { name: "trim", doc: "Drops capabilities and extensions that nothing needs.", work: Work::Plain(trim::trim) },
];

/// The order of a full run. Unreachable functions go first, since they need no work. Variables become values before
/// anything looks at values. The second round sees what the first one has decided about loops: after unrolling, an
/// index that selects a variable or an element is a constant in each iteration. Copies go before arrays of resources
/// are split, which may be copied as well.
pub const ALL: &[&str] = &[
    "reach",
    "inline",
    "reach",
    "private",
    "split",
    "promote",
    "number",
    "dead",
    "forward",
    "cases",
    "descriptors",
    "nested",
    "split",
    "promote",
    "reuse",
    "settle",
    "narrow",
    "combine",
    "demand",
    "dead",
    "interlock",
    "calls",
    "reach",
    "volatile",
    "trim",
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
        let finding = verify::verify(module).into_iter().find(|finding| !is_for_passes(module, finding.op));
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
            return Err(Error::in_module(Code::UnknownName, format!("there is no pass '{name}'")));
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
