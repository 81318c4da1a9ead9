//! The external programs that `halfpipe tools install` and `make tools` install.

use halfpipe_synth::device::{programs, Family};

#[test]
fn the_installed_tools_have_versions() {
    for tool in programs().filter(|tool| tool.is_pinned() && *tool != Family::ICE40.packer) {
        let version = tool.version().unwrap_or_else(|error| panic!("{error}"));
        assert!(version.is_some(), "{tool} says no version");
    }
    assert_eq!(
        Family::ICE40.packer.version().unwrap_or_else(|error| panic!("{error}")),
        None
    );
}
