package import Access
import Foundation
package import NoonishAPI
package import Postgres

extension Query where Row == Person {
    /// Names and pictures of people, in no order. Unknown IDs are left out.
    package static func people(_ ids: [PersonID]) -> Self {
        Query(
            "accounts.read_people",
            """
            SELECT p.id, p.name, f.tag
              FROM person AS p
              LEFT JOIN profile_picture AS f ON f.person_id = p.id
             WHERE p.id = ANY (\(ids))
            """
        ) { row throws(PostgresError) in
            let id: PersonID = try row.next()
            return try Person(id: id, name: row.next(), picture: Person.picture(of: id, tag: row.next()))
        }
    }
}

extension Person {
    /// Returns the path of the picture with this tag; `nil` without a tag.
    package static func picture(of id: PersonID, tag: String?) -> String? {
        tag.map { "/v1/people/\(id)/picture?v=\($0)" }
    }
}

extension Query where Row == PersonID {
    /// The member who has verified an address.
    ///
    /// - Parameter address: In lower case.
    package static func member(withAddress address: String) -> Self {
        Query(
            "accounts.read_member_by_address", "SELECT person_id FROM person_email WHERE address = \(address)"
        )
    }
}

extension Query where Row == MemberAddress {
    /// The members who have verified any of `addresses`.
    ///
    /// - Parameter addresses: In lower case.
    package static func members(withAddresses addresses: [String]) -> Self {
        Query(
            "accounts.read_members_by_address",
            "SELECT address, person_id FROM person_email WHERE address = ANY (\(addresses))")
    }
}

extension Query where Row == String? {
    /// A person's time zone by its tzdata name; NULL if they have not set one.
    package static func timeZone(of person: PersonID) -> Self {
        Query("accounts.read_time_zone", "SELECT time_zone FROM person WHERE id = \(person)")
    }
}

extension Query where Row == String {
    /// The addresses that a person has verified.
    static func addresses(of person: PersonID) -> Self {
        Query(
            "accounts.list_addresses",
            "SELECT address FROM person_email WHERE person_id = \(person) ORDER BY address")
    }

    /// The address for mail to a member: the one verified first. No row for guests, whose address is on their
    /// invitation.
    package static func mailAddress(of person: PersonID) -> Self {
        Query(
            "accounts.read_mail_address",
            """
            SELECT address
              FROM person_email
             WHERE person_id = \(person)
             ORDER BY verified_at, address
             LIMIT 1
            """)
    }
}

extension Query where Row == PersonContact {
    /// The addresses, time zones and languages of people, in no order.
    package static func contacts(_ ids: [PersonID]) -> Self {
        Query(
            "accounts.read_contacts",
            """
            SELECT p.id, p.name, p.time_zone, p.locale,
                   (SELECT e.address
                      FROM person_email AS e
                     WHERE e.person_id = p.id
                     ORDER BY e.verified_at, e.address
                     LIMIT 1)
              FROM person AS p
             WHERE p.id = ANY (\(ids))
            """)
    }
}

extension Command {
    /// Creates a guest, whose only means of access is a personal token.
    package static func createGuest(_ id: PersonID, name: String, locale: String? = nil) -> Self {
        Command(
            "accounts.create_guest",
            "INSERT INTO person (id, kind, name, locale) VALUES (\(id), 'guest', \(name), \(locale))")
    }
}

/// An address and the member who has verified it.
@Row
package struct MemberAddress: Hashable, PostgresRow {
    package let address: String
    package let person: PersonID
}

/// The data needed to write a mail to a person.
@Row
package struct PersonContact: Hashable, PostgresRow {
    package let id: PersonID
    package let name: String
    /// The tzdata name; `nil` if not set.
    package let timeZone: String?
    /// The BCP 47 tag; `nil` if not set.
    package let locale: String?
    /// The address verified first; `nil` for guests.
    package let address: String?
}

extension Query where Row == String? {
    /// The locale of the owner of an address, or of `writer` if it has no owner.
    package static func mailLocale(of address: String, otherwise writer: PersonID) -> Self {
        Query(
            "accounts.read_mail_locale",
            """
            SELECT coalesce((SELECT p.locale
                               FROM person_email AS e
                               JOIN person AS p ON p.id = e.person_id
                              WHERE e.address = \(address)),
                            (SELECT locale FROM person WHERE id = \(writer)))
            """)
    }
}

extension Query where Row == Me {
    package static func me(_ me: Capability<PersonID>) -> Self {
        Query(
            "accounts.read_own_account",
            """
            SELECT p.id, p.name,
                   (SELECT e.address
                      FROM person_email AS e
                     WHERE e.person_id = p.id
                     ORDER BY e.verified_at, e.address
                     LIMIT 1),
                   p.time_zone, p.locale, f.tag, p.is_operator, p.created_at
              FROM person AS p
              LEFT JOIN profile_picture AS f ON f.person_id = p.id
             WHERE p.id = \(me.object)
            """
        ) { row throws(PostgresError) in
            let id: PersonID = try row.next()
            return try Me(
                id: id, name: row.next(), email: row.next(), timeZone: row.next(), locale: row.next(),
                picture: Person.picture(of: id, tag: row.next()), isOperator: row.next(),
                createdAt: row.next())
        }
    }
}
