//! The summary of the table.

use std::time::Duration;

/// A measured kernel.
pub(crate) struct Measured {
    pub(crate) name: String,
    /// The time with lanes together.
    pub(crate) here: Duration,
    /// The time of the fastest driver.
    pub(crate) driver: Option<Duration>,
    /// The time of the kernel that is written by hand, in milliseconds.
    pub(crate) hand: Option<f64>,
    /// What no kernel can be faster than, in milliseconds.
    pub(crate) limit: Option<f64>,
}

impl Measured {
    /// The time of the fastest driver relative to ours.
    pub(crate) fn ratio(&self) -> Option<f64> {
        Some(self.driver?.as_secs_f64() / self.here.as_secs_f64())
    }

    fn here_in_milliseconds(&self) -> f64 {
        self.here.as_secs_f64() * 1e3
    }
}

/// The geometric mean.
pub(crate) fn mean(ratios: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = ratios.len().max(1) as f64;
    (ratios.map(f64::ln).sum::<f64>() / count).exp()
}

/// The factor of the lower bound up to which a time counts as near it.
const NEAR: f64 = 2.0;

/// Prints the summary. The empty kernel does not count.
pub(crate) fn print(rows: &[&Measured]) {
    let rows: Vec<_> = rows.iter().filter(|row| row.here > Duration::from_micros(10)).collect();
    let lowest = |ratios: Vec<(f64, &str)>, what: &str| {
        if let Some((ratio, name)) = ratios.iter().copied().min_by(|a, b| a.0.total_cmp(&b.0)) {
            let mean = mean(ratios.iter().map(|(ratio, _)| *ratio));
            println!("{what}: {mean:.2} in the geometric mean, {ratio:.2} at least ({name}).");
        }
    };
    let ratios = rows.iter().filter_map(|row| Some((row.ratio()?, row.name.as_str()))).collect();
    lowest(ratios, "The best driver's time by ours");
    let by_hand = rows.iter().filter_map(|row| Some((row.hand? / row.here_in_milliseconds(), row.name.as_str())));
    lowest(by_hand.collect(), "The time by hand, with AVX2, by ours");
    let near: Vec<_> = rows.iter().filter_map(|row| Some(row.here_in_milliseconds() <= NEAR * row.limit?)).collect();
    if !near.is_empty() {
        let count = near.iter().filter(|is_near| **is_near).count();
        println!("Within {NEAR} of the limit: {count} of {}.", near.len());
    }
}
