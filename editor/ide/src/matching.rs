//! Names that fit the letters which are typed so far.

/// The rank of a name among those that fit; lower ranks are nearer to what is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fit {
    /// The name begins with the letters.
    Start,
    /// The name begins with the letters in another case.
    StartInOtherCase,
    /// The letters are in the name in their order, the first at the start of a word.
    Scattered,
}

/// Returns how a name fits the letters that are typed: in their order, the first of them at the start of one of the name's
/// words. Every name fits no letters.
pub(crate) fn fit(name: &str, typed: &str) -> Option<Fit> {
    if name.starts_with(typed) {
        return Some(Fit::Start);
    }
    if name.get(..typed.len()).is_some_and(|start| start.eq_ignore_ascii_case(typed)) {
        return Some(Fit::StartInOtherCase);
    }
    let (&first, rest) = typed.as_bytes().split_first()?;
    let bytes = name.as_bytes();
    let starts = (0..bytes.len()).filter(|&at| bytes[at].eq_ignore_ascii_case(&first) && starts_word(bytes, at));
    // What fits behind a later start fits behind the first one, too.
    let after = &bytes[starts.take(1).next()? + 1..];
    let mut letters = after.iter();
    let fits = rest.iter().all(|wanted| letters.any(|letter| letter.eq_ignore_ascii_case(wanted)));
    fits.then_some(Fit::Scattered)
}

/// Returns whether a word of a name starts here: `shadow_map`, `shadowMap`, `shadow2D`.
fn starts_word(name: &[u8], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|before| name[before]) else { return true };
    before == b'_' || before.is_ascii_digit() || name[at].is_ascii_uppercase() && !before.is_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_begin_at_a_word_of_the_name() {
        for (name, typed, expected) in [
            ("saturate", "sat", Some(Fit::Start)),
            ("Saturate", "sat", Some(Fit::StartInOtherCase)),
            ("shadowMap", "map", Some(Fit::Scattered)),
            ("shadow_map", "sm", Some(Fit::Scattered)),
            ("GetDimensions", "gd", Some(Fit::Scattered)),
            ("saturate", "at", None),
            ("saturate", "saturates", None),
            ("x", "", Some(Fit::Start)),
            ("\u{e9}t\u{e9}", "t", None),
        ] {
            assert_eq!(fit(name, typed), expected, "{name} {typed}");
        }
    }
}
