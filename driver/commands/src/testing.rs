//! Tests in HLSL: `[[test]]` and `[[property]]` functions of a file, compiled with a harness in one module, and run one by one.
//!
//! [`harness`] writes the entry points that call the tests, [`compiled`] compiles them and finds the tests that have errors,
//! [`headers`] has the includes of other frameworks, [`inputs`] makes and shrinks the inputs of properties, [`mocks`] fills
//! resources by methods of structs, [`records`] reads what failed assertions have printed, [`samplers`] reads the states of
//! samplers, [`snapshots`] has stored values, [`run`] runs and reports. The syntax of tests is the front end's.

mod compiled;
mod harness;
mod headers;
mod inputs;
mod mocks;
mod records;
mod run;
mod samplers;
mod snapshots;

pub(crate) use headers::Mapped;
use mocks::Mock;
pub(crate) use run::run;

use base::source::Span;
use launch::kernels::Problem;
use launch::kernels::contents::Contents;
use library::options::args::Parsed;
use runner::Options;
use std::collections::BTreeSet;
use std::time::Duration;

/// The descriptor set of the harness, which no shader is likely to use.
const SET: u32 = 1000;

/// The settings of a file, of its name and its text, with more options for the compiler.
pub(crate) type SettingsOf<'a> = &'a (dyn Fn(&str, &str, &[String]) -> Result<Parsed, Problem> + Sync);

/// How tests run, and which.
pub(crate) struct Chosen<'a> {
    /// The options of runs.
    pub(crate) options: &'a Options,
    /// The settings of files.
    pub(crate) settings: SettingsOf<'a>,
    /// A part of the titles.
    pub(crate) filter: Option<&'a str>,
    /// A word of `[[tag(…)]]`.
    pub(crate) tag: Option<&'a str>,
    /// The folders of includes.
    pub(crate) mapped: &'a [Mapped],
    /// The contents of bindings by name, for tests that do not give them.
    pub(crate) bindings: &'a [(String, Contents)],
    /// The number of groups of tests that do not say it.
    pub(crate) groups: [u32; 3],
    /// The seed of the inputs of properties.
    pub(crate) seed: u64,
    /// True if the tests are listed instead.
    pub(crate) lists: bool,
    /// True if stored values are replaced.
    pub(crate) updates: bool,
}

impl Chosen<'_> {
    /// Returns whether all tests run, and files count that have none but static assertions.
    fn takes_whole_files(&self) -> bool {
        self.filter.is_none() && self.tag.is_none() && !self.lists
    }
}

/// A test that can run: a test function with its case, its template arguments and its sections.
#[derive(Clone, Debug)]
pub(crate) struct Test {
    /// The name in reports: `scaled(0.5)`.
    pub(crate) name: String,
    /// The index of its function in the file.
    pub(crate) function: usize,
    /// The place of the function's name.
    pub(crate) span: Span,
    /// The entry point that runs it.
    pub(crate) entry: String,
    /// Its number in the entry point.
    pub(crate) call: u32,
    /// The number of threads of a group.
    pub(crate) threads: [u32; 3],
    /// The number of groups, if the test says it.
    pub(crate) groups: Option<[u32; 3]>,
    /// The number of lanes of a wave, if the test says it.
    pub(crate) wave: Option<u32>,
    /// The sections that run, the outermost first.
    pub(crate) sections: Vec<u32>,
    /// The resources that are filled for it.
    pub(crate) mocks: Vec<Mock>,
    /// The contents of bindings by name.
    pub(crate) bindings: Vec<(String, Contents)>,
    /// The inputs of a property.
    pub(crate) property: Option<Property>,
    /// What the test must do.
    pub(crate) expected: Expected,
    /// The time after which a dispatch of it is ended.
    pub(crate) deadline: Duration,
    /// The reason why it does not run.
    pub(crate) skipped: Option<String>,
    /// The words that `--tag` knows it by.
    pub(crate) tags: Vec<String>,
}

/// What a test must do.
#[derive(Clone, Debug, Default)]
pub(crate) struct Expected {
    /// True if an assertion must fail.
    pub(crate) fails: bool,
    /// The code of an error that the compiler must report, or an empty text for any.
    pub(crate) compile_fails: Option<String>,
    /// The findings of checks, each with the line if one is given.
    pub(crate) findings: Vec<(String, Option<u32>)>,
}

/// The inputs of a property.
#[derive(Clone, Debug)]
pub(crate) struct Property {
    /// The number of cases.
    pub(crate) cases: u32,
    /// The parameters.
    pub(crate) params: Vec<Param>,
}

/// A parameter of a property.
#[derive(Clone, Debug)]
pub(crate) struct Param {
    /// The type as written.
    pub(crate) ty: String,
    /// The kind of its components.
    pub(crate) kind: Kind,
    /// Their number.
    pub(crate) count: u32,
    /// The values that they take.
    pub(crate) domain: Domain,
}

/// A kind of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `bool`
    Bool,
    /// `int`, `int16_t`, `int64_t`: the number of bits.
    Int(u32),
    /// `uint`, `uint16_t`, `uint64_t`
    Uint(u32),
    /// `half`, `float`, `double`
    Float(u32),
}

impl Kind {
    /// The words that a number takes in the buffer of inputs.
    pub(crate) fn words(self) -> u32 {
        match self {
            Kind::Bool => 1,
            Kind::Int(bits) | Kind::Uint(bits) | Kind::Float(bits) => bits.div_ceil(32),
        }
    }
}

/// The values that a parameter takes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Domain {
    /// All numbers, infinities and NaN for floats included.
    Any,
    /// All finite numbers.
    Finite,
    /// From one number to another.
    Range(f64, f64),
    /// One of these.
    OneOf(Vec<f64>),
}

/// Which tests of a file are compiled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Selection {
    /// The file, as titles name it.
    pub(crate) file: String,
    /// A part of the titles.
    pub(crate) filter: Option<String>,
    /// The functions that are left out, by their index: those with errors.
    pub(crate) left_out: BTreeSet<usize>,
}
