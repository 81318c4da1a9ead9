//! The first difference of an external module from the generated module, for reports.

use halfpipe_testbench::{Difference, NetDifference, StageDifference};
use serde::Serialize;

/// The difference in JSON.
#[derive(Clone, Debug, Serialize)]
pub struct FirstDifference {
    /// The net, or `None` if only the stage is known.
    net: Option<String>,
    stage: Option<String>,
    cycle: Option<usize>,
    actual: Option<String>,
    generated: Option<String>,
}

impl FirstDifference {
    /// Converts a difference.
    pub fn from_difference(difference: &Difference) -> FirstDifference {
        match difference {
            Difference::Net(difference) => {
                let [actual, generated] = values(difference).map(|value| Some(value.to_lowercase()));
                FirstDifference {
                    net: Some(difference.net.clone()),
                    stage: difference.stage.clone(),
                    cycle: difference.cycle,
                    actual,
                    generated,
                }
            }
            Difference::Stage(difference) => FirstDifference {
                net: None,
                stage: Some(difference.stage.clone()),
                cycle: None,
                actual: None,
                generated: None,
            },
        }
    }
}

/// Describes a difference in one line.
pub fn difference_text(difference: &Difference) -> String {
    match difference {
        Difference::Net(difference) => net_text(difference),
        Difference::Stage(StageDifference { stage, bit }) => {
            format!("first differing stage: {stage}; no net of the file equals {bit}")
        }
    }
}

/// Describes a net that differs.
fn net_text(difference: &NetDifference) -> String {
    let NetDifference { net, stage, cycle, .. } = difference;
    let stage = stage
        .as_ref()
        .map_or(String::new(), |stage| format!(" in stage {stage}"));
    let cycle = cycle.map_or(String::new(), |cycle| format!(" in cycle {cycle}"));
    let [actual, generated] = values(difference);
    format!("first differing net: {net}{stage} is {actual}{cycle}, generated {generated}")
}

/// Returns the value in the file and that in the generated module, with all hexadecimal digits.
fn values(difference: &NetDifference) -> [String; 2] {
    let digits = difference.width.div_ceil(4) as usize;
    [difference.actual, difference.generated].map(|value| format!("0x{value:0digits$X}"))
}
