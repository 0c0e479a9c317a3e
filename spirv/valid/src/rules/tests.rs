//! For each instruction with a rule a module that keeps it, and for each of its typed operands one that does not.

use super::coverage;
use super::coverage::Coverage;
use crate::{Environment, Options, validate};
use dialect::spirv::access::Access;
use dialect::spirv::decode::{self, Inst};
use dialect::spirv::enums::Kind;
use dialect::spirv::ops;
use spirv::Op;
use std::collections::BTreeSet;
use text::assembly;

/// Instructions that need blocks around them, or stand outside of functions: other tests break their rules.
#[rustfmt::skip]
const ELSEWHERE: &[Op] = &[
    // `tests/rules.rs`: flow, phis, cases of switches.
    Op::Branch, Op::BranchConditional, Op::Switch, Op::Phi, Op::LoopMerge, Op::SelectionMerge, Op::Return,
    Op::ReturnValue, Op::EmitMeshTasksEXT, Op::AbortKHR, Op::ConstantDataKHR,
    // The same: debug information, extended instructions, interfaces, descriptor heaps, untyped pointers.
    Op::Line, Op::Source, Op::ExtInstImport, Op::ExtInst, Op::ExtInstWithForwardRefsKHR, Op::DecorateId, Op::Function,
    Op::Variable, Op::UntypedVariableKHR, Op::UntypedAccessChainKHR, Op::UntypedInBoundsAccessChainKHR,
    Op::UntypedPtrAccessChainKHR, Op::UntypedInBoundsPtrAccessChainKHR, Op::UntypedArrayLengthKHR, Op::BufferPointerEXT,
    Op::UntypedImageTexelPointerEXT, Op::RawAccessChainNV,
    // Cooperative matrices and vectors, and tensors.
    Op::CooperativeMatrixLoadKHR, Op::CooperativeMatrixStoreKHR, Op::CooperativeMatrixLoadNV,
    Op::CooperativeMatrixStoreNV, Op::CooperativeVectorLoadNV, Op::CooperativeVectorStoreNV,
    Op::CooperativeMatrixLengthKHR, Op::CooperativeMatrixLengthNV, Op::CooperativeMatrixMulAddKHR,
    Op::CooperativeMatrixMulAddNV, Op::CooperativeMatrixReduceNV, Op::CooperativeMatrixPerElementOpNV,
    Op::CooperativeMatrixConvertNV, Op::CooperativeMatrixTransposeNV, Op::CooperativeVectorMatrixMulNV,
    Op::CooperativeMatrixGetCoordinateEXT,
    Op::CooperativeVectorMatrixMulAddNV, Op::CooperativeVectorOuterProductAccumulateNV,
    Op::CooperativeVectorReduceSumAccumulateNV, Op::CooperativeMatrixLoadTensorNV, Op::CooperativeMatrixStoreTensorNV,
    Op::TensorReadARM, Op::TensorWriteARM, Op::TensorQuerySizeARM, Op::CreateTensorLayoutNV,
    Op::TensorLayoutSetDimensionNV, Op::TensorLayoutSetStrideNV, Op::TensorLayoutSliceNV,
    Op::TensorLayoutSetClampValueNV, Op::CreateTensorViewNV, Op::TensorViewSetDimensionNV, Op::TensorViewSetStrideNV,
    Op::TensorViewSetClipNV, Op::TensorLayoutSetBlockSizeNV,
];

#[test]
fn every_instruction_is_typed_or_has_a_reason() {
    let forgotten: Vec<Op> = isa::instructions().filter(|op| coverage(*op).is_none()).collect();
    assert!(forgotten.is_empty(), "neither a rule nor a reason: {forgotten:?}");
}

#[test]
fn no_instruction_with_a_rule_has_a_reason() {
    let has_rule = |op: &Op| coverage(*op) == Some(Coverage::Rule);
    let both: Vec<Op> = super::coverage::listed().filter(has_rule).collect();
    assert!(both.is_empty(), "a rule and a reason: {both:?}");
}

/// The parts of the modules around an instruction.
struct Around {
    capabilities: &'static str,
    model: &'static str,
    head: &'static str,
    types: &'static str,
    body: &'static str,
}

const SHADER: Around = Around {
    capabilities: "Shader Linkage Int64 Int16 Float64 Matrix SparseResidency ImageGatherExtended ImageQuery
        VariablePointers PhysicalStorageBufferAddresses StorageImageExtendedFormats RayTracingKHR RayQueryKHR
        ShaderInvocationReorderEXT ShaderInvocationReorderNV TileImageColorReadAccessEXT AtomicFloat32AddEXT
        AtomicFloat32MinMaxEXT DotProductInputAll DerivativeControl Groups ShaderClockKHR SubgroupBallotKHR SubgroupVoteKHR
        TextureSampleWeightedQCOM TextureBoxFilterQCOM TextureBlockMatchQCOM
        TextureBlockMatch2QCOM RayTracingPositionFetchKHR",
    model: "PhysicalStorageBuffer64 GLSL450",
    head: "
        Decorate %t_buffer Block
        MemberDecorate %t_buffer 0 Offset 0
        Decorate %t_sums Block
        MemberDecorate %t_sums 0 Offset 0
        Decorate %run ArrayStride 4
        Decorate %run_float ArrayStride 4
        Decorate %p_buffered ArrayStride 4
        Decorate %v_weights WeightTextureQCOM
        Decorate %v_blocks BlockMatchTextureQCOM
        Decorate %v_blocks BlockMatchSamplerQCOM
        ",
    types: "
        %void = TypeVoid
        %bool = TypeBool
        %int = TypeInt 32 1
        %uint = TypeInt 32 0
        %short = TypeInt 16 0
        %long = TypeInt 64 1
        %ulong = TypeInt 64 0
        %float = TypeFloat 32
        %double = TypeFloat 64
        %v2 = TypeVector %float 2
        %v3 = TypeVector %float 3
        %v4 = TypeVector %float 4
        %i2 = TypeVector %int 2
        %u2 = TypeVector %uint 2
        %u4 = TypeVector %uint 4
        %b2 = TypeVector %bool 2
        %m2 = TypeMatrix %v2 2
        %m43 = TypeMatrix %v3 4
        %yes = ConstantTrue %bool
        %zero = Constant %int 0
        %none = Constant %uint 0
        %one = Constant %uint 1
        %two = Constant %uint 2
        %three = Constant %uint 3
        %ordered = Constant %uint 72
        %wide = Constant %ulong 1
        %small = Constant %short 1
        %half = Constant %float 0.5
        %pair = ConstantComposite %v2 %half %half
        %triple = ConstantComposite %v3 %half %half %half
        %quad = ConstantComposite %v4 %half %half %half %half
        %ints = ConstantComposite %i2 %zero %zero
        %units = ConstantComposite %u2 %one %one
        %ballot = ConstantComposite %u4 %one %one %one %one
        %truths = ConstantComposite %b2 %yes %yes
        %matrix = ConstantComposite %m2 %pair %pair
        %t_odd = TypeStruct %float %bool
        %odd = ConstantComposite %t_odd %half %yes
        %s_uints = TypeStruct %uint %uint
        %s_ints = TypeStruct %int %int
        %s_sparse = TypeStruct %int %v4
        %s_sparse1 = TypeStruct %int %float
        %a2 = TypeArray %float %two
        %s_like = TypeArray %float %two
        %a2v3 = TypeArray %v3 %two
        %a3v3 = TypeArray %v3 %three
        %floats2 = ConstantComposite %a2 %half %half
        %run = TypeRuntimeArray %uint
        %run_float = TypeRuntimeArray %float
        %t_buffer = TypeStruct %run
        %t_sums = TypeStruct %run_float
        %t_image = TypeImage %float 2D 0 0 0 1 Unknown
        %t_storage = TypeImage %float 2D 0 0 0 2 Rgba32f
        %t_multi = TypeImage %float 2D 0 0 1 1 Unknown
        %t_texels = TypeImage %uint 2D 0 0 0 2 R32ui
        %t_tile = TypeImage %float TileImageDataEXT 0 0 0 2 Unknown
        %t_sampler = TypeSampler
        %t_sampled = TypeSampledImage %t_image
        %t_tree = TypeAccelerationStructureKHR
        %t_query = TypeRayQueryKHR
        %t_hit = TypeHitObjectEXT
        %t_hit_nv = TypeHitObjectNV
        %p_float = TypePointer Function %float
        %p_vector = TypePointer Function %v4
        %p_image = TypePointer UniformConstant %t_image
        %p_storage = TypePointer UniformConstant %t_storage
        %p_multi = TypePointer UniformConstant %t_multi
        %p_texels = TypePointer UniformConstant %t_texels
        %p_tile = TypePointer TileImageEXT %t_tile
        %p_sampler = TypePointer UniformConstant %t_sampler
        %p_whole = TypePointer UniformConstant %t_sampled
        %p_tree = TypePointer UniformConstant %t_tree
        %p_texel = TypePointer Image %uint
        %p_query = TypePointer Private %t_query
        %p_hit = TypePointer Private %t_hit
        %p_hit_nv = TypePointer Private %t_hit_nv
        %p_payload = TypePointer RayPayloadKHR %float
        %p_callable = TypePointer CallableDataKHR %float
        %p_buffer = TypePointer StorageBuffer %t_buffer
        %p_sums = TypePointer StorageBuffer %t_sums
        %p_buffered = TypePointer StorageBuffer %uint
        %p_sum = TypePointer StorageBuffer %float
        %p_address = TypePointer PhysicalStorageBuffer %uint
        %v_image = Variable %p_image UniformConstant
        %v_storage = Variable %p_storage UniformConstant
        %v_multi = Variable %p_multi UniformConstant
        %texels = Variable %p_texels UniformConstant
        %v_tile = Variable %p_tile TileImageEXT
        %v_whole = Variable %p_whole UniformConstant
        %v_weights = Variable %p_whole UniformConstant
        %v_blocks = Variable %p_whole UniformConstant
        %v_sampler = Variable %p_sampler UniformConstant
        %v_tree = Variable %p_tree UniformConstant
        %query = Variable %p_query Private
        %hit = Variable %p_hit Private
        %hit_nv = Variable %p_hit_nv Private
        %payload = Variable %p_payload RayPayloadKHR
        %callable = Variable %p_callable CallableDataKHR
        %buffer = Variable %p_buffer StorageBuffer
        %sums = Variable %p_sums StorageBuffer
        %place = ConstantComposite %i2 %zero %zero
        %fn = TypeFunction %void
        %fn_float = TypeFunction %float %float
        ",
    body: "
        %callee = Function %float None %fn_float
        %argument = FunctionParameter %float
        %first = Label
        ReturnValue %argument
        FunctionEnd
        %main = Function %void None %fn
        %entry = Label
        %local = Variable %p_float Function
        %other = Variable %p_float Function
        %vector = Variable %p_vector Function
        %image = Load %t_image %v_image
        %storage = Load %t_storage %v_storage
        %multisampled = Load %t_multi %v_multi
        %tile = Load %t_tile %v_tile
        %sampler = Load %t_sampler %v_sampler
        %tree = Load %t_tree %v_tree
        %whole = Load %t_sampled %v_whole
        %weights = Load %t_sampled %v_weights
        %blocks = Load %t_sampled %v_blocks
        %sampled = SampledImage %t_sampled %image %sampler
        %element = AccessChain %p_buffered %buffer %zero %zero
        %counter = AccessChain %p_buffered %buffer %zero %zero
        %sum = AccessChain %p_sum %sums %zero %zero
        %address = ConvertUToPtr %p_address %wide
        ",
};

const KERNEL: Around = Around {
    capabilities: "Kernel Addresses Linkage Int64 Int8 Float64 Groups Pipes DeviceEnqueue GenericPointer ImageBasic
        LiteralSampler NamedBarrier SubgroupDispatch PipeStorage UntypedPointersKHR USMStorageClassesALTERA",
    model: "Physical64 OpenCL",
    head: "",
    types: "
        %void = TypeVoid
        %bool = TypeBool
        %char = TypeInt 8 0
        %uint = TypeInt 32 0
        %ulong = TypeInt 64 0
        %float = TypeFloat 32
        %v4 = TypeVector %float 4
        %u2 = TypeVector %uint 2
        %yes = ConstantTrue %bool
        %none = Constant %uint 0
        %one = Constant %uint 1
        %two = Constant %uint 2
        %three = Constant %uint 3
        %wide = Constant %ulong 1
        %half = Constant %float 0.5
        %place = ConstantComposite %u2 %one %one
        %t_odd = TypeStruct %float %bool
        %odd = ConstantComposite %t_odd %half %yes
        %t_range = TypeStruct %uint %ulong
        %t_event = TypeEvent
        %t_device = TypeDeviceEvent
        %t_reserve = TypeReserveId
        %t_queue = TypeQueue
        %t_pipe = TypePipe ReadOnly
        %t_storage = TypePipeStorage
        %t_barrier = TypeNamedBarrier
        %t_sampler = TypeSampler
        %t_image = TypeImage %void 2D 0 0 0 0 Unknown ReadOnly
        %p_global = TypePointer CrossWorkgroup %uint
        %p_shared = TypePointer Workgroup %uint
        %p_generic = TypePointer Generic %uint
        %p_host = TypePointer HostOnlyALTERA %uint
        %p_bytes = TypePointer Generic %char
        %p_events = TypePointer Function %t_event
        %p_local = TypePointer Function %uint
        %p_device_events = TypePointer Generic %t_device
        %r_global = TypeUntypedPointerKHR CrossWorkgroup
        %r_shared = TypeUntypedPointerKHR Workgroup
        %storage = ConstantPipeStorage %t_storage 4 4 1
        %range = ConstantNull %t_range
        %fn_block = TypeFunction %void %p_bytes
        %fn = TypeFunction %void %p_global %p_shared %p_generic %p_host %p_bytes %p_events %p_device_events %r_global %r_shared %t_event %t_device %t_reserve %t_queue %t_pipe %t_barrier %t_image
        ",
    body: "
        %block = Function %void None %fn_block
        %block_bytes = FunctionParameter %p_bytes
        %first = Label
        Return
        FunctionEnd
        %main = Function %void None %fn
        %global = FunctionParameter %p_global
        %shared = FunctionParameter %p_shared
        %anywhere = FunctionParameter %p_generic
        %host = FunctionParameter %p_host
        %bytes = FunctionParameter %p_bytes
        %events = FunctionParameter %p_events
        %device_events = FunctionParameter %p_device_events
        %raw_global = FunctionParameter %r_global
        %raw_shared = FunctionParameter %r_shared
        %event = FunctionParameter %t_event
        %device_event = FunctionParameter %t_device
        %reserved = FunctionParameter %t_reserve
        %queue = FunctionParameter %t_queue
        %pipe = FunctionParameter %t_pipe
        %barrier = FunctionParameter %t_barrier
        %image = FunctionParameter %t_image
        %entry = Label
        %local = Variable %p_local Function
        ",
};

/// A line of the samples.
struct Sample<'t> {
    is_global: bool,
    /// The result type, if there is one.
    ty: Option<&'t str>,
    ops: Vec<&'t str>,
    operands: Vec<&'t str>,
    /// True if the operands may be of any type.
    is_free: bool,
}

fn samples(text: &str) -> impl Iterator<Item = Sample<'_>> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| {
        let is_global = line.starts_with('=');
        let mut words = line.trim_start_matches("= ").split(' ');
        let ty = words.next().filter(|ty| *ty != "-");
        let ops = words.next().expect("an instruction");
        let is_free = ops.ends_with('?');
        let ops = ops.trim_end_matches('?').split('|').collect();
        Sample { is_global, ty, ops, operands: words.collect(), is_free }
    })
}

fn module(around: &Around, op: Op, is_global: bool, line: &str) -> String {
    let given: Vec<&str> = around.capabilities.split_whitespace().collect();
    let needed = ops::by_opcode(op as u32).map_or(&[][..], |row| row.capabilities);
    let needed: Vec<String> = needed.iter().map(|one| format!("{one:?}")).collect();
    let is_given = needed.iter().any(|one| given.contains(&one.as_str()));
    let missing = needed.first().filter(|_| !is_given).map(String::as_str);
    let capabilities: BTreeSet<&str> = given.into_iter().chain(missing).collect();
    let numbers = capabilities.iter().map(|name| name.parse::<spirv::Capability>().expect("a capability") as u32);
    let mut extensions: BTreeSet<&str> = numbers.flat_map(|number| Kind::Capability.extensions(number)).collect();
    extensions.extend(ops::by_opcode(op as u32).into_iter().flat_map(|row| row.extensions));
    let mut text = String::new();
    capabilities.iter().for_each(|name| text += &format!("Capability {name}\n"));
    extensions.iter().for_each(|name| text += &format!("Extension \"{name}\"\n"));
    let (global, local) = if is_global { (line, "") } else { ("", line) };
    let Around { model, head, types, body, .. } = around;
    let mode = if capabilities.contains("BindlessTextureNV") { "SamplerImageAddressingModeNV 64" } else { "" };
    text + &format!("MemoryModel {model}\n{mode}\n{head}\n{types}\n{global}\n{body}\n{local}\nReturn\nFunctionEnd")
}

fn assemble(op: Op, text: &str) -> Vec<u32> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let text: String = lines
        .map(|line| match line.split_once(" = ") {
            Some((result, rest)) => format!("{result} = Op{rest}\n"),
            None => format!("Op{line}\n"),
        })
        .collect();
    let options = assembly::Options { version: isa::last_version(op).unwrap_or((1, 6)), preserve_numeric_ids: false };
    assembly::assemble(&text, &options).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn verdict(words: &[u32]) -> Result<(), String> {
    let environment = Environment::from_name("universal1.6").expect("the environment is known");
    validate(words, &Options::new(environment)).map_err(|violation| violation.to_string())
}

/// The ids of what takes the place of others: a struct, a boolean, and their types.
struct Wrong {
    odd: u32,
    odd_type: u32,
    yes: u32,
    bool: u32,
}

impl Wrong {
    fn of(insts: &[Inst]) -> Wrong {
        let find = |wanted: &dyn Fn(&Inst) -> bool| insts.iter().find(|inst| wanted(inst)).map_or(0, Access::result_id);
        let bool = find(&|inst| inst.op == Op::TypeBool);
        let odd_type = find(&|inst| inst.op == Op::TypeStruct && inst.ids_from(0).last() == Some(bool));
        Wrong {
            odd: find(&|inst| inst.op == Op::ConstantComposite && inst.type_id() == odd_type),
            odd_type,
            yes: find(&|inst| inst.op == Op::ConstantTrue),
            bool,
        }
    }
}

/// Checks a sample, and each sample with a part of another type. Returns the problems.
fn try_out(around: &Around, sample: &Sample<'_>, op: &str, problems: &mut Vec<String>) {
    let opcode = isa::instructions().find(|one| format!("{one:?}") == op).expect("an instruction");
    let parts: Vec<&str> = sample.ty.iter().chain(&sample.operands).copied().collect();
    let result = if sample.ty.is_some() { "%sample = " } else { "" };
    let text = format!("{result}{op} {}", parts.join(" "));
    let words = assemble(opcode, &module(around, opcode, sample.is_global, &text));
    if let Err(message) = verdict(&words) {
        return problems.push(format!("{text}: {message}"));
    }
    let (_, insts) = decode::decode(&words).expect("the module is valid");
    let first = insts.iter().position(|inst| inst.op == Op::Function).expect("a function");
    let at = if sample.is_global { first - 1 } else { insts.len() - 3 };
    let (start, wrong) = (insts[at].offset as usize, Wrong::of(&insts));
    for (number, part) in parts.iter().enumerate().filter(|(_, part)| !sample.is_free && part.starts_with('%')) {
        let is_type = sample.ty.is_some() && number == 0;
        // An id is a word; the result is between the type and the operands.
        let word = start + 1 + number + usize::from(sample.ty.is_some() && !is_type);
        let mut broken = words.clone();
        broken[word] = match (is_type, part.ends_with("range")) {
            (true, false) => wrong.odd_type,
            (true, true) => wrong.bool,
            (false, false) => wrong.odd,
            (false, true) => wrong.yes,
        };
        if verdict(&broken).is_ok() {
            problems.push(format!("{text}: accepted with another {part}"));
        }
    }
}

#[test]
fn an_operand_of_another_type_is_refused() {
    let mut problems = Vec::new();
    let mut seen = BTreeSet::new();
    for (around, text) in [(&SHADER, include_str!("tests/shader.txt")), (&KERNEL, include_str!("tests/kernel.txt"))] {
        for sample in samples(text) {
            for op in &sample.ops {
                seen.insert((*op).to_owned());
                try_out(around, &sample, op, &mut problems);
            }
        }
    }
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
    let has_parts = |op: &Op| {
        isa::grammar(*op as u32)
            .is_some_and(|inst| inst.operands.iter().any(|operand| format!("{:?}", operand.kind).starts_with("Id")))
    };
    let ruled = isa::instructions().filter(|op| coverage(*op) == Some(Coverage::Rule)).filter(has_parts);
    let untested: Vec<Op> = ruled.filter(|op| !seen.contains(&format!("{op:?}")) && !ELSEWHERE.contains(op)).collect();
    assert!(untested.is_empty(), "no sample: {untested:?}");
}
