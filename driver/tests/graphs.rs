//! `graph`: work graphs on the command line and in jobs, in both engines.

mod support;

use support::{Folder, outcome, workspace};

impl Folder {
    fn new(name: &str) -> Self {
        let sample = std::fs::read_to_string(workspace().join("shaders/quadtree.hlsl")).unwrap();
        Self::with(name, &[("quadtree.hlsl", &sample)])
    }

    fn with_words(&self, words: &[&str]) -> (i32, String, String) {
        outcome(&self.command(words.iter().copied()).output().unwrap())
    }

    /// Runs the graph of a text.
    fn graph(&self, text: &str, arguments: &[&str]) -> (i32, String, String) {
        self.write("graph.hlsl", text);
        self.with_words(&[&["graph", "graph.hlsl"], arguments].concat())
    }
}

const SIDE: usize = 256;

/// The picture of the sample, pixel by pixel, in steps of a byte.
fn picture() -> Vec<f32> {
    let mut all = Vec::new();
    for pixel in 0..SIDE * SIDE {
        let step = 3.0f32 / SIDE as f32;
        let c = [(pixel % SIDE) as f32 * step - 2.25, (pixel / SIDE) as f32 * step - 1.5];
        let (mut z, mut count) = ([0.0f32; 2], 0);
        while count < 128 && z[0] * z[0] + z[1] * z[1] < 4.0 {
            z = [z[0] * z[0] - z[1] * z[1] + c[0], 2.0 * z[0] * z[1] + c[1]];
            count += 1;
        }
        let t = count as f32 / 128.0;
        let color = if count == 128 { [0.0, 0.0, 0.0, 1.0] } else { [t.sqrt(), t, 1.0 - t, 1.0] };
        all.extend(color.map(|channel| channel * 255.0));
    }
    all
}

#[test]
fn the_sample_paints_each_pixel_in_both_engines() {
    let folder = Folder::new("sample");
    let expected = picture();
    let mut all = Vec::new();
    for more in
        [&["--engine", "compiled"][..], &["--engine", "compiled", "--threads", "1"], &["--engine", "interpreter"]]
    {
        let own = ["graph", "quadtree.hlsl", "--record", "look={origin: [0, 0], size: 256}", "--statistics"];
        let resources = ["--bind", "image=image:256x256", "--bind", "squares=zeros:12"];
        let outputs = ["--out", "squares=print:u32", "--out", "image=image.raw"];
        let (status, printed, said) = folder.with_words(&[&own[..], &resources, &outputs, more].concat());
        assert_eq!((status, printed.trim()), (0, "309 69 163"), "{said}");
        assert!(said.contains("count[0]                        163 records"), "{said}");
        let bytes = std::fs::read(folder.join("image.raw")).unwrap();
        let is_near = |(found, expected): (&u8, &f32)| (f32::from(*found) - expected).abs() < 0.6;
        let wrong = bytes.iter().zip(&expected).filter(|pair| !is_near(*pair)).count();
        // A square whose border has one count is filled with its color, although a few pixels inside may have another count.
        assert!(bytes.len() == expected.len() && wrong < expected.len() / 500, "{wrong} of {}", expected.len());
        all.push(bytes);
    }
    assert!(all.iter().all(|bytes| *bytes == all[0]));
}

/// A node that sends records to itself.
const DOUBLING: &str = r#"
struct Step { uint left; };
RWStructuredBuffer<uint> total;
[Shader("node")] [NodeLaunch("thread")] [NodeMaxRecursionDepth(30)]
void again(ThreadNodeInputRecord<Step> step, [MaxRecords(2)] [NodeID("again")] NodeOutput<Step> next) {
    InterlockedAdd(total[0], 1);
    const bool goes_on = step.Get().left > 0 && next.IsValid();
    ThreadNodeOutputRecords<Step> records = next.GetThreadNodeOutputRecords(goes_on ? 2 : 0);
    if (goes_on) records[0].left = records[1].left = step.Get().left - 1;
    records.OutputComplete();
}
"#;

#[test]
fn records_are_given_in_all_forms() {
    let folder = Folder::new("records");
    let cases = [
        (&["--record", "again={left: 3}"][..], 15),
        (&["--record", "again=[{left: 3}, {left: 1}]"], 18),
        (&["--record", "again=u32:3,1"], 18),
        (&["--record", "again[0]*5", "--record", "again"], 6),
    ];
    for (records, expected) in cases {
        for engine in ["compiled", "interpreter"] {
            let own = ["--bind", "total=zeros:4", "--out", "total=print:u32", "--engine", engine];
            let (status, printed, said) = folder.graph(DOUBLING, &[records, &own].concat());
            assert_eq!((status, printed.trim()), (0, expected.to_string().as_str()), "{records:?}: {said}");
        }
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = Folder::new("refused");
    let cases = [
        (DOUBLING, &[][..], "'again' needs records to begin with"),
        (DOUBLING, &["--record", "agin=u32:1"], "unknown node 'agin'; the graph has again[0]"),
        (DOUBLING, &["--record", "again={lft: 1}"], "unknown member '[0].lft'"),
        (DOUBLING, &["--record", "again*x"], "invalid count 'x'"),
        (DOUBLING, &["--record", "again*99999999999"], "more than 16777216 records"),
        (DOUBLING, &["--record", "again", "--bind", "sum=zeros:4"], "unknown binding"),
        (DOUBLING, &["--record", "again"], "not bound"),
        (DOUBLING, &["--record", "again", "--coverage", "a.info", "--check"], "not available for work graphs"),
        ("[numthreads(1, 1, 1)] [shader(\"compute\")] void main() {}", &[], "the module has no nodes of a work graph"),
    ];
    for (text, arguments, expected) in cases {
        let (status, _, said) = folder.graph(text, arguments);
        assert!(status == 1 && said.contains(expected), "{arguments:?}: {said}");
    }
}

#[test]
fn graphs_end_at_their_limits() {
    let folder = Folder::new("limits");
    let own = ["--bind", "total=zeros:4", "--record", "again={left: 30}"];
    let (status, _, said) = folder.graph(DOUBLING, &[&own[..], &["--waiting", "65536"]].concat());
    assert!(status == 1 && said.contains("more than 65536 bytes of records wait"), "{said}");
    let (status, _, said) = folder.graph(DOUBLING, &[&own[..], &["--deadline", "1"]].concat());
    assert!(status == 1 && said.contains("deadline exceeded"), "{said}");
    let circle = r#"
        struct Step { uint left; };
        [Shader("node")] [NodeLaunch("thread")]
        void one(ThreadNodeInputRecord<Step> step, [MaxRecords(1)] NodeOutput<Step> two) {
            ThreadNodeOutputRecords<Step> record = two.GetThreadNodeOutputRecords(1);
            record.Get() = step.Get();
            record.OutputComplete();
        }
        [Shader("node")] [NodeLaunch("thread")]
        void two(ThreadNodeInputRecord<Step> step, [MaxRecords(1)] NodeOutput<Step> one) {
            ThreadNodeOutputRecords<Step> record = one.GetThreadNodeOutputRecords(1);
            record.Get() = step.Get();
            record.OutputComplete();
        }"#;
    let (status, _, said) = folder.graph(circle, &["--record", "one"]);
    assert!(status == 1 && said.contains("node 'one' gets records that it has sent itself"), "{said}");
}

#[test]
fn problems_are_warnings_with_their_lines_or_findings() {
    let folder = Folder::new("problems");
    let text =
        DOUBLING.replace(" && next.IsValid()", "").replace("NodeMaxRecursionDepth(30)", "NodeMaxRecursionDepth(2)");
    let own = ["--bind", "total=zeros:4", "--record", "again={left: 4}", "--out", "total=print:u32"];
    let (status, printed, said) = folder.graph(&text, &own);
    assert_eq!((status, printed.trim()), (0, "7"), "{said}");
    let expected = "warning: graph.hlsl:8:5: 'again' sends records to itself beyond 2 levels: 4 times, first in record 0 of 'again'";
    let (status, _, found) = folder.graph(&text, &[&own[..], &["--check"]].concat());
    assert!(status == 6 && found.contains("error[E6656]") && found.contains("8 │"), "{found}");
    let located = folder.graph(&text, &[&own[..], &["-fspv-debug=vulkan"]].concat()).2;
    assert!(located.contains(expected), "{located}");
}

#[test]
fn jobs_run_graphs_among_their_steps() {
    let folder = Folder::new("jobs");
    std::fs::write(folder.join("graph.hlsl"), DOUBLING).unwrap();
    let job = |expected: u32| {
        format!(
            r#"{{"shader": "graph.hlsl", "bindings": {{"total": "zeros:4"}},
                "steps": [{{"graph": {{"again": [{{"left": 2}}, {{"left": 0}}]}}}}, {{"graph": {{"again": 3}}, "waiting": 1024}}],
                "expect": {{"total": "u32:{expected}"}}}}"#
        )
    };
    for (expected, status) in [(11, 0), (12, 1)] {
        std::fs::write(folder.join("job.json"), job(expected)).unwrap();
        let (found, printed, said) = folder.with_words(&["test", "job.json"]);
        assert_eq!(found, status, "{printed}{said}");
    }
    let broken = job(11).replace("\"again\": 3", "\"other\": 3");
    std::fs::write(folder.join("job.json"), broken).unwrap();
    let (status, printed, said) = folder.with_words(&["test", "job.json"]);
    assert!(
        status == 1 && format!("{printed}{said}").contains("step 2: record 'other*3': unknown node 'other'"),
        "{printed}{said}"
    );
}

#[test]
fn samplers_of_graphs_have_the_states_of_the_source() {
    let folder = Folder::new("states");
    let text = r#"
        struct Step { uint left; };
        Texture2D source; RWStructuredBuffer<float> result;
        SamplerState edge { Filter = MIN_MAG_MIP_POINT; AddressU = Border; BorderColor = 0xff336600; };
        [Shader("node")] [NodeLaunch("thread")] void one(ThreadNodeInputRecord<Step> step) {
            result[0] = source.SampleLevel(edge, float2(0.2, 0.5), 0).x;
            result[1] = source.SampleLevel(edge, float2(1.2, 0.5), 0).x;
        }"#;
    let own = ["--bind", "source=image:2x1:rgba32float:f32:0.5,0,0,0,0.75,0,0,0", "--bind", "result=zeros:8"];
    for engine in ["compiled", "interpreter"] {
        let more = ["--record", "one={left: 1}", "--out", "result=print:f32", "--engine", engine];
        let (status, printed, said) = folder.graph(text, &[&own[..], &more].concat());
        assert_eq!((status, printed.trim()), (0, "0.5 0.2"), "{said}");
    }
}
