//! Names of nets, and how they are shown.

/// The best way to read the bits of a net.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Show {
    /// As bits.
    #[default]
    Bits,
    /// As an integer that is not negative.
    Unsigned,
    /// As an integer in two's complement.
    Signed,
    /// As the value that they encode in the named code. Builders and viewers of nets agree on the name.
    Encoded(&'static str),
}

/// The name of a net within its stage, and how the net is to be shown.
///
/// A plain text is the label of a net that is shown as bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    name: String,
    show: Show,
    hidden: bool,
}

impl Label {
    /// Returns the name within the stage.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns how the bits are best read.
    pub fn show(&self) -> Show {
        self.show
    }

    /// True if the net is shown only where a register holds it. It has a wire only if Verilog needs one; any other
    /// labelled net has a wire of its own.
    pub fn is_hidden(&self) -> bool {
        self.hidden
    }

    /// Returns the label of a register that holds the net: another name, and never hidden.
    pub(crate) fn held_as(&self, name: String) -> Label {
        Label {
            name,
            show: self.show,
            hidden: false,
        }
    }

    /// Returns the label, hidden if the other one is.
    pub(crate) fn hidden_as(self, other: &Label) -> Label {
        Label {
            hidden: other.hidden,
            ..self
        }
    }

    /// Returns the label of some bits of the net, from `low` up. They are read as a number only if the whole is a plain
    /// number.
    pub(crate) fn bits_label(&self, low: u32, width: u32) -> Label {
        let name = &self.name;
        let name = match width {
            1 => format!("{name}_bit{low}"),
            _ => format!("{name}_bits{}to{low}", low + width - 1),
        };
        let show = match self.show {
            Show::Unsigned => Show::Unsigned,
            Show::Bits | Show::Signed | Show::Encoded(_) => Show::Bits,
        };
        Label {
            name,
            show,
            hidden: self.hidden,
        }
    }

    /// Returns the label with another way to read the bits.
    pub(crate) fn shown_as(self, show: Show) -> Label {
        Label { show, ..self }
    }
}

impl From<String> for Label {
    fn from(name: String) -> Label {
        Label {
            name,
            show: Show::default(),
            hidden: false,
        }
    }
}

impl From<&str> for Label {
    fn from(name: &str) -> Label {
        Label::from(name.to_owned())
    }
}

impl From<&String> for Label {
    fn from(name: &String) -> Label {
        Label::from(name.as_str())
    }
}

/// Returns a label of an intermediate net: see [`Label::is_hidden`].
pub fn hidden(label: impl Into<Label>) -> Label {
    Label {
        hidden: true,
        ..label.into()
    }
}

/// Returns a label of an integer that is not negative.
pub fn unsigned(label: impl Into<Label>) -> Label {
    label.into().shown_as(Show::Unsigned)
}

/// Returns a label of an integer in two's complement.
pub fn signed(label: impl Into<Label>) -> Label {
    label.into().shown_as(Show::Signed)
}

/// Returns a label of an encoded value in the named code: see [`Show::Encoded`].
pub fn encoded(label: impl Into<Label>, code: &'static str) -> Label {
    label.into().shown_as(Show::Encoded(code))
}
