import Access
import Accounts
import Foundation
import NoonishAPI
import Postgres
package import Privacy

extension PersonReference {
    /// This feature's references to people. A guest cannot host or invite, but a row that says so is moved
    /// all the same.
    package static let outings: [PersonReference] = [
        PersonReference("attendance", "person_id", .passesWithOuting),
        PersonReference("invitation", "person_id", .passesWithOuting),
        PersonReference("outing_watch", "person_id", .passesWithOuting),
        PersonReference("outing_change", "actor_id", .passesWithOuting),
        .moves("attendance", "set_by_id"),
        .moves("invitation", "invited_by"),
        .moves("invitation_mail", "invited_by"),
        .moves("outing", "host_id"),
        .moves("outing", "cancelled_by"),
        .moves("outing_link", "created_by"),
    ]
}

extension Query where Row == String {
    /// Reads the addresses of a member at which a guest was invited, except by inviters who are blocked.
    static func addressesWithGuests(of member: PersonID) -> Self {
        Query(
            "outings.list_addresses_with_guests",
            """
            SELECT e.address
              FROM person_email AS e
             WHERE e.person_id = \(member)
               AND \(fragment: .guestsAtAddress)
            """)
    }
}

extension SQL {
    /// Whether the person `caller` has an address of ``Query/addressesWithGuests(of:)``.
    static let callerHasGuests: SQL = """
        EXISTS (SELECT FROM person_email AS e WHERE e.person_id = caller.person_id AND \(fragment: guestsAtAddress))
        """

    /// Whether a guest was invited at the address of `e`, except by inviters who are blocked.
    fileprivate static let guestsAtAddress: SQL = """
        EXISTS (SELECT
                  FROM (SELECT person_id, invited_by FROM invitation WHERE address = e.address
                         UNION ALL
                        SELECT person_id, invited_by FROM invitation WHERE own_address = e.address) AS i
                  JOIN person AS g ON g.id = i.person_id
                 WHERE g.kind = 'guest'
                   AND NOT are_blocked(i.invited_by, e.person_id))
        """
}

/// A guest who was invited at an address.
@Row
struct InvitedGuest: PostgresRow {
    let person: PersonID
    let name: String
}

extension Query where Row == InvitedGuest {
    /// Reads the guests who were invited at `address` or confirmed it, except by inviters who are blocked.
    static func guests(at address: String, for member: PersonID) -> Self {
        Query(
            "outings.list_guests_at_address",
            """
            SELECT DISTINCT g.id, g.name
              FROM invitation AS i
              JOIN person AS g ON g.id = i.person_id
             WHERE (i.address = \(address) OR i.own_address = \(address))
               AND g.kind = 'guest'
               AND NOT are_blocked(i.invited_by, \(member))
             ORDER BY g.id
            """)
    }
}

extension Query where Row == PersonID {
    /// Locks both people; returns both only if one is still a guest and the other a member. Deliveries to
    /// them wait until the transaction ends.
    static func lockPeople(_ pair: GuestAndMember) -> Self {
        Query(
            "outings.lock_people", on: .write,
            """
            SELECT id
              FROM person
             WHERE id = \(pair.guest) AND kind = 'guest' OR id = \(pair.member) AND kind = 'member'
             ORDER BY id
               FOR UPDATE
            """)
    }
}

extension Query where Row == OutingID {
    /// Reads the outings to which a guest was ever invited, in the order in which rows are locked.
    static func outings(of guest: PersonID) -> Self {
        Query(
            "outings.list_guest_outings",
            """
            SELECT outing_id FROM invitation WHERE person_id = \(guest)
             UNION
            SELECT outing_id FROM attendance WHERE person_id = \(guest)
             ORDER BY 1
            """)
    }
}

extension Command {
    /// Revokes the leases of deliveries to the guest's inbox, which would otherwise write for a person who no
    /// longer exists.
    static func revokeInboxLeases(of guest: PersonID) -> Command {
        Command(
            "outings.lock_guest_inbox",
            """
            UPDATE delivery AS p
               SET lease = 0, due_at = now()
              FROM outing_watch AS w
             WHERE w.person_id = \(guest) AND w.channel = 'inbox'
               AND p.outing_id = w.outing_id AND p.watch_id = w.id
            """)
    }

    static func transferAttendance(_ pair: GuestAndMember, of outing: OutingID) -> Command {
        Command(
            "outings.transfer_attendance",
            """
            UPDATE attendance
               SET person_id = \(pair.member)
             WHERE outing_id = \(outing) AND person_id = \(pair.guest)
            """)
    }

    static func removeAttendance(of person: PersonID, from outing: OutingID) -> Command {
        Command(
            "outings.remove_guest_attendance",
            "DELETE FROM attendance WHERE outing_id = \(outing) AND person_id = \(person)")
    }

    /// Leaves one invitation for each person and outing. If both are valid, the guest's is kept, with the
    /// address that the host entered, and takes over the member's tokens. An invitation that has ended is
    /// dropped in favour of a valid one.
    static func transferInvitations(_ pair: GuestAndMember) -> [Command] {
        [
            Command(
                "outings.store_invitation_tokens",
                """
                INSERT INTO invitation_token (token_hash, outing_id, invitation_id)
                SELECT own.token_hash, own.outing_id, theirs.id
                  FROM invitation AS own
                  JOIN invitation AS theirs
                    ON theirs.outing_id = own.outing_id AND theirs.person_id = \(pair.guest)
                 WHERE own.person_id = \(pair.member) AND own.ended_at IS NULL AND theirs.ended_at IS NULL
                """),
            Command(
                "outings.transfer_invitation_tokens",
                """
                UPDATE invitation_token AS t
                   SET invitation_id = theirs.id
                  FROM invitation AS own
                  JOIN invitation AS theirs
                    ON theirs.outing_id = own.outing_id AND theirs.person_id = \(pair.guest)
                 WHERE own.person_id = \(pair.member) AND own.ended_at IS NULL AND theirs.ended_at IS NULL
                   AND t.outing_id = own.outing_id AND t.invitation_id = own.id
                """),
            Command(
                "outings.delete_own_invitations",
                """
                DELETE FROM invitation AS own
                 USING invitation AS theirs
                 WHERE theirs.outing_id = own.outing_id
                   AND own.person_id = \(pair.member) AND theirs.person_id = \(pair.guest)
                   AND (theirs.ended_at IS NULL OR own.ended_at IS NOT NULL)
                """),
            Command(
                "outings.delete_guest_invitations",
                """
                DELETE FROM invitation AS theirs
                 USING invitation AS own
                 WHERE own.outing_id = theirs.outing_id
                   AND own.person_id = \(pair.member) AND theirs.person_id = \(pair.guest)
                """),
            Command(
                "outings.transfer_invitations",
                "UPDATE invitation SET person_id = \(pair.member) WHERE person_id = \(pair.guest)"),
        ]
    }

    /// Moves the watches to the member, one for each endpoint. The member is notified of what the guest had
    /// not been notified of.
    static func transferWatches(_ pair: GuestAndMember) -> [Command] {
        [
            Command(
                "outings.revive_watches",
                """
                UPDATE outing_watch AS own
                   SET live = true, leaving = theirs.leaving, ended_at = NULL, sent_rev = theirs.sent_rev
                  FROM outing_watch AS theirs
                 WHERE own.person_id = \(pair.member) AND theirs.person_id = \(pair.guest)
                   AND own.outing_id = theirs.outing_id AND own.channel = theirs.channel
                   AND own.endpoint_id = theirs.endpoint_id
                   AND theirs.live AND NOT own.muted AND (NOT own.live OR own.leaving)
                """),
            Command(
                "outings.delete_guest_watches",
                """
                DELETE FROM outing_watch AS theirs
                 USING outing_watch AS own
                 WHERE own.person_id = \(pair.member) AND theirs.person_id = \(pair.guest)
                   AND own.outing_id = theirs.outing_id AND own.channel = theirs.channel
                   AND own.endpoint_id = theirs.endpoint_id
                """),
            Command(
                "outings.transfer_watches",
                "UPDATE outing_watch SET person_id = \(pair.member) WHERE person_id = \(pair.guest)"),
            Command(
                "outings.insert_endpoint_watches",
                """
                INSERT INTO outing_watch (outing_id, id, person_id, channel, endpoint_id, sent_rev)
                SELECT o.id, gen_random_uuid(), e.person_id, e.channel, e.id, o.rev
                  FROM delivery_endpoint AS e
                  JOIN attendance AS a ON a.person_id = e.person_id
                  JOIN outing AS o ON o.id = a.outing_id
                 WHERE e.person_id = \(pair.member)
                   AND (o.starts_at IS NULL OR \(fragment: OutingRow.end) > now())
                    ON CONFLICT ON CONSTRAINT outing_watch_once_an_endpoint DO NOTHING
                """),
        ]
    }

    /// Replaces the guest in the changes of these outings and in the updates about them, as the actor and as
    /// the subject.
    static func transferHistory(_ pair: GuestAndMember, of outings: [OutingID]) -> Command {
        Command(
            "outings.transfer_history", "SELECT transfer_history(\(pair.guest), \(pair.member), \(outings))")
    }

    /// Copies what the guest had set in their profile and the member has not.
    static func copyProfile(_ pair: GuestAndMember) -> Command {
        Command(
            "outings.take_over_guest",
            """
            UPDATE person AS m
               SET locale = coalesce(m.locale, g.locale), time_zone = coalesce(m.time_zone, g.time_zone)
              FROM person AS g
             WHERE m.id = \(pair.member) AND g.id = \(pair.guest)
            """)
    }

    static func removeGuest(_ guest: PersonID) -> Command {
        Command("outings.remove_guest", "DELETE FROM person WHERE id = \(guest) AND kind = 'guest'")
    }
}
