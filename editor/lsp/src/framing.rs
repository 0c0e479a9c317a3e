//! Messages of the protocol in a stream.

use base::surrogates::repaired;
use lsp_server::Message;
use std::io::{self, BufRead};

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
    match base::framing::read(from) {
        // Text of JavaScript may contain an unpaired surrogate, which JSON in UTF-8 cannot.
        Ok(Some(bytes)) => {
            match serde_json::from_slice(&bytes).or_else(|_| serde_json::from_slice(&repaired(&bytes))) {
                Ok(message) => Read1::Message(message),
                Err(error) => Read1::Nonsense(format!("invalid protocol message: {error}")),
            }
        }
        Ok(None) => Read1::End,
        Err(error) if error.kind() == io::ErrorKind::InvalidData => Read1::Nonsense(error.to_string()),
        Err(_) => Read1::End,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_pair_of_surrogates_is_a_character() {
        let text = "{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"params\":\"\\ud83d\"}";
        let framed = format!("Content-Length: {}\r\n\r\n{text}", text.len());
        let Read1::Message(Message::Notification(read)) = read(&mut io::Cursor::new(framed)) else {
            panic!("no message")
        };
        assert_eq!(read.params, "\u{fffd}");
    }

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
}
