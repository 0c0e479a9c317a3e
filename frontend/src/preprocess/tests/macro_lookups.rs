//! Which macros of the command line a text looks up.

use super::*;

/// The watched macros that a text looks up, in order, where `A` is defined and `B` is not.
fn asked(text: &str) -> Vec<String> {
    let mut options = options();
    options.macros = vec![CommandLineMacro::Define("A".to_owned(), Some("B".to_owned()))];
    options.watched = ["A", "B", "C", "GUARD"].into_iter().map(Box::from).collect();
    let header: Option<Arc<str>> = Some("#ifndef GUARD\n#define GUARD\n1\n#endif\n".into());
    let load = |path: &str| header.clone().filter(|_| path.ends_with("guarded.h"));
    let (mut sources, mut names, mut sink) = (SourceMap::new(), Interner::new(), Sink::new(Policy::default()));
    let main = sources.add_file("main.hlsl", text, None).unwrap();
    let done = preprocess(main, &mut sources, &mut names, &options, &load, &mut sink);
    done.asked.iter().map(|name| names.resolve(*name).to_owned()).collect()
}

#[test]
fn look_ups_of_watched_macros_are_recorded() {
    assert_eq!(asked("x = 1;"), [""; 0]);
    // The definition names another macro, which matters where it is expanded.
    assert_eq!(asked("#ifdef A\n#endif"), ["A"]);
    assert_eq!(asked("A"), ["A", "B"]);
    assert_eq!(asked("#if defined(C) && A\n#endif"), ["C", "A", "B"]);
    // Text that is skipped asks nothing, and what the source has defined or undefined is no longer the command line's.
    assert_eq!(asked("#if 0\nA\n#ifdef B\n#endif\n#endif"), [""; 0]);
    assert_eq!(asked("#define C 1\n#undef B\nC B"), ["C", "B"]);
    assert_eq!(asked("#define F(x) x\nF(C)"), ["C"]);
    assert_eq!(asked("#undef A\nA"), ["A"]);
    assert_eq!(asked("#include \"guarded.h\"\n#include \"guarded.h\""), ["GUARD"]);
}
