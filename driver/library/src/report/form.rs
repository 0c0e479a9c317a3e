//! The form of messages about a whole call, as `--report` names it, and the file that they go to.

use base::diag::render::{Format, Style};
use std::io::IsTerminal;

/// The form of messages, and the file that they go to.
pub struct Form<'a> {
    /// How messages are rendered.
    pub style: Style,
    /// The name of the file, if it is not the standard error output.
    pub file: Option<&'a str>,
    /// True for a page, which has more than messages.
    pub is_page: bool,
}

/// The name of pages.
const PAGE: &str = "html";

impl<'a> Form<'a> {
    /// Reads `FORM[=FILE]`.
    ///
    /// # Errors
    /// When there is no such form.
    pub fn parse(text: &'a str) -> Result<Self, String> {
        let (name, file) = text.split_once('=').map_or((text, None), |(name, file)| (name, Some(file)));
        if name == PAGE {
            let file = Some(file.ok_or_else(|| format!("'--report {text}' requires a file name"))?);
            return Ok(Form { style: Style::default(), file, is_page: true });
        }
        let format = Format::NAMES.iter().find(|(known, _)| *known == name).map(|(_, format)| *format);
        let Some(format) = format else { return Err(format!("'--report {text}': unknown format '{name}'")) };
        let mut style = Style::default();
        style.format = format;
        style.colour = file.is_none() && std::io::stderr().is_terminal();
        Ok(Form { style, file, is_page: false })
    }

    /// The form of messages about many compilations, if the arguments set one for all.
    ///
    /// # Errors
    /// When there is no such form, or it is not one for a file.
    pub fn of_all(text: Option<&'a str>) -> Result<Option<Self>, String> {
        let Some(text) = text else { return Ok(None) };
        let form = Form::parse(text)?;
        match form.file {
            Some(_) if form.is_page || !Form::is_document(form.style.format) => {
                Err(format!("'--report {text}': only json and sarif can be written to a file"))
            }
            _ => Ok(Some(form)),
        }
    }

    /// Returns whether messages of this form are one document for all compilations.
    pub fn is_document(format: Format) -> bool {
        match format {
            Format::Json | Format::Sarif => true,
            Format::Clang | Format::Msvc | Format::Vi | Format::Rich => false,
        }
    }

    /// Returns whether the standard error output is for a document alone.
    pub fn is_alone(&self) -> bool {
        self.file.is_none() && Form::is_document(self.style.format)
    }
}
