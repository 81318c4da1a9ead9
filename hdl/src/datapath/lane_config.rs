//! Configuration of a datapath: the modifiers of an instruction and the formats that it works on.

use halfpipe_isa::{
    ElementType, FloatFormat, Instruction, LaneFormats, Modifier, Modifiers, Operand, Operation, Rounding, Signature,
    Type,
};
use serde::{Deserialize, Serialize};

use crate::datapath::comparison::Comparison;
use crate::datapath::conversion::Conversion;
use crate::datapath::dot::Dot;
use crate::net::{Delays, Netlist};
use crate::stage::Multiplier;

/// One lane of an instruction: operation, modifiers and formats. An absent modifier leaves no hardware.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LaneConfig {
    /// The operation.
    pub operation: Operation,
    /// The formats of operands and result.
    pub formats: LaneFormats,
    /// The type of the operands `a` and `b` in the instruction set.
    pub operand: ElementType,
    /// The rounding of the exact result, if it is fixed.
    pub rounding: Rounding,
    /// True if an operand selects the rounding.
    pub rounding_port: bool,
    /// The modifiers; the one of the rounding has no meaning here.
    pub modifiers: Modifiers,
    /// True if the flags are a result too.
    pub flags: bool,
    /// The number of lanes in one netlist, one or all. Lanes of a comparison or a conversion share operands, and lanes of
    /// an instruction with flags or a rounding port share a result or an operand. They form one netlist.
    pub lanes: u32,
    /// The number of such netlists side by side in a module.
    pub copies: u32,
    /// The kind of function, with the parameters that only this kind has.
    pub function: LaneFunction,
    /// The implementation of products. Their value does not depend on it.
    pub multiplier: Multiplier,
    /// The form of the datapath. Results do not depend on it.
    pub optimisation: Optimisation,
}

/// The kind of function of a lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LaneFunction {
    /// A number from numbers.
    Arithmetic,
    /// A comparison.
    Comparison(Comparison),
    /// A conversion.
    Conversion(Conversion),
    /// A dot product.
    Dot(Dot),
}

impl LaneFunction {
    /// Returns the kind of an instruction.
    pub fn from_instruction(instruction: Instruction) -> LaneFunction {
        let comparison = Comparison::from_instruction(instruction).map(LaneFunction::Comparison);
        comparison
            .or_else(|| Conversion::from_instruction(instruction).map(LaneFunction::Conversion))
            .or_else(|| Dot::from_instruction(instruction).map(LaneFunction::Dot))
            .unwrap_or(LaneFunction::Arithmetic)
    }
}

/// Aim of a unit, which decides its form. Registers stand elsewhere in the form for speed. An fma has other stages too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Optimisation {
    /// The smallest area.
    #[default]
    Area,
    /// The highest clock frequency.
    Speed,
    /// The shortest time in a simulator. Its registers stand at the operands and the results.
    Simulation,
}

impl Optimisation {
    /// Returns the name as written on a command line.
    pub const fn name(self) -> &'static str {
        match self {
            Optimisation::Area => "area",
            Optimisation::Speed => "speed",
            Optimisation::Simulation => "simulation",
        }
    }

    /// Returns the delays by which registers are placed in this datapath of this form.
    pub fn delays(self, netlist: &Netlist) -> Delays {
        let without_blocks = match self {
            Optimisation::Area | Optimisation::Simulation => Delays::default(),
            Optimisation::Speed => Delays::FOR_SPEED,
        };
        without_blocks.for_netlist(netlist)
    }

    /// Returns the implementation of products, if this one was requested.
    pub fn multiplier(self, requested: Multiplier) -> Multiplier {
        match self {
            Optimisation::Area | Optimisation::Speed => requested,
            // No block of a device.
            Optimisation::Simulation => Multiplier::Block(&[]),
        }
    }

    /// Returns the datapath with that many ranks of registers where this form has them.
    pub fn pipeline(self, netlist: &Netlist, latency: u32) -> Netlist {
        match self {
            Optimisation::Area | Optimisation::Speed => self.delays(netlist).pipeline(netlist, latency),
            Optimisation::Simulation => self.delays(netlist).pipeline_around(netlist, latency),
        }
    }
}

impl LaneConfig {
    /// Returns the configuration of an instruction in its own formats.
    pub fn from_instruction(instruction: Instruction) -> LaneConfig {
        LaneConfig::with_formats(instruction, LaneFormats::from_instruction(instruction))
    }

    /// Returns the configuration of an instruction in other formats.
    pub fn with_formats(instruction: Instruction, formats: LaneFormats) -> LaneConfig {
        // One output has the flags of all lanes, and one input their rounding.
        let copies = if instruction.has_flags() || instruction.has_rounding_port() {
            1
        } else {
            instruction.independent_lanes()
        };
        LaneConfig {
            operation: instruction.operation(),
            formats,
            operand: instruction.ty().operand(),
            rounding: instruction.rounding(),
            rounding_port: instruction.has_rounding_port(),
            modifiers: instruction.modifiers().collect(),
            flags: instruction.has_flags(),
            lanes: instruction.ty().lanes() / copies,
            copies,
            function: LaneFunction::from_instruction(instruction),
            multiplier: Multiplier::default(),
            optimisation: Optimisation::default(),
        }
    }

    /// True if the operation has a modifier.
    pub fn has(&self, modifier: Modifier) -> bool {
        self.modifiers.contains(modifier)
    }

    /// True if this is a mixed-precision operation.
    pub fn is_mixed(&self) -> bool {
        self.formats.is_mixed()
    }

    /// Returns the operands and results of the operation in PTX: in mixed precision, if the formats differ and PTX has
    /// such an instruction. Names and order are the same in any format. [`LaneConfig::format`] returns the format of a
    /// lane of an operand.
    pub fn signature(&self) -> &'static Signature {
        match &self.function {
            LaneFunction::Arithmetic => self.instruction().signature(),
            LaneFunction::Comparison(comparison) => comparison.signature(),
            LaneFunction::Conversion(conversion) => conversion.signature(),
            LaneFunction::Dot(dot) => dot.signature,
        }
    }

    /// Returns the format of an operand of the signature.
    ///
    /// # Panics
    ///
    /// Panics if the operand is no number.
    pub fn format(&self, operand: &Operand) -> FloatFormat {
        match operand.element_type {
            ElementType::Number(element) if element == self.instruction().ty().operand_format() => self.formats.operand,
            ElementType::Number(_) => self.formats.result,
            element_type => panic!("{} is {element_type}, which has no format", operand.name),
        }
    }

    /// Returns the first instruction of the operation, in mixed precision if the formats differ.
    fn instruction(&self) -> Instruction {
        let all = || Instruction::all().iter().copied();
        let is_riscv = self.formats.operand.is_riscv();
        let mut same = all().filter(|instruction| instruction.operation() == self.operation);
        let first = same.clone().next();
        let is_alike = |ty: Type| {
            if is_riscv {
                ty.is_riscv() && ty.operand() == self.operand
            } else {
                ty.is_mixed() == self.is_mixed()
            }
        };
        let found = same.find(|instruction| is_alike(instruction.ty()));
        let plain = found.or(first).expect("the table has each operation");
        let rounded = plain.with_rounding_port().filter(|_| self.rounding_port);
        let plain = rounded.unwrap_or(plain);
        plain.with_flags().filter(|_| self.flags).unwrap_or(plain)
    }
}
