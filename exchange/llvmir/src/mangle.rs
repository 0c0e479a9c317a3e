//! Mangled names of SPIR-V instructions in LLVM IR: those of C++, with a suffix where functions differ by their results.

/// The type of a parameter, as far as names show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Param {
    /// A scalar, by its letter.
    Scalar(&'static str),
    /// A vector of the given number of scalars.
    Vector(u32, &'static str),
    /// A pointer into an address space.
    Pointer(u32, Box<Param>),
    /// A type with a name of its own.
    Named(String),
}

/// The mangled name of a function with these parameters.
pub(crate) fn mangle(name: &str, params: &[Param]) -> String {
    let mut text = format!("_Z{}{name}", name.len());
    if params.is_empty() {
        return text + "v";
    }
    let mut seen = Vec::new();
    for param in params {
        write(param, &mut seen, &mut text);
    }
    text
}

/// Writes a type, or a substitution for one that was written before.
fn write(param: &Param, seen: &mut Vec<String>, text: &mut String) {
    let whole = spelled(param);
    if let Param::Scalar(letter) = param {
        return text.push_str(letter);
    }
    if let Some(at) = seen.iter().position(|known| *known == whole) {
        return text.push_str(&stand_in(at));
    }
    match param {
        Param::Scalar(_) => {}
        Param::Vector(..) => text.push_str(&whole),
        Param::Named(name) => text.push_str(&format!("{}{name}", name.len())),
        Param::Pointer(space, inner) => {
            text.push('P');
            // The pointee is a substitution candidate with its address space, and before that without it unless it is a scalar.
            let qualified = format!("U3AS{space}{}", spelled(inner));
            match seen.iter().position(|known| *known == qualified) {
                Some(at) => text.push_str(&stand_in(at)),
                None => {
                    text.push_str(&format!("U3AS{space}"));
                    write(inner, seen, text);
                    seen.push(qualified);
                }
            }
        }
    }
    seen.push(whole);
}

fn spelled(param: &Param) -> String {
    match param {
        Param::Scalar(letter) => (*letter).to_owned(),
        Param::Vector(len, letter) => format!("Dv{len}_{letter}"),
        Param::Pointer(space, inner) => format!("PU3AS{space}{}", spelled(inner)),
        Param::Named(name) => format!("{}{name}", name.len()),
    }
}

/// `S_`, `S0_`, `S1_` and so on, in base 36.
fn stand_in(at: usize) -> String {
    match at.checked_sub(1) {
        None => "S_".to_owned(),
        Some(number) if number < 36 => {
            let digit = char::from_digit(number as u32, 36).unwrap_or('0').to_ascii_uppercase();
            format!("S{digit}_")
        }
        Some(number) => format!("S{number}_"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_translator() {
        let pointer = |space| Param::Pointer(space, Box::new(Param::Scalar("i")));
        let (i, f, v4) = (Param::Scalar("i"), Param::Scalar("f"), Param::Vector(4, "f"));
        let rows = [
            ("__spirv_ocl_fma", vec![f.clone(), f.clone(), f.clone()], "_Z15__spirv_ocl_fmafff"),
            ("__spirv_ocl_fmax", vec![v4.clone(), v4.clone()], "_Z16__spirv_ocl_fmaxDv4_fS_"),
            (
                "__spirv_AtomicIAdd",
                vec![pointer(1), i.clone(), i.clone(), i.clone()],
                "_Z18__spirv_AtomicIAddPU3AS1iiii",
            ),
            ("__spirv_BuiltInGlobalLinearId", vec![], "_Z29__spirv_BuiltInGlobalLinearIdv"),
            ("__spirv_BuiltInGlobalInvocationId", vec![i], "_Z33__spirv_BuiltInGlobalInvocationIdi"),
            ("__spirv_ConvertFToU_Ruint_rtz", vec![f], "_Z29__spirv_ConvertFToU_Ruint_rtzf"),
            ("f", vec![pointer(1), pointer(1), pointer(3), v4.clone(), v4], "_Z1fPU3AS1iS0_PU3AS3iDv4_fS3_"),
        ];
        for (name, params, mangled) in rows {
            assert_eq!(mangle(name, &params), mangled);
        }
    }
}
