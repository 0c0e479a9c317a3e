//! The crates of the workspace: the folder of each, what it may import, and what the crates of a folder may import together.
//!
//! A crate alone in a folder of the top level is a stage of the compiler, or the driver. All others are in groups.

use super::documents::tree;
use super::{dependencies, verdict};
use crate::collect::workspace;
use libtest_mimic::Failed;
use std::path::PathBuf;

/// A crate of the workspace.
pub(super) struct Crate {
    /// The folder, relative to the root. Its last part is the name under which other crates import it.
    pub(super) folder: &'static str,
    /// The crates of the workspace that it may import.
    imports: &'static [&'static str],
}

impl Crate {
    /// The name under which other crates import it.
    pub(super) fn name(&self) -> &'static str {
        self.folder.rsplit_once('/').map_or(self.folder, |(_, name)| name)
    }

    /// The folder of the top level.
    fn group(&self) -> &'static str {
        self.folder.split_once('/').map_or(self.folder, |(group, _)| group)
    }
}

const fn row(folder: &'static str, imports: &'static [&'static str]) -> Crate {
    Crate { folder, imports }
}

/// The crates of the product, each behind those that it imports.
pub(super) const CRATES: &[Crate] = &[
    row("base", &[]),
    row("frontend", &["base"]),
    row("sema", &["base", "frontend"]),
    row("spirv/grammar", &[]),
    row("spirv/isa", &[]),
    row("spirv/dialect", &["base", "isa"]),
    row("spirv/text", &["base", "isa", "dialect"]),
    row("spirv/opt", &["base", "isa", "dialect"]),
    row("spirv/valid", &["base", "isa", "dialect"]),
    row("spirv/reflect", &["base", "isa", "dialect"]),
    row("codegen", &["base", "isa", "frontend", "sema"]),
    row("exchange/convert", &["base", "dialect", "text"]),
    row("exchange/kernel", &["base", "isa", "dialect", "opt"]),
    row("exchange/llvmir", &["base", "isa", "dialect", "text"]),
    row("cpu/trace", &[]),
    row("cpu/abi", &["dialect", "trace"]),
    row("cpu/stages", &["isa", "dialect", "abi"]),
    row("cpu/lower", &["base", "isa", "dialect", "text", "abi"]),
    row("cpu/check", &["base"]),
    row("cpu/texels", &[]),
    row("cpu/raster", &["texels"]),
    row("cpu/amber", &["texels"]),
    row("cpu/interp", &["base", "isa", "dialect", "abi", "check", "trace"]),
    row("cpu/debug", &["base", "check", "frontend", "interp"]),
    row(
        "cpu/runner",
        &["base", "dialect", "opt", "abi", "stages", "lower", "check", "interp", "texels", "raster", "trace"],
    ),
    row("editor/format", &["base", "frontend"]),
    row("editor/ide", &["base", "frontend", "format", "sema"]),
    row("editor/lsp", &["base", "format", "ide"]),
    row("driver/allocator", &[]),
    row("driver/arguments", &["base", "check", "format", "runner", "sema", "valid"]),
    row("driver/device", &[]),
    row("driver/remote", &["base"]),
    row(
        "driver/library",
        &[
            "base", "isa", "frontend", "sema", "ide", "codegen", "dialect", "text", "convert", "opt", "valid",
            "reflect", "kernel", "llvmir", "lower", "remote", "runner",
        ],
    ),
    row(
        "driver/launch",
        &[
            "library", "base", "isa", "frontend", "dialect", "text", "opt", "reflect", "abi", "check", "interp",
            "raster", "runner", "trace",
        ],
    ),
    row("driver/batch", &["arguments", "library", "base", "frontend", "sema", "reflect"]),
    row(
        "driver/commands",
        &[
            "arguments",
            "batch",
            "device",
            "launch",
            "library",
            "base",
            "isa",
            "frontend",
            "format",
            "sema",
            "ide",
            "lsp",
            "dialect",
            "text",
            "convert",
            "opt",
            "valid",
            "reflect",
            "lower",
            "check",
            "debug",
            "runner",
            "trace",
            "amber",
        ],
    ),
    row("driver", &["allocator", "commands", "launch", "library", "opt", "runner"]),
    row("embed/dxcompiler", &["allocator", "text", "valid", "driver"]),
    row("embed/capi", &["driver"]),
    row("embed/bridge", &["base", "check", "driver", "ide"]),
];

/// Crates that test or package the others.
pub(super) const BESIDE: &[&str] = &["release/sdk", "tests/mutants", "tests", "tests/conformance"];

/// What the crates of a folder of the top level may import from other such folders.
const GROUPS: &[(&str, &[&str])] = &[
    ("base", &[]),
    ("frontend", &["base"]),
    ("sema", &["base", "frontend"]),
    ("codegen", &["base", "frontend", "sema", "spirv"]),
    ("spirv", &["base"]),
    ("exchange", &["base", "spirv"]),
    // The debugger reads expressions of users with the tokens of the language.
    ("cpu", &["base", "spirv", "frontend"]),
    ("editor", &["base", "frontend", "sema"]),
    ("driver", &["base", "frontend", "sema", "codegen", "spirv", "exchange", "cpu", "editor"]),
    ("embed", &["base", "driver", "spirv", "cpu", "editor"]),
];

/// External crates that only some of the workspace may use, besides the tests.
const RESERVED: &[(&str, &[&str])] = &[
    ("rspirv", &["grammar"]),
    ("lsp-server", &["lsp"]),
    ("logos", &["frontend", "amber"]),
    ("lalrpop-util", &["frontend", "amber"]),
    ("codespan-reporting", &["base"]),
    ("clap", &["arguments", "commands"]),
    ("toml", &["commands"]),
    ("ureq", &["library"]),
    ("rustls", &["library"]),
    ("rustls-native-certs", &["library"]),
    ("tonic", &["remote"]),
    ("tonic-prost", &["remote"]),
    ("prost", &["remote"]),
    ("tokio", &["remote"]),
    ("tokio-stream", &["remote"]),
    ("spirv-tools", &["library"]),
    ("spirv-tools-sys", &["library"]),
    ("bytemuck", &["runner"]),
    ("libloading", &["runner", "device"]),
    ("divan", &["driver"]),
    ("naga", &["library"]),
    ("libc", &["allocator"]),
    ("ash", &["device"]),
];

/// The folder of a crate of the product.
pub(super) fn folder_of(name: &str) -> PathBuf {
    let found = CRATES.iter().find(|one| one.name() == name);
    workspace().join(found.map_or(name, |one| one.folder))
}

/// The folders of all crates of the workspace, those of the tests included.
pub(super) fn folders() -> impl Iterator<Item = &'static str> {
    CRATES.iter().map(|one| one.folder).chain(BESIDE.iter().copied())
}

/// A crate imports what its row has.
pub(super) fn crates_import_what_their_rows_allow() -> Result<(), Failed> {
    let mut problems = Vec::new();
    for one in CRATES {
        let manifest = std::fs::read_to_string(workspace().join(one.folder).join("Cargo.toml"))?;
        for dependency in dependencies(&manifest) {
            let ours = CRATES.iter().any(|other| other.name() == dependency);
            let reserved = RESERVED.iter().find(|(other, _)| *other == dependency);
            let is_refused = reserved.is_some_and(|(_, users)| !users.contains(&one.name()));
            if (ours && !one.imports.contains(&dependency)) || is_refused {
                problems.push(format!("{} must not import {dependency}", one.folder));
            }
        }
    }
    verdict(problems)
}

/// The rows of crates agree with those of their groups.
pub(super) fn groups_import_what_their_rows_allow() -> Result<(), Failed> {
    let mut problems = Vec::new();
    for one in CRATES {
        let Some((_, permitted)) = GROUPS.iter().find(|(group, _)| *group == one.group()) else {
            problems.push(format!("{} is in no group", one.folder));
            continue;
        };
        let imported = CRATES.iter().filter(|other| one.imports.contains(&other.name()));
        let foreign = imported.filter(|other| other.group() != one.group() && !permitted.contains(&other.group()));
        problems.extend(foreign.map(|other| format!("{} must not import {}", one.folder, other.folder)));
    }
    verdict(problems)
}

/// Crates that must not reach others, not even through a third: the interpreter runs where there is no LLVM.
const APART: &[(&str, &str)] = &[("interp", "lower"), ("debug", "lower")];

/// Returns whether a crate imports another, or one that reaches it.
fn reaches(from: &str, to: &str) -> bool {
    let imports = CRATES.iter().find(|one| one.name() == from).map_or(&[][..], |one| one.imports);
    imports.iter().any(|import| *import == to || reaches(import, to))
}

/// Crates that are to stay apart do.
pub(super) fn crates_apart_are_not_reached() -> Result<(), Failed> {
    let met = APART.iter().filter(|(from, to)| reaches(from, to));
    verdict(met.map(|(from, to)| format!("{from} must not reach {to}")).collect())
}

/// The chain of imports that the rows have is followed.
pub(super) fn reached_crates_are_found() -> Result<(), Failed> {
    let found = [("runner", "lower"), ("debug", "abi"), ("dialect", "lower")].map(|(from, to)| reaches(from, to));
    if found == [true, true, false] { Ok(()) } else { Err(format!("{found:?}").into()) }
}

/// The limit of entries at the top level, hidden ones not counted.
const TOP_LEVEL: usize = 24;

/// The top level stays readable, and has a folder for each crate.
pub(super) fn top_level_stays_small() -> Result<(), Failed> {
    let tree = tree()?;
    let mut entries: Vec<&str> = tree.iter().filter_map(|path| path.split('/').next()).collect();
    entries.retain(|entry| !entry.starts_with('.'));
    entries.sort_unstable();
    entries.dedup();
    match entries.len() {
        0..=TOP_LEVEL => Ok(()),
        many => Err(format!("{many} entries at the top level; the limit is {TOP_LEVEL}").into()),
    }
}
