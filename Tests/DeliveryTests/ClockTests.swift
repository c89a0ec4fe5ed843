import Foundation
import Jobs
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

/// What happens at a certain time: reminders, requests and corrections.
struct ClockTests {
    private func clock(_ lunch: StoredLunch) -> OutingClock {
        OutingClock(database: lunch.database, record: lunch.world.record)
    }

    /// The outing starts in `hours`, and was known of for days.
    private func schedule(
        _ lunch: StoredLunch, inHours hours: Double, setHoursAgo: Double = 48
    ) async throws {
        try await lunch.database.run(
            script: """
                UPDATE outing
                   SET starts_at = date_trunc('minute', now() + interval '\(hours) hours'),
                       starts_wall = date_trunc('minute', now() + interval '\(hours) hours') AT TIME ZONE time_zone,
                       created_at = now() - interval '\(setHoursAgo) hours'
                """)
    }

    /// Runs `test` with a lunch that Tom attends and Mei has not answered; both have been notified.
    private func withInvitedLunch(
        _ test: @escaping @Sendable (StoredLunch) async throws -> Void
    ) async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.invite(lunch.mei)
            try await lunch.answer(lunch.tom, .attending)
            try await lunch.edit(
                [.attendee(lunch.tom, from: Answer(), to: Answer(status: .attending))], by: lunch.tom)
            try await lunch.deliverAll()
            try await test(lunch)
        }
    }

    @Test func `attendees are reminded once with several processes running`() async throws {
        try await withInvitedLunch { lunch in
            try await schedule(lunch, inHours: 2)

            try await withThrowingTaskGroup { group in
                for _ in 0..<4 { group.addTask { _ = try await clock(lunch).reminders.runDue() } }
                try await group.waitForAll()
            }
            try await clock(lunch).reminders.runDue()
            try await lunch.deliverAll()

            #expect(try await lunch.inbox(lunch.tom).last?.hasPrefix("It’s soon: ") == true)
            #expect(try await lunch.inbox(lunch.tom).count { $0.hasPrefix("It’s soon") } == 1)
            #expect(try await lunch.inbox(lunch.leila).count { $0.hasPrefix("It’s soon") } == 1)
            #expect(try await lunch.inbox(lunch.mei) == ["Leila has invited you."])
            try await lunch.expectSound()
        }
    }

    @Test func `attendees are asked for a rating once on the next day, unless they have rated`() async throws
    {
        try await withInvitedLunch { lunch in
            let kettu = "0198c0de-0000-7000-8000-000000000001"
            try await lunch.database.run(
                script: """
                    INSERT INTO restaurant_source (id, name, licence, attribution, url)
                    VALUES ('town', 'The town', 'CC0', 'The town', 'https://town.example');
                    INSERT INTO restaurant (id, source, source_id, name, kind, latitude, longitude)
                    VALUES ('\(kettu)', 'town', '1', 'Kettu', 'restaurant', 60.17, 24.94);
                    UPDATE outing SET restaurant_id = '\(kettu)', place_name = 'Kettu';
                    INSERT INTO rating (outing_id, person_id, restaurant_id, stars)
                    VALUES ('\(lunch.id)', '\(lunch.leila)', '\(kettu)', 4);
                    """)
            // it ends two hours after its start
            try await schedule(lunch, inHours: -21)
            try await clock(lunch).ratingRequests.runDue()
            try await lunch.deliverAll()
            #expect(try await lunch.inbox(lunch.tom).last != "How was Kettu?")

            try await schedule(lunch, inHours: -23)
            try await withThrowingTaskGroup { group in
                for _ in 0..<4 { group.addTask { _ = try await clock(lunch).ratingRequests.runDue() } }
                try await group.waitForAll()
            }
            try await clock(lunch).ratingRequests.runDue()
            try await lunch.deliverAll()

            #expect(try await lunch.inbox(lunch.tom).count { $0 == "How was Kettu?" } == 1)
            #expect(try await lunch.inbox(lunch.leila).contains("How was Kettu?") == false)
            #expect(try await lunch.inbox(lunch.mei) == ["Leila has invited you."])
            try await lunch.expectSound()
        }
    }

    @Test func `there is no reminder of a distant or cancelled outing, nor of a time that was just set`()
        async throws
    {
        try await withInvitedLunch { lunch in
            let before = try await lunch.revision()

            try await schedule(lunch, inHours: 4)
            try await clock(lunch).reminders.runDue()
            try await schedule(lunch, inHours: 2, setHoursAgo: 0)
            try await clock(lunch).reminders.runDue()
            try await schedule(lunch, inHours: 0.4, setHoursAgo: 0.4)
            try await clock(lunch).reminders.runDue()
            try await schedule(lunch, inHours: 1)
            try await lunch.database.run(
                script: "UPDATE outing SET cancelled_at = now(), cancelled_by = host_id")
            try await clock(lunch).reminders.runDue()

            #expect(try await lunch.revision() == before)
        }
    }

    @Test func `an outing whose time was set hours before has its reminder half an hour before it starts`()
        async throws
    {
        try await withInvitedLunch { lunch in
            try await schedule(lunch, inHours: 0.6, setHoursAgo: 0.6)
            try await clock(lunch).reminders.runDue()
            let early = try await lunch.inbox(lunch.tom).count { $0.hasPrefix("It’s soon") }
            try await schedule(lunch, inHours: 0.4, setHoursAgo: 0.8)
            try await clock(lunch).reminders.runDue()
            try await clock(lunch).reminders.runDue()
            try await lunch.deliverAll()

            #expect(early == 0)
            #expect(try await lunch.inbox(lunch.tom).count { $0.hasPrefix("It’s soon") } == 1)
            try await lunch.expectSound()
        }
    }

    @Test func `a reminder is not delivered after the time changed, and the new time has its own`()
        async throws
    {
        try await withInvitedLunch { lunch in
            try await schedule(lunch, inHours: 1)
            try await clock(lunch).reminders.runDue()
            let time = OutingTime(
                startsAt: ZonedTime(.now + 7_200, in: TimeZone(identifier: "Europe/Helsinki") ?? .gmt))

            try await lunch.edit([.time(from: time, to: nil)], by: lunch.leila)
            try await lunch.deliverAll()
            let told = try await lunch.inbox(lunch.tom).last
            try await lunch.database.run(script: "UPDATE outing_change SET at = now() - interval '2 days'")
            try await schedule(lunch, inHours: 2)
            try await clock(lunch).reminders.runDue()
            try await lunch.deliverAll()

            #expect(told?.hasPrefix("The time is undecided again") == true)
            #expect(try await lunch.inbox(lunch.tom).last?.hasPrefix("It’s soon: ") == true)
        }
    }

    @Test func `only people who have not answered are asked before the deadline, once`() async throws {
        try await withInvitedLunch { lunch in
            try await lunch.database.run(
                script:
                    "UPDATE outing SET respond_by = now() + interval '20 hours', created_at = now() - interval '2 days'"
            )

            try await clock(lunch).answerRequests.runDue()
            try await clock(lunch).answerRequests.runDue()
            try await lunch.deliverAll()

            #expect(try await lunch.inbox(lunch.mei).last?.hasPrefix("Please answer by ") == true)
            #expect(try await lunch.inbox(lunch.mei).count == 2)
            for person in [lunch.tom, lunch.leila] {
                #expect(try await lunch.inbox(person).allSatisfy { !$0.contains("wanted") })
            }
            try await lunch.expectSound()
        }
    }

    @Test func `a person who answers before the delivery is not asked`() async throws {
        try await withInvitedLunch { lunch in
            try await lunch.edit([.answerWanted(by: nil)], by: lunch.leila)
            try await lunch.fanOutAll()

            try await lunch.answer(lunch.mei, .declined)
            try await lunch.edit(
                [.attendee(lunch.mei, from: Answer(), to: Answer(status: .declined))], by: lunch.mei)
            try await lunch.deliverAll()

            #expect(try await lunch.inbox(lunch.mei) == ["Leila has invited you."])
            try await lunch.expectSound()
        }
    }

    @Test func `a time that tzdata moved is corrected by its wall time without a notification`() async throws
    {
        try await withInvitedLunch { lunch in
            try await lunch.database.run(
                script: """
                    UPDATE outing SET starts_wall = '2030-07-11 12:30', starts_at = '2030-07-11 10:30Z',
                           ends_wall = '2030-07-11 14:00', ends_at = '2030-07-11 12:00Z'
                    """)
            let before = try await lunch.inbox(lunch.tom)
            let rev = try await lunch.revision()

            let corrected = try await clock(lunch).recompute()
            let again = try await clock(lunch).recompute()
            try await lunch.deliverAll()

            #expect((corrected, again) == (1, 0))
            #expect(
                try await lunch.number(
                    "SELECT count(*) FROM outing WHERE starts_at = '2030-07-11 09:30Z' AND ends_at = '2030-07-11 11:00Z'"
                ) == 1)
            #expect(try await lunch.revision() == rev + 1)
            #expect(try await lunch.inbox(lunch.tom) == before)
            try await lunch.expectSound()
        }
    }

    @Test func `the second of two like wall times stays the second`() async throws {
        try await withInvitedLunch { lunch in
            // 27 October 2030, 03:30 comes twice in Helsinki.
            try await lunch.database.run(
                script: "UPDATE outing SET starts_wall = '2030-10-27 03:30', starts_at = '2030-10-27 01:30Z'")

            #expect(try await clock(lunch).recompute() == 0)
        }
    }

    @Test func `a slot is taken once under concurrency`() async throws {
        try await withDatabase { database in
            let taken = try await withThrowingTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await database.transaction {
                            try await $0.takeSlot(of: "test", at: Date(timeIntervalSince1970: 0))
                        }
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }

            #expect(taken == 1)
        }
    }
}
