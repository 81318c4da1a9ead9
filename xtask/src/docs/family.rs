//! The sections of the page: the instructions of each, and operands that show their edge cases.

use halfpipe_isa::{Form, Operation};

/// Instructions that one section describes.
pub struct Family {
    /// The heading.
    pub title: &'static str,
    /// A description of their function.
    pub text: &'static str,
    /// The operations of its instructions.
    pub operations: &'static [Operation],
    /// The kind of its instructions.
    pub kind: FamilyKind,
    /// Operands of edge cases.
    pub cases: &'static [Cases],
    /// An instruction, operands, and an explanation of the result.
    pub example: (&'static str, &'static [u32], &'static str),
}

/// A kind of instructions, which has one section for an operation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum FamilyKind {
    /// Instructions of PTX, without arithmetic in mixed precision.
    Ptx,
    /// Arithmetic of PTX in mixed precision.
    PtxMixed,
    /// Instructions that PTX does not have, without arithmetic in eight bits.
    BeyondPtx,
    /// Arithmetic in eight bits, which PTX does not have.
    EightBits,
    /// Instructions of RISC-V.
    Riscv,
}

/// Operands for each of some instructions of one type.
pub struct Cases {
    /// Canonical mnemonics.
    pub instructions: &'static [&'static str],
    /// Encodings in the order of the instructions' operands.
    pub operands: &'static [&'static [u32]],
}

impl Family {
    /// True if the section describes the instructions of a syntax line. For conversions, mixed precision is ignored.
    pub fn has_form(&self, form: Form) -> bool {
        let operation = form.operation();
        let is_mixed = form.types().iter().all(|ty| ty.is_mixed()) && !operation.is_conversion();
        let has_eight_bits = form.types().iter().all(|ty| ty.operand_format().register_bits() == 8);
        let kind = match form.is_ptx() {
            _ if form.is_riscv() => FamilyKind::Riscv,
            true if is_mixed => FamilyKind::PtxMixed,
            true => FamilyKind::Ptx,
            false if has_eight_bits && operation.is_arithmetic() && !operation.is_dot() => FamilyKind::EightBits,
            false => FamilyKind::BeyondPtx,
        };
        self.operations.contains(&operation) && kind == self.kind
    }
}

/// The sections. Together they have every instruction.
pub const FAMILIES: &[Family] = &[
    Family {
        title: "Addition and subtraction",
        text: "The exact sum or difference, rounded once to nearest even.",
        operations: &[Operation::Add, Operation::Sub],
        kind: FamilyKind::Ptx,
        cases: &[
            Cases {
                instructions: &["add.rn.f16", "add.rn.ftz.f16", "add.rn.sat.f16"],
                operands: &[
                    &[0x7C00, 0xFC00],
                    &[0x7C00, 0x3C00],
                    &[0x7E00, 0x3C00],
                    &[0x3C00, 0xBC00],
                    &[0x8000, 0x8000],
                    &[0x8000, 0x0000],
                    &[0x0001, 0x0001],
                    &[0x0401, 0x8400],
                    &[0x7BFF, 0x7BFF],
                    &[0xBC00, 0x3800],
                ],
            },
            Cases {
                instructions: &["sub.rn.f16", "sub.rn.ftz.f16", "sub.rn.sat.f16"],
                operands: &[
                    &[0x7C00, 0x7C00],
                    &[0x3C00, 0x3C00],
                    &[0x8000, 0x0000],
                    &[0x8000, 0x8000],
                    &[0x0401, 0x0400],
                ],
            },
        ],
        example: ("add.rn.f16", &[0x3C00, 0x1000], "The sum is a tie; it goes to the even significand."),
    },
    Family {
        title: "Multiplication",
        text: "The exact product, rounded once to nearest even.",
        operations: &[Operation::Mul],
        kind: FamilyKind::Ptx,
        cases: &[Cases {
            instructions: &["mul.rn.f16", "mul.rn.ftz.f16", "mul.rn.sat.f16"],
            operands: &[
                &[0x7C00, 0x0000],
                &[0x7C00, 0xBC00],
                &[0x7E00, 0x0000],
                &[0x8000, 0x3C00],
                &[0x8000, 0xBC00],
                &[0x0001, 0x4000],
                &[0x0001, 0x0001],
                &[0x0401, 0x3BFE],
                &[0x7BFF, 0x4000],
            ],
        }],
        example: ("mul.rn.ftz.f16", &[0x0401, 0x3BFE],
            "The exact product lies below the smallest normal number, so it is flushed, though it would round up to it."),
    },
    Family {
        title: "Fused multiply-add",
        text: "The exact product plus c, rounded once to nearest even.",
        operations: &[Operation::Fma],
        kind: FamilyKind::Ptx,
        cases: &[Cases {
            instructions: &["fma.rn.f16", "fma.rn.ftz.relu.f16", "fma.rn.oob.f16"],
            operands: &[
                &[0x7C00, 0x0000, 0x3C00],
                &[0x7C00, 0x3C00, 0xFC00],
                &[0x7BFF, 0x7BFF, 0xFC00],
                &[0x3C00, 0x4000, 0xC000],
                &[0x8000, 0x3C00, 0x8000],
                &[0x8000, 0x3C00, 0x0000],
                &[0x0001, 0x3C00, 0x0001],
                &[0x7FFF, 0x3C00, 0x3C00],
                &[0x7FF7, 0x3C00, 0x3C00],
                &[0x3C00, 0xFFF7, 0x7C00],
                &[0x3C00, 0x3C00, 0x7FF7],
                &[0xBC00, 0x3C00, 0x0000],
            ],
        }],
        example: ("fma.rn.f16", &[0x5D00, 0x5802, 0x0001],
            "The product is a tie, and c decides it: rounding the product first would give another result."),
    },
    Family {
        title: "Negation and absolute value",
        text: "The operand with its sign bit changed; the result is exact.",
        operations: &[Operation::Neg, Operation::Abs],
        kind: FamilyKind::Ptx,
        cases: &[Cases {
            instructions: &["neg.f16", "neg.ftz.f16", "abs.ftz.f16"],
            operands: &[&[0x0000], &[0x8000], &[0x0001], &[0x83FF], &[0x7C00], &[0xFC00], &[0x7E00], &[0xFE01]],
        }],
        example: ("neg.ftz.f16", &[0x8001], "The operand is subnormal, so it counts as -0."),
    },
    Family {
        title: "Minimum and maximum",
        text: "The lesser or greater of two values; the result is exact.",
        operations: &[Operation::Min, Operation::Max],
        kind: FamilyKind::Ptx,
        cases: &[
            Cases {
                instructions: &["min.f16", "min.NaN.f16", "min.ftz.xorsign.abs.f16"],
                operands: &[
                    &[0x0000, 0x8000],
                    &[0x8000, 0x0001],
                    &[0x7E00, 0x3C00],
                    &[0x7E00, 0x8001],
                    &[0x7E00, 0x7E00],
                    &[0xFC00, 0x3C00],
                    &[0xFE01, 0x3C00],
                ],
            },
            Cases {
                instructions: &["max.f16", "max.NaN.f16", "max.ftz.xorsign.abs.f16"],
                operands: &[
                    &[0x0000, 0x8000],
                    &[0x8000, 0x8001],
                    &[0x7E00, 0x3C00],
                    &[0x7E00, 0x7E00],
                    &[0xFC00, 0x3C00],
                    &[0xFE01, 0x3C00],
                ],
            },
        ],
        example: ("max.xorsign.abs.f16", &[0xFE01, 0x3C00],
            "b is the only number. The NaN's sign is part of the exclusive or."),
    },
    Family {
        title: "Hyperbolic tangent",
        text: "The hyperbolic tangent, correctly rounded to nearest even for every operand.",
        operations: &[Operation::Tanh],
        kind: FamilyKind::Ptx,
        cases: &[
            Cases {
                instructions: &["tanh.approx.bf16"],
                operands: &[
                    &[0xFF80], &[0x8000], &[0x0000], &[0x7F80], &[0x7FC0], &[0x0001], &[0x3F80], &[0x7F7F],
                ],
            },
            Cases {
            instructions: &["tanh.approx.f16"],
            operands: &[
                &[0xFC00], &[0x8000], &[0x0000], &[0x7C00], &[0x7E00], &[0x0001], &[0x03FF], &[0x3C00], &[0x7BFF],
            ],
        },
        ],
        example: ("tanh.approx.bf16", &[0x3F00], "tanh(0.5) = 0.46211..., rounded to eight bits."),
    },
    Family {
        title: "Power of two",
        text: "2 to the power of the operand, correctly rounded to nearest even for every operand.",
        operations: &[Operation::Ex2],
        kind: FamilyKind::Ptx,
        cases: &[
            Cases {
                instructions: &["ex2.approx.f16"],
                operands: &[
                    &[0xFC00], &[0x8000], &[0x0000], &[0x7C00], &[0x7E00], &[0x8001], &[0x0001], &[0xCE00], &[0xCE40],
                    &[0x4B80], &[0x4C00],
                ],
            },
            Cases {
                instructions: &["ex2.approx.ftz.bf16"],
                operands: &[
                    &[0xFF80], &[0x8000], &[0x0000], &[0x7F80], &[0x7FC0], &[0x807F], &[0x007F], &[0xC2FC], &[0xC2FD],
                    &[0x42FE], &[0x4300],
                ],
            },
        ],
        example: ("ex2.approx.f16", &[0x3800], "The square root of 2, rounded to eleven bits."),
    },
    Family {
        title: "Mixed-precision addition and subtraction",
        text: "a is f16 or bf16 and widens exactly; the exact sum or difference with c is rounded once to f32.",
        operations: &[Operation::Add, Operation::Sub],
        kind: FamilyKind::PtxMixed,
        cases: &[
            Cases {
                instructions: &["add.rn.f32.f16", "add.rz.f32.f16", "add.rm.f32.f16", "add.rp.sat.f32.f16"],
                operands: &[
                    &[0x7C00, 0xFF80_0000],
                    &[0x7E00, 0x3F80_0000],
                    &[0x3C00, 0xBF80_0000],
                    &[0x8000, 0x8000_0000],
                    &[0x8000, 0x0000_0000],
                    &[0x0001, 0x3F80_0000],
                    &[0x8001, 0x3F80_0000],
                    &[0x3C00, 0x0000_0001],
                ],
            },
            Cases {
                instructions: &["sub.rn.f32.bf16", "sub.rz.f32.bf16", "sub.rm.f32.bf16", "sub.rp.f32.bf16"],
                operands: &[
                    &[0x7F80, 0x7F80_0000],
                    &[0x3F80, 0x3F80_0000],
                    &[0x7F7F, 0xFF7F_FFFF],
                    &[0xFF7F, 0x7F7F_FFFF],
                    &[0x0001, 0x0000_0001],
                ],
            },
        ],
        example: ("add.rp.f32.f16", &[0x0001, 0x3F80_0000],
            "a is half of c's last place, a tie; rounding upwards goes to the next number."),
    },
    Family {
        title: "Mixed-precision fused multiply-add",
        text: "a and b are f16 or bf16 and widen exactly; the exact product plus c is rounded once to f32.",
        operations: &[Operation::Fma],
        kind: FamilyKind::PtxMixed,
        cases: &[Cases {
            instructions: &["fma.rn.f32.bf16", "fma.rz.f32.bf16", "fma.rm.f32.bf16", "fma.rp.sat.f32.bf16"],
            operands: &[
                &[0x7F80, 0x0000, 0x3F80_0000],
                &[0x7F80, 0x3F80, 0xFF80_0000],
                &[0x7FC0, 0x3F80, 0x3F80_0000],
                &[0x3F80, 0x4000, 0xC000_0000],
                &[0x8000, 0x3F80, 0x8000_0000],
                &[0x7F7F, 0x7F7F, 0x0000_0000],
                &[0xFF7F, 0x7F7F, 0x0000_0000],
                &[0x0001, 0x0001, 0x0000_0000],
                &[0x8001, 0x0001, 0x0000_0000],
            ],
        }],
        example: ("fma.rn.f32.f16", &[0x3C01, 0x3C01, 0x3F80_0000],
            "The product of two f16 numbers has 22 bits, and all of them are kept."),
    },
    Family {
        title: "Comparison",
        text: "A relation between two halves is true or false. set writes the answer into a register, as a number or as an integer. setp \
               writes predicates, which are ports of one bit.",
        operations: &[Operation::Set, Operation::Setp],
        kind: FamilyKind::Ptx,
        cases: &[
            Cases {
                instructions: &[
                    "setp.eq.f16",
                    "setp.ne.f16",
                    "setp.lt.f16",
                    "setp.ge.f16",
                    "setp.neu.f16",
                    "setp.ltu.f16",
                    "setp.num.f16",
                    "setp.nan.f16",
                ],
                operands: &[
                    &[0x3C00, 0x4000],
                    &[0x4000, 0x3C00],
                    &[0xBC00, 0xC000],
                    &[0x8000, 0x0000],
                    &[0x0001, 0x0002],
                    &[0xFC00, 0x7C00],
                    &[0x7C00, 0x7C00],
                    &[0x7E00, 0x3C00],
                    &[0x7FFF, 0x7FFF],
                ],
            },
            Cases {
                instructions: &["setp.lt.f16", "setp.lt.ftz.f16", "setp.eq.ftz.f16"],
                operands: &[
                    &[0x0001, 0x03FF],
                    &[0x8001, 0x0001],
                    &[0x03FF, 0x0400],
                    &[0x8001, 0x0000],
                ],
            },
            Cases {
                instructions: &[
                    "set.lt.f16.f16",
                    "set.lt.u16.f16",
                    "set.lt.s32.f16",
                ],
                operands: &[&[0x3C00, 0x4000], &[0x4000, 0x3C00]],
            },
            Cases {
                instructions: &["setp.lt.and.f16", "setp.lt.or.f16", "setp.lt.xor.f16"],
                operands: &[
                    &[0x3C00, 0x4000, 0],
                    &[0x3C00, 0x4000, 1],
                    &[0x4000, 0x3C00, 0],
                    &[0x4000, 0x3C00, 1],
                ],
            },
        ],
        example: (
            "setp.gt.and.f16x2",
            &[0xC000_3C00, 0xBC00_0000, 1],
            "Lane 0 compares 1 with 0, lane 1 compares -2 with -1. Both answers are combined with the predicate c. p is the result of lane 0, \
             q that of lane 1.",
        ),
    },
    Family {
        title: "Conversion",
        text: "The value of a in the type that is named first, rounded once if necessary. A conversion that can round names its rounding mode; \
               an exact one has none.",
        operations: &[Operation::Cvt],
        kind: FamilyKind::Ptx,
        cases: &[
            Cases {
                instructions: &["cvt.rn.f16.f32", "cvt.rp.f16.f32", "cvt.rp.ftz.f16.f32", "cvt.rn.satfinite.f16.f32"],
                operands: &[
                    &[0x3F80_1000],
                    &[0x3F80_1001],
                    &[0x477F_EFFF],
                    &[0x477F_F000],
                    &[0xFF80_0000],
                    &[0x0000_0001],
                    &[0x8000_0001],
                    &[0x7F80_0001],
                ],
            },
            Cases {
                instructions: &["cvt.rni.s8.f16", "cvt.rzi.s8.f16", "cvt.rmi.s8.f16", "cvt.rzi.u8.f16", "cvt.rzi.u64.f16"],
                operands: &[
                    &[0x4100],
                    &[0x4300],
                    &[0xB800],
                    &[0xC100],
                    &[0x5800],
                    &[0xD808],
                    &[0xFC00],
                    &[0x7FFF],
                ],
            },
            Cases {
                instructions: &["cvt.rn.f16.s32", "cvt.rz.f16.s32", "cvt.rn.sat.f16.s32"],
                operands: &[&[0], &[1], &[0xFFFF_FFFF], &[2049], &[2051], &[65_519], &[65_520], &[0x8000_0000]],
            },
            Cases {
                instructions: &["cvt.rn.satfinite.e4m3x2.f16x2", "cvt.rn.satfinite.relu.e5m2x2.f16x2"],
                operands: &[&[0x3C00_3E80], &[0x7C00_FC00], &[0xFFFF_8000], &[0x5F20_DF40], &[0x1400_1401]],
            },
            Cases {
                instructions: &["cvt.rn.f16x2.e4m3x2", "cvt.rn.f16x2.e5m2x2"],
                operands: &[&[0x3801], &[0x7EFE], &[0x7F7C], &[0x8080]],
            },
            Cases {
                instructions: &["cvt.rn.satfinite.e2m1x2.f32", "cvt.rn.satfinite.e2m3x2.f32", "cvt.rn.satfinite.e3m2x2.f32"],
                operands: &[
                    &[0x3F80_0000, 0x4020_0000],
                    &[0x4120_0000, 0xC120_0000],
                    &[0x7FC0_0000, 0x8000_0000],
                ],
            },
            Cases {
                instructions: &["cvt.rz.ue8m0x2.f32", "cvt.rp.ue8m0x2.f32", "cvt.rp.satfinite.ue8m0x2.f32"],
                operands: &[
                    &[0x3F80_0000, 0xBFC0_0000],
                    &[0x0000_0000, 0x0040_0001],
                    &[0x7F00_0001, 0x7F80_0000],
                    &[0x7FC0_0000, 0x7F00_0000],
                ],
            },
            Cases {
                instructions: &["cvt.rs.f16x2.f32", "cvt.rs.satfinite.f16x2.f32"],
                operands: &[
                    &[0x3F80_0C00, 0x3F80_0C00, 0x13FF_1400],
                    &[0x477F_FF00, 0x477F_FF00, 0x0000_1FFF],
                ],
            },
        ],
        example: (
            "cvt.rn.satfinite.e4m3x2.f32",
            &[0x43FA_0000, 0xBDCC_CCCD],
            "500 exceeds 448, the largest number of e4m3, and becomes 448; -0.1 is rounded. a lies in the upper byte, b in the lower.",
        ),
    },
    Family {
        title: "Conversion beyond the text of PTX",
        text: "The assembler of CUDA 13.5 accepts 87 conversions that the text of PTX does not have: `.rz` into the formats of eight bits and \
               fewer, bf16x2 from and to all of them, and the format ue5m3. The headers of CUDA 13.5 emit 42 of these; the word `cuda` \
               includes them. ue5m3 has eight bits without a sign: 5 exponent bits with the bias 15, and 3 fraction bits. Its numbers reach \
               from 2^-17 to 114688; 0xff is its NaN. The conversions with `.rna` and `.rnai` are an extension: to nearest, ties away from \
               zero.",
        operations: &[Operation::Cvt],
        kind: FamilyKind::BeyondPtx,
        cases: &[
            Cases {
                instructions: &["cvt.rn.ue5m3x2.f32", "cvt.rz.ue5m3x2.f32", "cvt.rp.ue5m3x2.f32", "cvt.rp.satfinite.ue5m3x2.f32"],
                operands: &[
                    &[0x3F88_0000, 0xBF88_0001],
                    &[0x3680_0000, 0x0000_0000],
                    &[0x47E8_0000, 0x47E8_0001],
                    &[0x7F80_0000, 0x7FC0_0000],
                ],
            },
            Cases {
                instructions: &["cvt.rn.f16x2.ue5m3x2", "cvt.rn.bf16x2.ue5m3x2"],
                operands: &[&[0x7801], &[0xF7F8], &[0xFEFF]],
            },
            Cases {
                instructions: &["cvt.rn.satfinite.e4m3x2.bf16x2", "cvt.rz.satfinite.e4m3x2.bf16x2", "cvt.rz.satfinite.relu.e2m1x2.bf16x2"],
                operands: &[&[0x3F88_3F98], &[0x7F80_FF80], &[0xFFFF_C0BF]],
            },
            Cases {
                instructions: &["cvt.rn.bf16x2.e5m2x2", "cvt.rn.satfinite.bf16x2.e5m2x2", "cvt.rn.satfinite.relu.bf16x2.e5m2x2"],
                operands: &[&[0x3C01], &[0x7CFC], &[0x7EC0]],
            },
        ],
        example: (
            "cvt.rp.ue5m3x2.bf16x2",
            &[0xBF81_3F80],
            "The sign is dropped. 1.0078125 is rounded up to 1.125; 1 is exact.",
        ),
    },
    Family {
        title: "Arithmetic in other roundings",
        text: "The text of PTX rounds halves to nearest even only. These instructions round as RISC-V and IEEE 754 do: `.rz` toward zero, \
               `.rm` down, `.rp` up, and `.rna` to nearest with ties away from zero, in mixed precision too. They have the modifiers of the \
               nearest form. The assembler of CUDA 13.5 accepts `fma.{rz,rm,rp}` in bf16; all others are an extension. On the command line, \
               `roundings` selects all of them, and those in eight bits. With `--rounding port`, an input selects the rounding in place of \
               the suffix.",
        operations: &[Operation::Add, Operation::Sub, Operation::Mul, Operation::Fma],
        kind: FamilyKind::BeyondPtx,
        cases: &[
            Cases {
                instructions: &["add.rz.f16", "add.rm.f16", "add.rp.f16", "add.rna.f16"],
                operands: &[
                    &[0x3C00, 0x1000],
                    &[0xBC00, 0x9000],
                    &[0x3C00, 0xBC00],
                    &[0x7BFF, 0x4C00],
                    &[0x8000, 0x0000],
                ],
            },
            Cases {
                instructions: &["mul.rz.f16", "mul.rm.f16", "mul.rp.f16", "mul.rna.f16"],
                operands: &[&[0x0001, 0x3800], &[0x8001, 0x3800], &[0x7BFF, 0x4000], &[0xFBFF, 0x4000]],
            },
            Cases {
                instructions: &["fma.rz.bf16", "fma.rm.relu.bf16", "fma.rp.oob.bf16", "fma.rna.bf16"],
                operands: &[&[0x3F81, 0x3F81, 0x0000], &[0xBF81, 0x3F81, 0x0000], &[0x7FF7, 0x3F80, 0x3F80]],
            },
            Cases {
                instructions: &["add.rna.f32.f16"],
                operands: &[&[0x0001, 0x3F80_0000], &[0x0001, 0x4000_0000]],
            },
        ],
        example: ("add.rna.f16", &[0x3C00, 0x1000],
            "1 + 2^-11 lies in the middle between 1 and the next number, and goes away from zero."),
    },
    Family {
        title: "Division, reciprocal and square root",
        text: "PTX has div, rcp and sqrt on f32 and f64 only. These instructions are an extension on halves, with the modifiers of f32. Each \
               result is rounded once, subnormals included. Pipelines take an operation in every cycle. On the command line, `functions` \
               selects all of them. With `--flags`, a division of a number by zero raises DZ.\n\nOn an iCE40 HX8K, between registers, \
               `halfpipe synth MNEMONIC --latency 0` measures in lookup tables and MHz: div 361 and 16.1 in f16, 277 and 22.7 in bf16; rcp \
               219 and 19.1, 159 and 60.8; sqrt 163 and 20.4, 110 and 32.4. At latency 15, `div.rn.f16` takes 495 and reaches 135 MHz.",
        operations: &[Operation::Div, Operation::Rcp, Operation::Sqrt],
        kind: FamilyKind::BeyondPtx,
        cases: &[
            Cases {
                instructions: &["div.rn.f16", "div.rz.f16", "div.rm.f16", "div.rp.f16", "div.rna.ftz.f16"],
                operands: &[
                    &[0x3C00, 0x4200],
                    &[0xBC00, 0x4200],
                    &[0x0001, 0x4000],
                    &[0x7BFF, 0x3800],
                    &[0x3C00, 0x8000],
                    &[0x8000, 0x0000],
                    &[0x7C00, 0x7C00],
                    &[0x3C00, 0xFC00],
                ],
            },
            Cases {
                instructions: &["rcp.rn.bf16", "rcp.rz.bf16"],
                operands: &[&[0x4040], &[0x7F7F], &[0x0020], &[0x0021], &[0x8000], &[0xFF80]],
            },
            Cases {
                instructions: &["sqrt.rn.f16", "sqrt.rp.f16"],
                operands: &[&[0x4000], &[0x0001], &[0x7BFF], &[0x8000], &[0xBC00], &[0x7C00]],
            },
        ],
        example: ("div.rn.f16", &[0x3C00, 0x4200], "1/3 = 0.33333..., rounded to eleven bits."),
    },
    Family {
        title: "Elementary functions",
        text: "PTX has rsqrt, lg2, sin and cos on f32, and none of the others. These instructions are an extension on halves. Every result is rounded \
               correctly, to nearest even, subnormals included. `gelu` is the exact function, a times the distribution function of the normal \
               distribution, and `silu` is a times `sigmoid`. `sin` and `cos` take radians over the whole range of a format. On the \
               command line, `functions` selects them too.",
        operations: &Operation::ELEMENTARY,
        kind: FamilyKind::BeyondPtx,
        cases: &[
            Cases {
                instructions: &["rsqrt.approx.f16", "lg2.approx.f16", "log.approx.f16"],
                operands: &[&[0x4000], &[0x3C01], &[0x0001], &[0x8000], &[0xBC00], &[0x7C00]],
            },
            Cases {
                instructions: &["exp.approx.bf16"],
                operands: &[&[0x3F80], &[0xBF80], &[0xC2B0], &[0x42B2], &[0xFF80]],
            },
            Cases {
                instructions: &["sigmoid.approx.f16", "silu.approx.f16", "gelu.approx.f16", "erf.approx.f16"],
                operands: &[&[0x3C00], &[0xBC00], &[0x0001], &[0x8000], &[0xC800], &[0xFC00]],
            },
            Cases {
                instructions: &["sin.approx.f16", "cos.approx.f16"],
                operands: &[&[0x3C00], &[0x4248], &[0x5D8C], &[0x7BFF], &[0x8000], &[0x7C00]],
            },
        ],
        example: ("exp.approx.bf16", &[0x3F80], "e = 2.71828..., rounded to eight bits."),
    },
    Family {
        title: "Arithmetic in eight bits",
        text: "PTX only converts from and to e4m3 and e5m2. These instructions are an extension with names in the style of PTX. Each computes \
               exactly and rounds once. On the command line, `fp8` selects those that round to nearest even or do not round, and `roundings` includes the others. Both \
               formats follow the OCP 8-bit Floating Point Specification. The largest number of e4m3 is 448; it has one NaN of each sign and \
               no infinity. Without `.satfinite`, a magnitude that rounds beyond 448 gives NaN. The largest number of e5m2 is 57,344, and a \
               larger magnitude gives infinity. A core cannot contain these instructions.",
        operations: &[
            Operation::Add,
            Operation::Sub,
            Operation::Mul,
            Operation::Fma,
            Operation::Min,
            Operation::Max,
        ],
        kind: FamilyKind::EightBits,
        cases: &[
            Cases {
                instructions: &["add.rn.e4m3", "add.rn.satfinite.e4m3"],
                operands: &[&[0x7E, 0x58], &[0x7E, 0x59], &[0xFE, 0xFE], &[0x7F, 0x38], &[0x38, 0xB8]],
            },
            Cases {
                instructions: &["mul.rn.e5m2", "mul.rn.satfinite.e5m2"],
                operands: &[&[0x7B, 0x3D], &[0x7C, 0xBC], &[0x7C, 0x00], &[0x01, 0x38]],
            },
            Cases {
                instructions: &["fma.rn.satfinite.e4m3", "fma.rn.satfinite.relu.e4m3"],
                operands: &[&[0x7E, 0x7E, 0xFE], &[0xFE, 0x7E, 0x00], &[0x38, 0xB8, 0x38], &[0x7F, 0x00, 0x00]],
            },
        ],
        example: (
            "fma.rn.satfinite.e4m3x2",
            &[0x4038, 0x3C3C, 0xB030],
            "Lane 1 is 2 · 1.5 - 0.5, lane 0 1 · 1.5 + 0.5.",
        ),
    },
    Family {
        title: "Arithmetic of RISC-V",
        text: "The half-precision arithmetic of RISC-V's Zfh, and the same on bfloat16, which no extension of RISC-V has. A port `rm` selects the \
               rounding in RISC-V's encoding. A suffix fixes it: `fadd.h.rne`, with `.rtz`, `.rdn`, `.rup` and `.rmm` for the other four. A module \
               always has the output `flags` with the bits of `fflags`. The differences from PTX are the canonical NaN, positive with the top \
               bit of the fraction alone, and the names. On the command line, `riscv` selects all instructions of RISC-V, with `rm` where they \
               round. [One core](riscv.md) has all of them behind the interface of CVFPU.",
        operations: &[
            Operation::Add,
            Operation::Sub,
            Operation::Mul,
            Operation::Div,
            Operation::Sqrt,
            Operation::Fma,
            Operation::Fmsub,
            Operation::Fnmsub,
            Operation::Fnmadd,
        ],
        kind: FamilyKind::Riscv,
        cases: &[
            Cases {
                instructions: &["fadd.h.rne", "fadd.h.rdn", "fadd.h.rmm"],
                operands: &[
                    &[0x3C00, 0xBC00],
                    &[0x3C00, 0x1000],
                    &[0x7BFF, 0x0001],
                    &[0x7C00, 0xFC00],
                    &[0x7D00, 0x3C00],
                ],
            },
            Cases {
                instructions: &["fmul.h.rne", "fmul.h.rup"],
                operands: &[&[0x0001, 0x3800], &[0x03FF, 0x3C01], &[0x0400, 0x3BFF], &[0x7C00, 0x0000], &[0x7BFF, 0x4000]],
            },
            Cases {
                instructions: &["fdiv.h.rne", "fdiv.h.rtz"],
                operands: &[&[0x3C00, 0x4200], &[0x3C00, 0x8000], &[0x0000, 0x0000], &[0x7BFF, 0x3800], &[0x07FF, 0x4000]],
            },
            Cases {
                instructions: &["fsqrt.bf16.rne", "fsqrt.bf16.rup"],
                operands: &[&[0x4000], &[0x8000], &[0xBF80], &[0x7F80]],
            },
            Cases {
                instructions: &["fmadd.h.rne", "fmsub.h.rne", "fnmsub.h.rne", "fnmadd.h.rne"],
                operands: &[
                    &[0x4000, 0x4200, 0x3C00],
                    &[0x3C00, 0x3C00, 0xBC00],
                    &[0x7C00, 0x0000, 0x7E00],
                    &[0x3C00, 0x3C00, 0x7D00],
                ],
            },
        ],
        example: ("fadd.h", &[0x3C00, 0x1000, 4], "The sum is a tie; `rm` 4 rounds it away from zero."),
    },
    Family {
        title: "Comparisons, signs, classes and moves of RISC-V",
        text: "The instructions of RISC-V that do not round. They have the output `flags` too, which is 0 where they raise none.",
        operations: &[
            Operation::Min,
            Operation::Max,
            Operation::Fsgnj,
            Operation::Fsgnjn,
            Operation::Fsgnjx,
            Operation::Feq,
            Operation::Flt,
            Operation::Fle,
            Operation::Fclass,
            Operation::Fmv,
        ],
        kind: FamilyKind::Riscv,
        cases: &[
            Cases {
                instructions: &["fmin.h", "fmax.h"],
                operands: &[&[0x8000, 0x0000], &[0x7E00, 0x3C00], &[0x7D00, 0x3C00], &[0x7E00, 0xFE01]],
            },
            Cases {
                instructions: &["feq.h", "flt.h", "fle.h"],
                operands: &[&[0x8000, 0x0000], &[0x3C00, 0x4000], &[0x7E00, 0x3C00], &[0x7D00, 0x3C00]],
            },
            Cases {
                instructions: &["fsgnj.h", "fsgnjn.h", "fsgnjx.h"],
                operands: &[&[0x3C00, 0x8000], &[0xBC00, 0x8000], &[0x7D01, 0xFC00]],
            },
            Cases {
                instructions: &["fclass.bf16"],
                operands: &[&[0xFF80], &[0xBF80], &[0x8001], &[0x8000], &[0x0000], &[0x7F81], &[0x7FC0]],
            },
            Cases { instructions: &["fmv.x.h"], operands: &[&[0x3C00], &[0xBC00]] },
        ],
        example: ("fclass.h", &[0x8001], "Bit 2 is 1: a negative subnormal number."),
    },
    Family {
        title: "Conversion of RISC-V",
        text: "The conversions of RISC-V's Zfh and Zfbfmin: from and to integers of 32 and 64 bits, and from and to single precision. On bfloat16, those \
               with integers and with half precision are an extension. A number that does not fit into an integer raises NV alone.",
        operations: &[Operation::Cvt],
        kind: FamilyKind::Riscv,
        cases: &[
            Cases {
                instructions: &["fcvt.w.h.rne", "fcvt.wu.h.rne", "fcvt.wu.h.rdn"],
                operands: &[&[0x4100], &[0xB800], &[0xC000], &[0x7BFF], &[0x7C00], &[0xFC00], &[0x7E00]],
            },
            Cases {
                instructions: &["fcvt.h.w.rne", "fcvt.h.w.rtz"],
                operands: &[&[0xFFFF_FFFF], &[2049], &[65520], &[0x8000_0000]],
            },
            Cases {
                instructions: &["fcvt.h.s.rne", "fcvt.h.s.rup"],
                operands: &[&[0x387F_EFFF], &[0xB87F_E000], &[0x477F_F000], &[0x7F80_0001]],
            },
            Cases {
                instructions: &["fcvt.bf16.s.rne", "fcvt.bf16.s.rmm"],
                operands: &[&[0x3F80_8000], &[0x007F_FFFF], &[0x7F7F_FFFF]],
            },
            Cases { instructions: &["fcvt.s.h"], operands: &[&[0x0001], &[0x7D01], &[0x8000]] },
        ],
        example: ("fcvt.w.h", &[0x4100, 2], "2.5 is rounded down."),
    },
    Family {
        title: "Dot products",
        text: "The sum of products and c. PTX has it inside its matrix instructions only, so these instructions are an extension. With \
               `.volta`, `.ampere`, `.ada`, `.hopper` or `.blackwell` the sum is that of the tensor cores; with a rounding it is exact and \
               then rounded once. [Dot products](dot.md) has the rule and its source. On the command line, `'dot*'` selects all of them.",
        operations: &[Operation::Dot2, Operation::Dot4, Operation::Dot8, Operation::Dot16, Operation::Dot32],
        kind: FamilyKind::BeyondPtx,
        cases: &[Cases {
            instructions: &["dot2.volta.f32.f16", "dot2.ampere.f32.f16", "dot2.hopper.f32.f16", "dot2.rn.f32.f16"],
            operands: &[
                &[0x0400_3C00, 0x1400_3C00, 0x0000_0000],
                &[0x0400_3C00, 0x1400_3C00, 0x3380_0000],
                &[0x0400_3C00, 0x9400_3C00, 0x0000_0000],
                &[0x0400_0400, 0x1000_1000, 0x3F80_0000],
                &[0x8000_8000, 0x3C00_3C00, 0x8000_0000],
                &[0x3C00_BC00, 0x3C00_3C00, 0x8000_0000],
                &[0x7C00_3C00, 0x0000_3C00, 0x3F80_0000],
                &[0x7C00_3C00, 0x3C00_3C00, 0xFF80_0000],
                &[0x7C00_3C00, 0xBC00_3C00, 0x3F80_0000],
            ],
        }],
        example: (
            "dot2.ampere.f32.f16",
            &[0x0400_3C00, 0x1400_3C00, 0x3380_0000],
            "The products are 1 and 2^-24, and c is 2^-24. Both small terms stay, since terms are cut below 2^-24.",
        ),
    },
];
