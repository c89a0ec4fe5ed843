import Access
import Foundation
public import NoonishAPI
public import Postgres
import Restaurants

extension VenueClaim.Method: PostgresDecodable {}
extension VenueClaim.State: PostgresDecodable {}

/// A row of `venue_claim`, `c` in its columns, with its restaurant `r`.
@Row
struct VenueClaimRow: TableRow {
    @Column("c.id") let id: VenueClaimID
    @Column("c.restaurant_id") let restaurant: RestaurantID
    @Column("r.name") let name: String
    @Column("c.person_id") let person: PersonID
    @Column("c.way") let method: VenueClaim.Method
    @Column("c.state") let state: VenueClaim.State
    @Column("c.secret_hash") let codeHash: [UInt8]?
    @Column("c.attempts") let attempts: Int
    @Column("c.created_at") let createdAt: Date
    @Column("c.expires_at") let expiresAt: Date
    @Column("c.expires_at > now()") let isLive: Bool

    static let tables: SQL = "venue_claim AS c JOIN restaurant AS r ON r.id = c.restaurant_id"

    /// - Parameter key: Makes the text that the website has to show.
    func wire(key: SecretKey) -> VenueClaim {
        VenueClaim(
            id: id, restaurant: restaurant, name: name, method: method, state: state, createdAt: createdAt,
            expiresAt: expiresAt,
            proof: method == .website && state == .requested ? VenueSite.proof(of: id, key: key) : nil)
    }
}

extension Query where Row == VenueClaimRow {
    static func claim(_ id: VenueClaimID, of person: Capability<PersonID>) -> Self {
        .select("venues.read_claim", "WHERE c.id = \(id) AND c.person_id = \(person.object)")
    }

    static func claims(of person: Capability<PersonID>) -> Self {
        .select(
            "venues.list_claims",
            """
             WHERE c.person_id = \(person.object)
             ORDER BY c.id DESC
             LIMIT 100
            """)
    }

    /// Returns a claim that an operator can decide, and locks it.
    static func undecided(_ id: UUID) -> Self {
        .select(
            "venues.lock_undecided_claim", on: .write,
            """
             WHERE c.id = \(id) AND c.state IN ('requested', 'proven')
               FOR UPDATE OF c
            """)
    }

    /// Returns the proven claims of a restaurant.
    static func proven(of restaurant: RestaurantID) -> Self {
        .select(
            "venues.list_proven_claims", on: .write,
            """
             WHERE c.restaurant_id = \(restaurant) AND c.state = 'proven'
               FOR UPDATE OF c
            """)
    }
}

extension Query where Row == Int {
    /// Counts a proof that is tried. Returns no row for a claim that has ended or was tried too often.
    static func takeAttempt(at claim: VenueClaimID, of person: Capability<PersonID>) -> Self {
        Query(
            "venues.take_attempt", on: .write,
            """
            UPDATE venue_claim SET attempts = attempts + 1
             WHERE id = \(claim) AND person_id = \(person.object) AND state = 'requested' AND expires_at > now()
               AND attempts < \(VenueLimits.attempts)
            RETURNING attempts
            """)
    }
}

extension Query where Row == RestaurantID {
    /// Returns the venues whose time for objections has passed.
    static var dueForVerification: Self {
        Query(
            "venues.list_due",
            "SELECT restaurant_id FROM venue WHERE state = 'provisional' AND verified_at <= now() LIMIT 100")
    }
}

extension Command {
    static func insertClaim(
        _ id: VenueClaimID, _ method: VenueClaim.Method, of restaurant: RestaurantID, by person: PersonID,
        codeHash: [UInt8]?, life: Duration
    ) -> Command {
        Command(
            "venues.insert_claim",
            """
            INSERT INTO venue_claim (id, restaurant_id, person_id, way, secret_hash, expires_at)
            VALUES (\(id), \(restaurant), \(person), \(method.rawValue), \(codeHash), now() + \(life))
            """)
    }

    /// Ends a pending claim that the person makes again.
    static func replaceClaims(of restaurant: RestaurantID, by person: PersonID) -> Command {
        Command(
            "venues.replace_claims",
            """
            UPDATE venue_claim SET state = 'expired'
             WHERE restaurant_id = \(restaurant) AND person_id = \(person) AND state = 'requested'
            """)
    }

    static func setState(_ state: VenueClaim.State, of claim: VenueClaimID) -> Command {
        Command(
            "venues.set_claim_state",
            """
            UPDATE venue_claim
               SET state = \(state.rawValue),
                   decided_at = CASE WHEN \(state.rawValue) IN ('accepted', 'refused') THEN now() END
             WHERE id = \(claim)
            """)
    }

    static var expireClaims: Command {
        Command(
            "venues.expire_claims",
            "UPDATE venue_claim SET state = 'expired' WHERE state = 'requested' AND expires_at <= now()")
    }

    /// Creates a venue, or takes one over that has no owner, without the tax number of the former one. Changes no row if it has one.
    static func insertVenue(_ id: RestaurantID, _ state: Venue.State, verifiedIn time: Duration) -> Command {
        Command(
            "venues.insert_venue",
            """
            INSERT INTO venue AS known (restaurant_id, state, verified_at)
            VALUES (\(id), \(state.rawValue), now() + \(time))
                ON CONFLICT (restaurant_id) DO UPDATE
               SET state = excluded.state, verified_at = excluded.verified_at, tax_number = NULL,
                   version = known.version + 1
             WHERE known.state = 'orphaned'
            """)
    }

    static func verify(_ id: RestaurantID) -> Command {
        Command(
            "venues.verify",
            """
            UPDATE venue SET state = 'verified', verified_at = now(), version = version + 1
             WHERE restaurant_id = \(id) AND state = 'provisional'
            """)
    }

    /// Removes a provisional venue whose claim was refused.
    static func removeVenue(_ id: RestaurantID) -> Command {
        Command(
            "venues.remove_venue",
            "DELETE FROM venue WHERE restaurant_id = \(id) AND state = 'provisional'")
    }
}

extension Query where Row == PersonID {
    /// Returns the member who has verified an address.
    static func member(at address: String) -> Self {
        Query(
            "venues.find_member",
            """
            SELECT p.id
              FROM person_email AS e
              JOIN person AS p ON p.id = e.person_id
             WHERE e.address = \(address) AND p.kind = 'member'
            """)
    }
}
