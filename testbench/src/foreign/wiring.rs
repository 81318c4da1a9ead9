//! Nets between an adapter and the module inside.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use halfpipe_yosys::external::PortFact;

use super::port_map::TiedInput;
use super::port_term::{Brackets, PortTerm};
use super::ports::{bits, find};

/// The prefix of the nets of the module's ports.
const PREFIX: &str = "file_";

/// The connections of the module inside, and the faults found in them.
pub struct Wiring<'a> {
    ports: &'a [PortFact],
    /// The drivers of each input: highest bit, lowest bit and value.
    drivers: BTreeMap<&'a str, Vec<(u32, u32, String)>>,
    /// The outputs with a reader.
    read: BTreeSet<&'a str>,
    /// The faults so far, one a line.
    pub faults: Vec<String>,
}

/// The bits of a term in its port.
#[derive(Clone, Copy)]
struct Place<'a> {
    port: &'a PortFact,
    high: u32,
    low: u32,
}

impl Place<'_> {
    fn width(self) -> u32 {
        self.high - self.low + 1
    }
}

impl<'a> Wiring<'a> {
    pub fn new(ports: &'a [PortFact]) -> Wiring<'a> {
        Wiring {
            ports,
            drivers: BTreeMap::new(),
            read: BTreeSet::new(),
            faults: Vec::new(),
        }
    }

    /// Finds the bits of a term in a port of the given direction. `user` is the port or option that names them.
    fn place(&mut self, user: &str, term: &PortTerm, direction: &str) -> Option<Place<'a>> {
        let Some(port) = find(self.ports, &term.name) else {
            let names: Vec<&str> = self.ports.iter().map(|port| port.name.as_str()).collect();
            let names = names.join(", ");
            self.faults.push(format!(
                "it has no port {}, which {user} names; it has {names}",
                term.name
            ));
            return None;
        };
        if port.direction != direction {
            let (name, actual) = (&port.name, &port.direction);
            self.faults
                .push(format!("{name} is {actual}, and {user} needs {direction}"));
            return None;
        }
        if port.width == 0 {
            self.faults.push(no_vector(&port.name));
            return None;
        }
        let (high, low) = term.range.unwrap_or((port.width - 1, 0));
        if high >= port.width {
            let (name, width) = (&port.name, bits(port.width));
            self.faults.push(format!(
                "{name} has {width}, and {user} names {term}; bits count from 0"
            ));
            return None;
        }
        Some(Place { port, high, low })
    }

    /// Finds the bits of terms, the highest first. Their number must be `width`.
    fn places(&mut self, user: &str, width: u32, terms: &[PortTerm], direction: &str) -> Option<Vec<Place<'a>>> {
        let places: Vec<Place> = terms
            .iter()
            .map(|term| self.place(user, term, direction))
            .collect::<Option<_>>()?;
        let found: u32 = places.iter().map(|place| place.width()).sum();
        if found != width {
            let terms: Vec<String> = terms.iter().map(ToString::to_string).collect();
            let terms = terms.join(" with ");
            self.faults.push(format!(
                "{user} has {}, and {terms} has {found}; name as many bits, such as NAME[{}:0]",
                bits(width),
                width - 1
            ));
            return None;
        }
        Some(places)
    }

    /// Returns the number of bits of a term, if its port exists.
    pub fn width(&self, term: &PortTerm) -> Option<u32> {
        let port = find(self.ports, &term.name)?;
        Some(term.range.map_or(port.width, |(high, low)| high - low + 1))
    }

    /// Drives inputs of the module with the bits of a net.
    pub fn drive(&mut self, user: &str, width: u32, net: &str, terms: &[PortTerm]) {
        let Some(places) = self.places(user, width, terms, "input") else {
            return;
        };
        let mut next = width;
        for (place, term) in places.into_iter().zip(terms) {
            let high = next - 1;
            next -= place.width();
            let inversion = if term.is_inverted { "~" } else { "" };
            let value = format!("{inversion}{}", select(net, width, high, next));
            self.add_driver(place, value);
        }
    }

    /// Gives an input a fixed value.
    pub fn tie(&mut self, tie: &TiedInput) {
        let Some(place) = self.place("--tie", &tie.input, "input") else {
            return;
        };
        let width = place.width();
        if width < u128::BITS && tie.value >> width != 0 {
            self.faults.push(format!("--tie {tie} does not fit in {}", bits(width)));
        }
        self.add_driver(place, format!("{width}'h{:x}", tie.value));
    }

    fn add_driver(&mut self, place: Place<'a>, value: String) {
        let Place { port, high, low } = place;
        let drivers = self.drivers.entry(&port.name).or_default();
        if drivers.iter().any(|(other, least, _)| low <= *other && *least <= high) {
            let range = Brackets(Some((high, low)));
            self.faults.push(format!("input {}{range} has two values", port.name));
        }
        drivers.push((high, low, value));
    }

    /// Returns bits of outputs of the module as an expression.
    pub fn read(&mut self, user: &str, width: u32, terms: &[PortTerm]) -> Option<String> {
        let places = self.places(user, width, terms, "output")?;
        let values = places.into_iter().zip(terms).map(|(place, term)| {
            self.read.insert(&place.port.name);
            let inversion = if term.is_inverted { "~" } else { "" };
            format!("{inversion}{}", select_place(place))
        });
        let values: Vec<String> = values.collect();
        Some(match &values[..] {
            [value] => value.clone(),
            values => format!("{{{}}}", values.join(", ")),
        })
    }

    /// Returns the bits of a term one by one, the highest first.
    pub fn split(&mut self, user: &str, width: u32, term: &PortTerm) -> Option<Vec<String>> {
        let place = self.places(user, width, std::slice::from_ref(term), "output")?[0];
        self.read.insert(&place.port.name);
        let inversion = if term.is_inverted { "~" } else { "" };
        let bit = |bit: u32| {
            let place = Place {
                high: bit,
                low: bit,
                ..place
            };
            format!("{inversion}{}", select_place(place))
        };
        Some((place.low..=place.high).rev().map(bit).collect())
    }

    /// Checks the names of outputs that nothing reads.
    pub fn check_ignored(&mut self, ignored: &[String]) {
        for name in ignored {
            self.place("--ignore", &PortTerm::whole(name), "output");
        }
    }

    /// Writes the nets and the instance. Returns the faults instead if an input has no value, or an output has no reader.
    pub fn connect(&self, instance: &str, ignored: &[String]) -> Result<String, Vec<String>> {
        let (mut text, mut connections) = (String::new(), Vec::new());
        let (mut faults, mut open, mut unread) = (Vec::new(), Vec::new(), Vec::new());
        for port in self.ports {
            let PortFact { name, width, .. } = port;
            if *width == 0 && port.direction != "interface" {
                faults.push(no_vector(name));
                continue;
            }
            let range = declared_range(*width);
            let net = match (port.direction.as_str(), &port.enumeration) {
                ("input", Some(kind)) if kind.is_empty() => {
                    faults.push(format!("input {name} has an enumeration without a name; {PLAIN}"));
                    continue;
                }
                ("input", kind) => {
                    match self.input_value(port) {
                        Ok(value) => {
                            let _ = writeln!(text, "    wire {range}{PREFIX}{name} = {value};");
                        }
                        Err(bits) => open.extend(bits),
                    }
                    match kind {
                        Some(kind) => format!("{kind}'({PREFIX}{name})"),
                        None => format!("{PREFIX}{name}"),
                    }
                }
                ("output", _) if self.read.contains(name.as_str()) => {
                    let _ = writeln!(text, "    wire {range}{PREFIX}{name};");
                    format!("{PREFIX}{name}")
                }
                ("output", _) => {
                    unread.extend(Some(name.clone()).filter(|name| !ignored.contains(name)));
                    String::new()
                }
                (other, _) => {
                    faults.push(format!("port {name} is {other}; {PLAIN}"));
                    continue;
                }
            };
            connections.push(format!("        .{name}({net})"));
        }
        faults.extend(explain("input", "no value", &open, ("fix it with --tie", "=0")));
        faults.extend(explain(
            "output",
            "no reader",
            &unread,
            ("leave it unread with --ignore", ""),
        ));
        if !faults.is_empty() {
            return Err(faults);
        }
        let connections = connections.join(",\n");
        Ok(format!("{text}    {instance} core (\n{connections}\n    );\n"))
    }

    /// Returns the value of an input from its drivers, or the bits without one.
    fn input_value(&self, port: &PortFact) -> Result<String, Vec<String>> {
        let mut drivers = self.drivers.get(port.name.as_str()).cloned().unwrap_or_default();
        drivers.sort_by_key(|(high, ..)| std::cmp::Reverse(*high));
        let (mut next, mut gaps, mut values) = (port.width, Vec::new(), Vec::new());
        for (high, low, value) in drivers {
            if high + 1 < next {
                gaps.push((next - 1, high + 1));
            }
            next = low;
            values.push(value);
        }
        if next > 0 {
            gaps.push((next - 1, 0));
        }
        let name = |gap: &(u32, u32)| {
            let is_whole = gap.0 - gap.1 + 1 == port.width;
            format!("{}{}", port.name, Brackets(Some(*gap).filter(|_| !is_whole)))
        };
        match (&gaps[..], &values[..]) {
            ([], [value]) => Ok(value.clone()),
            ([], values) => Ok(format!("{{{}}}", values.join(", "))),
            (gaps, _) => Err(gaps.iter().map(name).collect()),
        }
    }
}

/// The advice for a port that no option can connect.
const PLAIN: &str = "write a module around it with plain ports";

/// Returns the fault of a port of a type without bits, such as an unpacked array.
fn no_vector(name: &str) -> String {
    format!("port {name} is no vector; {PLAIN}")
}

/// Returns the fault of ports that no option names, if there are any.
fn explain(kind: &str, lack: &str, names: &[String], (other, value): (&str, &str)) -> Option<String> {
    let first = names.first()?;
    let help = format!("with --port PORT={first} or {other} {first}{value}");
    Some(match names {
        [name] => format!("{kind} {name} has {lack}; map it {help}"),
        names => format!("{kind}s {} have {lack}; map each {help}", names.join(", ")),
    })
}

/// Returns the declared range of a net.
pub fn declared_range(width: u32) -> String {
    match width {
        0 | 1 => String::new(),
        width => format!("[{}:0] ", width - 1),
    }
}

/// Selects bits of a net.
fn select(net: &str, width: u32, high: u32, low: u32) -> String {
    let range = Some((high, low)).filter(|_| high - low + 1 < width);
    format!("{net}{}", Brackets(range))
}

fn select_place(Place { port, high, low }: Place) -> String {
    select(&format!("{PREFIX}{}", port.name), port.width, high, low)
}
