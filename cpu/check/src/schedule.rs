//! Schedules: the order in which groups and waves run. A run is a function of module, input, schedule and size of waves, so
//! that the last two, written as a [`Trial`], show the same findings again.

use std::fmt;
use std::str::FromStr;

/// The order in which groups and waves run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Schedule {
    /// Groups one after the other, and waves by turns.
    #[default]
    Lockstep,
    /// The other way round.
    Reverse,
    /// Whichever the seed chooses, a few instructions at a time.
    Random(u64),
    /// The one with this number among all that differ in what threads see of each other.
    All(u32),
}

/// A schedule with a number of lanes in a wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The schedule.
    pub schedule: Schedule,
    /// The lanes of a wave, at most.
    pub wave: u32,
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Schedule::Lockstep => f.write_str("lockstep"),
            Schedule::Reverse => f.write_str("reverse"),
            Schedule::Random(seed) => write!(f, "random:{seed}"),
            Schedule::All(number) => write!(f, "all:{number}"),
        }
    }
}

impl FromStr for Schedule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbered = || match text.split_once(':')? {
            ("random", seed) => seed.parse().ok().map(Schedule::Random),
            ("all", number) => number.parse().ok().map(Schedule::All),
            _ => None,
        };
        match text {
            "lockstep" => Ok(Schedule::Lockstep),
            "reverse" => Ok(Schedule::Reverse),
            "random" => Ok(Schedule::Random(0)),
            "all" => Ok(Schedule::All(0)),
            _ => numbered().ok_or_else(|| "expected lockstep, reverse, random, random:SEED or all".to_owned()),
        }
    }
}

impl fmt::Display for Trial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.schedule, self.wave)
    }
}

impl FromStr for Trial {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "expected a schedule and a wave size, such as random:7@32".to_owned();
        let (schedule, wave) = text.split_once('@').ok_or_else(wrong)?;
        let wave = wave.parse().ok().filter(|wave: &u32| wave.is_power_of_two() && *wave <= 128);
        Ok(Trial { schedule: schedule.parse()?, wave: wave.ok_or_else(wrong)? })
    }
}

/// The choices of a schedule: the same ones for the same seed, on every machine.
#[derive(Clone, Debug)]
pub struct Choices(u64);

impl Choices {
    /// The choices of a seed.
    pub fn new(seed: u64) -> Self {
        Choices(seed)
    }

    /// A number below a limit, which is not 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        // SplitMix64, whose numbers differ from the first on, whatever the seed.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ mixed >> 31) % limit.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trial_is_read_as_it_is_written() {
        for text in ["lockstep@4", "reverse@32", "random:18446744073709551615@128", "all:17@1"] {
            assert_eq!(text.parse::<Trial>().unwrap().to_string(), text);
        }
        for wrong in ["random:7", "random@3", "random:x@4", "fast@4", "lockstep@256", "all:-1@4"] {
            assert!(wrong.parse::<Trial>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn choices_are_those_of_the_seed() {
        let of = |seed| {
            let mut choices = Choices::new(seed);
            (0..64).map(|_| choices.below(10)).collect::<Vec<_>>()
        };
        assert_eq!(of(3), of(3));
        assert_ne!(of(3), of(4));
        assert!((0..10).all(|number| of(3).contains(&number)));
    }
}
