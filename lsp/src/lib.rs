//! A language server for HLSL: messages of the protocol in, messages out.
//!
//! [`Server`] knows the protocol and what is open; `ide` has the answers; a [`Host`] has files and settings. [`serve`] is the
//! loop over two streams. Must not know how a stage of the compiler works, nor the command line.

mod actions;
mod asked;
mod assist;
mod capabilities;
mod convert;
mod documents;
mod framing;
mod host;
mod navigation;
mod publish;
mod requests;
mod roots;
mod serve;
mod server;
mod session;

pub use host::Host;
pub use lsp_server::Message;
pub use serve::serve;
pub use server::Server;
