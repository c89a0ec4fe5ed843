import Foundation
import HTTPTypes
import JSON
import Jobs
import NIOCore
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

@testable import Decisions

@Suite struct `A vote` {
    @Test func `is one of five that are open for an outing at most`() async throws {
        try await withDecisions { world in
            let lunch = try await world.lunch()
            for number in 1...5 {
                _ = try await world.poll(["Pier \(number)", "Beach \(number)"], on: lunch)
            }

            let sixth = try await world.leila.post(
                lunch + "/polls",
                #"{"options":[{"place":"Pier"},{"place":"Beach"}],"closesAt":"2027-03-10T18:00"}"#)

            #expect(sixth.status == .conflict && sixth.limit == "too_many_polls 5 0")
        }
    }

    @Test func `is charged by the people on the list if they are many`() async throws {
        try await withDecisions { world in
            let lunch = try await world.lunch()
            let id = try #require(OutingID(String(lunch.dropFirst("/v1/outings/".count))))
            try await world.database.transaction { transaction in
                try await ReachLimit.take(4_978, by: world.cast.leila.id, in: transaction)
            }
            _ = try await world.poll(["Pier", "Beach"], on: lunch)
            try await world.addInvitees(30, to: id)

            let refused = try await world.leila.post(
                lunch + "/polls",
                #"{"options":[{"place":"Quay"},{"place":"Island"}],"closesAt":"2027-03-10T18:00"}"#)

            #expect(refused.status == .tooManyRequests && refused.left == "reach: 20")
        }
    }

    @Test func `on places is counted, and its winner waits for the host or is applied at once`() async throws
    {
        try await withDecisions { world in
            for applies in [false, true] {
                let lunch = try await world.lunch()
                let (path, options) = try await world.poll(
                    ["Beach", "Pier", "Hill"], on: lunch, #""applies":\#(applies)"#)
                let voted = try await world.tom.put(
                    path + "/vote", world.ballot([options[0]: "yes", options[1]: "yes", options[2]: "no"]))
                _ = try await world.mei.put(path + "/vote", world.ballot([options[1]: "maybe"]))

                let seen = try await world.leila.get(path)
                #expect(try await world.tom.post(path + "/draw").status == .forbidden)
                let ended = try await world.leila.post(path + "/draw")
                let outing = try await world.leila.get(lunch)

                #expect(voted["options"][1]["myVote"].text == "yes" && voted["myBallot"].text != nil)
                #expect(seen["options"][1]["tally"]["yes"].number == 1)
                #expect(seen["options"][1]["voters"]["maybe"][0]["name"].text == "Mei")
                #expect(seen["draw"]["seed"] == .null && seen["ballots"] == .null && seen["result"] == .null)
                #expect(ended["state"].text == "closed")
                #expect(ended["result"]["winner"].text == options[1])
                #expect(ended["result"]["drawn"] == .boolean(false))
                #expect(ended["result"]["applied"] == .boolean(applies))
                #expect(outing["place"].text == (applies ? "Pier" : "Park"))
                #expect(
                    try await world.history(of: lunch).last
                        == (applies ? "place_changed poll_closed" : "poll_closed"))
                #expect(
                    try await world.tom.put(path + "/vote", world.ballot([options[0]: "yes"])).code
                        == "poll_closed")
                #expect(try await world.leila.post(path + "/draw").code == "poll_closed")
                let taken = try await world.leila.post(path + "/accept")
                if applies {
                    #expect(taken.code == "nothing_won")
                } else {
                    #expect(taken["result"]["applied"] == .boolean(true))
                    #expect(try await world.leila.get(lunch)["place"].text == "Pier")
                    #expect(try await world.history(of: lunch).last == "place_changed poll_closed")
                }
            }
            #expect(try await world.isSound())
        }
    }

    @Test func `can hide its tally from people who have not voted until it closes`() async throws {
        try await withDecisions { world in
            let lunch = try await world.lunch()
            let (path, options) = try await world.poll(["Beach", "Pier"], on: lunch, #""hidden":true"#)
            _ = try await world.tom.put(path + "/vote", world.ballot([options[0]: "yes"]))

            let host = try await world.leila.get(path)
            let before = try await world.mei.get(path)
            let after = try await world.mei.put(path + "/vote", world.ballot([options[1]: "no"]))

            for poll in [host, before] {
                #expect(poll["options"][0]["tally"] == .null && poll["options"][0]["voters"] == .null)
                #expect(poll["voters"].number == 1)
                #expect(!poll.text.contains("Tom"))
            }
            #expect(after["options"][0]["tally"]["yes"].number == 1)
            let ended = try await world.leila.post(path + "/draw")
            #expect(ended["options"][0]["tally"]["yes"].number == 1)
        }
    }

    @Test func `can be changed and withdrawn until it closes`() async throws {
        try await withDecisions { world in
            let lunch = try await world.lunch()
            let (path, options) = try await world.poll(["Beach", "Pier"], on: lunch)

            _ = try await world.tom.put(path + "/vote", world.ballot([options[0]: "yes", options[1]: "no"]))
            let changed = try await world.tom.put(path + "/vote", world.ballot([options[1]: "maybe"]))
            let taken = try await world.tom.put(path + "/vote", #"{"votes":[]}"#)

            #expect(changed["options"][0]["tally"]["yes"].number == 0)
            #expect(
                changed["options"][0]["myVote"] == .null && changed["options"][1]["myVote"].text == "maybe")
            #expect(
                changed["voters"].number == 1 && taken["voters"].number == 0 && taken["myBallot"] == .null)
            #expect(try await world.tom.put(path + "/vote", "{}").code == "missing")
            #expect(
                try await world.tom.put(path + "/vote", world.ballot(["\(UUID())": "yes"])).code
                    == "unknown_option")
            #expect(
                try await world.tom.put(path + "/vote", world.ballot([options[0]: "yes", options[0]: "no"]))
                    .code
                    == "same_option")
            #expect(try await world.stranger.put(path + "/vote", #"{"votes":[]}"#).status == .notFound)
        }
    }

    @Test func `opened on a suggestion offers it, the current value and the other suggestions of its kind`()
        async throws
    {
        try await withDecisions { world in
            let lunch = try await world.lunch()
            let first = try await world.suggest(world.time("2027-03-11T13:00"), by: world.mei, on: lunch)
            let second = try await world.suggest(world.time("2027-03-11T14:00"), by: world.tom, on: lunch)
            _ = try await world.suggest(#"{"place":"Beach"}"#, by: world.tom, on: lunch)

            let poll = try await world.leila.post(
                first + "/poll", #"{"closesAt":"2027-03-10T18:00","applies":true}"#)
            let starts = poll["options"].elements.map { $0["what"]["startsAt"].text?.dropFirst(11).prefix(5) }
            let path = lunch + "/polls/\(poll["id"].text ?? "")"
            let option = try #require(poll["options"][2]["id"].text)

            #expect(starts == ["13:00", "12:30", "14:00"])
            #expect(
                poll["options"].elements.map { $0["isNow"] } == [
                    .boolean(false), .boolean(true), .boolean(false),
                ])
            #expect(
                try await world.leila.post(first + "/accept").code == "suggestion_closed", "it is voted on")
            let same = try await world.tom.post(lunch + "/suggestions", world.time("2027-03-11T13:00"))
            #expect(same.status == .ok && same["state"].text == "polled" && same["poll"] == poll["id"])
            _ = try await world.tom.put(path + "/vote", world.ballot([option: "yes"]))
            _ = try await world.leila.post(path + "/draw")

            let list = try await world.leila.get(lunch + "/suggestions")["items"].elements
            func state(_ path: String) -> String? {
                list.first { path.hasSuffix($0["id"].text ?? "?") }?["state"].text
            }
            #expect(state(first) == "outvoted" && state(second) == "accepted")
            #expect(try await world.leila.get(lunch)["startsAt"].text == "2027-03-11T14:00:00+02:00")
            #expect(try await world.isSound())
        }
    }

    @Test func `has two to twenty different options of one kind and closes before all of them`()
        async throws
    {
        try await withDecisions { world in
            let lunch = try await world.lunch()
            func code(_ options: String, _ closesAt: String = "2027-03-10T18:00") async throws -> String? {
                try await world.leila.post(
                    lunch + "/polls", #"{"options":[\#(options)],"closesAt":"\#(closesAt)"}"#
                ).code
            }
            let beach = #"{"place":"Beach"}"#
            let pier = #"{"place":"Pier"}"#

            #expect(try await code(beach) == "option_count")
            #expect(try await code("") == "option_count")
            #expect(
                try await code((0..<21).map { #"{"place":"Pier \#($0)"}"# }.joined(separator: ","))
                    == "too_many")
            #expect(try await code(#"\#(beach),{"place":"beach"}"#) == "same_option")
            #expect(try await code(beach + "," + world.time("2027-03-11T13:00")) == "mixed_options")
            #expect(try await code(beach + ",{}") == "nothing_suggested")
            #expect(try await code(beach + "," + pier, "2027-03-11T13:00") == "deadline_out_of_range")
            #expect(try await code(beach + "," + pier, "2001-03-11T13:00") == "deadline_out_of_range")
            #expect(
                try await code(
                    world.time("2027-03-11T13:00") + "," + world.time("2027-03-09T13:00"), "2027-03-10T18:00")
                    == "deadline_out_of_range")
            #expect(try await world.tom.post(lunch + "/polls", "{}").status == .unprocessableContent)
            #expect(
                try await world.tom.post(
                    lunch + "/polls", #"{"options":[\#(beach),\#(pier)],"closesAt":"2027-03-10T18:00"}"#
                ).status == .forbidden)
            #expect(try await world.history(of: lunch).count == 1)
        }
    }

    @Test func `closes without a result when no option has support`() async throws {
        try await withDecisions { world in
            let lunch = try await world.lunch()
            let (path, options) = try await world.poll(["Beach", "Pier"], on: lunch, #""applies":true"#)
            _ = try await world.tom.put(path + "/vote", world.ballot([options[0]: "no", options[1]: "no"]))

            let ended = try await world.leila.post(path + "/draw")

            #expect(ended["result"]["winner"] == .null && ended["result"]["best"].elements.isEmpty)
            #expect(try await world.leila.post(path + "/accept").code == "nothing_won")
        }
    }

    @Test func `closes once at its deadline with several processes running`() async throws {
        try await withDecisions { world in
            for _ in 0..<3 {
                let lunch = try await world.lunch()
                let (path, options) = try await world.poll(["Beach", "Pier"], on: lunch, #""applies":true"#)
                _ = try await world.tom.put(path + "/vote", world.ballot([options[1]: "yes"]))
                #expect(try await world.closer.work.runDue() == 0, "not before")
                try await world.passDeadlines()
                #expect(
                    try await world.mei.put(path + "/vote", world.ballot([options[0]: "yes"])).code
                        == "poll_closed")

                let closed = try await withThrowingTaskGroup { group in
                    for _ in 0..<6 { group.addTask { try await world.closer.work.runDue() } }
                    return try await group.reduce(0, +)
                }

                #expect(closed == 1)
                #expect(try await world.history(of: lunch).filter { $0.contains("poll_closed") }.count == 1)
                let poll = try await world.leila.get(path)
                #expect(poll["state"].text == "closed" && poll["result"]["applied"] == .boolean(true))
                #expect(try await world.leila.get(lunch)["place"].text == "Pier")
            }
            #expect(try await world.isSound())
        }
    }

    @Test func `of a cancelled outing closes silently and changes nothing`() async throws {
        try await withDecisions { world in
            let lunch = try await world.lunch()
            let (path, options) = try await world.poll(["Beach", "Pier"], on: lunch, #""applies":true"#)
            _ = try await world.tom.put(path + "/vote", world.ballot([options[1]: "yes"]))
            _ = try await world.leila.put(lunch + "/cancellation")
            try await world.passDeadlines()

            #expect(try await world.closer.work.runDue() == 1)

            #expect(try await world.leila.get(lunch)["place"].text == "Park")
            #expect(try await world.leila.get(path)["result"]["applied"] == .boolean(false))
            #expect(try await world.history(of: lunch).last?.isEmpty == true)
        }
    }

    @Test func `counts exactly the votes that were acknowledged before it closed`() async throws {
        try await withDecisions { world in
            let people = try await withThrowingTaskGroup { group in
                for number in 0..<20 {
                    group.addTask { try await Cast.member("Voter \(number)", in: world.database) }
                }
                return try await group.reduce(into: [Cast.Member]()) { $0.append($1) }
            }
            let lunch = try await world.lunch()
            for person in people {
                try await world.run(
                    """
                    INSERT INTO attendance (outing_id, person_id, id, role, status)
                    VALUES (\(OutingID(String(lunch.dropFirst(12)))), \(person.id), \(UUID()), 'invitee', 'invited')
                    """)
            }
            let (path, options) = try await world.poll(["Beach", "Pier"], on: lunch)

            let acknowledged = try await withThrowingTaskGroup { group in
                for (index, person) in people.enumerated() {
                    group.addTask {
                        let vote = world.ballot([options[index % 2]: "yes"])
                        return try await world.site.program(token: person.token).put(path + "/vote", vote)
                            .status == .ok
                            ? 1 : 0
                    }
                    if index == 10 {
                        group.addTask {
                            _ = try await world.leila.post(path + "/draw")
                            return 0
                        }
                    }
                }
                return try await group.reduce(0, +)
            }

            let poll = try await world.leila.get(path)
            let counted = poll["options"].elements.reduce(0) { $0 + ($1["tally"]["yes"].number ?? 0) }
            #expect(counted == acknowledged && poll["ballots"].elements.count == acknowledged)
            #expect(try PollAudit(try JSONValue(parsing: poll.text)).holds)
            #expect(try await world.isSound())
        }
    }

    @Test func `decides a tie by lot, and anyone can repeat the draw from the published data`()
        async throws
    {
        try await withDecisions { world in
            let lunch = try await world.lunch()
            let (path, options) = try await world.poll(["Beach", "Pier", "Hill"], on: lunch)
            let opened = try await world.tom.get(path)["draw"]["commitment"].text
            _ = try await world.tom.put(path + "/vote", world.ballot([options[0]: "yes", options[2]: "no"]))
            _ = try await world.mei.put(path + "/vote", world.ballot([options[1]: "yes"]))
            _ = try await world.leila.post(path + "/draw")

            let published = try await world.tom.get(path)
            let audit = try PollAudit(try JSONValue(parsing: published.text))

            #expect(published["draw"]["commitment"].text == opened)
            #expect(published["result"]["drawn"] == .boolean(true))
            #expect(published["result"]["best"].elements.compactMap(\.text) == options.prefix(2).sorted())
            #expect(audit.holds, "\(audit.findings)")
        }
    }

    @Test func `fails its audit after tampering`() async throws {
        try await withDecisions { world in
            let lunch = try await world.lunch()
            let (path, options) = try await world.poll(["Beach", "Pier"], on: lunch)
            _ = try await world.tom.put(path + "/vote", world.ballot([options[0]: "yes"]))
            _ = try await world.mei.put(path + "/vote", world.ballot([options[1]: "yes"]))
            let ended = try await world.leila.post(path + "/draw")
            let winner = try #require(ended["result"]["winner"].text)
            let loser = try #require(options.first { $0 != winner })
            let seed = try #require(ended["draw"]["seed"].text)
            func holds(_ change: (String) -> String) throws -> Bool {
                try PollAudit(try JSONValue(parsing: change(ended.text))).holds
            }

            #expect(try holds { $0 })
            #expect(
                try !holds {
                    $0.replacingOccurrences(of: #""winner":"\#(winner)""#, with: #""winner":"\#(loser)""#)
                })
            #expect(try !holds { $0.replacingOccurrences(of: seed, with: String(repeating: "0", count: 64)) })
            #expect(
                try !holds { $0.replacingOccurrences(of: #""answer":"yes""#, with: #""answer":"maybe""#) })
            #expect(try !holds { $0.replacingOccurrences(of: #""voters":2"#, with: #""voters":3"#) })
            #expect(throws: PollAudit.Fault.self) {
                try PollAudit(
                    try JSONValue(parsing: ended.text.replacingOccurrences(of: "closed\"", with: "open\"")))
            }
        }
    }
}
