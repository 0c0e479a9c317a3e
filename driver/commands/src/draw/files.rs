//! The files that pictures go to, and pictures as text.

use crate::output;
use arguments::draw::DrawArguments;
use launch::drawing::target::{self, Target};
use launch::kernels::Problem;
use library::files::staged::Staged;
use library::report::console::{STANDARD_OUTPUT, print};

/// The files that pictures go to.
pub(super) struct Files {
    /// For each the number of the target, if it is named, and the name.
    files: Vec<(Option<u32>, String)>,
    /// The digits of the numbers of frames; none for one frame.
    digits: usize,
    /// True if the history of a pixel or vertices are requested: no picture is printed then.
    omits_picture: bool,
}

impl Files {
    /// Reads `--out`, before anything runs.
    ///
    /// # Errors
    /// When a file cannot have its format, or there is none for several frames.
    pub(super) fn new(arguments: &DrawArguments) -> Result<Self, String> {
        let one = |text: &String| {
            let named = text.split_once('=').and_then(|(name, file)| Some((number(name)?, file)));
            let (location, file) = named.map_or((None, text.as_str()), |(location, file)| (Some(location), file));
            target::can_write(file)?;
            Ok((location, file.to_owned()))
        };
        let files: Vec<_> = arguments.out.iter().map(one).collect::<Result<_, String>>()?;
        let last = arguments.frames.end.saturating_sub(1);
        let digits = if arguments.frames.len() > 1 { last.to_string().len().max(4) } else { 0 };
        let captures = !arguments.stream_out.is_empty();
        match digits > 0 && files.is_empty() && !captures {
            true => Err("several frames require '--out'".to_owned()),
            false => Ok(Files { files, digits, omits_picture: captures || arguments.history.is_some() }),
        }
    }

    /// The name of a file in a frame: `sky.png` is `sky-0007.png` if there are several.
    pub(super) fn name(&self, file: &str, frame: u32) -> String {
        match file.rsplit_once('.').filter(|_| self.digits > 0) {
            Some((stem, ending)) => format!("{stem}-{frame:0width$}.{ending}", width = self.digits),
            None => file.to_owned(),
        }
    }

    /// Writes the targets of a frame, or prints the first one.
    ///
    /// # Errors
    /// When there is no such target, or a file cannot be written.
    pub(super) fn write(&self, targets: &[Target], frame: u32) -> Result<(), Problem> {
        if let (true, Some(first)) = (self.files.is_empty() && !self.omits_picture, targets.first()) {
            let printed = print(&target::text(first)?);
            return Ok(printed.map_err(|error| format!("cannot write {STANDARD_OUTPUT}: {error}"))?);
        }
        let mut staged = Staged::default();
        for (location, file) in &self.files {
            let is_it = |target: &&Target| location.is_none_or(|location| target.location == location);
            let Some(target) = targets.iter().find(is_it) else {
                let known: Vec<String> = targets.iter().map(Target::name).collect();
                let text = format!("'--out': the pixel shader does not write SV_Target{}", location.unwrap_or(0));
                let known = if known.is_empty() { "no target".to_owned() } else { known.join(", ") };
                return Err(Problem::Other(format!("{text}; it writes {known}")));
            };
            let bytes = target::encode(file, target)?;
            staged.write(&self.name(file, frame), &bytes).map_err(output::cannot_write)?;
        }
        Ok(staged.commit().map_err(output::cannot_write)?)
    }
}

/// The number in the name of a target.
fn number(name: &str) -> Option<u32> {
    let rest = name.get(.."SV_Target".len()).filter(|start| start.eq_ignore_ascii_case("SV_Target"))?;
    let digits = &name[rest.len()..];
    if digits.is_empty() { Some(0) } else { digits.parse().ok() }
}
