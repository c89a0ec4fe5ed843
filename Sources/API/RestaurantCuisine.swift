public import JSON

/// A cuisine that a search can filter by.
public struct RestaurantCuisine: Hashable, Sendable, JSONCodable {
    /// The OpenStreetMap value, for the parameter `cuisine`.
    public var id: String
    /// In the caller's language.
    public var name: String
    /// By BCP 47 language tag.
    public var names: [String: String]

    public init(id: String, name: String, names: [String: String]) {
        self.id = id
        self.name = name
        self.names = names
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("id", id)
            $0.field("name", name)
            $0.field("names", names)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(id: read("id"), name: read("name"), names: read("names"))
    }
}
