//! Generates the parser from `src/grammar.lalrpop`.

use std::error::Error;
use std::{env, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    let out = env::var("OUT_DIR")?;
    lalrpop::Configuration::new()
        .emit_rerun_directives(true)
        .emit_comments(false)
        .emit_whitespace(false)
        .set_out_dir(&out)
        .process_file("src/grammar.lalrpop")?;
    let out = Path::new(&out);
    let parser = box_errors(&fs::read_to_string(out.join("grammar.rs"))?)?;
    Ok(fs::write(out.join("parser.rs"), parser)?)
}

/// Puts the errors on the parser's stack into boxes. An error is by far the largest of the symbols, all of which are as large,
/// and each is moved several times.
fn box_errors(parser: &str) -> Result<String, String> {
    let places = [
        (
            "\nVariant1(__lalrpop_util::ErrorRecovery<u32, Terminal, ()>),",
            "\nVariant1(Box<__lalrpop_util::ErrorRecovery<u32, Terminal, ()>>),",
        ),
        ("__Symbol::Variant1(recovery)", "__Symbol::Variant1(Box::new(recovery))"),
        (
            "Some((__l, __Symbol::Variant1(__v), __r)) => (__l, __v, __r)",
            "Some((__l, __Symbol::Variant1(__v), __r)) => (__l, *__v, __r)",
        ),
    ];
    places.into_iter().try_fold(parser.to_owned(), |parser, (found, boxed)| match parser.matches(found).count() {
        1 => Ok(parser.replace(found, boxed)),
        count => Err(format!("the generated parser has {count} times `{found}`")),
    })
}
