import Access
import HTTPKit
import HTTPTypes
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Outings

/// Requests that reach many people are counted by the people, and run one at a time.
struct ReachLimitTests {
    /// Creates friends of Leila's. Returns the body that invites them.
    private func crowd(_ count: Int, in world: TestWorld) async throws -> String {
        let friends = (0..<count).map { _ in PersonID.make() }
        let leila = world.cast.leila.id
        let values = friends.map { "('\($0)'::uuid)" }.joined(separator: ", ")
        try await world.database.run(
            script: """
                CREATE TEMP TABLE made (id) AS SELECT * FROM (VALUES \(values)) AS v;
                INSERT INTO person (id, kind, name) SELECT id, 'member', 'Friend' FROM made;
                INSERT INTO friendship (low_id, high_id)
                SELECT least(id, '\(leila)'), greatest(id, '\(leila)') FROM made;
                DROP TABLE made
                """)
        return #"{"people":["# + friends.map { "\"\($0)\"" }.joined(separator: ",") + "]}"
    }

    @Test func `a host reaches so many people in an hour, and small groups always`() async throws {
        try await withOutings { world in
            let crowd = try await crowd(OutingLimits.countedReach, in: world)
            let few = try await self.crowd(OutingLimits.countedReach - 1, in: world)
            func create(_ people: String) async throws -> TestSupport.Answer {
                try await world.leila.post("/v1/outings", #"{"title":"Lunch","invite":\#(people)}"#)
            }
            #expect(try await create(crowd).status == .created)
            try await world.database.run(
                script: "UPDATE rate_allowance SET amount = 4990 WHERE kind = 'reach'")

            let refused = try await create(crowd)
            let small = try await create(few)

            #expect(refused.status == .tooManyRequests)
            #expect(refused.headers[.retryAfter] == "3600")
            #expect(refused.headers[values: .rateLimit].contains("\"reach\";r=10;t=3600"))
            #expect(small.status == .created)
            let outings: Int = try await world.one("SELECT count(*) FROM outing")
            #expect(outings == 2)
        }
    }

    @Test func `a second large request waits before it writes`() async throws {
        try await withOutings { world in
            let crowd = try await crowd(OutingLimits.countedReach, in: world)
            let path = try await world.outing().path

            let second = try await world.database.transaction { transaction in
                try await ReachLimit.take(OutingLimits.countedReach, by: world.cast.leila.id, in: transaction)
                let second = Task { try await world.leila.post("\(path)/invitations", crowd) }
                let tables: Int = try await eventually("it waits") {
                    let counts: [Int] = try await world.all(
                        """
                        SELECT (SELECT count(*) FROM pg_locks AS l
                                 WHERE l.pid = w.pid AND l.relation = 'attendance'::regclass
                                   AND l.mode = 'RowExclusiveLock')
                          FROM pg_locks AS w
                         WHERE w.locktype = 'advisory' AND NOT w.granted
                           AND w.database = (SELECT oid FROM pg_database WHERE datname = current_database())
                        """)
                    return counts.first
                }
                #expect(tables == 0)
                return second
            }

            #expect(try await second.value.status == .ok)
        }
    }
}
