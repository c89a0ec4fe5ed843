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

/// The suggestions of people who may not edit an outing.
@MemberwiseInit
package struct SuggestionRoutes: DecisionRoutes {
    let database: PostgresClient
    let edits: SuggestionEdits
    static let parameter = "sid"

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .listSuggestions, .readSuggestions, scope: .guest, "List suggestions",
            "Open ones first, oldest first; then those that were decided.",
            answers: [.ok(.page(of: .suggestion), "All of them, on one page", isTagged: true)],
            problems: [.forbidden],
            handler: list),
        RouteDefinition(
            .suggest, .suggest, scope: .guest, "Suggest a time, a place, both, or another guest",
            "A suggestion that exists already is supported instead, with 200.", body: .json(.newSuggestion),
            answers: [
                .created(.suggestion, "The new suggestion"),
                .ok(.suggestion, "The existing suggestion, with the caller's support"),
            ],
            problems: RouteProblem.ofProposals + [
                .forbidden, .of(DecisionProblems.nothingSuggested), .of(DecisionProblems.noChange),
                .of(DecisionProblems.onTheList),
                .limit(DecisionProblems.tooManySuggestions(DecisionLimits.openSuggestions)),
                .of(OutingProblems.cancelled), .of(OutingProblems.done),
                .faults("two_guests", "guest_apart", "not_a_friend", "not_an_email_address"),
                .of(Problem.tooManyRequests(retryAfterSeconds: 3_600)),
            ], handler: suggest),
        RouteDefinition(
            .supportSuggestion, .supportSuggestion, scope: .guest, "Support or oppose a suggestion",
            body: .json(.object(.field("answer", .oneOf(Opinion.self)))),
            answers: [.ok(.suggestion, "The suggestion")],
            problems: [.forbidden, .of(DecisionProblems.suggestionClosed)], handler: support),
        RouteDefinition(
            .withdrawSuggestion, .withdrawSuggestion, scope: .guest, "Withdraw a suggestion",
            body: .json(.object(), isRequired: false),
            answers: [.ok(.suggestion, "The withdrawn suggestion")],
            problems: [.of(DecisionProblems.notYours), .of(DecisionProblems.suggestionClosed)],
            handler: withdraw),
        RouteDefinition(
            .acceptSuggestion, .decideSuggestion, scope: .member, "Accept a suggestion",
            "Applies it to the outing in one edit that names its author.",
            body: .json(.object(), isRequired: false),
            answers: [.ok(.suggestion, "The accepted suggestion")],
            problems: [
                .forbidden, .of(DecisionProblems.suggestionClosed), .of(OutingProblems.endBeforeStart),
                .of(OutingProblems.tooLong), .faults("not_a_friend", "yourself"),
                .of(OutingProblems.tooManyInvitees(501)),
                .of(OutingProblems.mailLimit),
            ], handler: accept),
        RouteDefinition(
            .denySuggestion, .decideSuggestion, scope: .member, "Decline a suggestion",
            "Only its author is notified.",
            body: .json(
                .object(
                    .optional(
                        "word", .text(DecisionLimits.word, multiline: true, "Too far for Mei").orNull,
                        "The reason, for its author.")), isRequired: false),
            answers: [.ok(.suggestion, "The declined suggestion")],
            problems: [.forbidden, .of(DecisionProblems.suggestionClosed)], handler: deny),
    ]

    func list(_ call: Call) async throws -> Response {
        let outing = try await OutingRoutes.outing(call, .readSuggestions, from: database)
        let rows = try await database.all(.suggestions(of: outing.id))
        let items = try await SuggestionPresenter(database: database).wire(rows, on: outing)
        return .json(.ok, Page(items: items), etag: .version(outing.rev))
    }

    /// Adds a suggestion, with 201, or supports the same existing one, with 200.
    func suggest(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        let input = try SuggestionInput(await call.body())
        return try await call.write(database) { transaction in
            let made = try await edits.suggest(input, on: id, by: call.actor, in: transaction)
            return try await present(
                made.id, of: id, to: call, status: made.isNew ? .created : .ok, in: transaction)
        }
    }

    func support(_ call: Call) async throws -> Response {
        var body = try await call.body()
        let answer = body.required("answer", .oneOf(Opinion.self))
        let opinion = try body.finish(answer)
        return try await decide(call) { id, outing, transaction in
            try await edits.support(id, on: outing, opinion, by: call.actor, in: transaction)
        }
    }

    func withdraw(_ call: Call) async throws -> Response {
        try await call.requireEmptyBody()
        return try await decide(call) { id, outing, transaction in
            try await edits.withdraw(id, on: outing, by: call.actor, in: transaction)
        }
    }

    func accept(_ call: Call) async throws -> Response {
        try await call.requireEmptyBody()
        return try await decide(call) { id, outing, transaction in
            try await edits.accept(id, on: outing, by: call.actor, in: transaction)
        }
    }

    func deny(_ call: Call) async throws -> Response {
        var body = try await call.bodyOrEmpty()
        let word = body.optional("word", .text(DecisionLimits.word, multiline: true))
        try body.finish()
        return try await decide(call) { id, outing, transaction in
            try await edits.deny(id, on: outing, word: word, by: call.actor, in: transaction)
        }
    }

    func wire(_ id: SuggestionID, on outing: OutingRow, in database: any Database) async throws -> Suggestion
    {
        try await SuggestionPresenter(database: database).wire(id, on: outing)
    }
}
