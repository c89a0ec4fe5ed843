import Access
import Foundation
import Geo
import HTTPTypes
import JSON
import Journal
import NoonishAPI
import Postgres
import Restaurants
import TestSupport
import Testing

@testable import Outings

/// Starting points, which are rounded, belong to one outing and are shown to no one.
@Suite struct OriginTests {
    private let exact = #"{"latitude":60.171234,"longitude":24.931239,"consent":true}"#

    @Test func `is rounded on arrival, counts in the aggregate and is in no response`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(
                #""invite":{"people":["\#(world.cast.tom.id)"],"emails":["ada@example.org"]}"#)
            let token = try await world.personalToken(of: "ada@example.org", on: OutingID(outing.id))
            let ada = world.site.program(token: token)

            let shared = try await world.tom.put(outing.path + "/origin", exact)
            let byGuest = try await ada.put(
                outing.path + "/origin", #"{"latitude":60.2,"longitude":25,"consent":true}"#)
            let without = try await world.tom.put(outing.path + "/origin", #"{"latitude":60,"longitude":25}"#)
            let nowhere = try await world.tom.put(
                outing.path + "/origin", #"{"latitude":91,"longitude":25,"consent":true}"#)
            let strangers = try await world.stranger.put(outing.path + "/origin", exact)

            #expect(shared.status == .noContent && byGuest.status == .noContent)
            #expect(without.code == "consent_needed")
            #expect(nowhere.status.code == 422)
            #expect(strangers.status == .notFound)
            #expect(try await world.origins() == ["60.17 24.93", "60.2 25"])
            let toms = try await world.tom.get(outing.path)
            let leilas = try await world.leila.get(outing.path)
            #expect(toms["origins"]["count"].number == 2 && toms["origins"]["isMine"] == .boolean(true))
            #expect(leilas["origins"]["count"].number == 2 && leilas["origins"]["isMine"] == .boolean(false))
            for answer in [toms, leilas, try await world.leila.get(outing.path + "/attendees")] {
                #expect(!answer.text.contains("24.93") && !answer.text.contains("60.2"))
            }
        }
    }

    @Test func `is removed on request, on declining, on leaving and after the outing`() async throws {
        try await withOutings { world in
            let people = [world.cast.tom, world.cast.mei]
            let outing = try await world.outing(
                #""invite":{"people":["\#(people[0].id)","\#(people[1].id)"]}"#)
            func share(_ visitor: Visitor) async throws {
                let answer = try await visitor.put(outing.path + "/origin", exact)
                try #require(answer.status == .noContent, "\(answer)")
            }

            try await share(world.tom)
            #expect(try await world.tom.delete(outing.path + "/origin").status == .noContent)
            #expect(try await world.origins() == [])
            try await share(world.tom)
            _ = try await world.tom.put(outing.path + "/attendance", #"{"status":"declined"}"#)
            #expect(try await world.origins() == [])
            #expect(try await world.tom.put(outing.path + "/origin", exact).code == "not_coming")
            try await share(world.mei)
            _ = try await world.mei.delete(outing.path + "/attendees/\(people[1].id)")
            #expect(try await world.origins() == [])

            try await share(world.leila)
            let clock = OutingClock(database: world.database, record: OutingRecord { _ in })
            #expect(try await clock.forgetOrigins() == 0)
            try await world.end(outing.id)
            #expect(try await clock.forgetOrigins() == 1)
            #expect(try await world.origins() == [])
            #expect(try await world.leila.put(outing.path + "/origin", exact).code == "outing_done")
        }
    }

    @Test func `a search gets the points and the caller's own, but not the owners of the others`()
        async throws
    {
        try await withOutings { world in
            let outing = try await world.outing(#""invite":{"people":["\#(world.cast.tom.id)"]}"#)
            _ = try await world.tom.put(outing.path + "/origin", exact)
            _ = try await world.leila.put(
                outing.path + "/origin", #"{"latitude":60.2,"longitude":25,"consent":true}"#)
            let context = OutingSearchContext(database: world.database)

            let situation = try await context.situation(
                of: try #require(OutingID(outing.id)), for: .person(world.cast.tom.id, session: .make()))

            #expect(situation.origins.map(\.latitude) == [60.17, 60.2])
            #expect(situation.ownOrigin?.latitude == 60.17)
            #expect(!situation.isCallerHost)
        }
    }

    @Test(arguments: [
        (60.171234, 60.17), (60.1725, 60.175), (-0.0024, 0), (89.999, 90), (-33.8688, -33.87),
    ])
    func `a point is rounded to a grid of half a kilometre`(exact: Double, coarse: Double) {
        #expect(abs(Origin(latitude: exact, longitude: 0).latitude - coarse) < 1e-9)
    }

    @Test(arguments: [
        (0, LongestTravelTime.under15), (900, .under15), (1_500, .under30), (4_000, .under30),
        (5_000, .under60),
        (11_000, .under60), (12_000, .over60), (400_000, .over60),
    ])
    func `a distance is described in words, on foot or by ride`(metres: Double, word: LongestTravelTime) {
        #expect(LongestTravelTime(metres: metres) == word)
    }
}

extension TestWorld {
    fileprivate func origins() async throws -> [String] {
        try await all("SELECT latitude::text || ' ' || longitude::text FROM starting_point ORDER BY 1")
    }
}
