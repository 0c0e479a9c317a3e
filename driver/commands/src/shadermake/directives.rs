//! Conditions in a list of shaders: `#ifdef NAME`, `#if 1`, `#if 0`, `#else`, `#endif`, anywhere in a line.

/// The open conditions.
pub(super) struct Conditions<'a> {
    /// The macros of the command line, as they are written there.
    defines: &'a [String],
    open: Vec<Condition>,
}

struct Condition {
    /// True if the lines around the condition count.
    around: bool,
    /// True if the lines here count.
    here: bool,
}

/// A line, as the conditions see it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// A line of the list that counts.
    Counts,
    /// A directive, or a line that does not count.
    Passed,
    /// A directive that closes nothing; the name of it.
    Stray(&'static str),
}

impl<'a> Conditions<'a> {
    pub(super) fn new(defines: &'a [String]) -> Self {
        Conditions { defines, open: Vec::new() }
    }

    fn counts(&self) -> bool {
        self.open.last().is_none_or(|condition| condition.here)
    }

    fn open(&mut self, holds: bool) -> Line {
        let around = self.counts();
        self.open.push(Condition { around, here: around && holds });
        Line::Passed
    }

    /// Takes the next line, in the order in which ShaderMake looks for directives.
    pub(super) fn take(&mut self, line: &str) -> Line {
        if let Some((_, name)) = line.split_once("#ifdef") {
            let name = name.trim_start_matches(' ');
            return self.open(self.defines.iter().any(|define| define == name));
        }
        if line.contains("#if 1") {
            return self.open(true);
        }
        if line.contains("#if 0") {
            return self.open(false);
        }
        if line.contains("#endif") {
            return if self.open.pop().is_some() { Line::Passed } else { Line::Stray("#endif") };
        }
        if line.contains("#else") {
            let Some(last) = self.open.last_mut() else { return Line::Stray("#else") };
            last.here = last.around && !last.here;
            return Line::Passed;
        }
        if self.counts() { Line::Counts } else { Line::Passed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_nest() {
        let defines = ["A".to_owned(), "B=1".to_owned()];
        let mut conditions = Conditions::new(&defines);
        let mut counts = |line: &str| conditions.take(line) == Line::Counts;
        assert!(counts("a"));
        for (line, after) in
            [("#ifdef A", true), ("#ifdef B", false), ("#else", true), ("#endif", true), ("#else", false)]
        {
            assert!(!counts(line));
            assert_eq!(counts("a"), after, "{line}");
        }
        // Within what does not count, neither side does.
        for line in ["#if 1", "a", "#else", "a", "#endif", "a"] {
            assert!(!counts(line), "{line}");
        }
        assert_eq!(conditions.take("#endif"), Line::Passed);
        assert_eq!(conditions.take("#endif"), Line::Stray("#endif"));
        assert_eq!(conditions.take("#else"), Line::Stray("#else"));
    }
}
