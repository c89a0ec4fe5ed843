import Access
import Decisions
import Foundation
import HTTPTypes
import JSON
import Journal
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

@testable import Visits

@Suite struct MemoryTests {
    @Test
    func
        `a circle's history lists the places of most of its members with its owner, newest first, with counts`()
        async throws
    {
        try await withVisits { world in
            let circle = try await world.circle([world.cast.tom, world.cast.mei])
            let tom = world.cast.tom
            let mei = world.cast.mei
            try await world.move(world.lunch, toDaysAgo: 2)
            try await world.visit(daysAgo: 9, at: world.kuu, with: [tom, mei], title: "All")
            try await world.visit(daysAgo: 16, with: [mei], title: "Half")
            try await world.visit(daysAgo: 23, with: [], title: "Alone")
            let off = try await world.visit(daysAgo: 30, with: [tom, mei], title: "Off")
            try await world.run(
                "UPDATE outing SET cancelled_at = now(), cancelled_by = host_id WHERE id = \(off)")
            let theirs = try await world.visit(daysAgo: 37, with: [tom, mei], title: "Without Leila")
            try await world.run(
                """
                UPDATE attendance SET status = 'declined'
                 WHERE outing_id = \(theirs) AND person_id = \(world.cast.leila.id)
                """)

            let memory = try await world.leila.get(circle + "/memory")

            let items = memory["items"].elements
            #expect(items.map { $0["outing"]["title"].text } == ["Lunch", "All", "Half"])
            #expect(items.map { $0["restaurant"]["name"].text } == ["Kettu", "Kuu", "Kettu"])
            #expect(items.map { $0["times"].number } == [2, 1, 2])
            #expect(items.allSatisfy { $0["pick"]["person"]["name"].text == "Leila" })
            #expect(items.allSatisfy { $0["mean"] == .null })
            #expect(memory["next"] == .null)
        }
    }

    @Test func `pages follow each other without a gap`() async throws {
        try await withVisits { world in
            let circle = try await world.circle([world.cast.tom])
            for week in 1...4 {
                try await world.visit(
                    daysAgo: 7 * week, with: [world.cast.tom], title: "\(week)")
            }

            var titles: [String?] = []
            var path = circle + "/memory?limit=2"
            while true {
                let page = try await world.leila.get(path)
                #expect(page["items"].elements.count <= 2)
                titles += page["items"].elements.map { $0["outing"]["title"].text }
                guard let next = page["next"].text else { break }
                path = circle + "/memory?limit=2&cursor=\(next)"
            }

            #expect(titles == ["Lunch", "1", "2", "3", "4"])
            let broken = try await world.leila.get(circle + "/memory?cursor=nowhere")
            #expect(broken.status.code == 422)
        }
    }

    @Test func `the mean is shown once there are three ratings, and only to the circle's owner`()
        async throws
    {
        try await withVisits { world in
            let circle = try await world.circle([world.cast.tom])
            _ = try await world.rate(5, by: world.leila)
            _ = try await world.rate(4, by: world.tom)
            #expect(try await world.leila.get(circle + "/memory")["items"][0]["mean"] == .null)

            _ = try await world.rate(4, by: world.guest, words: "Ada's word")

            let memory = try await world.leila.get(circle + "/memory")
            // 13 thirds, in halves
            #expect(memory["items"][0]["mean"] == .double(4.5))
            #expect(!memory.text.contains("Ada"))
            for visitor in [world.tom, world.stranger] {
                #expect(try await visitor.get(circle + "/memory").status == .notFound)
                #expect(try await visitor.get(circle + "/proposal").status == .notFound)
            }
            #expect(try await world.anonymous.get(circle + "/memory").status == .unauthorized)
        }
    }

    @Test func `a circle's owner can leave out places of its recent outings from a search`()
        async throws
    {
        try await withVisits { world in
            let circle = try await world.circle([world.cast.tom])
            let id = try #require(circle.split(separator: "/").last)
            try await world.move(world.lunch, toDaysAgo: 10)
            func names(_ query: String, _ visitor: Visitor) async throws -> [String?] {
                try await visitor.get("/v1/restaurants?near=60.17,24.94&\(query)")["items"].elements.map {
                    $0["name"].text
                }
            }

            #expect(try await names("circle=\(id)&notWithinWeeks=2", world.leila) == ["Kuu"])
            #expect(try await names("circle=\(id)&notWithinWeeks=1", world.leila) == ["Kuu", "Kettu"])
            func status(_ query: String, _ visitor: Visitor) async throws -> (Int, String?) {
                let answer = try await visitor.get("/v1/restaurants?near=60.17,24.94&\(query)")
                return (answer.status.code, answer["errors"][0]["code"].text)
            }
            #expect(try await status("notWithinWeeks=2", world.leila) == (422, "weeks_need_circle"))
            #expect(try await status("circle=\(id)", world.leila) == (422, "circle_needs_weeks"))
            #expect(try await status("circle=\(id)&notWithinWeeks=0", world.leila).0 == 422)
            #expect(try await status("circle=\(id)&notWithinWeeks=2", world.tom).0 == 404)
            #expect(try await status("circle=\(id)&notWithinWeeks=2", world.anonymous).0 == 404)
        }
    }

    @Test func `so are places where most of an outing's people were with the caller`() async throws {
        try await withVisits { world in
            try await world.move(world.lunch, toDaysAgo: 10)
            let made = try await world.leila.post(
                "/v1/outings", #"{"title":"Next","invite":{"people":["\#(world.cast.tom.id)"]}}"#)
            let outing = try #require(made["id"].text)
            func names(_ weeks: Int, _ visitor: Visitor) async throws -> [String?] {
                try await visitor.get(
                    "/v1/restaurants?near=60.17,24.94&outing=\(outing)&notWithinWeeks=\(weeks)")["items"]
                    .elements.map { $0["name"].text }
            }

            #expect(try await names(2, world.leila) == ["Kuu"])
            #expect(try await names(1, world.leila) == ["Kuu", "Kettu"])
            try await world.run(
                """
                UPDATE attendance SET status = 'maybe'
                 WHERE outing_id = \(world.lunch) AND person_id = \(world.cast.tom.id)
                """)
            #expect(try await names(2, world.tom) == ["Kuu", "Kettu"])
        }
    }

    @Test func `the source's rating is kept, and our own mean is drawn towards it`() async throws {
        try await withVisits { world in
            try await world.run(
                "UPDATE restaurant SET source_rating = 4.5, source_rating_count = 80 WHERE id = \(world.kettu)"
            )
            #expect(try await world.shown()["rating"]["value"] == .double(4.5))
            #expect(try await world.shown()["rating"]["count"].number == 80)

            _ = try await world.rate(1, by: world.tom)

            // (1 + 5 × 4.5) / 6
            #expect(try await world.shown()["rating"]["value"] == .double(3.917))
            #expect(try await world.shown()["rating"]["count"].number == 1)
            #expect(try await world.isSound())
            _ = try await world.tom.delete("/v1/outings/\(world.lunch)/rating")
            #expect(try await world.shown()["rating"]["value"] == .double(4.5))
            #expect(try await world.isSound())
        }
    }
}

@Suite struct PickTests {
    private let host = PersonID.make()
    private let author = PersonID.make()
    private let place = OutingPlace(restaurant: .make(), name: "Kettu")
    private let closing = Date(timeIntervalSince1970: 1_800_000_000)

    private var summary: ProposalSummary {
        ProposalSummary(place: .restaurant(place.restaurant ?? .make(), name: place.name))
    }

    private var accepted: Change {
        .suggestion(
            .make(), by: author, from: SuggestionSnapshot(.open, summary),
            to: SuggestionSnapshot(.accepted, summary))
    }

    @Test func `a place is credited to its suggester, or else to the person who set it`() {
        let set = Change.place(from: nil, to: place)

        #expect(PickUpdate([set], by: host) == .by(host))
        #expect(PickUpdate([set, accepted], by: host) == .by(author))
        #expect(PickUpdate([.place(from: place, to: nil)], by: host) == .removed)
        #expect(PickUpdate([.title(from: "A", to: "B")], by: host) == nil)
        let ofTime = SuggestionSnapshot(.accepted, ProposalSummary())
        #expect(
            PickUpdate([set, .suggestion(.make(), by: author, from: nil, to: ofTime)], by: host) == .by(host))
    }

    @Test func `a place that a poll decided is credited to the group`() {
        let won = PollSnapshot(
            isOpen: false, closesAt: closing, options: 2, winner: summary, isDrawn: false, isApplied: true)

        #expect(
            PickUpdate([.place(from: nil, to: place), .poll(.make(), from: nil, to: won)], by: nil)
                == .by(nil))
    }

    @Test func `the first place of an outing is credited to its host`() {
        let seat = Change.attendee(host, from: nil, to: Answer(role: .host, status: .attending))

        #expect(PickUpdate([seat], by: host) == .firstByHost(host))
    }

    @Test func `a new place has a new credit, and no place has none`() async throws {
        try await withVisits { world in
            let circle = try await world.circle([world.cast.tom])
            let made = try await world.leila.post(
                "/v1/outings",
                """
                {"title":"Lunch with Tom","restaurantId":"\(world.kuu)","startsAt":"2027-03-11T12:30",
                 "invite":{"people":["\(world.cast.tom.id)"]}}
                """)
            let path = "/v1/outings/\(try #require(made["id"].text))"
            let id = try #require(made["id"].text.flatMap { OutingID($0) })
            try await world.run(
                """
                UPDATE attendance SET role = 'cohost', status = 'attending', responded_at = now()
                 WHERE outing_id = \(id) AND person_id = \(world.cast.tom.id)
                """)
            let edited = try await world.tom.patch(
                path, #"{"restaurantId":"\#(world.kettu)"}"#, headers: [.ifMatch: "*"])
            #expect(edited.status == .ok)
            try await world.move(id, toDaysAgo: 1)

            let memory = try await world.leila.get(circle + "/memory")["items"].elements

            #expect(memory.map { $0["pick"]["person"]["name"].text } == ["Leila", "Tom"])
        }
    }
}
