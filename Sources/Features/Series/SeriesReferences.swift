import Accounts
import Postgres
package import Privacy

extension PersonReference {
    /// The columns of this feature that reference `person`. Guests are invited to single outings, not to
    /// series; should a guest have a row nevertheless, it passes to the member, unless the member is in the
    /// series already or hosts it.
    package static let series: [PersonReference] = [
        .moves("series", "host_id"),
        PersonReference(
            "series_person", "person_id",
            .passes { pair in
                Command(
                    "series.transfer_memberships",
                    """
                    UPDATE series_person AS theirs
                       SET person_id = \(pair.member)
                     WHERE theirs.person_id = \(pair.guest)
                       AND NOT EXISTS (SELECT FROM series_person AS own
                                        WHERE own.series_id = theirs.series_id AND own.person_id = \(pair.member))
                       AND NOT EXISTS (SELECT FROM series AS s
                                        WHERE s.id = theirs.series_id AND s.host_id = \(pair.member))
                    """)
            }),
    ]
}
