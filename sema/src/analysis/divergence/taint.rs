//! Taints: the reasons for which a value differs between invocations.

use std::ops::{BitOr, BitOrAssign};

/// A set of reasons for which a value differs between invocations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Taint(u64);

impl Taint {
    /// Assumed uniform.
    pub(super) const NONE: Taint = Taint(0);
    /// It differs between the pixels of a quad.
    pub(super) const QUAD: Taint = Taint(1);
    /// It differs between the invocations of a wave.
    pub(super) const WAVE: Taint = Taint(1 << 1);
    /// It differs between the threads of a workgroup.
    pub(super) const GROUP: Taint = Taint(1 << 2);
    /// It is known when the shader runs.
    pub(super) const RUN_TIME: Taint = Taint(1 << 3);
    /// The source says that it differs: `NonUniformResourceIndex`.
    pub(super) const MARKED: Taint = Taint(1 << 4);
    /// It differs between any two invocations.
    pub(super) const ALL: Taint = Taint(0b1111);

    const FIRST_PARAM: u32 = 5;

    /// It depends on a parameter; parameters beyond the 59th are ignored.
    pub(super) fn param(position: usize) -> Taint {
        let bit = u32::try_from(position).ok().and_then(|position| position.checked_add(Self::FIRST_PARAM));
        Taint(bit.and_then(|bit| 1_u64.checked_shl(bit)).unwrap_or(0))
    }

    /// Returns whether it differs for all of these reasons.
    pub(super) const fn has(self, reasons: Taint) -> bool {
        self.0 & reasons.0 == reasons.0
    }

    /// The reasons but for these.
    pub(super) const fn without(self, reasons: Taint) -> Taint {
        Taint(self.0 & !reasons.0)
    }

    /// The reasons that matter to an operation: one kind, dependence on parameters, and explicit marks.
    pub(super) const fn as_far_as(self, reason: Taint) -> Taint {
        let others = (Self::ALL.0 & !reason.0) & ((1 << Self::FIRST_PARAM) - 1);
        Taint(self.0 & !others)
    }

    /// The union.
    pub(super) const fn and(self, other: Taint) -> Taint {
        Taint(self.0 & other.0)
    }

    /// Returns whether it differs between invocations, or may do so with a parameter.
    pub(super) const fn differs(self) -> bool {
        !self.without(Taint(Self::RUN_TIME.0 | Self::MARKED.0)).is_none()
    }

    /// Returns whether there is no reason.
    pub(super) const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The reasons with parameters replaced by the taints of arguments.
    pub(super) fn with_arguments(self, args: &[Taint]) -> Taint {
        let own = Taint(self.0 & ((1 << Self::FIRST_PARAM) - 1));
        if own == self {
            return own;
        }
        let named = args.iter().enumerate().filter(|(position, _)| {
            let param = Taint::param(*position);
            !param.is_none() && self.has(param)
        });
        named.fold(own, |all, (_, &arg)| all | arg)
    }
}

impl BitOr for Taint {
    type Output = Taint;

    fn bitor(self, other: Taint) -> Taint {
        Taint(self.0 | other.0)
    }
}

impl BitOrAssign for Taint {
    fn bitor_assign(&mut self, other: Taint) {
        self.0 |= other.0;
    }
}

#[cfg(test)]
mod tests {
    use super::Taint;

    #[test]
    fn parameters_are_as_divergent_as_their_arguments() {
        let of_second = Taint::param(1) | Taint::RUN_TIME;
        assert_eq!(of_second.with_arguments(&[Taint::ALL, Taint::WAVE]), Taint::WAVE | Taint::RUN_TIME);
        assert_eq!(of_second.with_arguments(&[Taint::ALL]), Taint::RUN_TIME);
        assert!(Taint::param(59).is_none() && Taint::param(usize::MAX).is_none() && !Taint::param(58).is_none());
    }
}
