//! The report about the variants of shaders, `batch --variants`: how many modules their switches make, and which ones matter.
//!
//! A switch is a macro of which the command lines of a shader with the same other settings have different definitions.

use crate::cubes::{Cube, Difference, Search, Tree};
use crate::list::Entry;
use crate::sets::{Family, Point};
use base::ids::{Map, Set};
use frontend::fingerprint::Fingerprint;
use library::options::settings::{CommandLineMacro, Options};
use library::pipeline::shared::module_cache::settings_as_text;
use serde_json::{Value, json};
use std::fmt::Write;
use std::sync::Arc;

/// The result of one command line.
pub(super) struct Variant {
    /// The module; `None` after an error.
    pub(super) module: Option<Made>,
    /// The macros that the preprocessor looked up.
    pub(super) asked: Arc<[Box<str>]>,
}

/// A module.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Made {
    digest: Fingerprint,
    bytes: usize,
}

impl Made {
    pub(super) fn of(words: &[u32]) -> Self {
        Made { digest: Fingerprint::of_words(words), bytes: words.len() * 4 }
    }
}

/// The variants of all shaders.
#[derive(Default)]
pub(super) struct Variants {
    groups: Map<String, Group>,
}

/// The variants of a shader with the same settings but for macros.
struct Group {
    name: String,
    input: String,
    entry: String,
    profile: String,
    /// All macros, with the numbers of their definitions; `None` where there is none.
    macros: Map<String, Set<Option<String>>>,
    lines: Vec<Line>,
    asked: Set<Box<str>>,
    /// The last line with sets of which a sample was taken.
    sampled: Option<Arc<Family>>,
    /// The combinations of all lines of which one was taken.
    space: u64,
    /// The line with sets whose combinations are known by cubes; it is the only one then.
    in_cubes: Option<Arc<Family>>,
}

struct Line {
    /// Definitions of macros by their numbers; macros behind the end are not defined.
    definitions: Vec<u32>,
    module: Option<Made>,
    /// The number of lines that it represents.
    count: u64,
}

/// The effect of a switch.
enum Effect {
    /// The preprocessor never looks it up.
    NeverLookedUp,
    /// Lines that differ in it alone have the same module.
    None,
    /// Two lines that differ in it alone have different modules: the two definitions, and the others.
    Matters { one: String, other: String, with: String },
    /// No two lines differ in it alone.
    Unknown,
    /// Too many lines would have to be compared.
    Undecided,
}

impl Variants {
    /// Adds the result of a command line.
    pub(super) fn add(&mut self, entry: &Entry, variant: Variant) {
        let options = entry.parsed().options;
        let group = self.groups.entry(key(&options)).or_insert_with(|| Group::new(&options));
        // Those of sets in the order of the sets.
        for (name, _) in entry.place.point().map(Point::definitions).into_iter().flatten() {
            group.macros.entry(name.to_owned()).or_insert_with(|| [None].into_iter().collect());
        }
        let mut definitions = Vec::new();
        for option in &options.preprocess.macros {
            let (name, value) = match option {
                CommandLineMacro::Define(name, value) => (name, Some(value.clone().unwrap_or_else(|| "1".to_owned()))),
                CommandLineMacro::Undefine(name) => (name, None),
                _ => continue,
            };
            let entry = group.macros.entry(name.clone());
            let macro_number = entry.index();
            let values = entry.or_insert_with(|| [None].into_iter().collect());
            let (value_number, _) = values.insert_full(value);
            if definitions.len() <= macro_number {
                definitions.resize(macro_number + 1, 0);
            }
            definitions[macro_number] = value_number as u32;
        }
        group.note_space(entry.place.point());
        group.asked.extend(variant.asked.iter().cloned());
        let count = entry.place.point().map_or(1, Point::count);
        group.lines.push(Line { definitions, module: variant.module, count });
    }

    /// The report as text.
    pub(super) fn text(&self) -> String {
        let mut out = String::new();
        for group in self.groups.values() {
            let (modules, bytes, failed) = group.counts();
            let failures = if failed == 0 { String::new() } else { format!(", {failed} with errors") };
            let (lines, modules) = (counted(group.lines(), "line"), counted(modules as u64, "distinct module"));
            let counts = match group.sampled {
                Some(_) => format!("a sample of {lines} of {} combinations, at least {modules}", group.space),
                None => format!("{lines}, {modules}"),
            };
            let _ = writeln!(out, "{}: {counts}, {bytes} bytes{failures}", group.name);
            for (name, effect) in group.switches() {
                let _ = writeln!(out, "  {name}: {}", effect.text(name));
            }
        }
        out
    }

    /// The report as JSON.
    pub(super) fn json(&self) -> String {
        let groups: Vec<Value> = self.groups.values().map(Group::json).collect();
        format!("{:#}\n", json!({ "version": env!("CARGO_PKG_VERSION"), "shaders": groups }))
    }
}

fn counted(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// What the lines of a group have in common.
pub(super) fn key(options: &Options) -> String {
    let folders = &options.preprocess.include_directories;
    format!("{:?} {folders:?} {}", options.input, settings_as_text(options))
}

impl Group {
    fn new(options: &Options) -> Self {
        let input = options.input.clone().unwrap_or_default();
        let profile = options.profile().map_or_else(String::new, |profile| profile.to_string());
        let entry = options.entry().to_owned();
        let (macros, asked) = (Map::default(), Set::default());
        let name = format!("{input} {profile} {entry}");
        let lines = Vec::new();
        Group { name, input, entry, profile, macros, lines, asked, sampled: None, space: 0, in_cubes: None }
    }

    /// Takes note of a line with sets of which this is a combination, if not all are compiled. Its combinations come one after
    /// another.
    fn note_space(&mut self, point: Option<&Point>) {
        let Some(Point { family, .. }) = point else { return };
        if family.cubes().is_some() {
            self.in_cubes = Some(Arc::clone(family));
        }
        if !family.is_sampled() {
            return;
        }
        if self.sampled.as_ref().is_none_or(|last| !Arc::ptr_eq(last, family)) {
            self.space = self.space.saturating_add(family.combinations());
            self.sampled = Some(Arc::clone(family));
        }
    }

    /// The number of lines.
    fn lines(&self) -> u64 {
        self.lines.iter().map(|line| line.count).sum()
    }

    /// The number of distinct modules, the bytes of all of those, and the lines with errors.
    fn counts(&self) -> (usize, usize, u64) {
        let mut distinct: Map<Fingerprint, usize> = Map::default();
        distinct.extend(self.lines.iter().filter_map(|line| line.module).map(|made| (made.digest, made.bytes)));
        let failed = self.lines.iter().filter(|line| line.module.is_none()).map(|line| line.count).sum();
        (distinct.len(), distinct.values().sum(), failed)
    }

    /// The macros of which lines have different definitions, with their effects.
    fn switches(&self) -> Vec<(&str, Effect)> {
        let cubes = self.in_cubes.as_ref().map(|family| (family, self.tree(family)));
        let effect = |(number, name): (usize, &str)| match &cubes {
            Some((family, tree)) => self.effect_in(family, tree, name),
            None => self.effect(number, name),
        };
        let macros = self.macros.keys().map(String::as_str).enumerate();
        macros.filter_map(|(number, name)| Some((name, effect((number, name))?))).collect()
    }

    /// The look-ups of the lines, which are cubes of a family, in the order of its cubes.
    fn tree(&self, family: &Family) -> Tree {
        let cubes: Vec<Cube> = family.cubes().into_iter().flatten().map(|(_, cube)| cube.clone()).collect();
        Tree::new(&family.sizes(), &cubes)
    }

    /// The effect of a macro of a family that is known by cubes; `None` if all lines define it alike.
    fn effect_in(&self, family: &Family, tree: &Tree, name: &str) -> Option<Effect> {
        let set = family.set_of(name)?;
        let choices = family.choices_of(set, name);
        if family.sizes()[set] < 2 {
            return None;
        }
        if !self.asked.contains(name) {
            return Some(Effect::NeverLookedUp);
        }
        let pairs: Vec<(u32, u32)> = choices
            .iter()
            .enumerate()
            .flat_map(|(at, one)| choices[at + 1..].iter().map(|other| (*one, *other)))
            .collect();
        if pairs.is_empty() {
            return Some(Effect::Unknown);
        }
        let is_same = |one: usize, other: usize| self.lines[one].module == self.lines[other].module;
        Some(match tree.difference(set, &pairs, &is_same) {
            Search::Nothing => Effect::None,
            Search::Unfinished => Effect::Undecided,
            Search::Found(Difference { one, other, with }) => {
                let text = |digit| family.definition(set, digit).unwrap_or_else(|| "none".to_owned());
                let with = with.iter().enumerate().filter_map(|(set, digit)| family.definition(set, (*digit)?));
                let with = with.collect::<Vec<_>>().join(", ");
                Effect::Matters { one: text(one), other: text(other), with }
            }
        })
    }

    /// The effect of a macro; `None` if all lines define it alike.
    fn effect(&self, number: usize, name: &str) -> Option<Effect> {
        let of = |line: &Line| line.definitions.get(number).copied().unwrap_or(0);
        let first = of(self.lines.first()?);
        if self.lines.iter().all(|line| of(line) == first) {
            return None;
        }
        if !self.asked.contains(name) {
            return Some(Effect::NeverLookedUp);
        }
        let mut is_known = false;
        let mut seen: Map<Vec<u32>, usize> = Map::default();
        for (at, line) in self.lines.iter().enumerate() {
            let mut others = line.definitions.clone();
            others.resize(self.macros.len(), 0);
            others[number] = 0;
            let before = *seen.entry(others).or_insert(at);
            is_known |= of(&self.lines[before]) != of(line);
            if self.lines[before].module != line.module {
                return Some(self.difference(number, &self.lines[before], line));
            }
        }
        Some(if is_known { Effect::None } else { Effect::Unknown })
    }

    fn difference(&self, number: usize, one: &Line, other: &Line) -> Effect {
        let text = |line: &Line, at: usize| {
            let (name, values) = self.macros.get_index(at)?;
            let value = values.get_index(line.definitions.get(at).copied().unwrap_or(0) as usize)?;
            value.as_ref().map(|value| format!("{name}={value}"))
        };
        let others = (0..self.macros.len()).filter(|at| *at != number).filter_map(|at| text(one, at));
        let with = others.collect::<Vec<_>>().join(", ");
        let of = |line| text(line, number).unwrap_or_else(|| "none".to_owned());
        Effect::Matters { one: of(one), other: of(other), with }
    }

    fn json(&self) -> Value {
        let (modules, bytes, failed) = self.counts();
        let switch = |(name, effect): (&str, Effect)| {
            let mut value = json!({ "name": name, "effect": effect.name() });
            if let Effect::Matters { one, other, with } = effect {
                value["between"] = json!([one, other]);
                value["with"] = json!(with);
            }
            value
        };
        let mut value = json!({
            "input": self.input,
            "profile": self.profile,
            "entry": self.entry,
            "lines": self.lines(),
            "modules": modules,
            "bytes": bytes,
            "errors": failed,
            "switches": self.switches().into_iter().map(switch).collect::<Vec<_>>(),
        });
        if self.sampled.is_some() {
            value["sampled_from"] = json!(self.space);
        }
        value
    }
}

impl Effect {
    fn name(&self) -> &'static str {
        match self {
            Effect::NeverLookedUp => "never looked up",
            Effect::None => "none",
            Effect::Matters { .. } => "matters",
            Effect::Unknown => "unknown",
            Effect::Undecided => "undecided",
        }
    }

    fn text(&self, name: &str) -> String {
        match self {
            Effect::NeverLookedUp => "never looked up".to_owned(),
            Effect::None => "looked up, without effect".to_owned(),
            Effect::Unknown => format!("looked up; no two lines differ in {name} alone"),
            Effect::Undecided => "looked up; there are too many lines to determine its effect".to_owned(),
            Effect::Matters { one, other, with } => {
                let with = if with.is_empty() { String::new() } else { format!(" with {with}") };
                format!("matters: {one} and {other} differ{with}")
            }
        }
    }
}
