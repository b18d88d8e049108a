//! What is told to whoever runs this: log lines, and figures in the form of Prometheus.

use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use std::sync::OnceLock;

static FIGURES: OnceLock<Option<PrometheusHandle>> = OnceLock::new();

/// Bounds for everything that is measured in seconds: a commit takes a millisecond, a reconstruction minutes.
const SECONDS: &[f64] = &[
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 120.0, 600.0,
];

/// Starts log lines, as JSON if wanted, and counting. A second server in one process (tests) keeps the first one's.
pub fn start(json_logs: bool) {
    let filter = tracing_subscriber::EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("info"));
    let logs =
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_target(false);
    let _ = if json_logs { logs.json().try_init() } else { logs.compact().try_init() };
    count();
}

/// Starts counting.
pub fn count() -> Option<&'static PrometheusHandle> {
    let made = FIGURES.get_or_init(|| {
        let batch: Vec<f64> = (0..10).map(|n| f64::from(1 << n)).collect();
        PrometheusBuilder::new()
            .set_buckets(SECONDS)
            .and_then(|b| {
                b.set_buckets_for_metric(Matcher::Full("ludarium_database_batch".to_owned()), &batch)
            })
            .ok()
            .and_then(|b| b.install_recorder().ok())
    });
    made.as_ref()
}

/// All figures as text.
pub fn figures() -> String {
    count().map_or(String::new(), |handle| {
        handle.run_upkeep();
        handle.render()
    })
}
