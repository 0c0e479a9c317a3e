//! Kernels of other compilers, from words to results: each is built on the spot by glslang.
#![allow(unsafe_code, reason = "compiled kernels are called by their address")]

use crate::support::assemble;
use abi::{Desc, DispatchCtx, Kernel, VERSION};
use hlsl2spirv_runner::jit::{Effort, Llvm};
use lower::{Lowered, Options};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

/// The tool of MLIR whose judgement counts.
pub(crate) const MLIR: &str = "mlir-opt-22";

crate::tests! {
    TESTS:
    saxpy,
    barriers_in_loops,
    waves_in_divergent_control_flow,
    nothing_undefined_reaches_the_machine,
    endless_loops_end_with_the_abort_flag,
    functions_of_numbers,
    memory_lies_as_the_module_says,
    specialised_workgroups,
    narrow_and_wide_types,
    control_flow_of_every_kind,
    derivatives_of_quads,
    tables_of_constants,
}

crate::tests! {
    ASSEMBLED:
    pointers_chosen_at_run_time,
}

crate::tests! {
    JUDGED:
    mlir_accepts_the_dialects_text,
}

/// Compiles a compute shader with glslang.
fn glslang(name: &str, text: &str, args: &[&str]) -> Vec<u32> {
    let folder = std::env::temp_dir().join(format!("kernels-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (source, target) = (folder.join("shader.comp"), folder.join("shader.spv"));
    std::fs::write(&source, text).unwrap();
    let output =
        Command::new("glslangValidator").args(["-V", "-o"]).arg(&target).args(args).arg(&source).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let bytes = std::fs::read(&target).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}

fn lowered(words: &[u32], entry: &str, options: &Options) -> Lowered {
    let module = dialect::spirv::read::read(words).unwrap_or_else(|error| panic!("{error}"));
    let lowered = lower::compile_module(&module, entry, options).unwrap_or_else(|error| panic!("{error}"));
    dialect::llvm::verify::verify(&lowered.module)
        .unwrap_or_else(|error| panic!("{error}\n{}", text::llvm_dialect::print(&lowered.module)));
    lowered
}

/// Scratch memory is aligned to this.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line([u8; 64]);

/// The number of guard words before and after scratch memory.
const MARGIN: usize = 64;

/// Runs a kernel over groups with buffers at the bindings 0, 1, ....
fn run(lowered: &Lowered, groups: [u32; 3], buffers: &mut [Vec<u32>], push: &[u32]) {
    let llvm = Llvm::find().unwrap();
    let symbols = hlsl2spirv_runner::math::symbols();
    let symbols: Vec<(&str, usize)> = symbols.iter().map(|(name, address)| (name.as_str(), *address)).collect();
    let ir = lowered.llvm_ir();
    // SAFETY: the lowering makes no other code than kernels, and the symbols are those that it declares.
    let code = unsafe { llvm.compile(&ir, Effort::Quick, &symbols) };
    let code = Arc::new(code.unwrap_or_else(|error| panic!("{error}\n{ir}")));
    let address = code.address(&lowered.kernel.symbol).unwrap();
    // SAFETY: this is the type of kernels, and `code` outlives the call.
    let kernel: Kernel = unsafe { std::mem::transmute(address) };
    let mut descs = vec![Desc::NULL; lowered.kernel.slots as usize];
    for binding in &lowered.kernel.bindings {
        if let Some(buffer) = buffers.get_mut(binding.binding as usize) {
            let desc = &mut descs[binding.slot as usize];
            (desc.base, desc.bytes) = (buffer.as_mut_ptr().cast(), 4 * buffer.len() as u64);
        }
    }
    let abort = AtomicU32::new(0);
    let ctx = DispatchCtx {
        abi: VERSION,
        flags: 0,
        groups,
        base: [0; 3],
        descs: descs.as_ptr(),
        desc_count: descs.len() as u32,
        push_bytes: 4 * push.len() as u32,
        push: push.as_ptr().cast(),
        runtime: std::ptr::null(),
        abort: &raw const abort,
        blocks: std::ptr::null(),
        block_count: 0,
        dispatch: 0,
        user: 0,
    };
    // What lies around scratch memory must stay as it is.
    let lines = lowered.kernel.scratch_bytes.div_ceil(64) as usize;
    let mut scratch = vec![Line([0xA5u8; 64]); lines + 2 * MARGIN];
    let total = groups.iter().map(|count| u64::from(*count)).product();
    // SAFETY: everything that the context points to is alive and as large as it says.
    unsafe { kernel(&raw const ctx, scratch[MARGIN..].as_mut_ptr().cast(), 0, total) };
    let around = scratch[..MARGIN].iter().chain(&scratch[MARGIN + lines..]);
    assert!(around.flat_map(|line| line.0).all(|byte| byte == 0xA5), "a kernel stays in its scratch memory");
}

/// Builds and runs a shader; `buffers` holds the results afterwards.
fn shader(name: &str, text: &str, groups: [u32; 3], buffers: &mut [Vec<u32>]) {
    let words = glslang(name, text, &["--target-env", "vulkan1.1"]);
    run_all(&words, "main", &Options::default(), groups, buffers, &[]);
}

/// Runs a kernel with lanes one by one and as vectors of several sizes, which must give the same.
fn run_all(words: &[u32], entry: &str, options: &Options, groups: [u32; 3], buffers: &mut [Vec<u32>], push: &[u32]) {
    let mut outputs = Vec::new();
    for vector in [None, Some(4), Some(8), Some(16)] {
        let mut copy = buffers.to_vec();
        let lowered = lowered(words, entry, &Options { vector, ..options.clone() });
        run(&lowered, groups, &mut copy, push);
        outputs.push((vector, copy));
    }
    for (vector, output) in &outputs {
        assert_eq!(*output, outputs[0].1, "as vectors of {vector:?}");
    }
    buffers.clone_from_slice(&outputs[0].1);
}

fn floats(values: impl IntoIterator<Item = f32>) -> Vec<u32> {
    values.into_iter().map(f32::to_bits).collect()
}

fn saxpy() {
    let text = "#version 450
        layout(local_size_x = 64) in;
        layout(binding = 0) uniform P { float a; uint count; };
        layout(binding = 1) readonly buffer X { float x[]; };
        layout(binding = 2) buffer Y { float y[]; };
        void main() {
            uint i = gl_GlobalInvocationID.x;
            if (i >= count) return;
            y[i] = a * x[i] + y[i];
        }";
    let count = 1000;
    let x: Vec<f32> = (0..count).map(|i| i as f32 * 0.5).collect();
    let y: Vec<f32> = (0..count).map(|i| 1.0 - i as f32).collect();
    let mut buffers = [vec![2.5f32.to_bits(), count], floats(x.iter().copied()), floats(y.iter().copied())];
    shader("saxpy", text, [16, 1, 1], &mut buffers);
    assert_eq!(buffers[2], floats(x.iter().zip(&y).map(|(x, y)| 2.5 * x + y)));
}

fn barriers_in_loops() {
    let text = "#version 450
        layout(local_size_x = 100) in;
        layout(binding = 0) readonly buffer X { uint x[]; };
        layout(binding = 1) buffer Y { uint sums[]; };
        shared uint partial[128];
        void main() {
            uint lane = gl_LocalInvocationIndex;
            partial[lane] = x[gl_GlobalInvocationID.x];
            if (lane < 28) partial[lane + 100] = 0;
            barrier();
            for (uint stride = 64; stride > 0; stride >>= 1) {
                if (lane < stride) partial[lane] += partial[lane + stride];
                barrier();
            }
            if (lane == 0) sums[gl_WorkGroupID.x] = partial[0];
        }";
    let x: Vec<u32> = (0..500).map(|i| i * i % 1000).collect();
    let mut buffers = [x.clone(), vec![0; 5]];
    shader("reduce", text, [5, 1, 1], &mut buffers);
    let sums: Vec<u32> = x.chunks(100).map(|chunk| chunk.iter().sum()).collect();
    assert_eq!(buffers[1], sums);
}

fn waves_in_divergent_control_flow() {
    let text = "#version 450
        #extension GL_KHR_shader_subgroup_arithmetic : require
        #extension GL_KHR_shader_subgroup_ballot : require
        #extension GL_KHR_shader_subgroup_shuffle : require
        #extension GL_KHR_shader_subgroup_vote : require
        layout(local_size_x = 40) in;
        layout(binding = 0) readonly buffer X { uint x[]; };
        layout(binding = 1) buffer Y { uint y[]; };
        void main() {
            uint lane = gl_LocalInvocationIndex, v = x[lane], at = lane * 8;
            y[at] = subgroupAdd(v);
            if (v % 3 == 0) {
                y[at + 1] = subgroupAdd(v);
                y[at + 2] = subgroupExclusiveAdd(v);
                y[at + 3] = subgroupElect() ? 1 : 0;
            } else {
                y[at + 1] = subgroupMax(v);
                y[at + 2] = subgroupBallot(v % 3 == 1).x;
                y[at + 3] = subgroupBroadcastFirst(v);
            }
            y[at + 4] = subgroupShuffleXor(v, 3);
            uint rounds = 0, sum = 0;
            for (uint i = 0; i < v % 7; ++i) {
                if ((lane + i) % 4 == 0) continue;
                sum += subgroupAdd(1u);
                if (sum > 60) break;
            }
            y[at + 5] = sum;
            y[at + 6] = subgroupAll(v < 100) ? 1 : 0;
            y[at + 7] = subgroupBallotExclusiveBitCount(subgroupBallot(v % 2 == 1));
        }";
    let x: Vec<u32> = (0..40).map(|i| i * 29 % 101).collect();
    let mut buffers = [x.clone(), vec![0; 320]];
    let words = glslang("waves", text, &["--target-env", "vulkan1.1"]);
    for wave in [4u32, 8, 16, 32, 64] {
        let options = Options { wave, ..Options::default() };
        run_all(&words, "main", &options, [1, 1, 1], &mut buffers, &[]);
        let lanes: Vec<usize> = (0..40).collect();
        for group in lanes.chunks(wave as usize) {
            let expected = wave_reference(&x, group);
            for (lane, expected) in group.iter().zip(expected) {
                assert_eq!(buffers[1][8 * lane..8 * lane + 8], expected, "wave {wave}, lane {lane}");
            }
        }
    }
}

/// The expected results of one wave's lanes.
fn wave_reference(x: &[u32], lanes: &[usize]) -> Vec<[u32; 8]> {
    let value = |lane: &usize| x[*lane];
    let thirds: Vec<usize> = lanes.iter().copied().filter(|lane| x[*lane].is_multiple_of(3)).collect();
    let others: Vec<usize> = lanes.iter().copied().filter(|lane| !x[*lane].is_multiple_of(3)).collect();
    let bits = |holds: &dyn Fn(u32) -> bool, among: &[usize]| {
        let set = among.iter().filter(|lane| holds(x[**lane]));
        set.fold(0u64, |bits, lane| bits | 1 << (lane - lanes[0]))
    };
    let mut sums = vec![0u32; lanes.len()];
    let mut running: Vec<bool> = vec![true; lanes.len()];
    for round in 0..7 {
        for at in 0..lanes.len() {
            running[at] &= round < x[lanes[at]] % 7;
        }
        let active: Vec<usize> =
            (0..lanes.len()).filter(|at| running[*at] && !(lanes[*at] as u32 + round).is_multiple_of(4)).collect();
        for at in &active {
            sums[*at] += active.len() as u32;
            running[*at] &= sums[*at] <= 60;
        }
    }
    let odd = bits(&|v| v % 2 == 1, lanes);
    lanes
        .iter()
        .enumerate()
        .map(|(at, lane)| {
            let mut out = [lanes.iter().map(value).sum(), 0, 0, 0, 0, sums[at], 0, 0];
            if x[*lane].is_multiple_of(3) {
                out[1] = thirds.iter().map(value).sum();
                out[2] = thirds.iter().filter(|other| *other < lane).map(value).sum();
                out[3] = u32::from(thirds[0] == *lane);
            } else {
                out[1] = others.iter().map(value).max().unwrap_or(0);
                out[2] = bits(&|v| v % 3 == 1, &others) as u32;
                out[3] = x[others[0]];
            }
            out[4] = x[lanes[at ^ 3]];
            out[6] = u32::from(lanes.iter().all(|lane| x[*lane] < 100));
            out[7] = (odd & ((1u64 << at) - 1)).count_ones();
            out
        })
        .collect()
}

fn nothing_undefined_reaches_the_machine() {
    let text = "#version 450
        #extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
        layout(local_size_x = 1) in;
        layout(binding = 0) readonly buffer X { int x[]; };
        layout(binding = 1) buffer Y { int y[]; };
        shared int table[4];
        void main() {
            int zero = x[0], least = x[1], minus = x[2], wide = x[3];
            y[0] = least / zero;
            y[1] = least / minus;
            y[2] = least % minus;
            y[3] = int(uint(least) / uint(zero));
            y[4] = 1 << wide;
            y[5] = least >> wide;
            y[6] = bitfieldExtract(least, 0, 32);
            y[7] = int(bitfieldInsert(0u, uint(minus), 4, 28));
            y[8] = int(intBitsToFloat(x[4]));
            y[9] = int(intBitsToFloat(x[5]));
            y[10] = int(uint(-2.5 * float(x[6])));
            y[11] = x[1000000];
            y[1000000] = 1;
            y[minus] = 1;
            table[0] = 5; table[1] = 6; table[2] = 7; table[3] = 8;
            y[12] = table[wide];
            table[minus] = 9;
            y[13] = table[3];
            vec4 v = vec4(1.0, 2.0, 3.0, 4.0);
            y[14] = int(v[wide]);
            y[15] = findMSB(zero) + findLSB(zero) + bitCount(minus);
            y[16] = atomicAdd(y[100000], 1);
            y[17] = bitfieldExtract(least, 28, 4);
        }";
    let x = [0, 0x8000_0000, u32::MAX, 33, f32::NAN.to_bits(), 3e9f32.to_bits(), 1, 0];
    let mut buffers = [x.to_vec(), vec![0; 20]];
    shader("traps", text, [1, 1, 1], &mut buffers);
    let expected = [-1, i32::MIN, 0, -1, 2, -0x4000_0000, i32::MIN, -16, 0, i32::MAX, 0, 0, 8, 9, 4, 30, 0, -8, 0, 0];
    assert_eq!(buffers[1], expected.map(|value: i32| value as u32));
}

fn endless_loops_end_with_the_abort_flag() {
    let text = "#version 450
        layout(local_size_x = 1) in;
        layout(binding = 0) buffer Y { uint y[]; };
        void main() { while (y[0] == 0) { atomicAdd(y[1], 1); } y[2] = 1; }";
    let words = glslang("endless", text, &["--target-env", "vulkan1.1"]);
    let lowered = lowered(&words, "main", &Options::default());
    let aborting = |ir: &str| ir.contains("load atomic i32");
    assert!(aborting(&lowered.llvm_ir()));
}

fn functions_of_numbers() {
    let text = "#version 450
        layout(local_size_x = 1) in;
        layout(binding = 0) readonly buffer X { vec4 x[]; };
        layout(binding = 1) buffer Y { float y[]; };
        void main() {
            vec4 a = x[0], b = x[1];
            int at = 0;
            y[at++] = sin(a.x); y[at++] = cos(a.x); y[at++] = tan(a.x); y[at++] = asin(a.y); y[at++] = acos(a.y);
            y[at++] = atan(a.x); y[at++] = atan(a.x, b.x); y[at++] = sinh(a.x); y[at++] = cosh(a.x); y[at++] = tanh(a.x);
            y[at++] = asinh(a.x); y[at++] = acosh(b.x); y[at++] = atanh(a.y); y[at++] = pow(b.x, a.x); y[at++] = exp(a.x);
            y[at++] = log(b.x); y[at++] = exp2(a.x); y[at++] = log2(b.x); y[at++] = sqrt(b.x); y[at++] = inversesqrt(b.x);
            y[at++] = floor(-b.y); y[at++] = ceil(b.y); y[at++] = fract(b.y); y[at++] = roundEven(b.y); y[at++] = trunc(-b.y);
            y[at++] = sign(-b.y); y[at++] = mod(-b.y, a.x); y[at++] = mix(a.x, b.x, a.y); y[at++] = step(a.x, b.x);
            y[at++] = smoothstep(0.0, 4.0, b.y); y[at++] = clamp(b.y, 0.0, 1.0); y[at++] = length(a); y[at++] = distance(a, b);
            y[at++] = dot(a, b); y[at++] = normalize(a.xyz).x; y[at++] = cross(a.xyz, b.xyz).z;
            y[at++] = reflect(a.xyz, normalize(b.xyz)).y; y[at++] = faceforward(a, b, a).x; y[at++] = radians(b.x);
            int e; y[at++] = frexp(b.y, e); y[at++] = float(e); y[at++] = ldexp(a.x, 3); float whole;
            y[at++] = modf(b.y, whole); y[at++] = whole; y[at++] = determinant(mat3(2,0,1, 0,3,1, 1,0,2));
            y[at++] = inverse(mat2(2,0, 1,4))[1][0]; y[at++] = (mat2(1,2,3,4) * vec2(5,6)).y; y[at++] = unpackHalf2x16(packHalf2x16(vec2(b.x, 1))).x;
            y[at++] = unpackUnorm4x8(packUnorm4x8(a)).x; y[at++] = unpackSnorm2x16(packSnorm2x16(-a.xy)).x;
        }";
    let (a, b) = ([0.75f32, 0.5, 0.25, 1.0], [2.0f32, 3.7, 1.5, 0.5]);
    let mut buffers = [floats([a, b].concat()), vec![0; 50]];
    shader("functions", text, [1, 1, 1], &mut buffers);
    let dot = |x: &[f32], y: &[f32]| -> f32 { x.iter().zip(y).map(|(x, y)| x * y).sum() };
    let length = |x: &[f32]| dot(x, x).sqrt();
    let away: Vec<f32> = a.iter().zip(b).map(|(x, y)| x - y).collect();
    let n: Vec<f32> = b[..3].iter().map(|x| x / length(&b[..3])).collect();
    let part = 3.7f32 / 4.0;
    let expected = [
        0.75f32.sin(),
        0.75f32.cos(),
        0.75f32.tan(),
        0.5f32.asin(),
        0.5f32.acos(),
        0.75f32.atan(),
        0.75f32.atan2(2.0),
        0.75f32.sinh(),
        0.75f32.cosh(),
        0.75f32.tanh(),
        0.75f32.asinh(),
        2f32.acosh(),
        0.5f32.atanh(),
        2f32.powf(0.75),
        0.75f32.exp(),
        2f32.ln(),
        0.75f32.exp2(),
        1.0,
        2f32.sqrt(),
        1.0 / 2f32.sqrt(),
        -4.0,
        4.0,
        0.7,
        4.0,
        -3.0,
        -1.0,
        -3.7f32 - 0.75 * (-3.7f32 / 0.75).floor(),
        1.375,
        1.0,
        part * part * (3.0 - 2.0 * part),
        1.0,
        length(&a),
        length(&away),
        dot(&a, &b),
        0.75 / length(&a[..3]),
        0.75 * 3.7 - 0.5 * 2.0,
        0.5 - 2.0 * dot(&n, &a[..3]) * n[1],
        -0.75,
        2f32.to_radians(),
        0.925,
        2.0,
        6.0,
        0.7,
        3.0,
        9.0,
        -0.125,
        34.0,
        2.0,
        191.0 / 255.0,
        -0.75,
    ];
    for (at, (bits, expected)) in buffers[1].iter().zip(expected).enumerate() {
        let value = f32::from_bits(*bits);
        assert!((value - expected).abs() <= 2e-5 * expected.abs().max(1.0), "{at}: {value} is not {expected}");
    }
}

fn memory_lies_as_the_module_says() {
    let text = "#version 450
        layout(local_size_x = 1) in;
        struct Inner { vec3 v; float f; mat3x2 m; bool flag; };
        layout(binding = 0, std140) uniform P { float first; Inner inner[2]; layout(row_major) mat2x3 rows; };
        layout(binding = 1, std430) buffer Y { float y[]; };
        void main() {
            Inner copy = inner[1];
            y[0] = copy.v.z; y[1] = copy.f; y[2] = copy.m[2].y; y[3] = copy.flag ? 1.0 : 0.0;
            y[4] = rows[1].z; y[5] = inner[int(first)].m[int(first) + 1][int(first)]; y[6] = (rows * vec2(1, 10)).y;
            y[7] = float(y.length());
        }";
    let data: Vec<u32> = floats((0..64).map(|i| i as f32));
    let mut buffers = [data, vec![0; 9]];
    buffers[0][0] = 1f32.to_bits();
    shader("layout", text, [1, 1, 1], &mut buffers);
    // In std140 the struct has 80 bytes: v at 0, f at 12, columns of m at 16, 32 and 48, flag at 64.
    let inner = 4 + 20;
    let rows = 4 + 40;
    let expected = [inner + 2, inner + 3, inner + 4 + 9, 1, rows + 9, inner + 4 + 9, rows + 4 + 10 * (rows + 5), 9, 0];
    assert_eq!(buffers[1], floats(expected.map(|value| value as f32)));
}

fn specialised_workgroups() {
    let text = "#version 450
        layout(local_size_x_id = 0, local_size_y = 2) in;
        layout(constant_id = 1) const uint factor = 3;
        layout(constant_id = 2) const bool flag = false;
        const uint twice = factor * 2u;
        layout(binding = 0) buffer Y { uint y[]; };
        shared uint table[twice];
        void main() {
            table[gl_LocalInvocationIndex % twice] = 7;
            barrier();
            y[gl_GlobalInvocationID.y * 8 + gl_GlobalInvocationID.x] =
                factor + gl_WorkGroupSize.x * 100 + (flag ? 1000 : 0) + table[0] * 10000;
        }";
    let words = glslang("spec", text, &["--target-env", "vulkan1.1"]);
    let options = Options { spec_constants: vec![(0, 4), (1, 5), (2, 1)], ..Options::default() };
    let lowered = lowered(&words, "main", &options);
    assert_eq!(lowered.kernel.local_size, [4, 2, 1]);
    let mut buffers = [vec![0; 17]];
    run(&lowered, [2, 1, 1], &mut buffers, &[]);
    let expected: Vec<u32> = [vec![71405; 16], vec![0]].concat();
    assert_eq!(buffers[0], expected);
}

fn narrow_and_wide_types() {
    let text = "#version 450
        #extension GL_EXT_shader_explicit_arithmetic_types : require
        #extension GL_EXT_shader_16bit_storage : require
        #extension GL_EXT_shader_8bit_storage : require
        layout(local_size_x = 1) in;
        layout(binding = 0) readonly buffer X { f16vec2 h; int8_t b[4]; uint16_t s[2]; uint64_t w; double d; } x;
        layout(binding = 1) buffer Y { float f; int i; uint u; uint pad; uint64_t w; double d; f16vec2 h; uint8_t b[4]; } y;
        void main() {
            y.f = float(x.h.x * x.h.y);
            y.i = int(x.b[1]) * int(x.b[2]);
            y.u = uint(x.s[0] + x.s[1]);
            y.w = x.w * 3ul + 1ul;
            y.d = sqrt(x.d) + double(x.w >> 32);
            y.h = x.h + f16vec2(1.0, 2.0);
            y.b[0] = uint8_t(x.b[1] + x.b[2]);
            y.b[3] = uint8_t(255);
        }";
    let (w, d) = (0x1_2345_6789_u64, 6.25f64.to_bits());
    let x = [0x4200_3E00, 0x00FE_7F05, 0x9000_8001, 0, w as u32, (w >> 32) as u32, d as u32, (d >> 32) as u32];
    let mut buffers = [x.to_vec(), vec![0; 10]];
    shader("types", text, [1, 1, 1], &mut buffers);
    let (w, d) = (w * 3 + 1, 3.5f64.to_bits());
    let expected = [
        4.5f32.to_bits(),
        -254i32 as u32,
        0x1001,
        0,
        w as u32,
        (w >> 32) as u32,
        d as u32,
        (d >> 32) as u32,
        0x4500_4100,
        0xFF00_007D,
    ];
    assert_eq!(buffers[1], expected);
}

fn control_flow_of_every_kind() {
    let text = "#version 450
        layout(local_size_x = 32) in;
        layout(push_constant) uniform P { uint limit; } p;
        layout(binding = 0) buffer Y { uint y[]; };
        shared uint turn;
        uint pick(uint v) {
            switch (v % 5) {
                case 0: return 10;
                case 1: v += 100;
                case 2: v += 1000; break;
                case 3: for (uint i = 0; ; ++i) { if (i > v) return i; if (i == 7) break; } v = 5; break;
                default: v = 2 * v;
            }
            return v;
        }
        void main() {
            uint lane = gl_LocalInvocationIndex, sum = 0;
            for (uint i = 0; i < p.limit; ++i) {
                if (lane == i) turn = pick(i);
                barrier();
                uint j = 0;
                do { sum += turn + j; if (sum % 11 == 3) continue; ++j; } while (j < lane % 3);
                barrier();
            }
            y[lane] = sum;
        }";
    let words = glslang("flow", text, &["--target-env", "vulkan1.1"]);
    let mut buffers = [vec![0; 32]];
    run_all(&words, "main", &Options::default(), [1, 1, 1], &mut buffers, &[9]);
    let pick = |v: u32| match v % 5 {
        0 => 10,
        1 => v + 1100,
        2 => v + 1000,
        3 if v < 7 => v + 1,
        3 => 5,
        _ => 2 * v,
    };
    let sum = |lane: u32| {
        let mut sum = 0u32;
        for i in 0..9 {
            let mut j = 0;
            loop {
                sum += pick(i) + j;
                if sum % 11 != 3 {
                    j += 1;
                }
                if j >= lane % 3 {
                    break;
                }
            }
        }
        sum
    };
    assert_eq!(buffers[0], (0..32).map(sum).collect::<Vec<u32>>());
}

/// Checks a module's text with MLIR's own tool.
fn mlir_opt(text: &str) -> Result<(), String> {
    use std::io::Write;
    let mut command = Command::new(MLIR);
    command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::null());
    let mut child = command.stderr(std::process::Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

fn mlir_accepts_the_dialects_text() {
    let text = "#version 450
        #extension GL_KHR_shader_subgroup_arithmetic : require
        layout(local_size_x = 64) in;
        layout(binding = 0) buffer Y { uint y[]; };
        layout(binding = 1) uniform sampler2D tex;
        shared float table[64];
        void main() {
            uint lane = gl_LocalInvocationIndex;
            table[lane] = textureLod(tex, vec2(lane) / 64.0, 0.0).x;
            barrier();
            switch (y[lane] % 3) {
                case 0: atomicAdd(y[0], subgroupAdd(lane)); break;
                case 1: atomicCompSwap(y[1], 1, lane); break;
                default: y[lane] = uint(table[63 - lane] * sin(float(lane))); break;
            }
        }";
    let words = glslang("mlir", text, &["--target-env", "vulkan1.1"]);
    let text = text::llvm_dialect::print(&lowered(&words, "main", &Options::default()).module);
    if let Err(message) = mlir_opt(&text) {
        panic!("{message}\n{text}");
    }
}

fn derivatives_of_quads() {
    let text = "#version 450
        #extension GL_NV_compute_shader_derivatives : require
        layout(local_size_x = 6, local_size_y = 4) in;
        layout(derivative_group_quadsNV) in;
        layout(binding = 0) buffer Y { float y[]; };
        void main() {
            vec2 p = vec2(gl_LocalInvocationID.xy);
            float v = 3.0 * p.x + 5.0 * p.y + p.x * p.y;
            uint at = 3 * gl_LocalInvocationIndex;
            y[at] = dFdxFine(v); y[at + 1] = dFdyFine(v); y[at + 2] = p.x + 10.0 * p.y;
        }";
    let mut buffers = [vec![0; 72]];
    shader("quads", text, [1, 1, 1], &mut buffers);
    let expected = (0..24u32).flat_map(|at| {
        let (x, y) = ((at % 6) as f32, (at / 6) as f32);
        [3.0 + y, 5.0 + x, x + 10.0 * y]
    });
    assert_eq!(buffers[0], floats(expected));
}

fn pointers_chosen_at_run_time() {
    let text = "OpCapability Shader
        OpCapability VariablePointers
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %main \"main\" %index %a %b %zeroed
        OpExecutionMode %main LocalSize 4 1 1
        OpDecorate %index BuiltIn LocalInvocationIndex
        OpDecorate %array ArrayStride 4
        OpMemberDecorate %block 0 Offset 0
        OpDecorate %block Block
        OpDecorate %a DescriptorSet 0
        OpDecorate %a Binding 0
        OpDecorate %b DescriptorSet 0
        OpDecorate %b Binding 1
        %void = OpTypeVoid
        %fn = OpTypeFunction %void
        %bool = OpTypeBool
        %uint = OpTypeInt 32 0
        %zero = OpConstant %uint 0
        %one = OpConstant %uint 1
        %two = OpConstant %uint 2
        %hundred = OpConstant %uint 100
        %array = OpTypeRuntimeArray %uint
        %block = OpTypeStruct %array
        %to_block = OpTypePointer StorageBuffer %block
        %to_uint = OpTypePointer StorageBuffer %uint
        %to_shared = OpTypePointer Workgroup %uint
        %to_input = OpTypePointer Input %uint
        %to_pointer = OpTypePointer Function %to_uint
        %null = OpConstantNull %uint
        %index = OpVariable %to_input Input
        %a = OpVariable %to_block StorageBuffer
        %b = OpVariable %to_block StorageBuffer
        %zeroed = OpVariable %to_shared Workgroup %null
        %main = OpFunction %void None %fn
        %entry = OpLabel
        %kept = OpVariable %to_pointer Function
        %i = OpLoad %uint %index
        %low = OpULessThan %bool %i %two
        %in_a = OpAccessChain %to_uint %a %zero %i
        %in_b = OpAccessChain %to_uint %b %zero %i
        %chosen = OpSelect %to_uint %low %in_a %in_b
        OpStore %kept %chosen
        OpSelectionMerge %join None
        OpBranchConditional %low %left %right
        %left = OpLabel
        %far = OpAccessChain %to_uint %b %zero %hundred
        OpBranch %join
        %right = OpLabel
        OpBranch %join
        %join = OpLabel
        %way = OpPhi %to_uint %far %left %in_a %right
        OpControlBarrier %two %two %zero
        %again = OpLoad %to_uint %kept
        %old = OpLoad %uint %again
        %start = OpLoad %uint %zeroed
        %more = OpIAdd %uint %old %hundred
        %sum = OpIAdd %uint %more %start
        OpStore %again %sum
        OpStore %way %one
        OpReturn
        OpFunctionEnd";
    let words = assemble("pointers", text);
    let mut buffers = [vec![10, 11, 12, 13], vec![20, 21, 22, 23]];
    run_all(&words, "main", &Options::default(), [1, 1, 1], &mut buffers, &[]);
    // The first two lanes write far after the end, the others a one where they came from.
    assert_eq!(buffers, [vec![110, 111, 1, 1], vec![20, 21, 122, 123]]);
}

fn tables_of_constants() {
    let text = "#version 450
        layout(local_size_x = 16) in;
        layout(binding = 0) buffer Y { uint y[]; };
        struct Entry { uint key; vec2 value; };
        const Entry table[4] = Entry[](Entry(3, vec2(1, 2)), Entry(5, vec2(3, 4)), Entry(7, vec2(5, 6)), Entry(9, vec2(7, 8)));
        uint counts[3] = uint[](11, 22, 33);
        void main() {
            uint lane = gl_LocalInvocationIndex;
            counts[lane % 3] += lane;
            barrier();
            y[lane] = table[lane % 4].key * 100 + uint(table[lane % 4].value.y) * 1000 + counts[lane % 3];
        }";
    let mut buffers = [vec![0; 16]];
    shader("tables", text, [1, 1, 1], &mut buffers);
    let expected =
        (0..16).map(|lane| (3 + 2 * (lane % 4)) * 100 + (2 + 2 * (lane % 4)) * 1000 + 11 * (lane % 3 + 1) + lane);
    assert_eq!(buffers[0], expected.collect::<Vec<u32>>());
}
