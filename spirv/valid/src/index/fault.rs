//! Faults: the results of rules that are broken.

use std::borrow::Cow;

/// A broken rule: the explanation, and the rule's name in the Vulkan specification if it has one.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) vuid: Option<Cow<'static, str>>,
    pub(crate) message: Cow<'static, str>,
    /// The offending instruction, when it is not the one that was checked.
    pub(crate) at: Option<usize>,
}

/// The result of a rule.
pub(crate) type Check = Result<(), Box<Fault>>;

impl Fault {
    /// A fault of the instruction that is checked.
    #[cold]
    pub(crate) fn new(vuid: Option<&'static str>, message: impl Into<Cow<'static, str>>) -> Box<Fault> {
        let vuid = vuid.map(Cow::Borrowed);
        Box::new(Fault { vuid, message: message.into(), at: None })
    }
}

/// The result with another offending instruction.
pub(crate) fn blame(check: Check, at: usize) -> Check {
    check.map_err(|mut fault| {
        fault.at.get_or_insert(at);
        fault
    })
}

/// Returns a [`Fault`] unless the condition holds. The rule's name in the Vulkan specification may precede the message.
macro_rules! ensure {
    ($condition:expr, vuid $vuid:literal, $($message:tt)+) => {
        if !$condition {
            return Err($crate::index::fault::Fault::new(Some(concat!("VUID-", $vuid)), format!($($message)+)));
        }
    };
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err($crate::index::fault::Fault::new(None, format!($($message)+)));
        }
    };
}
pub(crate) use ensure;
