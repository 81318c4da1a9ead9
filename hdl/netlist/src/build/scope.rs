//! Scopes and stages of a netlist under construction.

use crate::build::builder::{Builder, Net};
use crate::stage::Stage;

/// A scope of a netlist under construction, in which a datapath is built. If a netlist has a datapath several times,
/// each copy has a scope of its own.
#[derive(Clone, Copy)]
pub struct Scope<'n> {
    builder: &'n Builder,
    /// Its index among the builder's scopes.
    index: usize,
}

impl Builder {
    /// Returns the outermost scope.
    pub fn scope(&self) -> Scope<'_> {
        Scope {
            builder: self,
            index: 0,
        }
    }
}

impl<'n> Scope<'n> {
    /// Returns the scope of that name within this one. The name prefixes those of its stages.
    pub fn scope(self, name: &str) -> Scope<'n> {
        let name = self.scoped_name(name);
        let mut scopes = self.builder.scopes.borrow_mut();
        let known = scopes.iter().position(|scope| *scope == name);
        let index = known.unwrap_or_else(|| {
            scopes.push(name);
            scopes.len() - 1
        });
        Scope { index, ..self }
    }

    /// Opens a stage. Nets made before the returned value is dropped belong to it.
    ///
    /// Entering a stage again continues it.
    pub fn stage(self, stage: impl Into<Stage>) -> OpenStage<'n> {
        let stage = stage.into();
        let name = self.scoped_name(&stage.name);
        let mut state = self.builder.state.borrow_mut();
        let known = state.stages.iter().position(|stage| stage.name == name);
        let index = known.unwrap_or_else(|| {
            state.stages.push(Stage { name, ..stage });
            state.stages.len() - 1
        });
        OpenStage {
            builder: self.builder,
            outer: self.builder.stage.replace(index),
        }
    }

    /// Returns a constant. Panics if the value does not fit the width.
    #[track_caller]
    pub fn constant(self, value: u64, width: u32) -> Net<'n> {
        self.builder.constant(value, width)
    }

    /// Returns the netlist under construction.
    pub fn builder(self) -> &'n Builder {
        self.builder
    }

    /// Returns the constant 0, one bit wide.
    pub fn zero(self) -> Net<'n> {
        self.builder.zero()
    }

    /// Returns a name within the scope.
    fn scoped_name(self, name: &str) -> String {
        match self.builder.scopes.borrow()[self.index].as_str() {
            "" => name.to_owned(),
            scope => format!("{scope}_{name}"),
        }
    }
}

/// A stage that is being built; it ends when this is dropped.
pub struct OpenStage<'n> {
    builder: &'n Builder,
    outer: usize,
}

impl Drop for OpenStage<'_> {
    fn drop(&mut self) {
        self.builder.stage.set(self.outer);
    }
}
