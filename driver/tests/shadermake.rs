//! `hlsl2spirv shadermake`: names, files and statuses, which are those that ShaderMake 58f394d gave for the same lists.

mod support;

use std::fs;
use std::process::Command;
use support::{COMMAND, Folder};

impl Folder {
    fn new(name: &str) -> Self {
        let source =
            "#include \"a.hlsli\"\nRWStructuredBuffer<uint> o;\n[numthreads(1, 1, 1)] void main() { o[0] = A; }\n";
        let files = [
            ("src/a.hlsl", source),
            ("src/a.hlsli", "#ifndef A\n#define A 9\n#endif\n"),
            ("src/b.hlsl", "float4 go() : SV_Target { return 1; }\n"),
        ];
        Self::with(name, &files)
    }

    /// Runs a command line. Returns the status, and both outputs without the version and the time.
    fn make(&self, line: &str) -> (Option<i32>, Vec<String>) {
        let output = self.run(line);
        let text = String::from_utf8([output.stdout, output.stderr].concat()).expect("text");
        let is_fixed = |line: &&str| !line.starts_with("Compiling shaders using") && !line.contains("elapsed time");
        (output.status.code(), text.lines().filter(is_fixed).map(str::to_owned).collect())
    }
}

const LIST: &str =
    "// permutations of two shaders\na.hlsl -T cs -D A={0,1}\n#ifdef VULKAN\nb.hlsl -T ps -E go -o sub\n#endif\n";

/// The bytes of a blob's entries, by their keys.
fn entries(blob: &[u8]) -> Vec<(String, Vec<u8>)> {
    let number = |bytes: &[u8]| u32::from_le_bytes(bytes[..4].try_into().expect("four bytes")) as usize;
    let mut rest = blob.strip_prefix(b"NVSP").expect("the beginning of a blob");
    let mut out = Vec::new();
    while !rest.is_empty() {
        let (key, module) = (number(rest), number(&rest[4..]));
        let (entry, others) = rest[8..].split_at(key + module);
        out.push((String::from_utf8_lossy(&entry[..key]).into_owned(), entry[key..].to_vec()));
        rest = others;
    }
    out
}

#[test]
fn outputs_have_the_names_of_shadermake() {
    let folder = Folder::new("names");
    folder.write("list.cfg", LIST);
    let line =
        "shadermake -p SPIRV -c list.cfg -o out --sourceDir src -D VULKAN --project P --serial --binary --header";
    let (status, lines) = folder.make(line);
    let expected = [
        "( 33.3%) P SPIRV a.hlsl {main} {A=0}",
        "( 66.7%) P SPIRV a.hlsl {main} {A=1}",
        "(100.0%) P SPIRV b.hlsl {go} {}",
    ];
    assert_eq!((status, lines.as_slice()), (Some(0), expected.map(str::to_owned).as_slice()));
    let (first, second) = ("a_AA616720.spirv", "a_277D96FC.spirv");
    let all = [".hlsl2spirv.json", second, "a_277D96FC.spirv.h", first, "a_AA616720.spirv.h", "sub"];
    assert_eq!(folder.names("out"), all);
    assert_eq!(folder.names("out/sub"), ["b_go.spirv", "b_go.spirv.h"]);
    let header = String::from_utf8(folder.read("out/a_277D96FC.spirv.h")).expect("text");
    assert!(header.starts_with("// {A=1}\nconst uint8_t g_a_277D96FC_spirv[] = {\n    3,2,35,7,0,"), "{header}");
}

#[test]
fn blobs_are_whole_even_if_one_permutation_is_old() {
    let folder = Folder::new("blobs");
    folder.write("list.cfg", LIST);
    let line = "shadermake -p SPIRV -c list.cfg -o out --sourceDir src --binary --binaryBlob --headerBlob";
    assert_eq!(folder.make(line).0, Some(0));
    let blob = folder.read("out/a.spirv");
    let found = entries(&blob);
    assert_eq!(found.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>(), ["A=0", "A=1"]);
    assert!(found[1].1 == folder.read("out/a_277D96FC.spirv"));
    fs::remove_file(folder.join("out/a_277D96FC.spirv")).expect("it was written");
    assert_eq!(folder.make(line).0, Some(0));
    assert!(folder.read("out/a.spirv") == blob, "the blob was written with all permutations");
    assert!(folder.join("out/a.spirv.h").exists() && folder.join("out/a_277D96FC.spirv").exists());
}

#[test]
fn what_has_not_changed_is_not_compiled_again() {
    let folder = Folder::new("again");
    folder.write("list.cfg", LIST);
    let line = "shadermake -p SPIRV -c list.cfg -o out --sourceDir src --binary -D VULKAN";
    let compiled = |line: &str| folder.make(line).1.iter().filter(|line| line.contains('%')).count();
    assert_eq!(compiled(line), 3);
    assert_eq!(compiled(line), 0);
    assert_eq!(folder.make(line).1, ["All outputs are up to date"]);
    folder.write("src/a.hlsli", "#ifndef A\n#define A 8\n#endif\n");
    assert_eq!(compiled(line), 2);
    assert_eq!(compiled(&format!("{line} --matrixRowMajor")), 3, "options count");
    assert_eq!(compiled(line), 3);
    folder.write("src/a.hlsli", "#ifndef A\n#define A 7\n#endif\n");
    assert_eq!(compiled(&format!("{line} --relaxedInclude a.hlsli")), 0);
    assert_eq!(compiled(&format!("{line} --force")), 3);
    folder.write("out/.hlsl2spirv.json", "{ damaged");
    assert_eq!(compiled(line), 3);
}

#[test]
fn failures_end_the_call_or_not() {
    let folder = Folder::new("failures");
    folder.write("src/c.hlsl", "float4 main() : SV_Target { return missing; }\n");
    folder.write("list.cfg", format!("c.hlsl -T ps\n{LIST}"));
    let line = "shadermake -p SPIRV -c list.cfg -o out --sourceDir src --binaryBlob --serial";
    let (status, lines) = folder.make(line);
    assert_eq!((status, lines[0].as_str()), (Some(1), "( FAIL )  SPIRV c.hlsl {main} {}"));
    assert!(lines[1].contains("c.hlsl:1:36: error: use of undeclared identifier 'missing'"), "{}", lines[1]);
    assert!(!folder.join("out/a.spirv").exists());
    assert_eq!(folder.make(&format!("{line} --continue")).0, Some(1));
    assert_eq!(entries(&folder.read("out/a.spirv")).len(), 2);
}

#[test]
fn wrong_calls_and_lists_are_refused_with_their_place() {
    let folder = Folder::new("wrong");
    let complaint = |list: &str, options: &str| {
        folder.write("list.cfg", list);
        let (status, lines) = folder.make(&format!("shadermake -p SPIRV -c list.cfg -o out {options}"));
        assert_eq!(status, Some(1), "{lines:?}");
        lines[0].trim_start_matches("hlsl2spirv: error: ").to_owned()
    };
    assert_eq!(complaint("a.hlsl -T cs", ""), "one of --binary, --header, --binaryBlob and --headerBlob is required");
    assert_eq!(complaint("\na.hlsl -T cs -D {A", "--binary"), "list.cfg(2,0): missing '}'");
    let clash = complaint("a.hlsl -T cs\na.hlsl -T cs -O0", "--binary");
    assert_eq!(clash, "list.cfg(2,0): 'out/a' is already written by line 1 with other options");
    let mixed = complaint("a.hlsl -T cs -D A=1\na.hlsl -T cs", "--headerBlob");
    assert_eq!(mixed, "list.cfg(2,0): blob 'out/a' has a permutation without macros in addition to others");
    let (status, lines) = folder.make("shadermake -p DXIL -c list.cfg -o out --binary");
    assert_eq!(status, Some(1));
    assert!(lines[0].contains("DXBC and DXIL are not supported"), "{lines:?}");
}

#[test]
#[cfg(unix)]
fn a_program_of_that_name_is_the_command() {
    let folder = Folder::new("link");
    folder.write("list.cfg", LIST);
    let link = folder.join("ShaderMake");
    std::os::unix::fs::symlink(COMMAND, &link).expect("links can be made");
    let line = "--platform=SPIRV --config list.cfg --out out --sourceDir src -b --compiler ./dxc --retryCount 3 --compactProgress";
    let status = Command::new(link).args(line.split_whitespace()).current_dir(&folder.0).status().expect("it runs");
    assert_eq!(status.code(), Some(0));
    assert!(folder.join("out/a_277D96FC.spirv").exists());
}

#[test]
fn nothing_that_is_read_is_written() {
    let folder = Folder::new("inputs");
    folder.write("list", LIST);
    let files = ["list", "src/a.hlsl", "src/a.hlsli", "src/b.hlsl"];
    let before = files.map(|name| folder.read(name));
    for option in ["--manifest", "--depfile"] {
        for file in files {
            let line = format!("shadermake -p SPIRV --binary -c list -o out --sourceDir src -D VULKAN {option} {file}");
            let (status, said) = folder.make(&line);
            assert!(status == Some(1) && said.iter().any(|line| line.contains(file)), "{line}: {said:?}");
            assert_eq!(files.map(|name| folder.read(name)), before, "{line}");
        }
    }
    // A file of one option is not that of another, nor a module.
    for options in ["--manifest x --depfile ./x", "--depfile out/sub/b_go.spirv"] {
        let line = format!("shadermake -p SPIRV --binary -c list -o out --sourceDir src -D VULKAN {options}");
        let (status, said) = folder.make(&line);
        assert!(status == Some(1) && said.iter().any(|line| line.contains("also writes")), "{line}: {said:?}");
    }
}
