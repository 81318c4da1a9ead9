//! Counting, and what is missing.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;

use halfpipe_isa::Instruction;

use super::class::{Class, Group};
use super::rules::{NoClasses, Rules};
use crate::stimulus::Source;
use crate::Vector;

/// How many vectors are in each class of an instruction.
#[derive(Clone, Debug)]
pub struct Coverage {
    rules: Rules,
    /// The width of a lane in the registers, which in mixed precision is that of its widest operand.
    lane_width: u32,
    /// The counts of each lane, of all classes that there are.
    lanes: Vec<HashMap<Class, u64>>,
    /// Classes that vectors are in though they were held impossible.
    unlisted: BTreeSet<Class>,
    vectors: u64,
}

/// One line of the table: classes of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// Which classes.
    pub group: Group,
    /// How many there are.
    pub classes: u64,
    /// How many have as many vectors as they need, in every lane.
    pub reached: u64,
    /// How many vectors each needs.
    pub needed: u64,
    /// How many vectors are in the class, and in the lane, that has the fewest.
    pub least: u64,
    /// How many vectors are in them, all lanes together.
    pub total: u64,
}

/// A class with too few vectors in one of the lanes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Hole {
    /// The class.
    pub class: Class,
    /// The lane.
    pub lane: usize,
    /// How many vectors it has.
    pub count: u64,
}

impl Coverage {
    /// A table of an instruction's classes in which nothing is counted yet.
    ///
    /// # Errors
    ///
    /// When the instruction has no classes: when it is neither an fma nor in mixed precision.
    pub fn new(instruction: Instruction) -> Result<Coverage, NoClasses> {
        let rules = Rules::try_from(instruction)?;
        let none: HashMap<Class, u64> = rules.classes().into_iter().map(|class| (class, 0)).collect();
        let ty = instruction.ty();
        Ok(Coverage {
            rules,
            lane_width: ty.result_element().bits(),
            lanes: vec![none; ty.lanes() as usize],
            unlisted: BTreeSet::new(),
            vectors: 0,
        })
    }

    /// Counts a vector in all its classes.
    pub fn record(&mut self, vector: &Vector) {
        let width = self.lane_width;
        let unlisted = &mut self.unlisted;
        for (lane, counts) in self.lanes.iter_mut().enumerate() {
            let of_lane = |register: u64| (register >> (lane as u32 * width)) as u32 & (u32::MAX >> (32 - width));
            let operands = [0, 1, 2].map(|position| of_lane(vector.word(position)));
            self.rules
                .classify(operands, &mut |class| match counts.get_mut(&class) {
                    Some(count) => *count += 1,
                    None => _ = unlisted.insert(class),
                });
        }
        self.vectors += 1;
    }

    /// How many vectors were counted.
    pub fn vectors(&self) -> u64 {
        self.vectors
    }

    /// The table.
    pub fn rows(&self) -> Vec<Row> {
        let mut rows: BTreeMap<Group, Row> = BTreeMap::new();
        for &class in self.lanes[0].keys() {
            let counts = self.lanes.iter().map(|counts| counts[&class]);
            let least = counts.clone().min().unwrap_or(0);
            let row = rows.entry(class.group()).or_insert(Row {
                group: class.group(),
                classes: 0,
                reached: 0,
                needed: class.needed(),
                least,
                total: 0,
            });
            row.classes += 1;
            row.reached += u64::from(least >= class.needed());
            row.least = row.least.min(least);
            row.total += counts.sum::<u64>();
        }
        rows.into_values().collect()
    }

    /// Every class that has fewer vectors than it needs.
    pub fn holes(&self) -> Vec<Hole> {
        let lanes = self.lanes.iter().enumerate();
        let holes = lanes.flat_map(|(lane, counts)| {
            let short = counts.iter().filter(|(class, count)| **count < class.needed());
            short.map(move |(&class, &count)| Hole { class, lane, count })
        });
        let mut holes: Vec<Hole> = holes.collect();
        holes.sort_unstable();
        holes
    }

    /// Classes that vectors are in though [`Rules::classes`] does not list them: a mistake in that list.
    pub fn unlisted(&self) -> impl Iterator<Item = Class> + '_ {
        self.unlisted.iter().copied()
    }

    /// Whether every class has the vectors that it needs, and none is missing from the list.
    pub fn is_complete(&self) -> bool {
        let mut counts = self.lanes.iter().flatten();
        self.unlisted.is_empty() && counts.all(|(class, count)| *count >= class.needed())
    }
}

impl fmt::Display for Hole {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Hole { class, lane, count } = self;
        write!(formatter, "{class}: {count} of {} in lane {lane}", class.needed())
    }
}

/// Vectors that are counted as they are handed out.
pub struct Counted<'c> {
    vectors: std::vec::IntoIter<Vector>,
    coverage: &'c mut Coverage,
}

impl Counted<'_> {
    /// The vectors, in order.
    pub fn new(vectors: Vec<Vector>, coverage: &mut Coverage) -> Counted<'_> {
        Counted {
            vectors: vectors.into_iter(),
            coverage,
        }
    }
}

impl Source for Counted<'_> {
    fn fill(&mut self, count: usize) -> Vec<Vector> {
        let vectors = self.vectors.fill(count);
        vectors.iter().for_each(|vector| self.coverage.record(vector));
        vectors
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::sample;
    use super::*;

    #[test]
    fn a_class_that_is_not_listed_is_noticed() {
        let plain: Instruction = "fma.rn.f16".parse().expect("a legal mnemonic");
        let flushing: Instruction = "fma.rn.ftz.f16".parse().expect("a legal mnemonic");
        let mut coverage = Coverage::new(plain).expect("it has classes");
        let vectors = sample(plain, 1).expect("it has classes");
        vectors.iter().for_each(|vector| coverage.record(vector));
        assert!(coverage.is_complete());
        coverage.rules = Rules::try_from(flushing).expect("it has classes");
        vectors.iter().for_each(|vector| coverage.record(vector));
        assert_eq!(coverage.holes(), []);
        assert!(coverage
            .unlisted()
            .any(|class| class.to_string() == "special: a flushed"));
        assert!(!coverage.is_complete());
    }
}
