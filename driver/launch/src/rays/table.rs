//! The shader table of a launch: what the caller says, or the shaders of the library in their order.

use crate::kernels::contents::Contents;
use library::files::reading;
use runner::stages::{HitGroup, ROWS, RayPipeline, RayStage, ShaderRecord, ShaderTable};

/// What the caller says of a shader table, as `trace` takes it. An empty list means all shaders of the library.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// The records of hit groups: `closest=NAME,any=NAME,intersection=NAME`.
    pub hit: Vec<String>,
    /// Those of miss shaders, by name.
    pub miss: Vec<String>,
    /// Those of callable shaders.
    pub callable: Vec<String>,
    /// Data of records: `hit[0]={tint: 1}`.
    pub record: Vec<String>,
}

/// The table of a launch.
///
/// # Errors
/// When a record is not understood, or its data do not fit.
pub fn table(wishes: &Wishes, pipeline: &RayPipeline) -> Result<ShaderTable, String> {
    let mut table = ShaderTable::usual(pipeline.shaders());
    let record = |name: &String| ShaderRecord { shader: named(name), data: Vec::new() };
    if !wishes.hit.is_empty() {
        table.hit = wishes.hit.iter().map(|text| group(text)).collect::<Result<_, _>>()?;
    }
    if !wishes.miss.is_empty() {
        table.miss = wishes.miss.iter().map(record).collect();
    }
    if !wishes.callable.is_empty() {
        table.callable = wishes.callable.iter().map(record).collect();
    }
    for text in &wishes.record {
        fill(text, pipeline, &mut table).map_err(|error| format!("record '{text}': {error}"))?;
    }
    Ok(table)
}

/// A name that may be empty: a record without a shader.
fn named(name: &str) -> Option<String> {
    (!name.is_empty()).then(|| name.to_owned())
}

/// A hit group.
fn group(text: &str) -> Result<HitGroup, String> {
    let mut group = HitGroup::default();
    for part in text.split(',').filter(|part| !part.trim().is_empty()) {
        let (stage, name) = part.split_once('=').unwrap_or(("", part));
        let stage = match stage.trim() {
            "closest" | "" => RayStage::ClosestHit,
            "any" => RayStage::AnyHit,
            "intersection" => RayStage::Intersection,
            _ => {
                return Err(format!(
                    "hit group '{text}': unknown stage '{stage}': expected closest, any or intersection"
                ));
            }
        };
        *group.slot(stage) = named(name.trim());
    }
    Ok(group)
}

/// Fills in the data of a record.
fn fill(text: &str, pipeline: &RayPipeline, table: &mut ShaderTable) -> Result<(), String> {
    let (name, contents) = text.split_once('=').ok_or("expected RECORD=CONTENTS")?;
    let (kind, number) = match name.split_once('[') {
        Some((kind, number)) => (kind, number.strip_suffix(']').and_then(|number| number.parse::<usize>().ok())),
        None => (name, Some(0)),
    };
    let number = number.ok_or_else(|| format!("'{name}' has no number"))?;
    let missing = || format!("there is no record {name}");
    let (shaders, data): (Vec<Option<String>>, &mut Vec<u8>) = match kind {
        "hit" => {
            let HitGroup { closest, any, intersection, data } = table.hit.get_mut(number).ok_or_else(missing)?;
            (vec![closest.clone(), any.clone(), intersection.clone()], data)
        }
        "miss" => {
            let ShaderRecord { shader, data } = table.miss.get_mut(number).ok_or_else(missing)?;
            (vec![shader.clone()], data)
        }
        "callable" => {
            let ShaderRecord { shader, data } = table.callable.get_mut(number).ok_or_else(missing)?;
            (vec![shader.clone()], data)
        }
        "raygen" => (vec![Some(pipeline.module().info().entry.clone())], &mut table.data),
        _ => return Err(format!("unknown record '{name}': expected raygen, hit[N], miss[N] or callable[N]")),
    };
    let numbers: Vec<u32> = pipeline
        .shaders()
        .iter()
        .filter(|shader| shaders.iter().flatten().any(|name| *name == shader.name))
        .map(|shader| shader.number)
        .collect();
    let reads = |own: &&runner::stages::RecordVariable| own.shaders.iter().any(|number| numbers.contains(number));
    let variable = pipeline.record_variables().iter().find(reads);
    let variable = variable.ok_or("its shaders read no data of their record")?;
    *data = match Contents::parse(contents)? {
        Contents::File(path) => reading::read_data(&path).map_err(|error| format!("cannot read '{path}': {error}"))?,
        // The data are an element of a buffer in the kernel.
        Contents::Members(value) => {
            let array = Contents::Members(serde_json::Value::Array(vec![value]));
            array.laid_out(pipeline.words(), ROWS, variable.binding)?.into_numbers()?
        }
        contents => contents.into_numbers()?,
    };
    match data.len() > variable.stride as usize {
        true => Err(format!("{} bytes exceed the {} of the record", data.len(), variable.stride)),
        false => Ok(()),
    }
}
