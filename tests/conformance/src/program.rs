//! Shaders made of probes: many in one, or one alone with one row, as a file that any compiler takes.

use crate::case::{Probe, Settings, Table, Texture, Version};
use crate::oracle::Number;
use std::fmt::Write as _;
use std::sync::Arc;

/// The limit of text in a program.
const TEXT: usize = 24_000;
/// The limit of threads in a workgroup.
const THREADS: usize = 64;

/// A shader with its buffers.
#[derive(Clone, Debug)]
pub struct Program {
    /// The probes.
    pub probes: Vec<Arc<Probe>>,
    /// The inputs of all.
    pub table: Arc<Table>,
    /// The settings of all.
    pub settings: Settings,
}

/// Packs probes with the same settings and inputs into programs.
pub fn pack(probes: &[Arc<Probe>]) -> Vec<Program> {
    let mut programs: Vec<Program> = Vec::new();
    // The program that takes further probes, for each kind of them.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for probe in probes {
        let length = probe.body.len() + probe.globals.len();
        let fits = |(index, text): &&mut (usize, usize)| {
            let program: &Program = &programs[*index];
            program.settings == probe.settings
                && !probe.is_alone()
                && !program.probes[0].is_alone()
                && same(&program.table, &probe.table)
                && *text + length <= TEXT
        };
        if let Some((index, text)) = open.iter_mut().rev().find(fits) {
            programs[*index].probes.push(Arc::clone(probe));
            *text += length;
            continue;
        }
        open.push((programs.len(), length));
        let (table, settings) = (Arc::clone(&probe.table), probe.settings);
        programs.push(Program { probes: vec![Arc::clone(probe)], table, settings });
    }
    programs
}

fn same(a: &Arc<Table>, b: &Arc<Table>) -> bool {
    Arc::ptr_eq(a, b) || (a.rows.len() * a.width < 4096 && a == b)
}

impl Program {
    /// A program of some of the probes.
    #[must_use]
    pub fn only(&self, probes: &[Arc<Probe>]) -> Program {
        Program { probes: probes.to_vec(), table: Arc::clone(&self.table), settings: self.settings }
    }

    /// The program of one probe and one row.
    pub fn alone(probe: &Probe, row: usize) -> Program {
        let table = Table::new(vec![probe.table.rows[row].clone()]);
        let outputs = probe.outputs.len();
        let expected = probe.expected[row * outputs..][..outputs].to_vec();
        let alone = Probe { table: Arc::clone(&table), expected, ..probe.clone() };
        Program { settings: alone.settings, table, probes: vec![Arc::new(alone)] }
    }

    /// The threads of a workgroup.
    fn threads(&self) -> usize {
        self.table.rows.len().next_power_of_two().clamp(1, THREADS)
    }

    /// The number of workgroups.
    pub fn groups(&self) -> u32 {
        self.table.rows.len().div_ceil(self.threads()) as u32
    }

    /// The rows with those that fill the last workgroup, which repeat the first one.
    fn padded(&self) -> usize {
        self.groups() as usize * self.threads()
    }

    /// The words of inputs, of which there are some.
    pub fn inputs(&self) -> Vec<u32> {
        let first = &self.table.rows[0];
        let missing = self.padded() - self.table.rows.len();
        let rows = self.table.rows.iter().chain(std::iter::repeat_n(first, missing));
        // A buffer is never empty.
        rows.flatten().copied().chain([0]).collect()
    }

    /// The words of results of a row.
    pub fn stride(&self) -> usize {
        self.probes.iter().map(|probe| probe.words()).sum()
    }

    /// The words of all results.
    pub fn results(&self) -> usize {
        self.stride() * self.padded()
    }

    /// The words of the uniform buffer, if there is one.
    pub fn uniforms(&self) -> Vec<u32> {
        let padded = |words: &Vec<u32>| {
            let length = words.len().next_multiple_of(4);
            words.iter().copied().chain(std::iter::repeat(0)).take(length).collect::<Vec<_>>()
        };
        self.probes.iter().flat_map(|probe| &probe.uniforms).flat_map(|uniform| padded(&uniform.words)).collect()
    }

    /// The words of the buffer at binding 3, if there is one.
    pub fn storage(&self) -> &[u32] {
        self.probes.first().map_or(&[], |probe| &probe.storage)
    }

    /// The texture at binding 4, if there is one.
    pub fn texture(&self) -> Option<&Texture> {
        self.probes.first().and_then(|probe| probe.texture.as_deref())
    }

    /// The options of the command line.
    pub fn options(&self) -> Vec<&'static str> {
        let version = match self.settings.version {
            Version::V2018 => "2018",
            Version::V2021 => "2021",
        };
        let mut options = vec!["-T", "cs_6_6", "-HV", version];
        if self.settings.small {
            options.push("-enable-16bit-types");
        }
        options.extend(self.settings.options);
        options
    }

    /// The number that a result has, from its words.
    pub fn number(words: &[u32], of: crate::oracle::Scalar) -> Number {
        let high = if of.words() == 2 { u64::from(words[1]) } else { 0 };
        // The whole word: an output of 16 bits with anything above them is wrong.
        Number { of, bits: u64::from(words[0]) | high << 32 }
    }

    /// The text.
    pub fn text(&self) -> String {
        let mut text = String::from("StructuredBuffer<uint> given : register(t0);\n");
        text.push_str("RWStructuredBuffer<uint> result : register(u1);\n");
        let (mut uniforms, mut bodies, mut calls, mut at) = (0, String::new(), String::new(), 0);
        for (index, probe) in self.probes.iter().enumerate() {
            let place = Place { index, width: self.table.width, uniform: uniforms };
            let _ = writeln!(text, "\n// {}: {}", probe.name.replace('\n', " "), probe.section);
            text.push_str(&place.replace(&probe.globals));
            let body = place.replace(&probe.body);
            let _ = writeln!(bodies, "\nvoid probe_{index}(uint lane, uint g, uint r) {{\n{body}}}");
            let (width, stride) = (self.table.width, self.stride());
            let _ = writeln!(calls, "    probe_{index}(lane, lane * {width}, lane * {stride} + {at});");
            at += probe.words();
            uniforms += probe.uniforms.len();
        }
        self.declare_uniforms(&mut text);
        text.push_str(&bodies);
        let threads = self.threads();
        let _ =
            writeln!(text, "\n[numthreads({threads}, 1, 1)]\nvoid main(uint lane : SV_DispatchThreadID) {{\n{calls}}}");
        text
    }

    /// Declares the uniforms of all probes, each from a row of its own on.
    fn declare_uniforms(&self, text: &mut String) {
        let (mut members, mut row) = (String::new(), 0);
        for (index, probe) in self.probes.iter().enumerate() {
            for uniform in &probe.uniforms {
                let ty = uniform.ty.replace('@', &index.to_string());
                let _ = writeln!(members, "    {ty} u{} : packoffset(c{row});", members.lines().count());
                row += uniform.words.len().div_ceil(4);
            }
        }
        if !members.is_empty() {
            let _ = writeln!(text, "\ncbuffer uniforms : register(b2) {{\n{members}}}");
        }
    }

    /// The text as a file of this project's test suite: options, inputs, and an allowed result of each output.
    pub fn file(&self, extra: &[String]) -> String {
        let mut options = self.options().join(" ");
        for option in extra {
            let _ = write!(options, " {option}");
        }
        let words = |words: &[u32]| words.iter().map(|word| format!("{word:#x}")).collect::<Vec<_>>().join(",");
        let mut text = format!("//@ run: {options}\n//@ in: given = u32:{}\n", words(&self.inputs()));
        let uniforms = self.uniforms();
        if !uniforms.is_empty() {
            let _ = writeln!(text, "//@ in: uniforms = u32:{}", words(&uniforms));
        }
        if !self.storage().is_empty() {
            let _ = writeln!(text, "//@ in: 0:3 = u32:{}", words(self.storage()));
        }
        if let Some(texture) = self.texture() {
            let Texture { format, shape, size, layers, is_linear, edge, compare, .. } = texture;
            let _ = writeln!(
                text,
                "// With a texture of {format}, {shape:?}, {size:?}, {layers} layers at binding 4, and a sampler at 5: linear {is_linear}, \
                 {edge:?}, {compare:?}"
            );
        }
        let _ = writeln!(text, "//@ in: result = u32:{}", vec!["0"; self.results()].join(","));
        let _ = writeln!(text, "//@ dispatch: {} 1 1", self.groups());
        let examples = self.probes.iter().flat_map(|probe| {
            let outputs = probe.outputs.iter().zip(&probe.expected);
            outputs.flat_map(|(output, allowed)| {
                allowed.example(output.of).map_or(vec![0; output.of.words()], Number::words)
            })
        });
        let _ = writeln!(text, "//@ out: result = u32:{}", words(&examples.collect::<Vec<_>>()));
        text + &self.text()
    }
}

/// The place of a probe in a program.
struct Place {
    index: usize,
    width: usize,
    uniform: usize,
}

impl Place {
    /// Replaces the placeholders of [`crate::case`].
    fn replace(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len() + 64);
        let mut rest = text;
        while let Some(at) = rest.find(['@', '$']) {
            out.push_str(&rest[..at]);
            let (mark, after) = rest[at..].split_at(1);
            rest = after;
            if mark == "@" {
                let _ = write!(out, "{}", self.index);
            } else if let Some(after) = rest.strip_prefix("lane") {
                out.push_str("lane");
                rest = after;
            } else if let Some((number, after)) = bracketed(rest, "u[") {
                let _ = write!(out, "u{}", self.uniform + number);
                rest = after;
            } else if let Some((number, after)) = bracketed(rest, "[") {
                debug_assert!(number < self.width, "the row has no word {number}");
                let _ = write!(out, "given[g + {number}]");
                rest = after;
            }
        }
        out + rest
    }
}

/// The number between a prefix and a bracket, and the text after both.
fn bracketed<'t>(text: &'t str, prefix: &str) -> Option<(usize, &'t str)> {
    let (number, after) = text.strip_prefix(prefix)?.split_once(']')?;
    Some((number.parse().ok()?, after))
}
