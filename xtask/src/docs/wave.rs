//! The drawing of a wave, `docs/wave.svg`.

use halfpipe_hdl::design::Design;
use halfpipe_isa::Instruction;
use halfpipe_simulation::wave::draw_vectors;
use halfpipe_simulation::Vector;

/// The drawn computation, 1.5 · 2 + 1, and its latency.
const INSTRUCTION: &str = "fma.rn.f16";
const OPERANDS: [u32; 3] = [0x3E00, 0x4000, 0x3C00];
const LATENCY: u32 = 3;

/// Returns the drawing of `halfpipe wave fma.rn.f16 3e00 4000 3c00 --latency 3 --svg`.
pub fn wave() -> String {
    let instruction: Instruction = INSTRUCTION.parse().expect("a legal mnemonic");
    let unit = Design::unit(instruction, LATENCY).expect("a latency that it has");
    draw_vectors(&unit, &[Vector::from_operands(instruction, OPERANDS)])
        .expect("the reference model has every instruction")
}
