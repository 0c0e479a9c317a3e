//! Compiles every file of a list several times and prints the compiler's throughput in text per second.
//!
//! `cargo run --release -p hlsl2spirv --no-default-features --example throughput -- <list> [options]`
//!
//! Each line of the list is a file and its options: `shader.hlsl -T ps_6_0`. Files should be preprocessed already
//! (`-P`), so that their length is that of the compiled text. Passes and validation do not count.
#![allow(clippy::print_stdout, reason = "a tool talks to its user")]

use hlsl2spirv::{Compiler, Disk};
use std::time::{Duration, Instant};

/// The number of compilations, of which the best counts.
const RUNS: u32 = 3;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let list = arguments.next().expect("the first argument is the list");
    let common: Vec<String> = arguments.collect();
    let list = std::fs::read_to_string(list).expect("the list can be read");
    let (mut bytes, mut time, mut speeds) = (0, Duration::ZERO, Vec::new());
    for line in list.lines() {
        let (file, own) = line.split_once(' ').unwrap_or((line, ""));
        let text = std::fs::read_to_string(file).expect("the files of the list can be read");
        let Some(best) = measure(file, &text, own, &common) else {
            println!("{file} does not compile");
            continue;
        };
        bytes += text.len();
        time += best;
        speeds.push(megabytes_per_second(text.len(), best));
    }
    speeds.sort_by(f64::total_cmp);
    let (Some(slowest), Some(median)) = (speeds.first(), speeds.get(speeds.len() / 2)) else { return };
    let whole = megabytes_per_second(bytes, time);
    println!("{} files, {bytes} bytes: {whole:.1} MB/s; slowest {slowest:.1}, median {median:.1}", speeds.len());
}

fn measure(file: &str, text: &str, own: &str, common: &[String]) -> Option<Duration> {
    let mut options = vec!["-fcgl", "-Vd"];
    options.extend(own.split_whitespace());
    options.extend(common.iter().map(String::as_str));
    options.push(file);
    let compiler = Compiler::from_args(&options).ok()?;
    (0..RUNS).map(|_| compile(&compiler, file, text)).min().flatten()
}

fn compile(compiler: &Compiler, file: &str, text: &str) -> Option<Duration> {
    let start = Instant::now();
    compiler.compile(file, text, &Disk).ok().map(|_| start.elapsed())
}

fn megabytes_per_second(bytes: usize, time: Duration) -> f64 {
    bytes as f64 / time.as_secs_f64() / 1e6
}
