import Access
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

    /// Sets how many people Leila has reached within the hour.
    private func reached(_ people: Int, in world: TestWorld) async throws {
        try await world.run("DELETE FROM rate_allowance WHERE kind = 'reach'")
        try await world.database.transaction {
            try await ReachLimit.take(people, by: world.cast.leila.id, in: $0)
        }
    }

    private func reached(in world: TestWorld) async throws -> Int {
        try await world.one(
            "SELECT coalesce(sum(amount), 0)::bigint FROM rate_allowance WHERE kind = 'reach'")
    }

    @Test func `a host invites so many people in an hour, also a few at a time`() async throws {
        try await withOutings { world in
            let crowd = try await crowd(OutingLimits.countedReach, in: world)
            let few = try await self.crowd(OutingLimits.countedReach - 1, in: world)
            func create(_ people: String) async throws -> TestSupport.Answer {
                try await world.leila.post("/v1/outings", #"{"title":"Lunch","invite":\#(people)}"#)
            }
            #expect(try await create(crowd).status == .created)
            try await reached(4_941, in: world)

            let small = [try await create(few), try await create(few), try await create(few)]
            let large = try await create(crowd)

            #expect(small.map(\.status) == [.created, .created, .tooManyRequests])
            for refused in [small[2], large] {
                #expect(refused.status == .tooManyRequests && (1...3_600).contains(refused.retryAfter))
                #expect(refused.left == "reach: 9")
            }
            let outings: Int = try await world.one("SELECT count(*) FROM outing")
            #expect(outings == 3)
        }
    }

    @Test
    func `edits of an outing of 500 are charged until 429 says when, and its cancellation is never refused`()
        async throws
    {
        try await withOutings { world in
            let crowd = try await crowd(OutingLimits.invitees - 1, in: world)
            let outing = try await world.outing(#""invite":\#(crowd)"#)
            #expect(try await reached(in: world) == 499)
            func patch(_ round: Int) async throws -> TestSupport.Answer {
                let tag = try #require(try await world.leila.get(outing.path).headers[.eTag])
                return try await world.leila.patch(
                    outing.path, #"{"title":"Lunch \#(round)"}"#, ifMatch: tag)
            }

            var edits = 0
            var last = try await patch(edits)
            while last.status == .ok, edits < 20 {
                edits += 1
                last = try await patch(edits)
            }

            #expect(edits == 9)
            #expect(last.status == .tooManyRequests && (1...3_600).contains(last.retryAfter))
            #expect(last.left == "reach: 10")
            #expect(try await world.leila.get(outing.path)["title"].text == "Lunch 8")
            // To take the cancellation back is charged.
            #expect(try await world.leila.put(outing.path + "/cancellation", "{}").status == .ok)
            #expect(try await world.leila.delete(outing.path + "/cancellation").status == .tooManyRequests)
            try await reached(4_100, in: world)
            #expect(try await world.leila.delete(outing.path + "/cancellation").status == .ok)
            #expect(try await reached(in: world) == 4_599)
            // Others are not concerned, nor smaller outings of the same host.
            let small = try await world.outing()
            let edited = try await world.leila.patch(small.path, #"{"title":"Tea"}"#, ifMatch: small.tag)
            #expect(edited.status == .ok)
            #expect(try await world.isSound())
        }
    }

    @Test func `a host of twenty-five never notices`() async throws {
        try await withOutings { world in
            let crowd = try await crowd(OutingLimits.countedReach - 1, in: world)
            let outing = try await world.outing(#""invite":\#(crowd)"#)
            for round in 1...20 {
                let tag = try #require(try await world.leila.get(outing.path).headers[.eTag])
                let edited = try await world.leila.patch(
                    outing.path, #"{"title":"Lunch \#(round)"}"#, ifMatch: tag)
                #expect(edited.status == .ok)
            }
            for _ in 1...5 {
                #expect(try await world.leila.put(outing.path + "/cancellation", "{}").status == .ok)
                #expect(try await world.leila.delete(outing.path + "/cancellation").status == .ok)
            }
            #expect(try await reached(in: world) == 25)
        }
    }

    @Test func `roles on a long list are charged, and a cohost can always step down`() async throws {
        try await withOutings { world in
            let crowd = try await crowd(OutingLimits.countedReach, in: world)
            let outing = try await world.outing(#""invite":\#(crowd)"#)
            _ = try await world.leila.post(
                outing.path + "/invitations", #"{"people":["\#(world.cast.tom.id)"]}"#)
            let role = outing.path + "/attendees/\(world.cast.tom.id)/role"
            let named = try await world.leila.put(role, #"{"role":"cohost"}"#)
            try await reached(4_990, in: world)

            let refused = try await world.leila.put(role, #"{"role":"invitee"}"#)
            let steppedDown = try await world.tom.put(role, #"{"role":"invitee"}"#)

            #expect(named.status == .ok && steppedDown.status == .ok)
            #expect(refused.status == .tooManyRequests && refused.left == "reach: 10")
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
