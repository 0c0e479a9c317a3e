//! Reflection of modules: those of the suite, mutants of them, and comparison with SPIRV-Cross.

mod cross;
mod declared;
mod generated;
mod needs;
mod schema;
mod slang;
mod values;

use crate::cases::Cases;
use crate::kernels::support::Found;
use crate::{collect, compiler, directives};
use driver::Artifact;
use libtest_mimic::{Failed, Trial};
use mutants::Numbers;
use reflect::code::{self, RustOptions};
use reflect::{Kind, Reflection, Struct};
use std::path::{Path, PathBuf};

pub(crate) fn trials(cpu: &Found) -> Vec<Trial> {
    let mut trials = vec![
        Trial::test("reflection::documents_are_consistent", documents_are_consistent),
        Trial::test("reflection::the_source_and_the_words_agree", the_source_and_the_words_agree),
        Trial::test("reflection::the_same_words_give_the_same_document", documents_are_the_same),
    ];
    trials.extend(mutants());
    trials.extend(cross::trials());
    trials.extend(declared::trials());
    trials.extend(generated::trials(cpu));
    trials.extend(needs::trials());
    trials.extend(schema::trials());
    trials.extend(slang::trials());
    trials.extend(values::trials(cpu));
    trials
}

/// The modules of the suite and the shaders of this repository, each with its file.
fn modules() -> impl Iterator<Item = (PathBuf, Vec<u32>)> {
    artifacts().map(|(path, artifact)| (path, artifact.words))
}

fn artifacts() -> impl Iterator<Item = (PathBuf, Artifact)> {
    let folders = [Path::new(collect::SUITE).to_owned(), collect::workspace().join("shaders")];
    let files = folders.into_iter().flat_map(|folder| collect::files(&folder, "hlsl"));
    files.flat_map(|path| compiled(&path).into_iter().map(move |artifact| (path.clone(), artifact)))
}

/// The artifacts of a file's runs.
fn compiled(path: &Path) -> Vec<Artifact> {
    let text = driver::internal::decode(std::fs::read(path).unwrap_or_default());
    let runs = directives::read(&text).map(|found| found.runs).unwrap_or_default();
    let made = |options: &[String]| compiler::compiler(options).ok()?.compile_file(path).ok();
    runs.iter().filter_map(|run| made(&run.options)).filter(|artifact| !artifact.words.is_empty()).collect()
}

/// The facts of the analysis agree with those that the reader finds in the words.
fn the_source_and_the_words_agree() -> Result<(), Failed> {
    let (mut problems, mut count, mut facts) = (Vec::new(), 0, 0);
    for (path, artifact) in artifacts() {
        let (found, differences) = artifact.compared_reflection().map_err(|error| error.to_string())?;
        count += 1;
        facts += found.bindings.iter().filter(|one| one.hlsl.is_some()).count();
        problems.extend(differences.iter().map(|problem| format!("{}: {problem}", collect::display(&path))));
        // Resources that the module lacks are among the others.
        problems.extend(is_consistent(&found).err().map(|problem| format!("{}: {problem}", collect::display(&path))));
    }
    match problems.is_empty() && count > 300 && facts > 300 {
        true => Ok(()),
        false => {
            Err(format!("{} in {count} modules with {facts} resources:\n{}", problems.len(), problems.join("\n"))
                .into())
        }
    }
}

fn documents_are_consistent() -> Result<(), Failed> {
    let mut problems = Vec::new();
    let mut count = 0;
    for (path, words) in modules() {
        count += 1;
        let verdict = reflect::read(&words).map_err(|error| error.to_string()).and_then(|found| is_consistent(&found));
        problems.extend(verdict.err().map(|problem| format!("{}: {problem}", collect::display(&path))));
    }
    match problems.is_empty() && count > 300 {
        true => Ok(()),
        false => Err(format!("{} of {count} modules:\n{}", problems.len(), problems.join("\n")).into()),
    }
}

/// Checks that references within a document resolve, and members lie within their structs.
fn is_consistent(found: &Reflection) -> Result<(), String> {
    serde_json::from_str::<serde_json::Value>(&found.to_json()).map_err(|error| error.to_string())?;
    let is_text = !reflect::text(found).is_empty();
    let is_sorted = found.bindings.is_sorted_by_key(|one| (one.set, one.binding));
    if !is_text || !is_sorted {
        return Err("the bindings are not sorted".to_owned());
    }
    let blocks = found.bindings.iter().filter_map(|one| one.block.as_ref());
    let others = found.push_constants.iter().chain(&found.shader_records).map(|one| &one.block);
    for name in blocks.chain(others) {
        found.structure(name).ok_or_else(|| format!("unknown struct {name}"))?;
    }
    found.types.iter().enumerate().try_for_each(|(at, one)| fits(one, &found.types[..at]))?;
    for entry in &found.entry_points {
        for used in &entry.resources {
            let end = found.bindings[used.binding].block.as_deref().and_then(|name| found.structure(name));
            let end = end.and_then(|block| block.size.number()).unwrap_or(u64::MAX);
            let last = used.ranges.last().map_or(0, |range| range.offset + range.size.number().unwrap_or_default());
            if last > end {
                return Err(format!("'{}' uses bytes to {last} of {end} of '{}'", entry.name, used.name));
            }
        }
    }
    Ok(())
}

/// Checks that the members of a struct lie in it and name structs defined before it.
fn fits(one: &Struct, before: &[Struct]) -> Result<(), String> {
    for member in &one.members {
        let size = member.size.number().unwrap_or_default();
        if one.size.number().is_some_and(|all| member.offset + size > all) {
            return Err(format!("{}.{} ends behind its struct", one.name, member.name));
        }
        let name = member.ty.structure.as_ref().filter(|_| member.ty.kind == Kind::Struct);
        if name.is_some_and(|name| !before.iter().any(|other| other.name == *name)) {
            return Err(format!("{}.{} is of a struct that is not there", one.name, member.name));
        }
    }
    Ok(())
}

fn documents_are_the_same() -> Result<(), Failed> {
    for (path, words) in modules().step_by(20) {
        let made = || reflect::read(&words).map(|found| (found.to_json(), reflect::text(&found)));
        if made() != made() {
            return Err(format!("{} has two documents", collect::display(&path)).into());
        }
    }
    Ok(())
}

/// Mutated modules give an error or a document, and no panic.
fn mutants() -> Vec<Trial> {
    let cases = Cases::of("REFLECTED", 20_000);
    let files = ["path_tracer", "lit", "histogram", "nbody"];
    let trial = |(part, name): (usize, &str)| {
        let numbers = cases.part(part, files.len());
        let path = collect::workspace().join("shaders").join(name).with_extension("hlsl");
        let run = move || {
            let words = compiled(&path).pop().ok_or("compilation failed")?.words;
            numbers.for_each(|number| exercise(&words, number));
            Ok(())
        };
        Trial::test(format!("reflection::mutants_of_{name}"), run)
    };
    files.iter().copied().enumerate().map(trial).collect()
}

fn exercise(words: &[u32], number: u64) {
    let mut numbers = Numbers::new(number);
    let changed = match numbers.below(3) {
        0 => mutants::with_moved_instruction(words, &mut numbers),
        1 => words[..numbers.below(words.len())].to_vec(),
        _ => mutants::with_other_words(words, 4, &mut numbers),
    };
    if let Ok(found) = reflect::read(&changed) {
        let code =
            [code::rust(&found, RustOptions::default()), code::c(&found), code::python(&found), code::ctypes(&found)];
        let _ = (found.to_json(), reflect::text(&found), code);
    }
}
