//! The form of messages about a whole call, as `--report` names it, and the file that they go to.

use base::diag::render::{Format, Style};
use std::io::IsTerminal;

/// The form of messages, and the file that they go to.
pub(crate) struct Form<'a> {
    pub(crate) style: Style,
    pub(crate) file: Option<&'a str>,
}

impl<'a> Form<'a> {
    /// Reads `FORM[=FILE]`.
    ///
    /// # Errors
    /// When there is no such form.
    pub(crate) fn parse(text: &'a str) -> Result<Self, String> {
        let (name, file) = text.split_once('=').map_or((text, None), |(name, file)| (name, Some(file)));
        let format = Format::NAMES.iter().find(|(known, _)| *known == name).map(|(_, format)| *format);
        let Some(format) = format else { return Err(format!("'--report {text}': there is no form '{name}'")) };
        let mut style = Style::default();
        style.format = format;
        style.colour = file.is_none() && std::io::stderr().is_terminal();
        Ok(Form { style, file })
    }

    /// Returns whether the standard error output is for a document alone.
    pub(crate) fn is_alone(&self) -> bool {
        self.file.is_none() && matches!(self.style.format, Format::Json | Format::Sarif)
    }
}
