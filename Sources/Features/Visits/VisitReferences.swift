import Accounts
import Postgres
package import Privacy

extension PersonReference {
    /// The columns of this feature that reference `person`. If guest and member rated the same visit, the
    /// member's rating
    /// is kept and the guest's is deleted with the guest.
    package static let visits: [PersonReference] = [
        .moves("rating", "person_id", unlessMemberHas: "outing_id"),
        .moves("place_proposer", "person_id"),
    ]
}
