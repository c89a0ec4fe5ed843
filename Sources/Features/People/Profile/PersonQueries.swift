internal import Access
internal import Foundation
internal import HTTPKit
internal import NoonishAPI
internal import Postgres

extension Query where Row == Me {
    static func me(_ me: Capability<PersonID>) -> Self {
        Query(
            "people.me",
            """
            SELECT p.id, p.name,
                   (SELECT e.address
                      FROM person_email AS e
                     WHERE e.person_id = p.id
                     ORDER BY e.verified_at, e.address
                     LIMIT 1),
                   p.time_zone, p.locale, f.tag, p.is_operator, p.created_at
              FROM person AS p
              LEFT JOIN picture AS f ON f.person_id = p.id
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

extension Command {
    static func update(_ me: Capability<PersonID>, by patch: PersonPatch) -> Self {
        Command(
            "people.update",
            """
            UPDATE person
               SET name       = coalesce(\(patch.name), name),
                   time_zone  = CASE WHEN \(patch.timeZone.isAbsent) THEN time_zone
                                     ELSE \(patch.timeZone.merged(over: nil)) END,
                   locale     = CASE WHEN \(patch.locale.isAbsent) THEN locale
                                     ELSE \(patch.locale.merged(over: nil)) END,
                   updated_at = now()
             WHERE id = \(me.object)
            """)
    }
}
