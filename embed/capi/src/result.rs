//! The result of a call: a status, words, texts, messages.

use driver::internal::{Product, states};
use driver::{Artifact, Dependencies, Failure, Options, Report};
use std::ffi::{CString, c_char};
use std::sync::OnceLock;

/// `hlsl2spirv_status`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum Status {
    /// Success.
    Ok = 0,
    /// Errors in what was passed.
    BadInput = 1,
    /// Errors in how it was passed.
    BadCall = 2,
    /// A mistake of the library.
    Internal = 3,
}

/// `hlsl2spirv_severity`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum Severity {
    /// A note.
    Note = 0,
    /// A warning.
    Warning = 1,
    /// An error.
    Error = 2,
}

/// `hlsl2spirv_message`, whose texts belong to the [`Answer`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Message {
    /// The text.
    pub text: *const c_char,
    /// The stable code.
    pub code: *const c_char,
    /// The name of a warning.
    pub group: *const c_char,
    /// The file.
    pub file: *const c_char,
    /// The line, from 1.
    pub line: u32,
    /// The column in bytes, from 1.
    pub column: u32,
    /// The severity.
    pub severity: Severity,
}

/// `hlsl2spirv_result`
pub struct Answer {
    pub(crate) status: Status,
    pub(crate) text: CString,
    pub(crate) log: CString,
    messages: Vec<Owned>,
    pub(crate) dependencies: Vec<CString>,
    /// The module, and what its reflection is made of.
    artifact: Option<Box<Artifact>>,
    reflection: OnceLock<CString>,
}

/// A message with its texts.
struct Owned {
    text: CString,
    code: CString,
    group: Option<CString>,
    file: Option<CString>,
    line: u32,
    column: u32,
    severity: Severity,
}

/// A text for C. A zero in it would end it.
pub(crate) fn c_text(text: &str) -> CString {
    CString::new(text).unwrap_or_else(|_| CString::new(text.replace('\0', "\u{fffd}")).unwrap_or_default())
}

impl Answer {
    fn of(status: Status) -> Self {
        Answer {
            status,
            text: CString::default(),
            log: CString::default(),
            messages: Vec::new(),
            dependencies: Vec::new(),
            artifact: None,
            reflection: OnceLock::new(),
        }
    }

    /// A failure with one text.
    pub(crate) fn failure(status: Status, message: &str) -> Self {
        Answer { log: c_text(&format!("error: {message}\n")), ..Self::of(status) }
    }

    /// A success without a text.
    #[cfg(feature = "runner")]
    pub(crate) fn success() -> Self {
        Self::of(Status::Ok)
    }

    /// A success with a text.
    pub(crate) fn with_text(text: &str) -> Self {
        Answer { text: c_text(text), ..Self::of(Status::Ok) }
    }

    /// The outcome of a compilation.
    pub(crate) fn of_compilation(done: Result<Artifact, Failure>, options: &Options) -> Self {
        match done {
            Ok(artifact) => Self::of_artifact(artifact, options),
            Err(failure) => Self::of_failure(&failure, options),
        }
    }

    fn of_artifact(artifact: Artifact, options: &Options) -> Self {
        let input = artifact.dependencies.visited.first().map_or("", String::as_str);
        let text = match Product::of(&artifact, options, input) {
            Product::Rule(text) => text,
            Product::Preprocessed(text) => text.to_owned(),
            Product::Module(_) | Product::States => states(&artifact),
        };
        let answer = Self::with_text(&text).reported(&artifact.report, &artifact.dependencies, options);
        Answer { artifact: Some(Box::new(artifact)), ..answer }
    }

    fn of_failure(failure: &Failure, options: &Options) -> Self {
        let status = match failure {
            _ if failure.is_internal() => Status::Internal,
            _ if failure.is_about_settings() => Status::BadCall,
            _ => Status::BadInput,
        };
        Self::of(status).reported(&failure.report, &failure.dependencies, options)
    }

    fn reported(self, report: &Report, dependencies: &Dependencies, options: &Options) -> Self {
        let log = if report.is_empty() { String::new() } else { report.render(&options.diagnostics.style(|| false)) };
        let dependencies = dependencies.visited.iter().map(|file| c_text(file)).collect();
        Answer { log: c_text(&log), messages: report.messages().map(owned).collect(), dependencies, ..self }
    }

    /// The module; empty if there is none.
    pub(crate) fn words(&self) -> &[u32] {
        self.artifact.as_deref().map_or(&[], |artifact| &artifact.words)
    }

    pub(crate) fn message_count(&self) -> usize {
        self.messages.len()
    }

    pub(crate) fn message(&self, index: usize) -> Option<Message> {
        let owned = self.messages.get(index)?;
        let pointer = |text: &Option<CString>| text.as_ref().map_or(std::ptr::null(), |text| text.as_ptr());
        Some(Message {
            text: owned.text.as_ptr(),
            code: owned.code.as_ptr(),
            group: pointer(&owned.group),
            file: pointer(&owned.file),
            line: owned.line,
            column: owned.column,
            severity: owned.severity,
        })
    }

    /// The document about the module, made when it is first asked for.
    pub(crate) fn reflection(&self) -> &CString {
        self.reflection.get_or_init(|| {
            let found = self.artifact.as_deref().and_then(|artifact| artifact.reflection().ok());
            found.map_or_else(CString::default, |found| c_text(&found.to_json()))
        })
    }
}

fn owned(message: driver::Message) -> Owned {
    let severity = match message.severity {
        driver::Severity::Note => Severity::Note,
        driver::Severity::Warning => Severity::Warning,
        _ => Severity::Error,
    };
    let place = message.location.as_ref();
    Owned {
        text: c_text(&message.text),
        code: c_text(message.code),
        group: message.group.map(c_text),
        file: place.map(|place| c_text(&place.file)),
        line: place.map_or(0, |place| place.line),
        column: place.map_or(0, |place| place.column),
        severity,
    }
}

/// A result may be read by several threads.
const _: () = {
    const fn is_shareable<T: Send + Sync>() {}
    is_shareable::<Answer>();
};
