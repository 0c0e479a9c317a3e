//! Names of files on a worker, which has the inputs below a folder of its own.
//!
//! A worker runs in the folder that represents that of the call, so that relative names are the same in both places. Absolute ones are
//! rewritten to relative ones and back.

use library::options::args;
use library::options::settings::Options;
use library::pipeline::shared::module_cache::settings_as_text;
use std::path::Path;

/// The root of what is sent, under its two names.
#[derive(Debug)]
pub(super) struct Names {
    /// The root here, without the separator at its end.
    root: String,
    /// The root from the folder in which a worker runs, in an unusual form.
    up: String,
}

impl Names {
    /// The names below a root, for a call in a folder below it; `None` if the root has a name that is not text.
    pub(super) fn new(root: &Path, current: &Path) -> Option<Self> {
        let depth = current.strip_prefix(root).ok()?.components().count();
        let up = if depth == 0 { "./.".to_owned() } else { format!("./{}", vec![".."; depth].join("/")) };
        let root = root.to_str()?.trim_end_matches('/').to_owned();
        Some(Names { root, up })
    }

    /// The name of a file on a worker; `None` if it has none there.
    fn there(&self, name: &str) -> Option<String> {
        if name.starts_with('/') {
            let rest = name.strip_prefix(&self.root).filter(|rest| rest.starts_with('/') || rest.is_empty())?;
            return Some(format!("{}{rest}", self.up));
        }
        (!name.starts_with(&self.up)).then(|| name.to_owned())
    }

    /// The name here of a file that a worker names.
    pub(super) fn here(&self, name: &str) -> String {
        name.strip_prefix(&self.up).map_or_else(|| name.to_owned(), |rest| format!("{}{rest}", self.root))
    }

    /// The arguments for a worker, and whether they have other names; `None` if they cannot be rewritten.
    pub(super) fn rewritten(&self, arguments: &[String], options: &Options) -> Option<(Vec<String>, bool)> {
        let mut expected = options.clone();
        let preprocess = &mut expected.preprocess;
        let names = expected.input.iter_mut().chain(&mut preprocess.include_directories);
        let names: Vec<&mut String> = names.chain(&mut preprocess.forced_includes).collect();
        let mut pairs: Vec<(String, String)> = Vec::new();
        for name in names {
            let there = self.there(name)?;
            pairs.push((std::mem::replace(name, there.clone()), there));
        }
        let renamed = |word: &String| {
            let find = |text: &str| pairs.iter().find(|(here, _)| here == text).map(|(_, there)| there.clone());
            let joined = || Some(format!("-I{}", find(word.strip_prefix("-I")?)?));
            find(word).or_else(joined).unwrap_or_else(|| word.clone())
        };
        let words: Vec<String> = arguments.iter().map(renamed).collect();
        let parsed = args::parse(&words);
        let seen =
            |options: &Options| format!("{:?} {:?} {}", options.input, options.preprocess, settings_as_text(options));
        let is_right = !parsed.has_errors() && seen(&parsed.options) == seen(&expected);
        let is_other = words != *arguments;
        is_right.then_some((words, is_other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absolute_names_are_relative_on_a_worker() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let names = Names::new(Path::new("/projects/src"), Path::new("/projects/src/nrd")).expect("a root");
        let line = words(
            "-T ps_6_0 -I /projects/src/nrd/../lib -I/projects/src/x -I inc -D A=/projects/src/x /projects/src/nrd/a.hlsl",
        );
        let (there, is_other) = names.rewritten(&line, &args::parse(&line).options).expect("names");
        let expected = words("-T ps_6_0 -I ./../nrd/../lib -I./../x -I inc -D A=/projects/src/x ./../nrd/a.hlsl");
        assert_eq!((there, is_other), (expected, true));
        assert_eq!(names.here("./../nrd/../lib/a.hlsli"), "/projects/src/nrd/../lib/a.hlsli");
        assert_eq!(names.here("inc/../a.hlsli"), "inc/../a.hlsli");
        for wrong in ["-T ps_6_0 /projects/other/a.hlsl", "-T ps_6_0 /projects/srcs/a.hlsl", "-T ps_6_0 ./../a.hlsl"] {
            assert_eq!(names.rewritten(&words(wrong), &args::parse(&words(wrong)).options), None, "{wrong}");
        }
        // A word that is a name and something else.
        let line = words("-T ps_6_0 -E /projects/src/a /projects/src/a");
        assert_eq!(names.rewritten(&line, &args::parse(&line).options), None);
        let same = Names::new(Path::new("/"), Path::new("/")).expect("a root");
        assert_eq!(same.here(&same.there("/a/b").expect("a name")), "/a/b");
    }
}
