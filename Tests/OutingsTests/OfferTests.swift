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

@Suite struct OfferTests {
    @Test
    func `attendees are notified once of an offer and once of its end, with several processes running`()
        async throws
    {
        try await withOutings { world in
            let place = try await world.restaurant("Kala", hours: "24/7")
            let elsewhere = try await world.restaurant("Kukka", hours: "24/7")
            let deal = try await world.offer(at: place, hours: (11, 14))
            let outing = try await world.outing(
                #""restaurantId":"\#(place)","startsAt":"2027-03-11T12:30","timeZone":"Europe/Helsinki""#)
            let offers = OfferNotifier(database: world.database, record: OutingRecord { _ in })
            func reported() async throws -> [String] { try await world.offerNews(of: outing.id) }

            try await withThrowingTaskGroup { group in
                for _ in 0..<4 { group.addTask { _ = try await offers.work.runDue() } }
                try await group.waitForAll()
            }
            #expect(try await reported() == ["offer_found \(deal)"])
            #expect(try await offers.work.runDue() == 0)

            let tag = try #require(try await world.leila.get(outing.path).headers[.eTag])
            let later = try await world.leila.patch(
                outing.path, #"{"startsAt":"2027-03-11T18:00"}"#, ifMatch: tag)
            #expect(try await offers.work.runDue() == 1)
            #expect(try await reported() == ["offer_found \(deal)", "offer_ended \(deal)"])

            let back = try await world.leila.patch(
                outing.path, #"{"startsAt":"2027-03-18T12:30"}"#,
                ifMatch: try #require(later.headers[.eTag]))
            #expect(try await offers.work.runDue() == 1)
            #expect(try await reported().last == "offer_found \(deal)")

            _ = try await world.leila.patch(
                outing.path, #"{"restaurantId":"\#(elsewhere)"}"#,
                ifMatch: try #require(back.headers[.eTag]))
            #expect(try await offers.work.runDue() == 1)
            #expect(try await reported().last == "offer_ended \(deal)")
            #expect(try await reported().count == 4)
            #expect(try await offers.work.runDue() == 0)
            #expect(try await world.isSound())
            #expect(try await brokenChecks(in: world.database, ["offers"]).isEmpty)
        }
    }

    @Test func `a later offer and its end are news, but not a new title`()
        async throws
    {
        try await withOutings { world in
            let place = try await world.restaurant("Kala", hours: "24/7")
            let outing = try await world.outing(
                #""restaurantId":"\#(place)","startsAt":"2027-03-11T12:30","timeZone":"Europe/Helsinki""#)
            let offers = OfferNotifier(database: world.database, record: OutingRecord { _ in })
            #expect(try await offers.work.runDue() == 0)

            let deal = try await world.offer(at: place, hours: (11, 14))
            #expect(try await offers.work.runDue() == 1)
            #expect(try await world.offerNews(of: outing.id) == ["offer_found \(deal)"])

            try await world.database.run(
                script:
                    "UPDATE restaurant_offer SET title = 'Other words', updated_at = now() + interval '1 s'")
            #expect(try await offers.work.runDue() == 1)
            #expect(try await world.offerNews(of: outing.id).count == 1)

            try await world.database.run(script: "UPDATE restaurant_offer SET ended_at = now()")
            #expect(try await offers.work.runDue() == 1)
            #expect(
                try await world.offerNews(of: outing.id) == ["offer_found \(deal)", "offer_ended \(deal)"])
            #expect(try await offers.work.runDue() == 0)
        }
    }

    @Test func `an offer that moves to another restaurant ends here`() async throws {
        try await withOutings { world in
            let place = try await world.restaurant("Kala", hours: "24/7")
            let elsewhere = try await world.restaurant("Kukka", hours: "24/7")
            let deal = try await world.offer(at: place, hours: (11, 14))
            let outing = try await world.outing(
                #""restaurantId":"\#(place)","startsAt":"2027-03-11T12:30","timeZone":"Europe/Helsinki""#)
            let offers = OfferNotifier(database: world.database, record: OutingRecord { _ in })
            #expect(try await offers.work.runDue() == 1)
            #expect(try await offers.work.runDue() == 0)

            try await world.run(
                "UPDATE restaurant_offer SET restaurant_id = \(elsewhere.uuid), updated_at = now() + interval '1 s'"
            )

            #expect(try await offers.work.runDue() == 1)
            #expect(
                try await world.offerNews(of: outing.id) == ["offer_found \(deal)", "offer_ended \(deal)"])
        }
    }

    @Test func `offers outside the outing's hours, past outings and cancelled outings are no news`()
        async throws
    {
        try await withOutings { world in
            let place = try await world.restaurant("Kala", hours: "24/7")
            try await world.offer(at: place, hours: (11, 14))
            let members = #""restaurantId":"\#(place)","timeZone":"Europe/Helsinki""#
            let evening = try await world.outing(members + #","startsAt":"2027-03-11T18:00""#)
            let open = try await world.outing(members)
            let off = try await world.outing(members + #","startsAt":"2027-03-11T12:30""#)
            _ = try await world.leila.put(off.path + "/cancellation", "{}")
            let past = try await world.outing(members + #","startsAt":"2027-03-11T12:30""#)
            try await world.end(past.id)
            let offers = OfferNotifier(database: world.database, record: OutingRecord { _ in })

            #expect(try await offers.work.runDue() == 1)

            for outing in [evening, open, off, past] {
                #expect(try await world.offerNews(of: outing.id).isEmpty)
            }
        }
    }

    @Test func `an offer is news for attendees, unless it ended before delivery`() {
        let deal = OfferID.make()
        let found = Change.offer(deal, from: nil, to: "Soup")
        func news(_ changes: [Change], _ status: AttendanceStatus) -> [Change] {
            Change.news(
                for: .make(), answer: Outings.Answer(status: status),
                changes: changes.enumerated().map {
                    RecordedChange(
                        rev: $0.offset + 1, actor: nil, at: Date(timeIntervalSince1970: 0),
                        changes: [$0.element])
                })
        }
        let lost = Change.offer(deal, from: "Soup", to: nil)
        let off = Change.cancellation(from: nil, to: Cancellation(reason: nil))

        #expect(news([found], .attending) == [found] && news([found], .maybe) == [found])
        #expect(news([found], .invited) == [] && news([found], .declined) == [])
        #expect(news([found, lost], .attending) == [])
        #expect(news([found, off], .attending) == [off])
    }
}

extension TestWorld {
    /// An offer of a place, each day from one hour to another.
    @discardableResult
    func offer(at restaurant: RestaurantID, hours: (Int, Int)) async throws -> OfferID {
        let id = OfferID.make()
        try await database.run(
            script: """
                UPDATE restaurant SET time_zone = 'Europe/Helsinki' WHERE id = '\(restaurant)';
                INSERT INTO restaurant_offer (id, source, key, restaurant_id, title, from_minute, until_minute)
                VALUES ('\(id)', 'deals', '\(id)', '\(restaurant)', 'Soup', \(hours.0 * 60), \(hours.1 * 60))
                """)
        return id
    }

    /// Every word about offers, oldest first: its kind and whose.
    fileprivate func offerNews(of outing: String) async throws -> [String] {
        let patches: [String] = try await all(
            "SELECT patch::text FROM outing_change WHERE outing_id = \(OutingID(outing)) ORDER BY rev")
        return try patches.flatMap { try JSONValue(parsing: $0).elements }.compactMap { change in
            guard let kind = change["kind"].text, kind.hasPrefix("offer_"), let id = change["id"].text else {
                return nil
            }
            return "\(kind) \(id)"
        }
    }
}
