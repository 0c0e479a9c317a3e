//! How a target of a draw takes colors, as a job says it.

use crate::jobs::job::steps::Attached;
use runner::stages::fixed::{Blend, BlendOp, Equation, Factor};
use serde_json::Value;

/// Sets what a job says of a target.
///
/// # Errors
/// When there is no such blending.
pub(super) fn set(blend: &mut Blend, told: &Attached) -> Result<(), String> {
    if let Some(value) = &told.blend {
        blend.equations = equations(value).map_err(|error| format!("'blend': {error}"))?;
    }
    if let Some(text) = &told.write {
        let bit = |component: char| "rgba".find(component).map(|at| 1u8 << at);
        let mask = text.chars().try_fold(0, |mask, component| Some(mask | bit(component)?));
        blend.write = mask.ok_or_else(|| format!("'write': unknown components '{text}'; expected some of rgba"))?;
    }
    Ok(())
}

/// A preset, or `{"color": ["source-alpha", "inverse-source-alpha"], "alpha": ["one", "zero", "add"]}`.
fn equations(value: &Value) -> Result<Option<[Equation; 2]>, String> {
    if let Some(name) = value.as_str() {
        if name == "none" {
            return Ok(None);
        }
        let names = || Blend::PRESETS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        let preset =
            Blend::preset(name).ok_or_else(|| format!("unknown preset '{name}'; expected none, {}", names()))?;
        return Ok(preset.equations);
    }
    let fields = value.as_object().ok_or("expected a preset or an object")?;
    if let Some(name) = fields.keys().find(|name| !["color", "alpha"].contains(&name.as_str())) {
        return Err(format!("unknown field '{name}'; expected one of color, alpha"));
    }
    let color = equation(fields.get("color").ok_or("missing 'color'")?)?;
    let alpha = fields.get("alpha").map(equation).transpose()?.unwrap_or(color);
    Ok(Some([color, alpha]))
}

/// The factors of source and destination, and the operation if it is not an addition.
fn equation(value: &Value) -> Result<Equation, String> {
    let parts: Option<Vec<&str>> = value.as_array().and_then(|list| list.iter().map(Value::as_str).collect());
    let parts = parts.filter(|parts| (2..=3).contains(&parts.len()));
    let parts = parts.ok_or("expected two factors and an operation, as a list of texts")?;
    let factor = |name: &str| {
        let names = || Factor::ALL.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        Factor::from_name(name).ok_or_else(|| format!("unknown factor '{name}'; expected one of {}", names()))
    };
    let op = parts.get(2).copied().unwrap_or("add");
    let names = || BlendOp::ALL.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let op = BlendOp::from_name(op).ok_or_else(|| format!("unknown operation '{op}'; expected one of {}", names()))?;
    Ok(Equation { source: factor(parts[0])?, destination: factor(parts[1])?, op })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn set_to(blend: Value, write: Option<&str>) -> Result<Blend, String> {
        let mut set_up = Blend::default();
        let told = Attached { name: "a".to_owned(), level: 0, blend: Some(blend), write: write.map(str::to_owned) };
        set(&mut set_up, &told).map(|()| set_up)
    }

    #[test]
    fn blending_is_a_preset_or_factors() {
        assert_eq!(set_to(json!("add"), Some("rb")).unwrap(), Blend { write: 5, ..Blend::preset("add").unwrap() });
        let own =
            set_to(json!({ "color": ["zero", "inverse-source", "max"], "alpha": ["one", "zero"] }), None).unwrap();
        let color = Equation { source: Factor::Zero, destination: Factor::InverseSource, op: BlendOp::Max };
        let alpha = Equation { source: Factor::One, destination: Factor::Zero, op: BlendOp::Add };
        assert_eq!(own.equations, Some([color, alpha]));
        assert_eq!(set_to(json!("none"), None).unwrap().equations, None);
        for (wrong, part) in [
            (json!("bright"), "unknown preset"),
            (json!(["one", "one"]), "a preset or an object"),
            (json!({ "color": ["one"] }), "two factors"),
            (json!({ "color": ["one", "two"] }), "unknown factor 'two'"),
            (json!({ "color": ["one", "one", "plus"] }), "unknown operation 'plus'"),
            (json!({ "alpha": ["one", "one"] }), "missing 'color'"),
        ] {
            let error = set_to(wrong, None).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
        assert!(set_to(json!("add"), Some("rx")).unwrap_err().contains("unknown components 'rx'"));
    }
}
