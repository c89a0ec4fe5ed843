package import Foundation
package import NoonishAPI
package import Postgres

/// News that waits until it is near: of outings that were made long before anybody wants to hear of them.
///
/// Until then an outing is there, in lists and calendars, and whoever answers it is told what concerns them like everybody;
/// those who were asked and have said nothing hear nothing. A cancellation, and a host who asks for answers, ends the wait.
package struct HeldNews: Sendable {
    let database: PostgresClient
    let record: OutingRecord

    package init(database: PostgresClient, record: OutingRecord) {
        self.database = database
        self.record = record
    }

    /// Lets go what is due.
    ///
    /// Safe however many processes do: under the outing's row lock one takes the row away, and no edit is recorded
    /// meanwhile, so that none falls between what is held and what is told.
    ///
    /// - Returns: How many outings were looked at.
    @discardableResult
    package func tell() async throws -> Int {
        let due = try await database.all(.heldNewsDue)
        for outing in due {
            try await database.transaction { transaction in
                guard try await transaction.execute(.lock(outing)) == 1 else { return }
                try await transaction.execute(.tellHeldNews(of: outing))
                record.wake(outing, after: transaction)
            }
        }
        return due.count
    }
}

extension OutingChange {
    /// Whether who was not told of the outing yet shall hear of this: that nothing comes of it, or that they are asked.
    var concernsTheUntold: Bool {
        switch self {
        case .cancellation, .answerWanted: true
        default: false
        }
    }
}

extension Query where Row == OutingID {
    fileprivate static var heldNewsDue: Self {
        Query(
            "outings.list_due_deferred_notifications",
            """
            SELECT outing_id
              FROM deferred_notification
             WHERE due_at <= now()
             ORDER BY due_at
             LIMIT \(OutingLimits.clockBatch)
            """
        ) { row throws(PostgresError) in try row.next() }
    }
}

extension Query where Row == Bool {
    /// Whether news of an outing waits.
    package static func isHeld(_ outing: OutingID) -> Self {
        Query(
            "outings.check_notifications_deferred", on: .write,
            "SELECT EXISTS (SELECT FROM deferred_notification WHERE outing_id = \(outing))"
        ) { row throws(PostgresError) in try row.next() }
    }
}

extension Command {
    /// From now until `end` those who have not answered hear nothing of it.
    package static func hold(_ outing: OutingID, until end: Date) -> Command {
        Command(
            "outings.defer_notifications",
            """
            INSERT INTO deferred_notification (outing_id, due_at)
            VALUES (\(outing), \(end))
                ON CONFLICT (outing_id) DO UPDATE
               SET due_at = excluded.due_at, held_at = excluded.held_at
            """)
    }

    /// Nobody is told what they do not know of it yet: what there was to say, something else says.
    package static func hush(_ outing: OutingID) -> Command {
        Command(
            "outings.suppress_pending_notifications",
            """
            WITH freed AS (
                 DELETE FROM deferred_notification WHERE outing_id = \(outing) RETURNING outing_id)
            UPDATE outing_watch AS w
               SET sent_rev = o.rev
              FROM freed
              JOIN outing AS o ON o.id = freed.outing_id
             WHERE w.outing_id = o.id AND w.live AND w.sent_rev < o.rev
            """)
    }

    fileprivate static func tellHeldNews(of outing: OutingID) -> Command {
        Command(
            "outings.release_deferred_notifications",
            """
            WITH due AS (
                 DELETE FROM deferred_notification WHERE outing_id = \(outing) AND due_at <= now() RETURNING outing_id)
            INSERT INTO outbox (outing_id, rev)
            SELECT o.id, o.rev FROM due JOIN outing AS o ON o.id = due.outing_id
            """)
    }
}
