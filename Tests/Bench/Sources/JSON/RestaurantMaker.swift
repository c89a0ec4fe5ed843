import Foundation
import NoonishAPI

/// Makes restaurants with every field, the same each time.
enum RestaurantMaker {
    static func restaurants(_ count: Int) -> [Restaurant] {
        var chance = Chance(seed: 29)
        return (0..<count).map { restaurant($0, &chance) }
    }

    private static let kinds = ["restaurant", "cafe", "fast_food", "bar", "pub"]
    private static let cuisines = ["pizza", "italian", "sushi", "ramen", "regional", "coffee_shop", "thai"]
    private static let diets = [
        "vegan", "vegetarian", "pescetarian", "gluten_free", "lactose_free", "halal", "kosher",
    ]
    private static let offers = ["yes", "only", "limited", "no", "unknown"]
    private static let days = [
        "2027-03-11", "2027-03-12", "2027-03-13", "2027-03-14", "2027-03-15", "2027-03-16", "2027-03-17",
    ]

    private static func restaurant(_ number: Int, _ chance: inout Chance) -> Restaurant {
        let town = chance.word().capitalized
        let street = "\(chance.word().capitalized)gränd \(1 + chance.below(120))"
        let postcode = "00\(100 + chance.below(800))"
        var summary = RestaurantSummary(
            id: RestaurantID(UUID(numbers: chance.next(), chance.next())),
            name: "\(chance.word().capitalized) & \"\(chance.word().capitalized)\" 寿司",
            kind: chance.pick(kinds),
            cuisines: [chance.pick(cuisines), chance.pick(cuisines)],
            diets: Dictionary(uniqueKeysWithValues: diets.map { ($0, chance.pick(offers)) }),
            latitude: degrees(60 + chance.bell()), longitude: degrees(24.9 + chance.bell()),
            distance: Double(chance.below(50_000)) / 10,
            openAt: OpenStatus(state: .open, until: moment(&chance), comment: "kitchen until 21:30"),
            price: 1 + chance.below(4),
            rating: .init(value: Double(10 + chance.below(41)) / 10, count: chance.below(400)),
            match: .init(field: "name", text: chance.word().capitalized),
            reason: "serves \(chance.word())",
            source: RestaurantSource(
                id: "osm", name: "OpenStreetMap", licence: "ODbL-1.0",
                attribution: "© OpenStreetMap contributors", url: "https://www.openstreetmap.org/copyright"))
        summary.liked = chance.isOnce(in: 2)
        summary.dietFit = DietFit(fits: chance.below(8), of: 9, unknown: 1)
        summary.longestWay = .under30
        let week = days.map { day in
            HoursDay(
                date: day,
                spans: [
                    .init(from: "11:00", to: "14:30", state: .open, comment: nil),
                    .init(from: "17:00", to: "22:00", state: .unknown, comment: "by appointment"),
                ])
        }
        return Restaurant(
            summary: summary,
            otherNames: ["alt": chance.word().capitalized, "sv": "Hörnet \(chance.word())", "ja": "食堂"],
            address: .init(
                text: "\(street), \(postcode) \(town)", street: street, city: town, postcode: postcode,
                country: "FI"),
            phone: "+3589\(1_000_000 + chance.below(9_000_000))",
            website: "https://\(chance.word()).example/lunch?day=1&list=all",
            hours: "Mo-Su 11:00-14:30, 17:00-22:00 unknown \"by appointment\"; PH off", week: week,
            timeZone: "Europe/Helsinki", brand: chance.word().capitalized,
            details: [
                "wheelchair": "yes", "takeaway": "only", "outdoor_seating": "no",
                "level": "\(chance.below(4))",
            ],
            hasVanished: false, updatedAt: moment(&chance))
    }

    /// In whole 1e-7 degrees, as the directory keeps them.
    private static func degrees(_ value: Double) -> Double { (value * 1e7).rounded() / 1e7 }

    private static func moment(_ chance: inout Chance) -> Date {
        Date(timeIntervalSince1970: Double(1_790_000_000 + chance.below(20_000_000)))
    }
}
