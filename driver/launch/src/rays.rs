//! Ray pipelines on the CPU: what `trace` and jobs do beside their command lines and documents.

mod table;

pub use table::{Wishes, table};

use crate::kernels::{ENVIRONMENT, heaps};
use check::{Check, Checks, Finding, Place, Report};
use library::options::settings::Options;
use library::pipeline::optimise::optimise;
use runner::stages::{Launch, Note, NoteKind, RayPipeline};

/// The profile where nothing else is said.
const PROFILE: &str = "lib_6_6";

/// Settles the profile and the environment of a library that is to be run.
pub fn settle(settings: &mut Options) {
    settings.profile.get_or_insert_with(|| PROFILE.to_owned());
    settings.target_env.get_or_insert_with(|| ENVIRONMENT.to_owned());
}

/// The words of a library as pipelines take them: rays and calls start in its shaders, and not in functions that these call;
/// descriptor heaps of several types have places of their own.
///
/// # Errors
/// When the words are not a module.
pub fn inlined(mut words: Vec<u32>) -> Result<Vec<u32>, runner::Error> {
    heaps::separate(&mut words)?;
    match runner::stages::starts_in_functions(&words)? {
        true => Ok(optimise(&words, &opt::Options::default(), Some(&["inline"]))?),
        false => Ok(words),
    }
}

/// The name of an invocation of a ray generation shader, by the numbers of its thread.
pub fn name(local: [u32; 3], group: [u32; 3]) -> String {
    let [x, y, z] = [0, 1, 2].map(|axis| group[axis] * runner::stages::RAY_GROUP[axis] + local[axis]);
    format!("ray ({x},{y},{z})")
}

/// What a launch has noted, with the lines of the source.
#[derive(Debug)]
pub struct Noted {
    notes: Vec<(Note, Option<Place>)>,
    files: Vec<String>,
    shaders: Vec<String>,
}

impl Noted {
    /// Reads the notes of a launch of a pipeline made of these words.
    pub fn new(words: &[u32], pipeline: &RayPipeline, launch: &Launch) -> Noted {
        let notes = pipeline.notes(launch);
        let offsets: Vec<u32> = notes.iter().map(|note| note.word).collect();
        let (places, files) = interp::places(words, &offsets);
        let shaders = pipeline.shaders().iter().map(|shader| shader.name.clone()).collect();
        Noted { notes: notes.into_iter().zip(places).collect(), files, shaders }
    }

    /// Adds findings to the report of a checked run.
    pub fn add_to(&self, report: &mut Report, checks: &Checks) {
        for (note, place) in &self.notes {
            let (check, message) = self.finding(note);
            if !checks.is_on(check) {
                continue;
            }
            let [x, y, z] = note.first;
            let finding = Finding {
                check,
                level: checks.level(check),
                message,
                place: *place,
                related: Vec::new(),
                notes: vec![format!("ray ({x},{y},{z}), in '{}'", note.shader)],
                count: note.count.into(),
            };
            report.add(finding, &self.files);
        }
    }

    /// The warnings of a run without checks.
    pub fn warnings(&self) -> Vec<String> {
        let warning = |(note, place): &(Note, Option<Place>)| {
            let file = place.and_then(|place| self.files.get(place.file as usize).map(|file| (place, file)));
            let at = file.map_or_else(String::new, |(place, file)| format!("{file}:{}:{}: ", place.line, place.column));
            let ([x, y, z], Note { count, shader, .. }) = (note.first, note);
            let times = if *count == 1 { "once".to_owned() } else { format!("{count} times") };
            let (_, message) = self.finding(note);
            let message = message.rsplit_once(" (").map_or(&*message, |(text, _)| text);
            format!("{at}{message}: {times}, first of ray ({x},{y},{z}), in '{shader}'")
        };
        self.notes.iter().map(warning).collect()
    }

    fn finding(&self, note: &Note) -> (Check, String) {
        use base::diag::Message;
        use check::diagnostics as d;
        let Note { kind, value, .. } = note;
        let table = |what: String| (Check::Table, d::Table { what }.text());
        match kind {
            NoteKind::Recursion => {
                let what = format!("ray beyond the recursion limit of {value}");
                (Check::Recursion, d::Recursion { what }.text())
            }
            NoteKind::Calls => {
                let what = format!("call beyond {value} nested calls of callable shaders");
                (Check::Recursion, d::Recursion { what }.text())
            }
            NoteKind::HitTable => table(format!("hit group index {value} is out of the shader table")),
            NoteKind::MissTable => table(format!("miss shader index {value} is out of the shader table")),
            NoteKind::CallTable => table(format!("callable shader index {value} is out of the shader table")),
            NoteKind::Payload => {
                let shader = value.checked_sub(1).and_then(|at| self.shaders.get(at as usize));
                let shader = shader.map_or("", |name| name).to_owned();
                (Check::Payload, d::Payload { shader }.text())
            }
        }
    }
}
