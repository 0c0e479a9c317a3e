//! A client of HTTP/1.1, as far as caches of build tools need it: files are taken and put, over connections that are kept.
//!
//! Whatever a server sends is limited in size and time. Must not know what the files are.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::sync::{Mutex, OnceLock, PoisonError, mpsc};
use std::time::{Duration, Instant};

/// A folder of a server.
#[derive(Debug)]
pub(crate) struct Server {
    /// Host and port, as the header names them.
    host: String,
    port: u16,
    /// The path before all names; empty, or with a slash first and none last.
    base: String,
    /// The addresses of the host; what prevents them otherwise.
    addresses: OnceLock<Result<Vec<SocketAddr>, String>>,
    /// Connections that wait for their next request.
    idle: Mutex<Vec<TcpStream>>,
}

/// An answer of a server.
#[derive(Debug)]
struct Answer {
    status: u16,
    body: Vec<u8>,
}

/// The time for a request, and the bytes for which there is a second more.
const TIME: Duration = Duration::from_secs(2);
const BYTES_OF_SECOND: usize = 4 << 20;
/// The limit of all lines before a body.
const MAX_HEAD: usize = 32 << 10;
/// The limit of a body that is not wanted.
const MAX_UNWANTED: usize = 64 << 10;
/// The limit of answers before the last one of a request.
const MAX_ANSWERS: usize = 8;
const PIECE: usize = 64 << 10;
const SCHEME: &str = "http://";

impl Server {
    /// The folder with a URL; `None` if the text is a name of another kind.
    ///
    /// # Errors
    /// When the URL is malformed, or has parts that are not supported.
    pub(crate) fn of(url: &str) -> Result<Option<Self>, String> {
        if url.starts_with("https://") {
            return Err(format!("'{url}': https is not supported; a proxy on this machine can serve it as http"));
        }
        let Some(rest) = url.strip_prefix(SCHEME) else { return Ok(None) };
        let malformed = || format!("'{url}' is not a URL of the form http://host:port/path");
        let (authority, path) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
        let (name, port) = match authority.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().map_err(|_| malformed())?),
            Some(_) | None => (authority, 80),
        };
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-_[]:".contains(&byte);
        let is_path = |byte: u8| byte.is_ascii_graphic() && !b"?#".contains(&byte);
        if name.is_empty() || !name.bytes().all(is_plain) || !path.bytes().all(is_path) {
            return Err(malformed());
        }
        let base = path.trim_end_matches('/').to_owned();
        let (addresses, idle) = (OnceLock::new(), Mutex::default());
        Ok(Some(Server { host: name.to_owned(), port, base, addresses, idle }))
    }

    /// The file with a name, of up to this many bytes; `None` if there is none.
    ///
    /// # Errors
    /// When the server is not reached in time, or answers otherwise.
    pub(crate) fn get(&self, name: &str, limit: usize) -> io::Result<Option<Vec<u8>>> {
        let Answer { status, body } = self.exchange("GET", name, None, limit)?;
        match status {
            200 => Ok(Some(body)),
            404 | 410 => Ok(None),
            _ => Err(unexpected(status)),
        }
    }

    /// Puts a file under a name.
    ///
    /// # Errors
    /// When the server is not reached in time, or does not take it.
    pub(crate) fn put(&self, name: &str, body: &[u8]) -> io::Result<()> {
        match self.exchange("PUT", name, Some(body), 0)?.status {
            200..=299 => Ok(()),
            status => Err(unexpected(status)),
        }
    }

    fn exchange(&self, method: &str, name: &str, body: Option<&[u8]>, limit: usize) -> io::Result<Answer> {
        let mut request = format!("{method} {}/{name} HTTP/1.1\r\nHost: {}:{}\r\n", self.base, self.host, self.port);
        if let Some(body) = body {
            request += &format!("Content-Type: application/octet-stream\r\nContent-Length: {}\r\n", body.len());
        }
        request += "User-Agent: hlsl2spirv\r\n\r\n";
        let parts = [request.as_bytes(), body.unwrap_or_default()];
        let deadline = Instant::now() + time_for(parts[1].len());
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        if let Some(stream) = idle {
            // The server may have closed it meanwhile.
            match self.ask(stream, parts, limit, deadline) {
                Err(error) if !is_late(&error) => {}
                result => return result,
            }
        }
        self.ask(self.connect(deadline)?, parts, limit, deadline)
    }

    fn connect(&self, deadline: Instant) -> io::Result<TcpStream> {
        let addresses = self.addresses.get_or_init(|| addresses(&self.host, self.port));
        let mut last = io::Error::other("the host has no address");
        for address in addresses.as_ref().map_err(|reason| io::Error::other(reason.clone()))? {
            match TcpStream::connect_timeout(address, left(deadline)?) {
                Ok(stream) => {
                    stream.set_nodelay(true)?;
                    return Ok(stream);
                }
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// Sends a request and reads its answer. The connection is kept if nothing prevents it.
    fn ask(&self, mut stream: TcpStream, parts: [&[u8]; 2], limit: usize, deadline: Instant) -> io::Result<Answer> {
        for piece in parts.iter().flat_map(|part| part.chunks(PIECE)) {
            stream.set_write_timeout(Some(left(deadline)?))?;
            stream.write_all(piece)?;
        }
        let mut reader = Reader { source: &mut stream, deadline, buffer: Vec::new(), at: 0, head: 0 };
        let (answer, stays_open) = reader.answer(limit)?;
        if stays_open && reader.at == reader.buffer.len() {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(stream);
        }
        Ok(answer)
    }
}

/// The addresses of a host. The system's resolver has no time limit, so it is another thread that waits for it.
fn addresses(host: &str, port: u16) -> Result<Vec<SocketAddr>, String> {
    let (sender, receiver) = mpsc::channel();
    let name = host.trim_start_matches('[').trim_end_matches(']').to_owned();
    let resolve = move || {
        let found = (name.as_str(), port).to_socket_addrs();
        drop(sender.send(found.map(Iterator::collect).map_err(|error| error.to_string())));
    };
    std::thread::Builder::new().spawn(resolve).map_err(|error| error.to_string())?;
    receiver.recv_timeout(TIME).unwrap_or_else(|_| Err("its name is not resolved in time".to_owned()))
}

/// The time for a request with this many bytes.
fn time_for(bytes: usize) -> Duration {
    TIME + Duration::from_secs((bytes / BYTES_OF_SECOND) as u64)
}

/// The time that is left; an error if there is none.
fn left(deadline: Instant) -> io::Result<Duration> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
}

/// Returns whether there was no time left. Some systems say it in the other way.
fn is_late(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock)
}

fn unexpected(status: u16) -> io::Error {
    io::Error::other(format!("it answers with status {status}"))
}

fn malformed() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "it answers with something else than HTTP")
}

fn too_long() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "its answer is too long")
}

/// A source of bytes whose next read must not take longer than a given time.
trait Source: Read {
    fn limit_time(&self, time: Duration) -> io::Result<()>;
}

impl Source for TcpStream {
    fn limit_time(&self, time: Duration) -> io::Result<()> {
        self.set_read_timeout(Some(time))
    }
}

/// An answer that is being read.
struct Reader<'a, S> {
    source: &'a mut S,
    deadline: Instant,
    buffer: Vec<u8>,
    /// What was taken of the buffer.
    at: usize,
    /// The length of the lines so far.
    head: usize,
}

/// How the end of a body is found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Length {
    Known(usize),
    Chunks,
    ToTheEnd,
}

impl<S: Source> Reader<'_, S> {
    /// The last answer, and whether another request may follow.
    fn answer(&mut self, limit: usize) -> io::Result<(Answer, bool)> {
        for _ in 0..MAX_ANSWERS {
            let line = self.line()?;
            let (version, rest) = line.split_once(' ').ok_or_else(malformed)?;
            let status: u16 = rest.get(..3).and_then(|number| number.parse().ok()).ok_or_else(malformed)?;
            let is_old = version == "HTTP/1.0";
            if !is_old && version != "HTTP/1.1" {
                return Err(malformed());
            }
            let (length, closes) = self.headers(is_old)?;
            if (100..200).contains(&status) {
                continue;
            }
            let length = if status == 204 || status == 304 { Length::Known(0) } else { length };
            let limit = if status == 200 && limit > 0 { limit } else { MAX_UNWANTED };
            let body = self.body(length, limit)?;
            return Ok((Answer { status, body }, !closes && length != Length::ToTheEnd));
        }
        Err(malformed())
    }

    /// Reads headers up to the empty line. Returns how long the body is, and whether the connection closes behind it.
    fn headers(&mut self, is_old: bool) -> io::Result<(Length, bool)> {
        let (mut known, mut is_chunked, mut closes) = (None, false, is_old);
        loop {
            let line = self.line()?;
            if line.is_empty() {
                break;
            }
            let (name, value) = line.split_once(':').ok_or_else(malformed)?;
            let value = value.trim();
            match name.to_ascii_lowercase().as_str() {
                "content-length" => {
                    let length: usize = value.parse().map_err(|_| malformed())?;
                    if known.replace(length).is_some_and(|before| before != length) {
                        return Err(malformed());
                    }
                }
                "transfer-encoding" if value.eq_ignore_ascii_case("chunked") => is_chunked = true,
                // Compressed bodies were not asked for.
                "transfer-encoding" | "content-encoding" if !value.eq_ignore_ascii_case("identity") => {
                    return Err(malformed());
                }
                "connection" => closes = value.eq_ignore_ascii_case("close") || is_old,
                _ => {}
            }
        }
        let length = match known {
            _ if is_chunked => Length::Chunks,
            Some(length) => Length::Known(length),
            None => Length::ToTheEnd,
        };
        Ok((length, closes))
    }

    fn body(&mut self, length: Length, limit: usize) -> io::Result<Vec<u8>> {
        let mut body = Vec::new();
        match length {
            Length::Known(length) if length > limit => return Err(too_long()),
            Length::Known(length) => {
                self.deadline += time_for(length) - TIME;
                self.take(length, &mut body)?;
            }
            Length::Chunks => loop {
                let line = self.line()?;
                let digits = line.split(';').next().unwrap_or_default().trim();
                let length = usize::from_str_radix(digits, 16).map_err(|_| malformed())?;
                if length == 0 {
                    while !self.line()?.is_empty() {}
                    break;
                }
                if length > limit - body.len() {
                    return Err(too_long());
                }
                self.take(length, &mut body)?;
                if !self.line()?.is_empty() {
                    return Err(malformed());
                }
            },
            Length::ToTheEnd => {
                while self.at < self.buffer.len() || self.fill()? {
                    let length = self.buffer.len() - self.at;
                    if length > limit - body.len() {
                        return Err(too_long());
                    }
                    self.take(length, &mut body)?;
                }
            }
        }
        Ok(body)
    }

    /// Moves this many bytes of the source to `out`.
    fn take(&mut self, mut length: usize, out: &mut Vec<u8>) -> io::Result<()> {
        while length > 0 {
            if self.at == self.buffer.len() && !self.fill()? {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let part = length.min(self.buffer.len() - self.at);
            out.extend_from_slice(&self.buffer[self.at..self.at + part]);
            self.at += part;
            length -= part;
        }
        Ok(())
    }

    /// The next line, without its end.
    fn line(&mut self) -> io::Result<String> {
        let mut line = Vec::new();
        loop {
            if self.at == self.buffer.len() && !self.fill()? {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let byte = self.buffer[self.at];
            self.at += 1;
            self.head += 1;
            if self.head > MAX_HEAD {
                return Err(too_long());
            }
            if byte == b'\n' {
                line.pop_if(|last| *last == b'\r');
                return String::from_utf8(line).map_err(|_| malformed());
            }
            line.push(byte);
        }
    }

    /// Reads more into the empty buffer. Returns false at the end.
    fn fill(&mut self) -> io::Result<bool> {
        self.source.limit_time(left(self.deadline)?)?;
        self.buffer.resize(PIECE, 0);
        self.at = 0;
        let length = self.source.read(&mut self.buffer);
        self.buffer.truncate(*length.as_ref().unwrap_or(&0));
        Ok(length? > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Source for &[u8] {
        fn limit_time(&self, _: Duration) -> io::Result<()> {
            Ok(())
        }
    }

    /// The status and body of an answer, and whether the connection stays open; what is wrong with it otherwise.
    fn read(text: &str, limit: usize) -> Result<(u16, String, bool), String> {
        let mut source = text.as_bytes();
        let deadline = Instant::now() + TIME;
        let mut reader = Reader { source: &mut source, deadline, buffer: Vec::new(), at: 0, head: 0 };
        let (answer, stays_open) = reader.answer(limit).map_err(|error| error.to_string())?;
        Ok((answer.status, String::from_utf8(answer.body).expect("text"), stays_open))
    }

    #[test]
    fn bodies_end_where_the_headers_say() {
        let known = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcd";
        assert_eq!(read(known, 10), Ok((200, "abc".to_owned(), true)));
        let chunks =
            "HTTP/1.1 200\r\ntransfer-encoding: Chunked\r\n\r\n2;x=y\r\nab\r\nA\r\n0123456789\r\n0\r\nT: x\r\n\r\n";
        assert_eq!(read(chunks, 12), Ok((200, "ab0123456789".to_owned(), true)));
        let to_the_end = "HTTP/1.0 404 Not Found\nServer: x\n\nnothing";
        assert_eq!(read(to_the_end, 10), Ok((404, "nothing".to_owned(), false)));
        let more = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n";
        assert_eq!(read(more, 10), Ok((204, String::new(), false)));
    }

    #[test]
    fn answers_that_make_no_sense_are_errors() {
        let long_head = format!("HTTP/1.1 200 OK\r\nX: {}\r\n\r\n", "x".repeat(MAX_HEAD));
        let endless = "HTTP/1.1 100 Continue\r\n\r\n".repeat(100);
        for (text, expected) in [
            ("SSH-2.0-OpenSSH\r\n", "HTTP"),
            ("HTTP/1.1 OK\r\n\r\n", "HTTP"),
            ("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab", "end of file"),
            ("HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n", "too long"),
            ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", "HTTP"),
            ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "HTTP"),
            ("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n", "HTTP"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n0123456789a\r\n0\r\n\r\n", "too long"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffffff\r\n", "HTTP"),
            ("HTTP/1.1 200 OK\r\n\r\n0123456789a", "too long"),
            (&long_head, "too long"),
            (&endless, "HTTP"),
            ("", "end of file"),
        ] {
            let error = read(text, 10).expect_err(text);
            assert!(error.contains(expected), "{text:?}: {error}");
        }
    }

    #[test]
    fn urls_are_plain() {
        let parts = |url: &str| {
            let server = Server::of(url).map_err(|error| error.split_once('\'').expect("a quote").1.to_owned());
            server.map(|server| server.map(|server| (server.host, server.port, server.base)))
        };
        let some = |host: &str, port, base: &str| Ok(Some((host.to_owned(), port, base.to_owned())));
        assert_eq!(parts("http://cache"), some("cache", 80, ""));
        assert_eq!(parts("http://cache:8080/a/b/"), some("cache", 8080, "/a/b"));
        assert_eq!(parts("http://[::1]:9/"), some("[::1]", 9, ""));
        assert_eq!(parts("http://[::1]"), some("[::1]", 80, ""));
        assert_eq!(parts("cache/http"), Ok(None));
        for wrong in
            ["http://", "http://:80", "http://a:b", "http://a:70000", "http://user@a", "http://a/b?c", "https://a"]
        {
            assert!(parts(wrong).is_err(), "{wrong}");
        }
    }
}
