//! Functions that LLVM calls where a processor has no instruction, by their names in compilers' run-time libraries and in
//! the C library. It must not know which processors these are.

use base::half;

/// A half is passed in the lower half of the register of a single.
fn in_register(bits: u16) -> f32 {
    f32::from_bits(bits.into())
}

extern "C" fn of_double(value: f64) -> f32 {
    in_register(half::bits(value))
}

extern "C" fn of_single(value: f32) -> f32 {
    in_register(half::bits(value.into()))
}

extern "C" fn to_single(register: f32) -> f32 {
    half::value(register.to_bits() as u16) as f32
}

extern "C" fn fma_single(x: f32, y: f32, z: f32) -> f32 {
    libm::fmaf(x, y, z)
}

extern "C" fn fma_double(x: f64, y: f64, z: f64) -> f64 {
    libm::fma(x, y, z)
}

/// The functions with their addresses.
pub fn symbols() -> [(String, usize); 5] {
    [
        ("__truncdfhf2".to_owned(), of_double as *const () as usize),
        ("__truncsfhf2".to_owned(), of_single as *const () as usize),
        ("__extendhfsf2".to_owned(), to_single as *const () as usize),
        ("fmaf".to_owned(), fma_single as *const () as usize),
        ("fma".to_owned(), fma_double as *const () as usize),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_are_rounded_once() {
        // Just above the midpoint of two halves, which a single cannot distinguish from the midpoint.
        let above = 1.0 + 1.0 / 2048.0 + 1.0 / 1_099_511_627_776.0;
        assert_eq!(to_single(of_double(above)), 1.0 + 1.0 / 1024.0);
        assert_eq!(to_single(of_single(above as f32)), 1.0);
    }

    #[test]
    fn the_upper_half_of_the_register_of_a_half_is_ignored() {
        assert_eq!(to_single(f32::from_bits(0xDEAD_3C00)), 1.0);
    }
}
