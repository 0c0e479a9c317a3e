//! Violations: the results of validations that fail.

use dialect::diagnostics::{Code, Place};

/// A broken rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The explanation.
    pub message: String,
    /// The name of the rule in the Vulkan specification, if it has one.
    pub vuid: Option<String>,
    /// The index of the offending instruction, if there is one.
    pub instruction: Option<usize>,
    /// The offset of the instruction's first word.
    pub offset: Option<u32>,
    /// True if the module may be valid: it uses something that this validator does not know.
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
