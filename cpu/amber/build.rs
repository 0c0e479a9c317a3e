//! Generates the parser from `src/grammar.lalrpop`.

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let out = std::env::var("OUT_DIR")?;
    lalrpop::Configuration::new()
        .emit_rerun_directives(true)
        .emit_comments(false)
        .emit_whitespace(false)
        .set_out_dir(out)
        .process_file("src/grammar.lalrpop")
}
