//! Codes of roundings, and the order of flags.

use halfpipe_hdl::design::Port;
use halfpipe_yosys::external::PortFact;

use super::port_map::{PortCode, PortMapping, PortSource};
use super::port_term::PortTerm;
use super::ports::{bits, find};
use super::wiring::declared_range;

/// The flags of the contract, from the highest bit to the lowest.
pub const FLAGS: [&str; 5] = ["NV", "DZ", "OF", "UF", "NX"];

/// The port of the contract with all flags.
pub const FLAGS_PORT: &str = "flags";

/// True for the name of a flag.
pub fn is_flag(name: &str) -> bool {
    FLAGS.contains(&name)
}

/// Reads `flags={NV,DZ,OF,UF,NX}` as the order of the port `flags`, unless the file has a port for each flag.
pub fn name_flags(mapping: &mut PortMapping, ports: &[PortFact]) {
    let PortSource::Bits(terms) = &mapping.source else {
        return;
    };
    let is_order = |term: &PortTerm| is_flag(&term.name) && find(ports, &term.name).is_none();
    if mapping.port == FLAGS_PORT && terms.iter().all(is_order) {
        let order = terms.iter().map(|term| term.name.clone()).collect();
        mapping.source = PortSource::Coded(PortTerm::whole(FLAGS_PORT), PortCode::Order(order));
    }
}

/// The roundings of the contract by their codes, as suffixes name them.
const ROUNDINGS: [&str; 5] = ["rn", "rz", "rm", "rp", "rna"];

/// The names of the port with the rounding.
const ROUNDING_PORTS: [&str; 2] = ["rounding", "rm"];

/// The net of a rounding in another code.
const NET: &str = "rounding_code";

/// Declares a net with the rounding in the code of the file, which has `width` bits there. Returns its name, its width
/// and the declaration. Codes that the contract leaves unspecified round as code 0 does.
pub fn rounding_code(port: &Port, code: &PortCode, width: Option<u32>) -> Result<(String, u32, String), String> {
    let name = &port.name;
    if !ROUNDING_PORTS.contains(&name.as_str()) {
        return Err(format!("{name} has no code; only rounding and flags have one"));
    }
    let literal = |code: usize| format!("{}'d{code}", port.width);
    let (width, value) = match code {
        PortCode::OneHot => {
            let hot = (1..ROUNDINGS.len()).rev();
            let hot: Vec<String> = hot.map(|code| format!("{name} == {}", literal(code))).collect();
            let first = format!(
                "({name} == {}) | ({name} > {})",
                literal(0),
                literal(ROUNDINGS.len() - 1)
            );
            (ROUNDINGS.len() as u32, format!("{{{}, {first}}}", hot.join(", ")))
        }
        PortCode::Order(order) => {
            let place = |rounding: &&str| order.iter().position(|name| name == rounding);
            let places: Vec<usize> = ROUNDINGS.iter().filter_map(place).collect();
            if places.len() < ROUNDINGS.len() || order.len() > ROUNDINGS.len() {
                let all = ROUNDINGS.join(",");
                return Err(format!("the order of {name} has each rounding once, such as {{{all}}}"));
            }
            let width = width.unwrap_or(port.width);
            if width < port.width {
                return Err(format!("{name} has five codes, which need {}", bits(port.width)));
            }
            let mut value = format!("{width}'d{}", places[0]);
            for (code, place) in places.iter().enumerate().skip(1) {
                value = format!("({name} == {}) ? {width}'d{place} : {value}", literal(code));
            }
            (width, value)
        }
    };
    let range = declared_range(width);
    Ok((
        NET.to_owned(),
        width,
        format!("    wire {range}{NET};\n    assign {NET} = {value};\n"),
    ))
}
