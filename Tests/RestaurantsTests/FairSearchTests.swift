import Access
import Foundation
import Geo
import GeoSearch
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Restaurants

/// Places that are far for no one, and what a search must not reveal about starting points.
@Suite struct FairSearchTests {
    private static let outing = OutingID(UUID())

    /// Thirty places on a line to the east, a step of 0.01 degrees between them.
    private func along(
        _ situation: OutingSituation, _ test: @escaping @Sendable (TestSite) async throws -> Void
    )
        async throws
    {
        try await withDatabase { database in
            let directory = try Directory(database)
            for number in 1...30 {
                try await database.run(
                    script: """
                        INSERT INTO restaurant_source (id, name, licence, attribution, url)
                        VALUES ('test', 'Test', 'none', 'Test', 'https://example.org') ON CONFLICT DO NOTHING;
                        INSERT INTO restaurant (id, source, source_id, name, kind, latitude, longitude, country)
                        VALUES (gen_random_uuid(), 'test', '\(number)', 'Place \(number)', 'restaurant',
                                60.17, 24.9 + \(number) * 0.01, 'FI')
                        """)
            }
            try await directory.index.refresh()
            let outings = OutingsOfTests(situations: [Self.outing: situation])
            try await withSite(directory.table(outings: outings), test)
        }
    }

    private func situation(
        _ longitudes: [Double], own: Double? = nil, isCallerHost: Bool = false
    ) throws -> OutingSituation {
        OutingSituation(
            startsAt: nil, timeZone: "Europe/Helsinki",
            origins: try longitudes.map { try Coordinate(latitude: 60.17, longitude: $0) },
            ownOrigin: try own.map { try Coordinate(latitude: 60.17, longitude: $0) },
            isCallerHost: isCallerHost)
    }

    @Test func `the shortest longest way comes first, and everybody sees their own alone`() async throws {
        let situation = try situation([24.91, 24.93, 25.11], own: 24.91)
        try await along(situation) { site in
            let path = "/v1/restaurants?outing=\(Self.outing)&sort=fair&limit=30"
            let answer = try await site.program().get(path)
            let items = answer["items"].elements

            // Half way between the outermost, 24.91 and 25.11, is place 11.
            #expect(items.first?["name"].text == "Place 11")
            let worst = items.map { item in
                let number = Int(item["name"].text?.split(separator: " ").last ?? "") ?? 0
                return max(abs(number - 1), abs(number - 21))
            }
            #expect(worst == worst.sorted())
            #expect(items.count == 30)
            // Ten steps of 0.01 degrees at that latitude are 5.5 km.
            let own = try #require(items.first.flatMap { Self.number($0["distance"]) })
            #expect(abs(own - 5_532) < 20)
            #expect(answer["next"] == .null)
            #expect(items.allSatisfy { $0["longestWay"] == .null })
            #expect(!answer.text.contains("25.11,"))
        }
    }

    @Test func `who shares nothing gets no distance but from the point they name`() async throws {
        try await along(try situation([24.91, 25.11])) { site in
            let path = "/v1/restaurants?outing=\(Self.outing)&sort=fair&limit=1"
            let blind = try await site.program().get(path)
            let named = try await site.program().get(path + "&near=60.17,25.01")

            #expect(blind["items"][0]["distance"] == .null)
            #expect(blind["items"][0]["name"].text == "Place 11")
            #expect(Self.number(named["items"][0]["distance"]) == 0)
            #expect(named["items"][0]["name"].text == "Place 11")
        }
    }

    @Test func `hosts hear how long the longest way is in a word, from three people on`() async throws {
        try await along(try situation([24.91, 25.11], isCallerHost: true)) { site in
            let path = "/v1/restaurants?outing=\(Self.outing)&sort=fair"
            let answer = try await site.program().get(path)
            #expect(answer["items"][0]["longestWay"] == .null)
        }
        try await along(try situation([24.91, 25, 25.11], isCallerHost: true)) { site in
            let path = "/v1/restaurants?outing=\(Self.outing)&sort=fair"
            let answer = try await site.program().get(path)
            #expect(answer["items"][0]["longestWay"].text == "under_60_min")
        }
    }

    @Test func `one origin is nothing to be fair to, and a page or an area does not go with it`() async throws
    {
        try await along(try situation([24.91])) { site in
            let path = "/v1/restaurants?outing=\(Self.outing)&sort=fair"
            let alone = try await site.program().get(path)
            #expect(alone.code == "origins_needed")
            #expect(alone["shared"].number == 1)
        }
        try await along(try situation([24.91, 25.11])) { site in
            let path = "/v1/restaurants?outing=\(Self.outing)"
            let page = try await site.program().get(path + "&near=60.17,24.9&limit=2")
            let cursor = try #require(page["next"].text)
            for wrong in ["&cursor=\(cursor)", "&near=60.17,24.9&radius=500", "&bounds=60,24,61,25"] {
                let answer = try await site.program().get(path + "&sort=fair" + wrong)
                #expect(answer.status.code == 422, "\(wrong): \(answer.text)")
            }
        }
    }

    private static func number(_ value: JSONValue) -> Double? {
        switch value {
        case .integer(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }
}
