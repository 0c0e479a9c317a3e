//! The action cache and the content-addressable storage of a server that speaks Bazel's remote-execution API.
//!
//! Must not know the protocol, or what is in the files.

use super::Upload;
use super::server::Protocol;
use crate::files::http::{is_this_machine, plain};
use crate::files::login::Login;
use remote::{Blob, Client};
use std::io;

/// The server with a URL `grpc://host:port/instance`, or `grpcs://`; `None` if the URL is of another kind.
///
/// # Errors
/// When the URL is malformed, or the login would be sent in clear.
pub(super) fn protocol(url: &str, login: Option<&Login>) -> Result<Option<Box<dyn Protocol>>, String> {
    Ok(client(url, login)?.map(|client| Box::new(client) as Box<dyn Protocol>))
}

/// The client of such a server.
///
/// # Errors
/// As for [`protocol`].
pub(crate) fn client(url: &str, login: Option<&Login>) -> Result<Option<Client>, String> {
    let is_secure = url.starts_with("grpcs://");
    if !is_secure && !url.starts_with("grpc://") {
        return Ok(None);
    }
    let uri = plain(url)?;
    if login.is_some() && !is_secure && !is_this_machine(&uri) {
        return Err(format!("'{url}': a login is sent by grpcs alone, or to this machine"));
    }
    let authority = uri.authority().map_or("", |authority| authority.as_str());
    let client = Client::new(authority, uri.path(), is_secure, login.map(Login::header));
    client.map(Some).map_err(|reason| format!("'{url}': {reason}"))
}

impl Protocol for Client {
    fn record(&self, key: &str, limit: usize) -> io::Result<Option<Vec<u8>>> {
        Client::record(self, key, limit)
    }

    fn module(&self, digest: &str, size: usize) -> io::Result<Option<Vec<u8>>> {
        self.blob(digest, size)
    }

    fn put(&self, upload: &Upload) -> io::Result<()> {
        let Upload { key, record, digest, module } = upload;
        self.keep(key, record, &Blob { path: "module.spv", digest, bytes: module })
    }
}
