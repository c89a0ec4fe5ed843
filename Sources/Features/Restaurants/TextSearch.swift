import Foundation
import GeoSearch
import OpeningHours

// How a text is understood
// ========================
// Phrases of the vocabulary's section `filters` become filters, unless a place nearby has all words of the text in its
// name. If no place nearby matches, the text is relaxed until one does: first without the words that match nothing by
// themselves, then without the filters, then without one of the words. Only if nothing helps are places far away
// returned, or none.

/// A search whose text is understood and relaxed.
struct TextSearch {
    let index: RestaurantIndex
    let text: String
    let understood: SearchText

    init(_ text: String, _ query: PlaceQuery, in index: RestaurantIndex) {
        self.index = index
        self.text = text
        let read = SearchText(text, index.words.filters)
        understood =
            read.isLiteral(text) || Self.isName(text, query, in: index) ? SearchText(literal: text) : read
    }

    /// Returns the first page, or that of the query's cursor, and how the text was relaxed for it.
    func page(_ query: PlaceQuery) throws(PlaceQueryFault) -> (page: PlacePage, text: SearchText) {
        if query.cursor != nil {
            // A cursor belongs to the text for which it was made.
            if let page = try? index.search(understood.applied(to: query)) { return (page, understood) }
            let text = relaxed(query) ?? understood
            return (try index.search(text.applied(to: query)), text)
        }
        let page = try index.search(understood.applied(to: query))
        if matches(understood, query) { return (page, understood) }
        guard let text = relaxed(query) else { return (page, understood) }
        return (try index.search(text.applied(to: query)), text)
    }

    /// Returns the text with as few words and filters left out as possible so that a place nearby matches; `nil` if
    /// leaving out some does not help.
    private func relaxed(_ query: PlaceQuery) -> SearchText? {
        var words = SearchText(text, index.words.filters)
        words.filters = understood.filters
        if understood.filters.isEmpty, words.words.count < 2 { return nil }
        let unknown = words.words.filter { !matches(SearchText(literal: $0), query) }
        var known = words.without(words: Set(unknown))
        if known.words.isEmpty, known.filters.isEmpty { return nil }
        if !unknown.isEmpty, matches(known, query) { return known }
        if !known.filters.isEmpty {
            known = known.withoutFilters()
            if matches(known, query) { return known }
        }
        guard known.words.count > 1 else { return nil }
        return known.words.reversed().lazy.map { known.without(words: [$0]) }.first { matches($0, query) }
    }

    /// Returns whether a place nearby matches.
    private func matches(_ text: SearchText, _ query: PlaceQuery) -> Bool {
        nearest(text, query, within: SearchLimits.tierRadius) != nil
    }

    private func nearest(_ text: SearchText, _ query: PlaceQuery, within radius: Double) -> PlaceHit? {
        Self.nearest(text.applied(to: query), within: radius, in: index)
    }

    private static func nearest(_ query: PlaceQuery, within radius: Double, in index: RestaurantIndex)
        -> PlaceHit?
    {
        var query = query
        query.cursor = nil
        query.facets = false
        query.limit = 1
        query.order = .distance
        if case .around(let origin, _, nil) = query.area { query.area = .around(origin, radius: radius) }
        return try? index.search(query).hits.first
    }

    /// Returns whether a place nearby has all words of the text in its name.
    private static func isName(_ text: String, _ query: PlaceQuery, in index: RestaurantIndex) -> Bool {
        guard TextFolding.words(of: text).count > 1 else { return false }
        var query = query
        query.text = text
        let match = nearest(query, within: RestaurantLimits.nameRadius, in: index)?.match
        return match.map { $0.tier == .exact && [.name, .otherName, .brand].contains($0.field) } ?? false
    }
}

extension RestaurantIndex {
    /// Returns the time zone of the nearest place whose opening hours are known.
    func timeZone(near area: PlaceArea, now: Date) -> TimeZone? {
        var query = PlaceQuery(area, openAt: openStates(at: now), open: [.open, .closed], limit: 1)
        if case .around(let origin, _, _) = area {
            query.area = .around(origin, radius: SearchLimits.tierRadius)
        }
        return (try? search(query))?.hits.first.flatMap { hours[$0.place.hoursPattern]?.location.zone }
    }
}
