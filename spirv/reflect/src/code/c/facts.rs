//! Facts of the source, in C: comments, enumerations, and bit-fields as functions.

use super::super::bits::{Bits, Word};
use super::super::names::Scope;
use super::number;
use crate::model::{Enumeration, SourceFact};
use std::fmt::Write;

/// The lines of documentation of a declaration, as a comment.
pub(super) fn doc(fact: Option<&SourceFact>, indent: &str) -> String {
    let text = fact.and_then(|fact| fact.doc.as_deref());
    text.map_or(String::new(), |text| format!("{indent}/* {} */\n", plain(text)))
}

/// Text without what has a meaning in comments, or that compilers warn of there.
fn plain(text: &str) -> String {
    let is_plain = |letter: char| {
        let turns =
            matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        letter == '\n' || !letter.is_control() && !turns
    };
    let text: String = text.chars().filter(|letter| is_plain(*letter)).collect();
    text.replace("*/", "* /").replace("/*", "/ *").replace("??", "? ?")
}

/// An enumeration: the type that has its size, and its values.
pub(super) fn enumeration(name: &str, one: &Enumeration, held: &str, scope: &mut Scope) -> String {
    let doc = doc(one.hlsl.as_ref(), "");
    let values = one.enumerators.iter().map(|value| {
        let name = scope.take(&format!("{name}_{}", value.name), "value");
        format!("    {name} = {},\n", value.value)
    });
    let values: String = values.collect();
    let values = if values.is_empty() { values } else { format!("enum {{\n{values}}};\n") };
    format!("\n{doc}typedef {held} {name};\n{values}")
}

/// Functions for the bit-fields of a field, which is bytes if its number is not aligned.
pub(super) fn accessors(owner: &str, field: &str, is_aligned: bool, word: &Word<'_>, scope: &mut Scope) -> String {
    let mut out = String::new();
    let ty = number(word.scalar);
    let whole = |owner: &str| if is_aligned { format!("{owner}->{field}") } else { "word".to_owned() };
    let copy = |owner: &str| match is_aligned {
        true => String::new(),
        false => format!("    {ty} word;\n    memcpy(&word, {owner}->{field}, sizeof(word));\n"),
    };
    let back = if is_aligned { String::new() } else { format!("    memcpy(to->{field}, &word, sizeof(word));\n") };
    let (from, to, load, first) = (whole("from"), whole("to"), copy("from"), copy("to"));
    for Bits { name, offset, width, .. } in word.bits(super::RESERVED) {
        let (getter, setter) =
            (scope.take(&format!("{owner}_get_{name}"), "get"), scope.take(&format!("{owner}_set_{name}"), "set"));
        let mask = format!("UINT64_C({:#x})", u64::MAX >> (64 - width));
        let value = format!("((uint64_t){from} >> {offset} & {mask})");
        // The highest bit of a signed one counts as negative.
        let sign = format!("UINT64_C({:#x})", 1u64 << (width - 1));
        let value = if word.is_signed { format!("(({value} ^ {sign}) - {sign})") } else { value };
        let _ = write!(
            out,
            "/* {width} bits of {field} from bit {offset} on. */\n\
             static inline {ty} {getter}(const {owner} *from) {{\n{load}    return ({ty}){value};\n}}\n\
             static inline void {setter}({owner} *to, {ty} value) {{\n{first}    {to} = ({ty})(((uint64_t){to} & ~({mask} << {offset})) | \
             ((uint64_t)value & {mask}) << {offset});\n{back}}}\n"
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_end_where_they_should() {
        assert_eq!(plain("a */ b /* c ??/\n\u{202e}d\u{1b}"), "a * / b / * c ? ?/\nd");
        assert_eq!(plain("*/*"), "* / *");
    }
}
