import Foundation
import GeoSearch
import NoonishAPI
import Postgres
import Restaurants

/// Answers searches for dishes: the index finds them, and PostgreSQL has what it does not.
struct DishFinder {
    let database: any Database
    let index: DishIndex

    /// Returns a page of dishes.
    ///
    /// - Parameters:
    ///   - now: The instant of the search if the request does not say another.
    ///   - language: The reader's, for the order of names.
    /// - Throws: ``PlaceQueryFault`` for a cursor of another search, or `PostgresError`.
    func page(_ search: DishSearch, now: Date, language: String) async throws -> DishPage {
        if let cursor = search.cursor, cursor.fingerprint != search.fingerprint {
            throw PlaceQueryFault.cursorOfAnotherQuery
        }
        var query = search.query
        query.openAt = index.hours.states(at: search.instant ?? now)
        let currency = search.currency ?? (search.needsCurrency ? nearestCurrency(query) : nil)
        if let currency { query.costs = DishCost.range(upTo: search.highestPrice, currency) }
        let at = query.openAt?.instant ?? now
        var page = DishPage(items: [], at: at, currency: currency)
        guard currency != nil || !search.needsCurrency else { return page }
        let hits: [PlaceHit]
        if search.order == .distance {
            let nearest = try index.search(query)
            hits = nearest.hits
            page.next = nearest.next?.description
        } else {
            let sorted = try await sorted(query, by: search.order, language)
            let start = search.cursor.map { cursor in
                sorted.firstIndex { $0.id == cursor.last }.map { $0 + 1 } ?? cursor.shown
            }
            hits = Array(sorted.dropFirst(start ?? 0).prefix(query.limit))
            let shown = (start ?? 0) + hits.count
            if shown < sorted.count, let last = hits.last {
                page.next =
                    DishCursor(
                        last: last.id, shown: shown, instant: at, fingerprint: search.fingerprint
                    ).description
            }
        }
        page.items = try await dishes(hits)
        return page
    }

    /// Returns the currency of the nearest dish that matches.
    private func nearestCurrency(_ query: PlaceQuery) -> String? {
        var query = query
        query.limit = 1
        query.cursor = nil
        return (try? index.search(query))?.hits.first?.place.cost.map(DishCost.currency)
    }

    /// Returns the nearest dishes in another order.
    private func sorted(_ query: PlaceQuery, by order: DishOrder, _ language: String) async throws
        -> [PlaceHit]
    {
        let hits = Dictionary(index.nearest(query).map { ($0.id, $0) }) { first, _ in first }
        let ids = hits.values.sorted { ($0.centimetres, $0.id) < ($1.centimetres, $1.id) }.map(\.id)
        return try await database.all(.dishes(ids, by: order, in: language)).compactMap { hits[$0] }
    }

    private func dishes(_ hits: [PlaceHit]) async throws -> [Dish] {
        guard !hits.isEmpty else { return [] }
        let rows = try await database.all(.dishes(hits.map(\.id)))
        let known = Dictionary(rows.map { ($0.id.uuid, $0) }) { first, _ in first }
        return hits.compactMap { hit in
            guard let row = known[hit.id] else { return nil }
            let openAt = hit.openAt.map { index.hours.answer(of: hit.place.hoursPattern, at: $0) ?? .unknown }
            var dish = row.dish(distance: hit.metres, openAt: openAt)
            if let match = hit.match, match.field == .otherName { dish.matchedName = match.text }
            return dish
        }
    }
}
