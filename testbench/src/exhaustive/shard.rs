//! A part of an exhaustive run that another process can do.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::ROWS;

/// One of several equal parts of all rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    number: u32,
    count: u32,
}

/// An invalid shard.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid shard '{text}'; use K/N with N from 1 to {ROWS} and K from 1 to N")]
pub struct ShardError {
    /// The text as given.
    pub text: String,
}

impl Shard {
    /// All rows.
    pub const WHOLE: Shard = Shard { number: 1, count: 1 };

    /// Returns the rows of this part, for a first operand of 16 bits.
    pub fn rows(self) -> Range<u32> {
        self.part_of(ROWS)
    }

    /// Returns this part of some rows. It is empty only if there are fewer rows than parts.
    pub fn part_of(self, rows: u32) -> Range<u32> {
        let bound = |part: u32| (u64::from(rows) * u64::from(part) / u64::from(self.count)) as u32;
        bound(self.number - 1)..bound(self.number)
    }

    /// Returns the number of this part, from 1.
    pub fn number(self) -> u32 {
        self.number
    }

    /// Returns the number of parts.
    pub fn count(self) -> u32 {
        self.count
    }

    /// True if this part includes the piece of work of this number, from 0, when pieces are dealt out in turn.
    pub fn has(self, number: usize) -> bool {
        number % self.count as usize == self.number as usize - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.number, self.count)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let numbers = text
            .split_once('/')
            .and_then(|(number, count)| Some((number.parse().ok()?, count.parse().ok()?)));
        match numbers {
            Some((number, count)) if (1..=ROWS).contains(&count) && (1..=count).contains(&number) => {
                Ok(Shard { number, count })
            }
            _ => Err(ShardError { text: text.to_owned() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_all_rows_once() {
        for count in [1, 2, 3, 7, 64, 1000, ROWS] {
            let shards = (1..=count).map(|number| Shard { number, count });
            let mut next = 0;
            for rows in shards.map(Shard::rows) {
                assert_eq!(rows.start, next);
                assert!(!rows.is_empty());
                next = rows.end;
            }
            assert_eq!(next, ROWS);
        }
    }

    #[test]
    fn parts_of_fewer_rows_are_all_of_them_once() {
        let rows = (1..=300).flat_map(|number| Shard { number, count: 300 }.part_of(256));
        assert!(rows.eq(0..256));
    }

    #[test]
    fn shards_are_read_and_refused() {
        assert_eq!("3/8".parse::<Shard>().unwrap().to_string(), "3/8");
        for text in ["0/8", "9/8", "1/0", "1/65537", "1", "a/b", "-1/4", ""] {
            let error = text.parse::<Shard>().unwrap_err().to_string();
            assert!(error.contains("K/N"), "{error}");
        }
    }
}
