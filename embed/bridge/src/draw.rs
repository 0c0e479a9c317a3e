//! Draws, with shaders, vertices and contents that the request holds.

use crate::compilation::{Files, messages};
use crate::execution::{checks, told};
use crate::parts::{self, Parts};
use crate::request::{Draw, Given, GivenMesh, Source};
use crate::run::contents;
use crate::words;
use driver::internal::{Contents, DrawRequest, Drawing, DrawnMesh, DrawnShaders, NotDrawn};
use serde_json::{Value, json};

/// Draws a frame in an engine: `compiled`, `interpreter`, or `auto` for what there is.
///
/// # Errors
/// When the request is malformed. Mistakes of the shader are in the answer.
pub(crate) fn draw(wanted: &Draw, engine: &str, given: &[&[u8]], made: &mut Parts) -> Result<Value, String> {
    // An unknown check is a mistake of the program.
    checks(wanted.check.as_deref(), wanted.rules.as_deref())?;
    let module = wanted.module.map(|module| words(parts::get(given, module)?)).transpose()?;
    let files = wanted.source.as_ref().map(|source| Files::new(&source.files));
    let shaders = shaders(wanted.source.as_ref().zip(files.as_ref()), module.as_deref())?;
    let binding = |(name, own): &(String, Given)| Ok::<_, String>((name.clone(), in_memory(name, own, given)?));
    let request = DrawRequest {
        arguments: arguments(wanted, engine),
        shaders,
        mesh: wanted.mesh.as_ref().map(|mesh| mesh_of(mesh, given)).transpose()?,
        bindings: wanted.bindings.iter().map(binding).collect::<Result<_, _>>()?,
        push: wanted.push.as_ref().map(|push| in_memory("push", push, given)).transpose()?,
    };
    Ok(driver::internal::draw(request).map_or_else(failed, |drawing| document(drawing, wanted, made)))
}

/// The shaders of a draw or a launch: one of the two is given.
///
/// # Errors
/// When none is, or both are.
pub(crate) fn shaders<'r>(
    source: Option<(&'r Source, &'r Files)>,
    module: Option<&'r [u32]>,
) -> Result<DrawnShaders<'r>, String> {
    match (source, module) {
        (Some((source, files)), None) => Ok(DrawnShaders::Text { name: &source.name, text: &source.text, files }),
        (None, Some(words)) => Ok(DrawnShaders::Module(words)),
        (None, None) | (Some(_), Some(_)) => Err("either a source or a module is required".to_owned()),
    }
}

/// Says why nothing was drawn or launched.
pub(crate) fn failed(reason: NotDrawn) -> Value {
    match reason {
        NotDrawn::Other(error) => json!({ "ok": false, "error": error }),
        NotDrawn::Compile(failure) => json!({
            "ok": false,
            "error": "compilation failed",
            "messages": messages(&failure.report),
            "log": failure.report.to_string(),
        }),
    }
}

/// Contents that are not in a file.
pub(crate) fn in_memory(name: &str, own: &Given, given: &[&[u8]]) -> Result<Contents, String> {
    let contents = contents(own, given)?;
    match contents.files().is_empty() {
        true => Ok(contents),
        false => Err(format!("'{name}': files are not supported; pass the bytes or the image")),
    }
}

/// The settings of a draw as the command has them.
fn arguments(wanted: &Draw, engine: &str) -> Vec<String> {
    let pair = |numbers: [u32; 2], between: &str| format!("{}{between}{}", numbers[0], numbers[1]);
    let mut all: Vec<(&str, Option<String>)> = vec![
        ("--size", wanted.size.map(|size| pair(size, "x"))),
        ("--samples", wanted.samples.map(|count| count.to_string())),
        ("--state", wanted.state.clone()),
        ("--depth", wanted.depth.clone()),
        ("--vertices", wanted.vertices.map(|count| count.to_string())),
        ("--instances", wanted.instances.map(|count| count.to_string())),
        ("--dispatch", wanted.groups.map(|[x, y, z]| format!("{x},{y},{z}"))),
        ("--frames", wanted.frame.map(|frame| frame.to_string())),
        ("--fps", wanted.fps.map(|rate| rate.to_string())),
        ("--mouse", wanted.mouse.map(|[x, y]| format!("{x},{y}"))),
        ("--history", wanted.history.map(|pixel| pair(pixel, ","))),
        ("--check", wanted.check.clone()),
        ("--rules", wanted.rules.clone().filter(|_| wanted.check.is_some())),
        ("--max-steps", wanted.max_steps.map(|count| count.to_string())),
        ("--deadline", wanted.seconds.map(|seconds| seconds.to_string())),
        ("--engine", Some(engine.to_owned()).filter(|engine| engine != "auto" && wanted.check.is_none())),
    ];
    all.extend(wanted.targets.iter().map(|target| ("--target", Some(target.clone()))));
    let given = all.into_iter().filter_map(|(name, value)| Some(format!("{name}={}", value?)));
    let entries = wanted.entries.iter().map(|(stage, entry)| format!("--{}={entry}", stage.option()));
    let options = wanted.source.iter().flat_map(|source| source.args.iter().cloned());
    given.chain(entries).chain(std::iter::once("--".to_owned())).chain(options).collect()
}

/// The vertices that a request holds.
fn mesh_of(mesh: &GivenMesh, given: &[&[u8]]) -> Result<DrawnMesh, String> {
    let rows = |part: Option<usize>| part.map_or(Ok(&[][..]), |part| parts::get(given, part));
    Ok(DrawnMesh {
        positions: floats("positions", parts::get(given, mesh.positions)?)?,
        triangles: numbers("triangles", parts::get(given, mesh.triangles)?, u32::from_le_bytes)?,
        normals: floats("normals", rows(mesh.normals)?)?,
        coordinates: floats("coordinates", rows(mesh.coordinates)?)?,
        colors: floats("colors", rows(mesh.colors)?)?,
    })
}

fn floats<const N: usize>(name: &str, bytes: &[u8]) -> Result<Vec<[f32; N]>, String> {
    numbers(name, bytes, f32::from_le_bytes)
}

/// Rows of numbers of 32 bits.
fn numbers<T: Copy, const N: usize>(name: &str, bytes: &[u8], number: fn([u8; 4]) -> T) -> Result<Vec<[T; N]>, String> {
    if !bytes.len().is_multiple_of(4 * N) {
        return Err(format!("the {name} of the mesh are not rows of {N} numbers of 32 bits"));
    }
    let row = |row: &[u8]| std::array::from_fn(|at| number(std::array::from_fn(|byte| row[4 * at + byte])));
    Ok(bytes.chunks_exact(4 * N).map(row).collect())
}

/// The arrays of a mesh in a text, as parts.
pub(crate) fn mesh(text: &str, made: &mut Parts) -> Value {
    match DrawnMesh::parse(text) {
        Ok(mesh) => json!({
            "ok": true,
            "positions": made.add(bytes(&mesh.positions, f32::to_le_bytes)),
            "triangles": made.add(bytes(&mesh.triangles, u32::to_le_bytes)),
            "normals": made.add(bytes(&mesh.normals, f32::to_le_bytes)),
            "coordinates": made.add(bytes(&mesh.coordinates, f32::to_le_bytes)),
            "colors": made.add(bytes(&mesh.colors, f32::to_le_bytes)),
        }),
        Err(error) => json!({ "ok": false, "error": error }),
    }
}

/// Rows of numbers of 32 bits as bytes.
fn bytes<T: Copy, const N: usize>(rows: &[[T; N]], bytes: fn(T) -> [u8; 4]) -> Vec<u8> {
    rows.iter().flatten().flat_map(|number| bytes(*number)).collect()
}

/// What a draw has done.
fn document(drawing: Drawing, wanted: &Draw, made: &mut Parts) -> Value {
    let targets: Vec<Value> = drawing
        .targets
        .into_iter()
        .map(|target| {
            let (numbers, rgba) = (made.add(target.numbers), made.add(target.rgba));
            json!({
                "name": target.name, "format": target.format, "size": target.size, "element": target.element,
                "numbers": numbers, "rgba": rgba,
            })
        })
        .collect();
    let mut document = json!({ "ok": true, "targets": targets, "printed": drawing.printed, "notes": drawing.notes });
    if let (Some((report, checks)), Some(fields)) = (drawing.report, document.as_object_mut()) {
        fields.append(&mut told(report, &checks, |name| text(wanted.source.as_ref()?, name)).0);
    }
    document
}

/// The text of a file of a source.
pub(crate) fn text(source: &Source, name: &str) -> Option<String> {
    if name == source.name { Some(source.text.clone()) } else { source.files.get(name).cloned() }
}
