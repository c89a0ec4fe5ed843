public import JSON

/// A source of restaurant data, with the attribution that must be shown wherever its data are.
public struct RestaurantSource: Hashable, Sendable, JSONCodable {
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

    public init(from reader: inout JSONReader) throws(JSONFault) {
        try self.init(members: reader.members())
    }

    init(members read: borrowing JSONMembers) throws(JSONFault) {
        try self.init(
            id: read("id"), name: read("name"), licence: read("licence"), attribution: read("attribution"),
            url: read("url"))
    }

    func encodeMembers(to writer: inout JSONWriter) {
        writer.field("id", id)
        writer.field("name", name)
        writer.field("licence", licence)
        writer.field("attribution", attribution)
        writer.field("url", url)
    }
}

/// An entry in the list of all sources.
public struct ListedSource: Hashable, Sendable, JSONCodable {
    public var source: RestaurantSource
    /// Whether the source is queried during searches and its data are never stored.
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

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(source: RestaurantSource(members: read), isLive: read("isLive"))
    }
}
