//! Documents as JSON: each value on a line of its own, by two spaces per level. The same bytes as `serde_json` writes, which
//! takes several times as long: it looks for what must be escaped in every key, and writes each space by itself.

use base::digits::Digits;
use serde::Serialize;
use serde::ser::{self, Error as _, Impossible};
use std::fmt::Error;

/// A line break and the deepest indentation that is written at once.
const BREAK: &str = "\n                               ";

type Result<T = ()> = std::result::Result<T, Error>;

/// A document, without a line break at its end.
///
/// # Panics
/// When a type has a form that no document has: enumerations with fields, bytes, characters, floats.
pub(crate) fn text(value: &impl Serialize) -> String {
    let mut writer = Writer { out: String::with_capacity(16384), depth: 0 };
    value.serialize(&mut writer).expect("types of documents have a form in JSON");
    writer.out
}

struct Writer {
    out: String,
    depth: usize,
}

impl Writer {
    fn line(&mut self) {
        let end = self.out.len() + 1 + self.depth * 2;
        // To copy a text of a known length and cut it takes fewer instructions than to copy the part.
        self.text(BREAK);
        while self.out.len() < end {
            self.text(&BREAK[1..]);
        }
        self.out.truncate(end);
    }

    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn quoted(&mut self, text: &str) {
        if !is_plain(text) {
            return self.escaped(text);
        }
        self.plain(text);
    }

    /// A text in which nothing must be escaped.
    fn plain(&mut self, text: &str) {
        self.out.push('"');
        self.text(text);
        self.out.push('"');
    }

    #[cold]
    fn escaped(&mut self, text: &str) {
        self.out.push('"');
        for letter in text.chars() {
            match letter {
                '"' => self.text("\\\""),
                '\\' => self.text("\\\\"),
                '\n' => self.text("\\n"),
                '\r' => self.text("\\r"),
                '\t' => self.text("\\t"),
                '\u{8}' => self.text("\\b"),
                '\u{c}' => self.text("\\f"),
                '\0'..' ' => self.text(&format!("\\u{:04x}", letter as u32)),
                _ => self.out.push(letter),
            }
        }
        self.out.push('"');
    }

    fn signed(&mut self, number: i64) {
        if number < 0 {
            self.out.push('-');
        }
        self.number(number.unsigned_abs());
    }

    fn number(&mut self, number: u64) {
        match number {
            0..10 => self.out.push(char::from(b'0' + number as u8)),
            _ => self.text(Digits::of(number).as_str()),
        }
    }

    fn begin(&mut self, open: char, close: char) -> List<'_> {
        self.out.push(open);
        self.depth += 1;
        List { writer: self, is_empty: true, close }
    }
}

/// Returns whether nothing in a text must be escaped. Examines eight bytes at a time.
fn is_plain(text: &str) -> bool {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = ONES << 7;
    // The high bit of one byte at least, if a byte is below a bound.
    let below = |bytes: u64, bound: u64| bytes.wrapping_sub(ONES * bound) & !bytes & HIGH;
    let is_odd = |bytes: u64| {
        let (quotes, slashes) = (bytes ^ (ONES * u64::from(b'"')), bytes ^ (ONES * u64::from(b'\\')));
        below(bytes, 0x20) | below(quotes, 1) | below(slashes, 1) != 0
    };
    let (chunks, rest) = text.as_bytes().as_chunks();
    let is_plain = |byte: u8| byte >= 0x20 && byte != b'"' && byte != b'\\';
    !chunks.iter().any(|chunk| is_odd(u64::from_le_bytes(*chunk)))
        && rest.iter().fold(true, |all, one| all & is_plain(*one))
}

/// A list or an object that is being written.
struct List<'w> {
    writer: &'w mut Writer,
    is_empty: bool,
    close: char,
}

impl List<'_> {
    fn item(&mut self) {
        if !std::mem::take(&mut self.is_empty) {
            self.writer.out.push(',');
        }
        self.writer.line();
    }

    fn finish(self) -> Result {
        self.writer.depth -= 1;
        if !self.is_empty {
            self.writer.line();
        }
        self.writer.out.push(self.close);
        Ok(())
    }
}

/// A value that no document has.
fn formless<T>(what: &str) -> Result<T> {
    Err(Error::custom(what))
}

impl<'w> ser::Serializer for &'w mut Writer {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = List<'w>;
    type SerializeTuple = List<'w>;
    type SerializeMap = List<'w>;
    type SerializeStruct = List<'w>;
    type SerializeTupleStruct = Impossible<(), Error>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeStructVariant = Impossible<(), Error>;

    fn serialize_bool(self, value: bool) -> Result {
        self.text(if value { "true" } else { "false" });
        Ok(())
    }

    fn serialize_i8(self, value: i8) -> Result {
        self.signed(value.into());
        Ok(())
    }

    fn serialize_i16(self, value: i16) -> Result {
        self.signed(value.into());
        Ok(())
    }

    fn serialize_i32(self, value: i32) -> Result {
        self.signed(value.into());
        Ok(())
    }

    fn serialize_i64(self, value: i64) -> Result {
        self.signed(value);
        Ok(())
    }

    fn serialize_u8(self, value: u8) -> Result {
        self.number(value.into());
        Ok(())
    }

    fn serialize_u16(self, value: u16) -> Result {
        self.number(value.into());
        Ok(())
    }

    fn serialize_u32(self, value: u32) -> Result {
        self.number(value.into());
        Ok(())
    }

    fn serialize_u64(self, value: u64) -> Result {
        self.number(value);
        Ok(())
    }

    fn serialize_f32(self, _: f32) -> Result {
        formless("a float")
    }

    fn serialize_f64(self, _: f64) -> Result {
        formless("a float")
    }

    fn serialize_char(self, _: char) -> Result {
        formless("a character")
    }

    fn serialize_bytes(self, _: &[u8]) -> Result {
        formless("bytes")
    }

    fn serialize_str(self, value: &str) -> Result {
        self.quoted(value);
        Ok(())
    }

    fn serialize_none(self) -> Result {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result {
        self.text("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result {
        self.plain(variant);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result {
        formless("an enumeration with fields")
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<List<'w>> {
        Ok(self.begin('[', ']'))
    }

    fn serialize_tuple(self, _: usize) -> Result<List<'w>> {
        Ok(self.begin('[', ']'))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Impossible<(), Error>> {
        formless("a struct without names")
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Impossible<(), Error>> {
        formless("an enumeration with fields")
    }

    fn serialize_map(self, _: Option<usize>) -> Result<List<'w>> {
        Ok(self.begin('{', '}'))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<List<'w>> {
        Ok(self.begin('{', '}'))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Impossible<(), Error>> {
        formless("an enumeration with fields")
    }
}

impl ser::SerializeSeq for List<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result {
        self.item();
        value.serialize(&mut *self.writer)
    }

    fn end(self) -> Result {
        self.finish()
    }
}

impl ser::SerializeTuple for List<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result {
        ser::SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Result {
        self.finish()
    }
}

impl ser::SerializeMap for List<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result {
        self.item();
        key.serialize(&mut *self.writer)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result {
        self.writer.text(": ");
        value.serialize(&mut *self.writer)
    }

    fn end(self) -> Result {
        self.finish()
    }
}

impl ser::SerializeStruct for List<'_> {
    type Ok = ();
    type Error = Error;

    /// Writes a field, whose name has nothing to be escaped.
    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result {
        self.item();
        self.writer.out.push('"');
        self.writer.text(key);
        self.writer.text("\": ");
        value.serialize(&mut *self.writer)
    }

    fn end(self) -> Result {
        self.finish()
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
            deep = json!({
                "empty": {}, "list": [level, "a\"\n\t\r\\/\u{8}\u{c}\u{1}\u{1f}\u{7f}é\u{1f600}", null, [[]], {}], "deep": deep,
                "last\n": true, "numbers": [u64::MAX, i64::MIN],
            });
        }
        let rows: [Value; 4] = [json!({}), json!([]), json!("text"), deep];
        for row in rows {
            assert_eq!(text(&row), serde_json::to_string_pretty(&row).expect("values are JSON"));
        }
    }
}
