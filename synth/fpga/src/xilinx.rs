//! AMD Xilinx 7 series, measured by area only.

use halfpipe_netlist::Delays;

use super::{Cells, Device, Family, HexadecimalText, MeasuringPins, ModelFile, Record, ResultCoverage};
use crate::target::Target;

/// The row of the family.
pub static FAMILY: Family = Family {
    name: "xilinx",
    title: "Xilinx 7",
    cells: Cells {
        // A shift register occupies a lookup table.
        lookup_tables: &[
            "LUT1", "LUT2", "LUT3", "LUT4", "LUT5", "LUT6", "INV", "SRL16E", "SRLC32E",
        ],
        lookup_table_inputs: 6,
        lookup_table_output: "O",
        wide_multiplexers: &["MUXF7", "MUXF8"],
        carries: &["CARRY4"],
        multipliers: &["DSP48E1"],
        memories: &["RAMB18E1", "RAMB36E1"],
        flip_flops: &["FDRE", "FDSE", "FDCE", "FDPE"],
        flip_flop_inputs: &["D"],
        packed: &[],
    },
    functions: &[],
    // From Yosys' own model: 0.4 to 0.6 ns through a carry cell of four bits, 0.1 ns from one to the next, and 3.2 ns
    // through a block. A lookup table with its wires takes 1.0 ns.
    delays: Delays {
        carry_entry: 0.5,
        carry_per_bit: 0.03,
        carry_exit: 0.8,
        multiplier_block: 3.2,
    },
    // Yosys infers the blocks for multiplications by itself, with the registers around them.
    block: None,
    hexadecimal_text: HexadecimalText::Refused,
    memory: None,
    plain_cells: "-nobram -nolutram -nosrl -nodsp",
    evaluated_blocks: None,
    file_blocks: None,
    models: ModelFile {
        file: "+/xilinx/cells_sim.v",
        without_defaults: None,
    },
    repair: "",
    router: None,
    remark: Some("there is no nextpnr for Xilinx 7 among the tools: its area is measured, and no clock frequency"),
    seeds: 0,
    devices: &[XC7],
};

const XC7: Device = Device {
    name: "xilinx-7",
    has_multiplier_blocks: true,
    synthesis: "synth_xilinx -family xc7 -flatten -noiopad -noclkbuf",
    part: &[],
    packing: &[],
    pins: MeasuringPins::Fixed(""),
    frequency: "0",
    results: Some(Record {
        text: halfpipe_results::XILINX_7,
        extent: ResultCoverage::ZeroAndDefault,
    }),
    timing: None,
};

impl Family {
    /// AMD Xilinx 7 series.
    pub const XILINX: &'static Family = &FAMILY;
}

impl Target {
    /// AMD Xilinx 7 series, whatever the device: Artix, Kintex, Virtex, Spartan or Zynq.
    pub const XILINX_7: Target = Target::new(&FAMILY, &XC7);
}
