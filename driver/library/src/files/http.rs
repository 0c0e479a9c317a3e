//! A folder of an HTTP server, as caches of build tools have them: files are fetched and put, over connections that are kept.
//!
//! Whatever a server sends is limited in size and time, and a login is sent to the server that was named alone: over TLS, or to this
//! machine. Must not know what the files are.

#[cfg(feature = "https-cache")]
mod tls;

use super::login::{Login, VARIABLE};
use std::io;
use std::net::IpAddr;
use std::time::Duration;
use ureq::config::ConfigBuilder;
use ureq::http::{HeaderValue, Uri};
use ureq::typestate::AgentScope;
use ureq::{Agent, Body, RequestBuilder};

/// A folder of a server.
#[derive(Debug)]
pub(crate) struct Server {
    agent: Agent,
    /// The URL before all names, without a slash at its end.
    base: String,
    /// What is shown to the server with each request.
    login: Option<HeaderValue>,
}

/// The time of each step of a request, and the bytes for which there is a second more.
const TIME: Duration = Duration::from_secs(2);
const BYTES_OF_SECOND: usize = 4 << 20;
/// The limit of all lines before a body.
const MAX_HEAD: usize = 32 << 10;
/// The limit of a body that is not wanted. It is read, since a connection is kept from its end on.
const MAX_UNWANTED: usize = 64 << 10;
/// The limit of connections that wait for their next request.
const MAX_IDLE: usize = 64;

impl Server {
    /// The folder with a URL; `None` if the text is a name of another kind.
    ///
    /// # Errors
    /// When the URL is malformed, or has parts that are not supported, or the login would be sent in clear.
    pub(crate) fn of(url: &str, login: Option<&Login>) -> Result<Option<Self>, String> {
        let is_secure = url.starts_with("https://");
        if !is_secure && !url.starts_with("http://") {
            return Ok(None);
        }
        let uri = plain(url)?;
        if login.is_some() && !is_secure && !is_this_machine(&uri) {
            return Err(format!("'{url}': a login is sent by https alone, or to this machine"));
        }
        let login = login.and_then(|login| HeaderValue::from_str(login.header()).ok()).map(|mut value| {
            value.set_sensitive(true);
            value
        });
        let agent = agent(is_secure).map_err(|reason| format!("'{url}': {reason}"))?;
        Ok(Some(Server { agent, base: url.trim_end_matches('/').to_owned(), login }))
    }

    /// The file with a name, of up to this many bytes; `None` if there is none.
    ///
    /// # Errors
    /// When the server is not reached in time, or answers otherwise; of the kind `PermissionDenied` if it wants another login.
    pub(crate) fn get(&self, name: &str, limit: usize) -> io::Result<Option<Vec<u8>>> {
        let request =
            self.with_login(self.agent.get(self.url(name))).config().timeout_global(Some(time_for(limit))).build();
        let response = request.call().map_err(ureq::Error::into_io)?;
        let status = response.status().as_u16();
        if status == 200 {
            return read(response.into_body(), limit).map(Some);
        }
        read(response.into_body(), MAX_UNWANTED)?;
        match status {
            404 | 410 => Ok(None),
            401 | 403 | 407 => Err(io::Error::new(io::ErrorKind::PermissionDenied, unexpected(status))),
            _ => Err(unexpected(status)),
        }
    }

    /// Puts a file under a name.
    ///
    /// # Errors
    /// When the server is not reached in time, or does not take it.
    pub(crate) fn put(&self, name: &str, body: &[u8]) -> io::Result<()> {
        let request = self.with_login(self.agent.put(self.url(name))).content_type("application/octet-stream");
        let request = request.config().timeout_global(Some(time_for(body.len()))).build();
        let response = request.send(body).map_err(ureq::Error::into_io)?;
        let status = response.status();
        read(response.into_body(), MAX_UNWANTED)?;
        if status.is_success() { Ok(()) } else { Err(unexpected(status.as_u16())) }
    }

    fn with_login<B>(&self, request: RequestBuilder<B>) -> RequestBuilder<B> {
        match &self.login {
            Some(login) => request.header("authorization", login),
            None => request,
        }
    }

    fn url(&self, name: &str) -> String {
        format!("{}/{name}", self.base)
    }
}

/// A client that follows no redirection.
fn agent(is_secure: bool) -> Result<Agent, String> {
    let config = Agent::config_builder()
        .max_redirects(0)
        .max_redirects_will_error(false)
        .http_status_as_error(false)
        .user_agent("hlsl2spirv")
        .timeout_resolve(Some(TIME))
        .timeout_connect(Some(TIME))
        .timeout_send_request(Some(TIME))
        .timeout_recv_response(Some(TIME))
        .max_response_header_size(MAX_HEAD)
        .max_idle_connections(MAX_IDLE)
        .max_idle_connections_per_host(MAX_IDLE);
    // A server of the own network is asked without a proxy.
    let config = if is_secure { secured(config)? } else { config.proxy(None) };
    Ok(config.build().new_agent())
}

/// The client with TLS, through the proxy that the environment names.
#[cfg(feature = "https-cache")]
fn secured(config: ConfigBuilder<AgentScope>) -> Result<ConfigBuilder<AgentScope>, String> {
    Ok(config.https_only(true).proxy(ureq::Proxy::try_from_env()).tls_config(tls::config()?))
}

#[cfg(not(feature = "https-cache"))]
fn secured(_: ConfigBuilder<AgentScope>) -> Result<ConfigBuilder<AgentScope>, String> {
    Err("this build has no https, which the feature https-cache adds".to_owned())
}

/// The URL in a text, if it has a host, and neither a user, a query nor a fragment.
///
/// # Errors
/// For others. The message has none of the parts that could be secret.
pub(crate) fn plain(url: &str) -> Result<Uri, String> {
    let (scheme, rest) = url.split_once("://").unwrap_or_default();
    let (authority, _) = rest.split_once('/').unwrap_or((rest, ""));
    if authority.contains('@') {
        return Err(format!("the URL of a cache has no user: {VARIABLE} or --cache-login has the login"));
    }
    let uri = url.parse::<Uri>().ok().filter(|_| !url.contains('#'));
    let shown = url.split(['?', '#']).next().unwrap_or_default();
    uri.filter(is_plain).ok_or_else(|| format!("'{shown}' is not a URL of the form {scheme}://host:port/path"))
}

fn is_plain(uri: &Uri) -> bool {
    let Some(authority) = uri.authority() else { return false };
    // What follows the host is nothing, or a port.
    let port = authority.as_str().strip_prefix(authority.host());
    let is_port = port.is_some_and(|port| port.is_empty() || authority.port_u16().is_some());
    !authority.host().is_empty() && is_port && uri.query().is_none()
}

/// Returns whether a URL is of a server on this machine.
pub(crate) fn is_this_machine(uri: &Uri) -> bool {
    let host = uri.host().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.parse().is_ok_and(|address: IpAddr| address.is_loopback())
}

fn read(mut body: Body, limit: usize) -> io::Result<Vec<u8>> {
    body.with_config().limit(limit as u64).read_to_vec().map_err(ureq::Error::into_io)
}

/// The time for a request with this many bytes.
fn time_for(bytes: usize) -> Duration {
    TIME + Duration::from_secs((bytes / BYTES_OF_SECOND) as u64)
}

fn unexpected(status: u16) -> io::Error {
    io::Error::other(format!("it answers with status {status}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_plain() {
        let base = |url: &str| Server::of(url, None).map(|server| server.map(|server| server.base));
        let some = |base: &str| Ok(Some(base.to_owned()));
        assert_eq!(base("http://cache"), some("http://cache"));
        assert_eq!(base("http://cache:8080/a/b/"), some("http://cache:8080/a/b"));
        assert_eq!(base("http://[::1]:9/"), some("http://[::1]:9"));
        assert_eq!(base("http://[::1]"), some("http://[::1]"));
        assert_eq!(base("cache/http"), Ok(None));
        for wrong in ["http://", "http://:80", "http://a:b", "http://a:70000", "http://a b/", "https://a:b"] {
            let error = base(wrong).expect_err(wrong);
            assert!(error.contains(&format!("'{wrong}'")), "{error}");
        }
        for secret in ["http://user:secret@a", "https://secret@a/b", "http://a/b?secret", "http://a/b#secret"] {
            let error = base(secret).expect_err(secret);
            assert!(!error.contains("secret"), "{error}");
        }
        if cfg!(not(feature = "https-cache")) {
            assert!(base("https://a").is_err_and(|error| error.contains("https-cache")));
        }
    }

    #[test]
    fn machines_are_told_apart() {
        let is_here = |url: &str| is_this_machine(&plain(url).expect(url));
        assert!(
            ["http://localhost/a", "http://127.0.0.1:8080", "http://[::1]:80/"].map(is_here).into_iter().all(|is| is)
        );
        assert!(!["http://cache", "http://10.0.0.1", "http://localhost.cache"].map(is_here).into_iter().any(|is| is));
    }
}
