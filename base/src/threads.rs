//! How many threads work takes.

/// The limit of threads per core, and the least limit: more threads take memory and do not make anything faster.
const MOST_PER_CORE: usize = 4;
const LEAST_LIMIT: usize = 64;

/// As many threads as are wanted, up to a limit, or else as many as the machine runs at once.
pub fn count(wanted: Option<usize>) -> usize {
    let machine = std::thread::available_parallelism().map_or(1, usize::from);
    wanted.map_or(machine, |wanted| wanted.clamp(1, (MOST_PER_CORE * machine).max(LEAST_LIMIT)))
}

/// The number of this process, by which a forked copy knows that it is one; 0 where there are no processes, as in WebAssembly.
pub fn process() -> u32 {
    if cfg!(target_family = "wasm") { 0 } else { std::process::id() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_limit() {
        assert_eq!([count(Some(0)), count(Some(3))], [1, 3]);
        assert!(count(None) > 0 && count(Some(usize::MAX)) >= LEAST_LIMIT);
        assert_eq!(count(Some(usize::MAX)), count(Some(99_999_999)));
    }
}
