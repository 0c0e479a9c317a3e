//! A batch that is killed, that meets another one in its folder, or that finds no room: each output is the old one or the new
//! one, never half of one.
#![cfg(unix)]

mod support;

use std::fs;
use std::process::{Command, Stdio};
use support::{COMMAND, Folder, said};

const COUNT: usize = 24;

impl Folder {
    fn new(name: &str) -> Self {
        let source =
            "#include \"value.hlsli\"\nfloat4 main(float2 v : V) : SV_Target { return sin(v.xyxy * VALUE) + AT; }\n";
        // Headers are long, so that writing them takes some time.
        let files = [("a.hlsl", source), ("value.hlsli", "#define VALUE 1\n"), ("list", &list("")), ("out/", "")];
        Self::with(name, &files)
    }

    fn batch(&self, list: &str) -> Command {
        let mut command = self.command(["batch", list, "-j", "1", "--manifest", "manifest.json"]);
        command.stderr(Stdio::piped());
        command
    }

    fn succeed(&self, list: &str) {
        let output = self.batch(list).output().expect("the command runs");
        assert!(output.status.success(), "{}", said(&output));
    }

    /// All outputs; one that is missing is empty.
    fn outputs(&self) -> Vec<Vec<u8>> {
        (0..COUNT).map(|at| fs::read(self.join(format!("out/{at}.h"))).unwrap_or_default()).collect()
    }

    /// The outputs with this value in the header.
    fn outputs_with(&self, value: u32) -> Vec<Vec<u8>> {
        self.write("value.hlsli", format!("#define VALUE {value}\n"));
        self.succeed("list");
        self.outputs()
    }

    /// The temporary files that are left behind.
    fn left_behind(&self) -> usize {
        let names =
            fs::read_dir(self.join("out")).expect("the folder").map(|entry| entry.expect("an entry").file_name());
        names.filter(|name| name.to_string_lossy().starts_with('.')).count()
    }
}

fn list(more: &str) -> String {
    (0..COUNT).map(|at| format!("-T ps_6_0 -D AT={at} {more} a.hlsl -Fh out/{at}.h\n")).collect()
}

/// The outputs that are new; each of the others is the old one.
fn renewed(now: &[Vec<u8>], old: &[Vec<u8>], new: &[Vec<u8>]) -> usize {
    let one = |at: usize| {
        assert!(now[at] == old[at] || now[at] == new[at], "output {at} is neither the old nor the new one");
        usize::from(now[at] == new[at])
    };
    (0..COUNT).map(one).sum()
}

#[test]
fn a_killed_run_leaves_whole_outputs() {
    let folder = Folder::new("killed");
    let new = folder.outputs_with(2);
    let old = folder.outputs_with(1);
    let mut between = 0;
    for round in 1..8 {
        folder.outputs_with(1);
        folder.write("value.hlsli", "#define VALUE 2\n");
        let mut run = folder.batch("list").spawn().expect("the command runs");
        while run.try_wait().expect("it is a child").is_none() && renewed(&folder.outputs(), &old, &new) < round * 2 {}
        run.kill().and_then(|()| run.wait()).expect("it ends");
        between += usize::from((1..COUNT).contains(&renewed(&folder.outputs(), &old, &new)));
    }
    assert!(between > 0, "no run was killed halfway");
    // Whatever the manifest says, the next run makes the rest.
    folder.succeed("list");
    assert_eq!(renewed(&folder.outputs(), &old, &new), COUNT);
}

#[test]
fn two_batches_in_one_folder_write_whole_outputs() {
    let folder = Folder::new("two");
    folder.write("one", list("-Od"));
    folder.write("two", list("-O3"));
    folder.succeed("one");
    let one = folder.outputs();
    folder.succeed("two");
    let two = folder.outputs();
    assert!(one.iter().zip(&two).all(|(one, two)| one != two));
    for _ in 0..4 {
        let runs = ["one", "two", "one"].map(|list| folder.batch(list).spawn().expect("the command runs"));
        for run in runs {
            let output = run.wait_with_output().expect("it ends");
            assert!(output.status.success(), "{}", said(&output));
        }
        renewed(&folder.outputs(), &one, &two);
    }
    assert_eq!(folder.left_behind(), 0);
}

/// A limit on the size of files is what a full disk is, without a disk.
#[test]
fn without_room_the_old_outputs_stay() {
    let folder = Folder::new("full");
    let old = folder.outputs_with(1);
    folder.write("value.hlsli", "#define VALUE 2\n");
    let command = "trap '' XFSZ; ulimit -f 1; exec \"$0\" batch list -k --manifest manifest.json";
    let mut run = Command::new("sh");
    run.args(["-c", command, COMMAND]).current_dir(&folder.0);
    let output = run.output().expect("every Unix has sh");
    let errors = said(&output);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("cannot write 'out/0.h'") && errors.contains("24 of 24 command lines failed"), "{errors}");
    assert_eq!(folder.outputs(), old);
    assert_eq!(folder.left_behind(), 0);
    folder.succeed("list");
    assert!(folder.outputs().iter().zip(&old).all(|(now, old)| now != old));
}
