public import JSON

/// What somebody may mean who is still typing.
public struct RestaurantSuggestion: Hashable, Sendable, JSONCodable {
    public enum Kind: String, Hashable, Sendable, JSONCodable {
        /// `id` opens it.
        case restaurant
        /// `id` is what `cuisine=` takes.
        case cuisine
        /// `text` is what `q=` takes.
        case dish
    }

    public var kind: Kind
    public var id: String
    /// In the reader's language, or the restaurant's name.
    public var text: String
    /// The word that was typed the beginning of, where it is another one; of a restaurant, what met the text.
    public var detail: String?
    /// How many restaurants around have it, up to ``mostCounted``; nil for a restaurant.
    public var count: Int?
    /// **Metres** to a restaurant.
    public var distance: Double?
    /// Where a restaurant is known from.
    public var source: RestaurantSource?

    /// A count of this many means at least so many.
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
