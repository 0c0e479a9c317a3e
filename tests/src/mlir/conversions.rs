//! What `convert` makes of MLIR's general dialects computes what MLIR's own conversions compute.
//!
//! Each case is a function in the general dialects. Both conversions make a function of SPIR-V's dialect of it, the same
//! entry point calls both, and the interpreter runs both on the same numbers.

use super::{PROGRAMS, first_error, serialised, verdict, with_file};
use check::Checks;
use dialect::spirv::write;
use harness::device::{Device, Kernel, Source};
use libtest_mimic::Failed;
use mutants::Numbers;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::process::Command;
use text::source;

/// The passes of MLIR's that convert these dialects.
const PASSES: &[&str] = &[
    "--arith-expand",
    "--convert-math-to-spirv",
    "--convert-arith-to-spirv",
    "--convert-vector-to-spirv",
    "--convert-index-to-spirv",
    "--convert-complex-to-spirv",
    "--convert-ub-to-spirv",
    "--convert-func-to-spirv",
    "--reconcile-unrealized-casts",
];

/// The target, which has all widths that the cases have.
const TARGET: &str = "module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Float64], \
                      [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>} {\n";

/// The head of the modules that run.
const HEAD: &str = "spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader, Int64, Float64], \
                    [SPV_KHR_storage_buffer_storage_class]> {\n  \
                    spirv.GlobalVariable @invocation built_in(\"GlobalInvocationId\") : !spirv.ptr<vector<3xi32>, Input>\n";

/// The invocations of a case.
pub(super) const COUNT: usize = 64;

/// The rows at least that must be compared.
const ROWS: usize = 60;

/// Ops that MLIR 22 leaves where they are, or whose types it does not take.
const NOT_CONVERTED: &[&str] = &["math.atan2", "math.ctpop", "math.cttz", "math.exp2", "math.trunc"];

/// Ops whose results differ, with the reason.
const DIFFERENT: &[(&str, &str)] = &[
    ("arith.remsi", "MLIR takes the least number for a positive one"),
    ("index.ceildivs", "MLIR negates the least number"),
    ("index.floordivs", "MLIR exchanges the cases of equal and of different signs"),
];

/// The numbers that a case gets.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Domain {
    /// Any integers.
    Ints,
    /// Integers of which the second is neither 0 nor -1.
    Divisors,
    /// Integers of which the second is below the width.
    Shifts,
    /// Any floats, with infinities and NaN.
    Floats,
    /// Floats of moderate size.
    Plain,
    /// From -1 to 1.
    Unit,
    /// Positive floats of moderate size.
    Positive,
    /// From 1 on.
    FromOne,
    /// From -8 to 8.
    Small,
}

/// A function of the general dialects.
pub(super) struct Case {
    /// The row that it is about.
    pub(super) row: String,
    pub(super) takes: Vec<&'static str>,
    pub(super) gives: &'static str,
    /// Its ops; the values `%a`, `%b`, `%c` are the parameters and `%r` is the result.
    pub(super) body: String,
    domain: Domain,
    /// The difference that is allowed, in units of the last place.
    ulps: u64,
}

pub(super) const INT_TYPES: &[&str] = &["i32", "i64", "vector<4xi32>"];
pub(super) const FLOAT_TYPES: &[&str] = &["f32", "f64", "vector<4xf32>"];
pub(super) const SHORT_TYPES: &[&str] = &["f32", "vector<4xf32>"];

fn cases() -> Vec<Case> {
    let mut all = Vec::new();
    binary(&mut all, "arith", "addi subi muli andi ori xori minsi minui maxsi maxui", INT_TYPES, Domain::Ints, 0);
    binary(&mut all, "arith", "divsi divui remsi remui floordivsi ceildivsi ceildivui", INT_TYPES, Domain::Divisors, 0);
    binary(&mut all, "arith", "shli shrsi shrui", INT_TYPES, Domain::Shifts, 0);
    binary(&mut all, "arith", "addf subf mulf divf", FLOAT_TYPES, Domain::Floats, 0);
    binary(&mut all, "arith", "minimumf maximumf minnumf maxnumf", FLOAT_TYPES, Domain::Floats, 0);
    binary(&mut all, "arith", "remf", SHORT_TYPES, Domain::Plain, 0);
    binary(&mut all, "math", "atan2 copysign", SHORT_TYPES, Domain::Plain, 4);
    binary(&mut all, "math", "powf", SHORT_TYPES, Domain::Positive, 16);
    unary(&mut all, "arith", "negf", FLOAT_TYPES, Domain::Floats, 0);
    unary(&mut all, "math", "absf ceil floor round roundeven trunc sqrt", FLOAT_TYPES, Domain::Floats, 0);
    unary(&mut all, "math", "sin cos tan atan asinh", SHORT_TYPES, Domain::Plain, 4);
    unary(&mut all, "math", "asin acos atanh", SHORT_TYPES, Domain::Unit, 4);
    unary(&mut all, "math", "log log2 log10 log1p rsqrt", SHORT_TYPES, Domain::Positive, 4);
    unary(&mut all, "math", "acosh", SHORT_TYPES, Domain::FromOne, 4);
    unary(&mut all, "math", "exp exp2 expm1 sinh cosh tanh", SHORT_TYPES, Domain::Small, 4);
    unary(&mut all, "math", "absi ctlz cttz ctpop", &["i32", "vector<4xi32>"], Domain::Ints, 0);
    for ty in FLOAT_TYPES {
        one(&mut all, "math.fma", &[ty, ty, ty], ty, format!("%r = math.fma %a, %b, %c : {ty}"), Domain::Plain, 2);
        one(&mut all, "vector.fma", &[ty, ty, ty], ty, format!("%r = vector.fma %a, %b, %c : {ty}"), Domain::Plain, 2);
    }
    all.retain(|case| case.row != "vector.fma" || case.gives.starts_with("vector"));
    predicates(&mut all);
    conversions(&mut all);
    indices(&mut all);
    composites(&mut all);
    all
}

pub(super) fn one(
    all: &mut Vec<Case>,
    row: &str,
    takes: &[&'static str],
    gives: &'static str,
    body: String,
    domain: Domain,
    ulps: u64,
) {
    all.push(Case { row: row.to_owned(), takes: takes.to_vec(), gives, body, domain, ulps });
}

pub(super) fn binary(all: &mut Vec<Case>, dialect: &str, ops: &str, types: &[&'static str], domain: Domain, ulps: u64) {
    for op in ops.split(' ') {
        for ty in types {
            let row = format!("{dialect}.{op}");
            one(all, &row, &[ty, ty], ty, format!("%r = {row} %a, %b : {ty}"), domain, ulps);
        }
    }
}

pub(super) fn unary(all: &mut Vec<Case>, dialect: &str, ops: &str, types: &[&'static str], domain: Domain, ulps: u64) {
    for op in ops.split(' ') {
        for ty in types {
            let row = format!("{dialect}.{op}");
            one(all, &row, &[ty], ty, format!("%r = {row} %a : {ty}"), domain, ulps);
        }
    }
}

/// Comparisons and choices, whose truth values become numbers.
fn predicates(all: &mut Vec<Case>) {
    let number = "\n%r = arith.extui %t : i1 to i32";
    for predicate in "eq ne slt sle sgt sge ult ule ugt uge".split(' ') {
        let body = format!("%t = arith.cmpi {predicate}, %a, %b : i32{number}");
        one(all, "arith.cmpi", &["i32", "i32"], "i32", body, Domain::Ints, 0);
    }
    for predicate in "oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno".split(' ') {
        let body = format!("%t = arith.cmpf {predicate}, %a, %b : f32{number}");
        one(all, "arith.cmpf", &["f32", "f32"], "i32", body, Domain::Floats, 0);
    }
    for op in ["isnan", "isinf", "isfinite"] {
        let row = format!("math.{op}");
        one(all, &row, &["f32"], "i32", format!("%t = {row} %a : f32{number}"), Domain::Floats, 0);
    }
    let body =
        "%t = arith.cmpi slt, %a, %b : vector<4xi32>\n%r = arith.select %t, %a, %b : vector<4xi1>, vector<4xi32>";
    one(all, "arith.select", &["vector<4xi32>", "vector<4xi32>"], "vector<4xi32>", body.to_owned(), Domain::Ints, 0);
}

fn conversions(all: &mut Vec<Case>) {
    const CASTS: &[(&str, &str, &str, Domain)] = &[
        ("extsi", "i32", "i64", Domain::Ints),
        ("extui", "i32", "i64", Domain::Ints),
        ("trunci", "i64", "i32", Domain::Ints),
        ("extf", "f32", "f64", Domain::Floats),
        ("truncf", "f64", "f32", Domain::Floats),
        ("sitofp", "i32", "f32", Domain::Ints),
        ("uitofp", "i32", "f32", Domain::Ints),
        ("sitofp", "vector<4xi32>", "vector<4xf32>", Domain::Ints),
        ("fptosi", "f32", "i32", Domain::Plain),
        ("fptoui", "f32", "i32", Domain::Positive),
        ("bitcast", "f32", "i32", Domain::Floats),
        ("bitcast", "i64", "f64", Domain::Ints),
    ];
    for (op, from, to, domain) in CASTS {
        let row = format!("arith.{op}");
        one(all, &row, &[from], to, format!("%r = {row} %a : {from} to {to}"), *domain, 0);
    }
    for op in ["mulsi_extended", "mului_extended"] {
        for part in ["l", "h"] {
            let row = format!("arith.{op}");
            let body =
                format!("%l, %h = {row} %a, %b : i32\n%z = arith.constant 0 : i32\n%r = arith.addi %{part}, %z : i32");
            one(all, &row, &["i32", "i32"], "i32", body, Domain::Ints, 0);
        }
    }
    let body =
        "%s, %t = arith.addui_extended %a, %b : i32, i1\n%o = arith.extui %t : i1 to i32\n%r = arith.xori %s, %o : i32";
    one(all, "arith.addui_extended", &["i32", "i32"], "i32", body.to_owned(), Domain::Ints, 0);
}

/// Ops on indices, which come from numbers and become numbers.
fn indices(all: &mut Vec<Case>) {
    let families = [
        ("add sub mul and or xor maxs maxu mins minu", Domain::Ints),
        ("divs divu rems remu ceildivs ceildivu floordivs", Domain::Divisors),
        ("shl shrs shru", Domain::Shifts),
    ];
    for (ops, domain) in families {
        for op in ops.split(' ') {
            let body = format!(
                "%i = arith.index_cast %a : i32 to index\n%j = arith.index_cast %b : i32 to index\n\
                 %k = index.{op} %i, %j\n%r = arith.index_cast %k : index to i32"
            );
            one(all, &format!("index.{op}"), &["i32", "i32"], "i32", body, domain, 0);
        }
    }
    for predicate in "eq ne slt sge ult uge".split(' ') {
        let body = format!(
            "%i = index.casts %a : i32 to index\n%j = index.casts %b : i32 to index\n\
             %t = index.cmp {predicate}(%i, %j)\n%r = arith.extui %t : i1 to i32"
        );
        one(all, "index.cmp", &["i32", "i32"], "i32", body, Domain::Ints, 0);
    }
    let body = "%i = index.castu %a : i32 to index\n%c = index.constant 41\n%k = index.add %i, %c\n%r = index.castu %k : index to i32";
    one(all, "index.constant", &["i32"], "i32", body.to_owned(), Domain::Ints, 0);
}

fn composites(all: &mut Vec<Case>) {
    const V: &str = "vector<4xf32>";
    const BODIES: &[(&str, &[&str], &str, &str)] = &[
        ("vector.broadcast", &["f32"], V, "%r = vector.broadcast %a : f32 to vector<4xf32>"),
        ("vector.extract", &[V], "f32", "%r = vector.extract %a[2] : f32 from vector<4xf32>"),
        ("vector.insert", &["f32", V], V, "%r = vector.insert %a, %b[1] : f32 into vector<4xf32>"),
        ("vector.shuffle", &[V, V], V, "%r = vector.shuffle %a, %b [0, 5, 2, 7] : vector<4xf32>, vector<4xf32>"),
        ("vector.from_elements", &["f32", "f32"], V, "%r = vector.from_elements %a, %b, %b, %a : vector<4xf32>"),
        (
            "vector.to_elements",
            &[V],
            "f32",
            "%p:4 = vector.to_elements %a : vector<4xf32>\n%r = arith.subf %p#3, %p#1 : f32",
        ),
        (
            "vector.interleave",
            &["vector<2xf32>", "vector<2xf32>"],
            V,
            "%r = vector.interleave %a, %b : vector<2xf32> -> vector<4xf32>",
        ),
        (
            "vector.deinterleave",
            &[V],
            "vector<2xf32>",
            "%p, %q = vector.deinterleave %a : vector<4xf32> -> vector<2xf32>\n%r = arith.subf %p, %q : vector<2xf32>",
        ),
        (
            "vector.extract_strided_slice",
            &[V],
            "vector<2xf32>",
            "%r = vector.extract_strided_slice %a {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>",
        ),
        (
            "vector.insert_strided_slice",
            &["vector<2xf32>", V],
            V,
            "%r = vector.insert_strided_slice %a, %b {offsets = [1], strides = [1]} : vector<2xf32> into vector<4xf32>",
        ),
        ("vector.reduction", &[V], "f32", "%r = vector.reduction <add>, %a : vector<4xf32> into f32"),
        ("vector.reduction", &["vector<4xi32>"], "i32", "%r = vector.reduction <maxsi>, %a : vector<4xi32> into i32"),
        ("vector.reduction", &["vector<4xi32>"], "i32", "%r = vector.reduction <minui>, %a : vector<4xi32> into i32"),
        ("vector.bitcast", &[V], "vector<4xi32>", "%r = vector.bitcast %a : vector<4xf32> to vector<4xi32>"),
        (
            "complex.create",
            &["f32", "f32"],
            "f32",
            "%p = complex.create %a, %b : complex<f32>\n%x = complex.re %p : complex<f32>\n%y = complex.im %p : complex<f32>\n\
             %r = arith.subf %x, %y : f32",
        ),
    ];
    for (row, takes, gives, body) in BODIES {
        one(all, row, takes, gives, (*body).to_owned(), Domain::Plain, 0);
    }
}

impl Case {
    /// Its function in the general dialects.
    fn function(&self, name: &str) -> String {
        let params: Vec<String> =
            ["%a", "%b", "%c"].iter().zip(&self.takes).map(|(name, ty)| format!("{name}: {ty}")).collect();
        let Case { gives, body, .. } = self;
        format!("func.func @{name}({}) -> {gives} {{\n{body}\nreturn %r : {gives}\n}}\n", params.join(", "))
    }

    /// Its numbers: those of each operand.
    pub(super) fn inputs(&self, numbers: &mut Numbers) -> Vec<Vec<u32>> {
        let one = |(at, ty): (usize, &&'static str)| {
            let (count, elem) = shape(ty);
            (0..COUNT * count).flat_map(|_| self.domain.number(elem, at, numbers)).collect()
        };
        self.takes.iter().enumerate().map(one).collect()
    }
}

/// The components of a type, and their type.
pub(super) fn shape(ty: &'static str) -> (usize, &'static str) {
    match ty.strip_prefix("vector<").and_then(|rest| rest.strip_suffix('>')).and_then(|rest| rest.split_once('x')) {
        Some((count, elem)) => (count.parse().unwrap_or(1), elem),
        None => (1, ty),
    }
}

/// The words of a component.
pub(super) fn width(elem: &str) -> usize {
    if elem.ends_with("64") { 2 } else { 1 }
}

impl Domain {
    /// The words of a number for the operand at a place.
    fn number(self, elem: &str, at: usize, numbers: &mut Numbers) -> Vec<u32> {
        if elem.starts_with('i') {
            let bits = self.int(elem, at, numbers);
            return [bits as u32, (bits >> 32) as u32][..width(elem)].to_vec();
        }
        let value = self.float(numbers);
        match width(elem) {
            1 => vec![(value as f32).to_bits()],
            _ => vec![value.to_bits() as u32, (value.to_bits() >> 32) as u32],
        }
    }

    fn int(self, elem: &str, at: usize, numbers: &mut Numbers) -> u64 {
        const EDGES: [i64; 8] = [0, 1, -1, i32::MAX as i64, i32::MIN as i64, 2, -2, 255];
        let edge = EDGES[numbers.below(EDGES.len())];
        let random = (numbers.below(1 << 32) as u64) << 32 | numbers.below(1 << 32) as u64;
        let random = [edge as u64, random, random % 200][numbers.below(3)];
        match (self, at) {
            (Domain::Shifts, 1) => random % (32 * width(elem) as u64),
            // Divisions are for numbers below the least one, and for divisors that are neither 0 nor -1.
            (Domain::Divisors, 1) => {
                (((random as i32).rem_euclid(1000) + 2) as u64).wrapping_mul([1, u64::MAX][numbers.below(2)])
            }
            (Domain::Divisors, _) => random as i32 as i64 as u64,
            _ => random,
        }
    }

    fn float(self, numbers: &mut Numbers) -> f64 {
        const EDGES: [f64; 10] = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, f64::INFINITY, f64::NEG_INFINITY];
        let share = numbers.below(1 << 24) as f64 / f64::from(1 << 24);
        match self {
            Domain::Floats if numbers.below(8) == 0 => f64::NAN,
            Domain::Floats if numbers.below(2) == 0 => EDGES[numbers.below(EDGES.len())],
            Domain::Unit => 1.998 * share - 0.999,
            Domain::Positive => 20.0 * share + 0.001,
            Domain::FromOne => 1.0 + 50.0 * share,
            Domain::Small => 16.0 * share - 8.0,
            _ => 200.0 * share - 100.0,
        }
    }
}

/// The text of a function in a module: from its name to the brace that closes it.
fn cut<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let start = text.find(&format!("spirv.func @{name}("))?;
    let end = text[start..].find("\n  }")? + start + 4;
    Some(&text[start..end])
}

/// The entry point that calls the function of a case for each invocation.
fn caller(at: usize, case: &Case) -> String {
    let mut text = String::new();
    let types: Vec<&str> = case.takes.iter().copied().chain([case.gives]).collect();
    let buffer = |ty: &'static str| {
        let (count, elem) = shape(ty);
        let stride = count * width(elem) * 4;
        format!("!spirv.ptr<!spirv.struct<(!spirv.rtarray<{ty}, stride={stride}> [0]), Block>, StorageBuffer>")
    };
    for (slot, ty) in case.takes.iter().chain([&case.gives]).enumerate() {
        let _ = writeln!(text, "  spirv.GlobalVariable @b{at}_{slot} bind({at}, {slot}) : {}", buffer(ty));
    }
    let _ = writeln!(
        text,
        "  spirv.func @main{at}() \"None\" {{\n    \
         %id = spirv.mlir.addressof @invocation : !spirv.ptr<vector<3xi32>, Input>\n    \
         %all = spirv.Load \"Input\" %id : vector<3xi32>\n    \
         %at = spirv.CompositeExtract %all[0 : i32] : vector<3xi32>\n    %zero = spirv.Constant 0 : i32"
    );
    for (slot, ty) in case.takes.iter().chain([&case.gives]).enumerate() {
        let _ = writeln!(
            text,
            "    %p{slot} = spirv.mlir.addressof @b{at}_{slot} : {0}\n    %e{slot} = spirv.AccessChain %p{slot}[%zero, %at] : \
             {0}, i32, i32 -> !spirv.ptr<{ty}, StorageBuffer>",
            buffer(ty)
        );
        if slot < case.takes.len() {
            let _ = writeln!(text, "    %v{slot} = spirv.Load \"StorageBuffer\" %e{slot} : {ty}");
        }
    }
    let values: Vec<String> = (0..case.takes.len()).map(|slot| format!("%v{slot}")).collect();
    let result = case.takes.len();
    let _ = writeln!(
        text,
        "    %r = spirv.FunctionCall @f{at}({}) : ({}) -> {ty}\n    spirv.Store \"StorageBuffer\" %e{result}, %r : {ty}\n    \
         spirv.Return\n  }}\n  spirv.EntryPoint \"GLCompute\" @main{at}, @invocation\n  \
         spirv.ExecutionMode @main{at} \"LocalSize\", 1, 1, 1",
        values.join(", "),
        types[..result].join(", "),
        ty = case.gives
    );
    text
}

/// What MLIR's passes make of a text.
fn converted_by_mlir(text: &str) -> Result<String, String> {
    let output = with_file("general.mlir", text, |input| {
        Command::new(PROGRAMS[0]).args(PASSES).arg(input).output().map_err(|error| error.to_string())
    })?;
    match output.status.success() {
        true => String::from_utf8(output.stdout).map_err(|error| error.to_string()),
        false => Err(first_error(&output.stderr)),
    }
}

/// A module of callers and of the functions that a conversion made.
fn module(cases: &[Case], chosen: &[usize], functions: &str) -> Result<String, String> {
    let mut text = HEAD.to_owned();
    for at in chosen {
        let function = cut(functions, &format!("f{at}")).ok_or_else(|| format!("f{at} is not there\n{functions}"))?;
        let _ = writeln!(text, "  {function}\n{}", caller(*at, &cases[*at]));
    }
    text.push_str("}\n");
    Ok(text)
}

/// The results of a case.
fn run(words: &[u32], at: usize, case: &Case, inputs: &[Vec<u32>]) -> Result<Vec<u32>, String> {
    let entry = format!("main{at}");
    let kernel = Kernel::new(&Device::interpreter(Checks::none()), &Source::new(words, &entry))?;
    let (count, elem) = shape(case.gives);
    let mut results = vec![0u32; COUNT * count * width(elem)];
    let mut dispatch = kernel.dispatch();
    for (slot, input) in inputs.iter().enumerate() {
        dispatch.buffer(&format!("{at}:{slot}"), input)?;
    }
    dispatch.buffer_mut(&format!("{at}:{}", inputs.len()), &mut results)?;
    dispatch.run([COUNT as u32, 1, 1])?;
    drop(dispatch);
    Ok(results)
}

/// The first invocation for which results differ by more than a case allows.
pub(super) fn difference(case: &Case, ours: &[u32], theirs: &[u32]) -> Option<String> {
    let (count, elem) = shape(case.gives);
    let step = width(elem);
    let pairs = ours.chunks(step).zip(theirs.chunks(step)).enumerate();
    let mut pairs = pairs.map(|(at, (ours, theirs))| (at, bits(ours), bits(theirs)));
    let (at, ours, theirs) = pairs.find(|(_, ours, theirs)| !is_close(elem, *ours, *theirs, case.ulps))?;
    Some(format!("invocation {}: {ours:#x}, MLIR has {theirs:#x}", at / count))
}

fn bits(words: &[u32]) -> u64 {
    words.iter().rev().fold(0, |bits, word| bits << 32 | u64::from(*word))
}

/// Returns whether numbers are equal, both are not numbers, or they are so close. The sign of a zero is free.
fn is_close(elem: &str, ours: u64, theirs: u64, ulps: u64) -> bool {
    let (values, order) = match elem {
        "f32" => (
            [ours, theirs].map(|bits| f64::from(f32::from_bits(bits as u32))),
            [ours, theirs].map(|bits| i64::from(ordered32(bits as u32))),
        ),
        "f64" => ([ours, theirs].map(f64::from_bits), [ours, theirs].map(ordered64)),
        _ => return ours == theirs,
    };
    values[0] == values[1] || values.iter().all(|value| value.is_nan()) || order[0].abs_diff(order[1]) <= ulps
}

/// A number whose order is that of the float with these bits.
fn ordered32(bits: u32) -> i32 {
    let bits = bits as i32;
    if bits < 0 { i32::MIN - bits } else { bits }
}

fn ordered64(bits: u64) -> i64 {
    let bits = bits as i64;
    if bits < 0 { i64::MIN - bits } else { bits }
}

/// Runs every case by both conversions.
pub(super) fn compute_the_same() -> Result<(), Failed> {
    let cases = cases();
    let source: String = cases.iter().enumerate().map(|(at, case)| case.function(&format!("f{at}"))).collect();
    let source = format!("{TARGET}{source}}}\n");
    let theirs = converted_by_mlir(&source)?;
    let is_converted = |at: &usize| {
        let text = cut(&theirs, &format!("f{at}"));
        let is_left = |dialect: &&str| text.is_some_and(|text| text.contains(&format!("{dialect}.")));
        text.is_some()
            && !["arith", "math", "vector", "index", "complex", "unrealized_conversion_cast"].iter().any(is_left)
    };
    let chosen: Vec<usize> = (0..cases.len()).filter(is_converted).collect();
    let mut problems = Vec::new();
    let listed = |rows: &BTreeSet<&str>, list: &[&str]| rows.iter().copied().ne(list.iter().copied());
    let left: BTreeSet<&str> =
        (0..cases.len()).filter(|at| !is_converted(at)).map(|at| cases[at].row.as_str()).collect();
    let compared: BTreeSet<&str> = chosen.iter().map(|at| cases[*at].row.as_str()).collect();
    let left: BTreeSet<&str> = left.difference(&compared).copied().collect();
    if listed(&left, NOT_CONVERTED) {
        problems.push(format!("MLIR does not convert {left:?}"));
    }
    let theirs = serialised(&module(&cases, &chosen, &theirs)?)?;
    let own = convert::convert(&source, &convert::Options::default()).map_err(|error| error.to_string())?;
    let own = module(&cases, &chosen, &text::print(&own))?;
    let own = source::read(&own).and_then(|module| write::write(&module)).map_err(|error| error.to_string())?;
    let mut numbers = Numbers::new(22);
    let mut different = BTreeSet::new();
    for at in chosen {
        let case = &cases[at];
        let inputs = case.inputs(&mut numbers);
        let found = run(&own, at, case, &inputs).and_then(|ours| Ok((ours, run(&theirs, at, case, &inputs)?)));
        let difference = match found {
            Ok((ours, theirs)) => difference(case, &ours, &theirs),
            Err(error) => Some(error),
        };
        let Some(difference) = difference else { continue };
        different.insert(case.row.as_str());
        if !DIFFERENT.iter().any(|(row, _)| *row == case.row) {
            problems.push(format!("{} on {:?}: {difference}", case.row, case.takes));
        }
    }
    problems.extend(
        DIFFERENT.iter().filter(|(row, _)| !different.contains(row)).map(|(row, _)| format!("{row} is the same")),
    );
    match compared.len() >= ROWS {
        true => verdict(problems),
        false => Err(format!("{} rows alone are compared", compared.len()).into()),
    }
}
