package import Foundation
package import HTTPKit
import HTTPTypes
package import Postgres

/// A limit on an operation that costs money or trust, per caller. Counted in the database, so that it
/// survives restarts and applies to all processes together.
package struct DurableLimit: Sendable {
    /// The operation counted, such as `contacts`.
    package let kind: String
    package let most: Int
    package let window: Duration

    /// Creates a limit.
    ///
    /// - Parameter window: At most 24 hours, the time for which counts are kept.
    package init(_ kind: String, most: Int, window: Duration) {
        precondition(window <= .seconds(24 * 3_600), "counts are kept for a day")
        self.kind = kind
        self.most = most
        self.window = window
    }

    /// Counts `amount` for `caller`. Counts nothing and returns false if that would exceed `most` within the
    /// window.
    ///
    /// Concurrent calls for the same caller are serialised by a lock, so together they cannot exceed the
    /// limit.
    /// - Parameter caller: A person, an address or a network. Only its hash is stored.
    package func take(
        _ amount: Int = 1, by caller: String, in transaction: Transaction
    ) async throws -> Bool {
        let hash = self.hash(of: caller)
        _ = try await transaction.one(.lockAllowance(kind, hash))
        return try await transaction.first(.takeAllowance(amount, of: self, by: hash)) != nil
    }

    /// Returns 429 with the fields `RateLimit-Policy` and `RateLimit`, as for the limits of requests: how much `caller`
    /// may do in the window, how much is left, and when all of it is back. `Retry-After` is when enough has left the window for
    /// `amount`, or the window for more than the limit allows at all.
    ///
    /// - Parameters:
    ///   - amount: What was refused.
    ///   - problem: The problem to return, if it has a code of its own.
    package func problem(
        of caller: String, for amount: Int = 1, in database: any Database, as problem: Problem? = nil
    ) async throws -> Problem {
        self.problem(
            try await database.one(use(amount, counting: allowances(of: caller))), as: problem)
    }

    /// Returns the same for a `use` that is known.
    package func problem(_ use: LimitUse, as problem: Problem? = nil) -> Problem {
        let windowSeconds = Int(window.components.seconds)
        let retryAfterSeconds = max(1, use.secondsUntilEnough ?? windowSeconds)
        var problem = problem ?? .tooManyRequests(retryAfterSeconds: retryAfterSeconds)
        problem.headers[.retryAfter] = String(retryAfterSeconds)
        return problem.withRateLimit(
            kind, most: most, left: most - use.used, windowSeconds: windowSeconds,
            secondsUntilFull: use.secondsUntilFull ?? 0)
    }

    /// Returns how much `caller` has left, without counting anything.
    package func left(to caller: String, in database: any Database) async throws -> Int {
        let use = try await database.one(self.use(0, counting: allowances(of: caller)))
        return max(0, most - use.used)
    }

    /// Requires that `entries` leave room for `amount`: rows that a feature stores anyway, so that they need no
    /// count of their own. The feature stores the next one in this transaction.
    ///
    /// Concurrent calls for the same caller are serialised as by ``take(_:by:in:)``.
    /// - Parameters:
    ///   - caller: Whose limit it is.
    ///   - now: `nil` for the database's clock.
    /// - Throws: ``problem(_:as:)``.
    package func require(
        _ amount: Int = 1, by caller: String, counting entries: Query<LimitEntry>, now: Date? = nil,
        as problem: Problem? = nil, in transaction: Transaction
    ) async throws {
        _ = try await transaction.one(.lockAllowance(kind, hash(of: caller)))
        let use = try await transaction.one(self.use(amount, counting: entries, now: now))
        guard use.used + amount <= most else { throw self.problem(use, as: problem) }
    }

    /// Returns a query of what `entries` use of the limit, and when they leave room for `amount`.
    ///
    /// - Parameter entries: Those before the window do not count.
    package func use(
        _ amount: Int = 1, counting entries: Query<LimitEntry>, now: Date? = nil
    ) -> Query<LimitUse> {
        Query(
            entries.name,
            """
            WITH entry (at, amount) AS (\(statement: entries.sql))
            SELECT coalesce(max(used), 0)::bigint,
                   ceil(extract(epoch FROM max(at) + \(window) - coalesce(\(now), now())))::bigint,
                   ceil(extract(epoch FROM min(at) FILTER (WHERE used - freed + \(amount) <= \(most))
                                           + \(window) - coalesce(\(now), now())))::bigint
              FROM (SELECT at, sum(amount) OVER () AS used, sum(amount) OVER (ORDER BY at) AS freed
                      FROM entry
                     WHERE at > coalesce(\(now), now()) - \(window)) AS counted
            """)
    }

    private func allowances(of caller: String) -> Query<LimitEntry> {
        Query(
            "access.read_allowance",
            "SELECT at, amount FROM rate_allowance WHERE kind = \(kind) AND caller = \(hash(of: caller))")
    }

    private func hash(of caller: String) -> [UInt8] { TokenHash("\(kind):\(caller)").bytes }
}

/// What counts towards a limit.
@Row
package struct LimitEntry: PostgresRow {
    let at: Date
    let amount: Int
}

/// What a caller has used of a limit.
@Row
package struct LimitUse: PostgresRow {
    package let used: Int
    /// Seconds until the newest entry leaves the window; `nil` without entries.
    let secondsUntilFull: Int?
    /// Seconds until so many of the oldest entries have left that the amount is allowed; `nil` if it never is.
    let secondsUntilEnough: Int?
}

extension Query where Row == Bool {
    fileprivate static func lockAllowance(_ kind: String, _ caller: [UInt8]) -> Self {
        Query(
            "access.lock_allowance", on: .write,
            "SELECT true FROM pg_advisory_xact_lock(hashtextextended(\(kind) || encode(\(caller), 'hex'), 0))"
        )
    }

    fileprivate static func takeAllowance(_ amount: Int, of limit: DurableLimit, by caller: [UInt8]) -> Self {
        Query(
            "access.take_allowance", on: .write,
            """
            INSERT INTO rate_allowance (kind, caller, id, amount)
            SELECT \(limit.kind), \(caller), \(UUID.v7()), \(amount)
             WHERE (SELECT coalesce(sum(amount), 0)
                      FROM rate_allowance
                     WHERE kind = \(limit.kind) AND caller = \(caller) AND at > now() - \(limit.window))
                   + \(amount) <= \(limit.most)
            RETURNING true
            """)
    }
}

extension Retention {
    /// Counts that are older than any limit's window.
    package static let allowances = Retention("allowances", .seconds(24 * 3_600)) { now in
        Command(
            "access.remove_old_allowances",
            "DELETE FROM rate_allowance WHERE at < coalesce(\(now), now()) - interval '24 hours'")
    }
}
