//! `hlsl2spirv batch`: lists of command lines in one process.

mod support;

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};
use support::{COMMAND, Folder, ended};

impl Folder {
    fn new(name: &str) -> Self {
        let files = [
            ("a.hlsl", "#include \"a.hlsli\"\nfloat4 main() : SV_Target { return VALUE; }\n"),
            ("a.hlsli", "#ifndef VALUE\n#define VALUE 1\n#endif\n"),
            ("bad.hlsl", "float4 main() : SV_Target { return missing; }\n"),
            ("out/", ""),
        ];
        Self::with(name, &files)
    }
}

/// What a batch says that has succeeded.
fn summary(compiled: usize, unchanged: usize) -> (Option<i32>, String) {
    (Some(0), format!("hlsl2spirv: {compiled} compiled, {unchanged} unchanged\n"))
}

/// Thirty permutations, of which every third one is the same text as the first.
fn permutations() -> String {
    let line = |at: usize| format!("dxc -T ps_6_0 -D VALUE={} -D AT={at} a.hlsl -Fo out/{at}.spv\n", 1 + at % 3);
    (0..30).map(line).collect()
}

#[test]
fn any_number_of_threads_gives_the_bytes_of_single_calls() {
    let folder = Folder::new("threads");
    folder.write("list", permutations());
    for jobs in [1, 4] {
        assert_eq!(ended(&folder.run(&format!("batch list -j {jobs}"))), summary(30, 0));
        for at in [0, 1, 2, 29] {
            let line = format!("-T ps_6_0 -D VALUE={} -D AT={at} a.hlsl -Fo single.spv", 1 + at % 3);
            assert_eq!(ended(&folder.run(&line)).0, Some(0));
            assert!(folder.read("single.spv") == folder.read(format!("out/{at}.spv")), "{at} with {jobs} threads");
            fs::remove_file(folder.join(format!("out/{at}.spv"))).expect("it was written");
        }
    }
}

/// Warnings depend on comments and macros, which tokens do not tell.
#[test]
fn equal_tokens_may_have_other_messages() {
    let folder = Folder::new("tokens");
    let text = "#define SET x = 1\nfloat4 main(int x : X) : SV_Target {\n\
        #if A == 1\nswitch (x) { case 1: x = 2; // falls\ncase 2: x = 3; }\n\
        #else\nswitch (x) { case 1: x = 2;\ncase 2: x = 3; }\n#endif\n\
        #if A == 2\nif (SET) x = 2;\n#else\nif (x = 1) x = 2;\n#endif\nreturn x; }\n";
    folder.write("tokens.hlsl", text);
    let line = |at: usize| format!("-T ps_6_0 -D A={at} tokens.hlsl -Fo out/{at}.spv -Fe out/{at}.txt");
    folder.write(
        "list",
        (1..7).map(|at| line(at).replace("A=4", "A=1").replace("A=5", "A=2") + "\n").collect::<String>(),
    );
    assert_eq!(ended(&folder.run("batch list -j 1")), summary(6, 0));
    let messages = |at: usize| {
        let text = String::from_utf8(folder.read(format!("out/{at}.txt"))).expect("text");
        ["-Wimplicit-fallthrough", "-Wparentheses"].map(|group| text.matches(group).count())
    };
    let expected = [[0, 1], [1, 0], [1, 1], [0, 1], [1, 0], [1, 1]];
    assert_eq!([1, 2, 3, 4, 5, 6].map(messages), expected);
}

#[test]
fn equal_files_are_left_alone() {
    let folder = Folder::new("equal");
    folder.write("list", "-T ps_6_0 a.hlsl -Fo out/a.spv");
    assert_eq!(ended(&folder.run("batch list")).0, Some(0));
    let long_ago = SystemTime::now() - Duration::from_secs(1000);
    let output = fs::File::options().write(true).open(folder.join("out/a.spv")).expect("the output");
    output.set_modified(long_ago).expect("times can be set");
    let time = || fs::metadata(folder.join("out/a.spv")).and_then(|data| data.modified()).expect("a time");
    let before = time();
    assert_eq!(ended(&folder.run("batch list")).0, Some(0));
    assert_eq!(time(), before);
    folder.write("a.hlsli", "#define VALUE 2\n");
    assert_eq!(ended(&folder.run("batch list")).0, Some(0));
    assert_ne!(time(), before);
}

#[test]
fn failures_name_their_line_and_stop_the_rest() {
    let folder = Folder::new("failures");
    folder.write("list", "-T ps_6_0 bad.hlsl -Fo out/bad.spv\n\n-T ps_6_0 a.hlsl -Fo out/a.spv\n");
    let (status, errors) = ended(&folder.run("batch list -j 1"));
    assert_eq!(status, Some(1));
    assert!(errors.starts_with("bad.hlsl:1:36: error: use of undeclared identifier 'missing'"), "{errors}");
    assert!(errors.contains("hlsl2spirv: error: list:1: failed with status 5\n"), "{errors}");
    assert!(errors.ends_with("hlsl2spirv: error: 1 of 2 command lines failed, 1 not started\n"), "{errors}");
    assert!(!folder.join("out/a.spv").exists());

    let (status, errors) = ended(&folder.run("batch list -k"));
    assert_eq!((status, errors.ends_with("1 of 2 command lines failed\n")), (Some(1), true));
    assert!(folder.join("out/a.spv").exists());
}

#[test]
fn two_lines_do_not_write_one_file() {
    let folder = Folder::new("twice");
    folder.write("list", "-T ps_6_0 a.hlsl -Fo out/a.spv\n-T ps_6_1 a.hlsl -Fo out/a.spv\n");
    let expected = "hlsl2spirv: error: list:2 writes 'out/a.spv', which list:1 also writes\n".to_owned();
    assert_eq!(ended(&folder.run("batch list")), (Some(1), expected));
}

/// Equal outputs are found through links and detours, in folders that are not there yet too.
#[cfg(unix)]
#[test]
fn one_file_has_many_names() {
    let folder = Folder::new("names");
    std::os::unix::fs::symlink("out", folder.join("link")).expect("a link can be made");
    std::os::unix::fs::symlink("out/later.spv", folder.join("soft")).expect("a link can be made");
    let absolute = folder.join("out/a.spv").display().to_string();
    let pairs = [
        ("out/a.spv", "./out/a.spv"),
        ("out/a.spv", "out/../out//a.spv"),
        ("out/a.spv", "link/a.spv"),
        ("out/a.spv", absolute.as_str()),
        ("out/later.spv", "soft"),
        ("new/a.spv", "./new/b/../a.spv"),
    ];
    for (first, second) in pairs {
        folder.write("list", format!("-T ps_6_0 a.hlsl -Fo {first}\n-T ps_6_0 -Zi a.hlsl -Fo {second}\n"));
        let expected = format!("hlsl2spirv: error: list:2 writes '{second}', which list:1 also writes\n");
        assert_eq!(ended(&folder.run("batch list")), (Some(1), expected));
    }
    folder.write("list", "-T ps_6_0 a.hlsl -Fo out/a.spv\n");
    assert_eq!(ended(&folder.run("batch list list")).0, Some(1));
    assert!(!folder.join("out/a.spv").exists());
    folder.write("list", "-T ps_6_0 a.hlsl -Fo /dev/null\n-T ps_6_0 -Zi a.hlsl -Fo /dev/null\n");
    let summary = "hlsl2spirv: 2 compiled, 0 unchanged\n".to_owned();
    assert_eq!(ended(&folder.run("batch list")), (Some(0), summary));
}

/// Whatever a batch reads, none of its options and lines writes over it, and none over the output of another.
#[test]
fn what_is_read_is_not_written() {
    let folder = Folder::new("inputs");
    let list = "-T ps_6_0 a.hlsl -Fo out/a.spv -MF out/a.d\n-T ps_6_0 @words -Fo out/b.spv\n";
    let files = ["a.hlsl", "b.hlsl", "a.hlsli", "list", "words", "declared"];
    folder.write("list", list);
    folder.write("words", "b.hlsl");
    folder.write("b.hlsl", "float4 main() : SV_Target { return 2; }\n");
    folder.write("declared", "a.hlsl\nb.hlsl\n");
    let before = files.map(|name| folder.read(name));
    let outputs = ["out/a.spv", "out/a.d", "out/b.spv"];
    for name in files.iter().chain(&outputs) {
        for option in ["--manifest", "--depfile", "--stamp", "--compile-commands", "--unused-inputs", "--report"] {
            let value = if option == "--report" { format!("json={name}") } else { (*name).to_owned() };
            let declared =
                if option == "--unused-inputs" || *name == "declared" { "--declared-inputs declared" } else { "" };
            let unused = if *name == "declared" && option != "--unused-inputs" { "--unused-inputs unused" } else { "" };
            let (status, errors) = ended(&folder.run(&format!("batch list {option} {value} {declared} {unused}")));
            assert!(status == Some(1) && errors.contains(&format!("'{name}'")), "{option} {name}: {status:?} {errors}");
            assert_eq!(files.map(|name| folder.read(name)), before, "{option} {name}");
        }
    }
    // One option over the file of another, and lines over inputs of others.
    assert_eq!(ended(&folder.run("batch list --stamp x --depfile ./x")).0, Some(1));
    for output in ["a.hlsl", "b.hlsl", "words", "list2"] {
        folder.write("list2", format!("{list}-T ps_6_1 a.hlsl -Fo {output}\n"));
        let (status, errors) = ended(&folder.run("batch list2"));
        assert!(status == Some(1) && errors.contains("which is an input of the same call"), "{output}: {errors}");
        assert_eq!(files.map(|name| folder.read(name)), before, "{output}");
    }
    // A header is known when it is read: the line before it has written, and the one behind it does not.
    folder.write("list2", "-T ps_6_0 a.hlsl -Fo out/a.spv\n-T ps_6_1 b.hlsl -Fo a.hlsli\n");
    assert_eq!(ended(&folder.run("batch list2 -j 1")).0, Some(1));
    assert_eq!(folder.read("a.hlsli"), before[2]);
    folder.write("list2", "-T ps_6_1 b.hlsl -Fo a.hlsli\n-T ps_6_0 a.hlsl -Fo out/a.spv\n");
    let (status, errors) = ended(&folder.run("batch list2 -j 1"));
    assert!(status == Some(1) && errors.contains("list2:2 reads 'a.hlsli', which list2:1 writes"), "{errors}");
}

#[test]
fn databases_go_out_and_come_in() {
    let folder = Folder::new("database");
    folder.write("list", "-T ps_6_0 a.hlsl -Fo out/a.spv\n");
    assert_eq!(ended(&folder.run("batch list --list --compile-commands db.json")), (Some(0), String::new()));
    assert!(!folder.join("out/a.spv").exists());
    assert_eq!(ended(&folder.run("batch db.json")).0, Some(0));
    assert!(folder.join("out/a.spv").exists());
    folder.write("db.json", "[{");
    let (status, errors) = ended(&folder.run("batch db.json"));
    assert!(status == Some(1) && errors.contains("db.json:") && errors.contains("line 1"), "{errors}");
}

#[test]
fn parts_make_the_whole() {
    let folder = Folder::new("parts");
    folder.write("list", permutations());
    let lines = |line: &str| String::from_utf8(folder.run(line).stdout).expect("text").lines().count();
    assert_eq!((1..=3).map(|part| lines(&format!("batch list --list --shard {part}/3"))).sum::<usize>(), 30);
    assert!(ended(&folder.run("batch list --shard 4/3")).1.contains("such as 1/4"));
}

#[test]
fn a_manifest_leaves_out_what_has_not_changed() {
    let folder = Folder::new("manifest");
    folder.write("list", "-T ps_6_0 -I inc a.hlsl -Fo out/a.spv\n-T ps_6_0 -D VALUE=2 a.hlsl -Fo out/b.spv\n");
    let line = "batch list --manifest manifest.json";
    let records = |folder: &Folder| String::from_utf8(folder.read("manifest.json")).expect("text");
    assert_eq!(ended(&folder.run(line)), summary(2, 0));
    let before = records(&folder);
    assert!(before.contains("\"out/a.spv\"") && before.contains("\"a.hlsli\""), "{before}");
    // A file that is changed behind the manifest's back is made again.
    folder.write("out/a.spv", "damaged");
    assert_eq!(ended(&folder.run(line)).0, Some(0));
    assert!(folder.read("out/a.spv").starts_with(&[3, 2, 0x23, 7]));
    assert_eq!(records(&folder), before);
    // A file that precedes the one that was found is found instead.
    fs::create_dir_all(folder.join("inc")).expect("a folder can be made");
    folder.write("a.hlsli", "#ifndef VALUE\n#define VALUE 5\n#endif\n");
    assert_eq!(ended(&folder.run(line)).0, Some(0));
    assert_ne!(records(&folder), before);
}

#[test]
fn warnings_come_again_with_a_manifest() {
    let folder = Folder::new("again");
    folder.write("w.hlsl", "float4 main(float2 v : V) : SV_Target { float x = float4(v, v); return x; }\n");
    folder.write("list", "-T ps_6_0 w.hlsl -Fo out/w.spv\n");
    let line = "batch list --manifest manifest.json";
    let (status, first) = ended(&folder.run(line));
    assert_eq!(status, Some(0));
    assert!(first.contains("warning"), "{first}");
    assert_eq!(ended(&folder.run(line)), (Some(0), first));
}

#[test]
fn a_rule_names_all_files_and_the_stamp() {
    let folder = Folder::new("rule");
    folder.write("list", permutations());
    assert_eq!(ended(&folder.run("batch list --depfile all.d --stamp all.stamp")).0, Some(0));
    let rule = String::from_utf8(folder.read("all.d")).expect("text");
    assert_eq!(rule, "all.stamp: \\\n a.hlsl \\\n a.hlsli\n\na.hlsli:\n");
    assert!(folder.read("all.stamp").is_empty());
    assert_eq!(ended(&folder.run("batch list --depfile all.d")).0, Some(0));
    assert!(String::from_utf8(folder.read("all.d")).expect("text").starts_with("out/0.spv: \\\n a.hlsl"));
}

/// Whatever threads take of the pipe, they give back.
#[test]
#[cfg(unix)]
fn the_job_server_of_make_limits_threads() {
    let folder = Folder::new("server");
    folder.write("list", permutations());
    let made = Command::new("mkfifo").arg(folder.join("slots")).status().expect("every Unix has mkfifo");
    assert!(made.success());
    let slots = fs::File::options().read(true).write(true).open(folder.join("slots")).expect("the pipe opens");
    std::io::Write::write_all(&mut &slots, b"+").expect("a slot is there");
    let mut command = Command::new(COMMAND);
    command.args(["batch", "list"]).current_dir(&folder.0).stdin(Stdio::null());
    command.env("MAKEFLAGS", format!(" -j2 --jobserver-auth=fifo:{}", folder.join("slots").display()));
    assert_eq!(ended(&command.output().expect("it runs")), summary(30, 0));
    assert!(folder.join("out/29.spv").exists());
    let mut byte = [0];
    std::io::Read::read_exact(&mut &slots, &mut byte).expect("the slot came back");
    assert_eq!(&byte, b"+");
}

/// A warning that three permutations have, and an error of a fourth.
fn with_messages(folder: &Folder) {
    folder.write("w.hlsl", "float4 main(float2 v : V) : SV_Target { float x = float4(v, v); return x + AT; }\n");
    let lines: String = (0..3).map(|at| format!("-T ps_6_0 -D AT={at} w.hlsl -Fo out/{at}.spv\n")).collect();
    folder.write("list", format!("{lines}-T ps_6_0 bad.hlsl -Fo out/bad.spv\n-T ps_6_0 a.hlsl -Fo out/a.spv\n"));
}

#[test]
fn sarif_is_one_document_with_equal_results_once() {
    let folder = Folder::new("sarif");
    with_messages(&folder);
    assert_eq!(ended(&folder.run("batch list -k --report sarif=all.sarif -j 1")).0, Some(1));
    let first = folder.read("all.sarif");
    let document: serde_json::Value = serde_json::from_slice(&first).expect("one document");
    let run = &document["runs"][0];
    let results = run["results"].as_array().expect("results");
    let told: Vec<_> =
        results.iter().map(|result| (result["level"].as_str(), result["occurrenceCount"].as_u64())).collect();
    assert_eq!(told, [(Some("warning"), Some(3)), (Some("error"), None)], "{document:#}");
    for result in results {
        let index = result["ruleIndex"].as_u64().expect("an index") as usize;
        assert_eq!(run["tool"]["driver"]["rules"][index]["id"], result["ruleId"]);
    }
    assert_eq!(ended(&folder.run("batch list -k --report sarif=all.sarif -j 4")).0, Some(1));
    assert_eq!(folder.read("all.sarif"), first);
}

#[test]
fn json_is_one_document_in_the_order_of_the_list() {
    let folder = Folder::new("json");
    with_messages(&folder);
    let (status, text) = ended(&folder.run("batch list -k --report json"));
    assert_eq!(status, Some(1));
    let document: serde_json::Value = serde_json::from_str(&text).expect("nothing but a document");
    let commands = document["commands"].as_array().expect("commands");
    let told = |command: &serde_json::Value| {
        let messages = command["messages"].as_array().expect("messages").iter();
        let severities = messages.map(|message| message["severity"].as_str().unwrap_or_default().to_owned());
        (command["place"].to_string(), command["status"].as_u64(), severities.collect::<Vec<_>>().join(" "))
    };
    let expected = |at: u8, status, severities: &str| (format!("\"list:{at}\""), Some(status), severities.to_owned());
    let warnings = (1..4).map(|at| expected(at, 0, "warning"));
    let expected: Vec<_> = warnings.chain([expected(4, 5, "error"), expected(5, 0, "")]).collect();
    assert_eq!(commands.iter().map(told).collect::<Vec<_>>(), expected);

    // Messages come again with a manifest, and forms of text are those of all lines.
    let line = "batch list -k --report vi --manifest manifest.json";
    let first = ended(&folder.run(line));
    assert!(first.1.starts_with("w.hlsl +1:51: warning:"), "{}", first.1);
    assert_eq!(ended(&folder.run(line)), first);
    let (status, errors) = ended(&folder.run("batch list --report clang=all.txt"));
    assert!(status == Some(1) && errors.contains("only json and sarif"), "{errors}");
    assert!(ended(&folder.run("batch list --report xml")).1.contains("unknown format 'xml'"));
}

#[test]
fn lines_may_name_response_files() {
    let folder = Folder::new("response");
    fs::create_dir_all(folder.join("sub/out")).expect("a folder can be made");
    folder.write("options", "-D VALUE=7 -T ps_6_0");
    folder.write("sub/options", "-D VALUE=8 -T ps_6_0");
    let direct = format!(
        "[{{\"directory\": \"{}\", \"arguments\": [\"dxc\", \"@options\", \"../a.hlsl\", \"-Fo\", \"out/b.spv\"]}}]",
        folder.join("sub").display()
    );
    folder.write("db.json", &direct);
    folder.write("list", "@options a.hlsl -Fo out/a.spv\n");
    assert_eq!(ended(&folder.run("batch list db.json")), summary(2, 0));
    for (value, made) in [(7, "out/a.spv"), (8, "sub/out/b.spv")] {
        assert_eq!(ended(&folder.run(&format!("-T ps_6_0 -D VALUE={value} a.hlsl -Fo single.spv"))).0, Some(0));
        assert_eq!(folder.read("single.spv"), folder.read(made));
    }
    folder.write("options", "@options");
    let (status, errors) = ended(&folder.run("batch list"));
    assert!(status == Some(1) && errors.contains("list:1: ") && errors.contains("levels deep"), "{errors}");
}

#[test]
fn declared_inputs_that_nothing_reads_are_listed() {
    let folder = Folder::new("unused");
    fs::create_dir_all(folder.join("inc")).expect("a folder can be made");
    folder.write("inc/b.hlsli", "#define B 1\n");
    folder.write("list", "-T ps_6_0 -I inc a.hlsl -Fo out/a.spv\n");
    folder.write("declared", "list\na.hlsl\n./inc/../a.hlsli\ninc/b.hlsli\nnowhere.hlsli\n");
    let line = "batch list --declared-inputs declared --unused-inputs unused --manifest manifest.json";
    for (compiled, unchanged) in [(1, 0), (0, 1)] {
        assert_eq!(ended(&folder.run(line)), summary(compiled, unchanged));
        assert_eq!(folder.read("unused"), b"inc/b.hlsli\nnowhere.hlsli\n");
    }
    let (status, errors) = ended(&folder.run("batch list --unused-inputs unused"));
    assert!(status != Some(0) && errors.contains("--declared-inputs"), "{errors}");
}
