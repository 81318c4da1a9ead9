//! The figures of a plot.

/// A picture of several panels.
pub struct Plot {
    /// Its title.
    pub title: String,
    /// The same figures in words, for screen readers.
    pub description: String,
    /// The names of the curves, the same in every panel.
    pub names: Vec<String>,
    /// The panels, row by row.
    pub panels: Vec<Panel>,
}

/// One pair of axes.
pub struct Panel {
    /// Its heading: the quantity and its unit.
    pub title: String,
    /// The curves, in the order of the names.
    pub curves: Vec<PlottedCurve>,
}

/// A quantity over the latency.
#[derive(Default)]
pub struct PlottedCurve {
    /// The points, by their latency.
    pub points: Vec<Point>,
    /// The default latency of a module.
    pub default_latency: Option<u32>,
    /// The best figure of another core.
    pub rival: Option<Rival>,
}

/// A measured figure.
pub struct Point {
    /// The latency, in clock cycles.
    pub latency: u32,
    /// The figure: the best if there are several.
    pub best: f64,
    /// The median, if there are several figures.
    pub median: Option<f64>,
}

/// The figure of another core.
pub struct Rival {
    /// Its name.
    pub name: String,
    /// The latency, in clock cycles.
    pub latency: u32,
    /// The figure.
    pub value: f64,
}
