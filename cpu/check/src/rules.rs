//! The choice of a run: the rule set, and the severity of each check.

use crate::level::Level;
use crate::rows::{CHECKS, Check, Family};
use base::similar;

/// The guarantees that a program may rely on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rules {
    /// Behaviour that Direct3D defines is defined.
    #[default]
    Hlsl,
    /// The letter of Vulkan's specification, without robustness.
    Vulkan,
    /// Vulkan's specification with robustBufferAccess2 and robustImageAccess2.
    VulkanRobust,
}

impl Rules {
    /// The rule sets by name.
    pub const NAMES: [(&'static str, Rules); 3] =
        [("hlsl", Rules::Hlsl), ("vulkan", Rules::Vulkan), ("vulkan-robust", Rules::VulkanRobust)];
}

/// The severity of each check in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checks {
    rules: Rules,
    levels: [Level; CHECKS.len()],
}

impl Checks {
    /// No check at all: the shader runs, and that is all.
    pub fn none() -> Self {
        Checks { rules: Rules::default(), levels: [Level::Off; CHECKS.len()] }
    }

    /// The checks that a list names, under a rule set: `full`, `fast`, `memory`, or names of checks, each alone or with
    /// `=error`, `=warning`, `=note`, `=off`.
    ///
    /// # Errors
    /// When there is no such check or no such severity.
    pub fn parse(list: &str, rules: Rules) -> Result<Self, String> {
        let mut checks = Checks { rules, ..Checks::none() };
        let items: Vec<&str> = list.split(',').map(str::trim).filter(|item| !item.is_empty()).collect();
        // A list that only changes severities changes those of all checks.
        if items.iter().all(|item| item.contains('=')) {
            checks.add(rules, |_| true);
        }
        for item in items {
            match item {
                "full" => checks.add(rules, |_| true),
                "fast" => checks.add(rules, |family| family == Family::Fast),
                "memory" => checks.add(rules, |family| family == Family::Memory),
                _ => checks.set_named(item, rules)?,
            }
        }
        Ok(checks)
    }

    /// The guarantees that the program may rely on.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    fn add(&mut self, rules: Rules, wanted: impl Fn(Family) -> bool) {
        for row in CHECKS.iter().filter(|row| wanted(row.family)) {
            self.levels[row.check as usize] = row.levels[rules as usize];
        }
    }

    fn set_named(&mut self, item: &str, rules: Rules) -> Result<(), String> {
        let (name, level) = item.split_once('=').map_or((item, None), |(name, level)| (name, Some(level)));
        let Some(check) = Check::from_name(name) else {
            let near = similar::nearest(name, CHECKS.iter().map(|row| row.name));
            let near = near.map_or_else(String::new, |near| format!("; did you mean '{near}'?"));
            return Err(format!("unknown check '{name}'{near}"));
        };
        let known = |level: &str| Level::NAMES.iter().find(|(name, _)| *name == level).map(|(_, level)| *level);
        self.levels[check as usize] = match level {
            // What is off and is requested by name is wanted.
            None => check.row().levels[rules as usize].max(Level::Note),
            Some(text) => {
                known(text).ok_or_else(|| format!("invalid severity '{text}': expected error, warning, note or off"))?
            }
        };
        Ok(())
    }

    /// The severity of a check.
    pub fn level(&self, check: Check) -> Level {
        self.levels[check as usize]
    }

    /// Returns whether findings of a check are wanted.
    pub fn is_on(&self, check: Check) -> bool {
        self.level(check) != Level::Off
    }

    /// Returns whether a check of a family is on.
    #[doc(hidden)]
    pub fn has(&self, family: Family) -> bool {
        CHECKS.iter().any(|row| row.family == family && self.is_on(row.check))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read() {
        let level = |list: &str, rules, check| Checks::parse(list, rules).unwrap().level(check);
        assert_eq!(level("full", Rules::Hlsl, Check::RaceInWave), Level::Warning);
        assert_eq!(level("full", Rules::Vulkan, Check::RaceInWave), Level::Error);
        assert_eq!(level("fast", Rules::Vulkan, Check::Race), Level::Off);
        assert_eq!(level("memory,bounds", Rules::Hlsl, Check::Bounds), Level::Error);
        assert_eq!(level("bounds", Rules::Hlsl, Check::Race), Level::Off);
        assert_eq!(level("race=note", Rules::Hlsl, Check::Race), Level::Note);
        assert_eq!(level("race=note", Rules::Hlsl, Check::Bounds), Level::Error, "the rest stays");
        assert_eq!(level("full,nan=off", Rules::Hlsl, Check::Nan), Level::Off);
        assert!(Checks::parse("rcae", Rules::Hlsl).unwrap_err().contains("did you mean 'race'"));
        assert!(Checks::parse("race=loud", Rules::Hlsl).is_err());
    }
}
