import Fetch
import Foundation
import HTTPKit
import Logging

/// Pictures of the map, from the host that the operator chose: each is asked for once and then kept.
///
/// The host sees this server and which squares somebody looks at, never who. What is kept is bounded; the longest kept go
/// first. An old picture is shown where the host gives no new one.
actor TileStore {
    private let pattern: String
    private let folder: URL
    private let client: FetchClient
    private let logger: Logger
    private var underway: [TilePlace: Task<TilePicture, any Error>] = [:]
    /// Nil until they are counted.
    private var keptBytes: Int?
    private let limit: Int

    /// - Parameters:
    ///   - pattern: An address with `{z}`, `{x}` and `{y}`.
    ///   - folder: For this alone; made when the first picture is kept.
    init(
        pattern: String, folder: String, client: FetchClient, logger: Logger,
        limit: Int = TileLimits.keptBytes
    ) {
        self.pattern = pattern
        self.folder = URL(filePath: folder, directoryHint: .isDirectory)
        self.client = client
        self.logger = logger
        self.limit = limit
    }

    /// - Throws: ``Problem``: 404 where the host has none, 503 where it gives none.
    func picture(of place: TilePlace, now: Date = Date()) async throws -> TilePicture {
        let kept = kept(place)
        if let kept, now.timeIntervalSince(kept.at) < TileLimits.freshSeconds { return kept.picture }
        do {
            return try await asked(for: place)
        } catch {
            guard let kept else { throw error }
            return kept.picture
        }
    }

    /// Whoever asks for one that is under way gets the same.
    private func asked(for place: TilePlace) async throws -> TilePicture {
        if let task = underway[place] { return try await task.value }
        guard underway.count < TileLimits.underway else { throw Problem.serviceUnavailable() }
        let task = Task { try await fetched(place) }
        underway[place] = task
        defer { underway[place] = nil }
        return try await task.value
    }

    private func fetched(_ place: TilePlace) async throws -> TilePicture {
        let response: FetchResponse
        do {
            response = try await client.fetch(
                FetchRequest(
                    .get, place.address(in: pattern),
                    headers: [HTTPHeader("Accept", "image/png, image/jpeg, image/webp")],
                    policy: .any, allowsPlainHTTP: pattern.hasPrefix("http://"),
                    limits: TransferLimits(
                        total: TileLimits.patience, responseBytes: TileLimits.bytes)))
        } catch {
            logger.warning("no picture of the map", metadata: ["error": "\(error)"])
            throw Problem.serviceUnavailable()
        }
        if response.status == 404 { throw Problem.notFound }
        guard response.status == 200, let picture = TilePicture(response.body) else {
            logger.warning("no picture of the map", metadata: ["status": "\(response.status)"])
            throw Problem.serviceUnavailable()
        }
        keep(picture, of: place)
        return picture
    }

    private func kept(_ place: TilePlace) -> (picture: TilePicture, at: Date)? {
        let file = folder.appending(path: place.path)
        guard let data = try? Data(contentsOf: file), let picture = TilePicture(Array(data)),
            let at = try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
        else { return nil }
        return (picture, at)
    }

    /// A full disk is no reason to show no map.
    private func keep(_ picture: TilePicture, of place: TilePlace) {
        let file = folder.appending(path: place.path)
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(picture.bytes).write(to: file, options: .atomic)
        } catch {
            logger.warning("a picture of the map is not kept", metadata: ["error": "\(error)"])
            return
        }
        let total = keptBytes.map { $0 + picture.bytes.count } ?? files().reduce(0) { $0 + $1.bytes }
        keptBytes = total > limit ? removeOldest() : total
    }

    /// - Returns: The bytes of those that stay.
    private func removeOldest() -> Int {
        let newestFirst = files().sorted { $0.at > $1.at }
        var total = 0
        for file in newestFirst {
            if total + file.bytes <= limit / 10 * 9 {
                total += file.bytes
            } else {
                try? FileManager.default.removeItem(at: file.place)
            }
        }
        return total
    }

    private func files() -> [(place: URL, bytes: Int, at: Date)] {
        let keys: Set<URLResourceKey> = [.isRegularFileKey, .fileSizeKey, .contentModificationDateKey]
        guard let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: Array(keys))
        else { return [] }
        return all.compactMap { entry in
            guard let place = entry as? URL, let facts = try? place.resourceValues(forKeys: keys),
                facts.isRegularFile == true
            else { return nil }
            return (place, facts.fileSize ?? 0, facts.contentModificationDate ?? .distantPast)
        }
    }
}
