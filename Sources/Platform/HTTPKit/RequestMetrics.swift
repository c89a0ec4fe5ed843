import HTTPTypes
import Metrics
import Synchronization

/// Counts and times requests by method, route and status. All three are small sets, which keeps the number of
/// series low.
final class RequestMetrics: Sendable {
    private struct Key: Hashable {
        let method: String
        let route: String
        let status: Int
    }

    private struct Series {
        let counter: Counter
        let timer: Timer
    }

    private let factory: any MetricsFactory
    private let active: Meter
    private let series = Mutex<[Key: Series]>([:])

    init(factory: any MetricsFactory) {
        self.factory = factory
        active = Meter(label: "http_requests_active", dimensions: [], factory: factory)
    }

    func begin() { active.increment() }

    func end() { active.decrement() }

    func record(method: HTTPRequest.Method, route: String, status: HTTPResponse.Status, duration: Duration) {
        let name = HTTPRequest.Method.known.contains(method) ? method.rawValue : "OTHER"
        let series = series(Key(method: name, route: route, status: status.code))
        series.counter.increment()
        series.timer.record(duration: duration)
    }

    private func series(_ key: Key) -> Series {
        series.withLock { all in
            if let known = all[key] { return known }
            let dimensions = [("method", key.method), ("route", key.route)]
            let made = Series(
                counter: Counter(
                    label: "http_requests_total", dimensions: dimensions + [("status", String(key.status))],
                    factory: factory),
                timer: Timer(
                    label: "http_request_duration_seconds", dimensions: dimensions,
                    preferredDisplayUnit: .seconds,
                    factory: factory))
            all[key] = made
            return made
        }
    }
}
