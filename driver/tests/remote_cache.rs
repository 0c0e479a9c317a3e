//! `batch --cache grpc://…`: servers of Bazel's remote-execution API, with the messages that its own files describe.

mod support;

mod caches;
#[path = "caches/certificates.rs"]
mod certificates;

use bazel_remote_apis::build::bazel::remote::execution::v2 as api;
use bazel_remote_apis::google::{bytestream, rpc};
use caches::{COMPILED, FOUND, Listed, Ran};
use certificates::{Certificate, pem};
use std::collections::BTreeMap;
use std::net::TcpListener;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use tokio_stream::{Stream, StreamExt};
use tonic::transport::{Identity, ServerTlsConfig};
use tonic::{Request, Response, Status, Streaming};

impl Listed {
    /// Runs the list with these options.
    fn run(&self, options: &str) -> Ran {
        self.run_with(options, &[])
    }
}

/// What a server does instead of keeping blobs and results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mood {
    Fine,
    /// Blobs are streamed.
    Streams,
    /// Texts of results are blobs.
    Moves,
    /// It takes no results, and says so.
    ReadsOnly,
    /// It takes no results, and says so when it is given one.
    Refuses,
    /// Blobs with other bits.
    Bits,
    /// Blobs with other bits, as streams.
    StreamedBits,
    /// The result of one under the key of another.
    Swapped,
    /// Results whose blobs are gone.
    Gone,
    /// Results whose blobs are gone, as streams.
    StreamedGone,
    /// It answers nothing.
    Hangs,
    /// A part of a blob from time to time.
    Trickles,
    /// Blobs without an end.
    Floods,
    /// More bytes than any result has.
    Long,
    /// Blobs that end early.
    Short,
    /// Another blob than the one that was asked for.
    Other,
    /// Errors that repeat the login and control terminals.
    Fails,
    /// Another digest function.
    Md5,
    /// No cache at all.
    Executes,
}

/// Moods in which blobs are streamed.
const STREAMS: [Mood; 6] =
    [Mood::Streams, Mood::StreamedBits, Mood::StreamedGone, Mood::Trickles, Mood::Floods, Mood::Short];

#[derive(Default)]
struct Kept {
    blobs: BTreeMap<String, Vec<u8>>,
    results: BTreeMap<String, api::ActionResult>,
    calls: Vec<&'static str>,
}

/// What a server knows.
#[derive(Clone)]
struct State {
    kept: Arc<Mutex<Kept>>,
    mood: Arc<Mutex<Mood>>,
    login: Option<&'static str>,
}

const INSTANCE: &str = "shaders/main";

impl State {
    /// Takes note of a call, and fails in some moods.
    async fn hear<T>(&self, name: &'static str, instance: &str, request: &Request<T>) -> Result<Mood, Status> {
        self.kept.lock().expect("kept").calls.push(name);
        let shown = request.metadata().get("authorization").and_then(|value| value.to_str().ok());
        if self.login != shown {
            return Err(Status::unauthenticated(format!("not {shown:?}")));
        }
        assert_eq!(instance, INSTANCE, "{name}");
        let mood = *self.mood.lock().expect("a mood");
        match mood {
            Mood::Hangs => tokio::time::sleep(Duration::from_secs(60)).await,
            Mood::Fails => return Err(Status::internal(format!("\x1b[2J {shown:?}"))),
            _ => {}
        }
        Ok(mood)
    }

    fn blob(&self, hash: &str, mood: Mood) -> Option<Vec<u8>> {
        let mut blob = self.kept.lock().expect("kept").blobs.get(hash).cloned();
        if [Mood::Bits, Mood::StreamedBits].contains(&mood) {
            blob.iter_mut().flatten().for_each(|byte| *byte ^= 0x55);
        }
        blob.filter(|_| ![Mood::Gone, Mood::StreamedGone].contains(&mood))
    }

    fn keep(&self, digest: &api::Digest, bytes: Vec<u8>) {
        assert_eq!((digest.hash.len(), digest.size_bytes), (64, bytes.len() as i64));
        self.kept.lock().expect("kept").blobs.insert(digest.hash.clone(), bytes);
    }
}

type Answer<T> = Result<Response<T>, Status>;

#[tonic::async_trait]
impl api::capabilities_server::Capabilities for State {
    async fn get_capabilities(&self, request: Request<api::GetCapabilitiesRequest>) -> Answer<api::ServerCapabilities> {
        let mood = self.hear("capabilities", &request.get_ref().instance_name, &request).await?;
        let functions = match mood {
            Mood::Md5 => vec![api::digest_function::Value::Md5 as i32],
            _ => vec![api::digest_function::Value::Blake3 as i32, api::digest_function::Value::Sha256 as i32],
        };
        let update_enabled = mood != Mood::ReadsOnly;
        let cache = api::CacheCapabilities {
            digest_functions: functions,
            action_cache_update_capabilities: Some(api::ActionCacheUpdateCapabilities { update_enabled }),
            max_batch_total_size_bytes: if STREAMS.contains(&mood) { 100 } else { 0 },
            ..Default::default()
        };
        let cache_capabilities = (mood != Mood::Executes).then_some(cache);
        Ok(Response::new(api::ServerCapabilities { cache_capabilities, ..Default::default() }))
    }
}

#[tonic::async_trait]
impl api::action_cache_server::ActionCache for State {
    async fn get_action_result(&self, request: Request<api::GetActionResultRequest>) -> Answer<api::ActionResult> {
        let mood = self.hear("result", &request.get_ref().instance_name, &request).await?;
        let key = request.into_inner().action_digest.unwrap_or_default().hash;
        let kept = self.kept.lock().expect("kept");
        let found = match mood {
            Mood::Swapped => kept.results.iter().find(|(other, _)| **other != key).map(|(_, result)| result),
            _ => kept.results.get(&key),
        };
        let mut result = found.cloned().ok_or_else(|| Status::not_found("no such result"))?;
        if mood == Mood::Long {
            result.stdout_raw = vec![b'x'; 6 << 20];
        }
        Ok(Response::new(result))
    }

    async fn update_action_result(
        &self,
        request: Request<api::UpdateActionResultRequest>,
    ) -> Answer<api::ActionResult> {
        let mood = self.hear("update", &request.get_ref().instance_name, &request).await?;
        if mood == Mood::Refuses {
            return Err(Status::permission_denied("read only"));
        }
        let api::UpdateActionResultRequest { action_digest, action_result, .. } = request.into_inner();
        let mut result = action_result.unwrap_or_default();
        let file = &result.output_files[0];
        let digest = file.digest.clone().unwrap_or_default();
        let mut kept = self.kept.lock().expect("kept");
        let size = kept.blobs.get(&digest.hash).map(|blob| blob.len() as i64);
        assert_eq!((file.path.as_str(), size), ("module.spv", Some(digest.size_bytes)), "the blob comes first");
        if mood == Mood::Moves {
            let text = std::mem::take(&mut result.stdout_raw);
            let hash = format!("{:064x}", kept.blobs.len());
            result.stdout_digest = Some(api::Digest { hash: hash.clone(), size_bytes: text.len() as i64 });
            kept.blobs.insert(hash, text);
        }
        kept.results.insert(action_digest.unwrap_or_default().hash, result.clone());
        Ok(Response::new(result))
    }
}

type Parts<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

#[tonic::async_trait]
impl api::content_addressable_storage_server::ContentAddressableStorage for State {
    type GetTreeStream = Parts<api::GetTreeResponse>;
    type GetChunkMappingStream = Parts<api::GetChunkMappingResponse>;

    async fn find_missing_blobs(
        &self,
        request: Request<api::FindMissingBlobsRequest>,
    ) -> Answer<api::FindMissingBlobsResponse> {
        self.hear("missing", &request.get_ref().instance_name, &request).await?;
        let mut missing_blob_digests = request.into_inner().blob_digests;
        let kept = self.kept.lock().expect("kept");
        missing_blob_digests.retain(|digest| !kept.blobs.contains_key(&digest.hash));
        Ok(Response::new(api::FindMissingBlobsResponse { missing_blob_digests }))
    }

    async fn batch_update_blobs(
        &self,
        request: Request<api::BatchUpdateBlobsRequest>,
    ) -> Answer<api::BatchUpdateBlobsResponse> {
        let mood = self.hear("batch update", &request.get_ref().instance_name, &request).await?;
        assert!(!STREAMS.contains(&mood), "the limit of batches holds");
        let mut responses = Vec::new();
        for one in request.into_inner().requests {
            self.keep(&one.digest.clone().unwrap_or_default(), one.data);
            let status = Some(rpc::Status::default());
            responses.push(api::batch_update_blobs_response::Response { digest: one.digest, status });
        }
        Ok(Response::new(api::BatchUpdateBlobsResponse { responses }))
    }

    async fn batch_read_blobs(
        &self,
        request: Request<api::BatchReadBlobsRequest>,
    ) -> Answer<api::BatchReadBlobsResponse> {
        let mood = self.hear("batch read", &request.get_ref().instance_name, &request).await?;
        assert!(!STREAMS.contains(&mood), "the limit of batches holds");
        let mut responses = Vec::new();
        for mut digest in request.into_inner().digests {
            let blob = self.blob(&digest.hash, mood);
            let code = if blob.is_some() { 0 } else { tonic::Code::NotFound as i32 };
            if mood == Mood::Other {
                digest.hash = "0".repeat(64);
            }
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
impl bytestream::byte_stream_server::ByteStream for State {
    type ReadStream = Parts<bytestream::ReadResponse>;

    async fn read(&self, request: Request<bytestream::ReadRequest>) -> Answer<Self::ReadStream> {
        let mood = self.hear("read", INSTANCE, &request).await?;
        let name = request.into_inner().resource_name;
        let rest = name.strip_prefix(INSTANCE).and_then(|rest| rest.strip_prefix("/blobs/")).expect("a blob");
        let (hash, size) = rest.split_once('/').expect("a size");
        let blob = self.blob(hash, mood).ok_or_else(|| Status::not_found("no such blob"))?;
        assert_eq!(size, blob.len().to_string());
        let part = |data: &[u8]| Ok(bytestream::ReadResponse { data: data.to_vec() });
        let parts: Vec<Result<bytestream::ReadResponse, Status>> = blob.chunks(50).map(part).collect();
        let parts: Parts<bytestream::ReadResponse> = match mood {
            Mood::Trickles => {
                let slow = tokio_stream::iter(blob.into_iter().cycle()).then(|byte| async move {
                    tokio::time::sleep(Duration::from_millis(300)).await;
                    Ok(bytestream::ReadResponse { data: vec![byte] })
                });
                Box::pin(slow)
            }
            Mood::Floods => Box::pin(tokio_stream::iter(std::iter::repeat_with(move || part(&[7; 0x10000])))),
            Mood::Short => Box::pin(tokio_stream::iter(parts.into_iter().take(1))),
            _ => Box::pin(tokio_stream::iter(parts)),
        };
        Ok(Response::new(parts))
    }

    async fn write(&self, request: Request<Streaming<bytestream::WriteRequest>>) -> Answer<bytestream::WriteResponse> {
        self.hear("write", INSTANCE, &request).await?;
        let (mut parts, mut bytes, mut name) = (request.into_inner(), Vec::new(), String::new());
        while let Some(part) = parts.message().await? {
            assert_eq!(part.write_offset, bytes.len() as i64);
            bytes.extend(part.data);
            name += &part.resource_name;
            if part.finish_write {
                break;
            }
        }
        let words: Vec<&str> = name.strip_prefix("shaders/main/uploads/").expect("an upload").split('/').collect();
        assert!(words.len() == 4 && words[0].len() == 36 && words[1] == "blobs", "{name}");
        let committed_size = bytes.len() as i64;
        self.keep(&api::Digest { hash: words[2].to_owned(), size_bytes: words[3].parse().expect("a size") }, bytes);
        Ok(Response::new(bytestream::WriteResponse { committed_size }))
    }

    async fn query_write_status(
        &self,
        _: Request<bytestream::QueryWriteStatusRequest>,
    ) -> Answer<bytestream::QueryWriteStatusResponse> {
        Err(Status::unimplemented("writes that go on"))
    }
}

/// A server for one test. It is killed at its end.
struct Server {
    url: String,
    state: State,
    end: Option<oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Server {
    fn new(login: Option<&'static str>, certificate: Option<&Certificate>) -> Self {
        let state = State { kept: Arc::default(), mood: Arc::new(Mutex::new(Mood::Fine)), login };
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        listener.set_nonblocking(true).expect("an option");
        let scheme = if certificate.is_some() { "grpcs" } else { "grpc" };
        let url = format!("{scheme}://127.0.0.1:{}/{INSTANCE}", listener.local_addr().expect("an address").port());
        let identity = certificate.map(|one| Identity::from_pem(one.pem(), pem("PRIVATE KEY", &one.key)));
        let (end, ended) = oneshot::channel();
        let served = state.clone();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            runtime.block_on(async {
                let mut server = tonic::transport::Server::builder();
                if let Some(identity) = identity {
                    server = server.tls_config(ServerTlsConfig::new().identity(identity)).expect("a certificate");
                }
                let listener = tokio::net::TcpListener::from_std(listener).expect("a listener");
                let router = server
                    .add_service(api::capabilities_server::CapabilitiesServer::new(served.clone()))
                    .add_service(api::action_cache_server::ActionCacheServer::new(served.clone()))
                    .add_service(api::content_addressable_storage_server::ContentAddressableStorageServer::new(
                        served.clone(),
                    ))
                    .add_service(bytestream::byte_stream_server::ByteStreamServer::new(served));
                let serving = router.serve_with_incoming(tokio_stream::wrappers::TcpListenerStream::new(listener));
                tokio::select! {
                    _ = serving => {}
                    _ = ended => {}
                }
            });
        });
        Server { url, state, end: Some(end), thread: Some(thread) }
    }

    fn set(&self, mood: Mood) {
        *self.state.mood.lock().expect("a mood") = mood;
    }

    /// Ends all connections and the server.
    fn kill(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            thread.join().expect("it has not panicked");
        }
    }

    fn run(&self, folder: &Listed, options: &str, login: Option<&str>) -> Ran {
        let trusted = folder.join("trusted.pem").to_string_lossy().into_owned();
        let mut variables = vec![("SSL_CERT_FILE", trusted.as_str())];
        variables.extend(login.map(|login| ("HLSL2SPIRV_CACHE_LOGIN", login)));
        let ran = folder.run_with(&format!("--cache {} {options}", self.url), &variables);
        let said = folder.1.lock().expect("no test has failed");
        assert!(!login.is_some_and(|login| said.contains(login)) && !said.contains('\x1b'), "{said}");
        drop(said);
        ran
    }

    /// How many blobs and results there are.
    fn counts(&self) -> [usize; 2] {
        let kept = self.state.kept.lock().expect("kept");
        [kept.blobs.len(), kept.results.len()]
    }

    /// The calls since the last question.
    fn calls(&self) -> Vec<&'static str> {
        std::mem::take(&mut self.state.kept.lock().expect("kept").calls)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.end.take());
    }
}

#[test]
fn a_server_has_what_an_earlier_run_has_left() {
    let (folder, server) = (Listed::new("grpc"), Server::new(None, None));
    let alone = folder.run("");
    let found = (Some(0), FOUND.to_owned(), alone.2.clone());
    assert_eq!(server.run(&folder, "--cache-read", None), alone);
    assert_eq!(server.counts(), [0, 0]);
    assert_eq!(server.run(&folder, "", None), alone);
    assert_eq!(server.counts(), [2, 2]);
    server.calls();
    assert_eq!(server.run(&folder, "", None), found);
    // What is there is asked for in three kinds of calls; the third question is for what is compiled each time.
    let calls = server.calls();
    assert_eq!(calls, ["capabilities", "result", "batch read", "result", "batch read", "result"]);
    assert_eq!(server.run(&folder, "--cache-verify 1", None), alone);
    for mood in [Mood::Streams, Mood::ReadsOnly, Mood::Refuses] {
        server.set(mood);
        server.calls();
        assert_eq!(server.run(&folder, "", None), found, "{mood:?}");
        assert_eq!(server.calls().contains(&"read"), mood == Mood::Streams);
    }
    // Who may only read does, and what is new is not kept.
    for mood in [Mood::ReadsOnly, Mood::Refuses] {
        server.set(mood);
        folder.write("inc/a.hlsli", format!("#define VALUE {}\n", 7 + mood as u8));
        assert_eq!(server.run(&folder, "", None).1, COMPILED);
        assert_eq!(server.counts()[1], 2, "{mood:?}");
        assert!(folder.warnings().is_empty(), "{mood:?}");
    }
    // Large blobs, and texts that the server has moved away.
    for (mood, call) in [(Mood::Streams, "write"), (Mood::Moves, "batch update")] {
        let server = Server::new(None, None);
        server.set(mood);
        let alone = server.run(&folder, "", None);
        assert_eq!(alone.1, COMPILED, "{mood:?}");
        assert!(server.calls().contains(&call), "{mood:?}");
        assert_eq!(server.run(&folder, "", None), (Some(0), FOUND.to_owned(), alone.2), "{mood:?}");
    }
}

#[test]
fn servers_that_lie_or_fail_cost_time_alone() {
    let (folder, server) = (Listed::new("grpc-liar"), Server::new(None, None));
    let alone = folder.run("");
    assert_eq!(server.run(&folder, "", None), alone);
    let lies = [Mood::Bits, Mood::StreamedBits, Mood::Swapped, Mood::Gone, Mood::StreamedGone, Mood::Short];
    // What fails for blobs alone is followed by questions for results that succeed.
    let half = [Mood::Trickles, Mood::Floods, Mood::Other];
    let failures = [Mood::Hangs, Mood::Long, Mood::Fails, Mood::Md5, Mood::Executes];
    for mood in lies.into_iter().chain(half).chain(failures) {
        server.set(mood);
        let start = Instant::now();
        assert_eq!(server.run(&folder, "", None), alone, "{mood:?}");
        assert!(start.elapsed() < Duration::from_secs(30), "{mood:?} took {:?}", start.elapsed());
        let warnings = folder.warnings();
        // Of three questions for results, the last one is for what was never kept.
        let fails = failures.contains(&mood) && mood != Mood::Long;
        assert_eq!(warnings.len(), usize::from(fails), "{mood:?}: {warnings:?}");
    }
    server.set(Mood::Fine);
    assert_eq!(server.run(&folder, "", None), (Some(0), FOUND.to_owned(), alone.2));
}

#[test]
fn a_server_that_is_killed_costs_time_alone() {
    let (folder, mut server) = (Listed::new("grpc-killed"), Server::new(None, None));
    let alone = folder.run("");
    assert_eq!(server.run(&folder, "", None), alone);
    // It is killed while a run waits for it.
    server.set(Mood::Hangs);
    server.calls();
    std::thread::scope(|scope| {
        let run = scope.spawn(|| folder.run_with(&format!("--cache {}", server.url), &[]));
        let start = Instant::now();
        while server.state.kept.lock().expect("kept").calls.is_empty() && start.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(10));
        }
        let (end, thread) = (server.end.take(), server.thread.take());
        drop(end);
        thread.expect("a thread").join().expect("it has not panicked");
        assert_eq!(run.join().expect("it runs"), alone);
    });
    assert_eq!(folder.warnings().len(), 1);
    // The server has ended.
    assert_eq!(server.run(&folder, "", None), alone);
    assert_eq!(folder.warnings().len(), 1);
    server.kill();
}

#[test]
fn servers_that_do_not_speak_the_protocol_cost_time_alone() {
    let folder = Listed::new("grpc-garbage");
    let alone = folder.run("");
    for bytes in [&[0xff; 5000][..], b"HTTP/1.1 200 OK\r\n\r\n", b""] {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        std::thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let _ = std::io::Write::write_all(&mut stream, bytes);
            }
        });
        assert_eq!(folder.run(&format!("--cache grpc://127.0.0.1:{port}")), alone);
        assert_eq!(folder.warnings().len(), 1);
    }
    for wrong in ["grpc://", "grpc://a:b", "grpcs://a/b?c"] {
        let (status, said, _) = folder.run(&format!("--cache {wrong}"));
        assert!(status == Some(1) && said.contains(wrong.split('?').next().unwrap_or_default()), "{said}");
    }
}

#[test]
fn logins_are_shown_to_the_server_that_was_named() {
    let certificate = Certificate::new("127.0.0.1", 2100);
    let wrong_host = Certificate::new("cache.example", 2100);
    let folder = Listed::new("grpcs");
    folder.write("trusted.pem", certificate.pem() + &wrong_host.pem());
    let alone = folder.run("");
    let found = (Some(0), FOUND.to_owned(), alone.2.clone());
    for certificate in [None, Some(&certificate)] {
        let server = Server::new(Some("Bearer secret.token"), certificate);
        assert_eq!(server.run(&folder, "", Some("secret.token")), alone);
        assert_eq!(server.counts(), [2, 2]);
        assert_eq!(server.run(&folder, "", Some("secret.token")), found);
        // Another login, and none: a question, a warning, and no more.
        for login in [Some("wrong.token"), Some("user:wrong"), None] {
            server.calls();
            assert_eq!(server.run(&folder, "", login), alone);
            assert_eq!((folder.warnings().len(), server.calls()), (1, vec!["capabilities"]), "{login:?}");
        }
    }
    let stranger = Certificate::new("127.0.0.1", 2100);
    for (shown, reason) in [(&wrong_host, "not valid for name"), (&stranger, "certificate")] {
        let server = Server::new(None, Some(shown));
        assert_eq!(server.run(&folder, "", Some("secret.token")), alone);
        let warnings = folder.warnings();
        assert!(warnings.len() == 1 && warnings[0].contains(reason), "{warnings:?}");
        assert_eq!(server.calls().len(), 0);
    }
    let (status, said, _) = folder.run_with("--cache grpc://cache/", &[("HLSL2SPIRV_CACHE_LOGIN", "secret.token")]);
    assert!(status == Some(1) && said.contains("grpcs alone"), "{said}");
}
