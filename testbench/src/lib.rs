//! halfpipe-testbench
