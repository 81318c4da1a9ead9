//! Cells of Yosys' netlist that no pipeline has.

use std::collections::BTreeSet;

use super::refusal::Refusal;
use crate::netlist::{Bit, Cell, YosysModule};

/// Refuses cells of kinds that no pipeline of the contract has.
///
/// # Errors
///
/// [`Refusal`] with the source position of the first such cell.
pub fn check_kinds(module: &YosysModule) -> Result<(), Refusal> {
    for (name, cell) in &module.cells {
        let (construct, reason) = match cell.kind.as_str() {
            "$adff" | "$adffe" | "$aldff" | "$aldffe" if resets_to_constant(cell) => {
                if resets_by_one_port(module, cell) {
                    continue;
                }
                (
                    format!("register {}", output_names(module, cell.connections.get("Q"))),
                    "the logic in front of its asynchronous reset may glitch; reset it by one bit of a port",
                )
            }
            "$adff" | "$adffe" | "$aldff" | "$aldffe" | "$dffsr" | "$dffsre" => (
                format!("register {}", output_names(module, cell.connections.get("Q"))),
                "an asynchronous event loads it, or both sets and resets it; reset it to a constant",
            ),
            "$tribuf" => (
                format!("tristate driver {name}"),
                "nothing drives the net where it is z; drive it with 0 or 1",
            ),
            "$div" | "$mod" | "$divfloor" | "$modfloor" if !is_nonzero_constant(&cell.connections["B"]) => (
                "division".to_owned(),
                "the result is undefined where the divisor is 0; divide by a constant",
            ),
            "$pow" => (
                "operator **".to_owned(),
                "only constants have powers in hardware; write the product out",
            ),
            "$anyconst" | "$anyseq" | "$allconst" | "$allseq" | "$initstate" | "$assume" => {
                (cell.kind.clone(), "it is for formal tools only; remove it")
            }
            _ => continue,
        };
        return Err(refuse_at(cell.lines(), construct, reason.to_owned()));
    }
    Ok(())
}

/// True if an asynchronous event gives a register a constant.
fn resets_to_constant(register: &Cell) -> bool {
    let loaded = register.connections.get("AD").into_iter().flatten();
    let is_known = |value: &str| value.chars().all(|digit| matches!(digit, '0' | '1'));
    register
        .parameters
        .get("ARST_VALUE")
        .is_none_or(|value| is_known(value))
        && loaded
            .into_iter()
            .all(|bit| matches!(bit, Bit::Constant(value) if is_known(value)))
}

/// True if the asynchronous reset of a register depends on one bit of a port only, or is a constant.
fn resets_by_one_port(module: &YosysModule, register: &Cell) -> bool {
    let inputs = module.ports.0.iter().filter(|(_, port)| port.direction == "input");
    let inputs: BTreeSet<&Bit> = inputs.flat_map(|(_, port)| &port.bits).collect();
    let pins = ["ARST", "ALOAD"].into_iter();
    let mut open: Vec<&Bit> = pins.filter_map(|pin| register.connections.get(pin)).flatten().collect();
    let mut seen = BTreeSet::new();
    let mut ports = 0;
    while let Some(bit) = open.pop() {
        if matches!(bit, Bit::Constant(_)) || !seen.insert(bit) {
            continue;
        }
        if inputs.contains(bit) {
            ports += 1;
            continue;
        }
        let drives = |cell: &&Cell| {
            cell.connections
                .iter()
                .any(|(pin, bits)| cell.is_output(pin) && bits.contains(bit))
        };
        match module.cells.values().find(drives) {
            Some(driver) if driver.connections.keys().any(|pin| pin.ends_with("CLK")) => return false,
            Some(driver) => {
                let inputs = driver.connections.iter().filter(|(pin, _)| !driver.is_output(pin));
                open.extend(inputs.flat_map(|(_, bits)| bits));
            }
            None => return false,
        }
    }
    ports <= 1
}

/// Returns the refusal of a latch, if the module has one.
pub fn find_latch(module: &YosysModule) -> Option<Refusal> {
    let kinds = ["$dlatch", "$adlatch", "$dlatchsr", "$sr"];
    let latch = module.cells.values().find(|cell| kinds.contains(&cell.kind.as_str()))?;
    let reason = "it keeps its value in a case without an assignment; assign it in every case";
    let construct = format!("latch {}", output_names(module, latch.connections.get("Q")));
    Some(refuse_at(latch.lines(), construct, reason.to_owned()))
}

fn is_nonzero_constant(bits: &[Bit]) -> bool {
    let is_known = bits
        .iter()
        .all(|bit| matches!(bit, Bit::Constant(value) if value == "0" || value == "1"));
    is_known && bits.contains(&Bit::Constant("1".to_owned()))
}

/// Returns the names of the nets with one of the bits of an output.
fn output_names(module: &YosysModule, bits: Option<&Vec<Bit>>) -> String {
    let bits = bits.map_or(&[][..], Vec::as_slice);
    let nets = module.netnames.iter();
    let nets = nets.filter(|(name, net)| !name.starts_with('$') && net.bits.iter().any(|bit| bits.contains(bit)));
    nets.map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
}

/// Makes a refusal at a source position that Yosys writes as `name:line`.
pub fn refuse_at(source: &str, construct: String, reason: String) -> Refusal {
    let behind = source.split_once(':').map_or("", |(_, behind)| behind);
    let digits: String = behind.chars().take_while(char::is_ascii_digit).collect();
    let line: Option<usize> = digits.parse().ok();
    Refusal {
        line: line.and_then(|line| line.checked_sub(1)),
        ..Refusal::new(0, construct, reason)
    }
}
