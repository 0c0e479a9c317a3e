//! Response files: `@file` on the command line represents the arguments in that file.
//!
//! Words are separated by white space. Quotes, single or double, keep it inside a word; a backslash escapes itself, a
//! quote and white space, and is an ordinary character before all others, as in the paths of Windows. A file may name
//! others. An argument whose file does not exist is unchanged.

use crate::api::compile::Failure;
use crate::diagnostics as E;
use crate::files::names::to_path;
use crate::files::reading;
use std::io::ErrorKind;

/// The depth of files that name each other.
const MAX_DEPTH: usize = 16;
/// The limit of resulting arguments.
const MAX_ARGUMENTS: usize = 1 << 16;
/// The limit of files, counted as often as they are named.
const MAX_FILES: usize = 1 << 12;
/// The limit of their bytes.
const MAX_BYTES: u64 = 16 << 20;

/// The arguments with those of the files that they name. Nothing is read when no argument starts with `@`.
pub fn expand(arguments: &[String]) -> Result<Vec<String>, Failure> {
    let mut expansion = Expansion { out: Vec::with_capacity(arguments.len()), files: 0, bytes: 0 };
    expansion.take(arguments, 0)?;
    Ok(expansion.out)
}

/// The arguments so far, and the totals for the limits.
struct Expansion {
    out: Vec<String>,
    files: usize,
    bytes: u64,
}

impl Expansion {
    fn take(&mut self, arguments: &[String], depth: usize) -> Result<(), Failure> {
        for argument in arguments {
            match argument.strip_prefix('@').filter(|file| to_path(file).is_file()) {
                Some(file) => {
                    let text = self.read(file, depth)?;
                    self.take(&words(&text), depth + 1)?;
                }
                None if self.out.len() < MAX_ARGUMENTS => self.out.push(argument.clone()),
                None => return Err(cannot_read(argument, format!("more than {MAX_ARGUMENTS} arguments"))),
            }
        }
        Ok(())
    }

    fn read(&mut self, file: &str, depth: usize) -> Result<String, Failure> {
        if depth == MAX_DEPTH {
            return Err(cannot_read(file, format!("response files are nested more than {MAX_DEPTH} levels deep")));
        }
        self.files += 1;
        if self.files > MAX_FILES {
            return Err(cannot_read(file, format!("more than {MAX_FILES} response files")));
        }
        let too_many = || cannot_read(file, format!("response files exceed {} MiB", MAX_BYTES >> 20));
        let bytes = match reading::read_found(&to_path(file), MAX_BYTES - self.bytes) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::FileTooLarge => return Err(too_many()),
            Err(error) => return Err(cannot_read(file, error.to_string())),
        };
        self.bytes += bytes.len() as u64;
        String::from_utf8(bytes).map_err(|error| cannot_read(file, error.to_string()))
    }
}

fn cannot_read(file: &str, reason: String) -> Failure {
    Failure::because(E::CannotRead { file: file.to_owned(), reason })
}

/// A word, and the places of braces and commas in it that are neither quoted nor escaped.
#[derive(Clone, Debug, Default)]
pub struct Word {
    /// The word.
    pub text: String,
    /// The offsets of these braces and commas.
    pub bare: Vec<usize>,
}

impl AsRef<str> for Word {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

/// The words of a text.
pub fn words(text: &str) -> Vec<String> {
    marked_words(text).into_iter().map(|word| word.text).collect()
}

/// The words of a text, with their braces and commas.
pub fn marked_words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut word: Option<Word> = None;
    let mut quote = None;
    // Editors on Windows put a byte-order mark before a text.
    let mut rest = text.trim_start_matches('\u{feff}').chars().peekable();
    while let Some(character) = rest.next() {
        if character.is_whitespace() && quote.is_none() {
            words.extend(word.take());
            continue;
        }
        let word = word.get_or_insert_default();
        match character {
            '\\' => word.text.push(rest.next_if(|next| is_escaped(*next)).unwrap_or('\\')),
            _ if quote == Some(character) => quote = None,
            '"' | '\'' if quote.is_none() => quote = Some(character),
            _ => {
                if quote.is_none() && matches!(character, '{' | '}' | ',') {
                    word.bare.push(word.text.len());
                }
                word.text.push(character);
            }
        }
    }
    words.extend(word);
    words
}

/// A text with these words, each in quotes where it needs them.
pub fn line(words: &[String]) -> String {
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let is_plain = |character: char| character.is_alphanumeric() || "-_=+./:,@%".contains(character);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Returns whether a backslash before this character is an escape.
fn is_escaped(character: char) -> bool {
    matches!(character, '\\' | '"' | '\'') || character.is_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_backslashes_keep_words_together() {
        let text = "\u{feff}-T cs_6_0\r\n\t-D \"A=b c\" -DB='\"x\"' in\\ put.hlsl C:\\shaders\\a.hlsl \"\" a\"b\"'c' \"\\\"\\\\\"";
        let expected =
            ["-T", "cs_6_0", "-D", "A=b c", "-DB=\"x\"", "in put.hlsl", "C:\\shaders\\a.hlsl", "", "abc", "\"\\"];
        assert_eq!(words(text), expected);
        assert_eq!(words(" \n"), [""; 0]);
        assert_eq!(words(&line(&expected.map(str::to_owned))), expected);
    }

    #[test]
    fn files_name_files_but_not_without_end() {
        let folder = std::env::temp_dir().join(format!("hlsl2spirv-response-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        let write = |name: &str, text: &str| {
            let path = folder.join(name).to_string_lossy().into_owned();
            std::fs::write(&path, text).expect("a file can be written");
            format!("@{path}")
        };
        let inner = write("inner", "-E 'a b'");
        let outer = write("outer", &format!("-O0 '{inner}' -Zpr"));
        let missing = "@missing".to_owned();
        let expanded = expand(&[outer, missing]).expect("all files can be read");
        assert_eq!(expanded, ["-O0", "-E", "a b", "-Zpr", "@missing"]);

        let circle = format!("@{}", folder.join("circle").display());
        write("circle", &format!("-H '{circle}'"));
        let text = expand(&[circle]).expect_err("a circle has no end").to_string();
        assert!(text.contains("E5009") || text.contains("16 levels"), "{text}");
        let mut many = write("many", &"-H ".repeat(1 << 12));
        for level in 0..2 {
            many = write(&format!("many{level}"), &format!("'{many}' ").repeat(8));
        }
        let text = expand(&[many]).expect_err("there are too many").to_string();
        assert!(text.contains("more than 65536 arguments"), "{text}");
        let _ = std::fs::remove_dir_all(folder);
    }
}
