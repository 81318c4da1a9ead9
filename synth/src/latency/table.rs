//! The default latencies.
//!
//! A test holds them against the results under `synth/results`, and asks for a change only where the policy of
//! [`latency`](crate::latency) does; `UPDATE_EXPECT=1 cargo test -p halfpipe-synth --test all latencies::` then makes that change.

/// The measured instruction of each family and format, and the default latency of all instructions of these.
pub const TABLE: [(&str, u32); 29] = [
    ("add.rn.f16", 3),
    ("add.rn.bf16", 3),
    ("mul.rn.f16", 3),
    ("mul.rn.bf16", 3),
    ("fma.rn.f16", 6),
    ("fma.rn.bf16", 6),
    ("min.f16", 1),
    ("min.bf16", 1),
    ("tanh.approx.f16", 2),
    ("tanh.approx.bf16", 1),
    ("ex2.approx.f16", 5),
    ("ex2.approx.ftz.bf16", 4),
    ("add.rn.f32.f16", 7),
    ("add.rn.f32.bf16", 5),
    ("fma.rn.f32.f16", 7),
    ("fma.rn.f32.bf16", 6),
    ("setp.lt.f16", 1),
    ("setp.lt.bf16", 1),
    ("cvt.f32.f16", 1),
    ("cvt.rn.f16.f32", 2),
    ("cvt.rzi.s32.f16", 1),
    ("cvt.rn.f16.s32", 1),
    ("cvt.rn.satfinite.e4m3x2.f16x2", 1),
    ("add.rn.e4m3", 2),
    ("add.rn.e5m2", 2),
    ("mul.rn.e4m3", 2),
    ("mul.rn.e5m2", 1),
    ("fma.rn.e4m3", 4),
    ("fma.rn.e5m2", 3),
];
