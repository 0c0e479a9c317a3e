//! The calls of a draw: one, or those whose numbers are given as contents.
//!
//! It must not know how a shader runs.

use arguments::draw::DrawArguments;
use launch::kernels::Problem;
use launch::kernels::contents::Contents;
use library::files::reading;
use runner::Error;
use runner::stages::fixed::{Call, Indices, State, Statistics, Targets, Watch};
use runner::stages::{Draw, Fault, Fetch, Indirect, Pipeline, Run, Stop, StreamOut};
use std::ops::Range;

/// A call with its instances.
type One<'c> = (Call<'c>, Range<u32>);

/// The calls of a draw. As many follow from the contents as they have the numbers of.
///
/// # Errors
/// When the contents are not numbers of draws.
pub(super) fn calls<'c>(arguments: &DrawArguments, call: Call<'c>) -> Result<Vec<One<'c>>, Problem> {
    let Some(text) = &arguments.indirect else { return Ok(vec![(call, 0..arguments.instances)]) };
    let bytes = match Contents::parse(text)? {
        Contents::File(file) => reading::read_data(&file).map_err(|error| format!("cannot read '{file}': {error}"))?,
        contents => contents.pushed(&[]).map_err(|error| format!("'--indirect': {error}"))?,
    };
    let indexed = !matches!(call.indices, Indices::Sequence);
    let size = if indexed { 20 } else { 16 };
    if bytes.is_empty() || !bytes.len().is_multiple_of(size) {
        let found = bytes.len();
        let text = format!("'--indirect': expected {size} bytes for each draw, found {found}");
        return Err(Problem::Other(text));
    }
    let draws = u32::try_from(bytes.len() / size).map_err(|_| "'--indirect': too many draws".to_owned())?;
    let all = Indirect { offset: 0, draws, stride: 0, indexed }.read(&bytes)?;
    Ok(all.iter().map(|own| (own.call(call), own.instances())).collect())
}

/// Where a draw goes: the targets, what happens at a pixel, and the buffers that take vertices.
pub(super) struct Results<'r> {
    pub(super) targets: &'r mut Targets,
    pub(super) watch: Option<&'r mut Watch>,
    pub(super) streams: Option<&'r mut StreamOut>,
}

/// Draws calls one after the other, and notes what shaders do that is not defined.
///
/// # Errors
/// As for a single draw.
pub(super) fn draw(
    pipeline: &Pipeline,
    (calls, state, results): (&[One<'_>], &State, Results<'_>),
    fetch: &Fetch<'_>,
    (run, stop): (&mut Run<'_>, &Stop<'_>),
    faults: &mut Vec<Fault>,
) -> Result<Statistics, Error> {
    let Results { targets, mut watch, mut streams } = results;
    let mut all = Statistics::default();
    for (number, (call, instances)) in (0..).zip(calls) {
        let (call, instances) = (*call, instances.clone());
        let (watch, streams) = (watch.as_deref_mut(), streams.as_deref_mut());
        let draw = Draw { state, targets: &mut *targets, call, instances, number, watch, streams };
        all.add(pipeline.draw_noting(draw, fetch, run, stop, faults)?);
    }
    Ok(all)
}
