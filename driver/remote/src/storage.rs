//! The content-addressable storage: small blobs in messages, large ones as streams.

use crate::calls::Connection;
use crate::errors::{found, is_there, of_status, unexpected};
use crate::messages::{
    BatchReadBlobsRequest, BatchReadBlobsResponse, BatchUpdateBlobsRequest, BatchUpdateBlobsResponse, Digest,
    FindMissingBlobsRequest, FindMissingBlobsResponse, NewBlob, ReadRequest, ReadResponse, WriteRequest, WriteResponse,
};
use crate::tree::Blob;
use http::uri::PathAndQuery;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::sync::Arc;
use tokio::sync::OwnedMutexGuard;
use tonic_prost::ProstCodec;

/// The bytes of a part of a stream.
const PART: usize = 1 << 20;
/// The bytes that a digest takes in a message, and those around a blob.
const DIGEST: usize = 256;
/// The limit of digests in a message.
const MAX_DIGESTS: usize = 2000;
const READ_BLOBS: &str = "/build.bazel.remote.execution.v2.ContentAddressableStorage/BatchReadBlobs";

impl Connection {
    /// Returns whether the server has no such blob.
    pub(crate) async fn lacks(&self, digest: Digest) -> io::Result<bool> {
        Ok(!self.missing(vec![digest]).await?.is_empty())
    }

    /// Those of some blobs that the server does not have.
    async fn missing(&self, blob_digests: Vec<Digest>) -> io::Result<Vec<Digest>> {
        const METHOD: &str = "/build.bazel.remote.execution.v2.ContentAddressableStorage/FindMissingBlobs";
        let limit = blob_digests.len() * DIGEST;
        let request = FindMissingBlobsRequest { instance_name: self.instance_name(), blob_digests };
        let answer = self.call(METHOD, request, limit).await?;
        let answer: FindMissingBlobsResponse = answer.map_err(|status| of_status(&status))?;
        Ok(answer.missing_blob_digests)
    }

    /// Keeps those blobs that the server does not have.
    pub(crate) async fn upload(&self, blobs: &[Blob], mut known: OwnedMutexGuard<BTreeSet<String>>) -> io::Result<()> {
        let limit = self.capabilities().await?.batch;
        let unknown =
            blobs.iter().filter(|(digest, _)| !known.contains(&digest.hash)).map(|(digest, _)| digest.clone());
        let unknown: BTreeSet<Digest> = unknown.collect();
        let unknown: Vec<Digest> = unknown.into_iter().collect();
        for some in unknown.chunks(MAX_DIGESTS) {
            let missing: BTreeSet<Digest> = self.missing(some.to_vec()).await?.into_iter().collect();
            let (mut batch, mut size, mut done) = (Vec::new(), 0, BTreeSet::new());
            for (digest, bytes) in blobs.iter().filter(|(digest, _)| missing.contains(digest)) {
                if !done.insert(digest) {
                    continue;
                }
                if bytes.len() + DIGEST > limit {
                    self.write_in_parts(digest, Arc::clone(bytes)).await?;
                    continue;
                }
                if size + bytes.len() + DIGEST > limit {
                    self.write_together(std::mem::take(&mut batch)).await?;
                    size = 0;
                }
                size += bytes.len() + DIGEST;
                batch.push(NewBlob { digest: Some(digest.clone()), data: bytes.to_vec() });
            }
            self.write_together(batch).await?;
            known.extend(some.iter().map(|digest| digest.hash.clone()));
        }
        Ok(())
    }

    /// The bytes of some blobs, those that the server has.
    pub(crate) async fn download(&self, digests: Vec<Digest>) -> io::Result<BTreeMap<Digest, Vec<u8>>> {
        let limit = self.capabilities().await?.batch;
        let (large, small): (Vec<Digest>, Vec<Digest>) =
            digests.into_iter().partition(|digest| digest.size() + DIGEST > limit);
        let mut found = BTreeMap::new();
        for digest in large {
            if let Some(bytes) = self.read_in_parts(&digest).await? {
                found.insert(digest, bytes);
            }
        }
        let (mut batch, mut size) = (Vec::new(), 0);
        for digest in small {
            if size + digest.size() + DIGEST > limit {
                self.read_together(std::mem::take(&mut batch), size, &mut found).await?;
                size = 0;
            }
            size += digest.size() + DIGEST;
            batch.push(digest);
        }
        self.read_together(batch, size, &mut found).await?;
        Ok(found)
    }

    async fn read_together(
        &self,
        digests: Vec<Digest>,
        limit: usize,
        found: &mut BTreeMap<Digest, Vec<u8>>,
    ) -> io::Result<()> {
        if digests.is_empty() {
            return Ok(());
        }
        let request = BatchReadBlobsRequest { instance_name: self.instance_name(), digests };
        let answer: BatchReadBlobsResponse =
            self.call(READ_BLOBS, request, limit).await?.map_err(|status| of_status(&status))?;
        for blob in answer.responses {
            if is_there(blob.status.as_ref())? {
                let digest = blob.digest.ok_or_else(|| unexpected("a blob without a digest"))?;
                found.insert(digest, blob.data);
            }
        }
        Ok(())
    }

    /// The bytes of a blob, if the server has it.
    pub(crate) async fn read(&self, digest: Digest) -> io::Result<Option<Vec<u8>>> {
        match digest.size() <= self.capabilities().await?.batch {
            true => self.read_at_once(digest).await,
            false => self.read_in_parts(&digest).await,
        }
    }

    async fn read_at_once(&self, digest: Digest) -> io::Result<Option<Vec<u8>>> {
        let limit = digest.size();
        let request = BatchReadBlobsRequest { instance_name: self.instance_name(), digests: vec![digest.clone()] };
        let answer: Option<BatchReadBlobsResponse> = found(self.call(READ_BLOBS, request, limit).await?)?;
        let Some(answer) = answer else { return Ok(None) };
        let blob = answer.responses.into_iter().find(|blob| blob.digest.as_ref() == Some(&digest));
        let blob = blob.ok_or_else(|| unexpected("another blob"))?;
        Ok(is_there(blob.status.as_ref())?.then_some(blob.data))
    }

    async fn read_in_parts(&self, digest: &Digest) -> io::Result<Option<Vec<u8>>> {
        const METHOD: &str = "/google.bytestream.ByteStream/Read";
        let size = digest.size();
        let resource_name = self.resource(&format!("blobs/{}/{size}", digest.hash));
        let mut client = self.ready(size).await?;
        let path = PathAndQuery::from_static(METHOD);
        let request = self.request(ReadRequest { resource_name });
        let codec = ProstCodec::<ReadRequest, ReadResponse>::default();
        let Some(answer) = found(client.server_streaming(request, path, codec).await)? else { return Ok(None) };
        let mut parts = answer.into_inner();
        // Not more than has come is reserved: the size is only what a record says.
        let mut bytes = Vec::new();
        loop {
            match parts.message().await {
                Ok(Some(part)) if bytes.len() + part.data.len() <= size => bytes.extend(part.data),
                Ok(Some(_)) => return Err(unexpected("too many bytes")),
                Ok(None) => return Ok(Some(bytes)),
                Err(status) => return found(Err(status)),
            }
        }
    }

    /// Keeps a blob.
    pub(crate) async fn write(&self, digest: Digest, bytes: Vec<u8>) -> io::Result<()> {
        match bytes.len() <= self.capabilities().await?.batch {
            true => self.write_at_once(digest, bytes).await,
            false => self.write_in_parts(&digest, bytes.into()).await,
        }
    }

    async fn write_at_once(&self, digest: Digest, data: Vec<u8>) -> io::Result<()> {
        self.write_together(vec![NewBlob { digest: Some(digest), data }]).await
    }

    async fn write_together(&self, requests: Vec<NewBlob>) -> io::Result<()> {
        const METHOD: &str = "/build.bazel.remote.execution.v2.ContentAddressableStorage/BatchUpdateBlobs";
        let count = requests.len();
        if count == 0 {
            return Ok(());
        }
        let request = BatchUpdateBlobsRequest { instance_name: self.instance_name(), requests };
        let answer: BatchUpdateBlobsResponse =
            self.call(METHOD, request, count * DIGEST).await?.map_err(|status| of_status(&status))?;
        if answer.responses.len() != count {
            return Err(unexpected("no status"));
        }
        for kept in &answer.responses {
            if !is_there(kept.status.as_ref())? {
                return Err(unexpected("no blob"));
            }
        }
        Ok(())
    }

    async fn write_in_parts(&self, digest: &Digest, bytes: Arc<[u8]>) -> io::Result<()> {
        const METHOD: &str = "/google.bytestream.ByteStream/Write";
        let size = bytes.len();
        let resource = self.resource(&format!("uploads/{}/blobs/{}/{size}", unique(), digest.hash));
        let count = size.div_ceil(PART).max(1);
        let part = move |number: usize| WriteRequest {
            // The first part names the resource for all.
            resource_name: if number == 0 { resource.clone() } else { String::new() },
            write_offset: (number * PART) as i64,
            finish_write: number + 1 == count,
            data: bytes[number * PART..size.min((number + 1) * PART)].to_vec(),
        };
        let mut client = self.ready(0).await?;
        let request = self.request(tokio_stream::iter((0..count).map(part)));
        let codec = ProstCodec::<WriteRequest, WriteResponse>::default();
        let answer = client.client_streaming(request, PathAndQuery::from_static(METHOD), codec).await;
        let committed = answer.map_err(|status| of_status(&status))?.into_inner().committed_size;
        if usize::try_from(committed).is_ok_and(|committed| committed == size) {
            return Ok(());
        }
        Err(unexpected("another size"))
    }

    /// The name of a resource of this instance.
    fn resource(&self, name: &str) -> String {
        if self.instance.is_empty() { name.to_owned() } else { format!("{}/{name}", self.instance) }
    }
}

/// A name that no other upload has, in the form of a UUID.
fn unique() -> String {
    // Each has keys of its own, from the system's random numbers.
    let number = || RandomState::new().hash_one(0u8);
    let (high, low) = (number(), number());
    let (version, variant) = (high & 0xfff | 0x4000, low >> 48 & 0x3fff | 0x8000);
    format!(
        "{:08x}-{:04x}-{version:04x}-{variant:04x}-{:012x}",
        high >> 32,
        high >> 16 & 0xffff,
        low & 0xffff_ffff_ffff
    )
}

#[cfg(test)]
mod tests {
    use super::unique;

    #[test]
    fn names_of_uploads_are_uuids() {
        let (one, other) = (unique(), unique());
        assert_ne!(one, other);
        let form: String = one.chars().map(|char| if char.is_ascii_hexdigit() { 'x' } else { char }).collect();
        assert_eq!(form, "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx");
        assert_eq!(&one[14..15], "4");
        assert!(["8", "9", "a", "b"].contains(&&one[19..20]), "{one}");
    }
}
