//! Languages of formats: the text of an op as a list of pieces, read when the crate that has the table is compiled.

/// The number of words in a text.
pub const fn count(text: &str) -> usize {
    let (_, rest) = split_once(text, b' ');
    if rest.is_empty() { 1 } else { 1 + count(rest) }
}

/// The text before and behind the first `separator`; all of it and nothing if it has none.
pub const fn split_once(text: &str, separator: u8) -> (&str, &str) {
    let (bytes, mut end) = (text.as_bytes(), 0);
    while end < bytes.len() && bytes[end] != separator {
        end += 1;
    }
    let (word, rest) = text.split_at(end);
    (word, if rest.is_empty() { rest } else { rest.split_at(1).1 })
}

/// A word without the digit at its end or the name behind its colon, with both.
pub const fn parts(word: &str) -> (&[u8], Option<usize>, &str) {
    let (head, name) = split_once(word, b':');
    match head.as_bytes() {
        [start @ .., digit @ b'0'..=b'9'] => (start, Some((*digit - b'0') as usize), name),
        bytes => (bytes, None, name),
    }
}

/// Defines `Piece` with the word that each is in a format; the words of `tokens` represent themselves, and so does `:`.
#[macro_export]
macro_rules! language {
    (
        $vis:vis enum Piece;
        words: $($word:ident $text:literal)*;
        numbered: $($numbered:ident $before_number:literal)*;
        named: $($named:ident $before_name:literal)*;
        tokens: $($token:literal)*;
    ) => {
        /// A piece of a format.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum Piece {
            $(#[doc = stringify!($text)] $word,)*
            $(#[doc = concat!("`", stringify!($numbered), "` with its number")] $numbered(usize),)*
            $(#[doc = concat!("`", stringify!($named), "` with its name")] $named(&'static str),)*
            /// A word that represents itself.
            Token(&'static str),
        }

        impl Piece {
            /// The pieces of a format with this number of words.
            pub(crate) const fn list<const COUNT: usize>(text: &'static str) -> [Piece; COUNT] {
                let (mut list, mut rest, mut at) = ([Piece::Result; COUNT], text, 0);
                while at < COUNT {
                    let (word, more) = $crate::format::split_once(rest, b' ');
                    list[at] = match $crate::format::parts(word) {
                        $(($text, None, _) => Piece::$word,)*
                        $(($before_number, Some(number), _) => Piece::$numbered(number),)*
                        $(($before_name, None, name) => Piece::$named(name),)*
                        (b"" $(| $token)*, None, _) => Piece::Token(word),
                        _ => panic!("not a piece"),
                    };
                    (rest, at) = (more, at + 1);
                }
                list
            }
        }
    };
}

/// The pieces of a text, for the `Piece` that is in scope.
#[macro_export]
macro_rules! pieces {
    ($text:expr) => {
        &Piece::list::<{ $crate::format::count($text) }>($text)
    };
}
