//! Tests of the drawing and the page of a wave.
//!
//! With `HALFPIPE_PICTURES=FOLDER` the pictures are kept there for inspection.

use std::path::Path;

use halfpipe_hdl::design::Design;
use halfpipe_isa::Instruction;
use halfpipe_simulation::wave::Pictures;
use halfpipe_simulation::{vector, Vector};
use halfpipe_testbench::wave;

const BOTH: Pictures = Pictures { svg: true, html: true };

/// Returns the drawing and the page of a wave.
fn drawn(design: &Design, vectors: &[Vector]) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let files = wave::write_with(design, vectors, folder.path(), BOTH).unwrap();
    let names: Vec<&str> = files
        .pictures
        .iter()
        .map(|file| file.file_name().unwrap().to_str().unwrap())
        .collect();
    assert_eq!(
        names,
        [format!("{}.svg", design.name()), format!("{}.html", design.name())]
    );
    if let Some(kept) = std::env::var_os("HALFPIPE_PICTURES") {
        for file in files.all() {
            let name = format!("{}-{}", design.latency(), file.file_name().unwrap().to_str().unwrap());
            std::fs::copy(file, Path::new(&kept).join(name)).unwrap();
        }
    }
    let read = |position: usize| std::fs::read_to_string(&files.pictures[position]).unwrap();
    (read(0), read(1))
}

fn unit(mnemonic: &str, latency: u32) -> Design {
    Design::unit(mnemonic.parse().unwrap(), latency).unwrap()
}

/// Returns the cells of the page's table in the line of a clock cycle, with the names of their columns.
fn line(page: &str, cycle: u64) -> Vec<(String, String)> {
    let cells = |line: &str| -> Vec<String> {
        let cells = line.split("</t").filter_map(|cell| cell.rsplit_once('>'));
        let texts = cells.map(|(_, text)| text.to_owned());
        texts
            .filter(|text| !text.is_empty() || line.starts_with("<tr><th scope=\"row\""))
            .collect()
    };
    let names = page.lines().find(|line| line.contains("<thead>")).unwrap();
    let wanted = format!("<tr><th scope=\"row\">{cycle}</th>");
    let values = page.lines().find(|line| line.starts_with(&wanted)).unwrap();
    cells(names).into_iter().zip(cells(values)).collect()
}

fn value(page: &str, cycle: u64, name: &str) -> String {
    let line = line(page, cycle);
    let found = line.iter().find(|(other, _)| other == name);
    found.unwrap_or_else(|| panic!("no {name} in {line:?}")).1.clone()
}

#[test]
fn numbers_stand_in_their_cycles() {
    for latency in [0, 3, 12] {
        // 1 · 2 + 1, and 2 · 2 + 1.
        let vectors = [[0x3C00, 0x4000, 0x3C00], [0x4000, 0x4000, 0x3C00]].map(vector);
        let (svg, page) = drawn(&unit("fma.rn.f16", latency), &vectors);
        // The first cycle of a pipeline is the reset.
        let enters = u64::from(latency > 0);
        let leaves = enters + u64::from(latency);
        assert_eq!(value(&page, enters, "a[15:0]"), "1 0x3C00");
        assert_eq!(value(&page, enters + 1, "a[15:0]"), "2 0x4000");
        for name in ["d[15:0]", "expected[15:0]"] {
            assert_eq!(value(&page, leaves, name), "3 0x4200", "{name} at latency {latency}");
            assert_eq!(
                value(&page, leaves + 1, name),
                "5 0x4500",
                "{name} at latency {latency}"
            );
        }
        assert_eq!(value(&page, leaves, "mismatch"), "0");
        let step = if latency == 0 { "vector" } else { "cycle" };
        let said = format!("<title>d, {step} {leaves}: 0x4200 + 1.1000000000 × 2^1 = 3 (normal)</title>");
        for picture in [&svg, &page] {
            assert!(picture.contains(&said), "{said} at latency {latency}");
            assert!(picture.contains("multiply"), "at latency {latency}");
        }
        let described = format!("<desc>a, {step} {enters}: 0x3C00 + 1.0000000000 × 2^0 = 1 (normal). ");
        assert!(svg.contains(&described), "{described} at latency {latency}");
        assert!(svg.contains(&format!("<title>fma.rn.f16, latency {latency}</title>")));
    }
}

#[test]
fn lanes_are_decoded_apart() {
    let vectors = [[0xC000_3F80, 0x3F80_4000]].map(vector);
    let (svg, page) = drawn(&unit("mul.rn.bf16x2", 2), &vectors);
    assert_eq!(value(&page, 3, "d[31:0]"), "-2 2 0xC0004000");
    let said =
        "a, cycle 1: lane 1: 0xC000 - 1.0000000 × 2^1 = -2 (normal); lane 0: 0x3F80 + 1.0000000 × 2^0 = 1 (normal)";
    assert!(
        svg.contains(said) || svg.contains(&said.replace("cycle 1", "cycles 1 to 4")),
        "{svg}"
    );
    // The second lane is folded: in the page only.
    assert!(page.contains("> lane 1</span>") && !svg.contains(">lane 1<"));
}

#[test]
fn a_core_is_read_as_its_operations_read_it() {
    let instructions: Vec<Instruction> = ["add.rn.f16", "add.rn.bf16x2", "neg.f16"]
        .map(|name| name.parse().unwrap())
        .to_vec();
    let core = Design::core(&instructions, 2).unwrap();
    let names: Vec<&str> = core.interface().inputs().map(|port| port.name.as_str()).collect();
    assert_eq!(names, ["op", "tag_in", "a", "b", "c"]);
    let vectors = [[0, 7, 0x3C00, 0x3C00], [1, 8, 0x3F80_4000, 0x3F80_4000]].map(vector);
    let (_, page) = drawn(&core, &vectors);
    assert_eq!(value(&page, 2, "op[1:0]"), "add.rn.bf16x2 1");
    assert_eq!(value(&page, 1, "a[31:0]"), "1 0x3C00");
    assert_eq!(value(&page, 2, "a[31:0]"), "1 2 0x3F804000");
    assert_eq!(value(&page, 3, "d[31:0]"), "2 0x4000");
    assert_eq!(value(&page, 4, "d[31:0]"), "2 4 0x40004080");
}

#[test]
fn what_is_wrong_stands_out() {
    let adder: Instruction = "add.rn.f16".parse().unwrap();
    let broken = Design::from_lane(adder, 1, unit("mul.rn.f16", 0).lane().clone());
    let (svg, page) = drawn(&broken, &[vector([0x3C00, 0x4000])]);
    assert!(page.contains("<td class=\"wrong\">3 0x4200</td>"), "what is expected");
    assert!(page.contains("<td class=\"wrong\">2 0x4000</td>"), "what came");
    assert!(svg.contains("class=\"f-alarm\""), "{svg}");
}

#[test]
fn a_page_needs_nothing_else() {
    let (svg, page) = drawn(&unit("tanh.approx.f16", 2), &[vector([0x3C00])]);
    for text in [&svg, &page] {
        let addresses: Vec<&str> = text.split("http").skip(1).collect();
        let elsewhere = addresses
            .iter()
            .filter(|rest| !rest.starts_with("://www.w3.org/2000/svg\""));
        assert_eq!(elsewhere.count(), 0);
        for loaded in ["src=", "href=", "@import", "url("] {
            assert!(!text.contains(loaded), "{loaded}");
        }
        assert!(text.contains("prefers-color-scheme: dark"));
    }
    for folded in ["<details open>", "<details><summary>", "registers"] {
        assert!(page.contains(folded), "{folded}");
    }
}

#[test]
fn no_vectors_do_no_harm() {
    for latency in [0, 2] {
        drawn(&unit("add.rn.f16", latency), &[]);
    }
}
