//! Tests of the programs that `halfpipe tools install` and `make tools` install.

use halfpipe_fpga::programs;

#[test]
fn the_installed_tools_have_versions() {
    for tool in programs().filter(|tool| tool.is_pinned()) {
        let version = tool.version().unwrap_or_else(|error| panic!("{error}"));
        let has_option = tool.program().version_argument.is_some();
        assert_eq!(version.is_some(), has_option, "{tool}");
    }
}
