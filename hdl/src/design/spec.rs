//! Specifications of designs: the functions of a module and the choices of its hardware.

use halfpipe_isa::{Instruction, Operation};

use crate::datapath::{iterative, Optimisation};
use crate::fpu::{self, CoreError};
use crate::stage::Multiplier;
use crate::unit;

/// The default width of a core's tag in bits.
pub const DEFAULT_TAG_BITS: u32 = 8;

/// The functions of a generated module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DesignKind {
    /// A unit, which computes one instruction. An instruction with flags has an output for them.
    Unit(Instruction),
    /// A unit of one instruction that works on one operation at a time.
    Iterative(Instruction),
    /// A core of several instructions.
    Core {
        /// The instructions. A core reports flags if one of them has flags.
        instructions: Vec<Instruction>,
        /// The width of the tag in bits.
        tag_bits: u32,
    },
}

impl DesignKind {
    /// Returns a core of these instructions with a tag of the default width.
    pub fn core(instructions: &[Instruction]) -> DesignKind {
        DesignKind::Core {
            instructions: instructions.to_vec(),
            tag_bits: DEFAULT_TAG_BITS,
        }
    }

    /// Returns the instructions.
    pub fn instructions(&self) -> &[Instruction] {
        match self {
            DesignKind::Unit(instruction) | DesignKind::Iterative(instruction) => std::slice::from_ref(instruction),
            DesignKind::Core { instructions, .. } => instructions,
        }
    }

    /// True if one of the instructions has flags.
    pub fn has_flags(&self) -> bool {
        fpu::have_flags(self.instructions())
    }

    /// True if one of the instructions takes its rounding from a port.
    pub fn has_rounding_port(&self) -> bool {
        self.instructions()
            .iter()
            .any(|instruction| instruction.has_rounding_port())
    }

    /// True if the instructions are exactly the arithmetic ones, as a core has by default.
    pub fn has_usual_instructions(&self) -> bool {
        let instructions = self.instructions().iter().map(|one| one.without_flags());
        instructions.eq(Instruction::arithmetic().iter().copied())
    }

    /// Returns the usual name of the module.
    pub fn module_name(&self) -> String {
        match self {
            DesignKind::Unit(instruction) | DesignKind::Iterative(instruction) => instruction.module_name(),
            DesignKind::Core { .. } => fpu::NAME.to_owned(),
        }
    }
}

/// The optional ports of an AXI4-Stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StreamPorts {
    /// The width of `tuser` in bits, which comes out with the result; 0 for none.
    pub user_bits: u32,
}

/// The largest width of `tuser` in bits.
pub const MAX_USER_BITS: u32 = 128;

/// The specification of a generated module. Equal specifications give equal modules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DesignSpec {
    /// A unit, or a core with its instructions.
    pub kind: DesignKind,
    /// Clock cycles from operands to result; 0 is combinational. An iterative unit has [`iterative::cycles`].
    pub latency: u32,
    /// The implementation of products, if the module has any.
    pub multiplier: Multiplier,
    /// The form of the datapath, if the unit has several.
    pub optimisation: Optimisation,
    /// True for a rank of registers behind the inputs and one before the outputs. Both count in the latency.
    pub register_ports: bool,
    /// The name of the module, if not its usual one.
    pub name: Option<String>,
    /// A module with AXI4-Stream ports around the specified one.
    pub stream: Option<StreamPorts>,
}

impl DesignSpec {
    /// Returns the specification with products of rows and the usual name.
    pub fn new(kind: DesignKind, latency: u32) -> DesignSpec {
        DesignSpec {
            kind,
            latency,
            multiplier: Multiplier::default(),
            optimisation: Optimisation::default(),
            register_ports: false,
            name: None,
            stream: None,
        }
    }

    /// Returns the specification of the module of an instruction, with products of rows and the usual name.
    pub fn unit(instruction: Instruction, latency: u32) -> DesignSpec {
        DesignSpec::new(DesignKind::Unit(instruction), latency)
    }

    /// Returns the specification of the iterative unit of an instruction, with the usual name.
    pub fn iterative(instruction: Instruction) -> DesignSpec {
        DesignSpec::new(DesignKind::Iterative(instruction), iterative::cycles(instruction))
    }

    /// Returns the specification of the core of these instructions, with products of rows, the usual name and a tag of
    /// the default width.
    pub fn core(instructions: &[Instruction], latency: u32) -> DesignSpec {
        DesignSpec::new(DesignKind::core(instructions), latency)
    }

    /// Returns the form of the module: the smallest one if there is no other.
    pub fn form(&self) -> Optimisation {
        match self.kind {
            DesignKind::Unit(_) => self.optimisation,
            _ => Optimisation::default(),
        }
    }

    /// Returns the longest useful latency of the module in clock cycles, whatever its own.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no core of these instructions.
    pub fn max_latency(&self) -> Result<u32, CoreError> {
        match &self.kind {
            DesignKind::Unit(instruction) => Ok(unit::max_latency_of_form(*instruction, self.form())),
            DesignKind::Iterative(instruction) => Ok(iterative::cycles(*instruction)),
            DesignKind::Core { instructions, .. } => fpu::max_latency(instructions, self.multiplier),
        }
    }

    /// Returns the same specification with another implementation of products.
    pub fn with_multiplier(self, multiplier: Multiplier) -> DesignSpec {
        DesignSpec { multiplier, ..self }
    }

    /// Returns the same specification with another form of the datapath.
    pub fn with_optimisation(self, optimisation: Optimisation) -> DesignSpec {
        DesignSpec { optimisation, ..self }
    }
}

/// True if any of the instructions has a product, so that the choice of a multiplier makes a difference.
pub fn multiplies(instructions: &[Instruction]) -> bool {
    let is_product =
        |operation: Operation| operation.is_sum_or_product() && !matches!(operation, Operation::Add | Operation::Sub);
    let has_product = |instruction: &Instruction| {
        let operation = instruction.operation();
        is_product(operation) || operation.products().is_some()
    };
    instructions.iter().any(has_product)
}

/// The words that follow the name of an instruction in the form for speed.
pub const SPEED_MARK: &str = "--optimise speed";
