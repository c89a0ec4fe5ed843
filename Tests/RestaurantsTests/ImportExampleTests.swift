import Foundation
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Restaurants

/// The examples of docs/imports.md: what a reader copies must work.
struct ImportExampleTests {
    /// The files of the examples by name, and the arguments of the commands in their order.
    private static func examples() throws -> (files: [String: String], commands: [[String]]) {
        let page = try String(contentsOfFile: Repository.path("docs/imports.md"), encoding: .utf8)
        let blocks = page.matches(of: /(?m)^```(?:(?:json|yaml|csv) (\S+)|sh)\n((?s).*?)^```$/)
        var files: [String: String] = [:]
        var commands: [[String]] = []
        for block in blocks {
            if let name = block.1 {
                files[String(name)] = String(block.2)
            } else {
                commands.append(block.2.split { $0 == " " || $0 == "\n" }.dropFirst(2).map(String.init))
            }
        }
        return (files, commands)
    }

    private func option(_ name: String, of command: [String]) -> String? {
        command.firstIndex(of: "--\(name)").map { command[$0 + 1] }
    }

    @Test func `every example can be imported as it stands`() async throws {
        try await withDirectory { directory in
            let (files, commands) = try Self.examples()
            #expect(commands.map { $0[0] } == ["osm", "geojson", "json", "csv", "csv", "offers"])

            for command in commands {
                let text = try #require(files[command[1]], "\(command)")
                if command[0] == "offers" {
                    let report = try await withFolder { folder in
                        try text.write(toFile: folder + command[1], atomically: true, encoding: .utf8)
                        return try await OfferImport(database: directory.database).run(
                            OfferImport.Request(
                                file: folder + command[1], source: option("source", of: command) ?? "",
                                restaurants: option("restaurants", of: command) ?? "osm"))
                    }
                    #expect(report.new == 1 && report.skipped.isEmpty, "\(report)")
                } else {
                    let format = try #require(ImportRequest.Format(rawValue: command[0]))
                    try await directory.importFile(
                        text, as: command[1], format,
                        mapping: option("mapping", of: command).flatMap { files[$0] },
                        zone: option("zone", of: command), country: option("country", of: command))
                }
            }

            #expect(
                try await directory.names() == [
                    "Canteen One", "Canteen Two", "Kuun keittiö", "Park Café", "Ramen Kettu",
                    "Terrace by the River", "The Fox",
                ])
        }
    }

    @Test func `a constant holds for every record that has no other value`() async throws {
        try await withDirectory { directory in
            let (files, _) = try Self.examples()
            for name in ["canteens.json", "lunch.csv", "terraces.geojson"] {
                let kind = name.split(separator: ".")
                try await directory.importFile(
                    try #require(files[name]), as: name,
                    try #require(ImportRequest.Format(rawValue: String(kind[1]))),
                    mapping: files["\(kind[0]).yaml"])
            }

            let database = directory.database
            #expect(try await database.one(.bySourceID("a-1")).kind == "restaurant")
            #expect(try await database.one(.bySourceID("a-1")).names == ["fi": "Ruokala yksi"])
            #expect(try await database.one(.bySourceID("a-2")).kind == "bar")
            #expect(try await database.one(.bySourceID("1")).city == "Helsinki")
            #expect(try await database.one(.bySourceID("2")).city == "Espoo")
            let terrace = try await database.one(.bySourceID("17"))
            #expect((terrace.city, terrace.extra) == ("Turku", ["seats": "40", "outdoor_seating": "yes"]))
        }
    }
}
