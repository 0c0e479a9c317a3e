//! Messages in a stream: a header with the length, then JSON.

use lsp_server::Message;
use std::io::{self, BufRead, Read};

/// The limit of a message's length. Editors send whole files, which the compiler takes up to 2 GiB of.
const LONGEST: u64 = 1 << 30;

/// The result of reading.
pub(crate) enum Read1 {
    /// A message.
    Message(Message),
    /// Something else, which was read to its end.
    Nonsense(String),
    /// The end of the stream.
    End,
}

/// Reads the next message.
pub(crate) fn read(from: &mut impl BufRead) -> Read1 {
    match body(from) {
        Ok(Some(bytes)) => match serde_json::from_slice(&bytes) {
            Ok(message) => Read1::Message(message),
            Err(error) => Read1::Nonsense(format!("a message is not of the protocol: {error}")),
        },
        Ok(None) => Read1::End,
        Err(error) if error.kind() == io::ErrorKind::InvalidData => Read1::Nonsense(error.to_string()),
        Err(_) => Read1::End,
    }
}

/// The text of the next message; `None` at the end of the stream.
fn body(from: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonsense_is_read_to_its_end() {
        let good = "Content-Length: 41\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"params\":1}";
        let text = format!("Content-Length: 3\r\n\r\n{{]}}hello\r\n\r\nContent-Length: -1\r\n\r\n{good}");
        let mut stream = io::Cursor::new(text);
        let mut kinds = Vec::new();
        loop {
            match read(&mut stream) {
                Read1::Message(_) => kinds.push("message"),
                Read1::Nonsense(_) => kinds.push("nonsense"),
                Read1::End => break,
            }
        }
        assert_eq!(kinds, ["nonsense", "nonsense", "nonsense", "nonsense", "message"]);
    }

    #[test]
    fn a_length_that_is_a_lie_takes_no_memory() {
        let mut stream = io::Cursor::new("Content-Length: 1000000000\r\n\r\n{}");
        assert!(matches!(read(&mut stream), Read1::End));
    }
}
