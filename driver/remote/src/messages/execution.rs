//! The messages about actions that are carried out.

use super::{ActionResult, Digest, Status};
use prost::Message;

/// `ExecutionCapabilities`.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct ExecutionCapabilities {
    /// The number of a digest function.
    #[prost(int32, tag = "1")]
    pub(crate) digest_function: i32,
    #[prost(bool, tag = "2")]
    pub(crate) exec_enabled: bool,
    /// Numbers of digest functions, where there are several.
    #[prost(int32, repeated, tag = "5")]
    pub(crate) digest_functions: Vec<i32>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct Action {
    #[prost(message, optional, tag = "1")]
    pub(crate) command_digest: Option<Digest>,
    #[prost(message, optional, tag = "2")]
    pub(crate) input_root_digest: Option<Digest>,
    #[prost(message, optional, tag = "6")]
    pub(crate) timeout: Option<Seconds>,
    #[prost(message, optional, tag = "10")]
    pub(crate) platform: Option<Platform>,
}

/// `google.protobuf.Duration`.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct Seconds {
    #[prost(int64, tag = "1")]
    pub(crate) seconds: i64,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct Command {
    #[prost(string, repeated, tag = "1")]
    pub(crate) arguments: Vec<String>,
    /// The outputs for servers of version 2.0.
    #[prost(string, repeated, tag = "3")]
    pub(crate) output_files: Vec<String>,
    /// The platform for servers of versions before 2.2.
    #[prost(message, optional, tag = "5")]
    pub(crate) platform: Option<Platform>,
    #[prost(string, tag = "6")]
    pub(crate) working_directory: String,
    /// The outputs for servers of version 2.1 and newer.
    #[prost(string, repeated, tag = "7")]
    pub(crate) output_paths: Vec<String>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct Platform {
    #[prost(message, repeated, tag = "1")]
    pub(crate) properties: Vec<Property>,
}

/// `Platform.Property`.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct Property {
    #[prost(string, tag = "1")]
    pub(crate) name: String,
    #[prost(string, tag = "2")]
    pub(crate) value: String,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct Directory {
    #[prost(message, repeated, tag = "1")]
    pub(crate) files: Vec<FileNode>,
    #[prost(message, repeated, tag = "2")]
    pub(crate) directories: Vec<DirectoryNode>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct FileNode {
    #[prost(string, tag = "1")]
    pub(crate) name: String,
    #[prost(message, optional, tag = "2")]
    pub(crate) digest: Option<Digest>,
    #[prost(bool, tag = "4")]
    pub(crate) is_executable: bool,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct DirectoryNode {
    #[prost(string, tag = "1")]
    pub(crate) name: String,
    #[prost(message, optional, tag = "2")]
    pub(crate) digest: Option<Digest>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct ExecuteRequest {
    #[prost(string, tag = "1")]
    pub(crate) instance_name: String,
    #[prost(bool, tag = "3")]
    pub(crate) skip_cache_lookup: bool,
    #[prost(message, optional, tag = "6")]
    pub(crate) action_digest: Option<Digest>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct WaitExecutionRequest {
    #[prost(string, tag = "1")]
    pub(crate) name: String,
}

/// `google.longrunning.Operation`.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct Operation {
    #[prost(string, tag = "1")]
    pub(crate) name: String,
    #[prost(bool, tag = "3")]
    pub(crate) done: bool,
    #[prost(message, optional, tag = "4")]
    pub(crate) error: Option<Status>,
    #[prost(message, optional, tag = "5")]
    pub(crate) response: Option<Any>,
}

/// `google.protobuf.Any`, whose type is known from where it stands.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct Any {
    #[prost(bytes = "vec", tag = "2")]
    pub(crate) value: Vec<u8>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct ExecuteResponse {
    #[prost(message, optional, tag = "1")]
    pub(crate) result: Option<ActionResult>,
    #[prost(message, optional, tag = "3")]
    pub(crate) status: Option<Status>,
}
