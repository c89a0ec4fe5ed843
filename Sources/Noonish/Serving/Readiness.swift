import Logging
import Postgres
import Restaurants

/// Whether what the program stands on is there.
struct Readiness: Sendable {
    struct Check: Hashable, Sendable {
        let name: String
        let holds: Bool
    }

    struct Question: Sendable {
        let name: String
        /// Answers within a second or so.
        let ask: @Sendable () async -> Bool
    }

    /// Asked one after another at every call.
    let questions: [Question]

    func check() async -> [Check] {
        var checks: [Check] = []
        for question in questions { checks.append(Check(name: question.name, holds: await question.ask())) }
        return checks
    }
}

extension Readiness.Question {
    /// The database answers. The schema needs no question: the program does not begin before it is current.
    static func database(_ database: any Database) -> Self {
        Self(name: "database") { (try? await database.ping(timeout: .seconds(1))) != nil }
    }

    /// The restaurants are in memory.
    static func index(_ restaurants: RestaurantIndex) -> Self {
        Self(name: "restaurants") { restaurants.isReady }
    }
}
