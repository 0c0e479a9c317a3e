//! The settings of the editor: `initializationOptions`, and `hlsl2spirv` of `workspace/didChangeConfiguration`.

use crate::protocol::{Read, field};
use ide::HintKind;
use serde_json::Value;

/// The settings of the editor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Preferences {
    /// Words of a command line, for all files.
    pub(crate) arguments: Vec<String>,
    /// The shader model of files whose options are a guess, such as `6_8`.
    pub(crate) shader_model: Option<String>,
    /// The hints that are shown.
    pub(crate) inlay_hints: InlayHints,
    /// True if there are lenses.
    pub(crate) code_lens: CodeLens,
}

/// The hints that are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct InlayHints {
    parameters: bool,
    layouts: bool,
    conversions: bool,
    threads: bool,
}

impl Default for InlayHints {
    fn default() -> Self {
        InlayHints { parameters: true, layouts: true, conversions: true, threads: true }
    }
}

impl InlayHints {
    /// Returns whether hints of a kind are shown.
    pub(crate) fn shows(self, kind: HintKind) -> bool {
        match kind {
            HintKind::Parameter => self.parameters,
            HintKind::Layout => self.layouts,
            HintKind::Conversion => self.conversions,
            HintKind::Threads => self.threads,
        }
    }
}

/// Lenses above functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CodeLens {
    pub(crate) enable: bool,
}

impl Default for CodeLens {
    fn default() -> Self {
        CodeLens { enable: true }
    }
}

impl Preferences {
    /// Reads settings; those of clients that have one object for all servers are below our name. None are the usual ones.
    ///
    /// # Errors
    /// When they are not as they should be.
    pub(crate) fn read(given: &Value) -> Result<Self, String> {
        let own = given.get("hlsl2spirv").unwrap_or(given);
        if own.is_null() {
            return Ok(Preferences::default());
        }
        let read = || {
            Ok(Preferences {
                arguments: field::<Option<_>>(own, "arguments")?.unwrap_or_default(),
                shader_model: field(own, "shaderModel")?,
                inlay_hints: field::<Option<_>>(own, "inlayHints")?.unwrap_or_default(),
                code_lens: field::<Option<_>>(own, "codeLens")?.unwrap_or_default(),
            })
        };
        read().map_err(|error: String| format!("invalid editor settings: {error}"))
    }
}

impl Read for InlayHints {
    fn read(value: &Value) -> Result<Self, String> {
        let shows = |name: &str| Ok::<_, String>(field::<Option<bool>>(value, name)?.unwrap_or(true));
        Ok(InlayHints {
            parameters: shows("parameters")?,
            layouts: shows("layouts")?,
            conversions: shows("conversions")?,
            threads: shows("threads")?,
        })
    }
}

impl Read for CodeLens {
    fn read(value: &Value) -> Result<Self, String> {
        Ok(CodeLens { enable: field::<Option<_>>(value, "enable")?.unwrap_or(true) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn settings_may_stand_below_a_name() {
        let own =
            json!({ "arguments": ["-D", "A"], "shaderModel": "6_8", "inlayHints": { "layouts": false }, "other": 1 });
        let read = Preferences::read(&own).expect("settings");
        assert_eq!((read.arguments.join(" ").as_str(), read.shader_model.as_deref()), ("-D A", Some("6_8")));
        assert!(!read.inlay_hints.shows(HintKind::Layout) && read.inlay_hints.shows(HintKind::Parameter));
        assert_eq!(Preferences::read(&json!({ "hlsl2spirv": own })), Ok(read));
        assert_eq!(Preferences::read(&Value::Null), Ok(Preferences::default()));
        assert!(Preferences::read(&json!({ "arguments": "-D" })).is_err());
    }
}
