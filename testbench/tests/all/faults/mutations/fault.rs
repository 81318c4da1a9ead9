//! Fault descriptions, and the hardware that receives the faults.

use halfpipe_faults::nets::{find, replace, Site};
use halfpipe_hdl::datapath::{self, LaneConfig};
use halfpipe_hdl::net::{Builder, Net, Netlist};
use halfpipe_hdl::stage::{shift_left_to_top, Top};
use halfpipe_isa::{FloatFormat, Instruction, Operation};

use halfpipe_faults::carry::{up, with_carry, Alone, CHAIN};

/// A function that makes a faulty lane from the right one. A netlist as wide as the whole result stands for all lanes.
pub type Rebuild = fn(&Hardware) -> Netlist;

/// A fault, and its injection into the hardware.
pub struct Fault {
    /// The number in the list of faults that the tests must catch.
    pub number: u32,
    /// The description of the fault.
    pub text: &'static str,
    /// The instructions whose units must be seen to fail with it.
    pub instructions: &'static [&'static str],
    /// The function that makes the faulty lane.
    pub inject: Rebuild,
}

impl Fault {
    /// Returns the number and the description.
    pub fn name(&self) -> String {
        format!("{}. {}", self.number, self.text)
    }
}

/// One correct lane of an instruction's unit.
pub struct Hardware {
    /// The configuration of the lane.
    pub config: LaneConfig,
    /// The netlist of the lane.
    pub lane: Netlist,
}

impl Hardware {
    /// Builds the lane of an instruction's unit.
    pub fn from_instruction(instruction: Instruction) -> Hardware {
        let config = LaneConfig::from_instruction(instruction);
        Hardware {
            config,
            lane: datapath::build(&config),
        }
    }

    /// Returns the lane with one net replaced by a faulty one, which `wrong` builds from earlier nets.
    pub fn with(&self, path: &str, wrong: impl for<'n> Fn(&Site<'n, '_>) -> Net<'n>) -> Netlist {
        replace(&self.lane, path, wrong)
    }

    /// Returns the format of a and b.
    pub fn operand(&self) -> FloatFormat {
        self.config.formats.operand
    }

    /// Returns the format of c and of the result.
    pub fn result(&self) -> FloatFormat {
        self.config.formats.result
    }

    /// Returns the name of the operand that is added to a, or to a product.
    pub fn addend(&self) -> &'static str {
        match self.config.operation {
            Operation::Fma => "c",
            _ if self.config.is_mixed() => "c",
            _ => "b",
        }
    }
}

/// Nets with the same meaning in different datapaths.
impl Hardware {
    /// True for the fma, which adds in a window around the product.
    pub fn is_fused(&self) -> bool {
        self.config.operation == Operation::Fma
    }

    /// True if the lane only multiplies.
    pub fn is_product(&self) -> bool {
        self.config.operation == Operation::Mul
    }

    /// Returns the net of the addend's shift distance in alignment. Its lowest bit counts in an fma only, and its highest is
    /// a sign there. With a place for a carry, [`Hardware::places_below_distance`], it is a chain.
    pub fn distance_net(&self) -> &'static str {
        match (self.is_fused(), self.places_below_distance()) {
            (false, _) => "order.absolute",
            (true, 0) => "align.distance",
            (true, _) => "align.distance_chain",
        }
    }

    /// Returns the number of places below an fma's distance in its net.
    pub fn places_below_distance(&self) -> u32 {
        u32::from(self.is_fused() && find(&self.lane, "align.distance").is_none())
    }

    /// Returns the addend's shift distance in alignment.
    pub fn distance<'n>(&self, at: &Site<'n, '_>) -> Net<'n> {
        let distance = at.net(self.distance_net());
        if self.is_fused() {
            let below = self.places_below_distance();
            let distance = distance.slice(below, distance.width() - 1 - below);
            distance.only_if(!at.net("align.addend_above"))
        } else {
            distance.high(distance.width() - 1).join(at.net("order.odd"))
        }
    }

    /// Returns the width of an fma's window, its sticky bit included.
    pub fn window_bits(&self) -> u32 {
        let sum = find(&self.lane, "add.sum").expect("an fma adds");
        self.lane.node(sum).width
    }

    /// Returns the exponent of a factor, which is 1 for a subnormal.
    pub fn exponent_of_factor<'n>(&self, at: &Site<'n, '_>, factor: &str) -> Net<'n> {
        at.find(&format!("unpack_{factor}.exponent")).unwrap_or_else(|| {
            let field = at.net(&format!("unpack_{factor}.field"));
            field.high(field.width() - 1).join(field.bit(0) | !field.any())
        })
    }

    /// Returns the lane with another exponent of a, made from the right one.
    pub fn with_exponent_of_a(&self, wrong: impl for<'n> Fn(&Site<'n, '_>, Net<'n>) -> Net<'n>) -> Netlist {
        if find(&self.lane, "unpack_a.exponent").is_some() {
            return self.with("unpack_a.exponent", |at| wrong(at, at.original()));
        }
        // The exponent enters one chain. Below it the chain has a place for a carry.
        self.with("exponents.product_chain", |at| {
            let width = at.original().width() - 1;
            let right = self.exponent_of_factor(at, "a");
            let change = wrong(at, right).zero_extend(width) - right.zero_extend(width);
            at.original() + change.append_zeros(1)
        })
    }

    /// Returns the addend after alignment.
    pub fn aligned_addend(&self) -> &'static str {
        if self.is_fused() {
            "align.addend"
        } else {
            "align.smaller"
        }
    }

    /// Returns the sum of the aligned operands at the output of the carry chain.
    pub fn chain(&self) -> &'static str {
        if self.is_fused() {
            "add.chain"
        } else {
            "add.sum"
        }
    }

    /// Returns the shift steps of the normalisation, from the widest on.
    fn steps(&self) -> impl Iterator<Item = String> + '_ {
        let nets = (0..8).rev().map(|step| format!("normalise.moves_by_{}", 1 << step));
        nets.filter(|net| find(&self.lane, net).is_some())
    }

    /// Returns the widest shift step of the normalisation.
    pub fn widest_step(&self) -> String {
        self.steps().next().expect("a sum can move")
    }

    /// Returns the normalisation shift of the exact value.
    fn shift<'n>(&self, at: &Site<'n, '_>) -> Net<'n> {
        if self.is_product() {
            at.net("scale.shift")
        } else {
            self.steps()
                .map(|step| at.net(&step))
                .reduce(Net::join)
                .expect("a sum can move")
        }
    }

    /// Returns the lane, or a netlist made from it, with another normalised value that has the kept bits.
    pub fn with_kept(netlist: &Netlist, wrong: impl for<'n> Fn(&Site<'n, '_>) -> Net<'n>) -> Netlist {
        if find(netlist, "adjust.kept").is_some() {
            return replace(netlist, "adjust.kept", wrong);
        }
        // The sticky bit is below the kept bits.
        replace(netlist, "normalise.by_1", |at| {
            let kept = wrong(at);
            let below = at.original().width() - kept.width();
            kept.join(at.original().low(below))
        })
    }

    /// Returns the biased exponent minus the significand's top bit.
    pub fn exponent(&self) -> &'static str {
        if self.is_product() {
            "scale.exponent_minus_one"
        } else {
            "normalise.exponent_minus_one"
        }
    }

    /// Returns the lane with another round-up carry, made from the right one.
    pub fn with_up(&self, wrong: impl for<'n> Fn(&Site<'n, '_>, Net<'n>) -> Net<'n>) -> Netlist {
        let [guard, sign] = ["guard", "sign"].map(|net| self.unrounded(net));
        let alone = Alone {
            guard: &guard,
            sign: &sign,
        };
        self.with(CHAIN, |at| with_carry(at, alone, wrong(at, up(at, alone))))
    }

    /// Returns a net of the normalised value.
    pub fn normalised(&self, net: &str) -> String {
        format!("{}.{net}", if self.is_product() { "adjust" } else { "normalise" })
    }

    /// Returns a net at the rounder's input.
    pub fn unrounded(&self, net: &str) -> String {
        format!("{}.{net}", if self.is_fused() { "complement" } else { "round" })
    }

    /// Returns the bit that is 1 if the exact value is zero.
    pub fn exact_zero<'n>(&self, at: &Site<'n, '_>) -> Net<'n> {
        if self.is_product() {
            at.net("multiply.zero")
        } else {
            !at.net("normalise.nonzero")
        }
    }

    /// Returns a net of the stage that detects NaN and infinite results.
    pub fn special(&self, net: &str) -> String {
        format!(
            "{}.{net}",
            if self.is_product() {
                "special_product"
            } else {
                "special"
            }
        )
    }

    /// Returns the result before `.sat`, `.relu` and `.oob`.
    pub fn encoded_result(&self) -> &'static str {
        match self.config.operation {
            Operation::Min | Operation::Max => "choose.result",
            Operation::Neg | Operation::Abs => "sign.result",
            _ => "pack.result",
        }
    }

    /// Returns the exact value before normalisation. An fma's is in two's complement, without its sign.
    pub fn exact<'n>(&self, at: &Site<'n, '_>) -> Net<'n> {
        if self.is_product() {
            return at.net("multiply.product");
        }
        at.net("add.sum")
    }

    /// Returns the top `keep` bits of a value, normalised in the same way as the exact value.
    pub fn normalise<'n>(&self, at: &Site<'n, '_>, value: Net<'n>, keep: u32) -> Top<'n> {
        let shift = self.shift(at);
        if !self.is_product() {
            return shift_left_to_top(value, shift, keep);
        }
        // Prepends at least as many zeros as the result has bits, plus one. After the shift, the value moves one place
        // further if its top bit is 0.
        let multiple = 1 << at.net("operand_zeros.count").width();
        let above = (self.result().significand_bits() + 1).next_multiple_of(multiple);
        let Top { kept, sticky } = shift_left_to_top(value.zero_extend(value.width() + above), shift, keep + 1);
        let up = at.net("adjust.up");
        Top {
            kept: up.select(kept.low(keep), kept.high(keep)),
            sticky: sticky | (kept.bit(0) & !up),
        }
    }
}

/// Builds a lane with the same ports and other contents.
pub fn rewired(hardware: &Hardware, inside: impl for<'n> Fn(&'n Builder, &[Net<'n>]) -> Net<'n>) -> Netlist {
    let builder = Builder::new();
    let ports = &hardware.lane.inputs;
    let operands: Vec<Net<'_>> = ports.iter().map(|port| builder.input(&port.name, port.width)).collect();
    builder.output("d", inside(&builder, &operands));
    drop(operands);
    builder.finish()
}

/// An operand's class, decoded from the port.
pub struct Class<'n> {
    pub zero: Net<'n>,
    pub infinite: Net<'n>,
    pub nan: Net<'n>,
}

/// Decodes the class of an operand.
pub fn class<'n>(at: &Site<'n, '_>, format: FloatFormat, operand: &str) -> Class<'n> {
    let magnitude = at.net(&format!("ports.{operand}")).low(format.magnitude_bits());
    let infinity = at
        .builder()
        .constant(u64::from(format.infinity()), format.magnitude_bits());
    Class {
        zero: magnitude.is_zero(),
        infinite: magnitude.equals(infinity),
        nan: infinity.less_than(magnitude),
    }
}
