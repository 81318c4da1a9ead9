//! The project's ledger, generated pages and lists, against the command.

mod commands_page;
mod dependencies;
mod ledger;
