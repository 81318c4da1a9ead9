//! Code compiled for the widest vector instructions of the present processor.
#![allow(unsafe_code)]

/// Runs `work` with the widest vector instructions of this processor. All code inlined into `work` is compiled again
/// for them. Other code stays as it is.
#[inline(always)]
pub fn with_best_simd<T>(work: impl FnOnce() -> T) -> T {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::is_x86_feature_detected as has;

        if has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt") {
            if has!("avx512f") && has!("avx512bw") && has!("avx512cd") && has!("avx512dq") && has!("avx512vl") {
                // SAFETY: the processor has the instructions that the function is compiled for.
                return unsafe { with_avx512(work) };
            }
            // SAFETY: as above.
            return unsafe { with_avx2(work) };
        }
    }
    work()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
fn with_avx512<T>(work: impl FnOnce() -> T) -> T {
    work()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx2<T>(work: impl FnOnce() -> T) -> T {
    work()
}
