//! The validator: checks words against the rules of SPIR-V and of the environment that consumes them.
//!
//! It checks decoded instructions in their order, not an IR that has already lost order, duplicates and ids. `index`
//! answers questions about ids, types and functions; each file of `rules` is a group of rules over it. Time and memory
//! are linear in the words, and nothing recurses on the depth of the input. HLSL, regions and passes are not known
//! here.
//!
//! # How a module is checked
//!
//! `valid` checks decoded instructions in their order: exactly what is written, in modules of any compiler. `spirv/valid/src/index/`
//! answers the rules' questions (ids, types, decorations; functions, blocks, reachability from stages); each file of
//! `spirv/valid/src/rules/` is a group of rules, and `tables/` holds those that are tables. The first broken rule is the answer, with
//! its name in the Vulkan specification. Constructs are found in one walk over the dominator tree, so that a branch out of many
//! of them is checked once (`rules/constructs.rs`): validation is linear, however deep a program nests and whatever its
//! control-flow graph is (`spirv/dialect/src/ir/dominators.rs`). It runs after each compilation, and `hlsl2spirv validate` on any
//! module. Each instruction has a rule about its types, a class whose rules do not go by the instruction, or a reason
//! (`rules/coverage.rs`), and `hlsl2spirv validate` names the instructions of a module whose types nothing checks.
//! `driver/library/src/pipeline/validator.rs` knows two validators if SPIRV-Tools are built in: spirv-val is the other
//! (`-fspv-validator=`), and judges features that our rules do not know. In the tests of such a build both check every module
//! (`tests/src/compiler.rs`), and a module on which they disagree fails; in other builds the tests ask the `spirv-val` of the
//! system, if it has one (`tests/src/spirv_val.rs`). The compiler accepts some things that a source may ask for and a newer
//! rule forbids, such as alignments of addresses; `hlsl2spirv validate` does not.
//!
//! An invalid module is an error of the source or of the compiler. Codegen records inline SPIR-V of the source, and resources,
//! offsets or inputs that passes must resolve (`codegen/src/origin.rs`); `driver/library/src/pipeline/attribution.rs` compares the
//! instruction that the validator names with this record. Everything else is the compiler's own error.

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
