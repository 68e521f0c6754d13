//! Connections: accepted up to a number, and closed when a request is not finished in time.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// Time for the head of a request, also of the next one on the same connection. Half a request is
/// held no longer.
const HEAD: Duration = Duration::from_secs(10);

/// Connections at one time that are not sockets of pages; those are counted by their sessions.
const CONNECTIONS: usize = 512;

/// Pause after a failed accept, when the system has no descriptors left.
const PAUSE: Duration = Duration::from_millis(100);

/// Answers connections for ever.
pub(crate) async fn serve(listener: TcpListener, router: Router) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        // Small answers are sent at once.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD)
                .serve_connection(TokioIo::new(stream), service)
                .with_upgrades();
            // A peer that breaks off, or is too slow, has its connection closed; nothing to say.
            let _ = connection.await;
            drop(place);
        });
    }
}

/// Raises the number of descriptors to what the system allows this user: each page takes one.
pub(crate) fn raise_limit() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        limit.current = limit.maximum;
        // A system that refuses leaves the limit as it was.
        let _ = setrlimit(Resource::Nofile, limit);
    }
}
