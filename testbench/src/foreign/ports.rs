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
pub(super) fn find<'p>(ports: &'p [PortFact], name: &str) -> Option<&'p PortFact> {
    ports.iter().find(|port| port.name == name)
}

impl PortFaults {
    /// Returns faults in words.
    pub(super) fn from_lines(faults: Vec<String>) -> PortFaults {
        PortFaults { faults }
    }

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
pub(super) fn described(port: &Port) -> String {
    format!("{} ({}, {})", port.name, spelt(port.direction), bits(port.width))
}

pub(super) fn bits(width: u32) -> String {
    match width {
        1 => "1 bit".to_owned(),
        _ => format!("{width} bits"),
    }
}

/// Returns the Verilog keyword of a direction.
pub(super) fn spelt(direction: Direction) -> &'static str {
    match direction {
        Direction::In => "input",
        Direction::Out => "output",
    }
}

#[cfg(test)]
#[path = "../../tests/unit/foreign/ports.rs"]
mod tests;
