//! What `doctor` takes.

/// What `doctor` takes.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit status: 0 if every tool that a command needs is there and every engine works, else 1. GTKWave is a viewer:\n\
    no command needs it. An engine works if it compiles a unit, without using the cache, and runs it.\n\
    Tools are looked for on the PATH; then where HALFPIPE_TOOLS says or, without it, in target/tools/bin of the checkout whose target \
    folder this program lies in; then where `halfpipe tools install` puts them.\n\
    Compiled models are kept where HALFPIPE_CACHE says, else in halfpipe in the user's cache folder (XDG_CACHE_HOME, or \
    .cache in HOME). That folder must be the user's own, with mode 700."
)]
pub struct Arguments {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
