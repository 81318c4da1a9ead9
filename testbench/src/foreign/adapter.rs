//! A module with the ports of the contract around a module with other ports.
//!
//! All tools read it behind the text of the file. So simulation, proof, wave and synthesis are those of any other file.

use std::fmt::Write;

use halfpipe_hdl::design::{Interface, Port, Role};
use halfpipe_yosys::external::PortFact;

use super::port_codes::{is_flag, name_flags, rounding_code, FLAGS, FLAGS_PORT};
use super::port_map::{PortCode, PortMap, PortMapping, PortSource};
use super::port_term::PortTerm;
use super::ports::{described, find, spelt, PortFaults};
use super::wiring::Wiring;

/// The contract's part of an adapter: the module inside, and its ports.
#[derive(Clone, Copy)]
pub struct Adapted<'a> {
    /// The name of the module inside.
    pub module: &'a str,
    /// Its ports.
    pub ports: &'a [PortFact],
    /// The contract, with the name of the adapter.
    pub contract: &'a Interface,
    /// The ports in place of the contract's.
    pub map: &'a PortMap,
    /// The latency, if it is stated.
    pub latency: Option<u32>,
}

/// Writes an adapter, or returns all faults of the options.
pub fn adapt(adapted: Adapted) -> Result<String, PortFaults> {
    let mut adapter = Adapter::new(adapted);
    adapter.check_names();
    adapter.connect_inputs();
    adapter.connect_outputs();
    adapter.connect_ready();
    for tie in &adapted.map.ties {
        adapter.wiring.tie(tie);
    }
    adapter.wiring.check_ignored(&adapted.map.ignored);
    let Adapter {
        wiring,
        unmapped,
        mut missing,
        declarations,
        assignments,
        ..
    } = adapter;
    if let [first, ..] = unmapped[..] {
        let ports: Vec<String> = unmapped.iter().map(|port| described(port)).collect();
        let (each, ports) = (if ports.len() > 1 { "each" } else { "it" }, ports.join(", "));
        missing.insert(
            0,
            format!("it lacks {ports}; map {each} with --port {}=NAME", first.name),
        );
    }
    if !wiring.faults.is_empty() {
        return Err(PortFaults::from_lines(wiring.faults));
    }
    match wiring.connect(adapted.module, &adapted.map.ignored) {
        Ok(connections) if missing.is_empty() => {
            let body = [declarations, connections, assignments].concat();
            Ok(write_module(adapted, &body))
        }
        connections => {
            missing.extend(connections.err().into_iter().flatten());
            Err(PortFaults::from_lines(missing))
        }
    }
}

/// An adapter that grows port by port.
struct Adapter<'a> {
    adapted: Adapted<'a>,
    /// The mappings of the options and those of equal names.
    mappings: Vec<PortMapping>,
    wiring: Wiring<'a>,
    /// The ports of the contract without a counterpart.
    unmapped: Vec<&'a Port>,
    /// Those for which another option helps, too.
    missing: Vec<String>,
    /// Declarations in front of the module inside.
    declarations: String,
    /// The assignments behind it.
    assignments: String,
}

impl<'a> Adapter<'a> {
    fn new(adapted: Adapted<'a>) -> Adapter<'a> {
        let Adapted {
            ports, contract, map, ..
        } = adapted;
        let mut mappings = map.mappings.clone();
        mappings.iter_mut().for_each(|mapping| name_flags(mapping, ports));
        let equal = contract.ports().iter().filter(|port| {
            let is_mapped = map.mappings.iter().any(|mapping| mapping.port == port.name);
            let is_split = port.role == Role::Flags && map.mappings.iter().any(|mapping| is_flag(&mapping.port));
            !is_mapped && !is_split && find(ports, &port.name).is_some() && !map.mentions(&port.name)
        });
        let equal = equal.map(|port| PortMapping {
            port: port.name.clone(),
            source: PortSource::Bits(vec![PortTerm::whole(&port.name)]),
        });
        mappings.extend(equal);
        Adapter {
            adapted,
            mappings,
            wiring: Wiring::new(ports),
            unmapped: Vec::new(),
            missing: Vec::new(),
            declarations: String::new(),
            assignments: String::new(),
        }
    }

    fn fault(&mut self, line: String) {
        self.wiring.faults.push(line);
    }

    fn source(&self, port: &str) -> Option<PortSource> {
        let mut mappings = self.mappings.iter();
        let mapping = mappings.find(|mapping| mapping.port == port);
        mapping.map(|mapping| mapping.source.clone())
    }

    /// Finds mappings of ports that the contract lacks, and ports with two mappings.
    fn check_names(&mut self) {
        let contract = self.adapted.contract;
        let has_flags = contract.port(Role::Flags).is_some();
        let names: Vec<&str> = contract.ports().iter().map(|port| port.name.as_str()).collect();
        for (place, mapping) in self.adapted.map.mappings.iter().enumerate() {
            let port = mapping.port.as_str();
            let earlier = &self.adapted.map.mappings[..place];
            if earlier.iter().any(|earlier| earlier.port == port) {
                self.fault(format!("{port} is mapped twice"));
            }
            let is_ready = READY.contains(&port) && contract.latency() > 0;
            if names.contains(&port) || is_ready || is_flag(port) && has_flags {
                continue;
            }
            self.fault(if is_flag(port) || port == FLAGS_PORT {
                format!("the contract has no {port} without --flags; add it, or leave the output unread with --ignore")
            } else if contract.latency() == 0 && is_control(port) {
                format!("at latency 0 the contract has no {port}; fix the input with --tie, or state --latency N")
            } else {
                format!("the contract has no port {port}; it has {}", names.join(", "))
            });
        }
        if contract.latency() == 0 && self.adapted.map.is_always_enabled {
            self.fault("at latency 0 there is no enable; leave out --no-enable".to_owned());
        }
    }

    /// Connects the inputs of the contract to inputs of the file.
    fn connect_inputs(&mut self) {
        for port in self.adapted.contract.ports().iter().filter(|port| port.is_input()) {
            match self.source(&port.name) {
                Some(PortSource::Bits(terms)) => {
                    let value = self.input_value(port);
                    self.wiring.drive(&port.name, port.width, &value, &terms);
                }
                Some(PortSource::Coded(term, code)) => self.drive_coded(port, &term, &code),
                Some(PortSource::Zero) => self.fault(format!(
                    "{} is an input of the contract; map it to a port of the file",
                    port.name
                )),
                None => self.check_missing_input(port),
            }
        }
    }

    /// Returns the net with the value of an input of the contract.
    fn input_value(&self, port: &Port) -> String {
        if port.role == Role::Enable && self.adapted.map.is_always_enabled {
            "1'b1".to_owned()
        } else {
            port.name.clone()
        }
    }

    fn drive_coded(&mut self, port: &Port, term: &PortTerm, code: &PortCode) {
        let width = self.wiring.width(term);
        match rounding_code(port, code, width) {
            Err(fault) => self.fault(fault),
            Ok((net, width, declaration)) => {
                self.declarations += &declaration;
                self.wiring.drive(&port.name, width, &net, std::slice::from_ref(term));
            }
        }
    }

    fn check_missing_input(&mut self, port: &'a Port) {
        let has_valid = self.source(OUT_VALID).is_some();
        let help = match port.role {
            Role::Enable if self.adapted.map.is_always_enabled || self.source(READY[1]).is_some() => return,
            Role::Enable => "have it always 1 with --no-enable",
            Role::Reset | Role::InValid if !has_valid => return,
            Role::Reset => "leave out both valid ports and state --latency N",
            // Data that no clock loads cannot follow the contract: this shows as a wrong result.
            Role::Clock => return,
            _ => {
                self.unmapped.push(port);
                return;
            }
        };
        self.add_missing(port, help);
    }

    fn add_missing(&mut self, port: &Port, help: &str) {
        let (name, port) = (&port.name, described(port));
        self.missing
            .push(format!("it lacks {port}; map it with --port {name}=NAME, or {help}"));
    }

    /// Connects the outputs of the contract to outputs of the file.
    fn connect_outputs(&mut self) {
        for port in self.adapted.contract.ports().iter().filter(|port| !port.is_input()) {
            let value = match (port.role, self.source(&port.name)) {
                (Role::Flags, source) => self.flags(port, source),
                (_, Some(PortSource::Bits(terms))) => self.wiring.read(&port.name, port.width, &terms),
                (Role::OutValid, None) if !self.adapted.contract.is_iterative() => self.valid_chain(port),
                (_, None) => {
                    self.unmapped.push(port);
                    None
                }
                (_, Some(PortSource::Coded(..) | PortSource::Zero)) => {
                    self.fault(format!(
                        "{} has no code and no fixed value; name bits of the file",
                        port.name
                    ));
                    None
                }
            };
            if let Some(value) = value {
                let _ = writeln!(self.assignments, "    assign {} = {value};", port.name);
            }
        }
    }

    /// Returns the flags of the contract, from an output with an order of its own and from single outputs.
    fn flags(&mut self, port: &'a Port, source: Option<PortSource>) -> Option<String> {
        let order = match source {
            Some(PortSource::Bits(terms)) => return self.wiring.read(&port.name, port.width, &terms),
            Some(PortSource::Coded(term, PortCode::Order(order))) => {
                let width = order.len() as u32;
                let bits = self.wiring.split(&port.name, width, &term)?;
                order.into_iter().zip(bits).collect()
            }
            Some(PortSource::Coded(..) | PortSource::Zero) => {
                self.fault(format!(
                    "flags have an order, such as flags=status:{{{}}}",
                    FLAGS.join(",")
                ));
                return None;
            }
            None if FLAGS.iter().all(|flag| self.source(flag).is_none()) => {
                self.unmapped.push(port);
                return None;
            }
            None => Vec::new(),
        };
        for (name, _) in order.iter().filter(|(name, _)| !is_flag(name)) {
            self.fault(format!("{name} is no flag; the flags are {}", FLAGS.join(", ")));
        }
        let mut lacking = Vec::new();
        let flags = FLAGS.map(|flag| {
            let bit = order.iter().find(|(name, _)| name == flag);
            match (self.source(flag), bit) {
                (Some(PortSource::Zero), _) => Some("1'b0".to_owned()),
                (Some(PortSource::Bits(terms)), _) => self.wiring.read(flag, 1, &terms),
                (None, Some((_, bit))) => Some(bit.clone()),
                _ => {
                    lacking.push(flag);
                    None
                }
            }
        });
        if let [first, ..] = lacking[..] {
            self.missing.push(format!(
                "of the flags it lacks {}; map each with --port {first}=NAME, or {first}=0 where the operation never \
                 raises it",
                lacking.join(", ")
            ));
        }
        let flags: Vec<String> = flags.into_iter().collect::<Option<_>>()?;
        Some(format!("{{{}}}", flags.join(", ")))
    }

    /// Declares registers that carry `in_valid` through a pipeline without valid bits. Returns the last one.
    fn valid_chain(&mut self, port: &Port) -> Option<String> {
        let Some(latency) = self.adapted.latency else {
            self.add_missing(port, "state the latency with --latency N");
            return None;
        };
        let (range, next) = match latency {
            1 => (String::new(), "in_valid".to_owned()),
            2 => ("[1:0] ".to_owned(), "{valid_chain[0], in_valid}".to_owned()),
            _ => {
                let (last, rest) = (latency - 1, latency - 2);
                (format!("[{last}:0] "), format!("{{valid_chain[{rest}:0], in_valid}}"))
            }
        };
        let enable = if self.adapted.map.is_always_enabled {
            ""
        } else {
            "if (enable) "
        };
        let _ = write!(
            self.assignments,
            "    reg {range}valid_chain;\n    always @(posedge clock) begin\n        if (reset) valid_chain <= \
             {latency}'d0;\n        else {enable}valid_chain <= {next};\n    end\n"
        );
        let last = match latency {
            1 => "valid_chain".to_owned(),
            _ => format!("valid_chain[{}]", latency - 1),
        };
        Some(match self.source(RESET) {
            // A reset of the module may be asynchronous, and clear the result at once.
            Some(_) => format!("{last} & ~{RESET}"),
            None => last,
        })
    }

    /// Connects the ready ports: the receiver is ready while the pipeline is enabled.
    fn connect_ready(&mut self) {
        let is_iterative = self.adapted.contract.is_iterative();
        let value = if self.adapted.map.is_always_enabled {
            "1'b1"
        } else {
            "enable"
        };
        let [ready_in, ready_out] = READY.map(|name| match self.source(name) {
            Some(PortSource::Bits(terms)) => terms,
            _ => Vec::new(),
        });
        if !ready_out.is_empty() {
            self.wiring.drive(READY[1], 1, value, &ready_out);
        }
        if !ready_in.is_empty() && !is_iterative {
            self.wiring.read(READY[0], 1, &ready_in);
        }
    }
}

/// The ports of a handshake that the contract does not have.
const READY: [&str; 2] = ["in_ready", "out_ready"];

/// The port of the contract without which a file has no valid bits.
const OUT_VALID: &str = "out_valid";

/// The port that clears the valid bits.
const RESET: &str = "reset";

/// True for the name of a control port of a pipeline.
fn is_control(name: &str) -> bool {
    let roles = [Role::Clock, Role::Reset, Role::Enable, Role::InValid, Role::OutValid];
    READY.contains(&name) || roles.iter().any(|role| role.contract_name() == name)
}

/// Writes the adapter's module.
fn write_module(adapted: Adapted, body: &str) -> String {
    let contract = adapted.contract;
    let ports = contract.ports().iter().map(|port| {
        let range = match port.width {
            1 => String::new(),
            width => format!(" [{}:0]", width - 1),
        };
        let direction = spelt(port.direction);
        format!("    {direction} wire{range} {}", port.name)
    });
    let ports: Vec<String> = ports.collect();
    format!(
        "\n// {} with the ports of the contract\nmodule {} (\n{}\n);\n{body}endmodule\n",
        adapted.module,
        contract.name(),
        ports.join(",\n")
    )
}

#[cfg(test)]
#[path = "../../tests/unit/foreign/adapter.rs"]
mod tests;
