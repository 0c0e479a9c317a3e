//! Names of modules as names of other languages: letters, digits and underscores, none of them twice or reserved.

use rustc_hash::FxHashSet;

/// Names that are taken in one scope.
#[derive(Default)]
pub(super) struct Scope {
    taken: FxHashSet<String>,
    /// Words that cannot be names here.
    reserved: [&'static [&'static str]; 2],
}

impl Scope {
    /// A scope in which some words are not names.
    pub(super) fn new(reserved: &'static [&'static str]) -> Scope {
        Scope { taken: FxHashSet::default(), reserved: [reserved, &[]] }
    }

    /// The scope of a file, in which further names are taken.
    pub(super) fn of_file(reserved: &'static [&'static str], more: &'static [&'static str]) -> Scope {
        Scope { taken: FxHashSet::default(), reserved: [reserved, more] }
    }

    fn is_reserved(&self, name: &str) -> bool {
        self.reserved.iter().any(|words| words.contains(&name))
    }

    /// An unused name like this one.
    pub(super) fn take(&mut self, name: &str, otherwise: &str) -> String {
        let plain = plain(name, otherwise);
        let mut free = plain.clone();
        let mut number = 1;
        while self.is_reserved(&free) || self.taken.contains(&free) {
            number += 1;
            free = if number == 2 && self.is_reserved(&plain) && !self.taken.contains(&format!("{plain}_")) {
                format!("{plain}_")
            } else {
                format!("{plain}_{number}")
            };
        }
        self.taken.insert(free.clone());
        free
    }
}

/// The letters, digits and underscores of a name; all else is an underscore, and the marks of compilers are left out.
fn plain(name: &str, otherwise: &str) -> String {
    let name = name.trim_start_matches('$');
    let letter = |one: char| if one.is_ascii_alphanumeric() { one } else { '_' };
    let text: String = name.chars().map(letter).collect();
    match text.chars().next() {
        None => otherwise.to_owned(),
        Some(first) if first.is_ascii_digit() => format!("_{text}"),
        Some(_) if text.chars().all(|one| one == '_') => otherwise.to_owned(),
        // Two underscores in front are reserved in C.
        Some('_') => format!("m{text}"),
        Some(_) => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_differ() {
        let mut scope = Scope::new(&["type"]);
        let names = ["type", "type", "$Globals", "a.b", "a::b", "a b", "", "", "3d", "__x", "\u{1b}[31m"];
        let taken = names.map(|name| scope.take(name, "member"));
        let expected =
            ["type_", "type_2", "Globals", "a_b", "a__b", "a_b_2", "member", "member_2", "_3d", "m__x", "m__31m"];
        assert_eq!(taken, expected);
    }
}
