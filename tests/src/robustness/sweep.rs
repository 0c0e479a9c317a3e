//! Whole shaders with one piece missing: truncated after every character, and without each token.

use super::survive;
use crate::{collect, directives};
use driver::Compiler;
use libtest_mimic::{Failed, Trial};

const SHADERS: &[&str] = &["lit.hlsl", "histogram.hlsl", "mandelbrot.hlsl"];

/// Two tests per shader.
pub(super) fn trials() -> Vec<Trial> {
    let of_shader = |&name: &&'static str| {
        let truncated = Trial::test(format!("robustness::truncated {name}"), move || truncated(name));
        let without = Trial::test(format!("robustness::without_a_token {name}"), move || without_a_token(name));
        [truncated, without]
    };
    SHADERS.iter().flat_map(of_shader).collect()
}

/// The text of a shader, and a compiler with the options in its first line. Passes would only take time; accepted
/// modules must be valid.
fn shader(name: &str) -> Result<(String, Compiler), Failed> {
    let text = std::fs::read_to_string(collect::workspace().join("shaders").join(name))?;
    let runs = directives::read(&text)?.runs;
    let mut options = runs.first().ok_or("the shader says how it is compiled")?.options.clone();
    options.push("-fcgl".to_owned());
    Ok((text, Compiler::from_args(&options)?))
}

fn truncated(name: &str) -> Result<(), Failed> {
    let (text, compiler) = shader(name)?;
    let ends = text.char_indices().map(|(end, _)| end);
    for end in ends {
        survive(&compiler, &text[..end])?;
    }
    Ok(())
}

fn without_a_token(name: &str) -> Result<(), Failed> {
    let (text, compiler) = shader(name)?;
    for (start, end) in tokens(&text) {
        let rest = format!("{}{}", &text[..start], &text[end..]);
        let accepted = survive(&compiler, &rest)?;
        let is_bracket = matches!(&text[start..end], "(" | ")" | "{" | "}" | "[" | "]");
        if accepted && is_bracket {
            return Err(format!("accepted without the '{}' at byte {start}", &text[start..end]).into());
        }
    }
    Ok(())
}

/// The ranges of names, numbers and punctuation outside of comments.
fn tokens(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        let length = token_length(&text[at..]);
        if !letter.is_whitespace() && !text[at..].starts_with("//") {
            found.push((at, at + length));
        }
        at += length;
    }
    found
}

/// The length of the word, comment or punctuation at the start of the text.
fn token_length(text: &str) -> usize {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let length = if text.starts_with("//") { text.find('\n') } else { text.find(|letter| !is_word(letter)) };
    match length.unwrap_or(text.len()) {
        0 => text.chars().next().map_or(0, char::len_utf8),
        length => length,
    }
}
