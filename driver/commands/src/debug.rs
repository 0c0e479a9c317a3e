//! The sub-command `debug`: the debugger over the standard streams or a port, with the disk and job files.

use crate::draw::invocation::Looked;
use crate::draw::search::Wish;
use arguments::DebugArguments;
use debug::{Launched, Results, Source};
use launch::jobs::{Debugged, FIELDS_TO_LOOK_AT, fields_of_trace};
use launch::kernels::Problem;
use library::files::names::to_text;
use library::pipeline::stack;
use library::report::console::{complain, say};
use library::report::panics;
use runner::{Debuggee, Lines};
use serde_json::{Map, Value};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Runs the server until the client goes. Returns the exit status: 0 if the client has said so before.
pub(crate) fn run(arguments: &DebugArguments) -> u8 {
    let serve = || match arguments.port {
        None => debug::serve(Workspace::default(), io::stdin(), &mut io::stdout().lock()),
        Some(port) => serve_port(port, arguments.token.as_deref()),
    };
    match stack::on_large_stack(serve) {
        Ok(Ok(has_disconnected)) => u8::from(!has_disconnected),
        Ok(Err(error)) | Err(error) => {
            complain(format_args!("cannot reach the client: {error}"));
            1
        }
    }
}

/// Serves the first client that connects and speaks the protocol. Every program of this machine can connect, and so can every
/// page in a browser: only a client with the token may launch something.
fn serve_port(port: u16, token: Option<&str>) -> io::Result<bool> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    let token = token.map_or_else(fresh_token, str::to_owned);
    say(format_args!("hlsl2spirv: waiting for a client on port {}", listener.local_addr()?.port()));
    say(format_args!("hlsl2spirv: the arguments of 'launch' must have \"token\": \"{token}\""));
    loop {
        let (stream, _) = listener.accept()?;
        match first_bytes(&stream) {
            Ok(first) if first.eq_ignore_ascii_case(HEADER) => {
                stream.set_nodelay(true)?;
                let mut output = io::BufWriter::new(stream.try_clone()?);
                let workspace = Workspace { token: Some(token), ..Workspace::default() };
                return debug::serve(workspace, io::Cursor::new(first).chain(stream), &mut output);
            }
            Ok(_) => {
                say("hlsl2spirv: rejected a client that does not speak the Debug Adapter Protocol");
                refuse(&stream);
            }
            Err(error) => say(format_args!("hlsl2spirv: no data from a client: {error}")),
        }
    }
}

/// Rejects a client that does not speak the protocol. Failures do not matter.
fn refuse(mut stream: &TcpStream) {
    let _ = stream.write_all(REFUSAL).and_then(|()| stream.shutdown(Shutdown::Write));
    // Unread data would reset the connection before the answer arrives.
    let _ = stream.read(&mut [0; 1 << 16]);
}

/// The start of each message of the protocol. A request of HTTP starts with its method.
const HEADER: &[u8; 8] = b"Content-";
/// The answer to a request of HTTP.
const REFUSAL: &[u8] = b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
/// The timeout of a client's first bytes, while others wait.
const PATIENCE: Duration = Duration::from_secs(10);

fn first_bytes(stream: &TcpStream) -> io::Result<[u8; HEADER.len()]> {
    let mut first = [0; HEADER.len()];
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut input = stream;
    input.read_exact(&mut first)?;
    stream.set_read_timeout(None)?;
    Ok(first)
}

/// 128 bits that other programs cannot know: the keys of a hasher come from the system's source of random numbers.
fn fresh_token() -> String {
    let keys = RandomState::new();
    [0, 1].map(|half: u8| format!("{:016x}", keys.hash_one(half))).concat()
}

/// The job that is debugged.
#[derive(Default)]
struct Workspace {
    debugged: Option<Debugged>,
    /// The invocation of a draw, if that is what is debugged.
    looked: Option<Looked>,
    /// The text that a client must know.
    token: Option<String>,
}

impl debug::Host for Workspace {
    fn launch(&mut self, arguments: &Map<String, Value>) -> Result<Launched, String> {
        if self.token.is_some() && arguments.get("token").and_then(Value::as_str) != self.token.as_deref() {
            return Err("the arguments of 'launch' lack the \"token\" that the debugger has printed".to_owned());
        }
        if let (true, Some(name)) =
            (arguments.contains_key("draw"), ["trace", "ray"].iter().find(|name| arguments.contains_key(**name)))
        {
            return Err(format!("'draw' cannot be used with '{name}'"));
        }
        if arguments.contains_key("draw") {
            let mut looked = looked(arguments).map_err(|problem| problem.to_string())?;
            let launched = begin_draw(&mut looked)?;
            self.looked = Some(looked);
            return Ok(launched);
        }
        if arguments.contains_key("ray") && (arguments.contains_key("thread") || arguments.contains_key("group")) {
            return Err("'ray' cannot be used with 'thread' or 'group'".to_owned());
        }
        let debugged = debugged(arguments).map_err(|problem| problem.to_string())?;
        self.debugged = Some(debugged);
        self.begin()
    }

    fn finish(&mut self, debuggee: Debuggee) -> Results {
        if let Some(looked) = &self.looked {
            return Results::Over(looked.results(debuggee), 0);
        }
        let Some(debugged) = &mut self.debugged else { return Results::Over(String::new(), 0) };
        match debugged.adopt(debuggee) {
            Ok(true) => match self.begin() {
                Ok(launched) => Results::Next(Box::new(launched)),
                Err(problem) => Results::Over(format!("{problem}\n"), 1),
            },
            Ok(false) => {
                let (text, is_well) = debugged.results();
                Results::Over(text, u8::from(!is_well))
            }
            Err(problem) => {
                let (text, _) = debugged.results();
                Results::Over(format!("{text}{problem}\n"), 1)
            }
        }
    }

    fn canonical(&self, path: &str) -> String {
        // Who has not shown the token does not learn which files there are.
        if self.token.is_some() && self.debugged.is_none() && self.looked.is_none() {
            return path.to_owned();
        }
        let path = path.strip_prefix("file://").unwrap_or(path);
        absolute(path).unwrap_or_else(|| path.to_owned())
    }

    fn describe_panic(&self, payload: &(dyn std::any::Any + Send)) -> String {
        panics::describe(payload)
    }
}

impl Workspace {
    /// The run of the current step.
    fn begin(&mut self) -> Result<Launched, String> {
        let Some(debugged) = &mut self.debugged else { return Err("no program is launched".to_owned()) };
        let (debuggee, lines) = debugged.begin().map_err(|problem| problem.to_string())?;
        let sources = (0..).zip(debuggee.files()).map(|(file, name)| source(name, debuggee.text(file))).collect();
        let console = std::mem::take(&mut debugged.warnings) + &debugged.told();
        let printed = move || taken(&lines);
        let (names, only) = (Vec::new(), debugged.thread());
        Ok(Launched { debuggee, sources, console, printed: Box::new(printed), names, only })
    }
}

/// The run of the packet of an invocation.
fn begin_draw(looked: &mut Looked) -> Result<Launched, String> {
    let (debuggee, lines) = looked.begin().map_err(|problem| problem.to_string())?;
    let sources = (0..).zip(debuggee.files()).map(|(file, name)| source(name, debuggee.text(file))).collect();
    let console = std::mem::take(&mut looked.console);
    let printed = Box::new(move || taken(&lines));
    let (names, only) = (looked.names(), Some((looked.thread(), [0; 3])));
    Ok(Launched { debuggee, sources, console, printed, names, only })
}

/// The invocation of a draw that arguments of `launch` describe.
fn looked(arguments: &Map<String, Value>) -> Result<Looked, Problem> {
    let texts = |name: &str| -> Result<Vec<String>, Problem> {
        let wrong = || Problem::Other(format!("'{name}' is not a list of strings"));
        match arguments.get(name) {
            None | Some(Value::Null) => Ok(Vec::new()),
            Some(Value::Array(list)) => {
                list.iter().map(|text| text.as_str().map(str::to_owned).ok_or_else(wrong)).collect()
            }
            Some(_) => Err(wrong()),
        }
    };
    let number = |name: &str| match arguments.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => {
            let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
            number.map(Some).ok_or_else(|| Problem::Other(format!("'{name}' is not a number")))
        }
    };
    let pixel = match arguments.get("pixel") {
        None | Some(Value::Null) => None,
        Some(value) => {
            let part = |at: usize| value.get(at)?.as_u64().and_then(|part| u32::try_from(part).ok());
            let is_pair = value.as_array().is_some_and(|list| list.len() == 2);
            let pair = part(0).zip(part(1)).filter(|_| is_pair);
            Some(pair.ok_or_else(|| Problem::Other("'pixel' is not a column and a row".to_owned()))?)
        }
    };
    let wish = match (pixel, number("primitive")?, number("vertex")?) {
        (Some((x, y)), primitive, None) => Wish::Pixel([x, y], primitive),
        (None, Some(primitive), None) => Wish::Primitive(primitive),
        (None, None, Some(vertex)) => Wish::Vertex(vertex, number("instance")?.unwrap_or(0)),
        _ => return Err(Problem::Other("a draw needs a \"pixel\", a \"primitive\" or a \"vertex\"".to_owned())),
    };
    let folder = PathBuf::from(arguments.get("cwd").and_then(Value::as_str).unwrap_or(""));
    let program = arguments.get("program").and_then(Value::as_str);
    let program = program.ok_or_else(|| Problem::Other("'program' is missing".to_owned()))?;
    let mut line = vec![program.to_owned()];
    line.extend(texts("draw")?);
    line.push("--".to_owned());
    line.extend(texts("options")?);
    Looked::new(&line, &folder, wish)
}

/// The lines that a shader has printed.
fn taken(lines: &Lines) -> Vec<String> {
    lines.take().into_iter().map(|line| line.text).collect()
}

/// A file of the source, which may be on the disk, or as text in the module.
fn source(name: &str, text: Option<&str>) -> Source {
    Source { name: name.to_owned(), path: absolute(name), text: text.map(str::to_owned) }
}

/// The path of a file that is there, as editors write it.
fn absolute(path: &str) -> Option<String> {
    let path = Path::new(path).canonicalize().ok()?;
    let text = to_text(path.as_os_str());
    // The mark of Windows for paths of any length.
    Some(text.strip_prefix(r"\\?\").unwrap_or(&text).to_owned())
}

/// The job that arguments of `launch` describe: a job of a file, or the fields of one.
fn debugged(arguments: &Map<String, Value>) -> Result<Debugged, Problem> {
    let text = |name: &str| match arguments.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.as_str())),
        Some(_) => Err(format!("'{name}' is not a string")),
    };
    let ray = arguments.get("ray").map(ray).transpose()?;
    let folder = PathBuf::from(text("cwd")?.unwrap_or(""));
    let job = text("job")?.map(|file| folder.join(file));
    if let Some(file) = &job {
        return Debugged::new(Some((file, text("jobName")?)), &Map::new(), &folder, ray);
    }
    let given = |name: &str| arguments.get(name).map(|value| (name.to_owned(), value.clone()));
    let mut fields: Map<String, Value> =
        FIELDS_TO_LOOK_AT.iter().copied().flatten().filter_map(|name| given(name)).collect();
    match text("program")? {
        Some(program) if !fields.contains_key("shader") => {
            fields.insert("shader".to_owned(), program.into());
        }
        _ => {}
    }
    if arguments.contains_key("trace") {
        let mut step: Map<String, Value> = fields_of_trace().filter_map(given).collect();
        // What belongs to the step is not the job's.
        step.extend(
            ["shader", "module"].into_iter().filter_map(|name| Some((name.to_owned(), fields.get(name)?.clone()))),
        );
        fields.retain(|name, _| !step.contains_key(name));
        fields.insert("steps".to_owned(), Value::Array(vec![Value::Object(step)]));
    }
    Debugged::new(None, &fields, &folder, ray)
}

/// The only invocation of a launch that breakpoints are for.
fn ray(value: &Value) -> Result<[u32; 3], String> {
    let part = |at: usize| match value.get(at) {
        None => Some(0),
        Some(part) => part.as_u64().and_then(|part| u32::try_from(part).ok()),
    };
    let is_list = value.as_array().is_some_and(|list| (1..=3).contains(&list.len()));
    let parts = part(0).zip(part(1)).zip(part(2)).filter(|_| is_list);
    parts.map(|((x, y), z)| [x, y, z]).ok_or_else(|| "'ray' must be a list of one to three numbers".to_owned())
}
