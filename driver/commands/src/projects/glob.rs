//! Patterns of paths.

/// Returns whether a path fits a pattern. It takes time in the product of their lengths at most.
pub(crate) fn matches(pattern: &str, path: &str) -> bool {
    let pattern: Vec<&str> = pattern.split('/').collect();
    let path: Vec<&str> = path.split('/').collect();
    // The numbers of parts of the path that the pattern so far can have taken.
    let mut reached = vec![false; path.len() + 1];
    reached[0] = true;
    for part in pattern {
        let mut next = vec![false; path.len() + 1];
        for at in 0..=path.len() {
            if part == "**" {
                next[at] = reached[at] || at > 0 && next[at - 1];
            } else if at > 0 && reached[at - 1] {
                next[at] = name_matches(part.as_bytes(), path[at - 1].as_bytes());
            }
        }
        reached = next;
    }
    reached[path.len()]
}

fn name_matches(pattern: &[u8], name: &[u8]) -> bool {
    let (mut at, mut from, mut star) = (0, 0, None);
    while from < name.len() {
        if pattern.get(at) == Some(&b'*') {
            star = Some((at, from));
            at += 1;
        } else if pattern.get(at).is_some_and(|c| *c == b'?' || *c == name[from]) {
            (at, from) = (at + 1, from + 1);
        } else if let Some((star_at, star_from)) = star {
            star = Some((star_at, star_from + 1));
            (at, from) = (star_at + 1, star_from + 1);
        } else {
            return false;
        }
    }
    pattern[at..].iter().all(|c| *c == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_name_files() {
        for (pattern, path, fits) in [
            ("*.hlsl", "a.hlsl", true),
            ("*.hlsl", "x/a.hlsl", false),
            ("**/*.hlsl", "x/y/a.hlsl", true),
            ("**/*.hlsl", "a.hlsl", true),
            ("x/**", "x/y/z", true),
            ("a*b?c", "axxbxbyc", true),
            ("a*b?c", "axxbc", false),
        ] {
            assert_eq!(matches(pattern, path), fits, "{pattern} {path}");
        }
    }
}
