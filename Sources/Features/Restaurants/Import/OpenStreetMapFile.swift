import Foundation
import GeoSearch
import Subprocess

/// OpenStreetMap's own formats, which osmium-tool converts, assembling ways and multipolygons.
enum OpenStreetMapFile {
    private static let suffixes = [".pbf", ".osm", ".osm.bz2", ".osm.gz", ".o5m"]

    /// Calls `body` with a file that can be read record by record: the file of the request, or a GeoJSON text
    /// sequence made by osmium-tool, in a temporary folder that is removed afterwards.
    ///
    /// - Throws: ``ImportFault`` if osmium-tool is missing or rejects the file.
    nonisolated(nonsending) static func prepared<Value>(
        _ request: ImportRequest, _ body: (ImportFile) async throws -> Value
    ) async throws -> Value {
        let name = request.file.lowercased()
        guard request.format == .osm, suffixes.contains(where: name.hasSuffix) else {
            return try await body(ImportFile(path: request.file))
        }
        guard FileManager.default.isReadableFile(atPath: request.file) else {
            throw ImportFault("\(request.file) cannot be read")
        }
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "noonish-import-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let filtered = folder.appending(path: "food.osm.pbf").path()
        let exported = folder.appending(path: "food.geojsonseq").path()
        try await osmium(["tags-filter", "--overwrite", "-o", filtered, request.file] + tags)
        try await osmium([
            "export", "--overwrite", "-f", "geojsonseq", "-a", "type,id", "--geometry-types", "point,polygon",
            "-o",
            exported, filtered,
        ])
        return try await body(ImportFile(path: exported))
    }

    private static var tags: [String] {
        [
            "nwr/amenity=" + PlaceKind.amenities.keys.sorted().joined(separator: ","),
            "nwr/shop=" + PlaceKind.shops.keys.sorted().joined(separator: ","),
        ]
    }

    private static func osmium(_ arguments: [String]) async throws {
        let result: ExecutionResult<Void, DiscardedOutput, StringOutput<UTF8>>
        do {
            result = try await run(
                .name("osmium"), arguments: Arguments(arguments), output: .discarded,
                error: .string(limit: 16_384))
        } catch let error as SubprocessError {
            throw ImportFault("osmium-tool is needed for this file (apt install osmium-tool): \(error)")
        }
        guard result.terminationStatus.isSuccess else {
            throw ImportFault("osmium-tool rejected the file: \(result.standardError)".trimmed)
        }
    }
}
