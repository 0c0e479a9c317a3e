//! Mutants of source text: a few tokens are deleted, repeated, swapped, inserted, or replaced by tokens that stand between
//! the same neighbours elsewhere; statements are moved, also from other files.

use super::corpus::{Class, Corpus, File, Token, class, corpus};
use super::{Source, options};
use ::mutants::Numbers;

/// Numbers at the limits of what something takes.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "4",
    "7",
    "16",
    "33",
    "64",
    "65",
    "256",
    "1.5",
    "0.0",
    "1e30",
    "65536",
    "0x80000000",
    "2147483647",
    "4294967295",
];

/// Modifiers and attributes that may precede a declaration, a parameter or a statement.
const PREFIXES: &[&str] = &[
    "static",
    "const",
    "in",
    "out",
    "inout",
    "uniform",
    "precise",
    "globallycoherent",
    "groupshared",
    "nointerpolation",
    "linear",
    "sample",
    "centroid",
    "row_major",
    "column_major",
    "unorm",
    "snorm",
    "vertices",
    "indices",
    "primitives",
    "point",
    "triangle",
    "line",
    "extern",
    "export",
    "volatile",
    "shared",
    "[unroll]",
    "[loop]",
    "[branch]",
    "[[vk::push_constant]]",
    "[[vk::binding(1)]]",
    "[[vk::location(3)]]",
    "[[vk::offset(8)]]",
    "[[vk::image_format(\"r32f\")]]",
    "[[vk::constant_id(3)]]",
    "[[vk::builtin(\"PointSize\")]]",
    "[[vk::shader_record_ext]]",
    "[[vk::combinedImageSampler]]",
    "[[vk::counter_binding(3)]]",
    "[[vk::input_attachment_index(1)]]",
    "[[vk::index(1)]]",
    "[[vk::ext_decorate(1, 2)]]",
    "[[vk::aliased_pointer]]",
];

/// A mutant of a file of the corpus.
pub(super) fn mutant(numbers: &mut Numbers) -> Source {
    let corpus = corpus();
    let File { path, runs, tokens } = &corpus.files[numbers.below(corpus.files.len())];
    let mut options = runs[numbers.below(runs.len())].clone();
    options::vary(&mut options, numbers);
    let mut mutant = Mutant { corpus, tokens: tokens.clone() };
    for _ in 0..1 + numbers.below(6) / 3 + numbers.below(6) / 4 {
        mutant.change(numbers);
    }
    let text = mutant.tokens.iter().flat_map(|token| [token.gap, token.text]).collect();
    Source { path: path.clone(), options, text }
}

struct Mutant {
    corpus: &'static Corpus,
    tokens: Vec<Token>,
}

impl Mutant {
    fn change(&mut self, numbers: &mut Numbers) {
        if self.tokens.is_empty() {
            return;
        }
        let at = numbers.below(self.tokens.len());
        match numbers.below(100) {
            0..5 => drop(self.tokens.remove(at)),
            5..8 => self.insert(at, self.tokens[at].text),
            8..13 => {
                let other = numbers.below(self.tokens.len());
                self.tokens.swap(at, other);
            }
            13..23 => self.replace_by_own(at, numbers),
            23..48 => self.replace_by_fitting(at, numbers),
            48..60 => self.replace_type(numbers),
            60..66 => self.replace_where(|text| class(text) == Class::Number, NUMBERS, numbers),
            66..70 => self.replace_where(|text| text.starts_with("SV_"), &self.corpus.system_values, numbers),
            70..75 => self.replace_by_any(at, numbers),
            75..80 => self.insert_fitting(at, numbers),
            80..84 => self.move_statement(numbers),
            84..89 => self.take_statement(numbers),
            89..92 => self.make_array(at, numbers),
            92..97 => self.insert(at, PREFIXES[numbers.below(PREFIXES.len())]),
            _ => self.empty_brackets(at),
        }
    }

    fn insert(&mut self, at: usize, text: &'static str) {
        let gap = std::mem::replace(&mut self.tokens[at].gap, " ");
        self.tokens.insert(at, Token { gap, text });
    }

    /// The tokens before and after one.
    fn neighbours(&self, at: usize) -> [&'static str; 2] {
        let text = |at: Option<usize>| at.and_then(|at| self.tokens.get(at)).map_or("", |token| token.text);
        [text(at.checked_sub(1)), text(Some(at + 1))]
    }

    /// Another token of the file, of the same class.
    fn replace_by_own(&mut self, at: usize, numbers: &mut Numbers) {
        let wanted = self.tokens[at].class();
        let same: Vec<&str> =
            self.tokens.iter().filter(|token| token.class() == wanted).map(|token| token.text).collect();
        self.replace(at, &same, numbers);
    }

    /// A token that stands between the same or similar ones elsewhere.
    fn replace_by_fitting(&mut self, at: usize, numbers: &mut Numbers) {
        let [before, after] = self.neighbours(at);
        let found = match numbers.below(4) {
            0..2 => self.corpus.between.get(&(before, after)),
            2 => self.corpus.before.get(&(class(before), after)),
            _ => self.corpus.behind.get(&(before, class(after))),
        };
        self.replace(at, found.map_or(&[], Vec::as_slice), numbers);
    }

    fn replace_by_any(&mut self, at: usize, numbers: &mut Numbers) {
        let words = &self.corpus.words[&self.tokens[at].class()];
        self.replace(at, words, numbers);
    }

    fn replace(&mut self, at: usize, texts: &[&'static str], numbers: &mut Numbers) {
        if let Some(text) = numbers.one_of(texts) {
            self.tokens[at].text = text;
        }
    }

    fn replace_where(&mut self, is_one: impl Fn(&str) -> bool, texts: &[&'static str], numbers: &mut Numbers) {
        let places: Vec<usize> = (0..self.tokens.len()).filter(|&at| is_one(self.tokens[at].text)).collect();
        if let Some(at) = numbers.one_of(&places) {
            self.replace(at, texts, numbers);
        }
    }

    /// A type by another one, mostly of the same kind, or by a struct of the file.
    fn replace_type(&mut self, numbers: &mut Numbers) {
        let corpus = self.corpus;
        let is_type = |text: &str| corpus.numbers.contains(&text) || corpus.objects.contains(&text);
        let structs: Vec<&'static str> = self
            .tokens
            .windows(2)
            .filter(|two| two[0].text == "struct" && two[1].class() == Class::Name)
            .map(|two| two[1].text)
            .collect();
        let texts = match numbers.below(6) {
            0..3 => &corpus.numbers,
            3..5 => &corpus.objects,
            _ => &structs,
        };
        self.replace_where(is_type, texts, numbers);
    }

    fn insert_fitting(&mut self, at: usize, numbers: &mut Numbers) {
        let (before, token) = (self.neighbours(at)[0], self.tokens[at].text);
        let found = self.corpus.between.get(&(before, token)).map_or(&[][..], Vec::as_slice);
        if let Some(text) = numbers.one_of(found) {
            self.insert(at, text);
        }
    }

    /// A statement is deleted, or repeated at another place.
    fn move_statement(&mut self, numbers: &mut Numbers) {
        let all = statements(&self.tokens);
        let (Some((first, last)), Some((to, _))) = (numbers.one_of(&all), numbers.one_of(&all)) else { return };
        if numbers.below(2) == 0 {
            self.tokens.drain(first..last);
        } else {
            let moved = self.tokens[first..last].to_vec();
            self.tokens.splice(to..to, moved);
        }
    }

    /// A statement of another file.
    fn take_statement(&mut self, numbers: &mut Numbers) {
        let other = &self.corpus.files[numbers.below(self.corpus.files.len())].tokens;
        let places = statements(&self.tokens);
        let taken = numbers.one_of(&statements(other));
        let (Some((first, last)), Some((to, _))) = (taken, numbers.one_of(&places)) else { return };
        self.tokens.splice(to..to, other[first..last].iter().copied());
    }

    fn make_array(&mut self, at: usize, numbers: &mut Numbers) {
        if self.tokens[at].class() == Class::Name {
            let length = ["[]", "[0]", "[1]", "[2]", "[3]"][numbers.below(5)];
            self.tokens.insert(at + 1, Token { gap: "", text: length });
        }
    }

    /// Nothing between the next brackets.
    fn empty_brackets(&mut self, at: usize) {
        const PAIRS: [(&str, &str); 4] = [("(", ")"), ("{", "}"), ("[", "]"), ("<", ">")];
        let open = |token: &Token| PAIRS.iter().find(|(open, _)| *open == token.text);
        let Some(first) = (at..self.tokens.len()).find(|&at| open(&self.tokens[at]).is_some()) else { return };
        let Some(&(opening, closing)) = open(&self.tokens[first]) else { return };
        let mut depth = 0;
        let end = (first..self.tokens.len()).find(|&at| {
            depth += i32::from(self.tokens[at].text == opening) - i32::from(self.tokens[at].text == closing);
            depth == 0
        });
        if let Some(end) = end {
            self.tokens.drain(first + 1..end);
        }
    }
}

/// The ranges of statements and declarations that end in a semicolon.
fn statements(tokens: &[Token]) -> Vec<(usize, usize)> {
    let (mut found, mut start) = (Vec::new(), 0);
    for (at, token) in tokens.iter().enumerate() {
        match token.text {
            ";" => {
                found.push((start, at + 1));
                start = at + 1;
            }
            "{" | "}" => start = at + 1,
            _ => {}
        }
    }
    found
}
