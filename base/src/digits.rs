//! Decimal formatting of integers, several times as fast as the standard library's, for output with millions of them.
//!
//! It must not know what a number counts.

/// The most digits of a 64-bit number.
const MOST: usize = 20;

/// The digits of a number, in decimal.
#[derive(Clone, Copy, Debug)]
pub struct Digits {
    digits: [u8; MOST],
    start: usize,
}

impl Digits {
    /// Those of this number.
    pub fn of(number: impl Into<u64>) -> Digits {
        let mut rest = number.into();
        let (mut digits, mut start) = ([b'0'; MOST], MOST);
        loop {
            start -= 1;
            digits[start] += (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                return Digits { digits, start };
            }
        }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.digits[self.start..]).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_are_written_as_the_standard_library_writes_them() {
        for number in [0, 7, 10, 99, 100, 4_294_967_295, 10_000_000_000_000_000_000, u64::MAX] {
            assert_eq!(super::Digits::of(number).as_str(), number.to_string());
        }
    }
}
