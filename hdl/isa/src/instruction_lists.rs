//! Lists of instructions: ranges of all of them, and samples for costly checks.

use std::sync::LazyLock;

use crate::instruction::Instruction;
use crate::modifier::{Modifier, Rounding};

/// Number of arithmetic instructions in [`Instruction::all`], which come first.
static ARITHMETIC: LazyLock<usize> = LazyLock::new(|| {
    Instruction::all().partition_point(|instruction| instruction.operation().is_arithmetic() && instruction.is_ptx())
});

/// Number of instructions in [`Instruction::all`] before the conversions.
static OTHERS: LazyLock<usize> = LazyLock::new(|| {
    Instruction::all().partition_point(|instruction| !instruction.operation().is_conversion() && instruction.is_ptx())
});

/// Number of PTX instructions in [`Instruction::all`]; the others come last, conversions first.
static OF_PTX: LazyLock<usize> =
    LazyLock::new(|| Instruction::all().partition_point(|instruction| instruction.is_ptx()));

/// Number of instructions in [`Instruction::all`] before arithmetic outside PTX.
static BEFORE_EXTENSIONS: LazyLock<usize> = LazyLock::new(|| {
    let is_before = |instruction: &Instruction| instruction.is_ptx() || instruction.operation().is_conversion();
    first(|instruction| !is_before(instruction))
});

/// Number of instructions in [`Instruction::all`] before arithmetic in eight bits that rounds to nearest even.
static BEFORE_EIGHT_BITS: LazyLock<usize> = LazyLock::new(|| {
    let is_last =
        |instruction: &Instruction| instruction.has_eight_bits() && instruction.rounding() == Rounding::NearestEven;
    first(is_last)
});

/// Number of instructions in [`Instruction::all`] before the functions.
static BEFORE_FUNCTIONS: LazyLock<usize> = LazyLock::new(|| first(|instruction| instruction.operation().is_function()));

/// Number of instructions in [`Instruction::all`] before those of RISC-V.
static BEFORE_RISCV: LazyLock<usize> = LazyLock::new(|| first(|instruction| instruction.is_riscv()));

/// Number of instructions in [`Instruction::all`] before the dot products.
static BEFORE_DOTS: LazyLock<usize> = LazyLock::new(|| first(|instruction| instruction.operation().is_dot()));

/// Returns the position in [`Instruction::all`] of the first instruction with a property.
fn first(has_property: impl Fn(&Instruction) -> bool) -> usize {
    let position = Instruction::all().iter().position(has_property);
    position.expect("the table has such an instruction")
}

/// The instructions on halves that CUDA 13.5's own headers emit, one name per line in their spelling. Those with f64
/// are left out.
const IN_CUDA: &str = include_str!("cuda.txt");

static CUDA: LazyLock<Vec<Instruction>> = LazyLock::new(|| {
    let named = |name: &str| name.parse().unwrap_or_else(|error| panic!("CUDA has {name}: {error}"));
    let mut all: Vec<Instruction> = IN_CUDA.lines().map(named).collect();
    all.sort();
    all.dedup();
    all
});

static COMPARISON_SAMPLE: LazyLock<Vec<Instruction>> = LazyLock::new(|| {
    let mut kinds = Vec::new();
    let is_turn = |choices: &[Modifier], chosen: Option<Modifier>, kind: usize| {
        chosen.is_none_or(|chosen| choices[kind % choices.len()] == chosen)
    };
    let is_chosen = |instruction: &Instruction| {
        let (cmp_op, bool_op) = (instruction.cmp_op(), instruction.bool_op());
        let flushes = instruction.has(Modifier::Ftz);
        let kind = (instruction.operation(), instruction.ty(), bool_op.is_some(), flushes);
        let place = kinds.iter().position(|other| *other == kind).unwrap_or_else(|| {
            kinds.push(kind);
            kinds.len() - 1
        });
        is_turn(&Modifier::CMP_OPS, cmp_op, place) && is_turn(&Modifier::BOOL_OPS, bool_op, place)
    };
    Instruction::comparisons().iter().copied().filter(is_chosen).collect()
});

/// The numbers of products in [`DOT_SAMPLE`].
const SAMPLED_PRODUCTS: [u32; 3] = [2, 4, 8];

static DOT_SAMPLE: LazyLock<Vec<Instruction>> = LazyLock::new(|| {
    let of = |products: u32| {
        let dots = Instruction::dots().iter().copied();
        dots.filter(move |dot| dot.operation().products() == Some(products))
    };
    // Each number of products comes with the same modifiers and types, in the same order.
    let kinds = of(SAMPLED_PRODUCTS[0]).count();
    (0..kinds)
        .filter_map(|kind| of(SAMPLED_PRODUCTS[kind % SAMPLED_PRODUCTS.len()]).nth(kind))
        .collect()
});

impl Instruction {
    /// Returns the instructions that compute a number: half- and mixed-precision arithmetic.
    pub fn arithmetic() -> &'static [Instruction] {
        &Instruction::all()[..*ARITHMETIC]
    }

    /// Returns the comparisons: set and setp.
    ///
    /// They are a regular product of `.CmpOp`, `.BoolOp`, `.ftz` and types, and thus ten times as many as all others.
    /// Costly checks of modules therefore use their [`Instruction::comparison_sample`].
    pub fn comparisons() -> &'static [Instruction] {
        &Instruction::all()[*ARITHMETIC..*OTHERS]
    }

    /// Returns the conversions to another format: cvt of PTX, then those outside its text.
    pub fn conversions() -> &'static [Instruction] {
        &Instruction::all()[*OTHERS..*BEFORE_EXTENSIONS]
    }

    /// Returns arithmetic in the roundings that the PTX text does not have: on halves, in mixed precision and in the
    /// 8-bit formats.
    pub fn other_roundings() -> &'static [Instruction] {
        &Instruction::all()[*BEFORE_EXTENSIONS..*BEFORE_EIGHT_BITS]
    }

    /// Returns arithmetic in the 8-bit formats e4m3 and e5m2, for which PTX has only conversions, rounded to nearest even
    /// or exact.
    pub fn eight_bit() -> &'static [Instruction] {
        &Instruction::all()[*BEFORE_EIGHT_BITS..*BEFORE_FUNCTIONS]
    }

    /// Returns functions of halves that PTX lacks: division, reciprocal and square root in every rounding, then functions
    /// of one operand such as rsqrt and exp.
    pub fn functions() -> &'static [Instruction] {
        &Instruction::all()[*BEFORE_FUNCTIONS..*BEFORE_RISCV]
    }

    /// Returns the instructions of RISC-V on halves, in each rounding that they can have. All of them have flags.
    pub fn riscv() -> &'static [Instruction] {
        &Instruction::all()[*BEFORE_RISCV..*BEFORE_DOTS]
    }

    /// Returns the dot products: as tensor cores compute them, and rounded once.
    ///
    /// Modules of 16 and 32 products are several times as large as those of 8, and built alike. Costly checks of modules
    /// therefore use their [`Instruction::dot_sample`].
    pub fn dots() -> &'static [Instruction] {
        &Instruction::all()[*BEFORE_DOTS..]
    }

    /// Returns a dot product of each kind and type. The number of products alternates between 2, 4 and 8.
    pub fn dot_sample() -> &'static [Instruction] {
        &DOT_SAMPLE
    }

    /// Returns the instructions of RISC-V, each that rounds once, with its rounding as an operand.
    pub fn riscv_with_rm() -> Vec<Instruction> {
        let with_rm = Instruction::riscv()
            .iter()
            .filter_map(|instruction| match instruction.roundings() {
                Some([nearest, ..]) if nearest == instruction => instruction.with_rounding_port(),
                Some(_) => None,
                None => Some(*instruction),
            });
        with_rm.collect()
    }

    /// Returns the instructions of PTX.
    pub fn ptx() -> &'static [Instruction] {
        &Instruction::all()[..*OF_PTX]
    }

    /// Returns a comparison for each operation and type, with and without a predicate and `.ftz`. The relations and
    /// Boolean operators alternate among them, so that each occurs several times.
    pub fn comparison_sample() -> &'static [Instruction] {
        &COMPARISON_SAMPLE
    }

    /// Returns the instructions that CUDA 13.5's own headers emit for halves, bfloat16, fp8, fp6 and fp4, except for
    /// memory, shuffles and f64. CUDA 12.9's emit the same but for 42 conversions, which the PTX text does not have.
    pub fn cuda() -> &'static [Instruction] {
        &CUDA
    }
}
