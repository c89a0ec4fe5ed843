import Access
import Foundation
import JSON
package import Live
package import Logging
import NIOCore
import News
import NoonishAPI
package import Postgres

/// Writes updates into people's inboxes.
///
/// It needs no ``Carrier``, because inboxes are in the same database: one statement writes and acknowledges a
/// whole batch.
///
/// Idempotent: the statement that numbers, inserts and acknowledges does nothing for a lost lease.
package struct DeliverInbox: Sendable {
    private let database: any Database
    private let queue: PushQueue
    private let hints: UpdateHints

    package init(database: any Database, hints: UpdateHints, logger: Logger) {
        self.database = database
        self.hints = hints
        queue = PushQueue(.inbox, database: database, logger: logger)
    }

    /// Delivers one batch.
    ///
    /// - Returns: Whether more may be due at once.
    package func turn() async throws -> Bool {
        let batch = try await queue.claim(atMost: DeliveryLimits.inboxBatch)
        let notices = try await queue.notices(for: batch.claimed)
        guard !notices.isEmpty else { return batch.isFull }
        let entries = notices.map(InboxEntry.init)
        do {
            let told = try await database.all(.deliverToInboxes(entries))
            hints.delivered(to: told.map(\.person))
        } catch {
            await queue.release(notices.map(\.0))
            throw error
        }
        return batch.isFull
    }
}

/// What one delivery writes, if its lease still holds.
struct InboxEntry: Sendable {
    let told: Told
    let person: PersonID
    let outing: OutingID
    let fromRev: Int
    let toRev: Int
    /// The changes as JSON; empty if there is nothing to report.
    let changes: String

    init(_ claim: Claimed, _ notice: Notice) {
        told = Told(claim, notice)
        person = notice.person
        outing = notice.outing
        fromRev = notice.fromRev
        toRev = notice.toRev
        changes = notice.changes.isEmpty ? "" : jsonText(notice.changes)
    }
}
