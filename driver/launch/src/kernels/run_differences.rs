//! Results of several runs of a shader, compared: what depends on the size of waves, and what on the order of threads.

use super::resources::{Resource, Shown};
use base::diag::Message;
use check::diagnostics as d;
use check::{Check, Checks, Finding, Level, Report, Schedule, Trial};
use runner::{Access, Image, KernelInfo, LastWrites};

/// The contents of a binding that a run has written.
#[derive(Debug)]
struct Written {
    name: String,
    resource: Resource,
    slot: u32,
    /// True if a seed has chosen what it held at first.
    is_uninitialised: bool,
}

/// The results of a run.
#[derive(Debug)]
pub struct Results {
    trial: Trial,
    written: Vec<Written>,
    writes: Option<LastWrites>,
}

impl Results {
    /// Returns whether another run has left something else in a binding.
    pub fn differs_from(&self, other: &Results) -> bool {
        pairs(self, other).next().is_some()
    }

    /// The results in these bindings.
    pub fn new<'r>(
        trial: Trial,
        info: &KernelInfo,
        bound: impl Iterator<Item = Shown<'r>>,
        writes: Option<LastWrites>,
    ) -> Self {
        let written = bound.filter_map(|(place, name, resource, is_uninitialised)| {
            let binding = place.binding(info).ok()?;
            let slot = place.slot(binding).ok()? as u32;
            let is_data = resource.is_data() && binding.access != Access::Read;
            is_data.then(|| Written { name: name.to_owned(), resource: resource.clone(), slot, is_uninitialised })
        });
        Results { trial, written: written.collect(), writes }
    }
}

/// Looks for results that differ between runs with waves of several sizes, or in several orders. `again` runs it once more,
/// to tell the one from the other. Where there are races, that says nothing new.
pub fn compare(report: &mut Report, checks: &Checks, all: &[Results], again: impl FnOnce(Trial) -> Option<Results>) {
    let has_races =
        report.findings.iter().any(|finding| finding.level == Level::Error && finding.check <= Check::NotCoherent);
    let (Some(first), false) = (all.first(), has_races) else { return };
    let mut by_order: Vec<&str> = Vec::new();
    for (at, results) in all.iter().enumerate() {
        let same_wave = |other: &&Results| other.trial.wave == results.trial.wave;
        let Some(base) = all[..at].iter().find(same_wave) else { continue };
        for (one, two) in pairs(base, results).filter(|(one, _)| !one.is_uninitialised) {
            if by_order.contains(&&*one.name) {
                continue;
            }
            by_order.push(&one.name);
            add(report, checks, Check::OrderDependent, (base, one), (results, two));
        }
    }
    let same_order =
        |other: &&Results| other.trial.wave != first.trial.wave && other.trial.schedule == first.trial.schedule;
    let others: Vec<&Results> =
        all.iter().filter(same_order).filter(|other| pairs(first, other).next().is_some()).collect();
    if others.is_empty() || !checks.is_on(Check::WaveDependent) {
        return;
    }
    let reversed = again(Trial { schedule: Schedule::Reverse, ..first.trial });
    let in_reverse: Vec<&str> =
        reversed.iter().flat_map(|reversed| pairs(first, reversed)).map(|(one, _)| &*one.name).collect();
    let mut known: Vec<&str> = by_order.into_iter().chain(in_reverse).collect();
    for other in others {
        for (one, two) in pairs(first, other) {
            if !known.contains(&&*one.name) {
                known.push(&one.name);
                add(report, checks, Check::WaveDependent, (first, one), (other, two));
            }
        }
    }
}

/// The bindings in which two results differ.
fn pairs<'r>(one: &'r Results, two: &'r Results) -> impl Iterator<Item = (&'r Written, &'r Written)> {
    let both =
        one.written.iter().filter_map(|own| Some((own, two.written.iter().find(|other| other.name == own.name)?)));
    both.filter(|(own, other)| own.resource.bytes() != other.resource.bytes())
}

/// Adds a finding about the first number that differs.
fn add(report: &mut Report, checks: &Checks, check: Check, one: (&Results, &Written), two: (&Results, &Written)) {
    if !checks.is_on(check) {
        return;
    }
    let (own, other) = (one.1, two.1);
    let element = own.resource.element();
    let numbers = |written: &Written| -> Vec<u64> { element.split(written.resource.bytes()).collect() };
    let (a, b) = (numbers(own), numbers(other));
    let differ: Vec<usize> = (0..a.len().min(b.len())).filter(|at| a[*at] != b[*at]).collect();
    let Some(at) = differ.first().copied() else { return };
    let offset = (at * element.bytes()) as u64;
    let (memory, place_at, is_image) = match &own.resource {
        Resource::Image(image) => {
            let texel = offset / image.format().texel_bytes() as u64;
            (texel_name(&own.name, image, texel), texel, true)
        }
        _ => (format!("{}[{at}]", own.name), offset, false),
    };
    let said = |bits: u64, trial: Trial| match check {
        Check::WaveDependent => format!("{} with waves of {}", element.show(bits), trial.wave),
        _ => format!("{} with --replay {trial}", element.show(bits)),
    };
    let (first, second) = (said(a[at], one.0.trial), said(b[at], two.0.trial));
    let message = match check {
        Check::WaveDependent => d::WaveDependent { memory, one: first, other: second }.text(),
        _ => d::OrderDependent { memory, one: first, other: second }.text(),
    };
    // Where one run has not written it, the other has.
    let written = [(&two.0.writes, other), (&one.0.writes, own)];
    let found = written.into_iter().find_map(|(writes, written)| {
        let writes = writes.as_ref()?;
        Some((writes.place(written.slot, place_at, is_image)?, writes.files()))
    });
    let notes = vec![format!("{} of {} values of '{}' differ", differ.len(), a.len(), own.name)];
    let level = checks.level(check);
    let (place, files) = found.map_or((None, &[][..]), |(place, files)| (Some(place), files));
    let finding = Finding { check, level, message, place, related: Vec::new(), notes, count: 1 };
    report.add(finding, files);
}

fn texel_name(name: &str, image: &Image, texel: u64) -> String {
    let width = u64::from(image.size()[0].max(1));
    format!("{name}[{}, {}]", texel % width, texel / width)
}
