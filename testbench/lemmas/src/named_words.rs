//! Words with names.

use halfpipe_netlist::{Netlist, NetlistPort};

use crate::graph::{Graph, Literal, PortWords};

/// Words with the names that a counterexample shows.
#[derive(Clone, Debug)]
pub struct NamedWords {
    /// The names.
    pub names: Vec<String>,
    /// The words.
    pub words: PortWords,
}

impl NamedWords {
    /// Adds free words of these names and widths to a graph.
    pub fn free(graph: &mut Graph, ports: impl IntoIterator<Item = (String, usize)>) -> NamedWords {
        let free = |(name, width)| (name, graph.inputs(width));
        let (names, words) = ports.into_iter().map(free).unzip();
        NamedWords { names, words }
    }

    /// Adds free words for the inputs of a netlist to a graph.
    pub fn free_inputs(graph: &mut Graph, netlist: &Netlist) -> NamedWords {
        let port = |port: &NetlistPort| (port.name.clone(), port.width as usize);
        NamedWords::free(graph, netlist.inputs.iter().map(port))
    }

    /// Names the words of a netlist's inputs.
    pub fn from_inputs(netlist: &Netlist, words: PortWords) -> NamedWords {
        let names = netlist.inputs.iter().map(|port| port.name.clone()).collect();
        NamedWords { names, words }
    }

    /// Returns each word with its name.
    pub fn into_pairs(self) -> Vec<(String, Vec<Literal>)> {
        self.names.into_iter().zip(self.words).collect()
    }
}
