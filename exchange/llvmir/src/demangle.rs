//! Mangled names of functions taken apart: the inverse of [`crate::mangle`].

use crate::mangle::Param;

/// The letters of the scalars, as the C++ ABI has them; those of nothing and of any arguments too.
const SCALARS: &[&str] =
    &["Dh", "DF16b", "b", "c", "a", "h", "s", "t", "i", "j", "l", "m", "x", "y", "f", "d", "v", "z"];

/// Types nest at most this deep.
const MAX_DEPTH: usize = 16;

/// The name of a function and the types of its parameters; `None` for a name of another form.
pub(crate) fn demangle(text: &str) -> Option<(&str, Vec<Param>)> {
    let mut rest = text.strip_prefix("_Z")?;
    let name = source_name(&mut rest)?;
    let mut parser = Parser { rest, seen: Vec::new(), given: Vec::new() };
    if parser.take("I") {
        parser.template(name)?;
    }
    if parser.rest == "v" {
        return Some((name, Vec::new()));
    }
    let mut params = Vec::new();
    while !parser.rest.is_empty() {
        params.push(parser.param(0)?);
    }
    Some((name, params))
}

/// A length and as many bytes.
fn source_name<'t>(rest: &mut &'t str) -> Option<&'t str> {
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let length: usize = rest.get(..digits)?.parse().ok()?;
    let name = rest.get(digits..digits.checked_add(length)?)?;
    *rest = &rest[digits + length..];
    Some(name)
}

struct Parser<'t> {
    rest: &'t str,
    /// The types that substitutions refer to.
    seen: Vec<Param>,
    /// The arguments of the function's template.
    given: Vec<Param>,
}

impl Parser<'_> {
    fn take(&mut self, start: &str) -> bool {
        match self.rest.strip_prefix(start) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// The arguments of a function template, and the type of its result, which no other function's name has.
    fn template(&mut self, name: &str) -> Option<()> {
        self.seen.push(Param::Named(name.to_owned()));
        while !self.take("E") {
            let given = self.template_argument(1)?;
            self.given.push(given);
        }
        self.param(0).map(|_| ())
    }

    /// `T_`, `T0_` and so on: an argument of the function's template, which is a candidate for substitution.
    fn of_template(&mut self) -> Option<Param> {
        let at = self.number()?;
        let param = self.given.get(at).cloned()?;
        self.seen.push(param.clone());
        Some(param)
    }

    fn param(&mut self, depth: usize) -> Option<Param> {
        if depth > MAX_DEPTH {
            return None;
        }
        if self.take("T") {
            return self.of_template();
        }
        if self.take("S") {
            return self.stand_in();
        }
        if self.take("P") {
            return self.pointer(depth);
        }
        if self.take("Dv") {
            let (length, rest) = self.rest.split_once('_')?;
            self.rest = rest;
            let vector = Param::Vector(length.parse().ok()?, self.scalar()?);
            self.seen.push(vector.clone());
            return Some(vector);
        }
        if self.take("N") {
            return self.nested(depth);
        }
        if let Some(scalar) = self.scalar() {
            return Some(Param::Scalar(scalar));
        }
        let name = source_name(&mut self.rest)?.to_owned();
        self.named(name, depth)
    }

    /// A name, with arguments if it is that of a template. Each of the two is a candidate for substitution.
    fn named(&mut self, name: String, depth: usize) -> Option<Param> {
        self.seen.push(Param::Named(name.clone()));
        if !self.take("I") {
            return Some(Param::Named(name));
        }
        while !self.take("E") {
            self.template_argument(depth + 1)?;
        }
        let whole = Param::Named(format!("{name}<>"));
        self.seen.push(whole.clone());
        Some(whole)
    }

    /// A type, or a number of a type: `Lj3E`.
    fn template_argument(&mut self, depth: usize) -> Option<Param> {
        if !self.take("L") {
            return self.param(depth);
        }
        self.param(depth)?;
        let (number, rest) = self.rest.split_once('E')?;
        self.rest = rest;
        Some(Param::Named(number.to_owned()))
    }

    /// The rest of a name in namespaces or classes: `5__spv5Scope4FlagE`. Each part of it is a candidate.
    fn nested(&mut self, depth: usize) -> Option<Param> {
        let mut whole: Option<String> = None;
        while !self.take("E") {
            let prefix = whole.take();
            if prefix.is_none() && self.take("St") {
                whole = Some("std".to_owned());
                continue;
            }
            if prefix.is_none() && self.take("S") {
                let Param::Named(name) = self.stand_in()? else { return None };
                whole = Some(name);
                continue;
            }
            let part = source_name(&mut self.rest)?;
            let name = prefix.map_or_else(|| part.to_owned(), |prefix| format!("{prefix}::{part}"));
            let Param::Named(name) = self.named(name, depth)? else { return None };
            whole = Some(name);
        }
        whole.map(Param::Named)
    }

    fn pointer(&mut self, depth: usize) -> Option<Param> {
        let (mut space, mut is_qualified) = (0, false);
        loop {
            if self.take("U") {
                // Other qualifiers, such as that of atomic types, do not matter.
                let qualifier = source_name(&mut self.rest)?;
                if let Some(number) = qualifier.strip_prefix("AS") {
                    space = number.parse().ok()?;
                }
            } else if !["K", "V", "r"].iter().any(|letter| self.take(letter)) {
                break;
            }
            is_qualified = true;
        }
        let inner = self.param(depth + 1)?;
        if is_qualified {
            self.seen.push(inner.clone());
        }
        let pointer = Param::Pointer(space, Box::new(inner));
        self.seen.push(pointer.clone());
        Some(pointer)
    }

    fn scalar(&mut self) -> Option<&'static str> {
        if self.take("DF16_") {
            return Some("Dh");
        }
        SCALARS.iter().find(|letters| self.take(letters)).copied()
    }

    /// `_`, `0_`, `1_` and so on, in base 36.
    fn number(&mut self) -> Option<usize> {
        let (digits, rest) = self.rest.split_once('_')?;
        self.rest = rest;
        match digits {
            "" => Some(0),
            digits => usize::from_str_radix(digits, 36).ok()?.checked_add(1),
        }
    }

    /// A type that the name has before.
    fn stand_in(&mut self) -> Option<Param> {
        let at = self.number()?;
        // Older compilers count qualified types in other ways: such a type stays unknown.
        Some(self.seen.get(at).cloned().unwrap_or_else(|| Param::Named(String::new())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mangle::mangle;

    #[test]
    fn names_are_taken_apart_and_put_together() {
        let names = [
            "_Z15__spirv_ocl_fmafff",
            "_Z16__spirv_ocl_fmaxDv4_fS_",
            "_Z18__spirv_AtomicIAddPU3AS1iiii",
            "_Z29__spirv_BuiltInGlobalLinearIdv",
            "_Z1fPU3AS1iS0_PU3AS3iDv4_fS3_",
            "_Z5imagePU3AS133__spirv_Image__void_1_0_0_0_0_0_0i",
        ];
        for text in names {
            let (name, params) = demangle(text).unwrap();
            assert_eq!(mangle(name, &params), text);
        }
    }

    #[test]
    fn clang_says_more_than_we_do() {
        let pointer = |space, inner| Param::Pointer(space, Box::new(inner));
        let (_, params) = demangle("_Z15atomic_fetch_orPU3AS4VU7_Atomicii").unwrap();
        assert_eq!(params, [pointer(4, Param::Scalar("i")), Param::Scalar("i")]);
        let (_, params) = demangle("_Z10atomic_addPU3AS1Vii").unwrap();
        assert_eq!(params, [pointer(1, Param::Scalar("i")), Param::Scalar("i")]);
        let (name, params) = demangle("_Z7vstore4Dv4_fmPU3AS1f").unwrap();
        assert_eq!((name, params[2].clone()), ("vstore4", pointer(1, Param::Scalar("f"))));
        let (_, params) = demangle("_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f").unwrap();
        assert_eq!(params[0], Param::Named("ocl_image2d_ro".to_owned()));
        let (name, params) = demangle("_Z42__spirv_GenericCastToPtrExplicit_ToPrivatePU3AS4vi").unwrap();
        assert_eq!(name, "__spirv_GenericCastToPtrExplicit_ToPrivate");
        assert_eq!(params, [pointer(4, Param::Scalar("v")), Param::Scalar("i")]);
        let scoped = "_Z19__spirv_AtomicStorePU3AS1iN5__spv5Scope4FlagENS1_19MemorySemanticsMask4FlagEi";
        let (_, params) = demangle(scoped).unwrap();
        let named = |name: &str| Param::Named(name.to_owned());
        let (scope, mask) = (named("__spv::Scope::Flag"), named("__spv::MemorySemanticsMask::Flag"));
        assert_eq!(params, [pointer(1, Param::Scalar("i")), scope, mask, Param::Scalar("i")]);
        let (_, params) = demangle("_Z1fN4sycl3vecIfLi4EEES1_PS1_").unwrap();
        assert_eq!(params, [named("sycl::vec<>"), named("sycl::vec<>"), pointer(0, named("sycl::vec<>"))]);
        let old = "_Z37atomic_compare_exchange_weak_explicitPU3AS3VU7_AtomiciPii12memory_orderS4_12memory_scope";
        let (name, params) = demangle(old).unwrap();
        assert_eq!((name, params.len()), ("atomic_compare_exchange_weak_explicit", 6));
        assert_eq!(params[4], named(""));
        let (_, params) = demangle("_Z20__spirv_UMulExtendedIiiE4anonIT_T0_ES1_S2_").unwrap();
        assert_eq!(params, [Param::Scalar("i"), Param::Scalar("i")]);
        let (_, params) = demangle("_Z3getIN4sycl4halfEET_N5__spv4FlagES2_DF16_").unwrap();
        assert_eq!(params, [named("__spv::Flag"), named("sycl::half"), Param::Scalar("Dh")]);
        let (name, params) = demangle("_Z13__spirv_IsNanIDv4_aDv4_fET_T0_").unwrap();
        assert_eq!((name, params), ("__spirv_IsNan", vec![Param::Vector(4, "f")]));
        assert_eq!(demangle("_Z1fIiEvT3_"), None);
        assert_eq!(demangle("_ZN3foo3barEv"), None);
        assert_eq!(demangle("_Z1fN3foo"), None);
        assert_eq!(demangle("_Z99f"), None);
        assert_eq!(demangle(&format!("_Z1f{}i", "P".repeat(1000))), None);
    }
}
