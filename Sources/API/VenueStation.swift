public import Foundation
public import JSON

/// A place in a venue's kitchen, such as the grill, that makes a part of each order.
@JSONObject
public struct VenueStation: WireValue {
    /// The key that stands for everything that belongs to no station.
    public static let otherKey = "other"

    /// Unique at the venue.
    public var key: String
    public var name: String
    /// The keys of the sections of the menu whose items it makes.
    public var sections: [String]
    /// The keys of items that it makes, whatever their section.
    public var items: [String]
}

/// What a station still has to do for an order.
@JSONObject
public struct StationProgress: WireValue {
    /// The key of the station, or ``VenueStation/otherKey``.
    public var station: String
    /// Whether it has made its part as the order is now.
    public var isDone: Bool
    /// When it was done; `nil` if the whole order was.
    public var doneAt: Date?
}

/// What a station makes for one portion of a line.
@JSONObject
public struct VenueOrderPart: WireValue {
    public var name: String
    public var options: String?
    /// The key of the station, or ``VenueStation/otherKey``.
    public var station: String
}

/// What a station does with its part of an order.
public enum StationState: String, CaseIterable, WireValue {
    case done
    /// It still has to make the part: a recall, if it was done.
    case open
}
