//! Stages of a datapath.

/// A named part of a datapath that groups its nets in Verilog and in waves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// Its name, in small letters and underscores.
    pub name: String,
    /// Its function, in one line.
    pub meaning: String,
}

impl Stage {
    /// Index of the stage for the ports and for nets made outside any stage.
    pub const PORTS: usize = 0;

    /// Returns the name in readable form.
    pub fn title(&self) -> String {
        self.name.replace('_', " ")
    }
}

/// Makes a stage of its name and its function.
impl<N: Into<String>, M: Into<String>> From<(N, M)> for Stage {
    fn from((name, meaning): (N, M)) -> Stage {
        Stage {
            name: name.into(),
            meaning: meaning.into(),
        }
    }
}
