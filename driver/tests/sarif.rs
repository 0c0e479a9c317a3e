//! The document of `-fdiagnostics-format=sarif` has the structure of SARIF 2.1.0.

mod support;

use hlsl2spirv::{Compiler, Disk, Format, Style};
use serde_json::Value;
use support::Folder;

const SOURCE: &str = "#include \"tint.hlsli\"
#define GAIN(x) (x * gian)
static float gain = 2;
float4 main(float2 at : SV_Positon) : SV_Target {
    /* ö */ float2 part = tint(at);
    return GAIN(part.x);
}
";

const INCLUDED: &str = "float4 tint(float2 at) { float x; return at.xyxy + x; }\nfloat f() { return missing; }\n";

fn document(name: &str, text: &str) -> Value {
    let folder = Folder::with("sarif", &[("tint.hlsli", INCLUDED)]);
    let file = folder.join(name);
    let compiler = Compiler::from_args(&["-T", "ps_6_0"]).expect("the options are right");
    let compiled = compiler.compile(&file.to_string_lossy(), text, &Disk);
    let report = compiled.as_ref().map_or_else(|failure| &failure.report, |artifact| &artifact.report);
    let mut style = Style::default();
    style.format = Format::Sarif;
    let text = report.render(&style);
    assert!(text.ends_with('\n') && text.lines().count() == 1, "{text}");
    serde_json::from_str(&text).expect("it is JSON")
}

/// The type of a property's value.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    /// An integer not below this one.
    Count(i64),
    /// One of these words.
    Word(&'static [&'static str]),
    Uri,
    Object(&'static str),
    Array(&'static str),
    Texts,
}

/// The properties of an object: name, type, whether it is required. Others are not allowed.
type Properties = &'static [(&'static str, Kind, bool)];

const LEVELS: &[&str] = &["none", "note", "warning", "error"];

/// The objects of a document that this compiler writes, with the standard's properties.
const OBJECTS: &[(&str, Properties)] = &[
    (
        "sarifLog",
        &[("$schema", Kind::Uri, false), ("version", Kind::Word(&["2.1.0"]), true), ("runs", Kind::Array("run"), true)],
    ),
    (
        "run",
        &[
            ("tool", Kind::Object("tool"), true),
            ("columnKind", Kind::Word(&["utf16CodeUnits", "unicodeCodePoints"]), false),
            ("results", Kind::Array("result"), false),
        ],
    ),
    ("tool", &[("driver", Kind::Object("toolComponent"), true)]),
    (
        "toolComponent",
        &[
            ("name", Kind::Text, true),
            ("version", Kind::Text, false),
            ("rules", Kind::Array("reportingDescriptor"), false),
        ],
    ),
    (
        "reportingDescriptor",
        &[
            ("id", Kind::Text, true),
            ("name", Kind::Text, false),
            ("shortDescription", Kind::Object("message"), false),
            ("fullDescription", Kind::Object("message"), false),
            ("defaultConfiguration", Kind::Object("reportingConfiguration"), false),
        ],
    ),
    ("reportingConfiguration", &[("level", Kind::Word(LEVELS), false)]),
    (
        "result",
        &[
            ("ruleId", Kind::Text, false),
            ("ruleIndex", Kind::Count(0), false),
            ("level", Kind::Word(LEVELS), false),
            ("message", Kind::Object("message"), true),
            ("locations", Kind::Array("location"), false),
            ("relatedLocations", Kind::Array("location"), false),
            ("fixes", Kind::Array("fix"), false),
            ("stacks", Kind::Array("stack"), false),
            ("occurrenceCount", Kind::Count(1), false),
        ],
    ),
    ("message", &[("text", Kind::Text, true)]),
    (
        "location",
        &[("physicalLocation", Kind::Object("physicalLocation"), false), ("message", Kind::Object("message"), false)],
    ),
    (
        "physicalLocation",
        &[("artifactLocation", Kind::Object("artifactLocation"), true), ("region", Kind::Object("region"), false)],
    ),
    ("artifactLocation", &[("uri", Kind::Uri, true)]),
    (
        "region",
        &[
            ("startLine", Kind::Count(1), true),
            ("startColumn", Kind::Count(1), false),
            ("endLine", Kind::Count(1), false),
            ("endColumn", Kind::Count(1), false),
        ],
    ),
    (
        "fix",
        &[("description", Kind::Object("message"), false), ("artifactChanges", Kind::Array("artifactChange"), true)],
    ),
    (
        "artifactChange",
        &[
            ("artifactLocation", Kind::Object("artifactLocation"), true),
            ("replacements", Kind::Array("replacement"), true),
        ],
    ),
    (
        "replacement",
        &[("deletedRegion", Kind::Object("region"), true), ("insertedContent", Kind::Object("artifactContent"), false)],
    ),
    ("artifactContent", &[("text", Kind::Text, false)]),
    ("stack", &[("frames", Kind::Array("stackFrame"), true), ("texts", Kind::Texts, false)]),
    ("stackFrame", &[("location", Kind::Object("location"), false)]),
];

fn check(value: &Value, object: &str, place: &str, problems: &mut Vec<String>) {
    let Some(map) = value.as_object() else { return problems.push(format!("{place} is no object")) };
    let (_, properties) = OBJECTS.iter().find(|(name, _)| *name == object).expect("the object is described");
    for (name, kind, required) in *properties {
        match map.get(*name) {
            Some(value) => check_kind(value, *kind, &format!("{place}.{name}"), problems),
            None if *required => problems.push(format!("{place} has no {name}")),
            None => {}
        }
    }
    let unknown = map.keys().filter(|name| !properties.iter().any(|(known, ..)| known == name));
    problems.extend(unknown.map(|name| format!("{place} has a property {name}")));
}

fn check_kind(value: &Value, kind: Kind, place: &str, problems: &mut Vec<String>) {
    let fits = match kind {
        Kind::Text => value.as_str().is_some_and(|text| !text.is_empty()),
        Kind::Count(least) => value.as_i64().is_some_and(|count| count >= least),
        Kind::Word(words) => value.as_str().is_some_and(|word| words.contains(&word)),
        Kind::Uri => value.as_str().is_some_and(|uri| {
            !uri.is_empty() && uri.bytes().all(|byte| byte.is_ascii_graphic() && !b"<>\"\\^`{|}".contains(&byte))
        }),
        Kind::Texts => value.as_array().is_some_and(|all| all.iter().all(Value::is_string)),
        Kind::Object(object) => return check(value, object, place, problems),
        Kind::Array(object) => {
            let Some(all) = value.as_array() else { return problems.push(format!("{place} is no array")) };
            all.iter().enumerate().for_each(|(at, value)| check(value, object, &format!("{place}[{at}]"), problems));
            true
        }
    };
    if !fits {
        problems.push(format!("{place} cannot be {value}"));
    }
}

fn checked(name: &str, text: &str) -> Value {
    let document = document(name, text);
    let mut problems = Vec::new();
    check(&document, "sarifLog", "document", &mut problems);
    let rules = &document["runs"][0]["tool"]["driver"]["rules"];
    for result in document["runs"][0]["results"].as_array().into_iter().flatten() {
        let index = result["ruleIndex"].as_u64().unwrap_or(u64::MAX) as usize;
        if rules[index]["id"] != result["ruleId"] {
            problems.push(format!("{} is not the rule with the index {index}", result["ruleId"]));
        }
    }
    assert!(problems.is_empty(), "{}\n{document:#}", problems.join("\n"));
    document
}

#[test]
fn a_document_has_the_structure_of_the_standard() {
    let document = checked("lamp shade.hlsl", SOURCE);
    let results = document["runs"][0]["results"].as_array().expect("there are results");
    let of = |rule: &str| results.iter().find(|result| result["ruleId"] == rule).expect("the rule was broken");
    let misspelt =
        results.iter().find(|result| result["message"]["text"].as_str().is_some_and(|text| text.contains("gian")));
    let misspelt = misspelt.expect("'gian' is reported");
    assert_eq!(misspelt["level"], "error");
    assert_eq!(misspelt["locations"][0]["physicalLocation"]["region"]["startLine"], 6);
    let fix = &misspelt["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(fix["insertedContent"]["text"], "gain");
    let frame = &misspelt["stacks"][0]["frames"][0]["location"];
    assert_eq!(frame["message"]["text"], "expanded from macro 'GAIN'");
    let uri = misspelt["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str();
    assert!(uri.is_some_and(|uri| uri.ends_with("/lamp%20shade.hlsl")), "{uri:?}");
    let conversion = &of("W2126")["locations"][0]["physicalLocation"]["region"];
    assert_eq!(
        (&conversion["startLine"], &conversion["startColumn"]),
        (&5.into(), &27.into()),
        "columns are code points"
    );
    let included =
        results.iter().find(|result| result["message"]["text"].as_str().is_some_and(|text| text.contains("missing")));
    let frames = &included.expect("what the header says is reported")["stacks"][0]["frames"];
    assert_eq!(frames[0]["location"]["message"]["text"], "included from here");
}

#[test]
fn a_program_without_mistakes_has_a_document_too() {
    let document = checked("right.hlsl", "float4 main() : SV_Target { return 1; }\n");
    assert_eq!(document["runs"][0]["results"], Value::Array(Vec::new()));
}

#[test]
fn messages_without_a_place_have_no_location() {
    let document = checked("absent.hlsl", "float4 other() : SV_Target { return 1; }\n");
    let result = &document["runs"][0]["results"][0];
    assert_eq!((&result["ruleId"], &result["locations"]), (&"E2010".into(), &Value::Array(Vec::new())));
}
