import Access
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NoonishAPI
import Outings
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Updates

/// Takes what a stream writes, and can be waited for.
private final class Reader: Sendable {
    private let text = Mutex("")
    private let changes: AsyncStream<Void>
    private let changed: AsyncStream<Void>.Continuation

    init() { (changes, changed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func take(_ buffer: ByteBuffer) {
        text.withLock { $0 += String(buffer: buffer) }
        changed.yield()
    }

    var events: [String] {
        text.withLock { text in
            text.components(separatedBy: "\n\n").dropLast().map { event in
                event.split(separator: "\n").filter { !$0.hasPrefix("retry:") }.joined(separator: "\n")
            }
        }
    }

    /// Waits until an event contains `part`.
    func wait(for part: String) async {
        for await _ in changes where events.contains(where: { $0.contains(part) }) { return }
    }
}

private struct Writer: ResponseBodyWriter {
    let reader: Reader

    mutating func write(_ buffer: ByteBuffer) async throws { reader.take(buffer) }
    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

struct UpdateStreamTests {
    /// Runs the hub and one stream beside `test`, until that returns.
    private func withStream(
        _ scene: Scene, of person: PersonID, from cursor: StreamWish.Cursor = .now, guestOf: OutingID? = nil,
        _ test: (Reader) async throws -> Void
    ) async throws {
        let reader = Reader()
        let subscription = try scene.hub.subscribe(person, to: [scene.outing], onlyOuting: guestOf)
        let stream = UpdateStream(
            subscription: subscription, wish: StreamWish(outings: nil, guestOf: guestOf, cursor: cursor),
            database: scene.database, hub: scene.hub, stillHolds: { true })
        try await withThrowingTaskGroup { group in
            group.addTask { try await scene.hub.run() }
            group.addTask {
                var writer: any ResponseBodyWriter = Writer(reader: reader)
                try await stream.write(to: &writer)
            }
            try await test(reader)
            group.cancelAll()
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `a stream says where it starts, then what happens`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await scene.invite(scene.omar)
            try await scene.deliverAll()

            try await withStream(scene, of: scene.omar) { reader in
                await reader.wait(for: "\"rev\":2")
                try await scene.edit([.note(from: nil, to: "Bring cash")], by: scene.leila)
                try await scene.deliverAll()
                await reader.wait(for: "event: update")
                await reader.wait(for: "\"rev\":3")

                let events = reader.events
                #expect(events[0] == "event: hello\nid: 1\ndata: {\"from\":1}")
                #expect(
                    events.contains(
                        "event: revision\ndata: {\"outing\":\"\(scene.outing)\",\"rev\":3,\"version\":0}"))
                let update = try #require(events.first { $0.contains("event: update") })
                #expect(update.contains("id: 2\n"))
                #expect(update.contains("There is a note: “Bring cash”"))
            }
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `a stream that comes back misses nothing and doubles nothing`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await scene.invite(scene.omar)
            try await scene.deliverAll()
            for number in 0..<250 {
                try await scene.edit([.note(from: "\(number)", to: "\(number + 1)")], by: scene.leila)
                try await scene.deliverAll()
            }

            try await withStream(scene, of: scene.omar, from: .after(7)) { reader in
                try await scene.edit([.note(from: "250", to: "last")], by: scene.leila)
                try await scene.deliverAll()
                await reader.wait(for: "id: 252\n")

                let ids = reader.events.filter { $0.contains("event: update") }
                    .compactMap { event in event.firstMatch(of: /id: ([0-9]+)/).flatMap { Int($0.1) } }
                #expect(reader.events[0] == "event: hello\nid: 7\ndata: {\"from\":7}")
                #expect(ids == Array(8...252))
            }
        }
    }

    @Test(.timeLimit(.minutes(1)), arguments: [StreamWish.Cursor.after(99), .senseless])
    func `a cursor that is no cursor of ours gets a reset`(cursor: StreamWish.Cursor) async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await scene.invite(scene.omar)
            try await scene.deliverAll()

            try await withStream(scene, of: scene.omar, from: cursor) { reader in
                await reader.wait(for: "event: reset")
                #expect(reader.events.contains("event: reset\nid: 1\ndata: {\"seq\":1}"))
                #expect(!reader.events.contains { $0.contains("event: update") })
            }
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `a cursor too old gets a reset`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await database.run(
                script: """
                    INSERT INTO inbox (person_id, seq, outing_id, from_rev, to_rev, changes)
                    SELECT '\(scene.omar)', n, '\(scene.outing)', n, n + 1, '[]' FROM generate_series(1, 600) AS n;
                    UPDATE person SET inbox_seq = 600 WHERE id = '\(scene.omar)'
                    """)

            try await withStream(scene, of: scene.omar, from: .after(1)) { reader in
                await reader.wait(for: "event: reset")
                #expect(reader.events.contains("event: reset\nid: 600\ndata: {\"seq\":600}"))
            }
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `somebody taken off the list hears no revision after it`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await scene.invite(scene.omar)
            try await scene.deliverAll()

            try await withStream(scene, of: scene.omar) { reader in
                await reader.wait(for: "\"rev\":2")
                try await scene.remove(scene.omar)
                try await scene.deliverAll()
                await reader.wait(for: "You are no longer on the list.")
                try await scene.edit([.note(from: nil, to: "x")], by: scene.leila)
                try await scene.deliverAll()
                try await scene.invite(scene.ines)
                try await scene.deliverAll()

                #expect(!reader.events.contains { $0.contains("\"rev\":3") || $0.contains("\"rev\":4") })
            }
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `a guest's stream ends when they are off the list`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await scene.invite(scene.omar)
            try await scene.deliverAll()
            let subscription = try scene.hub.subscribe(
                scene.omar, to: [scene.outing], onlyOuting: scene.outing)
            let stream = UpdateStream(
                subscription: subscription,
                wish: StreamWish(outings: [scene.outing], guestOf: scene.outing, cursor: .now),
                database: database,
                hub: scene.hub, stillHolds: { true })

            try await withThrowingTaskGroup { group in
                group.addTask { try await scene.hub.run() }
                try await scene.remove(scene.omar)
                var writer: any ResponseBodyWriter = Writer(reader: Reader())
                try await stream.write(to: &writer)  // returns
                group.cancelAll()
            }
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `a stream ends when its session has`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            let subscription = try scene.hub.subscribe(scene.leila, to: [scene.outing], onlyOuting: nil)
            let stream = UpdateStream(
                subscription: subscription, wish: StreamWish(outings: nil, guestOf: nil, cursor: .now),
                database: database, hub: scene.hub, stillHolds: { false })

            subscription.checkSession()
            var writer: any ResponseBodyWriter = Writer(reader: Reader())

            try await stream.write(to: &writer)  // returns
        }
    }

    @Test func `a slow reader holds one revision of each outing, the newest`() {
        let subscription = StreamSubscription(PersonID.make())
        let outing = OutingID.make()

        for rev in 1...10_000 { subscription.revised(outing, ByteBuffer(string: "\(rev)")) }
        let due = subscription.take()

        #expect(due.revisions == [outing: ByteBuffer(string: "10000")])
        #expect(subscription.take().revisions.isEmpty)
    }

    @Test func `one person may have six streams`() throws {
        var topics = StreamTopics()
        let leila = PersonID.make()
        let streams = try (0..<6).map { _ in try topics.add(leila, [], onlyOuting: nil, at: .now) }

        #expect(throws: (any Error).self) { try topics.add(leila, [], onlyOuting: nil, at: .now) }
        #expect(throws: Never.self) { try topics.add(PersonID.make(), [], onlyOuting: nil, at: .now) }
        topics.remove(streams[0])
        #expect(throws: Never.self) { try topics.add(leila, [], onlyOuting: nil, at: .now) }
    }

    @Test func `a quiet stream gets a comment within 25 seconds and a look at its session every 30`() throws {
        var topics = StreamTopics()
        let start = ContinuousClock.now
        let subscription = try topics.add(PersonID.make(), [], onlyOuting: nil, at: start)

        topics.beat(at: start + .seconds(19))
        let early = subscription.take()
        topics.beat(at: start + .seconds(25))
        let comment = subscription.take()
        topics.beat(at: start + .seconds(30))
        let check = subscription.take()

        #expect(!early.comment && !early.sessionCheck)
        #expect(comment.comment && !comment.sessionCheck)
        #expect(check.sessionCheck)
    }
}
