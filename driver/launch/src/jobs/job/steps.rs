//! The steps of a job: dispatches, draws, launches of rays, and what moves texels and bytes between resources.

use super::{
    Code, Result, Stage, along_axes, constants, contents, group_memory, known, object, options, renamed, string,
};
use crate::drawing::stages;
use crate::kernels::contents::Contents;
use runner::stages::GraphLimits;
use runner::stages::rows::Stage as Kind;
use serde_json::{Map, Value};

/// A step.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) kind: StepKind,
    /// The shaders that it runs.
    pub(crate) codes: Vec<Code>,
    pub(crate) push: Option<Contents>,
    /// Names in the shaders, with those of the job's resources.
    pub(crate) bind: Vec<(String, String)>,
}

/// The kind of a step, with its arguments.
#[derive(Debug)]
pub(crate) enum StepKind {
    /// A number of workgroups.
    Dispatch([u32; 3]),
    Draw(Box<Draw>),
    Trace(Box<Trace>),
    Graph(Graph),
    Clear(Clear),
    /// One resource to another one of the same size and format.
    Copy(Pair),
    /// Samples to one.
    Resolve(Pair, String),
    /// The levels of a resource below the first.
    Mips(String),
}

/// A resource, and the one that gets its contents.
#[derive(Debug)]
pub(crate) struct Pair {
    pub(crate) from: String,
    pub(crate) to: String,
}

/// A resource that is set to a value.
#[derive(Debug)]
pub(crate) struct Clear {
    pub(crate) name: String,
    /// Color or depth; the value that the resource starts with if not given.
    pub(crate) value: Option<[f64; 4]>,
    pub(crate) stencil: Option<u8>,
}

/// A draw.
#[derive(Debug)]
pub(crate) struct Draw {
    pub(crate) vertices: Vertices,
    /// Inputs of the vertex shader that are in buffers, by their semantics.
    pub(crate) inputs: Vec<(String, Input)>,
    /// The targets by the numbers of outputs.
    pub(crate) targets: Vec<(u32, Attached)>,
    pub(crate) depth: Option<Attached>,
    /// The state as text, as the command line has it.
    pub(crate) state: Vec<String>,
    /// The buffers that take vertices.
    pub(crate) streams: Vec<Stream>,
}

/// A buffer in which the vertices of a stream are captured.
#[derive(Debug)]
pub(crate) struct Stream {
    pub(crate) to: String,
    /// The byte of the first vertex.
    pub(crate) offset: usize,
    pub(crate) outputs: StreamOutputs,
    /// A buffer for the number of primitives that were written, and of those that the draw has generated.
    pub(crate) counts: Option<String>,
}

/// The outputs that are captured in a buffer.
#[derive(Debug)]
pub(crate) enum StreamOutputs {
    /// The outputs of a stream with these semantics.
    Semantics { stream: u32, semantics: Vec<String>, stride: Option<u32> },
    /// Those that the module decorates with this number as their `XfbBuffer`.
    Buffer(u32),
}

/// The vertices of a draw.
#[derive(Debug)]
pub(crate) enum Vertices {
    /// The whole target, with a pixel shader alone.
    FullScreen,
    /// Groups of a mesh or amplification shader along each axis.
    Meshlets([u32; 3]),
    /// Vertices of a mesh, or of nothing but their numbers.
    Some(Range),
    /// Numbers in a buffer.
    Indirect { range: Range, buffer: String, offset: u64, draws: u32, stride: u32 },
}

/// Which vertices of what.
#[derive(Clone, Debug, Default)]
pub(crate) struct Range {
    pub(crate) mesh: Option<String>,
    /// A buffer of indices of 32 bits.
    pub(crate) indices: Option<String>,
    pub(crate) count: Option<u32>,
    pub(crate) first: u32,
    pub(crate) base: i32,
    pub(crate) restart: bool,
    pub(crate) first_instance: u32,
    pub(crate) instances: u32,
}

/// An input of a vertex shader in a buffer.
#[derive(Debug)]
pub(crate) struct Input {
    pub(crate) buffer: String,
    pub(crate) format: String,
    pub(crate) stride: Option<u32>,
    pub(crate) offset: u32,
    /// The number of instances with the same value; vertices have their own if not given.
    pub(crate) instances: Option<u32>,
}

/// A target of a draw.
#[derive(Debug)]
pub(crate) struct Attached {
    pub(crate) name: String,
    pub(crate) level: u32,
    pub(crate) blend: Option<Value>,
    pub(crate) write: Option<String>,
}

/// A launch of rays.
#[derive(Debug)]
pub(crate) struct Trace {
    pub(crate) size: [u32; 3],
    pub(crate) hit: Vec<String>,
    pub(crate) miss: Vec<String>,
    pub(crate) callable: Vec<String>,
    pub(crate) record: Vec<String>,
}

/// A run of a work graph.
#[derive(Debug)]
pub(crate) struct Graph {
    /// The records that it begins with, as the command line has them.
    pub(crate) records: Vec<String>,
    /// The most bytes of records that may wait.
    pub(crate) waiting: usize,
}

/// The fields that all steps with shaders have.
const SHADERS: &[&str] = &["shader", "module", "options", "constants", "push", "bind"];

/// The fields of a dispatch, which a job of a single one has as well.
pub(super) const DISPATCH: &[&str] =
    &["shader", "module", "entry", "options", "constants", "dispatch", "push", "bind", "group_size", "group_memory"];

/// A kind of step: the field that names it, the other fields, and how it is read.
struct Row {
    name: &'static str,
    fields: &'static [&'static str],
    has_shaders: bool,
    read: fn(&Fields<'_>) -> Result<Step>,
}

/// The kinds of steps.
const ROWS: &[Row] = &[
    Row { name: "dispatch", fields: &["entry", "group_size", "group_memory"], has_shaders: true, read: dispatch },
    Row {
        name: "draw",
        fields: &[
            "vertex",
            "hull",
            "domain",
            "geometry",
            "amplification",
            "mesh",
            "pixel",
            "inputs",
            "targets",
            "depth",
            "state",
            "stream_out",
        ],
        has_shaders: true,
        read: draw,
    },
    Row {
        name: "trace",
        fields: &["raygen", "hit", "miss", "callable", "record", "recursion"],
        has_shaders: true,
        read: trace,
    },
    Row { name: "graph", fields: &["waiting"], has_shaders: true, read: graph },
    Row { name: "clear", fields: &["value", "stencil"], has_shaders: false, read: clear },
    Row { name: "copy", fields: &["to"], has_shaders: false, read: copy },
    Row { name: "resolve", fields: &["to", "how"], has_shaders: false, read: resolve },
    Row { name: "mips", fields: &[], has_shaders: false, read: mips },
];

/// The fields of a launch of rays.
pub fn fields_of_trace() -> impl Iterator<Item = &'static str> {
    let row = ROWS.iter().filter(|row| row.name == "trace");
    row.flat_map(|row| std::iter::once(row.name).chain(row.fields.iter().chain(SHADERS).copied()))
}

/// The fields of a step, with those of the job around it.
struct Fields<'f> {
    own: &'f Map<String, Value>,
    around: &'f Map<String, Value>,
}

impl Step {
    /// The push constants as bytes, of a module with these words.
    pub(crate) fn pushed(&self, words: &[u32]) -> Result<Vec<u8>> {
        let pushed = self.push.as_ref().map(|contents| contents.pushed(words));
        pushed.unwrap_or_else(|| Ok(Vec::new())).map_err(|error| format!("'push': {error}"))
    }
}

/// The steps of a job: those that it lists, or the only one that it is.
pub(super) fn read(fields: &Map<String, Value>) -> Result<Vec<Step>> {
    let list = |name: &str, one: &dyn Fn(&Map<String, Value>) -> Result<Step>| match fields.get(name) {
        Some(Value::Array(list)) if !list.is_empty() => {
            let one = |(index, value): (usize, &Value)| {
                let word = if name == "steps" { "step" } else { "dispatch" };
                object(value, "it").and_then(one).map_err(|error| format!("{word} {}: {error}", index + 1))
            };
            list.iter().enumerate().map(one).collect::<Result<Vec<_>>>().map(Some)
        }
        Some(_) => Err(format!("'{name}' must be a list of {name}")),
        None => Ok(None),
    };
    let dispatch_of = |own: &Map<String, Value>| {
        known(own, &[DISPATCH])?;
        dispatch(&Fields { own, around: fields })
    };
    let dispatches = list("dispatches", &dispatch_of)?;
    match (list("steps", &|own| step(own, fields))?, dispatches) {
        (Some(_), Some(_)) => Err("'steps' and 'dispatches' cannot be used together".to_owned()),
        (Some(steps), None) | (None, Some(steps)) => Ok(steps),
        (None, None) => Ok(vec![dispatch(&Fields { own: fields, around: &Map::new() })?]),
    }
}

/// A step of any kind.
fn step(own: &Map<String, Value>, around: &Map<String, Value>) -> Result<Step> {
    let names = || ROWS.iter().map(|row| row.name).collect::<Vec<_>>().join(", ");
    let mut rows = ROWS.iter().filter(|row| own.contains_key(row.name));
    let row = rows.next().ok_or_else(|| format!("missing kind of step; expected one of {}", names()))?;
    if let Some(other) = rows.next() {
        return Err(format!("'{}' and '{}' are two kinds of steps", row.name, other.name));
    }
    let shaders = if row.has_shaders { SHADERS } else { &[] };
    known(own, &[&[row.name], row.fields, shaders])?;
    (row.read)(&Fields { own, around })
}

impl<'f> Fields<'f> {
    fn get(&self, name: &str) -> Option<&'f Value> {
        self.own.get(name).or_else(|| self.around.get(name))
    }

    fn text(&self, name: &str) -> Result<Option<String>> {
        self.own.get(name).map(|value| string(value, &format!("'{name}'"))).transpose()
    }

    fn needed(&self, name: &str) -> Result<String> {
        self.text(name)?.ok_or_else(|| format!("missing '{name}'"))
    }

    /// The code of a shader: its own file if it names one, else that of the step.
    fn code(&self, stage: Stage, entry: Option<String>, file: Option<String>) -> Result<Code> {
        let named = |fields: &Map<String, Value>| match (fields.get("shader"), fields.get("module")) {
            (Some(value), None) | (None, Some(value)) => string(value, "'shader' or 'module'").map(Some),
            (Some(_), Some(_)) => Err("'shader' and 'module' cannot be used together".to_owned()),
            (None, None) => Ok(None),
        };
        let source = match (file, named(self.own)?) {
            (Some(source), _) | (None, Some(source)) => source,
            (None, None) => named(self.around)?.ok_or_else(|| "missing 'shader' or 'module'".to_owned())?,
        };
        Ok(Code {
            source: source.into(),
            stage,
            entry,
            options: options(self.get("options"))?,
            constants: constants(self.get("constants"))?,
            group_size: self.get("group_size").map(|value| along_axes(value, "group_size", "sizes")).transpose()?,
            group_memory: group_memory(self.get("group_memory"))?,
        })
    }

    /// The code of a stage of a draw: `entry`, or `entry@file`.
    fn stage(&self, name: &str, stage: Stage) -> Result<Option<Code>> {
        let Some(text) = self.text(name)? else { return Ok(None) };
        let (entry, file) = match text.split_once('@') {
            Some((entry, file)) => (entry.to_owned(), Some(file.to_owned())),
            None => (text, None),
        };
        self.code(stage, Some(entry), file).map(Some)
    }

    fn with(&self, kind: StepKind, codes: Vec<Code>) -> Result<Step> {
        let push = self.get("push").map(contents).transpose().map_err(|error| format!("'push': {error}"))?;
        Ok(Step { kind, codes, push, bind: renamed(self.get("bind"))? })
    }
}

/// A step without shaders.
fn alone(kind: StepKind) -> Result<Step> {
    Ok(Step { kind, codes: Vec::new(), push: None, bind: Vec::new() })
}

fn dispatch(fields: &Fields<'_>) -> Result<Step> {
    let entry = fields.get("entry").map(|value| string(value, "entry")).transpose()?;
    let groups = fields.get("dispatch").map_or(Ok([1; 3]), |value| along_axes(value, "dispatch", "group counts"))?;
    let code = fields.code(Stage::Compute, entry, None)?;
    fields.with(StepKind::Dispatch(groups), vec![code])
}

fn draw(fields: &Fields<'_>) -> Result<Step> {
    let stage = |row: &stages::Row| fields.stage(row.field(), Stage::Drawn(row.stage)).transpose();
    let codes = stages::ROWS.iter().filter_map(stage).collect::<Result<Vec<_>>>()?;
    let has = |kind: Kind| codes.iter().any(|code| code.stage == Stage::Drawn(kind));
    let value = fields.own.get("draw").unwrap_or(&Value::Null);
    let is_full = value.as_str() == Some("full-screen");
    let vertices = match (has(Kind::Vertex), has(Kind::Mesh)) {
        (true, true) => return Err("'vertex' and 'mesh' cannot be used together".to_owned()),
        (true, false) if is_full => return Err("'draw': \"full-screen\" takes a pixel shader alone".to_owned()),
        (true, false) => vertices(value).map_err(|error| format!("'draw': {error}"))?,
        (false, true) => Vertices::Meshlets(meshlets(value).map_err(|error| format!("'draw': {error}"))?),
        (false, false) => match &codes[..] {
            [] => return Err("a draw requires 'vertex', 'mesh' or 'pixel'".to_owned()),
            [only] if only.stage == Stage::Drawn(Kind::Pixel) && is_full => Vertices::FullScreen,
            [only] if only.stage == Stage::Drawn(Kind::Pixel) => {
                return Err("a draw without 'vertex' fills its targets: 'draw' must be \"full-screen\"".to_owned());
            }
            [..] => return Err("a draw requires 'vertex' or 'mesh' beside its other shaders".to_owned()),
        },
    };
    let inputs = fields.own.get("inputs").map_or(Ok(Vec::new()), inputs)?;
    let targets = fields.own.get("targets").map_or(Ok(Vec::new()), targets)?;
    let depth = fields.own.get("depth").map(|value| attached(value, false)).transpose();
    let depth = depth.map_err(|error| format!("'depth': {error}"))?;
    let state = fields.own.get("state").map_or(Ok(Vec::new()), state)?;
    let streams = fields.own.get("stream_out").map_or(Ok(Vec::new()), streams);
    let streams = streams.map_err(|error| format!("'stream_out': {error}"))?;
    if targets.is_empty() && depth.is_none() && streams.is_empty() {
        return Err("a draw requires 'targets', 'depth' or 'stream_out'".to_owned());
    }
    if !streams.is_empty() && !has(Kind::Vertex) {
        return Err("'stream_out' requires 'vertex'".to_owned());
    }
    if matches!(vertices, Vertices::FullScreen) && (depth.is_some() || !state.is_empty() || !inputs.is_empty()) {
        return Err("\"full-screen\" has no 'depth', 'state' and 'inputs'; they require 'vertex'".to_owned());
    }
    let is_mixed = |(_, target): &(u32, Attached)| target.blend.is_some() || target.write.is_some();
    if matches!(vertices, Vertices::FullScreen) && targets.iter().any(is_mixed) {
        return Err("\"full-screen\" has no 'blend' and 'write'; they require 'vertex'".to_owned());
    }
    let draw = Draw { vertices, inputs, targets, depth, state, streams };
    if matches!(draw.vertices, Vertices::Meshlets(_)) && !draw.inputs.is_empty() {
        return Err("'inputs' require 'vertex'".to_owned());
    }
    fields.with(StepKind::Draw(Box::new(draw)), codes)
}

/// `{"meshlets": [4, 1, 1]}`.
fn meshlets(value: &Value) -> Result<[u32; 3]> {
    let fields = value.as_object().ok_or("a mesh shader takes {\"meshlets\": [X, Y, Z]}")?;
    known(fields, &[&["meshlets"]])?;
    let groups = fields.get("meshlets").ok_or("missing 'meshlets'")?;
    along_axes(groups, "meshlets", "group counts")
}

/// `"mesh"`, `36`, or an object.
fn vertices(value: &Value) -> Result<Vertices> {
    let one = Range { instances: 1, ..Range::default() };
    if let Some(mesh) = value.as_str() {
        return Ok(Vertices::Some(Range { mesh: Some(mesh.to_owned()), ..one }));
    }
    if value.is_number() {
        return Ok(Vertices::Some(Range { count: Some(whole(value, "the number of vertices")?), ..one }));
    }
    let fields = value.as_object().ok_or("expected a mesh, a number of vertices, or an object")?;
    const NAMES: &[&str] = &["mesh", "indices", "vertices", "first", "base_vertex", "restart", "instances"];
    const OTHERS: &[&str] = &["first_instance", "indirect", "offset", "draws", "stride"];
    known(fields, &[NAMES, OTHERS])?;
    let text = |name: &str| fields.get(name).map(|value| string(value, &format!("'{name}'"))).transpose();
    let number = |name: &str| fields.get(name).map(|value| whole(value, &format!("'{name}'"))).transpose();
    let range = Range {
        mesh: text("mesh")?,
        indices: text("indices")?,
        count: number("vertices")?,
        first: number("first")?.unwrap_or(0),
        base: match fields.get("base_vertex") {
            None => 0,
            Some(value) => {
                value.as_i64().and_then(|base| base.try_into().ok()).ok_or("'base_vertex' is not an integer")?
            }
        },
        restart: match fields.get("restart") {
            None => false,
            Some(value) => value.as_bool().ok_or("'restart' must be true or false")?,
        },
        first_instance: number("first_instance")?.unwrap_or(0),
        instances: number("instances")?.unwrap_or(1),
    };
    if range.mesh.is_some() && range.indices.is_some() {
        return Err("'mesh' and 'indices' cannot be used together".to_owned());
    }
    let Some(buffer) = text("indirect")? else {
        if let Some(name) = ["offset", "draws", "stride"].iter().find(|name| fields.contains_key(**name)) {
            return Err(format!("'{name}' requires 'indirect'"));
        }
        if range.mesh.is_none() && range.count.is_none() {
            return Err("missing 'mesh', 'vertices' or 'indirect'".to_owned());
        }
        return Ok(Vertices::Some(range));
    };
    let told = ["vertices", "first", "base_vertex", "instances", "first_instance"];
    if let Some(name) = told.iter().find(|name| fields.contains_key(**name)) {
        return Err(format!("'{name}' cannot be used with 'indirect', which has it"));
    }
    let offset = fields.get("offset").map_or(Some(0), Value::as_u64).ok_or("'offset' is not a number of bytes")?;
    let (draws, stride) = (number("draws")?.unwrap_or(1), number("stride")?.unwrap_or(0));
    Ok(Vertices::Indirect { range, buffer, offset, draws, stride })
}

fn whole(value: &Value, what: &str) -> Result<u32> {
    let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| format!("{what} must be an integer from 0 to {}", u32::MAX))
}

/// `{"POSITION": {"from": "positions", "format": "rgb32float"}}`.
fn inputs(value: &Value) -> Result<Vec<(String, Input)>> {
    let one = |(name, value): (&String, &Value)| {
        input(value).map(|input| (name.clone(), input)).map_err(|error| format!("'inputs': '{name}': {error}"))
    };
    object(value, "'inputs'")?.iter().map(one).collect()
}

/// `[{"to": "captured", "semantics": ["SV_Position", "COLOR.xy"]}]`, or one of them.
fn streams(value: &Value) -> Result<Vec<Stream>> {
    value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice).iter().map(stream).collect()
}

fn stream(value: &Value) -> Result<Stream> {
    let fields = object(value, "it")?;
    known(fields, &[&["to", "semantics", "stream", "stride", "buffer", "offset", "counts"]])?;
    let number = |name: &str| fields.get(name).map(|value| whole(value, &format!("'{name}'"))).transpose();
    let outputs = match (fields.get("semantics"), number("buffer")?) {
        (Some(value), None) => {
            let list = value.as_array().ok_or("'semantics' must be a list of texts")?;
            let semantics = list.iter().map(|value| string(value, "a semantic")).collect::<Result<_>>()?;
            StreamOutputs::Semantics { stream: number("stream")?.unwrap_or(0), semantics, stride: number("stride")? }
        }
        (None, Some(buffer)) => match ["stream", "stride"].iter().find(|name| fields.contains_key(**name)) {
            Some(name) => return Err(format!("'{name}' cannot be used with 'buffer', of which the module says it")),
            None => StreamOutputs::Buffer(buffer),
        },
        (Some(_), Some(_)) => return Err("'semantics' and 'buffer' cannot be used together".to_owned()),
        (None, None) => return Err("missing 'semantics' or 'buffer'".to_owned()),
    };
    Ok(Stream {
        to: string(fields.get("to").ok_or("missing 'to'")?, "'to'")?,
        offset: number("offset")?.unwrap_or(0) as usize,
        outputs,
        counts: fields.get("counts").map(|value| string(value, "'counts'")).transpose()?,
    })
}

fn input(value: &Value) -> Result<Input> {
    let fields = object(value, "it")?;
    known(fields, &[&["from", "format", "stride", "offset", "step"]])?;
    let text = |name: &str| fields.get(name).map(|value| string(value, &format!("'{name}'"))).transpose();
    let number = |name: &str| fields.get(name).map(|value| whole(value, &format!("'{name}'"))).transpose();
    let instances = match text("step")?.as_deref() {
        None | Some("vertex") => None,
        Some(step) => {
            let count = step.strip_prefix("instance").map(|rest| if rest.is_empty() { "/1" } else { rest });
            let count = count.and_then(|rest| rest.strip_prefix('/')?.parse().ok());
            Some(count.ok_or_else(|| format!("invalid step '{step}': expected vertex, instance or instance/COUNT"))?)
        }
    };
    Ok(Input {
        buffer: text("from")?.ok_or("missing 'from'")?,
        format: text("format")?.ok_or("missing 'format'")?,
        stride: number("stride")?,
        offset: number("offset")?.unwrap_or(0),
        instances,
    })
}

/// `{"SV_Target0": "color"}`.
fn targets(value: &Value) -> Result<Vec<(u32, Attached)>> {
    let mut all: Vec<(u32, Attached)> = Vec::new();
    for (name, value) in object(value, "'targets'")? {
        let start = name.get(.."SV_Target".len()).filter(|start| start.eq_ignore_ascii_case("SV_Target"));
        let number = start.map(|start| &name[start.len()..]);
        let number = number.and_then(|digits| if digits.is_empty() { Some(0) } else { digits.parse().ok() });
        let number =
            number.ok_or_else(|| format!("'targets': unknown target '{name}'; expected SV_Target0 and so on"))?;
        if all.iter().any(|(known, _)| *known == number) {
            return Err(format!("'targets': SV_Target{number} is named twice"));
        }
        all.push((number, attached(value, true).map_err(|error| format!("'targets': '{name}': {error}"))?));
    }
    all.sort_by_key(|(number, _)| *number);
    Ok(all)
}

fn attached(value: &Value, is_color: bool) -> Result<Attached> {
    if let Some(name) = value.as_str() {
        return Ok(Attached { name: name.to_owned(), level: 0, blend: None, write: None });
    }
    let fields = object(value, "it")?;
    known(fields, if is_color { &[&["of", "level", "blend", "write"]] } else { &[&["of", "level"]] })?;
    let name = string(fields.get("of").ok_or("missing 'of'")?, "'of'")?;
    let level = fields.get("level").map_or(Ok(0), |value| whole(value, "'level'"))?;
    let write = fields.get("write").map(|value| string(value, "'write'")).transpose()?;
    Ok(Attached { name, level, blend: fields.get("blend").cloned(), write })
}

/// `"cull=back,depth=less"`, or the same as an object: numbers in a list are separated by colons, and lists in a list are
/// several settings of the same name.
fn state(value: &Value) -> Result<Vec<String>> {
    if let Some(text) = value.as_str() {
        return Ok(vec![text.to_owned()]);
    }
    let part = |value: &Value| match value {
        Value::Bool(true) => Some("on".to_owned()),
        Value::Bool(false) => Some("off".to_owned()),
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) => Some(text.clone()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    };
    let list = |list: &[Value]| list.iter().map(part).collect::<Option<Vec<_>>>().map(|parts| parts.join(":"));
    let mut all = Vec::new();
    for (name, value) in object(value, "'state'")? {
        let values = match value {
            Value::Array(lists) if lists.iter().all(Value::is_array) => {
                lists.iter().map(|own| list(own.as_array()?)).collect::<Option<Vec<_>>>()
            }
            Value::Array(own) => list(own).map(|text| vec![text]),
            value => part(value).map(|text| vec![text]),
        };
        let values = values.ok_or_else(|| format!("'state': '{name}' is not a text, a number or a list of them"))?;
        all.extend(values.iter().map(|value| format!("{}={value}", name.replace('_', "-"))));
    }
    Ok(all)
}

fn trace(fields: &Fields<'_>) -> Result<Step> {
    let size = fields.own.get("trace").ok_or("missing 'trace'")?;
    let size = along_axes(size, "trace", "sizes")?;
    let recursion = fields.own.get("recursion").map_or(Ok(MOST_RECURSION), |value| whole(value, "'recursion'"))?;
    if !(1..=MOST_RECURSION).contains(&recursion) {
        return Err(format!("'recursion' must be from 1 to {MOST_RECURSION}"));
    }
    let list = |name: &str, one: &dyn Fn(&Value) -> Result<String>| -> Result<Vec<String>> {
        let Some(value) = fields.own.get(name) else { return Ok(Vec::new()) };
        let list = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
        list.iter().map(|value| one(value).map_err(|error| format!("'{name}': {error}"))).collect()
    };
    let name = |value: &Value| string(value, "a shader");
    let record = |(name, value): (&String, &Value)| {
        format!("{name}={}", value.as_str().map_or_else(|| value.to_string(), str::to_owned))
    };
    let records = fields.own.get("record").map(|value| object(value, "'record'")).transpose()?;
    let trace = Trace {
        size,
        hit: list("hit", &hit_group)?,
        miss: list("miss", &name)?,
        callable: list("callable", &name)?,
        record: records.into_iter().flatten().map(record).collect(),
    };
    let raygen = fields.text("raygen")?;
    let code = fields.code(Stage::Rays(recursion), raygen, None)?;
    fields.with(StepKind::Trace(Box::new(trace)), vec![code])
}

/// Nodes with a record, a list of them, numbers as text, or how many without contents there are.
fn graph(fields: &Fields<'_>) -> Result<Step> {
    let given = object(fields.own.get("graph").ok_or("missing 'graph'")?, "'graph'")?;
    let record = |(name, value): (&String, &Value)| match value {
        Value::Number(count) => format!("{name}*{count}"),
        Value::String(text) => format!("{name}={text}"),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => format!("{name}={value}"),
    };
    let waiting = fields.own.get("waiting").map(|value| whole(value, "'waiting'")).transpose()?;
    let waiting = waiting.map_or(GraphLimits::default().waiting, |bytes| bytes as usize);
    let graph = Graph { records: given.iter().map(record).collect(), waiting };
    let code = fields.code(Stage::Nodes, None, None)?;
    fields.with(StepKind::Graph(graph), vec![code])
}

/// The most rays that are open at once.
const MOST_RECURSION: u32 = runner::stages::MOST_RECURSION;

/// `"a"`, or `{"closest": "a", "any": "b", "intersection": "c"}`.
fn hit_group(value: &Value) -> Result<String> {
    if let Some(text) = value.as_str() {
        return Ok(text.to_owned());
    }
    let fields = object(value, "a hit group")?;
    known(fields, &[&["closest", "any", "intersection"]])?;
    let part = |(name, value): (&String, &Value)| string(value, "a shader").map(|shader| format!("{name}={shader}"));
    Ok(fields.iter().map(part).collect::<Result<Vec<_>>>()?.join(","))
}

fn clear(fields: &Fields<'_>) -> Result<Step> {
    let value =
        fields.own.get("value").map(|value| color(value).map_err(|error| format!("'value': {error}"))).transpose()?;
    let stencil = |value: &Value| whole(value, "'stencil'")?.try_into().map_err(|_| "'stencil' has 8 bits".to_owned());
    let stencil = fields.own.get("stencil").map(stencil).transpose()?;
    alone(StepKind::Clear(Clear { name: fields.needed("clear")?, value, stencil }))
}

/// A number, or up to four components.
pub(super) fn color(value: &Value) -> Result<[f64; 4]> {
    let wrong = || "expected a number or a list of up to four".to_owned();
    let list = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
    let mut color = [0.0; 4];
    if list.is_empty() || list.len() > 4 {
        return Err(wrong());
    }
    for (component, value) in color.iter_mut().zip(list) {
        *component = value.as_f64().ok_or_else(wrong)?;
    }
    Ok(color)
}

fn pair(fields: &Fields<'_>, name: &str) -> Result<Pair> {
    Ok(Pair { from: fields.needed(name)?, to: fields.needed("to")? })
}

fn copy(fields: &Fields<'_>) -> Result<Step> {
    alone(StepKind::Copy(pair(fields, "copy")?))
}

fn resolve(fields: &Fields<'_>) -> Result<Step> {
    let how = fields.text("how")?.unwrap_or_else(|| "average".to_owned());
    if !["average", "min", "max", "first"].contains(&how.as_str()) {
        return Err(format!("'how': unknown way '{how}'; expected average, min, max or first"));
    }
    alone(StepKind::Resolve(pair(fields, "resolve")?, how))
}

fn mips(fields: &Fields<'_>) -> Result<Step> {
    alone(StepKind::Mips(fields.needed("mips")?))
}
