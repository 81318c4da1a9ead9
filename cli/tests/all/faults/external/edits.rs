//! Random edits of generated modules, like those of a user or a faulty tool. Simulators check the edits that `prove`
//! accepts.

use std::path::{Path, PathBuf};

use halfpipe_test_support::{seed, share};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::judge::{in_verilator, Judge, PowerUp};
use crate::common::for_each;
use crate::common::halfpipe;

/// Modules with short proofs, built from different operators: mnemonics and latencies.
const MODULES: [(&str, u32); 8] = [
    ("min.f16", 1),
    ("max.NaN.bf16", 1),
    ("neg.f16", 2),
    ("abs.ftz.f16x2", 1),
    ("setp.lt.f16", 1),
    ("cvt.f32.f16", 1),
    ("cvt.rn.bf16.f32", 2),
    ("add.rn.e4m3", 2),
];

/// The seed of the run of five hundred.
const SEED: u64 = 33;

/// The number of edit kinds that are faults.
const FAULTS: usize = 7;

/// The number of edited modules that Verilator compiles together.
const TOGETHER: usize = 64;

/// Returns a random number below a count.
fn below(random: &mut ChaCha8Rng, count: usize) -> usize {
    random.random_range(0..count.max(1))
}

/// Returns one of several texts.
fn pick<'t>(random: &mut ChaCha8Rng, items: &[&'t str]) -> &'t str {
    items[below(random, items.len())]
}

/// Splits a line into identifiers, numbers, operators and the text between them.
fn pieces(line: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = line;
    while !rest.is_empty() {
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '\'');
        let first = rest.starts_with(is_word);
        let end = rest
            .find(|c: char| is_word(c) != first || !first)
            .map_or(rest.len(), |end| end.max(1));
        let (piece, behind) = rest.split_at(end);
        pieces.push(piece);
        rest = behind;
    }
    pieces
}

/// True if a piece is an identifier that an expression may contain.
fn is_name(piece: &str) -> bool {
    const KEYWORDS: [&str; 11] = [
        "wire", "reg", "assign", "always", "posedge", "if", "else", "begin", "end", "input", "output",
    ];
    piece.starts_with(|c: char| c.is_ascii_lowercase()) && !KEYWORDS.contains(&piece)
}

/// Returns a line with one operand changed by `change`, or `None` if it has no operand.
fn with_operand(
    line: &str,
    random: &mut ChaCha8Rng,
    change: impl Fn(&str, &mut ChaCha8Rng) -> String,
) -> Option<String> {
    let equals = line.find(" = ").or_else(|| line.find("<= "))?;
    let (left, right) = line.split_at(equals + 2);
    let mut pieces: Vec<String> = pieces(right).into_iter().map(str::to_owned).collect();
    // A name before an index is left out, because both would change together.
    let places: Vec<usize> = (0..pieces.len())
        .filter(|place| is_name(&pieces[*place]) && pieces.get(place + 1).is_none_or(|next| next != "["))
        .collect();
    let place = *places.get(below(random, places.len()))?;
    pieces[place] = change(&pieces[place], random);
    Some(left.to_owned() + &pieces.concat())
}

/// Edits one line of a module. Returns `None` if the edit does not apply to the line.
fn edit(lines: &mut [String], random: &mut ChaCha8Rng) -> Option<()> {
    let first = lines.iter().position(|line| line.contains(");"))? + 1;
    let place = first + below(random, lines.len() - first);
    let line = lines[place].clone();
    let trimmed = line.trim();
    if trimmed.is_empty() || trimmed.starts_with("//") || trimmed.starts_with("endmodule") || trimmed.starts_with('`') {
        return None;
    }
    let names: Vec<String> = lines
        .iter()
        .flat_map(|line| pieces(line))
        .filter(|piece| is_name(piece))
        .map(str::to_owned)
        .collect();
    let number = below(random, 1000);
    // A fault is seldom accepted, so most edits are harmless ones.
    let kind = match below(random, 4) {
        0 => below(random, FAULTS),
        _ => FAULTS + below(random, 11),
    };
    lines[place] = match kind {
        // These edits are faults.
        0 => {
            let swaps = [
                ("&", "|"),
                ("|", "&"),
                ("^", "|"),
                ("+", "-"),
                ("==", "!="),
                ("? ", "? ~"),
            ];
            let (from, to) = swaps[below(random, swaps.len())];
            let at: Vec<usize> = line.match_indices(from).map(|(at, _)| at).collect();
            let at = *at.get(below(random, at.len()))?;
            format!("{}{to}{}", &line[..at], &line[at + from.len()..])
        }
        1 => with_operand(&line, random, |name, _| format!("~{name}"))?,
        2 if trimmed.ends_with(';') => String::new(),
        3 if trimmed.ends_with(';') => format!("{line}\n{line}"),
        4 => with_operand(&line, random, |_, random| names[below(random, names.len())].clone())?,
        5 => with_operand(&line, random, |_, random| {
            pick(random, &["1'bx", "1'b0", "16'hxxxx", "16'd1"]).to_owned()
        })?,
        6 => {
            let digits: Vec<usize> = line
                .match_indices(|c: char| c.is_ascii_digit())
                .map(|(at, _)| at)
                .collect();
            let at = *digits.get(below(random, digits.len()))?;
            format!("{}{}{}", &line[..at], below(random, 10), &line[at + 1..])
        }
        // These edits keep the function if they are applied correctly.
        7 => with_operand(&line, random, |name, random| {
            let same = pick(
                random,
                &[
                    "(N & N)",
                    "(N | N)",
                    "(~(~N))",
                    "(N ^ N ^ N)",
                    "(1'b1 ? N : N)",
                    "(N === N ? N : ~N)",
                ],
            );
            same.replace('N', name)
        })?,
        8 => with_operand(&line, random, |name, _| format!("(({name}))"))?,
        9 if trimmed.ends_with(';') && !trimmed.contains("<=") => {
            format!("{line}\n    wire [3:0] spare_{number};\n    wire spare_{number}_any = |spare_{number};")
        }
        10 if trimmed.starts_with("reg") => {
            line.replacen(';', &format!(" = {};", pick(random, &["0", "1", "{4{16'hdead}}"])), 1)
        }
        11 if trimmed.starts_with("wire") && trimmed.contains(" = ") && trimmed.ends_with(';') => {
            let (declared, value) = line.split_once(" = ")?;
            let name = declared.rsplit(' ').next()?;
            let declared = declared.replacen("wire", "reg", 1);
            match below(random, 3) {
                0 => format!("{declared};\n    always @* {name} = {value}"),
                1 => format!(
                    "{declared};\n    always @* begin\n        {name} = 'bx;\n        {name} = {value}\n    end"
                ),
                _ => format!(
                    "{declared};\n    always @* case (1'b1) 1'b1: {name} = {} default: {name} = 'bx; endcase",
                    value
                ),
            }
        }
        12 if trimmed.starts_with("wire") => format!("    (* keep *)\n{line}"),
        13 => line.replacen(
            "if (enable)",
            pick(
                random,
                &["if (enable === 1'b1)", "if (enable & 1'b1)", "if (~enable) ; else"],
            ),
            1,
        ),
        14 => line.replacen(
            "if (reset)",
            pick(
                random,
                &["if (reset == 1'b1)", "if (reset | 1'b0)", "if (enable | reset)"],
            ),
            1,
        ),
        15 if trimmed.starts_with("assign") => {
            let (left, value) = line.split_once(" = ")?;
            let name = left.trim().strip_prefix("assign ")?;
            format!(
                "    wire [63:0] last_{number};\n    assign last_{number} = {value}\n    assign {name} = last_{number};"
            )
        }
        16 => line.replacen("wire [", "wire signed [", 1),
        17 => with_operand(&line, random, |name, _| format!("({name} >> 0)"))?,
        _ => return None,
    };
    (lines[place] != line).then_some(())
}

/// An edited module, and the index of the original.
struct Edited {
    module: usize,
    text: String,
}

/// Returns the next edited module.
fn edited(texts: &[String], random: &mut ChaCha8Rng) -> Edited {
    loop {
        let module = below(random, texts.len());
        let mut lines: Vec<String> = texts[module].lines().map(str::to_owned).collect();
        let wanted = 1 + below(random, 3);
        let mut made = 0;
        for _ in 0..40 {
            made += usize::from(edit(&mut lines, random).is_some());
            if made == wanted {
                let text = lines.join("\n") + "\n";
                return Edited { module, text };
            }
        }
    }
}

/// True if `prove` accepts a file. Any file must end in a verdict or a refusal.
fn is_proven(folder: &Path, file: &str, module: usize) -> bool {
    let (mnemonic, latency) = MODULES[module];
    let mut command = halfpipe(&format!("prove {mnemonic} --latency {latency} --verilog {file}"));
    let output = command.current_dir(folder).output().unwrap();
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    match output.status.code() {
        Some(0) => true,
        Some(1 | 2) if !said.contains("panicked") => false,
        other => panic!("{other:?} {said}"),
    }
}

/// Edits modules until `wanted` of them are proven, and simulates those. A seed reproduces the same edits.
fn check(wanted: usize, mut random: ChaCha8Rng) {
    let folder = tempfile::tempdir().unwrap();
    let texts: Vec<String> = MODULES
        .iter()
        .map(|(mnemonic, latency)| {
            let mut command = halfpipe(&format!("generate {mnemonic} --latency {latency} --no-check"));
            let output = command.current_dir(folder.path()).output().unwrap();
            let said = String::from_utf8(output.stdout).unwrap();
            std::fs::read_to_string(folder.path().join(said.lines().next().unwrap())).unwrap()
        })
        .collect();
    let judges: Vec<Judge> = MODULES
        .iter()
        .map(|(mnemonic, latency)| Judge::new(mnemonic, *latency))
        .collect();
    let mut made = 0;
    let mut judged = 0;
    while judged < wanted {
        let mut accepted: Vec<(PathBuf, Edited)> = Vec::new();
        let together = TOGETHER.min(wanted - judged);
        while accepted.len() < together {
            let edits: Vec<(usize, Edited)> = (made..made + 16)
                .map(|number| (number, edited(&texts, &mut random)))
                .collect();
            made += edits.len();
            let proven = for_each(&edits, |(number, edited)| {
                let file = format!("edit_{number}.v");
                std::fs::write(folder.path().join(&file), &edited.text).unwrap();
                is_proven(folder.path(), &file, edited.module)
            });
            let both = edits.into_iter().zip(proven).filter(|(_, is_proven)| *is_proven);
            let file = |number| folder.path().join(format!("edit_{number}.v"));
            accepted.extend(both.map(|((number, edited), _)| (file(number), edited)));
        }
        accepted.truncate(together);
        judged += together;
        println!("{made} edits, {judged} of them proven");
        judge(&accepted, &judges);
    }
}

/// Simulates edited modules in Icarus and in Verilator.
fn judge(accepted: &[(PathBuf, Edited)], judges: &[Judge]) {
    let faults = for_each(accepted, |(_, edited)| {
        let judge = &judges[edited.module];
        [PowerUp::Unknown, PowerUp::Random].map(|power_up| judge.in_icarus(&edited.text, None, power_up, false))
    });
    for ((file, edited), fault) in accepted.iter().zip(faults) {
        let fault: Vec<String> = fault.into_iter().flatten().collect();
        assert!(fault.is_empty(), "{}: {fault:#?}\n{}", file.display(), edited.text);
    }
    let files: Vec<(&Path, &Judge)> = accepted
        .iter()
        .map(|(file, edited)| (file.as_path(), &judges[edited.module]))
        .collect();
    for ((_, edited), fault) in accepted.iter().zip(in_verilator(&files)) {
        assert_eq!(fault, None, "{}", edited.text);
    }
}

#[test]
fn edits_that_are_proven_are_right_in_simulators_at_any_seed() {
    check(share::count(16, 24), seed::random());
}

mod desktop_tools {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    /// The test takes twenty minutes on two cores.
    #[test]
    #[ignore = "it takes long; make test-desk runs it"]
    fn five_hundred_edits_that_are_proven_are_right_in_simulators() {
        super::check(500, ChaCha8Rng::seed_from_u64(super::SEED));
    }
}
