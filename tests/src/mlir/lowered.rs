//! Single functions in the LLVM dialect compute what MLIR's own conversion of the SPIR-V dialect computes: one function per
//! op and type, on random numbers with edges, both compiled by clang.

use super::conversions::{self as cases, COUNT, Case, Domain, FLOAT_TYPES, INT_TYPES, SHORT_TYPES};
use super::{CLANG, PROGRAMS, output, verdict, with_file};
use dialect::spirv::{read, write};
use libtest_mimic::Failed;
use mutants::Numbers;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use text::source;

const HEAD: &str = "spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader, Linkage, Int64, Float64], []> {\n";
/// The rows at least that must be compared.
const ROWS: usize = 80;

/// Ops whose results differ, with the reason.
const DIFFERENT: &[(&str, &str)] = &[("spirv.BitFieldInsert", "MLIR does not mask the bits that it inserts")];

/// Runs every case by both conversions.
pub(super) fn compute_the_same() -> Result<(), Failed> {
    let cases = all();
    let own = own_functions(&cases)?;
    let theirs = functions_of_mlir(&cases)?;
    let mut numbers = Numbers::new(35);
    let inputs: Vec<Vec<Vec<u32>>> = cases.iter().map(|case| case.inputs(&mut numbers)).collect();
    let results = results(&own, &theirs, &program(&cases, &inputs))?;
    if results.len() != 2 * cases.len() {
        return Err(format!("{} results for {} functions", results.len(), cases.len()).into());
    }
    let (mut problems, mut different) = (Vec::new(), BTreeSet::new());
    for (case, both) in cases.iter().zip(results.chunks(2)) {
        let [own, theirs] = both else { return Err("a result is missing".into()) };
        let Some(difference) = cases::difference(case, own, theirs) else { continue };
        different.insert(case.row.as_str());
        if !DIFFERENT.iter().any(|(row, _)| *row == case.row) {
            problems.push(format!("{} on {:?}: {difference}", case.row, case.takes));
        }
    }
    let same = DIFFERENT.iter().filter(|(row, _)| !different.contains(row));
    problems.extend(same.map(|(row, _)| format!("{row} is the same")));
    let rows: BTreeSet<&str> = cases.iter().map(|case| case.row.as_str()).collect();
    match rows.len() >= ROWS {
        true => verdict(problems),
        false => Err(format!("{} rows alone are compared", rows.len()).into()),
    }
}

fn all() -> Vec<Case> {
    let mut all = Vec::new();
    cases::binary(&mut all, "spirv", "IAdd ISub IMul BitwiseAnd BitwiseOr BitwiseXor", INT_TYPES, Domain::Ints, 0);
    cases::binary(&mut all, "spirv", "SDiv UDiv SRem UMod", INT_TYPES, Domain::Divisors, 0);
    cases::binary(&mut all, "spirv", "FAdd FSub FMul FDiv", FLOAT_TYPES, Domain::Floats, 0);
    cases::binary(&mut all, "spirv", "FRem", SHORT_TYPES, Domain::Plain, 0);
    cases::unary(&mut all, "spirv", "Not", INT_TYPES, Domain::Ints, 0);
    cases::unary(&mut all, "spirv", "FNegate", FLOAT_TYPES, Domain::Floats, 0);
    cases::unary(&mut all, "spirv", "BitCount BitReverse", &["i32", "vector<4xi32>"], Domain::Ints, 0);
    for op in ["ShiftLeftLogical", "ShiftRightLogical", "ShiftRightArithmetic"] {
        for ty in INT_TYPES {
            let body = format!("%r = spirv.{op} %a, %b : {ty}, {ty}");
            cases::one(&mut all, &format!("spirv.{op}"), &[ty, ty], ty, body, Domain::Shifts, 0);
        }
    }
    cases::unary(&mut all, "spirv.GL", "FAbs Ceil Floor Sqrt", FLOAT_TYPES, Domain::Floats, 0);
    cases::unary(&mut all, "spirv.GL", "Sin Cos Tan", SHORT_TYPES, Domain::Plain, 4);
    cases::unary(&mut all, "spirv.GL", "Exp Tanh", SHORT_TYPES, Domain::Small, 4);
    cases::unary(&mut all, "spirv.GL", "Log InverseSqrt", SHORT_TYPES, Domain::Positive, 4);
    cases::binary(&mut all, "spirv.GL", "FMax FMin", FLOAT_TYPES, Domain::Plain, 0);
    cases::binary(&mut all, "spirv.GL", "SMax SMin", INT_TYPES, Domain::Ints, 0);
    comparisons(&mut all);
    conversions(&mut all);
    fields(&mut all);
    others(&mut all);
    all
}

/// Comparisons and logical ops, whose truth values become numbers.
fn comparisons(all: &mut Vec<Case>) {
    const NUMBER: &str =
        "%x = spirv.Constant 77 : i32\n%y = spirv.Constant -5 : i32\n%r = spirv.Select %t, %x, %y : i1, i32";
    let of_ints = "IEqual INotEqual SLessThan SLessThanEqual SGreaterThan SGreaterThanEqual ULessThan ULessThanEqual \
                   UGreaterThan UGreaterThanEqual";
    let of_floats = "FOrdEqual FOrdNotEqual FOrdLessThan FOrdLessThanEqual FOrdGreaterThan FOrdGreaterThanEqual \
                     FUnordEqual FUnordNotEqual FUnordLessThan FUnordLessThanEqual FUnordGreaterThan \
                     FUnordGreaterThanEqual";
    for (ops, ty, domain) in [(of_ints, "i32", Domain::Ints), (of_floats, "f32", Domain::Floats)] {
        for op in ops.split_whitespace() {
            let body = format!("%t = spirv.{op} %a, %b : {ty}\n{NUMBER}");
            cases::one(all, &format!("spirv.{op}"), &[ty, ty], "i32", body, domain, 0);
        }
    }
    for op in ["LogicalAnd", "LogicalOr", "LogicalEqual", "LogicalNotEqual"] {
        let body = format!(
            "%p = spirv.SLessThan %a, %b : i32\n%q = spirv.ULessThan %a, %b : i32\n%t = spirv.{op} %p, %q : i1\n{NUMBER}"
        );
        cases::one(all, &format!("spirv.{op}"), &["i32", "i32"], "i32", body, Domain::Ints, 0);
    }
    let body = format!("%p = spirv.IEqual %a, %b : i32\n%t = spirv.LogicalNot %p : i1\n{NUMBER}");
    cases::one(all, "spirv.LogicalNot", &["i32", "i32"], "i32", body, Domain::Ints, 0);
}

fn conversions(all: &mut Vec<Case>) {
    const CASTS: &[(&str, &str, &str, Domain)] = &[
        ("SConvert", "i32", "i64", Domain::Ints),
        ("SConvert", "i64", "i32", Domain::Ints),
        ("UConvert", "i32", "i64", Domain::Ints),
        ("UConvert", "i64", "i32", Domain::Ints),
        ("FConvert", "f32", "f64", Domain::Floats),
        ("FConvert", "f64", "f32", Domain::Floats),
        ("ConvertSToF", "i32", "f32", Domain::Ints),
        ("ConvertUToF", "i32", "f32", Domain::Ints),
        ("ConvertSToF", "vector<4xi32>", "vector<4xf32>", Domain::Ints),
        ("ConvertFToS", "f32", "i32", Domain::Plain),
        ("ConvertFToU", "f32", "i32", Domain::Positive),
        ("Bitcast", "f32", "i32", Domain::Floats),
        ("Bitcast", "i64", "f64", Domain::Ints),
        ("Bitcast", "vector<4xf32>", "vector<4xi32>", Domain::Floats),
    ];
    for (op, from, to, domain) in CASTS {
        let body = format!("%r = spirv.{op} %a : {from} to {to}");
        cases::one(all, &format!("spirv.{op}"), &[from], to, body, *domain, 0);
    }
}

/// Bit fields of 7 bits from bit 5 on.
fn fields(all: &mut Vec<Case>) {
    const AT: &str = "%at = spirv.Constant 5 : i32\n%count = spirv.Constant 7 : i32\n";
    for op in ["BitFieldSExtract", "BitFieldUExtract"] {
        let body = format!("{AT}%r = spirv.{op} %a, %at, %count : i32, i32, i32");
        cases::one(all, &format!("spirv.{op}"), &["i32"], "i32", body, Domain::Ints, 0);
    }
    let body = format!("{AT}%r = spirv.BitFieldInsert %a, %b, %at, %count : i32, i32, i32");
    cases::one(all, "spirv.BitFieldInsert", &["i32", "i32"], "i32", body, Domain::Ints, 0);
}

/// Parts of vectors, choices, memory and control flow.
fn others(all: &mut Vec<Case>) {
    const V: &str = "vector<4xf32>";
    const BODIES: &[(&str, &[&str], &str, &str)] = &[
        ("spirv.CompositeExtract", &[V], "f32", "%r = spirv.CompositeExtract %a[2 : i32] : vector<4xf32>"),
        (
            "spirv.CompositeInsert",
            &["f32", V],
            V,
            "%r = spirv.CompositeInsert %a, %b[1 : i32] : f32 into vector<4xf32>",
        ),
        (
            "spirv.VectorShuffle",
            &[V, V],
            V,
            "%r = spirv.VectorShuffle [0 : i32, 5 : i32, 2 : i32, 7 : i32] %a, %b : vector<4xf32>, vector<4xf32> -> vector<4xf32>",
        ),
        (
            "spirv.Undef",
            &["i32"],
            "i32",
            "%u = spirv.Undef : i32\n%z = spirv.Constant 0 : i32\n%x = spirv.IMul %u, %z : i32\n%r = spirv.IAdd %a, %x : i32",
        ),
        (
            "spirv.Select",
            &["vector<4xi32>", "vector<4xi32>"],
            "vector<4xi32>",
            "%t = spirv.SLessThan %a, %b : vector<4xi32>\n%r = spirv.Select %t, %a, %b : vector<4xi1>, vector<4xi32>",
        ),
        (
            "spirv.Variable",
            &["i32", "i32"],
            "i32",
            "%v = spirv.Variable : !spirv.ptr<i32, Function>\nspirv.Store \"Function\" %v, %a : i32\n%x = spirv.Load \"Function\" %v : i32\n\
             spirv.Store \"Function\" %v, %b : i32\n%y = spirv.Load \"Function\" %v : i32\n%r = spirv.ISub %x, %y : i32",
        ),
        (
            "spirv.AccessChain",
            &["i32", "i32"],
            "i32",
            "%v = spirv.Variable : !spirv.ptr<!spirv.array<4 x i32>, Function>\n%three = spirv.Constant 3 : i32\n\
             %at = spirv.BitwiseAnd %a, %three : i32\n\
             %p = spirv.AccessChain %v[%at] : !spirv.ptr<!spirv.array<4 x i32>, Function>, i32 -> !spirv.ptr<i32, Function>\n\
             spirv.Store \"Function\" %p, %b : i32\n%r = spirv.Load \"Function\" %p : i32",
        ),
        (
            "spirv.Branch",
            &["i32", "i32"],
            "i32",
            "%t = spirv.SLessThan %a, %b : i32\nspirv.BranchConditional %t, ^less, ^more\n^less:\nspirv.Branch ^end(%a : i32)\n\
             ^more:\n%s = spirv.ISub %a, %b : i32\nspirv.Branch ^end(%s : i32)\n^end(%r: i32):",
        ),
        (
            "spirv.mlir.loop",
            &["i32"],
            "i32",
            "%mask = spirv.Constant 15 : i32\n%zero = spirv.Constant 0 : i32\n%one = spirv.Constant 1 : i32\n\
             %n = spirv.BitwiseAnd %a, %mask : i32\n%i = spirv.Variable init(%zero) : !spirv.ptr<i32, Function>\n\
             %s = spirv.Variable init(%one) : !spirv.ptr<i32, Function>\nspirv.mlir.loop {\nspirv.Branch ^header\n^header:\n\
             %x = spirv.Load \"Function\" %i : i32\n%t = spirv.SLessThan %x, %n : i32\n\
             spirv.BranchConditional %t, ^body, ^merge\n^body:\n%y = spirv.Load \"Function\" %s : i32\n\
             %z = spirv.IMul %y, %mask : i32\n%w = spirv.IAdd %z, %x : i32\nspirv.Store \"Function\" %s, %w : i32\n\
             spirv.Branch ^next\n^next:\n%k = spirv.IAdd %x, %one : i32\nspirv.Store \"Function\" %i, %k : i32\n\
             spirv.Branch ^header\n^merge:\nspirv.mlir.merge\n}\n%r = spirv.Load \"Function\" %s : i32",
        ),
    ];
    for (row, takes, gives, body) in BODIES {
        cases::one(all, row, takes, gives, (*body).to_owned(), Domain::Ints, 0);
    }
}

/// The functions of all cases, with names that begin with this.
fn module(cases: &[Case], prefix: &str) -> String {
    let mut text = HEAD.to_owned();
    for (at, Case { takes, gives, body, .. }) in cases.iter().enumerate() {
        let params: Vec<String> = ["%a", "%b"].iter().zip(takes).map(|(name, ty)| format!("{name}: {ty}")).collect();
        let params = params.join(", ");
        let _ = writeln!(
            text,
            "spirv.func @{prefix}{at}({params}) -> {gives} \"None\" {{\n{body}\nspirv.ReturnValue %r : {gives}\n}}"
        );
    }
    text + "}\n"
}

/// The functions as this compiler lowers them, as LLVM IR: one text per function.
fn own_functions(cases: &[Case]) -> Result<Vec<String>, String> {
    let module = source::read(&module(cases, "own")).map_err(|error| error.to_string())?;
    let words = write::write(&module).map_err(|error| error.to_string())?;
    let module = read::read(&words).map_err(|error| error.to_string())?;
    let options = lower::Options { exact: true, ..lower::Options::default() };
    let lowered = |at: usize| {
        let name = format!("own{at}");
        let lowered = lower::compile_function(&module, &name, &options);
        let lowered = lowered.map_err(|error| format!("{}: {error}", cases[at].row))?;
        Ok(text::llvm_ir::print(&lowered))
    };
    (0..cases.len()).map(lowered).collect()
}

/// The functions as MLIR lowers them, as LLVM IR.
fn functions_of_mlir(cases: &[Case]) -> Result<String, String> {
    let lowered = with_file("spirv.mlir", &module(cases, "mlir"), |input| {
        output(Command::new(PROGRAMS[0]).arg("--convert-spirv-to-llvm").arg(input))
    })?;
    // The module of SPIR-V becomes one inside of the module of the file.
    let lines: Vec<&str> = lowered.trim().lines().collect();
    let inner = lines.get(1..lines.len().saturating_sub(1)).unwrap_or_default().join("\n");
    with_file("llvm.mlir", &inner, |input| output(Command::new(PROGRAMS[1]).arg("--mlir-to-llvmir").arg(input)))
}

/// The type of C with the representation of a type.
fn c_type(ty: &'static str) -> String {
    let (count, elem) = cases::shape(ty);
    let elem = match elem {
        "i64" => "u64",
        "f32" => "float",
        "f64" => "double",
        _ => "u32",
    };
    if count == 1 { elem.to_owned() } else { format!("{elem}x{count}") }
}

/// A program in C that prints the words of all results: a line for this compiler, and one for MLIR, of each case.
fn program(cases: &[Case], inputs: &[Vec<Vec<u32>>]) -> String {
    let mut text = "#include <stdio.h>\ntypedef unsigned u32;\ntypedef unsigned long u64;\n\
                    typedef u32 u32x4 __attribute__((vector_size(16)));\n\
                    typedef float floatx4 __attribute__((vector_size(16)));\n\
                    static void put(void *p, int n) { for (int i = 0; i < n; i += 4) printf(\"%x \", *(u32 *)((char *)p + i)); }\n"
        .to_owned();
    for (at, (case, inputs)) in cases.iter().zip(inputs).enumerate() {
        let types: Vec<String> = case.takes.iter().map(|ty| c_type(ty)).collect();
        for (slot, words) in inputs.iter().enumerate() {
            let words: Vec<String> = words.iter().map(|word| format!("{word}u")).collect();
            let _ = writeln!(text, "static _Alignas(16) u32 in{at}_{slot}[] = {{{}}};", words.join(","));
        }
        let args: Vec<String> =
            types.iter().enumerate().map(|(slot, ty)| format!("(({ty} *)in{at}_{slot})[i]")).collect();
        let gives = c_type(case.gives);
        for name in [format!("own{at}"), format!("mlir{at}")] {
            let _ = writeln!(
                text,
                "{gives} {name}({});\nstatic void run_{name}(void) {{ for (int i = 0; i < {COUNT}; i++) {{ {gives} r = \
                 {name}({}); put(&r, sizeof r); }} puts(\"\"); }}",
                types.join(", "),
                args.join(", ")
            );
        }
    }
    let calls: String = (0..cases.len()).map(|at| format!("run_own{at}(); run_mlir{at}();\n")).collect();
    text + "int main(void) {\n" + &calls + "}\n"
}

/// What the program prints with the functions of both.
fn results(own: &[String], theirs: &str, main: &str) -> Result<Vec<Vec<u32>>, String> {
    let folder = std::env::temp_dir().join(format!("lowered-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let printed = built(&folder, own, theirs, main).and_then(|()| output(&mut Command::new(folder.join("run"))));
    std::fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
    let words = |line: &str| line.split_whitespace().map(|word| u32::from_str_radix(word, 16)).collect();
    let all: Result<Vec<Vec<u32>>, _> = printed?.lines().map(words).collect();
    all.map_err(|error| error.to_string())
}

fn built(folder: &Path, own: &[String], theirs: &str, main: &str) -> Result<(), String> {
    let own = own.iter().enumerate().map(|(at, text)| (format!("own{at}.ll"), text.as_str()));
    let files: Vec<(String, &str)> = own.chain([("mlir.ll".to_owned(), theirs), ("main.c".to_owned(), main)]).collect();
    for (name, text) in &files {
        std::fs::write(folder.join(name), text).map_err(|error| error.to_string())?;
    }
    let mut command = Command::new(CLANG);
    command.args(["-O1", "-ffp-contract=off", "-Wno-override-module", "-Wno-psabi"]);
    output(command.args(files.iter().map(|(name, _)| folder.join(name))).args(["-lm", "-o"]).arg(folder.join("run")))
        .map(drop)
}
