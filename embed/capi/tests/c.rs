//! The library as programs in C and C++ see it. Without the compiler of such a program, a test is ignored, and its name says so.

use driver::pack::{Pack, PackBuilder, Shader};
use libtest_mimic::{Arguments, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// The folder of the library, which cargo has built for this test.
fn library_folder() -> PathBuf {
    let program = std::env::current_exe().expect("a test has a file");
    let folder = program.parent().expect("in a folder").to_owned();
    assert!(folder.join("libhlsl2spirv_c.so").exists(), "the library is beside its tests");
    folder
}

/// Compiles a source with a compiler of the system, and runs it.
fn run(compiler: &str, standard: &str, source: &Path) -> Output {
    let folder = library_folder();
    let name = source.file_stem().expect("a name").to_string_lossy();
    let program = folder.join(format!("capi-{name}-{standard}-{}", std::process::id()));
    let mut command = Command::new(compiler);
    command.arg(format!("-std={standard}")).args(["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I"]);
    command.arg(root().join("include")).arg(source).arg("-o").arg(&program).arg("-L").arg(&folder);
    command.args(["-lhlsl2spirv_c", "-lpthread"]).arg(format!("-Wl,-rpath,{}", folder.display()));
    let built = command.output().expect("the compiler runs");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let output = Command::new(&program).output().expect("the program runs");
    let _ = std::fs::remove_file(program);
    output
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&[output.stdout.as_slice(), &output.stderr].concat()).into_owned()
}

fn the_example_in_c_compiles_and_runs() {
    let output = run("cc", "c11", &root().join("../../examples/c/compile.c"));
    let expected = format!("version {}: some words\nthere is a resource 'data'\n2 4 6 8\n", env!("CARGO_PKG_VERSION"));
    assert_eq!((text(&output), output.status.success()), (expected, true));
}

fn the_contract_holds_in_cpp() {
    let output = run("c++", "c++17", &root().join("tests/contract.cpp"));
    assert_eq!((text(&output), output.status.success()), ("all hold\n".to_owned(), true));
}

/// A shader with definitions of macros.
type Point = (Shader<'static>, Vec<(&'static str, &'static str)>);

/// A pack with an index that is dense and one that is sorted.
fn pack() -> (Vec<u8>, Vec<Point>) {
    let mut builder = PackBuilder::default();
    let (dense, sorted) = (shader("dense.hlsl"), shader("sorted.hlsl"));
    let mut points = Vec::new();
    for (number, value) in ["0", "1", "two words", ""].into_iter().enumerate() {
        points.push((dense, vec![("A", value)]));
        points.push((
            sorted,
            vec![("A", value), (["B", "C", "D", "E"][number], "1"), (["F", "G", "H", "I"][number], value)],
        ));
    }
    points.push((dense, Vec::new()));
    for (number, (shader, definitions)) in points.iter().enumerate() {
        assert!(!builder.add(shader, definitions, &[7, number as u32 % 5]), "each point is there once");
    }
    (builder.finish().expect("a pack"), points)
}

fn shader(input: &str) -> Shader<'_> {
    Shader { input, profile: "ps_6_0", entry: "main" }
}

/// Compiles the reader of packs, with a checker of memory where there is one.
fn build_reader(program: &Path) {
    let build = |checker: &[&str]| {
        let mut command = Command::new("cc");
        command.args(["-std=c11", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]).args(checker).arg("-I");
        let source = root().join("tests/pack.c");
        command.arg(root().join("include")).arg(source).arg("-o").arg(program).output().expect("the compiler runs")
    };
    if !build(&["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]).status.success() {
        let built = build(&[]);
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    }
}

fn packs_are_read_in_c_as_in_rust() {
    let folder = std::env::temp_dir().join(format!("hlsl2spirv-packs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let (program, file) = (folder.join("reader"), folder.join("pack"));
    build_reader(&program);
    let (bytes, mut points) = pack();
    std::fs::write(&file, &bytes).expect("a file can be written");
    let pack = Pack::read(&bytes).expect("a pack");
    let (dense, sorted) = (shader("dense.hlsl"), shader("sorted.hlsl"));
    points.extend([
        (dense, vec![("A", "3")]),
        (dense, vec![("A", "1"), ("Z", "1")]),
        (dense, vec![("A", "1"), ("A", "1")]),
        (sorted, vec![("A", "0"), ("B", "1"), ("F", "1")]),
        (shader("none.hlsl"), Vec::new()),
    ]);
    let call = |damages: bool, (shader, definitions): &(Shader<'_>, Vec<(&str, &str)>)| {
        let mut command = Command::new(&program);
        command.args(damages.then_some("damage")).arg(&file).args([shader.input, shader.profile, shader.entry]);
        let output = command.args(definitions.iter().map(|(name, value)| format!("{name}={value}"))).output();
        text(&output.expect("the reader runs"))
    };
    for (number, point) in points.iter().enumerate() {
        let found = pack.find(&point.0, &point.1).map(|module| {
            let words = module.as_chunks::<4>().0.iter().map(|bytes| format!("{} ", u32::from_le_bytes(*bytes)));
            words.collect::<String>() + "\n"
        });
        assert_eq!(found.is_some(), number < points.len() - 5, "{point:?}");
        assert_eq!(call(false, point), found.unwrap_or_else(|| "none\n".to_owned()), "{point:?}");
    }
    assert_eq!(call(true, &points[1]), "survived\n");
    let _ = std::fs::remove_dir_all(folder);
}

/// The functions of a text: names of our own before a parenthesis.
fn functions(text: &str, mark: &str) -> Vec<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let lines = text.lines().filter(|line| line.contains(mark));
    let mut names: Vec<String> = lines
        .filter_map(|line| {
            let at = line.find("hlsl2spirv_")?;
            let mut names = line[at..].split(|c: char| !is_part(c)).filter(|name| name.starts_with("hlsl2spirv_"));
            names.next_back().filter(|name| line.contains(&format!("{name}("))).map(str::to_owned)
        })
        .collect();
    names.sort();
    names.dedup();
    names
}

fn the_header_declares_what_is_exported() {
    let read = |file| std::fs::read_to_string(root().join(file)).expect("the source");
    let source = read("src/exports.rs") + &read("src/family.rs");
    let exported = functions(&source, "extern \"C\" fn");
    let header = std::fs::read_to_string(root().join("include/hlsl2spirv.h")).expect("the header");
    let missing: Vec<_> = exported.iter().filter(|name| !header.contains(&format!("{name}("))).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let declared = header.match_indices("hlsl2spirv_").filter_map(|(at, _)| {
        let name = header[at..].split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next()?;
        header[at + name.len()..].starts_with('(').then_some(name)
    });
    let unknown: Vec<_> = declared.filter(|name| !exported.iter().any(|known| known == name)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    assert_eq!(exported.len(), 19);
}

/// A test that needs a compiler of the system, on Linux, where programs find the library by a path of their own.
fn with_compiler(name: &str, compiler: &str, test: fn()) -> Trial {
    let is_there = cfg!(target_os = "linux") && Command::new(compiler).arg("--version").output().is_ok();
    let name = if is_there { name.to_owned() } else { format!("{name} (there is no {compiler} for Linux)") };
    let checked = move || {
        test();
        Ok(())
    };
    Trial::test(name, checked).with_ignored_flag(!is_there)
}

fn main() {
    let header = || {
        the_header_declares_what_is_exported();
        Ok(())
    };
    let trials = vec![
        with_compiler("the_example_in_c_compiles_and_runs", "cc", the_example_in_c_compiles_and_runs),
        with_compiler("packs_are_read_in_c_as_in_rust", "cc", packs_are_read_in_c_as_in_rust),
        with_compiler("the_contract_holds_in_cpp", "c++", the_contract_holds_in_cpp),
        Trial::test("the_header_declares_what_is_exported", header),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
