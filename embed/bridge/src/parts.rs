//! Byte strings one behind another: how requests and answers go through memory. Must not know what is in them.

use serde_json::Value;

/// The length of a number.
const NUMBER: usize = size_of::<u32>();

/// The parts of an answer besides its document.
#[derive(Default)]
pub(crate) struct Parts(Vec<Vec<u8>>);

impl Parts {
    /// Adds a part, and returns its number.
    pub(crate) fn add(&mut self, bytes: Vec<u8>) -> usize {
        self.0.push(bytes);
        self.0.len()
    }

    /// The parts; the first has the number 1.
    pub(crate) fn into_inner(self) -> Vec<Vec<u8>> {
        self.0
    }

    /// All parts behind the document.
    pub(crate) fn finish(self, document: &Value) -> Vec<u8> {
        let document = document.to_string().into_bytes();
        let all: Vec<&[u8]> = std::iter::once(&document).chain(&self.0).map(Vec::as_slice).collect();
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes();
        let room = NUMBER * (1 + all.len()) + all.iter().map(|part| part.len()).sum::<usize>();
        let mut out = Vec::with_capacity(room);
        out.extend(number(all.len()));
        all.iter().for_each(|part| out.extend(number(part.len())));
        all.iter().for_each(|part| out.extend_from_slice(part));
        out
    }
}

/// The parts of a request.
///
/// # Errors
/// When the bytes are none.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<&[u8]>, String> {
    let broken = || "malformed request".to_owned();
    let number = |at: usize| {
        let bytes = bytes.get(at..at.checked_add(NUMBER)?)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize)
    };
    let count = number(0).filter(|count| *count <= bytes.len() / NUMBER).ok_or_else(broken)?;
    let mut rest = bytes.get(NUMBER * (1 + count)..).ok_or_else(broken)?;
    let mut parts = Vec::with_capacity(count);
    for at in 1..=count {
        let length = number(NUMBER * at).ok_or_else(broken)?;
        let (part, behind) = rest.split_at_checked(length).ok_or_else(broken)?;
        parts.push(part);
        rest = behind;
    }
    Ok(parts)
}

/// The part with a number.
///
/// # Errors
/// When there is none.
pub(crate) fn get<'p>(parts: &[&'p [u8]], number: usize) -> Result<&'p [u8], String> {
    parts.get(number).copied().ok_or_else(|| format!("request without part {number}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_back() {
        let mut parts = Parts::default();
        assert_eq!((parts.add(vec![1, 2, 3]), parts.add(Vec::new())), (1, 2));
        let bytes = parts.finish(&Value::Null);
        assert_eq!(read(&bytes), Ok(vec![&b"null"[..], &[1, 2, 3], &[]]));
        for length in 0..bytes.len() {
            assert!(read(&bytes[..length]).is_err(), "{length} bytes of it");
        }
    }
}
