//! Formats of a shader's `printf`, parsed, and the functions of the host that a kernel calls.
//!
//! A format is parsed and checked against its arguments at compile time, so that nothing is left to do at run time: the
//! host gets as many words as the conversions take. This module must not know ops; the host formats the numbers.

/// The name of the [`BeginFn`].
pub const BEGIN: &str = "shader_print_begin";
/// The name of the [`WordFn`].
pub const WORD: &str = "shader_print_word";
/// The name of the [`EndFn`].
pub const END: &str = "shader_print_end";

/// An invocation begins to print: the number of the format among the kernel's, the workgroup's number along each axis,
/// and the invocation's in the workgroup.
pub type BeginFn = extern "C" fn(format: u32, x: u32, y: u32, z: u32, invocation: u32);
/// The next component of a value: an integer, extended as its conversion reads it, or the bits of an `f64`.
pub type WordFn = extern "C" fn(word: u64);
/// The last word has been passed.
pub type EndFn = extern "C" fn();

/// The limit of a width or precision, which C requires of every `printf`.
const MOST: u32 = 4095;

/// Language of a format: decides what is between the components of a vector, and whether each text is a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// NonSemantic.DebugPrintf, whose calls are messages.
    Messages,
    /// OpenCL.std, whose calls make one text.
    OpenCl,
}

/// A format, ready to print.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Format {
    /// Pieces in the order in which they are printed.
    pub pieces: Vec<Piece>,
    /// True if its output is a line of its own, whether or not it ends with a newline.
    pub is_line: bool,
}

/// A part of a format.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// Text as it is.
    Text(String),
    /// A string argument, cut and padded.
    Given(String, Layout),
    /// A number, or the components of a vector.
    Value(Value),
}

/// Format of a printed value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    /// The conversion.
    pub shown: Shown,
    /// True if letters are large.
    pub is_upper: bool,
    /// Precision and padding of each component.
    pub layout: Layout,
    /// The number of words.
    pub components: u32,
    /// Separator between them.
    pub separator: String,
}

/// As what a number is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shown {
    /// A decimal number with a sign.
    Signed,
    /// A decimal number without one.
    Unsigned,
    /// An octal number.
    Octal,
    /// A hexadecimal number.
    Hex,
    /// A character.
    Char,
    /// A number with a point.
    Fixed,
    /// A number with an exponent.
    Exponent,
    /// The shorter one of these.
    General,
    /// A hexadecimal number with an exponent of two.
    HexFloat,
}

/// Flags, width and precision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Layout {
    /// `-`
    pub left: bool,
    /// `+`
    pub plus: bool,
    /// ` `
    pub space: bool,
    /// `#`
    pub alternate: bool,
    /// `0`
    pub zeros: bool,
    /// The least number of characters.
    pub width: usize,
    /// Digits, or the most characters of a text.
    pub precision: Option<usize>,
}

/// Argument that a module gives a conversion.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Given {
    /// A number of the given number of bits, or a vector of this many of them.
    Number {
        /// True if it is a floating-point number.
        is_float: bool,
        /// The number of its bits.
        width: u32,
        /// The number of components.
        components: u32,
    },
    /// A constant text.
    Text(String),
    /// An address.
    Address,
    /// Something that cannot be printed.
    Other,
}

/// Argument that a conversion takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    Integer,
    Float,
    Text,
    Address,
}

/// A row: the letter, what it takes, as what that is shown, whether with large letters.
type Row = (char, Takes, Shown, bool);

/// The conversions.
#[rustfmt::skip]
const CONVERSIONS: &[Row] = &[
    ('d', Takes::Integer, Shown::Signed,   false),
    ('i', Takes::Integer, Shown::Signed,   false),
    ('u', Takes::Integer, Shown::Unsigned, false),
    ('o', Takes::Integer, Shown::Octal,    false),
    ('x', Takes::Integer, Shown::Hex,      false),
    ('X', Takes::Integer, Shown::Hex,      true),
    ('c', Takes::Integer, Shown::Char,     false),
    ('f', Takes::Float,   Shown::Fixed,    false),
    ('F', Takes::Float,   Shown::Fixed,    true),
    ('e', Takes::Float,   Shown::Exponent, false),
    ('E', Takes::Float,   Shown::Exponent, true),
    ('g', Takes::Float,   Shown::General,  false),
    ('G', Takes::Float,   Shown::General,  true),
    ('a', Takes::Float,   Shown::HexFloat, false),
    ('A', Takes::Float,   Shown::HexFloat, true),
    ('s', Takes::Text,    Shown::Char,     false),
    ('p', Takes::Address, Shown::Hex,      false),
];

/// Length modifiers of integers, with the bits that are left of an integer; longest first. No conversion takes more
/// than is given.
const LENGTHS: &[(&str, Option<u32>)] = &[("hh", Some(8)), ("hl", None), ("h", Some(16)), ("ll", None), ("l", None)];

/// A format with what its caller needs besides.
#[derive(Debug)]
pub struct Parsed {
    /// The format.
    pub format: Format,
    /// For each value, the bits of an integer that count; all of them if `None`.
    pub narrow: Vec<Option<u32>>,
}

/// Parses a format and checks it against its arguments.
///
/// # Errors
/// When it is malformed, or does not fit its arguments.
pub fn parse(text: &str, language: Language, given: &[Given]) -> Result<Parsed, String> {
    let mut parser = Parser { rest: text, language, given, taken: 0, narrow: Vec::new() };
    let mut pieces = Vec::new();
    while let Some(at) = parser.rest.find('%') {
        push_text(&mut pieces, &parser.rest[..at]);
        parser.rest = &parser.rest[at + 1..];
        match parser.rest.strip_prefix('%') {
            Some(rest) => {
                push_text(&mut pieces, "%");
                parser.rest = rest;
            }
            None => pieces.push(parser.conversion()?),
        }
    }
    push_text(&mut pieces, parser.rest);
    match given.len() - parser.taken {
        0 => Ok(Parsed { format: Format { pieces, is_line: language == Language::Messages }, narrow: parser.narrow }),
        _ => Err(format!("format uses {} of {} arguments", parser.taken, given.len())),
    }
}

fn push_text(pieces: &mut Vec<Piece>, text: &str) {
    match pieces.last_mut() {
        Some(Piece::Text(last)) => last.push_str(text),
        _ if text.is_empty() => {}
        _ => pieces.push(Piece::Text(text.to_owned())),
    }
}

struct Parser<'t> {
    /// Rest of the text that is not parsed yet.
    rest: &'t str,
    language: Language,
    given: &'t [Given],
    taken: usize,
    narrow: Vec<Option<u32>>,
}

impl Parser<'_> {
    /// Parses the part after a `%`.
    fn conversion(&mut self) -> Result<Piece, String> {
        let start = self.rest;
        let layout = self.layout()?;
        let components = match self.take("v") {
            true => self.number()?,
            false => 1,
        };
        let length = LENGTHS.iter().find(|(name, _)| self.take(name));
        let letter = self.rest.chars().next();
        let Some(row) = CONVERSIONS.iter().find(|(name, ..)| Some(*name) == letter) else {
            let end = start.len() - self.rest.len() + letter.map_or(0, char::len_utf8);
            return Err(format!("unknown conversion '%{}'", &start[..end]));
        };
        self.rest = &self.rest[1..];
        let spelling = &start[..start.len() - self.rest.len()];
        let Some(given) = self.given.get(self.taken) else {
            return Err(format!("missing argument for '%{spelling}'"));
        };
        self.taken += 1;
        let narrow = length.and_then(|(_, bits)| *bits);
        let piece = self.piece(row, layout, components, given);
        let piece = piece.ok_or_else(|| mismatch(spelling, row.1, components, given))?;
        if let Piece::Value(_) = piece {
            self.narrow.push(narrow);
        }
        Ok(piece)
    }

    fn piece(&mut self, row: &Row, layout: Layout, components: u32, given: &Given) -> Option<Piece> {
        let (letter, takes, shown, is_upper) = *row;
        let layout = match given {
            Given::Text(text) if takes == Takes::Text && components == 1 => {
                return Some(Piece::Given(text.clone(), layout));
            }
            Given::Address if takes == Takes::Address && components == 1 => Layout { alternate: true, ..layout },
            Given::Number { is_float, width, components: count } => {
                let fits = if *is_float { Takes::Float } else { Takes::Integer };
                if (fits, *count) != (takes, components) {
                    return None;
                }
                // The layers of Vulkan write `%ul` for `%lu`.
                if self.language == Language::Messages && letter == 'u' && *width == 64 {
                    self.take("l");
                }
                layout
            }
            Given::Text(_) | Given::Address | Given::Other => return None,
        };
        let separator = match self.language {
            Language::Messages => ", ",
            Language::OpenCl => ",",
        };
        Some(Piece::Value(Value { shown, is_upper, layout, components, separator: separator.to_owned() }))
    }

    fn layout(&mut self) -> Result<Layout, String> {
        let mut layout = Layout::default();
        loop {
            let flag = match self.rest.chars().next() {
                Some('-') => &mut layout.left,
                Some('+') => &mut layout.plus,
                Some(' ') => &mut layout.space,
                Some('#') => &mut layout.alternate,
                Some('0') => &mut layout.zeros,
                _ => break,
            };
            *flag = true;
            self.rest = &self.rest[1..];
        }
        layout.width = self.number()? as usize;
        if self.take(".") {
            layout.precision = Some(self.number()? as usize);
        }
        Ok(layout)
    }

    /// The digits that follow; zero where there are none.
    fn number(&mut self) -> Result<u32, String> {
        if self.rest.starts_with('*') {
            return Err("'*' is not supported; use a number for width or precision".to_owned());
        }
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        self.rest = rest;
        match digits.parse::<u32>() {
            Ok(number) if number <= MOST => Ok(number),
            Err(_) if digits.is_empty() => Ok(0),
            _ => Err(format!("number {digits} in format exceeds {MOST}")),
        }
    }

    /// Skips this text; returns whether it was next.
    fn take(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }
}

fn mismatch(spelling: &str, takes: Takes, components: u32, given: &Given) -> String {
    let wanted = match takes {
        Takes::Integer => "an integer",
        Takes::Float => "a floating-point number",
        Takes::Text => "a constant string",
        Takes::Address => "an address",
    };
    let wanted = match components {
        1 => wanted.to_owned(),
        count => format!("a vector of {count}, each {wanted}"),
    };
    let found = match given {
        Given::Number { is_float: true, components: 1, .. } => "a floating-point number".to_owned(),
        Given::Number { is_float: false, components: 1, .. } => "an integer".to_owned(),
        Given::Number { is_float: true, components, .. } => format!("a vector of {components} floating-point numbers"),
        Given::Number { is_float: false, components, .. } => format!("a vector of {components} integers"),
        Given::Text(_) => "a string".to_owned(),
        Given::Address => "an address".to_owned(),
        Given::Other => "neither a number nor a string".to_owned(),
    };
    format!("'%{spelling}' requires {wanted}, but the argument is {found}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const INT: Given = Given::Number { is_float: false, width: 32, components: 1 };
    const LONG: Given = Given::Number { is_float: false, width: 64, components: 1 };
    const FLOAT: Given = Given::Number { is_float: true, width: 32, components: 1 };
    const FLOATS: Given = Given::Number { is_float: true, width: 32, components: 4 };

    fn parsed(text: &str, given: &[Given]) -> Result<Vec<Piece>, String> {
        parse(text, Language::Messages, given).map(|parsed| parsed.format.pieces)
    }

    fn text(text: &str) -> Piece {
        Piece::Text(text.to_owned())
    }

    fn value(shown: Shown, layout: Layout, components: u32) -> Piece {
        Piece::Value(Value { shown, is_upper: false, layout, components, separator: ", ".to_owned() })
    }

    #[test]
    fn formats_are_taken_apart() {
        let plain = Layout::default();
        assert_eq!(parsed("100 %% of%%", &[]), Ok(vec![text("100 % of%")]));
        assert_eq!(parsed("a %d b", &[INT]), Ok(vec![text("a "), value(Shown::Signed, plain, 1), text(" b")]));
        let layout = Layout { left: true, plus: true, width: 12, precision: Some(3), ..plain };
        assert_eq!(parsed("%-+12.3v4f", &[FLOATS]), Ok(vec![value(Shown::Fixed, layout, 4)]));
        // The layers of Vulkan put the length of 64 bits after the letter as well.
        assert_eq!(parsed("%ul%lx", &[LONG, LONG]).map(|pieces| pieces.len()), Ok(2));
        assert_eq!(parsed("%ul", &[INT]), Ok(vec![value(Shown::Unsigned, plain, 1), text("l")]));
        let given = Piece::Given("x".to_owned(), Layout { width: 3, ..plain });
        assert_eq!(parsed("%3s", &[Given::Text("x".to_owned())]), Ok(vec![given]));
    }

    #[test]
    fn lengths_say_how_many_bits_count() {
        let given = [INT, INT, INT, LONG];
        let parsed = parse("%hhd%hu%d%lld", Language::OpenCl, &given).unwrap();
        assert_eq!(parsed.narrow, [Some(8), Some(16), None, None]);
        assert!(!parsed.format.is_line);
    }

    #[test]
    fn what_is_wrong_with_a_format_is_said() {
        let cases: &[(&str, &[Given], &str)] = &[
            ("%q", &[INT], "unknown conversion '%q'"),
            ("%5.2", &[INT], "unknown conversion '%5.2'"),
            ("%", &[], "unknown conversion '%'"),
            ("%n", &[INT], "unknown conversion '%n'"),
            ("%é", &[INT], "unknown conversion '%é'"),
            ("%d", &[], "missing argument for '%d'"),
            ("%*d", &[INT, INT], "'*' is not supported; use a number for width or precision"),
            ("%99999999999d", &[INT], "number 99999999999 in format exceeds 4095"),
            ("%4096d", &[INT], "number 4096 in format exceeds 4095"),
            ("%d", &[FLOAT], "'%d' requires an integer, but the argument is a floating-point number"),
            (
                "%f",
                &[FLOATS],
                "'%f' requires a floating-point number, but the argument is a vector of 4 floating-point numbers",
            ),
            (
                "%v3f",
                &[FLOATS],
                "'%v3f' requires a vector of 3, each a floating-point number, but the argument is a vector of 4 floating-point numbers",
            ),
            ("%s", &[INT], "'%s' requires a constant string, but the argument is an integer"),
            (
                "%s",
                &[Given::Other],
                "'%s' requires a constant string, but the argument is neither a number nor a string",
            ),
            ("x", &[INT, INT], "format uses 0 of 2 arguments"),
        ];
        for (text, given, message) in cases {
            assert_eq!(parsed(text, given), Err((*message).to_owned()), "{text}");
        }
    }

    #[test]
    fn rows_are_unique() {
        for (at, (letter, ..)) in CONVERSIONS.iter().enumerate() {
            assert!(CONVERSIONS[..at].iter().all(|(other, ..)| other != letter), "{letter}");
        }
    }
}
