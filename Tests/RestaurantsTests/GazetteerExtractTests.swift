import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Restaurants

/// What an extract of OpenStreetMap has beside restaurants, found by name.
struct GazetteerExtractTests {
    /// A town with a district, a street with a house, its namesake far away, and a restaurant on another street.
    private static let town = """
        <?xml version='1.0' encoding='UTF-8'?>
        <osm version="0.6">
          <node id="1" lat="60.170" lon="24.940" version="1"><tag k="place" v="city"/><tag k="name" v="Helsinki"/>
            <tag k="name:sv" v="Helsingfors"/></node>
          <node id="2" lat="60.184" lon="24.950" version="1"><tag k="place" v="suburb"/><tag k="name" v="Kallio"/>
            <tag k="name:sv" v="Berghäll"/></node>
          <node id="3" lat="60.186" lon="24.950" version="1"/><node id="4" lat="60.187" lon="24.952" version="1"/>
          <node id="5" lat="60.188" lon="24.953" version="1"/><node id="6" lat="60.450" lon="22.260" version="1"/>
          <node id="7" lat="60.451" lon="22.261" version="1"/>
          <node id="8" lat="60.1865" lon="24.9512" version="1"><tag k="addr:street" v="Torkkelinkatu"/>
            <tag k="addr:housenumber" v="12 A"/></node>
          <node id="9" lat="60.169" lon="24.938" version="1"><tag k="amenity" v="cafe"/><tag k="name" v="Kuu"/>
            <tag k="addr:street" v="Annankatu"/><tag k="addr:housenumber" v="5"/><tag k="addr:city" v="Helsinki"/></node>
          <way id="20" version="1"><nd ref="3"/><nd ref="4"/><nd ref="5"/><tag k="highway" v="residential"/>
            <tag k="name" v="Torkkelinkatu"/><tag k="name:sv" v="Torkelsgatan"/></way>
          <way id="21" version="1"><nd ref="4"/><nd ref="5"/><tag k="highway" v="residential"/>
            <tag k="name" v="Torkkelinkatu"/></way>
          <way id="22" version="1"><nd ref="6"/><nd ref="7"/><tag k="highway" v="residential"/>
            <tag k="name" v="Torkkelinkatu"/></way>
          <way id="23" version="1"><nd ref="6"/><nd ref="7"/><tag k="highway" v="motorway_link"/>
            <tag k="name" v="Ramppi"/></way>
        </osm>
        """

    private func find(
        _ text: String, in directory: Directory, near: String = "&near=60.17,24.94"
    ) async throws -> [JSONValue] {
        let text = text.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? text
        return try await withSite(directory.table) { site in
            try await site.program().get("/v1/places?query=\(text)\(near)").json["items"].elements
        }
    }

    private func entries(of directory: Directory) async throws -> [String] {
        try await directory.database.all(
            Query<String>(
                "test.entries",
                """
                SELECT concat_ws(' ', kind, name, other_names, district, town, latitude, longitude, house_numbers)
                  FROM gazetteer_entry
                 WHERE staged_in IS NULL
                 ORDER BY 1
                """
            ) { row throws(PostgresError) in try row.next() })
    }

    @Test(arguments: [
        ("torkkelinkatu", "street", "Torkkelinkatu", "Kallio, Helsinki"),
        ("torkelinkatu", "street", "Torkkelinkatu", "Kallio, Helsinki"),
        ("Torkelsgatan", "street", "Torkkelinkatu", "Kallio, Helsinki"),
        ("torkkelinkatu helsinki", "street", "Torkkelinkatu", "Kallio, Helsinki"),
        ("torkkelinkatu 12a", "address", "Torkkelinkatu 12 A", "Kallio, Helsinki"),
        ("torkkelinkatu 12 a", "address", "Torkkelinkatu 12 A", "Kallio, Helsinki"),
        ("torkkelinkatu 99", "street", "Torkkelinkatu", "Kallio, Helsinki"),
        ("Kallio", "district", "Kallio", "Helsinki"), ("berghall", "district", "Kallio", "Helsinki"),
        ("annankatu 5", "address", "Annankatu 5", "Helsinki"),
    ])
    func `what has no restaurant is found by its names`(
        text: String, kind: String, name: String, detail: String
    ) async throws {
        try await withDirectory { directory in
            try await directory.importFile(Self.town, as: "a.osm", .osm)
            try await directory.index.refresh()

            let found = try await find(text, in: directory)

            #expect(found.first?["kind"] == .string(kind), "\(found)")
            #expect(found.first?["name"] == .string(name))
            #expect(found.first?["detail"] == .string(detail))
        }
    }

    @Test func `a street is one line, its namesake far away another, and the source is named`() async throws {
        try await withDirectory { directory in
            try await directory.importFile(Self.town, as: "a.osm", .osm)
            try await directory.index.refresh()

            let streets = try await find("torkkelinkatu", in: directory, near: "")
            let addresses = try await find("annankatu 5", in: directory)
            let towns = try await find("helsingfors", in: directory)

            #expect(streets.count == 2)
            #expect(streets.allSatisfy { $0["attribution"] == .string("© OpenStreetMap contributors") })
            #expect(addresses.filter { $0["kind"] == .string("address") }.count == 1)
            #expect(towns.map { $0["name"] } == [.string("Helsinki")])
            #expect(try await find("ramppi", in: directory).isEmpty, "a link of a motorway")
        }
    }

    @Test func `an import twice is the same, and one that fails changes nothing`() async throws {
        try await withDirectory { directory in
            try await directory.importFile(Self.town, as: "a.osm", .osm)
            let before = try await entries(of: directory)

            try await directory.importFile(Self.town, as: "a.osm", .osm)
            #expect(try await entries(of: directory) == before)

            let broken = [
                "xxx", Self.town.replacing("cafe", with: "bench"), Self.town.replacing("</osm>", with: ""),
            ]
            for text in broken {
                await #expect(throws: ImportFault.self) {
                    try await directory.importFile(text, as: "a.osm", .osm)
                }
            }
            #expect(try await entries(of: directory) == before)
            #expect(before.count == 5, "a town, a district and three streets: \(before)")
        }
    }

    @Test func `the names of a source are replaced with it, and removed with it`() async throws {
        try await withDirectory { directory in
            try await directory.importFile(Self.town, as: "a.osm", .osm)
            try await directory.importFile(Self.town, as: "a.osm", .osm, source: "osm-other")
            try await directory.index.refresh()
            #expect(try await find("kallio", in: directory).count == 1, "one line for both sources")

            let renamed = Self.town.replacing("Kallio", with: "Linjat")
            try await directory.importFile(renamed, as: "a.osm", .osm)
            try await directory.run(
                "DELETE FROM restaurant WHERE source = 'osm-other'; DELETE FROM restaurant_source WHERE id = 'osm-other'"
            )
            try await directory.index.refresh()
            try await directory.index.refresh()

            #expect(try await find("kallio", in: directory).isEmpty)
            #expect(try await find("linjat", in: directory).count == 1)
        }
    }

    @Test(
        .enabled(if: Samples.folder != nil),
        arguments: [
            ("Kluuvi", "district"), ("Gloet", "district"), ("hakanimi", "district"), ("Helsingfors", "town"),
            ("Fabianinkatu", "street"), ("korkeavuorenkatu", "street"), ("ludvigsgattan", "street"),
            ("Unioninkatu 29", "address"), ("unioninkatu 45 h", "address"),
        ])
    func `the real centre of Helsinki is found by name`(text: String, kind: String) async throws {
        try await withDirectory { directory in
            let file = try #require(Samples.folder) + "/helsinki-centre.osm.pbf"
            let restaurants = RestaurantImport(
                database: directory.database, words: directory.words, logger: .forTests)
            let report = try await restaurants.run(ImportRequest(format: .osm, file: file, country: "FI"))
            try await directory.index.refresh()

            let found = try await find(text, in: directory)

            #expect(found.first?["kind"] == .string(kind), "\(found)")
            let names = try #require(report.names)
            #expect(names.places >= 6 && names.streets >= 100 && names.houses >= 500 && names.omitted == 0)
        }
    }
}
