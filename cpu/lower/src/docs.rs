//! The instructions that run, and those that do not, as Markdown for people to read.

use crate::spirv_to_llvm::{self, Fate};
use abi::reason::{ImageReason, TurnReason};
use base::ids::Map;
use dialect::spirv::ops::{self, Code, OpRow};
use std::fmt::Write;

/// The document: its file name and text. `head` comes below the title.
pub fn document(head: &str) -> (&'static str, String) {
    let mut out = format!(
        "# Instructions on the CPU\n\n{head}\nInstructions in functions that `hlsl2spirv run` and `hlsl2spirv test` support, in \
         modules of any compiler. A module with an unsupported instruction is rejected, with the offset of its \
         word. Entry points are compute shaders, and OpenCL kernels, whose arguments are bound in set 0 by their \
         position. Cooperative matrices and vectors become arrays and loops before \
         ([linear-algebra.md](../linear-algebra.md)); beside them, floating-point encodings other than IEEE 754 are not \
         supported.\n\n\
         ## Supported\n"
    );
    for (set, is_of_set) in [("Core", is_core as fn(&OpRow) -> bool), ("GLSL.std.450", is_gl), ("OpenCL.std", is_cl)] {
        let rows = ops::rows().filter(|row| is_of_set(row) && runs(row));
        let names: Vec<String> = rows.map(name).collect();
        let _ = writeln!(out, "\n{set}: {}.", names.join(", "));
    }
    out.push_str("\n## Not supported\n\n| reason | instructions |\n|---|---|\n");
    let mut reasons: Map<&str, Vec<String>> = Map::default();
    for row in ops::rows().filter(|row| !runs(row)) {
        if let Some(Fate::Refused(reason)) = spirv_to_llvm::fate(row) {
            reasons.entry(reason).or_default().push(name(row));
        }
    }
    for (reason, names) in reasons {
        let _ = writeln!(out, "| {reason} | {} |", names.join(", "));
    }
    in_turn(&mut out);
    ("instructions.md", out)
}

/// Operations at which lanes that run together take turns.
fn in_turn(out: &mut String) {
    out.push_str(
        "\n## Not vectorized\n\nIf the lanes of a wave run together, generated code is vectorized. `run --time` lists the \
         operations that run lane by lane instead, with the location of each (file and line if the module has line \
         information, such as with `-- -fspv-debug=line`, and the word), and the reason:\n\n",
    );
    for reason in TurnReason::OTHERS {
        let _ = writeln!(out, "- {reason};");
    }
    out.push_str(
        "- done by the host: it reads, writes or samples an image, and no vectorized code exists.\n\n\
         Reasons:\n\n",
    );
    for reason in ImageReason::ALL {
        let _ = writeln!(out, "- {reason};");
    }
    out.push_str(
        "- the bound image has a 64-bit format, is 2 GiB or larger, or has a different number type than the shader declares, \
         or an offset exceeds a million texels. This is determined at run time, and not listed.\n",
    );
}

fn is_core(row: &OpRow) -> bool {
    matches!(row.code, Code::Core(_))
}

fn is_gl(row: &OpRow) -> bool {
    matches!(row.code, Code::Gl(_))
}

fn is_cl(row: &OpRow) -> bool {
    matches!(row.code, Code::Cl(_))
}

fn runs(row: &OpRow) -> bool {
    spirv_to_llvm::has_pattern(row) || matches!(spirv_to_llvm::fate(row), Some(Fate::Meets | Fate::Loop))
}

/// The name as the specification has it.
fn name(row: &OpRow) -> String {
    match row.code {
        Code::Core(op) => format!("`Op{op:?}`"),
        Code::Gl(_) | Code::Cl(_) | Code::Mlir(_) => format!("`{}`", row.info.name.trim_start_matches("spirv.")),
    }
}
