import Access
import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Restaurants

@Suite struct OfferTimesTests {
    private let helsinki = TimeZone(identifier: "Europe/Helsinki") ?? .gmt

    private func instant(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    @Test func `an offer holds on its days at its hours, on the clock of its place`() throws {
        let lunch = OfferTimes(
            firstDay: OfferTimes.day(text: "2027-03-01"), lastDay: OfferTimes.day(text: "2027-03-31"),
            weekdays: try #require(OfferTimes.weekdays(text: "Mo-Fr")),
            hours: OfferTimes.Hours(text: "11:00-14:00"))

        for (text, holds) in [
            ("2027-03-11T11:00:00+02:00", true), ("2027-03-11T13:59:00+02:00", true),
            ("2027-03-11T14:00:00+02:00", false), ("2027-03-11T10:59:00+02:00", false),
            ("2027-03-13T12:00:00+02:00", false), ("2027-02-26T12:00:00+02:00", false),
            ("2027-04-01T12:00:00+03:00", false), ("2027-03-31T12:00:00+03:00", true),
            ("2027-03-11T09:30:00Z", true), ("2027-03-30T08:30:00Z", true),
        ] {
            #expect(lunch.hold(at: try instant(text), in: helsinki) == holds, "\(text)")
        }
        #expect(!lunch.areOver(at: try instant("2027-03-31T23:00:00+03:00"), in: helsinki))
        #expect(lunch.areOver(at: try instant("2027-04-01T00:00:00+03:00"), in: helsinki))
    }

    @Test func `hours that pass midnight belong to the day they began on`() throws {
        let night = OfferTimes(
            firstDay: OfferTimes.day(text: "2027-03-12"), lastDay: OfferTimes.day(text: "2027-03-12"),
            weekdays: [5], hours: OfferTimes.Hours(text: "22:00-02:00"))

        for (text, holds) in [
            ("2027-03-12T01:00:00+02:00", false), ("2027-03-12T22:00:00+02:00", true),
            ("2027-03-13T01:59:00+02:00", true), ("2027-03-13T02:00:00+02:00", false),
            ("2027-03-13T22:30:00+02:00", false),
        ] {
            #expect(night.hold(at: try instant(text), in: helsinki) == holds, "\(text)")
        }
        #expect(!night.areOver(at: try instant("2027-03-13T01:59:00+02:00"), in: helsinki))
        #expect(night.areOver(at: try instant("2027-03-13T02:00:00+02:00"), in: helsinki))
    }

    @Test func `hours that the clocks skip are never, and those they repeat are twice`() throws {
        // In Helsinki clocks go from 3:00 to 4:00 on 28 March and from 4:00 to 3:00 on 31 October 2027.
        let early = OfferTimes(weekdays: OfferTimes.everyDay, hours: OfferTimes.Hours(text: "03:00-04:00"))

        for minute in 0..<240 {
            let spring = try instant("2027-03-27T23:00:00Z") + Double(minute) * 60
            #expect(!early.hold(at: spring, in: helsinki))
        }
        let autumn = try instant("2027-10-30T22:00:00Z")
        let held = (0..<300).filter { early.hold(at: autumn + Double($0) * 60, in: helsinki) }
        #expect(held.count == 120)
    }

    @Test(arguments: 0..<200)
    func `agrees with a calendar about every quarter of an hour around some day`(seed: UInt64) throws {
        var chance = SeededChance(seed: seed)
        let zone = try #require(
            TimeZone(
                identifier: [
                    "Europe/Helsinki", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe",
                ][chance.below(4)]))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let weekdays = Set((1...7).filter { _ in chance.below(2) == 0 } + [chance.below(7) + 1])
        let from = chance.below(1_440)
        let until = 1 + chance.below(1_440)
        let times = OfferTimes(weekdays: weekdays, hours: .init(from: from, until: until))
        let start = Date(timeIntervalSince1970: 1_800_000_000 + Double(chance.below(30_000_000) / 900 * 900))

        for step in 0..<192 {
            let instant = start + Double(step) * 900
            let wall = calendar.dateComponents([.weekday, .hour, .minute], from: instant)
            let day = ((wall.weekday ?? 1) + 5) % 7 + 1
            let yesterday = (day + 5) % 7 + 1
            let minute = (wall.hour ?? 0) * 60 + (wall.minute ?? 0)
            let holds =
                until > from
                ? weekdays.contains(day) && (from..<until).contains(minute)
                : weekdays.contains(day) && minute >= from || weekdays.contains(yesterday) && minute < until
            #expect(times.hold(at: instant, in: zone) == holds, "\(instant)")
        }
    }

    @Test func `reads days, weekdays and hours, and nothing else`() {
        #expect(OfferTimes.weekdays(text: "Mo") == [1])
        #expect(OfferTimes.weekdays(text: "Sa-Mo, We") == [6, 7, 1, 3])
        for text in ["", "Mon", "Mo-", "Mo-Tu-We", "1-5", ",Mo"] {
            #expect(OfferTimes.weekdays(text: text) == nil, "\(text)")
        }
        #expect(OfferTimes.Hours(text: "9:00-24:00") == OfferTimes.Hours(from: 540, until: 1_440))
        #expect(OfferTimes.Hours(text: "22:00-00:00") == OfferTimes.Hours(from: 1_320, until: 1_440))
        for text in ["", "11-14", "24:00-02:00", "11:60-12:00", "11:00-25:00"] {
            #expect(OfferTimes.Hours(text: text) == nil, "\(text)")
        }
        #expect(OfferTimes.day(text: "2028-02-29").map(OfferTimes.text(ofDay:)) == "2028-02-29")
        for text in ["2027-02-29", "2027-13-01", "27-01-01", "today"] {
            #expect(OfferTimes.day(text: text) == nil, "\(text)")
        }
    }
}

@Suite struct OfferImportTests {
    private let file = """
        key,restaurant,title,words,link,first,last,weekdays,hours
        soup,1,Two soups for one,With bread,https://kettu.example/soup,2027-01-01,2027-12-31,Mo-Fr,11:00-14:00
        late,1,Late plate,,,,,,
        """

    private func bring(_ text: String, as name: String = "deals.csv", _ town: Directory) async throws
        -> OfferImport.Report
    {
        try await withFolder { folder in
            try text.write(toFile: folder + name, atomically: true, encoding: .utf8)
            return try await OfferImport(database: town.database).run(
                .init(file: folder + name, source: "deals", restaurants: "town"))
        }
    }

    private func inTown(
        _ test: @escaping @Sendable (Directory, TestSite, RestaurantID) async throws -> Void
    ) async throws {
        try await withDirectory { town in
            let kettu = RestaurantID.make()
            try await town.run(
                """
                INSERT INTO restaurant_source (id, name, licence, attribution, url)
                VALUES ('town', 'The town', 'CC0', '© The town', 'https://town.example');
                INSERT INTO restaurant (id, source, source_id, name, kind, latitude, longitude, time_zone)
                VALUES ('\(kettu)', 'town', '1', 'Kettu', 'restaurant', 60.17, 24.94, 'Europe/Helsinki')
                """)
            let now = try Date("2027-03-01T12:00:00Z", strategy: .iso8601)
            let routes = OfferRoutes(database: town.database) { now }.routes
            try await withSite(RouteTable(routes, site: .forTests, resolvers: [])) { site in
                try await test(town, site, kettu)
            }
        }
    }

    @Test func `a file is the whole of its source: again it changes nothing, and what it no longer has ends`()
        async throws
    {
        try await inTown { town, site, kettu in
            func titles(_ query: String = "") async throws -> [String?] {
                try await site.program().get("/v1/offers?restaurant=\(kettu)\(query)")["items"].elements
                    .map { $0["title"].text }
            }

            let first = try await bring(file, town)
            #expect((first.read, first.new, first.changed, first.ended) == (2, 2, 0, 0))
            let again = try await bring(file, town)
            #expect((again.new, again.changed, again.ended) == (0, 0, 0))
            #expect(try await titles() == ["Two soups for one", "Late plate"])
            #expect(try await titles("&at=2027-03-13T12:00:00%2B02:00") == ["Late plate"])
            #expect(try await titles("&at=2027-03-11T12:00:00%2B02:00").count == 2)
            #expect(try await titles("&at=2028-01-01T12:00:00%2B02:00") == ["Late plate"])

            let other = try await bring(
                #"[{"key":"soup","restaurant":1,"title":"Three soups for one"}]"#, as: "deals.json", town)
            #expect((other.new, other.changed, other.ended) == (0, 1, 1))
            #expect(try await titles() == ["Three soups for one"])
            let back = try await bring(file, town)
            #expect((back.new, back.changed, back.ended) == (0, 2, 0))
        }
    }

    @Test func `says an offer whole, on the place's own clock`() async throws {
        try await inTown { town, site, kettu in
            _ = try await bring(file, town)

            let offer = try await site.program().get("/v1/offers?restaurant=\(kettu)")["items"][0]

            #expect(offer["words"].text == "With bread")
            #expect(offer["link"].text == "https://kettu.example/soup")
            #expect(offer["firstDay"].text == "2027-01-01" && offer["lastDay"].text == "2027-12-31")
            #expect(offer["weekdays"].elements.compactMap(\.number) == [1, 2, 3, 4, 5])
            #expect(offer["hours"]["from"].text == "11:00" && offer["hours"]["until"].text == "14:00")
            #expect(offer["timeZone"].text == "Europe/Helsinki" && offer["source"].text == "deals")
            #expect(try await site.program().get("/v1/offers").status.code == 422)
            #expect(try await site.program().get("/v1/offers?restaurant=kettu").status.code == 422)
        }
    }

    @Test func `what cannot be is left out and counted, and a file without any changes nothing`() async throws
    {
        try await inTown { town, site, kettu in
            _ = try await bring(file, town)
            let report = try await bring(
                """
                key,restaurant,title,first,last,weekdays,hours
                a,1,Fine,,,,
                a,1,Twice,,,,
                b,77,Nowhere,,,,
                c,1,,,,,
                d,1,Odd day,2027-02-30,,,
                e,1,Backwards,2027-03-02,2027-03-01,,
                f,1,Odd week,,,Funday,
                g,1,Odd hours,,,,noon
                ,1,No key,,,,
                """, town)

            #expect(report.read == 9 && report.new == 1)
            #expect(report.skipped.values.reduce(0, +) == 8)
            #expect(report.skipped[OfferRecord.Fault.badDay.rawValue] == 2)
            #expect(report.skipped[OfferRecord.Fault.unknownRestaurant.rawValue] == 1)
            await #expect(throws: ImportFault.self) { _ = try await bring("key,restaurant,title\n", town) }
            let shown = try await site.program().get("/v1/offers?restaurant=\(kettu)")
            #expect(shown["items"].elements.map { $0["title"].text } == ["Fine"])
        }
    }
}
