//! Combinations of values.

use crate::Operands;

/// Every combination of one value of each list.
#[derive(Clone, Debug)]
pub(super) struct Combinations {
    lists: Vec<Vec<u32>>,
    pub count: u64,
}

impl Combinations {
    pub fn new(lists: Vec<Vec<u32>>) -> Combinations {
        let count = lists.iter().map(|list| list.len() as u64).product();
        Combinations { lists, count }
    }

    pub fn get(&self, mut index: u64) -> Operands {
        let mut vector = [0; 3];
        for (operand, list) in vector.iter_mut().zip(&self.lists) {
            let length = list.len() as u64;
            *operand = list[(index % length) as usize];
            index /= length;
        }
        vector
    }
}
