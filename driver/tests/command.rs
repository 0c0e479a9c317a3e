//! The command as its users call it: files, streams and exit statuses.

mod support;

use std::path::Path;
use std::process::{Command, Output};
use support::{COMMAND, Folder, printed, said};

const SHADER: &str = "float4 main() : SV_Target { return float4(1, 0, 0, 1); }\n";

fn run_in(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(COMMAND);
    command.args(arguments).current_dir(folder).output().expect("the command runs")
}

fn status(output: &Output) -> i32 {
    output.status.code().expect("the command was not killed")
}

#[test]
fn statuses_are_those_of_dxc() {
    let folder = Folder::empty("statuses");
    folder.write("good.hlsl", SHADER);
    folder.write("bad.hlsl", "float4 main( : SV_Target { }\n");
    let expected = [
        ("good.hlsl -T ps_6_0", 0),
        ("bad.hlsl -T ps_6_0", 5),
        ("good.hlsl -T xs_6_0", 5),
        ("missing.hlsl -T ps_6_0", 1),
        ("good.hlsl -T ps_6_0 -bogus", 1),
        ("good.hlsl", 1),
        ("-T ps_6_0", 1),
        ("--help", 0),
        ("--version", 0),
        ("explain E5001", 0),
        ("explain E0", 1),
    ];
    for (line, code) in expected {
        let output = folder.run(line);
        assert_eq!(status(&output), code, "{line}: {}", said(&output));
    }
}

#[test]
fn messages_can_go_to_a_file_and_be_json() {
    let folder = Folder::empty("messages");
    folder.write("bad.hlsl", "float4 main( : SV_Target { }\n");
    let output = folder.run("bad.hlsl -T ps_6_0 -Fe messages.txt -fdiagnostics-format=json");
    assert_eq!(said(&output), "");
    let text = folder.text("messages.txt");
    assert!(text.starts_with("{\"severity\":\"error\",\"code\":\"E1"), "{text}");
    assert!(text.contains("\"file\":\"bad.hlsl\",\"line\":1,"), "{text}");
}

#[test]
fn preprocessing_and_dependencies_need_no_profile() {
    let folder = Folder::empty("preprocess");
    folder.write("a.hlsl", "#include \"b c.hlsli\"\nint a = B;\n");
    folder.write("b c.hlsli", "#define B 7\n");
    assert_eq!(status(&folder.run("a.hlsl -P")), 0);
    assert!(folder.text("a.i").contains("int a = 7;"), "{}", folder.text("a.i"));
    assert_eq!(status(&folder.run("a.hlsl -P -Fi other.txt")), 0);
    assert_eq!(folder.text("other.txt"), folder.text("a.i"));
    let rule = printed(&folder.run("a.hlsl -M"));
    assert!(rule.starts_with("a.spv: \\\n a.hlsl \\\n "), "{rule}");
    assert!(rule.ends_with("b\\ c.hlsli\n"), "{rule}");
}

#[test]
fn an_output_that_is_named_for_dxil_is_spirv_all_the_same() {
    let folder = Folder::empty("dxil");
    folder.write("a.hlsl", SHADER);
    let warned = said(&folder.run("-T ps_6_0 a.hlsl -Fo a.dxil -Qembed_debug"));
    assert_eq!(warned.matches("-Wspirv-output").count(), 1, "{warned}");
    assert!(warned.contains("output name 'a.dxil' is for DXIL"), "{warned}");
    for meant in ["-spirv -T ps_6_0 a.hlsl -Fo a.dxil", "-T ps_6_0 a.hlsl -Fo a.spv"] {
        assert_eq!(said(&folder.run(meant)), "");
    }
}

#[test]
fn rules_name_the_targets_that_are_asked_for() {
    let folder = Folder::empty("targets");
    folder.write("a.hlsl", "#include \"b c.hlsli\"\n");
    folder.write("b c.hlsli", "");
    let rule = printed(&folder.run("a.hlsl -M -MT $(out) -MQ a$b -MP"));
    let (named, phony) = rule.split_once("\n\n").expect("the rule of the included file stands apart");
    assert!(named.starts_with("$(out) a$$b: \\\n a.hlsl \\\n "), "{rule}");
    assert!(phony.ends_with("b\\ c.hlsli:\n"), "{rule}");
}

#[test]
fn response_files_hold_arguments() {
    let folder = Folder::empty("response");
    folder.write("a.hlsl", SHADER);
    folder.write("a.rsp", "-T ps_6_0\n'-Fc' \"a.txt\"\n");
    assert_eq!(status(&folder.run("@a.rsp a.hlsl")), 0);
    assert!(folder.text("a.txt").contains("OpEntryPoint"));
    assert_eq!(status(&folder.run("@b.rsp a.hlsl")), 1);
}

/// Each of five files names the next one many times: without a limit this would take for ever.
#[test]
fn response_files_that_only_name_each_other_have_an_end() {
    let folder = Folder::empty("naming");
    for depth in 0..5 {
        folder.write(format!("{depth}.rsp"), format!("@{}.rsp ", depth + 1).repeat(300));
    }
    folder.write("5.rsp", "");
    let output = folder.run("@0.rsp a.hlsl");
    assert!(status(&output) == 1 && said(&output).contains("response files"), "{}", said(&output));
    folder.write("long.rsp", "x".repeat((16 << 20) + 1));
    let output = folder.run("@long.rsp a.hlsl");
    assert!(status(&output) == 1 && said(&output).contains("exceed 16 MiB"), "{}", said(&output));
}

/// Control characters in a source, the name of a file or an argument.
#[test]
fn messages_give_no_orders_to_a_terminal() {
    let folder = Folder::empty("orders");
    folder.write("a\u{1b}]0;.hlsli", "#error \"\u{1b}]0;x\u{7}\"\n");
    folder.write("a.hlsl", "#include \"a\u{1b}]0;.hlsli\"\nint x = \u{1b}]0;y\u{7};\n");
    for form in ["clang", "msvc", "vi", "rich", "json", "sarif"] {
        for colours in ["-fcolor-diagnostics", "-fno-color-diagnostics"] {
            let output = folder.run(&format!("a.hlsl -T lib_6_3 -fdiagnostics-format={form} {colours}"));
            let text = said(&output);
            assert!(text.contains("E1046") && !text.contains("\u{1b}]") && !text.contains('\u{7}'), "{form}: {text:?}");
        }
    }
    for line in ["explain E\u{1b}]0;", "validate \u{1b}]0;", "opt \u{1b}]0; -o x", "\u{1b}]0;", "-\u{1b}]0; a.hlsl"] {
        let output = folder.run(line);
        assert!(status(&output) == 1 && !said(&output).contains('\u{1b}'), "{line:?}: {:?}", said(&output));
    }
}

#[test]
fn dependencies_are_written_beside_the_output() {
    let folder = Folder::empty("dependencies");
    folder.write("a.hlsl", SHADER);
    assert_eq!(status(&folder.run("a.hlsl -T ps_6_0 -Fo a.spv -MD")), 0);
    assert_eq!(folder.text("a.d"), "a.spv: \\\n a.hlsl\n");
    assert_eq!(status(&folder.run("a.hlsl -T ps_6_0 -Fo a.spv -MF rule")), 0);
    assert_eq!(folder.text("rule"), folder.text("a.d"));
}

#[test]
fn the_listing_goes_to_the_output_when_no_file_is_named() {
    let folder = Folder::empty("listing");
    folder.write("a.hlsl", SHADER);
    let text = printed(&folder.run("a.hlsl -T ps_6_0 -E main"));
    assert!(text.starts_with("; SPIR-V\n; Version: 1.0\n"), "{text}");
    assert!(text.contains("OpEntryPoint Fragment %main \"main\""), "{text}");
    let silent = folder.run("a.hlsl -T ps_6_0 -Fo a.spv -Fc a.txt -Fh a.h -Vn words");
    assert_eq!(printed(&silent), "");
    assert_eq!(folder.read("a.spv")[..4], [3, 2, 0x23, 7]);
    assert_eq!(folder.text("a.txt"), text);
    let header = folder.text("a.h");
    assert!(
        header.starts_with("#if 0\n; SPIR-V\n") && header.contains("const unsigned char words[] = {\n  0x03, 0x02, ")
    );
}

#[test]
fn files_that_cannot_be_written_are_named() {
    let folder = Folder::empty("unwritable");
    folder.write("a.hlsl", SHADER);
    let output = folder.run("a.hlsl -T ps_6_0 -Fo no/such/folder/a.spv");
    assert_eq!(status(&output), 1);
    assert!(said(&output).contains("cannot write 'no/such/folder/a.spv'"), "{}", said(&output));
}

#[test]
fn messages_are_coloured_where_that_is_asked_for() {
    let folder = Folder::empty("colours");
    folder.write("wrong.hlsl", "float4 main() : SV_Target { return x; }\n");
    let is_coloured = |option: &str| said(&folder.run(&format!("wrong.hlsl -T ps_6_0 {option}"))).contains('\u{1b}');
    assert!(is_coloured("-fcolor-diagnostics") && is_coloured("-fdiagnostics-color=always"));
    assert!(!is_coloured("-fdiagnostics-color=auto") && !is_coloured("-fdiagnostics-color=never"));
    assert!(!is_coloured("-fcolor-diagnostics -fno-color-diagnostics"));
}

#[test]
fn messages_can_leave_out_columns_and_source() {
    let folder = Folder::empty("short_messages");
    folder.write("wrong.hlsl", "float4 main() : SV_Target { return x; }\n");
    let says = |options: &str| said(&folder.run(&format!("wrong.hlsl -T ps_6_0 {options}")));
    assert!(says("").starts_with("wrong.hlsl:1:36: error: ") && says("").contains("\n  "));
    assert!(says("-fno-show-column").starts_with("wrong.hlsl:1: error: "), "{}", says("-fno-show-column"));
    assert_eq!(says("-fno-caret-diagnostics").lines().count(), 1);
}

#[test]
fn a_file_can_be_read_before_the_input() {
    let folder = Folder::empty("include");
    folder.write("first.h", "#define RED float4(1, 0, 0, 1)\n");
    folder.write("red.hlsl", "float4 main() : SV_Target { return RED; }\n");
    assert_eq!(status(&folder.run("red.hlsl -T ps_6_0 -Fo red.spv")), 5);
    assert_eq!(status(&folder.run("red.hlsl -T ps_6_0 -Fo red.spv -include first.h")), 0);
}

#[test]
fn help_leaves_out_what_does_nothing_unless_asked() {
    let folder = Folder::empty("help");
    let (short, long) = (printed(&folder.run("--help")), printed(&folder.run("--help-hidden")));
    assert!(!short.contains("-rootsig-define") && long.contains("-rootsig-define"));
}

#[test]
fn stages_report_times_and_modules() {
    let folder = Folder::empty("watched");
    folder.write("x.hlsl", SHADER);
    let says = |options: &str| said(&folder.run(&format!("x.hlsl -T ps_6_0 -Fo x.spv {options}")));
    assert_eq!(says(""), "");
    assert!(says("-ftime-report").lines().any(|line| line.starts_with("parsing ")));
    let modules = says("-fspv-print-all");
    assert!(modules.starts_with("; before the passes\n") && modules.contains("\n; after the passes\n"));
}

#[test]
fn listings_have_forms() {
    let folder = Folder::empty("forms");
    folder.write("x.hlsl", SHADER);
    let listing = |options: &str| printed(&folder.run(&format!("x.hlsl -T ps_6_0 {options}")));
    assert!(listing("").contains("%main = OpFunction") && !listing("--raw-ids").contains("%main"));
    assert!(!listing("").contains("; 0x0000") && listing("-No").contains("; 0x0000"));
    // Colours are for terminals.
    assert!(!listing("-Cc").contains('\u{1b}'));
}

#[test]
fn an_old_option_prints_the_syntax_tree() {
    let folder = Folder::empty("tree");
    folder.write("x.hlsl", SHADER);
    let tree = printed(&folder.run("x.hlsl -T ps_6_0 -ast-dump"));
    assert!(tree.contains("main"), "{tree}");
    assert_eq!(tree, printed(&folder.run("x.hlsl -T ps_6_0 --emit=ast")));
}

#[test]
fn two_processes_give_the_same_bytes() {
    let folder = Folder::empty("processes");
    let shaders = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shaders");
    let source = shaders.join("mandelbrot.hlsl").to_string_lossy().into_owned();
    for name in ["first.spv", "second.spv"] {
        let output = run_in(&folder.0, &[&source, "-T", "cs_6_0", "-Fo", name]);
        assert_eq!(status(&output), 0, "{}", said(&output));
    }
    assert_eq!(folder.read("first.spv"), folder.read("second.spv"));
}

/// The report of a checked run has the same bytes whatever the number of threads, in one order and in those of seeds.
#[cfg(feature = "runner")]
#[test]
fn findings_are_the_same_on_any_number_of_threads() {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/suite/checks");
    let programs = [
        ("race.hlsl", "--bind sums=f32:1*8 --dispatch 2"),
        ("race_of_groups.hlsl", "--bind total=zeros:8 --bind parts=zeros:16 --dispatch 4"),
        ("uninit.hlsl", "--bind data=zeros:256"),
        ("barrier_divergent.hlsl", "--bind data=zeros:256"),
    ];
    for (name, bindings) in programs {
        for form in ["json", "sarif", "rich"] {
            let report = |threads: &str| {
                let path = suite.join(name);
                let mut arguments = vec!["run", path.to_str().expect("the path is text")];
                arguments.extend(bindings.split(' '));
                arguments.extend(["--check", "--seed", "0..4", "--report", form, "--threads", threads]);
                let output = run_in(&suite, &arguments);
                (output.stdout, output.stderr, output.status.code())
            };
            let alone = report("1");
            assert_eq!(alone.2, Some(6), "{name}: {}", String::from_utf8_lossy(&alone.1));
            assert!(["2", "16"].iter().all(|threads| report(threads) == alone), "{name} as {form}");
        }
    }
}

/// A division by zero in one of three orders, which neither the usual one nor its reverse is.
#[cfg(feature = "runner")]
const BETWEEN: &str = "\
RWStructuredBuffer<uint> flag;
RWStructuredBuffer<uint> data;
[numthreads(2, 1, 1)]
void main(uint index : SV_GroupIndex) {
    if (index == 0) {
        InterlockedAdd(flag[0], 1);
        InterlockedAdd(flag[0], 1);
    } else {
        uint seen;
        InterlockedAdd(flag[0], 0, seen);
        data[0] = 10 / (seen - 1);
    }
}
";

/// What depends on the order of threads is found where all orders are tried, and shown again by itself; what holds is said to.
#[cfg(feature = "runner")]
#[test]
fn all_orders_of_a_small_input_are_tried() {
    let folder = Folder::empty("orders");
    let run = |name: &str, text: &str, more: &str| {
        folder.write(name, text);
        let output = folder.run(&format!(
            "run {name} --check=full,order-dependent=off --bind flag=zeros:4 --bind data=zeros:16 {more}"
        ));
        (status(&output), said(&output))
    };
    for schedule in ["lockstep", "reverse"] {
        assert_eq!(run("between.hlsl", BETWEEN, &format!("--schedule {schedule}")).0, 0, "{schedule}");
    }
    let (status, told) = run("between.hlsl", BETWEEN, "--schedule all");
    assert_eq!((status, told.matches("division by zero").count()), (6, 1), "{told}");
    assert!(told.contains("valid for the 3 schedules tried"), "{told}");
    let token = told.split("--replay ").nth(1).and_then(|rest| rest.split_whitespace().next()).expect("it says how");
    let (status, again) = run("between.hlsl", BETWEEN, &format!("--replay {token}"));
    assert!(status == 6 && again.contains("division by zero"), "{token}: {again}");
    let (status, told) = run("right.hlsl", &BETWEEN.replace("seen - 1", "seen + 1"), "--schedule all");
    let claim = "valid for all schedules of this input: all 3 orders of conflicting memory accesses by threads tried";
    assert!(status == 0 && told.contains(claim), "{told}");
    let (_, told) = run("right.hlsl", &BETWEEN.replace("seen - 1", "seen + 1"), "--schedule all --wave 4");
    assert!(told.contains("the only order of conflicting memory accesses by waves of 4 lanes tried"), "{told}");
    let (_, told) = run("right.hlsl", &BETWEEN.replace("seen - 1", "seen + 1"), "--schedule all --dispatch 200");
    assert!(told.contains("valid for the one schedule tried"), "{told}");
    let (status, told) = run("right.hlsl", BETWEEN, "--replay all:9@1");
    assert!(status == 1 && told.contains("unknown order 9"), "{told}");
}

/// Lines that go on are several lines of the file, also for what is found behind them.
#[cfg(feature = "runner")]
#[test]
fn findings_behind_continued_lines_show_their_source() {
    let folder = Folder::empty("continued");
    let text = "#define TEN \\\n    10\nRWStructuredBuffer<uint> data;\n[numthreads(2, 1, 1)]\n\
                void main(uint index : SV_GroupIndex) {\n    data[index] = /* \u{e4} */ TEN / index;\n}\n";
    folder.write("continued.hlsl", text);
    let found = said(&folder.run("run continued.hlsl --check --bind data=zeros:8"));
    assert!(found.contains("continued.hlsl:6:27") && found.contains("TEN / index"), "{found}");
    folder.write("numbered.hlsl", text.replace("#define", "#line 40\n#define"));
    let found = said(&folder.run("run numbered.hlsl --check --bind data=zeros:8"));
    assert!(found.contains("at numbered.hlsl:45:28") && !found.contains("TEN / index"), "{found}");
}

/// The library's caller gets an error, and goes on.
#[test]
fn what_is_wrong_with_a_module_is_wrong_in_the_line_that_debuggers_are_told() {
    let folder = Folder::empty("lines");
    folder.write(
        "clock.hlsl",
        "RWStructuredBuffer<uint> o;\n[numthreads(1, 1, 1)] void main() {\no[0] = 1;\n\
         o[1] = uint(vk::ReadClock(vk::DeviceScope));\n}\n",
    );
    for debug in ["vulkan-with-source", "rich", "line"] {
        let made = folder.run(&format!("clock.hlsl -T cs_6_6 -E main -fspv-debug={debug} -Fo clock.spv"));
        assert_eq!(status(&made), 0, "{}", said(&made));
        let refused = folder.run("clock.spv -fspv-target-env=opencl2.1 -Fo kernel.spv");
        assert!(said(&refused).contains("clock.hlsl:4: not supported in kernels"), "{debug}: {}", said(&refused));
    }
}

#[test]
fn modules_are_held_to_the_rules_of_level_zero() {
    let folder = Folder::empty("level-zero");
    folder.write("fill.hlsl", "RWStructuredBuffer<uint> o;\n[numthreads(1, 1, 1)] void main() { o[0] = 1; }\n");
    let made = folder.run("fill.hlsl -T cs_6_0 -E main -fspv-target-env=levelzero -Fo fill.spv");
    assert_eq!(status(&made), 0, "{}", said(&made));
    let valid = folder.run("validate --target-env levelzero fill.spv");
    assert_eq!((status(&valid), said(&valid).as_str()), (0, ""));

    // The same with addresses of 32 bits: `OpMemoryModel Physical32 OpenCL`.
    let mut words: Vec<[u8; 4]> = folder.read("fill.spv").as_chunks::<4>().0.to_vec();
    let head = (3u32 << 16 | 14).to_le_bytes();
    let model = words.iter().position(|word| *word == head).expect("there is a memory model");
    words[model + 1] = 1u32.to_le_bytes();
    std::fs::write(folder.join("short.spv"), words.as_flattened()).expect("a file can be written");
    let refused = folder.run("validate --target-env levelzero short.spv");
    let message = said(&refused);
    assert_eq!(status(&refused), 1, "{message}");
    assert!(message.contains("Level Zero requires the addressing model Physical64"), "{message}");
    assert!(message.contains(&format!("> {model:>6}: OpMemoryModel Physical32 OpenCL")), "{message}");
    // Only there it is a rule.
    let taken = folder.run("validate --target-env opencl2.2 short.spv");
    assert_eq!(status(&taken), 0, "{}", said(&taken));
}

#[test]
fn a_panic_becomes_a_message_about_the_compiler() {
    let includes = |_: &str| -> Option<std::sync::Arc<str>> { panic!("on purpose") };
    let compiler = hlsl2spirv::Compiler::new().profile("cs_6_0".parse().expect("there is such a profile"));
    let text = "#include \"other\"\n[numthreads(1, 1, 1)] void main() {}";
    let failure = compiler.compile("shader.hlsl", text, &includes).expect_err("the handler panics");
    let message = failure.to_string();
    assert!(message.contains("[E5901]") && message.contains("on purpose"), "{message}");
    let includes = |path: &str| (path == "other").then(|| std::sync::Arc::from("static const uint x = 1;"));
    assert!(compiler.compile("shader.hlsl", text, &includes).is_ok());
}

const DOUBLE: &str = "cbuffer C : register(b1) { float3 a; float b[2]; } RWStructuredBuffer<float> data : register(u2);\n\
     [numthreads(8, 2, 1)] void main(uint i : SV_DispatchThreadID) { data[i] *= b[1]; }\n";

#[test]
fn reflect_says_what_a_shader_wants() {
    let folder = Folder::empty("reflect");
    folder.write("a.hlsl", DOUBLE);
    let output = folder.run("reflect -T cs_6_0 a.hlsl");
    assert_eq!(status(&output), 0, "{}", said(&output));
    let text = printed(&output);
    for line in [
        "entry point 'main': compute, workgroup 8 x 2 x 1",
        "  0    1        b1        C     uniform_buffer  1      compute  C, 36 bytes",
        "  0    2        u2        data  storage_buffer  1      compute  float[], stride 4",
        "    C     read         bytes 32 to 36",
        "    data  read, write  bytes from 0",
        "  12      4     (padding)",
        "  16      20    float[2]   b       stride 16",
    ] {
        assert!(text.contains(&format!("{line}\n")), "{line}\nis not in\n{text}");
    }
    // The module knows all but what is the source's alone, and the document is the same in both ways.
    assert_eq!(status(&folder.run("-T cs_6_0 a.hlsl -Fo a.spv -Fre a.json")), 0);
    assert!(
        printed(&folder.run("reflect a.spv"))
            .contains("  0    1        C     uniform_buffer  1      compute  C, 36 bytes\n")
    );
    assert_eq!(status(&folder.run("reflect --format json -o b.json -T cs_6_0 a.hlsl")), 0);
    assert_eq!(folder.text("a.json"), folder.text("b.json"));
    assert!(folder.text("a.json").starts_with("{\n  \"format\": 1,\n"));
    // As code.
    for (format, line) in [
        ("rust", "    assert!(core::mem::offset_of!(C, b) == 16);"),
        ("c", "HLSL2SPIRV_ASSERT(offsetof(C, b) == 16);"),
        ("c++", "    C_BINDING = 1,"),
        ("python", "    'data': (0, 2),"),
    ] {
        let code = printed(&folder.run(&format!("reflect --format {format} --derive none a.spv")));
        assert!(code.lines().any(|one| one == line), "{line}\nis not in\n{code}");
    }
    let code = printed(&folder.run("reflect --format rust a.spv"));
    assert!(code.contains("#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]"));
    let schema = printed(&folder.run("reflect --schema"));
    assert!(schema.starts_with("{\n  \"$schema\"") && schema.contains("\"Reflection\": {"), "{schema}");
}

#[test]
fn reflect_refuses_what_is_wrong() {
    let folder = Folder::empty("reflect-wrong");
    folder.write("a.hlsl", "void main( {}");
    folder.write("b.spv", "#\u{2}\u{3}x");
    for (line, code) in [
        ("reflect -T cs_6_0 a.hlsl", 5),
        ("reflect -T cs_6_0 missing.hlsl", 1),
        ("reflect -T cs_6_0", 1),
        ("reflect b.spv", 1),
        ("reflect --format yaml a.hlsl", 1),
        ("reflect --bogus a.hlsl", 1),
    ] {
        let output = folder.run(line);
        assert_eq!(status(&output), code, "{line}: {}", said(&output));
        assert!(!said(&output).is_empty(), "{line}");
    }
}
