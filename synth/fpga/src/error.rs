//! Errors of target names.

/// A target that does not exist, or lacks a router.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TargetError {
    /// The target has no router: modules are only synthesised for it.
    #[error("no tool places and routes for {target}; only its area can be measured")]
    NoRouter {
        /// The target.
        target: &'static str,
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
