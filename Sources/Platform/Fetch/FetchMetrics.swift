import Metrics

/// Records the count and duration of transfers as `fetch_transfers` and `fetch_transfer_seconds`, by scheme
/// and outcome.
///
/// The host is not a dimension: users choose hosts, so its cardinality has no bound.
struct FetchMetrics: Sendable {
    let factory: any MetricsFactory

    func record(_ result: Result<TransferOutcome, FetchError>, scheme: String, took duration: Duration) {
        let dimensions = [("scheme", scheme), ("outcome", outcome(result))]
        Counter(label: "fetch_transfers", dimensions: dimensions, factory: factory).increment()
        Timer(label: "fetch_transfer_seconds", dimensions: dimensions, factory: factory).record(
            duration: duration)
    }

    private func outcome(_ result: Result<TransferOutcome, FetchError>) -> String {
        switch result {
        case .failure(let error): error.label
        case .success(let outcome): outcome.failure?.label ?? "\(outcome.status / 100)xx"
        }
    }
}
