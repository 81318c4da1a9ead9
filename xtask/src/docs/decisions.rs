//! Decisions about points that the PTX text leaves open.

/// A point that the PTX text leaves open.
pub struct Decision {
    /// The open point.
    pub point: &'static str,
    /// The decision.
    pub choice: &'static str,
    /// The reason.
    pub reason: &'static str,
}

/// The decisions, those about modifiers first.
pub const DECISIONS: &[Decision] = &[
    Decision {
        point: "OOB NaN",
        choice: "Magnitude 0x7ff7, sign ignored, in f16 and bf16; 0x7fff is an ordinary NaN.",
        reason: "The instruction's section names the value without its bits; any encoding but the canonical NaN \
                 keeps a NaN that was computed apart from an element that was never loaded, and one constant for \
                 both formats makes it one test and easy to change.",
    },
    Decision {
        point: "operands tested for OOB",
        choice: "a and b, not c, in each lane; the result is +0 whatever else holds, and `.relu` leaves it +0.",
        reason: "The text says \"either of the operands\", which are two: the factors, which are what a load of a \
                 tensor fills in; c is as a rule a sum that was computed before.",
    },
    Decision {
        point: "`.relu`",
        choice: "NaN becomes the canonical NaN; anything with its sign bit set, -0 and -inf included, becomes +0.",
        reason: "The text clamps negative results to 0 and names the canonical NaN; taking the sign bit for \
                 \"negative\" needs no comparison in hardware and leaves no -0 behind.",
    },
    Decision {
        point: "`.sat`",
        choice: "NaN, negative values and -0 become +0; above 1 becomes 1.",
        reason: "The text clamps to 0 to 1 and flushes NaN to +0.0; giving -0 the same +0 leaves one zero in the \
                 range, so that a result is in it exactly when its bits are at most those of 1.",
    },
    Decision {
        point: "`.ftz` of a result",
        choice: "Decided before rounding: a nonzero exact value below the smallest normal number becomes zero of \
                 its sign. An exact zero keeps its IEEE 754 sign.",
        reason: "IEEE 754 allows tininess before or after rounding; before rounding it is a property of the exact \
                 value alone, and hardware knows it from the exponent without waiting for the rounder's carry.",
    },
    Decision {
        point: "`.ftz` and NaN",
        choice: "A NaN is not flushed.",
        reason: "The text flushes subnormal numbers, and a NaN is none: its exponent field is all ones.",
    },
    Decision {
        point: "exact cancellation x + (-x)",
        choice: "+0 in rn, rz and rp, -0 in rm; zeros of equal sign keep it. The same holds for a zero product and \
                 a zero c.",
        reason: "This is the rule of IEEE 754, section 6.3, and the text names no other.",
    },
    Decision {
        point: "inf * 0 and inf - inf",
        choice: "The canonical NaN, whatever c is.",
        reason: "IEEE 754 makes both invalid operations, whose result is a NaN, and every NaN result is the \
                 canonical one.",
    },
    Decision {
        point: "min and max",
        choice: "+0 is greater than -0, also after flushing. With one NaN operand and without `.NaN` the result is \
                 the other operand, flushed under `.ftz` and its magnitude under `.abs`. Two NaNs, or any under \
                 `.NaN`, give the canonical NaN.",
        reason: "The text's pseudocode takes magnitudes first, then compares and returns one of the operands, and \
                 `.ftz` flushes operands, so the operand that is returned has been through both; a total order of \
                 the zeros makes the operands exchangeable.",
    },
    Decision {
        point: "`.xorsign.abs`",
        choice: "The sign is the exclusive or of the sign bits as they came in, a NaN's included, unless the result \
                 is NaN. The result d is what is tested for NaN, for max x2 as well.",
        reason: "The pseudocode takes the signs before anything else and without a test for NaN; the x2 text of max \
                 tests a lane of an operand where the scalar text tests d, and lanes should compute what scalars \
                 do.",
    },
    Decision {
        point: "neg and abs with `.ftz`",
        choice: "The operand is flushed, then its sign changes.",
        reason: "The text flushes to a zero that preserves the sign; with the flush first the result is the \
                 negation or magnitude of that zero, as for any other operand.",
    },
    Decision {
        point: "mixed-precision operands",
        choice: "a (and b) widen exactly, subnormals included. sub is a + (-c), and a NaN stays NaN.",
        reason: "Every f16 and bf16 value is an f32 value, so widening needs no rounding; IEEE 754 defines \
                 subtraction as the addition of the opposite.",
    },
    Decision {
        point: "mixed-precision overflow",
        choice: "rn gives inf of the result's sign; rz 0x7f7fffff of the result's sign; rm the largest number or \
                 -inf; rp +inf or the most negative number.",
        reason: "This is what IEEE 754, section 7.4, prescribes for each rounding direction.",
    },
    Decision {
        point: "mixed-precision underflow",
        choice: "rp of a tiny positive value is 0x00000001, rm of a tiny negative one 0x80000001, otherwise as the \
                 rounding says. `.sat` comes after rounding: 0x00000001 stays, -0 becomes +0.",
        reason: "Subnormal results are supported, so a tiny value rounds like any other; clamping what has been \
                 rounded keeps `.sat` a function of the result of the instruction without it.",
    },
    Decision {
        point: "tanh",
        choice: "-inf gives -1, +inf gives 1, zeros keep their sign, NaN gives the canonical NaN; every other \
                 operand gives the correctly rounded result.",
        reason: "The text bounds the error only; of all results within the bound the correctly rounded one is the \
                 only one that is defined without the hardware, so that a model can say what is right.",
    },
    Decision {
        point: "ex2.f16",
        choice: "-inf gives +0, both zeros 1, +inf gives +inf, NaN the canonical NaN; subnormal operands and \
                 results are supported; every result is correctly rounded.",
        reason: "As for tanh: the text's bound admits several results, correct rounding exactly one.",
    },
    Decision {
        point: "ex2.ftz.bf16",
        choice: "A subnormal operand gives 1; an exact value below 2^-126 gives +0; otherwise the correctly rounded \
                 result.",
        reason: "As for ex2.f16, with the flush of a result decided before rounding as in every other instruction.",
    },
    Decision {
        point: "set and setp, zeros and NaN",
        choice: "-0 equals +0; the ordered relations are false with a NaN, `ne` included, their `u` forms true.",
        reason: "The text names ordered and unordered relations; zeros compare as IEEE 754 has it, which is also what the CUDA headers' host code does.",
    },
    Decision {
        point: "setp's second predicate",
        choice: "A packed comparison gives p for lane 0 and q for lane 1; a scalar one has p only.",
        reason: "The text's `p|q` of packed types are the lanes. For scalar halves the assembler refuses a q, and its complement costs nothing outside.",
    },
    Decision {
        point: "the predicate c of a comparison",
        choice: "A port of one bit, which both lanes are joined with. `!c` is refused in a line of PTX: it is written outside the module.",
        reason: "The text joins each lane's answer with the one c; a module with a negated port would be another instruction by another name.",
    },
    Decision {
        point: "set with a packed source and .u32 or .s32",
        choice: "A half-word for each lane, all ones for true.",
        reason: "The text packs the lanes' results into the 32 bits; a whole register of ones could not tell the lanes apart.",
    },
    Decision {
        point: "set and setp on other types",
        choice: "Operands of f32, f64, integers and plain bits are refused; so is a result of f32.",
        reason: "They are other hardware than half precision; the section on half-precision comparison gives these four operand types, and results as in the syntax lines.",
    },
    Decision {
        point: "comparisons in the core",
        choice: "A core has them where `--instructions` names them: c is bit 0 of the port `c`; d holds a set's result in its low bits, p in bit 0 and q in bit 16. The core of all is that of all arithmetic.",
        reason: "Ten times as many comparisons would widen `op` by four bits in a core that few need; a lane's answer lies where the lane's other results do.",
    },
    Decision {
        point: "cvt to an integer",
        choice: "Rounded, then clamped to what the integer holds, infinities too. NaN gives 0, and 2^63 in 64 bits.",
        reason: "The text clamps integers by default; what a NaN gives is that of the host code in CUDA's headers.",
    },
    Decision {
        point: "cvt of NaN to a number",
        choice: "The canonical NaN of the result: 0x7fff, 0x7fffffff, 0x7f of e4m3 and e5m2, 0xff of ue8m0. fp6 and fp4 have none: the largest number, also with `.relu`. With `.sat` it is +0, with `.relu` it stays the canonical NaN.",
        reason: "Every NaN result is the canonical one here; the text says what a format without NaN has for it.",
    },
    Decision {
        point: "cvt to an integer in floating point",
        choice: "The sign stays: -0.3 rounds to -0.",
        reason: "IEEE 754, section 5.9, keeps the sign of a zero that an operation rounding to an integer gives.",
    },
    Decision {
        point: "`.satfinite`",
        choice: "A magnitude above the largest finite number becomes that number, an infinity too, whatever the rounding; NaN stays one.",
        reason: "The text clamps to the range of finite numbers, and NaN is in no range.",
    },
    Decision {
        point: "`.ftz` of a conversion",
        choice: "It concerns operands and results in f32 only: a subnormal half is never flushed.",
        reason: "The text says that `.ftz` applies where one of the types is f32, and flushes subnormal numbers of that.",
    },
    Decision {
        point: "`.rs`",
        choice: "The random bits are added to the top bits of what is cut off of the magnitude, which is then truncated: 13 bits for f16, 16 for bf16. The place of a subnormal result's last bit is the fixed one of subnormal numbers. Overflow gives an infinity unless `.satfinite`. The forms with four operands are left out.",
        reason: "The bits between f32 and the result are as many as a lane has random bits for; adding them rounds up as often as the part that is cut off says. How the forms with four operands spend their bits differs between devices.",
    },
    Decision {
        point: "ue8m0",
        choice: "The sign is dropped, so that `.rp` rounds the magnitude up. 0x00, which stands for 2^-127, is also what zero and all below become. Overflow and infinities give 0xff, with `.satfinite` 0xfe. To bf16, 0x00 is 0x0040 and 0xff 0x7fff.",
        reason: "The format has neither a sign nor a zero nor infinities; its only other value is NaN.",
    },
    Decision {
        point: "fp6 in a byte",
        choice: "A number of six bits lies in the low bits of a byte. The upper two are 0 in results and ignored in operands.",
        reason: "The text says so of results; bits that have no meaning should have no effect.",
    },
    Decision {
        point: "conversions of f64, of tf32, and of types of which none is a half or small",
        choice: "Refused.",
        reason: "They are other hardware than half precision; the two of f64 and a half are double precision.",
    },
    Decision {
        point: "arithmetic in e4m3 and e5m2",
        choice: "add, sub, mul and fma with `.rn`, all with `.satfinite` and fma with `.relu`; min and max with `.NaN`; of one value, two (x2) and four (x4) in a register. Canonical NaN 0x7f. Without `.satfinite`, e4m3 overflows to NaN and e5m2 to infinity; with it, an infinite operand of e5m2 gives the largest number too. `.sat` and `.ftz` they have not.",
        reason: "PTX does not have them, so the names are made like its own: modifiers as its conversions to these formats have them, overflow as the OCP 8-bit Floating Point Specification has it. An accelerator saturates or lets a NaN through, clamps with `.relu`, and keeps four of them in a 32-bit register. Clamping to 1 and flushing of formats whose subnormals are much of their range have no use that we know of.",
    },
    Decision {
        point: "conversions in the core",
        choice: "A core has them where `--instructions` names them; rbits is the port `c`. In each half-precision format, those from and to integers and from f32 share one shifter and one rounder; every other has a datapath of its own. Those of 64 bits are refused.",
        reason: "The core's registers have 32 bits. An integer's digits, a half's and those of single precision all move up to where they are rounded: two conversions to s32, two from integers and one from f32, all of f16, take 349 LUT4 on iCE40 so, and 554 apart. What lanes and small formats need has other widths.",
    },
];

/// The decisions about exception flags.
pub const FLAGS: &[Decision] = &[
    Decision {
        point: "which instructions",
        choice: "All of PTX but neg and abs; arithmetic in e4m3 and e5m2 has no `--flags` either.",
        reason: "IEEE 754 counts negate and abs among the operations on sign bits, which raise nothing, not even for a \
                 signalling NaN.",
    },
    Decision {
        point: "two lanes",
        choice: "One port of 5 bits with the flags that either lane raises, also of a cvt that makes two values.",
        reason: "Flags are there to be gathered: a status register takes the union of all that an instruction raised, \
                 as it does in processors with packed arithmetic. Who must know the lane uses two scalar units.",
    },
    Decision {
        point: "modifiers",
        choice: "The flags are those of the operation before `.sat`, `.relu`, `.satfinite`, `.oob` and the `.ftz` of a result \
                 change what comes of it. The `.ftz` of operands comes before the operation and raises nothing.",
        reason: "IEEE 754 knows none of them, so its default handling is that of the arithmetic alone. Operands are flushed \
                 where they are read: of the numbers as they were before, a second datapath would have to tell.",
    },
    Decision {
        point: "tininess",
        choice: "After rounding: UF is raised where the exact result, rounded as if the exponent had no bound, is below the \
                 smallest normal number, and the result is not exact.",
        reason: "IEEE 754 allows either; after rounding is what x86 and RISC-V do. Sums of one format are multiples of the \
                 smallest number, so that tiny ones are exact: add and sub never raise UF.",
    },
    Decision {
        point: "inf * 0 + NaN",
        choice: "NV, also where c is a quiet NaN.",
        reason: "IEEE 754 leaves it to the implementation; RISC-V, Berkeley SoftFloat and LLVM raise it.",
    },
    Decision {
        point: "comparisons",
        choice: "lt, le, gt and ge raise NV with any NaN; all others, the `u` forms among them, with a signalling one only.",
        reason: "Those four are the signalling predicates of IEEE 754, section 5.11; the others are asked where a NaN is \
                 expected, and are its quiet ones.",
    },
    Decision {
        point: "min and max",
        choice: "NV where an operand is a signalling NaN, whatever the modifiers; nothing else.",
        reason: "minimum and minimumNumber of IEEE 754-2019, which `.NaN` tells apart, both signal for these only.",
    },
    Decision {
        point: "tanh",
        choice: "NX for every nonzero finite operand, and UF too for a subnormal one; nothing for zeros and infinities; NV for a \
                 signalling NaN.",
        reason: "The exact value is a number of the format for no other operand. Below the smallest normal number it is next \
                 to the operand, which it is rounded to; rounded to as many digits as a normal number has, that one itself is not tiny.",
    },
    Decision {
        point: "ex2",
        choice: "NX unless the operand is an integer and the format has the power of two, subnormal ones included; OF and UF as \
                 the exact power says; nothing for infinities; NV for a signalling NaN. ex2.ftz.bf16 takes a subnormal operand for \
                 zero, so that it raises nothing, and 2^-127 to 2^-133 raise nothing although they are flushed.",
        reason: "Powers of two with other rational exponents are irrational. The flush of a result is a modifier.",
    },
    Decision {
        point: "cvt to an integer",
        choice: "NV for NaNs, infinities and what is out of range after rounding, and then nothing else; else NX where the \
                 value is no integer. Rounding to an integer in floating point raises NX too.",
        reason: "These are the conversions of IEEE 754, section 5.8, in the form that signals inexact, as those of C and RISC-V \
                 do; the clamped value is what the PTX text gives in place of an invalid one.",
    },
    Decision {
        point: "cvt to formats without infinities or NaNs",
        choice: "An infinity raises NX where the format has none; a NaN raises NV where the format has none; OF where what is \
                 rounded is above the largest number.",
        reason: "What the format cannot hold is replaced by another value: a number for a number is inexact, one for a NaN has \
                 no meaning at all, as in a conversion to an integer.",
    },
    Decision {
        point: "cvt to ue8m0",
        choice: "Of the magnitude: NX where it is no power of two from 2^-127 to 2^127, zero and infinities included; OF where it is \
                 rounded above 2^127, UF where below 2^-127. The sign raises nothing. From ue8m0 nothing is raised.",
        reason: "The format has neither signs nor a zero: dropping the sign is what the conversion is for, while zero becomes \
                 another number. Its NaN has no fraction that could be 0 at the top.",
    },
    Decision {
        point: "cvt.rs",
        choice: "NX where anything is cut off, whatever the random bits add; OF and UF by the result that they give.",
        reason: "IEEE 754 has no such rounding, so there is none with an unbounded exponent to decide what is tiny.",
    },
    Decision {
        point: "the core",
        choice: "With `--flags` it has a port `flags` beside `d`, of the operation asked for; neg and abs, and an `op` that it does not \
                 have, give 0.",
        reason: "A status register takes it together with the tag.",
    },
];
