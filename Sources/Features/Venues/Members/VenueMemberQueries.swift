import Access
import NoonishAPI
import Postgres

extension Query where Row == VenueMember {
    /// Lists the people of a venue, owners first, by name.
    static func members(of venue: Capability<RestaurantID>) -> Self {
        Query(
            "venues.list_members",
            """
            SELECT p.id, p.name, m.role, m.since
              FROM venue_person AS m
              JOIN person AS p ON p.id = m.person_id
             WHERE m.restaurant_id = \(venue.object)
             ORDER BY m.role, lower(p.name), p.id
            """
        ) { row throws(PostgresError) in
            VenueMember(
                person: Person(id: try row.next(), name: try row.next()), role: try row.next(),
                since: try row.next())
        }
    }
}

extension Command {
    static func setRole(_ role: Venue.Role, of person: PersonID, at venue: RestaurantID) -> Command {
        Command(
            "venues.set_role",
            """
            INSERT INTO venue_person (restaurant_id, person_id, role)
            VALUES (\(venue), \(person), \(role.rawValue))
                ON CONFLICT (restaurant_id, person_id) DO UPDATE SET role = excluded.role
            """)
    }

    static func removeMembers(of venue: RestaurantID) -> Command {
        Command("venues.remove_members", "DELETE FROM venue_person WHERE restaurant_id = \(venue)")
    }

    static func removeMember(_ person: PersonID, of venue: RestaurantID) -> Command {
        Command(
            "venues.remove_member",
            "DELETE FROM venue_person WHERE restaurant_id = \(venue) AND person_id = \(person)")
    }
}
