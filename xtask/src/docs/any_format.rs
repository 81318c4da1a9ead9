//! The section about formats that the table of instructions does not have.

use halfpipe_isa::FloatFormat;

use crate::docs::family::Example;
use crate::docs::section::example;

const TEXT: &str = "
## Your own format

A format is a name: `f32`, or `eXmY` with X from 2 to 8 exponent bits and Y from 1 to 23 fraction bits. Every command takes it in place of
`f16`. `list` does not print these instructions.

- **Encoding.** As in IEEE 754: a sign, a biased exponent, a fraction; subnormal numbers, infinities and NaNs. The bias is 2^(X-1) - 1. The
  canonical NaN has all bits but the sign set, as in f16.
- **Names.** `e5m10` is f16, `e8m7` bf16 and `e8m23` f32. `e8m10` has the numbers of tf32 in 19 bits. The names `e4m3`, `e5m2`, `e3m2`,
  `e2m3` and `e2m1` keep PTX's and OCP's meaning; `e4m3i`, `e3m2i`, `e2m3i` and `e2m1i` are encoded as in IEEE 754. Formats without a NaN
  have conversions and dot products only.
- **Ports** are as wide as the format. `x2` and `x4` compute several lanes, while they fit 32 bits.
- **Overflow in e4m3** gives NaN and raises OF and NX. A division by zero gives NaN and raises DZ.

| operations | syntax |
|---|---|
| sums and products | `{add,sub,mul}{.rnd}{.ftz}{.sat}.TYPE` |
| fused | `fma{.rnd}{.ftz}{.sat}.TYPE`, `fma{.rnd}{.ftz}.relu.TYPE`, `fma{.rnd}.oob{.relu}.TYPE` |
| with a wider addend and result | `{add,sub,fma}{.rnd}{.sat}.WIDE.TYPE` |
| quotients and roots | `{div,rcp,sqrt}{.rnd}{.ftz}.TYPE` |
| selection | `{min,max}{.ftz}{.NaN}{.xorsign.abs}.TYPE`, `{neg,abs}{.ftz}.TYPE` |
| comparisons | `setp.cmp{.bool}{.ftz}.TYPE`, `set.cmp{.bool}{.ftz}.{TYPE,u16,s16,u32,s32}.TYPE` |
| to another format | `cvt.rnd{.sat}.TO.FROM`, `cvt.rnd.relu{.satfinite}.TO.FROM`, `cvt.rnd.satfinite.TO.FROM` |
| to e4m3, e3m2, e2m3 and e2m1 | `cvt.rnd.satfinite{.relu}.TO.FROM`; `FROM` may be an integer |
| from and to integers | `cvt.rnd{.sat}.TYPE.{u8,s8,…,u64,s64}`, `cvt.irnd{.sat}.{u8,s8,…,u64,s64,TYPE}.TYPE` |
| exact dot products | `{dot2,dot4,dot8,dot16,dot32}.rnd.WIDE.TYPE` |

`.rnd` is one of `.rn`, `.rz`, `.rm`, `.rp` and `.rna`, and `.irnd` one of `.rni`, `.rzi`, `.rmi`, `.rpi` and `.rnai`. Without `.rnd`,
arithmetic rounds to nearest even. `.oob` needs a fraction of two bits. A conversion flushes with `.ftz` if one of its formats is f32.
`WIDE` has as many exponent and fraction bits as `TYPE`, or more. In dot products it may be `TYPE`, and an element of six bits is in a byte.

Flags, rounding ports, latencies, forms, iterative units, packages and waves are those of f16. Modules are proven as those of f16 are;
[proof.md](proof.md#wide-products) has the step that a wide product adds. In the core `fpu` each has
a datapath of its own.
";

/// Returns the section.
pub fn section() -> String {
    let count = FloatFormat::ieee().count();
    let sentence = format!(
        "\nThere are {count} such formats. `halfpipe explain add.rn.e3m4` prints the range and the encodings of one.\n"
    );
    let sum = Example {
        instruction: "add.rn.e3m4".to_owned(),
        operands: vec![0x38, 0x42],
        text: "The sum is exact.".to_owned(),
    };
    TEXT.to_owned() + &sentence + &example(&sum)
}
