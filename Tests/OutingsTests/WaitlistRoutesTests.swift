import Access
import Foundation
import HTTPTypes
import JSON
import Jobs
import Journal
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

/// Waiting for a seat, over HTTP.
@Suite struct WaitlistRoutesTests {
    /// Leila's lunch for two, Tom has the other seat, Mei waits.
    private func fullTable(_ world: TestWorld, _ members: String = "") async throws -> TestOuting {
        let outing = try await world.outing(
            #""capacity":2,"invite":{"people":["\#(world.cast.tom.id)","\#(world.cast.mei.id)"]}"# + members)
        for (visitor, status) in [(world.tom, "attending"), (world.mei, "waitlisted")] {
            let answered = try await visitor.put(outing.path + "/attendance", #"{"status":"\#(status)"}"#)
            try #require(answered.status == .ok, "\(answered)")
        }
        return outing
    }

    @Test func `a free seat is offered to the first person waiting, who takes it`() async throws {
        try await withOutings { world in
            let outing = try await fullTable(world)
            let waiting = try await world.mei.get(outing.path)
            let early = try await world.mei.post(outing.path + "/waitlist/take")

            _ = try await world.tom.put(outing.path + "/attendance", #"{"status":"declined"}"#)
            let offered = try await world.mei.get(outing.path)
            let barred = try await world.tom.put(outing.path + "/attendance", #"{"status":"attending"}"#)
            let taken = try await world.mei.post(outing.path + "/waitlist/take")
            let again = try await world.mei.post(outing.path + "/waitlist/take")

            #expect(waiting["myAttendance"]["status"].text == "waitlisted")
            #expect(waiting["myAttendance"]["waiting"]["place"].number == 1)
            #expect(waiting["myAttendance"]["waiting"]["offerEndsAt"] == .null)
            #expect(early.code == "no_seat_yet")
            #expect(offered["myAttendance"]["waiting"]["offerEndsAt"].text != nil)
            #expect(offered["free"].number == 0)
            #expect(barred.code == "full")
            #expect(taken["status"].text == "attending")
            #expect(taken["waiting"] == .null)
            #expect(again.code == "not_waiting")
            #expect(try await world.isSound())
        }
    }

    @Test func `joining the waiting list takes a free seat at once`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(
                #""capacity":2,"invite":{"people":["\#(world.cast.tom.id)"]}"#)

            let answer = try await world.tom.put(outing.path + "/attendance", #"{"status":"waitlisted"}"#)

            #expect(answer["status"].text == "attending")
        }
    }

    @Test func `a declined or expired offer goes to the next person once, with several workers running`()
        async throws
    {
        try await withOutings { world in
            let outing = try await fullTable(world)
            let ada = try await Cast.member("Ada", in: world.database)
            try await world.befriend(world.cast.leila, ada)
            _ = try await world.leila.post(outing.path + "/invitations", #"{"people":["\#(ada.id)"]}"#)
            let adas = world.site.program(token: ada.token)
            _ = try await adas.put(outing.path + "/attendance", #"{"status":"waitlisted"}"#)
            _ = try await world.tom.delete(outing.path + "/attendees/\(world.cast.tom.id)")

            try await world.expireOffers()
            let late = try await world.mei.post(outing.path + "/waitlist/take")
            let before = try await world.leila.get(outing.path)["revision"].number
            let clock = OutingClock(database: world.database, record: OutingRecord { _ in })
            try await withThrowingTaskGroup { group in
                for _ in 0..<6 { group.addTask { _ = try await clock.seatOffers.runDue() } }
                try await group.waitForAll()
            }

            let mine = try await world.mei.get(outing.path)
            let theirs = try await adas.get(outing.path)
            #expect(late.code == "offer_ended")
            #expect(mine["myAttendance"]["waiting"]["hasMissed"] == .boolean(true))
            #expect(theirs["myAttendance"]["waiting"]["place"].number == 1)
            #expect(theirs["myAttendance"]["waiting"]["offerEndsAt"].text != nil)
            #expect(theirs["revision"].number == before.map { $0 + 1 })
            #expect(try await world.mei.post(outing.path + "/waitlist/take").code == "offer_ended")

            _ = try await adas.put(outing.path + "/attendance", #"{"status":"declined"}"#)
            // No one is left who may get an offer, so the seat is free for anyone, even for her.
            #expect(try await world.mei.post(outing.path + "/waitlist/take")["status"].text == "attending")
            #expect(try await world.isSound())
        }
    }

    /// Adds Ada, whom Leila befriends and invites, to the waiting list.
    private func addWaitingAda(_ world: TestWorld, for outing: TestOuting) async throws -> Visitor {
        let ada = try await Cast.member("Ada", in: world.database)
        try await world.befriend(world.cast.leila, ada)
        _ = try await world.leila.post(outing.path + "/invitations", #"{"people":["\#(ada.id)"]}"#)
        let adas = world.site.program(token: ada.token)
        let answer = try await adas.put(outing.path + "/attendance", #"{"status":"waitlisted"}"#)
        try #require(answer.status == .ok, "\(answer)")
        return adas
    }

    @Test
    func `rejoining the waiting list after a missed offer is a revision and goes behind earlier requests`()
        async throws
    {
        try await withOutings { world in
            let outing = try await fullTable(world)
            _ = try await world.tom.put(outing.path + "/attendance", #"{"status":"declined"}"#)
            try await world.expireOffers()
            _ = try await OutingClock(database: world.database, record: OutingRecord { _ in })
                .seatOffers.runDue()
            _ = try await world.tom.put(outing.path + "/attendance", #"{"status":"attending"}"#)
            let before = try await world.leila.get(outing.path)["revision"].number

            let again = try await world.mei.put(outing.path + "/attendance", #"{"status":"waitlisted"}"#)
            let seen = try await world.leila.get(outing.path)["revision"].number
            let adas = try await addWaitingAda(world, for: outing)
            let same = try await world.mei.put(outing.path + "/attendance", #"{"status":"waitlisted"}"#)

            #expect(again["waiting"]["hasMissed"] == .boolean(false))
            #expect(again["waiting"]["place"].number == 1)
            #expect(seen == before.map { $0 + 1 })
            #expect(try await world.changes(outing.id).contains("person_requeued"))
            #expect(same["waiting"]["place"].number == 1)
            #expect(try await adas.get(outing.path)["myAttendance"]["waiting"]["place"].number == 2)
            #expect(try await world.isSound())
        }
    }

    @Test func `rejoining the waiting list goes behind everyone who waits`() async throws {
        try await withOutings { world in
            let outing = try await fullTable(world)
            let adas = try await addWaitingAda(world, for: outing)
            _ = try await world.tom.put(outing.path + "/attendance", #"{"status":"declined"}"#)
            try await world.expireOffers()
            _ = try await OutingClock(database: world.database, record: OutingRecord { _ in })
                .seatOffers.runDue()

            let again = try await world.mei.put(outing.path + "/attendance", #"{"status":"waitlisted"}"#)

            #expect(again["waiting"]["place"].number == 2)
            #expect(try await adas.get(outing.path)["myAttendance"]["waiting"]["place"].number == 1)
            #expect(try await world.isSound())
        }
    }

    @Test(arguments: [(startsInHours: 30, offerHours: 7...8), (startsInHours: 5, offerHours: 1...2)])
    func `an offer in quiet hours waits for the morning if there is time, else it is short`(
        startsInHours: Int, offerHours: ClosedRange<Int>
    ) async throws {
        try await withOutings { world in
            let outing = try await fullTable(world)
            try await world.starts(outing.id, inMinutes: startsInHours * 60)
            try await world.addQuietHours(of: world.cast.mei.id)

            _ = try await world.tom.put(outing.path + "/attendance", #"{"status":"declined"}"#)

            let minutes = try await world.minutesOfOffer(outing.id)
            #expect((offerHours.lowerBound * 60 - 1...offerHours.upperBound * 60).contains(minutes))
            #expect(try await world.isSound())
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `no two people share a place in the queue under concurrency`(seed: UInt64)
        async throws
    {
        try await withOutings { world in
            let racers = try await world.racers(24)
            let outing = try await world.outing(#""capacity":6"#)
            try await world.invite(racers, to: outing)
            let clock = OutingClock(database: world.database, record: OutingRecord { _ in })
            var chance = SeededChance(seed: seed)
            for round in 0..<8 {
                let answers = racers.map { racer in
                    (
                        world.site.program(token: racer.token),
                        ["waitlisted", "waitlisted", "attending", "declined"].randomElement(using: &chance)
                            ?? "waitlisted"
                    )
                }
                try await world.expireOffers()
                try await withThrowingTaskGroup { group in
                    group.addTask { _ = try await clock.seatOffers.runDue() }
                    for (visitor, status) in answers {
                        group.addTask {
                            _ = try await visitor.put(
                                outing.path + "/attendance", #"{"status":"\#(status)"}"#)
                        }
                    }
                    try await group.waitForAll()
                }
                #expect(try await world.isSound(), "round \(round)")
            }
        }
    }

    @Test func `shortly before the start a seat is given at once`() async throws {
        try await withOutings { world in
            let outing = try await fullTable(world)
            try await world.starts(outing.id, inMinutes: 60)

            _ = try await world.tom.put(outing.path + "/attendance", #"{"status":"declined"}"#)

            #expect(try await world.mei.get(outing.path)["myAttendance"]["status"].text == "attending")
            #expect(try await world.isSound())
        }
    }

    @Test func `only hosts see the order of the waiting list`() async throws {
        try await withOutings { world in
            let outing = try await fullTable(world)
            let ada = try await Cast.member("Ada", in: world.database)
            try await world.befriend(world.cast.leila, ada)
            _ = try await world.leila.post(outing.path + "/invitations", #"{"people":["\#(ada.id)"]}"#)
            let adas = world.site.program(token: ada.token)
            _ = try await adas.put(outing.path + "/attendance", #"{"status":"waitlisted"}"#)

            func waiting(_ visitor: Visitor) async throws -> [(String?, Int?)] {
                try await visitor.get(outing.path + "/attendees")["items"].elements
                    .filter { $0["status"].text == "waitlisted" }
                    .map { ($0["person"]["name"].text, $0["waiting"]["place"].number) }
            }
            let seenByHost = try await waiting(world.leila)
            let seenByTom = try await waiting(world.tom)
            let seenByAda = try await waiting(adas)

            #expect(seenByHost.map(\.0) == ["Mei", "Ada"])
            #expect(seenByHost.map(\.1) == [1, 2])
            #expect(seenByTom.map(\.0) == ["Ada", "Mei"])
            #expect(seenByTom.allSatisfy { $0.1 == nil })
            #expect(seenByAda.map(\.1) == [2, nil])
        }
    }

    @Test func `a larger table and a smaller party free seats too, for as many as fit`() async throws {
        try await withOutings { world in
            let outing = try await fullTable(world)
            let more = try await world.leila.patch(outing.path, #"{"capacity":3}"#, ifMatch: outing.tag)

            #expect(more.status == .ok)
            let offered = try await world.mei.get(outing.path)["myAttendance"]["waiting"]["offerEndsAt"]
            #expect(offered.text != nil)
            let larger = try await world.mei.put(
                outing.path + "/attendance", #"{"status":"waitlisted","partySize":2}"#)
            #expect(larger.code == "full")
            let lower = try await world.leila.patch(
                outing.path, #"{"capacity":2}"#, ifMatch: try #require(more.headers[.eTag]))
            #expect(lower.code == "capacity_below_going")
            let unlimited = try await world.leila.patch(
                outing.path, #"{"capacity":null}"#, ifMatch: try #require(more.headers[.eTag]))
            #expect(unlimited.status == .ok)
            #expect(try await world.isSound())
        }
    }

    @Test func `after the deadline only hosts give seats`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(
                #""respondBy":"2020-01-01T12:00","invite":{"people":["\#(world.cast.tom.id)"]}"#)
            let path = outing.path + "/attendance"

            let late = try await world.tom.put(path, #"{"status":"attending"}"#)
            let queued = try await world.tom.put(path, #"{"status":"waitlisted"}"#)
            let declined = try await world.tom.put(path, #"{"status":"declined"}"#)
            let byHost = try await world.leila.put(
                outing.path + "/attendees/\(world.cast.tom.id)", #"{"status":"attending"}"#)
            let larger = try await world.tom.put(path, #"{"status":"attending","partySize":2}"#)
            let same = try await world.tom.put(path, #"{"status":"attending","note":"On my way"}"#)

            #expect(late.code == "answers_due")
            #expect(queued.code == "answers_due")
            #expect(declined.status == .ok)
            #expect(byHost.status == .ok)
            #expect(larger.code == "answers_due")
            #expect(same.status == .ok)
        }
    }

    @Test func `of five hundred people the first ten get the ten seats in their order`() async throws {
        try await withOutings { world in
            let racers = try await world.racers(500)
            let outing = try await world.outing(#""capacity":1"#)
            try await world.invite(racers, to: outing)
            try await world.all(racers) {
                try await $0.put(outing.path + "/attendance", #"{"status":"waitlisted"}"#)
            }
            let tag = try #require(try await world.leila.get(outing.path).headers[.eTag])
            let first = try await world.queue(outing.id).prefix(10)

            _ = try await world.leila.patch(outing.path, #"{"capacity":11}"#, ifMatch: tag)
            let taken = try await world.all(racers) { try await $0.post(outing.path + "/waitlist/take") }

            #expect(taken.count { $0 == .ok } == 10)
            #expect(taken.count { $0 == .conflict } == 490)
            #expect(try await world.coming(outing.id) == Set(first))
            let counts = try await world.leila.get(outing.path)["counts"]
            #expect(counts["seats"].number == 11)
            #expect(counts["waitlisted"].number == 490)
            #expect(try await world.isSound())
        }
    }
}

/// A person with a session.
private struct Racer: Sendable {
    let id: PersonID
    let token: String
}

extension TestWorld {
    /// Many people with sessions, written at once.
    fileprivate func racers(_ count: Int) async throws -> [Racer] {
        let racers = (0..<count).map { _ in Racer(id: .make(), token: RandomToken.make()) }
        try await database.batch([
            Command(
                "test.racers",
                "INSERT INTO person (id, kind, name) SELECT unnest(\(racers.map(\.id))), 'member', 'Racer'"),
            Command(
                "test.racers_sessions",
                """
                INSERT INTO session (id, person_id, token_hash, ends_at)
                SELECT new.id, new.person_id, new.hash, now() + interval '1 day'
                  FROM unnest(\(racers.map { _ in SessionID.make() }), \(racers.map(\.id)),
                              \(racers.map { TokenHash($0.token).bytes })) AS new (id, person_id, hash)
                """),
        ])
        return racers
    }

    /// Writes them on the list, as an invitation does.
    fileprivate func invite(_ people: [Racer], to outing: TestOuting) async throws {
        try await run(
            """
            INSERT INTO attendance (outing_id, person_id, id, role, status)
            SELECT \(OutingID(outing.id)), new.person_id, new.id, 'invitee', 'invited'
              FROM unnest(\(people.map(\.id)), \(people.map { _ in AttendanceID.make() })) AS new (person_id, id)
            """)
    }

    /// Returns the responses to everyone's requests, of which a hundred are sent at once.
    @discardableResult
    fileprivate func all(
        _ people: [Racer], _ ask: @escaping @Sendable (Visitor) async throws -> TestSupport.Answer
    ) async throws -> [HTTPResponse.Status] {
        var statuses: [HTTPResponse.Status] = []
        // All of them at once is longer than the client waits for an answer, where a machine is busy.
        for start in stride(from: 0, to: people.count, by: 100) {
            let wave: [HTTPResponse.Status] = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) {
                group in
                for person in people[start..<min(start + 100, people.count)] {
                    group.addTask { try await ask(site.program(token: person.token)).status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            statuses += wave
        }
        return statuses
    }

    fileprivate func queue(_ outing: String) async throws -> [PersonID] {
        try await all(
            """
            SELECT person_id FROM attendance
             WHERE outing_id = \(OutingID(outing)) AND status = 'waitlisted' ORDER BY queue_number
            """)
    }

    /// Gives a person quiet hours by mail that end between five and six hours from now.
    fileprivate func addQuietHours(of person: PersonID) async throws {
        try await run("UPDATE person SET time_zone = 'UTC' WHERE id = \(person)")
        try await run(
            """
            INSERT INTO notification_preference (person_id, channel, quiet_from, quiet_until)
            SELECT \(person), 'mail', (m + 1380) % 1440, (m + 330) % 1440
              FROM (SELECT (extract(hour FROM now()) * 60 + extract(minute FROM now()))::int AS m) AS clock
            """)
    }

    /// Returns how many minutes the only offer lasts from now.
    fileprivate func minutesOfOffer(_ outing: String) async throws -> Int {
        try await one(
            """
            SELECT (extract(epoch FROM offer_ends_at - now()) / 60)::bigint FROM attendance
             WHERE outing_id = \(OutingID(outing)) AND offer_ends_at IS NOT NULL
            """)
    }

    /// Returns the kinds of all changes of an outing.
    fileprivate func changes(_ outing: String) async throws -> [String] {
        try await all(
            """
            SELECT change ->> 'kind' FROM outing_change AS c CROSS JOIN jsonb_array_elements(c.patch) AS change
             WHERE c.outing_id = \(OutingID(outing)) ORDER BY c.rev
            """)
    }

    /// Invitees who come.
    fileprivate func coming(_ outing: String) async throws -> Set<PersonID> {
        Set(
            try await all(
                """
                SELECT person_id FROM attendance
                 WHERE outing_id = \(OutingID(outing)) AND status = 'attending' AND role = 'invitee'
                """))
    }

    fileprivate func expireOffers() async throws {
        try await run(
            "UPDATE attendance SET offer_ends_at = now() - interval '1 s' WHERE offer_ends_at IS NOT NULL")
    }

    func starts(_ outing: String, inMinutes minutes: Int) async throws {
        try await run(
            """
            UPDATE outing
               SET starts_at = now() + \(minutes) * interval '1 minute',
                   starts_wall = timezone('UTC', now()) + \(minutes) * interval '1 minute', time_zone = 'UTC'
             WHERE id = \(OutingID(outing))
            """)
    }
}
