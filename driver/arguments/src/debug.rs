//! The arguments of `debug`.

/// The arguments of `debug`.
#[derive(clap::Args)]
pub struct DebugArguments {
    /// Serve the first client on this local port instead; 0 for a free port, which is printed
    #[arg(long, value_name = "NUMBER")]
    pub port: Option<u16>,
    /// The text that a client at the port must have as "token" in the arguments of launch [default: a random one, which is printed]
    #[arg(long, value_name = "TEXT", requires = "port", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub token: Option<String>,
}
