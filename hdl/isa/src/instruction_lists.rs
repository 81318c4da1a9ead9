//! Lists of instructions: ranges of all of them, and samples for costly checks.

use std::sync::LazyLock;

use crate::instruction::Instruction;
use crate::modifier::{Modifier, Rounding};

/// Kinds of instructions, in the order of [`Instruction::all`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Arithmetic,
    Comparison,
    Conversion,
    OtherRounding,
    EightBit,
    Function,
    Riscv,
    Dot,
}

impl Kind {
    fn classify(instruction: Instruction) -> Kind {
        let is_eight_bit = instruction.has_eight_bits() && instruction.rounding() == Rounding::NearestEven;
        match instruction.operation() {
            _ if instruction.is_riscv() => Kind::Riscv,
            operation if operation.is_comparison() => Kind::Comparison,
            operation if operation.is_conversion() => Kind::Conversion,
            operation if operation.is_dot() => Kind::Dot,
            operation if operation.is_function() => Kind::Function,
            _ if is_eight_bit => Kind::EightBit,
            _ if instruction.is_ptx() => Kind::Arithmetic,
            _ => Kind::OtherRounding,
        }
    }

    /// Returns the instructions of the kind, which lie side by side.
    fn list(self) -> &'static [Instruction] {
        let all = Instruction::all();
        let first = all.partition_point(|instruction| Kind::classify(*instruction) < self);
        let end = all.partition_point(|instruction| Kind::classify(*instruction) <= self);
        &all[first..end]
    }
}

/// The instructions on halves that CUDA 13.5's own headers emit, in their spelling. `{a,b}` is a choice. Those with f64
/// are left out.
const IN_CUDA: &str = include_str!("cuda.txt");

static CUDA: LazyLock<Vec<Instruction>> = LazyLock::new(|| {
    let parse = |name: String| name.parse().unwrap_or_else(|error| panic!("CUDA has {name}: {error}"));
    let mut all: Vec<Instruction> = IN_CUDA.lines().flat_map(expand_choices).map(parse).collect();
    all.sort();
    all.dedup();
    all
});

/// Returns every name of a pattern.
fn expand_choices(pattern: &str) -> Vec<String> {
    let split = pattern.split_once('{').zip(pattern.split_once('}'));
    let Some(((head, _), (before, tail))) = split else {
        return vec![pattern.to_owned()];
    };
    let choices = before[head.len() + 1..].split(',');
    choices
        .flat_map(|choice| expand_choices(&format!("{head}{choice}{tail}")))
        .collect()
}

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
    let sampled = (0..kinds).filter_map(|kind| of(SAMPLED_PRODUCTS[kind % SAMPLED_PRODUCTS.len()]).nth(kind));
    // Some types have more products only.
    let mut sample: Vec<Instruction> = sampled.collect();
    for dot in Instruction::dots() {
        if !sample.iter().any(|one| one.ty() == dot.ty()) {
            sample.push(*dot);
        }
    }
    sample
});

impl Instruction {
    /// Returns the instructions that compute a number: half- and mixed-precision arithmetic.
    pub fn arithmetic() -> &'static [Instruction] {
        Kind::Arithmetic.list()
    }

    /// Returns the comparisons: set and setp.
    ///
    /// They are a regular product of `.CmpOp`, `.BoolOp`, `.ftz` and types, and thus ten times as many as all others.
    /// Costly checks of modules therefore use their [`Instruction::comparison_sample`].
    pub fn comparisons() -> &'static [Instruction] {
        Kind::Comparison.list()
    }

    /// Returns the conversions to another format: cvt of PTX, then those outside its text.
    pub fn conversions() -> &'static [Instruction] {
        Kind::Conversion.list()
    }

    /// Returns arithmetic in the roundings that the PTX text does not have: on halves, in mixed precision and in the
    /// 8-bit formats.
    pub fn other_roundings() -> &'static [Instruction] {
        Kind::OtherRounding.list()
    }

    /// Returns arithmetic in the 8-bit formats e4m3 and e5m2, for which PTX has only conversions, rounded to nearest even
    /// or exact.
    pub fn eight_bit() -> &'static [Instruction] {
        Kind::EightBit.list()
    }

    /// Returns functions of halves that PTX lacks: division, reciprocal and square root in every rounding, then functions
    /// of one operand such as rsqrt and exp.
    pub fn functions() -> &'static [Instruction] {
        Kind::Function.list()
    }

    /// Returns the instructions of RISC-V on halves, in each rounding that they can have. All of them have flags.
    pub fn riscv() -> &'static [Instruction] {
        Kind::Riscv.list()
    }

    /// Returns the dot products: as tensor cores compute them, and rounded once.
    ///
    /// Modules of 16 and 32 products are several times as large as those of 8, and built alike. Costly checks of modules
    /// therefore use their [`Instruction::dot_sample`].
    pub fn dots() -> &'static [Instruction] {
        Kind::Dot.list()
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
                Some([nearest, ..]) if nearest == *instruction => instruction.with_rounding_port(),
                Some(_) => None,
                None => Some(*instruction),
            });
        with_rm.collect()
    }

    /// Returns the instructions of PTX.
    pub fn ptx() -> &'static [Instruction] {
        let all = Instruction::all();
        &all[..all.partition_point(|instruction| instruction.is_ptx())]
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
