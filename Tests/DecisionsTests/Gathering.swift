import Access
import Accounts
import Foundation
import HTTPKit
import HTTPTypes
import JSON
import Journal
import Logging
import NoonishAPI
import Outings
import Postgres
import Restaurants
import TestSupport

@testable import Decisions

/// The service with outings, suggestions and votes, its database and the cast around it.
struct Gathering: Sendable {
    let database: PostgresClient
    let cast: Cast
    let site: TestSite
    let record: OutingRecord
    let polls: PollEdits

    var leila: Visitor { site.program(token: cast.leila.token) }
    var tom: Visitor { site.program(token: cast.tom.token) }
    var mei: Visitor { site.program(token: cast.mei.token) }
    var stranger: Visitor { site.program(token: cast.stranger.token) }
    var nobody: Visitor { site.program() }

    struct Unexpected: Error, CustomStringConvertible {
        let answer: TestSupport.Answer
        var description: String { "unexpected: \(answer)" }
    }

    /// A lunch of Leila's at 12:30 on 11 March 2027 in Helsinki with Tom and Mei; `members` are further members of the body.
    func lunch(
        _ members: String = #""startsAt":"2027-03-11T12:30","timeZone":"Europe/Helsinki","place":"Park""#
    ) async throws -> String {
        let invite = #""invite":{"people":["\#(cast.tom.id)","\#(cast.mei.id)"]}"#
        let answer = try await leila.post(
            "/v1/outings", #"{"title":"Lunch",\#(invite)\#(members.isEmpty ? "" : ",")\#(members)}"#)
        guard answer.status == .created, let id = answer["id"].text else { throw Unexpected(answer: answer) }
        return "/v1/outings/\(id)"
    }

    /// Suggests and returns the path of the suggestion.
    func suggest(_ body: String, by visitor: Visitor, on outing: String) async throws -> String {
        let answer = try await visitor.post(outing + "/suggestions", body)
        guard answer.status == .created, let id = answer["id"].text else { throw Unexpected(answer: answer) }
        return outing + "/suggestions/\(id)"
    }

    func time(_ time: String) -> String { #"{"time":{"startsAt":"\#(time)"}}"# }

    /// Opens a vote on places in words and returns its path and the ids of its possibilities.
    func poll(_ places: [String], on outing: String, _ members: String = "") async throws -> (
        path: String, options: [String]
    ) {
        let options = places.map { #"{"place":"\#($0)"}"# }.joined(separator: ",")
        let answer = try await leila.post(
            outing + "/polls",
            #"{"options":[\#(options)],"closesAt":"2027-03-10T18:00"\#(members.isEmpty ? "" : ",")\#(members)}"#
        )
        guard answer.status == .created, let id = answer["id"].text else { throw Unexpected(answer: answer) }
        return (outing + "/polls/\(id)", answer["options"].elements.compactMap { $0["id"].text })
    }

    func ballot(_ votes: KeyValuePairs<String, String>) -> String {
        let list = votes.map { #"{"option":"\#($0.key)","answer":"\#($0.value)"}"# }.joined(separator: ",")
        return #"{"votes":[\#(list)]}"#
    }

    /// The token of the personal link of whoever was asked at `address`.
    func personalToken(of address: String) async throws -> String {
        let id = try await database.one(
            Query<InvitationID>("test.invitation", "SELECT id FROM invitation WHERE address = \(address)") {
                row throws(PostgresError) in try row.next()
            })
        return SecretKey.forTests.personalToken(of: id)
    }

    /// The kinds of the changes that each revision recorded.
    func history(of outing: String) async throws -> [String] {
        let id = OutingID(String(outing.dropFirst("/v1/outings/".count)))
        return try await database.all(
            Query<String>(
                "test.history",
                """
                SELECT coalesce((SELECT string_agg(c->>'kind', ' ' ORDER BY n)
                                   FROM jsonb_array_elements(outing_change.patch) WITH ORDINALITY AS e (c, n)), '')
                  FROM outing_change WHERE outing_id = \(id) ORDER BY rev
                """
            ) { row throws(PostgresError) in try row.next() })
    }

    func count(_ sql: SQL) async throws -> Int {
        try await database.one(Query("test.count", sql) { row throws(PostgresError) in try row.next() })
    }

    /// The deadline of every open vote has come.
    func deadlinesCome() async throws {
        try await database.execute(
            Command(
                "test.deadline",
                "UPDATE poll SET closes_at = now() - interval '1 second' WHERE closed_at IS NULL"))
    }

    var closer: PollCloser {
        PollCloser(database: database, edits: polls)
    }

    func isSound() async throws -> Bool { try await brokenChecks(in: database).isEmpty }
}

/// Gathers everybody and runs `test`.
func gathered(_ test: @escaping @Sendable (Gathering) async throws -> Void) async throws {
    try await withDatabase { database in
        let cast = try await Cast(in: database)
        let record = OutingRecord(followers: [DecisionUpdater()], committed: { _ in })
        let outings = OutingEdits(record: record, site: .forTests, mailsPerDay: 200)
        let polls = PollEdits(outings: outings, record: record)
        let hours = HoursPatterns()
        let routes =
            OutingRoutes(database: database, record: record, site: .forTests, hours: hours).routes
            + AttendanceRoutes(database: database, record: record).routes
            + HostRoutes(database: database, record: record, hours: hours).routes
            + InvitationRoutes(database: database, record: record, site: .forTests, hours: hours).routes
            + SuggestionRoutes(
                database: database, edits: SuggestionEdits(outings: outings, record: record)
            ).routes
            + PollRoutes(database: database, edits: polls).routes
        let table = RouteTable(
            routes, site: .forTests,
            resolvers: [
                SessionAuthenticator(database, settings: AccountSettings()),
                InvitationTokenResolver(database: database),
            ])
        try await withSite(table) { site in
            try await test(
                Gathering(database: database, cast: cast, site: site, record: record, polls: polls))
        }
    }
}
