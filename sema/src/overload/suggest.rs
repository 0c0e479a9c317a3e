//! "Did you mean": the known name that is nearest to a misspelt one.

/// The candidate with the fewest edits, if these are few compared to its length; the first one of several.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (name.chars().count() / 3).clamp(1, 3);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let bound = best.map_or(limit, |(distance, _)| distance - 1);
        match edit_distance(name, candidate, bound) {
            Some(0) => return Some(candidate),
            Some(distance) => best = Some((distance, candidate)),
            None => {}
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Names longer than this are not compared.
const MAX_LENGTH: usize = 64;

/// How many letters must be inserted, dropped, changed or swapped with their neighbour, at most `limit`; letters that
/// differ in case alone are the same.
fn edit_distance(a: &str, b: &str, limit: usize) -> Option<usize> {
    let letters = |text: &str| text.chars().map(|c| c.to_ascii_lowercase()).collect::<Vec<char>>();
    if a.len() > MAX_LENGTH || b.len() > MAX_LENGTH || a.len().abs_diff(b.len()) > limit {
        return None;
    }
    let (a, b) = (letters(a), letters(b));
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
    Some(last[b.len()]).filter(|&distance| distance <= limit)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let known = ["saturate", "sin", "normalize", "SampleLevel"];
        assert_eq!(nearest("saturat", known), Some("saturate"));
        assert_eq!(nearest("nromalize", known), Some("normalize"));
        assert_eq!(nearest("samplelevel", known), Some("SampleLevel"));
        assert_eq!(nearest("frobnicate", known), None);
    }
}
