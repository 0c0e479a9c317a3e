//! The words of the language, with what the tables of the compiler say of each.

use frontend::words;
use rustc_hash::FxHashMap;
use sema::docs;
use sema::overload::intrinsic_signature;
use sema::tables::attributes::ATTRIBUTES;
use sema::tables::intrinsics::{INTRINSICS, Stages};
use sema::tables::methods::{METHODS, Objects};
use sema::tables::semantics;
use std::sync::OnceLock;

/// The kinds of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Word {
    /// A keyword of statements and declarations.
    Keyword,
    /// A modifier that is a name elsewhere.
    Modifier,
    /// A builtin type.
    Type,
    /// An intrinsic function.
    Intrinsic,
}

/// The kind of a word, if the language has it.
pub(crate) fn kind(word: &str) -> Option<Word> {
    static KINDS: OnceLock<FxHashMap<&'static str, Word>> = OnceLock::new();
    let kinds = KINDS.get_or_init(|| {
        let keywords = words::keywords().map(|word| (word, Word::Keyword));
        let modifiers = words::contextual_modifiers().map(|word| (word, Word::Modifier));
        let intrinsics = INTRINSICS.iter().map(|row| (row.name, Word::Intrinsic));
        intrinsics.chain(modifiers).chain(words::type_names().map(|word| (word, Word::Type))).chain(keywords).collect()
    });
    kinds.get(word).copied()
}

/// All words with their kinds, in the order of the tables; functions of namespaces are not among them.
pub(crate) fn all() -> impl Iterator<Item = (&'static str, Word)> {
    let keywords = words::keywords().map(|word| (word, Word::Keyword));
    let modifiers = words::contextual_modifiers().map(|word| (word, Word::Modifier));
    let types = words::type_names().map(|word| (word, Word::Type));
    let mut last = "";
    let intrinsics =
        INTRINSICS.iter().map(|row| row.name).filter(move |name| std::mem::replace(&mut last, name) != *name);
    let intrinsics = intrinsics.filter(|name| !name.contains("::")).map(|name| (name, Word::Intrinsic));
    keywords.chain(modifiers).chain(types).chain(intrinsics)
}

/// The documentation of something in the tables, as Markdown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Its declarations, as code.
    pub(crate) signatures: Vec<String>,
    /// The meaning, as Markdown.
    pub(crate) text: String,
}

impl Entry {
    pub(crate) fn markdown(&self) -> String {
        format!("```hlsl\n{}\n```\n\n{}", self.signatures.join("\n"), self.text)
    }
}

/// An intrinsic function with all its overloads.
pub(crate) fn intrinsic(name: &str) -> Option<Entry> {
    let rows: Vec<_> = INTRINSICS.iter().filter(|row| row.name == name).collect();
    let first = rows.first()?;
    let mut text = first.doc.to_owned();
    if let Stages::Only(stages) = first.stages {
        let stages: Vec<&str> = stages.iter().map(|stage| stage.row().attribute).collect();
        text += &format!("\n\nOnly in: {}.", stages.join(", "));
    }
    if first.since > (6, 0) {
        text += &format!("\n\nSince shader model {}.{}.", first.since.0, first.since.1);
    }
    Some(Entry { signatures: rows.iter().map(|row| intrinsic_signature(row)).collect(), text })
}

/// The methods with a name, of some objects or of all.
pub(crate) fn method(name: &str, of: Option<Objects>) -> Option<Entry> {
    let fits = |objects: Objects| of.is_none_or(|of| objects.contains(of));
    let rows: Vec<_> = METHODS.iter().filter(|row| row.name == name && fits(row.objects)).collect();
    let mut texts: Vec<&str> = rows.iter().map(|row| row.doc).collect();
    texts.dedup();
    let mut signatures: Vec<String> = rows.iter().map(|row| docs::method(row)).collect();
    signatures.dedup();
    (!rows.is_empty()).then(|| Entry { signatures, text: texts.join("\n\n") })
}

/// The attributes with a name.
pub(crate) fn attribute(name: &str) -> Option<Entry> {
    let rows: Vec<_> = ATTRIBUTES.iter().filter(|row| row.name.eq_ignore_ascii_case(name)).collect();
    let first = rows.first()?;
    Some(Entry { signatures: rows.iter().map(|row| docs::attribute(row)).collect(), text: first.doc.to_owned() })
}

/// A system-value semantic, with or without its number.
pub(crate) fn semantic(name: &str) -> Option<Entry> {
    let row = semantics::find(name.trim_end_matches(|c: char| c.is_ascii_digit()).to_ascii_lowercase().as_str())?;
    Some(Entry { signatures: vec![row.display.to_owned()], text: row.doc.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_has_its_kind() {
        assert_eq!(kind("return"), Some(Word::Keyword));
        assert_eq!(kind("float3x4"), Some(Word::Type));
        assert_eq!(kind("lerp"), Some(Word::Intrinsic));
        assert_eq!(kind("lerp2"), None);
        assert!(all().filter(|(word, _)| *word == "mul").count() == 1);
    }

    #[test]
    fn words_of_the_tables_are_documented() {
        for (word, kind) in all() {
            assert!(kind != Word::Intrinsic || intrinsic(word).is_some_and(|entry| !entry.text.is_empty()), "{word}");
        }
        assert!(semantic("SV_Target3").is_some() && semantic("TEXCOORD0").is_none());
        assert!(attribute("NumThreads").is_some());
    }
}
