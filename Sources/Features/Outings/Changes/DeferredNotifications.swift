package import Foundation
import Initializers
package import Jobs
import Journal
package import NoonishAPI
package import Postgres

/// Notifications that wait until an outing is near. Outings of a series have them, because they are created
/// long before they start.
///
/// Until then an outing is in lists and calendars, and people who answer are notified as usual. Invitees who
/// have not answered are not notified of anything. A cancellation or a host's request for answers ends the
/// deferral (``ChangeKind/endsDeferral``).
@MemberwiseInit
package struct DeferredNotifications: Sendable {
    let database: PostgresClient
    let record: OutingRecord

    /// Queues the notifications that are due.
    ///
    /// Safe in several processes at once: one of them deletes the row while it holds the outing's row lock,
    /// under which no edit can be recorded, so no edit is missed.
    package func work(every interval: Duration) -> DueWork<OutingID> {
        DueWork(
            "outings.send_deferred", every: interval, batch: OutingLimits.clockBatch, in: database,
            due: .deferredNotificationsDue
        ) { outing in
            try await database.transaction { transaction in
                guard try await transaction.execute(.lock(outing)) == 1 else { return false }
                try await transaction.execute(.endDeferral(of: outing))
                record.wake(outing, after: transaction)
                return true
            }
        }
    }
}

extension Query where Row == OutingID {
    fileprivate static var deferredNotificationsDue: Self {
        Query(
            "outings.list_due_deferred_notifications",
            """
            SELECT outing_id
              FROM deferred_notification
             WHERE due_at <= now()
             ORDER BY due_at
             LIMIT \(OutingLimits.clockBatch)
            """)
    }
}

extension Query where Row == Bool {
    /// Reads whether notifications of an outing are deferred.
    package static func isDeferred(_ outing: OutingID) -> Self {
        Query(
            "outings.check_notifications_deferred", on: .write,
            "SELECT EXISTS (SELECT FROM deferred_notification WHERE outing_id = \(outing))")
    }
}

extension Command {
    /// Defers notifications to invitees who have not answered until `end`.
    package static func deferNotifications(of outing: OutingID, until end: Date) -> Command {
        Command(
            "outings.defer_notifications",
            """
            INSERT INTO deferred_notification (outing_id, due_at)
            VALUES (\(outing), \(end))
                ON CONFLICT (outing_id) DO UPDATE
               SET due_at = excluded.due_at, held_at = excluded.held_at
            """)
    }

    /// Ends a deferral and marks watchers as up to date without notifying them; another notification covers the change.
    package static func suppressPending(of outing: OutingID) -> Command {
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

    fileprivate static func endDeferral(of outing: OutingID) -> Command {
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
