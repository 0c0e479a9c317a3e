//! Values as people write them: JSON whose names need no quotes.

use serde_json::{Map, Value};

/// The limit of nested lists and objects.
const MAX_DEPTH: usize = 64;

/// Parses `{dt: 0.1, list: [1, 2], on: true}`. Words that are not JSON numbers (`nan`, `-inf`, `0xff`) become strings.
///
/// # Errors
/// When brackets, commas or colons are misplaced.
pub(crate) fn parse(text: &str) -> Result<Value, String> {
    let mut parser = Parser { rest: text, depth: 0 };
    let value = parser.value()?;
    match parser.peek() {
        None => Ok(value),
        Some(_) => Err(format!("unexpected text '{}'", parser.rest)),
    }
}

struct Parser<'t> {
    rest: &'t str,
    depth: usize,
}

impl<'t> Parser<'t> {
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    /// Consumes a character, if it is the next.
    fn takes(&mut self, mark: char) -> bool {
        let is_next = self.peek() == Some(mark);
        if is_next {
            self.rest = &self.rest[mark.len_utf8()..];
        }
        is_next
    }

    fn expect(&mut self, mark: char) -> Result<(), String> {
        if self.takes(mark) { Ok(()) } else { Err(format!("expected '{mark}' before '{}'", self.rest)) }
    }

    fn value(&mut self) -> Result<Value, String> {
        if self.depth == MAX_DEPTH {
            return Err(format!("brackets are nested more than {MAX_DEPTH} levels deep"));
        }
        self.depth += 1;
        let value = match self.peek() {
            Some('{') => self.object(),
            Some('[') => self.list(),
            _ => self.word().map(plain),
        };
        self.depth -= 1;
        value
    }

    fn object(&mut self) -> Result<Value, String> {
        self.expect('{')?;
        let mut fields = Map::new();
        while !self.takes('}') {
            let name = self.word()?.to_owned();
            self.expect(':')?;
            let value = self.value()?;
            if fields.insert(name.clone(), value).is_some() {
                return Err(format!("duplicate member '{name}'"));
            }
            if !self.takes(',') {
                self.expect('}')?;
                break;
            }
        }
        Ok(Value::Object(fields))
    }

    fn list(&mut self) -> Result<Value, String> {
        self.expect('[')?;
        let mut values = Vec::new();
        while !self.takes(']') {
            values.push(self.value()?);
            if !self.takes(',') {
                self.expect(']')?;
                break;
            }
        }
        Ok(Value::Array(values))
    }

    /// A name, a number, or a quoted string.
    fn word(&mut self) -> Result<&'t str, String> {
        for quote in ['"', '\''] {
            if self.takes(quote) {
                let (word, rest) = self.rest.split_once(quote).ok_or_else(|| format!("missing closing {quote}"))?;
                self.rest = rest;
                return Ok(word);
            }
        }
        self.peek();
        let is_end = |one: char| one.is_whitespace() || "{}[]:,\"'".contains(one);
        let (word, rest) = self.rest.split_at(self.rest.find(is_end).unwrap_or(self.rest.len()));
        if word.is_empty() {
            return Err(format!("expected a name or number before '{rest}'"));
        }
        self.rest = rest;
        Ok(word)
    }
}

fn plain(word: &str) -> Value {
    match word {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ => serde_json::from_str::<serde_json::Number>(word)
            .map_or_else(|_| Value::String(word.to_owned()), Value::Number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_need_no_quotes() {
        let expected = serde_json::json!({"a": 1, "b c": [0.5, "nan", true], "d": {}});
        assert_eq!(parse("{a: 1, 'b c': [0.5, nan, true,], d: {}}"), Ok(expected));
    }

    #[test]
    fn mistakes_are_told() {
        for text in ["{a 1}", "{a: 1", "[1 2]", "{a: 1} b", "{a: 1, a: 2}", "", "{'a: 1}", &"[".repeat(100)] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
