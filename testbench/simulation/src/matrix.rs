//! Matrix products, and their steps on a tile.

use halfpipe_hdl::mma::MmaSpec;
use halfpipe_isa::FloatFormat;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::model::results;
use crate::{vector, Vector};

/// A matrix product D = A · B + C.
#[derive(Clone, Debug)]
pub struct MatrixProduct {
    /// The numbers of rows of A, of columns of B, and of products of an element of D.
    pub sides: [usize; 3],
    /// The encodings of A, row by row.
    pub a: Vec<u32>,
    /// The encodings of B, row by row.
    pub b: Vec<u32>,
    /// The encodings of C, row by row.
    pub c: Vec<u32>,
}

/// The kind of numbers in a row of A or a column of B.
#[derive(Clone, Copy)]
enum Mood {
    /// Exponents that differ by a few.
    Near,
    /// Any encoding.
    Any,
    /// Neighbours that cancel, if those in the other matrix are equal.
    Cancels,
    /// Neighbours that are equal.
    Equal,
    /// Small numbers, many of them subnormal, and zeros.
    Tiny,
    /// The largest numbers.
    Huge,
    /// Numbers near one, with a few NaNs, infinities and zeros.
    Specials,
}

impl Mood {
    fn draw(random: &mut impl Rng) -> Mood {
        const ALL: [Mood; 10] = [
            Mood::Near,
            Mood::Near,
            Mood::Near,
            Mood::Any,
            Mood::Cancels,
            Mood::Cancels,
            Mood::Equal,
            Mood::Tiny,
            Mood::Huge,
            Mood::Specials,
        ];
        ALL[random.random_range(0..ALL.len())]
    }

    /// Draws a line of numbers.
    fn line(self, format: FloatFormat, length: usize, random: &mut impl Rng) -> Vec<u32> {
        let mut line = Vec::with_capacity(length);
        let center = random.random_range(0..1u32 << format.exponent_bits);
        while line.len() < length {
            let number = self.number(format, center, random);
            line.push(number);
            match self {
                Mood::Cancels => line.push(number ^ format.sign_mask()),
                Mood::Equal => line.push(number),
                _ => {}
            }
        }
        line.truncate(length);
        line.iter_mut().for_each(|number| *number <<= format.ignored_bits());
        line
    }

    fn number(self, format: FloatFormat, center: u32, random: &mut impl Rng) -> u32 {
        let any: u32 = random.random();
        let signed_fraction = any & (format.sign_mask() | format.fraction_mask());
        let largest = if format.has_infinity() {
            format.special_exponent() - 1
        } else {
            format.special_exponent()
        };
        let with_field = |field: u32| signed_fraction | field.min(largest) << format.fraction_bits;
        match self {
            Mood::Near | Mood::Cancels | Mood::Equal => {
                with_field((center + random.random_range(0..4)).saturating_sub(2))
            }
            Mood::Any => any & (format.sign_mask() | format.magnitude_mask()),
            Mood::Tiny => with_field(random.random_range(0..3)),
            Mood::Huge => with_field(largest - random.random_range(0..2)),
            Mood::Specials => match random.random_range(0..100) {
                0 => format.nan_encoding(),
                1 => format.overflow_encoding() | any & format.sign_mask(),
                2..6 => any & format.sign_mask(),
                _ => with_field(format.bias() as u32),
            },
        }
    }
}

impl MatrixProduct {
    /// Draws the matrices for a tile.
    pub fn draw(spec: &MmaSpec, sides: [usize; 3], random: &mut impl Rng) -> MatrixProduct {
        let [rows, columns, depth] = sides;
        let formats = spec.formats();
        let [format_of_a, format_of_b] = formats.elements;
        let mut a = Vec::with_capacity(rows * depth);
        for _ in 0..rows {
            a.extend(Mood::draw(random).line(format_of_a, depth, random));
        }
        let mut b = vec![0; depth * columns];
        for column in 0..columns {
            let line = Mood::draw(random).line(format_of_b, depth, random);
            let places = b.iter_mut().skip(column).step_by(columns);
            places.zip(line).for_each(|(place, number)| *place = number);
        }
        let mut c = Vec::with_capacity(rows * columns);
        for _ in 0..rows {
            // Most sums start at a number that leaves something to see.
            let mood = match random.random_range(0..3) {
                0 => Mood::draw(random),
                _ => Mood::Tiny,
            };
            c.extend(mood.line(formats.result, columns, random));
        }
        MatrixProduct { sides, a, b, c }
    }

    /// Computes the product in the units of a tile: the sum of an element takes a step for each group of products, as in
    /// the tile.
    ///
    /// `compute` appends the data outputs of the unit for each vector.
    ///
    /// # Errors
    ///
    /// Returns the error of `compute`.
    pub fn evaluate<E>(
        &self,
        spec: &MmaSpec,
        mut compute: impl FnMut(&[Vector], &mut Vec<Vector>) -> Result<(), E>,
    ) -> Result<Vec<u32>, E> {
        let [rows, columns, depth] = self.sides;
        let [bits_of_a, bits_of_b] = spec.formats().elements.map(FloatFormat::register_bits);
        let mut sums = self.c.clone();
        for from in (0..depth).step_by(spec.products() as usize) {
            let in_rows: Vec<Vec<u64>> = (0..rows)
                .map(|row| packed(&self.row(row, from, spec), bits_of_a))
                .collect();
            let in_columns = (0..columns).map(|column| packed(&self.column(column, from, spec), bits_of_b));
            let in_columns: Vec<Vec<u64>> = in_columns.collect();
            let operands = |(place, sum): (usize, &u32)| {
                let (row, column) = (&in_rows[place / columns], &in_columns[place % columns]);
                vector(row.iter().chain(column).copied().chain([u64::from(*sum)]))
            };
            let vectors: Vec<Vector> = sums.iter().enumerate().map(operands).collect();
            let mut results = Vec::new();
            compute(&vectors, &mut results)?;
            sums = results.iter().map(|result| result[0] as u32).collect();
        }
        Ok(sums)
    }

    /// Returns elements of row `row` of A from `from` on; +0 beyond the matrix.
    fn row(&self, row: usize, from: usize, spec: &MmaSpec) -> Vec<u32> {
        let [rows, _, depth] = self.sides;
        let places = from..from + spec.products() as usize;
        places.map(|k| element(&self.a, [rows, depth], [row, k])).collect()
    }

    /// Returns elements of column `column` of B from `from` on; +0 beyond the matrix.
    fn column(&self, column: usize, from: usize, spec: &MmaSpec) -> Vec<u32> {
        let [_, columns, depth] = self.sides;
        let places = from..from + spec.products() as usize;
        places
            .map(|k| element(&self.b, [depth, columns], [k, column]))
            .collect()
    }

    /// Returns an element of C; +0 beyond the matrix.
    fn addend(&self, row: usize, column: usize) -> u32 {
        let [rows, columns, _] = self.sides;
        element(&self.c, [rows, columns], [row, column])
    }
}

/// Returns an element of a matrix with these numbers of rows and columns; +0 beyond it.
fn element(matrix: &[u32], [rows, columns]: [usize; 2], [row, column]: [usize; 2]) -> u32 {
    if row < rows && column < columns {
        matrix[row * columns + column]
    } else {
        0
    }
}

/// A step of a tile: the words of its ports, the lowest first.
#[derive(Clone, Debug)]
pub struct TileStep {
    /// The slot.
    pub slot: u32,
    /// True if the sums start from c.
    pub first: bool,
    /// True if the sums come out.
    pub last: bool,
    /// The port a.
    pub a: Vec<u32>,
    /// The port b.
    pub b: Vec<u32>,
    /// The port c.
    pub c: Vec<u32>,
    /// The sums after the step.
    pub d: Vec<u32>,
}

impl TileStep {
    /// Returns the values of a vector of the tile's package: `last`, `first`, `slot`, a, b and c, and the slot and sums of
    /// its result, each port in words of 32 bits.
    pub fn vector(&self, spec: &MmaSpec) -> [Vec<u64>; 2] {
        let slot = u64::from(self.slot);
        let [a, b, c] = spec.port_bits();
        let port = |words: &[u32], bits: u32| -> Vec<u64> {
            let words = words.iter().copied().map(u64::from);
            words.take(bits.div_ceil(u32::BITS) as usize).collect()
        };
        let codes = vec![u64::from(self.last), u64::from(self.first), slot];
        [
            [codes, port(&self.a, a), port(&self.b, b), port(&self.c, c)].concat(),
            [vec![slot], port(&self.d, c)].concat(),
        ]
    }
}

/// The steps of matrix products, in the order in which they are offered.
#[derive(Clone, Debug, Default)]
pub struct Steps {
    /// The steps.
    pub steps: Vec<TileStep>,
}

/// A block of D that a slot works on.
#[derive(Clone, Copy)]
struct Block {
    product: usize,
    row: usize,
    column: usize,
    /// The number of products that its elements have.
    depth: usize,
}

/// The order in which slots take steps.
#[derive(Clone, Copy)]
enum Order {
    InTurn,
    Any,
    /// A slot has several steps in a row.
    Runs,
}

impl Steps {
    /// Draws `count` matrix products whose sides are at most `side`, and cuts them into steps.
    pub fn draw(spec: &MmaSpec, count: usize, side: usize, seed: u64) -> Steps {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let products: Vec<MatrixProduct> = (0..count)
            .map(|_| {
                let sides = [(); 3].map(|()| random.random_range(1..=side));
                MatrixProduct::draw(spec, sides, &mut random)
            })
            .collect();
        Steps::new(spec, &products, &mut random)
    }

    /// Cuts products into steps. Slots work on blocks of D, each on its own.
    pub fn new(spec: &MmaSpec, products: &[MatrixProduct], random: &mut impl Rng) -> Steps {
        let (rows, columns) = (spec.rows as usize, spec.columns as usize);
        let mut blocks = Vec::new();
        for (number, product) in products.iter().enumerate() {
            let [height, width, _] = product.sides;
            for row in (0..height).step_by(rows) {
                let block = |column| Block {
                    product: number,
                    row,
                    column,
                    depth: 0,
                };
                blocks.extend((0..width).step_by(columns).map(block));
            }
        }
        let mut waiting = blocks.into_iter();
        let mut slots: Vec<Option<(Block, Vec<u32>)>> = vec![None; spec.slots as usize];
        let mut steps = Vec::new();
        let mut order = Order::InTurn;
        let mut slot = 0;
        loop {
            for state in slots.iter_mut().filter(|state| state.is_none()) {
                *state = waiting.next().map(|block| (block, Vec::new()));
            }
            if slots.iter().all(Option::is_none) {
                return Steps { steps };
            }
            if random.random_range(0..64) == 0 {
                order = [Order::InTurn, Order::Any, Order::Runs][random.random_range(0..3)];
            }
            slot = match order {
                Order::Any => random.random_range(0..slots.len()),
                Order::Runs if random.random_range(0..4) > 0 => slot,
                Order::InTurn | Order::Runs => (slot + 1) % slots.len(),
            };
            let Some((block, sums)) = &mut slots[slot] else {
                continue;
            };
            let product = &products[block.product];
            let step = step(spec, product, *block, sums, slot as u32, random);
            block.depth += spec.products() as usize;
            let is_done = block.depth >= product.sides[2];
            steps.push(TileStep {
                // Now and then, sums come out before they are complete.
                last: is_done || random.random_range(0..16) == 0,
                ..step
            });
            if is_done {
                slots[slot] = None;
            }
        }
    }
}

/// Computes a step of a block in the model.
fn step(
    spec: &MmaSpec,
    product: &MatrixProduct,
    block: Block,
    sums: &mut Vec<u32>,
    slot: u32,
    random: &mut impl Rng,
) -> TileStep {
    let formats = spec.formats();
    let [bits_of_a, bits_of_b] = formats.elements.map(FloatFormat::register_bits);
    let result_bits = formats.result.register_bits();
    let rows: Vec<Vec<u32>> = (0..spec.rows as usize)
        .map(|row| product.row(block.row + row, block.depth, spec))
        .collect();
    let columns: Vec<Vec<u32>> = (0..spec.columns as usize)
        .map(|column| product.column(block.column + column, block.depth, spec))
        .collect();
    let places = (0..rows.len()).flat_map(|row| (0..columns.len()).map(move |column| (row, column)));
    let first = block.depth == 0;
    if first {
        let addend = |(row, column)| product.addend(block.row + row, block.column + column);
        *sums = places.clone().map(addend).collect();
    }
    let c: Vec<u32> = if first {
        sums.clone()
    } else {
        let ones = u32::MAX >> (32 - result_bits);
        sums.iter().map(|_| random.random::<u32>() & ones).collect()
    };
    let pack = |lines: &[Vec<u32>], bits| -> Vec<Vec<u64>> { lines.iter().map(|line| packed(line, bits)).collect() };
    let (packed_rows, packed_columns) = (pack(&rows, bits_of_a), pack(&columns, bits_of_b));
    for (sum, (row, column)) in sums.iter_mut().zip(places) {
        let operands = [&packed_rows[row][..], &packed_columns[column], &[u64::from(*sum)]].concat();
        *sum = results(spec.instruction, &operands)[0] as u32;
    }
    TileStep {
        slot,
        first,
        last: false,
        a: words(&rows.concat(), bits_of_a),
        b: words(&columns.concat(), bits_of_b),
        c: words(&c, result_bits),
        d: words(sums, result_bits),
    }
}

/// Packs numbers of `bits` bits into words of 64 bits, the first in the lowest bits.
pub fn packed(numbers: &[u32], bits: u32) -> Vec<u64> {
    let in_word = (u64::BITS / bits) as usize;
    let word = |numbers: &[u32]| {
        let placed = numbers.iter().enumerate();
        placed.fold(0, |word, (place, number)| {
            word | u64::from(*number) << (place as u32 * bits)
        })
    };
    numbers.chunks(in_word).map(word).collect()
}

/// Packs numbers into words of 32 bits, the first in the lowest bits.
fn words(numbers: &[u32], bits: u32) -> Vec<u32> {
    let halves = |word: u64| [word as u32, (word >> 32) as u32];
    packed(numbers, bits).into_iter().flat_map(halves).collect()
}
