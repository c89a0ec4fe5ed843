import Access
package import Foundation
package import JSON
package import Moderation
package import News
package import NoonishAPI
package import Postgres

/// Deliveries that were given up after all attempts failed, for operators to list and retry.
package struct DeadLetters: Sendable {
    private let database: any Database

    package init(_ database: any Database) { self.database = database }

    /// Lists dead letters, the newest first.
    package func list(on channel: Channel?) async throws -> [DeadLetter] {
        try await database.all(.deadLetters(on: channel, limit: DeliveryLimits.deadLettersListed))
    }

    /// Queues dead letters again, with a new count of attempts.
    ///
    /// - Parameter watches: `nil` for all of them.
    /// - Returns: The number of queued dead letters. Those of ended watches are deleted.
    package func retry(_ watches: [WatchID]?, on channel: Channel?) async throws -> Int {
        try await database.one(.retryDeadLetters(watches, on: channel))
    }
}

/// A watch whose delivery was given up.
@Row
@JSONObject
package struct DeadLetter: PostgresRow, Hashable, Sendable, JSONEncodable {
    package let watch: WatchID
    package let outing: OutingID
    package let person: PersonID
    package let channel: String
    package let attempts: Int
    package let diedAt: Date
    package let why: String
}

extension Query where Row == DeadLetter {
    fileprivate static func deadLetters(on channel: Channel?, limit: Int) -> Self {
        Query(
            "delivery.list_dead_letters",
            """
            SELECT d.watch_id, d.outing_id, w.person_id, d.channel, d.attempts, d.died_at, d.reason
              FROM dead_letter AS d
              JOIN outing_watch AS w ON w.outing_id = d.outing_id AND w.id = d.watch_id
             WHERE \(channel?.rawValue)::text IS NULL OR d.channel = \(channel?.rawValue)
             ORDER BY d.died_at DESC, d.watch_id
             LIMIT \(limit)
            """)
    }
}

extension Query where Row == Int {
    fileprivate static func retryDeadLetters(_ watches: [WatchID]?, on channel: Channel?) -> Self {
        Query(
            "delivery.retry_dead_letters", on: .write,
            """
            WITH risen AS (
                   DELETE FROM dead_letter AS d
                    WHERE (\(watches == nil) OR d.watch_id = ANY (\(watches ?? [])))
                      AND (\(channel?.rawValue)::text IS NULL OR d.channel = \(channel?.rawValue))
                   RETURNING d.watch_id, d.outing_id, d.channel, d.want_rev),
                 again AS (
                   INSERT INTO delivery (watch_id, outing_id, channel, want_rev, due_at, latest)
                   SELECT r.watch_id, r.outing_id, r.channel, greatest(r.want_rev, o.rev), now(), now()
                     FROM risen AS r
                     JOIN outing_watch AS w ON w.outing_id = r.outing_id AND w.id = r.watch_id
                     JOIN outing AS o ON o.id = r.outing_id
                    WHERE w.live
                    ORDER BY r.watch_id
                       ON CONFLICT (watch_id) DO UPDATE SET due_at = CASE WHEN delivery.lease > 0 THEN delivery.due_at ELSE now() END
                   RETURNING 1)
            SELECT count(*) FROM again
            """)
    }
}

extension DeadLetters: DeadLetterStore {
    package func dead() async throws -> [DeadDelivery] {
        try await list(on: nil).map {
            DeadDelivery(
                watch: $0.watch, person: $0.person, channel: $0.channel, diedAt: $0.diedAt, why: $0.why)
        }
    }

    package func retry(_ watches: [WatchID]?) async throws -> Int { try await retry(watches, on: nil) }
}
