//! A core and its parts.

use crate::net::Module;
use crate::zfh::{Group, Part, ZfhSpec};

/// A core and its parts.
pub struct Core<'s> {
    /// The specification.
    pub spec: &'s ZfhSpec,
    /// The parts.
    pub parts: &'s [Part],
    /// The choice of a part by the operation.
    pub decoder: Module,
}

/// True if the part works on one operation at a time.
pub fn is_iterative(part: &Part) -> bool {
    part.lane.iteration.is_some()
}

impl Core<'_> {
    /// True if all parts move together: they have one latency.
    pub fn moves_together(&self) -> bool {
        let latency = self.parts[0].module.latency;
        let is_alike = |part: &Part| !is_iterative(part) && part.module.latency == latency;
        self.parts.iter().all(is_alike)
    }

    /// True if two results can be there at once.
    pub fn has_arbiter(&self) -> bool {
        self.parts.len() > 1 && !self.moves_together()
    }

    /// True if a part's result is 0 while another part has the result: it moves with them, and looks at the operation.
    pub fn is_gated(&self, part: &Part) -> bool {
        let is_alone = self.parts.iter().filter(|other| other.group == part.group).count() == 1;
        self.moves_together() && is_alone && matches!(part.group, Group::Noncomp | Group::Conv)
    }

    /// Returns the parts of the same group, if there are several.
    pub fn siblings(&self, part: &Part) -> Option<Vec<&Part>> {
        let of_group = self.parts.iter().filter(|other| other.group == part.group);
        let of_group: Vec<&Part> = of_group.collect();
        (of_group.len() > 1 && part.module.latency > 0).then_some(of_group)
    }
}
