public import JSON

/// A completion of a partly typed search.
public struct RestaurantSuggestion: Hashable, Sendable, JSONCodable {
    public enum Kind: String, Hashable, Sendable, JSONCodable {
        /// `id` is the restaurant's id.
        case restaurant
        /// `id` is a value of the parameter `cuisine`.
        case cuisine
        /// `text` is a value of the parameter `q`.
        case dish
    }

    public var kind: Kind
    public var id: String
    /// In the caller's language, or the restaurant's name.
    public var text: String
    /// The word that matched the typed beginning, if it differs from ``text``; for a restaurant, the text
    /// that matched.
    public var detail: String?
    /// The number of restaurants nearby that have it, up to ``mostCounted``; `nil` for a restaurant.
    public var count: Int?
    /// The distance to a restaurant in **metres**.
    public var distance: Double?
    /// The source of a restaurant's data.
    public var source: RestaurantSource?

    /// The limit of counting: a count of this value means at least as many.
    public static let mostCounted = 500

    public init(
        kind: Kind, id: String, text: String, detail: String? = nil, count: Int? = nil,
        distance: Double? = nil, source: RestaurantSource? = nil
    ) {
        self.kind = kind
        self.id = id
        self.text = text
        self.detail = detail
        self.count = count
        self.distance = distance
        self.source = source
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("kind", kind)
            $0.field("id", id)
            $0.field("text", text)
            $0.field("detail", detail)
            $0.field("count", ifPresent: count)
            $0.field("distance", ifPresent: distance)
            $0.field("source", ifPresent: source)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            kind: read("kind"), id: read("id"), text: read("text"), detail: read.optional("detail"),
            count: read.optional("count"), distance: read.optional("distance"),
            source: read.optional("source"))
    }
}
