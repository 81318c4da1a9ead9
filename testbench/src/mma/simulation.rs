//! Simulation of tiles under Verilator.

use halfpipe_hdl::mma::MmaSpec;
use halfpipe_simulation::matrix::{Steps, TileStep};

use crate::engine::verilator::{side_by_side, DriverProgram, Instance, DRIVER_OPTIONS};
use crate::engine::EngineError;

/// The result of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DriveOutcome {
    /// The number of steps.
    pub steps: u64,
    /// The number of results.
    pub results: u64,
    /// The number of clock cycles.
    pub cycles: u64,
    /// The first rule that the module broke.
    pub fault: Option<String>,
}

impl DriveOutcome {
    /// Returns the outcome of some steps: whether the driver found nothing wrong, and what it printed. It prints the
    /// numbers of results and cycles, or the broken rule.
    pub(super) fn new(steps: usize, (is_sound, printed): (bool, String)) -> DriveOutcome {
        if !is_sound {
            return DriveOutcome {
                fault: Some(printed.trim().to_owned()),
                ..DriveOutcome::default()
            };
        }
        let mut numbers = printed.split_whitespace().map(|number| number.parse().unwrap_or(0));
        DriveOutcome {
            steps: steps as u64,
            results: numbers.next().unwrap_or(0),
            cycles: numbers.next().unwrap_or(0),
            fault: None,
        }
    }
}

/// Several tiles in one simulated design.
#[derive(Debug)]
pub struct TileSimulation {
    program: DriverProgram,
    tiles: Vec<MmaSpec>,
    /// The numbers of 32-bit words of A, B, and C or D in the design.
    words: [usize; 3],
}

/// The least number of 32-bit words of a port. Verilator has one type for all ports from this width on.
const LEAST_WORDS: u32 = 3;

impl TileSimulation {
    /// Compiles tiles with their Verilog. Each has a name of its own.
    ///
    /// # Errors
    ///
    /// Returns an error if a tool is missing or fails.
    pub fn compile(tiles: &[(MmaSpec, String)]) -> Result<TileSimulation, EngineError> {
        let mut design: String = tiles.iter().map(|(_, text)| text.as_str()).collect();
        let tiles: Vec<MmaSpec> = tiles.iter().map(|(spec, _)| spec.clone()).collect();
        let words = [0, 1, 2].map(|port| {
            let widths = tiles.iter().map(|tile| tile.port_bits()[port].div_ceil(32));
            widths.max().unwrap_or(0).max(LEAST_WORDS)
        });
        design += &tiles_side_by_side(&tiles, words);
        let [a, b, c] = words;
        let sizes = format!("enum {{ A_WORDS = {a}, B_WORDS = {b}, C_WORDS = {c} }};\n");
        let units = tiles.iter().map(|tile| format!("{}_unit", tile.name()));
        Ok(TileSimulation {
            program: compile("tiles", &design, units, &sizes, include_str!("drive.cpp"))?,
            words: words.map(|words| words as usize),
            tiles,
        })
    }

    /// Runs steps on one of the tiles, with random gaps, stalls and resets of this seed.
    ///
    /// # Errors
    ///
    /// Returns an error if the program does not run.
    pub fn run(&self, tile: usize, steps: &Steps, seed: u64) -> Result<DriveOutcome, EngineError> {
        let spec = &self.tiles[tile];
        let mut words = vec![
            seed as u32,
            tile as u32,
            spec.latency,
            spec.slots,
            spec.columns,
            spec.result_bits(),
            steps.steps.len() as u32,
        ];
        let [a, b, c] = self.words;
        let add = |port: &[u32], count: usize, words: &mut Vec<u32>| {
            words.extend((0..count).map(|place| port.get(place).copied().unwrap_or(0)));
        };
        for TileStep {
            slot,
            first,
            last,
            a: row,
            b: column,
            c: addend,
            d: sum,
        } in &steps.steps
        {
            words.push(slot | u32::from(*first) << 8 | u32::from(*last) << 9);
            for (port, count) in [(row, a), (column, b), (addend, c), (sum, c)] {
                add(port, count, &mut words);
            }
        }
        Ok(DriveOutcome::new(
            steps.steps.len(),
            self.program.drive(&words_as_bytes(&words))?,
        ))
    }
}

/// Compiles a design and its driver. `units` are modules that Verilator compiles once for all instances.
pub(super) fn compile(
    top: &str,
    design: &str,
    units: impl Iterator<Item = String>,
    sizes: &str,
    driver: &str,
) -> Result<DriverProgram, EngineError> {
    let settings = units.map(|unit| format!("no_inline -module \"{unit}\"\n"));
    let settings = format!("`verilator_config\n{}", settings.collect::<String>());
    let files = [
        ("config.vlt", settings.as_str()),
        ("design.sv", design),
        ("drive.cpp", driver),
        ("drive.h", include_str!("drive.h")),
        ("sizes.h", sizes),
    ];
    // The program runs for less time than more optimisation would take.
    DriverProgram::build(top, DRIVER_OPTIONS, "-O1", &files)
}

/// Returns words as a driver reads them.
pub(super) fn words_as_bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_ne_bytes()).collect()
}

/// Returns a module with all tiles side by side.
fn tiles_side_by_side(tiles: &[MmaSpec], [a, b, c]: [u32; 3]) -> String {
    let inputs = [
        ("reset", 1),
        ("in_valid", 1),
        ("slot", 8),
        ("first", 1),
        ("last", 1),
        ("a", 32 * a),
        ("b", 32 * b),
        ("c", 32 * c),
        ("out_ready", 1),
    ];
    let outputs = [("in_ready", 1), ("out_valid", 1), ("out_slot", 8), ("d", 32 * c)];
    let instance = |tile: &MmaSpec| {
        let ([a, b, c], slot) = (tile.port_bits(), tile.slot_bits());
        Instance {
            module: tile.name().to_owned(),
            widths: vec![1, 1, slot, 1, 1, a, b, c, 1, 1, 1, slot, c],
        }
    };
    let instances: Vec<Instance> = tiles.iter().map(instance).collect();
    side_by_side("tiles", &inputs, &outputs, &instances)
}
