//! What buffers take of the vertices of a pipeline, by semantics or by the decorations of its module.
//!
//! It must not know how vertices are written.

use super::pipeline::Pipeline;
use super::rows::{BuiltIn, Place, Row};
use super::streams::{Captured, STREAMS, WORD};
use super::values;
use crate::error::Error;

impl Pipeline {
    /// What a buffer takes that is filled with these outputs of the last stage in front of the fixed functions, one behind the
    /// other: semantics, of which a suffix such as `.xy` selects components.
    ///
    /// # Errors
    /// When there is no such output, the stride does not hold all, or the pipeline has no stream output.
    pub fn captured(&self, stream: u32, semantics: &[String], stride: Option<u32>) -> Result<Captured, Error> {
        self.has_stream(stream)?;
        let mut words = Vec::new();
        for semantic in semantics {
            for row in rows_of(&self.last, semantic)? {
                words.push((WORD * words.len(), row));
            }
        }
        Captured::new(stream, stride, words)
    }

    /// What the buffer of this number takes, as the decorations `XfbBuffer`, `XfbStride` and `Offset` of the module say.
    ///
    /// # Errors
    /// When the module says nothing of such a buffer, or the pipeline has no stream output.
    pub fn captured_by_module(&self, buffer: u32) -> Result<Captured, Error> {
        let own = self.last.iter().enumerate().filter_map(|(at, row)| Some((at, row.feedback?)));
        let own: Vec<_> = own.filter(|(_, feedback)| feedback.buffer == buffer).collect();
        let Some((_, first)) = own.first() else {
            let why = format!("no output of the last stage has the decoration 'XfbBuffer {buffer}'");
            return Err(Error::NotFit { why });
        };
        self.has_stream(first.stream)?;
        let words = own.iter().map(|(row, feedback)| (feedback.offset as usize, *row)).collect();
        Captured::new(first.stream, Some(first.stride).filter(|stride| *stride > 0), words)
    }

    fn has_stream(&self, stream: u32) -> Result<(), Error> {
        let not_fit = |why: String| Err(Error::NotFit { why });
        match stream {
            _ if self.is_mesh() => not_fit("mesh shaders have no stream output".to_owned()),
            0 => Ok(()),
            1..STREAMS if self.has_geometry() => Ok(()),
            1..STREAMS => not_fit(format!("stream {stream} needs a geometry shader")),
            _ => not_fit(format!("there is no stream {stream}; the last one is {}", STREAMS - 1)),
        }
    }
}

/// The rows of an output, with both halves of numbers of 64 bits.
fn rows_of(rows: &[Row], semantic: &str) -> Result<Vec<usize>, Error> {
    let (name, components) = semantic.split_once('.').map_or((semantic, None), |(name, own)| (name, Some(own)));
    let builtin = BUILTINS.iter().find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, builtin)| *builtin);
    let found: Vec<usize> = match builtin {
        Some(builtin) => {
            let is_it = |at: &usize| matches!(rows[*at].place, Place::Builtin(own, _) if own == builtin);
            (0..rows.len()).filter(is_it).collect()
        }
        None => (0..rows.len()).filter(|at| values::is_named(&rows[*at], name)).collect(),
    };
    if found.is_empty() {
        let mut known: Vec<String> =
            rows.iter().filter(|row| !row.name.is_empty()).map(|row| row.name.to_string()).collect();
        known.dedup();
        let why = format!("the last stage does not write '{name}'; it writes {}", known.join(", "));
        return Err(Error::NotFit { why });
    }
    let Some(components) = components else { return Ok(found) };
    let mut chosen = Vec::new();
    for letter in components.chars() {
        let number = "xyzw".find(letter).map(|number| number as u32);
        let before = chosen.len();
        chosen.extend(found.iter().copied().filter(|at| Some(rows[*at].component) == number));
        if chosen.len() == before {
            return Err(Error::NotFit { why: format!("'{name}' has no component '{letter}'") });
        }
    }
    Ok(chosen)
}

/// The built-in outputs that buffers take.
const BUILTINS: &[(&str, BuiltIn)] = &[
    ("SV_Position", BuiltIn::Position),
    ("SV_ClipDistance", BuiltIn::ClipDistance),
    ("SV_CullDistance", BuiltIn::CullDistance),
    ("SV_ViewportArrayIndex", BuiltIn::ViewportIndex),
    ("SV_RenderTargetArrayIndex", BuiltIn::Layer),
    ("SV_PrimitiveID", BuiltIn::PrimitiveId),
];
