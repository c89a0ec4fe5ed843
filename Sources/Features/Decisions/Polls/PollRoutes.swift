package import Access
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import NoonishAPI
import OpenAPI
import Outings
package import Postgres

/// The polls of an outing.
@MemberwiseInit
package struct PollRoutes: DecisionRoutes {
    let database: PostgresClient
    let edits: PollEdits
    static let parameter = "pid"

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .listPolls, .readPolls, scope: .guest, "Votes",
            "Open ones first, then newest first; without ballots.",
            answers: [.ok(.page(of: .poll), "All of them, on one page", isTagged: true)],
            problems: [.forbidden],
            handler: list),
        RouteDefinition(
            .openPoll, .openPoll, scope: .member, "Open a poll",
            "On 2 to 20 distinct times, places, or pairs of both.", body: .json(.newPoll),
            answers: [.created(.poll, "The poll")], problems: RouteProblem.ofPolls, handler: open),
        RouteDefinition(
            .openPollAboutSuggestion, .openPoll, scope: .member, "Open a poll on a suggestion",
            "Further options are those in the body, or else the current plan and the other open suggestions of its kind.",
            body: .json(.newPoll), answers: [.created(.poll, "The poll")], problems: RouteProblem.ofPolls,
            handler: openAbout),
        RouteDefinition(
            .readPoll, .readPolls, scope: .guest, "Read a poll",
            "A closed poll has every ballot and the seed, for `noonish poll verify`.",
            answers: [.ok(.poll, "The poll as the caller sees it", isTagged: true)], problems: [.forbidden],
            handler: read),
        RouteDefinition(
            .vote, .vote, scope: .guest, "Vote", body: .json(.vote), answers: [.ok(.poll, "The poll")],
            problems: [
                .forbidden, .of(DecisionProblems.pollClosed),
                .of(DecisionProblems.unknownOption("/votes/0/option")),
                .faults("same_option", "malformed_id"),
            ], handler: vote),
        RouteDefinition(
            .drawPoll, .decidePoll, scope: .member, "Close a poll",
            "A tie is broken by lot, from the seed that was committed to.",
            body: .json(.object(), isRequired: false),
            answers: [.ok(.poll, "The closed poll")],
            problems: [.forbidden, .of(DecisionProblems.pollClosed)], handler: draw),
        RouteDefinition(
            .acceptPoll, .decidePoll, scope: .member, "Apply the winning option",
            body: .json(.object(), isRequired: false), answers: [.ok(.poll, "The poll")],
            problems: [
                .forbidden, .of(DecisionProblems.pollOpen), .of(DecisionProblems.nothingWon),
                .of(OutingProblems.cancelled), .of(OutingProblems.done),
            ], handler: accept),
    ]

    func list(_ call: Call) async throws -> Response {
        let outing = try await OutingRoutes.outing(call, .readPolls, from: database)
        let rows = try await database.all(.polls(of: outing.id))
        let items = try await PollPresenter(database: database).wire(rows, on: outing)
        return .json(.ok, Page(items: items), etag: .version(outing.rev))
    }

    func read(_ call: Call) async throws -> Response {
        let outing = try await OutingRoutes.outing(call, .readPolls, from: database)
        let poll = try await wire(call.id("pid"), on: outing, in: database)
        return .json(.ok, poll, etag: .version(outing.rev))
    }

    func open(_ call: Call) async throws -> Response {
        try await open(call, about: nil)
    }

    /// Opens a poll whose first option is the suggestion. Without further options, the others are the current plan
    /// and the other open suggestions of its kind.
    func openAbout(_ call: Call) async throws -> Response {
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

    /// Replaces the caller's votes.
    ///
    /// - Throws: 409 `poll_closed` for a closed poll.
    func vote(_ call: Call) async throws -> Response {
        let input = try VoteInput(await call.body())
        return try await decide(call) { id, outing, transaction in
            try await edits.vote(input, in: id, on: outing, by: call.actor, in: transaction)
        }
    }

    func draw(_ call: Call) async throws -> Response {
        try await call.requireEmptyBody()
        return try await decide(call) { id, outing, transaction in
            try await edits.draw(id, on: outing, by: call.actor, in: transaction)
        }
    }

    func accept(_ call: Call) async throws -> Response {
        try await call.requireEmptyBody()
        return try await decide(call) { id, outing, transaction in
            try await edits.accept(id, on: outing, by: call.actor, in: transaction)
        }
    }

    func wire(_ id: PollID, on outing: OutingRow, in database: any Database) async throws -> Poll {
        try await PollPresenter(database: database).wire(id, on: outing)
    }
}
