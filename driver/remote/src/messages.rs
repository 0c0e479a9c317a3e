//! The messages of the protocol, with the fields that are sent or read. Other fields are passed over.
//!
//! The crates that have all of them need a server's half of tonic too. Its tests speak with a server made of those.

mod execution;

use base::sha256::Sha256;
pub(crate) use execution::{
    Action, Command, Directory, DirectoryNode, ExecuteRequest, ExecuteResponse, ExecutionCapabilities, FileNode,
    Operation, Platform, Property, Seconds, WaitExecutionRequest,
};
use prost::Message;

/// `build.bazel.remote.execution.v2.Digest`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Message)]
pub(crate) struct Digest {
    #[prost(string, tag = "1")]
    pub(crate) hash: String,
    #[prost(int64, tag = "2")]
    pub(crate) size_bytes: i64,
}

impl Digest {
    pub(crate) fn new(hash: &(impl ToString + ?Sized), size: usize) -> Self {
        Digest { hash: hash.to_string(), size_bytes: i64::try_from(size).unwrap_or(i64::MAX) }
    }

    /// The digest of an action of which there is the key alone: its size is that of the key's text.
    pub(crate) fn of_action(key: &str) -> Self {
        Digest::new(key, key.len())
    }

    /// Returns whether it is the digest of some bytes.
    pub(crate) fn is_of(&self, bytes: &[u8]) -> bool {
        *self == Digest::new(&Sha256::of(bytes), bytes.len())
    }

    /// The number of bytes.
    pub(crate) fn size(&self) -> usize {
        usize::try_from(self.size_bytes).unwrap_or(0)
    }

    pub(crate) fn is_within(&self, limit: usize) -> bool {
        usize::try_from(self.size_bytes).is_ok_and(|size| size <= limit)
    }
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct GetCapabilitiesRequest {
    #[prost(string, tag = "1")]
    pub(crate) instance_name: String,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct ServerCapabilities {
    #[prost(message, optional, tag = "1")]
    pub(crate) cache_capabilities: Option<CacheCapabilities>,
    #[prost(message, optional, tag = "2")]
    pub(crate) execution_capabilities: Option<ExecutionCapabilities>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct CacheCapabilities {
    /// Numbers of functions.
    #[prost(int32, repeated, tag = "1")]
    pub(crate) digest_functions: Vec<i32>,
    #[prost(message, optional, tag = "2")]
    pub(crate) action_cache_update_capabilities: Option<UpdateCapabilities>,
    #[prost(int64, tag = "4")]
    pub(crate) max_batch_total_size_bytes: i64,
}

/// `ActionCacheUpdateCapabilities`.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct UpdateCapabilities {
    #[prost(bool, tag = "1")]
    pub(crate) update_enabled: bool,
}

/// The number of SHA-256 among digest functions.
pub(crate) const SHA256: i32 = 1;

#[derive(Clone, PartialEq, Message)]
pub(crate) struct GetActionResultRequest {
    #[prost(string, tag = "1")]
    pub(crate) instance_name: String,
    #[prost(message, optional, tag = "2")]
    pub(crate) action_digest: Option<Digest>,
    #[prost(bool, tag = "3")]
    pub(crate) inline_stdout: bool,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct UpdateActionResultRequest {
    #[prost(string, tag = "1")]
    pub(crate) instance_name: String,
    #[prost(message, optional, tag = "2")]
    pub(crate) action_digest: Option<Digest>,
    #[prost(message, optional, tag = "3")]
    pub(crate) action_result: Option<ActionResult>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct ActionResult {
    #[prost(message, repeated, tag = "2")]
    pub(crate) output_files: Vec<OutputFile>,
    #[prost(int32, tag = "4")]
    pub(crate) exit_code: i32,
    #[prost(bytes = "vec", tag = "5")]
    pub(crate) stdout_raw: Vec<u8>,
    #[prost(message, optional, tag = "6")]
    pub(crate) stdout_digest: Option<Digest>,
    #[prost(bytes = "vec", tag = "7")]
    pub(crate) stderr_raw: Vec<u8>,
    #[prost(message, optional, tag = "8")]
    pub(crate) stderr_digest: Option<Digest>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct OutputFile {
    #[prost(string, tag = "1")]
    pub(crate) path: String,
    #[prost(message, optional, tag = "2")]
    pub(crate) digest: Option<Digest>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct FindMissingBlobsRequest {
    #[prost(string, tag = "1")]
    pub(crate) instance_name: String,
    #[prost(message, repeated, tag = "2")]
    pub(crate) blob_digests: Vec<Digest>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct FindMissingBlobsResponse {
    #[prost(message, repeated, tag = "2")]
    pub(crate) missing_blob_digests: Vec<Digest>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct BatchReadBlobsRequest {
    #[prost(string, tag = "1")]
    pub(crate) instance_name: String,
    #[prost(message, repeated, tag = "2")]
    pub(crate) digests: Vec<Digest>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct BatchReadBlobsResponse {
    #[prost(message, repeated, tag = "1")]
    pub(crate) responses: Vec<ReadBlob>,
}

/// `BatchReadBlobsResponse.Response`.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct ReadBlob {
    #[prost(message, optional, tag = "1")]
    pub(crate) digest: Option<Digest>,
    #[prost(bytes = "vec", tag = "2")]
    pub(crate) data: Vec<u8>,
    #[prost(message, optional, tag = "3")]
    pub(crate) status: Option<Status>,
}

/// `google.rpc.Status`.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct Status {
    #[prost(int32, tag = "1")]
    pub(crate) code: i32,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct BatchUpdateBlobsRequest {
    #[prost(string, tag = "1")]
    pub(crate) instance_name: String,
    #[prost(message, repeated, tag = "2")]
    pub(crate) requests: Vec<NewBlob>,
}

/// `BatchUpdateBlobsRequest.Request`.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct NewBlob {
    #[prost(message, optional, tag = "1")]
    pub(crate) digest: Option<Digest>,
    #[prost(bytes = "vec", tag = "2")]
    pub(crate) data: Vec<u8>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct BatchUpdateBlobsResponse {
    #[prost(message, repeated, tag = "1")]
    pub(crate) responses: Vec<KeptBlob>,
}

/// `BatchUpdateBlobsResponse.Response`.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct KeptBlob {
    #[prost(message, optional, tag = "2")]
    pub(crate) status: Option<Status>,
}

/// `google.bytestream.ReadRequest`.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct ReadRequest {
    #[prost(string, tag = "1")]
    pub(crate) resource_name: String,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct ReadResponse {
    #[prost(bytes = "vec", tag = "10")]
    pub(crate) data: Vec<u8>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct WriteRequest {
    #[prost(string, tag = "1")]
    pub(crate) resource_name: String,
    #[prost(int64, tag = "2")]
    pub(crate) write_offset: i64,
    #[prost(bool, tag = "3")]
    pub(crate) finish_write: bool,
    #[prost(bytes = "vec", tag = "10")]
    pub(crate) data: Vec<u8>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct WriteResponse {
    #[prost(int64, tag = "1")]
    pub(crate) committed_size: i64,
}
