import Fetch
import Foundation
import HTTPKit
import Logging

/// Map tiles from the configured source. Each is requested once and then cached.
///
/// The source sees this server and the requested tiles, never a person. The size of the cache is limited; the
/// oldest tiles are removed first. A stale tile is used if the source does not provide a new one.
actor TileStore {
    private let pattern: String
    private let folder: URL
    private let client: FetchClient
    private let logger: Logger
    private var fetches: [TileCoordinates: Task<TileImage, any Error>] = [:]
    /// `nil` until the size has been measured.
    private var cacheBytes: Int?
    private let limit: Int

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - pattern: A URL with `{z}`, `{x}` and `{y}`.
    ///   - folder: A folder only for tiles; created when the first tile is cached.
    init(
        pattern: String, folder: String, client: FetchClient, logger: Logger,
        limit: Int = TileLimits.cacheBytes
    ) {
        self.pattern = pattern
        self.folder = URL(filePath: folder, directoryHint: .isDirectory)
        self.client = client
        self.logger = logger
        self.limit = limit
    }

    /// Returns a tile, from the cache or the source.
    ///
    /// - Throws: ``Problem``: 404 if the source does not have the tile, 503 if it fails.
    func image(of place: TileCoordinates, now: Date = Date()) async throws -> TileImage {
        let cached = cached(place)
        if let cached, now.timeIntervalSince(cached.at) < TileLimits.cacheSeconds { return cached.image }
        do {
            return try await fetchOnce(for: place)
        } catch {
            guard let cached else { throw error }
            return cached.image
        }
    }

    /// Fetches a tile; concurrent requests for the same tile share one fetch.
    private func fetchOnce(for place: TileCoordinates) async throws -> TileImage {
        if let task = fetches[place] { return try await task.value }
        guard fetches.count < TileLimits.maximumFetches else { throw Problem.serviceUnavailable() }
        let task = Task { try await fetch(place) }
        fetches[place] = task
        defer { fetches[place] = nil }
        return try await task.value
    }

    private func fetch(_ place: TileCoordinates) async throws -> TileImage {
        let response: FetchResponse
        do {
            response = try await client.fetch(
                FetchRequest(
                    .get, place.address(in: pattern),
                    headers: [HTTPHeader("Accept", "image/png, image/jpeg, image/webp")],
                    policy: .any, allowsPlainHTTP: pattern.hasPrefix("http://"),
                    limits: TransferLimits(
                        total: TileLimits.fetchTimeout, responseBytes: TileLimits.bytes)))
        } catch {
            logger.warning("map tile fetch failed", metadata: ["error": "\(error)"])
            throw Problem.serviceUnavailable()
        }
        if response.status == 404 { throw Problem.notFound }
        guard response.status == 200, let image = TileImage(response.body) else {
            logger.warning("map tile fetch failed", metadata: ["status": "\(response.status)"])
            throw Problem.serviceUnavailable()
        }
        cache(image, of: place)
        return image
    }

    private func cached(_ place: TileCoordinates) -> (image: TileImage, at: Date)? {
        let file = folder.appending(path: place.path)
        guard let data = try? Data(contentsOf: file), let image = TileImage(Array(data)),
            let at = try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
        else { return nil }
        return (image, at)
    }

    /// Caches a tile. A failure, such as a full disk, is only logged.
    private func cache(_ image: TileImage, of place: TileCoordinates) {
        let file = folder.appending(path: place.path)
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(image.bytes).write(to: file, options: .atomic)
        } catch {
            logger.warning("cannot cache map tile", metadata: ["error": "\(error)"])
            return
        }
        let total = cacheBytes.map { $0 + image.bytes.count } ?? files().reduce(0) { $0 + $1.bytes }
        cacheBytes = total > limit ? removeOldest() : total
    }

    /// Removes the oldest tiles until the cache is at nine tenths of its limit.
    ///
    /// - Returns: The size of the remaining tiles in bytes.
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
