import Access
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
import NoonishAPI
import Outings
import Postgres

/// The routes of one kind of decisions on an outing: its suggestions or its polls.
protocol DecisionRoutes: RouteGroup {
    associatedtype Subject
    associatedtype Decision: JSONEncodable

    var database: PostgresClient { get }

    /// The parameter of the path that has the decision's id.
    static var parameter: String { get }

    /// Returns the decision as the reader of `outing` sees it.
    func wire(_ id: ID<Subject>, on outing: OutingRow, in database: any Database) async throws -> Decision
}

extension DecisionRoutes {
    /// Edits the decision in the path, and returns it, in one transaction.
    func decide(
        _ call: Call, _ edit: @escaping @Sendable (ID<Subject>, OutingID, Transaction) async throws -> Void
    ) async throws -> Response {
        let outing: OutingID = try call.id("id")
        let id: ID<Subject> = try call.id(Self.parameter)
        return try await call.write(database) { transaction in
            try await edit(id, outing, transaction)
            return try await present(id, of: outing, to: call, in: transaction)
        }
    }

    func present(
        _ id: ID<Subject>, of outing: OutingID, to call: Call, status: HTTPResponse.Status = .ok,
        in transaction: Transaction
    ) async throws -> Response {
        let row = try await transaction.one(.outing(outing, for: call.actor.person))
        return .json(status, try await wire(id, on: row, in: transaction))
    }
}
