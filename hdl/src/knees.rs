//! The latency at the knee of each curve of clock frequency over latency.
//!
//! Generated from the results under `synth/results`; a test of `synth` holds it against them, and with
//! `UPDATE_EXPECT=1 cargo test -p halfpipe-synth --test knees` writes it anew.

use halfpipe_isa::{Operation, Type};

/// The family and format of an instruction, and its knee.
pub(crate) const KNEES: [((Operation, Type), u32); 16] = [
    ((Operation::Add, Type::F16), 4),
    ((Operation::Add, Type::Bf16), 3),
    ((Operation::Mul, Type::F16), 3),
    ((Operation::Mul, Type::Bf16), 3),
    ((Operation::Fma, Type::F16), 5),
    ((Operation::Fma, Type::Bf16), 6),
    ((Operation::Min, Type::F16), 1),
    ((Operation::Min, Type::Bf16), 1),
    ((Operation::Tanh, Type::F16), 2),
    ((Operation::Tanh, Type::Bf16), 3),
    ((Operation::Ex2, Type::F16), 7),
    ((Operation::Ex2, Type::Bf16), 4),
    ((Operation::Add, Type::F32F16), 2),
    ((Operation::Add, Type::F32Bf16), 4),
    ((Operation::Fma, Type::F32F16), 4),
    ((Operation::Fma, Type::F32Bf16), 5),
];
