//! Tiles and Vortex' dot product unit under Verilator, against the golden model.

mod handshake;
mod simulation;
mod vortex;

pub use handshake::{cells, prove_handshake, prove_handshake_of_text, CellPosition, Search};

pub use simulation::{DriveOutcome, TileSimulation};
pub use vortex::{VortexOperands, VortexSimulation};

use halfpipe_hdl::export::mma::{mma_verilog, vortex_verilog};
use halfpipe_hdl::mma::{MmaSpec, VortexSpec};
use halfpipe_simulation::matrix::{MatrixProduct, Steps};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::engine::EngineError;

/// The largest side of a matrix product.
pub const MAX_SIDE: usize = 64;

/// Multiplies drawn matrices on a tile with stalls on both sides, and compares with the golden model. The first product
/// is the largest, 64 × 64 × 64, unless `count` is 0.
///
/// # Errors
///
/// Returns an error if a tool is missing or fails.
///
/// # Panics
///
/// Panics if there is no such tile.
pub fn verify_tile(
    spec: &MmaSpec,
    count: usize,
    seed: u64,
    progress: &mut dyn FnMut(usize),
) -> Result<DriveOutcome, EngineError> {
    let verilog = mma_verilog(spec, None).expect("the specification has been checked");
    let simulation = TileSimulation::compile(&[(spec.clone(), verilog)])?;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut total = DriveOutcome::default();
    for done in 0..count {
        let sides = match done {
            0 => [MAX_SIDE; 3],
            _ => [(); 3].map(|()| random.random_range(1..=MAX_SIDE)),
        };
        let product = MatrixProduct::draw(spec, sides, &mut random);
        let steps = Steps::new(spec, &[product], &mut random);
        let outcome = simulation.run(0, &steps, random.random())?;
        progress(done + 1);
        total.steps += outcome.steps;
        total.results += outcome.results;
        total.cycles += outcome.cycles;
        if outcome.fault.is_some() {
            total.fault = outcome.fault.map(|fault| {
                let [rows, columns, depth] = sides;
                format!("matrix product {done}, {rows} x {columns} x {depth}: {fault}")
            });
            return Ok(total);
        }
    }
    Ok(total)
}

/// Runs drawn operands through Vortex' unit, with cycles in which enable is 0, and compares with the golden model.
///
/// # Errors
///
/// Returns an error if a tool is missing or fails.
///
/// # Panics
///
/// Panics if there is no such unit.
pub fn verify_vortex(spec: &VortexSpec, count: usize, seed: u64) -> Result<DriveOutcome, EngineError> {
    let verilog = vortex_verilog(spec, None).expect("the specification has been checked");
    let simulation = VortexSimulation::compile(spec, &verilog)?;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let operands: Vec<VortexOperands> = (0..count).map(|_| VortexOperands::draw(spec, &mut random)).collect();
    simulation.run(&operands, seed)
}
