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
        guard isConverted(request) else { return try await body(ImportFile(path: request.file)) }
        return try await converted(request.file, [tags], geometries: "point,polygon", body)
    }

    /// Calls `body` with the named places and streets and the houses of the file; returns `nil` if it is not in one of
    /// OpenStreetMap's own formats.
    ///
    /// - Throws: ``ImportFault`` if osmium-tool is missing or rejects the file.
    nonisolated(nonsending) static func withNames<Value>(
        _ request: ImportRequest, _ body: (ImportFile) async throws -> Value
    ) async throws -> Value? {
        guard isConverted(request) else { return nil }
        return try await converted(
            request.file, [nameTags, named], geometries: "point,linestring,polygon", body)
    }

    private static func isConverted(_ request: ImportRequest) -> Bool {
        request.format == .osm && suffixes.contains(where: request.file.lowercased().hasSuffix)
    }

    /// Converts what all of `filters` let through. Nodes are located by a temporary file, so that the memory of
    /// osmium-tool does not grow with the extract.
    private nonisolated(nonsending) static func converted<Value>(
        _ path: String, _ filters: [[String]], geometries: String,
        _ body: (ImportFile) async throws -> Value
    ) async throws -> Value {
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw ImportFault("\(path) cannot be read")
        }
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "noonish-import-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var filtered = path
        for (number, filter) in filters.enumerated() {
            let next = folder.appending(path: "filtered-\(number).osm.pbf").path()
            try await osmium(["tags-filter", "--overwrite", "-o", next, filtered] + filter)
            filtered = next
        }
        let exported = folder.appending(path: "exported.geojsonseq").path()
        try await osmium([
            "export", "--overwrite", "-f", "geojsonseq", "-a", "type,id", "-i", "sparse_file_array",
            "--geometry-types", geometries, "-o", exported, filtered,
        ])
        return try await body(ImportFile(path: exported))
    }

    private static var tags: [String] {
        [
            "nwr/amenity=" + PlaceKind.amenities.keys.sorted().joined(separator: ","),
            "nwr/shop=" + PlaceKind.shops.keys.sorted().joined(separator: ","),
        ]
    }

    private static var nameTags: [String] {
        [
            "n/place=" + NamedPlace.classes.keys.sorted().joined(separator: ","),
            "w/highway=" + streets.joined(separator: ","), "nw/addr:housenumber",
        ]
    }

    /// Places, streets with a name, and houses, of what ``nameTags`` lets through.
    private static let named = ["n/place", "w/name", "nw/addr:housenumber"]

    /// Kinds of ways that people name: not links of motorways, nor trails and what is not built yet.
    private static let streets = [
        "motorway", "trunk", "primary", "secondary", "tertiary", "unclassified", "residential",
        "living_street",
        "pedestrian", "service", "footway", "cycleway", "steps", "track", "road",
    ]

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
