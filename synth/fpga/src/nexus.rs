//! Lattice Nexus: CrossLink-NX.

use halfpipe_netlist::Delays;

use super::{
    CarryPlace, CellFunction, CellType, Cells, Device, Enable, Family, FlipFlop, HexadecimalText, LookupTable,
    MeasuringPins, ModelFile, Program, Record, Reset, ResetValue, ResultCoverage, Router, Setting,
};
use crate::target::Target;

/// The row of the family.
pub static FAMILY: Family = Family {
    name: "nexus",
    title: "Nexus",
    cells: Cells {
        lookup_tables: &["LUT4", "INV"],
        lookup_table_inputs: 4,
        lookup_table_output: "Z",
        wide_multiplexers: &["WIDEFN9"],
        carries: &["CCU2"],
        multipliers: &["MULT*"],
        memories: &["DP16K_MODE", "PDP16K_MODE", "PDPSC16K_MODE"],
        flip_flops: &["FD1P3*"],
        flip_flop_inputs: &["D"],
        packed: &[
            "$ccu2_comb[0]$",
            "$ccu2_comb[1]$",
            "$widefn_comb[0]$",
            "$widefn_comb[1]$",
            "/*",
        ],
    },
    functions: &FUNCTIONS,
    // On LIFCL-40 in nextpnr (0.11.1), for add.rn.f16 and fma.rn.f16: 0.65 ns a level, 0.06 ns for two bits, and 2.3 ns
    // through a block.
    delays: Delays {
        carry_entry: 0.5,
        carry_per_bit: 0.03,
        carry_exit: 1.0,
        multiplier_block: 3.5,
    },
    // Yosys infers the blocks for multiplications by itself.
    block: None,
    hexadecimal_text: HexadecimalText::Taken,
    memory: None,
    plain_cells: "-nobram -nolutram -nodsp -noiopad",
    evaluated_blocks: None,
    file_blocks: None,
    models: ModelFile {
        file: "+/nexus/cells_sim.v",
        without_defaults: None,
    },
    repair: OPEN_CARRIES,
    router: Some(Router {
        program: &NEXTPNR,
        pins: "--pdc {}",
        layout: "--fasm {}",
        packer: &PRJOXIDE,
        input: "pack {}",
        output: "{}",
        bitstream: "bit",
    }),
    remark: None,
    seeds: 3,
    devices: &[LIFCL_40],
};

/// Yosys' abc9 (0.70) ties the carry into the first cell of a chain to 0. nextpnr requires that carry to be open. The
/// first cell then makes its carry from its tables.
const OPEN_CARRIES: &str = "\
design -push
read_verilog <<END
module FIRST_CARRY (input CIN, A0, B0, C0, D0, A1, B1, C1, D1, output S0, S1, COUT);
    parameter INJECT = \"YES\";
    parameter INIT0 = \"0x0000\";
    parameter INIT1 = \"0x0000\";
    CCU2 #(.INJECT(INJECT), .INIT0(INIT0), .INIT1(INIT1)) _TECHMAP_REPLACE_ (
        .A0(A0), .B0(B0), .C0(C0), .D0(D0), .A1(A1), .B1(B1), .C1(C1), .D1(D1), .S0(S0), .S1(S1), .COUT(COUT)
    );
endmodule
END
design -stash first_carry
design -pop
chtype -set FIRST_CARRY t:CCU2 r:INIT0=0xFFFF %i r:INIT1=0x00AA %i
techmap -map %first_carry t:FIRST_CARRY
";

static FUNCTIONS: [CellType; 8] = [
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
        kind: "WIDEFN9",
        function: CellFunction::LookUpIn {
            tables: [
                LookupTable {
                    parameter: "INIT0",
                    inputs: &["A0", "B0", "C0", "D0"],
                },
                LookupTable {
                    parameter: "INIT1",
                    inputs: &["A1", "B1", "C1", "D1"],
                },
            ],
            select: "SEL",
            output: "Z",
        },
    },
    CellType {
        kind: "CCU2",
        function: CellFunction::CarryChain {
            carry_in: "CIN",
            places: &[
                CarryPlace {
                    table: LookupTable {
                        parameter: "INIT0",
                        inputs: &["A0", "B0", "C0", "D0"],
                    },
                    beginning_inputs: 3,
                    sum: "S0",
                    begins: INJECT,
                },
                CarryPlace {
                    table: LookupTable {
                        parameter: "INIT1",
                        inputs: &["A1", "B1", "C1", "D1"],
                    },
                    beginning_inputs: 3,
                    sum: "S1",
                    begins: INJECT,
                },
            ],
            carry_out: "COUT",
        },
    },
    CellType {
        kind: "INV",
        function: CellFunction::Inverse {
            input: "A",
            output: "Z",
        },
    },
    constant("VHI", true),
    constant("VLO", false),
    flip_flop("FD1P3IX", "CD", false),
    flip_flop("FD1P3JX", "PD", true),
];

/// The setting with which a carry cell begins a chain in each of its positions.
const INJECT: Setting = Setting {
    parameter: "INJECT",
    value: "YES",
    usual: "YES",
};

const fn constant(kind: &'static str, value: bool) -> CellType {
    CellType {
        kind,
        function: CellFunction::Constant { value, output: "Z" },
    }
}

/// Describes a type of flip-flop with an enable, and a pin that sets or clears it regardless of the enable.
const fn flip_flop(kind: &'static str, reset: &'static str, value: bool) -> CellType {
    CellType {
        kind,
        function: CellFunction::FlipFlop(FlipFlop {
            clock: "CK",
            data: "D",
            required: &[],
            enable: Some(Enable {
                pin: "SP",
                choice: None,
            }),
            reset: Some(Reset {
                pin: reset,
                required: &[],
                value: ResetValue::Always(value),
                is_over_enable: true,
            }),
        }),
    }
}

/// Lookup tables wider than four inputs take more area and are hardly faster. nextpnr's default router (router2) finds
/// no route from a clock's pin to its net.
const LIFCL_40: Device = Device {
    name: "nexus-lifcl-40",
    has_multiplier_blocks: true,
    synthesis: "synth_nexus -nowidelut",
    part: &["--device", "LIFCL-40-9BG400C", "--router", "router1"],
    packing: &[],
    pins: MeasuringPins::Fixed(
        "ldc_set_location -site {L13} [get_ports clock]\n\
         ldc_set_location -site {F14} [get_ports serial_in]\n\
         ldc_set_location -site {F16} [get_ports serial_out]\n",
    ),
    frequency: "400",
    results: Some(Record {
        text: halfpipe_results::NEXUS_LIFCL_40,
        extent: ResultCoverage::Zero,
    }),
    timing: None,
};

static NEXTPNR: Program = Program::new("nextpnr-nexus", "placement and routing for Nexus").as_optional();

static PRJOXIDE: Program = Program::new("prjoxide", "bitstreams for Nexus").as_optional();

impl Family {
    /// Lattice Nexus.
    pub const NEXUS: &'static Family = &FAMILY;
}

impl Target {
    /// Lattice CrossLink-NX LIFCL-40 in the BG400 package, speed grade 9.
    pub const NEXUS_LIFCL_40: Target = Target::new(&FAMILY, &LIFCL_40);
}
