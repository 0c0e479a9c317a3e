//! `textDocument/codeLens`: what can be done with an entry point, and the variant of a file.

use crate::command_names;
use crate::host::Action;
use crate::protocol::{DocumentParams, Range};
use crate::request_file::{RequestFile, request_file};
use crate::session::{Answer, Session};
use serde_json::{Value, json};

/// `textDocument/codeLens`
pub(crate) fn lenses(server: &mut Session, params: &DocumentParams) -> Answer {
    if !server.preferences.code_lens.enable {
        return Ok(Value::Array(Vec::new()));
    }
    let uri = params.text_document.uri.0.clone();
    let can_run = server.host.can_run();
    let (path, mut all) = {
        let RequestFile { path, lines, snapshot, source, .. } = request_file(server, &params.text_document.uri)?;
        let entries = snapshot.map(|snapshot| ide::entry_points(&snapshot, &path)).unwrap_or_default();
        let mut all = Vec::new();
        for entry in entries {
            let range = lines.range(&entry.range);
            let mut add = |title: &str, action| {
                all.push(lens(range, title, command_names::name_of(action), &[json!(uri), json!(entry.name)]))
            };
            add("Compile", Action::Compile);
            add("Show SPIR-V", Action::ShowSpirv);
            if entry.is_compute && can_run {
                add("Run on the CPU", Action::Run);
            }
            add("Cost", Action::Cost);
        }
        let tests = if can_run { ide::tests(&source) } else { Vec::new() };
        for (name, range) in tests {
            let arguments = [json!(uri), json!(name)];
            let command = command_names::name_of(Action::RunTests);
            all.push(lens(lines.range(&range), "Run the test", command, &arguments));
        }
        (path, all)
    };
    if can_run {
        let jobs = server.host.jobs(&path);
        if !jobs.is_empty() {
            let title =
                if jobs.len() == 1 { "Run its job".to_owned() } else { format!("Run its {} job files", jobs.len()) };
            all.push(lens(Range::default(), &title, command_names::name_of(Action::RunJobs), &[json!(uri)]));
        }
    }
    if let Some((_, names, chosen)) = server.variants(&path).filter(|(_, names, _)| names.len() > 1) {
        let title = format!("Variant {} of {}: {}", chosen + 1, names.len(), names[chosen]);
        all.push(lens(Range::default(), &title, command_names::NEXT, &[json!(uri)]));
    }
    Ok(Value::Array(all))
}

fn lens(range: Range, title: &str, command: &str, arguments: &[Value]) -> Value {
    json!({ "range": range, "command": { "title": title, "command": command, "arguments": arguments } })
}
