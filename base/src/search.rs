//! Searches for bytes that ask no processor what it can do: each query exits a virtual machine, which takes longer than the
//! searches of most shaders.
//!
//! They are memchr's for SSE2 where the target always has it, as every x86-64 does, and its portable ones elsewhere.

#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
use memchr::arch::all::memchr::{One, Three};
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
use memchr::arch::x86_64::sse2::memchr::{One, Three};

/// The position of the first such byte.
#[inline]
pub fn first(byte: u8, text: &[u8]) -> Option<usize> {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    let finder = One::new(byte)?;
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
    let finder = One::new(byte);
    finder.find(text)
}

/// The position of the first byte that is one of these.
#[inline]
pub fn first_of(bytes: [u8; 3], text: &[u8]) -> Option<usize> {
    let [a, b, c] = bytes;
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    let finder = Three::new(a, b, c)?;
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
    let finder = Three::new(a, b, c);
    finder.find(text)
}

/// The positions of all such bytes.
pub fn all(byte: u8, text: &[u8]) -> impl Iterator<Item = usize> + '_ {
    let mut from = 0;
    std::iter::from_fn(move || {
        let found = from + first(byte, &text[from..])?;
        from = found + 1;
        Some(found)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_found_wherever_they_are() {
        for length in 0..70 {
            let mut text = vec![b'a'; length];
            assert_eq!((first(b'x', &text), first_of(*b"xyz", &text)), (None, None));
            for at in 0..length {
                text[at..].fill(b'x');
                assert_eq!((first(b'x', &text), first_of(*b"zyx", &text)), (Some(at), Some(at)));
                assert!(all(b'x', &text).eq(at..length));
                text[at..].fill(b'a');
            }
        }
    }
}
