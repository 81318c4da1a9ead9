//! The choice of multiplier changes no result: rows of partial products, a multiplication, or a block of the ECP5.

use halfpipe_fpga::multiplier_blocks;
use halfpipe_fpga::Target;
use halfpipe_hdl::datapath::{build, LaneConfig};
use halfpipe_hdl::design::{Design, DesignSpec};
use halfpipe_hdl::export::verilog;
use halfpipe_hdl::net::simulate::NetlistSimulator;
use halfpipe_hdl::net::{longest_useful_latency, Module};
use halfpipe_hdl::unit::{max_latency, Multiplier};
use halfpipe_isa::{FloatFormat, Instruction, LaneFormats, Operation, Type};
use halfpipe_simulation::stimulus::Stimulus;
use halfpipe_synth::measure_area;
use halfpipe_synth::ports::ports;
use halfpipe_test_support::lint::{assert_clean, by_latency, file};
use halfpipe_test_support::share;
use halfpipe_testbench::engine::verilator::Batch;
use halfpipe_testbench::scoreboard::verify;
use halfpipe_yosys::Yosys;
use rayon::prelude::*;

fn instruction(mnemonic: &str) -> Instruction {
    mnemonic.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn with_block(mnemonic: &str, latency: u32) -> Design {
    let spec = DesignSpec::unit(instruction(mnemonic), latency).with_multiplier(Multiplier::Block(multiplier_blocks()));
    Design::from_spec(&spec).expect("a latency it has")
}

/// A unit with a block is tried at one latency in so many, unless at all.
const ONE_IN: usize = 12;

/// Returns one unit of each datapath that multiplies.
fn units() -> Vec<Design> {
    let mnemonics = [
        "mul.rn.f16",
        "mul.rn.bf16x2",
        "fma.rn.f16x2",
        "fma.rn.f32.f16",
        "fma.rn.f32.bf16",
    ];
    let with_latencies = |name| (0..=max_latency(instruction(name))).map(move |latency| with_block(name, latency));
    let units = mnemonics.into_iter().flat_map(with_latencies).enumerate();
    let tried = units.filter(|(place, _)| share::is_tried(*place, ONE_IN));
    tried.map(|(_, unit)| unit).collect()
}

#[test]
fn both_multipliers_give_the_same_results() {
    let multiplies = |instruction: &&Instruction| {
        instruction.ty() == Type::F16 && matches!(instruction.operation(), Operation::Mul | Operation::Fma)
    };
    let all: Vec<Instruction> = Instruction::arithmetic().iter().filter(multiplies).copied().collect();
    assert_eq!(all.len(), 4 + 8);
    // One triple in so many, coprime to the number of values, or all pairs if there is no third operand.
    let share = 127;
    all.into_par_iter().for_each(|instruction| {
        let mut simulators = [Multiplier::Rows, Multiplier::Block(multiplier_blocks())].map(|multiplier| {
            let config = LaneConfig {
                multiplier,
                ..LaneConfig::with_formats(instruction, LaneFormats::same(FloatFormat::SMALL))
            };
            NetlistSimulator::new(&Module {
                name: instruction.module_name(),
                lane: build(&config),
                lanes: 1,
                latency: 0,
            })
        });
        let operands = instruction.signature().operands().len();
        let step = if operands == 2 { 1 } else { share };
        for index in (0..1_u64 << (8 * operands)).step_by(step) {
            let [rows, block] = simulators.each_mut().map(|simulator| {
                for position in 0..operands {
                    simulator.set_input(position, index >> (8 * position) & 0xFF);
                }
                simulator.settle();
                simulator.output(0)
            });
            assert_eq!(rows, block, "{instruction}, operands {index:06X} from the last to a");
        }
    });
}

#[test]
fn the_verilog_with_a_multiplication_computes_what_the_model_says() {
    let units = units();
    let batch = Batch::build(&units.iter().collect::<Vec<_>>()).unwrap_or_else(|error| panic!("{error}"));
    units.par_iter().enumerate().for_each(|(index, unit)| {
        let mut engine = batch.engine(index).unwrap_or_else(|error| panic!("{error}"));
        let mut stimulus = Stimulus::new(unit.instruction(), u64::from(unit.latency()));
        let report = verify(unit, &mut engine, &mut stimulus, 20_000, &mut |_| {}).expect("the engine runs");
        if let Some(mismatch) = report.first {
            panic!("{mismatch}");
        }
    });
}

#[test]
fn the_verilog_with_a_multiplication_is_clean() {
    for unit in units() {
        let text = verilog(&unit);
        let long = text.lines().find(|line| line.len() >= 120);
        assert_eq!(long, None, "{}", unit.instruction());
    }
    by_latency(&units(), |unit| [file(unit)])
        .into_par_iter()
        .for_each(assert_clean);
}

/// Returns a model of the ECP5 multiplier block with unsigned factors, a register at its output, and maybe registers at
/// both inputs. Its ports and parameters are those of Lattice's cell library.
fn block_of_ecp5() -> String {
    let pins = |port: &str, count: u32| (0..count).map(|bit| format!("{port}{bit}")).collect::<Vec<_>>();
    let word = |port: &str, count: u32| pins(port, count).into_iter().rev().collect::<Vec<_>>().join(", ");
    let inputs = [pins("A", 18), pins("B", 18), pins("C", 18)].concat().join(", ");
    let (a, b, outputs) = (word("A", 18), word("B", 18), word("P", 36));
    let parameters = |place| {
        format!(
            "    parameter REG_{place}_CLK = \"NONE\";
    parameter REG_{place}_CE = \"CE1\";
    parameter REG_{place}_RST = \"RST1\";
    wire {place}_registered = REG_{place}_CLK == \"CLK0\" && REG_{place}_CE == \"CE0\" && REG_{place}_RST == \"RST0\";
"
        )
    };
    let parameters = ["INPUTA", "INPUTB", "OUTPUT"].map(parameters).concat();
    format!(
        "module MULT18X18D (input {inputs}, SIGNEDA, SIGNEDB, SOURCEA, SOURCEB, CLK0, CE0, RST0, output {outputs});
{parameters}    wire inputs_registered = INPUTA_registered && INPUTB_registered;
    reg [17:0] held_a, held_b;
    wire [17:0] a = inputs_registered ? held_a : {{{a}}};
    wire [17:0] b = inputs_registered ? held_b : {{{b}}};
    wire [35:0] product = {{18'd0, a}} * {{18'd0, b}};
    reg [35:0] register;
    always @(posedge CLK0)
        if (RST0) begin held_a <= 18'd0; held_b <= 18'd0; register <= 36'd0; end
        else if (CE0) begin held_a <= {{{a}}}; held_b <= {{{b}}}; register <= product; end
    wire known = OUTPUT_registered && INPUTA_registered == INPUTB_registered;
    assign {{{outputs}}} = known && !SIGNEDA && !SIGNEDB && !SOURCEA && !SOURCEB ? register : 36'bx;
endmodule
"
    )
}

/// Proves that a unit's multiplier is the same module with and without the macro for the ECP5.
fn prove_block(text: &str, multiplier: &str) -> Result<(), halfpipe_tools::Error> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("unit.v"), text).unwrap();
    std::fs::write(folder.path().join("block.v"), block_of_ecp5()).unwrap();
    let script = format!(
        "{} unit.v block.v
prep -flatten -top {multiplier}
rename {multiplier} with_block
design -stash with_block
read_verilog unit.v
prep -flatten -top {multiplier}
design -copy-from with_block with_block
miter -equiv -flatten -make_outputs with_block {multiplier} both
hierarchy -top both
opt -full
sat -verify -tempinduct -set-init-zero -prove trigger 0 both
",
        Target::ECP5_25K.read_verilog_command()
    );
    Yosys::find()?.run(folder.path(), "prove.ys", &script).map(|_| ())
}

#[test]
fn the_block_of_the_ecp5_computes_the_same() {
    let config = LaneConfig {
        multiplier: Multiplier::Block(multiplier_blocks()),
        ..LaneConfig::with_formats(instruction("mul.rn.f16"), LaneFormats::same(FloatFormat::SMALL))
    };
    let lane = build(&config);
    let longest = longest_useful_latency(&lane);
    let at = |latency| verilog(&Design::from_lane(instruction("mul.rn.f16"), latency, lane.clone()));
    let with_multiplier = |name: &str| {
        let texts = (1..=longest).map(at);
        let found = texts.into_iter().find(|text| text.contains(&format!("module {name} ")));
        found.unwrap_or_else(|| panic!("no latency has {name}"))
    };
    let crossed = (".B2(block_b[2])", ".B2(block_b[1])");
    let not_registered = (".REG_INPUTB_CLK(\"CLK0\")", ".REG_INPUTB_CLK(\"NONE\")");
    for (name, faults) in [
        ("mul_rn_f16_multiplier_4x4", &[crossed][..]),
        ("mul_rn_f16_two_cycle_multiplier_4x4", &[crossed, not_registered]),
    ] {
        let text = with_multiplier(name);
        prove_block(&text, name).unwrap_or_else(|error| panic!("{error}"));
        for (right, wrong) in faults {
            let faulty = text.replace(right, wrong);
            assert!(faulty != text, "{name} has no {right}");
            assert!(prove_block(&faulty, name).is_err(), "{wrong} in {name} is not found");
        }
    }
}

#[test]
fn a_unit_with_a_block_takes_one_multiplier_of_the_fpga() {
    let dsps = |unit: &Design, target| {
        let (text, name) = (verilog(unit), unit.module().name.clone());
        let ports = ports(&text, &name);
        let area = ports.and_then(|ports| measure_area(&text, &name, &ports, target));
        area.unwrap_or_else(|error| panic!("{error}")).dsps
    };
    let rows = Design::unit(instruction("fma.rn.f16"), 3).expect("a latency it has");
    assert_eq!(dsps(&rows, Target::ECP5_25K), 0);
    let max = max_latency(instruction("fma.rn.f16"));
    let tried = (0..=max).filter(|latency| share::is_tried(*latency as usize, ONE_IN));
    let cases: Vec<_> = tried
        .map(|latency| ("fma.rn.f16", latency, 1))
        .chain([("mul.rn.f16x2", 2, 2)])
        .collect();
    cases.into_par_iter().for_each(|(mnemonic, latency, expected)| {
        let unit = with_block(mnemonic, latency);
        for target in [Target::ECP5_25K, Target::ICE40_UP5K] {
            assert_eq!(
                dsps(&unit, target),
                expected,
                "{mnemonic} at latency {latency} on {target}"
            );
        }
    });
}
