//! A server of Bazel's remote-execution API that carries out actions, each in a folder of its own.

use crate::storage::{Answer, Faults, Parts, Running, Storage};
use bazel_remote_apis::build::bazel::remote::execution::v2 as api;
use bazel_remote_apis::google::{longrunning, rpc};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use tokio_stream::StreamExt;
use tonic::metadata::MetadataMap;
use tonic::{Code, Request, Response, Status};

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
    results: BTreeMap<String, api::ActionResult>,
    operations: BTreeMap<String, String>,
    asked: usize,
    carried_out: usize,
    waited: usize,
    written: usize,
    commands: Vec<api::Command>,
}

/// What a server is like, and what it knows beside blobs.
#[derive(Clone)]
struct Character {
    kept: Arc<Mutex<Kept>>,
    mood: Mood,
    folder: Arc<PathBuf>,
}

type State = Storage<Character>;

#[tonic::async_trait]
impl Faults for Character {
    const INSTANCE: &'static str = "";

    async fn hear(&self, call: &'static str, _: &str, _: &MetadataMap) -> Result<(), Status> {
        self.kept.lock().expect("kept").written += usize::from(call == "write");
        Ok(())
    }

    fn shown(&self, _: &mut api::Digest, mut blob: Option<Vec<u8>>) -> Option<Vec<u8>> {
        if self.mood == Mood::Bits {
            blob.iter_mut().flatten().for_each(|byte| *byte ^= 1);
        }
        blob
    }
}

impl State {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.faults.kept.lock().expect("kept")
    }

    fn mood(&self) -> Mood {
        self.faults.mood
    }

    fn message<M: prost::Message + Default>(&self, digest: Option<&api::Digest>) -> M {
        let blobs = self.blobs();
        let bytes = digest.and_then(|digest| blobs.get(&digest.hash)).expect("all blobs are there");
        M::decode(bytes.as_slice()).expect("a message")
    }

    fn unpack(&self, folder: &Path, digest: Option<&api::Digest>) {
        fs::create_dir_all(folder).expect("a folder");
        let tree: api::Directory = self.message(digest);
        let names: Vec<_> = tree.files.iter().map(|file| &file.name).collect();
        assert!(names.is_sorted(), "{names:?}");
        for file in &tree.files {
            let digest = file.digest.as_ref().expect("a digest");
            fs::write(folder.join(&file.name), &self.blobs()[&digest.hash]).expect("a file");
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
        let root = self.faults.folder.join(number.to_string());
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
                self.blobs().clear();
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

/// A server for one test, whose workers have a folder.
pub(crate) struct Server {
    pub(crate) url: String,
    state: State,
    _running: Running,
}

impl Server {
    pub(crate) fn new(mood: Mood, folder: &Path) -> Self {
        let state = Storage::new(Character { kept: Arc::default(), mood, folder: Arc::new(folder.to_owned()) });
        let running = Running::new(state.clone(), tonic::transport::Server::builder(), |router| {
            router
                .add_service(api::capabilities_server::CapabilitiesServer::new(state.clone()))
                .add_service(api::execution_server::ExecutionServer::new(state.clone()))
        });
        Server { url: format!("grpc://127.0.0.1:{}", running.port), state, _running: running }
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
