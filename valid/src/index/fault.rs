//! What a rule says when it is broken, and how rules say it.

use std::borrow::Cow;

/// A broken rule: what is wrong, and the rule's name in the Vulkan specification if it has one.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) vuid: Option<Cow<'static, str>>,
    pub(crate) message: Cow<'static, str>,
    /// The instruction that is to blame, when it is not the one that was looked at.
    pub(crate) at: Option<usize>,
}

/// What a rule returns.
pub(crate) type Check = Result<(), Box<Fault>>;

impl Fault {
    /// A fault of the instruction that is looked at.
    #[cold]
    pub(crate) fn new(vuid: Option<&'static str>, message: impl Into<Cow<'static, str>>) -> Box<Fault> {
        let vuid = vuid.map(Cow::Borrowed);
        Box::new(Fault { vuid, message: message.into(), at: None })
    }
}

/// The same fault, blamed on another instruction.
pub(crate) fn blame(check: Check, at: usize) -> Check {
    check.map_err(|mut fault| {
        fault.at.get_or_insert(at);
        fault
    })
}

/// Returns a [`Fault`] unless the condition holds. The name of the rule in the Vulkan specification may stand before the
/// message.
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
