//! Actions that a server's workers carry out.

use crate::calls::Connection;
use crate::errors::{of_status, unexpected};
use crate::messages::{
    Action, ActionResult, Command, Digest, ExecuteRequest, ExecuteResponse, Operation, OutputFile, Platform, Property,
    Seconds, WaitExecutionRequest,
};
use crate::pause::Pauses;
use crate::tree::{self, Blob};
use crate::{Client, time_for};
use base::job::{Job, Output};
use http::uri::PathAndQuery;
use prost::Message;
use std::collections::BTreeSet;
use std::io;
use std::time::Duration;
use tonic::{Code, Status, Streaming};
use tonic_prost::ProstCodec;

/// The limit of an output, and of all of a job.
const MAX_OUTPUT: usize = 64 << 20;
const MAX_OUTPUTS: usize = 256 << 20;
/// The limit of what a program says.
const MAX_TEXT: usize = 64 << 10;
/// The characters of it that an error message has.
const MAX_QUOTED: usize = 200;
/// The time of calls beside that of the job: the server and this machine may be busy.
const TIME: Duration = Duration::from_secs(20);
/// How often a stream of a job may break, or the server be out of reach.
const MAX_BREAKS: usize = 8;

impl Client {
    /// Carries out a job, unless the server has its result, and returns those of its outputs that are there.
    ///
    /// A server that has no room for it is asked again, and what breaks on the way is taken up again, for twice the time that the job may
    /// take.
    ///
    /// # Errors
    /// When the server does not carry out jobs (of the kind `Unsupported`), wants another login (`PermissionDenied`), the time is over
    /// (`TimedOut`), the program fails, or something is sent that the protocol does not have or the digests do not fit.
    pub fn execute(&self, job: &Job) -> io::Result<Vec<Output>> {
        let twice = job.timeout * 2;
        let prepared = prepare(job);
        let (action, blobs) = prepared.ok_or_else(|| io::Error::other("the inputs are not below one folder"))?;
        let connection = self.connection.clone();
        let capabilities = self.worker.wait(TIME, async move { connection.capabilities().await })?;
        if !capabilities.executes {
            return Err(io::Error::new(
                io::ErrorKind::Unsupported,
                "it does not execute actions with digests of SHA-256",
            ));
        }
        // Another upload may come first, whose time is not that of this one.
        let connection = self.connection.clone();
        let known = self.worker.wait(Duration::MAX, async move { Ok(connection.uploaded.lock_owned().await) });
        let known = known?;
        let connection = self.connection.clone();
        let size = blobs.iter().map(|(digest, _)| digest.size()).sum();
        self.worker.wait(TIME + time_for(size), async move { connection.upload(&blobs, known).await })?;
        let connection = self.connection.clone();
        let response = self.worker.wait(TIME + twice, async move { connection.carry_out(&action).await });
        let connection = self.connection.clone();
        let response = match response {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // Blobs have gone: they are looked for anew.
                self.worker.wait(TIME, async move {
                    connection.uploaded.lock().await.clear();
                    Err(error)
                })
            }
            response => response,
        }?;
        let connection = self.connection.clone();
        let outputs = job.outputs.clone();
        self.worker.wait(TIME + time_for(MAX_OUTPUTS), async move { connection.outputs(response, &outputs).await })
    }
}

/// The digest of a job's action, and all blobs that it takes.
fn prepare(job: &Job) -> Option<(Digest, Vec<Blob>)> {
    let (root, mut blobs) = tree::of(job)?;
    let mut properties = job.properties.clone();
    properties.sort();
    let properties = properties.into_iter().map(|(name, value)| Property { name, value });
    let platform = Platform { properties: properties.collect() };
    let platform = Some(platform).filter(|platform| !platform.properties.is_empty());
    let mut outputs = job.outputs.clone();
    outputs.sort();
    let command = Command {
        arguments: job.arguments.clone(),
        output_files: outputs.clone(),
        platform: platform.clone(),
        working_directory: job.folder.clone(),
        output_paths: outputs,
    };
    let command_digest = Some(tree::blob(&command, &mut blobs));
    let seconds = i64::try_from(job.timeout.as_secs()).unwrap_or(i64::MAX);
    let timeout = Some(Seconds { seconds });
    let action = Action { command_digest, input_root_digest: Some(root), timeout, platform };
    Some((tree::blob(&action, &mut blobs), blobs))
}

impl Connection {
    /// Carries out an action whose blobs are there. Streams that break are taken up again.
    async fn carry_out(&self, action: &Digest) -> io::Result<ExecuteResponse> {
        let (mut name, mut breaks, mut pauses) = (String::new(), 0, Pauses::new());
        loop {
            let status = match self.follow(action, &mut name).await {
                Ok(response) => return Ok(response),
                Err(status) => status,
            };
            match status.code() {
                // It has forgotten the operation.
                Code::NotFound if !name.is_empty() => name.clear(),
                // The time of the job limits how long there is no room.
                Code::ResourceExhausted => name.clear(),
                Code::FailedPrecondition | Code::NotFound => {
                    return Err(io::Error::new(io::ErrorKind::NotFound, "it has lost inputs"));
                }
                Code::DeadlineExceeded => return Err(late()),
                Code::Unimplemented => {
                    return Err(io::Error::new(io::ErrorKind::Unsupported, "it does not execute actions"));
                }
                Code::Unavailable | Code::Aborted | Code::Cancelled | Code::Unknown | Code::Internal => {
                    breaks += 1;
                    if breaks > MAX_BREAKS {
                        return Err(of_status(&status));
                    }
                }
                Code::Ok
                | Code::InvalidArgument
                | Code::AlreadyExists
                | Code::PermissionDenied
                | Code::OutOfRange
                | Code::DataLoss
                | Code::Unauthenticated => return Err(of_status(&status)),
            }
            tokio::time::sleep(pauses.next()).await;
        }
    }

    /// Follows an action to its end: from its beginning, or by the name of its operation if there is one.
    async fn follow(&self, action: &Digest, name: &mut String) -> Result<ExecuteResponse, Status> {
        let mut operations = self.operations(action, name).await?;
        while let Some(operation) = operations.message().await? {
            let Operation { name: named, done, error, response } = operation;
            if !named.is_empty() {
                *name = named;
            }
            if !done {
                continue;
            }
            if let Some(error) = error.filter(|error| error.code != 0) {
                name.clear();
                return Err(Status::new(Code::from_i32(error.code), ""));
            }
            let response = response.and_then(|any| ExecuteResponse::decode(&*any.value).ok());
            let response = response.ok_or_else(|| Status::data_loss("no response"))?;
            let code = response.status.as_ref().map_or(0, |status| status.code);
            if code != 0 {
                name.clear();
                return Err(Status::new(Code::from_i32(code), ""));
            }
            return Ok(response);
        }
        Err(Status::unavailable("the stream has ended"))
    }

    async fn operations(&self, action: &Digest, name: &str) -> Result<Streaming<Operation>, Status> {
        const EXECUTE: &str = "/build.bazel.remote.execution.v2.Execution/Execute";
        const WAIT: &str = "/build.bazel.remote.execution.v2.Execution/WaitExecution";
        let ready = self.ready(MAX_TEXT * 16).await;
        let mut client = ready.map_err(|error| Status::unavailable(error.to_string()))?;
        let answer = if name.is_empty() {
            let (instance_name, action_digest) = (self.instance_name(), Some(action.clone()));
            let request = self.request(ExecuteRequest { instance_name, skip_cache_lookup: false, action_digest });
            let codec = ProstCodec::<ExecuteRequest, Operation>::default();
            client.server_streaming(request, PathAndQuery::from_static(EXECUTE), codec).await
        } else {
            let request = self.request(WaitExecutionRequest { name: name.to_owned() });
            let codec = ProstCodec::<WaitExecutionRequest, Operation>::default();
            client.server_streaming(request, PathAndQuery::from_static(WAIT), codec).await
        };
        Ok(answer?.into_inner())
    }

    /// The outputs of a job that has ended well. Their digests are checked.
    async fn outputs(&self, response: ExecuteResponse, wanted: &[String]) -> io::Result<Vec<Output>> {
        let result = response.result.ok_or_else(|| unexpected("no result"))?;
        if result.exit_code != 0 {
            return Err(self.failed(&result).await);
        }
        let wanted: BTreeSet<&str> = wanted.iter().map(String::as_str).collect();
        let (mut files, mut size): (Vec<(String, Digest)>, usize) = (Vec::new(), 0);
        for OutputFile { path, digest } in result.output_files {
            let digest = digest.filter(|digest| digest.is_within(MAX_OUTPUT));
            let digest = digest.ok_or_else(|| unexpected("an output without a digest, or a very large one"))?;
            if !wanted.contains(path.as_str()) || files.iter().any(|(other, _)| *other == path) {
                return Err(unexpected("an output that was not asked for"));
            }
            size += digest.size();
            files.push((path, digest));
        }
        if size > MAX_OUTPUTS {
            return Err(unexpected("very large outputs"));
        }
        let digests: BTreeSet<Digest> = files.iter().map(|(_, digest)| digest.clone()).collect();
        let blobs = self.download(digests.into_iter().collect()).await?;
        for (digest, bytes) in &blobs {
            if !digest.is_of(bytes) {
                return Err(unexpected("other bytes than those of an output"));
            }
        }
        let output = |(path, digest): (String, Digest)| {
            let bytes = blobs.get(&digest).ok_or_else(|| unexpected("an output that is not there"))?;
            Ok(Output { path, bytes: bytes.clone() })
        };
        files.into_iter().map(output).collect()
    }

    /// The error of a program that has failed, with the first line of what it has said.
    async fn failed(&self, result: &ActionResult) -> io::Error {
        let mut text = result.stderr_raw.clone();
        if let Some(digest) =
            result.stderr_digest.as_ref().filter(|digest| text.is_empty() && digest.is_within(MAX_TEXT))
        {
            let read = self.read(digest.clone()).await.ok().flatten();
            text = read.filter(|bytes| digest.is_of(bytes)).unwrap_or_default();
        }
        let text = String::from_utf8_lossy(&text);
        let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        let line: String = line.trim().chars().filter(|char| !char.is_control()).take(MAX_QUOTED).collect();
        let separator = if line.is_empty() { "" } else { ": " };
        io::Error::other(format!("the command has ended with status {}{separator}{line}", result.exit_code))
    }
}

fn late() -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, "the action has taken too long")
}
