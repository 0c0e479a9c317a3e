//! The functions that compiled code asks its host for: LLVM calls some where a processor has no instruction. A kernel with
//! every function of floats is linked for each type, each way to run lanes, and each level of processor that the machine has.

use crate::support::{assemble, module, options};
use hlsl2spirv_runner::{Cpu, Error, Lanes, Module, Options};
use std::fmt::Write;

crate::tests! {
    TESTS:
    all_that_code_asks_for_is_there,
}

/// Functions of GLSL.std.450 by how many numbers they take.
const FUNCTIONS: [&[&str]; 3] = [
    &["FAbs", "FSign", "Floor", "Ceil", "Trunc", "Round", "RoundEven", "Fract", "Sqrt", "InverseSqrt"],
    &["FMin", "FMax", "NMin", "NMax", "Step"],
    &["FClamp", "NClamp", "FMix", "Fma", "SmoothStep"],
];
/// The functions among these that take halves and singles alone.
const NO_DOUBLES: [&[&str]; 3] = [
    &[
        "Sin", "Cos", "Tan", "Asin", "Acos", "Atan", "Sinh", "Cosh", "Tanh", "Asinh", "Acosh", "Atanh", "Exp", "Exp2",
        "Log", "Log2", "Radians", "Degrees",
    ],
    &["Pow", "Atan2"],
    &[],
];
/// Instructions with as many operands.
const INSTRUCTIONS: [&[&str]; 2] = [&["FNegate"], &["FAdd", "FSub", "FMul", "FDiv", "FRem", "FMod"]];

/// A kernel that sums what all functions make of its numbers, as vectors of so many components.
fn kernel(width: u32, components: u32) -> String {
    let scalar = if width == 32 { "float" } else { "other" };
    let ty = if components == 1 { scalar } else { "vector" };
    let mut body = format!("%x_float = OpConvertUToF %{scalar} %x\n");
    let parts = vec!["%x_float"; components as usize].join(" ");
    let build = if components == 1 { "OpCopyObject" } else { "OpCompositeConstruct" };
    writeln!(body, "%sum_0 = {build} %{ty} {parts}").unwrap();
    let mut count = 0;
    let mut add = |op: &str, operands: usize| {
        // Each result is an operand of the next function, so that none is left out.
        let numbers = ["%sum_0".to_owned(), format!("%sum_{count}"), format!("%sum_{count}")];
        let numbers = numbers[..operands].join(" ");
        let next = count + 1;
        writeln!(body, "%made_{next} = {op} {numbers}\n%sum_{next} = OpFAdd %{ty} %sum_{count} %made_{next}").unwrap();
        count = next;
    };
    let lists = if width == 64 { vec![FUNCTIONS] } else { vec![FUNCTIONS, NO_DOUBLES] };
    for (index, functions) in lists.iter().flat_map(|list| list.iter().enumerate()) {
        functions.iter().for_each(|name| add(&format!("OpExtInst %{ty} %gl {name}"), index + 1));
    }
    for (index, instructions) in INSTRUCTIONS.iter().enumerate() {
        instructions.iter().for_each(|name| add(&format!("Op{name} %{ty}"), index + 1));
    }
    let first = if components == 1 { "OpCopyObject" } else { "OpCompositeExtract" };
    let at = if components == 1 { "" } else { "0" };
    writeln!(body, "%one = {first} %{scalar} %sum_{count} {at}\n%r = OpConvertFToU %uint %one").unwrap();
    let types = match (width, components) {
        (32, 1) => String::new(),
        (32, _) => format!("%vector = OpTypeVector %float {components}"),
        (_, 1) => format!("%other = OpTypeFloat {width}"),
        (..) => format!("%other = OpTypeFloat {width}\n%vector = OpTypeVector %other {components}"),
    };
    let capability = match width {
        16 => "Float16",
        64 => "Float64",
        _ => "",
    };
    let import = "%gl = OpExtInstImport \"GLSL.std.450\"\nOpMemoryModel";
    module(capability, &types, &body).replace("OpMemoryModel", import)
}

fn all_that_code_asks_for_is_there() {
    let mut linked = 0;
    for width in [16, 32, 64] {
        for components in [1, 2, 4] {
            let name = format!("{components} of {width} bits");
            let words = assemble(&name, &kernel(width, components));
            for cpu in [Cpu::Native, Cpu::X86V2, Cpu::X86V3, Cpu::X86V4, Cpu::Aarch64] {
                for lanes in [Lanes::OneByOne, Lanes::Together] {
                    match Module::new(&words, "main", &Options { cpu, lanes, ..options() }) {
                        Ok(_) => linked += 1,
                        // Its code cannot be linked on this machine.
                        Err(Error::Cpu(_)) => {}
                        Err(error) => panic!("{name}, {cpu:?}, {lanes:?}: {error}"),
                    }
                }
            }
        }
    }
    assert!(linked >= 36, "{linked} kernels were linked");
}
