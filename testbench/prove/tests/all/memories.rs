//! Tests of the memory models: they return the words that Yosys stored, and the iCE40 model agrees with Yosys' own.

use std::fmt::Write;

use halfpipe_fpga::{Family, Memory, Way};
use halfpipe_test_support::seed;
use halfpipe_yosys::circuit::{read_netlist, NetlistError};
use halfpipe_yosys::netlist::{Bit, Cell, YosysModule};
use halfpipe_yosys::Mapping;
use halfpipe_yosys::Yosys;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::common::running::Running;

/// The name of the module in each file.
const MODULE: &str = "memory";

/// The number of clock cycles, of 64 runs side by side. Each address of the deepest memory is read some dozen times.
const CYCLES: usize = 400;

/// Returns a module's netlist after a script.
fn netlist(verilog: &str, script: &str) -> YosysModule {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    std::fs::write(folder.path().join("memory.v"), verilog).expect("it can be written");
    let script = format!("{script}delete t:$scopeinfo\nwrite_json memory.json\n");
    let yosys = Yosys::find().unwrap_or_else(|error| panic!("{error}"));
    let run = yosys.run(folder.path(), "script.ys", &script);
    run.unwrap_or_else(|error| panic!("{error}"));
    let json = std::fs::read_to_string(folder.path().join("memory.json")).expect("Yosys has written it");
    YosysModule::parse(&json, MODULE).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the families whose memories are evaluated.
fn memories() -> [(&'static Family, &'static Memory); 2] {
    [Family::ICE40, Family::ECP5].map(|family| (family, family.memory.expect("its memory is evaluated")))
}

/// A table of random words.
struct Table {
    words: Vec<u64>,
    width: usize,
    address_bits: usize,
}

impl Table {
    /// Creates a table that fills a memory in one of its read configurations.
    fn filling(way: &Way, random: &mut ChaCha8Rng) -> Table {
        let width: usize = way.word.iter().map(|pins| pins.count).sum();
        let address_bits = way.address.iter().map(|pins| pins.count).sum();
        let words = (0..1 << address_bits).map(|_| random.random::<u64>() & ((1 << width) - 1));
        Table {
            words: words.collect(),
            width,
            address_bits,
        }
    }

    /// Returns the Verilog of a module that looks up `a` where `enable` is 1.
    fn verilog(&self) -> String {
        let (top, top_of_address) = (self.width - 1, self.address_bits - 1);
        let mut text = format!(
            "module {MODULE}(input clock, input enable, input [{top_of_address}:0] a, output reg [{top}:0] d);\n\
             (* rom_style = \"block\", ram_style = \"block\" *) reg [{top}:0] words [0:{}];\ninitial begin\n",
            self.words.len() - 1
        );
        for (place, word) in self.words.iter().enumerate() {
            let _ = writeln!(text, "words[{place}] = {}'d{word};", self.width);
        }
        text + "end\nalways @(posedge clock) if (enable) d <= words[a];\nendmodule\n"
    }

    /// True if a network of that module returns the words of all addresses, and then of random addresses with `enable`
    /// sometimes 0.
    fn is_shown_by(&self, module: &YosysModule, mapping: Mapping, random: &mut ChaCha8Rng) -> bool {
        let network = read_netlist(module, mapping, &["enable", "a"], &["d"]).unwrap_or_else(|error| panic!("{error}"));
        let mut running = Running::new(&network);
        let mut shown = None;
        let walk = self.words.len().div_ceil(64);
        (0..walk + CYCLES).all(|cycle| {
            let mut inputs: Vec<u64> = (0..=self.address_bits).map(|_| random.random()).collect();
            if cycle < walk {
                inputs[0] = u64::MAX;
                for (bit, input) in inputs[1..].iter_mut().enumerate() {
                    *input = (0..64).fold(0, |all, lane| all | ((cycle * 64 + lane) as u64 >> bit & 1) << lane);
                }
            }
            let enable = inputs[0];
            let made = running.cycle(&[&[enable], &inputs[1..]].concat());
            let is_right = shown.as_ref().is_none_or(|shown| *shown == made);
            let word = |lane: usize| {
                let address = |bits: &[u64]| bits.iter().rev().fold(0, |number, bit| number << 1 | (bit >> lane & 1));
                self.words[address(&inputs[1..]) as usize]
            };
            let looked_up =
                (0..self.width).map(|bit| (0..64).fold(0, |all, lane| all | (word(lane) >> bit & 1) << lane));
            let before = shown.take().unwrap_or_else(|| vec![0; self.width]);
            let next = looked_up.zip(before);
            shown = Some(next.map(|(new, old)| new & enable | old & !enable).collect());
            is_right
        })
    }
}

/// Finds the read configuration that a cell is set to.
fn way_of(memory: &Memory, cell: &Cell) -> Option<usize> {
    let number = |name: &str| u64::from_str_radix(&cell.binary(name)?, 2).ok();
    let is_set = |way: &Way| way.numbers.iter().all(|(name, value)| number(name) == Some(*value));
    memory.ways.iter().position(is_set)
}

/// Returns the only memory of a netlist.
fn memory_of<'m>(module: &'m mut YosysModule, memory: &Memory) -> &'m mut Cell {
    let mut cells = module.cells.values_mut().filter(|cell| cell.kind == memory.kind);
    let cell = cells.next().expect("there is a memory");
    assert!(cells.next().is_none(), "there is a second memory");
    cell
}

#[test]
fn memories_show_what_yosys_put_into_them_at_any_seed() {
    let mut random = seed::random();
    for (family, memory) in memories() {
        let mapping = Mapping::Cells(family);
        for (number, way) in memory.ways.iter().enumerate() {
            let table = Table::filling(way, &mut random);
            let script = format!("read_verilog memory.v\n{}", mapping.script(MODULE));
            let mut module = netlist(&table.verilog(), &script);
            assert_eq!(
                way_of(memory, memory_of(&mut module, memory)),
                Some(number),
                "{family:?}"
            );
            assert!(
                table.is_shown_by(&module, mapping, &mut random),
                "{} {number}",
                memory.kind
            );
            // Check that another bit and another address are noticed.
            let mut other_bit = module.clone();
            let parameter = memory.parameters().next().expect("it has contents");
            let contents = memory_of(&mut other_bit, memory).parameters.get_mut(&parameter);
            let contents = contents.expect("the cell has its contents");
            let flipped = if contents.pop() == Some('1') { '0' } else { '1' };
            contents.push(flipped);
            assert!(
                !table.is_shown_by(&other_bit, mapping, &mut random),
                "{} {number}",
                memory.kind
            );
            let mut other_order = module.clone();
            let outputs = other_order.ports.0.iter_mut().find(|(name, _)| name == "a");
            outputs.expect("it has an address").1.bits.swap(0, 1);
            assert!(
                !table.is_shown_by(&other_order, mapping, &mut random),
                "{} {number}",
                memory.kind
            );
        }
    }
}

#[test]
fn the_memory_of_ice40_is_as_yosys_models_it_at_any_seed() {
    let (family, memory) = memories()[0];
    let mut random = seed::random();
    let mut text = format!(
        "module {MODULE}(input clock, input enable, input read, input [10:0] a, output [{}:0] d);\n",
        16 * memory.ways.len() - 1
    );
    for number in 0..memory.ways.len() {
        let contents = memory.parameters().map(|parameter| {
            let digits: String = (0..64).map(|_| format!("{:x}", random.random_range(0..16))).collect();
            format!(".{parameter}(256'h{digits})")
        });
        let contents: Vec<String> = contents.collect();
        let _ = writeln!(
            text,
            "  SB_RAM40_4K #(.READ_MODE({number}), {})\n    memory_{number} (.RCLK(clock), .RCLKE(enable), .RE(read), \
             .RADDR(a), .RDATA(d[{}:{}]),\n      .WCLK(1'b0), .WCLKE(1'b0), .WE(1'b0), .WADDR(11'd0), .MASK(16'd0), .WDATA(16'd0));",
            contents.join(", "),
            16 * number + 15,
            16 * number
        );
    }
    text += "endmodule\n";
    let file = family.models.file;
    let macros = family.models.without_defaults.expect("its models have a macro for it");
    let ours = netlist(
        &text,
        &format!("read_verilog -lib {file}\ndelete =*/p:*\nread_verilog memory.v\nhierarchy -check -top {MODULE}\n"),
    );
    let theirs = format!(
        "read_verilog memory.v\nread_verilog -defer -overwrite -D {macros} {file}\nhierarchy -check -top {MODULE}\nproc\nflatten\n\
         hierarchy -top {MODULE}\n{}",
        Mapping::Generic.script(MODULE)
    );
    let theirs = netlist(&text, &theirs);
    let read = |module: &YosysModule, mapping| {
        read_netlist(module, mapping, &["enable", "read", "a"], &["d"]).unwrap_or_else(|error| panic!("{error}"))
    };
    let mut ours = Running::new(&read(&ours, Mapping::Cells(family)));
    let mut theirs = Running::new(&read(&theirs, Mapping::Generic));
    for cycle in 0..CYCLES {
        let mut inputs: Vec<u64> = (0..13).map(|_| random.random()).collect();
        if cycle == 0 {
            inputs[..2].fill(u64::MAX);
        }
        let shown = [ours.cycle(&inputs), theirs.cycle(&inputs)];
        assert!(cycle == 0 || shown[0] == shown[1], "cycle {cycle}");
    }
}

#[test]
fn a_memory_that_is_set_or_connected_otherwise_is_refused_at_any_seed() {
    let mut random = seed::random();
    for (family, memory) in memories() {
        let mapping = Mapping::Cells(family);
        let table = Table::filling(&memory.ways[0], &mut random);
        let script = format!("read_verilog memory.v\n{}", mapping.script(MODULE));
        let module = netlist(&table.verilog(), &script);
        let refused = |change: &dyn Fn(&mut Cell)| {
            let mut module = module.clone();
            change(memory_of(&mut module, memory));
            read_netlist(&module, mapping, &["enable", "a"], &["d"]).expect_err("it is another memory")
        };
        let way = &memory.ways[0];
        let wide = refused(&|cell| {
            let value = cell.parameters.get_mut(way.numbers[0].0).expect("it has the parameter");
            *value = "1111".to_owned();
        });
        let unusable = |error: NetlistError| match error {
            NetlistError::Cell { what, .. } => what,
            other => panic!("{other}"),
        };
        assert_eq!(unusable(wide), "width");
        for (name, _) in way.words {
            let other = refused(&|cell| drop(cell.parameters.insert((*name).to_owned(), "OTHER".to_owned())));
            assert_eq!(unusable(other), *name);
        }
        for (pin, value) in way.tied {
            for other in [Bit::Constant(u8::from(!value).to_string()), Bit::Net(2)] {
                let other = refused(&|cell| drop(cell.connections.insert((*pin).to_owned(), vec![other.clone()])));
                assert_eq!(unusable(other), *pin);
            }
        }
        let clock = refused(&|cell| {
            drop(
                cell.connections
                    .insert(way.clock.to_owned(), vec![Bit::Constant("0".to_owned())]),
            )
        });
        assert!(matches!(clock, NetlistError::Clock { .. }), "{clock}");
        let enable = refused(&|cell| {
            let pin = way.enables[0].to_owned();
            drop(cell.connections.insert(pin, vec![Bit::Constant("x".to_owned())]));
        });
        assert!(matches!(enable, NetlistError::Unknown { .. }), "{enable}");
    }
}
