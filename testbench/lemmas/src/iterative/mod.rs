//! Iterative units: the handshake for any number of clock cycles, and equivalence with the datapath without registers.
//!
//! While `enable` is 0, every register of a unit holds, except that a reset clears those of the handshake. The netlist says
//! so: each register has a next value, and a mark if a reset clears it. The claims of [`crate::handshake`] about enabled
//! cycles then imply the contract for all cycles.
//!
//! The last of them unrolls these cycles. The result in the last cycle is compared with the datapath for which the function
//! is proven, lane by lane.
//!
//! The small divider of a core shows its result at most as many enabled cycles after the operands as the latency says. The
//! unrolled model repeats the cycle of the result up to that limit, with all later inputs 0. Further claims justify that: the
//! outputs depend on registers only, and before the result no input but a flush changes a register. A flush makes the unit
//! ready, and an operand without its box counts as a NaN.
//!
//! The digits of the unit and of the datapath come at different places, so a solver cannot compare long quotients. For them,
//! all operands are tried: for each exponent field of the dividend, all fractions, all divisors and one sign.

mod cycles;
mod divider;
mod unit;

use crate::formula::Procedure;
use crate::handshake;
use crate::kind::LemmaKind;
use crate::lemma::Lemma;
use crate::subject_lemmas::SubjectLemmas;

pub use cycles::{list_results, list_subsets};
pub use unit::BOXED;
pub use unit::{DivisionOperation, IterativeUnit};

/// The most fraction bits of two operands for which a solver finds the quotient right.
const MOST_SOLVED: usize = 7;

/// Returns the lemmas that a unit keeps the handshake and is the datapath, as many cycles later as the latency says.
pub fn lemmas(unit: IterativeUnit) -> Vec<Lemma> {
    let latency = unit.module.latency;
    let ends_early = unit.operation.is_some();
    let within = if ends_early {
        format!("at most {latency} enabled cycles later")
    } else {
        format!("{latency} enabled cycles later")
    };
    let mut lemmas = SubjectLemmas::new(unit);
    handshake::add_lemmas(
        &mut lemmas,
        ["unit", &within],
        |unit: &IterativeUnit| &unit.module.lane,
        if ends_early {
            divider::keeps_time
        } else {
            |unit| handshake::keeps_time(&unit.module.lane, unit.module.latency)
        },
    );
    if ends_early {
        divider::add_lemmas(&mut lemmas);
    }
    if lemmas.subject.lanes > 1 {
        let statement = "the unit equals the units of its lanes side by side";
        lemmas.sweep(LemmaKind::Lanes, statement, IterativeUnit::equals_lanes);
    }
    let statement = format!("the result equals that of the datapath whose function is proven, {within}");
    add_datapath_lemmas(&mut lemmas, statement);
    lemmas.lemmas
}

/// Adds the lemmas that a unit has the results of its datapath.
fn add_datapath_lemmas(lemmas: &mut SubjectLemmas<IterativeUnit>, statement: String) {
    let [fraction_bits, exponent_bits] = lemmas.subject.operand_bits;
    if lemmas.subject.has_one_number() || fraction_bits <= MOST_SOLVED {
        lemmas.sweep(LemmaKind::Datapath, statement, IterativeUnit::equals_datapath);
        return;
    }
    lemmas.sweep(
        LemmaKind::Signs,
        "the result depends on the exclusive or of the signs",
        IterativeUnit::joins_signs,
    );
    for exponent in 0..1 << exponent_bits {
        lemmas.add(
            Procedure::Enumerate,
            LemmaKind::Exponent(exponent),
            format!("{statement}, for a dividend with the exponent field {exponent} and a positive divisor"),
            move |unit| unit.equals_datapath_for(exponent),
        );
    }
}
