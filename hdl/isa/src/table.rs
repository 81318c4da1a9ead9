//! The instruction set: one section per operation of the PTX text and list of operands, with one row per syntax line.
//!
//! Everything else in this crate derives from [`SECTIONS`].

use crate::modifier::Modifier::{self, *};
use crate::operation::Operation::{self, *};
use crate::signature::{ElementType, Operand};
use crate::types::Type::{self, *};

/// The first appearance of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Introduced {
    /// The version of the PTX ISA, such as `7.8`.
    pub version: &'static str,
    /// The lowest target that has it, such as `sm_90`.
    pub target: &'static str,
}

/// The source of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstructionSource {
    /// A section of the PTX text, such as `9.7.4.1`.
    Ptx(&'static str),
    /// The assembler of CUDA 13.5, which accepts it. The PTX text does not have it.
    Assembler,
    /// halfpipe itself.
    Extension,
    /// An extension of RISC-V, such as `Zfh`, or arithmetic in bfloat16 like that of Zfh, which no extension has.
    Riscv(&'static str),
}

impl InstructionSource {
    /// Returns the PTX section, or the extension of RISC-V; `not PTX` for others outside the text.
    pub const fn section(self) -> &'static str {
        match self {
            InstructionSource::Ptx(section) | InstructionSource::Riscv(section) => section,
            InstructionSource::Assembler | InstructionSource::Extension => "not PTX",
        }
    }

    /// True for a section of the PTX text.
    pub const fn is_ptx(self) -> bool {
        matches!(self, InstructionSource::Ptx(_))
    }

    /// True if the mnemonic is one of RISC-V.
    pub const fn is_riscv(self) -> bool {
        matches!(self, InstructionSource::Riscv(_))
    }
}

/// The syntax lines of one operation with the same operands, from one source.
#[derive(Debug)]
pub(crate) struct Section {
    pub(crate) source: InstructionSource,
    pub(crate) operation: Operation,
    pub(crate) summary: &'static str,
    /// The source operands, in the order of the syntax.
    pub(crate) operands: &'static [RegisterSlot],
    /// The results, in the order of the syntax.
    pub(crate) results: &'static [RegisterSlot],
    pub(crate) rows: &'static [Row],
}

/// An operand or a result: its name, and its element type for a type of the line.
#[derive(Debug)]
pub(crate) struct RegisterSlot {
    pub(crate) name: &'static str,
    element_type: fn(Type) -> ElementType,
    lanes: fn(Type) -> u32,
}

impl RegisterSlot {
    /// Returns its register for a type of the line. A register of more than 64 bits comes in parts.
    pub(crate) fn registers(&self, ty: Type) -> Vec<Operand> {
        let register = Operand {
            lanes: (self.lanes)(ty),
            ..Operand::new(self.name, (self.element_type)(ty))
        };
        register.parts()
    }
}

/// One syntax line: places for modifiers in canonical order, then one of the types.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) slots: &'static [Slot],
    pub(crate) types: &'static [Type],
    pub(crate) introduced: Introduced,
}

/// A place for a modifier.
#[derive(Debug)]
pub(crate) enum Slot {
    /// `{.ftz}`: optional.
    Optional(Modifier),
    /// `{.xorsign.abs}`: optional, and more recent than the rest of its line.
    OptionalSince(Modifier, Introduced),
    /// `{.rn}`: one of these, by default the first. Canonical names include it.
    Default(&'static [Modifier]),
    /// `.rn`: mandatory in the syntax line, but the text calls it the default, so it may be left out.
    Assumed(Modifier),
    /// `.approx`: one of these, always written.
    Mandatory(&'static [Modifier]),
}

const fn row(slots: &'static [Slot], types: &'static [Type], introduced: Introduced) -> Row {
    Row {
        slots,
        types,
        introduced,
    }
}

const fn ptx(version: &'static str, target: &'static str) -> Introduced {
    Introduced { version, target }
}

use Slot::{Assumed, Default, Mandatory, Optional, OptionalSince};

/// Returns an operand of that name with a value in every lane of the type.
const fn values(name: &'static str, element_type: fn(Type) -> ElementType) -> RegisterSlot {
    RegisterSlot {
        name,
        element_type,
        lanes: Type::lanes,
    }
}

/// A factor, a term, or the only operand.
const A: RegisterSlot = values("a", Type::operand);
const B: RegisterSlot = values("b", Type::operand);
/// An addend, which has the result's format: in mixed precision it is wider than the other operands.
const C: RegisterSlot = values("c", |ty| ElementType::Number(ty.result_format()));
const D: &[RegisterSlot] = &[RegisterSlot {
    name: "d",
    element_type: Type::result,
    lanes: Type::result_lanes,
}];

/// Returns a predicate of that name.
const fn predicate(name: &'static str) -> RegisterSlot {
    RegisterSlot {
        name,
        element_type: |_| ElementType::Predicate,
        lanes: |_| 1,
    }
}

/// The predicate that a `.BoolOp` joins with each lane's answer.
const C_PREDICATE: RegisterSlot = predicate("c");
/// The answer of lane 0, or of the only one.
const P: RegisterSlot = predicate("p");
/// The answer of lane 1.
const Q: RegisterSlot = predicate("q");

const F16_TYPES: &[Type] = &[F16, F16x2];
const BF16_TYPES: &[Type] = &[Bf16, Bf16x2];
const HALF_TYPES: &[Type] = &[F16, F16x2, Bf16, Bf16x2];
const MIXED_TYPES: &[Type] = &[F32F16, F32Bf16];
const ROUNDINGS: &[Modifier] = &[Rn, Rz, Rm, Rp];
const XORSIGN_ABS: Slot = OptionalSince(XorsignAbs, ptx("7.2", "sm_86"));

/// Rows of add, sub and mul in half precision.
const HALF_ARITHMETIC: &[Row] = &[
    row(
        &[Default(&[Rn]), Optional(Ftz), Optional(Sat)],
        F16_TYPES,
        ptx("4.2", "sm_53"),
    ),
    row(&[Default(&[Rn])], BF16_TYPES, ptx("7.8", "sm_90")),
];

/// Rows of min and max.
const MINIMUM_MAXIMUM: &[Row] = &[
    row(
        &[Optional(Ftz), Optional(Nan), XORSIGN_ABS],
        F16_TYPES,
        ptx("7.0", "sm_80"),
    ),
    row(&[Optional(Nan), XORSIGN_ABS], BF16_TYPES, ptx("7.0", "sm_80")),
];

/// Rows of add and sub in mixed precision.
const MIXED_SUM: &[Row] = &[row(
    &[Default(ROUNDINGS), Optional(Sat)],
    MIXED_TYPES,
    ptx("8.6", "sm_100"),
)];

/// `.CmpOp`
const CMP_OPS: Slot = Mandatory(&[Eq, Ne, Lt, Le, Gt, Ge, Equ, Neu, Ltu, Leu, Gtu, Geu, Num, AnyNan]);
/// `.BoolOp`
const BOOL_OPS: Slot = Mandatory(&[And, Or, Xor]);

/// Modifier places of a comparison of f16; bf16 has no `.ftz`.
const OF_F16: &[Slot] = &[CMP_OPS, Optional(Ftz)];
const OF_BF16: &[Slot] = &[CMP_OPS];
/// Modifier places of a comparison of f16 with a predicate.
const OF_F16_AND_C: &[Slot] = &[CMP_OPS, BOOL_OPS, Optional(Ftz)];
const OF_BF16_AND_C: &[Slot] = &[CMP_OPS, BOOL_OPS];

/// Returns the rows of set for operands in f16, then in bf16.
const fn set(of_f16: &'static [Slot], of_bf16: &'static [Slot]) -> [Row; 3] {
    [
        row(of_f16, &[F16F16, F16x2F16x2], ptx("4.2", "sm_53")),
        row(
            of_f16,
            &[U16F16, S16F16, U32F16, S32F16, U32F16x2, S32F16x2],
            ptx("6.5", "sm_53"),
        ),
        row(
            of_bf16,
            &[
                Bf16Bf16,
                U16Bf16,
                S16Bf16,
                U32Bf16,
                S32Bf16,
                Bf16x2Bf16x2,
                U32Bf16x2,
                S32Bf16x2,
            ],
            ptx("7.8", "sm_90"),
        ),
    ]
}

/// The random bits of a stochastic rounding: the upper half for a, the lower half for b.
const RANDOM_BITS: RegisterSlot = RegisterSlot {
    name: "rbits",
    element_type: |_| ElementType::Bits(32),
    lanes: |_| 1,
};

/// `.irnd`
const TO_INTEGER: Slot = Mandatory(&[Rni, Rzi, Rmi, Rpi]);
/// `.frnd`
const TO_NUMBER: Slot = Mandatory(ROUNDINGS);
/// `.frnd2`
const TO_NEAREST_OR_ZERO: Slot = Mandatory(&[Rn, Rz]);
/// Modifier places of a conversion to ue8m0.
const TO_POWER_OF_TWO: &[Slot] = &[Mandatory(&[Rz, Rp]), Optional(Satfinite)];
const SATFINITE: Slot = OptionalSince(Satfinite, ptx("8.1", "sm_80"));

const INTEGERS_OF_F16: &[Type] = &[U8F16, S8F16, U16F16, S16F16, U32F16, S32F16, U64F16, S64F16];
const INTEGERS_OF_BF16: &[Type] = &[U8Bf16, S8Bf16, U16Bf16, S16Bf16, U32Bf16, S32Bf16, U64Bf16, S64Bf16];
const F16_OF_INTEGERS: &[Type] = &[F16U8, F16S8, F16U16, F16S16, F16U32, F16S32, F16U64, F16S64];
const BF16_OF_INTEGERS: &[Type] = &[Bf16U8, Bf16S8, Bf16U16, Bf16S16, Bf16U32, Bf16S32, Bf16U64, Bf16S64];

/// Conversions of f16 are as old as PTX.
const EVER: Introduced = ptx("1.0", "sm_10");

/// Rows of cvt with one operand.
const CONVERSIONS: &[Row] = &[
    row(&[TO_INTEGER, Optional(Sat)], INTEGERS_OF_F16, EVER),
    row(&[TO_INTEGER], INTEGERS_OF_BF16, ptx("7.8", "sm_90")),
    row(&[Optional(Sat)], &[F16F16], EVER),
    row(&[TO_INTEGER, Optional(Sat)], &[F16F16], EVER),
    row(&[TO_INTEGER], &[Bf16Bf16], ptx("7.8", "sm_90")),
    row(&[TO_NUMBER, Optional(Sat)], F16_OF_INTEGERS, EVER),
    row(&[TO_NUMBER], BF16_OF_INTEGERS, ptx("7.8", "sm_90")),
    row(&[Optional(Ftz), Optional(Sat)], &[F32F16], EVER),
    row(&[Optional(Ftz)], &[F32Bf16], ptx("7.1", "sm_80")),
    row(&[TO_NUMBER, Optional(Ftz), Optional(Sat)], &[F16F32], EVER),
    row(&[TO_NUMBER, Optional(Ftz)], &[Bf16F32], ptx("7.0", "sm_80")),
    row(
        &[TO_NEAREST_OR_ZERO, Mandatory(&[Relu]), SATFINITE],
        &[F16F32, Bf16F32],
        ptx("7.0", "sm_80"),
    ),
    row(
        &[TO_NEAREST_OR_ZERO, Mandatory(&[Satfinite])],
        &[F16F32, Bf16F32],
        ptx("8.1", "sm_80"),
    ),
    row(&[TO_NUMBER], &[F16Bf16, Bf16F16], ptx("7.8", "sm_90")),
    row(
        &[Mandatory(&[Rn]), Mandatory(&[Satfinite]), Optional(Relu)],
        &[E4m3x2F16x2, E5m2x2F16x2],
        ptx("7.8", "sm_90"),
    ),
    row(
        &[Mandatory(&[Rn]), Optional(Relu)],
        &[F16x2E4m3x2, F16x2E5m2x2],
        ptx("7.8", "sm_90"),
    ),
    row(
        &[Mandatory(&[Rn]), Optional(Relu)],
        &[F16x2E2m3x2, F16x2E3m2x2, F16x2E2m1x2],
        ptx("8.6", "sm_100a"),
    ),
    row(TO_POWER_OF_TWO, &[Ue8m0x2Bf16x2], ptx("8.6", "sm_100a")),
    row(&[Mandatory(&[Rn])], &[Bf16x2Ue8m0x2], ptx("8.6", "sm_100a")),
];

/// Instructions outside the PTX text have no version.
const NEVER: Introduced = ptx("none", "none");
/// The roundings that PTX does not have for halves.
const OTHER_ROUNDINGS: &[Modifier] = &[Rz, Rm, Rp, Rna];
const DIRECTED: &[Modifier] = &[Rz, Rm, Rp];
const AWAY: &[Modifier] = &[Rna];

/// Rows of add, sub and mul on halves in the other roundings.
const HALF_ARITHMETIC_OTHERWISE: &[Row] = &[
    row(
        &[Mandatory(OTHER_ROUNDINGS), Optional(Ftz), Optional(Sat)],
        F16_TYPES,
        NEVER,
    ),
    row(&[Mandatory(OTHER_ROUNDINGS)], BF16_TYPES, NEVER),
];

/// Rows of mixed precision that round to nearest, ties away from zero.
const MIXED_AWAY: &[Row] = &[row(&[Mandatory(AWAY), Optional(Sat)], MIXED_TYPES, NEVER)];

/// `.frnd` and `.irnd` of ties away from zero.
const TO_NUMBER_AWAY: Slot = Mandatory(AWAY);
const TO_INTEGER_AWAY: Slot = Mandatory(&[Rnai]);

/// Modifier places of a conversion to eight bits or fewer that the assembler accepts in `.rz` only, or in `.rn` too.
const SATFINITE_TO_ZERO: &[Slot] = &[Mandatory(&[Rz]), Mandatory(&[Satfinite]), Optional(Relu)];
const SATFINITE_TO_NEAREST_OR_ZERO: &[Slot] = &[TO_NEAREST_OR_ZERO, Mandatory(&[Satfinite]), Optional(Relu)];
/// Modifier places of a conversion to ue5m3, which has no sign.
const TO_UNSIGNED: &[Slot] = &[Mandatory(&[Rn, Rz, Rp]), Optional(Satfinite)];

/// Rows of cvt with one operand that the assembler of CUDA 13.5 accepts.
const CONVERSIONS_OF_ASSEMBLER: &[Row] = &[
    row(
        &[Mandatory(&[Rn]), Optional(Satfinite), Optional(Relu)],
        &[Bf16x2E4m3x2, Bf16x2E5m2x2, Bf16x2E2m3x2, Bf16x2E3m2x2, Bf16x2E2m1x2],
        NEVER,
    ),
    row(&[Mandatory(&[Rn]), Optional(Satfinite)], &[Bf16x2Ue5m3x2], NEVER),
    row(&[Mandatory(&[Rn])], &[F16x2Ue5m3x2], NEVER),
    row(SATFINITE_TO_ZERO, &[E4m3x2F16x2, E5m2x2F16x2], NEVER),
    row(
        SATFINITE_TO_NEAREST_OR_ZERO,
        &[E2m3x2F16x2, E3m2x2F16x2, E2m1x2F16x2],
        NEVER,
    ),
    row(
        SATFINITE_TO_NEAREST_OR_ZERO,
        &[E4m3x2Bf16x2, E5m2x2Bf16x2, E2m3x2Bf16x2, E3m2x2Bf16x2, E2m1x2Bf16x2],
        NEVER,
    ),
    row(TO_UNSIGNED, &[Ue5m3x2F16x2, Ue5m3x2Bf16x2], NEVER),
];

/// Rows of cvt with one operand that round to nearest, ties away from zero.
const CONVERSIONS_AWAY: &[Row] = &[
    row(&[TO_INTEGER_AWAY, Optional(Sat)], INTEGERS_OF_F16, NEVER),
    row(&[TO_INTEGER_AWAY], INTEGERS_OF_BF16, NEVER),
    row(&[TO_INTEGER_AWAY, Optional(Sat)], &[F16F16], NEVER),
    row(&[TO_INTEGER_AWAY], &[Bf16Bf16], NEVER),
    row(&[TO_NUMBER_AWAY, Optional(Sat)], F16_OF_INTEGERS, NEVER),
    row(&[TO_NUMBER_AWAY], BF16_OF_INTEGERS, NEVER),
    row(&[TO_NUMBER_AWAY, Optional(Ftz), Optional(Sat)], &[F16F32], NEVER),
    row(&[TO_NUMBER_AWAY, Optional(Ftz)], &[Bf16F32], NEVER),
    row(
        &[TO_NUMBER_AWAY, Mandatory(&[Relu]), Optional(Satfinite)],
        &[F16F32, Bf16F32],
        NEVER,
    ),
    row(&[TO_NUMBER_AWAY, Mandatory(&[Satfinite])], &[F16F32, Bf16F32], NEVER),
    row(&[TO_NUMBER_AWAY], &[F16Bf16, Bf16F16], NEVER),
    row(
        &[TO_NUMBER_AWAY, Mandatory(&[Satfinite]), Optional(Relu)],
        &[E4m3x2F16x2, E5m2x2F16x2],
        NEVER,
    ),
];

const EIGHT_BIT_TYPES: &[Type] = &[E4m3, E4m3x2, E4m3x4, E5m2, E5m2x2, E5m2x4];

/// Rows of add, sub and mul in 8-bit formats.
const EIGHT_BIT_ARITHMETIC: &[Row] = &[row(&[Default(&[Rn]), Optional(Satfinite)], EIGHT_BIT_TYPES, NEVER)];

/// Rows of add, sub and mul in 8-bit formats in the other roundings.
const EIGHT_BIT_ARITHMETIC_OTHERWISE: &[Row] = &[row(
    &[Mandatory(OTHER_ROUNDINGS), Optional(Satfinite)],
    EIGHT_BIT_TYPES,
    NEVER,
)];

/// Rows of min and max in 8-bit formats.
const EIGHT_BIT_EXTREMA: &[Row] = &[row(&[Optional(Nan)], EIGHT_BIT_TYPES, NEVER)];

/// Rows of division, reciprocal and square root, which PTX has on f32 with the same modifiers.
const QUOTIENTS_AND_ROOTS: &[Row] = &[row(
    &[Default(&[Rn, Rz, Rm, Rp, Rna]), Optional(Ftz)],
    HALF_TYPES,
    NEVER,
)];

/// Rows of functions of one operand that round to nearest even.
const ELEMENTARY: &[Row] = &[row(&[Mandatory(&[Approx])], HALF_TYPES, NEVER)];

/// The roundings of RISC-V, all of which each instruction has that rounds.
const RISCV_ROUNDINGS: &[Slot] = &[Mandatory(&[Rn, Rz, Rm, Rp, Rna])];
const RISCV_INTEGER_ROUNDINGS: &[Slot] = &[Mandatory(&[Rni, Rzi, Rmi, Rpi, Rnai])];

/// The lower half of an integer register.
const INTEGER_D: &[RegisterSlot] = &[RegisterSlot {
    name: "d",
    element_type: |_| ElementType::Unsigned(32),
    lanes: |_| 1,
}];

/// Dot products as tensor cores compute them, then rounded once. Volta has only f16.
const DOT_PRODUCTS: &[Row] = &[
    row(&[Mandatory(&[Volta])], &[F32F16, F16F16], NEVER),
    row(
        &[Mandatory(&[Ampere, Ada, Hopper, Blackwell])],
        &[F32F16, F16F16, F32Bf16],
        NEVER,
    ),
    row(&[Mandatory(&[Ada, Hopper])], EIGHT_BIT_DOT_TYPES, NEVER),
    row(&[Mandatory(ROUNDINGS)], &[F32F16, F16F16, F32Bf16], NEVER),
    row(&[Mandatory(ROUNDINGS)], EIGHT_BIT_DOT_TYPES, NEVER),
];

const EIGHT_BIT_DOT_TYPES: &[Type] = &[F32E4m3, F16E4m3, F32E5m2, F16E5m2];

/// Returns a section of dot products. `a` and `b` have an element for each product.
const fn dot(operation: Operation, summary: &'static str, operands: &'static [RegisterSlot]) -> Section {
    Section {
        source: InstructionSource::Extension,
        operation,
        summary,
        operands,
        results: D,
        rows: DOT_PRODUCTS,
    }
}

/// Returns the operand of that name of a dot product with so many products.
const fn elements(name: &'static str, lanes: fn(Type) -> u32) -> RegisterSlot {
    RegisterSlot {
        name,
        element_type: Type::operand,
        lanes,
    }
}

/// The instruction set, in the order of the PTX text, followed by the instructions outside PTX.
pub(crate) static SECTIONS: &[Section] = &[
    Section {
        source: InstructionSource::Ptx("9.7.4.1"),
        operation: Add,
        summary: "Adds two values.",
        operands: &[A, B],
        results: D,
        rows: HALF_ARITHMETIC,
    },
    Section {
        source: InstructionSource::Ptx("9.7.4.2"),
        operation: Sub,
        summary: "Subtracts one value from another.",
        operands: &[A, B],
        results: D,
        rows: HALF_ARITHMETIC,
    },
    Section {
        source: InstructionSource::Ptx("9.7.4.3"),
        operation: Mul,
        summary: "Multiplies two values.",
        operands: &[A, B],
        results: D,
        rows: HALF_ARITHMETIC,
    },
    Section {
        source: InstructionSource::Ptx("9.7.4.4"),
        operation: Fma,
        summary: "Multiplies two values and adds a third, rounding once.",
        operands: &[A, B, C],
        results: D,
        rows: &[
            row(
                &[Assumed(Rn), Optional(Ftz), Optional(Sat)],
                F16_TYPES,
                ptx("4.2", "sm_53"),
            ),
            row(
                &[Assumed(Rn), Optional(Ftz), Mandatory(&[Relu])],
                F16_TYPES,
                ptx("7.0", "sm_80"),
            ),
            row(&[Assumed(Rn), Optional(Relu)], BF16_TYPES, ptx("7.0", "sm_80")),
            row(
                &[Assumed(Rn), Mandatory(&[Oob]), Optional(Relu)],
                HALF_TYPES,
                ptx("8.1", "sm_90"),
            ),
        ],
    },
    Section {
        source: InstructionSource::Ptx("9.7.4.5"),
        operation: Neg,
        summary: "Negates a value.",
        operands: &[A],
        results: D,
        rows: &[
            row(&[Optional(Ftz)], F16_TYPES, ptx("6.0", "sm_53")),
            row(&[], BF16_TYPES, ptx("7.0", "sm_80")),
        ],
    },
    Section {
        source: InstructionSource::Ptx("9.7.4.6"),
        operation: Abs,
        summary: "Takes the absolute value.",
        operands: &[A],
        results: D,
        rows: &[
            row(&[Optional(Ftz)], F16_TYPES, ptx("6.5", "sm_53")),
            row(&[], BF16_TYPES, ptx("7.0", "sm_80")),
        ],
    },
    Section {
        source: InstructionSource::Ptx("9.7.4.7"),
        operation: Min,
        summary: "Finds the minimum of two values.",
        operands: &[A, B],
        results: D,
        rows: MINIMUM_MAXIMUM,
    },
    Section {
        source: InstructionSource::Ptx("9.7.4.8"),
        operation: Max,
        summary: "Finds the maximum of two values.",
        operands: &[A, B],
        results: D,
        rows: MINIMUM_MAXIMUM,
    },
    Section {
        source: InstructionSource::Ptx("9.7.4.9"),
        operation: Tanh,
        summary: "Takes the hyperbolic tangent.",
        operands: &[A],
        results: D,
        rows: &[
            row(&[Mandatory(&[Approx])], F16_TYPES, ptx("7.0", "sm_75")),
            row(&[Mandatory(&[Approx])], BF16_TYPES, ptx("7.8", "sm_90")),
        ],
    },
    Section {
        source: InstructionSource::Ptx("9.7.4.10"),
        operation: Ex2,
        summary: "Raises 2 to a power.",
        operands: &[A],
        results: D,
        rows: &[
            row(&[Mandatory(&[Approx])], F16_TYPES, ptx("7.0", "sm_75")),
            row(
                &[Mandatory(&[Approx]), Mandatory(&[Ftz])],
                BF16_TYPES,
                ptx("7.8", "sm_90"),
            ),
        ],
    },
    Section {
        source: InstructionSource::Ptx("9.7.5.1"),
        operation: Add,
        summary: "Adds a widened half to a single-precision value.",
        operands: &[A, C],
        results: D,
        rows: MIXED_SUM,
    },
    Section {
        source: InstructionSource::Ptx("9.7.5.2"),
        operation: Sub,
        summary: "Subtracts a single-precision value from a widened half.",
        operands: &[A, C],
        results: D,
        rows: MIXED_SUM,
    },
    Section {
        source: InstructionSource::Ptx("9.7.5.3"),
        operation: Fma,
        summary: "Multiplies two widened halves and adds a single-precision value, rounding once.",
        operands: &[A, B, C],
        results: D,
        rows: &[row(
            &[Mandatory(ROUNDINGS), Optional(Sat)],
            MIXED_TYPES,
            ptx("8.6", "sm_100"),
        )],
    },
    Section {
        source: InstructionSource::Ptx("9.7.7.1"),
        operation: Set,
        summary: "Compares two values; the answer is a number or an integer.",
        operands: &[A, B],
        results: D,
        rows: &set(OF_F16, OF_BF16),
    },
    Section {
        source: InstructionSource::Ptx("9.7.7.1"),
        operation: Set,
        summary: "Compares two values and joins the answer with a predicate; the answer is a number or an integer.",
        operands: &[A, B, C_PREDICATE],
        results: D,
        rows: &set(OF_F16_AND_C, OF_BF16_AND_C),
    },
    Section {
        source: InstructionSource::Ptx("9.7.7.2"),
        operation: Setp,
        summary: "Compares two values; the answer is a predicate.",
        operands: &[A, B],
        results: &[P],
        rows: &[
            row(OF_F16, &[F16], ptx("4.2", "sm_53")),
            row(OF_BF16, &[Bf16], ptx("7.8", "sm_90")),
        ],
    },
    Section {
        source: InstructionSource::Ptx("9.7.7.2"),
        operation: Setp,
        summary: "Compares two values; the answer is a predicate, one for each lane.",
        operands: &[A, B],
        results: &[P, Q],
        rows: &[
            row(OF_F16, &[F16x2], ptx("4.2", "sm_53")),
            row(OF_BF16, &[Bf16x2], ptx("7.8", "sm_90")),
        ],
    },
    Section {
        source: InstructionSource::Ptx("9.7.7.2"),
        operation: Setp,
        summary: "Compares two values and joins the answer with a predicate; the answer is a predicate.",
        operands: &[A, B, C_PREDICATE],
        results: &[P],
        rows: &[
            row(OF_F16_AND_C, &[F16], ptx("4.2", "sm_53")),
            row(OF_BF16_AND_C, &[Bf16], ptx("7.8", "sm_90")),
        ],
    },
    Section {
        source: InstructionSource::Ptx("9.7.7.2"),
        operation: Setp,
        summary:
            "Compares two values and joins the answer with a predicate; the answer is a predicate, one for each lane.",
        operands: &[A, B, C_PREDICATE],
        results: &[P, Q],
        rows: &[
            row(OF_F16_AND_C, &[F16x2], ptx("4.2", "sm_53")),
            row(OF_BF16_AND_C, &[Bf16x2], ptx("7.8", "sm_90")),
        ],
    },
    Section {
        source: InstructionSource::Ptx("9.7.9.21"),
        operation: Cvt,
        summary: "Converts a value to another format, or rounds it to an integer.",
        operands: &[A],
        results: D,
        rows: CONVERSIONS,
    },
    Section {
        source: InstructionSource::Ptx("9.7.9.21"),
        operation: Cvt,
        summary: "Converts two values, a to the upper half of the result and b to the lower one.",
        operands: &[A, B],
        results: D,
        rows: &[
            row(
                &[TO_NEAREST_OR_ZERO, Optional(Relu), SATFINITE],
                &[F16x2F32, Bf16x2F32],
                ptx("7.0", "sm_80"),
            ),
            row(
                &[Mandatory(&[Rn]), Mandatory(&[Satfinite]), Optional(Relu)],
                &[E4m3x2F32, E5m2x2F32],
                ptx("7.8", "sm_90"),
            ),
            row(
                &[Mandatory(&[Rn]), Mandatory(&[Satfinite]), Optional(Relu)],
                &[E2m3x2F32, E3m2x2F32, E2m1x2F32],
                ptx("8.6", "sm_100a"),
            ),
            row(TO_POWER_OF_TWO, &[Ue8m0x2F32], ptx("8.6", "sm_100a")),
        ],
    },
    Section {
        source: InstructionSource::Ptx("9.7.9.21"),
        operation: Cvt,
        summary:
            "Converts two values, a to the upper half of the result and b to the lower one; random bits round them.",
        operands: &[A, B, RANDOM_BITS],
        results: D,
        rows: &[row(
            &[Mandatory(&[Rs]), Optional(Relu), Optional(Satfinite)],
            &[F16x2F32, Bf16x2F32],
            ptx("8.7", "sm_100a"),
        )],
    },
    Section {
        source: InstructionSource::Assembler,
        operation: Cvt,
        summary: "Converts a value to another format.",
        operands: &[A],
        results: D,
        rows: CONVERSIONS_OF_ASSEMBLER,
    },
    Section {
        source: InstructionSource::Assembler,
        operation: Cvt,
        summary: "Converts two values, a to the upper half of the result and b to the lower one.",
        operands: &[A, B],
        results: D,
        rows: &[
            row(
                SATFINITE_TO_ZERO,
                &[E4m3x2F32, E5m2x2F32, E2m3x2F32, E3m2x2F32, E2m1x2F32],
                NEVER,
            ),
            row(TO_UNSIGNED, &[Ue5m3x2F32], NEVER),
        ],
    },
    Section {
        source: InstructionSource::Extension,
        operation: Cvt,
        summary: "Converts a value to another format, or rounds it to an integer.",
        operands: &[A],
        results: D,
        rows: CONVERSIONS_AWAY,
    },
    Section {
        source: InstructionSource::Extension,
        operation: Cvt,
        summary: "Converts two values, a to the upper half of the result and b to the lower one.",
        operands: &[A, B],
        results: D,
        rows: &[
            row(
                &[TO_NUMBER_AWAY, Optional(Relu), Optional(Satfinite)],
                &[F16x2F32, Bf16x2F32],
                NEVER,
            ),
            row(
                &[TO_NUMBER_AWAY, Mandatory(&[Satfinite]), Optional(Relu)],
                &[E4m3x2F32, E5m2x2F32, E2m3x2F32, E3m2x2F32, E2m1x2F32],
                NEVER,
            ),
        ],
    },
    Section {
        source: InstructionSource::Extension,
        operation: Add,
        summary: "Adds two values.",
        operands: &[A, B],
        results: D,
        rows: HALF_ARITHMETIC_OTHERWISE,
    },
    Section {
        source: InstructionSource::Extension,
        operation: Sub,
        summary: "Subtracts one value from another.",
        operands: &[A, B],
        results: D,
        rows: HALF_ARITHMETIC_OTHERWISE,
    },
    Section {
        source: InstructionSource::Extension,
        operation: Mul,
        summary: "Multiplies two values.",
        operands: &[A, B],
        results: D,
        rows: HALF_ARITHMETIC_OTHERWISE,
    },
    Section {
        source: InstructionSource::Extension,
        operation: Fma,
        summary: "Multiplies two values and adds a third, rounding once.",
        operands: &[A, B, C],
        results: D,
        rows: &[
            row(
                &[Mandatory(OTHER_ROUNDINGS), Optional(Ftz), Optional(Sat)],
                F16_TYPES,
                NEVER,
            ),
            row(
                &[Mandatory(OTHER_ROUNDINGS), Optional(Ftz), Mandatory(&[Relu])],
                F16_TYPES,
                NEVER,
            ),
            row(&[Mandatory(AWAY), Optional(Relu)], BF16_TYPES, NEVER),
            row(
                &[Mandatory(OTHER_ROUNDINGS), Mandatory(&[Oob]), Optional(Relu)],
                F16_TYPES,
                NEVER,
            ),
            row(&[Mandatory(AWAY), Mandatory(&[Oob]), Optional(Relu)], BF16_TYPES, NEVER),
        ],
    },
    Section {
        source: InstructionSource::Assembler,
        operation: Fma,
        summary: "Multiplies two values and adds a third, rounding once.",
        operands: &[A, B, C],
        results: D,
        rows: &[
            row(&[Mandatory(DIRECTED), Optional(Relu)], BF16_TYPES, NEVER),
            row(
                &[Mandatory(DIRECTED), Mandatory(&[Oob]), Optional(Relu)],
                BF16_TYPES,
                NEVER,
            ),
        ],
    },
    Section {
        source: InstructionSource::Extension,
        operation: Add,
        summary: "Adds a widened half to a single-precision value.",
        operands: &[A, C],
        results: D,
        rows: MIXED_AWAY,
    },
    Section {
        source: InstructionSource::Extension,
        operation: Sub,
        summary: "Subtracts a single-precision value from a widened half.",
        operands: &[A, C],
        results: D,
        rows: MIXED_AWAY,
    },
    Section {
        source: InstructionSource::Extension,
        operation: Fma,
        summary: "Multiplies two widened halves and adds a single-precision value, rounding once.",
        operands: &[A, B, C],
        results: D,
        rows: MIXED_AWAY,
    },
    Section {
        source: InstructionSource::Extension,
        operation: Add,
        summary: "Adds two values of eight bits.",
        operands: &[A, B],
        results: D,
        rows: EIGHT_BIT_ARITHMETIC_OTHERWISE,
    },
    Section {
        source: InstructionSource::Extension,
        operation: Sub,
        summary: "Subtracts one value of eight bits from another.",
        operands: &[A, B],
        results: D,
        rows: EIGHT_BIT_ARITHMETIC_OTHERWISE,
    },
    Section {
        source: InstructionSource::Extension,
        operation: Mul,
        summary: "Multiplies two values of eight bits.",
        operands: &[A, B],
        results: D,
        rows: EIGHT_BIT_ARITHMETIC_OTHERWISE,
    },
    Section {
        source: InstructionSource::Extension,
        operation: Fma,
        summary: "Multiplies two values of eight bits and adds a third, rounding once.",
        operands: &[A, B, C],
        results: D,
        rows: &[row(
            &[Mandatory(OTHER_ROUNDINGS), Optional(Satfinite), Optional(Relu)],
            EIGHT_BIT_TYPES,
            NEVER,
        )],
    },
    Section {
        source: InstructionSource::Extension,
        operation: Add,
        summary: "Adds two values of eight bits.",
        operands: &[A, B],
        results: D,
        rows: EIGHT_BIT_ARITHMETIC,
    },
    Section {
        source: InstructionSource::Extension,
        operation: Sub,
        summary: "Subtracts one value of eight bits from another.",
        operands: &[A, B],
        results: D,
        rows: EIGHT_BIT_ARITHMETIC,
    },
    Section {
        source: InstructionSource::Extension,
        operation: Mul,
        summary: "Multiplies two values of eight bits.",
        operands: &[A, B],
        results: D,
        rows: EIGHT_BIT_ARITHMETIC,
    },
    Section {
        source: InstructionSource::Extension,
        operation: Fma,
        summary: "Multiplies two values of eight bits and adds a third, rounding once.",
        operands: &[A, B, C],
        results: D,
        rows: &[row(
            &[Assumed(Rn), Optional(Satfinite), Optional(Relu)],
            EIGHT_BIT_TYPES,
            NEVER,
        )],
    },
    Section {
        source: InstructionSource::Extension,
        operation: Min,
        summary: "Finds the minimum of two values of eight bits.",
        operands: &[A, B],
        results: D,
        rows: EIGHT_BIT_EXTREMA,
    },
    Section {
        source: InstructionSource::Extension,
        operation: Max,
        summary: "Finds the maximum of two values of eight bits.",
        operands: &[A, B],
        results: D,
        rows: EIGHT_BIT_EXTREMA,
    },
    Section {
        source: InstructionSource::Extension,
        operation: Div,
        summary: "Divides one value by another.",
        operands: &[A, B],
        results: D,
        rows: QUOTIENTS_AND_ROOTS,
    },
    Section {
        source: InstructionSource::Extension,
        operation: Rcp,
        summary: "Takes the reciprocal.",
        operands: &[A],
        results: D,
        rows: QUOTIENTS_AND_ROOTS,
    },
    Section {
        source: InstructionSource::Extension,
        operation: Sqrt,
        summary: "Takes the square root.",
        operands: &[A],
        results: D,
        rows: QUOTIENTS_AND_ROOTS,
    },
    Section {
        source: InstructionSource::Extension,
        operation: Rsqrt,
        summary: "Takes the reciprocal of the square root.",
        operands: &[A],
        results: D,
        rows: ELEMENTARY,
    },
    Section {
        source: InstructionSource::Extension,
        operation: Lg2,
        summary: "Takes the logarithm to base 2.",
        operands: &[A],
        results: D,
        rows: ELEMENTARY,
    },
    Section {
        source: InstructionSource::Extension,
        operation: Exp,
        summary: "Raises e to a power.",
        operands: &[A],
        results: D,
        rows: ELEMENTARY,
    },
    Section {
        source: InstructionSource::Extension,
        operation: Log,
        summary: "Takes the natural logarithm.",
        operands: &[A],
        results: D,
        rows: ELEMENTARY,
    },
    Section {
        source: InstructionSource::Extension,
        operation: Sigmoid,
        summary: "Takes the logistic function.",
        operands: &[A],
        results: D,
        rows: ELEMENTARY,
    },
    Section {
        source: InstructionSource::Extension,
        operation: Silu,
        summary: "Multiplies a value by its logistic function.",
        operands: &[A],
        results: D,
        rows: ELEMENTARY,
    },
    Section {
        source: InstructionSource::Extension,
        operation: Gelu,
        summary: "Multiplies a value by its distribution function of the normal distribution.",
        operands: &[A],
        results: D,
        rows: ELEMENTARY,
    },
    Section {
        source: InstructionSource::Extension,
        operation: Erf,
        summary: "Takes the error function.",
        operands: &[A],
        results: D,
        rows: ELEMENTARY,
    },
    Section {
        source: InstructionSource::Extension,
        operation: Sin,
        summary: "Takes the sine of an angle in radians.",
        operands: &[A],
        results: D,
        rows: ELEMENTARY,
    },
    Section {
        source: InstructionSource::Extension,
        operation: Cos,
        summary: "Takes the cosine of an angle in radians.",
        operands: &[A],
        results: D,
        rows: ELEMENTARY,
    },
    Section {
        source: InstructionSource::Riscv("Zfh"),
        operation: Add,
        summary: "Adds two values.",
        operands: &[A, B],
        results: D,
        rows: &[row(RISCV_ROUNDINGS, &[H], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("bf16 as in Zfh"),
        operation: Add,
        summary: "Adds two values.",
        operands: &[A, B],
        results: D,
        rows: &[row(RISCV_ROUNDINGS, &[RiscvBf16], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("Zfh"),
        operation: Sub,
        summary: "Subtracts one value from another.",
        operands: &[A, B],
        results: D,
        rows: &[row(RISCV_ROUNDINGS, &[H], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("bf16 as in Zfh"),
        operation: Sub,
        summary: "Subtracts one value from another.",
        operands: &[A, B],
        results: D,
        rows: &[row(RISCV_ROUNDINGS, &[RiscvBf16], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("Zfh"),
        operation: Mul,
        summary: "Multiplies two values.",
        operands: &[A, B],
        results: D,
        rows: &[row(RISCV_ROUNDINGS, &[H], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("bf16 as in Zfh"),
        operation: Mul,
        summary: "Multiplies two values.",
        operands: &[A, B],
        results: D,
        rows: &[row(RISCV_ROUNDINGS, &[RiscvBf16], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("Zfh"),
        operation: Div,
        summary: "Divides one value by another.",
        operands: &[A, B],
        results: D,
        rows: &[row(RISCV_ROUNDINGS, &[H], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("bf16 as in Zfh"),
        operation: Div,
        summary: "Divides one value by another.",
        operands: &[A, B],
        results: D,
        rows: &[row(RISCV_ROUNDINGS, &[RiscvBf16], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("Zfh"),
        operation: Sqrt,
        summary: "Takes the square root.",
        operands: &[A],
        results: D,
        rows: &[row(RISCV_ROUNDINGS, &[H], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("bf16 as in Zfh"),
        operation: Sqrt,
        summary: "Takes the square root.",
        operands: &[A],
        results: D,
        rows: &[row(RISCV_ROUNDINGS, &[RiscvBf16], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("Zfh"),
        operation: Fma,
        summary: "Multiplies two values and adds a third, rounding once.",
        operands: &[A, B, C],
        results: D,
        rows: &[row(RISCV_ROUNDINGS, &[H], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("bf16 as in Zfh"),
        operation: Fma,
        summary: "Multiplies two values and adds a third, rounding once.",
        operands: &[A, B, C],
        results: D,
        rows: &[row(RISCV_ROUNDINGS, &[RiscvBf16], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("Zfh"),
        operation: Fmsub,
        summary: "Multiplies two values and subtracts a third, rounding once.",
        operands: &[A, B, C],
        results: D,
        rows: &[row(RISCV_ROUNDINGS, &[H], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("bf16 as in Zfh"),
        operation: Fmsub,
        summary: "Multiplies two values and subtracts a third, rounding once.",
        operands: &[A, B, C],
        results: D,
        rows: &[row(RISCV_ROUNDINGS, &[RiscvBf16], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("Zfh"),
        operation: Fnmsub,
        summary: "Multiplies two values and subtracts the product from a third, rounding once.",
        operands: &[A, B, C],
        results: D,
        rows: &[row(RISCV_ROUNDINGS, &[H], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("bf16 as in Zfh"),
        operation: Fnmsub,
        summary: "Multiplies two values and subtracts the product from a third, rounding once.",
        operands: &[A, B, C],
        results: D,
        rows: &[row(RISCV_ROUNDINGS, &[RiscvBf16], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("Zfh"),
        operation: Fnmadd,
        summary: "Multiplies two values, adds a third and negates the sum, rounding once.",
        operands: &[A, B, C],
        results: D,
        rows: &[row(RISCV_ROUNDINGS, &[H], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("bf16 as in Zfh"),
        operation: Fnmadd,
        summary: "Multiplies two values, adds a third and negates the sum, rounding once.",
        operands: &[A, B, C],
        results: D,
        rows: &[row(RISCV_ROUNDINGS, &[RiscvBf16], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("Zfh"),
        operation: Fsgnj,
        summary: "Takes the sign of b.",
        operands: &[A, B],
        results: D,
        rows: &[row(&[], &[H], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("bf16 as in Zfh"),
        operation: Fsgnj,
        summary: "Takes the sign of b.",
        operands: &[A, B],
        results: D,
        rows: &[row(&[], &[RiscvBf16], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("Zfh"),
        operation: Fsgnjn,
        summary: "Takes the opposite of the sign of b.",
        operands: &[A, B],
        results: D,
        rows: &[row(&[], &[H], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("bf16 as in Zfh"),
        operation: Fsgnjn,
        summary: "Takes the opposite of the sign of b.",
        operands: &[A, B],
        results: D,
        rows: &[row(&[], &[RiscvBf16], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("Zfh"),
        operation: Fsgnjx,
        summary: "Takes the exclusive or of both signs.",
        operands: &[A, B],
        results: D,
        rows: &[row(&[], &[H], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("bf16 as in Zfh"),
        operation: Fsgnjx,
        summary: "Takes the exclusive or of both signs.",
        operands: &[A, B],
        results: D,
        rows: &[row(&[], &[RiscvBf16], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("Zfh"),
        operation: Min,
        summary: "Finds the minimum of two values.",
        operands: &[A, B],
        results: D,
        rows: &[row(&[], &[H], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("bf16 as in Zfh"),
        operation: Min,
        summary: "Finds the minimum of two values.",
        operands: &[A, B],
        results: D,
        rows: &[row(&[], &[RiscvBf16], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("Zfh"),
        operation: Max,
        summary: "Finds the maximum of two values.",
        operands: &[A, B],
        results: D,
        rows: &[row(&[], &[H], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("bf16 as in Zfh"),
        operation: Max,
        summary: "Finds the maximum of two values.",
        operands: &[A, B],
        results: D,
        rows: &[row(&[], &[RiscvBf16], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("Zfh"),
        operation: Feq,
        summary: "Compares two values for equality.",
        operands: &[A, B],
        results: INTEGER_D,
        rows: &[row(&[], &[H], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("bf16 as in Zfh"),
        operation: Feq,
        summary: "Compares two values for equality.",
        operands: &[A, B],
        results: INTEGER_D,
        rows: &[row(&[], &[RiscvBf16], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("Zfh"),
        operation: Flt,
        summary: "Finds out if one value is less than another.",
        operands: &[A, B],
        results: INTEGER_D,
        rows: &[row(&[], &[H], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("bf16 as in Zfh"),
        operation: Flt,
        summary: "Finds out if one value is less than another.",
        operands: &[A, B],
        results: INTEGER_D,
        rows: &[row(&[], &[RiscvBf16], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("Zfh"),
        operation: Fle,
        summary: "Finds out if one value is less than another or equal.",
        operands: &[A, B],
        results: INTEGER_D,
        rows: &[row(&[], &[H], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("bf16 as in Zfh"),
        operation: Fle,
        summary: "Finds out if one value is less than another or equal.",
        operands: &[A, B],
        results: INTEGER_D,
        rows: &[row(&[], &[RiscvBf16], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("Zfh"),
        operation: Fclass,
        summary: "Finds the class of a value.",
        operands: &[A],
        results: INTEGER_D,
        rows: &[row(&[], &[H], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("bf16 as in Zfh"),
        operation: Fclass,
        summary: "Finds the class of a value.",
        operands: &[A],
        results: INTEGER_D,
        rows: &[row(&[], &[RiscvBf16], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("Zfh"),
        operation: Fmv,
        summary: "Copies bits between an integer register and a floating-point register.",
        operands: &[A],
        results: D,
        rows: &[row(&[], &[XH, HX], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("Zfh"),
        operation: Cvt,
        summary: "Converts a value to another format, or rounds it to an integer.",
        operands: &[A],
        results: D,
        rows: &[
            row(RISCV_INTEGER_ROUNDINGS, &[WH, WuH, LH, LuH], NEVER),
            row(RISCV_ROUNDINGS, &[HW, HWu, HL, HLu, HS], NEVER),
            row(&[], &[SH], NEVER),
        ],
    },
    Section {
        source: InstructionSource::Riscv("Zfbfmin"),
        operation: Cvt,
        summary: "Converts a value to another format, or rounds it to an integer.",
        operands: &[A],
        results: D,
        rows: &[row(RISCV_ROUNDINGS, &[Bf16S], NEVER), row(&[], &[SBf16], NEVER)],
    },
    Section {
        source: InstructionSource::Riscv("bf16 as in Zfh"),
        operation: Cvt,
        summary: "Converts a value to another format, or rounds it to an integer.",
        operands: &[A],
        results: D,
        rows: &[
            row(RISCV_INTEGER_ROUNDINGS, &[WBf16, WuBf16, LBf16, LuBf16], NEVER),
            row(RISCV_ROUNDINGS, &[Bf16W, Bf16Wu, Bf16L, Bf16Lu, HBf16, Bf16H], NEVER),
        ],
    },
    dot(
        Dot2,
        "Adds two products and a value.",
        &[elements("a", |_| 2), elements("b", |_| 2), C],
    ),
    dot(
        Dot4,
        "Adds four products and a value.",
        &[elements("a", |_| 4), elements("b", |_| 4), C],
    ),
    dot(
        Dot8,
        "Adds 8 products and a value.",
        &[elements("a", |_| 8), elements("b", |_| 8), C],
    ),
    dot(
        Dot16,
        "Adds 16 products and a value.",
        &[elements("a", |_| 16), elements("b", |_| 16), C],
    ),
    dot(
        Dot32,
        "Adds 32 products and a value.",
        &[elements("a", |_| 32), elements("b", |_| 32), C],
    ),
];
