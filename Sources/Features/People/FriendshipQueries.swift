import Access
import Accounts
package import NoonishAPI
package import Postgres

extension Query where Row == Person {
    /// Returns a person's friends, in no particular order.
    package static func friends(of person: PersonID) -> Self {
        Query(
            "people.list_friends",
            """
            SELECT p.id, p.name, f.tag
              FROM (SELECT high_id AS id FROM friendship WHERE low_id = \(person)
                     UNION ALL
                    SELECT low_id FROM friendship WHERE high_id = \(person)) AS friend
              JOIN person AS p ON p.id = friend.id
              LEFT JOIN profile_picture AS f ON f.person_id = p.id
            """
        ) { row throws(PostgresError) in
            let id: PersonID = try row.next()
            return try Person(
                id: id, name: row.next(), picture: Person.picture(of: id, tag: row.next()), isFriend: true)
        }
    }
}

extension Query where Row == PersonID {
    /// Returns those of `others` who are friends of `person`, in a single query.
    package static func friends(of person: PersonID, among others: [PersonID]) -> Self {
        Query(
            "people.list_friends_among",
            """
            SELECT high_id FROM friendship WHERE low_id = \(person) AND high_id = ANY (\(others))
             UNION ALL
            SELECT low_id FROM friendship WHERE high_id = \(person) AND low_id = ANY (\(others))
            """)
    }
}

extension Query where Row == Bool {
    /// Returns one row: whether the two are friends.
    package static func areFriends(_ one: PersonID, _ other: PersonID) -> Self {
        Query(
            "people.check_friends",
            """
            SELECT EXISTS (SELECT FROM friendship
                            WHERE low_id = least(\(one), \(other)) AND high_id = greatest(\(one), \(other)))
            """)
    }
}
