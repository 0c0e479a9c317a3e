//! Messages in a stream, as the Language Server Protocol and the Debug Adapter Protocol frame them: a header with the length,
//! then the text. This module does not know what messages contain.

use std::io::{self, BufRead, Read, Write};

/// The limit of a message's length. Editors send whole files, of which the compiler takes up to 64 MiB, and escapes are longer.
const LONGEST: u64 = 1 << 28;

/// Reads the text of the next message; `None` at the end of the stream.
///
/// # Errors
/// When a header makes no sense, of the kind [`io::ErrorKind::InvalidData`], or when the stream cannot be read.
pub fn read(from: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let invalid = |what: String| io::Error::new(io::ErrorKind::InvalidData, what);
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if from.take(1 << 16).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            let value = value.trim().parse::<u64>().ok().filter(|length| *length <= LONGEST);
            length = Some(value.ok_or_else(|| invalid(format!("a message has the header '{line}'")))?);
        }
    }
    let length = length.ok_or_else(|| invalid("a message has no length".to_owned()))?;
    // Not at once: the length may be a lie.
    let mut bytes = Vec::new();
    from.take(length).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == length { Ok(Some(bytes)) } else { Ok(None) }
}

/// Writes a message.
///
/// # Errors
/// When the stream cannot be written.
pub fn write(to: &mut impl Write, text: &[u8]) -> io::Result<()> {
    write!(to, "Content-Length: {}\r\n\r\n", text.len())?;
    to.write_all(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut stream = Vec::new();
        write(&mut stream, b"one").unwrap();
        write(&mut stream, "zwei \u{e4}".as_bytes()).unwrap();
        let mut stream = io::Cursor::new(stream);
        assert_eq!(read(&mut stream).unwrap().as_deref(), Some(&b"one"[..]));
        assert_eq!(read(&mut stream).unwrap().as_deref(), Some("zwei \u{e4}".as_bytes()));
        assert_eq!(read(&mut stream).unwrap(), None);
    }

    #[test]
    fn a_length_that_is_a_lie_takes_no_memory() {
        let mut stream = io::Cursor::new("Content-Length: 200000000\r\n\r\n{}");
        assert_eq!(read(&mut stream).unwrap(), None);
    }
}
