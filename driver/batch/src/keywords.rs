//! `batch --keywords`: the keywords that a shader of Unity declares by pragmas, as sets of definitions for its command lines.
//!
//! `#pragma multi_compile _ A B` and `#pragma shader_feature A` each make a set, of which a variant defines one keyword or, for names of
//! underscores alone, none. Must not know what a line with sets becomes.

use library::files::reading;
use library::files::response::Word;
use std::path::Path;

/// The keywords of a shader.
#[derive(Debug)]
pub(crate) struct Keywords {
    file: String,
    sets: Vec<Set>,
}

/// The keywords of a pragma.
#[derive(Debug, PartialEq, Eq)]
struct Set {
    /// The first letters of the profiles that have them; `None` for all.
    stage: Option<&'static str>,
    /// The keywords; the empty one is for none.
    names: Vec<String>,
}

/// The suffixes for stages, with the first letters of their profiles.
const STAGES: &[(&str, &str)] = &[
    ("_vertex", "vs"),
    ("_fragment", "ps"),
    ("_hull", "hs"),
    ("_domain", "ds"),
    ("_geometry", "gs"),
    ("_raytracing", "lib"),
];

/// Pragmas whose keywords are those of the engine.
const SHORTHANDS: &[(&str, &[&str])] = &[
    ("multi_compile_fog", &["", "FOG_LINEAR", "FOG_EXP", "FOG_EXP2"]),
    ("multi_compile_instancing", &["", "INSTANCING_ON"]),
];

impl Keywords {
    /// Those of a file.
    ///
    /// # Errors
    /// When it cannot be read, has no keywords, or has a pragma for keywords that are not known; with the place.
    pub(crate) fn read(file: &str) -> Result<Self, String> {
        let bytes = reading::read_bytes(file).map_err(|error| format!("cannot read '{file}': {error}"))?;
        let keywords = Self::of(file, &reading::decode(bytes))?;
        match keywords.sets.is_empty() {
            true => Err(format!("'{file}' has no #pragma multi_compile or shader_feature")),
            false => Ok(keywords),
        }
    }

    fn of(file: &str, text: &str) -> Result<Self, String> {
        let mut sets: Vec<Set> = Vec::new();
        for (at, line) in text.lines().enumerate() {
            let set = pragma(line).map_err(|reason| format!("{file}:{}: {reason}", at + 1))?;
            // Passes of a shader repeat them.
            sets.extend(set.filter(|set| !sets.contains(set)));
        }
        Ok(Keywords { file: file.to_owned(), sets })
    }

    /// Adds the sets to a command line, if its input is the shader.
    pub(crate) fn add(&self, words: &mut Vec<Word>) {
        let is_file = |word: &Word| Path::new(&word.text) == Path::new(&self.file);
        if !words.iter().any(is_file) {
            return;
        }
        let profile = words.iter().enumerate().find_map(|(at, word)| {
            let joined = word.text.strip_prefix("-T").or(word.text.strip_prefix("/T"))?;
            if joined.is_empty() { words.get(at + 1).map(|next| next.text.clone()) } else { Some(joined.to_owned()) }
        });
        let profile = profile.unwrap_or_default();
        for set in self.sets.iter().filter(|set| set.stage.is_none_or(|stage| profile.starts_with(stage))) {
            words.push(Word { text: "-D".to_owned(), bare: Vec::new() });
            words.push(set.word());
        }
    }
}

impl Set {
    /// The set as a word of a list.
    fn word(&self) -> Word {
        let text = format!("{{{}}}", self.names.join(","));
        let bare = text.match_indices(['{', ',', '}']).map(|(at, _)| at).collect();
        Word { text, bare }
    }
}

/// The keywords of a line.
///
/// # Errors
/// When it is a pragma for keywords that are not known.
fn pragma(line: &str) -> Result<Option<Set>, String> {
    let line = line.split("//").next().unwrap_or_default().trim_start();
    let rest = line.strip_prefix('#').and_then(|rest| rest.trim_start().strip_prefix("pragma"));
    let Some(rest) = rest.filter(|rest| rest.starts_with(char::is_whitespace)) else { return Ok(None) };
    let mut words = rest.split_whitespace();
    let name = words.next().unwrap_or_default();
    if let Some((_, names)) = SHORTHANDS.iter().find(|(shorthand, _)| *shorthand == name) {
        return Ok(Some(Set { stage: None, names: names.iter().map(|name| (*name).to_owned()).collect() }));
    }
    let is_feature = name.starts_with("shader_feature");
    let Some(kind) = name.strip_prefix("shader_feature").or(name.strip_prefix("multi_compile")) else {
        return Ok(None);
    };
    let kind = kind.strip_prefix("_local").unwrap_or(kind);
    let stage = STAGES.iter().find(|(suffix, _)| *suffix == kind).map(|(_, stage)| *stage);
    if stage.is_none() && !kind.is_empty() {
        return Err(format!("the keywords of '{name}' are the engine's; write them as a set, -D {{,A,B}}"));
    }
    let keyword = |word: &str| if word.bytes().all(|byte| byte == b'_') { String::new() } else { word.to_owned() };
    let mut names: Vec<String> = words.map(keyword).collect();
    // A feature alone is one that may be off.
    if is_feature && names.len() == 1 {
        names.insert(0, String::new());
    }
    match names.is_empty() {
        true => Err(format!("'{name}' has no keywords")),
        false => Ok(Some(Set { stage, names })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use library::files::response::marked_words;

    #[test]
    fn pragmas_are_sets_of_lines_with_their_file() {
        let text = "#pragma target 3.0\n#pragma multi_compile _ SHADOWS SHADOWS_CASCADE // comment\n\
            \x20# pragma shader_feature_local_fragment _NORMALMAP\n#pragma multi_compile_vertex A B\n\
            #pragma multi_compile_fog\n#pragma multi_compile _ SHADOWS SHADOWS_CASCADE\n#pragma multi_compile __ X\n";
        let keywords = Keywords::of("lit.hlsl", text).expect("pragmas");
        let line = |line: &str| {
            let mut words = marked_words(line);
            keywords.add(&mut words);
            words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
        };
        let fog = "-D {,FOG_LINEAR,FOG_EXP,FOG_EXP2}";
        assert_eq!(
            line("-T ps_6_0 lit.hlsl"),
            format!("-T ps_6_0 lit.hlsl -D {{,SHADOWS,SHADOWS_CASCADE}} -D {{,_NORMALMAP}} {fog} -D {{,X}}")
        );
        assert_eq!(
            line("-Tvs_6_0 lit.hlsl"),
            format!("-Tvs_6_0 lit.hlsl -D {{,SHADOWS,SHADOWS_CASCADE}} -D {{A,B}} {fog} -D {{,X}}")
        );
        assert_eq!(line("-T ps_6_0 other.hlsl"), "-T ps_6_0 other.hlsl");
        let word = keywords.sets[0].word();
        assert_eq!((word.bare, word.text.as_str()), (vec![0, 1, 9, 25], "{,SHADOWS,SHADOWS_CASCADE}"));
    }

    #[test]
    fn pragmas_of_the_engine_are_refused() {
        let refused = |text: &str| Keywords::of("lit.hlsl", text).map(|_| ());
        let engine =
            "lit.hlsl:2: the keywords of 'multi_compile_fwdbase' are the engine's; write them as a set, -D {,A,B}";
        assert_eq!(refused("\n#pragma multi_compile_fwdbase"), Err(engine.to_owned()));
        assert_eq!(refused("#pragma shader_feature"), Err("lit.hlsl:1: 'shader_feature' has no keywords".to_owned()));
        assert_eq!(
            refused("#pragma multi_compiler X"),
            Err(engine.replace(":2", ":1").replace("compile_fwdbase", "compiler"))
        );
    }
}
