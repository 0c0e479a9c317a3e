//! Output of `printf` in shaders: by each active invocation, in one order however lanes run, and within a limit.

use crate::support::{LANES, assemble, compiled, module, numbers, options};
use hlsl2spirv_runner::printed::MOST_PRINTED;
use hlsl2spirv_runner::{Error, Host, Lanes, Module, Options};
use std::time::Duration;

crate::tests! {
    TESTS:
    invocations_print_when_they_come_by,
    uniform_values_are_printed_once_per_invocation,
    values_of_all_types_are_printed,
    formats_that_do_not_fit_are_refused_where_they_stand,
    more_than_the_limit_is_left_out_in_one_order,
    endless_printing_ends_with_the_deadline,
    opencl_prints_one_text_per_invocation,
}

/// A kernel that prints: texts by their names, declarations and body as for [`module`].
fn printing(texts: &[(&str, &str)], declarations: &str, body: &str) -> String {
    let texts: String = texts.iter().map(|(name, text)| format!("%{name} = OpString \"{text}\"\n")).collect();
    let capabilities = "Float64 Float16 Int64 Int8";
    let text = module(capabilities, declarations, body);
    let import = "OpExtension \"SPV_KHR_non_semantic_info\"\n%print = OpExtInstImport \"NonSemantic.DebugPrintf\"\n";
    let text = text.replacen("OpMemoryModel", &format!("{import}OpMemoryModel"), 1);
    text.replacen("OpDecorate", &format!("{texts}OpDecorate"), 1)
}

/// All the ways in which lanes run.
fn ways() -> impl Iterator<Item = Options> {
    let lanes = [Lanes::OneByOne, Lanes::Vectors(4), Lanes::Vectors(16)];
    let host = Host::with_threads(3);
    lanes
        .into_iter()
        .flat_map(move |lanes| [false, true].map(|checked| Options { host: host.clone(), lanes, checked, ..options() }))
}

/// The output of a module for three workgroups, which is the same in all execution modes.
fn printed(name: &str, text: &str) -> String {
    let mut found: Option<String> = None;
    for options in ways() {
        let module = compiled(name, text, &options);
        let (input, mut output) = (numbers(), vec![0; 3 * LANES]);
        let mut dispatch = module.dispatch();
        dispatch.buffer((0, 0), &input).unwrap().buffer_mut((0, 1), &mut output).unwrap();
        dispatch.run([3, 1, 1]).unwrap_or_else(|error| panic!("{name}: {error}"));
        let text = dispatch.printed().to_string();
        let is_same = *found.get_or_insert_with(|| text.clone()) == text;
        assert!(is_same, "{name}, {:?} {}", options.lanes, options.checked);
    }
    found.unwrap_or_default()
}

fn invocations_print_when_they_come_by() {
    let body = "%odd = OpBitwiseAnd %uint %lane %c7
        %is_it = OpIEqual %bool %odd %c3
        OpSelectionMerge %join None
        OpBranchConditional %is_it %then %join
        %then = OpLabel
        %half = OpConvertUToF %float %lane
        %p = OpExtInst %void %print 1 %format %i %half
        %q = OpExtInst %void %print 1 %again %lane
        OpBranch %join
        %join = OpLabel
        %r = OpCopyObject %uint %c0";
    let text = printing(&[("format", "%3d: %.1f%%"), ("again", "lane %u")], "", body);
    let found = printed("when they come by", &text);
    let lanes = (0..3).flat_map(|group| (0..LANES).filter(|lane| lane % 8 == 3).map(move |lane| (group, lane)));
    let wanted: String =
        lanes.map(|(group, lane)| format!("{:3}: {lane}.0%\nlane {lane}\n", group * LANES + lane)).collect();
    assert_eq!(found, wanted);
}

fn uniform_values_are_printed_once_per_invocation() {
    let body = "%p = OpExtInst %void %print 1 %format\n%r = OpCopyObject %uint %c0";
    let found = printed("the same", &printing(&[("format", "x")], "", body));
    assert_eq!(found, "x\n".repeat(3 * LANES));
}

fn values_of_all_types_are_printed() {
    let declarations = "OpDecorate %spec SpecId 3
        %half = OpTypeFloat 16
        %double = OpTypeFloat 64
        %long = OpTypeInt 64 1
        %byte = OpTypeInt 8 1
        %v3float = OpTypeVector %float 3
        %v2bool = OpTypeVector %bool 2
        %v2long = OpTypeVector %long 2
        %true = OpConstantTrue %bool
        %false = OpConstantFalse %bool
        %h = OpConstant %half 1.5
        %d = OpConstant %double 0.1
        %f = OpConstant %float -2.25
        %l = OpConstant %long -5000000000
        %b = OpConstant %byte -3
        %spec = OpSpecConstant %uint 77
        %fff = OpConstantComposite %v3float %f %f %f
        %tf = OpConstantComposite %v2bool %true %false
        %ll = OpConstantNull %v2long";
    let body = "%first = OpIEqual %bool %i %c0
        OpSelectionMerge %join None
        OpBranchConditional %first %then %join
        %then = OpLabel
        %p1 = OpExtInst %void %print 1 %one %h %d %f %l %l %b %b
        %p2 = OpExtInst %void %print 1 %two %fff %tf %ll %id %true %spec
        %p3 = OpExtInst %void %print 1 %three %given %c264
        OpBranch %join
        %join = OpLabel
        %r = OpCopyObject %uint %c0";
    let texts = [
        ("one", "%g %g %g %ld %lx %d %hhu"),
        ("two", "[%v3f] [%v2d] [%v2ld] [%v3u] %d %u"),
        ("three", "%-6s|%hhx|"),
        ("given", "text"),
    ];
    let text = printing(&texts, declarations, body);
    let found = printed("all types", &text);
    let wanted = "1.5 0.1 -2.25 -5000000000 fffffffed5fa0e00 -3 253
[-2.250000, -2.250000, -2.250000] [1, 0] [0, 0] [0, 0, 0] 1 77
text  |8|
";
    assert_eq!(found, wanted);
}

fn formats_that_do_not_fit_are_refused_where_they_stand() {
    let cases = [
        ("%d %d", "%i", "missing argument for '%d'"),
        ("%f", "%i", "'%f' requires a floating-point number, but the argument is an integer"),
        ("%v2u", "%id", "'%v2u' requires a vector of 2, each an integer, but the argument is a vector of 3 integers"),
        ("%s", "%i", "'%s' requires a constant string, but the argument is an integer"),
        ("%n", "%i", "unknown conversion '%n'"),
        ("%u", "%in", "'%u' requires an integer, but the argument is an address"),
        ("x", "%i", "format uses 0 of 1 arguments"),
    ];
    for (format, value, message) in cases {
        let body = format!("%p = OpExtInst %void %print 1 %format {value}\n%r = OpCopyObject %uint %c0");
        let text = printing(&[("format", format)], "", &body);
        let words = assemble(format, &text);
        for options in ways() {
            let error = Module::new(&words, "main", &options).map(drop).unwrap_err().to_string();
            let is_placed = error.starts_with("word ") && error.contains("'printf' cannot run on the CPU: ");
            assert!(is_placed && error.contains(message), "{format}: {error}");
        }
    }
    // A format that is not a string.
    let body = "%p = OpExtInst %void %print 1 %c0\n%r = OpCopyObject %uint %c0";
    let words = assemble("no text", &printing(&[], "", body));
    let error = Module::new(&words, "main", &options()).map(drop).unwrap_err().to_string();
    assert!(error.contains("format is not a constant string") || options().host.llvm().is_err(), "{error}");
}

fn more_than_the_limit_is_left_out_in_one_order() {
    let long = "z".repeat(2000);
    let body = "OpBranch %head
        %head = OpLabel
        %n = OpPhi %uint %c0 %entry %next %head
        %p = OpExtInst %void %print 1 %format %i %n
        %next = OpIAdd %uint %n %c1
        %more = OpULessThan %bool %next %c264
        OpLoopMerge %join %head None
        OpBranchConditional %more %head %join
        %join = OpLabel
        %r = OpCopyObject %uint %c0";
    let format = format!("%u %u {long}");
    let found = printed("too much", &printing(&[("format", &format)], "", body));
    assert!(found.len() <= MOST_PRINTED + 100, "{}", found.len());
    assert!(found.ends_with("bytes)\n"));
    assert!(found.starts_with("0 0 zzz") && found.lines().count() > 500);
}

fn endless_printing_ends_with_the_deadline() {
    let body = "OpBranch %head
        %head = OpLabel
        OpLoopMerge %join %next None
        OpBranch %body
        %body = OpLabel
        %p = OpExtInst %void %print 1 %format
        OpBranch %next
        %next = OpLabel
        %more = OpINotEqual %bool %lane %c264
        OpBranchConditional %more %head %join
        %join = OpLabel
        %r = OpCopyObject %uint %c0";
    let text = printing(&[("format", "")], "", body);
    for options in ways() {
        let module = compiled("endless", &text, &options);
        let mut dispatch = module.dispatch();
        dispatch.allow_gaps().deadline(Duration::from_millis(50));
        assert_eq!(dispatch.run([3, 1, 1]), Err(Error::Deadline));
        assert!(dispatch.printed().lines.len() <= MOST_PRINTED && !dispatch.printed().lines.is_empty());
    }
}

fn opencl_prints_one_text_per_invocation() {
    let bytes = |text: &str| text.bytes().map(|byte| format!("%b{byte} ")).collect::<String>() + "%b0";
    let format = "%d %s %v4hlf %c%";
    let format = format.replace("%c%", "%c%%");
    let (end, given) = ("\n", "so");
    let mut used: Vec<u8> = format!("{format}{end}{given}\0").into_bytes();
    used.sort_unstable();
    used.dedup();
    let constants: String = used.iter().map(|byte| format!("%b{byte} = OpConstant %uchar {byte}\n")).collect();
    let arrays: String = [("format", format.as_str()), ("end", end), ("given", given)]
        .iter()
        .map(|(name, text)| {
            let count = text.len() + 1;
            format!(
                "%{name}_count = OpConstant %ulong {count}\n%{name}_type = OpTypeArray %uchar %{name}_count
                %{name}_ptr = OpTypePointer UniformConstant %{name}_type
                %{name}_value = OpConstantComposite %{name}_type {}
                %{name} = OpVariable %{name}_ptr UniformConstant %{name}_value\n",
                bytes(text)
            )
        })
        .collect();
    let text = format!(
        "OpCapability Kernel\nOpCapability Addresses\nOpCapability Int64\nOpCapability Int8
        %cl = OpExtInstImport \"OpenCL.std\"
        OpMemoryModel Physical64 OpenCL
        OpEntryPoint Kernel %kernel \"main\" %gid
        OpDecorate %gid BuiltIn GlobalInvocationId
        %void = OpTypeVoid
        %uchar = OpTypeInt 8 0
        %uint = OpTypeInt 32 0
        %ulong = OpTypeInt 64 0
        %float = OpTypeFloat 32
        %v3 = OpTypeVector %ulong 3
        %v4 = OpTypeVector %float 4
        %pin = OpTypePointer Input %v3
        %text = OpTypePointer UniformConstant %uchar
        %c0 = OpConstant %ulong 0
        %f = OpConstant %float 0.5
        %ffff = OpConstantComposite %v4 %f %f %f %f
        {constants}{arrays}
        %letter = OpConstant %uint 65
        %gid = OpVariable %pin Input
        %fn = OpTypeFunction %void
        %kernel = OpFunction %void None %fn
        %entry = OpLabel
        %id = OpLoad %v3 %gid Aligned 32
        %i = OpCompositeExtract %ulong %id 0
        %to_format = OpInBoundsPtrAccessChain %text %format %c0 %c0
        %to_end = OpBitcast %text %end
        %to_given = OpInBoundsPtrAccessChain %text %given %c0 %c0
        %r1 = OpExtInst %uint %cl printf %to_format %i %to_given %ffff %letter
        %r2 = OpExtInst %uint %cl printf %to_end
        OpReturn
        OpFunctionEnd"
    );
    let words = assemble("opencl", &text);
    for options in ways() {
        let options = Options { local_size: [8, 1, 1], ..options };
        let module = Module::new(&words, "main", &options).unwrap();
        let mut dispatch = module.dispatch();
        dispatch.run([2, 1, 1]).unwrap();
        let half = ["0.500000"; 4].join(",");
        let wanted: String = (0..16).map(|i| format!("{i} so {half} A%\n")).collect();
        assert_eq!(dispatch.printed().to_string(), wanted, "{:?} {}", options.lanes, options.checked);
    }
}
