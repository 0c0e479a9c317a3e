//! Byte searches for line ends, and for comments and quotes that may hide them.

use base::search;

/// The first line end.
pub(crate) fn line_end(text: &[u8]) -> Option<usize> {
    search::first(b'\n', text)
}

/// The first quote, or slash that may open a comment.
pub(crate) fn quote_or_slash(text: &[u8]) -> Option<usize> {
    search::first_of([b'/', b'"', b'\''], text)
}

/// The offset after the `*/` that ends a comment; the text starts inside of the comment.
pub(crate) fn after_comment(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += search::first(b'*', &text[at..])? + 1;
        if text.get(at) == Some(&b'/') {
            return Some(at + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_end_with_a_star_before_a_slash() {
        assert_eq!(after_comment(b"*/"), Some(2));
        assert_eq!(after_comment(b"**/x*/"), Some(3));
        assert_eq!(after_comment(b" a * / b */ c"), Some(11));
        assert_eq!(after_comment(b"/"), None);
        assert_eq!(after_comment(b"text * *"), None);
        assert_eq!(after_comment(b""), None);
    }

    #[test]
    fn the_first_of_several_is_found() {
        assert_eq!(line_end(b"one\ntwo\n"), Some(3));
        assert_eq!(line_end(b"one"), None);
        assert_eq!(quote_or_slash(b"a = 'b' \"c\" / d"), Some(4));
        assert_eq!(quote_or_slash(b"a = b / \"c\""), Some(6));
        assert_eq!(quote_or_slash(b"a = b"), None);
    }
}
