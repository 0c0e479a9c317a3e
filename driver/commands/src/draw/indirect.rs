//! The calls of a draw: one, or those whose numbers are given as contents.
//!
//! It must not know how a shader runs.

use arguments::draw::DrawArguments;
use launch::kernels::Problem;
use launch::kernels::contents::Contents;
use library::files::reading;
use runner::Error;
use runner::stages::fixed::{Call, Indices, State, Statistics, Targets, Watch};
use runner::stages::{Draw, Fault, Fetch, Indirect, Pipeline, Run, Stop};
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

/// Draws calls one after the other, and notes what shaders do that is not defined.
///
/// # Errors
/// As for a single draw.
pub(super) fn draw(
    pipeline: &Pipeline,
    (calls, (state, targets, mut watch)): (&[One<'_>], (&State, &mut Targets, Option<&mut Watch>)),
    fetch: &Fetch<'_>,
    (run, stop): (&mut Run<'_>, &Stop<'_>),
    faults: &mut Vec<Fault>,
) -> Result<Statistics, Error> {
    let mut all = Statistics::default();
    for (number, (call, instances)) in (0..).zip(calls) {
        let (call, instances, watch) = (*call, instances.clone(), watch.as_deref_mut());
        let draw = Draw { state, targets: &mut *targets, call, instances, number, watch, streams: None };
        all.add(pipeline.draw_noting(draw, fetch, run, stop, faults)?);
    }
    Ok(all)
}
