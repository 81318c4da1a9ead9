//! Algebra: a proof that a sum of rows is a product, for factors too wide to try all of them.
//!
//! The product is a polynomial in bits, modulo a power of two. From the outputs back, the bits of each addition are
//! replaced by its summands: they occur only as the whole sum. Bits of other nets are functions of few bits, and each has
//! one polynomial in which no bit occurs twice. What remains is a polynomial in the bits of the factors.

use std::collections::{BTreeMap, HashMap};

use halfpipe_netlist::{NetId, Netlist, Op};

/// A bit: the place of an input, or of the result of an addition or a multiplication.
type Variable = (NetId, u32);

/// Terms: sets of variables, each with its coefficient modulo 2^width.
type Polynomial = BTreeMap<Vec<Variable>, u128>;

/// The most variables of a net's bit.
const MOST_SUPPORT: usize = 8;

/// A netlist, with the polynomials of its bits.
struct Algebra<'n> {
    netlist: &'n Netlist,
    mask: u128,
    polynomials: HashMap<Variable, Polynomial>,
}

/// Checks that the only output of a netlist is the product of its two inputs. Returns a description of the check.
///
/// # Errors
///
/// Fails with the reason if the check does not succeed. The output may be the product nevertheless.
pub fn check_product(netlist: &Netlist) -> Result<String, String> {
    let output = netlist.outputs[0].net;
    let width = netlist.node(output).width;
    let mut algebra = Algebra {
        netlist,
        mask: mask(width),
        polynomials: HashMap::new(),
    };
    let mut total = algebra.word(output)?;
    let is_arithmetic = |id: &NetId| matches!(netlist.node(*id).op, Op::Add | Op::Mul);
    let operations: Vec<NetId> = netlist.ids().filter(is_arithmetic).collect();
    let mut replaced = 0;
    for id in operations.iter().rev() {
        replaced += usize::from(algebra.replace(&mut total, *id)?);
    }
    let [first, second] = [0, 1].map(|position: usize| netlist.inputs[position].net);
    let mut wanted = Polynomial::new();
    for one in 0..netlist.node(first).width {
        for other in 0..netlist.node(second).width {
            let mut term = vec![(first, one), (second, other)];
            term.sort_unstable();
            add_term(&mut wanted, term, (1 << (one + other)) & algebra.mask, algebra.mask);
        }
    }
    if total == wanted {
        Ok(format!("{replaced} operations, {} terms", wanted.len()))
    } else {
        Err(format!(
            "{} terms are left, not the {} of the product",
            total.len(),
            wanted.len()
        ))
    }
}

/// Returns the largest number of a width.
fn mask(width: u32) -> u128 {
    u128::MAX >> (u128::BITS - width)
}

/// Adds a term, modulo a power of two.
fn add_term(to: &mut Polynomial, term: Vec<Variable>, coefficient: u128, mask: u128) {
    let sum = to.get(&term).copied().unwrap_or(0).wrapping_add(coefficient) & mask;
    if sum == 0 {
        to.remove(&term);
    } else {
        to.insert(term, sum);
    }
}

impl Algebra<'_> {
    /// Returns the number that a net is, as a polynomial.
    fn word(&mut self, id: NetId) -> Result<Polynomial, String> {
        let mut sum = Polynomial::new();
        for place in 0..self.netlist.node(id).width {
            let mask = self.mask;
            for (term, coefficient) in self.bit((id, place))? {
                add_term(&mut sum, term, coefficient.wrapping_mul(1 << place) & mask, mask);
            }
        }
        Ok(sum)
    }

    /// Returns the polynomial of a bit.
    fn bit(&mut self, bit: Variable) -> Result<Polynomial, String> {
        if let Some(known) = self.polynomials.get(&bit) {
            return Ok(known.clone());
        }
        let mut support = Vec::new();
        self.support(bit, &mut support)?;
        support.sort_unstable();
        let mut coefficients: Vec<u128> = (0..1_usize << support.len())
            .map(|values| u128::from(self.value(bit, &support, values)))
            .collect();
        // Each coefficient is the value of its set of variables less the coefficients of all its subsets.
        for place in 0..support.len() {
            for set in 0..coefficients.len() {
                if set >> place & 1 == 1 {
                    coefficients[set] = coefficients[set].wrapping_sub(coefficients[set ^ 1 << place]);
                }
            }
        }
        let mut found = Polynomial::new();
        for (set, coefficient) in coefficients.into_iter().enumerate() {
            let term = (0..support.len()).filter(|place| set >> place & 1 == 1);
            let term: Vec<Variable> = term.map(|place| support[place]).collect();
            add_term(&mut found, term, coefficient & self.mask, self.mask);
        }
        self.polynomials.insert(bit, found.clone());
        Ok(found)
    }

    /// Returns the bit that another bit is, or the bits that it is a function of.
    fn sources(&self, (net, place): Variable) -> Result<Vec<Variable>, String> {
        let node = self.netlist.node(net);
        let bit_of = |operand: usize, place: u32| (node.operands[operand], place);
        let width_of = |operand: usize| self.netlist.node(node.operands[operand]).width;
        Ok(match &node.op {
            Op::Input | Op::Add | Op::Mul | Op::Constant(_) => Vec::new(),
            Op::Not => vec![bit_of(0, place)],
            Op::And | Op::Or | Op::Xor => vec![bit_of(0, place), bit_of(1, place)],
            Op::Mux => vec![bit_of(0, 0), bit_of(1, place), bit_of(2, place)],
            Op::Slice { low } => vec![bit_of(0, low + place)],
            Op::Concat => {
                let mut place = place;
                let mut operand = node.operands.len() - 1;
                while place >= width_of(operand) {
                    place -= width_of(operand);
                    operand -= 1;
                }
                vec![bit_of(operand, place)]
            }
            Op::Any | Op::All => (0..width_of(0)).map(|place| bit_of(0, place)).collect(),
            Op::Equal => [0, 1]
                .into_iter()
                .flat_map(|operand| (0..width_of(operand)).map(move |place| (operand, place)))
                .map(|(operand, place)| bit_of(operand, place))
                .collect(),
            other => return Err(format!("{other:?} has no polynomial")),
        })
    }

    /// Adds the variables that a bit depends on.
    fn support(&self, bit: Variable, found: &mut Vec<Variable>) -> Result<(), String> {
        match self.netlist.node(bit.0).op {
            Op::Input | Op::Add | Op::Mul => {
                if !found.contains(&bit) {
                    found.push(bit);
                }
            }
            _ => {
                for source in self.sources(bit)? {
                    self.support(source, found)?;
                }
            }
        }
        if found.len() > MOST_SUPPORT {
            return Err(format!(
                "bit {} of net {} depends on too many others",
                bit.1,
                bit.0.index()
            ));
        }
        Ok(())
    }

    /// Returns the value of a bit for values of its variables.
    fn value(&self, bit: Variable, support: &[Variable], values: usize) -> bool {
        if let Ok(place) = support.binary_search(&bit) {
            return values >> place & 1 == 1;
        }
        let sources = self.sources(bit).unwrap_or_default();
        let of = |source: usize| self.value(sources[source], support, values);
        match &self.netlist.node(bit.0).op {
            Op::Constant(value) => value >> bit.1 & 1 == 1,
            Op::Not => !of(0),
            Op::And => of(0) && of(1),
            Op::Or => of(0) || of(1),
            Op::Xor => of(0) != of(1),
            Op::Mux => of(if of(0) { 1 } else { 2 }),
            Op::Any => (0..sources.len()).any(of),
            Op::All => (0..sources.len()).all(of),
            Op::Equal => (0..sources.len() / 2).all(|place| of(place) == of(place + sources.len() / 2)),
            _ => of(0),
        }
    }

    /// Replaces the bits of an addition by its summands, or those of a multiplication by the product of its factors. Returns
    /// false if they do not occur.
    fn replace(&mut self, total: &mut Polynomial, id: NetId) -> Result<bool, String> {
        let node = self.netlist.node(id);
        let bits = node.width;
        let is_product = node.op == Op::Mul;
        if !is_product {
            self.merge_top(total, id);
        }
        let mut with: BTreeMap<Vec<Variable>, Vec<u128>> = BTreeMap::new();
        for (term, coefficient) in total.iter() {
            let own: Vec<u32> = term
                .iter()
                .filter(|(net, _)| *net == id)
                .map(|(_, place)| *place)
                .collect();
            match own[..] {
                [] => {}
                [place] => {
                    let rest: Vec<Variable> = term.iter().copied().filter(|(net, _)| *net != id).collect();
                    with.entry(rest).or_insert_with(|| vec![0; bits as usize])[place as usize] = *coefficient;
                }
                _ => return Err(format!("a product of bits of net {} is left", id.index())),
            }
        }
        if with.is_empty() {
            return Ok(false);
        }
        let mask = self.mask;
        let words = [self.word(node.operands[0])?, self.word(node.operands[1])?];
        let value = if is_product {
            self.times(&words)
        } else {
            self.plus(&words)
        };
        total.retain(|term, _| term.iter().all(|(net, _)| *net != id));
        for (rest, coefficients) in with {
            let unit = coefficients[0];
            for (place, coefficient) in coefficients.iter().enumerate() {
                if *coefficient != unit.wrapping_mul(1 << place) & mask {
                    return Err(format!(
                        "bit {place} of net {} has a coefficient of its own",
                        id.index()
                    ));
                }
            }
            // A product is as wide as both factors.
            if !is_product && unit.wrapping_mul(1 << bits) & mask != 0 {
                let most: Vec<u128> = node.operands.iter().map(|operand| self.most(*operand)).collect();
                if most[0] + most[1] > self::mask(bits) {
                    return Err(format!("addition {} may have a carry out", id.index()));
                }
            }
            for (term, coefficient) in &value {
                let mut term: Vec<Variable> = term.iter().chain(&rest).copied().collect();
                term.sort_unstable();
                term.dedup();
                add_term(total, term, coefficient.wrapping_mul(unit) & mask, mask);
            }
        }
        Ok(true)
    }

    /// Returns the sum of two polynomials.
    fn plus(&self, [first, second]: &[Polynomial; 2]) -> Polynomial {
        let mut sum = first.clone();
        for (term, coefficient) in second {
            add_term(&mut sum, term.clone(), *coefficient, self.mask);
        }
        sum
    }

    /// Returns the product of two polynomials. A bit is its own square.
    fn times(&self, [first, second]: &[Polynomial; 2]) -> Polynomial {
        let mut product = Polynomial::new();
        for (one, of_one) in first {
            for (other, of_other) in second {
                let mut term: Vec<Variable> = one.iter().chain(other).copied().collect();
                term.sort_unstable();
                term.dedup();
                add_term(
                    &mut product,
                    term,
                    of_one.wrapping_mul(*of_other) & self.mask,
                    self.mask,
                );
            }
        }
        product
    }

    /// Replaces products of the two highest bits of an addition, of which at least one is 1: by their sum less one.
    fn merge_top(&mut self, total: &mut Polynomial, id: NetId) {
        let node = self.netlist.node(id);
        let constant = |operand: &NetId| match self.netlist.node(*operand).op {
            Op::Constant(value) => value,
            _ => 0,
        };
        let least: u128 = node.operands.iter().map(constant).sum();
        let most: Vec<u128> = node.operands.iter().map(|operand| self.most(*operand)).collect();
        if node.width < 2 || most[0] + most[1] > mask(node.width) || least < 1 << (node.width - 2) {
            return;
        }
        let top = [node.width - 2, node.width - 1].map(|place| (id, place));
        let has_both = |term: &Vec<Variable>| top.iter().all(|bit| term.contains(bit));
        let both: Vec<(Vec<Variable>, u128)> = total
            .iter()
            .filter(|(term, _)| has_both(term))
            .map(|(term, coefficient)| (term.clone(), *coefficient))
            .collect();
        total.retain(|term, _| !has_both(term));
        for (term, coefficient) in both {
            let rest: Vec<Variable> = term.into_iter().filter(|bit| !top.contains(bit)).collect();
            for bit in top {
                let mut with = rest.clone();
                with.push(bit);
                with.sort_unstable();
                add_term(total, with, coefficient, self.mask);
            }
            add_term(total, rest, coefficient.wrapping_neg() & self.mask, self.mask);
        }
    }

    /// Returns a bound of the number that a net is.
    fn most(&mut self, id: NetId) -> u128 {
        let node = self.netlist.node(id);
        let all = mask(node.width);
        match &node.op {
            Op::Constant(value) => *value,
            Op::Slice { low } => (self.most(node.operands[0]) >> low).min(all),
            Op::Add => {
                let sum = self.most(node.operands[0]) + self.most(node.operands[1]);
                sum.min(all)
            }
            Op::Concat => {
                // Bits of one variable may exclude each other; words of several bits are bounded alone.
                let mut below = 0;
                let mut sum = 0;
                let mut single: BTreeMap<Variable, [u128; 2]> = BTreeMap::new();
                for operand in node.operands.iter().rev() {
                    let width = self.netlist.node(*operand).width;
                    let is_constant = self.netlist.node(*operand).is_constant();
                    let leaf = (width == 1 && !is_constant).then(|| self.leaf((*operand, 0)));
                    match leaf {
                        Some((variable, inverted)) => {
                            single.entry(variable).or_default()[usize::from(inverted)] += 1 << below;
                        }
                        None => sum += self.most(*operand) << below,
                    }
                    below += width;
                }
                sum += single.values().map(|of| of[0].max(of[1])).sum::<u128>();
                sum.min(all)
            }
            _ => all,
        }
    }

    /// Returns the bit of which another is a copy or the complement.
    fn leaf(&self, bit: Variable) -> (Variable, bool) {
        let is_inverted = match self.netlist.node(bit.0).op {
            Op::Not => true,
            Op::Slice { .. } | Op::Concat => false,
            _ => return (bit, false),
        };
        match self.sources(bit).unwrap_or_default()[..] {
            [source] => {
                let (variable, inverted) = self.leaf(source);
                (variable, inverted != is_inverted)
            }
            _ => (bit, false),
        }
    }
}
