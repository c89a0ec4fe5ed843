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

/// What is open when: from the import to the answer. 11 March 2027 is a Thursday, 26 March is Good Friday.
@Suite struct RestaurantHoursTests {
    private static let places = [
        (1, "Arki", "Mo-Fr 11:00-15:00; PH off"), (2, "Ilta", "Tu-Sa 17:00-02:00"),
        (3, "Sopimus", "\"by appointment\""), (4, "Sotku", "arkisin kymmenestä"), (5, "Aina", "24/7"),
    ]

    /// Five places at one spot, in Helsinki.
    private func withPlaces(
        zone: String? = "Europe/Helsinki", outings: OutingsOfTests = OutingsOfTests(),
        _ test: @escaping @Sendable (Directory, TestSite, ImportReport) async throws -> Void
    ) async throws {
        try await withDatabase { database in
            let directory = try Directory(database)
            let features = Self.places.map { number, name, hours in
                let text = hours.replacingOccurrences(of: "\"", with: "\\\"")
                return feature(
                    number,
                    ["amenity": "restaurant", "name": name, "addr:country": "FI", "opening_hours": text])
            }
            let report = try await directory.importFile(
                features.joined(separator: "\n"), as: "a.json", .osm, zone: zone)
            try await directory.index.refresh()
            try await withSite(directory.table(outings: outings)) { try await test(directory, $0, report) }
        }
    }

    /// Name to state, of what a search finds.
    private func states(_ site: TestSite, _ query: String) async throws -> [String: String] {
        let answer = try await site.program().get("/v1/restaurants?near=60.1699,24.9384&\(query)")
        #expect(answer.status == .ok, "\(answer.text)")
        return Dictionary(
            uniqueKeysWithValues: answer.json["items"].elements.map {
                ($0["name"].text ?? "", $0["openAt"]["state"].text ?? "")
            })
    }

    @Test func `an import counts hours that cannot be read and takes a country's only zone`() async throws {
        try await withPlaces(zone: nil) { directory, _, report async throws in
            #expect(report.hours.readable == 4)
            #expect(report.hours.unreadable == 1)
            #expect(report.hours.withoutZone == 0)
            let row = try await directory.database.one(.bySourceID("n1"))
            #expect(row.timeZone == "Europe/Helsinki")
        }
    }

    @Test func `a search says what is open then and until when`() async throws {
        try await withPlaces { _, site, _ async throws in
            let noon = try await states(site, "openAt=2027-03-11T10:30:00Z")
            let night = try await states(site, "openAt=2027-03-11T22:30:00Z")
            let holiday = try await states(site, "openAt=2027-03-26T10:30:00Z")

            #expect(
                noon == [
                    "Arki": "open", "Ilta": "closed", "Sopimus": "unknown", "Sotku": "unknown",
                    "Aina": "open",
                ])
            #expect(night["Ilta"] == "open" && night["Arki"] == "closed")
            #expect(holiday["Arki"] == "closed")
            let answer = try await site.program().get(
                "/v1/restaurants?near=60.1699,24.9384&q=arki&openAt=2027-03-11T10:30:00Z")
            #expect(answer.json["items"][0]["openAt"]["until"].text?.hasPrefix("2027-03-11T13:00:00") == true)
        }
    }

    @Test func `only what is open, or may be, is found if that is asked`() async throws {
        try await withPlaces { _, site, _ async throws in
            let time = "openAt=2027-03-11T10:30:00Z"
            #expect(try await states(site, time + "&open=yes").keys.sorted() == ["Aina", "Arki"])
            #expect(
                try await states(site, time + "&open=yes,unknown").keys.sorted()
                    == ["Aina", "Arki", "Sopimus", "Sotku"])
            #expect(try await states(site, time + "&open=no").keys.sorted() == ["Ilta"])
            #expect(try await states(site, "open=yes").keys.contains("Aina"))
        }
    }

    @Test func `the next page is about the same time`() async throws {
        try await withPlaces { _, site, _ async throws in
            let path = "/v1/restaurants?near=60.1699,24.9384&open=yes&limit=1"
            let first = try await site.program().get(path + "&openAt=2027-03-11T10:30:00Z")
            let next = try #require(first.json["next"].text)

            let second = try await site.program().get(
                path + "&openAt=2027-03-11T10:30:00Z&cursor=\(next)")

            #expect(second.json["items"][0]["openAt"]["state"] == .string("open"))
            #expect(second.json["items"][0]["name"] != first.json["items"][0]["name"])
        }
    }

    @Test func `an outing's time is taken`() async throws {
        let outing = OutingID(UUID())
        let noon = OutingSituation(
            startsAt: Date(timeIntervalSince1970: 1_804_761_000), timeZone: "Europe/Helsinki")
        try await withPlaces(outings: OutingsOfTests(situations: [outing: noon])) {
            _, site, _ async throws in
            #expect(try await states(site, "outing=\(outing)")["Arki"] == "open")
            #expect(
                try await states(site, "outing=\(outing)&openAt=2027-03-11T20:00:00Z")["Arki"] == "closed")
        }
    }

    @Test func `a restaurant's page has its week`() async throws {
        try await withPlaces { directory, site, _ async throws in
            let row = try await directory.database.one(.bySourceID("n2"))

            let answer = try await site.program().get("/v1/restaurants/\(row.id)?openAt=2027-03-11T16:30:00Z")

            #expect(answer.json["openAt"]["state"] == .string("open"))
            let week = answer.json["hours"]["week"].elements
            #expect(week.compactMap { $0["date"].text }.first == "2027-03-11")
            #expect(week.map { $0["spans"].elements.count } == [1, 1, 1, 0, 0, 1, 1])
            #expect(week[0]["spans"][0]["from"] == .string("17:00"))
            #expect(week[0]["spans"][0]["to"] == .string("02:00"))
        }
    }

    @Test func `places share a number where their hours mean the same`() throws {
        let patterns = HoursPatterns()
        let helsinki = try Coordinate(latitude: 60.17, longitude: 24.94)
        let oulu = try Coordinate(latitude: 65.01, longitude: 25.47)
        func number(_ text: String, _ zone: String?, _ country: String?, _ place: Coordinate) -> UInt32 {
            patterns.number(of: PlaceHours(text: text, zone: zone, country: country, coordinate: place))
        }
        let plain = number("Mo-Fr 10:00-12:00", "Europe/Helsinki", "FI", helsinki)

        #expect(plain == number("Mo-Fr 10:00-12:00", "Europe/Helsinki", nil, oulu))
        #expect(plain != number("Mo-Fr 10:00-12:00", "Europe/Berlin", "DE", helsinki))
        #expect(
            number("10:00-12:00; PH off", "Europe/Helsinki", "FI", helsinki)
                != number("10:00-12:00; PH off", "Europe/Helsinki", "AX", helsinki))
        #expect(
            number("10:00-sunset", "Europe/Helsinki", "FI", helsinki)
                != number("10:00-sunset", "Europe/Helsinki", "FI", oulu))
        #expect(number("10:00", "Europe/Helsinki", "FI", oulu) == Place.unknownHours)
        #expect(number("24/7", nil, "FI", oulu) == Place.unknownHours)
        #expect(number("24/7", "Mars/Olympus", "FI", oulu) == Place.unknownHours)
        #expect(patterns.count == 6)
    }

    @Test func `a number that no place has is given out again, but not at once`() throws {
        let patterns = HoursPatterns()
        func number(_ text: String) throws -> UInt32 {
            patterns.number(
                of: PlaceHours(text: text, zone: "Europe/Helsinki", country: "FI", coordinate: .kamppi))
        }
        let noon = Date(timeIntervalSince1970: 1_804_762_800)
        let old = try number("24/7")
        let kept = try number("off")
        let start = ContinuousClock.now
        #expect(patterns.states(at: noon)[old] == .open)
        for _ in 1...2 {
            #expect(patterns.answer(of: old, at: noon) == OpenStatus(state: .open, until: nil))
            #expect(patterns.answer(of: kept, at: noon)?.state == .closed)
        }

        patterns.freeNumbers(notIn: [kept], now: start)
        patterns.freeNumbers(notIn: [kept], now: start + RestaurantLimits.unusedHoursRetention - .seconds(1))
        #expect(patterns[old] != nil)
        #expect(try number("Mo-Su 03:00-03:05") == 2)
        // A restaurant has it again, so it rests anew.
        #expect(try number("24/7") == old)
        patterns.freeNumbers(notIn: [kept, 2], now: start + RestaurantLimits.unusedHoursRetention)
        #expect(patterns[old] != nil)
        patterns.freeNumbers(notIn: [kept, 2], now: start + RestaurantLimits.unusedHoursRetention * 2)

        #expect(patterns[old] == nil && patterns.answer(of: old, at: noon) == nil)
        #expect(patterns.states(at: noon)[old] == .unknown)
        #expect(patterns.all.map { $0?.text } == [nil, "off", "Mo-Su 03:00-03:05"])
        #expect(try number("Mo-Su 04:00-04:05") == old)
        #expect(patterns.count == 3)
        #expect(patterns.states(at: noon)[old] == .closed)
        for _ in 1...2 { #expect(patterns.answer(of: old, at: noon)?.state == .closed) }
        #expect(patterns.answer(of: 3, at: noon) == nil)
    }

    @Test func `who only asks when a place is open takes no number`() throws {
        let patterns = HoursPatterns()
        let hours = PlaceHours(text: "24/7", zone: "Europe/Helsinki", country: "FI", coordinate: .kamppi)

        #expect(patterns.pattern(of: hours)?.answer(at: .now).state == .open)
        #expect(patterns.pattern(of: nil) == nil)
        #expect(patterns.count == 0)
    }

    @Test func `a zone file says where each clock is shown, and a broken one is refused`() async throws {
        func file(_ rings: [(zone: UInt32, points: [(Int32, Int32)])]) -> Data {
            var data = Data("NNZONES1".utf8)
            func add(_ number: UInt32) {
                withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) }
            }
            add(2)
            for name in ["Europe/Helsinki", "Europe/Stockholm"] {
                data += [UInt8(name.utf8.count)] + name.utf8
            }
            add(UInt32(rings.count))
            for ring in rings {
                add(ring.zone)
                add(UInt32(ring.points.count))
                for point in ring.points {
                    add(UInt32(bitPattern: point.0))
                    add(UInt32(bitPattern: point.1))
                }
            }
            return data
        }
        func square(_ west: Int32, _ south: Int32, _ size: Int32) -> [(Int32, Int32)] {
            [(west, south), (west + size, south), (west + size, south + size), (west, south + size)]
        }
        // Finland with a Swedish hole, and nothing else.
        let good = file([
            (0, square(2_000_000, 6_000_000, 500_000)), (0, square(2_200_000, 6_200_000, 100_000)),
            (1, square(2_200_000, 6_200_000, 100_000)),
        ])
        try await withFolder { (folder: String) async throws in
            try good.write(to: URL(filePath: folder + "zones.bin"))
            try good.dropLast(3).write(to: URL(filePath: folder + "broken.bin"))
            let map = try ZoneMap(file: folder + "zones.bin")
            func zone(_ latitude: Double, _ longitude: Double) throws -> String? {
                map.zone(at: try Coordinate(latitude: latitude, longitude: longitude))
            }

            #expect(try zone(61, 21) == "Europe/Helsinki")
            #expect(try zone(62.5, 22.5) == "Europe/Stockholm")
            #expect(try zone(60.001, 19.999) == "Europe/Helsinki")
            #expect(try zone(59, 21) == nil)
            #expect(map.country(of: "Europe/Helsinki") == "FI" && map.onlyZone(of: "US") == nil)
            #expect(throws: ZoneMapFault.self) { try ZoneMap(file: folder + "broken.bin") }
            #expect(try ZoneMap(file: folder + "none.bin").onlyZone(of: "FI") == "Europe/Helsinki")
        }
    }

    @Test(arguments: ["public: 3", "public: {2027: [13-01]}", "public: {x: [01-01]}", "- 1"])
    func `a file of holidays that makes no sense is refused`(yaml: String) {
        #expect(throws: HolidayFileFault.self) { try HolidayFiles.calendar(yaml, file: "FI.yaml") }
    }
}
