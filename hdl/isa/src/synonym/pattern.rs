//! Rows of the table of names, and the words that vary in them.

use super::{conversions, functions, systems, System};

/// A row of the table: names of one pattern.
///
/// `{word}` in the name stands for each name of an [axis](AXES). In the meaning it stands for the part of a mnemonic
/// beside it. A word that the name lacks stands for all parts of its axis.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) system: System,
    pub(crate) name: &'static str,
    pub(crate) meaning: Meaning,
}

/// The meaning of a row.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Meaning {
    /// One instruction.
    Is(&'static str),
    /// One instruction, and a remark for the reader.
    IsWith(&'static str, &'static str),
    /// The part that is open, and the instructions to choose from.
    Open(&'static str, &'static [&'static str]),
    /// The difference, and the nearest instructions.
    Near(&'static str, &'static [&'static str]),
}

/// A word that varies, with its names in another system and the parts of mnemonics that they mean.
pub(super) struct Axis {
    pub(super) word: &'static str,
    pub(super) values: &'static [(&'static str, &'static str)],
}

const fn axis(word: &'static str, values: &'static [(&'static str, &'static str)]) -> Axis {
    Axis { word, values }
}

/// Every word that varies.
pub(super) const AXES: &[Axis] = &[
    axis("op", &[("add", "add"), ("sub", "sub"), ("mul", "mul")]),
    axis(
        "OP",
        &[
            ("HADD2", "add"),
            ("HMUL2", "mul"),
            ("HFMA2", "fma"),
            ("HFMA2.MMA", "fma"),
        ],
    ),
    axis(
        "arith",
        &[("add", "add"), ("sub", "sub"), ("mul", "mul"), ("div", "div")],
    ),
    axis("minmax", &[("min", "min"), ("max", "max")]),
    axis(
        "relation",
        &[
            ("eq", "eq"),
            ("ne", "ne"),
            ("lt", "lt"),
            ("le", "le"),
            ("gt", "gt"),
            ("ge", "ge"),
            ("equ", "equ"),
            ("neu", "neu"),
            ("ltu", "ltu"),
            ("leu", "leu"),
            ("gtu", "gtu"),
            ("geu", "geu"),
        ],
    ),
    axis(
        "fcmp",
        &[
            ("oeq", "eq"),
            ("one", "ne"),
            ("olt", "lt"),
            ("ole", "le"),
            ("ogt", "gt"),
            ("oge", "ge"),
            ("ueq", "equ"),
            ("une", "neu"),
            ("ult", "ltu"),
            ("ule", "leu"),
            ("ugt", "gtu"),
            ("uge", "geu"),
            ("ord", "num"),
            ("uno", "nan"),
        ],
    ),
    // CUDA's roundings, to a number and to an integer.
    axis("round", &[("rn", "rn"), ("rz", "rz"), ("rd", "rm"), ("ru", "rp")]),
    axis(
        "round_int",
        &[("rn", "rni"), ("rz", "rzi"), ("rd", "rmi"), ("ru", "rpi")],
    ),
    axis("ROUND", &[("RN", "rn"), ("RZ", "rz"), ("RM", "rm"), ("RP", "rp")]),
    axis(
        "any",
        &[("rn", "rn"), ("rz", "rz"), ("rm", "rm"), ("rp", "rp"), ("rna", "rna")],
    ),
    axis(
        "any_int",
        &[
            ("rni", "rni"),
            ("rzi", "rzi"),
            ("rmi", "rmi"),
            ("rpi", "rpi"),
            ("rnai", "rnai"),
        ],
    ),
    axis(
        "int",
        &[
            ("int", "s32"),
            ("uint", "u32"),
            ("short", "s16"),
            ("ushort", "u16"),
            ("ll", "s64"),
            ("ull", "u64"),
        ],
    ),
    axis("char", &[("char", "s8"), ("uchar", "u8")]),
    axis(
        "toward",
        &[("trunc", "rzi"), ("ceil", "rpi"), ("floor", "rmi"), ("rint", "rni")],
    ),
    axis(
        "toward_llvm",
        &[
            ("trunc", "rzi"),
            ("ceil", "rpi"),
            ("floor", "rmi"),
            ("rint", "rni"),
            ("nearbyint", "rni"),
            ("roundeven", "rni"),
            ("round", "rnai"),
        ],
    ),
    axis(
        "toward_c",
        &[
            ("trunc", "rzi"),
            ("ceil", "rpi"),
            ("floor", "rmi"),
            ("roundeven", "rni"),
            ("round", "rnai"),
        ],
    ),
    // The names of types in LLVM's intrinsic functions and in its instructions.
    axis(
        "type",
        &[
            ("f16", "f16"),
            ("bf16", "bf16"),
            ("bfloat", "bf16"),
            ("v2f16", "f16x2"),
            ("v2bf16", "bf16x2"),
        ],
    ),
    axis("scalar", &[("f16", "f16"), ("bf16", "bf16"), ("bfloat", "bf16")]),
    axis(
        "ir",
        &[
            ("half", "f16"),
            ("bfloat", "bf16"),
            ("<2 x half>", "f16x2"),
            ("<2 x bfloat>", "bf16x2"),
        ],
    ),
    axis("ir_scalar", &[("half", "f16"), ("bfloat", "bf16")]),
    axis("bits", &[("8", "8"), ("16", "16"), ("32", "32"), ("64", "64")]),
    axis("few_bits", &[("8", "8"), ("16", "16"), ("32", "32")]),
    axis("sign", &[("s", "s"), ("u", "u")]),
    axis("NAN", &[("", ""), (".NAN", ".NaN")]),
    axis("BF16", &[("BF16", "bf16"), ("BF16_V2", "bf16")]),
    // The lanes of CUDA's functions: `__hadd` and `__hadd2`, `hrcp` and `h2rcp`.
    axis("lanes", &[("", "f16"), ("2", "f16x2")]),
    axis(
        "exponential",
        &[
            ("exp2", "ex2"),
            ("exp", "exp"),
            ("log2", "lg2"),
            ("log", "log"),
            ("sin", "sin"),
            ("cos", "cos"),
        ],
    ),
    axis(
        "exponential_c",
        &[
            ("exp2", "ex2"),
            ("exp", "exp"),
            ("log2", "lg2"),
            ("log", "log"),
            ("sin", "sin"),
            ("cos", "cos"),
            ("tanh", "tanh"),
        ],
    ),
    axis("v", &[("vv", ""), ("vf", "")]),
    axis(
        "fixed",
        &[
            ("rne", ".rne"),
            ("rtz", ".rtz"),
            ("rdn", ".rdn"),
            ("rup", ".rup"),
            ("rmm", ".rmm"),
        ],
    ),
    axis(
        "accumulate",
        &[
            ("vfmacc", "fmadd"),
            ("vfmadd", "fmadd"),
            ("vfnmacc", "fnmadd"),
            ("vfnmadd", "fnmadd"),
            ("vfmsac", "fmsub"),
            ("vfmsub", "fmsub"),
            ("vfnmsac", "fnmsub"),
            ("vfnmsub", "fnmsub"),
        ],
    ),
    axis(
        "exact",
        &[
            ("vfmin", "fmin"),
            ("vfmax", "fmax"),
            ("vfsgnj", "fsgnj"),
            ("vfsgnjn", "fsgnjn"),
            ("vfsgnjx", "fsgnjx"),
            ("vmfeq", "feq"),
            ("vmflt", "flt"),
            ("vmfle", "fle"),
        ],
    ),
];

/// A row of the table of names, for its page.
#[derive(Clone, Debug)]
pub struct SynonymPattern {
    /// The system.
    pub system: System,
    /// The names. A choice of words is written as `{rn,rz}`.
    pub names: String,
    /// The number of names.
    pub count: usize,
    /// The meaning of the first name, as of [`synonyms`](super::synonyms).
    pub first: super::Synonym,
}

/// Returns the rows of the table of names, by system.
pub fn synonym_patterns() -> Vec<SynonymPattern> {
    let tables = [functions::TABLE, conversions::TABLE, systems::TABLE];
    let rows = tables.into_iter().flatten();
    let mut all: Vec<SynonymPattern> = rows
        .map(|row| {
            let names = super::expand(row);
            SynonymPattern {
                system: row.system,
                names: written(row.name),
                count: names.len(),
                first: names[0].clone(),
            }
        })
        .collect();
    all.sort_by_key(|pattern| pattern.system);
    all
}

/// Writes the words that vary as choices.
fn written(name: &str) -> String {
    AXES.iter().fold(name.to_owned(), |text, axis| {
        let names: Vec<&str> = axis.values.iter().map(|(name, _)| *name).collect();
        text.replace(&format!("{{{}}}", axis.word), &format!("{{{}}}", names.join(",")))
    })
}
