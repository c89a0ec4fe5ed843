import Logging
import Postgres
import Restaurants

/// Checks whether everything that the service depends on is available.
struct Readiness: Sendable {
    struct Check: Hashable, Sendable {
        let name: String
        let holds: Bool
    }

    struct Question: Sendable {
        let name: String
        /// Returns the result within a second or so.
        let ask: @Sendable () async -> Bool
    }

    /// Run one after another for every check.
    let questions: [Question]

    func check() async -> [Check] {
        var checks: [Check] = []
        for question in questions { checks.append(Check(name: question.name, holds: await question.ask())) }
        return checks
    }
}

extension Readiness.Question {
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
