import ArgumentParser
import Foundation
import Logging
import Postgres
import Restaurants

/// `noonish import FORMAT FILE`: imports restaurants, offers or the map from a file.
struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Import restaurants, offers or the map from a file.",
        discussion: """
            osm: OpenStreetMap data as .osm.pbf, .osm, or GeoJSON with its tags. geojson, json, csv: data from other \
            sources, with a mapping of its fields. .gz files are decompressed. Importing the same file again changes \
            nothing. A running server loads the new places within restaurants.poll. Of .osm.pbf and .osm it also reads towns, \
            districts, streets and house numbers, so that people find them by name.

            offers: offers of restaurants as .csv or .json with key, restaurant, title, words, link, first, last, weekdays \
            (Mo-Fr) and hours (11:00-14:00). restaurant is the restaurant's id in the source --restaurants, for osm n1234, \
            w1234 or r1234. Offers of the same --source that the file no longer contains end.

            menu: the menu of the restaurants --restaurant, which share it: our own JSON, .csv, JSON-LD of schema.org or the \
            JSON of Open Menu. It stays a draft without --publish. docs/menus.md describes the formats. --restaurant is an id \
            of the directory, or of its source --restaurants.

            map: the map that browsers show, from the same OpenStreetMap data as osm. It replaces the previous map in the data \
            folder; a running server shows it at once. It needs osmium-tool and tilemaker.

            EXAMPLE: noonish import osm helsinki.osm.pbf --zone Europe/Helsinki
                     noonish import map helsinki.osm.pbf
                     noonish import offers deals.csv --source town-deals
                     noonish import menu lunch.csv --restaurant n1234 --currency EUR --language fi --publish
            """)

    @OptionGroup var common: CommonOptions
    @Argument(help: "osm, geojson, json, csv, offers, menu or map.") var what: What
    @Argument(help: "The file.", completion: .file()) var file: String
    @Option(help: "The id of the source. Another import with the same id updates its places.")
    var source: String?
    @Option(help: "The source whose ids offers and menus use for restaurants.") var restaurants = "osm"
    @OptionGroup var menu: MenuOptions
    @Option(help: "The time zone of all places in the file, such as Europe/Helsinki.") var zone: String?
    @Option(help: "The two-letter country of places without one.") var country: String?
    @Option(help: "A YAML file that maps the fields.", completion: .file()) var mapping: String?

    func validate() throws {
        guard what != .offers || source != nil else {
            throw ValidationError("Specify the source of the offers: --source town-deals.")
        }
        guard (what == .menu) == !menu.restaurant.isEmpty else {
            throw ValidationError(
                "Specify the restaurants of a menu, and of nothing else: --restaurant n1234.")
        }
    }

    func run() async throws {
        let settings = try await common.settings()
        settings.log.install()
        let logger = Logger(label: "noonish")
        guard FileManager.default.isReadableFile(atPath: file) else {
            throw CommandError(.input, "\(file) cannot be read")
        }
        switch what {
        case .offers: try await importOffers(settings, logger)
        case .map: try await importMap(settings, logger)
        case .menu: try await menu.importMenu(file, of: restaurants, settings, logger)
        case .osm, .geojson, .json, .csv: try await importRestaurants(settings, logger)
        }
    }

    private func importRestaurants(_ settings: Settings, _ logger: Logger) async throws {
        guard let format = what.format else { return }
        let request = ImportRequest(
            format: format, file: file, source: source, zone: zone, country: country, mapping: mapping)
        let words = try CuisineVocabulary(file: ShippedFolder.find("config/cuisines.yaml"))
        let zones = try ZoneMap(file: settings.data.folder + "/zones.bin")
        let migration = try Migration(settings, logger)
        try await runCancellingOnSignal(logger) {
            try await withDatabase(settings, logger) { database in
                try await migration.apply(to: database)
                let bar = ProgressBar()
                defer { bar.end() }
                let report = try await withClient(of: database, as: .worker, logger) { client in
                    try await RestaurantImport(database: client, words: words, zones: zones, logger: logger)
                        .run(request) { bar.show($0) }
                }
                bar.end()
                print(report.text)
            }
        }
    }
}

extension Import {
    /// The format of a file of restaurants, or what else is in the file.
    enum What: String, CaseIterable, ExpressibleByArgument {
        case osm, geojson, json, csv, offers, menu, map

        /// `nil` for a file without restaurants.
        var format: ImportRequest.Format? { ImportRequest.Format(rawValue: rawValue) }
    }

    private func importMap(_ settings: Settings, _ logger: Logger) async throws {
        let map = MapImport(
            file: file, tiles: VectorTiles(settings), profile: try ShippedFolder.find("config/map"))
        try await runCancellingOnSignal(logger) { print(try await map.run().text) }
    }

    private func importOffers(_ settings: Settings, _ logger: Logger) async throws {
        // `validate()` requires a source for offers.
        let source = source ?? ""
        let request = OfferImport.Request(file: file, source: source, restaurants: restaurants)
        let migration = try Migration(settings, logger)
        try await runCancellingOnSignal(logger) {
            try await withDatabase(settings, logger) { database in
                try await migration.apply(to: database)
                let report = try await withClient(of: database, as: .worker, logger) { client in
                    try await OfferImport(database: client).run(request)
                }
                print(report.text(source))
            }
        }
    }
}

extension OfferImport.Report {
    /// A summary, one fact per line.
    fileprivate func text(_ source: String) -> String {
        let facts = ["\(source): \(read) offers; new \(new), changed \(changed), ended \(ended)"]
        let skips = skipped.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return (facts + skips.map { "  skipped \($0.value): \($0.key)" }).joined(separator: "\n")
    }
}

extension ImportReport {
    /// A summary, one fact per line.
    fileprivate var text: String {
        let seconds = duration / .seconds(1)
        let time = seconds.formatted(.number.precision(.fractionLength(1)))
        let rate = seconds > 0 ? Int(Double(read) / seconds) : read
        var lines = [
            "\(source): \(read) records in \(time) s, \(rate) a second"
                + (PeakMemory.megabytes.map { ", at most \($0) MB of memory" } ?? ""),
            "  new \(imported), changed \(updated), unchanged \(unchanged), edited here and kept \(ownerEdited), vanished \(vanished)",
        ]
        if let names {
            lines.append(
                "  found by name: \(names.places) towns and districts, \(names.streets) streets, \(names.houses) houses"
                    + (names.omitted > 0 ? "; left out beyond the limits: \(names.omitted)" : ""))
        }
        if removedSamples > 0 {
            lines.append("  removed the sample city: \(removedSamples) invented restaurants")
        }
        for (reason, count) in skipped.sorted(by: { $0.value > $1.value }) {
            lines.append("  skipped \(count): \(reason.rawValue)")
        }
        lines.append("  hours: \(hours.readable) can be read, \(hours.unreadable) cannot")
        if hours.withoutZone > 0 {
            lines.append(
                "  hours without a known time zone: \(hours.withoutZone); use --zone, or create the zone file with script/zones"
            )
        }
        return lines.joined(separator: "\n")
    }
}

/// The peak memory usage of this process.
private enum PeakMemory {
    /// In megabytes; `nil` if the system does not provide it.
    ///
    /// - Source: proc(5), `VmHWM` of /proc/self/status, in kB.
    static var megabytes: Int? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
            let kilobytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return nil }
        return kilobytes / 1_024
    }
}
