//! Registered multiplications: those that a multiplier block can compute with its registers.

use std::collections::HashMap;

use crate::module::Netlist;
use crate::node::{NetId, Op};
use crate::verilog::multiplier::Factors;

/// The registered multiplications of a netlist.
pub(crate) struct Multiplications {
    /// The factors, by the register of the product. It holds only the product, and nothing else reads the product.
    pub factors: HashMap<NetId, Factors>,
    /// The registers of factors that are part of a multiplication.
    pub registered: HashMap<NetId, RegisteredFactor>,
}

/// A register that holds only a factor of one registered multiplication.
pub(crate) struct RegisteredFactor {
    /// The register of the product.
    pub product: NetId,
    /// 0 for the first factor, 1 for the second.
    pub position: usize,
}

impl Multiplications {
    /// Finds the registered multiplications of a netlist. The registers of its factors are part of one if nothing else
    /// reads them.
    pub fn new(netlist: &Netlist) -> Multiplications {
        let uses = netlist.uses();
        let is_alone = |id: NetId| uses[id.index()] == 1;
        let mut multiplications = Multiplications {
            factors: HashMap::new(),
            registered: HashMap::new(),
        };
        for id in netlist.ids().filter(|id| netlist.node(*id).is_register()) {
            let product = netlist.node(id).operands[0];
            let node = netlist.node(product);
            if node.op != Op::Mul || !is_alone(product) {
                continue;
            }
            let factors = [0, 1].map(|position| node.operands[position]);
            let is_registered = |factor: NetId| netlist.node(factor).is_register() && is_alone(factor);
            let are_registered = factors.into_iter().all(is_registered);
            if are_registered {
                let registers = factors.into_iter().enumerate();
                let registers =
                    registers.map(|(position, factor)| (factor, RegisteredFactor { product: id, position }));
                multiplications.registered.extend(registers);
            }
            let [a, b] = factors.map(|factor| netlist.node(factor).width);
            multiplications.factors.insert(id, Factors { a, b, are_registered });
        }
        multiplications
    }

    /// Returns the nets that are inputs of the multiplication with this product.
    pub fn inputs(&self, netlist: &Netlist, product: NetId) -> [NetId; 2] {
        let multiplication = netlist.node(netlist.node(product).operands[0]);
        [0, 1].map(|position| match multiplication.operands[position] {
            register if self.registered.contains_key(&register) => netlist.node(register).operands[0],
            factor => factor,
        })
    }
}
