//! One compilation, from a text and arguments to a result. Knows the compiler; nothing of pointers.

use crate::blob::{self, Blob};
use crate::com::Reference;
use crate::com::foreign::{self, Allocator};
use crate::com::status::{DXC_E_GENERAL_INTERNAL_ERROR, E_FAIL, E_INVALIDARG, S_OK, Status};
use crate::include_handler::{Client, asked};
use crate::outcome::{Kind, Outcome, Output};
use crate::rounding;
use crate::shared::Shared;
use driver::internal::{Product, make_rule_of, states};
use driver::settings::Options;
use driver::{Artifact, Compiler, Dependencies, Failure, IncludeHandler, NoIncludes, Report};
use std::fmt::Write;
use std::sync::Arc;

/// The name of a source for which the arguments have none.
const NAMELESS: &str = "hlsl.hlsl";

/// A client's request.
pub(crate) struct Request {
    /// The text; what is wrong with its encoding otherwise.
    pub(crate) source: Result<String, Status>,
    pub(crate) arguments: Vec<String>,
    pub(crate) includes: Option<foreign::IncludeHandler>,
    pub(crate) home: Option<Allocator>,
    pub(crate) shared: Arc<Shared>,
}

impl Request {
    /// Compiles. What is wrong with the arguments or the text is in the result.
    pub(crate) fn run(self) -> Outcome {
        rounding::with_default(|| self.compile())
    }

    fn compile(self) -> Outcome {
        let arguments: Vec<String> = self.arguments.iter().map(|argument| trimmed(argument)).collect();
        let mut compiler = match Compiler::from_args(&arguments) {
            Ok(compiler) => {
                let wants_facts = compiler.options().output.reflection.is_some();
                self.shared.lend_to(compiler).source_facts(wants_facts)
            }
            Err(failure) => return self.refuse(&text_of(&failure.report, &Options::default())),
        };
        // The command alone says that an older profile is taken for the first of shader model 6.
        compiler.options_mut().diagnostics.policy.disabled_groups.insert("promoted-profile".to_owned());
        let texts = Texts { wide: wants_wide_text(&self.arguments) };
        if !compiler.options().asks_for_spirv() {
            return self.refuse("error: this library compiles to SPIR-V only: missing option -spirv\n");
        }
        let source = match &self.source {
            Ok(source) => source,
            Err(status) => return Outcome::refusal(*status, "error: unknown source encoding\n", self.home),
        };
        let name = compiler.options().input.clone().unwrap_or_else(|| NAMELESS.to_owned());
        let handler = self.includes.map(Client);
        let includes: &(dyn IncludeHandler + Sync) = handler.as_ref().map_or(&NoIncludes, |handler| handler);
        let done = compiler.compile(&name, source, includes);
        let options = compiler.options();
        match done {
            Ok(artifact) => texts.success(&artifact, &name, options, self.home),
            Err(failure) => texts.failure(&failure, options, self.home),
        }
    }

    fn refuse(self, message: &str) -> Outcome {
        Outcome::refusal(E_INVALIDARG, message, self.home)
    }
}

/// An argument as it is meant: some clients hand `-I folder` over in one piece.
fn trimmed(argument: &str) -> String {
    match argument.strip_prefix("-I").filter(|folder| folder.starts_with(' ')) {
        Some(folder) => format!("-I{}", folder.trim()),
        None => argument.to_owned(),
    }
}

/// Returns whether the texts that come out are to be wide ones.
fn wants_wide_text(arguments: &[String]) -> bool {
    let is_option = |argument: &String| ["-encoding", "/encoding"].contains(&argument.as_str());
    let value = arguments.iter().rposition(is_option).and_then(|at| arguments.get(at + 1));
    value.is_some_and(|value| ["wide", "utf32"].contains(&value.as_str()))
}

/// The messages as text, in the form that the arguments ask for.
fn text_of(report: &Report, options: &Options) -> String {
    let diagnostics = &options.diagnostics;
    if report.is_empty() && diagnostics.format != driver::Format::Sarif {
        return String::new();
    }
    report.render(&diagnostics.style(|| false))
}

/// Encoding of text outputs.
struct Texts {
    wide: bool,
}

impl Texts {
    fn blob(&self, text: &str) -> Reference<Blob> {
        if self.wide { blob::of_wide_text(text) } else { blob::of_text(text) }
    }

    fn output(&self, kind: Kind, text: &str) -> Output {
        Output::new(kind, self.blob(text))
    }

    fn errors(&self, report: &Report, options: &Options) -> Output {
        self.output(Kind::Errors, &text_of(report, options)).named(options.output.errors.clone())
    }

    /// The files that were opened, where the arguments ask for them.
    fn remarks(&self, dependencies: &Dependencies, options: &Options) -> Output {
        let mut text = String::new();
        for file in dependencies.visited.iter().skip(1).filter(|_| options.output.show_includes) {
            let _ = writeln!(text, "Opening file [{}], stack top [0]", asked(file));
        }
        self.output(Kind::Remarks, &text)
    }

    fn failure(&self, failure: &Failure, options: &Options, home: Option<Allocator>) -> Outcome {
        let errors = self.errors(&failure.report, options);
        if failure.is_about_settings() {
            return Outcome { status: E_INVALIDARG, outputs: vec![errors], primary: None, _home: home };
        }
        let status = if failure.is_internal() { DXC_E_GENERAL_INTERNAL_ERROR } else { E_FAIL };
        // Some clients read the object's size before they look at the status.
        let nothing = Output::new(Kind::Object, blob::of_words(Vec::new()));
        let outputs = vec![nothing, errors, self.remarks(&failure.dependencies, options)];
        Outcome { status, outputs, primary: Some(Kind::Object), _home: home }
    }

    fn success(&self, artifact: &Artifact, name: &str, options: &Options, home: Option<Allocator>) -> Outcome {
        let primary = self.primary(artifact, name, options);
        let kind = primary.kind;
        let mut outputs = vec![primary, self.errors(&artifact.report, options)];
        outputs.extend(self.reflection(artifact, options));
        outputs.push(self.remarks(&artifact.dependencies, options));
        if options.optimise.time_report {
            outputs.push(self.output(Kind::TimeReport, &times(artifact)));
        }
        outputs.sort_by_key(|output| output.kind as u32);
        Outcome { status: S_OK, outputs, primary: Some(kind), _home: home }
    }

    fn primary(&self, artifact: &Artifact, name: &str, options: &Options) -> Output {
        let output = &options.output;
        // Here a rule takes the module's place, as in DXC.
        if output.write_dependencies || output.dependencies.is_some() {
            return self.output(Kind::Text, &make_rule_of(options, name, &artifact.dependencies));
        }
        match Product::of(artifact, options, name) {
            Product::Rule(text) => self.output(Kind::Text, &text),
            Product::Preprocessed(text) => self.output(Kind::Hlsl, text).named(output.preprocessed.clone()),
            Product::Module(words) => {
                Output::new(Kind::Object, blob::of_words(words.to_vec())).named(output.object.clone())
            }
            Product::States => self.output(Kind::Text, &states(artifact)),
        }
    }

    /// `-Fre`, by which the document that the command would write is an output.
    fn reflection(&self, artifact: &Artifact, options: &Options) -> Option<Output> {
        let file = options.output.reflection.as_ref().filter(|_| !artifact.words.is_empty())?;
        let text = artifact.reflection().ok()?.to_json();
        Some(self.output(Kind::Reflection, &text).named(Some(file.clone())))
    }
}

fn times(artifact: &Artifact) -> String {
    let mut text = String::new();
    for (stage, time) in &artifact.times {
        let _ = writeln!(text, "{stage:<16} {:>10.3} ms", time.as_secs_f64() * 1e3);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_may_stand_in_one_argument_with_their_option() {
        assert_eq!(trimmed("-I inc"), "-Iinc");
        assert_eq!(trimmed("-Iinc"), "-Iinc");
        assert_eq!(trimmed("-I"), "-I");
    }

    #[test]
    fn the_last_encoding_counts() {
        let wants =
            |arguments: &[&str]| wants_wide_text(&arguments.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>());
        assert!(wants(&["-encoding", "utf8", "-encoding", "wide"]));
        assert!(!wants(&["-encoding", "utf8"]));
        assert!(!wants(&["-encoding"]));
    }
}
