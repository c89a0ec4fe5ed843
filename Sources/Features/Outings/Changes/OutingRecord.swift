internal import Access
internal import Foundation
internal import JSON
package import NoonishAPI
package import Postgres

/// The one door through which anything about an outing becomes news: revision, change and outbox row are written in
/// the transaction of the edit, and the updates engine is woken once that has committed.
package struct OutingRecord: Sendable {
    /// Told of every committed edit; a hint, nothing depends on it.
    private let committed: @Sendable (OutingID) -> Void
    private let followers: [any OutingFollower]
    private var isQuiet = false

    package init(
        followers: [any OutingFollower] = [], committed: @escaping @Sendable (OutingID) -> Void
    ) {
        self.followers = followers
        self.committed = committed
    }

    /// The same for one edit of many outings: nobody is told now of those whose news is held (``HeldNews``). They hear of it
    /// with everything else, when its time has come.
    package var quiet: OutingRecord {
        var quiet = self
        quiet.isQuiet = true
        return quiet
    }

    /// Lets the updates engine look once `transaction` has committed.
    func wake(_ outing: OutingID, after transaction: Transaction) {
        transaction.afterCommit { committed(outing) }
    }

    /// Whether something else may follow from these changes.
    func isFollowed(_ changes: [OutingChange]) -> Bool {
        followers.contains { $0.isConcerned(by: changes) }
    }

    package struct Revision: Sendable {
        package let rev: Int
        package let version: Int
    }

    /// Records what `actor` changed. The caller holds the outing's row lock.
    ///
    /// - Parameters:
    ///   - actor: Nil for the service itself.
    ///   - movesVersion: Whether a field that PATCH can write changed.
    ///   - commands: What writes the change itself, if that has not been done: it goes the same way.
    package func record(
        _ changes: [OutingChange], of outing: OutingID, by actor: PersonID?, movesVersion: Bool = false,
        urgent: Bool = false, after commands: [Command] = [], in transaction: Transaction
    ) async throws -> Revision {
        var changes = changes
        var commands = commands
        for follower in followers where follower.isConcerned(by: changes) {
            for command in commands { try await transaction.execute(command) }
            commands = []
            changes += try await follower.follow(changes, of: outing, by: actor, in: transaction)
        }
        let record = Query.record(
            changes, of: outing, by: actor, movesVersion: movesVersion, urgent: urgent, isQuiet: isQuiet)
        guard let revision = try await transaction.all(record, after: commands).first else {
            throw PostgresError.rowCount(0, query: record.name)
        }
        transaction.afterCommit { committed(outing) }
        return revision
    }
}

/// A feature above outings for which something follows from an edit, such as that a suggestion has come true.
package protocol OutingFollower: Sendable {
    /// Whether something could follow from an edit.
    func isConcerned(by changes: [OutingChange]) -> Bool

    /// Asked in the transaction of every edit that concerns it, once its rows are written and before it is recorded. The
    /// outing's row is locked.
    ///
    /// - Parameter actor: Nil for the service itself.
    /// - Returns: What belongs to the same revision besides.
    func follow(
        _ changes: [OutingChange], of outing: OutingID, by actor: PersonID?, in transaction: Transaction
    ) async throws -> [OutingChange]
}

extension Query where Row == OutingRecord.Revision {
    fileprivate static func record(
        _ changes: [OutingChange], of outing: OutingID, by actor: PersonID?, movesVersion: Bool, urgent: Bool,
        isQuiet: Bool
    ) -> Self {
        let audience = Audience.of(changes)
        let endsHolding = !isQuiet && changes.contains(where: \.concernsTheUntold)
        let movesCalendar = changes.contains { $0.concernsAnswers || $0.subject == .cancellation }
        return Query(
            "outings.record_revision", on: .write,
            """
            WITH edited AS (
                 UPDATE outing
                    SET rev = rev + 1,
                        version = version + \(movesVersion ? 1 : 0),
                        when_where_rev = CASE WHEN \(changes.contains(where: \.concernsAnswers))
                                              THEN rev + 1 ELSE when_where_rev END,
                        calendar_sequence = calendar_sequence + \(movesCalendar ? 1 : 0),
                        updated_at = now()
                  WHERE id = \(outing)
              RETURNING id, rev, version
                 ),
                 noted AS (
                 INSERT INTO outing_change (outing_id, rev, actor_id, audience, patch)
                 SELECT id, rev, \(actor), \(audience.rawValue), \(JSONB(changes)) FROM edited
                 ),
                 queued AS (
                 INSERT INTO outbox (outing_id, rev, urgent, calm)
                 SELECT id, rev, \(urgent), \(changes.allSatisfy(\.isCalm))
                   FROM edited
                  WHERE NOT (\(isQuiet) AND EXISTS (SELECT FROM deferred_notification AS h WHERE h.outing_id = edited.id))
                 ),
                 freed AS (
                 DELETE FROM deferred_notification AS h USING edited WHERE h.outing_id = edited.id AND \(endsHolding)
                 )
            SELECT rev, version FROM edited
            """
        ) { row throws(PostgresError) in OutingRecord.Revision(rev: try row.next(), version: try row.next()) }
    }
}
