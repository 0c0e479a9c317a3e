//! The library as a client in C sees it, which counts references, loads it again and again, and calls it from many threads; also
//! under valgrind and the address sanitiser. Without a tool a test is ignored, and its name says so.
//!
//! Variables make the runs longer: `STRESS_LOADS`, `STRESS_THREADS`, `STRESS_COMPILATIONS` (of each thread).

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the library, which cargo has built for this test.
fn folder() -> PathBuf {
    let program = std::env::current_exe().expect("a test has a file");
    program.parent().expect("in a folder").to_owned()
}

fn run(command: &mut Command) -> Result<String, Failed> {
    let output = command.output()?;
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    if output.status.success() { Ok(text) } else { Err(format!("{}\n{text}", output.status).into()) }
}

/// The compiled client, removed at the end.
struct Client(PathBuf);

impl Client {
    fn new(name: &str, flags: &[&str]) -> Result<Self, Failed> {
        let program = folder().join(format!("stress-{name}-{}", std::process::id()));
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stress.c");
        let own = if cfg!(feature = "abi-2022") { "-DOWN=5" } else { "-DOWN=3" };
        let mut command = Command::new("cc");
        command.args(["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-O1", "-g", own]).args(flags);
        run(command.arg(source).arg("-o").arg(&program).args(["-ldl", "-lpthread"]))?;
        Ok(Client(program))
    }

    /// A call of the client.
    fn command(&self, before: &[&str], words: &[&str]) -> Command {
        let all = before.iter().map(|word| (*word).to_owned()).chain([self.0.display().to_string()]);
        let mut all = all.chain([folder().join("libdxcompiler.so").display().to_string()]);
        let mut command = Command::new(all.next().expect("at least the client"));
        command.args(all).args(words);
        command
    }

    fn holds(&self, before: &[&str], words: &[&str]) -> Result<(), Failed> {
        let text = run(&mut self.command(before, words))?;
        if text.contains("all hold") { Ok(()) } else { Err(text.into()) }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A number of a variable, or the one of a short run.
fn count(variable: &str, short: u32) -> String {
    std::env::var(variable).unwrap_or_else(|_| short.to_string())
}

fn counts_hold(client: &Client, before: &[&str], threads: u32, compilations: u32) -> Result<(), Failed> {
    let (threads, compilations) = (count("STRESS_THREADS", threads), count("STRESS_COMPILATIONS", compilations));
    for way in ["one", "many"] {
        client.holds(before, &[way, &threads, &compilations])?;
    }
    Ok(())
}

fn loading_again_costs_nothing() -> Result<(), Failed> {
    Client::new("loads", &[])?.holds(&[], &["loads", &count("STRESS_LOADS", 200)])
}

fn threads_share_objects() -> Result<(), Failed> {
    counts_hold(&Client::new("threads", &[])?, &[], 64, 4)
}

/// Finds what is freed twice, too late or never, and is handed out by the library.
fn the_address_sanitiser_finds_nothing() -> Result<(), Failed> {
    let client = Client::new("asan", &["-fsanitize=address"])?;
    client.holds(&[], &["loads", &count("STRESS_LOADS", 20)])?;
    counts_hold(&client, &[], 16, 2)
}

/// Of a library without optimisation: what LLVM makes of safe code compares uninitialized bytes, where the result does
/// not depend on them.
fn valgrind_finds_nothing() -> Result<(), Failed> {
    let client = Client::new("valgrind", &[])?;
    let before = ["valgrind", "-q", "--error-exitcode=9", "--leak-check=full", "--errors-for-leak-kinds=definite"];
    client.holds(&before, &["many", &count("STRESS_THREADS", 2), &count("STRESS_COMPILATIONS", 1)])
}

/// A test that needs some programs, on Linux.
fn with(name: &str, programs: &[&str], test: fn() -> Result<(), Failed>) -> Trial {
    let is_there = |program: &&&str| Command::new(program).arg("--version").output().is_ok();
    let missing = programs.iter().find(|program| !is_there(program)).map(|program| format!("there is no {program}"));
    match missing.or_else(|| (!cfg!(target_os = "linux")).then(|| "this is not Linux".to_owned())) {
        None => Trial::test(name, test),
        Some(reason) => Trial::test(format!("{name} ({reason})"), test).with_ignored_flag(true),
    }
}

fn main() {
    let trials = vec![
        with("loading_again_costs_nothing", &["cc"], loading_again_costs_nothing),
        with("threads_share_objects", &["cc"], threads_share_objects),
        with("the_address_sanitiser_finds_nothing", &["cc"], the_address_sanitiser_finds_nothing),
        with("valgrind_finds_nothing", &["cc", "valgrind"], valgrind_finds_nothing),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
