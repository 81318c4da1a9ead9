//! The types of cells of a family.

/// The cells of a family. Each list has names of types. A name that ends with `*` stands for all types with that
/// prefix.
#[derive(Debug)]
pub struct Cells {
    /// Lookup tables.
    pub lookup_tables: &'static [&'static str],
    /// The number of inputs of the widest lookup table.
    pub lookup_table_inputs: u32,
    /// The output pin of a lookup table.
    pub lookup_table_output: &'static str,
    /// Multiplexers that join lookup tables to wider ones.
    pub wide_multiplexers: &'static [&'static str],
    /// Carry cells.
    pub carries: &'static [&'static str],
    /// Multiplier blocks.
    pub multipliers: &'static [&'static str],
    /// Block RAMs.
    pub memories: &'static [&'static str],
    /// Flip-flops.
    pub flip_flops: &'static [&'static str],
    /// The inputs of a flip-flop that set its next value.
    pub flip_flop_inputs: &'static [&'static str],
    /// The suffixes that the router appends to a cell's name when it packs or splits cells. `/*` stands for everything
    /// from a slash on.
    pub packed: &'static [&'static str],
}

impl Cells {
    /// Returns every name of the lists.
    pub fn all(&self) -> impl Iterator<Item = &'static str> {
        let lists = [
            self.lookup_tables,
            self.wide_multiplexers,
            self.carries,
            self.multipliers,
            self.memories,
            self.flip_flops,
        ];
        lists.into_iter().flatten().copied()
    }

    /// True if a type of cell is in one of the lists.
    pub fn is_in(list: &[&str], kind: &str) -> bool {
        list.iter().any(|name| match name.strip_suffix('*') {
            Some(beginning) => kind.starts_with(beginning),
            None => kind == *name,
        })
    }
}
