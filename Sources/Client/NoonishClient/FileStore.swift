public import Foundation
public import NIOCore

/// A cache store that holds each entry in a file of one folder. Writes are atomic.
public struct FileStore: CacheStore {
    private let folder: URL

    /// Creates a store.
    ///
    /// - Parameter folder: A folder for one person's entries only. It is created at the first write, readable
    ///   by its owner alone.
    public init(folder: URL) { self.folder = folder }

    public func read(_ name: String) throws -> ByteBuffer? {
        let file = file(name)
        guard FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) else { return nil }
        return ByteBuffer(bytes: try Data(contentsOf: file))
    }

    public func write(_ name: String, _ bytes: ByteBuffer) throws {
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try Data(bytes.readableBytesView).write(to: file(name), options: .atomic)
    }

    public func remove(_ name: String) throws {
        guard FileManager.default.fileExists(atPath: file(name).path(percentEncoded: false)) else { return }
        try FileManager.default.removeItem(at: file(name))
    }

    public func removeAll() throws {
        guard FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)) else { return }
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        where file.pathExtension == "noonish" {
            try FileManager.default.removeItem(at: file)
        }
    }

    private func file(_ name: String) -> URL { folder.appending(path: "\(name).noonish") }
}
