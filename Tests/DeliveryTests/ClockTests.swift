import Foundation
import Jobs
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

/// What happens because its time has come.
struct ClockTests {
    private func clock(_ scene: Scene) -> OutingClock {
        OutingClock(database: scene.database, record: scene.record)
    }

    /// The outing starts in `hours`, and was known of for days.
    private func schedule(_ scene: Scene, inHours hours: Int, setJustNow: Bool = false) async throws {
        try await scene.database.run(
            script: """
                UPDATE outing
                   SET starts_at = date_trunc('minute', now() + interval '\(hours) hours'),
                       starts_wall = date_trunc('minute', now() + interval '\(hours) hours') AT TIME ZONE time_zone,
                       created_at = now() - interval '\(setJustNow ? 0 : 2) days'
                """)
    }

    /// Omar comes, Ines has not answered; both know.
    private func scene(_ database: PostgresClient) async throws -> Scene {
        let scene = try await Scene(database)
        try await scene.invite(scene.omar)
        try await scene.invite(scene.ines)
        try await scene.answer(scene.omar, .attending)
        try await scene.edit(
            [.attendee(scene.omar, from: Answer(), to: Answer(status: .attending))], by: scene.omar)
        try await scene.deliverAll()
        return scene
    }

    @Test func `who comes is reminded once, however many processes look`() async throws {
        try await withDatabase { database in
            let scene = try await scene(database)
            try await schedule(scene, inHours: 2)

            try await withThrowingTaskGroup { group in
                for _ in 0..<4 { group.addTask { _ = try await clock(scene).reminders.runDue() } }
                try await group.waitForAll()
            }
            try await clock(scene).reminders.runDue()
            try await scene.deliverAll()

            #expect(try await scene.inbox(scene.omar).last?.hasPrefix("It is soon: ") == true)
            #expect(try await scene.inbox(scene.omar).count { $0.hasPrefix("It is soon") } == 1)
            #expect(try await scene.inbox(scene.leila).count { $0.hasPrefix("It is soon") } == 1)
            #expect(try await scene.inbox(scene.ines) == ["Leila invites you."])
            try await scene.expectSound()
        }
    }

    @Test func `who came is asked the day after how it was, once, unless they have said so`() async throws {
        try await withDatabase { database in
            let scene = try await scene(database)
            let kettu = "0198c0de-0000-7000-8000-000000000001"
            try await database.run(
                script: """
                    INSERT INTO restaurant_source (id, name, licence, attribution, url)
                    VALUES ('town', 'The town', 'CC0', 'The town', 'https://town.example');
                    INSERT INTO restaurant (id, source, source_id, name, kind, latitude, longitude)
                    VALUES ('\(kettu)', 'town', '1', 'Kettu', 'restaurant', 60.17, 24.94);
                    UPDATE outing SET restaurant_id = '\(kettu)', place_name = 'Kettu';
                    INSERT INTO rating (outing_id, person_id, restaurant_id, stars)
                    VALUES ('\(scene.outing)', '\(scene.leila)', '\(kettu)', 4);
                    """)
            // it ends two hours after its start
            try await schedule(scene, inHours: -21)
            try await clock(scene).ratingRequests.runDue()
            try await scene.deliverAll()
            #expect(try await scene.inbox(scene.omar).last != "How was Kettu?")

            try await schedule(scene, inHours: -23)
            try await withThrowingTaskGroup { group in
                for _ in 0..<4 { group.addTask { _ = try await clock(scene).ratingRequests.runDue() } }
                try await group.waitForAll()
            }
            try await clock(scene).ratingRequests.runDue()
            try await scene.deliverAll()

            #expect(try await scene.inbox(scene.omar).count { $0 == "How was Kettu?" } == 1)
            #expect(try await scene.inbox(scene.leila).contains("How was Kettu?") == false)
            #expect(try await scene.inbox(scene.ines) == ["Leila invites you."])
            try await scene.expectSound()
        }
    }

    @Test func `nobody is reminded of what is far off, is cancelled, or was set just now`() async throws {
        try await withDatabase { database in
            let scene = try await scene(database)
            let before = try await scene.revision()

            try await schedule(scene, inHours: 4)
            try await clock(scene).reminders.runDue()
            try await schedule(scene, inHours: 2, setJustNow: true)
            try await clock(scene).reminders.runDue()
            try await schedule(scene, inHours: 1)
            try await database.run(
                script: "UPDATE outing SET cancelled_at = now(), cancelled_by = host_id")
            try await clock(scene).reminders.runDue()

            #expect(try await scene.revision() == before)
        }
    }

    @Test func `a reminder that was overtaken by a new time is not told, and the new time has its own`()
        async throws
    {
        try await withDatabase { database in
            let scene = try await scene(database)
            try await schedule(scene, inHours: 1)
            try await clock(scene).reminders.runDue()
            let time = OutingTime(
                startsAt: ZonedTime(.now + 7_200, in: TimeZone(identifier: "Europe/Helsinki") ?? .gmt))

            try await scene.edit([.time(from: time, to: nil)], by: scene.leila)
            try await scene.deliverAll()
            let told = try await scene.inbox(scene.omar).last
            try await database.run(script: "UPDATE outing_change SET at = now() - interval '2 days'")
            try await schedule(scene, inHours: 2)
            try await clock(scene).reminders.runDue()
            try await scene.deliverAll()

            #expect(told?.hasPrefix("The time is open again") == true)
            #expect(try await scene.inbox(scene.omar).last?.hasPrefix("It is soon: ") == true)
        }
    }

    @Test func `who has not answered is asked before the deadline, once, and nobody else`() async throws {
        try await withDatabase { database in
            let scene = try await scene(database)
            try await database.run(
                script:
                    "UPDATE outing SET respond_by = now() + interval '20 hours', created_at = now() - interval '2 days'"
            )

            try await clock(scene).answerRequests.runDue()
            try await clock(scene).answerRequests.runDue()
            try await scene.deliverAll()

            #expect(try await scene.inbox(scene.ines).last?.hasPrefix("An answer is wanted by ") == true)
            #expect(try await scene.inbox(scene.ines).count == 2)
            for person in [scene.omar, scene.leila] {
                #expect(try await scene.inbox(person).allSatisfy { !$0.contains("wanted") })
            }
            try await scene.expectSound()
        }
    }

    @Test func `who answered while the question was on its way is not asked`() async throws {
        try await withDatabase { database in
            let scene = try await scene(database)
            try await scene.edit([.answerWanted(by: nil)], by: scene.leila)
            try await scene.fanOutAll()

            try await scene.answer(scene.ines, .declined)
            try await scene.edit(
                [.attendee(scene.ines, from: Answer(), to: Answer(status: .declined))], by: scene.ines)
            try await scene.deliverAll()

            #expect(try await scene.inbox(scene.ines) == ["Leila invites you."])
            try await scene.expectSound()
        }
    }

    @Test func `a time that tzdata moved is corrected by its wall time, and nobody is told`() async throws {
        try await withDatabase { database in
            let scene = try await scene(database)
            try await database.run(
                script: """
                    UPDATE outing SET starts_wall = '2030-07-11 12:30', starts_at = '2030-07-11 10:30Z',
                           ends_wall = '2030-07-11 14:00', ends_at = '2030-07-11 12:00Z'
                    """)
            let before = try await scene.inbox(scene.omar)
            let rev = try await scene.revision()

            let corrected = try await clock(scene).recompute()
            let again = try await clock(scene).recompute()
            try await scene.deliverAll()

            #expect((corrected, again) == (1, 0))
            #expect(
                try await scene.number(
                    "SELECT count(*) FROM outing WHERE starts_at = '2030-07-11 09:30Z' AND ends_at = '2030-07-11 11:00Z'"
                ) == 1)
            #expect(try await scene.revision() == rev + 1)
            #expect(try await scene.inbox(scene.omar) == before)
            try await scene.expectSound()
        }
    }

    @Test func `the second of two like wall times stays the second`() async throws {
        try await withDatabase { database in
            let scene = try await scene(database)
            // 27 October 2030, 03:30 comes twice in Helsinki.
            try await database.run(
                script: "UPDATE outing SET starts_wall = '2030-10-27 03:30', starts_at = '2030-10-27 01:30Z'")

            #expect(try await clock(scene).recompute() == 0)
        }
    }

    @Test func `a slot is taken once, whoever wants it`() async throws {
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
