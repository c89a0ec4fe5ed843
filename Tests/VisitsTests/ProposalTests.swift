import Access
import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Outings
import Postgres
import Restaurants
import TestSupport
import Testing

@testable import Visits

@Suite struct ProposalTests {
    @Test func `proposes the usual day and hour, and places without a recent visit, each with its reasons`()
        async throws
    {
        try await withVisits { world in
            let circle = try await world.circle([world.cast.tom])
            let tom = world.cast.tom
            try await world.move(world.lunch, toDaysAgo: 7)
            try await world.visit(daysAgo: 14, with: [tom])
            let old = try await world.visit(daysAgo: 42, at: world.kuu, with: [tom])
            for person in [world.cast.leila, world.cast.tom, world.cast.mei] {
                try await world.addRating(5, of: old, by: person.id)
            }
            try await world.index.refresh()

            let proposal = try await world.leila.get(circle + "/proposal")

            #expect(proposal["timeZone"].text == "Europe/Helsinki")
            let starts = try #require(proposal["startsAt"].text)
            #expect(starts.contains("T12:30:00+0"))
            #expect(proposal["reasons"][0]["kind"].text == "usual_time")
            #expect(proposal["reasons"][0]["count"].number == 3)
            let places = proposal["places"].elements
            #expect(places.map { $0["restaurant"]["name"].text } == ["Kuu"])
            let reasons = places[0]["reasons"].elements
            #expect(
                reasons.map { $0["kind"].text } == [
                    "hours_unknown", "liked", "liked_by_you", "not_lately", "near_usual", "rated",
                ])
            #expect(reasons[1]["count"].number == 3)
            // Six weeks before today's noon, which may be yet to come.
            #expect([5, 6].contains(reasons[3]["weeks"].number))
            #expect(!proposal.text.contains("Tom") && !proposal.text.contains("Mei"))
            let at = try await world.leila.get(circle + "/proposal?at=2027-04-01T09:00:00Z")
            #expect(at["startsAt"].text == "2027-04-01T12:00:00+03:00")
            #expect(at["reasons"].elements.isEmpty)

            let made = try await world.leila.post(
                "/v1/outings",
                """
                {"title":"Lunch","startsAt":"\(starts)","timeZone":"Europe/Helsinki",
                 "restaurantId":"\(world.kuu)",
                 "invite":{"circles":["\(try #require(circle.split(separator: "/").last))"]}}
                """)
            #expect(made.status == .created)
            #expect(made["counts"]["invited"].number == 1)
            let next = try await world.leila.get(circle + "/proposal")
            #expect(next["startsAt"] != .null && next["startsAt"].text != starts)
        }
    }

    @Test func `a circle without a past outing must name an area and gets no time`() async throws {
        try await withVisits { world in
            let circle = try await world.circle([world.cast.mei])

            #expect(try await world.leila.get(circle + "/proposal").status.code == 422)
            let proposal = try await world.leila.get(circle + "/proposal?near=60.17,24.94")

            #expect(proposal["startsAt"] == .null && proposal["reasons"].elements.isEmpty)
            #expect(proposal["places"].elements.count == 2)
            #expect(try await world.leila.get(circle + "/proposal?near=here").status.code == 422)
        }
    }

    @Test func `two ratings of a visit reveal nothing, nor does a circle of one`() async throws {
        try await withVisits { world in
            let circle = try await world.circle([world.cast.tom])
            try await world.move(world.lunch, toDaysAgo: 40)
            try await world.addRating(5, of: world.lunch, by: world.cast.tom.id)
            try await world.addRating(5, of: world.lunch, by: world.cast.mei.id)
            try await world.index.refresh()

            let proposal = try await world.leila.get(circle + "/proposal")

            let kinds = proposal["places"].elements.flatMap { $0["reasons"].elements.map { $0["kind"].text } }
            #expect(!kinds.isEmpty)
            #expect(!kinds.contains("liked") && !kinds.contains("liked_by_you"))
        }
    }

    @Test func `places show the diet fit of the last outing, and none with too few needs`()
        async throws
    {
        try await withVisits { world in
            let circle = try await world.circle([world.cast.tom])
            try await world.run(
                "UPDATE restaurant SET diets = '{\"vegan\": \"yes\"}' WHERE id = \(world.kuu)")
            func fits() async throws -> [JSONValue] {
                try await world.leila.get(circle + "/proposal?near=60.17,24.94")["places"].elements
                    .flatMap { $0["reasons"].elements }.filter { $0["kind"].text == "fits" }
            }
            for person in [world.cast.leila, world.cast.tom] {
                try await world.run(
                    "INSERT INTO diet_need (person_id, diets) VALUES (\(person.id), '{vegan}')")
            }
            #expect(try await fits().isEmpty)

            let guests = [
                world.cast.tom, world.cast.mei,
            ]
            try await world.run(
                "INSERT INTO diet_need (person_id, diets) VALUES (\(world.cast.mei.id), '{vegan}')")
            try await world.visit(daysAgo: 40, with: guests)
            try await world.run(
                "UPDATE outing SET starts_at = now() - interval '60 days' WHERE id = \(world.lunch)")
            let found = try await fits()

            #expect(found.contains { $0["dietFit"]["fits"].number == 3 })
            #expect(found.allSatisfy { $0["dietFit"]["of"].number == 3 })
        }
    }
}

@Suite struct RhythmTests {
    private static let helsinki = "Europe/Helsinki"

    private func time(_ text: String, _ zone: String = helsinki) throws -> ZonedTime {
        try ZonedTime.read(text, zone: zone)
    }

    @Test func `the most frequent weekday counts, and the middle one of its times`() throws {
        let visits = try [
            "2027-03-12T18:00", "2027-03-11T12:30", "2027-03-04T12:00", "2027-02-25T11:00",
        ].map { try time($0) }

        let meetingHabit = try #require(MeetingHabit(visits))

        #expect(meetingHabit.weekday == 4 && meetingHabit.minute == 12 * 60)
        #expect(meetingHabit.count == 3 && meetingHabit.all == 4)
        #expect(MeetingHabit([]) == nil)
    }

    @Test func `among equally frequent weekdays the most recent counts`() throws {
        let meetingHabit = MeetingHabit(try [time("2027-03-12T18:00"), time("2027-03-11T12:30")])

        #expect(meetingHabit?.weekday == 5)
    }

    @Test func `a time that a clock change skips is passed over`() throws {
        // Sundays at half past three: on 28 March 2027 there is none.
        let meetingHabit = try #require(MeetingHabit([try time("2027-03-21T03:30")]))

        let next = meetingHabit.next(after: try time("2027-03-25T12:00").instant, busy: [])

        #expect(next?.wall.text == "2027-04-04T03:30")
    }

    @Test(arguments: 0..<200)
    func `the next time is on that day at that hour, far enough ahead, free, and none before is`(seed: UInt64)
        throws
    {
        var chance = SeededChance(seed: seed)
        let zone = ["Europe/Helsinki", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe"][
            chance.below(4)]
        let clock = try #require(TimeZone(identifier: zone))
        let now = Date(timeIntervalSince1970: 1_800_000_000 + Double(chance.below(30_000_000)))
        let visits = (0...chance.below(8)).map { _ in
            ZonedTime(now - Double(chance.below(300)) * 86_400 - Double(chance.below(86_400)), in: clock)
        }
        let meetingHabit = try #require(MeetingHabit(visits))
        let busy = (0..<chance.below(6)).map { _ in
            DateInterval(
                start: now + Double(chance.below(80)) * 43_200, duration: Double(chance.below(200_000)))
        }
        func isFree(_ start: Date) -> Bool {
            start >= now + VisitLimits.notice
                && busy.allSatisfy { $0.end <= start || start + OutingLimits.defaultDuration <= $0.start }
        }

        let next = meetingHabit.next(after: now, busy: busy)

        if let next {
            #expect(next.wall.weekday == meetingHabit.weekday)
            #expect(next.wall.hour * 60 + next.wall.minute == meetingHabit.minute)
            #expect(isFree(next.instant))
        }
        // By hand, a day after the other.
        let first = (0..<86).lazy
            .map { ZonedTime(now + Double($0) * 86_400, in: clock).wall }
            .filter { $0.weekday == meetingHabit.weekday }
            .compactMap { day -> Date? in
                guard
                    let wall = WallTime(
                        year: day.year, month: day.month, day: day.day, hour: meetingHabit.minute / 60,
                        minute: meetingHabit.minute % 60)
                else { return nil }
                return try? ZonedTime(wall, in: clock).instant
            }
            .first(where: isFree)
        if let first { #expect(next?.instant == first) }
    }

    @Test(arguments: 0..<200)
    func `a place never ranks lower for fitting more people or for being liked`(seed: UInt64) {
        var chance = SeededChance(seed: seed)
        let of = 3 + chance.below(10)
        let fits = chance.below(of)
        let unknown = chance.below(of - fits + 1)
        var place = PlaceBoost(
            fit: DietFit(fits: fits, of: of, unknown: unknown), liked: chance.below(4),
            isLikedByReader: chance.below(2) == 0)
        let before = place.factor

        if unknown > 0, chance.below(2) == 0 {
            place.fit = DietFit(fits: fits + 1, of: of, unknown: unknown - 1)
        } else if place.fit.map({ $0.misfits > 0 }) == true {
            place.fit = DietFit(fits: fits, of: of, unknown: unknown + 1)
        }
        place.liked = max(1, place.liked ?? 0)
        place.isLikedByReader = true

        #expect(before > 0 && place.factor <= before)
        #expect(PlaceBoost().factor == 1)
    }
}
