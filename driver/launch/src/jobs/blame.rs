//! Who wrote wrong pixels: the job runs once more for each of the first ones, and its draws keep the history of it.

use super::prepared::{Prepared, Seen, Watched};
use crate::drawing::history;
use crate::kernels::Clock;
use std::fmt::Write;

/// The pixels whose history is shown.
const PIXELS: usize = 3;
/// The lines of the history of a pixel in a draw.
const LINES: usize = 4;

/// What the draws of a job did to the first of these texels of targets.
pub(super) fn text(
    texels: &[(String, Vec<[u32; 2]>)],
    prepare: impl Fn() -> Option<Prepared>,
    clock: &Clock,
) -> String {
    let mut out = String::new();
    let all = texels.iter().flat_map(|(name, texels)| texels.iter().map(move |pixel| (name, *pixel)));
    for (name, pixel) in all.take(PIXELS) {
        if clock.left().is_some_and(|left| left.is_zero()) {
            break;
        }
        let Some(mut prepared) = prepare() else { break };
        let targets = prepared.sources(name);
        prepared.shared().watched = Some(Watched { targets, pixel, seen: Vec::new() });
        // The deadline may end it; what was seen before is shown.
        let _ = prepared.run(clock);
        let [x, y] = pixel;
        let seen = prepared.shared().watched.take().map_or(Vec::new(), |watched| watched.seen);
        if seen.is_empty() {
            let _ = writeln!(out, "pixel ({x},{y}) of '{name}': drawn by nothing");
        } else {
            let _ = writeln!(out, "pixel ({x},{y}) of '{name}':");
        }
        for seen in &seen {
            let Seen { step, watch, targets, .. } = seen;
            match watch {
                Some(watch) => {
                    let _ = writeln!(out, "  step {step}:");
                    let lines = history::lines(watch, targets, &|_, entry| seen.place(entry), LINES);
                    lines.lines().for_each(|line| _ = writeln!(out, "  {line}"));
                }
                None => _ = writeln!(out, "  step {step}: filled by {}", seen.filled()),
            }
        }
    }
    out
}
