import Access
import JSON
package import NoonishAPI
package import Postgres

/// Records edits. The revision, the change and the outbox row are written in the transaction of the edit, and
/// delivery is woken after the commit. There is no other source of notifications.
package struct JournalWriter: Sendable {
    /// Called after every committed edit. It only shortens the wait, so a lost call does no harm.
    private let committed: @Sendable (OutingID) -> Void
    private let followers: [any JournalFollower]
    private var isQuiet = false

    package init(
        followers: [any JournalFollower] = [], committed: @escaping @Sendable (OutingID) -> Void
    ) {
        self.followers = followers
        self.committed = committed
    }

    /// A writer for one edit of many outings. If the notifications of an outing are deferred
    /// (``DeferredNotifications``), this edit does not queue them; people are notified of it after the
    /// deferral.
    package var quiet: JournalWriter {
        var quiet = self
        quiet.isQuiet = true
        return quiet
    }

    /// Wakes delivery after `transaction` has committed.
    package func wake(_ outing: OutingID, after transaction: Transaction) {
        transaction.afterCommit { committed(outing) }
    }

    /// Returns whether a follower may act on these changes.
    package func isFollowed(_ changes: [Change]) -> Bool {
        followers.contains { $0.isConcerned(by: changes) }
    }

    /// Lets the followers end what depends on an outing that is about to be deleted, or refuse its deletion.
    package func prepareDeletion(of outing: OutingID, in transaction: Transaction) async throws {
        for follower in followers { try await follower.prepareDeletion(of: outing, in: transaction) }
    }

    /// What an edit made of the outing's row.
    @Row
    package struct Revision: PostgresRow {
        @Column("edited.rev") package let rev: Int
        @Column("edited.version") package let version: Int
        /// The version of the row itself.
        @Column("edited.row") package let row: RowVersion
    }

    /// Records what `actor` changed. The caller holds the outing's row lock.
    ///
    /// - Parameters:
    ///   - actor: `nil` for the service itself.
    ///   - movesVersion: Whether the edit changed a field that PATCH can write.
    ///   - urgent: Whether to notify people without waiting for more edits.
    ///   - columns: The columns of the outing that the edit itself sets, if it has not written them yet.
    ///   - commits: Whether nothing else follows in the transaction, so that it is committed in the same round
    ///     trip.
    package func record(
        _ changes: [Change], of outing: OutingID, by actor: PersonID?, movesVersion: Bool = false,
        urgent: Bool = false, setting columns: EditedColumns? = nil, commits: Bool = false,
        in transaction: Transaction
    ) async throws -> Revision {
        var changes = changes
        var columns = columns
        for follower in followers where follower.isConcerned(by: changes) {
            // Followers read the edited row.
            if let edited = columns { try await transaction.execute(.set(edited, of: outing)) }
            columns = nil
            changes += try await follower.follow(changes, of: outing, by: actor, in: transaction)
        }
        let record = Query<Revision>(
            columns == nil ? "outings.record_revision" : "outings.record_edit", on: .write,
            """
            \(statement: expressions(
                recording: changes, of: outing, by: actor, movesVersion: movesVersion, urgent: urgent,
                setting: columns))
            SELECT \(fragment: Revision.columns) FROM edited
            """)
        let rows = try await (commits ? transaction.commit(after: record) : transaction.all(record))
        guard let revision = rows.first else { throw PostgresError.rowCount(0, query: record.name) }
        transaction.afterCommit { committed(outing) }
        return revision
    }
}

/// Columns of an outing and the values to which an edit sets them, so that its revision and its fields are
/// written by one UPDATE.
package struct EditedColumns: Sendable {
    fileprivate let assignments: @Sendable (inout SQL.StringInterpolation) -> Void

    /// - Parameter assignments: Appends `name = value` for each column, separated by commas.
    package init(_ assignments: @escaping @Sendable (inout SQL.StringInterpolation) -> Void) {
        self.assignments = assignments
    }
}

extension SQL.StringInterpolation {
    fileprivate mutating func appendInterpolation(_ columns: EditedColumns) { columns.assignments(&self) }

    /// Inserts the assignments, if there are any, after others.
    fileprivate mutating func appendInterpolation(and columns: EditedColumns?) {
        guard let columns else { return }
        appendLiteral(", ")
        appendInterpolation(columns)
    }
}

extension Command {
    fileprivate static func set(_ columns: EditedColumns, of outing: OutingID) -> Command {
        Command("outings.update_outing", "UPDATE outing SET \(columns) WHERE id = \(outing)")
    }
}

/// A feature that reacts to edits by other features, for example by accepting a suggestion that they fulfil.
package protocol JournalFollower: Sendable {
    /// Returns whether the follower may act on an edit.
    func isConcerned(by changes: [Change]) -> Bool

    /// Called in the transaction of every edit that concerns the follower, after its rows are written and before it is
    /// recorded. The outing's row is locked.
    ///
    /// - Parameter actor: `nil` for the service itself.
    /// - Returns: Further changes of the same revision.
    func follow(
        _ changes: [Change], of outing: OutingID, by actor: PersonID?, in transaction: Transaction
    ) async throws -> [Change]

    /// Called before an outing is deleted that was never shared. The outing's row is locked.
    ///
    /// - Throws: A problem if the outing has to stay.
    func prepareDeletion(of outing: OutingID, in transaction: Transaction) async throws
}

extension JournalFollower {
    package func prepareDeletion(of outing: OutingID, in transaction: Transaction) async throws {}
}

extension JournalWriter {
    /// Returns the common table expressions that record what `actor` changed. `edited` has the outing's `id` and the columns
    /// of ``Revision``.
    ///
    /// - Parameters:
    ///   - earlier: Expressions that precede them, each followed by a comma.
    ///   - condition: What must hold of the outing's row as well, with AND before it. Otherwise nothing is written, and
    ///     `edited` is empty. It is checked again when another transaction has held the row's lock.
    package func expressions(
        after earlier: SQL = "", recording changes: [Change], of outing: OutingID, by actor: PersonID?,
        movesVersion: Bool, urgent: Bool = false, setting columns: EditedColumns?, if condition: SQL = ""
    ) -> SQL {
        let audience = Audience.of(changes)
        let stored = changes.map { CompactChange($0, keepsFormer: true) }
        let isUrgent = urgent || changes.contains { $0.kind.urgency == .urgent }
        let endsHolding = !isQuiet && changes.contains(where: \.kind.endsDeferral)
        let movesCalendar = changes.contains { $0.kind.urgency == .essential }
        return """
            WITH \(statement: earlier) edited AS (
                 UPDATE outing
                    SET rev = rev + 1,
                        version = version + \(movesVersion ? 1 : 0),
                        when_where_rev = CASE WHEN \(changes.contains(where: \.kind.invalidatesAnswers))
                                              THEN rev + 1 ELSE when_where_rev END,
                        calendar_sequence = calendar_sequence + \(movesCalendar ? 1 : 0),
                        updated_at = now()\(and: columns)
                  WHERE id = \(outing) \(fragment: condition)
              RETURNING id, rev, version, xmin AS row
                 ),
                 noted AS (
                 INSERT INTO outing_change (outing_id, rev, actor_id, audience, patch)
                 SELECT id, rev, \(actor), \(audience.rawValue), \(JSONB(stored)) FROM edited
                 ),
                 queued AS (
                 INSERT INTO outbox (outing_id, rev, urgent, calm)
                 SELECT id, rev, \(isUrgent), \(changes.allSatisfy { $0.kind.urgency == .calm })
                   FROM edited
                  WHERE NOT (\(isQuiet) AND EXISTS (SELECT FROM deferred_notification AS h WHERE h.outing_id = edited.id))
                 ),
                 freed AS (
                 DELETE FROM deferred_notification AS h USING edited WHERE h.outing_id = edited.id AND \(endsHolding)
                 )
            """
    }
}
