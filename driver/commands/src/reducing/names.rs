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

/// The identifiers of a text.
pub(crate) fn of_text(text: &str) -> BTreeSet<String> {
    identifiers(text).into_iter().map(|range| text[range].to_owned()).collect()
}

/// Short names, which the source does not have, for the identifiers that are neither the language's nor in `kept`.
pub(super) fn short(text: &str, kept: &[String], of_source: &BTreeSet<String>) -> Renames {
    let declared = identifiers(text).into_iter().filter(|range| !is_swizzled(text, range));
    let all: Vec<&str> = declared.map(|range| &text[range]).collect();
    let taken: BTreeSet<&str> = all.iter().copied().chain(of_source.iter().map(String::as_str)).collect();
    let is_free = |name: &String| !taken.contains(name.as_str()) && !is_of_language(name) && !is_swizzle(name);
    let mut fresh = (0..).map(letters).filter(is_free);
    let mut renames: BTreeMap<&str, String> = BTreeMap::new();
    let mut order = Vec::new();
    for name in all {
        let is_short = name.len() == 1 && !of_source.contains(name);
        let is_known = is_of_language(name) || kept.iter().any(|kept| kept == name) || is_short;
        if !is_known && !renames.contains_key(name) {
            renames.extend(fresh.next().map(|new| (name, new)));
            order.push(name);
        }
    }
    order.into_iter().filter_map(|name| Some((name.to_owned(), renames.remove(name)?))).collect()
}

/// A text with other names. What could be a swizzle behind a dot keeps its name unless members get other names too.
pub(super) fn renamed(text: &str, renames: &[(String, String)], has_members: bool) -> String {
    let new: BTreeMap<&str, &str> = renames.iter().map(|(old, new)| (old.as_str(), new.as_str())).collect();
    let mut out = text.to_owned();
    for range in identifiers(text).into_iter().rev() {
        let stays = !has_members && is_swizzled(text, &range);
        if let Some(name) = new.get(&text[range.clone()]).filter(|_| !stays) {
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
        || name
            .strip_prefix("_m")
            .is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit() || b"_m".contains(&byte)))
}

/// Returns whether what is behind a dot could be components of a vector.
fn is_swizzled(text: &str, range: &Range<usize>) -> bool {
    text[..range.start].ends_with('.') && is_swizzle(&text[range.clone()])
}

/// Returns whether a name could be components of a vector.
fn is_swizzle(name: &str) -> bool {
    name.bytes().all(|byte| b"xyzwrgba".contains(&byte)) && name.len() <= 4
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
        let renames = short(text, &["shade".to_owned()], &of_text(text));
        let expected = "float4 shade(float2 c : d) : SV_Target { float e = c.x; return saturate(e + f(c)); }";
        assert_eq!(renamed(text, &renames, false), expected);
        // The names are no longer the source's, so they stay.
        assert_eq!(short(expected, &["shade".to_owned()], &of_text(text)), []);
    }

    #[test]
    fn members_are_told_from_swizzles() {
        let text = "struct S { float a; }; float f(S s, float4 x) { return s.a + x.x; }";
        let renames = short(text, &[], &of_text(text));
        let swizzles = "struct c { float d; }; float e(c h, float4 i) { return h.a + i.x; }";
        assert_eq!(renamed(text, &renames, false), swizzles);
        let members = "struct c { float d; }; float e(c h, float4 i) { return h.d + i.i; }";
        assert_eq!(renamed(text, &renames, true), members);
    }

    #[test]
    fn shapes_are_dropped() {
        let found = shaped("float4x4 m; float3 v; int16_t s; float x; uint2 u2;");
        let names: Vec<&str> = found.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(names, ["float", "float", "uint"]);
    }
}
