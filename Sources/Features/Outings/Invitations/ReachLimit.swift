import Access
package import NoonishAPI
package import Postgres

/// Limits the people whom the requests of one host may reach within an hour, so that one account cannot fill
/// the queue of notifications that everyone shares.
package enum ReachLimit {
    private static let limit = DurableLimit(
        "reach", most: OutingLimits.peopleReachedPerHour, window: .seconds(3_600))

    /// Counts people whom a request of `host` adds to an outing, or whom a change of all outings of a series
    /// notifies. Small numbers are not counted, because counting costs two statements.
    ///
    /// Called before anything is written for those people: until the transaction ends, further ones of `host`
    /// that are counted wait here, so each host has one large write at a time.
    ///
    /// - Throws: 429 above the limit, with what is left of it.
    package static func take(_ people: Int, by host: PersonID, in transaction: Transaction) async throws {
        guard people >= OutingLimits.countedReach else { return }
        guard try await limit.take(people, by: host.description, in: transaction) else {
            throw try await limit.problem(of: host.description, in: transaction)
        }
    }
}
