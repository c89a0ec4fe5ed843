import Geo
import NoonishAPI

/// A place that OpenStreetMap has as a point.
struct NamedPlace {
    /// What a value of the tag `place` means.
    struct Class {
        let kind: NamedArea.Kind
        /// See ``GazetteerEntry/weight``.
        var weight = 0
        /// Distance in **metres** within which it gives its name to streets; `nil` if it gives it to none.
        var reach: Double?
    }

    let placeClass: Class
    let name: String
    let otherNames: [String]
    let coordinate: Coordinate

    /// The values of `place` that are read. What reaches how far is a rule of thumb: half of the way to the next one.
    static let classes: [String: Class] = [
        "city": Class(kind: .town, weight: 4, reach: 25_000),
        "town": Class(kind: .town, weight: 3, reach: 10_000),
        "village": Class(kind: .town, weight: 2, reach: 4_000),
        "hamlet": Class(kind: .town, weight: 1, reach: 1_500),
        "borough": Class(kind: .district, reach: 4_000),
        "suburb": Class(kind: .district, reach: 2_500),
        "quarter": Class(kind: .district, reach: 1_500),
        "neighbourhood": Class(kind: .district, reach: 1_000),
        "island": Class(kind: .district),
        "square": Class(kind: .street),
    ]
}
