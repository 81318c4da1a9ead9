//! Lemmas about the outputs of a core beside the results of its lanes.

use halfpipe_aig::bit_blast::outputs;
use halfpipe_hdl::design::{Function as Operation, Role};
use halfpipe_hdl::fpu::{place_of_result, UNKNOWN_RESULT};
use halfpipe_isa::Instruction;
use halfpipe_spec::{Arithmetic, Logic};

use super::netlist::CoreUnderProof;
use crate::formula::Formula;
use crate::graph::{Graph, Literal, PortWords};
use crate::kind::LemmaKind;
use crate::lanes::join_flags;
use crate::lemma::LemmaSubject;
use crate::named_words::NamedWords;
use crate::products::OpenProducts;
use crate::subject_lemmas::SubjectLemmas;

/// Adds the lemmas about all operations, and about none.
pub(super) fn add_core_lemmas(lemmas: &mut SubjectLemmas<CoreUnderProof>) {
    lemmas.solve(LemmaKind::Tag, "tag_out is tag_in", CoreUnderProof::keeps_tag);
    let statement = format!("an unassigned op gives {UNKNOWN_RESULT:#x}");
    lemmas.solve(LemmaKind::UnknownOp, statement, CoreUnderProof::refuses_unknown_op);
}

/// Adds the lemmas about one operation.
pub(super) fn add_operation_lemmas(lemmas: &mut SubjectLemmas<CoreUnderProof>, op: usize, instruction: Instruction) {
    let core = lemmas.subject.clone();
    let operation = Operation::from(instruction.without_flags());
    let unused = core.list_unused_places(&operation);
    if !unused.is_empty() {
        let lemma = lemmas.solve(LemmaKind::UnusedBits, "the bits beside the result are 0", move |core| {
            core.clears_places(op, &unused)
        });
        lemma.subject = Some(LemmaSubject::Operation(operation.name().to_owned()));
    }
    if instruction.has_flags() && instruction.independent_lanes() > 1 {
        let statement = match instruction.independent_lanes() {
            2 => "neither lane changes the other's result, and the flags are those of both",
            _ => "no lane changes the result of another, and the flags are those of all",
        };
        let lemma = lemmas.sweep(LemmaKind::LaneIndependence, statement, move |core| {
            core.separates_lanes(op, instruction)
        });
        lemma.subject = Some(LemmaSubject::Operation(instruction.mnemonic().to_string()));
    }
    if core.interface.has_flags() && !instruction.has_flags() {
        let lemma = lemmas.solve(LemmaKind::Flags, "the flags are 0", move |core| {
            core.raises_no_flags(op)
        });
        lemma.subject = Some(LemmaSubject::Operation(instruction.to_string()));
    }
}

impl CoreUnderProof {
    /// Builds the netlist's outputs for some inputs, with open products.
    fn compute(&self, graph: &mut Graph, inputs: &NamedWords) -> PortWords {
        outputs(graph, &self.netlist, &inputs.words, &mut OpenProducts::default())
    }

    /// Claims that the tag leaves the core unchanged.
    fn keeps_tag(&self) -> Formula {
        let mut graph = Graph::new();
        let inputs = self.free_inputs(&mut graph);
        let made = self.compute(&mut graph, &inputs);
        let given = &inputs.words[self.input_position(Role::TagIn)];
        Formula::equal(graph, given, &made[self.output_position(Role::TagOut)]).show(inputs)
    }

    /// Claims the result of an unknown `op`.
    fn refuses_unknown_op(&self) -> Formula {
        let mut graph = Graph::new();
        let inputs = self.free_inputs(&mut graph);
        let made = self.compute(&mut graph, &inputs);
        let op = &inputs.words[self.input_position(Role::Op)];
        let count = graph.number(self.interface.operations().len() as i128, op.len() + 1);
        let op = graph.resized(op, op.len() + 1);
        let known = graph.less(&op, &count);
        let result = &made[self.output_position(Role::Result(0))];
        let wanted = graph.number(UNKNOWN_RESULT.into(), result.len());
        let mut same = graph.equal(result, &wanted);
        if self.interface.has_flags() {
            let raised = graph.any(&made[self.output_position(Role::Flags)]);
            same = graph.and(same, !raised);
        }
        Formula::always(graph, known).claim(same).show(inputs)
    }

    /// Claims that the lanes of an operation with flags are independent. Each lane's result is the same as with quiet NaNs
    /// in the other lane. The flags are those that either lane raises with quiet NaNs in the other.
    fn separates_lanes(&self, op: usize, instruction: Instruction) -> Formula {
        let mut graph = Graph::new();
        let inputs = self.free_operands(&mut graph, op);
        let operation = Operation::from(instruction);
        let operands = operation.signature().operands().iter();
        let positions = self.interface.operand_positions(&operation).zip(operands);
        let positions = positions.filter(|(_, operand)| !operand.is_shared());
        let lanes = instruction.independent_lanes() as usize;
        let positions = positions.map(|(position, operand)| (position, operand.width() as usize / lanes));
        let positions: Vec<(usize, usize)> = positions.collect();
        let mut open = OpenProducts::default();
        let places = [Role::Result(0), Role::Flags].map(|role| self.output_position(role));
        // Quiet NaNs are in all lanes but the one that is given.
        let mut compute = |graph: &mut Graph, alone: Option<usize>| {
            let mut some = inputs.words.clone();
            for (position, width) in &positions {
                for lane in (0..lanes).filter(|lane| alone.is_some_and(|alone| alone != *lane)) {
                    some[*position][lane * width..][..*width].fill(!Literal::FALSE);
                }
            }
            let made = outputs(graph, &self.netlist, &some, &mut open);
            places.map(|output| made[output].clone())
        };
        let all = compute(&mut graph, None);
        let each: Vec<_> = (0..lanes).map(|lane| compute(&mut graph, Some(lane))).collect();
        let width = instruction.signature().results()[0].width() as usize / lanes;
        let place_of_lane = |place: usize| (place / width).min(lanes - 1);
        let of_lanes = (0..all[0].len()).map(|place| each[place_of_lane(place)][0][place]);
        let mut wanted: Vec<Literal> = of_lanes.collect();
        let flags = each.iter().map(|made| made[1].clone());
        let flags = flags.reduce(|one, other| join_flags(&mut graph, &one, &other));
        wanted.extend(flags.expect("there is a lane"));
        Formula::equal(graph, &all.concat(), &wanted).show(inputs)
    }

    /// Claims that an operation without flags raises none.
    fn raises_no_flags(&self, op: usize) -> Formula {
        let mut graph = Graph::new();
        let inputs = self.free_operands(&mut graph, op);
        let made = self.compute(&mut graph, &inputs);
        Formula::never(graph, &made[self.output_position(Role::Flags)]).show(inputs)
    }

    /// Returns the places of the result port that an operation does not use.
    fn list_unused_places(&self, operation: &Operation) -> Vec<usize> {
        let results = operation.signature().results().iter().enumerate();
        let used: Vec<_> = results
            .map(|(position, result)| {
                let place = place_of_result(position);
                place as usize..(place + result.width()) as usize
            })
            .collect();
        let width = self.interface.port(Role::Result(0)).map_or(0, |port| port.width);
        let is_unused = |place: &usize| !used.iter().any(|used| used.contains(place));
        (0..width as usize).filter(is_unused).collect()
    }

    /// Claims that some places of the result are 0 for an operation.
    fn clears_places(&self, op: usize, places: &[usize]) -> Formula {
        let mut graph = Graph::new();
        let inputs = self.free_operands(&mut graph, op);
        let made = self.compute(&mut graph, &inputs);
        let result = &made[self.output_position(Role::Result(0))];
        let unused: Vec<Literal> = places.iter().map(|place| result[*place]).collect();
        Formula::never(graph, &unused).show(inputs)
    }
}
