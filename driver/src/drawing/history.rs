//! The history of a pixel as text: what was drawn there, and what became of it.

use super::target::Target;
use runner::image::{Class, Texel};
use runner::stages::fixed::{Entry, Fate, Verdict, Watch};
use std::fmt::Write;

/// The most entries that are shown.
const MOST: usize = 1000;

/// The history, a line for each sample of each primitive, with the place of the shader behind what it did.
pub(crate) fn text(watch: &Watch, targets: &[Target], shader: &str) -> String {
    let [x, y] = watch.pixel;
    let count = watch.entries.len();
    let counted = if count == 1 { "1 fragment".to_owned() } else { format!("{count} fragments") };
    let mut out = format!("pixel ({x},{y}): {counted}\n");
    let has_samples = watch.entries.iter().any(|entry| entry.sample > 0);
    for Entry { primitive, instance, sample, depth, fate } in watch.entries.iter().take(MOST) {
        let sample = if has_samples { format!(", sample {sample}") } else { String::new() };
        let _ = write!(out, "  primitive {primitive}, instance {instance}{sample}: depth {depth}, ");
        let _ = match fate {
            Fate::Failed { verdict, early: true } => writeln!(out, "{} before the shader", failed(*verdict)),
            Fate::Failed { verdict, early: false } => writeln!(out, "{} after {shader}", failed(*verdict)),
            Fate::Discarded => writeln!(out, "discarded by {shader}"),
            Fate::Written(pairs) => writeln!(out, "written by {shader}{}", written(pairs, targets)),
        };
    }
    if count > MOST {
        let _ = writeln!(out, "  and {} more", count - MOST);
    }
    out
}

/// What the test of a verdict says.
fn failed(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Passed => "passed",
        Verdict::DepthBounds => "outside of the depth bounds",
        Verdict::Stencil => "stencil test failed",
        Verdict::Depth => "depth test failed",
    }
}

/// The values of the targets before and after.
fn written(pairs: &[[Texel; 2]], targets: &[Target]) -> String {
    let mut out = String::new();
    for (target, [before, after]) in targets.iter().zip(pairs) {
        let class = target.format.class();
        let separator = if out.is_empty() { ":" } else { "," };
        let _ = write!(out, "{separator} {} {} -> {}", target.name(), shown(*before, class), shown(*after, class));
    }
    out
}

fn shown(texel: Texel, class: Class) -> String {
    let number = |bits: u32| match class {
        Class::Float => f32::from_bits(bits).to_string(),
        Class::Uint | Class::WideUint => bits.to_string(),
        Class::Sint | Class::WideSint => bits.cast_signed().to_string(),
    };
    format!("({})", texel.map(number).join(", "))
}
