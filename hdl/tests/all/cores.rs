//! Cores of a sum and another instruction: each operation selects the datapath of its own instruction.

use halfpipe_hdl::design::Design;
use halfpipe_isa::Instruction;
use halfpipe_simulation::stimulus::Mixture;
use halfpipe_testbench::engine::{self, EngineKind};
use halfpipe_testbench::scoreboard::verify;
use rayon::prelude::*;

/// The number of vectors. If two datapaths answer, or none, nearly all results are wrong.
const VECTORS: u64 = 64;

#[test]
fn each_instruction_selects_its_datapath_beside_a_sum() {
    let sum: Instruction = "add.rn.f16".parse().unwrap();
    let all = Instruction::all().par_iter();
    let tried = all.filter(|one| !one.is_riscv() && !one.operation().is_dot() && **one != sum);
    let built = tried.filter_map(|instruction| {
        // An instruction with registers of more than 32 bits has no core.
        let core = Design::core(&[sum, *instruction], 0).ok()?;
        let mut engine = engine::open(EngineKind::Simulator, &core).expect("the simulator runs it");
        let mut vectors = Mixture::random(core.interface(), 1);
        let report = verify(&core, engine.as_mut(), &mut vectors, VECTORS, &mut |_| {}).expect("the core runs");
        assert!(report.is_clean(), "{instruction}: {}", report.first.unwrap());
        Some(())
    });
    let built = built.count();
    assert!(built > 2000, "{built} instructions have a core");
}
