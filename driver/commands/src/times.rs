//! The times that `--time` prints.

use base::clock::Moment;
use library::report::console::say;

/// `--time`.
pub(crate) struct Times {
    /// True if times are wanted.
    pub(crate) wanted: bool,
}

impl Times {
    /// Does some work, and says how long it has taken.
    pub(crate) fn measure<T>(&self, what: &str, run: impl FnOnce() -> T) -> T {
        let start = Moment::now();
        let result = run();
        self.say(what, start.elapsed().as_secs_f64());
        result
    }

    /// Says how long something has taken.
    pub(crate) fn say(&self, what: &str, seconds: f64) {
        if self.wanted {
            say(format_args!("{what:<16} {:>10.3} ms", seconds * 1e3));
        }
    }
}
