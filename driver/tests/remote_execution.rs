//! `batch --execute grpc://…`: a server that carries out actions, and all that can go wrong with it.

mod support;

#[path = "executed/server.rs"]
mod server;
#[path = "executed/storage.rs"]
mod storage;

use server::{Mood, Server};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use support::{COMMAND, Folder, printed, said};

/// What a run leaves: the status, what it prints, and its outputs.
#[derive(Debug, PartialEq, Eq)]
struct Ran {
    status: Option<i32>,
    printed: String,
    said: String,
    outputs: BTreeMap<String, Vec<u8>>,
}

const SHADER: &str = "#include \"a.hlsli\"\n#include <b.hlsli>\n#ifdef LEVEL\nfloat4 main(float4 x : X) : SV_Target {\n\
                      #if LEVEL == 2\nfloat2 t = x; return t.x;\n#else\nreturn VALUE + LEVEL + other();\n#endif\n}\n#endif\n";

impl Folder {
    fn new(name: &str) -> Self {
        let files = [
            ("game/src/a.hlsl", SHADER),
            ("game/inc/a.hlsli", "#define VALUE 1\n#include \"../../engine/c.hlsli\"\n"),
            ("game/inc/b.hlsli", "#define SEARCHED \"d.hlsli\"\n#include SEARCHED\n"),
            ("game/inc/d.hlsli", "#if __has_include(\"e.hlsli\")\nfloat other() { return depth; }\n#endif\n"),
            ("game/inc/e.hlsli", "this is not read\n"),
            ("engine/c.hlsli", "static const float depth = 3;\n"),
            ("game/wrong.hlsl", "float4 main() : SV_Target { return 1 }\n"),
            ("game/out/", ""),
            ("workers/", ""),
        ];
        let folder = Self::with(name, &files);
        let line = "-T ps_6_0 -I none -I inc src/a.hlsl -D";
        let engine = folder.join("engine").to_string_lossy().into_owned();
        let list = format!(
            "{line} LEVEL={{0,1,2,3}} -D DEAD={{-,1}} -Fo out/{{n}}.spv\n\
             {line} LEVEL=4 -Fo out/a.spv -MD\n{line} LEVEL=5 -Fh out/b.h -Fc out/b.txt -Vn g_b\n\
             {line} LEVEL=2 -Fo out/w.spv\n{line} LEVEL=6 -I {engine} -Fo out/e.spv\n{line} LEVEL=7 -Zi -Fo out/z.spv\n"
        );
        folder.write("game/list", &list);
        folder.write("game/wrong-list", format!("-T ps_6_0 wrong.hlsl -Fo out/x.spv\n{list}"));
        folder
    }

    fn workers(&self) -> PathBuf {
        self.join("workers")
    }

    fn server(&self, mood: Mood) -> Server {
        Server::new(mood, &self.workers())
    }

    /// Runs a list without outputs of before.
    fn batch(&self, list: &str, options: &[&str]) -> Ran {
        let game = self.join("game");
        let outputs = || fs::read_dir(game.join("out")).expect("a folder").map(|entry| entry.expect("an entry").path());
        outputs().for_each(|path| fs::remove_file(path).expect("a file"));
        let mut command = Command::new(COMMAND);
        command.args(["batch", list, "-k", "-j", "1"]).args(options).current_dir(&game).stdin(Stdio::null());
        let output = command.env_remove("HLSL2SPIRV_CACHE_LOGIN").output().expect("the command runs");
        let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
        Ran {
            status: output.status.code(),
            printed: printed(&output),
            said: said(&output),
            outputs: outputs().map(|path| (name(&path), fs::read(path).expect("a file"))).collect(),
        }
    }

    /// Runs a list on a server, with the compiler that is on this machine. Returns what it leaves, but for what it says of workers: the
    /// number of lines that they have compiled, and warnings about them.
    fn execute(&self, list: &str, server: &Server, options: &[&str]) -> (Ran, usize, Vec<String>) {
        let there = ["--execute", &server.url, "--execute-compiler", COMMAND];
        Self::without_workers(self.batch(list, &[&there, options].concat()))
    }

    fn without_workers(mut ran: Ran) -> (Ran, usize, Vec<String>) {
        let (mut said, mut count, mut warnings) = (String::new(), 0, Vec::new());
        for line in ran.said.lines() {
            if line.contains("is compiled here:") {
                warnings.push(line.to_owned());
                continue;
            }
            let by_workers = line.strip_suffix(" by workers").and_then(|line| line.rsplit_once(", "));
            let (line, number) = by_workers.unwrap_or((line, "0"));
            count += number.parse::<usize>().expect("a number");
            said += &format!("{line}\n");
        }
        ran.said = said;
        (ran, count, warnings)
    }
}

/// All lines of the list but the one with debug information.
const MOVABLE: usize = 12;
const PATIENCE: &[&str] = &["--execute-timeout", "120"];

#[test]
fn workers_make_what_one_batch_makes() {
    let folder = Folder::new("fine");
    let alone = folder.batch("list", &[]);
    assert_eq!((alone.status, alone.outputs.len()), (Some(0), 15), "{}", alone.said);
    assert!(alone.said.contains("note: in 2 of 8: LEVEL=2"), "{}", alone.said);
    let server = folder.server(Mood::Fine);
    // A line with an absolute name is compiled there: it has no warnings.
    assert_eq!(folder.execute("list", &server, PATIENCE), (alone, MOVABLE, Vec::new()));
    let commands = server.commands();
    assert_eq!(commands.len(), 2, "families and other lines are parts of their own");
    assert!(commands.iter().all(|command| command.working_directory == "game"), "{commands:?}");
    // The results are known.
    let alone = folder.batch("list", &[]);
    assert_eq!(folder.execute("list", &server, PATIENCE).0, alone);
    assert_eq!(server.counts()[0], 2);
    // A change in a header is seen, and smaller parts are.
    folder.write("engine/c.hlsli", "static const float depth = 4;\n");
    let changed = folder.batch("list", &[]);
    assert_ne!(changed.outputs, alone.outputs);
    let smaller = [PATIENCE, &["--execute-lines", "3", "--execute-property", "a=b"]].concat();
    assert_eq!(folder.execute("list", &server, &smaller), (changed, MOVABLE, Vec::new()));
    assert_eq!(server.counts()[0], 2 + 5);
    #[expect(deprecated, reason = "servers of before version 2.2 look there")]
    let platform = server.commands().pop().and_then(|command| command.platform).expect("a platform");
    assert_eq!((platform.properties[0].name.as_str(), platform.properties[0].value.as_str()), ("a", "b"));
}

#[test]
fn messages_keep_their_forms_and_errors_are_found_here() {
    let folder = Folder::new("forms");
    let server = folder.server(Mood::Fine);
    for options in [&[][..], &["--each"], &["--report", "vi"], &["--report", "json"], &["--report", "sarif"]] {
        let alone = folder.batch("wrong-list", options);
        assert_eq!(alone.status, Some(1));
        let (ran, count, warnings) = folder.execute("wrong-list", &server, &[PATIENCE, options].concat());
        assert_eq!((ran, warnings), (alone, Vec::new()), "{options:?}");
        let _ = count;
    }
    // A pack, and the lists of inputs that a manifest and a rule have.
    for options in [&["--pack", "out/all.pack"][..], &["--depfile", "out/all.d"]] {
        let alone = folder.batch("list", options);
        assert_eq!(folder.execute("list", &server, &[PATIENCE, options].concat()).0, alone, "{options:?}");
    }
    let with = [PATIENCE, &["--manifest", "records.json"]].concat();
    folder.execute("list", &server, &with);
    let records = fs::read_to_string(folder.join("game/records.json")).expect("records");
    fs::remove_file(folder.join("game/records.json")).expect("a file");
    folder.batch("list", &["--manifest", "records.json"]);
    assert_eq!(fs::read_to_string(folder.join("game/records.json")).expect("records"), records);
}

#[test]
fn the_compiler_is_sent_with_its_part() {
    let folder = Folder::new("sent");
    let alone = folder.batch("list", &[]);
    let server = folder.server(Mood::Fine);
    let ran = folder.batch("list", &["--execute", &server.url, "--execute-timeout", "120"]);
    assert_eq!(Folder::without_workers(ran), (alone, MOVABLE, Vec::new()));
    // It is sent once, as a stream.
    assert_eq!((server.counts()[2], &*server.commands()[0].arguments[0]), (1, "./.hlsl2spirv/hlsl2spirv"));
}

#[test]
fn what_breaks_is_taken_up_again() {
    let folder = Folder::new("breaks");
    let alone = folder.batch("list", &[]);
    let moods = [Mood::Streams, Mood::KilledOnce, Mood::FullTwice, Mood::Breaks, Mood::Forgets, Mood::Loses];
    for mood in moods {
        let server = folder.server(mood);
        let (ran, count, warnings) = folder.execute("list", &server, &[PATIENCE, &["--execute-jobs", "1"]].concat());
        assert_eq!(ran, alone, "{mood:?}");
        assert_eq!((count, warnings), (MOVABLE, Vec::new()), "{mood:?}");
        let [carried_out, waited, written] = server.counts();
        assert_eq!(carried_out, if mood == Mood::KilledOnce { 3 } else { 2 }, "{mood:?}");
        assert_eq!(waited > 0, [Mood::Breaks, Mood::Forgets].contains(&mood), "{mood:?}");
        assert_eq!(written > 0, mood == Mood::Streams, "{mood:?}");
    }
}

#[test]
fn servers_that_lie_or_fail_cost_time_alone() {
    let folder = Folder::new("liar");
    let alone = folder.batch("list", &[]);
    let never = [Mood::KeepsOnly, Mood::Old, Mood::Closed];
    let lies = [Mood::Bits, Mood::Lacks, Mood::Leaves, Mood::Invalid, Mood::Cut, Mood::Fewer, Mood::Stranger];
    let failures = [Mood::Killed, Mood::Late, Mood::Garbage];
    for mood in never.into_iter().chain(lies).chain(failures) {
        let server = folder.server(mood);
        let (ran, count, warnings) = folder.execute("list", &server, &[PATIENCE, &["--execute-jobs", "1"]].concat());
        assert_eq!((&ran, count), (&alone, 0), "{mood:?}");
        assert_eq!(warnings.len(), 1, "{mood:?}: {warnings:?}");
        assert!(!warnings[0].contains('\x1b'), "{warnings:?}");
        let carried_out = server.counts()[0];
        match mood {
            _ if never.contains(&mood) => assert_eq!(carried_out, 0, "{mood:?}"),
            // It is not asked again.
            Mood::Late => assert_eq!(carried_out, 1, "{mood:?}"),
            // Two parts, each three times.
            _ => assert_eq!(carried_out, 6, "{mood:?}"),
        }
        return_to(&folder, &alone);
    }
    // One line or another is compiled here.
    for mood in [Mood::Controls, Mood::Invents] {
        let (ran, count, warnings) = folder.execute("list", &folder.server(mood), PATIENCE);
        assert_eq!((&ran, warnings), (&alone, Vec::new()), "{mood:?}");
        assert!(count > 0 && count < MOVABLE, "{mood:?}: {count}");
        return_to(&folder, &alone);
    }
    assert!(!folder.join("stolen").exists() && !folder.join("game/stolen").exists());
}

/// Nothing that a server did has an effect on a later run.
fn return_to(folder: &Folder, alone: &Ran) {
    assert_eq!(folder.batch("list", &[]), *alone);
}

#[test]
fn servers_that_hang_or_end_are_not_waited_for() {
    let folder = Folder::new("hangs");
    let alone = folder.batch("list", &[]);
    let server = folder.server(Mood::Hangs);
    let start = Instant::now();
    let (ran, count, warnings) = folder.execute("list", &server, &["--execute-timeout", "2"]);
    assert_eq!((&ran, count, warnings.len()), (&alone, 0, 1), "{warnings:?}");
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
    let url = server.url.clone();
    drop(server);
    let ran = folder.batch("list", &["--execute", &url, "--execute-compiler", "none", "--execute-timeout", "2"]);
    let (ran, count, warnings) = Folder::without_workers(ran);
    assert_eq!((&ran, count, warnings.len()), (&alone, 0, 1), "{warnings:?}");
    for wrong in ["http://a", "grpc://", "folder", "grpc://a:b"] {
        let ran = folder.batch("list", &["--execute", wrong]);
        assert!(ran.status == Some(1) && ran.said.contains(wrong), "{wrong}: {}", ran.said);
    }
}
