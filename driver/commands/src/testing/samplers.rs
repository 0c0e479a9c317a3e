//! Samplers of tests with states in the source, as effects have them: `SamplerState s { Filter = MIN_MAG_MIP_POINT; };`.
//!
//! The compiler ignores such blocks. In a file of tests each becomes blank, and the sampler has its states where the test runs: one
//! outside of functions by its name, a local one as another name for a sampler of the harness. No position in the file changes.
//! A block that has anything else in it than states of samplers stays, and the compiler's warning says that it is ignored.

use frontend::surface::{Piece, PieceKind, pieces};
use frontend::token::TokenKind;
use library::kernels::contents::COMPARISONS;
use runner::Sampler;
use runner::image::{Address, Filter};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;

/// The sampler of tests, which is that of Direct3D where nothing else is said.
const SAMPLER: Sampler = Sampler {
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

/// The samplers with states, by name.
#[derive(Clone, Debug, Default)]
pub(super) struct States {
    samplers: BTreeMap<String, Sampler>,
    /// The types of local ones.
    locals: Vec<String>,
}

/// The descriptor set of local ones, which no shader is likely to use.
const SET: u32 = 1001;

impl States {
    /// Takes the blocks out of a text.
    pub(super) fn of(text: &str) -> (String, States) {
        let (mut changed, mut states) = (text.to_owned(), States::default());
        // The compiler says what is wrong with a text that is too long.
        let all = pieces(text).unwrap_or_default();
        let tokens: Vec<Token<'_>> = all.iter().filter_map(|piece| Token::of(text, piece)).collect();
        let mut depth = 0_usize;
        for (at, token) in tokens.iter().enumerate() {
            match token.text {
                "{" => depth += 1,
                "}" => depth = depth.saturating_sub(1),
                "SamplerState" | "SamplerComparisonState" => {
                    if let Some((name, block, sampler)) = declared(&tokens[at + 1..]) {
                        states.take(&mut changed, (name, (depth > 0).then_some(token.text)), block, sampler);
                    }
                }
                _ => {}
            }
        }
        (changed, states)
    }

    /// Takes one block out; that of a local sampler with its type.
    fn take(&mut self, text: &mut String, (name, local): (&str, Option<&str>), block: Range<usize>, sampler: Sampler) {
        let (mut by, mut name) = (String::new(), name.to_owned());
        if local.is_some() {
            name = format!("__hs{}", self.locals.len());
            by = format!("={name}");
        }
        if by.len() > block.len() || text[block.start..block.start + by.len()].contains('\n') {
            return;
        }
        self.locals.extend(local.map(str::to_owned));
        let rest = text[block.start + by.len()..block.end].chars();
        // Characters of several bytes in comments become as many spaces.
        rest.for_each(|c| by.extend(std::iter::repeat_n(if c == '\n' { '\n' } else { ' ' }, c.len_utf8())));
        text.replace_range(block, &by);
        self.samplers.insert(name, sampler);
    }

    /// The declarations of the samplers of local ones.
    pub(super) fn declarations(&self) -> String {
        self.locals.iter().enumerate().fold(String::new(), |mut text, (number, ty)| {
            let _ = writeln!(text, "[[vk::binding({number}, {SET})]] {ty} __hs{number};");
            text
        })
    }

    /// The states of a sampler with one of these names, or those of samplers that have none.
    pub(super) fn sampler(&self, names: &[String]) -> Sampler {
        names.iter().find_map(|name| self.samplers.get(name)).cloned().unwrap_or(SAMPLER)
    }
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
    let close = open + tokens[open..].iter().position(|token| token.text == "}")?;
    if tokens.get(close + 1)?.text != ";" {
        return None;
    }
    let mut sampler = SAMPLER;
    for state in tokens[open + 1..close].split(|token| token.text == ";").filter(|state| !state.is_empty()) {
        let [name, equals, value @ ..] = state else { return None };
        let value: String = value.iter().map(|token| token.text).collect();
        set(&mut sampler, (name.text, equals.text), &value)?;
    }
    Some((name.text, tokens[1].range.start..tokens[close].range.end, sampler))
}

/// Sets a state; `None` if it is unknown.
fn set(sampler: &mut Sampler, (name, equals): (&str, &str), value: &str) -> Option<()> {
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
