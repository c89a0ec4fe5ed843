import Initializers
import Logging
import Postgres
import Restaurants

/// Checks whether everything that the service depends on is available.
@MemberwiseInit
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
    var lameDuck: LameDuck = LameDuck()

    /// Whether requests should be routed here.
    func isReady(_ checks: [Check]) -> Bool { !lameDuck.isActive && checks.allSatisfy(\.isReady) }

    func check() async -> [Check] {
        var checks: [Check] = []
        for probe in probes { checks.append(Check(name: probe.name, isReady: await probe.run())) }
        return checks
    }
}

extension Readiness.Probe {
    /// Whether the database responds and accepts writes, for single statements and for transactions. The schema needs
    /// no check, because the service only starts with a current schema.
    static func database(_ database: PostgresClient) -> Self {
        Self(name: "database") {
            guard (try? await database.ping(timeout: timeout)) != nil else { return false }
            do {
                try await database.transaction(timeout: timeout) { try await $0.ping(timeout: timeout) }
                return true
            } catch PostgresError.deadline(sent: false) {
                // Every connection for transactions is in use. Other processes would be no better off with the load.
                return true
            } catch {
                return false
            }
        }
    }

    private static let timeout = Duration.seconds(1)

    /// Whether the restaurants are in memory.
    static func index(_ restaurants: RestaurantIndex) -> Self {
        Self(name: "restaurants") { restaurants.isReady }
    }
}
