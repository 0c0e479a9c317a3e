//! Work that all threads begin together, timed until the last of them has ended, as a dispatch is.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The part of one thread.
pub(crate) type Share<'a> = Box<dyn FnMut() + Send + 'a>;

/// Each figure is the best of runs during this time.
const PATIENCE: Duration = Duration::from_millis(300);
/// The number of a round in which threads end.
const OVER: usize = usize::MAX;

/// The number of threads that share a kernel.
pub(crate) fn threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The time of the shortest of many runs.
pub(crate) fn shortest(shares: Vec<Share<'_>>) -> Duration {
    let team = Team::default();
    let mut shares = shares.into_iter();
    let mut own = shares.next().unwrap_or_else(|| Box::new(|| ()));
    let others = shares.len();
    thread::scope(|scope| {
        for share in shares {
            let team = &team;
            scope.spawn(move || team.follow(share));
        }
        let (start, mut best) = (Instant::now(), Duration::MAX);
        for round in 1.. {
            best = best.min(team.lead(round, &mut own, others));
            if start.elapsed() > PATIENCE {
                break;
            }
        }
        team.round.store(OVER, Ordering::Release);
        best
    })
}

/// Runs each share once.
pub(crate) fn once(shares: Vec<Share<'_>>) {
    shares.into_iter().for_each(|mut share| share());
}

/// The rounds that threads run together. They wait actively, since the shortest kernels take less time than waking does.
#[derive(Default)]
struct Team {
    /// The round that has begun last.
    round: AtomicUsize,
    /// The shares of other threads that have ended, in all rounds.
    ended: AtomicUsize,
}

impl Team {
    fn lead(&self, round: usize, own: &mut Share<'_>, others: usize) -> Duration {
        let start = Instant::now();
        self.round.store(round, Ordering::Release);
        own();
        while self.ended.load(Ordering::Acquire) < others * round {
            std::hint::spin_loop();
        }
        start.elapsed()
    }

    fn follow(&self, mut share: Share<'_>) {
        let mut last = 0;
        loop {
            match self.round.load(Ordering::Acquire) {
                OVER => return,
                round if round == last => std::hint::spin_loop(),
                round => {
                    last = round;
                    share();
                    self.ended.fetch_add(1, Ordering::Release);
                }
            }
        }
    }
}
