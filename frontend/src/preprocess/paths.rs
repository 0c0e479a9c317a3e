//! Paths as texts, whatever a file system has.

/// The path by which a file is recognised: `.`, `..` and repeated separators resolved as far as the text allows.
pub fn identity(path: &str) -> String {
    let path = path.replace('\\', "/");
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            // Two of them at the start are the root of a network's names.
            "" if parts.len() > 1 || parts.last().is_some_and(|last| !last.is_empty()) => {}
            ".." if parts.last().is_some_and(|last| !matches!(*last, ".." | "")) => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// The directory part of a path, without the last `/`.
pub(super) fn directory(path: &str) -> &str {
    match path.rfind(['/', '\\']) {
        Some(0) => "/",
        Some(at) => &path[..at],
        None => "",
    }
}

pub(super) fn is_absolute(path: &str) -> bool {
    path.starts_with('/') || path.as_bytes().get(1) == Some(&b':')
}

/// The path of a file in a directory.
pub(super) fn join(directory: &str, path: &str) -> String {
    let separator = if directory.is_empty() || directory.ends_with(['/', '\\']) { "" } else { "/" };
    if directory.contains('\\') {
        return directory.replace('\\', "/") + separator + path;
    }
    [directory, separator, path].concat()
}
