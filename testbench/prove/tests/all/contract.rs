//! Tests of a pipeline's contract: every violation is refused, even if a simulation from zeros would not show it.

use std::sync::Arc;

use halfpipe_aig::{Aig, Literal};
use halfpipe_hdl::net::{Builder, Module, Op};
use halfpipe_lemmas::contract::PipelineNetlist;
use halfpipe_lemmas::formula::{Formula, Procedure};
use halfpipe_lemmas::graph::Graph;
use halfpipe_lemmas::ranks::ranks;
use halfpipe_lemmas::verdict::LemmaVerdict;
use halfpipe_spec::Logic;

/// The signals of a pipeline of two ranks with one bit of data. The output is the inverted input.
struct Signals {
    aig: Aig,
    reset: Literal,
    enable: Literal,
    in_valid: Literal,
    a: Literal,
    valid: [(usize, Literal); 2],
    data: [(usize, Literal); 2],
}

/// The next value of each register, and the outputs.
struct Connections {
    valid: [Literal; 2],
    data: [Literal; 2],
    out_valid: Literal,
    d: Literal,
}

impl Signals {
    fn new() -> Signals {
        let mut aig = Aig::new();
        let [reset, enable, in_valid, a] = std::array::from_fn(|_| aig.input());
        let [first, second, third, fourth] = std::array::from_fn(|_| aig.register());
        Signals {
            aig,
            reset,
            enable,
            in_valid,
            a,
            valid: [first, second],
            data: [third, fourth],
        }
    }

    /// Returns the next value of a register that moves with `enable`.
    fn moving(&mut self, held: Literal, next: Literal) -> Literal {
        self.aig.select(self.enable, next, held)
    }

    /// Adds a register that always takes a 1 with `enable`.
    fn constant_register(&mut self) -> Literal {
        let one = Literal::TRUE;
        let (number, held) = self.aig.register();
        let next = self.moving(held, one);
        self.aig.feed(number, next);
        held
    }

    /// Returns the correct connections.
    fn connections(&mut self) -> Connections {
        let inverted = !self.data[0].1;
        let before = [(self.valid[0].1, self.in_valid), (self.valid[1].1, self.valid[0].1)];
        let running = !self.reset;
        Connections {
            valid: before.map(|(held, before)| {
                let moved = self.moving(held, before);
                self.aig.and(running, moved)
            }),
            data: [(self.data[0].1, self.a), (self.data[1].1, inverted)]
                .map(|(held, before)| self.moving(held, before)),
            out_valid: self.valid[1].1,
            d: self.data[1].1,
        }
    }

    fn connected(mut self, connections: Connections) -> Arc<Aig> {
        let registers = self.valid.iter().chain(&self.data).map(|(number, _)| *number);
        for (number, next) in registers.zip(connections.valid.into_iter().chain(connections.data)) {
            self.aig.feed(number, next);
        }
        self.aig.output(connections.out_valid);
        self.aig.output(connections.d);
        Arc::new(self.aig)
    }
}

/// Names the lemmas that fail for a pipeline that should invert its operand. The name is `chain` if `out_valid` is no
/// register chain.
fn broken(aig: Arc<Aig>) -> Vec<String> {
    let Ok(pipeline) = PipelineNetlist::new(aig, 2) else {
        return vec!["chain".to_owned()];
    };
    let lemmas = pipeline.lemmas();
    let failing = lemmas
        .iter()
        .filter(|lemma| lemma.decide().verdict != LemmaVerdict::Holds);
    let mut broken: Vec<String> = failing.map(|lemma| lemma.name()).collect();
    let mut graph = Graph::new();
    let a = graph.inputs(1);
    let made = pipeline.outputs(&mut graph, &a);
    let differs = graph.xor(made[0], !a[0]);
    let shown = Formula {
        graph,
        negated_goals: vec![differs],
        words: vec![("a".to_owned(), a)],
        ..Formula::default()
    };
    if shown.decide(Procedure::Sweep) != LemmaVerdict::Holds {
        broken.push("netlist".to_owned());
    }
    broken
}

/// A fault: its change to the pipeline, and the lemmas that then fail.
type Fault = (
    &'static str,
    fn(&mut Signals, &mut Connections),
    &'static [&'static str],
);

const FAULTS: &[Fault] = &[
    ("none", |_, _| {}, &[]),
    (
        "a register of a constant beside the operands, which first holds something else",
        |signals, connections| {
            let constant = signals.constant_register();
            let both = signals.aig.and(signals.a, constant);
            connections.data[0] = signals.moving(signals.data[0].1, both);
        },
        &["netlist"],
    ),
    (
        "a register of a constant that is loaded before it is used",
        |signals, connections| {
            let constant = signals.constant_register();
            let inverted = !signals.data[0].1;
            let both = signals.aig.and(inverted, constant);
            connections.data[1] = signals.moving(signals.data[1].1, both);
        },
        &[],
    ),
    (
        "a register that keeps what it holds first",
        |signals, connections| {
            let (_, held) = signals.aig.register();
            let inverted = !signals.data[0].1;
            let other = signals.aig.or(inverted, held);
            connections.data[1] = signals.moving(signals.data[1].1, other);
        },
        &["netlist"],
    ),
    (
        "an operand that reaches the result of the one before",
        |signals, connections| connections.d = signals.aig.or(connections.d, signals.a),
        &["netlist"],
    ),
    (
        "a rank too few",
        |signals, connections| {
            let inverted = !signals.a;
            connections.data[1] = signals.moving(signals.data[1].1, inverted);
        },
        &["netlist"],
    ),
    (
        "a result that is hidden while enable is 0",
        |signals, connections| connections.d = signals.aig.and(connections.d, signals.enable),
        &["control"],
    ),
    (
        "a result that is hidden while it is not valid",
        |signals, connections| connections.d = signals.aig.and(connections.d, connections.out_valid),
        &["control", "netlist"],
    ),
    (
        "data that reset clears",
        |signals, connections| {
            let running = !signals.reset;
            connections.data[0] = signals.aig.and(connections.data[0], running);
        },
        &["hold", "control"],
    ),
    (
        "operands that are taken only where they are valid",
        |signals, connections| {
            let valid = signals.aig.select(signals.in_valid, signals.a, signals.data[0].1);
            connections.data[0] = signals.moving(signals.data[0].1, valid);
        },
        &["control", "netlist"],
    ),
    (
        "data that moves while enable is 0",
        |signals, connections| connections.data[0] = signals.a,
        &["hold"],
    ),
    (
        "out_valid that is hidden while reset is 1",
        |signals, connections| {
            let running = !signals.reset;
            connections.out_valid = signals.aig.and(connections.out_valid, running);
        },
        &["valid"],
    ),
    (
        "out_valid that is hidden while enable is 0",
        |signals, connections| {
            connections.out_valid = signals.aig.and(connections.out_valid, signals.enable);
        },
        &["valid"],
    ),
    (
        "a reset that waits for enable",
        |signals, connections| {
            let running = !signals.reset;
            let cleared = signals.aig.and(running, signals.in_valid);
            connections.valid[0] = signals.moving(signals.valid[0].1, cleared);
        },
        &["valid"],
    ),
    (
        "a valid bit that reset leaves alone",
        |signals, connections| connections.valid[1] = signals.moving(signals.valid[1].1, signals.valid[0].1),
        &["valid"],
    ),
    (
        "valid bits that move while enable is 0",
        |signals, connections| {
            let running = !signals.reset;
            connections.valid[1] = signals.aig.and(running, signals.valid[0].1);
        },
        &["valid"],
    ),
    (
        "out_valid a cycle early",
        |signals, connections| connections.out_valid = signals.valid[0].1,
        &["chain"],
    ),
    (
        "a valid bit that depends on the data",
        |signals, connections| connections.valid[0] = signals.aig.and(connections.valid[0], signals.a),
        &["chain"],
    ),
];

#[test]
fn what_breaks_the_contract_is_refused() {
    for (name, fault, expected) in FAULTS {
        let mut signals = Signals::new();
        let mut connections = signals.connections();
        fault(&mut signals, &mut connections);
        assert_eq!(broken(signals.connected(connections)), *expected, "{name}");
    }
}

/// Builds a module of one rank that outputs `a` AND another operand. The other operand, which may be a constant, passes
/// a second register on its way.
fn module_with_second_register(is_constant: bool) -> Module {
    let builder = Builder::new();
    let [a, k] = ["a", "k"].map(|name| builder.input(name, 1));
    let stored = builder.make(Op::Register, &[k], 1);
    let shown = builder.make(Op::Register, &[a & stored], 1);
    builder.output("d", shown);
    let mut lane = builder.finish();
    if is_constant {
        let port = lane.inputs.pop().expect("there are two inputs");
        lane.nodes[port.net.index()].op = Op::Constant(1);
    }
    Module {
        name: "module".to_owned(),
        lane,
        lanes: 1,
        latency: 1,
    }
}

#[test]
fn a_netlist_with_a_register_of_a_constant_is_not_proven() {
    let verdict = |is_constant| {
        ranks(Arc::new(module_with_second_register(is_constant)))
            .decide()
            .verdict
    };
    let why = |verdict| match verdict {
        LemmaVerdict::Unproven(why) => why.to_string(),
        other => panic!("{other:?}"),
    };
    let of_constant = why(verdict(true));
    assert!(of_constant.ends_with("is a register of a constant"), "{of_constant}");
    let of_operand = why(verdict(false));
    assert!(of_operand.contains("combines nets behind"), "{of_operand}");
}
