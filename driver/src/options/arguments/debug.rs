//! The arguments of `debug`.

/// The arguments of `debug`.
#[derive(clap::Args)]
pub(crate) struct DebugArguments {
    /// Serve the first client on this local port instead; 0 for a free port, which is printed
    #[arg(long, value_name = "NUMBER")]
    pub(crate) port: Option<u16>,
    /// The text that a client at the port must have as "token" in the arguments of launch [default: a random one, which is printed]
    #[arg(long, value_name = "TEXT", requires = "port", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub(crate) token: Option<String>,
}
