//! The stages of a datapath.

/// A part of a datapath with a name, which its nets stand under in Verilog and in waves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// Its name, in small letters and underscores.
    pub name: String,
    /// What happens there, in one line.
    pub meaning: String,
}

impl Stage {
    /// The index of the stage of the ports, and of nets that were made outside of any stage.
    pub const PORTS: usize = 0;

    /// The name for a reader.
    pub fn title(&self) -> String {
        self.name.replace('_', " ")
    }
}

/// A name, and what happens in the stage.
impl<N: Into<String>, M: Into<String>> From<(N, M)> for Stage {
    fn from((name, meaning): (N, M)) -> Stage {
        Stage {
            name: name.into(),
            meaning: meaning.into(),
        }
    }
}
