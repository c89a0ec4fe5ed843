import Foundation
package import Jobs
package import NoonishAPI
package import Postgres

/// A row that says that an outing is due for some work.
package protocol OutingItem: Sendable {
    var outing: OutingID { get }
}

extension OutingID: OutingItem {
    package var outing: OutingID { self }
}

extension DueWork where Item: OutingItem {
    /// Creates work on outings that are due. Each is handled in a transaction that holds the outing's row
    /// lock.
    ///
    /// - Parameters:
    ///   - name: `room.verb_noun`.
    ///   - interval: The time between two checks.
    ///   - database: The database with the outings.
    ///   - due: Reads ``OutingLimits/clockBatch`` rows, or more, if as many are due.
    ///   - handle: Handles an outing that is not cancelled.
    package init(
        onOutings name: String, every interval: Duration = OutingLimits.clockInterval,
        in database: PostgresClient,
        due: Query<Item>, handle: @escaping @Sendable (OutingRow, Item, Transaction) async throws -> Void
    ) {
        self.init(
            onOutings: name, every: interval, in: database, due: { try await database.all(due) },
            handle: handle)
    }

    /// Creates work whose due rows a function reads; the other parameters are the same.
    package init(
        onOutings name: String, every interval: Duration = OutingLimits.clockInterval,
        in database: PostgresClient, due: @escaping @Sendable () async throws -> [Item],
        handle: @escaping @Sendable (OutingRow, Item, Transaction) async throws -> Void
    ) {
        self.init(name, every: interval, batch: OutingLimits.clockBatch, due: due) { item in
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
