import Access
import Foundation
import Journal
package import NoonishAPI
package import Postgres

extension EditedColumns {
    /// The columns of the fields that PATCH can write.
    init(_ state: OutingState) {
        self.init { sql in sql.appendInterpolation(assignments: OutingState.editableFields, of: state) }
    }

    init(plainFieldsOf state: OutingState) {
        self.init { sql in sql.appendInterpolation(assignments: OutingState.plainFields, of: state) }
    }
}

extension Query where Row == Bool {
    /// Returns whether anyone was ever invited to an outing, or joined by a link.
    static func isShared(_ id: OutingID) -> Self {
        Query(
            "outings.is_shared",
            "SELECT EXISTS (SELECT FROM invitation WHERE outing_id = \(id))")
    }
}

extension Command {
    static func insert(_ id: OutingID, _ state: OutingState, host: PersonID) -> Command {
        Command(
            "outings.insert_outing",
            """
            INSERT INTO outing (id, host_id, \(names: OutingState.editableFields, of: state))
            VALUES (\(id), \(host), \(values: OutingState.editableFields, of: state))
            """)
    }

    static func insertHost(_ host: PersonID, of outing: OutingID) -> Command {
        Command(
            "outings.insert_host",
            """
            INSERT INTO attendance (outing_id, person_id, id, role, status, responded_at, responded_rev)
            VALUES (\(outing), \(host), \(AttendanceID.make()), 'host', 'attending', now(), 1)
            """)
    }

    static func cancel(_ id: OutingID, by person: PersonID, reason: String?) -> Command {
        Command(
            "outings.cancel_outing",
            """
            UPDATE outing
               SET cancelled_at = coalesce(cancelled_at, now()), cancelled_by = \(person),
                   cancel_reason = \(reason)
             WHERE id = \(id)
            """)
    }

    static func reactivate(_ id: OutingID) -> Command {
        Command(
            "outings.reactivate_outing",
            """
            UPDATE outing
               SET cancelled_at = NULL, cancelled_by = NULL, cancel_reason = NULL
             WHERE id = \(id)
            """)
    }

    /// Deletes an outing. Affects no row if anyone was ever invited or joined by a link.
    static func deleteUnshared(_ id: OutingID) -> Command {
        Command(
            "outings.delete_unshared_outing",
            """
            DELETE FROM outing
             WHERE id = \(id)
               AND NOT EXISTS (SELECT FROM invitation WHERE outing_id = \(id))
            """)
    }

    /// Starts watches. A person who is invited again gets their old watches back, except those they
    /// unsubscribed from.
    fileprivate static func beginWatches(of outing: OutingID, _ watchEndpoints: [WatchEndpoint], sentRev: Int)
        -> Command
    {
        Command(
            "outings.begin_watches",
            """
            INSERT INTO outing_watch AS w (outing_id, id, person_id, channel, endpoint_id, sent_rev)
            SELECT \(outing), new.id, new.person_id, new.channel, new.endpoint_id, \(sentRev)
              FROM unnest(\(watchEndpoints.map { _ in WatchID.make() }), \(watchEndpoints.map(\.person)), \(watchEndpoints.map(\.channel)),
                          \(watchEndpoints.map(\.endpoint))) AS new (id, person_id, channel, endpoint_id)
             ORDER BY new.person_id, new.channel, new.endpoint_id
                ON CONFLICT ON CONSTRAINT outing_watch_once_an_endpoint DO UPDATE
               SET live = NOT w.muted, leaving = false, sent_rev = excluded.sent_rev,
                   ended_at = CASE WHEN w.muted THEN coalesce(w.ended_at, now()) END
            """)
    }

    /// Ends a person's watches: at once if they left, after a last notice if they were removed.
    package static func endWatches(of outing: OutingID, _ person: PersonID, farewell: Bool) -> Command {
        endWatches(of: outing, [person], farewell: farewell)
    }

    static func endWatches(of outing: OutingID, _ people: [PersonID], farewell: Bool) -> Command {
        Command(
            "outings.end_watches",
            """
            UPDATE outing_watch
               SET live = \(farewell), leaving = \(farewell),
                   ended_at = CASE WHEN \(farewell) THEN NULL ELSE now() END
             WHERE outing_id = \(outing) AND person_id = ANY (\(people)) AND live
            """)
    }
}

/// An endpoint at which a person is notified.
private struct WatchEndpoint: PostgresRow {
    let person: PersonID
    let channel: String
    /// Zero if the channel has one endpoint for each person.
    var endpoint = EndpointID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))

    init(_ person: PersonID, _ channel: String) {
        self.person = person
        self.channel = channel
    }

    init(row: inout RowReader) throws(PostgresError) {
        person = try row.next()
        channel = try row.next()
        endpoint = try row.next()
    }
}

extension Query where Row == WatchEndpoint {
    fileprivate static func endpoints(of people: [PersonID]) -> Self {
        Query(
            "outings.list_watch_endpoints",
            "SELECT person_id, channel, id FROM delivery_endpoint WHERE person_id = ANY (\(people)) ORDER BY person_id, id"
        )
    }
}

extension Transaction {
    /// Starts notifications to these people for revisions after `sentRev`: in their inbox, by mail to those
    /// in `mail`, and at each of their endpoints.
    func beginWatches(
        of outing: OutingID, _ people: [PersonID], mail: [PersonID], sentRev: Int
    ) async throws {
        let watchEndpoints =
            people.map { WatchEndpoint($0, "inbox") } + mail.map { WatchEndpoint($0, "mail") }
            + (try await all(.endpoints(of: people)))
        try await execute(.beginWatches(of: outing, watchEndpoints, sentRev: sentRev))
    }
}
