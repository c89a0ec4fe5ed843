import Foundation
import Geo
import GeoSearch
import HTTPKit
import NoonishAPI

/// Suggests completions of a typed text: cuisines and dishes that restaurants nearby have, then restaurants.
package struct RestaurantSuggest {
    let text: String
    let origin: Coordinate
    let limit: Int

    init(_ reader: QueryReader) throws {
        var reader = reader
        let text = reader.required("q", .text(RestaurantLimits.suggestText))
        let near = reader.required("near", .coordinate)
        limit = reader.optional(
            "limit", .integer(1...RestaurantLimits.maximumSuggestions), default: RestaurantLimits.suggestions)
        (self.text, origin) = try reader.finish(text, near)
    }

    func suggestions(from index: RestaurantIndex, _ languages: [String]) -> [RestaurantSuggestion] {
        let words = index.words.completions(of: text)
        var suggestions: [RestaurantSuggestion] = []
        for word in words where suggestions.count < min(RestaurantLimits.suggestedWords, limit) {
            var suggestion = word.suggestion(languages)
            let count = count(word, in: index)
            guard count > 0 else { continue }
            suggestion.count = count
            suggestions.append(suggestion)
        }
        let query = PlaceQuery(.around(origin), text: text, limit: limit - suggestions.count)
        guard limit > suggestions.count else { return suggestions }
        return suggestions
            + index.suggest(query).map { hit in
                let place = hit.place
                let match = hit.match?.inOwnWords(of: place)
                return RestaurantSuggestion(
                    kind: .restaurant, id: RestaurantID(hit.id).description, text: place.name,
                    detail: match.flatMap { $0.text == place.name ? nil : $0.text }, distance: hit.metres,
                    source: index.source(of: place))
            }
    }

    private func count(_ word: CuisineVocabulary.Completion, in index: RestaurantIndex) -> Int {
        var query = PlaceQuery(
            .around(origin, radius: RestaurantLimits.suggestRadius), limit: 1, facets: true)
        switch word.meaning {
        case .cuisine(let cuisine): query.cuisines = [cuisine.id]
        case .dish(let dish): query.cuisines = Set(dish.cuisines)
        }
        return (try? index.search(query))?.facets?.counted ?? 0
    }
}
