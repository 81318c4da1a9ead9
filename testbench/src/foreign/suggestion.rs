//! Options for a file with other ports, guessed from names and widths.

use halfpipe_hdl::design::{Interface, Port, Role};
use halfpipe_yosys::external::PortFact;

use super::ports::{find, spelt};

/// Words in the names of control ports. The whole name of an enable counts.
const WORDS: [(Role, &[&str]); 5] = [
    (Role::Enable, &["enable", "en", "ena", "ce", "clk_en", "clken", "stall"]),
    (Role::Clock, &["clk", "clock"]),
    (Role::Reset, &["rst", "reset"]),
    (Role::InValid, &["valid", "vld", "start"]),
    (Role::OutValid, &["valid", "vld", "done"]),
];

/// Words in the names of other ports.
const HINTS: [(&str, &[&str]); 3] = [
    ("rounding", &["rm", "rnd", "round"]),
    ("rm", &["rm", "rnd", "round"]),
    ("flags", &["flag", "stat", "exc"]),
];

/// Returns options for the ports of a module that lacks some of the contract's, or has others. `pipelined` is the contract
/// of a pipeline. None if the module has its ports.
pub fn suggest(ports: &[PortFact], pipelined: &Interface) -> Option<String> {
    let is_missing = |port: &&Port| find(ports, &port.name).is_none();
    let is_clocked = find(ports, "clock").is_some() || ports.iter().any(|port| has_role(port, Role::Clock));
    let is_needed = |port: &&Port| is_missing(port) && (is_clocked || port.role.is_data());
    let missing: Vec<&Port> = pipelined.ports().iter().filter(is_needed).collect();
    let is_known = |port: &&PortFact| pipelined.ports().iter().any(|known| known.name == port.name);
    if missing.is_empty() && ports.iter().all(|port| is_known(&port)) {
        return None;
    }
    let mut guess = Guess {
        unknown: ports.iter().filter(|port| !is_known(port)).collect(),
        mappings: Vec::new(),
        open: Vec::new(),
    };
    let (data, control): (Vec<&Port>, Vec<&Port>) = missing.iter().partition(|port| port.role.is_data());
    control.into_iter().for_each(|port| guess.map(port));
    data.into_iter().for_each(|port| guess.map(port));
    guess.slice();
    guess.map_ready();
    Some(guess.options())
}

/// A guess of the ports.
struct Guess<'a> {
    /// The ports of the file that nothing is mapped to.
    unknown: Vec<&'a PortFact>,
    /// Pairs of a port of the contract and bits of the file.
    mappings: Vec<(&'a str, String)>,
    /// The ports of the contract without a counterpart.
    open: Vec<&'a Port>,
}

impl<'a> Guess<'a> {
    /// Maps a port to the first one that fits.
    fn map(&mut self, port: &'a Port) {
        let fits = |other: &&PortFact| {
            let is_control = WORDS.iter().any(|(role, _)| has_role(other, *role));
            let fits = if port.role.is_data() {
                !is_control
            } else {
                has_role(other, port.role)
            };
            fits && other.direction == spelt(port.direction) && other.width == port.width
        };
        let mut hints = HINTS.iter().filter(|(name, _)| *name == port.name);
        let hints = hints.next().map_or(&[] as &[&str], |(_, hints)| hints);
        let is_hinted = |other: &&PortFact| hints.iter().any(|hint| other.name.to_lowercase().contains(hint));
        let hinted = self.unknown.iter().position(|other| fits(other) && is_hinted(other));
        let Some(place) = hinted.or_else(|| self.unknown.iter().position(fits)) else {
            self.open.push(port);
            return;
        };
        let name = &self.unknown.remove(place).name;
        let is_inverted = port.role == Role::Reset && is_active_low(name) || name.contains("stall");
        let inversion = if is_inverted { "!" } else { "" };
        self.mappings.push((&port.name, format!("{inversion}{name}")));
    }

    /// Maps all operands to the slices of one wide input, the first one lowest.
    fn slice(&mut self) {
        let operands = self.open.iter().filter(|port| port.role.is_data() && port.is_input());
        let width: u32 = operands.clone().map(|port| port.width).sum();
        let is_wide = |other: &&PortFact| width > 0 && other.width == width && other.direction == "input";
        let Some(place) = self.unknown.iter().position(is_wide) else {
            return;
        };
        let mut low = 0;
        for operand in operands {
            let high = low + operand.width - 1;
            let bits = format!("{}[{high}:{low}]", self.unknown[place].name);
            self.mappings.push((&operand.name, bits));
            low = high + 1;
        }
        self.unknown.remove(place);
        self.open.retain(|port| !port.role.is_data() || !port.is_input());
    }

    /// Maps the ready ports of a handshake. The one of the receiver takes the place of an enable.
    fn map_ready(&mut self) {
        for (name, direction) in [("in_ready", "output"), ("out_ready", "input")] {
            let is_ready = |port: &&PortFact| port.width == 1 && port.name.to_lowercase().contains("ready");
            let mut ports = self.unknown.iter();
            let Some(place) = ports.position(|port| is_ready(port) && port.direction == direction) else {
                continue;
            };
            let port = self.unknown.remove(place);
            self.mappings.push((name, port.name.clone()));
            self.open
                .retain(|port| direction == "output" || port.role != Role::Enable);
        }
    }

    /// Returns the options. Without a counterpart of all data ports, those for further ports are left out.
    fn options(&self) -> String {
        let is_open = |role: Role| self.open.iter().any(|port| port.role == role);
        let (data, _): (Vec<&Port>, Vec<&Port>) = self.open.iter().partition(|port| port.role.is_data());
        let mappings = self.mappings.iter().map(|(port, bits)| format!("{port}={bits}"));
        let mappings: Vec<String> = mappings
            .chain(data.iter().map(|port| format!("{}=NAME", port.name)))
            .collect();
        let names = |direction: &str, value: &str| {
            let ports = self
                .unknown
                .iter()
                .filter(|port| port.direction == direction && data.is_empty());
            let ports: Vec<String> = ports.map(|port| format!("{}{value}", port.name)).collect();
            ports.join(",")
        };
        let lists = [
            ("--port", mappings.join(",")),
            ("--tie", names("input", "=0")),
            ("--ignore", names("output", "")),
        ];
        let lists = lists.into_iter().filter(|(_, list)| !list.is_empty());
        let mut options: Vec<String> = lists
            .map(|(option, list)| {
                let quote = if list.contains(['!', '[']) { "'" } else { "" };
                format!("{option} {quote}{list}{quote}")
            })
            .collect();
        if is_open(Role::Enable) {
            options.push("--no-enable".to_owned());
        }
        if is_open(Role::OutValid) {
            options.push("--latency N".to_owned());
        }
        options.join(" ")
    }
}

/// True if the name of a port tells the role.
fn has_role(port: &PortFact, role: Role) -> bool {
    let name = port.name.to_lowercase();
    let whole = name.strip_suffix("_i").unwrap_or(&name);
    let has_word = |word: &&str| match role {
        Role::Enable => whole == *word,
        _ => name.contains(word),
    };
    let mut words = WORDS.iter().filter(|(other, _)| *other == role);
    port.width == 1 && words.any(|(_, words)| words.iter().any(has_word))
}

/// True for a name such as `rst_n`, `rst_ni` or `aresetn`.
fn is_active_low(name: &str) -> bool {
    let name = name.strip_suffix('i').unwrap_or(name);
    name.strip_suffix('_').unwrap_or(name).ends_with('n')
}

#[cfg(test)]
#[path = "../../tests/unit/foreign/suggestion.rs"]
mod tests;
