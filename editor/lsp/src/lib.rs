//! A language server for HLSL: messages of the protocol in, messages out.
//!
//! [`Server`] knows the protocol and what is open; `ide` has the answers; a [`Host`] has files and settings. [`serve`] is the
//! loop over two streams. Must not know how a stage of the compiler works, nor the command line.

mod actions;
mod assist;
mod capabilities;
mod command_names;
mod commands;
mod convert;
mod documents;
mod framing;
mod host;
mod job;
mod lenses;
mod navigation;
mod need;
mod preferences;
mod protocol;
mod publish;
mod request_file;
mod requests;
mod roots;
mod search;
mod semantic_tokens;
mod serve;
mod server;
mod session;

pub use commands::{Task, TaskDone};
pub use host::{Action, Host, Shown};
pub use job::{Done, Job};
pub use lsp_server::Message;
pub use roots::included_names;
pub use serve::serve;
pub use server::Server;
