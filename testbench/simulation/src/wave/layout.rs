//! The variables of a dump and their order.

use std::collections::{BTreeSet, HashSet};

use halfpipe_hdl::design::{Design, Function, Interface, Port, Role};
use halfpipe_hdl::net::simulate::{NetlistSimulator, Signal};
use halfpipe_hdl::net::{Module, Node, Stage};

use super::scope::{DumpScope, Shown, SignalSource, Variable, CHECK};

/// Returns the scopes of a design's dump.
pub fn lay_out(design: &Design) -> DumpScope {
    let interface = design.interface();
    let module = design.module();
    let signals = NetlistSimulator::new(module).signals().to_vec();
    let mut scopes = vec![list_checks(interface)];
    scopes.extend((0..module.lanes).map(|lane| self::lane(interface, module, &signals, lane)));
    DumpScope {
        name: module.name.clone(),
        title: interface.title(),
        variables: list_ports(interface),
        scopes,
        open: true,
        ..DumpScope::default()
    }
}

/// Returns the ports of a module.
pub fn list_ports(interface: &Interface) -> Vec<Variable> {
    let [mut inputs, mut outputs] = [0, 0];
    let next = |count: &mut usize, words: usize| {
        *count += words;
        *count - words
    };
    let parts = |port: &Port| {
        let words = interface.words().iter();
        let parts = words.filter(|word| word.part.is_some_and(|part| part.register == port.name));
        parts.count()
    };
    let mut source = |port: &Port| match port.role {
        Role::Clock => SignalSource::Clock,
        Role::Reset => SignalSource::Reset,
        Role::Enable => SignalSource::Enable,
        Role::InValid => SignalSource::InValid,
        Role::InReady => SignalSource::InReady,
        Role::OutValid => SignalSource::OutValid,
        _ if port.is_input() => match parts(port) {
            0 => SignalSource::Input(next(&mut inputs, 1)),
            count => SignalSource::InputPort {
                first: next(&mut inputs, count),
                count,
            },
        },
        _ => SignalSource::Output(next(&mut outputs, 1)),
    };
    let variable = |port: &Port| Variable {
        name: port.name.clone(),
        width: port.width,
        source: source(port),
        shown: show_port(interface, port),
        cycle: match port.role {
            Role::Clock | Role::Reset | Role::Enable => None,
            _ if port.is_input() => Some(0),
            _ => Some(interface.latency()),
        },
    };
    interface.ports().iter().map(variable).collect()
}

/// Returns the display format of a port: that of its operand or result. In a core the format depends on the operation.
fn show_port(interface: &Interface, port: &Port) -> Shown {
    match (port.role, interface.function().map(Function::signature)) {
        (Role::Operand(position), Some(signature)) => Shown::from_register(&signature.operands()[position]),
        (Role::Result(position), Some(signature)) => Shown::from_register(&signature.results()[position]),
        (Role::Op, _) => Shown::Unsigned,
        (Role::Flags, _) => Shown::Flags,
        _ => Shown::Hexadecimal,
    }
}

/// Returns the results among the data outputs: their positions and ports.
fn results(interface: &Interface) -> impl Iterator<Item = (usize, &Port)> + Clone {
    let outputs = interface.outputs().enumerate();
    outputs.filter(|(_, port)| matches!(port.role, Role::Result(_) | Role::Flags))
}

/// Returns the name of a result's expected value: `expected`, followed by the name of the result if there are several.
fn expected_name(interface: &Interface, result: &Port) -> String {
    match results(interface).count() {
        1 => "expected".to_owned(),
        _ => format!("expected_{}", result.name),
    }
}

/// Returns the scope of the model's outputs for the results.
pub fn list_checks(interface: &Interface) -> DumpScope {
    let expected = |(output, result): (usize, &Port)| Variable {
        name: expected_name(interface, result),
        width: result.width,
        source: SignalSource::Expected(output),
        shown: show_port(interface, result),
        cycle: Some(interface.latency()),
    };
    let expected = results(interface).map(expected);
    let mismatch = Variable {
        name: "mismatch".to_owned(),
        width: 1,
        source: SignalSource::Mismatch,
        shown: Shown::Hexadecimal,
        cycle: Some(interface.latency()),
    };
    DumpScope {
        name: CHECK.to_owned(),
        title: CHECK.to_owned(),
        variables: expected.chain([mismatch]).collect(),
        open: true,
        ..DumpScope::default()
    }
}

fn lane(interface: &Interface, module: &Module, signals: &[Signal], lane: u32) -> DumpScope {
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
    let (held, mut variables) = stage_variables(Stage::PORTS, &nets);
    let names: HashSet<String> = variables.iter().map(|variable| variable.name.clone()).collect();
    for (output, result) in results(interface) {
        let mut share = |name: &str, source| {
            variables.push(Variable {
                cycle: Some(module.latency),
                name: unused_name(name, &names),
                width: result.width / module.lanes,
                source,
                shown: show_port(interface, result),
            });
        };
        share(&result.name, SignalSource::LaneOutput { output, lane });
        // The scope `check` has the expected value of a single lane.
        if module.lanes > 1 {
            let expected = expected_name(interface, result);
            share(&expected, SignalSource::LaneExpected { output, lane });
        }
    }
    // The signals of the ports belong directly to the lane.
    let stages = module.lane.stages.iter().enumerate();
    let scopes = stages
        .filter(|(index, _)| *index != Stage::PORTS)
        .map(|(index, stage)| {
            let (registers, variables) = stage_variables(index, &nets);
            DumpScope {
                name: stage.name.clone(),
                title: with_cycles(&stage.title(), &module.lane.cycles(index), module.latency),
                variables,
                scopes: held_in("", "registers", registers).into_iter().collect(),
                open: true,
                stage: Some(index - 1),
            }
        })
        .filter(|scope| !(scope.variables.is_empty() && scope.scopes.is_empty()));
    DumpScope {
        name: format!("lane{lane}"),
        title: format!("lane {lane}"),
        variables,
        scopes: held_in("held", "operands held", held)
            .into_iter()
            .chain(scopes)
            .collect(),
        open: lane == 0,
        stage: None,
    }
}

/// Returns a folded group of registers that carry values to later clock cycles; None if there are none.
fn held_in(name: &str, title: &str, registers: Vec<Variable>) -> Option<DumpScope> {
    let cycles: BTreeSet<u32> = registers.iter().filter_map(|register| register.cycle).collect();
    let last = cycles.last().copied()?;
    Some(DumpScope {
        name: name.to_owned(),
        title: with_cycles(title, &cycles, last),
        variables: registers,
        ..DumpScope::default()
    })
}

/// Returns the registers and the other nets that a stage shows, both in dataflow order.
fn stage_variables(stage: usize, nets: &[(usize, &Signal, &Node)]) -> (Vec<Variable>, Vec<Variable>) {
    let mut names = HashSet::new();
    let (mut registers, mut others) = (Vec::new(), Vec::new());
    for (position, signal, node) in nets
        .iter()
        .filter(|(.., node)| node.stage == stage && !node.is_constant())
    {
        let Some(name) = &signal.name else { continue };
        let name = unused_name(name, &names);
        names.insert(name.clone());
        let variable = Variable {
            name,
            width: signal.width,
            source: SignalSource::Net(*position),
            shown: Shown::new(signal.show),
            cycle: Some(signal.cycle),
        };
        if node.is_register() {
            registers.push(variable)
        } else {
            others.push(variable)
        }
    }
    (registers, others)
}

/// Returns a title such as `leading zeros (cycle 2)`; a combinational module has no cycles.
fn with_cycles(name: &str, cycles: &BTreeSet<u32>, latency: u32) -> String {
    match (cycles.first(), cycles.last()) {
        (Some(first), Some(last)) if latency > 0 && first == last => {
            format!("{name} (cycle {first})")
        }
        (Some(first), Some(last)) if latency > 0 => format!("{name} (cycles {first} to {last})"),
        _ => name.to_owned(),
    }
}

/// Returns the name, followed by a number if the scope already has it.
fn unused_name(name: &str, taken: &HashSet<String>) -> String {
    let numbered = (2..).map(|number| format!("{name}_again{number}"));
    let mut candidates = std::iter::once(name.to_owned()).chain(numbered);
    candidates
        .find(|candidate| !taken.contains(candidate))
        .unwrap_or_default()
}
