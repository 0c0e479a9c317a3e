//! Wave ops, one by one, in uniform and divergent control flow and in loops that lanes leave in different iterations.
//! The last wave of a workgroup is partial.

use crate::support::{LANES, WAVE, check, module, options, run_with};
use hlsl2spirv_runner::{Lanes, Options};

crate::tests! {
    TESTS:
    all_lanes_together,
    some_lanes_together,
    lanes_that_leave_a_loop_one_after_the_other,
    lanes_as_the_bits_of_masks,
}

/// The lanes that take part, by their numbers in the wave, with their values.
type Active = [(usize, u32)];
/// The result of an op for a lane, in a wave of a size; `None` if any will do.
type Expected = fn(&Active, usize) -> Option<u32>;

/// A row: name, the instructions that make `%y` of `%x`, and what they make.
struct Row(&'static str, &'static str, Expected);

fn value(active: &Active, lane: usize) -> Option<u32> {
    active.iter().find(|(other, _)| *other == lane).map(|(_, value)| *value)
}

fn before(active: &Active, lane: usize) -> impl Iterator<Item = u32> {
    active.iter().filter(move |(other, _)| *other < lane).map(|(_, value)| *value)
}

fn values(active: &Active) -> impl Iterator<Item = u32> {
    active.iter().map(|(_, value)| *value)
}

fn sum(values: impl Iterator<Item = u32>) -> u32 {
    values.fold(0, u32::wrapping_add)
}

/// The lanes for which a value is small.
fn ballot(active: &Active) -> u32 {
    active.iter().filter(|(_, value)| *value < 7).map(|(lane, _)| 1 << lane).sum()
}

/// Those of an aligned group of lanes.
fn cluster(active: &Active, lane: usize, size: usize) -> impl Iterator<Item = u32> {
    active.iter().filter(move |(other, _)| other / size == lane / size).map(|(_, value)| *value)
}

/// Those with the same value as a lane.
fn partition(active: &Active, lane: usize) -> impl Iterator<Item = &(usize, u32)> {
    let own = value(active, lane).map(|value| value % 3);
    active.iter().filter(move |(_, value)| Some(value % 3) == own)
}

const SMALL: &str = "%small = OpULessThan %bool %x %c7\n";
const BALLOT: &str = "%small = OpULessThan %bool %x %c7\n%b = OpGroupNonUniformBallot %v4uint %c3 %small\n";
const PARTITION: &str = "%class = OpUMod %uint %x %c3\n%b = OpGroupNonUniformPartitionNV %v4uint %class\n";

const ROWS: &[Row] = &[
    Row("elect", "%e = OpGroupNonUniformElect %bool %c3\n%y = OpSelect %uint %e %c1 %c0", |active, lane| {
        Some(u32::from(active[0].0 == lane))
    }),
    Row("all", "SMALL%e = OpGroupNonUniformAll %bool %c3 %small\n%y = OpSelect %uint %e %c1 %c0", |active, _| {
        Some(u32::from(values(active).all(|value| value < 7)))
    }),
    Row("any", "SMALL%e = OpGroupNonUniformAny %bool %c3 %small\n%y = OpSelect %uint %e %c1 %c0", |active, _| {
        Some(u32::from(values(active).any(|value| value < 7)))
    }),
    Row("all_equal", "%e = OpGroupNonUniformAllEqual %bool %c3 %x\n%y = OpSelect %uint %e %c1 %c0", |active, _| {
        Some(u32::from(values(active).all(|value| value == active[0].1)))
    }),
    Row("all_of_subgroup", "SMALL%e = OpSubgroupAllKHR %bool %small\n%y = OpSelect %uint %e %c1 %c0", |active, _| {
        Some(u32::from(values(active).all(|value| value < 7)))
    }),
    Row("any_of_subgroup", "SMALL%e = OpSubgroupAnyKHR %bool %small\n%y = OpSelect %uint %e %c1 %c0", |active, _| {
        Some(u32::from(values(active).any(|value| value < 7)))
    }),
    Row(
        "all_equal_of_subgroup",
        "SMALL%e = OpSubgroupAllEqualKHR %bool %small\n%y = OpSelect %uint %e %c1 %c0",
        |active, _| Some(u32::from([0, active.len() as u32].contains(&ballot(active).count_ones()))),
    ),
    Row(
        "ballot_of_subgroup",
        "SMALL%b = OpSubgroupBallotKHR %v4uint %small\n%y = OpCompositeExtract %uint %b 0",
        |active, _| Some(ballot(active)),
    ),
    Row("first_of_subgroup", "%y = OpSubgroupFirstInvocationKHR %uint %x", |active, _| Some(active[0].1)),
    Row("read_of_subgroup", "%y = OpSubgroupReadInvocationKHR %uint %x %c3", |active, _| value(active, 3)),
    Row(
        "shuffle_of_subgroup",
        "%n = OpBitwiseXor %uint %own %c4\n%y = OpSubgroupShuffleINTEL %uint %x %n",
        |active, lane| value(active, lane ^ 4),
    ),
    Row("shuffle_xor_of_subgroup", "%y = OpSubgroupShuffleXorINTEL %uint %x %c2", |active, lane| {
        value(active, lane ^ 2)
    }),
    Row("broadcast", "%y = OpGroupNonUniformBroadcast %uint %c3 %x %c3", |active, _| value(active, 3)),
    Row("broadcast_first", "%y = OpGroupNonUniformBroadcastFirst %uint %c3 %x", |active, _| Some(active[0].1)),
    Row("ballot", "BALLOT%y = OpCompositeExtract %uint %b 0", |active, _| Some(ballot(active))),
    Row(
        "inverse_ballot",
        "BALLOT%e = OpGroupNonUniformInverseBallot %bool %c3 %b\n%y = OpSelect %uint %e %c1 %c0",
        |active, lane| Some(ballot(active) >> lane & 1),
    ),
    Row(
        "bit_extract",
        "BALLOT%e = OpGroupNonUniformBallotBitExtract %bool %c3 %b %c5\n%y = OpSelect %uint %e %c1 %c0",
        |active, _| Some(ballot(active) >> 5 & 1),
    ),
    Row("bit_count", "BALLOT%y = OpGroupNonUniformBallotBitCount %uint %c3 Reduce %b", |active, _| {
        Some(ballot(active).count_ones())
    }),
    Row("bits_before", "BALLOT%y = OpGroupNonUniformBallotBitCount %uint %c3 ExclusiveScan %b", |active, lane| {
        Some((ballot(active) & ((1 << lane) - 1)).count_ones())
    }),
    Row("bits_up_to", "BALLOT%y = OpGroupNonUniformBallotBitCount %uint %c3 InclusiveScan %b", |active, lane| {
        Some((ballot(active) & ((2 << lane) - 1)).count_ones())
    }),
    Row("lowest_bit", "BALLOT%y = OpGroupNonUniformBallotFindLSB %uint %c3 %b", |active, _| {
        (ballot(active) != 0).then(|| ballot(active).trailing_zeros())
    }),
    Row("highest_bit", "BALLOT%y = OpGroupNonUniformBallotFindMSB %uint %c3 %b", |active, _| {
        ballot(active).checked_ilog2()
    }),
    Row(
        "shuffle",
        "%n = OpBitwiseXor %uint %own %c4\n%y = OpGroupNonUniformShuffle %uint %c3 %x %n",
        |active, lane| value(active, lane ^ 4),
    ),
    Row("shuffle_xor", "%y = OpGroupNonUniformShuffleXor %uint %c3 %x %c2", |active, lane| value(active, lane ^ 2)),
    Row("shuffle_up", "%y = OpGroupNonUniformShuffleUp %uint %c3 %x %c2", |active, lane| {
        value(active, lane.checked_sub(2)?)
    }),
    Row("shuffle_down", "%y = OpGroupNonUniformShuffleDown %uint %c3 %x %c2", |active, lane| value(active, lane + 2)),
    Row("rotate", "%y = OpGroupNonUniformRotateKHR %uint %c3 %x %c2", |active, lane| value(active, (lane + 2) % WAVE)),
    Row("rotate_cluster", "%y = OpGroupNonUniformRotateKHR %uint %c3 %x %c2 %c8", |active, lane| {
        value(active, lane / 8 * 8 + (lane + 2) % 8)
    }),
    Row("quad_broadcast", "%y = OpGroupNonUniformQuadBroadcast %uint %c3 %x %c1", |active, lane| {
        value(active, lane / 4 * 4 + 1)
    }),
    Row("quad_across_x", "%y = OpGroupNonUniformQuadSwap %uint %c3 %x %c0", |active, lane| value(active, lane ^ 1)),
    Row("quad_across_y", "%y = OpGroupNonUniformQuadSwap %uint %c3 %x %c1", |active, lane| value(active, lane ^ 2)),
    Row("quad_diagonal", "%y = OpGroupNonUniformQuadSwap %uint %c3 %x %c2", |active, lane| value(active, lane ^ 3)),
    Row("sum", "%y = OpGroupNonUniformIAdd %uint %c3 Reduce %x", |active, _| Some(sum(values(active)))),
    Row("sum_before", "%y = OpGroupNonUniformIAdd %uint %c3 ExclusiveScan %x", |active, lane| {
        Some(sum(before(active, lane)))
    }),
    Row("sum_up_to", "%y = OpGroupNonUniformIAdd %uint %c3 InclusiveScan %x", |active, lane| {
        Some(sum(before(active, lane + 1)))
    }),
    Row("sum_of_cluster", "%y = OpGroupNonUniformIAdd %uint %c3 ClusteredReduce %x %c4", |active, lane| {
        Some(sum(cluster(active, lane, 4)))
    }),
    Row("product", "%y = OpGroupNonUniformIMul %uint %c3 InclusiveScan %x", |active, lane| {
        Some(before(active, lane + 1).fold(1, u32::wrapping_mul))
    }),
    Row("least", "%y = OpGroupNonUniformUMin %uint %c3 Reduce %x", |active, _| values(active).min()),
    Row("least_before", "%y = OpGroupNonUniformUMin %uint %c3 ExclusiveScan %x", |active, lane| {
        Some(before(active, lane).min().unwrap_or(u32::MAX))
    }),
    Row("most_signed", "%y = OpGroupNonUniformSMax %uint %c3 Reduce %x", |active, _| {
        values(active).max_by_key(|value| *value as i32)
    }),
    Row("least_signed", "%y = OpGroupNonUniformSMin %uint %c3 ExclusiveScan %x", |active, lane| {
        Some(before(active, lane).min_by_key(|value| *value as i32).unwrap_or(i32::MAX as u32))
    }),
    Row("most", "%y = OpGroupNonUniformUMax %uint %c3 ClusteredReduce %x %c8", |active, lane| {
        cluster(active, lane, 8).max()
    }),
    Row("and", "%y = OpGroupNonUniformBitwiseAnd %uint %c3 InclusiveScan %x", |active, lane| {
        Some(before(active, lane + 1).fold(!0, |a, b| a & b))
    }),
    Row("or", "%y = OpGroupNonUniformBitwiseOr %uint %c3 Reduce %x", |active, _| {
        Some(values(active).fold(0, |a, b| a | b))
    }),
    Row("xor", "%y = OpGroupNonUniformBitwiseXor %uint %c3 ExclusiveScan %x", |active, lane| {
        Some(before(active, lane).fold(0, |a, b| a ^ b))
    }),
    Row(
        "logical_xor",
        "SMALL%e = OpGroupNonUniformLogicalXor %bool %c3 Reduce %small\n%y = OpSelect %uint %e %c1 %c0",
        |active, _| Some(ballot(active).count_ones() % 2),
    ),
    Row(
        "logical_or",
        "SMALL%e = OpGroupNonUniformLogicalOr %bool %c3 ExclusiveScan %small\n%y = OpSelect %uint %e %c1 %c0",
        |active, lane| Some(u32::from(before(active, lane).any(|value| value < 7))),
    ),
    Row(
        "logical_and",
        "SMALL%e = OpGroupNonUniformLogicalAnd %bool %c3 InclusiveScan %small\n%y = OpSelect %uint %e %c1 %c0",
        |active, lane| Some(u32::from(before(active, lane + 1).all(|value| value < 7))),
    ),
    Row(
        "sums_of_vectors",
        "%p = OpCompositeConstruct %v2uint %x %own
        %s = OpGroupNonUniformIAdd %v2uint %c3 Reduce %p
        %s0 = OpCompositeExtract %uint %s 0\n%s1 = OpCompositeExtract %uint %s 1\n%y = OpBitwiseXor %uint %s0 %s1",
        |active, _| Some(sum(values(active)) ^ sum(active.iter().map(|(lane, _)| *lane as u32))),
    ),
    Row(
        "sum_of_numbers",
        "%low = OpBitwiseAnd %uint %x %c7\n%f = OpConvertUToF %float %low
        %s = OpGroupNonUniformFAdd %float %c3 InclusiveScan %f\n%y = OpConvertFToU %uint %s",
        |active, lane| Some(sum(before(active, lane + 1).map(|value| value & 7))),
    ),
    Row(
        "product_of_numbers",
        "%low = OpBitwiseAnd %uint %x %c1\n%one = OpIAdd %uint %low %c1\n%f = OpConvertUToF %float %one
        %s = OpGroupNonUniformFMul %float %c3 Reduce %f\n%y = OpConvertFToU %uint %s",
        |active, _| Some(values(active).map(|value| 1 + (value & 1)).product()),
    ),
    Row(
        "most_number",
        "%low = OpBitwiseAnd %uint %x %c7\n%f = OpConvertUToF %float %low
        %s = OpGroupNonUniformFMax %float %c3 InclusiveScan %f\n%y = OpConvertFToU %uint %s",
        |active, lane| before(active, lane + 1).map(|value| value & 7).max(),
    ),
    Row(
        "least_number_before",
        "%low = OpBitwiseAnd %uint %x %c7\n%f = OpConvertUToF %float %low
        %s = OpGroupNonUniformFMin %float %c3 ExclusiveScan %f\n%y = OpConvertFToU %uint %s",
        |active, lane| Some(before(active, lane).map(|value| value & 7).min().unwrap_or(u32::MAX)),
    ),
    Row(
        "wide_sum",
        "%w = OpUConvert %ulong %x\n%s = OpGroupNonUniformIAdd %ulong %c3 Reduce %w
        %high = OpShiftRightLogical %ulong %s %c_32\n%y = OpUConvert %uint %high",
        |active, _| Some((values(active).map(u64::from).sum::<u64>() >> 32) as u32),
    ),
    Row(
        "narrow_most",
        "%n = OpUConvert %ushort %x\n%s = OpGroupNonUniformUMax %ushort %c3 InclusiveScan %n\n%y = OpUConvert %uint %s",
        |active, lane| before(active, lane + 1).map(|value| value & 0xFFFF).max(),
    ),
    Row(
        "half_sum",
        "%low = OpBitwiseAnd %uint %x %c7\n%f = OpConvertUToF %half %low
        %s = OpGroupNonUniformFAdd %half %c3 Reduce %f\n%y = OpConvertFToU %uint %s",
        |active, _| Some(sum(values(active).map(|value| value & 7))),
    ),
    Row("partition", "PARTITION%y = OpCompositeExtract %uint %b 0", |active, lane| {
        Some(partition(active, lane).map(|(other, _)| 1 << other).sum())
    }),
    Row(
        "sum_of_partition",
        "PARTITION%y = OpGroupNonUniformIAdd %uint %c3 PartitionedReduceNV %x %b",
        |active, lane| Some(sum(partition(active, lane).map(|(_, value)| *value))),
    ),
    Row(
        "sum_before_of_partition",
        "PARTITION%y = OpGroupNonUniformIAdd %uint %c3 PartitionedExclusiveScanNV %x %b",
        |active, lane| Some(sum(partition(active, lane).filter(|(other, _)| *other < lane).map(|(_, value)| *value))),
    ),
    Row(
        "sum_up_to_of_partition",
        "PARTITION%y = OpGroupNonUniformIAdd %uint %c3 PartitionedInclusiveScanNV %x %b",
        |active, lane| Some(sum(partition(active, lane).filter(|(other, _)| *other <= lane).map(|(_, value)| *value))),
    ),
];

const CAPABILITIES: &str = "GroupNonUniform GroupNonUniformVote GroupNonUniformArithmetic GroupNonUniformBallot \
    GroupNonUniformShuffle GroupNonUniformShuffleRelative GroupNonUniformClustered GroupNonUniformQuad \
    GroupNonUniformRotateKHR GroupNonUniformPartitionedNV SubgroupVoteKHR SubgroupBallotKHR SubgroupShuffleINTEL \
    Int64 Int16 Float16";

fn text(body: &str) -> String {
    let body = body.replace("SMALL", SMALL).replace("BALLOT", BALLOT).replace("PARTITION", PARTITION);
    let wave = format!(
        "%c_wave = OpConstant %uint {WAVE}\n%ulong = OpTypeInt 64 0\n%c_32 = OpConstant %ulong 32
        %ushort = OpTypeInt 16 0\n%half = OpTypeFloat 16"
    );
    module(CAPABILITIES, &wave, &format!("%own = OpUMod %uint %lane %c_wave\n{body}"))
        .replace("OpMemoryModel", "OpExtension \"SPV_NV_shader_subgroup_partitioned\"\nOpMemoryModel")
}

/// The expected results of a wave in which only some lanes are active; the others get 77. Lanes with any result get the
/// one found.
fn expected(wave: &[u32], of: Expected, takes_part: impl Fn(usize) -> bool, found: &[u32]) -> Vec<u32> {
    let active: Vec<(usize, u32)> = wave.iter().copied().enumerate().filter(|(lane, _)| takes_part(*lane)).collect();
    let of_lane = |lane: usize| match takes_part(lane) {
        true => of(&active, lane).unwrap_or(found[lane]),
        false => 77,
    };
    (0..wave.len()).map(of_lane).collect()
}

/// Runs every row around which `around` puts control flow that lets some lanes through.
fn every_row(of: &str, around: impl Fn(&str) -> String, takes_part: fn(usize) -> bool) {
    for Row(name, body, row) in ROWS {
        check_found(&format!("{of}-{name}"), &text(&around(body)), |group, found| {
            let waves = group.chunks(WAVE).zip(found.chunks(WAVE));
            waves.flat_map(|(wave, found)| expected(wave, *row, takes_part, found)).collect()
        });
    }
}

/// As [`check`], with what was found at hand.
fn check_found(name: &str, text: &str, expected: impl Fn(&[u32], &[u32]) -> Vec<u32>) {
    let found = crate::support::run(name, text);
    let input = crate::support::numbers();
    let groups = input.chunks(LANES).zip(found.chunks(LANES));
    let wanted: Vec<u32> = groups.flat_map(|(group, found)| expected(group, found)).collect();
    assert_eq!(found, wanted, "{name}");
}

fn all_lanes_together() {
    every_row("all", |body| format!("{body}\n%r = OpIAdd %uint %y %c0"), |_| true);
}

fn some_lanes_together() {
    // Every second lane, so that partners four or two away take part as well.
    let around = |body: &str| {
        format!(
            "%bit = OpBitwiseAnd %uint %lane %c1
            %odd = OpIEqual %bool %bit %c1
            OpSelectionMerge %join None
            OpBranchConditional %odd %some %join
            %some = OpLabel
            {body}
            OpBranch %join
            %join = OpLabel
            %r = OpPhi %uint %c77 %entry %y %some"
        )
    };
    every_row("odd", |body| around(body).replace("%c77", "%seventy_seven"), |lane| lane % 2 == 1);
}

fn lanes_that_leave_a_loop_one_after_the_other() {
    // Lane n goes round n % 3 + 1 times and adds up what those that are still there hold.
    let body = "%turns0 = OpUMod %uint %own %c3
        OpBranch %head
        %head = OpLabel
        %n = OpPhi %uint %c0 %entry %n2 %next
        %acc = OpPhi %uint %c0 %entry %acc2 %next
        OpLoopMerge %done %next None
        OpBranch %body
        %body = OpLabel
        %y = OpGroupNonUniformIAdd %uint %c3 Reduce %x
        %acc2 = OpIAdd %uint %acc %y
        %n2 = OpIAdd %uint %n %c1
        OpBranch %next
        %next = OpLabel
        %more = OpULessThanEqual %bool %n2 %turns0
        OpBranchConditional %more %head %done
        %done = OpLabel
        %all = OpGroupNonUniformIAdd %uint %c3 Reduce %c1
        %r = OpIAdd %uint %acc2 %all";
    check("loop", &text(body), |group| {
        let of_wave = |wave: &[u32]| -> Vec<u32> {
            let lanes = 0..wave.len();
            let turn = |turn: usize| sum(lanes.clone().filter(|lane| lane % 3 >= turn).map(|lane| wave[lane]));
            let turns = [turn(0), turn(1), turn(2)];
            lanes.clone().map(|lane| sum(turns[..=lane % 3].iter().copied()) + wave.len() as u32).collect::<Vec<_>>()
        };
        group.chunks(WAVE).flat_map(of_wave).collect()
    });
}

fn lanes_as_the_bits_of_masks() {
    type Holds = fn(usize, usize) -> bool;
    let masks: [(&str, Holds); 5] = [
        ("Eq", |other, own| other == own),
        ("Ge", |other, own| other >= own),
        ("Gt", |other, own| other > own),
        ("Le", |other, own| other <= own),
        ("Lt", |other, own| other < own),
    ];
    for (mask, holds) in masks {
        let declarations = format!(
            "OpDecorate %mask BuiltIn Subgroup{mask}Mask
            %ptr_v4 = OpTypePointer Input %v4uint
            %mask = OpVariable %ptr_v4 Input
            %all = OpConstantTrue %bool"
        );
        let body = "%m = OpLoad %v4uint %mask
            %low = OpCompositeExtract %uint %m 0
            %high = OpCompositeExtract %uint %m 1
            %turned = OpIMul %uint %high %c7
            %both = OpIAdd %uint %low %turned
            %ballot = OpGroupNonUniformBallot %v4uint %c3 %all
            %before = OpGroupNonUniformBallotBitCount %uint %c3 ExclusiveScan %ballot
            %shifted = OpShiftLeftLogical %uint %before %c8
            %r = OpBitwiseXor %uint %both %shifted";
        let text = module("GroupNonUniformBallot", &declarations, body).replace("%gid %index\n", "%gid %index %mask\n");
        for wave in [WAVE, 64] {
            let expected = |lane: usize| {
                let own = lane % wave;
                let bits = (0..wave).filter(|other| holds(*other, own)).fold(0u64, |bits, other| bits | 1 << other);
                (bits as u32).wrapping_add(((bits >> 32) as u32).wrapping_mul(7)) ^ (own as u32) << 8
            };
            let wanted: Vec<u32> = (0..3 * LANES).map(|lane| expected(lane % LANES)).collect();
            for lanes in [Lanes::OneByOne, Lanes::Together] {
                let options = Options { wave: wave as u32, lanes, ..options() };
                let found = run_with(mask, &text, &options);
                assert_eq!(found, wanted, "{mask} of {wave}, {lanes:?}");
            }
        }
    }
}
