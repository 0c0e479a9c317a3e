//! For each rule a module that keeps it, and one that breaks it: here those of kernels, and what the rest shares.

#[path = "rules/core.rs"]
mod core;
#[path = "rules/stages.rs"]
mod stages;
mod words;

use dialect::spirv::decode;
use hlsl2spirv_valid::{Environment, LevelZeroRule, Options, Remark, remarks, validate};

/// The parts in which one module differs from another.
struct Parts<'a> {
    /// Capabilities, extensions and instruction sets, besides `Shader`.
    declares: &'a str,
    /// The entry point and its execution modes.
    entry: &'a str,
    /// Texts and decorations.
    decorations: &'a str,
    /// Types, constants and variables, after the scalars that all modules have.
    types: &'a str,
    /// The first block of the entry point, and those after it.
    body: &'a str,
}

impl Default for Parts<'_> {
    fn default() -> Self {
        let entry = "EntryPoint GLCompute %main \"main\"\nExecutionMode %main LocalSize 1 1 1";
        Parts { declares: "", entry, decorations: "", types: "", body: "" }
    }
}

impl Parts<'_> {
    fn text(&self) -> String {
        let Parts { declares, entry, decorations, types, body } = self;
        format!(
            "Capability Shader
            {declares}
            MemoryModel Logical GLSL450
            {entry}
            {decorations}
            %void = TypeVoid
            %fn = TypeFunction %void
            %bool = TypeBool
            %int = TypeInt 32 1
            %uint = TypeInt 32 0
            %float = TypeFloat 32
            {types}
            %main = Function %void None %fn
            %entry = Label
            {body}
            Return
            FunctionEnd"
        )
    }
}

/// A compute shader with this body.
fn shader(body: &str) -> String {
    let types = "
        %v2 = TypeVector %float 2
        %v4 = TypeVector %float 4
        %true = ConstantTrue %bool
        %zero = Constant %int 0
        %one = Constant %uint 1
        %half = Constant %float 0.5
        %pair = ConstantComposite %v2 %half %half
        %p_int = TypePointer Function %int
        ";
    Parts { types, body, ..Parts::default() }.text()
}

fn verdict(environment: &str, text: &str) -> Result<(), hlsl2spirv_valid::Violation> {
    let environment = Environment::from_name(environment).expect("the environment is known");
    let minor = environment.spirv.1.min(3);
    validate(&words::assemble(minor, text), &Options::new(environment))
}

/// A valid module, and the same with a change that breaks a rule with this message.
fn pair(environment: &str, good: &str, from: &str, to: &str, message: &str) {
    assert_eq!(verdict(environment, good), Ok(()), "{good}");
    assert!(good.contains(from), "'{from}' is in the module");
    let found = verdict(environment, &good.replacen(from, to, 1)).expect_err(message);
    assert!(found.to_string().contains(message), "'{found}' says '{message}'");
}

fn body(good: &str, from: &str, to: &str, message: &str) {
    pair("vulkan1.1", &shader(good), from, to, message);
}

/// A valid module of the environment's own version, whose entry points list all that they use, and a change that breaks a
/// rule with this message.
fn newer(environment: &str, good: &str, from: &str, to: &str, message: &str) {
    let known = Environment::from_name(environment).expect("the environment is known");
    let verdict = |text: &str| validate(&words::assemble(known.spirv.1, text), &Options::new(known));
    assert_eq!(verdict(good), Ok(()), "{good}");
    assert!(good.contains(from), "'{from}' is in the module");
    let found = verdict(&good.replacen(from, to, 1)).expect_err(message);
    assert!(found.to_string().contains(message), "'{found}' says '{message}'");
}

/// A kernel with one argument of this type.
fn kernel(argument: &str, body: &str) -> String {
    format!(
        "Capability Addresses
        Capability Kernel
        Capability Int64
        Capability Int16
        Capability Int8
        Capability Float64
        Capability GenericPointer
        Capability ImageBasic
        Capability SubgroupShuffleINTEL
        Capability SubgroupBufferBlockIOINTEL
        Capability SubgroupImageBlockIOINTEL
        Capability AtomicFloat32AddEXT
        Extension \"SPV_INTEL_subgroups\"
        Extension \"SPV_EXT_shader_atomic_float_add\"
        %cl = ExtInstImport \"OpenCL.std\"
        MemoryModel Physical64 OpenCL
        EntryPoint Kernel %main \"main\"
        %void = TypeVoid
        %bool = TypeBool
        %short = TypeInt 16 0
        %uint = TypeInt 32 0
        %float = TypeFloat 32
        %double = TypeFloat 64
        %v4 = TypeVector %float 4
        %two = Constant %uint 2
        %three = Constant %uint 3
        %device = Constant %uint 1
        %none = Constant %uint 272
        %pair = TypeArray %uint %two
        %inner = TypeStruct %uint %v4
        %plain = TypeStruct %inner %float
        %odd = TypeStruct %inner %pair
        %words = TypePointer CrossWorkgroup %uint
        %shorts = TypePointer CrossWorkgroup %short
        %own = TypePointer Function %uint
        %near = TypePointer Workgroup %uint
        %floats = TypePointer CrossWorkgroup %float
        %anywhere = TypePointer Generic %float
        %one = Constant %float 1.0
        %u2 = TypeVector %uint 2
        %u3 = TypeVector %uint 3
        %place = ConstantComposite %u2 %two %two
        %odds = ConstantComposite %u3 %two %two %two
        %flat = TypeImage %void 2D 0 0 0 0 Unknown ReadOnly
        %deep = TypeImage %void 3D 0 0 0 0 Unknown ReadOnly
        %small = Constant %short 1
        %fn = TypeFunction %void {argument}
        %helper = TypeFunction %void
        %main = Function %void None %fn
        %p = FunctionParameter {argument}
        %entry = Label
        {body}
        %unused = FunctionCall %void %first
        Return
        FunctionEnd
        %first = Function %void None %helper
        %l1 = Label
        Return
        FunctionEnd
        %second = Function %void None %helper
        %l2 = Label
        %again = FunctionCall %void %first
        Return
        FunctionEnd"
    )
}

/// A module that keeps a rule of Level Zero, and the same with a change that breaks it.
fn of_level_zero(rule: LevelZeroRule) -> (String, String) {
    let plain = kernel("%words", "ControlBarrier %two %two %none\n%x = AtomicIAdd %uint %p %device %none %two");
    let broken = |from: &str, to: &str| {
        assert!(plain.contains(from), "'{from}' is in the module");
        (plain.clone(), plain.replacen(from, to, 1))
    };
    let arguments = |good: &str, bad: &str| (kernel(good, ""), kernel(bad, ""));
    let atomic = |ty: &str, pointer: &str, value: &str| {
        kernel(pointer, &format!("%x = AtomicIAdd {ty} %p %device %none {value}"))
    };
    let bodies = |argument: &str, body: &str, from: &str, to: &str| {
        (kernel(argument, body), kernel(argument, &body.replacen(from, to, 1)))
    };
    match rule {
        LevelZeroRule::Addresses => broken("Physical64 OpenCL", "Physical32 OpenCL"),
        LevelZeroRule::InstructionSets => broken("OpenCL.std", "GLSL.std.450"),
        LevelZeroRule::Recursion => broken("%again = FunctionCall %void %first", "%again = FunctionCall %void %second"),
        LevelZeroRule::Arguments => arguments("%uint", "%bool"),
        LevelZeroRule::Numbers => arguments("%float", "%double"),
        LevelZeroRule::Members => arguments("%plain", "%odd"),
        LevelZeroRule::Pointers => arguments("%words", "%own"),
        LevelZeroRule::Execution => broken("ControlBarrier %two", "ControlBarrier %device"),
        LevelZeroRule::FloatAtomics => {
            let add = "%x = AtomicFAddEXT %float %p %device %none %one";
            (kernel("%floats", add), kernel("%anywhere", add))
        }
        LevelZeroRule::Depth => broken("3D 0 0", "3D 1 0"),
        LevelZeroRule::Shuffles => {
            bodies("%words", "%x = SubgroupShuffleINTEL %uint %two %two", "%uint %two", "%u3 %odds")
        }
        LevelZeroRule::BlockData => bodies("%words", "%x = SubgroupBlockReadINTEL %uint %p", "%uint", "%u3"),
        LevelZeroRule::BlockMemory => {
            let read = "%x = SubgroupBlockReadINTEL %uint %p";
            (kernel("%words", read), kernel("%near", read))
        }
        LevelZeroRule::BlockImages => {
            let read = "%x = SubgroupImageBlockReadINTEL %uint %p %place";
            (kernel("%flat", read), kernel("%deep", read))
        }
        LevelZeroRule::BlockPlaces => {
            bodies("%flat", "%x = SubgroupImageBlockReadINTEL %uint %p %place", "%place", "%two")
        }
        LevelZeroRule::Atomics => (atomic("%uint", "%words", "%two"), atomic("%short", "%shorts", "%small")),
    }
}

/// The rules that neither SPIR-V nor OpenCL has: each has a module that keeps it and one that breaks it, and nothing else.
#[test]
fn level_zero() {
    assert_eq!(LevelZeroRule::ALL.len(), 16);
    for rule in LevelZeroRule::ALL {
        let (good, bad) = of_level_zero(*rule);
        assert_eq!(verdict("levelzero", &good), Ok(()), "{rule:?}: {good}");
        assert_eq!(verdict("opencl2.2", &bad), Ok(()), "{rule:?}: OpenCL has it not: {bad}");
        let found = verdict("levelzero", &bad).expect_err("the rule is broken").to_string();
        assert!(found.contains(rule.text()), "{rule:?}: {found}");
    }
    let found = verdict("levelzero", &kernel("%pair", "")).expect_err("arrays are no arguments").to_string();
    assert!(found.contains("not OpTypeArray"), "{found}");
}

/// Kernels have no capabilities of shaders, those of images only with images, and no offsets of what they read.
#[test]
fn kernels() {
    let plain = kernel("%words", "");
    for env in ["opencl2.2", "levelzero"] {
        for capability in ["Shader", "Matrix", "Geometry", "StorageBuffer16BitAccess"] {
            let other = format!("Capability {capability}");
            let message = format!("capability {capability}");
            pair(env, &plain, "Capability Int8", &other, &message);
        }
        let images = plain.replace("Capability Int8", "Capability Image1D");
        pair(env, &images, "Capability ImageBasic", "", "capability Image1D is not allowed in");
    }
    pair("levelzero", &plain, "Capability Int8", "Capability Pipes", "capability Pipes is not allowed in Level Zero");
    pair(
        "opencl2.0",
        &plain,
        "Capability Int8",
        "Capability PipeStorage",
        "capability PipeStorage is not allowed in OpenCL 2.0",
    );
    let read = kernel("%flat", "%x = ImageRead %v4 %p %place");
    pair(
        "opencl2.2",
        &read,
        "%p %place",
        "%p %place ConstOffset %place",
        "offsets of image reads are not available in OpenCL",
    );
}

/// A pointer has a cache control for each level.
#[test]
fn cache_controls() {
    let controls = "Decorate %p CacheControlLoadINTEL 0 CachedINTEL
        Decorate %p CacheControlLoadINTEL 1 StreamingINTEL
        Decorate %p CacheControlStoreINTEL 1 WriteBackINTEL";
    let module = kernel("%words", "")
        .replace("Capability Int8", "Capability CacheControlsINTEL")
        .replace(
            "Extension \"SPV_INTEL_subgroups\"",
            "Extension \"SPV_INTEL_subgroups\"\nExtension \"SPV_INTEL_cache_controls\"",
        )
        .replace("%void = TypeVoid", &format!("{controls}\n%void = TypeVoid"));
    pair("opencl2.2", &module, "1 StreamingINTEL", "0 StreamingINTEL", "duplicate decoration CacheControlLoadINTEL");
}

/// What a valid module may have and a reader should know.
#[test]
fn unknown_extensions_and_unchecked_instructions_are_named() {
    let of = |declares: &str| {
        let text = Parts { declares, ..Parts::default() }.text();
        let (_, insts) = decode::decode(&words::assemble(3, &text)).expect("the module is read");
        remarks(&insts).into_iter().map(|(_, remark)| remark).collect::<Vec<_>>()
    };
    let unknown = |name: &str, nearest| Remark::UnknownExtension { name: name.to_owned(), nearest };
    assert_eq!(of("Extension \"SPV_KHR_ray_query\""), []);
    let misspelt = unknown("SPV_KHR_ray_quary", Some("SPV_KHR_ray_query"));
    assert_eq!(of("Extension \"SPV_KHR_ray_quary\""), [misspelt]);
    assert_eq!(of("Extension \"SPV_FOO_bar\""), [unknown("SPV_FOO_bar", None)]);
    let inst = decode::Inst { op: spirv::Op::AsmINTEL, offset: 0, ty: None, result: None, operands: Vec::new().into() };
    let reason = "an instruction of one vendor";
    assert_eq!(remarks(&[inst]), [(0, Remark::Unchecked { op: spirv::Op::AsmINTEL, reason })]);
}
