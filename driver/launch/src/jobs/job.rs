//! Job files: JSON to jobs, with errors that have locations. [`steps`] reads what a job does, [`named`] what its steps share.

pub(crate) mod named;
pub(crate) mod steps;

use crate::kernels::compare::Tolerance;
use crate::kernels::contents::Contents;
use crate::kernels::element::Element;
use crate::kernels::textures::Texture;
use check::{Check, Checks, Rules, Schedule};
use library::files::names::to_text;
use library::files::reading;
use named::Named;
use runner::buffers::Bytes;
use runner::stages::rows::Stage as Kind;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use steps::Step;

/// Steps over the same resources, and what they must give.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) steps: Vec<Step>,
    /// True if the job lists its steps: each binds what its shaders have of the resources.
    pub(crate) is_list: bool,
    /// Targets, meshes and others that say themselves what they are.
    pub(crate) named: Vec<(String, Named)>,
    /// Names in shaders, with those of the resources behind them: in each step that binds nothing else to them.
    pub(crate) aliases: Vec<(String, String)>,
    pub(crate) bindings: Vec<(String, Contents)>,
    /// The names of those of which every element must be written.
    pub(crate) written: Vec<String>,
    pub(crate) expect: Vec<Expectation>,
    pub(crate) deadline: f64,
    pub(crate) checking: Checking,
}

/// The checks of a job.
#[derive(Debug, Default)]
pub(crate) struct Checking {
    /// The checks, if the job names them.
    pub(crate) checks: Option<Checks>,
    /// The schedules, if the job requires other ones than the usual.
    pub(crate) schedules: Vec<Schedule>,
    /// The numbers of lanes in a wave, in the same way.
    pub(crate) waves: Vec<u32>,
    /// The findings that there must be, and no others, if the job says so.
    pub(crate) findings: Option<Vec<ExpectedFinding>>,
}

/// A finding that a job expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ExpectedFinding {
    pub(crate) check: Check,
    pub(crate) line: Option<u32>,
    /// The line of a place that belongs to it.
    pub(crate) with: Option<u32>,
}

/// The stage of a shader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stage {
    #[default]
    Compute,
    /// A stage of a draw.
    Drawn(Kind),
    /// A library of ray shaders, of which at most this many rays are open at once.
    Rays(u32),
    /// A library of nodes.
    Nodes,
}

/// All that a kernel is made of.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Code {
    pub(crate) source: PathBuf,
    pub(crate) stage: Stage,
    pub(crate) entry: Option<String>,
    pub(crate) options: Vec<String>,
    pub(crate) constants: Vec<(u32, u64)>,
    /// The size of a workgroup, for kernels that leave it to the host.
    pub(crate) group_size: Option<[u32; 3]>,
    /// The bytes of arguments in memory of the workgroup.
    pub(crate) group_memory: Vec<(String, u64)>,
}

impl Job {
    /// The files that it names, all of which are read.
    pub(crate) fn files(&self, folder: &Path) -> Vec<String> {
        let own = self.named.iter().flat_map(|(_, named)| named.files());
        let bound = self.bindings.iter().map(|(_, contents)| contents);
        let contents = bound.chain(self.expect.iter().map(|expectation| &expectation.contents));
        let named = contents.flat_map(Contents::files).map(Path::new);
        let named = named.chain(own.map(Path::new));
        let named = named.chain(self.steps.iter().flat_map(|step| &step.codes).map(|code| code.source.as_path()));
        named.map(|file| to_text(folder.join(file).as_os_str()).into_owned()).collect()
    }
}

/// The expected contents of a binding.
#[derive(Debug)]
pub(crate) struct Expectation {
    pub(crate) name: String,
    pub(crate) contents: Contents,
    /// The type in which bytes are compared; that of the module when not given.
    pub(crate) element: Option<Element>,
    pub(crate) tolerance: Tolerance,
    /// The permitted difference of each component of a picture, in steps of eight bits.
    pub(crate) steps: [f64; 4],
    /// The given number of texels of a picture may differ by more than the tolerance.
    pub(crate) texels: usize,
}

/// The default deadline of a job in seconds.
const DEADLINE: f64 = 60.0;

/// The most seeds of a job.
const MOST_SEEDS: u64 = 10_000;

type Result<T> = std::result::Result<T, String>;

/// An entry of a file: its name in the report, and the job or the reason why it cannot be run.
pub(crate) struct Entry {
    pub(crate) title: String,
    pub(crate) job: Result<Job>,
}

/// Reads a file: a job, or an object with a list of `jobs`.
pub(crate) fn read(path: &Path) -> Result<Vec<Entry>> {
    let bytes =
        reading::read_bytes(&to_text(path.as_os_str())).map_err(|error| format!("cannot read the file: {error}"))?;
    parse(std::str::from_utf8(&bytes).map_err(|error| format!("not a text file: {error}"))?)
}

fn parse(text: &str) -> Result<Vec<Entry>> {
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let fields = object(&value, "the file")?;
    match fields.get("jobs") {
        None => Ok(vec![entry(0, &value)]),
        Some(Value::Array(jobs)) if fields.len() == 1 && !jobs.is_empty() => {
            Ok(jobs.iter().enumerate().map(|(index, value)| entry(index, value)).collect())
        }
        Some(_) => Err("'jobs' must be a list of jobs, without other fields".to_owned()),
    }
}

fn entry(index: usize, value: &Value) -> Entry {
    let name = value.get("name").and_then(Value::as_str);
    let title = name.map_or_else(|| format!("job {}", index + 1), str::to_owned);
    Entry { title, job: object(value, "a job").and_then(job) }
}

/// The other fields of a job.
const FIELDS: &[&str] = &[
    "name",
    "dispatches",
    "steps",
    "resources",
    "bindings",
    "expect",
    "deadline",
    "check",
    "rules",
    "schedules",
    "seeds",
    "waves",
    "findings",
];

/// The fields of a job that is debugged.
pub const FIELDS_TO_LOOK_AT: &[&[&str]] =
    &[&["dispatches", "steps", "resources", "bindings", "expect", "check", "rules", "waves"], steps::DISPATCH];

/// The job that these fields are, which may expect nothing: it is debugged.
///
/// # Errors
/// When they are none.
pub(crate) fn to_look_at(fields: &Map<String, Value>) -> Result<Job> {
    job_of(fields, false)
}

fn job(fields: &Map<String, Value>) -> Result<Job> {
    job_of(fields, true)
}

fn job_of(fields: &Map<String, Value>, must_expect: bool) -> Result<Job> {
    known(fields, &[FIELDS, steps::DISPATCH])?;
    fields.get("name").map(|value| string(value, "name")).transpose()?;
    let own = steps::read(fields)?;
    let mut named = named::read(fields.get("resources"))?;
    named::add_resolved(&own, &mut named);
    let checking = checking(fields)?;
    // Findings may be all that a job expects.
    let expect = match (fields.get("expect"), &checking.findings) {
        (None, Some(_)) => Vec::new(),
        (None, None) if !must_expect => Vec::new(),
        (expect, _) => expectations(expect)?,
    };
    let (bindings, aliases) = bindings(fields.get("bindings"))?;
    if let Some((name, _)) = named.iter().find(|(name, _)| bindings.iter().any(|(own, _)| own == name)) {
        return Err(format!("'{name}' is a resource and a binding"));
    }
    Ok(Job {
        steps: own,
        is_list: fields.contains_key("dispatches") || fields.contains_key("steps"),
        named,
        aliases,
        written: written(fields.get("bindings"))?,
        bindings,
        expect,
        deadline: fields.get("deadline").map_or(Ok(DEADLINE), seconds)?,
        checking,
    })
}

/// The rules with a name.
///
/// # Errors
/// When there are none.
pub fn rules_of(name: &str) -> Result<Rules> {
    let known = Rules::NAMES.iter().find(|(known, _)| *known == name);
    known
        .map(|(_, rules)| *rules)
        .ok_or_else(|| format!("unknown rules '{name}': expected hlsl, vulkan or vulkan-robust"))
}

/// The checks of a job, and what they must find.
fn checking(fields: &Map<String, Value>) -> Result<Checking> {
    let rules = match fields.get("rules").map(|value| string(value, "'rules'")).transpose()? {
        None => Rules::default(),
        Some(name) => rules_of(&name)?,
    };
    let list = match fields.get("check") {
        None => None,
        Some(Value::Object(levels)) => {
            let one = |(name, level): (&String, &Value)| Ok(format!("{name}={}", string(level, "a severity")?));
            Some(levels.iter().map(one).collect::<Result<Vec<_>>>()?.join(","))
        }
        Some(value) => Some(string(value, "'check'")?),
    };
    let checks =
        list.map(|list| Checks::parse(&list, rules)).transpose().map_err(|error| format!("'check': {error}"))?;
    let other =
        ["rules", "schedules", "seeds", "waves", "findings"].into_iter().find(|name| fields.contains_key(*name));
    if let (None, Some(name)) = (&checks, other) {
        return Err(format!("'{name}' requires 'check'"));
    }
    Ok(Checking {
        checks,
        schedules: schedules(fields)?,
        waves: waves(fields.get("waves"))?,
        findings: fields.get("findings").map(findings).transpose()?,
    })
}

/// The findings that there must be.
pub(super) fn findings(value: &Value) -> Result<Vec<ExpectedFinding>> {
    let list = value.as_array().ok_or_else(|| "'findings' must be a list".to_owned())?;
    list.iter().map(|value| expected_finding(value).map_err(|error| format!("'findings': {error}"))).collect()
}

fn expected_finding(value: &Value) -> Result<ExpectedFinding> {
    let fields = object(value, "it")?;
    known(fields, &[&["check", "line", "with"]])?;
    let name = fields.get("check").map(|name| string(name, "'check'")).transpose()?.unwrap_or_default();
    let check = Check::from_name(&name).ok_or_else(|| format!("unknown check '{name}'"))?;
    let line = |name: &str| {
        let number = |value: &Value| value.as_u64().and_then(|line| u32::try_from(line).ok());
        fields.get(name).map(|value| number(value).ok_or_else(|| format!("'{name}' must be a line number"))).transpose()
    };
    Ok(ExpectedFinding { check, line: line("line")?, with: line("with")? })
}

/// `"schedules": 16` for the given number of seeds, `"seeds": [8, 24]` for those from one on and below another.
fn schedules(fields: &Map<String, Value>) -> Result<Vec<Schedule>> {
    let range = match (fields.get("schedules"), fields.get("seeds")) {
        (None, None) => return Ok(Vec::new()),
        (Some(count), None) => count.as_u64().map(|count| 0..count),
        (None, Some(Value::Array(list))) => match &list[..] {
            [start, end] => start.as_u64().zip(end.as_u64()).map(|(start, end)| start..end),
            _ => None,
        },
        (_, Some(_)) => None,
    };
    let range = range.filter(|range| !range.is_empty() && range.end - range.start <= MOST_SEEDS);
    let range = range.ok_or_else(|| {
        format!("'schedules' must be a number of seeds, or 'seeds' a range [first, end], at most {MOST_SEEDS}")
    })?;
    Ok(range.map(Schedule::Random).collect())
}

fn waves(value: Option<&Value>) -> Result<Vec<u32>> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let list = value.as_array().filter(|list| !list.is_empty()).ok_or_else(|| "'waves' must be a list".to_owned())?;
    let wave = |value: &Value| value.as_u64().filter(|wave| wave.is_power_of_two() && *wave <= 128);
    let one = |value: &Value| wave(value).map(|wave| wave as u32).ok_or_else(|| format!("invalid wave size {value}"));
    list.iter().map(one).collect()
}

fn known(fields: &Map<String, Value>, lists: &[&[&str]]) -> Result<()> {
    let Some(unknown) = fields.keys().find(|key| !lists.concat().contains(&key.as_str())) else { return Ok(()) };
    Err(format!("unknown field '{unknown}'; expected one of {}", lists.concat().join(", ")))
}

/// `{"cache": 1024}`: the bytes of arguments in memory of the workgroup.
fn group_memory(value: Option<&Value>) -> Result<Vec<(String, u64)>> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let one = |(name, value): (&String, &Value)| {
        let bytes = value.as_u64().ok_or_else(|| format!("'group_memory': '{name}' is not a number of bytes"))?;
        Ok((name.clone(), bytes))
    };
    object(value, "'group_memory'")?.iter().map(one).collect()
}

/// `{"source": "a"}`: what the shader calls `source` is the binding `a` of the job.
fn renamed(value: Option<&Value>) -> Result<Vec<(String, String)>> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let one = |(name, value): (&String, &Value)| Ok((name.clone(), string(value, &format!("'bind': '{name}'"))?));
    object(value, "'bind'")?.iter().map(one).collect()
}

fn object<'v>(value: &'v Value, what: &str) -> Result<&'v Map<String, Value>> {
    value.as_object().ok_or_else(|| format!("{what} is not an object"))
}

fn string(value: &Value, what: &str) -> Result<String> {
    value.as_str().map(str::to_owned).ok_or_else(|| format!("{what} is not a string"))
}

fn seconds(value: &Value) -> Result<f64> {
    value.as_f64().filter(|seconds| *seconds > 0.0).ok_or_else(|| "'deadline' must be a number of seconds".to_owned())
}

fn options(value: Option<&Value>) -> Result<Vec<String>> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let list = value.as_array().ok_or_else(|| "'options' must be a list".to_owned())?;
    list.iter().map(|option| string(option, "an option")).collect()
}

/// `{"0": 5}` or `{"0": "f32:1.5"}`: ids of specialisation constants with their values.
///
/// # Errors
/// When it is something else.
pub fn constants(value: Option<&Value>) -> Result<Vec<(u32, u64)>> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let one = |(number, value): (&String, &Value)| {
        let number = number.parse().map_err(|_| format!("invalid constant id '{number}'"))?;
        let bits = match value {
            Value::Bool(value) => u64::from(*value),
            Value::Number(value) => match (value.as_u64(), value.as_i64()) {
                (Some(value), _) => value,
                (None, Some(value)) => value.cast_unsigned(),
                (None, None) => return Err(format!("{value} is not an integer; use \"f32:{value}\"")),
            },
            other => match contents(other)? {
                Contents::Numbers(element, bytes) => element.split(&bytes).next().unwrap_or(0),
                _ => return Err("constant must be a number".to_owned()),
            },
        };
        Ok((number, bits))
    };
    object(value, "'constants'")?.iter().map(one).collect()
}

/// A list of up to three numbers, the others being 1.
fn along_axes(value: &Value, name: &str, what: &str) -> Result<[u32; 3]> {
    let wrong = || format!("'{name}' must be a list of one to three {what}");
    let list = value.as_array().filter(|list| (1..=3).contains(&list.len())).ok_or_else(wrong)?;
    let mut groups = [1; 3];
    for (groups, value) in groups.iter_mut().zip(list) {
        *groups = value.as_u64().and_then(|count| u32::try_from(count).ok()).ok_or_else(wrong)?;
    }
    Ok(groups)
}

/// A binding may be a list: an image and its sampler share a name. `{"of": "shadow"}` is a resource under another name.
#[expect(clippy::type_complexity, reason = "two lists with names")]
fn bindings(value: Option<&Value>) -> Result<(Vec<(String, Contents)>, Vec<(String, String)>)> {
    let Some(value) = value else { return Ok((Vec::new(), Vec::new())) };
    let (mut all, mut aliases) = (Vec::new(), Vec::new());
    for (name, value) in object(value, "'bindings'")? {
        let list = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
        for value in list {
            let mut value = value.clone();
            if let Some(fields) = value.as_object_mut() {
                fields.remove("written");
                if let (Some(of), 1) = (fields.get("of").and_then(Value::as_str), fields.len()) {
                    aliases.push((name.clone(), of.to_owned()));
                    continue;
                }
            }
            all.push((name.clone(), contents(&value).map_err(|error| format!("binding '{name}': {error}"))?));
        }
    }
    Ok((all, aliases))
}

/// The names of bindings with `"written": "all"` beside their contents.
fn written(value: Option<&Value>) -> Result<Vec<String>> {
    let mut all = Vec::new();
    for (name, value) in value.map(|value| object(value, "'bindings'")).transpose()?.into_iter().flatten() {
        match value.get("written") {
            None => {}
            Some(Value::String(text)) if text == "all" => all.push(name.clone()),
            Some(_) => return Err(format!("binding '{name}': 'written' can only be \"all\"")),
        }
    }
    Ok(all)
}

/// The contents that there must be.
pub(super) fn expectations(value: Option<&Value>) -> Result<Vec<Expectation>> {
    let fields = value.map(|value| object(value, "'expect'")).transpose()?.filter(|fields| !fields.is_empty());
    let Some(fields) = fields else { return Err("job has no expectations".to_owned()) };
    let one = |(name, value): (&String, &Value)| {
        expectation(name, value).map_err(|error| format!("expected contents of '{name}': {error}"))
    };
    fields.iter().map(one).collect()
}

/// Contents, with `"ulp"` or `"absolute"` beside the numbers.
fn expectation(name: &str, value: &Value) -> Result<Expectation> {
    let mut value = value.clone();
    let mut tolerance = Tolerance::default();
    let mut element = None;
    let (mut texels, mut steps) = (0, Steps::All([0.0; 4]));
    if let Some(fields) = value.as_object_mut() {
        if let Some(ulp) = fields.remove("ulp") {
            tolerance.ulp = ulp.as_u64().ok_or_else(|| "'ulp' must be a number".to_owned())?;
        }
        if let Some(absolute) = fields.remove("absolute") {
            (tolerance.absolute, steps) = permitted(&absolute)?;
        }
        if let Some(ty) = fields.remove("as") {
            let named = ty.as_str().and_then(Element::from_name);
            element = Some(named.ok_or_else(|| "'as' must be a type".to_owned())?);
        }
        if let Some(count) = fields.remove("texels") {
            texels = count.as_u64().ok_or_else(|| "'texels' must be a number".to_owned())? as usize;
        }
    }
    let contents = contents(&value)?;
    if let Contents::Numbers(first, _) = &contents {
        element = Some(*first);
    }
    let steps = match (steps, contents.file()) {
        (Steps::Each(_), None) => return Err("'absolute' may be a list for a picture alone".to_owned()),
        (Steps::All(steps) | Steps::Each(steps), _) => steps,
    };
    Ok(Expectation { name: name.to_owned(), contents, element, tolerance, steps, texels })
}

/// The permitted difference of the components of a picture.
enum Steps {
    /// The permitted difference of each component.
    All([f64; 4]),
    Each([f64; 4]),
}

/// A number, or one for each component of a picture.
fn permitted(value: &Value) -> Result<(f64, Steps)> {
    if let Some(number) = value.as_f64() {
        return Ok((number, Steps::All([number; 4])));
    }
    let wrong = || "'absolute' must be a number, or for a picture a list of four".to_owned();
    let list = value.as_array().ok_or_else(wrong)?;
    let numbers: Vec<f64> = list.iter().map(Value::as_f64).collect::<Option<_>>().ok_or_else(wrong)?;
    let steps: [f64; 4] = numbers.try_into().map_err(|_| wrong())?;
    Ok((0.0, Steps::Each(steps)))
}

/// Contents of a binding: the text that the command line takes, an object with one type and its numbers, or members by name.
///
/// # Errors
/// When they are none of these.
pub fn contents(value: &Value) -> Result<Contents> {
    if let Some(text) = value.as_str() {
        return Contents::parse(text);
    }
    if value.is_array() {
        return Ok(Contents::Members(value.clone()));
    }
    let fields = object(value, "it")?;
    if Texture::is_one(fields) {
        return Texture::parse(fields).map(|texture| Contents::Texture(Box::new(texture)));
    }
    let mut only = fields.iter();
    match (only.next(), only.next()) {
        (Some((name, value)), None) if name == "contents" => Contents::parse(&string(value, "'contents'")?),
        (Some((name, value)), None) if Element::from_name(name).is_some() => numbers(name, value),
        _ => Ok(Contents::Members(value.clone())),
    }
}

fn numbers(name: &str, value: &Value) -> Result<Contents> {
    let element = Element::from_name(name).ok_or_else(|| format!("unknown type '{name}'"))?;
    let list = value.as_array().ok_or_else(|| format!("'{name}' must be a list of numbers"))?;
    let mut bytes = Vec::new();
    for value in list {
        // Strings represent numbers that JSON lacks: "nan", "-inf", "0xff".
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        bytes.extend_from_slice(&element.parse(&text)?.to_le_bytes()[..element.bytes()]);
    }
    Ok(Contents::Numbers(element, Bytes::from(bytes.as_slice())))
}

#[cfg(test)]
mod tests {
    use super::steps::StepKind;
    use super::*;

    #[test]
    fn a_job_is_read() {
        let jobs = parse(
            r#"{"shader": "a.hlsl", "options": ["-D", "X"], "constants": {"3": "f32:1"}, "dispatch": [4, 2],
                "push": "f32:2;u32:5", "bindings": {"x": {"f32": [1, "nan"]}, "t": ["image:2x2", "sampler:linear"]},
                "expect": {"x": {"f32": [1], "ulp": 2}, "y": {"contents": "file:y.bin", "as": "f32", "absolute": 0.5}}}"#,
        );
        let job = jobs.unwrap().remove(0).job.unwrap();
        let [step] = &job.steps[..] else { panic!("one dispatch") };
        assert!(matches!(step.kind, StepKind::Dispatch([4, 2, 1])), "{step:?}");
        assert_eq!((step.pushed(&[]).unwrap().len(), job.bindings.len()), (8, 3));
        assert_eq!(step.codes[0].constants, [(3, 1f32.to_bits().into())]);
        assert_eq!(job.expect[0].tolerance, Tolerance { ulp: 2, absolute: 0.0 });
        assert_eq!((job.expect[1].element, job.expect[1].tolerance.absolute), (Some(Element::Float(4)), 0.5));
    }

    #[test]
    fn dispatches_take_what_they_do_not_say_from_the_job() {
        let jobs = parse(
            r#"{"shader": "a.hlsl", "push": "u32:1", "bindings": {"x": "zeros:4"}, "expect": {"x": "u32:1"},
                "dispatches": [{"entry": "one", "bind": {"from": "x"}}, {"module": "b.spv", "push": "u32:2;u32:3"}]}"#,
        );
        let job = jobs.unwrap().remove(0).job.unwrap();
        let seen: Vec<_> =
            job.steps.iter().map(|step| (step.codes[0].source.to_str(), step.pushed(&[]).unwrap().len())).collect();
        assert_eq!(seen, [(Some("a.hlsl"), 4), (Some("b.spv"), 8)]);
        assert_eq!(job.steps[0].bind, [("from".to_owned(), "x".to_owned())]);
        assert_eq!(job.files(Path::new("")), ["a.hlsl", "b.spv"]);
    }

    #[test]
    fn checks_are_read() {
        let jobs = parse(
            r#"{"shader": "a.hlsl", "check": {"race": "warning"}, "rules": "vulkan", "schedules": 3, "waves": [4, 32],
                "findings": [{"check": "race", "line": 80, "with": 73}]}"#,
        );
        let Checking { checks, schedules, waves, findings } = jobs.unwrap().remove(0).job.unwrap().checking;
        let checks = checks.unwrap();
        assert_eq!(
            (checks.level(Check::Race), checks.level(Check::Shift)),
            (check::Level::Warning, check::Level::Error)
        );
        assert_eq!((schedules, waves), ([0, 1, 2].map(Schedule::Random).to_vec(), vec![4, 32]));
        assert_eq!(findings, Some(vec![ExpectedFinding { check: Check::Race, line: Some(80), with: Some(73) }]));
    }

    #[test]
    fn mistakes_are_told() {
        let cases = [
            ("[]", "the file is not an object"),
            ("{\"shader\": \"a\", \"expect\": {}, \"dispach\": [1]}", "unknown field 'dispach'"),
            ("{\"expect\": {}}", "missing 'shader' or 'module'"),
            ("{\"shader\": \"a\"}", "no expectations"),
            ("{\"shader\": \"a\", \"expect\": {}}", "no expectations"),
            ("{\"shader\": \"a\", \"expect\": {\"y\": {\"u32\": [1.5]}}}", "contents of 'y': invalid u32 '1.5'"),
            (
                "{\"shader\": \"a\", \"expect\": {\"y\": {\"u32\": [1], \"absolute\": [1, 1, 1, 1]}}}",
                "for a picture alone",
            ),
            (
                "{\"shader\": \"a\", \"expect\": {\"y\": {\"contents\": \"file:a.png\", \"absolute\": [1, 1]}}}",
                "a list of four",
            ),
            ("{\"jobs\": [{\"shader\": 1}]}", "is not a string"),
            ("{\"jobs\": []}", "must be a list of jobs"),
            ("{\"shader\": \"a\", \"expect\": {\"y\": \"u32:1\"}, \"waves\": [4]}", "'waves' requires 'check'"),
            ("{\"shader\": \"a\", \"check\": \"full\", \"waves\": [3], \"findings\": []}", "invalid wave size 3"),
            ("{\"shader\": \"a\", \"check\": \"rcae\", \"findings\": []}", "did you mean 'race'"),
            ("{\"shader\": \"a\", \"check\": \"full\", \"seeds\": [4, 4], \"findings\": []}", "number of seeds"),
            ("{\"shader\": \"a\", \"check\": \"full\", \"findings\": [{\"check\": \"rac\"}]}", "unknown check 'rac'"),
            ("{\"dispatches\": [], \"expect\": {}}", "must be a list of dispatches"),
            ("{\"dispatches\": [{\"shader\": \"a\", \"expect\": {}}]}", "dispatch 1: unknown field 'expect'"),
        ];
        for (text, wanted) in cases {
            let error =
                parse(text).and_then(|jobs| jobs.into_iter().map(|entry| entry.job).collect::<Result<Vec<_>>>());
            let error = error.unwrap_err();
            assert!(error.contains(wanted), "{error}");
        }
    }
}
