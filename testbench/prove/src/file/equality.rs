//! Equality of a file with the module of a design.

use halfpipe_aig::bit_blast::{outputs, Schoolbook};
use halfpipe_hdl::design::Design;
use halfpipe_isa::Instruction;
use halfpipe_lemmas::formula::Formula;
use halfpipe_lemmas::graph::{Graph, Literal};
use halfpipe_lemmas::lanes::join_lanes;
use halfpipe_lemmas::named_words::NamedWords;
use halfpipe_spec::Logic;

use super::function::FileFunction;

/// Returns the claim that a file's function is that of a design's module, for all operands and roundings.
pub(crate) fn claim_equality(function: &FileFunction, design: &Design) -> Formula {
    let mut graph = Graph::new();
    let ports = design.interface().inputs();
    let inputs = NamedWords::free(&mut graph, ports.map(|port| (port.name.clone(), port.width as usize)));
    let made = function.results(&mut graph, &inputs.words, |_| None);
    let module = design.module();
    let is_shared = |_| false;
    let wanted = match module.lanes as usize {
        1 => outputs(&mut graph, &module.lane, &inputs.words, &mut Schoolbook),
        lanes => join_lanes(&mut graph, lanes, &inputs.words, is_shared, |graph, inputs| {
            outputs(graph, &module.lane, inputs, &mut Schoolbook)
        }),
    };
    let has_port = design
        .interface()
        .instruction()
        .is_some_and(Instruction::has_rounding_port);
    let port = inputs.words.last().filter(|_| has_port);
    let is_rounding = port.map_or(Literal::TRUE, |code| is_rounding(&mut graph, code));
    let formula = Formula::equal(graph, &made, &wanted.concat()).show(inputs);
    match is_rounding {
        Literal::TRUE => formula,
        is_rounding => formula.assume(is_rounding),
    }
}

/// True if a rounding port has the code of a rounding, 0 to 4.
pub(super) fn is_rounding(graph: &mut Graph, code: &[Literal]) -> Literal {
    let low = graph.or(code[0], code[1]);
    !graph.0.and(code[2], low)
}
