//! Pauses between attempts.

use std::time::Duration;

/// Pauses, each twice as long as the one before it, up to a limit.
pub(crate) struct Pauses(Duration);

const FIRST: Duration = Duration::from_millis(100);
const LONGEST: Duration = Duration::from_secs(5);

impl Pauses {
    pub(crate) fn new() -> Self {
        Pauses(FIRST)
    }

    /// The next pause.
    pub(crate) fn next(&mut self) -> Duration {
        let pause = self.0;
        self.0 = (pause * 2).min(LONGEST);
        pause
    }
}

#[cfg(test)]
mod tests {
    use super::Pauses;

    #[test]
    fn pauses_grow_up_to_a_limit() {
        let mut pauses = Pauses::new();
        let all: Vec<u128> = (0..8).map(|_| pauses.next().as_millis()).collect();
        assert_eq!(all, [100, 200, 400, 800, 1600, 3200, 5000, 5000]);
    }
}
