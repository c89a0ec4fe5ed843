import Accounts
import Postgres
package import Privacy

extension PersonReference {
    /// The columns of this feature that reference `person`. A guest is invited to each outing by the address that is in
    /// the series; once they have an account, the account is in it instead. Should a guest be in a series nevertheless, that
    /// passes to the member, unless the member is in the series already or hosts it.
    package static let series: [PersonReference] = [
        .moves("series", "host_id"),
        .passes("series_person", "person_id") { pair in
            Command(
                "series.transfer_memberships",
                """
                WITH known AS (
                     DELETE FROM series_invitee AS i
                      USING series AS s
                      WHERE s.id = i.series_id
                        AND NOT are_blocked(s.host_id, \(pair.member))
                        AND (EXISTS (SELECT FROM person_email AS e
                                      WHERE e.person_id = \(pair.member) AND e.address = i.address)
                             OR EXISTS (SELECT FROM invitation AS v
                                          JOIN outing AS o ON o.id = v.outing_id
                                         WHERE v.person_id = \(pair.member) AND v.address = i.address
                                           AND o.series_id = i.series_id))
                  RETURNING i.series_id, s.host_id),
                     joined AS (
                     INSERT INTO series_person (series_id, person_id)
                     SELECT DISTINCT series_id, \(pair.member)
                       FROM known
                      WHERE host_id <> \(pair.member)
                        AND NOT EXISTS (SELECT FROM series_person AS theirs
                                         WHERE theirs.series_id = known.series_id
                                           AND theirs.person_id = \(pair.guest))
                         ON CONFLICT (series_id, person_id) DO NOTHING)
                UPDATE series_person AS theirs
                   SET person_id = \(pair.member)
                 WHERE theirs.person_id = \(pair.guest)
                   AND NOT EXISTS (SELECT FROM series_person AS own
                                    WHERE own.series_id = theirs.series_id AND own.person_id = \(pair.member))
                   AND NOT EXISTS (SELECT FROM series AS s
                                    WHERE s.id = theirs.series_id AND s.host_id = \(pair.member))
                """)
        },
        .moves("series_invitee", "added_by"),
    ]
}
