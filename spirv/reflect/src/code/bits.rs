//! Bit-fields of a number in memory, and masks of their bits as C-like languages spell them.

use super::names::Scope;
use crate::model::{BitField, Member, Scalar};

/// A number that bit-fields share.
pub(super) struct Word<'m> {
    pub(super) scalar: Scalar,
    pub(super) is_signed: bool,
    /// In bits.
    pub(super) width: u32,
    fields: &'m [BitField],
}

/// A bit-field.
pub(super) struct Bits {
    pub(super) name: String,
    pub(super) offset: u32,
    pub(super) width: u32,
    /// As many ones as there are bits.
    pub(super) mask: String,
    /// Ones for all bits of the number but these.
    pub(super) keep: String,
}

impl<'m> Word<'m> {
    /// The number that a member is, if it has bit-fields.
    pub(super) fn of(member: &'m Member) -> Option<Word<'m>> {
        let scalar = member.ty.scalar?;
        let is_signed = matches!(scalar, Scalar::Int8 | Scalar::Int16 | Scalar::Int32 | Scalar::Int64);
        let width = scalar.bytes() * 8;
        let fits = |one: &BitField| one.width > 0 && one.offset.checked_add(one.width).is_some_and(|end| end <= width);
        let is_word =
            !member.bit_fields.is_empty() && member.bit_fields.iter().all(|one| one.name.is_empty() || fits(one));
        is_word.then_some(Word { scalar, is_signed, width, fields: &member.bit_fields })
    }

    /// Its bit-fields that have names.
    pub(super) fn bits(&self, reserved: &'static [&'static str]) -> Vec<Bits> {
        let mut scope = Scope::new(reserved);
        let named = self.fields.iter().filter(|one| !one.name.is_empty());
        let made = named.map(|one| {
            let ones = u64::MAX >> (64 - one.width);
            let (name, offset, width) = (scope.take(&one.name, "bits"), one.offset, one.width);
            Bits { name, offset, width, mask: self.spelled(ones), keep: self.spelled(!(ones << offset)) }
        });
        made.collect()
    }

    /// Bits as a number of this type.
    fn spelled(&self, bits: u64) -> String {
        let unused = 64 - self.width;
        match self.is_signed {
            true => {
                let value = (bits << unused).cast_signed() >> unused;
                let sign = if value < 0 { "-" } else { "" };
                sign.to_owned() + &grouped(&value.unsigned_abs().to_string(), 3)
            }
            false => "0x".to_owned() + &grouped(&format!("{:x}", bits << unused >> unused), 4),
        }
    }
}

/// Digits with underscores between groups.
fn grouped(digits: &str, size: usize) -> String {
    let first = digits.len() % size;
    let starts = (first..digits.len()).step_by(size).map(|at| &digits[at..at + size]);
    let groups = Some(&digits[..first]).filter(|group| !group.is_empty()).into_iter().chain(starts);
    groups.collect::<Vec<_>>().join("_")
}

/// The name of the number that bit-fields share.
pub(super) fn name_of_word(member: &Member) -> Option<String> {
    let first = member.bit_fields.iter().find(|one| !one.name.is_empty())?;
    Some(format!("{}_bits", first.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped() {
        let found = [("fffffff8", 4), ("7", 3), ("2147483648", 3), ("1234", 4)].map(|(text, size)| grouped(text, size));
        assert_eq!(found, ["ffff_fff8", "7", "2_147_483_648", "1234"]);
    }
}
