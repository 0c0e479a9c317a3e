//! Families: a text whose permutations are compiled on demand, each at the cost of what no other one has left.

use crate::api::compile::{Artifact, Compiler, Failure};
use crate::options::settings::CommandLineMacro;
use crate::pipeline::shared::Shared;
use base::ids::Set;
use frontend::preprocess::IncludeHandler;
use std::fmt;

/// A shader with switches. Permutations share tokens, declarations and modules, on any thread; modules and messages are those of
/// single compilations. It takes 250 MB at most.
///
/// ```
/// # extern crate hlsl2spirv_library as hlsl2spirv;
/// use hlsl2spirv::{Compiler, Family, NoIncludes};
///
/// let source = "float4 main() : SV_Target {\n#if FOG\nreturn 1;\n#endif\nreturn 0; }";
/// let compiler = Compiler::new().profile("ps_6_0".parse()?);
/// let family = Family::new(compiler, "lit.hlsl", source, NoIncludes).switch("FOG").switch("UNUSED");
/// let plain = family.compile(&[None, None])?;
/// assert_eq!(family.compile(&[Some("0"), Some("1")])?.words, plain.words);
/// assert_ne!(family.compile(&[Some("1"), None])?.words, plain.words);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Family {
    compiler: Compiler,
    name: String,
    text: String,
    includes: Box<dyn IncludeHandler + Send + Sync>,
    switches: Vec<Box<str>>,
    shared: Shared,
}

impl Family {
    /// A family of a text without switches. `name` is the name of the file in messages, and the base of its includes. Files are to
    /// be the same in all compilations.
    pub fn new(
        compiler: Compiler,
        name: &str,
        text: &str,
        includes: impl IncludeHandler + Send + Sync + 'static,
    ) -> Self {
        let (name, text) = (name.to_owned(), text.to_owned());
        let mut family = Family {
            compiler: compiler.of_family(),
            name,
            text,
            includes: Box::new(includes),
            switches: Vec::new(),
            shared: Shared::default(),
        };
        family.watch();
        family
    }

    /// Adds a macro that permutations define, or do not.
    #[must_use]
    pub fn switch(mut self, name: &str) -> Self {
        self.switches.push(name.into());
        self.watch();
        self
    }

    /// Records look-ups of all macros that a compilation may have.
    fn watch(&mut self) {
        let preprocess = &mut self.compiler.options_mut().preprocess;
        let of_compiler = preprocess.macros.iter().filter_map(|option| match option {
            CommandLineMacro::Define(name, _) => Some(name.clone().into()),
            _ => None,
        });
        let names: Set<Box<str>> = of_compiler.chain(self.switches.iter().cloned()).collect();
        preprocess.watched = names.into_iter().collect();
    }

    /// Compiles a permutation: a value for each switch in their order, or none where it is not defined. Switches beyond the values
    /// are not defined.
    ///
    /// # Errors
    /// As for [`Compiler::compile`].
    ///
    /// # Panics
    /// When there are more values than switches.
    pub fn compile(&self, values: &[Option<&str>]) -> Result<Artifact, Failure> {
        assert!(values.len() <= self.switches.len(), "{} values for {} switches", values.len(), self.switches.len());
        let defined = self.switches.iter().zip(values).filter_map(|(name, value)| Some((&**name, (*value)?)));
        let compiler = self.compiler.with_macros(defined);
        compiler.compile_permutation(&self.name, &self.text, &*self.includes, &self.shared)
    }
}

impl fmt::Debug for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Family").field("name", &self.name).field("switches", &self.switches).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use frontend::preprocess::NoIncludes;
    use std::sync::Arc;

    #[test]
    fn permutations_are_those_of_single_compilations() {
        let text = "#ifdef DEAD\nfloat dead(float x) { return x; }\n#endif\n\
            float4 main(float4 x : X) : SV_Target {\n#if A == 1\nfloat2 t = x; x.x = t.y;\n#elif A == 2\nx = missing;\n#endif\nreturn x; }";
        let compiler = Compiler::new().profile("ps_6_0".parse().expect("a profile")).define("FIXED", "1");
        let family = Family::new(compiler.clone(), "a.hlsl", text, NoIncludes);
        let family = Arc::new(family.switch("A").switch("DEAD").switch("UNUSED"));
        let check = |family: &Family| {
            for number in 0..16 {
                let a = [None, Some("0"), Some("1"), Some("2")][number % 4];
                let of = |bit: usize| (number >> bit & 1 == 1).then_some("1");
                let values = [a, of(2), of(3)];
                let defined = ["A", "DEAD", "UNUSED"].into_iter().zip(values);
                let alone = defined.filter_map(|(name, value)| Some((name, value?)));
                let alone = compiler.with_macros(alone).compile("a.hlsl", text, &NoIncludes);
                let result = |made: Result<Artifact, Failure>| match made {
                    Ok(artifact) => (artifact.words, artifact.report.to_string(), artifact.dependencies),
                    Err(failure) => (Vec::new(), failure.report.to_string(), failure.dependencies),
                };
                assert_eq!(result(family.compile(&values)), result(alone), "{values:?}");
            }
        };
        std::thread::scope(|scope| (0..3).for_each(|_| drop(scope.spawn(|| check(&family)))));
        check(&family);
    }
}
