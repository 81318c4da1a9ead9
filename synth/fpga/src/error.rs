//! Errors of target names.

use crate::Target;

/// A target that does not exist, or lacks a router.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TargetError {
    /// The target has no router: modules are only synthesised for it.
    #[error("no tool places and routes for {target}; only its area can be measured")]
    NoRouter {
        /// The target.
        target: Target,
    },

    /// The target name is not in the table.
    #[error("unknown target '{name}'; the targets are {known}")]
    UnknownTarget {
        /// The given name.
        name: String,
        /// The known names.
        known: String,
    },
}
