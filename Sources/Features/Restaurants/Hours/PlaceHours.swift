import Geo

/// What must be known of a place to say when it is open.
struct PlaceHours: Hashable, Sendable {
    /// OpenStreetMap's `opening_hours`.
    let text: String
    /// Name of tzdata.
    let zone: String
    /// ISO 3166-1 alpha-2; nil: no day is known to be a holiday.
    let country: String?
    let coordinate: Coordinate

    /// Nil where the hours or the clock are not known.
    init?(text: String?, zone: String?, country: String?, coordinate: Coordinate?) {
        guard let text, let zone, let coordinate else { return nil }
        self.text = text
        self.zone = zone
        self.country = country
        self.coordinate = coordinate
    }
}
