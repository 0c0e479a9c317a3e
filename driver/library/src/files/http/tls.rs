//! TLS with the certificates that this system trusts.

use std::sync::Arc;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

/// The settings. `SSL_CERT_FILE` and `SSL_CERT_DIR` of the environment name other certificates, as for OpenSSL.
///
/// # Errors
/// When none are found.
pub(super) fn config() -> Result<TlsConfig, String> {
    let found = rustls_native_certs::load_native_certs();
    if found.certs.is_empty() {
        let reason = found.errors.first().map(|error| format!(": {error}")).unwrap_or_default();
        return Err(format!("no certificates that this system trusts are found, and SSL_CERT_FILE names none{reason}"));
    }
    let roots: Vec<_> = found.certs.iter().map(|one| Certificate::from_der(one).to_owned()).collect();
    let config = TlsConfig::builder().root_certs(RootCerts::new_with_certs(&roots));
    Ok(config.unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider())).build())
}
