//! Netlists of cells.
