import ArgumentParser
import Foundation
import Logging
import NIOCore
import NoonishAPI
import Postgres
import Restaurants
import SystemPackage

/// `noonish export restaurants`: exports open data as GeoJSON with its licence.
struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Export the directory's open data.", subcommands: [ExportRestaurants.self])
}

struct ExportRestaurants: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restaurants",
        abstract: "Write the restaurants of each source as GeoJSON, with licence and attribution.",
        discussion: """
            Writes one file for each source, restaurants-SOURCE.geojson, into --folder. With --source it writes only that \
            source, to standard output unless --folder is given. `noonish import geojson FILE --source SOURCE` reads a \
            file back.

            EXAMPLE: noonish export restaurants --source osm > osm.geojson
            """)

    @OptionGroup var common: CommonOptions
    @Option(help: "The source to export; all by default.") var source: String?
    @Option(help: "The folder of the files; the working directory by default.", completion: .directory)
    var folder: String?

    func run() async throws {
        let settings = try await common.settings()
        settings.log.install()
        try requireData(settings)
        let logger = Logger(label: "noonish")
        try await runCancellingOnSignal(logger) {
            try await withDatabase(settings, logger) { database in
                try await withClient(of: database, as: .worker, logger) { client in
                    try await export(RestaurantExport(database: client))
                }
            }
        }
    }

    private func export(_ export: RestaurantExport) async throws {
        let sources = try await export.sources()
        guard let source else {
            guard !sources.isEmpty else { throw CommandError(.data, "there are no restaurants to export") }
            for source in sources { try await write(source, export) }
            return
        }
        guard let wanted = sources.first(where: { $0.id == source }) else {
            let known = sources.map(\.id).joined(separator: ", ")
            throw CommandError(
                .input, "no restaurants from \(source)" + (known.isEmpty ? "" : "; known sources: \(known)"))
        }
        if folder == nil {
            try await export.run(wanted) {
                try SystemPackage.FileDescriptor.standardOutput.writeAll($0.readableBytesView)
            }
        } else {
            try await write(wanted, export)
        }
    }

    /// Writes a file of one source. It is written under another name and renamed, so that its path always
    /// holds a complete file.
    private func write(_ source: RestaurantSource, _ export: RestaurantExport) async throws {
        let folder = URL(filePath: folder ?? ".", directoryHint: .isDirectory)
        let name = "restaurants-\(source.id).geojson"
        let path = folder.appending(path: name).path(percentEncoded: false)
        let part = path + ".part"
        let count: Int
        do {
            let file = try SystemPackage.FileDescriptor.open(
                FilePath(part), .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
            defer { try? file.close() }
            count = try await export.run(source) { try file.writeAll($0.readableBytesView) }
        } catch let error as Errno {
            throw CommandError(.folder, "\(path) cannot be written: \(error)")
        }
        guard rename(part, path) == 0 else { throw CommandError(.folder, "\(path) cannot be replaced") }
        print("\(path): \(count) restaurants of \(source.name); \(source.licence); \(source.attribution)")
    }
}
