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
    let parser = adapt(&fs::read_to_string(out.join("grammar.rs"))?)?;
    Ok(fs::write(out.join("parser.rs"), parser)?)
}

/// Puts the errors on the parser's stack into boxes, calls the loop of `src/parse/drive.rs`, and inlines what that loop does for
/// each token. An error is by far the largest of the symbols, all of which are as large, and each is moved several times.
fn adapt(parser: &str) -> Result<String, String> {
    let places = [
        (
            "\nVariant1(__lalrpop_util::ErrorRecovery<u32, &'s Terminal, ()>),",
            "\nVariant1(Box<__lalrpop_util::ErrorRecovery<u32, &'s Terminal, ()>>),",
        ),
        ("__Symbol::Variant1(recovery)", "__Symbol::Variant1(Box::new(recovery))"),
        (
            "Some((__l, __Symbol::Variant1(__v), __r)) => (__l, __v, __r)",
            "Some((__l, __Symbol::Variant1(__v), __r)) => (__l, *__v, __r)",
        ),
        ("__state_machine::Parser::drive(", "crate::parse::drive::drive("),
        ("\nfn __action(", "\n#[inline]\nfn __action("),
        ("\nfn __goto(", "\n#[inline(always)]\nfn __goto("),
        ("\nfn __reduce<", "\n#[inline(always)]\nfn __reduce<"),
        ("\nfn reduce(", "\n#[inline(always)]\nfn reduce("),
        ("\nfn __token_to_integer<", "\n#[inline]\nfn __token_to_integer<"),
        ("\nfn __token_to_symbol<", "\n#[inline]\nfn __token_to_symbol<"),
        ("\nfn token_to_symbol(", "\n#[inline]\nfn token_to_symbol("),
        ("for (u32, &'s Terminal, u32)\n{\nfn to_triple", "for (u32, &'s Terminal, u32)\n{\n#[inline]\nfn to_triple"),
    ];
    places.into_iter().try_fold(parser.to_owned(), |parser, (found, instead)| match parser.matches(found).count() {
        1 => Ok(parser.replace(found, instead)),
        count => Err(format!("the generated parser has {count} times `{found}`")),
    })
}
