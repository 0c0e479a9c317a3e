//! Text to tokens. A keyword of a statement is one at the start of a line alone; the text of a shader is one token.
//!
//! It must not know what keywords mean.

use logos::Logos;

/// What a text is made of.
#[derive(Clone, Copy, Debug, Logos, PartialEq, Eq)]
#[logos(skip r"[ \t\r\f]+")]
#[logos(skip(r"#[^\n]*", allow_greedy = true))]
#[logos(skip r"\\[ \t\r]*\n")]
enum Raw {
    #[token("\n")]
    Line,
    #[regex(r"[^ \t\r\n\f#]+")]
    Word,
}

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token<'s> {
    End,
    Data,
    /// The keyword of a statement without an end.
    Head(&'static str),
    /// One of words and clauses up to an end.
    List(&'static str),
    /// One of statements up to an end.
    Block(&'static str),
    /// One of words, clauses and lists up to an end.
    Parts(&'static str),
    /// One of a text up to an end.
    Source(&'static str),
    /// A keyword within a statement.
    Key(&'static str),
    Word(&'s str),
    Text(&'s str),
}

/// Keywords of statements.
const HEADS: &[&str] = &[
    "ATTACH",
    "BIND",
    "BUFFER",
    "CLEAR",
    "CLEAR_COLOR",
    "CLEAR_DEPTH",
    "CLEAR_STENCIL",
    "COPY",
    "DEVICE_EXTENSION",
    "DEVICE_FEATURE",
    "DEVICE_PROPERTY",
    "EXPECT",
    "FRAMEBUFFER_SIZE",
    "IMAGE",
    "INDEX_DATA",
    "INSTANCE_EXTENSION",
    "MAX_RAY_HIT_ATTRIBUTE_SIZE",
    "MAX_RAY_PAYLOAD_SIZE",
    "MAX_RAY_RECURSION_DEPTH",
    "PATCH_CONTROL_POINTS",
    "POLYGON_MODE",
    "RUN",
    "SAMPLER",
    "SET",
    "SHADER_GROUP",
    "USE_LIBRARY",
    "VERTEX_DATA",
    "VIEWPORT",
];
/// Those that take words and clauses up to an end.
const LISTS: &[&str] = &[
    "BLEND",
    "COMPILE_OPTIONS",
    "DEPTH",
    "FLAGS",
    "SHADER_BINDING_TABLE",
    "SHADER_OPTIMIZATION",
    "STENCIL",
    "STRUCT",
    "SUBGROUP",
    "TRANSFORM",
];
/// Those that take statements up to an end.
const BLOCKS: &[&str] = &["ACCELERATION_STRUCTURE", "DERIVE_PIPELINE", "PIPELINE", "REPEAT"];
/// Those that take words, clauses and lists up to an end.
const PARTS: &[&str] = &["BOTTOM_LEVEL_INSTANCE", "GEOMETRY"];
/// The list that ends with its line if there are words in that.
const OF_A_LINE: Token<'_> = Token::List("FLAGS");
/// Those that take a text, unless they say where it is.
const SOURCES: &[&str] = &["SHADER", "VIRTUAL_FILE"];

/// Keywords within statements.
#[rustfmt::skip]
const KEYS: &[&str] = &[
    "ACCELERATION_STRUCTURE", "ADDRESS_MODE_U", "ADDRESS_MODE_V", "ADDRESS_MODE_W", "ALPHA_OP", "ARG_NAME", "ARG_NUMBER",
    "ARRAY_STRIDE", "AS", "BASE_MIP_LEVEL", "BIAS", "BINDING", "BORDER_COLOR", "BOUNDS", "BUFFER", "BUFFER_ARRAY", "CALL",
    "CELLS", "CLAMP", "COLOR_OP", "COMPARE", "COMPARE_MASK", "COMPARE_OP", "COUNT", "DATA_TYPE", "DEPTH", "DEPTH_FAIL_OP",
    "DESCRIPTOR_OFFSET", "DESCRIPTOR_RANGE", "DESCRIPTOR_SET", "DIM_1D", "DIM_2D", "DIM_3D", "DRAW_ARRAY", "DRAW_GRID",
    "DRAW_RECT", "DST_ALPHA_FACTOR", "DST_COLOR_FACTOR", "ENGINE_DATA", "ENTRY_POINT", "EQ", "EQ_BUFFER",
    "EQ_HISTOGRAM_EMD_BUFFER", "EQ_RGB", "EQ_RGBA", "FAIL_OP", "FILE", "FILL", "FORMAT", "FROM", "FULLY_POPULATED", "GE", "GT",
    "HEIGHT", "HIT", "IDX", "INC_BY", "INDEX", "INDEXED", "INSTANCE_COUNT", "KERNEL", "LE", "LOCATION", "LT", "MAG_FILTER",
    "MASK", "MATRIX_STRIDE", "MAX_DEPTH", "MAX_LOD", "MIN_DEPTH", "MIN_FILTER", "MIN_LOD", "MIP_LEVELS", "MISS", "NE",
    "NORMALIZED_COORDS", "OFFSET", "PASSTHROUGH", "PASS_OP", "POS", "RATE", "RAYGEN", "REFERENCE", "REQUIRED_SIZE",
    "RMSE_BUFFER", "SAMPLER", "SAMPLER_ARRAY", "SAMPLES", "SERIES_FROM", "SIZE", "SPECIALIZE", "SRC_ALPHA_FACTOR",
    "SRC_COLOR_FACTOR", "START_IDX", "START_INSTANCE", "STD140", "STD430", "STRIDE", "TARGET_ENV", "TEST", "TIMED_EXECUTION",
    "TO", "TOLERANCE", "TYPE", "UNNORMALIZED_COORDS", "VARYING_SIZE", "VIRTUAL_FILE", "WIDTH", "WRITE", "WRITE_MASK",
];

/// A token with the bytes of it.
pub(crate) type Spanned<'s> = (usize, Token<'s>, usize);

/// The tokens of a script.
pub(crate) fn tokens(text: &str) -> Vec<Spanned<'_>> {
    let mut all: Vec<Spanned<'_>> = Vec::new();
    let (mut lexer, mut is_start) = (Raw::lexer(text), true);
    // The number of the token that awaits a text behind the line.
    let mut source = None;
    // The number of the first token of the line.
    let mut line = 0;
    while let Some(raw) = lexer.next() {
        let span = lexer.span();
        if raw == Ok(Raw::Line) {
            is_start = true;
            end_line(&mut all, line, span.start);
            line = all.len();
            let Some(start) = source.take() else { continue };
            if has_text(&all[start..]) {
                let length = length_of_text(lexer.remainder());
                all.push((span.end, Token::Text(&text[span.end..span.end + length]), span.end + length));
                lexer.bump(length);
            } else if let Token::Source(name) = all[start].1 {
                all[start].1 = Token::Head(name);
            }
            continue;
        }
        let token = token(lexer.slice(), is_start);
        if matches!(token, Token::Source(_)) {
            source = Some(all.len());
        }
        all.push((span.start, token, span.end));
        is_start = false;
    }
    end_line(&mut all, line, text.len());
    all
}

/// Ends a list that ends with its line.
fn end_line(all: &mut Vec<Spanned<'_>>, start: usize, at: usize) {
    if all.len() > start + 1 && all[start].1 == OF_A_LINE {
        all.push((at, Token::End, at));
    }
}

/// Returns whether these tokens, of a line, are followed by a text.
fn has_text(line: &[Spanned<'_>]) -> bool {
    let is_elsewhere = |token: &Token<'_>| matches!(token, Token::Key("PASSTHROUGH" | "VIRTUAL_FILE" | "FILE"));
    !line.iter().any(|(_, token, _)| is_elsewhere(token))
}

/// The bytes of a text up to the line of its end.
fn length_of_text(rest: &str) -> usize {
    let mut length = 0;
    for line in rest.split_inclusive('\n') {
        if line.split('#').next().is_some_and(|line| line.trim() == "END") {
            break;
        }
        length += line.len();
    }
    length
}

fn token(word: &str, is_start: bool) -> Token<'_> {
    let among = |names: &'static [&'static str]| names.iter().find(|name| **name == word).copied();
    if is_start {
        let head = among(HEADS).map(Token::Head).or_else(|| among(LISTS).map(Token::List));
        let head = head.or_else(|| among(BLOCKS).map(Token::Block)).or_else(|| among(PARTS).map(Token::Parts));
        let head = head.or_else(|| among(SOURCES).map(Token::Source));
        if let Some(head) = head {
            return head;
        }
    }
    match word {
        "END" => Token::End,
        "DATA" => Token::Data,
        _ => among(KEYS).map_or(Token::Word(word), Token::Key),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Token<'_>> {
        tokens(text).into_iter().map(|(_, token, _)| token).collect()
    }

    #[test]
    fn a_keyword_of_a_statement_starts_a_line() {
        let found = kinds("#!amber\nBIND BUFFER a AS color \\\n  LOCATION 0 # END\nBUFFER b\n");
        let expected = [
            Token::Head("BIND"),
            Token::Key("BUFFER"),
            Token::Word("a"),
            Token::Key("AS"),
            Token::Word("color"),
            Token::Key("LOCATION"),
            Token::Word("0"),
            Token::Head("BUFFER"),
            Token::Word("b"),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn the_text_of_a_shader_is_one_token() {
        let found =
            kinds("SHADER compute s SPIRV-ASM\nOpNop # RUN\n; END x\n END # shader\nSHADER vertex v PASSTHROUGH\n");
        let name = [Token::Source("SHADER"), Token::Word("compute"), Token::Word("s"), Token::Word("SPIRV-ASM")];
        assert_eq!(found[..4], name);
        assert_eq!(found[4..6], [Token::Text("OpNop # RUN\n; END x\n"), Token::End]);
        assert_eq!(found[6], Token::Head("SHADER"));
    }

    #[test]
    fn flags_end_with_their_line_or_behind_it() {
        let found = kinds("FLAGS OPAQUE\n1\nFLAGS\n  LIBRARY\nEND\nFLAGS A B");
        let (flags, word) = (Token::List("FLAGS"), Token::Word);
        let one = [flags, word("OPAQUE"), Token::End, word("1"), flags, word("LIBRARY"), Token::End];
        assert_eq!(found, [&one[..], &[flags, word("A"), word("B"), Token::End]].concat());
    }
}
