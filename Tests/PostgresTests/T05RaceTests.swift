import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Postgres

/// 5. Whatever happens at the same time, every caller is resumed exactly once, and with its own answer.
///
/// A caller that is resumed twice ends the process (a checked continuation), and one that is never resumed ends the
/// test by its time limit.
@Suite(.timeLimit(.minutes(30))) struct T05RaceTests {
    /// Requests in all, and the time after which no more are begun on a machine that is busy with other things.
    private static let count = 100_000
    private static let limit = Duration.seconds(25)

    @Test func `reply, deadline, cancellation and loss race for a hundred thousand requests`() async throws {
        try await withEmptyDatabase { database async throws in
            let tally = Tally()
            let end = Moment.now + Self.limit
            let name = try #require(database.databaseName)

            try await withThrowingTaskGroup { group in
                for _ in 0..<64 {
                    group.addTask {
                        while Moment.now < end, let number = tally.begin(upTo: Self.count) {
                            if await Self.race(number, database) { tally.answered.add(1, ordering: .relaxed) }
                            tally.ended.add(1, ordering: .relaxed)
                        }
                        tally.leave()
                    }
                }
                group.addTask { try await Self.kill(name, until: { tally.isOver(64) }) }
                try await group.waitForAll()
            }

            let total = tally.begun.load(ordering: .relaxed)
            #expect(tally.ended.load(ordering: .relaxed) == total)
            #expect(tally.answered.load(ordering: .relaxed) > total / 4)
            #expect(try await database.one(value(Int.self, "SELECT \(42)", named: "race.read")) == 42)
        }
    }

    private final class Tally: Sendable {
        let begun = Atomic(0)
        let ended = Atomic(0)
        let answered = Atomic(0)
        private let left = Atomic(0)

        /// The number of the next request; nil when there were enough.
        func begin(upTo count: Int) -> Int? {
            let number = begun.add(1, ordering: .relaxed).newValue
            if number <= count { return number }
            begun.subtract(1, ordering: .relaxed)
            return nil
        }

        func leave() { left.add(1, ordering: .relaxed) }

        func isOver(_ racers: Int) -> Bool { left.load(ordering: .relaxed) == racers }
    }

    /// One request that is cancelled, or in a hurry, or neither.
    ///
    /// - Returns: Whether it was answered.
    private static func race(_ number: Int, _ database: PostgresClient) async -> Bool {
        let lane: Lane = number % 3 == 0 ? .write : .read
        let query = value(Int.self, on: lane, "SELECT \(number)", named: "race.\(lane)")
        let timeout: Duration? = number % 5 == 0 ? .microseconds(Int.random(in: 0...1_500)) : nil
        guard number % 7 == 0 else {
            return await isAnswered(number) { () throws(PostgresError) in
                try await database.one(query, timeout: timeout)
            }
        }
        let task = Task {
            await isAnswered(number) { () throws(PostgresError) in
                try await database.one(query, timeout: timeout)
            }
        }
        for _ in 0..<Int.random(in: 0...3) { await Task.yield() }
        task.cancel()
        return await task.value
    }

    private static func isAnswered(
        _ number: Int, _ body: () async throws(PostgresError) -> Int
    ) async -> Bool {
        do throws(PostgresError) {
            let answer = try await body()
            #expect(answer == number)
            return true
        } catch {
            switch error {
            case .cancelled, .deadline, .connectionLost, .overloaded: break
            default: Issue.record(error, "unexpected")
            }
            return false
        }
    }

    /// Ends the server's side of some connection again and again.
    private static func kill(_ database: String, until isOver: () -> Bool) async throws {
        let killer = PostgresClient(try TestServer.configuration(), logger: .forTests)
        while !isOver() {
            _ = try await killer.all(
                value(
                    Bool.self, on: .write,
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                     WHERE datname = \(database) ORDER BY random() LIMIT 1
                    """, named: "race.kill"))
            try await Task.sleep(for: .milliseconds(20))
        }
        await killer.stop()
    }
}
