import Logging
import Postgres
import Restaurants

/// Checks whether everything that the service depends on is available.
struct Readiness: Sendable {
    struct Check: Hashable, Sendable {
        let name: String
        let isReady: Bool
    }

    struct Probe: Sendable {
        let name: String
        /// Returns the result within a second or so.
        let run: @Sendable () async -> Bool
    }

    /// Run one after another for every check.
    let probes: [Probe]

    func check() async -> [Check] {
        var checks: [Check] = []
        for probe in probes { checks.append(Check(name: probe.name, isReady: await probe.run())) }
        return checks
    }
}

extension Readiness.Probe {
    /// Whether the database responds. The schema needs no check, because the service only starts with a
    /// current schema.
    static func database(_ database: any Database) -> Self {
        Self(name: "database") { (try? await database.ping(timeout: .seconds(1))) != nil }
    }

    /// Whether the restaurants are in memory.
    static func index(_ restaurants: RestaurantIndex) -> Self {
        Self(name: "restaurants") { restaurants.isReady }
    }
}
