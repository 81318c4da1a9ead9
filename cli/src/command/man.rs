//! `man`: the manual pages.

use std::io::Write;

use clap_mangen::Man;
use halfpipe_hdl::export::File;

use crate::arguments;
use crate::arguments::man::Arguments;
use crate::error::Error;
use crate::outputs;

/// Writes the manual pages.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let mut definition = without_help_commands(arguments::definition());
    definition.build();
    let mut files = Vec::new();
    add_pages(&definition, &mut files)?;
    outputs::write(&files, &arguments.out, output)
}

/// Removes the `help` commands, which only repeat the pages.
fn without_help_commands(command: clap::Command) -> clap::Command {
    command
        .disable_help_subcommand(true)
        .mut_subcommands(without_help_commands)
}

/// Adds the page of a command and those of its subcommands.
fn add_pages(command: &clap::Command, files: &mut Vec<File>) -> Result<(), Error> {
    files.push(page(command.clone())?);
    command
        .get_subcommands()
        .try_for_each(|command| add_pages(command, files))
}

fn page(command: clap::Command) -> Result<File, Error> {
    let man = Man::new(command);
    let mut text = Vec::new();
    man.render(&mut text)?;
    Ok(File {
        name: man.get_filename(),
        text: String::from_utf8(text).map_err(Error::failure)?,
    })
}
