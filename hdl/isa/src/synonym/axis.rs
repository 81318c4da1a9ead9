//! The words that vary in the names of a row.

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
