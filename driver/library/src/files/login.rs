//! What a server asks of a user before it lets anyone in: a user with a password, or a token.
//!
//! Its text is in no message and in no debug output. Must not know how it is sent.

use crate::files::names::to_text;
use crate::files::reading;
use base64::prelude::{BASE64_STANDARD, Engine};
use std::fmt;
use std::path::Path;

/// The value of a header `authorization`.
#[derive(Clone)]
pub(crate) struct Login(String);

/// The environment variable with a login.
pub(crate) const VARIABLE: &str = "HLSL2SPIRV_CACHE_LOGIN";
/// The limit of the text of a login. Tokens of cloud services have some thousand bytes.
const MAX_LENGTH: usize = 16 << 10;

impl Login {
    /// The login in a file, or else in the environment, if there is one.
    ///
    /// # Errors
    /// When the file cannot be read, or the text is not a login.
    pub(crate) fn find(file: Option<&Path>) -> Result<Option<Self>, String> {
        if let Some(file) = file {
            let name = to_text(file.as_os_str());
            let bytes = reading::read_bytes(&name).map_err(|error| format!("cannot read '{name}': {error}"))?;
            let login = String::from_utf8(bytes).ok().and_then(|text| Login::of(text.trim_end_matches(['\r', '\n'])));
            return login.map(Some).ok_or_else(|| format!("'{name}' has neither user:password nor a token"));
        }
        let Some(text) = std::env::var_os(VARIABLE).filter(|text| !text.is_empty()) else { return Ok(None) };
        let login = text.to_str().and_then(Login::of);
        login.map(Some).ok_or_else(|| format!("{VARIABLE} has neither user:password nor a token"))
    }

    /// The login in a text: `user:password` of Basic authentication (RFC 7617), or a bearer token (RFC 6750), whose characters do
    /// not include the colon.
    fn of(text: &str) -> Option<Self> {
        if text.is_empty() || text.len() > MAX_LENGTH || text.contains(char::is_control) {
            return None;
        }
        if text.contains(':') {
            return Some(Login(format!("Basic {}", BASE64_STANDARD.encode(text))));
        }
        let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/=".contains(&byte);
        text.bytes().all(is_token).then(|| Login(format!("Bearer {text}")))
    }

    /// The value of the header.
    pub(crate) fn header(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Login {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Login")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logins_are_pairs_or_tokens() {
        let header = |text: &str| Login::of(text).map(|login| login.0);
        // The example of RFC 7617.
        assert_eq!(header("Aladdin:open sesame").as_deref(), Some("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="));
        assert_eq!(header("mF_9.B5f-4.1JqM").as_deref(), Some("Bearer mF_9.B5f-4.1JqM"));
        for wrong in ["", "a b", "token\r\nX: y", "user:pass\nword", &"x".repeat(MAX_LENGTH + 1)] {
            assert_eq!(header(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn logins_are_not_shown() {
        let login = Login::of("user:secret").expect("a login");
        assert_eq!(format!("{login:?}"), "Login");
    }
}
