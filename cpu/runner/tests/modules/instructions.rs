//! Instructions one by one, in modules that are assembled on the spot: each row is a piece of a kernel and what it makes of
//! the numbers in a buffer.

use crate::support::{LANES, WAVE, assemble, check, compiled, each, module, numbers, options};
use check::Checks;
use hlsl2spirv_runner::buffers::Bytes;
use hlsl2spirv_runner::{Checking, Engine, Format, Module, Options};
use spirv::{ImageChannelDataType, ImageChannelOrder};
use std::cmp::Ordering;

crate::tests! {
    TESTS:
    operations_of_whole_workgroups,
    floats_and_truths_of_whole_workgroups,
    votes_and_broadcasts_of_whole_workgroups,
    memory_by_its_address,
    pointers_are_compared,
    texels_of_64_bits,
    formats_of_images,
    integers_bit_by_bit,
    components_that_lanes_choose,
    bits_of_other_vectors,
    matrices_of_lanes,
    remainders_with_the_sign_of_either,
    comparisons_of_floats,
    comparisons_of_integers_and_truths,
    conversions_that_saturate,
    constants_that_the_host_sets,
    what_is_refused_is_named_with_its_place,
    limits_have_names,
    endless_loops_of_waves_end,
    products_and_sums_are_rounded_apart_where_the_module_says_so,
    untyped_pointers,
    elements_beyond_a_variable_are_not_there,
    values_are_defined_before_they_cross_a_barrier,
}

/// A function of two values.
type Join<T> = fn(T, T) -> T;

/// The running results of joining the numbers of a group, before each and at the end.
fn joined(group: &[u32], start: u32, join: impl Fn(u32, u32) -> u32) -> (Vec<u32>, u32) {
    let mut sum = start;
    let before = group
        .iter()
        .map(|x| {
            let so_far = sum;
            sum = join(sum, *x);
            so_far
        })
        .collect();
    (before, sum)
}

fn operations_of_whole_workgroups() {
    let joins: &[(&str, u32, Join<u32>)] = &[
        ("GroupIAdd", 0, u32::wrapping_add),
        ("GroupUMin", u32::MAX, u32::min),
        ("GroupUMax", 0, u32::max),
        ("GroupSMin", i32::MAX as u32, |a, b| (a as i32).min(b as i32) as u32),
        ("GroupSMax", i32::MIN as u32, |a, b| (a as i32).max(b as i32) as u32),
        ("GroupIMulKHR", 1, u32::wrapping_mul),
        ("GroupBitwiseAndKHR", !0, |a, b| a & b),
        ("GroupBitwiseOrKHR", 0, |a, b| a | b),
        ("GroupBitwiseXorKHR", 0, |a, b| a ^ b),
        ("GroupNonUniformIAdd", 0, u32::wrapping_add),
    ];
    for (op, start, join) in joins {
        for (scope, lanes) in [("%c2", LANES), ("%c3", WAVE)] {
            let text = |operation: &str| {
                module(
                    "Groups GroupUniformArithmeticKHR GroupNonUniformArithmetic SPV_KHR_uniform_group_instructions",
                    "",
                    &format!("%r = Op{op} %uint {scope} {operation} %x"),
                )
                .replace("OpMemoryModel", "OpExtension \"SPV_KHR_uniform_group_instructions\"\nOpMemoryModel")
            };
            let name = format!("{op}-{lanes}");
            let parts = |group: &[u32], of: &dyn Fn(&[u32]) -> Vec<u32>| group.chunks(lanes).flat_map(of).collect();
            check(&name, &text("Reduce"), |group| parts(group, &|part| vec![joined(part, *start, join).1; part.len()]));
            check(&name, &text("ExclusiveScan"), |group| parts(group, &|part| joined(part, *start, join).0));
            check(&name, &text("InclusiveScan"), |group| {
                parts(group, &|part| joined(part, *start, join).0.iter().zip(part).map(|(a, b)| join(*a, *b)).collect())
            });
        }
    }
}

fn floats_and_truths_of_whole_workgroups() {
    const CAPABILITIES: &str = "Groups GroupUniformArithmeticKHR SPV_KHR_uniform_group_instructions";
    let text = |body: &str| {
        let extension = "OpExtension \"SPV_KHR_uniform_group_instructions\"\nOpMemoryModel";
        module(CAPABILITIES, "", body).replace("OpMemoryModel", extension)
    };
    let floats: &[(&str, Join<f32>)] = &[
        ("GroupFAdd", |a, b| a + b),
        ("GroupFMin", f32::min),
        ("GroupFMax", f32::max),
        ("GroupFMulKHR", |a, b| a * b),
    ];
    for (op, join) in floats {
        let body = format!(
            "%bit = OpBitwiseAnd %uint %x %c1\n%n = OpIAdd %uint %bit %c1\n%f = OpConvertUToF %float %n
            %s = Op{op} %float %c2 Reduce %f\n%r = OpBitcast %uint %s"
        );
        check(op, &text(&body), |group| {
            let joined = group.iter().map(|x| (1 + (x & 1)) as f32).reduce(join).unwrap();
            vec![joined.to_bits(); LANES]
        });
    }
    let truths: &[(&str, Join<bool>)] = &[
        ("GroupLogicalAndKHR", |a, b| a && b),
        ("GroupLogicalOrKHR", |a, b| a || b),
        ("GroupLogicalXorKHR", |a, b| a != b),
    ];
    for (op, join) in truths {
        let body = format!(
            "%small = OpULessThan %bool %x %c7\n%s = Op{op} %bool %c2 InclusiveScan %small
            %r = OpSelect %uint %s %c1 %c0"
        );
        check(op, &text(&body), |group| {
            let up_to = |at: usize| group[..=at].iter().map(|x| *x < 7).reduce(join).unwrap();
            (0..LANES).map(|at| u32::from(up_to(at))).collect()
        });
    }
}

fn votes_and_broadcasts_of_whole_workgroups() {
    let vote = |op: &str, bound: &str| {
        module(
            "Groups",
            "",
            &format!(
                "%holds = OpULessThan %bool %x {bound}\n%v = Op{op} %bool %c2 %holds\n%r = OpSelect %uint %v %c1 %c0"
            ),
        )
    };
    check("any", &vote("GroupAny", "%c1"), |group| vec![u32::from(group.contains(&0)); LANES]);
    check("all", &vote("GroupAll", "%c7"), |group| vec![u32::from(group.iter().all(|x| *x < 7)); LANES]);
    check("broadcast", &module("Groups", "", "%r = OpGroupBroadcast %uint %c2 %x %c7"), |group| vec![group[7]; LANES]);
    let place = "%place = OpConstantComposite %v3uint %c5 %c0 %c0";
    check("broadcast3", &module("Groups", place, "%r = OpGroupBroadcast %uint %c2 %x %place"), |group| {
        vec![group[5]; LANES]
    });
    // In a loop, and used by what comes after a barrier.
    let body = "OpBranch %head
        %head = OpLabel
        %n = OpPhi %uint %c0 %entry %n2 %cont
        %acc = OpPhi %uint %c0 %entry %acc2 %cont
        %more = OpULessThan %bool %n %c3
        OpLoopMerge %done %cont None
        OpBranchConditional %more %body %done
        %body = OpLabel
        %y = OpIAdd %uint %x %n
        %sum = OpGroupIAdd %uint %c2 Reduce %y
        %acc2 = OpIAdd %uint %acc %sum
        OpBranch %cont
        %cont = OpLabel
        %n2 = OpIAdd %uint %n %c1
        OpBranch %head
        %done = OpLabel
        OpControlBarrier %c2 %c2 %c264
        %r = OpIAdd %uint %acc %lane";
    check("loop", &module("Groups", "", body), |group| {
        let sum = group.iter().fold(0u32, |sum, x| sum.wrapping_add(*x));
        let all = sum.wrapping_mul(3).wrapping_add(3 * LANES as u32);
        (0..LANES as u32).map(|lane| all.wrapping_add(lane)).collect()
    });
}

fn memory_by_its_address() {
    let declarations = "
        OpDecorate %push_type Block
        OpMemberDecorate %push_type 0 Offset 0
        OpDecorate %node Block
        OpMemberDecorate %node 0 Offset 0
        OpMemberDecorate %node 1 Offset 8
        OpDecorate %values ArrayStride 4
        OpTypeForwardPointer %ptr_node PhysicalStorageBuffer
        %ulong = OpTypeInt 64 0
        %l8 = OpConstant %ulong 8
        %values = OpTypeRuntimeArray %uint
        %node = OpTypeStruct %ptr_node %values
        %ptr_node = OpTypePointer PhysicalStorageBuffer %node
        %ptr_next = OpTypePointer PhysicalStorageBuffer %ptr_node
        %ptr_value = OpTypePointer PhysicalStorageBuffer %uint
        %push_type = OpTypeStruct %ulong
        %ptr_push = OpTypePointer PushConstant %push_type
        %ptr_ulong = OpTypePointer PushConstant %ulong
        %push = OpVariable %ptr_push PushConstant";
    // The push constant is the address of a node, which holds that of a second one, whose numbers are added to.
    let body = "%at = OpAccessChain %ptr_ulong %push %c0
        %address = OpLoad %ulong %at
        %first = OpConvertUToPtr %ptr_node %address
        %next_at = OpAccessChain %ptr_next %first %c0
        %second = OpLoad %ptr_node %next_at Aligned 8
        %value_at = OpAccessChain %ptr_value %second %c1 %i
        %value = OpLoad %uint %value_at Aligned 4
        %sum = OpIAdd %uint %value %x
        OpStore %value_at %sum Aligned 4
        %back = OpConvertPtrToU %ulong %value_at
        %base = OpConvertPtrToU %ulong %second
        %gap = OpISub %ulong %back %base
        %gap32 = OpUConvert %uint %gap
        %r = OpIAdd %uint %gap32 %value";
    let text = module("PhysicalStorageBufferAddresses Int64", declarations, body);
    for checked in [false, true] {
        follows_addresses(&compiled("addresses", &text, &Options { checked, ..options() }));
    }
}

fn follows_addresses(compiled: &Module) {
    let (input, mut output) = (numbers(), vec![0; 3 * LANES]);
    // Room for half of the numbers alone: the others are out of range.
    let kept = 3 * LANES / 2;
    let mut second = Bytes::new().with(&[0u64]).with(&(0..kept as u32).collect::<Vec<_>>());
    let mut first = Bytes::new();
    let mut dispatch = compiled.dispatch();
    dispatch.buffer((0, 0), &input).unwrap().buffer_mut((0, 1), &mut output).unwrap();
    let place = second.as_ptr().addr() as u64;
    let second_at = dispatch.memory(&mut second);
    assert_ne!(second_at, place, "a shader is not told where memory is");
    first = first.with(&[second_at]);
    let first_at = dispatch.memory(&mut first);
    dispatch.push_constants(&[first_at]);
    dispatch.run([3, 1, 1]).unwrap();
    drop(dispatch);
    for (at, found) in output.iter().enumerate() {
        let value = if at < kept { at as u32 } else { 0 };
        assert_eq!(*found, 8 + 4 * at as u32 + value, "{at}");
    }
    let sums: Vec<u32> = second.values::<u32>()[2..].to_vec();
    assert_eq!(sums, (0..kept).map(|at| input[at].wrapping_add(at as u32)).collect::<Vec<_>>());
    // Addresses from nowhere read as zero and are not written.
    let mut output = vec![1; 3 * LANES];
    for wild in [0u64, 1, 0x4141_4141_4141_4141, u64::MAX, u64::MAX - 7] {
        let mut dispatch = compiled.dispatch();
        dispatch.buffer((0, 0), &input).unwrap().buffer_mut((0, 1), &mut output).unwrap().push_constants(&[wild]);
        dispatch.run([3, 1, 1]).unwrap();
    }
    assert_eq!(output[1], 8 + 4);
}

fn pointers_are_compared() {
    let declarations = "
        %t = OpConstantTrue %bool";
    let body = "%here = OpAccessChain %ptr_word %in %c0 %i
        %there = OpPtrAccessChain %ptr_word %here %c3
        %same = OpPtrEqual %bool %here %x_at
        %other = OpPtrNotEqual %bool %here %there
        %far = OpPtrDiff %uint %there %here
        %both = OpLogicalAnd %bool %same %other
        %r = OpSelect %uint %both %far %c0";
    let text = module("VariablePointersStorageBuffer", declarations, body).replace(
        "OpDecorate %words ArrayStride 4",
        "OpDecorate %words ArrayStride 4\nOpDecorate %ptr_word ArrayStride 4",
    );
    check("pointers", &text, |group| vec![3; group.len()]);
}

fn formats_of_images() {
    let declarations = "
        OpDecorate %image DescriptorSet 0
        OpDecorate %image Binding 2
        %image_type = OpTypeImage %uint 1D 0 0 0 2 Rg32ui
        %ptr_image = OpTypePointer UniformConstant %image_type
        %image = OpVariable %ptr_image UniformConstant";
    let body = "%loaded = OpLoad %image_type %image
        %format = OpImageQueryFormat %uint %loaded
        %order = OpImageQueryOrder %uint %loaded
        %high = OpShiftLeftLogical %uint %format %c8
        %r = OpBitwiseOr %uint %high %order";
    let text = module("Kernel Image1D StorageImageExtendedFormats", declarations, body);
    for engine in [Engine::Compiled, Engine::Interpreter(Checking::new(Checks::none()))] {
        let module = compiled("formats", &text, &Options { engine, ..options() });
        let (input, mut output) = (numbers(), vec![0; 3 * LANES]);
        let mut image = hlsl2spirv_runner::Image::d1(Format::from_name("rg32uint").unwrap(), 8).unwrap();
        let mut dispatch = module.dispatch();
        dispatch.buffer((0, 0), &input).unwrap().buffer_mut((0, 1), &mut output).unwrap();
        dispatch.image((0, 2), &mut image).unwrap();
        dispatch.run([3, 1, 1]).unwrap();
        drop(dispatch);
        let (format, order) = (ImageChannelDataType::UnsignedInt32 as u32, ImageChannelOrder::RG as u32);
        assert_eq!(output, vec![format << 8 | order; 3 * LANES]);
    }
}

fn texels_of_64_bits() {
    let declarations = "
        OpDecorate %image DescriptorSet 0
        OpDecorate %image Binding 2
        %ulong = OpTypeInt 64 0
        %v4ulong = OpTypeVector %ulong 4
        %l0 = OpConstant %ulong 0
        %big = OpConstant %ulong 4294967296
        %image_type = OpTypeImage %ulong 1D 0 0 0 2 R64ui
        %ptr_image = OpTypePointer UniformConstant %image_type
        %ptr_texel = OpTypePointer Image %ulong
        %image = OpVariable %ptr_image UniformConstant";
    let body = "%loaded = OpLoad %image_type %image
        %wide = OpUConvert %ulong %x
        %up = OpIMul %ulong %wide %big
        %more = OpIAdd %ulong %up %wide
        %texel = OpCompositeConstruct %v4ulong %more %l0 %l0 %l0
        OpImageWrite %loaded %i %texel
        %at = OpImageTexelPointer %ptr_texel %image %i %c0
        %old = OpAtomicIAdd %ulong %at %c1 %c0 %big
        %now = OpImageRead %v4ulong %loaded %i
        %all = OpCompositeExtract %ulong %now 0
        %gained = OpISub %ulong %all %old
        %high = OpUDiv %ulong %all %big
        %sum = OpIAdd %ulong %high %gained
        %odd = OpUDiv %ulong %gained %big
        %both = OpIAdd %ulong %sum %odd
        %r = OpUConvert %uint %both";
    let text = module("Int64 Int64ImageEXT Int64Atomics Image1D", declarations, body)
        .replace("OpMemoryModel", "OpExtension \"SPV_EXT_shader_image_int64\"\nOpMemoryModel");
    let module = compiled("texels", &text, &options());
    let (input, mut output) = (numbers(), vec![0; 3 * LANES]);
    // Not all invocations have a texel.
    let mut image = hlsl2spirv_runner::Image::d1(Format::from_name("r64uint").unwrap(), 100).unwrap();
    let mut dispatch = module.dispatch();
    dispatch.buffer((0, 0), &input).unwrap().buffer_mut((0, 1), &mut output).unwrap();
    dispatch.image((0, 2), &mut image).unwrap();
    dispatch.run([3, 1, 1]).unwrap();
    drop(dispatch);
    for (at, x) in input.iter().enumerate() {
        let wanted = if at < 100 { x.wrapping_add(2) } else { 0 };
        assert_eq!(output[at], wanted, "{at}");
        if at < 100 {
            assert_eq!(image.texel(0, 0, [at as u32, 0, 0])[..2], [*x, x.wrapping_add(1)], "{at}");
        }
    }
    // An image of another size has no texels for such an operation.
    let narrow = hlsl2spirv_runner::Image::d1(hlsl2spirv_runner::Format::R32_UINT, 100).unwrap();
    assert!(module.dispatch().texture((0, 2), &narrow).is_err());
}

fn integers_bit_by_bit() {
    type Row = (&'static str, &'static str, fn(u32) -> u32);
    let rows: &[Row] = &[
        ("carry", "%p = OpIAddCarry %pair %x %x\n%r = OpCompositeExtract %uint %p 1", |x| x >> 31),
        ("borrow", "%p = OpISubBorrow %pair %c7 %x\n%r = OpCompositeExtract %uint %p 1", |x| u32::from(x > 7)),
        ("umul", "%p = OpUMulExtended %pair %x %x\n%r = OpCompositeExtract %uint %p 1", |x| {
            ((u64::from(x) * u64::from(x)) >> 32) as u32
        }),
        ("count", "%r = OpBitCount %uint %x", u32::count_ones),
        ("reverse", "%r = OpBitReverse %uint %x", u32::reverse_bits),
        ("insert", "%r = OpBitFieldInsert %uint %x %c5 %c4 %c8", |x| x & !0xFF0 | 5 << 4),
        ("extract", "%r = OpBitFieldUExtract %uint %x %c4 %c8", |x| x >> 4 & 0xFF),
        ("sextract", "%r = OpBitFieldSExtract %uint %x %c4 %c8", |x| ((x << 20) as i32 >> 24) as u32),
        ("nothing", "%r = OpUndef %uint\n", |_| 0),
        ("udot", "%r = OpUDot %uint %x %x PackedVectorFormat4x8Bit", |x| {
            x.to_le_bytes().iter().map(|byte| u32::from(*byte) * u32::from(*byte)).sum()
        }),
        ("sdot", "%s = OpSDot %int %x %x PackedVectorFormat4x8Bit\n%r = OpBitcast %uint %s", |x| {
            x.to_le_bytes().iter().map(|byte| i32::from(*byte as i8) * i32::from(*byte as i8)).sum::<i32>() as u32
        }),
        ("sdotsat", "%s = OpSDotAccSat %int %x %x %most PackedVectorFormat4x8Bit\n%r = OpBitcast %uint %s", |_| {
            i32::MAX as u32
        }),
        ("udotsat", "%r = OpUDotAccSat %uint %x %x %c7 PackedVectorFormat4x8Bit", |x| {
            7 + x.to_le_bytes().iter().map(|byte| u32::from(*byte) * u32::from(*byte)).sum::<u32>()
        }),
        ("sudot", "%s = OpSUDot %int %x %x PackedVectorFormat4x8Bit\n%r = OpBitcast %uint %s", |x| {
            x.to_le_bytes().iter().map(|byte| i32::from(*byte as i8) * i32::from(*byte)).sum::<i32>() as u32
        }),
        ("sudotsat", "%s = OpSUDotAccSat %int %x %x %most PackedVectorFormat4x8Bit\n%r = OpBitcast %uint %s", |x| {
            let sum: i32 = x.to_le_bytes().iter().map(|byte| i32::from(*byte as i8) * i32::from(*byte)).sum();
            i32::MAX.saturating_add(sum) as u32
        }),
        ("replicate", "%v = OpCompositeConstructReplicateEXT %v2uint %x\n%r = OpCompositeExtract %uint %v 1", |x| x),
        ("expect", "%r = OpExpectKHR %uint %x %c1", |x| x),
        ("assume", "%t = OpIEqual %bool %x %x\n OpAssumeTrueKHR %t\n%r = OpIAdd %uint %x %c1", |x| x.wrapping_add(1)),
        ("fence", "%f = OpBitcast %float %x\n%g = OpArithmeticFenceEXT %float %f\n%r = OpBitcast %uint %g", |x| x),
        ("normal", "%f = OpBitcast %float %x\n%b = OpIsNormal %bool %f\n%r = OpSelect %uint %b %c1 %c0", |x| {
            u32::from(f32::from_bits(x).is_normal())
        }),
        ("sign", "%f = OpBitcast %float %x\n%b = OpSignBitSet %bool %f\n%r = OpSelect %uint %b %c1 %c0", |x| x >> 31),
    ];
    for (name, body, of) in rows {
        let declarations = "%pair = OpTypeStruct %uint %uint\n%most = OpConstant %int 2147483647";
        check(name, &module("Kernel DotProduct DotProductInput4x8BitPacked", declarations, body), each(of));
    }
}

fn components_that_lanes_choose() {
    let body = "%at = OpShiftRightLogical %uint %x %c1
        %v = OpCompositeConstruct %v4uint %x %c1 %c2 %c3
        %w = OpVectorInsertDynamic %v4uint %v %c7 %at
        %r = OpVectorExtractDynamic %uint %w %x";
    // Components that are not there are the last.
    let component = |index: u32| index.min(3) as usize;
    let wanted = |x: u32| {
        let mut vector = [x, 1, 2, 3];
        vector[component(x >> 1)] = 7;
        vector[component(x)]
    };
    check("components", &module("", "", body), each(wanted));
}

fn bits_of_other_vectors() {
    let body = "%v = OpCompositeConstruct %v2uint %x %c7
        %long = OpBitcast %ulong %v
        %moved = OpShiftRightLogical %ulong %long %c16
        %w = OpBitcast %v2uint %moved
        %r = OpCompositeExtract %uint %w 0";
    let text = module("Int64", "%ulong = OpTypeInt 64 0\n%c16 = OpConstant %ulong 16", body);
    check("bits", &text, each(|x| ((7 << 32 | u64::from(x)) >> 16) as u32));
}

fn matrices_of_lanes() {
    let declarations = "%v2float = OpTypeVector %float 2
        %matrix = OpTypeMatrix %v2float 2
        %c255 = OpConstant %uint 255
        %three = OpConstant %float 3
        %five = OpConstant %float 5
        %row = OpConstantComposite %v2float %three %five";
    let body = "%low = OpBitwiseAnd %uint %x %c255
        %f = OpConvertUToF %float %low
        %column = OpCompositeConstruct %v2float %f %five
        %product = OpOuterProduct %matrix %column %row
        %turned = OpTranspose %matrix %product
        %scaled = OpMatrixTimesScalar %matrix %turned %three
        %part = OpCompositeExtract %float %scaled 0 1
        %r = OpConvertFToU %uint %part";
    check("matrices", &module("", declarations, body), each(|x| 15 * (x & 255)));
}

fn remainders_with_the_sign_of_either() {
    let of_divisor: fn(f32, f32) -> f32 = |x, y| match x % y {
        rest if rest != 0.0 && (rest < 0.0) != (y < 0.0) => rest + y,
        rest => rest,
    };
    for (op, of) in [("FRem", (|x, y| x % y) as fn(f32, f32) -> f32), ("FMod", of_divisor)] {
        let body = format!(
            "%a = OpBitcast %float %x
            %turned = OpBitwiseXor %uint %x %mix
            %b = OpBitcast %float %turned
            %f = Op{op} %float %a %b
            %none = OpIsNan %bool %f
            %bits = OpBitcast %uint %f
            %r = OpSelect %uint %none %c1 %bits"
        );
        let mix = 0x9B3C_1E57u32;
        let text = module("", &format!("%mix = OpConstant %uint {mix}"), &body);
        let wanted = |x: u32| {
            let found = of(f32::from_bits(x), f32::from_bits(x ^ mix));
            if found.is_nan() { 1 } else { found.to_bits() }
        };
        check(op, &text, each(wanted));
    }
}

/// The pattern of bits in which compared numbers differ, and a number in the middle of them.
const MIX: u32 = 0x9B3C_1E57;

/// Compares the numbers with others: every fourth with itself.
fn compare(op: &str, operands: &str, of: impl Fn(u32, u32) -> bool) {
    let body = format!(
        "%turn = OpBitwiseAnd %uint %lane %c3\n%other = OpIMul %uint %turn %mix\n%z = OpBitwiseXor %uint %x %other
        %a = OpBitcast %float %x\n%b = OpBitcast %float %z
        %p = OpULessThan %bool %x %mix\n%q = OpULessThan %bool %z %mix
        %c = Op{op} %bool {operands}\n%r = OpSelect %uint %c %c1 %c0"
    );
    check(op, &module("Kernel", &format!("%mix = OpConstant %uint {MIX}"), &body), |group| {
        let others = group.iter().zip(0..).map(|(x, lane)| x ^ MIX.wrapping_mul(lane & 3));
        group.iter().zip(others).map(|(x, other)| u32::from(of(*x, other))).collect()
    });
}

fn comparisons_of_floats() {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let rows: &[(&str, &str, &[Ordering])] = &[
        ("FOrdEqual", "FUnordEqual", &[Equal]),
        ("FOrdNotEqual", "FUnordNotEqual", &[Less, Greater]),
        ("FOrdLessThan", "FUnordLessThan", &[Less]),
        ("FOrdLessThanEqual", "FUnordLessThanEqual", &[Less, Equal]),
        ("FOrdGreaterThan", "FUnordGreaterThan", &[Greater]),
        ("FOrdGreaterThanEqual", "FUnordGreaterThanEqual", &[Greater, Equal]),
    ];
    let order = |a: u32, b: u32| f32::from_bits(a).partial_cmp(&f32::from_bits(b));
    for (ordered, unordered, holds) in rows {
        compare(ordered, "%a %b", |a, b| order(a, b).is_some_and(|order| holds.contains(&order)));
        compare(unordered, "%a %b", |a, b| order(a, b).is_none_or(|order| holds.contains(&order)));
    }
    compare("LessOrGreater", "%a %b", |a, b| matches!(order(a, b), Some(Less | Greater)));
    compare("Ordered", "%a %b", |a, b| order(a, b).is_some());
    compare("Unordered", "%a %b", |a, b| order(a, b).is_none());
    compare("IsInf", "%a", |a, _| f32::from_bits(a).is_infinite());
    compare("IsFinite", "%a", |a, _| f32::from_bits(a).is_finite());
}

fn comparisons_of_integers_and_truths() {
    compare("IEqual", "%x %z", |a, b| a == b);
    compare("INotEqual", "%x %z", |a, b| a != b);
    compare("UGreaterThan", "%x %z", |a, b| a > b);
    compare("UGreaterThanEqual", "%x %z", |a, b| a >= b);
    compare("ULessThanEqual", "%x %z", |a, b| a <= b);
    compare("SGreaterThan", "%x %z", |a, b| a as i32 > b as i32);
    compare("SGreaterThanEqual", "%x %z", |a, b| a as i32 >= b as i32);
    compare("SLessThan", "%x %z", |a, b| (a as i32) < b as i32);
    compare("SLessThanEqual", "%x %z", |a, b| a as i32 <= b as i32);
    let truths: &[(&str, Join<bool>)] = &[
        ("LogicalEqual", |p, q| p == q),
        ("LogicalNotEqual", |p, q| p != q),
        ("LogicalOr", |p, q| p || q),
        ("LogicalAnd", |p, q| p && q),
    ];
    for (op, of) in truths {
        compare(op, "%p %q", |a, b| of(a < MIX, b < MIX));
    }
    compare("LogicalNot", "%p", |a, _| a >= MIX);
}

fn conversions_that_saturate() {
    let text = |op: &str| {
        let body = format!("%n = Op{op} %uchar %x\n%r = OpUConvert %uint %n");
        module("Kernel Int8", "%uchar = OpTypeInt 8 0", &body)
    };
    check("signed to unsigned", &text("SatConvertSToU"), each(|x| (x as i32).clamp(0, 255) as u32));
    check("unsigned to signed", &text("SatConvertUToS"), each(|x| x.min(127)));
}

fn constants_that_the_host_sets() {
    let declarations = "
        OpDecorate %size SpecId 3
        OpDecorate %flag SpecId 4
        %size = OpSpecConstant %uint 2
        %flag = OpSpecConstantTrue %bool
        %twice = OpSpecConstantOp %uint IMul %size %c2
        %chosen = OpSpecConstantOp %uint Select %flag %twice %c1
        %pair = OpSpecConstantComposite %v2uint %size %chosen
        %sums = OpSpecConstantOp %v2uint IAdd %pair %pair
        %turned = OpSpecConstantOp %v2uint VectorShuffle %sums %pair 1 2
        %put = OpSpecConstantOp %v2uint CompositeInsert %c7 %turned 1
        %last = OpSpecConstantOp %uint CompositeExtract %put 0
        %array = OpTypeArray %uint %twice
        %ptr_array = OpTypePointer Function %array
        %ptr_fn = OpTypePointer Function %uint";
    let body = "%local = OpVariable %ptr_array Function
        %at = OpAccessChain %ptr_fn %local %twice
        OpStore %at %x
        %back = OpLoad %uint %at
        %put1 = OpCompositeExtract %uint %put 1
        %a = OpIMul %uint %last %put1
        %r = OpIAdd %uint %a %back";
    let text = module("", declarations, body);
    let words = assemble("spec", &text);
    let values = |size: u64, flag: u64| Options { constants: vec![(3, size), (4, flag)], ..options() };
    for (options, last) in [(options(), 8), (values(5, 1), 20), (values(5, 0), 2)] {
        let module = Module::new(&words, "main", &options).unwrap_or_else(|error| panic!("{error}"));
        let (input, mut output) = (numbers(), vec![0; 3 * LANES]);
        let mut dispatch = module.dispatch();
        dispatch.buffer((0, 0), &input).unwrap().buffer_mut((0, 1), &mut output).unwrap();
        dispatch.run([3, 1, 1]).unwrap();
        // An index one beyond the end is kept in range.
        let wanted: Vec<u32> = input.iter().map(|x| x.wrapping_add(7 * last)).collect();
        assert_eq!(output, wanted);
    }
}

fn what_is_refused_is_named_with_its_place() {
    let cases = [
        (
            "VariablePointersStorageBuffer GroupNonUniform GroupNonUniformShuffle",
            "",
            "%chosen = OpGroupNonUniformShuffle %ptr_word %c3 %x_at %x\n%r = OpLoad %uint %chosen",
            "pointers and resources cannot be exchanged between lanes",
        ),
        // What no one has written must not be taken for a descriptor.
        (
            "Shader",
            "%image_type = OpTypeImage %float 2D 0 0 0 2 R32f\n%ptr_image = OpTypePointer Workgroup %image_type
            %v4float = OpTypeVector %float 4\n%image = OpVariable %ptr_image Workgroup",
            "%loaded = OpLoad %image_type %image\n%at = OpCompositeConstruct %v2uint %x %x
            %texel = OpImageRead %v4float %loaded %at\n%r = OpCopyObject %uint %x",
            "pointers and resources cannot be stored in workgroup memory",
        ),
    ];
    for (capabilities, declarations, body, wanted) in cases {
        let text = module(capabilities, declarations, body);
        let words = assemble("refused", &text);
        let error = Module::new(&words, "main", &options()).unwrap_err().to_string();
        assert!(error.contains(wanted) && error.contains("word "), "{error}");
    }
}

fn limits_have_names() {
    let plain = module("", "", "%r = OpCopyObject %uint %x");
    let calling = |function: &str| {
        let call = module("", "", "%r = OpFunctionCall %uint %f %x");
        let ty = "%f_type = OpTypeFunction %uint %uint\n%main = OpFunction";
        let call = call.replace("%main = OpFunction", ty);
        format!("{call}\n{function}")
    };
    let recursive = "%f = OpFunction %uint None %f_type
        %p = OpFunctionParameter %uint
        %start = OpLabel
        %again = OpFunctionCall %uint %f %p
        OpReturnValue %again
        OpFunctionEnd";
    let array = |storage: &str, length: &str, variable: &str, body: &str| {
        let types = format!(
            "%length = OpConstant %uint {length}\n%array = OpTypeArray %uint %length
            %ptr_array = OpTypePointer {storage} %array\n%ptr_elem = OpTypePointer {storage} %uint\n{variable}"
        );
        let body = format!("{body}\n%at = OpAccessChain %ptr_elem %big %i\nOpStore %at %x\n%r = OpLoad %uint %at");
        module("", &types, &body)
    };
    let cases = [
        (plain.replace("LocalSize 40 1 1", "LocalSize 5000 1 1"), "workgroup size 5000 is out of range (1 to 4096)"),
        (plain.replace("LocalSize 40 1 1", "LocalSize 65536 65536 65536"), "is out of range (1 to 4096)"),
        (plain.replace("LocalSize 40 1 1", "LocalSize 0 1 1"), "workgroup size 0"),
        (plain.replace("OpExecutionMode %main LocalSize 40 1 1", ""), "has no workgroup size"),
        (calling(recursive), "recursive function"),
        (
            array("Workgroup", "268435456", "%big = OpVariable %ptr_array Workgroup", ""),
            "more than 268435456 bytes of memory per workgroup",
        ),
        (
            array("Private", "100000000", "%big = OpVariable %ptr_array Private", ""),
            "more than 268435456 bytes of memory per workgroup",
        ),
        (
            array("Function", "4294967295", "", "%big = OpVariable %ptr_array Function"),
            "more than 268435456 bytes of memory per workgroup",
        ),
    ];
    for (text, wanted) in cases {
        let words = assemble("limits", &text);
        let error = Module::new(&words, "main", &options()).unwrap_err().to_string();
        assert!(error.contains(wanted), "{error}");
    }
    let module = compiled("groups", &plain, &options());
    let error = module.dispatch().allow_gaps().run([u32::MAX; 3]).unwrap_err();
    assert_eq!(error, hlsl2spirv_runner::Error::TooManyGroups([u32::MAX; 3]));
}

fn endless_loops_of_waves_end() {
    let body = "OpBranch %head
        %head = OpLabel
        OpLoopMerge %done %next None
        OpBranch %body
        %body = OpLabel
        %sum = OpGroupNonUniformIAdd %uint %c3 Reduce %x
        %none = OpULessThan %bool %sum %c0
        OpBranchConditional %none %done %next
        %next = OpLabel
        OpBranch %head
        %done = OpLabel
        %r = OpCopyObject %uint %x";
    let text = module("GroupNonUniform GroupNonUniformArithmetic", "", body);
    let module = compiled("endless", &text, &options());
    let mut dispatch = module.dispatch();
    dispatch.allow_gaps().deadline(std::time::Duration::from_millis(20));
    assert_eq!(dispatch.run([2, 1, 1]), Err(hlsl2spirv_runner::Error::Deadline));
}

fn products_and_sums_are_rounded_apart_where_the_module_says_so() {
    // 1 + 2^-12 squared less its rounded square: nothing but what one rounding takes away.
    let body = "%bits = OpBitwiseAnd %uint %x %c0
        %near = OpBitwiseOr %uint %bits %c_near
        %a = OpBitcast %float %near
        %square = OpFMul %float %a %a
        %less = OpFAdd %float %square %c_square
        %r = OpBitcast %uint %less";
    let (near, square) = (1.0f32 + 2f32.powi(-12), -(1.0f32 + 2f32.powi(-11)));
    let constants = format!(
        "%c_near = OpConstant %uint {}\n%c_square = OpConstant %float {square}\nOpDecorate %square NoContraction
        OpDecorate %less NoContraction",
        near.to_bits()
    );
    let text = module("", &constants, body);
    check("apart", &text, |group| vec![0; group.len()]);
    let ir = |text: &str| {
        let module = dialect::spirv::read::read(&assemble("contracted", text)).unwrap();
        lower::compile_module(&module, "main", &lower::Options::default()).unwrap().llvm_ir()
    };
    let free: String =
        text.lines().filter(|line| !line.contains("NoContraction")).map(|line| format!("{line}\n")).collect();
    let (free, exact) = (ir(&free), ir(&text));
    assert!(free.contains("fmul contract float") && !exact.contains("contract"), "{free}");
}

fn untyped_pointers() {
    let text = "!p = !spirv.other<TypeUntypedPointerKHR, #spirv.storage_class<StorageBuffer>>
!w = !spirv.other<TypeUntypedPointerKHR, #spirv.storage_class<Workgroup>>
!f = !spirv.other<TypeUntypedPointerKHR, #spirv.storage_class<Function>>
!block = !spirv.struct<Block, (!spirv.rtarray<i32, stride=4> [0]), Block>
!pair = !spirv.struct<(i32 [0], i32 [4])>
!table = !spirv.array<8 x i32>
spirv.module Logical GLSL450 requires #spirv.vce<v1.4, [Shader, UntypedPointersKHR], [SPV_KHR_untyped_pointers]> {
  spirv.GlobalVariable @in bind(0, 0) {data_type = !block} : !p
  spirv.GlobalVariable @out bind(0, 1) {data_type = !block} : !p
  spirv.GlobalVariable @shared {data_type = !table} : !w
  spirv.GlobalVariable @gid built_in(\"GlobalInvocationId\") : !spirv.ptr<vector<3xi32>, Input>
  spirv.func @main() \"None\" {
    %in = spirv.mlir.addressof @in : !p
    %out = spirv.mlir.addressof @out : !p
    %shared = spirv.mlir.addressof @shared : !w
    %gid = spirv.mlir.addressof @gid : !spirv.ptr<vector<3xi32>, Input>
    %zero = spirv.Constant 0 : i32
    %one = spirv.Constant 1 : i32
    %nine = spirv.Constant 9 : i32
    %own = spirv.KHR.UntypedVariable {storage_class = #spirv.storage_class<Function>, type = !pair} : () -> !f
    %id = spirv.Load \"Input\" %gid : vector<3xi32>
    %i = spirv.CompositeExtract %id[0 : i32] : vector<3xi32>
    %length = spirv.KHR.UntypedArrayLength %in {type = !block, literal = 0 : i32} : (!p) -> i32
    %at = spirv.KHR.UntypedAccessChain %in, %zero, %i {type = !block} : (!p, i32, i32) -> !p
    %x = spirv.Load \"StorageBuffer\" %at : i32
    %second = spirv.KHR.UntypedAccessChain %own, %one {type = !pair} : (!f, i32) -> !f
    spirv.Store \"Function\" %second, %x : i32
    %back = spirv.Load \"Function\" %second : i32
    %slot = spirv.KHR.UntypedAccessChain %shared, %nine {type = !table} : (!w, i32) -> !w
    spirv.Store \"Workgroup\" %slot, %length : i32
    %kept = spirv.Load \"Workgroup\" %slot : i32
    %sum = spirv.IAdd %back, %kept : i32
    %to = spirv.KHR.UntypedAccessChain %out, %zero, %i {type = !block} : (!p, i32, i32) -> !p
    spirv.Store \"StorageBuffer\" %to, %sum : i32
    %old = \"spirv.AtomicIAdd\"(%to, %one) {scope = #spirv.scope<Device>, semantics = #spirv.memory_semantics<None>} : (!p, i32) -> i32
    spirv.Return
  }
  spirv.EntryPoint \"GLCompute\" @main, @in, @out, @shared, @gid
  spirv.ExecutionMode @main \"LocalSize\", 1, 1, 1
}";
    let module = text::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let words = dialect::spirv::write::write(&module).unwrap_or_else(|error| panic!("{error}"));
    let options = options();
    let module = Module::new(&words, "main", &options).unwrap_or_else(|error| panic!("{error}"));
    let (input, mut output) = ([5u32, 6, 7, 8], [0u32; 4]);
    let mut dispatch = module.dispatch();
    dispatch.buffer((0, 0), &input).unwrap().buffer_mut((0, 1), &mut output).unwrap();
    dispatch.run([4, 1, 1]).unwrap();
    assert_eq!(output, [5 + 4 + 1, 6 + 4 + 1, 7 + 4 + 1, 8 + 4 + 1]);
}

fn elements_beyond_a_variable_are_not_there() {
    // The pointer leads into the middle of an array; from there elements before and after it can be reached.
    let declarations = "
        %million = OpConstant %uint 1000000
        %minus = OpConstant %int -1
        %c40 = OpConstant %uint 40
        %array = OpTypeArray %uint %c40
        %ptr_array = OpTypePointer Workgroup %array
        %ptr_elem = OpTypePointer Workgroup %uint
        %own_array = OpTypeArray %uint %c8
        %ptr_own_array = OpTypePointer Function %own_array
        %ptr_own = OpTypePointer Function %uint
        OpDecorate %ptr_elem ArrayStride 4
        OpDecorate %ptr_own ArrayStride 4
        %array_of_all = OpVariable %ptr_array Workgroup";
    let body = "%own = OpVariable %ptr_own_array Function
        %middle = OpAccessChain %ptr_elem %array_of_all %c4
        %far = OpPtrAccessChain %ptr_elem %middle %million
        OpStore %far %x
        %nothing = OpLoad %uint %far
        %before = OpPtrAccessChain %ptr_elem %middle %minus
        %third = OpAccessChain %ptr_elem %array_of_all %c3
        OpStore %before %c7
        %seven = OpLoad %uint %third
        %own_middle = OpAccessChain %ptr_own %own %c4
        %own_far = OpPtrAccessChain %ptr_own %own_middle %million
        OpStore %own_far %x
        %nothing2 = OpLoad %uint %own_far
        %own_near = OpPtrAccessChain %ptr_own %own_middle %c2
        OpStore %own_near %x
        %kept = OpLoad %uint %own_near
        %sum = OpIAdd %uint %nothing %nothing2
        %sum2 = OpIAdd %uint %sum %seven
        %r = OpIAdd %uint %sum2 %kept";
    let text = module("VariablePointers VariablePointersStorageBuffer", declarations, body);
    check("beyond", &text, each(|x| x.wrapping_add(7)));
}

fn values_are_defined_before_they_cross_a_barrier() {
    // The pointer is chosen in a branch, and used after a barrier that all come to.
    let body = "%bit = OpBitwiseAnd %uint %x %c1
        %odd = OpIEqual %bool %bit %c1
        OpSelectionMerge %join None
        OpBranchConditional %odd %some %join
        %some = OpLabel
        %there = OpAccessChain %ptr_word %in %c0 %c1
        %chosen = OpSelect %ptr_word %odd %x_at %there
        OpBranch %join
        %join = OpLabel
        OpControlBarrier %c2 %c2 %c264
        %r = OpLoad %uint %chosen";
    let words = assemble("undefined", &module("VariablePointersStorageBuffer", "", body));
    let error = Module::new(&words, "main", &options()).unwrap_err().to_string();
    assert!(error.contains("used where it may not be defined") && error.contains("word "), "{error}");
}
