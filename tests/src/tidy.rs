//! Conventions of the workspace as tests: imports between crates, lengths of files, order and coverage of tables.

mod circles;
mod dependencies;
mod disk;
mod documents;
mod engines;
mod english;
mod face;
mod groups;
mod instructions;
mod numbers;
mod releases;
mod rust;
mod sequences;
mod tuples;
mod unsafety;
mod wasm;

use crate::collect::{self, files, workspace};
use base::ids::Set;
use groups::{folder_of, folders};
use libtest_mimic::{Failed, Trial};
use std::path::Path;

type Check = fn() -> Result<(), Failed>;

pub(crate) fn trials() -> Vec<Trial> {
    let checks: [(&str, Check); 54] = [
        ("tidy::crates_import_what_their_rows_allow", groups::crates_import_what_their_rows_allow),
        ("tidy::groups_import_what_their_rows_allow", groups::groups_import_what_their_rows_allow),
        ("tidy::crates_apart_are_not_reached", groups::crates_apart_are_not_reached),
        ("tidy::reached_crates_are_found", groups::reached_crates_are_found),
        ("tidy::top_level_stays_small", groups::top_level_stays_small),
        ("tidy::emitter_names_stages_alone", emitter_names_stages_alone),
        ("tidy::modules_stand_in_an_order", modules_stand_in_an_order),
        ("tidy::circles_are_found", circles_are_found),
        ("tidy::modules_stand_on_their_own", modules_stand_on_their_own),
        ("tidy::climbs_are_found", climbs_are_found),
        ("tidy::functions_keep_their_size", functions_keep_their_size),
        ("tidy::parameters_have_names", tuples::parameters_have_names),
        ("tidy::tuples_are_found", tuples::tuples_are_found),
        ("tidy::public_items_are_used", public_items_are_used),
        ("tidy::modules_say_what_they_own", modules_say_what_they_own),
        ("tidy::files_keep_their_size", files_keep_their_size),
        ("tidy::nothing_is_left_undone", nothing_is_left_undone),
        ("tidy::codes_are_unique_and_in_order", codes_are_unique_and_in_order),
        ("tidy::every_diagnostic_is_tested", every_diagnostic_is_tested),
        ("tidy::options_are_unique", options_are_unique),
        ("tidy::options_are_read", options_are_read),
        ("tidy::options_are_tested", options_are_tested),
        ("tidy::manuals_are_fresh", manuals_are_fresh),
        ("tidy::files_are_used_in_few_places", disk::files_are_used_in_few_places),
        ("tidy::uses_of_files_are_found", disk::uses_of_files_are_found),
        ("tidy::clocks_are_asked_in_few_places", wasm::clocks_are_asked_in_few_places),
        ("tidy::questions_for_clocks_are_found", wasm::questions_for_clocks_are_found),
        ("tidy::dependencies_are_allowed", dependencies::dependencies_are_allowed),
        ("tidy::documents_name_what_is_there", documents::documents_name_what_is_there),
        ("tidy::first_documents_stay_short", documents::first_documents_stay_short),
        ("tidy::what_documents_lack_is_found", documents::what_is_missing_is_found),
        ("tidy::phrases_are_of_the_field", english::phrases_are_of_the_field),
        ("tidy::odd_phrases_are_found", english::odd_phrases_are_found),
        ("tidy::functions_of_numbers_are_our_own", numbers::functions_of_numbers_are_our_own),
        ("tidy::calls_of_the_c_library_are_found", numbers::calls_of_the_c_library_are_found),
        ("tidy::public_types_have_public_paths", face::public_types_have_public_paths),
        ("tidy::the_package_shows_the_library", face::the_package_shows_the_library),
        ("tidy::private_types_are_found", face::private_types_are_found),
        ("tidy::kinds_of_instructions_are_classes", instructions::kinds_of_instructions_are_classes),
        ("tidy::private_kinds_are_found", instructions::private_kinds_are_found),
        ("tidy::lowered_instructions_are_interpreted", engines::lowered_instructions_are_interpreted),
        ("tidy::instructions_without_a_form_are_found", engines::instructions_without_a_form_are_found),
        ("tidy::lowered_instructions_are_tested", engines::lowered_instructions_are_tested),
        ("tidy::instructions_without_a_test_are_found", engines::instructions_without_a_test_are_found),
        ("tidy::sequences_are_of_intrinsics", sequences::sequences_are_of_intrinsics),
        ("tidy::sequences_without_a_row_are_found", sequences::sequences_without_a_row_are_found),
        ("tidy::unsafe_code_says_why", unsafety::unsafe_code_says_why),
        ("tidy::workflows_run_what_must_pass", releases::workflows_run_what_must_pass),
        ("tidy::workflows_fuzz_every_target", releases::workflows_fuzz_every_target),
        ("tidy::workflows_call_scripts_that_exist", releases::workflows_call_scripts_that_exist),
        ("tidy::scripts_name_files_that_exist", releases::scripts_name_files_that_exist),
        ("tidy::packages_are_complete", releases::packages_are_complete),
        ("tidy::versions_agree", releases::versions_agree),
        ("tidy::releases_are_prepared", releases::releases_are_prepared),
    ];
    let checks = checks.into_iter().map(|(name, check)| Trial::test(name, check));
    checks.chain([releases::workflows_are_well_formed()]).collect()
}

fn verdict(problems: Vec<String>) -> Result<(), Failed> {
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

/// The emitter needs the names of stages, which are in the grammar's crate; it must not use the grammar.
fn emitter_names_stages_alone() -> Result<(), Failed> {
    let mut problems = Vec::new();
    for (path, text) in sources().into_iter().filter(|(path, _)| path.contains("/codegen/")) {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let foreign = code.match_indices("frontend::").filter(|(at, _)| !code[*at..].starts_with("frontend::language"));
        problems
            .extend(foreign.map(|(at, _)| format!("{path} names {}", code[at..].lines().next().unwrap_or_default())));
    }
    verdict(problems)
}

/// The names under `[dependencies]`.
fn dependencies(manifest: &str) -> Vec<&str> {
    let lines = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    lines.filter_map(|line| line.split(['.', ' ', '=']).next()).filter(|name| !name.is_empty()).collect()
}

/// The sources of all crates of the workspace.
fn sources() -> Vec<(String, String)> {
    let paths = folders().flat_map(|name| files(&workspace().join(name).join("src"), "rs"));
    paths.map(|path| (collect::display(&path), text_of(&path))).collect()
}

/// Permitted cycles of modules, with the reason.
const CIRCLES: &[(&str, &[&str], &str)] = &[];

/// The modules of a crate are acyclic, as [`circles`] defines it.
fn modules_stand_in_an_order() -> Result<(), Failed> {
    let mut problems = Vec::new();
    for name in folders() {
        let files = modules_of(&workspace().join(name).join("src"));
        let needs = circles::needs(&files);
        let mut found = Set::default();
        for circle in circles::circles(&needs) {
            let mut members: Vec<String> = circle.iter().map(|module| module.join("/")).collect();
            members.sort();
            if !CIRCLES.iter().any(|(owner, known, _)| *owner == name && *known == members) {
                problems.push(format!("{name} has a circle of modules: {}", ways(&needs, &circle)));
            }
            found.insert(members);
        }
        let gone =
            CIRCLES.iter().filter(|(owner, known, _)| *owner == name && !found.iter().any(|members| *known == members));
        problems.extend(gone.map(|(_, known, _)| format!("{name} has no circle of exactly {}", known.join(", "))));
    }
    verdict(problems)
}

/// Crates of many small parts. In the others a folder is one thing, which its first file defines.
const OF_PARTS: &[&str] = &["isa", "codegen", "opt", "valid", "kernel", "llvmir", "lower"];

/// Items that the files of a folder share are in a file of that folder, not in the module that consists of these files.
fn modules_stand_on_their_own() -> Result<(), Failed> {
    let mut problems = Vec::new();
    for name in OF_PARTS {
        let files = modules_of(&folder_of(name).join("src"));
        let climbs = circles::climbs(&files);
        let climbs = climbs.iter().map(|(file, above)| (file.join("/"), above.join("/")));
        problems.extend(climbs.map(|(file, above)| format!("in {name}, {file} names an item of '{above}' above it")));
    }
    verdict(problems)
}

/// An item of the module around is found through any import; what is beside the file is none.
fn climbs_are_found() -> Result<(), Failed> {
    let climbs = |files: &[(&str, &str)]| {
        let read = |(path, text): &(&str, &str)| rust::read(module_name(Path::new(path)), text);
        let files: Vec<_> = files.iter().map(read).collect();
        circles::climbs(&files).into_iter().map(|(file, above)| [file.join("/"), above.join("/")]).collect::<Vec<_>>()
    };
    let to_parent = climbs(&[("a.rs", "mod b; pub struct A;"), ("a/b.rs", "use super::A;")]);
    assert_eq!(to_parent, [["a/b", "a"]]);
    let to_root = climbs(&[("lib.rs", "mod a; pub struct A;"), ("a.rs", "mod b;"), ("a/b.rs", "fn f() { crate::A }")]);
    assert_eq!(to_root, [["a/b", ""]]);
    let beside =
        climbs(&[("a.rs", "mod b; mod c; pub use c::C;"), ("a/b.rs", "use super::C;"), ("a/c.rs", "pub struct C;")]);
    assert_eq!(beside, Vec::<[String; 2]>::new());
    Ok(())
}

/// The edges of a cycle.
fn ways(needs: &circles::Needs<'_>, circle: &[&[String]]) -> String {
    let ways = circle.iter().map(|module| {
        let next = circle.iter().filter(|other| needs[*module].contains(**other)).map(|other| other.join("/"));
        format!("{} needs {}", module.join("/"), next.collect::<Vec<_>>().join(" and "))
    });
    ways.collect::<Vec<_>>().join("; ")
}

/// The files below the sources of a crate, each as a list of its modules, without tests.
fn modules_of(source: &Path) -> Vec<Vec<rust::Module>> {
    let paths = files(source, "rs").into_iter().filter(|path| !path.ends_with("tests.rs"));
    paths.map(|path| rust::read(module_name(path.strip_prefix(source).unwrap_or(&path)), &text_of(&path))).collect()
}

/// The module of a file, by its path below `src`.
fn module_name(path: &Path) -> Vec<String> {
    let name: Vec<String> = path.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if name == ["lib"] || name == ["main"] { Vec::new() } else { name }
}

fn text_of(path: &Path) -> String {
    std::fs::read_to_string(path).expect("the file can be read")
}

/// A cycle is found through any re-export; a module and its folder are none.
fn circles_are_found() -> Result<(), Failed> {
    let circles = |files: &[(&str, &str)]| {
        let read = |(path, text): &(&str, &str)| rust::read(module_name(Path::new(path)), text);
        let files: Vec<_> = [("lib.rs", "")].iter().chain(files).map(read).collect();
        let needs = circles::needs(&files);
        let found = circles::circles(&needs);
        let name = |circle: &Vec<&[String]>| circle.iter().map(|module| module.join("/")).collect();
        found.iter().map(name).collect::<Vec<Vec<String>>>()
    };
    let pair = circles(&[("a.rs", "use crate::b::B;"), ("b.rs", "fn f() { super::a::g() }")]);
    assert_eq!(pair, [["b", "a"]]);
    let one_way = circles(&[("a.rs", "use crate::b; fn f() { b::g() }"), ("b.rs", "// crate::a::f()\nfn g() {}")]);
    assert_eq!(one_way, Vec::<Vec<String>>::new());
    let in_macro = circles(&[("a.rs", "fn f() { vec![crate::b::g()] }"), ("b.rs", "use crate::{a::{self, f as h}};")]);
    assert_eq!(in_macro.len(), 1);
    let family = circles(&[("a.rs", "mod b; struct A; fn f() { b::g() }"), ("a/b.rs", "use super::A; fn g() {}")]);
    assert_eq!(family, Vec::<Vec<String>>::new());
    let handed_on = circles(&[
        ("a.rs", "mod b; pub use b::B;"),
        ("a/b.rs", "use crate::c::C; pub struct B;"),
        ("c.rs", "use crate::a::B; pub struct C;"),
    ]);
    // The folder needs what `b` needs, but `c` needs `b` alone.
    assert_eq!(handed_on, [["c", "a/b"]]);
    let through_folder = circles(&[
        ("a.rs", "mod b; pub fn f() {}"),
        ("a/b.rs", "use crate::c::C;"),
        ("c.rs", "pub struct C; fn g() { crate::a::f() }"),
    ]);
    assert_eq!(through_folder, [["c", "a"]]);
    let of_tests = circles(&[("a.rs", "#[cfg(test)] mod tests { use crate::b::g; }"), ("b.rs", "use crate::a::f;")]);
    assert_eq!(of_tests, Vec::<Vec<String>>::new());
    Ok(())
}

/// The limit of lines per function.
const FUNCTION_BUDGET: usize = 100;

fn functions_keep_their_size() -> Result<(), Failed> {
    let mut problems = Vec::new();
    for (path, text) in sources() {
        for item in rust::read(Vec::new(), &text).iter().flat_map(|module| &module.items) {
            let lines = item.end.map_or(0, |end| end - item.line + 1);
            if lines > FUNCTION_BUDGET {
                let name = &item.name;
                problems
                    .push(format!("{path}:{}: {name} has {lines} lines; the budget is {FUNCTION_BUDGET}", item.line));
            }
        }
    }
    verdict(problems)
}

/// Folders whose sources use names of the workspace, in programs and in tests.
const USERS: [&str; 3] = ["src", "benches", "examples"];
const TESTS: [&str; 2] = ["tests", "fuzz_targets"];

/// Crates that are tests themselves.
const OF_TESTS: [&str; 4] = ["tests", "tests/mutants", "tests/fuzz", "tests/conformance"];

/// Public items without a user in the programs here, and their users.
const USED_ELSEWHERE: &[(&str, &str)] = &[
    ("DxcCreateInstance", "exported to C"),
    ("DxcCreateInstance2", "exported to C"),
    ("MATH_FUNCTIONS", "the runner's own tests compare it with what the runner has"),
    ("allow_gaps", "for programs whose dispatches leave bindings out"),
    ("array_type", "for programs that build modules"),
    ("assert_picture", "for programs that test pictures"),
    ("back_face", "for programs that test pixel shaders"),
    ("bool_type", "for programs that build modules"),
    ("clear_stencil", "for programs that draw"),
    ("disassembly", "for programs that print modules"),
    ("draw_indirect", "for programs that draw"),
    ("hlsl_version", "for programs that choose it"),
    ("read_color", "for programs that draw"),
    ("read_depth", "for programs that draw"),
    ("read_stencil", "for programs that draw"),
    ("set_texel", "for programs that fill images"),
    ("set_values", "for programs that fill images"),
    ("shaders_in", "for build scripts"),
    ("spec_constant_int", "for programs that build modules"),
    ("transform", "for programs that test vertex shaders"),
    ("try_compile", "for build scripts"),
    ("with_levels", "for programs that make images"),
    ("with_limit", "for programs that keep kernels"),
    ("write_color", "for programs that draw"),
    ("works", "the checks of options that stand here"),
];

/// Names of the library for C, whose header a test compares with them.
const FOR_C: &str = "hlsl2spirv_";

/// The names that the Rust sources of crates use, in these folders of theirs.
fn names_used<'c>(crates: impl Iterator<Item = &'c str>, folders: &[&str]) -> Set<String> {
    let folders = crates.flat_map(|name| folders.iter().map(move |folder| workspace().join(name).join(folder)));
    let names = |module: rust::Module| {
        let imports = module.imports.into_iter().filter(|import| !import.shown).flat_map(|import| import.path);
        imports.chain(module.mentions.into_iter().flatten()).collect::<Vec<_>>()
    };
    folders.flat_map(|folder| modules_of(&folder)).flatten().flat_map(names).collect()
}

/// Every public item has a user outside of tests: its name occurs there, outside of its definition.
fn public_items_are_used() -> Result<(), Failed> {
    let all = || folders().chain(["tests/fuzz", "examples", "examples/build-module"]);
    let is_of_tests = |name: &&str| OF_TESTS.contains(name);
    let by_programs = names_used(all().filter(|name| !is_of_tests(name)), &USERS);
    let mut by_tests = names_used(all().filter(is_of_tests), &USERS);
    by_tests.extend(names_used(all(), &TESTS));
    let mut problems = Vec::new();
    for (path, text) in sources() {
        let is_test = OF_TESTS.iter().any(|name| path.contains(&format!("/{name}/src/")));
        for item in rust::read(Vec::new(), &text).iter().flat_map(|module| &module.items) {
            let elsewhere = item.name.starts_with(FOR_C) || USED_ELSEWHERE.iter().any(|(name, _)| *name == item.name);
            if !item.public || elsewhere || by_programs.contains(&item.name) {
                continue;
            }
            match by_tests.contains(&item.name) {
                true if is_test => {}
                true => problems.push(format!("{path}:{}: only tests use {}", item.line, item.name)),
                false => problems.push(format!("{path}:{}: unused {}", item.line, item.name)),
            }
        }
    }
    verdict(problems)
}

fn modules_say_what_they_own() -> Result<(), Failed> {
    let silent = sources().into_iter().filter(|(path, text)| !text.starts_with("//!") && !path.ends_with("/tests.rs"));
    verdict(silent.map(|(path, _)| format!("{path} does not start with //!")).collect())
}

/// The limit of lines of code per file.
const FILE_BUDGET: usize = 600;

/// Tables may be longer.
const TABLES: &[&str] = &["/tables/", "/options.rs", "/diagnostics.rs", "/words.rs", "/ops.rs"];

fn files_keep_their_size() -> Result<(), Failed> {
    let mut problems = Vec::new();
    for (path, text) in sources() {
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let lines = code.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")).count();
        if lines > FILE_BUDGET && !TABLES.iter().any(|table| path.contains(table)) {
            problems.push(format!("{path} has {lines} lines of code; the budget is {FILE_BUDGET}"));
        }
    }
    verdict(problems)
}

fn nothing_is_left_undone() -> Result<(), Failed> {
    // The words are split so that this file does not contain them.
    let forbidden = [concat!("todo", "!("), concat!("unimplemented", "!("), concat!("dbg", "!(")];
    let printing = [concat!("print", "ln!("), concat!("eprint", "ln!(")];
    let mut problems = Vec::new();
    for (path, text) in sources() {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in code.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//")) {
            let prints = !path.contains("/driver/") && printing.iter().any(|word| line.contains(word));
            if prints || forbidden.iter().any(|word| line.contains(word)) {
                problems.push(format!("{path}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    verdict(problems)
}

fn codes_are_unique_and_in_order() -> Result<(), Failed> {
    let mut problems = Vec::new();
    let mut known = Set::default();
    for row in driver::internal::diagnostics() {
        if !known.insert(row.code) {
            problems.push(format!("{} is in the tables twice", row.code));
        }
    }
    for (stage, rows) in driver::internal::stages() {
        for kind in ["E", "W"] {
            let codes: Vec<_> = rows.iter().map(|row| row.code).filter(|code| code.starts_with(kind)).collect();
            problems.extend(out_of_order(&codes).map(|problem| format!("{stage}: {problem}")));
        }
    }
    verdict(problems)
}

/// The first row out of order, and its place.
fn out_of_order(rows: &[&str]) -> Option<String> {
    let (_, late) = rows.iter().zip(rows.iter().skip(1)).find(|(before, row)| before > row)?;
    let next = rows.iter().find(|row| *row > late)?;
    Some(format!("{late} must precede {next}"))
}

/// Diagnostics that no file of the suite can provoke, and why.
const UNTESTABLE: &[(&str, &str)] = &[
    ("E1043", "needs more includes than a test should open: frontend's own tests lower the limit"),
    ("E1052", "needs 2 GiB of text"),
    ("E2068", "needs 65536 globals: driver/tests/limits.rs"),
    ("E5008", "about the call: driver/tests/command.rs"),
    ("E5009", "about the call: driver/tests/command.rs"),
    ("E5010", "about the call: driver/tests/command.rs"),
    ("E5011", "needs a file of 2 GiB"),
    ("E5012", "needs a system without threads"),
    ("E5013", "about the call: driver/tests/lint.rs"),
    ("E5120", "about settings: driver/tests/cost.rs"),
    ("E6008", "needs several runs: driver/tests/checked_examples.rs"),
    ("E6107", "needs several runs: driver/tests/checked_examples.rs"),
    ("E6108", "advice that is asked for by name: driver/tests/checked_examples.rs"),
    ("E6208", "about a binding that is asked for: driver/tests/checked_examples.rs"),
    ("E6450", "about draws: driver/tests/geometry.rs"),
    ("E5130", "about files: driver/tests/exchanged.rs"),
    ("E5901", "requires a compiler bug"),
    ("E5902", "requires a compiler bug"),
];

fn every_diagnostic_is_tested() -> Result<(), Failed> {
    // Findings of draws are expected beside their test.
    let suites = [collect::SUITE.into(), workspace().join("driver/tests/draws")];
    let expectations: String = suites
        .iter()
        .flat_map(|suite| files(suite, "hlsl"))
        .filter_map(|path| std::fs::read(path).ok())
        .flat_map(|bytes| {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            text.lines()
                .filter(|line| line.trim_start().starts_with("//~"))
                .map(|line| format!("{line}\n"))
                .collect::<Vec<_>>()
        })
        .collect();
    let mut problems = Vec::new();
    for row in driver::internal::diagnostics() {
        let tested = expectations.contains(&format!("[{}]", row.code));
        let excused = UNTESTABLE.iter().any(|(code, _)| *code == row.code);
        match (tested, excused) {
            (false, false) => problems.push(format!("no file of the suite expects {} ({})", row.code, row.name)),
            (true, true) => problems.push(format!("{} is tested and need not be excused", row.code)),
            (true, false) | (false, true) => {}
        }
    }
    verdict(problems)
}

fn options_are_unique() -> Result<(), Failed> {
    let mut known = Set::default();
    let mut problems = Vec::new();
    for row in driver::internal::OPTIONS {
        for spelling in
            row.prefixes.iter().flat_map(|prefix| row.names.iter().map(move |name| format!("{prefix}{name}")))
        {
            if !known.insert(spelling.clone()) {
                problems.push(format!("{spelling} is in the table twice"));
            }
        }
    }
    verdict(problems)
}

/// Every working option is used in the first lines of a file of the suite, or in a test of the command.
fn options_are_tested() -> Result<(), Failed> {
    let suite = ["hlsl", "ll"].into_iter().flat_map(|end| files(Path::new(collect::SUITE), end));
    let suite = suite.chain(files(&workspace().join("shaders"), "hlsl"));
    let lines: String = suite
        .filter_map(|path| std::fs::read(path).ok())
        .flat_map(|bytes| {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let lines = text.lines().map(|line| line.trim_start_matches("; "));
            let runs = lines.filter(|line| line.starts_with("//@ run:")).map(|line| format!("{line} "));
            runs.collect::<Vec<_>>()
        })
        .collect();
    let of_driver =
        ["driver/tests", "driver/library/src", "driver/launch/src", "driver/batch/src", "driver/commands/src"]
            .map(|folder| files(&workspace().join(folder), "rs"));
    let tests = of_driver.iter().flatten().map(|path| {
        let text = text_of(path);
        let start =
            if path.starts_with(workspace().join("driver/tests")) { Some(0) } else { text.find("#[cfg(test)]") };
        start.map_or(String::new(), |start| text[start..].to_owned())
    });
    let given = tests.fold(lines, |all, text| all + &text);
    let mut problems = Vec::new();
    for row in driver::internal::OPTIONS.iter().filter(|row| row.works()) {
        let mut spellings =
            row.prefixes.iter().flat_map(|prefix| row.names.iter().map(move |name| format!("{prefix}{name}")));
        if !spellings.any(|spelling| [' ', '"'].iter().any(|before| is_given(&given, &format!("{before}{spelling}")))) {
            problems.push(format!("no test has the option {}", row.spelling()));
        }
    }
    verdict(problems)
}

/// Returns whether an option is among words, and not as the prefix of another one.
fn is_given(words: &str, option: &str) -> bool {
    let ends = |rest: &str| rest.chars().next().is_none_or(|next| !next.is_ascii_lowercase() && next != '-');
    words.match_indices(option).any(|(at, _)| option.ends_with('=') || ends(&words[at + option.len()..]))
}

/// The structs with options, and their readers.
const OPTION_STRUCTS: &[(&str, &str, &[&str])] = &[
    ("frontend/src/preprocess.rs", "PreprocessOptions", &["frontend"]),
    ("frontend/src/preprocess.rs", "Facts", &["frontend"]),
    ("frontend/src/parse.rs", "ParseOptions", &["frontend"]),
    ("sema/src/options.rs", "Options", &["sema"]),
    ("sema/src/options.rs", "Unit", &["sema"]),
    ("codegen/src/options.rs", "Options", &["codegen"]),
    ("codegen/src/options.rs", "Call", &["codegen"]),
    ("codegen/src/options.rs", "DebugInfo", &["codegen"]),
    ("driver/library/src/options/settings.rs", "Options", LIBRARY),
    ("driver/library/src/options/settings.rs", "Output", LIBRARY),
    ("driver/library/src/options/settings.rs", "Optimise", LIBRARY),
    ("driver/library/src/options/settings.rs", "Diagnostics", LIBRARY),
];

/// The readers of the command's options.
const LIBRARY: &[&str] = &["library", "launch", "batch", "commands"];

/// Files that set or pass on options, which does not count as reading.
const WRITERS: &[&str] = &["driver/library/src/options.rs", "driver/library/src/options/setters.rs"];

/// Every option is read: otherwise it would be documented and do nothing.
fn options_are_read() -> Result<(), Failed> {
    let mut problems = Vec::new();
    for &(file, name, readers) in OPTION_STRUCTS {
        let sources = readers.iter().flat_map(|reader| files(&folder_of(reader).join("src"), "rs")).map(|path| {
            let written = WRITERS.iter().any(|writer| path.ends_with(writer));
            if written { String::new() } else { text_of(&path) }
        });
        let code: Vec<String> = sources.collect();
        for field in fields(&text_of(&workspace().join(file)), name) {
            if !code.iter().any(|text| reads(text, &field)) {
                problems.push(format!("{file}: nothing in {} reads {name}::{field}", readers.join(" and ")));
            }
        }
    }
    verdict(problems)
}

/// The fields of a struct.
fn fields(text: &str, name: &str) -> Vec<String> {
    let start = text.find(&format!("pub struct {name} {{\n")).unwrap_or_else(|| panic!("there is no {name}"));
    let lines = text[start..].lines().skip(1).take_while(|line| *line != "}");
    let field = |line: &str| {
        let name = line.trim().strip_prefix("pub ").or_else(|| line.trim().strip_prefix("pub(crate) "))?;
        name.split_once(':').map(|(name, _)| name.to_owned())
    };
    lines.filter_map(field).collect()
}

/// Returns whether code outside of tests reads `.field`, or destructures the field, without assigning to it.
fn reads(text: &str, field: &str) -> bool {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let is_read = |at: usize| {
        let rest = &code[at + 1 + field.len()..];
        let assigned = rest.trim_start().starts_with("= ");
        !rest.bytes().next().is_some_and(is_name) && !assigned
    };
    let taken = code.contains(&format!(", {field}, ")) || code.contains(&format!("{{ {field}, "));
    taken || code.match_indices(&format!(".{field}")).any(|(at, _)| is_read(at))
}

fn manuals_are_fresh() -> Result<(), Failed> {
    let mut problems = Vec::new();
    for (name, text) in driver::internal::documents() {
        let path = workspace().join("docs/tables").join(name);
        if std::fs::read_to_string(&path).is_ok_and(|old| old == text) {
            continue;
        }
        if crate::bless::wanted() {
            std::fs::write(&path, text)?;
        } else {
            problems.push(format!("{} is not up to date; run: cargo run -- docs docs/tables", collect::display(&path)));
        }
    }
    verdict(problems)
}
