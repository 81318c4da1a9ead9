//! cvt: each lane of the result is made of one value, which is taken apart, brought to the other format and rounded once.

mod float;
mod from_integer;
mod integral;
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
    pub(super) fn result<'n>(&self, n: Scope<'n>, behaviour: &Behaviour, operands: &[Net<'n>]) -> Net<'n> {
        let d = self.signature.results()[0];
        let lanes: Vec<Net> = (0..d.lanes)
            .map(|lane| {
                let n = match d.lanes {
                    1 => n,
                    _ => n.scope(&format!("lane{lane}")),
                };
                self.lane(n, behaviour, operands, lane)
            })
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
        let rounding = behaviour.rounding;
        let result = match (a.content, self.signature.results()[0].content) {
            (Content::Number(from), Content::Number(_)) if self.to_integer => {
                integral::integral(n, Format::of(from), rounding, value)
            }
            (Content::Number(from), Content::Number(to)) => {
                let random = self.at_random.then(|| operands[2].slice(16 * lane, 16));
                float::float(n, self, behaviour, [from, to].map(Format::of), value, random)
            }
            (Content::Number(from), Content::Signed(width)) => {
                return to_integer::signed(n, Format::of(from), rounding, width, value)
            }
            (Content::Number(from), to) => {
                return to_integer::unsigned(n, Format::of(from), rounding, to.bits(), value)
            }
            (from, Content::Number(to)) => {
                let is_signed = matches!(from, Content::Signed(_));
                from_integer::from_integer(n, is_signed, rounding, Format::of(to), value)
            }
            (from, to) => unreachable!("{from} becomes {to} in no conversion of halves"),
        };
        match self.signature.results()[0].content {
            Content::Number(to) if behaviour.saturate => saturate(n, Format::of(to), result),
            _ if behaviour.relu => relu(n, result),
            _ => result,
        }
    }
}
