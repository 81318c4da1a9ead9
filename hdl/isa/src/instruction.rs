//! One legal instruction, and the list of all of them.

use std::fmt;
use std::sync::LazyLock;

use crate::form::{syntax_lines, Form};
use crate::modifier::{Modifier, Modifiers, Rounding};
use crate::operation::Operation;
use crate::signature::Signature;
use crate::table::{Introduced, NOT_PTX};
use crate::types::Type;

/// A legal instruction: an operation, its modifiers and a type.
///
/// It prints as its canonical name, which writes the rounding of add, sub, mul and fma
/// (`add.rn.f16`), and parses from every spelling that PTX allows. Instructions order as in
/// [`Instruction::all`].
///
/// It may have flags beside its results, which PTX has not: the exceptions of IEEE 754 that it raises. Then it prints with the
/// option that asks for them, `add.rn.f16 --flags`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instruction {
    /// The position in [`Instruction::all`].
    index: u16,
    /// Whether the flags are a result too.
    flags: bool,
}

/// The option that asks for [the flags](Instruction::with_flags) of an instruction.
pub const FLAGS_OPTION: &str = "--flags";

/// What the table says about one instruction.
struct Entry {
    form: Form,
    ty: Type,
    modifiers: Modifiers,
    signature: Signature,
    /// The same with flags. What only changes a sign has none, nor what is not PTX.
    with_flags: Option<Signature>,
}

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    syntax_lines()
        .flat_map(|form| form.types().iter().map(move |&ty| (form, ty)))
        .flat_map(|(form, ty)| {
            let signature = form.signature(ty);
            let has_flags = form.operation().raises_flags() && form.is_ptx();
            let with_flags = has_flags.then(|| signature.with_flags());
            form.spellings().into_iter().map(move |modifiers| Entry {
                form,
                ty,
                modifiers,
                signature: signature.clone(),
                with_flags: with_flags.clone(),
            })
        })
        .collect()
});

static ALL: LazyLock<Vec<Instruction>> = LazyLock::new(|| {
    let count = u16::try_from(ENTRIES.len()).expect("the table has fewer than 65,536 instructions");
    (0..count).map(|index| Instruction { index, flags: false }).collect()
});

/// How many of [`ALL`] are arithmetic, which come first.
static ARITHMETIC: LazyLock<usize> = LazyLock::new(|| {
    ALL.partition_point(|instruction| instruction.operation().is_arithmetic() && instruction.is_ptx())
});

/// How many of [`ALL`] come before the conversions.
static OTHERS: LazyLock<usize> = LazyLock::new(|| {
    ALL.partition_point(|instruction| !instruction.operation().is_conversion() && instruction.is_ptx())
});

/// How many of [`ALL`] PTX has; the others are the last ones.
static OF_PTX: LazyLock<usize> = LazyLock::new(|| ALL.partition_point(|instruction| instruction.is_ptx()));

/// The instructions on halves that CUDA 12.9's own headers emit, a name a line as they write it; those with f64 are left out.
const IN_CUDA: &str = include_str!("cuda.txt");

static CUDA: LazyLock<Vec<Instruction>> = LazyLock::new(|| {
    let named = |name: &str| name.parse().unwrap_or_else(|error| panic!("CUDA has {name}: {error}"));
    let mut all: Vec<Instruction> = IN_CUDA.lines().map(named).collect();
    all.sort();
    all.dedup();
    all
});

static REPRESENTATIVES: LazyLock<Vec<Instruction>> = LazyLock::new(|| {
    let mut kinds = Vec::new();
    let is_turn = |choices: &[Modifier], chosen: Option<Modifier>, kind: usize| {
        chosen.is_none_or(|chosen| choices[kind % choices.len()] == chosen)
    };
    let is_chosen = |instruction: &Instruction| {
        let (relation, junction) = (instruction.relation(), instruction.junction());
        let flushes = instruction.has(Modifier::Ftz);
        let kind = (instruction.operation(), instruction.ty(), junction.is_some(), flushes);
        let place = kinds.iter().position(|other| *other == kind).unwrap_or_else(|| {
            kinds.push(kind);
            kinds.len() - 1
        });
        is_turn(&Modifier::RELATIONS, relation, place) && is_turn(&Modifier::JUNCTIONS, junction, place)
    };
    Instruction::comparisons().iter().copied().filter(is_chosen).collect()
});

impl Instruction {
    /// Every instruction, in the order of the PTX text: the arithmetic ones, the comparisons, the conversions; then those that PTX
    /// does not have.
    pub fn all() -> &'static [Instruction] {
        &ALL
    }

    /// Those that compute a number: half and mixed precision arithmetic.
    pub fn arithmetic() -> &'static [Instruction] {
        &ALL[..*ARITHMETIC]
    }

    /// Those that say whether a relation holds: set and setp.
    ///
    /// They are a regular product of relation, junction, `.ftz` and types, so that there are ten times as many of them as of all
    /// others. What is costly to do with a module is done with [`Instruction::representatives`] of them.
    pub fn comparisons() -> &'static [Instruction] {
        &ALL[*ARITHMETIC..*OTHERS]
    }

    /// Those that bring a value to another format: cvt.
    pub fn conversions() -> &'static [Instruction] {
        &ALL[*OTHERS..*OF_PTX]
    }

    /// Arithmetic in formats of eight bits, e4m3 and e5m2, which PTX only converts from and to.
    pub fn eight_bit() -> &'static [Instruction] {
        &ALL[*OF_PTX..]
    }

    /// Those that PTX has.
    pub fn of_ptx() -> &'static [Instruction] {
        &ALL[..*OF_PTX]
    }

    /// Whether PTX has it.
    pub fn is_ptx(self) -> bool {
        self.section() != NOT_PTX
    }

    /// A comparison for each operation and type, with and without a predicate and `.ftz`; the relations and junctions take turns
    /// in them, so that each comes several times.
    pub fn representatives() -> &'static [Instruction] {
        &REPRESENTATIVES
    }

    /// Those that CUDA 12.9's own headers emit for halves, bfloat16, fp8, fp6 and fp4, but for memory, shuffles and f64.
    pub fn cuda() -> &'static [Instruction] {
        &CUDA
    }

    /// What the instruction computes.
    pub fn operation(self) -> Operation {
        self.entry().form.operation()
    }

    /// The type of its operands and result.
    pub fn ty(self) -> Type {
        self.entry().ty
    }

    /// How the result is rounded; to nearest even where the name has no rounding. Under `.rs`, which is none of these, random bits
    /// decide.
    pub fn rounding(self) -> Rounding {
        self.modifiers()
            .find_map(Modifier::rounding)
            .unwrap_or(Rounding::NearestEven)
    }

    /// The relation that a comparison asks for: its `.CmpOp`.
    pub fn relation(self) -> Option<Modifier> {
        self.modifiers().find(|modifier| Modifier::RELATIONS.contains(modifier))
    }

    /// How a comparison joins its answer with the predicate `c`, where it has one: its `.BoolOp`.
    pub fn junction(self) -> Option<Modifier> {
        self.modifiers().find(|modifier| Modifier::JUNCTIONS.contains(modifier))
    }

    /// Whether the canonical name has the modifier.
    pub fn has(self, modifier: Modifier) -> bool {
        self.entry().modifiers.contains(modifier)
    }

    /// The modifiers of the canonical name, in its order, which is that of the syntax line.
    pub fn modifiers(self) -> impl Iterator<Item = Modifier> + Clone {
        let entry = self.entry();
        entry.form.in_order(entry.modifiers)
    }

    /// Its operands and results.
    pub fn signature(self) -> &'static Signature {
        let entry = self.entry();
        match (self.flags, &entry.with_flags) {
            (true, Some(signature)) => signature,
            _ => &entry.signature,
        }
    }

    /// The same instruction with the exceptions that it raises as a result more; None of neg and abs, which raise none, and of what is
    /// not PTX.
    ///
    /// ```
    /// let add: halfpipe_isa::Instruction = "add.f16x2".parse()?;
    /// let flagged = add.with_flags().unwrap();
    /// assert_eq!(flagged.signature().to_string(), "d:f16x2, flags:flags, a:f16x2, b:f16x2");
    /// assert_eq!((flagged.mnemonic(), flagged.to_string()), ("add.rn.f16x2".to_owned(), "add.rn.f16x2 --flags".to_owned()));
    /// # Ok::<(), halfpipe_isa::ParseError>(())
    /// ```
    pub fn with_flags(self) -> Option<Instruction> {
        let has_some = self.entry().with_flags.is_some();
        has_some.then_some(Instruction { flags: true, ..self })
    }

    /// The same instruction with the results that PTX gives it.
    pub fn without_flags(self) -> Instruction {
        Instruction { flags: false, ..self }
    }

    /// Whether the exceptions that it raises are a result.
    pub fn has_flags(self) -> bool {
        self.flags
    }

    /// The canonical name, such as `fma.rn.oob.relu.bf16x2`.
    pub fn mnemonic(self) -> String {
        self.without_flags().to_string()
    }

    /// The name of the hardware module: the canonical name with `_` for `.`.
    pub fn module_name(self) -> String {
        self.mnemonic().replace('.', "_")
    }

    /// The syntax line that the instruction comes from.
    pub fn form(self) -> Form {
        self.entry().form
    }

    /// The PTX section that defines the instruction, such as `9.7.5.1`; `not PTX` where none does.
    pub fn section(self) -> &'static str {
        self.form().section()
    }

    /// The PTX version and the target that the instruction first appeared in.
    pub fn introduced(self) -> Introduced {
        let entry = self.entry();
        entry.form.introduced_with(entry.modifiers)
    }

    /// The instruction with exactly these parts, if there is one.
    pub(crate) fn find(operation: Operation, ty: Type, modifiers: Modifiers) -> Option<Self> {
        Instruction::all().iter().copied().find(|instruction| {
            let entry = instruction.entry();
            entry.form.operation() == operation && entry.ty == ty && entry.modifiers == modifiers
        })
    }

    fn entry(self) -> &'static Entry {
        &ENTRIES[usize::from(self.index)]
    }
}

impl fmt::Display for Instruction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let modifiers: String = self.modifiers().map(|m| format!(".{m}")).collect();
        let option = if self.flags {
            format!(" {FLAGS_OPTION}")
        } else {
            String::new()
        };
        formatter.pad(&format!("{}{modifiers}.{}{option}", self.operation(), self.ty()))
    }
}

impl fmt::Debug for Instruction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Instruction({self})")
    }
}
