import Foundation
import Geo

@testable import GeoSearch

/// A reference implementation of the search: a plain loop over all places, without trees, lists or keys.
struct BruteForce {
    private let places: [(place: Place, words: [String])]
    private let entries: [(entry: Vocabulary.Entry, phrases: [[String]])]

    init(places: [Place], entries: [Vocabulary.Entry]) {
        let compounds = Vocabulary(entries).compounds
        self.places = places.map { place in
            let texts =
                [place.name] + place.otherNames + place.transliterations + [place.brand ?? ""] + place.dishes
                + place.cuisines + [place.kind?.rawValue ?? ""] + place.areas
                + Diet.allCases.filter { place.diets[$0].isServed }.map(\.rawValue)
            return (place, Array(Set(texts.flatMap { TextFolding.indexWords(of: $0, compounds) })))
        }
        self.entries = entries.map { ($0, $0.phrases.map { TextFolding.words(of: $0) }) }
    }

    struct Hit: Equatable {
        let id: UUID
        let centimetres: Int
    }

    private struct Met {
        let place: Place
        let centimetres: Int
        let tier: Int
        /// The longest distance, and the sum of distances, of the people in the group.
        let longest: Int
        let sum: Int
        let felt: Int
    }

    /// All places that meet the query, in order.
    func answer(_ query: PlaceQuery) -> [Hit] { ordered(met(query), query) }

    /// Returns ``answer(_:)`` and the same places in the order of suggestions: best tier first, then nearest.
    func answers(_ query: PlaceQuery) -> (hits: [Hit], suggestions: [Hit]) {
        let met = met(query)
        let suggestions = met.sorted { left, right in
            if left.tier != right.tier { return left.tier < right.tier }
            if left.centimetres != right.centimetres { return left.centimetres < right.centimetres }
            return left.place.id.uuidString < right.place.id.uuidString
        }
        return (
            ordered(met, query), suggestions.map { Hit(id: $0.place.id, centimetres: $0.centimetres) }
        )
    }

    private func ordered(_ met: [Met], _ query: PlaceQuery) -> [Hit] {
        met.sorted { left, right in
            switch query.order {
            case .distance: break
            case .rating:
                let (a, b) = (left.place.rating?.value ?? -1, right.place.rating?.value ?? -1)
                if a != b { return a > b }
            case .best:
                if left.felt != right.felt { return left.felt < right.felt }
            case .fair:
                if left.longest != right.longest { return left.longest < right.longest }
                if left.sum != right.sum { return left.sum < right.sum }
                return left.place.id.uuidString < right.place.id.uuidString
            }
            if left.centimetres != right.centimetres { return left.centimetres < right.centimetres }
            return left.place.id.uuidString < right.place.id.uuidString
        }.map { Hit(id: $0.place.id, centimetres: $0.centimetres) }
    }

    /// How many of the first 500 have what.
    func facets(
        _ query: PlaceQuery
    ) -> (
        counted: Int, cuisines: [String: Int], prices: [Int: Int], kinds: [PlaceKind: Int], diets: [Diet: Int]
    ) {
        let byID = Dictionary(uniqueKeysWithValues: places.map { ($0.place.id, $0.place) })
        let first = answer(query).prefix(500).compactMap { byID[$0.id] }
        var cuisines: [String: Int] = [:]
        for place in first { for cuisine in Set(place.cuisines) { cuisines[cuisine, default: 0] += 1 } }
        let prices = Dictionary(grouping: first.compactMap(\.price)) { $0 }.mapValues(\.count)
        let kinds = Dictionary(grouping: first.compactMap(\.kind)) { $0 }.mapValues(\.count)
        let diets = Dictionary(grouping: first.flatMap(\.diets.served)) { $0 }.mapValues(\.count)
        return (first.count, cuisines, prices, kinds, diets)
    }

    private func met(_ query: PlaceQuery) -> [Met] {
        let origin = query.area.origin
        var others: [Coordinate] = []
        if case .around(_, let points, _) = query.area { others = points }
        let words = Array(TextFolding.words(of: query.text).prefix(SearchLimits.words))
        // Each word of any place is measured once.
        let vocabulary = Set(places.flatMap(\.words))
        let edits = words.map { word in
            Dictionary(
                uniqueKeysWithValues: vocabulary.map {
                    ($0, Self.edits(Array(word.unicodeScalars), Array($0.unicodeScalars)))
                })
        }
        var met: [Met] = []
        for (place, own) in places where passes(place, query) {
            let centimetres = distance(origin, place)
            switch query.area {
            case .around(_, _, let radius):
                if let radius, Double(centimetres) > (min(radius, Double.pi * 6_371_008.7714) * 100).rounded()
                {
                    continue
                }
            case .within(let box, _):
                if !box.contains(place.coordinate) { continue }
            }
            var worst = 0
            for index in words.indices { worst = max(worst, tier(words, index, place, own, edits[index])) }
            if worst > 4 { continue }
            let ways = [centimetres] + others.map { distance($0, place) }
            met.append(
                Met(
                    place: place, centimetres: centimetres, tier: worst, longest: ways.max() ?? 0,
                    sum: ways.reduce(0, +),
                    felt: felt(place, centimetres, words.isEmpty ? 0 : worst, query)))
        }
        guard !words.isEmpty else { return met }
        var hasLimit = true
        if case .around(_, _, nil) = query.area { hasLimit = false }
        let near = hasLimit ? met : met.filter { $0.centimetres <= 5_000_000 }
        let best = (near.isEmpty ? met : near).map(\.tier).min() ?? 0
        return met.filter { $0.tier == best || $0.tier == best + 1 }
    }

    private func distance(_ origin: Coordinate, _ place: Place) -> Int {
        Int((origin.distance(to: place.coordinate) * 100).rounded())
    }

    /// In millimetres.
    private func felt(_ place: Place, _ centimetres: Int, _ tier: Int, _ query: PlaceQuery) -> Int {
        let text = [1, 1.25, 1.25, 2, 3][tier]
        var stars = 1.0
        if let rating = place.rating, rating.count > 0 {
            let mean = (rating.value * Double(rating.count) + 35) / (Double(rating.count) + 10)
            stars = exp2((3.5 - mean) / 1.5)
        }
        var hours = 1.0
        if let states = query.openAt {
            hours = ["open": 1, "unknown": 1.6, "closed": 4][states[place.hoursPattern].rawValue] ?? 0
        }
        let liking = query.liked.contains(place.id) ? 0.6 : 1
        return Int(
            ((Double(centimetres) / 100 + 250) * text * stars * hours * liking * 1_000).rounded())
    }

    private func passes(_ place: Place, _ query: PlaceQuery) -> Bool {
        (query.cuisines.isEmpty || place.cuisines.contains { query.cuisines.contains($0) })
            && query.diets.allSatisfy { place.diets[$0] == .yes || place.diets[$0] == .only }
            && (query.kinds.isEmpty || place.kind.map(query.kinds.contains) ?? false)
            && (query.prices.isEmpty || query.prices.contains(place.price ?? 0))
            && (query.minimumRating.map { (place.rating?.value ?? -1) >= $0 } ?? true)
            && (query.costs.map { costs in place.cost.map(costs.contains) ?? false } ?? true)
            && (query.open.isEmpty || query.open.contains(query.openAt?[place.hoursPattern] ?? .unknown))
            && !query.excluded.contains(place.id)
    }

    /// 0 exact, 1 synonym, 2 prefix, 3 one edit, 4 two, 5 not at all.
    private func tier(
        _ words: [String], _ index: Int, _ place: Place, _ own: [String], _ edits: [String: Int]
    )
        -> Int
    {
        let word = words[index]
        if own.contains(word) { return 0 }
        var isMeantWeakly = false
        for (entry, phrases) in entries {
            let isMeant = phrases.contains { phrase in
                (0...words.count).contains { start in
                    start <= index && index < start + phrase.count && start + phrase.count <= words.count
                        && Array(words[start..<start + phrase.count]) == phrase
                }
            }
            guard isMeant else { continue }
            if entry.isWeak {
                isMeantWeakly = isMeantWeakly || has(place, entry)
                continue
            }
            if has(place, entry) { return 1 }
            if phrases.contains(where: { $0.count == 1 && own.contains($0[0]) }) { return 1 }
            if entry.phrases.contains(where: { CompoundWords.compound($0).map(own.contains) ?? false }) {
                return 1
            }
        }
        if isMeantWeakly { return 2 }
        if index == words.count - 1, isPrefix(word, place, own) { return 2 }
        let letters = word.unicodeScalars.count
        let allowed = letters >= 8 ? 2 : letters >= 4 ? 1 : 0
        let fewest = own.compactMap { edits[$0] }.min() ?? .max
        return allowed > 0 && fewest <= allowed ? 2 + fewest : 5
    }

    private func isPrefix(_ word: String, _ place: Place, _ own: [String]) -> Bool {
        if own.contains(where: { $0.utf8.starts(with: word.utf8) }) { return true }
        guard word.unicodeScalars.count >= 3 else { return false }
        return entries.contains { entry, phrases in
            has(place, entry)
                && phrases.contains { $0.count == 1 && $0[0].utf8.starts(with: word.utf8) }
        }
    }

    /// The whole table, without a limit or a short cut.
    static func edits(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var table = (0...left.count).map { row in (0...right.count).map { row == 0 ? $0 : $0 == 0 ? row : 0 }
        }
        for row in 0..<left.count {
            for column in 0..<right.count {
                var cost = table[row][column] + (left[row] == right[column] ? 0 : 1)
                cost = min(cost, table[row][column + 1] + 1, table[row + 1][column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, table[row - 1][column - 1] + 1)
                }
                table[row + 1][column + 1] = cost
            }
        }
        return table[left.count][right.count]
    }

    private func has(_ place: Place, _ entry: Vocabulary.Entry) -> Bool {
        entry.concepts.contains { concept in
            switch concept {
            case .cuisine(let key): place.cuisines.contains(key)
            case .diet(let diet): place.diets[diet].isServed
            case .kind(let kind): place.kind == kind
            }
        }
    }
}
