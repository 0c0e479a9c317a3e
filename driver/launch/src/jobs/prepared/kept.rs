//! What the jobs of a run have in common, which is made once.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// The values that are kept, at most: those that were used last.
const MOST: usize = 32;

/// What was made last, by what it was made of.
pub(super) struct Recent<T>(Mutex<VecDeque<(String, T)>>);

impl<T> Default for Recent<T> {
    fn default() -> Self {
        Recent(Mutex::default())
    }
}

impl<T: Clone> Recent<T> {
    /// What was made of this, or is now.
    pub(super) fn of<E>(&self, key: String, make: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        if let Some(known) = self.known(&key) {
            return Ok(known);
        }
        // Others do not wait: two jobs at once may make the same.
        let made = make()?;
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.push_back((key, made.clone()));
        if all.len() > MOST {
            all.pop_front();
        }
        Ok(made)
    }

    fn known(&self, key: &str) -> Option<T> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = all.iter().position(|(own, _)| own == key)?;
        let found = all.remove(at)?;
        let value = found.1.clone();
        all.push_back(found);
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_ones_are_kept() {
        let (recent, mut made) = (Recent::default(), 0);
        let mut of = |key: usize| {
            let make = || {
                made += 1;
                Ok::<_, ()>(key)
            };
            assert_eq!(recent.of(key.to_string(), make), Ok(key));
            made
        };
        assert_eq!((of(0), of(0)), (1, 1));
        (1..MOST).for_each(|key| _ = of(key));
        assert_eq!(of(0), MOST, "it is the one that was used last");
        assert_eq!(of(MOST), MOST + 1);
        assert_eq!(of(0), MOST + 1);
        assert_eq!(of(1), MOST + 2, "it was the first to go");
    }
}
