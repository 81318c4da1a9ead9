//! The stages of an external module, as the comments of its file name them.

use std::collections::HashMap;

use halfpipe_hdl::net::verilog::StageHeading;
use halfpipe_yosys::VerilogDut;

use halfpipe_simulation::wave::DumpScope;

/// The stages of a file, and the nets that are declared in them.
pub(super) struct FileStages {
    /// The titles, in the order of the file.
    titles: Vec<String>,
    /// The stage of each net, by its hierarchical name below the module.
    stages: HashMap<String, usize>,
}

impl FileStages {
    /// Reads the comments of a module's file, and the lines that declare its nets.
    pub fn read(device: &dyn VerilogDut) -> FileStages {
        let mut titles = Vec::new();
        let mut stage_of_line = Vec::new();
        let mut stage = None;
        for line in device.verilog().text.lines() {
            let begun = line.trim_start();
            if let Some(heading) = StageHeading::parse(line) {
                stage = Some(titles.len());
                titles.push(heading.title.to_owned());
            } else if begun.starts_with("endmodule") || begun.starts_with("// ====") {
                stage = None;
            }
            stage_of_line.push(stage);
        }
        let netnames = device.elaborated().map(|elaborated| &elaborated.module.netnames);
        let nets = netnames.into_iter().flatten();
        let stages = nets.filter_map(|(name, net)| {
            let line = declared_line(net.attributes.get("src")?)?;
            let stage = *stage_of_line.get(line.checked_sub(1)?)?;
            Some((name.clone(), stage?))
        });
        FileStages {
            stages: stages.collect(),
            titles,
        }
    }

    /// Moves the variables of a scope and its inner scopes into groups, one for each stage. `path` is that of the scope
    /// below the module. Variables outside stages stay.
    pub fn group(&self, scope: &mut DumpScope, path: &str) {
        let mut groups: Vec<DumpScope> = Vec::new();
        let mut others = Vec::new();
        for variable in std::mem::take(&mut scope.variables) {
            let Some(stage) = self.stages.get(&format!("{path}{}", variable.name)) else {
                others.push(variable);
                continue;
            };
            match groups.iter_mut().find(|group| group.stage == Some(*stage)) {
                Some(group) => group.variables.push(variable),
                None => groups.push(DumpScope {
                    title: self.titles[*stage].clone(),
                    variables: vec![variable],
                    open: true,
                    stage: Some(*stage),
                    ..DumpScope::default()
                }),
            }
        }
        scope.variables = others;
        for inner in &mut scope.scopes {
            self.group(inner, &format!("{path}{}.", inner.name));
            inner.open |= inner.scopes.iter().any(|group| group.stage.is_some());
        }
        groups.sort_by_key(|group| group.stage);
        groups.append(&mut scope.scopes);
        scope.scopes = groups;
    }
}

/// Returns the line of a place such as `source.v:12.5-12.20`.
fn declared_line(source: &str) -> Option<usize> {
    let (_, place) = source.split_once(':')?;
    place.split('.').next()?.parse().ok()
}
