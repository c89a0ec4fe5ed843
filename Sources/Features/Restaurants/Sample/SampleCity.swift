import Foundation
import Geo
import GeoSearch

/// An invented city to try the program with: the same restaurants each time, none of which exist.
///
/// It is located in the centre of Helsinki, so that a map around it shows streets, until places that exist are imported. Its phone numbers and web
/// addresses reach no one.
///
/// - Source: +44 7700 900000 to 900999: Ofcom, "Telephone numbers for use in TV and radio drama programmes".
///   `example.org`: RFC 2606, section 3.
struct SampleCity {
    /// Number of restaurants.
    static let size = 400

    /// Every restaurant whose number is a multiple of this has an offer.
    private static let offered = 25

    private static let latitude = 60.1699
    private static let longitude = 24.9384
    /// Half of the restaurants are within this distance of the centre, in **metres**.
    private static let spread = 1_400.0

    private var random = SampleRandom(seed: 0x6E6F_6F6E)
    private var names: Set<String> = []

    static var restaurants: [ImportedRestaurant] {
        var city = SampleCity()
        return (0..<size).map { city.restaurant(number: $0) }
    }

    /// Lunch offers of a few restaurants.
    static var offers: [OfferRecord] {
        stride(from: offered, through: size, by: offered).map { number in
            OfferRecord(
                key: "lunch/\(number)", restaurant: "sample/\(number)",
                title: "Two soups for the price of one",
                words: "With bread. One a table.", link: nil,
                times: OfferTimes(weekdays: [1, 2, 3, 4, 5], hours: .init(from: 11 * 60, until: 14 * 60)))
        }
    }

    private mutating func restaurant(number: Int) -> ImportedRestaurant {
        let menu = random.pick(SampleMenu.all, weight: \.weight)
        let street = random.pick(Self.streets)
        let name = name(menu)
        return ImportedRestaurant(
            sourceID: "sample/\(number + 1)", name: name, names: [:], kind: menu.kind,
            cuisines: menu.cuisines,
            diets: diets(menu), coordinate: place(), timeZone: "Europe/Helsinki",
            openingHours: random.once(in: 12) ? nil : random.pick(menu.hours),
            phone: random.once(in: 6) ? nil : "+447700900\(String(1_000 + number).suffix(3))",
            website: random.once(in: 3) ? nil : "https://\(Self.host(name)).example.org/",
            street: "\(street) \(random.number(in: 1...60))",
            postcode: random.pick(["00100", "00120", "00130", "00170", "00500"]),
            area: random.pick(Self.quarters), city: "Helsinki", country: "FI", brand: nil,
            price: random.once(in: 4) ? nil : Int16(random.pick(menu.prices)),
            rating: nil, extra: extra(menu))
    }

    /// Returns a name that no other restaurant has.
    private mutating func name(_ menu: SampleMenu) -> String {
        while true {
            let name = random.pick(menu.names).replacing("*", with: random.pick(Self.words))
            if names.insert(name).inserted { return name }
        }
    }

    private mutating func diets(_ menu: SampleMenu) -> [String: String] {
        var diets = menu.diets
        if diets[Diet.vegetarian.rawValue] == nil, random.once(in: 2) {
            diets[Diet.vegetarian.rawValue] = "yes"
        }
        if diets[Diet.vegan.rawValue] == nil {
            if random.once(in: 4) {
                diets[Diet.vegan.rawValue] = "yes"
                diets[Diet.vegetarian.rawValue] = "yes"
            } else if random.once(in: 5) {
                diets[Diet.vegan.rawValue] = random.pick(["limited", "no"])
            }
        }
        if random.once(in: 3) { diets[Diet.glutenFree.rawValue] = random.pick(["yes", "limited"]) }
        if random.once(in: 3) { diets[Diet.lactoseFree.rawValue] = "yes" }
        return diets
    }

    private mutating func extra(_ menu: SampleMenu) -> [String: String] {
        var extra = ["wheelchair": random.pick(["yes", "yes", "limited", "no"])]
        if random.once(in: 2) { extra["outdoor_seating"] = "yes" }
        if menu.kind == .fastFood || random.once(in: 3) { extra["takeaway"] = "yes" }
        return extra
    }

    /// Returns a random position, denser towards the centre.
    private mutating func place() -> Coordinate {
        let angle = random.fraction() * 2 * Double.pi
        let distance = Self.spread * 2 * random.fraction()
        let north = distance * sin(angle) / 111_195
        let east = distance * cos(angle) / (111_195 * cos(Self.latitude * .pi / 180))
        // Six decimals, as in map data: a tenth of a metre.
        let latitude = ((Self.latitude + north) * 1e6).rounded() / 1e6
        let longitude = ((Self.longitude + east) * 1e6).rounded() / 1e6
        guard let place = try? Coordinate(latitude: latitude, longitude: longitude) else {
            preconditionFailure("the town is nowhere near a pole")
        }
        return place
    }

    /// Returns the host label of the web address: letters and digits of the name.
    private static func host(_ name: String) -> String {
        TextFolding.words(of: name).joined(separator: "-")
    }

    private static let streets = [
        "Lounaskuja", "Soppakatu", "Aamiaistie", "Kattilakatu", "Päärynäpolku", "Kahvikatu", "Leipurinkuja",
        "Silakkaranta",
        "Puolukkatie", "Voirinne", "Keskipäivänkatu", "Haarukkatie", "Marjakuja", "Paistinmäki", "Munkkitori",
    ]

    private static let quarters = ["Keskusta", "Satamaranta", "Yläkylä", "Puistola", "Telakka", "Vanha tori"]

    private static let words = [
        "Kettu", "Kuu", "Majakka", "Siili", "Aurinko", "Pulu", "Karhu", "Lokki", "Myrsky", "Vaahtera",
        "Pilvi", "Otava",
        "Ilves", "Tuuli", "Saukko", "Helmi", "Kanerva", "Koivu", "Puro", "Tähti", "Harakka", "Joutsen",
        "Kaarna", "Nokkonen",
        "Orvokki", "Peippo", "Rantakivi", "Sammal", "Tyrsky", "Unikko", "Varpu", "Hilla", "Kielo", "Lumi",
        "Mänty", "Pihlaja",
    ]
}

/// A small random number generator that creates the same city on every machine.
///
/// - Source: SplitMix64; Steele, Lea, Flood, *Fast Splittable Pseudorandom Number Generators*, OOPSLA 2014.
struct SampleRandom {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func number(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    /// Returns a number from 0 up to but not including 1.
    mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }

    mutating func once(in count: Int) -> Bool { number(in: 1...count) == 1 }

    /// Returns a random element.
    ///
    /// - Precondition: `elements` is not empty.
    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[number(in: 0...elements.count - 1)]
    }

    mutating func pick<Element>(_ elements: [Element], weight: (Element) -> Int) -> Element {
        var left = number(in: 1...elements.reduce(0) { $0 + weight($1) })
        for element in elements {
            left -= weight(element)
            if left <= 0 { return element }
        }
        return elements[elements.count - 1]
    }
}
