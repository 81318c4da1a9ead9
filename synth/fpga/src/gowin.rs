//! Gowin LittleBee and Arora: GW1N and GW2A.

use halfpipe_netlist::Delays;

use super::multiplier_block;
use super::{
    CellFunction, CellType, Cells, Device, Enable, EvaluatedBlocks, Family, FlipFlop, HexadecimalText, LookupTable,
    MeasuringPins, ModelFile, Program, Record, Reset, ResetValue, ResultCoverage, Router, Setting,
};
use crate::target::Target;

/// The row of the family.
pub static FAMILY: Family = Family {
    name: "gowin",
    title: "Gowin",
    cells: Cells {
        lookup_tables: &["LUT1", "LUT2", "LUT3", "LUT4"],
        lookup_table_inputs: 4,
        lookup_table_output: "F",
        wide_multiplexers: &["MUX2_LUT5", "MUX2_LUT6", "MUX2_LUT7", "MUX2_LUT8"],
        carries: &["ALU"],
        multipliers: &["MULT9X9", "MULT18X18", "MULT36X36"],
        memories: &["SP", "SPX9", "SDPB", "SDPX9B", "DPB", "DPX9B", "pROM", "pROMX9"],
        flip_flops: &["DFF*"],
        flip_flop_inputs: &["D"],
        packed: &[],
    },
    functions: &FUNCTIONS,
    // For fma.rn.f16 on GW1N-9C in nextpnr (0.11.1): 1.4 ns a level, 0.06 ns a bit, 1.0 ns into a chain and 0.6 ns out
    // of it, with wires in front of each.
    delays: Delays {
        carry_entry: 0.6,
        carry_per_bit: 0.04,
        carry_exit: 0.8,
        multiplier_block: 3.5,
    },
    block: None,
    hexadecimal_text: HexadecimalText::Refused,
    memory: None,
    plain_cells: "-noiopads",
    evaluated_blocks: None,
    file_blocks: Some(&EvaluatedBlocks {
        kinds: &["MULT9X9", "MULT18X18"],
        model: multiplier_block::gowin,
        zero_pins: &[],
    }),
    models: ModelFile {
        file: "+/gowin/cells_sim.v",
        without_defaults: None,
    },
    repair: FULL_LOOKUP_TABLES,
    router: Some(Router {
        program: &NEXTPNR,
        pins: "--vopt cst={}",
        layout: "--write {}",
        packer: &GOWIN_PACK,
        input: "{}",
        output: "-o {}",
        bitstream: "fs",
    }),
    // The author of its delays says so: https://github.com/YosysHQ/nextpnr/pull/1345.
    remark: Some("nextpnr's clock frequencies for Gowin are known to be some 20 % too high"),
    seeds: 3,
    devices: &[GW1N_9C, GW2A_18C],
};

/// nextpnr (0.11.1) knows only the delay of a LUT4. It ignores paths through smaller tables, so the reported clock was
/// up to five times too high. The added inputs stay open, and the table does not depend on them.
const FULL_LOOKUP_TABLES: &str = "\
design -push
read_verilog <<END
module LUT1 (input I0, output F);
    parameter [1:0] INIT = 0;
    LUT4 #(.INIT({8{INIT}})) _TECHMAP_REPLACE_ (.I0(I0), .F(F));
endmodule
module LUT2 (input I0, I1, output F);
    parameter [3:0] INIT = 0;
    LUT4 #(.INIT({4{INIT}})) _TECHMAP_REPLACE_ (.I0(I0), .I1(I1), .F(F));
endmodule
module LUT3 (input I0, I1, I2, output F);
    parameter [7:0] INIT = 0;
    LUT4 #(.INIT({2{INIT}})) _TECHMAP_REPLACE_ (.I0(I0), .I1(I1), .I2(I2), .F(F));
endmodule
END
design -stash full_lookup_tables
design -pop
techmap -map %full_lookup_tables t:LUT1 t:LUT2 t:LUT3
";

static FUNCTIONS: [CellType; 18] = [
    look_up("LUT1", &["I0"]),
    look_up("LUT2", &["I0", "I1"]),
    look_up("LUT3", &["I0", "I1", "I2"]),
    look_up("LUT4", &["I0", "I1", "I2", "I3"]),
    select("MUX2_LUT5"),
    select("MUX2_LUT6"),
    select("MUX2_LUT7"),
    select("MUX2_LUT8"),
    CellType {
        kind: "ALU",
        function: CellFunction::Adder {
            mode: Setting {
                parameter: "ALU_MODE",
                value: ADD_OR_SUBTRACT,
                usual: "",
            },
            inputs: &["I0", "I1", "I3"],
            // I3 selects between the xor for the sum and its inverse for the difference.
            propagate: 0b0110_1001,
            generate: "I0",
            carry_in: "CIN",
            sum: "SUM",
            carry_out: "COUT",
        },
    },
    constant("VCC", true, "V"),
    constant("GND", false, "G"),
    flip_flop("DFF", false, None),
    flip_flop("DFFE", true, None),
    flip_flop("DFFR", false, Some(("RESET", false))),
    flip_flop("DFFRE", true, Some(("RESET", false))),
    flip_flop("DFFS", false, Some(("SET", true))),
    flip_flop("DFFSE", true, Some(("SET", true))),
    CellType {
        kind: "INV",
        function: CellFunction::Inverse {
            input: "I",
            output: "O",
        },
    },
];

/// The mode of all carry cells that Yosys makes.
const ADD_OR_SUBTRACT: &str = "00000000000000000000000000000010";

const fn look_up(kind: &'static str, inputs: &'static [&'static str]) -> CellType {
    CellType {
        kind,
        function: CellFunction::LookUp {
            table: LookupTable {
                parameter: "INIT",
                inputs,
            },
            output: "F",
        },
    }
}

const fn select(kind: &'static str) -> CellType {
    CellType {
        kind,
        function: CellFunction::Select {
            select: "S0",
            zero: "I0",
            one: "I1",
            output: "O",
        },
    }
}

const fn constant(kind: &'static str, value: bool, output: &'static str) -> CellType {
    CellType {
        kind,
        function: CellFunction::Constant { value, output },
    }
}

/// Describes a type of flip-flop. It may have an enable, and a pin that sets or clears it regardless of the enable.
const fn flip_flop(kind: &'static str, has_enable: bool, reset: Option<(&'static str, bool)>) -> CellType {
    let enable = Enable {
        pin: "CE",
        choice: None,
    };
    CellType {
        kind,
        function: CellFunction::FlipFlop(FlipFlop {
            clock: "CLK",
            data: "D",
            required: &[],
            enable: if has_enable { Some(enable) } else { None },
            reset: match reset {
                Some((pin, value)) => Some(Reset {
                    pin,
                    required: &[],
                    value: ResetValue::Always(value),
                    is_over_enable: true,
                }),
                None => None,
            },
        }),
    }
}

/// abc9 takes lookup tables wider than four inputs for as cheap as narrow ones. With them the fma takes 60 % more
/// lookup tables and is 28 % slower. So they are switched off.
///
/// nextpnr (0.11.1) has no delay through multiplier blocks and memories. A module with any would seem faster than it
/// is, so they are switched off too.
const GW1N_9C: Device = Device {
    name: "gowin-gw1n-9c",
    has_multiplier_blocks: false,
    synthesis: "synth_gowin -family gw1n -nowidelut -nobram -nolutram -nodsp",
    part: &["--device", "GW1NR-LV9QN88PC6/I5", "--vopt", "family=GW1N-9C"],
    packing: &["-d", "GW1N-9C"],
    pins: MeasuringPins::Fixed("IO_LOC \"clock\" 52;\nIO_LOC \"serial_in\" 18;\nIO_LOC \"serial_out\" 17;\n"),
    frequency: "200",
    results: Some(Record {
        text: halfpipe_results::GOWIN_GW1N_9C,
        extent: ResultCoverage::ZeroAndDefault,
    }),
    timing: None,
};

const GW2A_18C: Device = Device {
    name: "gowin-gw2a-18c",
    synthesis: "synth_gowin -family gw2a -nowidelut -nobram -nolutram -nodsp",
    part: &["--device", "GW2AR-LV18QN88C8/I7", "--vopt", "family=GW2A-18C"],
    packing: &["-d", "GW2A-18C"],
    pins: MeasuringPins::Fixed("IO_LOC \"clock\" 4;\nIO_LOC \"serial_in\" 70;\nIO_LOC \"serial_out\" 69;\n"),
    frequency: "400",
    results: None,
    ..GW1N_9C
};

static NEXTPNR: Program = Program::new("nextpnr-himbaechel-gowin", "placement and routing for Gowin").as_optional();

static GOWIN_PACK: Program = Program::new("gowin_pack", "bitstreams for Gowin")
    .with_version_argument(None)
    .as_optional();

impl Family {
    /// Gowin LittleBee and Arora.
    pub const GOWIN: &'static Family = &FAMILY;
}

impl Target {
    /// Gowin GW1N-9C, as the GW1NR-9 of Tang Nano 9K: QN88 package, speed C6/I5.
    pub const GOWIN_GW1N_9C: Target = Target::new(&FAMILY, &GW1N_9C);
    /// Gowin GW2A-18C, as the GW2AR-18 of Tang Nano 20K: QN88 package, speed C8/I7.
    pub const GOWIN_GW2A_18C: Target = Target::new(&FAMILY, &GW2A_18C);
}
