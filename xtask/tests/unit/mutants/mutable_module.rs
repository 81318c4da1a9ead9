//! Unit tests of `src/mutants/mutable_module.rs`.

use super::*;

const INVERTER: &str = "module inverter (input a, output d);\n  assign d = ~a;\nendmodule\n";

#[test]
fn the_verilog_of_many_mutants_has_an_input_that_picks_one() {
    let (design, mutations) = MutableModule::list(INVERTER, "inverter", MutationLevel::Word, 3, 1).unwrap();
    assert_eq!(mutations.len(), 3);
    let verilog = design.verilog(&mutations).unwrap();
    assert!(verilog.contains("input [8:0] mutant;"), "{verilog}");
    assert_eq!(1 << SELECTOR_BITS, LANES);
}

#[test]
fn too_many_mutants_are_refused() {
    let (design, mutations) = MutableModule::list(INVERTER, "inverter", MutationLevel::Word, 1, 1).unwrap();
    let error = design.netlist(&vec![mutations[0].clone(); LANES]).unwrap_err();
    assert_eq!(error.to_string(), "512 mutants in one netlist; at most 511 fit");
}

#[test]
fn clocks_are_not_mutated() {
    let register =
        "module register (input clock, input a, output reg d);\n  always @(posedge clock) d <= a;\nendmodule\n";
    for level in MutationLevel::ALL {
        let (_, mutations) = MutableModule::list(register, "register", level, 100, 1).unwrap();
        assert!(!mutations.is_empty());
        assert!(
            mutations
                .iter()
                .all(|mutation| mutation.port == "D" || mutation.port == "Q"),
            "{mutations:?}"
        );
    }
}

#[test]
fn of_a_small_module_there_may_be_most_of_all_mutations() {
    let text = "module small (input wire [3:0] a, output wire [3:0] d);\n    assign d = a ^ {a[2:0], &a};\nendmodule\n";
    let list = |count, seed| {
        MutableModule::list(text, "small", MutationLevel::Gate, count, seed)
            .unwrap()
            .1
    };
    let all = list(usize::MAX, 1);
    assert!(all.len() > 20, "{}", all.len());
    let most = list(all.len() - 3, 1);
    assert_eq!(most.len(), all.len() - 3);
    let names = |list: &[Mutation]| {
        list.iter()
            .map(Mutation::to_string)
            .collect::<std::collections::HashSet<_>>()
    };
    assert_eq!(names(&most).len(), most.len());
    assert!(names(&most).is_subset(&names(&all)));
    assert_eq!(most, list(most.len(), 1));
    assert_ne!(most, list(most.len(), 2));
}
