public import JSON

/// Where a restaurant is known from, as it must be said wherever its data is shown.
public struct RestaurantSource: Hashable, Sendable, JSONEncodable {
    public var id: String
    public var name: String
    public var licence: String
    public var attribution: String
    /// The licence, or the page that names the contributors.
    public var url: String

    public init(id: String, name: String, licence: String, attribution: String, url: String) {
        self.id = id
        self.name = name
        self.licence = licence
        self.attribution = attribution
        self.url = url
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object { encodeMembers(to: &$0) }
    }

    func encodeMembers(to writer: inout JSONWriter) {
        writer.field("id", id)
        writer.field("name", name)
        writer.field("licence", licence)
        writer.field("attribution", attribution)
        writer.field("url", url)
    }
}

/// A source in the list of all.
public struct ListedSource: Hashable, Sendable, JSONEncodable {
    public var source: RestaurantSource
    /// Asked while somebody searches, and kept nowhere.
    public var isLive: Bool

    public init(source: RestaurantSource, isLive: Bool) {
        self.source = source
        self.isLive = isLive
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            source.encodeMembers(to: &$0)
            $0.field("isLive", isLive)
        }
    }
}
