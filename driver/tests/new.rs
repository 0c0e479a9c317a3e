//! What `hlsl2spirv new` writes: files that compile, run and draw, and nothing over what is there.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use support::{Folder, said};

/// A project in a folder of its own, which does not exist yet.
struct Project(Folder, PathBuf);

impl Project {
    fn new(name: &str) -> Self {
        let folder = Folder::empty(name);
        let project = folder.join("project");
        Project(folder, project)
    }

    /// Runs the command around the project.
    fn create(&self, arguments: &[&str]) -> Output {
        self.0.command(["new"]).args(arguments).arg(&self.1).output().expect("it runs")
    }

    /// Runs the command in the project, which must succeed.
    #[cfg(all(feature = "runner", feature = "lsp"))]
    fn run(&self, line: &str) {
        let output = self.0.command(line.split_whitespace()).current_dir(&self.1).output().expect("it runs");
        assert!(output.status.success(), "{line}: {}", said(&output));
    }
}

/// The files below a folder, without those that only a build or the workspace needs.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        match entry.is_dir() {
            true => found.extend(files(&entry)),
            false => found.push(entry),
        }
    }
    found.sort();
    found
}

fn fails_with(output: &Output, text: &str) {
    let said = said(output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains(text), "{said}");
}

/// The CI builds and tests the example: it is a project as the command writes it, with the compiler of the checkout.
#[test]
fn the_example_is_a_new_project() {
    let (folder, example) = (Project::new("example"), Path::new("../examples/new-project"));
    assert!(folder.create(&["--name", "new-project"]).status.success());
    let of_workspace = ["Cargo.lock", "Cargo.toml"];
    let names = |root: &Path| -> Vec<PathBuf> {
        let names = files(root).into_iter().map(|file| file.strip_prefix(root).expect("below").to_owned());
        names.filter(|name| !of_workspace.iter().any(|other| name == Path::new(other))).collect()
    };
    assert_eq!(names(&folder.1), names(example));
    for name in names(example) {
        let read = |root: &Path| fs::read_to_string(root.join(&name)).expect("a text");
        assert_eq!(read(&folder.1), read(example), "{}", name.display());
    }
    let manifest = fs::read_to_string(folder.1.join("Cargo.toml")).expect("a manifest");
    let version = format!("version = \"{}\", default", env!("CARGO_PKG_VERSION"));
    assert!(manifest.contains(&version), "{manifest}");
    let local = manifest.replace(&version, "path = \"../../driver\", default");
    let of_example = fs::read_to_string(example.join("Cargo.toml")).expect("a manifest");
    assert!(of_example.starts_with(&local), "{of_example}\nis not\n{local}");
}

#[cfg(all(feature = "runner", feature = "lsp"))]
#[test]
fn shaders_draw_and_pass_their_test() {
    for build in ["cargo", "cmake"] {
        let folder = Project::new(build);
        assert!(folder.create(&["--build", build, "--name", "sky"]).status.success());
        folder.run("draw shaders/sky.hlsl --out sky.png");
        folder.run("test tests");
        folder.run("lint shaders");
        folder.run("fmt --check shaders");
    }
}

#[test]
fn existing_files_are_left_alone() {
    let folder = Project::new("existing");
    fs::create_dir_all(&folder.1).expect("a folder");
    assert!(folder.create(&[]).status.success(), "an empty folder will do");
    let before = files(&folder.1);
    fails_with(&folder.create(&["--build", "cmake"]), "exists and is not an empty folder");
    assert_eq!(files(&folder.1), before);
    let file = Project::new("file");
    fs::write(&file.1, "mine").expect("a file");
    fails_with(&file.create(&[]), "exists and is not an empty folder");
    assert_eq!(fs::read_to_string(&file.1).expect("a file"), "mine");
}

#[test]
fn names_are_those_of_build_tools() {
    let folder = Project::new("name");
    fails_with(&folder.create(&["--name", "1 sky"]), "'1 sky' cannot be the name of a project");
    assert!(!folder.1.exists());
    let output = folder.create(&["--build", "make"]);
    assert!(said(&output).contains("[possible values: cargo, cmake]"));
}
