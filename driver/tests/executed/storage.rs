//! The half of a server of Bazel's remote-execution API that keeps blobs, for tests that say what is wrong with it.
#![allow(dead_code, reason = "each test is a crate of its own and uses a part")]

use bazel_remote_apis::build::bazel::remote::execution::v2 as api;
use bazel_remote_apis::google::{bytestream, rpc};
use std::collections::BTreeMap;
use std::net::TcpListener;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};
use tokio::sync::oneshot;
use tokio_stream::Stream;
use tonic::metadata::MetadataMap;
use tonic::{Request, Response, Status, Streaming};

pub(crate) type Answer<T> = Result<Response<T>, Status>;
pub(crate) type Parts<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;
pub(crate) type Chunks = Vec<Result<bytestream::ReadResponse, Status>>;
type Blobs = BTreeMap<String, Vec<u8>>;

/// What a server does beside keeping blobs, and instead of it.
#[tonic::async_trait]
pub(crate) trait Faults: Clone + Send + Sync + 'static {
    /// The name of the instance.
    const INSTANCE: &'static str;

    /// Takes note of a call, and fails if it wants to.
    async fn hear(&self, call: &'static str, instance: &str, headers: &MetadataMap) -> Result<(), Status>;

    /// The blob to return for a digest. A faulty server changes the blob or the digest.
    fn shown(&self, digest: &mut api::Digest, blob: Option<Vec<u8>>) -> Option<Vec<u8>>;

    /// The parts of a blob that is read as a stream.
    fn streamed(&self, parts: Chunks) -> Parts<bytestream::ReadResponse> {
        Box::pin(tokio_stream::iter(parts))
    }
}

/// Blobs, and who spoils them.
#[derive(Clone)]
pub(crate) struct Storage<F> {
    blobs: Arc<Mutex<Blobs>>,
    pub(crate) faults: F,
}

pub(crate) fn digest(bytes: &[u8]) -> api::Digest {
    let hash = ring::digest::digest(&ring::digest::SHA256, bytes);
    let hash = hash.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
    api::Digest { hash, size_bytes: bytes.len() as i64 }
}

impl<F: Faults> Storage<F> {
    pub(crate) fn new(faults: F) -> Self {
        Storage { blobs: Arc::default(), faults }
    }

    pub(crate) fn blobs(&self) -> MutexGuard<'_, Blobs> {
        self.blobs.lock().expect("blobs")
    }

    pub(crate) fn keep(&self, bytes: Vec<u8>) -> api::Digest {
        let digest = digest(&bytes);
        self.blobs().insert(digest.hash.clone(), bytes);
        digest
    }

    fn read(&self, digest: &mut api::Digest) -> Option<Vec<u8>> {
        let blob = self.blobs().get(&digest.hash).cloned();
        self.faults.shown(digest, blob)
    }
}

/// The segments of a resource's name after the name of the instance.
fn resource<F: Faults>(name: &str) -> Vec<&str> {
    let rest = name.strip_prefix(F::INSTANCE).expect("the instance");
    rest.trim_start_matches('/').split('/').collect()
}

#[tonic::async_trait]
impl<F: Faults> api::content_addressable_storage_server::ContentAddressableStorage for Storage<F> {
    type GetTreeStream = Parts<api::GetTreeResponse>;
    type GetChunkMappingStream = Parts<api::GetChunkMappingResponse>;

    async fn find_missing_blobs(
        &self,
        request: Request<api::FindMissingBlobsRequest>,
    ) -> Answer<api::FindMissingBlobsResponse> {
        self.faults.hear("missing", &request.get_ref().instance_name, request.metadata()).await?;
        let mut missing_blob_digests = request.into_inner().blob_digests;
        missing_blob_digests.retain(|digest| !self.blobs().contains_key(&digest.hash));
        Ok(Response::new(api::FindMissingBlobsResponse { missing_blob_digests }))
    }

    async fn batch_update_blobs(
        &self,
        request: Request<api::BatchUpdateBlobsRequest>,
    ) -> Answer<api::BatchUpdateBlobsResponse> {
        self.faults.hear("batch update", &request.get_ref().instance_name, request.metadata()).await?;
        let mut responses = Vec::new();
        for one in request.into_inner().requests {
            assert_eq!(one.digest, Some(self.keep(one.data)));
            let status = Some(rpc::Status::default());
            responses.push(api::batch_update_blobs_response::Response { digest: one.digest, status });
        }
        Ok(Response::new(api::BatchUpdateBlobsResponse { responses }))
    }

    async fn batch_read_blobs(
        &self,
        request: Request<api::BatchReadBlobsRequest>,
    ) -> Answer<api::BatchReadBlobsResponse> {
        self.faults.hear("batch read", &request.get_ref().instance_name, request.metadata()).await?;
        let mut responses = Vec::new();
        for mut digest in request.into_inner().digests {
            let blob = self.read(&mut digest);
            let code = if blob.is_some() { 0 } else { tonic::Code::NotFound as i32 };
            responses.push(api::batch_read_blobs_response::Response {
                digest: Some(digest),
                data: blob.unwrap_or_default(),
                status: Some(rpc::Status { code, ..Default::default() }),
                ..Default::default()
            });
        }
        Ok(Response::new(api::BatchReadBlobsResponse { responses }))
    }

    async fn get_tree(&self, _: Request<api::GetTreeRequest>) -> Answer<Self::GetTreeStream> {
        Err(Status::unimplemented("trees"))
    }

    async fn split_blob(&self, _: Request<api::SplitBlobRequest>) -> Answer<api::SplitBlobResponse> {
        Err(Status::unimplemented("chunks"))
    }

    async fn get_chunk_mapping(&self, _: Request<api::GetChunkMappingRequest>) -> Answer<Self::GetChunkMappingStream> {
        Err(Status::unimplemented("chunks"))
    }

    async fn splice_blob(&self, _: Request<api::SpliceBlobRequest>) -> Answer<api::SpliceBlobResponse> {
        Err(Status::unimplemented("chunks"))
    }

    async fn register_chunk_mapping(
        &self,
        _: Request<Streaming<api::RegisterChunkMappingRequest>>,
    ) -> Answer<api::RegisterChunkMappingResponse> {
        Err(Status::unimplemented("chunks"))
    }
}

#[tonic::async_trait]
impl<F: Faults> bytestream::byte_stream_server::ByteStream for Storage<F> {
    type ReadStream = Parts<bytestream::ReadResponse>;

    async fn read(&self, request: Request<bytestream::ReadRequest>) -> Answer<Self::ReadStream> {
        self.faults.hear("read", F::INSTANCE, request.metadata()).await?;
        let name = request.into_inner().resource_name;
        let ["blobs", hash, size] = *resource::<F>(&name) else { panic!("{name}") };
        let mut digest = api::Digest { hash: hash.to_owned(), size_bytes: size.parse().expect("a size") };
        let size = digest.size_bytes;
        let blob = Storage::read(self, &mut digest).ok_or_else(|| Status::not_found("no such blob"))?;
        assert_eq!(size, blob.len() as i64);
        let part = |data: &[u8]| Ok(bytestream::ReadResponse { data: data.to_vec() });
        Ok(Response::new(self.faults.streamed(blob.chunks(50).map(part).collect())))
    }

    async fn write(&self, request: Request<Streaming<bytestream::WriteRequest>>) -> Answer<bytestream::WriteResponse> {
        self.faults.hear("write", F::INSTANCE, request.metadata()).await?;
        let (mut parts, mut bytes, mut name) = (request.into_inner(), Vec::new(), String::new());
        while let Some(part) = parts.message().await? {
            assert_eq!(part.write_offset, bytes.len() as i64);
            bytes.extend(part.data);
            name += &part.resource_name;
            if part.finish_write {
                break;
            }
        }
        let ["uploads", unique, "blobs", hash, size] = *resource::<F>(&name) else { panic!("{name}") };
        let digest = api::Digest { hash: hash.to_owned(), size_bytes: size.parse().expect("a size") };
        let committed_size = bytes.len() as i64;
        assert_eq!((unique.len(), self.keep(bytes)), (36, digest), "{name}");
        Ok(Response::new(bytestream::WriteResponse { committed_size }))
    }

    async fn query_write_status(
        &self,
        _: Request<bytestream::QueryWriteStatusRequest>,
    ) -> Answer<bytestream::QueryWriteStatusResponse> {
        Err(Status::unimplemented("writes that go on"))
    }
}

/// A server on a thread of its own, which ends with it.
pub(crate) struct Running {
    pub(crate) port: u16,
    end: Option<oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Running {
    /// Serves a storage, and what is added to it.
    pub(crate) fn new<F: Faults>(
        storage: Storage<F>,
        mut server: tonic::transport::Server,
        add: impl FnOnce(tonic::transport::server::Router) -> tonic::transport::server::Router,
    ) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        listener.set_nonblocking(true).expect("an option");
        let port = listener.local_addr().expect("an address").port();
        let blobs = api::content_addressable_storage_server::ContentAddressableStorageServer::new(storage.clone());
        let streams = bytestream::byte_stream_server::ByteStreamServer::new(storage);
        let router = add(server.add_service(blobs).add_service(streams));
        let (end, ended) = oneshot::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            runtime.block_on(async {
                let listener = tokio::net::TcpListener::from_std(listener).expect("a listener");
                let serving = router.serve_with_incoming(tokio_stream::wrappers::TcpListenerStream::new(listener));
                tokio::select! {
                    _ = serving => {}
                    _ = ended => {}
                }
            });
            runtime.shutdown_background();
        });
        Running { port, end: Some(end), thread: Some(thread) }
    }

    /// Ends all connections and the server.
    pub(crate) fn kill(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            thread.join().expect("it has not panicked");
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.end.take());
    }
}
