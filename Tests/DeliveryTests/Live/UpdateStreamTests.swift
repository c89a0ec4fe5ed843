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
        _ lunch: StoredLunch, of person: PersonID, from cursor: StreamRequest.Cursor = .now,
        guestOf: OutingID? = nil,
        _ test: (Reader) async throws -> Void
    ) async throws {
        try await withHub(lunch) {
            let (_, reader) = try await lunch.world.hub.open(
                person, [lunch.id], from: cursor, guestOf: guestOf)
            try await test(reader)
        }
    }

    private func withHub(_ lunch: StoredLunch, _ test: () async throws -> Void) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { try await lunch.world.hub.run() }
            try await test()
            group.cancelAll()
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a stream reports its start, then the changes`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.deliverAll()

            try await withStream(lunch, of: lunch.tom) { reader in
                await reader.wait(for: "\"rev\":2")
                try await lunch.edit([.note(from: nil, to: "Bring cash")], by: lunch.leila)
                try await lunch.deliverAll()
                await reader.wait(for: "event: update")
                await reader.wait(for: "\"rev\":3")

                let events = reader.events
                #expect(events[0] == "event: hello\nid: 1\ndata: {\"from\":1}")
                #expect(
                    events.contains(
                        "event: revision\ndata: {\"outing\":\"\(lunch.id)\",\"rev\":3,\"version\":0}"))
                let update = try #require(events.first { $0.contains("event: update") })
                #expect(update.contains("id: 2\n"))
                #expect(update.contains("Leila added a note: “Bring cash”"))
            }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a pick is reported, although it does not change the outing`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.deliverAll()
            let order = UUID()
            try await lunch.world.run(
                """
                INSERT INTO group_order (outing_id, id, coordinator_id, place_name, currency, fulfilment, time_zone)
                VALUES (\(lunch.id), \(order), \(lunch.leila), 'The corner', 'EUR', 'pick_up', 'Europe/Helsinki')
                """)

            try await withStream(lunch, of: lunch.tom) { reader in
                await reader.wait(for: "\"order\":0")
                try await lunch.world.run("UPDATE group_order SET rev = 1 WHERE id = \(order)")
                await reader.wait(for: "\"order\":1")

                let revisions = reader.events.filter { $0.contains("event: revision") }
                #expect(revisions.count == 2 && revisions.allSatisfy { $0.contains("\"rev\":2") })
            }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a stream that comes back misses nothing and doubles nothing`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.deliverAll()
            for number in 0..<250 {
                try await lunch.edit([.note(from: "\(number)", to: "\(number + 1)")], by: lunch.leila)
                try await lunch.deliverAll()
            }

            try await withStream(lunch, of: lunch.tom, from: .after(7)) { reader in
                try await lunch.edit([.note(from: "250", to: "last")], by: lunch.leila)
                try await lunch.deliverAll()
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
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.deliverAll()

            try await withStream(lunch, of: lunch.tom, from: cursor) { reader in
                await reader.wait(for: "event: reset")
                #expect(reader.events.contains("event: reset\nid: 1\ndata: {\"seq\":1}"))
                #expect(!reader.events.contains { $0.contains("event: update") })
            }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a cursor too old gets a reset`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.database.run(
                script: """
                    INSERT INTO inbox (person_id, seq, outing_id, from_rev, to_rev, changes)
                    SELECT '\(lunch.tom)', n, '\(lunch.id)', n, n + 1, '[]' FROM generate_series(1, 600) AS n;
                    UPDATE person SET inbox_seq = 600 WHERE id = '\(lunch.tom)'
                    """)

            try await withStream(lunch, of: lunch.tom, from: .after(1)) { reader in
                await reader.wait(for: "event: reset")
                #expect(reader.events.contains("event: reset\nid: 600\ndata: {\"seq\":600}"))
            }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a removed attendee's stream has no later revision`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.deliverAll()

            try await withStream(lunch, of: lunch.tom) { reader in
                await reader.wait(for: "\"rev\":2")
                try await lunch.remove(lunch.tom)
                try await lunch.deliverAll()
                await reader.wait(for: "You’re no longer on the list.")
                try await lunch.edit([.note(from: nil, to: "x")], by: lunch.leila)
                try await lunch.deliverAll()
                try await lunch.invite(lunch.mei)
                try await lunch.deliverAll()

                #expect(!reader.events.contains { $0.contains("\"rev\":3") || $0.contains("\"rev\":4") })
            }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a guest's stream ends when they are off the list`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.deliverAll()

            try await withStream(lunch, of: lunch.tom, guestOf: lunch.id) { reader in
                await reader.wait(for: "\"rev\":2")
                try await lunch.remove(lunch.tom)
                await reader.waitForClose()
            }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a guest's stream ends when the outing is deleted`() async throws {
        try await withStoredLunch { lunch in

            try await withStream(lunch, of: lunch.leila, guestOf: lunch.id) { reader in
                await reader.wait(for: "\"rev\":1")
                try await lunch.database.run(script: "DELETE FROM outing WHERE id = '\(lunch.id)'")
                await reader.waitForClose()
            }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `streams end at once when their session does, and those of other sessions stay`() async throws {
        let tokens = EndedTokens()
        try await withStoredLunch(resolvers: [tokens]) { lunch in
            let gone = Actor.person(lunch.leila, session: .make())

            try await withHub(lunch) {
                let (_, leaving) = try await lunch.world.hub.open(lunch.leila, [lunch.id], actor: gone)
                let (_, staying) = try await lunch.world.hub.open(lunch.leila, [lunch.id])
                tokens.end(gone)
                lunch.world.wakeUps.signedOut(lunch.leila)

                await leaving.waitForClose()
                #expect(!staying.isClosed)
            }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a slow reader holds one revision of each outing and gets all its updates later`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.deliverAll()

            try await withHub(lunch) {
                let (stream, slow) = try await lunch.world.hub.open(lunch.tom, [lunch.id])
                let (_, fast) = try await lunch.world.hub.open(lunch.tom, [lunch.id])
                await slow.wait(for: "\"rev\":2")
                slow.isSlow = true
                let before = slow.writes.count
                for number in 0..<60 {
                    try await lunch.edit([.note(from: "\(number)", to: "\(number + 1)")], by: lunch.leila)
                    try await lunch.deliverAll()
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
    func `a reader who takes nothing between two comments is disconnected`() async throws {
        try await withStoredLunch { lunch in
            let (stream, slow) = try await lunch.world.hub.open(lunch.leila, [lunch.id])
            slow.isSlow = true

            try await slow.loop.submit { stream.comment() }.get()
            let afterOne = slow.isClosed
            try await slow.loop.submit { stream.comment() }.get()

            #expect(!afterOne)
            #expect(slow.isClosed)
        }
    }

    @Test func `a stream whose response never began frees its place`() async throws {
        try await withStoredLunch { lunch in
            func subscribe() throws -> StreamSubscription {
                try lunch.world.hub.subscribe(
                    .person(lunch.leila, session: .make()), lunch.leila, to: [], followsNew: false,
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
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.deliverAll()

            try await withHub(lunch) {
                let (_, one) = try await lunch.world.hub.open(lunch.tom, [lunch.id])
                let (_, other) = try await lunch.world.hub.open(lunch.leila, [lunch.id])
                try await lunch.edit([.note(from: nil, to: "Bring cash")], by: lunch.leila)
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
    func `a stream without a selection follows outings that its person is invited to later`() async throws {
        try await withStoredLunch { lunch in

            try await withHub(lunch) {
                let (_, reader) = try await lunch.world.hub.open(lunch.tom, [], followsNew: true)
                try await lunch.invite(lunch.tom)
                try await lunch.deliverAll()
                await reader.wait(for: "event: update")
                await reader.wait(for: "\"rev\":2")
                try await lunch.edit([.note(from: nil, to: "Bring cash")], by: lunch.leila)
                await reader.wait(for: "\"rev\":3")
            }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a stopping hub closes all streams and opens none`() async throws {
        try await withStoredLunch { lunch in

            try await withHub(lunch) {
                let (stream, reader) = try await lunch.world.hub.open(lunch.leila, [lunch.id])
                try await reader.loop.submit { stream.serverWillShutDown() }.get()
                await reader.waitForClose()

                await #expect(throws: Problem.self) {
                    try await lunch.world.hub.open(lunch.leila, [lunch.id])
                }
            }
        }
    }

    @Test func `of a person's six streams each process permits its share and two more`() {
        let limits = [1, 2, 3, 4, 20].map { LiveLimits.streamsPerPerson(sharedBy: $0) }
        #expect(limits == [6, 5, 4, 4, 3])
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

    @Test func `a quiet stream gets a comment within 25 seconds and a check of its session every 30`()
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

    @Test func `people are checked in batches, each in turn, and at once after a wake-up`()
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
        let hub = StreamHub(database: database, catalogue: .shipped, kinds: .all, logger: .silent)
        let stream = StreamSubscription(
            .person(person, session: .make()), person, start: StreamStart(.now, end: 0), guestOf: nil,
            languages: nil, loop: MultiThreadedEventLoopGroup.singleton.next(), hub: hub)
        _ = try topics.add(stream, [], followsNew: false, at: now)
        return stream
    }
}
