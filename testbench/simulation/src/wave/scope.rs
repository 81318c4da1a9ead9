//! Scopes and variables of a dump.

use std::collections::BTreeSet;

use halfpipe_hdl::net::Show;
use halfpipe_isa::{ElementType, FloatFormat, Operand};

/// The scope of the model's outputs.
pub const CHECK: &str = "check";

/// A scope of the dump, which the save file shows as a group.
#[derive(Default)]
pub struct DumpScope {
    /// Empty for a group that puts its variables into the surrounding scope.
    pub name: String,
    /// The group's heading.
    pub title: String,
    /// Its own variables.
    pub variables: Vec<Variable>,
    /// The scopes inside it.
    pub scopes: Vec<DumpScope>,
    /// True if the group is initially unfolded.
    pub open: bool,
    /// The index of a stage in its lane, which selects its colour. Scopes inside the stage have the same index.
    pub stage: Option<usize>,
}

/// A variable of the dump.
pub struct Variable {
    /// The name in its scope.
    pub name: String,
    /// The width in bits.
    pub width: u32,
    /// The source of its value.
    pub source: SignalSource,
    /// The display format.
    pub shown: Shown,
    /// The number of clock cycles from an operation's operands to its value here, if known.
    pub cycle: Option<u32>,
}

/// The source of a variable's value.
#[derive(Clone, Copy)]
pub enum SignalSource {
    /// `clock`
    Clock,
    /// `reset`
    Reset,
    /// `enable`
    Enable,
    /// `in_valid`
    InValid,
    /// `in_ready`
    InReady,
    /// `out_valid`
    OutValid,
    /// A data input, by its position.
    Input(usize),
    /// A port of several data inputs, the first by its position.
    InputPort {
        /// The position of the first.
        first: usize,
        /// The number of data inputs.
        count: usize,
    },
    /// A data output, by its position.
    Output(usize),
    /// A lane's part of a data output.
    LaneOutput {
        /// The position of the data output.
        output: usize,
        /// The lane, 0 the lowest.
        lane: u32,
    },
    /// A signal, by its position among the simulator's.
    Net(usize),
    /// The expected value of a data output.
    Expected(usize),
    /// A lane's part of an expected data output.
    LaneExpected {
        /// The position of the data output.
        output: usize,
        /// The lane, 0 the lowest.
        lane: u32,
    },
    /// 1 while the outputs are wrong.
    Mismatch,
    /// A value that another simulator has written.
    Dumped,
}

/// The display format of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// Bits in hexadecimal.
    Hexadecimal,
    /// An integer without sign.
    Unsigned,
    /// An integer with sign.
    Signed,
    /// The encoded number.
    Number(FloatFormat),
    /// Individual flag bits.
    Flags,
}

impl Shown {
    /// Returns the display format of an operand or a result. Integers in several lanes are shown in hexadecimal.
    pub fn from_register(register: &Operand) -> Shown {
        match register.element_type {
            ElementType::Number(element) => Shown::Number(element),
            ElementType::Unsigned(_) if register.lanes == 1 => Shown::Unsigned,
            ElementType::Signed(_) if register.lanes == 1 => Shown::Signed,
            ElementType::Unsigned(_)
            | ElementType::Signed(_)
            | ElementType::Small(_)
            | ElementType::Bits(_)
            | ElementType::Rounding
            | ElementType::Predicate => Shown::Hexadecimal,
            ElementType::Flags => Shown::Flags,
        }
    }

    /// Returns the display format that a net declares; an unknown format code gives bits.
    pub fn new(show: Show) -> Shown {
        match show {
            Show::Bits => Shown::Hexadecimal,
            Show::Unsigned => Shown::Unsigned,
            Show::Signed => Shown::Signed,
            Show::Encoded(code) => FloatFormat::from_name(code).map_or(Shown::Hexadecimal, Shown::Number),
        }
    }
}

impl DumpScope {
    /// Returns the groups of a module, its lanes first.
    pub fn groups(&self) -> impl Iterator<Item = &DumpScope> {
        self.scopes.iter().filter(|scope| scope.name != CHECK)
    }

    /// Returns the scopes that a viewer lists among the ports. The expected result thus stands directly below the
    /// actual one.
    pub fn check_scopes(&self) -> impl Iterator<Item = &DumpScope> {
        self.scopes.iter().filter(|scope| scope.name == CHECK)
    }

    /// Returns the result of `of` for each variable in an unfolded group. Its arguments are the path of the scope and
    /// the variable.
    pub fn open_variables<T>(&self, of: impl Fn(&str, &Variable) -> T) -> Vec<T> {
        let mut found = Vec::new();
        self.visit("", &mut |path, scope| {
            if scope.open {
                found.extend(scope.variables.iter().map(|variable| of(path, variable)));
            }
            scope.open
        });
        found
    }

    /// Calls `visit` with the path of each scope. It enters a scope only if `visit` returns true.
    fn visit(&self, around: &str, visit: &mut dyn FnMut(&str, &DumpScope) -> bool) {
        let path = self.path(around);
        if visit(&path, self) {
            for inner in &self.scopes {
                inner.visit(&path, visit);
            }
        }
    }

    /// Returns the path of the scope, given that of the surrounding scope.
    pub fn path(&self, around: &str) -> String {
        match (around, self.name.as_str()) {
            (_, "") => around.to_owned(),
            ("", name) => name.to_owned(),
            (_, name) => format!("{around}.{name}"),
        }
    }

    /// Returns the formats of the values that are shown as numbers.
    pub fn elements(&self) -> BTreeSet<FloatFormat> {
        let own = self.variables.iter().filter_map(|variable| match variable.shown {
            Shown::Number(element) => Some(element),
            _ => None,
        });
        own.chain(self.scopes.iter().flat_map(DumpScope::elements)).collect()
    }
}

impl Variable {
    /// Returns the name in the form of a dump reader: `sum[16:0]`.
    pub fn reference(&self) -> String {
        match self.width {
            1 => self.name.clone(),
            width => format!("{}[{}:0]", self.name, width - 1),
        }
    }
}
