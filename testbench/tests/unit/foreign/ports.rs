//! Unit tests of `src/foreign/ports.rs`.

use super::*;

fn faults(ports: &[(&str, &str, u32)], mnemonic: &str, is_pipelined: bool) -> Option<String> {
    let ports = ports.iter().map(|(name, direction, width)| PortFact {
        name: (*name).to_owned(),
        direction: (*direction).to_owned(),
        width: *width,
        enumeration: None,
    });
    let instruction: halfpipe_isa::Instruction = mnemonic.parse().unwrap();
    let interface = Interface::from_function(mnemonic, instruction, is_pipelined.into());
    PortFaults::find(&ports.collect::<Vec<_>>(), &interface).map(|faults| faults.to_string())
}

#[test]
fn all_faults_are_named_at_once() {
    let said = faults(
        &[
            ("clock", "input", 1),
            ("rst", "input", 1),
            ("enable", "inout", 1),
            ("in_valid", "input", 2),
            ("a", "input", 16),
            ("out_valid", "input", 1),
            ("d", "output", 32),
        ],
        "add.f16",
        true,
    );
    assert_eq!(
        said.as_deref(),
        Some(
            "it lacks reset (input, 1 bit), b (input, 16 bits); it has rst, which no port is called; \
             enable is inout, not input; in_valid has 2 bits, not 1; out_valid is input, not output; \
             d has 32 bits, not 16"
        )
    );
}

#[test]
fn a_register_of_many_bits_is_one_port() {
    let ports = [
        ("a", "input", 64),
        ("b", "input", 128),
        ("c", "input", 32),
        ("d", "output", 32),
    ];
    let said = faults(&ports, "dot8.ampere.f32.f16", false);
    assert_eq!(said.as_deref(), Some("a has 64 bits, not 128"));
    let said = faults(&ports[1..], "dot8.ampere.f32.f16", false);
    assert_eq!(said.as_deref(), Some("it lacks a (input, 128 bits)"));
}

#[test]
fn a_combinational_module_has_operands_and_result_only() {
    let ports = [("a", "input", 16), ("c", "input", 32), ("d", "output", 32)];
    assert_eq!(faults(&ports, "add.f32.f16", false), None);
    let said = faults(&[&ports[..], &[("clock", "input", 1)]].concat(), "add.f32.f16", false);
    assert_eq!(
        said.as_deref(),
        Some("it has clock, which no port is called at latency 0")
    );
}
