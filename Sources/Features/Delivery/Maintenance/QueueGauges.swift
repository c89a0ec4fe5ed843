import CoreMetrics
import Metrics
import Postgres

/// Metrics of the queue for operators: the number of due watches of each channel, the age of the oldest, and
/// the number of dead letters.
struct QueueGauges: Sendable {
    private let database: any Database

    init(database: any Database) { self.database = database }

    func record() async throws {
        for row in try await database.all(.queueDepths) {
            let dimensions = [("channel", row.channel)]
            Gauge(label: "updates_due", dimensions: dimensions).record(row.due)
            Gauge(label: "updates_oldest_due_seconds", dimensions: dimensions).record(row.oldestSeconds)
            Gauge(label: "updates_dead", dimensions: dimensions).record(row.dead)
        }
    }
}

@Row
private struct QueueDepth: PostgresRow {
    let channel: String
    let due: Int
    let oldestSeconds: Double
    let dead: Int
}

extension Query where Row == QueueDepth {
    fileprivate static var queueDepths: Self {
        Query(
            "delivery.measure_queue_depths", on: .slow,
            """
            SELECT k.id,
                   (SELECT count(*) FROM delivery AS p WHERE p.channel = k.id AND p.lease = 0 AND p.due_at <= now()),
                   coalesce((SELECT extract(epoch FROM now() - min(p.due_at))::float8
                               FROM delivery AS p
                              WHERE p.channel = k.id AND p.lease = 0 AND p.due_at <= now()), 0),
                   (SELECT count(*) FROM dead_letter AS d WHERE d.channel = k.id)
              FROM delivery_channel AS k
            """)
    }
}
