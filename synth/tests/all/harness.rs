//! Tests of the measuring harness's text.

use expect_test::expect;
use halfpipe_hdl::design::{Port, Role};
use halfpipe_synth::harness::verilog;

#[test]
fn a_combinational_module_gets_a_register_rank_on_either_side() {
    let ports = [
        Port::input("a", 16, Role::Operand(0)),
        Port::input("c", 32, Role::Operand(1)),
        Port::output("d", 32, Role::Result(0)),
    ];
    expect![[r#"
        module measured_core (
            input  wire clock,
            input  wire [47:0] in,
            output reg  [31:0] out
        );
            reg  [47:0] operands;
            wire [31:0] results;
            always @(posedge clock) begin
                operands <= in;
                out <= results;
            end
            add_rn_f32_f16 unit (
                .a(operands[15:0]),
                .c(operands[47:16]),
                .d(results[31:0])
            );
        endmodule

        module measuring_harness (
            input  wire clock,
            input  wire serial_in,
            output reg  serial_out
        );
            reg  [47:0] feed;
            reg  [31:0] signature;
            wire [31:0] out;
            always @(posedge clock) begin
                feed <= {feed[46:0], serial_in};
                signature <= {signature[30:0], signature[31]} ^ out;
                serial_out <= signature[31];
            end
            measured_core core (
                .clock(clock),
                .in(feed),
                .out(out)
            );
        endmodule
    "#]]
    .assert_eq(&verilog("add_rn_f32_f16", &ports).unwrap());
}

#[test]
fn the_control_ports_of_a_pipeline_are_fixed() {
    let ports = [
        Port::input("clock", 1, Role::Clock),
        Port::input("reset", 1, Role::Reset),
        Port::input("enable", 1, Role::Enable),
        Port::input("in_valid", 1, Role::InValid),
        Port::input("a", 1, Role::Operand(0)),
        Port::output("out_valid", 1, Role::OutValid),
        Port::output("d", 1, Role::Result(0)),
    ];
    let text = verilog("unit", &ports).unwrap();
    for connection in [
        ".clock(clock)",
        ".reset(1'b0)",
        ".enable(1'b1)",
        ".in_valid(1'b1)",
        ".a(operands[0:0])",
        ".out_valid()",
        ".d(results[0:0])",
        "feed <= serial_in;",
        "signature <= signature[0] ^ out;",
    ] {
        assert!(text.contains(connection), "{connection} is not in\n{text}");
    }
}

#[test]
fn a_module_without_operands_or_results_is_refused() {
    let control = [
        Port::input("clock", 1, Role::Clock),
        Port::input("reset", 1, Role::Reset),
        Port::output("d", 8, Role::Result(0)),
    ];
    assert_eq!(
        verilog("counter", &control).unwrap_err().to_string(),
        "module counter cannot be measured: it has no input besides its control ports; it needs at least one"
    );
    let sink = [
        Port::input("a", 8, Role::Operand(0)),
        Port::output("out_valid", 1, Role::OutValid),
    ];
    assert_eq!(
        verilog("sink", &sink).unwrap_err().to_string(),
        "module sink cannot be measured: it has no output besides its control ports; it needs at least one"
    );
}
