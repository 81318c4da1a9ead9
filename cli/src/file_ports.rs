//! Options for the ports of a Verilog file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use halfpipe_testbench::foreign::{parse_output, PortMap, PortMapping, PortSyntaxError, TiedInput};
use halfpipe_tools::files::read_text;
use serde::Deserialize;

use crate::error::Error;
use crate::toml_text::TomlText;

/// The options that name the files of an external module.
pub const FILES: &str = "verilog_files";

/// The options.
#[derive(Clone, Debug, clap::Args)]
pub struct FilePorts {
    /// Ports of FILE in place of the contract's: clock=clk_i,reset=!rst_ni,a=ops_i[15:0]
    #[arg(long, value_name = "PORT=BITS", value_parser = mapping_list, requires = FILES)]
    pub port: Vec<MappingList>,
    /// Inputs of FILE with a fixed value: mode=0,type=3'b001
    #[arg(long, value_name = "INPUT=VALUE", value_delimiter = ',', requires = FILES)]
    pub tie: Vec<TiedInput>,
    /// Outputs of FILE that nothing reads
    #[arg(long, value_name = "OUTPUT", value_delimiter = ',', value_parser = parse_output, requires = FILES)]
    pub ignore: Vec<String>,
    /// Check FILE with enable always 1
    #[arg(long, requires = FILES)]
    pub no_enable: bool,
    /// Take these options from a TOML file
    #[arg(long, value_name = "TOML", requires = FILES)]
    pub contract: Option<PathBuf>,
}

/// The mappings in one option.
#[derive(Clone, Debug)]
pub struct MappingList(Vec<PortMapping>);

fn mapping_list(text: &str) -> Result<MappingList, PortSyntaxError> {
    PortMapping::parse_list(text).map(MappingList)
}

impl FilePorts {
    /// Returns the ports, and the options that state them.
    ///
    /// # Errors
    ///
    /// Fails if the contract's file cannot be read.
    pub fn read(&self) -> Result<(PortMap, Vec<String>), Error> {
        let mut map = PortMap::default();
        let mut words = Vec::new();
        if let Some(path) = &self.contract {
            map = read_contract(path)?;
            words.extend(["--contract".to_owned(), path.display().to_string()]);
        }
        let mappings: Vec<PortMapping> = self.port.iter().flat_map(|list| list.0.clone()).collect();
        let lists = [
            ("--port", list(&mappings)),
            ("--tie", list(&self.tie)),
            ("--ignore", list(&self.ignore)),
        ];
        for (option, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
            words.extend([option.to_owned(), list]);
        }
        if self.no_enable {
            words.push("--no-enable".to_owned());
        }
        map.mappings.extend(mappings);
        map.ties.extend(self.tie.iter().cloned());
        map.ignored.extend(self.ignore.iter().cloned());
        map.is_always_enabled |= self.no_enable;
        Ok((map, words))
    }
}

fn list(items: &[impl ToString]) -> String {
    let items: Vec<String> = items.iter().map(ToString::to_string).collect();
    items.join(",")
}

/// The options in a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ContractFile {
    #[serde(default)]
    port: BTreeMap<String, String>,
    #[serde(default)]
    tie: BTreeMap<String, toml::Value>,
    #[serde(default)]
    ignore: Vec<String>,
    #[serde(default)]
    no_enable: bool,
}

fn read_contract(path: &Path) -> Result<PortMap, Error> {
    let text = read_text(path).map_err(|error| Error::reading(&path.display().to_string(), &error))?;
    let text = TomlText { text: &text, path };
    let file: ContractFile = toml::from_str(text.text).map_err(|error| text.parse_error(&error))?;
    let located = |error: PortSyntaxError| Error::usage(format!("{}: {error}", path.display()));
    let mappings = file.port.iter().map(|(port, bits)| format!("{port}={bits}").parse());
    let ties = file.tie.iter().map(|(input, value)| {
        let number = value.as_integer().map(|number| number.to_string());
        let text = value.as_str().map(str::to_owned).or(number);
        format!("{input}={}", text.unwrap_or_default()).parse()
    });
    Ok(PortMap {
        mappings: mappings.collect::<Result<_, _>>().map_err(located)?,
        ties: ties.collect::<Result<_, _>>().map_err(located)?,
        ignored: file
            .ignore
            .iter()
            .map(|name| parse_output(name))
            .collect::<Result<_, _>>()
            .map_err(located)?,
        is_always_enabled: file.no_enable,
    })
}
