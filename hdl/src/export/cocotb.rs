//! The cocotb test of a package, which takes its golden model from halfpipe's Python module.

use super::comment::notice;
use super::package::{Handshake, Package};

/// The test of any module. Words in capitals stand for the module's own.
const TEXT: &str = include_str!("cocotb_test.py");

/// The second test of a module with a clock.
const RESETS: &str = "@cocotb.test()
async def results_are_right_after_resets(dut):
    await compare(dut, 1000, seed=1, resets=0.02)


";

impl Package {
    /// Returns the cocotb test, which runs with this version of the Python module alone.
    pub fn cocotb_test(&self) -> String {
        let version = env!("CARGO_PKG_VERSION");
        let sources: Vec<String> = self.sources().iter().map(|source| format!("\"{source}\"")).collect();
        let resets = if self.handshake == Handshake::None { "" } else { RESETS };
        [
            ("RESETS", resets),
            ("NOTICE", notice().as_str()),
            ("INSTALL", &format!("pip install 'halfpipe-fpu[cocotb]=={version}'")),
            ("RELEASE", version),
            ("FILES", &sources.join(", ")),
            ("TITLE", &self.title),
            ("MODULE", &self.module),
        ]
        .into_iter()
        .fold(TEXT.to_owned(), |text, (word, own)| text.replace(word, own))
    }
}
