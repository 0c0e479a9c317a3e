//! A folder of an HTTP server, as caches of build tools have them: files are fetched and put, over connections that are kept.
//!
//! Whatever a server sends is limited in size and time. Must not know what the files are.

use std::io;
use std::time::Duration;
use ureq::http::Uri;
use ureq::{Agent, Body};

/// A folder of a server.
#[derive(Debug)]
pub(crate) struct Server {
    agent: Agent,
    /// The URL before all names, without a slash at its end.
    base: String,
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
    /// When the URL is malformed, or has parts that are not supported.
    pub(crate) fn of(url: &str) -> Result<Option<Self>, String> {
        if url.starts_with("https://") {
            return Err(format!("'{url}': https is not supported; a proxy on this machine can serve it as http"));
        }
        if !url.starts_with("http://") {
            return Ok(None);
        }
        if !is_plain(url) {
            return Err(format!("'{url}' is not a URL of the form http://host:port/path"));
        }
        Ok(Some(Server { agent: agent(), base: url.trim_end_matches('/').to_owned() }))
    }

    /// The file with a name, of up to this many bytes; `None` if there is none.
    ///
    /// # Errors
    /// When the server is not reached in time, or answers otherwise.
    pub(crate) fn get(&self, name: &str, limit: usize) -> io::Result<Option<Vec<u8>>> {
        let request = self.agent.get(self.url(name)).config().timeout_global(Some(time_for(limit))).build();
        let response = request.call().map_err(ureq::Error::into_io)?;
        let status = response.status().as_u16();
        if status == 200 {
            return read(response.into_body(), limit).map(Some);
        }
        read(response.into_body(), MAX_UNWANTED)?;
        if status == 404 || status == 410 { Ok(None) } else { Err(unexpected(status)) }
    }

    /// Puts a file under a name.
    ///
    /// # Errors
    /// When the server is not reached in time, or does not take it.
    pub(crate) fn put(&self, name: &str, body: &[u8]) -> io::Result<()> {
        let request = self.agent.put(self.url(name)).content_type("application/octet-stream");
        let request = request.config().timeout_global(Some(time_for(body.len()))).build();
        let response = request.send(body).map_err(ureq::Error::into_io)?;
        let status = response.status();
        read(response.into_body(), MAX_UNWANTED)?;
        if status.is_success() { Ok(()) } else { Err(unexpected(status.as_u16())) }
    }

    fn url(&self, name: &str) -> String {
        format!("{}/{name}", self.base)
    }
}

/// A client that follows no redirection, and asks the server that was named and no proxy.
fn agent() -> Agent {
    let config = Agent::config_builder()
        .proxy(None)
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
    config.build().new_agent()
}

/// Returns whether a URL has a host, and neither a user, a query nor a fragment.
fn is_plain(url: &str) -> bool {
    let Ok(uri) = url.parse::<Uri>() else { return false };
    let Some(authority) = uri.authority() else { return false };
    // What follows the host is nothing, or a port.
    let port = authority.as_str().strip_prefix(authority.host());
    let is_port = port.is_some_and(|port| port.is_empty() || authority.port_u16().is_some());
    !authority.host().is_empty() && is_port && uri.query().is_none() && !url.contains('#')
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
        let base = |url: &str| Server::of(url).map(|server| server.map(|server| server.base));
        let some = |base: &str| Ok(Some(base.to_owned()));
        assert_eq!(base("http://cache"), some("http://cache"));
        assert_eq!(base("http://cache:8080/a/b/"), some("http://cache:8080/a/b"));
        assert_eq!(base("http://[::1]:9/"), some("http://[::1]:9"));
        assert_eq!(base("http://[::1]"), some("http://[::1]"));
        assert_eq!(base("cache/http"), Ok(None));
        for wrong in [
            "http://",
            "http://:80",
            "http://a:b",
            "http://a:70000",
            "http://user@a",
            "http://a/b?c",
            "http://a/b#c",
            "http://a b/",
            "https://a",
        ] {
            let error = base(wrong).expect_err(wrong);
            assert!(error.contains(&format!("'{wrong}'")), "{error}");
        }
    }
}
