internal import Accounts
internal import Postgres
package import Privacy

extension PersonReference {
    /// The columns of this feature that reference `person`. If guest and member rated the same visit, the
    /// member's rating
    /// is kept and the guest's is deleted with the guest.
    package static let visits: [PersonReference] = [
        PersonReference(
            "rating", "person_id",
            .passes { pair in
                Command(
                    "visits.transfer_ratings",
                    """
                    UPDATE rating AS theirs
                       SET person_id = \(pair.member)
                     WHERE theirs.person_id = \(pair.guest)
                       AND NOT EXISTS (SELECT FROM rating AS own
                                        WHERE own.outing_id = theirs.outing_id AND own.person_id = \(pair.member))
                    """)
            }),
        PersonReference(
            "place_proposer", "person_id",
            .passes { pair in
                Command(
                    "visits.transfer_place_proposers",
                    "UPDATE place_proposer SET person_id = \(pair.member) WHERE person_id = \(pair.guest)")
            }),
    ]
}
