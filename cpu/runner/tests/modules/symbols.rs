//! The functions that compiled code asks its host for: LLVM calls some where a processor has no instruction, and the
//! linker knows those of `runtime` alone. Kernels with all operations on a type are compiled for each way to run lanes and
//! each level of processor, those of other machines included; code may ask for these and for what the lowering declares.
//! Objects that this machine can run are linked as well.

use crate::support::{WAVE, assemble, module, options};
use hlsl2spirv_runner::{Cpu, Effort, Error, Lanes, Module, Options, runtime};
use lower::Masks;
use object::{Object as _, ObjectSymbol as _};
use std::collections::BTreeSet;
use std::fmt::Write;

crate::tests! {
    TESTS:
    floats_ask_for_nothing_else,
    integers_ask_for_nothing_else,
    waves_ask_for_nothing_else,
    kernels_of_opencl_ask_for_nothing_else,
}

/// A level of processor: its vectors, the form of its masks, and whether it estimates one over a square root.
struct Level(Cpu, Masks, bool);

const LEVELS: [Level; 4] = [
    Level(Cpu::X86V2, Masks::Words, false),
    Level(Cpu::X86V3, Masks::Words, true),
    Level(Cpu::X86V4, Masks::Bits, true),
    Level(Cpu::Aarch64, Masks::Words, false),
];

/// Operations by how many numbers they take, after `OpExtInst` where they are functions of a set.
type Lists = [&'static [&'static str]; 3];

/// Functions of GLSL.std.450 on floats.
const FUNCTIONS: Lists = [
    &["FAbs", "FSign", "Floor", "Ceil", "Trunc", "Round", "RoundEven", "Fract", "Sqrt", "InverseSqrt"],
    &["FMin", "FMax", "NMin", "NMax", "Step"],
    &["FClamp", "NClamp", "FMix", "Fma", "SmoothStep"],
];
/// The functions among these that take halves and singles alone.
const NO_DOUBLES: Lists = [
    &[
        "Sin", "Cos", "Tan", "Asin", "Acos", "Atan", "Sinh", "Cosh", "Tanh", "Asinh", "Acosh", "Atanh", "Exp", "Exp2",
        "Log", "Log2", "Radians", "Degrees",
    ],
    &["Pow", "Atan2"],
    &[],
];
/// Instructions on floats.
const FLOATS: Lists = [&["FNegate"], &["FAdd", "FSub", "FMul", "FDiv", "FRem", "FMod"], &[]];
/// Instructions on integers.
const INTEGERS: Lists = [
    &["SNegate", "Not", "BitReverse", "BitCount"],
    &[
        "IAdd",
        "ISub",
        "IMul",
        "UDiv",
        "SDiv",
        "UMod",
        "SRem",
        "SMod",
        "ShiftLeftLogical",
        "ShiftRightLogical",
        "ShiftRightArithmetic",
        "BitwiseOr",
        "BitwiseXor",
        "BitwiseAnd",
    ],
    &[],
];
/// Functions of GLSL.std.450 on integers.
const INTEGER_FUNCTIONS: Lists = [&["SAbs", "SSign"], &["UMin", "UMax", "SMin", "SMax"], &["UClamp", "SClamp"]];
/// Functions of 32 bits alone.
const WORD_FUNCTIONS: Lists = [&["FindILsb", "FindSMsb", "FindUMsb"], &[], &[]];
/// Instructions that waves run together, with their scope: on integers, on floats.
const WAVE_INTEGERS: &[&str] =
    &["IAdd", "IMul", "SMin", "UMin", "SMax", "UMax", "BitwiseAnd", "BitwiseOr", "BitwiseXor"];
const WAVE_FLOATS: &[&str] = &["FAdd", "FMul", "FMin", "FMax"];
/// Functions of OpenCL.std on floats.
const CL_FLOATS: Lists = [
    &[
        "acos", "acosh", "acospi", "asin", "asinh", "asinpi", "atan", "atanh", "atanpi", "cbrt", "ceil", "cos", "cosh",
        "cospi", "erf", "erfc", "exp", "exp10", "exp2", "expm1", "fabs", "floor", "lgamma", "log", "log10", "log1p",
        "log2", "logb", "rint", "round", "rsqrt", "sin", "sinh", "sinpi", "sqrt", "tan", "tanh", "tanpi", "tgamma",
        "trunc", "degrees", "radians", "sign",
    ],
    &[
        "atan2",
        "atan2pi",
        "copysign",
        "fdim",
        "fmax",
        "fmin",
        "fmod",
        "hypot",
        "maxmag",
        "minmag",
        "nextafter",
        "pow",
        "powr",
        "remainder",
        "fmax_common",
        "fmin_common",
        "step",
    ],
    &["fma", "mad", "fclamp", "mix", "smoothstep", "bitselect"],
];
/// Functions on singles alone.
const CL_SINGLES: Lists = [
    &[
        "half_cos",
        "half_exp",
        "half_exp2",
        "half_exp10",
        "half_log",
        "half_log2",
        "half_log10",
        "half_recip",
        "half_rsqrt",
        "half_sin",
        "half_sqrt",
        "half_tan",
        "native_cos",
        "native_exp",
        "native_exp2",
        "native_exp10",
        "native_log",
        "native_log2",
        "native_log10",
        "native_recip",
        "native_rsqrt",
        "native_sin",
        "native_sqrt",
        "native_tan",
    ],
    &["half_divide", "half_powr", "native_divide", "native_powr"],
    &[],
];
/// Functions of OpenCL.std on integers.
const CL_INTEGERS: Lists = [
    &["s_abs", "u_abs", "clz", "ctz", "popcount"],
    &[
        "s_abs_diff",
        "u_abs_diff",
        "s_add_sat",
        "u_add_sat",
        "s_sub_sat",
        "u_sub_sat",
        "s_hadd",
        "u_hadd",
        "s_rhadd",
        "u_rhadd",
        "s_max",
        "u_max",
        "s_min",
        "u_min",
        "rotate",
        "s_mul_hi",
        "u_mul_hi",
    ],
    &["s_clamp", "u_clamp", "s_mad_hi", "u_mad_hi", "s_mad_sat", "u_mad_sat", "bitselect"],
];

/// A type of numbers, alone or as a vector.
#[derive(Clone, Copy)]
struct Numbers {
    is_float: bool,
    width: u32,
    components: u32,
}

impl Numbers {
    fn all(is_float: bool, widths: &[u32], components: &[u32]) -> Vec<Numbers> {
        let each = |&width: &u32| components.iter().map(move |&components| Numbers { is_float, width, components });
        widths.iter().flat_map(each).collect()
    }

    fn name(self) -> String {
        let Numbers { is_float, width, components } = self;
        format!("{components} {} of {width} bits", if is_float { "floats" } else { "integers" })
    }

    /// The name of the type of one.
    fn scalar(self) -> &'static str {
        match (self.is_float, self.width) {
            (true, 32) => "float",
            (false, 32) => "uint",
            _ => "other",
        }
    }

    /// The name of the type.
    fn ty(self) -> String {
        match self.components {
            1 => self.scalar().to_owned(),
            components if self.scalar() == "uint" => format!("v{components}uint"),
            _ => "vector".to_owned(),
        }
    }

    fn capability(self) -> &'static str {
        match (self.is_float, self.width) {
            (true, 16) => "Float16",
            (true, 64) => "Float64",
            (false, 8) => "Int8",
            (false, 16) => "Int16",
            (false, 64) => "Int64",
            _ => "",
        }
    }

    /// The declarations of the types that a module does not have anyway.
    fn declarations(self) -> String {
        let scalar = match (self.scalar(), self.is_float) {
            ("other", true) => format!("%other = OpTypeFloat {}\n", self.width),
            ("other", false) => format!("%other = OpTypeInt {} 0\n", self.width),
            _ => String::new(),
        };
        let vector = match self.ty().as_str() {
            "vector" => format!("%vector = OpTypeVector %{} {}\n", self.scalar(), self.components),
            _ => String::new(),
        };
        scalar + &vector
    }
}

/// The body of a kernel in which each result is an operand of the next operation, so that none is left out.
struct Chain {
    numbers: Numbers,
    text: String,
    count: usize,
}

impl Chain {
    /// The numbers of the type that `%x` becomes.
    fn new(numbers: Numbers) -> Chain {
        let scalar = numbers.scalar();
        let convert = match (numbers.is_float, numbers.width) {
            (true, _) => "OpConvertUToF",
            (false, 32) => "OpCopyObject",
            (false, _) => "OpUConvert",
        };
        let mut text = format!("%first = {convert} %{scalar} %x\n");
        let parts = vec!["%first"; numbers.components as usize].join(" ");
        let build = if numbers.components == 1 { "OpCopyObject" } else { "OpCompositeConstruct" };
        writeln!(text, "%sum_0 = {build} %{} {parts}", numbers.ty()).unwrap();
        Chain { numbers, text, count: 0 }
    }

    /// Adds an operation, without the type of its result, on this many of the numbers.
    fn operation(&mut self, operation: &str, operands: usize) {
        let so_far = format!("%sum_{}", self.count);
        let operands = ["%sum_0", &so_far, &so_far][..operands].join(" ");
        let (name, rest) = operation.split_once(' ').unwrap_or((operation, ""));
        let value = format!("{name} %{} {rest} {operands}", self.numbers.ty());
        self.value(&value);
    }

    fn operations(&mut self, prefix: &str, lists: Lists) {
        for (index, list) in lists.iter().enumerate() {
            list.iter().for_each(|name| self.operation(&format!("{prefix}{name}"), index + 1));
        }
    }

    /// Adds an instruction that makes a value of the type.
    fn value(&mut self, value: &str) {
        let (ty, next) = (self.numbers.ty(), self.count + 1);
        let add = if self.numbers.is_float { "OpFAdd" } else { "OpIAdd" };
        writeln!(self.text, "%made_{next} = {value}\n%sum_{next} = {add} %{ty} %sum_{} %made_{next}", self.count)
            .unwrap();
        self.count = next;
    }

    /// Adds conversions to a type and back: the instructions for both.
    fn through(&mut self, ty: &str, to: &str, back: &str) {
        let at = self.count + 1;
        writeln!(self.text, "%there_{at} = {to} %{ty} %sum_{}", self.count).unwrap();
        self.value(&format!("{back} %{} %there_{at}", self.numbers.ty()));
    }

    /// The text, with `%r` as the number that comes out.
    fn finish(mut self) -> String {
        let Numbers { is_float, width, components } = self.numbers;
        let scalar = self.numbers.scalar();
        let (first, at) = if components == 1 { ("OpCopyObject", "") } else { ("OpCompositeExtract", "0") };
        let convert = match (is_float, width) {
            (true, _) => "OpConvertFToU",
            (false, 32) => "OpCopyObject",
            (false, _) => "OpUConvert",
        };
        writeln!(self.text, "%one = {first} %{scalar} %sum_{} {at}\n%r = {convert} %uint %one", self.count).unwrap();
        self.text
    }
}

/// A compute shader around a chain.
fn shader(chain: Chain, capabilities: &str, declarations: &str) -> String {
    let numbers = chain.numbers;
    let capabilities = format!("{} {capabilities}", numbers.capability());
    let mut seen = BTreeSet::new();
    let unique: Vec<&str> = capabilities.split_whitespace().filter(|name| seen.insert(*name)).collect();
    let declarations = numbers.declarations() + declarations;
    let text = module(&unique.join(" "), &declarations, &chain.finish());
    text.replace("OpMemoryModel", "%gl = OpExtInstImport \"GLSL.std.450\"\nOpMemoryModel")
}

/// Compiles a module for all levels and both ways to run lanes.
fn asks_for_nothing_else(name: &str, text: &str, entry: &str) {
    let words = assemble(name, text);
    let read = dialect::spirv::read::read(&words).unwrap_or_else(|error| panic!("{name}: {error}"));
    for Level(cpu, masks, estimates) in LEVELS {
        for vector in [None, Some(cpu.lanes())] {
            let choices = lower::Options {
                wave: WAVE as u32,
                vector,
                pairs: vector.is_some(),
                masks,
                estimates,
                ..lower::Options::default()
            };
            let title = format!("{name} for {cpu} by {vector:?}");
            let lowered =
                lower::compile_module(&read, entry, &choices).unwrap_or_else(|error| panic!("{title}: {error}"));
            let unknown = unknown_symbols(&lowered.llvm_ir(), cpu).unwrap_or_else(|error| panic!("{title}: {error}"));
            assert!(unknown.is_empty(), "{title}: {unknown:?}");
        }
    }
    for cpu in Cpu::all() {
        for lanes in [Lanes::OneByOne, Lanes::Together] {
            match Module::new(&words, entry, &Options { cpu, lanes, effort: Effort::Quick, ..options() }) {
                // Its code cannot be linked on this machine.
                Ok(_) | Err(Error::Cpu(_)) => {}
                Err(error) => panic!("{name}, {cpu:?}, {lanes:?}: {error}"),
            }
        }
    }
}

/// The symbols of the object of a text that the text does not name.
fn unknown_symbols(ir: &str, cpu: Cpu) -> Result<Vec<String>, String> {
    let bytes = match options().host.llvm().map_err(|error| error.to_string())?.object(ir, cpu, Effort::Quick) {
        // A library without a backend for such processors has nothing to ask.
        Err(hlsl2spirv_runner::jit::JitError::NoTarget(_)) => return Ok(Vec::new()),
        other => other.map_err(|error| error.to_string())?,
    };
    let file = object::File::parse(bytes.as_slice()).map_err(|error| error.to_string())?;
    let undefined = file.symbols().filter(|symbol| symbol.is_undefined());
    let names = undefined.filter_map(|symbol| symbol.name().ok()).filter(|name| !name.is_empty());
    let is_declared =
        |name: &str| ir.lines().any(|line| line.starts_with("declare") && line.contains(&format!("@{name}(")));
    let known = runtime::symbols();
    let is_known = |name: &str| known.iter().any(|(known, _)| known == name) || is_declared(name);
    Ok(names.filter(|name| !is_known(name)).map(str::to_owned).collect())
}

fn floats_ask_for_nothing_else() {
    for numbers in Numbers::all(true, &[16, 32, 64], &[1, 2, 4]) {
        let mut chain = Chain::new(numbers);
        chain.operations("OpExtInst %gl ", FUNCTIONS);
        if numbers.width < 64 {
            chain.operations("OpExtInst %gl ", NO_DOUBLES);
        }
        chain.operations("Op", FLOATS);
        asks_for_nothing_else(&numbers.name(), &shader(chain, "", ""), "main");
    }
}

fn integers_ask_for_nothing_else() {
    for numbers in Numbers::all(false, &[8, 16, 32, 64], &[1, 4]) {
        let mut chain = Chain::new(numbers);
        chain.operations("Op", INTEGERS);
        chain.operations("OpExtInst %gl ", INTEGER_FUNCTIONS);
        if numbers.width == 32 {
            chain.operations("OpExtInst %gl ", WORD_FUNCTIONS);
        }
        let mut declarations = String::new();
        for (name, width) in [("half", 16), ("single", 32), ("double", 64)] {
            if width != 32 {
                writeln!(declarations, "%{name} = OpTypeFloat {width}").unwrap();
            }
            let scalar = if width == 32 { "float" } else { name };
            let ty = if numbers.components == 1 { scalar.to_owned() } else { format!("{name}s") };
            if numbers.components > 1 {
                writeln!(declarations, "%{ty} = OpTypeVector %{scalar} {}", numbers.components).unwrap();
            }
            chain.through(&ty, "OpConvertUToF", "OpConvertFToU");
            chain.through(&ty, "OpConvertSToF", "OpConvertFToS");
        }
        asks_for_nothing_else(&numbers.name(), &shader(chain, "Float16 Float64", &declarations), "main");
    }
}

fn waves_ask_for_nothing_else() {
    let capabilities = "GroupNonUniform GroupNonUniformArithmetic GroupNonUniformClustered GroupNonUniformShuffle \
        GroupNonUniformShuffleRelative GroupNonUniformQuad GroupNonUniformBallot";
    let integers = Numbers::all(false, &[8, 16, 32, 64], &[1, 2]);
    let floats = Numbers::all(true, &[16, 32, 64], &[1, 2]);
    for numbers in integers.into_iter().chain(floats) {
        let mut chain = Chain::new(numbers);
        for name in if numbers.is_float { WAVE_FLOATS } else { WAVE_INTEGERS } {
            for kind in ["Reduce", "InclusiveScan", "ExclusiveScan"] {
                chain.operation(&format!("OpGroupNonUniform{name} %c3 {kind}"), 1);
            }
            let operands = format!("%c3 ClusteredReduce %sum_{} %c4", chain.count);
            chain.value(&format!("OpGroupNonUniform{name} %{} {operands}", numbers.ty()));
        }
        let other = ["Shuffle", "ShuffleXor", "ShuffleUp", "ShuffleDown", "Broadcast", "QuadBroadcast", "QuadSwap"];
        for name in other {
            let operands =
                format!("%c3 %sum_{} {}", chain.count, if name.starts_with("Shuffle") { "%lane" } else { "%c1" });
            chain.value(&format!("OpGroupNonUniform{name} %{} {operands}", numbers.ty()));
        }
        chain.operation("OpGroupNonUniformBroadcastFirst %c3", 1);
        asks_for_nothing_else(&format!("waves with {}", numbers.name()), &shader(chain, capabilities, ""), "main");
    }
}

fn kernels_of_opencl_ask_for_nothing_else() {
    let floats = Numbers::all(true, &[16, 32, 64], &[1, 4]);
    for numbers in floats.into_iter().chain(Numbers::all(false, &[8, 16, 32, 64], &[1, 4])) {
        let mut chain = Chain::new(numbers);
        if numbers.is_float {
            chain.operations("OpExtInst %cl ", CL_FLOATS);
        } else {
            chain.operations("OpExtInst %cl ", CL_INTEGERS);
        }
        if numbers.is_float && numbers.width == 32 {
            chain.operations("OpExtInst %cl ", CL_SINGLES);
        }
        asks_for_nothing_else(&format!("OpenCL with {}", numbers.name()), &opencl(chain), "work");
    }
}

/// A kernel of OpenCL around a chain.
fn opencl(chain: Chain) -> String {
    let numbers = chain.numbers;
    let capability = match numbers.capability() {
        "" | "Int64" | "Int8" => String::new(),
        other => format!("OpCapability {other}\n"),
    };
    let vector = match numbers.ty().as_str() {
        "v4uint" => "%v4uint = OpTypeVector %uint 4\n",
        _ => "",
    };
    let own = numbers.declarations();
    let (own, ulong) = match (numbers.is_float, numbers.width) {
        (false, 64) => (own.replace("%other = OpTypeInt 64 0\n", "").replace("%other", "%ulong"), "ulong"),
        _ => (own, "other"),
    };
    let body = chain.finish().replace("%other", &format!("%{ulong}"));
    format!(
        "OpCapability Kernel\nOpCapability Addresses\nOpCapability Int64\nOpCapability Int8\n{capability}
        %cl = OpExtInstImport \"OpenCL.std\"
        OpMemoryModel Physical64 OpenCL
        OpEntryPoint Kernel %kernel \"work\" %gid
        OpDecorate %gid BuiltIn GlobalInvocationId
        %void = OpTypeVoid
        %float = OpTypeFloat 32
        %uint = OpTypeInt 32 0
        %ulong = OpTypeInt 64 0
        %v3 = OpTypeVector %ulong 3
        {vector}{own}
        %pin = OpTypePointer Input %v3
        %uints = OpTypePointer CrossWorkgroup %uint
        %gid = OpVariable %pin Input
        %fn = OpTypeFunction %void %uints
        %kernel = OpFunction %void None %fn
        %to = OpFunctionParameter %uints
        %entry = OpLabel
        %id = OpLoad %v3 %gid Aligned 32
        %i = OpCompositeExtract %ulong %id 0
        %x = OpUConvert %uint %i
        {body}
        %at = OpInBoundsPtrAccessChain %uints %to %i
        OpStore %at %r Aligned 4
        OpReturn
        OpFunctionEnd"
    )
}
