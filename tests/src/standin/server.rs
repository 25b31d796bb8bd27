//! The HTTP side: one handler for every path, so that each request is logged, judged and may be spoilt.

use super::{
    api::{self, Call, Reply},
    body,
    faults::{Act, Fault},
    judge::{self, Finding, Upload},
    route::{Route, RouteKind},
    tls::TlsListener,
    world::{Logged, Shared, Violation, World},
};
use axum::{
    Router,
    body::Body,
    extract::{ConnectInfo, DefaultBodyLimit, Request, State, connect_info::Connected},
    http::{HeaderName, HeaderValue, StatusCode, header::AUTHORIZATION, header::USER_AGENT},
    response::Response,
    serve::{IncomingStream, Listener},
};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Cuts one connection: nothing more is written to it.
#[derive(Clone, Debug, Default)]
pub struct Cut(Arc<AtomicBool>);

impl Connected<IncomingStream<'_, Plain>> for Cut {
    fn connect_info(stream: IncomingStream<'_, Plain>) -> Self {
        stream.io().cut.clone()
    }
}

impl Connected<IncomingStream<'_, TlsListener>> for Cut {
    fn connect_info(stream: IncomingStream<'_, TlsListener>) -> Self {
        stream.io().cut.clone()
    }
}

/// A connection that a handler can cut.
pub struct Cuttable<I> {
    io: I,
    cut: Cut,
}

impl<I> Cuttable<I> {
    pub fn new(io: I) -> Self {
        Self {
            io,
            cut: Cut::default(),
        }
    }

    fn is_cut(&self) -> bool {
        self.cut.0.load(Ordering::SeqCst)
    }
}

impl<I: AsyncRead + Unpin> AsyncRead for Cuttable<I> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_read(cx, buf)
    }
}

impl<I: AsyncWrite + Unpin> AsyncWrite for Cuttable<I> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.is_cut() {
            return Poll::Ready(Err(io::ErrorKind::ConnectionReset.into()));
        }
        Pin::new(&mut self.io).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(cx)
    }
}

/// A TCP listener whose connections can be cut.
pub struct Plain(pub tokio::net::TcpListener);

impl Listener for Plain {
    type Io = Cuttable<tokio::net::TcpStream>;
    type Addr = std::net::SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        let (io, address) = Listener::accept(&mut self.0).await;
        let _ = io.set_nodelay(true);
        (Cuttable::new(io), address)
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.0.local_addr()
    }
}

/// The router: everything goes to one handler.
pub fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .fallback(handle)
        .layer(DefaultBodyLimit::disable())
        .with_state(shared)
}

async fn handle(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(cut): ConnectInfo<Cut>,
    request: Request,
) -> Response {
    let method = request.method().as_str().to_owned();
    let uri = request.uri().clone();
    let header = |request: &Request, name| {
        request
            .headers()
            .get(name)
            .and_then(|v: &HeaderValue| v.to_str().ok())
            .unwrap_or_default()
            .to_owned()
    };
    let authorised = header(&request, AUTHORIZATION) == format!("Bot {}", shared.settings.token);
    let agent = header(&request, USER_AGENT);
    let route = Route::parse(uri.path());
    let kind = route.kind(&method);
    let read = body::read(request).await;
    let (body, files) = read.clone().unwrap_or_default();
    let number = shared.change(|world| {
        let number = world.log.len() + 1;
        world.log.push(Logged {
            number,
            at_ms: world.clock.now_ms(),
            method: method.clone(),
            path: uri.to_string(),
            kind,
            body: body.clone(),
            files: files
                .iter()
                .map(|f| (f.part.clone(), f.filename.clone(), f.data.len()))
                .collect(),
            status: 0,
        });
        number
    });
    let place = format!("{method} {}", uri.path());
    let mut findings = Vec::new();
    let mut refusal = None;
    if let Err(what) = read {
        findings.push(Finding::refused("rule", "", what));
    }
    if !authorised && !route.carries_token() {
        findings.push(Finding::noted(
            "rule",
            "",
            "no or wrong Authorization header",
        ));
        refusal = Some(Reply::error(401, 0, "401: Unauthorized"));
    }
    if !agent.starts_with("DiscordBot (") && kind != RouteKind::File {
        findings.push(Finding::noted(
            "rule",
            "",
            format!("User-Agent {agent:?} is not as Discord asks"),
        ));
    }
    if kind == RouteKind::Unknown {
        findings.push(Finding::noted(
            "rule",
            "",
            "the stand-in does not know this path",
        ));
        refusal = Some(Reply::error(404, 0, "404: Not Found"));
    }
    let uploads: Vec<Upload> = files
        .iter()
        .map(|f| Upload {
            part: &f.part,
            filename: &f.filename,
            size: f.data.len(),
        })
        .collect();
    findings.extend(judge::judge(
        &route,
        &method,
        &body,
        &uploads,
        shared.settings.size_limit,
    ));
    if refusal.is_none() && findings.iter().any(|finding| finding.refuse) {
        refusal = Some(invalid(&findings));
    }
    shared.change(|world| record(world, number, &place, findings));

    let fault = shared.change(|world| world.faults.next(kind));
    let mut after = None;
    if let Some(fault) = fault {
        if fault.after_effect {
            after = Some(fault);
        } else if let Some(response) = spoil(fault, &shared, &cut, number).await {
            return response;
        }
    }
    let call = Call {
        number,
        place,
        method,
        route,
        query: query(uri.query()),
        body,
        files,
    };
    let reply = match refusal {
        Some(refusal) => refusal,
        None => shared.change(|world| {
            limited(&shared, world, &call).unwrap_or_else(|| api::answer(&shared, world, &call))
        }),
    };
    if let Some(fault) = after
        && let Some(response) = spoil(fault, &shared, &cut, number).await
    {
        return response;
    }
    finish(&shared, number, reply.status);
    respond(reply)
}

fn record(world: &mut World, request: usize, place: &str, findings: Vec<Finding>) {
    for finding in findings {
        world.violations.push(Violation {
            request,
            place: place.to_owned(),
            judge: finding.judge,
            pointer: finding.pointer,
            what: finding.what,
        });
    }
}

fn finish(shared: &Shared, number: usize, status: u16) {
    shared.change(|world| {
        if let Some(logged) = world.log.get_mut(number - 1) {
            logged.status = status;
        }
    });
}

/// Acts out a fault; `None` when the request may go on.
async fn spoil(fault: Fault, shared: &Shared, cut: &Cut, number: usize) -> Option<Response> {
    match fault.act {
        Act::Hang => std::future::pending().await,
        Act::Hold(gate) => {
            gate.pass().await;
            None
        }
        Act::Drop => {
            cut.0.store(true, Ordering::SeqCst);
            Some(respond(Reply::empty(500)))
        }
        Act::Answer {
            status,
            body,
            content_type,
        } => {
            finish(shared, number, status);
            let mut response = Response::new(Body::from(body));
            *response.status_mut() =
                StatusCode::from_u16(status).unwrap_or(StatusCode::IM_A_TEAPOT);
            let kind = ("content-type".to_owned(), content_type.to_owned());
            set_headers(&mut response, fault.headers.iter().chain([&kind]));
            Some(response)
        }
    }
}

fn respond(reply: Reply) -> Response {
    let (body, kind) = match reply.file {
        Some((bytes, kind)) => (Body::from(bytes.to_vec()), kind),
        None => match reply.body {
            Some(value) => (Body::from(value.to_string()), "application/json".to_owned()),
            None => (Body::empty(), String::new()),
        },
    };
    let mut response = Response::new(body);
    *response.status_mut() = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::IM_A_TEAPOT);
    let kind = ("content-type".to_owned(), kind);
    set_headers(
        &mut response,
        reply
            .headers
            .iter()
            .chain(Some(&kind).filter(|(_, kind)| !kind.is_empty())),
    );
    response
}

fn set_headers<'a>(response: &mut Response, headers: impl Iterator<Item = &'a (String, String)>) {
    for (name, value) in headers {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            response.headers_mut().insert(name, value);
        }
    }
}

/// Discord's answer to a body that it refuses: code 50035 with a tree of errors.
fn invalid(findings: &[Finding]) -> Reply {
    let mut errors = json!({});
    for finding in findings.iter().filter(|finding| finding.refuse) {
        let mut node = &mut errors;
        for key in finding.pointer.split('/').filter(|key| !key.is_empty()) {
            node = &mut node[key];
        }
        let entry = json!({"code": "INVALID", "message": finding.what});
        match node["_errors"].as_array_mut() {
            Some(list) => list.push(entry),
            None => node["_errors"] = json!([entry]),
        }
    }
    let mut reply = Reply::error(400, 50035, "Invalid Form Body");
    if let Some(body) = &mut reply.body {
        body["errors"] = errors;
    }
    reply
}

fn query(text: Option<&str>) -> HashMap<String, String> {
    let pairs = text
        .unwrap_or_default()
        .split('&')
        .filter_map(|pair| pair.split_once('='));
    pairs
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect()
}

/// The per-channel limit of five messages in five seconds, when switched on.
fn limited(shared: &Shared, world: &mut World, call: &Call) -> Option<Reply> {
    let Route::Messages(channel) = call.route else {
        return None;
    };
    if !shared.settings.limit_messages || call.method != "POST" {
        return None;
    }
    let now = world.clock.now_ms();
    let bucket = world.buckets.entry(channel).or_default();
    while bucket.front().is_some_and(|at| at + 5000 <= now) {
        bucket.pop_front();
    }
    let oldest = bucket.front().copied().unwrap_or(now);
    #[allow(clippy::cast_precision_loss)]
    let after = (oldest + 5000 - now) as f64 / 1000.0;
    if bucket.len() >= 5 {
        let body: Value = json!({"message": "You are being rate limited.", "retry_after": after, "global": false});
        return Some(
            Reply::json(429, body)
                .header("retry-after", format!("{after}"))
                .with_bucket(0, after),
        );
    }
    bucket.push_back(now);
    let left = 5 - bucket.len();
    Some(api::answer(shared, world, call).with_bucket(left, after))
}
