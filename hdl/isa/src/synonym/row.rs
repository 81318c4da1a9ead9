//! A row of the table of names.

use std::fmt;

/// A system with names of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum System {
    /// Intrinsic functions and types of CUDA's headers.
    Cuda,
    /// The assembly language of NVIDIA's GPUs.
    Sass,
    /// Functions of Berkeley SoftFloat, which Berkeley TestFloat names alike.
    SoftFloat,
    /// Intrinsic functions, instructions and types of LLVM.
    Llvm,
    /// Functions and types of C.
    C,
    /// The vector extension of RISC-V.
    RiscvVector,
    /// Several systems, in which the name differs in meaning.
    Several,
}

impl System {
    /// Every system, in the order of the table.
    pub const ALL: [System; 7] = [
        System::Cuda,
        System::Sass,
        System::SoftFloat,
        System::Llvm,
        System::C,
        System::RiscvVector,
        System::Several,
    ];

    /// Returns the name of the system.
    pub const fn name(self) -> &'static str {
        match self {
            System::Cuda => "CUDA",
            System::Sass => "SASS",
            System::SoftFloat => "SoftFloat and TestFloat",
            System::Llvm => "LLVM",
            System::C => "C",
            System::RiscvVector => "RISC-V's vectors",
            System::Several => "Several systems",
        }
    }
}

impl fmt::Display for System {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// A row of the table: names of one pattern.
///
/// `{word}` in the name stands for each name of an [axis](super::axis::AXES). In the meaning it stands for the part of a mnemonic
/// beside it. A word that the name lacks stands for all parts of its axis.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) system: System,
    pub(super) name: &'static str,
    pub(super) meaning: Meaning,
}

/// The meaning of a row.
#[derive(Clone, Copy, Debug)]
pub(super) enum Meaning {
    /// One instruction.
    Is(&'static str),
    /// One instruction, and a remark for the reader.
    IsWith(&'static str, &'static str),
    /// The part that is open, and the instructions to choose from.
    Open(&'static str, &'static [&'static str]),
    /// The difference, and the nearest instructions.
    Near(&'static str, &'static [&'static str]),
}
