import Geo
import NoonishAPI

/// The named places, streets and houses of an extract, gathered record by record.
struct GazetteerExtract {
    private var places: [NamedPlace] = []
    private var streets = StreetCollector()
    private var towns = PlaceReach()
    private var districts = PlaceReach()

    /// Adds a record if it has a name that people look for.
    mutating func add(_ record: ImportRecord) {
        guard let coordinate = record.coordinate else { return }
        let tags = TagReader(record.fields)
        if let street = tags.clean("addr:street"), street.unicodeScalars.count <= RestaurantLimits.name,
            let number = tags.clean("addr:housenumber")
        {
            streets.add(house: number, on: street, at: coordinate)
        }
        guard let name = tags.clean("name"), name.unicodeScalars.count <= RestaurantLimits.name else {
            return
        }
        if let placeClass = tags["place"].flatMap({ NamedPlace.classes[$0] }),
            record.id?.hasPrefix("n") == true
        {
            let others = Self.otherNames(tags, than: name, limit: RestaurantLimits.gazetteerPlaceNames)
            if placeClass.kind == .street {
                streets.add(name, others, at: coordinate)
            } else if places.count < RestaurantLimits.gazetteerPlaces {
                add(
                    NamedPlace(placeClass: placeClass, name: name, otherNames: others, coordinate: coordinate)
                )
            }
        } else if tags["highway"] != nil, record.id?.hasPrefix("w") == true {
            streets.add(
                name, Self.otherNames(tags, than: name, limit: RestaurantLimits.gazetteerStreetNames),
                at: coordinate)
        }
    }

    private mutating func add(_ place: NamedPlace) {
        places.append(place)
        guard let reach = place.placeClass.reach else { return }
        switch place.placeClass.kind {
        case .town: towns.add(place.name, at: place.coordinate, metres: reach)
        case .district: districts.add(place.name, at: place.coordinate, metres: reach)
        case .street, .address: break
        }
    }

    /// Returns distinct other names. A value may have several, separated by semicolons.
    private static func otherNames(_ tags: TagReader, than name: String, limit: Int) -> [String] {
        let values = tags.otherNames(than: name).sorted { $0.key < $1.key }.map(\.value)
        var names: [String] = []
        for value in values.flatMap({ $0.split(separator: ";") }).map({ String($0).trimmed })
        where !value.isEmpty && value != name && !names.contains(value) {
            names.append(value)
        }
        return Array(names.prefix(limit))
    }
}

extension GazetteerExtract {
    /// Joins what belongs together. Nothing is added afterwards.
    mutating func finish() { streets.finish() }

    /// Number of entries; after ``finish()``.
    var count: Int { places.count + streets.count }

    var tally: GazetteerTally {
        GazetteerTally(
            places: places.count, streets: streets.count, houses: streets.houseCount,
            omitted: streets.omitted)
    }

    /// Returns the entry at a position, places before streets; after ``finish()``.
    subscript(position: Int) -> GazetteerEntry {
        guard position < places.count else {
            var street = streets.street(at: position - places.count)
            street.district = districts.name(at: street.coordinate)
            street.town = towns.name(at: street.coordinate)
            return street
        }
        let place = places[position]
        let isDistrict = place.placeClass.kind == .district
        return GazetteerEntry(
            kind: place.placeClass.kind, name: place.name, otherNames: place.otherNames,
            town: isDistrict ? towns.name(at: place.coordinate) : nil, coordinate: place.coordinate,
            weight: place.placeClass.weight)
    }
}

/// What an extract has for the gazetteer.
package struct GazetteerTally: Hashable, Sendable {
    /// Number of towns and districts.
    package internal(set) var places = 0
    package internal(set) var streets = 0
    package internal(set) var houses = 0
    /// Number of parts of streets and houses beyond the limits, which were left out.
    package internal(set) var omitted = 0
}
