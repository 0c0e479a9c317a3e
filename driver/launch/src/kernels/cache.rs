//! The folder of the cache of compiled code, shared by calls of the command. The runner knows its contents, and checks
//! whether the folder is suitable.

use runner::Cache;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The environment variable that names the folder.
const VARIABLE: &str = "HLSL2SPIRV_CACHE";
/// The name in place of a folder that turns the cache off.
const NOWHERE: &str = "none";

/// The cache that the caller requires, else the one that the environment names, else one in the user's cache folder, if
/// that is suitable.
///
/// # Errors
/// When a requested folder is unsuitable.
pub fn cache(asked: Option<&Path>) -> Result<Option<Cache>, String> {
    let environment = || std::env::var_os(VARIABLE).filter(|folder| !folder.is_empty()).map(PathBuf::from);
    match asked.map(Path::to_owned).or_else(environment) {
        Some(folder) if folder.as_os_str() == NOWHERE => Ok(None),
        Some(folder) => Cache::open(folder).map(Some).map_err(|error| error.to_string()),
        None => Ok(users_folder(|name| std::env::var_os(name)).and_then(|folder| Cache::open(folder).ok())),
    }
}

/// The system's cache folder of the user.
fn users_folder(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let absolute = |name: &str| variable(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
    let caches = if cfg!(windows) {
        absolute("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        absolute("HOME").map(|home| home.join("Library/Caches"))
    } else {
        absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")))
    };
    caches.map(|caches| caches.join("hlsl2spirv"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(all(unix, not(target_os = "macos")))]
    #[test]
    fn the_folder_is_the_systems() {
        let folder = |known: &[(&str, &str)]| {
            users_folder(|name| known.iter().find(|(own, _)| *own == name).map(|(_, value)| OsString::from(value)))
        };
        let place = |path: &str| Some(PathBuf::from(path));
        assert_eq!(folder(&[("HOME", "/home/a"), ("XDG_CACHE_HOME", "/b")]), place("/b/hlsl2spirv"));
        assert_eq!(folder(&[("HOME", "/home/a"), ("XDG_CACHE_HOME", "b")]), place("/home/a/.cache/hlsl2spirv"));
        assert_eq!(folder(&[("HOME", "/home/a")]), place("/home/a/.cache/hlsl2spirv"));
        assert_eq!(folder(&[]), None);
    }
}
