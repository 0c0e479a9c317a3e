//! The language server under editors that are installed, with their own clients, and the extension for VS Code in a stand-in
//! for it. Without an editor its test is ignored, and its name says so.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use support::{COMMAND, Folder};

const LIGHTS: &str = "struct Light {\n  float3 position;\n  float power;\n};\n";
const LIT: &str = "#include \"lights.hlsli\"\nLight lamp;\nfloat shade(Light light, float3 normal) {\n    \
    return light.power * dot(normal, light.position);\n}\nfloat4 main(float3 n : NORMAL) : SV_Target {\n  \
    return shad(lamp,n);\n}\n";

/// Runs an editor with a script that does a session and says what is wrong.
fn session(name: &str, command: &mut Command) -> Result<(), Failed> {
    let project = Folder::with(name, &[("lights.hlsli", LIGHTS), ("lit.ps.hlsl", LIT)]);
    command.env("HLSL2SPIRV", COMMAND).env("FOLDER", &project.0);
    let output = command.current_dir(&project.0).stdin(Stdio::null()).output()?;
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    if output.status.success() { Ok(()) } else { Err(text.into()) }
}

fn neovim() -> Result<(), Failed> {
    let script = script("neovim.lua");
    session(
        "neovim",
        Command::new("nvim").args(["--headless", "--clean", "-c"]).arg(format!("luafile {}", script.display())),
    )
}

fn emacs() -> Result<(), Failed> {
    session("emacs", Command::new("emacs").args(["--batch", "-l"]).arg(script("emacs.el")))
}

fn pytest() -> Result<(), Failed> {
    let options = ["-m", "pytest", "-q", "-p", "no:cacheprovider"];
    session("pytest", Command::new("python3").args(options).arg(script("session.py")))
}

fn extension() -> Result<(), Failed> {
    session("extension", Command::new("node").arg(script("extension.cjs")))
}

fn protocol() -> Result<(), Failed> {
    session("protocol", Command::new("node").arg(script("protocol.cjs")))
}

fn explorer() -> Result<(), Failed> {
    let clients = Path::new(env!("CARGO_MANIFEST_DIR")).join("../editor/clients");
    session("explorer", Command::new("node").arg(script("explorer.cjs")).env("CLIENTS", clients))
}

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/editors").join(name)
}

/// A test that is ignored if a command, which shows that its editor is there, fails.
fn trial(name: &str, command: &[&str], run: fn() -> Result<(), Failed>) -> Trial {
    let mut probe = Command::new(command[0]);
    probe.args(&command[1..]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let is_there = probe.status().is_ok_and(|status| status.success());
    let name = if is_there { name.to_owned() } else { format!("{name} (it is not installed)") };
    Trial::test(name, run).with_ignored_flag(!is_there)
}

fn main() {
    let arguments = Arguments::from_args();
    let trials = vec![
        trial("neovim", &["nvim", "--version"], neovim),
        trial(
            "emacs with eglot",
            &["emacs", "--batch", "--eval", "(progn (package-activate-all) (require 'eglot))"],
            emacs,
        ),
        trial(
            "vscode-languageserver-protocol",
            &["node", "-e", "require('vscode-languageserver-protocol/node')"],
            protocol,
        ),
        trial("extension for VS Code", &["node", "--version"], extension),
        trial("the test explorer of VS Code's extension", &["node", "--version"], explorer),
        trial("pytest-lsp", &["python3", "-c", "import pytest_lsp"], pytest),
    ];
    libtest_mimic::run(&arguments, trials).exit();
}
