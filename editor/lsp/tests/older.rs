//! Answers from the analysis of an older text, while the one of the newest is not there.

mod client;

use client::Client;
use lsp_server::Message;
use serde_json::{Value, json};

const URI: &str = "file:///nowhere/a.hlsl";
const TEXT: &str = "struct Light { float3 at; float power; };\nfloat lit(Light light) {\n    float sum = light.power;\n    return sum;\n}\n";

/// A client whose text was analysed, and changed since: a line is put in before that of a number.
fn changed(line: u32, inserted: &str) -> Client {
    let mut client = Client::new();
    client.open(URI, TEXT);
    client.server.work();
    assert!(!client.server.has_work());
    let start = json!({ "line": line, "character": 0 });
    let changes = json!([{ "range": { "start": start, "end": start }, "text": inserted }]);
    client.tell(
        "textDocument/didChange",
        json!({ "textDocument": { "uri": URI, "version": 2 }, "contentChanges": changes }),
    );
    client
}

/// The result from the older analysis, if it has one.
fn older(client: &mut Client, method: &str, line: u32, character: u32) -> Option<Value> {
    let params = json!({ "textDocument": { "uri": URI }, "position": { "line": line, "character": character } });
    let request = client.request(method, params);
    assert!(!client.server.is_ready(&request));
    let answers = client.server.answer_from_older(&request)?;
    answers.into_iter().find_map(|answer| match answer {
        Message::Response(response) => Some(response.response_result.expect("no error")),
        Message::Request(_) | Message::Notification(_) => None,
    })
}

#[test]
fn places_that_have_not_changed_are_answered_where_they_are_now() {
    let mut client = changed(2, "    float other = 1;\n");
    let hover = older(&mut client, "textDocument/hover", 4, 12).expect("an answer");
    assert_eq!(hover["range"]["start"], json!({ "line": 4, "character": 11 }), "{hover}");
    assert!(hover["contents"]["value"].to_string().contains("float sum"), "{hover}");
    let places = older(&mut client, "textDocument/definition", 4, 12).expect("an answer");
    assert_eq!(places[0]["range"]["start"], json!({ "line": 3, "character": 10 }), "{places}");
    let marks = older(&mut client, "textDocument/documentHighlight", 4, 12).expect("an answer");
    assert_eq!(marks.as_array().map(Vec::len), Some(2));
    client.server.work();
    let same = json!({ "textDocument": { "uri": URI }, "position": { "line": 4, "character": 12 } });
    assert_eq!(client.ask("textDocument/hover", same), hover);
}

#[test]
fn a_new_name_waits_for_its_analysis() {
    let mut client = changed(2, "    float other = 1;\n");
    assert_eq!(older(&mut client, "textDocument/hover", 2, 12), None);
    assert_eq!(older(&mut client, "textDocument/documentSymbol", 0, 0), None);
    client.server.work();
    let there = json!({ "textDocument": { "uri": URI }, "position": { "line": 2, "character": 12 } });
    assert!(client.ask("textDocument/hover", there)["contents"]["value"].to_string().contains("float other"));
}

#[test]
fn members_are_completed_at_once_and_asked_for_again() {
    let mut client = changed(3, "    light.\n");
    // The receiver is new text, whose type no one knows yet.
    assert_eq!(older(&mut client, "textDocument/completion", 3, 10), None);
    // A name before the change is known.
    let list = older(&mut client, "textDocument/completion", 2, 22).expect("an answer");
    assert_eq!(list["isIncomplete"], true);
    let names: Vec<&str> =
        list["items"].as_array().expect("a list").iter().filter_map(|it| it["label"].as_str()).collect();
    assert_eq!(names, ["at", "power"]);
    let mut client = changed(3, "    su\n");
    let list = older(&mut client, "textDocument/completion", 3, 6).expect("an answer");
    assert!(list["items"].as_array().is_some_and(|items| items.iter().any(|it| it["label"] == "sum")), "{list}");
}

#[test]
fn a_result_that_came_too_late_tells_nothing() {
    let mut client = Client::new();
    client.open(URI, "float f() { return nothing; }\n");
    let job = client.server.next_job().expect("a job");
    assert!(client.server.next_job().is_none());
    let whole = json!([{ "text": "float f() { return 1; }\n" }]);
    client.tell(
        "textDocument/didChange",
        json!({ "textDocument": { "uri": URI, "version": 2 }, "contentChanges": whole }),
    );
    assert_eq!(client.server.finish(job.run()).len(), 0);
    let told = client.server.work();
    let [Message::Notification(told)] = told.as_slice() else { panic!("{told:?}") };
    assert_eq!(told.params["diagnostics"], json!([]));
    assert_eq!(told.params["version"], 2);
}
