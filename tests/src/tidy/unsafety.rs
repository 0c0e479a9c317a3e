//! Unsafe code is only where SECURITY.md says, and each block states what it relies on.

use super::{sources, verdict};
use libtest_mimic::Failed;

/// Where unsafe code may stand.
const PLACES: &[&str] = &[
    "/runner/src/",
    "/driver/library/src/pipeline/spirv_tools/",
    "/driver/launch/src/kernels.rs",
    "/dxcompiler/",
    "/capi/",
    "/bridge/src/exports.rs",
    "/allocator/",
    "/driver/device/src/",
    "/tests/src/",
    "/tests/benches/cpu/by_hand/avx2.rs",
    "/trace/benches/",
];
/// A block may begin the given number of lines below the comment on it, where its statement is long.
const NEAR: usize = 4;

pub(super) fn unsafe_code_says_why() -> Result<(), Failed> {
    // The words are split so that this file does not contain them.
    let (allowed, block, item) =
        (concat!("allow(unsafe", "_code"), concat!("unsafe", " {"), concat!("unsafe", " impl"));
    let mut problems = Vec::new();
    for (path, text) in sources() {
        if text.contains(allowed) && !PLACES.iter().any(|place| path.contains(place)) {
            problems.push(format!("{path}: unsafe code does not belong here"));
        }
        let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
        for (at, line) in lines.iter().enumerate().filter(|(_, line)| !line.starts_with("//")) {
            if (line.contains(block) || line.contains(item)) && !says_why(&lines[..at]) {
                problems.push(format!("{path}:{}: nothing says what this relies on", at + 1));
            }
        }
    }
    verdict(problems)
}

/// Returns whether the comment before a line is a SAFETY comment.
fn says_why(before: &[&str]) -> bool {
    let is_comment = |line: &&&str| line.starts_with("// ");
    let gap = before.iter().rev().take_while(|line| !is_comment(line)).count();
    let mut comment = before.iter().rev().skip(gap).take_while(is_comment);
    gap < NEAR && comment.any(|line| line.starts_with("// SAFETY: "))
}
