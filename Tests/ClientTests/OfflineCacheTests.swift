import Foundation
import JSON
import NIOCore
import Testing

@testable import NoonishClient

@Suite struct OfflineCacheTests {
    private func withStore(_ test: (FileStore, URL) async throws -> Void) async throws {
        let folder = URL(filePath: "/tmp/noonish-cache-\(UUID().uuidString.prefix(8))")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await test(FileStore(folder: folder), folder)
    }

    private let body = ByteBuffer(string: #"{"items":[1,2.5,"x"],"next":null}"#)

    @Test func `what was kept is there again, for its owner alone, until it is cleared`() async throws {
        try await withStore { store, folder in
            let cache = OfflineCache(store)
            await cache.keep(body, tag: EntityTag("\"0.abc\""), for: "/v1/outings?limit=2")

            let again = try #require(
                await OfflineCache(FileStore(folder: folder)).entry(for: "/v1/outings?limit=2"))
            let other = await cache.entry(for: "/v1/outings")
            let mode =
                try FileManager.default.attributesOfItem(atPath: folder.path())[.posixPermissions] as? Int
            try await cache.clear()

            #expect(String(buffer: again.body) == String(buffer: body))
            #expect(again.tag == EntityTag("\"0.abc\""))
            #expect(abs(again.at.timeIntervalSinceNow) < 600)
            #expect(other == nil)
            #expect(mode == 0o700)
            #expect(await cache.entry(for: "/v1/outings?limit=2") == nil)
        }
    }

    /// A program of three forms: entries learnt their owner, then what was `tag` became `etag`'s weak form.
    private static let steps = [
        CacheMigration { object in
            JSONObject(members: object.members + [.init(name: "owner", value: "leila")])
        },
        CacheMigration { object in
            guard object["owner"] == .string("leila") else { return nil }
            let members = object.members.map { member in
                member.name == "tag" ? JSONObject.Member(name: "tag", value: "\"later\"") : member
            }
            return JSONObject(members: members)
        },
    ]

    @Test func `an entry of long ago takes one step after another, once`() async throws {
        try await withStore { store, _ in
            await OfflineCache(store).keep(body, tag: EntityTag("\"0.abc\""), for: "/v1/me")
            let newest = OfflineCache(store, steps: Self.steps)

            let first = try #require(await newest.entry(for: "/v1/me"))
            let bytes = try #require(try store.read(OfflineCache.name(of: "/v1/me")))
            let second = try #require(await newest.entry(for: "/v1/me"))

            #expect(first.tag == EntityTag("\"later\"") && second.tag == first.tag)
            #expect(String(buffer: first.body) == String(buffer: body))
            guard case .object(let kept) = try JSONValue(parsing: bytes) else {
                Issue.record("not an object")
                return
            }
            #expect(kept["form"] == .integer(2) && kept["owner"] == .string("leila"))
            #expect(kept.members.count { $0.name == "owner" } == 1)
        }
    }

    @Test func `an entry of a newer program, or of no use, or torn, is not there`() async throws {
        try await withStore { store, _ in
            await OfflineCache(store, steps: Self.steps).keep(body, tag: nil, for: "/v1/new")
            await OfflineCache(store).keep(body, tag: nil, for: "/v1/useless")
            try store.write(OfflineCache.name(of: "/v1/torn"), ByteBuffer(string: #"{"form":0,"tar"#))
            let useless = OfflineCache(store, steps: [CacheMigration { _ in nil }])

            #expect(await OfflineCache(store).entry(for: "/v1/new") == nil)
            #expect(await useless.entry(for: "/v1/useless") == nil)
            #expect(try store.read(OfflineCache.name(of: "/v1/useless")) == nil)
            #expect(await OfflineCache(store).entry(for: "/v1/torn") == nil)
        }
    }
}
