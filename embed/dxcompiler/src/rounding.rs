//! The floating-point environment: engines run with denormals flushed to zero, by which constants would differ.

#![allow(unsafe_code)]

/// Runs a function with the environment that the C standard calls the default one, and restores the caller's.
pub(crate) fn with_default<T>(run: impl FnOnce() -> T) -> T {
    let _restored = Environment(replace(DEFAULT));
    run()
}

/// The environment of the caller, in force again when this goes.
struct Environment(Word);

impl Drop for Environment {
    fn drop(&mut self) {
        replace(self.0);
    }
}

#[cfg(target_arch = "x86_64")]
type Word = u32;
/// All exceptions masked, rounding to the nearest, denormals as they are (Intel SDM, volume 1, 10.2.3).
#[cfg(target_arch = "x86_64")]
const DEFAULT: Word = 0x1f80;

#[cfg(target_arch = "x86_64")]
fn replace(word: Word) -> Word {
    let mut before: Word = 0;
    // SAFETY: the register is the thread's own, and all bits of the words are ones that it has.
    unsafe {
        std::arch::asm!(
            "stmxcsr [{before}]", "ldmxcsr [{word}]",
            before = in(reg) &raw mut before, word = in(reg) &raw const word, options(nostack)
        );
    }
    before
}

#[cfg(target_arch = "aarch64")]
type Word = u64;
/// Rounding to the nearest, denormals as they are (Arm ARM, FPCR).
#[cfg(target_arch = "aarch64")]
const DEFAULT: Word = 0;

#[cfg(target_arch = "aarch64")]
fn replace(word: Word) -> Word {
    let before: Word;
    // SAFETY: the register is the thread's own.
    unsafe {
        std::arch::asm!("mrs {before}, fpcr", "msr fpcr, {word}", before = out(reg) before, word = in(reg) word);
    }
    before
}

/// Other processors are left as they are.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
type Word = ();
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const DEFAULT: Word = ();

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn replace(_word: Word) -> Word {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn the_callers_environment_comes_back() {
        const FLUSHING: Word = 0x9fc0;
        let ours = replace(FLUSHING);
        let inside = with_default(|| {
            let inside = replace(DEFAULT);
            inside & !0x3f
        });
        let after = replace(ours);
        assert_eq!((inside, after & !0x3f), (DEFAULT, FLUSHING & !0x3f));
    }
}
