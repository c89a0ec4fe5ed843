package import CoreMetrics
import Metrics
public import Postgres

/// Metrics of the leader's replication: `database_standbys{sync}`, the lag of the slowest standby, and
/// `database_timeline`, which grows with every failover.
public struct ReplicationGauges: Sendable {
    private let database: any Database
    private let factory: any MetricsFactory

    public init(database: any Database) { self.init(database: database, factory: MetricsSystem.factory) }

    package init(database: any Database, factory: any MetricsFactory) {
        self.database = database
        self.factory = factory
    }

    public func record() async throws(PostgresError) {
        let state = try await database.one(.replication)
        gauge("database_standbys", [("sync", "true")]).record(state.synchronous)
        gauge("database_standbys", [("sync", "false")]).record(state.asynchronous)
        gauge("database_standby_lag_bytes").record(state.lagBytes)
        gauge("database_standby_lag_seconds").record(state.lagSeconds)
        gauge("database_timeline").record(state.timeline)
    }

    private func gauge(_ label: String, _ dimensions: [(String, String)] = []) -> Gauge {
        Gauge(label: label, dimensions: dimensions, factory: factory)
    }
}

@Row
private struct Replication: PostgresRow {
    let synchronous: Int
    let asynchronous: Int
    let lagBytes: Double
    let lagSeconds: Double
    let timeline: Int
}

extension Query where Row == Replication {
    /// Reads the state of the standbys. A role without `pg_read_all_stats` sees that they are there, and nothing more.
    fileprivate static var replication: Self {
        Query(
            "jobs.read_replication", on: .write,
            """
            SELECT count(*) FILTER (WHERE sync_state IN ('sync', 'quorum')),
                   count(*) FILTER (WHERE sync_state NOT IN ('sync', 'quorum')),
                   coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)), 0)::float8,
                   coalesce(extract(epoch FROM max(replay_lag)), 0)::float8,
                   ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint
              FROM pg_stat_replication
             WHERE state = 'streaming'
            """)
    }
}
