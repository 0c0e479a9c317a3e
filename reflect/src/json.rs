//! Documents as JSON: each value on a line of its own, by two spaces per level. The same bytes as `serde_json` writes,
//! whose own form writes each space by itself.

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use std::io::{Result, Write};

/// A line break and the deepest indentation that is written at once.
const BREAK: &[u8] = b"\n                                                                ";

/// A document, without a line break at its end.
pub(crate) fn text(value: &impl Serialize) -> String {
    let mut out = Vec::with_capacity(8192);
    // Keys are text, and nothing that is written to memory fails.
    let written = value.serialize(&mut Serializer::with_formatter(&mut out, Lines::default()));
    written.ok().and_then(|()| String::from_utf8(out).ok()).unwrap_or_default()
}

#[derive(Default)]
struct Lines {
    depth: usize,
    /// True if the list or object that is being written has something in it.
    has_value: bool,
}

impl Lines {
    fn begin<W: Write + ?Sized>(&mut self, writer: &mut W, bracket: &[u8]) -> Result<()> {
        self.depth += 1;
        self.has_value = false;
        writer.write_all(bracket)
    }

    fn end<W: Write + ?Sized>(&mut self, writer: &mut W, bracket: &[u8]) -> Result<()> {
        self.depth -= 1;
        if self.has_value {
            self.line(writer)?;
        }
        writer.write_all(bracket)
    }

    fn item<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> Result<()> {
        if !first {
            writer.write_all(b",")?;
        }
        self.line(writer)
    }

    fn line<W: Write + ?Sized>(&self, writer: &mut W) -> Result<()> {
        let (line, mut rest) = (BREAK.len() - 1, self.depth * 2);
        writer.write_all(&BREAK[..=rest.min(line)])?;
        while rest > line {
            rest -= line;
            writer.write_all(&BREAK[1..=rest.min(line)])?;
        }
        Ok(())
    }
}

impl Formatter for Lines {
    fn begin_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> Result<()> {
        self.begin(writer, b"[")
    }

    fn end_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> Result<()> {
        self.end(writer, b"]")
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> Result<()> {
        self.item(writer, first)
    }

    fn end_array_value<W: Write + ?Sized>(&mut self, _: &mut W) -> Result<()> {
        self.has_value = true;
        Ok(())
    }

    fn begin_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> Result<()> {
        self.begin(writer, b"{")
    }

    fn end_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> Result<()> {
        self.end(writer, b"}")
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> Result<()> {
        self.item(writer, first)
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, writer: &mut W) -> Result<()> {
        writer.write_all(b": ")
    }

    fn end_object_value<W: Write + ?Sized>(&mut self, _: &mut W) -> Result<()> {
        self.has_value = true;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn the_text_is_that_of_serde_json() {
        let mut deep = json!([]);
        for level in 0..70 {
            deep = json!({ "empty": {}, "list": [level, "a\"\n", null, [[]], {}], "deep": deep, "last": true });
        }
        let rows: [Value; 4] = [json!({}), json!([]), json!("text"), deep];
        for row in rows {
            assert_eq!(text(&row), serde_json::to_string_pretty(&row).expect("values are JSON"));
        }
    }
}
