import Access
import Foundation
package import NoonishAPI
package import Postgres

// `now` is `nil` for the database's clock; see ``AccountClock``.

extension Query where Row == IdentityOwner {
    /// The owner of an identity; no row if it has none. Requires the lock of ``Query/lockIdentity(_:_:)``.
    static func owner(ofIdentity issuer: String, _ subject: String) -> Self {
        Query(
            "accounts.read_identity_owner", on: .write,
            """
            SELECT id, person_id
              FROM identity
             WHERE issuer = \(issuer) AND subject = \(subject)
            """)
    }
}

extension Query where Row == IdentityRow {
    static func identities(of me: Capability<PersonID>) -> Self {
        Query(
            "accounts.list_identities",
            """
            SELECT id, provider, address, created_at, used_at
              FROM identity
             WHERE person_id = \(me.object)
             ORDER BY created_at, id
             LIMIT \(IdentityLimits.identities)
            """)
    }
}

extension Query where Row == Person {
    /// The person's friends at the provider who have an account here and are not friends here yet, by name.
    static func friendsHere(of me: Capability<PersonID>, by identity: IdentityID) -> Self {
        Query(
            "accounts.list_provider_friends",
            """
            SELECT p.id, p.name
              FROM identity AS i
              JOIN identity_friend AS f ON f.identity_id = i.id
              JOIN person AS p ON p.id = f.friend_id
             WHERE i.id = \(identity) AND i.person_id = \(me.object)
               AND NOT are_blocked(p.id, i.person_id)
               AND NOT EXISTS (SELECT FROM friendship AS s
                                WHERE s.low_id = least(p.id, i.person_id)
                                  AND s.high_id = greatest(p.id, i.person_id))
             ORDER BY p.name, p.id
             LIMIT \(IdentityLimits.friends)
            """
        ) { row throws(PostgresError) in try Person(id: row.next(), name: row.next(), isFriend: false) }
    }
}

extension Query where Row == Bool {
    /// Locks an identity until the transaction ends, so that only one account can claim it.
    static func lockIdentity(_ issuer: String, _ subject: String) -> Self {
        Query(
            "accounts.lock_identity", on: .write,
            "SELECT true FROM pg_advisory_xact_lock(hashtextextended(\("identity:" + issuer + " " + subject), 0))"
        )
    }

    /// One row: whether a provider lists `other` among the friends of `person`.
    package static func areFriendsElsewhere(_ person: PersonID, _ other: PersonID) -> Self {
        Query(
            "accounts.check_provider_friends",
            """
            SELECT EXISTS (SELECT FROM identity_friend AS f
                             JOIN identity AS i ON i.id = f.identity_id
                            WHERE f.friend_id = \(other) AND i.person_id = \(person))
            """)
    }
}

extension Query where Row == VisitRow {
    /// Ends a visit. No row if the visit was used already, has expired, or began in another browser or at
    /// another provider.
    static func endVisit(_ state: TokenHash, browser: TokenHash?, provider: String, now: Date?) -> Self {
        Query(
            "accounts.take_provider_authorization", on: .write,
            """
            DELETE FROM provider_authorization
             WHERE state_hash = \(state.bytes) AND provider = \(provider)
               AND browser_hash IS NOT DISTINCT FROM \(browser?.bytes)
               AND expires_at > coalesce(\(now), now())
            RETURNING purpose, person_id, destination
            """)
    }
}

extension Query where Row == Int {
    static func identityCount(of person: PersonID) -> Self {
        Query("accounts.count_identities", "SELECT count(*) FROM identity WHERE person_id = \(person)")
    }
}

extension Command {
    /// - Parameter destination: The encrypted path, see ``VisitDestination``.
    static func beginVisit(
        _ visit: NewVisit, to destination: String, state: TokenHash, browser: TokenHash?, now: Date?
    ) -> Self {
        Command(
            "accounts.insert_provider_authorization",
            """
            INSERT INTO provider_authorization (state_hash, browser_hash, provider, purpose, person_id, destination,
                                        created_at, expires_at)
            VALUES (\(state.bytes), \(browser?.bytes), \(visit.provider), \(visit.purpose.rawValue), \(visit.person),
                    \(destination), coalesce(\(now), now()),
                    coalesce(\(now), now()) + \(IdentityLimits.visit) * interval '1 s')
            """)
    }

    static func insertIdentity(
        _ id: IdentityID, _ identity: ProvenIdentity, provider: String, of person: PersonID, now: Date?
    ) -> Self {
        Command(
            "accounts.insert_identity",
            """
            INSERT INTO identity (id, person_id, provider, issuer, subject, address, created_at, used_at)
            VALUES (\(id), \(person), \(provider), \(identity.issuer), \(identity.subject), \(identity.address),
                    coalesce(\(now), now()), coalesce(\(now), now()))
            """)
    }

    /// Records that an identity was used, and the provider and address it has now.
    static func useIdentity(_ id: IdentityID, _ identity: ProvenIdentity, provider: String, now: Date?)
        -> Self
    {
        Command(
            "accounts.touch_identity",
            """
            UPDATE identity
               SET used_at = coalesce(\(now), now()), provider = \(provider),
                   address = coalesce(\(identity.address), address)
             WHERE id = \(id)
            """)
    }

    /// Replaces the recorded friends of an identity by those of `subjects` who have an account here.
    static func setFriends(_ subjects: [String], of id: IdentityID) -> Self {
        Command(
            "accounts.set_provider_friends",
            """
            WITH here AS (
                SELECT DISTINCT other.person_id
                  FROM identity AS own
                  JOIN identity AS other ON other.issuer = own.issuer AND other.person_id <> own.person_id
                 WHERE own.id = \(id) AND other.subject = ANY (\(subjects))
            ), gone AS (
                DELETE FROM identity_friend
                 WHERE identity_id = \(id) AND friend_id <> ALL (SELECT person_id FROM here)
            )
            INSERT INTO identity_friend (identity_id, friend_id)
            SELECT \(id), person_id FROM here
                ON CONFLICT DO NOTHING
            """)
    }

    static func deleteIdentity(_ id: IdentityID, of me: Capability<PersonID>) -> Self {
        Command(
            "accounts.delete_identity", "DELETE FROM identity WHERE id = \(id) AND person_id = \(me.object)")
    }

    /// Creates a member without a verified address.
    static func createMember(_ id: PersonID, name: String) -> Self {
        Command(
            "accounts.create_member", "INSERT INTO person (id, kind, name) VALUES (\(id), 'member', \(name))")
    }
}

@Row
struct IdentityOwner: PostgresRow {
    let id: IdentityID
    let person: PersonID
}

@Row
struct IdentityRow: PostgresRow {
    let id: IdentityID
    let provider: String
    let address: String?
    let createdAt: Date
    let usedAt: Date
}

/// Why a person goes to a provider.
enum VisitPurpose: String, Sendable {
    case signIn = "sign_in"
    case reauthenticate = "sign_in_again"
    case link
}

struct NewVisit: Sendable {
    let provider: String
    let purpose: VisitPurpose
    let person: PersonID?
    /// The path on this service to return to.
    let destination: String
}

struct VisitRow: PostgresRow {
    let purpose: VisitPurpose
    let person: PersonID?
    /// Encrypted, until ``ProviderSignIn/end(_:browser:by:)`` has decrypted it.
    var destination: String

    init(row: inout RowReader) throws(PostgresError) {
        purpose = VisitPurpose(rawValue: try row.next()) ?? .signIn
        person = try row.next()
        destination = try row.next()
    }
}
