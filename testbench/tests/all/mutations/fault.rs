//! What a fault is, and the hardware it goes into.

use halfpipe_faults::nets::{find, replace, Operation as Site};
use halfpipe_hdl::datapath::{self, Behaviour};
use halfpipe_hdl::format::Format;
use halfpipe_hdl::net::{Builder, Net, Netlist};
use halfpipe_hdl::stage::{shift_left_to_top, Top};
use halfpipe_isa::{Instruction, Operation};

use crate::carry::{up, with_carry, Alone, CHAIN};

/// Makes a lane out of the right one. A netlist as wide as the whole result stands for all lanes.
pub type Rebuild = fn(&Hardware) -> Netlist;

/// A fault, and how it gets into the hardware.
pub struct Fault {
    /// Its number in the list of faults that the tests must catch.
    pub number: u32,
    /// What is wrong.
    pub text: &'static str,
    /// The instructions whose units must be seen to fail with it.
    pub instructions: &'static [&'static str],
    /// Makes the broken lane.
    pub inject: Rebuild,
}

impl Fault {
    /// Number and text.
    pub fn name(&self) -> String {
        format!("{}. {}", self.number, self.text)
    }
}

/// One lane of an instruction's unit as it should be.
pub struct Hardware {
    /// What it computes.
    pub behaviour: Behaviour,
    /// How.
    pub lane: Netlist,
}

impl Hardware {
    /// The lane that a unit of the instruction is made of.
    pub fn of(instruction: Instruction) -> Hardware {
        let behaviour = Behaviour::of(instruction);
        Hardware {
            behaviour,
            lane: datapath::build(&behaviour),
        }
    }

    /// The lane with one net replaced by what `wrong` makes of the earlier ones.
    pub fn with(&self, path: &str, wrong: impl for<'n> Fn(&Site<'n, '_>) -> Net<'n>) -> Netlist {
        replace(&self.lane, path, wrong)
    }

    /// The format of a and b.
    pub fn operand(&self) -> Format {
        self.behaviour.formats.operand
    }

    /// The format of c and of the result.
    pub fn result(&self) -> Format {
        self.behaviour.formats.result
    }

    /// The name of the operand that is added to a, or to a product.
    pub fn addend(&self) -> &'static str {
        match self.behaviour.operation {
            Operation::Fma => "c",
            _ if self.behaviour.is_mixed() => "c",
            _ => "b",
        }
    }
}

/// The same things in different datapaths.
impl Hardware {
    /// Whether this is the fma, which adds in a window around the product.
    pub fn is_fused(&self) -> bool {
        self.behaviour.operation == Operation::Fma
    }

    /// Whether it only multiplies.
    pub fn is_product(&self) -> bool {
        self.behaviour.operation == Operation::Mul
    }

    /// The net by which the addend moves in alignment. Its lowest bit counts in an fma only.
    pub fn distance_net(&self) -> &'static str {
        if self.is_fused() {
            "align.distance"
        } else {
            "order.absolute"
        }
    }

    /// How far the addend moves in alignment.
    pub fn distance<'n>(&self, at: &Site<'n, '_>) -> Net<'n> {
        let distance = at.net(self.distance_net());
        match self.is_fused() {
            true => distance,
            false => distance.high(distance.width() - 1).join(at.net("order.odd")),
        }
    }

    /// The addend after alignment.
    pub fn aligned_addend(&self) -> &'static str {
        if self.is_fused() {
            "align.addend"
        } else {
            "align.smaller"
        }
    }

    /// The sum of the aligned operands as it comes from the carry chain.
    pub fn chain(&self) -> &'static str {
        if self.is_fused() {
            "add.chain"
        } else {
            "add.sum"
        }
    }

    /// The steps by which a sum can move up, from the widest on.
    fn steps(&self) -> impl Iterator<Item = String> + '_ {
        let nets = (0..8).rev().map(|step| format!("normalise.moves_by_{}", 1 << step));
        nets.filter(|net| find(&self.lane, net).is_some())
    }

    /// The widest step by which a sum can move up.
    pub fn widest_step(&self) -> String {
        self.steps().next().expect("a sum can move")
    }

    /// How far the exact value moves up to be normalised.
    fn shift<'n>(&self, at: &Site<'n, '_>) -> Net<'n> {
        match self.is_product() {
            true => at.net("scale.shift"),
            false => self
                .steps()
                .map(|step| at.net(&step))
                .reduce(Net::join)
                .expect("a sum can move"),
        }
    }

    /// The lane, or a netlist made of it, with another normalised value, of as many bits as are kept.
    pub fn with_kept(netlist: &Netlist, wrong: impl for<'n> Fn(&Site<'n, '_>) -> Net<'n>) -> Netlist {
        if find(netlist, "adjust.kept").is_some() {
            return replace(netlist, "adjust.kept", wrong);
        }
        // Below what is kept lies what has been gathered in the sticky bit.
        replace(netlist, "normalise.by_1", |at| {
            let kept = wrong(at);
            let below = at.original().width() - kept.width();
            kept.join(at.original().low(below))
        })
    }

    /// The biased exponent, less the significand's top bit.
    pub fn exponent(&self) -> &'static str {
        if self.is_product() {
            "scale.exponent_minus_one"
        } else {
            "normalise.exponent_minus_one"
        }
    }

    /// The lane with another carry of rounding up, made of the right one.
    pub fn with_up(&self, wrong: impl for<'n> Fn(&Site<'n, '_>, Net<'n>) -> Net<'n>) -> Netlist {
        let [guard, sign] = ["guard", "sign"].map(|net| self.unrounded(net));
        let alone = Alone {
            guard: &guard,
            sign: &sign,
        };
        self.with(CHAIN, |at| with_carry(at, alone, wrong(at, up(at, alone))))
    }

    /// A net of the normalised value.
    pub fn normalised(&self, net: &str) -> String {
        format!("{}.{net}", if self.is_product() { "adjust" } else { "normalise" })
    }

    /// A net that the rounder is given.
    pub fn unrounded(&self, net: &str) -> String {
        format!("{}.{net}", if self.is_fused() { "complement" } else { "round" })
    }

    /// Whether the exact value is zero.
    pub fn exact_zero<'n>(&self, at: &Site<'n, '_>) -> Net<'n> {
        if self.is_product() {
            at.net("multiply.zero")
        } else {
            !at.net("normalise.nonzero")
        }
    }

    /// A net of the stage that finds NaN and infinite results.
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

    /// The result before `.sat`, `.relu` and `.oob`.
    pub fn encoded_result(&self) -> &'static str {
        match self.behaviour.operation {
            Operation::Min | Operation::Max => "choose.result",
            Operation::Neg | Operation::Abs => "sign.result",
            _ => "pack.result",
        }
    }

    /// The exact value before it is normalised. An fma's is in two's complement, without its sign.
    pub fn exact<'n>(&self, at: &Site<'n, '_>) -> Net<'n> {
        if self.is_product() {
            return at.net("multiply.product");
        }
        at.net("add.sum")
    }

    /// The top `keep` bits of a value that is normalised as the exact value is.
    pub fn normalise<'n>(&self, at: &Site<'n, '_>, value: Net<'n>, keep: u32) -> Top<'n> {
        let shift = self.shift(at);
        if !self.is_product() {
            return shift_left_to_top(value, shift, keep);
        }
        // At least as many zeros above as the result has bits, and one; then one place more where the top bit is 0.
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

/// A lane with the same ports and another inside.
pub fn rewired(hardware: &Hardware, inside: impl for<'n> Fn(&'n Builder, &[Net<'n>]) -> Net<'n>) -> Netlist {
    let builder = Builder::new();
    let ports = &hardware.lane.inputs;
    let operands: Vec<Net<'_>> = ports.iter().map(|port| builder.input(&port.name, port.width)).collect();
    builder.output("d", inside(&builder, &operands));
    drop(operands);
    builder.finish()
}

/// An operand's class, told from the port.
pub struct Class<'n> {
    pub zero: Net<'n>,
    pub infinite: Net<'n>,
    pub nan: Net<'n>,
}

/// The class of an operand.
pub fn class<'n>(at: &Site<'n, '_>, format: Format, operand: &str) -> Class<'n> {
    let magnitude = at.net(&format!("ports.{operand}")).low(format.magnitude_bits());
    let infinity = at.builder().constant(format.infinity(), format.magnitude_bits());
    Class {
        zero: magnitude.is_zero(),
        infinite: magnitude.equals(infinity),
        nan: infinity.less_than(magnitude),
    }
}
