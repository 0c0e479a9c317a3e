//! Parameters that are taken apart as tuples: `fn f((name, span): (Symbol, Span))`.
//!
//! Such a parameter hides what its parts are at every call. A struct names them, and so do parameters of their own.

use super::groups::CRATES;
use super::{modules_of, rust, verdict};
use crate::collect::workspace;
use libtest_mimic::Failed;

/// The crates that still have such parameters, and how many they may have. The others have none.
const MAY_HAVE: &[(&str, usize)] = &[("cpu/runner", 2), ("driver/commands", 19)];

pub(super) fn parameters_have_names() -> Result<(), Failed> {
    let mut problems = Vec::new();
    for one in CRATES {
        let files = modules_of(&workspace().join(one.folder).join("src"));
        let found: usize = files.iter().map(|modules| in_modules(modules)).sum();
        let most = MAY_HAVE.iter().find(|(folder, _)| *folder == one.folder).map_or(0, |(_, most)| *most);
        if found > most {
            problems
                .push(format!("{} takes {found} parameters apart as tuples; it may do so {most} times", one.folder));
        }
    }
    verdict(problems)
}

fn in_modules(modules: &[rust::Module]) -> usize {
    modules.iter().flat_map(|module| &module.items).map(|item| item.tuples).sum()
}

/// Patterns of tuples are found wherever they are among the parameters; types that are tuples are not.
pub(super) fn tuples_are_found() -> Result<(), Failed> {
    let count = |text: &str| in_modules(&rust::read(Vec::new(), text));
    assert_eq!(count("fn f((a, b): (A, B)) {}"), 1);
    assert_eq!(count("impl S { fn f<T: Fn(A) -> B>(&self, x: T, &(a, _): &(A, B), (c, d): Pair) {} }"), 2);
    assert_eq!(count("fn f(a: (A, B), [b, c]: [A; 2], d: impl Fn((A, B)) -> C) { let (e, f): (A, B) = a; }"), 0);
    assert_eq!(count("fn f() { fn g((a, b): (A, B)) {} let h = |(a, b): (A, B)| a; }"), 1);
    Ok(())
}
