import Access
import NoonishAPI
import Postgres

extension Query where Row == Bool {
    /// A mail server took the message: acknowledges it, and says that the invitation was sent if it still waited.
    ///
    /// - Returns: False if the lease was lost; the mail is out all the same, so the invitation is sent either way.
    static func mailed(_ told: Told, to person: PersonID, of outing: OutingID) -> Self {
        Query(
            "updates.mailed", on: .write,
            """
            WITH a AS (
                   SELECT \(told.watch) AS watch_id, \(told.lease) AS lease, \(told.rev) AS rev, \(told.ends) AS ends),
                 \(fragment: SQL.acknowledge),
                 sent AS (
                   UPDATE invitation
                      SET state = 'sent'
                    WHERE outing_id = \(outing) AND person_id = \(person) AND state = 'queued')
            SELECT EXISTS (SELECT FROM l)
            """
        ) { row throws(PostgresError) in try row.next() }
    }
}

extension Command {
    /// There is no way to reach this person by mail: ends the watch and drops its row, and says that the invitation
    /// bounced if a mail server said so.
    static func giveUpMail(_ claimed: Claimed, to person: PersonID, bounced: Bool) -> Self {
        Command(
            "updates.give_up_mail",
            """
            WITH l AS MATERIALIZED (
                   SELECT watch_id, outing_id
                     FROM push
                    WHERE watch_id = \(claimed.watch) AND lease = \(claimed.lease)
                      FOR UPDATE),
                 gone AS (
                   DELETE FROM push AS p USING l WHERE p.watch_id = l.watch_id),
                 returned AS (
                   UPDATE invitation AS i
                      SET state = 'bounced'
                     FROM l
                    WHERE i.outing_id = l.outing_id AND i.person_id = \(person)
                      AND i.state IN ('queued', 'sent') AND \(bounced))
            UPDATE watch AS w
               SET live = false, ended_at = now()
              FROM l
             WHERE w.outing_id = l.outing_id AND w.id = l.watch_id AND w.live
            """)
    }
}
