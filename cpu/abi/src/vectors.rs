//! Loops for the vectors of the processor that runs them.

/// Runs a function, compiled a second time for processors with AVX2 and fused multiplications and additions, in the form for
/// this one. The results are the same: no operation is fused that was not before. What is not inlined in the function is the
/// same in both forms.
#[inline(always)]
pub fn widest<T>(run: impl FnOnce() -> T) -> T {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma") {
        #[expect(unsafe_code, reason = "the processor has the features")]
        // SAFETY: both features have been detected.
        return unsafe { with_avx2(run) };
    }
    run()
}

/// Runs a function in its form for AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn with_avx2<T>(run: impl FnOnce() -> T) -> T {
    run()
}

#[cfg(test)]
mod tests {
    use super::widest;

    #[test]
    fn products_and_sums_are_rounded_as_before() {
        let numbers: [f32; 16] = std::array::from_fn(|at| 1.0 + at as f32 * f32::EPSILON);
        let apart = numbers.map(|number| std::hint::black_box(number * number) - 1.0);
        assert_eq!(widest(|| numbers.map(|number| number * number - 1.0)), apart, "no fused operation");
        let fused = numbers.map(|number| std::hint::black_box(number).mul_add(number, -1.0));
        assert_eq!(widest(|| numbers.map(|number| number.mul_add(number, -1.0))), fused);
        assert_ne!(fused, apart);
    }
}
