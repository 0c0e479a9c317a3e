//! Kernels of OpenCL: their arguments are buffers by position, their workgroups are as large as the host says.

use crate::support::{assemble, options};
use hlsl2spirv_runner::{Module, Options};

crate::tests! {
    TESTS:
    arguments_are_bound_by_position_and_name,
    pointers_are_chosen_cast_and_moved,
    functions_of_opencl,
    unsupported_host_features_are_refused,
    copies_of_bytes_and_of_workgroups_are_loops,
}

/// A kernel of these arguments around a body, in which `%i` is the invocation's number.
fn kernel(arguments: &[(&str, &str)], declarations: &str, body: &str) -> String {
    let types: Vec<&str> = arguments.iter().map(|(_, ty)| *ty).collect();
    let params: String = arguments.iter().map(|(name, ty)| format!("%{name} = OpFunctionParameter {ty}\n")).collect();
    let names: String = arguments.iter().map(|(name, _)| format!("OpName %{name} \"{name}\"\n")).collect();
    format!(
        "OpCapability Kernel\nOpCapability Addresses\nOpCapability Int64\nOpCapability Int8\nOpCapability GenericPointer
        OpCapability Vector16\nOpCapability Linkage
        %cl = OpExtInstImport \"OpenCL.std\"
        OpMemoryModel Physical64 OpenCL
        OpEntryPoint Kernel %kernel \"work\" %gid
        OpSource OpenCL_C 200000
        OpName %kernel \"work\"\n{names}
        OpDecorate %gid BuiltIn GlobalInvocationId
        OpDecorate %gid Constant
        OpDecorate %gid LinkageAttributes \"__spirv_BuiltInGlobalInvocationId\" Import
        %void = OpTypeVoid
        %bool = OpTypeBool
        %float = OpTypeFloat 32
        %uint = OpTypeInt 32 0
        %ulong = OpTypeInt 64 0
        %v3 = OpTypeVector %ulong 3
        %v4 = OpTypeVector %float 4
        %pin = OpTypePointer Input %v3
        %floats = OpTypePointer CrossWorkgroup %float
        %uints = OpTypePointer CrossWorkgroup %uint
        %generic = OpTypePointer Generic %float
        %c0 = OpConstant %ulong 0
        %c1 = OpConstant %ulong 1
        %i2 = OpConstant %uint 2
        %i3 = OpConstant %uint 3
        {declarations}
        %gid = OpVariable %pin Input
        %fn = OpTypeFunction %void {}
        %kernel = OpFunction %void None %fn
        {params}
        %entry = OpLabel
        %id = OpLoad %v3 %gid Aligned 32
        %i = OpCompositeExtract %ulong %id 0
        {body}
        OpReturn
        OpFunctionEnd",
        types.join(" ")
    )
}

fn compiled(name: &str, text: &str, local_size: [u32; 3]) -> Module {
    let words = assemble(name, text);
    let options = Options { local_size, ..options() };
    Module::new(&words, "work", &options).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn arguments_are_bound_by_position_and_name() {
    let text = kernel(
        &[("a", "%float"), ("x", "%floats"), ("y", "%floats"), ("n", "%ulong")],
        "",
        "%in = OpULessThan %bool %i %n
        OpBranchConditional %in %work %end
        %work = OpLabel
        %px = OpInBoundsPtrAccessChain %floats %x %i
        %vx = OpLoad %float %px Aligned 4
        %py = OpInBoundsPtrAccessChain %floats %y %i
        %g = OpPtrCastToGeneric %generic %py
        %vy = OpLoad %float %g Aligned 4
        %f = OpExtInst %float %cl fma %a %vx %vy
        OpStore %py %f Aligned 4
        OpBranch %end
        %end = OpLabel",
    );
    let module = compiled("saxpy", &text, [8, 1, 1]);
    assert_eq!(module.info().local_size, [8, 1, 1]);
    let x: Vec<f32> = (0..20).map(|i| i as f32).collect();
    let mut y = vec![1.0f32; 20];
    let mut dispatch = module.dispatch();
    dispatch.buffer("a", &[2.0f32]).unwrap().buffer("x", &x).unwrap().buffer_mut((0, 2), &mut y).unwrap();
    dispatch.buffer((0, 3), &[18u64]).unwrap().run([3, 1, 1]).unwrap();
    let wanted: Vec<f32> = (0..20).map(|i| if i < 18 { 2.0 * i as f32 + 1.0 } else { 1.0 }).collect();
    assert_eq!(y, wanted);
    // Too few elements: what is not there reads as zero and is not written.
    let mut short = vec![1.0f32; 4];
    let mut dispatch = module.dispatch();
    dispatch.buffer("a", &[2.0f32]).unwrap().buffer("x", &x[..2]).unwrap().buffer_mut("y", &mut short).unwrap();
    dispatch.buffer("n", &[u64::MAX]).unwrap().run([3, 1, 1]).unwrap();
    assert_eq!(short, [1.0, 3.0, 1.0, 1.0]);
}

fn pointers_are_chosen_cast_and_moved() {
    // The numbers are taken for vectors of four, from the array that the number picks.
    let text = kernel(
        &[("x", "%floats"), ("y", "%floats"), ("out", "%floats")],
        "%vectors = OpTypePointer CrossWorkgroup %v4
        %one = OpConstant %ulong 1
        %two = OpConstant %ulong 2
        %table = OpTypeArray %float %two
        %ptr_table = OpTypePointer UniformConstant %table
        %ptr_entry = OpTypePointer UniformConstant %float
        %f10 = OpConstant %float 10
        %f20 = OpConstant %float 20
        %entries = OpConstantComposite %table %f10 %f20
        %lut = OpVariable %ptr_table UniformConstant %entries",
        "%bit = OpBitwiseAnd %ulong %i %one
        %odd = OpIEqual %bool %bit %one
        %from = OpSelect %floats %odd %x %y
        %vector_at = OpBitcast %vectors %from
        %moved = OpPtrAccessChain %vectors %vector_at %one
        %vector = OpLoad %v4 %moved Aligned 16
        %part = OpVectorExtractDynamic %float %vector %i
        %entry_at = OpInBoundsAccessChain %ptr_entry %lut %bit
        %added = OpLoad %float %entry_at Aligned 4
        %sum = OpFAdd %float %part %added
        %to = OpInBoundsPtrAccessChain %floats %out %i
        OpStore %to %sum Aligned 4",
    );
    let module = compiled("casts", &text, [4, 1, 1]);
    let x: Vec<f32> = (0..8).map(|i| i as f32).collect();
    let y: Vec<f32> = (0..8).map(|i| 100.0 + i as f32).collect();
    let mut out = vec![0f32; 4];
    let mut dispatch = module.dispatch();
    dispatch.buffer("x", &x).unwrap().buffer("y", &y).unwrap().buffer_mut("out", &mut out).unwrap();
    dispatch.run([1, 1, 1]).unwrap();
    assert_eq!(out, [114.0, 25.0, 116.0, 27.0]);
}

fn functions_of_opencl() {
    type Row = (&'static str, &'static str, fn(f32) -> f32);
    let rows: &[Row] = &[
        ("fabs", "%r = OpExtInst %float %cl fabs %v", f32::abs),
        ("round", "%r = OpExtInst %float %cl round %v", f32::round),
        ("rint", "%r = OpExtInst %float %cl rint %v", f32::round_ties_even),
        ("sqrt", "%a = OpExtInst %float %cl fabs %v\n%r = OpExtInst %float %cl sqrt %a", |v| v.abs().sqrt()),
        ("fmax", "%r = OpExtInst %float %cl fmax %v %f1", |v| v.max(1.0)),
        ("fclamp", "%r = OpExtInst %float %cl fclamp %v %f0 %f1", |v| v.clamp(0.0, 1.0)),
        ("copysign", "%r = OpExtInst %float %cl copysign %f1 %v", |v| 1f32.copysign(v)),
        ("mix", "%r = OpExtInst %float %cl mix %f0 %f1 %v", |v| v),
        ("step", "%r = OpExtInst %float %cl step %f1 %v", |v| if v < 1.0 { 0.0 } else { 1.0 }),
        ("sign", "%r = OpExtInst %float %cl sign %v", |v| if v == 0.0 { 0.0 } else { v.signum() }),
        ("fmod", "%r = OpExtInst %float %cl fmod %v %f1", |v| v % 1.0),
        (
            "popcount",
            "%b = OpBitcast %uint %v\n%n = OpExtInst %uint %cl popcount %b\n%r = OpConvertUToF %float %n",
            |v| v.to_bits().count_ones() as f32,
        ),
        (
            "u_mul24",
            "%b = OpBitcast %uint %v\n%p = OpExtInst %uint %cl popcount %b\n%n = OpExtInst %uint %cl u_mul24 %p %i3
            %r = OpConvertUToF %float %n",
            |v| (3 * v.to_bits().count_ones()) as f32,
        ),
        (
            "s_mul24",
            "%b = OpBitcast %uint %v\n%p = OpExtInst %uint %cl popcount %b\n%m = OpSNegate %uint %p
            %n = OpExtInst %uint %cl s_mul24 %m %i3\n%r = OpConvertSToF %float %n",
            |v| 0.0 - (3 * v.to_bits().count_ones()) as f32,
        ),
        (
            "u_mad24",
            "%b = OpBitcast %uint %v\n%p = OpExtInst %uint %cl popcount %b\n%n = OpExtInst %uint %cl u_mad24 %p %i3 %i2
            %r = OpConvertUToF %float %n",
            |v| (3 * v.to_bits().count_ones() + 2) as f32,
        ),
        ("fdim", "%r = OpExtInst %float %cl fdim %v %f1", |v| if v > 1.0 { v - 1.0 } else { 0.0 }),
        ("maxmag", "%r = OpExtInst %float %cl maxmag %v %f1", |v| if v.abs() > 1.0 { v } else { 1.0 }),
        ("minmag", "%r = OpExtInst %float %cl minmag %v %f1", |v| if v.abs() < 1.0 { v } else { 1.0 }),
        ("nextafter", "%r = OpExtInst %float %cl nextafter %v %f1", |v| if v < 1.0 { v.next_up() } else { v.next_down() }),
        ("logb", "%r = OpExtInst %float %cl logb %v", |v| v.abs().log2().floor()),
        ("native_recip", "%r = OpExtInst %float %cl native_recip %v", |v| 1.0 / v),
        ("cbrt", "%r = OpExtInst %float %cl cbrt %v", |v| f64::from(v).cbrt() as f32),
        ("remainder", "%r = OpExtInst %float %cl remainder %v %f1", |v| (v - v.round_ties_even()).copysign(v - v.round_ties_even())),
        ("hypot", "%r = OpExtInst %float %cl hypot %v %f1", |v| f64::from(v).hypot(1.0) as f32),
        ("expm1", "%r = OpExtInst %float %cl expm1 %v", |v| f64::from(v).exp_m1() as f32),
        (
            "ilogb",
            "%a = OpExtInst %float %cl fabs %v\n%b = OpExtInst %float %cl fmax %a %f1\n%n = OpExtInst %uint %cl ilogb %b
            %r = OpConvertSToF %float %n",
            |v| v.abs().max(1.0).log2().floor(),
        ),
        ("clz", "%b = OpBitcast %uint %v\n%n = OpExtInst %uint %cl clz %b\n%r = OpConvertUToF %float %n", |v| {
            v.to_bits().leading_zeros() as f32
        }),
        ("ctz", "%b = OpBitcast %uint %v\n%n = OpExtInst %uint %cl ctz %b\n%r = OpConvertUToF %float %n", |v| {
            v.to_bits().trailing_zeros() as f32
        }),
        ("rotate", "%b = OpBitcast %uint %v\n%n = OpExtInst %uint %cl rotate %b %i3\n%r = OpBitcast %float %n", |v| {
            f32::from_bits(v.to_bits().rotate_left(3))
        }),
        (
            "u_mul_hi",
            "%b = OpBitcast %uint %v\n%n = OpExtInst %uint %cl u_mul_hi %b %b\n%r = OpBitcast %float %n",
            |v| f32::from_bits((u64::from(v.to_bits()).pow(2) >> 32) as u32),
        ),
        (
            "s_mul_hi",
            "%b = OpBitcast %uint %v\n%n = OpExtInst %uint %cl s_mul_hi %b %b\n%r = OpBitcast %float %n",
            |v| f32::from_bits((i64::from(v.to_bits().cast_signed()).pow(2) >> 32) as u32),
        ),
        (
            "s_mad_sat",
            "%b = OpBitcast %uint %v\n%n = OpExtInst %uint %cl s_mad_sat %b %i3 %b\n%r = OpBitcast %float %n",
            |v| {
                let value = v.to_bits().cast_signed();
                f32::from_bits((4 * i64::from(value)).clamp(i32::MIN.into(), i32::MAX.into()) as u32)
            },
        ),
        (
            "u_mad_sat",
            "%b = OpBitcast %uint %v\n%n = OpExtInst %uint %cl u_mad_sat %b %i3 %b\n%r = OpBitcast %float %n",
            |v| f32::from_bits((4 * u64::from(v.to_bits())).min(u32::MAX.into()) as u32),
        ),
        (
            "s_rhadd",
            "%b = OpBitcast %uint %v\n%n = OpExtInst %uint %cl s_rhadd %b %i3\n%r = OpBitcast %float %n",
            |v| f32::from_bits(((i64::from(v.to_bits().cast_signed()) + 4) >> 1) as u32),
        ),
        (
            "u_hadd",
            "%b = OpBitcast %uint %v\n%n = OpExtInst %uint %cl u_hadd %b %i3\n%r = OpBitcast %float %n",
            |v| f32::from_bits(((u64::from(v.to_bits()) + 3) >> 1) as u32),
        ),
        (
            "s_abs_diff",
            "%b = OpBitcast %uint %v\n%n = OpExtInst %uint %cl s_abs_diff %b %i3\n%r = OpBitcast %float %n",
            |v| f32::from_bits(v.to_bits().cast_signed().abs_diff(3)),
        ),
        (
            "bitselect",
            "%b = OpBitcast %uint %v\n%n = OpExtInst %uint %cl bitselect %b %i3 %i2\n%r = OpBitcast %float %n",
            |v| f32::from_bits(v.to_bits() & !2 | 2),
        ),
        (
            "select",
            "%b = OpBitcast %uint %v\n%r = OpExtInst %float %cl select %f0 %f1 %b",
            |v| if v.to_bits() == 0 { 0.0 } else { 1.0 },
        ),
        ("u_max", "%b = OpBitcast %uint %v\n%n = OpExtInst %uint %cl u_max %b %i3\n%r = OpBitcast %float %n", |v| {
            f32::from_bits(v.to_bits().max(3))
        }),
    ];
    for (name, body, of) in rows {
        let text = kernel(
            &[("x", "%floats"), ("out", "%floats")],
            "%f0 = OpConstant %float 0\n%f1 = OpConstant %float 1",
            &format!(
                "%at = OpInBoundsPtrAccessChain %floats %x %i
                %v = OpLoad %float %at Aligned 4
                {body}
                %to = OpInBoundsPtrAccessChain %floats %out %i
                OpStore %to %r Aligned 4"
            ),
        );
        let module = compiled(name, &text, [1, 1, 1]);
        let x = [0.0f32, 0.5, -0.5, 1.5, 2.5, -3.75, 1.0e6, -1.0e-3];
        let mut out = [0f32; 8];
        let mut dispatch = module.dispatch();
        dispatch.buffer("x", &x).unwrap().buffer_mut("out", &mut out).unwrap().run([8, 1, 1]).unwrap();
        assert_eq!(out.map(f32::to_bits), x.map(|v| of(v).to_bits()), "{name}: {out:?}");
    }
}

fn unsupported_host_features_are_refused() {
    let shared = kernel(&[("scratch", "%locals")], "%locals = OpTypePointer Workgroup %uint", "");
    let words = assemble("refused", &shared);
    let error = Module::new(&words, "work", &options()).unwrap_err().to_string();
    assert!(error.contains("memory of the workgroup") && error.contains("word "), "{error}");
}

fn copies_of_bytes_and_of_workgroups_are_loops() {
    let text = kernel(
        &[("x", "%uints"), ("y", "%uints"), ("n", "%ulong")],
        "%event = OpTypeEvent
        %pevent = OpTypePointer Function %event
        %c10 = OpConstant %ulong 10
        %c20 = OpConstant %ulong 20
        %i1 = OpConstant %uint 1
        %array = OpTypeArray %uint %c10
        %parray = OpTypePointer Workgroup %array
        %words = OpTypePointer Workgroup %uint
        %none = OpConstantNull %event
        %shared = OpVariable %parray Workgroup",
        "%v = OpVariable %pevent Function
        %local = OpInBoundsAccessChain %words %shared %c0
        %in = OpGroupAsyncCopy %event %i2 %local %x %c10 %n %none
        OpStore %v %in
        OpGroupWaitEvents %i2 %i1 %v
        %out = OpGroupAsyncCopy %event %i2 %y %local %c10 %n %in
        OpStore %v %out
        OpGroupWaitEvents %i2 %i1 %v
        %to = OpPtrAccessChain %uints %y %c20
        OpCopyMemorySized %to %x %n Aligned 1
        %size = OpSizeOf %uint %shared
        %last = OpPtrAccessChain %uints %to %c1
        OpStore %last %size Aligned 4",
    );
    let module = compiled("copies", &text, [4, 1, 1]);
    let x: Vec<u32> = (0..20).map(|i| 0x0101_0101 * i).collect();
    let mut y = vec![0u32; 22];
    module
        .dispatch()
        .buffer("x", &x)
        .unwrap()
        .buffer_mut("y", &mut y)
        .unwrap()
        .buffer("n", &[2u64])
        .unwrap()
        .run([1; 3])
        .unwrap();
    let expected: Vec<u32> = (0..20).map(|i| if i % 2 == 0 { x[i] } else { 0 }).collect();
    assert_eq!(y[..20], expected);
    assert_eq!(y[20..], [x[0] & 0xFFFF, 40]);
}
