//! Violations: the answer about a module that breaks a rule.

use dialect::diagnostics::{Code, Place};

/// What is wrong with a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The rule.
    pub message: String,
    /// The name of the rule in the Vulkan specification, if it has one.
    pub vuid: Option<String>,
    /// The number of the instruction, from 0, when one is to blame.
    pub instruction: Option<usize>,
    /// The offset of the instruction's first word.
    pub offset: Option<u32>,
    /// True if the module may be right: it uses what this validator does not know.
    pub is_unknown: bool,
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(vuid) = &self.vuid {
            write!(f, "[{vuid}] ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Violation {}

pub(crate) fn general(message: String) -> Violation {
    Violation { message, vuid: None, instruction: None, offset: None, is_unknown: false }
}

pub(crate) fn undecodable(error: dialect::diagnostics::Error) -> Violation {
    let offset = match error.place {
        Place::Word(offset) => Some(offset),
        Place::Text { .. } | Place::Module => None,
    };
    // A newer grammar may know it.
    let is_unknown = matches!(error.code, Code::UnknownInstruction | Code::UnknownValue);
    Violation { offset, is_unknown, ..general(error.message) }
}
