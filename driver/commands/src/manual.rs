//! Documentation that is generated from the tables: `explain`, and the files under `docs/`.

use crate::examples;
use crate::tables;
use base::diag::{Row, Severity};
use base::similar::nearest;
use library::options::{Effect, Group, OPTIONS};
use library::pipeline::passes::names;
use std::fmt::Write;

/// The text of `explain` for a code, the name of a check or a warning, as any option spells it; `None` if there is none.
pub fn explain(name: &str) -> Option<String> {
    explained(name).or_else(|| WARNING_PREFIXES.iter().find_map(|prefix| explained(name.strip_prefix(prefix)?)))
}

/// What may precede the name of a warning.
const WARNING_PREFIXES: &[&str] = &["-Wno-error=", "-Werror=", "-Wno-", "-W", "Wno-", "W"];

fn explained(name: &str) -> Option<String> {
    let check = check::rows::CHECKS.iter().find(|row| row.name == name).map(|row| row.row.code);
    let is_meant =
        |row: &&'static Row| row.code.eq_ignore_ascii_case(name) || is_group(row, name) || check == Some(row.code);
    let texts: Vec<String> = tables::diagnostics().filter(is_meant).map(explanation).collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

/// The name that `explain` knows and that is nearest to one that it does not know.
pub(crate) fn nearest_explained(name: &str) -> Option<&'static str> {
    let plain = WARNING_PREFIXES.iter().find_map(|prefix| name.strip_prefix(prefix)).unwrap_or(name);
    let codes = tables::diagnostics().map(|row| row.code);
    let names = check::rows::CHECKS.iter().map(|row| row.name);
    nearest(plain, library::tables::warning_groups().chain(names).chain(codes))
}

fn explanation(row: &Row) -> String {
    let mut out = format!("{} ({}): {}\n\n{}\n", row.code, row.severity.word(), row.message, paragraph(row));
    if let Some(example) = examples::example_of(row.code) {
        for (word, program) in [("Wrong", example.wrong), ("Right", example.right)] {
            let lines = program.shown();
            let lines = lines.lines().map(|line| format!("    {line}").trim_end().to_owned() + "\n");
            let _ = write!(out, "\n{word}:\n\n{}", lines.collect::<String>());
        }
    }
    if row.is_quiet {
        let _ = write!(
            out,
            "\n-W{0} or -Weverything enables this warning, -Werror={0} turns it into an error.\n",
            row.group
        );
    } else if !row.group.is_empty() {
        let _ = write!(out, "\n-Wno-{0} disables this warning, -Werror={0} turns it into an error.\n", row.group);
    }
    if row.is_own && !row.is_quiet {
        out.push_str("DXC does not have this warning, so -WX does not turn it into an error.\n");
    }
    out
}

fn is_group(row: &Row, name: &str) -> bool {
    !row.group.is_empty() && row.group == name
}

fn paragraph(row: &Row) -> String {
    row.doc.lines().map(str::trim).collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// The generated manuals: file name and text.
pub(crate) fn documents() -> Vec<(&'static str, String)> {
    let own = vec![
        ("options.md", options_document()),
        ("passes.md", names::document(GENERATED)),
        ("diagnostics.md", diagnostics_document()),
        ("checks.md", checks_document()),
    ];
    #[cfg(feature = "runner")]
    let own = own.into_iter().chain([lower::docs::document(GENERATED)]);
    own.into_iter().chain(sema::docs::documents(GENERATED)).collect()
}

const GENERATED: &str = "<!-- Generated from the tables by `hlsl2spirv docs docs/tables`; do not edit. -->\n";

fn options_document() -> String {
    let mut out =
        format!("# Options\n\n{GENERATED}\nOptions have the names that they have in DXC; many also start with `/`.\n");
    for &group in Group::ALL {
        let _ = write!(out, "\n## {}\n\n| option | status | description |\n|---|---|---|\n", group.title());
        for row in OPTIONS.iter().filter(|row| row.group == group) {
            let status = match row.effect {
                Effect::Works(_) => "works".to_owned(),
                Effect::Accepted(reason) => format!("ignored: {reason}"),
                Effect::Refused(reason) => format!("not supported: {reason}"),
            };
            let spellings = row.usage().split(", ").map(|one| format!("`{one}`")).collect::<Vec<_>>().join(", ");
            let _ = writeln!(out, "| {} | {} | {} |", cell(&spellings), prose(&status), prose(row.help));
        }
    }
    out
}

fn diagnostics_document() -> String {
    let mut out = format!("# Diagnostics\n\n{GENERATED}\nPlaceholders are in braces.\n");
    for row in tables::diagnostics() {
        let group = if row.group.is_empty() { String::new() } else { format!(", `-W{}`", row.group) };
        let severity = match row.severity {
            Severity::Note => "note",
            Severity::Warning if row.is_quiet => "warning, off by default",
            Severity::Warning if row.is_own => "warning, not affected by `-WX`",
            Severity::Warning => "warning",
            Severity::Error => "error",
            Severity::Fatal => "fatal error",
        };
        let _ = write!(out, "\n## {}\n\n{severity}{group}: `{}`\n\n{}\n", row.code, row.message, paragraph(row));
        if let Some(example) = examples::example_of(row.code) {
            for (word, program) in [("Wrong", example.wrong), ("Right", example.right)] {
                let _ = write!(out, "\n{word}:\n\n```hlsl\n{}```\n", program.shown());
            }
        }
    }
    out
}

/// The text ahead of the table: how to ask for checked runs.
const CHECKS_HEAD: &str = r#"
`hlsl2spirv run FILE --check` runs a shader on the CPU with all checks, and reports errors with their HLSL lines, both threads
and the values. It does not need LLVM. The shader is compiled without optimization; modules of any
compiler can be checked, and findings have lines if the module has line information. `hlsl2spirv test --check` checks all jobs.

The interpreter finds them. If LLVM is found, a long run of a compute shader is first run as compiled code that tests all that
checks look at, on one thread, 14 times slower than without tests in the mean. If no test fails, there are no findings, and the
results are those of the interpreter; otherwise the interpreter starts again. It runs alone what compiled code has no tests
for: barriers that are not known to be reached by all threads, 16-bit floats, arrays of resources, resources that are not bound,
ray queries, reads of other lanes, `printf`, Vulkan's memory model; runs with another schedule, coverage, a profile,
`--written`, uninitialized bindings or `--max-steps`; and every run with `--engine interpreter`.

```sh
hlsl2spirv run reduce.hlsl --dispatch 4 --bind data=zeros:4096 --check
```

- `--check=LIST` takes `full`, `fast` (errors of single instructions), `memory` (data races, uninitialized values), or names
  from the table below, each optionally with `=error`, `=warning`, `=note`, `=off`. A list of changes only
  starts from `full`: `--check=nan=off`.
- `--rules` selects the guarantees that the shader may rely on: `hlsl` (behavior that Direct3D defines), `vulkan` (the
  specification, without robustness), `vulkan-robust` (with robustBufferAccess2 and robustImageAccess2).
- `--report rich|clang|msvc|json|sarif[=FILE]` selects the format of findings; `--report html=FILE` writes a page with them, the
  lines colored by the lanes that ran them, and the bindings as pictures.
- `--coverage FILE` writes the lanes that ran each line, function and branch in `lcov` format, for all runs and jobs of a command;
  `--profile FILE` writes the lane operations of each line, the memory accesses of waves, the 128-byte segments that they touch, and the
  bank conflicts of groupshared memory with 32 banks, as JSON. These are counts of the interpreter, not GPU times.
- `--seed 0..16` runs the shader once for each seed, which determines the order of groups, waves and atomic operations;
  `--schedule reverse` reverses the order, and `--schedule all` tries all distinguishable orders (see below). `--wave 4,32` runs it
  once for each wave size, `--wave all` for those of 4 to 64 lanes. With several runs each finding shows how to reproduce it:
  `--replay random:7@32`. The results of the runs are compared: differences between wave sizes are `wave-dependent`,
  differences between orders are `order-dependent`.
- `--bind scratch=uninit:256` binds uninitialized bytes (`uninit:64x64` an image): reading them is `uninit` if the
  value is used. `--written NAME` requires that each element of a binding is written (`unwritten`).
- `--max-steps` ends runs that take too long. `--resident` is the maximum number of concurrently running groups, if groups wait
  for others. `--only-group 3,0` runs a single group, and `--max-findings 20` limits the findings shown.
- The exit status is 6 if a finding is an error.
- A comment on the line of a finding, or alone on the line above, suppresses it: `// check: allow(race-same-value) all threads
  store the same flag`. A reason is required, and an unused suppression is a note.

Without more options a run is one schedule: groups in order, waves in lockstep. If only barriers order accesses, a run without
findings and without atomic operations is valid for all schedules of this input. Lockstep execution of the
lanes of a wave does not synchronize them; accesses that only lockstep orders are a separate finding (`race-in-wave`), if the smallest
wave that the shader may run with has both lanes: `[WaveSize]`, or four.

`--schedule all` is for small inputs, of at most 128 threads in total, or of as many waves if `--wave` sets their size. It
runs the shader once for each distinguishable order of accesses to shared memory: accesses of
different locations, reads, and atomic operations with the same operator and unused results have one order only
(dynamic partial-order reduction). Without findings it reports that the result is valid for all schedules of this input, and the number
of orders. Beyond 10,000 orders, 20,000 accesses in a run, or `--deadline`, it reports how many were tried, which proves
nothing about the others. Atomic operations are executed one after the other; weak memory effects of unordered
atomic operations are not tried, and the lanes of a wave run in lockstep. It is available in `run`; jobs have seeds.

In job files `"check": "full"` or `"check": {"race": "warning"}` do the same, with `"rules"`, `"schedules": 16` (seeds from 0
on) or `"seeds": [16, 32]`, `"waves": [4, 32]`, `{"contents": "uninit:256", "written": "all"}` as a binding, and `"findings":
[{"check": "race", "line": 80, "with": 73}]` for expected findings: a test of a known error. Of several dispatches each sees
the writes of the previous ones, and fully written bindings must be written after the last one. A Rust program has `run::Checking`
in the options of a module, and `Dispatch::report` after a run, which a test can assert to have no findings.

Atomic operations do not race with each other, and order other accesses only with memory barriers before and after them
(`DeviceMemoryBarrier`, `AllMemoryBarrier`). A barrier of a group never orders accesses of different groups. Modules of other
compilers may have memory semantics of atomic operations, smaller scopes, and acquire or release fences; for modules with the Vulkan
memory model `--rules vulkan` checks what is private, available and visible. Copying an uninitialized value, to groupshared
memory for example, is not a finding: using it for control flow or an address, or storing it to a buffer or a texture, is.

Aliased bindings are not checked, since bindings are separate, and two variables at one binding are an error
before the run. Data that is too short for a binding is reported at the out-of-bounds access
(`bounds-buffer`). Permitted findings of a module without a source are listed in its job, by `"findings"` and by the severities of
`"check"`; there is no separate suppression file.

## Evaluation

These fixes in the histories of public projects were run before and after the fix, with seeds 0 to 4 and waves of 4, 8, 16, 32 and 64
lanes. Each error is found at the lines of its fix; W marks findings that are warnings under `hlsl`.

| fix | findings before | findings after |
|---|---|---|
| b0nes164/GPUSorting fad53da: barrier after a look-back | `race` (SweepCommon 325, SortCommon 591) | `uninit` of a partition that waves of up to 16 lanes read too early, a true positive |
| b0nes164/GPUSorting 85c8e4e: waves of fewer than 16 lanes | `race-in-wave` W (DeviceRadixSort 255) | none |
| b0nes164/GPUPrefixSums 0f2ca04: fallback of a look-back | `race` (127, 141, 254, 255), `barrier-after-return` (159) | `bounds` (ScanCommon 214) and a `race` of data in place: the next row |
| b0nes164/GPUPrefixSums f23b5a1: two buffers instead of one | `race` (ScanCommon 55, 238), `bounds` (214, 215) | `race-plain-atomic` W: flags are polled |
| b0nes164/GPUPrefixSums 5327c69: Blelloch's scan | `bounds-buffer` W (Survey 334) | none |
| microsoft/DirectX-Graphics-Samples #871: blur | `race-in-wave` W (BlurCS 60 to 62) | `bounds-texture` W at the borders |
| microsoft/DirectX-Graphics-Samples #967: ambient occlusion | `wave-inactive` (CalculateMeanVarianceCS 124) | none |
| mlavik1/UnityVolumeRendering #203: histogram | `bounds-texture` W (21) | none |
| AlkaidLab/foundation-sunshine #507: luminance | `uninit` (125), `scope` (132) | none |
| microsoft/DirectXShaderCompiler #7641: test of atomics | `bounds` (248) | `race-same-value` W |
| shader-slang/slang #586: test | `scope` (21, 26, 34) | none |

- Of the 117 programs for Vulkan (SPIR-V) with a verdict about races in Dartagnan's tests, a model checker of Vulkan's memory
  model, 116 get the same verdict with `--rules vulkan` from eight orders each; parameters without a value were tried with four
  numbers. In the other one a thread reaches `OpUnreachable`, which Dartagnan counts as a race. Six more have no verdict there.
  Its OpenCL programs are not run, since the interpreter does not support OpenCL kernels.
- Of the 130 litmus tests for Vulkan there with a verdict about races, 87 can be written as a dispatch: the others have named barriers,
  jumps, two references to one location, or more than one queue. With `--schedule all` 81 get the same verdict, also where only
  runs with certain results count. Of the other six, two have atomic operations with too small a scope for each other, which
  others order; in two only one of several fences makes writes available or visible, and this checker requires all; in one a read
  does not require `MakePointerVisible`, since an earlier one had it. These five are false positives. In the last
  one the scope of making available is too small, which is not checked.
- Errors injected into the programs of the test suite and into the kernels of `shaders/` (a barrier removed, for other memory, or in
  a condition; an atomic operation made non-atomic; an initializer, `globallycoherent` or
  `NonUniformResourceIndex` removed; in the kernels also an index plus one): all are reported at the changed code, except
  those that no run can reveal, which `tests/src/mistakes.rs` lists with reasons.
- Measured under load, as CPU time: arithmetic with all checks 1.1 billion lane operations a second at waves of 32; a kernel of
  multiply-adds on a buffer takes 1/90 of Oclgrind 21.10's time with `--data-races --uninitialized`, and 1/17 of
  its time without checks; `run --check` of `saxpy.hlsl` takes 2.9 ms as a whole process.
- `cargo bench -p tests checked` measures checked runs beside compiled kernels.

## The checks

The severities are those under `hlsl`, `vulkan` and `vulkan-robust`. Below the table each check has a wrong and a right program, for
buffers of 64 zeros and two groups; those of `order-dependent` and `wave-dependent` run several times, all of `data` must be
written for `unwritten`, and the texture for `format` has the format `rgba8`.

| check | code | severities | description |
|---|---|---|---|
"#;

fn checks_document() -> String {
    let mut out = format!("# Checked runs\n\n{GENERATED}{CHECKS_HEAD}");
    for row in check::rows::CHECKS {
        let levels = row.levels.map(check::Level::word).join(", ");
        let meaning = paragraph(row.row).replace('\n', " ");
        let _ = writeln!(out, "| `{}` | {} | {levels} | {} |", row.name, row.row.code, cell(meaning.trim()));
    }
    for row in check::rows::CHECKS {
        let Some(example) = examples::example_of(row.row.code) else { continue };
        let [wrong, right] = [example.wrong, example.right].map(|program| program.shown());
        let _ = write!(out, "\n## {}\n\nWrong:\n\n```hlsl\n{wrong}```\n\nRight:\n\n```hlsl\n{right}```\n", row.name);
    }
    out
}

/// Text in a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// A cell of text without code, in which `<file>` would be read as HTML.
fn prose(text: &str) -> String {
    cell(text).replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_names_are_explained() {
        assert!(explain("e5001").is_some_and(|text| text.starts_with("E5001 (error): unknown argument")));
        assert!(explain("-Wunknown-warning-option").is_some_and(|text| text.contains("W5001")));
        for name in ["-Wconversion", "Wconversion", "conversion", "-Wno-conversion", "-Werror=conversion"] {
            assert!(explain(name).is_some_and(|text| text.contains("-Wno-conversion disables")), "{name}");
        }
        assert_eq!(explain("race"), explain("E6001"));
        assert_eq!(explain("E9999"), None);
        assert_eq!(nearest_explained("-Wconversoin"), Some("conversion"));
    }
}
