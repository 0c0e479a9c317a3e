//! Definitions before the main file: predefined macros, and the command line's as a text.

use super::builtin::quoted;
use super::macros::{Definition, Macro, Part, Shape, What};
use super::{CommandLineMacro, Facts, PreprocessOptions, Preprocessor};
use crate::fingerprint::Fingerprint;
use crate::token::{Token, TokenFlags, TokenKind};
use base::digits::Digits;
use base::source::{FileId, Span};
use std::ops::Range;
use std::sync::Arc;

/// The release of the compiler whose features this one offers; shaders ask for it.
const COMPILER_VERSION: &[(&str, u32)] = &[
    ("__DXC_VERSION_MAJOR", 1),
    ("__DXC_VERSION_MINOR", 9),
    ("__DXC_VERSION_RELEASE", 0),
    ("__DXC_VERSION_COMMITS", 15466),
];

/// The name of the text with the predefined macros.
const PREDEFINED: &str = "<built-in>";

/// Definitions, each a line of a text.
struct Predefined {
    text: String,
    /// The ranges of the text with names, and with the numbers after them.
    lines: Vec<(Range<usize>, Range<usize>)>,
}

impl Predefined {
    /// Adds the definition of a name, which comes in parts.
    fn define(&mut self, name: &[&str], value: u32) {
        self.text.push_str("#define ");
        let start = self.text.len();
        name.iter().for_each(|part| self.text.push_str(part));
        let end = self.text.len();
        self.text.push(' ');
        self.text.push_str(Digits::of(value).as_str());
        self.lines.push((start..end, end + 1..self.text.len()));
        self.text.push('\n');
    }
}

/// All macros before the main file, for compilations that begin with the same names.
#[derive(Debug)]
pub(super) struct Prepared {
    /// A key of the names.
    names: Fingerprint,
    facts: Facts,
    /// The text of those that are not built in, and its position.
    text: Arc<str>,
    base: u32,
    definitions: Box<[Arc<Definition>]>,
}

impl Prepared {
    /// Returns whether they are those of compilations that begin with these names and are about these facts.
    pub(super) fn fits(&self, names: Fingerprint, facts: Facts) -> bool {
        self.names == names && self.facts == facts
    }

    #[cfg(test)]
    pub(super) fn is_about(&self, facts: Facts) -> bool {
        self.facts == facts
    }
}

impl Preprocessor<'_> {
    /// Defines the macros that there are before the main file.
    pub(super) fn define_first(&mut self) {
        let shared = self.traces.map(|traces| traces.all).zip(self.begun);
        let Some((all, begun)) = shared else {
            self.define_builtins();
            self.define_predefined();
            return;
        };
        let names = begun.key(Fingerprint::NOTHING);
        if let Some(known) = all.prepared(names, self.options.facts) {
            return self.define_prepared(&known);
        }
        self.define_builtins();
        let Some(file) = self.define_predefined() else { return };
        let file = self.sources.file(file);
        let definitions = self.macros.definitions();
        if definitions.iter().all(|it| !it.has_name(|name| name.raw() >= begun.names())) {
            let (text, base) = (file.shared_text(), file.base());
            all.keep_prepared(Prepared { names, facts: self.options.facts, text, base, definitions });
        }
    }

    fn define_prepared(&mut self, known: &Prepared) {
        let Ok(file) = self.sources.add_file(PREDEFINED, Arc::clone(&known.text), None) else {
            return self.too_large(Span::NONE);
        };
        let shift = self.sources.file(file).base().wrapping_sub(known.base);
        for definition in &known.definitions {
            // Built-in macros have no location.
            let shift = if definition.span == Span::NONE { 0 } else { shift };
            self.macros.define(Macro::moved(Arc::clone(definition), shift));
        }
    }

    /// Defines the predefined macros. They are in a text of their own, which messages show; it is not parsed.
    fn define_predefined(&mut self) -> Option<FileId> {
        let Predefined { text, lines } = predefined(&self.options.facts);
        let Ok(id) = self.sources.add_file(PREDEFINED, text, None) else {
            self.too_large(Span::NONE);
            return None;
        };
        let file = self.sources.file(id);
        let place = |range: Range<usize>| Span::new(file.base() + range.start as u32, file.base() + range.end as u32);
        for (name, number) in lines {
            let symbol = self.names.intern(&file.text()[name.clone()]);
            let value = self.names.intern(&file.text()[number.clone()]);
            let flags = TokenFlags::SPACE_BEFORE;
            let token = Token { kind: TokenKind::Number, flags, symbol: value, span: place(number) };
            let parts = [Part { what: What::Text, pasted: false, token }];
            self.macros.define(Macro::new(Definition::new(symbol, place(name), Shape::Object, parts)));
        }
        Some(id)
    }
}

/// Definitions of the predefined macros.
fn predefined(of: &Facts) -> Predefined {
    let profile = of.profile;
    let stage = profile.stage.row();
    let (spirv_major, spirv_minor) = of.spirv_version;
    let mut facts = vec![
        ("__hlsl_dx_compiler", 1),
        ("__HLSL_VERSION", of.version.number()),
        ("__SHADER_TARGET_STAGE", stage.number),
        ("__SHADER_TARGET_MAJOR", profile.major),
        ("__SHADER_TARGET_MINOR", profile.minor),
        ("__spirv__", 1),
        ("__SPIRV_MAJOR_VERSION__", u32::from(spirv_major)),
        ("__SPIRV_MINOR_VERSION__", u32::from(spirv_minor)),
    ];
    facts.extend_from_slice(COMPILER_VERSION);
    if of.native_16bit {
        facts.push(("__HLSL_ENABLE_16_BIT", 1));
    }
    if (profile.major, profile.minor) >= (6, 10) {
        facts.push(("__hlsl2spirv_linear_algebra", of.linear_algebra));
    }
    let mut all = Predefined { text: String::with_capacity(1024), lines: Vec::with_capacity(32) };
    for (name, value) in facts {
        all.define(&[name], value);
    }
    for stage in crate::language::STAGES.iter().filter(|row| !row.macro_suffix.is_empty()) {
        all.define(&["__SHADER_STAGE_", stage.macro_suffix], stage.number);
    }
    all
}

/// The text for `-D`, `-U` and `-include`.
pub(super) fn command_line(options: &PreprocessOptions) -> String {
    let mut text = String::new();
    for option in &options.macros {
        match option {
            CommandLineMacro::Define(name, value) => {
                let value = value.as_deref().unwrap_or("1");
                line(&mut text, &["#define ", name, " ", value]);
            }
            CommandLineMacro::Undefine(name) => line(&mut text, &["#undef ", name]),
        }
    }
    for path in &options.forced_includes {
        line(&mut text, &["#include ", &quoted(&path.replace('\\', "/"))]);
    }
    text
}

/// Adds a line, which comes in parts and cannot affect the next one.
fn line(text: &mut String, parts: &[&str]) {
    let start = text.len();
    parts.iter().for_each(|part| text.push_str(part));
    let first = text[start..].lines().next().unwrap_or("").trim_end_matches('\\').len();
    text.truncate(start + first);
    text.push('\n');
}
