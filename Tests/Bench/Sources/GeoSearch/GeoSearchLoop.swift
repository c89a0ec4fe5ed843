import Foundation
import Geo
import GeoSearch

/// Every place of a world, to be looked at one by one: what answers are checked against before anything is timed.
struct GeoSearchLoop {
    struct WrongAnswer: Error, CustomStringConvertible {
        let description: String
    }

    private let places: [Place]
    private var vocabulary: [String] = []
    /// Numbers in the vocabulary, those of one place after those of the other.
    private var words: [UInt32] = []
    private var ends: [Int] = []

    init(_ places: [Place]) {
        self.places = places
        var numbers: [String: UInt32] = [:]
        for place in places {
            var own = Set<String>()
            for text in [place.name, place.kind?.rawValue ?? ""] + place.cuisines + place.areas
                + place.diets.served.map(\.rawValue)
            {
                own.formUnion(TextFolding.words(of: text))
            }
            for word in own {
                let number = numbers[word] ?? UInt32(vocabulary.count)
                if number == vocabulary.count {
                    numbers[word] = number
                    vocabulary.append(word)
                }
                words.append(number)
            }
            ends.append(words.count)
        }
    }

    /// - Throws: ``WrongAnswer`` if the index answers otherwise than looking at every place does.
    func check(_ index: PlaceIndex, _ question: GeoSearchQuestion, at origins: [Coordinate]) throws {
        for origin in origins {
            let query = question.query(origin)
            let answer = try index.search(query).hits.map { "\($0.centimetres) \($0.id)" }
            let expected = self.answer(query)
            guard answer == expected else {
                throw WrongAnswer(
                    description: "\(question.name) at \(origin): \(answer), but it is \(expected)")
            }
        }
    }

    private func answer(_ query: PlaceQuery) -> [String] {
        let asked = TextFolding.words(of: query.text)
        let tiers = asked.enumerated().map { index, word in
            vocabulary.map { Self.tier(word, $0, isLast: index == asked.count - 1) }
        }
        var others: [Coordinate] = []
        if case .around(_, let points, _) = query.area { others = points }
        var met: [(tier: Int, longest: Int, sum: Int, own: Int, id: String)] = []
        for (number, place) in places.enumerated() {
            if let least = query.minimumRating, place.rating.map({ $0.value < least }) ?? true { continue }
            if !query.prices.isEmpty, !query.prices.contains(place.price ?? 0) { continue }
            if query.open == [.open], query.openAt?[place.hoursPattern] != .open { continue }
            let own = words[(number == 0 ? 0 : ends[number - 1])..<ends[number]]
            let tier = tiers.map { tiers in own.map { tiers[Int($0)] }.min() ?? 9 }.max() ?? 0
            if tier > 4 { continue }
            let ways = ([query.area.origin] + others).map {
                Int(($0.distance(to: place.coordinate) * 100).rounded())
            }
            let isFair = query.order == .fair
            met.append(
                (
                    tier, isFair ? ways.max() ?? 0 : 0, isFair ? ways.reduce(0, +) : 0, ways[0],
                    place.id.uuidString
                ))
        }
        let near = met.filter { $0.own <= 5_000_000 }
        let best = (near.isEmpty ? met : near).map(\.tier).min() ?? 0
        return met.filter { $0.tier == best || $0.tier == best + 1 }
            .sorted { ($0.longest, $0.sum, $0.own, $0.id) < ($1.longest, $1.sum, $1.own, $1.id) }
            .prefix(query.limit).map { "\($0.own) \($0.id)" }
    }

    private static func tier(_ asked: String, _ word: String, isLast: Bool) -> Int {
        if asked == word { return 0 }
        if isLast, word.hasPrefix(asked) { return 2 }
        let allowed = asked.unicodeScalars.count >= 8 ? 2 : asked.unicodeScalars.count >= 4 ? 1 : 0
        guard abs(asked.unicodeScalars.count - word.unicodeScalars.count) <= allowed, allowed > 0 else {
            return 9
        }
        let edits = edits(Array(asked.unicodeScalars), Array(word.unicodeScalars))
        return edits <= allowed ? 2 + edits : 9
    }

    /// Insertions, deletions, replacements and swaps of neighbours, by the whole table.
    private static func edits(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        let width = right.count + 1
        var table = [Int](repeating: 0, count: (left.count + 1) * width)
        for row in 0...left.count { table[row * width] = row }
        for column in 0...right.count { table[column] = column }
        for row in 1..<(left.count + 1) {
            for column in 1..<width {
                let cost =
                    table[(row - 1) * width + column - 1] + (left[row - 1] == right[column - 1] ? 0 : 1)
                var best = min(
                    cost, table[(row - 1) * width + column] + 1, table[row * width + column - 1] + 1)
                if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1]
                {
                    best = min(best, table[(row - 2) * width + column - 2] + 1)
                }
                table[row * width + column] = best
            }
        }
        return table[left.count * width + right.count]
    }
}
