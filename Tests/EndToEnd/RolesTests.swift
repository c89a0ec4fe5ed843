import Foundation
import HTTPTypes
import JSON
import Postgres
import TestSupport
import Testing

/// Requests and workers in processes of their own, two of each, on one database.
@Suite struct RolesTests {
    @Test(.timeLimit(.minutes(30)))
    func `two processes answer, two deliver, and one of each may go`() async throws {
        try await withDatabase { database in
            let programs = try await Self.programs(4, on: database)
            do {
                try await tell(programs, database)
            } catch {
                for program in programs { try? await program.remove() }
                throw error
            }
            for program in programs { try await program.remove() }
        }
    }

    private func tell(_ programs: [Program], _ database: PostgresClient) async throws {
        let (here, there, workers) = (programs[0], programs[1], programs[2...])
        try await here.start(["--role", "http"])
        try await there.start(["--role", "http"])
        for worker in workers { try await worker.start(["--role", "worker"], waitsFor: nil) }
        let story = Story(here)
        let leila = try await story.signIn("leila@example.org")
        let tomHere = try await story.signIn("tom@example.org")
        let tom = there.site.program(token: tomHere.token)
        try await story.befriend(leila, tom, address: "tom@example.org")
        let id = try #require(try await tom.get("/v1/me")["id"].text)
        let outing = try await story.made(
            leila.post("/v1/outings", #"{"title":"Lunch","invite":{"people":["\#(id)"]}}"#))
        let path = "/v1/outings/\(try #require(outing["id"].text))"

        // An edit in one process shows on a stream of the other, delivered by a third.
        let stream = try EventStream(there.url + "/v1/updates/stream?after=0", token: tom.token)
        defer { stream.close() }
        try await stream.wait(for: #""kind":"person_invited""#)
        let noted = try await story.edited(
            leila.patch(
                path, #"{"note":"Bring cash"}"#, headers: [.ifMatch: try #require(outing.headers[.eTag])]))
        try await stream.wait(for: #""kind":"note_changed""#)
        _ = try await Story(there).mail(to: "tom@example.org", containing: "Bring cash")

        // A worker that is killed is not missed.
        try await workers[2].kill()
        let renamed = try await story.edited(
            leila.patch(path, #"{"title":"Brunch"}"#, headers: [.ifMatch: try #require(noted.headers[.eTag])])
        )
        try await stream.wait(for: #""kind":"title_changed""#)
        #expect(try await Self.logins(database).isSuperset(of: ["noonish app", "noonish worker"]))

        // A process that is stopped ends its open streams and exits; the other one continues to serve.
        #expect(try await there.stop() == 0)
        let gone = try await story.edited(
            leila.patch(path, #"{"note":null}"#, headers: [.ifMatch: try #require(renamed.headers[.eTag])]))
        #expect(gone["note"] == .null)
        let updates = try await eventually("four updates") {
            let items = try await tomHere.get("/v1/updates")["items"].elements
            return items.count >= 4 ? items : nil
        }
        #expect(
            updates.compactMap { $0["changes"][0]["kind"].text }
                == ["person_invited", "note_changed", "title_changed", "note_changed"])
        #expect(try await workers[3].stop() == 0)
        #expect(try await brokenChecks(in: database).isEmpty)
    }

    /// Programs that share a database and its secret.
    private static func programs(_ count: Int, on database: PostgresClient) async throws -> [Program] {
        let settings = try await Program.settings(on: database)
        return try (0..<count).map { _ in try Program(settings: settings) }
    }

    private static func logins(_ database: PostgresClient) async throws -> Set<String> {
        let rows = try await database.run(
            script:
                "SELECT DISTINCT application_name FROM pg_stat_activity WHERE datname = current_database()")
        return Set(rows.compactMap { $0.first ?? nil })
    }
}
