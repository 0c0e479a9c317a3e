//! Requests and their answers, as hosts in other languages see them.

use hlsl2spirv_bridge::answer;
use serde_json::{Value, json};

/// The document and the parts of the answer to a request with these parts.
fn asked(document: &Value, parts: &[&[u8]]) -> (Value, Vec<Vec<u8>>) {
    asked_as_text(&document.to_string(), parts)
}

/// The document and the parts of the answer to a request with a document as a host writes it.
fn asked_as_text(document: &str, parts: &[&[u8]]) -> (Value, Vec<Vec<u8>>) {
    let all: Vec<&[u8]> = std::iter::once(document.as_bytes()).chain(parts.iter().copied()).collect();
    let mut request = (all.len() as u32).to_le_bytes().to_vec();
    all.iter().for_each(|part| request.extend((part.len() as u32).to_le_bytes()));
    all.iter().for_each(|part| request.extend_from_slice(part));
    let answer = answer(&request);
    let number = |at: usize| u32::from_le_bytes(answer[4 * at..][..4].try_into().unwrap()) as usize;
    let mut at = 4 * (1 + number(0));
    let mut parts = Vec::new();
    for index in 1..=number(0) {
        parts.push(answer[at..][..number(index)].to_vec());
        at += number(index);
    }
    assert_eq!(at, answer.len());
    (serde_json::from_slice(&parts[0]).unwrap(), parts)
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(4).map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap())).collect()
}

const DOUBLE: &str = "\
#include \"lib/factor.hlsli\"
RWStructuredBuffer<float> data;
[numthreads(4, 1, 1)] void twice(uint i : SV_DispatchThreadID) { data[i] *= FACTOR; }
";

fn double() -> Value {
    let files = json!({ "shaders/lib/factor.hlsli": "#define FACTOR 2\n" });
    json!({ "name": "shaders/./double.hlsl", "text": DOUBLE, "files": files, "args": ["-T", "cs_6_0", "-E", "twice"] })
}

#[test]
fn a_text_becomes_the_module_that_the_library_makes() {
    let (document, parts) = asked(&json!({ "op": "compile", "source": double(), "reflection": true }), &[]);
    assert_eq!((&document["ok"], &document["messages"]), (&json!(true), &json!([])), "{document}");
    let module = &parts[document["module"].as_u64().unwrap() as usize];
    assert_eq!(document["reflection"]["bindings"][0]["name"], "data");
    assert_eq!(document["dependencies"].as_array().unwrap().len(), 2, "{document}");
    let (read, _) = asked(&json!({ "op": "reflect", "module": 1 }), &[module]);
    assert_eq!(read["reflection"]["bindings"][0]["name"], "data");
    let (shown, _) = asked(&json!({ "op": "disassemble", "module": 1 }), &[module]);
    assert!(shown["text"].as_str().unwrap().contains("OpEntryPoint GLCompute %twice"), "{shown}");
    let (none, _) = asked(&json!({ "op": "reflect", "module": 1 }), &[b"no module"]);
    assert_eq!(none["refused"], "not a SPIR-V module");
}

/// Texts of JavaScript may hold half a pair of surrogates, anywhere: it is a character that no token has.
#[test]
fn half_a_pair_of_surrogates_is_a_character() {
    let shader = "// \\ud83d \\\\ud83d\\n[numthreads(1, 1, 1)] void main() {}";
    let source =
        format!(r#"{{ "name": "\udc00.hlsl", "text": "{shader}", "args": ["-T", "cs_6_0", "-D", "A=\ud800"] }}"#);
    let (document, _) = asked_as_text(&format!(r#"{{ "op": "compile", "source": {source} }}"#), &[]);
    assert_eq!(document["ok"], true, "{document}");
    assert_eq!(document["dependencies"], json!(["\u{fffd}.hlsl"]));
    let source = source.replace("// ", "");
    let (document, _) = asked_as_text(&format!(r#"{{ "op": "compile", "source": {source} }}"#), &[]);
    assert_eq!((&document["ok"], &document["fault"]), (&json!(false), &json!("input")), "{document}");
}

#[test]
fn mistakes_have_places_and_advice() {
    let source = json!({ "name": "a.hlsl", "text": "float f() { return lenght(1); }", "args": ["-T", "lib_6_3"] });
    let (document, _) = asked(&json!({ "op": "compile", "source": source }), &[]);
    let message = &document["messages"][0];
    assert_eq!((&document["ok"], &document["fault"]), (&json!(false), &json!("input")));
    assert_eq!((&message["line"], &message["column"], &message["end_column"]), (&json!(1), &json!(20), &json!(26)));
    assert!(message.to_string().contains("\"replacement\":\"length\""), "{message}");
    let (page, _) = asked(&json!({ "op": "explain", "code": message["code"] }), &[]);
    assert!(page["text"].as_str().unwrap().contains("Right:"), "{page}");
    let source = json!({ "name": "a.hlsl", "text": "", "args": ["-T", "cs_6_0", "-odd"] });
    let (document, _) = asked(&json!({ "op": "compile", "source": source }), &[]);
    assert_eq!(document["fault"], "options", "{document}");
    let source = json!({ "name": "a.hlsl", "text": "#include \"b.h\"\n", "args": ["-T", "lib_6_3"] });
    let (document, _) = asked(&json!({ "op": "compile", "source": source }), &[]);
    assert!(document["log"].as_str().unwrap().contains("it must be one of the given files"), "{document}");
}

#[test]
fn a_shader_runs_on_given_bytes() {
    let numbers: Vec<u8> = [1f32, 2.0, 3.0, 4.0].into_iter().flat_map(f32::to_le_bytes).collect();
    let run = json!({ "op": "run", "source": double(), "dispatch": [1, 1, 1], "bindings": [["data", { "bytes": 1 }]] });
    let (document, parts) = asked(&run, &[&numbers]);
    let bound = &document["bindings"][0];
    assert_eq!((&document["ok"], &bound["element"]), (&json!(true), &json!("f32")), "{document}");
    assert_eq!(floats(&parts[bound["bytes"].as_u64().unwrap() as usize]), [2.0, 4.0, 6.0, 8.0]);
    let module = &parts[document["module"].as_u64().unwrap() as usize];
    let run = json!({ "op": "run", "module": 1, "dispatch": [1, 1, 1], "bindings": [["0:0", { "value": "f32:1*4" }]] });
    let (document, parts) = asked(&run, &[module]);
    assert_eq!(floats(&parts[document["bindings"][0]["bytes"].as_u64().unwrap() as usize]), [2.0; 4], "{document}");
}

#[test]
fn an_image_comes_back_as_texels_and_as_colours() {
    let text = "RWTexture2D<float4> image; [numthreads(2, 1, 1)] void main(uint2 at : SV_DispatchThreadID) \
                { image[at] = float4(at.x, 0.5, 0, 1); }";
    let source = json!({ "name": "a.hlsl", "text": text });
    let image = json!({ "image": { "size": [2, 1, 1], "format": "rgba8unorm" } });
    let run = json!({ "op": "run", "source": source, "dispatch": [1, 1, 1], "bindings": [["image", image]] });
    let (document, parts) = asked(&run, &[]);
    let bound = &document["bindings"][0];
    assert_eq!((&bound["size"], &bound["format"]), (&json!([2, 1, 1]), &json!("rgba8unorm")), "{document}");
    assert_eq!(parts[bound["rgba"].as_u64().unwrap() as usize], [0, 128, 0, 255, 255, 128, 0, 255]);
}

#[test]
fn checks_find_a_race_at_its_line() {
    let text = "RWStructuredBuffer<uint> data;\n[numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex) {\n    \
                data[i ^ 32] = data[i];\n    printf(\"%d\", i);\n}\n";
    let source = json!({ "name": "race.hlsl", "text": text });
    let bindings = json!([["data", { "value": "zeros:256" }]]);
    let run = json!({ "op": "run", "source": source, "dispatch": [1, 1, 1], "bindings": bindings, "check": "full" });
    let (document, _) = asked(&run, &[]);
    let first = &document["findings"][0];
    assert_eq!((&first["file"], &first["line"]), (&json!("race.hlsl"), &json!(3)), "{document}");
    assert!(document["verdict"].as_str().unwrap().starts_with("2 errors"), "{document}");
    assert_eq!(document["printed"].as_str().unwrap().lines().count(), 64);
}

#[test]
fn runs_that_do_not_end_or_fit_are_told() {
    let endless =
        "RWStructuredBuffer<uint> data; [numthreads(1, 1, 1)] void main() { while (data[0] == 0) data[1]++; }";
    let source = json!({ "name": "endless.hlsl", "text": endless });
    let mut run = json!({ "op": "run", "source": source, "dispatch": [1, 1, 1], "maxSteps": 10_000 });
    let (document, _) = asked(&run, &[]);
    assert_eq!((&document["ok"], &document["compilation"]["ok"]), (&json!(false), &json!(true)));
    assert!(document["error"].as_str().unwrap().contains("not bound"), "{document}");
    run["bindings"] = json!([["data", { "value": "zeros:8" }]]);
    let (document, _) = asked(&run, &[]);
    assert_eq!(document["error"], "the shader does not terminate", "{document}");
    run["bindings"] = json!([["data", { "value": "file:/etc/passwd" }]]);
    let (document, _) = asked(&run, &[]);
    assert!(document["error"].as_str().unwrap().contains("files are not supported"), "{document}");
    run["source"]["text"] = json!("void main() { x; }");
    let (document, _) = asked(&run, &[]);
    assert_eq!(
        (&document["error"], &document["compilation"]["messages"][0]["line"]),
        (&json!("compilation failed"), &json!(1))
    );
}

#[test]
fn text_is_formatted() {
    let (document, _) = asked(&json!({ "op": "format", "text": "int  a ;\n", "settings": { "width": 80 } }), &[]);
    assert_eq!(document["text"], "int a;\n");
    let (document, _) = asked(&json!({ "op": "format", "text": "", "settings": { "breadth": 80 } }), &[]);
    assert!(document["error"].as_str().unwrap().contains("unknown field `breadth`"), "{document}");
}

#[test]
fn an_editor_is_answered_in_units_of_its_strings() {
    // A letter of two bytes and one of four precede.
    let text = DOUBLE.replace("data[i]", "/*\u{e9}\u{1f600}*/ data[i]");
    let mut source = double();
    source["text"] = text.as_str().into();
    let units = |before: &str| text[..text.find(before).unwrap()].encode_utf16().count();
    let at = |op: &str, offset: usize| {
        asked(&json!({ "op": op, "source": source, "offset": offset }), &[]).0["found"].clone()
    };
    let (start, here) = (units("data[i] *="), units("data;"));
    let hover = at("hover", start);
    assert_eq!(hover["range"], json!([start, start + 4]), "{hover}");
    assert!(hover["markdown"].as_str().unwrap().contains("RWStructuredBuffer<float>"), "{hover}");
    assert_eq!(at("definition", start)[0], json!({ "file": "shaders/double.hlsl", "range": [here, here + 4] }));
    let factor = at("definition", units("FACTOR;"));
    assert_eq!((&factor[0]["file"], &factor[0]["range"]), (&json!("shaders/lib/factor.hlsli"), &json!([8, 14])));
    let items = at("complete", start + 2);
    assert_eq!(items["range"], json!([start, start + 2]));
    assert!(items["items"].as_array().unwrap().iter().any(|item| item["name"] == "data"), "{items}");
    let paths = at("complete", units("factor.hlsli"));
    assert_eq!(paths["items"][0]["name"], "factor.hlsli", "{paths}");
    source["text"] = "float f(float2 v) { return dot(v, ".into();
    let calls = asked(&json!({ "op": "signatures", "source": source, "offset": 34 }), &[]).0;
    assert_eq!(calls["found"]["argument"], 1, "{calls}");
}

#[test]
fn tokens_have_classes_also_without_a_profile() {
    let source = json!({ "name": "a.hlsl", "text": "// \u{e9}\nstatic float x;" });
    let (document, _) = asked(&json!({ "op": "tokens", "source": source }), &[]);
    let found = &document["found"];
    let name = |number: usize| &found["classes"][found["numbers"][number].as_u64().unwrap() as usize];
    assert_eq!((name(2), name(8), name(11)), (&json!("comment"), &json!("type"), &json!("variable")), "{found}");
    let starts: Vec<&Value> = found["numbers"].as_array().unwrap().iter().step_by(3).collect();
    assert_eq!(starts[..4], [0, 5, 7, 6], "{found}");
    let nothing = asked(&json!({ "op": "tokens", "source": source, "file": "b.hlsl" }), &[]).0;
    assert_eq!(nothing["found"], Value::Null);
}

#[test]
fn interfaces_are_written_in_other_languages() {
    let text = "struct Light { float3 at; float power; }; RWStructuredBuffer<Light> lights; \
                [numthreads(1, 1, 1)] void main() { lights[0].power = 1; }";
    let mut source = json!({ "name": "a.hlsl", "text": text, "args": ["-T", "cs_6_0"] });
    for (language, part) in
        [("c", "float at[3]"), ("rust", "pub struct Light"), ("python", "numpy.dtype"), ("text", "lights")]
    {
        let (document, _) = asked(&json!({ "op": "code", "source": source, "language": language }), &[]);
        assert!(document["text"].as_str().unwrap().contains(part), "{language}: {document}");
    }
    let layouts = json!({ "op": "layouts", "source": source, "name": "Light", "rules": ["std140", "scalar", "odd"] });
    let (document, _) = asked(&layouts, &[]);
    let text = document["text"].as_str().unwrap();
    assert!(text.contains("std140") && text.contains("scalar") && !text.contains("dx"), "{document}");
    source["text"] = "x".into();
    let (document, _) = asked(&json!({ "op": "code", "source": source, "language": "c" }), &[]);
    assert!(document["error"].as_str().unwrap().contains("error"), "{document}");
}

#[test]
fn what_is_expected_is_compared() {
    let numbers: Vec<u8> = [1f32, 2.0, 3.0, 4.0].into_iter().flat_map(f32::to_le_bytes).collect();
    let run = |expect: Value| {
        let bindings = json!([["data", { "bytes": 1 }]]);
        let run =
            json!({ "op": "run", "source": double(), "dispatch": [1, 1, 1], "bindings": bindings, "expect": expect });
        asked(&run, &[&numbers]).0
    };
    assert_eq!(run(json!({ "data": { "f32": [2, 4, 6, 8] } }))["differences"], "");
    assert_eq!(run(json!({ "data": { "f32": [2, 4, 6.5, 8], "absolute": 0.5 } }))["differences"], "");
    let differences = run(json!({ "data": "f32:2,4,6,9" }))["differences"].as_str().unwrap().to_owned();
    assert!(differences.contains("data[3]: expected 9.0, found 8.0"), "{differences}");
    for (expect, wanted) in [
        (json!({ "odd": "f32:1" }), "'odd' is not bound"),
        (json!({ "data": "file:expected.bin" }), "not supported here"),
        (json!({}), "no expectations"),
    ] {
        let document = run(expect);
        assert!(document["error"].as_str().unwrap().contains(wanted), "{document}");
    }
}

#[test]
fn expected_findings_are_compared() {
    let text = "RWStructuredBuffer<uint> data;\n[numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex) {\n    \
                data[i ^ 32] = data[i];\n}\n";
    let source = json!({ "name": "race.hlsl", "text": text });
    let bindings = json!([["data", { "value": "zeros:256" }]]);
    let mut run =
        json!({ "op": "run", "source": source, "dispatch": [1, 1, 1], "bindings": bindings, "check": "race" });
    run["findings"] = json!([{ "check": "race", "line": 3 }]);
    assert_eq!(asked(&run, &[]).0["differences"], "");
    run["findings"] = json!([]);
    let (document, _) = asked(&run, &[]);
    assert!(document["differences"].as_str().unwrap().contains("unexpected finding of 'race' at line 3"), "{document}");
    run.as_object_mut().unwrap().remove("check");
    assert_eq!(asked(&run, &[]).0["refused"], "'findings' requires 'check'");
}

#[test]
fn passes_lead_from_the_front_end_to_the_module() {
    let text = "RWStructuredBuffer<float> data; float twice(float x) { return 2 * x; }\n\
                [numthreads(1, 1, 1)] void main() { float x = data[0]; x = twice(x); data[0] = x; }";
    let mut source = json!({ "name": "a.hlsl", "text": text, "args": ["-T", "cs_6_0", "-O3"] });
    let (document, _) = asked(&json!({ "op": "passes", "source": source }), &[]);
    assert_eq!(document["error"], Value::Null);
    let passes = document["passes"].as_array().unwrap();
    let names: Vec<&str> = passes.iter().map(|pass| pass["name"].as_str().unwrap()).collect();
    assert_eq!(names[..2], ["front end", "inline"], "{document}");
    assert!(names.contains(&"mem2reg"), "{names:?}");
    let (compiled, parts) = asked(&json!({ "op": "compile", "source": source }), &[]);
    let module = &parts[compiled["module"].as_u64().unwrap() as usize];
    let (shown, _) = asked(&json!({ "op": "disassemble", "module": 1 }), &[module]);
    assert_eq!(passes.last().unwrap()["text"], shown["text"]);
    source["text"] = "x".into();
    assert!(asked(&json!({ "op": "passes", "source": source }), &[]).0["error"].as_str().unwrap().contains("error"));
}

#[test]
fn examples_have_the_messages_that_they_are_about() {
    let (document, _) = asked(&json!({ "op": "examples" }), &[]);
    let found = document["found"].as_array().unwrap();
    let example = found.iter().find(|it| it["code"] == "E2118").unwrap();
    let args: Vec<&str> = example["wrong"]["options"].as_str().unwrap().split(' ').collect();
    let source = json!({ "name": "a.hlsl", "text": example["wrong"]["text"], "args": args });
    let (document, _) = asked(&json!({ "op": "compile", "source": source }), &[]);
    assert_eq!(document["messages"][0]["code"], "E2118", "{document}");
}

#[test]
fn requests_that_nobody_knows_are_refused() {
    for request in [json!({ "op": "odd" }), json!({ "op": "explain" }), json!({ "op": "version", "odd": 1 }), json!(1)]
    {
        let (document, _) = asked(&request, &[]);
        assert!(document["refused"].is_string(), "{document}");
    }
    assert!(asked(&json!({ "op": "reflect", "module": 7 }), &[]).0["refused"].is_string());
    assert!(String::from_utf8_lossy(&answer(b"odd")).contains("malformed request"));
}

const SKY: &str = "\
cbuffer Frame { float time; float2 resolution; float2 mouse; };
Texture2D<float4> stars : register(t0);
float4 main(float4 at : SV_Position, float2 uv : TEXCOORD) : SV_Target {
    return float4(at.xy / resolution, time, stars[uint2(0, 0)].x) + mouse.x;
}
";

/// The numbers of a target.
fn target(document: &Value, parts: &[Vec<u8>], number: usize) -> Vec<f32> {
    floats(&parts[document["targets"][number]["numbers"].as_u64().unwrap() as usize])
}

#[test]
fn a_pixel_shader_fills_a_picture() {
    let source = json!({ "name": "sky.hlsl", "text": SKY });
    let image = json!({ "image": { "size": [1, 1, 1], "format": "r32float", "texels": 1 } });
    let wanted = json!({
        "op": "draw", "source": source, "size": [4, 2], "frame": 30, "fps": 60, "mouse": [0.25, 0],
        "targets": ["SV_Target0=rgba32float"], "bindings": [["stars", image]],
    });
    let (document, parts) = asked(&wanted, &[&0.5f32.to_le_bytes()]);
    assert_eq!(document["ok"], true, "{document}");
    let target_of = &document["targets"][0];
    assert_eq!((&target_of["size"], &target_of["element"]), (&json!([4, 2]), &json!("f32")), "{document}");
    let numbers = target(&document, &parts, 0);
    assert_eq!((numbers.len(), &numbers[4..8]), (32, &[0.375 + 0.25, 0.25 + 0.25, 0.75, 0.75][..]));
    assert!(document["notes"][0].as_str().unwrap().contains("filled in time, resolution, mouse"), "{document}");
    let rgba = &parts[target_of["rgba"].as_u64().unwrap() as usize];
    assert_eq!((rgba.len(), rgba[6]), (32, 191));
}

const CORNERS: &str = "\
struct Vertex { float3 at : POSITION; float3 color : COLOR; };
struct Varyings { float4 clip : SV_Position; float3 color : COLOR; };
Varyings vertex_main(Vertex vertex) {
    Varyings varyings = { float4(vertex.at, 1), vertex.color };
    return varyings;
}
float4 pixel_main(Varyings varyings) : SV_Target {
    return float4(varyings.color, 1);
}
";

#[test]
fn a_mesh_is_drawn_with_the_history_of_a_pixel() {
    let bytes = |numbers: &[f32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    let positions = bytes(&[-1.0, -1.0, 0.5, -1.0, 3.0, 0.5, 3.0, -1.0, 0.5]);
    let colors = bytes(&[0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0]);
    let triangles: Vec<u8> = [0u32, 1, 2].iter().flat_map(|index| index.to_le_bytes()).collect();
    let wanted = json!({
        "op": "draw", "source": { "name": "corners.hlsl", "text": CORNERS }, "size": [4, 4], "history": [1, 2],
        "mesh": { "positions": 1, "triangles": 2, "colors": 3 }, "entries": { "vertex": "vertex_main" },
    });
    let (document, parts) = asked(&wanted, &[&positions, &triangles, &colors]);
    assert_eq!(document["ok"], true, "{document}");
    assert_eq!(target(&document, &parts, 0)[..4], [0.0, 1.0, 0.0, 1.0]);
    let history = document["printed"].as_str().unwrap();
    assert!(history.contains("pixel (1,2): 1 fragment") && history.contains("corners.hlsl:8"), "{history}");
    let mut beside = wanted.clone();
    beside["history"] = json!([1, 4]);
    let (document, _) = asked(&beside, &[&positions, &triangles, &colors]);
    assert!(document["error"].as_str().unwrap().contains("the picture has 4x4 pixels"), "{document}");
    let (document, _) = asked(&wanted, &[&positions, &[1; 12], &colors]);
    assert!(document["error"].as_str().unwrap().contains("the mesh has no vertex 16843009"), "{document}");
    let (document, _) = asked(&wanted, &[&positions, &[1; 3], &colors]);
    assert!(document["refused"].as_str().unwrap().contains("triangles"), "{document}");
}

#[test]
fn draws_that_fail_say_why() {
    let of = |text: &str| json!({ "op": "draw", "source": { "name": "a.hlsl", "text": text }, "size": [4, 4] });
    let (document, _) = asked(&of("float4 main() : SV_Target { return lenght(1); }"), &[]);
    assert_eq!((&document["ok"], &document["messages"][0]["line"]), (&json!(false), &json!(1)), "{document}");
    let mut wanted = of("float4 main() : SV_Target { return 1; }");
    wanted["state"] = "cull=sideways".into();
    let (document, _) = asked(&wanted, &[]);
    assert!(document["error"].as_str().unwrap().contains("sideways"), "{document}");
    wanted["state"] = Value::Null;
    wanted["bindings"] = json!([["a", { "value": "file:/etc/hostname" }]]);
    let (document, _) = asked(&wanted, &[]);
    assert!(document["refused"].as_str().unwrap().contains("files are not supported"), "{document}");
    let mut wanted = of("float4 main(float4 at : SV_Position) : SV_Target { return sqrt(1 - at.x); }");
    wanted["check"] = "full".into();
    let (document, _) = asked(&wanted, &[]);
    assert_eq!((&document["ok"], &document["findings"][0]["line"]), (&json!(true), &json!(1)), "{document}");
}

const RAYS: &str = "\
RaytracingAccelerationStructure scene;
RWTexture2D<float4> image;
struct Payload { float depth; };
[shader(\"raygeneration\")] void raygen() {
    RayDesc ray = { float3(DispatchRaysIndex().xy + 0.5, -1), 0, float3(0, 0, 1), 10 };
    Payload payload = { 0 };
    TraceRay(scene, 0, 255, 0, 0, 0, ray, payload);
    image[DispatchRaysIndex().xy] = payload.depth;
}
[shader(\"miss\")] void miss(inout Payload payload) { payload.depth = -1; }
[shader(\"closesthit\")] void hit(inout Payload payload, BuiltInTriangleIntersectionAttributes at) { payload.depth = RayTCurrent(); }
";

#[test]
fn rays_are_launched_into_a_scene() {
    let scene = json!({ "value": { "vertices": [-1, -1, 1, -1, 5, 1, 5, -1, 1] } });
    let wanted = json!({
        "op": "trace", "source": { "name": "rays.hlsl", "text": RAYS, "args": ["-T", "lib_6_6"] },
        "size": [4, 4], "bindings": [["scene", scene]],
    });
    let (document, parts) = asked(&wanted, &[]);
    assert_eq!(document["ok"], true, "{document}");
    let image = &document["bindings"][0];
    assert_eq!((&image["name"], &image["size"]), (&json!("image"), &json!([4, 4, 1])), "{document}");
    let numbers = floats(&parts[image["bytes"].as_u64().unwrap() as usize]);
    assert_eq!([numbers[0], numbers[4 * 15]], [2.0, -1.0]);
    let mut missing = wanted.clone();
    missing["raygen"] = "rays".into();
    let (document, _) = asked(&missing, &[]);
    assert!(document["error"].as_str().unwrap().contains("rays"), "{document}");
    missing["source"]["text"] = "int f() { return 1 }".into();
    let (document, _) = asked(&missing, &[]);
    assert_eq!((&document["ok"], &document["messages"][0]["line"]), (&json!(false), &json!(1)), "{document}");
}
