import Foundation
public import JSON
public import NIOCore

/// Where an ``OfflineCache`` keeps its entries: bytes by name.
public protocol CacheStore: Sendable {
    func read(_ name: String) async throws -> ByteBuffer?
    func write(_ name: String, _ bytes: ByteBuffer) async throws
    func remove(_ name: String) async throws
    func removeAll() async throws
}

/// One step of an entry's form: what it was, made into what it is next.
///
/// Steps are never changed and never taken away; a new form is a new step at the end. An entry that was kept many versions of a
/// program ago takes one step after another.
public struct CacheStep: Sendable {
    /// Nil: an entry of this kind is of no use any more.
    let upgrade: @Sendable (JSONObject) -> JSONObject?

    public init(_ upgrade: @escaping @Sendable (JSONObject) -> JSONObject?) { self.upgrade = upgrade }
}

/// What one person has read, for times without a network: every answer under what was asked for, with its tag.
///
/// Nothing of it is ever taken for news. The service is asked each time, with the tag of what is kept; that it is the same costs
/// one small answer. Only where nobody answers is the kept one given, and ``Reading/keptSince`` says so.
///
/// Entries carry the number of their form, which is the number of steps that lead to it. One that is too new (somebody went
/// back to an older program), or that cannot be read, counts as not there. A store that fails is as good as none.
public struct OfflineCache: Sendable {
    private let store: any CacheStore
    private let steps: [CacheStep]

    /// - Parameter steps: From each form to the next, for programs that keep more in their entries.
    public init(_ store: any CacheStore, steps: [CacheStep] = []) {
        self.store = store
        self.steps = steps
    }

    /// Forgets everything, as at a sign-out.
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
        guard let kept = try? KeptEntry(parsing: Self.text(of: object)), kept.target == target else {
            return nil
        }
        if form < steps.count { await renew(object, for: target) }
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

    /// The same entry in today's form.
    private func renew(_ object: JSONObject, for target: String) async {
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

    /// A short name for what was asked for, which may be longer than a file's name. Two that share one (FNV-1a, 64 bits) push
    /// each other out, since an entry says what it is of.
    static func name(of target: String) -> String {
        let hash = target.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }
}

private struct KeptEntry: JSONDecodable {
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
