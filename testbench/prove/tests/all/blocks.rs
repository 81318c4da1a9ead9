//! Equivalence of the multiplier block models with Yosys' own models, for the families that have one.

use halfpipe_aig::Aig;
use halfpipe_fpga::Family;
use halfpipe_test_support::{seed, share};
use halfpipe_yosys::circuit::read_netlist;
use halfpipe_yosys::netlist::YosysModule;
use halfpipe_yosys::Mapping;
use halfpipe_yosys::Yosys;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::common::running::Running;

/// The name of the module with blocks side by side, which share their inputs.
const MODULE: &str = "blocks";

/// The register settings of a block: at a, at b, and behind the product.
const SETTINGS: [[bool; 3]; 5] = [
    [false, false, false],
    [false, false, true],
    [true, true, false],
    [true, false, true],
    [true, true, true],
];

/// The width in bits of both factors. The control signals follow: the clock enable, and the hold of each register.
const FACTORS: usize = 32;
const CONTROLS: [&str; 5] = ["CE", "AHOLD", "BHOLD", "OHOLDTOP", "OHOLDBOT"];

/// The number of clock cycles, of 64 runs side by side.
const CYCLES: usize = 300;

/// The number of cycles after which every register has been written.
const FILLING: usize = 3;

/// The number of faults of the model that are tried.
const FAULTS: usize = 2;

/// Returns Verilog with a block of each setting.
fn verilog() -> String {
    let inputs = FACTORS + CONTROLS.len();
    let mut text = format!(
        "module {MODULE}(input clock, input [{}:0] i, output [{}:0] o);\n",
        inputs - 1,
        32 * SETTINGS.len() - 1
    );
    let controls = CONTROLS.iter().enumerate();
    let controls: Vec<String> = controls
        .map(|(place, pin)| format!(".{pin}(i[{}])", FACTORS + place))
        .collect();
    let zeros: Vec<String> = ["CHOLD", "DHOLD", "IRSTTOP", "IRSTBOT", "ORSTTOP", "ORSTBOT"]
        .into_iter()
        .chain(["OLOADTOP", "OLOADBOT", "ADDSUBTOP", "ADDSUBBOT"])
        .map(|pin| format!(".{pin}(1'b0)"))
        .collect();
    for (number, [at_a, at_b, behind]) in SETTINGS.into_iter().enumerate() {
        let output = if behind { 1 } else { 3 };
        text += &format!(
            "  SB_MAC16 #(.A_REG({}), .B_REG({}), .TOPOUTPUT_SELECT({output}), .BOTOUTPUT_SELECT({output}), .TOPADDSUB_LOWERINPUT(2),
    .TOPADDSUB_UPPERINPUT(1), .TOPADDSUB_CARRYSELECT(3), .BOTADDSUB_LOWERINPUT(2), .BOTADDSUB_UPPERINPUT(1))
    block_{number} (.CLK(clock), .A(i[15:0]), .B(i[31:16]), .C(16'd0), .D(16'd0), {}, {}, .O(o[{}:{}]));\n",
            u8::from(at_a),
            u8::from(at_b),
            controls.join(", "),
            zeros.join(", "),
            32 * number + 31,
            32 * number
        );
    }
    text + "endmodule\n"
}

/// Returns the circuit of the blocks. Each is built from the gates of a model that `reading` reads.
fn blocks(model: &str, reading: &str) -> Aig {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("it can be written");
    write("blocks.v", &verilog());
    write("model.v", model);
    let script = format!(
        "read_verilog blocks.v\n{reading}\nhierarchy -top {MODULE}\nhierarchy -check -top {MODULE}\nproc\nflatten\n\
         hierarchy -top {MODULE}\n{}delete t:$scopeinfo\nwrite_json blocks.json\n",
        Mapping::Generic.script(MODULE)
    );
    let yosys = Yosys::find().unwrap_or_else(|error| panic!("{error}"));
    let run = yosys.run(folder.path(), "script.ys", &script);
    run.unwrap_or_else(|error| panic!("{error}"));
    let json = std::fs::read_to_string(folder.path().join("blocks.json")).expect("Yosys has written it");
    let module = YosysModule::parse(&json, MODULE).unwrap_or_else(|error| panic!("{error}"));
    read_netlist(&module, Mapping::Generic, &["i"], &["o"]).unwrap_or_else(|error| panic!("{error}"))
}

/// True if two circuits have the same outputs for random inputs, once all registers are written.
fn are_alike(ours: &Aig, theirs: &Aig, mut random: ChaCha8Rng) -> bool {
    let [mut ours, mut theirs] = [ours, theirs].map(Running::new);
    (0..CYCLES).all(|cycle| {
        let mut inputs: Vec<u64> = (0..FACTORS + CONTROLS.len()).map(|_| random.random()).collect();
        // Two of three cycles restrict the factors to their lowest or highest bits.
        if cycle % 3 > 0 {
            let spared = if cycle % 3 == 1 { 5..16 } else { 0..11 };
            for bit in spared {
                inputs[bit] = 0;
                inputs[16 + bit] = 0;
            }
        }
        if cycle < FILLING {
            inputs[FACTORS..].copy_from_slice(&[u64::MAX, 0, 0, 0, 0]);
        }
        let shown = [ours.cycle(&inputs), theirs.cycle(&inputs)];
        cycle < FILLING || shown[0] == shown[1]
    })
}

#[test]
fn the_multiplier_block_of_ice40_is_as_yosys_models_it_at_any_seed() {
    let random = seed::random();
    let family = Family::ICE40;
    let macros = family.models.without_defaults.expect("its models have a macro for it");
    let file = family.models.file;
    let theirs = blocks("", &format!("read_verilog -defer -overwrite -D {macros} {file}"));
    let model = (family.evaluated_blocks.expect("its blocks have a model").model)();
    let of_model = |text: &str| blocks(text, "read_verilog -defer model.v");
    assert!(are_alike(&of_model(&model), &theirs, random.clone()));
    let faults = [
        ("if (CE & ~OHOLDTOP)", "if (CE)"),
        ("if (CE & ~AHOLD)", "if (~AHOLD)"),
        ("& ~BHOLD)", "& ~AHOLD)"),
        ("{16{b[7]}} & a", "{16{b[6]}} & a"),
        ("held_BOT <= product[15:0]", "held_BOT <= product[16:1]"),
    ];
    for (from, to) in share::drawn(&faults, FAULTS, &mut random.clone()) {
        let wrong = model.replace(from, to);
        assert_ne!(wrong, model, "the model has no {from}");
        assert!(
            !are_alike(&of_model(&wrong), &theirs, random.clone()),
            "{to} in place of {from} is not noticed"
        );
    }
}
