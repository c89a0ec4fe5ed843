import Access
import Foundation
import HTTPKit
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import Restaurants
import TestSupport
import Testing

@testable import Outings

/// Lists come from the cache of shared parts; an outing that is read alone does not.
@Suite struct OutingCacheTests {
    @Test func `list outings of every kind as they are when read alone`() async throws {
        try await withOutings { world in
            let place = try await world.restaurant("Kettu", hours: #"Th 11:00-15:00 "lunch""#)
            let guests = #""invite":{"people":["\#(world.cast.tom.id)","\#(world.cast.mei.id)"]}"#
            let time = #""startsAt":"2027-03-11T12:30""#
            let outings = try await [
                world.outing(guests), world.outing("\(time),\(guests)"),
                world.outing(#""restaurantId":"\#(place)",\#(time),\#(guests)"#),
                world.outing(#""capacity":1,"place":"\"},{\"myAttendance\":null","note":"ä\n\"",\#(guests)"#),
                world.outing(#""respondBy":"2027-03-10T12:00",\#(time),\#(guests)"#), world.outing(guests),
                world.outing("\(time),\(guests)"),
            ]
            _ = try await world.tom.put(outings[3].path + "/attendance", #"{"status":"waitlisted"}"#)
            _ = try await world.leila.put(outings[1].path + "/cancellation", #"{"reason":"Rain"}"#)
            _ = try await world.leila.put(
                outings[5].path + "/attendees/\(world.cast.tom.id)/role", #"{"role":"cohost"}"#)
            _ = try await world.tom.put(
                outings[2].path + "/origin", #"{"latitude":60.17,"longitude":24.93,"consent":true}"#)
            try await world.end(outings[6].id)

            for reader in [world.leila, world.tom, world.mei, world.tom] {
                let list = try await reader.get("/v1/outings?when=all")
                #expect(list["items"].elements.count == outings.count)
                for outing in outings { try await world.expectListed(outing, for: reader) }
            }
        }
    }

    @Test func `show at once what changes without a revision`() async throws {
        try await withOutings { world in
            let place = try await world.restaurant("Kettu")
            let outing = try await world.outing(
                #"""
                "restaurantId":"\#(place)","startsAt":"2027-03-11T12:30",
                "invite":{"people":["\#(world.cast.tom.id)","\#(world.cast.mei.id)"]}
                """#)
            _ = try await world.leila.put(
                outing.path + "/attendees/\(world.cast.mei.id)/role", #"{"role":"cohost"}"#)
            func list() async throws -> JSONValue { try await world.tom.get("/v1/outings")["items"][0] }
            let before = try await list()

            try await world.run("UPDATE person SET name = 'Layla' WHERE id = \(world.cast.leila.id)")
            let renamed = try await list()
            try await world.run("UPDATE person SET name = 'May' WHERE id = \(world.cast.mei.id)")
            let cohostRenamed = try await list()
            try await world.run("UPDATE restaurant SET opening_hours = 'Th 11:00-15:00' WHERE id = \(place)")
            let open = try await list()
            try await world.run("UPDATE restaurant SET vanished_at = now() WHERE id = \(place)")
            let vanished = try await list()
            _ = try await world.tom.put(
                outing.path + "/origin", #"{"latitude":60.17,"longitude":24.93,"consent":true}"#)
            let shared = try await list()

            #expect(renamed["host"]["name"].text == "Layla")
            #expect(cohostRenamed["cohosts"][0]["name"].text == "May")
            #expect(before["openThen"]["state"].text == "unknown" && open["openThen"]["state"].text == "open")
            #expect(vanished["restaurant"]["vanished"] == .boolean(true))
            #expect(before["origins"] == .null && shared["origins"]["count"].number == 1)
            #expect(shared["revision"] == before["revision"])
            try await world.expectListed(outing, for: world.tom)
        }
    }

    @Test func `show when an outing begins`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(#""startsAt":"2027-03-11T12:30","place":"The corner café""#)
            try await world.run(
                """
                UPDATE outing
                   SET starts_at = date_trunc('second', now()) + interval '4 s', ends_at = NULL,
                       starts_wall = timezone(time_zone, date_trunc('second', now()) + interval '4 s')
                 WHERE id = \(OutingID(outing.id))
                """)
            let before = try await world.leila.get("/v1/outings")

            let after = try await eventually("the outing begins") {
                let list = try await world.leila.get("/v1/outings")
                return list["items"][0]["state"].text == "happening" ? list : nil
            }

            #expect(before["items"][0]["state"].text == "set")
            #expect(before.headers[.eTag] != after.headers[.eTag])
        }
    }

    @Test func `the tag stays the same until something shown changes`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(#""invite":{"people":["\#(world.cast.tom.id)"]}"#)
            _ = try await world.tom.get(outing.path)
            let first = try await world.tom.get("/v1/outings")
            let tag = try #require(first.headers[.eTag])

            try await world.run(
                "UPDATE person SET inbox_seq = inbox_seq + 1 WHERE id = \(world.cast.leila.id)")
            try await world.run("UPDATE outing SET updated_at = updated_at WHERE id = \(OutingID(outing.id))")
            let unchanged = try await world.tom.get("/v1/outings", headers: [.ifNoneMatch: tag])
            _ = try await world.tom.put(outing.path + "/attendance", #"{"status":"maybe"}"#)
            let answered = try await world.tom.get("/v1/outings", headers: [.ifNoneMatch: tag])
            let leilas = try await world.leila.get("/v1/outings", headers: [.ifNoneMatch: tag])

            #expect(unchanged.status == .notModified)
            #expect(answered.status == .ok && answered.headers[.eTag] != tag)
            #expect(leilas.status == .ok)
        }
    }

    @Test func `use no entry of another version, and keep within the size`() async throws {
        try await withOutings { world in
            for _ in 0..<12 { _ = try await world.outing() }
            let list = try OutingList(QueryReader(query: ""), person: world.cast.leila.id)
            let rows = try await world.database.all(.outings(list))
            func lister(_ bytes: Int) -> OutingLister {
                OutingLister(database: world.database, hours: world.hours, cache: OutingCache(bytes: bytes))
            }
            let (large, small, none) = (lister(1_000_000), lister(8_000), lister(0))
            for lister in [large, small, none] {
                #expect(try await lister.items(rows, for: list.person).count == 12)
            }

            #expect(large.cache.entries(for: rows).count == 12)
            #expect((1...5).contains(small.cache.entries(for: rows).count))
            #expect(none.cache.entries(for: rows).isEmpty)

            try await world.run("UPDATE outing SET updated_at = updated_at WHERE id = \(rows[0].id)")
            let rewritten = try await world.database.all(.outings(list))
            #expect(large.cache.entries(for: rewritten).count == 11)
        }
    }

    /// The state after a failover or a restore: numbers of transactions may repeat.
    @Test(.timeLimit(.minutes(10)))
    func `use no entry from before another start of the database server`() async throws {
        try await TestCluster.with { cluster in
            let configuration = try cluster.configuration()
            try await Migrator(configuration, folder: TestServer.migrations, logger: .forTests).apply()
            try await PostgresClient.withClient(configuration, logger: .forTests) { database in
                let host = try await Cast(in: database).leila.id
                let outing = OutingID.make()
                try await database.batch([
                    Command(
                        "test.outing",
                        """
                        INSERT INTO outing (id, host_id, title, time_zone) VALUES (\(outing), \(host), 'Lunch', 'UTC')
                        """),
                    Command(
                        "test.host",
                        """
                        INSERT INTO attendance (outing_id, person_id, id, role, status, responded_at)
                        VALUES (\(outing), \(host), \(UUID.v7()), 'host', 'attending', now())
                        """),
                ])
                let list = try OutingList(QueryReader(query: ""), person: host)
                let lister = OutingLister(
                    database: database, hours: HoursPatterns(), cache: OutingCache(bytes: 1_000_000))
                let rows = try await database.all(.outings(list))
                _ = try await lister.items(rows, for: host)
                let again = try await database.all(.outings(list))

                try await cluster.stop()
                try await cluster.start()
                let restarted = try await database.all(.outings(list), timeout: .seconds(60))

                #expect(lister.cache.entries(for: again).count == 1)
                #expect(restarted.map(\.version.outing.row) == again.map(\.version.outing.row))
                #expect(lister.cache.entries(for: restarted).isEmpty)
            }
        }
    }

    @Test func `leave out an outing that the reader was removed from before it was read`() async throws {
        try await withOutings { world in
            let invite = #""invite":{"people":["\#(world.cast.tom.id)"]}"#
            let (one, other) = try await (world.outing(invite), world.outing(invite))
            let list = try OutingList(QueryReader(query: ""), person: world.cast.tom.id)
            let rows = try await world.database.all(.outings(list))
            let lister = OutingLister(
                database: world.database, hours: world.hours, cache: OutingCache(bytes: 1_000_000))

            _ = try await world.leila.delete(one.path + "/attendees/\(world.cast.tom.id)")
            let items = try await lister.items(rows, for: list.person)

            #expect(items.map { "\($0.shared.id)" } == [other.id])
        }
    }
}

extension TestWorld {
    /// Expects the list of all outings to show one of them as it is when it is read alone.
    func expectListed(_ outing: TestOuting, for reader: Visitor) async throws {
        // The list first: reading an outing alone marks the invitation as opened.
        let list = try await reader.get("/v1/outings?when=all&limit=100")
        let alone = try await reader.get(outing.path)
        #expect(list["items"].elements.first { $0["id"].text == outing.id } == alone.json)
    }
}
