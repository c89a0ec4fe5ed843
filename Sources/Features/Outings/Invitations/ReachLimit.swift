import Access
package import NoonishAPI
package import Postgres

/// Limits the people that the requests of one person may reach within an hour, so that one account cannot fill
/// the queue of notifications that everyone shares.
package enum ReachLimit {
    private static let limit = DurableLimit(
        "reach", most: OutingLimits.peopleReachedPerHour, window: .seconds(3_600))

    /// Counts people that a request of `person` adds to outings, or mentions in a message.
    ///
    /// Called before anything is written for those people, and after the rows of the outings are locked: until the
    /// transaction ends, further ones of `person` that are counted wait here, so each person has one large write at a time.
    ///
    /// - Throws: 429 above the limit, with what is left of it.
    package static func take(_ people: Int, by person: PersonID, in transaction: Transaction) async throws {
        guard people > 0 else { return }
        guard try await limit.take(people, by: person.description, in: transaction) else {
            throw try await limit.problem(of: person.description, for: people, in: transaction)
        }
    }

    /// Counts the people on the lists of outings that a request of `person` changes. Small groups are not counted, because
    /// counting costs two statements, and because they are edited often.
    ///
    /// - Throws: 429 above the limit, with what is left of it.
    package static func takeLists(
        _ outings: [OutingRow], by person: PersonID, in transaction: Transaction
    ) async throws {
        let people = outings.map(\.counts.others).reduce(0, +)
        guard people >= OutingLimits.countedReach else { return }
        try await take(people, by: person, in: transaction)
    }
}
