package import Access
internal import Foundation
internal import HTTPKit
internal import HTTPTypes
internal import Hummingbird
internal import NoonishAPI
internal import Outings
package import Postgres

/// `/v1/outings/{id}/polls`: what the whole list votes on.
package struct PollRoutes: Sendable {
    let database: PostgresClient
    let edits: PollEdits

    package init(database: PostgresClient, edits: PollEdits) {
        self.database = database
        self.edits = edits
    }

    package var routes: [Route] {
        let path = "/v1/outings/{id}/polls"
        return [
            Route(.get, path, .readPolls, scope: .guest, list),
            Route(.post, path, .openPoll, scope: .member, open),
            Route(.post, "/v1/outings/{id}/suggestions/{sid}/poll", .openPoll, scope: .member, openAbout),
            Route(.get, path + "/{pid}", .readPolls, scope: .guest, read),
            Route(.put, path + "/{pid}/vote", .vote, scope: .guest, vote),
            Route(.post, path + "/{pid}/draw", .decidePoll, scope: .member, draw),
            Route(.post, path + "/{pid}/accept", .decidePoll, scope: .member, accept),
        ]
    }

    /// `GET /v1/outings/{id}/polls`: the open ones first, then the newest; without ballots.
    @Sendable func list(_ call: Call) async throws -> Response {
        let outing = try await OutingRoutes.outing(call, .readPolls, from: database)
        let rows = try await database.all(.polls(of: outing.id))
        let items = try await PollPresenter(database: database).wire(rows, on: outing)
        return .json(.ok, Page(items: items), etag: .version(outing.rev))
    }

    /// `GET /v1/outings/{id}/polls/{pid}`: with every ballot once it is over, for `noonish poll verify`.
    @Sendable func read(_ call: Call) async throws -> Response {
        let outing = try await OutingRoutes.outing(call, .readPolls, from: database)
        let poll = try await PollPresenter(database: database).wire(call.id("pid"), on: outing)
        return .json(.ok, poll, etag: .version(outing.rev))
    }

    /// `POST /v1/outings/{id}/polls {options: [{suggestionId} | {time?, restaurantId? | place?}], closesAt, hidden?, applies?}`
    @Sendable func open(_ call: Call) async throws -> Response {
        try await open(call, about: nil)
    }

    /// `POST /v1/outings/{id}/suggestions/{sid}/poll {closesAt, hidden?, applies?, options?}`: the suggestion is the first
    /// possibility; without options, what is now and the other open suggestions of its kind are the others.
    @Sendable func openAbout(_ call: Call) async throws -> Response {
        try await open(call, about: try call.id("sid"))
    }

    private func open(_ call: Call, about suggestion: SuggestionID?) async throws -> Response {
        let outing: OutingID = try call.id("id")
        let input = try PollInput(await call.body())
        return try await call.write(database) { transaction in
            let id = try await edits.open(
                input, about: suggestion, on: outing, by: call.actor, in: transaction)
            return try await present(id, of: outing, to: call, status: .created, in: transaction)
        }
    }

    /// `PUT /v1/outings/{id}/polls/{pid}/vote {votes: [{option, answer: yes | maybe | no}]}`: all that one votes; none
    /// takes it back. 409 `poll_closed` once it is over.
    @Sendable func vote(_ call: Call) async throws -> Response {
        let input = try VoteInput(await call.body())
        return try await decide(call) { id, outing, transaction in
            try await edits.vote(input, in: id, on: outing, by: call.actor, in: transaction)
        }
    }

    /// `POST /v1/outings/{id}/polls/{pid}/draw`: ends it now, and draws between equals.
    @Sendable func draw(_ call: Call) async throws -> Response {
        try await emptyBody(call)
        return try await decide(call) { id, outing, transaction in
            try await edits.draw(id, on: outing, by: call.actor, in: transaction)
        }
    }

    /// `POST /v1/outings/{id}/polls/{pid}/accept`: what won becomes the outing's.
    @Sendable func accept(_ call: Call) async throws -> Response {
        try await emptyBody(call)
        return try await decide(call) { id, outing, transaction in
            try await edits.accept(id, on: outing, by: call.actor, in: transaction)
        }
    }

    private func emptyBody(_ call: Call) async throws {
        var body = try await call.bodyOrEmpty()
        try body.finish()
    }

    private func decide(
        _ call: Call, _ edit: @escaping @Sendable (PollID, OutingID, Transaction) async throws -> Void
    ) async throws -> Response {
        let outing: OutingID = try call.id("id")
        let id: PollID = try call.id("pid")
        return try await call.write(database) { transaction in
            try await edit(id, outing, transaction)
            return try await present(id, of: outing, to: call, status: .ok, in: transaction)
        }
    }

    private func present(
        _ id: PollID, of outing: OutingID, to call: Call, status: HTTPResponse.Status,
        in transaction: Transaction
    ) async throws -> Response {
        let row = try await transaction.one(.outing(outing, for: call.actor.person))
        return .json(status, try await PollPresenter(database: transaction).wire(id, on: row))
    }
}
