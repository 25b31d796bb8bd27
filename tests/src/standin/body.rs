//! Request bodies: JSON, or multipart with `payload_json` and files.

use axum::{
    extract::{FromRequest, Multipart, Request},
    http::header::CONTENT_TYPE,
};
use serde_json::Value;
use std::sync::Arc;

/// An uploaded file.
#[derive(Clone, Debug)]
pub struct File {
    pub part: String,
    pub filename: String,
    pub content_type: String,
    pub data: Arc<[u8]>,
}

/// Reads the body of a request.
///
/// # Errors
/// A text that says what is wrong with it.
pub async fn read(request: Request) -> Result<(Value, Vec<File>), String> {
    let kind = request
        .headers()
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let kind = kind.unwrap_or_default().to_owned();
    if kind.starts_with("multipart/form-data") {
        return multipart(request).await;
    }
    let bytes = axum::body::to_bytes(request.into_body(), usize::MAX)
        .await
        .map_err(|e| e.to_string())?;
    if bytes.is_empty() {
        return Ok((Value::Null, Vec::new()));
    }
    if !kind.starts_with("application/json") {
        return Err(format!("a body of type {kind:?}"));
    }
    let value = serde_json::from_slice(&bytes).map_err(|e| format!("the body is no JSON: {e}"))?;
    Ok((value, Vec::new()))
}

async fn multipart(request: Request) -> Result<(Value, Vec<File>), String> {
    let mut form = Multipart::from_request(request, &())
        .await
        .map_err(|e| e.body_text())?;
    let (mut value, mut files) = (Value::Null, Vec::new());
    while let Some(field) = form.next_field().await.map_err(|e| e.body_text())? {
        let part = field.name().unwrap_or_default().to_owned();
        if part == "payload_json" {
            let text = field.text().await.map_err(|e| e.body_text())?;
            value =
                serde_json::from_str(&text).map_err(|e| format!("payload_json is no JSON: {e}"))?;
        } else if part.starts_with("files[") || part == "file" {
            let filename = field
                .file_name()
                .ok_or(format!("{part} has no file name"))?
                .to_owned();
            let content_type = field
                .content_type()
                .unwrap_or("application/octet-stream")
                .to_owned();
            let data = field.bytes().await.map_err(|e| e.body_text())?;
            files.push(File {
                part,
                filename,
                content_type,
                data: Arc::from(&data[..]),
            });
        } else {
            return Err(format!("a part named {part:?}"));
        }
    }
    Ok((value, files))
}
