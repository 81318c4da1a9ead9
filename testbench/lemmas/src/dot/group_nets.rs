//! The nets at which the proof cuts a group of products.

use halfpipe_netlist::{NetId, Netlist};

use super::nets::{NetPaths, SumNets};
use super::sum::SumForm;

/// The nets of a group, and its sums.
#[derive(Clone, Debug)]
pub struct Group {
    pub nets: SumNets,
    pub forms: Vec<SumForm>,
}

impl Group {
    /// Finds the nets of a group of so many products.
    ///
    /// # Errors
    ///
    /// A net that the netlist lacks, or a sum that is none of terms.
    pub fn find(netlist: &Netlist, number: usize, products: usize) -> Result<Group, String> {
        let paths = NetPaths::new(netlist);
        let prefix = format!("group{number}_");
        let mut sums = paths.find_sums(&format!("{prefix}group"))?;
        sums.push(paths.find(&format!("{prefix}group.sum"))?);
        let nets = SumNets {
            subtracted: paths.find_pairs(&prefix, 0..products, "place.subtracted")?,
            terms: paths.find_pairs(&prefix, 0..products, "place.term")?,
            addend: None,
            sums,
        };
        let forms = SumForm::read(netlist, &nets, &nets.cuts())?;
        Ok(Group { nets, forms })
    }

    /// Returns the net of the sum.
    pub fn sum(&self) -> NetId {
        *self.nets.sums.last().expect("a group has a sum")
    }
}
