//! The first net of an external module that differs from the generated module's, for reports.

use halfpipe_testbench::NetDifference;
use serde::Serialize;

/// The difference in JSON.
#[derive(Clone, Debug, Serialize)]
pub struct FirstDifference {
    net: String,
    stage: Option<String>,
    cycle: Option<usize>,
    actual: String,
    generated: String,
}

impl FirstDifference {
    /// Converts a difference.
    pub fn from_difference(difference: &NetDifference) -> FirstDifference {
        let [actual, generated] = values(difference).map(|value| value.to_lowercase());
        FirstDifference {
            net: difference.net.clone(),
            stage: difference.stage.clone(),
            cycle: difference.cycle,
            actual,
            generated,
        }
    }
}

/// Describes a difference in one line.
pub fn difference_text(difference: &NetDifference) -> String {
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
