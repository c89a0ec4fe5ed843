import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Restaurants

struct GazetteerTests {
    private func withStreets(_ test: @escaping @Sendable (TestSite) async throws -> Void) async throws {
        try await withDirectory { directory in
            func place(
                _ number: Int, _ street: String, _ house: String, _ suburb: String, _ city: String,
                _ at: (Double, Double)
            )
                -> String
            {
                feature(
                    number,
                    [
                        "amenity": "cafe", "name": "Café \(number)", "addr:street": street,
                        "addr:housenumber": house,
                        "addr:suburb": suburb, "addr:city": city,
                    ], at: at)
            }
            let places = [
                place(1, "Hämeentie", "12", "Kallio", "Helsinki", (60.184, 24.952)),
                place(2, "Hämeentie", "14", "Kallio", "Helsinki", (60.186, 24.954)),
                place(3, "Mannerheimintie", "5", "Kamppi", "Helsinki", (60.169, 24.940)),
                place(4, "Linnankatu", "1", "Keskusta", "Turku", (60.451, 22.266)),
                place(5, "Itäkatu", "1", "Itäkeskus", "Helsinki", (60.210, 25.080)),
            ]
            try await directory.importFile(
                #"{"type":"FeatureCollection","features":[\#(places.joined(separator: ","))]}"#,
                as: "streets.geojson", .osm)
            try await directory.index.refresh()
            try await withSite(directory.table) { try await test($0) }
        }
    }

    @Test(arguments: [
        ("hameentie", "Hämeentie"), ("Hämeentie 12", "Hämeentie 12"), ("hämeentie 99", "Hämeentie"),
        ("Kalio", "Kallio"), ("mannerheimintei", "Mannerheimintie"), ("turk", "Turku"),
        ("helsinki", "Helsinki"),
        ("kallio helsinki", "Kallio"), ("Linnankatu Turku", "Linnankatu"),
    ])
    func `a name is found folded, incomplete and with a typo`(text: String, name: String) async throws {
        try await withStreets { site in
            let text = text.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? text
            let answer = try await site.program().get("/v1/places?query=\(text)&near=60.17,24.94")

            #expect(answer.json["items"].elements.first?["name"] == .string(name), "\(answer.text)")
        }
    }

    @Test func `a town is one place, in the middle of its restaurants`() async throws {
        try await withStreets { site in
            let found = try await site.program().get("/v1/places?query=helsinki").json["items"].elements

            #expect(found.map { $0["kind"] } == [.string("town")])
            let latitude = try #require(found.first?["location"]["latitude"].decimal)
            let longitude = try #require(found.first?["location"]["longitude"].decimal)
            #expect(abs(latitude - 60.187_25) < 0.000_1 && abs(longitude - 24.981_5) < 0.000_1)
        }
    }

    @Test func `streets and addresses have their district and town`() async throws {
        try await withStreets { site in
            let found = try await site.program().get("/v1/places?query=mannerheimintie%205").json["items"]
                .elements

            #expect(found.first?["kind"] == .string("address"))
            #expect(found.first?["detail"] == .string("Kamppi, Helsinki"))
        }
    }

    @Test(arguments: ["", "?query=", "?query=x&near=here", "?query=x&limit=0"])
    func `a request without a text or with a false point is refused`(query: String) async throws {
        try await withStreets { site in
            let answer = try await site.program().get("/v1/places\(query)")

            #expect((400...422).contains(answer.status.code))
        }
    }
}

extension JSONValue {
    fileprivate var decimal: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }
}
