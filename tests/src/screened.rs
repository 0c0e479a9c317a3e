//! Which shaders compiled code looks for findings in, so that long checked runs of them are fast.

use crate::{collect, compiler, directives};
use driver::internal::CHECKED;
use libtest_mimic::{Failed, Trial};
use runner::{Checking, Engine, Module, Options, Screens};
use check::{Checks, Rules};

/// The compute shaders that the interpreter alone runs, with the reason.
const REFUSED: &[(&str, &str)] = &[(
    "ambient_occlusion.hlsl main",
    "word 3488: 'a screened RayQueryInitializeKHR' cannot run on the CPU: an instruction has no test",
)];

pub(crate) fn trials() -> Vec<Trial> {
    vec![Trial::test("screened::shaders", shaders)]
}

/// Each compute shader below `shaders/` is screened, or refused for the reason in the table.
fn shaders() -> Result<(), Failed> {
    let mut found = Vec::new();
    for path in collect::files(&collect::workspace().join("shaders"), "hlsl") {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let runs = directives::read(&std::fs::read_to_string(&path)?)?.runs;
        let is_compute = |options: &[String]| options.iter().any(|option| option.starts_with("cs_"));
        for run in runs.iter().filter(|run| is_compute(&run.options)) {
            let options: Vec<String> = run.options.iter().cloned().chain(CHECKED.map(str::to_owned)).collect();
            let compiler = compiler::compiler(&options).map_err(|failure| failure.to_string())?;
            let words = compiler.compile_file(&collect::display(&path)).map_err(|failure| failure.to_string())?.words;
            let entry = compiler.options().entry().to_owned();
            match screening(&words, &entry)? {
                Ok(()) => {}
                Err(why) => found.push(format!("{name} {entry}: {why}")),
            }
        }
    }
    let expected: Vec<String> = REFUSED.iter().map(|(shader, why)| format!("{shader}: {why}")).collect();
    match found == expected {
        true => Ok(()),
        false => Err(format!("refused are\n{}", found.join("\n")).into()),
    }
}

fn screening(words: &[u32], entry: &str) -> Result<Result<(), String>, Failed> {
    let checking = Checking { screens: Screens::All, ..Checking::new(Checks::parse("full", Rules::Hlsl)?) };
    let options = Options { engine: Engine::Interpreter(checking), ..Options::default() };
    let module = Module::new(words, entry, &options).map_err(|error| error.to_string())?;
    let screening = module.screening().ok_or("the module is not checked")?;
    Ok(screening.map_err(str::to_owned))
}
