import Foundation
import Geo
import GeoSearch

/// Makes a world of places, the same for the same seed and number: towns of very different sizes, names in which few words
/// are frequent and most are rare, many places without rating, price or hours, some on one spot.
struct PlaceMaker: Sendable {
    let count: Int
    private let seed: UInt64
    private let towns: [Town]
    /// Where the share of each town ends, of 1.
    private let townEnds: [Double]
    private let words: [String]

    private struct Town: Sendable {
        let latitude: Double
        let longitude: Double
        /// Degrees.
        let spread: Double
        let name: String
    }

    /// Different words that names are made of, besides the kitchens' own.
    private static let wordCount = 150_000
    private static let townCount = 3_000
    /// Different opening hours.
    static let patternCount = 4_000
    /// How many places have ``rareWord`` in their name, whatever the number of places.
    static let rareCount = 41
    static let rareWord = "eritrean"

    init(count: Int, seed: UInt64) {
        self.count = count
        self.seed = seed
        var chance = Chance(seed: seed)
        words = (0..<Self.wordCount).map { _ in chance.word().capitalized }
        towns = (0..<Self.townCount).map { number in
            Town(
                latitude: -40 + 105 * chance.unit(), longitude: -180 + 360 * chance.unit(),
                spread: 0.02 + 0.6 / Double(number + 5), name: chance.word().capitalized)
        }
        var ends: [Double] = []
        var sum = 0.0
        for number in 0..<Self.townCount {
            sum += 1 / Double(number + 10)
            ends.append(sum)
        }
        townEnds = ends.map { $0 / sum }
    }

    /// One kitchen: how many in a hundred places have it, and words of their names.
    private static let kitchens: [(cuisine: String, share: Double, words: [String])] = [
        ("pizza", 3.2, ["Pizza", "Pizzeria", "Napoli"]),
        ("italian", 5, ["Ristorante", "Trattoria", "Roma", "Napoli"]),
        ("burger", 4, ["Burger", "Grill", "House"]), ("chinese", 4, ["Golden", "Dragon", "Wok", "金龍"]),
        ("sushi", 2, ["Sushi", "Sakura", "寿司"]), ("kebab", 3, ["Kebab", "Döner", "Istanbul"]),
        ("coffee_shop", 7, ["Café", "Coffee", "Espresso"]), ("indian", 3, ["Curry", "Tandoori", "Palace"]),
        ("mexican", 2, ["Taquería", "Cantina"]), ("ramen", 0.6, ["Ramen", "ラーメン"]),
        ("thai", 1.5, ["Thai", "Bangkok"]), ("vegan", 0.4, ["Green", "Vegan"]),
        ("sandwich", 3, ["Deli", "Sub"]),
        ("regional", 6, ["Gasthaus", "Tavern", "Inn"]), ("seafood", 2, ["Fish", "Harbour"]),
        ("steak_house", 1, ["Steak", "House"]), ("ice_cream", 1.5, ["Gelato", "Gelateria"]),
        ("french", 1.5, ["Bistro", "Chez"]), ("korean", 0.8, ["Seoul", "BBQ"]),
        ("vietnamese", 1, ["Pho", "Saigon"]),
    ]

    private static let nameLengths = [1, 1, 2, 2, 3]
    private static let kinds: [PlaceKind] = [
        .restaurant, .restaurant, .restaurant, .cafe, .fastFood, .bar, .pub,
    ]
    private static let prices = [1, 2, 2, 2, 3, 3, 4]
    private static let offers: [DietOffer] = [.yes, .only, .no]

    func place(_ number: Int) -> Place {
        var chance = Chance(seed: seed ^ UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15)
        let town = towns[townEnds.partitionPoint(chance.unit())]
        // Some share one position, as in a shopping centre.
        let spot = chance.isOnce(in: 50) ? Double(chance.below(8)) / 8 - 0.5 : nil
        let latitude = town.latitude + town.spread * (spot ?? chance.bell())
        let longitude = town.longitude + 1.4 * town.spread * (spot ?? chance.bell())
        let kitchen = Self.kitchen(100 * chance.unit())
        var name: [String] = []
        if let kitchen, !chance.isOnce(in: 2) { name.append(chance.pick(kitchen.words)) }
        for _ in 0..<chance.pick(Self.nameLengths) { name.append(word(&chance)) }
        if number * Self.rareCount / count != (number + 1) * Self.rareCount / count {
            name.append(Self.rareWord)
        }
        var diets = DietOffers()
        if chance.isOnce(in: 8) { diets[.vegetarian] = .yes }
        if chance.isOnce(in: 20) { diets[.vegan] = chance.pick(Self.offers) }
        let bits = (UInt64(number) &* 0xD6E8_FEB8_6659_FD93).byteSwapped
        return Place(
            id: UUID(numbers: bits, UInt64(number)), coordinate: Self.coordinate(latitude, longitude),
            name: name.joined(separator: " "), kind: chance.pick(Self.kinds),
            cuisines: kitchen.map { [$0.cuisine] } ?? [], diets: diets,
            price: chance.isOnce(in: 4) ? nil : chance.pick(Self.prices),
            rating: !chance.isOnce(in: 4)
                ? PlaceRating(value: (25 + Double(chance.below(26))) / 10, count: 1 + chance.below(300))
                : nil,
            areas: [town.name],
            hoursPattern: chance.isOnce(in: 5) ? Place.unknownHours : UInt32(chance.rank(Self.patternCount)))
    }

    /// A word, the frequent ones first: the n-th in 1/n of all cases.
    private func word(_ chance: inout Chance) -> String { words[chance.rank(words.count)] }

    private static func kitchen(_ percent: Double) -> (cuisine: String, share: Double, words: [String])? {
        var rest = percent
        for kitchen in kitchens {
            if rest < kitchen.share { return kitchen }
            rest -= kitchen.share
        }
        return nil
    }

    /// In whole 1e-7 degrees.
    static func coordinate(_ latitude: Double, _ longitude: Double) -> Coordinate {
        let wrapped = longitude < -180 ? longitude + 360 : longitude >= 180 ? longitude - 360 : longitude
        func kept(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }
        return (try? Coordinate(latitude: kept(min(90, max(-90, latitude))), longitude: kept(wrapped)))
            ?? .nullIsland
    }

    /// Which hours are open at the asked time: about half.
    static func states() -> OpenStates {
        var states = OpenStates(at: Date(timeIntervalSince1970: 1_800_000_000), patternCount: patternCount)
        for pattern in 0..<UInt32(patternCount) { states[pattern] = isOpen(pattern) ? .open : .closed }
        return states
    }

    static func isOpen(_ pattern: UInt32) -> Bool { (pattern &* 2_654_435_761) >> 16 % 100 < 55 }

    /// Where people look: near some place, not at it.
    func origins(_ number: Int) -> [Coordinate] {
        var chance = Chance(seed: seed ^ 77)
        return (0..<number).map { _ in
            let near = place(chance.below(count)).coordinate
            return Self.coordinate(
                near.latitude + 0.01 * chance.bell(), near.longitude + 0.01 * chance.bell())
        }
    }
}

/// Random numbers that are the same everywhere.
///
/// - Source: SplitMix64; Steele, Lea, Flood, *Fast Splittable Pseudorandom Number Generators*, OOPSLA 2014.
struct Chance {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// 0 up to 1.
    mutating func unit() -> Double { Double(next() >> 11) / Double(1 << 53) }
    mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }
    mutating func isOnce(in count: Int) -> Bool { below(count) == 0 }
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
    /// Around 0, mostly within 1.
    mutating func bell() -> Double { unit() + unit() + unit() - 1.5 }
    /// 0 the most often, n about 1/n as often.
    mutating func rank(_ count: Int) -> Int { min(count - 1, Int(exp(unit() * log(Double(count))))) }

    mutating func word() -> String {
        var word = ""
        for _ in 0..<(2 + below(3)) {
            word += pick(Self.starts)
            word += pick(Self.middles)
        }
        return word
    }

    private static let starts = [
        "b", "br", "c", "ch", "d", "f", "g", "gr", "h", "k", "l", "m", "n", "p", "r", "s", "st", "t", "v",
        "z",
    ]
    private static let middles = ["a", "e", "i", "o", "u", "ai", "ou", "ei", "an", "en", "in", "or", "ar"]
}

extension [Double] {
    /// The first position whose value is above `value`.
    fileprivate func partitionPoint(_ value: Double) -> Int {
        var low = 0
        var high = count - 1
        while low < high {
            let middle = (low + high) / 2
            if self[middle] > value { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension UUID {
    init(numbers high: UInt64, _ low: UInt64) {
        self = withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
            UUID(uuid: $0.loadUnaligned(as: uuid_t.self))
        }
    }
}
