internal import Foundation
package import Jobs
package import NoonishAPI
package import Postgres

/// A row that makes something due for an outing.
package protocol OutingItem: Sendable {
    var outing: OutingID { get }
}

extension OutingID: OutingItem {
    package var outing: OutingID { self }
}

extension DueWork where Item: OutingItem {
    /// Work on outings that are due, each in a transaction that holds the outing's row lock, and recorded like an edit.
    ///
    /// - Parameters:
    ///   - name: `room.verb_noun`.
    ///   - interval: How often to look.
    ///   - database: Where the outings are.
    ///   - due: At most ``OutingLimits/clockBatch`` rows.
    ///   - handle: Handles an outing that is not cancelled.
    package init(
        onOutings name: String, every interval: Duration = OutingLimits.clockInterval,
        in database: PostgresClient,
        due: Query<Item>, handle: @escaping @Sendable (OutingRow, Item, Transaction) async throws -> Void
    ) {
        self.init(name, every: interval, batch: OutingLimits.clockBatch, in: database, due: due) { item in
            try await database.transaction { transaction in
                guard let outing = try await transaction.locked(item.outing, for: nil),
                    outing.state.cancellation == nil
                else { return false }
                try await handle(outing, item, transaction)
                return true
            }
        }
    }
}
