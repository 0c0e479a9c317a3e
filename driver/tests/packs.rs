//! Packs: all modules of a list in one file.

mod support;

use hlsl2spirv::pack::{Pack, PackBuilder, Shader};
use std::fs;
use support::{Folder, ended};

impl Folder {
    fn new(name: &str) -> Self {
        let text = "#ifdef DEAD\nfloat dead;\n#endif\n#ifndef A\n#define A 3\n#endif\nfloat4 main() : SV_Target {\n#if A == 2\nreturn missing;\n#endif\nreturn A; }\n\
            float4 other() : SV_Target { return 0; }\n";
        Self::with(name, &[("a.hlsl", text), ("out/", "")])
    }
}

const LIST: &str =
    "-T ps_6_0 -D A={0,1} -D DEAD={-,1} a.hlsl -Fo out/{A}{n}.spv\n-T ps_6_0 -E other a.hlsl -Fo out/other.spv\n";

#[test]
fn a_pack_holds_what_the_outputs_would() {
    let folder = Folder::new("outputs");
    folder.write("list", LIST);
    let files = ["out/00.spv", "out/01.spv", "out/12.spv", "out/13.spv", "out/other.spv"];
    assert_eq!(ended(&folder.run("batch list --pack all.pack")).0, Some(0));
    assert!(!folder.join(files[0]).exists(), "outputs are in the pack alone");
    assert_eq!(ended(&folder.run("batch list")).0, Some(0));
    let modules = files.map(|file| folder.read(file));
    let bytes = folder.read("all.pack");
    let pack = Pack::read(&bytes).expect("a pack");
    assert_eq!(pack.verify(), Ok(()));
    // One of each `A`, and that of the other entry point.
    assert_eq!(pack.modules(), 3);
    let shader = |entry| Shader { input: "a.hlsl", profile: "ps_6_0", entry };
    assert_eq!(pack.shaders().collect::<Vec<_>>(), [shader("main"), shader("other")]);
    let find = |definitions: &[(&str, &str)]| pack.find(&shader("main"), definitions);
    assert_eq!(find(&[("A", "0")]), Some(modules[0].as_slice()));
    assert_eq!(find(&[("DEAD", "1"), ("A", "1")]), Some(modules[3].as_slice()));
    assert_eq!(pack.find(&shader("other"), &[]), Some(modules[4].as_slice()));
    for wrong in [&[][..], &[("A", "2")], &[("A", "0"), ("B", "1")], &[("A", "0"), ("A", "0")]] {
        assert_eq!(find(wrong), None, "{wrong:?}");
    }
    files.iter().for_each(|file| fs::remove_file(folder.join(file)).expect("it was written"));
    assert_eq!(ended(&folder.run("batch list --unpack all.pack")), (Some(0), String::new()));
    assert_eq!(files.map(|file| folder.read(file)), modules);
    // The same, whatever the number of threads.
    assert_eq!(ended(&folder.run("batch list -j 3 --pack again.pack")).0, Some(0));
    assert_eq!(folder.read("again.pack"), bytes);
}

#[test]
fn a_pack_is_whole_or_not_written() {
    let folder = Folder::new("whole");
    folder.write("list", "-T ps_6_0 -D A={0,1,2} a.hlsl\n");
    assert_eq!(ended(&folder.run("batch list --pack all.pack")).0, Some(1));
    assert!(!folder.join("all.pack").exists(), "a line has failed");
    assert_eq!(ended(&folder.run("batch list -k --pack all.pack")).0, Some(1));
    assert_eq!(Pack::read(&folder.read("all.pack")).expect("a pack").modules(), 2);
    let (status, text) = ended(&folder.run("batch list --unpack all.pack"));
    let expected = "hlsl2spirv: error: list:1 (A=2): 'all.pack' does not have its module\n";
    assert_eq!((status, text.as_str()), (Some(1), expected));
    // Macros alone do not tell these apart.
    folder.write("list", "-T ps_6_0 -D A=1 a.hlsl\n-T ps_6_0 -D A=1 -fcgl a.hlsl\n");
    let (status, text) = ended(&folder.run("batch list --pack other.pack"));
    assert!(text.contains("list:2: another line has the same macros and another module"), "{text}");
    assert_eq!((status, folder.join("other.pack").exists()), (Some(1), false));
    folder.write("list", "-T ps_6_0 -D A=1 a.hlsl\n");
    let (status, text) = ended(&folder.run("batch list --pack a.hlsl"));
    assert_eq!((status, text.contains("which is an input of the same call")), (Some(1), true), "{text}");
}

#[test]
fn damaged_packs_are_refused_or_harmless() {
    let mut builder = PackBuilder::default();
    let shader = |input| Shader { input, profile: "ps_6_0", entry: "main" };
    let definitions = [[("A", "0"), ("B", "1")], [("C", "1"), ("D", "x")], [("E", ""), ("A", "2")]];
    for (number, definitions) in definitions.iter().enumerate() {
        builder.add(&shader("sorted"), definitions, &[1, number as u32]);
        builder.add(&shader("dense"), &definitions[..1], &[2, number as u32]);
    }
    let bytes = builder.finish().expect("a pack");
    let whole = Pack::read(&bytes).expect("a pack");
    assert_eq!(whole.modules(), 6);
    let mut opened = 0;
    for at in 0..bytes.len() {
        assert!(Pack::read(&bytes[..at]).is_err(), "cut at {at}");
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << bit;
            let Ok(pack) = Pack::read(&damaged) else { continue };
            opened += 1;
            let found = definitions.each_ref().map(|definitions| pack.find(&shader("sorted"), definitions));
            let is_same = definitions.iter().zip(found).all(|(it, found)| found == whole.find(&shader("sorted"), it));
            assert!(is_same || pack.verify().is_err(), "byte {at}, bit {bit}");
        }
    }
    assert!(opened > 0, "some damage is to names and modules");
    let version = [&bytes[..4], &[2, 0, 0, 0], &bytes[8..]].concat();
    assert_eq!(Pack::read(&version).unwrap_err().to_string(), "version 2 of packs is unknown");
    assert_eq!(Pack::read(b"SPIR").unwrap_err().to_string(), "not a pack");
}
