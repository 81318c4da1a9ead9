//! Row numbers: dense addresses for a table that is fitted by class and fraction.
//!
//! Each class has as many rows as its shortest segment requires, so that a row number is an offset in the class added to
//! the first row. The classes are in descending order of size, and each starts at a multiple of its size. The addition is
//! then a bitwise or, as in a prefix code.

use crate::tables::segment::FittedSegment;

/// The rows of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassRows {
    /// The first row.
    pub first: u32,
    /// The number of low bits of the address that do not select a row.
    pub ignored_bits: u32,
}

/// Numbers the rows of segments in ascending order of address. The class is the address without its low `class_from`
/// bits. Returns the rows of each class, and the segments in ascending order of row.
pub(crate) fn number_rows(class_from: u32, segments: Vec<FittedSegment>) -> (Vec<ClassRows>, Vec<FittedSegment>) {
    let within = |address: u32| address & ((1 << class_from) - 1);
    let class = |segment: &FittedSegment| (segment.first >> class_from) as usize;
    let count = segments.last().map_or(0, |segment| class(segment) + 1);
    let mut classes = vec![
        ClassRows {
            first: 0,
            ignored_bits: class_from,
        };
        count
    ];
    let mut sizes = vec![1; count];
    for run in segments.chunk_by(|one, other| class(one) == class(other)) {
        let (Some(first), Some(last)) = (run.first(), run.last()) else {
            continue;
        };
        let shortest = run.iter().map(|segment| segment.last - segment.first + 1).min();
        let ignored_bits = shortest.map_or(0, u32::ilog2);
        classes[class(first)].ignored_bits = ignored_bits;
        sizes[class(first)] = (within(last.last) >> ignored_bits) + 1;
    }
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|class| std::cmp::Reverse(sizes[*class].next_power_of_two()));
    let mut next = 0_u32;
    for class in order {
        let first = next.next_multiple_of(sizes[class].next_power_of_two());
        classes[class].first = first;
        next = first + sizes[class];
    }
    let mut numbered: Vec<FittedSegment> = segments
        .into_iter()
        .map(|segment| {
            let rows = classes[class(&segment)];
            let number = |address: u32| rows.first + (within(address) >> rows.ignored_bits);
            FittedSegment {
                first: number(segment.first),
                last: number(segment.last),
                row: segment.row,
            }
        })
        .collect();
    numbered.sort_by_key(|segment| segment.first);
    (classes, numbered)
}
