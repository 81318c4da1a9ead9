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
        reason: "The instruction's section names the value without its bits. Any encoding but the canonical NaN \
                 separates a computed NaN from an element that was never loaded. One constant for both formats is one \
                 test, and easy to change.",
    },
    Decision {
        point: "operands tested for OOB",
        choice: "a and b, not c, in each lane. The result is then +0 in every case, and `.relu` leaves it +0.",
        reason: "The text says \"either of the operands\", so it means two: the factors, which a load of a tensor fills in. \
                 c is usually a sum that was computed before.",
    },
    Decision {
        point: "`.relu`",
        choice: "NaN becomes the canonical NaN; anything with its sign bit set, -0 and -inf included, becomes +0.",
        reason: "The text clamps negative results to 0 and names the canonical NaN. Testing the sign bit needs no comparison in \
                 hardware and leaves no -0.",
    },
    Decision {
        point: "`.sat`",
        choice: "NaN, negative values and -0 become +0; above 1 becomes 1.",
        reason: "The text clamps to 0 to 1 and flushes NaN to +0.0. With -0 as +0, a result is in the range exactly when its \
                 bits are at most those of 1.",
    },
    Decision {
        point: "`.ftz` of a result",
        choice: "Decided before rounding: a nonzero exact value below the smallest normal number becomes zero of \
                 its sign. An exact zero keeps its IEEE 754 sign.",
        reason: "IEEE 754 allows tininess before or after rounding. Before rounding it is a property of the exact value alone: \
                 hardware reads it from the exponent and need not wait for the rounder's carry.",
    },
    Decision {
        point: "`.ftz` and NaN",
        choice: "A NaN is not flushed.",
        reason: "The text flushes subnormal numbers. A NaN is not one: its exponent field is all ones.",
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
        reason: "The text's pseudocode takes magnitudes first, then compares and returns one of the operands. `.ftz` flushes \
                 operands, so both apply to the returned operand. With ordered zeros, exchanging the operands does not \
                 change the result.",
    },
    Decision {
        point: "`.xorsign.abs`",
        choice: "The sign is the exclusive or of the original sign bits, a NaN's included, unless the result is NaN. The result \
                 d is tested for NaN, also in max x2.",
        reason: "The pseudocode takes the signs first and without a test for NaN. The x2 text of max tests a lane of an operand \
                 instead of d; lanes should compute the same as scalars.",
    },
    Decision {
        point: "neg and abs with `.ftz`",
        choice: "The operand is flushed, then its sign changes.",
        reason: "The text flushes to a zero that preserves the sign. With the flush first, the result is the negation or magnitude \
                 of that zero, as for any other operand.",
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
        reason: "IEEE 754, section 7.4, prescribes this for each rounding direction.",
    },
    Decision {
        point: "mixed-precision underflow",
        choice: "rp of a tiny positive value is 0x00000001, rm of a tiny negative one 0x80000001; other cases follow the \
                 rounding mode. `.sat` comes after rounding: 0x00000001 stays, -0 becomes +0.",
        reason: "Subnormal results are supported, so a tiny value rounds like any other. If the rounded value is clamped, `.sat` \
                 is a function of the instruction's result without it.",
    },
    Decision {
        point: "tanh",
        choice: "-inf gives -1, +inf gives 1, zeros keep their sign, NaN gives the canonical NaN; every other \
                 operand gives the correctly rounded result.",
        reason: "The text only bounds the error. Of all results within the bound, only the correctly rounded one is defined \
                 independently of the hardware, so a model can check it.",
    },
    Decision {
        point: "ex2.f16",
        choice: "-inf gives +0, both zeros 1, +inf gives +inf, NaN the canonical NaN; subnormal operands and \
                 results are supported; every result is correctly rounded.",
        reason: "As for tanh: the text's bound allows several results, correct rounding exactly one.",
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
        reason: "The text names ordered and unordered relations. Zeros compare as in IEEE 754 and in the host code of CUDA's headers.",
    },
    Decision {
        point: "setp's second predicate",
        choice: "A packed comparison gives p for lane 0 and q for lane 1; a scalar one has p only.",
        reason: "The text's `p|q` of packed types are the lanes. For scalar halves the assembler refuses a q, and its complement costs nothing outside.",
    },
    Decision {
        point: "the predicate c of a comparison",
        choice: "A port of one bit, combined with the answer of each lane. `!c` is refused in a line of PTX: negate it outside the module.",
        reason: "The text combines each lane's answer with the one c. A module with a negated port would be another instruction with another name.",
    },
    Decision {
        point: "set with a packed source and .u32 or .s32",
        choice: "A half-word for each lane, all ones for true.",
        reason: "The text packs the lanes' results into the 32 bits; a whole register of ones could not tell the lanes apart.",
    },
    Decision {
        point: "set and setp on other types",
        choice: "Operands of f32, f64, integers and plain bits are refused; so is a result of f32.",
        reason: "They need other hardware than half precision. The section on half-precision comparison has these four operand types, and results as in the syntax lines.",
    },
    Decision {
        point: "comparisons in the core",
        choice: "A core has them if `--instructions` names them: c is bit 0 of the port `c`; d holds a set's result in its low bits, p in bit 0 and q in bit 16. Without the option, the core has all arithmetic and no comparison.",
        reason: "There are ten times as many comparisons, which would widen `op` by four bits, and few users need them. A lane's answer lies in the same half as its other results.",
    },
    Decision {
        point: "cvt to an integer",
        choice: "Rounded, then clamped to the range of the integer, infinities too. NaN gives 0, and 2^63 in 64 bits.",
        reason: "The text clamps integers by default. The results for NaN are those of the host code in CUDA's headers.",
    },
    Decision {
        point: "cvt of NaN to a number",
        choice: "The canonical NaN of the result: 0x7fff, 0x7fffffff, 0x7f of e4m3 and e5m2, 0xff of ue8m0 and ue5m3. fp6 and fp4 have no NaN: the result is the largest number, also with `.relu`. With `.sat` it is +0; with `.relu` it stays the canonical NaN.",
        reason: "Every NaN result is the canonical one here. The text defines the result for formats without NaN.",
    },
    Decision {
        point: "cvt to an integer in floating point",
        choice: "The sign stays: -0.3 rounds to -0.",
        reason: "IEEE 754, section 5.9: an operation that rounds to an integer keeps the sign of a zero result.",
    },
    Decision {
        point: "`.satfinite`",
        choice: "A magnitude above the largest finite number, infinity included, becomes that number in every rounding mode; NaN stays NaN.",
        reason: "The text clamps to the range of finite numbers, and NaN is in no range.",
    },
    Decision {
        point: "`.ftz` of a conversion",
        choice: "It applies to operands and results in f32 only: a subnormal half is never flushed.",
        reason: "In the text `.ftz` applies if one of the types is f32, and flushes subnormal numbers of that type.",
    },
    Decision {
        point: "`.rs`",
        choice: "The random bits are added to the top bits of the part of the magnitude that is cut off: 13 bits for f16, 16 for bf16. The sum is then truncated. The last bit of a subnormal result has the fixed place of all subnormal numbers. Overflow gives an infinity unless `.satfinite` is set. The forms with four operands are not supported.",
        reason: "A lane has as many random bits as f32 has more than the result. Their sum rounds up with a probability equal to the part that is cut off. The forms with four operands use their bits differently on each device.",
    },
    Decision {
        point: "ue8m0",
        choice: "The sign is dropped, so `.rp` rounds the magnitude up. Zero and all values below 2^-127 become 0x00, which means 2^-127. Overflow and infinities give 0xff, with `.satfinite` 0xfe. To bf16, 0x00 is 0x0040 and 0xff 0x7fff.",
        reason: "The format has neither a sign nor a zero nor infinities; its only other value is NaN.",
    },
    Decision {
        point: "ue5m3",
        choice: "The sign is dropped, so `.rp` rounds the magnitude up. A magnitude of 2^-18 or less becomes 0x00 in `.rn`; in `.rp` every magnitude below 2^-17 but zero becomes 0x01. `.satfinite` limits to 0xfe (114688). Without it, `.rn` gives 0xff (NaN) above 118784 and 0xfe up to it, `.rz` gives 0xfe, and `.rp` 0xff above 114688; an infinity gives 0xff in every rounding mode. To bf16, 0xff is 0x7fff. To f16, 0xf8 to 0xfe are infinity.",
        reason: "The text of PTX does not have this format. The results are those of the host code in the headers of CUDA 13.5. 118784 is the midpoint of 114688 and the next place, and 0xfe is the even one of the two.",
    },
    Decision {
        point: "`.satfinite` of a conversion to bf16x2",
        choice: "It changes the infinities of e5m2 only: they become 0x7f7f with their sign.",
        reason: "All other values of eight bits or fewer are finite, and exact in bf16. The assembler of CUDA 13.5 accepts the modifier with every one of these formats.",
    },
    Decision {
        point: "fp6 in a byte",
        choice: "A number of six bits lies in the low bits of a byte. The upper two are 0 in results and ignored in operands.",
        reason: "The text defines this for results. Bits without a meaning should have no effect.",
    },
    Decision {
        point: "conversions of f64, of tf32, and of types of which none is a half or small",
        choice: "Refused.",
        reason: "They need other hardware than half precision. Conversions between f64 and a half are double precision.",
    },
    Decision {
        point: "arithmetic in e4m3 and e5m2",
        choice: "add, sub, mul and fma with `.rn`, all with `.satfinite` and fma with `.relu`; min and max with `.NaN`. A register holds one value, two (x2) or four (x4). Canonical NaN 0x7f. Without `.satfinite`, e4m3 overflows to NaN and e5m2 to infinity; with it, an infinite operand of e5m2 gives the largest number too. `.sat` and `.ftz` do not exist.",
        reason: "PTX does not have them, so the names are made like its own: modifiers as its conversions to these formats have them, overflow as the OCP 8-bit Floating Point Specification has it. An accelerator saturates or lets a NaN through, clamps with `.relu`, and keeps four of them in a 32-bit register. Clamping to 1 and flushing of formats whose subnormals are much of their range have no use that we know of.",
    },
    Decision {
        point: "conversions in the core",
        choice: "A core has them if `--instructions` names them; rbits is the port `c`. In each half-precision format, conversions from and to integers and from f32 share one shifter and one rounder. Every other has a datapath of its own. 64-bit conversions are refused.",
        reason: "The core's registers have 32 bits. The digits of integers, halves and f32 all move up to the place where they are rounded. Shared hardware for two conversions to s32, two from integers and one from f32, all of f16, takes 349 LUT4 on iCE40; separate hardware takes 554. Lanes and small formats need other widths.",
    },
];

/// The decisions about exception flags.
pub const FLAGS: &[Decision] = &[
    Decision {
        point: "which instructions",
        choice: "All of PTX except neg and abs. Arithmetic in e4m3 and e5m2 has no `--flags` either.",
        reason: "negate and abs are operations on sign bits in IEEE 754. They raise nothing, not even for a signalling NaN.",
    },
    Decision {
        point: "two lanes",
        choice: "One port of 5 bits combines the flags of both lanes, also for a cvt that makes two values.",
        reason: "A status register takes the union of all flags that an instruction raised, as in processors with packed \
                 arithmetic. Two scalar units tell the lanes apart.",
    },
    Decision {
        point: "modifiers",
        choice: "The flags are those of the operation before `.sat`, `.relu`, `.satfinite`, `.oob` and the `.ftz` of a result \
                 change its result. The `.ftz` of operands comes before the operation and raises nothing.",
        reason: "IEEE 754 has none of these modifiers, so its default handling concerns the arithmetic alone. Operands are \
                 flushed as they are read; flags of the original numbers would need a second datapath.",
    },
    Decision {
        point: "tininess",
        choice: "After rounding: UF is raised if the exact result, rounded with an unbounded exponent, is below the smallest \
                 normal number, and the result is not exact.",
        reason: "IEEE 754 allows either; x86 and RISC-V decide after rounding. Sums in one format are multiples of the smallest \
                 number, so tiny sums are exact: add and sub never raise UF.",
    },
    Decision {
        point: "inf * 0 + NaN",
        choice: "NV, also if c is a quiet NaN.",
        reason: "IEEE 754 leaves it to the implementation; RISC-V, Berkeley SoftFloat and LLVM raise it.",
    },
    Decision {
        point: "comparisons",
        choice: "lt, le, gt and ge raise NV with any NaN; all others, the `u` forms among them, with a signalling one only.",
        reason: "Those four are the signalling predicates of IEEE 754, section 5.11. The others are its quiet predicates, for \
                 operands that may be NaN.",
    },
    Decision {
        point: "min and max",
        choice: "NV if an operand is a signalling NaN, with any modifiers; nothing else.",
        reason: "`.NaN` selects between minimum and minimumNumber of IEEE 754-2019. Both signal for these NaNs only.",
    },
    Decision {
        point: "tanh",
        choice: "NX for every nonzero finite operand, and UF too for a subnormal one; nothing for zeros and infinities; NV for a \
                 signalling NaN.",
        reason: "Only for zeros and infinities is the exact value a number of the format. For a subnormal operand, the exact value \
                 is next to the operand and rounds to it. The smallest normal operand is not tiny: rounded with an unbounded \
                 exponent, its tanh is that number itself.",
    },
    Decision {
        point: "ex2",
        choice: "NX unless the operand is an integer and the format has the power of two, subnormal ones included; OF and UF as \
                 for the exact power; nothing for infinities; NV for a signalling NaN. ex2.ftz.bf16 reads a subnormal operand as \
                 zero, so it raises nothing. 2^-127 to 2^-133 raise nothing although they are flushed.",
        reason: "Powers of two with other rational exponents are irrational. The flush of a result is a modifier.",
    },
    Decision {
        point: "cvt to an integer",
        choice: "NV alone for NaNs, infinities and values that are out of range after rounding; otherwise NX if the value is no \
                 integer. Rounding to an integer in floating point raises NX too.",
        reason: "These are the conversions of IEEE 754, section 5.8, in the form that signals inexact, as in C and RISC-V. PTX \
                 replaces an invalid result by the clamped value.",
    },
    Decision {
        point: "cvt to formats without infinities or NaNs",
        choice: "An infinity raises NX if the format has none. A NaN raises NV if the format has none. OF is raised if the rounded \
                 value is above the largest number.",
        reason: "A value that the format lacks is replaced. A number in place of another number is inexact. A number in place of a NaN \
                 is meaningless, as in a conversion to an integer.",
    },
    Decision {
        point: "cvt to ue8m0",
        choice: "The magnitude decides. NX: it is no power of two from 2^-127 to 2^127; zero and infinities are none. OF: it is rounded \
                 above 2^127. UF: it is below 2^-127. The sign raises nothing. Conversions from ue8m0 raise nothing.",
        reason: "The format has neither signs nor a zero. Dropping the sign is the purpose of the conversion, but zero becomes another \
                 number. Its NaN has no fraction bit that could mark it as signalling.",
    },
    Decision {
        point: "cvt to and from ue5m3",
        choice: "The magnitude decides, and the sign raises nothing. OF and NX: the magnitude, rounded with an unbounded exponent, is above 114688. From ue5m3 to f16, 0xf8 to 0xfe raise OF and NX.",
        reason: "As for e4m3, which has no infinity either. Dropping the sign is the purpose of the conversion. The NaN's highest fraction bit is 1, so it does not signal.",
    },
    Decision {
        point: "cvt.rs",
        choice: "NX if a bit that is 1 is cut off, with any random bits; OF and UF follow the result.",
        reason: "IEEE 754 has no such rounding, so none with an unbounded exponent can decide whether a result is tiny.",
    },
    Decision {
        point: "the core",
        choice: "With `--flags` it has a port `flags` beside `d`, for the operation in `op`; neg and abs, and an unassigned `op`, give 0.",
        reason: "A status register can take the flags together with the tag.",
    },
];
