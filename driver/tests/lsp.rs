//! The command `lsp`: sessions of a client with the server, over its streams.
#![cfg(feature = "lsp")]

mod support;

use serde_json::{Value, json};
use std::io::{BufReader, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use support::{COMMAND, Ended, Folder, read_message};

/// A client with a folder of its own, which is removed at the end.
struct Client {
    // It ends before its folder does.
    process: Ended,
    folder: Folder,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// Notifications that were not asked for yet.
    notifications: Vec<Value>,
    requests: i64,
}

impl Client {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let mut client = Client::silent(name, files);
        let folder = client.uri("");
        let params = json!({
            "processId": null,
            "rootUri": folder,
            "capabilities": { "general": { "positionEncodings": ["utf-16"] } },
            "initializationOptions": { "inactiveRegions": true },
        });
        let answer = client.request("initialize", params);
        assert_eq!(answer["capabilities"]["positionEncoding"], "utf-16");
        client.notify("initialized", json!({}));
        client
    }

    /// A client that has said nothing yet.
    fn silent(name: &str, files: &[(&str, &str)]) -> Self {
        let folder = Folder::with(name, files);
        let mut command = Command::new(COMMAND);
        command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = Ended(command.spawn().expect("the command runs"));
        let input = process.0.stdin.take().expect("a pipe");
        let output = BufReader::new(process.0.stdout.take().expect("a pipe"));
        Client { folder, process, input, output, notifications: Vec::new(), requests: 0 }
    }

    fn uri(&self, name: &str) -> String {
        format!("file://{}/{name}", self.folder.display())
    }

    fn write(&mut self, text: &str) {
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server reads");
        self.input.flush().expect("the server reads");
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.write(&json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string());
    }

    fn ask(&mut self, method: &str, params: Value) -> i64 {
        self.requests += 1;
        let id = self.requests;
        self.write(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string());
        id
    }

    /// The whole answer to a request, error or not.
    fn answer(&mut self, id: i64) -> Value {
        loop {
            let message = self.read().expect("the server lives");
            if message["id"] == id {
                return message;
            }
            self.notifications.push(message);
        }
    }

    fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        let mut answer = self.answer(id);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].take()
    }

    fn read(&mut self) -> Option<Value> {
        read_message(&mut self.output)
    }

    /// The next notification of a method that fits.
    fn wait(&mut self, method: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let wanted = |message: &Value| message["method"] == method && fits(&message["params"]);
        loop {
            if let Some(at) = self.notifications.iter().position(wanted) {
                return self.notifications.remove(at)["params"].take();
            }
            let message = self.read().expect("the server lives");
            self.notifications.push(message);
        }
    }

    fn open(&mut self, name: &str, text: &str) {
        let uri = self.uri(name);
        let item = json!({ "uri": uri, "languageId": "hlsl", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": item }));
    }

    fn change(&mut self, name: &str, version: i32, text: &str) {
        let id = json!({ "uri": self.uri(name), "version": version });
        self.notify("textDocument/didChange", json!({ "textDocument": id, "contentChanges": [{ "text": text }] }));
    }

    /// The messages of a file once there are this many.
    fn messages(&mut self, name: &str, count: usize) -> Vec<Value> {
        let uri = self.uri(name);
        let fits =
            |params: &Value| params["uri"] == uri && params["diagnostics"].as_array().map(Vec::len) == Some(count);
        let mut params = self.wait("textDocument/publishDiagnostics", fits);
        params["diagnostics"].as_array_mut().map(std::mem::take).unwrap_or_default()
    }

    fn about(&self, name: &str) -> Value {
        json!({ "textDocument": { "uri": self.uri(name) } })
    }

    fn at(&self, name: &str, line: u32, character: u32) -> Value {
        json!({ "textDocument": { "uri": self.uri(name) }, "position": { "line": line, "character": character } })
    }
}

const COMMON: &str = "float half_of(float x) { return x * 0.5; }\n";
const SHADER: &str = "#include \"common.hlsli\"\nfloat4 main() : SV_Target { return half_of(1); }\n";

#[test]
fn messages_follow_unsaved_headers() {
    let mut client = Client::new("messages", &[("common.hlsli", COMMON), ("sky.ps.hlsl", SHADER)]);
    client.open("sky.ps.hlsl", SHADER);
    client.open("common.hlsli", "float haf_of(float x) { return x; }\n");
    let messages = client.messages("sky.ps.hlsl", 1);
    assert_eq!(messages[0]["code"], "E2001", "{messages:?}");
    assert_eq!(messages[0]["range"]["start"], json!({ "line": 1, "character": 35 }));
    let params = json!({
        "textDocument": { "uri": client.uri("sky.ps.hlsl") },
        "range": messages[0]["range"],
        "context": { "diagnostics": [] },
    });
    let actions = client.request("textDocument/codeAction", params);
    assert_eq!(actions[0]["title"], "Replace 'half_of' by 'haf_of'", "{actions}");
    client.change("common.hlsli", 2, COMMON);
    client.messages("sky.ps.hlsl", 0);
    // The file as it is on the disk counts again.
    std::fs::write(client.folder.join("common.hlsli"), "float other;\n").expect("it can be written");
    let uri = client.uri("common.hlsli");
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    client.messages("sky.ps.hlsl", 1);
}

#[test]
fn a_header_is_analysed_where_it_is_included() {
    let header = "float scaled(float x) { return x * SCALE; }\n";
    let shader = "#define SCALE 3\n#include \"inc/scale.hlsli\"\n[numthreads(1, 1, 1)] void main() { scaled(1); }\n";
    let mut client = Client::new("context", &[("inc/scale.hlsli", header), ("run.hlsl", shader)]);
    client.open("inc/scale.hlsli", "float scaled(float x) { return x * SCALE * nothing; }\n");
    let messages = client.messages("inc/scale.hlsli", 1);
    assert!(messages[0]["message"].to_string().contains("nothing"), "{messages:?}");
}

#[test]
fn columns_are_units_of_utf_16() {
    let mut client = Client::new("columns", &[]);
    client.open("a.hlsl", "/* \u{1f600} */ float f() { return lerp(1, 2, 3) + nothing; }\n");
    let messages = client.messages("a.hlsl", 1);
    assert_eq!(messages[0]["range"]["start"]["character"], 44);
    let id = json!({ "uri": client.uri("a.hlsl"), "version": 2 });
    let range = json!({ "start": { "line": 0, "character": 44 }, "end": { "line": 0, "character": 51 } });
    let changes = json!([{ "range": range, "text": "1" }]);
    client.notify("textDocument/didChange", json!({ "textDocument": id, "contentChanges": changes }));
    client.messages("a.hlsl", 0);
    let params = client.at("a.hlsl", 0, 28);
    let hover = client.request("textDocument/hover", params);
    assert!(hover["contents"]["value"].to_string().contains("lerp("), "{hover}");
}

#[test]
fn the_structure_of_a_file_is_known() {
    let text = "// one\n// two\n#include \"common.hlsli\"\nstruct S {\n  float a;\n};\n#ifdef NEVER\nint unused;\n#endif\n\
                cbuffer B { float4 tint; };\nS make(int n) {\n  return (S)0;\n}\n";
    let mut client = Client::new("structure", &[("common.hlsli", COMMON)]);
    client.open("a.hlsl", text);
    let about = client.about("a.hlsl");
    let symbols = client.request("textDocument/documentSymbol", about.clone());
    let names: Vec<&str> = symbols.as_array().expect("a list").iter().filter_map(|it| it["name"].as_str()).collect();
    assert_eq!(names, ["S", "B", "make"]);
    assert_eq!(symbols[0]["children"][0]["name"], "a");
    let folds = client.request("textDocument/foldingRange", about.clone());
    let lines: Vec<_> = folds.as_array().expect("a list").iter().map(|it| (&it["startLine"], &it["endLine"])).collect();
    assert!(lines.contains(&(&json!(0), &json!(1))) && lines.contains(&(&json!(10), &json!(12))), "{folds}");
    let links = client.request("textDocument/documentLink", about.clone());
    assert_eq!(links[0]["target"], client.uri("common.hlsli"));
    let tokens = client.request("textDocument/semanticTokens/full", about);
    assert!(tokens["data"].as_array().is_some_and(|data| data.len() % 5 == 0 && data.len() >= 75));
    let uri = client.uri("a.hlsl");
    let skipped = client.wait("textDocument/inactiveRegions", |params| params["textDocument"]["uri"] == uri);
    assert_eq!(skipped["regions"][0]["start"]["line"], 7);
}

#[test]
fn formatting_gives_edits() {
    let mut client = Client::new("formatting", &[("hlsl2spirv.toml", "[format]\nindent = 2\n")]);
    client.open("a.hlsl", "float f(){\nreturn   1;\n}\n");
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let mut params = client.about("a.hlsl");
    params["options"] = options;
    let edits = client.request("textDocument/formatting", params);
    assert!(edits.to_string().contains("\\n  "), "{edits}");
}

#[test]
fn completion_knows_words_and_files() {
    let mut client = Client::new("completion", &[("inc/deep.hlsli", COMMON), ("common.hlsli", COMMON)]);
    client.open("a.hlsl", "#include \"inc/\"\n#define BIG 1\nfloat f() { return sat; }\n[num] void main() {}\n");
    let mut names = |line: u32, character: u32| -> Vec<String> {
        let params = client.at("a.hlsl", line, character);
        let list = client.request("textDocument/completion", params);
        let items = list["items"].as_array().expect("a list");
        items.iter().filter_map(|item| item["label"].as_str()).map(str::to_owned).collect()
    };
    assert_eq!(names(0, 14), ["deep.hlsli"]);
    let typed = names(2, 22);
    assert!(typed.iter().any(|it| it == "saturate") && !typed.iter().any(|it| it == "float3x3"), "{typed:?}");
    let words = names(2, 19);
    for word in ["saturate", "BIG"] {
        assert!(words.iter().any(|it| it == word), "{word}");
    }
    assert!(names(3, 4).iter().any(|it| it == "numthreads"));
}

#[test]
fn options_come_from_databases_settings_and_comments() {
    let shader = "float main() : SV_Target { return VALUE; }\n";
    let database = r#"[{ "directory": ".", "file": "a.hlsl", "arguments": ["dxc", "-T", "ps_6_0", "-D", "VALUE=1", "FOLDER/a.hlsl"] }]"#;
    let settings = "[[shaders]]\nfiles = [\"deep/**/*.hlsl\"]\nargs = [\"-T\", \"ps_6_0\", \"-D\", \"VALUE=2\"]\n";
    let mut client = Client::new("options", &[("hlsl2spirv.toml", settings)]);
    let database = database.replace("FOLDER", &client.folder.display().to_string());
    std::fs::write(client.folder.join("compile_commands.json"), database).expect("it can be written");
    client.open("a.hlsl", shader);
    client.open("deep/er/b.hlsl", shader);
    client.open("c.hlsl", &format!("// hlsl2spirv: -T ps_6_0 -D VALUE=3\n{shader}"));
    client.open("d.hlsl", shader);
    client.messages("d.hlsl", 1);
    assert!(client.notifications.iter().all(|it| it["params"]["diagnostics"].as_array().is_none_or(Vec::is_empty)));
}

#[test]
fn nonsense_is_answered_with_errors() {
    let mut client = Client::silent("nonsense", &[]);
    let id = client.ask("textDocument/hover", json!({}));
    assert_eq!(client.answer(id)["error"]["code"], -32002);
    let id = client.ask("initialize", json!({ "capabilities": 3 }));
    assert_eq!(client.answer(id)["error"]["code"], -32602);
    client.request("initialize", json!({ "processId": null, "rootUri": null, "capabilities": {} }));
    client.write("{ this is no JSON");
    client.write("{\"jsonrpc\":\"2.0\"}");
    client.notify(
        "textDocument/didChange",
        json!({ "textDocument": { "uri": "file:///no", "version": 1 }, "contentChanges": [] }),
    );
    client.notify("textDocument/didOpen", json!([1, 2]));
    for (method, params, code) in [
        ("textDocument/hover", json!({ "textDocument": 1 }), -32602),
        (
            "textDocument/hover",
            json!({ "textDocument": { "uri": "file:///no" }, "position": { "line": 1, "character": 1 } }),
            -32602,
        ),
        ("no/such", Value::Null, -32601),
    ] {
        let id = client.ask(method, params);
        assert_eq!(client.answer(id)["error"]["code"], code, "{method}");
    }
    client.open("a.hlsl", "float f() { return 1; }");
    for (line, character) in [(0, 4_000_000_000_u32), (4_000_000_000, 0)] {
        let params = client.at("a.hlsl", line, character);
        client.request("textDocument/hover", params.clone());
        client.request("textDocument/completion", params);
    }
    client.request("shutdown", Value::Null);
    let id = client.ask("textDocument/hover", json!({}));
    assert_eq!(client.answer(id)["error"]["code"], -32600);
    client.notify("exit", Value::Null);
    assert_eq!(client.process.0.wait().expect("it ends").code(), Some(0));
}

#[test]
fn requests_that_are_taken_back_are_not_computed() {
    let mut client = Client::new("cancelled", &[]);
    client.open("a.hlsl", "float f() { return 1; }");
    // In one piece, so that both wait together.
    let one = json!({ "jsonrpc": "2.0", "id": 90, "method": "textDocument/documentSymbol", "params": client.about("a.hlsl") });
    let two = json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": 90 } });
    let messages = [one, two].map(|message| message.to_string());
    let text: String = messages.iter().map(|it| format!("Content-Length: {}\r\n\r\n{it}", it.len())).collect();
    client.input.write_all(text.as_bytes()).expect("the server reads");
    let answer = client.answer(90);
    assert!(answer["error"]["code"] == -32800 || answer["result"].is_array(), "{answer}");
}

#[test]
fn a_client_that_is_gone_ends_the_server() {
    let mut process = Command::new(COMMAND)
        .args(["lsp", "--stdio"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .expect("the command runs");
    assert_eq!(process.wait().expect("it ends").code(), Some(1));
}

const LIGHTS: &str = "// A lamp.\nstruct Light {\n  float3 position;\n  float power;\n  float at(float3 p) { return power / distance(p, position); }\n};\n\
    #define AMBIENT 0.1\n";
const LIT: &str = "#include \"lights.hlsli\"\n\
    Texture2D<float4> albedo : register(t3);\n\
    cbuffer Frame { float4x4 view; float3 eye; Light lamps[2]; };\n\
    float shade(Light light, float3 normal) { return light.at(normal) * light.power + AMBIENT; }\n\
    float4 main(float3 n : NORMAL) : SV_Target {\n\
    float sum = shade(lamps[0], n);\n\
    sum += shade(lamps[1], eye);\n\
    return albedo.Load(int3(0, 0, 0)).xyzw * sum;\n\
    }\n";

fn lit(name: &str) -> Client {
    let mut client = Client::new(name, &[("lights.hlsli", LIGHTS), ("lit.ps.hlsl", LIT)]);
    client.open("lit.ps.hlsl", LIT);
    client
}

/// The line and column of the n-th place of a text.
fn place(text: &str, wanted: &str, nth: usize) -> (u32, u32) {
    let at = text.match_indices(wanted).nth(nth).expect("it is there").0;
    let line = text[..at].matches('\n').count() as u32;
    (line, (at - text[..at].rfind('\n').map_or(0, |end| end + 1)) as u32)
}

#[test]
fn names_lead_to_their_declarations_and_uses() {
    let mut client = lit("names");
    let (line, column) = place(LIT, "power", 0);
    let params = client.at("lit.ps.hlsl", line, column + 2);
    let definition = client.request("textDocument/definition", params.clone());
    assert_eq!(definition[0]["uri"], client.uri("lights.hlsli"));
    assert_eq!(definition[0]["range"]["start"], json!({ "line": 3, "character": 8 }));
    let hover = client.request("textDocument/hover", params.clone());
    let text = hover["contents"]["value"].as_str().expect("a text");
    assert!(text.contains("float Light::power") && text.contains("offset 12, size 4"), "{text}");
    let mut with = params;
    with["context"] = json!({ "includeDeclaration": true });
    let references = client.request("textDocument/references", with);
    assert_eq!(references.as_array().map(Vec::len), Some(3), "{references}");
    let (line, column) = place(LIT, "AMBIENT", 0);
    let params = client.at("lit.ps.hlsl", line, column);
    let definition = client.request("textDocument/definition", params.clone());
    assert_eq!(definition[0]["range"]["start"], json!({ "line": 6, "character": 8 }));
    let hover = client.request("textDocument/hover", params);
    assert!(hover.to_string().contains("#define AMBIENT 0.1"), "{hover}");
    let (line, column) = place(LIT, "albedo", 1);
    let params = client.at("lit.ps.hlsl", line, column);
    let hover = client.request("textDocument/hover", params.clone());
    assert!(hover.to_string().contains("set 0, binding 3"), "{hover}");
    let marks = client.request("textDocument/documentHighlight", params);
    assert_eq!(marks.as_array().map(Vec::len), Some(2));
    let (line, column) = place(LIT, "Light", 0);
    let params = client.at("lit.ps.hlsl", line, column);
    let hover = client.request("textDocument/hover", params);
    assert!(hover.to_string().contains("A lamp."), "{hover}");
}

#[test]
fn names_change_everywhere_or_nowhere() {
    let mut client = lit("rename");
    let (line, column) = place(LIT, "power", 0);
    let mut params = client.at("lit.ps.hlsl", line, column);
    params["newName"] = json!("watts");
    let edit = client.request("textDocument/rename", params.clone());
    let [header, shader] = ["lights.hlsli", "lit.ps.hlsl"].map(|name| client.uri(name));
    assert_eq!(edit["changes"][header].as_array().map(Vec::len), Some(2), "{edit}");
    assert_eq!(edit["changes"][shader].as_array().map(Vec::len), Some(1), "{edit}");
    for (name, reason) in [("albedo", "already"), ("float3", "reserved keyword"), ("1x", "is not an identifier")] {
        params["newName"] = json!(name);
        let id = client.ask("textDocument/rename", params.clone());
        let answer = client.answer(id);
        assert!(answer["error"]["message"].to_string().contains(reason), "{name}: {answer}");
    }
}

#[test]
fn calls_have_signatures_hints_and_a_hierarchy() {
    let mut client = lit("calls");
    let (line, column) = place(LIT, ", n)", 0);
    let params = client.at("lit.ps.hlsl", line, column + 2);
    let help = client.request("textDocument/signatureHelp", params);
    assert_eq!(help["signatures"][0]["label"], "float shade(Light light, float3 normal)");
    assert_eq!(help["activeParameter"], 1);
    let mut params = client.about("lit.ps.hlsl");
    params["range"] = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } });
    let hints = client.request("textDocument/inlayHint", params);
    let labels: Vec<&str> = hints.as_array().expect("a list").iter().filter_map(|it| it["label"].as_str()).collect();
    for label in ["set 0, binding 3", "offset 64, 4 unused bytes after it", "light:", "normal:"] {
        assert!(labels.contains(&label), "{label}: {labels:?}");
    }
    let (line, column) = place(LIT, "shade", 1);
    let params = client.at("lit.ps.hlsl", line, column);
    let items = client.request("textDocument/prepareCallHierarchy", params);
    let callers = client.request("callHierarchy/incomingCalls", json!({ "item": items[0] }));
    assert_eq!(callers[0]["from"]["name"], "main");
    assert_eq!(callers[0]["fromRanges"].as_array().map(Vec::len), Some(2), "{callers}");
    let callees = client.request("callHierarchy/outgoingCalls", json!({ "item": items[0] }));
    assert_eq!(callees[0]["to"]["name"], "at");
    let found = client.request("workspace/symbol", json!({ "query": "lght" }));
    assert_eq!(found[0]["name"], "Light", "{found}");
}

#[test]
fn completion_knows_members_and_scopes() {
    let mut client = lit("members");
    let (line, column) = place(LIT, "power", 0);
    let names = |client: &mut Client, line: u32, column: u32| -> Vec<String> {
        let params = client.at("lit.ps.hlsl", line, column);
        let list = client.request("textDocument/completion", params);
        let items = list["items"].as_array().expect("a list");
        items.iter().filter_map(|item| item["label"].as_str()).map(str::to_owned).collect()
    };
    let members = names(&mut client, line, column);
    assert_eq!(members, ["position", "power", "at"]);
    let (line, column) = place(LIT, "Load", 0);
    let methods = names(&mut client, line, column);
    assert!(methods.iter().any(|it| it == "Sample") && !methods.iter().any(|it| it == "Append"), "{methods:?}");
    let (line, column) = place(LIT, "xyzw", 0);
    assert!(names(&mut client, line, column).iter().any(|it| it == "xyz"));
    let (line, column) = place(LIT, "sum;", 0);
    let words = names(&mut client, line, column);
    for word in ["sum", "n", "eye", "lamps", "albedo", "shade", "AMBIENT", "Light"] {
        assert!(words.iter().any(|it| it == word), "{word}");
    }
    assert!(!words.iter().any(|it| it == "normal"), "a parameter of another function");
}

#[test]
fn a_file_without_messages_is_told_of_once() {
    let mut client = Client::new("clean", &[]);
    client.open("a.hlsl", "float f() { return 1; }\n");
    client.messages("a.hlsl", 0);
}

/// A client of a folder with a compilation database that has a shader twice.
fn with_variants(name: &str) -> Client {
    let mut client = Client::new(name, &[]);
    let entry = |define: &str| {
        let folder = client.folder.display();
        json!({ "directory": ".", "file": "a.hlsl", "arguments": ["dxc", "-T", "ps_6_0", "-D", define, format!("{folder}/a.hlsl")] })
    };
    let database = json!([entry("VALUE=1"), entry("OTHER=2")]).to_string();
    std::fs::write(client.folder.join("compile_commands.json"), database).expect("it can be written");
    client.open("a.hlsl", "float main() : SV_Target { return VALUE; }\n");
    client.messages("a.hlsl", 0);
    client
}

#[test]
fn the_variant_of_a_file_can_be_chosen() {
    let mut client = with_variants("variants");
    let about = client.about("a.hlsl");
    let found = client.request("hlsl2spirv/variants", about.clone());
    assert_eq!(found["variants"], json!(["ps_6_0 main VALUE=1", "ps_6_0 main OTHER=2"]));
    assert_eq!(found["chosen"], 0);
    let lenses = client.request("textDocument/codeLens", about.clone());
    let next =
        lenses.as_array().expect("a list").iter().find(|it| it["command"]["command"] == "hlsl2spirv.nextVariant");
    let next = next.expect("a lens for variants")["command"].clone();
    assert_eq!(next["title"], "Variant 1 of 2: ps_6_0 main VALUE=1");
    let name = client.request("workspace/executeCommand", next);
    assert_eq!(name, "ps_6_0 main OTHER=2");
    client.messages("a.hlsl", 1);
    let uri = client.uri("a.hlsl");
    let choose = json!({ "command": "hlsl2spirv.chooseVariant", "arguments": [uri, 0] });
    client.request("workspace/executeCommand", choose);
    client.messages("a.hlsl", 0);
    let id =
        client.ask("workspace/executeCommand", json!({ "command": "hlsl2spirv.chooseVariant", "arguments": [uri, 9] }));
    assert_eq!(client.answer(id)["error"]["message"], "variant out of range: there are 2 variants");
}

#[test]
fn options_come_from_hlsl_tools_and_lists_of_shadermake() {
    let tools = "{\n  // for all\n  \"hlsl.preprocessorDefinitions\": { \"VALUE\": 1 },\n  \
                 \"hlsl.additionalIncludeDirectories\": [\"inc\"],\n  \
                 \"hlsl.virtualDirectoryMappings\": { \"/Engine\": \"engine\" },\n}\n";
    let list = "// shaders\nmade.hlsl -T ps -E shade -D MADE={1,2}\n";
    let files = [
        ("shadertoolsconfig.json", tools),
        ("inc/common.hlsli", COMMON),
        ("engine/deep/lib.hlsli", "float from_engine() { return 2; }\n"),
        ("lists/shaders.cfg", list),
        ("lists/other.cfg", "[section]\nkey = value\n"),
        ("lists/hlsl2spirv.toml", "[shadermake]\nargs = [\"-D\", \"GLOBAL=3\"]\n"),
    ];
    let mut client = Client::new("sources", &files);
    let text = "#include \"common.hlsli\"\n#include \"/Engine/deep/lib.hlsli\"\n\
                float main() : SV_Target { return VALUE + from_engine(); }\n";
    client.open("a.ps.hlsl", text);
    client.messages("a.ps.hlsl", 0);
    let params = client.at("a.ps.hlsl", 2, 45);
    let places = client.request("textDocument/definition", params);
    assert_eq!(places[0]["uri"], client.uri("engine/deep/lib.hlsli"), "{places}");
    client.open("lists/made.hlsl", "float4 shade() : SV_Target { return MADE + GLOBAL; }\n");
    client.messages("lists/made.hlsl", 0);
    let about = client.about("lists/made.hlsl");
    let found = client.request("hlsl2spirv/variants", about);
    assert_eq!(found["variants"], json!(["ps_6_5 shade MADE=1 GLOBAL=3", "ps_6_5 shade MADE=2 GLOBAL=3"]));
}

#[test]
fn settings_of_the_editor_count_at_once() {
    let mut client = Client::new("preferences", &[]);
    client.open("a.hlsl", "float f(int n) { return n + EXTRA; }\nfloat g() { return f(2); }\n");
    client.messages("a.hlsl", 1);
    let set = |value: Value| json!({ "settings": { "hlsl2spirv": value } });
    let extra = json!({ "arguments": ["-D", "EXTRA=1"], "inlayHints": { "parameters": false } });
    client.notify("workspace/didChangeConfiguration", set(extra));
    client.messages("a.hlsl", 0);
    client.notify("workspace/didChangeConfiguration", set(json!({ "arguments": 3 })));
    client.wait("window/logMessage", |params| params["message"].to_string().contains("editor settings"));
}

#[test]
fn lenses_compile_and_show() {
    let text = "RWByteAddressBuffer out_bytes;\n[numthreads(8, 8, 1)]\nvoid fill(uint3 at : SV_DispatchThreadID) {\n  \
                out_bytes.Store(0, at.x);\n}\nvoid helper() {}\n";
    let mut client = Client::new("lenses", &[("fill.hlsl", text)]);
    client.open("fill.hlsl", text);
    let about = client.about("fill.hlsl");
    let lenses = client.request("textDocument/codeLens", about);
    let lenses = lenses.as_array().expect("a list");
    assert!(lenses.iter().all(|it| it["range"]["start"]["line"] == 2), "{lenses:?}");
    let command = |title: &str| {
        let lens = lenses.iter().find(|it| it["command"]["title"] == title);
        lens.unwrap_or_else(|| panic!("no lens '{title}'"))["command"].clone()
    };
    let done = client.request("workspace/executeCommand", command("Compile"));
    assert!(done["message"].to_string().contains("bytes of SPIR-V"), "{done}");
    client.wait("window/showMessage", |params| params["type"] == 3);
    let shown = client.request("workspace/executeCommand", command("Show SPIR-V"));
    assert!(shown["text"].to_string().contains("OpEntryPoint GLCompute"), "{shown}");
    // The text that is not saved counts.
    client.change("fill.hlsl", 2, &text.replace("at.x", "nothing"));
    let done = client.request("workspace/executeCommand", command("Compile"));
    assert_eq!(done["good"], false);
    assert!(done["message"].to_string().contains("nothing"), "{done}");
    client.wait("window/showMessage", |params| params["type"] == 1);
}

#[test]
#[cfg(feature = "runner")]
fn lenses_run_shaders_and_their_jobs() {
    let text = "// hlsl2spirv run: --bind out_bytes=u32:0 --out out_bytes=print:u32\nRWByteAddressBuffer out_bytes;\n\
                [numthreads(1, 1, 1)] void fill() { out_bytes.Store(0, 42); }\n";
    let job = r#"{ "name": "fills", "shader": "../fill.hlsl", "entry": "fill", "bindings": { "out_bytes": { "u32": [0] } },
                   "expect": { "out_bytes": { "u32": [42] } } }"#;
    let mut client = Client::new("running", &[("fill.hlsl", text), ("jobs/fill.json", job)]);
    client.open("fill.hlsl", text);
    let about = client.about("fill.hlsl");
    let lenses = client.request("textDocument/codeLens", about);
    let lenses = lenses.as_array().expect("a list").clone();
    for (title, expected) in [("Run on the CPU", "42"), ("Run its job", "fills")] {
        let lens = lenses.iter().find(|it| it["command"]["title"] == title);
        let command = lens.unwrap_or_else(|| panic!("no lens '{title}'"))["command"].clone();
        let done = client.request("workspace/executeCommand", command);
        assert!(done["good"] == true && done["text"].to_string().contains(expected), "{title}: {done}");
    }
}

#[test]
fn lenses_tell_costs() {
    let text =
        "RWByteAddressBuffer b;\n[numthreads(8, 1, 1)]\nvoid fill(uint at : SV_GroupIndex) { b.Store(4 * at, at); }\n";
    let mut client = Client::new("costs", &[("fill.hlsl", text)]);
    client.open("fill.hlsl", text);
    let about = client.about("fill.hlsl");
    let lenses = client.request("textDocument/codeLens", about);
    let lens = lenses.as_array().expect("a list").iter().find(|it| it["command"]["title"] == "Cost").expect("a lens");
    let done = client.request("workspace/executeCommand", lens["command"].clone());
    assert!(done["message"].to_string().contains("'fill' of 'fill.hlsl': ") && done["good"] == true, "{done}");
    assert!(done["text"].to_string().contains("store"), "{done}");
}

#[test]
#[cfg(feature = "runner")]
fn tests_are_listed_and_run() {
    let text = "#ifdef HLSL_TEST\n[[test]] void good() { check(1 == 1); }\ntemplate<typename T> [[test]] [[types(int)]]\n\
                void wrong() { check(2 == 1); }\n[Test] void single() {}\n#endif\nfloat a[2];\n";
    let mut client = Client::new("tests", &[("a.hlsl", text)]);
    client.open("a.hlsl", text);
    let about = client.about("a.hlsl");
    let lenses = client.request("textDocument/codeLens", about);
    let lenses: Vec<&Value> =
        lenses.as_array().expect("a list").iter().filter(|it| it["command"]["title"] == "Run the test").collect();
    let at = |it: &Value| (it["range"]["start"]["line"].clone(), it["range"]["start"]["character"].clone());
    let places: Vec<_> = lenses.iter().map(|it| at(it)).collect();
    assert_eq!(places, [(json!(1), json!(14)), (json!(3), json!(5)), (json!(4), json!(12))]);
    let done = client.request("workspace/executeCommand", lenses[1]["command"].clone());
    assert_eq!(done["message"], "0 passed, 1 failed", "{done}");
    let uri = lenses[0]["command"]["arguments"][0].clone();
    let all = client
        .request("workspace/executeCommand", json!({ "command": "hlsl2spirv.listTests", "arguments": [uri.clone()] }));
    let names: Vec<&Value> = all["tests"].as_array().expect("a list").iter().map(|test| &test["job"]).collect();
    assert_eq!(names, ["good", "wrong<int>", "single"], "{all}");
    let all =
        client.request("workspace/executeCommand", json!({ "command": "hlsl2spirv.runTests", "arguments": [uri] }));
    let passed: Vec<&Value> = all["tests"].as_array().expect("a list").iter().map(|test| &test["passed"]).collect();
    assert_eq!(passed, [true, false, true], "{all}");
}

#[test]
fn selections_grow_and_tokens_change_by_parts() {
    let text = "float f(float a) { return max(a, 2); }\n";
    let mut client = Client::new("selections", &[]);
    client.open("a.hlsl", text);
    let mut params = client.about("a.hlsl");
    params["positions"] = json!([{ "line": 0, "character": 31 }]);
    let found = client.request("textDocument/selectionRange", params);
    let columns = |it: &Value| (it["range"]["start"]["character"].clone(), it["range"]["end"]["character"].clone());
    assert_eq!(columns(&found[0]), (json!(30), json!(31)), "{found}");
    assert_eq!(columns(&found[0]["parent"]), (json!(30), json!(34)), "{found}");
    let about = client.about("a.hlsl");
    let whole = client.request("textDocument/semanticTokens/full", about.clone());
    client.change("a.hlsl", 2, &text.replace("max(a, 2)", "max(a, a)"));
    let mut params = about;
    params["previousResultId"] = whole["resultId"].clone();
    let delta = client.request("textDocument/semanticTokens/full/delta", params.clone());
    assert_eq!(delta["edits"].as_array().map(Vec::len), Some(1), "{delta}");
    // What the client names is not what it got last.
    let again = client.request("textDocument/semanticTokens/full/delta", params);
    assert!(again["data"].is_array(), "{again}");
}

#[test]
fn references_and_renames_reach_files_that_nobody_has_open() {
    let other = "#include \"common.hlsli\"\nfloat main() : SV_Target { return half_of(2) + half_of(3); }\n";
    let files =
        [("common.hlsli", COMMON), ("a.ps.hlsl", SHADER), ("b.ps.hlsl", other), ("c.ps.hlsl", "// half_of\nint x;\n")];
    let mut client = Client::new("project", &files);
    client.open("a.ps.hlsl", SHADER);
    client.messages("a.ps.hlsl", 0);
    let mut params = client.at("a.ps.hlsl", 1, 37);
    params["context"] = json!({ "includeDeclaration": true });
    params["workDoneToken"] = json!("token");
    let found = client.request("textDocument/references", params.clone());
    let of = |name: &str| {
        let uri = client.uri(name);
        found.as_array().expect("a list").iter().filter(|it| it["uri"] == uri).count()
    };
    assert_eq!([of("common.hlsli"), of("a.ps.hlsl"), of("b.ps.hlsl"), of("c.ps.hlsl")], [1, 1, 2, 0], "{found}");
    client.wait("$/progress", |params| params["value"]["kind"] == "end");
    assert!(
        client.notifications.iter().all(|it| it["params"]["uri"] != client.uri("b.ps.hlsl")),
        "a message of a closed file"
    );
    params["newName"] = json!("halved");
    let edits = client.request("textDocument/rename", params.clone());
    assert_eq!(edits["changes"][client.uri("b.ps.hlsl")].as_array().map(Vec::len), Some(2), "{edits}");
    // A name that a closed file has already.
    std::fs::write(client.folder.join("b.ps.hlsl"), other.replace("float main", "float halved;\nfloat main"))
        .expect("it can be written");
    let id = client.ask("textDocument/rename", params);
    assert!(client.answer(id)["error"]["message"].to_string().contains("halved"));
}

/// A folder may have anything under the names of settings: the server passes over what is no short regular file.
#[cfg(unix)]
#[test]
fn settings_without_an_end_are_passed_over() {
    for name in ["shadertoolsconfig.json", "hlsl2spirv.toml"] {
        for kind in ["pipe", "device", "sparse"] {
            let mut client = Client::new(&format!("settings-{name}-{kind}"), &[]);
            let path = client.folder.join(name);
            match kind {
                "pipe" => assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo runs").success()),
                "device" => std::os::unix::fs::symlink("/dev/zero", &path).expect("a link can be made"),
                _ => std::fs::File::create(&path).and_then(|file| file.set_len(1 << 40)).expect("it takes no room"),
            }
            let uri = client.uri("a.hlsl");
            let document = json!({ "uri": uri, "languageId": "hlsl", "version": 1, "text": "int x;" });
            client.notify("textDocument/didOpen", json!({ "textDocument": document }));
            let symbols = client.request("textDocument/documentSymbol", json!({ "textDocument": { "uri": uri } }));
            assert_eq!(symbols[0]["name"], "x", "{name} {kind}");
            let told = client.notifications.iter().any(|it| it["params"]["message"].to_string().contains(name));
            assert!(told, "{name} {kind}: {:?}", client.notifications);
        }
    }
}

/// What is asked of one long line takes time in proportion to it.
#[test]
fn lines_may_be_long() {
    let mut client = Client::new("long", &[]);
    let text: String = (0..20_000).map(|at| format!("static int a{at} = {at};")).collect();
    let uri = client.uri("long.hlsl");
    let document = json!({ "uri": uri, "languageId": "hlsl", "version": 1, "text": text });
    client.notify("textDocument/didOpen", json!({ "textDocument": document }));
    let started = std::time::Instant::now();
    for method in ["documentSymbol", "semanticTokens/full", "foldingRange", "codeLens"] {
        client.request(&format!("textDocument/{method}"), json!({ "textDocument": { "uri": uri } }));
    }
    // With columns counted from the line's start it took minutes.
    assert!(started.elapsed() < std::time::Duration::from_secs(20), "{:?}", started.elapsed());
}
