import Foundation
import JSON
import Logging
import Postgres
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing
import Timing
import Traces

@testable import Jobs

/// A job is done once, retried when it fails, and never held by two processes.
@Suite(.timeLimit(.minutes(30))) struct JobTests {
    @Test func `a job is done once and is then gone`() async throws {
        try await withDatabase { database in
            let baker = Baker()
            let runner = runner([AnyWorker(baker)], database)
            try await enqueue(Bake(loaf: "rye"), in: database)

            let attempts = try await runner.runDue()

            #expect(attempts == 1)
            #expect(baker.loaves == ["rye"])
            #expect(try await runner.runDue() == 0)
            #expect(try await database.all(.jobCounts).isEmpty)
        }
    }

    @Test func `a job of a transaction that is rolled back is never done`() async throws {
        try await withDatabase { database in
            let baker = Baker()
            await #expect(throws: Burnt.self) {
                try await database.transaction { transaction in
                    try await JobQueue().enqueue(Bake(loaf: "rye"), in: transaction)
                    throw Burnt()
                }
            }

            let attempts = try await runner([AnyWorker(baker)], database).runDue()

            #expect(attempts == 0)
            #expect(baker.loaves.isEmpty)
        }
    }

    @Test func `the trace of a job is its id`() async throws {
        try await withDatabase { database in
            let traces = Mutex<[String?]>([])
            let worker = AnyWorker("tests.trace", every: .seconds(3_600)) {
                traces.withLock { $0.append(Trace.current?.id) }
            }

            try await runner([worker], database).runDue()

            let id = try await database.one(.text("SELECT replace(id::text, '-', '') FROM job"))
            #expect(traces.withLock { $0 } == [id])
        }
    }

    /// Its second batch fails at first, as if the process had died.
    @Test func `a backfill continues where it was interrupted, and changes every row once`() async throws {
        try await withDatabase { database in
            let time = TestTime()
            let backfill = Numbering()
            let runner = runner([AnyWorker(backfill, on: database)], database, time)
            try await database.run(
                script: """
                    CREATE TABLE shelf (number int PRIMARY KEY, changes int NOT NULL DEFAULT 0);
                    INSERT INTO shelf SELECT generate_series(1, 5);
                    INSERT INTO job (id, kind, unique_key, arguments, created_at, due_at)
                    VALUES (gen_random_uuid(), 'tests.number_shelf', 'backfill', '{}', now(), now());
                    """)

            let interrupted = try await runner.runDue()
            let position = try await database.one(.text("SELECT arguments ->> 'after' FROM job"))
            let changes = Query.text("SELECT string_agg(changes::text, '' ORDER BY number) FROM shelf")
            let halfway = try await database.one(changes)
            time.advance(by: 60)
            let continued = try await runner.runDue()

            #expect((interrupted, continued) == (1, 1))
            #expect((position, halfway) == ("2", "11000"))
            #expect(try await database.one(changes) == "11111")
            #expect(backfill.keys == [nil, "2", "2", "4", "5"])
            #expect(try await database.all(.jobCounts).isEmpty)
        }
    }

    @Test func `a backfill that another process took over changes nothing more`() async throws {
        try await withDatabase { database in
            let backfill = Numbering {
                _ = try await database.run(script: "UPDATE job SET lease = nextval('lease_seq')")
            }
            try await database.run(
                script: """
                    CREATE TABLE shelf (number int PRIMARY KEY, changes int NOT NULL DEFAULT 0);
                    INSERT INTO shelf SELECT generate_series(1, 5);
                    INSERT INTO job (id, kind, unique_key, arguments, created_at, due_at)
                    VALUES (gen_random_uuid(), 'tests.number_shelf', 'backfill', '{}', now(), now());
                    """)

            try await runner([AnyWorker(backfill, on: database)], database).runDue()

            #expect(try await database.one(.text("SELECT sum(changes)::text FROM shelf")) == "2")
            #expect(try await database.one(.text("SELECT arguments ->> 'after' FROM job")) == "2")
        }
    }

    @Test func `a job is not done before it is due`() async throws {
        try await withDatabase { database in
            let time = TestTime()
            let baker = Baker()
            let runner = runner([AnyWorker(baker)], database, time)
            try await enqueue(Bake(loaf: "rye"), after: .seconds(86_400), in: database)

            let early = try await runner.runDue()
            time.advance(by: 86_401)
            let late = try await runner.runDue()

            #expect((early, late) == (0, 1))
        }
    }

    @Test func `a job that fails is retried after a growing pause, and then given up with its reason`()
        async throws
    {
        try await withDatabase { database in
            let time = TestTime()
            let baker = Baker { _ in .retry(reason: "the oven is cold") }
            let runner = runner([AnyWorker(baker)], database, time)
            try await enqueue(Bake(loaf: "rye"), in: database)

            for attempt in 1...4 {
                #expect(try await runner.runDue() == 1, "attempt \(attempt)")
                #expect(try await runner.runDue() == 0, "pauses after attempt \(attempt)")
                time.advance(by: 60)
            }
            time.advance(by: 86_400)

            #expect(try await runner.runDue() == 0)
            #expect(baker.loaves.count == Bake.attempts)
            let counts = try await database.one(.jobCounts)
            #expect((counts.due, counts.running, counts.givenUp) == (0, 0, 1))
            #expect(try await failure(in: database) == "the oven is cold")
        }
    }

    @Test func `a job that is given up is not retried, and its key is free again`() async throws {
        try await withDatabase { database in
            let time = TestTime()
            let baker = Baker { $0 == 1 ? .giveUp(reason: "no flour") : nil }
            let runner = runner([AnyWorker(baker)], database, time)
            try await enqueue(Bake(loaf: "rye"), in: database)

            _ = try await runner.runDue()
            time.advance(by: 86_400)

            #expect(try await runner.runDue() == 0)
            #expect(try await enqueue(Bake(loaf: "rye"), in: database))
            #expect(try await runner.runDue() == 1)
            #expect(try await database.one(.jobCounts).givenUp == 1)
        }
    }

    @Test func `personal arguments are deleted when the job is given up`() async throws {
        try await withDatabase { database in
            try await enqueue(Greet(address: "ada@example.org"), in: database)

            _ = try await runner([AnyWorker(Greeter())], database).runDue()

            #expect(try await database.one(.text("SELECT arguments::text FROM job")) == "{}")
        }
    }

    @Test func `a job that snoozes has lost no attempt`() async throws {
        try await withDatabase { database in
            let time = TestTime()
            let baker = Baker { $0 <= 20 ? .snooze(.seconds(30)) : nil }
            let runner = runner([AnyWorker(baker)], database, time)
            try await enqueue(Bake(loaf: "rye"), in: database)

            for _ in 1...20 {
                #expect(try await runner.runDue() == 1)
                time.advance(by: 31)
            }

            #expect(try await runner.runDue() == 1)
            #expect(try await database.all(.jobCounts).isEmpty)
        }
    }

    @Test func `of two jobs with one key the second is not enqueued`() async throws {
        try await withDatabase { database in
            let first = try await enqueue(Bake(loaf: "rye"), in: database)
            let second = try await enqueue(Bake(loaf: "rye"), in: database)
            let other = try await enqueue(Bake(loaf: "wheat"), in: database)

            let baker = Baker()
            _ = try await runner([AnyWorker(baker)], database).runDue()

            #expect((first, second, other) == (true, false, true))
            #expect(baker.loaves.sorted() == ["rye", "wheat"])
        }
    }

    @Test func `a cancelled job is not done, and an expedited one is due at once`() async throws {
        try await withDatabase { database in
            let baker = Baker()
            for loaf in ["rye", "wheat"] {
                try await enqueue(Bake(loaf: loaf), after: .seconds(3_600), in: database)
            }

            try await database.execute(.cancel(Bake.self, key: "rye"))
            try await database.execute(.expedite(Bake.self, key: "wheat"))
            _ = try await runner([AnyWorker(baker)], database).runDue()

            #expect(baker.loaves == ["wheat"])
            #expect(try await database.all(.jobCounts).isEmpty)
        }
    }

    @Test func `many runners share the work and do each job once`() async throws {
        try await withDatabase { database in
            let baker = Baker()
            for number in 1...60 { try await enqueue(Bake(loaf: "\(number)"), in: database) }

            try await withThrowingTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask { _ = try await runner([AnyWorker(baker)], database).runDue() }
                }
                try await group.waitForAll()
            }

            #expect(baker.loaves.count == 60)
            #expect(Set(baker.loaves).count == 60)
        }
    }

    @Test func `a job whose process died is taken over after its lease, and the dead one changes nothing`()
        async throws
    {
        try await withDatabase { database in
            let time = TestTime()
            let baker = Baker()
            try await enqueue(Bake(loaf: "rye"), in: database)
            let claim = JobClaim(kind: Bake.kind, limit: 1, leaseTime: .seconds(60))
            let dead = try #require(try await database.first(.claim([claim], now: nil)))
            let attempt = JobAttempt(dead, of: database, leaseTime: .seconds(60))
            let runner = runner([AnyWorker(baker)], database, time)

            let early = try await runner.runDue()
            time.advance(by: 61)
            let quick = try #require(try await database.first(.claim([claim], now: time.now)))

            #expect(early == 0)
            #expect(quick.attempt == 2)
            for command: Command in [
                .completeJob(dead), .completeSlot(dead, of: .seconds(60), now: nil),
                .retry(dead, after: .zero, reason: "late", interval: nil, now: nil),
                .snooze(dead, for: .zero, now: nil),
                .giveUp(dead, reason: "late", keepsArguments: true, now: nil),
            ] {
                #expect(try await database.execute(command) == 0, "\(command.name)")
            }
            await #expect(throws: JobLeaseLost.self) { try await attempt.report(progress: 0.5) }
            await #expect(throws: JobLeaseLost.self) {
                try await database.transaction { try await attempt.complete(in: $0) }
            }
            #expect(try await database.execute(.completeJob(quick)) == 1)
        }
    }

    @Test func `a job is given up when every process that attempted it died`() async throws {
        try await withDatabase { database in
            let time = TestTime()
            let baker = Baker()
            let claim = JobClaim(kind: Bake.kind, limit: 1, leaseTime: .seconds(60))
            try await enqueue(Bake(loaf: "rye"), in: database)
            for _ in 1...4 {
                try #require(try await database.first(.claim([claim], now: time.now)) != nil)
                time.advance(by: 61)
            }

            _ = try await runner([AnyWorker(baker)], database, time).runDue()

            #expect(baker.loaves.isEmpty)
            #expect(try await database.one(.jobCounts).givenUp == 1)
        }
    }

    @Test func `a job is completed in the transaction of its work, or neither happens`() async throws {
        try await withDatabase { database in
            let time = TestTime()
            try await enqueue(Sell(price: 3), in: database)
            let runner = runner([AnyWorker(Seller(database: database))], database, time)

            _ = try await runner.runDue()
            let failed = try await database.one(.jobCounts).failing
            time.advance(by: 60)
            _ = try await runner.runDue()

            #expect(failed == 1)
            #expect(try await database.all(.jobCounts).isEmpty)
            let slots = try await database.one(
                .text("SELECT count(*)::text FROM cron_slot WHERE name = 'sale'"))
            #expect(slots == "1")
        }
    }

    @Test func `a job that is cancelled while it is worked on has no effect`() async throws {
        try await withDatabase { database in
            try await enqueue(Sell(price: 3), in: database)
            let seller = Seller(database: database, isOpen: true) {
                _ = try? await database.execute(.cancel(Sell.self, key: "3"))
            }

            _ = try await runner([AnyWorker(seller)], database).runDue()

            #expect(try await database.all(.jobCounts).isEmpty)
            let slots = try await database.one(
                .text("SELECT count(*)::text FROM cron_slot WHERE name = 'sale'"))
            #expect(slots == "0")
        }
    }

    @Test func `progress is shown while a job is worked on and extends its lease`() async throws {
        try await withDatabase { database in
            try await enqueue(Bake(loaf: "rye"), in: database)
            let claim = JobClaim(kind: Bake.kind, limit: 1, leaseTime: .seconds(1))
            let lease = try #require(try await database.first(.claim([claim], now: nil)))
            let attempt = JobAttempt(lease, of: database, leaseTime: .seconds(600))

            try await attempt.report(progress: 0.25)
            let quarter = try await database.one(.text("SELECT progress::text FROM job"))
            try await attempt.report(progress: 7)
            let whole = try await database.one(.text("SELECT progress::text FROM job"))

            #expect((quarter, whole) == ("0.25", "1"))
            let left = try await database.one(
                .text("SELECT (due_at > now() + interval '500 s')::text FROM job"))
            #expect(left == "true")
        }
    }

    @Test func `work by cron slots is done once in each, whichever of two runners comes first`() async throws
    {
        try await withDatabase { database in
            let time = TestTime(Date(timeIntervalSince1970: 1_900_000_025))
            let turns = Tally()
            let cron = AnyWorker("tests.sweep_floor", every: .seconds(60)) { turns.add() }
            func both() async throws -> Int {
                try await withThrowingTaskGroup { group in
                    for _ in 0..<2 { group.addTask { try await runner([cron], database, time).runDue() } }
                    return try await group.reduce(0, +)
                }
            }

            let first = try await both()
            let same = try await both()
            time.advance(by: 54)
            let stillSame = try await both()
            time.advance(by: 1)
            let next = try await both()
            // Slots during which no process ran are not made up for.
            time.advance(by: 600)
            let later = try await both()

            #expect((first, same, stillSame, next, later) == (1, 0, 0, 1, 1))
            #expect(turns.count == 3)
        }
    }

    @Test func `work by cron slots that fails is retried before its next slot and never given up`()
        async throws
    {
        try await withDatabase { database in
            let time = TestTime(Date(timeIntervalSince1970: 1_900_000_001))
            let turns = Tally()
            let cron = AnyWorker("tests.sweep_floor", every: .seconds(3_600)) {
                if turns.add() <= 30 { throw Burnt() }
            }
            let runner = runner([cron], database, time)

            for _ in 1...31 {
                #expect(try await runner.runDue() == 1)
                time.advance(by: 61)
            }

            #expect(try await runner.runDue() == 0)
            let counts = try await database.one(.jobCounts)
            #expect((counts.failing, counts.givenUp) == (0, 0))
        }
    }

    @Test func `a runner is woken by a commit, and finishes what it works on before it ends`() async throws {
        try await withDatabase { database in
            let queue = JobQueue()
            let gate = Signal()
            let baker = Baker { _ in
                await gate.wait()
                return nil
            }
            let runner = JobRunner(
                [AnyWorker(baker)], queue: queue, database: database, logger: .forTests)
            let group = ServiceGroup(services: [runner], logger: .forTests)
            let running = Task { try await group.run() }
            try await database.transaction { _ = try await queue.enqueue(Bake(loaf: "rye"), in: $0) }
            try await until { baker.loaves == ["rye"] }

            await group.triggerGracefulShutdown()
            gate.fire()
            try await running.value

            #expect(try await database.all(.jobCounts).isEmpty)
        }
    }

    @Test func `a kind is worked on by as many at a time as it permits, and delays no other`() async throws {
        try await withDatabase { database in
            let gate = Signal()
            let slow = Baker { _ in
                await gate.wait()
                return nil
            }
            let quick = Greeter(failure: nil)
            for number in 1...3 { try await enqueue(Bake(loaf: "\(number)"), in: database) }
            let runner = JobRunner(
                [AnyWorker(slow), AnyWorker(quick)], queue: JobQueue(), database: database, logger: .forTests)
            let running = Task { await runner.run() }
            try await until { slow.loaves.count == Bake.concurrency }
            try await enqueue(Greet(address: "ada@example.org"), in: database)

            try await until { quick.greeted.count == 1 }

            #expect(slow.loaves.count == Bake.concurrency)
            running.cancel()
            gate.fire()
            await running.value
        }
    }
}

@Suite(.timeLimit(.minutes(30))) struct DueWorkTests {
    @Test func `what cannot be handled does not hold up the others`() async throws {
        try await withDatabase { database in
            let handled = Mutex<[Int]>([])
            let work = DueWork(
                "tests.handle_due", every: .seconds(600), batch: 10, in: database,
                due: .numbers("SELECT n::bigint FROM generate_series(1, 5) AS n")
            ) { number in
                if number == 2 { throw Burnt() }
                handled.withLock { $0.append(number) }
                return number != 3
            }

            let count = try await work.runDue()

            #expect(handled.withLock { $0 } == [1, 3, 4, 5])
            #expect(count == 3, "3 had nothing to do")
        }
    }

    @Test func `an error of the database ends the batch`() async throws {
        try await withDatabase { database in
            let work = DueWork(
                "tests.handle_due", every: .seconds(600), batch: 10, in: database,
                due: .numbers("SELECT 1::bigint")
            ) { _ in try await database.execute(Command("test.fail", "SELECT 1 / 0")) == 1 }

            await #expect(throws: PostgresError.self) { try await work.runDue() }
        }
    }
}

extension Query where Row == Int {
    fileprivate static func numbers(_ sql: SQL) -> Self {
        Query("test.numbers", sql) { row throws(PostgresError) in try row.next() }
    }
}

// MARK: - What is worked on

private struct Burnt: Error {}

/// Bakes a loaf.
private struct Bake: Job {
    static let kind = "tests.bake_loaf"
    static let attempts: Int? = 4
    static let backoff = Backoff(first: .seconds(10), longest: .seconds(40), jitter: .half)
    static let concurrency = 2

    let loaf: String
    var uniqueKey: String? { loaf }

    init(loaf: String) { self.loaf = loaf }
    init(from reader: inout JSONReader) throws(JSONFault) {
        let members = try reader.members()
        loaf = try members("loaf")
    }
    func encode(to writer: inout JSONWriter) { writer.object { $0.field("loaf", loaf) } }
}

/// Fails or succeeds by the number of its attempts so far.
private final class Baker: Worker {
    private let attempts = Mutex<[String]>([])
    private let failure: @Sendable (Int) async -> JobFailure?

    init(failure: @escaping @Sendable (Int) async -> JobFailure? = { _ in nil }) { self.failure = failure }

    var loaves: [String] { attempts.withLock { $0 } }

    func work(_ job: Bake, _ attempt: JobAttempt) async throws(JobFailure) {
        let count = attempts.withLock { attempts in
            attempts.append(job.loaf)
            return attempts.count
        }
        if let failure = await failure(count) { throw failure }
    }
}

private struct Greet: Job {
    static let kind = "tests.greet_person"
    static let hasPersonalArguments = true

    let address: String

    init(address: String) { self.address = address }
    init(from reader: inout JSONReader) throws(JSONFault) {
        let members = try reader.members()
        address = try members("address")
    }
    func encode(to writer: inout JSONWriter) { writer.object { $0.field("address", address) } }
}

private final class Greeter: Worker {
    private let addresses = Mutex<[String]>([])
    private let failure: JobFailure?

    init(failure: JobFailure? = .giveUp(reason: "nobody is there")) { self.failure = failure }

    var greeted: [String] { addresses.withLock { $0 } }

    func work(_ job: Greet, _ attempt: JobAttempt) async throws(JobFailure) {
        addresses.withLock { $0.append(job.address) }
        if let failure { throw failure }
    }
}

private struct Sell: Job {
    static let kind = "tests.sell_loaf"

    let price: Int
    var uniqueKey: String? { "\(price)" }

    init(price: Int) { self.price = price }
    init(from reader: inout JSONReader) throws(JSONFault) {
        let members = try reader.members()
        price = try members("price")
    }
    func encode(to writer: inout JSONWriter) { writer.object { $0.field("price", price) } }
}

/// Notes a sale and completes the job in one transaction, which fails the first time.
private struct Seller: Worker {
    let database: PostgresClient
    var isOpen = false
    var beforeTheSale: @Sendable () async -> Void = {}

    func work(_ job: Sell, _ attempt: JobAttempt) async throws(JobFailure) {
        await beforeTheSale()
        try await retryingOnError {
            try await database.transaction { transaction in
                try await attempt.complete(in: transaction)
                _ = try await transaction.takeSlot(of: "sale", at: Date(timeIntervalSince1970: 0))
                if !isOpen && attempt.number == 1 { throw Burnt() }
            }
        }
    }
}

/// Changes the rows of a shelf, two at a time. Before its second batch is committed, `interruption` happens.
private final class Numbering: Backfill {
    static let kind = "tests.number_shelf"

    private let asked = Mutex<[String?]>([])
    private let interruption: @Sendable () async throws -> Void

    init(interruption: @escaping @Sendable () async throws -> Void = { throw Burnt() }) {
        self.interruption = interruption
    }

    var keys: [String?] { asked.withLock { $0 } }

    func changeRows(after key: String?, in transaction: Transaction) async throws -> String? {
        let batch = asked.withLock { asked in
            asked.append(key)
            return asked.count
        }
        let changed = try await transaction.all(
            .text(
                """
                UPDATE shelf SET changes = changes + 1
                 WHERE number IN (SELECT number FROM shelf
                                   WHERE number > coalesce(\(key), '0')::int ORDER BY number LIMIT 2)
                RETURNING number::text
                """))
        if batch == 2 { try await interruption() }
        return changed.max()
    }
}

/// A clock that is turned by hand, at first a little ahead of the database's.
private final class TestTime: Sendable {
    private let time: Mutex<Date>

    init(_ start: Date = Date(timeIntervalSinceNow: 5)) { time = Mutex(start) }

    var now: Date { time.withLock { $0 } }
    func advance(by seconds: Double) { time.withLock { $0.addTimeInterval(seconds) } }
}

private final class Tally: Sendable {
    private let value = Mutex(0)

    var count: Int { value.withLock { $0 } }

    @discardableResult
    func add() -> Int {
        value.withLock { value in
            value += 1
            return value
        }
    }
}

private func runner(_ workers: [AnyWorker], _ database: PostgresClient, _ time: TestTime? = nil) -> JobRunner
{
    var logger = Logger.forTests
    logger.logLevel = .critical
    return JobRunner(
        workers, queue: JobQueue(), database: database, now: { time?.now }, logger: logger)
}

@discardableResult
private func enqueue(
    _ job: some Job, after delay: Duration = .zero, in database: PostgresClient
) async throws -> Bool {
    try await database.transaction { try await JobQueue().enqueue(job, after: delay, in: $0) }
}

private func failure(in database: PostgresClient) async throws -> String {
    try await database.one(.text("SELECT failure FROM job"))
}

extension Query where Row == String {
    fileprivate static func text(_ sql: SQL) -> Self {
        Query("test.text", on: .write, sql) { row throws(PostgresError) in try row.next() }
    }
}
