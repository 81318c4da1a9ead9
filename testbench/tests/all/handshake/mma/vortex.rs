//! Vortex' unit at Vortex' latencies, with cycles without enable, against the golden model.

use halfpipe_faults::text::TextFault;
use halfpipe_hdl::export::mma::vortex_verilog;
use halfpipe_hdl::mma::VortexSpec;
use halfpipe_test_support::share;
use halfpipe_testbench::mma::{VortexOperands, VortexSimulation};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::vortex_units;

/// The number of operands that a unit computes.
const OPERANDS: usize = 4000;

#[test]
fn vortex_units_compute_like_the_model() {
    let units = vortex_units().into_iter().enumerate();
    let tried: Vec<VortexSpec> = units
        .filter(|(place, _)| share::is_tried(*place, 3))
        .map(|(_, spec)| spec)
        .collect();
    tried.par_iter().with_max_len(1).for_each(|spec| {
        let simulation = VortexSimulation::compile(spec, &vortex_verilog(spec, None).unwrap()).unwrap();
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let operands: Vec<VortexOperands> = (0..OPERANDS).map(|_| VortexOperands::draw(spec, &mut random)).collect();
        let outcome = simulation.run(&operands, 1).unwrap();
        assert_eq!(outcome.fault, None, "{spec:?}");
    });
}

#[test]
#[ignore = "of `make test-all`: three more simulations are compiled"]
fn faults_of_a_vortex_unit_are_found() {
    let spec = &vortex_units()[0];
    let text = vortex_verilog(spec, None).unwrap();
    let faults = [
        // The mask, the order of elements, the format and the stall.
        TextFault::new("& {16{vld_mask[4*i]}}", ""),
        TextFault::new("a_row[i/2][16*(i%2) +: 16]", "a_row[i/2][16*(1-i%2) +: 16]"),
        TextFault::new("if (enable) chosen", "chosen"),
    ];
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let operands: Vec<VortexOperands> = (0..1000).map(|_| VortexOperands::draw(spec, &mut random)).collect();
    for fault in faults {
        let simulation = VortexSimulation::compile(spec, &fault.inject(&text)).unwrap();
        let outcome = simulation.run(&operands, 1).unwrap();
        assert!(outcome.fault.is_some(), "{}", fault.wrong);
    }
}
