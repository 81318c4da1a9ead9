//! What `list` takes.

/// What `list` takes.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Print a JSON array with one object per instruction
    #[arg(long)]
    pub json: bool,
}
