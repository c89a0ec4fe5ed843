import Foundation
import TestSupport
import Testing

@testable import Postgres

/// 12. Slow statements and too many statements are kept from harming the others.
@Suite(.timeLimit(.minutes(30))) struct T12FairnessTests {
    @Test func `quick reads stay quick beside slow ones, which move to the slow lane`() async throws {
        try await withEmptyDatabase {
            $0.connections = .init(read: 2, write: 1, slow: 2, leased: 1)
        } _: { database async throws in
            let slow = value(String.self, "SELECT pg_sleep(0.1)::text", named: "fair.slow")
            let quick = value(Int.self, "SELECT \(1)", named: "fair.quick")
            for _ in 0..<12 { _ = try await database.all(slow) }
            let sleepers = (0..<2).map { _ in
                Task { while !Task.isCancelled { _ = try await database.all(slow) } }
            }

            let times = try await withThrowingTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask {
                        var times: [Duration] = []
                        for _ in 0..<100 {
                            let start = ContinuousClock.now
                            _ = try await database.all(quick)
                            times.append(start.duration(to: .now))
                        }
                        return times
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }.sorted()
            }

            // Beside slow ones on the same connections a tenth of a second is what half of them would take.
            #expect(times[times.count / 2] < .milliseconds(50))
            let name = try #require(database.databaseName)
            let onReadLane = try await withKiller {
                try await $0.one(
                    value(
                        Int.self, on: .write,
                        """
                        SELECT count(*) FROM pg_stat_activity
                         WHERE datname = \(name) AND query LIKE '%fair.slow%' AND state = 'active'
                        """, named: "test.sleepers"))
            }
            #expect(onReadLane <= 2)
            for sleeper in sleepers { sleeper.cancel() }
        }
    }

    @Test func `a read that is stopped on the fast lane is finished on the slow one`() async throws {
        try await withEmptyDatabase { database async throws in
            let answer = try await database.one(
                value(Int.self, "SELECT \(4) FROM pg_sleep(0.6)", named: "late.read"))

            #expect(answer == 4)
        }
    }

    @Test func `a read that is stopped on the slow lane fails`() async throws {
        try await withEmptyDatabase {
            $0.statementTimeouts.slow = .milliseconds(400)
        } _: { database async throws in
            let error = await failure { () throws(PostgresError) in
                try await database.all(value(Int.self, "SELECT \(4) FROM pg_sleep(5)", named: "never.read"))
            }

            #expect(error?.sqlState == "57014")
        }
    }

    @Test func `what it costs is learnt for each statement, whoever travels with it`() {
        let costs = StatementCosts()
        let quick = Statement(id: 0, name: "quick", sql: "SELECT 1")
        let slow = Statement(id: 1, name: "slow", sql: "SELECT 2")

        for _ in 0..<40 {
            costs.record(Array(repeating: quick, count: 8), elapsed: 200_000)
            costs.record(Array(repeating: quick, count: 7) + [slow], elapsed: 100_000_000)
        }
        #expect(costs.isSlow(slow))
        #expect(!costs.isSlow(quick))

        for _ in 0..<40 { costs.record([slow], elapsed: 100_000) }
        #expect(!costs.isSlow(slow))
    }

    @Test func `more statements than may wait are refused at once`() async throws {
        try await withProxy(.init(isMute: true)) {
            $0.connectTimeout = .seconds(60)
        } _: { _, client async throws in
            let extra = 100
            let errors = await withTaskGroup { group in
                for number in 0..<(PostgresLimits.waitingRequests + extra) {
                    group.addTask {
                        await failure { () throws(PostgresError) in
                            try await client.all(
                                value(Int.self, "SELECT \(number)", named: "queue.read"),
                                timeout: .seconds(15)
                            )
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }

            #expect(errors.count { $0?.isOverloaded == true } == extra)
            #expect(errors.count { $0?.deadlineSent == false } == PostgresLimits.waitingRequests)
        }
    }
}
