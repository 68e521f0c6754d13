//! Start and stop of the server.

use crate::config::Config;
use crate::connections;
use crate::http;
use crate::shared::Shared;
use crate::store::StoreError;
use crate::token;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

/// A server that listens and waits to be run.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    shared: Arc<Shared>,
}

/// Error that keeps a server from starting.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address is taken, or not ours.
    #[error("cannot listen on {address}: {cause}")]
    Listen {
        /// The requested address.
        address: SocketAddr,
        /// The system's error.
        cause: io::Error,
    },
    /// No threads, no randomness, no clock.
    #[error("the system does not let the server start: {0}")]
    System(String),
    /// The saved games cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Server {
    /// Binds the address and opens the store. From here on connections wait; [`run`](Self::run)
    /// answers them.
    pub fn bind(mut config: Config) -> Result<Self, ServeError> {
        if config.token.is_none() && config.is_open_to_others() {
            config.token =
                Some(token::new_token().map_err(|error| ServeError::System(error.to_string()))?);
        }
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .map_err(|error| ServeError::System(error.to_string()))?;
        let address = config.listen;
        let listener = runtime
            .block_on(TcpListener::bind(address))
            .map_err(|cause| ServeError::Listen { address, cause })?;
        config.listen =
            listener.local_addr().map_err(|cause| ServeError::Listen { address, cause })?;
        let shared = {
            let _inside = runtime.enter();
            Shared::new(config)?
        };
        Ok(Self { runtime, listener, shared })
    }

    /// The address to open, with the token where there is one.
    pub fn url(&self) -> String {
        let config = &self.shared.config;
        let address = config.listen;
        // 0.0.0.0 cannot be browsed to: show the loopback address instead.
        let shown = if address.ip().is_unspecified() {
            SocketAddr::from(([127, 0, 0, 1], address.port()))
        } else {
            address
        };
        match &config.token {
            Some(token) => format!("http://{shown}/?token={}", token::encode(token)),
            None => format!("http://{shown}/"),
        }
    }

    /// Serves until `stop` is raised.
    pub fn run(self, stop: &AtomicBool) -> Result<(), ServeError> {
        let Self { runtime, listener, shared } = self;
        connections::raise_limit();
        runtime.block_on(async {
            tokio::select! {
                () = connections::serve(listener, http::router(shared)) => {}
                () = raised(stop) => {}
            }
        });
        runtime.shutdown_timeout(Duration::from_millis(300));
        Ok(())
    }
}

async fn raised(stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
