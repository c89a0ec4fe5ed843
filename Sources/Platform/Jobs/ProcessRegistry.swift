public import Foundation
public import Logging
public import Postgres
public import ServiceLifecycle
import Synchronization

/// The live processes of the service. Each reports itself in the table `service_process`, and learns of the others.
///
/// Nothing depends on its being right at every moment: it decides how often each process polls for work that all
/// share, which worker a hint wakes, and each process's part of a limit.
public final class ProcessRegistry: Service {
    /// What a process does, as in `--role`.
    public enum Role: String, Hashable, Sendable, CaseIterable {
        case http, worker, all
    }

    /// Sorts by the time of the start.
    public let id = UUID.v7()
    public let role: Role
    private let database: any Database
    private let logger: Logger
    private let others = Mutex(Others())

    private struct Others {
        var workers: [UUID] = []
        var serverCount = 0
        var nextWorker = 0
    }

    public init(_ role: Role, database: any Database, logger: Logger) {
        self.role = role
        self.database = database
        self.logger = logger
    }

    /// Whether this process delivers and does scheduled work.
    public var runsWork: Bool { role != .http }

    /// The number of processes that do work like this one's; at least 1.
    public var peerCount: Int { runsWork ? workerCount : serverCount }

    /// The number of live workers; at least 1.
    public var workerCount: Int { max(1, others.withLock(\.workers.count) + (runsWork ? 1 : 0)) }

    /// The number of live processes that answer requests; at least 1.
    public var serverCount: Int { max(1, others.withLock(\.serverCount) + (role != .worker ? 1 : 0)) }

    /// Returns the other workers in turn; `nil` if none is known.
    public func nextWorker() -> UUID? {
        others.withLock { others in
            guard !others.workers.isEmpty else { return nil }
            others.nextWorker = (others.nextWorker + 1) % others.workers.count
            return others.workers[others.nextWorker]
        }
    }

    /// Reports this process, and reads the others.
    public func report() async throws(PostgresError) {
        let rows = try await database.all(.liveProcesses(reporting: id, role))
        others.withLock { others in
            others.workers = rows.filter { $0.role != Role.http.rawValue }.map(\.id)
            others.serverCount = rows.count { $0.role != Role.worker.rawValue }
        }
    }

    /// Reports until graceful shutdown, then removes this process, so that no hint is addressed to it any more.
    public func run() async {
        let pace = WorkLoop.Pace(pollInterval: JobLimits.reportInterval)
        await WorkLoop("jobs.report_process", pace: pace, logger: logger) { [self] in
            try await report()
            return .idle
        }.run()
        _ = try? await database.execute(.removeProcess(id), timeout: .seconds(1))
    }
}

@Row
private struct LiveProcess: PostgresRow {
    let id: UUID
    let role: String
}

extension Query where Row == LiveProcess {
    /// Reports one process, deletes those that have long been silent, and returns the other live ones.
    fileprivate static func liveProcesses(reporting id: UUID, _ role: ProcessRegistry.Role) -> Self {
        Query(
            "jobs.report_process", on: .write,
            """
            WITH gone AS (
                   DELETE FROM service_process
                    WHERE id IN (SELECT id
                                   FROM service_process
                                  WHERE seen_at < now() - \(JobLimits.processRetention)
                                    FOR UPDATE SKIP LOCKED)),
                 own AS (
                   INSERT INTO service_process (id, role) VALUES (\(id), \(role.rawValue))
                       ON CONFLICT (id) DO UPDATE SET seen_at = now())
            SELECT id, role
              FROM service_process
             WHERE id <> \(id) AND seen_at > now() - \(JobLimits.presumedDead)
             ORDER BY id
            """)
    }
}

extension Command {
    fileprivate static func removeProcess(_ id: UUID) -> Self {
        Command("jobs.remove_process", "DELETE FROM service_process WHERE id = \(id)")
    }
}
