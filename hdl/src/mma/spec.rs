//! Specifications of tiles.

use halfpipe_isa::{DotFormats, Instruction, Modifier, Type};

use crate::stage::Multiplier;

/// The name of the module, unless another is given.
pub const NAME: &str = "halfpipe_mma";

/// The keyword that replaces a mnemonic on the command line.
pub const KEYWORD: &str = "mma";

/// The most rows, and the most columns.
pub const MAX_SIDE: u32 = 64;

/// The longest latency of a step in clock cycles.
pub const MAX_LATENCY: u32 = 32;

/// The most accumulators of a unit.
pub const MAX_SLOTS: u32 = 64;

/// The sizes of Vortex' unit: the number of 32-bit words in a row of A. A word has two elements.
pub const VORTEX_SIZES: [u32; 5] = [1, 2, 4, 8, 16];

/// An invalid specification of a tile or of Vortex' unit.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MmaError {
    /// The number of rows or columns is 0 or too large.
    #[error("a tile of {rows} by {columns} units does not exist; both numbers are 1 to {MAX_SIDE}")]
    Side {
        /// The number of rows.
        rows: u32,
        /// The number of columns.
        columns: u32,
    },
    /// There is no dot product with this number of products.
    #[error("no unit adds {0} products; the number is {products}", products = listed(&products()))]
    Products(u32),
    /// The mode is unknown.
    #[error("unknown mode `{0}`; the mode is {modes}", modes = listed(&modes()))]
    Mode(String),
    /// A tile does not have the mode.
    #[error("a tile does not compute in the mode bulk, which only units have; the mode is {modes}", modes = listed(&modes()))]
    Bulk,
    /// The mode does not have the types.
    #[error("mode {mode} has no type `{ty}`; the type is {types}", types = listed(&types(*mode)))]
    Type {
        /// The mode.
        mode: Modifier,
        /// The types of result and operands, such as `f32.f16`.
        ty: String,
    },
    /// The elements have scales, for which a tile has no ports.
    #[error("a tile has no ports for scales; a unit has them: halfpipe generate {0}")]
    Scales(Instruction),
    /// The latency is 0 or too long.
    #[error(
        "a step does not take {0} cycles; the latency is 1 to {MAX_LATENCY}, the cycle of the accumulator included"
    )]
    Latency(u32),
    /// The number of accumulators is 0 or too large.
    #[error("a unit does not have {0} accumulators; the number of slots is 1 to {MAX_SLOTS}")]
    Slots(u32),
    /// Vortex' unit does not have this size.
    #[error("Vortex' unit does not have N = {0}; N is {sizes}", sizes = listed(&VORTEX_SIZES))]
    VortexSize(u32),
    /// The name is invalid for a module.
    #[error("invalid module name `{0}`; a name has letters, digits and `_`, and no digit at its beginning")]
    Name(String),
}

/// Returns words as a list: `a, b or c`.
fn listed<T: ToString>(words: &[T]) -> String {
    let words: Vec<String> = words.iter().map(T::to_string).collect();
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// Returns the mode of a dot product: its tensor cores or its rounding, the only modifier.
fn mode_of_dot(dot: Instruction) -> Modifier {
    dot.modifiers().next().expect("a dot product has a mode")
}

/// Returns the dot products of a mode.
fn dots_in_mode(mode: Modifier) -> impl Iterator<Item = Instruction> {
    unscaled_dots().filter(move |dot| mode_of_dot(*dot) == mode)
}

/// Returns the items in their order, each once.
fn distinct<T: PartialEq>(items: impl Iterator<Item = T>) -> Vec<T> {
    items.fold(Vec::new(), |mut found, item| {
        if !found.contains(&item) {
            found.push(item);
        }
        found
    })
}

/// Returns the dot products that a tile can have: those without scales.
fn unscaled_dots() -> impl Iterator<Item = Instruction> {
    let all = Instruction::dots().iter().copied();
    all.filter(|dot| dot.ty().scale_format().is_none())
}

/// Returns the numbers of products.
fn products() -> Vec<u32> {
    distinct(unscaled_dots().filter_map(|dot| dot.operation().products()))
}

/// Returns the modes of tiles, such as `volta`.
pub fn modes() -> Vec<Modifier> {
    let dots = Instruction::dots().iter().filter(|dot| !dot.is_bulk());
    distinct(dots.map(|dot| mode_of_dot(*dot)))
}

/// Returns the types of a mode: those of result and operands, such as `f32.f16`.
pub fn types(mode: Modifier) -> Vec<Type> {
    distinct(dots_in_mode(mode).map(Instruction::ty))
}

/// Returns the mode of that name.
///
/// # Errors
///
/// Returns an error if there is none.
pub fn mode(name: &str) -> Result<Modifier, MmaError> {
    if name == Modifier::Bulk.name() {
        return Err(MmaError::Bulk);
    }
    let found = modes().into_iter().find(|mode| mode.name() == name);
    found.ok_or_else(|| MmaError::Mode(name.to_owned()))
}

/// Returns the dot product of so many products in a mode, with types such as `f32.f16`.
///
/// # Errors
///
/// Returns an error if there is none.
pub fn instruction(products: u32, mode: &str, ty: &str) -> Result<Instruction, MmaError> {
    let mode = self::mode(mode)?;
    let is_scaled =
        |dot: &Instruction| mode_of_dot(*dot) == mode && dot.ty().scale_format().is_some() && dot.ty().name() == ty;
    let scaled: Vec<Instruction> = Instruction::dots().iter().copied().filter(is_scaled).collect();
    let has_products = |dot: &&Instruction| dot.operation().products() == Some(products);
    if let Some(dot) = scaled.iter().find(has_products).or(scaled.first()) {
        return Err(MmaError::Scales(*dot));
    }
    if !self::products().contains(&products) {
        return Err(MmaError::Products(products));
    }
    let found = types(mode).into_iter().find(|known| known.name() == ty);
    found
        .and_then(|ty| dot(products, mode, ty))
        .ok_or_else(|| MmaError::Type {
            mode,
            ty: ty.to_owned(),
        })
}

/// Returns the dot product of so many products in a mode and a type, if there is one.
pub(super) fn dot(products: u32, mode: Modifier, ty: Type) -> Option<Instruction> {
    dots_in_mode(mode).find(|dot| dot.operation().products() == Some(products) && dot.ty() == ty)
}

/// The specification of a tile. Equal specifications give equal modules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MmaSpec {
    /// The name of the module, if not its usual one.
    pub name: Option<String>,
    /// The number of rows of A and D.
    pub rows: u32,
    /// The number of columns of B and D.
    pub columns: u32,
    /// The dot product of each unit.
    pub instruction: Instruction,
    /// Clock cycles of a step, from its operands to its sum in the accumulator: 1 or more.
    pub latency: u32,
    /// The number of accumulators of each unit.
    pub slots: u32,
    /// The implementation of products.
    pub multiplier: Multiplier,
}

impl MmaSpec {
    /// Returns a tile with as many accumulators as a step takes cycles, so that a step can start in each cycle.
    pub fn new(rows: u32, columns: u32, instruction: Instruction, latency: u32) -> MmaSpec {
        MmaSpec {
            name: None,
            rows,
            columns,
            instruction,
            latency,
            slots: latency.max(1),
            multiplier: Multiplier::default(),
        }
    }

    /// Checks that there is such a tile.
    ///
    /// # Errors
    ///
    /// Returns the first error.
    pub fn check(&self) -> Result<(), MmaError> {
        let sides = [self.rows, self.columns];
        if sides.iter().any(|side| !(1..=MAX_SIDE).contains(side)) {
            let [rows, columns] = sides;
            return Err(MmaError::Side { rows, columns });
        }
        if !(1..=MAX_LATENCY).contains(&self.latency) {
            return Err(MmaError::Latency(self.latency));
        }
        if !(1..=MAX_SLOTS).contains(&self.slots) {
            return Err(MmaError::Slots(self.slots));
        }
        match &self.name {
            Some(name) => crate::design::check_name(name).map_err(|_| MmaError::Name(name.clone())),
            None => Ok(()),
        }
    }

    /// Returns the name of the module.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(NAME)
    }

    /// Returns the formats of the elements of A and B, and of those of C and D.
    pub fn formats(&self) -> DotFormats {
        DotFormats::from_instruction(self.instruction)
    }

    /// Returns the number of products of a step in each unit.
    ///
    /// # Panics
    ///
    /// Panics if the instruction is not a dot product.
    pub fn products(&self) -> u32 {
        self.instruction
            .operation()
            .products()
            .expect("a tile has dot products")
    }

    /// Returns the mode, such as `volta`.
    pub fn mode(&self) -> Modifier {
        mode_of_dot(self.instruction)
    }

    /// Returns the types of result and operands, such as `f32.f16`.
    pub fn types(&self) -> Type {
        self.instruction.ty()
    }

    /// Returns the latency of a unit: the accumulator is the last register of a step.
    pub fn unit_latency(&self) -> u32 {
        self.latency - 1
    }

    /// Returns the width of a slot's number in bits.
    pub fn slot_bits(&self) -> u32 {
        self.slots.next_power_of_two().ilog2().max(1)
    }

    /// Returns the width of a row of A, and that of a column of B, in bits.
    pub fn vector_bits(&self) -> [u32; 2] {
        let elements = self.formats().elements;
        elements.map(|element| self.products() * element.register_bits())
    }

    /// Returns the width of an element of C and D in bits.
    pub fn result_bits(&self) -> u32 {
        self.formats().result.register_bits()
    }

    /// Returns the widths of A, B, and C or D in bits.
    pub fn port_bits(&self) -> [u32; 3] {
        let [row, column] = self.vector_bits();
        [
            self.rows * row,
            self.columns * column,
            self.rows * self.columns * self.result_bits(),
        ]
    }
}
