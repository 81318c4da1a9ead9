//! Tests of waveform dumps, read back by an independent parser, and of the save files that open on them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use expect_test::expect_file;
use halfpipe_hdl::design::Design;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::{FloatFormat, Instruction};
use halfpipe_simulation::wave::{filter, CYCLE};
use halfpipe_simulation::{vector, Operands, Vector};
use halfpipe_testbench::wave::{self, WaveError, WaveFamily, WaveFiles};
use serde::Deserialize;
use wellen::simple::Waveform;

/// 1 · 2 + 3, 1.5 · 1.5 − 2, the largest number twice, and NaN.
const OPERANDS: [Operands; 4] = [
    [0x3C00, 0x4000, 0x4200],
    [0x3E00, 0x3E00, 0xC000],
    [0x7BFF, 0x7BFF, 0],
    [0x7E01, 0, 0],
];
static VECTORS: LazyLock<[Vector; 4]> = LazyLock::new(|| OPERANDS.map(of_operands));
const RESULTS: [u64; 4] = [0x4500, 0x3400, 0x7C00, 0x7FFF];

fn of_operands(operands: Operands) -> Vector {
    vector(operands.map(u64::from))
}

fn unit(mnemonic: &str, latency: u32) -> Design {
    Design::unit(mnemonic.parse().unwrap(), latency).unwrap()
}

fn written(unit: &Design, vectors: &[Vector]) -> (tempfile::TempDir, WaveFiles) {
    let folder = tempfile::tempdir().unwrap();
    let files = wave::write(unit, vectors, folder.path()).unwrap();
    (folder, files)
}

/// A dump, read by the independent parser.
struct Dump(Waveform);

impl Dump {
    fn read(path: &Path) -> Dump {
        Dump(wellen::simple::read(path).unwrap())
    }

    /// Returns every variable as a save file names it: `scope.name[high:low]`.
    fn names(&self) -> BTreeSet<String> {
        let hierarchy = self.0.hierarchy();
        let name = |var: &wellen::Var| match var.index() {
            Some(range) => format!("{}[{}:{}]", var.full_name(hierarchy), range.msb(), range.lsb()),
            None => var.full_name(hierarchy),
        };
        hierarchy.iter_vars().map(name).collect()
    }

    /// Returns the bits of a variable at a time.
    fn bits(&mut self, name: &str, time: u64) -> String {
        let hierarchy = self.0.hierarchy();
        let var = hierarchy.iter_vars().find(|var| var.full_name(hierarchy) == name);
        let signal = var.unwrap_or_else(|| panic!("no {name} in the dump")).signal_ref();
        self.0.load_signals(&[signal]);
        let index = self.0.time_table().partition_point(|at| *at <= time) - 1;
        let signal = self.0.get_signal(signal).unwrap();
        let offset = signal.get_offset(index as u32).unwrap();
        signal
            .get_value_at(&offset, offset.elements - 1)
            .to_bit_string()
            .unwrap()
    }

    fn value(&mut self, name: &str, time: u64) -> u64 {
        u64::from_str_radix(&self.bits(name, time), 2).unwrap()
    }
}

fn middle(cycle: usize) -> u64 {
    cycle as u64 * CYCLE + CYCLE / 2
}

#[test]
fn operands_and_results_lie_in_their_cycles() {
    for latency in [1, 3] {
        let (_folder, files) = written(&unit("fma.rn.f16", latency), &*VECTORS);
        let mut dump = Dump::read(&files.vcd);
        let top = "fma_rn_f16";
        assert_eq!(dump.value(&format!("{top}.reset"), middle(0)), 1);
        for (position, (vector, result)) in VECTORS.iter().zip(RESULTS).enumerate() {
            // The first cycle is the reset.
            let (enters, leaves) = (middle(position + 1), middle(position + 1 + latency as usize));
            for (name, operand) in ["a", "b", "c"].iter().zip(vector.iter()) {
                assert_eq!(
                    dump.value(&format!("{top}.{name}"), enters),
                    *operand,
                    "{name} of vector {position}"
                );
                assert_eq!(dump.value(&format!("{top}.lane0.{name}"), enters), *operand);
            }
            for (name, expected) in [
                ("reset", 0),
                ("enable", 1),
                ("in_valid", 1),
                ("clock", 0),
                ("check.mismatch", 0),
            ] {
                assert_eq!(
                    dump.value(&format!("{top}.{name}"), enters),
                    expected,
                    "{name} of vector {position}"
                );
            }
            for name in ["d", "lane0.d", "check.expected"] {
                assert_eq!(
                    dump.value(&format!("{top}.{name}"), leaves),
                    result,
                    "{name} of vector {position}"
                );
            }
            assert_eq!(dump.value(&format!("{top}.out_valid"), leaves), 1);
        }
        let last = VECTORS.len() + latency as usize;
        assert_eq!(dump.value(&format!("{top}.out_valid"), middle(latency as usize)), 0);
        assert_eq!(dump.value(&format!("{top}.out_valid"), middle(last + 1)), 0);
        assert_eq!(dump.value(&format!("{top}.in_valid"), middle(VECTORS.len() + 1)), 0);
        assert_eq!(
            dump.bits(&format!("{top}.check.expected"), middle(last + 1)),
            "z".repeat(16)
        );
    }
}

#[test]
fn registers_change_with_the_clock_and_operands_after_it() {
    let (_folder, files) = written(&unit("fma.rn.f16", 1), &*VECTORS);
    let mut dump = Dump::read(&files.vcd);
    let rise = 2 * CYCLE;
    assert_eq!(dump.value("fma_rn_f16.clock", rise - 1), 0);
    assert_eq!(dump.value("fma_rn_f16.clock", rise), 1);
    assert_eq!(dump.value("fma_rn_f16.d", rise), RESULTS[0]);
    assert_eq!(dump.value("fma_rn_f16.a", rise), VECTORS[0][0]);
    assert_eq!(dump.value("fma_rn_f16.a", rise + 1), VECTORS[1][0]);
}

#[test]
fn a_combinational_module_takes_a_vector_every_step() {
    let (_folder, files) = written(&unit("fma.rn.f16", 0), &*VECTORS);
    let mut dump = Dump::read(&files.vcd);
    for (position, (vector, result)) in VECTORS.iter().zip(RESULTS).enumerate() {
        assert_eq!(dump.value("fma_rn_f16.a", middle(position)), vector[0]);
        assert_eq!(dump.value("fma_rn_f16.d", middle(position)), result);
        assert_eq!(dump.value("fma_rn_f16.check.expected", middle(position)), result);
    }
    let names = dump.names();
    assert!(
        !names.contains("fma_rn_f16.clock") && !names.contains("fma_rn_f16.in_valid"),
        "{names:?}"
    );
}

#[test]
fn lanes_lie_apart() {
    let vectors = [[0xC000_3C00, 0x3C00_4000, 0x0000_4200], [0; 3]].map(of_operands);
    let latency = 3;
    let (_folder, files) = written(&unit("fma.rn.f16x2", latency), &vectors);
    let mut dump = Dump::read(&files.vcd);
    let leaves = middle(1 + latency as usize);
    for (name, time, value) in [
        ("a", middle(1), 0xC000_3C00),
        ("lane0.a", middle(1), 0x3C00),
        ("lane1.a", middle(1), 0xC000),
        ("d", leaves, 0xC000_4500),
        ("lane0.d", leaves, 0x4500),
        ("lane1.d", leaves, 0xC000),
        ("lane0.expected", leaves, 0x4500),
        ("lane1.expected", leaves, 0xC000),
    ] {
        assert_eq!(dump.value(&format!("fma_rn_f16x2.{name}"), time), value, "{name}");
    }
}

#[test]
fn stages_are_scopes_in_dataflow_order() {
    for latency in [0, 1, 3] {
        let unit = unit("fma.rn.oob.relu.f16x2", latency);
        let (_folder, files) = written(&unit, &*VECTORS);
        let dump = Dump::read(&files.vcd);
        let hierarchy = dump.0.hierarchy();
        for lane in ["lane0", "lane1"] {
            let scope = hierarchy.lookup_scope(&["fma_rn_oob_relu_f16x2", lane]).expect(lane);
            let found: Vec<&str> = hierarchy[scope]
                .scopes(hierarchy)
                .map(|stage| hierarchy[stage].name(hierarchy))
                .collect();
            let order = ["unpack_a", "multiply", "align", "add", "normalise", "round", "relu"];
            let places: Vec<usize> = order
                .iter()
                .map(|stage| found.iter().position(|name| name == stage).expect(stage))
                .collect();
            assert!(places.is_sorted(), "{found:?}");
            assert!(found.contains(&"out_of_bounds"), "{found:?}");
        }
    }
}

#[test]
fn save_files_name_what_the_dump_has() {
    for mnemonic in [
        "add.rn.f16",
        "sub.rn.ftz.sat.f16x2",
        "mul.rn.bf16",
        "fma.rn.oob.relu.bf16x2",
        "fma.rn.f16",
    ] {
        for latency in [0, 1, 3] {
            let unit = unit(mnemonic, latency);
            let (folder, files) = written(&unit, &*VECTORS);
            let names = Dump::read(&files.vcd).names();
            let save = std::fs::read_to_string(files.save.as_ref().unwrap()).unwrap();
            let shown: BTreeSet<String> = save
                .lines()
                .filter(|line| !line.starts_with(['@', '-', '[', '*', '^']))
                .map(str::to_owned)
                .collect();
            // Both ways: every dumped variable is shown, and nothing else.
            assert_eq!(shown, names, "{mnemonic} at {latency}");
            let dumped = format!("[dumpfile] \"{}.vcd\"", unit.module().name);
            assert!(save.lines().any(|line| line == dumped), "{save}");
            for script in save.lines().filter_map(|line| line.strip_prefix("^>1 ")) {
                assert!(folder.path().join(script).is_file(), "{script}");
            }
            let begun = save.matches("\n@800200\n").count() + save.matches("\n@c00200\n").count();
            let ended = save.matches("\n@1000200\n").count() + save.matches("\n@1401200\n").count();
            assert_eq!(begun, ended, "{save}");
        }
    }
}

/// A Surfer state file, read up to its list of items.
#[derive(Deserialize)]
struct SurferState {
    waves: Option<SurferWaves>,
}

#[derive(Deserialize)]
struct SurferWaves {
    source: SurferSource,
    items_tree: SurferTree,
    displayed_items: BTreeMap<SurferRef, SurferItem>,
    cursor: Option<(i8, Vec<u32>)>,
    viewports: Vec<SurferViewport>,
}

#[derive(Deserialize)]
struct SurferTree {
    items: Vec<SurferNode>,
}

#[derive(Deserialize)]
struct SurferNode {
    item_ref: SurferRef,
    level: u8,
    unfolded: bool,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct SurferRef(usize);

#[derive(Deserialize)]
struct SurferViewport {
    curr_left: SurferShare,
    curr_right: SurferShare,
}

#[derive(Deserialize)]
struct SurferShare(f64);

#[derive(Deserialize)]
enum SurferSource {
    File(String),
}

#[derive(Deserialize)]
enum SurferItem {
    Variable(SurferVariable),
    Group(SurferGroup),
}

#[derive(Deserialize)]
struct SurferVariable {
    variable_ref: SurferName,
    format: Option<String>,
}

#[derive(Deserialize)]
struct SurferGroup {
    name: String,
}

#[derive(Deserialize)]
struct SurferName {
    path: SurferPath,
    name: String,
}

#[derive(Deserialize)]
struct SurferPath {
    strs: Vec<String>,
}

impl SurferWaves {
    fn read(path: &Path) -> SurferWaves {
        let text = std::fs::read_to_string(path).unwrap();
        let state: SurferState = ron::from_str(&text).unwrap();
        state.waves.expect("the state has waves")
    }

    /// Returns the formats of the variables, by their names.
    fn formats(&self) -> BTreeMap<String, Option<String>> {
        let variables = self.displayed_items.values().filter_map(|item| match item {
            SurferItem::Variable(variable) => Some(variable),
            SurferItem::Group(_) => None,
        });
        variables
            .map(|variable| {
                let name = &variable.variable_ref;
                (
                    format!("{}.{}", name.path.strs.join("."), name.name),
                    variable.format.clone(),
                )
            })
            .collect()
    }
}

#[test]
fn surfer_shows_every_variable_and_its_number() {
    const F16: &str = "FP: 16-bit IEEE 754";
    const BF16: &str = "FP: bfloat16";
    const F32: &str = "FP: 32-bit IEEE 754";
    for (mnemonic, numbers) in [
        ("fma.rn.f16", vec![("a", F16), ("check.expected", F16)]),
        (
            "add.rn.bf16x2",
            vec![("d", "Hexadecimal"), ("lane1.d", BF16), ("lane1.expected", BF16)],
        ),
        ("fma.rn.f32.f16", vec![("a", F16), ("c", F32), ("d", F32)]),
    ] {
        let unit = unit(mnemonic, 2);
        let top = &unit.module().name;
        let (_folder, files) = written(&unit, &*VECTORS);
        let waves = SurferWaves::read(files.surfer.as_ref().unwrap());
        let SurferSource::File(source) = &waves.source;
        assert_eq!(*source, format!("{top}.vcd"));
        let formats = waves.formats();
        let dump = Dump::read(&files.vcd);
        let names: BTreeSet<String> = dump
            .names()
            .iter()
            .map(|name| name.split('[').next().unwrap().to_owned())
            .collect();
        // Both ways: every dumped variable is shown, and nothing else.
        assert_eq!(formats.keys().cloned().collect::<BTreeSet<_>>(), names, "{mnemonic}");
        for (name, format) in numbers {
            assert_eq!(
                formats[&format!("{top}.{name}")].as_deref(),
                Some(format),
                "{name} of {mnemonic}"
            );
        }
    }
}

#[test]
fn surfer_groups_the_stages_in_dataflow_order() {
    let (_folder, files) = written(&unit("fma.rn.f16x2", 3), &*VECTORS);
    let waves = SurferWaves::read(files.surfer.as_ref().unwrap());
    let places: BTreeSet<SurferRef> = waves.items_tree.items.iter().map(|node| node.item_ref).collect();
    assert_eq!(places.len(), waves.items_tree.items.len(), "an item is listed twice");
    assert!(places.iter().eq(waves.displayed_items.keys()));
    let mut groups = Vec::new();
    let mut above = 0;
    for node in &waves.items_tree.items {
        match &waves.displayed_items[&node.item_ref] {
            SurferItem::Group(group) => {
                groups.push((group.name.as_str(), node.level, node.unfolded));
                above = node.level + 1;
            }
            // A variable is directly in the group above it, or before all groups.
            SurferItem::Variable(_) => assert_eq!(node.level, above),
        }
    }
    assert_eq!(groups[0], ("lane 0", 0, true));
    let second = groups.iter().position(|group| *group == ("lane 1", 0, false)).unwrap();
    let stages =
        |lane: &[(&str, u8, bool)]| -> Vec<String> { lane.iter().map(|(name, _, _)| name.to_string()).collect() };
    assert_eq!(stages(&groups[1..second]), stages(&groups[second + 1..]));
    assert!(groups[1].0.starts_with("unpack a"), "{groups:?}");
    let registers = groups.iter().filter(|(name, ..)| name.starts_with("registers (cycle"));
    let folded: Vec<bool> = registers.map(|(_, level, unfolded)| *level == 2 && !unfolded).collect();
    assert!(folded.len() > 8 && folded.iter().all(|folded| *folded), "{groups:?}");
}

/// Returns the part of a save file between the first heading of a group and its end.
fn group<'s>(save: &'s str, title: &str) -> &'s str {
    let heading = format!("-{title}");
    let (_, rest) = save
        .split_once(&heading)
        .unwrap_or_else(|| panic!("no {title} in {save}"));
    rest.split_once(&heading).expect("the end has the same title").0
}

#[test]
fn registers_lie_folded_in_the_group_of_their_stage() {
    let (_folder, files) = written(&unit("fma.rn.f16", 3), &*VECTORS);
    let save = std::fs::read_to_string(files.save.unwrap()).unwrap();
    let align = group(&save, "align");
    let (values, registers) = align
        .split_once("\n@c00200\n-registers (cycle")
        .expect("a folded group");
    assert!(
        values.contains(".align.addend[36:0]") && !values.contains(".align.exponent_1["),
        "{values}"
    );
    assert!(registers.contains(".align.exponent_1[5:0]\n"), "{registers}");
}

#[test]
fn a_stage_has_one_colour_and_the_next_another() {
    let (_folder, files) = written(&unit("fma.rn.f16", 3), &*VECTORS);
    let save = std::fs::read_to_string(files.save.unwrap()).unwrap();
    let colours = |title: &str| -> BTreeSet<&str> {
        let lines = group(&save, title).lines();
        lines.filter(|line| line.starts_with("[color] ")).collect()
    };
    let (align, add) = (colours("align"), colours("add ("));
    assert_eq!((align.len(), add.len()), (1, 1));
    assert_ne!(align, add);
    let traces = |text: &str| text.lines().filter(|line| line.starts_with("fma_rn_f16.")).count();
    let align = group(&save, "align");
    assert_eq!(align.matches("[color] ").count(), traces(align));
}

#[test]
fn the_list_of_signals_has_room_for_the_longest_value() {
    let width = |vectors: &[Vector]| -> u32 {
        let (_folder, files) = written(&unit("add.rn.bf16x2", 1), vectors);
        let save = std::fs::read_to_string(files.save.unwrap()).unwrap();
        let line = save.lines().find_map(|line| line.strip_prefix("[signals_width] "));
        line.unwrap().parse().unwrap()
    };
    let short = width(&[of_operands([0, 0, 0])]);
    // -9e-41 (subnormal) in both lanes.
    let long = width(&[of_operands([0x8001_8001, 0, 0])]);
    assert!(
        long >= short + 8 * 2 * "-9e-41 (subnormal".len() as u32,
        "{short} and {long}"
    );
}

#[test]
fn surfer_opens_at_the_marked_result() {
    for latency in [0, 2] {
        let (_folder, files) = written(&unit("fma.rn.f16", latency), &*VECTORS);
        let waves = SurferWaves::read(files.surfer.as_ref().unwrap());
        let first = if latency == 0 { 0 } else { 1 + latency as usize };
        assert_eq!(waves.cursor, Some((1, vec![middle(first) as u32])));
        let end = *Dump::read(&files.vcd).0.time_table().last().unwrap() as f64;
        let [view] = &waves.viewports[..] else {
            panic!("{} viewports", waves.viewports.len());
        };
        let (left, right) = (view.curr_left.0 * end, view.curr_right.0 * end);
        let marked = middle(first) as f64;
        assert!(left < marked && marked < right && right <= end, "{left} to {right}");
    }
}

#[test]
fn a_flushed_operand_is_shown_as_a_number() {
    let (_folder, files) = written(&unit("min.ftz.f16", 0), &*VECTORS);
    let save = std::fs::read_to_string(files.save.unwrap()).unwrap();
    let trace = "@4022\n^>1 halfpipe-f16.sh\nmin_ftz_f16.lane0.flush_a.value[15:0]\n";
    assert!(save.contains(trace), "{save}");
}

#[test]
fn a_mismatch_is_marked_and_shown() {
    let multiplier = unit("mul.rn.f16", 0);
    let adder: Instruction = "add.rn.f16".parse().unwrap();
    let broken = Design::from_lane(adder, 1, multiplier.lane().clone());
    // 2 + 2 = 2 · 2, and then 1 + 2.
    let (_folder, files) = written(&broken, &[[0x4000, 0x4000, 0], [0x3C00, 0x4000, 0]].map(of_operands));
    let mut dump = Dump::read(&files.vcd);
    assert_eq!(dump.value("add_rn_f16.check.mismatch", middle(2)), 0);
    assert_eq!(dump.value("add_rn_f16.check.mismatch", middle(3)), 1);
    assert_eq!(dump.value("add_rn_f16.check.expected", middle(3)), 0x4200);
    assert_eq!(dump.value("add_rn_f16.d", middle(3)), 0x4000);
    let save = std::fs::read_to_string(files.save.as_ref().unwrap()).unwrap();
    let marker = save.lines().find(|line| line.starts_with('*')).unwrap();
    assert!(marker.ends_with(&format!(" {}", middle(3))), "{marker}");
    let cursor = SurferWaves::read(files.surfer.as_ref().unwrap()).cursor;
    assert_eq!(cursor, Some((1, vec![middle(3) as u32])));
}

#[test]
fn equal_input_gives_equal_bytes() {
    let unit = unit("mul.rn.bf16x2", 2);
    let (_first_folder, first) = written(&unit, &*VECTORS);
    let (_second_folder, second) = written(&unit, &*VECTORS);
    assert_eq!(std::fs::read(first.vcd).unwrap(), std::fs::read(second.vcd).unwrap());
    assert_eq!(
        std::fs::read(first.save.unwrap()).unwrap(),
        std::fs::read(second.save.unwrap()).unwrap()
    );
}

#[test]
fn no_vectors_and_bits_above_the_operands_do_no_harm() {
    for latency in [0, 2] {
        let (_folder, files) = written(&unit("add.rn.f16", latency), &[]);
        Dump::read(&files.vcd);
    }
    let (_folder, files) = written(
        &unit("add.rn.f16", 0),
        &[of_operands([0xFFFF_3C00, 0x0001_3C00, 0xFFFF_FFFF])],
    );
    let mut dump = Dump::read(&files.vcd);
    assert_eq!(dump.value("add_rn_f16.a", middle(0)), 0x3C00);
    assert_eq!(dump.value("add_rn_f16.check.mismatch", middle(0)), 0);
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let occupied = folder.path().join("occupied");
    std::fs::write(&occupied, "a file").unwrap();
    let error = wave::write(&unit("add.rn.f16", 0), &*VECTORS, &occupied.join("waves")).unwrap_err();
    assert!(matches!(error, WaveError::Write(_)), "{error}");
    assert!(error.to_string().contains("occupied"), "{error}");
}

const ELEMENTS: [FloatFormat; 2] = [FloatFormat::F16, FloatFormat::BF16];

/// Returns every family with each format.
fn families() -> impl Iterator<Item = (WaveFamily, FloatFormat)> {
    WaveFamily::all()
        .into_iter()
        .flat_map(|family| ELEMENTS.map(|element| (family, element)))
}

fn waves_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../waves")
}

#[test]
fn every_instruction_is_in_one_family() {
    let mut listed: Vec<String> = families()
        .flat_map(|(family, element)| family.instructions(element))
        .map(|instruction| instruction.mnemonic())
        .collect();
    let all = Instruction::arithmetic().iter().chain(Instruction::functions());
    let mut all: Vec<String> = all.map(|instruction| instruction.mnemonic()).collect();
    listed.sort();
    all.sort();
    assert_eq!(listed, all);
}

#[test]
fn saved_views_are_current() {
    for (family, element) in families() {
        let path = waves_folder().join(family.file_name(element));
        expect_file![path].assert_eq(&family.view(element));
    }
}

#[test]
fn saved_views_have_every_stage_and_port_of_their_family() {
    for (family, element) in families() {
        let view = std::fs::read_to_string(waves_folder().join(family.file_name(element))).unwrap();
        for instruction in family.instructions(element) {
            let latency = if max_latency(instruction) > 1 { 2 } else { 1 };
            let unit = Design::unit(instruction, latency).unwrap();
            let (_folder, files) = written(&unit, &[]);
            for path in Dump::read(&files.vcd).names() {
                let parts: Vec<&str> = path.split(['.', '[']).skip(1).collect();
                let pattern = match parts[..] {
                    ["check", inner, ..] => format!(r".*\.check\.{inner}"),
                    [lane, stage, _, ..]
                        if lane.starts_with("lane") && !stage.is_empty() && path.matches('.').count() == 3 =>
                    {
                        format!(r".*\.{lane}\.{stage}\.")
                    }
                    [lane, ..] if lane.starts_with("lane") => continue,
                    [port, ..] => format!(r"\(^[^.]*\.{port}"),
                    [] => continue,
                };
                assert!(
                    view.lines().any(|line| line.starts_with(&pattern)),
                    "{path} of {instruction}: {pattern}"
                );
            }
        }
    }
}

#[test]
fn saved_filters_are_current_and_executable() {
    for element in ELEMENTS.into_iter().chain([FloatFormat::F32]) {
        let path = waves_folder().join(filter::script_name(element));
        let script = String::from_utf8(filter::script(element, None)).unwrap();
        expect_file![path.clone()].assert_eq(&script);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_ne!(
                std::fs::metadata(&path).unwrap().permissions().mode() & 0o111,
                0,
                "{}",
                path.display()
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn without_halfpipe_a_filter_answers_with_the_value() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut process = Command::new(waves_folder().join(filter::script_name(FloatFormat::F16)))
        .env("PATH", "/usr/bin:/bin")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    process.stdin.take().unwrap().write_all(b"3C00\n").unwrap();
    let answer = process.wait_with_output().unwrap();
    assert_eq!(answer.stdout, b"3C00\n");
}

#[test]
fn the_filter_answers_line_by_line() {
    let mut output = Vec::new();
    filter::run(FloatFormat::BF16, &b"3FC0\nxxxx\n7FFF7FF7\n"[..], &mut output).unwrap();
    assert_eq!(
        String::from_utf8(output).unwrap(),
        "1.5\nx\ncanonical NaN | out-of-bounds NaN\n"
    );
}
