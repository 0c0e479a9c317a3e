//! Files on a server of HTTP, under the names that caches of Bazel's have: `ac/` and the key, `cas/` and the digest.
//!
//! Must not know what is in the files.

use super::Upload;
use super::action_result::{self, ActionResult};
use super::server::Protocol;
use crate::files::http::Server;
use std::io;

impl Protocol for Server {
    fn record(&self, key: &str, limit: usize) -> io::Result<Option<Vec<u8>>> {
        let bytes = self.get(&format!("ac/{key}"), limit)?;
        Ok(bytes.and_then(|bytes| action_result::decode(&bytes).map(<[u8]>::to_vec)))
    }

    fn module(&self, digest: &str, size: usize) -> io::Result<Option<Vec<u8>>> {
        self.get(&format!("cas/{digest}"), size)
    }

    fn put(&self, upload: &Upload) -> io::Result<()> {
        let Upload { key, record, digest, module } = upload;
        // A reader of the record looks for the module.
        self.put(&format!("cas/{digest}"), module)?;
        let record = action_result::encode(&ActionResult { text: record, digest, size: module.len() });
        self.put(&format!("ac/{key}"), &record)
    }
}
