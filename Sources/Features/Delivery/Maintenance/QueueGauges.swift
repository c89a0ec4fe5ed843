import CoreMetrics
import Initializers
import Metrics
import Postgres

/// Metrics of the queue for operators: the number of due watches of each channel and tier, the age of the
/// oldest, and the number of dead letters of each channel.
@MemberwiseInit
struct QueueGauges: Sendable {
    private let database: any Database
    private var factory: any MetricsFactory = MetricsSystem.factory

    func record() async throws {
        for row in try await database.all(.queueDepths) {
            let dimensions = [("channel", row.channel), ("tier", "\(row.tier)")]
            gauge("updates_due", dimensions).record(row.due)
            gauge("updates_oldest_due_seconds", dimensions).record(row.oldestSeconds)
        }
        for row in try await database.all(.deadLetterCounts) {
            gauge("updates_dead", [("channel", row.channel)]).record(row.count)
        }
    }

    private func gauge(_ label: String, _ dimensions: [(String, String)]) -> Gauge {
        Gauge(label: label, dimensions: dimensions, factory: factory)
    }
}

@Row
private struct QueueDepth: PostgresRow {
    let channel: String
    let tier: Int
    let due: Int
    let oldestSeconds: Double
}

@Row
private struct DeadLetterCount: PostgresRow {
    let channel: String
    let count: Int
}

extension Query where Row == QueueDepth {
    fileprivate static var queueDepths: Self {
        Query(
            "delivery.measure_queue_depths", on: .stale,
            """
            SELECT k.id, t.tier, count(p.due_at), coalesce(extract(epoch FROM now() - min(p.due_at))::float8, 0)
              FROM delivery_channel AS k
             CROSS JOIN generate_series(0, \(DeliveryLimits.tierStarts.count)) AS t (tier)
              LEFT JOIN delivery AS p
                ON p.channel = k.id AND p.tier = t.tier AND p.lease = 0 AND p.due_at <= now()
             GROUP BY k.id, t.tier
            """)
    }
}

extension Query where Row == DeadLetterCount {
    fileprivate static var deadLetterCounts: Self {
        Query(
            "delivery.count_dead_letters", on: .stale,
            """
            SELECT k.id, count(d.watch_id)
              FROM delivery_channel AS k
              LEFT JOIN dead_letter AS d ON d.channel = k.id
             GROUP BY k.id
            """)
    }
}
