//! The text around the tests of a file: what assertions call, and an entry point for each size of groups.
//!
//! A dispatch runs one test, whose number is in the buffer of inputs; sections and the inputs of properties are there too.

use super::mocks::Mock;
use super::{Domain, Expected, Kind, Param, Property, Selection, Test};
use frontend::test_functions::{Section, TestAttribute, TestFunction, TestParam};
use launch::jobs::title;
use launch::kernels::contents::Contents;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

/// The words before the inputs of properties.
pub(super) const HEADER: usize = 16;
/// The words of it that number the sections.
pub(super) const SECTIONS: std::ops::Range<usize> = 4..12;
/// The tests of an entry point, at most: code generation is not linear in the size of a function.
const MOST_CALLS: usize = 64;
/// The lanes of a wave, at most.
const MOST_LANES: u32 = 128;
/// The words of it that are the size of the dispatch.
pub(super) const DIMENSIONS: std::ops::Range<usize> = 12..15;
/// The cases of a property that says nothing of them.
const CASES: u32 = 1024;

/// The time after which a test is ended that says nothing of it.
const DEADLINE: Duration = Duration::from_secs(10);

/// The text before the file's own.
pub(crate) const PRELUDE: &str = "\
[[vk::binding(0, 1000)]] ByteAddressBuffer __hlsl2spirv_in;
[[vk::binding(1, 1000)]] RWByteAddressBuffer __hlsl2spirv_out;
static bool __hlsl2spirv_failed = false;
static bool __hlsl2spirv_ended = false;
static bool __hlsl2spirv_refused = false;
bool __hlsl2spirv_fails() {
    if (__hlsl2spirv_ended) return false;
    __hlsl2spirv_failed = true;
    return __hlsl2spirv_in.Load(4) == 0;
}
bool __hlsl2spirv_shows() { return !__hlsl2spirv_ended && __hlsl2spirv_in.Load(4) == 0; }
bool __hlsl2spirv_ends() { __hlsl2spirv_ended = true; return true; }
bool __hlsl2spirv_skips() { bool is_first = !__hlsl2spirv_ended; __hlsl2spirv_ended = true; return is_first; }
bool __hlsl2spirv_refuses() {
    if (!__hlsl2spirv_failed) __hlsl2spirv_refused = true;
    __hlsl2spirv_ended = true;
    return true;
}
bool __hlsl2spirv_runs_section(uint number) {
    for (uint at = 16; at < 48; at += 4) if (__hlsl2spirv_in.Load(at) == number + 1) return true;
    return false;
}
uint3 __hlsl2spirv_dimensions() { return __hlsl2spirv_in.Load3(48); }
uint __hlsl2spirv_state() { return __hlsl2spirv_refused ? 3 : __hlsl2spirv_failed ? 2 : 1; }
";

/// A problem of a test, with the place.
pub(crate) type Wrong = (base::source::Span, String);

/// The entry points of the selected tests as text, and these tests in their order. Tests that are left out are not called.
pub(crate) fn write(functions: &[TestFunction], selection: &Selection) -> Result<(String, Vec<Test>), Wrong> {
    let (arms, names) = (BTreeMap::new(), BTreeMap::new());
    let mut harness = Harness { selection, arms, tests: Vec::new(), names, mocks: 0, text: String::new() };
    for (index, function) in functions.iter().enumerate() {
        let before = harness.tests.len();
        let is_left_out = selection.left_out.contains(&index);
        match harness.function(index, function) {
            Err(_) if is_left_out => harness.only_named(index, function),
            Ok(()) if is_left_out && harness.tests.len() == before => harness.only_named(index, function),
            result => result?,
        }
    }
    let mut text = harness.text;
    for ((is_property, threads, part), arms) in &harness.arms {
        push_entry(&mut text, &entry_name(*is_property, *threads, *part), (*is_property, *threads), arms);
    }
    Ok((text, harness.tests))
}

/// The key of a generated entry point: whether each lane runs a case of its own, the workgroup size, and a number.
type Key = (bool, [u32; 3], usize);

struct Harness<'s> {
    selection: &'s Selection,
    /// The calls of each entry point.
    arms: BTreeMap<Key, Vec<String>>,
    tests: Vec<Test>,
    /// The names of tests so far, with their places.
    names: BTreeMap<String, base::source::Span>,
    /// The number of mocks so far.
    mocks: u32,
    /// The resources and entry points of mocks.
    text: String,
}

impl Harness<'_> {
    fn function(&mut self, index: usize, function: &TestFunction) -> Result<(), Wrong> {
        let is_property = function.find("property").is_some();
        let mocks = match self.selection.left_out.contains(&index) {
            true => Vec::new(),
            false => self.mocks(function)?,
        };
        let base = match function.find("test").and_then(|test| test.args.first()) {
            Some(text) => text.trim_matches('"').to_owned(),
            None => function.name.clone(),
        };
        let types: Vec<&TestAttribute> = function.all("types").collect();
        let instances: Vec<Option<&str>> = match types.is_empty() {
            true => vec![None],
            false => types.iter().flat_map(|types| &types.args).map(|ty| Some(ty.as_str())).collect(),
        };
        for ty in instances {
            let angles = ty.map_or_else(String::new, |ty| format!("<{ty}>"));
            let (base, callee) = (format!("{base}{angles}"), format!("{}{angles}", function.name));
            let cases = function.all("case").map(|case| case.args.clone());
            for case in cases.chain(products(function)) {
                let name = format!("{base}({})", case.join(", "));
                self.test((index, function), &name, arguments(function, &case, &mocks), &callee, (None, &mocks))?;
            }
            let has_drawn = function.params.iter().any(TestParam::takes_value);
            if is_property {
                let property = property(function, ty)?;
                let loads = loads(&property.params);
                let arguments = arguments(function, &loads, &mocks);
                self.test((index, function), &base, arguments, &callee, (Some(property), &mocks))?;
            } else if !has_drawn {
                self.test((index, function), &base, arguments(function, &[], &mocks), &callee, (None, &mocks))?;
            }
        }
        Ok(())
    }

    /// The mocks of a test, those of its parameters first. Their resources and entry points are added to the text.
    fn mocks(&mut self, function: &TestFunction) -> Result<Vec<Mock>, Wrong> {
        let mut mocks = Vec::new();
        for param in &function.params {
            let Some(source) = param.mock() else { continue };
            let mock = Mock::of_parameter(self.mocks, &param.ty).ok_or_else(|| cannot_fill(param.span, &param.ty))?;
            mock.push_resource(&mut self.text, &param.ty);
            mock.push_entry(&mut self.text, source, &param.methods);
            self.mocks += 1;
            mocks.push(mock);
        }
        for global in &function.mocks {
            let mock = Mock::of_global(self.mocks, &global.ty, &global.name);
            let mock = mock.ok_or_else(|| cannot_fill(global.span, &global.ty))?;
            mock.push_entry(&mut self.text, &global.source, &global.methods);
            self.mocks += 1;
            mocks.push(mock);
        }
        Ok(mocks)
    }

    /// Adds a test that does not run, and whose attributes are wrong.
    fn only_named(&mut self, index: usize, function: &TestFunction) {
        let filter = self.selection.filter.as_deref().unwrap_or_default();
        if !title(&self.selection.file, Some(&function.name)).contains(filter) {
            return;
        }
        let expected = Expected { compile_fails: compile_fails(function), ..Expected::default() };
        self.tests.push(Test {
            name: function.name.clone(),
            function: index,
            span: function.span,
            entry: String::new(),
            call: 0,
            threads: [1; 3],
            groups: None,
            wave: None,
            sections: Vec::new(),
            mocks: Vec::new(),
            bindings: Vec::new(),
            property: None,
            expected,
            deadline: DEADLINE,
            skipped: None,
            tags: Vec::new(),
        });
    }

    fn test(
        &mut self,
        (index, function): (usize, &TestFunction),
        name: &str,
        arguments: Vec<String>,
        callee: &str,
        (property, mocks): (Option<Property>, &[Mock]),
    ) -> Result<(), Wrong> {
        if self.names.insert(name.to_owned(), function.span).is_some() {
            return Err((function.span, format!("has the name '{name}' of another one")));
        }
        let mut leaves = Vec::new();
        match function.sections.is_empty() {
            true => leaves.push((name.to_owned(), Vec::new())),
            false => push_leaves(&function.sections, name, &[], &mut leaves),
        }
        let filter = self.selection.filter.as_deref().unwrap_or_default();
        leaves.retain(|(name, _)| title(&self.selection.file, Some(name)).contains(filter));
        if leaves.is_empty() {
            return Ok(());
        }
        let wave = function.find("wave").map(sizes).transpose()?;
        let threads = match (function.find("threads"), wave, &property) {
            (Some(threads), ..) => sizes(threads)?,
            (None, Some(wave), _) => wave,
            (None, None, Some(_)) => [64, 1, 1],
            (None, None, None) => [1, 1, 1],
        };
        let groups = function.find("groups").map(sizes).transpose()?;
        if property.is_some() && (threads[1..] != [1, 1] || groups.is_some()) {
            return Err((function.span, "has '[[property]]', whose cases are lanes in one dimension".to_owned()));
        }
        let same = |key: &&Key| (key.0, key.1) == (property.is_some(), threads);
        let last = self.arms.keys().rfind(same).copied();
        let key = match last {
            Some(key) if self.arms[&key].len() < MOST_CALLS => key,
            Some((is_property, threads, part)) => (is_property, threads, part + 1),
            None => (property.is_some(), threads, 0),
        };
        let mut call = 0;
        if !self.selection.left_out.contains(&index) {
            let arms = self.arms.entry(key).or_default();
            call = arms.len() as u32;
            arms.push(format!("{callee}({});", arguments.join(", ")));
        }
        let text =
            |attribute: &TestAttribute| attribute.args.first().map_or("", |text| text.trim_matches('"')).to_owned();
        let tags = function.all("tag").flat_map(|tag| &tag.args).map(|tag| tag.trim_matches('"').to_owned()).collect();
        let test = Test {
            name: String::new(),
            function: index,
            span: function.span,
            entry: entry_name(key.0, key.1, key.2),
            call,
            threads,
            groups,
            wave: wave.map(|sizes| lanes(function, sizes)).transpose()?,
            sections: Vec::new(),
            mocks: mocks.to_vec(),
            bindings: function.all("bind").map(binding).collect::<Result<_, _>>()?,
            property,
            expected: expected(function)?,
            deadline: deadline(function)?,
            skipped: function.find("skip").map(text),
            tags,
        };
        self.tests.extend(leaves.into_iter().map(|(name, sections)| Test { name, sections, ..test.clone() }));
        Ok(())
    }
}

fn cannot_fill(span: base::source::Span, ty: &str) -> Wrong {
    (span, format!("cannot fill a resource of type '{ty}'"))
}

/// The values for the parameters with `[[values(…)]]`, in all combinations; none if some have no values.
fn products(function: &TestFunction) -> Vec<Vec<String>> {
    let drawn: Vec<&TestParam> = function.params.iter().filter(|param| param.takes_value()).collect();
    let lists: Option<Vec<&[String]>> = drawn.iter().map(|param| param.values()).collect();
    let lists = lists.filter(|lists| !lists.is_empty() && function.find("property").is_none());
    let mut found = vec![Vec::new(); usize::from(lists.is_some())];
    for list in lists.into_iter().flatten() {
        let with = |before: &Vec<String>| {
            let before = before.clone();
            list.iter().map(move |value| [&before[..], std::slice::from_ref(value)].concat())
        };
        found = found.iter().flat_map(with).collect();
    }
    found
}

/// The lanes of a wave that has as many threads.
fn lanes(function: &TestFunction, sizes: [u32; 3]) -> Result<u32, Wrong> {
    let lanes = sizes.iter().fold(1u32, |all, size| all.saturating_mul(*size));
    let wrong = || (function.span, format!("has a wave of {lanes} threads, and the most is {MOST_LANES}"));
    lanes.checked_next_power_of_two().filter(|lanes| *lanes <= MOST_LANES).ok_or_else(wrong)
}

/// The sections without sections in them, each with the way to it.
fn push_leaves(sections: &[Section], name: &str, path: &[u32], leaves: &mut Vec<(String, Vec<u32>)>) {
    for section in sections {
        let (name, path) = (format!("{name} / {}", section.name), [path, &[section.number]].concat());
        match section.inner.is_empty() {
            true => leaves.push((name, path)),
            false => push_leaves(&section.inner, &name, &path, leaves),
        }
    }
}

/// The arguments of a call: the values in their order, resources, and what semantics represent.
fn arguments(function: &TestFunction, values: &[String], mocks: &[Mock]) -> Vec<String> {
    let (mut values, mut mocks) = (values.iter(), mocks.iter());
    let argument = |param: &TestParam| match param.semantic.as_deref() {
        Some(semantic) => match SEMANTICS.iter().find(|(name, _)| name.eq_ignore_ascii_case(semantic)) {
            // It may have fewer components, or signed ones.
            Some((_, name)) => format!("({}){name}", param.ty),
            None => semantic.to_owned(),
        },
        None if param.mock().is_some() => mocks.next().map(|mock| mock.name().to_owned()).unwrap_or_default(),
        None => values.next().cloned().unwrap_or_default(),
    };
    function.params.iter().map(argument).collect()
}

/// The semantics of parameters, with the parameters of the entry points.
const SEMANTICS: [(&str, &str); 4] = [
    ("SV_DispatchThreadID", "__hlsl2spirv_id"),
    ("SV_GroupThreadID", "__hlsl2spirv_thread"),
    ("SV_GroupID", "__hlsl2spirv_group"),
    ("SV_GroupIndex", "__hlsl2spirv_index"),
];

fn entry_name(is_property: bool, [x, y, z]: [u32; 3], part: usize) -> String {
    let what = if is_property { "properties" } else { "tests" };
    format!("__hlsl2spirv_{what}_{x}_{y}_{z}_{part}")
}

fn push_entry(text: &mut String, name: &str, (is_property, [x, y, z]): (bool, [u32; 3]), arms: &[String]) {
    let _ = writeln!(
        text,
        "[shader(\"compute\")] [numthreads({x}, {y}, {z})] void {name}(uint3 __hlsl2spirv_id : SV_DispatchThreadID, \
         uint3 __hlsl2spirv_thread : SV_GroupThreadID, uint3 __hlsl2spirv_group : SV_GroupID, \
         uint __hlsl2spirv_index : SV_GroupIndex) {{"
    );
    if is_property {
        text.push_str("    uint __hlsl2spirv_at = 64 + __hlsl2spirv_id.x * __hlsl2spirv_in.Load(8);\n");
        text.push_str("    if (__hlsl2spirv_id.x >= __hlsl2spirv_in.Load(12)) return;\n");
    }
    text.push_str("    switch (__hlsl2spirv_in.Load(0)) {\n");
    for (number, arm) in arms.iter().enumerate() {
        let _ = writeln!(text, "    case {number}: {arm} break;");
    }
    text.push_str("    default: break;\n    }\n");
    match is_property {
        true => text.push_str("    __hlsl2spirv_out.Store(4 * __hlsl2spirv_id.x, __hlsl2spirv_state());\n}\n"),
        false => text.push_str("    __hlsl2spirv_out.InterlockedMax(0, __hlsl2spirv_state());\n}\n"),
    }
}

/// The numbers of `[[threads]]` or `[[groups]]`.
fn sizes(attribute: &TestAttribute) -> Result<[u32; 3], Wrong> {
    let mut sizes = [1; 3];
    for (size, text) in sizes.iter_mut().zip(&attribute.args) {
        let wrong = || (attribute.span, format!("has '{text}' in '[[{}(…)]]' instead of a number", attribute.name));
        *size = text.trim_end_matches(['u', 'U']).parse().ok().filter(|size| *size > 0).ok_or_else(wrong)?;
    }
    Ok(sizes)
}

/// The time of `[[deadline(seconds)]]`.
fn deadline(function: &TestFunction) -> Result<Duration, Wrong> {
    let Some(attribute) = function.find("deadline") else { return Ok(DEADLINE) };
    let text = &attribute.args[0];
    let wrong = || (attribute.span, format!("has '{text}' in '[[deadline(…)]]' instead of a number of seconds"));
    let seconds =
        text.trim_end_matches(['f', 'F']).parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.filter(|seconds| !seconds.is_zero()).ok_or_else(wrong)
}

/// A name and the contents for it: `[[bind("frame", "{time: 0.5}")]]`.
fn binding(attribute: &TestAttribute) -> Result<(String, Contents), Wrong> {
    let [name, contents] = [0, 1].map(|at| attribute.args[at].trim_matches('"'));
    let contents = Contents::parse(contents).map_err(|error| (attribute.span, format!("binds '{name}': {error}")))?;
    Ok((name.to_owned(), contents))
}

fn expected(function: &TestFunction) -> Result<Expected, Wrong> {
    let mut findings = Vec::new();
    for attribute in function.all("finds") {
        let name = attribute.args[0].trim_matches('"').to_owned();
        let line = attribute.args.get(1).and_then(|line| line.parse().ok());
        let is_known = check::Checks::parse(&name, check::Rules::default()).is_ok();
        if !is_known || attribute.args.len() == 2 && line.is_none() {
            return Err((attribute.span, format!("expects the finding '{name}', and there is no such check or line")));
        }
        findings.push((name, line));
    }
    Ok(Expected { fails: function.find("fails").is_some(), compile_fails: compile_fails(function), findings })
}

/// The code of the error that must be reported.
fn compile_fails(function: &TestFunction) -> Option<String> {
    let attribute = function.find("compile_fails")?;
    Some(attribute.args.first().map_or("", |code| code.trim_matches('"')).to_owned())
}

fn property(function: &TestFunction, instance: Option<&str>) -> Result<Property, Wrong> {
    let wrong = |what: String| (function.span, what);
    let cases = match function.find("property").and_then(|property| property.args.first()) {
        Some(text) => text
            .trim_end_matches(['u', 'U'])
            .parse()
            .ok()
            .filter(|count| *count > 0)
            .ok_or_else(|| wrong(format!("has '{text}' in '[[property(…)]]' instead of the number of its cases")))?,
        None => CASES,
    };
    let mut params = Vec::new();
    for param in function.params.iter().filter(|param| param.takes_value()) {
        let is_known = numeric(&param.ty).is_some();
        let ty = instance.filter(|_| !is_known).unwrap_or(&param.ty);
        let Some((kind, count)) = numeric(ty) else {
            return Err((
                param.span,
                format!("has an input of type '{ty}'; those of properties are scalars, vectors and matrices"),
            ));
        };
        let domain = domain(param)?;
        params.push(Param { ty: ty.to_owned(), kind, count, domain });
    }
    Ok(Property { cases, params })
}

fn domain(param: &TestParam) -> Result<Domain, Wrong> {
    let Some(attribute) = param.attributes.first() else { return Ok(Domain::Finite) };
    let number = |text: &String| {
        let text = text.replace(' ', "");
        let digits = text.trim_end_matches(['f', 'F', 'u', 'U', 'l', 'L', 'h', 'H']);
        let wrong = || (attribute.span, format!("has '{text}' instead of a number in '[[{}(…)]]'", attribute.name));
        digits.parse::<f64>().ok().filter(|number| number.is_finite()).ok_or_else(wrong)
    };
    let numbers = attribute.args.iter().map(number).collect::<Result<Vec<f64>, Wrong>>()?;
    match (&attribute.name[..], &numbers[..]) {
        ("any", _) => Ok(Domain::Any),
        ("range", &[low, high]) if low <= high => Ok(Domain::Range(low, high)),
        ("range", _) => Err((attribute.span, "has a range whose end is before its start".to_owned())),
        _ => Ok(Domain::OneOf(numbers)),
    }
}

/// The names of scalar types, with their kinds.
const SCALARS: &[(&str, Kind)] = &[
    ("bool", Kind::Bool),
    ("int", Kind::Int(32)),
    ("int32_t", Kind::Int(32)),
    ("int16_t", Kind::Int(16)),
    ("int64_t", Kind::Int(64)),
    ("min16int", Kind::Int(16)),
    ("uint", Kind::Uint(32)),
    ("dword", Kind::Uint(32)),
    ("uint32_t", Kind::Uint(32)),
    ("uint16_t", Kind::Uint(16)),
    ("uint64_t", Kind::Uint(64)),
    ("min16uint", Kind::Uint(16)),
    ("float", Kind::Float(32)),
    ("float32_t", Kind::Float(32)),
    ("half", Kind::Float(16)),
    ("float16_t", Kind::Float(16)),
    ("min16float", Kind::Float(16)),
    ("double", Kind::Float(64)),
    ("float64_t", Kind::Float(64)),
];

/// The kind and the number of the components of a type.
fn numeric(ty: &str) -> Option<(Kind, u32)> {
    let ty = ty.replace(' ', "");
    let ty = ty.strip_prefix("const").unwrap_or(&ty);
    if let Some(inner) = ty.strip_prefix("vector<").or_else(|| ty.strip_prefix("matrix<")) {
        let mut parts = inner.strip_suffix('>')?.split(',');
        let (kind, 1) = numeric(parts.next()?)? else { return None };
        let counts = parts.map(|part| part.parse::<u32>().ok()).collect::<Option<Vec<u32>>>()?;
        return Some((kind, counts.iter().product()));
    }
    let (_, kind) = SCALARS.iter().find(|(name, _)| {
        let rest = ty.strip_prefix(name);
        rest.is_some_and(|rest| shape(rest).is_some())
    })?;
    let rest = SCALARS.iter().filter_map(|(name, own)| ty.strip_prefix(name).filter(|_| own == kind));
    Some((*kind, rest.filter_map(shape).next()?))
}

/// The number of components that the end of a type's name says: nothing, `3` or `4x4`.
fn shape(rest: &str) -> Option<u32> {
    let digit = |text: &str| text.parse::<u32>().ok().filter(|count| text.len() == 1 && (1..=4).contains(count));
    match rest.split_once('x') {
        None if rest.is_empty() => Some(1),
        None => digit(rest),
        Some((rows, columns)) => Some(digit(rows)? * digit(columns)?),
    }
}

/// The expressions that read the inputs of a property.
fn loads(params: &[Param]) -> Vec<String> {
    let mut at = 0;
    let mut word = || {
        at += 4;
        format!("__hlsl2spirv_in.Load(__hlsl2spirv_at + {})", at - 4)
    };
    let one = |param: &Param| {
        let components: Vec<String> = (0..param.count)
            .map(|_| match param.kind {
                Kind::Bool => format!("{} != 0", word()),
                Kind::Int(64) | Kind::Uint(64) => {
                    let (low, high) = (word(), word());
                    let both = format!("(uint64_t({low}) | uint64_t({high}) << 32)");
                    if param.kind == Kind::Int(64) { format!("int64_t{both}") } else { both }
                }
                Kind::Float(64) => {
                    let (low, high) = (word(), word());
                    format!("asdouble({low}, {high})")
                }
                Kind::Int(_) => format!("asint({})", word()),
                Kind::Uint(_) => word(),
                Kind::Float(_) => format!("asfloat({})", word()),
            })
            .collect();
        let ty = param.ty.trim_start_matches("const ");
        match param.count {
            1 => format!("({ty})({})", components.join(", ")),
            _ => format!("{ty}({})", components.join(", ")),
        }
    };
    params.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_types_say_kind_and_number() {
        assert_eq!(numeric("float"), Some((Kind::Float(32), 1)));
        assert_eq!(numeric("int16_t3"), Some((Kind::Int(16), 3)));
        assert_eq!(numeric("uint64_t"), Some((Kind::Uint(64), 1)));
        assert_eq!(numeric("min16float4x4"), Some((Kind::Float(16), 16)));
        assert_eq!(numeric("vector<half, 2>"), Some((Kind::Float(16), 2)));
        assert_eq!(numeric("const bool2"), Some((Kind::Bool, 2)));
        assert_eq!([numeric("S"), numeric("float5"), numeric("Texture2D<float4>")], [None; 3]);
    }
}
