//! Conditions on the macros of command lines, as `#if` has them: `#where` in lists, and `--where`.

use crate::sets::Point;
use base::diag::Sink;
use base::ids::{Map, Set};
use base::source::SourceMap;
use frontend::preprocess::{CommandLineMacro, NoIncludes, PreprocessOptions, preprocess};

/// The limit of combinations for which one condition is evaluated.
const MAX_EVALUATIONS: usize = 1 << 18;

/// A condition.
#[derive(Clone, Debug)]
pub(crate) struct Condition {
    expression: String,
}

impl Condition {
    pub(crate) fn new(expression: &str) -> Self {
        Condition { expression: expression.trim().to_owned() }
    }

    pub(crate) fn text(&self) -> &str {
        &self.expression
    }

    /// Returns whether it holds with these macros.
    ///
    /// # Errors
    /// When it is malformed.
    pub(crate) fn holds(&self, macros: &[CommandLineMacro]) -> Result<bool, String> {
        let (mut sources, mut names, mut sink) =
            (SourceMap::new(), frontend::words::new_interner_for(0), Sink::default());
        // A second line would be a part of a condition that ends with a backslash.
        let expression = self.expression.trim_end_matches('\\');
        let text = format!("#if {expression}\n1\n#endif\n");
        let main = sources.add_file("condition", text, None).map_err(|_| "the condition is too long".to_owned())?;
        let mut options = PreprocessOptions::default();
        options.macros = macros.to_vec();
        let done = preprocess(main, &mut sources, &mut names, &options, &NoIncludes, &mut sink);
        match sink.diagnostics().first().filter(|_| sink.has_errors()) {
            Some(error) => Err(format!("'{}': {}", self.expression, error.message)),
            None => Ok(done.tokens.len() > 1),
        }
    }
}

/// A condition for the combinations of one family: it is evaluated once for those that have the same in all that it names.
pub(crate) struct Filter<'a> {
    condition: &'a Condition,
    /// The definitions outside of sets.
    fixed: Vec<CommandLineMacro>,
    /// The sets that have to do with it.
    sets: Vec<usize>,
    known: Map<Vec<u32>, bool>,
}

impl<'a> Filter<'a> {
    pub(crate) fn new(condition: &'a Condition, point: &Point, all: &[CommandLineMacro]) -> Self {
        let of_sets: Set<&str> = point.definitions().into_iter().map(|(name, _)| name).collect();
        let is_fixed = |option: &&CommandLineMacro| match option {
            CommandLineMacro::Define(name, _) | CommandLineMacro::Undefine(name) => !of_sets.contains(name.as_str()),
            _ => true,
        };
        let fixed: Vec<CommandLineMacro> = all.iter().filter(is_fixed).cloned().collect();
        let mut pending = words(&condition.expression);
        let mut named: Set<String> = Set::default();
        let mut sets: Set<usize> = Set::default();
        while let Some(word) = pending.pop() {
            if !named.insert(word.clone()) {
                continue;
            }
            for set in 0..point.family.sets() {
                let (names, values) = point.family.texts_of(set);
                if names.iter().any(|name| **name == *word) && sets.insert(set) {
                    pending.extend(values.flat_map(words));
                }
            }
            let is_of_word = |option: &&CommandLineMacro| matches!(option, CommandLineMacro::Define(name, _) if name.split('(').next() == Some(word.as_str()));
            for option in fixed.iter().filter(is_of_word) {
                if let CommandLineMacro::Define(_, Some(value)) = option {
                    pending.extend(words(value));
                }
            }
        }
        Filter { condition, fixed, sets: sets.into_iter().collect(), known: Map::default() }
    }

    /// Returns whether the condition holds for a combination.
    ///
    /// # Errors
    /// When it is malformed there, or depends on too much.
    pub(crate) fn admits(&mut self, point: &Point) -> Result<bool, String> {
        let digits = point.family.digits(point.number);
        let key: Vec<u32> = self.sets.iter().map(|set| digits[*set]).collect();
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        if self.known.len() == MAX_EVALUATIONS {
            let expression = self.condition.text();
            return Err(format!("'{expression}' depends on more than {MAX_EVALUATIONS} combinations"));
        }
        let of_sets = point.definitions().into_iter().filter_map(|(name, value)| Some((name, value?)));
        let define = |(name, value): (&str, &str)| CommandLineMacro::Define(name.to_owned(), Some(value.to_owned()));
        let macros: Vec<CommandLineMacro> = self.fixed.iter().cloned().chain(of_sets.map(define)).collect();
        let holds = self.condition.holds(&macros)?;
        self.known.insert(key, holds);
        Ok(holds)
    }
}

/// The names in a text, and its numbers.
fn words(text: &str) -> Vec<String> {
    let is_end = |character: char| !character.is_alphanumeric() && character != '_';
    text.split(is_end).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}
