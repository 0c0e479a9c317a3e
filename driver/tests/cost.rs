//! `hlsl2spirv cost` through the command: tables, JSON, changes and budgets.
#![cfg(feature = "lsp")]

mod support;

use std::path::Path;
use std::process::{Command, Output};
use support::{COMMAND, Folder, printed, said};

const BEFORE: &str = "RWStructuredBuffer<float4> o;\n[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {\n    \
                      o[id.x] = o[id.y] * 2;\n}\n";
const AFTER: &str = "RWStructuredBuffer<float4> o;\n[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {\n    \
                     o[id.x] = sin(o[id.y]) * 2 + o[id.z];\n}\n";

fn folder(name: &str) -> Folder {
    Folder::with(name, &[("before.hlsl", BEFORE), ("after.hlsl", AFTER)])
}

fn cost(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(COMMAND);
    command.arg("cost").args(arguments).current_dir(folder).output().expect("the command runs")
}

#[test]
fn changes_are_beside_the_counts() {
    let folder = folder("changes");
    let saved = cost(&folder, &["before.hlsl", "-T", "cs_6_0", "--json"]);
    let document: serde_json::Value = serde_json::from_slice(&saved.stdout).expect("it is JSON");
    assert_eq!(
        (&document["entries"][0]["entry"], &document["entries"][0]["counts"]["alu"]),
        (&"main".into(), &4.into())
    );
    std::fs::write(folder.join("saved.json"), &saved.stdout).expect("written");
    let against = |other: &str| cost(&folder, &["after.hlsl", "-T", "cs_6_0", "--against", other]);
    let table = printed(&against("before.hlsl"));
    assert!(table.starts_with("after.hlsl: main (GLCompute)\n  registers "), "{table}");
    for line in [
        "  alu                        8         4      +4\n",
        "  special                    4         0      +4\n",
        "  store                      1         1\n",
    ] {
        assert!(table.contains(line), "{table}");
    }
    assert_eq!(printed(&against("saved.json")), table);
    let wrong = against("none.json");
    assert!(said(&wrong).contains("cannot read 'none.json'") && wrong.status.code() == Some(1));
    let failed = cost(&folder, &["after.hlsl", "-T", "ps_6_0", "-E", "none"]);
    assert!(said(&failed).contains("missing entry point") && failed.status.code() == Some(5));
}

#[test]
fn budgets_decide_the_status() {
    let folder = folder("budgets");
    let run = |rules: &str| {
        let text = format!("[[cost.budget]]\nfiles = [\"a*.hlsl\"]\nrules = [{rules}]\n");
        std::fs::write(folder.join("hlsl2spirv.toml"), text).expect("written");
        let output = cost(&folder, &["after.hlsl", "-T", "cs_6_0"]);
        (output.status.code(), said(&output))
    };
    assert_eq!(run("\"special <= 4\", \"local == 0\""), (Some(0), String::new()));
    let (status, message) = run("\"special <= 1\", \"barrier == 0\"");
    assert!(message.contains("'main' misses the budget 'special <= 1' by 3") && status == Some(6), "{message}");
    // A count may be exact, and is missed above and below.
    assert_eq!(run("\"special == 4\"").0, Some(0));
    for (rule, by) in [("special == 5", 1), ("special == 2", 2)] {
        let (status, message) = run(&format!("\"{rule}\""));
        assert!(message.contains(&format!("misses the budget '{rule}' by {by}")) && status == Some(6), "{message}");
    }
    for wrong in ["\"spills <= 1\"", "\"alu\"", "\"turing.vgprs == 3\"", "\"alu < 3\""] {
        let (status, message) = run(wrong);
        assert!(message.contains("invalid budget") && status == Some(1), "{message}");
    }
    // A miss is at the entry point, in every form of messages.
    let (_, message) = run("\"special == 5\"");
    assert!(message.contains("error[E5120]") && message.contains("after.hlsl:2:29"), "{message}");
    let sarif = cost(&folder, &["after.hlsl", "-T", "cs_6_0", "--report", "sarif=missed.sarif"]);
    let written = std::fs::read(folder.join("missed.sarif")).expect("it is written");
    let document: serde_json::Value = serde_json::from_slice(&written).expect("it is JSON");
    let result = &document["runs"][0]["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&"E5120".into(), &"error".into()));
    let place = &result["locations"][0]["physicalLocation"];
    let found = (&place["artifactLocation"]["uri"], &place["region"]["startLine"]);
    assert_eq!((found, sarif.status.code(), said(&sarif)), ((&"after.hlsl".into(), &2.into()), Some(6), String::new()));
    let module = cost(&folder, &["after.hlsl", "-T", "cs_6_0", "--report", "html=missed.html"]);
    assert!(said(&module).contains("'--report html' is not available for 'cost'") && module.status.code() == Some(1));
    // Rules are about the files that they name.
    assert_eq!(cost(&folder, &["before.hlsl", "-T", "cs_6_0"]).status.code(), Some(0));
}
