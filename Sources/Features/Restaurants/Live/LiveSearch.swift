import Foundation
import Geo
import GeoSearch
import NoonishAPI

/// Queries every live origin and matches their places with the directory.
struct LiveSearch {
    let origins: [any LiveOrigin]
    let index: RestaurantIndex

    /// Returns one result for each origin, in the order of ``origins``, whether or not it succeeded.
    func search(_ query: LiveQuery) async -> [LiveRestaurants] {
        await withTaskGroup(of: (Int, LiveRestaurants).self) { group in
            for (number, origin) in origins.enumerated() {
                group.addTask { (number, await search(origin, query)) }
            }
            var answers: [(Int, LiveRestaurants)] = []
            for await answer in group { answers.append(answer) }
            return answers.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private func search(_ origin: any LiveOrigin, _ query: LiveQuery) async -> LiveRestaurants {
        do throws(LiveFault) {
            let items = try await origin.search(query)
            return LiveRestaurants(source: origin.source, state: .answered, items: items.map(matched))
        } catch {
            switch error {
            case .exhausted: return LiveRestaurants(source: origin.source, state: .exhausted)
            case .unavailable: return LiveRestaurants(source: origin.source, state: .unavailable)
            }
        }
    }

    /// Returns the item with the id of the directory's restaurant that it appears to be. For display only: no
    /// other logic depends on it.
    func matched(_ item: LiveRestaurant) -> LiveRestaurant {
        guard let location = item.location,
            let spot = try? Coordinate(latitude: location.latitude, longitude: location.longitude)
        else { return item }
        let query = PlaceQuery(
            .around(spot, radius: RestaurantLimits.maximumMatchDistance), limit: SearchLimits.pageSize)
        let near = (try? index.search(query))?.hits ?? []
        let likely = near.map { (hit: $0, similarity: Self.similarity(item.name, $0.place)) }
            .filter { $0.similarity >= RestaurantLimits.minimumNameSimilarity }
        // Hits are sorted by distance. Among equally likely ones, the nearest is chosen.
        let best = likely.max { $0.similarity < $1.similarity }
        var item = item
        item.restaurantID = best.map { best in
            RestaurantID(likely.first { $0.similarity == best.similarity }?.hit.id ?? best.hit.id)
        }
        return item
    }

    /// Returns the share of common words among all words, for the most similar name of the place; 0 to 1.
    static func similarity(_ name: String, _ place: Place) -> Double {
        let words = Set(TextFolding.words(of: name))
        return ([place.name] + place.otherNames).map { other in
            let others = Set(TextFolding.words(of: other))
            let all = words.union(others).count
            return all == 0 ? 0 : Double(words.intersection(others).count) / Double(all)
        }.max() ?? 0
    }
}
