//! The drivers of nets in a flat module, from Yosys' RTLIL text.
//!
//! `write_json` gives one number to all connected nets, so two assignments to one net look like one. RTLIL keeps each
//! connection, and the drivers of every bit are counted here.

use std::collections::{BTreeMap, HashMap};

use super::preprocessor::FILE;
use super::refusal::Refusal;
use crate::netlist::{Bit, YosysModule};

/// A bit in RTLIL.
#[derive(Clone, PartialEq, Eq, Debug)]
enum RtlilBit {
    /// A bit of the wire of that number.
    RtlilWire(usize, usize),
    /// `0`, `1`, `x`, `z` or `-`.
    Constant,
}

/// A wire.
#[derive(Default, Debug)]
struct RtlilWire {
    name: String,
    width: usize,
    is_input: bool,
    is_output: bool,
    /// Its source position, as Yosys writes it.
    source: String,
}

/// A cell.
#[derive(Default, Debug)]
struct RtlilCell {
    kind: String,
    name: String,
    source: String,
    connections: Vec<(String, Vec<RtlilBit>)>,
}

/// A flat module.
#[derive(Default, Debug)]
struct Flat {
    wires: Vec<RtlilWire>,
    by_name: HashMap<String, usize>,
    cells: Vec<RtlilCell>,
    /// Assignments: the left side and the right side.
    assignments: Vec<(Vec<RtlilBit>, Vec<RtlilBit>)>,
}

/// A driver of a bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Driver<'f> {
    /// The wire is an input.
    Input,
    /// A pin of a cell.
    Pin(&'f RtlilCell, &'f str),
    /// An assignment of another bit.
    Assignment(&'f RtlilBit),
}

impl PartialEq for RtlilCell {
    fn eq(&self, other: &RtlilCell) -> bool {
        self.name == other.name
    }
}

impl Eq for RtlilCell {}

/// Refuses a module in which a bit has several drivers. `directions` is the same module as JSON, which has the
/// directions of pins.
///
/// # Errors
///
/// [`Refusal`] with the net and two of its drivers.
pub fn check(rtlil: &str, name: &str, directions: &YosysModule) -> Result<(), Refusal> {
    let flat = Flat::parse(rtlil, name);
    let mut drivers: Vec<Vec<Option<Driver>>> = flat.wires.iter().map(|wire| vec![None; wire.width]).collect();
    let mut drive = |bit: &RtlilBit, driver| match bit {
        RtlilBit::Constant => Ok(()),
        RtlilBit::RtlilWire(wire, offset) => match drivers[*wire][*offset].replace(driver) {
            None => Ok(()),
            Some(first) => Err(flat.refuse(*wire, *offset, first, driver)),
        },
    };
    for (number, wire) in flat.wires.iter().enumerate() {
        if wire.is_input && wire.is_output {
            let reason = "bidirectional ports are not supported; split it into an input and an output";
            return Err(located(&wire.source, format!("inout {}", wire.name), reason.to_owned()));
        }
        for offset in (0..wire.width).filter(|_| wire.is_input) {
            drive(&RtlilBit::RtlilWire(number, offset), Driver::Input)?;
        }
    }
    for cell in &flat.cells {
        let known = directions.cells.get(&cell.name);
        for (pin, bits) in &cell.connections {
            let direction = known
                .and_then(|known| known.port_directions.get(pin))
                .map_or("output", String::as_str);
            match direction {
                "input" => continue,
                "output" => {}
                _ => {
                    let reason = "a bidirectional pin may drive a net that has another driver; use a cell with inputs and outputs only";
                    return Err(located(
                        &cell.source,
                        format!("pin {pin} of {}", cell.name),
                        reason.to_owned(),
                    ));
                }
            }
            for bit in bits {
                drive(bit, Driver::Pin(cell, pin))?;
            }
        }
    }
    for (left, right) in &flat.assignments {
        for (bit, value) in left.iter().zip(right) {
            drive(bit, Driver::Assignment(value))?;
        }
    }
    Ok(())
}

/// Refuses cells of kinds that no pipeline of the contract has.
///
/// # Errors
///
/// [`Refusal`] with the source position of the first such cell.
pub fn check_kinds(module: &YosysModule) -> Result<(), Refusal> {
    for (name, cell) in &module.cells {
        let source = cell.attributes.get("src").map_or("", String::as_str);
        let output = cell
            .connections
            .get("Q")
            .map(|_| net_names(module, &cell.connections["Q"]));
        let net = output.unwrap_or_default();
        let (construct, reason) = match cell.kind.as_str() {
            "$dlatch" | "$adlatch" | "$dlatchsr" | "$sr" => (
                format!("latch {net}"),
                "it keeps its value in a case without an assignment; assign it in every case",
            ),
            "$adff" | "$adffe" | "$aldff" | "$aldffe" | "$dffsr" | "$dffsre" => (
                format!("register {net}"),
                "it has an asynchronous set or reset; use a synchronous one",
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
        return Err(located(source, construct, reason.to_owned()));
    }
    Ok(())
}

fn is_nonzero_constant(bits: &[Bit]) -> bool {
    let is_known = bits
        .iter()
        .all(|bit| matches!(bit, Bit::Constant(value) if value == "0" || value == "1"));
    is_known && bits.contains(&Bit::Constant("1".to_owned()))
}

/// Returns the names of the nets with one of these bits.
fn net_names(module: &YosysModule, bits: &[Bit]) -> String {
    let nets = module.netnames.iter();
    let nets = nets.filter(|(name, net)| !name.starts_with('$') && net.bits.iter().any(|bit| bits.contains(bit)));
    nets.map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
}

/// Makes a refusal at a source position that Yosys writes as `name:line`.
pub fn located(source: &str, construct: String, reason: String) -> Refusal {
    let behind = source.split_once(':').map_or("", |(_, behind)| behind);
    let digits: String = behind.chars().take_while(char::is_ascii_digit).collect();
    let line: Option<usize> = digits.parse().ok();
    Refusal {
        line: line.and_then(|line| line.checked_sub(1)),
        ..Refusal::new(0, construct, reason)
    }
}

impl Flat {
    /// Parses the module of that name from RTLIL text, as Yosys writes it.
    fn parse(rtlil: &str, name: &str) -> Flat {
        let mut flat = Flat::default();
        let header = format!("module \\{name}");
        let lines = rtlil.lines().skip_while(|line| *line != header).skip(1);
        let mut attributes: BTreeMap<&str, &str> = BTreeMap::new();
        let mut cell: Option<RtlilCell> = None;
        for line in lines {
            if line == "end" {
                break;
            }
            let words: Vec<&str> = line.split_whitespace().collect();
            let source = |attributes: &BTreeMap<&str, &str>| {
                attributes
                    .get("\\src")
                    .map_or(String::new(), |source| source.trim_matches('"').to_owned())
            };
            match words[..] {
                ["attribute", key, ..] => {
                    let value = line.split_once(key).map_or("", |(_, value)| value.trim());
                    attributes.insert(key, value);
                    continue;
                }
                ["wire", ..] => flat.wire(&words, source(&attributes)),
                ["cell", kind, name] => {
                    cell = Some(RtlilCell {
                        kind: unescaped(kind),
                        name: unescaped(name),
                        source: source(&attributes),
                        connections: Vec::new(),
                    });
                }
                ["end"] => flat.cells.extend(cell.take()),
                ["connect", first, ref rest @ ..] => match &mut cell {
                    Some(cell) => cell
                        .connections
                        .push((unescaped(first), flat.bits(&mut rest.iter().copied()))),
                    None => {
                        let mut words = words[1..].iter().copied().peekable();
                        let left = flat.signal(&mut words);
                        let right = flat.signal(&mut words);
                        flat.assignments.push((left, right));
                    }
                },
                _ => {}
            }
            attributes.clear();
        }
        flat
    }

    fn wire(&mut self, words: &[&str], source: String) {
        let mut wire = RtlilWire {
            width: 1,
            source,
            ..RtlilWire::default()
        };
        for (place, word) in words.iter().enumerate() {
            match *word {
                "width" => wire.width = words[place + 1].parse().unwrap_or(1),
                "input" => wire.is_input = true,
                "output" => wire.is_output = true,
                "inout" => (wire.is_input, wire.is_output) = (true, true),
                _ => {}
            }
        }
        if let Some(name) = words.last() {
            wire.name = unescaped(name);
            self.by_name.insert((*name).to_owned(), self.wires.len());
            self.wires.push(wire);
        }
    }

    fn bits<'w>(&self, words: &mut impl Iterator<Item = &'w str>) -> Vec<RtlilBit> {
        self.signal(&mut words.peekable())
    }

    /// Parses the bits of a signal, the lowest first.
    fn signal<'w>(&self, words: &mut std::iter::Peekable<impl Iterator<Item = &'w str>>) -> Vec<RtlilBit> {
        let Some(word) = words.next() else { return Vec::new() };
        let mut bits = match word {
            "{" => {
                let mut parts = Vec::new();
                while words.peek().is_some_and(|word| *word != "}") {
                    parts.push(self.signal(&mut *words));
                }
                words.next();
                parts.into_iter().rev().flatten().collect()
            }
            _ => match self.by_name.get(word) {
                Some(wire) => (0..self.wires[*wire].width)
                    .map(|offset| RtlilBit::RtlilWire(*wire, offset))
                    .collect(),
                None => vec![RtlilBit::Constant; constant_width(word)],
            },
        };
        while let Some(range) = words.peek().and_then(|word| word.strip_prefix('[')?.strip_suffix(']')) {
            let (high, low) = range.split_once(':').unwrap_or((range, range));
            if let (Ok(high), Ok(low)) = (high.parse::<usize>(), low.parse::<usize>()) {
                bits = bits.get(low..=high).unwrap_or_default().to_vec();
            }
            words.next();
        }
        bits
    }

    fn refuse(&self, wire: usize, offset: usize, first: Driver, second: Driver) -> Refusal {
        let RtlilWire {
            name, width, source, ..
        } = &self.wires[wire];
        let net = match width {
            1 => name.clone(),
            _ => format!("{name}[{offset}]"),
        };
        let [first, second] = [first, second].map(|driver| self.describe(driver));
        let reason = format!("it has two drivers, {first} and {second}; a net must have one");
        located(source, format!("net {net}"), reason)
    }

    /// Describes a driver in words.
    fn describe(&self, driver: Driver) -> String {
        match driver {
            Driver::Input => "the port".to_owned(),
            Driver::Pin(cell, pin) => pin_of(cell, pin),
            Driver::Assignment(RtlilBit::Constant) => "the assignment of a constant".to_owned(),
            Driver::Assignment(RtlilBit::RtlilWire(wire, _)) => {
                let wire_of = &self.wires[*wire];
                if !wire_of.name.starts_with('$') {
                    return format!("{} of {}", wire_of.name, place_in(&wire_of.source));
                }
                let pins = self
                    .cells
                    .iter()
                    .flat_map(|cell| cell.connections.iter().map(move |pin| (cell, pin)));
                let mut pins = pins.filter(|(_, (_, bits))| {
                    bits.iter()
                        .any(|bit| matches!(bit, RtlilBit::RtlilWire(of, _) if of == wire))
                });
                let is_output =
                    |(_, (pin, _)): &(&RtlilCell, &(String, Vec<RtlilBit>))| matches!(pin.as_str(), "Y" | "Q" | "DATA");
                match pins.find(is_output) {
                    Some((cell, (pin, _))) => pin_of(cell, pin),
                    None => format!("the assignment at {}", place_in(&wire_of.source)),
                }
            }
        }
    }
}

/// Describes a cell's pin in words.
fn pin_of(cell: &RtlilCell, pin: &str) -> String {
    let place = place_in(&cell.source);
    match cell.kind.starts_with('$') {
        true if cell.kind.contains("dff") => format!("the register at {place}"),
        true => format!("the expression at {place}"),
        false => format!("pin {pin} of {} {} at {place}", cell.kind, cell.name),
    }
}

/// Formats Yosys' source position as a place in the file.
fn place_in(source: &str) -> String {
    let line = located(source, String::new(), String::new()).line;
    line.map_or_else(|| FILE.to_owned(), |line| format!("{FILE}:{}", line + 1))
}

/// Returns an RTLIL name without the mark of names that come from the file.
fn unescaped(name: &str) -> String {
    name.strip_prefix('\\').unwrap_or(name).to_owned()
}

/// Returns the width of a constant: `4'0101`, `32`, or a string.
fn constant_width(word: &str) -> usize {
    match word.split_once('\'') {
        Some((width, _)) => width.parse().unwrap_or(0),
        None => 32,
    }
}
