//! `batch --cache`: modules of earlier runs. Whatever is wrong with the store, the outputs are those of a run without it.

mod support;

mod caches;

use caches::{COMPILED, FOUND, LIST, Listed, Ran};
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
#[cfg(target_os = "linux")]
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use support::printed;

impl Listed {
    /// Runs the list with these options.
    fn run(&self, options: &str) -> Ran {
        self.run_with(options, &[])
    }
}

/// All files below a folder of the cache.
fn files(folder: &Listed, below: &str) -> Vec<PathBuf> {
    let list = |path: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(path).map(|entries| entries.map(|entry| entry.expect("an entry").path()).collect());
        entries.unwrap_or_default()
    };
    let mut all: Vec<PathBuf> = list(&folder.join("cache").join(below)).iter().flat_map(|part| list(part)).collect();
    all.sort();
    all
}

#[test]
fn what_an_earlier_run_has_left_is_not_compiled() {
    let folder = Listed::new("found");
    let alone = folder.run("");
    assert_eq!((alone.0, alone.1.as_str()), (Some(0), COMPILED));
    assert_eq!(folder.run("--cache cache"), alone);
    // What has a warning is compiled again, so that it comes again.
    let found = (Some(0), FOUND.to_owned(), alone.2.clone());
    assert_eq!(folder.run("--cache cache"), found);
    assert_eq!(folder.run("--cache cache --cache-read"), found);
    assert_eq!(folder.run("--cache cache --cache-verify 1"), (Some(0), COMPILED.to_owned(), alone.2.clone()));
    // A file that was missing, another content, and other options.
    folder.write("first/a.hlsli", "#define VALUE 7\n");
    let shadowed = folder.run("--cache cache");
    assert_eq!(shadowed.1, COMPILED);
    assert_ne!(shadowed.2[0], alone.2[0]);
    fs::remove_dir_all(folder.join("first")).expect("it was made");
    folder.write("inc/a.hlsli", "#define VALUE 8\n");
    let changed = folder.run("--cache cache");
    assert_eq!(changed.1, COMPILED);
    assert_ne!(changed.2[0], alone.2[0]);
    assert_ne!(changed.2[0], shadowed.2[0]);
    folder.write("list", LIST.replace("-D A=1", "-D A=1 -O0"));
    assert_eq!(folder.run("--cache cache").1, "2 compiled, 0 unchanged, 1 from the cache");
}

#[test]
fn a_folder_that_only_reads_stays_empty() {
    let folder = Listed::new("reads");
    assert_eq!(folder.run("--cache cache --cache-read").1, COMPILED);
    assert!(!folder.join("cache").exists(), "nothing is written");
    // A place where nothing can be written changes nothing.
    folder.write("cache", "a file");
    let (status, said, _) = folder.run("--cache cache");
    assert_eq!((status, said.as_str()), (Some(0), COMPILED));
}

/// Fills the cache, damages it, and compares the outputs of another run with those without a cache. Returns what that says.
fn after(name: &str, options: &str, damage: impl Fn(&Listed)) -> String {
    let folder = Listed::new(name);
    let alone = folder.run("");
    assert_eq!(folder.run(&format!("--cache cache {options}")).1, COMPILED);
    assert_eq!((files(&folder, "ac").len(), files(&folder, "cas").len()), (2, 2));
    damage(&folder);
    let (status, said, outputs) = folder.run(&format!("--cache cache {options}"));
    assert_eq!((status, &outputs), (Some(0), &alone.2), "{name}: {said}");
    said
}

fn each(folder: &Listed, below: &str, change: impl Fn(Vec<u8>) -> Vec<u8>) {
    for file in files(folder, below) {
        let bytes = change(fs::read(&file).expect("an entry"));
        fs::write(file, bytes).expect("it can be written");
    }
}

/// The name of a lie, and what it does to the folder.
type Lie<'a> = (&'a str, &'a dyn Fn(&Listed));

#[test]
fn folders_that_lie_cost_time_alone() {
    let lies: [Lie<'_>; 9] = [
        ("bits", &|folder| {
            each(folder, "cas", |mut bytes| {
                bytes[40] ^= 1;
                bytes
            })
        }),
        ("cut", &|folder| each(folder, "cas", |bytes| bytes[..bytes.len() / 2].to_vec())),
        ("gone", &|folder| files(folder, "cas").iter().for_each(|file| fs::remove_file(file).expect("an entry"))),
        ("garbage", &|folder| each(folder, "ac", |_| b"\xff\xfe\0 garbage".to_vec())),
        ("half", &|folder| each(folder, "ac", |bytes| bytes[..bytes.len() - 70].to_vec())),
        ("edited", &|folder| {
            each(folder, "ac", |bytes| {
                String::from_utf8(bytes).expect("text").replace("read ", "absent x").into_bytes()
            })
        }),
        ("other", &|folder| {
            each(folder, "ac", |bytes| {
                String::from_utf8(bytes).expect("text").replace("\ncompiler ", "\ncompiler 9").into_bytes()
            })
        }),
        // The record of one under the key of the other one.
        ("swapped", &|folder| {
            let files = files(folder, "ac");
            let [one, other] = [0, 1].map(|at| fs::read(&files[at]).expect("a record"));
            fs::write(&files[0], other).expect("it can be written");
            fs::write(&files[1], one).expect("it can be written");
        }),
        ("folders", &|folder| {
            for file in [files(folder, "ac"), files(folder, "cas")].concat() {
                fs::remove_file(&file).expect("an entry");
                fs::create_dir(&file).expect("a folder can be made");
            }
        }),
    ];
    for (name, lie) in lies {
        assert_eq!(after(name, "", lie), COMPILED, "{name}");
    }
}

/// A record that names another module, with a digest of its own, as whoever may write there can make it.
#[cfg(target_os = "linux")]
fn forged(record: &str, module: &str) -> String {
    let old = record.lines().find_map(|line| line.strip_prefix("module ")).expect("a module");
    let body = record[..record.rfind("code ").expect("a code")].replace(old, module);
    let mut child = Command::new("sha256sum").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("sha256sum");
    std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), body.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    format!("{body}code {}\n", &printed(&output)[..64])
}

/// Has both records name the first module, which is valid.
#[cfg(target_os = "linux")]
fn forge(folder: &Listed) {
    let file = &files(folder, "cas")[0];
    let size = fs::metadata(file).expect("a module").len();
    let module = format!("{} {size}", file.file_name().expect("a name").to_string_lossy());
    each(folder, "ac", |bytes| forged(&String::from_utf8(bytes).expect("text"), &module).into_bytes());
}

#[cfg(target_os = "linux")]
#[test]
fn a_secret_tells_records_of_strangers() {
    let key = "../hlsl2spirv-cache-secret";
    fs::write(std::env::temp_dir().join("hlsl2spirv-cache-secret"), "of the build server")
        .expect("a file can be written");
    assert_eq!(after("signed", &format!("--cache-key {key}"), |_| ()), FOUND);
    assert_eq!(after("forged", &format!("--cache-key {key}"), forge), COMPILED);
    // Without a secret only compiling again shows it.
    let folder = Listed::new("unsigned");
    let alone = folder.run("--cache cache");
    forge(&folder);
    let (status, said, outputs) = folder.run("--cache cache --cache-verify 1 -k");
    assert_eq!((status, &outputs), (Some(1), &alone.2), "{said}");
    assert!(folder.run("--cache cache --cache-key list").1.ends_with(COMPILED), "none is signed");
}

#[test]
fn the_folder_has_a_limit() {
    let folder = Listed::new("limit");
    assert_eq!(folder.run("--cache cache --cache-limit 0").1, COMPILED);
    assert_eq!((files(&folder, "ac").len(), files(&folder, "cas").len()), (0, 0));
    assert_eq!(folder.run("--cache cache --cache-limit 1").1, COMPILED);
    assert_eq!((files(&folder, "ac").len(), files(&folder, "cas").len()), (2, 2));
}

/// What a server does instead of serving files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mood {
    Fine,
    /// It accepts a connection and says nothing.
    Hangs,
    /// It sends a byte from time to time.
    Trickles,
    Closes,
    Garbage,
    /// Headers without an end.
    Headers,
    /// Interim answers without an end.
    Continues,
    /// A body in chunks without an end.
    Floods,
    /// More bytes than any module has.
    Long,
    /// Fewer bytes than it has announced.
    Short,
    Fails,
    Redirects,
    /// Other bits in modules.
    Bits,
    /// The record of one under the key of another.
    Swapped,
    /// All files are the same one.
    Same,
    /// No files are taken.
    Refuses,
    /// Bodies in chunks, and a new connection for each request.
    Chunks,
}

type Files = Arc<Mutex<BTreeMap<String, Vec<u8>>>>;

/// A server of files for one test.
struct Server {
    port: u16,
    files: Files,
    mood: Arc<Mutex<Mood>>,
}

impl Server {
    fn new() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let server = Server {
            port: listener.local_addr().expect("an address").port(),
            files: Files::default(),
            mood: Arc::new(Mutex::new(Mood::Fine)),
        };
        let (files, mood) = (Arc::clone(&server.files), Arc::clone(&server.mood));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (files, mood) = (Arc::clone(&files), Arc::clone(&mood));
                std::thread::spawn(move || while serve(&stream, &files, &mood).is_some() {});
            }
        });
        server
    }

    fn set(&self, mood: Mood) {
        *self.mood.lock().expect("a mood") = mood;
    }

    fn options(&self) -> String {
        format!("--cache http://127.0.0.1:{}/shaders/", self.port)
    }

    fn names(&self, below: &str) -> Vec<String> {
        let files = self.files.lock().expect("files");
        files.keys().filter(|name| name.starts_with(&format!("/shaders/{below}/"))).cloned().collect()
    }
}

/// Answers a request. `None` where the connection ends.
fn serve(stream: &TcpStream, files: &Files, mood: &Mutex<Mood>) -> Option<()> {
    let mut reader = BufReader::new(stream);
    let (mut line, mut length) = (String::new(), 0);
    reader.read_line(&mut line).ok().filter(|length| *length > 0)?;
    let mut words = line.split_whitespace().map(str::to_owned);
    let (method, name) = (words.next()?, words.next()?);
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok().filter(|length| *length > 0)?;
        if let Some(value) = header.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
        if header.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let mood = *mood.lock().expect("a mood");
    let mut files = files.lock().expect("files");
    let mut out = stream;
    if method == "PUT" && [Mood::Fine, Mood::Chunks].contains(&mood) {
        files.insert(name, body);
        return out.write_all(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n").ok();
    }
    let Some(mut bytes) = chosen(&files, &name, mood) else {
        return out.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 5\r\n\r\nnone\n").ok();
    };
    drop(files);
    match mood {
        Mood::Hangs => std::thread::sleep(Duration::from_secs(60)),
        Mood::Trickles => {
            out.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n").ok()?;
            while out.write_all(b"x").is_ok() {
                std::thread::sleep(Duration::from_millis(300));
            }
        }
        Mood::Closes => {}
        Mood::Garbage => out.write_all(&[0xff; 5000]).ok()?,
        Mood::Headers => while out.write_all(b"HTTP/1.1 200 OK\r\nX: ".repeat(99).as_slice()).is_ok() {},
        Mood::Continues => while out.write_all(b"HTTP/1.1 100 Continue\r\n\r\n").is_ok() {},
        Mood::Floods => {
            out.write_all(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n").ok()?;
            let chunk = [b"10000\r\n".as_slice(), &[b'x'; 0x10000], b"\r\n"].concat();
            while out.write_all(&chunk).is_ok() {}
        }
        Mood::Long => out.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n").ok()?,
        Mood::Short => out.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n12").ok()?,
        Mood::Fails => out.write_all(b"HTTP/1.1 500 Error\r\nContent-Length: 0\r\n\r\n").ok()?,
        Mood::Redirects => {
            out.write_all(b"HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n").ok()?;
        }
        Mood::Refuses if method == "PUT" => {
            out.write_all(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n").ok()?;
            return Some(());
        }
        Mood::Chunks => {
            let (one, other) = bytes.split_at(bytes.len() / 3);
            let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n";
            let text = [one, other].map(|part| [format!("{:x}\r\n", part.len()).as_bytes(), part, b"\r\n"].concat());
            out.write_all(&[head.as_bytes(), &text.concat(), b"0\r\n\r\n"].concat()).ok()?;
        }
        Mood::Fine | Mood::Bits | Mood::Swapped | Mood::Same | Mood::Refuses => {
            if mood == Mood::Bits && name.contains("/cas/") {
                bytes[40] ^= 1;
            }
            let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", bytes.len());
            out.write_all(&[head.as_bytes(), &bytes].concat()).ok()?;
            return Some(());
        }
    }
    None
}

/// The file that is sent for a name.
fn chosen(files: &BTreeMap<String, Vec<u8>>, name: &str, mood: Mood) -> Option<Vec<u8>> {
    let found = files.get(name);
    match mood {
        Mood::Swapped if name.contains("/ac/") => {
            files.iter().find(|(other, _)| other.contains("/ac/") && *other != name).map(|(_, bytes)| bytes.clone())
        }
        Mood::Same => files.values().next().cloned(),
        Mood::Fine | Mood::Chunks | Mood::Bits | Mood::Swapped => found.cloned(),
        _ => Some(found.cloned().unwrap_or_default()),
    }
}

#[test]
fn a_server_has_what_an_earlier_run_has_left() {
    let (folder, server) = (Listed::new("server"), Server::new());
    let alone = folder.run("");
    assert_eq!(folder.run(&format!("{} --cache-read", server.options())), alone);
    assert!(server.files.lock().expect("files").is_empty(), "nothing is put");
    assert_eq!(folder.run(&server.options()), alone);
    let names = [server.names("ac"), server.names("cas")];
    assert_eq!(names.each_ref().map(Vec::len), [2, 2]);
    let found = (Some(0), FOUND.to_owned(), alone.2.clone());
    assert_eq!(folder.run(&server.options()), found);
    assert_eq!(folder.run(&format!("{} --cache-verify 1", server.options())), alone);
    server.set(Mood::Chunks);
    assert_eq!(folder.run(&server.options()), found);
    // A server that people may only read from.
    server.set(Mood::Refuses);
    assert_eq!(folder.run(&server.options()), found);
    folder.write("inc/a.hlsli", "#define VALUE 9\n");
    assert_eq!(folder.run(&server.options()).1, COMPILED);
    assert_eq!(server.names("ac"), names[0]);
    // Another folder with the same files, as on another machine.
    server.set(Mood::Fine);
    let other = Listed::new("server-other");
    assert_eq!(other.run(&server.options()), found);
    other.write("inc/a.hlsli", "#define VALUE 8\n");
    assert_eq!(other.run(&server.options()).1, COMPILED);
    assert_eq!([server.names("ac"), server.names("cas")].map(|names| names.len()), [2, 4]);
    assert!(other.warnings().is_empty());
}

#[test]
fn servers_that_lie_or_fail_cost_time_alone() {
    let (folder, server) = (Listed::new("liar"), Server::new());
    let alone = folder.run("");
    assert_eq!(folder.run(&server.options()), alone);
    let lies = [Mood::Bits, Mood::Swapped, Mood::Same];
    let failures = [
        Mood::Hangs,
        Mood::Trickles,
        Mood::Closes,
        Mood::Garbage,
        Mood::Headers,
        Mood::Continues,
        Mood::Floods,
        Mood::Long,
        Mood::Short,
        Mood::Fails,
        Mood::Redirects,
    ];
    for mood in lies.into_iter().chain(failures) {
        server.set(mood);
        let start = Instant::now();
        assert_eq!(folder.run(&server.options()), alone, "{mood:?}");
        // Three requests, of which each has two seconds, and a loaded machine.
        assert!(start.elapsed() < Duration::from_secs(30), "{mood:?} took {:?}", start.elapsed());
        assert_eq!(folder.warnings().len(), usize::from(failures.contains(&mood)), "{mood:?}");
    }
    // With what has been put in between, nothing is left that would be wrong.
    server.set(Mood::Fine);
    assert_eq!(folder.run(&server.options()), (Some(0), FOUND.to_owned(), alone.2));
}

#[test]
fn a_server_that_is_not_there_is_not_waited_for() {
    let folder = Listed::new("absent");
    let alone = folder.run("");
    let port = TcpListener::bind(("127.0.0.1", 0)).and_then(|listener| listener.local_addr()).expect("a port").port();
    assert_eq!(folder.run(&format!("--cache http://127.0.0.1:{port}")), alone);
    assert_eq!(folder.warnings().len(), 1);
    for wrong in ["https://", "http://", "http://localhost:port/"] {
        let (status, said, _) = folder.run(&format!("--cache {wrong}"));
        assert!(status == Some(1) && said.contains(wrong), "{said}");
    }
}

#[test]
fn logins_are_not_sent_in_clear() {
    let folder = Listed::new("clear");
    let variables = [("HLSL2SPIRV_CACHE_LOGIN", "user:secret")];
    for url in ["http://cache/shaders", "http://user:secret@cache/", "http://cache/shaders?secret"] {
        let (status, said, _) = folder.run_with(&format!("--cache {url}"), &variables);
        assert!(status == Some(1) && !said.contains("secret"), "{said}");
    }
    let (status, said, _) = folder.run_with("--cache http://127.0.0.1:9", &[("HLSL2SPIRV_CACHE_LOGIN", "a secret")]);
    assert!(status == Some(1) && said.contains("HLSL2SPIRV_CACHE_LOGIN") && !said.contains("secret"), "{said}");
    let (status, said, _) = folder.run_with("--cache cache --cache-login secret", &[]);
    assert!(status == Some(1) && said.contains("'cache' is a folder"), "{said}");
}

#[test]
fn addresses_name_the_feature_that_they_need() {
    let folder = Listed::new("features");
    let port = TcpListener::bind(("127.0.0.1", 0)).and_then(|listener| listener.local_addr()).expect("a port").port();
    for (scheme, feature, is_there) in
        [("https", "https-cache", cfg!(feature = "https-cache")), ("grpc", "remote", cfg!(feature = "remote"))]
    {
        // With the feature it is the address of a server that does not answer.
        let (status, said, _) = folder.run(&format!("--cache {scheme}://127.0.0.1:{port}"));
        assert_eq!(said.contains(&format!("the feature {feature} adds")), !is_there, "{said}");
        assert!(status == Some(1) || is_there, "{said}");
    }
}
