//! Job files as the caller names them: files, folders, and patterns for those whose shell has none.

use library::files::reading;
use std::path::{Path, PathBuf};

/// The files that a name represents: itself, the `.json` files and the shaders with tests below a folder, or those that a pattern describes, in the
/// order of their names. `*` and `?` represent characters of a name, `**` for any number of folders.
///
/// # Errors
/// When there is none.
pub fn job_files(name: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    if name.is_dir() {
        gather(name, &mut |file| found.push(file));
        let is_job = |file: &Path| file.extension().is_some_and(|extension| extension == "json");
        found.retain(|file| is_job(file) || is_shader(file) && has_tests(file));
    } else if name.exists() || !is_pattern(name) {
        return Ok(vec![name.to_owned()]);
    } else {
        let parts: Vec<_> = name.components().map(|part| part.as_os_str().to_string_lossy()).collect();
        let fixed = parts.iter().take_while(|part| !part.contains(['*', '?'])).count();
        let start: PathBuf = name.components().take(fixed).collect();
        let pattern: Vec<&str> = parts[fixed..].iter().map(AsRef::as_ref).collect();
        let folder = if fixed == 0 { Path::new(".") } else { &start };
        gather(folder, &mut |file| {
            let below: Vec<_> = file.components().map(|part| part.as_os_str().to_string_lossy()).collect();
            let below: Vec<&str> = below.iter().map(AsRef::as_ref).collect();
            let below = &below[folder.components().count()..];
            if fits(&pattern, below) {
                found.push(start.join(below.iter().collect::<PathBuf>()));
            }
        });
    }
    found.sort();
    match found.is_empty() {
        true => Err("no job files or tests found".to_owned()),
        false => Ok(found),
    }
}

/// Returns whether a file's name is that of a shader or a header.
pub fn is_shader(path: &Path) -> bool {
    const EXTENSIONS: [&str; 8] = ["hlsl", "hlsli", "hlslh", "fx", "fxh", "usf", "ush", "h"];
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    extension.is_some_and(|extension| EXTENSIONS.contains(&extension.as_str()))
}

/// Returns whether a file seems to have tests.
fn has_tests(path: &Path) -> bool {
    let text = reading::read_bytes(&path.to_string_lossy()).map(reading::decode).unwrap_or_default();
    ["[test", "[property"].iter().any(|word| text.contains(word))
}

fn is_pattern(name: &Path) -> bool {
    name.to_string_lossy().contains(['*', '?'])
}

/// Passes on all files below a folder. Links to folders, which may lead around in a circle, are left alone.
fn gather(folder: &Path, take: &mut dyn FnMut(PathBuf)) {
    for path in reading::entries(folder, usize::MAX).unwrap_or_default() {
        match path.is_dir() && !path.is_symlink() {
            true => gather(&path, take),
            false if path.is_dir() => {}
            false => take(path),
        }
    }
}

/// Returns whether the parts of a path are those of a pattern.
fn fits(pattern: &[&str], parts: &[&str]) -> bool {
    match (pattern.split_first(), parts.split_first()) {
        (None, None) => true,
        (Some((&"**", rest)), _) => (0..=parts.len()).any(|skipped| fits(rest, &parts[skipped..])),
        (Some((first, rest)), Some((part, others))) => name_fits(first, part) && fits(rest, others),
        (None, Some(_)) | (Some(_), None) => false,
    }
}

/// Returns whether a name is that of a pattern: a star is tried with ever more characters.
fn name_fits(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut at, mut seen, mut star) = (0, 0, None);
    while seen < name.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, seen));
                at += 1;
            }
            Some(wanted) if *wanted == '?' || *wanted == name[seen] => (at, seen) = (at + 1, seen + 1),
            _ => {
                let Some((place, begun)) = star else { return false };
                star = Some((place, begun + 1));
                (at, seen) = (place + 1, begun + 1);
            }
        }
    }
    pattern[at..].iter().all(|rest| *rest == '*')
}

#[cfg(test)]
mod tests {
    #[test]
    fn patterns_describe_paths() {
        let fits = |pattern: &str, path: &str| {
            let split = |text| str::split(text, '/').collect::<Vec<_>>();
            super::fits(&split(pattern), &split(path))
        };
        assert!(fits("*.json", "a.json") && fits("a*b?.json", "axxbc.json") && fits("**/*.json", "x/y/a.json"));
        assert!(fits("**/*.json", "a.json") && fits("x/**", "x/y/z") && fits("*a*a", "banana"));
        assert!(!fits("*.json", "x/a.json") && !fits("*.json", "a.jso") && !fits("?", "ab") && !fits("a", "b"));
    }
}
