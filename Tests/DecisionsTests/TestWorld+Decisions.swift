import Access
import HTTPTypes
import JSON
import Journal
import NoonishAPI
import Outings
import Postgres
import TestSupport

@testable import Decisions

/// Runs `test` with the routes of outings, suggestions and polls.
func withDecisions(_ test: @escaping @Sendable (TestWorld) async throws -> Void) async throws {
    try await withWorld(
        serving: { world in
            world.record = OutingRecord(followers: [DecisionUpdater()], committed: { _ in })
            return world.outingRoutes() + world.decisionRoutes
        }, test)
}

extension TestWorld {
    /// A lunch of Leila's at 12:30 on 11 March 2027 in Helsinki with Tom and Mei; `members` are further members of the body.
    func lunch(
        _ members: String = #""startsAt":"2027-03-11T12:30","timeZone":"Europe/Helsinki","place":"Park""#
    ) async throws -> String {
        let invite = #""invite":{"people":["\#(cast.tom.id)","\#(cast.mei.id)"]}"#
        let answer = try await leila.post(
            "/v1/outings", #"{"title":"Lunch",\#(invite)\#(members.isEmpty ? "" : ",")\#(members)}"#)
        guard answer.status == .created, let id = answer["id"].text else { throw Unexpected(answer) }
        return "/v1/outings/\(id)"
    }

    /// Makes a suggestion and returns its path.
    func suggest(_ body: String, by visitor: Visitor, on outing: String) async throws -> String {
        let answer = try await visitor.post(outing + "/suggestions", body)
        guard answer.status == .created, let id = answer["id"].text else { throw Unexpected(answer) }
        return outing + "/suggestions/\(id)"
    }

    func time(_ time: String) -> String { #"{"time":{"startsAt":"\#(time)"}}"# }

    /// Opens a poll on places and returns its path and the ids of its options.
    func poll(_ places: [String], on outing: String, _ members: String = "") async throws -> (
        path: String, options: [String]
    ) {
        let options = places.map { #"{"place":"\#($0)"}"# }.joined(separator: ",")
        let answer = try await leila.post(
            outing + "/polls",
            #"{"options":[\#(options)],"closesAt":"2027-03-10T18:00"\#(members.isEmpty ? "" : ",")\#(members)}"#
        )
        guard answer.status == .created, let id = answer["id"].text else { throw Unexpected(answer) }
        return (outing + "/polls/\(id)", answer["options"].elements.compactMap { $0["id"].text })
    }

    func ballot(_ votes: KeyValuePairs<String, String>) -> String {
        let list = votes.map { #"{"option":"\#($0.key)","answer":"\#($0.value)"}"# }.joined(separator: ",")
        return #"{"votes":[\#(list)]}"#
    }

    /// Returns the kinds of the changes that each revision recorded.
    func history(of outing: String) async throws -> [String] {
        let id = OutingID(String(outing.dropFirst("/v1/outings/".count)))
        return try await all(
            """
            SELECT coalesce((SELECT string_agg(c->>'kind', ' ' ORDER BY n)
                               FROM jsonb_array_elements(outing_change.patch) WITH ORDINALITY AS e (c, n)), '')
              FROM outing_change WHERE outing_id = \(id) ORDER BY rev
            """)
    }

    /// Lets the deadline of every open poll pass.
    func passDeadlines() async throws {
        try await run("UPDATE poll SET closes_at = now() - interval '1 second' WHERE closed_at IS NULL")
    }

    var closer: PollCloser { PollCloser(database: database, edits: polls) }
}
