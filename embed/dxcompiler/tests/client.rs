//! A client of the library as engines are: it knows the numbers of the functions, and objects of its own.

#![allow(unsafe_code, missing_docs)]

mod common;

use common::*;
use dxcompiler::interfaces::*;
use dxcompiler::status::*;
use dxcompiler::{Guid, classes};
use std::ffi::{c_char, c_void};
use std::ptr::{null, null_mut};
use std::sync::atomic::Ordering;

const SHADER: &str = "RWStructuredBuffer<float> data;
[numthreads(4, 1, 1)] void main(uint i : SV_DispatchThreadID) { data[i] *= 2; }";

#[test]
fn classes_have_their_interfaces() {
    let table: &[(&Guid, &[&Guid])] = &[
        (
            &classes::COMPILER,
            &[
                &IDXC_COMPILER,
                &IDXC_COMPILER2,
                &IDXC_COMPILER3,
                &IDXC_VERSION_INFO,
                &IDXC_VERSION_INFO2,
                &IDXC_VERSION_INFO3,
            ],
        ),
        (&classes::UTILS, &[&IDXC_UTILS, &IDXC_LIBRARY]),
        (&classes::COMPILER_ARGS, &[&IDXC_COMPILER_ARGS]),
        (&classes::VALIDATOR, &[&IDXC_VALIDATOR, &IDXC_VALIDATOR2, &IDXC_VERSION_INFO]),
        (&classes::CONTAINER_REFLECTION, &[&IDXC_CONTAINER_REFLECTION]),
        (&classes::LINKER, &[&IDXC_LINKER]),
        (&classes::PDB_UTILS, &[&IDXC_PDB_UTILS, &IDXC_PDB_UTILS2]),
    ];
    for (class, interfaces) in table {
        for interface in *interfaces {
            let object = create(class, interface).expect("the interface is there");
            let identity = object.query(&IUNKNOWN).expect("every object is unknown");
            for other in *interfaces {
                let facet = object.query(other).expect("one interface leads to the other");
                assert_eq!(facet.query(&IUNKNOWN).map(|it| it.0), Ok(identity.0), "one object has one identity");
            }
            assert_eq!(object.query(&IDXC_BLOB).map(|it| it.0), Err(E_NOINTERFACE));
        }
    }
}

#[test]
fn creation_says_what_is_wrong() {
    assert_eq!(create(&IDXC_UTILS, &IUNKNOWN).map(|it| it.0), Err(REGDB_E_CLASSNOTREG));
    assert_eq!(create(&classes::UTILS, &IDXC_COMPILER).map(|it| it.0), Err(E_NOINTERFACE));
    // SAFETY: null is one of the arguments that the library answers to.
    assert_eq!(unsafe { DxcCreateInstance(&classes::UTILS, &IDXC_UTILS, null_mut()) }, E_POINTER);
}

#[test]
fn references_are_counted() {
    let object = compiler();
    assert_eq!(call!(object.0, 1; usize), 2);
    let facet = object.query(&IDXC_COMPILER).expect("the older interface");
    assert_eq!(call!(facet.0, 1; usize), 4, "facets share one count");
    assert_eq!(call!(object.0, 2; usize), 3);
    assert_eq!(call!(facet.0, 2; usize), 2);
}

#[test]
fn modules_come_out() {
    let result =
        compile(&compiler(), SHADER, &["-spirv", "-T", "cs_6_0", "-Fo", "out.spv"], null_mut()).expect("a result");
    assert_eq!(status_of(&result), S_OK);
    assert_eq!(errors(&result), "");
    let (module, name) = output(&result, 1, &IDXC_BLOB).expect("a module");
    let bytes = bytes_of(&module);
    assert_eq!((&bytes[..4], name.as_deref()), (&[3_u8, 2, 0x23, 7][..], Some("out.spv")));
    assert_eq!(module.query(&IDXC_BLOB_ENCODING).map(|it| it.0), Err(E_NOINTERFACE), "clients write text as text");
    assert_eq!(bytes_of(&result.get(1).expect("GetResult")), bytes);
    assert_eq!(text_of(&result.get(2).expect("GetErrorBuffer")), "");
    let kinds: Vec<u32> = (0..4).map(|at| call!(result.0, OWN + 6, at => u32; u32)).collect();
    assert_eq!((call!(result.0, OWN + 5; u32), kinds), (3, vec![1, 2, 11, 0]));
    assert_eq!(call!(result.0, OWN + 7; u32), 1);
    for absent in [0, 3, 4, 8, 9, 10, 99] {
        assert_eq!(call!(result.0, OWN + 3, absent => u32; u32), 0);
        assert_eq!(output(&result, absent, &IDXC_BLOB).map(|it| it.1), Err(E_INVALIDARG));
    }
}

#[test]
fn failures_have_a_status_and_a_message() {
    let compiler = compiler();
    let wrong = compile(&compiler, "void main() { x; }", &["-spirv", "-T", "ps_6_0"], null_mut()).expect("a result");
    assert_eq!(status_of(&wrong), E_FAIL);
    assert!(
        errors(&wrong).starts_with("hlsl.hlsl:1:15: error: use of undeclared identifier 'x'"),
        "{}",
        errors(&wrong)
    );
    assert_eq!(bytes_of(&wrong.get(1).expect("the result is empty and not null")), b"");

    let options = compile(&compiler, SHADER, &["-spirv", "-T", "cs_6_0", "-nonsense"], null_mut()).expect("a result");
    assert_eq!(status_of(&options), E_INVALIDARG);
    assert!(errors(&options).contains("error: "));
    assert!(options.get(1).is_ok_and(|result| result.0.is_null()));

    let dxil = compile(&compiler, SHADER, &["-T", "cs_6_0"], null_mut()).expect("a result");
    assert_eq!((status_of(&dxil), errors(&dxil).contains("-spirv")), (E_INVALIDARG, true));
}

#[test]
fn null_is_answered() {
    let compiler = compiler();
    let (mut out, buffer) = (null_mut(), Buffer(SHADER.as_ptr(), SHADER.len(), 0));
    let ask = |source: *const Buffer, count: u32, interface: *const Guid, out: *mut *mut c_void| {
        call!(compiler.0, OWN, source => *const Buffer, null() => *const *const u32, count => u32,
            null_mut() => *mut c_void, interface => *const Guid, out => *mut *mut c_void; Status)
    };
    assert_eq!(ask(null(), 0, &IDXC_RESULT, &raw mut out), E_INVALIDARG);
    assert_eq!(ask(&raw const buffer, 1, &IDXC_RESULT, &raw mut out), E_INVALIDARG);
    assert_eq!(ask(&raw const buffer, 0, null(), &raw mut out), E_INVALIDARG);
    assert_eq!(ask(&raw const buffer, 0, &IDXC_BLOB, &raw mut out), E_INVALIDARG);
    assert_eq!(ask(&raw const buffer, 0, &IDXC_RESULT, null_mut()), E_INVALIDARG);
    assert!(out.is_null());
}

#[test]
fn handlers_are_asked_for_paths_as_dxc_asks() {
    let asked = |name: &str, source: &str, files, more: &[&str]| {
        let handler = own(files);
        let pointer = (&raw const *handler).cast_mut().cast();
        let arguments = [&[name, "-spirv", "-T", "cs_6_0"], more].concat();
        let text = format!("{source}\n[numthreads(1, 1, 1)] void main() {{}}");
        let result = compile(&compiler(), &text, &arguments, pointer).expect("a result");
        assert_eq!(handler.count.load(Ordering::SeqCst), 1, "no reference is kept");
        let names = handler.asked.lock().expect("no other thread").clone();
        (status_of(&result), names)
    };
    let found = |names: &[&str]| (S_OK, names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
    let (here, above, root): (Files, Files, Files) =
        (&[("./helper.h", b""), ("./foo/helper.h", b"")], &[("./../helper.h", b"")], &[("/helper.h", b"")]);
    assert_eq!(asked("source.hlsl", "#include \"helper.h\"", here, &[]), found(&["./helper.h"]));
    assert_eq!(asked("source.hlsl", "#include \"..\\helper.h\"", above, &[]), found(&["./../helper.h"]));
    assert_eq!(asked("source.hlsl", "#include \"/helper.h\"", root, &[]), found(&["/helper.h"]));
    assert_eq!(asked("source.hlsl", "#include <helper.h>", here, &["-Ifoo"]), found(&["./foo/helper.h"]));
    assert_eq!(asked("source.hlsl", "#include <helper.h>", here, &["-I foo"]), found(&["./foo/helper.h"]));
    let twice = "#include \"helper.h\"\n#include \"helper.h\"";
    assert_eq!(asked("source.hlsl", twice, here, &[]), found(&["./helper.h"]), "each path is asked for once");
    assert_eq!(asked("source.hlsl", "#include \"absent.h\"", here, &[]).0, E_FAIL);
}

#[test]
fn older_interfaces_take_parts() {
    let old = create(&classes::COMPILER, &IDXC_COMPILER2).expect("the older interface");
    let utils = utils();
    let mut source = null_mut();
    let status = call!(utils.0, OWN + 1, SHADER.as_ptr() => *const u8, SHADER.len() as u32 => u32, 65001 => u32,
        &raw mut source => *mut *mut c_void; Status);
    assert_eq!(status, S_OK);
    let source = Held(source);
    let (name, entry, profile) = (wide("double.hlsl"), wide("start"), wide("cs_6_0"));
    let texts = ["-spirv", "-T", "ps_6_0"].map(wide);
    let list = texts.each_ref().map(|text| text.as_ptr());
    let (macro_name, value) = (wide("main"), wide("start"));
    let defines = [[macro_name.as_ptr(), value.as_ptr()]];
    let mut out = null_mut();
    let status = call!(old.0, OWN, source.0 => *mut c_void, name.as_ptr() => *const u32, entry.as_ptr() => *const u32,
        profile.as_ptr() => *const u32, list.as_ptr() => *const *const u32, 3 => u32,
        defines.as_ptr().cast() => *const c_void, 1 => u32, null_mut() => *mut c_void,
        &raw mut out => *mut *mut c_void; Status);
    assert_eq!(status, S_OK);
    let result = Held(out).query(&IDXC_RESULT).expect("results have the newer interface");
    assert_eq!((status_of(&result), errors(&result)), (S_OK, String::new()));

    let mut out = null_mut();
    let status = call!(old.0, OWN + 1, source.0 => *mut c_void, name.as_ptr() => *const u32,
        null() => *const *const u32, 0 => u32, defines.as_ptr().cast() => *const c_void, 1 => u32,
        null_mut() => *mut c_void, &raw mut out => *mut *mut c_void; Status);
    assert_eq!(status, S_OK);
    let text = text_of(&Held(out).get(1).expect("a text"));
    assert!(text.contains("void start("), "{text}");

    let module = result.get(1).expect("a module");
    let mut out = null_mut();
    let status = call!(old.0, OWN + 2, module.0 => *mut c_void, &raw mut out => *mut *mut c_void; Status);
    assert!(status == S_OK && text_of(&Held(out)).starts_with("; SPIR-V\n"));
    let mut out = null_mut();
    let status = call!(old.0, OWN + 2, source.0 => *mut c_void, &raw mut out => *mut *mut c_void; Status);
    assert_eq!((status, out), (DXC_E_CONTAINER_INVALID, null_mut()));

    let validator = create(&classes::VALIDATOR, &IDXC_VALIDATOR).expect("a validator");
    for (blob, expected) in [(&module, S_OK), (&source, E_NOTIMPL)] {
        let mut out = null_mut();
        let status = call!(validator.0, OWN, blob.0 => *mut c_void, 0 => u32, &raw mut out => *mut *mut c_void; Status);
        assert_eq!((status, status_of(&Held(out))), (S_OK, expected));
    }
}

#[test]
fn arguments_make_a_list() {
    let (name, entry, profile) = (wide("a.hlsl"), wide("start"), wide("ps_6_0"));
    let texts = ["-E", "main", "-O3"].map(wide);
    let list = texts.each_ref().map(|text| text.as_ptr());
    let mut out = null_mut();
    let status = call!(utils().0, OWN + 11, name.as_ptr() => *const u32, entry.as_ptr() => *const u32,
        profile.as_ptr() => *const u32, list.as_ptr() => *const *const u32, 3 => u32, null() => *const c_void, 0 => u32,
        &raw mut out => *mut *mut c_void; Status);
    assert_eq!(status, S_OK);
    let arguments = Held(out);
    let more = [c"-Zi".as_ptr()];
    assert_eq!(call!(arguments.0, OWN + 3, more.as_ptr() => *const *const c_char, 1 => u32; Status), S_OK);
    let count = call!(arguments.0, OWN + 1; u32) as usize;
    let list = call!(arguments.0, OWN; *const *const u32);
    let texts: Vec<String> = (0..count)
        .map(|at| {
            // SAFETY: there are the given number of texts, each of which ends with a zero.
            let text = unsafe { *list.add(at) };
            let units = (0..).map(|at| unsafe { *text.add(at) }).take_while(|unit| *unit != 0);
            units.filter_map(char::from_u32).collect()
        })
        .collect();
    assert_eq!(texts, ["a.hlsl", "-E", "start", "-T", "ps_6_0", "-O3", "-Zi"]);
}

#[test]
fn blobs_know_their_text() {
    let utils = utils();
    let blob = |slot: usize, bytes: &[u8], code_page: u32| {
        let mut out = null_mut();
        let status = call!(utils.0, OWN + slot, bytes.as_ptr() => *const u8, bytes.len() as u32 => u32,
            code_page => u32, &raw mut out => *mut *mut c_void; Status);
        assert_eq!(status, S_OK);
        Held(out)
    };
    let encoding = |blob: &Held| {
        let (mut known, mut page) = (7_u8, 0_u32);
        let status = call!(blob.0, OWN + 2, &raw mut known => *mut u8, &raw mut page => *mut u32; Status);
        (status, known, page)
    };
    let (pinned, copied) = (1, 3);
    let text = blob(copied, b"ab", 65001);
    assert_eq!(
        (bytes_of(&text), text_of(&text), encoding(&text)),
        (b"ab\0".to_vec(), "ab".to_owned(), (S_OK, 1, 65001))
    );
    let window = blob(pinned, b"ab", 65001);
    assert_eq!(window.query(&IDXC_BLOB_UTF8).map(|it| it.0), Err(E_NOINTERFACE), "nothing ends it");
    assert_eq!(encoding(&window), (S_OK, 1, 65001));
    assert_eq!(text_of(&blob(pinned, b"ab\0", 65001)), "ab");
    let empty = blob(copied, b"", 65001);
    assert_eq!((call!(empty.0, OWN; *const u8), text_of(&empty)), (null(), String::new()));
    assert_eq!(bytes_of(&blob(copied, b"\xef\xbb\xbfab", 65001)), b"ab\0", "the mark is no text");

    let utf8 = |blob: &Held| {
        let mut out = null_mut();
        let status = call!(utils.0, OWN + 7, blob.0 => *mut c_void, &raw mut out => *mut *mut c_void; Status);
        assert_eq!(status, S_OK);
        Held(out)
    };
    assert_eq!(utf8(&text).0, text.0, "what is UTF-8 stays as it is");
    assert_eq!(text_of(&utf8(&blob(copied, &[b'a', 0, 0, 0, 0xe4, 0, 0, 0], 12000))), "aä");
    assert_eq!(text_of(&utf8(&blob(copied, b"\xff\xfea\0", 0))), "a");

    let part = |start: u32, size: u32| {
        let mut out = null_mut();
        let status = call!(utils.0, OWN, text.0 => *mut c_void, start => u32, size => u32,
            &raw mut out => *mut *mut c_void; Status);
        (status, Held(out))
    };
    assert_eq!(part(0, 0).1.0, text.0);
    assert_eq!(bytes_of(&part(1, 1).1), b"b");
    assert_eq!(part(1, 3).0, E_INVALIDARG);
}

#[test]
fn streams_are_read_to_their_end() {
    let utils = utils();
    let (mut blob, mut stream) = (null_mut(), null_mut());
    call!(utils.0, OWN + 3, b"abc".as_ptr() => *const u8, 3 => u32, 65001 => u32, &raw mut blob => *mut *mut c_void; Status);
    let blob = Held(blob);
    call!(utils.0, OWN + 5, blob.0 => *mut c_void, &raw mut stream => *mut *mut c_void; Status);
    let stream = Held(stream);
    assert!(stream.query(&ISTREAM).is_ok() && stream.query(&ISEQUENTIAL_STREAM).is_ok());
    let read = |count: usize| {
        let (mut bytes, mut done) = ([0_u8; 8], 0_usize);
        let status =
            call!(stream.0, OWN, bytes.as_mut_ptr() => *mut u8, count => usize, &raw mut done => *mut usize; Status);
        (status, bytes[..done].to_vec())
    };
    assert_eq!(read(2), (S_OK, b"ab".to_vec()));
    assert_eq!(read(8), (S_FALSE, b"c".to_vec()), "the zero is no part of it");
    let mut place = 0_u64;
    assert_eq!(call!(stream.0, OWN + 2, -2 => i64, 2 => u32, &raw mut place => *mut u64; Status), S_OK);
    assert_eq!((place, read(1)), (1, (S_OK, b"b".to_vec())));
    assert_eq!(call!(stream.0, OWN + 3, 9 => u64; Status), STG_E_ACCESSDENIED);
}

#[test]
fn files_are_read() {
    let utils = utils();
    let load = |name: &str| {
        let (name, mut out) = (wide(name), null_mut());
        let status = call!(utils.0, OWN + 4, name.as_ptr() => *const u32, null() => *const u32,
            &raw mut out => *mut *mut c_void; Status);
        (status, Held(out))
    };
    assert!(bytes_of(&load(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).1).starts_with(b"[package]"));
    assert_eq!(load("/no/such/file").0, Status(0x8007_0002_u32 as i32));
}

/// Includes of the library's own handler: what is no regular file is not there.
#[cfg(target_os = "linux")]
#[test]
fn endless_files_are_no_headers() {
    let mut handler = null_mut();
    assert_eq!(call!(utils().0, OWN + 6, &raw mut handler => *mut *mut c_void; Status), S_OK);
    let handler = Held(handler);
    let folder = std::env::temp_dir().join(format!("hlsl2spirv-endless-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let pipe = folder.join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    let sparse = std::fs::File::create(folder.join("sparse")).expect("a file can be made");
    sparse.set_len(1 << 40).expect("it takes no room");
    for name in ["/dev/zero", "/dev/random", "pipe", "sparse", "."] {
        let name = folder.join(name);
        let text = format!("#include \"{}\"\n[numthreads(1, 1, 1)] void main() {{}}", name.display());
        let result = compile(&compiler(), &text, &["-spirv", "-T", "cs_6_0"], handler.0).expect("a result");
        assert_eq!(status_of(&result), E_FAIL, "{}", name.display());
        assert!(errors(&result).contains("cannot find the included file"), "{}", errors(&result));
    }
    std::fs::remove_dir_all(folder).expect("it can be removed");
}

extern "C" fn nothing_more(_this: *mut c_void, _interface: *const Guid, out: *mut *mut c_void) -> Status {
    // SAFETY: the library has room for a result.
    unsafe { out.write(null_mut()) };
    E_NOINTERFACE
}

extern "C" fn one(_this: *mut c_void) -> usize {
    1
}

extern "C" fn short_text(_this: *mut c_void) -> *const c_char {
    c"#define K 1\n".as_ptr()
}

extern "C" fn long_size(_this: *mut c_void) -> usize {
    1 << (usize::BITS - 2)
}

extern "C" fn give_liar(_this: *mut c_void, _name: *const u32, out: *mut *mut c_void) -> Status {
    // SAFETY: the library has room for a result.
    unsafe { out.write(object(&LIAR)) };
    S_OK
}

/// A table of functions as the first field of an object.
#[repr(transparent)]
struct Table<const N: usize>([*const (); N]);

// SAFETY: functions do not change.
unsafe impl<const N: usize> Sync for Table<N> {}

/// A table that begins with the functions of `IUnknown`, to which the ABI before 2022 adds destructors.
const fn table<const N: usize>(own: &[*const ()]) -> Table<N> {
    let mut functions = [one as *const (); N];
    functions[0] = nothing_more as *const ();
    let mut at = 0;
    while at < own.len() {
        functions[OWN + at] = own[at];
        at += 1;
    }
    Table(functions)
}

/// A blob that claims more bytes than there can be.
static LIAR: Table<{ OWN + 2 }> = table(&[short_text as *const (), long_size as *const ()]);
static HANDLER: Table<{ OWN + 1 }> = table(&[give_liar as *const ()]);

/// An object with this table, which lives as long as the process.
fn object<const N: usize>(table: &'static Table<N>) -> *mut c_void {
    Box::into_raw(Box::new(table.0.as_ptr())).cast()
}

#[test]
fn sizes_of_blobs_are_not_believed() {
    let text = "#include \"a.h\"\n[numthreads(1, 1, 1)] void main() {}";
    let result = compile(&compiler(), text, &["-spirv", "-T", "cs_6_0"], object(&HANDLER)).expect("a result");
    assert_eq!(status_of(&result), E_FAIL);
    assert!(errors(&result).contains("'a.h'"), "{}", errors(&result));

    let (liar, mut out) = (object(&LIAR), null_mut());
    let validator = create(&classes::VALIDATOR, &IDXC_VALIDATOR).expect("a validator");
    let status = call!(validator.0, OWN, liar => *mut c_void, 0 => u32, &raw mut out => *mut *mut c_void; Status);
    assert_eq!((status, out), (E_INVALIDARG, null_mut()));
    let source = Buffer(SHADER.as_ptr(), usize::MAX / 2, 65001);
    let list = ["-spirv", "-T", "cs_6_0"].map(wide);
    let list = list.each_ref().map(|text| text.as_ptr());
    let status = call!(compiler().0, OWN, &raw const source => *const Buffer, list.as_ptr() => *const *const u32, 3 => u32,
        null_mut() => *mut c_void, &IDXC_RESULT => *const Guid, &raw mut out => *mut *mut c_void; Status);
    assert_eq!((status, out), (E_INVALIDARG, null_mut()));
}

#[test]
fn what_belongs_to_dxil_says_so() {
    let pdb = create(&classes::PDB_UTILS, &IDXC_PDB_UTILS2).expect("a reader of debug files");
    assert_eq!(call!(pdb.0, OWN, null_mut() => *mut c_void; Status), E_INVALIDARG);
    assert_eq!(call!(pdb.0, OWN + 1, null_mut() => *mut u32; Status), E_NOT_VALID_STATE);
    assert_eq!((call!(pdb.0, OWN + 23; u32), call!(pdb.0, OWN + 24; u32)), (0, 0));
    let linker = create(&classes::LINKER, &IDXC_LINKER).expect("a linker");
    assert_eq!(call!(linker.0, OWN, null() => *const u32, null_mut() => *mut c_void; Status), E_NOTIMPL);
    let container = create(&classes::CONTAINER_REFLECTION, &IDXC_CONTAINER_REFLECTION).expect("a reader of containers");
    assert_eq!(call!(container.0, OWN, null_mut() => *mut c_void; Status), S_OK);
    let mut count = 0_u32;
    assert_eq!(call!(container.0, OWN + 1, &raw mut count => *mut u32; Status), E_NOT_VALID_STATE);
}

#[test]
fn allocators_are_kept_as_long_as_they_are_needed() {
    let allocator = own(&[]);
    let pointer: *mut c_void = (&raw const *allocator).cast_mut().cast();
    let mut out = null_mut();
    // SAFETY: all pointers are good.
    let status = unsafe { DxcCreateInstance2(pointer, &classes::COMPILER, &IDXC_COMPILER3, &raw mut out) };
    assert_eq!(status, S_OK);
    let compiler = Held(out);
    let result = compile(&compiler, SHADER, &["-spirv", "-T", "cs_6_0"], null_mut()).expect("a result");
    drop(compiler);
    assert_eq!(allocator.count.load(Ordering::SeqCst), 2, "the result outlives the compiler");
    drop(result);
    assert_eq!(allocator.count.load(Ordering::SeqCst), 1);
}

#[test]
fn one_object_serves_many_threads() {
    let compiler = compiler();
    let module = || {
        let result = compile(&compiler, SHADER, &["-spirv", "-T", "cs_6_0"], null_mut()).expect("a result");
        bytes_of(&result.get(1).expect("a module"))
    };
    let first = module();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..16).map(|_| scope.spawn(|| (0..8).all(|_| module() == first))).collect();
        assert!(threads.into_iter().all(|thread| thread.join().is_ok_and(|same| same)));
    });
}
