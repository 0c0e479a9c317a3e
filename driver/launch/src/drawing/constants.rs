//! The constants of a frame: time, resolution and others, filled in by the names that shaders have for them.

use crate::kernels::contents::Contents;
use reflect::{Member, Reflection, Scalar, Struct};
use serde_json::{Map, Value, json};

/// The state of the world in a frame.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The number of the frame.
    pub number: u32,
    /// The frames in a second.
    pub rate: f64,
    /// The size of the picture.
    pub size: [u32; 2],
    /// The mouse, in pixels.
    pub mouse: [f64; 2],
}

/// The meaning of a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Seconds,
    Step,
    Number,
    Rate,
    Size,
    TexelSize,
    Aspect,
    Mouse,
}

/// The names of constants, without prefixes and underscores.
const NAMES: &[(Meaning, &[&str])] = &[
    (Meaning::Seconds, &["time", "seconds", "globaltime", "elapsedtime", "totaltime", "currenttime", "timeseconds"]),
    (Meaning::Step, &["timedelta", "deltatime", "frametime", "timestep"]),
    (Meaning::Number, &["frame", "frameindex", "framenumber", "framecount", "framecounter"]),
    (Meaning::Rate, &["framerate", "fps"]),
    (Meaning::Size, &["resolution", "screensize", "viewportsize", "windowsize", "rendersize", "outputsize"]),
    (Meaning::TexelSize, &["texelsize", "inverseresolution", "invresolution", "inversescreensize", "invscreensize"]),
    (Meaning::Aspect, &["aspect", "aspectratio"]),
    (Meaning::Mouse, &["mouse", "mouseposition", "mousepos"]),
];

/// A block that was filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct Filled {
    /// Its contents.
    pub contents: Contents,
    /// The members that were filled in.
    pub members: Vec<String>,
    /// The others, which are 0.
    pub zeros: Vec<String>,
}

/// The block at a set and binding as a frame has it; `None` if no member is a constant of frames.
pub fn of_binding(reflection: &Reflection, place: (u32, u32), frame: &Frame) -> Option<Filled> {
    let here = reflection.bindings.iter().filter(|one| (one.set, one.binding) == place);
    here.filter_map(|one| reflection.structure(one.block.as_deref()?)).find_map(|block| filled(block, frame))
}

/// The push constants as a frame has them; `None` if no member is a constant of frames.
pub fn of_push_constants(reflection: &Reflection, frame: &Frame) -> Option<Filled> {
    filled(reflection.structure(&reflection.push_constants.first()?.block)?, frame)
}

fn filled(block: &Struct, frame: &Frame) -> Option<Filled> {
    let (mut values, mut members, mut zeros) = (Map::new(), Vec::new(), Vec::new());
    for member in &block.members {
        match meaning(&member.name).and_then(|meaning| value(meaning, member, frame)) {
            Some(value) => {
                values.insert(member.name.clone(), value);
                members.push(member.name.clone());
            }
            None => zeros.push(member.name.clone()),
        }
    }
    let contents = Contents::Members(Value::Object(values));
    (!members.is_empty()).then_some(Filled { contents, members, zeros })
}

/// The meaning of a name: `iTime`, `g_time`, `u_Time` and `time` are the same.
fn meaning(name: &str) -> Option<Meaning> {
    let name = ["g_", "u_", "_", "m_"].iter().find_map(|prefix| name.strip_prefix(prefix)).unwrap_or(name);
    let is_prefix = |rest: &&str| rest.starts_with(|first: char| first.is_ascii_uppercase());
    let name = ["i", "g", "u"].iter().find_map(|prefix| name.strip_prefix(prefix).filter(is_prefix)).unwrap_or(name);
    let plain: String = name.chars().filter(|c| *c != '_').map(|c| c.to_ascii_lowercase()).collect();
    NAMES.iter().find(|(_, names)| names.contains(&plain.as_str())).map(|(meaning, _)| *meaning)
}

/// The value of a member, if its type has room for it.
fn value(meaning: Meaning, member: &Member, frame: &Frame) -> Option<Value> {
    let ty = &member.ty;
    if !ty.dims.is_empty() || ty.matrix.is_some() {
        return None;
    }
    let [width, height] = frame.size.map(f64::from);
    let seconds = f64::from(frame.number) / frame.rate;
    let numbers: [f64; 4] = match meaning {
        Meaning::Seconds => [seconds, 0.0, 0.0, 0.0],
        Meaning::Step => [1.0 / frame.rate, 0.0, 0.0, 0.0],
        Meaning::Number => [f64::from(frame.number), 0.0, 0.0, 0.0],
        Meaning::Rate => [frame.rate, 0.0, 0.0, 0.0],
        // Three components have the ratio of a pixel's sides, four the size of a texel.
        Meaning::Size if ty.components == Some(3) => [width, height, 1.0, 0.0],
        Meaning::Size => [width, height, 1.0 / width, 1.0 / height],
        Meaning::TexelSize => [1.0 / width, 1.0 / height, width, height],
        Meaning::Aspect => [width / height, 0.0, 0.0, 0.0],
        Meaning::Mouse => [frame.mouse[0], frame.mouse[1], 0.0, 0.0],
    };
    let least = if matches!(meaning, Meaning::Size | Meaning::TexelSize | Meaning::Mouse) { 2 } else { 1 };
    let number = |value: f64| match ty.scalar {
        Some(Scalar::Float16 | Scalar::Float32 | Scalar::Float64) => json!(value),
        _ => json!(value as i64),
    };
    match ty.components {
        None if least == 1 && ty.scalar.is_some() => Some(number(numbers[0])),
        Some(count @ 2..=4) if least == 2 || count == 4 => {
            Some(Value::Array(numbers[..count as usize].iter().map(|value| number(*value)).collect()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_do_not_matter() {
        let seconds = ["time", "iTime", "g_time", "u_Time", "gTime", "TIME", "elapsed_time"];
        assert!(seconds.iter().all(|name| meaning(name) == Some(Meaning::Seconds)));
        assert_eq!(meaning("iResolution"), Some(Meaning::Size));
        assert_eq!(meaning("item"), None);
        assert_eq!(meaning("timer"), None);
    }
}
