//! The history of a pixel as text: what was drawn there, and what became of it.

use runner::image::{Class, Texel};
use runner::stages::fixed::{Entry, Fate, Verdict, Watch};
use std::fmt::Write;

/// The most entries that are shown.
const MOST: usize = 1000;

/// A target of a draw: its name, and the class of its numbers.
pub(crate) type Shown = (String, Class);

/// The place of the shader, or of what of it wrote a sample.
pub(crate) type PlaceOf<'p> = dyn Fn(usize, &Entry) -> String + 'p;

/// The history, a line for each sample of each primitive, with the place of the shader behind what it did.
pub fn text(watch: &Watch, targets: &[Shown], place: &PlaceOf<'_>) -> String {
    let [x, y] = watch.pixel;
    let count = watch.entries.len();
    let counted = if count == 1 { "1 fragment".to_owned() } else { format!("{count} fragments") };
    format!("pixel ({x},{y}): {counted}\n{}", lines(watch, targets, place, MOST))
}

/// The lines of the history, this many at most.
pub(crate) fn lines(watch: &Watch, targets: &[Shown], place: &PlaceOf<'_>, most: usize) -> String {
    let (count, mut out) = (watch.entries.len(), String::new());
    let has_samples = watch.entries.iter().any(|entry| entry.sample > 0);
    for (at, entry) in watch.entries.iter().enumerate().take(most) {
        let Entry { primitive, instance, sample, depth, fate } = entry;
        let shader = || place(at, entry);
        let sample = if has_samples { format!(", sample {sample}") } else { String::new() };
        let _ = write!(out, "  primitive {primitive}, instance {instance}{sample}: depth {depth}, ");
        let _ = match fate {
            Fate::Failed { verdict, early: true } => writeln!(out, "{} before the shader", failed(*verdict)),
            Fate::Failed { verdict, early: false } => writeln!(out, "{} after {}", failed(*verdict), shader()),
            Fate::Discarded => writeln!(out, "discarded by {}", shader()),
            Fate::Written(pairs) => writeln!(out, "written by {}{}", shader(), written(pairs, targets)),
        };
    }
    if count > most {
        let _ = writeln!(out, "  and {} more", count - most);
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
fn written(pairs: &[[Texel; 2]], targets: &[Shown]) -> String {
    let mut out = String::new();
    for ((name, class), [before, after]) in targets.iter().zip(pairs) {
        let separator = if out.is_empty() { ":" } else { "," };
        let _ = write!(out, "{separator} {name} {} -> {}", shown(*before, *class), shown(*after, *class));
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
