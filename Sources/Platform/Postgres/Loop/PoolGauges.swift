import CoreMetrics
import DequeModule
import Metrics

/// Metrics of the connection pool. Recorded at most once a second, and whenever the pool becomes idle.
struct PoolGauges {
    private let inFlight = Gauge(label: "postgres_requests_in_flight")
    private let waiting = Gauge(label: "postgres_requests_waiting")
    private let connections: [String: Gauge]
    private var next = Moment.distantPast
    private var isAtRest = true

    init() {
        let lanes = ["read", "write", "slow", "leased"]
        connections = Dictionary(
            uniqueKeysWithValues: lanes.map {
                ($0, Gauge(label: "postgres_connections", dimensions: [("lane", $0)]))
            })
    }

    mutating func record(_ shared: [SharedLane], _ leased: LeasedLane, _ now: Moment) {
        let lanes = shared.map { ($0.policy.name, $0.slots) } + [("leased", leased.slots)]
        let sent = lanes.reduce(0) { $0 + $1.1.reduce(0) { $0 + ($1.pipeline?.inFlight.count ?? 0) } }
        let unsent = shared.reduce(leased.waiters.count) { $0 + $1.backlog.count }
        let comesToRest = !isAtRest && sent + unsent == 0
        guard now >= next || comesToRest else { return }
        next = now + .seconds(1)
        isAtRest = sent + unsent == 0
        inFlight.record(sent)
        waiting.record(unsent)
        for (name, slots) in lanes {
            connections[name]?.record(slots.count { $0.pipeline != nil })
        }
    }
}
