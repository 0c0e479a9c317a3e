//! Budgets of shaders: the section `[cost]` of `hlsl2spirv.toml`.

use super::{Counts, names};
use crate::projects::{CONFIG, glob};
use library::files::reading;
use serde::Deserialize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

#[derive(Default, Deserialize)]
struct Document {
    #[serde(default)]
    cost: Section,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    #[serde(default)]
    budget: Vec<Rules>,
}

/// Budgets for some files.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    /// The files, from the folder of the settings on; `*` represents a part of a name, `**` for any folders.
    files: Vec<String>,
    /// The budgets: `registers <= 64`.
    rules: Vec<String>,
}

/// A budget for a file.
pub(crate) struct Budget {
    /// The settings that have it.
    pub(crate) file: PathBuf,
    /// Its text.
    pub(crate) rule: String,
    name: String,
    counts: RangeInclusive<u64>,
}

/// The budgets of a file, from the nearest settings.
///
/// # Errors
/// When the settings cannot be read, or a budget makes no sense.
pub(crate) fn budgets(path: &str) -> Result<Vec<Budget>, String> {
    let path = std::path::absolute(path).unwrap_or_else(|_| PathBuf::from(path));
    let Some(file) = path.ancestors().skip(1).map(|folder| folder.join(CONFIG)).find(|file| file.exists()) else {
        return Ok(Vec::new());
    };
    let wrong = |error: String| format!("'{}': {error}", file.display());
    let text = reading::read_settings(&file).map_err(|error| wrong(error.to_string()))?;
    let document: Document = toml::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    let folder = file.parent().unwrap_or(Path::new(""));
    let below = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
    let own = document.cost.budget.iter().filter(|rules| rules.files.iter().any(|files| glob::matches(files, &below)));
    own.flat_map(|rules| &rules.rules).map(|rule| Budget::new(&file, rule).map_err(wrong)).collect()
}

impl Budget {
    fn new(file: &Path, rule: &str) -> Result<Self, String> {
        let parts: Vec<&str> = rule.split_whitespace().collect();
        if let [name, relation @ ("<=" | "=="), most] = parts[..]
            && let Some(name) = names().find(|known| known == name)
            && let Ok(most) = most.parse()
        {
            let least = if relation == "==" { most } else { 0 };
            return Ok(Budget { file: file.to_owned(), rule: rule.to_owned(), name, counts: least..=most });
        }
        // Those of GPUs are many.
        let names: Vec<String> = names().filter(|name| !name.contains('.')).collect();
        Err(format!(
            "invalid budget '{rule}'; expected NAME <= NUMBER or NAME == NUMBER with a name of {}",
            names.join(", ")
        ))
    }

    /// The GPU that the budget is for, if it is for one.
    pub(crate) fn gpu(&self) -> Option<&str> {
        self.name.split_once('.').map(|(gpu, _)| gpu)
    }

    /// By how much an entry point misses the budget, if it does.
    ///
    /// # Errors
    /// When the count is not known.
    pub(crate) fn missed_by(&self, entry: &str, counts: &Counts) -> Result<Option<u64>, String> {
        let Budget { name, counts: allowed, .. } = self;
        let count = counts.get(name).ok_or_else(|| format!("'{name}' is not known for '{entry}'"))?;
        Ok((!allowed.contains(count)).then(|| count.abs_diff(*allowed.end())))
    }
}
