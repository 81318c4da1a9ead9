//! Bitstreams of the processors with a core.

use crate::flow::processor;

#[test]
#[ignore = "of `make test-all`: two processors are placed"]
fn bitstreams_with_programs_meet_their_clocks() {
    let _alone = processor::alone();
    // The makefile fails if a clock is missed.
    let (said, is_met) = processor::make(&["bitstreams"]);
    assert!(is_met, "{said}");
    for board in [
        "VexRiscv and the core of 17 instructions on ULX3S: ",
        "PicoRV32 and the core of 1 instruction on HX8K: ",
    ] {
        assert!(said.contains(board), "{said}");
    }
}
