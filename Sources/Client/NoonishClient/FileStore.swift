public import Foundation
public import NIOCore

/// Entries as files of one folder, each written whole or not at all.
public struct FileStore: CacheStore {
    private let folder: URL

    /// - Parameter folder: One person's, made when something is first kept; what a cache keeps is theirs alone to read.
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
