//! Documents as JSON: each value on a line of its own, by two spaces per level. The same bytes as `serde_json` writes, which
//! takes several times as long: it looks for what must be escaped in every key, and writes each space by itself.

use base::digits::Digits;
use serde::Serialize;
use serde::ser::{self, Error as _, Impossible};
use std::fmt::Error;

/// A line break and the deepest indentation that is written at once.
const BREAK: &[u8] = b"\n                                                                ";

type Result<T = ()> = std::result::Result<T, Error>;

/// A document, without a line break at its end.
///
/// # Panics
/// When a type has a form that no document has: enumerations with fields, bytes, characters, floats.
pub(crate) fn text(value: &impl Serialize) -> String {
    let mut writer = Writer { out: Vec::with_capacity(8192), depth: 0 };
    value.serialize(&mut writer).expect("types of documents have a form in JSON");
    String::from_utf8(writer.out).expect("texts were written whole")
}

struct Writer {
    out: Vec<u8>,
    depth: usize,
}

impl Writer {
    fn line(&mut self) {
        let (line, mut rest) = (BREAK.len() - 1, self.depth * 2);
        self.out.extend_from_slice(&BREAK[..=rest.min(line)]);
        while rest > line {
            rest -= line;
            self.out.extend_from_slice(&BREAK[1..=rest.min(line)]);
        }
    }

    fn text(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn quoted(&mut self, text: &str) {
        self.out.push(b'"');
        match text.bytes().all(is_plain) {
            true => self.text(text),
            false => self.escaped(text),
        }
        self.out.push(b'"');
    }

    #[cold]
    fn escaped(&mut self, text: &str) {
        for byte in text.bytes() {
            match byte {
                b'"' => self.text("\\\""),
                b'\\' => self.text("\\\\"),
                b'\n' => self.text("\\n"),
                b'\r' => self.text("\\r"),
                b'\t' => self.text("\\t"),
                0x8 => self.text("\\b"),
                0xc => self.text("\\f"),
                0..0x20 => self.text(&format!("\\u{byte:04x}")),
                _ => self.out.push(byte),
            }
        }
    }

    fn number(&mut self, number: i128) {
        if number < 0 {
            self.out.push(b'-');
        }
        // Numbers of documents have 64 bits.
        self.text(Digits::of(number.unsigned_abs() as u64).as_str());
    }

    fn begin(&mut self, open: u8, close: u8) -> List<'_> {
        self.out.push(open);
        self.depth += 1;
        List { writer: self, is_empty: true, close }
    }
}

fn is_plain(byte: u8) -> bool {
    byte >= 0x20 && byte != b'"' && byte != b'\\'
}

/// A list or an object that is being written.
struct List<'w> {
    writer: &'w mut Writer,
    is_empty: bool,
    close: u8,
}

impl List<'_> {
    fn item(&mut self) {
        if !std::mem::take(&mut self.is_empty) {
            self.writer.out.push(b',');
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
        self.number(value.into());
        Ok(())
    }

    fn serialize_i16(self, value: i16) -> Result {
        self.number(value.into());
        Ok(())
    }

    fn serialize_i32(self, value: i32) -> Result {
        self.number(value.into());
        Ok(())
    }

    fn serialize_i64(self, value: i64) -> Result {
        self.number(value.into());
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
        self.number(value.into());
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
        self.serialize_str(variant)
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
        Ok(self.begin(b'[', b']'))
    }

    fn serialize_tuple(self, _: usize) -> Result<List<'w>> {
        Ok(self.begin(b'[', b']'))
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
        Ok(self.begin(b'{', b'}'))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<List<'w>> {
        Ok(self.begin(b'{', b'}'))
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
        self.writer.out.push(b'"');
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
