//! Calls of methods that have one request and one response, and the connection that they share.

use crate::errors::{found, of_connection, of_status, unexpected};
use crate::messages::{
    ActionResult, Digest, GetActionResultRequest, GetCapabilitiesRequest, SHA256, ServerCapabilities,
    UpdateActionResultRequest,
};
use http::uri::PathAndQuery;
use prost::Message;
use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Mutex, OnceCell};
use tonic::client::Grpc;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Status};
use tonic_prost::ProstCodec;

/// The connection. Copies share it.
#[derive(Clone, Debug)]
pub(crate) struct Connection {
    channel: Channel,
    pub(crate) instance: Arc<str>,
    authorization: Option<MetadataValue<Ascii>>,
    capabilities: Arc<OnceCell<Capabilities>>,
    /// The digests of blobs that the server has. Who uploads holds it, so that no blob is uploaded twice.
    pub(crate) uploaded: Arc<Mutex<BTreeSet<String>>>,
}

/// What a server says about itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Capabilities {
    /// True if clients may keep results.
    pub(crate) takes_results: bool,
    /// True if it carries out actions.
    pub(crate) executes: bool,
    /// The limit of the bytes of blobs in a message.
    pub(crate) batch: usize,
}

/// The bytes of a message beside those of blobs and texts.
const REST: usize = 64 << 10;
/// The limit of blobs in a message where a server names none or a higher one: messages of gRPC have 4 MiB, if nothing is said.
const MAX_BATCH: usize = 3 << 20;

/// The time without a word after which the system asks whether a server's machine is there.
const SIGN_OF_LIFE: Duration = Duration::from_secs(30);

impl Connection {
    pub(crate) fn new(
        host: &str,
        instance: &str,
        is_secure: bool,
        authorization: Option<&str>,
    ) -> Result<Self, String> {
        let scheme = if is_secure { "https" } else { "http" };
        let endpoint = Endpoint::from_shared(format!("{scheme}://{host}")).map_err(|error| error.to_string())?;
        let endpoint = endpoint.user_agent("hlsl2spirv").map_err(|error| error.to_string())?;
        let endpoint = if is_secure { secured(endpoint)? } else { endpoint };
        let authorization = authorization.and_then(|text| MetadataValue::try_from(text).ok()).map(|mut value| {
            value.set_sensitive(true);
            value
        });
        // A machine that is gone without a word is noticed by the system.
        let channel = endpoint.tcp_keepalive(Some(SIGN_OF_LIFE)).connect_lazy();
        let (capabilities, uploaded) = (Arc::default(), Arc::default());
        Ok(Connection { channel, instance: instance.into(), authorization, capabilities, uploaded })
    }

    /// What the server says about itself, which it is asked for once.
    pub(crate) async fn capabilities(&self) -> io::Result<Capabilities> {
        self.capabilities.get_or_try_init(|| self.ask_for_capabilities()).await.copied()
    }

    async fn ask_for_capabilities(&self) -> io::Result<Capabilities> {
        const METHOD: &str = "/build.bazel.remote.execution.v2.Capabilities/GetCapabilities";
        let request = GetCapabilitiesRequest { instance_name: self.instance_name() };
        let answer: ServerCapabilities = self.call(METHOD, request, 0).await?.map_err(|status| of_status(&status))?;
        let cache = answer.cache_capabilities.ok_or_else(|| unexpected("no cache"))?;
        if !cache.digest_functions.contains(&SHA256) {
            return Err(unexpected("no SHA-256"));
        }
        let takes_results = cache.action_cache_update_capabilities.is_some_and(|updates| updates.update_enabled);
        let executes = answer.execution_capabilities.is_some_and(|execution| {
            let functions = &execution.digest_functions;
            execution.exec_enabled && (execution.digest_function == SHA256 || functions.contains(&SHA256))
        });
        let batch = usize::try_from(cache.max_batch_total_size_bytes).ok().filter(|limit| *limit > 0);
        Ok(Capabilities { takes_results, executes, batch: batch.unwrap_or(MAX_BATCH).min(MAX_BATCH) })
    }

    /// The result of an action, with a text of up to this many bytes.
    pub(crate) async fn result(&self, action: Digest, limit: usize) -> io::Result<Option<ActionResult>> {
        const METHOD: &str = "/build.bazel.remote.execution.v2.ActionCache/GetActionResult";
        self.capabilities().await?;
        let instance_name = self.instance_name();
        let request = GetActionResultRequest { instance_name, action_digest: Some(action), inline_stdout: true };
        found(self.call(METHOD, request, limit).await?)
    }

    /// Keeps the result of an action. A text that is too long for a message is not kept.
    pub(crate) async fn keep_result(&self, action: Digest, result: ActionResult) -> io::Result<()> {
        const METHOD: &str = "/build.bazel.remote.execution.v2.ActionCache/UpdateActionResult";
        let limit = result.stdout_raw.len();
        if limit > MAX_BATCH {
            return Ok(());
        }
        let (action_digest, action_result) = (Some(action), Some(result));
        let request = UpdateActionResultRequest { instance_name: self.instance_name(), action_digest, action_result };
        let answer: Result<ActionResult, Status> = self.call(METHOD, request, limit).await?;
        answer.map(|_| ()).map_err(|status| of_status(&status))
    }

    /// Calls a method whose response has up to this many bytes beside a few.
    pub(crate) async fn call<Q, A>(
        &self,
        method: &'static str,
        request: Q,
        limit: usize,
    ) -> io::Result<Result<A, Status>>
    where
        Q: Message + 'static,
        A: Message + Default + 'static,
    {
        let mut client = self.ready(limit).await?;
        let answer =
            client.unary(self.request(request), PathAndQuery::from_static(method), ProstCodec::default()).await;
        Ok(answer.map(tonic::Response::into_inner))
    }

    /// A client whose connection is there.
    pub(crate) async fn ready(&self, limit: usize) -> io::Result<Grpc<Channel>> {
        let mut client = Grpc::new(self.channel.clone()).max_decoding_message_size(limit.saturating_add(REST));
        client.ready().await.map_err(|error| of_connection(&error))?;
        Ok(client)
    }

    /// A request with the login.
    pub(crate) fn request<Q>(&self, message: Q) -> Request<Q> {
        let mut request = Request::new(message);
        if let Some(authorization) = &self.authorization {
            request.metadata_mut().insert("authorization", authorization.clone());
        }
        request
    }

    pub(crate) fn instance_name(&self) -> String {
        self.instance.to_string()
    }
}

#[cfg(feature = "tls")]
fn secured(endpoint: Endpoint) -> Result<Endpoint, String> {
    let config = tonic::transport::ClientTlsConfig::new().with_native_roots();
    endpoint.tls_config(config).map_err(|error| of_connection(&error).to_string())
}

#[cfg(not(feature = "tls"))]
fn secured(_: Endpoint) -> Result<Endpoint, String> {
    Err("this build has no grpcs, which the feature https-cache adds".to_owned())
}
