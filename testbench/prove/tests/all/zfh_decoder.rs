//! The decoder of a core of RISC-V: its proof, and faults that the proof finds.

use halfpipe_hdl::zfh::{decoder, parts, Divider, Extension, Sharing, ZfhSpec};
use halfpipe_isa::FloatFormat;
use halfpipe_lemmas::verdict::LemmaVerdict;
use halfpipe_lemmas::zfh::lemma_of_decoder;
use halfpipe_netlist::{Module, NetId, Op};

/// Returns cores with different operations. The first has the usual ones.
fn cores() -> Vec<ZfhSpec> {
    use Extension::{Zfa, Zfbfmin, Zfh, Zfhmin, Zfinx, Zhinx, Zhinxmin, F};
    let usual = ZfhSpec {
        divider: Divider::Small,
        ..ZfhSpec::default()
    };
    let of = |extensions: &[Extension]| ZfhSpec {
        extensions: extensions.to_vec(),
        ..usual.clone()
    };
    vec![
        usual.clone(),
        of(&[Zfh, Zfbfmin]),
        of(&[Zfhmin]),
        of(&[Zfbfmin]),
        of(&[Zhinx]),
        of(&[Zhinxmin]),
        of(&[F]),
        of(&[F, Zfh]),
        of(&[F, Zfa]),
        of(&[Zfh, Zfa]),
        of(&[F, Zfhmin, Zfbfmin]),
        whole(),
        ZfhSpec {
            sharing: Sharing::None,
            ..whole()
        },
        of(&[Zfinx]),
        of(&[Zfinx, Zhinx]),
        of(&[Zfinx, Zhinxmin]),
        ZfhSpec {
            formats: Some(vec![
                FloatFormat::RISCV_H,
                FloatFormat::RISCV_BF16,
                FloatFormat::RISCV_S,
            ]),
            xlen: 64,
            flen: 64,
            ..usual.clone()
        },
        ZfhSpec {
            formats: Some(vec![FloatFormat::RISCV_BF16]),
            divider: Divider::None,
            ..usual
        },
    ]
}

/// Returns a core of single precision, halves and bfloat16 with the operations of Zfa.
fn whole() -> ZfhSpec {
    ZfhSpec {
        extensions: vec![Extension::F, Extension::Zfh, Extension::Zfbfmin, Extension::Zfa],
        xlen: 64,
        flen: 64,
        divider: Divider::Small,
        ..ZfhSpec::default()
    }
}

/// Returns the verdict on a decoder in a core.
fn verdict(spec: &ZfhSpec, decoder: &Module) -> LemmaVerdict {
    lemma_of_decoder(spec, &parts(spec).unwrap(), decoder).decide().verdict
}

fn decoder_of(spec: &ZfhSpec) -> Module {
    decoder(spec, &parts(spec).unwrap())
}

#[test]
fn each_core_takes_its_operations_and_no_other() {
    for spec in cores() {
        assert_eq!(verdict(&spec, &decoder_of(&spec)), LemmaVerdict::Holds, "{spec:?}");
    }
}

#[test]
fn a_decoder_without_one_of_its_checks_is_refuted() {
    let spec = &cores()[0];
    // A check is gone if it is always 1.
    for check in [
        "src_fmt_is_0",
        "dst_fmt_is_0",
        "src_fmt_is_2",
        "dst_fmt_is_2",
        "int_fmt_is_2",
        "rm_is_0_1",
        "rm_is_0_1_2",
        "rm_is_0_1_2_3",
        "op_is_12",
    ] {
        let net = format!("decode.{check}");
        let decoder = decoder_of(spec);
        let id = decoder
            .lane
            .find(&net)
            .unwrap_or_else(|| panic!("the decoder has no net {net}"));
        assert_missed(spec, decoder, id, check);
    }
}

/// Asserts that a decoder is refuted if one of its checks, a net, is always 1.
fn assert_missed(spec: &ZfhSpec, mut decoder: Module, id: NetId, check: &str) {
    let node = &mut decoder.lane.nodes[id.index()];
    node.op = Op::Constant(1);
    node.operands.clear();
    let LemmaVerdict::Fails(words) = verdict(spec, &decoder) else {
        panic!("{check} is not missed in {}", spec.describe_function());
    };
    assert_eq!(words.len(), 6, "{check}: the counterexample has every code");
}

#[test]
fn a_decoder_of_single_precision_without_any_of_its_checks_is_refuted() {
    let f_and_zfh = ZfhSpec {
        extensions: vec![Extension::F, Extension::Zfh],
        ..cores()[0].clone()
    };
    for spec in [f_and_zfh, whole()] {
        let decoder = decoder_of(&spec);
        let checks = decoder.lane.ids().filter_map(|id| Some((id, decoder.lane.path(id)?)));
        let checks: Vec<(NetId, String)> = checks.filter(|(_, path)| path.contains("_is_")).collect();
        assert!(checks.len() >= 20, "{checks:?}");
        for (id, check) in checks {
            assert_missed(&spec, decoder_of(&spec), id, &check);
        }
    }
}

#[test]
fn the_decoder_of_a_core_with_more_or_fewer_operations_is_refuted() {
    let spec = &cores()[0];
    let wider = ZfhSpec {
        xlen: 64,
        ..spec.clone()
    };
    for (spec, other) in [(spec, &wider), (&wider, spec)] {
        let found = verdict(spec, &decoder_of(other));
        assert!(matches!(found, LemmaVerdict::Fails(_)), "{found:?}");
    }
}
