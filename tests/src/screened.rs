//! Screened kernels: which shaders have one, and for which small kernels it rules out findings.

use crate::{collect, compiler, directives};
use check::{Checks, Rules};
use driver::NoIncludes;
use driver::internal::CHECKED;
use harness::device::Device;
use libtest_mimic::{Failed, Trial};
use runner::{Checking, Engine, Module, Options, Screens};

/// The compute shaders that the interpreter alone runs, with the reason.
const REFUSED: &[(&str, &str)] = &[(
    "ambient_occlusion.hlsl main",
    "'a screened RayQueryInitializeKHR' cannot run on the CPU: an instruction has no test",
)];

pub(crate) fn trials(cpu: &Result<Device, String>) -> Vec<Trial> {
    let trials = [Trial::test("screened::shaders", shaders), Trial::test("screened::patterns", patterns)];
    // Without LLVM the interpreter runs all.
    trials.into_iter().map(|trial| trial.with_ignored_flag(cpu.is_err())).collect()
}

/// Each compute shader below `shaders/` is screened, or refused for the reason in the table.
fn shaders() -> Result<(), Failed> {
    let mut found = Vec::new();
    for path in collect::files(&collect::workspace().join("shaders"), "hlsl") {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let runs = directives::read(&std::fs::read_to_string(&path)?)?.runs;
        let is_compute = |options: &[String]| options.iter().any(|option| option.starts_with("cs_"));
        for run in runs.iter().filter(|run| is_compute(&run.options)) {
            // For any version of SPIR-V, and for the one that `run` compiles for.
            for environment in ["-fspv-target-env=universal1.5", "-fspv-target-env=vulkan1.3"] {
                let more = CHECKED.into_iter().chain([environment]).map(str::to_owned);
                let options: Vec<String> = run.options.iter().cloned().chain(more).collect();
                let compiler = compiler::compiler(&options).map_err(|failure| failure.to_string())?;
                let compiled = compiler.compile_file(collect::display(&path));
                let words = compiled.map_err(|failure| failure.to_string())?.words;
                let entry = compiler.options().entry().to_owned();
                if let Err(why) = screening(&words, &entry)? {
                    let why = why.split_once(": ").map_or(&*why, |(_, why)| why);
                    found.push(format!("{name} {entry}: {why}"));
                }
            }
        }
    }
    found.dedup();
    let expected: Vec<String> = REFUSED.iter().map(|(shader, why)| format!("{shader}: {why}")).collect();
    match found == expected {
        true => Ok(()),
        false => Err(format!("refused are\n{}", found.join("\n")).into()),
    }
}

fn screening(words: &[u32], entry: &str) -> Result<Result<(), String>, Failed> {
    let module = Module::new(words, entry, &options(Screens::All)?).map_err(|error| error.to_string())?;
    let screening = module.screening().ok_or("the module is not checked")?;
    Ok(screening.map_err(str::to_owned))
}

fn options(screens: Screens) -> Result<Options, String> {
    let checking = Checking { screens, ..Checking::new(Checks::parse("full", Rules::Hlsl)?) };
    Ok(Options { engine: Engine::Interpreter(checking), ..Options::default() })
}

/// Bodies of kernels, dispatched as two groups of 32 threads with buffers `x` and `y` of 128 integers. True if the screened
/// kernel must rule out findings; otherwise the interpreter must run the kernel again, with the findings of a run without
/// screening.
const PATTERNS: &[(bool, &str)] = &[
    (true, "y[id] = x[id];"),
    (true, "y[id] = x[0]; x[id + 1] = 1;"),
    (false, "y[id] = x[0]; x[id] = 1;"),
    // One thread reads what all have read before, and writes it.
    (false, "y[id] = x[0]; if (i == 31) x[0] = 1;"),
    (false, "y[id] = x[0]; if (i == 0) x[0] = 1;"),
    // All lanes of a vector write one word.
    (false, "x[0] = id;"),
    (false, "if (g == 0) x[0] = 1;"),
    (true, "if (id == 0) x[0] = 1; y[id] = x[id];"),
    // Another group reads, or writes, in another phase of its own.
    (false, "y[id] = x[0]; AllMemoryBarrierWithGroupSync(); if (id == 32) x[0] = 1;"),
    (false, "if (g == 0) x[i] = 1; AllMemoryBarrierWithGroupSync(); if (g == 1) y[i] = x[i];"),
    (true, "x[id] = 1; AllMemoryBarrierWithGroupSync(); y[id] = x[32 * g + (i + 1) % 32];"),
    // The barrier is for other memory.
    (false, "x[id] = 1; GroupMemoryBarrierWithGroupSync(); y[id] = x[32 * g + (i + 1) % 32];"),
    (false, "s[i] = 1; DeviceMemoryBarrierWithGroupSync(); y[id] = s[31 - i];"),
    (true, "s[i] = 1; GroupMemoryBarrierWithGroupSync(); y[id] = s[31 - i];"),
    (false, "s[i] = 1; y[id] = s[31 - i];"),
    (true, "s[i] = 1; y[id] = s[i];"),
    // Memory has no value from an earlier group.
    (false, "if (g == 0) s[i] = 1; GroupMemoryBarrierWithGroupSync(); y[id] = s[i];"),
    (false, "y[id] = s[i];"),
    // Phases of a loop.
    (
        true,
        "s[i] = i; for (uint n = 16; n > 0; n /= 2) { GroupMemoryBarrierWithGroupSync(); if (i < n) s[i] += s[i + n]; }
            GroupMemoryBarrierWithGroupSync(); y[id] = s[0];",
    ),
    (
        false,
        "s[i] = i; for (uint n = 16; n > 0; n /= 2) { if (i < n) s[i] += s[i + n];
             GroupMemoryBarrierWithGroupSync(); } y[id] = s[31 - i];",
    ),
    (false, "s[i] = i; GroupMemoryBarrierWithGroupSync(); y[id] = s[31 - i]; s[i] = 2;"),
    (
        true,
        "s[i] = i; GroupMemoryBarrierWithGroupSync(); uint v = s[31 - i]; GroupMemoryBarrierWithGroupSync();
            s[i] = v; y[id] = s[i];",
    ),
    // Atomic operations.
    (true, "InterlockedAdd(x[0], i);"),
    (false, "InterlockedAdd(x[0], i); y[id] = x[0];"),
    (false, "InterlockedAdd(x[i], 1); AllMemoryBarrierWithGroupSync(); if (g == 1) y[id] = x[i];"),
    (false, "y[id] = x[i % 4]; InterlockedAdd(x[4 - i % 4], 1);"),
    (
        true,
        "s[i] = 0; GroupMemoryBarrierWithGroupSync(); InterlockedAdd(s[0], i); GroupMemoryBarrierWithGroupSync();
            y[id] = s[0];",
    ),
    (false, "s[i] = 0; InterlockedAdd(s[0], i);"),
    (false, "InterlockedAdd(s[i], i); GroupMemoryBarrierWithGroupSync(); y[id] = s[i];"),
    // Bounds.
    (false, "y[id] = x[id + 65];"),
    (true, "y[id] = x[id + 64];"),
    (false, "y[id + 65] = 1;"),
    (false, "s[i + 1] = 1;"),
    (false, "uint a[4] = { 1, 2, 3, 4 }; y[id] = a[i];"),
    (true, "uint a[4] = { 1, 2, 3, 4 }; y[id] = a[i % 4];"),
    (false, "uint4 a = x[id]; y[id] = a[i];"),
    (false, "uint4 a = x[id]; a[i] = 1; y[id] = a.x;"),
    // Values without a value.
    (false, "uint a; if (i < 16) a = 1; y[id] = a;"),
    (true, "uint a; if (i < 16) a = 1; if (i < 16) y[id] = a;"),
    (false, "uint a; if (i < 16) a = 1; if (i < 17) y[id] = a;"),
    (false, "uint a[4]; a[i % 4] = 1; y[id] = a[1];"),
    (true, "uint a[4]; a[i % 4] = 1; y[id] = a[i & 3];"),
    (true, "uint a[4]; for (uint n = 0; n < 4; ++n) a[n] = n; y[id] = a[i & 3];"),
    (true, "uint2 a; a.x = 1; a.y = i; y[id] = a.x + a.y;"),
    (false, "uint2 a; a.x = 1; if (i > 3) a.y = i; y[id] = a.x + a.y;"),
    // Numbers.
    (false, "y[id] = 7 / i;"),
    (true, "y[id] = 7 / (i + 1);"),
    (false, "y[id] = uint(int(0x80000000) / (int(i) - 3));"),
    (false, "y[id] = 7 % i;"),
    (false, "y[id] = 1u << (i + 1);"),
    (true, "y[id] = 1u << i;"),
    (false, "y[id] = uint(3e9 + 1e8 * i);"),
    (false, "y[id] = uint(int(1e9 * i));"),
    (true, "y[id] = uint(1e8 * i);"),
    (false, "y[id] = uint(0.0 - i);"),
    (false, "y[id] = asuint(pow(float(i) - 1, 2.5));"),
    (false, "y[id] = asuint(asin(i / 30.0));"),
    (true, "y[id] = asuint(asin(i / 31.0));"),
    (false, "y[id] = asuint(log(float(i) - 1));"),
    (false, "y[id] = asuint(atan2(float(i), float(i)));"),
    (false, "y[id] = asuint(clamp(1.0, float(i), 4.0));"),
    (false, "y[id] = asuint(smoothstep(3.0, float(i), 0.5));"),
    (false, "y[id] = asuint(normalize(float2(i, 0)).x);"),
    (false, "y[id] = asuint(sqrt(float(i) - 1));"),
    (false, "y[id] = asuint(float(i) / float(i));"),
    (true, "y[id] = float(i) / float(i) > 0 ? 1 : 2;"),
    // Control flow.
    (false, "if (i < 16) GroupMemoryBarrierWithGroupSync(); y[id] = 1;"),
    (false, "if (i < 16) return; GroupMemoryBarrierWithGroupSync(); y[id] = 1;"),
    (true, "if (g == 1) GroupMemoryBarrierWithGroupSync(); y[id] = 1;"),
    (true, "y[id] = WaveActiveSum(i);"),
    (true, "for (uint n = 0; n < i; ++n) y[id] += x[n];"),
];

/// The screened kernel rules out findings where the table says so, and changes no report and no result.
fn patterns() -> Result<(), Failed> {
    let mut problems = Vec::new();
    for (is_clean, body) in PATTERNS {
        let text = format!(
            "RWStructuredBuffer<uint> x, y; groupshared uint s[32]; [numthreads(32, 1, 1)]
            void main(uint id : SV_DispatchThreadID, uint i : SV_GroupIndex, uint g : SV_GroupID) {{ {body} }}"
        );
        let options = ["-T", "cs_6_0", "-fspv-target-env=vulkan1.1", "-Wno-everything"].into_iter().chain(CHECKED);
        let compiler = compiler::compiler(&options.map(str::to_owned).collect::<Vec<_>>());
        let made = compiler.and_then(|compiler| compiler.compile("pattern.hlsl", &text, &NoIncludes));
        let words = made.map_err(|failure| format!("{failure}\n{body}"))?.words;
        let [alone, behind] = [Screens::None, Screens::All].map(|screens| ran(&words, screens));
        let (alone, behind) = (alone?, behind?);
        if alone.said != behind.said || alone.results != behind.results {
            problems.push(format!("{body}\nhas\n{}\ninstead of\n{}", behind.said, alone.said));
        }
        if behind.is_compiled != *is_clean {
            problems.push(format!("{body}\nis run again: {}", !behind.is_compiled));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n\n").into()) }
}

/// A run of a pattern.
struct Ran {
    said: String,
    results: Vec<u32>,
    /// True if the interpreter did not run it.
    is_compiled: bool,
}

fn ran(words: &[u32], screens: Screens) -> Result<Ran, Failed> {
    let module = Module::new(words, "main", &options(screens)?).map_err(|error| error.to_string())?;
    let (mut x, mut y) = ((0..128).collect::<Vec<u32>>(), vec![0u32; 128]);
    let mut dispatch = module.dispatch();
    for (name, buffer) in [("x", &mut x), ("y", &mut y)] {
        if module.info().bindings.iter().any(|binding| binding.names.iter().any(|own| own == name)) {
            dispatch.buffer_mut(name, buffer).map_err(|error| error.to_string())?;
        }
    }
    dispatch.run([2, 1, 1]).map_err(|error| error.to_string())?;
    let said = dispatch.report().map(ToString::to_string).unwrap_or_default();
    let is_compiled = dispatch.take_writes().is_none();
    drop(dispatch);
    Ok(Ran { said, results: [x, y].concat(), is_compiled })
}
