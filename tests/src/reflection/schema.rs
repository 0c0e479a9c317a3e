//! The documents of `reflect` are what their schema says: those of every module of the suite, and of declarations and pipelines.
//!
//! Owns a check by the keywords that the schema has. One that it does not know fails, so that nothing passes unseen.

use crate::collect;
use libtest_mimic::{Failed, Trial};
use serde_json::Value;

pub(super) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("reflection::documents_follow_their_schema", documents_follow_their_schema),
        Trial::test("reflection::the_schema_refuses_other_documents", the_schema_refuses_other_documents),
    ]
}

fn documents_follow_their_schema() -> Result<(), Failed> {
    let schema = Schema(serde_json::from_str(reflect::SCHEMA)?);
    let (mut problems, mut count) = (Vec::new(), 0);
    for (path, artifact) in super::artifacts() {
        let Ok(found) = artifact.reflection() else { continue };
        count += 1;
        let document: Value = serde_json::from_str(&found.to_json())?;
        problems.extend(schema.check(&document).err().map(|problem| format!("{}: {problem}", collect::display(&path))));
    }
    for name in ["source.json", "link.json"] {
        let path = collect::workspace().join("driver/tests/reflection").join(name);
        let document: Value = serde_json::from_slice(&std::fs::read(path)?)?;
        problems.extend(schema.check(&document).err().map(|problem| format!("{name}: {problem}")));
    }
    match problems.is_empty() && count > 300 {
        true => Ok(()),
        false => Err(format!("{} of {count} documents:\n{}", problems.len(), problems.join("\n")).into()),
    }
}

fn the_schema_refuses_other_documents() -> Result<(), Failed> {
    let schema = Schema(serde_json::from_str(reflect::SCHEMA)?);
    let (_, artifact) = super::artifacts().next().ok_or("the suite has no module")?;
    let document: Value = serde_json::from_str(&artifact.reflection().map_err(|error| error.to_string())?.to_json())?;
    let fields = document.as_object().ok_or("the document is not an object")?;
    for name in fields.keys() {
        let mut other = fields.clone();
        other.insert(name.clone(), Value::Bool(true));
        if schema.check(&Value::Object(other)).is_ok() {
            return Err(format!("'{name}' may be anything").into());
        }
    }
    Ok(())
}

/// A schema in JSON Schema.
struct Schema(Value);

type Verdict = Result<(), String>;

impl Schema {
    fn check(&self, value: &Value) -> Verdict {
        self.node(&self.0, value, "")
    }

    fn node(&self, schema: &Value, value: &Value, place: &str) -> Verdict {
        if let Some(allowed) = schema.as_bool() {
            return ensure(allowed, || format!("{place}: {value} is not allowed"));
        }
        let keywords = schema.as_object().ok_or_else(|| format!("{place}: no schema"))?;
        keywords.iter().try_for_each(|(keyword, rule)| self.keyword(keyword, rule, value, place))
    }

    fn keyword(&self, keyword: &str, rule: &Value, value: &Value, place: &str) -> Verdict {
        let wrong = || format!("{place}: {value} is not {keyword} {rule}");
        match keyword {
            "$schema" | "$defs" | "title" | "description" | "default" => Ok(()),
            "$ref" => self.node(self.referenced(rule)?, value, place),
            "type" => ensure(list(rule).iter().any(|name| is_of_type(value, name)), wrong),
            "enum" => ensure(list(rule).contains(value), wrong),
            "const" => ensure(rule == value, wrong),
            "minimum" => ensure(value.as_f64().zip(rule.as_f64()).is_none_or(|(value, least)| value >= least), wrong),
            "maximum" => ensure(value.as_f64().zip(rule.as_f64()).is_none_or(|(value, most)| value <= most), wrong),
            "format" => ensure(has_format(value, rule.as_str().unwrap_or_default())?, wrong),
            "anyOf" => self.one_of(rule, value, place, |count| count > 0),
            "oneOf" => self.one_of(rule, value, place, |count| count == 1),
            "items" => indexed(value).try_for_each(|(at, one)| self.node(rule, one, &format!("{place}/{at}"))),
            "required" => {
                let missing =
                    |name: &&Value| value.as_object().is_some_and(|it| !it.contains_key(name.as_str().unwrap_or("")));
                list(rule).iter().find(missing).map_or(Ok(()), |name| Err(format!("{place}: {name} is missing")))
            }
            "properties" => named(value)
                .filter_map(|(name, one)| Some((name, rule.get(name)?, one)))
                .try_for_each(|(name, rule, one)| self.node(rule, one, &format!("{place}/{name}"))),
            "minItems" => ensure(value.as_array().is_none_or(|it| it.len() as u64 >= count(rule)), wrong),
            "maxItems" => ensure(value.as_array().is_none_or(|it| it.len() as u64 <= count(rule)), wrong),
            _ => Err(format!("{place}: unknown keyword '{keyword}'")),
        }
    }

    fn referenced(&self, rule: &Value) -> Result<&Value, String> {
        let path = rule.as_str().and_then(|path| path.strip_prefix('#'));
        path.and_then(|path| self.0.pointer(path)).ok_or_else(|| format!("{rule} leads nowhere"))
    }

    /// Checks a number of alternatives; the error is that of the one which fits best.
    fn one_of(&self, rule: &Value, value: &Value, place: &str, is_right: fn(usize) -> bool) -> Verdict {
        let verdicts: Vec<Verdict> = list(rule).iter().map(|one| self.node(one, value, place)).collect();
        if is_right(verdicts.iter().filter(|verdict| verdict.is_ok()).count()) {
            return Ok(());
        }
        let deepest =
            verdicts.into_iter().filter_map(Verdict::err).max_by_key(|error| error.split(':').next().map(str::len));
        Err(deepest.unwrap_or_else(|| format!("{place}: several alternatives fit")))
    }
}

fn ensure(is_right: bool, error: impl FnOnce() -> String) -> Verdict {
    if is_right { Ok(()) } else { Err(error()) }
}

/// A list, or the only element of one.
fn list(rule: &Value) -> &[Value] {
    rule.as_array().map_or(std::slice::from_ref(rule), Vec::as_slice)
}

fn count(rule: &Value) -> u64 {
    rule.as_u64().unwrap_or_default()
}

fn indexed(value: &Value) -> impl Iterator<Item = (usize, &Value)> {
    value.as_array().into_iter().flatten().enumerate()
}

fn named(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn is_of_type(value: &Value, name: &Value) -> bool {
    match name.as_str().unwrap_or_default() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        _ => false,
    }
}

/// Returns whether a number has the width of its format.
fn has_format(value: &Value, format: &str) -> Result<bool, String> {
    let most = match format {
        "uint8" => u64::from(u8::MAX),
        "uint16" => u64::from(u16::MAX),
        "uint32" => u64::from(u32::MAX),
        "uint" | "uint64" | "int64" | "int32" | "double" | "float" => u64::MAX,
        _ => return Err(format!("unknown format '{format}'")),
    };
    Ok(value.as_u64().is_none_or(|value| value <= most))
}
