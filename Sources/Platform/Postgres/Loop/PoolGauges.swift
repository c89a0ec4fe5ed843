import CoreMetrics
import DequeModule
import Metrics

/// Metrics of the connection pool. Recorded at most once a second, and whenever the pool becomes idle.
struct PoolGauges {
    private let inFlight = Gauge(label: "postgres_requests_in_flight")
    private let waiting = Gauge(label: "postgres_requests_waiting")
    private let connections: [String: Gauge]
    /// The connections of each lane to each server that it has ever spoken to.
    private var servers: [ServerLane: Gauge] = [:]
    private var next = Moment.distantPast
    private var isAtRest = true

    private struct ServerLane: Hashable {
        let lane: String
        let server: String
    }

    init() {
        let lanes = ["read", "write", "slow", "stale", "leased"]
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
        recordServers(lanes)
    }

    private mutating func recordServers(_ lanes: [(String, [Slot])]) {
        var counts = servers.mapValues { _ in 0 }
        for (name, slots) in lanes {
            for pipeline in slots.compactMap(\.pipeline) {
                counts[ServerLane(lane: name, server: pipeline.server), default: 0] += 1
            }
        }
        for (key, count) in counts {
            let gauge =
                servers[key]
                ?? Gauge(
                    label: "postgres_server_connections",
                    dimensions: [("lane", key.lane), ("server", key.server)])
            servers[key] = gauge
            gauge.record(count)
        }
    }
}
