//! Identifiers of a text: which are the user's, and short names for them.

use frontend::surface::{self, PieceKind};
use frontend::token::TokenKind;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Names with other ones for them.
pub(super) type Renames = Vec<(String, String)>;

fn identifiers(text: &str) -> Vec<Range<usize>> {
    let pieces = surface::pieces(text).unwrap_or_default().into_iter();
    let own = pieces.filter(|piece| piece.kind == PieceKind::Token(TokenKind::Ident));
    own.map(|piece| piece.start as usize..piece.end as usize).collect()
}

/// Short names for the identifiers that are neither the language's nor in `kept`.
pub(super) fn short(text: &str, kept: &[String]) -> Renames {
    let all: Vec<&str> = identifiers(text).into_iter().map(|range| &text[range]).collect();
    let taken: BTreeSet<&str> = all.iter().copied().collect();
    let mut fresh = (0..).map(letters).filter(|name| !taken.contains(name.as_str()) && !is_of_language(name));
    let mut renames: BTreeMap<&str, String> = BTreeMap::new();
    let mut order = Vec::new();
    for name in all {
        let is_known = is_of_language(name) || kept.iter().any(|kept| kept == name) || name.len() == 1;
        if !is_known && !renames.contains_key(name) {
            renames.extend(fresh.next().map(|new| (name, new)));
            order.push(name);
        }
    }
    order.into_iter().filter_map(|name| Some((name.to_owned(), renames.remove(name)?))).collect()
}

/// A text with other names.
pub(super) fn renamed(text: &str, renames: &[(String, String)]) -> String {
    let new: BTreeMap<&str, &str> = renames.iter().map(|(old, new)| (old.as_str(), new.as_str())).collect();
    let mut out = text.to_owned();
    for range in identifiers(text).into_iter().rev() {
        if let Some(name) = new.get(&text[range.clone()]) {
            out.replace_range(range, name);
        }
    }
    out
}

/// Returns whether the language gives a name its meaning somewhere.
fn is_of_language(name: &str) -> bool {
    let mut names = frontend::words::new_interner_for(0);
    let before = names.len();
    names.intern(name);
    names.len() == before
        || !sema::tables::intrinsics::find(name).is_empty()
        || sema::tables::methods::METHODS.iter().any(|method| method.name == name)
        || sema::tables::attributes::ATTRIBUTES.iter().any(|row| row.name == name)
        || name.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("sv_"))
        || name.starts_with("_m")
        || name.bytes().all(|byte| b"xyzwrgba".contains(&byte)) && name.len() <= 4
}

/// The name of a number: `a`, `b`, …, `a1`.
fn letters(number: usize) -> String {
    let letter = char::from(b'a' + (number % 26) as u8);
    if number < 26 { letter.to_string() } else { format!("{letter}{}", number / 26) }
}

/// The types of vectors and matrices, with their scalar types.
pub(super) fn shaped(text: &str) -> Vec<(Range<usize>, String)> {
    let scalar = |range: Range<usize>| {
        let name = &text[range.clone()];
        let start = name.find(|c: char| c.is_ascii_digit()).filter(|start| *start > 0)?;
        let is_shape =
            name[start..].bytes().all(|byte| (b'1'..=b'4').contains(&byte) || byte == b'x') && name.len() - start <= 3;
        let scalar = &name[..start];
        (is_shape && ["float", "int", "uint", "bool", "half", "double"].contains(&scalar))
            .then(|| (range, scalar.to_owned()))
    };
    identifiers(text).into_iter().filter_map(scalar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_user_get_short() {
        let text = "float4 shade(float2 place : TEXCOORD) : SV_Target { float a = place.x; return saturate(a + shade_more(place)); }";
        let renames = short(text, &["shade".to_owned()]);
        assert_eq!(
            renamed(text, &renames),
            "float4 shade(float2 c : d) : SV_Target { float a = c.x; return saturate(a + e(c)); }"
        );
    }

    #[test]
    fn shapes_are_dropped() {
        let found = shaped("float4x4 m; float3 v; int16_t s; float x; uint2 u2;");
        let names: Vec<&str> = found.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(names, ["float", "float", "uint"]);
    }
}
