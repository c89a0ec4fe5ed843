import HTTPKit
import NoonishAPI

/// The validated stations of a venue.
struct StationListInput: Sendable {
    let stations: [VenueStation]

    /// Reads the list. A section or an item belongs to one station at most.
    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        var keys: Set<String> = []
        var sections: Set<String> = []
        var items: Set<String> = []
        let stations = body.objects("stations", max: VenueLimits.stations) { station -> VenueStation? in
            let key = station.required("key", .stationKey)
            let name = station.required("name", .text(VenueLimits.stationName))
            if let key, !keys.insert(key).inserted {
                station.refuse("key", "duplicate_key", "Another has the same key.")
            }
            let ownSections = station.menuKeys("sections", besides: &sections)
            let ownItems = station.menuKeys("items", besides: &items)
            guard let key, let name else { return nil }
            return VenueStation(key: key, name: name, sections: ownSections, items: ownItems)
        }
        if !body.isStated("stations") { body.refuse("stations", "missing", "Required.") }
        try body.finish()
        self.stations = stations
    }
}

extension ObjectReader {
    /// Reads keys of the menu, of which no station before has one.
    fileprivate mutating func menuKeys(_ name: String, besides known: inout Set<String>) -> [String] {
        let keys = array(name, .text(VenueLimits.menuKey), max: VenueLimits.stationKeys)
        for (index, key) in keys.enumerated() where !known.insert(key).inserted {
            refuse("\(name)/\(index)", "duplicate_key", "It belongs to one station at most.")
        }
        return keys
    }
}

extension ValueParser where Value == String {
    fileprivate static var stationKey: ValueParser<String> {
        .parsed(
            "a key of lower-case letters, digits and hyphens, and not other", code: "malformed_key",
            longest: 40
        ) { $0.wholeMatch(of: /[a-z0-9-]{1,40}/) != nil && $0 != VenueStation.otherKey ? $0 : nil }
    }
}
