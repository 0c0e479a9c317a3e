//! Samplers with states in the source, as effects have them: `SamplerState s { Filter = MIN_MAG_MIP_POINT; };`.
//!
//! The compiler ignores such blocks. Where shaders run, each becomes blank, and the sampler has its states unless something else is
//! bound. No position in a file changes. A block that has anything else in it than states of samplers stays, as does one of two
//! blocks of one name that differ, and the compiler's warning says that it is ignored.

use super::contents::COMPARISONS;
use super::resources::{Bound, Resource, place};
use frontend::preprocess::IncludeHandler;
use frontend::surface::{Piece, PieceKind, pieces};
use frontend::token::TokenKind;
use runner::image::{Address, Filter};
use runner::{Binding, BindingKind, KernelInfo, Marks, Sampler};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

/// The samplers with states, by name.
pub type Samplers = BTreeMap<String, Sampler>;

/// The states of Direct3D where nothing else is said.
pub const SAMPLER: Sampler = Sampler {
    magnify: Filter::Linear,
    minify: Filter::Linear,
    levels: Filter::Linear,
    address: [Address::Clamp; 3],
    border: [0.0; 4],
    lod_bias: 0.0,
    min_lod: 0.0,
    max_lod: f32::MAX,
    unnormalised: false,
    compare: None,
};

/// A declaration with states.
pub struct Declared<'t> {
    /// The type.
    pub ty: &'t str,
    /// Its name.
    pub name: &'t str,
    /// The block, with what is before it.
    pub block: Range<usize>,
    /// The sampler with these states.
    pub sampler: Sampler,
    /// True if it is in a function, or in another block.
    pub is_local: bool,
}

/// The samplers with states that a text declares.
pub fn declarations(text: &str) -> Vec<Declared<'_>> {
    // The compiler says what is wrong with a text that is too long.
    let all = pieces(text).unwrap_or_default();
    let tokens: Vec<Token<'_>> = all.iter().filter_map(|piece| Token::of(text, piece)).collect();
    let (mut found, mut depth) = (Vec::new(), 0_usize);
    for (at, token) in tokens.iter().enumerate() {
        match token.text {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            "SamplerState" | "SamplerComparisonState" => {
                if let Some((name, block, sampler)) = declared(&tokens[at + 1..]) {
                    found.push(Declared { ty: token.text, name, block, sampler, is_local: depth > 0 });
                }
            }
            _ => {}
        }
    }
    found
}

/// Replaces a block, by what is given and spaces.
pub fn blank(text: &mut String, block: Range<usize>, mut by: String) {
    let rest = text[block.start + by.len()..block.end].chars();
    // Characters of several bytes in comments become as many spaces.
    rest.for_each(|c| by.extend(std::iter::repeat_n(if c == '\n' { '\n' } else { ' ' }, c.len_utf8())));
    text.replace_range(block, &by);
}

/// Takes the blocks outside of functions out of a text.
fn take(text: &str, samplers: &mut Samplers) -> String {
    let mut changed = text.to_owned();
    let mut all = declarations(text);
    all.retain(|one| !one.is_local);
    let (mut first, mut differing) = (BTreeMap::new(), BTreeSet::new());
    for one in &all {
        if *first.entry(one.name).or_insert(&one.sampler) != &one.sampler {
            differing.insert(one.name);
        }
    }
    for one in all.iter().filter(|one| !differing.contains(one.name)) {
        blank(&mut changed, one.block.clone(), String::new());
        samplers.insert(one.name.to_owned(), one.sampler.clone());
    }
    changed
}

/// A source and its includes without the blocks.
pub struct WithoutStates<'h> {
    files: &'h (dyn IncludeHandler + Sync),
    samplers: Mutex<Samplers>,
}

impl<'h> WithoutStates<'h> {
    /// The source whose includes `files` reads.
    pub fn new(files: &'h (dyn IncludeHandler + Sync)) -> Self {
        WithoutStates { files, samplers: Mutex::default() }
    }

    /// A text without its blocks.
    pub fn text(&self, text: &str) -> String {
        take(text, &mut self.samplers.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The samplers of all texts so far.
    pub fn samplers(self) -> Samplers {
        self.samplers.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl IncludeHandler for WithoutStates<'_> {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        let text = self.files.load(path)?;
        match text.contains("Sampler") {
            true => Some(Arc::from(self.text(&text))),
            false => Some(text),
        }
    }

    fn names(&self, folder: &str) -> Option<Vec<String>> {
        self.files.names(folder)
    }

    fn nearest(&self, path: &str) -> Option<String> {
        self.files.nearest(path)
    }

    fn is_same(&self, one: &str, other: &str) -> bool {
        self.files.is_same(one, other)
    }

    fn advice(&self) -> Option<&'static str> {
        self.files.advice()
    }
}

/// The samplers of a shader that nothing binds, with their states.
pub(crate) fn unbound(info: &KernelInfo, samplers: &Samplers, is_bound: impl Fn(&Binding) -> bool) -> Vec<Bound> {
    let open = info.bindings.iter().filter(|own| own.kind == BindingKind::Sampler && own.count == 1 && !is_bound(own));
    let with_states = |own: &Binding| {
        let (name, sampler) = own.names.iter().find_map(|name| samplers.get_key_value(name))?;
        let resource = Resource::Sampler(sampler.clone());
        Some(Bound { name: name.clone(), resource, marks: Marks::default() })
    };
    open.filter_map(with_states).collect()
}

/// Adds the samplers of a shader that are not among what is bound.
pub fn add_unbound(bound: &mut Vec<Bound>, info: &KernelInfo, samplers: &Samplers) {
    let is_bound = |own: &Binding| bound.iter().any(|one| place(&one.name).binding(info).is_ok_and(|at| at == own));
    let more = unbound(info, samplers, is_bound);
    bound.extend(more);
}

/// A token with its place.
struct Token<'t> {
    text: &'t str,
    range: Range<usize>,
    is_name: bool,
}

impl<'t> Token<'t> {
    fn of(text: &'t str, piece: &Piece) -> Option<Self> {
        let PieceKind::Token(kind) = piece.kind else { return None };
        let range = piece.start as usize..piece.end as usize;
        Some(Token { text: text.get(range.clone())?, range, is_name: kind == TokenKind::Ident })
    }
}

/// The name, the block with what is before it, and the states that follow the type of a sampler.
fn declared<'t>(tokens: &[Token<'t>]) -> Option<(&'t str, Range<usize>, Sampler)> {
    let name = tokens.first().filter(|name| name.is_name)?;
    let open = if tokens.get(1)?.text == "=" && tokens.get(2)?.text == "sampler_state" { 3 } else { 1 };
    if tokens.get(open)?.text != "{" {
        return None;
    }
    let close = open + 1 + tokens[open + 1..].iter().position(|token| ["{", "}"].contains(&token.text))?;
    if tokens[close].text != "}" || tokens.get(close + 1)?.text != ";" {
        return None;
    }
    let mut sampler = SAMPLER;
    for state in tokens[open + 1..close].split(|token| token.text == ";").filter(|state| !state.is_empty()) {
        let [name, equals, value @ ..] = state else { return None };
        let value: String = value.iter().map(|token| token.text).collect();
        set(&mut sampler, name.text, equals.text, &value)?;
    }
    Some((name.text, tokens[1].range.start..tokens[close].range.end, sampler))
}

/// Sets a state; `None` if it is unknown.
fn set(sampler: &mut Sampler, name: &str, equals: &str, value: &str) -> Option<()> {
    if equals != "=" {
        return None;
    }
    let value = value.to_ascii_lowercase();
    let number = || value.trim_end_matches('f').parse::<f32>().ok();
    match &*name.to_ascii_lowercase() {
        "filter" => (sampler.minify, sampler.magnify, sampler.levels) = filters(&value)?,
        "minfilter" => sampler.minify = filter(&value)?,
        "magfilter" => sampler.magnify = filter(&value)?,
        "mipfilter" => sampler.levels = filter(&value)?,
        "addressu" => sampler.address[0] = address(&value)?,
        "addressv" => sampler.address[1] = address(&value)?,
        "addressw" => sampler.address[2] = address(&value)?,
        "miplodbias" => sampler.lod_bias = number()?,
        "minlod" => sampler.min_lod = number()?,
        "maxlod" => sampler.max_lod = number()?,
        "bordercolor" => sampler.border = color(&value)?,
        // Samples are not anisotropic here.
        "maxanisotropy" => _ = number()?,
        "comparisonfunc" => {
            let value = value.replace('_', "-");
            sampler.compare = Some(COMPARISONS.iter().find(|(name, _)| *name == value)?.1);
        }
        _ => return None,
    }
    Some(())
}

/// A color as `float4(1, 0.5, 0, 1)`, or as the bytes of alpha, red, green and blue in a number, `0xff8000ff`.
fn color(value: &str) -> Option<[f32; 4]> {
    if let Some(digits) = value.strip_prefix("0x") {
        let [alpha, rest @ ..] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
        let [red, green, blue] = rest;
        return Some([red, green, blue, alpha].map(|byte| f32::from(byte) / 255.0));
    }
    let numbers = ["float4(", "half4("].iter().find_map(|start| value.strip_prefix(start))?.strip_suffix(')')?;
    let number = |text: &str| text.trim_end_matches(['f', 'h']).parse().ok().filter(|number: &f32| number.is_finite());
    numbers.split(',').map(number).collect::<Option<Vec<f32>>>()?.try_into().ok()
}

fn filter(value: &str) -> Option<Filter> {
    match value {
        "point" | "none" => Some(Filter::Nearest),
        "linear" | "anisotropic" => Some(Filter::Linear),
        _ => None,
    }
}

/// The filters where a texel covers more, where it covers less and between levels: `min_point_mag_mip_linear`.
fn filters(value: &str) -> Option<(Filter, Filter, Filter)> {
    let value = value.strip_prefix("comparison_").unwrap_or(value);
    if value == "anisotropic" {
        return Some((Filter::Linear, Filter::Linear, Filter::Linear));
    }
    // A filter is that of all words before it that have none.
    let (mut found, mut waiting) = ([None; 3], Vec::new());
    for word in value.split('_') {
        match ["min", "mag", "mip"].iter().position(|own| *own == word) {
            Some(at) => waiting.push(at),
            None => {
                let filter = filter(word)?;
                waiting.drain(..).for_each(|at| found[at] = Some(filter));
            }
        }
    }
    match found {
        [Some(min), Some(mag), Some(mip)] => Some((min, mag, mip)),
        _ => None,
    }
}

fn address(value: &str) -> Option<Address> {
    match value {
        "wrap" => Some(Address::Wrap),
        "mirror" => Some(Address::Mirror),
        "clamp" => Some(Address::Clamp),
        "border" => Some(Address::Border),
        "mirror_once" | "mirroronce" => Some(Address::MirrorOnce),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(text: &str) -> Vec<String> {
        let mut samplers = Samplers::new();
        let rest = take(text, &mut samplers);
        assert_eq!(rest.len(), text.len());
        samplers.into_keys().collect()
    }

    #[test]
    fn blocks_that_differ_or_are_open_stay() {
        let (wrap, clamp) = ("{ AddressU = WRAP; }", "{ AddressU = CLAMP; }");
        assert_eq!(
            taken(&format!("SamplerState a {wrap}; SamplerState b {clamp}; SamplerState a {wrap};")),
            ["a", "b"]
        );
        assert_eq!(taken(&format!("SamplerState a {wrap}; SamplerState b {wrap}; SamplerState a {clamp};")), ["b"]);
        assert!(taken("SamplerState a { { ; } ;").is_empty());
    }

    #[test]
    fn borders_have_colors() {
        let border = |value: &str| {
            let text = format!("SamplerState s {{ AddressU = BORDER; BorderColor = {value}; }};");
            declarations(&text).first().map(|one| one.sampler.border)
        };
        assert_eq!(border("float4(1, 0.5f, -2, .25)"), Some([1.0, 0.5, -2.0, 0.25]));
        assert_eq!(border("0xFF00FF33"), Some([0.0, 1.0, 0.2, 1.0]));
        let wrong =
            ["float4(1, 0, 0)", "float3(1, 0, 0)", "float4(1, 0, 0, x)", "float4(1, 0, 0, 1e99)", "0x1FFFFFFFF"];
        assert!(wrong.into_iter().all(|value| border(value).is_none()));
    }

    #[test]
    fn many_blocks_are_read_once() {
        assert!(taken(&"SamplerState s { ".repeat(200_000)).is_empty());
        let all: String = (0..50_000).map(|number| format!("SamplerState s{number} {{ AddressU = WRAP; }};")).collect();
        assert_eq!(taken(&all).len(), 50_000);
    }
}
