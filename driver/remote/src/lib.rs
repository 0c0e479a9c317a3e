//! Bazel's remote-execution API (version 2, over gRPC): results of actions by their keys, blobs by their digests, and actions that a
//! server's workers carry out.
//!
//! A [`Client`] may be asked by any thread, and its calls return when the server has answered or their time is over. The asynchronous
//! runtime runs on a thread of its own, which ends with the client: callers may have one, or none. Whatever a server sends is limited
//! in size and time. Results of earlier actions are not checked beyond the protocol, the outputs of an action by their digests.
//! Must not know what results and blobs mean.

mod calls;
mod errors;
mod execute;
mod messages;
mod pause;
mod storage;
mod tree;
mod worker;

use calls::Connection;
use messages::{ActionResult, Digest, OutputFile};
use std::io;
use std::time::Duration;
use worker::Worker;

/// A server, and the instance on it.
#[derive(Debug)]
pub struct Client {
    worker: Worker,
    connection: Connection,
}

/// A file that came of an action.
#[derive(Clone, Copy, Debug)]
pub struct Blob<'a> {
    /// The name of the file.
    pub path: &'a str,
    /// The SHA-256 of its bytes, in hexadecimal digits.
    pub digest: &'a str,
    /// The bytes.
    pub bytes: &'a [u8],
}

/// The time of a call, and the bytes for which there is a second more.
const TIME: Duration = Duration::from_secs(2);
const BYTES_OF_SECOND: usize = 4 << 20;

impl Client {
    /// The server at a host, with a port or without, to which there is no connection yet. The path is the name of the instance,
    /// `authorization` the value of the header with this name.
    ///
    /// # Errors
    /// When the host is malformed, there is no thread for its requests, or TLS is asked for and not part of this build.
    pub fn new(host: &str, path: &str, is_secure: bool, authorization: Option<&str>) -> Result<Self, String> {
        let worker = Worker::new().map_err(|error| error.to_string())?;
        let connection = worker.enter(|| Connection::new(host, path.trim_matches('/'), is_secure, authorization))?;
        Ok(Client { worker, connection })
    }

    /// What the action with a key has written to its standard output, of up to this many bytes; `None` if there is no result of it.
    ///
    /// # Errors
    /// When the server does not answer in time, or with something else; of the kind `PermissionDenied` if it wants another login.
    pub fn record(&self, key: &str, limit: usize) -> io::Result<Option<Vec<u8>>> {
        let (connection, action) = (self.connection.clone(), Digest::of_action(key));
        self.worker.wait(time_for(limit), async move {
            let Some(result) = connection.result(action, limit).await? else { return Ok(None) };
            match result.stdout_digest {
                // A server may have moved it.
                Some(digest) if result.stdout_raw.is_empty() && digest.is_within(limit) => {
                    connection.read(digest).await
                }
                Some(_) | None => Ok(Some(result.stdout_raw).filter(|text| text.len() <= limit)),
            }
        })
    }

    /// The bytes with a digest and a size; `None` if the server has none.
    ///
    /// # Errors
    /// As for [`Client::record`].
    pub fn blob(&self, digest: &str, size: usize) -> io::Result<Option<Vec<u8>>> {
        let (connection, digest) = (self.connection.clone(), Digest::new(digest, size));
        self.worker.wait(time_for(size), async move { connection.read(digest).await })
    }

    /// Keeps a file, and then the result of an action that has written it and a text. Nothing is kept on a server that takes no
    /// results.
    ///
    /// # Errors
    /// As for [`Client::record`], and when the server does not take them.
    pub fn keep(&self, key: &str, text: &[u8], file: &Blob<'_>) -> io::Result<()> {
        let digest = Digest::new(file.digest, file.bytes.len());
        let output = OutputFile { path: file.path.to_owned(), digest: Some(digest.clone()) };
        let result = ActionResult { output_files: vec![output], stdout_raw: text.to_vec(), ..ActionResult::default() };
        let (connection, action, bytes) = (self.connection.clone(), Digest::of_action(key), file.bytes.to_vec());
        self.worker.wait(time_for(bytes.len() + text.len()), async move {
            if !connection.capabilities().await?.takes_results {
                return Ok(());
            }
            // A reader of the result looks for the file.
            if connection.lacks(digest.clone()).await? {
                connection.write(digest, bytes).await?;
            }
            connection.keep_result(action, result).await
        })
    }
}

/// The time for calls with this many bytes.
fn time_for(bytes: usize) -> Duration {
    TIME + Duration::from_secs((bytes / BYTES_OF_SECOND) as u64)
}
