import Access
import Foundation
import JSON
package import Journal
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
package struct InboxDeliveryWorker: Sendable {
    private let database: any Database
    private let queue: DeliveryQueue
    private let wakeUps: WakeUpDispatcher

    package init(database: any Database, kinds: ChangeRegistry, wakeUps: WakeUpDispatcher, logger: Logger) {
        self.database = database
        self.wakeUps = wakeUps
        queue = DeliveryQueue(.inbox, database: database, kinds: kinds, logger: logger)
    }

    /// Delivers one batch.
    ///
    /// - Returns: Whether more may be due at once.
    package func runOnce() async throws -> Bool {
        let batch = try await queue.claim(atMost: DeliveryLimits.inboxBatch)
        let notices = try await queue.notices(for: batch.claimed)
        guard !notices.isEmpty else { return batch.isFull }
        let entries = notices.map(InboxEntry.init)
        do {
            let receipt = try await database.all(.deliverToInboxes(entries))
            wakeUps.delivered(to: receipt.map(\.person))
        } catch {
            await queue.release(notices.map(\.0))
            throw error
        }
        return batch.isFull
    }
}

/// What one delivery writes, if its lease still holds.
struct InboxEntry: Sendable {
    let receipt: DeliveryReceipt
    let person: PersonID
    let outing: OutingID
    let fromRev: Int
    let toRev: Int
    /// The changes as JSON; empty if there is nothing to report.
    let changes: String

    init(_ claim: DeliveryLease, _ notice: Notice) {
        receipt = DeliveryReceipt(claim, notice)
        person = notice.person
        outing = notice.outing
        fromRev = notice.fromRev
        toRev = notice.toRev
        changes =
            notice.changes.isEmpty
            ? ""
            : jsonText(
                notice.changes.map {
                    CompactChange($0, keepsFormer: false, actor: notice.actors[$0.subject])
                })
    }
}
