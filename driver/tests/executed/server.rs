//! A server of Bazel's remote-execution API that carries out actions, each in a folder of its own.

use bazel_remote_apis::build::bazel::remote::execution::v2 as api;
use bazel_remote_apis::google::{bytestream, longrunning, rpc};
use std::collections::BTreeMap;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::process::Command;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio_stream::{Stream, StreamExt};
use tonic::{Code, Request, Response, Status, Streaming};

/// A fault that the server simulates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mood {
    Fine,
    /// Blobs go as streams.
    Streams,
    /// It has no workers.
    KeepsOnly,
    /// It has no such method.
    Old,
    /// Outputs with other bits.
    Bits,
    /// An output is missing.
    Lacks,
    /// An output outside of the folder of outputs.
    Leaves,
    /// A module that is not valid, with its own digest.
    Invalid,
    /// A module that is cut, with its own digest.
    Cut,
    /// Results of fewer lines.
    Fewer,
    /// Results of another compiler.
    Stranger,
    /// Warnings that control terminals.
    Controls,
    /// Files that were not sent.
    Invents,
    /// The worker is killed, each time.
    Killed,
    /// The worker is killed, the first time.
    KilledOnce,
    /// The action takes too long.
    Late,
    /// The queue has no room, for two times.
    FullTwice,
    /// Streams break before the end.
    Breaks,
    /// Streams break, and the operation is forgotten, the first time.
    Forgets,
    /// It loses blobs after they were uploaded, the first time.
    Loses,
    /// Streams say nothing.
    Hangs,
    /// Responses that are none.
    Garbage,
    /// It wants another login.
    Closed,
}

#[derive(Default)]
struct Kept {
    blobs: BTreeMap<String, Vec<u8>>,
    results: BTreeMap<String, api::ActionResult>,
    operations: BTreeMap<String, String>,
    asked: usize,
    carried_out: usize,
    waited: usize,
    written: usize,
    commands: Vec<api::Command>,
}

#[derive(Clone)]
struct State {
    kept: Arc<Mutex<Kept>>,
    mood: Arc<Mutex<Mood>>,
    folder: Arc<PathBuf>,
}

type Answer<T> = Result<Response<T>, Status>;
type Parts<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

fn digest(bytes: &[u8]) -> api::Digest {
    let hash = ring::digest::digest(&ring::digest::SHA256, bytes);
    let hash = hash.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
    api::Digest { hash, size_bytes: bytes.len() as i64 }
}

impl State {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().expect("kept")
    }

    fn mood(&self) -> Mood {
        *self.mood.lock().expect("a mood")
    }

    fn keep(&self, bytes: Vec<u8>) -> api::Digest {
        let digest = digest(&bytes);
        self.kept().blobs.insert(digest.hash.clone(), bytes);
        digest
    }

    fn message<M: prost::Message + Default>(&self, digest: Option<&api::Digest>) -> M {
        let kept = self.kept();
        let bytes = digest.and_then(|digest| kept.blobs.get(&digest.hash)).expect("all blobs are there");
        M::decode(bytes.as_slice()).expect("a message")
    }

    fn unpack(&self, folder: &Path, digest: Option<&api::Digest>) {
        fs::create_dir_all(folder).expect("a folder");
        let tree: api::Directory = self.message(digest);
        let names: Vec<_> = tree.files.iter().map(|file| &file.name).collect();
        assert!(names.is_sorted(), "{names:?}");
        for file in &tree.files {
            let digest = file.digest.as_ref().expect("a digest");
            fs::write(folder.join(&file.name), &self.kept().blobs[&digest.hash]).expect("a file");
            #[cfg(unix)]
            if file.is_executable {
                use std::os::unix::fs::PermissionsExt;
                let mode = fs::Permissions::from_mode(0o755);
                fs::set_permissions(folder.join(&file.name), mode).expect("permissions");
            }
        }
        for inner in &tree.directories {
            self.unpack(&folder.join(&inner.name), inner.digest.as_ref());
        }
    }

    /// Carries out an action, and changes what came of it.
    #[expect(deprecated, reason = "servers of version 2.0 have other names for outputs")]
    fn carry_out(&self, key: &str) -> api::ActionResult {
        let action: api::Action = self.message(Some(&api::Digest { hash: key.to_owned(), size_bytes: 0 }));
        let command: api::Command = self.message(action.command_digest.as_ref());
        assert!(
            action.timeout.is_some_and(|timeout| timeout.seconds > 0) && command.output_files == command.output_paths
        );
        let number = {
            let mut kept = self.kept();
            kept.carried_out += 1;
            kept.commands.push(command.clone());
            kept.carried_out
        };
        let root = self.folder.join(number.to_string());
        self.unpack(&root, action.input_root_digest.as_ref());
        let folder = root.join(&command.working_directory);
        let (program, words) = command.arguments.split_first().expect("a program");
        let ran = Command::new(program).args(words).current_dir(&folder).env_clear().output().expect("it runs");
        let mut result = api::ActionResult {
            exit_code: ran.status.code().unwrap_or(137),
            stderr_raw: ran.stderr,
            ..api::ActionResult::default()
        };
        for path in &command.output_paths {
            if let Ok(bytes) = fs::read(folder.join(path)) {
                let digest = Some(self.keep(self.changed(path, bytes)));
                result.output_files.push(api::OutputFile { path: path.clone(), digest, ..Default::default() });
            }
        }
        let _ = fs::remove_dir_all(root);
        match self.mood() {
            Mood::Lacks => drop(result.output_files.pop()),
            Mood::Leaves => result.output_files[0].path = "../../stolen".to_owned(),
            Mood::Killed => result = api::ActionResult { exit_code: 137, ..Default::default() },
            Mood::KilledOnce if number == 1 => result = api::ActionResult { exit_code: 137, ..Default::default() },
            _ => {}
        }
        result
    }

    fn changed(&self, path: &str, mut bytes: Vec<u8>) -> Vec<u8> {
        let mood = self.mood();
        if path.ends_with(".spv") {
            match mood {
                // The opcode of the first instruction.
                Mood::Invalid => bytes[20] ^= 0x7f,
                Mood::Cut => bytes.truncate(bytes.len() - 4),
                _ => {}
            }
            return bytes;
        }
        let text = String::from_utf8(bytes).expect("a document");
        let other = |from: &str, to: &str| {
            assert!(text.contains(from), "{from} is not in {text}");
            text.replacen(from, to, 1)
        };
        match mood {
            Mood::Fewer => other("\"lines\":[", "\"lines\":[null,"),
            Mood::Stranger => other("\"compiler\":\"", "\"compiler\":\"x"),
            Mood::Controls => text.replace("\"text\":\"src", "\"text\":\"\\u001b[2Jsrc"),
            Mood::Invents => other("\"read\":[", "\"read\":[\"/etc/passwd\","),
            _ => text,
        }
        .into_bytes()
    }

    /// The stages of an operation, the last one with the result of its action.
    async fn operations(&self, key: String, name: String, is_whole: bool) -> Parts<longrunning::Operation> {
        let begun = longrunning::Operation { name: name.clone(), ..Default::default() };
        if !is_whole {
            return Box::pin(tokio_stream::iter([Ok(begun)]));
        }
        let known = self.kept().results.get(&key).cloned();
        let state = self.clone();
        let result = match known {
            Some(result) => result,
            None => {
                let action = key.clone();
                let ran = tokio::task::spawn_blocking(move || state.carry_out(&action)).await.expect("it ends");
                if ran.exit_code == 0 && self.mood() == Mood::Fine {
                    self.kept().results.insert(key, ran.clone());
                }
                ran
            }
        };
        let code = if self.mood() == Mood::Late { Code::DeadlineExceeded as i32 } else { 0 };
        let status = Some(rpc::Status { code, ..Default::default() });
        let response = api::ExecuteResponse { result: Some(result), status, ..Default::default() };
        let value = match self.mood() {
            Mood::Garbage => vec![0xff; 99],
            _ => prost::Message::encode_to_vec(&response),
        };
        let response = bazel_remote_apis::google::protobuf::Any { type_url: String::new(), value };
        let result = Some(longrunning::operation::Result::Response(response));
        let ended = longrunning::Operation { name, done: true, result, ..Default::default() };
        Box::pin(tokio_stream::iter([Ok(begun), Ok(ended)]))
    }
}

#[tonic::async_trait]
impl api::capabilities_server::Capabilities for State {
    async fn get_capabilities(&self, _: Request<api::GetCapabilitiesRequest>) -> Answer<api::ServerCapabilities> {
        let mood = self.mood();
        let sha256 = api::digest_function::Value::Sha256 as i32;
        let cache = api::CacheCapabilities {
            digest_functions: vec![sha256],
            max_batch_total_size_bytes: if mood == Mood::Streams { 600 } else { 0 },
            ..Default::default()
        };
        let execution = api::ExecutionCapabilities {
            digest_function: sha256,
            exec_enabled: mood != Mood::KeepsOnly,
            ..Default::default()
        };
        let (cache_capabilities, execution_capabilities) = (Some(cache), Some(execution));
        Ok(Response::new(api::ServerCapabilities { cache_capabilities, execution_capabilities, ..Default::default() }))
    }
}

#[tonic::async_trait]
impl api::execution_server::Execution for State {
    type ExecuteStream = Parts<longrunning::Operation>;
    type WaitExecutionStream = Parts<longrunning::Operation>;

    async fn execute(&self, request: Request<api::ExecuteRequest>) -> Answer<Self::ExecuteStream> {
        let api::ExecuteRequest { action_digest, skip_cache_lookup, .. } = request.into_inner();
        assert!(!skip_cache_lookup);
        let key = action_digest.unwrap_or_default().hash;
        let (number, name) = {
            let mut kept = self.kept();
            kept.asked += 1;
            let name = format!("operations/{}", kept.asked);
            kept.operations.insert(name.clone(), key.clone());
            (kept.asked, name)
        };
        match self.mood() {
            Mood::Old => return Err(Status::unimplemented("no such method")),
            Mood::Closed => return Err(Status::unauthenticated("\x1b[2J")),
            Mood::FullTwice if number <= 2 => return Err(Status::resource_exhausted("no room")),
            Mood::Loses if number == 1 => {
                self.kept().blobs.clear();
                return Err(Status::failed_precondition("no blobs"));
            }
            Mood::Hangs => {
                let slow = tokio_stream::once(()).then(|()| async {
                    tokio::time::sleep(Duration::from_secs(600)).await;
                    Err(Status::internal("awake"))
                });
                return Ok(Response::new(Box::pin(slow)));
            }
            _ => {}
        }
        let breaks = [Mood::Breaks, Mood::Forgets].contains(&self.mood()) && number == 1;
        Ok(Response::new(self.operations(key, name, !breaks).await))
    }

    async fn wait_execution(&self, request: Request<api::WaitExecutionRequest>) -> Answer<Self::WaitExecutionStream> {
        let name = request.into_inner().name;
        self.kept().waited += 1;
        if self.mood() == Mood::Forgets {
            return Err(Status::not_found("no such operation"));
        }
        let key = self.kept().operations[&name].clone();
        Ok(Response::new(self.operations(key, name, true).await))
    }
}

#[tonic::async_trait]
impl api::content_addressable_storage_server::ContentAddressableStorage for State {
    type GetTreeStream = Parts<api::GetTreeResponse>;
    type GetChunkMappingStream = Parts<api::GetChunkMappingResponse>;

    async fn find_missing_blobs(
        &self,
        request: Request<api::FindMissingBlobsRequest>,
    ) -> Answer<api::FindMissingBlobsResponse> {
        let mut missing_blob_digests = request.into_inner().blob_digests;
        missing_blob_digests.retain(|digest| !self.kept().blobs.contains_key(&digest.hash));
        Ok(Response::new(api::FindMissingBlobsResponse { missing_blob_digests }))
    }

    async fn batch_update_blobs(
        &self,
        request: Request<api::BatchUpdateBlobsRequest>,
    ) -> Answer<api::BatchUpdateBlobsResponse> {
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
        let mut responses = Vec::new();
        for digest in request.into_inner().digests {
            let mut data = self.kept().blobs.get(&digest.hash).cloned().unwrap_or_default();
            if self.mood() == Mood::Bits {
                data.iter_mut().for_each(|byte| *byte ^= 1);
            }
            responses.push(api::batch_read_blobs_response::Response {
                digest: Some(digest),
                data,
                status: Some(rpc::Status::default()),
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
        let name = request.into_inner().resource_name;
        let hash = name.split('/').nth(1).expect("a digest");
        let blob = self.kept().blobs.get(hash).cloned().ok_or_else(|| Status::not_found("no such blob"))?;
        let part = |data: &[u8]| Ok(bytestream::ReadResponse { data: data.to_vec() });
        let parts: Vec<Result<bytestream::ReadResponse, Status>> = blob.chunks(1000).map(part).collect();
        Ok(Response::new(Box::pin(tokio_stream::iter(parts))))
    }

    async fn write(&self, request: Request<Streaming<bytestream::WriteRequest>>) -> Answer<bytestream::WriteResponse> {
        let (mut parts, mut bytes) = (request.into_inner(), Vec::new());
        while let Some(part) = parts.message().await? {
            assert_eq!(part.write_offset, bytes.len() as i64);
            bytes.extend(part.data);
        }
        let committed_size = bytes.len() as i64;
        self.keep(bytes);
        self.kept().written += 1;
        Ok(Response::new(bytestream::WriteResponse { committed_size }))
    }

    async fn query_write_status(
        &self,
        _: Request<bytestream::QueryWriteStatusRequest>,
    ) -> Answer<bytestream::QueryWriteStatusResponse> {
        Err(Status::unimplemented("writes that go on"))
    }
}

/// A server for one test, whose workers have a folder.
pub(crate) struct Server {
    pub(crate) url: String,
    state: State,
    end: Option<oneshot::Sender<()>>,
}

impl Server {
    pub(crate) fn new(mood: Mood, folder: &Path) -> Self {
        let state =
            State { kept: Arc::default(), mood: Arc::new(Mutex::new(mood)), folder: Arc::new(folder.to_owned()) };
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        listener.set_nonblocking(true).expect("an option");
        let url = format!("grpc://127.0.0.1:{}", listener.local_addr().expect("an address").port());
        let (end, ended) = oneshot::channel();
        let served = state.clone();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            runtime.block_on(async {
                let listener = tokio::net::TcpListener::from_std(listener).expect("a listener");
                let storage =
                    api::content_addressable_storage_server::ContentAddressableStorageServer::new(served.clone());
                let router = tonic::transport::Server::builder()
                    .add_service(api::capabilities_server::CapabilitiesServer::new(served.clone()))
                    .add_service(api::execution_server::ExecutionServer::new(served.clone()))
                    .add_service(storage)
                    .add_service(bytestream::byte_stream_server::ByteStreamServer::new(served));
                let serving = router.serve_with_incoming(tokio_stream::wrappers::TcpListenerStream::new(listener));
                tokio::select! {
                    _ = serving => {}
                    _ = ended => {}
                }
            });
            runtime.shutdown_background();
        });
        Server { url, state, end: Some(end) }
    }

    /// How many actions were carried out, how often an operation was waited for, and how many blobs came as streams.
    pub(crate) fn counts(&self) -> [usize; 3] {
        let kept = self.state.kept();
        [kept.carried_out, kept.waited, kept.written]
    }

    /// The commands of the actions that were carried out.
    pub(crate) fn commands(&self) -> Vec<api::Command> {
        self.state.kept().commands.clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.end.take());
    }
}
