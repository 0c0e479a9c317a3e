//! Shared by the tests of the command: temporary folders, the command in them, and its output.
#![allow(dead_code, reason = "each test is a crate of its own and uses a part")]

use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, Write};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

pub(crate) const COMMAND: &str = env!("CARGO_BIN_EXE_hlsl2spirv");

/// A folder that is removed at the end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn empty(name: &str) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let (process, number) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(format!("hlsl2spirv-{name}-{process}-{number}"));
        fs::create_dir_all(&path).expect("a folder can be made");
        Folder(path)
    }

    /// A folder with these files, and with folders where names end in `/`.
    pub(crate) fn with(name: &str, files: &[(&str, &str)]) -> Self {
        let folder = Folder::empty(name);
        for (name, text) in files {
            match name.ends_with('/') {
                true => fs::create_dir_all(folder.join(name)).expect("a folder can be made"),
                false => _ = folder.write(name, text),
            }
        }
        folder
    }

    /// Writes a file, and makes the folders around it. Returns its path.
    pub(crate) fn write(&self, name: impl AsRef<Path>, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
        fs::write(&path, text).expect("a file can be written");
        path
    }

    pub(crate) fn read(&self, name: impl AsRef<Path>) -> Vec<u8> {
        let path = self.join(name);
        fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    pub(crate) fn text(&self, name: impl AsRef<Path>) -> String {
        String::from_utf8(self.read(name)).expect("the file is text")
    }

    /// The names in a folder within this one, in their order.
    pub(crate) fn names(&self, within: &str) -> Vec<String> {
        let entries = fs::read_dir(self.join(within)).expect("the folder is there");
        let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        let mut names: Vec<String> = entries.map(|entry| name(entry.expect("an entry"))).collect();
        names.sort();
        names
    }

    /// The command in this folder.
    pub(crate) fn command<'w>(&self, words: impl IntoIterator<Item = &'w str>) -> Command {
        let mut command = Command::new(COMMAND);
        command.args(words).current_dir(&self.0).stdin(Stdio::null());
        command
    }

    /// Runs a command line in this folder.
    pub(crate) fn run(&self, line: &str) -> Output {
        self.command(line.split_whitespace()).output().expect("the command runs")
    }

    /// Runs a command line in this folder. Returns its status, its standard output and its standard error output.
    pub(crate) fn call(&self, line: &str) -> (i32, String, String) {
        outcome(&self.run(line))
    }
}

impl Deref for Folder {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

impl AsRef<Path> for Folder {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A process that does not outlive its test.
pub(crate) struct Ended(pub(crate) Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The standard error output of a command.
pub(crate) fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The standard output of a command.
pub(crate) fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The status, the standard output and the standard error output of a command.
pub(crate) fn outcome(output: &Output) -> (i32, String, String) {
    (output.status.code().unwrap_or(-1), printed(output), said(output))
}

/// The status and the standard error output of a command.
pub(crate) fn ended(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), said(output))
}

/// Runs a command that takes this input.
pub(crate) fn fed(command: &mut Command, input: &[u8]) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    // A command that reads nothing has closed its end.
    let _ = child.stdin.take().map(|mut stdin| stdin.write_all(input));
    child.wait_with_output().expect("the command ends")
}

/// `PATH` with the command's folder before all others.
pub(crate) fn path() -> OsString {
    let others = std::env::var_os("PATH").unwrap_or_default();
    let own = Path::new(COMMAND).parent().map(Path::to_owned);
    std::env::join_paths(own.into_iter().chain(std::env::split_paths(&others))).expect("names without separators")
}

/// The root of the checkout.
pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The next message of a language server or a debugger.
pub(crate) fn read_message(from: &mut impl BufRead) -> Option<serde_json::Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if from.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim().split_once(':') {
            Some((_, value)) => length = value.trim().parse().ok(),
            None => break,
        }
    }
    let mut bytes = vec![0; length?];
    from.read_exact(&mut bytes).ok()?;
    serde_json::from_slice(&bytes).ok()
}
