//! Common parts of both processor buses.

use std::fmt::Write;

use halfpipe_isa::Instruction;

use crate::design::{Design, Role};
use crate::export::comment::{commented, made_by, notice};
use crate::fpu::{is_apart, register, OPERANDS, UNKNOWN_RESULT};

/// The most operations that a bus can name. Their numbers have eight bits.
pub const MOST_OPERATIONS: usize = 1 << NUMBER_BITS;

/// The width of an operation's number in bits.
pub(super) const NUMBER_BITS: u32 = 8;

/// A bus of a processor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bus {
    /// The custom function unit of CFU-Playground, as in VexRiscv: commands and responses, each with a handshake.
    Cfu,
    /// The Pico co-processor interface of PicoRV32.
    Pcpi,
}

/// Use of the accumulator by an instruction: the two lowest bits of the request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Computes. A third operand is the accumulator, which stays unchanged.
    Compute = 0,
    /// Computes and writes the result to the accumulator.
    Accumulate = 1,
    /// Writes the first operand to the accumulator.
    Write = 2,
    /// Returns the accumulator as the result.
    Read = 3,
}

/// A core that does not fit a bus.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BusError {
    /// More operations than the bus can name.
    #[error("the core has {0} instructions, but an instruction of the processor can select only {MOST_OPERATIONS}")]
    TooMany(usize),
    /// A tag of another width than the wrapper uses.
    #[error("a core behind a processor bus needs a tag of 1 bit, not {0}")]
    Tag(u32),
    /// Flags, for which a response has no bits.
    #[error("a processor bus carries no flags")]
    Flags,
    /// A rounding port, for which an instruction has no bits.
    #[error("a processor bus carries no rounding")]
    Rounding,
    /// An instruction whose formats C has no software model for.
    #[error("{0} has no software model in the bus's C header, which has f16, bf16 and mixed precision")]
    Format(Instruction),
}

impl Bus {
    /// Returns the name of the bus, which is the suffix of the wrapper's module name.
    pub const fn name(self) -> &'static str {
        match self {
            Bus::Cfu => "cfu",
            Bus::Pcpi => "pcpi",
        }
    }

    /// Returns the module name of the wrapper around a core.
    pub fn module_name(self, core: &Design) -> String {
        format!("{}_{}", core.name(), self.name())
    }

    /// The width of the tag of a core behind a bus, in bits.
    pub const TAG_BITS: u32 = 1;

    /// Checks that a core fits the bus.
    ///
    /// # Errors
    ///
    /// Returns an error if the core has more operations than the bus can name, flags, a rounding port, a tag of other than
    /// one bit, or an instruction in a format that its lanes do not compute in.
    pub fn check(self, core: &Design) -> Result<(), BusError> {
        if let Some(other) = core.instructions().into_iter().find(|one| is_apart(*one)) {
            return Err(BusError::Format(other.without_flags()));
        }
        let operations = core.interface().operations().len();
        if operations > MOST_OPERATIONS {
            return Err(BusError::TooMany(operations));
        }
        if core.interface().port(Role::Flags).is_some() {
            return Err(BusError::Flags);
        }
        if core.interface().port(Role::Operand(OPERANDS.len())).is_some() {
            return Err(BusError::Rounding);
        }
        let tag = core.interface().port(Role::TagIn).map_or(0, |port| port.width);
        match tag {
            Bus::TAG_BITS => Ok(()),
            other => Err(BusError::Tag(other)),
        }
    }
}

/// Returns the comment above the wrapper around a core.
pub(super) fn banner(core: &Design, first: &[String], command: Option<&str>) -> String {
    let mut lines = first.to_vec();
    let nan = format!("0x{UNKNOWN_RESULT:x}");
    lines.extend([
        String::new(),
        "What is asked has ten bits, funct7 of the instruction above funct3. The upper eight are the number of an operation of the core; \
         the other two say:"
            .to_owned(),
        "  0  compute: a third operand is the accumulator, which stays".to_owned(),
        "  1  accumulate: the same, and the result is the accumulator from then on".to_owned(),
        format!("  2  write: the first operand is the accumulator from then on; the answer is {nan}"),
        "  3  read: the answer is the accumulator".to_owned(),
        format!("A number that no operation has gives {nan}. After reset the accumulator is 0."),
        String::new(),
        format!("Needs {}.v, the core inside.", core.name()),
    ]);
    lines.extend(command.map(made_by).unwrap_or_default());
    lines.push(notice());
    commented(&lines)
}

/// Returns nets for the request. `number` and `mode` are those of the bus.
pub(super) fn asked(core: &Design) -> String {
    let instructions = core.instructions();
    let has_c_second = |instruction: &Instruction| {
        let operands = instruction.signature().operands();
        operands.get(1).is_some_and(|second| register(second.name) == 2)
    };
    let second = set(&instructions, has_c_second);
    let op_bits = op_bits(core);
    let unknown = match op_bits {
        NUMBER_BITS => "1'b0".to_owned(),
        _ => format!("number[{}:{op_bits}] != {}'d0", NUMBER_BITS - 1, NUMBER_BITS - op_bits),
    };
    format!(
        "    wire computes = !mode[1];
    wire stores   = mode == 2'd{};
    wire writes   = mode == 2'd{};
    wire reads    = mode == 2'd{};

    // A bit for each number: the operation's second operand is at the core's port c.
    localparam [{top}:0] SECOND_IS_C = {second};

    // Where nothing is computed the answer is the canonical NaN, as it is for a number that the core itself does not know.
    wire nothing = writes || ({unknown});
",
        Mode::Accumulate as u32,
        Mode::Write as u32,
        Mode::Read as u32,
        top = MOST_OPERATIONS - 1,
    )
}

/// Returns the width of the core's `op` in bits.
fn op_bits(core: &Design) -> u32 {
    core.interface().port(Role::Op).map_or(0, |port| port.width)
}

/// Returns a constant with a bit for each operation's number: 1 if the operation is of a kind.
pub(super) fn set(instructions: &[Instruction], is_one: impl Fn(&Instruction) -> bool) -> String {
    let mut digits = [0_u8; MOST_OPERATIONS / 4];
    for (number, instruction) in instructions.iter().enumerate() {
        digits[number / 4] |= u8::from(is_one(instruction)) << (number % 4);
    }
    let mut text = format!("{MOST_OPERATIONS}'h");
    for digit in digits.iter().rev() {
        let _ = write!(text, "{digit:x}");
    }
    text
}

/// The core, connected to nets of the wrapper. A combinational core gets an output register. `unit_valid` and
/// `unit_data` are its outputs.
pub(super) struct Core<'a> {
    /// The core.
    pub core: &'a Design,
    /// The clock.
    pub clock: &'a str,
    /// The reset, active high.
    pub reset: &'a str,
    /// The enable of the pipeline.
    pub enable: &'a str,
    /// The valid bit of the operands.
    pub given: &'a str,
    /// The first operand.
    pub first: &'a str,
    /// The second operand.
    pub second: &'a str,
}

impl Core<'_> {
    /// Returns the cycles from operands to result, output registers included.
    pub fn latency(core: &Design) -> u32 {
        core.latency().max(1)
    }

    /// Returns nets for the outputs of the core.
    pub fn nets(core: &Design) -> String {
        // A combinational core has output registers in the wrapper.
        let kind = if core.latency() == 0 { "reg " } else { "wire" };
        format!(
            "
    // ---- what comes out of the core ----
    wire        unit_nothing;
    wire [31:0] unit_result;
    {kind}        unit_valid;
    {kind} [31:0] unit_data;
"
        )
    }

    /// Returns the instance and its outputs.
    pub fn instance(&self) -> String {
        let Core {
            core,
            clock,
            reset,
            enable,
            given,
            first,
            second,
        } = self;
        let op = match op_bits(core) {
            1 => "number[0]".to_owned(),
            bits => format!("number[{}:0]", bits - 1),
        };
        let is_combinational = core.latency() == 0;
        let connection = |port: &crate::design::Port| {
            let net = match port.role {
                Role::Clock => (*clock).to_owned(),
                Role::Reset => (*reset).to_owned(),
                Role::Enable => (*enable).to_owned(),
                Role::InValid => (*given).to_owned(),
                Role::OutValid => "unit_valid".to_owned(),
                Role::Op => op.clone(),
                Role::TagIn => "nothing".to_owned(),
                Role::TagOut => "unit_nothing".to_owned(),
                Role::Operand(0) => (*first).to_owned(),
                Role::Operand(1) => (*second).to_owned(),
                Role::Operand(_) => format!("SECOND_IS_C[number] ? {second} : accumulator"),
                Role::Result(_) => "unit_result".to_owned(),
                Role::Flags => unreachable!("a core with flags is refused"),
                Role::InReady | Role::Stream(_) => unreachable!("a core has no ports of a stream"),
            };
            format!("        .{}({net})", port.name)
        };
        let connections: Vec<String> = core.interface().ports().iter().map(connection).collect();
        let answer = format!("unit_nothing ? 32'h{UNKNOWN_RESULT:x} : unit_result");
        let behind = if is_combinational {
            format!(
                "    always @(posedge {clock}) begin
        if ({reset}) unit_valid <= 1'b0;
        else if ({enable}) unit_valid <= {given};
        if ({enable}) unit_data <= {answer};
    end
"
            )
        } else {
            format!("    assign unit_data = {answer};\n")
        };
        format!(
            "
    // ---- the core{} ----
    {} core (
{}
    );
{behind}",
            if is_combinational {
                ", and a register behind it"
            } else {
                ""
            },
            core.name(),
            connections.join(",\n")
        )
    }
}
