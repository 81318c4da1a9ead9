//! The project's ledger, generated pages and lists, against the command.

mod commands_page;
mod dependencies;
mod format_ledger;
mod ledger;
