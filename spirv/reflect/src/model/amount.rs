//! Numbers that the module fixes, or that the host sets.

use serde::Serialize;

/// A number that the module fixes, or that the host sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum Amount {
    /// The module fixes it.
    Fixed(u64),
    /// A specialisation constant gives it.
    Spec {
        /// The id of the constant.
        spec: u32,
        /// The value if the host does not specialise it.
        default: u64,
    },
    /// The size of the bound resource gives it.
    Runtime {
        /// Always true: distinguishes this form from the others.
        runtime: bool,
    },
}

impl Amount {
    /// An amount that the bound resource gives.
    pub const RUNTIME: Amount = Amount::Runtime { runtime: true };

    /// The number, with specialisation constants at their defaults; `None` if the host decides.
    pub fn number(self) -> Option<u64> {
        match self {
            Amount::Fixed(number) | Amount::Spec { default: number, .. } => Some(number),
            Amount::Runtime { .. } => None,
        }
    }
}
