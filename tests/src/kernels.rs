//! The compute shaders under `shaders/`, run on the CPU and compared with plain Rust.
//!
//! Each runs with and without optimisation, and with groups that are whole waves and that are not.

mod fields;
mod floats;
mod images;
mod integers;
pub(crate) mod support;

use libtest_mimic::Trial;
use runner::Host;

/// One test per shader, entry point and size of group. Without LLVM they are skipped, and their names say why.
pub(crate) fn trials(host: &Host) -> Vec<Trial> {
    let mut all = integers::cases();
    all.extend(floats::cases());
    all.extend(fields::cases());
    all.extend(images::cases());
    let one = |(name, run): support::Case| support::trial(host, format!("kernels::{name}"), run);
    all.into_iter().map(one).collect()
}
