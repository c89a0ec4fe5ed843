import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing

/// What an operator does about people by command, on a service that runs.
@Suite struct PeopleCommandTests {
    @Test(.timeLimit(.minutes(30)))
    func `tokens are made and ended, people listed, and the demo fills the service`() async throws {
        let unlimited = [
            "NOONISH_LIMITS_REQUEST_BURST": "100000", "NOONISH_LIMITS_REQUESTS_PER_SECOND": "10000",
            "NOONISH_SAMPLE_LOAD": "true",
        ]
        try await withProgram(unlimited) { program, database async throws in
            let port = URL(string: program.url)?.port ?? 0
            let demo = try await noonish(
                ["demo"], program.environment.merging(["NOONISH_HTTP_PORT": "\(port)"]) { $1 })
            let made = try await program.run(["token", "make", "tom@example.org", "--json"])
            let token = try #require(made.firstMatch(of: /"token":"([^"]+)"/).map { String($0.1) })
            let tom = program.site.program(token: token)
            let outings = try await tom.get("/v1/outings?when=all")["items"].elements
            let dumplings = outings.first { $0["title"].text == "Dumpling night" }?["id"].text ?? ""
            let transfers = try await tom.get("/v1/outings/\(dumplings)/bills")["items"][0]["transfers"]
                .elements
            let lunch = outings.first { $0["title"].text == "Thursday lunch" }?["id"].text ?? ""
            let order = try await tom.get("/v1/outings/\(lunch)/order")
            let owner = try await program.run(["token", "make", "noor@example.org", "--json"])
            let ownerToken = try #require(owner.firstMatch(of: /"token":"([^"]+)"/).map { String($0.1) })
            let noor = program.site.program(token: ownerToken)
            let venues = try await noor.get("/v1/me/venues")["items"].elements.compactMap { $0["id"].text }
            let draft = try await noor.get("/v1/venues/\(venues.first ?? "")/menu/draft")
            let sessions = try await tom.get("/v1/sessions")["items"].elements
            let list = try await program.run(["user", "list", "tom@"])
            let ended = try await program.run(["token", "revoke", "tom@example.org"])
            let nobody = try await noonish(["token", "revoke", "nobody@example.org"], program.environment)

            #expect(demo.status == 0, "\(demo.errors)")
            #expect(demo.output.split(separator: "\n").count == 17, "\(demo.output)")
            #expect(
                Set(outings.compactMap { $0["title"].text }) == [
                    "Thursday lunch", "Dinner before the concert", "Dumpling night", "Pizza at Mei’s",
                    "Curry before the film", "Sushi in the park", "Falafel at the office", "Ramen to go",
                    "Tacos at Tom’s", "Burgers after climbing", "Pho after work",
                ])
            #expect(transfers.compactMap { $0["state"].text }.sorted() == ["asked", "received"])
            #expect(order["state"].text == "open" && order["lines"].elements.count == 6)
            #expect(order["missing"].elements.compactMap { $0["name"].text } == ["Leila"])
            #expect(venues.count == 3 && draft["restaurants"].elements.count == 3)
            #expect(draft["menu"]["sections"][2]["items"][0]["kind"].text == "combo")
            for venue in venues {
                let stock = try await noor.get("/v1/venues/\(venue)/stock")["items"].elements
                #expect(stock.compactMap { $0["counted"].number } == [100, 100, 100, 100])
            }
            #expect(sessions.count == 2 && sessions.contains { $0["client"].text == "a program" })
            #expect(list.contains("member  Tom  tom@example.org  2 sessions"), "\(list)")
            #expect(ended == "2 sessions ended\n")
            #expect(try await tom.get("/v1/me").status == .unauthorized)
            #expect(nobody.status == 65 && nobody.errors.contains("no account has the address"))
            #expect(try await brokenChecks(in: database).isEmpty)
        }
    }

    @Test func `the demo needs a service that runs`() async throws {
        let folder = "/tmp/noonish-demo-\(UUID().uuidString.prefix(8))"
        defer { try? FileManager.default.removeItem(atPath: folder) }

        let outcome = try await noonish(
            ["demo"], ["NOONISH_DATA_FOLDER": folder, "NOONISH_HTTP_PORT": "9"])

        #expect(outcome.status == 69 && outcome.errors.contains("run: noonish serve"))
    }

    @Test func `completions for a shell know every command`() async throws {
        let outcome = try await noonish(["--generate-completion-script", "bash"], [:])

        #expect(outcome.status == 0)
        for command in ["serve", "worker", "backup", "restore", "demo", "token", "user", "doctor"] {
            #expect(outcome.output.contains(command))
        }
    }
}
