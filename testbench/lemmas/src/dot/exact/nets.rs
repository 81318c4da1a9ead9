//! The nets at which the proof of a dot product that rounds once cuts its netlist.

use std::collections::HashMap;

use halfpipe_netlist::{NetId, Netlist};

use crate::dot::nets::describe_missing;

/// The cut nets of a dot product that rounds once.
#[derive(Clone, Debug)]
pub struct ExactNets {
    /// The product of the significands of each pair.
    pub products: Vec<NetId>,
    /// The sign of each product.
    pub signs: Vec<NetId>,
    /// The exponent of each product above the least one.
    pub exponents: Vec<NetId>,
    /// The limbs of the magnitude of each product, then of c. A limb that is always zero may have no net.
    pub placed: Vec<Vec<Option<NetId>>>,
    /// The limbs of each sum, with their carries out. The last sum only adds the increment of c.
    pub sums: Vec<Vec<NetId>>,
    /// The width of each limb in bits, without its carry.
    pub limb_bits: Vec<usize>,
    /// The sign of the sum.
    pub sign: NetId,
    /// The limbs of the magnitude of the sum.
    pub magnitude: Vec<NetId>,
    /// The sign of a zero sum.
    pub sign_of_zero: NetId,
    /// 1 if the result is NaN.
    pub nan: NetId,
    /// 1 if the result is infinite.
    pub infinite: NetId,
    /// The result.
    pub result: NetId,
}

impl ExactNets {
    /// Finds the nets of a dot product of so many products.
    ///
    /// # Errors
    ///
    /// A net that the netlist lacks.
    pub fn find(netlist: &Netlist, products: usize) -> Result<ExactNets, String> {
        let path = |id: NetId| {
            let node = netlist.node(id);
            Some(format!("{}.{}", netlist.stages[node.stage].name, node.name()?))
        };
        let paths: HashMap<String, NetId> = netlist.ids().filter_map(|id| Some((path(id)?, id))).collect();
        let find = |path: &str| paths.get(path).copied().ok_or_else(|| describe_missing(path));
        let find_pairs = |path: &str| -> Result<Vec<NetId>, String> {
            (0..products).map(|pair| find(&format!("pair{pair}_{path}"))).collect()
        };
        let limbs =
            |path: &str| -> Vec<NetId> { (0..).map_while(|limb| find(&format!("{path}_{limb}")).ok()).collect() };
        let mut sums: Vec<Vec<NetId>> = (0..products).map(|pair| limbs(&format!("add.sum_{pair}"))).collect();
        sums.push(limbs("add.incremented"));
        let magnitude = limbs("magnitude.magnitude");
        let count = magnitude.len();
        if count == 0 {
            return Err(describe_missing("magnitude.magnitude_0"));
        }
        if let Some(short) = sums.iter().position(|sum| sum.len() != count) {
            return Err(describe_missing(&format!("add.sum_{short}_{}", sums[short].len())));
        }
        let placed = |stage: String| -> Vec<Option<NetId>> {
            // A constant is zero, and may be that of several terms.
            let is_variable = |id: &NetId| !netlist.node(*id).is_constant();
            let limb = |limb| find(&format!("{stage}.placed_{limb}")).ok().filter(is_variable);
            let mut limbs: Vec<Option<NetId>> = (0..count).map(limb).collect();
            if limbs.iter().all(Option::is_none) {
                // It is shifted by bits only, not by blocks.
                let begun = find(&format!("{stage}.begun")).ok();
                limbs[0] = begun.filter(|begun| netlist.node(*begun).width == netlist.node(magnitude[0]).width - 1);
            }
            limbs
        };
        let products_placed = (0..products).map(|pair| placed(format!("pair{pair}_place")));
        Ok(ExactNets {
            products: find_pairs("multiply.product")?,
            // The sign of an infinite product is the same net.
            signs: find_pairs("multiply.sign").or_else(|_| find_pairs("special_product.sign"))?,
            exponents: find_pairs("multiply.exponent")?,
            placed: products_placed.chain([placed("place".to_owned())]).collect(),
            limb_bits: sums[0]
                .iter()
                .map(|limb| netlist.node(*limb).width as usize - 1)
                .collect(),
            sums,
            sign: find("magnitude.sign")?,
            magnitude,
            sign_of_zero: find("special.sign_of_zero")?,
            nan: find("special.nan")?,
            infinite: find("special.infinite")?,
            result: netlist.outputs[0].net,
        })
    }
}
