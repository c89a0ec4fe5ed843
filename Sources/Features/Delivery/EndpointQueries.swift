import Access
import News
import NoonishAPI
import Outings
import Postgres

// Endpoints of people, for channels with several destinations for each person. What a channel stores about an
// endpoint (keys, tokens) is in its own table, which references `endpoint (person_id, id)` with ON DELETE
// CASCADE.

extension Transaction {
    /// Adds an endpoint, and watches for it on every outing of the person that is not over, from the present
    /// revision on. Later invitations create their own watches.
    ///
    /// The person's row is locked first: this waits for concurrent invitations of the person and makes later
    /// ones see the endpoint, so that none is missed. Then the outings are locked, so that none changes
    /// between reading and watching.
    ///
    /// - Parameter destination: The host that is contacted.
    func addEndpoint(
        _ endpoint: EndpointID, of person: PersonID, on channel: Channel, destination: String
    ) async throws {
        _ = try await all(.lockPerson(person))
        try await execute(.insertEndpoint(endpoint, of: person, on: channel, destination: destination))
        let outings = try await all(.lockUnfinished(of: person))
        try await execute(.watch(outings, for: person, on: channel, endpoint))
    }
}

extension Query where Row == Bool {
    fileprivate static func lockPerson(_ person: PersonID) -> Self {
        Query("delivery.lock_person", on: .write, "SELECT true FROM person WHERE id = \(person) FOR UPDATE")
    }
}

extension Query where Row == OutingID {
    /// Locks the outings with this person on the list that are not over.
    fileprivate static func lockUnfinished(of person: PersonID) -> Self {
        Query(
            "delivery.lock_unfinished_outings", on: .write,
            """
            SELECT o.id
              FROM outing AS o
              JOIN attendance AS a ON a.outing_id = o.id
             WHERE a.person_id = \(person)
               AND coalesce(\(fragment: OutingRow.end) > now(), true)
             ORDER BY o.id
               FOR NO KEY UPDATE OF o
            """)
    }
}

extension Command {
    fileprivate static func insertEndpoint(
        _ endpoint: EndpointID, of person: PersonID, on channel: Channel, destination: String
    ) -> Self {
        Command(
            "delivery.insert_endpoint",
            """
            INSERT INTO delivery_endpoint (person_id, id, channel, destination)
            VALUES (\(person), \(endpoint), \(channel.rawValue), \(destination))
            """)
    }

    /// Creates or revives watches from the present revision on. The caller holds the locks of the outings.
    static func watch(
        _ outings: [OutingID], for person: PersonID, on channel: Channel, _ endpoint: EndpointID
    ) -> Self {
        Command(
            "delivery.insert_watches",
            """
            INSERT INTO outing_watch AS w (outing_id, id, person_id, channel, endpoint_id, sent_rev)
            SELECT o.id, new.id, \(person), \(channel.rawValue), \(endpoint), o.rev
              FROM unnest(\(outings), \(outings.map { _ in WatchID.make() })) AS new (outing_id, id)
              JOIN outing AS o ON o.id = new.outing_id
             ORDER BY new.id
                ON CONFLICT ON CONSTRAINT outing_watch_once_an_endpoint DO UPDATE
               SET live = NOT w.muted, leaving = false, sent_rev = excluded.sent_rev,
                   ended_at = CASE WHEN w.muted THEN coalesce(w.ended_at, now()) END
             WHERE NOT w.live
            """)
    }

    /// Removes an endpoint and ends its watches. On a channel without endpoints, only `watch` ends. Rows of
    /// the queue are locked before watches, in the same order as in an acknowledgement.
    static func removeEndpoint(
        _ endpoint: EndpointID, of person: PersonID, on channel: Channel, watch: WatchID? = nil
    ) -> Self {
        Command(
            "delivery.delete_endpoint",
            """
            WITH theirs AS MATERIALIZED (
                   SELECT id
                     FROM outing_watch
                    WHERE person_id = \(person) AND channel = \(channel.rawValue) AND endpoint_id = \(endpoint)
                      AND live
                      AND (endpoint_id <> '00000000-0000-0000-0000-000000000000' OR id = \(watch))),
                 l AS MATERIALIZED (
                   SELECT p.watch_id
                     FROM delivery AS p
                     JOIN theirs ON theirs.id = p.watch_id
                    ORDER BY p.watch_id
                      FOR UPDATE OF p),
                 gone AS (
                   DELETE FROM delivery AS p USING l WHERE p.watch_id = l.watch_id),
                 removed AS (
                   DELETE FROM delivery_endpoint WHERE person_id = \(person) AND id = \(endpoint))
            UPDATE outing_watch AS w
               SET live = false, ended_at = now()
              FROM theirs
             WHERE w.id = theirs.id AND w.person_id = \(person) AND (SELECT count(*) FROM l) >= 0
            """)
    }
}
