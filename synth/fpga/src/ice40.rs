//! Lattice iCE40.

use halfpipe_netlist::Delays;

use crate::timing::Timing;

use super::{
    memory, multiplier_block, CellFunction, CellType, Cells, Device, Enable, EvaluatedBlocks, Family, FlipFlop,
    HexadecimalText, LookupTable, MeasuringPins, ModelFile, Program, Record, Reset, ResetValue, ResultCoverage, Router,
};
use crate::target::Target;

/// The row of the family.
pub static FAMILY: Family = Family {
    name: "ice40",
    title: "iCE40",
    cells: Cells {
        lookup_tables: &["SB_LUT4"],
        lookup_table_inputs: 4,
        lookup_table_output: "O",
        wide_multiplexers: &[],
        carries: &["SB_CARRY"],
        multipliers: &["SB_MAC16"],
        memories: &["SB_RAM40*"],
        flip_flops: &["SB_DFF*"],
        flip_flop_inputs: &["D"],
        packed: &["_LC", "_DFFLC", "$CARRY", "_DSP"],
    },
    functions: &FUNCTIONS,
    // 0.13 ns a bit, 0.2 ns every eight bits, and 1.8 ns into and out of a chain among a unit's wires; a level takes
    // 1.2 ns. These are for HX. nextpnr (0.11.1) has no delay through a block.
    delays: Delays {
        carry_entry: 0.5,
        carry_per_bit: 0.12,
        carry_exit: 1.0,
        multiplier_block: 3.5,
    },
    // Yosys infers the blocks for multiplications by itself, each with the registers at its factors and behind its
    // product.
    block: None,
    hexadecimal_text: HexadecimalText::Refused,
    memory: Some(&memory::ICE40),
    plain_cells: "",
    evaluated_blocks: Some(&EvaluatedBlocks {
        kinds: &["SB_MAC16"],
        model: multiplier_block::ice40,
        zero_pins: &[],
    }),
    file_blocks: None,
    models: ModelFile {
        file: "+/ice40/cells_sim.v",
        without_defaults: Some("NO_ICE40_DEFAULT_ASSIGNMENTS"),
    },
    repair: "",
    router: Some(Router {
        program: &NEXTPNR,
        pins: "--pcf {}",
        layout: "--asc {}",
        packer: &ICEPACK,
        input: "{}",
        output: "{}",
        bitstream: "bin",
    }),
    remark: None,
    seeds: 5,
    devices: &[HX8K, UP5K],
};

static FUNCTIONS: [CellType; 8] = [
    CellType {
        kind: "SB_LUT4",
        function: CellFunction::LookUp {
            table: LookupTable {
                parameter: "LUT_INIT",
                inputs: &["I0", "I1", "I2", "I3"],
            },
            output: "O",
        },
    },
    CellType {
        kind: "SB_CARRY",
        function: CellFunction::Majority {
            inputs: ["I0", "I1", "CI"],
            output: "CO",
        },
    },
    flip_flop("SB_DFF", false, None),
    flip_flop("SB_DFFE", true, None),
    flip_flop("SB_DFFSR", false, Some(("R", false))),
    flip_flop("SB_DFFESR", true, Some(("R", false))),
    flip_flop("SB_DFFSS", false, Some(("S", true))),
    flip_flop("SB_DFFESS", true, Some(("S", true))),
];

/// Describes a type of flip-flop. It may have an enable, which also holds off set and reset, and a pin that sets or
/// clears it.
const fn flip_flop(kind: &'static str, has_enable: bool, reset: Option<(&'static str, bool)>) -> CellType {
    let enable = Enable { pin: "E", choice: None };
    CellType {
        kind,
        function: CellFunction::FlipFlop(FlipFlop {
            clock: "C",
            data: "D",
            required: &[],
            enable: if has_enable { Some(enable) } else { None },
            reset: match reset {
                Some((pin, value)) => Some(Reset {
                    pin,
                    required: &[],
                    value: ResetValue::Always(value),
                    is_over_enable: false,
                }),
                None => None,
            },
        }),
    }
}

const FREE_PINS: MeasuringPins = MeasuringPins::Free("--pcf-allow-unconstrained");

const HX8K: Device = Device {
    name: "ice40-hx8k",
    has_multiplier_blocks: false,
    synthesis: "synth_ice40 -device hx -abc9",
    part: &["--hx8k", "--package", "ct256"],
    packing: &[],
    pins: FREE_PINS,
    frequency: "200",
    results: Some(Record {
        text: halfpipe_results::ICE40_HX8K,
        extent: ResultCoverage::EveryLatency,
    }),
    timing: Some(Timing {
        register: 0.45,
        table: 1.02,
        table_inputs: 4,
        fanout: 0.14,
        table_input: 0.11,
        carry_entry: 0.85,
        carry_per_bit: 0.18,
        carry_to_sum: 0.17,
        carry_exit: 1.12,
        sums_share_tables: true,
        multiplier: 4.0,
        multiplier_to_register: 2.0,
        memory: 1.97,
        memory_index: 1.5,
    }),
};

const UP5K: Device = Device {
    name: "ice40-up5k",
    has_multiplier_blocks: true,
    synthesis: "synth_ice40 -device u -dsp -abc9",
    part: &["--up5k", "--package", "sg48"],
    packing: &[],
    pins: FREE_PINS,
    frequency: "100",
    results: None,
    timing: None,
};

static NEXTPNR: Program = Program::new("nextpnr-ice40", "placement and routing for iCE40");

static ICEPACK: Program = Program::new("icepack", "bitstreams for iCE40").with_version_argument(None);

impl Family {
    /// Lattice iCE40.
    pub const ICE40: &'static Family = &FAMILY;
}

impl Target {
    /// Lattice iCE40 HX8K in the ct256 package.
    pub const ICE40_HX8K: Target = Target::new(&FAMILY, &HX8K);
    /// Lattice iCE40 UltraPlus 5K in the sg48 package; its DSP blocks are used.
    pub const ICE40_UP5K: Target = Target::new(&FAMILY, &UP5K);
}
