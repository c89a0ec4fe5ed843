import Fetch
import Foundation
import Geo
import GeoSearch
import HTTPTypes
import JSON
import Logging
import NIOCore
import NoonishAPI
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Restaurants

/// Yelp's contract, as a fake of it speaks it: `Tests/Servers/yelp_server.py`.
struct YelpTests {
    private struct Asked: Decodable {
        let target: String
        let key: String
    }

    /// A clock that stands until it is moved.
    private final class Clock: Sendable {
        private let time = Mutex(Date(timeIntervalSince1970: 1_893_492_000))  // 2030-01-01T10:00:00Z

        var now: Date { time.withLock { $0 } }

        func advance(_ seconds: Double) { time.withLock { $0 += seconds } }
    }

    private func withFake(
        key: String = "good", dailyLimit: Int = 300, timeout: Duration = .seconds(30),
        countedIn database: PostgresClient? = nil,
        _ test: (YelpOrigin, PythonServer, Clock) async throws -> Void
    ) async throws {
        try await PythonServer.run("yelp_server.py") { server in
            let client = try FetchClient(FetchConfiguration(userAgent: "Test/1"), logger: .forTests)
            let clock = Clock()
            let yelp = YelpOrigin(
                .init(
                    key: key, url: "http://127.0.0.1:\(server.port)", dailyLimit: dailyLimit, timeout: timeout
                ),
                client: client, countedIn: database, logger: .forTests, now: { clock.now })
            do {
                try await test(yelp, server, clock)
            } catch {
                await client.shutdown()
                throw error
            }
            await client.shutdown()
        }
    }

    private func asked(_ server: PythonServer) async throws -> Asked { try await server.event() }

    private static let here = Coordinate.kamppi

    @Test func `a search is one request within Yelp's limits, with the key and nothing of the asker`()
        async throws
    {
        try await withFake { yelp, server, _ in
            var query = LiveQuery(origin: Self.here, radius: 90_000, text: "ramen & 麺", limit: 50)
            query.cuisines = ["japanese", "zapiekanka"]
            query.diets = [.vegan]
            query.prices = [2, 1]
            query.attributes = [.wheelchair, .deals]
            query.openAt = Date(timeIntervalSince1970: 1_893_495_600)
            query.order = .best

            _ = try await yelp.search(query)

            let request = try await asked(server)
            #expect(request.key == "Bearer good")
            #expect(
                request.target
                    == "/v3/businesses/search?latitude=60.169&longitude=24.933"
                    + "&term=ramen%20%26%20%E9%BA%BA%20zapiekanka%20vegan&categories=japanese&radius=40000"
                    + "&price=1%2C2&attributes=deals%2Cwheelchair_accessible&open_at=1893495600&sort_by=best_match&limit=50&offset=0"
            )
        }
    }

    @Test func `of attributes Yelp shows what has all of them`() async throws {
        try await withFake { yelp, _, _ async throws in
            for (attributes, names) in [
                ([], ["Ramen Kettu", "Somewhere Else"]), ([.reservation], ["Ramen Kettu", "Somewhere Else"]),
                ([.reservation, .wheelchair], ["Ramen Kettu"]), ([.deals, .new, .waitlist], []),
            ] as [(Set<LiveAttribute>, [String])] {
                let query = LiveQuery(origin: Self.here, radius: 5_000, attributes: attributes)
                #expect(try await yelp.search(query).map(\.name) == names)
            }
        }
    }

    @Test func `businesses are read with their page, and closed ones left out`() async throws {
        try await withFake { yelp, _, _ in
            let found = try await yelp.search(LiveQuery(origin: Self.here, radius: 5_000))

            #expect(found.map(\.name) == ["Ramen Kettu", "Somewhere Else"])
            let kettu = try #require(found.first)
            #expect(kettu.id == "fake-1" && kettu.url == "https://www.yelp.example/biz/fake-1")
            #expect(kettu.rating == .init(value: 4.5, count: 10) && kettu.price == 2)
            #expect(kettu.phone == "+35891234567" && kettu.address == "Katu 1, 00100 Helsinki")
            #expect(kettu.categories == ["Ramen"])
            #expect(abs((kettu.distance ?? 0) - 334) < 60)
            let other = try #require(found.last)
            #expect(other.price == nil && other.phone == nil && other.imageURL == nil)
            let best = try await yelp.search(LiveQuery(origin: Self.here, radius: 5_000, minimumRating: 4))
            #expect(best.map(\.name) == ["Ramen Kettu"])
        }
    }

    @Test func `details have hours, and what is not there is nothing`() async throws {
        try await withFake { yelp, _, _ in
            let kettu = try #require(try await yelp.details("fake-1"))
            #expect(
                kettu.hours == [
                    .init(weekday: 1, from: "11:00", to: "15:00"),
                    .init(weekday: 5, from: "17:00", to: "02:00"),
                ])
            #expect(try await yelp.details("../search?x") == nil)
        }
    }

    @Test func `an answer is shown again for an hour, and never for longer than a day`() async throws {
        #expect(YelpLimits.cacheSeconds <= YelpLimits.maximumCacheAge)
        try await withFake(dailyLimit: 2) { yelp, _, clock in
            let query = LiveQuery(origin: Self.here)
            _ = try await yelp.search(query)
            clock.advance(YelpLimits.cacheSeconds - 1)
            _ = try await yelp.search(query)

            clock.advance(2)
            _ = try await yelp.search(query)
            clock.advance(YelpLimits.cacheSeconds + 1)

            // Two requests were sent, and no third may be today.
            await #expect(throws: LiveFault.exhausted) { try await yelp.search(query) }
            clock.advance(86_400)
            _ = try await yelp.search(query)
        }
    }

    @Test func `processes share the requests of a day`() async throws {
        try await withDatabase(role: "noonish_app") { database in
            for expected in [2, 0] {
                try await withFake(dailyLimit: 2, countedIn: database) { yelp, _, _ in
                    for number in 0..<2 {
                        let place = try Coordinate(latitude: 60.1 + Double(number), longitude: 24.9)
                        let query = LiveQuery(origin: place)
                        if number < expected {
                            _ = try await yelp.search(query)
                        } else {
                            await #expect(throws: LiveFault.exhausted) { try await yelp.search(query) }
                        }
                    }
                }
            }
        }
    }

    @Test(arguments: [
        ("refused", LiveFault.unavailable, 599.0, 601.0), ("broken", .unavailable, 29, 31),
        ("hasty", .exhausted, 4, 6), ("tired", .exhausted, 50_000, 50_500),
    ])
    func `after a refusal nothing is asked for as long as was said`(
        key: String, fault: LiveFault, before: Double, after: Double
    ) async throws {
        try await withFake(key: key) { yelp, server, clock in
            let query = LiveQuery(origin: Self.here)
            await #expect(throws: fault) { try await yelp.search(query) }
            let first = try await asked(server)
            #expect(first.target.contains("latitude"))

            clock.advance(before)
            await #expect(throws: fault) { try await yelp.details("quiet") }
            clock.advance(after - before)
            await #expect(throws: fault) { try await yelp.details("again") }

            let second = try await asked(server)
            #expect(second.target == "/v3/businesses/again")
        }
    }

    @Test func `the last request of the day says so`() async throws {
        try await withFake(key: "last") { yelp, _, clock in
            _ = try await yelp.search(LiveQuery(origin: Self.here))
            await #expect(throws: LiveFault.exhausted) { try await yelp.details("fake-1") }
            clock.advance(14 * 3_600 + 1)
            #expect(try await yelp.details("fake-1")?.name == "Ramen Kettu")
        }
    }

    @Test(arguments: ["silent", "odd"])
    func `who does not answer in time or sense is left alone for a while`(key: String) async throws {
        try await withFake(key: key, timeout: .milliseconds(300)) { yelp, _, _ in
            await #expect(throws: LiveFault.unavailable) {
                try await yelp.search(LiveQuery(origin: Self.here))
            }
        }
    }

    @Test func `the search shows it beside ours, marked with its source, and writes nothing down`()
        async throws
    {
        try await withFake { yelp, _, _ in
            try await withDatabase { database in
                let directory = try Directory(database)
                let ours = ["amenity": "restaurant", "name": "Kettu Ramen"]
                try await directory.importFile(feature(1, ours, at: (60.17, 24.9384)), as: "a.json", .osm)
                try await directory.index.refresh()
                try await withSite(directory.table(live: [yelp])) { site in
                    let path = "/v1/restaurants?near=60.1699,24.9384&live=true"
                    let answer = try await site.program().get(path)

                    #expect(answer.json["items"].elements.map { $0["name"] } == [.string("Kettu Ramen")])
                    let live = answer.json["live"].elements[0]
                    #expect(live["state"] == .string("answered"))
                    #expect(live["source"]["attribution"] == .string("Powered by Yelp"))
                    #expect(live["source"]["url"] == .string("https://www.yelp.com/"))
                    let items = live["items"].elements
                    #expect(items.map { $0["name"].text } == ["Ramen Kettu", "Somewhere Else"])
                    #expect(items.allSatisfy { $0["url"].text?.hasPrefix("https://") == true })
                    #expect(items[0]["restaurantId"] == answer.json["items"].elements[0]["id"])
                    #expect(items[1]["restaurantId"] == .null)

                    let one = try await site.program().get("/v1/restaurants/live/yelp/fake-1")
                    #expect(one.json["items"].elements[0]["hours"].elements.count == 2)
                    #expect(
                        try await site.program().get("/v1/restaurants/live/yelp/none").status == .notFound)
                    #expect(try await site.program().get("/v1/restaurants/live/other/x").status == .notFound)
                    // Without being asked for, and on later pages, it is not there.
                    let plain = try await site.program().get("/v1/restaurants?near=60.1699,24.9384")
                    #expect(plain.json["live"].text == nil && !plain.text.contains("Yelp"))
                }
                #expect(try await directory.names() == ["Kettu Ramen"])
                try await directory.index.refresh()
                #expect(directory.index.count == 1)
                var exported = ""
                for source in try await RestaurantExport(database: database).sources() {
                    try await RestaurantExport(database: database).run(source) {
                        exported += String(buffer: $0)
                    }
                }
                #expect(exported.contains("Kettu Ramen") && !exported.contains("elp"))
            }
        }
    }

    @Test(arguments: [("broken", "unavailable"), ("tired", "exhausted"), ("refused", "unavailable")])
    func `a source that does not answer takes nothing from ours`(key: String, state: String) async throws {
        try await withFake(key: key) { yelp, _, _ in
            try await withDatabase { database in
                let directory = try Directory(database)
                let ours = ["amenity": "restaurant", "name": "Kettu"]
                try await directory.importFile(feature(1, ours), as: "a.json", .osm)
                try await directory.index.refresh()
                try await withSite(directory.table(live: [yelp])) { site in
                    let path = "/v1/restaurants?near=60.1699,24.9384&live=true"
                    let answer = try await site.program().get(path)

                    #expect(answer.status == .ok && answer.json["items"].elements.count == 1)
                    #expect(answer.json["live"].elements[0]["state"] == .string(state))
                    #expect(answer.json["live"].elements[0]["items"].elements.isEmpty)
                    let one = try await site.program().get("/v1/restaurants/live/yelp/fake-1")
                    #expect(one.status == .serviceUnavailable && one.headers[.retryAfter] != nil)
                }
            }
        }
    }
}

extension Coordinate {
    static let kamppi = (try? Coordinate(latitude: 60.16935, longitude: 24.93264)) ?? .nullIsland
}
