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

use dialect::spirv::decode::{self, Header, Inst};
use index::facts::Facts;
use index::module::Module;
use index::types;
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
