package import NoonishAPI
package import Postgres

extension Query where Row == VenueStation {
    /// Lists the stations of a venue in the order in which its board shows them.
    package static func stations(of venue: RestaurantID) -> Self {
        Query(
            "venues.list_stations",
            """
            SELECT s.key, s.name, s.sections, s.items
              FROM venue_station AS s
             WHERE s.restaurant_id = \(venue)
             ORDER BY s.position, s.key
            """
        ) { row throws(PostgresError) in
            VenueStation(
                key: try row.next(), name: try row.next(), sections: try row.next(), items: try row.next())
        }
    }
}

extension Command {
    static func removeStations(of venue: RestaurantID) -> Command {
        Command("venues.remove_stations", "DELETE FROM venue_station WHERE restaurant_id = \(venue)")
    }

    static func insert(_ station: VenueStation, at position: Int, of venue: RestaurantID) -> Command {
        Command(
            "venues.insert_station",
            """
            INSERT INTO venue_station (restaurant_id, key, position, name, sections, items)
            VALUES (\(venue), \(station.key), \(position), \(station.name), \(station.sections), \(station.items))
            """)
    }
}
