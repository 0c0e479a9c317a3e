//! `batch --cache grpc://…`: servers of Bazel's remote-execution API, with the messages that its own files describe.

mod support;

mod caches;
#[path = "caches/certificates.rs"]
mod certificates;
#[path = "executed/storage.rs"]
mod storage;

use bazel_remote_apis::build::bazel::remote::execution::v2 as api;
use bazel_remote_apis::google::bytestream::ReadResponse;
use caches::{COMPILED, FOUND, Listed, Ran};
use certificates::{Certificate, pem};
use std::collections::BTreeMap;
use std::net::TcpListener;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use storage::{Answer, Chunks, Faults, Parts, Running, Storage};
use tokio_stream::StreamExt;
use tonic::metadata::MetadataMap;
use tonic::transport::{Identity, ServerTlsConfig};
use tonic::{Request, Response, Status};

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
    results: BTreeMap<String, api::ActionResult>,
    calls: Vec<&'static str>,
}

/// The behavior of a server, and its state beside the blobs.
#[derive(Clone)]
struct Character {
    kept: Arc<Mutex<Kept>>,
    mood: Arc<Mutex<Mood>>,
    login: Option<&'static str>,
}

type State = Storage<Character>;

impl Character {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().expect("kept")
    }

    fn mood(&self) -> Mood {
        *self.mood.lock().expect("a mood")
    }
}

#[tonic::async_trait]
impl Faults for Character {
    const INSTANCE: &'static str = "shaders/main";

    async fn hear(&self, call: &'static str, instance: &str, headers: &MetadataMap) -> Result<(), Status> {
        self.kept().calls.push(call);
        let shown = headers.get("authorization").and_then(|value| value.to_str().ok());
        if self.login != shown {
            return Err(Status::unauthenticated(format!("not {shown:?}")));
        }
        assert_eq!(instance, Self::INSTANCE, "{call}");
        let mood = self.mood();
        assert!(!(STREAMS.contains(&mood) && call.starts_with("batch")), "the limit of batches holds");
        match mood {
            Mood::Hangs => tokio::time::sleep(Duration::from_secs(60)).await,
            Mood::Fails => return Err(Status::internal(format!("\x1b[2J {shown:?}"))),
            _ => {}
        }
        Ok(())
    }

    fn shown(&self, digest: &mut api::Digest, mut blob: Option<Vec<u8>>) -> Option<Vec<u8>> {
        match self.mood() {
            Mood::Bits | Mood::StreamedBits => blob.iter_mut().flatten().for_each(|byte| *byte ^= 0x55),
            Mood::Gone | Mood::StreamedGone => blob = None,
            Mood::Other => digest.hash = "0".repeat(64),
            _ => {}
        }
        blob
    }

    fn streamed(&self, parts: Chunks) -> Parts<ReadResponse> {
        match self.mood() {
            Mood::Trickles => {
                let bytes: Vec<u8> = parts.into_iter().flatten().flat_map(|part| part.data).collect();
                Box::pin(tokio_stream::iter(bytes.into_iter().cycle()).then(|byte| async move {
                    tokio::time::sleep(Duration::from_millis(300)).await;
                    Ok(ReadResponse { data: vec![byte] })
                }))
            }
            Mood::Floods => {
                let part = || Ok(ReadResponse { data: vec![7; 0x10000] });
                Box::pin(tokio_stream::iter(std::iter::repeat_with(part)))
            }
            Mood::Short => Box::pin(tokio_stream::iter(parts.into_iter().take(1))),
            _ => Box::pin(tokio_stream::iter(parts)),
        }
    }
}

#[tonic::async_trait]
impl api::capabilities_server::Capabilities for State {
    async fn get_capabilities(&self, request: Request<api::GetCapabilitiesRequest>) -> Answer<api::ServerCapabilities> {
        self.faults.hear("capabilities", &request.get_ref().instance_name, request.metadata()).await?;
        let mood = self.faults.mood();
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
        self.faults.hear("result", &request.get_ref().instance_name, request.metadata()).await?;
        let mood = self.faults.mood();
        let key = request.into_inner().action_digest.unwrap_or_default().hash;
        let kept = self.faults.kept();
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
        self.faults.hear("update", &request.get_ref().instance_name, request.metadata()).await?;
        let mood = self.faults.mood();
        if mood == Mood::Refuses {
            return Err(Status::permission_denied("read only"));
        }
        let api::UpdateActionResultRequest { action_digest, action_result, .. } = request.into_inner();
        let mut result = action_result.unwrap_or_default();
        let file = &result.output_files[0];
        let digest = file.digest.clone().unwrap_or_default();
        let size = self.blobs().get(&digest.hash).map(|blob| blob.len() as i64);
        assert_eq!((file.path.as_str(), size), ("module.spv", Some(digest.size_bytes)), "the blob comes first");
        if mood == Mood::Moves {
            result.stdout_digest = Some(self.keep(std::mem::take(&mut result.stdout_raw)));
        }
        self.faults.kept().results.insert(action_digest.unwrap_or_default().hash, result.clone());
        Ok(Response::new(result))
    }
}

/// A server for one test. It is killed at its end.
struct Server {
    url: String,
    state: State,
    running: Running,
}

impl Server {
    fn new(login: Option<&'static str>, certificate: Option<&Certificate>) -> Self {
        let state = Storage::new(Character { kept: Arc::default(), mood: Arc::new(Mutex::new(Mood::Fine)), login });
        let mut server = tonic::transport::Server::builder();
        if let Some(one) = certificate {
            let identity = Identity::from_pem(one.pem(), pem("PRIVATE KEY", &one.key));
            server = server.tls_config(ServerTlsConfig::new().identity(identity)).expect("a certificate");
        }
        let running = Running::new(state.clone(), server, |router| {
            router
                .add_service(api::capabilities_server::CapabilitiesServer::new(state.clone()))
                .add_service(api::action_cache_server::ActionCacheServer::new(state.clone()))
        });
        let scheme = if certificate.is_some() { "grpcs" } else { "grpc" };
        let url = format!("{scheme}://127.0.0.1:{}/{}", running.port, Character::INSTANCE);
        Server { url, state, running }
    }

    fn set(&self, mood: Mood) {
        *self.state.faults.mood.lock().expect("a mood") = mood;
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
        [self.state.blobs().len(), self.state.faults.kept().results.len()]
    }

    /// The calls since the last question.
    fn calls(&self) -> Vec<&'static str> {
        std::mem::take(&mut self.state.faults.kept().calls)
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
    let option = format!("--cache {}", server.url);
    std::thread::scope(|scope| {
        let run = scope.spawn(|| folder.run_with(&option, &[]));
        let start = Instant::now();
        while server.state.faults.kept().calls.is_empty() && start.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(10));
        }
        server.running.kill();
        assert_eq!(run.join().expect("it runs"), alone);
    });
    assert_eq!(folder.warnings().len(), 1);
    // The server has ended.
    assert_eq!(server.run(&folder, "", None), alone);
    assert_eq!(folder.warnings().len(), 1);
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
