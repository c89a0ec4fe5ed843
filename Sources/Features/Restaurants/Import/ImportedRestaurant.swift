import Foundation
import Geo
import GeoSearch
import Postgres

/// A restaurant from an import: cleaned, and valid for every constraint of the table.
struct ImportedRestaurant: Hashable, Sendable {
    let sourceID: String
    let name: String
    let names: [String: String]
    let kind: PlaceKind
    let cuisines: [String]
    let diets: [String: String]
    let coordinate: Coordinate
    let timeZone: String?
    let openingHours: String?
    let phone: String?
    let website: String?
    let street: String?
    let postcode: String?
    let area: String?
    let city: String?
    let country: String?
    let brand: String?
    let price: Int16?
    /// The source's mean rating of 0 to 5 with its number of votes; `nil` without both.
    let rating: PlaceRating?
    let extra: [String: String]
}

extension ImportedRestaurant {
    /// Values for records that do not have their own.
    struct Defaults: Sendable {
        var country: String?
        var timeZone: String?
        var zones: ZoneMap

        /// Returns the time zone's name in tzdata: that of the whole file, else of the coordinate, else of
        /// the country if it has only one.
        func timeZone(at coordinate: Coordinate, country: String?) -> String? {
            timeZone ?? zones.zone(at: coordinate) ?? (country ?? self.country).flatMap(zones.onlyZone(of:))
        }
    }

    /// Reads OpenStreetMap's tags.
    ///
    /// - Throws: The reason why the record is not a restaurant.
    init(_ record: ImportRecord, _ words: CuisineVocabulary, _ defaults: Defaults) throws(SkipReason) {
        let tags = TagReader(record.fields)
        guard let kind = PlaceKind(tags) else { throw .notAPlaceToEat }
        guard let name = tags.clean("name") ?? tags.clean("brand") else { throw .noName }
        guard name.unicodeScalars.count <= RestaurantLimits.name else { throw .nameTooLong }
        guard let id = record.id, (1...200).contains(id.unicodeScalars.count) else { throw .noID }
        guard let coordinate = record.coordinate else { throw .noLocation }
        let timeZone = defaults.timeZone(at: coordinate, country: tags.country)
        let country = tags.country ?? defaults.country ?? timeZone.flatMap(defaults.zones.country(of:))
        let cuisines = tags.cuisines(words)
        self.init(
            sourceID: id, name: name, names: tags.otherNames(than: name), kind: kind, cuisines: cuisines,
            diets: tags.diets(cuisines), coordinate: coordinate, timeZone: timeZone,
            openingHours: tags.clean("opening_hours"),
            phone: (tags["phone"] ?? tags["contact:phone"] ?? tags["contact:mobile"])
                .flatMap { PhoneNumber.e164($0, country: country) },
            website: (tags.clean("website") ?? tags.clean("contact:website") ?? tags.clean("url"))
                .flatMap(WebAddress.normalized),
            street: tags.street, postcode: tags.clean("addr:postcode"),
            area: tags.clean("addr:suburb") ?? tags.clean("addr:neighbourhood")
                ?? tags.clean("addr:district"),
            city: tags.clean("addr:city") ?? tags.clean("addr:town") ?? tags.clean("addr:village"),
            country: country, brand: tags.clean("brand"),
            price: tags["price"].flatMap { Int16($0) }.flatMap { (1...4).contains($0) ? $0 : nil },
            rating: tags.rating, extra: tags.extra)
    }

    /// Returns a row of `restaurant_staging`, in the order of ``stagingColumns``.
    func row(importID: UUID, ordinal: Int) -> CopyRow {
        CopyRow(
            importID, ordinal, UUID.v7(), sourceID, name, JSONB(names), kind.rawValue, cuisines, JSONB(diets),
            coordinate.latitude, coordinate.longitude, timeZone, openingHours, phone, website, street,
            postcode, area,
            city, country, brand, price, JSONB(extra), rating?.value,
            rating.map { Int32(clamping: $0.count) })
    }

    static let stagingColumns: StaticString =
        """
        restaurant_staging (import_id, ordinal, id, source_id, name, names, kind, cuisines, diets, latitude, longitude,
        time_zone, opening_hours, phone, website, street, postcode, area, city, country, brand, price, extra, rating,
        rating_count)
        """
}

extension PlaceKind {
    /// Reads the kind from `amenity` or `shop`; `nil` if it is not a place to eat or drink.
    init?(_ tags: TagReader) {
        if let amenity = tags["amenity"], let kind = Self.amenities[amenity] {
            self = kind
        } else if let shop = tags["shop"], let kind = Self.shops[shop] {
            self = kind
        } else {
            return nil
        }
    }

    static let amenities: [String: PlaceKind] = [
        "restaurant": .restaurant, "cafe": .cafe, "bar": .bar, "pub": .pub, "fast_food": .fastFood,
        "food_court": .foodCourt, "ice_cream": .iceCream, "biergarten": .biergarten, "bakery": .bakery,
        "deli": .deli, "canteen": .restaurant,
    ]

    static let shops: [String: PlaceKind] = [
        "bakery": .bakery, "pastry": .bakery, "deli": .deli, "ice_cream": .iceCream, "coffee": .cafe,
    ]
}
