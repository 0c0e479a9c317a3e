//! Conditions of breakpoints: an expression, a number of hits, and a text that is printed instead of a stop.

use crate::expression::Expression;
use serde_json::Value;
use std::rc::Rc;

/// A part of a text to print.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    Text(String),
    Value(Rc<Expression>),
}

/// The numbers of hits that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hits {
    From(u64),
    Only(u64),
    UpTo(u64),
    Each(u64),
}

impl Hits {
    /// Reads `5` or `>= 5`, `== 5`, `> 5`, `< 5`, `<= 5`, `% 5`.
    fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let digits = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
        let number = text[digits..].trim().parse::<u64>().ok();
        let number = number.ok_or_else(|| format!("invalid hit count '{text}'"))?;
        match text[..digits].trim() {
            "" | ">=" => Ok(Hits::From(number)),
            ">" => Ok(Hits::From(number.saturating_add(1))),
            "=" | "==" => Ok(Hits::Only(number)),
            "<" => Ok(Hits::UpTo(number.saturating_sub(1))),
            "<=" => Ok(Hits::UpTo(number)),
            "%" if number > 0 => Ok(Hits::Each(number)),
            _ => Err(format!("invalid hit condition '{text}'")),
        }
    }

    fn holds(self, count: u64) -> bool {
        match self {
            Hits::From(first) => count >= first,
            Hits::Only(only) => count == only,
            Hits::UpTo(last) => count <= last,
            Hits::Each(number) => count.is_multiple_of(number),
        }
    }
}

/// The condition of a breakpoint.
#[derive(Clone, Debug, Default)]
pub(crate) struct Condition {
    /// True in the lanes that it concerns.
    pub(crate) expression: Option<Rc<Expression>>,
    hits: Option<Hits>,
    count: u64,
    /// The text that is printed instead of a stop.
    pub(crate) log: Option<Vec<Piece>>,
}

impl Condition {
    /// The condition that a client gives a breakpoint.
    ///
    /// # Errors
    /// When an expression or a number cannot be read.
    pub(crate) fn of(given: &Value) -> Result<Self, String> {
        let text = |name: &str| given.get(name).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
        let expression = text("condition").map(Expression::parse).transpose()?.map(Rc::new);
        let hits = text("hitCondition").map(Hits::parse).transpose()?;
        let log = text("logMessage").map(pieces).transpose()?;
        Ok(Condition { expression, hits, count: 0, log })
    }

    /// Counts a hit. Returns whether it is one that counts.
    pub(crate) fn hit(&mut self) -> bool {
        self.count += 1;
        self.hits.is_none_or(|hits| hits.holds(self.count))
    }
}

/// The parts of a text with expressions in braces.
fn pieces(text: &str) -> Result<Vec<Piece>, String> {
    let (mut pieces, mut rest) = (Vec::new(), text);
    while let Some((before, behind)) = rest.split_once('{') {
        let (inside, after) = behind.split_once('}').ok_or_else(|| "unclosed brace".to_owned())?;
        pieces.extend([Piece::Text(before.to_owned()), Piece::Value(Rc::new(Expression::parse(inside)?))]);
        rest = after;
    }
    pieces.push(Piece::Text(rest.to_owned()));
    Ok(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn hits_are_counted() {
        let which = |text: &str| {
            let mut condition = Condition::of(&json!({ "hitCondition": text })).unwrap();
            (1..=6).filter(|_| condition.hit()).count()
        };
        assert_eq!(["3", "> 3", "==3", "< 3", "<= 3", "% 3"].map(which), [4, 3, 1, 2, 3, 2]);
        for wrong in ["x", "3 3", "% 0", "!3", "-"] {
            assert!(Condition::of(&json!({ "hitCondition": wrong })).is_err(), "{wrong}");
        }
        assert!(Condition::of(&json!({ "logMessage": "a {b" })).is_err());
        assert!(Condition::of(&json!({ "logMessage": "a {b +}" })).is_err());
        assert_eq!(Condition::of(&json!({ "logMessage": "a {b} {c}" })).unwrap().log.unwrap().len(), 5);
    }
}
