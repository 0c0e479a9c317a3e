//! Certificates for servers of tests.

use base64::prelude::{BASE64_STANDARD, Engine};
use rcgen::{CertificateParams, KeyIdMethod, PKCS_ECDSA_P256_SHA256, PublicKeyData, SignatureAlgorithm, SigningKey};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};

/// A certificate that has signed itself, and its key.
pub(crate) struct Certificate {
    pub(crate) der: Vec<u8>,
    pub(crate) key: Vec<u8>,
}

/// A key, as ring has it.
struct Key {
    pair: EcdsaKeyPair,
    public: Vec<u8>,
}

impl PublicKeyData for Key {
    fn der_bytes(&self) -> &[u8] {
        &self.public
    }

    fn algorithm(&self) -> &'static SignatureAlgorithm {
        &PKCS_ECDSA_P256_SHA256
    }
}

impl SigningKey for Key {
    fn sign(&self, message: &[u8]) -> Result<Vec<u8>, rcgen::Error> {
        let signature = self.pair.sign(&SystemRandom::new(), message).map_err(|_| rcgen::Error::RemoteKeyError)?;
        Ok(signature.as_ref().to_vec())
    }
}

impl Certificate {
    /// The certificate of a host, valid until the end of a year.
    pub(crate) fn new(host: &str, year: i32) -> Self {
        let random = SystemRandom::new();
        let algorithm = &ECDSA_P256_SHA256_ASN1_SIGNING;
        let key = EcdsaKeyPair::generate_pkcs8(algorithm, &random).expect("a key").as_ref().to_vec();
        let pair = EcdsaKeyPair::from_pkcs8(algorithm, &key, &random).expect("a key");
        let public = pair.public_key().as_ref().to_vec();
        let mut params = CertificateParams::new(vec![host.to_owned()]).expect("a host");
        params.serial_number = Some(1.into());
        params.key_identifier_method = KeyIdMethod::PreSpecified(public[..20].to_vec());
        params.not_after = rcgen::date_time_ymd(year, 12, 31);
        let certificate = params.self_signed(&Key { pair, public }).expect("a certificate");
        Certificate { der: certificate.der().to_vec(), key }
    }

    /// The certificate as text, for files of trusted ones.
    pub(crate) fn pem(&self) -> String {
        pem("CERTIFICATE", &self.der)
    }
}

/// Bytes as text (RFC 7468).
pub(crate) fn pem(label: &str, bytes: &[u8]) -> String {
    let text = BASE64_STANDARD.encode(bytes);
    let lines: Vec<&str> = (0..text.len()).step_by(64).map(|at| &text[at..text.len().min(at + 64)]).collect();
    format!("-----BEGIN {label}-----\n{}\n-----END {label}-----\n", lines.join("\n"))
}
