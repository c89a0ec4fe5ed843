package import CoreMetrics
import Metrics
import NoonishAPI
package import Postgres
import Synchronization

/// The gauges `storage_largest_bytes` and `storage_largest_rows` of the people who have stored most, by id.
package final class StorageGauges: Sendable {
    private let database: any Database
    private let factory: any MetricsFactory
    private let shown = Mutex<[Gauge]>([])

    package init(database: any Database, factory: any MetricsFactory = MetricsSystem.factory) {
        self.database = database
        self.factory = factory
    }

    package func record(_ people: Int = StorageLimits.people) async throws {
        let largest = try await database.all(
            .largestStorage(people), timeout: StorageLimits.timeout)
        // People who are no longer among the largest disappear.
        for gauge in shown.withLock(\.self) { gauge.destroy() }
        let gauges = largest.flatMap { use in
            [("storage_largest_bytes", use.bytes), ("storage_largest_rows", use.rows)].map { label, value in
                let gauge = Gauge(
                    label: label, dimensions: [("person", use.person.description)], factory: factory)
                gauge.record(value)
                return gauge
            }
        }
        shown.withLock { $0 = gauges }
    }
}
