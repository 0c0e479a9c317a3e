//! Sets in command lines: `-D NAME={0,1,-}` is one definition of each value or none, `-D {,LOW,HIGH}` one of some names.
//!
//! A command line with sets is a family: it denotes each combination, the last set varying fastest. What is quoted is no
//! set. Must not know how families are compiled.

use crate::cubes::Cube;
use crate::sample;
use base::ids::{Map, Set};
use library::files::response::Word;
use library::files::sha256::Sha256;
use std::fmt;
use std::sync::Arc;

/// The limit of the combinations of one command line, before conditions.
const MAX_COMBINATIONS: u128 = 1 << 24;
/// The limit of the combinations of one command line of which a part is compiled.
const MAX_SAMPLED: u128 = 1 << 63;

/// A command line with sets.
#[derive(Clone, Debug)]
pub(crate) struct Family {
    words: Box<[Template]>,
    axes: Box<[Axis]>,
    /// The number of all combinations.
    combinations: u64,
    chosen: Chosen,
    /// Whether a condition holds for it, so that some combinations do not belong to it.
    pub(crate) is_conditional: bool,
}

/// The combinations that are compiled.
#[derive(Clone, Debug)]
enum Chosen {
    All,
    /// Some of them, in ascending order.
    Sample(Box<[u64]>),
    /// One of each cube, by its number: all others have the result of one of them.
    Cubes(Map<u64, Cube>),
}

#[derive(Clone, Debug)]
enum Template {
    Word(Box<[Part]>),
    /// The definition that a set makes.
    Set(usize),
}

#[derive(Clone, Debug)]
enum Part {
    Text(Box<str>),
    /// The value of a name of a set: `{NAME}`.
    Value {
        axis: usize,
        name: usize,
    },
    /// The number of the combination: `{n}`.
    Number,
    /// A digest of what the sets define: `{hash}`.
    Hash,
}

/// A set.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    /// The names that it may define.
    names: Box<[Box<str>]>,
    choices: Box<[Choice]>,
}

/// The definition of one name, or none.
type Choice = Option<Definition>;

/// The number of a name in its set, and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Definition {
    name: usize,
    value: Option<Box<str>>,
}

/// One combination of a family.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    pub(crate) family: Arc<Family>,
    pub(crate) number: u64,
}

impl Family {
    /// The family of a command line; `None` if it has no sets. With a limit, no more combinations than that are compiled.
    ///
    /// # Errors
    /// When a set is wrong, or there are too many combinations.
    pub(crate) fn parse(words: &[Word], limit: Option<u64>) -> Result<Option<Self>, String> {
        let (mut axes, mut sets) = (Vec::new(), Vec::new());
        let mut at = 0;
        while let Some(word) = words.get(at) {
            let is_alone = matches!(word.text.as_str(), "-D" | "/D");
            let joined = word.text.strip_prefix("-D").or(word.text.strip_prefix("/D")).is_some();
            let (definition, from) = if is_alone { (words.get(at + 1), 0) } else { (Some(word).filter(|_| joined), 2) };
            let axis = definition.map(|word| Axis::parse(word, from)).transpose()?.flatten();
            let length = if is_alone { 2 } else { 1 };
            if let Some(axis) = axis {
                sets.push((at, length, axes.len()));
                axes.push(axis);
            }
            at += length;
        }
        if axes.is_empty() {
            return Ok(None);
        }
        check_names(&axes, words, &sets)?;
        let combinations = axes.iter().fold(1, |all: u128, axis| all.saturating_mul(axis.choices.len() as u128));
        let most = if limit.is_some() { MAX_SAMPLED } else { MAX_COMBINATIONS };
        if combinations > most {
            let number =
                if combinations == u128::MAX { "more than 10^38".to_owned() } else { combinations.to_string() };
            return Err(format!("the sets have {number} combinations; the limit is {most}"));
        }
        let combinations = combinations as u64;
        let chosen = limit.filter(|limit| combinations > *limit).map_or(Chosen::All, |limit| {
            let sizes: Vec<u64> = axes.iter().map(|axis| axis.choices.len() as u64).collect();
            Chosen::Sample(sample::of(&sizes, limit))
        });
        let mut templates = Vec::new();
        let (mut at, mut sets) = (0, sets.into_iter().peekable());
        while let Some(word) = words.get(at) {
            if let Some((_, length, axis)) = sets.next_if(|(start, ..)| *start == at) {
                templates.push(Template::Set(axis));
                at += length;
            } else {
                templates.push(Template::Word(parts(word, &axes)?));
                at += 1;
            }
        }
        let (words, axes) = (templates.into(), axes.into());
        Ok(Some(Family { words, axes, combinations, chosen, is_conditional: false }))
    }

    /// The number of all combinations.
    pub(crate) fn combinations(&self) -> u64 {
        self.combinations
    }

    /// The combinations that are compiled.
    pub(crate) fn numbers(&self) -> Box<dyn Iterator<Item = u64> + '_> {
        match &self.chosen {
            Chosen::All => Box::new(0..self.combinations),
            Chosen::Sample(numbers) => Box::new(numbers.iter().copied()),
            Chosen::Cubes(cubes) => Box::new(cubes.keys().copied()),
        }
    }

    /// Returns whether the results of these are not those of all.
    pub(crate) fn is_sampled(&self) -> bool {
        matches!(self.chosen, Chosen::Sample(_))
    }

    /// The family with these cubes, of each of which one combination is compiled.
    pub(crate) fn with_cubes(&self, cubes: Vec<Cube>) -> Self {
        let number = |cube: &Cube| self.number(&cube.representative(self.sets()));
        let mut cubes: Map<u64, Cube> = cubes.into_iter().map(|cube| (number(&cube), cube)).collect();
        cubes.sort_unstable_keys();
        Family { chosen: Chosen::Cubes(cubes), ..self.clone() }
    }

    /// The cubes of which one combination each is compiled.
    pub(crate) fn cubes(&self) -> Option<&Map<u64, Cube>> {
        match &self.chosen {
            Chosen::Cubes(cubes) => Some(cubes),
            Chosen::All | Chosen::Sample(_) => None,
        }
    }

    /// The number of combinations that have the result of one that is compiled.
    pub(crate) fn count(&self, number: u64) -> u64 {
        let cube = self.cubes().and_then(|cubes| cubes.get(&number));
        cube.map_or(1, |cube| cube.count(&self.sizes()))
    }

    /// The choices that the combinations with the result of one have of each set; `None` for any.
    pub(crate) fn choices(&self, number: u64) -> Vec<Option<u32>> {
        let cube = self.cubes().and_then(|cubes| cubes.get(&number));
        cube.map_or_else(|| self.digits(number).into_iter().map(Some).collect(), |cube| cube.choices(self.sets()))
    }

    /// The number of choices of each set.
    pub(crate) fn sizes(&self) -> Vec<u64> {
        self.axes.iter().map(|axis| axis.choices.len() as u64).collect()
    }

    /// The number of the combination with these choices.
    pub(crate) fn number(&self, digits: &[u32]) -> u64 {
        self.sizes().iter().zip(digits).fold(0, |number, (size, digit)| number * size + u64::from(*digit))
    }

    /// The set that defines a macro.
    pub(crate) fn set_of(&self, name: &str) -> Option<usize> {
        self.axes.iter().position(|axis| axis.names.iter().any(|own| **own == *name))
    }

    /// The choices of a set that define this name or nothing.
    pub(crate) fn choices_of(&self, set: usize, name: &str) -> Vec<u32> {
        let axis = &self.axes[set];
        let is_own = |choice: &Choice| choice.as_ref().is_none_or(|own| *axis.names[own.name] == *name);
        axis.choices.iter().zip(0..).filter(|(choice, _)| is_own(choice)).map(|(_, digit)| digit).collect()
    }

    /// What a choice of a set defines, with its value.
    pub(crate) fn definition(&self, set: usize, digit: u32) -> Option<String> {
        let axis = &self.axes[set];
        let definition = axis.choices[digit as usize].as_ref()?;
        Some(format!("{}={}", axis.names[definition.name], definition.value.as_deref().unwrap_or("1")))
    }

    /// The number of sets.
    pub(crate) fn sets(&self) -> usize {
        self.axes.len()
    }

    /// The choice that a combination has of each set.
    pub(crate) fn digits(&self, number: u64) -> Vec<u32> {
        let mut rest = number;
        let mut digits: Vec<u32> = self
            .axes
            .iter()
            .rev()
            .map(|axis| {
                let count = axis.choices.len() as u64;
                let digit = (rest % count) as u32;
                rest /= count;
                digit
            })
            .collect();
        digits.reverse();
        digits
    }

    /// The names of a set, and the values of its choices.
    pub(crate) fn texts_of(&self, set: usize) -> (&[Box<str>], impl Iterator<Item = &str>) {
        let axis = &self.axes[set];
        (&axis.names, axis.choices.iter().flatten().filter_map(|choice| choice.value.as_deref()))
    }

    /// A choice of a set as a term of a condition: what it defines, or the names that it does not.
    pub(crate) fn term(&self, set: usize, digit: u32) -> Result<String, String> {
        let axis = &self.axes[set];
        match &axis.choices[digit as usize] {
            Some(definition) => Ok(definition.text(axis)),
            None => Err(axis.names.join(", ")),
        }
    }
}

impl Point {
    /// The number of combinations that have its result.
    pub(crate) fn count(&self) -> u64 {
        self.family.count(self.number)
    }

    /// The arguments of this combination.
    pub(crate) fn arguments(&self) -> Vec<String> {
        let digits = self.family.digits(self.number);
        let mut out = Vec::with_capacity(self.family.words.len() + digits.len());
        for template in &self.family.words {
            match template {
                Template::Word(parts) => out.push(parts.iter().map(|part| self.text(part, &digits)).collect()),
                Template::Set(axis) => {
                    let (axis, digit) = (&self.family.axes[*axis], digits[*axis]);
                    if let Some(definition) = &axis.choices[digit as usize] {
                        out.extend(["-D".to_owned(), definition.text(axis)]);
                    }
                }
            }
        }
        out
    }

    fn text(&self, part: &Part, digits: &[u32]) -> String {
        match part {
            Part::Text(text) => (**text).to_owned(),
            Part::Value { axis, name } => {
                let choice = &self.family.axes[*axis].choices[digits[*axis] as usize];
                let definition = choice.as_ref().filter(|definition| definition.name == *name);
                definition.map_or("-", |definition| definition.value.as_deref().unwrap_or("1")).to_owned()
            }
            Part::Number => self.number.to_string(),
            Part::Hash => self.hash(),
        }
    }

    /// A digest of what the sets define, whatever the order of the sets: other combinations do not change it.
    fn hash(&self) -> String {
        let mut defined: Vec<(&str, &str)> =
            self.definitions().into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
        defined.sort_unstable();
        let text: String = defined.iter().flat_map(|(name, value)| [name, "=", value, "\0"]).collect();
        let Sha256(digest) = Sha256::of(text.as_bytes());
        digest[..8].iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// All names of the sets, each with its value if it is defined.
    pub(crate) fn definitions(&self) -> Vec<(&str, Option<&str>)> {
        let mut out = Vec::new();
        for (axis, digit) in self.family.axes.iter().zip(self.family.digits(self.number)) {
            for (number, name) in axis.names.iter().enumerate() {
                let definition = axis.choices[digit as usize].as_ref().filter(|it| it.name == number);
                out.push((&**name, definition.map(|definition| definition.value.as_deref().unwrap_or("1"))));
            }
        }
        out
    }
}

/// What the combination defines.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let defined = self.family.axes.iter().zip(self.family.digits(self.number));
        let defined = defined.filter_map(|(axis, digit)| Some(axis.choices[digit as usize].as_ref()?.text(axis)));
        let all: Vec<String> = defined.collect();
        if all.is_empty() { f.write_str("none") } else { f.write_str(&all.join(", ")) }
    }
}

impl Definition {
    fn text(&self, axis: &Axis) -> String {
        let name = &axis.names[self.name];
        self.value.as_ref().map_or_else(|| name.to_string(), |value| format!("{name}={value}"))
    }
}

impl Axis {
    /// The set of a definition, which begins at a place of a word; `None` if it is none.
    fn parse(word: &Word, from: usize) -> Result<Option<Self>, String> {
        let text = &word.text;
        let Some(&open) = word.bare.iter().find(|at| text[**at..].starts_with('{')) else { return Ok(None) };
        let is_after_name = open > from && text[..open].ends_with('=');
        let is_closed = word.bare.last() == Some(&(text.len() - 1)) && text.ends_with('}');
        if !is_closed || open != from && !is_after_name || text[from..open].matches('=').count() > 1 {
            return Ok(None);
        }
        let set = &text[from..];
        let mut elements = Vec::new();
        let mut start = open + 1;
        for &at in word.bare.iter().filter(|at| **at > open) {
            if text[at..].starts_with('{') || text[at..].starts_with('}') && at != text.len() - 1 {
                return Err(format!("'{set}': sets cannot be nested; a value with braces needs quotes"));
            }
            elements.push(&text[start..at]);
            start = at + 1;
        }
        if open > from { Self::of_values(&text[from..open - 1], &elements) } else { Self::of_names(&elements) }
            .map(Some)
            .map_err(|reason| format!("'{set}': {reason}"))
    }

    fn of_values(name: &str, values: &[&str]) -> Result<Self, String> {
        check_name(name)?;
        if values == [""] {
            return Err("the set is empty".to_owned());
        }
        check_distinct(values)?;
        let choice = |value: &&str| (*value != "-").then(|| Definition { name: 0, value: Some((*value).into()) });
        Ok(Axis { names: [name.into()].into(), choices: values.iter().map(choice).collect() })
    }

    fn of_names(elements: &[&str]) -> Result<Self, String> {
        check_distinct(elements)?;
        let names: Vec<&str> = elements.iter().copied().filter(|name| !name.is_empty()).collect();
        names.iter().try_for_each(|name| check_name(name))?;
        if names.is_empty() {
            return Err("the set is empty".to_owned());
        }
        let number = |element: &str| names.iter().position(|name| *name == element);
        let choice = |element: &&str| number(element).map(|name| Definition { name, value: None });
        let choices = elements.iter().map(choice).collect();
        Ok(Axis { names: names.iter().map(|name| (*name).into()).collect(), choices })
    }
}

fn check_name(name: &str) -> Result<(), String> {
    let is_name = name.chars().all(|character| character.is_ascii_alphanumeric() || character == '_');
    match is_name && !name.is_empty() && !name.starts_with(|first: char| first.is_ascii_digit()) {
        true => Ok(()),
        false => Err(format!("'{name}' is not the name of a macro")),
    }
}

fn check_distinct(elements: &[&str]) -> Result<(), String> {
    let mut seen: Set<&str> = Set::default();
    match elements.iter().find(|element| !seen.insert(element)) {
        Some(twice) => Err(format!("'{twice}' is twice in the set")),
        None => Ok(()),
    }
}

/// Checks that no name is defined twice.
fn check_names(axes: &[Axis], words: &[Word], sets: &[(usize, usize, usize)]) -> Result<(), String> {
    let mut names: Set<&str> = Set::default();
    let twice = axes.iter().flat_map(|axis| &axis.names).find(|name| !names.insert(name));
    if let Some(name) = twice {
        return Err(format!("'{name}' is in two sets"));
    }
    let is_set = |at: usize| sets.iter().any(|(start, length, _)| (*start..start + length).contains(&at));
    for (at, word) in words.iter().enumerate().filter(|(at, _)| !is_set(*at)) {
        let is_value = at > 0 && matches!(words[at - 1].text.as_str(), "-D" | "/D" | "-U" | "/U");
        let joined = ["-D", "/D", "-U", "/U"].iter().find_map(|option| word.text.strip_prefix(option));
        let definition = if is_value { Some(word.text.as_str()) } else { joined };
        let name = definition.and_then(|text| text.split(['=', '(']).next()).filter(|name| names.contains(name));
        if let Some(name) = name {
            return Err(format!("'{name}' is defined outside of its set, too"));
        }
    }
    Ok(())
}

/// The parts of a word of a line with these sets.
fn parts(word: &Word, axes: &[Axis]) -> Result<Box<[Part]>, String> {
    let (text, mut out, mut start) = (&word.text, Vec::new(), 0);
    let mut bare = word.bare.iter().filter(|at| !text[**at..].starts_with(','));
    while let Some(&open) = bare.next() {
        let close = bare.next().filter(|_| text[open..].starts_with('{'));
        let Some(&close) = close.filter(|close| text[**close..].starts_with('}')) else {
            return Err(format!("'{text}': expected the name of a set in braces"));
        };
        out.push(Part::Text(text[start..open].into()));
        out.push(value(&text[open + 1..close], axes).map_err(|reason| format!("'{text}': {reason}"))?);
        start = close + 1;
    }
    out.push(Part::Text(text[start..].into()));
    Ok(out.into())
}

/// The part for a name in braces.
fn value(wanted: &str, axes: &[Axis]) -> Result<Part, String> {
    match wanted {
        "n" => return Ok(Part::Number),
        "hash" => return Ok(Part::Hash),
        _ => {}
    }
    let place = axes.iter().enumerate().find_map(|(axis, it)| {
        let name = it.names.iter().position(|name| **name == *wanted)?;
        Some((axis, name))
    });
    let Some((axis, name)) = place else { return Err(format!("no set has the name '{wanted}'")) };
    let is_plain = |value: &str| {
        let is_word = |character: char| character.is_ascii_alphanumeric() || "_+-.".contains(character);
        !value.is_empty() && !value.starts_with('.') && value.chars().all(is_word)
    };
    let mut values = axes[axis].choices.iter().flatten().filter_map(|choice| choice.value.as_deref());
    match values.find(|value| !is_plain(value)) {
        Some(value) => Err(format!("the value '{value}' cannot be a part of a name; use {{n}} or {{hash}}")),
        None => Ok(Part::Value { axis, name }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use library::files::response::marked_words;

    fn lines(text: &str) -> Result<Vec<String>, String> {
        let family = Arc::new(Family::parse(&marked_words(text), None)?.ok_or("no sets")?);
        let points = family.numbers().map(|number| Point { family: Arc::clone(&family), number });
        Ok(points.map(|point| point.arguments().join(" ")).collect())
    }

    #[test]
    fn sets_multiply_from_the_left() {
        let all = lines("-D A={0,1} -D{,LOW,HIGH} a.hlsl -Fo o/{A}{LOW}{n}.spv").expect("sets");
        let expected = [
            "-D A=0 a.hlsl -Fo o/0-0.spv",
            "-D A=0 -D LOW a.hlsl -Fo o/011.spv",
            "-D A=0 -D HIGH a.hlsl -Fo o/0-2.spv",
            "-D A=1 a.hlsl -Fo o/1-3.spv",
            "-D A=1 -D LOW a.hlsl -Fo o/114.spv",
            "-D A=1 -D HIGH a.hlsl -Fo o/1-5.spv",
        ];
        assert_eq!(all, expected);
        assert_eq!(lines("-DA={-,,\"x, {1}\"}").expect("sets"), ["", "-D A=", "-D A=x, {1}"]);
        for text in ["-D \"A={0,1}\"", "-D 'A={0}'", "-D A=\\{0,1}", "-D F(x)=f({x,1})", "a{b}.hlsl"] {
            assert_eq!(lines(text), Err("no sets".to_owned()), "{text}");
        }
    }

    #[test]
    fn the_digest_of_a_combination_depends_on_what_it_defines() {
        let hashes = |text: &str| lines(text).expect("sets").into_iter().map(|line| line[line.len() - 16..].to_owned());
        let all: Vec<String> = hashes("-D A={0,1,-} -D {,B} {hash}").collect();
        assert_eq!(all.iter().collect::<Set<_>>().len(), 6);
        assert!(all.iter().all(|hash| hash.bytes().all(|byte| byte.is_ascii_hexdigit())), "{all:?}");
        // More combinations, in another order.
        let more: Vec<String> = hashes("-D {B,C,} -D A={-,1,0,2} {hash}").collect();
        assert!(all.iter().all(|hash| more.contains(hash)), "{all:?} {more:?}");
        assert_eq!(more.iter().collect::<Set<_>>().len(), 12);
    }

    #[test]
    fn a_large_space_is_sampled() {
        let ten = " -D X={0,1,2,3,4,5,6,7,8,9}";
        let text: String = (0..9).map(|at| ten.replace('X', &format!("X{at}"))).collect();
        let family = Family::parse(&marked_words(&text), Some(1000)).expect("sets").expect("a family");
        assert_eq!((family.combinations(), family.numbers().count(), family.is_sampled()), (1_000_000_000, 1000, true));
        let small = Family::parse(&marked_words("-D A={0,1}"), Some(2)).expect("sets").expect("a family");
        assert_eq!((small.numbers().count(), small.is_sampled()), (2, false));
    }

    #[test]
    fn wrong_sets_are_refused() {
        let ten = " -D X={0,1,2,3,4,5,6,7,8,9}";
        let many = |count: usize| (0..count).map(|at| ten.replace('X', &format!("X{at}"))).collect::<String>();
        let cases = [
            ("-D A={}", "'A={}': the set is empty"),
            ("-D {}", "'{}': the set is empty"),
            ("-D A={0,1,0}", "'A={0,1,0}': '0' is twice in the set"),
            ("-D A={0,{1,2}}", "'A={0,{1,2}}': sets cannot be nested; a value with braces needs quotes"),
            ("-D F(x)={0,1}", "'F(x)={0,1}': 'F(x)' is not the name of a macro"),
            ("-D {A,1}", "'{A,1}': '1' is not the name of a macro"),
            ("-D A={0,1} -D {B,A}", "'A' is in two sets"),
            ("-D A={0,1} -DA=2", "'A' is defined outside of its set, too"),
            ("-D A={0,1} -U A", "'A' is defined outside of its set, too"),
            ("-D A={0,1} -Fo {B}.spv", "'{B}.spv': no set has the name 'B'"),
            ("-D A={0,1} -Fo {A.spv", "'{A.spv': expected the name of a set in braces"),
            (
                "-D A={0,/../x} -Fo {A}.spv",
                "'{A}.spv': the value '/../x' cannot be a part of a name; use {n} or {hash}",
            ),
            (&many(18), "the sets have 1000000000000000000 combinations; the limit is 16777216"),
            (&many(40), "the sets have more than 10^38 combinations; the limit is 16777216"),
        ];
        for (text, expected) in cases {
            assert_eq!(lines(text), Err(expected.to_owned()), "{text}");
        }
    }
}
