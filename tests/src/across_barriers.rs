//! Values across barriers and across groups: those of a few operations on lanes' numbers are computed again instead of stored, barriers
//! at which no invocation has to wait are left out, and sums of all groups at the same elements are accumulated.

use crate::kernels::support::{Found, Random, kernel, trial};
use check::Checks;
use harness::device::{Device, Kernel};
use libtest_mimic::{Failed, Trial};
use runner::{KernelInfo, Lanes};

/// Barriers at which lanes access only elements of their own, beside such that are needed, in workgroups of which the last wave is
/// not full, and values that take a few operations on lanes' numbers and live across them.
const MIXED: &str = "
cbuffer Params : register(b0) {
    uint count;
};
StructuredBuffer<uint> source : register(t1);
RWStructuredBuffer<uint> result : register(u2);
groupshared uint pairs[200];
groupshared uint few[150];

[numthreads(50, 2, 1)]
void main(uint lane : SV_GroupIndex, uint3 local : SV_GroupThreadID, uint3 group : SV_GroupID) {
    const uint at = 100 * group.x + lane;
    const uint far = (lane + count) % 100 + (at & 3);
    const bool takes = at < count && (lane & 1) == 0;
    const int2 both = int2(local.xy) * 2 - int(lane);
    pairs[2 * lane] = source[lane & 15] + at;
    pairs[2 * lane + 1] = source[(lane + 1) & 15];

    // Each lane its own pair, also in a loop.
    GroupMemoryBarrierWithGroupSync();
    pairs[2 * lane + 1] += pairs[2 * lane];
    for (uint i = 0; i < 3; ++i) {
        GroupMemoryBarrierWithGroupSync();
        if (takes)
            pairs[(lane << 1) + 1] ^= pairs[2 * lane] << i;
    }

    // Pairs of others.
    GroupMemoryBarrierWithGroupSync();
    const uint other = pairs[2 * (99 - lane) + 1];
    GroupMemoryBarrierWithGroupSync();
    pairs[2 * lane] += other + uint(both.x);

    // Fewer elements than for all lanes.
    if (lane < 75) {
        few[2 * lane] = at;
        few[2 * lane + 1] = 3 * at;
    }
    GroupMemoryBarrierWithGroupSync();
    const uint last = lane < 75 ? few[2 * lane + 1] : 7;
    GroupMemoryBarrierWithGroupSync();
    if (lane < 75)
        few[2 * lane] = last + uint(both.y);
    GroupMemoryBarrierWithGroupSync();

    result[at] = pairs[far] + (takes ? 1000 : 0);
    result[200 + at] = pairs[100 + lane];
    result[400 + at] = few[lane];
    result[600 + at] = few[lane + 50] + uint(both.x);
}
";

/// A kernel of 64 lanes, with code before and after a barrier.
fn text(before: &str, after: &str) -> String {
    format!(
        "cbuffer Params : register(b0) {{ uint count; }};
        StructuredBuffer<uint> source : register(t1);
        RWStructuredBuffer<uint> result : register(u2);
        groupshared uint own[128];
        [numthreads(64, 1, 1)]
        void main(uint lane : SV_GroupIndex, uint3 group : SV_GroupID) {{
            {before}
            GroupMemoryBarrierWithGroupSync();
            {after}
        }}"
    )
}

pub(crate) fn trials(cpu: &Found) -> Vec<Trial> {
    vec![
        trial(cpu, "across_barriers::values_without_a_place".to_owned(), values_without_a_place),
        trial(cpu, "across_barriers::results".to_owned(), results),
        trial(cpu, "across_barriers::barriers_without_a_use".to_owned(), barriers_without_a_use),
        trial(cpu, "across_barriers::sums_of_all_groups".to_owned(), sums_of_all_groups),
    ]
}

fn info(device: &Device, before: &str, after: &str) -> Result<KernelInfo, Failed> {
    let device = device.clone().with_lanes(Lanes::Vectors(16));
    let options = ["-T", "cs_6_0", "-fspv-target-env=vulkan1.1"].map(str::to_owned);
    match kernel(&device, "across.hlsl", &text(before, after), &options, 16)? {
        Kernel::Cpu(module) => Ok(module.info().clone()),
        Kernel::Vulkan(_) | Kernel::OpenCl(_) => Err("it is a driver's".into()),
    }
}

/// All ways to run a kernel give the same.
fn results(device: &Device) -> Result<(), Failed> {
    let options = ["-T", "cs_6_0", "-fspv-target-env=vulkan1.1"].map(str::to_owned);
    let run = |device: &Device| -> Result<Vec<u32>, Failed> {
        let mut result = vec![0u32; 800];
        let kernel = kernel(device, "mixed.hlsl", MIXED, &options, 16)?;
        let mut dispatch = kernel.dispatch();
        let source = Random::new().words(16);
        dispatch.buffer("source", &source)?;
        dispatch.buffer("Params", &[150u32])?;
        dispatch.buffer_mut("result", &mut result)?;
        dispatch.run([2, 1, 1])?;
        drop(dispatch);
        Ok(result)
    };
    let expected = run(&Device::interpreter(Checks::none()))?;
    if expected.iter().filter(|number| **number != 0).count() < 600 {
        return Err("hardly anything is computed".into());
    }
    for lanes in [Lanes::OneByOne, Lanes::Vectors(4), Lanes::Vectors(8), Lanes::Vectors(16), Lanes::Vectors(32)] {
        if run(&device.clone().with_lanes(lanes))? != expected {
            return Err(format!("{lanes:?} give something else").into());
        }
    }
    Ok(())
}

fn values_without_a_place(device: &Device) -> Result<(), Failed> {
    let shared = "own[lane] = source[lane];";
    let bytes =
        |before: &str, after: &str| info(device, &format!("{shared}{before}"), after).map(|it| it.scratch_bytes);
    let none = bytes("", "result[lane] = own[lane ^ 1];")?;
    let cheap = [
        ("uint at = 2 * lane; own[at + 1] = at;", "result[at + 1] = own[lane ^ 1] + at;"),
        (
            "uint at = 64 * group.x + lane; if (at < count) own[lane] = at;",
            "if (at < count) result[at] = own[lane ^ 1];",
        ),
        ("uint far = (lane + count) & 63; own[far] = 1;", "result[far] = own[far ^ 1] + far;"),
    ];
    for (before, after) in cheap {
        let found = bytes(before, after)?;
        if found != none {
            return Err(format!("{found} bytes and not {none} for: {before}").into());
        }
    }
    let dear = [
        ("uint read = source[lane + 1]; own[lane] = read;", "result[lane] = own[lane ^ 1] + read;"),
        ("uint far = lane * lane * lane * lane * lane * lane; own[lane] = far;", "result[lane] = own[lane ^ 1] + far;"),
        ("float root = sqrt(lane); own[lane] = root;", "result[lane] = own[lane ^ 1] + root;"),
    ];
    for (before, after) in dear {
        if bytes(before, after)? < none + 64 * 4 {
            return Err(format!("there is no place for: {before}").into());
        }
    }
    Ok(())
}

fn barriers_without_a_use(device: &Device) -> Result<(), Failed> {
    let spare = [
        ("own[lane] = source[lane];", "result[lane] = own[lane];"),
        ("own[2 * lane] = 1; own[2 * lane + 1] = 2;", "own[(lane << 1) + 1] += own[2 * lane]; result[lane] = 1;"),
        ("own[lane] = source[lane];", "result[lane] = source[lane ^ 1];"),
    ];
    let needed = [
        ("own[lane] = source[lane];", "result[lane] = own[lane ^ 1];"),
        ("own[lane] = source[lane];", "result[lane] = own[2 * lane];"),
        ("own[2 * lane] = 1; own[2 * lane + 1] = 2;", "result[lane] = own[2 * lane + 2];"),
        // The last lanes access the last element.
        ("own[3 * lane] = 1;", "result[lane] = own[3 * lane + 1];"),
        ("own[lane + 1] = 1;", "result[lane] = own[lane];"),
        ("own[lane / 2] = 1;", "result[lane] = own[lane / 2];"),
        ("result[lane] = 1;", "result[lane + 64] = result[lane ^ 1];"),
        ("InterlockedAdd(own[lane], 1);", "result[lane] = own[lane];"),
        ("own[lane + count] = 1;", "result[lane] = own[lane + count];"),
    ];
    for (cases, expected) in [(&spare[..], 0), (&needed[..], 1)] {
        for (before, after) in cases {
            let found = info(device, before, after)?.barriers;
            if found != expected {
                return Err(format!("{found} barriers and not {expected}: {before} | {after}").into());
            }
        }
    }
    Ok(())
}

/// Elements that all workgroups change are accumulated in memory of each thread, if nothing in the kernel can observe when the buffer is
/// changed.
fn sums_of_all_groups(device: &Device) -> Result<(), Failed> {
    /// The bytes of an array for 64 lanes, which has whole waves of any width.
    const ARRAY: u64 = 128 * 4;
    let bytes = |after: &str| info(device, "own[lane] = source[lane];", after).map(|it| it.scratch_bytes);
    let none = bytes("result[lane] = own[lane ^ 1];")?;
    let accumulated = [
        ("InterlockedAdd(result[lane], own[lane ^ 1]);", 1),
        ("InterlockedOr(result[63 - lane], own[lane ^ 1]); InterlockedOr(result[lane >> 1], 5);", 2),
        ("if (lane == 0) InterlockedAdd(result[7], own[1]);", 1),
        ("for (uint i = 0; i < own[lane ^ 1]; ++i) InterlockedAdd(result[lane], i);", 1),
    ];
    for (after, arrays) in accumulated {
        let found = bytes(after)?;
        if found != none + arrays * ARRAY {
            return Err(format!("{found} bytes and not {arrays} arrays more than {none} for: {after}").into());
        }
    }
    let at_once = [
        "uint old; InterlockedAdd(result[lane], 1, old); own[lane ^ 1] = old;",
        "InterlockedAdd(result[lane], 1); own[lane ^ 1] = result[64];",
        "InterlockedAdd(result[lane], 1); result[lane + 64] = 1;",
        "InterlockedAdd(result[lane + count], 1);",
        "InterlockedAdd(result[group.x], 1);",
        "InterlockedAdd(result[own[lane ^ 1]], 1);",
        "InterlockedMin(result[lane], 1);",
        "InterlockedOr(result[lane], own[lane ^ 1]); InterlockedXor(result[lane], 5);",
    ];
    for after in at_once {
        let found = bytes(after)?;
        if found >= none + ARRAY {
            return Err(format!("{found} bytes, {none} without sums: {after}").into());
        }
    }
    Ok(())
}
