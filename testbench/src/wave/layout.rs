//! What a dump shows, and in which order.

use std::collections::{BTreeSet, HashSet};

use halfpipe_hdl::net::simulate::{Signal, Simulator};
use halfpipe_hdl::net::{Module, ModulePort, Node, Show, Stage};
use halfpipe_hdl::unit::Unit;
use halfpipe_isa::{Element, Instruction};

/// The scope of what the model says.
const CHECK: &str = "check";

/// A scope of the dump, which the save file shows as a group.
pub(super) struct Scope {
    /// Empty for a group whose variables lie in the scope around it.
    pub name: String,
    /// The group's heading.
    pub title: String,
    pub variables: Vec<Variable>,
    pub scopes: Vec<Scope>,
    /// Whether the group is unfolded at first.
    pub open: bool,
}

/// A variable of the dump.
pub(super) struct Variable {
    pub name: String,
    pub width: u32,
    pub source: Source,
    pub shown: Shown,
}

/// Where a variable's value comes from.
#[derive(Clone, Copy)]
pub(super) enum Source {
    Clock,
    Reset,
    Enable,
    InValid,
    OutValid,
    /// An operand, by its position.
    Operand(usize),
    Result,
    /// A lane's share of the result.
    LaneResult(u32),
    /// A signal, by its position among the simulator's.
    Net(usize),
    Expected,
    /// A lane's share of what is expected.
    LaneExpected(u32),
    Mismatch,
    /// Another simulator has written it.
    Dumped,
}

/// How a viewer shows a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shown {
    Hexadecimal,
    Unsigned,
    Signed,
    /// As the number that it encodes.
    Number(Element),
}

impl Shown {
    /// What a net says of itself; a code that is no format's is shown as bits.
    fn of(show: Show) -> Shown {
        let coded = |code: &str| {
            [Element::F16, Element::Bf16, Element::F32]
                .into_iter()
                .find(|element| element.name() == code)
        };
        match show {
            Show::Bits => Shown::Hexadecimal,
            Show::Unsigned => Shown::Unsigned,
            Show::Signed => Shown::Signed,
            Show::Encoded(code) => coded(code).map_or(Shown::Hexadecimal, Shown::Number),
        }
    }
}

impl Scope {
    /// The groups of a module, its lanes first of all.
    pub fn groups(&self) -> impl Iterator<Item = &Scope> {
        self.scopes.iter().filter(|scope| scope.name != CHECK)
    }

    /// What a viewer lists among the ports: so the expected result stands right below the actual one.
    pub fn beside_the_ports(&self) -> impl Iterator<Item = &Scope> {
        self.scopes.iter().filter(|scope| scope.name == CHECK)
    }

    /// The formats of the values that are shown as numbers.
    pub fn elements(&self) -> BTreeSet<Element> {
        let own = self.variables.iter().filter_map(|variable| match variable.shown {
            Shown::Number(element) => Some(element),
            _ => None,
        });
        own.chain(self.scopes.iter().flat_map(Scope::elements)).collect()
    }
}

impl Variable {
    /// The name as a dump's reader writes it: `sum[16:0]`.
    pub fn reference(&self) -> String {
        match self.width {
            1 => self.name.clone(),
            width => format!("{}[{}:0]", self.name, width - 1),
        }
    }
}

/// The scopes of a unit's dump.
pub(super) fn of(unit: &Unit) -> Scope {
    let instruction = unit.instruction();
    let module = unit.module();
    let signals = Simulator::new(module).signals().to_vec();
    let mut scopes = vec![check(instruction)];
    scopes.extend((0..module.lanes).map(|lane| self::lane(instruction, module, &signals, lane)));
    Scope {
        name: module.name.clone(),
        title: instruction.mnemonic(),
        variables: ports(instruction, module.ports()),
        scopes,
        open: true,
    }
}

/// The ports of an instruction's module.
pub(super) fn ports(instruction: Instruction, ports: Vec<ModulePort>) -> Vec<Variable> {
    ports
        .into_iter()
        .map(|port| {
            let operands = instruction.operands();
            let operand = operands
                .iter()
                .position(|operand| port.name == operand.name.to_string());
            let (source, shown) = match (port.name.as_str(), operand) {
                ("clock", _) => (Source::Clock, Shown::Hexadecimal),
                ("reset", _) => (Source::Reset, Shown::Hexadecimal),
                ("enable", _) => (Source::Enable, Shown::Hexadecimal),
                ("in_valid", _) => (Source::InValid, Shown::Hexadecimal),
                ("out_valid", _) => (Source::OutValid, Shown::Hexadecimal),
                (_, Some(position)) => (Source::Operand(position), Shown::Number(operands[position].element)),
                (_, None) => (Source::Result, Shown::Number(instruction.ty().result_element())),
            };
            Variable {
                name: port.name,
                width: port.width,
                source,
                shown,
            }
        })
        .collect()
}

/// What the model says, beside the result.
pub(super) fn check(instruction: Instruction) -> Scope {
    let expected = Variable {
        name: "expected".to_owned(),
        width: instruction.result_width(),
        source: Source::Expected,
        shown: Shown::Number(instruction.ty().result_element()),
    };
    let mismatch = Variable {
        name: "mismatch".to_owned(),
        width: 1,
        source: Source::Mismatch,
        shown: Shown::Hexadecimal,
    };
    Scope {
        name: CHECK.to_owned(),
        title: CHECK.to_owned(),
        variables: vec![expected, mismatch],
        scopes: Vec::new(),
        open: true,
    }
}

fn lane(instruction: Instruction, module: &Module, signals: &[Signal], lane: u32) -> Scope {
    let nodes = module.lane.nodes.len();
    let first = lane as usize * nodes;
    // The simulator lists a lane's signals in the order of its nets.
    let nets: Vec<(usize, &Signal, &Node)> = module
        .lane
        .nodes
        .iter()
        .enumerate()
        .map(|(position, node)| (first + position, &signals[first + position], node))
        .collect();
    let (held, mut variables): (Vec<Variable>, Vec<Variable>) = stage_variables(Stage::PORTS, &nets)
        .into_iter()
        .partition(|variable| match variable.source {
            Source::Net(position) => module.lane.nodes[position - first].is_register(),
            _ => false,
        });
    let result = instruction.ty().result_element();
    let names: HashSet<String> = variables.iter().map(|variable| variable.name.clone()).collect();
    let mut share = |name: &str, source| {
        variables.push(Variable {
            name: unused_name(name, &names),
            width: instruction.result_width() / module.lanes,
            source,
            shown: Shown::Number(result),
        });
    };
    share("d", Source::LaneResult(lane));
    // What is expected of a single lane stands in the scope `check`.
    if module.lanes > 1 {
        share("expected", Source::LaneExpected(lane));
    }
    // Registers that only carry an operand's bits to a later stage stand folded, behind the stages.
    let held = Scope {
        name: "held".to_owned(),
        title: "operands held".to_owned(),
        variables: held,
        scopes: Vec::new(),
        open: false,
    };
    // The signals of the ports go directly into the lane.
    let stages = module.lane.stages.iter().enumerate();
    let scopes = stages
        .filter(|(index, _)| *index != Stage::PORTS)
        .map(|(index, stage)| Scope {
            name: stage.name.clone(),
            title: stage_title(&stage.title(), index, module.latency, &nets),
            variables: stage_variables(index, &nets),
            scopes: Vec::new(),
            open: true,
        })
        .chain([held])
        .filter(|scope| !scope.variables.is_empty())
        .collect();
    Scope {
        name: format!("lane{lane}"),
        title: format!("lane {lane}"),
        variables,
        scopes,
        open: lane == 0,
    }
}

/// The shown nets of a stage, in dataflow order, each followed in time by its registers.
fn stage_variables(stage: usize, nets: &[(usize, &Signal, &Node)]) -> Vec<Variable> {
    let mut names = HashSet::new();
    let mut variables = Vec::new();
    for (position, signal, _) in nets
        .iter()
        .filter(|(.., node)| node.stage == stage && !node.is_constant())
    {
        let Some(name) = &signal.name else { continue };
        let name = unused_name(name, &names);
        names.insert(name.clone());
        variables.push(Variable {
            name,
            width: signal.width,
            source: Source::Net(*position),
            shown: Shown::of(signal.show),
        });
    }
    variables
}

/// `leading zeros (cycle 2)`; a combinational module has no cycles.
fn stage_title(name: &str, stage: usize, latency: u32, nets: &[(usize, &Signal, &Node)]) -> String {
    let computed = nets.iter().filter(|(_, signal, node)| {
        node.stage == stage && signal.name.is_some() && !node.is_register() && !node.is_wiring()
    });
    let cycles: BTreeSet<u32> = computed.map(|(_, signal, _)| signal.cycle).collect();
    match (cycles.first(), cycles.last()) {
        (Some(first), Some(last)) if latency > 0 && first == last => {
            format!("{name} (cycle {first})")
        }
        (Some(first), Some(last)) if latency > 0 => format!("{name} (cycles {first} to {last})"),
        _ => name.to_owned(),
    }
}

/// The name, with a number behind it where a scope has it already.
fn unused_name(name: &str, taken: &HashSet<String>) -> String {
    let numbered = (2..).map(|number| format!("{name}_again{number}"));
    let mut candidates = std::iter::once(name.to_owned()).chain(numbered);
    candidates
        .find(|candidate| !taken.contains(candidate))
        .unwrap_or_default()
}
