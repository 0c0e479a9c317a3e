//! Kernels through the command: the suite's job files, the examples of the documentation, the first command of README.
//!
//! A job file under `tests/suite/jobs/` passes, or fails with exactly the report beside it (`.txt`).

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use support::{COMMAND, Folder, printed, said, workspace};

type Result = std::result::Result<(), Failed>;

fn main() {
    let arguments = Arguments::from_args();
    let missing = runner::Host::new().llvm().is_err();
    let mut tests: Vec<(String, Box<dyn FnOnce() -> Result + Send>)> = vec![
        ("the first command of README renders a picture".to_owned(), Box::new(first_command)),
        ("the pictures of README are what their commands make".to_owned(), Box::new(pictures)),
        ("the job of the documentation passes".to_owned(), Box::new(documented_job)),
        ("the dispatch of the documentation prints its result".to_owned(), Box::new(documented_dispatch)),
        ("the script of the documentation passes".to_owned(), Box::new(documented_script)),
        ("the documentation has every option of both commands".to_owned(), Box::new(documented_options)),
        ("a job runs a module".to_owned(), Box::new(job_with_a_module)),
        ("one file of several fails".to_owned(), Box::new(several_files)),
        ("jobs are chosen by their names".to_owned(), Box::new(filtered_jobs)),
        ("the job of the examples passes".to_owned(), Box::new(example_job)),
        ("the pictures of the examples are drawn in both engines".to_owned(), Box::new(example_pictures)),
        ("wrong pixels name what wrote them".to_owned(), Box::new(wrong_pixels)),
        ("draws end at the deadline".to_owned(), Box::new(endless_draws)),
        ("jobs are found in folders and by patterns".to_owned(), Box::new(folders_and_patterns)),
        ("jobs that run at once are reported in their order".to_owned(), Box::new(jobs_at_once)),
        ("a picture of the differences is written".to_owned(), Box::new(pictures_of_differences)),
        ("files can be made to expect what comes out".to_owned(), Box::new(updated_files)),
        ("jobs run again when a shader changes".to_owned(), Box::new(watched_files)),
        ("run prints buffers in the types of the module".to_owned(), Box::new(typed_buffers)),
        ("the library runs job files".to_owned(), Box::new(jobs_of_the_library)),
        ("reports for machines say the same".to_owned(), Box::new(reports_for_machines)),
        ("run says what is easily overlooked".to_owned(), Box::new(notes_of_run)),
        ("run prints what the shader prints".to_owned(), Box::new(output_of_printf)),
        ("run takes and prints members by their names".to_owned(), Box::new(named_members)),
        ("run and draw set specialization constants".to_owned(), Box::new(specialized)),
        ("compiled code is kept where it shall be".to_owned(), Box::new(kept_code)),
        ("checks find a race, and say so with a status".to_owned(), Box::new(found_race)),
        ("jobs fail by what checks find".to_owned(), Box::new(checked_jobs)),
        ("what ran is counted, and stands on a page".to_owned(), Box::new(counted)),
        ("the interpreter runs where there is no LLVM".to_owned(), Box::new(without_llvm)),
        ("exact runs have the bits of the interpreter".to_owned(), Box::new(exact_runs)),
    ];
    for file in job_files() {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        tests.push((format!("job file {name}"), Box::new(move || job_file(&file))));
    }
    let note = if missing { " (no LLVM was found)" } else { "" };
    let trial = |(name, run)| Trial::test(format!("{name}{note}"), run).with_ignored_flag(missing);
    libtest_mimic::run(&arguments, tests.into_iter().map(trial).collect()).exit();
}

fn jobs() -> PathBuf {
    workspace().join("tests/suite/jobs")
}

fn job_files() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(jobs()).into_iter().flatten().filter_map(std::result::Result::ok);
    let mut files: Vec<_> = entries.map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json" || extension == "amber"));
    files.sort();
    files
}

fn command(folder: &Path, arguments: &[&str]) -> std::io::Result<Output> {
    let mut command = Command::new(COMMAND);
    command.env("HLSL2SPIRV_CACHE", "none").args(arguments).current_dir(folder).output()
}

/// Runs job files, and compares the status and, where there is one, the report.
fn test(folder: &Path, files: &[&str], status: i32, report: Option<&str>) -> Result {
    let output = command(folder, &[&["test"], files].concat())?;
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).replace("\r\n", "\n");
    if output.status.code() != Some(status) {
        return Err(format!("the status is {:?}, not {status}:\n{text}", output.status.code()).into());
    }
    match report {
        Some(report) if report != text => Err(format!("the report is\n{text}\nand not\n{report}").into()),
        Some(_) | None => Ok(()),
    }
}

fn named_members() -> Result {
    let run = |simulation: &str| {
        let bodies = "bodies=[{place: [1, 2, 3], kind: 7, turn: [[1, 2, 3], [4, 5, 6]]}, {kind: 0xff}]";
        let shader = ["run", "members.hlsl", "--dispatch", "2", "--out", "bodies=print", "--bind", bodies];
        command(&jobs(), &[&shader[..], &["--bind", simulation]].concat())
    };
    let output = run("Sim={dt: 0.5, count: 1, sizes: [[0, 0], [2, 4]], on: true}")?;
    let expected = "{place: [2.0, 4.0, 5.0], kind: 13, turn: [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]}\n\
                    {place: [0.0, 0.0, 0.0], kind: 255, turn: [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]}\n";
    let text = printed(&output);
    if text != expected {
        return Err(format!("{text}{}", said(&output)).into());
    }
    let output = run("Sim={dt: 0.5, count: -1}")?;
    let text = said(&output);
    match output.status.code() == Some(1)
        && text.contains("'count': invalid u32 '-1'")
        && text.contains("4  uint count")
    {
        true => Ok(()),
        false => Err(text.into()),
    }
}

fn job_file(file: &Path) -> Result {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let report = std::fs::read_to_string(file.with_extension("txt")).ok();
    test(&jobs(), &[&name], i32::from(report.is_some()), report.as_deref())
}

/// The report of the jobs that pass.
const PASSING: &str = "passing.json: options and a constant: ok
passing.json: an entry point by name, binding by number: ok
passing.json: numbers within a tolerance: ok
passing.json: a texture with a sampler, and an image: ok
";

fn several_files() -> Result {
    let report = std::fs::read_to_string(jobs().join("endless.txt"))?;
    let report = report.replace("0 of 1 jobs passed\n", &format!("{PASSING}4 of 5 jobs passed\n"));
    test(&jobs(), &["endless.json", "passing.json"], 1, Some(&report))
}

fn filtered_jobs() -> Result {
    let report = "passing.json: options and a constant: ok\n1 of 1 jobs passed, 4 skipped\n";
    test(&jobs(), &["endless.json", "passing.json", "--filter", "options and"], 0, Some(report))?;
    let report = "0 of 0 jobs passed, 4 skipped\nhlsl2spirv: error: no job or test matches '--filter' and '--tag'\n";
    test(&jobs(), &["passing.json", "--filter", "no such job"], 1, Some(report))?;
    let report = "error: a value is required for '--filter <TEXT>' but none was supplied\n\n\
        For more information, try '--help'.\n";
    test(&jobs(), &["passing.json", "--filter", ""], 1, Some(report))?;
    test(&jobs(), &["no/*.json"], 1, None)
}

fn reports_for_machines() -> Result {
    let folder = with_shaders("reports")?;
    let junit = folder.join("report.xml");
    let arguments = ["test", "differing.json", "--json", "--junit", &junit.to_string_lossy()];
    let output = command(&jobs(), &arguments)?;
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<serde_json::Value> =
        printed(&output).lines().map(serde_json::from_str).collect::<std::result::Result<_, _>>()?;
    let verdicts: Vec<_> = lines.iter().map(|line| (line["job"].as_str(), line["passed"].as_bool())).collect();
    let wanted = [("job 1", false), ("a float", false), ("one that is right", true)];
    assert_eq!(verdicts, wanted.map(|(name, passed)| (Some(name), Some(passed))));
    let xml = std::fs::read_to_string(&junit)?;
    assert!(xml.contains("tests=\"3\" failures=\"2\"") && xml.contains("name=\"a float\""), "{xml}");
    // Reports go to readable files, and not over their inputs.
    for file in ["./differing.json", "./kernel.hlsl"] {
        let output = command(&jobs(), &["test", "differing.json", "--junit", file])?;
        let errors = said(&output);
        assert!(errors.contains(&format!("cannot write '{file}'")), "{errors}");
    }
    Ok(())
}

fn example_job() -> Result {
    let report = "examples/jobs/radix_sort.json: radix sort: ok\n1 of 1 jobs passed\n";
    test(&workspace(), &["examples/jobs"], 0, Some(report))
}

fn example_pictures() -> Result {
    let names =
        ["a lit mesh", "a mesh and its shadow", "a post effect over a picture of high range", "a pixel shader alone"];
    let others = [
        "transparency in the order of the panes",
        "the same in the reverse order",
        "patches that are tessellated",
        "meshlets, some of which are dropped before they are made",
    ];
    let lines = names.iter().chain(&others).map(|name| format!("examples/pictures/pictures.json: {name}: ok\n"));
    let report = format!("{}8 of 8 jobs passed\n", lines.collect::<String>());
    test(&workspace(), &["examples/pictures"], 0, Some(&report))?;
    test(&workspace(), &["examples/pictures", "--engine", "interpreter", "--threads", "1"], 0, Some(&report))?;
    // In the interpreter steps give the same, and checks find nothing.
    test(&jobs(), &["steps.json", "--check", "--wave", "8"], 0, None)
}

fn wrong_pixels() -> Result {
    let folder = with_shaders("wrong")?;
    std::fs::copy(jobs().join("steps.hlsl"), folder.join("steps.hlsl"))?;
    let job = |color: &str| {
        format!(
            r#"{{ "shader": "steps.hlsl", "expect": {{ "final": "file:final.png" }},
            "resources": {{ "color": {{ "target": "2x1", "samples": 2 }}, "left": {{ "indices": [0, 1, 2], "vertices": {{
                "POSITION": [[-1, -9], [-1, 9], [0.2, 0]], "COLOR": [{color}, 0, 0] }} }} }},
            "steps": [{{ "draw": "left", "vertex": "vertex_main", "pixel": "pixel_main", "targets": {{ "SV_Target": "color" }} }},
                {{ "resolve": "color", "to": "final" }}] }}"#
        )
    };
    std::fs::write(folder.join("job.json"), job("[1, 0, 0, 1]"))?;
    test(&folder.0, &["job.json", "--update"], 0, Some("job.json: job 1: updated\n1 of 1 jobs passed\n"))?;
    test(&folder.0, &["job.json"], 0, None)?;
    std::fs::write(folder.join("job.json"), job("[0, 1, 0, 1]"))?;
    let output = command(&folder.0, &["test", "job.json"])?;
    let text = printed(&output);
    for line in [
        "final texel (0, 0) red: expected 255, found 0",
        "see 'final.difference.png'",
        "pixel (0,0) of 'final':\n    step 1:\n      primitive 0, instance 0, sample 0: depth 0.5, written by pixel_main (steps.hlsl:16): \
            color (0, 0, 0, 0) -> (0, 1, 0, 1)",
    ] {
        assert!(text.contains(line), "{text}");
    }
    let picture = texels(&folder.join("final.png"))?;
    assert_eq!((output.status.code(), picture[..4].to_vec()), (Some(1), vec![255, 0, 0, 255]));
    Ok(())
}

fn endless_draws() -> Result {
    let folder = with_shaders("endless")?;
    std::fs::copy(jobs().join("steps.hlsl"), folder.join("steps.hlsl"))?;
    let job = r#"{ "shader": "steps.hlsl", "deadline": 2, "expect": { "color": "u32:0" },
        "resources": { "color": { "target": "2x1" } },
        "steps": [{ "draw": { "vertices": 4294967295, "instances": 4294967295 }, "vertex": "number_main", "pixel": "pixel_main",
            "push": "f32:2", "targets": { "SV_Target": "color" } }] }"#;
    std::fs::write(folder.join("job.json"), job)?;
    let report = "job.json: job 1: FAILED\n  step 1: deadline exceeded\n0 of 1 jobs passed\n";
    test(&folder.0, &["job.json"], 1, Some(report))
}

fn folders_and_patterns() -> Result {
    let folder = with_shaders("patterns")?;
    for (name, first) in [("jobs/inner/b.json", 12), ("jobs/a.json", 12), ("jobs/c.json", 13)] {
        let file = folder.join(name);
        std::fs::create_dir_all(file.parent().unwrap_or(&folder.0))?;
        let shader = folder.join("shaders/saxpy.hlsl");
        let job = documented()?.replace("../shaders/saxpy.hlsl", &shader.to_string_lossy());
        std::fs::write(file, job.replace("[12, ", &format!("[{first}, ")))?;
    }
    let line = |file: &str| format!("{file}: doubles and adds: ok\n");
    let report = [line("jobs/a.json"), line("jobs/inner/b.json"), "2 of 2 jobs passed\n".to_owned()].concat();
    test(&folder.0, &["jobs/**/[ab].json"], 1, None)?;
    test(&folder.0, &["jobs/a.json", "jobs/i*/?.json"], 0, Some(&report))?;
    test(&folder.0, &["jobs/**/a.json", "jobs/**/b.json"], 0, Some(&report))?;
    test(&folder.0, &["jobs"], 1, None)?;
    test(&folder.0, &["shaders"], 1, Some("shaders: FAILED\n  no job files or tests found\n0 of 1 jobs passed\n"))
}

fn jobs_at_once() -> Result {
    let report = std::fs::read_to_string(jobs().join("endless.txt"))?;
    let report = report.replace("0 of 1 jobs passed\n", &format!("{PASSING}4 of 5 jobs passed\n"));
    test(&jobs(), &["endless.json", "passing.json", "-j", "4"], 1, Some(&report))?;
    test(&jobs(), &["endless.json", "passing.json", "-j"], 1, Some(&report))?;
    test(&jobs(), &["passing.json", "--jobs", "some"], 1, None)
}

/// A folder with the pictures of the suite.
fn with_pictures(name: &str) -> std::result::Result<Folder, Failed> {
    let folder = with_shaders(name)?;
    for file in ["picture.hlsl", "source.png", "inverted.png", "kernel.hlsl"] {
        std::fs::copy(jobs().join(file), folder.join(file))?;
    }
    Ok(folder)
}

fn pictures_of_differences() -> Result {
    let folder = with_pictures("differences")?;
    let expect = r#"{ "target": { "contents": "file:wanted.png", "absolute": 150 } }"#;
    let job = format!(
        r#"{{ "shader": "picture.hlsl", "entry": "invert", "expect": {expect},
            "bindings": {{ "source": "file:source.png", "target": "image:2x2" }} }}"#
    );
    std::fs::write(folder.join("job.json"), job)?;
    std::fs::copy(folder.join("source.png"), folder.join("wanted.png"))?;
    let report = "job.json: job 1: FAILED\n  2 texels of 'target' differ\n  \
        target texel (0, 0) red: expected 0, found 255\n  target texel (1, 0) red: expected 30, found 225\n  \
        see 'wanted.difference.png'\n0 of 1 jobs passed\n";
    test(&folder.0, &["job.json"], 1, Some(report))?;
    assert_eq!(texels(&folder.join("wanted.found.png"))?, texels(&folder.join("inverted.png"))?);
    let shown = texels(&folder.join("wanted.difference.png"))?;
    assert_eq!(shown[..8], [255, 2, 5, 255, 255, 10, 12, 255]);
    // What comes out is expected from now on.
    test(&folder.0, &["job.json", "--update"], 0, Some("job.json: job 1: updated\n1 of 1 jobs passed\n"))?;
    assert_eq!(texels(&folder.join("wanted.png"))?, texels(&folder.join("inverted.png"))?);
    test(&folder.0, &["job.json"], 0, None)
}

fn updated_files() -> Result {
    let folder = with_pictures("updated")?;
    let text = |list: &str, line: &str| {
        format!(
            r#"{{"jobs": [
    {{ "shader": "kernel.hlsl", "entry": "main",   "expect": {{ "result": {{ "ulp":0, "u32": {list} }} }},
      "bindings": {{ "source": "u32:0..4", "result": "zeros:16" }} }},
    {{ "shader": "kernel.hlsl", "entry": "main", "expect": {{ "result": "{line}" }},
      "bindings": {{ "source": "u32:5*4", "result": "zeros:16" }} }}
]}}"#
        )
    };
    std::fs::write(folder.join("job.json"), text("[0,0 , 4]", "zeros:8"))?;
    let report = "job.json: job 1: updated\njob.json: job 2: updated\n2 of 2 jobs passed\n";
    test(&folder.0, &["job.json", "--update"], 0, Some(report))?;
    let now = std::fs::read_to_string(folder.join("job.json"))?;
    let wanted = text("[0, 2, 4]", "u32:10,10");
    if now == wanted { test(&folder.0, &["job.json"], 0, None) } else { Err(format!("the file is now\n{now}").into()) }
}

fn watched_files() -> Result {
    let folder = with_pictures("watched")?;
    let job = r#"{ "shader": "kernel.hlsl", "entry": "main", "expect": { "result": "u32:1,3" },
        "bindings": { "source": "u32:0..4", "result": "zeros:16" } }"#;
    std::fs::write(folder.join("job.json"), job)?;
    let mut command = Command::new(COMMAND);
    let command = command.env("HLSL2SPIRV_CACHE", "none").args(["test", "--watch", "job.json"]);
    let mut child = command.current_dir(&folder.0).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let mut lines = BufReader::new(child.stdout.take().ok_or("there is no output")?).lines();
    let mut until = |end: &str| lines.by_ref().map_while(std::result::Result::ok).any(|line| line == end);
    let failed = until("0 of 1 jobs passed");
    let shader = std::fs::read_to_string(folder.join("kernel.hlsl"))?;
    std::fs::write(folder.join("kernel.hlsl"), shader.replace("#define OFFSET 0", "#define OFFSET 1"))?;
    let passed = failed && until("1 of 1 jobs passed");
    child.kill()?;
    child.wait()?;
    if passed { Ok(()) } else { Err("the job has not run again".into()) }
}

fn typed_buffers() -> Result {
    let line = "run typed.hlsl --bind numbers=f32:1.5,2 --bind particles=zeros:64 --bind pairs=zeros:16 \
        --bind bytes=f32:0,0 --bind halves=zeros:4 --out particles --out pairs --out bytes --out halves \
        --out pairs=print:u32 -- -T cs_6_2 -enable-16bit-types";
    let output = command(&jobs(), &line.split_whitespace().collect::<Vec<_>>())?;
    let printed = printed(&output);
    let wanted = "{position: [1.5, 0.5, -1.0], id: 0, turn: [[1.0, 2.0], [3.0, 1.5]]}\n\
        {position: [2.0, 0.5, -1.0], id: 1, turn: [[1.0, 2.0], [3.0, 2.0]]}\n\
        [1.5, 0.0]\n[2.0, 1.0]\n1.5 2.0\n1.5 2.0\n1069547520 0 1073741824 1065353216\n";
    if printed == wanted { Ok(()) } else { Err(format!("{}{printed}", said(&output)).into()) }
}

fn jobs_of_the_library() -> Result {
    let options = hlsl2spirv::run::Options::default();
    hlsl2spirv::run::jobs(jobs().join("passing.json"), &options)?;
    hlsl2spirv::run::jobs(workspace().join("examples/jobs"), &options)?;
    let failed = hlsl2spirv::run::jobs(jobs().join("differing.json"), &options).expect_err("two jobs differ");
    assert_eq!(failed.reports().len(), 2);
    let text = failed.to_string();
    assert!(text.contains("y[1]: expected 4.000001, found 4.0") && text.ends_with("2 of 3 jobs failed"), "{text}");
    let missing = hlsl2spirv::run::jobs(jobs().join("no*.jsn"), &options).expect_err("there is no such file");
    assert!(missing.to_string().contains("no job files or tests found"), "{missing}");
    Ok(())
}

/// A shader whose registers Direct3D distinguishes, and Vulkan only with shifts.
const REGISTERS: &str = "cbuffer P : register(b0) { uint a; };
    StructuredBuffer<uint> x : register(t0);
    RWStructuredBuffer<uint> y : register(u0);
    #ifdef WARN
    static const uint third = uint2(1, 2);
    #endif
    [numthreads(1, 1, 1)] void main(uint3 i : SV_DispatchThreadID) { y[i.x] = x[i.x] + a; }";

/// `docs/jobs.md` is written by hand; its options are those of `--help`.
/// A shader of the suite with a race, as `run` is called for it.
const RACE: &str = "run tests/suite/checks/race.hlsl --bind sums=f32:1*8 --dispatch 2";

/// Parts of the coverage, the costs and the page of a run.
const COUNTED: &[(&str, &[&str])] = &[
    ("run.lcov", &["SF:tests/suite/checks/race.hlsl\n", "FNDA:128,main\n", "\nend_of_record\n"]),
    ("run.json", &["\"note\": \"Counts of the interpreter's waves", "\"operations\": "]),
    (
        "run.html",
        &[
            "<b>read-write data race on wrong[16]",
            "href=\"#tests/suite/checks/race.hlsl-18\"",
            "data:image/png,%89%50%4E%47",
        ],
    ),
];

fn counted() -> Result {
    let folder = with_shaders("counted")?;
    let file = |name: &str| folder.join(name).display().to_string();
    let more = ["--check", "--coverage", &file("run.lcov"), "--profile", &file("run.json")];
    let page = format!("html={}", file("run.html"));
    let arguments: Vec<&str> = RACE.split(' ').chain(more).chain(["--report", &page]).collect();
    let output = command(&workspace(), &arguments)?;
    let mut problems = Vec::new();
    for (name, parts) in COUNTED {
        let text = std::fs::read_to_string(folder.join(name))?;
        problems.extend(
            parts.iter().filter(|part| !text.contains(**part)).map(|part| format!("{name} lacks {part}: {text}")),
        );
    }
    let jobs = jobs().join("marks.json").display().to_string();
    let output_of_jobs = command(&workspace(), &["test", &jobs, "--check", "--coverage", &file("jobs.lcov")])?;
    // Two jobs run it in one group of sixteen, one in none.
    let text = std::fs::read_to_string(folder.join("jobs.lcov"))?;
    if !text.contains("FNDA:16,all_of_it\n") || !text.contains("FNDA:32,later\n") {
        problems.push(format!("jobs: {text}"));
    }
    match (output.status.code(), output_of_jobs.status.code(), problems.is_empty()) {
        (Some(6), Some(1), true) => Ok(()),
        (one, two, _) => Err(format!("{one:?} {two:?} {}", problems.join("\n")).into()),
    }
}

fn found_race() -> Result {
    let folder = Folder::empty("checks");
    let sarif = folder.join("report.sarif");
    let written = format!("--check --report sarif={}", sarif.display());
    let cases = [
        ("--check", 6, "error[E6001]: read-write data race on wrong[16]"),
        ("--check", 6, "1 error, 1 warning; valid for the one schedule tried"),
        ("--check=race=warning", 0, "warning[E6001]"),
        ("--check=bounds", 0, "no findings; data races were not checked"),
        ("--check --rules vulkan", 6, "error[E6002]"),
        ("--check --report clang", 6, "race.hlsl:18:29: error: read-write data race on"),
        ("--check --report json", 6, "{\"severity\":\"error\",\"code\":\"E6001\""),
        (&*written, 6, "1 error, 1 warning"),
        ("--check=rcae", 1, "unknown check 'rcae'; did you mean 'race'?"),
        ("--check --engine compiled", 1, "'--check' requires the interpreter"),
        ("--check --seed 0..2 --wave 4,8", 6, "reproduce with --replay random:0@4"),
        ("--check --seed 0..2 --wave 4,8", 6, "valid for the 4 schedules tried"),
        ("--check --replay random:0@4", 6, "error[E6001]: read-write data race on wrong["),
        ("--check --schedule reverse", 6, "error[E6001]"),
        ("--check --schedule reverse --seed 1", 1, "'--seed' cannot be used with the schedule 'reverse'"),
        ("--check --seed 4..4", 1, "expected a number, or a range such as 0..64"),
        ("--wave 4,8", 1, "several wave sizes require '--check'"),
        ("--check --max-steps 100", 6, "step limit of 100 exceeded in iteration 2 of a loop"),
        ("--check --only-group 1", 6, "of group (1,0,0)"),
        ("--check --only-group 2", 1, "'--only-group 2,0,0': the dispatch has 2,1,1 groups"),
        ("--check --max-findings 1", 6, "1 error, 1 warning, of which 1 are shown; valid for"),
        ("--check --schedule all --wave 4,8", 1, "'--schedule all' supports one wave size only"),
        ("--engine interpreter --out sums", 0, ""),
    ];
    for (more, status, part) in cases {
        let arguments: Vec<&str> = RACE.split(' ').chain(more.split(' ')).collect();
        let output = command(&workspace(), &arguments)?;
        let told = said(&output);
        if output.status.code() != Some(status) || !told.contains(part) {
            return Err(format!("{more}: status {:?} and\n{told}", output.status.code()).into());
        }
    }
    let document = std::fs::read_to_string(&sarif)?;
    if !document.contains("\"ruleId\": \"E6001\"") && !document.contains("\"ruleId\":\"E6001\"") {
        return Err(document.into());
    }
    Ok(())
}

fn checked_jobs() -> Result {
    let folder = Folder::empty("checked-jobs");
    let shader =
        "RWStructuredBuffer<uint> x;\n[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex) { x[RACE] += 1; }";
    std::fs::write(folder.join("a.hlsl"), shader)?;
    let job = |define: &str, expected: &str| {
        let text = r#"{"shader": "a.hlsl", "options": ["-D", "RACE=#"], "bindings": {"x": "zeros:32"}, "expect": {"x": {"u32": [$]}}}"#;
        std::fs::write(folder.join("job.json"), text.replace('#', define).replace('$', expected))
    };
    let ones = ["1"; 8].join(", ");
    let cases = [
        ("i", &*ones, "--check", 0, "ok"),
        ("0", "1", "--check=bounds", 0, "ok"),
        ("0", "1", "--check", 6, "(race)"),
        ("0", "9", "--check", 1, "(race)"),
    ];
    let run = |arguments: &[&str], status: i32, part: &str| -> Result {
        let output = command(&folder, arguments)?;
        let told = printed(&output);
        if output.status.code() != Some(status) || !told.contains(part) {
            return Err(format!("{arguments:?}: status {:?} and\n{told}", output.status.code()).into());
        }
        Ok(())
    };
    for (define, expected, check, status, part) in cases {
        job(define, expected)?;
        run(&["test", "job.json", check], status, part)?;
    }
    // Jobs that say themselves what must be found.
    let own = [
        (
            r#""check": "full", "findings": [{"check": "race", "line": 2}]"#,
            1,
            "unexpected finding of 'race-same-value' at line 2",
        ),
        (r#""check": "race", "findings": [{"check": "race", "line": 2, "with": 2}]"#, 0, "ok"),
        (
            r#""check": "race", "findings": [{"check": "race", "line": 3}]"#,
            1,
            "expected finding of 'race' at line 3 not reported",
        ),
        (
            r#""check": {"race": "warning", "race-in-wave": "off"}, "waves": [8, 32], "schedules": 1"#,
            0,
            "--replay random:0@8",
        ),
        (r#""check": "full", "waves": [8, 16], "seeds": [3, 4]"#, 6, "--replay random:3@8"),
        (r#""check": "full", "waves": [4]"#, 1, "x[0]: expected 1, found 2"),
    ];
    for (fields, status, part) in own {
        let text = format!(
            r#"{{"shader": "a.hlsl", "options": ["-D", "RACE=0"], "bindings": {{"x": "zeros:32"}}, "expect": {{"x": "u32:1"}}, {fields}}}"#
        );
        std::fs::write(folder.join("job.json"), text)?;
        run(&["test", "job.json"], status, part)?;
    }
    Ok(())
}

/// Without a library, and without a toolchain that has one.
fn without_llvm() -> Result {
    let arguments =
        "run shaders/saxpy.hlsl --push f32:2;u32:3 --bind x=f32:1,2,3 --bind y=f32:10,20,30 --out y --cache none";
    let mut command = Command::new(COMMAND);
    command
        .args(arguments.split(' '))
        .current_dir(workspace())
        .env("PATH", "")
        .env("HLSL2SPIRV_LLVM", "/no/such/library");
    let output = command.output()?;
    let (told, printed) = (said(&output), printed(&output));
    match told.contains("LLVM library not found") && printed == "12.0 24.0 36.0\n" {
        true => Ok(()),
        false => Err(format!("{printed}{told}").into()),
    }
}

/// Products and sums, lengths and reciprocal square roots, which compiled code contracts and estimates unless told not to.
fn exact_runs() -> Result {
    const SHADER: &str =
        "RWStructuredBuffer<float4> o; [numthreads(64, 1, 1)] void main(uint i : SV_DispatchThreadID) {
        float3 a = float3(i * 0.37 + 0.1, i * 1.71 - 3.3, 1.0 / (i + 3)), b = float3(0.123456, i * 0.77, 7.7 / (i + 1));
        o[i] = float4(a.x * b.x + a.y, dot(a, b), length(a), rsqrt(abs(a.y) + b.z) * b.y - a.z); }";
    let folder = Folder::empty("exact");
    std::fs::write(folder.join("exact.hlsl"), SHADER)?;
    let bits = |more: &[&str]| {
        let arguments = ["run", "exact.hlsl", "--bind", "o=zeros:1024", "--out", "o=print:u32"];
        let output = command(&folder, &[&arguments, more].concat())?;
        if output.status.success() { Ok(output.stdout) } else { Err(Failed::from(said(&output))) }
    };
    let interpreted = bits(&["--engine", "interpreter"])?;
    for more in [&["--exact"][..], &["--exact", "--lanes", "one-by-one"], &["--exact", "--cpu", "x86-64-v2"]] {
        if !(more.contains(&"--cpu") && cfg!(not(target_arch = "x86_64"))) && bits(more)? != interpreted {
            return Err(format!("{more:?}: other bits than the interpreter's").into());
        }
    }
    Ok(())
}

/// Constants by ids and names, in both engines; in stages, those that any of them has.
fn specialized() -> Result {
    const SHADER: &str = "[[vk::constant_id(3)]] const uint count = 4; [[vk::constant_id(5)]] const float scale = 1;
        [[vk::constant_id(6)]] const bool is_on = false; RWStructuredBuffer<float> o;
        [numthreads(1, 1, 1)] void main() { for (uint i = 0; i < count; i++) o[i] = is_on ? scale * i : -1; }";
    const STAGES: &str = "[[vk::constant_id(0)]] const float red = 0; [[vk::constant_id(1)]] const float size = 0;
        struct V { float4 at : SV_Position; };
        V corner(uint i : SV_VertexID) { V v; v.at = float4(i & 1 ? size : -1, i & 2 ? size : -1, 0, 1); return v; }
        float4 main(V v) : SV_Target { return float4(red, 0, 0, 1); }";
    let folder = Folder::with("specialized", &[("run.hlsl", SHADER), ("draw.hlsl", STAGES)]);
    let run = ["run", "run.hlsl", "--bind", "o=zeros:16", "--out", "o=print:f32"];
    let output =
        |line: &[&str], more: &str| command(&folder, &[line, &more.split_whitespace().collect::<Vec<_>>()].concat());
    for engine in ["compiled", "interpreter"] {
        let (set, engine) = ("--constant count=3 --constant scale=0.5 --constant 6=true", ["--engine", engine]);
        for (constants, expected) in
            [("", "-1.0 -1.0 -1.0 -1.0"), (set, "0.0 0.5 1.0 0.0"), ("--constant 3=0x1", "-1.0 0.0 0.0 0.0")]
        {
            let output = output(&[&run[..], &engine].concat(), constants)?;
            let printed = String::from_utf8_lossy(&output.stdout).trim().to_owned();
            if printed != expected {
                return Err(format!("{constants}: {printed}, {}", said(&output)).into());
            }
        }
    }
    for (constant, expected) in [
        ("3", "'--constant 3': expected ID=VALUE or NAME=VALUE"),
        (
            "far=1",
            "'--constant far=1': no such specialization constant; the shader has 3 (count), 5 (scale), 6 (is_on)",
        ),
        ("count=-1", "'--constant count=-1': invalid u32 '-1'"),
    ] {
        let output = output(&run, &format!("--constant {constant}"))?;
        if output.status.code() != Some(1) || !said(&output).contains(expected) {
            return Err(said(&output).into());
        }
    }
    let draw = ["draw", "draw.hlsl", "--vertex", "corner", "--size", "2x2", "--out", "o.raw"];
    for (constants, expected) in [("", [0, 0, 0, 0]), ("--constant red=1 --constant 1=3", [255, 0, 0, 255])] {
        let output = output(&draw, constants)?;
        let texels = std::fs::read(folder.join("o.raw"))?;
        if texels.get(..4) != Some(&expected[..]) {
            return Err(format!("{constants}: {texels:?}, {}", said(&output)).into());
        }
    }
    Ok(())
}

fn documented_options() -> Result {
    let manual = std::fs::read_to_string(workspace().join("docs/jobs.md"))?;
    for name in ["run", "test"] {
        let help = String::from_utf8(command(&workspace(), &[name, "--help"])?.stdout)?;
        let options: Vec<&str> = help.lines().filter_map(|line| line.trim().split(' ').next()).collect();
        let options: Vec<&str> = options.into_iter().filter(|word| word.starts_with("--")).collect();
        let missing: Vec<&&str> = options.iter().filter(|option| !manual.contains(&format!("`{option}"))).collect();
        if options.len() < 5 || !missing.is_empty() {
            return Err(format!("{name}: docs/jobs.md lacks {missing:?} of {options:?}").into());
        }
    }
    Ok(())
}

/// Calls of `run`: arguments after the shader's name, the exit status, a part of the messages, the results.
const SAYINGS: &[(&str, i32, &str, &str)] = &[
    ("--bind P=u32:1 -- -fvk-b-shift 0 0", 1, "conflicting resources at set 0, binding 0: P, x; use -fvk-b-shift", ""),
    ("--bind P=u32:1 --bind x=u32:2 --bind y=zeros:4 --out y", 0, "", "3\n"),
    (
        "--bind P=u32:1 --bind x=u32:2 --bind y=zeros:4 -- -fvk-b-shift 9 0",
        1,
        "'x' (set 0, binding 0) is already bound; it has x, y; use -fvk-b-shift",
        "",
    ),
    (
        "--bind P=u32:1 --bind y=zeros:4 --out y -- -fvk-b-shift 9 0",
        0,
        "warning: 'x', 'y' have the same binding",
        "1\n",
    ),
    ("--bind P=u32:1 --bind x=u32:2 --bind y=zeros:4 SHIFTS", 0, "no output requested", ""),
    ("--scene P=a.obj SHIFTS", 1, "'--scene P=a.obj': 'P' is not an acceleration structure", ""),
    ("--scene P SHIFTS", 1, "'--scene P': expected NAME=FILE", ""),
    ("--bind P=u32:1 --bind P=u32:1 SHIFTS", 1, "'P' (set 0, binding 0) is already bound", ""),
    ("--bind P=u32:1 --bind x=u32:2 --bind y=zeros:4 --push u32:1 SHIFTS", 1, "the shader has none", ""),
    ("--bind P=u32:1 --bind x=u32:2 --bind y=zeros:4 --out y SHIFTS", 0, "", "3\n"),
    ("--bind P=u32:1 --bind x=u32:2 --bind y=zeros:4 --out y SHIFTS -D WARN", 0, "[-Wconversion]", "3\n"),
    ("--bind P=u32:1 --bind x=u32:2 --bind y=zeros:4 --out y=/dev/full SHIFTS", 1, "cannot write '/dev/full'", ""),
    (
        "--bind P=file:held --bind x=u32:2 --bind y=zeros:4 --out y=./held SHIFTS",
        1,
        "cannot write './held': the file is also an input or another output of this command",
        "",
    ),
    (
        "--bind P=u32:1 --bind x=u32:2 --bind y=zeros:4 --out y=included SHIFTS",
        1,
        "cannot write 'included': the file is also an input or another output of this command",
        "",
    ),
    ("-- -T ps_6_0", 1, "cannot run 'shader.hlsl', a pixel shader: 'hlsl2spirv draw' runs it", ""),
    ("--bind P=u32:1 --bind x=u32:2 --bind y=u64:0*100000000,0*100000000 SHIFTS", 1, "numbers exceed the limit", ""),
    ("--deadline 0", 1, "expected a number of seconds", ""),
    ("--wave 3", 1, "expected a power of two, at most 128", ""),
    ("--cpu x86-64-v9", 1, "expected one of native, x86-64-v2,", ""),
    ("--lanes apart", 1, "expected together, one-by-one or a power of two", ""),
    (
        "--bind P=u32:1 --bind x=u32:2 --bind y=zeros:4 --out y --wave 8 --lanes together --time SHIFTS",
        0,
        "lanes run one by one: workgroup is too small",
        "3\n",
    ),
];

/// Atomic operations: at places that come from memory, with little else; the same with more to do; at the lanes' own numbers.
const ATOMICS: &str = "
RWByteAddressBuffer bins : register(u0);
#ifdef ROW
[numthreads(64, 1, 1)] void main(uint id : SV_DispatchThreadID) { bins.InterlockedAdd(4 * (id % 64), 1); }
#else
[numthreads(64, 1, 1)] void main(uint id : SV_DispatchThreadID) {
    float place = bins.Load(4 * id) % 64;
#ifdef MORE
    for (uint i = 0; i < 50; ++i)
        place = 32 + 31 * sin(place);
#endif
    bins.InterlockedAdd(4 * uint(place), 1);
}
#endif
";

fn atomics_alone_run_lane_by_lane(folder: &Folder) -> Result {
    std::fs::write(folder.join("atomics.hlsl"), ATOMICS)?;
    let line = "run atomics.hlsl --time --bind bins=zeros:256";
    says(folder, line, 0, "lanes run one by one: it is mostly atomic operations", "")?;
    says(folder, &format!("{line} --lanes 8"), 0, "lanes are vectorized", "")?;
    says(folder, &format!("{line} -- -D MORE"), 0, "lanes are vectorized", "")?;
    says(folder, &format!("{line} -- -D ROW"), 0, "lanes are vectorized", "")
}

fn notes_of_run() -> Result {
    let folder = with_shaders("sayings")?;
    std::fs::write(folder.join("shader.hlsl"), format!("#include \"included\"\n{REGISTERS}"))?;
    std::fs::write(folder.join("included"), "")?;
    std::fs::write(folder.join("held"), [1, 0, 0, 0])?;
    std::fs::write(folder.join("pixel.hlsl"), "float4 main() : SV_Target { return 0; }")?;
    for (line, status, said, printed) in SAYINGS {
        let line = line.replace("SHIFTS", "-- -fvk-t-shift 10 0 -fvk-u-shift 20 0");
        says(&folder, &format!("run shader.hlsl {line}"), *status, said, printed)?;
    }
    if cfg!(target_os = "linux") {
        let line = "run shader.hlsl --bind x=image:/dev/zero -- -fvk-t-shift 10 0 -fvk-u-shift 20 0";
        says(&folder, line, 1, "input exceeds 64 MiB", "")?;
    }
    atomics_alone_run_lane_by_lane(&folder)?;
    says(&folder, "run pixel.hlsl", 1, "cannot run 'pixel.hlsl', a pixel shader: 'hlsl2spirv draw' runs it", "")?;
    says(&folder, "pixel.hlsl -T ps_6_0 -Fo pixel.spv", 0, "", "")?;
    says(&folder, "run pixel.spv", 1, "cannot run entry point 'main' of stage Fragment", "")
}

/// Prints a control character, for ever if it is asked to.
const PRINTING: &str = "
RWStructuredBuffer<uint> result;
[numthreads(2, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    result[id.x] = id.x + 1;
    for (uint turn = 0; turn == 0 || result[2] != 0; ++turn) printf(\"turn %u\\x1b of %u\", turn, id.x);
}";

fn output_of_printf() -> Result {
    let folder = with_shaders("printing")?;
    std::fs::write(folder.join("shader.hlsl"), PRINTING)?;
    let wanted = "turn 0\u{fffd} of 0\nturn 0\u{fffd} of 1\n1 2 0\n";
    for lanes in ["one-by-one", "together"] {
        let line = format!("run shader.hlsl --lanes {lanes} --bind result=u32:0*3 --out result");
        says(&folder, &line, 0, "", wanted)?;
    }
    let endless = "run shader.hlsl --bind result=u32:0,0,1 --out result --deadline 2";
    let output = command(&folder.0, &endless.split_whitespace().collect::<Vec<_>>())?;
    let (text, errors) = (printed(&output), said(&output));
    let is_cut = text.starts_with("turn 0\u{fffd} of 0\nturn 1\u{fffd} of 0\n") && text.ends_with("bytes)\n");
    match output.status.code() == Some(1) && is_cut && errors.contains("deadline exceeded") {
        true => Ok(()),
        false => Err(format!("{}: {errors}\n{} bytes", output.status, text.len()).into()),
    }
}

const COUNTING: &str = "RWStructuredBuffer<uint> result;
[numthreads(4, 1, 1)] void main(uint id : SV_DispatchThreadID) { result[id] = id * 3; }";

/// Compiled code is kept in the named folder, once, and rebuilt if it is damaged; nowhere if that is requested.
fn kept_code() -> Result {
    let folder = with_shaders("kept")?;
    std::fs::write(folder.join("shader.hlsl"), COUNTING)?;
    let run = |cache: &str, status: i32, said: &str, printed: &str| {
        let line = format!("run shader.hlsl --bind result=u32:0*4 --out result --cache {cache}");
        says(&folder, &line, status, said, printed)
    };
    run("none", 0, "", "0 3 6 9\n")?;
    run("shader.hlsl", 1, "cannot cache compiled code in 'shader.hlsl'", "")?;
    let mut written = Vec::new();
    for turn in 0..3 {
        run("kept", 0, "", "0 3 6 9\n")?;
        let files = std::fs::read_dir(folder.join("kept"))?.map(|file| Ok(file?.path()));
        let files = files.collect::<std::io::Result<Vec<_>>>()?;
        let [file] = files.as_slice() else { return Err(format!("there are {} files", files.len()).into()) };
        written.push(std::fs::read(file)?);
        if turn == 1 {
            std::fs::write(file, &written[0][..written[0].len() / 2])?;
        }
    }
    let is_whole = written.iter().all(|content| content.len() == written[0].len());
    let is_elsewhere = folder.join("none").exists();
    if is_whole && !is_elsewhere { Ok(()) } else { Err("it is not kept as it was asked for".into()) }
}

fn says(folder: &Folder, line: &str, status: i32, part: &str, expected: &str) -> Result {
    let output = command(&folder.0, &line.split_whitespace().collect::<Vec<_>>())?;
    let (out, errors) = (printed(&output), said(&output));
    if output.status.code() == Some(status) && errors.contains(part) && out == expected {
        return Ok(());
    }
    Err(format!("{line}: {}\n{errors}\n{out}", output.status).into())
}

/// A folder for one test, with the shaders in it.
fn with_shaders(name: &str) -> std::io::Result<Folder> {
    let folder = Folder::with(name, &[("shaders/", ""), ("docs/", "")]);
    for shader in ["mandelbrot.hlsl", "path_tracer.hlsl", "saxpy.hlsl"] {
        std::fs::copy(workspace().join("shaders").join(shader), folder.join("shaders").join(shader))?;
    }
    Ok(folder)
}

/// The text between two marks.
fn between<'t>(text: &'t str, start: &str, end: &str) -> std::result::Result<&'t str, Failed> {
    let from = text.split_once(start).map(|(_, rest)| rest);
    let found = from.and_then(|rest| rest.split_once(end)).map(|(found, _)| found);
    found.ok_or_else(|| format!("there is no '{start}'").into())
}

/// The first job of `docs/jobs.md`.
fn documented() -> std::result::Result<String, Failed> {
    let manual = std::fs::read_to_string(workspace().join("docs/jobs.md"))?;
    Ok(between(&manual, "```json\n", "```")?.to_owned())
}

fn documented_job() -> Result {
    let folder = with_shaders("documented")?;
    std::fs::write(folder.join("docs/job.json"), documented()?)?;
    test(&folder.join("docs"), &["job.json"], 0, Some("job.json: doubles and adds: ok\n1 of 1 jobs passed\n"))
}

fn documented_script() -> Result {
    let manual = std::fs::read_to_string(workspace().join("docs/jobs.md"))?;
    let folder = with_shaders("script")?;
    std::fs::write(folder.join("double.amber"), format!("#!amber{}", between(&manual, "```\n#!amber", "```")?))?;
    test(&folder.0, &["double.amber"], 0, Some("double.amber: script: ok\n1 of 1 jobs passed\n"))
}

fn documented_dispatch() -> Result {
    let manual = std::fs::read_to_string(workspace().join("docs/jobs.md"))?;
    let line = between(&manual, "```sh\nhlsl2spirv ", "\n")?;
    let folder = with_shaders("dispatch")?;
    let output = command(&folder.0, &arguments(line).iter().map(String::as_str).collect::<Vec<_>>())?;
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    if text == "12.0 24.0 36.0\n" { Ok(()) } else { Err(format!("{line} prints\n{text}").into()) }
}

fn job_with_a_module() -> Result {
    let folder = with_shaders("module")?;
    let compiled = command(&folder.0, &["shaders/saxpy.hlsl", "-T", "cs_6_0", "-Fo", "docs/saxpy.spv"])?;
    assert!(compiled.status.success(), "the shader compiles");
    let job = documented()?.replace("\"shader\": \"../shaders/saxpy.hlsl\"", "\"module\": \"saxpy.spv\"");
    assert!(job.contains("saxpy.spv"), "the job runs the module");
    std::fs::write(folder.join("docs/job.json"), job)?;
    test(&folder.0, &["docs/job.json"], 0, None)
}

fn first_command() -> Result {
    let readme = std::fs::read_to_string(workspace().join("README.md"))?;
    let line = between(&readme, "cargo run --release -- ", "\n\n")?.replace("\\\n", " ");
    let folder = with_shaders("readme")?;
    std::fs::create_dir_all(folder.join("target"))?;
    let arguments = arguments(&line);
    let output = command(&folder.0, &arguments.iter().map(String::as_str).collect::<Vec<_>>())?;
    assert!(output.status.success(), "{line}: {}", said(&output));
    let picture = std::fs::read(folder.join("target/mandelbrot.png"))?;
    let is_png = picture.starts_with(b"\x89PNG\r\n\x1a\n");
    // The size stands after the signature and the head of the first chunk.
    let size = picture.get(16..24).map(|bytes| bytes.to_vec());
    assert!(is_png && size == Some(vec![0, 0, 2, 0, 0, 0, 2, 0]), "the picture has 512 by 512 pixels");
    // Points of the set in the middle, others around.
    assert!(picture.len() > 10_000, "there is something in the picture");
    Ok(())
}

/// The permitted mean difference between components of two pictures: other versions of LLVM round differently, which
/// changes the paths of light.
const PICTURE_TOLERANCE: u64 = 2;

fn pictures() -> Result {
    let document = std::fs::read_to_string(workspace().join("docs/README.md"))?;
    let block =
        between(&document, "The pictures of the README come from these two:\n\n```sh\n", "\n```")?.replace("\\\n", " ");
    let folder = with_shaders("pictures")?;
    for line in block.lines() {
        let arguments = arguments(line.trim_start_matches("hlsl2spirv "));
        let output = command(&folder.0, &arguments.iter().map(String::as_str).collect::<Vec<_>>())?;
        assert!(output.status.success(), "{line}: {}", said(&output));
        let name = between(line, "--out image=", " ")?;
        let (made, shown) = (texels(&folder.join(name))?, texels(&workspace().join(name))?);
        assert_eq!(made.len(), shown.len(), "{name} has another size");
        let apart: u64 = made.iter().zip(&shown).map(|(made, shown)| u64::from(made.abs_diff(*shown))).sum();
        assert!(apart <= PICTURE_TOLERANCE * made.len() as u64, "{name} shows something else");
    }
    Ok(())
}

/// The components of a picture.
fn texels(path: &Path) -> std::result::Result<Vec<u8>, Failed> {
    let mut reader = png::Decoder::new(std::io::BufReader::new(std::fs::File::open(path)?)).read_info()?;
    let mut texels = vec![0; reader.output_buffer_size().ok_or("the picture is too large")?];
    reader.next_frame(&mut texels)?;
    Ok(texels)
}

/// The arguments of a shell command, some of them quoted.
fn arguments(line: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    for (index, part) in line.split('\'').enumerate() {
        if index % 2 == 1 {
            all.last_mut().expect("there is one").push_str(part);
            continue;
        }
        for (index, word) in part.split(char::is_whitespace).enumerate() {
            if index > 0 {
                all.push(String::new());
            }
            all.last_mut().expect("there is one").push_str(word);
        }
    }
    all.retain(|argument| !argument.is_empty());
    all
}
