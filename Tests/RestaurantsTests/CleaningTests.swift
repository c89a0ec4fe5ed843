import Geo
import GeoSearch
import TestSupport
import Testing

@testable import Restaurants

struct CleaningTests {
    @Test(arguments: [
        ("+358 9 1234567", "FI", "+35891234567"), ("09 123 4567", "FI", "+35891234567"),
        ("(09) 123-4567", "FI", "+35891234567"), ("+44 (0)20 7946 0123", nil, "+442079460123"),
        ("0044 20 7946 0123", "DE", "+442079460123"), ("+49 6026/123456", "DE", "+496026123456"),
        ("+49 89 1234567; +49 89 7654321", nil, "+49891234567"),
        ("02-1234567 / 02-7654321", "TW", "+88621234567"),
        ("06 1234567", "IT", "+39061234567"), ("(212) 555-0123", "US", "+12125550123"),
        ("555-0123", "US", nil),
        ("1234567", "FI", nil), ("09 123 4567", nil, nil), ("call us", "FI", nil), ("", "FI", nil),
        ("+358 9 1234567890123456", "FI", nil), ("+0 12345678", nil, nil),
    ])
    func `a telephone number becomes E.164 or nothing`(text: String, country: String?, number: String?) {
        #expect(PhoneNumber.e164(text, country: country) == number)
    }

    @Test(arguments: [
        ("Fish &amp; Chips", "Fish & Chips"), ("Joe&#39;s", "Joe's"), ("&#x1F355; Pizza", "🍕 Pizza"),
        ("A & B", "A & B"), ("&amp;lt;", "&lt;"), ("&unknown; x", "&unknown; x"), ("Caf&eacute;", "Café"),
        ("&", "&"),
        ("&#xFFFFFFFF;", "&#xFFFFFFFF;"),
    ])
    func `entities become letters`(text: String, decoded: String) {
        #expect(HTMLEntities.decoded(text) == decoded)
    }

    @Test(arguments: [
        ("pizza;burger", ["pizza", "burger"]), ("pizza, Burger", ["pizza", "burger"]),
        ("Italian_pizza", ["pizza"]),
        ("pizza kebab", ["pizza", "kebab"]), ("ice cream", ["ice_cream"]), ("hotdog", ["hot_dog"]),
        ("素食;", ["vegetarian"]),
        ("_burger", ["burger"]), ("Pizza;pizza", ["pizza"]), ("", []), (";,;", []),
        ("moon food", ["moon_food"]),
        ("fish_and_chips", ["fish_and_chips"]),
    ])
    func `a list of cuisines becomes keys`(text: String, keys: [String]) throws {
        #expect(TagReader(["cuisine": text]).cuisines(try .shipped()) == keys)
    }

    @Test(arguments: [
        ("www.example.org", "https://www.example.org"), ("HTTP://Example.org/a", "http://Example.org/a"),
        ("https://a.example.org; https://b.example.org", "https://a.example.org"), ("facebook", nil),
        ("javascript:alert(1)", nil), ("https://user@example.org", nil), ("", nil),
    ])
    func `a web address gets a scheme or is left out`(text: String, address: String?) {
        #expect(WebAddress.normalized(text) == address)
    }

    @Test func `vegan food is vegetarian food, and nothing else is concluded`() {
        #expect(TagReader(["diet:vegan": "only"]).diets([]) == ["vegan": "only", "vegetarian": "only"])
        #expect(
            TagReader(["diet:vegan": "yes", "diet:vegetarian": "no"]).diets([]) == [
                "vegan": "yes", "vegetarian": "no",
            ])
        #expect(TagReader(["diet:vegetarian": "yes"]).diets([]) == ["vegetarian": "yes"])
        #expect(TagReader(["diet:vegan": "maybe"]).diets([]) == [:])
        #expect(TagReader([:]).diets(["halal"]) == ["halal": "yes"])
    }

    @Test func `of several fields that could be one tag the same one counts each time`() {
        let record = ImportRecord(fields: [
            "url": "a.example", "website": "b.example", "Homepage": "c.example", "addr_city": "Espoo",
            "town": "Vantaa",
        ])

        let fields = ImportMapping.guess(record).fields

        #expect(fields["website"] == "b.example")
        #expect(fields["addr:city"] == "Espoo")
    }

    @Test func `of OpenStreetMap's tags none is taken for another`() async throws {
        let plan = try ImportPlan(ImportRequest(format: .osm, file: "x"), nil, .shipped(), .system)
        let record = ImportRecord(
            id: "n1", coordinate: .nullIsland,
            fields: ["type": "cafe", "shop": "bakery", "name": "Pulla", "url": "b.example"])

        let restaurant = try plan.restaurant(record)

        #expect(restaurant.kind == .bakery)
        #expect(restaurant.website == "https://b.example")
    }

    @Test func `a record that is no restaurant says why`() throws {
        let words = try CuisineVocabulary.shipped()
        func reason(_ fields: [String: String], id: String? = "n1", hasPlace: Bool = true) -> SkipReason? {
            let record = ImportRecord(id: id, coordinate: hasPlace ? .nullIsland : nil, fields: fields)
            do throws(SkipReason) {
                _ = try ImportedRestaurant(record, words, .init(zones: .system))
                return nil
            } catch {
                return error
            }
        }
        let name = ["amenity": "cafe", "name": "Kettu"]

        #expect(reason(name) == nil)
        #expect(reason(["amenity": "bank", "name": "Kettu"]) == .notAPlaceToEat)
        #expect(reason(["amenity": "cafe"]) == .noName)
        #expect(reason(["amenity": "cafe", "name": " &nbsp; "]) == .noName)
        #expect(reason(["amenity": "cafe", "name": String(repeating: "k", count: 201)]) == .nameTooLong)
        #expect(reason(name, id: nil) == .noID)
        #expect(reason(name, hasPlace: false) == .noLocation)
    }
}
