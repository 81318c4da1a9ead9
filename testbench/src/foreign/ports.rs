//! Comparison of a module's ports with the contract.

use std::fmt;

use halfpipe_hdl::design::{Direction, Interface, Port};
use halfpipe_yosys::external::PortFact;

/// All faults of a module's ports. Displays as one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PortFaults {
    faults: Vec<String>,
}

/// True if a module has one of the control ports in the contract of a pipeline.
pub fn has_control(ports: &[PortFact], pipelined: &Interface) -> bool {
    let mut control = pipelined.ports().iter().filter(|port| !port.role.is_data());
    control.any(|port| find(ports, &port.name).is_some())
}

/// Returns the port of a name, if there is one.
fn find<'p>(ports: &'p [PortFact], name: &str) -> Option<&'p PortFact> {
    ports.iter().find(|port| port.name == name)
}

impl PortFaults {
    /// Returns the faults of a module's ports, compared with its contract; None if there are none.
    pub fn find(ports: &[PortFact], interface: &Interface) -> Option<PortFaults> {
        let contract = interface.ports();
        let mut faults = Vec::new();
        let missing = contract.iter().filter(|port| find(ports, &port.name).is_none());
        let missing: Vec<String> = missing.map(described).collect();
        if !missing.is_empty() {
            faults.push(format!("it lacks {}", missing.join(", ")));
        }
        let is_known = |name: &str| contract.iter().any(|port| port.name == name);
        let mut unknown: Vec<&str> = ports
            .iter()
            .map(|port| port.name.as_str())
            .filter(|name| !is_known(name))
            .collect();
        unknown.sort_unstable();
        if !unknown.is_empty() {
            let latency = if interface.latency() > 0 { "" } else { " at latency 0" };
            faults.push(format!(
                "it has {}, which no port is called{latency}",
                unknown.join(", ")
            ));
        }
        for port in contract {
            let Some(declared) = find(ports, &port.name) else {
                continue;
            };
            let direction = spelt(port.direction);
            if declared.direction != direction {
                faults.push(format!("{} is {}, not {direction}", port.name, declared.direction));
            }
            if declared.width != port.width {
                let has = bits(declared.width);
                faults.push(format!("{} has {has}, not {}", port.name, port.width));
            }
        }
        (!faults.is_empty()).then_some(PortFaults { faults })
    }
}

impl fmt::Display for PortFaults {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.faults.join("; "))
    }
}

/// Returns a port in the form `d (output, 16 bits)`.
fn described(port: &Port) -> String {
    format!("{} ({}, {})", port.name, spelt(port.direction), bits(port.width))
}

fn bits(width: u32) -> String {
    match width {
        1 => "1 bit".to_owned(),
        _ => format!("{width} bits"),
    }
}

/// Returns the Verilog keyword of a direction.
fn spelt(direction: Direction) -> &'static str {
    match direction {
        Direction::In => "input",
        Direction::Out => "output",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(ports: &[(&str, &str, u32)], mnemonic: &str, is_pipelined: bool) -> Option<String> {
        let ports = ports.iter().map(|(name, direction, width)| PortFact {
            name: (*name).to_owned(),
            direction: (*direction).to_owned(),
            width: *width,
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
}
