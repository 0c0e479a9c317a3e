//! The parts of a list: lines that share their work stay together.

use crate::list::Entry;
use base::ids::Map;
use library::execution::is_movable;

/// Lines of a list, by their positions, in its order.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) lines: Vec<usize>,
    /// True if a message is printed once for all combinations of sets.
    pub(crate) is_merged: bool,
}

/// Cuts those of the lines that can be compiled elsewhere into parts of up to `most` lines. Lines with the same input, profile and
/// entry point are together as far as this allows; few of them share a part with others.
pub(crate) fn cut(entries: &[Entry], lines: &[usize], most: usize, each: bool) -> Vec<Part> {
    let mut families: Map<(bool, String), Vec<usize>> = Map::default();
    for &line in lines {
        let entry = &entries[line];
        let parsed = entry.parsed();
        let options = &parsed.options;
        let is_alone = parsed.has_errors() || options.information.is_some() || !entry.folder.is_empty();
        if is_alone || !is_movable(options) {
            continue;
        }
        let Some(input) = &options.input else { continue };
        let key = format!("{:?} {:?} {input}", options.profile, options.entry);
        let is_merged = entry.place.point().is_some() && !each;
        families.entry((is_merged, key)).or_default().push(line);
    }
    together(families.into_iter().map(|((is_merged, _), lines)| Part { lines, is_merged }), most)
}

/// Cuts families into pieces of nearly equal length, and puts small ones together.
fn together(families: impl Iterator<Item = Part>, most: usize) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    // The last part with room, for either kind of messages.
    let mut open: [Option<usize>; 2] = [None; 2];
    for Part { lines, is_merged } in families {
        let pieces = lines.len().div_ceil(most).max(1);
        let length = lines.len().div_ceil(pieces).max(1);
        for piece in lines.chunks(length) {
            let place = &mut open[usize::from(is_merged)];
            match place.filter(|at| parts[*at].lines.len() + piece.len() <= most) {
                Some(at) => parts[at].lines.extend(piece),
                None => {
                    *place = Some(parts.len());
                    parts.push(Part { lines: piece.to_vec(), is_merged });
                }
            }
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_are_cut_as_seldom_as_possible() {
        let family = |lines: std::ops::Range<usize>| Part { lines: lines.collect(), is_merged: false };
        let lengths = |families: Vec<Part>| -> Vec<usize> {
            let parts = together(families.into_iter(), 4);
            let mut all: Vec<usize> = parts.iter().flat_map(|part| part.lines.clone()).collect();
            all.sort_unstable();
            assert_eq!(all, (0..all.len()).collect::<Vec<_>>());
            parts.iter().map(|part| part.lines.len()).collect()
        };
        assert_eq!(lengths(vec![family(0..9)]), [3, 3, 3]);
        assert_eq!(lengths(vec![family(0..1), family(1..3), family(3..4), family(4..6)]), [4, 2]);
        assert_eq!(lengths(vec![family(0..3), family(3..6), family(6..7)]), [3, 4]);
    }
}
