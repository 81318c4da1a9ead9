//! cvt: each lane of the result is made of one value, which is taken apart, brought to the other format and rounded once.

mod float;
mod from_integer;
mod integral;
mod power_of_two;
mod to_integer;

use halfpipe_isa::{Content, Instruction, Modifier, Signature};

use crate::datapath::Behaviour;
use crate::format::Format;
use crate::net::{Net, Scope};
use crate::stage::{relu, saturate, step};

/// What a conversion asks for beside rounding, `.ftz`, `.sat` and `.relu`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conversion {
    signature: &'static Signature,
    /// `.rni` and the like.
    to_integer: bool,
    /// `.rs`
    at_random: bool,
    /// `.satfinite`
    saturate_finite: bool,
}

impl Conversion {
    /// What an instruction asks for, where it is a conversion.
    pub fn of(instruction: Instruction) -> Option<Conversion> {
        instruction.operation().is_conversion().then(|| Conversion {
            signature: instruction.signature(),
            to_integer: instruction.modifiers().any(Modifier::rounds_to_integer),
            at_random: instruction.has(Modifier::Rs),
            saturate_finite: instruction.has(Modifier::Satfinite),
        })
    }

    /// The operands and results.
    pub fn signature(&self) -> &'static Signature {
        self.signature
    }

    /// The result, of all lanes.
    pub(crate) fn result<'n>(&self, n: Scope<'n>, behaviour: &Behaviour, operands: &[Net<'n>]) -> Net<'n> {
        let d = self.signature.results()[0];
        if d.lanes == 1 {
            return self.lane(n, behaviour, operands, 0);
        }
        let lanes: Vec<Net> = (0..d.lanes)
            .map(|lane| self.lane(n.scope(&format!("lane{lane}")), behaviour, operands, lane))
            .collect();
        let _stage = n.stage(step::RESULT_OF_LANES);
        let join = |low: Net<'n>, high: Net<'n>| high.join(low);
        lanes.into_iter().reduce(join).expect("there is a lane")
    }

    /// One lane of the result: of the same lane of the only operand, or of two operands of the second one in the lower lane, and of
    /// the first one in the upper.
    fn lane<'n>(&self, n: Scope<'n>, behaviour: &Behaviour, operands: &[Net<'n>], lane: u32) -> Net<'n> {
        let position = match self.signature.operands() {
            [_] => 0,
            _ => 1 - lane as usize,
        };
        let a = self.signature.operands()[position];
        let value = match a.lanes {
            1 => operands[position],
            _ => operands[position].slice(lane * a.content.bits(), a.content.bits()),
        };
        let d = self.signature.results()[0].content;
        let rounding = behaviour.rounding;
        let result = match (number(a.content), number(d)) {
            (Some(format), Some(_)) if self.to_integer => integral::integral(n, format, rounding, value),
            (Some(from), Some(to)) => {
                let random = self.at_random.then(|| operands[2].slice(16 * lane, 16));
                float::float(
                    n,
                    self,
                    behaviour,
                    [from, to],
                    (a.name, value.low(from.width())),
                    random,
                )
            }
            (Some(format), None) => match d {
                Content::Small(_) => {
                    power_of_two::to_power_of_two(n, format, rounding, self.saturate_finite, (a.name, value))
                }
                Content::Signed(width) => to_integer::signed(n, format, rounding, width, value),
                _ => to_integer::unsigned(n, format, rounding, d.bits(), value),
            },
            (None, Some(format)) => match a.content {
                Content::Small(_) => power_of_two::from_power_of_two(n, format, value),
                _ => {
                    let is_signed = matches!(a.content, Content::Signed(_));
                    from_integer::from_integer(n, is_signed, rounding, format, value)
                }
            },
            (None, None) => unreachable!("{} becomes {d} in no conversion of halves", a.content),
        };
        let clamped = match number(d) {
            Some(to) if behaviour.saturate => saturate(n, to, result),
            _ if behaviour.relu => relu(n, result),
            _ => result,
        };
        // A format of six bits lies in the low bits of a byte.
        clamped.zero_extend(d.bits())
    }
}

/// The format of what has a sign, an exponent and a fraction; None of an integer and of ue8m0.
fn number(content: Content) -> Option<Format> {
    match content {
        Content::Number(element) => Some(Format::of(element)),
        Content::Small(small) => Format::of_small(small),
        _ => None,
    }
}
