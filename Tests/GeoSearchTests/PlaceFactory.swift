import Foundation
import Geo
import GeoSearch
import TestSupport

/// What a question is mostly about.
enum QueryKind: String, CaseIterable {
    case nearest, box, word, synonym, prefix, typo, words, filters, wordAndFilters, open, cost, rating, best,
        fair
}

/// Makes places that are hard to search: at the poles, on the antimeridian, hundreds on one spot, few words and many
/// namesakes.
struct PlaceFactory {
    var generator: SeededChance

    init(seed: UInt64) { generator = SeededChance(seed: seed) }

    static let words = [
        "pizza", "pizzeria", "napoli", "sushi", "bar", "kebab", "café", "Łódź", "Øl", "straße", "寿司", "ラーメン",
        "สยาม",
        "piz", "pi", "Mc", "Joe's", "L'Osteria", "grill", "house", "vegan", "roma",
        "trattoria", "trattorai", "ristorante", "ristoranti", "restorante", "pizzera", "susshi", "kebap",
        "kebba", "博多ラーメン亭", "기장우동집", "tavern",
    ]
    static let cuisines = ["pizza", "sushi", "kebab", "ramen", "italian", "fish_and_chips", "ice_cream"]
    static let spots: [(Double, Double)] = [
        (90, 0), (-90, 12), (0, -180), (0, 179.9999), (60.1699, 24.9384), (0, 0), (51.5, 0), (51.5, -0.0001),
    ]

    static let entries: [Vocabulary.Entry] = [
        .init([.cuisine("pizza")], ["pizza", "pizzeria", "pitsa"]),
        .init([.cuisine("sushi")], ["sushi", "寿司", "susi"]),
        .init([.cuisine("kebab")], ["kebab", "döner", "doner"]),
        .init([.cuisine("ramen")], ["ramen", "ラーメン"]),
        .init([.cuisine("ice_cream")], ["ice cream", "gelato", "jäätelö"]),
        .init([.cuisine("pizza"), .cuisine("italian")], ["margherita", "calzone"]),
        .init([.diet(.vegan)], ["vegan", "vegaani", "végétalien"]),
        .init([.diet(.glutenFree)], ["gluten free", "gluteeniton"]),
        .init([.kind(.cafe)], ["cafe", "kahvila"]),
        .init([.kind(.pub)], ["tavern", "taberna"], isWeak: true),
        .init([.cuisine("udon")], ["udon", "우동", "うどん"]),
    ]

    mutating func places(_ count: Int, around spread: Double = 0.02) -> [Place] {
        (0..<count).map { _ in place(spread) }
    }

    mutating func place(_ spread: Double) -> Place {
        var diets = DietOffers()
        for diet in [Diet.vegan, .glutenFree] { diets[diet] = pick(DietOffer.allCases) }
        let id = id()
        return Place(
            id: id, coordinate: coordinate(spread), name: name(), otherNames: chance(5) ? [name()] : [],
            transliterations: chance(8) ? [pick(Self.words)] : [],
            kind: pick([.restaurant, .cafe, .pub, nil]),
            cuisines: chance(2) ? [pick(Self.cuisines)] : [],
            dishes: chance(6) ? [pick(Self.words)] : [], diets: diets,
            price: chance(2) ? pick([1, 2, 3, 4]) : nil,
            rating: chance(2)
                ? PlaceRating(value: pick([0, 3, 3.5, 4, 4.1, 4.5, 5]), count: pick([0, 1, 7, 400])) : nil,
            cost: id.uuid.0 % 2 == 0 ? UInt64(id.uuid.1) : nil,
            brand: chance(8) ? pick(Self.words) : nil,
            areas: chance(3) ? [pick(["Kallio", "Soho", "Mitte"])] : [],
            hoursPattern: chance(3) ? Place.unknownHours : UInt32(Int.random(in: 0..<70, using: &generator)))
    }

    /// Anything that can be asked, mixed.
    mutating func query() -> PlaceQuery { query(pick(QueryKind.allCases)) }

    /// A question of one kind, with a little of others.
    mutating func query(_ kind: QueryKind) -> PlaceQuery {
        var query = PlaceQuery(kind == .box ? box() : around())
        query.limit = pick([1, 2, 7, 20, 50])
        if chance(4) { query.openAt = states() }
        switch kind {
        case .nearest, .box: break
        case .word: query.text = pick(Self.words)
        case .synonym: query.text = pick(Self.known)
        case .prefix: query.text = String(pick(Self.words + Self.known).prefix(pick([1, 2, 3, 4])))
        case .typo: query.text = misspelt(pick(Self.words.filter { $0.count > 3 }))
        case .words: query.text = text() + " " + text()
        case .filters: filter(&query)
        case .wordAndFilters:
            query.text = text()
            filter(&query)
        case .open:
            query.openAt = states()
            query.open = pick([[.open], [.open, .unknown], [.closed], [.unknown]])
        case .cost:
            query.text = pick(["", pick(Self.words)])
            query.costs = pick([0...100, 60...200, 255...UInt64.max - 1])
        case .rating: query.order = .rating
        case .best:
            query.order = .best
            query.openAt = chance(4) ? nil : states()
        case .fair: query.order = .fair
        }
        if ![.word, .synonym, .prefix, .typo, .words, .wordAndFilters].contains(kind), chance(2) {
            query.text = text()
        }
        return query
    }

    /// What the asker is known to like: nothing at all, a few, or most.
    mutating func liked(among places: [Place]) -> Set<UUID> {
        let share = pick([0, 0, 3, 30])
        return Set(places.filter { _ in Int.random(in: 0..<40, using: &generator) < share }.map(\.id))
    }

    private mutating func filter(_ query: inout PlaceQuery) {
        if chance(3) { query.cuisines = [pick(Self.cuisines), pick(Self.cuisines)] }
        if chance(3) { query.diets = [pick([.vegan, .glutenFree])] }
        if chance(3) { query.kinds = [pick([.restaurant, .cafe, .pub])] }
        if chance(3) { query.prices = [pick([1, 2, 3, 4]), pick([1, 2, 3, 4])] }
        if chance(3) { query.minimumRating = pick([0, 3.5, 4, 4.05, 4.1, 4.5, 5]) }
    }

    /// What some of the patterns are.
    mutating func states() -> OpenStates {
        var states = OpenStates(at: Date(timeIntervalSince1970: 1_800_000_000), patternCount: 60)
        for pattern in UInt32(0)..<60 { states[pattern] = pick(OpenState.allCases) }
        return states
    }

    private mutating func box() -> PlaceArea {
        let corner = coordinate(pick([0.001, 0.02, 40]))
        let east = corner.longitude + pick([0.01, 5, 170, 200, 359])
        guard
            let box = try? BoundingBox(
                south: max(-90, corner.latitude - 1), west: corner.longitude,
                north: min(90, corner.latitude + pick([0.01, 1, 60])), east: east > 180 ? east - 360 : east)
        else { preconditionFailure("\(corner) is made to be a corner") }
        return .within(box, origin: chance(2) ? coordinate(1) : nil)
    }

    private mutating func around() -> PlaceArea {
        let others = (0..<pick([0, 0, 1, 4])).map { _ in coordinate(0.05) }
        return .around(
            coordinate(pick([0.001, 0.02, 40])), others: others,
            radius: chance(2) ? nil : pick([0, 50, 500, 5_000, 200_000, 30_000_000]))
    }

    static let known = [
        "ice cream", "gluten free", "gluteeniton", "vegaani", "margherita", "kahvila", "döner", "susi",
        "ramen",
        "udon", "うどん", "taberna",
    ]

    private mutating func text() -> String {
        (0..<pick([1, 1, 1, 2])).map { _ in
            var word = chance(3) ? pick(Self.known) : pick(Self.words)
            if chance(3) { word = String(word.prefix(pick([1, 2, 3]))) }
            if chance(3) { word = misspelt(word) }
            return word
        }.joined(separator: " ")
    }

    /// The word after one or two edits.
    private mutating func misspelt(_ word: String) -> String {
        var letters = Array(word)
        for _ in 0..<pick([1, 1, 2]) where !letters.isEmpty {
            let at = Int.random(in: 0..<letters.count, using: &generator)
            switch pick([0, 1, 2, 3]) {
            case 0: letters.remove(at: at)
            case 1: letters.insert(pick(["a", "z", "i"]), at: at)
            case 2: letters[at] = pick(["a", "r", "o"])
            default: if at > 0 { letters.swapAt(at, at - 1) }
            }
        }
        return String(letters)
    }

    mutating func name() -> String {
        (0..<pick([1, 2, 2, 3])).map { _ in pick(Self.words) }.joined(separator: " ")
    }

    mutating func coordinate(_ spread: Double) -> Coordinate {
        let spot = pick(Self.spots)
        if chance(3) { return coordinate(spot.0, spot.1) }
        let offset = spread * Double.random(in: -1...1, using: &generator)
        return coordinate(spot.0 + offset, spot.1 + spread * Double.random(in: -1...1, using: &generator))
    }

    /// In whole 1e-7 degrees, as the index keeps them.
    private func coordinate(_ latitude: Double, _ longitude: Double) -> Coordinate {
        let wrapped = longitude < -180 ? longitude + 360 : longitude > 180 ? longitude - 360 : longitude
        func kept(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }
        guard
            let coordinate = try? Coordinate(
                latitude: kept(min(90, max(-90, latitude))), longitude: kept(wrapped))
        else {
            preconditionFailure("\(latitude), \(wrapped) is made to be in range")
        }
        return coordinate
    }

    mutating func id() -> UUID {
        let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &generator)]
    }

    /// True once in `count`.
    mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }
}
