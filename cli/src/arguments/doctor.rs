//! Arguments of `doctor`.

/// Arguments of `doctor`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Searches the PATH, then HALFPIPE_TOOLS or target/tools/bin of the checkout, then the folder of `tools install`.\n\
    Compiled models are in HALFPIPE_CACHE, or halfpipe in the user's cache folder, which must be the user's, mode 700.\n\n\
    Exit status: 0 if every tool that a command needs is there and every engine works, else 1."
)]
pub struct Arguments {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
