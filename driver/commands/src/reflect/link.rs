//! `reflect --link`: the stages of a pipeline, each compiled or read on its own.

use super::emit;
use ::reflect::Reflection;
use ::reflect::link::{self, Stage};
use arguments::{ReflectArguments, ReflectFormat};
use batch::compile;
use library::options::args;
use library::report::console::complain;

/// A stage as the command line names it: `FILE`, `FILE:ENTRY`, `FILE:PROFILE` or `FILE:ENTRY:PROFILE`.
#[derive(Debug, PartialEq, Eq)]
struct Named {
    file: String,
    entry: Option<String>,
    profile: Option<String>,
}

impl Named {
    /// A file whose name is the whole text has precedence.
    fn parse(text: &str, exists: impl Fn(&str) -> bool) -> Named {
        let mut named = Named { file: text.to_owned(), entry: None, profile: None };
        if exists(text) {
            return named;
        }
        if let Some((file, profile)) = named.file.rsplit_once(':').filter(|(_, last)| is_profile(last)) {
            (named.profile, named.file) = (Some(profile.to_owned()), file.to_owned());
        }
        if let Some((file, entry)) = named.file.rsplit_once(':').filter(|(_, last)| is_name(last))
            && !exists(&named.file)
        {
            (named.entry, named.file) = (Some(entry.to_owned()), file.to_owned());
        }
        named
    }

    /// The command line that compiles it.
    fn arguments(&self, common: &[String]) -> Vec<String> {
        let option = |name: &str, value: &Option<String>| {
            value.iter().flat_map(|one| [name.to_owned(), one.clone()]).collect::<Vec<_>>()
        };
        [common, &option("-E", &self.entry), &option("-T", &self.profile), std::slice::from_ref(&self.file)].concat()
    }
}

/// Returns whether a text has the form of a profile: `ps_6_0`, `lib_6_x`.
fn is_profile(text: &str) -> bool {
    let parts: Vec<&str> = text.split('_').collect();
    let is_number = |part: &str| part == "x" || !part.is_empty() && part.bytes().all(|one| one.is_ascii_digit());
    matches!(parts.as_slice(), [stage, major, minor]
        if !stage.is_empty() && stage.bytes().all(|one| one.is_ascii_lowercase()) && is_number(major) && is_number(minor))
}

/// Returns whether a text is a name in HLSL. The rest of a path behind a drive's letter is none.
fn is_name(text: &str) -> bool {
    let is_word = text.bytes().all(|one| one.is_ascii_alphanumeric() || one == b'_');
    is_word && text.bytes().next().is_some_and(|first| !first.is_ascii_digit())
}

/// A stage that was compiled or read.
struct Read {
    named: Named,
    reflection: Reflection,
}

/// Links the stages. Returns the exit status.
pub(super) fn run(arguments: &ReflectArguments) -> Result<u8, u8> {
    let refuse = |what: std::fmt::Arguments<'_>| {
        complain(what);
        Err(1)
    };
    if let Some(other) = args::parse(&arguments.compilation).options.input {
        return refuse(format_args!("unknown stage '{other}' after --link"));
    }
    if !matches!(arguments.format, ReflectFormat::Text | ReflectFormat::Json) {
        return refuse(format_args!("'--link' supports the formats text and json only"));
    }
    let all = arguments.link.iter().map(|text| read(text, &arguments.compilation)).collect::<Result<Vec<_>, u8>>()?;
    let mut stages = Vec::with_capacity(all.len());
    for one in &all {
        match Stage::new(&one.named.file, &one.reflection, one.named.entry.as_deref()) {
            Ok(stage) => stages.push(stage),
            Err(problem) => return refuse(format_args!("'{}': {problem}", one.named.file)),
        }
    }
    let pipeline = link::link(&stages);
    for finding in &pipeline.findings {
        library::report::console::say(format_args!("{}", pipeline.message(finding)));
    }
    let text = match arguments.format {
        ReflectFormat::Json => pipeline.to_json() + "\n",
        _ => link::text(&pipeline),
    };
    let status = emit(&text, arguments);
    Ok(if pipeline.has_errors() { status.max(1) } else { status })
}

fn read(text: &str, common: &[String]) -> Result<Read, u8> {
    let named = Named::parse(text, |file| std::path::Path::new(file).is_file());
    let (input, artifact) = compile::compile(&named.arguments(common))?;
    let reflection = super::reflected(&input, &artifact)?;
    Ok(Read { named, reflection })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_are_named_by_file_entry_and_profile() {
        let parsed = |text: &str| {
            let Named { file, entry, profile } = Named::parse(text, |file| file == "odd:main");
            (file, entry.unwrap_or_default(), profile.unwrap_or_default())
        };
        let expect = |text: &str, file: &str, entry: &str, profile: &str| {
            assert_eq!(parsed(text), (file.to_owned(), entry.to_owned(), profile.to_owned()), "{text}");
        };
        expect("a.hlsl:main:vs_6_0", "a.hlsl", "main", "vs_6_0");
        expect("a.hlsl:ps_6_0", "a.hlsl", "", "ps_6_0");
        expect("a.hlsl:main", "a.hlsl", "main", "");
        expect("a.spv", "a.spv", "", "");
        expect("C:\\x\\a.hlsl:f:lib_6_x", "C:\\x\\a.hlsl", "f", "lib_6_x");
        expect("C:\\x\\a.spv", "C:\\x\\a.spv", "", "");
        expect("odd:main", "odd:main", "", "");
        expect("odd:main:vs_6_0", "odd:main", "", "vs_6_0");
    }
}
