//! `build`: accepted and refused project files.

use std::path::Path;

use halfpipe_tools::Tool;

use crate::common::{check, files_in, halfpipe, printed};
use expect_test::{expect, Expect};

/// Returns `build` in a folder with this project file.
fn build(folder: &Path, project: &str) -> assert_cmd::Command {
    std::fs::write(folder.join("halfpipe.toml"), project).unwrap();
    let mut command = halfpipe("build");
    command.current_dir(folder);
    command
}

/// Checks that a project file is refused and leaves no files.
fn refused(project: &str, expected: Expect) {
    let folder = tempfile::tempdir().unwrap();
    check(build(folder.path(), project), expected);
    assert_eq!(files_in(folder.path()), ["halfpipe.toml"]);
}

#[test]
fn a_table_with_wrong_brackets_is_told_the_right_ones() {
    refused(
        "out = \"rtl\"\n\n [module]\ninstruction = \"add.f16\"\n",
        expect![[r#"
            ! error: halfpipe.toml:3: a table of a module has two brackets on each side: write [[module]]
            status 2
        "#]],
    );
    refused(
        "out = \"rtl\"\n\n[[fpu]]\ninstructions = [\"add.f16\"]\n",
        expect![[r#"
            ! error: halfpipe.toml:3: the table of the core has one bracket on each side: write [fpu]
            status 2
        "#]],
    );
}

#[test]
fn every_module_is_written_with_one_list_of_sources() {
    let folder = tempfile::tempdir().unwrap();
    let project = "\
out = \"rtl\"

[[module]]
instruction = \"fma.f16\"
latency = 2
stream = true

[[module]]
instruction = \"min.bf16*\"
latency = 0

[fpu]
instructions = [\"add.f16\", \"max.f16*\"]
tag-width = 4
";
    check(
        build(folder.path(), project),
        expect![[r#"
            rtl/fma_rn_f16.v
            rtl/fma_rn_f16.json
            rtl/fma_rn_f16_stream.v
            rtl/fma_rn_f16_stream.json
            rtl/min_bf16.v
            rtl/min_bf16.json
            rtl/min_bf16x2.v
            rtl/min_bf16x2.json
            rtl/halfpipe_fpu.v
            rtl/halfpipe_fpu.json
            rtl/halfpipe_fpu.vh
            rtl/halfpipe_fpu.rs
            rtl/halfpipe.f
            status 0
        "#]],
    );
    let list = std::fs::read_to_string(folder.path().join("rtl/halfpipe.f")).unwrap();
    expect![[r#"
        fma_rn_f16.v
        fma_rn_f16_stream.v
        min_bf16.v
        min_bf16x2.v
        halfpipe_fpu.v
    "#]]
    .assert_eq(&list);
    let manifest = std::fs::read_to_string(folder.path().join("rtl/halfpipe_fpu.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!(manifest["operations"].as_array().unwrap().len(), 3);
    assert_eq!(manifest["ports"][5]["width"], 4, "{}", manifest["ports"][5]);
}

#[test]
fn a_build_is_what_generate_writes() {
    let folder = tempfile::tempdir().unwrap();
    let project = "[[module]]\ninstruction = \"mul.bf16\"\nlatency = 1\nstream = true\npackage = true\n";
    build(folder.path(), project).assert().success();
    let mut command = halfpipe("generate mul.bf16 --latency 1 --stream --package --out other");
    command.current_dir(folder.path()).assert().success();
    for name in files_in(&folder.path().join("other")) {
        let read = |path: &str| std::fs::read(folder.path().join(path).join(&name)).unwrap();
        assert_eq!(read("."), read("other"), "{name}");
    }
}

#[test]
fn a_module_of_multiplier_blocks_is_what_generate_writes() {
    let folder = tempfile::tempdir().unwrap();
    let same = |options: &str| {
        let mut command = halfpipe(&format!("generate mul.bf16 --multiplier block --out other {options}"));
        command.current_dir(folder.path()).assert().success();
        let read = |path: &str| std::fs::read_to_string(folder.path().join(path).join("mul_rn_bf16.v")).unwrap();
        assert_eq!(read("."), read("other"), "{options}");
    };
    let module = |keys: &str| format!("[[module]]\ninstruction = \"mul.bf16\"\nmultiplier = \"block\"\n{keys}\n");
    build(folder.path(), &module("latency = 1")).assert().success();
    same("--latency 1");
    // Any combinational module is faster than this.
    build(folder.path(), &module("mhz = 5\ntarget = \"ice40-up5k\""))
        .assert()
        .success();
    same("--latency 0");
}

#[test]
fn the_usual_latency_is_the_one_that_explain_names() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), "[[module]]\ninstruction = \"fma.f16\"\n")
        .assert()
        .success();
    let written = std::fs::read_to_string(folder.path().join("fma_rn_f16.json")).unwrap();
    let [written, explained] = [written, printed("explain fma.f16 --json")]
        .map(|json| serde_json::from_str::<serde_json::Value>(&json).unwrap());
    assert_eq!(written["latency"], explained["default_latency"]);
    assert!(explained["measured"].is_object(), "a knee needs a curve");
    for command in ["generate", "board icebreaker"] {
        let help = printed(&format!("{command} --help"));
        let words: Vec<&str> = help.split_whitespace().collect();
        let words = words.join(" ");
        let (_, latency) = words.split_once("0: combinational").expect(command);
        let (latency, _) = latency.split_once(" --").unwrap_or((latency, ""));
        assert!(latency.ends_with("[default: see explain]"), "{command}: {latency}");
    }
}

#[test]
fn modules_behind_a_handshake_are_what_generate_writes() {
    let folder = tempfile::tempdir().unwrap();
    let project = "\
[[zfh]]
isa = [\"zfhmin\", \"zfbfmin\"]
latency = \"conv=1\"
zhinx = false
name = \"converter\"
package = true

[[mma]]
m = 1
n = 2
k = 4
mode = \"volta\"

[[vortex]]
n = 2
mode = \"ampere\"
";
    build(folder.path(), project).assert().success();
    for command in [
        "generate zfh --isa zfhmin,zfbfmin --latency conv=1 --name converter --package --out other",
        "generate mma --m 1 --n 2 --k 4 --mode volta --out other",
        "generate vortex --n 2 --mode ampere --out other",
    ] {
        halfpipe(command).current_dir(folder.path()).assert().success();
    }
    let names = files_in(&folder.path().join("other"));
    assert_eq!(names.len(), 13, "{names:?}");
    for name in names {
        let read = |path: &str| std::fs::read(folder.path().join(path).join(&name)).unwrap();
        assert_eq!(read("."), read("other"), "{name}");
    }
    let sources = std::fs::read_to_string(folder.path().join("halfpipe.f")).unwrap();
    assert_eq!(
        sources.lines().filter(|line| line.ends_with('v')).count(),
        3,
        "{sources}"
    );
}

#[test]
fn keys_of_a_handshake_are_checked_as_options_are() {
    refused(
        "[[zfh]]\nflags = true\n",
        expect![[r#"
            ! error: halfpipe.toml:2: unknown key `flags`, expected one of `isa`, `formats`, `xlen`, `flen`, `zhinx`, `divsqrt`, `share`, `fpnew`, `decoder`, `latency`, `multiplier`, `name`, `package`
            status 2
        "#]],
    );
    refused(
        "[[zfh]]\nisa = \"nothing\"\n",
        expect![[r#"
            ! error: halfpipe.toml:2: invalid value 'nothing' for '--isa <LIST>': unknown extension `nothing`; zfh takes --isa f, zfh, zfhmin, zfbfmin, zfa, zfinx, zhinx, zhinxmin
            status 2
        "#]],
    );
    refused(
        "[[module]]\ninstruction = \"zfh\"\n",
        expect![[r#"
            ! error: halfpipe.toml:2: `zfh` is no instruction: it has a table of its own, [[zfh]]
            status 2
        "#]],
    );
    refused(
        "[[module]]\ninstruction = \"riscv\"\n",
        expect![[r#"
            ! error: halfpipe.toml:2: `riscv` is no instruction: it has a table of its own, [[zfh]]
            status 2
        "#]],
    );
    refused(
        "[[zfh]]\nisa = [\"zfhmin\"]\nmultiplier = \"block\"\n",
        expect![[r#"
            ! error: halfpipe.toml:1: zfh: --multiplier block: this core has no multiplication; leave it out, or choose --isa with one, such as --isa zfh
            status 2
        "#]],
    );
    refused(
        "[[mma]]\nm = 2\n",
        expect![[r#"
        ! error: halfpipe.toml:1: mma: mma needs the size of the tile and a mode; write for example mma --m 2 --n 2 --k 4 --mode volta
        status 2
    "#]],
    );
    refused(
        "[[zfh]]\nisa = { zfh = true }\n",
        expect![[r#"
        ! error: halfpipe.toml:2: the value is a number, a text, true, or a list of texts
        status 2
    "#]],
    );
    refused(
        "[[zfh]]\nisa = \"zfhmin\"\n\n[[zfh]]\nisa = \"zfbfmin\"\n",
        expect![[r#"
            ! error: halfpipe.toml:4: zfh: it would write the file halfpipe_zfh.v, as another entry does; give it another `name`
            status 2
        "#]],
    );
}

#[test]
fn unknown_keys_are_named_with_their_line_and_what_is_allowed() {
    refused(
        "[[module]]\ninstruction = \"add.f16\"\nlatancy = 2\n",
        expect![[r#"
            ! error: halfpipe.toml:3: unknown key `latancy`, expected one of `instruction`, `latency`, `mhz`, `target`, `multiplier`, `optimise`, `name`, `flags`, `rounding`, `register-ports`, `iterative`, `stream`, `stream-user`, `package`
            status 2
        "#]],
    );
    refused(
        "[[modules]]\ninstruction = \"add.f16\"\n",
        expect![[r#"
            ! error: halfpipe.toml:1: unknown key `modules`, expected one of `out`, `module`, `fpu`, `zfh`, `mma`, `vortex`
            status 2
        "#]],
    );
    refused(
        "\n[fpu]\nmhz = 100\n",
        expect![[r#"
            ! error: halfpipe.toml:3: unknown key `mhz`, expected one of `instructions`, `latency`, `tag-width`, `multiplier`, `name`, `flags`, `rounding`, `register-ports`, `stream`, `stream-user`, `package`, `cfu`, `pcpi`
            status 2
        "#]],
    );
    refused(
        "[[module]]\nlatency = 2\n",
        expect![[r#"
        ! error: halfpipe.toml:1: missing key `instruction`
        status 2
    "#]],
    );
}

#[test]
fn values_that_are_not_allowed_are_named_with_their_line() {
    refused(
        "[[module]]\ninstruction = \"add.f17\"\n",
        expect![[r#"
            ! error: halfpipe.toml:2: add has no type `.f17` (did you mean `f16`?); add takes .f16, .f16x2, .bf16, .bf16x2, .f32.f16, .f32.bf16, .e4m3, .e4m3x2, .e4m3x4, .e5m2, .e5m2x2, .e5m2x4, or any format .eXmY (X 2 to 8, Y 1 to 23) such as .f32 and .e5m6x2
            status 2
        "#]],
    );
    refused(
        "[[module]]\ninstruction = \"rem*\"\n",
        expect![[r#"
            ! error: halfpipe.toml:2: no instruction matches `rem*`; `halfpipe list '*' riscv` prints all names of PTX and of RISC-V
            status 2
        "#]],
    );
    refused(
        "[[module]]\ninstruction = \"mul.f16\"\n\nlatency = 99\n",
        expect![[r#"
            ! error: halfpipe.toml:4: mul.rn.f16 has no latency 99: its latencies are 0 to 32
            status 2
        "#]],
    );
    refused(
        "[[module]]\ninstruction = \"mul.f16\"\nlatency = -1\n",
        expect![[r#"
            ! error: halfpipe.toml:3: invalid value: integer `-1`, expected a whole number from 0 on
            status 2
        "#]],
    );
    refused(
        "[[module]]\ninstruction = \"mul.f16\"\nstream = \"yes\"\n",
        expect![[r#"
            ! error: halfpipe.toml:3: invalid type: string "yes", expected a boolean
            status 2
        "#]],
    );
    refused(
        "[[module]]\ninstruction = \"mul.f16\"\nmhz = \"fast\"\n",
        expect![[r#"
        ! error: halfpipe.toml:3: invalid type: string "fast", expected a number
        status 2
    "#]],
    );
    refused(
        "[[module]]\ninstruction = \"mul.f16\"\nmultiplier = \"dsp\"\n",
        expect![[r#"
            ! error: halfpipe.toml:3: unknown value `dsp`, expected `rows` or `block`
            status 2
        "#]],
    );
    refused(
        "[[module]]\ninstruction = \"rcp.f16\"\niterative = true\noptimise = \"speed\"\n",
        expect![[r#"
            ! error: halfpipe.toml:4: the iterative unit of rcp.rn.f16 has only one form; request a unit, or the form for area
            status 2
        "#]],
    );
    refused(
        "[[module]]\ninstruction = \"min.f16\"\nmultiplier = \"block\"\n",
        expect![[r#"
            ! error: halfpipe.toml:3: min.f16 has no multiplication; request mul, fma or a core with one of them, or no multiplier blocks
            status 2
        "#]],
    );
    refused(
        "[[module]]\ninstruction = \"fpu\"\n",
        expect![[r#"
        ! error: halfpipe.toml:2: `fpu` is no instruction: the core has a table of its own, [fpu]
        status 2
    "#]],
    );
    refused(
        "[fpu]\ninstructions = [\n    \"add.f16\",\n    \"sub\",\n]\n",
        expect![[r#"
            ! error: halfpipe.toml:4: `sub` has no type; sub takes .f16, .f16x2, .bf16, .bf16x2, .f32.f16, .f32.bf16, .e4m3, .e4m3x2, .e4m3x4, .e5m2, .e5m2x2, .e5m2x4, or any format .eXmY (X 2 to 8, Y 1 to 23) such as .f32 and .e5m6x2
            status 2
        "#]],
    );
    refused(
        "[fpu]\ninstructions = []\n",
        expect![[r#"
        ! error: halfpipe.toml:1: the core has no instruction; name at least one
        status 2
    "#]],
    );
    refused(
        "[fpu]\ninstructions = [\"neg.f16\"]\ntag-width = 65\n",
        expect![[r#"
            ! error: halfpipe.toml:3: invalid tag width 65: use 1 to 64 bits
            status 2
        "#]],
    );
    refused(
        "[fpu]\ninstructions = [\"neg.f16\"]\nlatency = 50\n",
        expect![[r#"
        ! error: halfpipe.toml:3: this core has no latency 50: its latencies are 0 to 32
        status 2
    "#]],
    );
}

#[test]
fn a_keyword_is_no_name() {
    refused(
        "[[module]]\ninstruction = \"neg.f16\"\n\nname = \"logic\"\n",
        expect![[r#"
            ! error: halfpipe.toml:4: invalid module name `logic`: it is a keyword of SystemVerilog (IEEE 1800-2017, annex B); a name has at most 200 letters, digits and _, does not start with a digit, and is no keyword of Verilog or SystemVerilog; use one such as `logic_unit`
            status 2
        "#]],
    );
    refused(
        "[fpu]\ninstructions = [\"neg.f16\"]\nname = \"checker\"\n",
        expect![[r#"
            ! error: halfpipe.toml:3: invalid module name `checker`: it is a keyword of SystemVerilog (IEEE 1800-2017, annex B); a name has at most 200 letters, digits and _, does not start with a digit, and is no keyword of Verilog or SystemVerilog; use one such as `checker_unit`
            status 2
        "#]],
    );
}

#[test]
fn contradictions_and_what_is_no_toml() {
    refused(
        "[[module]]\ninstruction = \"add.f16\"\n\n[[module]]\ninstruction = \"add.rn.*\"\nlatency = 1\n",
        expect![[r#"
            ! error: halfpipe.toml:5: add.rn.f16 would write the file add_rn_f16.v, as add.rn.f16 in line 2 does; give it another `name`
            status 2
        "#]],
    );
    refused(
        "[[module]]\ninstruction = \"add.f16\"\nlatency = 1\nlatency = 2\n",
        expect![[r#"
            ! error: halfpipe.toml:4: duplicate key `latency`: a table has each key once
            status 2
        "#]],
    );
    refused(
        "[[module]\n",
        expect![[r#"
        ! error: halfpipe.toml:1: unclosed array table, expected `]`
        status 2
    "#]],
    );
    refused(
        "",
        expect![[r#"
            ! error: halfpipe.toml: the file requests no module; add a table [[module]], [fpu], [[zfh]], [[mma]] or [[vortex]]
            status 2
        "#]],
    );
    let folder = tempfile::tempdir().unwrap();
    let mut command = halfpipe("build");
    command.current_dir(folder.path());
    check(
        command,
        expect![[r#"
        ! error: cannot read halfpipe.toml: No such file or directory (os error 2)
        status 2
    "#]],
    );
}

#[test]
fn names_that_meet_are_refused_with_both_lines() {
    let module = |instruction: &str, keys: &str| format!("[[module]]\ninstruction = \"{instruction}\"\n{keys}\n");
    let both = |first: &str, second: &str| format!("{first}\n{second}");
    let stream = module("max.f16", "stream = true");
    let package = module("neg.f16", "latency = 0\npackage = true");
    let block = module("fma.f16", "multiplier = \"block\"\nlatency = 3");
    let core = "[fpu]\ninstructions = [\"neg.f16\"]\ncfu = true\n";
    refused(
        &both(&stream, &module("neg.f16", "name = \"max_f16_stream\"")),
        expect![[r#"
            ! error: halfpipe.toml:7: neg.f16 would write the file max_f16_stream.v, as max.f16 in line 2 does; give it another `name`
            status 2
        "#]],
    );
    refused(
        &both(&module("neg.f16", "name = \"max_f16_stream\""), &stream),
        expect![[r#"
            ! error: halfpipe.toml:6: max.f16 would write the file max_f16_stream.v, as neg.f16 in line 3 does; give it another `name`
            status 2
        "#]],
    );
    refused(
        &both(&module("neg.f16", "name = \"halfpipe_fpu\""), core),
        expect![[r#"
            ! error: halfpipe.toml:5: fpu would write the file halfpipe_fpu.v, as neg.f16 in line 3 does; give it another `name`
            status 2
        "#]],
    );
    refused(
        &both(&module("neg.f16", "name = \"halfpipe_fpu_cfu\""), core),
        expect![[r#"
            ! error: halfpipe.toml:5: fpu would write the file halfpipe_fpu_cfu.v, as neg.f16 in line 3 does; give it another `name`
            status 2
        "#]],
    );
    refused(
        &both(&package, &module("abs.f16", "name = \"neg_f16_tb\"")),
        expect![[r#"
            ! error: halfpipe.toml:8: abs.f16 would write the file neg_f16_tb.v, as neg.f16 in line 2 does; give it another `name`
            status 2
        "#]],
    );
    // macOS and Windows take these names for the same file.
    refused(
        &both(&package, &module("abs.f16", "name = \"NEG_F16\"")),
        expect![[r#"
            ! error: halfpipe.toml:8: abs.f16 would write the file NEG_F16.v, which some systems take for neg_f16.v of neg.f16 in line 2; give it another `name`
            status 2
        "#]],
    );
    // One module's name is that of an inner module of the other.
    refused(
        &both(&block, &module("neg.f16", "name = \"fma_rn_f16_multiplier_11x11\"")),
        expect![[r#"
            ! error: halfpipe.toml:8: neg.f16 would define the Verilog module fma_rn_f16_multiplier_11x11, as fma.rn.f16 in line 2 does; give it another `name`
            status 2
        "#]],
    );
    refused(
        &module("neg.f16", "name = \"halfpipe\"\npackage = true"),
        expect![[r#"
            ! error: halfpipe.toml:3: neg.f16 would write the file halfpipe.f, which lists the sources of the project; give it another `name`
            status 2
        "#]],
    );
}

#[test]
fn names_that_do_not_meet_are_all_written() {
    let folder = tempfile::tempdir().unwrap();
    // A combinational design has no separate multiplier module.
    let project = "\
[[module]]
instruction = \"fma.f16\"
multiplier = \"block\"
latency = 0

[[module]]
instruction = \"neg.f16\"
name = \"fma_rn_f16_multiplier_11x11\"

[[module]]
instruction = \"neg.f16\"
name = \"halfpipe\"
";
    build(folder.path(), project).assert().success();
    let list = std::fs::read_to_string(folder.path().join("halfpipe.f")).unwrap();
    assert_eq!(list, "fma_rn_f16.v\nfma_rn_f16_multiplier_11x11.v\nhalfpipe.v\n");
}

#[test]
#[ignore = "a flow of other tools: make test-flows"]
fn a_clock_chooses_the_smallest_latency_that_meets_it() {
    let folder = tempfile::tempdir().unwrap();
    // A combinational minimum is far faster than this.
    let project = "[[module]]\ninstruction = \"min.f16\"\nmhz = 60\ntarget = \"ice40-hx8k\"\n";
    assert!(build(folder.path(), project).output().unwrap().status.success());
    let manifest = std::fs::read_to_string(folder.path().join("min_f16.json")).unwrap();
    assert!(manifest.contains("\"latency\": 0"), "{manifest}");
    refused(
        "[[module]]\ninstruction = \"neg.f16\"\nmhz = 5000\ntarget = \"ice40-hx8k\"\n",
        expect![[r#"
            ! error: halfpipe.toml:3: neg.f16 does not meet 5000 MHz on ice40-hx8k at any of its latencies, 0 to 1
            status 1
        "#]],
    );
}

/// Writes a program that answers for a tool's version and can do nothing else.
fn write_version_only(folder: &Path, tool: Tool) {
    let program = tool.find().unwrap();
    let path = folder.join(program.file_name().unwrap());
    let version = format!(
        "#!/bin/sh\ncase \"$*\" in *-V*|*--version*) exec {} \"$@\";; esac\nexit 1\n",
        program.display()
    );
    std::fs::write(&path, version).unwrap();
    std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
}

#[test]
#[ignore = "a flow of other tools: make test-flows"]
fn a_measurement_is_kept_for_the_next_build() {
    let [folder, cache, tools] = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let project = "[[module]]\ninstruction = \"min.f16\"\nmhz = 60\ntarget = \"ice40-hx8k\"\n";
    let built = |search: Option<&Path>| {
        let mut command = build(folder.path(), project);
        command
            .env("HALFPIPE_CACHE", cache.path().join("halfpipe"))
            .env_remove("HALFPIPE_PROGRESS");
        if let Some(search) = search {
            let path = format!("{}:{}", search.display(), std::env::var("PATH").unwrap());
            command.env("PATH", path).env("HALFPIPE_TOOLS", search);
        }
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stderr).unwrap()
    };
    let first = built(None);
    let summary = |said: &str| said.lines().last().unwrap().to_owned();
    let measured = summary(&first);
    assert!(
        measured.starts_with("min_f16: latency 0, ") && measured.ends_with(" MHz measured on ice40-hx8k"),
        "{first}"
    );
    let router = halfpipe_fpga::Target::ICE40_HX8K.router().unwrap().program;
    for tool in [Tool::Yosys, Tool::OfFamily(router)] {
        write_version_only(tools.path(), tool);
    }
    assert_eq!(summary(&built(Some(tools.path()))), measured);
    // With another module, these tools fail.
    let other = project.replace("min", "max");
    let mut command = build(folder.path(), &other);
    command.env("HALFPIPE_CACHE", cache.path().join("halfpipe"));
    let path = format!("{}:{}", tools.path().display(), std::env::var("PATH").unwrap());
    command
        .env("PATH", path)
        .env("HALFPIPE_TOOLS", tools.path())
        .assert()
        .code(1);
}

#[test]
fn the_output_folder_is_tested_before_a_tool_runs() {
    let empty = tempfile::tempdir().unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("taken"), "").unwrap();
    let project = "[[module]]\ninstruction = \"neg.f16\"\nmhz = 60\ntarget = \"ice40-hx8k\"\n";
    let taken = "error: cannot write taken: Not a directory";
    let option = "error: invalid value 'taken/rtl' for '--out <DIR>': taken is no folder";
    for (out, file, expected) in [("", "taken", taken), ("--out taken/rtl", "rtl", option)] {
        let mut command = halfpipe(&format!("build {out}"));
        std::fs::write(
            folder.path().join("halfpipe.toml"),
            format!("out = \"{file}\"\n{project}"),
        )
        .unwrap();
        command
            .current_dir(folder.path())
            .env("PATH", empty.path())
            .env("HALFPIPE_TOOLS", empty.path());
        let output = command.output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.starts_with(expected), "{said}");
        assert_eq!(output.status.code(), Some(2));
    }
    assert_eq!(files_in(folder.path()), ["halfpipe.toml", "taken"]);
}

#[test]
fn the_whole_file_is_read_before_a_tool_runs() {
    // Without tools, a command that needs one ends with status 1.
    let empty = tempfile::tempdir().unwrap();
    let clocked = "[[module]]\ninstruction = \"neg.f16\"\nmhz = 60\ntarget = \"ice40-hx8k\"\n\n";
    let answer = |rest: &str, expected: Expect| {
        let folder = tempfile::tempdir().unwrap();
        let mut command = build(folder.path(), &format!("{clocked}{rest}"));
        command.env("PATH", empty.path()).env("HALFPIPE_TOOLS", empty.path());
        check(command, expected);
        assert_eq!(files_in(folder.path()), ["halfpipe.toml"]);
    };
    answer(
        "",
        expect![[r#"
        ! error: yosys (synthesis) not found on the PATH or in a tool folder (HALFPIPE_TOOLS); run `halfpipe tools install`
        status 1
    "#]],
    );
    answer(
        "[[module]]\ninstruction = \"add.f17\"\n",
        expect![[r#"
            ! error: halfpipe.toml:7: add has no type `.f17` (did you mean `f16`?); add takes .f16, .f16x2, .bf16, .bf16x2, .f32.f16, .f32.bf16, .e4m3, .e4m3x2, .e4m3x4, .e5m2, .e5m2x2, .e5m2x4, or any format .eXmY (X 2 to 8, Y 1 to 23) such as .f32 and .e5m6x2
            status 2
        "#]],
    );
    answer(
        "[[module]]\ninstruction = \"neg.f16\"\nlatency = 0\n",
        expect![[r#"
            ! error: halfpipe.toml:7: neg.f16 would write the file neg_f16.v, as neg.f16 in line 2 does; give it another `name`
            status 2
        "#]],
    );
    answer(
        "[[module]]\ninstruction = \"add.f16\"\nmhz = 9\ntarget = \"ice40-hx8k\"\nname = \"logic\"\n",
        expect![[r#"
            ! error: halfpipe.toml:10: invalid module name `logic`: it is a keyword of SystemVerilog (IEEE 1800-2017, annex B); a name has at most 200 letters, digits and _, does not start with a digit, and is no keyword of Verilog or SystemVerilog; use one such as `logic_unit`
            status 2
        "#]],
    );
    answer(
        "[[module]]\ninstruction = \"add.f16\"\nname = \"neg_f16\"\n",
        expect![[r#"
            ! error: halfpipe.toml:8: add.rn.f16 would write the file neg_f16.v, as neg.f16 in line 2 does; give it another `name`
            status 2
        "#]],
    );
    answer(
        "[fpu]\ninstructions = [\"neg.f16\"]\ntag-width = 65\n",
        expect![[r#"
        ! error: halfpipe.toml:8: invalid tag width 65: use 1 to 64 bits
        status 2
    "#]],
    );
}

#[test]
fn contradictions_about_a_clock_are_refused() {
    let module = |keys: &str| format!("[[module]]\ninstruction = \"neg.f16\"\n{keys}\n");
    refused(
        &module("mhz = 60"),
        expect![[r#"
        ! error: halfpipe.toml:3: `mhz` needs a `target`, the FPGA on which the clock is met
        status 2
    "#]],
    );
    refused(
        &module("target = \"ice40-hx8k\""),
        expect![[r#"
        ! error: halfpipe.toml:3: `target` needs an `mhz`, the clock to be met on it
        status 2
    "#]],
    );
    refused(
        &module("mhz = 60\nlatency = 1\ntarget = \"ice40-hx8k\""),
        expect![[r#"
        ! error: halfpipe.toml:4: `latency` and `mhz` cannot be combined; `mhz` chooses the smallest latency that meets it
        status 2
    "#]],
    );
    refused(
        &module("mhz = -1.5\ntarget = \"ice40-hx8k\""),
        expect![[r#"
        ! error: halfpipe.toml:3: `mhz` is a frequency above 0
        status 2
    "#]],
    );
    refused(
        &module("mhz = 60\ntarget = \"hx8k\""),
        expect![[r#"
        ! error: halfpipe.toml:4: unknown target 'hx8k'; the targets are ice40-hx8k, ice40-up5k, ecp5-25k, ecp5-85k, nexus-lifcl-40, gowin-gw1n-9c, gowin-gw2a-18c, xilinx-7
        status 2
    "#]],
    );
}
