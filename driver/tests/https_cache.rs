//! `batch --cache https://…`: servers with certificates and logins. No login is ever shown.

mod support;

mod caches;
#[path = "caches/certificates.rs"]
mod certificates;

use caches::{COMPILED, FOUND, Listed, Ran};
use certificates::Certificate;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// What a server does instead of serving files.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Mood {
    Fine,
    /// It accepts a connection and says nothing.
    Hangs,
    /// A byte of the handshake from time to time.
    Trickles,
    /// Bytes that are no handshake.
    Garbage,
    Closes,
    /// It sends clients to another URL.
    Redirects(String),
    /// Each other bit in modules.
    Bits,
}

/// What all connections of a server know.
struct State {
    files: Mutex<BTreeMap<String, Vec<u8>>>,
    mood: Mutex<Mood>,
    /// The header that it wants.
    login: Option<&'static str>,
    requests: AtomicUsize,
    config: Arc<ServerConfig>,
}

/// A server of files with a certificate.
struct Server {
    port: u16,
    state: Arc<State>,
}

impl Server {
    fn new(certificate: &Certificate, login: Option<&'static str>) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(certificate.key.clone()));
        let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let config = config.expect("versions").with_no_client_auth();
        let config = config.with_single_cert(vec![CertificateDer::from(certificate.der.clone())], key);
        let (files, mood) = (Mutex::default(), Mutex::new(Mood::Fine));
        let config = Arc::new(config.expect("a certificate and its key"));
        let state = Arc::new(State { files, mood, login, requests: AtomicUsize::new(0), config });
        let server = Server { port: listener.local_addr().expect("an address").port(), state: Arc::clone(&state) };
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let state = Arc::clone(&state);
                std::thread::spawn(move || serve(stream, &state));
            }
        });
        server
    }

    fn set(&self, mood: Mood) {
        *self.state.mood.lock().expect("a mood") = mood;
    }

    fn options(&self) -> String {
        format!("--cache https://127.0.0.1:{}/shaders", self.port)
    }

    fn count(&self) -> usize {
        self.state.files.lock().expect("files").len()
    }

    fn requests(&self) -> usize {
        self.state.requests.load(Relaxed)
    }
}

/// Serves a connection to its end.
fn serve(mut stream: TcpStream, state: &State) -> Option<()> {
    let mood = state.mood.lock().expect("a mood").clone();
    match mood {
        Mood::Hangs => std::thread::sleep(Duration::from_secs(60)),
        Mood::Trickles => {
            stream.write_all(&[22, 3, 3, 64, 0]).ok()?;
            while stream.write_all(&[2]).is_ok() {
                std::thread::sleep(Duration::from_millis(300));
            }
        }
        Mood::Garbage => stream.write_all(&[0xff; 5000]).ok()?,
        Mood::Closes => {}
        Mood::Fine | Mood::Redirects(_) | Mood::Bits => {
            let connection = ServerConnection::new(Arc::clone(&state.config)).ok()?;
            let mut reader = BufReader::new(StreamOwned::new(connection, stream));
            while answer(&mut reader, state, &mood).is_some() {}
        }
    }
    None
}

/// Answers a request.
fn answer(reader: &mut BufReader<StreamOwned<ServerConnection, TcpStream>>, state: &State, mood: &Mood) -> Option<()> {
    let (mut lines, mut length) = (Vec::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|length| *length > 0)?;
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
        if line.trim().is_empty() {
            break;
        }
        lines.push(line.trim().to_owned());
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    state.requests.fetch_add(1, Relaxed);
    let mut words = lines[0].split(' ').map(str::to_owned);
    let (method, name) = (words.next()?, words.next()?);
    let shown = lines.iter().find_map(|line| line.strip_prefix("authorization: "));
    let mut files = state.files.lock().expect("files");
    let (head, mut bytes) = match mood {
        _ if state.login != shown => (format!("401 Unauthorized\r\nX: {}", shown.unwrap_or_default()), Vec::new()),
        Mood::Redirects(url) => (format!("302 Found\r\nLocation: {url}{name}"), Vec::new()),
        _ if method == "PUT" => {
            files.insert(name.clone(), body);
            ("201 Created".to_owned(), Vec::new())
        }
        _ => match files.get(&name) {
            Some(bytes) => ("200 OK".to_owned(), bytes.clone()),
            None => ("404 Not Found".to_owned(), Vec::new()),
        },
    };
    if *mood == Mood::Bits && name.contains("/cas/") {
        bytes.iter_mut().for_each(|byte| *byte ^= 0x55);
    }
    let head = format!("HTTP/1.1 {head}\r\nContent-Length: {}\r\n\r\n", bytes.len());
    reader.get_mut().write_all(&[head.as_bytes(), &bytes].concat()).ok()
}

/// A folder, and the certificate that its runs trust.
struct Client(Listed, Vec<String>);

const LOGIN: &str = "HLSL2SPIRV_CACHE_LOGIN";

impl Client {
    fn new(name: &str, trusted: &Certificate) -> Self {
        let folder = Listed::new(name);
        folder.write("trusted.pem", trusted.pem());
        Client(folder, vec![])
    }

    /// Runs the list, and sees that nothing secret was shown.
    fn run(&mut self, options: &str, variables: &[(&str, &str)]) -> Ran {
        let trusted = self.0.0.join("trusted.pem").to_string_lossy().into_owned();
        let logins = variables.iter().filter(|(name, _)| *name == LOGIN);
        self.1.extend(logins.map(|(_, value)| (*value).to_owned()));
        let ran = self.0.run_with(options, &[&[("SSL_CERT_FILE", trusted.as_str())], variables].concat());
        let said = self.0.1.lock().expect("no test has failed");
        assert!(!self.1.iter().any(|secret| said.contains(secret)) && !said.contains("dXNlcjp"), "{said}");
        drop(said);
        ran
    }
}

#[test]
fn a_server_with_a_certificate_and_a_login_has_what_an_earlier_run_has_left() {
    let certificate = Certificate::new("127.0.0.1", 2100);
    let mut client = Client::new("https", &certificate);
    let alone = client.run("", &[]);
    assert_eq!(alone.1, COMPILED);
    let found = (Some(0), FOUND.to_owned(), alone.2.clone());
    let open = Server::new(&certificate, None);
    assert_eq!(client.run(&open.options(), &[]), alone);
    assert_eq!(open.count(), 4);
    assert_eq!(client.run(&open.options(), &[]), found);
    open.set(Mood::Bits);
    assert_eq!(client.run(&open.options(), &[]), alone);
    assert!(client.0.warnings().is_empty());
    // The two kinds of logins, from the environment and a file.
    let logins = [("user:password", "Basic dXNlcjpwYXNzd29yZA=="), ("to.ken-1", "Bearer to.ken-1")];
    for (login, header) in logins {
        let server = Server::new(&certificate, Some(header));
        assert_eq!(client.run(&server.options(), &[(LOGIN, login)]), alone);
        assert_eq!(server.count(), 4);
        client.0.write("login", format!("{login}\n"));
        assert_eq!(client.run(&format!("{} --cache-login login", server.options()), &[]), found);
        assert!(client.0.warnings().is_empty());
        // Another login, and none: a question, a warning, and no more.
        for variables in [&[(LOGIN, "user:wrong-password")][..], &[(LOGIN, "wrong.token")], &[]] {
            let before = server.requests();
            assert_eq!(client.run(&server.options(), variables), alone);
            let warnings = client.0.warnings();
            assert!(warnings.len() == 1 && warnings[0].contains("status 401"), "{warnings:?}");
            assert_eq!(server.requests() - before, 1);
        }
    }
}

#[test]
fn servers_that_are_not_those_that_were_named_are_told_nothing() {
    let [certificate, other] = [(); 2].map(|()| Certificate::new("127.0.0.1", 2100));
    let wrong_host = Certificate::new("cache.example", 2100);
    let expired = Certificate::new("127.0.0.1", 2020);
    for (name, trusted, shown, reason) in [
        ("stranger", &certificate, &other, "certificate"),
        ("host", &wrong_host, &wrong_host, "not valid for name"),
        ("expired", &expired, &expired, "expired"),
    ] {
        let (mut client, server) = (Client::new(&format!("https-{name}"), trusted), Server::new(shown, None));
        let alone = client.run("", &[]);
        assert_eq!(client.run(&server.options(), &[(LOGIN, "secret.token")]), alone, "{name}");
        let warnings = client.0.warnings();
        assert!(warnings.len() == 1 && warnings[0].contains(reason), "{name}: {warnings:?}");
        assert_eq!((server.requests(), server.count()), (0, 0), "{name}");
    }
}

#[test]
fn servers_that_fail_in_the_handshake_cost_time_alone() {
    let certificate = Certificate::new("127.0.0.1", 2100);
    let (mut client, server) = (Client::new("https-handshake", &certificate), Server::new(&certificate, None));
    let alone = client.run("", &[]);
    for mood in [Mood::Hangs, Mood::Trickles, Mood::Garbage, Mood::Closes] {
        server.set(mood.clone());
        let start = Instant::now();
        assert_eq!(client.run(&server.options(), &[(LOGIN, "secret.token")]), alone, "{mood:?}");
        // Three requests, of which each has two seconds, and a loaded machine.
        assert!(start.elapsed() < Duration::from_secs(30), "{mood:?} took {:?}", start.elapsed());
        assert_eq!(client.0.warnings().len(), 1, "{mood:?}");
    }
    // A server without TLS on the port.
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = listener.local_addr().expect("an address").port();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
        }
    });
    assert_eq!(client.run(&format!("--cache https://127.0.0.1:{port}"), &[]), alone);
    assert_eq!(client.0.warnings().len(), 1);
    // No certificates to trust.
    client.0.write("trusted.pem", "none\n");
    let (status, said, _) = client.run(&server.options(), &[]);
    assert!(status == Some(1) && said.contains("SSL_CERT_FILE"), "{said}");
}

#[test]
fn redirections_are_not_followed() {
    let certificate = Certificate::new("127.0.0.1", 2100);
    let mut client = Client::new("https-redirect", &certificate);
    let servers = [(); 2].map(|()| Server::new(&certificate, Some("Bearer secret.token")));
    let alone = client.run("", &[]);
    // To the other server, and to one without TLS.
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    listener.set_nonblocking(true).expect("an option");
    let plain = format!("http://127.0.0.1:{}", listener.local_addr().expect("an address").port());
    for url in [format!("https://127.0.0.1:{}", servers[1].port), plain] {
        servers[0].set(Mood::Redirects(url));
        assert_eq!(client.run(&servers[0].options(), &[(LOGIN, "secret.token")]), alone);
        let warnings = client.0.warnings();
        assert!(warnings.len() == 1 && warnings[0].contains("status 302"), "{warnings:?}");
    }
    assert_eq!(servers[1].requests(), 0);
    assert!(listener.accept().is_err(), "no client has connected");
}

/// A proxy that connects clients with what they ask for, once each, and counts them.
fn proxy(count: Arc<AtomicUsize>) -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let serve = move |mut stream: TcpStream| -> std::io::Result<()> {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte)?;
            head.push(byte[0]);
        }
        let head = String::from_utf8_lossy(&head).into_owned();
        assert!(head.starts_with("CONNECT ") && !head.contains("secret.token"), "{head}");
        let other = TcpStream::connect(head.split(' ').nth(1).unwrap_or_default())?;
        stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n")?;
        count.fetch_add(1, Relaxed);
        let (mut from, mut to) = (other.try_clone()?, stream.try_clone()?);
        std::thread::spawn(move || {
            let _ = std::io::copy(&mut from, &mut to);
            to.shutdown(std::net::Shutdown::Both)
        });
        std::io::copy(&mut &stream, &mut &other)?;
        other.shutdown(std::net::Shutdown::Both)
    };
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let serve = serve.clone();
            std::thread::spawn(move || serve(stream));
        }
    });
    port
}

#[test]
fn the_proxy_of_the_environment_is_asked() {
    let certificate = Certificate::new("127.0.0.1", 2100);
    let (mut client, server) = (Client::new("https-proxy", &certificate), Server::new(&certificate, None));
    let count = Arc::new(AtomicUsize::new(0));
    let url = format!("http://127.0.0.1:{}", proxy(Arc::clone(&count)));
    let alone = client.run("", &[]);
    let found = (Some(0), FOUND.to_owned(), alone.2.clone());
    assert_eq!(client.run(&server.options(), &[("https_proxy", &url)]), alone);
    assert!(count.load(Relaxed) > 0);
    assert_eq!(client.run(&server.options(), &[("https_proxy", &url)]), found);
    let before = count.load(Relaxed);
    assert_eq!(client.run(&server.options(), &[("https_proxy", &url), ("no_proxy", "127.0.0.1")]), found);
    assert_eq!(count.load(Relaxed), before);
}
