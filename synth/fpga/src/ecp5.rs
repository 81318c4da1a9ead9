//! Lattice ECP5.

use std::fmt::Write;

use halfpipe_netlist::{Delays, Factors, MultiplierBlock};

use crate::timing::Timing;

use super::memory;
use super::multiplier_block::{self, ECP5_FACTOR_BITS as FACTOR_BITS};
use super::{
    CarryPlace, CellFunction, CellType, Cells, Choice, Device, Enable, EvaluatedBlocks, Family, FlipFlop,
    HexadecimalText, LookupTable, MeasuringPins, ModelFile, Program, Record, Reset, ResetValue, ResultCoverage, Router,
    Setting,
};
use crate::target::Target;

/// The row of the family.
pub static FAMILY: Family = Family {
    name: "ecp5",
    title: "ECP5",
    cells: Cells {
        lookup_tables: &["LUT4"],
        lookup_table_inputs: 4,
        lookup_table_output: "Z",
        wide_multiplexers: &["PFUMX", "L6MUX21"],
        carries: &["CCU2C"],
        multipliers: &["MULT18X18D"],
        memories: &["DP16KD", "PDPW16KD"],
        flip_flops: &["TRELLIS_FF"],
        flip_flop_inputs: &["DI", "M"],
        packed: &["$CCU2_COMB0", "$CCU2_COMB1"],
    },
    functions: &FUNCTIONS,
    // 0.07 ns for two bits, 1.8 ns into and out of a chain among a unit's wires, and 3.9 ns through a block; a level
    // takes 1.2 ns.
    delays: Delays {
        carry_entry: 0.5,
        carry_per_bit: 0.03,
        carry_exit: 1.0,
        multiplier_block: 3.3,
    },
    block: Some(&BLOCK),
    hexadecimal_text: HexadecimalText::OfMemories,
    memory: Some(&memory::ECP5),
    plain_cells: "-nodsp",
    evaluated_blocks: Some(&EvaluatedBlocks {
        kinds: &["MULT18X18D"],
        model: multiplier_block::ecp5,
        zero_pins: &["SIGNEDA", "SIGNEDB", "SOURCEA", "SOURCEB"],
    }),
    file_blocks: None,
    models: ModelFile {
        file: "+/ecp5/cells_sim.v",
        without_defaults: None,
    },
    repair: "",
    router: Some(Router {
        program: &NEXTPNR,
        pins: "--lpf {}",
        layout: "--textcfg {}",
        packer: &ECPPACK,
        input: "{}",
        output: "{}",
        bitstream: "bit",
    }),
    remark: None,
    seeds: 3,
    devices: &[LFE5U_25F, LFE5U_85F],
};

static FUNCTIONS: [CellType; 5] = [
    CellType {
        kind: "LUT4",
        function: CellFunction::LookUp {
            table: LookupTable {
                parameter: "INIT",
                inputs: &["A", "B", "C", "D"],
            },
            output: "Z",
        },
    },
    CellType {
        kind: "PFUMX",
        function: CellFunction::Select {
            select: "C0",
            zero: "BLUT",
            one: "ALUT",
            output: "Z",
        },
    },
    CellType {
        kind: "L6MUX21",
        function: CellFunction::Select {
            select: "SD",
            zero: "D0",
            one: "D1",
            output: "Z",
        },
    },
    CellType {
        kind: "CCU2C",
        function: CellFunction::CarryChain {
            carry_in: "CIN",
            places: &[
                CarryPlace {
                    table: LookupTable {
                        parameter: "INIT0",
                        inputs: &["A0", "B0", "C0", "D0"],
                    },
                    beginning_inputs: 2,
                    sum: "S0",
                    begins: setting("INJECT1_0", "YES", "YES"),
                },
                CarryPlace {
                    table: LookupTable {
                        parameter: "INIT1",
                        inputs: &["A1", "B1", "C1", "D1"],
                    },
                    beginning_inputs: 2,
                    sum: "S1",
                    begins: setting("INJECT1_1", "YES", "YES"),
                },
            ],
            carry_out: "COUT",
        },
    },
    CellType {
        kind: "TRELLIS_FF",
        function: CellFunction::FlipFlop(FlipFlop {
            clock: "CLK",
            data: "DI",
            required: &[setting("CLKMUX", "CLK", "CLK"), setting("LSRMODE", "LSR", "LSR")],
            enable: Some(Enable {
                pin: "CE",
                choice: Some(Choice {
                    used: setting("CEMUX", "CE", "1"),
                    unused: "1",
                }),
            }),
            reset: Some(Reset {
                pin: "LSR",
                required: &[
                    setting("LSRMUX", "LSR", "LSR"),
                    setting("SRMODE", "LSR_OVER_CE", "LSR_OVER_CE"),
                ],
                value: ResetValue::OneWhere(setting("REGSET", "SET", "RESET")),
                is_over_enable: true,
            }),
        }),
    },
];

const fn setting(parameter: &'static str, value: &'static str, usual: &'static str) -> Setting {
    Setting {
        parameter,
        value,
        usual,
    }
}

const FREE_PINS: MeasuringPins = MeasuringPins::Free("--lpf-allow-unconstrained");

const LFE5U_25F: Device = Device {
    name: "ecp5-25k",
    has_multiplier_blocks: true,
    synthesis: "synth_ecp5",
    part: &["--25k", "--package", "CABGA381", "--speed", "6"],
    packing: &[],
    pins: FREE_PINS,
    frequency: "300",
    results: Some(Record {
        text: halfpipe_results::ECP5_25K,
        extent: ResultCoverage::EveryLatency,
    }),
    timing: Some(Timing {
        register: 0.88,
        table: 0.95,
        table_inputs: 5,
        fanout: 0.04,
        table_input: 0.0,
        carry_entry: 0.84,
        carry_per_bit: 0.07,
        carry_to_sum: 0.92,
        carry_exit: 1.27,
        sums_share_tables: false,
        multiplier: 5.44,
        multiplier_to_register: 4.57,
        memory: 4.58,
        memory_index: 1.0,
    }),
};

const LFE5U_85F: Device = Device {
    name: "ecp5-85k",
    part: &["--85k", "--package", "CABGA381", "--speed", "6"],
    packing: &[],
    pins: FREE_PINS,
    results: None,
    ..LFE5U_25F
};

/// Yosys leaves the register behind a product outside the block. The unregistered block is then the slowest part of a
/// pipeline. So generated files name the block.
pub static BLOCK: MultiplierBlock = MultiplierBlock {
    macro_name: "HALFPIPE_ECP5",
    owner: "the ECP5",
    widest_factor: FACTOR_BITS,
    body: multiplier,
};

/// The largest number of pins in one line.
const PINS_IN_LINE: usize = 5;

/// Writes a block with a register behind the product, and maybe at the factors, between `a`, `b` and `d`.
fn multiplier(Factors { a, b, are_registered }: Factors) -> String {
    let register =
        |place: &str| format!(".REG_{place}_CLK(\"CLK0\"), .REG_{place}_CE(\"CE0\"), .REG_{place}_RST(\"RST0\")");
    let places: &[&str] = if are_registered {
        &["INPUTA", "INPUTB", "OUTPUT"]
    } else {
        &["OUTPUT"]
    };
    let registers: Vec<String> = places.iter().map(|place| register(place)).collect();
    let registers = registers.join(",\n        ");
    let spare = |from: u32| match FACTOR_BITS - from {
        0 => String::new(),
        bits => format!("{bits}'d0, "),
    };
    let (above_a, above_b) = (spare(a), spare(b));
    let last_bit = FACTOR_BITS - 1;
    let mut pins = String::new();
    let mut connect = |port: &str, count: u32, net: &dyn Fn(u32) -> String| {
        let connections: Vec<String> = (0..count).map(|bit| format!(".{port}{bit}({})", net(bit))).collect();
        for line in connections.chunks(PINS_IN_LINE) {
            let _ = write!(pins, ",\n        {}", line.join(", "));
        }
    };
    connect("A", FACTOR_BITS, &|bit| format!("block_a[{bit}]"));
    connect("B", FACTOR_BITS, &|bit| format!("block_b[{bit}]"));
    connect("C", FACTOR_BITS, &|_| "1'b0".to_owned());
    connect("P", a + b, &|bit| format!("d[{bit}]"));
    format!(
        "    wire [{last_bit}:0] block_a = {{{above_a}a}};
    wire [{last_bit}:0] block_b = {{{above_b}b}};
    MULT18X18D #(
        {registers}
    ) block (
        .CLK0(clock), .CE0(enable), .RST0(1'b0), .SIGNEDA(1'b0), .SIGNEDB(1'b0), .SOURCEA(1'b0), .SOURCEB(1'b0){pins}
    );
"
    )
}

static NEXTPNR: Program = Program::new("nextpnr-ecp5", "placement and routing for ECP5");

static ECPPACK: Program = Program::new("ecppack", "bitstreams for ECP5");

impl Family {
    /// Lattice ECP5.
    pub const ECP5: &'static Family = &FAMILY;
}

impl Target {
    /// Lattice ECP5 25F in the CABGA381 package, speed grade 6.
    pub const ECP5_25K: Target = Target::new(&FAMILY, &LFE5U_25F);
    /// Lattice ECP5 85F in the CABGA381 package, speed grade 6.
    pub const ECP5_85K: Target = Target::new(&FAMILY, &LFE5U_85F);
}
