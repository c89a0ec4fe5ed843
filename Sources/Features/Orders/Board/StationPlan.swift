import Access
import Menus
import NoonishAPI
import Postgres
import Venues

/// Which station of a venue makes which item of its menu.
struct StationPlan: Sendable {
    let stations: [VenueStation]
    private var stationByItem: [String: String] = [:]

    /// - Parameter menu: The newest one, which says what is in a section; `nil` without one.
    init(_ stations: [VenueStation], menu: RestaurantMenu?) {
        self.stations = stations
        for station in stations {
            for section in menu?.sections ?? [] where station.sections.contains(section.key) {
                for item in section.items { stationByItem[item.key] = station.key }
            }
        }
        for station in stations {
            for item in station.items { stationByItem[item] = station.key }
        }
    }

    /// Reads the plan of a venue; one without stations needs no menu.
    static func read(
        of venue: RestaurantID, _ menus: PublishedMenus, from database: any Database
    ) async throws -> StationPlan {
        let stations = try await database.all(.stations(of: venue))
        guard !stations.isEmpty else { return StationPlan([], menu: nil) }
        return StationPlan(stations, menu: try await menus.newest(of: venue, from: database)?.menu)
    }

    /// The keys of the stations, with that of everything else.
    var keys: [String] { stations.isEmpty ? [] : stations.map(\.key) + [VenueStation.otherKey] }

    func station(of item: String) -> String { stationByItem[item] ?? VenueStation.otherKey }

    func name(of key: String) -> String { stations.first { $0.key == key }?.name ?? key }
}
