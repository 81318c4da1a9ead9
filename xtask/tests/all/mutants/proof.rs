//! Tests that a proof agrees with exhaustive simulation for every mutant of a small pipeline.

use expect_test::expect;
use halfpipe_hdl::design::ControlInputs;
use halfpipe_hdl::design::{Port, Role};
use halfpipe_prove::versions::{EquivalenceVerdict, VersionProver};
use halfpipe_simulation::contract::Contract;
use halfpipe_simulation::stimulus::Schedule;
use halfpipe_simulation::vector;
use xtask::mutants::mutable_module::MutableModule;
use xtask::mutants::mutant_simulator::MutantSimulator;
use xtask::mutants::pair::compare;
use xtask::mutants::subject::ModulePorts;
use xtask::mutants::trial::{ExpectedOutputs, TrialCycle};
use xtask::mutants::MutationLevel;

/// d = (a & (a | b)) + b, which is a + b, in two steps: the b of a | b can be anything.
const PIPELINE: &str = "
module small (
    input clock, input reset, input enable, input in_valid,
    input [1:0] a, input [1:0] b, output out_valid, output [1:0] d
);
    reg [1:0] a_1, b_1, either_1, d_2;
    reg valid_1, valid_2;
    always @(posedge clock) begin
        if (reset) begin
            valid_1 <= 1'b0;
            valid_2 <= 1'b0;
        end else if (enable) begin
            valid_1 <= in_valid;
            valid_2 <= valid_1;
        end
        if (enable) begin
            a_1 <= a;
            b_1 <= b;
            either_1 <= a | b;
            d_2 <= (a_1 & either_1) + b_1;
        end
    end
    assign out_valid = valid_2;
    assign d = d_2;
endmodule
";

/// The same without registers.
const COMBINATIONAL: &str = "
module small (input [1:0] a, input [1:0] b, output [1:0] d);
    assign d = (a & (a | b)) + b;
endmodule
";

const CYCLES: usize = 20_000;

fn ports(latency: u32) -> ModulePorts {
    ModulePorts {
        latency,
        inputs: vec![
            Port::input("a", 2, Role::Operand(0)),
            Port::input("b", 2, Role::Operand(1)),
        ],
        outputs: vec![Port::output("d", 2, Role::Result(0))],
    }
}

/// Returns cycles with operands that run through all combinations, out of step with the schedule; `only` restricts
/// them.
fn cycles(latency: u32, only: impl Fn(u64) -> u64) -> Vec<TrialCycle> {
    let mut contract = Contract::new(latency);
    let mut is_reset = latency == 0;
    let schedule = Schedule::new(latency, 1, 0).take(CYCLES).zip(0_u64..);
    let cycle = |(control, number): (ControlInputs, u64)| {
        let operands = only(number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60);
        let (a, b) = (operands & 3, operands >> 2);
        let shown = contract.cycle(control, (a + b) & 3);
        let expected = match shown {
            _ if !is_reset => ExpectedOutputs::Anything,
            None => ExpectedOutputs::Nothing,
            Some(d) => ExpectedOutputs::Data(vector([d])),
        };
        is_reset |= control.reset;
        TrialCycle {
            control,
            inputs: vector([a, b]),
            expected,
        }
    };
    schedule.map(cycle).collect()
}

/// Counts the killed, missed and equivalent mutants of a module. The proofs are compared with the cycles, and with a
/// simulation of their counterexamples.
fn fates(verilog: &str, latency: u32, level: MutationLevel, cycles: &[TrialCycle]) -> [usize; 3] {
    let (design, mutations) =
        MutableModule::list(verilog, "small", level, 50, 5).unwrap_or_else(|error| panic!("{error}"));
    let ports = ports(latency);
    let netlist = design.netlist(&mutations).unwrap();
    let network = ports.network(&netlist, mutations.len()).unwrap();
    let mut mutant_simulator = MutantSimulator::new(&network, &ports, mutations.len(), "small".to_owned());
    mutant_simulator.run(cycles.iter().cloned()).unwrap();
    let prover = VersionProver::new(&network, ports.latency, mutations.len());
    let mut fates = [0; 3];
    for (mutant, (mutation, killed)) in (1..).zip(mutations.iter().zip(mutant_simulator.killed())) {
        match prover.prove(mutant) {
            EquivalenceVerdict::Equivalent(method) => {
                assert_eq!(*killed, None, "{mutation} is proven equivalent ({method})");
                fates[2] += 1;
            }
            EquivalenceVerdict::Refuted(example) => {
                assert!(prover.is_shown(&example, mutant), "{mutation}: {example:?}");
                fates[usize::from(killed.is_none())] += 1;
            }
            EquivalenceVerdict::Open => panic!("{mutation} is open"),
        }
    }
    fates
}

#[test]
fn what_is_proven_is_what_trying_everything_finds() {
    let mut told = String::new();
    for level in MutationLevel::ALL {
        for (verilog, latency) in [(COMBINATIONAL, 0), (PIPELINE, 2)] {
            let [killed, missed, equivalent] = fates(verilog, latency, level, &cycles(latency, |operands| operands));
            assert_eq!(missed, 0, "{level}, latency {latency}");
            told += &format!("{level}, latency {latency}: {killed} killed, {equivalent} equivalent\n");
        }
    }
    // Without registers, synthesis of gates leaves no redundant logic.
    expect![[r#"
        word, latency 0: 37 killed, 13 equivalent
        word, latency 2: 46 killed, 4 equivalent
        gate, latency 0: 36 killed, 0 equivalent
        gate, latency 2: 44 killed, 6 equivalent
    "#]]
    .assert_eq(&told);
}

#[test]
fn mutants_that_poor_vectors_miss_are_refuted_by_the_proof() {
    let [killed, missed, equivalent] = fates(PIPELINE, 2, MutationLevel::Word, &cycles(2, |_| 0));
    assert_eq!((killed, missed, equivalent), (24, 22, 4));
}

/// The same function as [`PIPELINE`], added in its first step.
const ADDED_FIRST: &str = "
module small (
    input clock, input reset, input enable, input in_valid,
    input [1:0] a, input [1:0] b, output out_valid, output [1:0] d
);
    reg [1:0] sum_1, sum_2, valid;
    always @(posedge clock) begin
        if (reset) valid <= 2'd0;
        else if (enable) valid <= {valid[0], in_valid};
        if (enable) begin
            sum_1 <= a + b;
            sum_2 <= sum_1;
        end
    end
    assign out_valid = valid[1];
    assign d = sum_2;
endmodule
";

#[test]
fn modules_that_were_written_apart_show_the_same_or_are_told_apart() {
    let same = |other: &str| compare("small", &ports(2), PIPELINE, other).unwrap_or_else(|error| panic!("{error}"));
    assert!(matches!(same(PIPELINE), EquivalenceVerdict::Equivalent(_)));
    assert!(matches!(same(ADDED_FIRST), EquivalenceVerdict::Equivalent(_)));
    let faults = [
        ("a + b", "a - b"),
        ("sum_2 <= sum_1", "sum_2 <= a + b"),
        ("if (enable) begin", "begin"),
        ("2'd0", "2'd1"),
        ("{valid[0], in_valid}", "{in_valid, in_valid}"),
        ("else if (enable) valid", "else valid"),
    ];
    for (text, fault) in faults {
        let other = ADDED_FIRST.replacen(text, fault, 1);
        assert_ne!(other, ADDED_FIRST);
        assert!(matches!(same(&other), EquivalenceVerdict::Refuted(_)), "{fault}");
    }
    let combinational = compare("small", &ports(0), COMBINATIONAL, &COMBINATIONAL.replace("&", "|")).unwrap();
    assert!(matches!(combinational, EquivalenceVerdict::Refuted(_)));
}
