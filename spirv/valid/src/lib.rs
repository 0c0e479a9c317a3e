//! The validator: checks words against the rules of SPIR-V and of the environment that consumes them.
//!
//! It checks decoded instructions in their order, not an IR that has already lost order, duplicates and ids. `index`
//! answers questions about ids, types and functions; each file of `rules` is a group of rules over it. Time and memory
//! are linear in the words, and nothing recurses on the depth of the input. HLSL, regions and passes are not known
//! here.

pub mod environment;
mod index;
mod options;
mod rules;
mod violation;

pub use environment::Environment;
pub use options::{BlockLayout, Options};
pub use rules::level_zero::LevelZeroRule;
pub use violation::Violation;

use dialect::spirv::access::Access;
use dialect::spirv::decode::{self, Header, Inst};
use index::facts::Facts;
use index::module::Module;
use index::types;
use rules::coverage::Coverage;
use rules::tables::extensions::EXTENSIONS;
use violation::{general, undecodable};

/// Checks a module.
///
/// # Errors
/// The first rule that is broken.
pub fn validate(words: &[u32], options: &Options) -> Result<(), Violation> {
    let (header, insts) = decode::decode(words).map_err(undecodable)?;
    validate_decoded(header, &insts, options)
}

/// Checks a module whose instructions are known.
///
/// # Errors
/// The first rule that is broken.
pub fn validate_decoded(header: Header, insts: &[Inst], options: &Options) -> Result<(), Violation> {
    let minor = header.version.1;
    if header.version > options.environment.spirv {
        return Err(general(format!("the target environment does not support SPIR-V 1.{minor}")));
    }
    if header.bound > options.max_bound {
        return Err(general(format!("bound {} exceeds {}", header.bound, options.max_bound)));
    }
    let mut module = Module::new(header, insts, options);
    module.types = types::gather(&module);
    module.facts = types::gather_facts(&module);
    module.has_small_types = module.facts.iter().any(|facts| facts.meets(Facts::SMALL));
    if module.overflow.is_some() {
        let message = "decoration groups exceed the limit of this validator".to_owned();
        return Err(Violation { is_unknown: true, ..general(message) });
    }
    rules::check(&module)
}

/// What a valid module may have and a reader should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// The module declares an extension that the registry of SPIR-V does not have.
    UnknownExtension {
        /// The name.
        name: String,
        /// The nearest name of the registry, if one is near.
        nearest: Option<&'static str>,
    },
    /// No rule checks the types of an instruction.
    Unchecked {
        /// The instruction.
        op: spirv::Op,
        /// Why not.
        reason: &'static str,
    },
}

/// The remarks on a module's instructions, each once with the index of the first instruction that it is about.
pub fn remarks(insts: &[Inst]) -> Vec<(usize, Remark)> {
    let mut found: Vec<(usize, Remark)> = Vec::new();
    let mut seen = base::ids::Set::default();
    for (at, inst) in insts.iter().enumerate() {
        if inst.op == spirv::Op::Extension {
            found.extend(unknown_extension(inst.text(0)).map(|remark| (at, remark)));
        } else if seen.insert(inst.op)
            && let Some(Coverage::Unchecked(reason)) = rules::coverage(inst.op)
        {
            found.push((at, Remark::Unchecked { op: inst.op, reason }));
        }
    }
    found
}

fn unknown_extension(name: &str) -> Option<Remark> {
    if EXTENSIONS.contains(&name) {
        return None;
    }
    let nearest = base::similar::nearest(name, EXTENSIONS.iter().copied());
    Some(Remark::UnknownExtension { name: name.to_owned(), nearest })
}
