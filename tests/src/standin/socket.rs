//! The gateway's websockets: one task a connection.

use super::{
    gateway::{Out, receive},
    world::Shared,
};
use flate2::{Compression, write::ZlibEncoder};
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use std::{io::Write, sync::Arc};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::mpsc::{self, UnboundedReceiver},
};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        Message,
        protocol::{CloseFrame, frame::coding::CloseCode},
    },
};

/// Accepts connections until the stand-in ends.
pub async fn listen(shared: Arc<Shared>, listener: TcpListener) {
    let mut tasks = tokio::task::JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        let _ = stream.set_nodelay(true);
        tasks.spawn(serve(shared.clone(), stream));
        while tasks.try_join_next().is_some() {}
    }
}

async fn serve(shared: Arc<Shared>, stream: TcpStream) {
    let Ok(mut socket) = tokio_tungstenite::accept_async(stream).await else {
        return;
    };
    let (sender, orders) = mpsc::unbounded_channel();
    let interval = shared.settings.heartbeat.as_millis();
    let hello = json!({"op": 10, "d": {"heartbeat_interval": interval, "_trace": []}});
    if socket.send(Message::text(hello.to_string())).await.is_err() {
        return;
    }
    let connection = shared.change(|world| world.hub.open(sender));
    let code = exchange(&shared, connection, socket, orders).await;
    shared.change(|world| world.hub.closed(connection, code));
}

/// Runs a connection to its end; the close code if the bot closed it.
async fn exchange(
    shared: &Shared,
    connection: u64,
    mut socket: WebSocketStream<TcpStream>,
    mut orders: UnboundedReceiver<Out>,
) -> Option<u16> {
    let mut compress = false;
    loop {
        tokio::select! {
            biased;
            order = orders.recv() => match order? {
                Out::Compress => compress = true,
                Out::Text(text) => {
                    let message = if compress { Message::binary(packed(&text)) } else { Message::text(text) };
                    socket.send(message).await.ok()?;
                }
                Out::Close(reason) => {
                    let frame = reason.map(|(code, text)| CloseFrame { code: CloseCode::from(code), reason: text.into() });
                    let _ = socket.close(frame).await;
                    while let Some(Ok(_)) = socket.next().await {}
                    return None;
                }
                Out::Cut => return None,
                Out::Mute => while !matches!(orders.recv().await?, Out::Cut) {},
            },
            message = socket.next() => match message? {
                Ok(Message::Text(text)) => {
                    shared.change(|world| receive(shared, world, connection, text.as_str()));
                }
                Ok(Message::Close(frame)) => {
                    while let Some(Ok(_)) = socket.next().await {}
                    return Some(frame.map_or(1005, |frame| frame.code.into()));
                }
                Ok(_) => {}
                Err(_) => return None,
            },
        }
    }
}

fn packed(text: &str) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder
        .write_all(text.as_bytes())
        .expect("writing to memory succeeds");
    encoder.finish().expect("writing to memory succeeds")
}
