//! The TLS side: the same API as `https://discord.com`, with a certificate of a test authority.
//!
//! serenity's rate limiter takes no other address than `discord.com`, so tests of rate limiting resolve that
//! name to loopback and trust the authority.

use super::server::Cuttable;
use axum::serve::Listener;
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use std::{io, net::SocketAddr, sync::Arc, time::Duration};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{ServerConfig, crypto::ring, pki_types::PrivatePkcs8KeyDer},
    server::TlsStream,
};

/// What a client must know to take the stand-in for `discord.com`.
#[derive(Clone, Debug)]
pub struct Tls {
    /// The address to which `discord.com` must be resolved.
    pub address: SocketAddr,
    /// The certificate of the test authority, as PEM.
    pub authority_pem: String,
}

impl Tls {
    /// Makes an authority and a certificate, and listens.
    pub(super) async fn bind() -> (Self, TlsListener) {
        let (config, authority_pem) = certificates();
        let tcp = TcpListener::bind("127.0.0.1:0")
            .await
            .expect("a free port on loopback");
        let address = tcp.local_addr().expect("a bound port has an address");
        let acceptor = TlsAcceptor::from(Arc::new(config));
        (
            Self {
                address,
                authority_pem,
            },
            TlsListener { tcp, acceptor },
        )
    }

    /// A reqwest client that sends everything for `discord.com` to the stand-in.
    ///
    /// # Panics
    /// When the client cannot be built.
    pub fn client(&self, timeout: Duration) -> reqwest::Client {
        let authority = reqwest::Certificate::from_pem(self.authority_pem.as_bytes())
            .expect("a PEM certificate");
        reqwest::Client::builder()
            .use_rustls_tls()
            .add_root_certificate(authority)
            .resolve("discord.com", self.address)
            .timeout(timeout)
            .build()
            .expect("a client")
    }
}

fn certificates() -> (ServerConfig, String) {
    let made = || -> Result<_, rcgen::Error> {
        let authority_key = KeyPair::generate()?;
        let mut params = CertificateParams::new(Vec::new())?;
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let authority = params.self_signed(&authority_key)?;
        let issuer = Issuer::new(params, authority_key);
        let key = KeyPair::generate()?;
        let names = vec!["discord.com".to_owned(), "gateway.discord.gg".to_owned()];
        let leaf = CertificateParams::new(names)?.signed_by(&key, &issuer)?;
        Ok((leaf, key, authority.pem()))
    };
    let (leaf, key, pem) = made().expect("certificates can be made");
    let key = PrivatePkcs8KeyDer::from(key.serialize_der());
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("ring has the usual protocol versions")
        .with_no_client_auth()
        .with_single_cert(vec![leaf.der().clone()], key.into())
        .expect("the certificate fits its key");
    (config, pem)
}

/// Accepts TLS connections.
pub struct TlsListener {
    tcp: TcpListener,
    acceptor: TlsAcceptor,
}

impl Listener for TlsListener {
    type Io = Cuttable<TlsStream<TcpStream>>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        loop {
            let (stream, address) = Listener::accept(&mut self.tcp).await;
            let _ = stream.set_nodelay(true);
            let shaken = tokio::time::timeout(Duration::from_secs(5), self.acceptor.accept(stream));
            if let Ok(Ok(stream)) = shaken.await {
                return (Cuttable::new(stream), address);
            }
        }
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.tcp.local_addr()
    }
}
