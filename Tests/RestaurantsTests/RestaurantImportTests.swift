import Foundation
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Restaurants

struct RestaurantImportTests {
    private let kettu = feature(
        1, ["amenity": "restaurant", "name": "Kettu", "cuisine": "sushi", "diet:vegan": "yes"])
    private let kuu = feature(2, ["amenity": "cafe", "name": "Kuu", "phone": "09 123 4567"])

    @Test func `importing again changes nothing, and what changed, vanished and came back is told`()
        async throws
    {
        try await withDatabase { database in
            let directory = try Directory(database)

            let first = try await directory.importFile(kettu + kuu, as: "a.geojsonseq", .osm, country: "FI")
            #expect((first.read, first.imported, first.updated, first.unchanged) == (2, 2, 0, 0))

            let again = try await directory.importFile(kettu + kuu, as: "a.geojsonseq", .osm, country: "FI")
            #expect((again.imported, again.updated, again.unchanged, again.vanished) == (0, 0, 2, 0))

            let renamed = kettu.replacing("Kettu", with: "Karhu")
            let next = try await directory.importFile(renamed, as: "a.geojsonseq", .osm, country: "FI")
            #expect((next.imported, next.updated, next.unchanged, next.vanished) == (0, 1, 0, 1))
            #expect(try await directory.names() == ["Karhu"])

            let back = try await directory.importFile(renamed + kuu, as: "a.geojsonseq", .osm, country: "FI")
            #expect((back.imported, back.updated, back.unchanged, back.vanished) == (0, 1, 1, 0))
            #expect(try await directory.names() == ["Karhu", "Kuu"])
        }
    }

    @Test func `a restaurant keeps its id, and nothing stays in the staging table`() async throws {
        try await withDatabase { database in
            let directory = try Directory(database)
            let ids = Query<UUID>("test.ids", "SELECT id FROM restaurant") {
                (row: inout RowReader) throws(PostgresError) in
                try row.next()
            }
            try await directory.importFile(kettu, as: "a.json", .osm)
            let before = try await database.one(ids)

            try await directory.importFile(kettu.replacing("Kettu", with: "Karhu"), as: "a.json", .osm)

            #expect(try await database.one(ids) == before)
            let staged = Query<Int>("test.staged", "SELECT count(*) FROM restaurant_staging") {
                (row: inout RowReader) throws(PostgresError) in try row.next()
            }
            #expect(try await database.one(staged) == 0)
        }
    }

    @Test func `what an owner edited stays as it is`() async throws {
        try await withDatabase { database in
            let directory = try Directory(database)
            try await directory.importFile(kettu + kuu, as: "a.json", .osm)
            try await directory.run(
                "UPDATE restaurant SET name = 'Ketunpesä', owner_edited_at = now() WHERE name = 'Kettu'")

            let changed = try await directory.importFile(
                kettu.replacing("sushi", with: "ramen") + kuu, as: "a.json", .osm)
            let gone = try await directory.importFile(kuu, as: "a.json", .osm)

            #expect((changed.ownerEdited, changed.updated, changed.unchanged) == (1, 0, 1))
            #expect(gone.vanished == 0)
            #expect(try await directory.names() == ["Ketunpesä", "Kuu"])
        }
    }

    @Test func `of records with one id the first counts, and why others are skipped is told`() async throws {
        try await withDatabase { database in
            let directory = try Directory(database)
            let text = [
                kettu, kettu.replacing("Kettu", with: "Varjo"), kuu,
                feature(3, ["amenity": "bank", "name": "Pankki"]),
                feature(4, ["amenity": "cafe"]), #"{"type":"Feature","properties":{"a":1,"a":2}}"#,
            ].joined(separator: "\n")

            let report = try await directory.importFile(text, as: "a.json", .osm)

            #expect(report.read == 6)
            #expect(report.imported == 2)
            #expect(report.skipped == [.duplicate: 1, .notAPlaceToEat: 1, .noName: 1, .malformed: 1])
            #expect(try await directory.names() == ["Kettu", "Kuu"])
        }
    }

    @Test func `two imports of one source do not mix`() async throws {
        try await withDatabase { database in
            let directory = try Directory(database)
            try await database.withImportLock(of: "osm") {
                let fault = await #expect(throws: ImportFault.self) {
                    try await directory.importFile(kettu, as: "a.json", .osm)
                }
                #expect(fault?.description.hasPrefix("another import of osm is running") == true)
                #expect(try await directory.names() == [])
                // Another source is another matter.
                let report = try await directory.importFile(kuu, as: "b.json", .osm, source: "osm-moon")
                #expect(report.imported == 1)
            }

            #expect(try await directory.importFile(kettu, as: "a.json", .osm).imported == 1)
        }
    }

    @Test func `an import that fails leaves no lock`() async throws {
        try await withDatabase { database in
            let directory = try Directory(database)
            await #expect(throws: ImportFault.self) {
                try await directory.importFile("not JSON", as: "a.json", .osm)
            }

            #expect(try await directory.importFile(kettu, as: "a.json", .osm).imported == 1)
        }
    }

    @Test func `a broken file changes nothing`() async throws {
        try await withDatabase { database in
            let directory = try Directory(database)
            try await directory.importFile(kettu + kuu, as: "a.json", .osm)
            let broken = [
                feature(9, ["amenity": "cafe", "name": "Uusi"]) + "{\"type\":", "", "not JSON", "[]",
                "<osm/>",
            ]

            for text in broken {
                await #expect(throws: ImportFault.self) {
                    try await directory.importFile(text, as: "a.json", .osm)
                }
            }
            await #expect(throws: ImportFault.self) {
                try await directory.importFile("xxx", as: "a.osm.pbf", .osm)
            }
            await #expect(throws: ImportFault.self) {
                try await directory.importFile("xxx", as: "a.json.gz", .osm)
            }

            #expect(try await directory.names() == ["Kettu", "Kuu"])
        }
    }

    @Test func `OpenStreetMap's own format is read, ways and all`() async throws {
        try await withDatabase { database in
            let directory = try Directory(database)
            let xml = """
                <?xml version='1.0' encoding='UTF-8'?>
                <osm version="0.6">
                  <node id="1" lat="60.17" lon="24.94" version="1"><tag k="amenity" v="restaurant"/><tag k="name" v="Kettu"/></node>
                  <node id="2" lat="60.0" lon="24.0" version="1"/><node id="3" lat="60.0" lon="24.2" version="1"/>
                  <node id="4" lat="60.2" lon="24.2" version="1"/><node id="5" lat="60.1" lon="24.1" version="1"><tag k="amenity" v="bench"/></node>
                  <way id="9" version="1"><nd ref="2"/><nd ref="3"/><nd ref="4"/><nd ref="2"/>
                    <tag k="amenity" v="cafe"/><tag k="name" v="Kuu"/><tag k="name:sv" v="Månen"/></way>
                </osm>
                """

            let report = try await directory.importFile(xml, as: "a.osm", .osm, source: "osm-helsinki")

            #expect(report.imported == 2)
            #expect(report.source == "osm-helsinki")
            #expect(try await directory.names() == ["Kettu", "Kuu"])
            let kuu = try await database.one(.bySourceID("w9"))
            #expect(abs(kuu.latitude - 60.1) < 1e-9 && abs(kuu.longitude - 24.1) < 1e-9)
            #expect(kuu.names == ["sv": "Månen"])
            #expect(kuu.source == "osm-helsinki")
        }
    }

    @Test func `separated text with a mapping, and packed`() async throws {
        try await withDatabase { database in
            let directory = try Directory(database)
            let mapping = """
                source: {id: uk, name: Agency, licence: OGL, attribution: Contains public sector information, url: https://x.example}
                country: GB
                zone: Europe/London
                columns: [id, name, type, lat, lon, town]
                id: id
                latitude: lat
                longitude: lon
                tags: {name: name, "addr:city": [city, town], "extra:hygiene_rating": type}
                values: {type: {Pub/bar/nightclub: {amenity: pub}}}
                """
            let text =
                "7\tThe \"Fox\"\tPub/bar/nightclub\t51.5\t-0.1\tSoho\n8\tSchool\tSchool\t51.5\t-0.1\t\n"

            let report = try await withFolder { folder in
                try text.write(toFile: folder + "a.tsv", atomically: true, encoding: .utf8)
                try mapping.write(toFile: folder + "m.yaml", atomically: true, encoding: .utf8)
                let gzip = try Process.run(
                    URL(filePath: "/usr/bin/env"), arguments: ["gzip", folder + "a.tsv"])
                gzip.waitUntilExit()
                return try await RestaurantImport(
                    database: database, words: directory.words, logger: .forTests
                ).run(
                    ImportRequest(format: .csv, file: folder + "a.tsv.gz", mapping: folder + "m.yaml"))
            }

            #expect((report.imported, report.source) == (1, "uk"))
            let fox = try await database.one(.bySourceID("7"))
            #expect(
                (fox.name, fox.city, fox.country, fox.timeZone, fox.kind) == (
                    "The \"Fox\"", "Soho", "GB", "Europe/London", "pub"
                ))
            #expect(fox.extra == ["hygiene_rating": "Pub/bar/nightclub"])
        }
    }

    @Test func `well-known headers need no mapping once the source is known`() async throws {
        try await withDatabase { database in
            let directory = try Directory(database)
            try await directory.run(
                "INSERT INTO restaurant_source VALUES ('ours', 'Ours', 'CC0', 'We', 'https://we.example', NULL)"
            )
            let text =
                "ID;Name;Kind;Lat;Lng;Cuisine;Street;City\n1;Kettu;restaurant;60.17;24.94;sushi, ramen;Tie 1;Helsinki\n"

            let report = try await directory.importFile(text, as: "a.csv", .csv, source: "ours")
            let mapping =
                "source: {id: new, name: New, licence: CC0, attribution: We, url: https://we.example}\nconstants: {price: \"2\"}"
            let named = try await directory.importFile(
                text.replacing("\n1;", with: "\n2;"), as: "a.csv", .csv, mapping: mapping)

            #expect(report.imported == 1)
            #expect(try await database.one(.bySourceID("1")).cuisines == ["sushi", "ramen"])
            #expect(named.imported == 1)
            #expect(try await database.one(.bySourceID("2")).price == 2)
        }
    }

    @Test func `a request that makes no sense says what to do`() async throws {
        try await withDatabase { database in
            let directory = try Directory(database)

            for (mapping, source, country) in [
                (nil, nil, nil), (nil, "unheard-of", nil), ("souce: {}", nil, nil), ("country: GB", nil, nil),
                ("source: {id: x}", nil, nil), (nil, "Bad Name", "Finland"),
            ] as [(String?, String?, String?)] {
                await #expect(throws: ImportFault.self) {
                    try await directory.importFile(
                        "[]", as: "a.json", .json, mapping: mapping, source: source, country: country)
                }
            }
            await #expect(throws: ImportFault.self) {
                try await directory.importFile(kettu, as: "a.json", .osm, source: "Bad Name")
            }
        }
    }

    @Test func `the first import of places that exist removes the sample city, for good`() async throws {
        try await withDatabase { database in
            let directory = try Directory(database)
            try await SampleRestaurants.addIfEmpty(to: database)
            try await directory.index.refresh()

            let report = try await directory.importFile(kettu + kuu, as: "a.geojsonseq", .osm, country: "FI")
            let again = try await directory.importFile(kettu + kuu, as: "a.geojsonseq", .osm, country: "FI")
            try await SampleRestaurants.addIfEmpty(to: database)  // as the next start does
            try await directory.index.refresh()

            #expect((report.removedSamples, again.removedSamples) == (SampleCity.size, 0))
            #expect(try await directory.names() == ["Kettu", "Kuu"])
            #expect(directory.index.count == 2)
            let offers = Query<Int>(
                "test.offers", "SELECT count(*) FROM restaurant_offer WHERE ended_at IS NULL"
            ) { (row: inout RowReader) throws(PostgresError) in try row.next() }
            #expect(try await database.one(offers) == 0)
            #expect(try await database.all(.sourcesOfRestaurants()).map(\.id) == ["osm"])
        }
    }

    @Test func `progress goes forward and ends at the whole`() async throws {
        try await withDatabase { database in
            let directory = try Directory(database)
            let text = (1...4_500).map { feature($0, ["amenity": "cafe", "name": "Kuu \($0)"]) }.joined(
                separator: "\n")
            let progress = ProgressRecorder()

            try await withFolder { folder in
                try text.write(toFile: folder + "a.json", atomically: true, encoding: .utf8)
                _ = try await RestaurantImport(database: database, words: directory.words, logger: .forTests)
                    .run(
                        ImportRequest(format: .osm, file: folder + "a.json")
                    ) { progress.add($0) }
            }

            let merging = progress.all.filter { $0.phase == .merging }
            #expect(merging.map(\.count) == [2_000, 4_000, 4_500])
            #expect(merging.last?.fraction == 1)
            #expect(progress.all.allSatisfy { (0...1).contains($0.fraction ?? 0) })
        }
    }

    /// The real files, where they are at hand.
    @Test(
        .enabled(if: Samples.folder != nil),
        arguments: [Sample("helsinki-centre.osm.pbf", .osm, mapping: nil, atLeast: 200)] + Samples.large)
    func `real data is imported, and importing it again changes nothing`(sample: Sample) async throws {
        try await withDatabase { database in
            let directory = try Directory(database)
            let request = ImportRequest(
                format: sample.format, file: try #require(Samples.folder) + "/" + sample.file,
                country: sample.country,
                mapping: sample.mapping.map { Repository.path("config/imports/\($0).yaml") })
            let restaurants = RestaurantImport(database: database, words: directory.words, logger: .forTests)

            let first = try await restaurants.run(request)
            let again = try await restaurants.run(request)
            try await directory.index.refresh()

            print(sample.file, first)
            print(sample.file, again)
            #expect(first.imported >= sample.atLeast)
            #expect((again.imported, again.updated, again.vanished) == (0, 0, 0))
            #expect(again.unchanged == first.imported)
            #expect(directory.index.count == first.imported)
        }
    }
}

struct Sample: Sendable, CustomTestStringConvertible {
    let file: String
    let format: ImportRequest.Format
    let mapping: String?
    let atLeast: Int

    init(_ file: String, _ format: ImportRequest.Format, mapping: String?, atLeast: Int) {
        self.file = file
        self.format = format
        self.mapping = mapping
        self.atLeast = atLeast
    }

    var country: String? { format == .osm ? "FI" : nil }
    var testDescription: String { file }
}

enum Samples {
    static let folder = ProcessInfo.processInfo.environment["NOONISH_SAMPLES"]

    /// Minutes each: for `script/test --full`.
    static let large =
        ProcessInfo.processInfo.environment["NOONISH_FULL"] == nil
        ? []
        : [
            Sample("osm-diet-places-2022.json.gz", .geojson, mapping: "osm-diets", atLeast: 50_000),
            Sample("uk-food-premises-2020.tsv.gz", .csv, mapping: "uk-food-premises", atLeast: 200_000),
        ]
}

extension Query where Row == RestaurantRow {
    /// The only restaurant with this id in its source.
    static func bySourceID(_ id: String) -> Self {
        Query(
            "test.by_source_id",
            """
            SELECT \(fragment: RestaurantRow.columns)
              FROM restaurant
             WHERE source_id = \(id)
            """)
    }
}
