//! "Did you mean": the known name that is nearest to a misspelt one, for every kind of name.

/// The candidate with the fewest edits, if these are few compared to the name's length; the first one of several.
///
/// Letters that differ in case alone are the same, so a name in the wrong case is always near.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = letters(name)?;
    let limit = (wanted.len() / 3).clamp(1, 3);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let bound = best.map_or(limit, |(distance, _)| distance - 1);
        match edit_distance(&wanted, candidate, bound) {
            Some(0) => return Some(candidate),
            Some(distance) => best = Some((distance, candidate)),
            None => {}
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The text of a suggestion.
pub fn did_you_mean(name: &str) -> String {
    format!("did you mean '{name}'?")
}

/// Names longer than this are not compared.
const MAX_LENGTH: usize = 64;

fn letters(text: &str) -> Option<Vec<char>> {
    (text.len() <= MAX_LENGTH).then(|| text.chars().map(|c| c.to_ascii_lowercase()).collect())
}

/// The number of letters to insert, delete, change or swap with their neighbour, up to `limit`; `None` beyond it, or if
/// all letters would be deleted.
fn edit_distance(a: &[char], candidate: &str, limit: usize) -> Option<usize> {
    let b = letters(candidate).filter(|b| b.len().abs_diff(a.len()) <= limit)?;
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for row in 1..=a.len() {
        let mut current = vec![row];
        for column in 1..=b.len() {
            let change = last[column - 1] + usize::from(a[row - 1] != b[column - 1]);
            let mut cost = change.min(last[column] + 1).min(current[column - 1] + 1);
            if row > 1 && column > 1 && a[row - 1] == b[column - 2] && a[row - 2] == b[column - 1] {
                cost = cost.min(before[column - 2] + 1);
            }
            current.push(cost);
        }
        before = std::mem::replace(&mut last, current);
    }
    Some(last[b.len()]).filter(|&distance| distance <= limit && distance < a.len().max(b.len()))
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let known = ["color", "saturate", "sin", "normalize", "SampleLevel"];
        assert_eq!(nearest("colour", known), Some("color"));
        assert_eq!(nearest("saturat", known), Some("saturate"));
        assert_eq!(nearest("nromalize", known), Some("normalize"));
        assert_eq!(nearest("samplelevel", known), Some("SampleLevel"));
        assert_eq!(nearest("frobnicate", known), None);
    }

    #[test]
    fn a_letter_is_no_misspelling_of_another() {
        assert_eq!(nearest("x", ["y", ""]), None);
        assert_eq!(nearest("", ["y", ""]), None);
        assert_eq!(nearest("naïve", ["naive"]), Some("naive"));
    }
}
