import Foundation
import Postgres
import TestSupport
import Testing

/// 10. Much data in both directions at once neither stops nor fills the memory.
@Suite(.timeLimit(.minutes(30))) struct T10VolumeTests {
    @Test func `big values go both ways at once over one connection`() async throws {
        try await withEmptyDatabase {
            $0.connections = .init(read: 1, write: 1, slow: 1, leased: 1)
        } _: { database async throws in
            let before = try residentBytes()
            let echoes = try await withThrowingTaskGroup { group in
                for number in 0..<300 {
                    group.addTask {
                        for _ in 0..<2 {
                            let bytes = [UInt8](repeating: UInt8(number % 256), count: 64 << 10)
                            let echo = try await database.one(
                                value([UInt8].self, on: .write, "SELECT \(bytes)", named: "echo.bytes"),
                                timeout: .seconds(50))
                            guard echo == bytes else { return 0 }
                        }
                        return 1
                    }
                }
                return try await group.reduce(0, +)
            }

            #expect(echoes == 300)
            // 38 MB went each way. What waits is 300 values; libpq holds what is in flight, twice.
            #expect(try residentBytes() - before < 300 << 20)
        }
    }

    @Test func `statements whose parameters do not fit the queue are refused at once`() async throws {
        try await withProxy(.init(isMute: true)) { _, client async throws in
            let megabyte = [UInt8](repeating: 1, count: 1 << 20)
            let errors = await withTaskGroup { group in
                for _ in 0..<80 {
                    group.addTask {
                        await failure { () throws(PostgresError) in
                            try await client.execute(
                                command("SELECT \(megabyte)", named: "queue.bytes"),
                                timeout: .seconds(4))
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }

            #expect(errors.count { $0?.isOverloaded == true } == 16)
            #expect(errors.count { $0?.deadlineSent != nil } == 64)
        }
    }

    @Test func `many rows are copied in, with a bound on memory, and all or none`() async throws {
        try await withEmptyDatabase { database async throws in
            try await database.run(
                script: "CREATE TABLE place (id int8 PRIMARY KEY, name text, at timestamptz, spot uuid)")
            let spot = UUID()
            func rows(_ ids: ClosedRange<Int>) -> some AsyncSequence<CopyRow, Never> {
                AsyncRows(ids: ids) { id in
                    CopyRow(id, id % 2 == 0 ? "name \(id)" : nil as String?, Date.distantPast, spot)
                }
            }

            let count = try await database.copy(into: "place (id, name, at, spot)", rows: rows(1...20_000))
            await #expect(throws: PostgresError.self) {
                try await database.copy(into: "place (id, name, at, spot)", rows: rows(19_999...40_000))
            }
            struct Interrupted: Error {}
            await #expect(throws: Interrupted.self) {
                let broken = AsyncThrowingStream<CopyRow, any Error> { continuation in
                    continuation.yield(CopyRow(50_000, "x", Date(), spot))
                    continuation.finish(throwing: Interrupted())
                }
                try await database.copy(into: "place (id, name, at, spot)", rows: broken)
            }

            #expect(count == 20_000)
            let sum = try await database.one(
                value(Int.self, "SELECT sum(id)::int8 FROM place WHERE name IS NULL = (id % 2 = 1)"))
            #expect(sum == 20_000 * 20_001 / 2)
        }
    }

    private func residentBytes() throws -> Int {
        let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return (Int(pages[1]) ?? 0) * 4_096
    }
}

/// Rows that are made one by one, when they are asked for.
private struct AsyncRows: AsyncSequence {
    struct AsyncIterator: AsyncIteratorProtocol {
        var ids: ClosedRange<Int>.Iterator
        let row: (Int) -> CopyRow

        mutating func next() async -> CopyRow? { ids.next().map(row) }
    }

    let ids: ClosedRange<Int>
    let row: (Int) -> CopyRow

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(ids: ids.makeIterator(), row: row) }
}
