import Access
import Foundation
package import NoonishAPI
package import Postgres

extension Query where Row == Circle {
    /// Returns a person's circles, ordered by name, or only the one with `id`.
    static func circles(of me: Capability<PersonID>, only id: CircleID? = nil) -> Self {
        Query(
            "circles.list_circles",
            """
            SELECT c.id, c.name, c.created_at,
                   ARRAY(SELECT m.person_id FROM circle_member AS m JOIN person AS p ON p.id = m.person_id
                          WHERE m.circle_id = c.id ORDER BY lower(p.name), p.id),
                   ARRAY(SELECT p.name FROM circle_member AS m JOIN person AS p ON p.id = m.person_id
                          WHERE m.circle_id = c.id ORDER BY lower(p.name), p.id)
              FROM circle AS c
             WHERE c.owner_id = \(me.object) AND (\(id)::uuid IS NULL OR c.id = \(id))
             ORDER BY lower(c.name), c.id
            """
        ) { row throws(PostgresError) in
            let id = try row.next(CircleID.self)
            let name = try row.next(String.self)
            let createdAt = try row.next(Date.self)
            let ids = try row.next([UUID].self)
            let names = try row.next([String].self)
            return Circle(
                id: id, name: name,
                members: zip(ids, names).map { Person(id: PersonID($0), name: $1) }, createdAt: createdAt)
        }
    }
}

extension Query where Row == CircleID {
    /// Returns those of `circles` that `owner` owns.
    package static func circles(_ circles: [CircleID], of owner: PersonID) -> Self {
        Query(
            "circles.read_owned_circle",
            "SELECT id FROM circle WHERE owner_id = \(owner) AND id = ANY (\(circles))")
    }

    /// Creates a circle. Returns no row if its owner already has the maximum number of circles.
    static func insertCircle(_ name: String, of me: Capability<PersonID>) -> Self {
        Query(
            "circles.insert_circle", on: .write,
            """
            INSERT INTO circle (id, owner_id, name)
            SELECT \(CircleID.make()), \(me.object), \(name)
             WHERE (SELECT count(*) FROM circle WHERE owner_id = \(me.object)) < \(CircleLimits.circles)
            RETURNING id
            """)
    }
}

extension Query where Row == PersonID {
    /// Returns the members of those of `circles` that `owner` owns, without duplicates.
    package static func members(ofCircles circles: [CircleID], of owner: PersonID) -> Self {
        Query(
            "circles.list_members",
            """
            SELECT DISTINCT m.person_id
              FROM circle AS c
              JOIN circle_member AS m ON m.circle_id = c.id
             WHERE c.owner_id = \(owner) AND c.id = ANY (\(circles))
             ORDER BY m.person_id
            """)
    }
}

extension Query where Row == Int {
    /// Locks a circle until the transaction ends and counts its members. Returns no row if the person does
    /// not own it.
    static func lockCircle(_ id: CircleID, of me: Capability<PersonID>) -> Self {
        Query(
            "circles.lock_circle", on: .write,
            """
            WITH held AS MATERIALIZED (
                 SELECT id FROM circle WHERE id = \(id) AND owner_id = \(me.object) FOR NO KEY UPDATE)
            SELECT (SELECT count(*) FROM circle_member AS m WHERE m.circle_id = held.id)
              FROM held
            """)
    }
}

extension Command {
    static func rename(_ id: CircleID, to name: String) -> Self {
        Command("circles.rename_circle", "UPDATE circle SET name = \(name) WHERE id = \(id)")
    }

    static func deleteCircle(_ id: CircleID, of me: Capability<PersonID>) -> Self {
        Command("circles.delete_circle", "DELETE FROM circle WHERE id = \(id) AND owner_id = \(me.object)")
    }

    /// Adds people to a circle, skipping those who are already in it.
    static func add(_ people: [PersonID], to circle: CircleID) -> Self {
        Command(
            "circles.add_members",
            """
            INSERT INTO circle_member (circle_id, person_id)
            SELECT \(circle), new.id FROM unnest(\(people)) AS new (id)
                ON CONFLICT (circle_id, person_id) DO NOTHING
            """)
    }

    static func remove(_ person: PersonID, from circle: CircleID, of me: Capability<PersonID>) -> Self {
        Command(
            "circles.remove_member",
            """
            DELETE FROM circle_member AS m
             USING circle AS c
             WHERE c.id = m.circle_id AND c.owner_id = \(me.object)
               AND m.circle_id = \(circle) AND m.person_id = \(person)
            """)
    }
}
