//! The command `debug`: conversations with a client, as the files of `tests/suite/dap` have them.
//!
//! A line `> command arguments` is a request; what the debugger says is below it, and `UPDATE=1` writes that. In arguments,
//! `"$frame"` is the frame that was shown last, `"$name"` the reference to what was shown last under a name, and `$DAP` the folder.
//! `>> ` goes on without waiting until the run stands.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use support::{COMMAND, Ended, Folder, read_message, said};

fn main() {
    let arguments = Arguments::from_args();
    let folder = folder();
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder can be read")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    let trial = |path: PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        Trial::test(format!("dap::{name}"), move || conversation(&path))
    };
    let mut trials: Vec<Trial> = files.into_iter().map(trial).collect();
    trials.push(Trial::test("dap::nonsense_gets_an_answer", nonsense_gets_an_answer));
    trials.push(Trial::test("dap::a_client_that_dies_ends_it", a_client_that_dies_ends_it));
    trials.push(Trial::test("dap::a_port_takes_a_client", a_port_takes_a_client));
    trials.push(Trial::test("dap::a_port_has_the_token_of_the_caller", a_port_has_the_token_of_the_caller));
    trials.push(Trial::test("dap::breakpoints_have_a_limit", breakpoints_have_a_limit));
    trials.push(Trial::test("dap::modules_have_names_and_sources", modules_have_names_and_sources));
    let has_client =
        Command::new("python3").args(["-c", "import dap"]).output().is_ok_and(|done| done.status.success());
    let name =
        if has_client { "dap::dap_python" } else { "dap::dap_python (the Python package dap-python is not installed)" };
    trials.push(Trial::test(name, dap_python).with_ignored_flag(!has_client));
    libtest_mimic::run(&arguments, trials).exit();
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/suite/dap").canonicalize().expect("the folder is there")
}

/// A client.
struct Client<W, R> {
    input: W,
    output: BufReader<R>,
    requests: u64,
}

impl<W: Write, R: Read> Client<W, R> {
    fn new(input: W, output: R) -> Self {
        Client { input, output: BufReader::new(output), requests: 0 }
    }

    fn write(&mut self, text: &str) {
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the debugger reads");
        self.input.flush().expect("the debugger reads");
    }

    fn ask(&mut self, command: &str, arguments: &Value) -> u64 {
        self.requests += 1;
        let request = json!({ "seq": self.requests, "type": "request", "command": command, "arguments": arguments });
        self.write(&request.to_string());
        self.requests
    }

    fn read(&mut self) -> Option<Value> {
        read_message(&mut self.output)
    }

    /// All messages until the answer to a request and, where program is running, until it stands.
    fn answers(&mut self, request: u64, command: &str) -> Vec<Value> {
        const GOES_ON: [&str; 9] = [
            "configurationDone",
            "continue",
            "reverseContinue",
            "next",
            "stepIn",
            "stepOut",
            "stepBack",
            "pause",
            "restart",
        ];
        let (mut all, mut is_answered, mut stands, mut goes_on) =
            (Vec::new(), false, false, GOES_ON.contains(&command));
        if command == "launch" {
            goes_on = true;
        }
        while !is_answered || goes_on && !stands {
            let Some(message) = self.read() else { break };
            if message["request_seq"] == request {
                is_answered = true;
                goes_on &= message["success"] == true;
            }
            let event = message["event"].as_str().unwrap_or_default();
            stands |= ["stopped", "terminated"].contains(&event) || command == "launch" && event == "initialized";
            all.push(message);
        }
        all
    }
}

type Piped = Client<ChildStdin, ChildStdout>;

fn start() -> (Child, Piped) {
    let mut process = Command::new(COMMAND)
        .arg("debug")
        .current_dir(folder())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let (input, output) = (process.stdin.take().expect("a pipe"), process.stdout.take().expect("a pipe"));
    (process, Client::new(input, output))
}

/// Has a conversation, and compares what is said with what the file has.
fn conversation(path: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let root = folder().join("../../..").canonicalize()?.display().to_string();
    let (mut process, mut client) = start();
    let (mut known, mut said) = (Known::default(), String::new());
    let initialize = client.ask("initialize", &json!({ "adapterID": "hlsl2spirv" }));
    client.answers(initialize, "initialize");
    for line in text.lines().filter(|line| !line.starts_with('<')) {
        said.push_str(line);
        said.push('\n');
        // `>> ` does not wait until the run stands.
        let waits = !line.starts_with(">> ");
        let Some(request) = line.strip_prefix(">> ").or(line.strip_prefix("> ")) else { continue };
        let (command, arguments) = request.split_once(' ').unwrap_or((request, "{}"));
        let arguments = serde_json::from_str(&arguments.replace("$DAP", &folder().display().to_string()))?;
        let number = client.ask(command, &known.resolved(&arguments));
        for message in client.answers(number, if waits { command } else { "" }) {
            known.note(&message);
            let line = line_of(&message).replace(&folder().display().to_string(), "$DAP");
            writeln!(said, "{}", line.replace(&root, "$ROOT"))?;
        }
    }
    drop(client);
    let status = process.wait()?;
    writeln!(said, "< ends with {}", status.code().unwrap_or(-1))?;
    if said == text {
        return Ok(());
    }
    if std::env::var_os("UPDATE").is_some() {
        return Ok(std::fs::write(path, said)?);
    }
    let differing = said.lines().zip(text.lines()).find(|(own, wanted)| own != wanted);
    let (own, wanted) = differing.unwrap_or(("", "another number of lines"));
    Err(format!("the conversation has changed:\n  is     {own}\n  wanted {wanted}\nUPDATE=1 writes it").into())
}

/// The line that a message is in a file.
fn line_of(message: &Value) -> String {
    let body =
        message.get("body").filter(|body| **body != json!({})).map(|body| format!(" {body}")).unwrap_or_default();
    match (message["event"].as_str(), message["success"].as_bool()) {
        (Some(event), _) => format!("< {event}{body}"),
        (None, Some(true)) => format!("< ok{body}"),
        (None, _) => format!("< refused {}", message["message"]),
    }
}

/// What the debugger has shown under names.
#[derive(Default)]
struct Known {
    references: BTreeMap<String, Value>,
}

impl Known {
    fn note(&mut self, message: &Value) {
        for list in ["scopes", "variables"] {
            for shown in message["body"][list].as_array().into_iter().flatten() {
                let name = shown["name"].as_str().unwrap_or_default();
                self.references.insert(format!("${name}"), shown["variablesReference"].clone());
            }
        }
        for (at, frame) in message["body"]["stackFrames"].as_array().into_iter().flatten().enumerate() {
            let name = if at == 0 { "$frame".to_owned() } else { format!("$frame{at}") };
            self.references.insert(name, frame["id"].clone());
        }
        if let Some(id) = message["body"].get("dataId") {
            self.references.insert("$data".to_owned(), id.clone());
        }
    }

    fn resolved(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => self.references.get(text).unwrap_or(value).clone(),
            Value::Array(list) => list.iter().map(|value| self.resolved(value)).collect(),
            Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), self.resolved(value))).collect(),
            other => other.clone(),
        }
    }
}

/// Whatever is not a message or comes at the wrong time gets an answer, and the session goes on.
fn nonsense_gets_an_answer() -> Result<(), Failed> {
    let (mut process, mut client) = start();
    let text = |message: Option<Value>| message.map(|message| message.to_string()).unwrap_or_default();
    client.write("{]");
    assert!(text(client.read()).contains("invalid protocol message"));
    client.write("[1, 2]");
    assert!(text(client.read()).contains("invalid protocol message"));
    client.write("{\"type\": \"request\", \"seq\": 1}");
    assert!(text(client.read()).contains("request without a command"));
    for (command, wanted) in
        [("threads", "expected the request 'initialize'"), ("launch", "expected the request 'initialize'")]
    {
        let number = client.ask(command, &json!({}));
        let answers = client.answers(number, command);
        assert!(answers[0]["message"].as_str().unwrap_or_default().contains(wanted), "{answers:?}");
    }
    let number = client.ask("initialize", &Value::Null);
    assert_eq!(client.answers(number, "initialize")[0]["success"], true);
    for command in ["initialize", "attach", "variables", "evaluate", "no such thing", "configurationDone", "stackTrace"]
    {
        let number = client.ask(command, &json!({ "frameId": -1, "variablesReference": "x", "threadId": 1e300 }));
        assert_eq!(client.answers(number, command)[0]["success"], false, "{command}");
    }
    for arguments in
        [json!({}), json!({ "program": 7 }), json!({ "job": "no such file.json" }), json!({ "program": "no.hlsl" })]
    {
        let number = client.ask("launch", &arguments);
        assert_eq!(client.answers(number, "launch")[0]["success"], false, "{arguments}");
    }
    let number = client.ask("disconnect", &json!({}));
    assert_eq!(client.answers(number, "disconnect")[0]["success"], true);
    assert_eq!(process.wait()?.code(), Some(0));
    Ok(())
}

/// Also while a shader runs that never ends.
fn a_client_that_dies_ends_it() -> Result<(), Failed> {
    let (mut process, mut client) = start();
    for (command, arguments) in [
        ("initialize", json!({})),
        ("launch", json!({ "program": "endless.hlsl", "check": { "endless": "off" }, "bindings": { "y": "zeros:8" } })),
    ] {
        let number = client.ask(command, &arguments);
        let answers = client.answers(number, command);
        assert_eq!(answers[0]["success"], true, "{answers:?}");
    }
    client.ask("configurationDone", &json!({}));
    drop(client);
    assert_eq!(process.wait()?.code(), Some(1));
    Ok(())
}

/// Both kinds of debug information name the variables of a module. What is not on the disk any more is in the module.
fn modules_have_names_and_sources() -> Result<(), Failed> {
    let own = Folder::empty("debug");
    let shader = own.join("gone.hlsl");
    for (form, has_text) in [("rich-with-source", false), ("vulkan-with-source", true)] {
        std::fs::copy(folder().join("items.hlsl"), &shader)?;
        let compiled = Command::new(COMMAND)
            .args(["-T", "cs_6_0", "-Od", &format!("-fspv-debug={form}"), "gone.hlsl", "-Fo", "gone.spv"])
            .current_dir(&own.0)
            .output()?;
        assert!(compiled.status.success(), "{}", said(&compiled));
        std::fs::remove_file(&shader)?;
        let (mut process, mut client) = start();
        let mut say = |command: &str, arguments: Value| {
            let number = client.ask(command, &arguments);
            client.answers(number, command)
        };
        say("initialize", json!({}));
        let bindings = json!({ "items": "zeros:1024", "result": "zeros:64", "Settings": "zeros:48" });
        let launched = say("launch", json!({ "program": "gone.spv", "cwd": own.0, "bindings": bindings }));
        assert_eq!(launched[0]["success"], true, "{form}: {launched:?}");
        say("setFunctionBreakpoints", json!({ "breakpoints": [{ "name": "weighted" }] }));
        say("configurationDone", json!({}));
        let stack = say("stackTrace", json!({ "threadId": 1 }));
        let names: Vec<&Value> =
            stack[0]["body"]["stackFrames"].as_array().into_iter().flatten().map(|it| &it["name"]).collect();
        assert_eq!(names, ["weighted", "main"], "{form}");
        for (expression, wanted) in [("item.kind", "0"), ("factor", "0"), ("calls", "0"), ("tile[3]", "0")] {
            let found = say("evaluate", json!({ "expression": expression, "frameId": 1 }));
            assert_eq!(found[0]["body"]["result"], wanted, "{form}: {expression}: {found:?}");
        }
        let source = say("source", json!({ "sourceReference": 1 }));
        let text = source[0]["body"]["content"].as_str().unwrap_or_default();
        assert_eq!(text.contains("float weighted(Item item"), has_text, "{form}: {source:?}");
        say("disconnect", json!({}));
        assert_eq!(process.wait()?.code(), Some(0), "{form}");
    }
    Ok(())
}

/// A client that is not ours has a conversation.
fn dap_python() -> Result<(), Failed> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/debug/client.py");
    let done = Command::new("python3").arg(script).arg(COMMAND).arg(folder()).output()?;
    match done.status.success() {
        true => Ok(()),
        false => Err(said(&done).into()),
    }
}

/// A debugger at a port, its messages, and the port.
fn start_at_port(arguments: &[&str]) -> Result<(Ended, BufReader<ChildStderr>, u16), Failed> {
    let mut command = Command::new(COMMAND);
    let mut process = Ended(command.args(["debug", "--port", "0"]).args(arguments).stderr(Stdio::piped()).spawn()?);
    let mut messages = BufReader::new(process.0.stderr.take().expect("a pipe"));
    let mut line = String::new();
    messages.read_line(&mut line)?;
    let port = line.trim().rsplit(' ').next().unwrap_or_default().parse()?;
    Ok((process, messages, port))
}

/// A page in a browser, or a program that does not know the token, launches nothing.
fn a_port_takes_a_client() -> Result<(), Failed> {
    let (mut process, mut messages, port) = start_at_port(&[])?;
    let mut line = String::new();
    messages.read_line(&mut line)?;
    let token = line.trim().trim_end_matches('"').rsplit('"').next().unwrap_or_default().to_owned();
    assert!(token.len() == 32 && token.bytes().all(|one| one.is_ascii_hexdigit()), "{line}");

    let body = "Content-Length: 53\r\n\r\n{\"seq\":1,\"type\":\"request\",\"command\":\"initialize\"}";
    let mut page = std::net::TcpStream::connect(("127.0.0.1", port))?;
    let request = format!("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n{body}", body.len());
    page.write_all(request.as_bytes())?;
    let mut answer = String::new();
    page.read_to_string(&mut answer)?;
    assert!(answer.starts_with("HTTP/1.1 403 ") && !answer.contains("initialize"), "{answer}");

    let stream = std::net::TcpStream::connect(("127.0.0.1", port))?;
    let mut client = Client::new(stream.try_clone()?, stream);
    let mut ask = |command: &str, arguments: Value| {
        let number = client.ask(command, &arguments);
        client.answers(number, command)[0].clone()
    };
    assert_eq!(ask("initialize", json!({}))["success"], true);
    let program = folder().join("items.hlsl");
    for token in [json!(null), json!(""), json!(&token[1..])] {
        let answer = ask("launch", json!({ "program": program, "token": token }));
        assert!(answer["message"].as_str().unwrap_or_default().contains("\"token\""), "{answer}");
    }
    // With the token it is the program that is looked for.
    let answer = ask("launch", json!({ "program": folder().join("missing.hlsl"), "token": token }));
    assert!(answer["message"].as_str().unwrap_or_default().contains("missing.hlsl"), "{answer}");
    assert_eq!(ask("disconnect", json!({}))["success"], true);
    assert_eq!(process.0.wait()?.code(), Some(0));
    Ok(())
}

fn a_port_has_the_token_of_the_caller() -> Result<(), Failed> {
    let (mut process, _messages, port) = start_at_port(&["--token", "open sesame"])?;
    let stream = std::net::TcpStream::connect(("127.0.0.1", port))?;
    let mut client = Client::new(stream.try_clone()?, stream);
    for (command, arguments, said) in [
        ("initialize", json!({}), ""),
        ("launch", json!({ "program": "missing.hlsl", "token": "open" }), "token"),
        ("launch", json!({ "program": "missing.hlsl", "token": "open sesame" }), "missing.hlsl"),
        ("disconnect", json!({}), ""),
    ] {
        let number = client.ask(command, &arguments);
        let answer = client.answers(number, command)[0].clone();
        assert!(answer["message"].as_str().unwrap_or_default().contains(said), "{answer}");
    }
    assert_eq!(process.0.wait()?.code(), Some(0));
    Ok(())
}

/// Many breakpoints on one line: those beyond the limit say so, and the run is over as soon as without them.
fn breakpoints_have_a_limit() -> Result<(), Failed> {
    let (mut process, mut client) = start();
    let number = client.ask("initialize", &json!({}));
    assert_eq!(client.answers(number, "initialize")[0]["success"], true);
    let breakpoint = json!({ "line": 1, "condition": "1 > 2" });
    let source = json!({ "path": folder().join("items.hlsl") });
    let started = std::time::Instant::now();
    let number = client.ask("setBreakpoints", &json!({ "source": source, "breakpoints": vec![breakpoint; 100_000] }));
    let answer = client.answers(number, "setBreakpoints")[0].clone();
    let told = answer["body"]["breakpoints"].as_array().expect("a list");
    let refused = |one: &&Value| one["message"].as_str().unwrap_or_default().contains("breakpoints");
    assert_eq!((told.len(), told.iter().filter(refused).count()), (100_000, 100_000 - 1024));
    assert!(started.elapsed() < std::time::Duration::from_secs(60), "{:?}", started.elapsed());
    let number = client.ask("disconnect", &json!({}));
    assert_eq!(client.answers(number, "disconnect")[0]["success"], true);
    process.wait()?;
    Ok(())
}
