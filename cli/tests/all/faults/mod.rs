//! Wrong modules, damaged files, failing tools and full disks: each must be noticed.

mod cache;
mod complaints;
mod core_mutants;
mod cores;
mod drawn;
mod edited;
mod external;
mod foreign;
mod full_disk;
mod merged;
mod output;
mod package_testbench;
mod ports;
mod serial;
mod writers;
