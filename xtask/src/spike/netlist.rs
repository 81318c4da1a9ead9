//! The netlist of an instruction's unit, evaluated for blocks of operands.

use std::ops::Range;

use anyhow::Context as _;
use halfpipe_aig::plane::{Block, Plane, BITS, LANES};
use halfpipe_hdl::design::Design;
use halfpipe_isa::{ElementType, Instruction};
use halfpipe_yosys::circuit::PortSlice;
use halfpipe_yosys::{Circuit, Machine, Mapping};

use super::functions::{JudgedFunction, NumberedOperands};

/// The results of a block: its words and its flags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockResults {
    /// The result of each vector.
    pub words: [u64; LANES],
    /// The flags of each vector.
    pub flags: [u16; LANES],
}

impl BlockResults {
    /// Zeros.
    pub const ZERO: BlockResults = BlockResults {
        words: [0; LANES],
        flags: [0; LANES],
    };
}

/// The netlist that Yosys makes of a unit's Verilog, without registers, compiled.
#[derive(Clone)]
pub struct UnitNetlist {
    machine: Machine,
    inputs: Vec<(Source, Range<usize>)>,
    word: Vec<PortSlice>,
    flags: PortSlice,
    /// The bits of the vector numbers.
    vectors: [Plane; BITS],
}

/// The origin of up to 16 input bits.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// The operands from this bit on.
    Operands(u32),
    /// The rounding mode.
    Rounding,
}

impl UnitNetlist {
    /// Synthesises and compiles the unit of an instruction.
    ///
    /// # Errors
    ///
    /// When Yosys or the compiler is missing, or the cache cannot be used.
    pub fn new(instruction: Instruction) -> anyhow::Result<UnitNetlist> {
        UnitNetlist::from_design(&Design::unit(instruction, 0)?)
    }

    /// Synthesises and compiles a unit without registers.
    ///
    /// # Errors
    ///
    /// As for [`UnitNetlist::new`].
    pub fn from_design(design: &Design) -> anyhow::Result<UnitNetlist> {
        let circuit = Circuit::synthesise(design, Mapping::Generic)?;
        let ports = circuit.ports();
        let function = design.interface().function().context("a unit has one instruction")?;
        let mut inputs = Vec::new();
        // The last operand has the lowest bits.
        let mut sources = (0..u128::BITS).step_by(BITS);
        for (operand, bits) in function.signature().operands().iter().zip(&ports.inputs).rev() {
            for slice in bits.slices() {
                let source = match operand.element_type {
                    ElementType::Rounding => Source::Rounding,
                    _ => Source::Operands(sources.next().context("the operands have more than 128 bits")?),
                };
                inputs.push((source, slice.bits));
            }
        }
        let [word, flags] = &ports.outputs[..] else {
            anyhow::bail!("a unit has a result and flags");
        };
        let mut vectors = [Plane::filled(false); BITS];
        Block::of_numbers(0..LANES as u16).write_planes(&mut vectors);
        Ok(UnitNetlist {
            machine: circuit.compile()?,
            inputs,
            word: word.slices().collect(),
            flags: flags.slices().next().context("there are flags")?,
            vectors,
        })
    }

    /// Computes the results of a block.
    pub fn evaluate(&mut self, function: JudgedFunction, block: u32, results: &mut BlockResults) {
        let NumberedOperands { first, place } = function.operands(block * LANES as u32);
        let planes = self.machine.inputs_mut();
        for (source, bits) in &self.inputs {
            let (constant, lowest) = match source {
                Source::Operands(lowest) => (first >> lowest, Some(*lowest)),
                Source::Rounding => (u128::from(function.rounding.code()), None),
            };
            for (plane, bit) in planes[bits.clone()].iter_mut().zip(0..) {
                let of_block = Plane::filled(constant >> bit & 1 == 1);
                let of_vector = lowest.and_then(|lowest| (lowest + bit).checked_sub(place));
                *plane = match of_vector.and_then(|bit| self.vectors.get(bit as usize)) {
                    Some(vectors) => vectors.zip(&of_block, |vector, of_block| vector ^ of_block),
                    None => of_block,
                };
            }
        }
        let outputs = self.machine.step();
        results.words = [0; LANES];
        for slice in &self.word {
            let Block(values) = Block::of_planes(&outputs[slice.bits.clone()]);
            for (word, value) in results.words.iter_mut().zip(values) {
                *word |= u64::from(value) << slice.shift;
            }
        }
        results.flags = Block::of_planes(&outputs[self.flags.bits.clone()]).0;
    }
}
