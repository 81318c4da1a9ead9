//! The table of all families, and the targets by name.

use std::str::FromStr;

use serde::{Deserialize, Deserializer};

use crate::{ecp5, gowin, ice40, nexus, xilinx, Family, Target, TargetError};

/// Every family.
pub static FAMILIES: [&Family; 5] = [
    &ice40::FAMILY,
    &ecp5::FAMILY,
    &nexus::FAMILY,
    &gowin::FAMILY,
    &xilinx::FAMILY,
];

impl Target {
    /// Returns every target, family by family.
    pub fn all() -> impl Iterator<Item = Self> {
        FAMILIES.iter().flat_map(|family| {
            let devices = family.devices.iter();
            devices.map(|device| Target::new(family, device))
        })
    }
}

/// Lists the names of all targets, for messages.
fn names() -> String {
    let names: Vec<_> = Target::all().map(Target::name).collect();
    names.join(", ")
}

impl FromStr for Target {
    type Err = TargetError;

    fn from_str(name: &str) -> Result<Self, TargetError> {
        Self::all()
            .find(|target| target.name() == name)
            .ok_or_else(|| TargetError::UnknownTarget {
                name: name.to_owned(),
                known: names(),
            })
    }
}

impl<'de> Deserialize<'de> for Target {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for target in Target::all() {
            assert_eq!(target.name().parse::<Target>().unwrap(), target);
        }
        assert_eq!(
            "hx8k".parse::<Target>().unwrap_err().to_string(),
            "unknown target 'hx8k'; the targets are ice40-hx8k, ice40-up5k, ecp5-25k, ecp5-85k, \
             nexus-lifcl-40, gowin-gw1n-9c, gowin-gw2a-18c, xilinx-7"
        );
    }

    #[test]
    fn families_have_names_of_their_own() {
        for (index, one) in FAMILIES.iter().enumerate() {
            for other in &FAMILIES[index + 1..] {
                assert_ne!(one.name, other.name);
            }
        }
    }
}
