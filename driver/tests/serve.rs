//! Compilations by a server are those of a process of its own; and whatever is wrong with the server, the client compiles.
#![cfg(unix)]

mod support;

use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use support::{Ended, Folder, fed, printed, said};

impl Folder {
    fn new(name: &str) -> Self {
        let files = [
            ("value.hlsli", "static const float VALUE = 1;\nfloat unused(float4 v) { float2 w = v; return w.x; }\n"),
            ("a.hlsl", "#include \"value.hlsli\"\nfloat4 main(float v : V) : SV_Target { return sin(v) * VALUE; }\n"),
            ("inner/b.hlsl", "#include \"../value.hlsli\"\nfloat4 main() : SV_Target { return VALUE; }\n"),
            ("wrong.hlsl", "float4 main() : SV_Target { return undeclared; }\n"),
            ("options", "-T ps_6_0 -E main\n"),
        ];
        Self::with(name, &files)
    }

    /// The bytes of a file, none if it is missing.
    fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.join(name)).unwrap_or_default()
    }

    fn socket(&self) -> PathBuf {
        self.join("socket")
    }

    fn serve(&self, more: &[&str]) -> Server {
        let mut command = self.command(["serve", "--socket"]);
        command.arg(self.socket()).args(more);
        let server = command.stderr(Stdio::null()).spawn().expect("the server starts");
        wait_for("a socket", || self.socket().exists());
        Server(Ended(server))
    }

    /// A command line, in a folder within this one, by a process of its own or by the server of a variable.
    fn compile(&self, within: &str, words: &[&str], input: &str, server: Option<&Path>) -> Output {
        let mut command = self.command(words.iter().copied());
        command.current_dir(self.join(within)).env_remove("HLSL2SPIRV_SERVER");
        server.map(|server| command.env("HLSL2SPIRV_SERVER", server));
        fed(&mut command, input.as_bytes())
    }
}

/// A server, killed at its end; its workers go with it.
struct Server(Ended);

impl Server {
    /// The number of its workers, where the system says so.
    fn workers(&self) -> Vec<String> {
        let number = self.0.0.id();
        let children = fs::read_to_string(format!("/proc/{number}/task/{number}/children")).unwrap_or_default();
        children.split_whitespace().map(str::to_owned).collect()
    }
}

fn wait_for(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what} does not come");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// What a user sees of a command line, and the file that it writes.
type Seen = (Option<i32>, String, String, Vec<u8>);

fn seen(folder: &Folder, output: &Output, file: &str) -> Seen {
    let written = folder.bytes(file);
    let _ = fs::remove_file(folder.join(file));
    (output.status.code(), printed(output), said(output), written)
}

/// The folder, the words, the input, and the file that is written.
const LINES: &[(&str, &[&str], &str, &str)] = &[
    ("", &["-T", "ps_6_0", "a.hlsl", "-Fo", "o"], "", "o"),
    ("inner", &["-T", "ps_6_0", "b.hlsl", "-Fo", "../o"], "", "o"),
    ("inner", &["-T", "ps_6_0", "../a.hlsl", "-H", "-Zi", "-Fo", "o"], "", "inner/o"),
    ("", &["-T", "ps_6_0", "a.hlsl"], "", "o"),
    ("", &["@options", "a.hlsl", "-MF", "o", "-MD"], "", "o"),
    ("", &["-T", "ps_6_0", "a.hlsl", "-P", "-Fi", "o"], "", "o"),
    ("", &["-T", "ps_6_0", "wrong.hlsl", "-Fe", "o"], "", "o"),
    ("inner", &["-T", "ps_6_0", "../wrong.hlsl", "-fdiagnostics-format=json"], "", "o"),
    ("", &["-T", "ps_6_0", "absent.hlsl"], "", "o"),
    ("", &["-T", "ps_6_0", "a.hlsl", "-Fo", "a.hlsl"], "", "o"),
    ("", &["-T", "ps_6_0", "a.hlsl", "-wrong"], "", "o"),
    ("", &["@absent"], "", "o"),
    ("", &["-T", "cs_6_0", "-", "-Fo", "o"], "[numthreads(1, 1, 1)] void main() {}", "o"),
    ("", &["--version"], "", "o"),
];

#[test]
fn calls_of_a_server_are_those_of_a_process() {
    let folder = Folder::new("same");
    let server = folder.serve(&["--jobs", "1"]);
    let socket = folder.socket();
    for round in 0..3 {
        for (within, words, input, file) in LINES {
            let own = seen(&folder, &folder.compile(within, words, input, None), file);
            let served = seen(&folder, &folder.compile(within, words, input, Some(&socket)), file);
            assert_eq!(served, own, "round {round}, {words:?}");
        }
    }
    if cfg!(target_os = "linux") {
        assert_eq!(server.workers().len(), 1, "one worker has done it all");
    }
}

#[test]
fn files_that_change_are_read_again() {
    let folder = Folder::new("changed");
    let _server = folder.serve(&["--jobs", "1"]);
    let socket = folder.socket();
    let line = ["-T", "ps_6_0", "-I", "before", "-I", "inner", "a.hlsl", "-Fo", "o"];
    let compiled = |server| {
        assert!(folder.compile("", &line, "", server).status.success());
        folder.bytes("o")
    };
    let mut all = vec![compiled(Some(&socket))];
    for value in 2..5 {
        folder.write("value.hlsli", format!("static const float VALUE = {value};\n"));
        all.push(compiled(Some(&socket)));
        assert_eq!(all.last(), Some(&compiled(None)), "{value}");
    }
    // A file that was searched for in vain.
    folder.write("a.hlsl", "#include <value.hlsli>\nfloat4 main(float v : V) : SV_Target { return sin(v) * VALUE; }\n");
    fs::rename(folder.join("value.hlsli"), folder.join("inner/value.hlsli")).expect("a file can be moved");
    all.push(compiled(Some(&socket)));
    fs::create_dir(folder.join("before")).expect("a folder can be made");
    folder.write("before/value.hlsli", "static const float VALUE = 9;\n");
    all.push(compiled(Some(&socket)));
    assert_eq!(all.last(), Some(&compiled(None)));
    let count = all.len();
    all.sort();
    all.dedup();
    // The file that was moved gives the module of before.
    assert_eq!(all.len(), count - 1);
    // What one call has read another one may write.
    folder.write("other.hlsl", "float4 main() : SV_Target { return 1; }\n");
    let overwriting = folder.compile("", &["-T", "ps_6_0", "other.hlsl", "-Fo", "a.hlsl"], "", Some(&socket));
    assert!(overwriting.status.success(), "{}", said(&overwriting));
}

#[test]
fn many_clients_are_served_at_once() {
    let folder = Folder::new("many");
    let mut server = folder.serve(&["--jobs", "3"]);
    let socket = folder.socket();
    let body: String = (0..400).map(|at| format!("float f{at}(float x) {{ return x * {at} + sin(x); }}\n")).collect();
    folder.write("long.hlsl", format!("{body}float4 main(float v : V) : SV_Target {{ return f7(v) + N; }}\n"));
    std::thread::scope(|scope| {
        for at in 0..24 {
            let (folder, socket) = (&folder, &socket);
            scope.spawn(move || {
                let (own, served, define) = (format!("own{at}"), format!("served{at}"), format!("-DN={at}"));
                let line = |file| ["-T", "ps_6_0", "long.hlsl", &define, "-Fo", file].map(str::to_owned);
                for (file, server) in [(&own, None), (&served, Some(socket.as_path()))] {
                    let words = line(file);
                    let words: Vec<&str> = words.iter().map(String::as_str).collect();
                    assert!(folder.compile("", &words, "", server).status.success());
                }
                assert!(!folder.bytes(&own).is_empty() && folder.bytes(&own) == folder.bytes(&served), "{at}");
            });
        }
    });
    if cfg!(target_os = "linux") {
        assert!((1..=3).contains(&server.workers().len()), "{:?}", server.workers());
    }
    // A worker that is killed is replaced.
    for worker in server.workers() {
        assert!(Command::new("kill").args(["-9", &worker]).status().expect("kill runs").success());
    }
    let line = ["-T", "ps_6_0", "long.hlsl", "-DN=1", "-Fo", "o"];
    assert!(folder.compile("", &line, "", Some(&socket)).status.success());
    assert_eq!(folder.bytes("o"), folder.bytes("own1"));
    assert!(server.0.0.try_wait().expect("a state").is_none_or(|status| status.success()));
}

#[test]
fn a_server_ends() {
    let folder = Folder::new("ends");
    let mut server = folder.serve(&["--idle", "1"]);
    wait_for("the end of an idle server", || !folder.socket().exists());
    assert!(server.0.0.wait().expect("it ends").success());

    let mut server = folder.serve(&["--idle", "0"]);
    let stop = || folder.command(["serve", "--stop", "--socket"]).arg(folder.socket()).output().expect("it runs");
    assert!(stop().status.success());
    assert!(server.0.0.wait().expect("it ends").success());
    assert!(!folder.socket().exists());
    let again = stop();
    let message = said(&again);
    assert!(again.status.code() == Some(1) && message.contains("cannot stop the server at"), "{message}");
}

#[test]
fn there_is_one_server_for_a_socket() {
    let folder = Folder::new("one");
    let first = folder.serve(&[]);
    let second = || {
        let mut command = folder.command(["serve", "--idle", "1", "--socket"]);
        command.arg(folder.socket()).output().expect("the command runs")
    };
    let output = second();
    let message = said(&output);
    assert!(output.status.code() == Some(1) && message.contains("there is a server already"), "{message}");
    // The socket of one that was killed is taken over, once its workers have seen that.
    drop(first);
    assert!(folder.socket().exists());
    wait_for("the end of the workers", || second().status.success());
}

/// A server that does something else: it takes some connections, one by one.
fn pretend(socket: &Path, answer: impl Fn(UnixStream) + Send + 'static) {
    let listener = UnixListener::bind(socket).expect("a socket can be made");
    std::thread::spawn(move || listener.incoming().map_while(Result::ok).for_each(answer));
}

#[test]
fn a_client_that_is_not_served_compiles() {
    type Answer = fn(UnixStream);
    let answers: &[(&str, Answer)] = &[
        ("closes", drop),
        ("refuses", |mut stream| _ = stream.write_all(b"fr")),
        ("lies", |mut stream| _ = stream.write_all(b"nonsense")),
        ("takes the request and closes", |mut stream| {
            let _ = stream.write_all(b"f");
            let _ = stream.read(&mut [0; 4]);
        }),
        ("says nothing", std::mem::forget),
        ("takes the request and says nothing", |mut stream| {
            let _ = stream.write_all(b"f");
            std::mem::forget(stream);
        }),
    ];
    for (at, (name, answer)) in answers.iter().enumerate() {
        let folder = Folder::new(&format!("pretended{at}"));
        pretend(&folder.socket(), *answer);
        // Streams that were passed on stay open as long as such a server keeps them: no pipe of this test may be one.
        let mut command = folder.command(["-T", "ps_6_0", "a.hlsl", "-Fo", "o"]);
        let command = command.env("HLSL2SPIRV_SERVER", folder.socket()).stdout(Stdio::null());
        let status = command.stderr(Stdio::null()).status().expect("the command runs");
        assert!(status.success() && !folder.bytes("o").is_empty(), "{name}");
    }
    let folder = Folder::new("without");
    for server in ["absent", "a.hlsl", "inner", "/dev/null"] {
        let output = folder.compile("", &["-T", "ps_6_0", "a.hlsl", "-Fo", "o"], "", Some(Path::new(server)));
        assert!(output.status.success() && !folder.bytes("o").is_empty(), "{server}");
        fs::remove_file(folder.join("o")).expect("it is there");
    }
}

/// Who reads what a client prints waits no longer than for the client, whatever the compilation waits for.
#[test]
fn streams_of_a_client_that_is_killed_are_let_go() {
    let folder = Folder::new("killed");
    let server = folder.serve(&["--jobs", "1"]);
    let mut command = folder.command(["-T", "ps_6_0", "-"]);
    command.env("HLSL2SPIRV_SERVER", folder.socket()).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut client = Ended(command.spawn().expect("the command runs"));
    let (input, mut output) = (client.0.stdin.take(), client.0.stdout.take().expect("a pipe"));
    let has_input = |worker: &String| {
        fs::read_link(format!("/proc/{worker}/fd/0")).is_ok_and(|file| file.to_string_lossy().starts_with("pipe:"))
    };
    match cfg!(target_os = "linux") {
        true => wait_for("the client at the worker", || server.workers().iter().any(has_input)),
        false => std::thread::sleep(Duration::from_millis(500)),
    }
    drop(client);
    let start = Instant::now();
    output.read_to_end(&mut Vec::new()).expect("it is read");
    // A compilation waits ten seconds for its input.
    assert!(start.elapsed() < Duration::from_secs(7), "{:?}", start.elapsed());
    drop(input);
    let line = ["-T", "ps_6_0", "a.hlsl", "-Fo", "o"];
    assert!(folder.compile("", &line, "", Some(&folder.socket())).status.success() && !folder.bytes("o").is_empty());
}

/// Only root can give a socket to another user: others test that it is used while it is theirs.
#[test]
fn sockets_of_other_users_are_not_used() {
    let folder = Folder::new("others");
    let listener = UnixListener::bind(folder.socket()).expect("a socket can be made");
    listener.set_nonblocking(true).expect("a socket");
    let is_given_away = std::os::unix::fs::chown(folder.socket(), Some(NOBODY), None).is_ok();
    let compile = || folder.compile("", &["-T", "ps_6_0", "a.hlsl", "-Fo", "o"], "", Some(&folder.socket()));
    assert!(compile().status.success() && !folder.bytes("o").is_empty());
    assert_eq!(listener.accept().is_err(), is_given_away, "a server of another user was asked");
}

/// The number of a user that has nothing, on most systems.
const NOBODY: u32 = 65534;

#[test]
fn a_server_is_started_on_demand() {
    let folder = Folder::new("auto");
    let runtime = folder.join("runtime");
    fs::create_dir(&runtime).expect("a folder can be made");
    let run = |words: &[&str]| {
        let mut command = folder.command(words.iter().copied());
        command.env("XDG_RUNTIME_DIR", &runtime).env("HLSL2SPIRV_SERVER", "auto");
        command.output().expect("the command runs")
    };
    let line = ["-T", "ps_6_0", "a.hlsl", "-Fo", "o"];
    assert!(run(&line).status.success());
    let own = folder.bytes("o");
    let place = runtime.join("hlsl2spirv");
    wait_for("the server", || fs::read_dir(&place).is_ok_and(|entries| entries.count() == 1));
    assert_eq!(fs::metadata(&place).expect("a folder").permissions().mode() & 0o777, 0o700);
    fs::remove_file(folder.join("o")).expect("it is there");
    assert!(run(&line).status.success());
    assert_eq!(folder.bytes("o"), own);
    assert!(run(&["serve", "--stop"]).status.success());
    wait_for("the end of the server", || fs::read_dir(&place).is_ok_and(|entries| entries.count() == 0));

    fs::set_permissions(&place, fs::Permissions::from_mode(0o755)).expect("they can be set");
    let refused = run(&["serve"]);
    let message = said(&refused);
    assert!(refused.status.code() == Some(1) && message.contains("the user alone"), "{message}");
    assert!(run(&line).status.success(), "without a server too");
}
