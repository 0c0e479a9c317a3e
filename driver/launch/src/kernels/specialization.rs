//! Specialization constants of a command line, by id or by name. The modules tell their types.

use super::Problem;
use super::members::element;
use reflect::{Scalar, SpecConstant};

/// The ids and values, as bits, of texts such as `3=16`, `scale=0.5` and `is_on=true`.
///
/// # Errors
/// When none of the modules has the constant, or the value is not one of its type.
pub fn constants(texts: &[String], modules: &[&[u32]]) -> Result<Vec<(u32, u64)>, Problem> {
    if texts.is_empty() {
        return Ok(Vec::new());
    }
    let mut known = Vec::new();
    for words in modules {
        known.extend(reflect::read(words).map_err(|error| Problem::Run(error.into()))?.spec_constants);
    }
    let read = |text: &String| one(text, &known).map_err(|why| Problem::Other(format!("'--constant {text}': {why}")));
    texts.iter().map(read).collect()
}

fn one(text: &str, known: &[SpecConstant]) -> Result<(u32, u64), String> {
    let (name, value) = text.split_once('=').ok_or("expected ID=VALUE or NAME=VALUE")?;
    let id: Option<u32> = name.parse().ok();
    let is_meant = |constant: &&SpecConstant| id.map_or(constant.name == name, |id| constant.id == id);
    let constant = known.iter().find(is_meant).ok_or_else(|| absent(known))?;
    Ok((constant.id, bits(constant.ty, value)?))
}

fn absent(known: &[SpecConstant]) -> String {
    let names: Vec<String> = known.iter().map(|one| format!("{} ({})", one.id, one.name)).collect();
    match names[..] {
        [] => "the shader has no specialization constants".to_owned(),
        _ => format!("no such specialization constant; the shader has {}", names.join(", ")),
    }
}

fn bits(ty: Scalar, value: &str) -> Result<u64, String> {
    match (ty, value) {
        (Scalar::Bool, "true" | "1") => Ok(1),
        (Scalar::Bool, "false" | "0") => Ok(0),
        (Scalar::Bool, _) => Err(format!("invalid bool '{value}'")),
        _ => element(ty).ok_or("constants of this type cannot be set")?.parse(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reflect::Literal;

    #[test]
    fn constants_have_ids_or_names_and_values_of_their_types() {
        let make = |id, name: &str, ty| SpecConstant::new(id, name.to_owned(), ty, Literal::Uint(0));
        let known = [
            make(3, "count", Scalar::Uint32),
            make(5, "scale", Scalar::Float32),
            make(6, "is_on", Scalar::Bool),
            make(7, "far", Scalar::Float64),
            make(8, "offset", Scalar::Int64),
        ];
        for (text, expected) in [
            ("3=16", (3, 16)),
            ("count=0x10", (3, 16)),
            ("scale=0.5", (5, 0.5f32.to_bits().into())),
            ("is_on=true", (6, 1)),
            ("6=0", (6, 0)),
            ("far=-2", (7, (-2f64).to_bits())),
            ("offset=-1", (8, u64::MAX)),
        ] {
            assert_eq!(one(text, &known), Ok(expected), "{text}");
        }
        for (text, expected) in [
            ("count", "expected ID=VALUE or NAME=VALUE"),
            ("count=-1", "invalid u32 '-1'"),
            ("count=4294967296", "invalid u32 '4294967296'"),
            ("is_on=2", "invalid bool '2'"),
            ("scale=wide", "invalid f32 'wide'"),
            (
                "4=1",
                "no such specialization constant; the shader has 3 (count), 5 (scale), 6 (is_on), 7 (far), 8 (offset)",
            ),
        ] {
            assert_eq!(one(text, &known), Err(expected.to_owned()), "{text}");
        }
        assert_eq!(one("3=16", &[]), Err("the shader has no specialization constants".to_owned()));
    }
}
