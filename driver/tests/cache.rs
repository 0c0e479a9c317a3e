//! `batch --cache`: modules of earlier runs. Whatever is wrong with the folder, the outputs are those of a run without it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder for one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("hlsl2spirv-cache-{name}-{}", std::process::id()));
        fs::create_dir_all(path.join("out")).expect("a folder can be made");
        let folder = Folder(path);
        folder.write("a.hlsl", "#include \"a.hlsli\"\nfloat4 main() : SV_Target { return VALUE + A; }\n");
        folder.write("inc/a.hlsli", "#define VALUE 1\n");
        folder.write("warned.hlsl", "float4 main(float4 x : X) : SV_Target { float2 t = x; return t.x; }\n");
        folder.write("list", LIST);
        folder.write("secret", "of the build server");
        folder
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
        fs::write(path, text).expect("a file can be written");
    }

    /// Runs the list with these options and without outputs of before. Returns status, what was said, and all outputs.
    fn run(&self, options: &str) -> (Option<i32>, String, Vec<Vec<u8>>) {
        OUTPUTS.iter().for_each(|name| drop(fs::remove_file(self.0.join(name))));
        let mut command = Command::new(env!("CARGO_BIN_EXE_hlsl2spirv"));
        command.args(["batch", "list", "-j", "1"]).args(options.split_whitespace());
        let output = command.current_dir(&self.0).stdin(Stdio::null()).output().expect("the command runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let last = said.lines().last().unwrap_or_default().replace("hlsl2spirv: ", "");
        let outputs = OUTPUTS.iter().map(|name| fs::read(self.0.join(name)).unwrap_or_default()).collect();
        (output.status.code(), last, outputs)
    }

    /// All files below a folder of the cache.
    fn files(&self, below: &str) -> Vec<PathBuf> {
        let list = |path: &Path| -> Vec<PathBuf> {
            let entries =
                fs::read_dir(path).map(|entries| entries.map(|entry| entry.expect("an entry").path()).collect());
            entries.unwrap_or_default()
        };
        let mut all: Vec<PathBuf> =
            list(&self.0.join("cache").join(below)).iter().flat_map(|part| list(part)).collect();
        all.sort();
        all
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const LIST: &str = "-T ps_6_0 -I first -I inc -D A=1 a.hlsl -Fo out/1.spv\n\
    -T ps_6_0 -I first -I inc -D A=2 a.hlsl -Fo out/2.spv\n\
    -T ps_6_0 warned.hlsl -Fo out/w.spv\n";
const OUTPUTS: [&str; 3] = ["out/1.spv", "out/2.spv", "out/w.spv"];
const COMPILED: &str = "3 compiled, 0 unchanged";
const FOUND: &str = "1 compiled, 0 unchanged, 2 from the cache";

#[test]
fn what_an_earlier_run_has_left_is_not_compiled() {
    let folder = Folder::new("found");
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
    fs::remove_dir_all(folder.0.join("first")).expect("it was made");
    folder.write("inc/a.hlsli", "#define VALUE 8\n");
    let changed = folder.run("--cache cache");
    assert_eq!(changed.1, COMPILED);
    assert_ne!(changed.2[0], alone.2[0]);
    assert_ne!(changed.2[0], shadowed.2[0]);
    folder.write("list", &LIST.replace("-D A=1", "-D A=1 -O0"));
    assert_eq!(folder.run("--cache cache").1, "2 compiled, 0 unchanged, 1 from the cache");
}

#[test]
fn a_folder_that_only_reads_stays_empty() {
    let folder = Folder::new("reads");
    assert_eq!(folder.run("--cache cache --cache-read").1, COMPILED);
    assert!(!folder.0.join("cache").exists(), "nothing is written");
    // A place where nothing can be written changes nothing.
    folder.write("cache", "a file");
    let (status, said, _) = folder.run("--cache cache");
    assert_eq!((status, said.as_str()), (Some(0), COMPILED));
}

/// Fills the cache, damages it, and compares the outputs of another run with those without a cache. Returns what that says.
fn after(name: &str, options: &str, damage: impl Fn(&Folder)) -> String {
    let folder = Folder::new(name);
    let alone = folder.run("");
    assert_eq!(folder.run(&format!("--cache cache {options}")).1, COMPILED);
    assert_eq!((folder.files("ac").len(), folder.files("cas").len()), (2, 2));
    damage(&folder);
    let (status, said, outputs) = folder.run(&format!("--cache cache {options}"));
    assert_eq!((status, &outputs), (Some(0), &alone.2), "{name}: {said}");
    said
}

fn each(folder: &Folder, below: &str, change: impl Fn(Vec<u8>) -> Vec<u8>) {
    for file in folder.files(below) {
        let bytes = change(fs::read(&file).expect("an entry"));
        fs::write(file, bytes).expect("it can be written");
    }
}

/// The name of a lie, and what it does to the folder.
type Lie<'a> = (&'a str, &'a dyn Fn(&Folder));

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
        ("gone", &|folder| folder.files("cas").iter().for_each(|file| fs::remove_file(file).expect("an entry"))),
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
            let files = folder.files("ac");
            let [one, other] = [0, 1].map(|at| fs::read(&files[at]).expect("a record"));
            fs::write(&files[0], other).expect("it can be written");
            fs::write(&files[1], one).expect("it can be written");
        }),
        ("folders", &|folder| {
            for file in [folder.files("ac"), folder.files("cas")].concat() {
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
    format!("{body}code {}\n", &String::from_utf8_lossy(&output.stdout)[..64])
}

/// Has both records name the first module, which is valid.
#[cfg(target_os = "linux")]
fn forge(folder: &Folder) {
    let module = folder.files("cas")[0].file_name().expect("a name").to_string_lossy().into_owned();
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
    let folder = Folder::new("unsigned");
    let alone = folder.run("--cache cache");
    forge(&folder);
    let (status, said, outputs) = folder.run("--cache cache --cache-verify 1 -k");
    assert_eq!((status, &outputs), (Some(1), &alone.2), "{said}");
    assert!(folder.run("--cache cache --cache-key list").1.ends_with(COMPILED), "none is signed");
}

#[test]
fn the_folder_has_a_limit() {
    let folder = Folder::new("limit");
    assert_eq!(folder.run("--cache cache --cache-limit 0").1, COMPILED);
    assert_eq!((folder.files("ac").len(), folder.files("cas").len()), (0, 0));
    assert_eq!(folder.run("--cache cache --cache-limit 1").1, COMPILED);
    assert_eq!((folder.files("ac").len(), folder.files("cas").len()), (2, 2));
}
