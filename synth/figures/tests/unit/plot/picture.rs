//! Unit tests of `src/plot/picture.rs`.

use super::super::data::{Panel, PlottedCurve, Point, Rival};
use super::*;

fn plot(curves: Vec<PlottedCurve>) -> String {
    let names = (0..curves.len()).map(|index| format!("curve {index}")).collect();
    let panel = Panel {
        title: "MHz".to_owned(),
        curves,
    };
    let plot = Plot {
        title: "a < b".to_owned(),
        description: "in words".to_owned(),
        names,
        panels: vec![panel],
    };
    plot.svg()
}

fn points(values: &[f64]) -> Vec<Point> {
    let point = |(best, latency): (&f64, u32)| Point {
        latency,
        best: *best,
        median: None,
    };
    values.iter().zip(0..).map(point).collect()
}

#[test]
fn a_value_lies_where_its_axis_says() {
    let svg = plot(vec![PlottedCurve {
        points: points(&[0.0, 50.0, 100.0]),
        default_latency: Some(1),
        rival: Some(Rival {
            name: "another".to_owned(),
            latency: 2,
            value: 25.0,
        }),
    }]);
    // The axes run from 50 to 380 and from 194 up to 30.
    for part in [
        "<title>a &lt; b</title>",
        "<desc>in words</desc>",
        "cx=\"50.0\" cy=\"194.0\" r=\"3.0\"",
        "cx=\"215.0\" cy=\"112.0\" r=\"3.0\"",
        "cx=\"215.0\" cy=\"112.0\" r=\"7.5\"",
        "cx=\"380.0\" cy=\"30.0\" r=\"3.0\"",
        "M380.0 147.5l",
        ">another</text>",
    ] {
        assert!(svg.contains(part), "{part} is not in\n{svg}");
    }
}

#[test]
fn the_lower_of_equal_curves_is_the_wider_one() {
    let curve = || PlottedCurve {
        points: points(&[1.0, 2.0]),
        ..PlottedCurve::default()
    };
    let svg = plot(vec![curve(), curve()]);
    let lines: Vec<&str> = svg.lines().filter(|line| line.starts_with("<polyline")).collect();
    assert!(lines[0].contains("stroke-width=\"4.0\""), "{svg}");
    assert!(lines[1].contains("stroke-width=\"1.8\""), "{svg}");
    assert_eq!(
        svg.matches("<rect").count(),
        4,
        "the ground, and a mark of the second curve in the legend and at each point"
    );
}
