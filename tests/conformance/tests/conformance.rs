//! A fixed tenth of every chapter on this machine, with lanes one by one, together and in the interpreter, at three levels.
//! All of it with `CONFORMANCE_EVERY=1`, for which `--profile long` is made. Programs that must not compile all run, and all
//! interfaces are made.

use conformance::chapters::{CHAPTERS, Chapter};
use conformance::compiler::Compiler;
use conformance::run::{self, Run};
use conformance::way::Way;
use conformance::{interfaces, known, refused};
use libtest_mimic::{Arguments, Failed, Trial};

/// The levels, each with the ways to run its modules: what passes do is not the business of the ways.
const LEVELS: [(&str, &[&str]); 3] = [
    ("-O3", &["single", "together", "interpreter"]),
    ("-O0", &["together", "interpreter"]),
    ("-fcgl", &["single", "interpreter"]),
];

/// The failures that are reported in full.
const REPORTED: usize = 12;

fn main() {
    let every = std::env::var("CONFORMANCE_EVERY").map_or(10, |text| text.parse().expect("a number"));
    let lacking = Way::open("single").err();
    let trials = CHAPTERS.iter().flat_map(|chapter| {
        let lacking = lacking.clone();
        LEVELS.iter().enumerate().map(move |(number, (level, ways))| {
            let name = format!("{}{level}", chapter.name);
            // Each level runs another tenth.
            let first = number * (every / LEVELS.len());
            match &lacking {
                None => Trial::test(name, move || check(chapter, level, ways, (first, every))),
                Some(reason) => Trial::test(format!("{name} ({reason})"), || Ok(())).with_ignored_flag(true),
            }
        })
    });
    let refused = Trial::test("refused", mistakes_are_refused);
    let interfaces = Trial::test("interfaces", interfaces_are_as_specified);
    libtest_mimic::run(&Arguments::from_args(), trials.chain([refused, interfaces]).collect()).exit();
}

fn check(chapter: &Chapter, level: &str, ways: &[&str], (first, every): (usize, usize)) -> Result<(), Failed> {
    let ways = ways.iter().map(|way| Way::open(way)).collect::<Result<Vec<_>, _>>()?;
    let settings = Run { compiler: Compiler::Ours, ways, levels: vec![level.to_owned()], threads: 1 };
    let results = run::run(&settings, &chapter.probes(first, every));
    let name = settings.compiler.name();
    let unknown = results.failures.iter().filter(|failure| known::reason(name, chapter.name, failure).is_none());
    let lines: Vec<_> =
        unknown.map(|failure| format!("{}: {}\n{}", failure.probe.name, failure.what, failure.file)).collect();
    match lines.len() {
        0 => Ok(()),
        count => Err(format!("{count} probes\n{}", lines[..count.min(REPORTED)].join("\n\n")).into()),
    }
}

fn interfaces_are_as_specified() -> Result<(), Failed> {
    let different = interfaces::differences(&Compiler::Ours);
    let lines = different.iter().map(|difference| {
        let interfaces::Difference { interface, found } = difference;
        format!("{}: {found}, not {}", interface.name, interfaces::wanted(interface))
    });
    let lines: Vec<_> = lines.collect();
    if lines.is_empty() { Ok(()) } else { Err(lines.join("\n").into()) }
}

fn mistakes_are_refused() -> Result<(), Failed> {
    if !refused::takes_the_rest(&Compiler::Ours) {
        return Err("the program without a mistake does not compile".into());
    }
    let is_unknown = |mistake: &&&refused::Mistake| !known::ACCEPTED.contains(&mistake.body);
    let accepted: Vec<_> =
        refused::accepted(&Compiler::Ours).iter().filter(is_unknown).map(|mistake| mistake.text(true)).collect();
    if accepted.is_empty() { Ok(()) } else { Err(accepted.join("\n").into()) }
}
