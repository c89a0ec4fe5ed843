import Foundation
import Subprocess

/// Makes vector tiles of an OpenStreetMap file: osmium selects what the map shows, tilemaker makes the tiles.
struct MapImport: Sendable {
    let file: String
    let tiles: VectorTiles
    /// The folder of tilemaker's configuration and profile.
    let profile: String

    /// What was made.
    struct Report: Hashable, Sendable {
        var count = 0
        var bytes = 0
        /// The number of tiles that were left out because they are larger than ``TileLimits/bytes``.
        var tooLarge = 0
    }

    /// Replaces the map; keeps the previous one if that fails.
    ///
    /// - Throws: ``CommandError`` if a program is missing or rejects the file, or if the map is empty or too large.
    func run() async throws -> Report {
        try FileManager.default.createDirectory(
            atPath: URL(filePath: tiles.folder).deletingLastPathComponent().path(percentEncoded: false),
            withIntermediateDirectories: true, attributes: [.posixPermissions: 0o711])
        var report = Report()
        try await TemporaryFolder.use(tiles.folder) { folder in
            let selected = try await selectObjects(in: folder)
            let made = "\(folder)/tiles"
            try await ExternalProgram.run(
                "tilemaker",
                [
                    "--input", selected, "--output", made, "--bbox", try await bounds(of: selected),
                    "--config", "\(profile)/tilemaker.json", "--process", "\(profile)/tilemaker.lua",
                ])
            report = try Self.checkSizes(of: made)
            try tiles.replace(with: made, movingPreviousTo: "\(folder)/previous")
        }
        return report
    }

    /// Writes the objects that the map shows into a file.
    ///
    /// tilemaker aborts at a way whose nodes are not in the file, so extracts that were cut through ways lose those.
    private func selectObjects(in folder: String) async throws -> String {
        let selected = "\(folder)/selected.osm.pbf"
        try await ExternalProgram.run("osmium", ["tags-filter", "--output", selected, file] + Self.tags)
        let incomplete = try await Self.incompleteWays(in: selected)
        guard !incomplete.isEmpty else { return selected }
        let complete = "\(folder)/complete.osm.pbf"
        let ids = "\(folder)/incomplete"
        try Data(incomplete.sorted().joined(separator: "\n").utf8).write(to: URL(filePath: ids))
        try await ExternalProgram.run(
            "osmium", ["removeid", "--id-file", ids, "--output", complete, selected])
        return complete
    }

    /// The tags that the profile reads.
    private static let tags = [
        "n/place", "n/railway=station", "w/highway", "w/railway=rail,light_rail",
        "wr/natural", "wr/waterway", "wr/landuse", "wr/leisure", "wr/building",
    ]

    /// Returns the ids, such as `w123`, of the ways that refer to nodes that are not in the file.
    private static func incompleteWays(in file: String) async throws -> Set<Substring> {
        // One line for each missing node: "n123 in w456".
        let lines = try await osmium(["check-refs", "--show-ids", file])
        return Set(lines.split(separator: "\n").compactMap { $0.split(separator: " ").last })
    }

    /// Returns the bounds of the extract as `west,south,east,north`: those in its header, else those of its nodes.
    private func bounds(of selected: String) async throws -> String {
        let parentheses = CharacterSet(charactersIn: "()").union(.whitespacesAndNewlines)
        let stated = try await Self.osmium(["fileinfo", "--get", "header.boxes", selected])
            .split(separator: "\n").first.map(String.init)?.trimmingCharacters(in: parentheses)
        if let stated, !stated.isEmpty { return stated }
        let measured = try await Self.osmium(["fileinfo", "--extended", "--get", "data.bbox", selected])
            .trimmingCharacters(in: parentheses)
        guard measured.contains(",") else { throw Self.empty }  // "undefined" without nodes
        return measured
    }

    /// Returns the output of osmium, whatever its exit status: `check-refs` ends with 1 if references are missing.
    private static func osmium(_ arguments: [String]) async throws -> String {
        do {
            return try await Subprocess.run(
                .name("osmium"), arguments: Arguments(arguments),
                output: .string(limit: TileLimits.referenceBytes), error: .discarded
            ).standardOutput
        } catch let error as SubprocessError {
            throw CommandError(.unavailable, "osmium cannot be run: \(error)")
        }
    }

    private static let empty = CommandError(.data, "the file has nothing that the map shows")

    /// Removes tiles that are too large, and adds up the others.
    ///
    /// - Throws: ``CommandError`` if there are none, or if they have more than `limit` bytes.
    static func checkSizes(of folder: String, limit: Int = TileLimits.mapBytes) throws -> Report {
        var report = Report()
        let files = FileManager.default
        for name in try files.subpathsOfDirectory(atPath: folder) where name.hasSuffix(".pbf") {
            let path = "\(folder)/\(name)"
            let size = (try files.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
            if size > TileLimits.bytes {
                try files.removeItem(atPath: path)
                report.tooLarge += 1
            } else {
                report.count += 1
                report.bytes += size
            }
        }
        guard report.count > 0 else { throw empty }
        guard report.bytes <= limit else {
            throw CommandError(
                .data,
                "the map would take \(report.bytes / 1_048_576) MiB, of which at most \(limit / 1_048_576) are stored; cut out a smaller area with osmium extract"
            )
        }
        return report
    }
}

extension MapImport.Report {
    /// A summary, one fact per line.
    var text: String {
        let size = (Double(bytes) / 1_000_000).formatted(.number.precision(.fractionLength(1)))
        let made = "map: \(count) tiles, \(size) MB"
        return tooLarge == 0
            ? made : made + "\n  left out \(tooLarge): larger than \(TileLimits.bytes / 1_024) KiB"
    }
}
