import Foundation
public import JSON
public import NIOCore

/// The storage of an ``OfflineCache``: bytes by name.
public protocol CacheStore: Sendable {
    func read(_ name: String) async throws -> ByteBuffer?
    func write(_ name: String, _ bytes: ByteBuffer) async throws
    func remove(_ name: String) async throws
    func removeAll() async throws
}

/// A migration of cache entries from one format version to the next.
///
/// Steps must never be changed or removed; a new format adds a step at the end. Entries of an old version go
/// through all later steps in turn.
public struct CacheMigration: Sendable {
    /// Converts an entry; returns `nil` to discard it.
    let upgrade: @Sendable (JSONObject) -> JSONObject?

    public init(_ upgrade: @escaping @Sendable (JSONObject) -> JSONObject?) { self.upgrade = upgrade }
}

/// A cache of everything one person has read, for offline use: each response with its tag, by its request.
///
/// A cached response is never assumed to be current. Each read is sent to the service with the cached tag; if
/// nothing has changed, the response is small. The cached response is returned only if the service is
/// unreachable, and ``Resource/cachedAt`` is then set.
///
/// Each entry has a format version, which is the number of steps that lead to it. An entry that is too new
/// (after a downgrade of the program) or malformed is ignored. A store that fails is treated as empty.
public struct OfflineCache: Sendable {
    private let store: any CacheStore
    private let steps: [CacheMigration]

    /// Creates a cache.
    ///
    /// - Parameter steps: The migrations between format versions, for programs that store more in their
    ///   entries.
    public init(_ store: any CacheStore, steps: [CacheMigration] = []) {
        self.store = store
        self.steps = steps
    }

    /// Removes all entries, as at a sign-out.
    public func clear() async throws { try await store.removeAll() }

    struct Entry: Sendable {
        let tag: EntityTag?
        let at: Date
        let body: ByteBuffer
    }

    func entry(for target: String) async -> Entry? {
        guard let bytes = try? await store.read(Self.name(of: target)),
            case .object(var object) = try? JSONValue(parsing: bytes)
        else { return nil }
        guard case .integer(let form) = object["form"], form <= steps.count, form >= 0 else { return nil }
        for step in steps[form...] {
            guard let next = step.upgrade(object) else {
                try? await store.remove(Self.name(of: target))
                return nil
            }
            object = next
        }
        guard let kept = try? StoredEntry(parsing: Self.text(of: object)), kept.target == target else {
            return nil
        }
        if form < steps.count { await migrate(object, for: target) }
        var writer = JSONWriter(capacity: 4_096)
        kept.body.encode(to: &writer)
        return Entry(tag: kept.tag.map(EntityTag.init), at: kept.at, body: writer.finish())
    }

    func keep(_ body: ByteBuffer, tag: EntityTag?, for target: String) async {
        guard let value = try? JSONValue(parsing: body) else { return }
        let entry: JSONValue = [
            "form": .integer(steps.count), "target": .string(target),
            "tag": tag.map { .string($0.text) } ?? .null,
            "at": .integer(Int(Date().timeIntervalSince1970)), "body": value,
        ]
        guard case .object(let object) = entry else { return }
        try? await store.write(Self.name(of: target), Self.text(of: object))
    }

    /// Stores an entry in the current format.
    private func migrate(_ object: JSONObject, for target: String) async {
        let members = object.members.map { member in
            member.name == "form" ? .init(name: "form", value: .integer(steps.count)) : member
        }
        try? await store.write(Self.name(of: target), Self.text(of: JSONObject(members: members)))
    }

    private static func text(of object: JSONObject) -> ByteBuffer {
        var writer = JSONWriter(capacity: 4_096)
        object.encode(to: &writer)
        return writer.finish()
    }

    /// Returns a short name for a request target, which may be too long for a file name. Two targets with the
    /// same hash (FNV-1a, 64 bits) replace each other, since each entry contains its target.
    static func name(of target: String) -> String {
        let hash = target.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }
}

private struct StoredEntry: JSONDecodable {
    let target: String
    let tag: String?
    let at: Date
    let body: JSONValue

    init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        target = try read("target")
        tag = try read.optional("tag")
        let seconds: Int = try read("at")
        at = Date(timeIntervalSince1970: TimeInterval(seconds))
        body = try read("body")
    }
}
