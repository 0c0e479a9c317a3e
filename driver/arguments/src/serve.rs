//! The arguments of `serve`.

use crate::path;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The arguments of `serve`.
#[derive(clap::Args)]
pub struct ServeArguments {
    /// The socket on which to wait [default: one of the user and of this version, below $XDG_RUNTIME_DIR or the folder for
    /// temporary files]
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub socket: Option<PathBuf>,
    /// Exit after this many seconds without a compilation; 0 for never
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub idle: u64,
    /// Number of parallel compilations [default: the number of cores]
    #[arg(short, long, value_name = "COUNT")]
    pub jobs: Option<NonZeroUsize>,
    /// Stop the server that waits on the socket
    #[arg(long, conflicts_with_all = ["idle", "jobs"])]
    pub stop: bool,
    /// Be a worker of the server that is this process, and wait on the socket that is the standard input
    #[arg(long, hide = true, value_name = "PROCESS")]
    pub worker: Option<u32>,
}
