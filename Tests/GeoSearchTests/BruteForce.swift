import Foundation
import Geo

@testable import GeoSearch

/// The answer as the design words it, by looking at every place in a plain loop: no tree, no lists, no keys.
struct BruteForce {
    private let places: [(place: Place, words: [String])]
    private let entries: [(entry: Vocabulary.Entry, phrases: [[String]])]

    init(places: [Place], entries: [Vocabulary.Entry]) {
        self.places = places.map { place in
            let texts =
                [place.name] + place.otherNames + [place.brand ?? ""] + place.cuisines + [place.kind.rawValue]
                + place.areas + Diet.allCases.filter { place.diets[$0].isServed }.map(\.rawValue)
            return (place, texts.flatMap { TextFolding.indexWords(of: $0) })
        }
        self.entries = entries.map { ($0, $0.phrases.map { TextFolding.words(of: $0) }) }
    }

    struct Hit: Equatable {
        let id: UUID
        let centimetres: Int
    }

    /// All places that meet the query, in order.
    func answer(_ query: PlaceQuery) -> [Hit] {
        let origin = query.area.origin
        let words = Array(TextFolding.words(of: query.text).prefix(8))
        var met: [(place: Place, centimetres: Int, tier: Int)] = []
        for (place, own) in places where passes(place, query) {
            let centimetres = Int((origin.distance(to: place.coordinate) * 100).rounded())
            switch query.area {
            case .around(_, _, let radius):
                if let radius, Double(centimetres) > min(radius * 100, 2_001_511_500) { continue }
            case .within(let box, _):
                if !box.contains(place.coordinate) { continue }
            }
            var worst = 0
            for index in words.indices { worst = max(worst, tier(words, index, place, own)) }
            if worst < 3 { met.append((place, centimetres, worst)) }
        }
        if !words.isEmpty {
            var hasLimit = true
            if case .around(_, _, nil) = query.area { hasLimit = false }
            let near = hasLimit ? met : met.filter { $0.centimetres <= 5_000_000 }
            let best = (near.isEmpty ? met : near).map(\.tier).min() ?? 0
            met = met.filter { $0.tier <= best + 1 }
        }
        met.sort { left, right in
            if query.order == .rating {
                let (a, b) = (left.place.rating?.value ?? -1, right.place.rating?.value ?? -1)
                if a != b { return a > b }
            }
            if left.centimetres != right.centimetres { return left.centimetres < right.centimetres }
            return left.place.id.uuidString < right.place.id.uuidString
        }
        return met.map { Hit(id: $0.place.id, centimetres: $0.centimetres) }
    }

    private func passes(_ place: Place, _ query: PlaceQuery) -> Bool {
        (query.cuisines.isEmpty || place.cuisines.contains { query.cuisines.contains($0) })
            && query.diets.allSatisfy { place.diets[$0] == .yes || place.diets[$0] == .only }
            && (query.kinds.isEmpty || query.kinds.contains(place.kind))
            && (query.prices.isEmpty || query.prices.contains(place.price ?? 0))
            && (query.minimumRating.map { (place.rating?.value ?? -1) >= $0 } ?? true)
            && !query.excluded.contains(place.id)
    }

    /// 0 exact, 1 synonym, 2 prefix, 3 not at all.
    private func tier(_ words: [String], _ index: Int, _ place: Place, _ own: [String]) -> Int {
        let word = words[index]
        if own.contains(word) { return 0 }
        for (entry, phrases) in entries {
            let isMeant = phrases.contains { phrase in
                (0...words.count).contains { start in
                    start <= index && index < start + phrase.count && start + phrase.count <= words.count
                        && Array(words[start..<start + phrase.count]) == phrase
                }
            }
            guard isMeant else { continue }
            if has(place, entry) { return 1 }
            if phrases.contains(where: { $0.count == 1 && own.contains($0[0]) }) { return 1 }
        }
        guard index == words.count - 1 else { return 3 }
        if own.contains(where: { $0.utf8.starts(with: word.utf8) }) { return 2 }
        guard word.unicodeScalars.count >= 3 else { return 3 }
        for (entry, phrases) in entries where has(place, entry) {
            if phrases.contains(where: { $0.count == 1 && $0[0].utf8.starts(with: word.utf8) }) { return 2 }
        }
        return 3
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
