//! Unit tests of `src/foreign/adapter.rs`.

use expect_test::expect;

use super::*;
use crate::foreign::PortMapping;

/// The ports of a pipelined adder.
const PORTS: &[(&str, &str, u32)] = &[
    ("clk_i", "input", 1),
    ("rst_ni", "input", 1),
    ("operands_i", "input", 32),
    ("mode_i", "input", 2),
    ("result_o", "output", 16),
    ("status_o", "output", 5),
];

fn fact(name: &str, direction: &str, width: u32, enumeration: Option<&str>) -> PortFact {
    PortFact {
        name: name.to_owned(),
        direction: direction.to_owned(),
        width,
        enumeration: enumeration.map(str::to_owned),
    }
}

/// Writes the adapter for options of a command line, or its faults.
fn adapted(options: &str) -> String {
    let ports = PORTS.iter().map(|(name, direction, width)| {
        let enumeration = Some("kinds::mode").filter(|_| *name == "mode_i");
        fact(name, direction, *width, enumeration)
    });
    adapted_to(&ports.collect::<Vec<_>>(), options)
}

fn adapted_to(ports: &[PortFact], options: &str) -> String {
    let add: halfpipe_isa::Instruction = "add.f16".parse().unwrap();
    let add = add.with_flags().filter(|_| options.contains("--flags")).unwrap_or(add);
    let mut map = PortMap {
        is_always_enabled: options.contains("--no-enable"),
        ..PortMap::default()
    };
    let mut latency = None;
    let words: Vec<&str> = options.split_whitespace().collect();
    for pair in words.windows(2) {
        match pair[0] {
            "--port" => map.mappings.extend(PortMapping::parse_list(pair[1]).unwrap()),
            "--tie" => map.ties.push(pair[1].parse().unwrap()),
            "--ignore" => map.ignored.push(pair[1].to_owned()),
            "--latency" => latency = Some(pair[1].parse().unwrap()),
            _ => {}
        }
    }
    let contract = Interface::from_function("add_rn_f16", add, latency.unwrap_or(1));
    let adapted = Adapted {
        module: "fp_add",
        ports,
        contract: &contract,
        map: &map,
        latency,
    };
    adapt(adapted).unwrap_or_else(|faults| faults.to_string())
}

/// Checks the faults of options.
fn check(cases: &[(&str, &str)]) {
    for (options, faults) in cases {
        assert_eq!(adapted(options), *faults, "{options}");
    }
}

#[test]
fn an_adapter_has_the_ports_of_the_contract() {
    let options = "--flags --latency 3 --port clock=clk_i,reset=!rst_ni,a=operands_i[15:0],b=operands_i[31:16] --port \
                   d=result_o,enable=!mode_i[1],flags=status_o:{NX,UF,OF,DZ,NV} --tie mode_i[0]=1";
    expect![[r#"

        // fp_add with the ports of the contract
        module add_rn_f16 (
            input wire clock,
            input wire reset,
            input wire enable,
            input wire in_valid,
            input wire [15:0] a,
            input wire [15:0] b,
            output wire out_valid,
            output wire [15:0] d,
            output wire [4:0] flags
        );
            wire file_clk_i = clock;
            wire file_rst_ni = ~reset;
            wire [31:0] file_operands_i = {b, a};
            wire [1:0] file_mode_i = {~enable, 1'h1};
            wire [15:0] file_result_o;
            wire [4:0] file_status_o;
            fp_add core (
                .clk_i(file_clk_i),
                .rst_ni(file_rst_ni),
                .operands_i(file_operands_i),
                .mode_i(kinds::mode'(file_mode_i)),
                .result_o(file_result_o),
                .status_o(file_status_o)
            );
            reg [2:0] valid_chain;
            always @(posedge clock) begin
                if (reset) valid_chain <= 3'd0;
                else if (enable) valid_chain <= {valid_chain[1:0], in_valid};
            end
            assign out_valid = valid_chain[2] & ~reset;
            assign d = file_result_o;
            assign flags = {file_status_o[0], file_status_o[1], file_status_o[2], file_status_o[3], file_status_o[4]};
        endmodule
    "#]]
    .assert_eq(&adapted(options));
}

#[test]
fn wrong_names_and_widths_are_named_alone() {
    let ports = "clk_i, rst_ni, operands_i, mode_i, result_o, status_o";
    check(&[
        (
            "--port z=clk_i",
            "the contract has no port z; it has clock, reset, enable, in_valid, a, b, out_valid, d",
        ),
        (
            "--port a=operand",
            &format!("it has no port operand, which a names; it has {ports}"),
        ),
        (
            "--port a=operands_i",
            "a has 16 bits, and operands_i has 32; name as many bits, such as NAME[15:0]",
        ),
        (
            "--port a=operands_i[32:17]",
            "operands_i has 32 bits, and a names operands_i[32:17]; bits count from 0",
        ),
        ("--port a=result_o", "result_o is output, and a needs input"),
        (
            "--port a=operands_i[15:0],b=operands_i[30:15]",
            "input operands_i[30:15] has two values",
        ),
        ("--port a=operands_i[15:0],a=operands_i[31:16]", "a is mapped twice"),
        (
            "--port a=0",
            "a is an input of the contract; map it to a port of the file",
        ),
        ("--port d=0", "d has no code and no fixed value; name bits of the file"),
        (
            "--port a=operands_i:onehot",
            "a has no code; only rounding and flags have one",
        ),
        (
            "--tie mode=1",
            &format!("it has no port mode, which --tie names; it has {ports}"),
        ),
        ("--tie mode_i=4", "--tie mode_i=0x4 does not fit in 2 bits"),
        ("--tie result_o=1", "result_o is output, and --tie needs input"),
        (
            "--ignore busy",
            &format!("it has no port busy, which --ignore names; it has {ports}"),
        ),
        ("--ignore clk_i", "clk_i is input, and --ignore needs output"),
    ]);
}

#[test]
fn ports_that_are_no_vectors_are_named() {
    let ports = [
        fact("a", "input", 16, None),
        fact("b", "input", 16, None),
        fact("bus", "interface", 0, None),
        fact("pad", "inout", 1, None),
        fact("mode", "input", 2, Some("")),
        fact("words", "input", 0, None),
        fact("d", "output", 16, None),
    ];
    assert_eq!(
        adapted_to(&ports, "--port b=words --latency 0"),
        "port words is no vector; write a module around it with plain ports"
    );
    assert_eq!(
        adapted_to(&ports, "--tie mode=0 --latency 0"),
        "port bus is interface; write a module around it with plain ports; port pad is inout; write a module around it \
         with plain ports; input mode has an enumeration without a name; write a module around it with plain ports; \
         port words is no vector; write a module around it with plain ports"
    );
}

#[test]
fn ports_without_a_counterpart_are_named() {
    const MOST: &str = "--port clock=clk_i,a=operands_i[15:0],b=operands_i[31:16],d=result_o";
    check(&[
        (
            "--port clock=clk_i --tie mode_i=1 --ignore status_o --no-enable --latency 2",
            "it lacks a (input, 16 bits), b (input, 16 bits), d (output, 16 bits); map each with --port a=NAME; \
             inputs rst_ni, operands_i have no value; map each with --port PORT=rst_ni or fix it with --tie rst_ni=0; \
             output result_o has no reader; map it with --port PORT=result_o or leave it unread with --ignore result_o",
        ),
        (
            &format!("{MOST},reset=!rst_ni --tie mode_i[1]=0 --ignore status_o"),
            "it lacks enable (input, 1 bit); map it with --port enable=NAME, or have it always 1 with --no-enable; \
             it lacks out_valid (output, 1 bit); map it with --port out_valid=NAME, or state the latency with \
             --latency N; input mode_i[0] has no value; map it with --port PORT=mode_i[0] or fix it with --tie \
             mode_i[0]=0",
        ),
        (
            &format!("{MOST},out_valid=status_o[0] --tie mode_i=0 --tie rst_ni=1 --no-enable"),
            "it lacks in_valid (input, 1 bit); map it with --port in_valid=NAME; it lacks reset (input, 1 bit); map it \
             with --port reset=NAME, or leave out both valid ports and state --latency N",
        ),
        (
            "--port clock=clk_i --latency 0",
            "at latency 0 the contract has no clock; fix the input with --tie, or state --latency N",
        ),
        (
            "--tie clk_i=0 --latency 0 --no-enable",
            "at latency 0 there is no enable; leave out --no-enable",
        ),
    ]);
}

#[test]
fn flags_are_named_one_by_one() {
    const REST: &str = "--port clock=clk_i,reset=!rst_ni,a=operands_i[15:0],b=operands_i[31:16],d=result_o --tie \
                        mode_i=0 --no-enable --latency 2";
    check(&[
        (
            &format!("{REST} --flags --ignore status_o"),
            "it lacks flags (output, 5 bits); map it with --port flags=NAME",
        ),
        (
            &format!("{REST} --flags --port NV=status_o[3],OF=status_o[2],UF=0"),
            "of the flags it lacks DZ, NX; map each with --port DZ=NAME, or DZ=0 where the operation never raises it",
        ),
        (
            &format!("{REST} --flags --port flags=status_o[3:0]:{{NV,OF,UF,NX}}"),
            "of the flags it lacks DZ; map each with --port DZ=NAME, or DZ=0 where the operation never raises it",
        ),
        (
            &format!("{REST} --flags --port flags=status_o:{{NV,DZ,OF,UF,XX}}"),
            "XX is no flag; the flags are NV, DZ, OF, UF, NX",
        ),
        (
            &format!("{REST} --flags --port flags=status_o:onehot"),
            "flags have an order, such as flags=status:{NV,DZ,OF,UF,NX}",
        ),
        (
            &format!("{REST} --flags --port flags=status_o:{{NV,OF}}"),
            "flags has 2 bits, and status_o has 5; name as many bits, such as NAME[1:0]",
        ),
        (
            &format!("{REST} --port flags=status_o"),
            "the contract has no flags without --flags; add it, or leave the output unread with --ignore",
        ),
    ]);
}
