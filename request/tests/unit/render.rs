//! Unit tests of `src/render.rs`.

use halfpipe_fpga::multiplier_blocks;
use halfpipe_hdl::design::StreamPorts;
use halfpipe_hdl::zfh::Divider;

use super::*;
use crate::arguments::zfh::Latencies;

fn unit(name: &str, latency: u32) -> DesignSpec {
    DesignSpec::new(DesignKind::Unit(name.parse().unwrap()), latency)
}

fn core(names: &[&str]) -> DesignSpec {
    let instructions: Vec<Instruction> = names.iter().map(|name| name.parse().unwrap()).collect();
    DesignSpec::new(DesignKind::core(&instructions), 1)
}

#[test]
fn a_unit_has_the_options_that_differ_from_the_usual_ones() {
    let fma = unit("fma.rn.f16", 3);
    assert_eq!(generate_command(&fma), "halfpipe generate fma.rn.f16 --latency 3");
    let with_flags = "fma.rn.f16".parse::<Instruction>().unwrap().with_flags().unwrap();
    let spec = DesignSpec {
        kind: DesignKind::Unit(with_flags),
        multiplier: Multiplier::Block(multiplier_blocks()),
        name: Some("mine".to_owned()),
        stream: Some(StreamPorts { user_bits: 4 }),
        ..fma
    };
    assert_eq!(
        generate_command(&spec),
        "halfpipe generate fma.rn.f16 --flags --latency 3 --multiplier block --name mine --stream --stream-user 4"
    );
    assert_eq!(
        render_command(&spec, DesignCommand::Prove),
        "halfpipe prove fma.rn.f16 --flags --latency 3 --multiplier block"
    );
}

#[test]
fn a_core_has_its_instructions_and_its_tag() {
    let spec = core(&["neg.f16", "abs.f16"]);
    assert_eq!(
        generate_command(&spec),
        "halfpipe generate fpu --instructions neg.f16,abs.f16 --latency 1 --tag-width 8"
    );
    let behind_bus = render_command(&spec, DesignCommand::Generate { bus: Some(Bus::Cfu) });
    assert_eq!(
        behind_bus,
        "halfpipe generate fpu --instructions neg.f16,abs.f16 --latency 1 --cfu"
    );
    let all = DesignSpec::new(DesignKind::core(Instruction::arithmetic()), 4);
    let clock = DesignCommand::MeetClock {
        target: Target::ICE40_HX8K,
        mhz: 40.0,
    };
    assert_eq!(
        render_command(&all, clock),
        "halfpipe synth fpu --target ice40-hx8k --latency auto --mhz 40"
    );
}

#[test]
fn a_run_names_its_file_and_its_engine() {
    let file_options = ["--verilog", "it's edited.v", "--port", "a=x[1:0]"].map(str::to_owned);
    let run = EngineRun {
        engine: "gates",
        mapping: Some("ice40"),
        file_options: &file_options,
    };
    let operands = ["0x3C00".to_owned(), "0xC000".to_owned()];
    let eval = DesignCommand::Eval {
        operands: &operands,
        run,
    };
    assert_eq!(
        render_command(&unit("mul.f16", 2), eval),
        r"halfpipe eval mul.rn.f16 0x3C00 0xC000 --verilog 'it'\''s edited.v' --port 'a=x[1:0]' --engine gates --mapped ice40 --latency 2"
    );
    let run = EngineRun {
        engine: "simulator",
        mapping: None,
        file_options: &[],
    };
    let mut spec = core(&["neg.f16", "abs.f16"]);
    let verify = DesignCommand::Verify {
        vectors: 300,
        seed: 1,
        run,
    };
    let expected =
        "halfpipe verify fpu --instructions neg.f16,abs.f16 --engine simulator --latency 1 --vectors 300 --seed 1";
    assert_eq!(render_command(&spec, verify), expected);
    spec.kind = DesignKind::Core {
        instructions: spec.kind.instructions().to_vec(),
        tag_bits: 4,
    };
    let with_tag = render_command(&spec, DesignCommand::RunEveryInput { run });
    assert!(
        with_tag.ends_with("--latency 1 --tag-width 4 --method exhaustive"),
        "{with_tag}"
    );
}

#[test]
fn the_command_of_a_core_of_riscv_makes_the_same_core() {
    let usual = ZfhSpec::default();
    let both = ZfhSpec {
        formats: Some(vec![FloatFormat::RISCV_H, FloatFormat::RISCV_BF16]),
        xlen: 64,
        flen: 64,
        latencies: [2, 0, 1],
        divider: Divider::Fast(4),
        name: Some("mine".to_owned()),
        ..usual.clone()
    };
    let in_integer_registers = ZfhSpec {
        extensions: vec![zfh::Extension::Zhinx],
        divider: Divider::Small,
        ..usual.clone()
    };
    for spec in [usual, both, in_integer_registers] {
        let command = zfh_command(&spec, None, false);
        let arguments = parsed(&command);
        let made = arguments
            .zfh
            .spec(arguments.latency, arguments.name.as_deref(), Multiplier::Rows);
        assert_eq!(made.unwrap(), spec, "{command}");
    }
}

/// Parses a command that generates a module.
fn parsed(command: &str) -> crate::arguments::generate::ModuleArguments {
    let words: Vec<String> = command.split(' ').skip(2).map(str::to_owned).collect();
    crate::arguments::command_line::parse(&words).unwrap()
}

#[test]
fn the_commands_of_dot_products_make_the_same_modules() {
    let instruction = |products, mode| mma::instruction(products, mode, "f32.f16").unwrap();
    let usual = MmaSpec::new(4, 2, instruction(8, "ampere"), 3);
    let other = MmaSpec {
        slots: 5,
        name: Some("mine".to_owned()),
        ..MmaSpec::new(1, 64, instruction(2, "rz"), 1)
    };
    for spec in [usual, other] {
        let command = mma_command(&spec);
        let arguments = parsed(&command);
        let latency = Latencies::cycles(arguments.latency).unwrap();
        let made = arguments.mma.tile(latency, arguments.name.as_deref(), Multiplier::Rows);
        assert_eq!(made.unwrap(), spec, "{command}");
    }
    let unit = VortexSpec {
        name: None,
        size: 4,
        mode: mma::mode("hopper").unwrap(),
        multiplier: Multiplier::Rows,
    };
    let command = vortex_command(&unit);
    assert_eq!(
        parsed(&command).mma.vortex(None, Multiplier::Rows).unwrap(),
        unit,
        "{command}"
    );
}
