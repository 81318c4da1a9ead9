//! Where in a netlist something is built: in which scope, in which stage, and behind which cuts.

use std::cell::Cell;

use crate::builder::{Builder, Net};
use crate::stage::Stage;

/// A scope of a netlist under construction: what a datapath is built in. Where a netlist has a datapath several times, each
/// has a scope of its own.
#[derive(Clone, Copy)]
pub struct Scope<'n> {
    builder: &'n Builder,
    /// Its place among the builder's scopes.
    index: usize,
}

impl<'n> Scope<'n> {
    pub(super) fn outermost(builder: &'n Builder) -> Scope<'n> {
        Scope { builder, index: 0 }
    }

    /// The scope of that name within this one: the names of its stages begin with it.
    pub fn scope(self, name: &str) -> Scope<'n> {
        let name = self.within(name);
        let mut scopes = self.builder.scopes.borrow_mut();
        let known = scopes.iter().position(|scope| *scope == name);
        let index = known.unwrap_or_else(|| {
            scopes.push(name);
            scopes.len() - 1
        });
        Scope { index, ..self }
    }

    /// The nets made until the returned value is dropped belong to this stage.
    ///
    /// Entering a stage again continues it.
    pub fn stage(self, stage: impl Into<Stage>) -> OpenStage<'n> {
        let stage = stage.into();
        let name = self.within(&stage.name);
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

    /// A place where a pipeline register may go: see [`Builder::cut`].
    pub fn cut(self, name: &str) {
        self.builder.cut(name);
    }

    /// Branches that begin here, side by side; what is built next is the first.
    pub fn branches(self) -> Branches<'n> {
        let start = self.builder.section.get();
        Branches {
            builder: self.builder,
            start,
            furthest: Cell::new(start),
        }
    }

    /// What is built from here on comes behind all cuts that there are.
    pub fn behind_all_cuts(self) {
        let cuts = self.builder.state.borrow().cuts.len();
        self.builder.section.set(cuts as u32);
    }

    /// A constant. Panics if the value does not fit the width.
    #[track_caller]
    pub fn constant(self, value: u64, width: u32) -> Net<'n> {
        self.builder.constant(value, width)
    }

    /// The constant 0, one bit wide.
    pub fn zero(self) -> Net<'n> {
        self.builder.zero()
    }

    /// A name within the scope.
    fn within(self, name: &str) -> String {
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

/// Parts of a datapath that begin together and share the pipeline's cuts: the first cut of each is the same place.
pub struct Branches<'n> {
    builder: &'n Builder,
    /// The section in which all begin.
    start: u32,
    /// The last section that one of them has reached.
    furthest: Cell<u32>,
}

impl Branches<'_> {
    /// Begins the next branch, in the same place as those before. It must not use nets that they made behind a cut.
    pub fn next(&self) {
        self.arrive();
        self.builder.section.set(self.start);
    }

    /// Ends the last branch: what is built from here on comes behind the cuts of all of them.
    pub fn join(self) {
        self.arrive();
        self.builder.section.set(self.furthest.get());
    }

    fn arrive(&self) {
        self.furthest.set(self.furthest.get().max(self.builder.section.get()));
    }
}
