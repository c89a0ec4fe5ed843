import Access
import Foundation
import HTTPKit
import NIOCore
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Live

/// The boards of venues in live streams, for their people and their paired tablets.
struct BoardStreamTests {
    /// A venue where Mei works, with a paired tablet and a placed order of the lunch.
    private struct Kitchen {
        let lunch: StoredLunch
        let venue: RestaurantID
        let device = VenueDeviceID.make()
        let order = GroupOrderID.make()

        init(_ lunch: StoredLunch) async throws {
            self.lunch = lunch
            let world = lunch.world
            let venue = try await world.restaurant("Thai Garden")
            self.venue = venue
            try await world.run(
                "INSERT INTO venue (restaurant_id, state, takes_orders, verified_at) VALUES (\(venue), 'verified', true, now())"
            )
            try await world.run(
                "INSERT INTO venue_person (restaurant_id, person_id, role) VALUES (\(venue), \(lunch.mei), 'staff')"
            )
            try await world.run(
                """
                INSERT INTO venue_device (restaurant_id, id, name, token_hash, paired_at)
                VALUES (\(venue), \(device), 'Counter', \(TokenHash("a token").bytes), now())
                """)
            try await world.run(
                """
                INSERT INTO group_order (outing_id, id, state, coordinator_id, restaurant_id, place_name, currency, fulfilment,
                                         time_zone, locked_at, placed_at, placed_rev, board_day, board_number, seen_rev)
                VALUES (\(lunch.id), \(order), 'placed', \(lunch.leila), \(venue), 'Thai Garden', 'EUR', 'pick_up', 'UTC',
                        now(), now(), 0, current_date, 1, 0)
                """)
        }

        var hub: StreamHub { lunch.world.hub }

        func move() async throws {
            try await lunch.world.run("UPDATE group_order SET rev = rev + 1 WHERE id = \(order)")
        }

        func open(_ actor: Actor, _ person: PersonID?) async throws -> Reader {
            let reader = Reader()
            let stream = try hub.subscribe(
                actor, person, to: [], boards: [venue], followsNew: false, from: StreamStart(.now, end: 0),
                guestOf: nil, on: reader.loop)
            try await reader.loop.submit { stream.started(on: reader) }.get()
            return reader
        }

        func openDevice() async throws -> Reader { try await open(.device(device, venue: venue), nil) }
    }

    private func withKitchen(_ test: @escaping @Sendable (Kitchen) async throws -> Void) async throws {
        try await withStoredLunch { lunch in
            let kitchen = try await Kitchen(lunch)
            try await withThrowingTaskGroup { group in
                group.addTask { try await kitchen.hub.run() }
                try await test(kitchen)
                group.cancelAll()
            }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a tablet and a person of the venue see each revision of the board, after a wake-up or without one`()
        async throws
    {
        try await withKitchen { kitchen in
            let tablet = try await kitchen.openDevice()
            let person = try await kitchen.open(
                .person(kitchen.lunch.mei, session: .make()), kitchen.lunch.mei)
            await tablet.wait(for: "\"revision\":1")
            await person.wait(for: "event: board")
            try await kitchen.move()
            kitchen.hub.boardsDidChange([kitchen.venue])
            await tablet.wait(for: "\"revision\":2")
            try await kitchen.move()
            await person.wait(for: "\"revision\":3")

            #expect(tablet.events.first?.contains("event: hello") == true)
            #expect(tablet.events.filter { $0.contains("\"revision\":2") }.count == 1)
            #expect(tablet.events.allSatisfy { !$0.contains("event: update") })
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a removed tablet loses its stream, and a removed person the board`() async throws {
        try await withKitchen { kitchen in
            let tablet = try await kitchen.openDevice()
            let person = try await kitchen.open(
                .person(kitchen.lunch.mei, session: .make()), kitchen.lunch.mei)
            await tablet.wait(for: "event: board")
            await person.wait(for: "event: board")
            try await kitchen.lunch.world.run("DELETE FROM venue_device WHERE id = \(kitchen.device)")
            try await kitchen.lunch.world.run(
                "DELETE FROM venue_person WHERE person_id = \(kitchen.lunch.mei)")
            await tablet.waitForClose()
            try await kitchen.move()
            // The inbox still follows: the board was checked before it.
            try await kitchen.lunch.invite(kitchen.lunch.mei)
            try await kitchen.lunch.deliverAll()
            await person.wait(for: "event: update")

            #expect(!person.isClosed)
            #expect(person.events.allSatisfy { !$0.contains("\"revision\":2") })
        }
    }

    @Test func `one tablet may have six streams`() async throws {
        try await withStoredLunch { lunch in
            let kitchen = try await Kitchen(lunch)
            for _ in 0..<LiveLimits.streamsPerPerson { _ = try await kitchen.openDevice() }

            await #expect(throws: Problem.self) { try await kitchen.openDevice() }
        }
    }
}
