//! Kernels of other compilers, from words to results: each is built on the spot by glslang, where that is installed.
#![allow(unsafe_code, reason = "compiled kernels are called by their address")]

use lower::abi::{Desc, DispatchCtx, Kernel, VERSION};
use lower::{Lowered, Options};
use runner::jit::Llvm;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

/// What glslang makes of a compute shader; nothing where it is not installed.
fn glslang(name: &str, text: &str, args: &[&str]) -> Option<Vec<u32>> {
    let folder = std::env::temp_dir().join(format!("kernels-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).ok()?;
    let (source, target) = (folder.join("shader.comp"), folder.join("shader.spv"));
    std::fs::write(&source, text).ok()?;
    let output =
        Command::new("glslangValidator").args(["-V", "-o"]).arg(&target).args(args).arg(&source).output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let bytes = std::fs::read(&target).ok()?;
    std::fs::remove_dir_all(&folder).ok()?;
    Some(bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect())
}

fn lowered(words: &[u32], entry: &str, options: &Options) -> Lowered {
    let lowered = lower::compile_words(words, entry, options).unwrap_or_else(|error| panic!("{error}"));
    dialect::llvm::verify::verify(&lowered.module)
        .unwrap_or_else(|error| panic!("{error}\n{}", dialect::llvm::print::print(&lowered.module)));
    lowered
}

/// Runs a kernel over groups with buffers at the bindings 0, 1, ...; without LLVM it does nothing and says so.
fn run(lowered: &Lowered, groups: [u32; 3], buffers: &mut [Vec<u32>], push: &[u32]) -> bool {
    let Ok(llvm) = Llvm::load(None) else { return false };
    let symbols = runner::math::symbols();
    let symbols: Vec<(&str, usize)> = symbols.iter().map(|(name, address)| (name.as_str(), *address)).collect();
    let ir = lowered.llvm_ir();
    let code = Arc::new(llvm.compile(&ir, "default<O2>", &symbols).unwrap_or_else(|error| panic!("{error}\n{ir}")));
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
        user: 0,
    };
    let mut scratch = vec![[0xA5u8; 64]; lowered.kernel.scratch_bytes.div_ceil(64) as usize];
    let total = groups.iter().map(|count| u64::from(*count)).product();
    // SAFETY: everything that the context points to is alive and as large as it says.
    unsafe { kernel(&raw const ctx, scratch.as_mut_ptr().cast(), 0, total) };
    true
}

/// Builds and runs a shader; `buffers` holds the results afterwards.
fn shader(name: &str, text: &str, groups: [u32; 3], buffers: &mut [Vec<u32>]) -> bool {
    let Some(words) = glslang(name, text, &["--target-env", "vulkan1.1"]) else { return false };
    run(&lowered(&words, "main", &Options::default()), groups, buffers, &[])
}

fn floats(values: impl IntoIterator<Item = f32>) -> Vec<u32> {
    values.into_iter().map(f32::to_bits).collect()
}

#[test]
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
    if !shader("saxpy", text, [16, 1, 1], &mut buffers) {
        return;
    }
    assert_eq!(buffers[2], floats(x.iter().zip(&y).map(|(x, y)| 2.5 * x + y)));
}

#[test]
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
    if !shader("reduce", text, [5, 1, 1], &mut buffers) {
        return;
    }
    let sums: Vec<u32> = x.chunks(100).map(|chunk| chunk.iter().sum()).collect();
    assert_eq!(buffers[1], sums);
}
