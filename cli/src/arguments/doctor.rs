//! Arguments of `doctor`.

/// Arguments of `doctor`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Searches the PATH, then HALFPIPE_TOOLS or target/tools/bin of the checkout, then the folder of\n\
    `tools install`. Compiled models are in HALFPIPE_CACHE, or in halfpipe in the user's cache folder.\n\
    That folder must be the user's, mode 700.\n\n\
    Exit status: 0 if every tool that a command needs is there and every engine works, else 1."
)]
pub struct Arguments {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
