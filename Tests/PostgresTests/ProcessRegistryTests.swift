import Foundation
import Jobs
import Postgres
import TestSupport
import Testing

/// Processes learn of each other.
@Suite struct ProcessRegistryTests {
    @Test func `processes count each other until one leaves or is silent`() async throws {
        try await withDatabase(role: "noonish_worker") { database async throws in
            let server = ProcessRegistry(.http, database: database, logger: .forTests)
            let workers = (1...3).map { _ in ProcessRegistry(.worker, database: database, logger: .forTests) }
            let all = [server] + workers
            #expect(all.map(\.peerCount) == [1, 1, 1, 1])
            #expect(server.nextWorker() == nil)

            for process in all + all { try await process.report() }

            #expect(all.map(\.peerCount) == [1, 3, 3, 3])
            #expect(all.map(\.serverCount) == [1, 1, 1, 1])
            #expect(Set((1...3).map { _ in server.nextWorker() }) == Set(workers.map(\.id)))
            #expect(Set((1...6).map { _ in workers[0].nextWorker() }) == Set(workers[1...].map(\.id)))

            try await database.execute(.silence(workers[2].id, for: .seconds(40)))
            try await server.report()
            #expect(server.workerCount == 2)

            try await database.execute(.silence(workers[2].id, for: .seconds(7_200)))
            try await server.report()
            #expect(try await database.one(.processCount) == 3)
        }
    }
}

extension Command {
    fileprivate static func silence(_ process: UUID, for time: Duration) -> Self {
        Command(
            "test.silence_process",
            "UPDATE service_process SET seen_at = now() - \(time) WHERE id = \(process)")
    }
}

extension Query where Row == Int {
    fileprivate static var processCount: Self {
        Query("test.count_processes", on: .write, "SELECT count(*) FROM service_process")
    }
}
