//! Cases that DXC's own tests of its interfaces have, with `-spirv`: macros, includes, encodings, preprocessing, errors.

#![allow(unsafe_code, missing_docs)]

mod common;

use common::*;
use dxcompiler::interfaces::*;
use dxcompiler::status::*;
use dxcompiler::{Guid, classes};
use std::ffi::c_void;
use std::ptr::{null, null_mut};

/// Compiles through the older interface: macros are pairs, and a value may be missing.
fn compile_with(source: &str, defines: &[(&str, Option<&str>)], files: Files, more: &[&str]) -> (Held, Vec<String>) {
    let compiler = create(&classes::COMPILER, &IDXC_COMPILER).expect("the oldest interface");
    let handler = own(files);
    let mut blob = null_mut();
    let made = call!(handler.utils.0, OWN + 3, source.as_ptr() => *const u8, source.len() as u32 => u32, 65001 => u32,
        &raw mut blob => *mut *mut c_void; Status);
    assert_eq!(made, S_OK);
    let (blob, name, entry, profile) = (Held(blob), wide("source.hlsl"), wide("main"), wide("ps_6_0"));
    let texts: Vec<Vec<u32>> = ["-spirv"].iter().chain(more).map(|argument| wide(argument)).collect();
    let list: Vec<*const u32> = texts.iter().map(|text| text.as_ptr()).collect();
    let pairs: Vec<_> = defines.iter().map(|(name, value)| (wide(name), value.map(wide))).collect();
    let pointers: Vec<[*const u32; 2]> = pairs
        .iter()
        .map(|(name, value)| [name.as_ptr(), value.as_ref().map_or(null(), |value| value.as_ptr())])
        .collect();
    let mut out = null_mut();
    let status = call!(compiler.0, OWN, blob.0 => *mut c_void, name.as_ptr() => *const u32, entry.as_ptr() => *const u32,
        profile.as_ptr() => *const u32, list.as_ptr() => *const *const u32, list.len() as u32 => u32,
        pointers.as_ptr().cast() => *const c_void, pointers.len() as u32 => u32,
        (&raw const *handler).cast_mut().cast() => *mut c_void, &raw mut out => *mut *mut c_void; Status);
    assert_eq!(status, S_OK);
    let asked = handler.asked.lock().expect("no other thread").clone();
    (Held(out).query(&IDXC_RESULT).expect("results have the newer interface"), asked)
}

fn is_compiled(source: &str, defines: &[(&str, Option<&str>)], files: Files, more: &[&str]) -> bool {
    let (result, _) = compile_with(source, defines, files, more);
    let status = status_of(&result);
    assert!(status == S_OK || (status == E_FAIL && errors(&result).contains("error: ")), "{}", errors(&result));
    // Clients read the size of the module before they look at the status.
    assert_eq!(bytes_of(&result.get(1).expect("a module")).is_empty(), status != S_OK);
    status == S_OK
}

#[test]
fn macros_are_applied() {
    let four = "float4 main() : SV_Target { return 0; }";
    assert!(is_compiled("F4 main() : SV_Target { return 0; }", &[("F4", Some("float4"))], &[], &[]));
    let many: Vec<(String, String)> = (0..40).map(|at| (format!("VAL{at}"), at.to_string())).collect();
    let sum: String = (0..40).map(|at| format!(" + VAL{at}")).collect();
    let many: Vec<(&str, Option<&str>)> =
        many.iter().map(|(name, value)| (name.as_str(), Some(value.as_str()))).collect();
    assert!(is_compiled(&format!("float4 main() : SV_Target {{ return 0{sum}; }}"), &many, &[], &[]));
    // Without a value a macro is 1, and with an empty one it is nothing.
    assert!(is_compiled("float4 main() : SV_Target { return A; }", &[("A", None)], &[], &[]));
    assert!(is_compiled(&format!("{four} A"), &[("A", Some(""))], &[], &[]));
    assert!(!is_compiled("", &[], &[], &[]));
    assert!(!is_compiled("float4 main() : SV_Target { return undefined; }", &[("defined_too", None)], &[], &[]));
}

#[test]
fn includes_go_through_the_handler() {
    let uses = "#include \"helper.h\"\nfloat4 main() : SV_Target { return ZERO; }";
    let here: Files = &[("./helper.h", b"#define ZERO 0")];
    let (result, asked) = compile_with(uses, &[], here, &[]);
    assert_eq!((status_of(&result), asked), (S_OK, vec!["./helper.h".to_owned()]));
    // An empty file, one in a folder of an option, and none at all.
    assert!(is_compiled("#include \"e.h\"\nfloat4 main() : SV_Target { return 0; }", &[], &[("./e.h", b"")], &[]));
    let folder: Files = &[("./inc/helper.h", b"#define ZERO 0")];
    assert!(is_compiled(uses, &[], folder, &["-Iinc"]));
    assert!(is_compiled(uses, &[], folder, &["-I", "inc"]));
    assert!(!is_compiled(uses, &[], folder, &[]));
    // A file that includes the next one, found beside itself.
    let nested: Files = &[
        ("./helper.h", b"#include \"deep/zero.h\""),
        ("./deep/zero.h", b"#include \"value.h\"\n"),
        ("./deep/value.h", b"#define ZERO 0"),
    ];
    assert!(is_compiled(uses, &[], nested, &[]));
    // One that includes itself without an end.
    assert!(!is_compiled("#include \"helper.h\"", &[], &[("./helper.h", b"#include \"helper.h\"")], &[]));
}

#[test]
fn opened_files_are_listed() {
    let (result, _) = compile_with(
        "#include \"inc/helper.h\"\nfloat4 main() : SV_Target { return 0; }",
        &[],
        &[("./inc/helper.h", b"int never;")],
        &["-H"],
    );
    let (remarks, _) = output(&result, 11, &IDXC_BLOB_UTF8).expect("remarks");
    assert_eq!(text_of(&remarks), "Opening file [./inc/helper.h], stack top [0]\n");
    assert_eq!(errors(&result), "");
}

#[test]
fn versions_of_the_language_are_taken() {
    let source = "template<typename T> T twice(T v) { return v * 2; } float4 main() : SV_Target { return twice(1.0); }";
    assert!(is_compiled(source, &[], &[], &["-HV", "2021"]));
    assert!(!is_compiled(source, &[], &[], &["-HV", "2018"]));
    for version in ["2016", "2017", "2018", "2021", "202x"] {
        assert!(is_compiled("float4 main() : SV_Target { return 0; }", &[], &[], &["-HV", version]), "{version}");
    }
    let (result, _) = compile_with("float4 main() : SV_Target { return 0; }", &[], &[], &["-HV", "2015"]);
    assert_eq!(status_of(&result), E_INVALIDARG);
}

#[test]
fn recursion_and_other_mistakes_fail() {
    for source in [
        "float4 f() { return f(); } float4 main() : SV_Target { return f(); }",
        "float4 main() : SV_Target { return main(); }",
        "float4 main() : SV_Target { return undeclared; }",
        "float4 other() : SV_Target { return 0; }",
        "float4 main(",
        "this is no shader",
    ] {
        assert!(!is_compiled(source, &[], &[], &[]), "{source}");
    }
}

#[test]
fn preprocessing_gives_text() {
    let compile = |source: &str| {
        let result = compile(&compiler(), source, &["-spirv", "-P", "-T", "ps_6_0"], null_mut()).expect("a result");
        assert_eq!(status_of(&result), S_OK, "{}", errors(&result));
        let (text, _) = output(&result, 6, &IDXC_BLOB_UTF8).expect("a text");
        text_of(&text)
    };
    assert!(compile("#define BAR 1\nint x = BAR;\n").contains("int x = 1;"));
    // Tokens that are pasted.
    let pasted = compile("#define SET(r, s) r##s\n#define BAR SET(t, 4)\nTexture2D t : register(BAR);\n");
    assert!(pasted.contains("register(t4)"), "{pasted}");
    assert!(
        compile("#ifdef __SPIRV__\nint spirv;\n#endif\n#if __SHADER_TARGET_MAJOR == 6\nint six;\n#endif\n")
            .contains("int six;")
    );
}

/// A source in each encoding that clients pass, with and without a mark and a final zero.
#[test]
fn sources_have_encodings() {
    let source = "// ä €\nfloat4 main() : SV_Target { return 0; }\n";
    let utf8 = source.as_bytes().to_vec();
    let utf16: Vec<u8> = source.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let utf32: Vec<u8> = source.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
    let marked = |mark: &[u8], text: &[u8]| [mark, text].concat();
    let cases: &[(&str, Vec<u8>, u32)] = &[
        ("UTF-8", utf8.clone(), 65001),
        ("UTF-8 by default", utf8.clone(), 0),
        ("UTF-8 with its zero", marked(&utf8, &[0]), 0),
        ("UTF-8 with a mark", marked(&[0xef, 0xbb, 0xbf], &utf8), 0),
        ("UTF-8 with a mark, known", marked(&[0xef, 0xbb, 0xbf], &utf8), 65001),
        ("UTF-16", utf16.clone(), 1200),
        ("UTF-16 by its mark", marked(&[0xff, 0xfe], &utf16), 0),
        ("UTF-32", utf32.clone(), 12000),
        ("UTF-32 with its zero", marked(&utf32, &[0; 4]), 12000),
    ];
    let compiler = compiler();
    let texts = ["-spirv", "-T", "ps_6_0"].map(wide);
    let list = texts.each_ref().map(|text| text.as_ptr());
    for (name, bytes, encoding) in cases {
        let buffer = Buffer(bytes.as_ptr(), bytes.len(), *encoding);
        let mut out = null_mut();
        let status = call!(compiler.0, OWN, &raw const buffer => *const Buffer, list.as_ptr() => *const *const u32,
            3 => u32, null_mut() => *mut c_void, &IDXC_RESULT => *const Guid,
            &raw mut out => *mut *mut c_void; Status);
        assert_eq!(status, S_OK);
        let result = Held(out);
        assert_eq!(status_of(&result), S_OK, "{name}: {}", errors(&result));
    }
}

/// Texts that come out in the encoding that was requested.
#[test]
fn messages_have_encodings() {
    let source = "float4 main() : SV_Target { return undeclared; }";
    let result = compile(&compiler(), source, &["-spirv", "-T", "ps_6_0", "-encoding", "utf32"], null_mut());
    let (text, _) = output(&result.expect("a result"), 2, &IDXC_BLOB_WIDE).expect("a wide text");
    let units = bytes_of(&text);
    let text: String =
        units.as_chunks().0.iter().filter_map(|unit| char::from_u32(u32::from_le_bytes(*unit))).collect();
    assert!(text.starts_with("hlsl.hlsl:1:36: error: ") && text.ends_with('\0'), "{text}");
}

#[test]
fn times_and_other_modes_are_outputs() {
    let source = "float4 main() : SV_Target { return 0; }";
    let with = |more: &[&str]| {
        let arguments = [&["-spirv", "-T", "ps_6_0", "a.hlsl"], more].concat();
        compile(&compiler(), source, &arguments, null_mut()).expect("a result")
    };
    let (report, _) = output(&with(&["-ftime-report"]), 12, &IDXC_BLOB_UTF8).expect("a report");
    assert!(text_of(&report).contains(" ms\n"));
    let (rule, _) = output(&with(&["-M", "-Fo", "a.spv"]), 7, &IDXC_BLOB_UTF8).expect("a rule");
    assert!(text_of(&rule).starts_with("a.spv: \\\n a.hlsl"));
    // Debug information for a program that is not made.
    assert_eq!(status_of(&with(&["-P", "-Zi"])), S_OK);
    assert_eq!(status_of(&with(&["-M", "-Zi", "-Qembed_debug"])), S_OK);
}
