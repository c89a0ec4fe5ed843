import Access
import Foundation
import HTTPKit
import NIOCore
import NIOPosix
import News
import NoonishAPI
import Outings
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Live

/// The other end of a stream: takes what it writes, and can be waited for, or be slow.
final class Reader: EventSink {
    let loop: any EventLoop = MultiThreadedEventLoopGroup.singleton.next()
    private let state = Mutex(State())
    private let changes: AsyncStream<Void>
    private let changed: AsyncStream<Void>.Continuation

    private struct State {
        var text = ""
        var writes: [StreamEvent] = []
        var isSlow = false
        var isClosed = false
    }

    init() { (changes, changed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Set to true, it takes nothing more.
    var isSlow: Bool {
        get { state.withLock(\.isSlow) }
        set { state.withLock { $0.isSlow = newValue } }
    }
    var isWritable: Bool { !isSlow }
    var isClosed: Bool { state.withLock(\.isClosed) }
    var writes: [StreamEvent] { state.withLock(\.writes) }

    func write(_ event: StreamEvent) {
        state.withLock { state in
            state.text += String(buffer: event.plain)
            state.writes.append(event)
        }
        changed.yield()
    }

    func close() {
        state.withLock { $0.isClosed = true }
        changed.yield()
    }

    var events: [String] {
        state.withLock(\.text).components(separatedBy: "\n\n").dropLast().map { event in
            event.split(separator: "\n").filter { !$0.hasPrefix("retry:") }.joined(separator: "\n")
        }
    }

    /// Waits until an event contains `part`.
    func wait(for part: String) async {
        if events.contains(where: { $0.contains(part) }) { return }
        for await _ in changes where events.contains(where: { $0.contains(part) }) { return }
    }

    func waitForClose() async {
        if isClosed { return }
        for await _ in changes where isClosed { return }
    }
}

/// Resolves no token, and knows whose no longer hold.
final class EndedTokens: TokenResolver {
    private let actors = Mutex<Set<Actor>>([])

    func actor(forToken token: String) async throws -> Actor? { nil }
    func ended(among actors: [Actor]) async throws -> Set<Actor> {
        self.actors.withLock { $0.intersection(actors) }
    }
    func end(_ actor: Actor) { _ = actors.withLock { $0.insert(actor) } }
}

extension StreamHub {
    /// A stream of `person` on a loop of its own, open.
    func open(
        _ person: PersonID, _ outings: [OutingID], from cursor: StreamRequest.Cursor = .now,
        followsNew: Bool = false,
        guestOf: OutingID? = nil, actor: Actor? = nil
    ) async throws -> (stream: StreamSubscription, reader: Reader) {
        let reader = Reader()
        let end = try await database.first(.inboxEnd(of: person))?.seq ?? 0
        let stream = try subscribe(
            actor ?? .person(person, session: .make()), person, to: outings, followsNew: followsNew,
            from: StreamStart(cursor, end: end), guestOf: guestOf, on: reader.loop)
        try await reader.loop.submit { stream.started(on: reader) }.get()
        return (stream, reader)
    }
}

struct UpdateStreamTests {
    /// Runs the hub and one stream beside `test`, until that returns.
    private func withStream(
        _ scene: Scene, of person: PersonID, from cursor: StreamRequest.Cursor = .now,
        guestOf: OutingID? = nil,
        _ test: (Reader) async throws -> Void
    ) async throws {
        try await withHub(scene) {
            let (_, reader) = try await scene.hub.open(
                person, [scene.outing], from: cursor, guestOf: guestOf)
            try await test(reader)
        }
    }

    private func withHub(_ scene: Scene, _ test: () async throws -> Void) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { try await scene.hub.run() }
            try await test()
            group.cancelAll()
        }
    }

    @Test(.timeLimit(.minutes(30)))
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

    @Test(.timeLimit(.minutes(30)))
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

    @Test(.timeLimit(.minutes(30)), arguments: [StreamRequest.Cursor.after(99), .invalid])
    func `a cursor that is no cursor of ours gets a reset`(cursor: StreamRequest.Cursor) async throws {
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

    @Test(.timeLimit(.minutes(30)))
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

    @Test(.timeLimit(.minutes(30)))
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

    @Test(.timeLimit(.minutes(30)))
    func `a guest's stream ends when they are off the list`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await scene.invite(scene.omar)
            try await scene.deliverAll()

            try await withStream(scene, of: scene.omar, guestOf: scene.outing) { reader in
                await reader.wait(for: "\"rev\":2")
                try await scene.remove(scene.omar)
                await reader.waitForClose()
            }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a guest's stream ends when the outing is deleted`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)

            try await withStream(scene, of: scene.leila, guestOf: scene.outing) { reader in
                await reader.wait(for: "\"rev\":1")
                try await database.run(script: "DELETE FROM outing WHERE id = '\(scene.outing)'")
                await reader.waitForClose()
            }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `streams end at once when their session does, and those of other sessions stay`() async throws {
        try await withDatabase { database in
            let tokens = EndedTokens()
            let scene = try await Scene(database, resolvers: [tokens])
            let gone = Actor.person(scene.leila, session: .make())

            try await withHub(scene) {
                let (_, leaving) = try await scene.hub.open(scene.leila, [scene.outing], actor: gone)
                let (_, staying) = try await scene.hub.open(scene.leila, [scene.outing])
                tokens.end(gone)
                scene.wakeUps.signedOut(scene.leila)

                await leaving.waitForClose()
                #expect(!staying.isClosed)
            }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a slow reader holds one revision of each outing and gets all its updates later`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await scene.invite(scene.omar)
            try await scene.deliverAll()

            try await withHub(scene) {
                let (stream, slow) = try await scene.hub.open(scene.omar, [scene.outing])
                let (_, fast) = try await scene.hub.open(scene.omar, [scene.outing])
                await slow.wait(for: "\"rev\":2")
                slow.isSlow = true
                let before = slow.writes.count
                for number in 0..<60 {
                    try await scene.edit([.note(from: "\(number)", to: "\(number + 1)")], by: scene.leila)
                    try await scene.deliverAll()
                    await fast.wait(for: "\"rev\":\(number + 3)")
                }
                await fast.wait(for: "id: 61\n")
                #expect(slow.writes.count == before)
                slow.isSlow = false
                try await slow.loop.submit { stream.didBecomeWritable() }.get()
                await slow.wait(for: "id: 61\n")
                await slow.wait(for: "\"rev\":62")

                let revisions = slow.events.filter { $0.contains("event: revision") }
                let ids = slow.events.filter { $0.contains("event: update") }
                    .compactMap { event in event.firstMatch(of: /id: ([0-9]+)/).flatMap { Int($0.1) } }
                #expect(revisions.count == 2)
                #expect(ids == Array(2...61))
            }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `who takes nothing between two comments is cut off`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            let (stream, slow) = try await scene.hub.open(scene.leila, [scene.outing])
            slow.isSlow = true

            try await slow.loop.submit { stream.comment() }.get()
            let afterOne = slow.isClosed
            try await slow.loop.submit { stream.comment() }.get()

            #expect(!afterOne)
            #expect(slow.isClosed)
        }
    }

    @Test func `a stream whose answer never began makes room`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            func subscribe() throws -> StreamSubscription {
                try scene.hub.subscribe(
                    .person(scene.leila, session: .make()), scene.leila, to: [], followsNew: false,
                    from: StreamStart(.now, end: 0), guestOf: nil,
                    on: MultiThreadedEventLoopGroup.singleton.next())
            }
            let streams = try (0..<LiveLimits.streamsPerPerson).map { _ in try subscribe() }
            #expect(throws: Problem.self) { try subscribe() }

            for _ in 0..<2 { streams[0].comment() }

            #expect(throws: Never.self) { try subscribe() }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `all streams of an outing write the same memory`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await scene.invite(scene.omar)
            try await scene.deliverAll()

            try await withHub(scene) {
                let (_, one) = try await scene.hub.open(scene.omar, [scene.outing])
                let (_, other) = try await scene.hub.open(scene.leila, [scene.outing])
                try await scene.edit([.note(from: nil, to: "Bring cash")], by: scene.leila)
                await one.wait(for: "\"rev\":3")
                await other.wait(for: "\"rev\":3")

                func memory(_ reader: Reader) -> UnsafeRawPointer? {
                    reader.writes.last { String(buffer: $0.plain).contains("\"rev\":3") }
                        .flatMap { event in event.chunk.withUnsafeReadableBytes { $0.baseAddress } }
                }
                #expect(memory(one) != nil)
                #expect(memory(one) == memory(other))
            }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a stream without a wish of its own follows what its person is asked to later`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)

            try await withHub(scene) {
                let (_, reader) = try await scene.hub.open(scene.omar, [], followsNew: true)
                try await scene.invite(scene.omar)
                try await scene.deliverAll()
                await reader.wait(for: "event: update")
                await reader.wait(for: "\"rev\":2")
                try await scene.edit([.note(from: nil, to: "Bring cash")], by: scene.leila)
                await reader.wait(for: "\"rev\":3")
            }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a stopping hub closes all streams and opens none`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)

            try await withHub(scene) {
                let (stream, reader) = try await scene.hub.open(scene.leila, [scene.outing])
                try await reader.loop.submit { stream.serverWillShutDown() }.get()
                await reader.waitForClose()

                await #expect(throws: Problem.self) { try await scene.hub.open(scene.leila, [scene.outing]) }
            }
        }
    }

    @Test func `one person may have six streams`() async throws {
        try await withDatabase { database in
            var topics = StreamTopics()
            let leila = PersonID.make()
            let streams = try (0..<6).map { _ in try Self.add(leila, to: &topics, database) }

            #expect(throws: (any Error).self) { try Self.add(leila, to: &topics, database) }
            #expect(throws: Never.self) { try Self.add(.make(), to: &topics, database) }
            topics.remove(streams[0])
            #expect(throws: Never.self) { try Self.add(leila, to: &topics, database) }
        }
    }

    @Test func `a quiet stream gets a comment within 25 seconds and a look at its session every 30`()
        async throws
    {
        try await withDatabase { database in
            var topics = StreamTopics()
            let start = ContinuousClock.now
            try Self.add(.make(), to: &topics, database, at: start)

            let early = topics.beat(at: start + .seconds(19))
            let comment = topics.beat(at: start + .seconds(25))
            let check = topics.beat(at: start + .seconds(30))

            #expect(early.quiet.isEmpty && early.unchecked.isEmpty)
            #expect(comment.quiet.count == 1 && comment.unchecked.isEmpty)
            #expect(check.unchecked.count == 1)
        }
    }

    @Test func `of many people a part at a time is asked about, everybody in turn, and at a hint at once`()
        async throws
    {
        try await withDatabase { database in
            var topics = StreamTopics()
            let people = (0..<2 * LiveLimits.peoplePolled).map { _ in PersonID.make() }
            for person in people { try Self.add(person, to: &topics, database) }
            _ = topics.question(aboutAll: false)

            let turns = (0..<3).map { _ in topics.question(aboutAll: true).people.map(\.person) }
            let hinted = topics.markForCheck(people: [people[7]])

            #expect(turns.joined().count == people.count)
            #expect(Set(turns.joined()) == Set(people))
            #expect(turns.allSatisfy { $0.count < LiveLimits.peoplePolled })
            #expect(hinted)
            #expect(topics.question(aboutAll: false).people.map(\.person) == [people[7]])
        }
    }

    @discardableResult
    private static func add(
        _ person: PersonID, to topics: inout StreamTopics, _ database: any Database,
        at now: ContinuousClock.Instant = .now
    ) throws -> StreamSubscription {
        let hub = StreamHub(database: database, catalogue: .shipped, kinds: .all, logger: Scene.logger)
        let stream = StreamSubscription(
            .person(person, session: .make()), person, start: StreamStart(.now, end: 0), guestOf: nil,
            languages: nil, loop: MultiThreadedEventLoopGroup.singleton.next(), hub: hub)
        _ = try topics.add(stream, [], followsNew: false, at: now)
        return stream
    }
}
