import Access
package import NoonishAPI
package import Postgres

/// Limits what one person may create within a day: rows that stay for years, whether or not they are of use.
package struct CreationLimit: Sendable {
    package enum Object: String, Sendable {
        case outings, links
    }

    private let most: Int

    /// Creates the limit.
    ///
    /// - Parameter most: For each kind of object.
    package init(_ most: Int) { self.most = most }

    /// Counts one object that `person` creates.
    ///
    /// - Throws: 429 above the limit.
    package func take(_ object: Object, by person: PersonID, in transaction: Transaction) async throws {
        let limit = DurableLimit("created_\(object)", most: most, window: .seconds(86_400))
        guard try await limit.take(by: person.description, in: transaction) else {
            throw try await limit.problem(
                of: person.description, in: transaction, as: OutingProblems.dailyLimit(most))
        }
    }
}
