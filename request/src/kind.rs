//! The kinds of module, and the commands that have them.

use std::fmt;

use halfpipe_hdl::{fpu, mma, zfh};

/// A kind of module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModuleKind {
    /// The module of one instruction.
    Unit,
    /// A core of several instructions of PTX.
    Core,
    /// The core of RISC-V.
    Zfh,
    /// A tile of dot products.
    Tile,
    /// The dot product unit of Vortex' tensor core.
    Vortex,
}

use ModuleKind::{Core, Tile, Unit, Vortex, Zfh};

/// Another word for the core of RISC-V.
pub const RISCV: &str = "riscv";

impl ModuleKind {
    /// All kinds.
    pub const ALL: [ModuleKind; 5] = [Unit, Core, Zfh, Tile, Vortex];

    /// Returns the word that stands for the module in place of a mnemonic; None for the module of a mnemonic.
    pub const fn keyword(self) -> Option<&'static str> {
        match self {
            Unit => None,
            Core => Some(fpu::KEYWORD),
            Zfh => Some(zfh::KEYWORD),
            Tile => Some(mma::KEYWORD),
            Vortex => Some(mma::VORTEX_KEYWORD),
        }
    }

    /// Returns the kind of module that a word names. `riscv` is another name of `zfh`.
    pub fn find(word: &str) -> ModuleKind {
        let word = if word == RISCV { zfh::KEYWORD } else { word };
        let mut kinds = ModuleKind::ALL.into_iter();
        kinds.find(|kind| kind.keyword() == Some(word)).unwrap_or(Unit)
    }

    /// True if the module has the contract of docs/module.md.
    pub fn has_contract(self) -> bool {
        CONTRACT.contains(&self)
    }

    /// Returns the kind of module that words name. Only mnemonics stand beside others.
    pub fn find_one(words: &[String]) -> ModuleKind {
        words.first().map_or(Unit, |word| ModuleKind::find(word))
    }
}

/// Prints the keyword, or `a mnemonic`.
impl fmt::Display for ModuleKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.keyword().unwrap_or("a mnemonic"))
    }
}

/// Kinds that lack a command or an option, and the reason or the command to type.
pub type Reasons = &'static [(&'static [ModuleKind], &'static str)];

/// A command on modules.
#[derive(Clone, Copy, Debug)]
pub struct CommandRow {
    /// Its name.
    pub name: &'static str,
    /// The kinds of module that it has.
    pub kinds: &'static [ModuleKind],
    /// For other kinds, the reason and the command to type.
    pub others: Reasons,
    /// True if a command line may name modules of several kinds.
    pub mixes_kinds: bool,
}

/// The kinds with the contract of docs/module.md.
pub const CONTRACT: &[ModuleKind] = &[Unit, Core];

/// The commands on modules.
pub const COMMANDS: &[CommandRow] = &[
    CommandRow {
        name: "explain",
        mixes_kinds: false,
        kinds: &ModuleKind::ALL,
        others: &[],
    },
    CommandRow {
        name: "generate",
        mixes_kinds: true,
        kinds: &ModuleKind::ALL,
        others: &[],
    },
    CommandRow {
        name: "eval",
        mixes_kinds: false,
        kinds: &[Unit, Core, Zfh, Tile],
        others: &[
            (&[Vortex], "evaluate its unit, for example halfpipe eval dot4.ampere.f32.f16"),
        ],
    },
    CommandRow {
        name: "verify",
        mixes_kinds: false,
        kinds: &ModuleKind::ALL,
        others: &[],
    },
    CommandRow {
        name: "prove",
        mixes_kinds: false,
        kinds: &[Unit, Core, Zfh, Tile],
        others: &[
            (&[Vortex], "prove its unit, for example halfpipe prove dot4.ampere.f32.f16, and simulate the rest with halfpipe verify vortex",
            ),
        ],
    },
    CommandRow {
        name: "wave",
        mixes_kinds: false,
        kinds: &[Unit, Core, Zfh, Tile],
        others: &[(&[Vortex], "draw its unit, for example halfpipe wave dot4.ampere.f32.f16")],
    },
    CommandRow {
        name: "synth",
        mixes_kinds: false,
        kinds: &[Unit, Core, Zfh, Tile],
        others: &[(&[Vortex], "measure its unit, for example halfpipe synth dot4.ampere.f32.f16 --latency 4",
        )],
    },
];
